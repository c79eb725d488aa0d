#include "scenarios.h"

#include "api/api.h"
#include "scenario/scenario_parse.h"

typedef struct Runs {
  const CardDb *db;
  const ScenarioWork *work;
  u64 limit;
  GavelLanguage language;
  int status;
  bool unsupported; /* a scenario was, for want of a card */
} Runs;

static void status_raise(Runs *runs, int status) {
  if (status > runs->status) runs->status = status;
}

static void tell(Runs *runs, const char *path, const Scenario *scenario, const ScenarioResult *result, Text *reason) {
  if (reason->failed) out_of_memory();
  ScenarioOutcome outcome = {.file = str_of(path), .result = result, .reason = text_str(reason)};
  if (scenario) outcome.title = scenario->title;
  if (result->verdict == SCENARIO_ERROR) status_raise(runs, CLI_BAD_INPUT);
  runs->unsupported |= result->verdict == SCENARIO_UNSUPPORTED;
  if (result->verdict == SCENARIO_FAILED) status_raise(runs, CLI_FAILED);
  if (runs->work->end) runs->work->end(runs->work->user, path, scenario, &outcome);
}

static void run_one(Runs *runs, const char *path, const Scenario *scenario) {
  GavelAllocator allocator = gavel_allocator_default();
  const ScenarioWork *work = runs->work;
  ScenarioOptions options = {.limit = runs->limit,
                             .met = work->met,
                             .no_actions = work->no_actions,
                             .user = work->user,
                             .language = runs->language};
  if (work->begin) options.listener = work->begin(work->user, path, scenario);
  ScenarioResult result;
  Text reason;
  text_init(&reason, allocator);
  if (scenario_run(runs->db, scenario, &options, &result, &reason)) out_of_memory();
  tell(runs, path, scenario, &result, &reason);
  scenario_result_free(&result, &allocator);
  text_free(&reason);
}

static void malformed(Runs *runs, const char *path, const GavelError *error) {
  ScenarioResult result = {.verdict = SCENARIO_ERROR, .line = error->line};
  Text reason;
  text_init(&reason, gavel_allocator_default());
  if (error->column > 0) text_addf(&reason, said("column %u: "), error->column);
  text_adds(&reason, error->message);
  tell(runs, path, NULL, &result, &reason);
  text_free(&reason);
}

static void run_file(Runs *runs, const char *path) {
  GavelAllocator allocator = gavel_allocator_default();
  Arena arena;
  Text text;
  arena_init(&arena, allocator);
  text_init(&text, allocator);
  ScenarioFile *file = NULL;
  GavelError error;
  if (!file_read(path, &text)) {
    status_raise(runs, CLI_BAD_INPUT);
  } else if (scenario_parse_said(&arena, &allocator, str_of(path), text_str(&text), runs->language, &file, &error)) {
    if (error.status == GAVEL_E_MEMORY) out_of_memory();
    malformed(runs, path, &error);
  } else {
    for (u32 i = 0; i < file->scenarios.count; i++) run_one(runs, path, file->scenarios.data[i]);
  }
  text_free(&text);
  arena_free(&arena);
}

int scenarios_do(ScenarioFiles *files, const ScenarioWork *work) {
  GavelCards *cards = cards_open(&files->cards);
  Runs runs = {
      .work = work, .limit = files->limit, .language = files->language, .status = cards ? CLI_FINE : CLI_BAD_INPUT};
  Paths paths = {0};
  if (cards && !scenario_files_find(files, &paths)) runs.status = CLI_BAD_INPUT;
  if (cards) runs.db = api_carddb(cards);
  if (cards && work->open) work->open(work->user, cards);
  for (u32 i = 0; i < paths.count; i++) run_file(&runs, paths.data[i]);
  if (cards && work->close && !work->close(work->user)) status_raise(&runs, CLI_BAD_INPUT);
  if (runs.unsupported) cards_hint(cards);
  paths_free(&paths);
  scenario_files_close(files, cards);
  return runs.status;
}
