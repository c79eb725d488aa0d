/* What `gavel sim --check` looks for in a game that was played. */
#ifndef GAVEL_SIM_CHECK_H
#define GAVEL_SIM_CHECK_H

#include "match.h"

/* Has the validator look at a game behind its `at`-th answer, unless nothing has happened and nobody was asked anything
   since it looked last: `*events` is what had happened then. With `layers`, characteristics are compared with those of the
   second evaluator (613), too. Complains of what it finds and answers false. */
bool sim_look(GavelGame *game, u64 seed, u32 at, bool layers, u64 *events);

/* Plays a game back, comparing the end with `hash`; with `every`, also three times more, going on at every decision from a clone, from a save that was loaded, and from a copy in other memory,
   comparing hash and options each time. Complains of what it finds and answers false. */
bool sim_check(const Seating *seating, u64 seed, const u32 *answers, u32 count, u64 hash, bool every);

#endif
