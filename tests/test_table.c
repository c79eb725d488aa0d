/* Decks in every form, what is wrong with them said with its place, formats, and putting them into a game. */
#include "support/public_cards.h"
#include "support/test.h"

#include "gavel/player.h"
#include "gavel/table.h"

#include <stdio.h>

static GavelDeck *read_deck(const char *text) {
  GavelDeck *deck = NULL;
  GavelError error;
  if (gavel_deck_read(cards, text, strlen(text), &deck, &error))
    fail_msg("%u:%u: %s", error.line, error.column, error.message);
  return deck;
}

/* Whether the deck holds so many of a card in a part. */
static void assert_holds(const GavelDeck *deck, const char *name, GavelDeckPart part, uint32_t count) {
  GavelDeckEntry entry;
  uint32_t found = 0;
  for (uint32_t i = 0; i < gavel_deck_entries(deck); i++) {
    assert_true(gavel_deck_entry(deck, i, &entry));
    if (entry.part == part && entry.card == gavel_cards_find(cards, name, NULL)) found += entry.count;
  }
  assert_false(gavel_deck_entry(deck, gavel_deck_entries(deck), &entry));
  assert_int_equal(found, count);
}

static void assert_refused(const char *text, GavelStatus status, uint32_t line, uint32_t column, const char *says) {
  GavelDeck *deck = NULL;
  GavelError error;
  assert_int_equal(gavel_deck_read(cards, text, strlen(text), &deck, &error), status);
  assert_null(deck);
  assert_int_equal(error.line, line);
  assert_int_equal(error.column, column);
  assert_non_null(strstr(error.message, says));
}

static void lines_with_a_blank_one_before_the_sideboard(void **state) {
  (void)state;
  GavelDeck *deck = read_deck("# mine\r\n4 Lightning Bolt\r\n20x Mountain\nFire/Ice\n1 Summon: Choco/Mog\n\n2 Fog\n");
  assert_holds(deck, "Lightning Bolt", GAVEL_DECK_MAIN, 4);
  assert_holds(deck, "Mountain", GAVEL_DECK_MAIN, 20);
  assert_holds(deck, "Fire // Ice", GAVEL_DECK_MAIN, 1);
  assert_holds(deck, "Summon: Choco/Mog", GAVEL_DECK_MAIN, 1);
  assert_holds(deck, "Fog", GAVEL_DECK_SIDEBOARD, 2);
  assert_int_equal(gavel_deck_size(deck, GAVEL_DECK_MAIN), 26);
  assert_string_equal(gavel_deck_name(deck), "");
  gavel_deck_destroy(deck);
}

static void lines_as_magic_online_marks_the_sideboard(void **state) {
  (void)state;
  GavelDeck *deck = read_deck("4 Lightning Bolt\n\n2 Lightning Bolt\nSB: 3 Lightning Bolt\n");
  assert_holds(deck, "Lightning Bolt", GAVEL_DECK_MAIN, 6);
  assert_holds(deck, "Lightning Bolt", GAVEL_DECK_SIDEBOARD, 3);
  gavel_deck_destroy(deck);
}

static void sections_as_arena_writes_them(void **state) {
  (void)state;
  GavelDeck *deck = read_deck(
      "About\nName Goblins\n\nCommander\n1 Isamaru, Hound of Konda (CHK) 19\n\nDeck\n4 Lightning Bolt (M10) 146\n"
      "\n8 Plains\n\nSideboard\n1 Fog (M10) 182 *F*\n");
  assert_string_equal(gavel_deck_name(deck), "Goblins");
  assert_holds(deck, "Isamaru, Hound of Konda", GAVEL_DECK_COMMANDER, 1);
  assert_holds(deck, "Lightning Bolt", GAVEL_DECK_MAIN, 4);
  assert_holds(deck, "Plains", GAVEL_DECK_MAIN, 8);
  assert_holds(deck, "Fog", GAVEL_DECK_SIDEBOARD, 1);
  gavel_deck_destroy(deck);
}

static void dck_files_of_two_programs(void **state) {
  (void)state;
  GavelDeck *deck =
      read_deck("[metadata]\nName=Red\n[Main]\n4 Lightning Bolt|M10|1\n10 Mountain|M10\n[Sideboard]\n1 Fog|M10\n");
  assert_string_equal(gavel_deck_name(deck), "Red");
  assert_holds(deck, "Lightning Bolt", GAVEL_DECK_MAIN, 4);
  assert_holds(deck, "Fog", GAVEL_DECK_SIDEBOARD, 1);
  gavel_deck_destroy(deck);
  deck = read_deck(
      "NAME:Green\n4 [M10:182] Fog\nSB: 1 [M10:146] Lightning Bolt\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M10:182])\n");
  assert_string_equal(gavel_deck_name(deck), "Green");
  assert_holds(deck, "Fog", GAVEL_DECK_MAIN, 4);
  assert_holds(deck, "Lightning Bolt", GAVEL_DECK_SIDEBOARD, 1);
  gavel_deck_destroy(deck);
}

static void cod_files(void **state) {
  (void)state;
  GavelDeck *deck = read_deck("<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\"><deckname>A &amp; B</deckname>\n"
                              "<zone name=\"main\"><card number=\"4\" name=\"Fog\"/></zone><zone name=\"side\"><card "
                              "number=\"1\" price=\"0\" name=\"Forest\"/></zone></cockatrice_deck>");
  assert_string_equal(gavel_deck_name(deck), "A & B");
  assert_holds(deck, "Fog", GAVEL_DECK_MAIN, 4);
  assert_holds(deck, "Forest", GAVEL_DECK_SIDEBOARD, 1);
  gavel_deck_destroy(deck);
}

static void what_is_wrong_is_said_with_its_place(void **state) {
  (void)state;
  assert_refused("", GAVEL_E_SYNTAX, 1, 0, "found no card");
  assert_refused("4 Mountain\n 4 Lihgtning Bolt\n", GAVEL_E_UNKNOWN, 2, 4, "nearest: \"Lightning Bolt\"");
  assert_refused("4\n", GAVEL_E_SYNTAX, 1, 2, "expected the name of a card");
  assert_refused("0 Fog\n", GAVEL_E_SYNTAX, 1, 1, "expected 1 or more");
  assert_refused("12345678 Fog\n", GAVEL_E_SYNTAX, 1, 1, "that many");
  assert_refused("[Planes]\n1 Fog\n", GAVEL_E_SYNTAX, 1, 1, "expected [Main]");
  assert_refused("<cockatrice_deck>\n<zone name=\"main\"><card number=\"4\" name=\"Fog\"></zone>", GAVEL_E_SYNTAX, 2,
                 49, "mismatched tag");
  assert_refused("<d><zone name=\"main\">\n<card number=\"x\" name=\"Fog\"/></zone></d>", GAVEL_E_SYNTAX, 2, 1,
                 "wrong number");
  assert_refused("<d><zone name=\"tokens\"/></d>", GAVEL_E_SYNTAX, 1, 4, "expected main or side");
  assert_refused("<d><zone name=\"main\"><card number=\"1\" name=\"Fgo\"/></zone></d>", GAVEL_E_UNKNOWN, 1, 22,
                 "nearest");
}

/* Checks a deck in a format given as text; answers the first line of what is wrong. */
static const char *check(const char *deck_text, const char *format_text) {
  static char out[512];
  GavelDeck *deck = read_deck(deck_text);
  GavelDeckFormat *format = NULL;
  GavelError error;
  if (gavel_deck_format_read(cards, format_text, strlen(format_text), &format, &error))
    fail_msg("%u:%u: %s", error.line, error.column, error.message);
  assert_int_equal(gavel_deck_format_is_commander(format), strstr(format_text, "\ncommander\n") != NULL);
  gavel_deck_check(deck, format, out, sizeof out);
  out[strcspn(out, "\n")] = '\0';
  gavel_deck_format_destroy(format);
  gavel_deck_destroy(deck);
  return out;
}

static void formats_allow_and_refuse(void **state) {
  (void)state;
  const char *sixty = "name Sixty\nmain 60\nsideboard 15\ncopies 4\n";
  assert_string_equal(check("4 Lightning Bolt\n56 Mountain\n", sixty), "");
  assert_string_equal(check("4 Lightning Bolt\n55 Mountain\n", sixty),
                      "it has 59 cards: expected at least 60 (100.2a)");
  assert_string_equal(check("4 Lightning Bolt\n56 Mountain\n\n1 Lightning Bolt\n", sixty),
                      "the deck has Lightning Bolt 5 times: expected at most 4 (100.2a)");
  assert_string_equal(check("60 Mountain\n\n16 Forest\n", sixty),
                      "its sideboard has 16 cards: expected at most 15 (100.4a)");
  assert_string_equal(check("1 Fog\n", "banned Fog\n"), "Fog is banned");
  assert_string_equal(check("2 Fog\n", "restricted Fog\n"), "the deck has Fog 2 times: it is restricted to one");
  assert_string_equal(check("2 Fog\n2 Forest\n", "only Shock\n"), "Fog is not allowed");
}

static void commander_decks(void **state) {
  (void)state;
  const char *commander = "main 3 exactly\ncopies 1\ncommander\n";
  assert_string_equal(check("Commander\n1 Isamaru, Hound of Konda\nDeck\n2 Plains\n", commander), "");
  assert_string_equal(check("Commander\n1 Serra Angel\nDeck\n2 Plains\n", commander),
                      "Serra Angel isn't a legendary creature, Vehicle or Spacecraft (903.3)");
  assert_string_equal(check("Commander\n1 Isamaru, Hound of Konda\nDeck\n1 Plains\n1 Shock\n", commander),
                      "Shock has colors that aren't in the commander's color identity (903.5c)");
  assert_string_equal(check("3 Plains\n", commander),
                      "it has 0 commanders: expected one, or two that are partners (903.3, 702.124g)");
  assert_string_equal(check("Commander\n1 Isamaru, Hound of Konda\nDeck\n3 Plains\n", commander),
                      "it has 4 cards: expected 3 (903.5a)");
}

/* Invented cards with each of the partner abilities. */
static void add_partners(void) {
  const char *text = "(card \"Pat\" (cost {W}) (types legendary creature Human) (pt 1 1) partner)"
                     "(card \"Pam\" (cost {R}) (types legendary creature Human) (pt 1 1) partner friends-forever)"
                     "(card \"Plain Pat\" (cost {W}) (types creature Human) (pt 1 1) partner)"
                     "(card \"Fay\" (cost {W}) (types legendary creature Human) (pt 1 1) friends-forever)"
                     "(card \"Sly\" (cost {W}) (types legendary creature Human) (pt 1 1) survivors)"
                     "(card \"Castor\" (cost {W}) (types legendary creature Human) (pt 1 1)"
                     " (keyword partner-with :quality (named \"Pollux\")))"
                     "(card \"Pollux\" (cost {W}) (types legendary creature Human) (pt 1 1)"
                     " (keyword partner-with :quality (named \"Castor\")))"
                     "(card \"Hero\" (cost {W}) (types legendary creature Human) (pt 1 1) choose-a-background)"
                     "(card \"Humble Past\" (cost {W}) (types legendary enchantment Background))"
                     "(card \"Friend\" (cost {W}) (types legendary creature Human) (pt 1 1) doctor's-companion)"
                     "(card \"The Doctor\" (cost {W}) (types legendary creature Time-Lord Doctor) (pt 1 1))"
                     "(card \"The Human Doctor\" (cost {W}) (types legendary creature Human Time-Lord Doctor) (pt 1 1))"
                     "(card \"Old Car\" (cost {2}) (types legendary artifact Vehicle) (pt 3 3) (keyword crew :n 2))"
                     "(card \"Walker\" (cost {W}) (types legendary planeswalker) (loyalty 3) partner"
                     " (static (rules (may-be-commander (is self)))))";
  GavelError error;
  if (gavel_cards_add_text(cards, text, strlen(text), &error)) fail_msg("%u: %s", error.column, error.message);
}

static void two_commanders_are_partners(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    bool together;
  } PAIRS[] = {
      {"Pat", "Pam", true},          {"Pam", "Fay", true},           {"Pat", "Fay", false},
      {"Pat", "Plain Pat", false},   {"Castor", "Pollux", true},     {"Castor", "Pat", false},
      {"Hero", "Humble Past", true}, {"Humble Past", "Hero", true},  {"Pat", "Humble Past", false},
      {"Hero", "Pat", false},        {"Friend", "The Doctor", true}, {"Friend", "The Human Doctor", false},
      {"The Doctor", "Pat", false},  {"Sly", "Fay", false},          {"Old Car", "Pat", false},
      {"Walker", "Pat", true},
  };
  const char *commander = "main 4 exactly\ncopies 1\ncommander\n";
  add_partners();
  for (u32 i = 0; i < COUNT_OF(PAIRS); i++) {
    char deck[200], wrong[300] = "";
    snprintf(deck, sizeof deck, "Commander\n1 %s\n1 %s\nDeck\n2 Plains\n", PAIRS[i].a, PAIRS[i].b);
    if (!PAIRS[i].together)
      snprintf(wrong, sizeof wrong,
               "%s and %s can't be commanders together: expected two that the same partner ability allows (702.124f)",
               PAIRS[i].a, PAIRS[i].b);
    assert_string_equal(check(deck, commander), wrong);
  }
  assert_string_equal(check("Commander\n1 Pat\n1 Pam\nDeck\n1 Plains\n1 Shock\n", commander), "");
  assert_string_equal(check("Commander\n1 Old Car\nDeck\n3 Wastes\n", commander), "");
  assert_string_equal(check("Commander\n1 Walker\nDeck\n3 Plains\n", commander), "");
  assert_string_equal(check("Commander\n1 Humble Past\nDeck\n3 Plains\n", commander),
                      "Humble Past isn't a legendary creature, Vehicle or Spacecraft (903.3)");
  assert_string_equal(check("Commander\n1 Pat\n1 Pam\n1 Fay\nDeck\n1 Plains\n", commander),
                      "it has 3 commanders: expected one, or two that are partners (903.3, 702.124g)");
}

static void cards_say_how_many_a_deck_may_have(void **state) {
  (void)state;
  const char *text = "(card \"Marchers\" (cost {W}) (types creature Soldier) (pt 2 1)"
                     " (static (rules (deck-limit (is self) 1000000))))"
                     "(card \"Riders\" (cost {B}) (types creature Wraith) (pt 2 2)"
                     " (static (rules (deck-limit (is self) 7))))";
  const char *sixty = "main 60\ncopies 4\n";
  GavelError error;
  if (gavel_cards_add_text(cards, text, strlen(text), &error)) fail_msg("%u: %s", error.column, error.message);
  assert_string_equal(check("53 Marchers\n7 Riders\n", sixty), "");
  assert_string_equal(check("52 Marchers\n8 Riders\n", sixty),
                      "the deck has Riders 8 times: expected at most 7 (100.2a)");
}

static void wrong_formats_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text;
    GavelStatus status;
    uint32_t line, column;
  } WRONG[] = {
      {"main sixty\n", GAVEL_E_SYNTAX, 1, 6},
      {"copies 4\nfoo\n", GAVEL_E_SYNTAX, 2, 1},
      {"banned Fgo\n", GAVEL_E_UNKNOWN, 1, 8},
      {"main 60 about\n", GAVEL_E_SYNTAX, 1, 9},
  };
  for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
    GavelDeckFormat *format = NULL;
    GavelError error;
    assert_int_equal(gavel_deck_format_read(cards, WRONG[i].text, strlen(WRONG[i].text), &format, &error),
                     WRONG[i].status);
    assert_null(format);
    assert_int_equal(error.line, WRONG[i].line);
    assert_int_equal(error.column, WRONG[i].column);
  }
}

static GavelGame *game_of(const char *deck_text, uint64_t seed) {
  GavelGameDef def = gavel_game_def_default();
  def.cards = cards;
  def.seed = seed;
  GavelGame *game = NULL;
  assert_int_equal(gavel_game_create(&def, &game, NULL), GAVEL_OK);
  GavelDeck *deck = read_deck(deck_text);
  for (uint32_t p = 0; p < 2; p++) assert_int_equal(gavel_game_put_deck(game, p, deck), GAVEL_OK);
  gavel_deck_destroy(deck);
  assert_int_equal(gavel_game_start_with_hands(game), GAVEL_OK);
  return game;
}

static void a_deck_becomes_a_library_and_what_is_outside(void **state) {
  (void)state;
  GavelGame *game = game_of("40 Mountain\n\n3 Fog\n", 1);
  GavelPlayer player = gavel_game_player(game, 1);
  assert_int_equal(player.hand, 7);
  assert_int_equal(player.library, 33);
  assert_int_equal(player.outside, 3);
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_KEEP);
  gavel_game_destroy(game);
}

static void hear(void *user, GavelGame *game, const GavelEvent *event) {
  uint32_t *lines = user;
  char text[256];
  if (!gavel_person_hears(event)) return;
  (*lines)++;
  assert_true(gavel_event_text(game, event, text, sizeof text) > 0);
  assert_true(strcmp(event->kind, "shuffle") != 0 && strcmp(event->kind, "step begins") != 0);
}

/* Who answers with a pass wherever people are not asked still decides whatever is no priority, and plays lands. */
static void people_are_asked_where_they_are_likely_to_act(void **state) {
  (void)state;
  GavelGame *game = game_of("17 Mountain\n4 Shock\n10 Raging Goblin\n9 Goblin Piker\n", 3);
  uint32_t lines = 0;
  GavelListener listener = {.event = hear, .user = &lines};
  assert_int_equal(gavel_view_listen(game, 0, &listener), GAVEL_OK);
  GavelDecision decision;
  uint32_t stops = 0, passes = 0;
  while (gavel_game_decision(game, &decision)) {
    bool stop = gavel_person_stops(game);
    assert_true(stop || decision.kind == GAVEL_DECISION_PRIORITY);
    if (stop && decision.kind == GAVEL_DECISION_PRIORITY) assert_true(decision.option_count > 1);
    stops += stop;
    passes += !stop;
    assert_int_equal(gavel_game_answer(game, stop ? decision.option_count - 1 : 0), GAVEL_OK);
  }
  assert_false(gavel_person_stops(game));
  assert_true(stops > 20 && passes > stops);
  assert_true(lines > 20);
  gavel_game_destroy(game);
}

/* A board says what its viewer may know, in the same words as the functions for a single object. */
static void a_board_shows_what_its_viewer_may_know(void **state) {
  (void)state;
  static char out[65536];
  GavelGame *game = game_of("17 Mountain\n4 Shock\n10 Raging Goblin\n9 Goblin Piker\n", 3);
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  gavel_view_board(game, decision.player, out, sizeof out);
  assert_non_null(strstr(out, "\"name\":\"player 0\""));
  assert_non_null(strstr(out, "\"options\":[{\"kind\":"));
  assert_non_null(strstr(out, "\"hidden\":true"));
  gavel_view_board(game, 1 - decision.player, out, sizeof out);
  assert_non_null(strstr(out, "\"waits\":true"));
  assert_null(strstr(out, "\"question\":"));
  size_t all = gavel_view_board(game, GAVEL_NO_PLAYER, out, sizeof out);
  assert_null(strstr(out, "\"hidden\":true"));
  assert_int_equal(out[all - 1], '}');
  assert_int_equal(gavel_view_board(game, 2, out, sizeof out), 0);
  gavel_game_destroy(game);
}

/* The automatic player plays whole games, the same way each time, without changing what it looks at. */
static void automatic_players_finish_games(void **state) {
  (void)state;
  uint64_t hashes[2];
  for (int run = 0; run < 2; run++) {
    GavelGame *game = game_of("17 Mountain\n4 Shock\n10 Raging Goblin\n9 Goblin Piker\n", 3);
    GavelAutomaton *automaton = NULL;
    assert_int_equal(gavel_automaton_create(gavel_allocator_default(), &automaton), GAVEL_OK);
    GavelDecision decision;
    while (gavel_game_decision(game, &decision)) {
      uint64_t before = gavel_game_hash(game);
      uint32_t option;
      assert_int_equal(gavel_automaton_choose(automaton, game, &option), GAVEL_OK);
      assert_true(option < decision.option_count);
      assert_int_equal(gavel_game_hash(game), before);
      assert_int_equal(gavel_game_answer(game, option), GAVEL_OK);
    }
    uint32_t option;
    assert_int_equal(gavel_automaton_choose(automaton, game, &option), GAVEL_E_MISUSE);
    assert_true(gavel_game_situation(game).over);
    hashes[run] = gavel_game_hash(game);
    gavel_automaton_destroy(automaton);
    gavel_game_destroy(game);
  }
  assert_int_equal(hashes[0], hashes[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_with_a_blank_one_before_the_sideboard),
      cmocka_unit_test(lines_as_magic_online_marks_the_sideboard),
      cmocka_unit_test(sections_as_arena_writes_them),
      cmocka_unit_test(dck_files_of_two_programs),
      cmocka_unit_test(cod_files),
      cmocka_unit_test(what_is_wrong_is_said_with_its_place),
      cmocka_unit_test(formats_allow_and_refuse),
      cmocka_unit_test(commander_decks),
      cmocka_unit_test(cards_say_how_many_a_deck_may_have),
      cmocka_unit_test(two_commanders_are_partners),
      cmocka_unit_test(wrong_formats_are_refused),
      cmocka_unit_test(a_deck_becomes_a_library_and_what_is_outside),
      cmocka_unit_test(people_are_asked_where_they_are_likely_to_act),
      cmocka_unit_test(a_board_shows_what_its_viewer_may_know),
      cmocka_unit_test(automatic_players_finish_games),
  };
  return cmocka_run_group_tests(tests, open_cards, close_cards);
}
