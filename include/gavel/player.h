/* Players: one that needs no person, looks one action ahead and takes what leaves it best off; and what people at a
   table want to be asked and told. */
#ifndef GAVEL_PLAYER_H
#define GAVEL_PLAYER_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a player keeps between its decisions: memory, and no knowledge of any game. */
typedef struct GavelAutomaton GavelAutomaton;

/* Makes a player, as `*automaton`. Errors: GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_automaton_create(GavelAllocator allocator, GavelAutomaton **automaton);
/* Gives it back; null is allowed. */
GAVEL_API void gavel_automaton_destroy(GavelAutomaton *automaton);

/* Chooses for whoever decides now, as `*option`: tries each option on a copy of the game, in which
   hidden cards are dealt anew so that it plays fair (gavel_game_determinize), finishes the action
   with the best choices it finds, lets the others answer modestly until the turn is over, and values
   what is then there. The same game gives the same option. The game is not changed. Errors:
   GAVEL_E_MISUSE when nothing is asked; GAVEL_E_MEMORY. */
GAVEL_REFEREE GavelStatus gavel_automaton_choose(GavelAutomaton *automaton, const GavelGame *game, uint32_t *option);

/* --- people ------------------------------------------------------------------------------- */

/* Whether a person who decides now is likely to want to: always but at priority, where they can do more than make mana and
   something is on the stack, or it is one of their own main phases, or attackers or blockers have been declared, or it is
   another player's end step. Whoever plays for a person may pass elsewhere. */
GAVEL_REFEREE bool gavel_person_stops(GavelGame *game);
/* Whether a log has a line for an event: it is none of the steps that every game is full of. */
GAVEL_API bool gavel_person_hears(const GavelEvent *event);

#ifdef __cplusplus
}
#endif
#endif
