#include "ask.h"
#include "moments.h"
#include "prompt.h"
#include "told.h"

#include <stdlib.h>

typedef struct Options {
  ScenarioFiles files;
  const char *at; /* a moment, null for the end */
} Options;

static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  if (key == 'a') options->at = argument;
  if (key == 'a') return 0;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = &options->files;
  return 0;
}

static const struct argp_option OPTIONS[] = {
    {"at", 'a', "MOMENT", 0, "Ask about FILE in that step, such as \"turn 3 main\", instead of at its end", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = spoken_files_children,
    .args_doc = "[FILE] [QUESTION]",
    .doc = "Set up a moment, act and ask why, line by line, on an empty board or behind the last line of a scenario; "
           "with a "
           "question, answer it and end. `help` lists what can be said; the Tab key completes.\v"
           "Examples:\n"
           "  gavel ask\n"
           "  gavel ask samples/question.scenario\n"
           "  gavel ask samples/question.scenario 'why is staff?'\n"
           "  gavel ask --at \"turn 1 main\" samples/question.scenario 'what is staff?'\n"
           "  gavel ask 'what is Grizzly Bears under Humility?'\n"
           "\nExit status: 0 when all was answered, 2 when the question or the last line made no sense.",
};

/* --- questions without a board --------------------------------------------------------------- */

/* "what is Clone entering under Humility; Opalescence": the second part is put onto Bob's battlefield; the first onto
   Alice's, or cast by her with lands enough if it enters. Answers false for other questions. */
static bool set_up(Ask *ask, const char *question, int *status) {
  static const char WHAT[] = "what is ";
  const char *under = strstr(question, " under ");
  size_t length = strlen(WHAT);
  if (!under || !str_equal_folded((Str){question, (u32)length}, str_of(WHAT))) return false;
  const char *enters = strstr(question, " entering under ");
  char name[256], line[512];
  snprintf(name, sizeof name, "%.*s", (int)((enters ? enters : under) - question - (long)length), question + length);
  snprintf(line, sizeof line, "Bob: %s", under + strlen(" under "));
  *status = ask_line(ask, line);
  if (*status) return true;
  if (!enters) {
    snprintf(line, sizeof line, "Alice: %s", name);
    *status = ask_line(ask, line);
    snprintf(line, sizeof line, "why is \"%s\"", name);
    if (!*status) *status = ask_line(ask, line);
    return true;
  }
  snprintf(line, sizeof line, "Alice hand: %s", name);
  *status = ask_line(ask, line);
  if (!*status) *status = ask_line(ask, "Alice: 4 Plains; 4 Island; 4 Swamp; 4 Mountain; 4 Forest");
  snprintf(line, sizeof line, "what happens if Alice casts \"%s\"", name);
  if (!*status) *status = ask_line(ask, line);
  return true;
}

/* --- the prompt ------------------------------------------------------------------------------ */

static void complete(void *user, const char *line, Text *out) {
  const Ask *ask = user;
  char *text = told_completions(ask->session, line, 16);
  text_adds(out, text);
  free(text);
}

static int converse(Ask *ask) {
  char line[4096];
  int status = CLI_FINE;
  Prompt *prompt = prompt_open(complete, ask);
  while (!ask->quit && prompt_line(prompt, "ask> ", line, sizeof line)) status = ask_line(ask, line);
  prompt_close(prompt);
  return status;
}

static GavelSession *empty_board(const ScenarioFiles *files, GavelCards *cards) {
  static const char BOARD[] = "player Alice\n  library: 10 Island\nplayer Bob\n  library: 10 Island\nturn 1 main\n";
  GavelSession *session = NULL;
  GavelError error = {0};
  Text text;
  text_init(&text, gavel_allocator_default());
  text_adds(&text, BOARD);
  if (text.failed) out_of_memory();
  if (moment_open(files, cards, &text, 0, &session, &error)) complain("%s", error.message);
  text_free(&text);
  return session;
}

/* Says where a file goes wrong, since what is asked is then about the moment before that. */
static void say_wrong(const GavelSession *session) {
  u32 line = 0;
  if (gavel_session_verdict(session, &line) == GAVEL_VERDICT_PASS) return;
  char *reason = told(session, gavel_session_reason);
  reason[strcspn(reason, "\n")] = '\0';
  print_phrase("The file goes wrong at line %u, so this is about the moment before it: %s\n", line, reason);
  free(reason);
}

int command_ask(int argc, char **argv) {
  Options options = {.files = {.optional = true}};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  GavelCards *cards = cards_open(&options.files.cards);
  const char *question = moment_words(&options.files, true);
  Ask ask = {.grain = GAVEL_ACCOUNT_BRIEF, .language = options.files.language, .cards = cards};
  int status = CLI_BAD_INPUT;
  if (cards)
    ask.session = options.files.arguments.count ? moment_of_file(&options.files, cards, options.at)
                                                : empty_board(&options.files, cards);
  if (ask.session && options.files.arguments.count) say_wrong(ask.session);
  if (ask.session && !question)
    status = converse(&ask);
  else if (ask.session && !set_up(&ask, question, &status))
    status = ask_line(&ask, question);
  gavel_session_destroy(ask.session);
  free(ask.told);
  scenario_files_close(&options.files, cards);
  return status;
}
