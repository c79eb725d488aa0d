#include "sim_check.h"

#include "rules/query/query.h"
#include "state/block.h"
#include "state/hash.h"
#include "state/validate.h"

#include <inttypes.h>
#include <stdlib.h>

typedef enum Way { WAY_PLAIN, WAY_CLONE, WAY_LOAD, WAY_MOVE, WAYS } Way;
static const char *const WAY_NAMES[WAYS] = {"played back", "cloned", "saved and loaded", "moved"};

/* A game that goes on from a copy of itself at every decision. */
typedef struct Journey {
  const Seating *seating;
  u64 seed;
  Way way;
  GavelGame *game;
  void *buffer; /* what the game lies in, if it is a clone */
  u64 *seen;    /* fingerprints of the plain journey, to be seen again; null: there is no other */
} Journey;

static bool found(const Journey *j, u32 at, const char *what) {
  complain("seed %" PRIu64 ", %s, decision %u: %s", j->seed, WAY_NAMES[j->way], at, what);
  return false;
}

typedef struct Comparison {
  char message[256];
  bool same;
} Comparison;

static void compare_layers(Game *g, void *user) {
  Comparison *c = user;
  c->same = layers_compare_naive(g, c->message, sizeof c->message);
}

static bool evaluators_agree(GavelGame *game, u64 seed, u32 at) {
  Comparison c;
  if (game_protect(game, compare_layers, &c)) return true; /* the game has failed, which is told of by itself */
  if (!c.same) complain("seed %" PRIu64 ", decision %u: the evaluators differ: %s", seed, at, c.message);
  return c.same;
}

bool sim_look(GavelGame *game, u64 seed, u32 at, bool layers, u64 *events) {
  char message[256];
  GavelSituation now = gavel_game_situation(game);
  GavelDecision d;
  bool passed = gavel_game_decision(game, &d) && d.kind == GAVEL_DECISION_PRIORITY && now.events == *events;
  *events = now.events;
  if (passed) return true;
  if (game_validate(game, message, sizeof message)) return !layers || evaluators_agree(game, seed, at);
  complain("seed %" PRIu64 ", decision %u: %s", seed, at, message);
  return false;
}

static void replace(Journey *j, GavelGame *with, void *buffer) {
  gavel_game_destroy(j->game);
  free(j->buffer);
  j->game = with;
  j->buffer = buffer;
}

static bool go_on_from_clone(Journey *j) {
  size_t size = gavel_game_clone_size(j->game);
  void *buffer = malloc(size);
  GavelGame *clone = NULL;
  if (!buffer) out_of_memory();
  if (gavel_game_clone(j->game, buffer, size, &clone)) {
    free(buffer);
    return false;
  }
  replace(j, clone, buffer);
  return true;
}

static bool go_on_from_save(Journey *j) {
  GavelGameDef def = gavel_game_def_default();
  def.cards = j->seating->cards;
  size_t length = 0;
  gavel_game_save(j->game, NULL, 0, &length);
  void *bytes = malloc(length);
  if (!bytes) out_of_memory();
  GavelGame *loaded = NULL;
  GavelError error;
  bool fine = gavel_game_save(j->game, bytes, length, &length) == GAVEL_OK &&
              gavel_game_load(&def, bytes, length, &loaded, &error) == GAVEL_OK;
  free(bytes);
  if (fine) replace(j, loaded, NULL);
  return fine;
}

static bool go_on(Journey *j) {
  switch (j->way) {
    case WAY_CLONE: return go_on_from_clone(j);
    case WAY_LOAD: return go_on_from_save(j);
    case WAY_MOVE: return block_move(j->game);
    default: return true;
  }
}

static bool travel(Journey *j, const u32 *answers, u32 count, u64 hash) {
  j->game = seating_start(j->seating, j->seed);
  if (!j->game) return false;
  for (u32 i = 0; i < count; i++) {
    u64 now = j->seen ? decision_hash(j->game) : 0;
    if (j->seen && j->way == WAY_PLAIN)
      j->seen[i] = now;
    else if (j->seen && j->seen[i] != now)
      return found(j, i, "the state or the options are not those of the game itself");
    if (!go_on(j)) return found(j, i, "it cannot be copied");
    if (gavel_game_answer(j->game, answers[i])) return found(j, i, gavel_game_message(j->game));
  }
  return gavel_game_hash(j->game) == hash || found(j, count, "it does not end in the same state");
}

bool sim_check(const Seating *seating, u64 seed, const u32 *answers, u32 count, u64 hash, bool every) {
  Journey j = {.seating = seating, .seed = seed, .seen = every ? malloc((count + 1) * sizeof *j.seen) : NULL};
  if (every && !j.seen) out_of_memory();
  bool fine = true;
  for (u32 way = 0; way < (every ? WAYS : WAY_CLONE) && fine; way++) {
    j.way = (Way)way;
    fine = travel(&j, answers, count, hash);
    replace(&j, NULL, NULL);
  }
  free(j.seen);
  return fine;
}
