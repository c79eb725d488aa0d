/* Letting a game run and answering what it asks: the entry points that whoever plays a game stands on. None
   of them may be called from within another (Game.running). */
#ifndef RULES_GAME_RUN_GAME_H
#define RULES_GAME_RUN_GAME_H

#include "rules/kernel/kernel.h"

/* What every game is made with (game_new, game_load). */
extern const Procedures GAME_PROCEDURES;

/* Runs until a decision is pending, which is then Core.decision with its options in T_OPTIONS, or until the
   game is over. Does nothing while a decision is pending. Answers what the game has failed with, GAVEL_OK if
   it has not. */
GavelStatus game_resume(Game *g);

/* The same, but stops as soon as `stop` answers true; it is asked before every piece of work. */
typedef bool GameStop(Game *g, void *user);
GavelStatus game_resume_until(Game *g, GameStop *stop, void *user);

/* Answers the pending decision with that row of T_OPTIONS and goes on as game_resume does. Changes nothing
   and answers GAVEL_E_MISUSE when no decision is pending, GAVEL_E_ILLEGAL when there is no such option.

   With Game.show_forced, decisions that have only one option are pending too. Their answers don't count in
   Core.decisions, so that a game goes the same way with it and without. */
GavelStatus game_answer(Game *g, u32 option);
/* The same, but the game does not go on yet. */
GavelStatus game_take(Game *g, u32 option);

/* Answers one pending decision after the other, as game_answer does, with the option `pick` names, until none is pending or it
   names GAME_PICK_NONE. */
#define GAME_PICK_NONE ((u32)-1)
typedef u32 GamePick(Game *g, void *user);
GavelStatus game_play(Game *g, GamePick *pick, void *user);

/* Makes the pending decision of a game that was loaded anew, if it can be made from how things are: GAVEL_E_CORRUPT if it
   comes out otherwise, or what the game fails with meanwhile. */
GavelStatus game_ask_anew(Game *g);
/* Deals what the viewer may not know anew (game_determinize), and makes another player's pending decision anew from it.
   GAVEL_E_MISUSE, and nothing changes, for a decision whose options were gathered from hidden cards before; else the status
   of the game. */
GavelStatus game_redeal(Game *g, u32 viewer, u64 seed);

#endif
