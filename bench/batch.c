#include "batch.h"

#include "measure.h"

#include "gavel/batch.h"

#include <stdio.h>
#include <stdlib.h>

enum { AT_ONCE = 256, KILOBYTES = 256, BYTES_EACH = 256 };

/* A batch, the memory it writes to, and the sizes of observations. */
typedef struct Stepped {
  GavelBatch *batch;
  GavelBatchDef def;
  GavelBatchView view;
  i32 actions[AT_ONCE];
  u32 sizes[KILOBYTES * 1024 / BYTES_EACH]; /* histogram of observation sizes */
  Rng rng;
} Stepped;

static void *room(size_t size) {
  void *memory = malloc(size);
  if (!memory) abort();
  return memory;
}

static void make_view(Stepped *s, u32 players) {
  const GavelBatchDef *def = &s->def;
  size_t n = def->games;
  s->view = (GavelBatchView){
      .globals = room(n * GAVEL_GLOBAL_WIDTH * 2),
      .players = room(n * players * GAVEL_PLAYER_WIDTH * 2),
      .objects = room(n * def->max_objects * GAVEL_OBJECT_WIDTH * 2),
      .object_offsets = room((n + 1) * 4),
      .links = room(n * def->max_links * GAVEL_LINK_WIDTH * 2),
      .link_offsets = room((n + 1) * 4),
      .options = room(n * def->max_options * GAVEL_OPTION_WIDTH * 2),
      .option_offsets = room((n + 1) * 4),
      .mask = room(n * def->max_options),
      .seats = room(n * 4),
      .rewards = room(n * players * 4),
      .terminated = room(n),
      .truncated = room(n),
  };
}

static void free_view(GavelBatchView *v) {
  void *const memory[] = {v->globals,      v->players,   v->objects,       v->object_offsets, v->links,
                          v->link_offsets, v->options,   v->mask,          v->seats,          v->rewards,
                          v->terminated,   v->truncated, v->option_offsets};
  for (u32 i = 0; i < COUNT_OF(memory); i++) free(memory[i]);
}

static u64 bytes_of(const Stepped *s, u32 game, u32 players) {
  const GavelBatchView *v = &s->view;
  u64 numbers = GAVEL_GLOBAL_WIDTH + players * GAVEL_PLAYER_WIDTH +
                (u64)(v->object_offsets[game + 1] - v->object_offsets[game]) * GAVEL_OBJECT_WIDTH +
                (u64)(v->link_offsets[game + 1] - v->link_offsets[game]) * GAVEL_LINK_WIDTH +
                (u64)(v->option_offsets[game + 1] - v->option_offsets[game]) * GAVEL_OPTION_WIDTH;
  return 2 * numbers;
}

static void choose(Stepped *s, u32 players, BatchPlayed *out) {
  for (u32 i = 0; i < AT_ONCE; i++) {
    u32 options = s->view.option_offsets[i + 1] - s->view.option_offsets[i];
    out->episodes += options == 0;
    s->actions[i] = options ? (i32)rng_below(&s->rng, options) : 0;
    if (!options) continue;
    u64 bytes = bytes_of(s, i, players);
    out->steps++;
    out->bytes += bytes;
    s->sizes[bytes / BYTES_EACH < COUNT_OF(s->sizes) ? bytes / BYTES_EACH : COUNT_OF(s->sizes) - 1]++;
  }
}

static u64 size_p99(const Stepped *s, u64 steps) {
  u64 below = 0;
  u32 i = 0;
  while (i < COUNT_OF(s->sizes) && (below += s->sizes[i]) * 100 < steps * 99) i++;
  return (u64)(i + 1) * BYTES_EACH;
}

/* Steps until that many episodes have ended. */
static GavelStatus step_on(Stepped *s, u32 players, u32 games, BatchPlayed *out, GavelError *error) {
  GavelStatus status = GAVEL_OK;
  while (!status && out->episodes < games) {
    choose(s, players, out);
    status = gavel_batch_step(s->batch, s->actions, &s->view, error);
  }
  return status;
}

/* The clock starts only when the games are no longer in step, so that unfinished games carry no weight. */
static bool play(Stepped *s, u32 players, u32 games, BatchPlayed *out) {
  GavelError error = {.message = ""};
  BatchPlayed before = {.steps = 0};
  GavelStatus status = gavel_batch_reset(s->batch, 1, &s->view);
  if (!status) status = step_on(s, players, 2 * AT_ONCE, &before, &error);
  memset(s->sizes, 0, sizeof s->sizes);
  u64 start = clock_cpu_ns(), decisions = gavel_batch_decisions(s->batch);
  if (!status) status = step_on(s, players, games, out, &error);
  out->ns = clock_cpu_ns() - start;
  out->decisions = gavel_batch_decisions(s->batch) - decisions;
  out->bytes_p99 = size_p99(s, out->steps);
  if (status) fprintf(stderr, "gavel: bench: %s\n", error.message);
  return !status;
}

bool batch_play(GavelCards *cards, const Match *match, u32 games, BatchPlayed *out) {
  *out = (BatchPlayed){.steps = 0};
  GavelGame *game = match_setup(cards, match);
  if (!game) return false;
  Stepped *s = room(sizeof *s);
  *s = (Stepped){.def = gavel_batch_def_default(), .rng = {1}};
  s->def.game = game;
  s->def.games = AT_ONCE;
  s->def.beginning = GAVEL_BEGIN_DEALT;
  s->def.max_decisions = (u32)match->limit;
  GavelError error = {.message = ""};
  bool fine = !gavel_batch_create(&s->def, &s->batch, &error);
  if (fine) {
    make_view(s, match->players);
    fine = play(s, match->players, games, out);
    free_view(&s->view);
    gavel_batch_destroy(s->batch);
  } else {
    fprintf(stderr, "gavel: bench: %s\n", error.message);
  }
  free(s);
  gavel_game_destroy(game);
  return fine;
}
