#include "rules/kernel/scratch.h"

void scratch_grow(Game *g) {
  if (!vec_reserve(&g->allocator, &g->scratch, 1)) game_fail(g, GAVEL_E_MEMORY, "scratch list");
}
