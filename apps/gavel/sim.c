#include "sim.h"

#include "gavel/player.h"
#include "record.h"
#include "sim_check.h"
#include "sim_keen.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* --- decks and cards ---------------------------------------------------------------------------------- */

static u32 card_row(const Sim *sim, GavelCardId card) {
  u32 i = 0;
  while (i < sim->cards.count && sim->cards.data[i].card != card) i++;
  return i;
}

bool sim_add_deck(Sim *sim, const char *path) {
  GavelAllocator allocator = gavel_allocator_default();
  if (!seating_add_deck(&sim->seating, path)) return false;
  sim->seating.format = GAVEL_FORMAT_TWO_PLAYER; /* each game has its own */
  sim->seating.no_take_back = true;
  GavelDeckEntry entry;
  const GavelDeck *deck = sim->seating.seats[sim->seating.count - 1].deck;
  for (u32 i = 0; gavel_deck_entry(deck, i, &entry); i++) {
    bool known = entry.part == GAVEL_DECK_SIDEBOARD || card_row(sim, entry.card) < sim->cards.count;
    if (!known && !vec_push(&allocator, &sim->cards, ((SimCard){.card = entry.card}))) out_of_memory();
  }
  if (!vec_push(&allocator, &sim->decks, (SimShare){0})) out_of_memory();
  return true;
}

bool sim_add_piles(Sim *sim) {
  sim->plan.cover = true;
  executed_begin(&sim->executed, sim->seating.cards);
  return piles_find(&sim->piles, sim->seating.cards);
}

void sim_free(Sim *sim) {
  GavelAllocator allocator = gavel_allocator_default();
  piles_free(&sim->piles);
  executed_free(&sim->executed);
  seating_free(&sim->seating);
  vec_free(&allocator, &sim->decks);
  vec_free(&allocator, &sim->cards);
}

/* --- one game ------------------------------------------------------------------------------------------- */

/* A thread that plays, and what has come of its games; all counts, so that their order doesn't matter. */
typedef struct Worker {
  Sim *sim;
  SimTotals totals;
  SimShare *decks;
  SimCard *cards;
  u8 *drawn, *played;                /* per card of the decks, players who drew or played it, as bits */
  u32 seat[GAVEL_PLAYERS_MAX];       /* which deck */
  char piles[GAVEL_PLAYERS_MAX][16]; /* what players with piles are called */
  VEC(u32) answers;
  GavelAutomaton *automaton;
  pthread_t thread;
} Worker;

typedef struct Shared {
  atomic_ullong next, done;
} Shared;
typedef struct Job {
  Worker worker;
  Shared *shared;
} Job;

/* The decks of the game: each set of decks in turn, by the number of the game. */
static Seating seating_of_game(Worker *w, u64 number) {
  const Seating *all = &w->sim->seating;
  Seating seating = {.cards = all->cards, .count = w->sim->plan.players};
  if (w->sim->plan.cover) {
    for (u32 p = 0; p < seating.count; p++) {
      GavelDeck *deck = piles_deck(&w->sim->piles, (w->sim->plan.seed + number) * seating.count + p);
      snprintf(w->piles[p], sizeof w->piles[p], "pile %u", p + 1);
      seating.seats[p] = (Seat){.name = w->piles[p], .deck = deck, .player = w->sim->plan.who[p]};
    }
    return seating;
  }
  for (u32 p = 0; p < seating.count; p++) {
    w->seat[p] = (u32)(number % all->count);
    number /= all->count;
    seating.seats[p] = all->seats[w->seat[p]];
    seating.seats[p].player = w->sim->plan.who[p];
    if (gavel_deck_size(seating.seats[p].deck, GAVEL_DECK_COMMANDER)) seating.format = GAVEL_FORMAT_COMMANDER;
  }
  return seating;
}

static void heard(void *user, GavelGame *game, const GavelEvent *event) {
  Worker *w = user;
  GavelObject o;
  bool moved = strcmp(event->kind, "move") == 0, cast = strcmp(event->kind, "cast") == 0;
  bool entered = moved && event->to == GAVEL_ZONE_BATTLEFIELD && event->from == GAVEL_ZONE_HAND;
  bool drawn = moved && event->to == GAVEL_ZONE_HAND && event->from == GAVEL_ZONE_LIBRARY;
  if (!cast && !entered && !drawn) return;
  if (!gavel_game_object(game, cast ? event->object : event->became, &o) || !o.card) return;
  u32 row = card_row(w->sim, o.card);
  if (row < w->sim->cards.count) (drawn ? w->drawn : w->played)[row] |= (u8)(1u << (o.owner & 7));
}

/* The opening hands are drawn before anybody can listen. */
static void hands_drawn(Worker *w, const GavelGame *game) {
  for (u32 p = 0; p < w->sim->plan.players; p++) {
    GavelRef hand[16];
    u32 count = gavel_game_zone(game, GAVEL_ZONE_HAND, p, hand, COUNT_OF(hand));
    for (u32 i = 0; i < count && i < COUNT_OF(hand); i++) {
      GavelObject o;
      u32 row = gavel_game_object(game, hand[i], &o) ? card_row(w->sim, o.card) : w->sim->cards.count;
      if (row < w->sim->cards.count) w->drawn[row] |= (u8)(1u << (o.owner & 7));
    }
  }
}

static u32 choose(Worker *w, GavelGame *game, const GavelDecision *d, Rng *rng) {
  u32 option = 0;
  if (w->sim->plan.who[d->player] == SEAT_RANDOM)
    return w->sim->plan.cover ? keen_choice(game, d, rng) : (u32)rng_below(rng, d->option_count);
  if (gavel_automaton_choose(w->automaton, game, &option)) out_of_memory();
  return option;
}

static void share_add(SimShare *share, u64 games, u64 won) {
  share->games += games;
  share->won += won;
}

static void count_cards(Worker *w, const Seating *seating, GavelGame *game) {
  for (u32 p = 0; p < seating->count; p++) {
    bool won = gavel_game_player(game, p).won;
    share_add(&w->decks[w->seat[p]], 1, won);
    GavelDeckEntry entry;
    for (u32 i = 0; gavel_deck_entry(seating->seats[p].deck, i, &entry); i++) {
      u32 row = card_row(w->sim, entry.card);
      if (row == w->sim->cards.count) continue;
      SimCard *card = &w->cards[row];
      share_add(w->drawn[row] >> p & 1 ? &card->drawn : &card->not_drawn, 1, won);
      share_add(w->played[row] >> p & 1 ? &card->played : &card->not_played, 1, won);
    }
  }
}

static void count_game(Worker *w, const Seating *seating, u64 number, GavelGame *game) {
  GavelSituation s = gavel_game_situation(game);
  SimTotals *t = &w->totals;
  t->games++;
  t->draws += s.draw;
  t->unfinished += !s.over;
  t->turns += s.turn;
  t->decisions += s.decisions;
  t->events += s.events;
  Hash h;
  hash_init(&h, number);
  hash_u64(&h, gavel_game_hash(game));
  t->signature += hash_end(&h);
  if (!w->sim->plan.cover) count_cards(w, seating, game);
}

/* Writes the record of the game that was played. */
static bool keep(const Worker *w, const Seating *seating, u64 seed, u64 hash) {
  Record record = {.seating = *seating, .hash = hash, .whole = true};
  record.seating.seed = seed;
  record.answers.data = w->answers.data;
  record.answers.count = w->answers.count;
  char *path;
  if (asprintf(&path, "%s/%llu.json", w->sim->plan.folder, (unsigned long long)seed) < 0) out_of_memory();
  bool fine = record_write(&record, path);
  free(path);
  return fine;
}

/* What is told of a game that has come to its end, or can't go on. Answers whether nothing is wrong with it. The rules let
   a game grow without end (an ability that doubles itself), and no state holds that: such a game is unfinished. */
static bool finish(Worker *w, const Seating *seating, u64 number, GavelGame *game) {
  const SimPlan *plan = &w->sim->plan;
  u64 seed = plan->seed + number;
  GavelDecision d;
  switch (gavel_game_status(game)) {
    case GAVEL_OK: break;
    case GAVEL_E_LIMIT:
      complain("seed %llu: unfinished: %s", (unsigned long long)seed, gavel_game_message(game));
      w->totals.games++;
      w->totals.unfinished++;
      return true;
    default:
      complain("seed %llu: the game failed: %s", (unsigned long long)seed, gavel_game_message(game));
      return false;
  }
  if (plan->cover && gavel_game_decision(game, &d))
    complain("seed %llu: unfinished after %llu decisions", (unsigned long long)seed, (unsigned long long)plan->limit);
  count_game(w, seating, number, game);
  return plan->check < SIM_CHECK_RULES || sim_check(seating, seed, w->answers.data, w->answers.count,
                                                    gavel_game_hash(game), plan->check == SIM_CHECK_EVERY);
}

static void play(Worker *w, u64 number) {
  const SimPlan *plan = &w->sim->plan;
  Seating seating = seating_of_game(w, number);
  u64 seed = plan->seed + number;
  GavelGame *game = seating_start(&seating, seed);
  if (!game) exit(CLI_BAD_INPUT);
  GavelAllocator allocator = gavel_allocator_default();
  GavelListener listener = {.event = heard, .user = w};
  Rng rng = {.state = seed * 0x9e3779b97f4a7c15u + 1};
  memset(w->drawn, 0, w->sim->cards.count);
  memset(w->played, 0, w->sim->cards.count);
  w->answers.count = 0;
  if (plan->cover) {
    game_listen(game, &w->sim->executed.listener);
  } else {
    hands_drawn(w, game);
    gavel_game_listen(game, &listener);
  }
  GavelDecision d;
  bool fine = true, kept = plan->check >= SIM_CHECK_RULES || plan->folder;
  u64 events = 0;
  for (u64 n = 0; fine && n < plan->limit && gavel_game_decision(game, &d); n++) {
    u32 option = choose(w, game, &d, &rng);
    if (gavel_game_answer(game, option)) break;
    if (kept && !vec_push(&allocator, &w->answers, option)) out_of_memory();
    fine = !plan->check || sim_look(game, seed, (u32)n, plan->check == SIM_CHECK_LAYERS, &events);
  }
  fine = finish(w, &seating, number, game) && fine;
  if (plan->folder && gavel_game_status(game) == GAVEL_OK)
    fine = keep(w, &seating, seed, gavel_game_hash(game)) && fine;
  w->totals.problems += !fine;
  gavel_game_destroy(game);
  for (u32 p = 0; plan->cover && p < seating.count; p++) gavel_deck_destroy(seating.seats[p].deck);
}

/* --- all games --------------------------------------------------------------------------------------------- */

static void *work(void *user) {
  Job *job = user;
  for (;;) {
    u64 number = atomic_fetch_add(&job->shared->next, 1);
    if (number >= job->worker.sim->plan.games) return NULL;
    play(&job->worker, number);
    atomic_fetch_add(&job->shared->done, 1);
  }
}

static void worker_begin(Worker *w, Sim *sim) {
  *w = (Worker){.sim = sim};
  w->decks = calloc(sim->decks.count, sizeof *w->decks);
  w->cards = calloc(sim->cards.count, sizeof *w->cards);
  w->played = calloc(sim->cards.count + 1, 1);
  w->drawn = calloc(sim->cards.count + 1, 1);
  if (!w->decks || !w->cards || !w->played || !w->drawn) out_of_memory();
  if (gavel_automaton_create(gavel_allocator_default(), &w->automaton)) out_of_memory();
}

/* Adds what a worker has counted to the whole. */
static void worker_end(Worker *w) {
  SimTotals *to = &w->sim->totals, *from = &w->totals;
  to->games += from->games;
  to->draws += from->draws;
  to->unfinished += from->unfinished;
  to->turns += from->turns;
  to->decisions += from->decisions;
  to->events += from->events;
  to->problems += from->problems;
  to->signature += from->signature;
  for (u32 i = 0; i < w->sim->decks.count; i++) share_add(&w->sim->decks.data[i], w->decks[i].games, w->decks[i].won);
  for (u32 i = 0; i < w->sim->cards.count; i++) {
    SimCard *card = &w->sim->cards.data[i];
    const SimCard *more = &w->cards[i];
    share_add(&card->drawn, more->drawn.games, more->drawn.won);
    share_add(&card->not_drawn, more->not_drawn.games, more->not_drawn.won);
    share_add(&card->played, more->played.games, more->played.won);
    share_add(&card->not_played, more->not_played.games, more->not_played.won);
  }
  GavelAllocator allocator = gavel_allocator_default();
  free(w->decks);
  free(w->cards);
  free(w->played);
  free(w->drawn);
  vec_free(&allocator, &w->answers);
  gavel_automaton_destroy(w->automaton);
}

static void progress(const Shared *shared, u64 games) {
  if (!isatty(STDERR_FILENO)) return;
  enum { WIDTH = 40 };
  struct timespec pause = {0, 100000000};
  for (u64 done; (done = atomic_load(&shared->done)) < games; nanosleep(&pause, NULL)) {
    int full = (int)(WIDTH * done / games);
    fprintf(stderr, MARK_LINE "[%.*s%*s] %llu of %llu", full, "########################################", WIDTH - full,
            "", (unsigned long long)done, (unsigned long long)games);
  }
  fputs(MARK_LINE, stderr);
}

bool sim_run(Sim *sim) {
  Shared shared = {0};
  u32 threads = (u32)num_max(1, num_min(sim->plan.threads, (i64)sim->plan.games));
  Job *jobs = calloc(threads, sizeof *jobs);
  struct timespec begin, end;
  if (!jobs) out_of_memory();
  clock_gettime(CLOCK_MONOTONIC, &begin);
  u32 started = 0;
  for (; started < threads; started++) {
    jobs[started].shared = &shared;
    worker_begin(&jobs[started].worker, sim);
    if (pthread_create(&jobs[started].worker.thread, NULL, work, &jobs[started])) break;
  }
  if (started)
    progress(&shared, sim->plan.games);
  else
    complain("cannot start a thread");
  for (u32 i = 0; i < started; i++) {
    pthread_join(jobs[i].worker.thread, NULL);
    worker_end(&jobs[i].worker);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  sim->seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
  free(jobs);
  return started > 0;
}

u32 sim_executed(const Sim *sim) {
  u32 executed = 0;
  for (u32 sort = 0; sort < PILE_SORTS; sort++)
    for (u32 i = 0; i < sim->piles.pool[sort].count; i++)
      executed += executed_is(&sim->executed, sim->piles.pool[sort].data[i]);
  return executed;
}
