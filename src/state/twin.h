/* A copy of a game that is kept with it and made anew when asked for, so that checked builds can let it go on in another
   way and compare. */
#ifndef STATE_TWIN_H
#define STATE_TWIN_H

#include "state/state.h"

/* The twin, a copy of the game as it is now that goes short ways (game_is_quick); null when there is no memory. The game
   must not be running. It belongs to the game. */
Game *game_twin(Game *g);
/* Gives the twin and its memory back. */
void game_twin_free(Game *g);

#endif
