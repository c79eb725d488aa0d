#include "state/twin.h"

#include "state/clone.h"

static bool twin_new(Game *g) {
  size_t size = game_clone_size(g);
  void *memory = g->allocator.resize(g->allocator.user, NULL, 0, size);
  if (!memory) return false;
  g->twin_memory = memory;
  g->twin_size = size;
  if (game_clone_into(g, memory, size, &g->twin) == GAVEL_OK) return true;
  game_twin_free(g);
  return false;
}

Game *game_twin(Game *g) {
  if (g->twin ? game_clone_again(g->twin, g) != GAVEL_OK : !twin_new(g)) return NULL;
  g->twin->quick = true;
  return g->twin;
}

void game_twin_free(Game *g) {
  if (g->twin) game_clone_release(g->twin);
  if (g->twin_memory) g->allocator.resize(g->allocator.user, g->twin_memory, g->twin_size, 0);
  g->twin = NULL;
  g->twin_memory = NULL;
}
