/* State-based actions (704) and the loop they are part of. */
#include "support/play.h"

#include "rules/query/attach.h"
#include "rules/query/permanents.h"
#include "rules/turn/turn.h"

static const char CARDS[] =
    "(card \"Relic\" (cost {3}) (types artifact))"
    "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2))"
    "(card \"Titan\" (cost {1}{G}) (types creature Giant) (pt 2 2) indestructible)"
    "(card \"Snake\" (cost {G}) (types creature Snake) (pt 1 1) deathtouch)"
    "(card \"Hero\" (cost {W}) (types legendary creature Human) (pt 2 2))"
    "(card \"Sunken City\" (cost {U}) (types world enchantment))"
    "(card \"Web\" (cost {W}) (types enchantment Aura) (keyword enchant :quality (type creature)))"
    "(card \"Gravecloth\" (cost {W}) (types enchantment Aura)"
    "  (keyword enchant :quality (and (type creature) (in graveyard))))"
    "(card \"Hex\" (cost {B}) (types enchantment Aura) (keyword enchant :quality player))"
    "(card \"Shield\" (cost {1}) (types artifact Equipment))"
    "(card \"Tower\" (cost {1}) (types artifact Fortification))"
    "(card \"Plains\" (types basic land Plains))"
    "(card \"Paladin\" (cost {G}) (types creature Knight) (pt 2 2) (keyword protection :quality "
    "(color white)))"
    "(card \"Blight\" (cost {B}) (types enchantment)"
    "  (static (affect (all battlefield (subtype Bear)) (pt -2 -2))))"
    "(card \"Ritual\" (cost {B}) (types artifact)"
    "  (triggered (step upkeep (is you)) (lose-life 20 :player (all-players player))))"
    "(card \"Venom\" (cost {B}) (types artifact)"
    "  (triggered (step upkeep (is you)) (put-counters poison 10 (opponents))))"
    "(card \"Charm\" (cost {W}) (types artifact) (static (rules (cant-lose-game (is you)))))"
    "(card \"Bolt Tower\" (cost {R}) (types artifact)"
    "  (triggered (step upkeep (is you)) (deal-damage 2 (all battlefield (type creature)))))"
    "(card \"Forge\" (cost {R}) (types artifact)"
    "  (triggered (step upkeep (is you))"
    "    (seq (put-counters +1/+1 3 (all battlefield (subtype Bear)))"
    "         (put-counters -1/-1 2 (all battlefield (subtype Bear))))))"
    "(card \"Walker\" (cost {3}) (types planeswalker) (loyalty 4)"
    "  (triggered (step upkeep (is you)) (remove-counters loyalty 4 self)))"
    "(card \"Siege\" (cost {3}) (types battle Siege) (defense 3))"
    "(card \"Mourner\" (cost {B}) (types creature Human) (pt 1 1)"
    "  (triggered (dies (type creature)) (gain-life 1)))"
    "(card \"Maker\" (cost {B}) (types artifact)"
    "  (triggered (step upkeep (is you)) (create 1 (token-spec (set-types creature) (set-subtypes "
    "Bear) (base-pt 1 1))))"
    "  (triggered (step draw player) (return-to-hand (all battlefield token))))"
    "(card \"General\" (cost {W}) (types legendary creature Human) (pt 11 11))"
    "(card \"Doom\" (cost {B}) (types artifact)"
    "  (triggered (step upkeep (is you)) (destroy (all battlefield (type creature)))))"
    "(card \"Racer\" (cost {R}) (types creature Human) (pt 1 1) (keyword start-your-engines!))"
    "(card \"Epic\" (cost {W}) (types enchantment Saga)"
    "  (triggered (chapter 1 2) (gain-life 1)) (triggered (chapter 3) (gain-life 5)))"
    "(card \"Role A\" (cost {R}) (types enchantment Aura Role) (keyword enchant :quality (type "
    "creature)))"
    "(card \"Role B\" (cost {R}) (types enchantment Aura Role) (keyword enchant :quality (type "
    "creature)))";

static void open2(Play *play) {
  play_open(play, CARDS, 2, FORMAT_TWO_PLAYER);
  for (u32 p = 0; p < 2; p++) play_library(play, p, "Relic", 30);
}

typedef struct Attach {
  u32 slot;
  Ref to;
} Attach;
static void attach_body(Game *g, void *user) {
  const Attach *a = user;
  setup_attach(g, a->slot, a->to);
}
static void attach(Play *play, u32 slot, Ref to) {
  Attach a = {slot, to};
  assert_int_equal(game_protect(play->game, attach_body, &a), GAVEL_OK);
}

static void assert_zone(const Play *play, u32 slot, Zone zone) { assert_int_equal(play_zone(play, slot), zone); }

/* --- players ------------------------------------------------------------------------------------------ */

static void test_life(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Ritual", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY);
  assert_true(core(play.game)->over);
  assert_false(core(play.game)->players[0].won || core(play.game)->players[1].won);
  assert_true(play_announced(&play, "704.5a"));
  assert_true(play_announced(&play, "104.4a")); /* both lose at once */
  play_close(&play);
}

static void test_cant_lose(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Ritual", ZONE_BATTLEFIELD);
  play_put(&play, 0, "Charm", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY);
  assert_true(core(play.game)->players[0].won);
  assert_true(core(play.game)->players[1].lost);
  play_close(&play);
}

static void test_poison(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Venom", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY);
  assert_true(core(play.game)->players[0].won);
  assert_true(play_announced(&play, "704.5c"));
  play_close(&play);
}

/* --- creatures ------------------------------------------------------------------------------------------- */

static void test_toughness(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 bear = play_put(&play, 0, "Bear", ZONE_BATTLEFIELD);
  u32 titan = play_put(&play, 0, "Titan", ZONE_BATTLEFIELD);
  play_put(&play, 1, "Blight", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_zone(&play, bear, ZONE_GRAVEYARD);
  assert_zone(&play, titan, ZONE_BATTLEFIELD);
  assert_true(play_announced(&play, "704.5f"));
  play_close(&play);
}

static void test_lethal_damage_at_once(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Bolt Tower", ZONE_BATTLEFIELD);
  u32 bears[2] = {play_put(&play, 0, "Bear", ZONE_BATTLEFIELD), play_put(&play, 1, "Bear", ZONE_BATTLEFIELD)};
  u32 mourner = play_put(&play, 0, "Mourner", ZONE_BATTLEFIELD);
  u32 titan = play_put(&play, 1, "Titan", ZONE_BATTLEFIELD);
  play_start(&play);
  play_resolve(&play);
  for (u32 i = 0; i < 2; i++) assert_zone(&play, bears[i], ZONE_GRAVEYARD);
  assert_zone(&play, mourner, ZONE_GRAVEYARD);
  assert_zone(&play, titan, ZONE_BATTLEFIELD);
  assert_int_equal(play_life(&play, 0), 23); /* it saw all three die, itself included (603.10a) */
  assert_true(play_announced(&play, "704.5g"));
  assert_true(play_announced(&play, "702.12b"));
  play_close(&play);
}

static void test_counters_annihilate(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 0, "Forge", ZONE_BATTLEFIELD);
  u32 bear = play_put(&play, 0, "Bear", ZONE_BATTLEFIELD);
  play_start(&play);
  play_resolve(&play);
  assert_int_equal(object_counters(play.game, bear, W_C_P1P1), 1);
  assert_int_equal(object_counters(play.game, bear, W_C_M1M1), 0);
  assert_int_equal(chars_of(play.game, bear)->power, 3);
  assert_true(play_announced(&play, "704.5q"));
  play_close(&play);
}

static void test_planeswalker(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 walker = play_put(&play, 0, "Walker", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_zone(&play, walker, ZONE_BATTLEFIELD);
  play_resolve(&play);
  assert_zone(&play, walker, ZONE_GRAVEYARD);
  assert_true(play_announced(&play, "704.5i"));
  play_close(&play);
}

static void test_start_your_engines(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 1, "Racer", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_int_equal(core(play.game)->players[0].speed, 0);
  assert_int_equal(core(play.game)->players[1].speed, 1);
  play_close(&play);
}

/* --- legends and worlds ------------------------------------------------------------------------------------- */

static void test_legend_rule(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 mine[3], theirs;
  for (u32 i = 0; i < 3; i++) mine[i] = play_put(&play, 0, "Hero", ZONE_BATTLEFIELD);
  theirs = play_put(&play, 1, "Hero", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_int_equal(play_decision(&play)->kind, DECISION_LEGEND);
  assert_int_equal(play_decision(&play)->player, 0);
  assert_int_equal(count_of(play.game, T_OPTIONS), 3);
  play_take(&play, 1);
  assert_int_equal(play_decision(&play)->kind, DECISION_PRIORITY);
  assert_zone(&play, mine[0], ZONE_GRAVEYARD);
  assert_zone(&play, mine[1], ZONE_BATTLEFIELD);
  assert_zone(&play, mine[2], ZONE_GRAVEYARD);
  assert_zone(&play, theirs, ZONE_BATTLEFIELD);
  assert_int_equal(count_of(play.game, T_CHOSEN), 0);
  assert_true(play_announced(&play, "704.5j"));
  play_close(&play);
}

static void test_legend_rule_of_both(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 heroes[4];
  for (u32 i = 0; i < 4; i++) heroes[i] = play_put(&play, i % 2, "Hero", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_int_equal(play_decision(&play)->player, 0);
  play_take(&play, 0);
  for (u32 i = 0; i < 4; i++) assert_zone(&play, heroes[i], ZONE_BATTLEFIELD); /* choices come first */
  assert_int_equal(play_decision(&play)->player, 1);
  play_take(&play, 1);
  assert_zone(&play, heroes[0], ZONE_BATTLEFIELD);
  assert_zone(&play, heroes[1], ZONE_GRAVEYARD);
  assert_zone(&play, heroes[2], ZONE_GRAVEYARD);
  assert_zone(&play, heroes[3], ZONE_BATTLEFIELD);
  play_close(&play);
}

static void test_world_rule(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 old = play_put(&play, 0, "Sunken City", ZONE_BATTLEFIELD);
  u32 young = play_put(&play, 1, "Sunken City", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_zone(&play, old, ZONE_GRAVEYARD);
  assert_zone(&play, young, ZONE_BATTLEFIELD);
  assert_true(play_announced(&play, "704.5k"));
  play_close(&play);
}

/* --- attachments ---------------------------------------------------------------------------------------------- */

static void test_auras(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 bear = play_put(&play, 0, "Bear", ZONE_BATTLEFIELD), relic = play_put(&play, 0, "Relic", ZONE_BATTLEFIELD);
  u32 dead = play_put(&play, 0, "Bear", ZONE_GRAVEYARD);
  u32 webs[4], hexes[2], cloth = play_put(&play, 1, "Gravecloth", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < 4; i++) webs[i] = play_put(&play, 1, "Web", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < 2; i++) hexes[i] = play_put(&play, 1, "Hex", ZONE_BATTLEFIELD);
  attach(&play, webs[0], play_ref(&play, bear));
  attach(&play, webs[1], play_ref(&play, relic));
  attach(&play, webs[2], play_ref(&play, dead));
  attach(&play, hexes[0], ref_player(0));
  attach(&play, hexes[1], play_ref(&play, bear));
  attach(&play, cloth, play_ref(&play, dead));
  play_start(&play);
  assert_zone(&play, webs[0], ZONE_BATTLEFIELD);
  assert_zone(&play, webs[1], ZONE_GRAVEYARD); /* no creature */
  assert_zone(&play, webs[2], ZONE_GRAVEYARD); /* no permanent (109.2) */
  assert_zone(&play, webs[3], ZONE_GRAVEYARD); /* attached to nothing */
  assert_zone(&play, hexes[0], ZONE_BATTLEFIELD);
  assert_zone(&play, hexes[1], ZONE_GRAVEYARD);
  assert_zone(&play, cloth, ZONE_BATTLEFIELD);
  assert_true(play_announced(&play, "704.5m"));
  play_close(&play);
}

static void test_aura_falls_with_its_creature(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 bear = play_put(&play, 0, "Bear", ZONE_BATTLEFIELD), web = play_put(&play, 1, "Web", ZONE_BATTLEFIELD);
  u32 shield = play_put(&play, 1, "Shield", ZONE_BATTLEFIELD);
  attach(&play, web, play_ref(&play, bear));
  attach(&play, shield, play_ref(&play, bear));
  play_put(&play, 0, "Doom", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_zone(&play, web, ZONE_BATTLEFIELD);
  play_resolve(&play);
  assert_zone(&play, bear, ZONE_GRAVEYARD);
  assert_zone(&play, web, ZONE_GRAVEYARD);
  assert_zone(&play, shield, ZONE_BATTLEFIELD);
  assert_true(permanent_of(play.game, shield)->attached_to == REF_NONE);
  assert_true(play_announced(&play, "704.5n"));
  play_close(&play);
}

static void test_protection_takes_off(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 paladin = play_put(&play, 0, "Paladin", ZONE_BATTLEFIELD);
  u32 web = play_put(&play, 0, "Web", ZONE_BATTLEFIELD), shield = play_put(&play, 0, "Shield", ZONE_BATTLEFIELD);
  attach(&play, web, play_ref(&play, paladin));
  attach(&play, shield, play_ref(&play, paladin));
  assert_false(attach_legal(play.game, web, play_ref(&play, paladin)));
  assert_true(attach_legal(play.game, shield, play_ref(&play, paladin)));
  play_start(&play);
  assert_zone(&play, web, ZONE_GRAVEYARD);
  assert_true(permanent_of(play.game, shield)->attached_to == play_ref(&play, paladin));
  assert_true(play_announced(&play, "702.16c"));
  play_close(&play);
}

static void test_illegal_attachments(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 bear = play_put(&play, 0, "Bear", ZONE_BATTLEFIELD), plains = play_put(&play, 0, "Plains", ZONE_BATTLEFIELD);
  u32 shields[2], towers[2], relic = play_put(&play, 0, "Relic", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < 2; i++) {
    shields[i] = play_put(&play, 0, "Shield", ZONE_BATTLEFIELD);
    towers[i] = play_put(&play, 0, "Tower", ZONE_BATTLEFIELD);
    attach(&play, shields[i], play_ref(&play, i ? plains : bear));
    attach(&play, towers[i], play_ref(&play, i ? bear : plains));
  }
  u32 mount = play_put(&play, 0, "Bear", ZONE_BATTLEFIELD);
  attach(&play, relic, play_ref(&play, bear));
  attach(&play, mount, play_ref(&play, bear));
  play_start(&play);
  assert_true(permanent_of(play.game, shields[0])->attached_to == play_ref(&play, bear));
  assert_true(permanent_of(play.game, shields[1])->attached_to == REF_NONE);
  assert_true(permanent_of(play.game, towers[0])->attached_to == play_ref(&play, plains));
  assert_true(permanent_of(play.game, towers[1])->attached_to == REF_NONE);
  assert_true(permanent_of(play.game, relic)->attached_to == REF_NONE);
  assert_true(permanent_of(play.game, mount)->attached_to == REF_NONE);
  assert_true(play_announced(&play, "704.5p"));
  play_close(&play);
}

static void test_roles(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 bear = play_put(&play, 0, "Bear", ZONE_BATTLEFIELD);
  u32 roles[3] = {play_put(&play, 0, "Role A", ZONE_BATTLEFIELD), play_put(&play, 0, "Role B", ZONE_BATTLEFIELD),
                  play_put(&play, 1, "Role A", ZONE_BATTLEFIELD)};
  for (u32 i = 0; i < 3; i++) attach(&play, roles[i], play_ref(&play, bear));
  play_start(&play);
  assert_zone(&play, roles[0], ZONE_GRAVEYARD);
  assert_zone(&play, roles[1], ZONE_BATTLEFIELD);
  assert_zone(&play, roles[2], ZONE_BATTLEFIELD);
  assert_true(play_announced(&play, "704.5y"));
  play_close(&play);
}

/* --- sagas, tokens, battles, commanders --------------------------------------------------------------------------------- */

/* A Saga gets a lore counter in each precombat main phase and goes with its last chapter (714.3c, 714.4). */
static void test_saga(void **state) {
  (void)state;
  Play play;
  open2(&play);
  u32 saga = play_put(&play, 0, "Epic", ZONE_BATTLEFIELD);
  assert_int_equal(saga_final_chapter(play.game, saga), 3);
  play_start(&play);
  for (u32 chapter = 1; chapter <= 2; chapter++) {
    play_to(&play, 2 * chapter - 1, W_STEP_END);
    assert_int_equal(object_counters(play.game, saga, W_C_LORE), chapter);
  }
  play_to(&play, 5, W_STEP_UPKEEP);
  assert_zone(&play, saga, ZONE_BATTLEFIELD);
  play_to(&play, 5, W_STEP_END);
  assert_zone(&play, saga, ZONE_GRAVEYARD);
  assert_true(play_announced(&play, "714.3c"));
  assert_true(play_announced(&play, "704.5s"));
  play_close(&play);
}

static void test_token_ceases(void **state) {
  (void)state;
  Play play;
  open2(&play);
  play_put(&play, 1, "Maker", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to(&play, 2, W_STEP_UPKEEP);
  u32 objects = zone_list(play.game, ZONE_BATTLEFIELD, 0)->count;
  play_resolve(&play);
  assert_int_equal(zone_list(play.game, ZONE_BATTLEFIELD, 0)->count, objects + 1);
  play_to(&play, 2, W_STEP_MAIN);
  assert_int_equal(zone_list(play.game, ZONE_BATTLEFIELD, 0)->count, objects);
  assert_int_equal(zone_list(play.game, ZONE_HAND, 1)->count, 1); /* the card drawn */
  assert_true(play_announced(&play, "704.5d"));
  play_close(&play);
}

static void test_battle_protector(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 3, FORMAT_FREE_FOR_ALL);
  for (u32 p = 0; p < 3; p++) play_library(&play, p, "Relic", 30);
  u32 siege = play_put(&play, 0, "Siege", ZONE_BATTLEFIELD);
  play_start(&play);
  assert_int_equal(play_decision(&play)->kind, DECISION_OBJECT);
  assert_int_equal(count_of(play.game, T_OPTIONS), 2);
  play_answer(&play, OPTION_REF, ref_player(2), 0);
  assert_int_equal(permanent_of(play.game, siege)->protector, 3);
  play_to_choice(&play, DECISION_ATTACKER); /* there is nobody to attack with */
  assert_true(play_announced(&play, "704.5w"));
  play_close(&play);
}

static void commander(Game *g, void *user) { setup_commander(g, *(const u32 *)user); }

static void test_commander_returns(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_COMMANDER);
  for (u32 p = 0; p < 2; p++) play_library(&play, p, "Relic", 30);
  u32 general[2];
  for (u32 p = 0; p < 2; p++) {
    general[p] = play_put(&play, p, "General", ZONE_BATTLEFIELD);
    assert_int_equal(game_protect(play.game, commander, &general[p]), GAVEL_OK);
  }
  play_put(&play, 0, "Doom", ZONE_BATTLEFIELD);
  play_start(&play);
  play_to_choice(&play, DECISION_MAY);
  assert_int_equal(play_decision(&play)->player, 0);
  assert_zone(&play, general[0], ZONE_GRAVEYARD);
  play_answer(&play, OPTION_NO, play_ref(&play, general[0]), 0);
  assert_int_equal(play_decision(&play)->player, 1);
  play_answer(&play, OPTION_YES, play_ref(&play, general[1]), 0);
  assert_zone(&play, general[0], ZONE_GRAVEYARD);
  assert_zone(&play, general[1], ZONE_COMMAND);
  play_to(&play, 2, W_STEP_MAIN); /* not asked again */
  assert_zone(&play, general[0], ZONE_GRAVEYARD);
  assert_true(play_announced(&play, "903.9a"));
  play_close(&play);
}

static void test_commander_damage(void **state) {
  (void)state;
  Play play;
  play_open(&play, CARDS, 2, FORMAT_COMMANDER);
  for (u32 p = 0; p < 2; p++) play_library(&play, p, "Relic", 30);
  u32 general = play_put(&play, 0, "General", ZONE_BATTLEFIELD);
  assert_int_equal(game_protect(play.game, commander, &general), GAVEL_OK);
  play_start(&play);
  for (u32 i = 0; i < 2; i++) {
    play_to_choice(&play, DECISION_ATTACKER);
    assert_false(core(play.game)->over);
    play_answer(&play, OPTION_REF, play_ref(&play, general), (i64)ref_player(1));
  }
  play_to_choice(&play, DECISION_ATTACKER);
  assert_true(core(play.game)->over);
  assert_int_equal(core(play.game)->turn, 3);
  assert_int_equal(play_life(&play, 1), 18);
  assert_true(play_announced(&play, "704.6c"));
  play_close(&play);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_life),
      cmocka_unit_test(test_cant_lose),
      cmocka_unit_test(test_poison),
      cmocka_unit_test(test_toughness),
      cmocka_unit_test(test_lethal_damage_at_once),
      cmocka_unit_test(test_counters_annihilate),
      cmocka_unit_test(test_planeswalker),
      cmocka_unit_test(test_start_your_engines),
      cmocka_unit_test(test_legend_rule),
      cmocka_unit_test(test_legend_rule_of_both),
      cmocka_unit_test(test_world_rule),
      cmocka_unit_test(test_auras),
      cmocka_unit_test(test_aura_falls_with_its_creature),
      cmocka_unit_test(test_protection_takes_off),
      cmocka_unit_test(test_illegal_attachments),
      cmocka_unit_test(test_roles),
      cmocka_unit_test(test_saga),
      cmocka_unit_test(test_token_ceases),
      cmocka_unit_test(test_battle_protector),
      cmocka_unit_test(test_commander_returns),
      cmocka_unit_test(test_commander_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
