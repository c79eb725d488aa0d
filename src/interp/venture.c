/* Venturing into the dungeon (701.49). */
#include "interp/interp_internal.h"

/* Moves the venture marker into a room. */
static Flow enter_room(Game *g, i64 number) {
  u32 player = (u32)frame_top(g)->a[VENTURE_PLAYER];
  u32 base = batch_begin(g);
  u32 row = batch_simple(g, EVENT_VENTURE, player, object_ref(g, dungeon_of(g, player)));
  row_EVENTS(g, row)->amount = number;
  frame_top(g)->step = VENTURE_MOVED;
  frame_top(g)->a[VENTURE_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* --- which dungeon ------------------------------------------------------------------------------------ */

/* Whether a player who ventures into the dungeon, or into one of that quality, may choose the card: what has a name for
   a quality of its own is entered by nobody else (701.49d). */
static bool dungeon_allowed(const CardDb *db, u32 card, Word quality) {
  const Chars *c = &carddb_face(db, carddb_card(db, card)->face)->chars;
  if (!(c->types & TYPE(DUNGEON))) return false;
  return quality ? chars_subtype(c, quality) : !chars_keyword(c, W_LABEL_BY_QUALITY);
}

static Flow ask_dungeon(Game *g) {
  const CardDb *db = g->db;
  Frame *f = frame_top(g);
  Word quality = (Word)node_arg(db, f->node, ARG_VENTURE_QUALITY);
  Eval e = eval_of_env(g, f->env);
  f->step = VENTURE_DUNGEON;
  if (quality) RULE(g, "701.49d");
  decide_begin(g, DECISION_NAME, (u32)f->a[VENTURE_PLAYER], eval_self(&e), "701.49a");
  for (u32 card = 1; card < db->cards.count; card++)
    if (dungeon_allowed(db, card, quality) && carddb_sound(db, card))
      decide_option(g, (Option){.kind = OPTION_NAME, .a = carddb_card(db, card)->name});
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE;
  return act_did(g, false);
}

static Flow dungeon_taken(Game *g, Frame *f) {
  u32 card = carddb_find(g->db, intern_text(&g->db->names, decide_taken(g)->a), NULL);
  SOUND(g, carddb_face(g->db, carddb_card(g->db, card)->face)->chars.types & TYPE(DUNGEON));
  u32 slot = dungeon_enter(g, (u32)f->a[VENTURE_PLAYER], card);
  ASSERT(dungeon_room(g, slot, 1));
  (void)slot;
  RULE(g, "309.4a");
  return enter_room(g, 1);
}

/* --- which room --------------------------------------------------------------------------------------- */

static Flow ask_room(Game *g, u32 slot, Node room) {
  const CardDb *db = g->db;
  frame_top(g)->step = VENTURE_ROOM;
  RULE(g, "309.5a");
  RULE(g, "701.49b");
  decide_begin(g, DECISION_NAME, object_row(g, slot)->owner, object_ref(g, slot), "701.49b");
  for (u32 i = 0; i < room_exits(db, room); i++) {
    Node next = dungeon_room(g, slot, node_int(db, room, ARG_E_ROOM_NEXT + i));
    ASSERT(next);
    decide_option(g, (Option){.kind = OPTION_NAME, .a = node_arg(db, next, ARG_E_ROOM_NAME)});
  }
  return decide_end(g);
}

static Flow room_taken(Game *g, Frame *f) {
  const CardDb *db = g->db;
  u32 player = (u32)f->a[VENTURE_PLAYER], slot = dungeon_of(g, player);
  StrId name = decide_taken(g)->a;
  Node room = dungeon_room(g, slot, core(g)->players[player].room);
  for (u32 i = 0; i < room_exits(db, room); i++) {
    i64 number = node_int(db, room, ARG_E_ROOM_NEXT + i);
    if (node_arg(db, dungeon_room(g, slot, number), ARG_E_ROOM_NAME) == name) return enter_room(g, number);
  }
  return act_did(g, false);
}

/* --- the action --------------------------------------------------------------------------------------- */

/* From the bottommost room on, the dungeon is completed first (309.5b, 701.49c). */
static Flow complete(Game *g, u32 slot) {
  u32 player = object_row(g, slot)->owner;
  frame_top(g)->step = VENTURE_COMPLETED;
  RULE(g, "309.5b");
  RULE(g, "701.49c");
  u32 base = batch_begin(g);
  batch_simple(g, EVENT_COMPLETE, player, object_ref(g, slot));
  frame_top(g)->a[VENTURE_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow begin(Game *g) {
  Eval e = eval_of_env(g, frame_top(g)->env);
  u32 player = act_player(&e, node_arg(g->db, frame_top(g)->node, ARG_VENTURE_PLAYER));
  if (!player_in_game(g, player)) return act_did(g, false);
  frame_top(g)->a[VENTURE_PLAYER] = player;
  u32 slot = dungeon_of(g, player);
  if (!slot) return ask_dungeon(g);
  RULE(g, "309.3");
  RULE(g, "309.5");
  Node room = dungeon_room(g, slot, core(g)->players[player].room);
  return room && room_exits(g->db, room) ? ask_room(g, slot, room) : complete(g, slot);
}

Flow act_venture(Game *g, Frame *f) {
  switch (f->step) {
    case VENTURE_BEGIN: return begin(g);
    case VENTURE_COMPLETED: batch_end(g, (u32)f->a[VENTURE_BATCH]); return ask_dungeon(g);
    case VENTURE_DUNGEON: return dungeon_taken(g, f);
    case VENTURE_ROOM: return room_taken(g, f);
    default: batch_end(g, (u32)f->a[VENTURE_BATCH]); return act_did(g, true);
  }
}
