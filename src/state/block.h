/* The block's layout, for what copies or builds whole blocks: clones, saves, checkpoints. */
#ifndef STATE_BLOCK_H
#define STATE_BLOCK_H

#include "state/state.h"

/* The table's name, e.g. "OBJECTS". Never null. */
const char *table_name(TableId t);
/* Whether the table is a cache that can be thrown away. */
bool table_is_derived(TableId t);

/* Where each table begins in a block whose tables have these capacities: fills `offsets` and
   answers the block's size in bytes, at least UINT32_MAX when it would be too large to exist.
   Tables lie one behind the other in the order of TABLES, each aligned to BLOCK_ALIGNMENT. */
#define BLOCK_ALIGNMENT 16u
u64 block_layout(const u32 caps[TABLE_COUNT], u32 offsets[TABLE_COUNT]);
/* Writes such a layout into a block's directory; counts stay. */
void block_set_layout(Block *block, const u32 *caps, const u32 *offsets, u64 size);

/* Gives a game without a block an empty one: no rows but the row 0 of the tables whose index 0
   means none. Everything in Core is zero. False when the allocator refuses. */
bool block_new(Game *g);
/* Puts a block of the game's own at a new place and gives the old memory back, as growing would at any time: for checks
   that nothing points into it. False when the allocator refuses. */
bool block_move(Game *g);
/* Gives the block's memory back if it is the game's own. */
void block_free(Game *g);

/* Copies the scalars and all rows from one block to another, whose tables lie where `to`'s
   directory says and have room for them; the counts go with the rows. */
void block_copy_rows(Block *to, const Block *from);
/* Likewise only Core and the rows of the core tables but T_CHECKPOINTS; other tables stay as they
   are. */
void block_copy_core(Block *to, const Block *from);

#endif
