/* Turns and their steps, the beginning and end of the game, and leaving it. This is the interface for other modules. */
#ifndef RULES_TURN_TURN_H
#define RULES_TURN_TURN_H

#include "rules/cast/cast.h"

/* --- the beginning --------------------------------------------------------------------------------------- */

/* Starts the game at the beginning of turn 1, without shuffling or drawing: pushes PROC_GAME. */
void game_start(Game *g);
/* The same after shuffling libraries, drawing opening hands and mulligans (103.3, 103.5); before that, unless `chooser`
   is PLAYER_NONE, that player chooses who begins (103.1). */
void game_start_with_hands(Game *g, u32 chooser);
/* Chooses a card outside the game as the player's companion before the game begins (103.2b). Returns false, changing
   nothing, if it has no companion ability, the player has already chosen one, or a card of the starting deck, which is
   in the zones of the game by now, doesn't meet the ability's condition (702.139b). */
bool companion_choose(Game *g, u32 slot);

/* --- effects on turns ------------------------------------------------------------------------------------ */

/* Listeners are told of each as an effect of `source`, except steps skipped for REF_NONE. */
/* Gives the player an extra turn after this one; the one added last is taken first (500.7). */
void turn_add(Game *g, u32 player, Ref source);
/* Makes the player skip their next turn (500.11). */
void turn_skip(Game *g, u32 player, Ref source);
/* Makes the player skip their next such step or phase, a word of class WC_STEP (500.11). */
void step_skip(Game *g, u32 player, Word step, Ref source);
/* Adds a phase (a main phase, W_PHASE_COMBAT) or a step to this turn, directly after the present phase (`after` 0) or
   after the given step or phase; what is added last comes first (500.8, 500.9). A step added after a phase is a phase
   with only that step (500.10). */
void phase_add(Game *g, Word what, Word after, Ref source);
/* Lets `by` make the player's decisions during the player's next turn (723.1). */
void turn_control(Game *g, u32 player, u32 by);

/* --- leaving --------------------------------------------------------------------------------------------- */

/* Makes a player concede (104.3a). */
void player_concede(Game *g, u32 player);

#endif
