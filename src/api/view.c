/* What one player may know. */
#include "api/api.h"

#include "state/sight.h"
#include "state/view.h"

static bool is_player(const Game *g, u32 player) { return player < core(g)->player_count; }

/* Players are numbered from 1: nothing about them is hidden. Handles of objects are as good as
   random words, so that none of them is among so few numbers. */
static GavelHandle player_handle(u32 player) { return 1 + (GavelHandle)player; }
static bool names_player(const Game *g, GavelHandle handle) { return handle >= 1 && handle <= core(g)->player_count; }

GavelHandle gavel_view_handle(const GavelGame *game, uint32_t viewer, GavelRef ref) {
  if (!is_player(game, viewer)) return 0;
  if (ref_is_player(ref)) return is_player(game, ref_slot(ref)) ? player_handle(ref_slot(ref)) : 0;
  u32 slot = object_live(game, ref);
  return slot ? view_handle(game, viewer, slot) : 0;
}

static u32 slot_of(const Game *g, u32 viewer, GavelHandle handle) {
  return is_player(g, viewer) && !names_player(g, handle) ? view_slot(g, viewer, handle) : 0;
}

GavelRef gavel_view_ref(const GavelGame *game, uint32_t viewer, GavelHandle handle) {
  if (names_player(game, handle)) return ref_player((u32)handle - 1);
  u32 slot = slot_of(game, viewer, handle);
  return slot ? object_ref(game, slot) : REF_NONE;
}

bool gavel_view_knows(const GavelGame *game, uint32_t viewer, GavelRef ref) {
  if (!is_player(game, viewer)) return false;
  if (ref_is_player(ref)) return is_player(game, ref_slot(ref));
  u32 slot = object_live(game, ref);
  return slot && view_knows(game, viewer, slot);
}

uint32_t gavel_view_zone(const GavelGame *game, uint32_t viewer, GavelZone zone, uint32_t player, GavelHandle *out,
                         uint32_t cap) {
  if (!is_player(game, viewer) || (u32)zone >= GAVEL_ZONE_NONE) return 0;
  if (!zone_is_shared((Zone)zone) && !is_player(game, player)) return 0;
  return view_zone(game, viewer, (Zone)zone, player, out, cap);
}

/* --- objects ------------------------------------------------------------------------------- */

/* When a hidden card came to where it is would tell which one it is. */
static void object_mask(const Game *g, u32 viewer, u32 slot, GavelObject *object) {
  object->card = view_card(g, viewer, slot);
  if (view_knows(g, viewer, slot)) return;
  bool open = object->zone == GAVEL_ZONE_BATTLEFIELD || object->zone == GAVEL_ZONE_STACK;
  object->face = 0;
  object->commander = false;
  if (!open) object->timestamp = 0;
}

bool gavel_view_object(const GavelGame *game, uint32_t viewer, GavelHandle handle, GavelObject *object) {
  GavelRef ref = gavel_view_ref(game, viewer, handle);
  if (!gavel_game_object(game, ref, object)) return false;
  object_mask(game, viewer, ref_slot(ref), object);
  object->attached_to = gavel_view_handle(game, viewer, object->attached_to);
  object->attacking = gavel_view_handle(game, viewer, object->attacking);
  object->source = gavel_view_handle(game, viewer, object->source);
  return true;
}

bool gavel_view_characteristics(GavelGame *game, uint32_t viewer, GavelHandle handle,
                                GavelCharacteristics *characteristics) {
  u32 slot = slot_of(game, viewer, handle);
  Zone zone = slot ? (Zone)object_row(game, slot)->zone : ZONE_NONE;
  bool open = zone == ZONE_BATTLEFIELD || zone == ZONE_STACK;
  if (slot && (open || view_knows(game, viewer, slot)))
    return gavel_game_characteristics(game, object_ref(game, slot), characteristics);
  *characteristics = (GavelCharacteristics){.name = ""};
  return false;
}

/* --- decisions ----------------------------------------------------------------------------- */

bool gavel_view_decision(const GavelGame *game, uint32_t viewer, GavelDecision *decision) {
  if (!gavel_game_decision(game, decision)) return false;
  decision->source = gavel_view_handle(game, viewer, decision->source);
  if (!is_player(game, viewer) || !view_sees_options(game, viewer)) decision->option_count = 0;
  return true;
}

bool gavel_view_option(const GavelGame *game, uint32_t viewer, uint32_t option, GavelOption *out) {
  *out = (GavelOption){.kind = 0};
  GavelDecision decision;
  if (!gavel_view_decision(game, viewer, &decision) || option >= decision.option_count) return false;
  *out = gavel_game_options(game)[option];
  bool pair = decision.kind == GAVEL_DECISION_ATTACKER || decision.kind == GAVEL_DECISION_BLOCKER;
  out->ref = gavel_view_handle(game, viewer, out->ref);
  if (pair && out->kind == GAVEL_OPTION_REF) out->n = (i64)gavel_view_handle(game, viewer, (GavelRef)out->n);
  return true;
}

GavelStatus gavel_game_determinize(GavelGame *game, uint32_t viewer, uint64_t seed) {
  if (game->failed) return game->failed;
  if (!is_player(game, viewer)) return api_refuse(game, GAVEL_E_CHECK, "the viewer isn't one of the players");
  GavelStatus status = game_determinize(game, viewer, seed);
  if (status == GAVEL_E_MISUSE)
    return api_refuse(game, status, "another player is making a secret choice, and its options would give it away");
  return status;
}
