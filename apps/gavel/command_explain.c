/* gavel explain: what happens in a scenario, step by step, and by which rules. */
#include "cli.h"
#include "scenarios.h"
#include "trace_output.h"

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of argp. */
static error_t parse(int key, char *argument, struct argp_state *state) {
  (void)argument;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = state->input;
  return 0;
}

static const struct argp ARGP = {
    .parser = parse,
    .children = scenarios_children,
    .args_doc = "FILE|DIR…",
    .doc = "Run scenarios and say what happens: each event in the order in which it happens, with the "
           "numbers of the rules that "
           "were carried out for it, and at the end whether everything was as the scenario expects.\v"
           "Examples:\n"
           "  gavel explain samples/question.scenario\n"
           "  gavel explain --cards mine.card mine.scenario\n"
           "  gavel explain - < mine.scenario\n"
           "\nExit status: 0 when all is as expected, 1 when something is not, 2 when the input is "
           "wrong.",
};

static const Listener *begin(void *user, const char *path, const Scenario *scenario) {
  return trace_output_begin(user, path, scenario);
}

static void end(void *user, const char *path, const Scenario *scenario, const ScenarioOutcome *outcome) {
  (void)path;
  Style style = style_of_output();
  if (scenario) trace_output_end(user, outcome);
  if (outcome->result->verdict == SCENARIO_PASSED) {
    printf("%sEverything is as expected.%s\n", style.good, style.plain);
    return;
  }
  Text text;
  text_init(&text, gavel_allocator_default());
  scenario_report(outcome, &text);
  fputs(style.bad, stdout);
  print_text(&text);
  fputs(style.plain, stdout);
  text_free(&text);
}

int command_explain(int argc, char **argv) {
  ScenarioFiles files = {.limit = 0};
  argp_parse(&ARGP, argc, argv, 0, NULL, &files);
  TraceOutput output;
  trace_output_init(&output);
  ScenarioWork work = {.begin = begin, .end = end, .met = trace_output_met, .user = &output};
  int status = scenarios_do(&files, &work);
  trace_output_free(&output);
  return status;
}
