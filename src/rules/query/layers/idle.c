/* Most cards say nothing of characteristics, and nothing that triggers or replaces. As long as a look at what lies in the
   zones concerned shows only such, there is nothing to compute and nothing to find. */
#include "rules/query/layers/internal.h"

/* Zones that are short, so that looking is less than what it saves. */
#define ZONES_LOOKED_AT (ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_STACK) | ZONE_BIT(ZONE_COMMAND))

bool effects_are_none(const Game *g) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++)
    if (row_EFFECTS(g, row)->id) return false;
  return true;
}

/* What an object brings by being where it is. */
enum { BRINGS_EFFECTS = 1, BRINGS_WATCHERS = 2, BRINGS_ALL = 3 };

/* As it is printed an object brings what is printed on it; what is otherwise may bring anything. */
static u32 object_brings(const FormLook *look, u32 slot) {
  const Object *o = &look->objects[slot];
  if (!o->cv && o->kind == OBJECT_ABILITY) return 0;
  const CardForm *form = form_looked(look, slot);
  if (!form || o->kind == OBJECT_EMBLEM) return BRINGS_ALL;
  if (o->status & (STATUS_FACE_DOWN | STATUS_PHASED_OUT) || o->controller != controller_before(o)) return BRINGS_ALL;
  u32 effects = form->effect_zones & ZONE_BIT(o->zone) ? BRINGS_EFFECTS : 0;
  return effects | (form->watcher_zones & ZONE_BIT(o->zone) ? BRINGS_WATCHERS : 0);
}

static u32 zones_bring(const Game *g, u16 zones) {
  FormLook look = forms_as_computed(g);
  u32 brought = 0;
  for (u16 left = zones; left; left &= (u16)(left - 1))
    for (u32 s = zone_first(g, (Zone)bits_first(left), 0); s; s = look.objects[s].next)
      brought |= object_brings(&look, s);
  return brought;
}

/* Of what entered zones since the last computation only: for when nothing else has changed. */
static u32 moved_bring(const Game *g, u16 zones) {
  FormLook look = forms_as_computed(g);
  const DerivedCore *d = derived(g);
  u32 brought = 0;
  for (u32 i = 0; i < d->changes.moved_count; i++)
    if (zones >> look.objects[d->changes.moved[i]].zone & 1) brought |= object_brings(&look, d->changes.moved[i]);
  return brought;
}

bool layers_are_idle(Game *g) {
  u16 zones = (u16)(static_zones(g) | ZONE_BIT(ZONE_BATTLEFIELD)), watched = watched_zones(g);
  DerivedCore *d = derived(g);
  if (!d->layers.idle || zones & ~ZONES_LOOKED_AT || !effects_are_none(g)) return false;
  if (watched & ~ZONES_LOOKED_AT) watched = 0; /* what watches is found otherwise */
  bool moves_only =
      d->layers.dirty == DIRTY_ZONES && d->layers.facts == d->changes.facts && d->changes.moved_count <= MOVED_CAP;
  u32 brought = moves_only ? moved_bring(g, zones | watched) : zones_bring(g, zones | watched);
  if (brought & BRINGS_EFFECTS) return false;
  bool none = count_of(g, T_WATCHERS) == 0 && !d->watchers.unlisted && event_kinds_none(&d->watchers.triggering) &&
              event_kinds_none(&d->watchers.replaced) && !d->watchers.day && !d->watchers.ascend;
  if (watched && none && !(brought & BRINGS_WATCHERS) && d->watchers.digest) watchers_rest(g);
  return true;
}
