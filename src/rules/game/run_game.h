/* Entry points for running a game and answering its decisions. None of them may be called from within another
   (Game.running). */
#ifndef RULES_GAME_RUN_GAME_H
#define RULES_GAME_RUN_GAME_H

#include "rules/kernel/kernel.h"

/* The procedures that every game is created with (game_new, game_load). */
extern const Procedures GAME_PROCEDURES;

/* Runs until a decision is pending, in Core.decision with its options in T_OPTIONS, or until the game is over. Does
   nothing while a decision is pending. Returns the game's failure status, GAVEL_OK if it has not failed. */
GavelStatus game_resume(Game *g);

/* The same, but stops as soon as `stop` returns true; it is called before every piece of work. */
typedef bool GameStop(Game *g, void *user);
GavelStatus game_resume_until(Game *g, GameStop *stop, void *user);

/* Answers the pending decision with that row of T_OPTIONS and continues like game_resume. Returns GAVEL_E_MISUSE if no
   decision is pending and GAVEL_E_ILLEGAL if there is no such option; nothing changes then.

   With Game.show_forced, decisions with only one option are pending too. Their answers don't count in Core.decisions,
   so the game goes the same way with and without it. */
GavelStatus game_answer(Game *g, u32 option);
/* The same, but the game doesn't continue yet. */
GavelStatus game_take(Game *g, u32 option);

/* Answers pending decisions one after another, like game_answer, with the options that `pick` returns, until none is
   pending or it returns GAME_PICK_NONE. */
#define GAME_PICK_NONE ((u32)-1)
typedef u32 GamePick(Game *g, void *user);
GavelStatus game_play(Game *g, GamePick *pick, void *user);

/* Recomputes the pending decision of a loaded game, if it follows from the state. Returns GAVEL_E_CORRUPT if the result
   differs, or the status with which the game fails meanwhile. */
GavelStatus game_ask_anew(Game *g);
/* Deals what the viewer may not know anew (game_determinize), and recomputes another player's pending decision.
   GAVEL_E_MISUSE, changing nothing, if the decision's options were gathered from hidden cards earlier; otherwise the
   game's status. */
GavelStatus game_redeal(Game *g, u32 viewer, u64 seed);

#endif
