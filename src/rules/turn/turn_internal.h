/* What the files of turns share. */
#ifndef RULES_TURN_TURN_INTERNAL_H
#define RULES_TURN_TURN_INTERNAL_H

#include "rules/combat/combat.h"
#include "rules/turn/turn.h"

/* --- turn-based actions (steps.c) ------------------------------------------------------------------------ */

/* Begins part `part` of a step's turn-based actions (703.4); false when there are no more. It may push one
   frame. `frame` is that of PROC_STEP. */
bool step_action(Game *g, Word step, u32 part, u32 frame);
/* Players who have lost leave the game, and it ends if it has to (104). To be called once all events of a
   batch have happened, so that those who lose together leave together. */
void players_settle(Game *g);
/* Who was choosing cards of an opening hand has left: the choice is over, and the frame below goes on without them.
   False if the pending decision is none of these (opening.c). */
bool opening_left(Game *g);
/* The game is a draw for all who are still in it (104.4). */
void game_draw(Game *g);
/* Whether PROC_CHECK would find nothing to do, as it mostly does (117.5). It may answer false and still find nothing. */
bool check_finds_nothing(Game *g);

#endif
