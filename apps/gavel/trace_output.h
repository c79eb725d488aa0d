/* What happens in the run of a scenario, for people to read. */
#ifndef GAVEL_TRACE_OUTPUT_H
#define GAVEL_TRACE_OUTPUT_H

#include "scenarios.h"

#include "explain/trace.h"

typedef struct TraceOutput {
  Text text;
  Str players[PLAYERS_CAP];
  Trace trace;
  Listener listener;
} TraceOutput;

/* It must not be moved afterwards. */
void trace_output_init(TraceOutput *output);
void trace_output_free(TraceOutput *output);
/* Heads the trace of a scenario; what is answered listens to its run. */
const Listener *trace_output_begin(TraceOutput *output, const char *path, const Scenario *scenario);
/* Prints the trace, which is over. */
void trace_output_end(TraceOutput *output);

#endif
