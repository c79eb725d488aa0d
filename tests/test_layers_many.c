/* What it takes to work out boards with many continuous effects, and what is about to enter or to be cast beside them. */
#include "rules/query/layers/internal.h"

#include "rules/events/events.h"
#include "rules/turn/turn.h"
#include "support/layers_board.h"
#include "support/layers_cards.h"
#include "support/test.h"

static bool has_subtype(Board *b, u32 slot, Word w) { return chars_subtype(chars_of(b->g, slot), w); }

/* --- many effects ------------------------------------------------------------------------------- */

/* Alike effects depend on each other in turn (613.8b) until the first has applied; the others find no artifact then that is
   no creature. How often dependency is tried doesn't depend on how many there are. */
static u64 many_machines(Board *b, u32 marches) {
  u32 staff = board_play(b, 0, "Staff");
  for (u32 i = 0; i < marches; i++) {
    board_play(b, 0, "March of the Machines");
    board_play(b, i % 2, "Honor");
  }
  u64 before = layers_scratch(b->g)->trials;
  assert_pt(b, staff, 4, 4);
  u64 trials = layers_scratch(b->g)->trials - before;
  assert_naive(b);
  return trials;
}

static void machines_few(Board *b) { assert_int_equal(many_machines(b, 3), 1); }
static void machines_many(Board *b) { assert_int_equal(many_machines(b, 60), 1); }

/* Each takes the abilities of all: that is each one's own matter, but what is applied is tried once for all. */
static void humility_many(Board *b) {
  for (u32 i = 0; i < 8; i++) board_play(b, i % 2, "Humility");
  for (u32 i = 0; i < 8; i++) board_play(b, i % 2, "Opalescence");
  u32 bear = board_play(b, 0, "Bear");
  assert_pt(b, bear, 1, 1);
  assert_naive(b);
}

/* Effects that are alike and do nothing to each other are evaluated once for all. */
static u64 many_anthems(Board *b, u32 anthems) {
  for (u32 i = 0; i < anthems; i++) board_play(b, 0, "White Anthem");
  u32 wall = board_play(b, 0, "Wall");
  u64 before = layers_scratch(b->g)->evaluations;
  assert_pt(b, wall, anthems, 3 + anthems);
  u64 evaluations = layers_scratch(b->g)->evaluations - before;
  assert_naive(b);
  return evaluations;
}

static void anthems_some(Board *b) { assert_in_range(many_anthems(b, 10), 1, 4); }
static void anthems_many(Board *b) { assert_in_range(many_anthems(b, 200), 1, 4); }

/* The same of those that spare their own object: each of them gets one less than what is like none of them. */
static u64 many_lords(Board *b, u32 lords) {
  u32 first = board_play(b, 0, "Bear Lord"), bear = board_play(b, 0, "Bear"), last = first;
  for (u32 i = 1; i < lords; i++) last = board_play(b, i % 2, "Bear Lord");
  i64 power = chars_of(b->g, bear)->power - lords;
  for (u32 i = 0; i < 20; i++) board_play(b, 0, "Opalescence");
  u64 before = layers_scratch(b->g)->evaluations;
  assert_int_equal(chars_of(b->g, bear)->power, power + lords);
  u64 evaluations = layers_scratch(b->g)->evaluations - before;
  assert_int_equal(chars_of(b->g, first)->power, chars_of(b->g, last)->power);
  assert_naive(b);
  return evaluations;
}

static void lords_some(Board *b) { assert_in_range(many_lords(b, 10), 1, 12); }
static void lords_many(Board *b) { assert_in_range(many_lords(b, 100), 1, 12); }

/* Each reads what the others may write, but none of them would change it now, so nothing needs to be tried. */
static u64 many_alike(Board *b, const char *name, u32 count, u32 abilities, i64 power) {
  u32 last = 0;
  for (u32 i = 0; i < count; i++) last = board_play(b, 0, name);
  u64 trials = layers_scratch(b->g)->trials, before = layers_scratch(b->g)->evaluations;
  const Chars *c = chars_of(b->g, last);
  assert_int_equal(c->ability_count, abilities);
  assert_int_equal(c->power, power);
  assert_int_equal(layers_scratch(b->g)->trials, trials);
  u64 evaluations = layers_scratch(b->g)->evaluations - before;
  assert_naive(b);
  return evaluations;
}

static void flocks_many(Board *b) { assert_in_range(many_alike(b, "Flock", 60, 61, 1), 1, 4); }
static void metalcraft_many(Board *b) { assert_in_range(many_alike(b, "Metalcraft", 60, 1, 5), 60, 130); }

/* Which creatures fly doesn't depend on what gives another keyword: nothing is tried. What gives flying is tried once, though
   it is waited for while all others apply. */
static void nets_wait(Board *b) {
  board_play(b, 0, "Net");
  for (u32 i = 0; i < 20; i++) board_play(b, 0, "Drill");
  u32 fish = board_play(b, 0, "Fish"), small = board_play(b, 0, "Small");
  u64 before = layers_scratch(b->g)->trials;
  assert_true(has_keyword(b->g, small, W_TRAMPLE) && !has_keyword(b->g, fish, W_REACH));
  assert_int_equal(layers_scratch(b->g)->trials, before);
  board_play(b, 0, "Updraft");
  assert_true(has_keyword(b->g, fish, W_REACH));
  assert_int_equal(layers_scratch(b->g)->trials, before + 1);
  assert_naive(b);
}

/* A trial says something else once objects can't have what an effect would give them (113.11), … */
static void nets_and_grounding(Board *b) {
  board_play(b, 0, "Net");
  board_play(b, 0, "Grounding");
  board_play(b, 0, "Updraft");
  u32 fish = board_play(b, 0, "Fish");
  assert_false(has_keyword(b->g, fish, W_REACH));
  assert_naive(b);
}

/* … and once they are of a card type that can have it (205.3d). */
static void goblins_wake(Board *b) {
  board_play(b, 0, "Goblin Armory");
  board_play(b, 0, "Waking Land");
  board_play(b, 0, "Goblin Everything");
  board_play(b, 0, "Goblin Bears");
  board_play(b, 0, "Bear");
  u32 land = board_play(b, 0, "Forest");
  assert_true(has_subtype(b, land, W_GOBLIN));
  assert_true(chars_of(b->g, land)->types & TYPE(ARTIFACT));
  assert_naive(b);
}

/* What only its condition keeps from applying is evaluated once, however many others apply while it waits. */
static void landed_many(Board *b) {
  u32 landed = 0;
  for (u32 i = 0; i < 20; i++) landed = board_play(b, 0, "Landed");
  for (u32 i = 0; i < 20; i++) board_play(b, 0, "Bear Lord");
  u32 measure = board_play(b, 0, "Measure");
  u64 before = layers_scratch(b->g)->evaluations;
  assert_pt(b, measure, 1 + 20, 1);
  assert_in_range(layers_scratch(b->g)->evaluations - before, 22, 60);
  assert_naive(b);
  board_play(b, 1, "Forest");
  assert_pt(b, landed, 3, 3);
  assert_naive(b);
}

/* What happens to what enters or leaves the battlefield, as history has it. */
static void recorded(Board *b, u32 slot, Zone from, Zone to) {
  Event ev = {.kind = EVENT_MOVE, .from = (u8)from, .to = (u8)to, .object = object_ref(b->g, slot)};
  event_recorded(b->g, &ev, chars_of(b->g, slot));
}

/* Characteristics that count what happened are worked out anew only when that has happened. */
static void history_counted(Board *b) {
  u32 rally = board_play(b, 0, "Rally"), bear = board_play(b, 0, "Bear");
  i64 power = chars_of(b->g, rally)->power;
  u64 before = layers_scratch(b->g)->evaluations;
  for (u32 i = 0; i < 100; i++) {
    recorded(b, bear, ZONE_BATTLEFIELD, ZONE_GRAVEYARD);
    assert_int_equal(chars_of(b->g, rally)->power, power);
  }
  assert_int_equal(layers_scratch(b->g)->evaluations, before);
  recorded(b, bear, ZONE_HAND, ZONE_BATTLEFIELD);
  assert_int_equal(chars_of(b->g, rally)->power, power + 1);
  assert_naive(b);
}

/* Each object gains the others' ability once, although all of them have it and gain it from each other. */
static void sharers_many(Board *b) {
  u32 last = 0;
  for (u32 i = 0; i < 30; i++) last = board_play(b, 0, "Sharer");
  assert_int_equal(ability_count(b->g, last), 3);
  assert_naive(b);
}

static u32 slot_of_acquisition(Game *g, u32 acquisition) {
  u32 slot = zone_first(g, ZONE_BATTLEFIELD, 0);
  while (slot && object_row(g, slot)->acquisition != acquisition) slot = object_row(g, slot)->next;
  return slot;
}

/* What each gives has the later one of two timestamps: of the effect that gives it, and of the object that has it (613.7a). */
static void hives_many(Board *b) {
  for (u32 i = 0; i < 10; i++) board_play(b, 0, "Golem Hive");
  layers_update(b->g);
  assert_int_equal(count_of(b->g, T_RULES), 10 * 9);
  for (u32 row = 0; row < count_of(b->g, T_RULES); row++) {
    const RuleSource *rule = row_RULES(b->g, row);
    u32 giver = slot_of_acquisition(b->g, rule->inst.acquisition);
    assert_true(giver != 0 && giver != rule->slot);
    u64 given = object_row(b->g, giver)->timestamp, own = object_row(b->g, rule->slot)->timestamp;
    assert_true(rule->timestamp == (given > own ? given : own));
  }
  assert_naive(b);
}

static void test_alike_effects(void **state) {
  (void)state;
  board_run(LAYER_CARDS, machines_few);
  board_run(LAYER_CARDS, machines_many);
  board_run(LAYER_CARDS, humility_many);
  board_run(LAYER_CARDS, anthems_some);
  board_run(LAYER_CARDS, anthems_many);
  board_run(LAYER_CARDS, lords_some);
  board_run(LAYER_CARDS, lords_many);
  board_run(LAYER_CARDS, hives_many);
  board_run(LAYER_CARDS, flocks_many);
  board_run(LAYER_CARDS, metalcraft_many);
  board_run(LAYER_CARDS, landed_many);
  board_run(LAYER_CARDS, nets_wait);
  board_run(LAYER_CARDS, nets_and_grounding);
  board_run(LAYER_CARDS, goblins_wake);
  board_run(LAYER_CARDS, history_counted);
  board_run(LAYER_CARDS, sharers_many);
}

/* --- entering (614.12, 611.3c) ---------------------------------------------------------------- */

static Heap entry_for(Board *b, u32 slot, u32 controller) {
  Heap entry = HEAP_NEW(b->g, Entry);
  u32 acquisition = ++core(b->g)->next_acquisition;
  *HEAP_AT(b->g, Entry, entry) =
      (Entry){.cv = object_row(b->g, slot)->cv, .acquisition = acquisition, .controller = (u8)controller};
  return entry;
}

static void entering(Board *b) {
  u32 small = board_put(b, 0, "Small", ZONE_HAND), goyf = board_put(b, 0, "Tarmogoyf", ZONE_HAND);
  u32 land = board_put(b, 0, "Wasteland", ZONE_HAND), humble = board_put(b, 0, "Humility", ZONE_HAND);
  Chars c;
  Heap entry = entry_for(b, small, 0);
  chars_entering(b->g, small, entry, &c);
  assert_int_equal(c.power, 1);
  board_play(b, 0, "White Anthem");
  board_play(b, 0, "Blood Moon");
  u32 bear = board_play(b, 0, "Bear");
  chars_entering(b->g, small, entry, &c);
  assert_int_equal(c.power, 2); /* it does not enter 1/3 and then change */
  heap_free(b->g, entry);
  entry = entry_for(b, land, 0);
  chars_entering(b->g, land, entry, &c);
  assert_true(chars_subtype(&c, W_MOUNTAIN));
  assert_int_equal(c.ability_count, 1);
  heap_free(b->g, entry);
  board_put(b, 0, "Bear", ZONE_GRAVEYARD);
  entry = entry_for(b, goyf, 0);
  chars_entering(b->g, goyf, entry, &c);
  assert_int_equal(c.toughness, 2);
  HEAP_AT(b->g, Entry, entry)->face_down = 1 + FACE_DOWN_MORPH;
  chars_entering(b->g, goyf, entry, &c);
  assert_int_equal(c.toughness, 2);
  assert_int_equal(c.power, 2);
  heap_free(b->g, entry);
  /* What it would do to others does not happen yet. */
  entry = entry_for(b, humble, 0);
  chars_entering(b->g, humble, entry, &c);
  assert_int_equal(c.ability_count, 1);
  assert_pt(b, bear, 2, 2);
  heap_free(b->g, entry);
  assert_naive(b);
}

/* Of what the others have in the last layers, what an effect reads matters. */
static void entering_beside_power(Board *b) {
  u32 bear = board_play(b, 0, "Bear"), measure = board_put(b, 0, "Measure", ZONE_HAND);
  BOARD_EFFECT(b, bear, {.op = IR_M_PT, .x = 8, .y = 8});
  Chars c;
  Heap entry = entry_for(b, measure, 0);
  chars_entering(b->g, measure, entry, &c);
  assert_int_equal(c.power, 2);
  heap_free(b->g, entry);
}

static bool as_spell_has(const Board *b, u32 slot, u32 player, Word keyword) {
  const Object *o = object_row(b->g, slot);
  const Chars *c = chars_as_spell(b->g, (SpellLook){.slot = slot, .cv = o->cv, .controller = (u8)player});
  return c && chars_keyword(c, keyword);
}

/* What a card is as a spell is seen without the others, unless something is read of them that isn't final. Checked builds
   compare. */
static void as_spell(Board *b) {
  u32 bear = board_put(b, 0, "Bear", ZONE_HAND), convoker = board_play(b, 0, "Convoker");
  for (u32 i = 0; i < 30; i++) board_play(b, 0, "Landed");
  assert_false(as_spell_has(b, bear, 0, W_CONVOKE));
  u32 armory = board_play(b, 0, "Spell Armory");
  layers_update(b->g);
  u64 before = layers_scratch(b->g)->evaluations;
  assert_true(as_spell_has(b, bear, 0, W_CONVOKE));
#ifndef GAVEL_CHECKED
  assert_in_range(layers_scratch(b->g)->evaluations - before, 2, 6);
#endif
  (void)before;
  assert_false(as_spell_has(b, bear, 1, W_CONVOKE));
  /* Who controls them, and what they have lost. */
  u32 stolen = BOARD_EFFECT(b, convoker, {.op = IR_M_CONTROLLER, .a = 1});
  assert_false(as_spell_has(b, bear, 0, W_CONVOKE));
  effect_remove(b->g, stolen);
  u32 bare = BOARD_EFFECT(b, convoker, {.op = IR_M_LOSE_ALL});
  assert_false(as_spell_has(b, bear, 0, W_CONVOKE));
  effect_remove(b->g, bare);
  bare = BOARD_EFFECT(b, armory, {.op = IR_M_LOSE_ALL});
  assert_true(as_spell_has(b, bear, 0, W_CONVOKE)); /* it has begun in layer 4 (613.6) */
  effect_remove(b->g, bare);
  /* What is listed, and what a layer that is not over may still change. */
  BOARD_EFFECT(b, bear, {.op = IR_M_LOSE_ALL});
  assert_false(as_spell_has(b, bear, 0, W_CONVOKE));
  board_play(b, 0, "Flash Crowd");
  assert_false(as_spell_has(b, bear, 0, W_FLASH));
  board_play(b, 0, "Fish");
  board_play(b, 0, "Updraft");
  assert_true(as_spell_has(b, bear, 0, W_FLASH));
}

static void test_entering(void **state) {
  (void)state;
  board_run(LAYER_CARDS, entering);
  board_run(LAYER_CARDS, entering_beside_power);
  board_run(LAYER_CARDS, as_spell);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alike_effects),
      cmocka_unit_test(test_entering),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
