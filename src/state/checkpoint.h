/* Copies of the whole state within the state, to go back to when an action turns out to be illegal
   (733.1).

   T_CHECKPOINTS is a stack of images: a block with only the core tables (without T_CHECKPOINTS
   itself), as 64-bit words, and behind it its number of words. */
#ifndef STATE_CHECKPOINT_H
#define STATE_CHECKPOINT_H

#include "state/state.h"

/* Pushes a copy of the state as it is now. */
void checkpoint_push(Game *g);
/* Pushes a copy of another game's state (which may be `g` itself) without its checkpoints. */
void checkpoint_append(Game *g, const Game *state);
/* Drops the newest checkpoint: what was done since is settled. */
void checkpoint_drop(Game *g);
/* Goes back to the newest checkpoint and drops it: all core tables and Core are as they were at its
   push, frames included, and derived values are thrown away. What is not undone: answers given stay
   counted (Core.decisions), and so do events; random numbers drawn stay drawn; timestamps,
   acquisitions and ids of effects, groups and views that were given out are not given out again. */
void checkpoint_restore(Game *g);

/* How many there are; and the i-th (0 the oldest) as a game to look at, without memory of its own.
   The view is good until the block moves. */
u32 checkpoint_count(const Game *g);
void checkpoint_view(const Game *g, u32 i, Game *view);

#endif
