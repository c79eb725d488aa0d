#include "bench.h"

#include "batch.h"
#include "measure.h"
#include "scenes.h"

#include "rules/query/query.h"
#include "state/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

#ifndef GAVEL_FLAGS
#define GAVEL_FLAGS "unknown"
#endif

/* Sets a member; a value that could not be made ends the program, there being no memory. */
static void set(json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value)) abort();
}

static void set_count(json_t *object, const char *key, u64 value) { set(object, key, json_integer((json_int_t)value)); }

static double per_second(u64 n, u64 ns) { return ns ? (double)n * 1e9 / (double)ns : 0; }

static void set_rate(json_t *object, const char *key, u64 n, u64 ns) {
  set(object, key, json_real((double)(u64)(per_second(n, ns) * 10) / 10));
}

/* A median of instructions, null where they are not counted. */
static void set_instructions(json_t *object, const char *key, Samples *samples, u64 each) {
  u64 median = samples_median(samples) / each;
  set(object, key, median ? json_integer((json_int_t)median) : json_null());
}

/* A game in memory that is used again and again. */
typedef struct Copy {
  void *buffer;
  GavelGame *game;
} Copy;

static bool copy_new(Copy *copy, const GavelGame *game) {
  size_t size = 2 * gavel_game_clone_size(game);
  copy->buffer = malloc(size);
  copy->game = NULL;
  return copy->buffer && gavel_game_clone(game, copy->buffer, size, &copy->game) == GAVEL_OK;
}

static void copy_free(Copy *copy) {
  gavel_game_destroy(copy->game);
  free(copy->buffer);
}

/* --- clone, options, step ------------------------------------------------------------------ */

/* One repetition: a clone, its list of options, and one step that makes the next list. */
static bool step_once(GavelGame *copy, const GavelGame *game) {
  GavelDecision decision;
  if (gavel_game_clone_again(copy, game) || !gavel_game_decision(copy, &decision)) return false;
  return gavel_game_options(copy) && !gavel_game_answer(copy, 0) && gavel_game_decision(copy, &decision) &&
         gavel_game_options(copy);
}

static json_t *step_measure(const GavelGame *game, Copy *copy, u32 samples) {
  Samples times = {0}, instructions = {0}, clones = {0};
  InstructionCounter counter = counter_open();
  bool fine = true;
  for (u32 i = 0; i < samples && fine; i++) {
    u64 before = counter_read(&counter), start = clock_ns();
    fine = step_once(copy->game, game);
    samples_add(&times, clock_ns() - start);
    samples_add(&instructions, counter_read(&counter) - before);
    start = clock_ns();
    fine = fine && !gavel_game_clone_again(copy->game, game);
    samples_add(&clones, clock_ns() - start);
  }
  counter_close(&counter);
  json_t *out = json_object();
  set_count(out, "ns", samples_median(&times));
  set_count(out, "clone_ns", samples_median(&clones));
  set_instructions(out, "instructions", &instructions, 1);
  samples_free(&times);
  samples_free(&instructions);
  samples_free(&clones);
  if (fine) return out;
  json_decref(out);
  return NULL;
}

static json_t *bench_step(GavelCards *cards, u32 objects, const BenchPlan *plan) {
  GavelGame *game = board_new(cards, objects);
  if (!game) return NULL;
  Copy copy;
  json_t *out = copy_new(&copy, game) ? step_measure(game, &copy, plan->samples) : NULL;
  if (out) {
    size_t saved = 0;
    GavelDecision decision;
    gavel_game_save(game, NULL, 0, &saved);
    gavel_game_decision(game, &decision);
    set_count(out, "objects", objects);
    set_count(out, "options", decision.option_count);
    set_count(out, "bytes", gavel_game_clone_size(game));
    set_count(out, "saved_bytes", saved);
  }
  copy_free(&copy);
  gavel_game_destroy(game);
  return out;
}

/* --- characteristics ----------------------------------------------------------------------- */

enum { CREATURES = 100, EFFECTS = 20 };

static void forget_body(Game *g, void *user) {
  (void)user;
  derived_reset(g);
}

/* Asks for the characteristics of every creature; answers the sum of their power, so that nothing
   is left out. */
static i64 ask_all(GavelGame *game, const GavelRef *refs) {
  i64 power = 0;
  for (u32 i = 0; i < CREATURES; i++) {
    GavelCharacteristics c;
    gavel_game_characteristics(game, refs[i], &c);
    power += c.power;
  }
  return power;
}

static json_t *bench_characteristics(GavelCards *cards, const BenchPlan *plan) {
  GavelGame *game = effects_new(cards, CREATURES, EFFECTS);
  if (!game) return NULL;
  GavelRef refs[CREATURES];
  gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, CREATURES);
  Samples anew = {0}, cached = {0};
  i64 power = 0;
  for (u32 i = 0; i < plan->samples; i++) {
    game_protect(game, forget_body, NULL);
    u64 start = clock_ns();
    power = ask_all(game, refs);
    u64 middle = clock_ns();
    power += ask_all(game, refs);
    samples_add(&anew, middle - start);
    samples_add(&cached, clock_ns() - middle);
  }
  json_t *out = json_object();
  set_count(out, "creatures", CREATURES);
  set_count(out, "effects", EFFECTS);
  set_count(out, "anew_ns_each", samples_median(&anew) / CREATURES);
  set_count(out, "cached_ns_each", samples_median(&cached) / CREATURES);
  set(out, "right", json_boolean(power == 2 * CREATURES * (2 + EFFECTS)));
  samples_free(&anew);
  samples_free(&cached);
  gavel_game_destroy(game);
  return out;
}

/* --- playouts ------------------------------------------------------------------------------ */

/* What a number of games came to. */
typedef struct Played {
  u64 games, finished, turns, decisions, events, ns, instructions;
  Hash signature;
} Played;

typedef bool PlayGame(GavelGame *game, u64 seed, u64 limit, GavelPlayout *playout);

static bool play_plain(GavelGame *game, u64 seed, u64 limit, GavelPlayout *playout) {
  return !gavel_game_playout(game, seed, limit, playout);
}

/* What a player sees before deciding: every object in sight, and the options. */
static void look(GavelGame *game, const GavelDecision *decision) {
  static const GavelZone ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_HAND, GAVEL_ZONE_GRAVEYARD, GAVEL_ZONE_STACK};
  u32 viewer = decision->player;
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    GavelHandle handles[256];
    u32 count = gavel_view_zone(game, viewer, ZONES[z], viewer, handles, COUNT_OF(handles));
    for (u32 i = 0; i < count && i < COUNT_OF(handles); i++) {
      GavelCharacteristics c;
      gavel_view_characteristics(game, viewer, handles[i], &c);
    }
  }
  for (u32 i = 0; i < decision->option_count; i++) {
    GavelOption option;
    gavel_view_option(game, viewer, i, &option);
  }
}

/* The same policy, but looking before every decision. */
static bool play_looking(GavelGame *game, u64 seed, u64 limit, GavelPlayout *playout) {
  Rng rng = {seed};
  GavelDecision decision;
  *playout = (GavelPlayout){.over = false};
  GavelSituation before = gavel_game_situation(game);
  while (playout->decisions < limit && gavel_game_decision(game, &decision)) {
    look(game, &decision);
    if (gavel_game_answer(game, (u32)rng_below(&rng, decision.option_count))) return false;
    playout->decisions++;
  }
  GavelSituation after = gavel_game_situation(game);
  playout->signature = gavel_game_hash(game);
  playout->events = after.events - before.events;
  playout->turns = after.turn;
  playout->over = after.over;
  return true;
}

static bool play_one(GavelCards *cards, const Match *match, u32 seed, PlayGame *play, Played *out) {
  GavelGame *game = match_new(cards, match, seed, gavel_allocator_default());
  if (!game) return false;
  GavelPlayout playout;
  bool fine = play(game, seed, match->limit, &playout);
  if (!fine) fprintf(stderr, "gavel: bench: %s, game %u: %s\n", match->name, seed, gavel_game_message(game));
  gavel_game_destroy(game);
  if (!fine) return false;
  out->finished += playout.over;
  out->turns += playout.turns;
  out->decisions += playout.decisions;
  out->events += playout.events;
  hash_u64(&out->signature, playout.signature);
  return true;
}

static bool play_games(GavelCards *cards, const Match *match, u32 games, PlayGame *play, Played *out) {
  *out = (Played){.games = games};
  hash_init(&out->signature, 0);
  InstructionCounter counter = counter_open();
  u64 start = clock_cpu_ns(), before = counter_read(&counter);
  bool fine = true;
  for (u32 i = 0; i < games && fine; i++) fine = play_one(cards, match, i + 1, play, out);
  out->instructions = counter_read(&counter) - before;
  out->ns = clock_cpu_ns() - start;
  counter_close(&counter);
  return fine;
}

static json_t *json_of_played(const Played *played) {
  json_t *out = json_object();
  char signature[17];
  snprintf(signature, sizeof signature, "%016" PRIx64, hash_end(&played->signature));
  set_count(out, "games", played->games);
  set_count(out, "finished", played->finished);
  set(out, "seconds", json_real((double)(played->ns / 1000000u) / 1000));
  set_rate(out, "games_per_second", played->games, played->ns);
  u64 instructions = played->instructions / played->games;
  set(out, "instructions_per_game", instructions ? json_integer((json_int_t)instructions) : json_null());
  set_rate(out, "turns_per_game", played->turns, played->games * 1000000000u);
  set_rate(out, "decisions_per_second", played->decisions, played->ns);
  set_rate(out, "events_per_second", played->events, played->ns);
  set(out, "signature", json_string(signature));
  return out;
}

static json_t *json_of_batch(const BatchPlayed *played) {
  json_t *out = json_object();
  set_count(out, "games", played->episodes);
  set_rate(out, "games_per_second", played->episodes, played->ns);
  set_rate(out, "steps_per_second", played->steps, played->ns);
  set_rate(out, "decisions_per_second", played->decisions, played->ns);
  set_count(out, "observation_bytes", played->bytes / (played->steps ? played->steps : 1));
  set_count(out, "observation_bytes_p99", played->bytes_p99);
  return out;
}

static json_t *bench_match(GavelCards *cards, const BenchPlan *plan, const Match *match, u32 games) {
  Played plain, looking;
  if (!play_games(cards, match, games, play_plain, &plain)) return NULL;
  if (!plan->lists_only && !play_games(cards, match, games, play_looking, &looking)) return NULL;
  BatchPlayed batch = {.steps = 0};
  if (plan->batch && !batch_play(cards, match, games, &batch)) return NULL;
  json_t *out = json_object();
  set(out, "match", json_string(match->name));
  set_count(out, "players", match->players);
  set(out, "with_lists", json_of_played(&plain));
  if (!plan->lists_only) set(out, "with_views", json_of_played(&looking));
  if (plan->batch) set(out, "batch", json_of_batch(&batch));
  return out;
}

/* How often a game that has grown to its size asks for memory while it is played again. */
static json_t *bench_allocations(GavelCards *cards) {
  CountingAllocator counting;
  GavelGame *game = match_new(cards, &MATCHES[0], 1, counting_allocator(&counting));
  if (!game) return NULL;
  Copy copy;
  json_t *out = NULL;
  if (copy_new(&copy, game)) {
    u64 before = 0;
    GavelPlayout playout = {0};
    for (u32 round = 0; round < 3; round++) {
      before = counting.requests;
      gavel_game_clone_again(copy.game, game);
      gavel_game_playout(copy.game, 1, MATCHES[0].limit, &playout);
    }
    out = json_object();
    set_count(out, "decisions", playout.decisions);
    set_count(out, "requests", counting.requests - before);
  }
  copy_free(&copy);
  gavel_game_destroy(game);
  return out;
}

/* --- all of it ----------------------------------------------------------------------------- */

static json_t *bench_matches(GavelCards *cards, const BenchPlan *plan) {
  json_t *out = json_array();
  bool found = false;
  for (u32 i = 0; i < MATCH_COUNT; i++) {
    const Match *match = &MATCHES[MATCHES_REPORTED[i]];
    if (plan->match && strcmp(plan->match, match->name) != 0) continue;
    found = true;
    u32 games = match->players > 2 ? plan->games / 10 + 1 : plan->games;
    json_t *played = bench_match(cards, plan, match, games);
    if (!played || json_array_append_new(out, played)) {
      json_decref(out);
      return NULL;
    }
  }
  if (found) return out;
  fprintf(stderr, "gavel: bench: there is no match \"%s\"; there are:\n", plan->match);
  for (u32 i = 0; i < MATCH_COUNT; i++) fprintf(stderr, "  %s\n", MATCHES[MATCHES_REPORTED[i]].name);
  json_decref(out);
  return NULL;
}

static json_t *bench_steps(GavelCards *cards, const BenchPlan *plan) {
  static const u32 SIZES[] = {200, 2500};
  json_t *out = json_array();
  for (u32 i = 0; i < COUNT_OF(SIZES); i++) {
    json_t *step = bench_step(cards, SIZES[i], plan);
    if (!step || json_array_append_new(out, step)) {
      json_decref(out);
      return NULL;
    }
  }
  return out;
}

/* Adds a part; false if it could not be measured. */
static bool add_part(json_t *object, const char *key, json_t *part) {
  if (!part) return false;
  set(object, key, part);
  return true;
}

json_t *bench_all(GavelCards *cards, const BenchPlan *plan) {
  char processor[128];
  processor_name(processor, sizeof processor);
  json_t *out = json_object();
  set(out, "gavel", json_string(gavel_version()));
  set(out, "compiler", json_string(COMPILER));
  set(out, "flags", json_string(GAVEL_FLAGS));
  set(out, "processor", json_string(processor));
  if (plan->match && add_part(out, "playouts", bench_matches(cards, plan))) return out;
  if (!plan->match && add_part(out, "clone_options_step", bench_steps(cards, plan)) &&
      add_part(out, "characteristics", bench_characteristics(cards, plan)) &&
      add_part(out, "steady_state", bench_allocations(cards)) && add_part(out, "playouts", bench_matches(cards, plan)))
    return out;
  json_decref(out);
  return NULL;
}
