/* The public header: cards, making games, decisions and their answers. */
#include "support/match.h"

#include "gavel/table.h"

/* Passes until a decision of that kind comes; anything else gets its first option. */
static void pass_to(GavelGame *game, GavelDecisionKind kind) {
  GavelDecision decision;
  for (int i = 0; i < 200; i++) {
    assert_true(gavel_game_decision(game, &decision));
    if (decision.kind == kind) return;
    assert_ok(game, gavel_game_answer(game, 0));
  }
  fail_msg("no such decision came");
}

/* --- words and cards ----------------------------------------------------------------------- */

static void test_words_are_found_by_their_text(void **state) {
  (void)state;
  static const char *const TEXTS[] = {"white", "creature", "Elf", "first strike", "+1/+1", "legendary", "graveyard"};
  for (size_t i = 0; i < COUNT_OF(TEXTS); i++) {
    GavelWord word = gavel_word_find(TEXTS[i]);
    assert_int_not_equal(word, 0);
    assert_int_equal(gavel_word_find(gavel_word_text(word)), word);
  }
  assert_int_equal(gavel_word_find("nonsense"), 0);
  assert_string_equal(gavel_word_text(0), "");
  assert_string_equal(gavel_word_text(UINT16_MAX), "");
  assert_string_equal(gavel_version(), "0.1.0");
}

static void test_cards_are_found_by_any_of_their_names(void **state) {
  (void)state;
  uint32_t face = 9;
  GavelCardId bolt = gavel_cards_find(match_cards, "lightning BOLT", &face);
  assert_int_not_equal(bolt, 0);
  assert_int_equal(face, 0);
  assert_string_equal(gavel_card_name(match_cards, bolt), "Lightning Bolt");
  assert_int_equal(gavel_card_faces(match_cards, bolt), 1);
  assert_int_equal(gavel_cards_find(match_cards, "No Such Card", NULL), 0);
  assert_string_equal(gavel_card_name(match_cards, 0), "");
  assert_string_equal(gavel_card_name(match_cards, gavel_cards_count(match_cards) + 1), "");
  const char *nearest[2];
  assert_int_equal(gavel_cards_nearest(match_cards, "Lihgtning Bolt", nearest, 1), 1);
  assert_string_equal(nearest[0], "Lightning Bolt");
}

static void test_a_definition_reads_back_to_the_same_card(void **state) {
  (void)state;
  char text[1024], again[1024];
  size_t length = gavel_card_definition(match_cards, gavel_cards_find(match_cards, "Clone", NULL), text, sizeof text);
  assert_in_range(length, 1, sizeof text - 1);
  assert_int_equal(strlen(text), length);
  GavelCardsDef def = gavel_cards_def_default();
  def.no_embedded = true;
  GavelCards *other = NULL;
  assert_int_equal(gavel_cards_create(&def, &other, NULL), GAVEL_OK);
  assert_int_equal(gavel_cards_count(other), 0);
  uint64_t version = gavel_cards_version(other);
  assert_int_equal(gavel_cards_add_text(other, text, length, NULL), GAVEL_OK);
  assert_true(gavel_cards_version(other) != version);
  assert_int_equal(gavel_card_definition(other, 1, again, sizeof again), length);
  assert_string_equal(text, again);
  gavel_cards_destroy(other);
}

static void test_texts_are_cut_to_the_buffer(void **state) {
  (void)state;
  GavelCardId bolt = gavel_cards_find(match_cards, "Lightning Bolt", NULL);
  char text[8] = "xxxxxxx";
  size_t length = gavel_card_english(match_cards, bolt, NULL, 0);
  assert_in_range(length, 8, 200);
  assert_int_equal(gavel_card_english(match_cards, bolt, text, sizeof text), length);
  assert_int_equal(strlen(text), 7);
  assert_int_equal(gavel_card_english(match_cards, 0, text, sizeof text), 0);
  assert_string_equal(text, "");
}

static void test_wrong_card_text_is_refused_with_its_place(void **state) {
  (void)state;
  static const char TEXT[] = "(card \"One\" (types creature Bear) (pt 1 1))\n(card \"Two\" (types creatur))";
  uint32_t count = gavel_cards_count(match_cards);
  GavelError error = {.message = ""};
  assert_int_not_equal(gavel_cards_add_text(match_cards, TEXT, sizeof TEXT - 1, &error), GAVEL_OK);
  assert_int_equal(error.line, 2);
  assert_int_not_equal(error.column, 0);
  assert_string_not_equal(error.message, "");
  assert_int_equal(gavel_cards_count(match_cards), count);
  assert_int_equal(gavel_cards_find(match_cards, "One", NULL), 0);
}

static void test_cards_cannot_be_added_while_there_are_games(void **state) {
  (void)state;
  static const char TEXT[] = "(card \"Late Bear\" (types creature Bear) (pt 1 1))";
  GavelGame *game = match_default();
  GavelError error = {.message = ""};
  assert_int_equal(gavel_cards_add_text(match_cards, TEXT, sizeof TEXT - 1, &error), GAVEL_E_MISUSE);
  assert_string_not_equal(error.message, "");
  gavel_game_destroy(game);
  assert_int_equal(gavel_cards_add_text(match_cards, TEXT, sizeof TEXT - 1, &error), GAVEL_OK);
  assert_int_not_equal(gavel_cards_find(match_cards, "Late Bear", NULL), 0);
}

/* --- making and setting up ----------------------------------------------------------------- */

static void expect_wrong_def(GavelGameDef def) {
  GavelGame *game = (GavelGame *)&def;
  GavelError error = {.message = ""};
  assert_int_equal(gavel_game_create(&def, &game, &error), GAVEL_E_CHECK);
  assert_null(game);
  assert_string_not_equal(error.message, "");
}

static void test_a_def_that_is_no_games_is_refused(void **state) {
  (void)state;
  GavelGameDef def = gavel_game_def_default();
  expect_wrong_def(def); /* no cards */
  def = match_def();
  def.player_count = 1;
  expect_wrong_def(def);
  def.player_count = 9;
  expect_wrong_def(def);
  def.player_count = 3; /* in a two-player game */
  expect_wrong_def(def);
  def = match_def();
  def.starting_player = 2;
  expect_wrong_def(def);
  def = match_def();
  def.format = (GavelFormat)7;
  expect_wrong_def(def);
}

static void test_life_totals_follow_the_format(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_game(&def);
  assert_int_equal(gavel_game_player(game, 1).life, 20);
  gavel_game_destroy(game);
  def.format = GAVEL_FORMAT_COMMANDER;
  def.player_count = 4;
  game = match_game(&def);
  assert_int_equal(gavel_game_player(game, 3).life, 40);
  assert_int_equal(gavel_game_situation(game).player_count, 4);
  gavel_game_destroy(game);
  def.life = 7;
  game = match_game(&def);
  assert_int_equal(gavel_game_player(game, 0).life, 7);
  assert_int_equal(gavel_game_player(game, 4).life, 0);
  gavel_game_destroy(game);
}

static void test_what_cannot_be_put_is_refused(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelObjectDef bears = gavel_object_def_default();
  bears.card = gavel_cards_find(match_cards, "Grizzly Bears", NULL);
  GavelObjectDef def = bears;
  def.card = 0;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def = bears;
  def.owner = 2;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def = bears;
  def.zone = GAVEL_ZONE_STACK;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def.zone = GAVEL_ZONE_NONE;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def = bears;
  def.face = 1;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def = bears;
  def.status = GAVEL_STATUS_FLIPPED;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def = bears;
  def.damage = -1;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def = bears;
  def.zone = GAVEL_ZONE_HAND;
  def.status = GAVEL_STATUS_TAPPED;
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  def = bears;
  def.card = gavel_cards_find(match_cards, "Lightning Bolt", NULL); /* no permanent card */
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put(game, &def, NULL));
  assert_refused(game, GAVEL_E_UNKNOWN, gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Forst", 1));
  assert_non_null(strstr(gavel_game_message(game), "\"Forest\""));
  gavel_game_destroy(game);
}

static void test_what_is_put_is_there(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelObjectDef def = gavel_object_def_default();
  def.card = gavel_cards_find(match_cards, "Grizzly Bears", NULL);
  def.owner = 1;
  def.controller = 0;
  def.status = GAVEL_STATUS_TAPPED;
  def.damage = 1;
  GavelRef bears;
  assert_ok(game, gavel_game_put(game, &def, &bears));
  GavelObject object;
  assert_true(gavel_game_object(game, bears, &object));
  assert_int_equal(object.zone, GAVEL_ZONE_BATTLEFIELD);
  assert_int_equal(object.kind, GAVEL_OBJECT_CARD);
  assert_int_equal(object.owner, 1);
  assert_int_equal(object.controller, 0);
  assert_int_equal(object.status, GAVEL_STATUS_TAPPED);
  assert_int_equal(object.damage, 1);
  assert_int_equal(object.card, def.card);
  assert_int_equal(object.cards, 1);
  assert_false(object.summoning_sick);
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Forest", 2);
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Island", 1);
  GavelRef library[2];
  assert_int_equal(gavel_game_zone(game, GAVEL_ZONE_LIBRARY, 0, library, 2), 3);
  char name[32];
  assert_int_equal(gavel_game_name(game, library[0], name, sizeof name), 6);
  assert_string_equal(name, "Forest");
  assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_LIBRARY, 1), 0);
  assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_BATTLEFIELD, 7), 1);
  assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_HAND, 7), 0);
  assert_ok(game, gavel_game_deal(game, 0, 5));
  assert_int_equal(gavel_game_player(game, 0).hand, 3);
  assert_int_equal(gavel_game_player(game, 0).library, 0);
  gavel_game_destroy(game);
}

static void test_counters_life_and_attachments_are_put(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelRef bears = match_permanent(game, 0, "Grizzly Bears");
  GavelRef rancor = match_permanent(game, 0, "Rancor");
  assert_ok(game, gavel_game_put_counters(game, bears, "+1/+1", 2));
  assert_ok(game, gavel_game_put_counters(game, gavel_ref_player(1), "poison", 3));
  assert_ok(game, gavel_game_put_life(game, 1, -2));
  assert_ok(game, gavel_game_put_attached(game, rancor, bears));
  assert_int_equal(gavel_game_counters(game, bears, gavel_word_find("+1/+1")), 2);
  assert_int_equal(gavel_game_counters(game, gavel_ref_player(1), gavel_word_find("poison")), 3);
  assert_ok(game, gavel_game_put_counters(game, bears, "charge", 1));
  GavelCounter counters[3] = {{0}};
  assert_int_equal(gavel_game_all_counters(game, bears, counters, 1), 2);
  assert_int_equal(counters[0].kind, gavel_word_find("+1/+1"));
  assert_int_equal(counters[0].n, 2);
  assert_int_equal(counters[1].kind, 0);
  assert_int_equal(gavel_view_all_counters(game, 1, gavel_view_handle(game, 1, bears), counters, 3), 2);
  assert_int_equal(counters[1].kind, gavel_word_find("charge"));
  assert_int_equal(gavel_game_all_counters(game, gavel_ref_player(1), counters, 3), 1);
  assert_int_equal(gavel_game_all_counters(game, gavel_ref_player(7), counters, 3), 0);
  assert_int_equal(gavel_game_player(game, 1).life, -2);
  GavelRef attached;
  assert_int_equal(gavel_game_attachments(game, bears, &attached, 1), 1);
  assert_true(attached == rancor);
  GavelCharacteristics c;
  assert_true(gavel_game_characteristics(game, bears, &c));
  assert_int_equal(c.power, 2 + 2 + 2);
  assert_int_equal(c.toughness, 2 + 2);
  assert_true(gavel_game_has(game, bears, gavel_word_find("trample")));
  assert_refused(game, GAVEL_E_UNKNOWN, gavel_game_put_counters(game, bears, "nonsense", 1));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put_counters(game, bears, "+1/+1", 0));
  assert_refused(game, GAVEL_E_UNKNOWN, gavel_game_put_counters(game, gavel_ref_player(2), "poison", 1));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put_attached(game, rancor, rancor));
  assert_refused(game, GAVEL_E_UNKNOWN, gavel_game_put_attached(game, GAVEL_REF_NONE, bears));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_put_life(game, 2, 1));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_shuffle(game, 2));
  gavel_game_destroy(game);
}

static void test_tokens_and_face_down_permanents_are_put(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelObjectDef def = gavel_object_def_default();
  def.card = gavel_cards_find(match_cards, "Serra Angel", NULL);
  def.token = true;
  GavelRef ref;
  GavelObject object;
  GavelCharacteristics c;
  assert_ok(game, gavel_game_put(game, &def, &ref));
  assert_true(gavel_game_object(game, ref, &object));
  assert_int_equal(object.kind, GAVEL_OBJECT_TOKEN);
  assert_int_equal(object.card, 0);
  assert_true(gavel_game_characteristics(game, ref, &c));
  assert_string_equal(c.name, "Serra Angel");
  def.token = false;
  def.status = GAVEL_STATUS_FACE_DOWN;
  assert_ok(game, gavel_game_put(game, &def, &ref));
  assert_true(gavel_game_characteristics(game, ref, &c));
  assert_string_equal(c.name, "");
  assert_int_equal(c.power, 2);
  assert_int_equal(c.types, GAVEL_CREATURE);
  char name[32];
  gavel_game_name(game, ref, name, sizeof name);
  assert_string_equal(name, "a face-down permanent");
  gavel_game_destroy(game);
}

static void test_nothing_can_be_set_up_after_the_start(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Forest", 1));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_put_life(game, 0, 1));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_put_counters(game, gavel_ref_player(0), "poison", 1));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_shuffle(game, 0));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_deal(game, 0, 1));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_start(game));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_start_at(game, 2, 0, GAVEL_STEP_MAIN));
  gavel_game_destroy(game);
}

/* --- starting ------------------------------------------------------------------------------ */

static void test_nothing_is_asked_before_the_start(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelDecision decision;
  assert_false(gavel_game_decision(game, &decision));
  assert_string_equal(decision.rule, "");
  assert_null(gavel_game_options(game));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_answer(game, 0));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_answer_set(game, NULL, 0));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_take_back(game));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_concede(game, 0));
  GavelPlayout playout;
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_playout(game, 1, 10, &playout));
  char text[8] = "x";
  assert_int_equal(gavel_game_decision_text(game, text, sizeof text), 0);
  assert_string_equal(text, "");
  assert_false(gavel_game_situation(game).started);
  gavel_game_destroy(game);
}

static void test_a_game_begins_with_the_upkeep_of_the_starting_player(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  def.starting_player = 1;
  GavelGame *game = match_start(&def);
  GavelSituation s = gavel_game_situation(game);
  assert_true(s.started);
  assert_false(s.over);
  assert_int_equal(s.turn, 1);
  assert_int_equal(s.active, 1);
  assert_int_equal(s.priority, 1);
  assert_int_equal(s.step, GAVEL_STEP_UPKEEP);
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_PRIORITY);
  assert_int_equal(decision.player, 1);
  assert_string_equal(decision.rule, "117.1");
  assert_int_equal(gavel_game_options(game)[0].kind, GAVEL_OPTION_PASS);
  gavel_game_destroy(game);
}

static void test_a_game_begins_where_it_is_told_to(void **state) {
  (void)state;
  static const GavelStep STEPS[] = {
      GAVEL_STEP_UPKEEP, GAVEL_STEP_DRAW, GAVEL_STEP_MAIN, GAVEL_STEP_BEGIN_COMBAT, GAVEL_STEP_DECLARE_ATTACKERS,
      GAVEL_STEP_MAIN_2, GAVEL_STEP_END};
  for (uint32_t turn = 1; turn <= 4; turn++) {
    for (uint32_t player = 0; player < 2; player++) {
      for (size_t i = 0; i < COUNT_OF(STEPS); i++) {
        GavelGame *game = match_default();
        match_put(game, GAVEL_ZONE_LIBRARY, 0, "Forest", 20);
        match_put(game, GAVEL_ZONE_LIBRARY, 1, "Forest", 20);
        match_put(game, GAVEL_ZONE_BATTLEFIELD, player, "Grizzly Bears", 1);
        if (turn == 1 && STEPS[i] == GAVEL_STEP_DRAW) {
          assert_refused(game, GAVEL_E_CHECK, gavel_game_start_at(game, turn, player, STEPS[i]));
        } else {
          assert_ok(game, gavel_game_start_at(game, turn, player, STEPS[i]));
          GavelSituation s = gavel_game_situation(game);
          assert_int_equal(s.turn, turn);
          assert_int_equal(s.active, player);
          assert_int_equal(s.step, STEPS[i]);
          /* The turns after it are whole. */
          while (gavel_game_situation(game).turn == turn) assert_ok(game, gavel_game_answer(game, 0));
          s = gavel_game_situation(game);
          assert_int_equal(s.active, 1 - player);
          assert_int_equal(s.step, GAVEL_STEP_UPKEEP);
          pass_to(game, GAVEL_DECISION_PRIORITY);
          assert_ok(game, gavel_game_answer(game, 0));
          assert_ok(game, gavel_game_answer(game, 0));
          assert_int_equal(gavel_game_situation(game).step, GAVEL_STEP_DRAW);
          assert_int_equal(gavel_game_player(game, 1 - player).hand, 1);
        }
        gavel_game_destroy(game);
      }
    }
  }
}

static void test_a_game_cannot_begin_in_the_middle_of_combat(void **state) {
  (void)state;
  GavelGame *game = match_default();
  assert_refused(game, GAVEL_E_CHECK, gavel_game_start_at(game, 2, 0, GAVEL_STEP_DECLARE_BLOCKERS));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_start_at(game, 2, 0, GAVEL_STEP_COMBAT_DAMAGE));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_start_at(game, 2, 0, GAVEL_STEP_CLEANUP));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_start_at(game, 0, 0, GAVEL_STEP_MAIN));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_start_at(game, 2, 2, GAVEL_STEP_MAIN));
  gavel_game_destroy(game);
}

/* --- the life of a game -------------------------------------------------------------------- */

static void test_a_game_is_played_to_its_end(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  uint64_t random = 7;
  uint32_t decisions = 0;
  while (match_answer(game, &random)) {
    decisions++;
    assert_in_range(decisions, 1, 200000);
  }
  GavelSituation s = gavel_game_situation(game);
  assert_true(s.over);
  assert_int_equal(s.decisions, decisions);
  uint32_t winners = 0;
  for (uint32_t p = 0; p < 2; p++) winners += gavel_game_player(game, p).won;
  assert_int_equal(winners, s.draw ? 0 : 1);
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_answer(game, 0));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_concede(game, 0));
  gavel_game_destroy(game);
}

/* The option of that kind for an object; fails the test if it is not offered. */
static uint32_t find_option(const GavelGame *game, GavelOptionKind kind, GavelRef ref) {
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  const GavelOption *options = gavel_game_options(game);
  for (uint32_t i = 0; i < decision.option_count; i++)
    if (options[i].kind == kind && options[i].ref == ref) return i;
  fail_msg("no such option");
  return 0;
}

static void test_a_spell_is_cast_and_resolves(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelRef mountain = match_permanent(game, 0, "Mountain");
  GavelRef bears = match_permanent(game, 1, "Grizzly Bears");
  match_put(game, GAVEL_ZONE_HAND, 0, "Lightning Bolt", 1);
  assert_ok(game, gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN));
  GavelRef bolt, spell, target;
  assert_int_equal(gavel_game_zone(game, GAVEL_ZONE_HAND, 0, &bolt, 1), 1);
  assert_ok(game, gavel_game_answer(game, find_option(game, GAVEL_OPTION_ACTIVATE, mountain)));
  assert_int_equal(gavel_game_mana(game, 0, gavel_word_find("red")), 1);
  assert_int_equal(gavel_game_mana(game, 0, gavel_word_find("green")), 0);
  assert_int_equal(gavel_game_mana(game, 0, 0), 1);
  assert_ok(game, gavel_game_answer(game, find_option(game, GAVEL_OPTION_CAST, bolt)));
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_TARGET);
  assert_int_equal(decision.option_count, 3); /* two players and the bears */
  GavelOption member = {.kind = GAVEL_OPTION_REF, .ref = bears};
  assert_ok(game, gavel_game_answer_set(game, &member, 1));
  assert_int_equal(gavel_game_mana(game, 0, 0), 0);
  assert_int_equal(gavel_game_zone(game, GAVEL_ZONE_STACK, 0, &spell, 1), 1);
  assert_int_equal(gavel_game_targets(game, spell, &target, 1), 1);
  assert_true(target == bears);
  assert_int_equal(gavel_game_targets(game, bears, &target, 1), 0);
  assert_int_equal(gavel_game_player(game, 0).spells, 1);
  assert_ok(game, gavel_game_answer(game, 0));
  assert_ok(game, gavel_game_answer(game, 0));
  GavelObject object;
  assert_false(gavel_game_object(game, bears, &object)); /* 400.7 */
  assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_GRAVEYARD, 1), 1);
  assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_STACK, 0), 0);
  gavel_game_destroy(game);
}

static void test_the_same_seed_gives_the_same_game(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *one = match_start(&def), *two = match_start(&def);
  def.seed = 2;
  GavelGame *other = match_start(&def);
  assert_true(gavel_game_hash(one) == gavel_game_hash(two));
  assert_true(gavel_game_hash(one) != gavel_game_hash(other));
  uint64_t random_one = 1, random_two = 1;
  for (int i = 0; i < 200; i++) {
    match_answer(one, &random_one);
    match_answer(two, &random_two);
    assert_true(gavel_game_hash(one) == gavel_game_hash(two));
  }
  gavel_game_destroy(one);
  gavel_game_destroy(two);
  gavel_game_destroy(other);
}

static void test_chance_can_be_forced_at_any_time(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  uint64_t hash = gavel_game_hash(game);
  assert_ok(game, gavel_game_force_coin(game, 1, true));
  assert_ok(game, gavel_game_force_die(game, 1, 6));
  assert_true(gavel_game_hash(game) != hash);
  assert_refused(game, GAVEL_E_CHECK, gavel_game_force_die(game, 1, 0));
  assert_refused(game, GAVEL_E_CHECK, gavel_game_force_coin(game, 2, false));
  gavel_game_destroy(game);
}

/* Puts a creature onto the battlefield face down, under the control of the first player. */
static GavelRef put_face_down(GavelGame *game) {
  GavelObjectDef angel = gavel_object_def_default();
  angel.card = gavel_cards_find(match_cards, "Serra Angel", NULL);
  angel.status = GAVEL_STATUS_FACE_DOWN;
  GavelRef ref;
  assert_ok(game, gavel_game_put(game, &angel, &ref));
  return ref;
}

/* What was face down is revealed as its owner leaves, and all of it as the game ends (708.9). */
static void test_face_down_permanents_are_revealed_at_the_end(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_game(&def);
  for (uint32_t p = 0; p < 2; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 10);
  GavelRef ref = put_face_down(game);
  assert_ok(game, gavel_game_start(game));
  assert_true(gavel_view_knows(game, 0, ref));
  assert_false(gavel_view_knows(game, 1, ref));
  assert_ok(game, gavel_game_concede(game, 1));
  assert_true(gavel_game_situation(game).over);
  assert_true(gavel_view_knows(game, 1, ref));
  gavel_game_destroy(game);
}

/* An effect may let a player look at what another one controls face down (708.5), and not its controller's opponents all. */
static void test_face_down_permanents_are_seen_by_whom_an_effect_lets(void **state) {
  (void)state;
  for (uint32_t p = 0; p < 2; p++) {
    GavelGameDef def = match_def();
    GavelGame *game = match_game(&def);
    for (uint32_t q = 0; q < 2; q++) match_put(game, GAVEL_ZONE_LIBRARY, q, "Forest", 10);
    match_put(game, GAVEL_ZONE_BATTLEFIELD, p, "Keeper of the Lens", 1);
    GavelRef ref = put_face_down(game);
    assert_ok(game, gavel_game_start(game));
    assert_true(gavel_view_knows(game, 0, ref));
    assert_int_equal(gavel_view_knows(game, 1, ref), p == 1);
    gavel_game_destroy(game);
  }
}

/* The option that activates an ability of the permanent with that name. */
static uint32_t activates(GavelGame *game, const char *name) {
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  for (uint32_t i = 0; i < decision.option_count; i++) {
    const GavelOption *option = &gavel_game_options(game)[i];
    char text[64];
    gavel_game_name(game, option->ref, text, sizeof text);
    if (option->kind == GAVEL_OPTION_ACTIVATE && !strcmp(text, name)) return i;
  }
  return UINT32_MAX;
}

/* Player 0 casts Grizzly Bears for {1}{G} with a Forest, a Mountain and an Island. */
static GavelGame *casting_bears(uint32_t by_hand) {
  GavelGameDef def = match_def();
  GavelGame *game = match_game(&def);
  for (uint32_t p = 0; p < 2; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 10);
  match_put(game, GAVEL_ZONE_BATTLEFIELD, 0, "Forest", 1);
  match_put(game, GAVEL_ZONE_BATTLEFIELD, 0, "Mountain", 1);
  match_put(game, GAVEL_ZONE_BATTLEFIELD, 0, "Island", 1);
  match_put(game, GAVEL_ZONE_HAND, 0, "Grizzly Bears", 1);
  assert_ok(game, gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN));
  assert_ok(game, gavel_game_pay_by_hand(game, by_hand, true));
  assert_int_equal(gavel_game_options(game)[1].kind, GAVEL_OPTION_CAST);
  assert_ok(game, gavel_game_answer(game, 1));
  return game;
}

/* The spell has been paid for: that land is tapped, and the Mountain is not. */
static void assert_paid(GavelGame *game, const char *with) {
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_PRIORITY);
  assert_int_not_equal(activates(game, "Mountain"), UINT32_MAX);
  assert_int_equal(activates(game, with), UINT32_MAX);
}

static void test_a_player_chooses_what_pays(void **state) {
  (void)state;
  GavelGame *game = casting_bears(0);
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_MANA);
  assert_int_equal(decision.option_count, 3);
  assert_ok(game, gavel_game_answer(game, activates(game, "Island")));
  assert_ok(game, gavel_game_answer(game, activates(game, "Forest")));
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_MANA); /* the Mountain could still be tapped, too */
  assert_int_equal(gavel_game_options(game)[0].kind, GAVEL_OPTION_DONE);
  assert_ok(game, gavel_game_answer(game, 0));
  assert_paid(game, "Island");
  gavel_game_destroy(game);
}

static void test_the_rest_of_a_payment_is_automatic_again(void **state) {
  (void)state;
  GavelGame *game = casting_bears(0);
  assert_ok(game, gavel_game_pay_by_hand(game, 0, false));
  assert_ok(game, gavel_game_answer(game, activates(game, "Island")));
  assert_paid(game, "Forest");
  gavel_game_destroy(game);
}

static void test_only_the_player_named_pays_by_hand(void **state) {
  (void)state;
  GavelGame *game = casting_bears(1);
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_PRIORITY);
  assert_refused(game, GAVEL_E_CHECK, gavel_game_pay_by_hand(game, 2, true));
  gavel_game_destroy(game);
}

static void test_who_concedes_loses(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  def.format = GAVEL_FORMAT_FREE_FOR_ALL;
  def.player_count = 3;
  GavelGame *game = match_game(&def);
  for (uint32_t p = 0; p < 3; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 10);
  assert_ok(game, gavel_game_start(game));
  assert_ok(game, gavel_game_concede(game, 0));
  assert_true(gavel_game_player(game, 0).lost);
  assert_true(gavel_game_player(game, 0).conceded);
  assert_false(gavel_game_situation(game).over);
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_concede(game, 0));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_concede(game, 3));
  assert_ok(game, gavel_game_concede(game, 2));
  assert_true(gavel_game_situation(game).over);
  assert_true(gavel_game_player(game, 1).won);
  gavel_game_destroy(game);
}

static void test_more_cards_than_there_is_room_for_change_nothing(void **state) {
  (void)state;
  static const uint32_t COUNTS[] = {UINT32_MAX, 4000000000u, 250001, 250000};
  GavelGame *game = match_default();
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Forest", 1);
  for (uint32_t i = 0; i < COUNT_OF(COUNTS); i++) {
    assert_refused(game, GAVEL_E_LIMIT, gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Forest", COUNTS[i]));
    assert_non_null(strstr(gavel_game_message(game), "may hold 250000 objects (limits.objects) and holds 1"));
  }
  GavelDeck *deck = NULL;
  assert_int_equal(gavel_deck_read(match_cards, "60000 Forest\n190000 Island\n", 27, &deck, NULL), GAVEL_OK);
  assert_refused(game, GAVEL_E_LIMIT, gavel_game_put_deck(game, 0, deck));
  gavel_deck_destroy(deck);
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Forest", 249999);
  assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_LIBRARY, 0), 250000);
  GavelObjectDef def = gavel_object_def_default();
  def.card = gavel_cards_find(match_cards, "Forest", NULL);
  def.zone = GAVEL_ZONE_HAND;
  assert_refused(game, GAVEL_E_LIMIT, gavel_game_put(game, &def, NULL));
  gavel_game_destroy(game);
}

/* A save of a game that is too large is not damaged. */
static void test_a_save_larger_than_the_limits_is_said_to_be(void **state) {
  (void)state;
  GavelGame *game = match_default(), *loaded = NULL;
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Forest", 12);
  char save[4096];
  size_t length = 0;
  assert_ok(game, gavel_game_save(game, save, sizeof save, &length));
  assert_in_range(length, 1, sizeof save);
  gavel_game_destroy(game);
  GavelGameDef def = match_def();
  GavelError error;
  def.limits.objects = 11;
  assert_int_equal(gavel_game_load(&def, save, length, &loaded, &error), GAVEL_E_LIMIT);
  assert_non_null(strstr(error.message, "objects"));
  def.limits.objects = 12;
  assert_int_equal(gavel_game_load(&def, save, length, &loaded, &error), GAVEL_OK);
  gavel_game_destroy(loaded);
}

static void test_a_limit_ends_a_game_with_its_name(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  def.limits.objects = 24; /* all are there: a spell that makes creatures has no room for them */
  GavelGame *game = match_game(&def);
  match_put(game, GAVEL_ZONE_HAND, 0, "Raise the Alarm", 2);
  match_put(game, GAVEL_ZONE_BATTLEFIELD, 0, "Plains", 2);
  for (uint32_t p = 0; p < 2; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 10);
  assert_ok(game, gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN));
  GavelPlayout playout;
  assert_int_equal(gavel_game_playout(game, 1, 1000, &playout), GAVEL_E_LIMIT);
  assert_int_equal(gavel_game_status(game), GAVEL_E_LIMIT);
  assert_non_null(strstr(gavel_game_message(game), "objects"));
  GavelDecision decision;
  assert_int_equal(gavel_game_start(game), GAVEL_E_LIMIT);
  assert_false(gavel_game_decision(game, &decision));
  assert_int_equal(gavel_game_answer(game, 0), GAVEL_E_LIMIT);
  char buffer[16];
  GavelGame *clone = game;
  assert_int_equal(gavel_game_clone(game, buffer, sizeof buffer, &clone), GAVEL_E_LIMIT);
  assert_null(clone);
  gavel_game_destroy(game);
}

/* A card whose target needs at least two permanents that each need at least two permanents, and so on, `depth` levels deep. */
static void add_nested(const char *name, u32 depth) {
  Text text;
  text_init(&text, gavel_allocator_default());
  text_addf(&text, "(card \"%s\" (cost {U}) (types instant) (spell (target $t1 ", name);
  for (u32 i = 0; i < depth; i++) text_adds(&text, "(cmp (count (all battlefield ");
  text_adds(&text, "permanent");
  for (u32 i = 0; i < depth; i++) text_adds(&text, ")) >= 2)");
  text_adds(&text, ") (return-to-hand $t1)))");
  match_add(text_str(&text).data);
  text_free(&text);
}

/* For each permanent that a condition looks at, the condition inside it looks at all permanents. */
static void test_conditions_in_conditions_are_limited(void **state) {
  (void)state;
  add_nested("Shallow Question", 2);
  add_nested("Deep Question", 18);
  for (u32 i = 0; i < 2; i++) {
    GavelGameDef def = match_def();
    def.limits.evaluations = 100000;
    GavelGame *game = match_game(&def);
    match_put(game, GAVEL_ZONE_HAND, 0, i ? "Deep Question" : "Shallow Question", 1);
    match_put(game, GAVEL_ZONE_BATTLEFIELD, 0, "Island", 10);
    for (uint32_t p = 0; p < 2; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 10);
    GavelStatus status = gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN);
    assert_int_equal(status, i ? GAVEL_E_LIMIT : GAVEL_OK);
    if (i) assert_non_null(strstr(gavel_game_message(game), "at most 100000 (limits.evaluations)"));
    gavel_game_destroy(game);
  }
}

static void test_a_limit_of_zero_is_the_default(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  def.limits = (GavelLimits){.objects = 100};
  GavelGame *game = match_game(&def);
  match_put(game, GAVEL_ZONE_HAND, 0, "Shallow Question", 1);
  match_put(game, GAVEL_ZONE_BATTLEFIELD, 0, "Island", 10);
  for (uint32_t p = 0; p < 2; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 10);
  assert_int_equal(gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN), GAVEL_OK);
  gavel_game_destroy(game);
}

/* --- sets ---------------------------------------------------------------------------------- */

static bool attacks(const GavelGame *game, GavelRef ref) {
  GavelObject object;
  assert_true(gavel_game_object(game, ref, &object));
  return object.attacking == gavel_ref_player(1);
}

static void test_a_set_is_answered_whole(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelRef refs[ATTACKERS];
  for (uint32_t set = 0; set < 1u << ATTACKERS; set++) {
    GavelGame *game = match_combat(&def, refs);
    GavelOption members[ATTACKERS];
    uint32_t count = 0;
    for (uint32_t i = ATTACKERS; i-- > 0;)
      if (set >> i & 1) members[count++] = match_attack(refs[i], 1);
    assert_ok(game, gavel_game_answer_set(game, members, count));
    GavelDecision decision;
    assert_true(gavel_game_decision(game, &decision));
    assert_int_not_equal(decision.kind, GAVEL_DECISION_ATTACKER);
    for (uint32_t i = 0; i < ATTACKERS; i++) assert_int_equal(attacks(game, refs[i]), set >> i & 1);
    gavel_game_destroy(game);
  }
}

static void test_a_set_step_by_step_is_the_same(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelRef refs[ATTACKERS];
  GavelGame *whole = match_combat(&def, refs), *steps = match_combat(&def, refs);
  GavelOption members[] = {match_attack(refs[2], 1), match_attack(refs[0], 1)};
  assert_ok(whole, gavel_game_answer_set(whole, members, 2));
  assert_ok(steps, gavel_game_answer(steps, 1)); /* done, bears, giant, angel */
  assert_ok(steps, gavel_game_answer(steps, 2)); /* done, giant, angel */
  assert_true(gavel_game_hash(whole) == gavel_game_hash(steps));
  gavel_game_destroy(whole);
  gavel_game_destroy(steps);
}

static void test_a_wrong_set_changes_nothing(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelRef refs[ATTACKERS];
  GavelGame *game = match_combat(&def, refs);
  GavelOption twice[] = {match_attack(refs[0], 1), match_attack(refs[0], 1)};
  assert_refused(game, GAVEL_E_ILLEGAL, gavel_game_answer_set(game, twice, 2));
  GavelOption own[] = {match_attack(refs[0], 0)};
  assert_refused(game, GAVEL_E_ILLEGAL, gavel_game_answer_set(game, own, 1));
  GavelOption nothing[] = {match_attack(refs[0], 1), match_attack(GAVEL_REF_NONE, 1)};
  assert_refused(game, GAVEL_E_ILLEGAL, gavel_game_answer_set(game, nothing, 2));
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_refused(game, GAVEL_E_ILLEGAL, gavel_game_answer(game, decision.option_count));
  assert_refused(game, GAVEL_E_ILLEGAL, gavel_game_answer(game, UINT32_MAX));
  gavel_game_destroy(game);
}

static void test_a_decision_that_stands_alone_takes_one_member(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  GavelOption pass = {.kind = GAVEL_OPTION_PASS};
  assert_refused(game, GAVEL_E_ILLEGAL, gavel_game_answer_set(game, NULL, 0));
  GavelOption two[] = {pass, pass};
  assert_refused(game, GAVEL_E_ILLEGAL, gavel_game_answer_set(game, two, 2));
  assert_ok(game, gavel_game_answer_set(game, &pass, 1));
  assert_int_equal(gavel_game_situation(game).priority, 1);
  gavel_game_destroy(game);
}

static void test_a_set_can_be_taken_back(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelRef refs[ATTACKERS];
  GavelGame *game = match_combat(&def, refs);
  uint64_t hash = gavel_game_hash(game);
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_take_back(game));
  for (int i = 0; i < 3; i++) {
    assert_ok(game, gavel_game_answer(game, 1));
    assert_ok(game, gavel_game_answer(game, 1));
    assert_true(gavel_game_hash(game) != hash);
    assert_ok(game, gavel_game_take_back(game));
    assert_true(gavel_game_hash(game) == hash);
  }
  GavelOption members[] = {match_attack(refs[1], 1)};
  assert_ok(game, gavel_game_answer_set(game, members, 1));
  assert_true(attacks(game, refs[1]));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_take_back(game));
  gavel_game_destroy(game);
}

static void test_sets_are_not_kept_when_nobody_wants_it(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  def.no_take_back = true;
  GavelRef refs[ATTACKERS];
  GavelGame *game = match_combat(&def, refs);
  assert_ok(game, gavel_game_answer(game, 1));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_take_back(game));
  gavel_game_destroy(game);
}

static void test_shown_forced_decisions_change_nothing(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *silent = match_start(&def);
  def.show_forced = true;
  GavelGame *shown = match_start(&def);
  uint64_t random = 3;
  uint32_t forced = 0;
  GavelDecision d;
  for (int i = 0; i < 400; i++) {
    GavelDecision mine;
    if (!gavel_game_decision(silent, &mine)) break;
    assert_true(gavel_game_decision(shown, &d));
    while (d.option_count == 1 && d.kind != mine.kind) {
      forced++;
      assert_ok(shown, gavel_game_answer(shown, 0));
      assert_true(gavel_game_decision(shown, &d));
    }
    assert_int_equal(d.kind, mine.kind);
    assert_int_equal(d.option_count, mine.option_count);
    uint32_t option = match_random(&random, mine.option_count);
    assert_ok(silent, gavel_game_answer(silent, option));
    assert_ok(shown, gavel_game_answer(shown, option));
  }
  assert_int_not_equal(forced, 0);
  while (gavel_game_decision(shown, &d) && d.option_count == 1 && d.kind != GAVEL_DECISION_PRIORITY)
    assert_ok(shown, gavel_game_answer(shown, 0));
  assert_true(gavel_game_hash(silent) == gavel_game_hash(shown));
  gavel_game_destroy(silent);
  gavel_game_destroy(shown);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words_are_found_by_their_text),
      cmocka_unit_test(test_cards_are_found_by_any_of_their_names),
      cmocka_unit_test(test_a_definition_reads_back_to_the_same_card),
      cmocka_unit_test(test_texts_are_cut_to_the_buffer),
      cmocka_unit_test(test_wrong_card_text_is_refused_with_its_place),
      cmocka_unit_test(test_cards_cannot_be_added_while_there_are_games),
      cmocka_unit_test(test_a_def_that_is_no_games_is_refused),
      cmocka_unit_test(test_life_totals_follow_the_format),
      cmocka_unit_test(test_what_cannot_be_put_is_refused),
      cmocka_unit_test(test_what_is_put_is_there),
      cmocka_unit_test(test_counters_life_and_attachments_are_put),
      cmocka_unit_test(test_tokens_and_face_down_permanents_are_put),
      cmocka_unit_test(test_nothing_can_be_set_up_after_the_start),
      cmocka_unit_test(test_nothing_is_asked_before_the_start),
      cmocka_unit_test(test_a_game_begins_with_the_upkeep_of_the_starting_player),
      cmocka_unit_test(test_a_game_begins_where_it_is_told_to),
      cmocka_unit_test(test_a_game_cannot_begin_in_the_middle_of_combat),
      cmocka_unit_test(test_a_game_is_played_to_its_end),
      cmocka_unit_test(test_a_spell_is_cast_and_resolves),
      cmocka_unit_test(test_the_same_seed_gives_the_same_game),
      cmocka_unit_test(test_chance_can_be_forced_at_any_time),
      cmocka_unit_test(test_face_down_permanents_are_revealed_at_the_end),
      cmocka_unit_test(test_face_down_permanents_are_seen_by_whom_an_effect_lets),
      cmocka_unit_test(test_a_player_chooses_what_pays),
      cmocka_unit_test(test_the_rest_of_a_payment_is_automatic_again),
      cmocka_unit_test(test_only_the_player_named_pays_by_hand),
      cmocka_unit_test(test_who_concedes_loses),
      cmocka_unit_test(test_more_cards_than_there_is_room_for_change_nothing),
      cmocka_unit_test(test_a_save_larger_than_the_limits_is_said_to_be),
      cmocka_unit_test(test_a_limit_ends_a_game_with_its_name),
      cmocka_unit_test(test_conditions_in_conditions_are_limited),
      cmocka_unit_test(test_a_limit_of_zero_is_the_default),
      cmocka_unit_test(test_a_set_is_answered_whole),
      cmocka_unit_test(test_a_set_step_by_step_is_the_same),
      cmocka_unit_test(test_a_wrong_set_changes_nothing),
      cmocka_unit_test(test_a_decision_that_stands_alone_takes_one_member),
      cmocka_unit_test(test_a_set_can_be_taken_back),
      cmocka_unit_test(test_sets_are_not_kept_when_nobody_wants_it),
      cmocka_unit_test(test_shown_forced_decisions_change_nothing),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
