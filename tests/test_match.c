/* Games that begin as 103 says, and matches of them. */
#include "gavel/table.h"
#include "support/match.h"

static const char RED[] = "20 Mountain\n20 Lightning Bolt\n20 Hill Giant\n\n2 Clone\n";
static const char GREEN[] = "20 Forest\n20 Grizzly Bears\n20 Giant Growth\n";

static GavelDeck *read_deck(const char *text) {
  GavelDeck *deck = NULL;
  assert_int_equal(gavel_deck_read(match_cards, text, strlen(text), &deck, NULL), GAVEL_OK);
  return deck;
}

static GavelGame *seated(uint32_t players, uint64_t seed) {
  GavelGameDef def = match_def();
  def.seed = seed;
  def.player_count = players;
  if (players > 2) def.format = GAVEL_FORMAT_FREE_FOR_ALL;
  GavelGame *game = match_game(&def);
  for (uint32_t p = 0; p < players; p++) {
    GavelDeck *deck = read_deck(p % 2 ? GREEN : RED);
    assert_ok(game, gavel_game_put_deck(game, p, deck));
    gavel_deck_destroy(deck);
  }
  return game;
}

static GavelDecision asked(const GavelGame *game, GavelDecisionKind kind, const char *rule, uint32_t player) {
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, kind);
  assert_string_equal(decision.rule, rule);
  assert_int_equal(decision.player, player);
  return decision;
}

static void the_chooser_says_who_begins(void **state) {
  (void)state;
  GavelGame *game = seated(2, 1);
  assert_refused(game, GAVEL_E_CHECK, gavel_game_start_with_choice(game, 2));
  assert_ok(game, gavel_game_start_with_choice(game, 0));
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_start_with_choice(game, 0));
  assert_int_equal(asked(game, GAVEL_DECISION_OBJECT, "103.1", 0).option_count, 2);
  assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_HAND, 0), 0);
  assert_true(gavel_game_options(game)[1].ref == gavel_ref_player(1));
  assert_ok(game, gavel_game_answer(game, 1));
  for (uint32_t i = 0; i < 2; i++) {
    asked(game, GAVEL_DECISION_KEEP, "103.5", 1 - i);
    assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_HAND, i), 7);
    assert_ok(game, gavel_game_answer(game, 0));
  }
  asked(game, GAVEL_DECISION_PRIORITY, "117.1", 1);
  GavelSituation now = gavel_game_situation(game);
  assert_int_equal(now.turn, 1);
  assert_int_equal(now.active, 1);
  gavel_game_destroy(game);
}

/* Answers until turn 1, keeping every hand; nobody who has left is asked. */
static void keep_all(GavelGame *game, uint32_t left) {
  GavelDecision decision;
  while (gavel_game_decision(game, &decision) && gavel_game_situation(game).turn == 0) {
    assert_int_not_equal(decision.player, left);
    assert_ok(game, gavel_game_answer(game, 0));
  }
}

/* Whoever decides may concede, whatever it is they decide: some are about cards for the bottom of the
   library, which ones and in which order. */
static void a_player_concedes_before_the_first_turn(void **state) {
  (void)state;
  for (uint32_t at = 0; at < 22; at++) {
    GavelGame *game = seated(3, 7);
    assert_ok(game, gavel_game_start_with_choice(game, 2));
    GavelDecision decision;
    for (uint32_t i = 0; i < at; i++) {
      assert_true(gavel_game_decision(game, &decision));
      bool keep = decision.kind == GAVEL_DECISION_KEEP;
      assert_ok(game, gavel_game_answer(game, decision.kind == GAVEL_DECISION_OBJECT && i == 0 ? 2 : keep));
    }
    assert_true(gavel_game_decision(game, &decision));
    uint32_t left = decision.player;
    assert_ok(game, gavel_game_concede(game, left));
    keep_all(game, left);
    assert_int_equal(gavel_game_situation(game).turn, 1);
    assert_int_equal(gavel_game_situation(game).active, at == 0 ? 0 : left == 2 ? 0 : 2);
    assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_LIBRARY, left), 0);
    gavel_game_destroy(game);
  }
}

static void a_beginning_is_saved_at_every_decision(void **state) {
  (void)state;
  static uint8_t saved[1u << 20];
  GavelGameDef def = match_def();
  GavelGame *game = seated(2, 3);
  assert_ok(game, gavel_game_start_with_choice(game, 1));
  GavelDecision decision;
  for (uint32_t i = 0; i < 14 && gavel_game_situation(game).turn == 0; i++) {
    GavelGame *again = NULL;
    size_t size;
    assert_ok(game, gavel_game_save(game, saved, sizeof saved, &size));
    assert_int_equal(gavel_game_load(&def, saved, size, &again, NULL), GAVEL_OK);
    assert_true(gavel_game_decision(game, &decision));
    uint32_t option = decision.kind == GAVEL_DECISION_KEEP && i < 9;
    assert_ok(game, gavel_game_answer(game, option));
    assert_ok(again, gavel_game_answer(again, option));
    assert_true(gavel_game_hash(game) == gavel_game_hash(again));
    gavel_game_destroy(again);
  }
  gavel_game_destroy(game);
}

static uint32_t count_of_part(const GavelDeck *deck, GavelCardId card, GavelDeckPart part) {
  GavelDeckEntry entry;
  for (uint32_t i = 0; gavel_deck_entry(deck, i, &entry); i++)
    if (entry.card == card && entry.part == part) return entry.count;
  return 0;
}

static void cards_move_between_the_parts_of_a_deck(void **state) {
  (void)state;
  GavelDeck *deck = read_deck(RED), *copy = NULL;
  GavelCardId bolt = gavel_cards_find(match_cards, "Lightning Bolt", NULL);
  assert_int_equal(gavel_deck_copy(deck, &copy), GAVEL_OK);
  GavelError error = {.message = ""};
  assert_int_equal(gavel_deck_move(copy, bolt, 21, GAVEL_DECK_MAIN, GAVEL_DECK_SIDEBOARD, &error), GAVEL_E_CHECK);
  assert_non_null(strstr(error.message, "Lightning Bolt"));
  assert_int_equal(gavel_deck_move(copy, bolt, 18, GAVEL_DECK_MAIN, GAVEL_DECK_SIDEBOARD, NULL), GAVEL_OK);
  assert_int_equal(count_of_part(copy, bolt, GAVEL_DECK_MAIN), 2);
  assert_int_equal(count_of_part(copy, bolt, GAVEL_DECK_SIDEBOARD), 18);
  assert_int_equal(gavel_deck_move(copy, bolt, 2, GAVEL_DECK_MAIN, GAVEL_DECK_SIDEBOARD, NULL), GAVEL_OK);
  assert_int_equal(count_of_part(copy, bolt, GAVEL_DECK_MAIN), 0);
  assert_int_equal(gavel_deck_size(copy, GAVEL_DECK_SIDEBOARD), 22);
  assert_int_equal(gavel_deck_size(deck, GAVEL_DECK_MAIN), 60);
  gavel_deck_destroy(deck);
  assert_int_equal(gavel_deck_size(copy, GAVEL_DECK_MAIN), 40);
  gavel_deck_destroy(copy);
}

static void the_loser_chooses_in_the_next_game(void **state) {
  (void)state;
  GavelMatch match = gavel_match_new(2, 2, 5);
  GavelGame *running = seated(2, 1);
  assert_int_equal(gavel_match_record(&match, running), GAVEL_E_MISUSE);
  gavel_game_destroy(running);
  static const uint32_t LOSERS[] = {1, 0, 1};
  for (uint32_t i = 0; i < 3; i++) {
    assert_int_equal(gavel_match_winner(&match), GAVEL_NO_PLAYER);
    if (i) assert_int_equal(match.chooser, LOSERS[i - 1]);
    GavelGame *game = seated(2, i + 1);
    assert_ok(game, gavel_game_start_with_choice(game, match.chooser));
    assert_ok(game, gavel_game_concede(game, LOSERS[i]));
    assert_int_equal(gavel_match_record(&match, game), GAVEL_OK);
    if (i == 2) assert_int_equal(gavel_match_record(&match, game), GAVEL_E_MISUSE);
    gavel_game_destroy(game);
  }
  assert_int_equal(gavel_match_winner(&match), 0);
  assert_int_equal(match.games, 3);
  assert_int_equal(match.wins[1], 1);
}

static void chance_says_who_chooses_first(void **state) {
  (void)state;
  uint32_t chosen[2] = {0, 0};
  for (uint64_t seed = 1; seed <= 40; seed++) chosen[gavel_match_new(2, 2, seed).chooser]++;
  assert_in_range(chosen[0], 10, 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_chooser_says_who_begins),
      cmocka_unit_test(a_player_concedes_before_the_first_turn),
      cmocka_unit_test(a_beginning_is_saved_at_every_decision),
      cmocka_unit_test(cards_move_between_the_parts_of_a_deck),
      cmocka_unit_test(the_loser_chooses_in_the_next_game),
      cmocka_unit_test(chance_says_who_chooses_first),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
