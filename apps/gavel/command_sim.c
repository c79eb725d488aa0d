/* gavel sim: many games between decks, on all cores, and what came of them. */
#include "sim.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

static u64 number_of(const char *argument, const char *option, u64 most, struct argp_state *state) {
  char *end;
  unsigned long long number = strtoull(argument, &end, 10);
  if (argument[0] < '0' || argument[0] > '9' || *end || number > most)
    argp_error(state, "--%s takes a number up to %" PRIu64 ", and not \"%s\"", option, most, argument);
  return number;
}

typedef struct Arguments {
  CardFiles cards;
  Paths decks;
  SimPlan plan;
  bool json;
} Arguments;

static SimCheck check_of(const char *argument, struct argp_state *state) {
  if (!argument || strcmp(argument, "rules") == 0) return SIM_CHECK_RULES;
  if (strcmp(argument, "every") == 0) return SIM_CHECK_EVERY;
  argp_error(state, "--check takes rules or every, and not \"%s\"", argument);
  return SIM_CHECK_NONE;
}

static error_t parse(int key, char *argument, struct argp_state *state) {
  Arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &a->cards; return 0;
  case 'g': a->plan.games = number_of(argument, "games", 100000000, state); return 0;
  case 's': a->plan.seed = number_of(argument, "seed", UINT64_MAX, state); return 0;
  case 'n': a->plan.players = (u32)number_of(argument, "players", GAVEL_PLAYERS_MAX, state); return 0;
  case 'l': a->plan.limit = number_of(argument, "limit", 100000000, state); return 0;
  case 'j': a->plan.threads = (u32)number_of(argument, "threads", 256, state); return 0;
  case 'A': a->plan.automatic = true; return 0;
  case 'k': a->plan.check = check_of(argument, state); return 0;
  case 'J': a->json = true; return 0;
  case ARGP_KEY_ARG:
    /* A directory is all the decks in it. */
    if (!paths_find(&a->decks, argument, "")) exit(CLI_BAD_INPUT);
    return 0;
  case ARGP_KEY_END:
    if (a->decks.count == 0) argp_error(state, "games take decks: files, or a directory of them");
    if (a->plan.players < 2) argp_error(state, "a game takes two players or more");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"games", 'g', "N", 0, "Play N games (default 1000)", 0},
    {"players", 'n', "N", 0, "Players of a game (default 2); each game takes other decks in other seats", 0},
    {"seed", 's', "N", 0, "Seed of the first game (default 1)", 0},
    {"automatic", 'A', 0, 0, "Automatic players instead of random ones", 0},
    {"check", 'k', "HOW", OPTION_ARG_OPTIONAL,
     "Look at every state with the validator and play each game back to the same hash; with `every`, also go on at every "
     "decision from a clone, from what was saved, and from moved memory, with equal hashes and options",
     0},
    {"limit", 'l', "N", 0, "Decisions after which a game is stopped and counted as unfinished (default 20000)", 0},
    {"threads", 'j', "N", 0, "Threads (default: one a processor); the result does not depend on it", 0},
    {"json", 'J', 0, 0, "Print the result as JSON", 0},
    {0},
};

static const struct argp_child CHILDREN[] = {{&cards_argp, 0, NULL, 0}, {0}};

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .children = CHILDREN,
    .args_doc = "DECK…",
    .doc =
        "Play many games between decks and count: who wins, how long games are, and which cards were played in games that "
        "were won.\v"
        "Examples:\n"
        "  gavel sim decks\n"
        "  gavel sim --games 10000 --json decks/red-burn.txt decks/green-growth.dck\n"
        "  gavel sim --check=every --games 100 decks\n"
        "\nExit status: 0 when all games were played, 1 when a check found something, 2 when the input is wrong.",
};

/* --- what came of it ---------------------------------------------------------------------------------------- */

static double share(u64 part, u64 whole) { return whole ? (double)part / (double)whole : 0; }

static int by_difference(const void *a, const void *b) {
  const SimCard *x = *(const SimCard *const *)a, *y = *(const SimCard *const *)b;
  double dx = share(x->won_with, x->with), dy = share(y->won_with, y->with);
  return dx < dy ? 1 : dx > dy ? -1 : 0;
}

/* The cards that were played in enough games, and not in enough others, those most often in won ones first. */
static u32 cards_sorted(const Sim *sim, const SimCard **out, u32 cap) {
  u32 n = 0;
  for (u32 i = 0; i < sim->cards.count && n < cap; i++)
    if (sim->cards.data[i].with >= 20 && sim->cards.data[i].without >= 20) out[n++] = &sim->cards.data[i];
  qsort(out, n, sizeof *out, by_difference);
  return n;
}

enum { CARDS_CAP = 4096, CARDS_SHOWN = 12 };

static void table_print(const Sim *sim) {
  static const SimCard *cards[CARDS_CAP];
  printf("%-24s %8s %8s %8s\n", "deck", "games", "won", "share");
  for (u32 i = 0; i < sim->decks.count; i++) {
    const SimDeck *d = &sim->decks.data[i];
    printf("%-24.24s %8" PRIu64 " %8" PRIu64 " %7.1f%%\n", sim->seating.seats[i].name, d->games, d->won, 100 * share(d->won, d->games));
  }
  const SimTotals *t = &sim->totals;
  printf("%" PRIu64 " games, %" PRIu64 " draws, %" PRIu64 " unfinished; a game: %.1f turns, %.0f decisions, %.0f events\n", t->games,
         t->draws, t->unfinished, share(t->turns, t->games), share(t->decisions, t->games), share(t->events, t->games));
  u32 n = cards_sorted(sim, cards, CARDS_CAP);
  if (n) printf("%-28s %8s %10s %14s\n", "won most often when played", "games", "won with", "won without");
  for (u32 i = 0; i < n && i < CARDS_SHOWN; i++)
    printf("%-28.28s %8" PRIu64 " %9.1f%% %13.1f%%\n", gavel_card_name(sim->seating.cards, cards[i]->card), cards[i]->with,
           100 * share(cards[i]->won_with, cards[i]->with), 100 * share(cards[i]->won_without, cards[i]->without));
  printf("%.1f s, %.0f games a second, signature %016" PRIx64 "\n", sim->seconds, (double)t->games / sim->seconds, t->signature);
}

static void json_print(const Sim *sim) {
  static const SimCard *cards[CARDS_CAP];
  const SimTotals *t = &sim->totals;
  char signature[17];
  snprintf(signature, sizeof signature, "%016" PRIx64, t->signature);
  json_t *decks = json_array(), *played = json_array();
  for (u32 i = 0; i < sim->decks.count; i++) {
    const SimDeck *d = &sim->decks.data[i];
    json_array_append_new(decks, json_pack("{s:s, s:I, s:I}", "deck", sim->seating.seats[i].name, "games", (json_int_t)d->games,
                                           "won", (json_int_t)d->won));
  }
  u32 n = cards_sorted(sim, cards, CARDS_CAP);
  for (u32 i = 0; i < n; i++)
    json_array_append_new(played, json_pack("{s:s, s:I, s:I, s:I, s:I}", "card", gavel_card_name(sim->seating.cards, cards[i]->card),
                                            "games_with", (json_int_t)cards[i]->with, "won_with", (json_int_t)cards[i]->won_with,
                                            "games_without", (json_int_t)cards[i]->without, "won_without",
                                            (json_int_t)cards[i]->won_without));
  json_t *all = json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:s, s:o, s:o}", "games", (json_int_t)t->games, "draws",
                          (json_int_t)t->draws, "unfinished", (json_int_t)t->unfinished, "turns", (json_int_t)t->turns,
                          "decisions", (json_int_t)t->decisions, "events", (json_int_t)t->events, "findings",
                          (json_int_t)t->findings, "seconds", sim->seconds, "signature", signature, "decks", decks, "cards", played);
  if (!all) out_of_memory();
  json_dumpf(all, stdout, JSON_INDENT(2));
  putchar('\n');
  json_decref(all);
}

int command_sim(int argc, char **argv) {
  Arguments a = {.plan = {.games = 1000, .players = 2, .seed = 1, .limit = 20000}};
  a.plan.threads = (u32)num_max(1, sysconf(_SC_NPROCESSORS_ONLN));
  argp_parse(&ARGP, argc, argv, 0, NULL, &a);
  Sim sim = {.plan = a.plan};
  sim.seating.cards = cards_open(&a.cards);
  bool fine = sim.seating.cards != NULL;
  for (u32 i = 0; i < a.decks.count && fine; i++) fine = sim_add_deck(&sim, a.decks.data[i]);
  fine = fine && sim_run(&sim);
  if (fine && a.json) json_print(&sim);
  if (fine && !a.json) table_print(&sim);
  int status = !fine ? CLI_BAD_INPUT : sim.totals.findings ? CLI_FAILED : CLI_FINE;
  GavelCards *cards = sim.seating.cards;
  sim_free(&sim);
  gavel_cards_destroy(cards);
  paths_free(&a.decks);
  return status;
}
