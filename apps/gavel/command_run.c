/* gavel run: which scenarios pass. */
#include "cli.h"
#include "executed.h"
#include "scenarios.h"
#include "trace_output.h"

#include <inttypes.h>

typedef struct Options {
  ScenarioFiles files;
  const char *executed; /* the file of the names of cards */
  bool json, trace, null, whole, each;
} Options;

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of argp. */
static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->files; return 0;
    case 'j': options->json = true; return 0;
    case 't': options->trace = true; return 0;
    case 'f': options->each = true; return 0;
    case 'n': options->null = true; return 0;
    case 'w': options->whole = true; return 0;
    case 'x': options->executed = argument; return 0;
    case ARGP_KEY_END:
      if (options->executed && options->trace) argp_error(state, "--executed and --trace can't be used together");
      if (options->each && options->json) argp_error(state, "--files and --json can't be used together");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"json", 'j', 0, 0, "Print one JSON object per scenario, and nothing else", 0},
    {"null", 'n', 0, 0, "Skip every action line; a scenario that still passes shows little", 0},
    {"files", 'f', 0, 0, "Print a line for each file, not only for what doesn't pass", 0},
    {"whole", 'w', 0, 0, "Fail when a scenario is skipped because a card is unknown", 0},
    {"trace", 't', 0, 0, "Print what happens and which rules make it so", 0},
    {"executed", 'x', "FILE", 0, "Add the names of the cards that were executed to FILE, for gavel cards coverage", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = spoken_files_children,
    .args_doc = "FILE|DIR…",
    .doc = "Run scenarios; those of a directory run in byte order of their paths. Every scenario that does not pass is "
           "named with the reason; the last line counts those that passed, failed, or were skipped because a card "
           "is unknown.\v"
           "Examples:\n"
           "  gavel run scenarios\n"
           "  gavel run --files scenarios/gate\n"
           "  gavel run --trace samples/question.scenario\n"
           "  gavel run --json --cards mine.card mine.scenario\n"
           "\nExit status: 0 when nothing failed, 1 when a scenario failed or, with --whole, was skipped, 2 when a "
           "file is "
           "malformed or cannot be read.",
};

/* The line of a file of which scenarios are running (--files): the title of the first, and how they all end. */
typedef struct FileLine {
  Text path, title;
  ScenarioTally tally;
} FileLine;

static void file_line_print(FileLine *line) {
  u64 count = line->tally.passed + line->tally.failed + line->tally.skipped;
  if (count == 0) return;
  Style style = style_of_output();
  const char *how = said(line->tally.failed ? "failed" : line->tally.skipped ? "skipped" : "passed");
  printf("%s%-7s%s %s", line->tally.failed ? style.bad : style.good, how, style.plain, text_str(&line->title).data);
  if (count > 1) print_phrase(" (and %llu more)", (unsigned long long)(count - 1));
  putchar('\n');
}

/* Counts a scenario for the line of its file; that of the file before is printed when another begins. */
static void file_line_add(FileLine *line, const char *path, const ScenarioOutcome *outcome) {
  if (!str_equal(text_str(&line->path), str_of(path))) {
    file_line_print(line);
    line->tally = (ScenarioTally){0};
    text_clear(&line->path);
    text_clear(&line->title);
    text_adds(&line->path, path);
    text_add(&line->title, outcome->title.length > 0 ? outcome->title : str_of(path));
  }
  scenario_tally(&line->tally, outcome->result->verdict);
  if (line->path.failed || line->title.failed) out_of_memory();
}

typedef struct Work {
  const Options *options;
  ScenarioTally tally;
  FileLine file;
  TraceOutput trace;
  Executed executed;
} Work;

static void open_cards(void *user, const GavelCards *cards) {
  Work *work = user;
  if (work->options->executed) executed_begin(&work->executed, cards);
}

static bool close_cards(void *user) {
  Work *work = user;
  if (!work->options->executed) return true;
  bool fine = executed_merge(&work->executed, work->options->executed);
  executed_free(&work->executed);
  return fine;
}

static const Listener *begin(void *user, const char *path, const Scenario *scenario) {
  Work *work = user;
  if (work->options->executed) return &work->executed.listener;
  if (!work->options->trace || work->options->json) return NULL;
  return trace_output_begin(&work->trace, path, scenario);
}

static void end(void *user, const char *path, const Scenario *scenario, const ScenarioOutcome *outcome) {
  Work *work = user;
  if (work->options->each) file_line_add(&work->file, path, outcome);
  scenario_tally(&work->tally, outcome->result->verdict);
  if (scenario && work->options->trace && !work->options->json) trace_output_end(&work->trace, outcome);
  Text text;
  text_init(&text, gavel_allocator_default());
  if (work->options->json) {
    scenario_report_json(outcome, &text);
  } else {
    scenario_report(outcome, work->options->files.language, &text);
  }
  print_text(&text);
  text_free(&text);
}

int command_run(int argc, char **argv) {
  Options options = {.json = false};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  Work work = {.options = &options};
  trace_output_init(&work.trace);
  text_init(&work.file.path, gavel_allocator_default());
  text_init(&work.file.title, gavel_allocator_default());
  ScenarioWork scenario_work = {
      .open = open_cards, .close = close_cards, .begin = begin, .end = end, .no_actions = options.null, .user = &work};
  int status = scenarios_do(&options.files, &scenario_work);
  file_line_print(&work.file);
  text_free(&work.file.path);
  text_free(&work.file.title);
  if (!options.json) {
    Text text;
    text_init(&text, gavel_allocator_default());
    scenario_report_tally(&work.tally, options.files.language, &text);
    print_text(&text);
    text_free(&text);
  }
  trace_output_free(&work.trace);
  return status == CLI_FINE && options.whole && work.tally.skipped ? CLI_FAILED : status;
}
