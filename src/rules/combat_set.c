#include "rules/combat_set.h"

/* How many creatures the search places before it gives up. */
#define SEARCH_STEPS 200000

/* --- building --------------------------------------------------------------------------------------- */

void declaration_begin(Declaration *d, Game *g) {
  *d = (Declaration){.g = g, .mark = scratch_mark(g)};
  d->creature_at = d->mark;
}

void declaration_add_creature(Declaration *d, Ref creature) {
  scratch_push(d->g, creature);
  d->creatures++;
  d->place_at = scratch_count(d->g);
}

void declaration_add_place(Declaration *d, Ref place) {
  if (d->places == 0) d->place_at = scratch_count(d->g);
  scratch_push(d->g, place);
  d->places++;
}

void declaration_make_pairs(Declaration *d) {
  d->pair_at = scratch_count(d->g);
  for (u64 i = 0; i < (u64)d->creatures * d->places; i++) scratch_push(d->g, 0);
  d->choice_at = scratch_count(d->g);
  for (u32 i = 0; i < d->creatures; i++) scratch_push(d->g, PLACE_NONE);
  d->rule_at = scratch_count(d->g);
}

static u64 *pair_of(const Declaration *d, u32 creature, u32 place) {
  ASSERT(creature < d->creatures && place < d->places);
  return &d->g->scratch.data[d->pair_at + creature * d->places + place];
}

void declaration_open(Declaration *d, u32 creature, u32 place, bool costs) {
  *pair_of(d, creature, place) = PAIR_OPEN | (costs ? PAIR_COSTS : 0u);
}

/* Restrictions and requirements are one kind of row: a requirement has no `when` and no `most`. The search
   counts for each how many chosen pairs it has, and how many creatures without a choice could add one. */
enum {
  RULE_WHEN,
  RULE_COUNT,
  RULE_BOUNDS,
  RULE_CHOSEN,
  RULE_LEFT,
  RULE_WORDS
};

static void rule_add(Declaration *d, PairSet when, PairSet count, u32 least, u32 most) {
  scratch_push(d->g, (u64)when.creature << 32 | when.place);
  scratch_push(d->g, (u64)count.creature << 32 | count.place);
  scratch_push(d->g, (u64)least << 32 | most);
  scratch_push(d->g, 0);
  scratch_push(d->g, 0);
}

void declaration_restrict(Declaration *d, Restriction r) {
  ASSERT(d->requirements == 0);
  rule_add(d, r.when, r.count, r.least, r.most);
  d->restrictions++;
}

void declaration_require(Declaration *d, Requirement r) {
  rule_add(d, r.pairs, r.pairs, r.least, COUNT_ANY);
  d->requirements++;
}

void declaration_end(Declaration *d) { scratch_release(d->g, d->mark); }

static u32 find(const Declaration *d, u32 at, u32 count, Ref ref) {
  u32 i = 0;
  while (i < count && scratch_get(d->g, at + i) != ref) i++;
  return i;
}

u32 declaration_find_creature(const Declaration *d, Ref creature) {
  return find(d, d->creature_at, d->creatures, creature);
}

u32 declaration_find_place(const Declaration *d, Ref place) {
  return find(d, d->place_at, d->places, place);
}

bool declaration_is_open(const Declaration *d, u32 creature, u32 place) {
  return *pair_of(d, creature, place) & PAIR_OPEN;
}

bool declaration_costs(const Declaration *d, u32 creature, u32 place) {
  return *pair_of(d, creature, place) & PAIR_COSTS;
}

/* --- rules and what is chosen -------------------------------------------------------------------------- */

static u64 *rule_of(const Declaration *d, u32 rule) {
  return &d->g->scratch.data[d->rule_at + rule * RULE_WORDS];
}
static u32 rule_count(const Declaration *d) { return d->restrictions + d->requirements; }
static u32 rule_least(const u64 *rule) { return (u32)(rule[RULE_BOUNDS] >> 32); }
static u32 rule_most(const u64 *rule) { return (u32)rule[RULE_BOUNDS]; }

static bool set_has(u64 set, u32 creature, u32 place) {
  u32 c = (u32)(set >> 32), p = (u32)set;
  return (c == PAIR_ANY || c == creature) && (p == PAIR_ANY || p == place);
}

static u32 choice(const Declaration *d, u32 creature) {
  return (u32)d->g->scratch.data[d->choice_at + creature];
}

void declaration_choose(Declaration *d, u32 creature, u32 place) {
  d->g->scratch.data[d->choice_at + creature] = place;
}

/* Whether the search may give the creature that place: it makes nobody pay. */
static bool is_free(const Declaration *d, u32 creature, u32 place) {
  return *pair_of(d, creature, place) == PAIR_OPEN;
}

static bool could_add(const Declaration *d, u64 set, u32 creature) {
  u32 c = (u32)(set >> 32), p = (u32)set;
  if (c != PAIR_ANY && c != creature) return false;
  if (p != PAIR_ANY) return is_free(d, creature, p);
  for (u32 i = 0; i < d->places; i++)
    if (is_free(d, creature, i)) return true;
  return false;
}

/* A creature's choice enters (sign 1) or leaves (-1) the counters. */
static void count_choice(const Declaration *d, u32 creature, i32 sign) {
  u32 place = choice(d, creature);
  for (u32 r = 0; r < rule_count(d); r++) {
    u64 *rule = rule_of(d, r);
    if (place != PLACE_NONE && set_has(rule[RULE_COUNT], creature, place))
      rule[RULE_CHOSEN] += (u64)(i64)sign;
    if (could_add(d, rule[RULE_COUNT], creature)) rule[RULE_LEFT] -= (u64)(i64)sign;
  }
}

/* The counters for the choices of the creatures before `from`. */
static void count_all(const Declaration *d, u32 from) {
  for (u32 r = 0; r < rule_count(d); r++) {
    u64 *rule = rule_of(d, r);
    rule[RULE_CHOSEN] = rule[RULE_LEFT] = 0;
    for (u32 i = 0; i < d->creatures; i++) {
      if (i >= from) {
        rule[RULE_LEFT] += could_add(d, rule[RULE_COUNT], i);
      } else if (choice(d, i) != PLACE_NONE) {
        rule[RULE_CHOSEN] += set_has(rule[RULE_COUNT], i, choice(d, i));
      }
    }
  }
}

/* Whether a pair of the restriction's `when` set is chosen among the creatures before `from`. */
static bool restriction_applies(const Declaration *d, const u64 *rule, u32 from) {
  if (rule[RULE_WHEN] == rule[RULE_COUNT]) return rule[RULE_CHOSEN] > 0;
  u32 c = (u32)(rule[RULE_WHEN] >> 32);
  u32 first = c == PAIR_ANY ? 0 : c, end = c == PAIR_ANY ? from : c + 1;
  for (u32 i = first; i < end && i < from; i++)
    if (choice(d, i) != PLACE_NONE && set_has(rule[RULE_WHEN], i, choice(d, i))) return true;
  return false;
}

/* --- the search -------------------------------------------------------------------------------------------- */

/* Whether the restrictions can still hold and `goal` requirements still be obeyed. */
static bool can_still(const Declaration *d, u32 from, u32 goal) {
  for (u32 r = 0; r < d->restrictions; r++) {
    const u64 *rule = rule_of(d, r);
    if (!restriction_applies(d, rule, from)) continue;
    if (rule[RULE_CHOSEN] > rule_most(rule)) return false;
    if (rule[RULE_CHOSEN] + rule[RULE_LEFT] < rule_least(rule)) return false;
  }
  u32 reachable = 0;
  for (u32 r = d->restrictions; r < rule_count(d); r++) {
    const u64 *rule = rule_of(d, r);
    reachable += rule[RULE_CHOSEN] + rule[RULE_LEFT] >= rule_least(rule);
  }
  return reachable >= goal;
}

static u32 obeyed(const Declaration *d) {
  u32 n = 0;
  for (u32 r = d->restrictions; r < rule_count(d); r++)
    n += rule_of(d, r)[RULE_CHOSEN] >= rule_least(rule_of(d, r));
  return n;
}

/* Whether something is still missing that the pair would add to. */
static bool is_wanted(const Declaration *d, u32 creature, u32 place, u32 from) {
  for (u32 r = 0; r < rule_count(d); r++) {
    const u64 *rule = rule_of(d, r);
    if (rule[RULE_CHOSEN] >= rule_least(rule) || !set_has(rule[RULE_COUNT], creature, place))
      continue;
    if (r >= d->restrictions || restriction_applies(d, rule, from)) return true;
  }
  return false;
}

/* The order in which a creature's choices are tried: places where something is wanted, none, other places.
   `tried` counts through 0 … places - 1 (wanted), places (none), then places again (not wanted). Finds the
   next choice at or after `*tried`; false when there is none. */
static bool next_choice(const Declaration *d, u32 creature, u32 *tried, u32 *place) {
  u32 end = 2 * d->places + 1;
  for (; *tried < end; ++*tried) {
    if (*tried == d->places) {
      *place = PLACE_NONE;
      return true;
    }
    bool wanted = *tried < d->places;
    u32 p = wanted ? *tried : *tried - d->places - 1;
    if (!is_free(d, creature, p) || is_wanted(d, creature, p, creature) != wanted) continue;
    *place = p;
    return true;
  }
  return false;
}

/* Depth first from creature `from` on, for a declaration that obeys at least `goal` requirements; the choices
   are left as found. `steps` are taken off. */
static bool search(Declaration *d, u32 from, u32 goal, u32 *steps) {
  Game *g = d->g;
  count_all(d, from);
  if (!can_still(d, from, goal)) return false;
  u32 tried_at = scratch_count(g);
  for (u32 i = from; i < d->creatures; i++) scratch_push(g, 0);
  u32 at = from;
  bool found = at == d->creatures;
  while (!found && *steps > 0) {
    u32 tried = (u32)scratch_get(g, tried_at + at - from), place;
    if (!next_choice(d, at, &tried, &place)) {
      scratch_set(g, tried_at + at - from, 0);
      if (at == from) break;
      at--;
      count_choice(d, at, -1);
      declaration_choose(d, at, PLACE_NONE);
      continue;
    }
    scratch_set(g, tried_at + at - from, tried + 1);
    --*steps;
    declaration_choose(d, at, place);
    count_choice(d, at, 1);
    if (can_still(d, at + 1, goal)) {
      at++;
      found = at == d->creatures;
    } else {
      count_choice(d, at, -1);
      declaration_choose(d, at, PLACE_NONE);
    }
  }
  scratch_release(g, tried_at);
  return found;
}

void declaration_ready(Declaration *d) {
  u32 steps = SEARCH_STEPS;
  d->most_obeyed = 0;
  while (d->most_obeyed < d->requirements && search(d, 0, d->most_obeyed + 1, &steps))
    d->most_obeyed = obeyed(d);
  for (u32 i = 0; i < d->creatures; i++) declaration_choose(d, i, PLACE_NONE);
}

bool declaration_completes(Declaration *d, u32 from) {
  if (rule_count(d) == 0) return true;
  u32 steps = SEARCH_STEPS;
  for (u32 i = from; i < d->creatures; i++) declaration_choose(d, i, PLACE_NONE);
  bool found = search(d, from, d->most_obeyed, &steps);
  for (u32 i = from; i < d->creatures; i++) declaration_choose(d, i, PLACE_NONE);
  return found;
}
