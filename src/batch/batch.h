/* What the files of this folder share: games as numbers, and many of them at once. */
#ifndef BATCH_BATCH_H
#define BATCH_BATCH_H

#include "gavel/batch.h"

#include "api/api.h"

/* --- narrowing ----------------------------------------------------------------------------- */

/* The options of a decision that are shown: `count` of them from `first` on, `part` of them a row. */
typedef struct Narrowed {
  u32 first, count;
  u32 part; /* 1: each row is an option */
  u32 rows;
  u32 times;
} Narrowed;

/* What is shown of that many options where `cap` rows fit (at least 2); no rows for a narrowing that can't be. */
Narrowed narrow_at(const GavelNarrowing *narrowing, u32 options, u32 cap);
/* How many options a row stands for. */
u32 narrow_count(const Narrowed *n, u32 row);

/* --- observing ----------------------------------------------------------------------------- */

/* The objects that an observation has read, and where what belongs to them lies. */
enum { TOUCHED_CAP = 48 };
typedef struct TouchedRow {
  u32 slot, card;
  Heap ext;
} TouchedRow;
typedef struct Touched {
  u32 count;
  TouchedRow rows[TOUCHED_CAP];
} Touched;

/* gavel_observe, noting what it reads; `touched` may be null. */
GavelStatus observe_touching(GavelGame *game, u32 viewer, const GavelNarrowing *narrowing,
                             GavelObservation *observation, Touched *touched);

/* --- threads ------------------------------------------------------------------------------- */

/* Threads that do the pieces of a job side by side. */
typedef struct Pool Pool;

/* Does piece `piece`; `thread` counts from 0, the caller's own. */
typedef void PoolJob(void *user, u32 piece, u32 thread);

/* A pool of that many threads, the caller's own among them (1 to POOL_THREADS_MAX); null when there is no memory, or no
   thread to be had. */
enum { POOL_THREADS_MAX = 64 };
Pool *pool_new(GavelAllocator allocator, u32 threads);
/* Ends the threads; null is allowed. */
void pool_free(Pool *pool);
/* Does pieces 0 to `pieces` - 1, and returns when all are done. A thread takes PIECES_AT_ONCE of them, from a multiple of that
   on and in order, so that threads seldom meet; a single thread does all in order. */
enum { PIECES_AT_ONCE = 4 };
void pool_run(Pool *pool, PoolJob *job, void *user, u32 pieces);

#endif
