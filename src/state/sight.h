/* Which objects each player can tell apart; views (view.h) make their handles from it.

   T_SIGHT holds a tag for every slot and player. A player's tag for an object stays the same while the player can
   follow the object, through zones too. When they lose track of it, because it is shuffled away or joins the unknown
   cards of a hand, it gets a tag that was never used before, and what they knew of the card (Object.known) is
   forgotten. The unknown cards of a hand share a tag for each viewer (Player.mixed), so that a hand is mixed at once;
   meanwhile their own tags are new ones that the viewer has never been shown. zone_insert and library_shuffle call these
   functions. */
#ifndef STATE_SIGHT_H
#define STATE_SIGHT_H

#include "state/state.h"

/* A new object that nobody has seen before. */
void sight_new(Game *g, u32 slot);
/* The object has moved from a zone (ZONE_NONE: from nowhere) to its current one; Object.known already holds who knows
   it there. `open`: it was revealed as it left; `knew`: the players who knew it before, as bits. */
void sight_moved(Game *g, u32 slot, Zone from, bool open, u32 knew);
/* The player's library was shuffled: nobody knows its order any more. */
void sight_shuffled(Game *g, u32 player);
/* A card lies in a library among others that arrived at the same time, and only the players in `arranged` (bits) know
   their order (401.4, 712.21a). */
void sight_arranged(Game *g, u32 slot, u32 arranged);
/* The viewer loses track of an object and forgets what it is. */
void sight_lose(Game *g, u32 viewer, u32 slot);

/* Whether the viewer may know which card this is, or was when last known (400.2, 708.5). */
static inline bool sight_knows(u32 viewer, const Object *o) {
  if (o->known >> viewer & 1 || o->flags & OBJECT_REVEALED) return true;
  Zone zone = (Zone)o->zone;
  if (!zone_is_public(zone)) return zone != ZONE_LIBRARY && o->owner == viewer;
  if (o->flags & OBJECT_EXILED_FACE_DOWN) return false;
  if (!(o->status & STATUS_FACE_DOWN)) return true;
  /* The controller of a face-down permanent or spell knows it (708.5). */
  return zone_is_open(zone) && o->controller == viewer;
}
/* The tag of an object for a viewer; never 0 for an existing object. */
static inline u32 sight_tag(const Game *g, u32 viewer, u32 slot) {
  const Object *o = object_row(g, slot);
  bool among_unknown = o->zone == ZONE_HAND && !sight_knows(viewer, o);
  return among_unknown ? core(g)->players[o->owner].mixed[viewer]
                       : *row_SIGHT(g, slot * core(g)->player_count + viewer);
}
/* From now on these players (bits) may know which card it is. */
void sight_gain(Game *g, u32 slot, u32 players);
/* The object was placed and Object.known set without sight_moved or sight_gain. */
void sight_in_library(Game *g, u32 slot);
/* The players, as bits, whose libraries may hold cards that somebody knows. Cached, because searching for them would
   take longer than everything else in a player's view. */
u32 sight_libraries(const Game *g);
/* The object came face down from its owner's hand, where others may have known it: it may be any card that was
   there. */
void sight_hidden(Game *g, u32 slot);

#endif
