#include "state/sight.h"

static void tag_renew(Game *g, u32 viewer, u32 slot) {
  *row_SIGHT(g, slot * core(g)->player_count + viewer) = ++core(g)->sight_serial;
}

void sight_new(Game *g, u32 slot) {
  for (u32 v = 0; v < core(g)->player_count; v++) tag_renew(g, v, slot);
}

void sight_lose(Game *g, u32 viewer, u32 slot) {
  object_row(g, slot)->known &= (u8) ~(1u << viewer);
  tag_renew(g, viewer, slot);
}

/* --- libraries ------------------------------------------------------------------------------- */

static bool library_card_known(const Object *o) {
  return o->zone == ZONE_LIBRARY && (o->known || o->flags & OBJECT_REVEALED);
}

/* Scans all objects in memory order. */
static u32 libraries_looked_at(const Game *g) {
  u32 owners = 0, count = count_of(g, T_OBJECTS);
  for (u32 slot = 1; slot < count; slot++)
    if (library_card_known(object_row(g, slot))) owners |= 1u << object_row(g, slot)->owner;
  return owners;
}

u32 sight_libraries(const Game *g) {
  SightKept *kept = &derived(g)->sight;
  if (!kept->looked) {
    kept->libraries = (u8)libraries_looked_at(g);
    kept->looked = 1;
  }
  ASSERT(!(libraries_looked_at(g) & ~(u32)kept->libraries));
  return kept->libraries;
}

void sight_in_library(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (library_card_known(o)) derived(g)->sight.libraries |= (u8)(1u << o->owner);
}

/* --- moving ---------------------------------------------------------------------------------- */

/* The viewer can no longer tell the unknown cards of a hand apart. */
static void hand_mix(Game *g, u32 viewer, u32 owner) {
  core(g)->players[owner].mixed[viewer] = ++core(g)->sight_serial;
}

/* A card left the hand unseen: it may have been any of them, even a known one. */
static void hand_forget(Game *g, u32 viewer, u32 owner, u32 gone) {
  for (u32 s = zone_first(g, ZONE_HAND, owner); s; s = object_row(g, s)->next) sight_lose(g, viewer, s);
  sight_lose(g, viewer, gone);
  hand_mix(g, viewer, owner);
}

/* An unknown card of a hand becomes known; which of them it was stays hidden. */
static void hand_left(Game *g, u32 viewer, u32 owner, u32 gone) {
  tag_renew(g, viewer, gone);
  hand_mix(g, viewer, owner);
}

void sight_gain(Game *g, u32 slot, u32 players) {
  const Object *o = object_row(g, slot);
  u32 owner = o->owner;
  for (u32 v = 0; o->zone == ZONE_HAND && v < core(g)->player_count; v++)
    if (v != owner && players >> v & 1 && !sight_knows(v, o)) hand_left(g, v, owner, slot);
  object_row(g, slot)->known |= (u8)players;
  sight_in_library(g, slot);
}

/* Whether a card moves out of a library unseen by others: a player who looked at several may have chosen any of
   them. */
static bool may_be_chosen(Zone to, u32 viewer, u32 knew) { return to != ZONE_HAND && knew & ~(1u << viewer); }

void sight_moved(Game *g, u32 slot, Zone from, bool open, u32 knew) {
  const Object *o = object_row(g, slot);
  Zone to = (Zone)o->zone;
  u32 owner = o->owner;
  bool hidden = !zone_is_public(to) || o->flags & OBJECT_EXILED_FACE_DOWN;
  for (u32 v = 0; v < core(g)->player_count; v++) {
    if (v == owner) continue;
    bool unseen = hidden && !open;
    if (from == ZONE_HAND && unseen)
      hand_forget(g, v, owner, slot);
    else if (from == ZONE_HAND && !open && !(knew >> v & 1))
      hand_left(g, v, owner, slot);
    else if (from == ZONE_LIBRARY && unseen && (to == ZONE_LIBRARY || may_be_chosen(to, v, knew)))
      sight_lose(g, v, slot);
    if (to != ZONE_HAND) continue;
    if (!sight_knows(v, o)) tag_renew(g, v, slot);
    hand_mix(g, v, owner);
  }
  sight_in_library(g, slot);
}

void sight_arranged(Game *g, u32 slot, u32 arranged) {
  for (u32 v = 0; v < core(g)->player_count; v++)
    if (!(arranged >> v & 1)) sight_lose(g, v, slot);
}

void sight_hidden(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  u32 owner = o->owner, controller = o->controller;
  for (u32 v = 0; v < core(g)->player_count; v++)
    if (v != owner && v != controller) hand_forget(g, v, owner, slot);
}

void sight_shuffled(Game *g, u32 player) {
  for (u32 s = zone_first(g, ZONE_LIBRARY, player); s; s = object_row(g, s)->next) {
    object_row(g, s)->known = 0;
    object_row(g, s)->flags &= (u8)~OBJECT_REVEALED;
    sight_new(g, s);
  }
  derived(g)->sight.libraries &= (u8) ~(1u << player);
}
