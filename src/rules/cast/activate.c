/* Activating abilities (602), and mana abilities, which resolve at once (605.3). */
#include "rules/cast/casting.h"
#include "state/sight.h"

/* --- whether it may be activated (602.5) ---------------------------------------------------------------- */

/* No player may activate a second loyalty ability of a permanent in a turn (606.3). */
static bool loyalty_used(Game *g, Ref source) {
  u32 left = rules_hold(g, IR_R_LOYALTY_TWICE, source) ? 2 : 1;
  const HistorySpan span = history_span(g, EVENT_ACTIVATE);
  for (u32 i = span.first; i < span.end; i++) {
    const History *h = row_HISTORY(g, i);
    if (h->kind != EVENT_ACTIVATE || h->turn != core(g)->turn || h->object != source) continue;
    if (carddb_ability(g->db, h->word)->flags & ABILITY_LOYALTY && --left == 0) return true;
  }
  return false;
}

typedef struct Prohibition {
  Ref source;
  u32 player;
  bool mana, taps;
} Prohibition;

static bool prohibition_visit(const Eval *e, Node rule, void *user) {
  const Prohibition *p = user;
  const CardDb *db = e->g->db;
  if (p->mana && !node_arg(db, rule, ARG_R_CANT_ACTIVATE_MANA_TOO)) return false;
  if (!p->taps && node_arg(db, rule, ARG_R_CANT_ACTIVATE_TAPS)) return false;
  Node players = node_arg(db, rule, ARG_R_CANT_ACTIVATE_PLAYERS);
  if (players && !eval_matches(e, players, ref_player(p->player))) return false;
  return eval_matches(e, node_arg(db, rule, ARG_R_CANT_ACTIVATE_OBJECTS), p->source);
}

static bool cost_has(const CardDb *db, Node cost, IrOp op) {
  if (node_op(db, cost) == op) return true;
  for (u32 i = 0; node_op(db, cost) == IR_COSTS && i < node_argc(db, cost); i++)
    if (node_op(db, node_arg(db, cost, i)) == op) return true;
  return false;
}

/* A creature that came under its controller's control since their turn began (302.6, 602.5a). */
static bool too_sick(Game *g, u32 slot, Node cost) {
  if (object_row(g, slot)->zone != ZONE_BATTLEFIELD || !(permanent_of(g, slot)->flags & PERM_SICK)) return false;
  if (!cost_has(g->db, cost, IR_COST_TAP) && !cost_has(g->db, cost, IR_COST_UNTAP)) return false;
  if (!has_type(g, slot, TYPE(CREATURE)) || has_keyword(g, slot, W_HASTE)) return false;
  RULE(g, "302.6");
  return true;
}

/* While a mana ability is being activated it can't be activated again (605.3c). */
static bool being_activated(const Game *g, Ref source, u32 index) {
  for (u32 i = count_of(g, T_FRAMES); i > 0; i--) {
    const Frame *f = frame_at(g, i - 1);
    if (f->proc == PROC_ACTIVATE && (Ref)f->a[AN_REF] == source && f->a[AN_METHOD] == index) return true;
  }
  return false;
}

static bool player_may(const Eval *e, Node who, u32 player) {
  const Object *o = object_row(e->g, ref_slot(e->source));
  if (who) return eval_matches(e, who, ref_player(player));
  return (zone_is_open((Zone)o->zone) ? o->controller : o->owner) == player;
}

/* A player and one of the abilities that they would activate. */
typedef struct Untimely {
  u32 player, ability;
} Untimely;

static bool any_time_visit(const Eval *e, Node rule, void *user) {
  const Untimely *asked = user;
  const CardDb *db = e->g->db;
  return eval_matches(e, node_arg(db, rule, ARG_R_ABILITIES_ANY_TIME_PLAYERS), ref_player(asked->player)) &&
         eval_ability_matches(e, node_arg(db, rule, ARG_R_ABILITIES_ANY_TIME_ABILITY), asked->ability, 0, 0);
}

static bool timing_allows(Game *g, u32 player, u32 slot, u32 ability) {
  const AbilityDef *def = carddb_ability(g->db, ability);
  Word timing = (Word)node_arg(g->db, def->node, ARG_ACTIVATED_TIMING);
  if (def->flags & ABILITY_LOYALTY) {
    if (!timing && !rules_hold(g, IR_R_LOYALTY_ANY_TIME, object_ref(g, slot))) timing = W_TIMING_SORCERY; /* 606.3 */
  }
  if (timing == W_TIMING_CAST) return castable_now(g, player, slot);
  if (timing != W_TIMING_SORCERY || sorcery_timing(g, player)) return true;
  Untimely asked = {player, ability};
  return rules_visit(g, IR_R_ABILITIES_ANY_TIME, any_time_visit, &asked);
}

/* The link under which an object notes which abilities of an acquisition have been activated that can be only once; no
   card's has it. */
enum { LINK_EXHAUSTED = 0 };

static bool is_exhausted(const Game *g, u32 slot, const AbilityInst *inst) {
  const Value *v = note_find(g, slot, inst->acquisition, LINK_EXHAUSTED);
  return v && list_has(g, (Heap)v->v, inst->ability);
}

static void exhaust(Game *g, u32 slot, const AbilityInst *inst) {
  if (is_exhausted(g, slot, inst)) return;
  const Value *v = note_find(g, slot, inst->acquisition, LINK_EXHAUSTED);
  Heap list = v ? heap_copy(g, (Heap)v->v) : 0;
  list_add(g, &list, inst->ability);
  note_set(g, slot, inst->acquisition, LINK_EXHAUSTED, (Value){.tag = VALUE_NUMBERS, .v = list});
  facts_changed(g, FACT_NOTES);
}

/* What the keyword that an activated ability is labelled with asks for. */
static bool label_allows(Game *g, u32 slot, const AbilityInst *inst, Word label) {
  Ref source = object_ref(g, slot);
  const Object *o = object_row(g, slot);
  switch (label) {
    case W_BOAST: RULE(g, "702.142a"); return attacked_this_turn(g, source) && !activations_this_turn(g, source, inst);
    case W_EXHAUST: RULE(g, "702.177a"); return o->zone == ZONE_BATTLEFIELD && !is_exhausted(g, slot, inst);
    case W_POWER_UP: RULE(g, "702.193a"); return !is_exhausted(g, slot, inst);
    case W_FORECAST:
      RULE(g, "702.57a");
      RULE(g, "702.57b");
      return core(g)->step + W_STEP_UNTAP == W_STEP_UPKEEP && core(g)->active == o->owner &&
             !activations_this_turn(g, source, inst);
    default: return true;
  }
}

/* Whether it has been activated as often as it may be, this turn or ever (602.5b). */
static bool limit_reached(Game *g, u32 slot, const AbilityInst *inst, Node node) {
  Node limit = node_arg(g->db, node, ARG_ACTIVATED_LIMIT);
  if (!limit) return false;
  RULE(g, "602.5b");
  if (node_arg(g->db, node, ARG_ACTIVATED_EVER)) return is_exhausted(g, slot, inst);
  return activations_this_turn(g, object_ref(g, slot), inst) >= limit;
}

/* What keeps the ability from being activated, first things first; what is skipped isn't asked. */
static inline ActivationFault fault_of(Game *g, u32 player, u32 slot, u32 index, bool paying, u32 skip) {
  AbilityInst inst = ability_get(g, slot, index);
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  const Object *o = object_row(g, slot);
  bool mana = def->flags & ABILITY_MANA;
  if (def->op != IR_ACTIVATED || (paying && !mana) || !(def->zones & ZONE_BIT(o->zone))) return ACTIVATION_NONE;
  if (o->zone == ZONE_BATTLEFIELD && object_phased_out(g, slot)) return ACTIVATION_NONE;
  Node node = def->node, cost = node_arg(g->db, node, ARG_ACTIVATED_COST);
  Ref source = object_ref(g, slot);
  Eval e = eval_of_ability(g, slot, &inst);
  e.controller = (u8)player;
  if (!(skip & ACTIVATION_PLAYER) && !player_may(&e, node_arg(g->db, node, ARG_ACTIVATED_WHO), player))
    return ACTIVATION_PLAYER;
  if (!(skip & ACTIVATION_LOYALTY) && def->flags & ABILITY_LOYALTY && loyalty_used(g, source))
    return ACTIVATION_LOYALTY;
  if (!(skip & ACTIVATION_TIME) && !timing_allows(g, player, slot, inst.ability)) return ACTIVATION_TIME;
  /* A mana ability that may be activated only as an instant could be cast isn't while something is paid. */
  bool instant = mana && node_arg(g->db, node, ARG_ACTIVATED_TIMING) == W_TIMING_INSTANT;
  if (!(skip & ACTIVATION_TIME) && paying && instant) return ACTIVATION_TIME;
  if (!(skip & ACTIVATION_SICK) && too_sick(g, slot, cost)) return ACTIVATION_SICK;
  if (!(skip & ACTIVATION_LIMIT) && limit_reached(g, slot, &inst, node)) return ACTIVATION_LIMIT;
  Word label = (Word)node_arg(g->db, node, ARG_ACTIVATED_LABEL);
  if (!(skip & ACTIVATION_KEYWORD) && label && !label_allows(g, slot, &inst, label)) return ACTIVATION_KEYWORD;
  Node condition = node_arg(g->db, node, ARG_ACTIVATED_CONDITION);
  if (!(skip & ACTIVATION_CONDITION) && condition && !eval_cond(&e, condition)) return ACTIVATION_CONDITION;
  if (def->flags & ABILITY_SPECIAL) return 0; /* 702.61b */
  if (!(skip & ACTIVATION_CLOSED) && (mana ? being_activated(g, source, index) : stack_is_closed(g)))
    return ACTIVATION_CLOSED;
  if (skip & ACTIVATION_PROHIBITED || !rules_of(g, IR_R_CANT_ACTIVATE)) return 0;
  Prohibition p = {.source = source, .player = player, .mana = mana, .taps = cost_has(g->db, cost, IR_COST_TAP)};
  return rules_visit(g, IR_R_CANT_ACTIVATE, prohibition_visit, &p) ? ACTIVATION_PROHIBITED : 0;
}

bool activation_allowed(Game *g, u32 player, u32 slot, u32 index, bool paying) {
  return !fault_of(g, player, slot, index, paying, 0);
}

ActivationFault activation_fault(Game *g, u32 player, u32 slot, u32 index, u32 skip) {
  return fault_of(g, player, slot, index, false, skip);
}

/* --- beginning (602.2a) ------------------------------------------------------------------------------------- */

void activate_begin(Game *g, u32 player, u32 slot, u32 index) {
  Ref source = object_ref(g, slot);
  AbilityInst inst = ability_get(g, slot, index);
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  bool mana = def->flags & ABILITY_MANA;
  layers_update(g);
  if (def->makes && !rules_of(g, IR_R_ABILITY_COST_MORE)) {
    /* Tapping for one sort of mana leaves nothing to announce. */
    if (HEARD(g)) {
      listener_rule(g, "602.2a");
      listener_rule(g, "602.2b");
    }
    ManaPlan plan = {.source = source, .index = index};
    mana_ability_begin(g, player, &plan);
    return;
  }
  u32 frame = frame_push(g, PROC_ACTIVATE, 0, 0);
  i64 *a = frame_at(g, frame)->a;
  a[AN_PLAYER] = player;
  a[AN_REF] = (i64)source;
  a[AN_METHOD] = index;
  a[AN_FLAGS] = mana || def->flags & ABILITY_SPECIAL ? ANNOUNCE_MANA : 0;
  a[AN_ROWS] = count_of(g, T_CHOSEN);
}

void reveal_held(Game *g, u32 slot, u32 player) {
  const Object *o = object_row(g, slot);
  if (zone_is_public((Zone)o->zone)) return;
  RULE_OF(g, object_ref(g, slot), "701.20a");
  u8 zone = o->zone;
  sight_gain(g, slot, players_all(g));
  Event ev = {.kind = EVENT_REVEAL, .player = (u8)player, .from = zone, .to = ZONE_NONE, .object = object_ref(g, slot)};
  event_noticed(g, &ev);
}

static Flow activate_propose(Game *g, Frame *f) {
  u32 player = (u32)f->a[AN_PLAYER], index = (u32)f->a[AN_METHOD];
  Ref source = (Ref)f->a[AN_REF];
  bool mana = f->a[AN_FLAGS] & ANNOUNCE_MANA;
  u32 slot = ref_slot(source);
  AbilityInst inst = ability_get(g, slot, index);
  Heap env = activation_env(g, player, slot, &inst);
  RULE(g, "602.2a");
  f = frame_top(g);
  f->step = ANNOUNCE_OPTIONAL;
  if (mana) { /* 605.3b: it doesn't go on the stack */
    f->env = env;
    f->flags |= FRAME_OWNS_ENV;
    return FLOW_STEP;
  }
  u32 stack = stack_add_ability(g, source, player, &inst, env, STACK_ACTIVATED);
  Heap cast = HEAP_NEW(g, CastInfo);
  HEAP_AT(g, CastInfo, cast)->player = (u8)player;
  stack_item_of(g, stack)->cast = cast;
  frame_top(g)->a[AN_STACK] = stack;
  facts_changed(g, FACT_ZONES);
  reveal_held(g, slot, player);
  return FLOW_STEP;
}

/* --- the end of it ----------------------------------------------------------------------------------------------- */

static void notice_activation(Game *g, u32 player, Ref source, Heap env, u32 stack) {
  const AbilityInst inst = {.ability = env_at(g, env)->ability, .acquisition = env_at(g, env)->acquisition};
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  u32 slot = object_live(g, source);
  bool activated = def->op == IR_ACTIVATED, once = activated && node_arg(g->db, def->node, ARG_ACTIVATED_EVER);
  Word label = activated ? (Word)node_arg(g->db, def->node, ARG_ACTIVATED_LABEL) : 0;
  once = once || label == W_POWER_UP;
  if (slot && (once || (label == W_EXHAUST && object_row(g, slot)->zone == ZONE_BATTLEFIELD))) exhaust(g, slot, &inst);
  if (stack) note_modes(g, stack);
  Event ev = {.kind = EVENT_ACTIVATE,
              .player = (u8)player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = source,
              .other = stack ? object_ref(g, stack) : REF_NONE,
              .word = inst.ability,
              .acquisition = inst.acquisition};
  event_noticed(g, &ev);
}

Flow activate_reverse(Game *g, Frame *f) {
  u32 stack = announced_item(g, f), rows = (u32)f->a[AN_ROWS];
  RULE(g, "602.2");
  if (stack) {
    object_cease(g, stack);
    facts_changed(g, FACT_ZONES);
  }
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - rows);
  frame_return(g, 0);
  return FLOW_STEP;
}

static void mana_ability_push(Game *g, u32 player, Ref source, Heap env, u32 step) {
  u32 ability = env_at(g, env)->ability;
  for (u32 i = 0; i < COUNT_OF(g->db->intrinsic); i++)
    if (ability == g->db->intrinsic[i]) RULE(g, "305.6");
  u32 frame = frame_push(g, PROC_MANA_ABILITY, carddb_ability(g->db, ability)->node, env);
  Frame *f = frame_at(g, frame);
  f->flags |= FRAME_OWNS_ENV;
  f->step = (u16)step;
  f->a[MA_PLAYER] = player;
  f->a[MA_SOURCE] = (i64)source;
  f->a[MA_HISTORY] = count_of(g, T_HISTORY);
}

/* What a special action does happens at once, and nothing was activated (116.3). */
static Flow special_finish(Game *g, Node effect, Heap env) {
  static const struct {
    Word keyword;
    const char *rule, *own;
  } RULES[] = {{W_SUSPEND, "116.2f", "702.62a"},
               {W_FORETELL, "116.2h", "702.143b"},
               {W_PLOT, "116.2k", "702.170b"},
               {W_COMPANION, "116.2g", "702.139c"}};
  RULE(g, "116.2");
  if (stack_is_closed(g)) RULE(g, "702.61b");
  const AbilityDef *keyword = carddb_ability(g->db, carddb_keyword_of(g->db, env_at(g, env)->ability));
  for (u32 i = 0; i < COUNT_OF(RULES); i++) {
    if (keyword->keyword != RULES[i].keyword) continue;
    RULE(g, RULES[i].rule);
    RULE(g, RULES[i].own);
  }
  Frame *f = frame_top(g);
  f->env = 0;
  f->flags &= ~(u32)FRAME_OWNS_ENV;
  f->step = ACTIVATE_RESOLVED;
  u32 frame = frame_push(g, PROC_ACT, effect, env);
  frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
  return FLOW_STEP;
}

Flow activate_finish(Game *g, Frame *f) {
  u32 player = (u32)f->a[AN_PLAYER], stack = announced_item(g, f), rows = (u32)f->a[AN_ROWS];
  Ref source = (Ref)f->a[AN_REF];
  Heap env = stack ? stack_item_of(g, stack)->env : f->env;
  u32 ability = env_at(g, env)->ability;
  RULE(g, "602.2b");
  ability_announce(g, object_live(g, source), ability);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - rows);
  f = frame_top(g);
  f->a[AN_ROWS] = f->a[AN_COUNT] = 0;
  const AbilityDef *def = carddb_ability(g->db, ability);
  if (def->flags & ABILITY_SPECIAL) return special_finish(g, node_arg(g->db, def->node, ARG_ACTIVATED_EFFECT), env);
  if (!stack) { /* the environment goes with the ability that resolves now */
    f->env = 0;
    f->flags &= ~(u32)FRAME_OWNS_ENV;
    f->step = ACTIVATE_RESOLVED;
    notice_activation(g, player, source, env, 0);
    mana_ability_push(g, player, source, env, MA_RESOLVE);
    return FLOW_STEP;
  }
  targets_announced(g, stack);
  notice_activation(g, player, source, env, stack);
  frame_return(g, 1);
  return FLOW_STEP;
}

Flow proc_ACTIVATE(Game *g, Frame *f) {
  switch (f->step) {
    case ACTIVATE_PROPOSE: return activate_propose(g, f);
    case ACTIVATE_RESOLVED: frame_return(g, 1); return FLOW_STEP;
    default: return announce(g, f);
  }
}

/* --- mana abilities ------------------------------------------------------------------------------------------------- */

void mana_ability_planned(Game *g, const ManaPlan *plan, Heap env) {
  mana_ability_push(g, env_at(g, env)->controller, plan->source, env, MA_COST);
  Frame *f = frame_top(g);
  f->a[MA_OPTION] = plan->option;
  f->a[MA_OBJECT] = (i64)plan->object;
}

void mana_ability_begin(Game *g, u32 player, const ManaPlan *plan) {
  u32 slot = ref_slot(plan->source);
  if (game_is_quick(g) && mana_tapped_plainly(g, player, slot, plan->index)) return;
  AbilityInst inst = ability_get(g, slot, plan->index);
  mana_ability_planned(g, plan, activation_env(g, player, slot, &inst));
}

/* The i-th cost that is not a list of costs; 0 past the last. */
static Node cost_leaf(const CardDb *db, Node cost, u32 *i) {
  if (node_op(db, cost) != IR_COSTS) return (*i)-- == 0 ? cost : 0;
  for (u32 k = 0; k < node_argc(db, cost); k++) {
    Node leaf = cost_leaf(db, node_arg(db, cost, k), i);
    if (leaf) return leaf;
  }
  return 0;
}

static Flow cost_event(Game *g, u32 base) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) row_EVENTS(g, row)->flags |= EVF_COST;
  frame_top(g)->a[MA_BATCH] = 1 + base;
  frame_top(g)->step = MA_COST_PAID;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* Pays the next cost of an ability whose choices the payer has made; its mana is paid. */
static Flow planned_cost(Game *g, Frame *f) {
  const CardDb *db = g->db;
  u32 at = (u32)f->a[MA_AT]++, player = (u32)f->a[MA_PLAYER];
  Ref source = (Ref)f->a[MA_SOURCE], object = (Ref)f->a[MA_OBJECT];
  Node leaf = cost_leaf(db, node_arg(db, f->node, ARG_ACTIVATED_COST), &at);
  Heap env = f->env;
  f->a[MA_BATCH] = 0;
  f->step = MA_COST_PAID;
  if (!leaf) {
    f->step = MA_RESOLVE;
    f->a[MA_AT] = 0;
    notice_activation(g, player, source, env, 0);
    frame_top(g)->a[MA_HISTORY] = count_of(g, T_HISTORY);
    return FLOW_STEP;
  }
  switch (node_op(db, leaf)) {
    case IR_COST_TAP: {
      u32 base = batch_begin(g);
      batch_tap(g, source, true);
      return cost_event(g, base);
    }
    case IR_COST_X_LIFE: {
      Eval e = eval_of_env(g, env);
      i64 life = eval_num(&e, node_arg(db, leaf, ARG_COST_X_LIFE_N));
      u32 base = batch_begin(g);
      u32 row = batch_simple(g, EVENT_PAY_LIFE, player, ref_player(player));
      row_EVENTS(g, row)->amount = life;
      return cost_event(g, base);
    }
    case IR_COST_CHOOSE:
      env_set_ref(g, env, node_arg(db, leaf, ARG_COST_CHOOSE_SLOT), object);
      act_begin_cost(g, node_arg(db, leaf, ARG_COST_CHOOSE_ACTION), env);
      return FLOW_STEP;
    case IR_COST_DO: act_begin_cost(g, node_arg(db, leaf, ARG_COST_DO_ACTION), env); return FLOW_STEP;
    default: return FLOW_STEP;
  }
}

/* The next instruction of the effect; of several alternatives the one that was planned. */
static Flow mana_resolve(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node effect = node_arg(db, f->node, ARG_ACTIVATED_EFFECT);
  bool sequence = node_op(db, effect) == IR_SEQ;
  u32 at = (u32)f->a[MA_AT]++, count = sequence ? node_argc(db, effect) : 1;
  SOUND(g, at <= count);
  if (at == 0) {
    RULE(g, "605.3b");
    note_resolved(g, env_at(g, f->env)->ability, f->env);
    f = frame_top(g);
  }
  if (at == count) {
    f->step = MA_TAPPED;
    return FLOW_STEP;
  }
  Node next = sequence ? node_arg(db, effect, at) : effect;
  u32 option = (u32)f->a[MA_OPTION];
  if (option && next == mana_alternatives(db, effect)) {
    if (node_op(db, next) == IR_CHOOSE_COLOR) {
      mana_color_choose(g, f->env, next, option);
      return FLOW_STEP;
    }
    SOUND(g, option - 1 < node_argc(db, next) - ARG_ONE_OF_OPTIONS);
    next = node_arg(db, next, ARG_ONE_OF_OPTIONS + option - 1);
  }
  act_begin(g, next, f->env);
  return FLOW_STEP;
}

/* A permanent was tapped for mana if the ability had {T} in its cost and mana was produced (106.12). */
static Flow mana_tapped(Game *g, Frame *f) {
  f->step = MA_TRIGGERS;
  u32 player = (u32)f->a[MA_PLAYER], kinds = 0;
  Ref source = (Ref)f->a[MA_SOURCE];
  if (!cost_has(g->db, node_arg(g->db, f->node, ARG_ACTIVATED_COST), IR_COST_TAP)) return FLOW_STEP;
  i64 amount = 0;
  for (u32 i = (u32)f->a[MA_HISTORY]; i < count_of(g, T_HISTORY); i++) {
    const History *h = row_HISTORY(g, i);
    if (h->kind != EVENT_ADD_MANA || h->source != source) continue;
    amount = num_add(amount, h->amount, NULL);
    kinds |= 1u << (h->word & 0xff);
  }
  if (amount == 0) return FLOW_STEP;
  RULE(g, "106.12");
  RULE(g, "106.12a");
  Event ev = {.kind = EVENT_TAPPED_FOR_MANA,
              .player = (u8)player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = source,
              .amount = amount,
              .word = kinds};
  event_noticed(g, &ev);
  return FLOW_STEP;
}

Flow proc_MANA_ABILITY(Game *g, Frame *f) {
  switch (f->step) {
    case MA_COST: return planned_cost(g, f);
    case MA_COST_PAID:
      f->step = MA_COST;
      if (f->a[MA_BATCH]) batch_end(g, (u32)f->a[MA_BATCH] - 1);
      return FLOW_STEP;
    case MA_RESOLVE: return mana_resolve(g, f);
    case MA_TAPPED: return mana_tapped(g, f);
    default:
      if (!triggers_mana(g)) frame_return(g, 1);
      return FLOW_STEP;
  }
}
