/* Games with piles of random cards, in which anything may happen. */
#ifndef SUPPORT_PILES_H
#define SUPPORT_PILES_H

#include "support/match.h"

/* Sets up a game of `players` without starting it: each library has 25 lands of all five types and 36 cards drawn from
   all built-in ones. Fails the running test if that is impossible. */
GavelGame *pile_game(uint32_t players, uint64_t seed);

#endif
