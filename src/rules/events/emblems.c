/* Emblems (114). */
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "state/objects.h"

u32 emblem_new(Game *g, u32 player, CvId cv) {
  RULE(g, "114.2");
  u32 slot = object_new(g, OBJECT_EMBLEM, player);
  u64 timestamp = timestamp_next(g);
  Object *o = object_row(g, slot);
  o->cv = cv;
  o->timestamp = timestamp;
  o->known = players_all(g);
  zone_insert(g, slot, ZONE_COMMAND, (u32)-1);
  facts_changed(g, FACT_ZONES);
  return slot;
}

void speed_set(Game *g, u32 player, i64 n) {
  core(g)->players[player].speed = (u8)n;
  emblem_of_rules(g, player, g->db->by_rules[GIVEN_SPEED]);
  facts_changed(g, FACT_OTHER);
}

void emblem_of_rules(Game *g, u32 player, u32 ability) {
  Mod gain = {.op = IR_M_GAIN, .a = ability};
  CvId cv = cv_make(g, 0, 0, 0, &gain, 1, CVR_TOKEN);
  for (u32 s = zone_first(g, ZONE_COMMAND, 0); s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    if (o->kind == OBJECT_EMBLEM && o->owner == player && o->cv == cv) return;
  }
  emblem_new(g, player, cv);
}
