/* The measurements of `gavel bench`, as one JSON object. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "gavel/gavel.h"
#include "json_out.h"
#include "match.h"

typedef struct BenchPlan {
  uint32_t games;       /* per match */
  uint32_t samples;     /* per small measurement; the median counts */
  bool batch;           /* also play the matches in batches, observed as numbers */
  bool lists_only;      /* skip the games in which players look at everything before they decide */
  const char *match;    /* measure only the match with this name; null for everything */
  const Seating *decks; /* measure only games between these; null for those of the benchmark */
} BenchPlan;

/* Writes the requested measurements; prints the reason and returns false on failure. */
bool bench_all(GavelCards *cards, const BenchPlan *plan, JsonOut out);

#endif
