/* What one player may know, and games in which the rest is dealt anew.

   A view names objects by handles of its own. They reveal nothing about ids, order or identity, and nobody can tell
   which handles of two players name the same object. A handle stays the same while the viewer can follow the object,
   through zones too. When they lose track of it, because it is shuffled away or joins the unknown cards of a hand, it
   gets a handle that was never used before. */
#ifndef STATE_VIEW_H
#define STATE_VIEW_H

#include "state/state.h"

typedef u64 ViewHandle; /* 0 is none */

/* The viewer's handle for the object in a slot; 0 if there is none. */
ViewHandle view_handle(const Game *g, u32 viewer, u32 slot);
/* The slot that a handle names now; 0 if it names nothing (any more) or was made for another player. */
u32 view_slot(const Game *g, u32 viewer, ViewHandle handle);

/* Whether the viewer may know which card or object it is: it is face up in a public zone, their own, revealed, looked
   at, or has been followed since (400.2, 708.5). Includes what players they control may know (723.4). */
bool view_knows(const Game *g, u32 viewer, u32 slot);
/* The same for an object as it is, or as it was when it left. */
bool view_knows_object(const Game *g, u32 viewer, const Object *o);
/* The object that a visible object refers to (an ability to its source), if the viewer may know. REF_NONE if it is an
   unknown card in a hand or library, which the reference would give away. */
Ref view_referred(const Game *g, u32 viewer, Ref ref);
/* The card (of the database) that represents the object; 0 if there is none or the viewer may not know it. */
u32 view_card(const Game *g, u32 viewer, u32 slot);

/* Writes up to `cap` handles of a zone's objects to `out` (may be null if cap is 0); returns how many objects there
   are. In zone order, libraries from the top. In a hand that the viewer doesn't see, the cards they know come first,
   and the others in an order that reveals nothing. */
u32 view_zone(const Game *g, u32 viewer, Zone zone, u32 player, ViewHandle *out, u32 cap);
/* The same into members of rows: the first handle to `*first`, each other `stride` bytes behind the one before. */
u32 view_column(const Game *g, u32 viewer, Zone zone, u32 player, ViewHandle *first, size_t stride, u32 cap);

/* Whether the pending decision is the viewer's. Only then may they see it: the question, its options, and even that it
   is asked, can reveal another player's hand. */
bool view_decides(const Game *g, u32 viewer);

/* Deals the cards that the viewer may not know anew, each owner's among that owner's cards, consistently with
   everything the viewer knows: known cards stay in place, and a card cast face down for its morph or disguise
   ability becomes one that has it. Reseeds the game's random generator with `seed`; equal seeds give equal games.
   The options of another player's pending decision are not updated: the caller must recompute them. Returns the
   status of the game. */
GavelStatus game_determinize(Game *g, u32 viewer, u64 seed);

#endif
