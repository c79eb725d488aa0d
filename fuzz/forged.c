/* Saves of real games with one to three bytes changed and the checksum made good: loading them is refused, or the game
   plays on until it is over, has gone on long enough, or fails with a status. It never crashes, hangs or is unsound.

   The first bytes say which game is played and for how long; each three bytes behind them change a byte of its save. */
#include "gavel/gavel.h"

#include "state/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum {
  HEAD = 12,       /* bytes that say which game it is */
  DEALT = 48,      /* cards dealt */
  PLAYED_CAP = 96, /* decisions before the save … */
  PLAYED_ON = 64   /* … and after it */
};

static GavelCards *cards;

static void require(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "fuzz_forged: %s\n", what);
  abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  GavelCardsDef def = gavel_cards_def_default();
  require(gavel_cards_create(&def, &cards, NULL) == GAVEL_OK, "no cards");
  return 0;
}

static void put(GavelGame *game, GavelZone zone, uint32_t player, GavelCardId card) {
  GavelObjectDef def = gavel_object_def_default();
  def.card = card;
  def.zone = zone;
  def.owner = player;
  gavel_game_put(game, &def, NULL); /* what cannot be there is refused */
}

/* A game of any cards in any zones. */
static GavelGame *deal(const GavelGameDef *def, Rng *rng) {
  static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
  static const GavelZone ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_HAND, GAVEL_ZONE_HAND, GAVEL_ZONE_LIBRARY,
                                    GAVEL_ZONE_GRAVEYARD};
  GavelGame *game;
  require(gavel_game_create(def, &game, NULL) == GAVEL_OK, "no game");
  for (uint32_t player = 0; player < def->player_count; player++)
    for (uint32_t i = 0; i < 2 * COUNT_OF(LANDS); i++)
      put(game, GAVEL_ZONE_BATTLEFIELD, player, gavel_cards_find(cards, LANDS[i / 2], NULL));
  for (uint32_t i = 0; i < DEALT; i++) {
    GavelCardId card = 1 + (GavelCardId)rng_below(rng, gavel_cards_count(cards));
    put(game, ZONES[rng_below(rng, COUNT_OF(ZONES))], (uint32_t)rng_below(rng, def->player_count), card);
  }
  gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN);
  return game;
}

/* The save of a game, after so many decisions; null if there is none. */
static char *play(const GavelGameDef *def, Rng *rng, uint32_t decisions, size_t *length) {
  GavelGame *game = deal(def, rng);
  GavelPlayout playout;
  gavel_game_playout(game, rng_next(rng), decisions, &playout);
  gavel_game_save(game, NULL, 0, length);
  char *bytes = gavel_game_status(game) ? NULL : malloc(*length);
  if (bytes) require(gavel_game_save(game, bytes, *length, length) == GAVEL_OK, "no save");
  gavel_game_destroy(game);
  return bytes;
}

/* Numbers stay as long as they are, or hardly any change would get past the reader; small ones come often. */
static void change(char *bytes, size_t length, size_t place, uint8_t value) {
  char *byte = &bytes[place % (length - SAVE_CHECKSUM_SIZE)];
  uint8_t digits = value & 0x80 ? value & 0x07 : value;
  *byte = (char)((*byte & 0x80) | digits);
}

static void seal(char *bytes, size_t length) {
  uint64_t checksum = save_checksum((Str){bytes, (uint32_t)length - SAVE_CHECKSUM_SIZE});
  for (uint32_t i = 0; i < SAVE_CHECKSUM_SIZE; i++)
    bytes[length - SAVE_CHECKSUM_SIZE + i] = (char)(unsigned char)(checksum >> 8 * i);
}

static void play_on(const GavelGameDef *def, const char *bytes, size_t length, uint64_t seed) {
  GavelGame *game;
  GavelPlayout playout;
  if (gavel_game_load(def, bytes, length, &game, NULL)) return;
  GavelStatus status = gavel_game_playout(game, seed, PLAYED_ON, &playout);
  require(status == GAVEL_OK || status == GAVEL_E_CORRUPT || status == GAVEL_E_LIMIT || status == GAVEL_E_MISUSE,
          "an unexpected status");
  gavel_game_destroy(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < HEAD || size > HEAD + 3 * 3) return 0;
  uint64_t seed = 0;
  memcpy(&seed, data, sizeof seed);
  Rng rng = {seed};
  GavelGameDef def = gavel_game_def_default();
  def.cards = cards;
  def.seed = seed;
  def.player_count = 2 + data[8] % 2;
  if (def.player_count > 2) def.format = GAVEL_FORMAT_FREE_FOR_ALL;
  def.limits.heap_words = 1u << 20;
  size_t length;
  char *bytes = play(&def, &rng, data[9] % PLAYED_CAP, &length);
  if (!bytes) return 0;
  for (size_t i = HEAD; i + 2 < size; i += 3) {
    change(bytes, length, (size_t)data[i] << 8 | data[i + 1], data[i + 2]);
  }
  seal(bytes, length);
  play_on(&def, bytes, length, seed);
  free(bytes);
  return 0;
}
