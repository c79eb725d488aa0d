#include "rules/kernel/scratch.h"

void scratch_grow(Game *g) {
  if (!vec_reserve(&g->allocator, &g->scratch, 1)) game_fail(g, GAVEL_E_MEMORY, "scratch list");
}

/* The payer asks for so much at a time: to grow step by step would copy it time and again. */
#ifdef GAVEL_HOSTILE
enum { SCRATCH_ROOM = 1 };
#else
enum { SCRATCH_ROOM = 3000 };
#endif

u32 scratch_raw(Game *g, size_t bytes) {
  u32 words = (u32)((bytes + 7) / 8), place = g->scratch.count;
  u32 room = words < SCRATCH_ROOM ? SCRATCH_ROOM : words;
  if (!vec_has_room(&g->scratch, words) && !vec_reserve(&g->allocator, &g->scratch, room))
    game_fail(g, GAVEL_E_MEMORY, "scratch list");
  g->scratch.count += words;
  return place;
}

u32 scratch_room(Game *g, size_t bytes) {
  u32 place = scratch_raw(g, bytes), words = g->scratch.count - place;
  if (words) memset(&g->scratch.data[place], 0, words * sizeof g->scratch.data[0]);
  return place;
}
