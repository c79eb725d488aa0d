/* Shared by targets that run scenarios. */
#ifndef FUZZ_RUN_SCENARIO_H
#define FUZZ_RUN_SCENARIO_H

#include "require.h"

#include "scenario/run.h"
#include "state/validate.h"

static inline Game *at_decision(void *user, Game *g) {
  (void)user;
  char message[256];
  if (!game_validate(g, message, sizeof message)) require(false, message);
  return g;
}

/* Runs a scenario to its verdict, with the validator accepting the state at every decision. Long or large runs find no
   more than small ones. */
static inline void run_scenario(const CardDb *db, const Scenario *scenario) {
  static const Limits LIMITS = {.objects = 1000,
                                .frames = 400,
                                .events = 4000,
                                .heap_words = 1u << 18,
                                .forced_steps = 1000,
                                .evaluations = 1000000};
  static const ScenarioOptions OPTIONS = {.limit = 200, .limits = &LIMITS, .at_decision = at_decision};
  ScenarioResult result;
  GavelAllocator allocator = gavel_allocator_default();
  Text reason;
  text_init(&reason, allocator);
  require(scenario_run(db, scenario, &OPTIONS, &result, &reason) == GAVEL_OK, "no verdict");
  require(result.verdict <= SCENARIO_UNSUPPORTED, "a verdict that doesn't exist");
  require((result.verdict == SCENARIO_PASSED) == (reason.length == 0),
          "a failure without a reason, or a reason without");
  require(result.decisions <= OPTIONS.limit, "more decisions than allowed");
  scenario_result_free(&result, &allocator);
  text_free(&reason);
}

#endif
