/* Measures many games stepped at once and observed as numbers, played at random. */
#ifndef BENCH_BATCH_H
#define BENCH_BATCH_H

#include "scenes.h"

/* The result for a batch. */
typedef struct BatchPlayed {
  u64 episodes;  /* that have ended */
  u64 steps;     /* decisions with several options, each with the observation before it */
  u64 decisions; /* including forced ones */
  u64 ns;        /* of processor time */
  u64 bytes;     /* of all observations; and the 99th percentile */
  u64 bytes_p99;
} BatchPlayed;

/* Plays a match on one thread until about that many games have ended; prints the reason and returns false on
   failure. */
bool batch_play(GavelCards *cards, const Match *match, u32 games, BatchPlayed *out);

#endif
