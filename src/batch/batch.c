/* Many games at once. */
#include "batch/episode.h"

#include "state/fetch.h"

enum { GAMES_MAX = 65536 };

struct GavelBatch {
  Rules rules;
  GavelCards *cards;
  Pool *pool;
  GavelAutomaton *automata[POOL_THREADS_MAX]; /* one per thread */
  i16 *memory;                                /* for all observations */
  size_t memory_size;
  void *start_buffer; /* of Rules.start */
  size_t start_size;
  Episode *episodes;
  bool begun;
  /* The current call. */
  const i32 *actions; /* null: restart all games */
  GavelBatchView *view;
};

GavelBatchDef gavel_batch_def_default(void) {
  return (GavelBatchDef){
      .allocator = gavel_allocator_default(),
      .games = 1,
      .threads = 1,
      .starting_player = GAVEL_NO_PLAYER,
      .max_objects = 512,
      .max_links = 1024,
      .max_options = 256,
      .max_decisions = 20000,
  };
}

/* --- making -------------------------------------------------------------------------------- */

static const char *seats_wrong(const GavelBatchDef *def, u32 players) {
  bool any = false;
  for (u32 p = 0; p < players; p++) {
    if ((u32)def->seats[p] > GAVEL_SEAT_AUTOMATIC) return "there is no such kind of seat";
    any |= def->seats[p] == GAVEL_SEAT_CALLER;
  }
  return any ? NULL : "at least one seat must be the caller's: set GavelBatchDef.seats";
}

/* What is wrong with a def; null if nothing. */
static const char *batch_wrong(const GavelBatchDef *def) {
  if (!def->game) return "a batch needs a game to begin with: set GavelBatchDef.game";
  u32 players = core(def->game)->player_count;
  if (def->games < 1 || def->games > GAMES_MAX) return "a batch has 1 to 65,536 games";
  if (def->threads < 1 || def->threads > POOL_THREADS_MAX) return "a batch has 1 to 64 threads";
  if ((u32)def->beginning > GAVEL_BEGIN_DEALT) return "there is no such beginning";
  if (def->starting_player >= players && def->starting_player != GAVEL_NO_PLAYER)
    return "the starting player is none of the players";
  if (def->max_objects < 1 || def->max_objects > GAVEL_OBSERVATION_OBJECTS_MAX)
    return "an observation has 1 to 4,096 rows of objects";
  if (def->max_links > GAVEL_OBSERVATION_LINKS_MAX) return "an observation has at most 16,384 rows of links";
  if (def->max_options < 2 || def->max_options > GAVEL_OBSERVATION_OPTIONS_MAX)
    return "an observation has 2 to 16,384 rows of options";
  if (def->max_decisions < 1) return "an episode has at least one decision";
  return seats_wrong(def, players);
}

/* Allocates zeroed memory. */
static void *take(GavelAllocator a, size_t size) {
  void *memory = a.resize(a.user, NULL, 0, size);
  if (memory) memset(memory, 0, size);
  return memory;
}

static void give(GavelAllocator a, void *memory, size_t size) {
  if (memory) a.resize(a.user, memory, size, 0);
}

/* Keeps a copy of the caller's game for the life of the batch. */
static bool keep_start(GavelBatch *b) {
  GavelAllocator a = b->rules.def.allocator;
  size_t size = gavel_game_clone_size(b->rules.def.game);
  void *buffer = a.resize(a.user, NULL, 0, size);
  if (!buffer) return false;
  if (!gavel_game_clone(b->rules.def.game, buffer, size, &b->rules.start)) {
    b->rules.start->allocator = a;
    b->start_buffer = buffer;
    b->start_size = size;
    return true;
  }
  give(a, buffer, size);
  return false;
}

/* Whether each game is stepped only after those before it, so that its rows can be written to their final place. */
static bool in_order(const GavelBatch *b) { return b->rules.def.threads == 1; }

/* Allocates room for each game's rows before they are compacted. The system provides pages only as they are used. */
static bool lay_out(GavelBatch *b) {
  const GavelBatchDef *def = &b->rules.def;
  bool rows = !in_order(b);
  size_t objects = rows ? (size_t)def->max_objects * GAVEL_OBJECT_WIDTH : 0;
  size_t links = rows ? (size_t)def->max_links * GAVEL_LINK_WIDTH : 0;
  size_t options = rows ? (size_t)def->max_options * GAVEL_OPTION_WIDTH : 0;
  size_t players = b->rules.players * GAVEL_PLAYER_WIDTH;
  size_t each = GAVEL_GLOBAL_WIDTH + players + objects + links + options;
  b->memory_size = each * def->games * sizeof(i16);
  b->memory = def->allocator.resize(def->allocator.user, NULL, 0, b->memory_size);
  if (!b->memory) return false;
  for (u32 i = 0; i < def->games; i++) {
    i16 *at = b->memory + each * i;
    b->episodes[i].number = i;
    b->episodes[i].seen = (GavelObservation){
        .globals = at,
        .players = at + GAVEL_GLOBAL_WIDTH,
        .options = at + GAVEL_GLOBAL_WIDTH + players,
        .links = at + GAVEL_GLOBAL_WIDTH + players + options,
        .objects = at + GAVEL_GLOBAL_WIDTH + players + options + links,
        .object_cap = def->max_objects,
        .link_cap = def->max_links,
        .option_cap = def->max_options,
    };
    memset(at, 0, (GAVEL_GLOBAL_WIDTH + players) * sizeof *at);
  }
  return true;
}

static bool make_automata(GavelBatch *b) {
  bool any = false;
  for (u32 p = 0; p < b->rules.players; p++) any |= b->rules.def.seats[p] == GAVEL_SEAT_AUTOMATIC;
  for (u32 t = 0; any && t < b->rules.def.threads; t++)
    if (gavel_automaton_create(b->rules.def.allocator, &b->automata[t])) return false;
  return true;
}

static bool fill(GavelBatch *b) {
  const GavelBatchDef *def = &b->rules.def;
  if (!keep_start(b)) return false;
  b->episodes = take(def->allocator, def->games * sizeof *b->episodes);
  if (!b->episodes || !lay_out(b) || !make_automata(b)) return false;
  b->pool = pool_new(def->allocator, def->threads);
  return b->pool;
}

GavelStatus gavel_batch_create(const GavelBatchDef *def, GavelBatch **batch, GavelError *error) {
  *batch = NULL;
  const char *wrong = batch_wrong(def);
  if (wrong) return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "%s", wrong);
  if (def->game->failed || api_started(def->game))
    return error_set(error, GAVEL_E_MISUSE, 0, 0, 0, "the game of a batch must be set up, and not started");
  GavelBatch *b = take(def->allocator, sizeof *b);
  if (b) {
    b->rules = (Rules){.def = *def, .players = core(def->game)->player_count};
    b->cards = (GavelCards *)(uintptr_t)def->game->db;
    atomic_fetch_add(&b->cards->games, 1);
    if (fill(b)) {
      b->rules.def.game = NULL;
      *batch = b;
      return GAVEL_OK;
    }
    gavel_batch_destroy(b);
  }
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory or of threads for a batch");
}

void gavel_batch_destroy(GavelBatch *batch) {
  if (!batch) return;
  GavelBatch *b = batch;
  GavelAllocator a = b->rules.def.allocator;
  pool_free(b->pool);
  for (u32 t = 0; t < POOL_THREADS_MAX; t++) gavel_automaton_destroy(b->automata[t]);
  for (u32 i = 0; b->episodes && i < b->rules.def.games; i++) {
    gavel_game_destroy(b->episodes[i].game);
    give(a, b->episodes[i].buffer, b->episodes[i].size);
  }
  give(a, b->memory, b->memory_size);
  give(a, b->episodes, b->rules.def.games * sizeof *b->episodes);
  gavel_game_destroy(b->rules.start);
  give(a, b->start_buffer, b->start_size);
  atomic_fetch_sub(&b->cards->games, 1);
  give(a, b, sizeof *b);
}

/* --- stepping ------------------------------------------------------------------------------ */

static void put_rows(i16 *to, u32 offset, const i16 *from, u32 count, u32 width) {
  memcpy(to + (size_t)offset * width, from, (size_t)count * width * sizeof *to);
}

/* Once a game is over: 1 for winners and -1 for the others; otherwise, or without a winner, 0 for all. */
static void put_rewards(const GavelBatch *b, const Episode *e, float *to) {
  bool won = false, ended = e->over && !e->truncated;
  for (u32 p = 0; ended && p < b->rules.players; p++) won |= core(e->game)->players[p].won;
  for (u32 p = 0; p < b->rules.players; p++) to[p] = !won ? 0.0f : core(e->game)->players[p].won ? 1.0f : -1.0f;
}

static void put_one(void *user, u32 piece, u32 thread) {
  (void)thread;
  const GavelBatch *b = user;
  const Episode *e = &b->episodes[piece];
  const GavelBatchView *v = b->view;
  u32 players = b->rules.players, cap = b->rules.def.max_options;
  put_rows(v->globals, piece, e->seen.globals, 1, GAVEL_GLOBAL_WIDTH);
  put_rows(v->players, piece * players, e->seen.players, players, GAVEL_PLAYER_WIDTH);
  if (!in_order(b)) {
    put_rows(v->objects, v->object_offsets[piece], e->seen.objects, e->seen.object_count, GAVEL_OBJECT_WIDTH);
    put_rows(v->links, v->link_offsets[piece], e->seen.links, e->seen.link_count, GAVEL_LINK_WIDTH);
    put_rows(v->options, v->option_offsets[piece], e->seen.options, e->seen.option_count, GAVEL_OPTION_WIDTH);
  }
  if (v->mask) {
    memset(v->mask + (size_t)piece * cap, 0, cap);
    memset(v->mask + (size_t)piece * cap, 1, e->seen.option_count);
  }
  v->seats[piece] = (i32)e->seat;
  put_rewards(b, e, v->rewards + (size_t)piece * players);
  v->terminated[piece] = e->over && !e->truncated;
  v->truncated[piece] = (u8)e->truncated;
}

/* Makes the game's rows begin after those of the previous game. */
static void aim_rows(const GavelBatch *b, Episode *e) {
  const GavelBatchView *v = b->view;
  e->seen.objects = v->objects + (size_t)v->object_offsets[e->number] * GAVEL_OBJECT_WIDTH;
  e->seen.links = v->links + (size_t)v->link_offsets[e->number] * GAVEL_LINK_WIDTH;
  e->seen.options = v->options + (size_t)v->option_offsets[e->number] * GAVEL_OPTION_WIDTH;
}

static void count_rows(const GavelBatch *b, const Episode *e) {
  const GavelBatchView *v = b->view;
  u32 next = e->number + 1;
  v->object_offsets[next] = v->object_offsets[e->number] + e->seen.object_count;
  v->link_offsets[next] = v->link_offsets[e->number] + e->seen.link_count;
  v->option_offsets[next] = v->option_offsets[e->number] + e->seen.option_count;
}

/* Whether the thread that steps one game also steps the other, a little later. */
static bool goes_on_with(const GavelBatch *b, u32 piece, u32 later) {
  return later < b->rules.def.games && (in_order(b) || piece / PIECES_AT_ONCE == later / PIECES_AT_ONCE);
}

static void fetch_next(const GavelBatch *b, u32 piece) {
  const Episode *e = &b->episodes[piece];
  if (piece + 3 < b->rules.def.games) fetch(&e[3], sizeof *e);
  if (goes_on_with(b, piece, piece + 2)) episode_fetch_head(&e[2]);
  if (goes_on_with(b, piece, piece + 1)) episode_fetch(&e[1]);
}

static void step_one(void *user, u32 piece, u32 thread) {
  GavelBatch *b = user;
  Episode *e = &b->episodes[piece];
  fetch_next(b, piece);
  if (in_order(b)) aim_rows(b, e);
  if (!b->actions || e->over)
    episode_begin(e, &b->rules, b->automata[thread]);
  else
    episode_act(e, &b->rules, b->automata[thread], (u32)b->actions[piece]);
  if (!in_order(b)) return;
  count_rows(b, e);
  put_one(b, piece, thread);
}

static void run(GavelBatch *b, const i32 *actions, GavelBatchView *view) {
  u32 games = b->rules.def.games;
  b->actions = actions;
  b->view = view;
  view->object_offsets[0] = view->link_offsets[0] = view->option_offsets[0] = 0;
  pool_run(b->pool, step_one, b, games);
  if (!in_order(b)) {
    for (u32 i = 0; i < games; i++) count_rows(b, &b->episodes[i]);
    pool_run(b->pool, put_one, b, games);
  }
  b->begun = true;
}

GavelStatus gavel_batch_reset(GavelBatch *batch, uint64_t seed, GavelBatchView *view) {
  Rng rng = {.state = seed};
  batch->rules.seed = rng_next(&rng);
  for (u32 i = 0; i < batch->rules.def.games; i++) batch->episodes[i].begun = 0;
  run(batch, NULL, view);
  for (u32 i = 0; i < batch->rules.def.games; i++)
    if (!batch->episodes[i].game) return GAVEL_E_MEMORY;
  return GAVEL_OK;
}

GavelStatus gavel_batch_step(GavelBatch *batch, const int32_t *actions, GavelBatchView *view, GavelError *error) {
  if (!batch->begun)
    return error_set(error, GAVEL_E_MISUSE, 0, 0, 0, "a batch takes actions once it was reset: call gavel_batch_reset");
  for (u32 i = 0; i < batch->rules.def.games; i++) {
    const Episode *e = &batch->episodes[i];
    if (e->over || (actions[i] >= 0 && (u32)actions[i] < e->seen.option_count)) continue;
    return error_set(error, GAVEL_E_ILLEGAL, 0, 0, 0, "game %u has no action %d: its actions are 0 to %u", i,
                     actions[i], e->seen.option_count - 1);
  }
  run(batch, actions, view);
  return GAVEL_OK;
}

/* --- questions ----------------------------------------------------------------------------- */

uint32_t gavel_batch_games(const GavelBatch *batch) { return batch->rules.def.games; }
uint32_t gavel_batch_players(const GavelBatch *batch) { return batch->rules.players; }

uint64_t gavel_batch_episodes(const GavelBatch *batch) {
  u64 n = 0;
  for (u32 i = 0; i < batch->rules.def.games; i++) n += batch->episodes[i].begun;
  return n;
}

uint64_t gavel_batch_decisions(const GavelBatch *batch) {
  u64 n = 0;
  for (u32 i = 0; i < batch->rules.def.games; i++) n += batch->episodes[i].answered;
  return n;
}

const char *gavel_batch_message(const GavelBatch *batch, uint32_t game) {
  return game < batch->rules.def.games ? batch->episodes[game].message : "";
}

GavelGame *gavel_batch_game(GavelBatch *batch, uint32_t game) {
  return game < batch->rules.def.games && batch->begun ? batch->episodes[game].game : NULL;
}

GavelNarrowing gavel_batch_narrowing(const GavelBatch *batch, uint32_t game) {
  return game < batch->rules.def.games ? batch->episodes[game].narrowing : (GavelNarrowing){.count = 0};
}
