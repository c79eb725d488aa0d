/* Whether those who change the game tell it: caches are kept until a fact they depend on is told to have changed
   (Changes), so that a change nobody tells leaves them wrong. Checked builds look at the facts themselves after every
   step and compare; in others nothing of this is there. */
#ifndef STATE_TOLD_H
#define STATE_TOLD_H

#include "state/state.h"

/* Beside the FACT_… of characteristics: a permanent became tapped or untapped. */
#define FACT_TAPPED ((Facts)1 << 31)

#ifdef GAVEL_CHECKED
/* Facts of these kinds are told to have changed. */
static inline void facts_told(Game *g, Facts facts) { derived(g)->told.facts |= facts; }
/* Compares with the last time: whatever has changed since was told, or the game ends. */
void told_compare(Game *g);
#else
static inline void facts_told(Game *g, Facts facts) { (void)g, (void)facts; }
static inline void told_compare(Game *g) { (void)g; }
#endif

#endif
