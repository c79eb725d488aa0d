/* What a cost comes to (601.2f): the total cost of a spell or ability as it is announced so far. */
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"

/* --- adding up ---------------------------------------------------------------------------------------- */

/* A total while it is added up. Announcements about symbols and about choices among costs are used up in the
   order in which they were made, which is the order in which costs are added. */
typedef struct Adding {
  const CastContext *s;
  CostTotal *t;
  Eval e;
  u32 from;    /* CostPart.from of what is added now */
  u32 symbols; /* the next row that may announce how a symbol is paid */
  u32 choices; /* the next row that may announce a choice among costs */
  u32 either;  /* digits of choices that are only tried */
  i64 x;       /* of the spell, for what a permission's cost says of X without a value of its own */
} Adding;

static void symbol_add(CostTotal *t, ManaSymbol symbol, i64 n) {
  if (n <= 0) return;
  for (u32 i = 0; i < t->symbol_count; i++) {
    if (t->symbols[i].symbol != symbol) continue;
    t->symbols[i].n = (u32)num_min(UINT32_MAX, t->symbols[i].n + n);
    return;
  }
  if (t->symbol_count == PAY_SYMBOLS) {
    t->unpayable = true;
    return;
  }
  t->symbols[t->symbol_count++] = (PaySymbol){.symbol = symbol, .n = (u32)num_min(UINT32_MAX, n)};
}

static void generic_add(CostTotal *t, i64 n) { t->generic = num_add(t->generic, n, NULL); }

/* Whether there is more than one way to pay a symbol (118.13). */
static bool symbol_is_open(ManaSymbol symbol) {
  return bits_count(symbol & SYMBOL_KINDS) > 1 || symbol & (SYMBOL_TWO_GENERIC | SYMBOL_LIFE);
}

static bool announces_symbol(const Option *row) { return row->kind == OPTION_MANA || row->kind == OPTION_LIFE; }

/* The cost that a row of T_CHOSEN names. Such rows hold other nodes, too, while another player takes over a choice. */
static Node chosen_cost(Game *g, const Option *row) {
  SOUND(g, row->kind == OPTION_NODE && ir_op_info(node_op(g->db, row->a))->sort == SORT_COST);
  return row->a;
}

/* The next announcement of a kind, null if all have been used. */
static const Option *announcement(Adding *a, bool symbol) {
  u32 *at = symbol ? &a->symbols : &a->choices;
  SOUND(a->s->g, a->s->announced_end <= count_of(a->s->g, T_CHOSEN));
  while (*at < a->s->announced_end) {
    const Option *row = &row_CHOSEN(a->s->g, (*at)++)->option;
    if (symbol ? announces_symbol(row) : row->kind == OPTION_NODE) return row;
  }
  return NULL;
}

static void open_symbol_add(Adding *a, ManaSymbol symbol) {
  const Option *row = announcement(a, true);
  if (!row) {
    if (!a->t->open) a->t->open = symbol;
    symbol_add(a->t, symbol, 1);
  } else if (row->kind == OPTION_LIFE) {
    a->t->life = num_add(a->t->life, 2, NULL); /* 107.4f */
  } else if (row->word) {
    symbol_add(a->t, (ManaSymbol)color_mask(row->word), 1);
  } else {
    generic_add(a->t, row->a);
  }
}

/* What is chosen anew each time a cost is paid is chosen so often at most. */
static void may_choose_times(const Adding *a, i64 times) {
  if (times > TIMES_CHOSEN) game_fail(a->s->g, GAVEL_E_LIMIT, "times that a choice in a cost is made");
}

static void mana_cost_add(Adding *a, const ManaCost *cost, i64 x, i64 times) {
  generic_add(a->t, num_mul(num_add(cost->generic, num_mul(cost->x, x, NULL), NULL), times, NULL));
  for (u32 i = 0; i < cost->count; i++) {
    if (!symbol_is_open(cost->symbols[i])) {
      symbol_add(a->t, cost->symbols[i], times);
      continue;
    }
    may_choose_times(a, times);
    for (i64 k = 0; k < times; k++) open_symbol_add(a, cost->symbols[i]);
  }
}

/* Another object's mana cost; {X} in it is 0, of a spell what was chosen for it (107.3h). */
static void mana_of_add(Adding *a, Node object, i64 times) {
  Ref ref = eval_object(&a->e, object);
  /* The spell's own is that of the half or face that is cast. */
  const Chars *c = a->s->spell && ref == a->s->ref ? context_chars(a->s) : eval_chars(&a->e, ref);
  if (!c || !c->mana_cost) {
    a->t->unpayable = true; /* 118.6 */
    return;
  }
  const ManaCost cost = a->s->g->db->costs.data[c->mana_cost];
  Heap cast = eval_zone(&a->e, ref) == ZONE_STACK ? cast_info_of(a->s->g, &a->e, ref) : 0;
  mana_cost_add(a, &cost, cast ? HEAP_AT(a->s->g, CastInfo, cast)->x : 0, times);
}

/* What X is in the cost that is added: as the effect knows that names it, else what is chosen for the spell (107.3a). */
static i64 adding_x(const Adding *a) {
  bool known = a->from != FROM_PERMISSION || eval_slot(&a->e, SLOT_X).tag == VALUE_NUMBER;
  return known ? eval_x(&a->e) : a->x;
}

static void part_add(Adding *a, Node node, i64 times) {
  CostTotal *t = a->t;
  for (i64 k = 0; k < times; k++) {
    if (t->part_count == COST_PARTS) game_fail(a->s->g, GAVEL_E_LIMIT, "parts of one cost");
    t->parts[t->part_count++] = (CostPart){.node = node, .from = a->from};
  }
}

static void cost_add(Adding *a, Node cost, i64 times);

/* The most combinations of choices in what is paid at once. */
enum { COMBINATIONS_CAP = 4096 };

/* In how many ways `times` choices among so many costs can be made, whatever their order; no more than COMBINATIONS_CAP + 1. */
static u32 choices_among(i64 times, u32 options) {
  u64 ways = 1;
  for (u32 i = 1; i < options; i++) {
    if (times > COMBINATIONS_CAP) return COMBINATIONS_CAP + 1;
    ways = ways * (u64)(times + i) / i;
    if (ways > COMBINATIONS_CAP) return COMBINATIONS_CAP + 1;
  }
  return (u32)ways;
}

/* One of several costs, chosen anew each time (702.24a): those announced; of the others, how often each of them is paid is
   what is tried. */
static void either_add(Adding *a, Node node, i64 times) {
  const CardDb *db = a->s->g->db;
  u32 options = node_argc(db, node);
  const Option *row;
  may_choose_times(a, times);
  for (; times > 0 && (row = announcement(a, false)) != NULL; times--) cost_add(a, chosen_cost(a->s->g, row), 1);
  if (times <= 0) return;
  if (!a->t->either) a->t->either = node;
  u32 ways = choices_among(times, options), way = a->either % ways;
  a->either /= ways;
  for (u32 i = 0; i < options; i++) {
    i64 n = times;
    for (u32 rest; i + 1 < options && way >= (rest = choices_among(times - n, options - i - 1)); n--) way -= rest;
    if (n > 0) cost_add(a, node_arg(db, node, ARG_COST_EITHER_OPTIONS + i), n);
    times -= n;
  }
}

/* A cost paid for each of a number. */
static void times_add(Adding *a, Node cost, i64 times) {
  const CardDb *db = a->s->g->db;
  i64 n = num_max(0, eval_num(&a->e, node_arg(db, cost, ARG_COST_TIMES_N)));
  if (n > 0) cost_add(a, node_arg(db, cost, ARG_COST_TIMES_COST), num_mul(n, times, NULL));
}

/* A dispatcher. */
static void cost_add(Adding *a, Node cost, i64 times) {
  const CardDb *db = a->s->g->db;
  switch (node_op(db, cost)) {
    case IR_COSTS:
      for (u32 i = 0; i < node_argc(db, cost); i++) cost_add(a, node_arg(db, cost, i), times);
      break;
    case IR_COST_MANA:
      mana_cost_add(a, &db->costs.data[node_arg(db, cost, ARG_COST_MANA_MANA)], adding_x(a), times);
      break;
    case IR_COST_GENERIC:
      generic_add(a->t, num_mul(num_max(0, eval_num(&a->e, node_arg(db, cost, ARG_COST_GENERIC_N))), times, NULL));
      break;
    case IR_COST_X_LIFE:
      a->t->life = num_add(
          a->t->life, num_mul(num_max(0, eval_num(&a->e, node_arg(db, cost, ARG_COST_X_LIFE_N))), times, NULL), NULL);
      break;
    case IR_COST_MANA_OF: mana_of_add(a, node_arg(db, cost, ARG_COST_MANA_OF_OBJECT), times); break;
    case IR_COST_FREE: break;
    case IR_COST_X_IS: {
      i64 bound = eval_num(&a->e, node_arg(db, cost, ARG_COST_X_IS_N));
      a->t->unpayable |= !compare(eval_x(&a->e), (Word)node_arg(db, cost, ARG_COST_X_IS_HOW), bound);
      break;
    }
    case IR_COST_EITHER: either_add(a, cost, times); break;
    case IR_COST_TIMES: times_add(a, cost, times); break;
    default: part_add(a, cost, times); break;
  }
}

/* --- the costs of a spell -------------------------------------------------------------------------------- */

/* How often an optional cost was announced to be paid. */
static i64 times_announced(const CastContext *s, const AbilityInst *inst) {
  const StackItem *item = context_item(s);
  Heap paid = item && item->cast ? HEAP_AT(s->g, CastInfo, item->cast)->paid : 0;
  i64 times = 0;
  for (u32 i = 0; i < paid_count(s->g, paid); i++) {
    Paid row = paid_at(s->g, paid, i);
    u32 instance = row.acquisition ? row.acquisition : object_row(s->g, s->slot)->acquisition;
    if (row.ability == inst->ability && instance == inst->acquisition) times += row.times;
  }
  return times;
}

/* What lets the spell be cast for the cost that it names; false if nothing does any more. */
static bool naming_permission(const CastContext *s, PlayPermission *out) {
  if (!s->stack) return permission_of_method(s->g, s->player, s->slot, s->method, out);
  *out = (PlayPermission){.rule = s->permission, .e = eval_of_env(s->g, s->permission_env)};
  return true;
}

/* A cost that the permission to cast the spell names. */
static void permission_cost_add(Adding *a, const PlayPermission *permission, Node cost) {
  const CastContext *s = a->s;
  const StackItem *item = context_item(s);
  a->e = permission->e;
  a->from = FROM_PERMISSION;
  a->x = item && item->cast ? HEAP_AT(s->g, CastInfo, item->cast)->x : s->trial_x;
  a->e.it = s->ref;
  cost_add(a, cost, 1);
}

/* What the permission asks for besides the other costs (118.8). */
static void permitted_costs_add(Adding *a) {
  PlayPermission permission;
  if (!method_permission(a->s->method) || !naming_permission(a->s, &permission)) return;
  Node cost = permission_additional_cost(a->s->g->db, &permission);
  if (cost) permission_cost_add(a, &permission, cost);
}

/* The mana cost or what is paid instead of it (118.9). */
static void method_cost_add(Adding *a) {
  const CastContext *s = a->s;
  const CardDb *db = s->g->db;
  u32 way = method_way(s->method);
  if (way == WAY_FREE) return;
  if (way == WAY_FACE_DOWN) {
    generic_add(a->t, 3); /* 702.37c, 702.168b */
    return;
  }
  if (way == WAY_PERMISSION) {
    PlayPermission permission;
    if (naming_permission(s, &permission)) permission_cost_add(a, &permission, permission_cost(db, &permission));
    return;
  }
  if (way == WAY_MANA_COST) {
    u32 printed = context_chars(s)->mana_cost;
    if (!printed) {
      a->t->unpayable = true; /* 118.6 */
      return;
    }
    const ManaCost cost = db->costs.data[printed];
    a->e = s->env ? eval_of_env(s->g, s->env) : (Eval){.g = s->g};
    a->e.trial_x = s->trial_x;
    mana_cost_add(a, &cost, s->env ? eval_x(&a->e) : s->trial_x, 1);
    return;
  }
  a->e = context_eval(s, &s->way);
  a->from = FROM_WAY;
  cost_add(a, node_arg(db, carddb_ability(db, s->way.ability)->node, ARG_ALTERNATIVE_COST_COST), 1);
}

static void mode_cost_add(Adding *a, Node modal, u32 mode) {
  const CardDb *db = a->s->g->db;
  Node cost = node_arg(db, modal_mode(a->s->g, modal, mode), ARG_MODE_COST);
  if (!cost) return;
  RULE(a->s->g, "700.2h");
  cost_add(a, cost, 1);
}

static u32 modes_chosen(const CastContext *s) {
  const StackItem *item = context_item(s);
  return item ? list_count(s->g, item->modes) : 0;
}

static void mode_costs_add(Adding *a, Node modal) {
  const CastContext *s = a->s;
  u32 count = modes_chosen(s);
  for (u32 i = 0; i < count; i++) mode_cost_add(a, modal, (u32)list_get(s->g, context_item(s)->modes, i));
  for (u32 mode = 1; count == 0 && mode <= TRIAL_MODES_CAP; mode++)
    if (s->trial_modes >> (mode - 1) & 1) mode_cost_add(a, modal, mode);
}

/* For each mode beyond the first (702.120a). */
static void escalate_add(Adding *a, const AbilityDef *def) {
  const CastContext *s = a->s;
  u32 modes = modes_chosen(s) ? modes_chosen(s) : bits_count(s->trial_modes);
  if (modes < 2) return;
  RULE(s->g, "702.120a");
  cost_add(a, node_arg(s->g->db, def->node, ARG_KEYWORD_COST), modes - 1);
}

/* What is announced on trial is seen where it would stand. */
static SpellView tried_view(const CastContext *s) { return s->trial ? context_view(s) : (SpellView){.changed = false}; }

/* Additional costs among the spell's own abilities (118.8), in printed order. */
static void own_costs_add(Adding *a) {
  const CastContext *s = a->s;
  const CardDb *db = s->g->db;
  if (!context_may_hold(s, HOLDS_COSTS)) return;
  u32 count = context_ability_count(s);
  SpellView view = tried_view(s);
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = context_ability(s, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    Node modal = def->op == IR_SPELL ? ability_modal(db, def->node) : 0;
    bool escalate = def->op == IR_KEYWORD && def->keyword == W_ESCALATE;
    bool spliced = def->op == IR_KEYWORD && def->keyword == W_SPLICE && splice_is_paid(s, i);
    if (def->op != IR_ADDITIONAL_COST && def->op != IR_OPTIONAL_COST && !modal && !escalate && !spliced) continue;
    a->e = context_eval(s, &inst);
    a->from = 1 + i;
    if (def->op == IR_ADDITIONAL_COST) cost_add(a, node_arg(db, def->node, ARG_ADDITIONAL_COST_COST), 1);
    if (def->op == IR_OPTIONAL_COST) {
      i64 times = times_announced(s, &inst);
      if (times > 0) cost_add(a, node_arg(db, def->node, ARG_OPTIONAL_COST_COST), times);
    }
    if (modal) mode_costs_add(a, modal);
    if (escalate) escalate_add(a, def);
    if (spliced) cost_add(a, node_arg(db, def->node, ARG_KEYWORD_COST), 1);
  }
  context_view_end(s, view);
}

/* --- increases and reductions (601.2f, 118.7) --------------------------------------------------------------- */

typedef struct Change {
  const CastContext *s;
  CostTotal *t;
  i64 amount;
  ManaCost mana;
} Change;

static void mana_reduce(CostTotal *t, const ManaCost *mana, bool colored);

/* What one effect does to the total. A dispatcher. */
static void change_apply(Change *c, const Eval *e, Node rule) {
  const CardDb *db = e->g->db;
  Eval about = *e;
  about.it = c->s->ref;
  switch (node_op(db, rule)) {
    case IR_R_COST_MORE:
    case IR_R_COST_LESS:
    case IR_R_COST_AT_LEAST: c->amount = eval_num(&about, node_arg(db, rule, ARG_R_COST_MORE_N)); break;
    case IR_R_COST_MORE_MANA:
    case IR_R_COST_LESS_MANA: c->mana = db->costs.data[node_arg(db, rule, ARG_R_COST_MORE_MANA_MANA)]; break;
    default: c->amount = eval_num(&about, node_arg(db, rule, ARG_R_ABILITY_COST_MORE_N)); break;
  }
  i64 amount = num_max(0, c->amount);
  switch (node_op(db, rule)) {
    case IR_R_COST_MORE:
    case IR_R_ABILITY_COST_MORE: generic_add(c->t, amount); break;
    case IR_R_COST_LESS: c->t->reduction = num_add(c->t->reduction, amount, NULL); break;
    case IR_R_COST_MORE_MANA:
      generic_add(c->t, c->mana.generic);
      for (u32 i = 0; i < c->mana.count; i++) symbol_add(c->t, c->mana.symbols[i], 1);
      break;
    case IR_R_COST_LESS_MANA: mana_reduce(c->t, &c->mana, node_arg(db, rule, ARG_R_COST_LESS_MANA_COLORED)); break;
    default: break;
  }
}

static bool change_visit(const Eval *e, Node rule, void *user) {
  Change *c = user;
  if (!context_matches(c->s, e, node_arg(e->g->db, rule, 0))) return false;
  change_apply(c, e, rule);
  return false;
}

bool own_rules_visit(const CastContext *s, IrOp op, u32 but, RuleVisitor visit, void *user) {
  const CardDb *db = s->g->db;
  if (s->stack || method_way(s->method) == WAY_FACE_DOWN || !context_may_hold(s, HOLDS_RULES)) return false;
  u32 count = context_ability_count(s);
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = context_ability(s, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    if (def->op != IR_STATIC || !(def->flags & ABILITY_RULES)) continue;
    if (!(def->zones & ZONE_BIT(ZONE_STACK)) || def->zones & but) continue;
    Eval e = context_eval(s, &inst);
    Node condition = node_arg(db, def->node, ARG_STATIC_IF);
    if (condition && !eval_cond(&e, condition)) continue;
    for (u32 k = ARG_STATIC_EFFECTS; k < node_argc(db, def->node); k++) {
      Node effect = node_arg(db, def->node, k);
      for (u32 r = 0; node_op(db, effect) == IR_RULES && r < node_argc(db, effect); r++) {
        Node rule = node_arg(db, effect, r);
        if (node_op(db, rule) == op && visit(&e, rule, user)) return true;
      }
    }
  }
  return false;
}

static void changes(const CastContext *s, CostTotal *t, IrOp op) {
  Change c = {.s = s, .t = t};
  u32 zone = s->stack ? (u32)ZONE_STACK : object_row(s->g, s->slot)->zone;
  SpellView view = tried_view(s);
  rules_visit(s->g, op, change_visit, &c);
  own_rules_visit(s, op, ZONE_BIT(zone), change_visit, &c);
  context_view_end(s, view);
}

/* 118.7b–d: what is left over of a reduction in one kind of mana reduces generic mana, unless only colored mana is reduced. */
static void mana_reduce(CostTotal *t, const ManaCost *mana, bool colored) {
  t->reduction = num_add(t->reduction, mana->generic, NULL);
  for (u32 i = 0; i < mana->count; i++) {
    /* Hybrid: the half that the cost has (118.7e); Phyrexian: its colour (118.7f); snow: generic (118.7g). */
    ManaSymbol kinds = mana->symbols[i] & SYMBOL_KINDS;
    bool reduced = false;
    for (u32 k = 0; k < t->symbol_count && !reduced; k++) {
      PaySymbol *symbol = &t->symbols[k];
      if (symbol->n == 0 || bits_count(symbol->symbol) != 1 || !(symbol->symbol & kinds)) continue;
      symbol->n--;
      reduced = true;
    }
    if (!reduced && !colored) t->reduction = num_add(t->reduction, 1, NULL);
  }
}

static i64 mana_total(const CostTotal *t) {
  i64 total = t->generic;
  for (u32 i = 0; i < t->symbol_count; i++) total = num_add(total, t->symbols[i].n, NULL);
  return total;
}

/* It can't be reduced to less than {0}. */
static void reduction_apply(CostTotal *t) {
  t->generic = num_max(0, num_add(t->generic, -num_min(t->reduction, INT64_MAX), NULL));
  t->reduction = 0;
}

static bool least_visit(const Eval *e, Node rule, void *user) {
  Change *c = user;
  if (!context_matches(c->s, e, node_arg(e->g->db, rule, 0))) return false;
  RULE(e->g, "601.2f");
  i64 least = eval_num(e, node_arg(e->g->db, rule, ARG_R_COST_AT_LEAST_N)), now = mana_total(c->t);
  if (now < least) generic_add(c->t, least - now);
  return false;
}

/* Of two commanders each is counted by itself (702.124d). */
static void announce_partner(const CastContext *s) {
  Game *g = s->g;
  if (!HEARD(g)) return;
  for (u32 other = 1; other < count_of(g, T_OBJECTS); other++) {
    const Object *o = object_row(g, other);
    if (other == s->slot || o->zone == ZONE_NONE || !(o->flags & OBJECT_COMMANDER)) continue;
    if (o->owner == object_row(g, s->slot)->owner) RULE(g, "702.124d");
  }
}

/* A commander costs {2} more for each previous time it was cast from the command zone (903.8). */
static void commander_tax_add(const CastContext *s, CostTotal *t) {
  const Object *o = object_row(s->g, s->slot);
  if (!(o->flags & OBJECT_COMMANDER) || !o->card) return;
  const StackItem *item = context_item(s);
  u32 from = item && item->cast ? HEAP_AT(s->g, CastInfo, item->cast)->from : o->zone;
  u32 casts = row_CARDS(s->g, o->card)->casts;
  if (from == ZONE_COMMAND) announce_partner(s);
  if (from != ZONE_COMMAND || casts == 0) return;
  RULE(s->g, "903.8");
  generic_add(t, 2 * (i64)casts);
}

/* --- abilities ------------------------------------------------------------------------------------------------ */

static bool ability_more_visit(const Eval *e, Node rule, void *user) {
  Change *c = user;
  const CardDb *db = e->g->db;
  bool mana = carddb_ability(db, c->s->inst.ability)->flags & ABILITY_MANA;
  if (mana && node_arg(db, rule, ARG_R_ABILITY_COST_MORE_NOT_MANA)) return false;
  return change_visit(e, rule, user);
}

/* Whether the ability is one of those that a rule is about: as it is on the stack, or as it would be with the targets that
   are tried. */
static bool ability_matches(const CastContext *s, const Eval *e, Node filter) {
  Game *g = s->g;
  if (s->stack) return eval_matches(e, filter, object_ref(g, s->stack));
  u32 mark = scratch_mark(g), count = context_targets_push(s);
  bool matches = eval_ability_matches(e, filter, s->inst.ability, mark, count);
  scratch_release(g, mark);
  return matches;
}

/* A reduction that may not take the mana below a number is applied by itself. */
static bool ability_less_visit(const Eval *e, Node rule, void *user) {
  Change *c = user;
  const CardDb *db = e->g->db;
  if (!context_matches(c->s, e, node_arg(db, rule, ARG_R_ABILITY_COST_LESS_OBJECTS))) return false;
  Node kind = node_arg(db, rule, ARG_R_ABILITY_COST_LESS_ABILITY);
  if (kind && !ability_matches(c->s, e, kind)) return false;
  Node players = node_arg(db, rule, ARG_R_ABILITY_COST_LESS_PLAYERS);
  if (players && !eval_matches(e, players, ref_player(c->s->player))) return false;
  i64 n = num_max(0, eval_num(e, node_arg(db, rule, ARG_R_ABILITY_COST_LESS_N)));
  i64 least = node_int(db, rule, ARG_R_ABILITY_COST_LESS_AT_LEAST);
  i64 room = num_max(0, mana_total(c->t) - least);
  c->t->generic -= num_min(c->t->generic, num_min(n, room));
  return false;
}

/* What the ability itself says of its cost takes off generic mana, once what is more has been added (601.2f, 602.2b); what it
   says costs more is less than nothing. */
static void own_reduction(Adding *a, Node less) {
  if (!less) return;
  RULE(a->s->g, "602.2b");
  a->t->generic -= num_min(a->t->generic, eval_num(&a->e, less));
}

/* A power-up ability costs its permanent's mana cost less in the turn in which that entered (702.193a, 702.193b). */
static void power_up_reduce(Adding *a) {
  Game *g = a->s->g;
  u32 slot = object_live(g, a->s->ref);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return;
  if (permanent_of(g, slot)->entered_turn != core(g)->turn) return;
  u32 printed = chars_of(g, slot)->mana_cost;
  if (!printed) return;
  RULE(g, "702.193b");
  mana_reduce(a->t, &g->db->costs.data[printed], false);
  reduction_apply(a->t);
}

static void ability_cost(Adding *a) {
  const CastContext *s = a->s;
  const CardDb *db = s->g->db;
  Node node = carddb_ability(db, s->inst.ability)->node;
  a->e = context_eval(s, &s->inst);
  cost_add(a, node_arg(db, node, ARG_ACTIVATED_COST), 1);
  Node modal = ability_modal(db, node);
  if (modal) mode_costs_add(a, modal);
  if (carddb_ability(db, s->inst.ability)->flags & ABILITY_SPECIAL) return;
  Change c = {.s = s, .t = a->t};
  rules_visit(s->g, IR_R_ABILITY_COST_MORE, ability_more_visit, &c);
  own_reduction(a, node_arg(db, node, ARG_ACTIVATED_LESS));
  if (node_arg(db, node, ARG_ACTIVATED_LABEL) == W_POWER_UP) power_up_reduce(a);
  rules_visit(s->g, IR_R_ABILITY_COST_LESS, ability_less_visit, &c);
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

static Adding adding(const CastContext *s, u32 either, CostTotal *t) {
  cost_total_init(t);
  return (Adding){.s = s, .t = t, .either = either, .symbols = s->announced, .choices = s->announced};
}

void cost_total(const CastContext *s, u32 either, CostTotal *t) {
  Adding a = adding(s, either, t);
  if (!s->spell) {
    ability_cost(&a);
    return;
  }
  method_cost_add(&a);
  own_costs_add(&a);
  permitted_costs_add(&a);
  commander_tax_add(s, t);
  /* 601.2f: increases, then reductions, then what affects the total itself. */
  changes(s, t, IR_R_COST_MORE);
  changes(s, t, IR_R_COST_MORE_MANA);
  changes(s, t, IR_R_COST_LESS_MANA);
  changes(s, t, IR_R_COST_LESS);
  reduction_apply(t);
  Change c = {.s = s, .t = t};
  rules_visit(s->g, IR_R_COST_AT_LEAST, least_visit, &c);
}

bool casting_cost(Game *g, u32 player, u32 slot, ManaCost *out) {
  CastMethod ways[METHODS_CAP];
  u32 count = methods_find(g, player, slot, METHODS_UNTIMELY | METHODS_PROHIBITED, ways), way = 0;
  while (way < count && !method_plain(g, object_ref(g, slot), ways[way])) way++;
  u32 printed = chars_of(g, slot)->mana_cost;
  if (way == count || !printed) return false;
  CostTotal t;
  CastContext s = context_of_card(g, player, slot, ways[way]);
  cost_total(&s, 0, &t);
  *out = (ManaCost){.generic = (i32)num_min(t.generic, INT32_MAX), .x = g->db->costs.data[printed].x};
  for (u32 i = 0; i < t.symbol_count; i++)
    for (u32 k = 0; k < t.symbols[i].n && out->count < MANA_SYMBOLS_CAP; k++)
      out->symbols[out->count++] = t.symbols[i].symbol;
  return !t.unpayable && !t.open;
}

void cost_collect(const CastContext *s, Node cost, u32 either, CostTotal *t) {
  Game *g = s->g;
  Adding a = adding(s, either, t);
  if (!s->envs) {
    a.e = eval_of_env(g, s->env);
    cost_add(&a, cost, 1);
    return;
  }
  for (u32 i = 0; i < list_count(g, s->envs); i++) {
    a.e = eval_of_env(g, (Heap)list_get(g, s->envs, i));
    a.from = 1 + i;
    cost_add(&a, chosen_cost(g, &row_CHOSEN(g, s->costs + i)->option), 1);
  }
}

void cost_collect_mana(const CastContext *s, u32 mana_cost, CostTotal *t) {
  Adding a = adding(s, 0, t);
  const ManaCost cost = s->g->db->costs.data[mana_cost];
  a.e = eval_of_env(s->g, s->env);
  mana_cost_add(&a, &cost, eval_x(&a.e), 1);
}

typedef struct Combinations {
  Eval e;
  i64 times; /* how often the cost is paid */
  u32 count;
} Combinations;

static void combine(Combinations *c, u32 ways) {
  if (c->count > COMBINATIONS_CAP / ways) game_fail(c->e.g, GAVEL_E_LIMIT, "combinations of choices in a cost");
  c->count *= ways;
}

static bool count_either(void *context, const CardDb *db, Node node) {
  Combinations *c = context;
  if (node_op(db, node) == IR_COST_EITHER) combine(c, choices_among(c->times, node_argc(db, node)));
  if (node_op(db, node) != IR_COST_TIMES) return true;
  i64 n = num_max(0, eval_num(&c->e, node_arg(db, node, ARG_COST_TIMES_N)));
  Combinations inner = {.e = c->e, .times = num_mul(c->times, n, NULL), .count = c->count};
  ir_walk(db, node_arg(db, node, ARG_COST_TIMES_COST), count_either, &inner);
  c->count = inner.count;
  return false;
}

/* Most costs leave nothing to choose. */
static void count_combinations(Combinations *c, const CardDb *db, Node cost) {
  if (node_holds(db, cost, TRAIT_EITHER)) ir_walk(db, cost, count_either, c);
}

u32 cost_combinations(const CastContext *s, Node cost) {
  Game *g = s->g;
  const CardDb *db = g->db;
  Combinations c = {.times = 1, .count = 1};
  if (s->envs) {
    for (u32 i = 0; i < list_count(g, s->envs); i++) {
      c.e = eval_of_env(g, (Heap)list_get(g, s->envs, i));
      count_combinations(&c, db, chosen_cost(g, &row_CHOSEN(g, s->costs + i)->option));
    }
    return c.count;
  }
  if (cost) {
    c.e = eval_of_env(g, s->env);
    count_combinations(&c, db, cost);
    return c.count;
  }
  if (!s->spell) {
    c.e = context_eval(s, &s->inst);
    count_combinations(&c, db, node_arg(db, carddb_ability(db, s->inst.ability)->node, ARG_ACTIVATED_COST));
    return c.count;
  }
  u32 count = context_may_hold(s, HOLDS_COSTS) ? context_ability_count(s) : 0;
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = context_ability(s, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    if (def->op != IR_ADDITIONAL_COST && def->op != IR_OPTIONAL_COST) continue;
    c.e = context_eval(s, &inst);
    count_combinations(&c, db, def->node);
  }
  if (!s->way.ability) return c.count;
  c.e = context_eval(s, &s->way);
  count_combinations(&c, db, carddb_ability(db, s->way.ability)->node);
  return c.count;
}

bool cost_chooses_by_x(const CastContext *s) {
  const CardDb *db = s->g->db;
  if (!s->spell) {
    Node ability = carddb_ability(db, s->inst.ability)->node;
    return node_holds(db, node_arg(db, ability, ARG_ACTIVATED_COST), TRAIT_CHOICE_BY_X);
  }
  if (s->way.ability && node_holds(db, carddb_ability(db, s->way.ability)->node, TRAIT_CHOICE_BY_X)) return true;
  u32 count = context_may_hold(s, HOLDS_COSTS) ? context_ability_count(s) : 0;
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = context_ability(s, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    bool counts = def->op == IR_ADDITIONAL_COST || (def->op == IR_OPTIONAL_COST && times_announced(s, &inst) > 0);
    if (counts && node_holds(db, def->node, TRAIT_CHOICE_BY_X)) return true;
  }
  return false;
}

bool cost_has_x(const CastContext *s) {
  const CardDb *db = s->g->db;
  if (!s->spell) return activation_has_x(db, s->inst.ability);
  u32 count = context_may_hold(s, HOLDS_COSTS) ? context_ability_count(s) : 0;
  Node way = s->way.ability ? carddb_ability(db, s->way.ability)->node : 0;
  if (method_way(s->method) == WAY_MANA_COST || node_holds(db, way, TRAIT_MANA_OF)) {
    u32 printed = context_chars(s)->mana_cost;
    if (printed && db->costs.data[printed].x > 0) return true;
  }
  PlayPermission permission;
  bool named = method_way(s->method) == WAY_PERMISSION && naming_permission(s, &permission);
  if (named && eval_slot(&permission.e, SLOT_X).tag != VALUE_NUMBER) way = permission_cost(db, &permission);
  if (node_holds(db, way, TRAIT_X)) return true;
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = context_ability(s, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    bool counts = def->op == IR_ADDITIONAL_COST || (def->op == IR_OPTIONAL_COST && times_announced(s, &inst) > 0);
    if (counts && node_holds(db, def->node, TRAIT_X)) return true;
  }
  return false;
}

static bool reads_targets_visit(const Eval *e, Node rule, void *user) {
  (void)user;
  const CardDb *db = e->g->db;
  return node_holds(db, rule, TRAIT_TARGETS);
}

/* Whether a cost or an effect on costs among the spell's own abilities does. */
static bool own_cost_reads_targets(const CastContext *s) {
  const CardDb *db = s->g->db;
  if (s->way.ability && node_holds(db, carddb_ability(db, s->way.ability)->node, TRAIT_TARGETS)) return true;
  u32 count = context_may_hold(s, HOLDS_COSTS | HOLDS_RULES) ? context_ability_count(s) : 0;
  for (u32 i = 0; i < count; i++) {
    const AbilityDef *def = carddb_ability(db, context_ability(s, i).ability);
    bool cost = def->op == IR_ADDITIONAL_COST || def->op == IR_OPTIONAL_COST;
    if ((cost || (def->op == IR_STATIC && def->flags & ABILITY_RULES)) && node_holds(db, def->node, TRAIT_TARGETS))
      return true;
  }
  return false;
}

/* Whether what changes the cost of an ability with targets asks what they are; its own reduction names them by their
   variables. */
static bool ability_cost_reads_targets(const CastContext *s) {
  const AbilityDef *def = carddb_ability(s->g->db, s->inst.ability);
  if (!(def->flags & ABILITY_HAS_TARGETS) || def->op != IR_ACTIVATED) return false;
  Node less = node_arg(s->g->db, def->node, ARG_ACTIVATED_LESS);
  return node_holds(s->g->db, less, TRAIT_VARIABLE) ||
         rules_visit(s->g, IR_R_ABILITY_COST_LESS, reads_targets_visit, NULL);
}

bool cost_reads_targets(const CastContext *s) {
  if (!s->spell) return !s->plain && ability_cost_reads_targets(s);
  static const IrOp OPS[] = {IR_R_COST_MORE, IR_R_COST_MORE_MANA, IR_R_COST_LESS, IR_R_COST_LESS_MANA};
  for (u32 i = 0; i < COUNT_OF(OPS); i++)
    if (rules_visit(s->g, OPS[i], reads_targets_visit, NULL)) return true;
  return own_cost_reads_targets(s);
}

/* Whether all that a node asks about targets is how many there are. */
static bool only_counts_targets(const CardDb *db, Node node) {
  if (node_holds(db, node, TRAIT_VARIABLE)) return false;
  if (!node_holds(db, node, TRAIT_TARGETS)) return true;
  IrOp op = node_op(db, node);
  Node counted = op == IR_COUNT ? node_arg(db, node, 0) : 0;
  if (counted && node_op(db, counted) == IR_TARGETS_OF && node_op(db, node_arg(db, counted, 0)) == IR_SELF) return true;
  if (ir_op_traits(op) & TRAIT_TARGETS) return false;
  for (u32 i = 0; i < node_argc(db, node); i++)
    if (ir_arg_is_node(&db->signatures[op], i) && !only_counts_targets(db, node_arg(db, node, i))) return false;
  return true;
}

static bool targets_themselves_visit(const Eval *e, Node rule, void *user) {
  (void)user;
  return !only_counts_targets(e->g->db, rule);
}

static bool own_cost_counts_targets(const CastContext *s) {
  const CardDb *db = s->g->db;
  if (s->way.ability && !only_counts_targets(db, carddb_ability(db, s->way.ability)->node)) return false;
  u32 count = context_may_hold(s, HOLDS_COSTS | HOLDS_RULES) ? context_ability_count(s) : 0;
  for (u32 i = 0; i < count; i++) {
    const AbilityDef *def = carddb_ability(db, context_ability(s, i).ability);
    bool cost = def->op == IR_ADDITIONAL_COST || def->op == IR_OPTIONAL_COST || def->flags & ABILITY_RULES;
    if (cost && !only_counts_targets(db, def->node)) return false;
  }
  return true;
}

bool cost_counts_targets(const CastContext *s) {
  static const IrOp OPS[] = {IR_R_COST_MORE, IR_R_COST_MORE_MANA, IR_R_COST_LESS, IR_R_COST_LESS_MANA};
  for (u32 i = 0; i < COUNT_OF(OPS); i++)
    if (rules_visit(s->g, OPS[i], targets_themselves_visit, NULL)) return false;
  return s->spell && own_cost_counts_targets(s);
}

static bool own_cost_falls_by_targets(const CastContext *s) {
  const CardDb *db = s->g->db;
  u32 count = context_may_hold(s, HOLDS_RULES) ? context_ability_count(s) : 0;
  for (u32 i = 0; i < count; i++) {
    const AbilityDef *def = carddb_ability(db, context_ability(s, i).ability);
    if (def->op != IR_STATIC || !(def->flags & ABILITY_RULES) || !node_holds(db, def->node, TRAIT_TARGETS)) continue;
    for (u32 k = ARG_STATIC_EFFECTS; k < node_argc(db, def->node); k++) {
      Node effect = node_arg(db, def->node, k);
      for (u32 r = 0; node_op(db, effect) == IR_RULES && r < node_argc(db, effect); r++) {
        IrOp op = node_op(db, node_arg(db, effect, r));
        if (op == IR_R_COST_LESS || op == IR_R_COST_LESS_MANA) return true;
      }
    }
  }
  return false;
}

bool cost_falls_by_targets(const CastContext *s) {
  if (!s->spell) return cost_reads_targets(s);
  static const IrOp OPS[] = {IR_R_COST_LESS, IR_R_COST_LESS_MANA};
  for (u32 i = 0; i < COUNT_OF(OPS); i++)
    if (rules_visit(s->g, OPS[i], reads_targets_visit, NULL)) return true;
  return own_cost_falls_by_targets(s);
}

/* --- as rows ---------------------------------------------------------------------------------------------------------- */

void cost_write(Game *g, const CostTotal *t) {
  if (t->generic > 0) chosen_option(g, (Option){.kind = OPTION_NUMBER, .n = t->generic});
  if (t->life > 0) chosen_option(g, (Option){.kind = OPTION_LIFE, .n = t->life});
  for (u32 i = 0; i < t->symbol_count; i++)
    if (t->symbols[i].n > 0)
      chosen_add(g, (Chosen){.symbol = {CHOSEN_SYMBOL, .symbol = (u16)t->symbols[i].symbol, .n = t->symbols[i].n}});
  for (u32 i = 0; i < t->part_count; i++)
    chosen_add(g, (Chosen){.part = {CHOSEN_PART, .from = (u16)t->parts[i].from, .node = t->parts[i].node}});
}

void cost_read(Game *g, u32 first, CostTotal *t) {
  cost_total_init(t);
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++) {
    const Chosen *row = row_CHOSEN(g, i);
    switch (row->kind) {
      case OPTION_NUMBER: t->generic = row->option.n; break;
      case CHOSEN_REDUCED: /* what is left of it (601.2f) */
        t->generic = row->reduced.generic;
        t->reduced = true;
        break;
      case OPTION_LIFE: t->life = row->option.n; break;
      case CHOSEN_SYMBOL: symbol_add(t, (ManaSymbol)row->symbol.symbol, row->symbol.n); break;
      case CHOSEN_PART:
        SOUND(g, t->part_count < COUNT_OF(t->parts));
        t->parts[t->part_count++] = (CostPart){.node = row->part.node, .from = row->part.from};
        break;
      default: break;
    }
  }
}
