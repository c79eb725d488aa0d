/* Color identity and what it limits in a Commander game (903.4, 903.11). */
#include "rules/query/query.h"

bool commander_identity(const Game *g, u32 player, u32 *colors) {
  bool found = false;
  *colors = 0;
  for (u32 row = 1; row < count_of(g, T_CARDS); row++) {
    const Card *c = row_CARDS(g, row);
    if (!(c->flags & CARD_COMMANDER) || c->owner != player) continue;
    *colors |= carddb_card(g->db, c->def)->color_identity; /* of both together (702.124c) */
    found = true;
  }
  return found;
}

/* Whether the player has a card of that name in the game: every card of a starting deck is. */
static bool owns_in_game(const Game *g, u32 player, StrId name) {
  for (u32 row = 1; row < count_of(g, T_CARDS); row++) {
    const Card *c = row_CARDS(g, row);
    if (c->owner != player || carddb_card(g->db, c->def)->name != name) continue;
    if (object_row(g, c->object)->zone != ZONE_OUTSIDE) return true;
  }
  return false;
}

bool may_be_brought_in(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  u32 colors;
  if (!format_has_commanders(core(g)->format) || !o->card) return true;
  const CardDef *def = carddb_card(g->db, row_CARDS(g, o->card)->def);
  RULE(g, "903.11a");
  if (owns_in_game(g, o->owner, def->name)) return false;
  return !commander_identity(g, o->owner, &colors) || !(def->color_identity & ~colors);
}
