/* What names cards that a viewer may not know: used when these are dealt anew (determinize.c). */
#ifndef STATE_UNNAMED_H
#define STATE_UNNAMED_H

#include "state/state.h"

/* Whether an object is in a hand or library, or was there, and the viewer can't tell which it is. */
bool was_unknown(const Game *g, u32 viewer, const Object *o);

/* What something other than the history names, in an order that goes by what the viewer sees, never by numbers of slots. */
typedef struct Names {
  VEC(u32) order; /* a row for each slot: a number from 1 in the order in which they are named; 0 if nothing names it */
  VEC(u32) gone;  /* rows of last known information of what else is named; what those became is named, too */
  u32 count;
} Names;
/* `names` is all zero before. False if the allocator refuses. */
bool names_find(Game *g, Names *names);
void names_free(Game *g, Names *names);

/* Takes the source from effects, abilities and mana if it is, or was, a card of a hand or library that the viewer can't follow
   any more. Such a card may have been revealed from an opening hand, for example. */
void forget_lost_sources(const Game *g, u32 viewer);

/* Foretold cards. The row of the effect that lets a card that was foretold be cast (702.143a); 0 if it wasn't. */
u32 foretold_by(const Game *g, Ref ref);
/* What lets the object in the slot be cast is the ability of the card `def` from now on, which has that keyword, too. */
void foretold_as(Game *g, u32 slot, u32 def);

/* The history of the last turns goes on to say that cards were drawn, but not which: the last were those that are last in a
   hand. Hands are arranged already. */
void retell(Game *g, u32 viewer);

#endif
