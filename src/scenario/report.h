/* What a run of scenarios came to, as text and as JSON. */
#ifndef SCENARIO_REPORT_H
#define SCENARIO_REPORT_H

#include "scenario/run.h"

/* How many ended how; those that are malformed count as failed, unsupported ones as skipped. */
typedef struct ScenarioTally {
  u64 passed, failed, skipped;
} ScenarioTally;

/* One scenario as the report speaks of it. */
typedef struct ScenarioOutcome {
  Str file, title; /* the title may be empty */
  const ScenarioResult *result;
  Str reason; /* may be empty */
} ScenarioOutcome;

/* A verdict in a word: pass, fail, unsupported, error. */
const char *scenario_verdict_text(ScenarioVerdict verdict);
void scenario_tally(ScenarioTally *tally, ScenarioVerdict verdict);

/* Appends the lines on a scenario that did not pass; nothing on one that did. */
void scenario_report(const ScenarioOutcome *outcome, GavelLanguage language, Text *out);
/* Appends a line for each thing that `lenient` passed over. */
void scenario_report_passed_over(const ScenarioOutcome *outcome, Text *out);
/* Appends the closing line, `N passed, N failed, N skipped`. */
void scenario_report_tally(const ScenarioTally *tally, GavelLanguage language, Text *out);
/* Appends one JSON object and a line break, whatever the verdict. */
void scenario_report_json(const ScenarioOutcome *outcome, Text *out);

#endif
