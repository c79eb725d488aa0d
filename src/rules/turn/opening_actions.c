/* Actions that cards allow from opening hands, once everybody has kept (103.6). */
#include "cards/ir_args.h"
#include "rules/turn/turn_internal.h"
#include "rules/turn/turn.h"
#include "state/objects.h"

/* Locals of PROC_OPENING_ACTIONS; its list holds the cards that have been used. */

/* Steps. */

/* The ability of a card in a hand that allows an action now; false if there is none. */
static bool opening_ability(Game *g, u32 slot, AbilityInst *inst) {
  for (u32 i = 0; i < ability_count(g, slot); i++) {
    *inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst->ability);
    if (def->op != IR_OPENING_HAND) continue;
    Node condition = node_arg(g->db, def->node, ARG_OPENING_HAND_IF);
    Eval e = eval_of_ability(g, slot, inst);
    if (!condition || eval_cond(&e, condition)) return true;
  }
  return false;
}

static bool usable(Game *g, u32 slot) {
  AbilityInst inst;
  return !list_has(g, frame_top(g)->lists, object_ref(g, slot)) && opening_ability(g, slot, &inst);
}

/* The next player with an action, from `seat` on; PLAYER_NONE if there is none. */
static u32 player_with_action(Game *g, i64 *seat) {
  const u32 players = core(g)->player_count, first = core(g)->starting_player;
  for (; *seat < players; ++*seat) {
    u32 player = (first + (u32)*seat) % players;
    if (!player_in_game(g, player)) continue;
    for (u32 s = zone_first(g, ZONE_HAND, player); s; s = object_row(g, s)->next)
      if (usable(g, s)) return player;
  }
  return PLAYER_NONE;
}

static Flow finish(Game *g, Frame *f) {
  if (f->lists) heap_free(g, f->lists);
  frame_top(g)->lists = 0;
  frame_return(g, 0);
  return FLOW_STEP;
}

static Flow ask(Game *g, Frame *f) {
  i64 seat = f->a[OPENING_ACTIONS_SEAT];
  u32 player = player_with_action(g, &seat);
  f = frame_top(g);
  f->a[OPENING_ACTIONS_SEAT] = seat;
  if (player == PLAYER_NONE) return finish(g, f);
  f->step = ACTIONS_TAKEN;
  RULE(g, "103.6");
  decide_begin(g, DECISION_OBJECT, player, REF_NONE, "103.6");
  core(g)->decision.max = 1;
  for (u32 s = zone_first(g, ZONE_HAND, player); s; s = object_row(g, s)->next)
    if (usable(g, s)) decide_ref(g, object_ref(g, s));
  decide_simple(g, OPTION_DONE);
  return decide_end(g);
}

static Flow taken(Game *g, Frame *f) {
  const Option option = *decide_taken(g);
  f->step = option.kind == OPTION_DONE ? ACTIONS_ASK : ACTIONS_DONE;
  if (option.kind == OPTION_DONE) {
    f->a[OPENING_ACTIONS_SEAT]++;
    return FLOW_STEP;
  }
  u32 slot = object_live(g, option.ref);
  AbilityInst inst;
  bool able = opening_ability(g, slot, &inst);
  SOUND(g, able);
  Heap list = frame_top(g)->lists;
  list_add(g, &list, option.ref);
  frame_top(g)->lists = list;
  u32 owner = object_row(g, slot)->owner;
  Heap env = ability_env(g, inst.ability, option.ref, owner, inst.subst, inst.acquisition);
  Node effect = node_arg(g->db, carddb_ability(g->db, inst.ability)->node, ARG_OPENING_HAND_EFFECT);
  act_begin(g, effect, env);
  frame_top(g)->flags |= FRAME_OWNS_ENV;
  return FLOW_STEP;
}

/* A card put onto the battlefield is another object now; a revealed card can't be revealed again. */
static void announce(Game *g, const Frame *f) {
  SOUND(g, list_count(g, f->lists) > 0);
  Ref card = list_get(g, f->lists, list_count(g, f->lists) - 1);
  if (object_live(g, card)) {
    RULE(g, "103.6b");
  } else {
    RULE(g, "103.6a");
  }
}

Flow proc_OPENING_ACTIONS(Game *g, Frame *f) {
  if (core(g)->over) return finish(g, f);
  if (f->step == ACTIONS_TAKEN) return taken(g, f);
  if (f->step == ACTIONS_DONE) announce(g, f);
  f->step = ACTIONS_ASK;
  return ask(g, f);
}
