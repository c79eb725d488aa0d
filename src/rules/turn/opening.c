/* Before the first turn: who takes it (103.1), opening hands and mulligans (103.5), and actions from opening hands
   (opening_actions.c). Every decision can be recomputed from the locals, so that a player may concede meanwhile. */
#include "cards/ir_args.h"
#include "rules/turn/turn_internal.h"
#include "rules/turn/turn.h"
#include "state/objects.h"

#define HAND_SIZE 7u

static u32 player_at(const Game *g, u32 seat) {
  const Core *c = core(g);
  return (c->starting_player + seat) % c->player_count;
}

static u32 mulligans_taken(const Frame *f, u32 player) { return (u32)(f->a[OPENING_TAKEN] >> 4 * player & 15); }

/* In a multiplayer game and in Brawl the first mulligan doesn't count (103.5c, 903.12g). */
static u32 to_bottom(const Game *g, const Frame *f, u32 player) {
  if (!player_in_game(g, player)) return 0;
  u32 taken = mulligans_taken(f, player);
  bool first_free = core(g)->player_count > 2 || core(g)->format == FORMAT_BRAWL;
  return first_free && taken > 0 ? taken - 1 : taken;
}

/* Cards go back the way they were dealt: they stay the same objects. */
static void hand_return(Game *g, u32 player) {
  for (u32 slot; (slot = zone_first(g, ZONE_HAND, player));) {
    zone_remove(g, slot);
    zone_insert(g, slot, ZONE_LIBRARY, (u32)-1);
  }
}

static void hands_begin(Game *g) {
  RULE(g, "103.5");
  for (u32 p = 0; p < core(g)->player_count; p++) {
    library_shuffle(g, p);
    library_deal(g, p, HAND_SIZE);
  }
  facts_changed(g, FACT_ZONES);
}

/* All players who take a mulligan do so at the same time. */
static void hands_anew(Game *g) {
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!(frame_top(g)->a[OPENING_AGAIN] >> p & 1)) continue;
    RULE(g, "103.5");
    hand_return(g, p);
    library_shuffle(g, p);
    library_deal(g, p, HAND_SIZE);
    frame_top(g)->a[OPENING_TAKEN] += (i64)1 << 4 * p;
  }
  facts_changed(g, FACT_ZONES);
}

/* Whether the player has a choice: mulligans end when the hand would have no cards. */
static bool may_mulligan(const Game *g, const Frame *f, u32 player) {
  return player_in_game(g, player) && !(f->a[OPENING_KEPT] >> player & 1) && to_bottom(g, f, player) < HAND_SIZE;
}

/* --- who takes the first turn (103.1) ------------------------------------------------------------ */

static Flow ask_first(Game *g, Frame *f) {
  u32 chooser = (u32)f->a[OPENING_FIRST] - 1;
  f->step = OPENING_FIRST_TAKEN;
  RULE(g, "103.1");
  decide_begin(g, DECISION_OBJECT, player_in_game(g, chooser) ? chooser : player_next(g, chooser), REF_NONE, "103.1");
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (player_in_game(g, p)) decide_ref(g, ref_player(p));
  return decide_end(g);
}

static Flow first_taken(Game *g, Frame *f) {
  f->a[OPENING_FIRST] = 0;
  f->step = OPENING_ASK;
  SOUND(g, ref_is_player(decide_taken(g)->ref));
  core(g)->starting_player = core(g)->active = (u8)ref_slot(decide_taken(g)->ref);
  facts_changed(g, FACT_TURN);
  hands_begin(g);
  return FLOW_STEP;
}

/* --- keeping a hand (103.5) ------------------------------------------------------------------------ */

static Flow ask(Game *g, Frame *f) {
  if (f->a[OPENING_FIRST]) return ask_first(g, f);
  u32 count = core(g)->player_count;
  while (f->a[OPENING_SEAT] < count && !may_mulligan(g, f, player_at(g, (u32)f->a[OPENING_SEAT]))) f->a[OPENING_SEAT]++;
  if (f->a[OPENING_SEAT] < count) {
    f->step = OPENING_ASKED;
    decide_begin(g, DECISION_KEEP, player_at(g, (u32)f->a[OPENING_SEAT]), REF_NONE, "103.5");
    decide_simple(g, OPTION_YES);
    decide_simple(g, OPTION_NO);
    return decide_end(g);
  }
  if (!f->a[OPENING_AGAIN]) {
    f->step = OPENING_ACTIONS;
    frame_push(g, PROC_OPENING_ACTIONS, 0, 0);
    return FLOW_STEP;
  }
  hands_anew(g);
  f = frame_top(g);
  f->a[OPENING_SEAT] = 0;
  f->step = OPENING_BOTTOM;
  return FLOW_STEP;
}

static Flow asked(Game *g, Frame *f) {
  i64 bit = (i64)1 << player_at(g, (u32)f->a[OPENING_SEAT]++);
  f->a[decide_taken(g)->kind == OPTION_YES ? OPENING_KEPT : OPENING_AGAIN] |= bit;
  f->step = OPENING_ASK;
  return FLOW_STEP;
}

/* A player who has taken mulligans chooses the cards to put on the bottom, then their order. */
static Flow bottom(Game *g, Frame *f) {
  u32 count = core(g)->player_count, player = 0, n = 0;
  for (; f->a[OPENING_SEAT] < count && !n; f->a[OPENING_SEAT]++) {
    player = player_at(g, (u32)f->a[OPENING_SEAT]);
    n = f->a[OPENING_AGAIN] >> player & 1 ? to_bottom(g, f, player) : 0;
  }
  if (!n) {
    f->a[OPENING_SEAT] = f->a[OPENING_AGAIN] = 0;
    f->step = OPENING_ASK;
    return FLOW_STEP;
  }
  f->step = OPENING_CHOSEN;
  u32 hand = 0;
  for (u32 s = zone_first(g, ZONE_HAND, player); s; s = object_row(g, s)->next, hand++)
    scratch_push(g, object_ref(g, s));
  u32 index = frame_index(g);
  u32 base = choose_begin(g, DECISION_OBJECT, player, REF_NONE, hand, n, n, 0, 0, "103.5");
  frame_at(g, index)->a[OPENING_BASE] = base;
  return FLOW_STEP;
}

static Flow chosen(Game *g, Frame *f) {
  u32 n = (u32)core(g)->ret, base = (u32)f->a[OPENING_BASE];
  u32 first = n ? object_live(g, choose_get(g, base, 0)) : 0;
  SOUND(g, !n || first);
  u32 player = n ? object_row(g, first)->owner : 0;
  for (u32 i = 0; i < n; i++) scratch_push(g, choose_get(g, base, i));
  choose_end(g, base);
  u32 index = frame_index(g);
  f->step = OPENING_ORDERED;
  base = order_begin(g, DECISION_ORDER, player, REF_NONE, n, "103.5");
  frame_at(g, index)->a[OPENING_BASE] = base;
  return FLOW_STEP;
}

static Flow ordered(Game *g, Frame *f) {
  u32 n = (u32)core(g)->ret, base = (u32)f->a[OPENING_BASE];
  for (u32 i = 0; i < n; i++) {
    u32 slot = object_live(g, choose_get(g, base, i));
    SOUND(g, slot && object_row(g, slot)->zone == ZONE_HAND);
    zone_remove(g, slot);
    zone_insert(g, slot, ZONE_LIBRARY, (u32)-1);
  }
  choose_end(g, base);
  facts_changed(g, FACT_ZONES);
  frame_top(g)->step = OPENING_BOTTOM;
  frame_top(g)->a[OPENING_BASE] = 0;
  return FLOW_STEP;
}

Flow proc_OPENING(Game *g, Frame *f) {
  if (core(g)->over || f->step == OPENING_ACTIONS) {
    frame_return(g, 0);
    return FLOW_STEP;
  }
  switch (f->step) {
    case OPENING_BEGIN:
      f->step = OPENING_ASK;
      if (!f->a[OPENING_FIRST]) hands_begin(g);
      return FLOW_STEP;
    case OPENING_FIRST_TAKEN: return first_taken(g, f);
    case OPENING_ASK: return ask(g, f);
    case OPENING_ASKED: return asked(g, f);
    case OPENING_BOTTOM: return bottom(g, f);
    case OPENING_CHOSEN: return chosen(g, f);
    default: return ordered(g, f);
  }
}

void game_start_with_hands(Game *g, u32 chooser) {
  game_start(g);
  u32 frame = frame_push(g, PROC_OPENING, 0, 0);
  if (chooser != PLAYER_NONE) frame_at(g, frame)->a[OPENING_FIRST] = 1 + (i64)chooser;
}

bool opening_left(Game *g) {
  u32 depth = count_of(g, T_FRAMES);
  if (depth < 2 || row_FRAMES(g, depth - 2)->proc != PROC_OPENING) return false;
  ASSERT(frame_top(g)->proc == PROC_CHOOSE || frame_top(g)->proc == PROC_ORDER);
  core(g)->decision.kind = DECISION_NONE;
  frame_return(g, 0);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN)); /* nothing else is being chosen yet */
  frame_top(g)->step = OPENING_BOTTOM;
  return true;
}

/* --- companions (103.2b, 702.139) -------------------------------------------------------------------------- */

/* Whether each card of the player's starting deck meets the condition of a companion ability. */
static bool deck_fulfils(Game *g, u32 player, const Eval *e, Node quality) {
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    const Object *o = object_row(g, slot);
    if (o->zone == ZONE_NONE || o->zone == ZONE_OUTSIDE || o->owner != player || o->kind != OBJECT_CARD) continue;
    if (!eval_matches(e, quality, object_ref(g, slot))) return false;
  }
  return true;
}

static bool has_companion(const Game *g, u32 player) {
  for (u32 s = zone_first(g, ZONE_OUTSIDE, player); s; s = object_row(g, s)->next)
    if (object_row(g, s)->flags & OBJECT_COMPANION) return true;
  return false;
}

bool companion_choose(Game *g, u32 slot) {
  u32 player = object_row(g, slot)->owner;
  if (object_row(g, slot)->zone != ZONE_OUTSIDE || has_companion(g, player)) return false;
  for (u32 i = 0; i < ability_count(g, slot); i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_COMPANION) continue;
    RULE(g, "103.2b");
    RULE(g, "702.139b");
    Eval e = eval_of_ability(g, slot, &inst);
    if (!deck_fulfils(g, player, &e, node_arg(g->db, def->node, ARG_KEYWORD_QUALITY))) return false;
    object_row(g, slot)->flags |= OBJECT_COMPANION;
    object_row(g, slot)->known = players_all(g);
    return true;
  }
  return false;
}
