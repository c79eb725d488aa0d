/* A second copy of a game, refreshed on demand, so that checked builds can play on in another way and compare. */
#ifndef STATE_SHADOW_H
#define STATE_SHADOW_H

#include "state/state.h"

/* Returns the shadow: a copy of the game as it is now that takes shortcuts (game_is_quick); null if there is no memory.
   The game must not be running. The game owns the shadow. */
Game *game_shadow(Game *g);
/* Frees the shadow and its memory. */
void game_shadow_free(Game *g);

#endif
