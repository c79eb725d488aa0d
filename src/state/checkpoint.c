#include "state/checkpoint.h"

#include "state/block.h"
#include "state/objects.h"

#define WORD ((u32)sizeof(u64))

/* The first word of an image whose size is in the word before `end`. */
static u32 image_begin(const Game *g, u32 end) { return end - 1 - (u32)*row_CHECKPOINTS(g, end - 1); }

static Block *image_at(const Game *g, u32 word) { return (Block *)(void *)row_CHECKPOINTS(g, word); }

void checkpoint_append(Game *g, const Game *state) {
  u32 caps[TABLE_COUNT], offsets[TABLE_COUNT];
  for (u32 t = 0; t < TABLE_COUNT; t++) {
    bool kept = !table_is_derived((TableId)t) && t != T_CHECKPOINTS;
    caps[t] = kept ? count_of(state, (TableId)t) : 0;
  }
  u64 size = block_layout(caps, offsets);
  if (size >= UINT32_MAX) game_fail(g, GAVEL_E_LIMIT, "the size of a game (4 GiB)");
  u32 words = (u32)size / WORD;
  u32 first = table_add(g, T_CHECKPOINTS, words + 1);
  Block *image = image_at(g, first);
  block_set_layout(image, caps, offsets, size);
  block_copy_core(image, game_block(state));
  *row_CHECKPOINTS(g, first + words) = words;
}

void checkpoint_push(Game *g) { checkpoint_append(g, g); }

/* The first word of the last image. A forged save may contain a procedure that goes back when there is no
   checkpoint. */
static u32 last_image(Game *g) {
  u32 end = count_of(g, T_CHECKPOINTS);
  SOUND(g, end > 0);
  return image_begin(g, end);
}

void checkpoint_drop(Game *g) { table_drop(g, T_CHECKPOINTS, count_of(g, T_CHECKPOINTS) - last_image(g)); }

/* Restores the counters that are not undone. */
static void keep_counting(Core *c, const Core *undone) {
  c->rng = undone->rng;
  c->next_timestamp = undone->next_timestamp;
  c->decisions = undone->decisions;
  c->events = undone->events;
  c->next_acquisition = undone->next_acquisition;
  c->next_effect = undone->next_effect;
  c->next_group = undone->next_group;
  c->sight_serial = undone->sight_serial;
}

void checkpoint_restore(Game *g) {
  u32 first = last_image(g);
  for (u32 t = 0; t < TABLE_COUNT; t++) {
    TableId id = (TableId)t;
    u32 wanted = image_at(g, first)->tables[t].count;
    if (wanted > table(g, id)->cap) table_grow(g, id, wanted - count_of(g, id));
  }
  const Core undone = *core(g);
  block_copy_core(game_block(g), image_at(g, first));
  keep_counting(core(g), &undone);
  checkpoint_drop(g);
  derived_reset(g);
}

u32 checkpoint_count(const Game *g) {
  u32 n = 0;
  for (u32 end = count_of(g, T_CHECKPOINTS); end > 0; end = image_begin(g, end)) n++;
  return n;
}

void checkpoint_view(const Game *g, u32 i, Game *view) {
  u32 n = checkpoint_count(g);
  ASSERT(i < n);
  u32 end = count_of(g, T_CHECKPOINTS);
  for (u32 k = n - 1; k > i; k--) end = image_begin(g, end);
  *view = (Game){.allocator = g->allocator, .db = g->db, .limits = g->limits};
  view->block = (u8 *)(void *)image_at(g, image_begin(g, end));
  block_bind(view);
}
