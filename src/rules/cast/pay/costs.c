/* Paying costs (601.2f–h, 118.12). */
#include "rules/cast/pay/payable.h"

/* --- PROC_PAY ------------------------------------------------------------------------------------------------------- */

/* PROC_PAY. A plain payment (118.12) announces for itself first; rows of T_CHOSEN from FIRST to TOTAL are
   announcements, from TOTAL on the total cost, then what was chosen to pay. */

void pay_begin(Game *g, u32 player, Node cost, Heap env, bool ask) {
  u32 frame = frame_push(g, PROC_PAY, cost, env);
  Frame *f = frame_at(g, frame);
  f->step = ask ? PAY_BEGIN : PAY_X;
  f->a[PAY_PLAYER] = player;
  f->a[PAY_FIRST] = f->a[PAY_TOTAL] = count_of(g, T_CHOSEN);
}

void pay_begin_costs(Game *g, u32 player, u32 first, Heap envs) {
  pay_begin(g, player, 0, 0, false);
  Frame *f = frame_top(g);
  f->flags |= FRAME_LISTS_ENVS;
  f->lists = envs;
  f->a[PAY_FIRST] = first;
  f->a[PAY_TOTAL] = first + list_count(g, envs);
}

static CastContext costs_subject(Game *g, u32 player, u32 first, Heap envs) {
  return (CastContext){.g = g, .player = player, .plain = true, .envs = envs, .costs = first};
}

void pay_announced(Game *g, u32 first) {
  pay_announced_by(g, first, (u32)frame_top(g)->a[AN_PLAYER]);
  frame_top(g)->step = PAY_PARTS;
}

void pay_announced_by(Game *g, u32 first, u32 player) {
  u32 parent = frame_index(g);
  u32 frame = frame_push(g, PROC_PAY, 0, 0);
  Frame *f = frame_at(g, frame);
  f->step = PAY_MANA;
  f->a[PAY_PLAYER] = player;
  f->a[PAY_FIRST] = f->a[PAY_TOTAL] = first;
  f->a[PAY_PARENT] = 1 + parent;
}

CastContext context_of_payment(Game *g, u32 frame) {
  const Frame f = *frame_at(g, frame);
  if (f.a[PAY_PARENT]) {
    CastContext s = context_of_frame(g, (u32)f.a[PAY_PARENT] - 1);
    s.player = (u32)f.a[PAY_PLAYER];
    s.announced = s.announced_end = (u32)f.a[PAY_FIRST];
    return s;
  }
  if (f.lists) {
    u32 announced = (u32)f.a[PAY_FIRST] + list_count(g, f.lists);
    CastContext s = costs_subject(g, (u32)f.a[PAY_PLAYER], (u32)f.a[PAY_FIRST], f.lists);
    s.announced = announced;
    s.announced_end = (u32)f.a[PAY_TOTAL];
    return s;
  }
  const Env *v = env_at(g, f.env);
  return (CastContext){.g = g,
                       .player = (u32)f.a[PAY_PLAYER],
                       .ref = v->source,
                       .slot = object_live(g, v->source),
                       .plain = true,
                       .env = f.env,
                       .announced = (u32)f.a[PAY_FIRST],
                       .announced_end = (u32)f.a[PAY_TOTAL]};
}

/* What a plain payment is of: a cost, or (0) several, or a mana cost of the database. */
typedef struct PlainCost {
  Node cost;
  u32 mana_cost;
} PlainCost;

static PlainCost plain_cost(const Game *g, u32 frame) {
  const Frame *f = frame_at(g, frame);
  return (PlainCost){.cost = f->node, .mana_cost = f->node ? 0 : f->cost};
}

static void plain_collect(const CastContext *s, PlainCost cost, u32 either, CostTotal *t) {
  if (cost.cost || s->envs)
    cost_collect(s, cost.cost, either, t);
  else
    cost_collect_mana(s, cost.mana_cost, t);
}

static bool plain_payable(const CastContext *s, PlainCost cost) {
  CostTotal t;
  u32 combinations = cost.cost || s->envs ? cost_combinations(s, cost.cost) : 1;
  for (u32 i = 0; i < combinations; i++) {
    plain_collect(s, cost, i, &t);
    if (cost_total_payable(s, &t, NULL)) return true;
  }
  return false;
}

static CastContext plain_subject(const Eval *e, u32 player) {
  Ref self = eval_self(e);
  return (CastContext){
      .g = e->g, .player = player, .ref = self, .slot = object_live(e->g, self), .plain = true, .env = e->env};
}

bool cost_payable(const Eval *e, u32 player, Node cost) {
  CastContext s = plain_subject(e, player);
  return plain_payable(&s, (PlainCost){.cost = cost});
}

bool mana_cost_payable(const Eval *e, u32 player, u32 mana_cost) {
  CastContext s = plain_subject(e, player);
  return plain_payable(&s, (PlainCost){.mana_cost = mana_cost});
}

bool costs_payable(Game *g, u32 player, u32 first, Heap envs) {
  CastContext s = costs_subject(g, player, first, envs);
  return plain_payable(&s, (PlainCost){0});
}

void pay_begin_mana(Game *g, u32 player, u32 mana_cost, Heap env) {
  pay_begin(g, player, 0, env, false);
  frame_top(g)->cost = mana_cost;
}

static Flow part_chosen(Game *g);
static void part_variable(Game *g, Heap env, u32 first, u32 part, Node choose);

static Flow pay_return(Game *g, bool paid) {
  u32 first = (u32)frame_top(g)->a[PAY_FIRST];
  Heap envs = frame_top(g)->lists;
  frame_top(g)->lists = 0;
  for (u32 i = 0; i < list_count(g, envs); i++) env_free(g, (Heap)list_get(g, envs, i));
  if (envs) heap_free(g, envs);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - first);
  frame_return(g, paid);
  return FLOW_STEP;
}

/* --- a plain payment's own announcements ---------------------------------------------------------------------------------- */

static Flow pay_ask(Game *g, Frame *f) {
  CastContext s = context_of_payment(g, frame_index(g));
  Node cost = f->node;
  if (!plain_payable(&s, plain_cost(g, frame_index(g)))) {
    REMARK(g, CANT_PAY, "118.3", s.player, .object = s.ref);
    return pay_return(g, false);
  }
  frame_top(g)->step = PAY_ASKED;
  decide_begin(g, DECISION_MAY, s.player, s.ref, "118.12");
  core(g)->decision.node = cost;
  decide_simple(g, OPTION_NO);
  decide_simple(g, OPTION_YES);
  return decide_end(g);
}

bool payment_declined(Game *g) {
  if (frame_top(g)->proc != PROC_PAY || core(g)->decision.kind != DECISION_MAY) return false;
  RULE(g, "800.4f");
  core(g)->decision.kind = DECISION_NONE;
  frame_top(g)->step = PAY_DECLINED;
  return true;
}

static void announce_row(Game *g, Option row) {
  chosen_option(g, row);
  frame_top(g)->a[PAY_TOTAL]++;
}

/* {X} in a cost that is paid now and was not chosen before: its payer chooses (107.3f). */
static Flow pay_x(Game *g, Frame *f) {
  Heap env = f->env;
  PlainCost cost = plain_cost(g, frame_index(g));
  f->step = PAY_EITHER;
  if (f->lists) return FLOW_STEP; /* costs of the rules: nobody chooses a number in them */
  bool has_x = cost.cost ? node_holds(g->db, cost.cost, TRAIT_X) : g->db->costs.data[cost.mana_cost].x > 0;
  if (!has_x || env_at(g, env)->slot[SLOT_X].tag != VALUE_NONE) return FLOW_STEP;
  CastContext s = context_of_payment(g, frame_index(g));
  frame_top(g)->step = PAY_X_TAKEN;
  decide_begin(g, DECISION_X, s.player, s.ref, "107.3f");
  i64 x = 0;
  for (; x < NUMBERS_OFFERED; x++) {
    env_set_number(g, env, SLOT_X, x);
    if (!plain_payable(&s, cost)) break;
    decide_number(g, x);
  }
  core(g)->decision.max = x - 1;
  env_set(g, env, SLOT_X, (Value){.tag = VALUE_NONE});
  if (x == 0) {
    core(g)->decision.kind = DECISION_NONE;
    return pay_return(g, false);
  }
  return decide_end(g);
}

/* Whether the cost can be paid with one more announcement. */
static bool payable_announcing(Game *g, u32 frame, Option row) {
  chosen_option(g, row);
  frame_at(g, frame)->a[PAY_TOTAL]++;
  CastContext s = context_of_payment(g, frame);
  bool payable = plain_payable(&s, plain_cost(g, frame));
  frame_at(g, frame)->a[PAY_TOTAL]--;
  table_drop(g, T_CHOSEN, 1);
  return payable;
}

static Flow pay_either(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  CastContext s = context_of_payment(g, frame);
  CostTotal t;
  plain_collect(&s, plain_cost(g, frame), 0, &t);
  f = frame_top(g);
  f->step = t.either ? PAY_EITHER_TAKEN : PAY_SYMBOL;
  if (!t.either) return FLOW_STEP;
  decide_begin(g, DECISION_OPTION, s.player, s.ref, "118.12");
  return offer_either(g, t.either, frame, payable_announcing) ? decide_end(g) : pay_return(g, false);
}

static Flow pay_symbol(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  CastContext s = context_of_payment(g, frame);
  CostTotal t;
  plain_collect(&s, plain_cost(g, frame), 0, &t);
  f = frame_top(g);
  if (!t.open) {
    if (t.unpayable) return pay_return(g, false);
    cost_write(g, &t);
    frame_top(g)->step = PAY_PARTS;
    return FLOW_STEP;
  }
  f->step = PAY_SYMBOL_TAKEN;
  RULE(g, "118.13b");
  decide_begin(g, DECISION_SYMBOL, s.player, s.ref, "118.13b");
  return offer_symbol(g, t.open, frame, payable_announcing) ? decide_end(g) : pay_return(g, false);
}

bool offer_either(Game *g, Node either, u32 frame, Payables *payable) {
  const CardDb *db = g->db;
  for (u32 i = ARG_COST_EITHER_OPTIONS; i < node_argc(db, either); i++) {
    Option row = {.kind = OPTION_NODE, .a = node_arg(db, either, i), .n = i - ARG_COST_EITHER_OPTIONS + 1};
    if (payable(g, frame, row)) decide_option(g, row);
  }
  if (count_of(g, T_OPTIONS)) return true;
  core(g)->decision.kind = DECISION_NONE;
  return false;
}

bool offer_symbol(Game *g, ManaSymbol symbol, u32 frame, Payables *payable) {
  for (u32 k = 0; k < PAY_KINDS; k++) {
    Option row = {.kind = OPTION_MANA, .word = (u16)(W_WHITE + k)};
    if (symbol >> k & 1 && payable(g, frame, row)) decide_option(g, row);
  }
  Option generic = {.kind = OPTION_MANA, .a = 2};
  if (symbol & SYMBOL_TWO_GENERIC && payable(g, frame, generic)) decide_option(g, generic);
  Option life = {.kind = OPTION_LIFE};
  if (symbol & SYMBOL_LIFE && payable(g, frame, life)) decide_option(g, life);
  if (count_of(g, T_OPTIONS)) return true;
  core(g)->decision.kind = DECISION_NONE;
  return false;
}

/* --- what objects pay ------------------------------------------------------------------------------------------------------- */

/* What a player could pay with while they choose for a part: first at a glance, in full where that does not say yes. */
typedef struct PartPayment {
  u32 part;
  u32 mark, count; /* the candidates on the scratch list */
  ManaEstimate estimate;
  PaymentProblem board;
  bool full; /* the board has been made; it lies on the scratch list */
} PartPayment;

/* Whether all can be paid with what is chosen and one more object for the part. */
static bool payable_choosing(Game *g, const Frame *f, const CastContext *s, const CostTotal *t,
                             const PartPayment *payment, PaymentProblem *b, Ref ref) {
  Payable p = {.s = s,
               .t = t,
               .b = b,
               .first = (u32)f->a[PAY_TOTAL],
               .end = count_of(g, T_CHOSEN),
               .extra = ref,
               .extra_part = ref ? payment->part : NO_PART,
               .listed_part = payment->part,
               .listed = payment->mark,
               .listed_count = payment->count};
  return payable_from(&p);
}

static bool pays_in_full(Game *g, const Frame *f, const CastContext *s, const CostTotal *t, PartPayment *payment,
                         Ref ref) {
  if (!payment->full) problem_begin_chosen(g, s->player, (u32)f->a[PAY_TOTAL], &payment->board);
  payment->full = true;
  return payable_choosing(g, f, s, t, payment, &payment->board, ref);
}

static bool part_payable_choosing(Game *g, const Frame *f, const CastContext *s, const CostTotal *t,
                                  PartPayment *payment, Ref ref) {
  PaymentProblem glance = {.g = g, .player = s->player, .quick = &payment->estimate};
  if (payable_choosing(g, f, s, t, payment, &glance, ref)) {
    SOUND_ANEW(g, pays_in_full(g, f, s, t, payment, ref));
    return true;
  }
  return pays_in_full(g, f, s, t, payment, ref);
}

/* Whether what is chosen for a part meets its condition as it is. */
static bool chosen_holds(Game *g, const Frame *f, const Eval *e, u32 part, Node choose) {
  Ref picked[RESERVED_CAP];
  u32 n = 0;
  for (u32 i = (u32)f->a[PAY_TOTAL]; i < count_of(g, T_CHOSEN); i++) {
    const ChosenPays *row = &row_CHOSEN(g, i)->pays;
    if (row->kind != CHOSEN_PAYS || row->part != part) continue;
    if (n == COUNT_OF(picked)) game_fail(g, GAVEL_E_LIMIT, "objects that pay one cost");
    picked[n++] = row->ref;
  }
  return set_holds(e, node_arg(g->db, choose, ARG_COST_CHOOSE_SET), picked, n);
}

/* Whether all that can go wrong with a choice is that too few are left: nothing else has to be paid, or only mana of which
   there is enough at a glance. */
static bool part_is_alone(const CostTotal *t, const PartPayment *payment, u32 part, Node choose, const CardDb *db) {
  if (t->part_count != 1 || part != 0 || t->unpayable || t->life > 0) return false;
  if (node_arg(db, choose, ARG_COST_CHOOSE_SET) || node_arg(db, choose, ARG_COST_CHOOSE_REDUCES)) return false;
  if (mana_is_free(t)) return true;
  bool taps = action_use(db, node_arg(db, choose, ARG_COST_CHOOSE_ACTION)) == USE_TAP;
  return !taps && estimate_pay_total(&payment->estimate, t) == QUICK_YES;
}

/* The next object of the part that is being chosen for (601.2h). */
static Flow part_choose(Game *g, const CastContext *s, const CostTotal *t, u32 part, Node choose) {
  Frame f = *frame_top(g);
  Eval e = part_eval(s, &t->parts[part]);
  i64 min = num_max(0, eval_num(&e, node_arg(g->db, choose, ARG_COST_CHOOSE_MIN)));
  i64 max = num_max(min, eval_num(&e, node_arg(g->db, choose, ARG_COST_CHOOSE_MAX)));
  i64 chosen = f.a[PAY_CHOSEN];
  if (chosen >= max) return part_chosen(g);
  PartPayment payment;
  payment.full = false;
  payment.part = part;
  estimate_gather(g, s->player, &payment.estimate);
  payment.mark = scratch_mark(g);
  u32 count = payment.count = cost_candidates(s, &e, choose);
  RULE(g, "601.2h");
  frame_top(g)->step = PAY_PART_TAKEN;
  decide_begin(g, DECISION_COST, s->player, s->stack ? object_ref(g, s->stack) : s->ref, "601.2h");
  Decision *d = &core(g)->decision;
  d->group = (u32)f.a[PAY_GROUP];
  d->min = min;
  d->max = max;
  d->chosen = (u32)chosen;
  d->node = choose;
  bool alone = part_is_alone(t, &payment, part, choose, g->db);
  bool enough = chosen >= min && chosen_holds(g, &f, &e, part, choose);
  SOUND_ANEW(g, !alone || !enough || part_payable_choosing(g, &f, s, t, &payment, REF_NONE));
  if (enough && (alone || part_payable_choosing(g, &f, s, t, &payment, REF_NONE))) decide_simple(g, OPTION_DONE);
  for (u32 i = (u32)f.a[PAY_ROW]; i < count; i++) {
    Ref ref = scratch_get(g, payment.mark + i);
    bool left = count - i >= min - chosen;
    SOUND_ANEW(g, (left && !alone) || left == part_payable_choosing(g, &f, s, t, &payment, ref));
    if (left && (alone || part_payable_choosing(g, &f, s, t, &payment, ref)))
      decide_option(g, (Option){.kind = OPTION_REF, .ref = ref, .a = i});
  }
  if (payment.full) problem_end(&payment.board);
  scratch_release(g, payment.estimate.mark);
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE;
  return chosen >= min ? part_chosen(g) : pay_return(g, false);
}

/* What is chosen to pay with may reduce the generic mana: what is left of it is written down behind the choices. */
static void parts_reduce(Game *g, const CostTotal *t) {
  u32 first = (u32)frame_top(g)->a[PAY_TOTAL];
  if (t->generic <= 0 || t->part_count == 0) return;
  CastContext s = context_of_payment(g, frame_index(g));
  i64 reduction = chosen_reduction(&s, t, first);
  if (reduction == 0) return;
  RULE(g, "601.2f");
  chosen_add(g, (Chosen){.reduced = {.kind = CHOSEN_REDUCED, .generic = num_max(0, t->generic - reduction)}});
}

static Flow pay_parts(Game *g, Frame *f) {
  u32 part = (u32)f->a[PAY_PART];
  CostTotal t;
  cost_read(g, (u32)f->a[PAY_TOTAL], &t);
  SOUND(g, part <= t.part_count);
  if (part == t.part_count) {
    parts_reduce(g, &t);
    f = frame_top(g);
    f->step = PAY_STAND_INS;
    f->a[PAY_SORT] = f->a[PAY_ROW] = 0;
    return FLOW_STEP;
  }
  Node node = t.parts[part].node;
  if (node_op(g->db, node) != IR_COST_CHOOSE || node_arg(g->db, node, ARG_COST_CHOOSE_RANDOM)) {
    f->a[PAY_PART]++;
    return FLOW_STEP;
  }
  if (f->a[PAY_CHOSEN] == 0 && f->a[PAY_ROW] == 0) f->a[PAY_GROUP] = decide_group(g);
  CastContext s = context_of_payment(g, frame_index(g));
  return part_choose(g, &s, &t, part, node);
}

/* The objects of a part go into its variable. */
static Flow part_chosen(Game *g) {
  u32 frame = frame_index(g), part = (u32)frame_at(g, frame)->a[PAY_PART];
  CostTotal t;
  cost_read(g, (u32)frame_at(g, frame)->a[PAY_TOTAL], &t);
  SOUND(g, part < t.part_count);
  CastContext s = context_of_payment(g, frame);
  Eval e = part_eval(&s, &t.parts[part]);
  if (e.env) part_variable(g, e.env, (u32)frame_at(g, frame)->a[PAY_TOTAL], part, t.parts[part].node);
  Frame *f = frame_top(g);
  f->a[PAY_PART]++;
  f->a[PAY_ROW] = f->a[PAY_CHOSEN] = 0;
  f->step = PAY_PARTS;
  return FLOW_STEP;
}

static void part_variable(Game *g, Heap env, u32 first, u32 part, Node choose) {
  u32 var = node_arg(g->db, choose, ARG_COST_CHOOSE_SLOT), n = 0;
  Ref only = REF_NONE;
  if (var >= env_at(g, env)->slots) return;
  env_set_refs(g, env, var, NULL, 0);
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++) {
    const ChosenPays row = row_CHOSEN(g, i)->pays;
    if (row.kind != CHOSEN_PAYS || row.part != part) continue;
    env_add_ref(g, env, var, row.ref);
    only = row.ref;
    n++;
  }
  if (n == 1) env_set_ref(g, env, var, only);
}

/* --- what stands in for mana (702.51, 702.66, 702.126) ------------------------------------------------------------------------- */

static bool spell_has(const CastContext *s, Word keyword) {
  if (!s->spell || s->plain) return false;
  return context_has_keyword(s, keyword);
}

/* Whether the cost is payable with exactly what stands in so far, or with more of it. */
static bool stand_ins_payable(Game *g, const CastContext *s, const CostTotal *t, bool more) {
  u32 first = (u32)frame_top(g)->a[PAY_TOTAL];
  PaymentProblem b;
  problem_begin_chosen(g, s->player, first, &b);
  bool fits = problem_stand_ins_fit(&b, s, t);
  Payable p = {.s = s, .t = t, .b = &b, .first = first, .end = count_of(g, T_CHOSEN), .extra_part = NO_PART};
  bool payable = fits && payable_from(&p);
  problem_end(&b);
  if (payable || !fits || !more) return payable;
  problem_begin_both(g, s, first, &b);
  p.b = &b;
  payable = payable_from(&p);
  problem_end(&b);
  return payable;
}

/* The object that a row says pays, or stands in for mana; REF_NONE if it is about neither. */
static Ref chosen_to_pay(const Game *g, u32 i) {
  const Chosen *row = row_CHOSEN(g, i);
  return row->kind == CHOSEN_PAYS ? row->pays.ref : row->kind == CHOSEN_STANDS_IN ? row->stands.ref : REF_NONE;
}

static bool stand_in_used(Game *g, u32 first, Ref ref) {
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++) {
    if (chosen_to_pay(g, i) == ref) return true;
  }
  return false;
}

static Flow pay_stand_ins(Game *g, Frame *f) {
  Word keyword = stand_in_keyword((u32)f->a[PAY_SORT]);
  if (!keyword) {
    f->step = PAY_MANA;
    return FLOW_STEP;
  }
  u32 from = (u32)f->a[PAY_ROW], first = (u32)f->a[PAY_TOTAL];
  CastContext s = context_of_payment(g, frame_index(g));
  CostTotal t;
  cost_read(g, first, &t);
  if (!spell_has(&s, keyword) || mana_is_free(&t)) {
    frame_top(g)->a[PAY_SORT]++;
    return FLOW_STEP;
  }
  u32 mark = scratch_mark(g), count = stand_ins_push(g, s.player, keyword, s.ref);
  f = frame_top(g);
  if (from == 0) f->a[PAY_GROUP] = decide_group(g);
  f->step = PAY_STAND_IN_TAKEN;
  u32 group = (u32)f->a[PAY_GROUP];
  decide_begin(g, DECISION_COST, s.player, s.ref, "601.2h");
  core(g)->decision.group = group;
  core(g)->decision.max = count;
  if (stand_ins_payable(g, &s, &t, false)) decide_simple(g, OPTION_DONE);
  for (u32 i = from; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (stand_in_used(g, first, ref)) continue;
    chosen_add(g, (Chosen){.stands = {.kind = CHOSEN_STANDS_IN, .keyword = keyword, .ref = ref}});
    bool payable = stand_ins_payable(g, &s, &t, true);
    table_drop(g, T_CHOSEN, 1);
    if (payable) decide_option(g, (Option){.kind = OPTION_REF, .word = keyword, .ref = ref, .a = i});
  }
  scratch_release(g, mark);
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE; /* none more can be used: the rest is for the next keyword or mana */
  frame_top(g)->step = PAY_STAND_INS;
  frame_top(g)->a[PAY_SORT]++;
  frame_top(g)->a[PAY_ROW] = 0;
  return FLOW_STEP;
}

static Flow stand_in_taken(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  f->step = PAY_STAND_INS;
  if (taken.kind == OPTION_DONE) {
    f->a[PAY_SORT]++;
    f->a[PAY_ROW] = 0;
    return FLOW_STEP;
  }
  f->a[PAY_ROW] = taken.a + 1;
  chosen_add(g, (Chosen){.stands = {.kind = CHOSEN_STANDS_IN, .keyword = taken.word, .ref = taken.ref}});
  return FLOW_STEP;
}

/* --- paying ------------------------------------------------------------------------------------------------------------------------ */

bool payment_parts_payable(Game *g, u32 frame) {
  const Frame f = *frame_at(g, frame);
  CostTotal t;
  cost_read(g, (u32)f.a[PAY_TOTAL], &t);
  t.generic = 0; /* of the mana the pool has been seen to pay it */
  t.symbol_count = 0;
  CastContext s = context_of_payment(g, frame);
  Payable p = {.s = &s, .t = &t, .first = (u32)f.a[PAY_TOTAL], .end = count_of(g, T_CHOSEN), .extra_part = NO_PART};
  for (u32 i = p.first; i < p.end; i++) {
    Ref ref = chosen_to_pay(g, i);
    if (ref && !ref_is_player(ref) && !object_live(g, ref)) return false;
  }
  return payable_from(&p);
}

u32 payment_total_row(const Game *g, u32 frame) { return (u32)frame_at(g, frame)->a[PAY_TOTAL]; }

static Flow pay_life(Game *g, Frame *f) {
  CostTotal t;
  cost_read(g, (u32)f->a[PAY_TOTAL], &t);
  u32 player = (u32)f->a[PAY_PLAYER];
  f->a[PAY_PART] = 0;
  f->step = t.life > 0 ? PAY_LIFE_PAID : PAY_ACTIONS;
  if (t.life <= 0) return FLOW_STEP;
  RULE(g, "118.3b");
  u32 base = batch_begin(g);
  u32 row = batch_simple(g, EVENT_PAY_LIFE, player, ref_player(player));
  row_EVENTS(g, row)->amount = t.life;
  row_EVENTS(g, row)->flags |= EVF_COST;
  frame_top(g)->a[PAY_BATCH] = 1 + (i64)base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* What paid is kept with the spell or ability. */
static void remember_object(Game *g, const CastContext *s, Ref ref) {
  Heap cast = s->stack ? stack_item_of(g, s->stack)->cast : 0;
  if (!cast) return;
  Heap objects = HEAP_AT(g, CastInfo, cast)->objects;
  list_add(g, &objects, ref);
  HEAP_AT(g, CastInfo, cast)->objects = objects;
}

static void remember_part(Game *g, const CastContext *s, u32 part, const Eval *e, Node node, u32 first) {
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++) {
    const ChosenPays row = row_CHOSEN(g, i)->pays;
    if (row.kind == CHOSEN_PAYS && row.part == part) remember_object(g, s, row.ref);
  }
  if (node_op(g->db, node) != IR_COST_DO) return;
  Node action = node_arg(g->db, node, ARG_COST_DO_ACTION), objects = action_objects(g->db, action);
  if (action_use(g->db, action) == USE_REMOVE && objects && node_op(g->db, objects) == IR_SELF)
    remember_object(g, s, eval_self(e));
}

static Flow tap_part(Game *g, Ref ref, bool tap) {
  u32 base = batch_begin(g);
  u32 row = batch_tap(g, ref, tap);
  row_EVENTS(g, row)->flags |= EVF_COST;
  frame_top(g)->a[PAY_BATCH] = 1 + base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* Chance and libraries come last (601.2h). */
static bool part_is_late(const CardDb *db, Node node) { return node_holds(db, node, TRAIT_LATE); }

/* The parts in the order in which they are paid. */
static u32 part_in_order(const CardDb *db, const CostTotal *t, u32 n) {
  for (u32 late = 0; late < 2; late++) {
    for (u32 i = 0; i < t->part_count; i++) {
      if (part_is_late(db, t->parts[i].node) != (late == 1)) continue;
      if (n-- == 0) return i;
    }
  }
  return t->part_count;
}

/* Nobody chooses what is given up by chance: it is known only as it is paid, when all else has been. */
static void part_at_random(Game *g, const CastContext *s, const Eval *e, u32 part, Node choose) {
  u32 mark = scratch_mark(g), count = cost_candidates(s, e, choose);
  RULE(g, "601.2h");
  for (i64 n = eval_num(e, node_arg(g->db, choose, ARG_COST_CHOOSE_MAX)); n > 0 && count > 0; n--) {
    u32 pick = mark + (u32)rng_below(&core(g)->rng, count);
    chosen_add(g, (Chosen){.pays = {.kind = CHOSEN_PAYS, .part = part, .ref = scratch_get(g, pick)}});
    scratch_set(g, pick, scratch_get(g, mark + --count));
  }
  scratch_release(g, mark);
}

/* Whether what is done with the objects that pay is left to the program that asks for the payment (608.2e). */
static bool done_later(Game *g) {
  u32 frame = frame_index(g);
  const Frame *asks = frame > 0 ? frame_at(g, frame - 1) : NULL;
  return asks && asks->proc == PROC_ACT && node_op(g->db, asks->node) == IR_PAY &&
         node_arg(g->db, asks->node, ARG_PAY_LATER);
}

static Flow pay_actions(Game *g, Frame *f) {
  u32 first = (u32)f->a[PAY_TOTAL];
  CostTotal t;
  cost_read(g, first, &t);
  SOUND(g, f->a[PAY_PART] <= t.part_count);
  if (f->a[PAY_PART] == t.part_count) {
    f->step = PAY_STOOD_IN;
    f->a[PAY_BATCH] = 0;
    return FLOW_STEP;
  }
  u32 part = part_in_order(g->db, &t, (u32)f->a[PAY_PART]);
  f->a[PAY_PART]++;
  f->a[PAY_BATCH] = 0;
  f->step = PAY_ACTION_DONE;
  CastContext s = context_of_payment(g, frame_index(g));
  Eval e = part_eval(&s, &t.parts[part]);
  Node node = t.parts[part].node;
  bool choose = node_op(g->db, node) == IR_COST_CHOOSE;
  if (choose && node_arg(g->db, node, ARG_COST_CHOOSE_RANDOM)) part_at_random(g, &s, &e, part, node);
  RULE(g, "601.2h");
  remember_part(g, &s, part, &e, node, first);
  switch (node_op(g->db, node)) {
    case IR_COST_TAP: return tap_part(g, eval_self(&e), true);
    case IR_COST_UNTAP: return tap_part(g, eval_self(&e), false);
    default: break;
  }
  Node action = node_arg(g->db, node, choose ? ARG_COST_CHOOSE_ACTION : ARG_COST_DO_ACTION);
  if (choose && e.env && done_later(g)) {
    part_variable(g, e.env, first, part, node);
    return FLOW_STEP;
  }
  if (e.env) {
    /* Other parts may have used the same variable. */
    if (choose) part_variable(g, e.env, first, part, node);
    act_begin_cost(g, action, e.env);
    return FLOW_STEP;
  }
  /* An ability from elsewhere works in an environment of its own. */
  AbilityInst inst = t.parts[part].from == FROM_WAY ? s.way : context_ability(&s, t.parts[part].from - 1);
  Heap env = activation_env(g, s.player, s.slot, &inst);
  if (choose) part_variable(g, env, first, part, node);
  act_begin_cost(g, action, env);
  frame_top(g)->flags |= FRAME_OWNS_ENV;
  return FLOW_STEP;
}

/* Creatures and artifacts are tapped, cards exiled, in one batch. */
static Flow pay_stood_in(Game *g, Frame *f) {
  if (f->a[PAY_BATCH]) {
    batch_end(g, (u32)f->a[PAY_BATCH] - 1);
    return pay_return(g, true);
  }
  u32 first = (u32)f->a[PAY_TOTAL], end = count_of(g, T_CHOSEN);
  CastContext s = context_of_payment(g, frame_index(g));
  u32 base = batch_begin(g);
  for (u32 i = first; i < end; i++) {
    const ChosenStandsIn row = row_CHOSEN(g, i)->stands;
    if (row.kind != CHOSEN_STANDS_IN) continue;
    bool delve = row.keyword == W_DELVE;
    RULE(g, delve ? "702.66a" : row.keyword == W_CONVOKE ? "702.51a" : "702.126a");
    RULE(g, delve ? "702.66b" : row.keyword == W_CONVOKE ? "702.51b" : "702.126b");
    u32 event = delve ? batch_move(g, row.ref, ZONE_EXILE, 0) : batch_tap(g, row.ref, true);
    row_EVENTS(g, event)->flags |= EVF_COST;
    remember_object(g, &s, row.ref);
  }
  if (count_of(g, T_EVENTS) == base) {
    batch_end(g, base);
    return pay_return(g, true);
  }
  frame_top(g)->a[PAY_BATCH] = 1 + base;
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow pay_mana(Game *g, Frame *f) {
  f->step = PAY_MANA_PAID;
  payment_begin(g);
  return FLOW_STEP;
}

static Flow part_taken(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  if (taken.kind == OPTION_DONE) return part_chosen(g);
  u32 part = (u32)f->a[PAY_PART];
  f->step = PAY_PARTS;
  f->a[PAY_ROW] = taken.a + 1;
  f->a[PAY_CHOSEN]++;
  chosen_add(g, (Chosen){.pays = {.kind = CHOSEN_PAYS, .part = part, .ref = taken.ref}});
  return FLOW_STEP;
}

/* What was paid together has been paid. */
static Flow pay_batch_done(Game *g, Frame *f) {
  i64 batch = f->a[PAY_BATCH];
  f->step = PAY_ACTIONS;
  f->a[PAY_BATCH] = 0;
  if (batch) batch_end(g, (u32)batch - 1);
  return FLOW_STEP;
}

/* A dispatcher. */
Flow proc_PAY(Game *g, Frame *f) {
  switch (f->step) {
    case PAY_BEGIN: return pay_ask(g, f);
    case PAY_ASKED:
      if (decide_taken(g)->kind == OPTION_NO) return pay_return(g, false);
      f->step = PAY_X;
      return FLOW_STEP;
    case PAY_X: return pay_x(g, f);
    case PAY_X_TAKEN:
      f->step = PAY_EITHER;
      env_set_number(g, f->env, SLOT_X, decide_taken(g)->n);
      return FLOW_STEP;
    case PAY_EITHER: return pay_either(g, f);
    case PAY_EITHER_TAKEN:
      f->step = PAY_EITHER;
      announce_row(g, *decide_taken(g));
      return FLOW_STEP;
    case PAY_SYMBOL: return pay_symbol(g, f);
    case PAY_SYMBOL_TAKEN:
      f->step = PAY_SYMBOL;
      announce_row(g, *decide_taken(g));
      return FLOW_STEP;
    case PAY_PARTS: return pay_parts(g, f);
    case PAY_PART_TAKEN: return part_taken(g, f);
    case PAY_STAND_INS: return pay_stand_ins(g, f);
    case PAY_STAND_IN_TAKEN: return stand_in_taken(g, f);
    case PAY_MANA: return pay_mana(g, f);
    case PAY_MANA_PAID:
      if (core(g)->ret == 0) return pay_return(g, false);
      f->step = PAY_LIFE;
      return FLOW_STEP;
    case PAY_LIFE: return pay_life(g, f);
    case PAY_LIFE_PAID:
    case PAY_ACTION_DONE: return pay_batch_done(g, f);
    case PAY_ACTIONS: return pay_actions(g, f);
    case PAY_STOOD_IN: return pay_stood_in(g, f);
    default: return pay_return(g, false);
  }
}
