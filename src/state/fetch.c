#include "state/fetch.h"

#include "state/objects.h"

enum {
  LINE = 64,    /* bytes per cache line */
  PART = 1024,  /* maximum number of bytes per table */
  CLASSES = 11, /* size classes of the heap that are used often */
};

void fetch(const void *from, size_t size) {
  const u8 *at = from;
  for (size_t i = 0; i < size; i += LINE) __builtin_prefetch(at + i);
}

/* Everything except the handles of views. */
void fetch_head(const Block *block) { fetch(block, offsetof(Block, handles)); }

static const u8 *row_in(const Block *block, TableId t, u32 row) {
  return (const u8 *)block + block->tables[t].offset + (size_t)row * TABLE_ROW_SIZES[t];
}

void fetch_rows(const Block *block) {
  static const u8 TABLES_READ[] = {T_FRAMES, T_OPTIONS, T_OFFERS, T_ACTORS, T_MANA, T_WATCHERS, T_EVENTS, T_HISTORY};
  for (u32 i = 0; i < COUNT_OF(TABLES_READ); i++) {
    TableId t = (TableId)TABLES_READ[i];
    size_t size = (size_t)(block->tables[t].count + 1) * TABLE_ROW_SIZES[t];
    fetch(row_in(block, t, 0), size < PART ? size : PART);
  }
  const Core *c = &block->core;
  for (u32 p = 0; p < c->player_count; p++)
    fetch_object(block, c->players[p].zones[zone_place(ZONE_LIBRARY)].first, 0, 0);
  for (u32 i = 0; i < CLASSES; i++) __builtin_prefetch(row_in(block, T_HEAP, c->heap_free[i]));
  fetch(row_in(block, T_LKI, c->free_lki), sizeof(Lki));
}

void fetch_object(const Block *block, u32 slot, u32 card, Heap ext) {
  __builtin_prefetch(row_in(block, T_OBJECTS, slot));
  __builtin_prefetch(row_in(block, T_DERIVED, slot));
  __builtin_prefetch(row_in(block, T_CARDS, card));
  if (ext) fetch(row_in(block, T_HEAP, ext), sizeof(Permanent));
}
