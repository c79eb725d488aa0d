/* Random games of piles of random cards in which every player looks at every eighth decision. What observations keep instead of
   looking for it each time is compared with what is there by the assertions of checked builds.

   GAVEL_BOARDS says how many boards are looked at in all of them, GAVEL_SEED which game is the first. */
#include "support/piles.h"
#include "support/test.h"

#include "gavel/observation.h"

enum { OBJECTS = 2048, LINKS = 1024, OPTIONS = 256, PLAYERS = 2, DECISIONS = 2000, EVERY = 8 };

static void look(GavelGame *game) {
  static int16_t globals[GAVEL_GLOBAL_WIDTH], players[PLAYERS * GAVEL_PLAYER_WIDTH];
  static int16_t objects[OBJECTS * GAVEL_OBJECT_WIDTH], links[LINKS * GAVEL_LINK_WIDTH];
  static int16_t options[OPTIONS * GAVEL_OPTION_WIDTH];
  GavelObservation seen = {.globals = globals,
                           .players = players,
                           .objects = objects,
                           .links = links,
                           .options = options,
                           .object_cap = OBJECTS,
                           .link_cap = LINKS,
                           .option_cap = OPTIONS};
  for (uint32_t viewer = 0; viewer < PLAYERS; viewer++) assert_ok(game, gavel_observe(game, viewer, NULL, &seen));
}

static void what_is_kept_of_libraries_is_right(void **state) {
  (void)state;
  uint64_t boards = test_number("GAVEL_BOARDS", 1000), seed = test_number("GAVEL_SEED", 1), random = seed;
  for (uint64_t looked = 0; looked < boards; seed++) {
    GavelGame *game = pile_game(PLAYERS, seed);
    assert_ok(game, gavel_game_start_with_hands(game));
    for (uint32_t i = 0; i < DECISIONS && looked < boards && match_answer(game, &random); i++) {
      if (i % EVERY) continue;
      look(game);
      looked++;
    }
    gavel_game_destroy(game);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_kept_of_libraries_is_right)};
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
