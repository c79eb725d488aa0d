/* Checks every invariant of the block that can be stated. */
#ifndef STATE_VALIDATE_H
#define STATE_VALIDATE_H

#include "state/state.h"

/* Whether the state is sound: zone lists, chains and free lists are consistent and acyclic, every slot is free or in
   one zone, cards and objects agree, every field is in range and every reference well formed, every piece of the heap
   has exactly one owner, and the pending decision makes sense. For moments when the game waits for a decision or is
   over. At the first fault it returns false and writes what is wrong, and where, to `message` (room for `cap` bytes, at
   least 1). Never reads outside the block, whatever the contents, as long as the directory is sound; checks checkpoints
   too. Allocates from the game's allocator; a refusal counts as a fault. */
bool game_validate(const Game *g, char *message, size_t cap);

#endif
