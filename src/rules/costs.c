/* Whether costs can be paid (118.3), and paying them (601.2f–h, 118.12). */
#include "rules/casting.h"

/* --- what an action can be done to -------------------------------------------------------------------- */

/* Whether an object can be used by an action of a cost of that player. A dispatcher. */
static bool object_fits(const Subject *s, const Eval *e, Node action, Ref ref) {
  Game *g = s->g;
  const CardDb *db = g->db;
  u32 slot = object_live(g, ref);
  if (!slot) return false;
  const Object *o = object_row(g, slot);
  bool there = o->zone == ZONE_BATTLEFIELD && !object_phased_out(g, slot);
  switch (node_op(db, action)) {
    case IR_SACRIFICE: /* 701.21a */
      return there && o->controller == s->player && !rules_hold(g, IR_R_CANT_BE_SACRIFICED, ref);
    case IR_TAP: return there && !(o->status & STATUS_TAPPED);
    case IR_UNTAP: return there && o->status & STATUS_TAPPED;
    case IR_DISCARD: return o->zone == ZONE_HAND && o->owner == s->player;
    case IR_REMOVE_COUNTERS: {
      Word kind = (Word)node_arg(db, action, ARG_REMOVE_COUNTERS_KIND);
      i64 n = eval_num(e, node_arg(db, action, ARG_REMOVE_COUNTERS_N));
      return object_counters(g, slot, kind) >= n;
    }
    case IR_PUT_COUNTERS: return !rules_hold(g, IR_R_CANT_HAVE_COUNTERS, ref);
    default: return true;
  }
}

/* What an action does to its object: the same can't be done to it twice (118.10). */
typedef enum Use { USE_NONE, USE_TAP, USE_REMOVE } Use;

static Use action_use(const CardDb *db, Node action) {
  switch (node_op(db, action)) {
    case IR_TAP: return USE_TAP;
    case IR_SACRIFICE:
    case IR_DISCARD:
    case IR_EXILE:
    case IR_RETURN_HAND:
    case IR_MOVE: return USE_REMOVE;
    case IR_SEQ: {
      Use use = USE_NONE;
      for (u32 i = 0; i < node_argc(db, action) && use == USE_NONE; i++)
        use = action_use(db, node_arg(db, action, i));
      return use;
    }
    default: return USE_NONE;
  }
}

/* The part of an action that decides what it can be done to. */
static Node action_core(const CardDb *db, Node action) {
  if (node_op(db, action) != IR_SEQ) return action;
  for (u32 i = 0; i < node_argc(db, action); i++)
    if (action_use(db, node_arg(db, action, i)) != USE_NONE) return node_arg(db, action, i);
  return action;
}

u32 cost_candidates(const Subject *s, const Eval *e, Node choose) {
  Game *g = s->g;
  u32 mark = scratch_mark(g), kept = 0;
  u32 count = eval_objects(e, node_arg(g->db, choose, ARG_COST_CHOOSE_FROM));
  Node action = action_core(g->db, node_arg(g->db, choose, ARG_COST_CHOOSE_ACTION));
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    /* A card that is only looked at as a spell will have left by then. */
    if (s->spell && !s->stack && ref == s->ref) continue;
    if (object_fits(s, e, action, ref)) scratch_set(g, mark + kept++, ref);
  }
  scratch_release(g, mark + kept);
  return kept;
}

/* --- parts of a cost ------------------------------------------------------------------------------------- */

static Eval part_eval(const Subject *s, const CostPart *part) {
  if (s->envs) return eval_of_env(s->g, (Heap)list_get(s->g, s->envs, part->from - 1));
  if (part->from == 0 || !s->spell) {
    if (s->env) return eval_of_env(s->g, s->env);
    return subject_eval(s, &s->inst);
  }
  if (part->from == FROM_WAY) return subject_eval(s, &s->way);
  AbilityInst inst = subject_ability(s, part->from - 1);
  return subject_eval(s, &inst);
}

static bool library_has(const Game *g, u32 player, i64 n) { return zone_list(g, ZONE_LIBRARY, player)->count >= n; }

/* The objects an action is done to, where they are known before: its own object. */
static Node action_objects(const CardDb *db, Node action) {
  switch (node_op(db, action)) {
    case IR_REMOVE_COUNTERS: return node_arg(db, action, ARG_REMOVE_COUNTERS_FROM);
    case IR_PUT_COUNTERS: return node_arg(db, action, ARG_PUT_COUNTERS_ON);
    case IR_SACRIFICE:
    case IR_DISCARD:
    case IR_EXILE:
    case IR_RETURN_HAND:
    case IR_TAP:
    case IR_UNTAP:
    case IR_MOVE: return node_arg(db, action, 0);
    default: return 0;
  }
}

/* Whether an action that is a cost can be done at all; what it is done to is set aside. A dispatcher. */
static bool action_possible(const Subject *s, const Eval *e, Node action, Reserved *r) {
  Game *g = s->g;
  const CardDb *db = g->db;
  switch (node_op(db, action)) {
    case IR_SEQ:
      for (u32 i = 0; i < node_argc(db, action); i++)
        if (!action_possible(s, e, node_arg(db, action, i), r)) return false;
      return true;
    case IR_CHOOSE: {
      u32 mark = scratch_mark(g), n = eval_objects(e, node_arg(db, action, ARG_CHOOSE_FROM));
      scratch_release(g, mark);
      return n >= eval_num(e, node_arg(db, action, ARG_CHOOSE_MIN));
    }
    case IR_MILL: return library_has(g, s->player, eval_num(e, node_arg(db, action, ARG_MILL_N))); /* 701.17b */
    default: break;
  }
  Node objects = action_objects(db, action);
  if (!objects || node_op(db, objects) != IR_SELF) return true;
  Ref self = eval_self(e);
  Use use = action_use(db, action);
  if (!object_fits(s, e, action, self)) return false;
  if (use != USE_NONE && is_reserved(r, self, use == USE_TAP)) return false;
  if (use != USE_NONE) reserve(r, self, use == USE_TAP);
  return true;
}

static bool own_object_untapped(const Subject *s, const Eval *e, bool tapped) {
  u32 slot = object_live(s->g, eval_self(e));
  if (!slot || object_row(s->g, slot)->zone != ZONE_BATTLEFIELD) return false;
  return !(object_row(s->g, slot)->status & STATUS_TAPPED) == !tapped;
}

/* --- whether all can be paid -------------------------------------------------------------------------------- */

/* Choices made so far: rows of T_CHOSEN {OPTION_REF, ref, a: the part's number}; rows with a word stand in for
   mana. */
typedef struct Payable {
  const Subject *s;
  const CostTotal *t;
  Board *b;         /* null: no mana is needed */
  u32 first, end;   /* rows of choices */
  Ref extra;        /* one more choice that is tried, for part … */
  u32 extra_part;
  u32 budget;
} Payable;
#define NO_PART UINT32_MAX

static bool parts_payable(Payable *p, u32 part, Reserved *r);

static bool candidate_free(const Reserved *r, Ref ref, Use use) {
  return use == USE_NONE || !is_reserved(r, ref, use == USE_TAP);
}

/* The objects that are being chosen for a part. */
typedef struct Choosing {
  Payable *p;
  const Eval *e;
  u32 part;
  Use use;
  Node set;        /* a condition they must meet together; 0 none */
  i64 max;
  u32 mark, count; /* candidates on the scratch list */
  u32 n;
  Ref picked[RESERVED_CAP];
} Choosing;

static void pick(Choosing *c, Ref ref, Reserved *r) {
  if (c->use != USE_NONE) reserve(r, ref, c->use == USE_TAP);
  if (c->n < COUNT_OF(c->picked)) c->picked[c->n] = ref;
  c->n++;
}

/* Sets aside what was chosen for the part. */
static void pick_chosen(Choosing *c, Reserved *r) {
  const Payable *p = c->p;
  for (u32 i = p->first; i < p->end; i++) {
    const Option *row = row_CHOSEN(p->s->g, i);
    if (row->kind == OPTION_REF && !row->word && row->a == c->part) pick(c, row->ref, r);
  }
  if (p->extra_part == c->part) pick(c, p->extra, r);
}

/* Tries to choose at least `wanted` more among the candidates from `at` on. */
static bool choose_more(Choosing *c, u32 at, i64 wanted, Reserved *r) {
  Payable *p = c->p;
  if (wanted <= 0 && set_holds(c->e, c->set, c->picked, c->n) && parts_payable(p, c->part + 1, r)) return true;
  if (wanted <= 0 && (!c->set || c->n >= c->max)) return false;
  for (u32 i = at; i < c->count && p->budget > 0; i++) {
    Ref ref = scratch_get(p->s->g, c->mark + i);
    if (!candidate_free(r, ref, c->use)) continue;
    p->budget--;
    u32 before = r->count;
    pick(c, ref, r);
    if (choose_more(c, i + 1, wanted - 1, r)) return true;
    c->n--;
    r->count = before;
  }
  return false;
}

static bool chosen_part_payable(Payable *p, u32 part, const Eval *e, Node choose, Reserved *r) {
  Game *g = p->s->g;
  const CardDb *db = g->db;
  Choosing c = {.p = p,
                .e = e,
                .part = part,
                .use = action_use(db, node_arg(db, choose, ARG_COST_CHOOSE_ACTION)),
                .set = node_arg(db, choose, ARG_COST_CHOOSE_SET),
                .max = eval_num(e, node_arg(db, choose, ARG_COST_CHOOSE_MAX))};
  i64 min = eval_num(e, node_arg(db, choose, ARG_COST_CHOOSE_MIN));
  u32 before = r->count, at = 0;
  pick_chosen(&c, r);
  u32 chosen = c.n;
  c.mark = scratch_mark(g);
  c.count = cost_candidates(p->s, e, choose);
  Ref last = chosen > 0 && chosen <= COUNT_OF(c.picked) ? c.picked[chosen - 1] : REF_NONE;
  while (chosen > 0 && at < c.count && scratch_get(g, c.mark + at) != last) at++;
  bool payable = choose_more(&c, chosen > 0 ? at + 1 : 0, min - chosen, r);
  scratch_release(g, c.mark);
  if (!payable) r->count = before;
  return payable;
}

static bool part_payable(Payable *p, u32 index, Reserved *r) {
  const CostPart *part = &p->t->parts[index];
  const CardDb *db = p->s->g->db;
  Eval e = part_eval(p->s, part);
  Ref self = eval_self(&e);
  switch (node_op(db, part->node)) {
    case IR_COST_TAP:
      if (!own_object_untapped(p->s, &e, false) || is_reserved(r, self, true)) return false;
      reserve(r, self, true);
      break;
    case IR_COST_UNTAP:
      if (!own_object_untapped(p->s, &e, true)) return false;
      break;
    case IR_COST_DO:
      if (!action_possible(p->s, &e, node_arg(db, part->node, ARG_COST_DO_ACTION), r)) return false;
      break;
    case IR_COST_CHOOSE: return chosen_part_payable(p, index, &e, part->node, r);
    default: return false;
  }
  return parts_payable(p, index + 1, r);
}

/* What a spell or ability targets is not to be removed for mana. */
static void reserve_targets(const Subject *s, Reserved *r) {
  if (!s->stack) return;
  Game *g = s->g;
  TargetSlot slots[TARGET_SLOTS];
  u32 count = target_slots(g, s->stack, slots);
  for (u32 i = 0; i < count; i++) {
    Value v = env_at(g, slots[i].env)->slot[slots[i].var];
    if (v.tag == VALUE_REF) reserve(r, (Ref)v.v, false);
    for (u32 k = 0; v.tag == VALUE_REFS && k < list_count(g, (Heap)v.v); k++)
      reserve(r, list_get(g, (Heap)v.v, k), false);
  }
}

static bool mana_is_free(const CostTotal *t) {
  i64 need = t->generic;
  for (u32 i = 0; i < t->symbol_count; i++) need = num_add(need, t->symbols[i].n, NULL);
  return need == 0;
}

static bool parts_payable(Payable *p, u32 part, Reserved *r) {
  if (part < p->t->part_count) {
    u32 before = r->count;
    if (part_payable(p, part, r)) return true;
    r->count = before;
    return false;
  }
  if (mana_is_free(p->t)) return true;
  if (!p->b) return false;
  /* What is targeted may be used up to pay a cost (601.5), but not for mana. */
  Reserved all = *r;
  reserve_targets(p->s, &all);
  return board_pays(p->b, p->s, p->t, &all);
}

static bool life_payable(const Subject *s, i64 life) {
  if (life <= 0) return true; /* 119.4b */
  if (rules_hold(s->g, IR_R_CANT_LOSE_LIFE, ref_player(s->player))) return false;
  return core(s->g)->players[s->player].life >= life; /* 119.4 */
}

static bool payable_from(Payable *p) {
  if (p->t->unpayable || !life_payable(p->s, p->t->life)) return false;
  Reserved reserved;
  reserved.count = 0;
  p->budget = 4096;
  return parts_payable(p, 0, &reserved);
}

bool cost_total_payable(const Subject *s, const CostTotal *t, Board *b) {
  Payable p = {.s = s, .t = t, .b = b, .extra_part = NO_PART};
  if (b || mana_is_free(t)) return payable_from(&p);
  if (t->unpayable || !life_payable(s, t->life)) return false;
  Board board;
  board_begin(s->g, s->player, s, &board);
  p.b = &board;
  bool payable = payable_from(&p);
  board_end(&board);
  return payable;
}

/* The modal effect whose modes are not chosen yet and cost something; 0 if there is none. */
static Node open_modal(const Subject *s, Eval *e) {
  const CardDb *db = s->g->db;
  if (s->trial_modes || (s->stack && list_count(s->g, stack_item_of(s->g, s->stack)->modes))) return 0;
  AbilityInst inst;
  Node part, modal = 0;
  for (u32 i = 0; !modal && (part = subject_part(s, i, &inst)) != 0; i++) modal = part_modal(db, part);
  if (!modal) return 0;
  *e = subject_eval(s, &inst);
  for (u32 i = ARG_MODAL_MODES; i < node_argc(db, modal); i++)
    if (node_arg(db, node_arg(db, modal, i), ARG_MODE_COST)) return modal;
  return 0;
}

/* Whether it is payable with some of the modes that must be chosen (601.4). */
static bool payable_with_modes(const Subject *s, Board *b, const Eval *e, Node modal) {
  const CardDb *db = s->g->db;
  u32 count = node_argc(db, modal) - ARG_MODAL_MODES, possible = 0;
  i64 min = eval_num(e, node_arg(db, modal, ARG_MODAL_MIN));
  for (u32 i = 0; i < count && i < 16; i++)
    if (mode_possible(e, node_arg(db, modal, ARG_MODAL_MODES + i))) possible |= 1u << i;
  for (u32 modes = 1; min > 0 && modes <= possible; modes++) {
    if (modes & ~possible || bits_count(modes) != min) continue;
    Subject trial = *s;
    trial.trial_modes = (u16)modes;
    if (subject_payable_with(&trial, b)) return true;
  }
  return min <= 0;
}

bool subject_payable_with(const Subject *s, Board *b) {
  Eval e;
  Node modal = open_modal(s, &e);
  if (modal && !payable_with_modes(s, b, &e, modal)) return false;
  if (modal && eval_num(&e, node_arg(s->g->db, modal, ARG_MODAL_MIN)) > 0) return true;
  CostTotal t;
  u32 combinations = cost_combinations(s, 0);
  for (u32 i = 0; i < combinations; i++) {
    cost_total(s, i, &t);
    if (cost_total_payable(s, &t, b)) return true;
  }
  return false;
}

/* --- PROC_PAY ------------------------------------------------------------------------------------------------------- */

/* Locals and steps. A plain payment (118.12) announces for itself first; rows of T_CHOSEN from FIRST to TOTAL are
   announcements, from TOTAL on the total cost, then what was chosen to pay. */
enum { PAY_PLAYER, PAY_FIRST, PAY_TOTAL, PAY_PARENT, PAY_PART, PAY_ROW, PAY_BATCH, PAY_GROUP, PAY_CHOSEN, PAY_SORT };
enum {
  PAY_BEGIN,
  PAY_ASKED,
  PAY_X,
  PAY_X_TAKEN,
  PAY_EITHER,
  PAY_EITHER_TAKEN,
  PAY_SYMBOL,
  PAY_SYMBOL_TAKEN,
  PAY_PARTS,
  PAY_PART_TAKEN,
  PAY_STAND_INS,
  PAY_STAND_IN_TAKEN,
  PAY_MANA,
  PAY_MANA_PAID,
  PAY_LIFE,
  PAY_LIFE_PAID,
  PAY_ACTIONS,
  PAY_ACTION_DONE,
  PAY_STOOD_IN,
};

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

static Subject costs_subject(Game *g, u32 player, u32 first, Heap envs) {
  return (Subject){.g = g, .player = player, .plain = true, .envs = envs, .costs = first};
}

void pay_announced(Game *g, u32 first) {
  u32 parent = frame_index(g);
  u32 player = (u32)frame_at(g, parent)->a[AN_PLAYER];
  u32 frame = frame_push(g, PROC_PAY, 0, 0);
  Frame *f = frame_at(g, frame);
  f->step = PAY_PARTS;
  f->a[PAY_PLAYER] = player;
  f->a[PAY_FIRST] = f->a[PAY_TOTAL] = first;
  f->a[PAY_PARENT] = 1 + parent;
}

Subject subject_of_payment(Game *g, u32 frame) {
  const Frame f = *frame_at(g, frame);
  if (f.a[PAY_PARENT]) {
    Subject s = subject_of_frame(g, (u32)f.a[PAY_PARENT] - 1);
    s.announced = s.announced_end = (u32)f.a[PAY_FIRST];
    return s;
  }
  if (f.lists) {
    u32 announced = (u32)f.a[PAY_FIRST] + list_count(g, f.lists);
    Subject s = costs_subject(g, (u32)f.a[PAY_PLAYER], (u32)f.a[PAY_FIRST], f.lists);
    s.announced = announced;
    s.announced_end = (u32)f.a[PAY_TOTAL];
    return s;
  }
  const Env *v = env_at(g, f.env);
  return (Subject){.g = g,
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
  return (PlainCost){.cost = f->node, .mana_cost = f->node ? 0 : (u32)f->a[PAY_SORT]};
}

static void plain_collect(const Subject *s, PlainCost cost, u32 either, CostTotal *t) {
  if (cost.cost || s->envs) cost_collect(s, cost.cost, either, t);
  else cost_collect_mana(s, cost.mana_cost, t);
}

static bool plain_payable(const Subject *s, PlainCost cost) {
  CostTotal t;
  u32 combinations = cost.cost || s->envs ? cost_combinations(s, cost.cost) : 1;
  for (u32 i = 0; i < combinations; i++) {
    plain_collect(s, cost, i, &t);
    if (cost_total_payable(s, &t, NULL)) return true;
  }
  return false;
}

static Subject plain_subject(const Eval *e, u32 player) {
  Ref self = eval_self(e);
  return (Subject){.g = e->g,
                   .player = player,
                   .ref = self,
                   .slot = object_live(e->g, self),
                   .plain = true,
                   .env = e->env};
}

bool cost_payable(const Eval *e, u32 player, Node cost) {
  Subject s = plain_subject(e, player);
  return plain_payable(&s, (PlainCost){.cost = cost});
}

bool mana_cost_payable(const Eval *e, u32 player, u32 mana_cost) {
  Subject s = plain_subject(e, player);
  return plain_payable(&s, (PlainCost){.mana_cost = mana_cost});
}

bool costs_payable(Game *g, u32 player, u32 first, Heap envs) {
  Subject s = costs_subject(g, player, first, envs);
  return plain_payable(&s, (PlainCost){0});
}

void pay_begin_mana(Game *g, u32 player, u32 mana_cost, Heap env) {
  pay_begin(g, player, 0, env, false);
  frame_top(g)->a[PAY_SORT] = mana_cost;
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

static void chosen_add(Game *g, Option row) {
  u32 at = table_add(g, T_CHOSEN, 1);
  *row_CHOSEN(g, at) = row;
}

/* --- a plain payment's own announcements ---------------------------------------------------------------------------------- */

static Flow pay_ask(Game *g, Frame *f) {
  Subject s = subject_of_payment(g, frame_index(g));
  Node cost = f->node;
  if (!plain_payable(&s, plain_cost(g, frame_index(g)))) return pay_return(g, false);
  frame_top(g)->step = PAY_ASKED;
  decide_begin(g, DECISION_MAY, s.player, s.ref, "118.12");
  core(g)->decision.node = cost;
  decide_simple(g, OPTION_NO);
  decide_simple(g, OPTION_YES);
  return decide_end(g);
}

static void announce_row(Game *g, Option row) {
  chosen_add(g, row);
  frame_top(g)->a[PAY_TOTAL]++;
}

/* {X} in a cost that is paid now and was not chosen before: its payer chooses (107.3f). */
static Flow pay_x(Game *g, Frame *f) {
  Heap env = f->env;
  PlainCost cost = plain_cost(g, frame_index(g));
  f->step = PAY_EITHER;
  if (f->lists) return FLOW_STEP; /* costs of the rules: nobody chooses a number in them */
  bool has_x = cost.cost ? cost_node_has_x(g->db, cost.cost) : g->db->costs.data[cost.mana_cost].x > 0;
  if (!has_x || env_at(g, env)->slot[SLOT_X].tag != VALUE_NONE) return FLOW_STEP;
  Subject s = subject_of_payment(g, frame_index(g));
  frame_top(g)->step = PAY_X_TAKEN;
  decide_begin(g, DECISION_X, s.player, s.ref, "107.3f");
  i64 x = 0;
  for (; x <= MAX_X; x++) {
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
  chosen_add(g, row);
  frame_at(g, frame)->a[PAY_TOTAL]++;
  Subject s = subject_of_payment(g, frame);
  bool payable = plain_payable(&s, plain_cost(g, frame));
  frame_at(g, frame)->a[PAY_TOTAL]--;
  table_drop(g, T_CHOSEN, 1);
  return payable;
}

static Flow pay_either(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  Subject s = subject_of_payment(g, frame);
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
  Subject s = subject_of_payment(g, frame);
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

/* Whether all can be paid with what is chosen and one more object for a part. */
static bool payable_choosing(Game *g, const Frame *f, const Subject *s, const CostTotal *t, Board *b, u32 part,
                             Ref ref) {
  Payable p = {.s = s,
               .t = t,
               .b = b,
               .first = (u32)f->a[PAY_TOTAL],
               .end = count_of(g, T_CHOSEN),
               .extra = ref,
               .extra_part = ref ? part : NO_PART};
  return payable_from(&p);
}

/* Whether what is chosen for a part meets its condition as it is. */
static bool chosen_holds(Game *g, const Frame *f, const Eval *e, u32 part, Node choose) {
  Ref picked[RESERVED_CAP];
  u32 n = 0;
  for (u32 i = (u32)f->a[PAY_TOTAL]; i < count_of(g, T_CHOSEN); i++) {
    const Option *row = row_CHOSEN(g, i);
    if (row->kind != OPTION_REF || row->word || row->a != part) continue;
    if (n == COUNT_OF(picked)) return false;
    picked[n++] = row->ref;
  }
  return set_holds(e, node_arg(g->db, choose, ARG_COST_CHOOSE_SET), picked, n);
}

/* The next object of the part that is being chosen for (601.2h). */
static Flow part_choose(Game *g, const Subject *s, const CostTotal *t, u32 part, Node choose) {
  Frame f = *frame_top(g);
  Eval e = part_eval(s, &t->parts[part]);
  i64 min = eval_num(&e, node_arg(g->db, choose, ARG_COST_CHOOSE_MIN));
  i64 max = num_max(min, eval_num(&e, node_arg(g->db, choose, ARG_COST_CHOOSE_MAX)));
  i64 chosen = f.a[PAY_CHOSEN];
  if (chosen >= max) return part_chosen(g);
  Board board;
  board_begin_chosen(g, s->player, (u32)f.a[PAY_TOTAL], &board);
  u32 mark = scratch_mark(g), count = cost_candidates(s, &e, choose);
  RULE(g, "601.2h");
  frame_top(g)->step = PAY_PART_TAKEN;
  decide_begin(g, DECISION_COST, s->player, s->stack ? object_ref(g, s->stack) : s->ref, "601.2h");
  Decision *d = &core(g)->decision;
  d->group = (u32)f.a[PAY_GROUP];
  d->min = min;
  d->max = max;
  d->chosen = (u32)chosen;
  d->node = choose;
  bool enough = chosen >= min && chosen_holds(g, &f, &e, part, choose);
  if (enough && payable_choosing(g, &f, s, t, &board, part, REF_NONE)) decide_simple(g, OPTION_DONE);
  for (u32 i = (u32)f.a[PAY_ROW]; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (payable_choosing(g, &f, s, t, &board, part, ref))
      decide_option(g, (Option){.kind = OPTION_REF, .ref = ref, .a = i});
  }
  board_end(&board);
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE;
  return chosen >= min ? part_chosen(g) : pay_return(g, false);
}

static Flow pay_parts(Game *g, Frame *f) {
  u32 part = (u32)f->a[PAY_PART];
  CostTotal t;
  cost_read(g, (u32)f->a[PAY_TOTAL], &t);
  if (part == t.part_count) {
    f->step = PAY_STAND_INS;
    f->a[PAY_SORT] = f->a[PAY_ROW] = 0;
    return FLOW_STEP;
  }
  Node node = t.parts[part].node;
  if (node_op(g->db, node) != IR_COST_CHOOSE) {
    f->a[PAY_PART]++;
    return FLOW_STEP;
  }
  if (f->a[PAY_CHOSEN] == 0 && f->a[PAY_ROW] == 0) f->a[PAY_GROUP] = decide_group(g);
  Subject s = subject_of_payment(g, frame_index(g));
  return part_choose(g, &s, &t, part, node);
}

/* The objects of a part go into its variable. */
static Flow part_chosen(Game *g) {
  u32 frame = frame_index(g), part = (u32)frame_at(g, frame)->a[PAY_PART];
  CostTotal t;
  cost_read(g, (u32)frame_at(g, frame)->a[PAY_TOTAL], &t);
  Subject s = subject_of_payment(g, frame);
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
    const Option row = *row_CHOSEN(g, i);
    if (row.kind != OPTION_REF || row.word || row.a != part) continue;
    env_add_ref(g, env, var, row.ref);
    only = row.ref;
    n++;
  }
  if (n == 1) env_set_ref(g, env, var, only);
}

/* --- what stands in for mana (702.51, 702.66, 702.126) ------------------------------------------------------------------------- */

static bool spell_has(const Subject *s, Word keyword) {
  if (!s->spell || s->plain) return false;
  return chars_keyword(subject_chars(s), keyword);
}

/* Whether the cost is payable with exactly what stands in so far, or with more of it. */
static bool stand_ins_payable(Game *g, const Subject *s, const CostTotal *t, bool more) {
  u32 first = (u32)frame_top(g)->a[PAY_TOTAL];
  Board b;
  board_begin_chosen(g, s->player, first, &b);
  bool fits = board_stand_ins_fit(&b, s, t);
  Payable p = {.s = s, .t = t, .b = &b, .first = first, .end = count_of(g, T_CHOSEN), .extra_part = NO_PART};
  bool payable = fits && payable_from(&p);
  board_end(&b);
  if (payable || !fits || !more) return payable;
  board_begin_both(g, s, first, &b);
  p.b = &b;
  payable = payable_from(&p);
  board_end(&b);
  return payable;
}

static bool stand_in_used(Game *g, u32 first, Ref ref) {
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++) {
    const Option *row = row_CHOSEN(g, i);
    if (row->kind == OPTION_REF && row->ref == ref) return true;
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
  Subject s = subject_of_payment(g, frame_index(g));
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
    chosen_add(g, (Option){.kind = OPTION_REF, .word = keyword, .ref = ref});
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
  chosen_add(g, (Option){.kind = OPTION_REF, .word = taken.word, .ref = taken.ref});
  return FLOW_STEP;
}

/* --- paying ------------------------------------------------------------------------------------------------------------------------ */

bool payment_parts_payable(Game *g, u32 frame) {
  const Frame f = *frame_at(g, frame);
  CostTotal t;
  cost_read(g, (u32)f.a[PAY_TOTAL], &t);
  t.generic = 0; /* of the mana the pool has been seen to pay it */
  t.symbol_count = 0;
  Subject s = subject_of_payment(g, frame);
  Payable p = {.s = &s, .t = &t, .first = (u32)f.a[PAY_TOTAL], .end = count_of(g, T_CHOSEN), .extra_part = NO_PART};
  for (u32 i = p.first; i < p.end; i++) {
    const Option *row = row_CHOSEN(g, i);
    if (row->kind == OPTION_REF && !object_live(g, row->ref)) return false;
  }
  return payable_from(&p);
}

void payment_reserved(Game *g, u32 frame, Reserved *r) {
  const Frame f = *frame_at(g, frame);
  CostTotal t;
  cost_read(g, (u32)f.a[PAY_TOTAL], &t);
  Subject s = subject_of_payment(g, frame);
  r->count = 0;
  for (u32 i = 0; i < t.part_count; i++) {
    Eval e = part_eval(&s, &t.parts[i]);
    Node node = t.parts[i].node;
    Payable p = {.s = &s, .t = &t, .first = (u32)f.a[PAY_TOTAL], .end = count_of(g, T_CHOSEN), .extra_part = NO_PART};
    Choosing c = {.p = &p, .part = i};
    switch (node_op(g->db, node)) {
      case IR_COST_TAP: reserve(r, eval_self(&e), true); break;
      case IR_COST_DO: action_possible(&s, &e, node_arg(g->db, node, ARG_COST_DO_ACTION), r); break;
      case IR_COST_CHOOSE:
        c.use = action_use(g->db, node_arg(g->db, node, ARG_COST_CHOOSE_ACTION));
        pick_chosen(&c, r);
        break;
      default: break;
    }
  }
  for (u32 i = (u32)f.a[PAY_TOTAL]; i < count_of(g, T_CHOSEN); i++) {
    const Option *row = row_CHOSEN(g, i);
    if (row->kind != OPTION_REF || !row->word) continue;
    reserve(r, row->ref, row->word != W_DELVE);
  }
  reserve_targets(&s, r);
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
  frame_top(g)->a[PAY_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* What paid is kept with the spell or ability. */
static void remember_object(Game *g, const Subject *s, Ref ref) {
  Heap cast = s->stack ? stack_item_of(g, s->stack)->cast : 0;
  if (!cast) return;
  Heap objects = HEAP_AT(g, CastInfo, cast)->objects;
  list_add(g, &objects, ref);
  HEAP_AT(g, CastInfo, cast)->objects = objects;
}

static void remember_part(Game *g, const Subject *s, u32 part, const Eval *e, Node node, u32 first) {
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++) {
    const Option row = *row_CHOSEN(g, i);
    if (row.kind == OPTION_REF && !row.word && row.a == part) remember_object(g, s, row.ref);
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
static bool part_is_late(const CardDb *db, Node node) {
  return node_has(db, node, IR_MILL) || node_has(db, node, IR_FLIP_COIN) || node_has(db, node, IR_ROLL_DIE);
}

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

static Flow pay_actions(Game *g, Frame *f) {
  u32 first = (u32)f->a[PAY_TOTAL];
  CostTotal t;
  cost_read(g, first, &t);
  if (f->a[PAY_PART] == t.part_count) {
    f->step = PAY_STOOD_IN;
    f->a[PAY_BATCH] = 0;
    return FLOW_STEP;
  }
  u32 part = part_in_order(g->db, &t, (u32)f->a[PAY_PART]);
  f->a[PAY_PART]++;
  f->a[PAY_BATCH] = 0;
  f->step = PAY_ACTION_DONE;
  Subject s = subject_of_payment(g, frame_index(g));
  Eval e = part_eval(&s, &t.parts[part]);
  Node node = t.parts[part].node;
  RULE(g, "601.2h");
  remember_part(g, &s, part, &e, node, first);
  switch (node_op(g->db, node)) {
    case IR_COST_TAP: return tap_part(g, eval_self(&e), true);
    case IR_COST_UNTAP: return tap_part(g, eval_self(&e), false);
    default: break;
  }
  bool choose = node_op(g->db, node) == IR_COST_CHOOSE;
  Node action = node_arg(g->db, node, choose ? ARG_COST_CHOOSE_ACTION : ARG_COST_DO_ACTION);
  if (e.env) {
    act_begin(g, action, e.env);
    return FLOW_STEP;
  }
  /* An ability from elsewhere works in an environment of its own. */
  AbilityInst inst = t.parts[part].from == FROM_WAY ? s.way : subject_ability(&s, t.parts[part].from - 1);
  Heap env = activation_env(g, s.player, s.slot, &inst);
  if (choose) part_variable(g, env, first, part, node);
  u32 frame = frame_push(g, PROC_ACT, action, env);
  frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
  return FLOW_STEP;
}

/* Creatures and artifacts are tapped, cards exiled, in one batch. */
static Flow pay_stood_in(Game *g, Frame *f) {
  if (f->a[PAY_BATCH]) {
    batch_end(g, (u32)f->a[PAY_BATCH] - 1);
    return pay_return(g, true);
  }
  u32 first = (u32)f->a[PAY_TOTAL], end = count_of(g, T_CHOSEN);
  Subject s = subject_of_payment(g, frame_index(g));
  u32 base = batch_begin(g);
  for (u32 i = first; i < end; i++) {
    const Option row = *row_CHOSEN(g, i);
    if (row.kind != OPTION_REF || !row.word) continue;
    bool delve = row.word == W_DELVE;
    RULE(g, delve ? "702.66a" : row.word == W_CONVOKE ? "702.51a" : "702.126a");
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
  chosen_add(g, (Option){.kind = OPTION_REF, .a = part, .ref = taken.ref});
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
      f->step = PAY_ACTIONS;
      batch_end(g, (u32)f->a[PAY_BATCH]);
      return FLOW_STEP;
    case PAY_ACTIONS: return pay_actions(g, f);
    case PAY_ACTION_DONE:
      f->step = PAY_ACTIONS;
      if (f->a[PAY_BATCH]) batch_end(g, (u32)f->a[PAY_BATCH] - 1);
      return FLOW_STEP;
    default: return pay_stood_in(g, f);
  }
}
