/* Pairs of games that one player, the watcher, can't tell apart: they differ only in cards that the watcher may not
   know, and in both the other player does what looks the same. So the watcher must get the same answers, byte by
   byte. */
#ifndef SUPPORT_TWO_WORLDS_H
#define SUPPORT_TWO_WORLDS_H

#include "gavel/table.h"

#include "base/base.h"

/* How a pair ended. */
typedef enum PairEnd {
  PAIR_SAME,      /* the watcher always got the same answers */
  PAIR_DISCARDED, /* the other player could not do the same in both, and the watcher saw what they did */
  PAIR_LEAKS      /* the watcher got different answers */
} PairEnd;

typedef struct PairCounts {
  u64 compared;  /* number of complete comparisons */
  u64 decisions; /* answered in both */
  u64 hidden;    /* decisions of the other player with different choices */
} PairCounts;

/* Plays a pair with one deck on both sides. Prints the differences of a leak to standard error. */
PairEnd pair_play(GavelCards *cards, const GavelDeck *deck, u64 seed, PairCounts *counts);

/* The same with a leak planted on purpose, which pairs must find: the watcher is told the other player's decisions. */
PairEnd pair_play_with_a_leak(GavelCards *cards, const GavelDeck *deck, u64 seed, PairCounts *counts);

#endif
