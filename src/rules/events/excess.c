/* Excess damage (120.4a, 120.10). */
#include "rules/events/batch_internal.h"

static bool damages_permanent(const Event *ev) {
  return ev->kind == EVENT_DAMAGE && !(ev->flags & EVF_GONE) && !ref_is_player(ev->object) && ev->amount > 0;
}

/* The damage that a permanent would be dealt, and whether some of it by a source with deathtouch. */
typedef struct Dealt {
  i64 damage;
  bool deadly;
} Dealt;

static void add_damage(Game *g, u32 row, Dealt *dealt) {
  const Event ev = *row_EVENTS(g, row);
  dealt->damage = num_add(dealt->damage, ev.amount, NULL);
  dealt->deadly |= damage_source_has(g, ev.source, W_DEATHTOUCH);
}

/* The greatest of the amounts for each of its card types. */
static i64 excess_of(Game *g, u32 slot, const Dealt *dealt) {
  const i64 damage = dealt->damage;
  i64 excess = 0;
  const u32 types = chars_of(g, slot)->types;
  if (types & TYPE(CREATURE)) {
    bool by_power = rules_hold(g, IR_R_LETHAL_BY_POWER, object_ref(g, slot));
    const Chars *c = chars_of(g, slot);
    i64 lethal = num_max(0, num_add(by_power ? c->power : c->toughness, -permanent_of(g, slot)->damage, NULL));
    if (dealt->deadly) lethal = num_min(lethal, 1);
    excess = num_max(excess, num_add(damage, -lethal, NULL));
  }
  if (types & TYPE(PLANESWALKER))
    excess = num_max(excess, num_add(damage, -object_counters(g, slot, W_C_LOYALTY), NULL));
  if (types & TYPE(BATTLE)) excess = num_max(excess, num_add(damage, -object_counters(g, slot, W_C_DEFENSE), NULL));
  return excess;
}

/* The permanent that an event damages, 0 if it damages none that is there. */
static u32 damaged(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  u32 slot = damages_permanent(ev) ? object_live(g, ev->object) : 0;
  return slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD ? slot : 0;
}

/* Sorted by permanent, so that thousands damaged at once take no walk over all events each. */
void excess_find(Game *g, u32 base, u32 end) {
  u32 mark = scratch_mark(g);
  for (u32 row = base; row < end; row++) {
    u32 slot = damaged(g, row);
    if (slot) scratch_push(g, (u64)slot << 32 | row);
  }
  u32 count = scratch_count(g) - mark;
  if (count > 1) sort_u64(g->scratch.data + mark, count);
  Dealt dealt = {0};
  for (u32 i = 0; i < count; i++) {
    u64 here = scratch_get(g, mark + i), next = i + 1 < count ? scratch_get(g, mark + i + 1) : 0;
    add_damage(g, (u32)here, &dealt);
    if (here >> 32 == next >> 32) continue;
    i64 excess = excess_of(g, (u32)(here >> 32), &dealt);
    row_EVENTS(g, (u32)here)->excess = (u32)num_min(UINT32_MAX, excess);
    dealt = (Dealt){0};
  }
  scratch_release(g, mark);
}

void excess_redirect(Game *g, u32 row, Ref to) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = damaged(g, row);
  if (!slot) return;
  Dealt dealt = {0};
  add_damage(g, row, &dealt);
  i64 excess = num_min(ev.amount, excess_of(g, slot, &dealt));
  if (excess <= 0 || !to) return;
  RULE_OF(g, ev.object, "120.4a");
  row_EVENTS(g, row)->amount = ev.amount - excess;
  batch_damage(g, ev.source, to, excess, ev.flags);
}
