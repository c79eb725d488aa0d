/* What is asked of permanents that have rules of their own: halves of Rooms, chapters of Sagas, merged components. */
#include "rules/query/permanents.h"

#include "cards/ir_args.h"
#include "state/objects.h"

bool half_unlocked(const Game *g, u32 slot, u32 half) { return object_row(g, slot)->flags & half_flag(half); }

/* The card of the database that a permanent with halves has them of; 0 if it has none. */
u32 room_card(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->zone != ZONE_BATTLEFIELD || o->status & STATUS_FACE_DOWN) return 0;
  CvId cv = values_before_status(g, slot);
  return cv_is_room(g, cv) ? cv_card(g, cv) : 0;
}

const Chars *half_chars(const Game *g, u32 card, u32 half) {
  return &carddb_face(g->db, carddb_card(g->db, card)->face + half)->chars;
}

StrId half_name(Game *g, u32 slot, u32 half) {
  u32 card = room_card(g, slot);
  return card ? half_chars(g, card, half)->name : 0;
}

u32 unlocked_halves(Game *g, u32 slot) {
  if (!room_card(g, slot)) return 0;
  return (u32)half_unlocked(g, slot, 0) + half_unlocked(g, slot, 1);
}

i64 chapter_greatest(const CardDb *db, Node pattern) {
  i64 greatest = 0;
  if (node_op(db, pattern) != IR_E_CHAPTER) return 0;
  for (u32 i = ARG_E_CHAPTER_NUMBERS; i < node_argc(db, pattern); i++)
    greatest = num_max(greatest, node_int(db, pattern, i));
  return greatest;
}

i64 saga_final_chapter_of(const Game *g, const Chars *c) {
  if (!chars_subtype(c, W_SAGA)) return 0;
  RULE(g, "714.2d");
  i64 final = 0;
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, chars_ability(g, c, i, 0).ability);
    if (def->op != IR_TRIGGERED) continue;
    final = num_max(final, chapter_greatest(g->db, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT)));
  }
  return final;
}

i64 saga_final_chapter(Game *g, u32 slot) { return saga_final_chapter_of(g, chars_of(g, slot)); }

bool is_merged(const Game *g, u32 slot) {
  return object_row(g, slot)->zone == ZONE_BATTLEFIELD && permanent_of(g, slot)->flags & PERM_MERGED;
}

u32 merged_times(const Game *g, CvId cv, const Permanent *p) {
  MergedPart parts[MERGED_PARTS_MAX];
  return p->flags & PERM_MERGED ? cv_parts(g, cv, parts) : 0;
}
