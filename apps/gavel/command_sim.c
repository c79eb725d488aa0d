/* gavel sim: many games between decks, on all cores, and what came of them. */
#include "json_out.h"
#include "sim.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Arguments {
  CardFiles cards;
  Paths decks;
  SimPlan plan;
  u32 said;             /* seats of which it was said who plays, as bits */
  const char *executed; /* the file of their names */
  bool automatic, json, cover;
} Arguments;

static SimCheck check_of(const char *argument, struct argp_state *state) {
  if (!argument || strcmp(argument, "rules") == 0) return SIM_CHECK_RULES;
  if (strcmp(argument, "states") == 0) return SIM_CHECK_STATES;
  if (strcmp(argument, "layers") == 0) return SIM_CHECK_LAYERS;
  if (strcmp(argument, "every") == 0) return SIM_CHECK_EVERY;
  argp_error(state, "--check takes states, layers, rules or every, not \"%s\"", argument);
  return SIM_CHECK_NONE;
}

/* Seats of which nothing was said are played alike. */
static error_t parse_end(Arguments *a, struct argp_state *state) {
  if (a->said >> a->plan.players) argp_error(state, "--seat: there are seats 1 to %u", a->plan.players);
  for (u32 p = 0; p < a->plan.players; p++) {
    if (!(a->said >> p & 1)) a->plan.who[p] = a->automatic ? SEAT_AUTO : SEAT_RANDOM;
    if (a->plan.who[p] == SEAT_HUMAN) argp_error(state, "--seat: a person can't play many games: take auto or random");
  }
  return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state) {
  Arguments *a = state->input;
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &a->cards; return 0;
    case 'g': a->plan.games = parse_count(argument, "games", 1, 100000000, state); return 0;
    case 's': a->plan.seed = parse_count(argument, "seed", 0, UINT64_MAX, state); return 0;
    case 'n': a->plan.players = (u32)parse_count(argument, "players", 2, GAVEL_PLAYERS_MAX, state); return 0;
    case 'l': a->plan.limit = parse_count(argument, "limit", 1, 100000000, state); return 0;
    case 'j': a->plan.threads = (u32)parse_count(argument, "threads", 1, 256, state); return 0;
    case 'A': a->automatic = true; return 0;
    case 'p': seat_parse(argument, a->plan.who, &a->said, state); return 0;
    case 'o': a->plan.folder = argument; return 0;
    case 'k': a->plan.check = check_of(argument, state); return 0;
    case 'J': a->json = true; return 0;
    case 'C': a->cover = true; return 0;
    case 'x': a->executed = argument; return 0;
    case ARGP_KEY_ARG:
      /* A directory is all the decks in it. */
      if (!paths_find(&a->decks, argument, "")) exit(CLI_BAD_INPUT);
      return 0;
    case ARGP_KEY_END:
      if ((a->decks.count == 0) != a->cover)
        argp_error(state,
                   a->cover ? "--cover makes the decks itself" : "games take decks: files, or a directory of them");
      if (a->executed && !a->cover) argp_error(state, "--executed needs --cover");
      return parse_end(a, state);
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"games", 'g', "N", 0, "Play N games (default 1000)", 0},
    {"players", 'n', "N", 0, "Play games of N players (default 2); decks and seats change from game to game", 0},
    {"seed", 's', "N", 0, "Seed of the first game (default 1)", 0},
    {"automatic", 'A', 0, 0, "Use automatic players instead of random ones", 0},
    {"seat", 'p', "N=WHO", 0, "Who plays in the Nth seat: auto or random", 0},
    {"save", 'o', "DIR", 0, "Write the record of each game to DIR/SEED.json, for gavel replay", 0},
    {"check", 'k', "HOW", OPTION_ARG_OPTIONAL,
     "Validate every state (`states`); also compare both evaluators of characteristics there (`layers`); or also play "
     "each game back to the same hash (`rules`, the default); or, in addition, go on at every decision from a clone, a "
     "save and moved memory, which must have the same hashes and options (`every`)",
     0},
    {"limit", 'l', "N", 0,
     "Stop a game after N decisions (default 20000), or when it outgrows what a state can hold, and count it as "
     "unfinished",
     0},
    {"threads", 'j', "N", 0, "Use N threads (default: one per processor); the result does not depend on it", 0},
    {"cover", 'C', 0, 0, "Instead of decks, play random piles of all cards, and count how many cards were executed", 0},
    {"executed", 'x', "FILE", 0,
     "With --cover: add the names of the cards that were executed to FILE, for gavel cards coverage", 0},
    {"json", 'J', 0, 0, "Print the result as JSON", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = cards_children,
    .args_doc = "DECK…",
    .doc = "Play many games between decks and count who wins, how long games are, and which cards were played in games "
           "that were won.\v"
           "Examples:\n"
           "  gavel sim decks\n"
           "  gavel sim --games 10000 --json decks/red-burn.txt decks/green-growth.dck\n"
           "  gavel sim --check=every --games 100 decks\n"
           "  gavel sim --automatic --seat 2=random --save games --games 10 decks\n"
           "\nExit status: 0 when all games were played, 1 when a check found something, 2 when the input is wrong.",
};

/* --- what came of it ---------------------------------------------------------------------------------------- */

static double share(u64 part, u64 whole) { return whole ? (double)part / (double)whole : 0; }

static double won(SimShare games) { return share(games.won, games.games); }

static int by_share(const void *a, const void *b) {
  const SimCard *x = *(const SimCard *const *)a, *y = *(const SimCard *const *)b;
  double dx = won(x->played), dy = won(y->played);
  if (dx != dy) return dx < dy ? 1 : -1;
  return x->card < y->card ? -1 : x->card > y->card;
}

/* The cards that were played in enough games, and not in enough others, those most often in won ones first. */
static u32 cards_sorted(const Sim *sim, const SimCard **out, u32 cap) {
  u32 n = 0;
  for (u32 i = 0; i < sim->cards.count && n < cap; i++)
    if (sim->cards.data[i].played.games >= 20 && sim->cards.data[i].not_played.games >= 20)
      out[n++] = &sim->cards.data[i];
  qsort(out, n, sizeof *out, by_share);
  return n;
}

enum { CARDS_CAP = 4096, CARDS_SHOWN = 12 };

static void table_print(const Sim *sim) {
  static const SimCard *cards[CARDS_CAP];
  if (!sim->plan.cover) printf("%-24s %8s %8s %8s\n", said("deck"), said("games"), said("won"), said("share"));
  for (u32 i = 0; i < sim->decks.count; i++) {
    const SimShare *d = &sim->decks.data[i];
    printf("%-24.24s %8" PRIu64 " %8" PRIu64 " %7.1f%%\n", sim->seating.seats[i].name, d->games, d->won,
           100 * share(d->won, d->games));
  }
  const SimTotals *t = &sim->totals;
  print_phrase("%llu games, %llu draws, %llu unfinished; a game: %.1f turns, %.0f decisions, %.0f events\n",
               (unsigned long long)t->games, (unsigned long long)t->draws, (unsigned long long)t->unfinished,
               share(t->turns, t->games), share(t->decisions, t->games), share(t->events, t->games));
  if (sim->plan.cover)
    print_phrase("%u of %u cards were executed; %.0f events a second\n", sim_executed(sim), sim->piles.cards_in_all,
                 (double)t->events / sim->seconds);
  u32 n = cards_sorted(sim, cards, CARDS_CAP);
  if (n)
    printf("%-28s %8s %8s %10s %8s %10s\n", said("won most often when played"), said("games"), said("played"),
           said("not played"), said("drawn"), said("not drawn"));
  for (u32 i = 0; i < n && i < CARDS_SHOWN; i++) {
    const SimCard *card = cards[i];
    printf("%-28.28s %8" PRIu64 " %7.1f%% %9.1f%% %7.1f%% %9.1f%%\n", gavel_card_name(sim->seating.cards, card->card),
           card->played.games, 100 * won(card->played), 100 * won(card->not_played), 100 * won(card->drawn),
           100 * won(card->not_drawn));
  }
  print_phrase("%.1f s, %.0f games a second, signature %016llx\n", sim->seconds, (double)t->games / sim->seconds,
               (unsigned long long)t->signature);
}

static void out_share(JsonOut out, const char *key, SimShare share) {
  out_object(out, key);
  out_count(out, "games", share.games);
  out_count(out, "won", share.won);
  out_end_object(out);
}

static void out_decks(JsonOut out, const Sim *sim) {
  out_array(out, "decks");
  for (u32 i = 0; i < sim->decks.count; i++) {
    out_object(out, NULL);
    out_text(out, "deck", sim->seating.seats[i].name);
    out_count(out, "games", sim->decks.data[i].games);
    out_count(out, "won", sim->decks.data[i].won);
    out_end_object(out);
  }
  out_end_array(out);
}

static void out_cards(JsonOut out, const Sim *sim) {
  static const SimCard *cards[CARDS_CAP];
  u32 n = cards_sorted(sim, cards, CARDS_CAP);
  out_array(out, "cards");
  for (u32 i = 0; i < n; i++) {
    out_object(out, NULL);
    out_text(out, "card", gavel_card_name(sim->seating.cards, cards[i]->card));
    out_share(out, "played", cards[i]->played);
    out_share(out, "not_played", cards[i]->not_played);
    out_share(out, "drawn", cards[i]->drawn);
    out_share(out, "not_drawn", cards[i]->not_drawn);
    out_end_object(out);
  }
  out_end_array(out);
}

static void json_print(const Sim *sim, const char *again) {
  const SimTotals *t = &sim->totals;
  JsonOut out = out_begin(true);
  out_object(out, NULL);
  out_count(out, "games", t->games);
  out_count(out, "draws", t->draws);
  out_count(out, "unfinished", t->unfinished);
  out_count(out, "turns", t->turns);
  out_count(out, "decisions", t->decisions);
  out_count(out, "events", t->events);
  out_count(out, "problems", t->problems);
  out_real(out, "seconds", sim->seconds);
  out_hex(out, "signature", t->signature);
  out_decks(out, sim);
  out_cards(out, sim);
  out_text(out, "again", again);
  if (sim->plan.cover) {
    out_count(out, "pool", sim->piles.cards_in_all);
    out_count(out, "executed", sim_executed(sim));
  }
  out_end_object(out);
  out_print(out);
}

/* Whether the folder is there, or could be made. */
static bool folder_made(const char *folder) {
  if (!folder || mkdir(folder, 0777) == 0 || errno == EEXIST) return true;
  complain("cannot make the directory %s: %s", folder, strerror(errno));
  return false;
}

int command_sim(int argc, char **argv) {
  Arguments a = {.plan = {.games = 1000, .players = 2, .seed = 1, .limit = 20000}};
  a.plan.threads = (u32)num_max(1, sysconf(_SC_NPROCESSORS_ONLN));
  char *again = command_line_again(argc, argv);
  argp_parse(&ARGP, argc, argv, 0, NULL, &a);
  Sim sim = {.plan = a.plan};
  sim.seating.cards = cards_open(&a.cards);
  bool fine = sim.seating.cards && folder_made(sim.plan.folder);
  if (fine && a.cover) fine = sim_add_piles(&sim);
  for (u32 i = 0; i < a.decks.count && fine; i++) fine = sim_add_deck(&sim, a.decks.data[i]);
  fine = fine && sim_run(&sim);
  if (fine && a.executed) fine = executed_merge(&sim.executed, a.executed);
  if (fine && a.json) json_print(&sim, again);
  if (fine && !a.json) {
    table_print(&sim);
    print_phrase("again: %s\n", again);
  }
  free(again);
  int status = !fine ? CLI_BAD_INPUT : sim.totals.problems ? CLI_FAILED : CLI_FINE;
  GavelCards *cards = sim.seating.cards;
  sim_free(&sim);
  cards_close(&a.cards, cards);
  paths_free(&a.decks);
  return status;
}
