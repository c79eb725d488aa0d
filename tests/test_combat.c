/* Combat (506–511): declarations, restrictions and requirements, damage. */
#include "support/play.h"

#include "rules/combat/combat.h"
#include "rules/combat/set.h"
#include "rules/turn/turn.h"

static const char CARDS[] =
    "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2))"
    "(card \"Giant\" (cost {3}{R}) (types creature Giant) (pt 5 5))"
    "(card \"Wall\" (cost {1}{W}) (types creature Wall) (pt 0 4) defender)"
    "(card \"Bird\" (cost {W}) (types creature Bird) (pt 1 1) flying)"
    "(card \"Spider\" (cost {3}{G}) (types creature Spider) (pt 2 4) reach)"
    "(card \"Knight\" (cost {W}{W}) (types creature Knight) (pt 2 2) (keyword first-strike))"
    "(card \"Twin\" (cost {W}{W}) (types creature Knight) (pt 2 2) (keyword double-strike))"
    "(card \"Rogue\" (cost {B}) (types creature Rogue) (pt 2 2) menace)"
    "(card \"Shade\" (cost {B}) (types creature Shade) (pt 2 2) shadow)"
    "(card \"Fearsome\" (cost {B}) (types creature Horror) (pt 2 2) fear)"
    "(card \"Blackguard\" (cost {B}) (types creature Human) (pt 2 2))"
    "(card \"Golem\" (cost {3}) (types artifact creature Golem) (pt 3 3))"
    "(card \"Islander\" (cost {U}) (types creature Fish) (pt 2 2) (keyword landwalk :quality "
    "(subtype Island)))"
    "(card \"Island\" (types basic land Island))"
    "(card \"Sneak\" (cost {U}) (types creature Rogue) (pt 1 1) skulk)"
    "(card \"Paladin\" (cost {W}) (types creature Knight) (pt 2 2) (keyword protection :quality "
    "(color green)))"
    "(card \"Sentinel\" (cost {W}) (types creature Soldier) (pt 2 2) vigilance)"
    "(card \"Berserker\" (cost {R}) (types creature Human) (pt 3 1) haste"
    "  (static (rules (must-attack (is self)))))"
    "(card \"Guard\" (cost {R}) (types creature Human) (pt 1 1)"
    "  (static (rules (must-block (is self)))))"
    "(card \"Pacifist\" (cost {W}) (types enchantment)"
    "  (static (rules (cant-attack (type creature)))))"
    "(card \"Rhino\" (cost {2}{G}) (types creature Rhino) (pt 5 4) trample)"
    "(card \"Basilisk\" (cost {2}{G}) (types creature Basilisk) (pt 4 4) trample deathtouch)"
    "(card \"Cleric\" (cost {W}) (types creature Cleric) (pt 1 3)"
    "  (triggered (attacks (is self)) (gain-life 1))"
    "  (triggered (becomes-blocked (is self)) (gain-life 10)))"
    "(card \"Ogre\" (cost {R}) (types creature Ogre) (pt 3 3) (triggered (blocks (is self)) "
    "(gain-life 5)))"
    "(card \"Stiff\" (cost {W}) (types creature Wall) (pt 0 5)"
    "  (static (rules (damage-by-toughness (is self)))))"
    "(card \"Walker\" (cost {3}) (types planeswalker) (loyalty 4))"
    "(card \"Plains\" (types basic land Plains))"
    "(card \"Toll\" (cost {2}{W}) (types enchantment)"
    "  (static (rules (attack-cost (and (type creature) (not (controlled-by you))) (mana {2})))))"
    "(card \"Lazy\" (cost {W}) (types creature Cat) (pt 2 2)"
    "  (static (rules (block-cost (is self) (mana {1})))))"
    "(card \"Drought\" (cost {3}) (types enchantment)"
    "  (replacement (adds-mana player) skip))"
    "(card \"Relic\" (cost {3}) (types artifact))";

typedef struct Battle {
  Play play;
  u32 attacker[4], blocker[4];
  u32 attackers, blockers;
} Battle;

static void battle_open(Battle *t, const char *const *attackers, const char *const *blockers) {
  memset(t, 0, sizeof *t);
  play_open(&t->play, CARDS, 2, FORMAT_TWO_PLAYER);
  for (u32 p = 0; p < 2; p++) play_library(&t->play, p, "Relic", 20);
  for (; attackers && attackers[t->attackers]; t->attackers++)
    t->attacker[t->attackers] = play_put(&t->play, 0, attackers[t->attackers], ZONE_BATTLEFIELD);
  for (; blockers && blockers[t->blockers]; t->blockers++)
    t->blocker[t->blockers] = play_put(&t->play, 1, blockers[t->blockers], ZONE_BATTLEFIELD);
  play_start(&t->play);
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* All attackers attack the other player. */
static void attack_with_all(Battle *t) {
  play_to_choice(&t->play, DECISION_ATTACKER);
  for (u32 i = 0; i < t->attackers; i++) {
    if (play_decision(&t->play)->kind != DECISION_ATTACKER) return;
    u32 option = play_option(&t->play, OPTION_REF, play_ref(&t->play, t->attacker[i]), (i64)ref_player(1));
    if (option != NO_OPTION) play_take(&t->play, option);
  }
  if (play_decision(&t->play)->kind == DECISION_ATTACKER) play_answer(&t->play, OPTION_DONE, REF_NONE, 0);
}

static bool may_block(const Battle *t, u32 blocker, u32 attacker) {
  return play_option(&t->play, OPTION_REF, play_ref(&t->play, t->blocker[blocker]),
                     (i64)play_ref(&t->play, t->attacker[attacker])) != NO_OPTION;
}

static void block(Battle *t, u32 blocker, u32 attacker) {
  play_answer(&t->play, OPTION_REF, play_ref(&t->play, t->blocker[blocker]),
              (i64)play_ref(&t->play, t->attacker[attacker]));
}

static void blocks_done(Battle *t) {
  if (play_decision(&t->play)->kind == DECISION_BLOCKER) play_answer(&t->play, OPTION_DONE, REF_NONE, 0);
}

static void assigned(Battle *t, u32 slot, bool player, i64 n) {
  assert_int_equal(play_decision(&t->play)->kind, DECISION_ASSIGN);
  play_answer(&t->play, OPTION_NUMBER, player ? ref_player(slot) : play_ref(&t->play, slot), n);
}

static void assert_alive(const Battle *t, u32 slot) { assert_int_equal(play_zone(&t->play, slot), ZONE_BATTLEFIELD); }
static void assert_dead(const Battle *t, u32 slot) { assert_int_equal(play_zone(&t->play, slot), ZONE_GRAVEYARD); }

/* --- declarations ------------------------------------------------------------------------------ */

static void test_fight_to_the_end(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Bear"), NAMES("Bear"));
  Play *play = &t.play;
  for (u32 n = 0; n < 2000 && !core(play->game)->over; n++) {
    u32 option = 0;
    if (play_decision(play)->kind == DECISION_BLOCKER) option = play_option(play, OPTION_DONE, REF_NONE, 0);
    if (play_decision(play)->kind == DECISION_ATTACKER) option = 1; /* the next one; 0 is done */
    play_take(play, option);
  }
  assert_true(core(play->game)->over);
  assert_true(core(play->game)->players[0].won);
  assert_true(core(play->game)->players[1].lost);
  assert_int_equal(play_life(play, 1), 0);
  assert_int_equal(play_life(play, 0), 12);
  assert_int_equal(core(play->game)->turn, 9);
  assert_true(play_announced(play, "704.5a"));
  assert_true(play_announced(play, "104.2a"));
  play_close(play);
}

static void test_attackers_tap(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Sentinel", "Wall"), NULL);
  play_to_choice(&t.play, DECISION_ATTACKER);
  assert_int_equal(play_option(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[2]), (i64)ref_player(1)), NO_OPTION);
  assert_int_not_equal(play_option(&t.play, OPTION_DONE, REF_NONE, 0), NO_OPTION);
  attack_with_all(&t);
  Game *g = t.play.game;
  assert_true(object_row(g, t.attacker[0])->status & STATUS_TAPPED);
  assert_false(object_row(g, t.attacker[1])->status & STATUS_TAPPED);
  assert_true(permanent_of(g, t.attacker[0])->attacking == ref_player(1));
  assert_false(is_attacking(g, t.attacker[2]));
  assert_true(play_announced(&t.play, "508.1f"));
  assert_true(play_announced(&t.play, "702.20b"));
  assert_true(play_announced(&t.play, "702.3b"));
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_life(&t.play, 1), 16);
  assert_false(is_attacking(g, t.attacker[0]));
  play_close(&t.play);
}

static void test_no_attackers_skips(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear"), NULL);
  play_to(&t.play, 1, W_STEP_ATTACKERS);
  play_pass(&t.play);
  play_pass(&t.play);
  assert_int_equal(step_now(t.play.game), W_STEP_END_COMBAT);
  assert_true(play_announced(&t.play, "508.8"));
  play_close(&t.play);
}

static void test_summoning_sickness(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Berserker"), NULL);
  Game *g = t.play.game;
  permanent_of(g, t.attacker[0])->flags |= PERM_SICK;
  permanent_of(g, t.attacker[1])->flags |= PERM_SICK;
  facts_changed(g, FACT_TURN);
  /* The berserker has haste and must attack: there is no other choice. */
  play_to(&t.play, 1, W_STEP_ATTACKERS);
  assert_true(is_attacking(g, t.attacker[1]));
  assert_false(is_attacking(g, t.attacker[0]));
  assert_true(play_announced(&t.play, "302.6"));
  assert_true(play_announced(&t.play, "702.10b"));
  play_close(&t.play);
}

static void test_must_attack(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Berserker"), NULL);
  play_to_choice(&t.play, DECISION_ATTACKER);
  assert_int_equal(play_option(&t.play, OPTION_DONE, REF_NONE, 0), NO_OPTION);
  assert_true(attack_can_be_declared(t.play.game, t.attacker[0], ref_player(1)));
  assert_false(attack_can_be_declared(t.play.game, t.attacker[0], ref_player(0)));
  play_answer(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[0]), (i64)ref_player(1));
  /* Now only the berserker is left, and that is no choice. */
  assert_int_equal(play_decision(&t.play)->kind, DECISION_PRIORITY);
  assert_true(is_attacking(t.play.game, t.attacker[0]));
  assert_true(is_attacking(t.play.game, t.attacker[1]));
  play_close(&t.play);
}

static void test_cant_attack(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Berserker", "Pacifist"), NULL);
  play_to(&t.play, 1, W_STEP_ATTACKERS);
  assert_false(is_attacking(t.play.game, t.attacker[1]));
  play_close(&t.play);
}

static u32 tapped(const Battle *t, u32 from) {
  u32 n = 0;
  for (u32 i = from; i < t->attackers; i++)
    n += (object_row(t->play.game, t->attacker[i])->status & STATUS_TAPPED) != 0;
  return n;
}

static void test_attack_cost(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Plains", "Plains", "Plains"), NAMES("Toll"));
  play_to_choice(&t.play, DECISION_ATTACKER);
  play_answer(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[0]), (i64)ref_player(1));
  assert_true(is_attacking(t.play.game, t.attacker[0]));
  assert_int_equal(tapped(&t, 1), 2);
  assert_true(play_announced(&t.play, "508.1h"));
  play_close(&t.play);
}

/* What can't be paid for together is not offered together (508.1h). */
static void test_attack_cost_too_high(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Bear", "Plains", "Plains"), NAMES("Toll"));
  play_to_choice(&t.play, DECISION_ATTACKER);
  assert_int_equal(count_of(t.play.game, T_OPTIONS), 3);
  play_answer(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[0]), (i64)ref_player(1));
  assert_int_equal(play_decision(&t.play)->kind, DECISION_PRIORITY);
  assert_true(is_attacking(t.play.game, t.attacker[0]));
  assert_false(is_attacking(t.play.game, t.attacker[1]));
  assert_int_equal(tapped(&t, 2), 2);
  play_close(&t.play);
}

/* The declaration is undone if its costs turn out not to be payable (508.1, 509.1, 733.1). */
static void test_declaration_undone(void **state) {
  (void)state;
  for (u32 blocking = 0; blocking < 2; blocking++) {
    Battle t;
    battle_open(&t, blocking ? NAMES("Bear", "Drought") : NAMES("Bear", "Plains", "Plains", "Drought"),
                blocking ? NAMES("Lazy", "Plains") : NAMES("Toll"));
    if (blocking) attack_with_all(&t);
    play_to_choice(&t.play, blocking ? DECISION_BLOCKER : DECISION_ATTACKER);
    u64 options = count_of(t.play.game, T_OPTIONS);
    play_forget(&t.play);
    if (blocking)
      block(&t, 0, 0);
    else
      play_answer(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[0]), (i64)ref_player(1));
    /* The lands give nothing; what was done is not taken back, then the declaration is. */
    while (play_decision(&t.play)->kind == DECISION_REVERSE) play_answer(&t.play, OPTION_NO, REF_NONE, 0);
    assert_true(play_announced(&t.play, "733.1"));
    assert_int_equal(play_decision(&t.play)->kind, blocking ? DECISION_BLOCKER : DECISION_ATTACKER);
    assert_int_equal(play_decision(&t.play)->chosen, 0);
    assert_int_equal(count_of(t.play.game, T_OPTIONS), options);
    assert_int_equal(tapped(&t, 1), 0);
    play_answer(&t.play, OPTION_DONE, REF_NONE, 0);
    assert_int_equal(play_decision(&t.play)->kind, DECISION_PRIORITY);
    play_close(&t.play);
  }
}

static void test_block_cost(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Bear"), NAMES("Lazy", "Lazy", "Plains"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  assert_int_equal(count_of(t.play.game, T_OPTIONS), 5);
  block(&t, 0, 1);
  /* The land is spent: there is no second block. */
  assert_int_equal(play_decision(&t.play)->kind, DECISION_PRIORITY);
  assert_true(permanent_of(t.play.game, t.blocker[0])->flags & PERM_BLOCKING);
  assert_false(permanent_of(t.play.game, t.blocker[1])->flags & PERM_BLOCKING);
  assert_true(object_row(t.play.game, t.blocker[2])->status & STATUS_TAPPED);
  assert_true(play_announced(&t.play, "509.1d"));
  play_close(&t.play);
}

/* Nobody has to pay to obey a requirement, and what can't be paid is not offered (508.1d). */
static void test_attack_cost_and_requirement(void **state) {
  (void)state;
  for (u32 lands = 0; lands < 2; lands++) {
    Battle t;
    battle_open(&t, lands ? NAMES("Berserker", "Plains", "Plains") : NAMES("Berserker", "Plains"), NAMES("Toll"));
    if (lands) {
      play_to_choice(&t.play, DECISION_ATTACKER);
      assert_int_equal(count_of(t.play.game, T_OPTIONS), 2);
      play_answer(&t.play, OPTION_DONE, REF_NONE, 0);
    }
    play_to(&t.play, 1, W_STEP_ATTACKERS);
    assert_false(is_attacking(t.play.game, t.attacker[0]));
    play_close(&t.play);
  }
}

/* Who can block whom. */
static const struct {
  const char *attacker, *blocker;
  bool can;
  const char *rule;
} EVASION[] = {
    {"Bear", "Bird", true, NULL},           {"Bird", "Bear", false, "702.9b"},
    {"Bird", "Bird", true, NULL},           {"Bird", "Spider", true, NULL},
    {"Shade", "Bear", false, "702.28b"},    {"Bear", "Shade", false, "702.28b"},
    {"Shade", "Shade", true, NULL},         {"Fearsome", "Bear", false, "702.36b"},
    {"Fearsome", "Blackguard", true, NULL}, {"Fearsome", "Golem", true, NULL},
    {"Sneak", "Bear", false, "702.118b"},   {"Sneak", "Bird", true, NULL},
    {"Paladin", "Bear", false, "702.16f"},  {"Paladin", "Bird", true, NULL},
    {"Rogue", "Bear", false, "702.111b"},
};

static void test_evasion(void **state) {
  (void)state;
  for (u32 i = 0; i < COUNT_OF(EVASION); i++) {
    Battle t;
    battle_open(&t, NAMES(EVASION[i].attacker), NAMES(EVASION[i].blocker));
    attack_with_all(&t);
    play_to(&t.play, 1, W_STEP_ATTACKERS);
    play_forget(&t.play);
    play_pass(&t.play);
    play_pass(&t.play);
    bool asked = play_decision(&t.play)->kind == DECISION_BLOCKER;
    if ((asked && may_block(&t, 0, 0)) != EVASION[i].can)
      fail_msg("%s blocked by %s", EVASION[i].attacker, EVASION[i].blocker);
    if (EVASION[i].rule && !play_announced(&t.play, EVASION[i].rule)) fail_msg("%s is not announced", EVASION[i].rule);
    assert_int_equal(block_can_be_declared(t.play.game, t.blocker[0], t.attacker[0]), EVASION[i].can);
    play_close(&t.play);
  }
}

static void test_landwalk(void **state) {
  (void)state;
  for (u32 island = 0; island < 2; island++) {
    Battle t;
    battle_open(&t, NAMES("Islander"), island ? NAMES("Bear", "Island") : NAMES("Bear", "Relic"));
    attack_with_all(&t);
    if (!island) {
      play_to_choice(&t.play, DECISION_BLOCKER);
      assert_true(may_block(&t, 0, 0));
    } else {
      play_to(&t.play, 1, W_STEP_BLOCKERS);
      assert_true(play_announced(&t.play, "702.14c"));
    }
    play_close(&t.play);
  }
}

static void test_menace(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Rogue", "Bear"), NAMES("Bear", "Bear"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  assert_true(may_block(&t, 0, 0));
  assert_false(may_block(&t, 1, 0)); /* the first would have to join it */
  assert_true(may_block(&t, 1, 1));
  block(&t, 0, 0);
  /* One blocker is not enough: the second must follow, and is taken. */
  assert_int_equal(play_decision(&t.play)->kind, DECISION_PRIORITY);
  assert_true(permanent_of(t.play.game, t.attacker[0])->flags & PERM_BLOCKED);
  assert_true(permanent_of(t.play.game, t.attacker[1])->flags & PERM_UNBLOCKED);
  assert_true(permanent_of(t.play.game, t.blocker[1])->flags & PERM_BLOCKING);
  play_close(&t.play);
}

static void test_must_block(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear"), NAMES("Guard", "Bear"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  /* The guard's block is no choice, and was made; only the bear is asked about. */
  assert_int_equal(play_decision(&t.play)->chosen, 1);
  assert_false(may_block(&t, 0, 0));
  assert_true(may_block(&t, 1, 0));
  play_answer(&t.play, OPTION_DONE, REF_NONE, 0);
  assert_true(permanent_of(t.play.game, t.blocker[0])->flags & PERM_BLOCKING);
  assert_false(permanent_of(t.play.game, t.blocker[1])->flags & PERM_BLOCKING);
  play_close(&t.play);
}

/* --- damage -------------------------------------------------------------------------------------------- */

static void test_plain_damage(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Giant"), NAMES("Bear"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  blocks_done(&t);
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_dead(&t, t.attacker[0]);
  assert_dead(&t, t.blocker[0]);
  assert_alive(&t, t.attacker[1]);
  assert_int_equal(play_life(&t.play, 1), 15);
  assert_true(play_announced(&t.play, "704.5g"));
  assert_true(play_announced(&t.play, "510.2"));
  play_close(&t.play);
}

static void test_first_strike(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Knight"), NAMES("Bear"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  blocks_done(&t);
  play_to(&t.play, 1, W_STEP_FIRST_DAMAGE);
  assert_dead(&t, t.blocker[0]);
  play_to(&t.play, 1, W_STEP_DAMAGE);
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_alive(&t, t.attacker[0]);
  assert_int_equal(play_life(&t.play, 1), 20); /* it stays blocked (509.1h) */
  assert_true(play_announced(&t.play, "510.4"));
  play_close(&t.play);
}

static void test_first_strike_both(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Knight"), NAMES("Knight"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  blocks_done(&t);
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_dead(&t, t.attacker[0]);
  assert_dead(&t, t.blocker[0]);
  play_close(&t.play);
}

static void test_double_strike(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Twin", "Bear"), NULL);
  attack_with_all(&t);
  play_to(&t.play, 1, W_STEP_FIRST_DAMAGE);
  assert_int_equal(play_life(&t.play, 1), 18);
  play_to(&t.play, 1, W_STEP_DAMAGE);
  assert_int_equal(play_life(&t.play, 1), 14);
  play_close(&t.play);
}

static void test_one_damage_step(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear"), NAMES("Knight"));
  attack_with_all(&t);
  play_to(&t.play, 1, W_STEP_BLOCKERS);
  play_pass(&t.play);
  play_pass(&t.play);
  /* The knight does not block, so nobody strikes first. */
  assert_int_equal(step_now(t.play.game), W_STEP_DAMAGE);
  play_close(&t.play);
}

static void test_divide_among_blockers(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Giant"), NAMES("Bear", "Bear", "Bird"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  block(&t, 1, 0);
  block(&t, 2, 0);
  blocks_done(&t);
  play_to_choice(&t.play, DECISION_ASSIGN);
  assert_int_equal(count_of(t.play.game, T_OPTIONS), 6); /* 0 to 5, freely (510.1c) */
  assigned(&t, t.blocker[0], false, 1);
  assigned(&t, t.blocker[1], false, 3);
  /* The last takes what is left without being asked about. */
  assert_int_equal(play_decision(&t.play)->kind, DECISION_PRIORITY);
  assert_int_equal(permanent_of(t.play.game, t.blocker[0])->damage, 1);
  assert_dead(&t, t.blocker[1]);
  assert_dead(&t, t.blocker[2]);
  assert_dead(&t, t.attacker[0]); /* 2 + 2 + 1 */
  play_close(&t.play);
}

static void grow(Game *g, void *user) {
  object_counters_add(g, *(const u32 *)user, W_C_P1P1, INT64_MAX);
  facts_changed(g, FACT_COUNTERS);
}

/* Of more amounts than are offered the smallest are, and the whole, which may be the greatest number there is. */
static void test_divide_the_greatest(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Giant"), NAMES("Bear", "Bear"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  block(&t, 1, 0);
  blocks_done(&t);
  assert_int_equal(game_protect(t.play.game, grow, &t.attacker[0]), GAVEL_OK);
  play_to_choice(&t.play, DECISION_ASSIGN);
  assert_int_equal(count_of(t.play.game, T_OPTIONS), NUMBERS_OFFERED + 1);
  assigned(&t, t.blocker[0], false, INT64_MAX);
  assert_dead(&t, t.blocker[0]);
  assert_alive(&t, t.blocker[1]);
  play_close(&t.play);
}

static void test_trample(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Rhino"), NAMES("Bear"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  blocks_done(&t);
  play_to_choice(&t.play, DECISION_ASSIGN);
  /* At least lethal damage, 2, before any may go on. */
  assert_int_equal(play_option(&t.play, OPTION_NUMBER, play_ref(&t.play, t.blocker[0]), 1), NO_OPTION);
  assert_int_equal(count_of(t.play.game, T_OPTIONS), 4);
  assigned(&t, t.blocker[0], false, 2);
  assert_int_equal(play_life(&t.play, 1), 17);
  assert_true(play_announced(&t.play, "702.19b"));
  play_close(&t.play);
}

static void test_trample_without_lethal(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Rhino"), NAMES("Bear", "Spider"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  block(&t, 1, 0);
  play_to_choice(&t.play, DECISION_ASSIGN);
  assigned(&t, t.blocker[0], false, 1);
  /* The bear was not assigned lethal damage: the spider takes the rest. */
  assert_int_equal(play_life(&t.play, 1), 20);
  assert_alive(&t, t.blocker[0]);
  assert_dead(&t, t.blocker[1]);
  play_close(&t.play);
}

static void test_trample_counts_other_damage(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Rhino", "Bear"), NAMES("Giant", "Wall"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  blocks_done(&t);
  /* The bear is not blocked; the giant needs all five. */
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_life(&t.play, 1), 18);
  assert_dead(&t, t.blocker[0]);
  play_close(&t.play);
}

static void test_deathtouch_trample(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Basilisk"), NAMES("Giant", "Giant"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  block(&t, 1, 0);
  play_to_choice(&t.play, DECISION_ASSIGN);
  assigned(&t, t.blocker[0], false, 1);
  assigned(&t, t.blocker[1], false, 1);
  assert_int_equal(play_life(&t.play, 1), 18);
  assert_dead(&t, t.blocker[0]);
  assert_dead(&t, t.blocker[1]);
  assert_true(play_announced(&t.play, "702.2c"));
  assert_true(play_announced(&t.play, "704.5h"));
  play_close(&t.play);
}

static void test_trample_without_blockers(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Rhino", "Giant"), NAMES("Bear", "Bear"));
  attack_with_all(&t);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  block(&t, 1, 1);
  blocks_done(&t);
  assert_int_equal(play_decision(&t.play)->kind, DECISION_PRIORITY);
  for (u32 i = 0; i < 2; i++) remove_from_combat(t.play.game, t.blocker[i]);
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_life(&t.play, 1), 15); /* the rhino alone (702.19d, 510.1c) */
  assert_true(play_announced(&t.play, "702.19d"));
  play_close(&t.play);
}

static void test_damage_by_toughness(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Stiff"), NULL);
  attack_with_all(&t);
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_life(&t.play, 1), 15);
  play_close(&t.play);
}

/* --- triggers, planeswalkers, removal ------------------------------------------------------------------------ */

static void test_triggers(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Cleric"), NAMES("Ogre", "Ogre"));
  attack_with_all(&t);
  play_resolve(&t.play);
  assert_int_equal(play_life(&t.play, 0), 21);
  play_to_choice(&t.play, DECISION_BLOCKER);
  block(&t, 0, 0);
  block(&t, 1, 0);
  blocks_done(&t);
  play_resolve(&t.play);
  assert_int_equal(play_life(&t.play, 1), 30);
  assert_int_equal(play_life(&t.play, 0), 31); /* becomes blocked once (509.3c) */
  play_close(&t.play);
}

static void test_planeswalker_attacked(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear", "Bear"), NAMES("Walker"));
  play_to_choice(&t.play, DECISION_ATTACKER);
  assert_int_equal(count_of(t.play.game, T_OPTIONS), 5); /* done, and two ways for each */
  play_answer(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[0]), (i64)play_ref(&t.play, t.blocker[0]));
  play_answer(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[1]), (i64)ref_player(1));
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_life(&t.play, 1), 18);
  assert_int_equal(object_counters(t.play.game, t.blocker[0], W_C_LOYALTY), 2);
  play_close(&t.play);
}

static void test_attacked_planeswalker_removed(void **state) {
  (void)state;
  Battle t;
  battle_open(&t, NAMES("Bear"), NAMES("Walker"));
  play_to_choice(&t.play, DECISION_ATTACKER);
  play_answer(&t.play, OPTION_REF, play_ref(&t.play, t.attacker[0]), (i64)play_ref(&t.play, t.blocker[0]));
  remove_from_combat(t.play.game, t.blocker[0]);
  assert_true(is_attacking(t.play.game, t.attacker[0]));
  play_to(&t.play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_life(&t.play, 1), 20);
  assert_int_equal(object_counters(t.play.game, t.blocker[0], W_C_LOYALTY), 4);
  assert_true(play_announced(&t.play, "506.4c"));
  play_close(&t.play);
}

static void test_three_players(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 3, FORMAT_FREE_FOR_ALL);
  for (u32 p = 0; p < 3; p++) play_library(&play, p, "Relic", 20);
  u32 attacker[2] = {play_put(&play, 0, "Bear", ZONE_BATTLEFIELD), play_put(&play, 0, "Bear", ZONE_BATTLEFIELD)};
  u32 blocker[2] = {play_put(&play, 1, "Giant", ZONE_BATTLEFIELD), play_put(&play, 2, "Giant", ZONE_BATTLEFIELD)};
  play_start(&play);
  play_to_choice(&play, DECISION_ATTACKER);
  play_answer(&play, OPTION_REF, play_ref(&play, attacker[0]), (i64)ref_player(2));
  play_answer(&play, OPTION_REF, play_ref(&play, attacker[1]), (i64)ref_player(1));
  play_to_choice(&play, DECISION_BLOCKER);
  assert_int_equal(play_decision(&play)->player, 1); /* in turn order (802.4) */
  assert_int_equal(play_option(&play, OPTION_REF, play_ref(&play, blocker[0]), (i64)play_ref(&play, attacker[0])),
                   NO_OPTION);
  play_answer(&play, OPTION_REF, play_ref(&play, blocker[0]), (i64)play_ref(&play, attacker[1]));
  assert_int_equal(play_decision(&play)->kind, DECISION_BLOCKER);
  assert_int_equal(play_decision(&play)->player, 2);
  play_answer(&play, OPTION_DONE, REF_NONE, 0);
  play_to(&play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_zone(&play, attacker[1]), ZONE_GRAVEYARD);
  assert_int_equal(play_life(&play, 1), 20);
  assert_int_equal(play_life(&play, 2), 18);
  play_close(&play);
}

static void test_concede_while_blocking(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 3, FORMAT_FREE_FOR_ALL);
  for (u32 p = 0; p < 3; p++) play_library(&play, p, "Relic", 20);
  u32 attacker[2] = {play_put(&play, 0, "Bear", ZONE_BATTLEFIELD), play_put(&play, 0, "Bear", ZONE_BATTLEFIELD)};
  play_put(&play, 1, "Giant", ZONE_BATTLEFIELD);
  play_put(&play, 2, "Giant", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_ATTACKER);
  play_answer(&play, OPTION_REF, play_ref(&play, attacker[0]), (i64)ref_player(1));
  play_answer(&play, OPTION_REF, play_ref(&play, attacker[1]), (i64)ref_player(2));
  play_to_choice(&play, DECISION_BLOCKER);
  play_concede(&play, 1);
  assert_int_equal(play_decision(&play)->kind, DECISION_BLOCKER);
  assert_int_equal(play_decision(&play)->player, 2);
  play_to(&play, 1, W_STEP_MAIN_2);
  assert_int_equal(play_life(&play, 1), 20); /* no damage is assigned to one who left (800.4e) */
  assert_int_equal(play_life(&play, 2), 18);
  play_close(&play);
}

/* --- the search for legal sets ---------------------------------------------------------------------------------- */

/* A declaration of n creatures and m places, all pairs open. */
static void declaration_all(Declaration *d, Game *g, u32 creatures, u32 places) {
  declaration_begin(d, g, NULL);
  for (u32 i = 0; i < creatures; i++) declaration_add_creature(d, ref_make(100 + i, 1));
  for (u32 i = 0; i < places; i++) declaration_add_place(d, ref_player(i));
  declaration_make_pairs(d);
  for (u32 pair = 0; pair < declaration_pairs(d); pair++) declaration_open(d, pair, false);
}

static void restrict_pairs(Declaration *d, u32 creature, u32 place, u32 least, u32 most) {
  u32 r = declaration_restrict(d, least, most);
  rule_set_creature(d, r, SET_BOTH, creature);
  rule_set_place(d, r, SET_BOTH, place);
}

static void require_pairs(Declaration *d, u32 creature, u32 place) {
  u32 r = declaration_require_each(d);
  rule_set_creature(d, r, SET_COUNT, creature);
  rule_set_place(d, r, SET_COUNT, place);
}

static void choose(Declaration *d, u32 creature, u32 place) {
  declaration_choose(d, pair_make(d, creature, place), true);
}

/* Whether what is chosen of the creatures before one can be completed by those from it on. */
static bool completes(Declaration *d, u32 creature) { return declaration_completes(d, creature * d->places); }

static void test_at_most_one(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  Declaration d;
  declaration_all(&d, play.game, 3, 1);
  restrict_pairs(&d, ALL_OF_THEM, ALL_OF_THEM, 0, 1);
  require_pairs(&d, ALL_OF_THEM, ALL_OF_THEM);
  declaration_ready(&d);
  assert_int_equal(d.most_obeyed, 1); /* all must attack, one can */
  assert_false(completes(&d, 3));
  choose(&d, 1, 0);
  assert_true(completes(&d, 2));
  assert_true(completes(&d, 3));
  choose(&d, 0, 0);
  choose(&d, 1, 0);
  assert_false(completes(&d, 2));
  declaration_end(&d);
  play_close(&play);
}

static void test_not_alone(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  Declaration d;
  declaration_all(&d, play.game, 3, 1);
  u32 r = declaration_restrict(&d, 2, COUNT_ANY);
  rule_set_creature(&d, r, SET_WHEN, 1);
  rule_set_creature(&d, r, SET_COUNT, ALL_OF_THEM);
  rule_set_place(&d, r, SET_BOTH, ALL_OF_THEM);
  declaration_ready(&d);
  assert_true(completes(&d, 3));
  choose(&d, 1, 0);
  assert_true(completes(&d, 2)); /* the third can join it */
  assert_false(completes(&d, 3));
  choose(&d, 0, 0);
  assert_true(completes(&d, 3));
  declaration_end(&d);
  play_close(&play);
}

static void test_requirements_conflict(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  Declaration d;
  declaration_all(&d, play.game, 2, 3);
  /* Nobody attacks 2 alone; the first must attack, and 2 if able, the other must attack 0. */
  restrict_pairs(&d, ALL_OF_THEM, 2, 2, COUNT_ANY);
  require_pairs(&d, 0, ALL_OF_THEM);
  require_pairs(&d, 0, 2);
  require_pairs(&d, 1, 0);
  declaration_ready(&d);
  assert_int_equal(d.most_obeyed, 2);
  choose(&d, 0, 2);
  assert_true(completes(&d, 1));
  declaration_choose(&d, pair_make(&d, 0, 2), false);
  choose(&d, 0, 1);
  assert_true(completes(&d, 1)); /* attacks, and the other attacks 0 */
  declaration_choose(&d, pair_make(&d, 0, 1), false);
  assert_false(completes(&d, 1));
  declaration_end(&d);
  play_close(&play);
}

static bool always_payable(Declaration *d) {
  assert_true(d->costly > 0);
  return true;
}

static void test_costs_are_not_required(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  Declaration d;
  declaration_all(&d, play.game, 2, 1);
  d.payable = always_payable;
  declaration_open(&d, 0, true);
  declaration_open(&d, 1, true);
  require_pairs(&d, 0, ALL_OF_THEM);
  restrict_pairs(&d, 0, ALL_OF_THEM, 0, COUNT_ANY);
  u32 r = declaration_restrict(&d, 2, COUNT_ANY); /* the first attacks only with the other */
  rule_set_creature(&d, r, SET_WHEN, 0);
  rule_set_creature(&d, r, SET_COUNT, ALL_OF_THEM);
  rule_set_place(&d, r, SET_BOTH, ALL_OF_THEM);
  declaration_ready(&d);
  assert_int_equal(d.most_obeyed, 0); /* 508.1d */
  assert_true(completes(&d, 2));
  choose(&d, 0, 0);
  assert_true(completes(&d, 1)); /* who pays for one may pay for both */
  assert_false(completes(&d, 2));
  declaration_end(&d);
  play_close(&play);
}

/* Creatures that may have several places count once. */
static void test_several_places(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  Declaration d;
  declaration_all(&d, play.game, 2, 3);
  declaration_allow(&d, 0, 2);
  restrict_pairs(&d, ALL_OF_THEM, ALL_OF_THEM, 0, 1);
  for (u32 p = 0; p < 3; p++) {
    u32 r = declaration_require(&d);
    rule_set_creature(&d, r, SET_COUNT, ALL_OF_THEM);
    rule_set_place(&d, r, SET_COUNT, p);
  }
  declaration_ready(&d);
  assert_int_equal(d.most_obeyed, 2);
  assert_int_equal(declaration_most(&d), 3);
  choose(&d, 0, 0);
  assert_true(declaration_completes(&d, 1));
  assert_false(declaration_completes(&d, 3));
  choose(&d, 0, 2);
  assert_true(declaration_completes(&d, 3));
  assert_false(pair_has_room(&d, 1));
  declaration_end(&d);
  play_close(&play);
}

static void test_many_creatures(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  Declaration d;
  declaration_all(&d, play.game, 60, 8);
  for (u32 p = 0; p < 8; p++) restrict_pairs(&d, ALL_OF_THEM, p, 2, COUNT_ANY);
  require_pairs(&d, ALL_OF_THEM, ALL_OF_THEM);
  declaration_ready(&d);
  assert_int_equal(d.most_obeyed, 60);
  declaration_end(&d);
  play_close(&play);
}

/* As many as may attack, though all must and each for a reason of its own. */
static void test_many_reasons(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_TWO_PLAYER);
  Declaration d;
  declaration_all(&d, play.game, 40, 2);
  restrict_pairs(&d, ALL_OF_THEM, ALL_OF_THEM, 0, 5);
  for (u32 i = 0; i < 40; i++) require_pairs(&d, i, ALL_OF_THEM);
  declaration_ready(&d);
  assert_int_equal(d.most_obeyed, 5);
  choose(&d, 39, 1);
  assert_false(completes(&d, 40));
  declaration_end(&d);
  play_close(&play);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fight_to_the_end),
      cmocka_unit_test(test_attackers_tap),
      cmocka_unit_test(test_no_attackers_skips),
      cmocka_unit_test(test_summoning_sickness),
      cmocka_unit_test(test_must_attack),
      cmocka_unit_test(test_cant_attack),
      cmocka_unit_test(test_attack_cost),
      cmocka_unit_test(test_attack_cost_too_high),
      cmocka_unit_test(test_declaration_undone),
      cmocka_unit_test(test_block_cost),
      cmocka_unit_test(test_attack_cost_and_requirement),
      cmocka_unit_test(test_evasion),
      cmocka_unit_test(test_landwalk),
      cmocka_unit_test(test_menace),
      cmocka_unit_test(test_must_block),
      cmocka_unit_test(test_plain_damage),
      cmocka_unit_test(test_first_strike),
      cmocka_unit_test(test_first_strike_both),
      cmocka_unit_test(test_double_strike),
      cmocka_unit_test(test_one_damage_step),
      cmocka_unit_test(test_divide_among_blockers),
      cmocka_unit_test(test_divide_the_greatest),
      cmocka_unit_test(test_trample),
      cmocka_unit_test(test_trample_without_lethal),
      cmocka_unit_test(test_trample_counts_other_damage),
      cmocka_unit_test(test_deathtouch_trample),
      cmocka_unit_test(test_trample_without_blockers),
      cmocka_unit_test(test_damage_by_toughness),
      cmocka_unit_test(test_triggers),
      cmocka_unit_test(test_planeswalker_attacked),
      cmocka_unit_test(test_attacked_planeswalker_removed),
      cmocka_unit_test(test_three_players),
      cmocka_unit_test(test_concede_while_blocking),
      cmocka_unit_test(test_at_most_one),
      cmocka_unit_test(test_not_alone),
      cmocka_unit_test(test_requirements_conflict),
      cmocka_unit_test(test_costs_are_not_required),
      cmocka_unit_test(test_several_places),
      cmocka_unit_test(test_many_creatures),
      cmocka_unit_test(test_many_reasons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
