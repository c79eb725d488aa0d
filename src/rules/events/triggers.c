/* Triggered abilities (603): noticing, waiting, being put on the stack. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"
#include "rules/rules.h"
#include "state/objects.h"

/* --- noticing ------------------------------------------------------------------------------------------ */

/* What the ability will know of the event (603.2, 603.7c). */
static void event_slots(Game *g, Heap env, const Event *ev) {
  bool entered = ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD;
  Ref object = entered && ev->became ? ev->became : ev->object;
  if (object) env_set_ref(g, env, SLOT_EVENT_OBJECT, object);
  if (ev->player != PLAYER_NONE) env_set_ref(g, env, SLOT_EVENT_PLAYER, ref_player(ev->player));
  env_set_number(g, env, SLOT_EVENT_AMOUNT, ev->amount);
  if (ev->source) env_set_ref(g, env, SLOT_EVENT_SOURCE, ev->source);
  if (ev->other) env_set_ref(g, env, SLOT_EVENT_OTHER, ev->other);
  if (ev->became) env_set_ref(g, env, SLOT_EVENT_NEW, ev->became);
  env_leave_replacement(g, env);
  /* X of the cost for which a card was cycled is X of the ability that triggers on that. */
  u32 keyword = ev->kind == EVENT_DISCARD && ev->amount ? carddb_keyword_of(g->db, ev->word) : 0;
  bool cycled = keyword && carddb_ability(g->db, keyword)->keyword == W_CYCLING;
  if (cycled) env_set_number(g, env, SLOT_X, ev->amount);
}

static u32 pending_add(Game *g, Ref source, u32 controller, const AbilityInst *inst, Heap env) {
  u32 row = table_add(g, T_PENDING, 1);
  u64 order = ++core(g)->pending_order;
  *row_PENDING(g, row) = (Pending){.source = source,
                                   .ability = inst->ability,
                                   .subst = inst->subst,
                                   .acquisition = inst->acquisition,
                                   .env = env,
                                   .controller = (u8)controller,
                                   .order = order,
                                   .batch = core(g)->batch};
  return row;
}

static void slot_join(Game *g, Heap env, u32 slot, Ref ref) {
  if (!ref) return;
  const Value v = env_at(g, env)->slot[slot];
  if (v.tag == VALUE_REF && (Ref)v.v == ref) return;
  if (v.tag == VALUE_REFS && list_has(g, (Heap)v.v, ref)) return;
  env_add_ref(g, env, slot, ref);
}

/* An ability that triggers on one or more of what happens together triggers once, and knows of all of it
   (603.2c). Whether it waits already, having triggered in this batch of events. */
static bool joins_pending(Game *g, Ref source, const AbilityInst *inst, const Event *ev) {
  Node event = node_arg(g->db, carddb_ability(g->db, inst->ability)->node, ARG_TRIGGERED_EVENT);
  if (node_op(g->db, event) != IR_E_TOGETHER) return false;
  bool apart = node_arg(g->db, event, ARG_E_TOGETHER_APART) != 0;
  Ref whom = ev->kind == EVENT_DAMAGE ? ev->object : ev->other;
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
    const Pending p = *row_PENDING(g, row);
    if (p.source != source || p.ability != inst->ability || p.acquisition != inst->acquisition) continue;
    if (p.batch != core(g)->batch) continue;
    u32 slot = ev->kind == EVENT_DAMAGE ? SLOT_EVENT_OBJECT : SLOT_EVENT_OTHER;
    if (apart && (Ref)env_at(g, p.env)->slot[slot].v != whom) continue;
    RULE(g, "603.2c");
    bool entered = ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD;
    slot_join(g, p.env, SLOT_EVENT_OBJECT, entered && ev->became ? ev->became : ev->object);
    slot_join(g, p.env, SLOT_EVENT_SOURCE, ev->source);
    slot_join(g, p.env, SLOT_EVENT_OTHER, ev->other);
    slot_join(g, p.env, SLOT_EVENT_NEW, ev->became);
    i64 amount = env_at(g, p.env)->slot[SLOT_EVENT_AMOUNT].v;
    env_set_number(g, p.env, SLOT_EVENT_AMOUNT, num_add(amount, ev->amount, NULL));
    return true;
  }
  return false;
}

/* Effects that make an ability trigger additional times (603.2d), or not at all. */
typedef struct Additional {
  Ref source;
  const Event *ev;
  u32 times;
} Additional;

static bool additional_visit(const Eval *e, Node rule, void *user) {
  Additional *a = user;
  const CardDb *db = e->g->db;
  if (!pattern_matches(e, node_arg(db, rule, ARG_R_EXTRA_TRIGGER_CAUSE), a->ev, false) ||
      !eval_matches(e, node_arg(db, rule, ARG_R_EXTRA_TRIGGER_OBJECTS), a->source))
    return false;
  bool never = node_arg(db, rule, ARG_R_EXTRA_TRIGGER_NEVER);
  a->times = never ? 0 : a->times + 1;
  return never;
}

static u32 times_triggered(Game *g, const Watcher *w, const Event *ev) {
  Additional a = {.source = object_ref(g, w->slot), .ev = ev, .times = 1};
  rules_visit(g, IR_R_EXTRA_TRIGGER, additional_visit, &a);
  if (a.times > 1) RULE(g, "603.2d");
  Eval e = eval_of_ability(g, w->slot, &w->inst);
  const AbilityDef *def = carddb_ability(g->db, w->inst.ability);
  return a.times * pattern_times(&e, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT), ev);
}

/* What is counted of an ability this turn: that it has triggered or been used, or, with HISTORY_RESOLVED, has resolved. Of
   an ability acquired anew nothing has been counted yet (602.5c). */
typedef struct Counted {
  Ref source;
  u32 ability, acquisition;
  u8 flags;
} Counted;

static Counted counted_of(const Game *g, Heap env, u8 flags) {
  const Env *v = env_at(g, env);
  return (Counted){v->source, v->ability, v->acquisition, flags};
}

static u32 noted_this_turn(const Game *g, Counted of) {
  u32 n = 0;
  for (u32 i = 0; i < count_of(g, T_HISTORY); i++) {
    const History *h = row_HISTORY(g, i);
    n += h->kind == EVENT_TRIGGER && h->turn == core(g)->turn && h->object == of.source && h->word == of.ability &&
         h->acquisition == of.acquisition && h->flags == of.flags;
  }
  return n;
}

static void note(Game *g, Counted of, u32 controller) {
  u32 row = table_add(g, T_HISTORY, 1);
  *row_HISTORY(g, row) = (History){.kind = EVENT_TRIGGER,
                                   .turn = core(g)->turn,
                                   .word = of.ability,
                                   .acquisition = of.acquisition,
                                   .object = of.source,
                                   .player = (u8)controller,
                                   .flags = of.flags};
}

u32 resolved_this_turn(const Game *g, Heap env) { return noted_this_turn(g, counted_of(g, env, HISTORY_RESOLVED)); }

/* A copy of an ability has the same source and is counted as the same ability (707.10b). */
void note_resolved(Game *g, u32 ability, Heap env) {
  if (!ability || !(carddb_ability(g->db, ability)->flags & ABILITY_COUNTED)) return;
  Counted of = counted_of(g, env, HISTORY_RESOLVED);
  of.ability = ability;
  note(g, of, env_at(g, env)->controller);
}

/* Whether an ability says that what it lets its controller do is done only once each turn. */
static bool does_once(const Game *g, u32 ability) {
  const AbilityDef *def = carddb_ability(g->db, ability);
  return def->op == IR_TRIGGERED && node_arg(g->db, def->node, ARG_TRIGGERED_DO_ONCE);
}

bool triggers_done_once(const Game *g, Heap env) {
  return does_once(g, env_at(g, env)->ability) && noted_this_turn(g, counted_of(g, env, 0)) > 0;
}

void triggers_do_once(Game *g, Heap env) {
  if (does_once(g, env_at(g, env)->ability)) note(g, counted_of(g, env, 0), env_at(g, env)->controller);
}

static void trigger(Game *g, const Watcher *w, const Event *ev, u32 controller, bool check_if) {
  const AbilityDef *def = carddb_ability(g->db, w->inst.ability);
  Ref source = object_ref(g, w->slot);
  u32 times = times_triggered(g, w, ev);
  if (times == 0) return;
  if (joins_pending(g, source, &w->inst, ev)) return;
  Node limit = node_arg(g->db, def->node, ARG_TRIGGERED_LIMIT);
  Counted of = {source, w->inst.ability, w->inst.acquisition, 0};
  if (limit && noted_this_turn(g, of) >= limit) return;
  if (does_once(g, w->inst.ability)) {
    RULE(g, "603.2h");
    if (noted_this_turn(g, of) > 0) return;
  }
  Node condition = node_arg(g->db, def->node, ARG_TRIGGERED_IF);
  for (u32 i = 0; i < times; i++) {
    Heap env = activation_env(g, controller, w->slot, &w->inst);
    event_slots(g, env, ev);
    if (check_if && condition) { /* 603.4 */
      Eval e = eval_of_env(g, env);
      if (!eval_cond(&e, condition)) {
        env_free(g, env);
        return;
      }
    }
    RULE(g, "603.2");
    ability_announce(g, w->slot, w->inst.ability);
    pending_add(g, source, controller, &w->inst, env);
  }
  if (limit) note(g, of, controller);
}

/* Delayed triggered abilities trigger once, unless they have a duration (603.7b). */
static void notice_delayed(Game *g, const Event *ev, bool before) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || f.kind != EFFECT_TRIGGER || f.flags & EFFECT_USED) continue;
    const AbilityDef *def = carddb_ability(g->db, f.ability);
    if (!event_kinds_have(&def->events, ev->kind) || (before && !(def->flags & ABILITY_LOOKS_BACK))) continue;
    Eval e = eval_of_env(g, f.env);
    if (!pattern_matches_now(&e, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT), ev, before)) continue;
    Heap env = env_copy(g, f.env);
    event_slots(g, env, ev);
    Node condition = node_arg(g->db, def->node, ARG_TRIGGERED_IF);
    e = eval_of_env(g, env);
    if (condition && !eval_cond(&e, condition)) {
      env_free(g, env);
      continue;
    }
    RULE(g, "603.7");
    const Env *v = env_at(g, env);
    AbilityInst inst = {.ability = f.ability, .subst = v->subst, .acquisition = v->acquisition};
    u32 pending = pending_add(g, v->source, f.controller, &inst, env);
    row_PENDING(g, pending)->effect = f.id;
    if (f.flags & EFFECT_ONCE) row_EFFECTS(g, row)->flags |= EFFECT_USED;
  }
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && f->kind == EFFECT_TRIGGER && f->flags & EFFECT_USED) effect_remove(g, row);
  }
}

static void notice(Game *g, const Event *ev, bool before) {
  watchers_update(g);
  for (u32 i = 0; i < count_of(g, T_WATCHERS); i++) {
    if (!event_kinds_have(&row_WATCHERS(g, i)->events, ev->kind)) continue;
    const Watcher w = *row_WATCHERS(g, i);
    const AbilityDef *def = carddb_ability(g->db, w.inst.ability);
    if (def->op != IR_TRIGGERED || (before && !(def->flags & ABILITY_LOOKS_BACK))) continue;
    Eval e = eval_of_ability(g, w.slot, &w.inst);
    if (!pattern_matches_now(&e, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT), ev, before)) continue;
    if (before) RULE(g, "603.10a");
    trigger(g, &w, ev, e.controller, !before);
  }
  notice_delayed(g, ev, before);
}

void triggers_notice(Game *g, u32 event_row, bool before) {
  const Event ev = *row_EVENTS(g, event_row);
  notice(g, &ev, before);
}

void triggers_notice_event(Game *g, const Event *event) {
  notice(g, event, true);
  notice(g, event, false);
}

static void pending_remove(Game *g, u32 row) {
  u32 last = count_of(g, T_PENDING) - 1;
  for (u32 i = row; i < last; i++) *row_PENDING(g, i) = *row_PENDING(g, i + 1);
  table_drop(g, T_PENDING, 1);
}

void triggers_confirm(Game *g, u32 first) {
  for (u32 row = first; row < count_of(g, T_PENDING);) {
    const Pending p = *row_PENDING(g, row);
    const AbilityDef *def = carddb_ability(g->db, p.ability);
    Node condition = def->op == IR_TRIGGERED ? node_arg(g->db, def->node, ARG_TRIGGERED_IF) : 0;
    Eval e = eval_of_env(g, p.env);
    if (condition && !eval_cond(&e, condition)) {
      env_free(g, p.env);
      pending_remove(g, row);
    } else {
      row++;
    }
  }
}

/* A state trigger doesn't trigger again while it waits or is on the stack (603.8). */
static bool state_trigger_waits(Game *g, Ref source, u32 ability) {
  for (u32 i = 0; i < count_of(g, T_PENDING); i++)
    if (row_PENDING(g, i)->source == source && row_PENDING(g, i)->ability == ability) return true;
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->kind != OBJECT_ABILITY) continue;
    const StackItem *item = stack_item_of(g, s);
    if (item->source == source && item->ability == ability) return true;
  }
  return false;
}

void triggers_state(Game *g) {
  watchers_update(g);
  if (!derived(g)->watches_state) return;
  for (u32 i = 0; i < count_of(g, T_WATCHERS); i++) {
    const Watcher w = *row_WATCHERS(g, i);
    const AbilityDef *def = carddb_ability(g->db, w.inst.ability);
    if (def->op != IR_TRIGGERED) continue;
    Node event = node_arg(g->db, def->node, ARG_TRIGGERED_EVENT);
    if (node_op(g->db, event) != IR_E_STATE) continue;
    ASSERT(event_kinds_none(&def->events));
    Eval e = eval_of_ability(g, w.slot, &w.inst);
    Ref source = object_ref(g, w.slot);
    if (!eval_cond(&e, node_arg(g->db, event, ARG_E_STATE_CONDITION))) continue;
    Node condition = node_arg(g->db, def->node, ARG_TRIGGERED_IF);
    if (condition && !eval_cond(&e, condition)) continue; /* 603.4 */
    if (state_trigger_waits(g, source, w.inst.ability)) continue;
    RULE(g, "603.8");
    Heap env = activation_env(g, e.controller, w.slot, &w.inst);
    pending_add(g, source, e.controller, &w.inst, env);
  }
}

bool triggers_waiting(const Game *g) { return count_of(g, T_PENDING) > 0; }

bool triggers_mana(Game *g) {
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
    const Pending p = *row_PENDING(g, row);
    const AbilityDef *def = carddb_ability(g->db, p.ability);
    if (!(def->flags & ABILITY_MANA)) continue;
    RULE(g, "605.4a");
    pending_remove(g, row);
    u32 frame = frame_push(g, PROC_ACT, node_arg(g->db, def->node, ARG_TRIGGERED_EFFECT), p.env);
    frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
    return true;
  }
  return false;
}

/* --- putting them on the stack (603.3) -------------------------------------------------------------------- */

static bool same_value(const Game *g, Value a, Value b) {
  if (a.tag != b.tag) return false;
  if (a.tag != VALUE_REFS && a.tag != VALUE_NUMBERS) return a.v == b.v;
  Heap x = (Heap)a.v, y = (Heap)b.v;
  if (list_count(g, x) != list_count(g, y)) return false;
  for (u32 i = 0; i < list_count(g, x); i++)
    if (list_get(g, x, i) != list_get(g, y, i)) return false;
  return true;
}

/* What of its event and of its own object a triggered ability speaks of as it resolves. */
typedef struct Mentions {
  bool event, self;
} Mentions;

static bool note_mentions(void *context, const CardDb *db, Node node) {
  Mentions *m = context;
  IrOp op = node_op(db, node);
  m->self |= op == IR_SELF;
  m->event |= (op >= IR_EVENT_OBJECT && op <= IR_EVENT_NEW) || op == IR_EVENT_AMOUNT;
  m->event |= op == IR_VAR && node_arg(db, node, 0) < SLOT_FIRST_OWN;
  return true;
}

static Mentions ability_mentions(const CardDb *db, u32 ability) {
  Mentions m = {0};
  Node node = carddb_ability(db, ability)->node;
  if (node_op(db, node) != IR_TRIGGERED) return (Mentions){true, true};
  ir_walk(db, node_arg(db, node, ARG_TRIGGERED_EFFECT), note_mentions, &m);
  Node condition = node_arg(db, node, ARG_TRIGGERED_IF);
  if (condition) ir_walk(db, condition, note_mentions, &m);
  for (u32 i = ARG_TRIGGERED_TARGETS; i < node_argc(db, node); i++)
    ir_walk(db, node_arg(db, node, i), note_mentions, &m);
  return m;
}

/* Alike in every respect that shows as they resolve: their order can't matter to anybody. */
static bool alike(const Game *g, const Pending *a, const Pending *b) {
  if (!carddb_says_same(g->db, a->ability, b->ability) || a->subst != b->subst) return false;
  Mentions m = ability_mentions(g->db, a->ability);
  if (m.self && a->source != b->source) return false;
  const Env *x = env_at(g, a->env), *y = env_at(g, b->env);
  for (u32 i = m.event ? 0 : SLOT_FIRST_OWN; i < x->slots && i < y->slots; i++)
    if (!same_value(g, x->slot[i], y->slot[i])) return false;
  return x->slots == y->slots;
}

static bool is_next(const Pending *p, u32 player, u32 wave) { return p->controller == player && p->wave == wave; }

/* The row of the only candidate, or of the first if all are alike; (u32)-1 if the player must choose, and
   `*any` tells whether there are candidates at all. */
static u32 forced_next(const Game *g, u32 player, u32 wave, bool *any) {
  u32 first = (u32)-1;
  *any = false;
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
    const Pending *p = row_PENDING(g, row);
    if (!is_next(p, player, wave)) continue;
    if (!*any) {
      *any = true;
      first = row;
    } else if (!alike(g, row_PENDING(g, first), p)) {
      return (u32)-1;
    }
  }
  return first;
}

/* Asks which is next; with `only` (else (u32)-1) the one of that row is all that is left to choose. */
static Flow ask_next(Game *g, u32 player, u32 wave, u32 only) {
  RULE(g, "603.3b");
  decide_begin(g, DECISION_ORDER, player, REF_NONE, "603.3b");
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
    const Pending p = *row_PENDING(g, row);
    if (!is_next(&p, player, wave) || (only != (u32)-1 && only != row)) continue;
    decide_option(g, (Option){.kind = OPTION_ABILITY, .ref = p.source, .a = p.ability, .n = (i64)p.order});
  }
  return decide_end(g);
}

static void put_on_stack(Game *g, u32 row) {
  const Pending p = *row_PENDING(g, row);
  pending_remove(g, row);
  u32 frame = frame_push(g, PROC_TRIGGER, 0, 0);
  AbilityInst inst = {.ability = p.ability, .subst = p.subst, .acquisition = p.acquisition};
  u32 flags = STACK_TRIGGERED | (p.effect ? STACK_DELAYED : 0);
  u32 slot = stack_add_ability(g, p.source, p.controller, &inst, p.env, flags);
  frame_at(g, frame)->a[0] = slot;
}

/* Locals: a[0] is 1 + the player who was asked last. */
Flow proc_TRIGGERS(Game *g, Frame *f) {
  if (f->step == 1) { /* the player has chosen which is next */
    f->step = 0;
    u64 order = (u64)decide_taken(g)->n;
    for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
      if (row_PENDING(g, row)->order != order) continue;
      put_on_stack(g, row);
      break;
    }
    return FLOW_STEP;
  }
  for (u32 wave = 0; wave < 2; wave++) {
    for (u32 seat = 0; player_apnap(g, seat) != PLAYER_NONE; seat++) {
      u32 player = player_apnap(g, seat);
      bool any;
      u32 row = forced_next(g, player, wave, &any);
      if (!any) continue;
      /* What is left of an ordering that has been asked about is its last step, though there is no choice. */
      bool asked = f->a[0] == 1 + (i64)player;
      if (row != (u32)-1 && !asked) {
        put_on_stack(g, row);
        return FLOW_STEP;
      }
      f->a[0] = 1 + (i64)player;
      f->step = 1;
      return ask_next(g, player, wave, row);
    }
  }
  /* Abilities of players who have left are not put on the stack (800.4d). */
  while (count_of(g, T_PENDING)) {
    RULE(g, "800.4d");
    env_free(g, row_PENDING(g, 0)->env);
    pending_remove(g, 0);
  }
  frame_return(g, 0);
  return FLOW_STEP;
}

/* Tells listeners that a triggered ability is on the stack; nothing triggers on that, and no history keeps it. */
static void tell_triggered(Game *g, u32 slot) {
  if (!g->listener || !g->listener->event) return;
  const StackItem *item = stack_item_of(g, slot);
  Event ev = {.kind = EVENT_TRIGGER,
              .flags = EVF_HAPPENED | EVF_SETTLED,
              .player = object_row(g, slot)->controller,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = item->source,
              .other = object_ref(g, slot),
              .word = item->ability};
  g->listener->event(g->listener->user, g, &ev);
}

/* Locals: a[0] the stack slot of the ability. */
Flow proc_TRIGGER(Game *g, Frame *f) {
  u32 slot = (u32)f->a[0];
  switch (f->step) {
    case 0: {
      f->step = 1;
      modes_begin(g, slot); /* 603.3c */
      return FLOW_STEP;
    }
    case 1: {
      if (core(g)->ret == 0) break;
      f->step = 2;
      RULE(g, "603.3d");
      targets_begin(g, slot);
      return FLOW_STEP;
    }
    default:
      if (core(g)->ret == 0) break;
      tell_triggered(g, slot);
      frame_return(g, 1);
      return FLOW_STEP;
  }
  /* No mode or no legal target: the ability is removed from the stack (603.3c, 603.3d). */
  zone_remove(g, slot);
  object_cease(g, slot);
  frame_return(g, 0);
  return FLOW_STEP;
}
