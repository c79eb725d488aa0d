/* gavel bench: measures this build. */
#include "bench.h"
#include "cli.h"

static error_t parse(int key, char *argument, struct argp_state *state) {
  BenchPlan *plan = state->input;
  switch (key) {
  case 'g': plan->games = (u32)parse_count(argument, "games", 1, 1000000, state); return 0;
  case 's': plan->samples = (u32)parse_count(argument, "samples", 1, 1000000, state); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"games", 'g', "N", 0,
     "Play N games of each match (default 1000; a tenth of them with four players)", 0},
    {"samples", 's', "N", 0, "Take the median of N repetitions of what is short (default 2001)", 0},
    {0},
};

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .doc =
        "Measure this build and print one JSON object: a clone with its options and one step, "
        "characteristics, memory asked for, and games played at random, with the signature of what "
        "was played. What is short is measured in nanoseconds, games in seconds of processor "
        "time.\v"
        "Examples:\n"
        "  gavel bench\n"
        "  gavel bench --games 100 --samples 201\n"
        "\nExit status: 0 when all was measured, 1 when something could not be.",
};

int command_bench(int argc, char **argv) {
  BenchPlan plan = {.games = 1000, .samples = 2001};
  argp_parse(&ARGP, argc, argv, 0, NULL, &plan);
  CardFiles none = {0};
  GavelCards *cards = cards_open(&none);
  if (!cards) return CLI_BAD_INPUT;
  json_t *all = bench_all(cards, &plan);
  int status = all ? CLI_FINE : CLI_FAILED;
  if (all) {
    json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    putchar('\n');
  }
  json_decref(all);
  cards_close(&none, cards);
  return status;
}
