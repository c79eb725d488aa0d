/* Plays a game to its end at random: for measurements, tests, and the leaves of searches. */
#ifndef SEARCH_PLAYOUT_H
#define SEARCH_PLAYOUT_H

#include "state/state.h"

typedef struct Playout {
  u64 signature; /* hash of everything asked and answered, and of the end */
  u64 decisions; /* answered */
  u64 events;    /* that happened */
  u32 turns;     /* begun */
  bool over;     /* the game has ended; otherwise the limit was reached */
} Playout;

/* The fixed random policy: answers every decision with an option drawn uniformly from its own generator, seeded with
   `seed`, until the game is over or `limit` decisions are answered. The same game, seed and limit give the same
   signature on every machine; it changes when the rules, the options or their order change. Returns the game's failure
   status, GAVEL_OK if it hasn't failed; GAVEL_E_MISUSE for a game that has not started. Fills in `out` in any case. */
GavelStatus playout_run(Game *g, u64 seed, u64 limit, Playout *out);

#endif
