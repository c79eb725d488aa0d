/* Shared by the files of turns. */
#ifndef RULES_TURN_TURN_INTERNAL_H
#define RULES_TURN_TURN_INTERNAL_H

#include "rules/combat/combat.h"
#include "rules/turn/turn.h"

/* --- turn-based actions (steps.c) ------------------------------------------------------------------------ */

/* Begins part `part` of a step's turn-based actions (703.4); false if there are no more. It may push one frame. `frame`
   is that of PROC_STEP. */
bool step_action(Game *g, Word step, u32 part, u32 frame);
/* Makes players who have lost leave the game, and ends it if necessary (104). Call it once all events of a batch have
   happened, so that players who lose together leave together. */
void players_settle(Game *g);
/* A player choosing cards of an opening hand has left: ends the choice, and the frame below continues without them.
   False if the pending decision is not such a choice (opening.c). */
bool opening_left(Game *g);
/* Makes the game a draw for everyone still in it (104.4). */
void game_draw(Game *g);
/* The first step of PROC_PRIORITY, which games that take shortcuts take as they push its frame. */
Flow priority_begin(Game *g, Frame *f);
/* Does what PROC_CHECK does (117.5). True if there was nothing to do, which is the usual case, with the same result;
   else a frame has been pushed that goes on with it. Only for games that take shortcuts. */
bool check_at_once(Game *g);

#endif
