#include "bench.h"

#include "batch.h"
#include "measure.h"
#include "scenes.h"

#include "rules/query/query.h"
#include "state/state.h"

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

static double per_second(u64 n, u64 ns) { return ns ? (double)n * 1e9 / (double)ns : 0; }

static void out_rate(JsonOut out, const char *key, u64 n, u64 ns) {
  out_real(out, key, (double)(u64)(per_second(n, ns) * 10) / 10);
}

/* Writes a number of instructions, null if they are not counted. */
static void out_instructions(JsonOut out, const char *key, u64 count) {
  if (count) {
    out_count(out, key, count);
  } else {
    out_null(out, key);
  }
}

/* A game in memory that is reused. */
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

static bool step_measure(const GavelGame *game, Copy *copy, u32 samples, JsonOut out) {
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
  out_count(out, "ns", samples_median(&times));
  out_count(out, "clone_ns", samples_median(&clones));
  out_instructions(out, "instructions", samples_median(&instructions));
  samples_free(&times);
  samples_free(&instructions);
  samples_free(&clones);
  return fine;
}

static bool bench_step(GavelCards *cards, u32 objects, const BenchPlan *plan, JsonOut out) {
  GavelGame *game = board_new(cards, objects);
  if (!game) return false;
  Copy copy;
  size_t saved = 0;
  GavelDecision decision = {0};
  out_object(out, NULL);
  bool fine = copy_new(&copy, game) && step_measure(game, &copy, plan->samples, out);
  gavel_game_save(game, NULL, 0, &saved);
  gavel_game_decision(game, &decision);
  out_count(out, "objects", objects);
  out_count(out, "options", decision.option_count);
  out_count(out, "bytes", gavel_game_clone_size(game));
  out_count(out, "saved_bytes", saved);
  out_end_object(out);
  copy_free(&copy);
  gavel_game_destroy(game);
  return fine;
}

/* --- characteristics ----------------------------------------------------------------------- */

enum { CREATURES = 100, EFFECTS = 20 };

static void forget_body(Game *g, void *user) {
  (void)user;
  derived_reset(g);
}

/* Queries the characteristics of every creature; returns the sum of their power, so that nothing is optimised away. */
static i64 ask_all(GavelGame *game, const GavelRef *refs) {
  i64 power = 0;
  for (u32 i = 0; i < CREATURES; i++) {
    GavelCharacteristics c;
    gavel_game_characteristics(game, refs[i], &c);
    power += c.power;
  }
  return power;
}

static bool bench_characteristics(GavelCards *cards, const BenchPlan *plan, JsonOut out) {
  GavelGame *game = effects_new(cards, CREATURES, EFFECTS);
  if (!game) return false;
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
  out_object(out, "characteristics");
  out_count(out, "creatures", CREATURES);
  out_count(out, "effects", EFFECTS);
  out_count(out, "anew_ns_each", samples_median(&anew) / CREATURES);
  out_count(out, "cached_ns_each", samples_median(&cached) / CREATURES);
  out_truth(out, "right", power == 2 * CREATURES * (2 + EFFECTS));
  out_end_object(out);
  samples_free(&anew);
  samples_free(&cached);
  gavel_game_destroy(game);
  return true;
}

/* --- playouts ------------------------------------------------------------------------------ */

/* A game between decks is cut off after this many decisions. */
enum { DECKS_LIMIT = 20000 };

/* The result of a number of games. */
typedef struct Played {
  u64 games, finished, turns, decisions, events, ns, instructions;
  Hash signature;
} Played;

typedef bool PlayGame(GavelGame *game, u64 seed, u64 limit, GavelPlayout *playout);

static bool play_plain(GavelGame *game, u64 seed, u64 limit, GavelPlayout *playout) {
  return !gavel_game_playout(game, seed, limit, playout);
}

/* Queries what a player sees before deciding: every visible object, and the options. */
static void look(GavelGame *game, const GavelDecision *decision) {
  static const GavelZone ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_HAND, GAVEL_ZONE_GRAVEYARD, GAVEL_ZONE_STACK};
  u32 viewer = decision->player;
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    GavelSeen seen[256];
    gavel_view_objects(game, viewer, ZONES[z], viewer, seen, COUNT_OF(seen));
  }
  for (u32 i = 0; i < decision->option_count; i++) {
    GavelOption option;
    gavel_view_option(game, viewer, i, &option);
  }
}

/* The same policy, but looks before every decision. */
static bool play_looking(GavelGame *game, u64 seed, u64 limit, GavelPlayout *playout) {
  Rng rng = {seed};
  Hash played;
  GavelDecision decision;
  hash_init(&played, 0);
  *playout = (GavelPlayout){.over = false};
  GavelSituation before = gavel_game_situation(game);
  while (playout->decisions < limit && gavel_game_decision(game, &decision)) {
    look(game, &decision);
    u32 taken = (u32)rng_below(&rng, decision.option_count);
    hash_u64(&played, decision.kind | (u64)decision.player << 8 | (u64)decision.option_count << 32);
    hash_u64(&played, taken);
    if (gavel_game_answer(game, taken)) return false;
    playout->decisions++;
  }
  GavelSituation after = gavel_game_situation(game);
  hash_u64(&played, after.turn);
  playout->signature = hash_end(&played);
  playout->events = after.events - before.events;
  playout->turns = after.turn;
  playout->over = after.over;
  return true;
}

/* What to play: a match, or decks. */
typedef struct Measured {
  GavelCards *cards;
  const Match *match;
  const Seating *decks;
  u64 limit;
  const char *name;
} Measured;

static bool play_one(const Measured *of, u32 seed, PlayGame *play, Played *out) {
  GavelGame *game =
      of->decks ? seating_start(of->decks, seed) : match_new(of->cards, of->match, seed, gavel_allocator_default());
  if (!game) return false;
  GavelPlayout playout;
  bool fine = play(game, seed, of->limit, &playout);
  if (!fine) fprintf(stderr, "gavel: bench: %s, game %u: %s\n", of->name, seed, gavel_game_message(game));
  gavel_game_destroy(game);
  if (!fine) return false;
  out->finished += playout.over;
  out->turns += playout.turns;
  out->decisions += playout.decisions;
  out->events += playout.events;
  hash_u64(&out->signature, playout.signature);
  return true;
}

static bool play_games(const Measured *of, u32 games, PlayGame *play, Played *out) {
  *out = (Played){.games = games};
  hash_init(&out->signature, 0);
  InstructionCounter counter = counter_open();
  u64 start = clock_cpu_ns(), before = counter_read(&counter);
  bool fine = true;
  for (u32 i = 0; i < games && fine; i++) fine = play_one(of, i + 1, play, out);
  out->instructions = counter_read(&counter) - before;
  out->ns = clock_cpu_ns() - start;
  counter_close(&counter);
  return fine;
}

static void out_played(JsonOut out, const char *key, const Played *played) {
  out_object(out, key);
  out_count(out, "games", played->games);
  out_count(out, "finished", played->finished);
  out_real(out, "seconds", (double)(played->ns / 1000000u) / 1000);
  out_rate(out, "games_per_second", played->games, played->ns);
  out_instructions(out, "instructions_per_game", played->instructions / played->games);
  out_rate(out, "turns_per_game", played->turns, played->games * 1000000000u);
  out_rate(out, "decisions_per_second", played->decisions, played->ns);
  out_rate(out, "events_per_second", played->events, played->ns);
  out_hex(out, "signature", hash_end(&played->signature));
  out_end_object(out);
}

static void out_batch(JsonOut out, const BatchPlayed *played) {
  out_object(out, "batch");
  out_count(out, "games", played->episodes);
  out_rate(out, "games_per_second", played->episodes, played->ns);
  out_rate(out, "steps_per_second", played->steps, played->ns);
  out_rate(out, "decisions_per_second", played->decisions, played->ns);
  out_count(out, "observation_bytes", played->bytes / (played->steps ? played->steps : 1));
  out_count(out, "observation_bytes_p99", played->bytes_p99);
  out_end_object(out);
}

static bool bench_match(GavelCards *cards, const BenchPlan *plan, const Match *match, u32 games, JsonOut out) {
  Played plain, looking;
  const Measured of = {.cards = cards, .match = match, .limit = match->limit, .name = match->name};
  if (!play_games(&of, games, play_plain, &plain)) return false;
  if (!plan->lists_only && !play_games(&of, games, play_looking, &looking)) return false;
  BatchPlayed batch = {.steps = 0};
  if (plan->batch && !batch_play(cards, match, games, &batch)) return false;
  out_object(out, NULL);
  out_text(out, "match", match->name);
  out_count(out, "players", match->players);
  out_played(out, "with_lists", &plain);
  if (!plan->lists_only) out_played(out, "with_views", &looking);
  if (plan->batch) out_batch(out, &batch);
  out_end_object(out);
  return true;
}

static bool bench_decks(const BenchPlan *plan, JsonOut out) {
  Played plain, looking;
  const Measured of = {.decks = plan->decks, .limit = DECKS_LIMIT, .name = "decks"};
  if (!play_games(&of, plan->games, play_plain, &plain)) return false;
  if (!plan->lists_only && !play_games(&of, plan->games, play_looking, &looking)) return false;
  out_array(out, "playouts");
  out_object(out, NULL);
  out_text(out, "match", of.name);
  out_count(out, "players", plan->decks->count);
  out_played(out, "with_lists", &plain);
  if (!plan->lists_only) out_played(out, "with_views", &looking);
  out_end_object(out);
  out_end_array(out);
  return true;
}

/* Counts the allocations of a game that has grown to its size while it is played again. */
static bool bench_allocations(GavelCards *cards, JsonOut out) {
  CountingAllocator counting;
  GavelGame *game = match_new(cards, &MATCHES[0], 1, counting_allocator(&counting));
  if (!game) return false;
  Copy copy;
  u64 before = 0;
  GavelPlayout playout = {0};
  bool fine = copy_new(&copy, game);
  for (u32 round = 0; fine && round < 3; round++) {
    before = counting.requests;
    gavel_game_clone_again(copy.game, game);
    gavel_game_playout(copy.game, 1, MATCHES[0].limit, &playout);
  }
  out_object(out, "steady_state");
  out_count(out, "decisions", playout.decisions);
  out_count(out, "requests", counting.requests - before);
  out_end_object(out);
  copy_free(&copy);
  gavel_game_destroy(game);
  return fine;
}

/* --- putting it together ------------------------------------------------------------------- */

static bool bench_matches(GavelCards *cards, const BenchPlan *plan, JsonOut out) {
  bool found = false;
  out_array(out, "playouts");
  for (u32 i = 0; i < MATCH_COUNT; i++) {
    const Match *match = &MATCHES[MATCHES_REPORTED[i]];
    if (plan->match && strcmp(plan->match, match->name) != 0) continue;
    found = true;
    u32 games = match->players > 2 ? plan->games / 10 + 1 : plan->games;
    if (!bench_match(cards, plan, match, games, out)) return false;
  }
  out_end_array(out);
  if (found) return true;
  fprintf(stderr, "gavel: bench: there is no match \"%s\"; there are:\n", plan->match);
  for (u32 i = 0; i < MATCH_COUNT; i++) fprintf(stderr, "  %s\n", MATCHES[MATCHES_REPORTED[i]].name);
  return false;
}

static bool bench_steps(GavelCards *cards, const BenchPlan *plan, JsonOut out) {
  static const u32 SIZES[] = {200, 2500};
  bool fine = true;
  out_array(out, "clone_options_step");
  for (u32 i = 0; i < COUNT_OF(SIZES) && fine; i++) fine = bench_step(cards, SIZES[i], plan, out);
  out_end_array(out);
  return fine;
}

bool bench_all(GavelCards *cards, const BenchPlan *plan, JsonOut out) {
  char processor[128];
  processor_name(processor, sizeof processor);
  out_object(out, NULL);
  out_text(out, "gavel", gavel_version());
  out_text(out, "compiler", COMPILER);
  out_text(out, "flags", GAVEL_FLAGS);
  out_text(out, "processor", processor);
  bool parts =
      plan->match || plan->decks ||
      (bench_steps(cards, plan, out) && bench_characteristics(cards, plan, out) && bench_allocations(cards, out));
  if (!parts || !(plan->decks ? bench_decks(plan, out) : bench_matches(cards, plan, out))) return false;
  out_end_object(out);
  return true;
}
