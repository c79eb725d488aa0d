/* What one player may know (design decision 12), and games in which the rest is dealt anew.

   A view names objects by handles of its own. They say nothing about ids, order or what a card is,
   and nobody can tell which handles of two players name the same object. A handle stays the same
   for as long as the viewer can follow the object, through zones too; when they lose sight of it,
   as when it is shuffled away or joins the unknown cards of a hand, it gets one never used
   before. */
#ifndef STATE_VIEW_H
#define STATE_VIEW_H

#include "state/state.h"

typedef u64 ViewHandle; /* 0 names nothing */

/* The viewer's handle for the object in a slot; 0 if there is none. */
ViewHandle view_handle(const Game *g, u32 viewer, u32 slot);
/* The slot a handle names now, 0 for one that names nothing (any more) or was made for another
   player. */
u32 view_slot(const Game *g, u32 viewer, ViewHandle handle);

/* Whether the viewer may know which card or object it is: it is face up in a public zone, their
   own, revealed, looked at, or followed since (400.2, 708.5); and what the players they control may
   know (723.4). */
bool view_knows(const Game *g, u32 viewer, u32 slot);
/* The same of an object as it is, or as it was as it left. */
bool view_knows_object(const Game *g, u32 viewer, const Object *o);
/* The object that something in sight refers to (an ability to its source), as the viewer may hear of it: REF_NONE if it
   is among the cards of a hand or library that the viewer doesn't know, where it would tell which of them it is. */
Ref view_referred(const Game *g, u32 viewer, Ref ref);
/* The card (of the database) that represents the object, 0 if none does or the viewer may not
   know. */
u32 view_card(const Game *g, u32 viewer, u32 slot);

/* The handles of a zone's objects, up to `cap` of them into `out` (may be null when cap is 0);
   answers how many there are. In the order of the zone, libraries from the top; but of a hand the
   viewer does not see, the cards they know come first, and the others in an order that says
   nothing. */
u32 view_zone(const Game *g, u32 viewer, Zone zone, u32 player, ViewHandle *out, u32 cap);

/* Whether the pending decision is the viewer's, who alone may see what it is: what others are asked, that they are asked at
   all, and what they may choose among follows from what is in their hands too. */
bool view_decides(const Game *g, u32 viewer);

/* Deals the cards whose identity the viewer may not know anew, each owner's among that owner's, so
   that all the viewer knows still holds: what they know stays where it is, and a card cast face
   down for its morph or disguise ability becomes one that has it. The game's random results are
   drawn from `seed` from now on. Equal seeds give equal games. The options of a decision that another
   player is to make stay as they were: they must be made anew. Answers the status of the game. */
GavelStatus game_determinize(Game *g, u32 viewer, u64 seed);

#endif
