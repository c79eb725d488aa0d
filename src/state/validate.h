/* Every invariant of the block that can be stated, checked. */
#ifndef STATE_VALIDATE_H
#define STATE_VALIDATE_H

#include "state/state.h"

/* Whether the state is sound: zone lists, chains and free lists are consistent and without cycles,
   every slot is free or in one zone, cards and objects agree, every field is in its range and every
   reference well formed, every piece of the heap has exactly one owner, the pending decision makes
   sense. Meant for moments when the game waits for a decision or is over. On the first fault
   answers false and writes what is wrong, and where, to `message` (room for `cap` bytes, at least
   1). Reads nothing outside the block whatever it holds, provided its directory is sound; looks at
   checkpoints too. Takes memory from the game's allocator while it runs; a refusal counts as a
   fault. */
bool game_validate(const Game *g, char *message, size_t cap);

#endif
