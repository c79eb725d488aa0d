/* Costs to attack and block (508.1g–j, 509.1d–f): what a whole declaration costs, and whether its player can pay it.
   Dues are rows of T_CHOSEN, {OPTION_NODE, a: cost}, with an environment for each. */
#include "rules/combat/cost.h"

#include "cards/ir_args.h"
#include "rules/combat/combat.h"

void dues_begin(Game *g, Dues *dues) { *dues = (Dues){.g = g, .first = count_of(g, T_CHOSEN)}; }

/* The environment for a cost: the effect's, or a new one for its ability. */
static Heap due_env(const Eval *e, Ref creature, Ref other) {
  Game *g = e->g;
  Heap env = e->env ? env_copy(g, e->env) : e->captured ? env_copy_wide(g, e->captured, e->slots) : 0;
  if (!env) env = env_new(g, e->slots > SLOT_FIRST_OWN ? e->slots : SLOT_FIRST_OWN);
  Env *v = env_at(g, env);
  v->source = eval_self(e);
  v->controller = (u8)eval_you(e);
  v->subst = e->subst;
  v->acquisition = e->acquisition;
  env_set_ref(g, env, SLOT_EVENT_OBJECT, creature);
  if (other) env_set_ref(g, env, SLOT_EVENT_OTHER, other);
  return env;
}

static void due_add(const Eval *e, Dues *dues, Node cost, Ref creature, Ref other) {
  Game *g = e->g;
  Heap env = due_env(e, creature, other);
  list_add(g, &dues->envs, env);
  chosen_option(g, (Option){.kind = OPTION_NODE, .a = cost});
}

/* A search for the costs of a pair; without dues to add them to, it only finds out whether there is one. */
typedef struct Looking {
  Ref creature, other;
  Dues *dues;
  u32 skip; /* of optional costs: number to skip */
} Looking;

static bool cost_visit(const Eval *e, Node rule, void *user) {
  const Looking *look = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_ATTACK_COST_OBJECTS), look->creature)) return false;
  Node whom = node_arg(db, rule, ARG_R_ATTACK_COST_WHOM);
  if (whom && !eval_matches(e, whom, look->other)) return false;
  if (!look->dues) return true;
  due_add(e, look->dues, node_arg(db, rule, ARG_R_ATTACK_COST_COST), look->creature, look->other);
  return false;
}

_Static_assert((int)ARG_R_ATTACK_COST_OBJECTS == (int)ARG_R_BLOCK_COST_OBJECTS &&
                   (int)ARG_R_ATTACK_COST_COST == (int)ARG_R_BLOCK_COST_COST &&
                   (int)ARG_R_ATTACK_COST_WHOM == (int)ARG_R_BLOCK_COST_WHOM,
               "costs to attack and block are written alike");

bool pair_costs(Game *g, IrOp op, Ref creature, Ref other) {
  Looking look = {.creature = creature, .other = other};
  return rules_visit(g, op, cost_visit, &look);
}

void dues_add(Dues *dues, IrOp op, Ref creature, Ref other) {
  Looking look = {.creature = creature, .other = other, .dues = dues};
  rules_visit(dues->g, op, cost_visit, &look);
}

static bool option_visit(const Eval *e, Node rule, void *user) {
  Looking *look = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_ATTACK_OPTION_OBJECTS), look->creature)) return false;
  if (look->skip-- > 0) return false;
  due_add(e, look->dues, node_arg(db, rule, ARG_R_ATTACK_OPTION_COST), look->creature, REF_NONE);
  return true;
}

bool dues_add_optional(Dues *dues, Ref creature, u32 index) {
  Looking look = {.creature = creature, .dues = dues, .skip = index};
  return rules_visit(dues->g, IR_R_ATTACK_OPTION, option_visit, &look);
}

bool dues_payable(const Dues *dues, u32 player) {
  return dues->envs == 0 || costs_payable(dues->g, player, dues->first, dues->envs);
}

void dues_forget(Dues *dues) {
  Game *g = dues->g;
  table_drop(g, T_CHOSEN, list_count(g, dues->envs));
  for (u32 i = 0; i < list_count(g, dues->envs); i++) env_free(g, (Heap)list_get(g, dues->envs, i));
  if (dues->envs) heap_free(g, dues->envs);
  dues->envs = 0;
}

bool dues_pay(Dues *dues, u32 player) {
  Heap envs = dues->envs;
  dues->envs = 0;
  if (!envs) return false;
  pay_begin_costs(dues->g, player, dues->first, envs);
  return true;
}
