/* Looking ahead: whether some way to announce a spell or ability can be completed (601.2b–h, 601.3–601.5). What is not
   announced yet is tried. Most of it is settled without trying anything: optional costs are tried only where the spell asks
   whether they were paid, and targets only where what it costs depends on them. */
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"

/* How many choices of targets are paid for on trial before none is taken to be affordable. */
enum { TARGETS_TRIED = 256 };

typedef struct Ahead {
  CastContext s;
  PaymentContext *payment;
  PaymentProblem *b;
  bool priced; /* what it costs depends on what it targets … */
  bool falls;  /* … and may be less for more targets */
  TargetSlot slots[TARGET_SLOTS];
  u32 count;
  u32 budget;
} Ahead;

static bool pays(const Ahead *a) {
  return a->payment ? payment_context_pays(a->payment, &a->s) : payment_problem_pays(a->b, &a->s);
}

/* --- targets -------------------------------------------------------------------------------------------------- */

static bool slots_pay(Ahead *a, u32 at);

/* The targets of a slot being chosen from candidates on the scratch list. */
typedef struct SlotTrial {
  u32 at, mark, count;
  bool pushed; /* the candidates are on the list */
  i64 min, max;
  Node set;
  u32 n;
  Ref picked[TARGET_SLOTS];
} SlotTrial;

/* Whether as many other targets would do no better and no worse: they are the last to be chosen, only how many there are
   matters to the cost, and counting was enough to say whether it can be paid. */
static bool is_alike(const Ahead *a, u32 at) {
  return at + 1 == a->count && a->payment && !a->payment->closely && cost_counts_targets(&a->s);
}

static void push_candidates(const Ahead *a, SlotTrial *t, const Eval *e) {
  if (t->pushed) return;
  t->pushed = true;
  const TargetSlot *slot = &a->slots[t->at];
  env_set(a->s.g, slot->env, slot->var, (Value){.tag = VALUE_NONE});
  SpellView view = context_view(&a->s);
  t->count = targets_push(e, slot->node);
  context_view_end(&a->s, view);
}

static bool targets_pay(Ahead *a, SlotTrial *t, const Eval *e, u32 from);

#ifdef GAVEL_CHECKED
/* Asserts that none of the candidates from `from` on can be paid for in the place of one that can't. */
static void others_fail(Ahead *a, SlotTrial *t, const Eval *e, u32 from) {
  u32 budget = a->budget;
  for (u32 i = from; i < t->count && a->budget > 0; i++) {
    t->picked[t->n++] = scratch_get(a->s.g, t->mark + i);
    bool found = targets_pay(a, t, e, t->count);
    ASSERT(!found);
    t->n--;
  }
  a->budget = budget;
}
#endif

/* Whether the picked targets, or more of the candidates from `from` on with them, leave something that can be paid. */
static bool targets_pay(Ahead *a, SlotTrial *t, const Eval *e, u32 from) {
  Game *g = a->s.g;
  const TargetSlot *slot = &a->slots[t->at];
  env_set_refs(g, slot->env, slot->var, t->picked, t->n);
  if (t->n >= t->min && set_holds(e, t->set, t->picked, t->n) && slots_pay(a, t->at + 1)) return true;
  if (t->n >= t->min && !t->set && !a->falls && t->n > 0) return false; /* with more it costs no less */
  push_candidates(a, t, e);
  for (u32 i = from; i < t->count && t->n < t->max && t->n < COUNT_OF(t->picked) && a->budget > 0; i++) {
    t->picked[t->n++] = scratch_get(g, t->mark + i);
    bool found = targets_pay(a, t, e, i + 1);
    t->n--;
    if (found) return true;
    if (!a->falls && !t->set && t->n >= t->min && is_alike(a, t->at)) {
#ifdef GAVEL_CHECKED
      others_fail(a, t, e, i + 1);
#endif
      return false;
    }
  }
  return false;
}

/* Whether it can be paid for with some targets for the slots from `at` on. */
static bool slots_pay(Ahead *a, u32 at) {
  Game *g = a->s.g;
  if (at == a->count) {
    if (a->budget == 0) return false;
    a->budget--;
    return pays(a);
  }
  const TargetSlot *slot = &a->slots[at];
  Eval e = eval_of_env(g, slot->env);
  e.trial_x = a->s.trial_x;
  SpellView view = context_view(&a->s);
  SlotTrial t = {
      .at = at, .mark = scratch_mark(g), .set = slot->part ? node_arg(g->db, slot->node, ARG_TARGET_SET) : 0};
  bool applies = slot_applies(&e, slot->node);
  if (applies) {
    t.min = target_min(&e, slot->node);
    t.max = target_max(&e, slot->node);
  }
  context_view_end(&a->s, view);
  if (!applies) return slots_pay(a, at + 1);
  bool found = targets_pay(a, &t, &e, 0);
  env_set(g, slot->env, slot->var, (Value){.tag = VALUE_NONE});
  scratch_release(g, t.mark);
  return found;
}

/* The same where nothing lies on the scratch list yet. What the player could pay with can't be worked out there while
   targets lie on it, so all is tried at a glance first. */
static bool targets_and_cost_pay(Ahead *a, u32 from) {
  PaymentContext *p = a->payment;
  if (!p || p->full) return slots_pay(a, from);
  u32 budget = a->budget;
  p->shut = true;
  p->unsure = p->closely = false;
  bool found = slots_pay(a, from);
  p->shut = false;
  if (found || !p->unsure) return found;
  payment_context_open(p);
  a->budget = budget;
  return slots_pay(a, from);
}

bool payable_with_targets(const CastContext *s, const TargetSlot *slots, u32 count, u32 from, bool *alike) {
  PaymentContext payment;
  payment_context_begin(s->g, s->player, &payment);
  Ahead a = {.s = *s, .payment = &payment, .falls = cost_falls_by_targets(s), .count = count, .budget = TARGETS_TRIED};
  memcpy(a.slots, slots, count * sizeof *slots);
  bool payable = targets_and_cost_pay(&a, from);
  *alike = from == count && is_alike(&a, from - 1);
  payment_context_end(&payment);
  return payable;
}

/* --- modes ---------------------------------------------------------------------------------------------------- */

static Node open_modal(const CastContext *s) {
  if (list_count(s->g, context_item(s)->modes)) return 0;
  AbilityInst inst;
  Node part, modal = 0;
  for (u32 i = 0; !modal && (part = context_part(s, i, &inst)) != 0; i++) modal = ability_modal(s->g->db, part);
  return modal;
}

static void modes_set(const CastContext *s, u32 modes) {
  Heap list = 0;
  for (u32 i = 0; modes >> i; i++)
    if (modes >> i & 1) list_add(s->g, &list, 1 + i);
  Heap old = context_item(s)->modes;
  if (old) heap_free(s->g, old);
  context_item(s)->modes = list;
}

/* Whether it can be paid for with some targets for the modes that are chosen, or for some that can be. */
static bool modes_pay(Ahead *a) {
  Game *g = a->s.g;
  const CardDb *db = g->db;
  Node modal = open_modal(&a->s);
  a->budget = TARGETS_TRIED;
  if (!modal) {
    a->count = context_target_slots(&a->s, a->slots);
    return targets_and_cost_pay(a, 0);
  }
  Eval e = eval_of_env(g, a->s.env);
  u32 count = (u32)num_min(16, node_argc(db, modal) - ARG_MODAL_MODES), possible = 0;
  for (u32 i = 0; i < count; i++)
    if (mode_possible(&e, modal, i)) possible |= 1u << i;
  i64 min = num_max(1, eval_num(&e, node_arg(db, modal, ARG_MODAL_MIN)));
  bool payable = false;
  for (u32 modes = 1; modes <= possible && !payable; modes++) {
    if (modes & ~possible || bits_count(modes) != min) continue;
    modes_set(&a->s, modes);
    a->count = context_target_slots(&a->s, a->slots);
    payable = targets_and_cost_pay(a, 0);
  }
  modes_set(&a->s, 0);
  return payable;
}

/* --- X, optional costs ------------------------------------------------------------------------------------------ */

static bool possible(const Ahead *a) {
  SpellView view = a->s.trial ? context_view(&a->s) : (SpellView){.changed = false};
  bool exist = context_targets_exist(&a->s);
  context_view_end(&a->s, view);
  return exist && (!a->s.spell || cast_allowed(&a->s));
}

static bool affordable(Ahead *a) { return a->priced ? modes_pay(a) : pays(a); }

static bool x_open(const CastContext *s) {
  bool announced = s->env && env_at(s->g, s->env)->slot[SLOT_X].tag == VALUE_NUMBER;
  return !announced && cost_has_x(s);
}

static void try_x(Ahead *a, u16 x) {
  a->s.trial_x = x;
  if (a->s.trial) HEAP_AT(a->s.g, CastInfo, context_item(&a->s)->cast)->x = x;
}

/* If X matters to whether it is possible, a value must be affordable with which it is. */
static bool completable(Ahead *a) {
  if (possible(a)) return affordable(a);
  if (!x_open(&a->s)) return false;
  bool found = false;
  for (u16 x = 1; x <= X_LOOKED_AT && !found; x++) {
    try_x(a, x);
    if (!affordable(a) && !a->priced) break;
    found = possible(a) && (!a->priced || affordable(a));
  }
  try_x(a, 0);
  return found;
}

/* With optional costs of the abilities from `from` on, none of which is announced, paid or not. */
static bool completable_with(Ahead *a, u32 from) {
  if (completable(a)) return true;
  u32 count = from == OPTIONAL_ANNOUNCED ? 0 : context_ability_count(&a->s);
  for (u32 i = from; i < count; i++) {
    AbilityInst inst = context_ability(&a->s, i);
    const AbilityDef *def = carddb_ability(a->s.g->db, inst.ability);
    if (def->op != IR_OPTIONAL_COST) continue;
    Word label = (Word)node_arg(a->s.g->db, def->node, ARG_OPTIONAL_COST_LABEL);
    paid_add(&a->s, label, inst.ability, inst.acquisition, 1);
    bool found = completable_with(a, i + 1);
    paid_remove(&a->s);
    if (found) return true;
  }
  return false;
}

/* --- what has to be tried --------------------------------------------------------------------------------------- */

static bool find_paid(void *found, const CardDb *db, Node node) {
  IrOp op = node_op(db, node);
  *(bool *)found |= op == IR_PAID || op == IR_TIMES_PAID;
  return !*(bool *)found;
}

/* Whether what a spell targets, may choose or costs depends on which optional costs were paid, or on the keyword it is
   cast by. */
static bool asks_what_was_paid(const CastContext *s, u32 optional) {
  const CardDb *db = s->g->db;
  bool open = method_label(s) != 0, asks = false;
  bool costs = optional != OPTIONAL_ANNOUNCED && (open || context_may_hold(s, HOLDS_COSTS));
  u32 count = costs ? context_ability_count(s) : 0;
  for (u32 i = 0; i < count && !(open && asks); i++) {
    const AbilityDef *def = carddb_ability(db, context_ability(s, i).ability);
    open |= i >= optional && def->op == IR_OPTIONAL_COST;
    if (def->op == IR_STATIC || def->op == IR_ADDITIONAL_COST) ir_walk(db, def->node, find_paid, &asks);
    if (def->op != IR_SPELL) continue;
    for (u32 k = ARG_SPELL_TARGETS; k < node_argc(db, def->node); k++)
      ir_walk(db, node_arg(db, def->node, k), find_paid, &asks);
    Node modal = ability_modal(db, def->node);
    if (modal) ir_walk(db, modal, find_paid, &asks);
  }
  return open && asks;
}

bool announceable(const CastContext *s, u32 optional, PaymentContext *payment, PaymentProblem *b) {
  Ahead a = {.s = *s, .payment = payment, .b = b};
  PaymentContext own;
  if (!payment && !b) {
    payment_context_begin(s->g, s->player, &own);
    a.payment = &own;
  }
  a.priced = cost_reads_targets(s);
  a.falls = a.priced && cost_falls_by_targets(s);
  bool labelled = s->spell && !s->stack && method_label(s) && asks_what_was_paid(s, optional);
  bool found = !a.priced && !labelled && completable(&a);
  if (!found && (a.priced || labelled || (s->spell && asks_what_was_paid(s, optional)))) {
    bool looked_at = !s->stack;
    if (looked_at) context_try(&a.s, s->spell ? 0 : activation_env(s->g, s->player, s->slot, &s->inst));
    found = completable_with(&a, optional);
    if (looked_at) context_try_end(&a.s);
  }
  if (!payment && !b) payment_context_end(&own);
  return found;
}
