/* Permanents with halves that are locked and unlocked: Rooms (709.5). */
#include "rules/events/rooms.h"

#include "rules/events/batch_internal.h"
#include "rules/cast/casting.h"
#include "rules/rules.h"
#include "state/objects.h"

/* --- halves --------------------------------------------------------------------------------------------- */

static u8 half_flag(u32 half) { return half ? OBJECT_RIGHT_UNLOCKED : OBJECT_LEFT_UNLOCKED; }

bool half_unlocked(const Game *g, u32 slot, u32 half) { return object_row(g, slot)->flags & half_flag(half); }

/* The card of the database that a permanent with halves has them of; 0 if it has none. */
static u32 room_card(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->zone != ZONE_BATTLEFIELD || o->status & STATUS_FACE_DOWN) return 0;
  CvId cv = values_before_status(g, slot);
  return cv_is_room(g, cv) ? cv_card(g, cv) : 0;
}

static const Chars *half_chars(const Game *g, u32 card, u32 half) {
  return &carddb_face(g->db, carddb_card(g->db, card)->face + half)->chars;
}

StrId half_name(Game *g, u32 slot, u32 half) {
  u32 card = room_card(g, slot);
  return card ? half_chars(g, card, half)->name : 0;
}

u32 unlocked_halves(Game *g, u32 slot) {
  if (!room_card(g, slot)) return 0;
  return (u32)half_unlocked(g, slot, 0) + half_unlocked(g, slot, 1);
}

/* --- becoming so ---------------------------------------------------------------------------------------- */

u32 batch_unlock(Game *g, u32 player, Ref object, u32 half, bool lock) {
  u32 row = batch_simple(g, EVENT_DESIGNATE, player, object);
  row_EVENTS(g, row)->word = half ? W_RIGHT_UNLOCKED : W_LEFT_UNLOCKED;
  row_EVENTS(g, row)->amount = lock ? -1 : 1;
  return row;
}

void contain_unlocking(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (ev.to != ZONE_BATTLEFIELD || !ev.entry || !slot) return;
  const Entry en = *HEAP_AT(g, Entry, ev.entry);
  if (en.face_down || !cv_is_room(g, en.cv)) return;
  RULE(g, "709.5d");
  u32 face = entering_face(g, slot, &en);
  if (face > 1) return;
  u32 child = batch_unlock(g, en.controller, ev.object, face, false);
  row_EVENTS(g, child)->parent = row + 1;
}

bool happen_half(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  u8 flag = half_flag(ev.word == W_RIGHT_UNLOCKED);
  bool lock = ev.amount < 0;
  if (!slot || !room_card(g, slot)) return false;
  Object *o = object_row(g, slot);
  if (!(o->flags & flag) == lock) return false;
  RULE(g, lock ? "709.5g" : "709.5c");
  o->flags ^= flag;
  bool fully = o->flags & OBJECT_LEFT_UNLOCKED && o->flags & OBJECT_RIGHT_UNLOCKED;
  if (fully) RULE(g, "709.5i");
  if (!lock) row_EVENTS(g, row)->amount = 1 + fully;
  facts_changed(g, FACT_STATUS | FACT_COPY);
  return true;
}

/* --- the special action (116.2m) -------------------------------------------------------------------------- */

static Heap unlock_env(Game *g, u32 player, u32 slot) {
  return ability_env(g, 0, object_ref(g, slot), player, 0, object_row(g, slot)->acquisition);
}

void offer_unlocks(Game *g, u32 player) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    u32 card = object_row(g, s)->controller == player && !object_phased_out(g, s) ? room_card(g, s) : 0;
    for (u32 half = 0; card && half < 2; half++) {
      u32 cost = half_chars(g, card, half)->mana_cost;
      if (half_unlocked(g, s, half) || !cost) continue;
      Heap env = unlock_env(g, player, s);
      Eval e = eval_of_env(g, env);
      bool payable = mana_cost_payable(&e, player, cost);
      env_free(g, env);
      Option option = {.kind = OPTION_SPECIAL, .ref = object_ref(g, s), .a = SPECIAL_UNLOCK, .n = half};
      if (payable) decide_option(g, option);
    }
  }
}

Heap unlock_pay(Game *g, u32 player, u32 slot, u32 half) {
  Heap env = unlock_env(g, player, slot);
  RULE(g, "116.2m");
  RULE(g, "709.5e");
  pay_begin_mana(g, player, half_chars(g, room_card(g, slot), half)->mana_cost, env);
  return env;
}
