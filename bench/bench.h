/* What `gavel bench` measures, as one JSON object. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "gavel/gavel.h"
#include "json_out.h"
#include "match.h"

typedef struct BenchPlan {
  uint32_t games;    /* of each match */
  uint32_t samples;  /* of each small measurement, whose median counts */
  bool batch;        /* also play the matches in batches, seen as numbers */
  bool lists_only;   /* play no games in which the players look at everything before they decide */
  const char *match; /* the name of the one match to be measured, and nothing else; null for everything */
  const Seating *decks; /* games between these are measured instead, and nothing else; null for those of the benchmark */
} BenchPlan;

/* Writes the measurements that are wanted; false after printing why not. */
bool bench_all(GavelCards *cards, const BenchPlan *plan, JsonOut out);

#endif
