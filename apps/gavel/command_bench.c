/* gavel bench: measures this build. */
#include "bench.h"
#include "cli.h"

typedef struct Arguments {
  BenchPlan plan;
  CardFiles cards;
  const char *decks[GAVEL_PLAYERS_MAX]; /* paths */
  u32 deck_count;
} Arguments;

static error_t parse(int key, char *argument, struct argp_state *state) {
  Arguments *arguments = state->input;
  BenchPlan *plan = &arguments->plan;
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &arguments->cards; return 0;
    case 'b': plan->batch = true; return 0;
    case 'd':
      if (arguments->deck_count == GAVEL_PLAYERS_MAX)
        argp_error(state, "a game has at most %u decks", GAVEL_PLAYERS_MAX);
      arguments->decks[arguments->deck_count++] = argument;
      return 0;
    case 'g': plan->games = (u32)parse_count(argument, "games", 1, 1000000, state); return 0;
    case 'l': plan->lists_only = true; return 0;
    case 'm': plan->match = argument; return 0;
    case 's': plan->samples = (u32)parse_count(argument, "samples", 1, 1000000, state); return 0;
    case ARGP_KEY_END:
      if (arguments->deck_count == 1) argp_error(state, "a game takes two decks or more");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"batch", 'b', 0, 0, "Play each match in a batch of 256 games, too, seen as numbers (docs/observation.md)", 0},
    {"deck", 'd', "FILE", 0,
     "Measure games between decks, two or more, instead: that of FILE is one of them (repeated for each player)", 0},
    {"games", 'g', "N", 0, "Play N games of each match (default 1000), and a tenth as many of those with four players",
     0},
    {"lists-only", 'l', 0, 0, "Play no games in which the players look at everything before each decision", 0},
    {"match", 'm', "NAME", 0, "Play only the games of this match, and measure nothing else", 0},
    {"samples", 's', "N", 0, "Repeat each short measurement N times and print the median (default 2001)", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = cards_children,
    .doc =
        "Measure this build and print one JSON object: the time it takes to clone a game, list its options and take "
        "one step, and to work out characteristics; the memory that is allocated; and the time and instructions that "
        "random games take, with their signature. Short times are in nanoseconds, those of games in seconds of "
        "processor "
        "time. Instructions are null where the system doesn't let a program count them.\v"
        "Examples:\n"
        "  gavel bench\n"
        "  gavel bench --games 100 --samples 201\n"
        "  gavel bench --cards oracle-cards.json\n"
        "  gavel bench --lists-only --match \"pauper burn mirror\"\n"
        "  gavel bench --cards-alone --cards oracle-cards.json --deck a.txt --deck b.txt\n"
        "\nExit status: 0 when everything was measured, 1 when something could not be measured.",
};

/* Reads the decks, if there are any; complains and answers false if one can't be read. */
static bool decks_read(Arguments *arguments, Seating *seating) {
  for (u32 i = 0; i < arguments->deck_count; i++)
    if (!seating_add_deck(seating, arguments->decks[i])) return false;
  if (arguments->deck_count) arguments->plan.decks = seating;
  return true;
}

int command_bench(int argc, char **argv) {
  Arguments arguments = {.plan = {.games = 1000, .samples = 2001}};
  argp_parse(&ARGP, argc, argv, 0, NULL, &arguments);
  GavelCards *cards = cards_open(&arguments.cards);
  Seating seating = {.cards = cards, .no_take_back = true};
  if (cards && !decks_read(&arguments, &seating)) {
    seating_free(&seating);
    cards_close(&arguments.cards, cards);
    return CLI_BAD_INPUT;
  }
  JsonOut out = out_begin(true);
  bool fine = cards && bench_all(cards, &arguments.plan, out);
  int status = fine ? CLI_FINE : cards ? CLI_FAILED : CLI_BAD_INPUT;
  if (fine) {
    out_print(out);
  } else {
    out_end(out);
  }
  seating_free(&seating);
  cards_close(&arguments.cards, cards);
  return status;
}
