/* gavel can: whether a player can do something at a moment, and if not, why not. */
#include "moments.h"
#include "told.h"

#include <stdlib.h>

typedef struct Options {
  ScenarioFiles files;
  const char *at;
} Options;

static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->files; return 0;
    case 'a': options->at = argument; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"at", 'a', "MOMENT", 0, "Ask in that step, such as \"turn 3 main\", and not at the end of the scenario", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = spoken_files_children,
    .args_doc = "FILE ACTION",
    .doc = "Say whether a player can take an action at the end of a scenario, and if not, everything that forbids it, "
           "with the rules, the effects at fault, and what would be enough.\v"
           "Examples:\n"
           "  gavel can samples/bolt.scenario 'Alice casts \"Lightning Bolt\"'\n"
           "  gavel can --at \"turn 2 attackers\" mine.scenario 'Bob attacks with bears'\n"
           "\nExit status: 0 when they can, 1 when they can't, 2 when the input is wrong.",
};

static int ask(GavelSession *session, GavelLanguage language, const char *action) {
  GavelError error = {0};
  GavelRefusal refusal;
  Style style = style_of_output();
  char *why = told_why_not(session, action, &refusal, &error);
  if (!why) {
    complain("%s", error.message);
    return CLI_BAD_INPUT;
  }
  if (refusal == GAVEL_REFUSAL_NONE)
    printf("%s%s%s\n", style.good, sentence_text(language, SENTENCE_SAY_YES), style.plain);
  else
    print_reasons(style, language, why);
  free(why);
  return refusal == GAVEL_REFUSAL_NONE ? CLI_FINE : CLI_FAILED;
}

int command_can(int argc, char **argv) {
  Options options = {0};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  GavelCards *cards = cards_open(&options.files.cards);
  const char *action = moment_words(&options.files, false);
  GavelSession *session = NULL;
  int status = CLI_BAD_INPUT;
  if (!action)
    complain("can who do what? Write a file and an action: gavel can FILE 'Alice casts \"Clone\"'");
  else if (cards)
    session = moment_of_file(&options.files, cards, options.at);
  if (session) status = ask(session, options.files.language, action);
  gavel_session_destroy(session);
  scenario_files_close(&options.files, cards);
  return status;
}
