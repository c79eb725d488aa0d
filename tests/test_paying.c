/* Paying for spells and abilities: X, symbols, what changes costs, mana, other costs, and taking it all back. */
#include "support/casting.h"
#include "support/clock.h"

/* --- X, symbols, division ------------------------------------------------------------------------------------ */

static void chooses_x(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 4);
  u32 blaze = put(0, "Blaze", ZONE_HAND);
  begin();
  cast(blaze);
  assert_true(asked(DECISION_X));
  assert_int_equal(count_of(play.game, T_OPTIONS), 4); /* 0 to 3 */
  answer_number(2);
  answer_player(1);
  assert_int_equal(tapped(0), 3);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 1), 18);
  play_close(&play);
}

static void divides(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 6);
  u32 fireball = put(0, "Fireball", ZONE_HAND), bear = put(1, "Bear", ZONE_BATTLEFIELD);
  begin();
  cast(fireball);
  answer_number(5);
  answer_player(1);
  answer_ref(bear);
  assert_true(asked(DECISION_DIVIDE));
  assert_int_equal(count_of(play.game, T_OPTIONS), 4); /* each must get at least one (601.2d) */
  play_answer(&play, OPTION_NUMBER, ref_player(1), 3);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 1), 17);
  assert_int_equal(play_zone(&play, bear), ZONE_GRAVEYARD);
  assert_true(play_announced(&play, "601.2d"));
  play_close(&play);
}

static void asks_for_hybrid_symbols_only_if_open(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Plains", 1);
  lands(0, "Island", 2);
  u32 hybrid = put(0, "Hybrid", ZONE_HAND);
  begin();
  cast(hybrid);
  assert_true(asked(DECISION_SYMBOL));
  answer_kind(W_WHITE, 0);
  assert_false(asked(DECISION_SYMBOL)); /* the other can only be blue */
  assert_int_equal(play_zone(&play, hybrid), ZONE_STACK);
  assert_int_equal(tapped(0), 2);
  play_close(&play);
}

static void pays_phyrexian_symbols_with_life(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 2);
  u32 horror = put(0, "Phyrexian", ZONE_HAND);
  begin();
  cast(horror);
  assert_true(asked(DECISION_SYMBOL));
  answer(OPTION_LIFE);
  assert_int_equal(play_life(&play, 0), 18);
  assert_int_equal(tapped(0), 1);
  play_close(&play);
}

static void pays_monocolored_hybrids_with_generic(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Plains", 1);
  lands(0, "Island", 3);
  u32 golem = put(0, "Monocolored", ZONE_HAND);
  begin();
  cast(golem);
  assert_true(asked(DECISION_SYMBOL));
  answer_kind(0, 2);
  assert_int_equal(play_zone(&play, golem), ZONE_STACK);
  assert_true(tapped(0) == 4 || asked(DECISION_SYMBOL));
  play_close(&play);
}

static void pays_snow_with_snow(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Plains", 2);
  u32 frosty = put(0, "Frosty", ZONE_HAND);
  u32 snow = put(0, "Snowfield", ZONE_HAND);
  begin();
  assert_false(can_cast(frosty));
  play_take(&play, option_at(OPTION_PLAY, snow, 0));
  cast(frosty);
  assert_true(object_row(play.game, snow)->status & STATUS_TAPPED);
  assert_int_equal(tapped(0), 2);
  play_close(&play);
}

/* --- increases, reductions, minimum ---------------------------------------------------------------------------- */

static void applies_cost_effects_in_order(void **state) {
  (void)state;
  static const struct {
    bool guardian, helper, sphere;
    u32 mana;
  } CASES[] = {
      {false, false, false, 1}, {true, false, false, 2}, {false, true, false, 1}, {true, true, false, 1},
      {false, false, true, 3},  {true, false, true, 3},  {true, true, true, 3},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    open(2, FORMAT_TWO_PLAYER);
    lands(0, "Mountain", 5);
    if (CASES[i].guardian) put(1, "Guardian", ZONE_BATTLEFIELD);
    if (CASES[i].helper) put(0, "Helper", ZONE_BATTLEFIELD);
    if (CASES[i].sphere) put(1, "Sphere", ZONE_BATTLEFIELD);
    u32 bolt = put(0, "Bolt", ZONE_HAND);
    begin();
    cast(bolt);
    answer_player(1);
    assert_int_equal(tapped(0), CASES[i].mana);
    play_close(&play);
  }
}

/* --- mana abilities ------------------------------------------------------------------------------------------------ */

static void activates_filters(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 1);
  u32 signet = put(0, "Signet", ZONE_BATTLEFIELD), hybrid = put(0, "Hybrid", ZONE_HAND);
  begin();
  cast(hybrid);
  while (asked(DECISION_SYMBOL)) play_take(&play, 0);
  assert_int_equal(play_zone(&play, hybrid), ZONE_STACK);
  assert_true(object_row(play.game, signet)->status & STATUS_TAPPED);
  assert_int_equal(pool(0), 0);
  play_close(&play);
}

static void plans_kinds_of_mana(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 tower = put(0, "Tower", ZONE_BATTLEFIELD), petal = put(0, "Petal", ZONE_BATTLEFIELD);
  u32 bolt = put(0, "Bolt", ZONE_HAND), terror = put(0, "Terror", ZONE_HAND);
  u32 bear = put(1, "Bear", ZONE_BATTLEFIELD);
  begin();
  cast(bolt);
  answer_player(1);
  assert_int_equal(play_zone(&play, bolt), ZONE_STACK);
  assert_true(object_row(play.game, tower)->status & STATUS_TAPPED); /* the petal is kept */
  assert_int_equal(play_zone(&play, petal), ZONE_BATTLEFIELD);
  assert_false(can_cast(terror));
  (void)bear;
  play_close(&play);
}

static void sacrifices_for_mana_last(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 altar = put(0, "Altar", ZONE_BATTLEFIELD), elf = put(0, "Elf", ZONE_BATTLEFIELD);
  u32 bear = put(0, "Bear", ZONE_HAND), relic = put(0, "Helper", ZONE_HAND);
  (void)altar;
  begin();
  assert_true(can_cast(bear));  /* {G} of the Elf, then {C}{C} for it */
  assert_true(can_cast(relic)); /* likewise */
  cast(relic);
  assert_int_equal(play_zone(&play, elf), ZONE_GRAVEYARD);
  play_close(&play);
}

/* The payer is told of one of several altars that are alike, and of each creature that it could eat once. */
static void alike_abilities_are_one(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  for (u32 i = 0; i < 40; i++) put(0, "Altar", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < 60; i++) put(0, "Bear", ZONE_BATTLEFIELD);
  u32 relic = put(0, "Helper", ZONE_HAND);
  begin();
  PaymentProblem b;
  problem_begin(play.game, 0, NULL, &b);
  assert_int_equal(b.source_count, 60);
  problem_end(&b);
  assert_true(can_cast(relic));
  cast(relic);
  assert_int_equal(play_zone(&play, relic), ZONE_STACK);
  play_close(&play);
}

/* A creature that is tapped for one part of a cost can't be tapped for another. */
static void nothing_is_tapped_twice(void **state) {
  (void)state;
  for (u32 bears = 0; bears < 2; bears++) {
    open(2, FORMAT_TWO_PLAYER);
    put(0, "Sentinel", ZONE_BATTLEFIELD);
    for (u32 i = 0; i < bears; i++) put(0, "Bear", ZONE_BATTLEFIELD);
    u32 one = put(0, "Bolt", ZONE_HAND), two = put(0, "Two of a Color", ZONE_HAND);
    begin();
    assert_int_equal(can_cast(one), bears == 1);
    assert_false(can_cast(two));
    play_close(&play);
  }
}

/* What several abilities compete for is looked at as far as a bound. */
static void many_choices_are_bounded(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  put(0, "Altar", ZONE_BATTLEFIELD);
  put(0, "Odd Altar", ZONE_BATTLEFIELD);
  put(0, "Odd Altar", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < 1500; i++) put(0, "Bear", ZONE_BATTLEFIELD);
  begin();
  PaymentProblem b;
  problem_begin(play.game, 0, NULL, &b);
  assert_int_equal(b.source_count, 1024 + 2 * 64);
  assert_true(b.unproven);
  problem_end(&b);
  play_close(&play);
}

/* Nothing pays for any of many abilities that make mana of mana, but proving it takes longer than a search may. */
static void what_is_unproven_is_so_of_all_that_are_alike(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 3);
  u32 envoy = 0;
  for (u32 i = 0; i < 1250; i++) envoy = put(0, "Envoy", ZONE_BATTLEFIELD);
  double from = processor_seconds();
  begin();
  assert_true(processor_seconds() - from < 20);
  assert_int_equal(option_at(OPTION_ACTIVATE, envoy, 0), NO_OPTION);
  play_close(&play);
}

static void restricted_mana_pays_only_what_it_may(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Reserved", 1);
  u32 relic = put(0, "Helper", ZONE_HAND), frosty = put(0, "Cycler", ZONE_HAND);
  (void)frosty;
  begin();
  assert_false(can_cast(relic));
  play_close(&play);
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Reserved", 1);
  lands(0, "Forest", 1);
  u32 bear = put(0, "Bear", ZONE_HAND);
  begin();
  cast(bear);
  assert_int_equal(play_zone(&play, bear), ZONE_STACK);
  play_close(&play);
}

static void triggered_mana_abilities_resolve_at_once(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 forest = put(0, "Forest", ZONE_BATTLEFIELD);
  put(0, "Growth", ZONE_BATTLEFIELD);
  begin();
  play_take(&play, option_at(OPTION_ACTIVATE, forest, 0));
  assert_int_equal(pool(0), 2);
  assert_true(play_announced(&play, "605.4a"));
  assert_true(play_announced(&play, "106.12a"));
  play_close(&play);
}

static void floating_mana_is_spent_first(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 first = put(0, "Forest", ZONE_BATTLEFIELD), second = put(0, "Forest", ZONE_BATTLEFIELD);
  u32 elf = put(0, "Elf", ZONE_HAND);
  begin();
  play_take(&play, option_at(OPTION_ACTIVATE, second, 0));
  assert_int_equal(pool(0), 1);
  cast(elf);
  assert_int_equal(pool(0), 0);
  assert_false(object_row(play.game, first)->status & STATUS_TAPPED);
  play_close(&play);
}

static void surprises_keep_the_state(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 2);
  put(0, "Doubler", ZONE_BATTLEFIELD);
  u32 bear = put(0, "Bear", ZONE_HAND);
  begin();
  cast(bear);
  assert_int_equal(play_zone(&play, bear), ZONE_STACK);
  assert_int_equal(tapped(0), 1); /* doubled: one is enough */
  play_close(&play);
}

/* --- manual payment and reversing ------------------------------------------------------------------------------------ */

static void pays_by_hand(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 forest = put(0, "Forest", ZONE_BATTLEFIELD);
  put(0, "Mountain", ZONE_BATTLEFIELD);
  u32 bear = put(0, "Bear", ZONE_HAND);
  core(play.game)->by_hand = 1;
  begin();
  cast(bear);
  assert_true(asked(DECISION_MANA));
  assert_int_equal(play_option(&play, OPTION_DONE, REF_NONE, 0), NO_OPTION);
  play_take(&play, option_at(OPTION_ACTIVATE, forest, 0));
  assert_false(asked(DECISION_MANA)); /* then there is only one thing to do, and again */
  assert_int_equal(play_zone(&play, bear), ZONE_STACK);
  assert_int_equal(pool(0), 0);
  play_close(&play);
}

static void chooses_which_mana_to_spend(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 forest = put(0, "Forest", ZONE_BATTLEFIELD), mountain = put(0, "Mountain", ZONE_BATTLEFIELD);
  u32 petal = put(0, "Helper", ZONE_HAND), island = put(0, "Island", ZONE_BATTLEFIELD);
  core(play.game)->by_hand = 1;
  begin();
  play_take(&play, option_at(OPTION_ACTIVATE, forest, 0));
  play_take(&play, option_at(OPTION_ACTIVATE, mountain, 0));
  play_take(&play, option_at(OPTION_ACTIVATE, island, 0));
  assert_int_equal(pool(0), 3);
  cast(petal);
  assert_true(asked(DECISION_PAYMENT));
  assert_int_equal(count_of(play.game, T_OPTIONS), 3);
  play_take(&play, 0);
  assert_int_equal(count_of(play.game, T_OPTIONS), 2);
  play_take(&play, 0);
  assert_int_equal(pool(0), 1);
  assert_int_equal(play_zone(&play, petal), ZONE_STACK);
  play_close(&play);
}

/* The altar eats the creature that the additional cost needs. */
static void takes_back_what_can_not_be_paid(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 altar = put(0, "Altar", ZONE_BATTLEFIELD), bear = put(0, "Bear", ZONE_BATTLEFIELD);
  u32 mountain = put(0, "Mountain", ZONE_BATTLEFIELD), other = put(0, "Mountain", ZONE_BATTLEFIELD);
  u32 before = put(0, "Bolt", ZONE_HAND), fling = put(0, "Fling", ZONE_HAND), after = put(0, "Bolt", ZONE_HAND);
  put(0, "Noisy", ZONE_BATTLEFIELD);
  core(play.game)->by_hand = 1;
  begin();
  Ref was = play_ref(&play, fling);
  u64 timestamp = object_row(play.game, fling)->timestamp;
  cast(fling);
  answer_player(1);
  assert_true(asked(DECISION_MANA));
  play_take(&play, option_at(OPTION_ACTIVATE, mountain, 0));
  play_take(&play, option_at(OPTION_ACTIVATE, altar, 0));
  assert_int_equal(play_zone(&play, bear), ZONE_GRAVEYARD);
  while (asked(DECISION_MANA)) play_take(&play, 0);
  assert_true(asked(DECISION_REVERSE));
  assert_int_equal(play_zone(&play, fling), ZONE_STACK);
  while (asked(DECISION_REVERSE)) answer(OPTION_YES);
  assert_true(asked(DECISION_PRIORITY));
  assert_int_equal(play_zone(&play, bear), ZONE_BATTLEFIELD);
  assert_int_equal(tapped(0), 0);
  assert_int_equal(play_ref(&play, fling), was);
  assert_int_equal(object_row(play.game, fling)->timestamp, timestamp);
  assert_int_equal(object_row(play.game, before)->next, fling);
  assert_int_equal(object_row(play.game, fling)->next, after);
  assert_int_equal(on_stack(), 0);
  assert_int_equal(play_life(&play, 0), 20);
  (void)other;
  play_close(&play);
}

/* --- costs that objects pay -------------------------------------------------------------------------------------------- */

static void knows_what_was_sacrificed(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 2);
  u32 bear = put(0, "Bear", ZONE_BATTLEFIELD), elf = put(0, "Elf", ZONE_BATTLEFIELD);
  u32 fling = put(0, "Fling", ZONE_HAND);
  begin();
  Ref was = play_ref(&play, bear);
  cast(fling);
  answer_player(1);
  assert_true(asked(DECISION_COST));
  answer_ref(bear);
  assert_int_equal(play_zone(&play, bear), ZONE_GRAVEYARD);
  const CastInfo *info = HEAP_AT(play.game, CastInfo, stack_item_of(play.game, fling)->cast);
  assert_int_equal(list_count(play.game, info->objects), 1);
  assert_int_equal(list_get(play.game, info->objects, 0), was);
  assert_int_equal(list_count(play.game, info->spent), 2); /* of two lands */
  play_resolve(&play);
  assert_int_equal(play_life(&play, 1), 18);
  (void)elf;
  play_close(&play);
}

static void may_sacrifice_a_target(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 2);
  u32 bear = put(0, "Bear", ZONE_BATTLEFIELD), fling = put(0, "Fling", ZONE_HAND);
  begin();
  cast(fling);
  answer_ref(bear);
  assert_int_equal(play_zone(&play, bear), ZONE_GRAVEYARD);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 20);
  play_close(&play);
}

static void convokes(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 2);
  u32 a = put(0, "Bear", ZONE_BATTLEFIELD), b = put(0, "Bear", ZONE_BATTLEFIELD), c = put(0, "Bear", ZONE_BATTLEFIELD);
  u32 convoker = put(0, "Convoker", ZONE_HAND);
  begin();
  cast(convoker);
  assert_int_equal(play_zone(&play, convoker), ZONE_STACK);
  while (asked(DECISION_COST)) play_take(&play, 0);
  assert_int_equal(tapped(0), 5);
  assert_true(play_announced(&play, "702.51a"));
  (void)a, (void)b, (void)c;
  play_close(&play);
}

static void delves(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Swamp", 3);
  for (u32 i = 0; i < 3; i++) put(0, "Bolt", ZONE_GRAVEYARD);
  u32 delver = put(0, "Delver", ZONE_HAND);
  begin();
  cast(delver);
  assert_true(asked(DECISION_COST));
  while (asked(DECISION_COST)) {
    /* as few as possible: done as soon as it is offered */
    u32 done = play_option(&play, OPTION_DONE, REF_NONE, 0);
    play_take(&play, done == NO_OPTION ? 0 : done);
  }
  assert_int_equal(zone_list(play.game, ZONE_EXILE, 0)->count, 2);
  assert_int_equal(tapped(0), 3);
  play_close(&play);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chooses_x),
      cmocka_unit_test(divides),
      cmocka_unit_test(asks_for_hybrid_symbols_only_if_open),
      cmocka_unit_test(pays_phyrexian_symbols_with_life),
      cmocka_unit_test(pays_monocolored_hybrids_with_generic),
      cmocka_unit_test(pays_snow_with_snow),
      cmocka_unit_test(applies_cost_effects_in_order),
      cmocka_unit_test(activates_filters),
      cmocka_unit_test(plans_kinds_of_mana),
      cmocka_unit_test(sacrifices_for_mana_last),
      cmocka_unit_test(alike_abilities_are_one),
      cmocka_unit_test(nothing_is_tapped_twice),
      cmocka_unit_test(many_choices_are_bounded),
      cmocka_unit_test(what_is_unproven_is_so_of_all_that_are_alike),
      cmocka_unit_test(restricted_mana_pays_only_what_it_may),
      cmocka_unit_test(triggered_mana_abilities_resolve_at_once),
      cmocka_unit_test(floating_mana_is_spent_first),
      cmocka_unit_test(surprises_keep_the_state),
      cmocka_unit_test(pays_by_hand),
      cmocka_unit_test(chooses_which_mana_to_spend),
      cmocka_unit_test(takes_back_what_can_not_be_paid),
      cmocka_unit_test(knows_what_was_sacrificed),
      cmocka_unit_test(may_sacrifice_a_target),
      cmocka_unit_test(convokes),
      cmocka_unit_test(delves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
