/* Prefetches the memory of a game while the processor does something else. A program that plays thousands of games in
   turns finds each of them out of its caches, and would stall on every line. Prefetching changes nothing, and a useless
   prefetch is harmless. */
#ifndef STATE_FETCH_H
#define STATE_FETCH_H

#include "state/state.h"

void fetch(const void *from, size_t size);
/* Prefetches the scalars and the directory of a block. Reads nothing, so the block need not exist any more. */
void fetch_head(const Block *block);
/* Prefetches the rows that are read whenever the game continues. The block must exist; fetch its head first. */
void fetch_rows(const Block *block);
/* Prefetches what belongs to an object with this Object.card and Object.ext. */
void fetch_object(const Block *block, u32 slot, u32 card, Heap ext);

#endif
