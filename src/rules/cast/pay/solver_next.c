/* The payment to be preferred, and its next step. */
#include "rules/cast/pay/solver_internal.h"

/* --- preference --------------------------------------------------------------------------------------- */

/* Bits of what a source makes: how useful it is is a matter of their number. */
static u32 source_kinds(const PaySource *s) {
  u32 kinds = 0;
  for (u32 i = 0; i < s->make_count; i++) kinds |= s->makes[i].kinds;
  return bits_count(kinds);
}

static bool preferred(const Solver *v, u32 a, u32 b) {
  const PaySource *x = source_at(v, a), *y = source_at(v, b);
  if (x->rank != y->rank) return x->rank < y->rank;
  u32 kinds_x = source_kinds(x), kinds_y = source_kinds(y);
  return kinds_x != kinds_y ? kinds_x < kinds_y : a < b;
}

static void sort_order(Solver *v) {
  u32 count = v->p->source_count, gap = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (u32 i = gap; i < count; i++) {
      u32 s = v->order[i], j = i;
      for (; j >= gap && preferred(v, s, v->order[j - gap]); j -= gap) v->order[j] = v->order[j - gap];
      v->order[j] = s;
    }
  }
}

/* Which kind of source `s` pays the need: the lowest that fits it. */
static u32 kind_for(const Solver *v, const PayMana *m, const FlowNeed *need) {
  for (u32 k = 0; k < PAY_KINDS; k++)
    if ((m->kinds >> k & 1) && type_takes(&v->types[need->type], m, 1u << k)) return k;
  return PAY_KINDS;
}

/* Of merged sources the first that can pay what its leader's mana pays. */
static u32 merged_member(const Solver *v, u32 leader, const FlowNeed *need) {
  for (u32 i = 0; i < v->p->source_count; i++) {
    u32 s = v->order[i];
    if (v->role[s] != ROLE_MERGED || v->leader[s] != leader) continue;
    for (u32 j = 0; j < source_at(v, s)->make_count; j++)
      if (kind_for(v, &source_at(v, s)->makes[j], need) < PAY_KINDS) return s;
  }
  return leader;
}

/* Sets `taken` of sources that were not searched: how often they must be activated for the mana spent. */
static void count_taken(Solver *v) {
  for (u32 i = 0; i < v->mana_count; i++) {
    const FlowMana *m = &v->mana[i];
    if (m->owner & POOL || v->role[m->owner] == ROLE_CHOICE || v->role[m->owner] == ROLE_CHAINED) continue;
    u32 spent = 0, need = 0;
    for (u32 j = 0; j < v->need_count; j++) {
      u32 n = v->flow[i * v->need_count + j];
      spent += n;
      if (n > 0) need = j;
    }
    if (spent == 0) continue;
    u32 s = m->owner;
    if (v->role[s] == ROLE_MERGED) s = merged_member(v, s, &v->needs[need]);
    u32 each = source_at(v, m->owner)->makes[m->group].n;
    u32 uses = (spent + each - 1) / each;
    if (v->taken[s] < uses) v->taken[s] = uses;
  }
}

static bool resolve_cost(Solver *v, Ways *w, u32 *life) {
  budget_begin(v);
  bool found = solve_cost(v, w, life);
  v->allowance += v->budget; /* what is not spent is for the next */
  if (!found) return false;
  count_taken(v);
  memcpy(v->won, v->taken, v->p->source_count * sizeof *v->won);
  return true;
}

/* Forbids sources, the most useful first, as long as the cost can be paid without. What remains is needed. */
static bool reduce(Solver *v, Ways *w, u32 *life) {
  if (!resolve_cost(v, w, life)) return false;
  for (u32 i = v->p->source_count; i > 0; i--) {
    u32 s = v->order[i - 1];
    v->allowed[s] = 0;
    if (v->won[s] > 0 && !resolve_cost(v, w, life)) v->allowed[s] = 1;
  }
  /* As it was found last, whatever was spent on looking further. */
  v->allowance = PAY_BUDGET;
  return resolve_cost(v, w, life);
}

/* --- the next step ------------------------------------------------------------------------------------ */

/* Whether activating `s` now would take what another needed source must have left. */
static bool step_too_early(const Solver *v, u32 s) {
  const PaySource *source = source_at(v, s);
  for (u32 i = 0; i < source->need_count; i++) {
    for (u32 t = 0; t < v->p->source_count; t++)
      if (t != s && v->taken[t] > 0 && source_at(v, t)->present == 1 + source->needs[i].resource) return true;
  }
  return false;
}

/* The first activation: of those without an order the one to be preferred, else the head of the chain. */
static u32 first_source(const Solver *v) {
  u32 none = v->p->source_count, early = none;
  for (u32 i = 0; i < v->p->source_count; i++) {
    u32 s = v->order[i];
    if (v->taken[s] == 0 || v->role[s] == ROLE_CHAINED) continue;
    if (!step_too_early(v, s)) return s;
    if (early == none) early = s;
  }
  if (early != none) return early;
  return v->chain_count > 0 ? v->chain[0] : none;
}

/* The kinds one activation of the source makes: those its mana pays, first those paid first; the rest is of
   the lowest kind. */
static void step_made(const Solver *v, PayStep *step) {
  const PaySource *s = source_at(v, step->source);
  u32 left[PAY_GROUPS];
  for (u32 i = 0; i < s->make_count; i++) left[i] = s->makes[i].n;
  u32 kinds[PAY_GROUPS] = {0};
  for (u32 i = 0; i < v->mana_count; i++) {
    const FlowMana *m = &v->mana[i];
    if (m->owner & POOL) continue;
    bool merged =
        v->role[step->source] == ROLE_MERGED && v->role[m->owner] == ROLE_MERGED && v->leader[step->source] == m->owner;
    if (m->owner != step->source && !merged) continue;
    u32 group = merged ? 0 : m->group;
    PayMana made = s->makes[group];
    if (group_is_same(&made)) {
      made.kinds = m->kinds;
      if (kinds[group] == 0) kinds[group] = m->kinds;
      if (kinds[group] != m->kinds) continue;
    }
    for (u32 j = 0; j < v->need_count; j++) {
      u32 n = v->flow[i * v->need_count + j], k = n ? kind_for(v, &made, &v->needs[j]) : PAY_KINDS;
      if (k == PAY_KINDS) continue;
      if (n > left[group]) n = left[group];
      step->made[group][k] += n;
      left[group] -= n;
    }
  }
  for (u32 i = 0; i < s->make_count; i++) {
    u32 rest = kinds[i] ? kinds[i] : s->makes[i].kinds;
    if (left[i] > 0) step->made[i][bits_first(rest)] += left[i];
  }
}

/* What of the pool pays needs of a time. */
static void step_take(const Solver *v, u32 time, u32 *take) {
  for (u32 i = 0; i < v->p->pool_count; i++) {
    take[i] = 0;
    for (u32 j = 0; j < v->need_count; j++)
      if (v->needs[j].time == time) take[i] += v->flow[i * v->need_count + j];
  }
}

PayAnswer payer_next(const PayProblem *problem, u64 *work, PayStep *step, u32 *take) {
  memset(step, 0, sizeof *step);
  for (u32 i = 0; i < problem->pool_count; i++) take[i] = 0;
  if (payer_hopeless(problem)) return PAY_IMPOSSIBLE;
  Solver v;
  Ways ways;
  solver_init(&v, problem, work);
  v.detailed = true;
  sort_order(&v);
  if (!reduce(&v, &ways, &step->life)) return v.budget > 0 ? PAY_IMPOSSIBLE : PAY_UNPROVEN;
  step->source = first_source(&v);
  if (step->source == problem->source_count) {
    step_take(&v, AT_LAST, take);
    return PAY_READY;
  }
  step_made(&v, step);
  if (v.role[step->source] == ROLE_CHAINED) step_take(&v, 0, take);
  return PAY_ACTIVATE;
}
