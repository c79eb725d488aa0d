/* Input: a game and the answers to its decisions. The first bytes deal cards from all built-in ones. Then each byte
   does something: it answers with one option or a whole set, legal or not; takes a set back, concedes, looks at
   everything as a player, or continues in a clone, in a loaded save, or in a game that a player may believe in. The
   validator checks some states and the last one; refused calls must change nothing, and copies with the same answer
   must stay equal. */
#include "require.h"

#include "state/state.h"
#include "state/validate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum {
  DEALT = 12,      /* bytes that choose the cards */
  STEPS_CAP = 24,  /* many short games find more than a few long ones … */
  INPUT_CAP = 120, /* … and no step reads more than a few bytes */
  VALIDATED = 8    /* steps between two validations */
};

static GavelCards *cards;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  cards = fuzz_cards();
  return 0;
}

/* The remaining bytes; then zeros. */
typedef struct Bytes {
  const uint8_t *at, *end;
} Bytes;

static uint32_t next(Bytes *bytes) { return bytes->at < bytes->end ? *bytes->at++ : 0u; }

/* A game and the memory it may be in. */
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
  gavel_game_put(game, &def, NULL); /* impossible objects are refused */
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
  f->def.limits =
      (GavelLimits){.objects = 2000, .frames = 400, .events = 20000, .heap_words = 1u << 20, .evaluations = 1000000};
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

/* What a refused call must not change. */
typedef struct Before {
  uint64_t state, position;
} Before;

static Before before_of(GavelGame *game) { return (Before){gavel_game_hash(game), gavel_game_position_hash(game)}; }

/* Checks that a call refused as illegal or misuse left the state unchanged. */
static void refused(GavelGame *game, GavelStatus status, Before before) {
  if (status == GAVEL_E_LIMIT || status == GAVEL_OK) return;
  require(status == GAVEL_E_ILLEGAL || status == GAVEL_E_MISUSE, gavel_game_message(game));
  require(gavel_game_message(game)[0] != 0, "refused without a message");
  require(gavel_game_hash(game) == before.state, "what was refused changed the game");
  require(gavel_game_position_hash(game) == before.position, "what was refused changed the position");
}

static void answer_illegal(GavelGame *game, const GavelDecision *decision, Bytes *bytes) {
  Before before = before_of(game);
  uint32_t beyond = next(bytes);
  GavelStatus status = gavel_game_answer(game, beyond == 255 ? UINT32_MAX : decision->option_count + beyond);
  require(status == GAVEL_E_ILLEGAL, "there is no such option, but it was taken");
  refused(game, status, before);
}

static void concede(GavelGame *game, Bytes *bytes) {
  uint32_t player = next(bytes) % 4;
  Before before = before_of(game);
  bool there = player < gavel_game_situation(game).player_count && !gavel_game_player(game, player).left;
  GavelStatus status = gavel_game_concede(game, player);
  require(there != (status == GAVEL_E_MISUSE), "players who are in the game can concede, and no others");
  refused(game, status, before);
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
  Before before = before_of(game);
  refused(game, gavel_game_answer_set(game, members, count), before);
}

/* Replaces the game; `buffer` is its memory if it is a clone. */
static void go_on_in(Fuzzed *f, GavelGame *game, void *buffer) {
  gavel_game_destroy(f->game);
  free(f->buffer);
  f->game = game;
  f->buffer = buffer;
}

static GavelGame *clone_of(const GavelGame *game, void **buffer) {
  size_t size = gavel_game_clone_size(game);
  *buffer = malloc(size);
  GavelGame *clone = NULL;
  require(*buffer && gavel_game_clone(game, *buffer, size, &clone) == GAVEL_OK, "not cloned");
  return clone;
}

static GavelGame *load_of(const Fuzzed *f) {
  size_t length = 0;
  gavel_game_save(f->game, NULL, 0, &length);
  void *saved = malloc(length);
  require(saved && gavel_game_save(f->game, saved, length, &length) == GAVEL_OK, "not saved");
  GavelGame *loaded = NULL;
  GavelError error = {.message = ""};
  require(gavel_game_load(&f->def, saved, length, &loaded, &error) == GAVEL_OK, error.message);
  free(saved);
  return loaded;
}

/* Answers the same in a game and its copy: both must be equal before and after. */
static void answer_both(GavelGame *game, GavelGame *copy, uint32_t option) {
  require(gavel_game_hash(copy) == gavel_game_hash(game), "a copy is another game");
  require(gavel_game_position_hash(copy) == gavel_game_position_hash(game), "a copy is another position");
  GavelStatus status = gavel_game_answer(game, option);
  require(status == GAVEL_OK || status == GAVEL_E_LIMIT, gavel_game_message(game));
  require(gavel_game_answer(copy, option) == status, "a copy answers otherwise");
  require(status || gavel_game_hash(copy) == gavel_game_hash(game), "a copy goes on otherwise");
}

/* Continues in a game that a player may believe in; what they know must stay the same. */
static void go_on_in_belief(Fuzzed *f, Bytes *bytes) {
  uint32_t viewer = next(bytes) % f->def.player_count;
  uint64_t seed = next(bytes);
  void *buffer;
  GavelGame *copy = clone_of(f->game, &buffer);
  GavelStatus status = gavel_game_determinize(copy, viewer, seed);
  require(status == GAVEL_OK || status == GAVEL_E_MISUSE || status == GAVEL_E_LIMIT, gavel_game_message(copy));
  go_on_in(f, copy, buffer);
}

/* Queries everything a player sees, and everything in words: that changes nothing. */
static void look(GavelGame *game, const GavelDecision *decision, uint32_t viewer) {
  uint64_t before = gavel_game_hash(game);
  for (uint32_t p = 0; p < gavel_game_situation(game).player_count; p++) {
    for (GavelZone zone = GAVEL_ZONE_BATTLEFIELD; zone <= GAVEL_ZONE_STACK; zone++) {
      GavelHandle handles[64];
      uint32_t count = gavel_view_zone(game, viewer, zone, p, handles, 64);
      require(count == gavel_game_zone_count(game, zone, p), "a player sees another number of objects");
      GavelSeen whole[64];
      require(gavel_view_objects(game, viewer, zone, p, whole, 64) == count, "a zone looks different at once");
      for (uint32_t i = 0; i < count && i < 64; i++) {
        GavelRef ref = gavel_view_ref(game, viewer, handles[i]);
        GavelCharacteristics seen;
        bool sees = gavel_view_characteristics(game, viewer, handles[i], &seen);
        require(sees || !gavel_view_knows(game, viewer, ref), "a player does not see what they know");
        if (i == viewer) gavel_game_ability_text(game, ref, 0, NULL, 0);
      }
    }
  }
  require(gavel_game_decision_text(game, NULL, 0) > 0, "a decision without words");
  for (uint32_t i = 0; i < decision->option_count; i++)
    require(gavel_game_option_text(game, i, NULL, 0) > 0, "an option without words");
  require(gavel_game_hash(game) == before, "looking changed the game");
}

static void step(Fuzzed *f, const GavelDecision *decision, Bytes *bytes) {
  void *buffer = NULL;
  GavelGame *copy;
  switch (next(bytes) % 32) {
    case 0: answer_illegal(f->game, decision, bytes); break;
    case 1: {
      Before before = before_of(f->game);
      refused(f->game, gavel_game_take_back(f->game), before);
      break;
    }
    case 2:
      copy = clone_of(f->game, &buffer);
      answer_both(f->game, copy, next(bytes) % decision->option_count);
      go_on_in(f, copy, buffer);
      break;
    case 3:
      copy = load_of(f);
      answer_both(f->game, copy, next(bytes) % decision->option_count);
      go_on_in(f, copy, NULL);
      break;
    case 4:
    case 5: answer_set(f->game, decision, bytes); break;
    case 6:
      if (next(bytes) % 8 == 0) concede(f->game, bytes);
      break;
    case 7: go_on_in_belief(f, bytes); break;
    case 8: look(f->game, decision, next(bytes) % f->def.player_count); break;
    default: {
      GavelStatus status = gavel_game_answer(f->game, next(bytes) % decision->option_count);
      require(status == GAVEL_OK || status == GAVEL_E_LIMIT, gavel_game_message(f->game));
      break;
    }
  }
}

/* Nothing can be done to a game that is over or has failed. */
static void check_ended(GavelGame *game) {
  GavelStatus failed = gavel_game_status(game);
  GavelStatus expected = failed ? failed : GAVEL_E_MISUSE;
  require(failed || gavel_game_situation(game).over, "a game that goes on asks nothing");
  require(gavel_game_answer(game, 0) == expected, "a game that has ended is answered");
  require(gavel_game_concede(game, 0) == expected, "a game that has ended is conceded");
  require(gavel_game_message(game)[0] != 0, "refused without a message");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > INPUT_CAP) return 0;
  Bytes bytes = {data, data + size};
  Fuzzed f = {.buffer = NULL};
  GavelDecision decision;
  char message[256];
  bool sound = begin(&f, &bytes);
  for (uint32_t i = 0; sound && i < STEPS_CAP && bytes.at < bytes.end && gavel_game_decision(f.game, &decision); i++) {
    step(&f, &decision, &bytes);
    sound = gavel_game_status(f.game) == GAVEL_OK;
    if (sound && i % VALIDATED == 0) require(game_validate(f.game, message, sizeof message), message);
  }
  if (sound) require(game_validate(f.game, message, sizeof message), message);
  if (!gavel_game_decision(f.game, &decision)) check_ended(f.game);
  go_on_in(&f, NULL, NULL);
  return 0;
}
