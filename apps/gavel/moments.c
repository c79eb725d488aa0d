#include "moments.h"

#include "examples.h"

#include <stdlib.h>
#include <unistd.h>

GavelStatus moment_open(const ScenarioFiles *files, GavelCards *cards, const Text *text, u32 which,
                        GavelSession **session, GavelError *error) {
  GavelSessionDef def = gavel_session_def_default();
  def.cards = cards;
  def.text = text->length ? text->data : "\n";
  def.length = text->length ? text->length : 1;
  def.scenario = which;
  def.text_limit = FILE_TEXT_MAX;
  def.rule_limit = UINT64_MAX;
  def.limits = gavel_game_def_default().limits;
  def.language = files->language;
  if (files->limit) def.decision_limit = files->limit;
  GavelStatus status = gavel_session_create(&def, session, error);
  if (status == GAVEL_E_MEMORY) out_of_memory();
  return status;
}

static bool is_file(const char *argument) {
  char *path = examples_path(argument);
  bool is = strcmp(argument, "-") == 0 || access(path, F_OK) == 0 || str_ends(str_of(argument), STR(".scenario"));
  free(path);
  return is;
}

const char *moment_words(ScenarioFiles *files, bool alone) {
  u32 count = files->arguments.count;
  if (count < (alone ? 1 : 2) || is_file(files->arguments.data[count - 1])) return NULL;
  files->arguments.count--;
  return files->arguments.data[count - 1];
}

static GavelSession *open_file(const ScenarioFiles *files, GavelCards *cards, const char *path) {
  GavelSession *session = NULL;
  GavelError error = {0};
  Text text;
  text_init(&text, gavel_allocator_default());
  if (file_read(path, &text) && moment_open(files, cards, &text, 0, &session, &error)) complain_of(path, &error);
  text_free(&text);
  if (!session || gavel_session_scenarios(session) == 1) return session;
  complain("%s holds %u scenarios; write the one you ask about into a file of its own", path,
           gavel_session_scenarios(session));
  gavel_session_destroy(session);
  return NULL;
}

GavelStatus moment_go(GavelSession *session, const char *moment, GavelError *error) {
  GavelGame *game = gavel_session_game(session);
  GavelSituation end = game ? gavel_game_situation(game) : (GavelSituation){0};
  GavelStatus status = gavel_session_go(session, moment, error);
  if (status || !game) return status;
  u32 last = end.turn + end.player_count;
  if (gavel_game_situation(gavel_session_game(session)).turn <= last) return GAVEL_OK;
  gavel_session_undo(session, NULL);
  error->status = GAVEL_E_ILLEGAL;
  snprintf(
      error->message, sizeof error->message,
      said("the scenario ends in turn %u and nothing leads so far; name a step up to turn %u, or write that heading "
           "into the scenario"),
      end.turn, last);
  return GAVEL_E_ILLEGAL;
}

GavelSession *moment_of_file(const ScenarioFiles *files, GavelCards *cards, const char *at) {
  Paths paths = {0};
  GavelSession *session = NULL;
  GavelError error = {0};
  bool found = scenario_files_find(files, &paths);
  if (found && paths.count != 1) complain("a question is asked of one file; these are %u", paths.count);
  if (found && paths.count == 1) session = open_file(files, cards, paths.data[0]);
  if (session && at && moment_go(session, at, &error)) {
    if (error.status == GAVEL_E_MEMORY) out_of_memory();
    complain("%s: %s", at, error.message);
    gavel_session_destroy(session);
    session = NULL;
  }
  paths_free(&paths);
  return session;
}
