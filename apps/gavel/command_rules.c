/* gavel rules: which rules scenarios show, and the matrix of all rules. */
#include "cli.h"
#include "rules_matrix.h"
#include "scenarios.h"

#include <stdlib.h>

typedef struct Options {
  ScenarioFiles files;
  const char *matrix;        /* the list of rules, null to print what was announced */
  const char *reasons;       /* why no scenario shows rules; null: nothing is said of that */
  VEC(const char *) sources; /* where the announcements stand */
} Options;

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of argp. */
static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->files; return 0;
    case 'm': options->matrix = argument; return 0;
    case 'r': options->reasons = argument; return 0;
    case 's':
      if (!vec_push(&allocator, &options->sources, argument)) out_of_memory();
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"matrix", 'm', "FILE", 0,
     "Write the matrix of all rules as Markdown (docs/rules.md); each line of FILE "
     "begins with the number of one",
     0},
    {"reasons", 'r', "FILE", 0,
     "With --matrix: the reasons why no scenario shows certain rules; each line has a number and a reason", 0},
    {"sources", 's', "DIR", 0,
     "With --matrix: where rules are announced (may be repeated; default src/rules, src/interp, "
     "src/state, and the keywords in cards)",
     0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = scenario_files_children,
    .args_doc = "FILE|DIR…",
    .doc =
        "Run scenarios and list the rules that were carried out. Each has the number of scenarios that carried it out, "
        "and how many of these pass and name it in their `rules` line.\v"
        "Examples:\n"
        "  gavel rules scenarios\n"
        "  gavel rules --matrix rules.tsv --reasons docs/rules-not-shown.txt scenarios > docs/rules.md\n"
        "\nExit status: 0 when all is well, 1 when a scenario failed, 2 when the input is wrong.",
};

static void announced(void *user, const char *number) { matrix_ran(user, number); }

typedef struct Work {
  RulesMatrix matrix;
  Listener listener;
} Work;

static const Listener *begin(void *user, const char *path, const Scenario *scenario) {
  Work *work = user;
  (void)scenario;
  matrix_begin(&work->matrix, path);
  return &work->listener;
}

static void end(void *user, const char *path, const Scenario *scenario, const ScenarioOutcome *outcome) {
  Work *work = user;
  (void)path;
  bool passed = outcome->result->verdict == SCENARIO_PASSED;
  if (!passed) {
    Text text;
    text_init(&text, gavel_allocator_default());
    scenario_report(outcome, language_of_user(), &text);
    fputs(text_str(&text).data, stderr);
    text_free(&text);
  }
  for (u32 i = 0; passed && scenario && i < scenario->rules.count; i++)
    matrix_cited(&work->matrix, scenario->rules.data[i].text);
}

/* Everything that was announced, a rule a line. */
static void print_announced(RulesMatrix *matrix) {
  matrix_sort(matrix);
  printf("%-10s %8s %8s\n", "rule", "ran in", "shown by");
  for (u32 i = 0; i < matrix->rules.count; i++) {
    const RuleRow *row = &matrix->rules.data[i];
    if (row->ran > 0) printf("%-10s %8u %8u\n", row->number, row->ran, row->shown.count);
  }
}

static bool read_all(RulesMatrix *matrix, const Options *options) {
  static const char *const DEFAULT[] = {"src/rules", "src/interp", "src/state"};
  bool own = options->sources.count > 0;
  u32 count = own ? options->sources.count : (u32)COUNT_OF(DEFAULT);
  bool fine = matrix_read_rules(matrix, options->matrix) &&
              (!options->reasons || matrix_read_reasons(matrix, options->reasons));
  for (u32 i = 0; i < count && fine; i++)
    fine = matrix_read_sources(matrix, own ? options->sources.data[i] : DEFAULT[i], ".c");
  return fine && (own || matrix_read_sources(matrix, "cards", ".ir"));
}

int command_rules(int argc, char **argv) {
  GavelAllocator allocator = gavel_allocator_default();
  Options options = {.matrix = NULL};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  Work work = {.listener = {.rule = announced}};
  matrix_init(&work.matrix);
  work.listener.user = &work.matrix;
  ScenarioWork scenario_work = {.begin = begin, .end = end, .user = &work};
  int status = options.matrix && !read_all(&work.matrix, &options) ? CLI_BAD_INPUT : CLI_FINE;
  int ran = scenarios_do(&options.files, &scenario_work);
  if (ran > status) status = ran;
  if (options.matrix) {
    matrix_print(&work.matrix, stdout);
  } else {
    print_announced(&work.matrix);
  }
  matrix_free(&work.matrix);
  vec_free(&allocator, &options.sources);
  return status;
}
