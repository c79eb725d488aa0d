/* The scratch list of a game. */
#ifndef RULES_KERNEL_SCRATCH_H
#define RULES_KERNEL_SCRATCH_H

#include "state/state.h"

/* The scratch list: a stack outside the block. Take a mark, push, read by index, release. */
static inline u32 scratch_mark(const Game *g) { return g->scratch.count; }
static inline u32 scratch_count(const Game *g) { return g->scratch.count; }
/* Makes room for one more. */
void scratch_grow(Game *g);
static inline void scratch_push(Game *g, Ref ref) {
  if (!vec_has_room(&g->scratch, 1)) scratch_grow(g);
  g->scratch.data[g->scratch.count++] = ref;
}
static inline Ref scratch_get(const Game *g, u32 index) {
  ASSERT(index < g->scratch.count);
  return g->scratch.data[index];
}
static inline void scratch_set(Game *g, u32 index, Ref ref) {
  ASSERT(index < g->scratch.count);
  g->scratch.data[index] = ref;
}
static inline void scratch_release(Game *g, u32 mark) {
  ASSERT(mark <= g->scratch.count);
  g->scratch.count = mark;
}

/* Room for so many bytes on the scratch list: its place. Of `scratch_raw` the contents are undefined, of `scratch_room` they
   are zero. */
u32 scratch_raw(Game *g, size_t bytes);
u32 scratch_room(Game *g, size_t bytes);
/* What lies at such a place, until something is pushed. */
#define SCRATCH(G, T, PLACE) ((T *)(void *)((G)->scratch.data + (PLACE)))

#endif
