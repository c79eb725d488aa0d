/* Mana abilities that are alike. Whatever pays for one of them pays for any: the payer is told of the first alone, so that
   what it searches depends on how many sorts there are, not on how many permanents times what each could be paid with. */
#include "rules/cast/pay/payable.h"

#include "cards/ir_args.h"
#include "cards/ir_walk.h"

/* Whether nothing distinguishes the ability from another one with these words that the same player may activate: its whole
   cost is what is chosen for it, it says nothing of its object, and that object has no other ability. */
static bool has_no_ties(Game *g, u32 slot, const AbilityInst *inst) {
  const AbilityDef *def = carddb_ability(g->db, inst->ability);
  if (object_row(g, slot)->zone != ZONE_BATTLEFIELD || ability_count(g, slot) != 1) return false;
  if (node_op(g->db, node_arg(g->db, def->node, ARG_ACTIVATED_COST)) != IR_COST_CHOOSE) return false;
  if (node_arg(g->db, def->node, ARG_ACTIVATED_LIMIT) || rules_of(g, IR_R_ABILITY_COST_MORE)) return false;
  return ir_is_impersonal(g->db, def->node);
}

bool alike_find(const PaymentProblem *b, u32 slot, u32 index, AlikeAbility *found) {
  Game *g = b->g;
  AbilityInst inst = ability_get(g, slot, index);
  *found = (AlikeAbility){.slot = slot, .index = index};
  if (!has_no_ties(g, slot, &inst)) return false;
  found->ability = inst.ability;
  found->subst = inst.subst;
  found->env = inst.env;
  found->looks = mana_usefulness(g, slot) | (chars_of(g, slot)->supertypes & SUPERTYPE(SNOW) ? ALIKE_SNOW : 0);
  for (u32 i = 0; i < b->alike_count; i++) {
    const AlikeAbility *a = &b->alike[i];
    if (a->ability != found->ability || a->subst != found->subst || a->env != found->env || a->looks != found->looks)
      continue;
    *found = *a;
    return true;
  }
  return false;
}

void alike_add(PaymentProblem *b, const AlikeAbility *a) {
  if (a->ability && b->alike_count < COUNT_OF(b->alike)) b->alike[b->alike_count++] = *a;
}

/* The payer searches what several abilities compete for, so it is told of few objects for each ability but the first. A
   payment that takes more of them is not found, and said to be unproven. */
u32 alike_allow(PaymentProblem *b, u32 objects) {
  enum { FOR_THE_FIRST = 1024, FOR_ANOTHER = 64, IN_ALL = 2048 };
  u32 most = b->objects_told == 0 ? FOR_THE_FIRST : FOR_ANOTHER, left = IN_ALL - b->objects_told;
  if (most > left) most = left;
  if (objects > most) b->unproven = true;
  u32 told = objects < most ? objects : most;
  b->objects_told += told;
  return told;
}
