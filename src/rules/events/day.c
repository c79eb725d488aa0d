/* Day and night (731) as far as permanents ask for them: daybound and nightbound (702.145). */
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "state/objects.h"

enum { NEITHER, DAY, NIGHT }; /* Core.day */

/* Whether the permanent is bound to show its other face: by daybound at night, by nightbound by day. */
static bool turns_over(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  bool back = o->face > 0;
  if (!transforms(g, slot)) return false;
  if (core(g)->day == NIGHT && !back && has_keyword(g, slot, W_DAYBOUND)) {
    RULE(g, "702.145c");
    return true;
  }
  if (core(g)->day == DAY && back && has_keyword(g, slot, W_NIGHTBOUND)) {
    RULE(g, "702.145f");
    return true;
  }
  return false;
}

static bool permanent_has(Game *g, Word keyword) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (!object_phased_out(g, s) && has_keyword(g, s, keyword)) return true;
  return false;
}

/* What it becomes while it is neither day nor night. */
static u8 first_day(Game *g) {
  if (permanent_has(g, W_DAYBOUND)) {
    RULE(g, "702.145d");
    return DAY;
  }
  if (permanent_has(g, W_NIGHTBOUND)) {
    RULE(g, "702.145g");
    return NIGHT;
  }
  return NEITHER;
}

void day_propose(Game *g) {
  watchers_update(g);
  if (!derived(g)->watchers.day) return;
  u8 becomes = core(g)->day == NEITHER ? first_day(g) : NEITHER;
  if (becomes != NEITHER) {
    u32 row = batch_simple(g, EVENT_DAY, PLAYER_NONE, REF_NONE);
    row_EVENTS(g, row)->amount = becomes;
    row_EVENTS(g, row)->flags |= EVF_RULE;
    return;
  }
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_phased_out(g, s) || !turns_over(g, s)) continue;
    u32 row = batch_simple(g, EVENT_TRANSFORM, PLAYER_NONE, object_ref(g, s));
    row_EVENTS(g, row)->flags |= EVF_RULE;
  }
}

bool day_concerned(const Event *ev) {
  switch (ev->kind) {
    case EVENT_MOVE: return ev->to == ZONE_BATTLEFIELD;
    case EVENT_DAY:
    case EVENT_TRANSFORM:
    case EVENT_TURN_FACE_UP:
    case EVENT_PHASE_IN: return true;
    default: return false;
  }
}
