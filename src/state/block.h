/* The block's layout, for code that copies or builds whole blocks: clones, saves, checkpoints. */
#ifndef STATE_BLOCK_H
#define STATE_BLOCK_H

#include "state/state.h"

/* The table's name, e.g. "OBJECTS". Never null. */
const char *table_name(TableId t);
/* Whether the table is a cache that can be discarded. */
bool table_is_derived(TableId t);

/* Computes the layout of a block with these table capacities: fills `offsets` and returns the size in bytes, at least
   UINT32_MAX if it would be too large. Tables follow one another in the order of TABLES, each aligned to
   BLOCK_ALIGNMENT. */
#define BLOCK_ALIGNMENT 16u
u64 block_layout(const u32 caps[TABLE_COUNT], u32 offsets[TABLE_COUNT]);
/* Writes a layout into a block's directory; counts stay. */
void block_set_layout(Block *block, const u32 *caps, const u32 *offsets, u64 size);

/* Sets Game.rows. To be called whenever the game gets another block, or its block another layout. */
void block_bind(Game *g);

/* Allocates an empty block for a game without one. It has no rows, except row 0 of the tables whose index 0 means none,
   and Core is zeroed. False if the allocator refuses. */
bool block_new(Game *g);
/* Moves a block that the game owns and frees the old memory, as growth could at any time; used to check that nothing
   points into it. False if the allocator refuses. */
bool block_move(Game *g);
/* Frees the block if the game owns it. */
void block_free(Game *g);

/* Copies the scalars, all rows and their counts from one block to another. The tables of `to` lie where its directory
   says, and must have room. */
void block_copy_rows(Block *to, const Block *from);
/* The same for only Core and the rows of the core tables except T_CHECKPOINTS; other tables stay as they are. */
void block_copy_core(Block *to, const Block *from);

#endif
