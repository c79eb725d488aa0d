/* Playing a game to its end without thinking: for measuring, for testing, and as the leaf of
   searches. */
#ifndef SEARCH_PLAYOUT_H
#define SEARCH_PLAYOUT_H

#include "state/state.h"

typedef struct Playout {
  u64 signature; /* of everything that was asked and answered, and of the end */
  u64 decisions; /* answered */
  u64 events;    /* that happened */
  u32 turns;     /* begun */
  bool over;     /* the game has ended; else the limit came first */
} Playout;

/* The pinned random policy: answers every decision with an option drawn uniformly by a generator of
   its own, seeded with `seed`, until the game is over or `limit` decisions are answered. The same
   game, seed and limit give the same signature on every machine; it changes when the rules, the
   options or their order do. Answers what the game has failed with, GAVEL_OK if it has not;
   GAVEL_E_MISUSE for a game that has not been started. `out` is filled in either way. */
GavelStatus playout_run(Game *g, u64 seed, u64 limit, Playout *out);

#endif
