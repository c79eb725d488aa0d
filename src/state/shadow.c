#include "state/shadow.h"

#include "state/clone.h"

static bool shadow_new(Game *g) {
  size_t size = game_clone_size(g);
  void *memory = g->allocator.resize(g->allocator.user, NULL, 0, size);
  if (!memory) return false;
  g->shadow_memory = memory;
  g->shadow_size = size;
  if (game_clone_into(g, memory, size, &g->shadow) == GAVEL_OK) return true;
  game_shadow_free(g);
  return false;
}

Game *game_shadow(Game *g) {
  if (g->shadow ? game_clone_again(g->shadow, g) != GAVEL_OK : !shadow_new(g)) return NULL;
  g->shadow->quick = true;
  return g->shadow;
}

void game_shadow_free(Game *g) {
  if (g->shadow) game_clone_release(g->shadow);
  if (g->shadow_memory) g->allocator.resize(g->allocator.user, g->shadow_memory, g->shadow_size, 0);
  g->shadow = NULL;
  g->shadow_memory = NULL;
}
