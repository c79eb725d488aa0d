/* Permanents with halves that are locked and unlocked: Rooms (709.5). */
#include "rules/events/rooms.h"

#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "state/objects.h"

/* --- halves --------------------------------------------------------------------------------------------- */

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
