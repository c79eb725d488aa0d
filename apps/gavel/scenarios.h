/* Running the scenarios of files, for the subcommands that do so. */
#ifndef GAVEL_SCENARIOS_H
#define GAVEL_SCENARIOS_H

#include "scenario_files.h"

#include "scenario/report.h"

/* What to do with each scenario. */
typedef struct ScenarioWork {
  /* The cards have been opened, before any scenario; and all have run, before the cards are closed: false after a
     complaint. May be null. */
  void (*open)(void *user, const GavelCards *cards);
  bool (*close)(void *user);
  /* Who listens to the run that begins; null, or the answer may be null. */
  const Listener *(*begin)(void *user, const char *path, const Scenario *scenario);
  /* It is over; `reason` says what was wrong. A file that is malformed comes as one scenario
     without tree. */
  void (*end)(void *user, const char *path, const Scenario *scenario, const ScenarioOutcome *outcome);
  /* Told of every expectation that is met; may be null (see ScenarioOptions). */
  void (*met)(void *user, Game *g, const Scenario *scenario, const ScenarioExpect *expect, Ref object);
  bool no_actions; /* see ScenarioOptions */
  void *user;
} ScenarioWork;

/* Runs every scenario of the files in order. Answers the exit status: CLI_BAD_INPUT if cards or a
   file could not be read or was malformed, else CLI_FAILED if a scenario failed, else CLI_FINE.
   Frees `files`. */
int scenarios_do(ScenarioFiles *files, const ScenarioWork *work);

#endif
