/* Actions on what fights. */
#include "interp/interp_internal.h"

/* Reselecting what a creature attacks (508.7): anything its controller's creatures could attack, be it the same. */
Flow act_reselect_attack(Game *g, Frame *f) {
  Heap env = f->env;
  Node node = f->node;
  Eval e = eval_of_env(g, env);
  Ref creature = eval_object(&e, node_arg(g->db, node, ARG_RESELECT_ATTACK_OBJECT));
  u32 slot = object_live(g, creature);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || !is_attacking(g, slot)) return act_did(g, false);
  if (frame_top(g)->step == ASKING_DONE) {
    RULE(g, "508.7a");
    attack_begin(g, slot, decide_taken(g)->ref);
    return act_did(g, true);
  }
  RULE(g, "508.7c");
  u32 mark = scratch_mark(g), count = attackable_push(g, object_row(g, slot)->controller);
  if (count == 0) return act_did(g, false);
  frame_top(g)->step = ASKING_DONE;
  decide_begin(g, DECISION_OBJECT, eval_you(&e), eval_self(&e), "508.7");
  for (u32 i = 0; i < count; i++) decide_ref(g, scratch_get(g, mark + i));
  scratch_release(g, mark);
  return decide_end(g);
}
