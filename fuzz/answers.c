/* Any bytes as a game and the answers to its decisions. The first bytes deal cards out of all that are built in; then
   each byte does something: it answers, legally or not, one option or a whole set; takes a set back, concedes, or goes
   on in a clone or in what was saved. The validator looks at every state, and what is refused must change nothing. */
#include "gavel/gavel.h"

#include "state/state.h"
#include "state/validate.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum {
  DEALT = 24,     /* bytes that say which cards there are */
  STEPS_CAP = 150 /* longer games only repeat shorter ones */
};

static GavelCards *cards;

static void require(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "fuzz_answers: %s\n", what);
  abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  GavelCardsDef def = gavel_cards_def_default();
  require(gavel_cards_create(&def, &cards, NULL) == GAVEL_OK, "no cards");
  return 0;
}

/* The bytes that are left; 0 when there are none. */
typedef struct Bytes {
  const uint8_t *at, *end;
} Bytes;

static uint32_t next(Bytes *bytes) { return bytes->at < bytes->end ? *bytes->at++ : 0u; }

/* A game and the memory it may lie in. */
typedef struct Fuzzed {
  GavelGameDef def;
  GavelGame *game;
  void *buffer;
} Fuzzed;

static void put(GavelGame *game, GavelZone zone, uint32_t player, GavelCardId card) {
  GavelObjectDef def = gavel_object_def_default();
  def.card = card;
  def.zone = zone;
  def.owner = player;
  gavel_game_put(game, &def, NULL); /* what cannot be there is refused */
}

static bool begin(Fuzzed *f, Bytes *bytes) {
  f->def = gavel_game_def_default();
  f->def.cards = cards;
  uint32_t shape = next(bytes);
  f->def.player_count = shape & 1 ? 3 : 2;
  f->def.format = shape & 1 ? GAVEL_FORMAT_FREE_FOR_ALL : GAVEL_FORMAT_TWO_PLAYER;
  f->def.manual_mana = shape & 2;
  f->def.show_forced = shape & 4;
  f->def.seed = 1 + next(bytes);
  f->def.limits = (GavelLimits){.objects = 2000, .frames = 400, .events = 20000, .heap_words = 1u << 20};
  require(gavel_game_create(&f->def, &f->game, NULL) == GAVEL_OK, "no game");
  uint32_t count = gavel_cards_count(cards);
  for (uint32_t i = 0; i < DEALT; i++) {
    GavelCardId card = 1 + (next(bytes) | (i & 7) << 8) % count;
    put(f->game, i % 3 ? GAVEL_ZONE_BATTLEFIELD : GAVEL_ZONE_HAND, i % f->def.player_count, card);
    put(f->game, GAVEL_ZONE_LIBRARY, i % f->def.player_count, card);
  }
  GavelStatus status = gavel_game_start_at(f->game, 2, 0, GAVEL_STEP_MAIN);
  require(status == GAVEL_OK || status == GAVEL_E_LIMIT, gavel_game_message(f->game));
  return status == GAVEL_OK;
}

/* What is refused as illegal or misuse leaves the state as it was. */
static void refused(GavelGame *game, GavelStatus status, uint64_t before) {
  if (status == GAVEL_E_LIMIT || status == GAVEL_OK) return;
  require(status == GAVEL_E_ILLEGAL || status == GAVEL_E_MISUSE, gavel_game_message(game));
  require(gavel_game_message(game)[0] != 0, "refused without a message");
  require(gavel_game_hash(game) == before, "what was refused changed the game");
}

static void answer_set(GavelGame *game, const GavelDecision *decision, Bytes *bytes) {
  GavelOption members[4];
  uint32_t count = next(bytes) % 4;
  for (uint32_t i = 0; i < count; i++) {
    members[i] = gavel_game_options(game)[next(bytes) % decision->option_count];
    uint32_t change = next(bytes);
    if (change % 8 == 0) members[i].n += change;
    if (change % 8 == 1) members[i].ref ^= change;
  }
  uint64_t before = gavel_game_hash(game);
  refused(game, gavel_game_answer_set(game, members, count), before);
}

static void go_on_in_clone(Fuzzed *f) {
  size_t size = gavel_game_clone_size(f->game);
  void *buffer = malloc(size);
  GavelGame *clone = NULL;
  require(buffer && gavel_game_clone(f->game, buffer, size, &clone) == GAVEL_OK, "not cloned");
  require(gavel_game_hash(clone) == gavel_game_hash(f->game), "a clone is another game");
  gavel_game_destroy(f->game);
  free(f->buffer);
  f->buffer = buffer;
  f->game = clone;
}

static void go_on_in_save(Fuzzed *f) {
  size_t length = 0;
  gavel_game_save(f->game, NULL, 0, &length);
  void *saved = malloc(length);
  require(saved && gavel_game_save(f->game, saved, length, &length) == GAVEL_OK, "not saved");
  GavelGame *loaded = NULL;
  GavelError error = {.message = ""};
  require(gavel_game_load(&f->def, saved, length, &loaded, &error) == GAVEL_OK, error.message);
  require(gavel_game_hash(loaded) == gavel_game_hash(f->game), "what was loaded is another game");
  free(saved);
  gavel_game_destroy(f->game);
  free(f->buffer);
  f->buffer = NULL;
  f->game = loaded;
}

static void step(Fuzzed *f, const GavelDecision *decision, Bytes *bytes) {
  uint32_t deed = next(bytes) % 32;
  uint64_t before = deed < 7 ? gavel_game_hash(f->game) : 0;
  switch (deed) {
  case 0: refused(f->game, gavel_game_answer(f->game, decision->option_count + next(bytes)), before); break;
  case 1: refused(f->game, gavel_game_take_back(f->game), before); break;
  case 2: go_on_in_clone(f); break;
  case 3: go_on_in_save(f); break;
  case 4:
  case 5: answer_set(f->game, decision, bytes); break;
  case 6:
    if (next(bytes) % 8 == 0) refused(f->game, gavel_game_concede(f->game, next(bytes) % 4), before);
    break;
  default: {
    GavelStatus status = gavel_game_answer(f->game, next(bytes) % decision->option_count);
    require(status == GAVEL_OK || status == GAVEL_E_LIMIT, gavel_game_message(f->game));
    break;
  }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes bytes = {data, data + size};
  Fuzzed f = {.buffer = NULL};
  GavelDecision decision;
  char message[256];
  bool sound = begin(&f, &bytes);
  for (uint32_t i = 0; sound && i < STEPS_CAP && bytes.at < bytes.end && gavel_game_decision(f.game, &decision); i++) {
    step(&f, &decision, &bytes);
    sound = gavel_game_status(f.game) == GAVEL_OK;
    if (sound) require(game_validate(f.game, message, sizeof message), message);
  }
  gavel_game_destroy(f.game);
  free(f.buffer);
  return 0;
}
