/* Whom each player can tell apart: what views (view.h) make their handles of.

   T_SIGHT holds a tag for every slot and player. A player's tag for an object stays the same as
   long as the player can follow the object, through zones too, and is replaced by one never used
   before when they lose sight of it: when it is shuffled away, or goes among the unknown cards of a
   hand. What a player may know of a card (Object.known) is lost with it. Called by zone_insert and
   library_shuffle. */
#ifndef STATE_SIGHT_H
#define STATE_SIGHT_H

#include "state/state.h"

/* A new object: nobody has seen it before. */
void sight_new(Game *g, u32 slot);
/* The object has come from a zone (ZONE_NONE: from nowhere) to the one it is in; Object.known says
   already who knows it there. `open`: it was revealed as it left; `knew`: the players who knew it where it was, as bits. */
void sight_moved(Game *g, u32 slot, Zone from, bool open, u32 knew);
/* The player's library was shuffled: nobody knows its order any more. */
void sight_shuffled(Game *g, u32 player);
/* A card lies in a library among others that came there at the same time, and only the players of `arranged` (as bits) know
   in which order (401.4, 712.21a). */
void sight_arranged(Game *g, u32 slot, u32 arranged);
/* The viewer loses sight of one object, and of what they knew of it. */
void sight_lose(Game *g, u32 viewer, u32 slot);

/* The tag of an object for a viewer; never 0 for an object that is there. */
static inline u32 sight_tag(const Game *g, u32 viewer, u32 slot) {
  return *row_SIGHT(g, slot * core(g)->player_count + viewer);
}
/* Whether the viewer may know which card this is, or was as it was last known (400.2, 708.5). */
static inline bool sight_knows(u32 viewer, const Object *o) {
  if (o->known >> viewer & 1 || o->flags & OBJECT_REVEALED) return true;
  Zone zone = (Zone)o->zone;
  if (!zone_is_public(zone)) return zone != ZONE_LIBRARY && o->owner == viewer;
  if (o->flags & OBJECT_EXILED_FACE_DOWN) return false;
  if (!(o->status & STATUS_FACE_DOWN)) return true;
  /* 708.5: a face-down permanent or spell by its controller. */
  return (zone == ZONE_BATTLEFIELD || zone == ZONE_STACK) && o->controller == viewer;
}
/* These players (as bits) may know from now on which card it is. */
void sight_gain(Game *g, u32 slot, u32 players);
/* The object was put where it is, and Object.known set, without sight_moved or sight_gain. */
void sight_in_library(Game *g, u32 slot);
/* The players, as bits, in whose libraries there may be cards that somebody knows. Kept: to look for them takes longer than
   all else that a player sees. */
u32 sight_libraries(const Game *g);
/* The object has come face down from its owner's hand, where others may have known it: it may be any card that was there. */
void sight_hidden(Game *g, u32 slot);

#endif
