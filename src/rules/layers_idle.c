/* Most cards say nothing of characteristics, and nothing that triggers or replaces. As long as a look at what lies in the
   zones concerned shows only such, there is nothing to compute and nothing to find. */
#include "rules/layers_internal.h"

/* Zones that are short, so that looking is less than what it saves. */
#define ZONES_LOOKED_AT (ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_STACK) | ZONE_BIT(ZONE_COMMAND))

bool effects_are_none(const Game *g) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++)
    if (row_EFFECTS(g, row)->id) return false;
  return true;
}

/* Whether it is as it is printed and nothing printed on it is effective where it is. */
static bool is_idle(const FormLook *look, u32 slot, bool watchers) {
  const Object *o = &look->objects[slot];
  if (!o->cv && o->kind == OBJECT_ABILITY) return true;
  const CardForm *form = form_looked(look, slot);
  if (!form || o->kind == OBJECT_EMBLEM) return false;
  if (o->status & (STATUS_FACE_DOWN | STATUS_PHASED_OUT) || o->controller != controller_before(o)) return false;
  u16 zones = watchers ? form->watcher_zones : form->effect_zones;
  return !(zones & ZONE_BIT(o->zone));
}

static bool zones_are_idle(const Game *g, u16 zones, bool watchers) {
  if (zones & ~ZONES_LOOKED_AT || !effects_are_none(g)) return false;
  FormLook look = forms_as_computed(g);
  for (u16 left = zones; left; left &= (u16)(left - 1)) {
    for (u32 s = zone_first(g, (Zone)bits_first(left), 0); s; s = look.objects[s].next)
      if (!is_idle(&look, s, watchers)) return false;
  }
  return true;
}

bool layers_are_idle(Game *g) {
  u16 zones = (u16)(static_zones(g) | ZONE_BIT(ZONE_BATTLEFIELD));
  return derived(g)->idle && zones_are_idle(g, zones, false);
}

bool watchers_are_idle(const Game *g, u16 zones) {
  const DerivedCore *d = derived(g);
  bool none = count_of(g, T_WATCHERS) == 0 && !d->trigger_mask && !d->replace_mask && !d->watches_day;
  return none && d->idle && zones_are_idle(g, zones, true);
}
