/* Many games stepped at once and seen as numbers, at random. */
#ifndef BENCH_BATCH_H
#define BENCH_BATCH_H

#include "scenes.h"

/* What a batch came to. */
typedef struct BatchPlayed {
  u64 episodes;  /* that ended */
  u64 steps;     /* decisions with several options, each with the observation before it */
  u64 decisions; /* forced ones included */
  u64 ns;        /* of processor time */
  u64 bytes;     /* of all observations; and those of the largest but one in a hundred */
  u64 bytes_p99;
} BatchPlayed;

/* Plays a match on one thread until about that many games have ended; false after printing why not. */
bool batch_play(GavelCards *cards, const Match *match, u32 games, BatchPlayed *out);

#endif
