/* Pairs of games that one player, the watcher, can't tell apart: the same but for cards the watcher may not know, and the
   other player does in both what looks the same. Whatever the watcher is answered must then be the same, byte by byte. */
#ifndef SUPPORT_TWO_WORLDS_H
#define SUPPORT_TWO_WORLDS_H

#include "gavel/table.h"

#include "base/base.h"

/* How a pair ended. */
typedef enum PairEnd {
  PAIR_SAME,      /* the watcher was answered the same all along */
  PAIR_DISCARDED, /* the other player could not do the same in both, and what they did was seen */
  PAIR_LEAKS      /* the watcher was answered otherwise */
} PairEnd;

typedef struct PairCounts {
  u64 compared;  /* times at which everything was compared */
  u64 decisions; /* answered in both */
  u64 hidden;    /* decisions of the other player for which something else was chosen in each */
} PairCounts;

/* Plays a pair with one deck on both sides. What differs at a leak goes to the standard error stream. */
PairEnd pair_play(GavelCards *cards, const GavelDeck *deck, u64 seed, PairCounts *counts);

/* The watcher's view as it would be if the other player's decisions were told: a mistake made on purpose, which pairs must
   find. */
PairEnd pair_play_with_a_leak(GavelCards *cards, const GavelDeck *deck, u64 seed, PairCounts *counts);

#endif
