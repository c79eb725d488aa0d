/* Copies of the whole state within the state, to return to when an action turns out to be illegal (733.1).

   T_CHECKPOINTS is a stack of images. Each is a block with only the core tables, without T_CHECKPOINTS itself, as
   64-bit words, followed by its number of words. */
#ifndef STATE_CHECKPOINT_H
#define STATE_CHECKPOINT_H

#include "state/state.h"

/* Pushes a copy of the current state. */
void checkpoint_push(Game *g);
/* Pushes a copy of another game's state (which may be `g` itself), without its checkpoints. */
void checkpoint_append(Game *g, const Game *state);
/* Drops the newest checkpoint: everything since then is final. */
void checkpoint_drop(Game *g);
/* Restores the newest checkpoint and drops it: all core tables and Core are as they were at its push, including frames,
   and derived values are discarded. Some things are not undone: answers stay counted (Core.decisions), and so do
   events; random numbers stay drawn; timestamps, acquisitions and ids of effects, groups and views are not reused. */
void checkpoint_restore(Game *g);

/* The number of checkpoints, and a read-only view of the i-th (0 is the oldest) as a game without memory of its own.
   The view is valid until the block moves. */
u32 checkpoint_count(const Game *g);
void checkpoint_view(const Game *g, u32 i, Game *view);

#endif
