/* What happens in the run of a scenario, for people to read. */
#ifndef GAVEL_TRACE_OUTPUT_H
#define GAVEL_TRACE_OUTPUT_H

#include "scenarios.h"

#include "explain/account.h"

typedef struct TraceOutput {
  Text text;
  Text object; /* what was last said of an object, which is not said twice */
  Str players[PLAYERS_CAP];
  Account account;
} TraceOutput;

/* It must not be moved afterwards. */
void trace_output_init(TraceOutput *output);
void trace_output_free(TraceOutput *output);
/* Heads the trace of a scenario; what is answered listens to its run. */
const Listener *trace_output_begin(TraceOutput *output, const char *path, const Scenario *scenario);
/* Adds that an expectation is met, and how the object it is about has become what it is. */
void trace_output_met(void *output, Game *g, const Scenario *scenario, const ScenarioExpect *expect, Ref object);
/* Prints the trace, which is over, and what was passed over. */
void trace_output_end(TraceOutput *output, const ScenarioOutcome *outcome);

#endif
