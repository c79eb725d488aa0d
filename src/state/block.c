/* The block: its layout, its growth, and leaving the engine when there is no room. */
#include "state/block.h"

#include <stdio.h>

/* --- tables ---------------------------------------------------------------------------------- */

/* Initial capacities suit a game of two players; they are minimal in the hostile build. */
typedef struct TableInfo {
  const char *name;
  bool derived;
} TableInfo;

static const TableInfo TABLE_INFO[TABLE_COUNT] = {
#define TB(NAME, ROW, DERIVED) [T_##NAME] = {#NAME, DERIVED},
    TABLES(TB)
#undef TB
};

static const u16 FIRST_CAPS[TABLE_COUNT] = {
    [T_OBJECTS] = 192, [T_CARDS] = 160,   [T_HEAP] = 2048,  [T_FRAMES] = 32,   [T_EVENTS] = 64,
    [T_COUNTERS] = 32, [T_NOTES] = 16,    [T_EFFECTS] = 32, [T_PENDING] = 16,  [T_LKI] = 64,
    [T_CVS] = 16,      [T_SUBSTS] = 8,    [T_MANA] = 16,    [T_HISTORY] = 256, [T_DUE] = 8,
    [T_OPTIONS] = 64,  [T_CHOSEN] = 64,   [T_SIGHT] = 384,  [T_DERIVED] = 192, [T_CHARS] = 64,
    [T_DHEAP] = 512,   [T_WATCHERS] = 64, [T_CVHEAP] = 64,  [T_OFFERS] = 48,   [T_ACTORS] = 48,
};

/* Tables whose row 0 means none. */
static const u8 HAS_NULL_ROW[TABLE_COUNT] = {
    [T_OBJECTS] = 1, [T_CARDS] = 1, [T_HEAP] = 1,   [T_COUNTERS] = 1, [T_NOTES] = 1, [T_EFFECTS] = 1,
    [T_LKI] = 1,     [T_CVS] = 1,   [T_SUBSTS] = 1, [T_DERIVED] = 1,  [T_CHARS] = 1,
};

const char *table_name(TableId t) { return TABLE_INFO[t].name; }
bool table_is_derived(TableId t) { return TABLE_INFO[t].derived; }

/* --- layout ---------------------------------------------------------------------------------- */

static u64 aligned(u64 size) { return (size + BLOCK_ALIGNMENT - 1) & ~(u64)(BLOCK_ALIGNMENT - 1); }

u64 block_layout(const u32 caps[TABLE_COUNT], u32 offsets[TABLE_COUNT]) {
  u64 size = aligned(sizeof(Block));
  for (u32 t = 0; t < TABLE_COUNT; t++) {
    offsets[t] = (u32)size;
    size = aligned(size + (u64)caps[t] * TABLE_ROW_SIZES[t]);
    if (size >= UINT32_MAX) return UINT32_MAX;
  }
  return size;
}

static void *rows_of(Block *block, u32 t) { return (u8 *)block + block->tables[t].offset; }
static const void *rows_in(const Block *block, u32 t) { return (const u8 *)block + block->tables[t].offset; }

static void copy_table(Block *to, const Block *from, u32 t) {
  u32 count = from->tables[t].count;
  ASSERT(count <= to->tables[t].cap);
  to->tables[t].count = count;
  memcpy(rows_of(to, t), rows_in(from, t), (size_t)count * TABLE_ROW_SIZES[t]);
}

void block_copy_rows(Block *to, const Block *from) {
  to->core = from->core;
  to->derived = from->derived;
  for (u32 t = 0; t < TABLE_COUNT; t++) copy_table(to, from, t);
}

void block_copy_core(Block *to, const Block *from) {
  to->core = from->core;
  for (u32 t = 0; t < TABLE_COUNT; t++) {
    if (!TABLE_INFO[t].derived && t != T_CHECKPOINTS) copy_table(to, from, t);
  }
}

void block_bind(Game *g) {
  for (u32 t = 0; t < TABLE_COUNT; t++) g->rows[t] = rows_of(game_block(g), t);
}

/* --- growth ---------------------------------------------------------------------------------- */

/* Whether every row that is added moves the block: in the hostile build, until the block is so large that tests with
   thousands of objects would never end. */
static bool moves_always(const Game *g) {
  enum { TOO_LARGE = 1 << 20 };
  return TABLES_HOSTILE && game_block(g)->size < TOO_LARGE;
}

/* The next capacity of a table: doubles, so that adding a row costs amortised constant time. */
static u32 next_cap(const Game *g, u32 cap, u32 needed) {
  if (moves_always(g)) return needed;
  u32 grown = cap > UINT32_MAX / 2 ? UINT32_MAX : cap * 2;
  if (grown < 8) grown = 8;
  return grown > needed ? grown : needed;
}

void block_set_layout(Block *block, const u32 *caps, const u32 *offsets, u64 size) {
  block->size = size;
  for (u32 t = 0; t < TABLE_COUNT; t++) {
    block->tables[t].offset = offsets[t];
    block->tables[t].cap = caps[t];
  }
}

/* Moves the rows within the block, the last table first, because no table moves down. */
static void slide(Block *block, const u32 *offsets) {
  for (u32 t = TABLE_COUNT; t-- > 0;) {
    const Table *tb = &block->tables[t];
    if (tb->offset == offsets[t]) continue;
    memmove((u8 *)block + offsets[t], rows_of(block, t), (size_t)tb->count * TABLE_ROW_SIZES[t]);
  }
}

/* Replaces the game's block by a copy with that layout in fresh memory. */
static void move_block(Game *g, const u32 *caps, const u32 *offsets, u64 size) {
  size_t room = (size_t)(TABLES_HOSTILE ? size : size + size / 4);
  u8 *memory = g->allocator.resize(g->allocator.user, NULL, 0, room);
  if (!memory) game_fail(g, GAVEL_E_MEMORY, "memory for the game");
  Block *block = (Block *)(void *)memory;
  memset(block, 0, sizeof *block);
  block_set_layout(block, caps, offsets, size);
  block_copy_rows(block, game_block(g));
  block_free(g);
  g->block = memory;
  g->block_cap = room;
  g->block_owned = true;
  g->allocations++;
  block_bind(g);
}

void table_grow(Game *g, TableId t, u32 n) {
  u32 caps[TABLE_COUNT], offsets[TABLE_COUNT];
  for (u32 i = 0; i < TABLE_COUNT; i++) caps[i] = table(g, (TableId)i)->cap;
  u32 count = count_of(g, t);
  if (n > UINT32_MAX - count) game_fail(g, GAVEL_E_LIMIT, "the size of a game (4 GiB)");
  if (TABLES_HOSTILE && count + n <= caps[t] && !moves_always(g)) return;
  if (count + n > caps[t]) caps[t] = next_cap(g, caps[t], count + n);
  u64 size = block_layout(caps, offsets);
  if (size >= UINT32_MAX) game_fail(g, GAVEL_E_LIMIT, "the size of a game (4 GiB)");
  if (!TABLES_HOSTILE && size <= g->block_cap) {
    slide(game_block(g), offsets);
    block_set_layout(game_block(g), caps, offsets, size);
    block_bind(g);
    return;
  }
  move_block(g, caps, offsets, size);
}

/* --- the whole block ------------------------------------------------------------------------- */

bool block_new(Game *g) {
  u32 caps[TABLE_COUNT], offsets[TABLE_COUNT];
  for (u32 t = 0; t < TABLE_COUNT; t++) caps[t] = TABLES_HOSTILE ? HAS_NULL_ROW[t] : FIRST_CAPS[t];
  u64 size = block_layout(caps, offsets);
  u8 *memory = g->allocator.resize(g->allocator.user, NULL, 0, (size_t)size);
  if (!memory) return false;
  memset(memory, 0, (size_t)size);
  g->block = memory;
  g->block_cap = (size_t)size;
  g->block_owned = true;
  g->allocations++;
  block_set_layout(game_block(g), caps, offsets, size);
  for (u32 t = 0; t < TABLE_COUNT; t++) game_block(g)->tables[t].count = HAS_NULL_ROW[t];
  block_bind(g);
  return true;
}

bool block_move(Game *g) {
  void *place = g->allocator.resize(g->allocator.user, NULL, 0, g->block_cap);
  if (!place) return false;
  memcpy(place, g->block, g->block_cap);
  g->allocator.resize(g->allocator.user, g->block, g->block_cap, 0);
  g->block = place;
  block_bind(g);
  return true;
}

void block_free(Game *g) {
  if (g->block_owned) g->allocator.resize(g->allocator.user, g->block, g->block_cap, 0);
  g->block = NULL;
  g->block_cap = 0;
  g->block_owned = false;
}

/* --- leaving the engine ---------------------------------------------------------------------- */

_Noreturn void game_fail(Game *g, GavelStatus status, const char *what) {
  ASSERT(g->running && status != GAVEL_OK);
  g->failed = status;
  snprintf(g->failure, sizeof g->failure, "%s: %s", gavel_status_text(status), what);
  if (!g->running) __builtin_trap();
  longjmp(g->escape, 1);
}

_Noreturn void game_fail_limit(Game *g, const char *what, u32 bound, const char *field) {
  char text[sizeof g->failure];
  snprintf(text, sizeof text, "%s, at most %u (limits.%s)", what, bound, field);
  game_fail(g, GAVEL_E_LIMIT, text);
}

GavelStatus game_protect(Game *g, GameBody *body, void *user) {
  if (g->failed) return g->failed;
  if (g->running) {
    body(g, user);
    return GAVEL_OK;
  }
  g->running = true;
  g->runs++;
  g->evaluated = 0;
  if (setjmp(g->escape) == 0) body(g, user);
  g->running = false;
  return g->failed;
}
