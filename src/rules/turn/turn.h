/* Turns and their steps, the beginning of the game, who is in it, and how it ends: what other rooms ask of them. */
#ifndef RULES_TURN_TURN_H
#define RULES_TURN_TURN_H

#include "rules/cast/cast.h"

/* --- the beginning --------------------------------------------------------------------------------------- */

/* Starts the game at the beginning of turn 1 (nothing shuffled or drawn): pushes PROC_GAME. */
void game_start(Game *g);
/* Likewise, with libraries shuffled, opening hands drawn and mulligans first (103.3, 103.5); and before that, unless
   `chooser` is PLAYER_NONE, that player chooses who begins (103.1). */
void game_start_with_hands(Game *g, u32 chooser);
/* A player chooses a card outside the game as companion, before the game begins (103.2b): false, and nothing changes, if
   it has no companion ability, the player has chosen one already, or a card of the starting deck, which lies in the zones
   of the game by now, isn't what the ability demands (702.139b). */
bool companion_choose(Game *g, u32 slot);

/* --- effects on turns ------------------------------------------------------------------------------------ */

/* Listeners are told of each as an effect of `source`, except that steps skipped for REF_NONE go unmentioned. */
/* The player takes an extra turn after this one; the one added last is taken first (500.7). */
void turn_add(Game *g, u32 player, Ref source);
/* The player skips their next turn (500.11). */
void turn_skip(Game *g, u32 player, Ref source);
/* The player skips their next such step or phase, a word of class WC_STEP (500.11). */
void step_skip(Game *g, u32 player, Word step, Ref source);
/* Adds a phase (a main phase, W_PHASE_COMBAT) or a step to this turn, directly after the present phase
   (`after` 0) or after the step or phase named; what is added last comes first (500.8, 500.9). A step added
   after a phase is a phase of its own with that step alone (500.10). */
void phase_add(Game *g, Word what, Word after, Ref source);
/* `by` makes the player's decisions during the player's next turn (723.1). */
void turn_control(Game *g, u32 player, u32 by);

/* --- leaving --------------------------------------------------------------------------------------------- */

/* A player concedes (104.3a). */
void player_concede(Game *g, u32 player);

#endif
