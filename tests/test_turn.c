/* The frame of play: turns, steps, priority, the end of the game. */
#include "support/play.h"

#include "rules/game/run_game.h"
#include "rules/turn/turn.h"

static const char CARDS[] =
    "(card \"Relic\" (cost {3}) (types artifact))"
    "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2))"
    "(card \"Clock\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you)) (gain-life 1))"
    "  (triggered (step end player) (gain-life 10)))"
    "(card \"Sleeper\" (cost {2}) (types artifact) (static (rules (doesnt-untap (is self)))))"
    "(card \"Hoard\" (cost {2}) (types artifact) (static (rules (no-maximum-hand-size (is you)))))"
    "(card \"Mourner\" (cost {B}) (types creature Human) (pt 1 1)"
    "  (triggered (discards (is you)) (gain-life 1)))"
    "(card \"Hourglass\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you)) (extra-turn) :limit 1 :if (cmp (turn-number) = 1)))"
    "(card \"Napper\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you)) (skip-next draw)))"
    "(card \"Grounded\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you)) (skip-next combat)))"
    "(card \"Ender\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you)) (end-turn)))"
    "(card \"Abstainer\" (cost {2}) (types enchantment)"
    "  (replacement (step draw (is you)) skip))"
    "(card \"Growth\" (cost {2}) (types creature Plant) (pt 1 1)"
    "  (triggered (step upkeep (is you)) (apply self end-of-turn (pt 3 3))))"
    "(card \"Restless\" (cost {2}) (types artifact)"
    "  (triggered (becomes-tapped (is self)) (untap self))"
    "  (triggered (becomes-untapped (is self)) (tap self))"
    "  (triggered (step draw (is you)) (tap self)))"
    "(card \"Swelling\" (cost {2}) (types artifact)"
    "  (triggered (gains-life (is you)) (gain-life 1))"
    "  (triggered (step draw (is you)) (gain-life 1)))"
    "(card \"Ghost\" (cost {U}) (types creature Spirit) (pt 2 2) phasing)"
    "(card \"Doomsayer\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you)) (lose-game (all-players player))))"
    "(card \"Prophet\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you)) (win-game you)))"
    "(card \"Thief\" (cost {2}) (types artifact)"
    "  (triggered (step upkeep (is you))"
    "    (apply (all battlefield (type creature)) indefinite (controller-is you))))";

static void open2(Play *play) {
  play_open(play, CARDS, 2, FORMAT_TWO_PLAYER);
  for (u32 p = 0; p < 2; p++) play_library(play, p, "Relic", 30);
}

/* The steps in which the active player gets priority, of one turn. */
static void test_steps(void **state) {
  (void)state;
  static const Word STEPS[] = {W_STEP_UPKEEP,    W_STEP_DRAW,       W_STEP_MAIN,   W_STEP_BEGIN_COMBAT,
                               W_STEP_ATTACKERS, W_STEP_END_COMBAT, W_STEP_MAIN_2, W_STEP_END};
  Play play;
  open2(&play);
  play_start(&play);
  for (u32 turn = 1; turn <= 2; turn++) {
    for (u32 i = 0; i < COUNT_OF(STEPS); i++) {
      if (turn == 1 && STEPS[i] == W_STEP_DRAW) continue; /* 103.8a */
      const Core *c = core(play.game);
      assert_int_equal(c->turn, turn);
      assert_int_equal(c->active, turn - 1);
      assert_int_equal(step_now(play.game), STEPS[i]);
      assert_int_equal(c->priority, turn - 1);
      play_pass(&play);
      assert_int_equal(core(play.game)->priority, 2 - turn);
      play_pass(&play);
    }
  }
  assert_int_equal(core(play.game)->turn, 3);
  assert_int_equal(core(play.game)->active, 0);
  assert_true(play_announced(&play, "103.8a"));
  assert_true(play_announced(&play, "117.4"));
  assert_int_equal(zone_list(play.game, ZONE_HAND, 0)->count, 0);
  assert_int_equal(zone_list(play.game, ZONE_HAND, 1)->count, 1);
  play_close(&play);
}

static void test_beginning_triggers(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Clock", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_int_equal(step_now(play.game), W_STEP_UPKEEP);
  assert_int_not_equal(zone_first(play.game, ZONE_STACK, 0), 0);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 21);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_int_equal(play_life(&play, 0), 31); /* each end step */
  assert_true(play_announced(&play, "500.6"));
  play_close(&play);
}

static void test_untap(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 mine = play_put(&play, 0, "Relic", ZONE_BATTLEFIELD);
  u32 sleeper = play_put(&play, 0, "Sleeper", ZONE_BATTLEFIELD);
  u32 theirs = play_put(&play, 1, "Relic", ZONE_BATTLEFIELD);
  u32 all[] = {mine, sleeper, theirs};
  for (u32 i = 0; i < 3; i++) object_row(play.game, all[i])->status |= STATUS_TAPPED;
  play_start(&play);
  assert_false(object_row(play.game, mine)->status & STATUS_TAPPED);
  assert_true(object_row(play.game, sleeper)->status & STATUS_TAPPED);
  assert_true(object_row(play.game, theirs)->status & STATUS_TAPPED);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_false(object_row(play.game, theirs)->status & STATUS_TAPPED);
  play_close(&play);
}

static void test_hand_size(void **state) {
  (void)state;
  Play play;
  open2(&play);
  for (u32 i = 0; i < 9; i++) play_put(&play, 0, "Relic", ZONE_HAND);
  u32 keep = play_put(&play, 0, "Bear", ZONE_HAND);
  play_start(&play);
  play_to_choice(&play, DECISION_OBJECT);
  assert_int_equal(play_decision(&play)->min, 3);
  assert_int_equal(play_decision(&play)->player, 0);
  for (u32 i = 0; i < 3; i++) play_take(&play, 0);
  assert_int_equal(core(play.game)->turn, 2);
  assert_int_equal(zone_list(play.game, ZONE_HAND, 0)->count, 7);
  assert_int_equal(zone_list(play.game, ZONE_GRAVEYARD, 0)->count, 3);
  assert_int_equal(play_zone(&play, keep), ZONE_HAND);
  assert_true(play_announced(&play, "514.1"));
  play_close(&play);
}

static void test_no_maximum_hand_size(void **state) {
  (void)state;
  Play play;
  open2(&play);
  for (u32 i = 0; i < 9; i++) play_put(&play, 0, "Relic", ZONE_HAND);
  play_put(&play, 0, "Hoard", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_int_equal(zone_list(play.game, ZONE_HAND, 0)->count, 9);
  play_close(&play);
}

/* A trigger in the cleanup step gives priority there, and another cleanup step follows (514.3a). */
static void test_cleanup_repeats(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Mourner", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < 8; i++) play_put(&play, 0, "Relic", ZONE_HAND);
  play_start(&play);
  play_to_choice(&play, DECISION_OBJECT);
  u32 serial = core(play.game)->step_serial;
  play_take(&play, 0);
  assert_int_equal(step_now(play.game), W_STEP_CLEANUP);
  assert_int_equal(play_decision(&play)->kind, DECISION_PRIORITY);
  play_resolve(&play);
  assert_int_equal(play_life(&play, 0), 21);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_int_equal(core(play.game)->step_serial, serial + 3); /* cleanup, untap, upkeep */
  assert_true(play_announced(&play, "514.3a"));
  play_close(&play);
}

static void test_until_end_of_turn(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 plant = play_put(&play, 0, "Growth", ZONE_BATTLEFIELD);
  play_start(&play);
  play_resolve(&play);
  assert_int_equal(chars_of(play.game, plant)->power, 4);
  permanent_of(play.game, plant)->damage = 3;
  facts_changed(play.game, FACT_DAMAGE);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_int_equal(chars_of(play.game, plant)->power, 1);
  assert_int_equal(permanent_of(play.game, plant)->damage, 0); /* both at once (514.2) */
  assert_int_equal(play_zone(&play, plant), ZONE_BATTLEFIELD);
  play_close(&play);
}

static void test_extra_turn(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Hourglass", ZONE_BATTLEFIELD);
  play_start(&play);
  static const u32 ACTIVE[] = {0, 0, 1, 0};
  for (u32 turn = 1; turn <= COUNT_OF(ACTIVE); turn++) {
    play_to(&play, turn, W_STEP_MAIN);
    assert_int_equal(core(play.game)->active, ACTIVE[turn - 1]);
  }
  assert_int_equal(core(play.game)->players[0].turns_taken, 3);
  assert_true(play_announced(&play, "500.7"));
  play_close(&play);
}

static void test_turn_order_of_extra_turns(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_start(&play);
  turn_add(play.game, 1, REF_NONE);
  turn_add(play.game, 0, REF_NONE); /* added last, taken first (500.7) */
  turn_skip(play.game, 1, REF_NONE);
  static const u32 ACTIVE[] = {0, 0, 1, 0, 1};
  for (u32 turn = 1; turn <= COUNT_OF(ACTIVE); turn++) {
    play_to(&play, turn, W_STEP_MAIN);
    assert_int_equal(core(play.game)->active, ACTIVE[turn - 1]); /* the extra turn of 1 is the one skipped */
  }
  assert_true(play_announced(&play, "500.11"));
  play_close(&play);
}

static void test_skipped_step(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 1, "Napper", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to(&play, 2, W_STEP_UPKEEP);
  play_resolve(&play);
  play_to(&play, 2, W_STEP_MAIN);
  assert_int_equal(zone_list(play.game, ZONE_HAND, 1)->count, 0);
  assert_int_equal(count_of(play.game, T_DUE), 0);
  play_close(&play);
}

static void test_skipped_combat(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Grounded", ZONE_BATTLEFIELD);
  play_put(&play, 0, "Bear", ZONE_BATTLEFIELD);
  play_start(&play);
  play_resolve(&play);
  play_to(&play, 1, W_STEP_MAIN);
  play_pass(&play);
  play_pass(&play);
  assert_int_equal(step_now(play.game), W_STEP_MAIN_2); /* postcombat all the same (505.1a) */
  play_close(&play);
}

static void test_replaced_step(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 1, "Abstainer", ZONE_BATTLEFIELD);
  play_start(&play);
  for (u32 turn = 2; turn <= 4; turn += 2) {
    play_to(&play, turn, W_STEP_UPKEEP);
    play_pass(&play);
    play_pass(&play);
    assert_int_equal(step_now(play.game), W_STEP_MAIN);
    assert_int_equal(zone_list(play.game, ZONE_HAND, 1)->count, 0);
  }
  play_to(&play, 5, W_STEP_MAIN);
  assert_int_equal(zone_list(play.game, ZONE_HAND, 0)->count, 2);
  play_close(&play);
}

static void test_extra_phases(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_start(&play);
  play_to(&play, 1, W_STEP_MAIN);
  phase_add(play.game, W_STEP_MAIN_2, 0, REF_NONE);
  phase_add(play.game, W_PHASE_COMBAT, 0, REF_NONE); /* added last, comes first (500.8) */
  phase_add(play.game, W_STEP_UPKEEP, W_STEP_END, REF_NONE);
  static const Word STEPS[] = {W_STEP_MAIN,   W_STEP_BEGIN_COMBAT, W_STEP_ATTACKERS, W_STEP_END_COMBAT,
                               W_STEP_MAIN_2, W_STEP_BEGIN_COMBAT, W_STEP_ATTACKERS, W_STEP_END_COMBAT,
                               W_STEP_MAIN_2, W_STEP_END,          W_STEP_UPKEEP};
  for (u32 i = 0; i < COUNT_OF(STEPS); i++) {
    assert_int_equal(core(play.game)->turn, 1);
    assert_int_equal(step_now(play.game), STEPS[i]);
    play_pass(&play);
    play_pass(&play);
  }
  assert_int_equal(core(play.game)->turn, 2);
  assert_int_equal(count_of(play.game, T_DUE), 0);
  assert_true(play_announced(&play, "500.8"));
  assert_true(play_announced(&play, "500.9"));
  play_close(&play);
}

static void test_end_the_turn(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Ender", ZONE_BATTLEFIELD);
  play_put(&play, 0, "Clock", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_ORDER);
  play_take(&play, count_of(play.game, T_OPTIONS) - 1); /* the clock's trigger goes on the stack first */
  while (core(play.game)->turn == 1) play_pass(&play);
  assert_int_equal(core(play.game)->turn, 2);
  assert_int_equal(play_life(&play, 0), 20);
  assert_true(play_announced(&play, "724.1b"));
  assert_true(play_announced(&play, "724.1d"));
  play_close(&play);
}

static void test_summoning_sickness_ends(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 bears[2] = {play_put(&play, 0, "Bear", ZONE_BATTLEFIELD), play_put(&play, 1, "Bear", ZONE_BATTLEFIELD)};
  for (u32 i = 0; i < 2; i++) permanent_of(play.game, bears[i])->flags |= PERM_SICK;
  play_start(&play);
  assert_false(permanent_of(play.game, bears[0])->flags & PERM_SICK);
  assert_true(permanent_of(play.game, bears[1])->flags & PERM_SICK);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_false(permanent_of(play.game, bears[1])->flags & PERM_SICK);
  play_close(&play);
}

static void test_phasing(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 ghost = play_put(&play, 1, "Ghost", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_false(object_phased_out(play.game, ghost));
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_true(object_phased_out(play.game, ghost));
  play_to(&play, 4, W_STEP_UPKEEP);
  assert_false(object_phased_out(play.game, ghost));
  assert_true(play_announced(&play, "502.1"));
  play_close(&play);
}

static void test_day_and_night(void **state) {
  (void)state;
  Play play;
  open2(&play);
  core(play.game)->day = 1;
  play_start(&play);
  assert_int_equal(core(play.game)->day, 1);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_int_equal(core(play.game)->day, 2); /* nobody cast a spell (731.2a) */
  core(play.game)->players[1].spells_this_turn = 2;
  play_to(&play, 3, W_STEP_UPKEEP);
  assert_int_equal(core(play.game)->day, 1);
  play_close(&play);
}

static void test_controlled_turn(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_start(&play);
  turn_control(play.game, 1, 0);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_int_equal(play_decision(&play)->player, 0);
  assert_int_equal(play_decision(&play)->for_player, 1);
  play_to(&play, 4, W_STEP_UPKEEP);
  assert_int_equal(play_decision(&play)->player, 1);
  assert_true(play_announced(&play, "723.1"));
  play_close(&play);
}

/* --- the end of the game ---------------------------------------------------------------------------- */

static void test_decked(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  play_library(&play, 0, "Relic", 10);
  play_library(&play, 1, "Relic", 1);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY); /* never asked */
  assert_true(core(play.game)->over);
  assert_int_equal(core(play.game)->turn, 4);
  assert_true(core(play.game)->players[1].lost);
  assert_true(core(play.game)->players[0].won);
  assert_true(play_announced(&play, "704.5b"));
  play_close(&play);
}

static void test_all_lose(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Doomsayer", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY);
  assert_true(core(play.game)->over);
  for (u32 p = 0; p < 2; p++) {
    assert_false(core(play.game)->players[p].won);
    assert_false(core(play.game)->players[p].lost);
  }
  assert_true(play_announced(&play, "104.4a"));
  play_close(&play);
}

static void test_win(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 3, FORMAT_FREE_FOR_ALL);
  for (u32 p = 0; p < 3; p++) play_library(&play, p, "Relic", 10);
  play_put(&play, 1, "Prophet", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY);
  assert_int_equal(core(play.game)->turn, 2);
  assert_true(core(play.game)->players[1].won);
  assert_true(core(play.game)->players[0].lost);
  assert_true(core(play.game)->players[2].lost);
  play_close(&play);
}

static void test_concede(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_start(&play);
  play_concede(&play, 0);
  assert_true(core(play.game)->over);
  assert_int_equal(play_decision(&play)->kind, DECISION_NONE);
  assert_true(core(play.game)->players[1].won);
  assert_true(play_announced(&play, "104.3a"));
  play_close(&play);
}

/* What a player owns leaves with them, what they only control goes back or into exile (800.4a). */
static void test_leaving(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 3, FORMAT_FREE_FOR_ALL);
  for (u32 p = 0; p < 3; p++) play_library(&play, p, "Relic", 10);
  u32 thief = play_put(&play, 0, "Thief", ZONE_BATTLEFIELD);
  u32 bear = play_put(&play, 1, "Bear", ZONE_BATTLEFIELD);
  u32 given = play_put(&play, 2, "Relic", ZONE_BATTLEFIELD);
  object_row(play.game, given)->base_controller = object_row(play.game, given)->controller = 0;
  u32 library = zone_first(play.game, ZONE_LIBRARY, 0);
  play_start(&play);
  play_resolve(&play);
  assert_int_equal(object_row(play.game, bear)->controller, 0);
  Ref thief_was = play_ref(&play, thief), library_was = play_ref(&play, library);
  play_concede(&play, 0);
  assert_false(core(play.game)->over);
  assert_int_equal(object_live(play.game, thief_was), 0);
  assert_int_equal(object_live(play.game, library_was), 0);
  assert_int_equal(zone_list(play.game, ZONE_LIBRARY, 0)->count, 0);
  assert_int_equal(object_row(play.game, bear)->controller, 1);
  assert_int_equal(play_zone(&play, bear), ZONE_BATTLEFIELD);
  assert_int_equal(play_zone(&play, given), ZONE_EXILE);
  /* The turn goes on without an active player (800.4j), then it is the next one's. */
  assert_int_equal(core(play.game)->turn, 1);
  assert_int_equal(play_decision(&play)->kind, DECISION_PRIORITY);
  assert_int_equal(play_decision(&play)->player, 1);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_int_equal(core(play.game)->active, 1);
  play_to(&play, 4, W_STEP_UPKEEP);
  assert_int_equal(core(play.game)->active, 1);
  play_concede(&play, 1);
  assert_true(core(play.game)->players[2].won);
  play_close(&play);
}

/* Conceding in the middle of a choice ends everything that was going on. */
static void test_concede_while_choosing(void **state) {
  (void)state;
  Play play;
  open2(&play);
  for (u32 i = 0; i < 9; i++) play_put(&play, 0, "Relic", ZONE_HAND);
  play_start(&play);
  play_to_choice(&play, DECISION_OBJECT);
  play_concede(&play, 1);
  assert_true(core(play.game)->over);
  assert_int_equal(count_of(play.game, T_FRAMES), 0);
  assert_int_equal(count_of(play.game, T_CHOSEN), 0);
  assert_true(core(play.game)->players[0].won);
  play_close(&play);
}

/* With more than two players somebody else chooses in the place of one who has left (800.4h). */
static void test_leave_while_choosing(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 3, FORMAT_FREE_FOR_ALL);
  for (u32 p = 0; p < 3; p++) play_library(&play, p, "Relic", 10);
  for (u32 i = 0; i < 9; i++) play_put(&play, 0, "Relic", ZONE_HAND);
  play_start(&play);
  play_to_choice(&play, DECISION_OBJECT);
  play_concede(&play, 0);
  assert_int_equal(play_decision(&play)->player, 1);
  play_to(&play, 2, W_STEP_UPKEEP);
  assert_true(play_announced(&play, "800.4h"));
  play_close(&play);
}

static void test_players_in_order(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 4, FORMAT_FREE_FOR_ALL);
  for (u32 p = 0; p < 4; p++) play_library(&play, p, "Relic", 10);
  core(play.game)->starting_player = 2;
  play_start(&play);
  static const u32 ORDER[] = {2, 3, 0, 1};
  for (u32 i = 0; i < 4; i++) {
    assert_int_equal(player_apnap(play.game, i), ORDER[i]);
    assert_int_equal(core(play.game)->priority, ORDER[i]);
    play_pass(&play);
  }
  assert_int_equal(player_apnap(play.game, 4), PLAYER_NONE);
  core(play.game)->players[3].left = LEFT_GAME;
  for (u32 p = 0; p < 4; p++) {
    u32 others = 0;
    while (player_other(play.game, p, others) != PLAYER_NONE) others++;
    assert_int_equal(others, p == 3 ? 3 : 2); /* also from a seat whose player has left */
  }
  core(play.game)->players[3].left = LEFT_NOT;
  assert_int_equal(step_now(play.game), W_STEP_DRAW); /* nobody skips it (103.8c) */
  play_close(&play);
}

/* --- loops ---------------------------------------------------------------------------------------------------- */

static void test_mandatory_loop(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 1, "Restless", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY);
  assert_true(core(play.game)->over);
  assert_true(core(play.game)->draw_by_loop);
  assert_int_equal(core(play.game)->turn, 2);
  assert_false(core(play.game)->players[0].won || core(play.game)->players[1].won);
  assert_true(play_announced(&play, "104.4b"));
  play_close(&play);
}

static void test_growing_loop(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 1, "Swelling", ZONE_BATTLEFIELD);
  play.game->limits.forced_steps = 100;
  play_start(&play);
  play_to(&play, 2, W_STEP_DRAW);
  GavelStatus status = GAVEL_OK;
  for (u32 i = 0; i < 1000 && !status; i++) status = game_answer(play.game, 0);
  assert_int_equal(status, GAVEL_E_LIMIT);
  assert_non_null(strstr(play.game->failure, "forced steps: Swelling goes on and on"));
  assert_false(core(play.game)->over);
  play_close(&play);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_beginning_triggers),
      cmocka_unit_test(test_untap),
      cmocka_unit_test(test_hand_size),
      cmocka_unit_test(test_no_maximum_hand_size),
      cmocka_unit_test(test_cleanup_repeats),
      cmocka_unit_test(test_until_end_of_turn),
      cmocka_unit_test(test_extra_turn),
      cmocka_unit_test(test_turn_order_of_extra_turns),
      cmocka_unit_test(test_skipped_step),
      cmocka_unit_test(test_skipped_combat),
      cmocka_unit_test(test_replaced_step),
      cmocka_unit_test(test_extra_phases),
      cmocka_unit_test(test_end_the_turn),
      cmocka_unit_test(test_summoning_sickness_ends),
      cmocka_unit_test(test_phasing),
      cmocka_unit_test(test_day_and_night),
      cmocka_unit_test(test_controlled_turn),
      cmocka_unit_test(test_decked),
      cmocka_unit_test(test_all_lose),
      cmocka_unit_test(test_win),
      cmocka_unit_test(test_concede),
      cmocka_unit_test(test_leaving),
      cmocka_unit_test(test_concede_while_choosing),
      cmocka_unit_test(test_leave_while_choosing),
      cmocka_unit_test(test_players_in_order),
      cmocka_unit_test(test_mandatory_loop),
      cmocka_unit_test(test_growing_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
