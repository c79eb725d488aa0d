/* Shared by the files of this folder: games as numbers, and many of them at once. */
#ifndef BATCH_BATCH_H
#define BATCH_BATCH_H

#include "gavel/batch.h"

#include "api/api.h"

/* --- narrowing ----------------------------------------------------------------------------- */

/* The options of a decision that are shown: `count` of them from `first` on, with `part` of them per row. */
typedef struct Narrowed {
  u32 first, count;
  u32 part; /* 1: each row is an option */
  u32 rows;
  u32 times;
} Narrowed;

/* The options to show, of `options` in all, if `cap` rows fit (at least 2); no rows for an invalid narrowing. */
Narrowed narrow_at(const GavelNarrowing *narrowing, u32 options, u32 cap);
/* Number of options that a row stands for. */
u32 narrow_count(const Narrowed *n, u32 row);

/* --- observing ----------------------------------------------------------------------------- */

/* The objects that an observation has read, and where their data are. */
enum { TOUCHED_CAP = 48 };
typedef struct TouchedRow {
  u32 slot, card;
  Heap ext;
} TouchedRow;
typedef struct Touched {
  u32 count;
  TouchedRow rows[TOUCHED_CAP];
} Touched;

/* gavel_observe, which also records what it reads; `touched` may be null. */
GavelStatus observe_touching(GavelGame *game, u32 viewer, const GavelNarrowing *narrowing,
                             GavelObservation *observation, Touched *touched);

/* --- threads ------------------------------------------------------------------------------- */

/* Threads that process the pieces of a job in parallel. */
typedef struct Pool Pool;

/* Processes piece `piece`; `thread` counts from 0, which is the caller's. */
typedef void PoolJob(void *user, u32 piece, u32 thread);

/* Creates a pool of that many threads, including the caller's (1 to POOL_THREADS_MAX); null if there is no memory, or
   no thread can be created. */
enum { POOL_THREADS_MAX = 64 };
Pool *pool_new(GavelAllocator allocator, u32 threads);
/* Ends the threads; null is allowed. */
void pool_free(Pool *pool);
/* Processes pieces 0 to `pieces` - 1, and returns when all are done. A thread takes PIECES_AT_ONCE of them at a time,
   from a multiple of that number on and in order, so that threads rarely contend; a single thread processes all in
   order. */
enum { PIECES_AT_ONCE = 4 };
void pool_run(Pool *pool, PoolJob *job, void *user, u32 pieces);

#endif
