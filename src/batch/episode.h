/* One game of a batch, from beginning to end. */
#ifndef BATCH_EPISODE_H
#define BATCH_EPISODE_H

#include "batch/batch.h"

#include "gavel/player.h"

/* Shared by all games of a batch. */
typedef struct Rules {
  GavelBatchDef def;
  GavelGame *start; /* the game that all begin from */
  u32 players;
  u64 seed;
} Rules;

typedef struct Episode {
  GavelGame *game; /* a clone, in `buffer`; null until memory was allocated */
  void *buffer;
  size_t size;
  u32 number; /* of the game in the batch */
  u64 begun;  /* episodes, including the current one */
  u64 answered;
  u32 decisions; /* answered in this episode */
  u32 seat;      /* who decides; after the end, who acted last */
  Rng rng;       /* for seats that answer at random */
  GavelNarrowing narrowing;
  GavelTruncation truncated;
  bool over;   /* terminated or truncated: the next step begins a new episode */
  u32 options; /* of the pending decision */
  GavelObservation seen;
  const Block *block; /* its block at the last observation, only for prefetching … */
  Touched touched;    /* … like its objects */
  char message[160];  /* why it was truncated */
} Episode;

/* Prefetch what the next step of the episode will read, while others are stepped: a large batch exceeds the caches.
   First the head, then the rest once that has arrived. */
void episode_fetch_head(const Episode *e);
void episode_fetch(const Episode *e);
/* Begins the next episode and plays to the caller's first decision. A failure truncates it. */
void episode_begin(Episode *e, const Rules *rules, GavelAutomaton *automaton);
/* Takes an action that was shown, and plays on to the caller's next decision or to the end. */
void episode_act(Episode *e, const Rules *rules, GavelAutomaton *automaton, u32 action);

#endif
