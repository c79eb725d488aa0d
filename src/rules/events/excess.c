/* Excess damage (120.4a, 120.10). */
#include "rules/events/batch_internal.h"

static bool damages_permanent(const Event *ev) {
  return ev->kind == EVENT_DAMAGE && !(ev->flags & EVF_GONE) && !ref_is_player(ev->object) && ev->amount > 0;
}

/* The damage that a permanent would be dealt by events from a row on, and whether some of it by a source with deathtouch. */
static i64 damage_of(Game *g, Ref object, u32 base, u32 end, bool *deadly) {
  i64 total = 0;
  *deadly = false;
  for (u32 row = base; row < end; row++) {
    const Event ev = *row_EVENTS(g, row);
    if (!damages_permanent(&ev) || ev.object != object) continue;
    total = num_add(total, ev.amount, NULL);
    *deadly |= damage_source_has(g, ev.source, W_DEATHTOUCH);
  }
  return total;
}

/* The greatest of the amounts for each of its card types. */
static i64 excess_of(Game *g, u32 slot, i64 damage, bool deadly) {
  i64 excess = 0;
  const Chars *c = chars_of(g, slot);
  if (c->types & TYPE(CREATURE)) {
    bool by_power = rules_hold(g, IR_R_LETHAL_BY_POWER, object_ref(g, slot));
    i64 lethal = num_max(0, num_add(by_power ? c->power : c->toughness, -permanent_of(g, slot)->damage, NULL));
    if (deadly) lethal = num_min(lethal, 1);
    excess = num_max(excess, num_add(damage, -lethal, NULL));
  }
  if (c->types & TYPE(PLANESWALKER))
    excess = num_max(excess, num_add(damage, -object_counters(g, slot, W_C_LOYALTY), NULL));
  if (c->types & TYPE(BATTLE)) excess = num_max(excess, num_add(damage, -object_counters(g, slot, W_C_DEFENSE), NULL));
  return excess;
}

static i64 excess_dealt(Game *g, Ref object, u32 base, u32 end) {
  u32 slot = object_live(g, object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return 0;
  bool deadly;
  i64 damage = damage_of(g, object, base, end, &deadly);
  return excess_of(g, slot, damage, deadly);
}

void excess_find(Game *g, u32 base, u32 end) {
  for (u32 row = base; row < end; row++) {
    const Event ev = *row_EVENTS(g, row);
    if (!damages_permanent(&ev)) continue;
    bool last = true;
    for (u32 i = row + 1; i < end && last; i++)
      last = !damages_permanent(row_EVENTS(g, i)) || row_EVENTS(g, i)->object != ev.object;
    if (last) row_EVENTS(g, row)->excess = (u32)num_min(UINT32_MAX, excess_dealt(g, ev.object, base, end));
  }
}

void excess_redirect(Game *g, u32 row, Ref to) {
  const Event ev = *row_EVENTS(g, row);
  if (!damages_permanent(&ev)) return;
  i64 excess = num_min(ev.amount, excess_dealt(g, ev.object, row, row + 1));
  if (excess <= 0 || !to) return;
  RULE_OF(g, ev.object, "120.4a");
  row_EVENTS(g, row)->amount = ev.amount - excess;
  batch_damage(g, ev.source, to, excess, ev.flags);
}
