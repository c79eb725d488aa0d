/* What a viewer sees of a whole zone. Most zones look as they did when the viewer was last asked, so that is kept with the
   game. */
#include "api/api.h"

#include "rules/query/query.h"
#include "state/view.h"

/* Whether the viewer knows each card there until it leaves the zone or is turned face down. What is asked in the middle of
   an event is not kept: its changes may have been told before they are made. */
static bool zone_is_kept(const Game *g, u32 viewer, Zone zone, u32 player) {
  if (g->running) return false;
  return zone == ZONE_BATTLEFIELD || zone == ZONE_GRAVEYARD || (zone == ZONE_HAND && player == viewer);
}

/* A number that changes whenever such a zone may look different, but for what is tapped, and damage. Counters never go
   back, so their sum changes if one does; the secret changes all handles. 0 while all characteristics may have to be
   computed anew. */
static u64 zone_version(const Game *g, Zone zone, u32 player, bool alone) {
  const DerivedCore *d = derived(g);
  if (!layers_settled(g)) return 0;
  u64 version = core(g)->sight_key[0] + d->layers.stamp + d->changes.lasting + (alone ? d->layers.alone_stamp : 0);
  switch (zone) {
    case ZONE_BATTLEFIELD: return version + d->changes.battlefield;
    case ZONE_GRAVEYARD: return version + d->changes.graveyards[player];
    default: return version + d->changes.hands[player];
  }
}

/* What the looks of an object may depend on besides the version of its zone. */
typedef enum SeenBy {
  SEEN_ALONE = 1, /* its characteristics were computed for it alone */
  SEEN_UNSURE = 2 /* it is face down: the viewer may come to know it */
} SeenBy;

/* Adds to a handle what the viewer sees of the object that it names. Answers bits of SeenBy. */
static u32 see(Game *g, u32 viewer, u32 slot, GavelSeen *seen) {
  const Object *o = object_row(g, slot);
  bool known = view_knows_object(g, viewer, o);
  const Chars *at_hand = api_chars_at_hand(g, slot);
  u32 by = (at_hand ? 0 : SEEN_ALONE) | (o->status & STATUS_FACE_DOWN ? SEEN_UNSURE : 0);
  seen->card = known && o->card ? row_CARDS(g, o->card)->def : 0;
  seen->owner = o->owner;
  seen->controller = o->controller;
  seen->status = o->status;
  seen->damage = o->zone == ZONE_BATTLEFIELD ? permanent_of(g, slot)->damage : 0;
  seen->in_sight =
      (known || zone_is_open((Zone)o->zone)) && api_characteristics(g, slot, at_hand, &seen->characteristics);
  if (!seen->in_sight) seen->characteristics = (GavelCharacteristics){.name = ""};
  return by;
}

/* Answers what the objects depend on together. */
static u32 see_all(Game *g, u32 viewer, Zone zone, u32 player, GavelSeen *out, u32 cap) {
  u32 count = view_column(g, viewer, zone, player, &out->handle, sizeof *out, cap);
  u32 next = zone_first(g, zone, player), by = 0;
  for (u32 i = 0; i < count && i < cap; i++) {
    /* Only hands may be out of order. */
    u32 slot = zone == ZONE_HAND ? view_slot(g, viewer, out[i].handle) : next;
    next = object_row(g, slot)->next;
    by |= see(g, viewer, slot, &out[i]);
  }
  return by;
}

/* --- what is kept -------------------------------------------------------------------------- */

static u32 zones_of(u32 players) { return players * players * GAVEL_ZONE_NONE; }

/* What is kept of the zone for the viewer; null if memory has run out. */
static SeenZone *seen_zone(Game *g, u32 viewer, Zone zone, u32 player) {
  ApiGame *api = api_need(g);
  if (!api) return NULL;
  u32 players = core(g)->player_count;
  if (api->seen_players != players) api_free_seen(g);
  if (!api->seen) {
    size_t size = zones_of(players) * sizeof *api->seen;
    api->seen = g->allocator.resize(g->allocator.user, NULL, 0, size);
    if (!api->seen) return NULL;
    memset(api->seen, 0, size);
    api->seen_players = players;
  }
  return &api->seen[(zone * players + viewer) * players + (zone_is_shared(zone) ? 0 : player)];
}

void api_free_seen(Game *g) {
  ApiGame *api = api_of(g);
  if (!api->seen) return;
  u32 count = zones_of(api->seen_players);
  for (u32 i = 0; i < count; i++) vec_free(&g->allocator, &api->seen[i].rows);
  g->allocator.resize(g->allocator.user, api->seen, count * sizeof *api->seen, 0);
  api->seen = NULL;
}

void api_forget_seen(Game *g) {
  ApiGame *api = api_of(g);
  for (u32 i = 0; api && api->seen && i < zones_of(api->seen_players); i++) api->seen[i].version = 0;
}

/* Checks that this is what the viewer sees. */
static void seen_prove(Game *g, u32 viewer, Zone zone, u32 player, const GavelSeen *rows, u32 count) {
#ifdef GAVEL_CHECKED
  size_t size = count * sizeof *rows;
  GavelSeen *anew = g->allocator.resize(g->allocator.user, NULL, 0, size);
  if (!anew) return;
  see_all(g, viewer, zone, player, anew, count);
  for (u32 i = 0; i < count; i++) {
    const GavelCharacteristics *c = &rows[i].characteristics, *d = &anew[i].characteristics;
    ASSERT(rows[i].handle == anew[i].handle && rows[i].card == anew[i].card && rows[i].owner == anew[i].owner);
    ASSERT(rows[i].controller == anew[i].controller && rows[i].status == anew[i].status);
    ASSERT(rows[i].damage == anew[i].damage && rows[i].in_sight == anew[i].in_sight && c->name == d->name);
    ASSERT(c->power == d->power && c->toughness == d->toughness && c->has_power_toughness == d->has_power_toughness);
    ASSERT(c->loyalty == d->loyalty && c->defense == d->defense && c->mana_value == d->mana_value);
    ASSERT(c->colors == d->colors && c->types == d->types && c->supertypes == d->supertypes);
    ASSERT(c->abilities == d->abilities);
  }
  g->allocator.resize(g->allocator.user, anew, size, 0);
#else
  (void)g, (void)viewer, (void)zone, (void)player, (void)rows, (void)count;
#endif
}

/* What is tapped, and damage, change most often. */
static u64 standing_version(const Game *g) {
  const Changes *c = &derived(g)->changes;
  u64 version = c->damage;
  for (u32 p = 0; p < core(g)->player_count; p++) version += c->own[p];
  return version;
}

static void see_standing(const Game *g, SeenZone *seen) {
  u64 standing = standing_version(g);
  if (seen->standing == standing) return;
  seen->standing = standing;
  GavelSeen *row = seen->rows.data;
  for (u32 slot = zone_first(g, ZONE_BATTLEFIELD, 0); slot; slot = object_row(g, slot)->next, row++) {
    row->status = object_row(g, slot)->status;
    row->damage = permanent_of(g, slot)->damage;
  }
}

uint32_t gavel_view_objects(GavelGame *game, uint32_t viewer, GavelZone where, uint32_t player, GavelSeen *out,
                            uint32_t cap) {
  if (!api_names_zone(game, viewer, where, player)) return 0;
  Zone zone = (Zone)where;
  u32 count = zone_list(game, zone, player)->count;
  if (!count || !cap) return count; /* `out` may be null */
  bool kept = count <= cap && zone_is_kept(game, viewer, zone, player);
  SeenZone *seen = kept ? seen_zone(game, viewer, zone, player) : NULL;
  if (seen && seen->version && seen->version == zone_version(game, zone, player, seen->alone)) {
    if (zone == ZONE_BATTLEFIELD) see_standing(game, seen);
    memcpy(out, seen->rows.data, count * sizeof *out);
    seen_prove(game, viewer, zone, player, out, count);
    return count;
  }
  u32 by = see_all(game, viewer, zone, player, out, cap);
  if (!seen) return count;
  seen->version = 0;
  seen->rows.count = 0;
  if (by & SEEN_UNSURE || !vec_reserve(&game->allocator, &seen->rows, count)) return count;
  memcpy(seen->rows.data, out, count * sizeof *out);
  seen->rows.count = count;
  seen->alone = by & SEEN_ALONE;
  seen->version = zone_version(game, zone, player, seen->alone);
  seen->standing = standing_version(game);
  return count;
}
