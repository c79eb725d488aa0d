/* What one player may know. */
#include "api/api.h"

#include "rules/game/run_game.h"
#include "state/sight.h"
#include "state/view.h"

static bool is_player(const Game *g, u32 player) { return player < core(g)->player_count; }

/* Players are numbered from 1: nothing about them is hidden. Handles of objects are as good as random words, so none of
   them is such a small number. */
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

bool api_names_zone(const Game *g, u32 viewer, GavelZone zone, u32 player) {
  return is_player(g, viewer) && (u32)zone < GAVEL_ZONE_NONE && (zone_is_shared((Zone)zone) || is_player(g, player));
}

uint32_t gavel_view_zone(const GavelGame *game, uint32_t viewer, GavelZone zone, uint32_t player, GavelHandle *out,
                         uint32_t cap) {
  if (!api_names_zone(game, viewer, zone, player)) return 0;
  return view_zone(game, viewer, (Zone)zone, player, out, cap);
}

/* --- objects ------------------------------------------------------------------------------- */

/* The time when a hidden card arrived would tell which one it is. */
static void object_mask(const Game *g, u32 viewer, u32 slot, GavelObject *object) {
  bool known = view_knows(g, viewer, slot);
  object->card = view_card(g, viewer, slot);
  if (!zone_is_open((Zone)object->zone) && (!known || !zone_is_public((Zone)object->zone))) object->timestamp = 0;
  if (known) return;
  object->face = 0;
  object->commander = false;
}

bool gavel_view_object(const GavelGame *game, uint32_t viewer, GavelHandle handle, GavelObject *object) {
  GavelRef ref = gavel_view_ref(game, viewer, handle);
  if (!gavel_game_object(game, ref, object)) return false;
  object_mask(game, viewer, ref_slot(ref), object);
  object->attached_to = gavel_view_handle(game, viewer, object->attached_to);
  object->attacking = gavel_view_handle(game, viewer, object->attacking);
  object->source = gavel_view_handle(game, viewer, view_referred(game, viewer, object->source));
  return true;
}

/* The slot of a handle if the viewer sees its characteristics. */
static u32 slot_in_sight(const Game *g, u32 viewer, GavelHandle handle) {
  u32 slot = slot_of(g, viewer, handle);
  return slot && (zone_is_open((Zone)object_row(g, slot)->zone) || view_knows(g, viewer, slot)) ? slot : 0;
}

GavelRef api_ref_in_sight(const Game *g, u32 viewer, GavelHandle handle) {
  u32 slot = slot_in_sight(g, viewer, handle);
  return slot ? object_ref(g, slot) : REF_NONE;
}

bool gavel_view_characteristics(GavelGame *game, uint32_t viewer, GavelHandle handle,
                                GavelCharacteristics *characteristics) {
  u32 slot = slot_in_sight(game, viewer, handle);
  return api_characteristics(game, slot, api_chars_at_hand(game, slot), characteristics);
}

bool gavel_view_has(GavelGame *game, uint32_t viewer, GavelHandle handle, GavelWord word) {
  return gavel_game_has(game, api_ref_in_sight(game, viewer, handle), word);
}

int64_t gavel_view_counters(const GavelGame *game, uint32_t viewer, GavelHandle on, GavelWord kind) {
  return gavel_game_counters(game, gavel_view_ref(game, viewer, on), kind);
}

uint32_t gavel_view_all_counters(const GavelGame *game, uint32_t viewer, GavelHandle on, GavelCounter *out,
                                 uint32_t cap) {
  return gavel_game_all_counters(game, gavel_view_ref(game, viewer, on), out, cap);
}

/* Converts references that were written out to the viewer's handles. */
static u32 as_handles(const Game *g, u32 viewer, GavelHandle *out, u32 count, u32 cap) {
  for (u32 i = 0; i < count && i < cap; i++) out[i] = gavel_view_handle(g, viewer, out[i]);
  return count;
}

uint32_t gavel_view_attachments(const GavelGame *game, uint32_t viewer, GavelHandle to, GavelHandle *out,
                                uint32_t cap) {
  return as_handles(game, viewer, out, gavel_game_attachments(game, gavel_view_ref(game, viewer, to), out, cap), cap);
}

uint32_t gavel_view_blockers(const GavelGame *game, uint32_t viewer, GavelHandle attacker, GavelHandle *out,
                             uint32_t cap) {
  return as_handles(game, viewer, out, gavel_game_blockers(game, gavel_view_ref(game, viewer, attacker), out, cap),
                    cap);
}

uint32_t gavel_view_targets(GavelGame *game, uint32_t viewer, GavelHandle spell, GavelHandle *out, uint32_t cap) {
  return as_handles(game, viewer, out, gavel_game_targets(game, gavel_view_ref(game, viewer, spell), out, cap), cap);
}

/* --- decisions ----------------------------------------------------------------------------- */

static bool decides(const Game *g, u32 viewer) {
  return api_asks(g) && is_player(g, viewer) && view_decides(g, viewer);
}

bool gavel_view_decision(const GavelGame *game, uint32_t viewer, GavelDecision *decision) {
  if (!gavel_game_decision(game, decision)) return false;
  if (decides(game, viewer)) {
    decision->source = gavel_view_handle(game, viewer, view_referred(game, viewer, decision->source));
    decision->group = decision->group != 0; /* the number would tell how many choices others have made */
    return true;
  }
  *decision = (GavelDecision){
      .kind = GAVEL_DECISION_WAITING, .player = GAVEL_NO_PLAYER, .for_player = GAVEL_NO_PLAYER, .rule = ""};
  return true;
}

bool gavel_view_option(const GavelGame *game, uint32_t viewer, uint32_t option, GavelOption *out) {
  *out = (GavelOption){.kind = 0};
  if (!decides(game, viewer) || option >= count_of(game, T_OPTIONS)) return false;
  *out = *row_OPTIONS(game, option);
  u32 kind = core(game)->decision.kind;
  bool pair = kind == DECISION_ATTACKER || kind == DECISION_BLOCKER;
  out->ref = gavel_view_handle(game, viewer, out->ref);
  if (pair && out->kind == GAVEL_OPTION_REF) out->n = (i64)gavel_view_handle(game, viewer, (GavelRef)out->n);
  return true;
}

/* --- the game as a whole ------------------------------------------------------------------- */

GavelSituation gavel_view_situation(const GavelGame *game, uint32_t viewer) {
  (void)viewer; /* everything else is public */
  GavelSituation situation = gavel_game_situation(game);
  situation.decisions = situation.events = 0;
  return situation;
}

/* --- dealing anew -------------------------------------------------------------------------- */

GavelStatus gavel_game_determinize(GavelGame *game, uint32_t viewer, uint64_t seed) {
  if (game->failed) return game->failed;
  if (!is_player(game, viewer)) return api_refuse(game, GAVEL_E_CHECK, "the viewer isn't one of the players");
  if (game->running) return api_refuse(game, GAVEL_E_MISUSE, "a listener may not change the game");
  GavelStatus status = game_redeal(game, viewer, seed);
  if (status == GAVEL_E_MISUSE)
    return api_refuse(game, status, "another player is making a choice that hidden cards gave rise to");
  return status;
}
