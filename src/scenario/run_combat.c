/* Declarations of attackers and blockers: the lines of one declaration become pairs of creature and place, which
   are then chosen in the order the game offers them. */
#include "rules/combat/combat.h"
#include "scenario/run_private.h"

/* One creature, and whom it attacks or what it blocks. */
typedef struct Pair {
  const ScenarioRef *creature_ref, *place_ref; /* the latter null for the only player there is to attack */
  u32 player;
  u32 band; /* 1 + the first pair of its line, if that says a band of several; else 0 */
  bool blocks, chosen, banded;
  Ref creature, place;
} Pair;

#define PAIRS_CAP 512u

typedef struct Declaring {
  Pair pairs[PAIRS_CAP];
  u32 count;
  u32 said; /* bit per player whose declaration the lines say */
  bool blocks;
} Declaring;

/* --- as little as possible -------------------------------------------------------------------- */

/* Done if that is legal. If not, some creature must be chosen still: of all that are offered the last, since to
   choose one before it would not spare us the last. */
static u32 least_option(const Game *g) {
  u32 count = option_count(g), done = option_find(g, OPTION_DONE, ANY_NUMBER);
  if (done < count) return done;
  u32 first = count - 1;
  while (first > 0 && option_at(g, first - 1)->ref == option_at(g, count - 1)->ref) first--;
  return first;
}

bool declare_little(Runner *r) { return run_take(r, least_option(r->play.g)) && run_settle(r); }

/* --- what the lines say ----------------------------------------------------------------------- */

static bool pairs_of_line(Runner *r, const ScenarioAction *action, Declaring *d) {
  u32 band = action->band && action->creatures.count > 1 ? d->count + 1 : 0;
  d->blocks = action->verb == SCENARIO_BLOCK;
  d->said |= 1u << action->player;
  for (u32 i = 0; i < action->creatures.count; i++) {
    if (d->count == PAIRS_CAP) return run_fail(r, action->place, "a declaration names at most %u creatures", PAIRS_CAP);
    d->pairs[d->count++] = (Pair){.creature_ref = action->creatures.data[i],
                                  .place_ref = action->against,
                                  .player = action->player,
                                  .band = band,
                                  .blocks = d->blocks};
  }
  return true;
}

/* The only opponent there is to attack; REF_NONE if there are several or none. */
static Ref only_opponent(const Game *g, u32 player) {
  Ref only = REF_NONE;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (p == player || !player_in_game(g, p)) continue;
    if (only) return REF_NONE;
    only = ref_player(p);
  }
  return only;
}

static bool unknown(Runner *r, const ScenarioRef *ref, const char *what) {
  Text *text = &r->text_a;
  text_clear(text);
  scenario_print_ref(r->s, ref, text);
  return run_fail(r, ref->place, "there is no %s %.*s", what, (int)text->length, text->data);
}

/* Whom a pair attacks. Of several that fit the first attackable one, of blocked creatures the first attacking one. */
static bool find_place(Runner *r, Pair *pair) {
  Game *g = r->play.g;
  const ScenarioRef *ref = pair->place_ref;
  if (!ref) {
    pair->place = only_opponent(g, pair->player);
    return pair->place || run_refuse(r, run_place(r), SENTENCE_REFUSE_SAY_WHO, (Said){0});
  }
  if (ref->kind == SCENARIO_REF_PLAYER) {
    pair->place = ref_player(ref->player);
    return true;
  }
  if (!ref_find(r, ref, ZONE_BIT(ZONE_BATTLEFIELD))) return false;
  for (u32 i = 0; i < r->found.count && !pair->place; i++) {
    u32 slot = ref_slot(r->found.data[i]);
    bool fits = pair->blocks ? is_attacking(g, slot) : object_row(g, slot)->controller != pair->player;
    if (fits) pair->place = r->found.data[i];
  }
  if (!pair->place && r->found.count > 0) pair->place = r->found.data[0];
  return pair->place || unknown(r, ref, pair->blocks ? "attacking creature" : "player or permanent to attack:");
}

static bool is_taken(const Declaring *d, const Pair *pair, Ref creature) {
  for (u32 i = 0; i < d->count; i++)
    if (&d->pairs[i] != pair && d->pairs[i].creature == creature) return true;
  return false;
}

static bool pair_allowed(Game *g, const Pair *pair, u32 slot) {
  if (object_row(g, slot)->controller != pair->player) return false;
  return pair->blocks ? block_allowed(g, slot, ref_slot(pair->place)) : attack_allowed(g, slot, pair->place);
}

/* The creature of a pair: of several the first that may do it, each once. */
static bool find_creature(Runner *r, Declaring *d, Pair *pair) {
  Game *g = r->play.g;
  if (!ref_find(r, pair->creature_ref, ZONE_BIT(ZONE_BATTLEFIELD))) return false;
  Ref own = REF_NONE;
  for (u32 i = 0; i < r->found.count; i++) {
    Ref ref = r->found.data[i];
    if (is_taken(d, pair, ref)) continue;
    if (pair_allowed(g, pair, ref_slot(ref))) {
      pair->creature = ref;
      return true;
    }
    if (!own && object_row(g, ref_slot(ref))->controller == pair->player) own = ref;
  }
  if (!own && r->found.count > 0) own = r->found.data[0];
  pair->creature = own;
  return own || unknown(r, pair->creature_ref, "creature");
}

static bool find_pairs(Runner *r, void *arg) {
  Declaring *d = arg;
  for (u32 i = 0; i < d->count; i++)
    if (!find_place(r, &d->pairs[i])) return false;
  for (u32 exact = REF_EXACTNESS_MOST + 1; exact-- > 0;)
    for (u32 i = 0; i < d->count; i++)
      if (ref_exactness(d->pairs[i].creature_ref) == exact && !find_creature(r, d, &d->pairs[i])) return false;
  return true;
}

/* --- choosing --------------------------------------------------------------------------------- */

static bool asks_for_band(const Runner *r) { return run_waits(r) && run_decision(r)->kind == DECISION_BAND; }

static bool is_declaring(const Runner *r, const Declaring *d) {
  if (asks_for_band(r)) return !d->blocks;
  return run_waits(r) && run_decision(r)->kind == (d->blocks ? DECISION_BLOCKER : DECISION_ATTACKER);
}

/* The first option that is a pair still to be chosen; the number of options if there is none. */
static u32 pair_option(const Game *g, Declaring *d, Pair **pair) {
  u32 player = core(g)->decision.for_player;
  for (u32 o = 0; o < option_count(g); o++) {
    const Option *option = option_at(g, o);
    for (u32 i = 0; option->kind == OPTION_REF && i < d->count; i++) {
      *pair = &d->pairs[i];
      if ((*pair)->chosen || (*pair)->player != player) continue;
      if (option->ref == (*pair)->creature && (Ref)option->n == (*pair)->place) return o;
    }
  }
  return option_count(g);
}

static Pair *pair_left(Declaring *d, u32 player) {
  for (u32 i = 0; i < d->count; i++)
    if (!d->pairs[i].chosen && (player == PLAYER_NONE || d->pairs[i].player == player)) return &d->pairs[i];
  return NULL;
}

/* A pair whose creature should be in a band and is in none. */
static Pair *band_left(Declaring *d) {
  for (u32 i = 0; i < d->count; i++)
    if (d->pairs[i].band && !d->pairs[i].banded) return &d->pairs[i];
  return NULL;
}

static Pair *pair_of(Declaring *d, Ref creature) {
  for (u32 i = 0; i < d->count; i++)
    if (d->pairs[i].creature == creature) return &d->pairs[i];
  return NULL;
}

/* The band that the lines say of the attacker asked about; none, if they say none of it or none of its band came
   before it. */
static u32 band_option(const Game *g, Declaring *d) {
  Pair *asked = pair_of(d, core(g)->decision.source);
  for (u32 o = 0; asked && asked->band && o < option_count(g); o++) {
    Pair *first = option_at(g, o)->kind == OPTION_REF ? pair_of(d, option_at(g, o)->ref) : NULL;
    if (!first || first->band != asked->band) continue;
    asked->banded = first->banded = true;
    return o;
  }
  return least_option(g);
}

typedef struct Why {
  const Pair *pair;
  Text *text;
} Why;

static bool why_body(Runner *r, void *arg) {
  const Why *why = arg;
  const Pair *pair = why->pair;
  u32 slot = object_live(r->play.g, pair->creature);
  reason_for_combat(r, pair->blocks, pair->player, slot, pair->place, why->text);
  return true;
}

static bool not_legal(Runner *r, const Declaring *d, const Pair *pair) {
  Sentence what = d->blocks ? SENTENCE_WHY_BLOCKS_ILLEGAL : SENTENCE_WHY_ATTACK_ILLEGAL;
  Text text;
  text_init(&text, r->allocator);
  if (pair) {
    Why why = {pair, &text};
    run_guard(r, why_body, &why);
    if (!text.length) text_adds(&text, not_together(r, d->blocks));
  } else {
    Sentence more = d->blocks ? SENTENCE_WHY_MUST_BLOCK : SENTENCE_WHY_MUST_ATTACK;
    text_adds(&text, sentence_text(r->play.g->language, more));
  }
  reasons_fail(r, pair ? pair->creature_ref->place : run_place(r), what, &text);
  text_free(&text);
  return false;
}

static bool no_band(Runner *r, const Pair *pair) {
  return run_refuse(r, pair->creature_ref->place, SENTENCE_REFUSE_BAND, (Said){0});
}

/* One step of the declaration that is asked for. */
static bool declare_step(Runner *r, Declaring *d) {
  Game *g = r->play.g;
  if (asks_for_band(r)) return run_take(r, band_option(g, d)) && run_settle(r);
  Pair *pair = NULL;
  u32 player = core(g)->decision.for_player;
  u32 option = pair_option(g, d, &pair);
  if (option < option_count(g)) {
    pair->chosen = true;
    return run_take(r, option) && run_settle(r);
  }
  Pair *left = pair_left(d, player);
  if (left) return not_legal(r, d, left);
  option = least_option(g);
  bool more = option_at(g, option)->kind != OPTION_DONE;
  if (more && d->said >> player & 1) return not_legal(r, d, NULL);
  return run_take(r, option) && run_settle(r);
}

static bool declare(Runner *r, Declaring *d) {
  if (!is_declaring(r, d)) {
    return run_refuse(r, run_place(r), d->blocks ? SENTENCE_REFUSE_NO_BLOCKS : SENTENCE_REFUSE_NO_ATTACK, (Said){0});
  }
  if (!run_guard(r, find_pairs, d)) return false;
  for (u32 i = 0; i < d->count && d->blocks; i++) blocks_note(r, d->pairs[i].creature, d->pairs[i].place);
  while (is_declaring(r, d))
    if (!declare_step(r, d)) return false;
  Pair *left = pair_left(d, PLAYER_NONE), *alone = band_left(d);
  if (left) return not_legal(r, d, left);
  return !alone || no_band(r, alone);
}

/* What is asked of lines of one kind, and whether it is so. */
typedef struct Asked {
  const ScenarioLine *const *lines; /* null for a single action */
  const ScenarioAction *action;
  u32 count;
  bool possible;
} Asked;

/* Carries out all lines together by `how`. */
static bool declare_asked(Runner *r, const Asked *asked, bool (*how)(Runner *r, Declaring *d)) {
  Declaring *d = r->allocator.resize(r->allocator.user, NULL, 0, sizeof *d);
  if (!d) return run_no_memory(r);
  memset(d, 0, sizeof *d);
  bool ok = true;
  for (u32 i = 0; i < asked->count && ok; i++)
    ok = pairs_of_line(r, asked->lines ? asked->lines[i]->as.action : asked->action, d);
  ok = ok && how(r, d);
  r->allocator.resize(r->allocator.user, d, sizeof *d, 0);
  return ok;
}

bool declare_lines(Runner *r, const ScenarioLine *const *lines, u32 count) {
  const Asked asked = {.lines = lines, .count = count};
  return declare_asked(r, &asked, declare);
}

/* --- what would be legal ---------------------------------------------------------------------- */

static bool declare_one(Runner *r, void *arg) {
  const Asked *asked = arg;
  return run_decision(r)->for_player == asked->action->player && declare_asked(r, asked, declare);
}

bool declare_legal(Runner *r, const ScenarioAction *action, bool *legal) {
  Asked asked = {.action = action, .count = 1};
  return run_try(r, true, declare_one, &asked, legal);
}

/* Chooses the pairs and bands, and whatever must be chosen beside them. */
static bool declare_with(Runner *r, Declaring *d) {
  if (!run_guard(r, find_pairs, d)) return false;
  while (is_declaring(r, d) && (pair_left(d, PLAYER_NONE) || band_left(d))) {
    const Game *g = r->play.g;
    Pair *pair = NULL;
    u32 option = asks_for_band(r) ? band_option(g, d) : pair_option(g, d, &pair);
    if (pair && option < option_count(g)) {
      pair->chosen = true;
    } else if (!asks_for_band(r)) {
      option = least_option(g);
      if (option_at(g, option)->kind == OPTION_DONE && pair_left(d, PLAYER_NONE)) return false;
    }
    if (!run_take(r, option) || !run_settle(r)) return false;
  }
  return !pair_left(d, PLAYER_NONE) && !band_left(d);
}

static bool hold_all(Runner *r, void *arg) { return declare_asked(r, arg, declare_with); }

/* Whether some creature that the reference means could do it. */
static bool some_creature(Runner *r, const ScenarioAction *action, const ScenarioRef *ref, Ref place) {
  Game *g = r->play.g;
  if (!ref_find(r, ref, ZONE_BIT(ZONE_BATTLEFIELD))) return false;
  for (u32 i = 0; i < r->found.count; i++) {
    u32 slot = ref_slot(r->found.data[i]);
    if (object_row(g, slot)->controller != action->player) continue;
    bool can = action->verb == SCENARIO_BLOCK ? block_can_be_declared(g, slot, ref_slot(place))
                                              : attack_can_be_declared(g, slot, place);
    if (can) return true;
  }
  return false;
}

static bool place_possible(Runner *r, const ScenarioAction *action, Ref place) {
  for (u32 i = 0; i < action->creatures.count; i++)
    if (!some_creature(r, action, action->creatures.data[i], place)) return false;
  return true;
}

/* The places that the line says or that there are, for the time being. */
static bool push_places(Runner *r, const ScenarioAction *action, u32 *count) {
  Game *g = r->play.g;
  const ScenarioRef *ref = action->against;
  if (!ref) {
    *count = attackable_push(g, action->player);
    return true;
  }
  r->found.count = 0;
  if (ref->kind != SCENARIO_REF_PLAYER && !ref_find(r, ref, ZONE_BIT(ZONE_BATTLEFIELD))) return false;
  if (ref->kind == SCENARIO_REF_PLAYER) scratch_push(g, ref_player(ref->player));
  for (u32 i = 0; i < r->found.count; i++) scratch_push(g, r->found.data[i]);
  *count = ref->kind == SCENARIO_REF_PLAYER ? 1 : r->found.count;
  return true;
}

static bool possible_body(Runner *r, void *arg) {
  Asked *asked = arg;
  Game *g = r->play.g;
  u32 mark = scratch_mark(g), count = 0;
  bool ok = push_places(r, asked->action, &count);
  for (u32 i = 0; i < count && !asked->possible; i++)
    asked->possible = place_possible(r, asked->action, scratch_get(g, mark + i));
  scratch_release(g, mark);
  return ok;
}

bool declare_possible(Runner *r, const ScenarioAction *action, bool *possible) {
  Asked asked = {.action = action, .count = 1};
  u32 kind = action->verb == SCENARIO_BLOCK ? DECISION_BLOCKER : DECISION_ATTACKER;
  if (action->creatures.count > 1 && run_waits(r) && run_decision(r)->kind == kind)
    return run_try(r, true, hold_all, &asked, possible);
  if (!run_guard(r, possible_body, &asked)) return false;
  *possible = asked.possible;
  return true;
}
