#include "support/forged.h"

#include "support/forged_fields.h"

#include "gavel/table.h"

#include "scenes.h"
#include "state/legend.h"
#include "state/save.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  GAMES = 3,           /* per deck */
  PILES_OF_ANY = 24,   /* games with arbitrary cards … */
  PILES_WATCHED = 100, /* … and more of them, saved only while something is going on */
  DEALT = 48,          /* arbitrary cards at the beginning of such a game */
  PLAYED_ON = 64       /* decisions after loading a save */
};

/* When a game is saved. */
typedef struct Times {
  u32 saves, stride; /* how often, and the maximum number of decisions between two times */
  bool busy; /* only while something is going on: events that haven't happened, triggers waiting, an announcement */
} Times;
static const Times OFTEN = {.saves = 10, .stride = 24}, WATCHED = {.saves = 40, .stride = 6, .busy = true};

typedef struct Save {
  char *bytes;
  size_t length;
  size_t state; /* offset of the state, after the names */
} Save;

struct Forge {
  GavelCards *cards;
  VEC(Save) saves;
  Text work; /* the save being changed */
};

static void require(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "forged: %s\n", what);
  abort();
}

/* --- valid saves ----------------------------------------------------------------------------- */

static u64 read_varint(const char *bytes, size_t *at) {
  u64 value = 0;
  for (u32 shift = 0;; shift += 7) {
    u8 byte = (u8)bytes[(*at)++];
    value |= (u64)(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

/* The offset of the state: after the magic, the format and the names. */
static size_t state_of(const char *bytes) {
  size_t at = 4;
  read_varint(bytes, &at);
  for (u32 kind = 0; kind < LEGEND_KINDS; kind++) {
    for (u64 n = read_varint(bytes, &at); n > 0; n--) {
      u64 length = read_varint(bytes, &at);
      at += length;
    }
  }
  return at;
}

static GavelGameDef game_def(const Forge *forge, u32 players, u64 seed) {
  GavelGameDef def = gavel_game_def_default();
  def.cards = forge->cards;
  def.seed = seed;
  def.player_count = players;
  def.format = players == 2 ? GAVEL_FORMAT_TWO_PLAYER : GAVEL_FORMAT_FREE_FOR_ALL;
  def.limits.heap_words = 1u << 20; /* so that what a forgery multiplies ends soon */
  def.limits.objects = 10000;
  return def;
}

static void keep(Forge *forge, GavelGame *game) {
  Save save = {0};
  gavel_game_save(game, NULL, 0, &save.length);
  save.bytes = malloc(save.length);
  require(save.bytes && gavel_game_save(game, save.bytes, save.length, &save.length) == GAVEL_OK, "no save");
  save.state = state_of(save.bytes);
  GavelGameDef def = game_def(forge, 2, 1);
  GavelGame *loaded;
  GavelError error = {.message = ""};
  GavelStatus status = gavel_game_load(&def, save.bytes, save.length, &loaded, &error);
  require(status == GAVEL_OK, error.message);
  gavel_game_destroy(loaded);
  GavelAllocator allocator = gavel_allocator_default();
  require(vec_push(&allocator, &forge->saves, save), "no memory");
}

static bool is_busy(const Game *g) {
  return count_of(g, T_EVENTS) + count_of(g, T_PENDING) + count_of(g, T_CHOSEN) > 0;
}

/* Plays a game and saves it meanwhile. Destroys it. */
static void play(Forge *forge, GavelGame *game, Times times, Rng *rng) {
  GavelPlayout playout = {0};
  for (u32 i = 0; i < times.saves && !playout.over; i++) {
    u64 limit = i == 0 ? rng_below(rng, 2) : 1 + rng_below(rng, times.stride);
    if (gavel_game_playout(game, rng_next(rng), limit, &playout)) break;
    if (!times.busy || is_busy(game)) keep(forge, game);
  }
  gavel_game_destroy(game);
}

static GavelGame *game_of(const GavelGameDef *def) {
  GavelGame *game = NULL;
  require(gavel_game_create(def, &game, NULL) == GAVEL_OK, "no game");
  return game;
}

static Text whole_file(const char *path) {
  Text text;
  text_init(&text, gavel_allocator_default());
  FILE *file = fopen(path, "rb");
  require(file != NULL, path);
  char piece[4096];
  size_t n;
  while ((n = fread(piece, 1, sizeof piece, file)) > 0) text_add(&text, (Str){piece, (u32)n});
  fclose(file);
  return text;
}

static void play_deck(Forge *forge, const char *path, GavelFormat format, Rng *rng) {
  Text text = whole_file(path);
  GavelDeck *deck = NULL;
  require(gavel_deck_read(forge->cards, text.data, text.length, &deck, NULL) == GAVEL_OK, path);
  for (u32 i = 0; i < GAMES; i++) {
    GavelGameDef def = game_def(forge, 2 + i % 2, rng_next(rng));
    if (format == GAVEL_FORMAT_COMMANDER) def.format = format;
    GavelGame *game = game_of(&def);
    for (u32 player = 0; player < def.player_count; player++)
      require(gavel_game_put_deck(game, player, deck) == GAVEL_OK, path);
    require(gavel_game_start_with_hands(game) == GAVEL_OK, path);
    play(forge, game, OFTEN, rng);
  }
  gavel_deck_destroy(deck);
  text_free(&text);
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

/* Plays every deck of a folder. */
static void play_folder(Forge *forge, const char *folder, GavelFormat format, Rng *rng) {
  struct dirent **names;
  int count = scandir(folder, &names, NULL, by_name);
  require(count > 0, folder);
  for (int i = 0; i < count; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
    if (names[i]->d_name[0] != '.') play_deck(forge, path, format, rng);
    free(names[i]);
  }
  free(names);
}

static void put(GavelGame *game, GavelZone zone, u32 player, GavelCardId card) {
  GavelObjectDef def = gavel_object_def_default();
  def.card = card;
  def.zone = zone;
  def.owner = player;
  gavel_game_put(game, &def, NULL); /* impossible objects are refused */
}

/* Plays a game with arbitrary cards in all zones. */
static void play_any(Forge *forge, Times times, Rng *rng) {
  static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
  static const GavelZone ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_HAND, GAVEL_ZONE_HAND, GAVEL_ZONE_LIBRARY,
                                    GAVEL_ZONE_GRAVEYARD};
  u32 players = 2 + (u32)rng_below(rng, 2);
  GavelGameDef def = game_def(forge, players, rng_next(rng));
  GavelGame *game = game_of(&def);
  for (u32 player = 0; player < def.player_count; player++)
    for (u32 i = 0; i < 2 * COUNT_OF(LANDS); i++)
      put(game, GAVEL_ZONE_BATTLEFIELD, player, gavel_cards_find(forge->cards, LANDS[i / 2], NULL));
  for (u32 i = 0; i < DEALT; i++) {
    GavelCardId card = 1 + (GavelCardId)rng_below(rng, gavel_cards_count(forge->cards));
    GavelZone zone = ZONES[rng_below(rng, COUNT_OF(ZONES))];
    put(game, zone, (u32)rng_below(rng, players), card);
  }
  gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN);
  play(forge, game, times, rng);
}

Forge *forge_open(u64 seed) {
  Forge *forge = calloc(1, sizeof *forge);
  require(forge != NULL, "no memory");
  GavelCardsDef def = gavel_cards_def_default();
  require(gavel_cards_create(&def, &forge->cards, NULL) == GAVEL_OK, "no cards");
  text_init(&forge->work, gavel_allocator_default());
  Rng rng = {seed};
  for (u32 i = 0; i < MATCH_COUNT * GAMES; i++) {
    GavelGame *game = match_new(forge->cards, &MATCHES[i / GAMES], 1 + i % GAMES, gavel_allocator_default());
    require(game != NULL, "no match");
    play(forge, game, OFTEN, &rng);
  }
  play_folder(forge, "decks", GAVEL_FORMAT_TWO_PLAYER, &rng);
  play_folder(forge, "tests/decks", GAVEL_FORMAT_TWO_PLAYER, &rng);
  play_folder(forge, "commander-decks", GAVEL_FORMAT_COMMANDER, &rng);
  for (u32 i = 0; i < PILES_OF_ANY; i++) play_any(forge, OFTEN, &rng);
  for (u32 i = 0; i < PILES_WATCHED; i++) play_any(forge, WATCHED, &rng);
  return forge;
}

void forge_close(Forge *forge) {
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 i = 0; i < forge->saves.count; i++) free(forge->saves.data[i].bytes);
  vec_free(&allocator, &forge->saves);
  text_free(&forge->work);
  gavel_cards_destroy(forge->cards);
  free(forge);
}

/* --- forged saves ---------------------------------------------------------------------------- */

/* Usually changes a byte of the state to another value, but keeps its continuation bit, without which hardly any change
   would get past the reader; small numbers are frequent. */
static void change(Forge *forge, const Save *save, Rng *rng) {
  size_t first = rng_below(rng, 32) ? save->state : 0;
  char *byte = &forge->work.data[first + rng_below(rng, save->length - SAVE_CHECKSUM_SIZE - first)];
  u8 value = (u8)*byte & 0x7f;
  switch (rng_below(rng, 4)) {
    case 0: value = (u8)rng_below(rng, 8); break;
    case 1: value = (u8)(value + 1); break;
    case 2: value = (u8)(value - 1); break;
    default: value = (u8)rng_below(rng, 128); break;
  }
  *byte = (char)((*byte & 0x80) | (value & 0x7f));
}

static void seal(char *bytes, size_t length) {
  u64 checksum = save_checksum((Str){bytes, (u32)length - SAVE_CHECKSUM_SIZE});
  for (u32 i = 0; i < SAVE_CHECKSUM_SIZE; i++) bytes[length - SAVE_CHECKSUM_SIZE + i] = (char)(u8)(checksum >> 8 * i);
}

static bool fails_so(GavelStatus status) {
  return status == GAVEL_OK || status == GAVEL_E_CORRUPT || status == GAVEL_E_LIMIT;
}

/* Saves the game of a true save after changing a field or two. */
static void forge_by_fields(Forge *forge, const Save *save, bool frames, Rng *rng) {
  GavelGameDef def = game_def(forge, 2, 1);
  GavelGame *game = NULL;
  require(gavel_game_load(&def, save->bytes, save->length, &game, NULL) == GAVEL_OK, "a true save");
  for (u64 changes = 1 + rng_below(rng, 2); changes > 0; changes--) forge_field(game, frames, rng);
  require(game_save(game, &forge->work, NULL) == GAVEL_OK, "no save");
  gavel_game_destroy(game);
}

/* Makes the forged save with that number; returns the true one. */
static const Save *make(Forge *forge, u64 number, ForgedBy by) {
  Rng rng = {number * 0x9e3779b97f4a7c15u + 1};
  const Save *save = &forge->saves.data[rng_below(&rng, forge->saves.count)];
  text_clear(&forge->work);
  if (by != FORGED_BY_BYTES) {
    forge_by_fields(forge, save, by == FORGED_BY_FRAMES, &rng);
    return save;
  }
  text_add(&forge->work, (Str){save->bytes, (u32)save->length});
  require(!forge->work.failed, "no memory");
  for (u64 changes = 1 + rng_below(&rng, 3); changes > 0; changes--) change(forge, save, &rng);
  seal(forge->work.data, save->length);
  return save;
}

static void write_file(const char *path, const char *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  require(file && fwrite(bytes, 1, length, file) == length && !fclose(file), path);
}

void forge_show(Forge *forge, u64 number, ForgedBy by, const char *true_path, const char *forged_path) {
  const Save *save = make(forge, number, by);
  write_file(true_path, save->bytes, save->length);
  write_file(forged_path, forge->work.data, forge->work.length);
}

bool forge_try(Forge *forge, u64 number, ForgedBy by) {
  make(forge, number, by);
  GavelGameDef def = game_def(forge, 2, number);
  GavelGame *game;
  if (gavel_game_load(&def, forge->work.data, forge->work.length, &game, NULL)) return false;
  GavelPlayout playout;
  GavelStatus status = gavel_game_playout(game, number, PLAYED_ON, &playout);
  /* A game without a decision that isn't over can't be played on. */
  require(fails_so(status) || (status == GAVEL_E_MISUSE && fails_so(gavel_game_status(game))), "an unexpected status");
  gavel_game_destroy(game);
  return true;
}
