#include "state/clone.h"

#include "state/block.h"
#include "state/setup.h"

/* Size of the Game, padded so that the block after it is aligned. */
#define HEAD_SIZE ((sizeof(Game) + BLOCK_ALIGNMENT - 1) & ~(size_t)(BLOCK_ALIGNMENT - 1))

size_t game_clone_size(const Game *g) { return BLOCK_ALIGNMENT + HEAD_SIZE + (size_t)game_block(g)->size; }

/* Computes the size and layout of the block without spare room. */
static u64 tight_layout(const Game *g, u32 *caps, u32 *offsets) {
  for (u32 t = 0; t < TABLE_COUNT; t++) caps[t] = count_of(g, (TableId)t);
  return block_layout(caps, offsets);
}

/* Copies `from` to the memory at `to`: with the same layout if it fits, otherwise without spare room. */
static bool copy_block(const Game *from, u8 *to, size_t room) {
  const Block *block = game_block(from);
  Block *copy = (Block *)(void *)to;
  if (block->size <= room) {
    copy->size = block->size;
    memcpy(copy->tables, block->tables, sizeof copy->tables);
  } else {
    u32 caps[TABLE_COUNT], offsets[TABLE_COUNT];
    u64 size = tight_layout(from, caps, offsets);
    if (size > room) return false;
    block_set_layout(copy, caps, offsets, size);
  }
  block_copy_rows(copy, block);
  return true;
}

/* Of handles a clone keeps its own; new memory holds none. */
static void keep_no_handles(u8 *block) { ((Block *)(void *)block)->handles.keyed = 0; }

GavelStatus game_clone_into(const Game *g, void *buffer, size_t size, Game **out) {
  *out = NULL;
  if (g->failed || g->running) return GAVEL_E_MISUSE;
  size_t skip = (size_t)(-(uintptr_t)buffer & (BLOCK_ALIGNMENT - 1));
  if (size < skip + HEAD_SIZE) return GAVEL_E_MEMORY;
  u8 *home = (u8 *)buffer + skip + HEAD_SIZE;
  size_t room = size - skip - HEAD_SIZE;
  if (room < sizeof(Block)) return GAVEL_E_MEMORY;
  keep_no_handles(home);
  if (!copy_block(g, home, room)) return GAVEL_E_MEMORY;
  Game *clone = (Game *)(void *)((u8 *)buffer + skip);
  memset(clone, 0, sizeof *clone);
  clone->allocator = g->allocator;
  clone->db = g->db;
  clone->procedures = g->procedures;
  clone->limits = g->limits;
  clone->show_forced = g->show_forced;
  clone->language = g->language;
  clone->decision_rule = g->decision_rule;
  clone->block = clone->home = home;
  clone->block_cap = clone->home_size = room;
  block_bind(clone);
  *out = clone;
  return GAVEL_OK;
}

/* Allocates a block large enough for the game. */
static bool take_block(Game *clone, size_t size) {
  u8 *memory = clone->allocator.resize(clone->allocator.user, NULL, 0, size);
  if (!memory) return false;
  keep_no_handles(memory);
  block_free(clone);
  clone->block = memory;
  clone->block_cap = size;
  clone->block_owned = true;
  clone->allocations++;
  return true;
}

GavelStatus game_clone_again(Game *clone, const Game *g) {
  if (g->failed || g->running || clone->running || clone == g) return GAVEL_E_MISUSE;
  size_t size = (size_t)game_block(g)->size;
  /* A failed game may have left its scratch memory in an inconsistent state. */
  if (clone->failed) game_free_scratch(clone);
  clone->failed = GAVEL_E_MEMORY;
  clone->failure[0] = 0;
  if (!clone->block || (clone->block_cap < size && !take_block(clone, size))) return GAVEL_E_MEMORY;
  if (!copy_block(g, clone->block, clone->block_cap)) return GAVEL_E_MEMORY;
  block_bind(clone);
  clone->db = g->db;
  clone->procedures = g->procedures;
  clone->limits = g->limits;
  clone->show_forced = g->show_forced;
  clone->language = g->language;
  clone->decision_rule = g->decision_rule;
  clone->scratch.count = 0;
  clone->shadow_runs = 0;
  clone->failed = GAVEL_OK;
  return GAVEL_OK;
}

void game_clone_release(Game *clone) {
  game_free_scratch(clone);
  block_free(clone);
  memset(clone, 0, sizeof *clone);
}
