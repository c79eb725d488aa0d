/* Continuous effects (613) on boards whose answers are known. */
#include "rules/query/layers/internal.h"

#include "rules/events/events.h"
#include "rules/turn/turn.h"
#include "support/layers_board.h"
#include "support/layers_cards.h"
#include "support/test.h"

static bool has_subtype(Board *b, u32 slot, Word w) { return chars_subtype(chars_of(b->g, slot), w); }
static u8 colors_of(Board *b, u32 slot) { return chars_of(b->g, slot)->colors; }

static u32 mana_abilities(Board *b, u32 slot) {
  u32 n = 0;
  for (u32 i = 0; i < ability_count(b->g, slot); i++)
    n += (carddb_ability(&b->db, ability_get(b->g, slot, i).ability)->flags & ABILITY_MANA) != 0;
  return n;
}

/* --- type-changing effects and their order ---------------------------------------------------- */

static void blood_moon(Board *b, bool moon_first) {
  u32 moon = moon_first ? board_play(b, 0, "Blood Moon") : 0;
  u32 urborg = board_play(b, 0, "Urborg");
  if (!moon_first) moon = board_play(b, 0, "Blood Moon");
  u32 forest = board_play(b, 0, "Forest"), tundra = board_play(b, 1, "Tundra");
  /* Urborg's effect depends on Blood Moon's, which takes its ability away (613.8a). */
  assert_true(has_subtype(b, urborg, W_MOUNTAIN));
  assert_false(has_subtype(b, urborg, W_SWAMP));
  assert_false(has_subtype(b, forest, W_SWAMP));
  assert_true(has_subtype(b, tundra, W_MOUNTAIN));
  assert_false(has_subtype(b, tundra, W_PLAINS));
  assert_int_equal(mana_abilities(b, tundra), 1);
  assert_int_equal(ability_get(b->g, tundra, 0).ability, b->db.intrinsic[color_bit(W_RED)]);
  assert_naive(b);
  board_bury(b, moon);
  assert_true(has_subtype(b, forest, W_SWAMP));
  assert_true(has_subtype(b, tundra, W_SWAMP));
  assert_int_equal(mana_abilities(b, tundra), 3);
  assert_int_equal(mana_abilities(b, urborg), 1);
  assert_naive(b);
}
static void blood_moon_first(Board *b) { blood_moon(b, true); }
static void urborg_first(Board *b) { blood_moon(b, false); }

static void test_blood_moon_and_urborg(void **state) {
  (void)state;
  board_run(LAYER_CARDS, blood_moon_first);
  board_run(LAYER_CARDS, urborg_first);
}

static void humility_then_opalescence(Board *b) {
  u32 humility = board_play(b, 0, "Humility");
  u32 opalescence = board_play(b, 0, "Opalescence");
  u32 bird = board_play(b, 0, "Bird");
  assert_pt(b, humility, 4, 4);
  assert_true(has_type(b->g, humility, TYPE(CREATURE)));
  assert_int_equal(ability_count(b->g, humility), 0);
  assert_false(has_type(b->g, opalescence, TYPE(CREATURE)));
  assert_pt(b, bird, 1, 1);
  assert_false(has_keyword(b->g, bird, W_FLYING));
  assert_naive(b);
}

static void opalescence_then_humility(Board *b) {
  u32 opalescence = board_play(b, 0, "Opalescence");
  u32 humility = board_play(b, 0, "Humility");
  u32 honor = board_play(b, 0, "Honor");
  assert_pt(b, humility, 1, 1);
  assert_int_equal(ability_count(b->g, humility), 0);
  assert_int_equal(ability_count(b->g, opalescence), 1);
  /* A creature that has lost its abilities before layer 7 does nothing there. */
  assert_pt(b, honor, 1, 1);
  assert_naive(b);
  board_renew(b, opalescence);
  assert_pt(b, humility, 4, 4);
  assert_pt(b, honor, 2, 2);
  assert_naive(b);
}

static void test_humility_and_opalescence(void **state) {
  (void)state;
  board_run(LAYER_CARDS, humility_then_opalescence);
  board_run(LAYER_CARDS, opalescence_then_humility);
}

static u32 terrain(Board *b, Word from, Word to) {
  u32 slot = board_play(b, 0, "Terrain");
  board_note(b, slot, "from", from);
  board_note(b, slot, "to", to);
  return slot;
}

static void terrain_loop(Board *b) {
  u32 plains = board_play(b, 0, "Plains"), island = board_play(b, 0, "Island"), swamp = board_play(b, 0, "Swamp");
  terrain(b, W_PLAINS, W_ISLAND);
  u32 second = terrain(b, W_ISLAND, W_SWAMP);
  terrain(b, W_SWAMP, W_PLAINS);
  /* Each depends on another: timestamps decide (613.8b). */
  assert_true(has_subtype(b, plains, W_PLAINS));
  assert_true(has_subtype(b, island, W_PLAINS));
  assert_true(has_subtype(b, swamp, W_PLAINS));
  assert_int_equal(mana_abilities(b, island), 1);
  assert_naive(b);
  /* Once the first has applied, the loop is broken: the third waits for the second, whatever its
     timestamp. */
  board_renew(b, second);
  assert_true(has_subtype(b, plains, W_PLAINS));
  assert_true(has_subtype(b, swamp, W_PLAINS));
  assert_naive(b);
}

static void terrain_chain(Board *b) {
  u32 plains = board_play(b, 0, "Plains");
  terrain(b, W_ISLAND, W_SWAMP);
  terrain(b, W_PLAINS, W_ISLAND);
  /* The earlier effect waits for the later one it depends on. */
  assert_true(has_subtype(b, plains, W_SWAMP));
  assert_naive(b);
}

static void test_dependency_loops(void **state) {
  (void)state;
  board_run(LAYER_CARDS, terrain_loop);
  board_run(LAYER_CARDS, terrain_chain);
}

static void keeps_prior_types(Board *b) { /* 205.1b, 205.4b */
  board_play(b, 0, "Living Lands");
  u32 tundra = board_play(b, 0, "Tundra"), urborg = board_play(b, 0, "Urborg");
  assert_int_equal(chars_of(b->g, tundra)->types, TYPE(CREATURE) | TYPE(LAND));
  assert_true(has_subtype(b, tundra, W_ISLAND));
  assert_true(chars_of(b->g, urborg)->supertypes & SUPERTYPE(LEGENDARY));
  assert_pt(b, tundra, 1, 1);
  board_play(b, 0, "Living Artifacts");
  u32 relic = board_play(b, 0, "Relic");
  assert_int_equal(chars_of(b->g, relic)->types, TYPE(ARTIFACT) | TYPE(CREATURE) | TYPE(ENCHANTMENT));
  assert_naive(b);
}

static void test_types_kept(void **state) {
  (void)state;
  board_run(LAYER_CARDS, keeps_prior_types);
}

/* --- one effect in several layers (613.6) ----------------------------------------------------- */

static void machines_without_march(Board *b) {
  u32 staff = board_play(b, 0, "Staff");
  board_play(b, 0, "Humility");
  board_play(b, 0, "Opalescence");
  u32 march = board_play(b, 0, "March of the Machines");
  /* March becomes a creature in layer 4 and loses its ability in layer 6; it had begun to apply
     in layer 4. */
  assert_int_equal(ability_count(b->g, march), 0);
  assert_true(has_type(b->g, staff, TYPE(CREATURE)));
  assert_pt(b, staff, 4, 4);
  assert_naive(b);
}

static void noncreature_artifacts(Board *b) {
  u32 staff = board_play(b, 0, "Staff");
  board_play(b, 0, "March of the Machines");
  assert_pt(b, staff, 4, 4);
  assert_naive(b);
}

static void color_and_bonus(Board *b) {
  u32 bear = board_play(b, 0, "Bear");
  u32 row = BOARD_EFFECT(b, bear, {.op = IR_M_PT, .x = 1, .y = 1}, {.op = IR_M_SET_COLOR, .a = COLOR(RED)});
  assert_pt(b, bear, 3, 3);
  assert_int_equal(colors_of(b, bear), COLOR(RED));
  effect_remove(b->g, row);
  assert_pt(b, bear, 2, 2);
  assert_int_equal(colors_of(b, bear), COLOR(GREEN));
}

static void control_and_haste(Board *b) {
  u32 bear = board_play(b, 1, "Bear");
  u32 haste = board_ability(b, "Anger", 0);
  u32 row = BOARD_EFFECT(b, bear, {.op = IR_M_CONTROLLER, .a = 0}, {.op = IR_M_GAIN, .a = haste});
  assert_true(has_keyword(b->g, bear, W_HASTE));
  assert_int_equal(object_row(b->g, bear)->controller, 0);
  assert_naive(b);
  effect_remove(b->g, row);
  layers_update(b->g);
  assert_int_equal(object_row(b->g, bear)->controller, 1);
}

static void svogthos(Board *b) {
  u32 land = board_play(b, 0, "Svogthos");
  for (u32 i = 0; i < 10; i++) board_put(b, 0, "Bear", ZONE_GRAVEYARD);
  BOARD_EFFECT(b, land, {.op = IR_M_ADD_TYPE, .word = W_CREATURE}, {.op = IR_M_BASE_PT, .x = 3, .y = 3});
  BOARD_EFFECT(b, land, {.op = IR_M_PT, .x = 1, .y = 1});
  assert_pt(b, land, 4, 4);
  /* Its own effect, as the activated ability's program would make it. */
  const AbilityDef *activated = carddb_ability(&b->db, board_ability(b, "Svogthos", 0));
  Node apply = node_arg(&b->db, activated->node, 1);
  u32 row = effect_add(b->g, EFFECT_CONTINUOUS, 0, 0, 0, W_END_OF_TURN);
  Heap objects = 0, mods = 0;
  list_add(b->g, &objects, object_ref(b->g, land));
  Eval e = {.g = b->g, .source = object_ref(b->g, land)};
  for (u32 i = 4; i < node_argc(&b->db, apply); i++)
    mods_evaluate(&e, node_arg(&b->db, apply, i), object_ref(b->g, land), &mods);
  row_EFFECTS(b->g, row)->objects = objects;
  row_EFFECTS(b->g, row)->mods = mods;
  /* Granted, the ability is not characteristic-defining: it applies in layer 7b (604.3a). */
  assert_pt(b, land, 11, 11);
  assert_int_equal(colors_of(b, land), COLOR(BLACK) | COLOR(GREEN));
  assert_true(has_subtype(b, land, W_ZOMBIE));
  assert_naive(b);
  u32 another = board_put(b, 1, "Bear", ZONE_GRAVEYARD);
  assert_pt(b, land, 11, 11);
  (void)another;
  board_put(b, 0, "Ogre", ZONE_GRAVEYARD);
  assert_pt(b, land, 12, 12);
  BOARD_EFFECT(b, land, {.op = IR_M_ADD_TYPE, .word = W_CREATURE}, {.op = IR_M_BASE_PT, .x = 3, .y = 3});
  assert_pt(b, land, 4, 4);
  assert_naive(b);
}

static void test_effects_in_several_layers(void **state) {
  (void)state;
  board_run(LAYER_CARDS, machines_without_march);
  board_run(LAYER_CARDS, noncreature_artifacts);
  board_run(LAYER_CARDS, color_and_bonus);
  board_run(LAYER_CARDS, control_and_haste);
  board_run(LAYER_CARDS, svogthos);
}

/* --- power and toughness (613.4) -------------------------------------------------------------- */

static void switches(Board *b) {
  u32 small = board_play(b, 0, "Small");
  u32 bonus = BOARD_EFFECT(b, small, {.op = IR_M_PT, .x = 0, .y = 1});
  u32 first = BOARD_EFFECT(b, small, {.op = IR_M_SWITCH});
  assert_pt(b, small, 4, 1);
  u32 late = BOARD_EFFECT(b, small, {.op = IR_M_PT, .x = 5, .y = 0});
  assert_pt(b, small, 4, 6);
  assert_naive(b);
  effect_remove(b->g, late);
  effect_remove(b->g, bonus);
  assert_pt(b, small, 3, 1);
  effect_remove(b->g, first);
  BOARD_EFFECT(b, small, {.op = IR_M_PT, .x = 0, .y = 1});
  BOARD_EFFECT(b, small, {.op = IR_M_SWITCH});
  BOARD_EFFECT(b, small, {.op = IR_M_SWITCH});
  assert_pt(b, small, 1, 4);
  board_counters(b, small, W_C_P1P1, 2);
  assert_pt(b, small, 3, 6);
  board_counters(b, small, W_C_M1M1, 1);
  board_counters(b, small, W_C_P1P2, 1);
  assert_pt(b, small, 3, 7);
  assert_naive(b);
}

static void honor_of_the_pure(Board *b) {
  board_play(b, 0, "Honor");
  u32 bear = board_play(b, 0, "Black Bear");
  assert_pt(b, bear, 2, 2);
  BOARD_EFFECT(b, bear, {.op = IR_M_SET_COLOR, .a = COLOR(WHITE)});
  assert_pt(b, bear, 3, 3);
  assert_naive(b);
  BOARD_EFFECT(b, bear, {.op = IR_M_SET_COLOR, .a = COLOR(RED)});
  assert_pt(b, bear, 2, 2);
}

static void gray_ogre(Board *b) {
  u32 ogre = board_play(b, 0, "Ogre");
  board_counters(b, ogre, W_C_P1P1, 1);
  assert_pt(b, ogre, 3, 3);
  BOARD_EFFECT(b, ogre, {.op = IR_M_PT, .x = 4, .y = 4});
  assert_pt(b, ogre, 7, 7);
  board_play(b, 0, "Toughness");
  assert_pt(b, ogre, 7, 9);
  BOARD_EFFECT(b, ogre, {.op = IR_M_BASE_PT, .x = 0, .y = 1});
  assert_pt(b, ogre, 5, 8);
  assert_naive(b);
}

static void power_matters(Board *b) {
  board_play(b, 0, "Power Matters");
  u32 bear = board_play(b, 0, "Bear");
  board_counters(b, bear, W_C_P1P1, 1);
  /* The counter decides what the effect applies to, which therefore waits for it. */
  assert_pt(b, bear, 4, 3);
  assert_naive(b);
}

static void test_power_and_toughness(void **state) {
  (void)state;
  board_run(LAYER_CARDS, switches);
  board_run(LAYER_CARDS, honor_of_the_pure);
  board_run(LAYER_CARDS, gray_ogre);
  board_run(LAYER_CARDS, power_matters);
}

/* --- characteristic-defining abilities (604.3) ------------------------------------------------ */

static void tarmogoyf(Board *b) {
  u32 goyf = board_play(b, 0, "Tarmogoyf");
  u32 hidden = board_put(b, 0, "Tarmogoyf", ZONE_LIBRARY);
  assert_pt(b, goyf, 0, 1);
  assert_pt(b, hidden, 0, 1);
  board_put(b, 1, "Bear", ZONE_GRAVEYARD);
  board_put(b, 0, "Relic", ZONE_GRAVEYARD);
  assert_pt(b, goyf, 3, 4);
  assert_pt(b, hidden, 3, 4);
  board_counters(b, goyf, W_C_P1P1, 1);
  assert_pt(b, goyf, 4, 5);
  assert_naive(b);
  u32 humility = board_play(b, 0, "Humility");
  assert_pt(b, goyf, 2, 2);
  assert_pt(b, hidden, 3, 4);
  assert_naive(b);
  board_bury(b, humility);
  assert_pt(b, goyf, 4, 5);
  BOARD_EFFECT(b, goyf, {.op = IR_M_LOSE_ALL});
  /* Layer 7a comes behind layer 6: the ability is gone, and nothing of it had begun. */
  assert_pt(b, goyf, 1, 1);
  assert_naive(b);
}

static void changelings(Board *b) {
  board_play(b, 0, "Bear Lord");
  u32 mistform = board_play(b, 1, "Mistform"), hidden = board_put(b, 1, "Mistform", ZONE_HAND);
  assert_true(has_subtype(b, mistform, W_BEAR));
  assert_true(has_subtype(b, hidden, W_GOBLIN));
  assert_pt(b, mistform, 3, 2);
  assert_naive(b);
  /* Even without the ability: layer 4 comes first. */
  BOARD_EFFECT(b, mistform, {.op = IR_M_LOSE_ALL});
  assert_true(has_subtype(b, mistform, W_BEAR));
  assert_int_equal(ability_count(b->g, mistform), 0);
  assert_naive(b);
}

/* A defining ability that a copy effect brings, that is lost, and that the same effect grants anew: granted it defines
   nothing (604.3a), so it applies in layer 7b. */
static void granted_again(Board *b) {
  u32 bear = board_play(b, 0, "Bear");
  board_play(b, 0, "Humility");
  board_put(b, 0, "Bear", ZONE_GRAVEYARD);
  BOARD_EFFECT(b, bear, {.op = IR_M_COPY, .a = board_card(b, "Tarmogoyf")},
               {.op = IR_M_GAIN, .a = board_ability(b, "Tarmogoyf", 0)});
  assert_pt(b, bear, 1, 2);
  assert_naive(b);
}

static void test_characteristic_defining(void **state) {
  (void)state;
  board_run(LAYER_CARDS, granted_again);
  board_run(LAYER_CARDS, tarmogoyf);
  board_run(LAYER_CARDS, changelings);
}

/* --- abilities (613.1f) ----------------------------------------------------------------------- */

static void flying_by_timestamp(Board *b) { /* 613.9 */
  u32 bear = board_play(b, 0, "Bear");
  u32 wings = board_play(b, 0, "Wings"), clipping = board_play(b, 1, "Clipping");
  board_attach(b, wings, bear);
  board_attach(b, clipping, bear);
  assert_false(has_keyword(b->g, bear, W_FLYING));
  assert_naive(b);
  board_attach(b, wings, bear);
  assert_true(has_keyword(b->g, bear, W_FLYING));
  assert_int_equal(ability_count(b->g, bear), 1);
  assert_naive(b);
}

static void enchanted_is_white(Board *b) { /* 613.9 */
  board_play(b, 0, "White Anthem");
  u32 bear = board_play(b, 0, "Bear"), aura = board_play(b, 0, "Whitewash");
  assert_pt(b, bear, 2, 2);
  board_attach(b, aura, bear);
  assert_pt(b, bear, 3, 3);
  assert_naive(b);
}

static void keyword_counters(Board *b) {
  u32 bear = board_play(b, 0, "Bear");
  board_counters(b, bear, W_C_FLYING, 1);
  assert_true(has_keyword(b->g, bear, W_FLYING));
  assert_int_equal(ability_count(b->g, bear), 1);
  BOARD_EFFECT(b, bear, {.op = IR_M_LOSE_ALL});
  assert_false(has_keyword(b->g, bear, W_FLYING));
  assert_naive(b);
  /* A counter of the kind put on later gives all of them a new timestamp (613.7c). */
  board_counters(b, bear, W_C_FLYING, 1);
  assert_true(has_keyword(b->g, bear, W_FLYING));
  board_counters(b, bear, W_C_TRAMPLE, 1);
  assert_true(has_keyword(b->g, bear, W_TRAMPLE));
  assert_naive(b);
}

static void cant_have(Board *b) { /* 113.11 */
  board_play(b, 0, "Grounding");
  u32 bird = board_play(b, 0, "Bird"), wings = board_play(b, 0, "Wings");
  board_attach(b, wings, bird);
  board_counters(b, bird, W_C_FLYING, 1);
  assert_false(has_keyword(b->g, bird, W_FLYING));
  assert_int_equal(ability_count(b->g, bird), 0);
  assert_naive(b);
}

static void no_abilities(Board *b) { /* 113.12 */
  board_play(b, 0, "Petroglyphs");
  u32 flier = board_play(b, 0, "Bear"), white = board_play(b, 0, "Bear"), plain = board_play(b, 0, "Bear");
  u32 wings = board_play(b, 0, "Wings"), aura = board_play(b, 0, "Whitewash"), arrest = board_play(b, 0, "Arrest");
  board_attach(b, wings, flier);
  board_attach(b, aura, white);
  board_attach(b, arrest, plain);
  assert_pt(b, flier, 2, 2);
  assert_pt(b, white, 4, 4);
  assert_pt(b, plain, 4, 4);
  assert_naive(b);
}

static void rune_and_hammer(Board *b) { /* 613.7a */
  u32 hammer = board_play(b, 0, "Hammer"), rune = board_play(b, 0, "Rune"), bird = board_play(b, 0, "Bird");
  board_attach(b, rune, hammer);
  board_attach(b, hammer, bird);
  assert_pt(b, bird, 11, 11);
  assert_true(has_keyword(b->g, bird, W_FLYING));
  assert_naive(b);
}

static void test_abilities(void **state) {
  (void)state;
  board_run(LAYER_CARDS, flying_by_timestamp);
  board_run(LAYER_CARDS, enchanted_is_white);
  board_run(LAYER_CARDS, keyword_counters);
  board_run(LAYER_CARDS, cant_have);
  board_run(LAYER_CARDS, no_abilities);
  board_run(LAYER_CARDS, rune_and_hammer);
}

/* --- control (613.1b) ------------------------------------------------------------------------- */

static void control_magic(Board *b) {
  u32 bear = board_play(b, 1, "Bear");
  board_play(b, 0, "Toughness");
  u32 magic = board_play(b, 0, "Control Magic");
  board_attach(b, magic, bear);
  assert_pt(b, bear, 2, 4);
  assert_int_equal(object_row(b->g, bear)->controller, 0);
  assert_naive(b);
  /* A second one on the first takes both: what the first does depends on who controls it. */
  u32 other = board_play(b, 1, "Control Magic");
  board_attach(b, other, magic);
  assert_pt(b, bear, 2, 2);
  assert_int_equal(object_row(b->g, magic)->controller, 1);
  assert_int_equal(object_row(b->g, bear)->controller, 1);
  assert_naive(b);
  board_bury(b, other);
  layers_update(b->g);
  assert_int_equal(object_row(b->g, bear)->controller, 0);
  assert_int_equal(object_row(b->g, magic)->controller, 0);
}

static void test_control(void **state) {
  (void)state;
  board_run(LAYER_CARDS, control_magic);
}

/* --- text (612) ------------------------------------------------------------------------------- */

static void swapped_words(Board *b) {
  u32 urborg = board_play(b, 0, "Urborg"), forest = board_play(b, 0, "Forest");
  BOARD_EFFECT(b, urborg, {.op = IR_M_SWAP_WORD, .word = W_SWAMP, .a = W_ISLAND});
  assert_true(has_subtype(b, forest, W_ISLAND));
  assert_false(has_subtype(b, forest, W_SWAMP));
  assert_naive(b);
  BOARD_EFFECT(b, forest, {.op = IR_M_SWAP_WORD, .word = W_FOREST, .a = W_PLAINS});
  assert_true(has_subtype(b, forest, W_PLAINS));
  assert_false(has_subtype(b, forest, W_FOREST));
  assert_int_equal(mana_abilities(b, forest), 2);
  assert_naive(b);
}

static void swap_and_copy(Board *b) {
  u32 lord = board_play(b, 0, "Bear Lord");
  BOARD_EFFECT(b, lord, {.op = IR_M_SWAP_WORD, .word = W_BEAR, .a = W_OGRE});
  u32 bear = board_play(b, 0, "Bear"), ogre = board_play(b, 0, "Ogre");
  assert_pt(b, ogre, 3, 3);
  assert_pt(b, bear, 2, 2);
  assert_true(has_subtype(b, lord, W_OGRE));
  /* Changed text is not copied (707.2). */
  CvId cv = copiable_values_of(b->g, lord);
  assert_int_equal(cv, board_card(b, "Bear Lord"));
  BOARD_EFFECT(b, bear, {.op = IR_M_COPY, .a = cv});
  assert_true(has_subtype(b, bear, W_BEAR));
  assert_pt(b, lord, 2, 2);
  assert_pt(b, ogre, 3, 3);
  assert_naive(b);
  /* Nor are words changed in abilities that were granted (612.3). */
  u32 grantee = board_play(b, 0, "Ogre");
  BOARD_EFFECT(b, grantee, {.op = IR_M_GAIN, .a = board_ability(b, "Bear Lord", 0)});
  BOARD_EFFECT(b, grantee, {.op = IR_M_SWAP_WORD, .word = W_BEAR, .a = W_GOBLIN});
  assert_pt(b, bear, 3, 3);
  assert_naive(b);
}

static void full_text(Board *b) {
  u32 shifter = board_play(b, 0, "Shapeshifter");
  assert_pt(b, shifter, 0, 1);
  board_put(b, 0, "Forest", ZONE_GRAVEYARD);
  assert_pt(b, shifter, 0, 1);
  u32 dead = board_put(b, 0, "Bear Lord", ZONE_GRAVEYARD);
  u32 bear = board_play(b, 0, "Bear");
  assert_pt(b, shifter, 2, 2);
  assert_pt(b, bear, 3, 3);
  assert_int_equal(chars_of(b->g, shifter)->name, chars_of(b->g, dead)->name);
  assert_int_equal(colors_of(b, shifter), COLOR(GREEN));
  assert_true(has_keyword(b->g, shifter, W_FLYING));
  assert_true(has_keyword(b->g, shifter, W_PROTECTION));
  assert_naive(b);
  /* Its copiable values are its own. */
  assert_int_equal(copiable_values_of(b->g, shifter), board_card(b, "Shapeshifter"));
  board_put(b, 0, "Tarmogoyf", ZONE_GRAVEYARD);
  assert_pt(b, shifter, 2, 3);
  assert_pt(b, bear, 2, 2);
  assert_naive(b);
}

static void test_text(void **state) {
  (void)state;
  board_run(LAYER_CARDS, swapped_words);
  board_run(LAYER_CARDS, swap_and_copy);
  board_run(LAYER_CARDS, full_text);
}

/* --- layer 1 ---------------------------------------------------------------------------------- */

static void copies(Board *b) {
  u32 bear = board_play(b, 0, "Bear"), bird = board_play(b, 0, "Bird");
  BOARD_EFFECT(b, bear, {.op = IR_M_PT, .x = 3, .y = 3});
  u32 first = BOARD_EFFECT(b, bear, {.op = IR_M_COPY, .a = board_card(b, "Bird")});
  assert_pt(b, bear, 4, 4); /* 707.4 */
  assert_true(has_keyword(b->g, bear, W_FLYING));
  assert_int_equal(copiable_values_of(b->g, bear), board_card(b, "Bird"));
  u32 second = BOARD_EFFECT(b, bear, {.op = IR_M_COPY, .a = board_card(b, "Tarmogoyf")});
  assert_pt(b, bear, 3, 4);
  assert_naive(b);
  effect_remove(b->g, first);
  assert_pt(b, bear, 3, 4);
  effect_remove(b->g, second);
  assert_pt(b, bear, 5, 5);
  assert_naive(b);
  (void)bird;
}

static void face_down(Board *b) { /* 707.2, 707.3 */
  u32 lord = board_play(b, 0, "Bear Lord"), bear = board_play(b, 0, "Bear");
  assert_pt(b, bear, 3, 3);
  setup_status(b->g, lord, STATUS_FACE_DOWN, FACE_DOWN_PLAIN);
  board_changed(b);
  assert_pt(b, lord, 2, 2);
  assert_pt(b, bear, 2, 2);
  assert_int_equal(chars_of(b->g, lord)->name, 0);
  assert_int_equal(colors_of(b, lord), 0);
  assert_int_equal(ability_count(b->g, lord), 0);
  CvId seen = copiable_values_of(b->g, lord);
  assert_int_equal(seen, cv_face_down(b->g, FACE_DOWN_PLAIN));
  /* A face-down permanent that becomes a copy stays as it is until it is turned up. */
  BOARD_EFFECT(b, lord, {.op = IR_M_COPY, .a = board_card(b, "Bird")});
  assert_pt(b, lord, 2, 2);
  assert_false(has_keyword(b->g, lord, W_FLYING));
  assert_naive(b);
  setup_status(b->g, lord, 0, FACE_DOWN_PLAIN);
  board_changed(b);
  assert_pt(b, lord, 1, 1);
  assert_true(has_keyword(b->g, lord, W_FLYING));
  assert_naive(b);
}

static void static_copy(Board *b) { /* 707.2c */
  u32 bear = board_play(b, 0, "Bear"), bird = board_play(b, 0, "Bird"), ogre = board_play(b, 0, "Ogre");
  u32 reflection = board_play(b, 0, "Reflection");
  board_attach(b, reflection, bear);
  assert_true(has_subtype(b, ogre, W_BEAR));
  assert_true(has_subtype(b, bird, W_BEAR));
  assert_naive(b);
  /* The enchanted creature changes; what was copied does not. */
  BOARD_EFFECT(b, bear, {.op = IR_M_COPY, .a = board_card(b, "Wall")});
  assert_pt(b, bear, 0, 3);
  assert_pt(b, ogre, 2, 2);
  assert_true(has_subtype(b, ogre, W_BEAR));
  u32 late = board_play(b, 0, "Small");
  assert_pt(b, late, 0, 3);
  assert_naive(b);
  board_bury(b, reflection);
  assert_true(has_subtype(b, ogre, W_OGRE));
  assert_pt(b, late, 1, 3);
  for (u32 row = 0; row < count_of(b->g, T_EFFECTS); row++)
    assert_false(row_EFFECTS(b->g, row)->id && row_EFFECTS(b->g, row)->flags & EFFECT_FROZEN);
}

static void test_layer_one(void **state) {
  (void)state;
  board_run(LAYER_CARDS, copies);
  board_run(LAYER_CARDS, face_down);
  board_run(LAYER_CARDS, static_copy);
}

/* --- where effects reach (611.3, 611.2c, 113.6) ----------------------------------------------- */

static void sets(Board *b) {
  u32 anthem = board_play(b, 0, "White Anthem");
  u32 small = board_play(b, 0, "Small"), ogre = board_play(b, 0, "Ogre");
  assert_pt(b, small, 2, 4);
  assert_pt(b, ogre, 2, 2);
  u32 row = BOARD_EFFECT(b, ogre, {.op = IR_M_SET_COLOR, .a = COLOR(WHITE)});
  assert_pt(b, ogre, 3, 3);
  effect_remove(b->g, row);
  assert_pt(b, ogre, 2, 2);
  /* The set of a resolved spell stays as it was. */
  BOARD_EFFECT(b, small, {.op = IR_M_PT, .x = 1, .y = 1});
  BOARD_EFFECT(b, small, {.op = IR_M_SET_COLOR, .a = COLOR(RED)});
  assert_pt(b, small, 2, 4);
  assert_naive(b);
  (void)anthem;
}

static void other_zones(Board *b) {
  u32 conspiracy = board_play(b, 0, "Conspiracy");
  board_note(b, conspiracy, "kind", W_GOBLIN);
  u32 bear = board_play(b, 0, "Bear"), theirs = board_play(b, 1, "Bear");
  u32 mine = board_put(b, 0, "Bear", ZONE_LIBRARY), buried = board_put(b, 0, "Bear", ZONE_GRAVEYARD);
  u32 shifter = board_put(b, 0, "Mistform", ZONE_HAND);
  assert_true(has_subtype(b, bear, W_GOBLIN));
  assert_false(has_subtype(b, bear, W_BEAR));
  assert_true(has_subtype(b, theirs, W_BEAR));
  assert_true(has_subtype(b, mine, W_GOBLIN));
  assert_true(has_subtype(b, buried, W_BEAR));
  assert_true(has_subtype(b, shifter, W_GOBLIN));
  assert_false(has_subtype(b, shifter, W_ELF));
  assert_naive(b);
  u32 bears = board_play(b, 0, "Bear");
  assert_false(has_keyword(b->g, bears, W_HASTE));
  board_put(b, 0, "Anger", ZONE_GRAVEYARD);
  assert_true(has_keyword(b->g, bears, W_HASTE));
  assert_false(has_keyword(b->g, theirs, W_HASTE));
  assert_naive(b);
}

static void phased_out(Board *b) {
  u32 honor = board_play(b, 0, "Honor"), small = board_play(b, 0, "Small");
  assert_pt(b, small, 2, 4);
  setup_status(b->g, honor, STATUS_PHASED_OUT, FACE_DOWN_PLAIN);
  facts_changed(b->g, FACT_STATUS);
  assert_pt(b, small, 1, 3);
  assert_naive(b);
}

static void test_reach(void **state) {
  (void)state;
  board_run(LAYER_CARDS, sets);
  board_run(LAYER_CARDS, other_zones);
  board_run(LAYER_CARDS, phased_out);
}

/* --- effects on the rules, watchers, caching -------------------------------------------------- */

static void rules(Board *b) {
  u32 bear = board_play(b, 0, "Bear"), ogre = board_play(b, 1, "Ogre");
  Ref bear_ref = object_ref(b->g, bear), ogre_ref = object_ref(b->g, ogre);
  assert_false(rules_hold(b->g, IR_R_CANT_BLOCK, bear_ref));
  u32 arrest = board_play(b, 1, "Arrest");
  board_attach(b, arrest, bear);
  assert_true(rules_hold(b->g, IR_R_CANT_BLOCK, bear_ref));
  assert_true(rules_hold(b->g, IR_R_CANT_ATTACK, bear_ref));
  assert_true(rules_hold_pair(b->g, IR_R_CANT_ATTACK, bear_ref, ref_player(1)));
  assert_false(rules_hold(b->g, IR_R_CANT_BLOCK, ogre_ref));
  assert_false(rules_hold(b->g, IR_R_CANT_GAIN_LIFE, ref_player(0)));
  u32 granter = board_play(b, 0, "Propagator");
  assert_true(rules_hold(b->g, IR_R_CANT_BLOCK, ogre_ref));
  BOARD_EFFECT(b, ogre, {.op = IR_M_LOSE_ALL});
  assert_false(rules_hold(b->g, IR_R_CANT_BLOCK, ogre_ref));
  board_bury(b, granter);
  board_bury(b, arrest);
  assert_false(rules_hold(b->g, IR_R_CANT_BLOCK, bear_ref));
  assert_int_equal(derived(b->g)->layers.rules, 0);
}

static void watchers(Board *b) {
  watchers_update(b->g);
  assert_true(event_kinds_none(&derived(b->g)->watchers.triggering));
  u32 watcher = board_play(b, 0, "Watcher");
  watchers_update(b->g);
  assert_true(event_kinds_have(&derived(b->g)->watchers.triggering, EVENT_MOVE));
  assert_int_equal(count_of(b->g, T_WATCHERS), 1);
  assert_int_equal(row_WATCHERS(b->g, 0)->slot, watcher);
  u32 row = BOARD_EFFECT(b, watcher, {.op = IR_M_LOSE_ALL});
  watchers_update(b->g);
  assert_true(event_kinds_none(&derived(b->g)->watchers.triggering));
  effect_remove(b->g, row);
  u32 bear = board_play(b, 0, "Bear");
  BOARD_EFFECT(b, bear, {.op = IR_M_GAIN, .a = board_ability(b, "Watcher", 0)});
  watchers_update(b->g);
  assert_int_equal(count_of(b->g, T_WATCHERS), 2);
}

static void caching(Board *b) {
  board_play(b, 0, "Honor");
  u32 small = board_play(b, 0, "Small");
  assert_pt(b, small, 2, 4);
  u32 stamp = derived(b->g)->layers.stamp;
  /* Nobody reads hands, tapping, or life. */
  setup_card(b->g, 0, board_card(b, "Bear"), ZONE_HAND, 0);
  facts_changed(b->g, FACT_ZONES | FACT_COPY | FACT_STATUS | FACT_LIFE | FACT_TURN | FACT_HISTORY);
  object_row(b->g, small)->status |= STATUS_TAPPED;
  facts_changed(b->g, FACT_STATUS);
  assert_pt(b, small, 2, 4);
  assert_int_equal(derived(b->g)->layers.stamp, stamp);
  board_play(b, 0, "Honor");
  assert_pt(b, small, 3, 5);
  assert_int_not_equal(derived(b->g)->layers.stamp, stamp);
  derived_reset(b->g);
  assert_pt(b, small, 3, 5);
  assert_naive(b);
}

static void test_answers(void **state) {
  (void)state;
  board_run(LAYER_CARDS, rules);
  board_run(LAYER_CARDS, watchers);
  board_run(LAYER_CARDS, caching);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blood_moon_and_urborg),
      cmocka_unit_test(test_humility_and_opalescence),
      cmocka_unit_test(test_dependency_loops),
      cmocka_unit_test(test_types_kept),
      cmocka_unit_test(test_effects_in_several_layers),
      cmocka_unit_test(test_power_and_toughness),
      cmocka_unit_test(test_characteristic_defining),
      cmocka_unit_test(test_abilities),
      cmocka_unit_test(test_control),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_layer_one),
      cmocka_unit_test(test_reach),
      cmocka_unit_test(test_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
