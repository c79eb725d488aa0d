/* One of the games of a batch, from its beginning to its end. */
#ifndef BATCH_EPISODE_H
#define BATCH_EPISODE_H

#include "batch/batch.h"

#include "gavel/player.h"

/* What all games of a batch share. */
typedef struct Rules {
  GavelBatchDef def;
  GavelGame *start; /* the game all begin as */
  u32 players;
  u64 seed;
} Rules;

typedef struct Episode {
  GavelGame *game; /* a clone, in `buffer`; null until memory for it was had */
  void *buffer;
  size_t size;
  u32 number; /* of the game in the batch */
  u64 begun;  /* episodes, the present one included */
  u64 answered;
  u32 decisions; /* answered in this episode */
  u32 seat;      /* who decides; once it is over, who acted last */
  Rng rng;       /* of players who draw their answers */
  GavelNarrowing narrowing;
  GavelTruncation truncated;
  bool over;   /* terminated or truncated: the next step begins the next episode */
  u32 options; /* of the pending decision */
  GavelObservation seen;
  const Block *block; /* where it was as the game was last observed, only to be fetched … */
  Touched touched;    /* … as its objects are */
  char message[160];  /* why it was truncated */
} Episode;

/* Have the processor fetch what the next step of the episode will read, while it steps others: the games of a large batch are
   more than its caches hold. First the head, the rest once that is there. */
void episode_fetch_head(const Episode *e);
void episode_fetch(const Episode *e);
/* Begins the next episode and plays it to the first decision of the caller's. What fails truncates it. */
void episode_begin(Episode *e, const Rules *rules, GavelAutomaton *automaton);
/* Takes an action that was shown and plays on to the next decision of the caller's, or to the end. */
void episode_act(Episode *e, const Rules *rules, GavelAutomaton *automaton, u32 action);

#endif
