/* Random games in which what is kept or counted instead of being worked out anew is compared with what is worked out: what
   players are offered, what state-based actions look at, which abilities watch, what enters as it is, and handles. The
   comparisons are the assertions of checked builds; the decks are full of what could mislead them: cards cast from
   graveyards, costs that discard, sacrifice or depend on targets, tokens, effects on what enters, and mana that triggers add.

   GAVEL_BOARDS says how many boards are looked at in all of them, one every eight decisions, GAVEL_SEED which game is the
   first. */
#include "support/match.h"

#include "scenes.h"

#include <stdlib.h>

static const Match DECKS[] = {
    {"sacrifices",
     2,
     1500,
     {{"Swamp", 6},
      {"Mountain", 20},
      {"Tormenting Voice", 16},
      {"Village Rites", 3},
      {"Fling", 3},
      {"Faithless Looting", 3},
      {"Lava Dart", 3},
      {"Mogg Fanatic", 2},
      {"Masked Meower", 2},
      {"Rally at the Hornburg", 1},
      {"Sneaky Snacker", 1}},
     {{0}}},
    {"mana from abilities that trigger, and lands that are creatures",
     2,
     1500,
     {{"Forest", 24},
      {"Vernal Bloom", 8},
      {"Nature's Revolt", 4},
      {"Llanowar Elves", 8},
      {"Grizzly Bears", 8},
      {"Giant Growth", 8}},
     {{0}}},
    {"costs by what is targeted",
     2,
     1500,
     {{"Mountain", 16},
      {"Island", 8},
      {"Fireball", 12},
      {"Aerial Formation", 6},
      {"Icefall Regent", 6},
      {"Mogg Fanatic", 8}},
     {{0}}},
};

/* Everything in sight, by its handle: each must lead back to what it was made of. */
static void look(GavelGame *game, u32 viewer, u32 player) {
  static const GavelZone ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_HAND, GAVEL_ZONE_GRAVEYARD, GAVEL_ZONE_STACK};
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    GavelHandle handles[256];
    u32 count = gavel_view_zone(game, viewer, ZONES[z], player, handles, COUNT_OF(handles));
    for (u32 i = 0; i < count && i < COUNT_OF(handles); i++) {
      GavelObject object;
      assert_true(gavel_view_object(game, viewer, handles[i], &object));
    }
  }
}

enum { DECISIONS = 600 /* of one game at most */, DECISIONS_A_BOARD = 8 };

/* Answers how many boards were looked at. */
static u64 play(const Match *match, u64 seed) {
  GavelGame *game = match_new(match_cards, match, seed, gavel_allocator_default());
  assert_non_null(game);
  GavelDecision decision;
  u64 random = seed, made = 0;
  for (; made < DECISIONS && gavel_game_decision(game, &decision); made++) {
    u32 turn = (u32)(made / DECISIONS_A_BOARD);
    for (u32 p = 0; made % DECISIONS_A_BOARD == 0 && p < match->players; p++)
      look(game, p, (p + turn) % match->players);
    assert_true(match_answer(game, &random));
  }
  gavel_game_destroy(game);
  return made / DECISIONS_A_BOARD + 1;
}

/* A deck and a board of lands of all kinds and any built-in cards: what no other deck thought of. */
static Match pile_of_anything(u64 seed) {
  static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
  Match pile = {.name = "anything", .players = 2, .limit = 1500};
  Rng rng = {seed};
  for (u32 i = 0; i < PILES - 1; i++) {
    bool land = i < COUNT_OF(LANDS);
    u32 card = 1 + (u32)rng_below(&rng, gavel_cards_count(match_cards));
    pile.deck[i] = (Pile){land ? LANDS[i] : gavel_card_name(match_cards, card), land ? 4 : 2};
    if (land) pile.board[i] = (Pile){LANDS[i], 1};
  }
  return pile;
}

static u64 number_of(const char *name, u64 otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

static void what_is_kept_is_what_would_be_found(void **state) {
  (void)state;
  u64 boards = number_of("GAVEL_BOARDS", 750), seed = number_of("GAVEL_SEED", 1), seen = 0;
  for (u64 i = 0; seen < boards; i++) {
    if (i % 3 == 2) {
      const Match pile = pile_of_anything(seed);
      seen += play(&pile, seed++);
    } else {
      seen += play(i % 3 ? &MATCHES[i / 3 % MATCH_COUNT] : &DECKS[i / 3 % COUNT_OF(DECKS)], seed++);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_kept_is_what_would_be_found)};
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
