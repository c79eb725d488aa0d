/* Paying mana (601.2g, h): activating mana abilities, spending what is in the pool, and taking mana abilities back
   when the payment can't be completed (733.1).

   Automatic payment follows the payer step by step (solver.h). It never fails unless the game does something else
   with a mana ability than the payer expected; where some effect could, the state is kept before each ability, so
   that the player may reverse it. In manual payment it always is. */
#include "rules/cast/casting.h"
#include "state/checkpoint.h"

void payment_begin(Game *g) { frame_push(g, PROC_PAY_MANA, 0, 0); }

static u32 pay_frame(const Game *g) { return frame_index(g) - 1; }

static void payment_total(Game *g, CostTotal *t) { cost_read(g, payment_total_row(g, pay_frame(g)), t); }

static bool mana_is_needed(const CostTotal *t) { return t->generic > 0 || t->symbol_count > 0; }

/* --- the end of it ---------------------------------------------------------------------------------------- */

static Flow payment_return(Game *g, bool paid) {
  for (i64 kept = frame_top(g)->a[PM_KEPT]; kept > 0; kept--) checkpoint_drop(g);
  u32 spent = count_of(g, T_CHOSEN); /* what was chosen to be spent lies on top */
  while (spent > 0 && row_CHOSEN(g, spent - 1)->kind == CHOSEN_MANA) spent--;
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - spent);
  frame_return(g, paid);
  return FLOW_STEP;
}

void remember_mana(Game *g, const CastContext *s, const Mana *m, u32 n) {
  Heap cast = s->stack && !s->plain ? stack_item_of(g, s->stack)->cast : 0;
  if (!cast) return;
  Heap spent = HEAP_AT(g, CastInfo, cast)->spent;
  list_add(g, &spent, m->kind | (u64)m->snow << 8 | (u64)n << 32);
  HEAP_AT(g, CastInfo, cast)->spent = spent;
  Heap sources = HEAP_AT(g, CastInfo, cast)->sources;
  list_add(g, &sources, m->source);
  HEAP_AT(g, CastInfo, cast)->sources = sources;
  spell_changed(g); /* an effect may ask what mana was spent */
}

/* What the terms of mana say happens when it is spent on a spell (106.6). True if frames were pushed that do it. */
static bool mana_rides(Game *g, const CastContext *s, const Mana *m, u32 n) {
  if (!s->stack || s->plain || object_row(g, s->stack)->kind == OBJECT_ABILITY) return false;
  u32 from = HEAP_AT(g, CastInfo, stack_item_of(g, s->stack)->cast)->from;
  Event cast = {.kind = EVENT_CAST,
                .player = object_row(g, s->stack)->controller,
                .from = (u8)from,
                .to = ZONE_STACK,
                .object = object_ref(g, s->stack)};
  return triggers_mana_spent(g, m, n, &cast);
}

/* Takes what the payment spends from the pool; `s`: what it is spent on, if not on a mana ability. True if frames were
   pushed that do what happens at once. */
static bool mana_take(Game *g, const PaymentProblem *b, const CastContext *s) {
  bool rides = false;
  for (u32 i = 0; i < b->pool_count; i++) {
    u32 n = problem_take(b, i);
    if (n == 0 || problem_stands_in(b, i)) continue;
    u32 row = problem_pool_row(b, i);
    const Mana m = *row_MANA(g, row);
    row_MANA(g, row)->n -= n;
    if (s) remember_mana(g, s, &m, n);
    if (s && m.terms) rides |= mana_rides(g, s, &m, n);
  }
  mana_compact(g);
  return rides;
}

/* The pool suffices: what else pays must still be there too, before any of it is paid (601.2h). */
static Flow payment_spend(Game *g, PaymentProblem *b, const CastContext *s) {
  bool payable = payment_parts_payable(g, pay_frame(g)), rides = false;
  if (payable) {
    RULE(g, "118.3a");
    frame_top(g)->step = PM_SPENT;
    rides = mana_take(g, b, s);
  }
  problem_end(b);
  if (rides) return FLOW_STEP;
  if (payable) return payment_return(g, true);
  frame_top(g)->step = PM_FAIL;
  return FLOW_STEP;
}

/* --- the state as it was before a mana ability --------------------------------------------------------------- */

/* Keeps it; PM_RESTORED is where it goes on from there. */
static void keep_state(Game *g) {
  frame_top(g)->step = PM_RESTORED;
  checkpoint_push(g);
  frame_top(g)->a[PM_KEPT]++;
  frame_top(g)->a[PM_NEWEST] = 1;
}

/* The ability was not activated after all. */
static void forget_state(Game *g) {
  if (!frame_top(g)->a[PM_NEWEST]) return;
  checkpoint_drop(g);
  frame_top(g)->a[PM_KEPT]--;
  frame_top(g)->a[PM_NEWEST] = 0;
}

/* --- automatic payment -------------------------------------------------------------------------------------- */

bool payment_may_surprise(Game *g) {
  static const EventKind PAYING[] = {EVENT_ADD_MANA,  EVENT_TAP,          EVENT_PAY_LIFE,
                                     EVENT_LOSE_LIFE, EVENT_COUNTERS_PUT, EVENT_COUNTERS_REMOVE};
  watchers_update(g);
  return event_kinds_have_any(&derived(g)->watchers.replaced, PAYING, COUNT_OF(PAYING));
}

/* The environment of an ability the payer activates, with its choices of kinds in it. */
static Heap planned_env(Game *g, const PaymentProblem *b, const PayStep *step) {
  ManaPlan plan = problem_plan(b, step->source);
  PaySource source = problem_source(b, step->source);
  u32 slot = ref_slot(plan.source);
  AbilityInst inst = ability_get(g, slot, plan.index);
  Heap env = activation_env(g, b->player, slot, &inst);
  for (u32 i = 0; i < source.make_count; i++) {
    if (bits_count(source.makes[i].kinds) < 2) continue;
    bool same = source.makes[i].flags & PAY_SAME;
    for (u32 k = 0; k < PAY_KINDS; k++) {
      u32 times = same ? step->made[i][k] > 0 : step->made[i][k];
      for (u32 n = 0; n < times; n++) mana_choice_plan(g, env, k);
    }
  }
  return env;
}

static Flow activate(Game *g, const ManaPlan *plan, Heap env) {
  Frame *f = frame_top(g);
  f->step = PM_ACTIVATED;
  f->a[PM_LAST] = (i64)plan->source;
  mana_ability_planned(g, plan, env);
  return FLOW_STEP;
}

static Flow activate_planned(Game *g, PaymentProblem *b, const PayStep *step) {
  ManaPlan plan = problem_plan(b, step->source);
  Heap env = planned_env(g, b, step);
  mana_take(g, b, NULL);
  problem_end(b);
  return activate(g, &plan, env);
}

#ifdef GAVEL_CHECKED
/* Asserts that the payer finds what counting does. */
static void payment_compare(Game *g, const CastContext *s, const CostTotal *t, PayAnswer plain, const ManaPlan *plan) {
  if (plain == PAY_IMPOSSIBLE) return;
  u32 frame = pay_frame(g);
  Reserved reserved;
  payment_reserved(g, frame, &reserved);
  PaymentProblem b;
  problem_begin_chosen(g, s->player, payment_total_row(g, frame), &b);
  PayStep step;
  PayAnswer answer = problem_next(&b, s, t, &reserved, &step);
  ASSERT(answer == plain);
  i64 left = t->generic;
  for (u32 i = 0; i < t->symbol_count; i++) left += t->symbols[i].n;
  for (u32 i = 0; answer == PAY_READY && i < b.pool_count; i++) {
    ASSERT(problem_take(&b, i) == num_min(left, row_MANA(g, problem_pool_row(&b, i))->n));
    left -= problem_take(&b, i);
  }
  if (answer == PAY_ACTIVATE) {
    ManaPlan found = problem_plan(&b, step.source);
    ASSERT(found.source == plan->source && found.index == plan->index);
  }
  problem_end(&b);
}
#endif

/* Where counting is enough. */
static Flow pay_plain(Game *g, const CastContext *s, const CostTotal *t, PayAnswer answer, const ManaPlan *plan) {
  if (answer == PAY_READY) {
    forget_state(g);
    if (t->part_count && !payment_parts_payable(g, pay_frame(g))) {
      frame_top(g)->step = PM_FAIL;
      return FLOW_STEP;
    }
    payment_spend_pool(g, s, t);
    return payment_return(g, true);
  }
  Frame *f = frame_top(g);
  f->step = PM_ACTIVATED;
  f->a[PM_LAST] = (i64)plan->source;
  mana_ability_begin(g, s->player, plan);
  return FLOW_STEP;
}

/* Whether nothing that pays other parts of the cost would have to stay untapped instead of making mana. */
static bool parts_leave_mana(Game *g, u32 frame, const CostTotal *t) {
  if (t->part_count == 0) return true;
  Reserved reserved;
  payment_reserved(g, frame, &reserved);
  for (u32 i = 0; i < reserved.count; i++)
    if (reserved.tap[i] && may_make_mana(g, reserved.refs[i])) return false;
  return true;
}

static Flow pay_automatic(Game *g, const CostTotal *t) {
  u32 frame = pay_frame(g);
  if (payment_may_surprise(g)) keep_state(g);
  CastContext s = context_of_payment(g, frame);
  ManaPlan plan;
  PayAnswer plain = parts_leave_mana(g, frame, t) ? payment_plain(g, s.player, payment_total_row(g, frame), t, &plan)
                                                  : PAY_IMPOSSIBLE;
#ifdef GAVEL_CHECKED
  payment_compare(g, &s, t, plain, &plan);
#endif
  if (plain != PAY_IMPOSSIBLE) return pay_plain(g, &s, t, plain, &plan);
  Reserved reserved;
  payment_reserved(g, frame, &reserved);
  PaymentProblem b;
  problem_begin_chosen(g, s.player, payment_total_row(g, frame), &b);
  PayStep step;
  PayAnswer answer = problem_next(&b, &s, t, &reserved, &step);
  if (answer == PAY_ACTIVATE) return activate_planned(g, &b, &step);
  forget_state(g);
  if (answer == PAY_READY) return payment_spend(g, &b, &s);
  problem_end(&b);
  frame_top(g)->step = PM_FAIL;
  return FLOW_STEP;
}

/* --- manual payment ------------------------------------------------------------------------------------------- */

bool player_pays_by_hand(const Game *g, u32 player) { return core(g)->by_hand >> player & 1; }

/* The player activates mana abilities, or pays when the pool suffices (605.3a). */
static Flow pay_manual(Game *g, const CostTotal *t) {
  u32 frame = pay_frame(g);
  CastContext s = context_of_payment(g, frame);
  PaymentProblem b;
  problem_begin_chosen(g, s.player, payment_total_row(g, frame), &b);
  bool enough = problem_pool_pays(&b, &s, t) && payment_parts_payable(g, frame);
  frame_top(g)->step = PM_ASKED;
  RULE(g, "605.3a");
  decide_begin(g, DECISION_MANA, s.player, s.stack ? object_ref(g, s.stack) : s.ref, "601.2g");
  if (enough) decide_simple(g, OPTION_DONE);
  abilities_offer(g, s.player, &b);
  problem_end(&b);
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE;
  frame_top(g)->step = PM_FAIL;
  return FLOW_STEP;
}

static Flow manual_taken(Game *g) {
  const Option taken = *decide_taken(g);
  if (taken.kind == OPTION_DONE) {
    frame_top(g)->step = PM_SPEND;
    frame_top(g)->a[PM_GROUP] = decide_group(g);
    return FLOW_STEP;
  }
  u32 source = object_live(g, taken.ref);
  SOUND(g, source && taken.a < ability_count(g, source));
  CastContext s = context_of_payment(g, pay_frame(g));
  keep_state(g);
  frame_top(g)->step = PM_ACTIVATED;
  frame_top(g)->a[PM_LAST] = (i64)taken.ref;
  activate_begin(g, s.player, source, taken.a);
  return FLOW_STEP;
}

/* Mana chosen to be spent are rows of CHOSEN_MANA on top of T_CHOSEN, one for each. What
   stands in for mana is spent in any case. */
static void firsts_set(Game *g, const PaymentProblem *b) {
  for (u32 i = 0; i < b->pool_count; i++) *problem_first(b, i) = problem_stands_in(b, i);
  for (u32 row = count_of(g, T_CHOSEN); row > 0 && row_CHOSEN(g, row - 1)->kind == CHOSEN_MANA; row--) {
    for (u32 i = 0; i < b->pool_count; i++)
      if (!problem_stands_in(b, i) && problem_pool_row(b, i) == row_CHOSEN(g, row - 1)->mana.row)
        ++*problem_first(b, i);
  }
}

static bool mana_alike(const Mana *a, const Mana *b) {
  return a->kind == b->kind && a->snow == b->snow && !a->terms && !b->terms;
}

/* Offers one more mana of each sort that can be part of the payment. */
static void offer_mana(Game *g, PaymentProblem *b, const CastContext *s, const CostTotal *t) {
  for (u32 i = 0; i < b->pool_count; i++) {
    if (problem_stands_in(b, i)) continue;
    u32 row = problem_pool_row(b, i);
    const Mana m = *row_MANA(g, row);
    if (*problem_first(b, i) == m.n) continue;
    bool offered = false;
    for (u32 k = 0; k < count_of(g, T_OPTIONS); k++)
      offered = offered || mana_alike(row_MANA(g, row_OPTIONS(g, k)->a), &m);
    if (offered) continue;
    ++*problem_first(b, i);
    bool fits = problem_spend(b, s, t);
    --*problem_first(b, i);
    if (fits)
      decide_option(g, (Option){.kind = OPTION_MANA, .word = (u16)(W_WHITE + m.kind), .a = row, .ref = m.source});
  }
}

/* Whether all mana that can be spent on it must be. */
static bool spends_all(PaymentProblem *b, const CastContext *s, const CostTotal *t) {
  u64 usable = 0, needed = 0;
  for (u32 i = 0; i < b->pool_count; i++) {
    if (problem_stands_in(b, i)) continue;
    needed += problem_take(b, i);
  }
  for (u32 i = 0; i < b->pool_count; i++) {
    if (problem_stands_in(b, i) || *problem_first(b, i) > 0) continue;
    *problem_first(b, i) = 1;
    if (problem_spend(b, s, t)) usable += row_MANA(b->g, problem_pool_row(b, i))->n;
    *problem_first(b, i) = 0;
  }
  return usable <= needed && problem_spend(b, s, t);
}

static Flow manual_spend(Game *g, const CostTotal *t) {
  u32 frame = pay_frame(g);
  CastContext s = context_of_payment(g, frame);
  PaymentProblem b;
  problem_begin_chosen(g, s.player, payment_total_row(g, frame), &b);
  firsts_set(g, &b);
  bool pays = problem_spend(&b, &s, t), all = true;
  for (u32 i = 0; i < b.pool_count; i++) all = all && problem_take(&b, i) == *problem_first(&b, i);
  bool begun = count_of(g, T_CHOSEN) > 0 && row_CHOSEN(g, count_of(g, T_CHOSEN) - 1)->kind == CHOSEN_MANA;
  if (!pays || all || (!begun && spends_all(&b, &s, t))) {
    if (pays) return payment_spend(g, &b, &s);
    problem_end(&b);
    frame_top(g)->step = PM_FAIL;
    return FLOW_STEP;
  }
  u32 group = (u32)frame_top(g)->a[PM_GROUP];
  frame_top(g)->step = PM_SPEND_TAKEN;
  decide_begin(g, DECISION_PAYMENT, s.player, s.stack ? object_ref(g, s.stack) : s.ref, "601.2h");
  core(g)->decision.group = group;
  offer_mana(g, &b, &s, t);
  problem_end(&b);
  return decide_end(g);
}

/* --- reversing (733.1) ------------------------------------------------------------------------------------------- */

/* Whether something happened since the newest state that was kept that can't be taken back. */
static bool irreversible(Game *g) {
  Game view;
  checkpoint_view(g, checkpoint_count(g) - 1, &view);
  for (u32 i = count_of(&view, T_HISTORY); i < count_of(g, T_HISTORY); i++) {
    const History h = *row_HISTORY(g, i);
    switch (h.kind) {
      case EVENT_MOVE:
        if (h.to == ZONE_LIBRARY || (h.from == ZONE_LIBRARY && h.to != ZONE_STACK)) return true;
        break;
      case EVENT_REVEAL: {
        u32 slot = object_live(g, h.object);
        if (slot && object_row(g, slot)->zone == ZONE_LIBRARY) return true;
        break;
      }
      case EVENT_SHUFFLE:
      case EVENT_COIN:
      case EVENT_DIE: return true;
      default: break;
    }
  }
  return false;
}

static Flow payment_fail(Game *g) {
  Frame *f = frame_top(g);
  if (f->a[PM_KEPT] == 0 || irreversible(g)) return payment_return(g, false);
  RULE(g, "733.1");
  f = frame_top(g);
  f->step = PM_REVERSE_TAKEN;
  u32 player = context_of_payment(g, pay_frame(g)).player;
  decide_begin(g, DECISION_REVERSE, player, (Ref)f->a[PM_LAST], "733.1");
  decide_simple(g, OPTION_NO);
  decide_simple(g, OPTION_YES);
  return decide_end(g);
}

/* A dispatcher. */
Flow proc_PAY_MANA(Game *g, Frame *f) {
  CostTotal t;
  payment_total(g, &t);
  switch (f->step) {
    case PM_NEXT:
      if (!mana_is_needed(&t)) return payment_return(g, payment_parts_payable(g, pay_frame(g)));
      if (core(g)->by_hand && player_pays_by_hand(g, context_of_payment(g, pay_frame(g)).player))
        return pay_manual(g, &t);
      return pay_automatic(g, &t);
    case PM_ASKED: return manual_taken(g);
    case PM_ACTIVATED:
      if (core(g)->ret == 0) forget_state(g);
      f->step = PM_NEXT;
      f->a[PM_NEWEST] = 0;
      return FLOW_STEP;
    case PM_SPEND: return manual_spend(g, &t);
    case PM_SPEND_TAKEN: {
      f->step = PM_SPEND;
      chosen_add(g, (Chosen){.mana = {.kind = CHOSEN_MANA, .row = decide_taken(g)->a}});
      return FLOW_STEP;
    }
    case PM_SPENT: return payment_return(g, true);
    case PM_REVERSE_TAKEN:
      if (decide_taken(g)->kind == OPTION_NO) return payment_return(g, false);
      checkpoint_restore(g);
      return FLOW_STEP;
    default: /* PM_FAIL, and PM_RESTORED: the state of before an ability that was reversed */ return payment_fail(g);
  }
}
