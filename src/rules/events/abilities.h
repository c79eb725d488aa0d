/* Abilities as objects: what they work in, putting them on the stack, and running what they do. */
#ifndef RULES_EVENTS_ABILITIES_H
#define RULES_EVENTS_ABILITIES_H

#include "state/state.h"

/* An environment for an ability of a source: X 0, controller and source set. */
Heap ability_env(Game *g, u32 ability, Ref source, u32 controller, u32 subst, u32 acquisition);
/* Puts an ability on the stack as its top object; answers the slot. Takes over env. */
u32 stack_add_ability(Game *g, Ref source, u32 controller, const AbilityInst *inst, Heap env, u32 flags);
/* An environment for an activated or triggered ability of an object. */
Heap activation_env(Game *g, u32 player, u32 slot, const AbilityInst *inst);
/* Runs an action program: pushes PROC_ACT for the node in the env. */
void act_begin(Game *g, Node action, Heap env);
/* Likewise of an action that pays a cost: what it does is no effect (609.1). */
void act_begin_cost(Game *g, Node action, Heap env);

#endif
