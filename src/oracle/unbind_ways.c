/* The ways to say an ability, one after another. */
#include "oracle/unbind.h"

u32 unbind_way(Unbinder *u, u32 count) {
  if (u->choices == UNBIND_CHOICES_MAX || count < 2) return 0;
  u32 at = u->choices++;
  u->counts[at] = (u8)count;
  u32 root = u->root[at] < count ? u->root[at] : 0, differs = u->ways[at] < count ? u->ways[at] : 0;
  return u->taken[at] = (u8)((root + differs) % count);
}

void unbind_from(Unbinder *u, const u8 *taken) {
  memcpy(u->root, taken, sizeof u->root);
  memset(u->ways, 0, sizeof u->ways);
  u->tries = 0;
  u->first_way = u->second_way = 0;
  u->begun = false;
}

bool unbind_advance(Unbinder *u) {
  if (u->tries++ == 0) {
    u->base = u->choices;
    memcpy(u->base_counts, u->counts, sizeof u->counts);
    u->second = u->base; /* none */
    u->first = u->base;
  }
  memset(u->ways, 0, sizeof u->ways);
  for (;;) {
    if (u->first < u->base && ++u->first_way < u->base_counts[u->first]) break;
    u->first_way = 0;
    if (u->first > 0) {
      u->first--;
      if (u->second < u->base && u->first <= u->second)
        u->first = 0;
      else
        continue;
    }
    /* All ways of the first choice are done: the second goes on. */
    if (u->second == u->base) {
      if (u->base < 2) return false;
      u->second = 0;
      u->second_way = 0;
    }
    while (++u->second_way >= u->base_counts[u->second]) {
      u->second_way = 0;
      if (++u->second + 1 >= u->base) return false;
    }
    u->first = u->base;
  }
  u->ways[u->first] = u->first_way;
  if (u->second < u->base) u->ways[u->second] = u->second_way;
  return true;
}
