/* An automatic player, which looks one action ahead and takes the best result; and when to stop for people at a table
   and what to tell them. */
#ifndef GAVEL_PLAYER_H
#define GAVEL_PLAYER_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An automatic player: the memory it keeps between decisions. It remembers nothing about any game. */
typedef struct GavelAutomaton GavelAutomaton;

/* Creates a player in `*automaton`. Errors: GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_automaton_create(GavelAllocator allocator, GavelAutomaton **automaton);
/* Destroys a player; null is allowed. */
GAVEL_API void gavel_automaton_destroy(GavelAutomaton *automaton);

/* Chooses an option for the player who decides, in `*option`. It tries each option on a copy of the game, with hidden
   cards dealt anew so that it plays fair (gavel_game_determinize), finishes the action with the best choices it finds,
   lets the others answer modestly until the turn is over, and evaluates the result. Deterministic. Doesn't change the
   game. Errors: GAVEL_E_MISUSE when no decision is pending; GAVEL_E_MEMORY. */
GAVEL_REFEREE GavelStatus gavel_automaton_choose(GavelAutomaton *automaton, const GavelGame *game, uint32_t *option);

/* --- people ------------------------------------------------------------------------------- */

/* Whether a person is likely to want to make the pending decision. True for everything but priority. With priority:
   true if they can do more than make mana and something is on the stack, it is one of their own main phases, attackers
   or blockers have been declared, or it is another player's end step. Otherwise a client may pass for them. */
GAVEL_REFEREE bool gavel_person_stops(GavelGame *game);
/* Whether a log shows a line for the event: false for the routine steps of every game. */
GAVEL_API bool gavel_person_hears(const GavelEvent *event);

#ifdef __cplusplus
}
#endif
#endif
