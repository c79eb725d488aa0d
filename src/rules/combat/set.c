#include "rules/combat/set.h"

/* The search's limit, in creatures or rules examined. */
#define SEARCH_WORK 20000000u
/* The price of checking whether costs can be paid. */
#define PAYABLE_WORK 5000u

/* --- masks ------------------------------------------------------------------------------------------- */

/* A creature's row: the number of places it may have, then masks of its places. */
enum { ROW_MOST, ROW_MASKS };
enum { MASK_OPEN, MASK_FREE, MASK_CHOSEN, MASK_COUNT };

/* A rule: its kind, bounds and counters; then masks of creatures and of places for `when` and `count`. */
enum {
  RULE_KIND,
  RULE_LEAST,
  RULE_MOST,
  RULE_WHENS,  /* creatures with a chosen pair of the `when` set */
  RULE_CHOSEN, /* … of the `count` set */
  RULE_LEFT,   /* creatures after the search's position that could have one of the `count` set */
  RULE_MASKS,
};
typedef enum RuleKind { RULE_RESTRICTION, RULE_REQUIREMENT, RULE_REQUIREMENTS } RuleKind;

static u32 mask_words(u32 n) { return (n + 63) / 64; }
static u32 creature_words(const Declaration *d) { return mask_words(d->creatures); }
static u32 place_words(const Declaration *d) { return mask_words(d->places); }

static u64 *row_of(const Declaration *d, u32 creature) {
  ASSERT(creature < d->creatures);
  return &d->g->scratch.data[d->row_at + creature * d->row_words];
}

static u64 *mask_of(const Declaration *d, u32 creature, u32 mask) {
  return row_of(d, creature) + ROW_MASKS + mask * place_words(d);
}

static u64 *rule_of(const Declaration *d, u32 rule) {
  ASSERT(rule < d->rules);
  return &d->g->scratch.data[d->rule_at + rule * d->rule_words];
}

/* The creatures of a rule's set (SET_WHEN or SET_COUNT); its places follow them. */
static u64 *rule_creatures(const Declaration *d, u64 *rule, PairSet set) {
  u32 one = creature_words(d) + place_words(d);
  return rule + RULE_MASKS + (set == SET_COUNT ? one : 0);
}
static u64 *rule_places(const Declaration *d, u64 *rule, PairSet set) {
  return rule_creatures(d, rule, set) + creature_words(d);
}

static bool bit_get(const u64 *mask, u32 i) { return mask[i >> 6] >> (i & 63) & 1; }
static void bit_put(u64 *mask, u32 i, bool on) {
  u64 bit = (u64)1 << (i & 63);
  mask[i >> 6] = on ? mask[i >> 6] | bit : mask[i >> 6] & ~bit;
}

static bool masks_meet(const u64 *a, const u64 *b, u32 words) {
  for (u32 w = 0; w < words; w++)
    if (a[w] & b[w]) return true;
  return false;
}

/* --- building --------------------------------------------------------------------------------------- */

void declaration_begin(Declaration *d, Game *g, PairsPayable *payable) {
  *d = (Declaration){.g = g, .payable = payable, .mark = scratch_mark(g)};
  d->creature_at = d->place_at = d->mark;
}

void declaration_add_creature(Declaration *d, Ref creature) {
  scratch_push(d->g, creature);
  d->creatures++;
  d->place_at = scratch_count(d->g);
}

void declaration_add_place(Declaration *d, Ref place) {
  scratch_push(d->g, place);
  d->places++;
}

void declaration_places_pushed(Declaration *d, Ref first) {
  Game *g = d->g;
  d->places = scratch_count(g) - d->place_at;
  u32 at = declaration_find_place(d, first);
  if (at == d->places) return;
  for (; at > 0; at--) scratch_set(g, d->place_at + at, scratch_get(g, d->place_at + at - 1));
  scratch_set(g, d->place_at, first);
}

static void push_zeros(Declaration *d, u32 words) {
  for (u32 i = 0; i < words; i++) scratch_push(d->g, 0);
}

void declaration_make_pairs(Declaration *d) {
  d->row_at = scratch_count(d->g);
  d->row_words = ROW_MASKS + MASK_COUNT * place_words(d);
  push_zeros(d, d->creatures * d->row_words);
  for (u32 i = 0; i < d->creatures; i++) row_of(d, i)[ROW_MOST] = 1;
  d->rule_at = scratch_count(d->g);
  d->rule_words = RULE_MASKS + 2 * (creature_words(d) + place_words(d));
}

void declaration_open(Declaration *d, u32 pair, bool costs) {
  bit_put(mask_of(d, pair / d->places, MASK_OPEN), pair % d->places, true);
  bit_put(mask_of(d, pair / d->places, MASK_FREE), pair % d->places, !costs);
  d->costs |= costs;
}

void declaration_close(Declaration *d, u32 pair) {
  ASSERT(!pair_is_chosen(d, pair));
  bit_put(mask_of(d, pair / d->places, MASK_OPEN), pair % d->places, false);
  bit_put(mask_of(d, pair / d->places, MASK_FREE), pair % d->places, false);
}

void declaration_allow(Declaration *d, u32 creature, u32 most) { row_of(d, creature)[ROW_MOST] = most; }

static u32 rule_add(Declaration *d, RuleKind kind, u32 least, u32 most) {
  push_zeros(d, d->rule_words);
  d->rules++;
  u64 *rule = rule_of(d, d->rules - 1);
  rule[RULE_KIND] = kind;
  rule[RULE_LEAST] = least;
  rule[RULE_MOST] = most;
  return d->rules - 1;
}

u32 declaration_restrict(Declaration *d, u32 least, u32 most) { return rule_add(d, RULE_RESTRICTION, least, most); }
u32 declaration_require(Declaration *d) { return rule_add(d, RULE_REQUIREMENT, 1, COUNT_ANY); }
u32 declaration_require_each(Declaration *d) { return rule_add(d, RULE_REQUIREMENTS, 1, COUNT_ANY); }

static void mask_add(u64 *mask, u32 i, u32 count) {
  if (i != ALL_OF_THEM) bit_put(mask, i, true);
  for (u32 k = 0; i == ALL_OF_THEM && k < count; k++) bit_put(mask, k, true);
}

void rule_set_creature(Declaration *d, u32 rule, PairSet set, u32 creature) {
  if (set != SET_COUNT) mask_add(rule_creatures(d, rule_of(d, rule), SET_WHEN), creature, d->creatures);
  if (set != SET_WHEN) mask_add(rule_creatures(d, rule_of(d, rule), SET_COUNT), creature, d->creatures);
}

void rule_set_place(Declaration *d, u32 rule, PairSet set, u32 place) {
  if (set != SET_COUNT) mask_add(rule_places(d, rule_of(d, rule), SET_WHEN), place, d->places);
  if (set != SET_WHEN) mask_add(rule_places(d, rule_of(d, rule), SET_COUNT), place, d->places);
}

void declaration_end(Declaration *d) { scratch_release(d->g, d->mark); }

/* --- asking ------------------------------------------------------------------------------------------- */

static u32 find(const Declaration *d, u32 at, u32 count, Ref ref) {
  u32 i = 0;
  while (i < count && scratch_get(d->g, at + i) != ref) i++;
  return i;
}

u32 declaration_find_creature(const Declaration *d, Ref creature) {
  return find(d, d->creature_at, d->creatures, creature);
}

u32 declaration_find_place(const Declaration *d, Ref place) { return find(d, d->place_at, d->places, place); }

bool pair_is_open(const Declaration *d, u32 pair) {
  return bit_get(mask_of(d, pair / d->places, MASK_OPEN), pair % d->places);
}

static bool pair_is_free(const Declaration *d, u32 pair) {
  return bit_get(mask_of(d, pair / d->places, MASK_FREE), pair % d->places);
}

bool pair_is_chosen(const Declaration *d, u32 pair) {
  return bit_get(mask_of(d, pair / d->places, MASK_CHOSEN), pair % d->places);
}

u32 pair_chosen_from(const Declaration *d, u32 pair) {
  if (pair >= declaration_pairs(d)) return declaration_pairs(d);
  u32 place = pair % d->places;
  for (u32 creature = pair / d->places; creature < d->creatures; creature++, place = 0) {
    const u64 *chosen = mask_of(d, creature, MASK_CHOSEN);
    for (u32 w = place / 64; w < place_words(d); w++) {
      u64 bits = w == place / 64 ? chosen[w] & ~(u64)0 << place % 64 : chosen[w];
      if (bits) return creature * d->places + 64 * w + bits_first(bits);
    }
  }
  return declaration_pairs(d);
}

static u32 places_chosen(const Declaration *d, u32 creature) {
  const u64 *chosen = mask_of(d, creature, MASK_CHOSEN);
  u32 n = 0;
  for (u32 w = 0; w < place_words(d); w++) n += bits_count(chosen[w]);
  return n;
}

bool pair_has_room(const Declaration *d, u32 pair) {
  u32 creature = pair / d->places;
  return places_chosen(d, creature) < row_of(d, creature)[ROW_MOST];
}

u32 declaration_most(const Declaration *d) {
  u32 n = 0;
  for (u32 i = 0; i < d->creatures; i++) n += (u32)num_min((i64)row_of(d, i)[ROW_MOST], d->places);
  return n;
}

/* --- counting -------------------------------------------------------------------------------------------- */

/* Whether a creature has a chosen pair of the set. */
static bool takes_part(const Declaration *d, u64 *rule, PairSet set, u32 creature) {
  return bit_get(rule_creatures(d, rule, set), creature) &&
         masks_meet(mask_of(d, creature, MASK_CHOSEN), rule_places(d, rule, set), place_words(d));
}

/* Whether an undecided creature could have a pair of the rule's `count` set. */
static bool could_take_part(const Declaration *d, u64 *rule, u32 creature, u32 usable) {
  return bit_get(rule_creatures(d, rule, SET_COUNT), creature) &&
         masks_meet(mask_of(d, creature, usable), rule_places(d, rule, SET_COUNT), place_words(d));
}

void declaration_choose(Declaration *d, u32 pair, bool chosen) {
  if (pair_is_chosen(d, pair) == chosen) return;
  u32 creature = pair / d->places;
  i64 sign = chosen ? 1 : -1;
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    rule[RULE_WHENS] -= takes_part(d, rule, SET_WHEN, creature);
    rule[RULE_CHOSEN] -= takes_part(d, rule, SET_COUNT, creature);
  }
  bit_put(mask_of(d, creature, MASK_CHOSEN), pair % d->places, chosen);
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    rule[RULE_WHENS] += takes_part(d, rule, SET_WHEN, creature);
    rule[RULE_CHOSEN] += takes_part(d, rule, SET_COUNT, creature);
  }
  if (!pair_is_free(d, pair)) d->costly = (u32)((i64)d->costly + sign);
}

/* Whether a restriction applies as soon as something it counts is chosen. */
static bool limits_itself(const Declaration *d, u64 *rule) {
  u32 bytes = (creature_words(d) + place_words(d)) * (u32)sizeof(u64);
  return memcmp(rule_creatures(d, rule, SET_WHEN), rule_creatures(d, rule, SET_COUNT), bytes) == 0;
}

static u32 obeyed(const Declaration *d) {
  u32 n = 0;
  for (u32 r = 0; r < d->rules; r++) {
    const u64 *rule = rule_of(d, r);
    if (rule[RULE_KIND] == RULE_REQUIREMENT) n += rule[RULE_CHOSEN] > 0;
    if (rule[RULE_KIND] == RULE_REQUIREMENTS) n += (u32)rule[RULE_CHOSEN];
  }
  return n;
}

/* --- the search -------------------------------------------------------------------------------------------- */

/* A depth-first search over the pairs from `from` on. `at` is the next pair to decide; the creatures after its own are
   undecided, and RULE_LEFT counts those. */
typedef struct Search {
  Declaration *d;
  u32 from, at, end;
  u32 goal;   /* number of requirements to obey */
  u32 usable; /* MASK_OPEN, or MASK_FREE if nobody may pay */
  u32 tried_at;
  u32 work; /* work left */
} Search;

static void spend(Search *s, u32 work) { s->work -= work < s->work ? work : s->work; }

static u32 creature_at(const Search *s) { return s->at / s->d->places; }

/* Whether the creature whose pairs are being decided can have one more of the places of a mask. */
static bool present_could(const Search *s, const u64 *places) {
  const Declaration *d = s->d;
  if (s->at == s->end) return false;
  if (!pair_has_room(d, s->at)) return false;
  u32 creature = creature_at(s), place = s->at % d->places;
  const u64 *usable = mask_of(d, creature, s->usable);
  for (u32 w = place >> 6; w < place_words(d); w++) {
    u64 rest = w == place >> 6 ? ~(u64)0 << (place & 63) : ~(u64)0;
    if (usable[w] & places[w] & rest) return true;
  }
  return false;
}

/* How many more creatures could have a pair of the rule's `count` set. */
static u32 more(const Search *s, u64 *rule) {
  u32 n = (u32)rule[RULE_LEFT];
  if (s->at == s->end) return n;
  u32 creature = creature_at(s);
  if (bit_get(rule_creatures(s->d, rule, SET_COUNT), creature) && !takes_part(s->d, rule, SET_COUNT, creature))
    n += present_could(s, rule_places(s->d, rule, SET_COUNT));
  return n;
}

/* How many requirements that are not yet obeyed a creature could help to obey. */
static u32 help_of(const Search *s, u32 creature) {
  const Declaration *d = s->d;
  bool present = s->at < s->end && creature == creature_at(s);
  u32 n = 0;
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    if (rule[RULE_KIND] == RULE_RESTRICTION || takes_part(d, rule, SET_COUNT, creature)) continue;
    if (rule[RULE_KIND] == RULE_REQUIREMENT && rule[RULE_CHOSEN] > 0) continue;
    if (!bit_get(rule_creatures(d, rule, SET_COUNT), creature)) continue;
    n += present ? present_could(s, rule_places(d, rule, SET_COUNT)) : could_take_part(d, rule, creature, s->usable);
  }
  return n;
}

/* Whether a restriction limits everything a creature could choose. */
static bool is_limited(const Search *s, u64 *rule, u32 creature) {
  const Declaration *d = s->d;
  if (!bit_get(rule_creatures(d, rule, SET_COUNT), creature)) return false;
  if (takes_part(d, rule, SET_COUNT, creature)) return false;
  const u64 *usable = mask_of(d, creature, s->usable), *places = rule_places(d, rule, SET_COUNT);
  for (u32 w = 0; w < place_words(d); w++)
    if (usable[w] & ~places[w]) return false;
  return true;
}

/* For a restriction that limits the number of creatures: an upper bound on the requirements that can be obeyed, using
   the most helpful creatures. */
static u32 reachable_within(Search *s, u64 *rule) {
  const Declaration *d = s->d;
  u32 helps[64] = {0}, total = obeyed(d), room = (u32)(rule[RULE_MOST] - rule[RULE_CHOSEN]);
  if (d->rules >= COUNT_OF(helps)) return COUNT_ANY;
  for (u32 i = s->at == s->end ? d->creatures : creature_at(s); i < d->creatures; i++) {
    u32 help = help_of(s, i);
    if (is_limited(s, rule, i))
      helps[help]++;
    else
      total += help;
  }
  spend(s, d->creatures * d->rules);
  for (u32 help = COUNT_OF(helps); help-- > 1;) {
    u32 n = room < helps[help] ? room : helps[help];
    total += n * help;
    room -= n;
  }
  return total;
}

/* Whether the goal is out of reach because too few creatures may take part. */
static bool too_few_may(Search *s) {
  const Declaration *d = s->d;
  for (u32 r = 0; r < d->rules && s->goal > 0; r++) {
    u64 *rule = rule_of(d, r);
    bool limits =
        rule[RULE_KIND] == RULE_RESTRICTION && rule[RULE_MOST] != COUNT_ANY && rule[RULE_CHOSEN] <= rule[RULE_MOST];
    if (limits && limits_itself(d, rule) && reachable_within(s, rule) < s->goal) return true;
  }
  return false;
}

/* Whether the restrictions can still hold and the goal can still be reached. */
static bool can_still(Search *s) {
  Declaration *d = s->d;
  u32 reachable = 0;
  spend(s, 1 + d->rules);
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    u64 chosen = rule[RULE_CHOSEN];
    switch (rule[RULE_KIND]) {
      case RULE_RESTRICTION:
        if (rule[RULE_WHENS] == 0) break;
        if (chosen > rule[RULE_MOST]) return false;
        if (chosen < rule[RULE_LEAST] && chosen + more(s, rule) < rule[RULE_LEAST]) return false;
        break;
      case RULE_REQUIREMENT: reachable += chosen > 0 || more(s, rule) > 0; break;
      default: reachable += (u32)chosen + more(s, rule); break;
    }
  }
  return reachable >= s->goal && !too_few_may(s);
}

/* Whether the pair would add to something that is still missing. */
static bool is_wanted(const Search *s) {
  const Declaration *d = s->d;
  u32 creature = creature_at(s), place = s->at % d->places;
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    bool missing = rule[RULE_KIND] == RULE_RESTRICTION ? rule[RULE_WHENS] > 0 && rule[RULE_CHOSEN] < rule[RULE_LEAST]
                                                       : rule[RULE_KIND] == RULE_REQUIREMENTS || rule[RULE_CHOSEN] == 0;
    if (missing && bit_get(rule_creatures(d, rule, SET_COUNT), creature) &&
        bit_get(rule_places(d, rule, SET_COUNT), place) && !takes_part(d, rule, SET_COUNT, creature))
      return true;
  }
  return false;
}

/* Whether two creatures are equivalent for the search. */
static bool alike(const Search *s, u32 a, u32 b) {
  const Declaration *d = s->d;
  if (row_of(d, a)[ROW_MOST] != row_of(d, b)[ROW_MOST]) return false;
  u32 bytes = place_words(d) * (u32)sizeof(u64);
  for (u32 mask = MASK_OPEN; mask <= MASK_FREE; mask++)
    if (memcmp(mask_of(d, a, mask), mask_of(d, b, mask), bytes) != 0) return false;
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    for (PairSet set = SET_WHEN; set <= SET_COUNT; set++)
      if (bit_get(rule_creatures(d, rule, set), a) != bit_get(rule_creatures(d, rule, set), b)) return false;
  }
  return true;
}

/* A creature equivalent to the one before it, with the same places so far, may not get a place that the other lacks.
   Not if costs must be paid: creatures may differ in what they pay with. */
static bool breaks_symmetry(Search *s) {
  const Declaration *d = s->d;
  u32 creature = creature_at(s), place = s->at % d->places;
  if (d->costs && s->usable != MASK_FREE) return false;
  if (creature == 0 || pair_make(d, creature - 1, 0) < s->from) return false;
  const u64 *own = mask_of(d, creature, MASK_CHOSEN), *other = mask_of(d, creature - 1, MASK_CHOSEN);
  if (bit_get(other, place)) return false;
  for (u32 p = 0; p < place; p++)
    if (bit_get(own, p) != bit_get(other, p)) return false;
  spend(s, d->rules);
  return alike(s, creature, creature - 1);
}

/* Whether the pair by itself may be chosen. */
static bool may_choose(Search *s) {
  const Declaration *d = s->d;
  return bit_get(mask_of(d, creature_at(s), s->usable), s->at % d->places) && pair_has_room(d, s->at) &&
         !breaks_symmetry(s);
}

static bool pairs_payable(Declaration *d) { return d->costly == 0 || d->payable(d); }

static bool still_payable(Search *s) {
  if (s->d->costly) spend(s, PAYABLE_WORK);
  return pairs_payable(s->d);
}

/* Moves the search to the next pair, or back to the previous one, and updates RULE_LEFT. */
static void move(Search *s, bool forth) {
  Declaration *d = s->d;
  u32 before = creature_at(s);
  s->at = forth ? s->at + 1 : s->at - 1;
  u32 now = creature_at(s);
  u32 passed = forth ? now : before;
  if (now == before || passed == d->creatures) return;
  spend(s, d->rules);
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    u64 could = could_take_part(d, rule, passed, s->usable);
    rule[RULE_LEFT] = forth ? rule[RULE_LEFT] - could : rule[RULE_LEFT] + could;
  }
}

static void count_left(const Search *s) {
  const Declaration *d = s->d;
  u32 first = s->at == s->end ? d->creatures : creature_at(s) + 1;
  for (u32 r = 0; r < d->rules; r++) {
    u64 *rule = rule_of(d, r);
    rule[RULE_LEFT] = 0;
    for (u32 i = first; i < d->creatures; i++) rule[RULE_LEFT] += could_take_part(d, rule, i, s->usable);
  }
}

/* What has been tried for a pair; words on the scratch list. */
enum { TRIED_CHOSEN = 1, TRIED_NOT = 2 };

/* Decides the pair at `at` in the next way that has not been tried; false if there is none. */
static bool decide_pair(Search *s) {
  Game *g = s->d->g;
  u32 row = s->tried_at + s->at - s->from;
  for (;;) {
    u64 tried = scratch_get(g, row);
    if (tried == (TRIED_CHOSEN | TRIED_NOT)) return false;
    bool choose = tried == TRIED_NOT || (tried == 0 && is_wanted(s));
    scratch_set(g, row, tried | (choose ? TRIED_CHOSEN : TRIED_NOT));
    spend(s, 1 + s->d->rules);
    if (choose && !may_choose(s)) continue;
    u32 pair = s->at;
    declaration_choose(s->d, pair, choose);
    move(s, true);
    if (can_still(s) && (!choose || still_payable(s))) return true;
    move(s, false);
    declaration_choose(s->d, pair, false);
  }
}

/* Finds a declaration that obeys at least `goal` requirements. If it succeeds the choices are the ones found, otherwise
   unchanged. */
static bool search(Declaration *d, u32 from, u32 goal, u32 usable, u32 *work) {
  Game *g = d->g;
  Search s = {.d = d, .from = from, .at = from, .end = declaration_pairs(d), .goal = goal, .usable = usable};
  s.work = *work;
  count_left(&s);
  if (!can_still(&s) || !pairs_payable(d)) return false;
  s.tried_at = scratch_count(g);
  push_zeros(d, s.end - from);
  while (s.at < s.end && s.work > 0) {
    if (decide_pair(&s)) continue;
    scratch_set(g, s.tried_at + s.at - from, 0);
    if (s.at == from) break;
    move(&s, false);
    declaration_choose(d, s.at, false);
  }
  bool found = s.at == s.end;
  scratch_release(g, s.tried_at);
  *work = s.work;
  return found;
}

static void forget(Declaration *d, u32 from) {
  for (u32 pair = from; (pair = pair_chosen_from(d, pair)) < declaration_pairs(d);) declaration_choose(d, pair, false);
}

void declaration_ready(Declaration *d) {
  u32 work = SEARCH_WORK;
  d->most_obeyed = 0;
  while (search(d, 0, d->most_obeyed + 1, MASK_FREE, &work)) {
    d->most_obeyed = obeyed(d);
    forget(d, 0);
  }
  forget(d, 0);
}

bool declaration_completes(Declaration *d, u32 from) {
  u32 work = SEARCH_WORK;
  forget(d, from);
  if (d->rules == 0) return pairs_payable(d);
  bool found = search(d, from, d->most_obeyed, MASK_OPEN, &work);
  forget(d, from);
  return found;
}

bool declaration_holds_first(Declaration *d) {
  if (declaration_pairs(d) == 0 || !pair_is_open(d, 0)) return false;
  declaration_choose(d, 0, true);
  bool holds = declaration_completes(d, 1);
  declaration_choose(d, 0, false);
  return holds;
}
