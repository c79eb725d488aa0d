/* Locking and unlocking doors (709.5f, 709.5g). */
#include "interp/interp_internal.h"

#define ARG(name) node_arg(g->db, n, name)

static Flow door_chosen(Game *g, u32 half) {
  Ref ref = (Ref)frame_top(g)->a[DOOR_PERMANENT];
  u32 slot = object_live(g, ref), player = (u32)frame_top(g)->a[DOOR_PLAYER];
  bool lock = half_unlocked(g, slot, half);
  RULE(g, lock ? "709.5g" : "709.5f");
  u32 base = batch_begin(g);
  batch_unlock(g, player, ref, half, lock);
  frame_top(g)->step = DOOR_DONE;
  frame_top(g)->a[DOOR_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* The half is chosen among those that are locked, or among both if either may be locked or unlocked. */
static Flow door_choose(Game *g, Frame *f) {
  Node n = f->node;
  Eval e = eval_of_env(g, f->env);
  Ref ref = eval_object(&e, ARG(ARG_UNLOCK_DOOR_OBJECT));
  u32 slot = object_live(g, ref), player = eval_you(&e);
  bool either = ARG(ARG_UNLOCK_DOOR_LOCK);
  if (!slot || !half_name(g, slot, 0)) return act_did(g, false);
  f = frame_top(g);
  f->step = DOOR_CHOSEN;
  f->a[DOOR_PERMANENT] = (i64)ref;
  f->a[DOOR_PLAYER] = player;
  decide_begin(g, DECISION_NAME, player, ref, either ? "709.5g" : "709.5f");
  for (u32 half = 0; half < 2; half++)
    if (either || !half_unlocked(g, slot, half))
      decide_option(g, (Option){.kind = OPTION_NAME, .a = half_name(g, slot, half), .n = half});
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE;
  return act_did(g, false);
}

Flow act_unlock_door(Game *g, Frame *f) {
  switch (f->step) {
    case DOOR_BEGIN: return door_choose(g, f);
    case DOOR_CHOSEN: SOUND(g, (u64)decide_taken(g)->n < 2); return door_chosen(g, (u32)decide_taken(g)->n);
    default: {
      u32 base = (u32)f->a[DOOR_BATCH];
      bool did = row_EVENTS(g, base)->flags & EVF_HAPPENED;
      batch_end(g, base);
      return act_did(g, did);
    }
  }
}
