/* Games between piles of random cards, so that anything may happen in them. */
#ifndef SUPPORT_PILES_H
#define SUPPORT_PILES_H

#include "support/match.h"

/* A game of `players` that is set up and not started: in each library 25 lands of all five types and 36 cards drawn from all
   that are built in. Fails the running test when it can't be made. */
GavelGame *pile_game(uint32_t players, uint64_t seed);

#endif
