#include "rules/events/dungeon.h"

#include "cards/ir_args.h"
#include "state/objects.h"
#include "state/setup.h"

u32 dungeon_of(const Game *g, u32 player) {
  for (u32 s = zone_first(g, ZONE_COMMAND, 0); s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    if (o->owner != player || !o->card) continue;
    const CardDef *card = carddb_card(g->db, row_CARDS(g, o->card)->def);
    if (carddb_face(g->db, card->face)->chars.types & TYPE(DUNGEON)) return s;
  }
  return 0;
}

Node dungeon_room(Game *g, u32 slot, i64 number) {
  const CardDb *db = g->db;
  for (u32 i = 0; i < ability_count(g, slot); i++) {
    const AbilityDef *def = carddb_ability(db, ability_get(g, slot, i).ability);
    if (def->op != IR_TRIGGERED) continue;
    Node pattern = node_arg(db, def->node, ARG_TRIGGERED_EVENT);
    if (node_op(db, pattern) == IR_E_ROOM && node_int(db, pattern, ARG_E_ROOM_N) == number) return pattern;
  }
  return 0;
}

u32 room_exits(const CardDb *db, Node room) { return node_argc(db, room) - ARG_E_ROOM_NEXT; }

u32 dungeon_enter(Game *g, u32 player, u32 def) {
  RULE(g, "309.2");
  RULE(g, "309.2a");
  RULE(g, "701.49a");
  u32 slot = setup_card(g, player, def, ZONE_COMMAND, (u32)-1);
  core(g)->players[player].room = 0;
  facts_changed(g, FACT_ZONES);
  return slot;
}

void dungeon_complete(Game *g, u32 slot) {
  u32 player = object_row(g, slot)->owner;
  Player *p = &core(g)->players[player];
  RULE(g, "309.7");
  p->room = 0;
  if (p->dungeons < UINT8_MAX) p->dungeons++;
  object_cease(g, slot);
  facts_changed(g, FACT_ZONES | FACT_OTHER);
}
