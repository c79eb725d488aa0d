/* gavel explain: what happens in a scenario, step by step, and by which rules. */
#include "moments.h"
#include "told.h"

#include <stdlib.h>

typedef struct Options {
  ScenarioFiles files;
  GavelAccount grain;
  const char *at; /* a moment, null for the end */
} Options;

static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->files; return 0;
    case 'b': options->grain = GAVEL_ACCOUNT_BRIEF; return 0;
    case 'f': options->grain = GAVEL_ACCOUNT_FULL; return 0;
    case 'j': options->grain = GAVEL_ACCOUNT_JSON; return 0;
    case 'a': options->at = argument; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"brief", 'b', NULL, 0, "Say what a player would say, a line for each action (default)", 0},
    {"full", 'f', NULL, 0, "Say every event with its rules, and what objects are, layer by layer", 0},
    {"json", 'j', NULL, 0, "Print each account as JSON, one per line (docs/trace.md)", 0},
    {"at", 'a', "MOMENT", 0, "With OBJECT: ask about it in that step, such as \"turn 3 main\"", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = spoken_files_children,
    .args_doc = "FILE|DIR…\nFILE OBJECT",
    .doc =
        "Run scenarios and say what happens, as a player would: a line for each action with what comes of it, "
        "with the numbers of the rules that matter, and at the end whether everything was as the scenario expects.\n\n"
        "With the words for an object behind a file: say why it is what it is, layer by layer.\v"
        "Examples:\n"
        "  gavel explain samples/question.scenario\n"
        "  gavel explain --lang it samples/question.scenario\n"
        "  gavel explain --full samples/question.scenario\n"
        "  gavel explain samples/question.scenario staff\n"
        "  gavel explain --at \"turn 2 main\" mine.scenario '\"Grizzly Bears\" of Bob'\n"
        "  gavel explain --cards mine.card mine.scenario\n"
        "  gavel explain - < mine.scenario\n"
        "\nExit status: 0 when all is as expected, 1 when something is not, 2 when the input is "
        "wrong.",
};

/* --- printing ------------------------------------------------------------------------------ */

static void ask(const GavelSession *session, Tells *tells, Text *out) {
  char *text = told(session, tells);
  text_adds(out, text);
  free(text);
}

static void print_account(const GavelSession *session, GavelAccount grain) {
  char *text = told_account(session, grain, 0);
  if (grain == GAVEL_ACCOUNT_JSON)
    puts(text);
  else
    print_account_lines(str_of(text));
  free(text);
}

/* Prints the lines of a text, indented. */
static void print_indented(const Text *text) {
  for (const char *at = text->length ? text->data : ""; *at;) {
    size_t length = strcspn(at, "\n");
    printf("    %.*s\n", (int)length, at);
    at += length + (at[length] == '\n');
  }
}

/* Whether the scenario leaves a question open that only a player can answer. */
static bool leaves_open(const GavelSession *session) {
  GavelDecision decision;
  GavelGame *game = gavel_session_game(session);
  if (!game || !gavel_game_decision(game, &decision)) return false;
  return decision.kind != GAVEL_DECISION_PRIORITY && decision.kind != GAVEL_DECISION_ATTACKER &&
         decision.kind != GAVEL_DECISION_BLOCKER && decision.kind != GAVEL_DECISION_BAND;
}

/* --- running ------------------------------------------------------------------------------- */

typedef struct Explaining {
  const Options *options;
  GavelCards *cards;
  bool unsupported; /* a scenario was, for want of a card */
  int status;
} Explaining;

static void status_raise(Explaining *x, int status) {
  if (status > x->status) x->status = status;
}

static void print_end(Explaining *x, const char *path, const GavelSession *session) {
  static const char *const VERDICTS[] = {"pass", "fail", "unsupported"};
  Style style = style_of_output();
  u32 line;
  GavelVerdict verdict = gavel_session_verdict(session, &line);
  Text reason;
  text_init(&reason, gavel_allocator_default());
  ask(session, gavel_session_reason, &reason);
  if (!verdict && leaves_open(session)) {
    verdict = GAVEL_VERDICT_FAIL;
    line = gavel_session_lines(session);
    text_adds(&reason, sentence_text(x->options->files.language, SENTENCE_SAY_UNANSWERED));
    ask(session, gavel_session_question, &reason);
  }
  if (verdict == GAVEL_VERDICT_FAIL) status_raise(x, CLI_FAILED);
  x->unsupported |= verdict == GAVEL_VERDICT_UNSUPPORTED;
  if (verdict) {
    printf("%s%s:%u: %s: %s\n", style.bad, path, line, VERDICTS[verdict], gavel_session_title(session));
    print_indented(&reason);
    fputs(style.plain, stdout);
  } else if (gavel_session_expectations(session)) {
    printf("%s%s%s\n", style.good, sentence_text(x->options->files.language, SENTENCE_SAY_ALL_EXPECTED), style.plain);
  }
  text_free(&reason);
}

/* Explains one of the scenarios of a text; answers how many there are. */
static u32 explain_one(Explaining *x, const char *path, const Text *text, u32 which) {
  GavelSession *session;
  GavelError error = {0};
  Style style = style_of_output();
  if (moment_open(&x->options->files, x->cards, text, which, &session, &error)) {
    printf("%s%s:%u: error: \n    column %u: %s%s\n", style.bad, path, error.line, error.column, error.message,
           style.plain);
    status_raise(x, CLI_BAD_INPUT);
    return 0;
  }
  const char *title = gavel_session_title(session);
  bool json = x->options->grain == GAVEL_ACCOUNT_JSON;
  if (!json) printf("%s%s%s\n", style.bold, title[0] ? title : path, style.plain);
  print_account(session, x->options->grain);
  if (!json) print_end(x, path, session);
  if (json && gavel_session_verdict(session, NULL) == GAVEL_VERDICT_FAIL) status_raise(x, CLI_FAILED);
  u32 count = gavel_session_scenarios(session);
  gavel_session_destroy(session);
  return count;
}

static void explain_file(Explaining *x, const char *path) {
  Text text;
  text_init(&text, gavel_allocator_default());
  if (!file_read(path, &text)) {
    status_raise(x, CLI_BAD_INPUT);
  } else {
    u32 count = 1;
    for (u32 i = 0; i < count; i++) count = explain_one(x, path, &text, i);
  }
  text_free(&text);
}

/* Says why an object is what it is. */
static int explain_words(const Options *options, GavelCards *cards, const char *words) {
  GavelSession *session = moment_of_file(&options->files, cards, options->at);
  GavelError error = {0};
  if (!session) return CLI_BAD_INPUT;
  char *text = told_explanation(session, words, &error);
  if (text)
    fputs(text, stdout);
  else
    complain("%s", error.message);
  free(text);
  gavel_session_destroy(session);
  return text ? CLI_FINE : CLI_BAD_INPUT;
}

int command_explain(int argc, char **argv) {
  Options options = {.grain = GAVEL_ACCOUNT_BRIEF};
  Paths paths = {0};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  GavelCards *cards = cards_open(&options.files.cards);
  const char *words = moment_words(&options.files, false);
  if (words || options.at) {
    int status = CLI_BAD_INPUT;
    if (!words)
      complain("--at needs the words for an object: gavel explain FILE OBJECT --at \"%s\"", options.at);
    else if (cards)
      status = explain_words(&options, cards, words);
    scenario_files_close(&options.files, cards);
    return status;
  }
  Explaining x = {.options = &options, .cards = cards, .status = cards ? CLI_FINE : CLI_BAD_INPUT};
  if (cards && !scenario_files_find(&options.files, &paths)) x.status = CLI_BAD_INPUT;
  for (u32 i = 0; i < paths.count; i++) explain_file(&x, paths.data[i]);
  if (x.unsupported) cards_hint(cards);
  paths_free(&paths);
  scenario_files_close(&options.files, cards);
  return x.status;
}
