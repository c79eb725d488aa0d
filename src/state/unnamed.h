/* What names cards that a viewer may not know: used when these are dealt anew (determinize.c). */
#ifndef STATE_UNNAMED_H
#define STATE_UNNAMED_H

#include "state/state.h"

/* Whether an object is in a hand or library, or was there, and the viewer can't tell which it is. */
bool was_unknown(const Game *g, u32 viewer, const Object *o);

/* Slots in the order in which something other than the history names them: row `slot` of `order` is a number from 1, 0 if
   nothing names it; `order` has a row for each slot, all of them 0. Goes by what the viewer sees, never by numbers of slots. */
void slots_named(Game *g, u32 *order);

/* Foretold cards. The row of the effect that lets a card that was foretold be cast (702.143a); 0 if it wasn't. */
u32 foretold_by(const Game *g, Ref ref);
/* What lets the object in the slot be cast is the ability of the card `def` from now on, which has that keyword, too. */
void foretold_as(Game *g, u32 slot, u32 def);

/* The history of the last turns goes on to say that cards were drawn, but not which: the last were those that are last in a
   hand. Hands are arranged already. */
void retell(Game *g, u32 viewer);

#endif
