/* What `gavel sim --check` looks for in a game that was played. */
#ifndef GAVEL_SIM_CHECK_H
#define GAVEL_SIM_CHECK_H

#include "match.h"

/* Plays a game back with the validator behind every answer, comparing the end with `hash`; with `every`, also three
   times more, going on at every decision from a clone, from a save that was loaded, and from a copy in other memory,
   comparing hash and options each time. Complains of what it finds and answers false. */
bool sim_check(const Seating *seating, u64 seed, const u32 *answers, u32 count, u64 hash, bool every);

#endif
