/* Casting spells and activating abilities: choices, targets, and when it may be done. */
#include "support/casting.h"

/* --- the simple things -------------------------------------------------------------------------------- */

static void casts_a_creature(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 1);
  u32 bear = put(0, "Bear", ZONE_HAND);
  u32 second = put(0, "Forest", ZONE_HAND);
  begin();
  assert_false(can_cast(bear)); /* not enough mana */
  play_take(&play, option_at(OPTION_PLAY, second, 0));
  assert_int_equal(play_zone(&play, second), ZONE_BATTLEFIELD);
  assert_true(play_announced(&play, "305.1"));
  cast(bear);
  assert_int_equal(play_zone(&play, bear), ZONE_STACK);
  assert_int_equal(tapped(0), 2);
  assert_int_equal(pool(0), 0);
  play_resolve(&play);
  assert_int_equal(play_zone(&play, bear), ZONE_BATTLEFIELD);
  assert_true(play_announced(&play, "601.2a"));
  assert_true(play_announced(&play, "601.2i"));
  play_close(&play);
}

static void keeps_to_timing(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 2);
  lands(0, "Forest", 2);
  u32 bear = put(0, "Bear", ZONE_HAND), bolt = put(0, "Bolt", ZONE_HAND), land = put(0, "Forest", ZONE_HAND);
  play_start(&play);
  play_to(&play, 1, W_STEP_UPKEEP);
  assert_false(can_cast(bear));
  assert_true(can_cast(bolt));
  assert_int_equal(option_at(OPTION_PLAY, land, 0), NO_OPTION);
  play_to(&play, 1, W_STEP_MAIN);
  assert_true(can_cast(bear));
  play_close(&play);
}

static void one_land_a_turn(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 a = put(0, "Forest", ZONE_HAND), b = put(0, "Forest", ZONE_HAND);
  begin();
  play_take(&play, option_at(OPTION_PLAY, a, 0));
  assert_int_equal(option_at(OPTION_PLAY, b, 0), NO_OPTION);
  play_close(&play);
}

static void targets_and_resolves(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 bolt = put(0, "Bolt", ZONE_HAND), bear = put(1, "Bear", ZONE_BATTLEFIELD);
  begin();
  cast(bolt);
  assert_true(asked(DECISION_TARGET));
  assert_int_equal(count_of(play.game, T_OPTIONS), 3); /* two players, a creature */
  answer_ref(bear);
  play_resolve(&play);
  assert_int_equal(play_zone(&play, bear), ZONE_GRAVEYARD);
  assert_int_equal(play_zone(&play, bolt), ZONE_GRAVEYARD);
  assert_true(play_announced(&play, "608.2b"));
  play_close(&play);
}

static void needs_a_target(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Swamp", 2);
  u32 terror = put(0, "Terror", ZONE_HAND);
  begin();
  assert_false(can_cast(terror));
  play_close(&play);
}

/* --- optional and alternative costs ----------------------------------------------------------------------- */

static void kicks_if_it_can(void **state) {
  (void)state;
  for (u32 n = 1; n <= 5; n += 4) {
    open(2, FORMAT_TWO_PLAYER);
    lands(0, "Mountain", n);
    u32 burst = put(0, "Burst", ZONE_HAND);
    begin();
    cast(burst);
    if (n == 5) {
      assert_true(asked(DECISION_OPTIONAL_COST));
      answer(OPTION_YES);
    }
    assert_true(asked(DECISION_TARGET)); /* with one land the question is not asked */
    answer_player(1);
    play_resolve(&play);
    assert_int_equal(play_life(&play, 1), n == 5 ? 16 : 18);
    assert_int_equal(tapped(0), n);
    play_close(&play);
  }
}

static void kicks_many_times(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 5);
  u32 pack = put(0, "Pack", ZONE_HAND);
  begin();
  cast(pack);
  assert_true(asked(DECISION_OPTIONAL_COST));
  assert_int_equal(count_of(play.game, T_OPTIONS), 4); /* 0 to 3 */
  answer_number(3);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 23);
  play_close(&play);
}

static void buys_back(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 5);
  u32 echo = put(0, "Echo", ZONE_HAND);
  begin();
  cast(echo);
  answer(OPTION_YES);
  play_resolve(&play);
  assert_int_equal(play_zone(&play, echo), ZONE_HAND);
  play_close(&play);
}

static void flashes_back(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Island", 1);
  u32 again = put(0, "Again", ZONE_GRAVEYARD);
  begin();
  u32 option = NO_OPTION;
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++)
    if (row_OPTIONS(play.game, i)->kind == OPTION_CAST) option = i;
  assert_int_not_equal(option, NO_OPTION);
  play_take(&play, option);
  assert_int_equal(play_life(&play, 0), 17);
  const CastInfo *info = HEAP_AT(play.game, CastInfo, stack_item_of(play.game, again)->cast);
  assert_int_equal(info->method, W_FLASHBACK);
  assert_int_equal(info->from, ZONE_GRAVEYARD);
  play_resolve(&play);
  assert_int_equal(play_zone(&play, again), ZONE_EXILE);
  assert_int_equal(play_life(&play, 0), 18);
  play_close(&play);
}

static void chooses_among_costs(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 4);
  u32 either = put(0, "Either", ZONE_HAND);
  begin();
  cast(either);
  assert_true(asked(DECISION_OPTION));
  assert_int_equal(count_of(play.game, T_OPTIONS), 2);
  play_take(&play, 1);
  assert_int_equal(play_life(&play, 0), 15);
  assert_int_equal(tapped(0), 1);
  play_close(&play);
}

/* --- modes ------------------------------------------------------------------------------------------------------------------ */

static void offers_possible_modes(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 charm = put(0, "Charm", ZONE_HAND);
  begin();
  cast(charm);
  assert_true(asked(DECISION_MODE));
  assert_int_equal(count_of(play.game, T_OPTIONS), 2); /* no creature to destroy */
  answer_mode(3);
  answer_player(1);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 1), 18);
  play_close(&play);
}

static void repeats_modes(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 command = put(0, "Command", ZONE_HAND);
  begin();
  cast(command);
  answer_mode(1);
  answer_mode(1);
  assert_true(asked(DECISION_TARGET));
  answer_player(0);
  answer_player(1);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 19);
  assert_int_equal(play_life(&play, 1), 19);
  assert_true(play_announced(&play, "700.2d"));
  play_close(&play);
}

static void modes_cost_mana(void **state) {
  (void)state;
  for (u32 n = 1; n <= 4; n++) {
    open(2, FORMAT_TWO_PLAYER);
    lands(0, "Mountain", n);
    u32 spree = put(0, "Spree", ZONE_HAND), escalating = put(0, "Escalating", ZONE_HAND);
    begin();
    assert_int_equal(can_cast(spree), n >= 2);
    assert_true(can_cast(escalating));
    if (n >= 2) {
      cast(spree);
      if (n >= 3) answer_mode(1);
      if (n == 4) {
        assert_true(asked(DECISION_MODE));
        answer_mode(2);
      }
      while (!asked(DECISION_PRIORITY)) play_take(&play, 0);
      assert_int_equal(tapped(0), n == 4 ? 4 : 2);
    }
    play_close(&play);
  }
}

static void escalates(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 3);
  u32 escalating = put(0, "Escalating", ZONE_HAND);
  begin();
  cast(escalating);
  answer_mode(1);
  answer_mode(2);
  assert_int_equal(tapped(0), 3);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 31);
  play_close(&play);
}

/* --- sets of targets, shields ----------------------------------------------------------------------------------------------- */

static void sets_of_targets_meet_their_condition(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 mine = put(0, "Bear", ZONE_BATTLEFIELD), also = put(0, "Elf", ZONE_BATTLEFIELD);
  u32 theirs = put(1, "Bear", ZONE_BATTLEFIELD), pair = put(0, "Pair", ZONE_HAND);
  begin();
  cast(pair);
  assert_true(offers_ref(play_ref(&play, mine)));
  answer_ref(mine);
  assert_false(asked(DECISION_TARGET)); /* only the other player's is left */
  play_resolve(&play);
  assert_int_equal(play_zone(&play, mine), ZONE_GRAVEYARD);
  assert_int_equal(play_zone(&play, theirs), ZONE_GRAVEYARD);
  assert_int_equal(play_zone(&play, also), ZONE_BATTLEFIELD);
  play_close(&play);
}

/* What makes a total low enough may come long after what makes it too high. */
static void totals_of_targets_count_what_is_to_come(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 hulk = put(0, "Hulk", ZONE_BATTLEFIELD), bear = put(0, "Bear", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < 30; i++) put(0, "Bear", ZONE_BATTLEFIELD);
  u32 wretch = put(1, "Wretch", ZONE_BATTLEFIELD), tally = put(0, "Tally", ZONE_HAND);
  begin();
  cast(tally);
  assert_true(offers_ref(play_ref(&play, hulk)) && offers_ref(play_ref(&play, bear)));
  answer_ref(hulk);
  assert_false(asked(DECISION_TARGET)); /* 4 alone is too much, and so is 4 + 2 - 2 */
  play_resolve(&play);
  assert_int_equal(play_zone(&play, hulk), ZONE_GRAVEYARD);
  assert_int_equal(play_zone(&play, wretch), ZONE_GRAVEYARD);
  assert_int_equal(play_zone(&play, bear), ZONE_BATTLEFIELD);
  play_close(&play);
}

static void targets_that_exclude_each_other(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 only = put(0, "Bear", ZONE_BATTLEFIELD), duel = put(0, "Duel", ZONE_HAND);
  begin();
  assert_false(can_cast(duel));
  play_close(&play);
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  only = put(0, "Bear", ZONE_BATTLEFIELD);
  u32 other = put(1, "Elf", ZONE_BATTLEFIELD);
  duel = put(0, "Duel", ZONE_HAND);
  begin();
  cast(duel);
  answer_ref(only);
  assert_int_equal(play_zone(&play, duel), ZONE_STACK);
  play_resolve(&play);
  assert_int_equal(play_zone(&play, other), ZONE_GRAVEYARD);
  play_close(&play);
}

static void shields_hold(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 hexed = put(1, "Hexed", ZONE_BATTLEFIELD), own = put(0, "Hexed", ZONE_BATTLEFIELD);
  u32 shrouded = put(0, "Shrouded", ZONE_BATTLEFIELD), guarded = put(1, "Protected", ZONE_BATTLEFIELD);
  u32 bolt = put(0, "Bolt", ZONE_HAND);
  begin();
  cast(bolt);
  assert_false(offers_ref(play_ref(&play, hexed)));
  assert_true(offers_ref(play_ref(&play, own)));
  assert_false(offers_ref(play_ref(&play, shrouded)));
  assert_false(offers_ref(play_ref(&play, guarded)));
  assert_true(play_announced(&play, "702.11b"));
  assert_true(play_announced(&play, "702.18a"));
  assert_true(play_announced(&play, "702.16b"));
  play_close(&play);
}

/* 702.5c */
static void an_aura_obeys_all_its_enchant_abilities(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 aura = put(0, "Narrow", ZONE_HAND);
  put(0, "Bear", ZONE_BATTLEFIELD);
  put(1, "Elf", ZONE_BATTLEFIELD);
  u32 bear = put(1, "Bear", ZONE_BATTLEFIELD);
  lands(0, "Plains", 4);
  begin();
  cast(aura);
  assert_false(asked(DECISION_TARGET)); /* there is one creature that all of them allow */
  play_resolve(&play);
  assert_true(permanent_of(play.game, aura)->attached_to == play_ref(&play, bear));
  assert_true(play_announced(&play, "702.5c"));
  play_close(&play);
}

static void a_creature_fights_itself(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 tantrum = put(0, "Tantrum", ZONE_HAND), walker = put(1, "Elf", ZONE_BATTLEFIELD);
  u32 big = put(1, "Delver", ZONE_BATTLEFIELD);
  begin();
  cast(tantrum);
  answer_ref(big);
  play_resolve(&play);
  assert_int_equal(play_zone(&play, big), ZONE_GRAVEYARD);
  assert_int_equal(play_zone(&play, walker), ZONE_BATTLEFIELD);
  assert_true(play_announced(&play, "701.14c"));
  play_close(&play);
}

static void auras_target(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Plains", 2);
  u32 aura = put(0, "Pacify", ZONE_HAND), bear = put(1, "Bear", ZONE_BATTLEFIELD),
      elf = put(1, "Elf", ZONE_BATTLEFIELD);
  (void)elf;
  begin();
  cast(aura);
  assert_true(asked(DECISION_TARGET));
  answer_ref(bear);
  assert_true(play_announced(&play, "303.4a"));
  play_resolve(&play);
  assert_int_equal(play_zone(&play, aura), ZONE_BATTLEFIELD);
  assert_int_equal(permanent_of(play.game, aura)->attached_to, play_ref(&play, bear));
  play_close(&play);
}

static void illegal_targets_make_a_spell_fizzle(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 2);
  u32 first = put(0, "Bolt", ZONE_HAND), second = put(0, "Bolt", ZONE_HAND), bear = put(1, "Bear", ZONE_BATTLEFIELD);
  begin();
  cast(first);
  answer_ref(bear);
  cast(second);
  answer_ref(bear);
  play_resolve(&play);
  assert_int_equal(play_zone(&play, bear), ZONE_GRAVEYARD);
  assert_int_equal(play_zone(&play, first), ZONE_GRAVEYARD);
  play_close(&play);
}

/* Of any number of targets each is judged (608.2b). */
static void illegal_ones_of_many_targets_are_left_alone(void **state) {
  (void)state;
  enum { MANY = 300 };
  static const u32 ILLEGAL[] = {3, 255, 256, 290, 299};
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 swarm = put(0, "Swarm", ZONE_HAND), bears[MANY];
  for (u32 i = 0; i < MANY; i++) bears[i] = put(1, "Bear", ZONE_BATTLEFIELD);
  begin();
  cast(swarm);
  for (u32 i = 0; i < MANY; i++) answer_ref(bears[i]);
  for (u32 i = 0; i < COUNT_OF(ILLEGAL); i++) object_row(play.game, bears[ILLEGAL[i]])->status |= STATUS_TAPPED;
  facts_changed(play.game, FACT_STATUS);
  play_resolve(&play);
  for (u32 i = 0, next = 0; i < MANY; i++) {
    bool illegal = next < COUNT_OF(ILLEGAL) && ILLEGAL[next] == i;
    if (play_zone(&play, bears[i]) != (illegal ? ZONE_BATTLEFIELD : ZONE_GRAVEYARD)) fail_msg("creature %u", i);
    next += illegal;
  }
  play_close(&play);
}

/* As many objects as it takes make a set that a cost asks for. */
static void many_objects_pay_one_cost(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 toll = put(0, "Toll", ZONE_HAND), bears[70];
  for (u32 i = 0; i < COUNT_OF(bears); i++) bears[i] = put(0, "Bear", ZONE_BATTLEFIELD);
  begin();
  assert_true(can_cast(toll));
  cast(toll);
  while (asked(DECISION_COST)) answer_ref((u32)ref_slot(row_OPTIONS(play.game, 0)->ref));
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 21);
  for (u32 i = 0; i < COUNT_OF(bears); i++) assert_int_equal(play_zone(&play, bears[i]), ZONE_GRAVEYARD);
  play_close(&play);
}

/* A number below zero is none (107.1b), however far below. */
static void fewer_than_none_may_pay_one_cost(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  u32 debt = put(0, "Debt", ZONE_HAND), bears[3];
  for (u32 i = 0; i < COUNT_OF(bears); i++) bears[i] = put(0, "Bear", ZONE_BATTLEFIELD);
  begin();
  cast(debt);
  assert_true(asked(DECISION_COST));
  answer_ref(bears[0]);
  assert_true(asked(DECISION_COST) && offers_ref(play_ref(&play, bears[1])));
  answer(OPTION_DONE);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 21);
  play_close(&play);
}

/* --- triggers of casting, other prohibitions ------------------------------------------------------------------------------------ */

static void casting_triggers(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Mountain", 1);
  put(0, "Noisy", ZONE_BATTLEFIELD);
  u32 bolt = put(0, "Bolt", ZONE_HAND), bear = put(1, "Bear", ZONE_BATTLEFIELD);
  begin();
  cast(bolt);
  answer_ref(bear);
  while (!asked(DECISION_PRIORITY)) play_take(&play, 0);
  assert_int_equal(on_stack(), 3); /* both triggered abilities */
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 1120);
  play_close(&play);
}

static void prohibitions_hold(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 4);
  put(0, "Silence", ZONE_BATTLEFIELD);
  u32 bear = put(0, "Bear", ZONE_HAND), relic = put(0, "Helper", ZONE_HAND);
  begin();
  assert_false(can_cast(bear));
  assert_true(can_cast(relic));
  play_close(&play);
}

static void pays_while_resolving(void **state) {
  (void)state;
  for (u32 pay = 0; pay < 2; pay++) {
    open(2, FORMAT_TWO_PLAYER);
    lands(0, "Forest", 5);
    lands(1, "Island", 2);
    u32 bear = put(0, "Bear", ZONE_HAND), leak = put(1, "Leak", ZONE_HAND);
    begin();
    cast(bear);
    play_pass(&play);
    cast(leak);
    while (!asked(DECISION_MAY)) play_take(&play, 0);
    assert_int_equal(play_decision(&play)->player, 0);
    answer(pay ? OPTION_YES : OPTION_NO);
    assert_int_equal(tapped(0), pay ? 5 : 2);
    play_resolve(&play);
    assert_int_equal(play_zone(&play, bear), pay ? ZONE_BATTLEFIELD : ZONE_GRAVEYARD);
    play_close(&play);
  }
}

/* --- abilities ------------------------------------------------------------------------------------------------------------------ */

static void activates_an_ability(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 pinger = put(0, "Pinger", ZONE_BATTLEFIELD);
  begin();
  play_take(&play, option_at(OPTION_ACTIVATE, pinger, 0));
  answer_player(1);
  assert_true(object_row(play.game, pinger)->status & STATUS_TAPPED);
  assert_int_equal(on_stack(), 1);
  assert_int_equal(option_at(OPTION_ACTIVATE, pinger, 0), NO_OPTION);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 1), 19);
  assert_true(play_announced(&play, "602.2a"));
  play_close(&play);
}

static void sick_creatures_do_not_tap(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 1);
  u32 elf = put(0, "Elf", ZONE_HAND);
  begin();
  cast(elf);
  play_resolve(&play);
  assert_int_equal(option_at(OPTION_ACTIVATE, elf, 0), NO_OPTION);
  assert_true(play_announced(&play, "302.6"));
  play_close(&play);
}

static void loyalty_abilities_once_a_turn(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  u32 walker = put(0, "Walker", ZONE_BATTLEFIELD);
  begin();
  assert_int_equal(option_at(OPTION_ACTIVATE, walker, 1), NO_OPTION); /* too few counters */
  play_take(&play, option_at(OPTION_ACTIVATE, walker, 0));
  assert_int_equal(object_counters(play.game, walker, W_C_LOYALTY), 4);
  play_resolve(&play);
  assert_int_equal(option_at(OPTION_ACTIVATE, walker, 0), NO_OPTION);
  assert_int_equal(option_at(OPTION_ACTIVATE, walker, 1), NO_OPTION);
  play_to(&play, 3, W_STEP_MAIN);
  assert_int_not_equal(option_at(OPTION_ACTIVATE, walker, 1), NO_OPTION);
  play_close(&play);
}

static void limits_hold(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 2);
  u32 once = put(0, "Once", ZONE_BATTLEFIELD);
  begin();
  play_take(&play, option_at(OPTION_ACTIVATE, once, 0));
  assert_int_equal(option_at(OPTION_ACTIVATE, once, 0), NO_OPTION);
  play_close(&play);
}

static void cycles(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Forest", 1);
  u32 cycler = put(0, "Cycler", ZONE_HAND);
  begin();
  u32 option = NO_OPTION;
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++)
    if (row_OPTIONS(play.game, i)->kind == OPTION_ACTIVATE && row_OPTIONS(play.game, i)->ref == play_ref(&play, cycler))
      option = i;
  assert_int_not_equal(option, NO_OPTION);
  play_take(&play, option);
  assert_int_equal(play_zone(&play, cycler), ZONE_GRAVEYARD);
  play_resolve(&play);
  assert_int_equal(zone_list(play.game, ZONE_HAND, 0)->count, 1);
  play_close(&play);
}

/* --- faces ------------------------------------------------------------------------------------------------------------------------ */

static void casts_face_down_and_turns_up(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Island", 5);
  u32 shifter = put(0, "Shifter", ZONE_HAND);
  begin();
  u32 method = method_make(WAY_FACE_DOWN, 0, SHAPE_MORPH, 0);
  assert_true(can_cast(shifter));
  play_take(&play, option_at(OPTION_CAST, shifter, method));
  assert_int_equal(tapped(0), 3);
  assert_true(object_row(play.game, shifter)->status & STATUS_FACE_DOWN);
  assert_int_equal(object_row(play.game, shifter)->known, 1);
  play_resolve(&play);
  assert_int_equal(chars_of(play.game, shifter)->power, 2);
  play_take(&play, option_at(OPTION_SPECIAL, shifter, SPECIAL_TURN_UP));
  assert_int_equal(tapped(0), 5);
  assert_int_equal(chars_of(play.game, shifter)->power, 4);
  assert_true(play_announced(&play, "116.2b"));
  play_close(&play);
}

static void casts_one_half(void **state) {
  (void)state;
  open(2, FORMAT_TWO_PLAYER);
  lands(0, "Island", 2);
  u32 split = put(0, "Fire // Ice", ZONE_HAND);
  begin();
  assert_false(can_cast(split)); /* no red mana for the first half */
  u32 option = option_at(OPTION_CAST, split, method_make(0, 1, SHAPE_NORMAL, 0));
  assert_int_not_equal(option, NO_OPTION);
  play_take(&play, option);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 23);
  play_close(&play);
}

static void commanders_are_taxed(void **state) {
  (void)state;
  open(2, FORMAT_COMMANDER);
  lands(0, "Forest", 4);
  u32 bear = put(0, "Bear", ZONE_COMMAND);
  setup_commander(play.game, bear);
  begin();
  cast(bear);
  assert_int_equal(tapped(0), 2);
  assert_int_equal(row_CARDS(play.game, object_row(play.game, bear)->card)->casts, 1);
  play_close(&play);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(casts_a_creature),
      cmocka_unit_test(keeps_to_timing),
      cmocka_unit_test(one_land_a_turn),
      cmocka_unit_test(targets_and_resolves),
      cmocka_unit_test(needs_a_target),
      cmocka_unit_test(kicks_if_it_can),
      cmocka_unit_test(kicks_many_times),
      cmocka_unit_test(buys_back),
      cmocka_unit_test(flashes_back),
      cmocka_unit_test(chooses_among_costs),
      cmocka_unit_test(offers_possible_modes),
      cmocka_unit_test(repeats_modes),
      cmocka_unit_test(modes_cost_mana),
      cmocka_unit_test(escalates),
      cmocka_unit_test(sets_of_targets_meet_their_condition),
      cmocka_unit_test(totals_of_targets_count_what_is_to_come),
      cmocka_unit_test(targets_that_exclude_each_other),
      cmocka_unit_test(shields_hold),
      cmocka_unit_test(a_creature_fights_itself),
      cmocka_unit_test(auras_target),
      cmocka_unit_test(an_aura_obeys_all_its_enchant_abilities),
      cmocka_unit_test(illegal_targets_make_a_spell_fizzle),
      cmocka_unit_test(illegal_ones_of_many_targets_are_left_alone),
      cmocka_unit_test(many_objects_pay_one_cost),
      cmocka_unit_test(fewer_than_none_may_pay_one_cost),
      cmocka_unit_test(casting_triggers),
      cmocka_unit_test(prohibitions_hold),
      cmocka_unit_test(pays_while_resolving),
      cmocka_unit_test(activates_an_ability),
      cmocka_unit_test(sick_creatures_do_not_tap),
      cmocka_unit_test(loyalty_abilities_once_a_turn),
      cmocka_unit_test(limits_hold),
      cmocka_unit_test(cycles),
      cmocka_unit_test(casts_face_down_and_turns_up),
      cmocka_unit_test(casts_one_half),
      cmocka_unit_test(commanders_are_taxed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
