/* A copy of a game that is kept with it and made anew when asked for, so that checked builds can let it go on in another
   way and compare. */
#ifndef STATE_SHADOW_H
#define STATE_SHADOW_H

#include "state/state.h"

/* The shadow, a copy of the game as it is now that goes short ways (game_is_quick); null when there is no memory. The game
   must not be running. It belongs to the game. */
Game *game_shadow(Game *g);
/* Gives the shadow and its memory back. */
void game_shadow_free(Game *g);

#endif
