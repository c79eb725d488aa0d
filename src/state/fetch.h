/* Has the processor fetch what it will read of a game while it does something else. Whoever plays thousands of games in turns
   finds each of them out of its caches, and would wait for them line by line. Nothing is changed, and what is fetched in vain
   does no harm. */
#ifndef STATE_FETCH_H
#define STATE_FETCH_H

#include "state/state.h"

void fetch(const void *from, size_t size);
/* The scalars and the directory of a block. Reads nothing, so that the block need not be there any more. */
void fetch_head(const Block *block);
/* The rows that are read whenever somebody plays on. The block must be there, and its head should have been fetched. */
void fetch_rows(const Block *block);
/* What belongs to an object whose Object.card and Object.ext these are. */
void fetch_object(const Block *block, u32 slot, u32 card, Heap ext);

#endif
