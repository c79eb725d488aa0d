#include "scenes.h"

#include <stdio.h>

const Match MATCHES[] = {
    {"burn mirror",
     2,
     20000,
     {{"Mountain", 24},
      {"Lightning Bolt", 12},
      {"Forked Bolt", 4},
      {"Fireball", 4},
      {"Mogg Fanatic", 8},
      {"Hill Giant", 8}},
     {{0}}},
    {"creature mirror",
     2,
     20000,
     {{"Forest", 24},
      {"Llanowar Elves", 8},
      {"Grizzly Bears", 10},
      {"Giant Spider", 8},
      {"Kavu Titan", 4},
      {"Giant Growth", 6}},
     {{0}}},
    {"four players under layers",
     4,
     4000,
     {{"Plains", 12},
      {"Island", 12},
      {"Serra Angel", 6},
      {"Silvercoat Lion", 8},
      {"Clone", 6},
      {"Glorious Anthem", 4},
      {"Raise the Alarm", 4},
      {"Swords to Plowshares", 4},
      {"Counterspell", 4}},
     {{"Plains", 4},
      {"Island", 3},
      {"Silvercoat Lion", 1},
      {"Glorious Anthem", 1},
      {"Humility", 1},
      {"Opalescence", 1},
      {"Xenograft", 1}}},
    {"pauper burn mirror",
     2,
     20000,
     {{"Sneaky Snacker", 4},
      {"Faithless Looting", 2},
      {"Highway Robbery", 4},
      {"Masked Meower", 4},
      {"Lightning Bolt", 4},
      {"Mountain", 18},
      {"Grab the Prize", 4},
      {"Fireblast", 4},
      {"Guttersnipe", 4},
      {"Fiery Temper", 4},
      {"Voldaren Epicure", 4},
      {"Lava Dart", 4}},
     {{0}}},
    {"pauper rally mirror",
     2,
     20000,
     {{"Clockwork Percussionist", 4},
      {"Voldaren Epicure", 4},
      {"Goblin Bushwhacker", 4},
      {"Goblin Tomb Raider", 4},
      {"Burning-Tree Emissary", 4},
      {"Galvanic Blast", 4},
      {"Experimental Synthesizer", 3},
      {"Lightning Bolt", 4},
      {"Reckless Impulse", 4},
      {"Rally at the Hornburg", 4},
      {"Great Furnace", 4},
      {"Mountain", 14},
      {"Chain Lightning", 2},
      {"End the Festivities", 1}},
     {{0}}},
};
const u32 MATCH_COUNT = COUNT_OF(MATCHES);
const u32 MATCHES_REPORTED[] = {3, 4, 0, 1, 2};
_Static_assert(COUNT_OF(MATCHES_REPORTED) == COUNT_OF(MATCHES), "every match is reported");

/* Prints what went wrong with a game, and destroys it. */
static GavelGame *give_up(GavelGame *game) {
  fprintf(stderr, "gavel: bench: %s\n", gavel_game_message(game));
  gavel_game_destroy(game);
  return NULL;
}

static GavelGame *game_new_of(GavelCards *cards, u32 players, u64 seed, GavelAllocator allocator) {
  GavelGameDef def = gavel_game_def_default();
  def.cards = cards;
  def.allocator = allocator;
  def.player_count = players;
  def.format = players == 2 ? GAVEL_FORMAT_TWO_PLAYER : GAVEL_FORMAT_FREE_FOR_ALL;
  def.seed = seed;
  def.no_take_back = true;
  GavelGame *game;
  GavelError error;
  if (gavel_game_create(&def, &game, &error)) {
    fprintf(stderr, "gavel: bench: %s\n", error.message);
    return NULL;
  }
  return game;
}

static bool put_piles(GavelGame *game, GavelZone zone, u32 player, const Pile *piles) {
  for (u32 i = 0; i < PILES && piles[i].name; i++)
    if (gavel_game_put_cards(game, zone, player, piles[i].name, piles[i].count)) return false;
  return true;
}

static bool put_player(GavelGame *game, const Match *match, u32 player) {
  return put_piles(game, GAVEL_ZONE_BATTLEFIELD, player, match->board) &&
         put_piles(game, GAVEL_ZONE_LIBRARY, player, match->deck);
}

static bool match_put(GavelGame *game, const Match *match) {
  for (u32 p = 0; p < match->players; p++) {
    if (!put_player(game, match, p) || gavel_game_shuffle(game, p) || gavel_game_deal(game, p, 7)) return false;
  }
  return true;
}

GavelGame *match_setup(GavelCards *cards, const Match *match) {
  GavelGame *game = game_new_of(cards, match->players, 1, gavel_allocator_default());
  for (u32 p = 0; game && p < match->players; p++)
    if (!put_player(game, match, p)) return give_up(game);
  return game;
}

GavelGame *match_new(GavelCards *cards, const Match *match, u64 seed, GavelAllocator allocator) {
  GavelGame *game = game_new_of(cards, match->players, seed, allocator);
  if (!game) return NULL;
  return match_put(game, match) && !gavel_game_start(game) ? game : give_up(game);
}

enum { LIBRARY = 40, HAND = 7 };

static bool board_put(GavelGame *game, u32 objects) {
  static const Pile DECK[PILES] = {{"Forest", 20}, {"Grizzly Bears", 20}, {"Giant Growth", HAND}};
  u32 permanents = (objects - 2 * (LIBRARY + HAND)) / 2;
  u32 lands = permanents * 2 / 5, angels = permanents / 5;
  Pile board[PILES] = {{"Forest", lands}, {"Serra Angel", angels}, {"Grizzly Bears", permanents - lands - angels}};
  for (u32 p = 0; p < 2; p++) {
    if (!put_piles(game, GAVEL_ZONE_BATTLEFIELD, p, board) || !put_piles(game, GAVEL_ZONE_LIBRARY, p, DECK) ||
        gavel_game_shuffle(game, p) || gavel_game_deal(game, p, HAND))
      return false;
  }
  return true;
}

GavelGame *board_new(GavelCards *cards, u32 objects) {
  GavelGame *game = game_new_of(cards, 2, 1, gavel_allocator_default());
  if (!game) return NULL;
  bool put = board_put(game, objects) && !gavel_game_start_at(game, 9, 0, GAVEL_STEP_MAIN);
  return put ? game : give_up(game);
}

GavelGame *effects_new(GavelCards *cards, u32 creatures, u32 effects) {
  GavelGame *game = game_new_of(cards, 2, 1, gavel_allocator_default());
  if (!game) return NULL;
  const Pile board[PILES] = {{"Grizzly Bears", creatures}, {"Glorious Anthem", effects}};
  return put_piles(game, GAVEL_ZONE_BATTLEFIELD, 0, board) ? game : give_up(game);
}
