/* Creatures paired by soulbond (702.95). */
#include "rules/events/events.h"
#include "state/objects.h"

static bool pairable(Game *g, u32 slot, u32 player) {
  return slot && object_row(g, slot)->controller == player && has_type(g, slot, TYPE(CREATURE));
}

bool creatures_pair(Game *g, Ref a, Ref b, u32 player) {
  u32 first = permanent_live(g, a), second = permanent_live(g, b);
  RULE(g, "702.95c");
  if (first == second || !pairable(g, first, player) || !pairable(g, second, player)) return false;
  RULE(g, "702.95d");
  if (permanent_of(g, first)->paired || permanent_of(g, second)->paired) return false;
  RULE(g, "702.95b");
  permanent_of(g, first)->paired = b;
  permanent_of(g, second)->paired = a;
  facts_changed(g, FACT_STATUS);
  return true;
}

bool paired_still(Game *g, u32 slot) {
  u32 player = object_row(g, slot)->controller;
  return pairable(g, slot, player) && pairable(g, permanent_live(g, permanent_of(g, slot)->paired), player);
}

void creatures_unpair(Game *g, u32 slot) {
  Ref other = permanent_of(g, slot)->paired;
  if (!other) return;
  RULE(g, "702.95e");
  permanent_of(g, slot)->paired = REF_NONE;
  u32 partner = object_live(g, other);
  if (partner && object_row(g, partner)->zone == ZONE_BATTLEFIELD) permanent_of(g, partner)->paired = REF_NONE;
  facts_changed(g, FACT_STATUS);
}
