/* Whether costs can be paid (118.3). */
#include "rules/cast/pay/payable.h"
#include "cards/ir_walk.h"

bool may_pay_life(Game *g, u32 player) { return !rules_hold(g, IR_R_CANT_PAY_LIFE, ref_player(player)); }

bool may_sacrifice_to_pay(Game *g, u32 player, Ref permanent) {
  return !rules_of(g, IR_R_CANT_SACRIFICE_TO_PAY) ||
         !rules_hold_pair(g, IR_R_CANT_SACRIFICE_TO_PAY, ref_player(player), permanent);
}

/* --- what an action can be done to -------------------------------------------------------------------- */

/* Whether an object can be used by an action of a cost of that player. A dispatcher. */
static bool object_fits(const CastContext *s, const Eval *e, Node action, Ref ref) {
  Game *g = s->g;
  const CardDb *db = g->db;
  u32 slot = object_live(g, ref);
  if (ref_is_player(ref)) { /* a player is only chosen (702.174a), or gains life */
    bool gains = node_op(db, action) == IR_GAIN_LIFE && !rules_hold(g, IR_R_CANT_GAIN_LIFE, ref);
    return gains || node_op(db, action) == IR_NOTHING;
  }
  if (!slot) return false;
  const Object *o = object_row(g, slot);
  bool there = o->zone == ZONE_BATTLEFIELD && !object_phased_out(g, slot);
  switch (node_op(db, action)) {
    case IR_SACRIFICE: /* 701.21a */
      return there && o->controller == s->player && !rules_hold(g, IR_R_CANT_BE_SACRIFICED, ref) &&
             (s->plain || may_sacrifice_to_pay(g, s->player, ref));
    case IR_TAP: return there && !(o->status & STATUS_TAPPED);
    case IR_UNTAP: return there && o->status & STATUS_TAPPED;
    case IR_DISCARD: return o->zone == ZONE_HAND && o->owner == s->player;
    case IR_REMOVE_COUNTERS: {
      Word kind = (Word)node_arg(db, action, ARG_REMOVE_COUNTERS_KIND);
      i64 n = eval_num(e, node_arg(db, action, ARG_REMOVE_COUNTERS_N));
      return object_counters(g, slot, kind) >= n;
    }
    case IR_PUT_COUNTERS: return !counters_forbidden(g, ref, (Word)node_arg(db, action, ARG_PUT_COUNTERS_KIND));
    default: return true;
  }
}

Use action_use(const CardDb *db, Node action) {
  switch (node_op(db, action)) {
    case IR_TAP: return USE_TAP;
    case IR_SACRIFICE:
    case IR_DISCARD:
    case IR_EXILE:
    case IR_RETURN_HAND:
    case IR_MOVE: return USE_REMOVE;
    case IR_SEQ: {
      Use use = USE_NONE;
      for (u32 i = 0; i < node_argc(db, action) && use == USE_NONE; i++) use = action_use(db, node_arg(db, action, i));
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

u32 cost_candidates(const CastContext *s, const Eval *e, Node choose) {
  bool all;
  return cost_candidates_some(s, e, choose, UINT32_MAX, &all);
}

u32 cost_candidates_some(const CastContext *s, const Eval *e, Node choose, u32 enough, bool *all) {
  Game *g = s->g;
  u32 mark = scratch_mark(g), kept = 0;
  u32 count = eval_some(e, node_arg(g->db, choose, ARG_COST_CHOOSE_FROM), enough);
  *all = count < enough;
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

static Eval permission_eval(const CastContext *s) {
  PlayPermission permission = {.e = {.g = s->g}};
  if (s->stack) return eval_of_env(s->g, s->permission_env);
  permission_of_method(s->g, s->player, s->slot, s->method, &permission);
  return permission.e;
}

Eval part_eval(const CastContext *s, const CostPart *part) {
  if (s->envs) {
    SOUND(s->g, part->from - 1 < list_count(s->g, s->envs));
    return eval_of_env(s->g, (Heap)list_get(s->g, s->envs, part->from - 1));
  }
  if (part->from == 0 || !s->spell) {
    if (s->env) return eval_of_env(s->g, s->env);
    return context_eval(s, &s->inst);
  }
  if (part->from == FROM_WAY) return context_eval(s, &s->way);
  if (part->from == FROM_PERMISSION) return permission_eval(s);
  AbilityInst inst = context_ability(s, part->from - 1);
  return context_eval(s, &inst);
}

static bool library_has(const Game *g, u32 player, i64 n) { return zone_list(g, ZONE_LIBRARY, player)->count >= n; }

Node action_objects(const CardDb *db, Node action) {
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

static i64 counters_there(const Game *g, Ref ref) {
  i64 all = 0;
  for (u32 row = counters_first(g, ref); row; row = row_COUNTERS(g, row)->next) all += row_COUNTERS(g, row)->n;
  return all;
}

/* Nobody pays with life that somebody can't gain (119.7). */
static bool all_can_gain_life(const Eval *e, Node players) {
  Game *g = e->g;
  if (!players) return !rules_hold(g, IR_R_CANT_GAIN_LIFE, ref_player(eval_you(e)));
  u32 mark = scratch_mark(g), n = eval_objects(e, players);
  bool all = true;
  for (u32 i = 0; i < n; i++) all &= !rules_hold(g, IR_R_CANT_GAIN_LIFE, scratch_get(g, mark + i));
  scratch_release(g, mark);
  return all;
}

/* Whether an action that is a cost can be done at all; what it is done to is set aside. A dispatcher. */
static bool action_possible(const CastContext *s, const Eval *e, Node action, Reserved *r) {
  Game *g = s->g;
  const CardDb *db = g->db;
  switch (node_op(db, action)) {
    case IR_SEQ: {
      i64 chosen = 0; /* counters whose kinds are chosen, each of what there is */
      for (u32 i = 0; i < node_argc(db, action); i++) {
        Node step = node_arg(db, action, i);
        if (!action_possible(s, e, step, r)) return false;
        if (node_op(db, step) != IR_CHOOSE_COUNTER) continue;
        Ref of = eval_object(e, node_arg(db, step, ARG_CHOOSE_COUNTER_OF));
        if (counters_there(g, of) < ++chosen) return false;
      }
      return true;
    }
    case IR_CHOOSE: {
      u32 mark = scratch_mark(g), n = eval_objects(e, node_arg(db, action, ARG_CHOOSE_FROM));
      scratch_release(g, mark);
      return n >= eval_num(e, node_arg(db, action, ARG_CHOOSE_MIN));
    }
    case IR_REMOVE_COUNTERS: { /* energy is paid from the player's counters (107.14) */
      if (node_op(db, node_arg(db, action, ARG_REMOVE_COUNTERS_FROM)) != IR_YOU) break;
      Word kind = (Word)node_arg(db, action, ARG_REMOVE_COUNTERS_KIND);
      i64 n = eval_num(e, node_arg(db, action, ARG_REMOVE_COUNTERS_N));
      return counters_get(g, core(g)->players[s->player].counters, kind) >= n;
    }
    case IR_LET: { /* the top cards of a library, all of which are there (118.3) */
      Node top = node_arg(db, action, ARG_LET_OBJECTS);
      return node_op(db, top) != IR_TOP || library_has(g, s->player, eval_num(e, node_arg(db, top, ARG_TOP_N)));
    }
    case IR_UNATTACH: { /* from what it is attached to (701.3d) */
      u32 slot = permanent_live(g, eval_object(e, node_arg(db, action, ARG_UNATTACH_OBJECT)));
      return slot && permanent_of(g, slot)->attached_to;
    }
    case IR_GAIN_LIFE: return all_can_gain_life(e, node_arg(db, action, ARG_GAIN_LIFE_PLAYER));
    case IR_MILL: return library_has(g, s->player, eval_num(e, node_arg(db, action, ARG_MILL_N))); /* 701.17b */
    default: break;
  }
  Node objects = action_objects(db, action);
  if (objects && node_op(db, objects) == IR_TOP_OF_GRAVEYARD) return zone_list(g, ZONE_GRAVEYARD, s->player)->count > 0;
  if (!objects || node_op(db, objects) != IR_SELF) return true;
  Ref self = eval_self(e);
  Use use = action_use(db, action);
  if (!object_fits(s, e, action, self)) return false;
  if (use != USE_NONE && is_reserved(r, self, use == USE_TAP)) return false;
  if (use != USE_NONE) reserve(g, r, self, use == USE_TAP);
  return true;
}

static bool own_object_untapped(const CastContext *s, const Eval *e, bool tapped) {
  u32 slot = object_live(s->g, eval_self(e));
  if (!slot || object_row(s->g, slot)->zone != ZONE_BATTLEFIELD) return false;
  return !(object_row(s->g, slot)->status & STATUS_TAPPED) == !tapped;
}

/* --- whether all can be paid -------------------------------------------------------------------------------- */

static bool parts_payable(Payable *p, u32 part, Reserved *r);

static bool candidate_free(const Reserved *r, Ref ref, Use use) {
  return use == USE_NONE || !is_reserved(r, ref, use == USE_TAP);
}

/* By how much generic mana an object chosen for a part reduces the cost. */
static i64 reduction_of(const Eval *e, Node choose, Ref ref) {
  Node reduces = choose ? node_arg(e->g->db, choose, ARG_COST_CHOOSE_REDUCES) : 0;
  if (!reduces) return 0;
  Eval of = *e;
  of.it = ref;
  return num_max(0, eval_num(&of, reduces));
}

/* The objects that are being chosen for a part. */
typedef struct Choosing {
  Payable *p;
  const Eval *e;
  Node choose; /* 0: only what is set aside matters */
  u32 part;
  Use use;
  Node set;    /* a condition they must meet together; 0 none */
  bool totals; /* … which is about the total of what each counts, */
  i64 total;   /* which is kept up to what is picked */
  i64 max;
  u32 mark, count; /* candidates on the scratch list */
  u32 n;
  Ref picked[RESERVED_CAP];
} Choosing;

/* What is picked is written as it is picked, and most sets are small. */
static void choosing_init(Choosing *c, Payable *p, u32 part, const Eval *e, Node choose) {
  c->p = p;
  c->e = e;
  c->choose = choose;
  c->part = part;
  c->use = USE_NONE;
  c->set = 0;
  c->totals = false;
  c->total = 0;
  c->max = 0;
  c->mark = c->count = c->n = 0;
}

static void pick(Choosing *c, Ref ref, Reserved *r) {
  Game *g = c->p->s->g;
  if (c->use != USE_NONE) reserve(g, r, ref, c->use == USE_TAP);
  if (c->n == COUNT_OF(c->picked)) game_fail(g, GAVEL_E_LIMIT, "objects that pay one cost");
  c->picked[c->n++] = ref;
  if (c->choose) c->p->reduction = num_add(c->p->reduction, reduction_of(c->e, c->choose, ref), NULL);
  if (c->totals) c->total = num_add(c->total, set_each(c->e, c->set, ref), NULL);
}

/* Whether what is picked meets the condition of the set. Checked builds count again what they say yes to, and small sets. */
static bool picked_hold(const Choosing *c) {
  if (!c->totals) return set_holds(c->e, c->set, c->picked, c->n);
  bool holds = set_total_holds(c->e, c->set, c->total);
  ASSERT((!holds && c->n > 8) || holds == set_holds(c->e, c->set, c->picked, c->n));
  return holds;
}

/* Sets aside what was chosen for the part; false if the one that is tried is set aside for another already. */
static bool pick_chosen(Choosing *c, Reserved *r) {
  Payable *p = c->p;
  for (u32 i = p->first; i < p->end; i++) {
    const ChosenPays *row = &row_CHOSEN(p->s->g, i)->pays;
    if (row->kind == CHOSEN_PAYS && row->part == c->part) pick(c, row->ref, r);
  }
  if (p->extra_part != c->part) return true;
  if (!candidate_free(r, p->extra, c->use)) return false;
  pick(c, p->extra, r);
  return true;
}

/* Drops candidates from `at` on that are set aside for other parts. */
static void drop_reserved(Choosing *c, u32 at, const Reserved *r) {
  Game *g = c->p->s->g;
  u32 kept = at;
  for (u32 i = at; i < c->count; i++) {
    Ref ref = scratch_get(g, c->mark + i);
    if (candidate_free(r, ref, c->use)) scratch_set(g, c->mark + kept++, ref);
  }
  c->count = kept;
}

/* Tries to choose at least `wanted` more among the candidates from `at` on, none of which is set aside. */
static bool choose_more(Choosing *c, u32 at, i64 wanted, Reserved *r) {
  Payable *p = c->p;
  if (wanted <= 0 && picked_hold(c) && parts_payable(p, c->part + 1, r)) return true;
  bool more_helps = c->set || node_arg(p->s->g->db, c->choose, ARG_COST_CHOOSE_REDUCES);
  if (wanted <= 0 && (!more_helps || c->n >= c->max)) return false;
  if (c->n == COUNT_OF(c->picked) || r->count == RESERVED_CAP) return false;
  for (u32 i = at; i < c->count && wanted <= c->count - i && p->budget > 0; i++) {
    Ref ref = scratch_get(p->s->g, c->mark + i);
    p->budget--;
    u32 before = r->count;
    i64 reduction = p->reduction, total = c->total;
    pick(c, ref, r);
    if (choose_more(c, i + 1, wanted - 1, r)) return true;
    c->n--;
    c->total = total;
    r->count = before;
    p->reduction = reduction;
  }
  return false;
}

/* Puts candidates for a part on the scratch list, as cost_candidates_some does. */
static u32 part_candidates(const Payable *p, u32 part, const Eval *e, Node choose, u32 enough, bool *all) {
  Game *g = p->s->g;
  if (!p->listed_count || part != p->listed_part) return cost_candidates_some(p->s, e, choose, enough, all);
#ifdef GAVEL_CHECKED
  u32 mark = scratch_mark(g);
  ASSERT(cost_candidates(p->s, e, choose) == p->listed_count);
  for (u32 i = 0; i < p->listed_count; i++) ASSERT(scratch_get(g, mark + i) == scratch_get(g, p->listed + i));
  scratch_release(g, mark);
#endif
  for (u32 i = 0; i < p->listed_count; i++) scratch_push(g, scratch_get(g, p->listed + i));
  *all = true;
  return p->listed_count;
}

/* Tries to choose more, at least `min` in all, among that many of the candidates or more; `*all` tells whether it was among
   all of them. */
static bool choose_among(Choosing *c, i64 min, u32 enough, bool *all, Reserved *r) {
  Game *g = c->p->s->g;
  u32 chosen = c->n, at = 0;
  c->mark = scratch_mark(g);
  c->count = part_candidates(c->p, c->part, c->e, c->choose, enough, all);
  Ref last = chosen > 0 ? c->picked[chosen - 1] : REF_NONE;
  while (chosen > 0 && at < c->count && scratch_get(g, c->mark + at) != last) at++;
  if (chosen > 0 && at < c->count) at++;
  drop_reserved(c, at, r);
  bool payable = choose_more(c, at, min - chosen, r);
  scratch_release(g, c->mark);
  return payable;
}

/* Most often the first candidates will do, if one is as good as another. */
enum { TRIED_FIRST = 8 };

static bool choose_first(Choosing *c, i64 min, bool *all, Reserved *r) {
  *all = false;
  if (c->n > 0 || node_arg(c->p->s->g->db, c->choose, ARG_COST_CHOOSE_REDUCES) || min > RESERVED_CAP) return false;
  u32 budget = c->p->budget;
  bool payable = choose_among(c, min, (u32)min + TRIED_FIRST, all, r);
  if (!*all) c->p->budget = budget;
  return payable;
}

/* Whether what is chosen can reduce the mana that is left to pay. */
static bool choices_reduce(const Payable *p) {
  const CardDb *db = p->s->g->db;
  bool reduce = false;
  for (u32 i = 0; i < p->t->part_count && !reduce; i++) {
    Node node = p->t->parts[i].node;
    reduce = node_op(db, node) == IR_COST_CHOOSE && node_arg(db, node, ARG_COST_CHOOSE_REDUCES);
  }
  return reduce;
}

static bool chosen_part_payable(Payable *p, u32 part, const Eval *e, Node choose, Reserved *r) {
  const CardDb *db = p->s->g->db;
  Choosing c;
  choosing_init(&c, p, part, e, choose);
  c.use = action_use(db, node_arg(db, choose, ARG_COST_CHOOSE_ACTION));
  c.set = node_arg(db, choose, ARG_COST_CHOOSE_SET);
  c.totals = set_is_total(db, c.set);
  c.max = eval_num(e, node_arg(db, choose, ARG_COST_CHOOSE_MAX));
  i64 min = num_max(0, eval_num(e, node_arg(db, choose, ARG_COST_CHOOSE_MIN)));
  u32 before = r->count;
  i64 reduction = p->reduction;
  bool all;
  if (pick_chosen(&c, r)) {
    if (choose_first(&c, min, &all, r)) return true;
    /* If the mana can't even be paid with nothing more set aside, no choice will do. */
    bool hopeless = !all && !choices_reduce(p) && !parts_payable(p, p->t->part_count, r);
    if (!all && !hopeless && choose_among(&c, min, UINT32_MAX, &all, r)) return true;
  }
  r->count = before;
  p->reduction = reduction;
  return false;
}

static bool part_payable(Payable *p, u32 index, Reserved *r) {
  const CostPart *part = &p->t->parts[index];
  const CardDb *db = p->s->g->db;
  Eval e = part_eval(p->s, part);
  Ref self = eval_self(&e);
  switch (node_op(db, part->node)) {
    case IR_COST_TAP:
      if (!own_object_untapped(p->s, &e, false) || is_reserved(r, self, true)) return false;
      reserve(p->s->g, r, self, true);
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
static void reserve_targets(const CastContext *s, Reserved *r) {
  if (!context_item(s)) return;
  Game *g = s->g;
  TargetSlot slots[TARGET_SLOTS];
  u32 count = context_target_slots(s, slots);
  for (u32 i = 0; i < count; i++) {
    Value v = env_at(g, slots[i].env)->slot[slots[i].var];
    if (v.tag == VALUE_REF) reserve(g, r, (Ref)v.v, false);
    for (u32 k = 0; v.tag == VALUE_REFS && k < list_count(g, (Heap)v.v); k++)
      reserve(g, r, list_get(g, (Heap)v.v, k), false);
  }
}

i64 chosen_reduction(const CastContext *s, const CostTotal *t, u32 first) {
  Game *g = s->g;
  i64 reduction = 0;
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++) {
    const ChosenPays row = row_CHOSEN(g, i)->pays;
    if (row.kind != CHOSEN_PAYS) continue;
    SOUND(g, row.part < t->part_count);
    const CostPart *part = &t->parts[row.part];
    Eval e = part_eval(s, part);
    reduction = num_add(reduction, reduction_of(&e, part->node, row.ref), NULL);
  }
  return reduction;
}

bool mana_is_free(const CostTotal *t) {
  i64 need = t->generic;
  for (u32 i = 0; i < t->symbol_count; i++) need = num_add(need, t->symbols[i].n, NULL);
  return need == 0;
}

static void reserved_copy(Reserved *to, const Reserved *from) {
  to->count = from->count;
  memcpy(to->refs, from->refs, from->count * sizeof *to->refs);
  memcpy(to->tap, from->tap, from->count * sizeof *to->tap);
}

static bool parts_payable(Payable *p, u32 part, Reserved *r) {
  if (part < p->t->part_count) {
    u32 before = r->count;
    if (part_payable(p, part, r)) return true;
    r->count = before;
    return false;
  }
  CostTotal less;
  const CostTotal *t = p->t;
  if (p->reduction > 0 && !t->reduced) {
    less = *t;
    less.generic = num_max(0, less.generic - p->reduction);
    t = &less;
  }
  if (mana_is_free(t)) return true;
  if (!p->b) return false;
  /* What is targeted may be used up to pay a cost (601.5), but not for mana. */
  Reserved all;
  reserved_copy(&all, r);
  reserve_targets(p->s, &all);
  if (problem_pays(p->b, p->s, t, &all)) return true;
  return !p->b->quick && t->generic > 0 && assist_is_open(p->s) && assist_pays(p->b, p->s, t, &all);
}

static bool life_payable(const CastContext *s, i64 life) {
  if (life <= 0) return true; /* 119.4b */
  if (rules_hold(s->g, IR_R_CANT_LOSE_LIFE, ref_player(s->player))) return false;
  if (!s->plain && !may_pay_life(s->g, s->player)) return false;
  return core(s->g)->players[s->player].life >= life; /* 119.4 */
}

/* How many objects are chosen for a part already, with the one that is tried. */
static u32 chosen_for(const Payable *p, u32 part) {
  u32 n = p->extra_part == part;
  for (u32 i = p->first; i < p->end; i++) {
    const ChosenPays *row = &row_CHOSEN(p->s->g, i)->pays;
    n += row->kind == CHOSEN_PAYS && row->part == part;
  }
  return n;
}

/* Whether there are fewer objects for a part than must be chosen. */
static bool part_lacks(const Payable *p, u32 index) {
  Game *g = p->s->g;
  const CostPart *part = &p->t->parts[index];
  Eval e = part_eval(p->s, part);
  i64 min = num_add(eval_num(&e, node_arg(g->db, part->node, ARG_COST_CHOOSE_MIN)), -(i64)chosen_for(p, index), NULL);
  if (min <= 0) return false;
  u32 mark = scratch_mark(g);
  bool all;
  u32 found = cost_candidates_some(p->s, &e, part->node, UINT32_MAX, &all);
  scratch_release(g, mark);
  return found < min;
}

/* Where objects are chosen for several parts, each choice for one is tried with those for the next: whether that is of no
   use, because there are too few objects for one of them whatever is chosen. */
static bool some_part_lacks(const Payable *p) {
  u32 chosen = 0;
  for (u32 i = 0; i < p->t->part_count; i++) chosen += node_op(p->s->g->db, p->t->parts[i].node) == IR_COST_CHOOSE;
  for (u32 i = 0; chosen > 1 && i < p->t->part_count; i++)
    if (node_op(p->s->g->db, p->t->parts[i].node) == IR_COST_CHOOSE && part_lacks(p, i)) return true;
  return false;
}

bool payable_from(Payable *p) {
  if (p->t->unpayable || !life_payable(p->s, p->t->life) || some_part_lacks(p)) return false;
  Reserved reserved;
  reserved.count = 0;
  p->reduction = 0;
  p->budget = 4096;
  return parts_payable(p, 0, &reserved);
}

bool cost_total_payable(const CastContext *s, const CostTotal *t, PaymentProblem *b) {
  Payable p = {.s = s, .t = t, .b = b, .extra_part = NO_PART};
  if (b || mana_is_free(t)) return payable_from(&p);
  if (t->unpayable || !life_payable(s, t->life)) return false;
  PaymentProblem board;
  problem_begin(s->g, s->player, s, &board);
  p.b = &board;
  bool payable = payable_from(&p);
  problem_end(&board);
  return payable;
}

/* The modal effect whose modes are not chosen yet and cost something; 0 if there is none. */
static Node open_modal(const CastContext *s, Eval *e) {
  const CardDb *db = s->g->db;
  const StackItem *item = context_item(s);
  if (s->trial_modes || (item && list_count(s->g, item->modes))) return 0;
  AbilityInst inst;
  Node part, modal = 0;
  for (u32 i = 0; !modal && (part = context_part(s, i, &inst)) != 0; i++) modal = ability_modal(db, part);
  if (!modal) return 0;
  *e = context_eval(s, &inst);
  for (u32 i = ARG_MODAL_MODES; i < node_argc(db, modal); i++)
    if (node_arg(db, node_arg(db, modal, i), ARG_MODE_COST)) return modal;
  return 0;
}

/* Whether it is payable with some of the modes that must be chosen (601.4). */
static bool payable_with_modes(const CastContext *s, PaymentProblem *b, const Eval *e, Node modal) {
  const CardDb *db = s->g->db;
  u32 count = node_argc(db, modal) - ARG_MODAL_MODES, possible = 0;
  i64 min = eval_num(e, node_arg(db, modal, ARG_MODAL_MIN));
  if (count > TRIAL_MODES_CAP) game_fail(s->g, GAVEL_E_LIMIT, "modes with costs of their own");
  for (u32 i = 0; i < count; i++)
    if (mode_possible(e, modal, i)) possible |= 1u << i;
  for (u32 modes = 1; min > 0 && modes <= possible; modes++) {
    if (modes & ~possible || bits_count(modes) != min) continue;
    CastContext trial = *s;
    trial.trial_modes = (u16)modes;
    if (context_payable_with(&trial, b)) return true;
  }
  return min <= 0;
}

bool context_payable_with(const CastContext *s, PaymentProblem *b) {
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

void payment_reserved(Game *g, u32 frame, Reserved *r) {
  u32 total = payment_total_row(g, frame);
  CostTotal t;
  cost_read(g, total, &t);
  CastContext s = context_of_payment(g, frame);
  r->count = 0;
  for (u32 i = 0; i < t.part_count; i++) {
    Eval e = part_eval(&s, &t.parts[i]);
    Node node = t.parts[i].node;
    Payable p = {.s = &s, .t = &t, .first = total, .end = count_of(g, T_CHOSEN), .extra_part = NO_PART};
    Choosing c;
    choosing_init(&c, &p, i, NULL, 0);
    switch (node_op(g->db, node)) {
      case IR_COST_TAP: reserve(g, r, eval_self(&e), true); break;
      case IR_COST_DO: action_possible(&s, &e, node_arg(g->db, node, ARG_COST_DO_ACTION), r); break;
      case IR_COST_CHOOSE:
        c.use = action_use(g->db, node_arg(g->db, node, ARG_COST_CHOOSE_ACTION));
        pick_chosen(&c, r);
        break;
      default: break;
    }
  }
  for (u32 i = total; i < count_of(g, T_CHOSEN); i++) {
    const ChosenStandsIn *row = &row_CHOSEN(g, i)->stands;
    if (row->kind == CHOSEN_STANDS_IN) reserve(g, r, row->ref, row->keyword != W_DELVE);
  }
  reserve_targets(&s, r);
}
