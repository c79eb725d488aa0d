/* Casting spells and activating abilities: choices, costs, mana, targets, and taking it all back. */
#include "support/play.h"

#include "rules/casting.h"
#include "rules/turn.h"

static const char CARDS[] =
    "(card \"Plains\" (types basic land Plains))"
    "(card \"Island\" (types basic land Island))"
    "(card \"Swamp\" (types basic land Swamp))"
    "(card \"Mountain\" (types basic land Mountain))"
    "(card \"Forest\" (types basic land Forest))"
    "(card \"Snowfield\" (types basic snow land Plains))"
    "(card \"Tower\" (types land)"
    "  (activated tap-self (add-mana-choice 1))"
    "  (activated tap-self (add-mana {C})))"
    "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2))"
    "(card \"Elf\" (cost {G}) (types creature Elf Druid) (pt 1 1)"
    "  (activated tap-self (add-mana {G})))"
    "(card \"Bolt\" (cost {R}) (types instant)"
    "  (spell (target $t any-target) (deal-damage 3 $t)))"
    "(card \"Terror\" (cost {1}{B}) (types instant)"
    "  (spell (target $t (type creature)) (destroy $t)))"
    "(card \"Burst\" (cost {R}) (types instant) (keyword kicker :cost (mana {4}))"
    "  (spell (target $t any-target) (deal-damage (num-if (paid kicker) 4 2) $t)))"
    "(card \"Pack\" (cost {1}{G}) (types sorcery) (keyword multikicker :cost (mana {1}))"
    "  (spell (gain-life (times-paid multikicker))))"
    "(card \"Echo\" (cost {1}{R}) (types instant) (keyword buyback :cost (mana {3}))"
    "  (spell (gain-life 1)))"
    "(card \"Again\" (cost {1}{U}) (types sorcery) (keyword flashback :cost (costs (mana {U}) (pay-life 3)))"
    "  (spell (gain-life 1)))"
    "(card \"Blaze\" (cost {X}{R}) (types sorcery)"
    "  (spell (target $t any-target) (deal-damage x $t)))"
    "(card \"Fireball\" (cost {X}{R}) (types sorcery)"
    "  (spell (target $t any-target :min 0 :max 100 :divide x)"
    "    (for-each $each $t (deal-damage (share $t) $each))))"
    "(card \"Hybrid\" (cost {W/U}{W/U}) (types creature Human) (pt 2 2))"
    "(card \"Phyrexian\" (cost {1}{R/P}) (types creature Horror) (pt 2 2))"
    "(card \"Monocolored\" (cost {2/W}{2/W}) (types creature Golem) (pt 3 3))"
    "(card \"Frosty\" (cost {1}{S}) (types creature Bear) (pt 2 2))"
    "(card \"Guardian\" (cost {1}{W}) (types creature Human) (pt 2 1)"
    "  (static (rules (costs-more (not (type creature)) 1))))"
    "(card \"Helper\" (cost {2}) (types artifact)"
    "  (static (rules (costs-less (and (color red) (controlled-by you)) 1))))"
    "(card \"Sphere\" (cost {3}) (types artifact) (static (rules (costs-at-least always 3))))"
    "(card \"Chromatic\" (cost {1}) (types artifact)"
    "  (activated (costs (mana {1}) tap-self (do (sacrifice self)))"
    "    (seq (add-mana-choice 1) (draw 1))))"
    "(card \"Altar\" (cost {3}) (types artifact)"
    "  (activated (pay-with $c 1 1 (all battlefield (and (type creature) (controlled-by you)))"
    "    (sacrifice $c)) (add-mana {C}{C})))"
    "(card \"Petal\" (cost {0}) (types artifact)"
    "  (activated (costs tap-self (do (sacrifice self))) (add-mana-choice 1)))"
    "(card \"Fling\" (cost {1}{R}) (types instant)"
    "  (additional-cost (pay-with $c 1 1 (all battlefield (and (type creature) (controlled-by you)))"
    "    (sacrifice $c)))"
    "  (spell (target $t any-target) (deal-damage (power $c) $t)))"
    "(card \"Charm\" (cost {R}) (types instant)"
    "  (spell (modal 1 1"
    "    (mode (target $t (type creature)) (destroy $t))"
    "    (mode (gain-life 5))"
    "    (mode (target $p player) (deal-damage 2 $p)))))"
    "(card \"Command\" (cost {R}) (types instant)"
    "  (spell (modal 2 2 :repeat"
    "    (mode (target $p player) (deal-damage 1 $p))"
    "    (mode (gain-life 5)))))"
    "(card \"Spree\" (cost {R}) (types instant)"
    "  (spell (modal 1 2"
    "    (mode :cost (mana {1}) (gain-life 1))"
    "    (mode :cost (mana {2}) (gain-life 10)))))"
    "(card \"Escalating\" (cost {R}) (types instant) (keyword escalate :cost (mana {2}))"
    "  (spell (modal 1 2 (mode (gain-life 1)) (mode (gain-life 10)))))"
    "(card \"Pair\" (cost {R}) (types instant)"
    "  (spell (target $t (type creature) :min 2 :max 2 :set different-controllers) (destroy $t)))"
    "(card \"Duel\" (cost {R}) (types instant)"
    "  (spell (target $a (type creature)) (target $b (and (type creature) (not (is $a))))"
    "    (fight $a $b)))"
    "(card \"Tantrum\" (cost {R}) (types instant) (spell (target $a (type creature)) (fight $a $a)))"
    "(card \"Hexed\" (cost {1}{G}) (types creature Elf) (pt 2 2) (keyword hexproof))"
    "(card \"Shrouded\" (cost {1}{G}) (types creature Elf) (pt 2 2) (keyword shroud))"
    "(card \"Protected\" (cost {1}{G}) (types creature Elf) (pt 2 2)"
    "  (keyword protection :quality (color red)))"
    "(card \"Pacify\" (cost {1}{W}) (types enchantment Aura) (keyword enchant :quality (type creature)))"
    "(card \"Narrow\" (cost {1}{W}) (types enchantment Aura) (keyword enchant :quality (type creature))"
    "  (keyword enchant :quality (subtype Bear)) (keyword enchant :quality (controlled-by opponents)))"
    "(card \"Doubler\" (cost {2}) (types artifact)"
    "  (replacement (adds-mana (is you)) (set-amount (* 2 event-amount))))"
    "(card \"Growth\" (cost {G}) (types enchantment)"
    "  (triggered (tapped-for-mana (and (type land) (controlled-by you))) (add-mana {G})))"
    "(card \"Convoker\" (cost {4}{G}) (types creature Elf) (pt 4 4) (keyword convoke))"
    "(card \"Delver\" (cost {4}{B}) (types creature Zombie) (pt 5 5) (keyword delve))"
    "(card \"Counter\" (cost {U}{U}) (types instant)"
    "  (spell (target $t spell-on-stack) (counter $t)))"
    "(card \"Leak\" (cost {1}{U}) (types instant)"
    "  (spell (target $t spell-on-stack)"
    "    (pay (mana {3}) :by (controller $t) :else (counter $t))))"
    "(card \"Pinger\" (cost {2}{R}) (types creature Wizard) (pt 1 1)"
    "  (activated tap-self (target $t any-target) (deal-damage 1 $t)))"
    "(card \"Walker\" (cost {2}{W}) (types legendary planeswalker Gideon) (loyalty 3)"
    "  (activated (do (put-counters loyalty 1 self)) (gain-life 1) :loyalty)"
    "  (activated (do (remove-counters loyalty 4 self)) (gain-life 9) :loyalty))"
    "(card \"Once\" (cost {1}) (types artifact)"
    "  (activated (mana {1}) (gain-life 1) :limit 1))"
    "(card \"Silence\" (cost {1}) (types artifact)"
    "  (static (rules (cant-cast (is you) (type creature)))))"
    "(card \"Cycler\" (cost {7}) (types creature Beast) (pt 7 7) (keyword cycling :cost (mana {1})))"
    "(card \"Shifter\" (cost {4}{U}) (types creature Shapeshifter) (pt 4 4)"
    "  (keyword morph :cost (mana {1}{U})))"
    "(card \"Fire // Ice\" (layout split)"
    "  (face \"Fire\" (cost {1}{R}) (types instant) (spell (gain-life 2)))"
    "  (face \"Ice\" (cost {1}{U}) (types instant) (spell (gain-life 3))))"
    "(card \"Signet\" (cost {2}) (types artifact)"
    "  (activated (costs (mana {1}) tap-self) (add-mana {W}{U})))"
    "(card \"Either\" (cost {R}) (types instant)"
    "  (additional-cost (either (mana {3}) (pay-life 5))) (spell (gain-life 1)))"
    "(card \"Reserved\" (types land)"
    "  (activated tap-self (add-mana {C}{C} :only-for (type creature))))"
    "(card \"Noisy\" (cost {1}) (types artifact)"
    "  (triggered (casts (is you) (type instant)) (gain-life 100))"
    "  (triggered (becomes-target (type creature) always) (gain-life 1000)))";

static Play play;

static void open(u32 players, GameFormat format) {
  play_open(&play, CARDS, players, format);
  for (u32 p = 0; p < players; p++) play_library(&play, p, "Bear", 10);
}

static u32 put(u32 player, const char *name, Zone zone) { return play_put(&play, player, name, zone); }

static void lands(u32 player, const char *name, u32 n) {
  for (u32 i = 0; i < n; i++) put(player, name, ZONE_BATTLEFIELD);
}

/* To the first main phase of the first turn. */
static void begin(void) {
  play_start(&play);
  play_to(&play, 1, W_STEP_MAIN);
}

static u32 option_at(OptionKind kind, u32 slot, u32 a) {
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind == kind && o->ref == play_ref(&play, slot) && o->a == a) return i;
  }
  return NO_OPTION;
}

static bool can_cast(u32 slot) { return option_at(OPTION_CAST, slot, 0) != NO_OPTION; }

static void cast(u32 slot) {
  u32 option = option_at(OPTION_CAST, slot, 0);
  if (option == NO_OPTION) fail_msg("the card can't be cast");
  play_take(&play, option);
}

static bool asked(DecisionKind kind) { return play_decision(&play)->kind == kind; }

static void answer_ref(u32 slot) {
  Ref ref = play_ref(&play, slot);
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind != OPTION_REF || o->ref != ref) continue;
    play_take(&play, i);
    return;
  }
  fail_msg("the object is not offered");
}

static bool offers_ref(Ref ref) {
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind == OPTION_REF && o->ref == ref) return true;
  }
  return false;
}

static void answer_player(u32 player) { play_answer(&play, OPTION_REF, ref_player(player), 0); }
static void answer(OptionKind kind) { play_answer(&play, kind, REF_NONE, 0); }
static void answer_number(i64 n) { play_answer(&play, OPTION_NUMBER, REF_NONE, n); }

static void answer_kind(Word kind, u32 generic) {
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind != OPTION_MANA || o->word != kind || o->a != (generic > 1 ? generic : 0)) continue;
    play_take(&play, i);
    return;
  }
  fail_msg("this way to pay is not offered");
}

static void answer_mode(i64 mode) {
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind != OPTION_MODE || o->n != mode) continue;
    play_take(&play, i);
    return;
  }
  fail_msg("mode %d is not offered", (int)mode);
}

static u32 tapped(u32 player) {
  u32 n = 0;
  for (u32 s = zone_first(play.game, ZONE_BATTLEFIELD, 0); s; s = object_row(play.game, s)->next) {
    const Object *o = object_row(play.game, s);
    n += o->controller == player && o->status & STATUS_TAPPED;
  }
  return n;
}

static u32 pool(u32 player) {
  u32 n = 0;
  for (u32 i = 0; i < count_of(play.game, T_MANA); i++)
    if (row_MANA(play.game, i)->player == player) n += row_MANA(play.game, i)->n;
  return n;
}

static u32 on_stack(void) { return zone_list(play.game, ZONE_STACK, 0)->count; }

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
  core(play.game)->manual_mana = 1;
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
  core(play.game)->manual_mana = 1;
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
  core(play.game)->manual_mana = 1;
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
  u32 aura = put(0, "Pacify", ZONE_HAND), bear = put(1, "Bear", ZONE_BATTLEFIELD), elf = put(1, "Elf", ZONE_BATTLEFIELD);
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
      cmocka_unit_test(offers_possible_modes),
      cmocka_unit_test(repeats_modes),
      cmocka_unit_test(modes_cost_mana),
      cmocka_unit_test(escalates),
      cmocka_unit_test(sets_of_targets_meet_their_condition),
      cmocka_unit_test(targets_that_exclude_each_other),
      cmocka_unit_test(shields_hold),
      cmocka_unit_test(a_creature_fights_itself),
      cmocka_unit_test(auras_target),
      cmocka_unit_test(an_aura_obeys_all_its_enchant_abilities),
      cmocka_unit_test(illegal_targets_make_a_spell_fizzle),
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
