/* Abilities as objects: what they work in, on the stack, and running what they do. */
#include "rules/events/events.h"
#include "state/objects.h"

Heap ability_env(Game *g, u32 ability, Ref source, u32 controller, u32 subst, u32 acquisition) {
  u32 slots = ability ? carddb_ability(g->db, ability)->slots : SLOT_FIRST_OWN;
  Heap env = env_new(g, slots < SLOT_FIRST_OWN ? SLOT_FIRST_OWN : slots);
  Env *v = env_at(g, env);
  v->source = source;
  v->ability = ability;
  v->subst = subst;
  v->acquisition = acquisition;
  v->controller = (u8)controller;
  return env;
}

u32 stack_add_ability(Game *g, Ref source, u32 controller, const AbilityInst *inst, Heap env, u32 flags) {
  u32 slot = object_new(g, OBJECT_ABILITY, controller);
  Heap ext = HEAP_NEW(g, StackItem);
  zone_insert(g, slot, ZONE_STACK, (u32)-1);
  u64 timestamp = timestamp_next(g);
  Object *o = object_row(g, slot);
  o->timestamp = timestamp;
  o->controller = o->base_controller = (u8)controller;
  o->known = players_all(g);
  o->ext = ext;
  StackItem *item = HEAP_AT(g, StackItem, ext);
  item->source = source;
  item->ability = inst->ability;
  item->subst = inst->subst;
  item->acquisition = inst->acquisition;
  item->env = env;
  item->flags = flags;
  item->depth = cause_next(g);
  item->epoch = core(g)->cause_epoch;
  env_at(g, env)->stack_object = object_ref(g, slot);
  return slot;
}

void act_begin(Game *g, Node action, Heap env) {
  const Frame *f = frame_top(g);
  u32 cost = f->proc == PROC_ACT ? f->flags & FRAME_COST : 0;
  u32 frame = frame_push(g, PROC_ACT, action, env);
  frame_at(g, frame)->flags |= cost;
}

void act_begin_cost(Game *g, Node action, Heap env) {
  u32 frame = frame_push(g, PROC_ACT, action, env);
  frame_at(g, frame)->flags |= FRAME_COST;
}

Heap activation_env(Game *g, u32 player, u32 slot, const AbilityInst *inst) {
  Ref source = object_ref(g, slot);
  if (!inst->env) return ability_env(g, inst->ability, source, player, inst->subst, inst->acquisition);
  /* A granted ability knows the variables of what granted it; its X is its own (107.3j). */
  Heap env = env_copy_wide(g, inst->env, carddb_ability(g->db, inst->ability)->slots);
  env_set(g, env, SLOT_X, (Value){.tag = VALUE_NONE});
  env_leave_replacement(g, env);
  Env *v = env_at(g, env);
  v->granter = env_at(g, inst->env)->source;
  v->source = source;
  v->stack_object = REF_NONE;
  v->ability = inst->ability;
  v->subst = inst->subst;
  v->acquisition = inst->acquisition;
  v->controller = (u8)player;
  return env;
}
