/* Checks that code which changes the game reports it: caches stay valid until a fact they depend on is reported as
   changed (Changes), so an unreported change would leave them wrong. Checked builds compare the facts themselves after
   every step; other builds compile this to nothing. */
#ifndef STATE_TOLD_H
#define STATE_TOLD_H

#include "state/state.h"

/* In addition to the FACT_… of characteristics: a permanent became tapped or untapped. */
#define FACT_TAPPED ((Facts)1 << 31)

#ifdef GAVEL_CHECKED
/* Reports that facts of these kinds have changed. */
static inline void facts_told(Game *g, Facts facts) { derived(g)->told.facts |= facts; }
/* Compares with the last call; it is an error if anything changed without being reported. */
void told_compare(Game *g);
#else
static inline void facts_told(Game *g, Facts facts) { (void)g, (void)facts; }
static inline void told_compare(Game *g) { (void)g; }
#endif

#endif
