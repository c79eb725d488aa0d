#include "support/piles.h"

enum { LANDS_EACH = 5, SPELLS = 36 };

static void put_random(GavelGame *game, uint32_t player, uint64_t *random) {
  GavelObjectDef def = gavel_object_def_default();
  def.zone = GAVEL_ZONE_LIBRARY;
  def.owner = player;
  def.card = 1 + match_random(random, gavel_cards_count(match_cards));
  assert_ok(game, gavel_game_put(game, &def, NULL));
}

GavelGame *pile_game(uint32_t players, uint64_t seed) {
  static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
  GavelGameDef def = match_def();
  def.player_count = players;
  def.format = players == 2 ? GAVEL_FORMAT_TWO_PLAYER : GAVEL_FORMAT_FREE_FOR_ALL;
  def.no_take_back = true;
  GavelGame *game = match_game(&def);
  for (uint32_t p = 0; p < players; p++) {
    for (uint32_t l = 0; l < COUNT_OF(LANDS); l++) match_put(game, GAVEL_ZONE_LIBRARY, p, LANDS[l], LANDS_EACH);
    for (uint32_t i = 0; i < SPELLS; i++) put_random(game, p, &seed);
  }
  return game;
}
