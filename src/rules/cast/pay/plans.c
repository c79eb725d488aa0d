/* Which mana abilities a player could activate, and what stands in for mana: the plans that a payment chooses among. */
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"
#include "rules/cast/pay/payable.h"
#include "rules/cast/pay/problem.h"

static void plan_push(PaymentProblem *b, ManaPlan plan) {
  u32 place = scratch_raw(b->g, sizeof plan);
  *SCRATCH(b->g, ManaPlan, place) = plan; /* as what it is read as: words would be another type */
  b->source_count++;
}

/* The only cost of an ability that objects are chosen for; 0 if there is none, `*several` set if more. */
static Node chosen_cost(const CardDb *db, Node cost, bool *several) {
  if (node_op(db, cost) == IR_COST_CHOOSE) return cost;
  if (node_op(db, cost) != IR_COSTS) return 0;
  Node found = 0;
  for (u32 i = 0; i < node_argc(db, cost); i++) {
    Node one = chosen_cost(db, node_arg(db, cost, i), several);
    if (found && one) *several = true;
    if (one) found = one;
  }
  return found;
}

static void plans_push(PaymentProblem *b, ManaPlan plan, Node effect) {
  u32 count = mana_alternative_count(b->g->db, mana_alternatives(b->g->db, effect));
  if (count == 0) plan_push(b, plan);
  for (u32 i = 0; i < count; i++) {
    plan.option = 1 + i;
    plan_push(b, plan);
  }
}

/* A plan for each object that may pay; the objects lie on the scratch list from `mark` on and are replaced. */
static void plans_for_objects(PaymentProblem *b, ManaPlan plan, Node effect, u32 mark, u32 objects) {
  Game *g = b->g;
  u32 plans = scratch_count(g);
  for (u32 i = 0; i < objects; i++) {
    plan.object = scratch_get(g, mark + i);
    plans_push(b, plan, effect);
  }
  u32 words = scratch_count(g) - plans;
  if (words) memmove(g->scratch.data + mark, g->scratch.data + plans, words * sizeof(u64));
  scratch_release(g, mark + words);
}

static void ability_plans(PaymentProblem *b, u32 slot, u32 index) {
  Game *g = b->g;
  AbilityInst inst = ability_get(g, slot, index);
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  if (def->op != IR_ACTIVATED || !(def->flags & ABILITY_MANA)) return;
  if (def->flags & ABILITY_TAPS && object_row(g, slot)->status & STATUS_TAPPED) return;
  if (!activation_allowed(g, b->player, slot, index, true)) return;
  bool several = false;
  Node cost = node_arg(g->db, def->node, ARG_ACTIVATED_COST);
  Node effect = node_arg(g->db, def->node, ARG_ACTIVATED_EFFECT);
  Node choose = chosen_cost(g->db, cost, &several);
  ManaPlan plan = {.source = object_ref(g, slot), .index = index};
  if (several) return;
  if (!choose) {
    plans_push(b, plan, effect);
    return;
  }
  AlikeAbility alike;
  if (alike_find(b, slot, index, &alike)) return;
  alike_add(b, &alike);
  CastContext s = context_of_ability(g, b->player, slot, index);
  Eval e = context_eval(&s, &inst);
  if (eval_num(&e, node_arg(g->db, choose, ARG_COST_CHOOSE_MIN)) != 1) return;
  u32 mark = scratch_mark(g);
  u32 objects = alike_allow(b, cost_candidates(&s, &e, choose));
  scratch_release(g, mark + objects);
  plans_for_objects(b, plan, effect, mark, objects);
}

/* Whether an object can't pay there for being as it is printed. */
static bool pays_nothing(const FormLook *look, u32 slot, Zone zone) {
  const CardForm *form = form_looked(look, slot);
  return form && !(form->action_zones & ZONE_BIT(zone));
}

void zone_plans(PaymentProblem *b, Zone zone) {
  Game *g = b->g;
  FormLook look = forms_look(g);
  for (u32 s = zone_first(g, zone, b->player), next; s; s = next) {
    const Object *o = &look.objects[s];
    next = o->next;
    if (zone == ZONE_BATTLEFIELD && (o->controller != b->player || o->status & STATUS_PHASED_OUT)) continue;
    if (zone != ZONE_BATTLEFIELD && o->owner != b->player) continue;
    bool nothing = pays_nothing(&look, s, zone);
    if (nothing && game_is_quick(g)) continue;
    u32 count = ability_count(g, s), plans = scratch_count(g);
    for (u32 i = 0; i < count; i++) ability_plans(b, s, i);
    ASSERT(!nothing || scratch_count(g) == plans);
    look = forms_look(g);
  }
}

/* What may be done instead of paying mana for a spell (702.51a, 702.66a, 702.126a). */
static const struct {
  Word keyword;
  Zone zone;
  u16 types; /* 0: any card */
  bool colors;
} STAND_INS[] = {
    {W_CONVOKE, ZONE_BATTLEFIELD, TYPE(CREATURE), true},
    {W_IMPROVISE, ZONE_BATTLEFIELD, TYPE(ARTIFACT), false},
    {W_DELVE, ZONE_GRAVEYARD, 0, false},
};

bool stands_in(const CastContext *s) {
  for (u32 i = 0; i < COUNT_OF(STAND_INS); i++)
    if (context_has_keyword(s, STAND_INS[i].keyword)) return true;
  return false;
}

Word stand_in_keyword(u32 i) { return i < COUNT_OF(STAND_INS) ? STAND_INS[i].keyword : 0; }

u32 stand_ins_push(Game *g, u32 player, Word keyword, Ref except) {
  u32 mark = scratch_mark(g), sort = 0;
  while (STAND_INS[sort].keyword != keyword) sort++;
  Zone zone = STAND_INS[sort].zone;
  for (u32 s = zone_first(g, zone, player); s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    if (zone == ZONE_BATTLEFIELD && (o->controller != player || o->status & (STATUS_TAPPED | STATUS_PHASED_OUT)))
      continue;
    if (STAND_INS[sort].types && !has_type(g, s, STAND_INS[sort].types)) continue;
    if (object_ref(g, s) != except) scratch_push(g, object_ref(g, s));
  }
  return scratch_count(g) - mark;
}

PayMana stand_in_mana(Game *g, Ref ref, Word keyword) {
  u32 slot = object_live(g, ref);
  u32 kinds = keyword == W_CONVOKE && slot ? chars_of(g, slot)->colors : 0u;
  return (PayMana){.kinds = (u8)kinds, .flags = PAY_STANDS_IN, .n = 1};
}

void stand_in_plans(PaymentProblem *b, const CastContext *s) {
  Game *g = b->g;
  if (!s || !s->spell) return;
  for (u32 i = 0; i < COUNT_OF(STAND_INS); i++) {
    if (!context_has_keyword(s, STAND_INS[i].keyword)) continue;
    u32 mark = scratch_mark(g), n = stand_ins_push(g, b->player, STAND_INS[i].keyword, s->ref);
    ManaPlan plan = {.index = STAND_IN, .option = STAND_INS[i].keyword};
    u32 plans = scratch_count(g);
    for (u32 k = 0; k < n; k++) {
      plan.source = scratch_get(g, mark + k);
      plan_push(b, plan);
    }
    u32 words = scratch_count(g) - plans;
    if (words) memmove(g->scratch.data + mark, g->scratch.data + plans, words * sizeof(u64));
    scratch_release(g, mark + words);
  }
}
