/* The frame of play: turns and their steps, who is in the game, and how it ends. What other chapters may
   call stands in rules.h; here is what effects on turns need and what these files share. */
#ifndef RULES_TURN_TURN_H
#define RULES_TURN_TURN_H

#include "rules/kernel/frame.h"

/* --- effects on turns (turn.c) --------------------------------------------------------------- */

/* The player takes an extra turn after this one; the one added last is taken first (500.7). */
void turn_add(Game *g, u32 player);
/* The player skips their next turn (500.11). */
void turn_skip(Game *g, u32 player);
/* The player skips their next such step or phase, a word of class WC_STEP (500.11). */
void step_skip(Game *g, u32 player, Word step);
/* Adds a phase (a main phase, W_PHASE_COMBAT) or a step to this turn, directly after the present phase
   (`after` 0) or after the step or phase named; what is added last comes first (500.8, 500.9). A step added
   after a phase is a phase of its own with that step alone (500.10). */
void phase_add(Game *g, Word what, Word after);
/* `by` makes the player's decisions during the player's next turn (723.1). */
void turn_control(Game *g, u32 player, u32 by);

/* The step that is going on, a word of class WC_STEP. */
static inline Word step_now(const Game *g) { return (Word)(W_STEP_UNTAP + core(g)->step); }
static inline bool step_is_main(Word step) { return step == W_STEP_MAIN || step == W_STEP_MAIN_2; }
static inline bool step_is_combat(Word step) { return step >= W_STEP_BEGIN_COMBAT && step <= W_STEP_END_COMBAT; }

/* Finds a row of T_DUE, newest first; false if there is none. */
bool due_find(const Game *g, DueKind kind, u32 player, u32 a, u32 *row);
/* Removes it; the others keep their order. */
void due_remove(Game *g, u32 row);

/* --- turn-based actions (steps.c) ------------------------------------------------------------- */

/* Begins part `part` of a step's turn-based actions (703.4); false when there are no more. It may push one
   frame. `frame` is that of PROC_STEP. */
bool step_action(Game *g, Word step, u32 part, u32 frame);

/* --- leaving the game (players.c) --------------------------------------------------------------- */

/* Players who have lost leave the game, and it ends if it has to (104). To be called once all events of a
   batch have happened, so that those who lose together leave together. */
void players_settle(Game *g);
/* Who was choosing cards of an opening hand has left: the choice is over, and the frame below goes on without them.
   False if the pending decision is none of these (opening.c). */
bool opening_left(Game *g);
/* The game is a draw for all who are still in it (104.4). */
void game_draw(Game *g);

/* The step of the procedures in turn.c, priority.c, sba.c and those of combat in which they make up their decision
   from how things are; they can be sent back to it. */
enum { PROC_ASKS = 1 };

#endif
