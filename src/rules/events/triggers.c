/* Triggered abilities (603): noticing, waiting, being put on the stack. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/events/batch_internal.h"
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
  /* What the object of an earlier event became, in the trigger that created a delayed one, is forgotten. */
  if (ev->kind == EVENT_MOVE) env_set(g, env, SLOT_EVENT_NEW, (Value){.tag = VALUE_NONE});
  if (ev->became) env_set_ref(g, env, SLOT_EVENT_NEW, ev->became);
  if (ev->kind == EVENT_TAPPED_FOR_MANA) env_set_number(g, env, SLOT_EVENT_NEW, ev->word);
  env_leave_replacement(g, env);
  /* X of the cost for which a card was cycled is X of the ability that triggers on that. */
  u32 keyword = ev->kind == EVENT_DISCARD && ev->amount ? carddb_keyword_of(g->db, ev->word) : 0;
  bool cycled = keyword && carddb_ability(g->db, keyword)->keyword == W_CYCLING;
  if (cycled) env_set_number(g, env, SLOT_X, ev->amount);
  /* X of a monstrosity is X of what triggers on that. */
  if (ev->kind == EVENT_DESIGNATE && ev->word == W_MONSTROUS && ev->amount) {
    RULE(g, "701.37c");
    env_set_number(g, env, SLOT_X, ev->amount);
  }
}

u32 pending_add(Game *g, Ref source, u32 controller, const AbilityInst *inst, Heap env) {
  u32 row = table_add(g, T_PENDING, 1);
  u64 order = ++core(g)->pending_order;
  *row_PENDING(g, row) = (Pending){.source = source,
                                   .ability = inst->ability,
                                   .subst = inst->subst,
                                   .acquisition = inst->acquisition,
                                   .env = env,
                                   .controller = (u8)controller,
                                   .order = order,
                                   .batch = core(g)->batch,
                                   .depth = cause_next(g),
                                   .epoch = core(g)->cause_epoch};
  return row;
}

static void slot_join(Game *g, Heap env, u32 slot, Ref ref) {
  if (!ref) return;
  const Value v = env_at(g, env)->slot[slot];
  if (v.tag == VALUE_REF && (Ref)v.v == ref) return;
  if (v.tag == VALUE_REFS && list_has(g, (Heap)v.v, ref)) return;
  env_add_ref(g, env, slot, ref);
}

/* "Whenever a player mills one or more cards": what each of several players does at once is an event of its own. */
static bool acts_alone(const Event *ev) {
  bool does = ev->kind == EVENT_MILL || ev->kind == EVENT_DISCARD || ev->kind == EVENT_SACRIFICE;
  return does && ev->player != PLAYER_NONE;
}

/* An ability that triggers on one or more of what happens together triggers once, and knows of all of it
   (603.2c). Whether it waits already, having triggered in this batch of events. */
static bool joins_pending(Game *g, Ref source, const AbilityInst *inst, u32 effect, const Event *ev) {
  Node event = node_arg(g->db, carddb_ability(g->db, inst->ability)->node, ARG_TRIGGERED_EVENT);
  if (node_op(g->db, event) != IR_E_TOGETHER) return false;
  bool apart = node_arg(g->db, event, ARG_E_TOGETHER_APART) != 0;
  bool by_source = node_arg(g->db, event, ARG_E_TOGETHER_BY_SOURCE) != 0;
  Ref whom = ev->kind == EVENT_DAMAGE ? ev->object : ev->other;
  bool joins = false;
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
    const Pending p = *row_PENDING(g, row);
    if (p.source != source || p.ability != inst->ability || p.acquisition != inst->acquisition) continue;
    if (p.batch != core(g)->batch || p.effect != effect) continue;
    u32 slot = ev->kind == EVENT_DAMAGE ? SLOT_EVENT_OBJECT : SLOT_EVENT_OTHER;
    if (apart && (Ref)env_at(g, p.env)->slot[slot].v != whom) continue;
    if (by_source && (Ref)env_at(g, p.env)->slot[SLOT_EVENT_SOURCE].v != ev->source) continue;
    if (acts_alone(ev) && (Ref)env_at(g, p.env)->slot[SLOT_EVENT_PLAYER].v != ref_player(ev->player)) continue;
    RULE(g, "603.2c");
    bool entered = ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD;
    slot_join(g, p.env, SLOT_EVENT_OBJECT, entered && ev->became ? ev->became : ev->object);
    slot_join(g, p.env, SLOT_EVENT_SOURCE, ev->source);
    slot_join(g, p.env, SLOT_EVENT_OTHER, ev->other);
    slot_join(g, p.env, SLOT_EVENT_NEW, ev->became);
    i64 amount = env_at(g, p.env)->slot[SLOT_EVENT_AMOUNT].v;
    env_set_number(g, p.env, SLOT_EVENT_AMOUNT, num_add(amount, ev->amount, NULL));
    joins = true; /* it may have triggered several times (603.2d) */
  }
  return joins;
}

/* Effects that make an ability trigger additional times (603.2d), or not at all. */
typedef struct Additional {
  Ref source;
  const Event *ev;
  u32 times;
  Ref never; /* what says that it doesn't trigger at all */
} Additional;

static bool additional_visit(const Eval *e, Node rule, void *user) {
  Additional *a = user;
  const CardDb *db = e->g->db;
  Node cause = node_arg(db, rule, ARG_R_EXTRA_TRIGGER_CAUSE);
  if ((cause && !pattern_matches(e, cause, a->ev, false)) ||
      !eval_matches(e, node_arg(db, rule, ARG_R_EXTRA_TRIGGER_OBJECTS), a->source))
    return false;
  bool never = node_arg(db, rule, ARG_R_EXTRA_TRIGGER_NEVER);
  a->times = never ? 0 : a->times + 1;
  if (never) a->never = eval_self(e);
  return never;
}

static u32 times_triggered(Game *g, const Watcher *w, const Event *ev) {
  Additional a = {.source = object_ref(g, w->slot), .ev = ev, .times = 1};
  rules_visit(g, IR_R_EXTRA_TRIGGER, additional_visit, &a);
  if (a.times > 1) RULE(g, "603.2d");
  if (a.times == 0)
    REMARK(g, TRIGGER_STOPPED, "101.2", object_row(g, w->slot)->controller, .object = a.source, .other = a.never,
           .word = w->inst.ability);
  Eval e = eval_of_ability(g, w->slot, &w->inst);
  const AbilityDef *def = carddb_ability(g->db, w->inst.ability);
  return a.times * pattern_times(&e, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT), ev);
}

static void tell_spent(Game *g, Ref source, u32 controller, u32 ability, const char *rule) {
  REMARK(g, TRIGGERED_BEFORE, rule, controller, .object = source, .word = ability);
}

/* An ability's "if" isn't so (603.4). */
static void tell_if_fails(Game *g, Ref source, u32 controller, u32 ability) {
  REMARK(g, IF_FAILS, "603.4", controller, .object = source, .word = ability);
}

static void trigger(Game *g, const Watcher *w, const Event *ev, u32 controller, bool check_if) {
  const AbilityDef *def = carddb_ability(g->db, w->inst.ability);
  Ref source = object_ref(g, w->slot);
  u32 times = times_triggered(g, w, ev);
  if (times == 0) return;
  if (joins_pending(g, source, &w->inst, 0, ev)) return;
  Node limit = node_arg(g->db, def->node, ARG_TRIGGERED_LIMIT);
  Counted of = {source, w->inst.ability, w->inst.acquisition, 0};
  if (limit && noted_this_turn(g, of) >= limit) {
    bool of_rules = w->inst.ability == g->db->by_rules[GIVEN_SPEED];
    tell_spent(g, source, controller, w->inst.ability, of_rules ? "702.179d" : "101.1");
    return;
  }
  if (ability_does_once(g, w->inst.ability)) {
    RULE(g, "603.2h");
    if (noted_this_turn(g, of) > 0) {
      tell_spent(g, source, controller, w->inst.ability, "603.2h");
      return;
    }
  }
  Node condition = node_arg(g->db, def->node, ARG_TRIGGERED_IF);
  for (u32 i = 0; i < times; i++) {
    Heap env = activation_env(g, controller, w->slot, &w->inst);
    event_slots(g, env, ev);
    if (check_if && condition) { /* 603.4 */
      Eval e = eval_of_env(g, env);
      if (!eval_cond(&e, condition)) {
        tell_if_fails(g, source, controller, w->inst.ability);
        env_free(g, env);
        return;
      }
    }
    RULE(g, "603.2");
    ability_announce(g, w->slot, w->inst.ability);
    pending_add(g, source, controller, &w->inst, env);
  }
  if (limit) note_counted(g, of, controller);
}

/* Whether it waits for a step of a later turn than the one in which it was created. */
static bool waits_for_later_turn(const Game *g, const Effect *f, const AbilityDef *def) {
  Node event = node_arg(g->db, def->node, ARG_TRIGGERED_EVENT);
  return node_op(g->db, event) == IR_E_STEP && node_arg(g->db, event, ARG_E_STEP_LATER) &&
         core(g)->turn == f->duration_turn;
}

/* Delayed triggered abilities trigger once, unless they have a duration (603.7b). */
static void notice_delayed(Game *g, const Event *ev, bool before) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || f.kind != EFFECT_TRIGGER || f.flags & EFFECT_USED) continue;
    const AbilityDef *def = carddb_ability(g->db, f.ability);
    if (!event_may_be_awaited(&def->events, ev) || (before && !(def->flags & ABILITY_LOOKS_BACK))) continue;
    if (waits_for_later_turn(g, &f, def)) continue;
    Eval e = eval_of_env(g, f.env);
    if (!pattern_matches_now(&e, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT), ev, before)) continue;
    ASSERT(event_awaited(&def->events, ev));
    AbilityInst inst = {
        .ability = f.ability, .subst = env_at(g, f.env)->subst, .acquisition = env_at(g, f.env)->acquisition};
    if (joins_pending(g, env_at(g, f.env)->source, &inst, f.id, ev)) continue;
    Heap env = env_copy(g, f.env);
    event_slots(g, env, ev);
    Node condition = node_arg(g->db, def->node, ARG_TRIGGERED_IF);
    e = eval_of_env(g, env);
    if (condition && !eval_cond(&e, condition)) {
      tell_if_fails(g, env_at(g, env)->source, f.controller, f.ability);
      env_free(g, env);
      continue;
    }
    RULE(g, "603.7");
    u32 pending = pending_add(g, env_at(g, env)->source, f.controller, &inst, env);
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
  if (event_kinds_have(&derived(g)->watchers.triggering, ev->kind)) watchers_list(g);
  for (u32 i = 0; i < count_of(g, T_WATCHERS); i++) {
    if (!event_may_be_awaited(&row_WATCHERS(g, i)->events, ev)) continue;
    const Watcher w = *row_WATCHERS(g, i);
    const AbilityDef *def = carddb_ability(g->db, w.inst.ability);
    if (def->op != IR_TRIGGERED || (before && !(def->flags & ABILITY_LOOKS_BACK))) continue;
    Eval e = eval_of_ability(g, w.slot, &w.inst);
    if (!pattern_matches_now(&e, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT), ev, before)) continue;
    ASSERT(event_awaited(&w.events, ev));
    if (before) RULE(g, "603.10a");
    trigger(g, &w, ev, e.controller, !before);
  }
  notice_delayed(g, ev, before);
}

/* Whether an attachment is still attached to what it was: that has not left before it. */
static bool still_there(Game *g, Ref host) { return ref_is_player(host) || object_live(g, host); }

void triggers_notice(Game *g, u32 event_row, bool before) {
  const Event ev = *row_EVENTS(g, event_row);
  if (ev.kind == EVENT_UNATTACH && !still_there(g, ev.other)) return; /* noticed as that left */
  notice(g, &ev, before);
}

void triggers_notice_event(Game *g, const Event *event) {
  notice(g, event, true);
  notice(g, event, false);
}

/* What becomes attached or unattached by an event of another kind is noticed as if by one of its own. */
static void notice_attachment(Game *g, EventKind kind, Ref attachment, Ref host) {
  const Event ev = {
      .kind = (u8)kind, .player = PLAYER_NONE, .from = ZONE_NONE, .to = ZONE_NONE, .object = attachment, .other = host};
  notice(g, &ev, kind == EVENT_UNATTACH);
}

static void notice_unattached(Game *g, Ref attachment, Ref host) {
  if (!host || !still_there(g, host)) return;
  RULE(g, "701.3d");
  notice_attachment(g, EVENT_UNATTACH, attachment, host);
}

/* Whether an object leaves the battlefield by one of the events: then what it was attached to is seen to there. */
static bool leaves_by(const Game *g, u32 base, Ref object) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
    const Event *ev = row_EVENTS(g, row);
    if (ev->kind == EVENT_MOVE && ev->object == object && !(ev->flags & (EVF_GONE | EVF_COMPONENT))) return true;
  }
  return false;
}

void triggers_notice_unattached(Game *g, u32 base, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = ref_is_player(ev.object) ? 0 : object_live(g, ev.object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || ev.flags & EVF_COMPONENT) return;
  if (ev.kind != EVENT_MOVE && ev.kind != EVENT_ATTACH) return;
  Ref host = permanent_of(g, slot)->attached_to;
  if (ev.kind == EVENT_MOVE || ev.other != host) notice_unattached(g, ev.object, host);
  if (ev.kind == EVENT_ATTACH) return;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (permanent_of(g, s)->attached_to != ev.object || leaves_by(g, base, object_ref(g, s))) continue;
    notice_unattached(g, object_ref(g, s), ev.object);
  }
}

void triggers_notice_attached(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (ev.kind != EVENT_MOVE || ev.to != ZONE_BATTLEFIELD) return;
  Ref entered = ev.became ? ev.became : ev.object;
  u32 slot = object_live(g, entered);
  Ref host = slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD ? permanent_of(g, slot)->attached_to : REF_NONE;
  if (!host) return;
  RULE(g, "603.2e");
  notice_attachment(g, EVENT_ATTACH, entered, host);
}

void triggers_do_now(Game *g, u32 ability, Heap env, const Event *event) {
  Heap own = env_copy(g, env);
  event_slots(g, own, event);
  Node effect = node_arg(g->db, carddb_ability(g->db, ability)->node, ARG_TRIGGERED_EFFECT);
  u32 frame = frame_push(g, PROC_ACT, effect, own);
  frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
}

bool triggers_mana_spent(Game *g, const Mana *m, u32 n, const Event *cast) {
  bool at_once;
  u32 ability = mana_rider(g, m->terms, &at_once);
  if (!ability || !m->env) return false;
  const AbilityDef *def = carddb_ability(g->db, ability);
  Eval e = eval_of_env(g, m->env);
  if (!pattern_matches_now(&e, node_arg(g->db, def->node, ARG_TRIGGERED_EVENT), cast, false)) return false;
  RULE(g, "106.6");
  if (n > 1) RULE(g, "106.6a");
  const Mana kept = *m;
  for (u32 i = 0; i < n; i++) {
    if (at_once) {
      triggers_do_now(g, ability, kept.env, cast);
    } else {
      Heap env = env_copy(g, kept.env);
      event_slots(g, env, cast);
      const Env *v = env_at(g, env);
      AbilityInst inst = {.ability = ability, .subst = v->subst, .acquisition = v->acquisition};
      pending_add(g, v->source, v->controller, &inst, env);
    }
  }
  return at_once;
}

void pending_remove(Game *g, u32 row) {
  u32 last = count_of(g, T_PENDING) - 1;
  if (row < last) memmove(row_PENDING(g, row), row_PENDING(g, row + 1), (last - row) * sizeof(Pending));
  table_drop(g, T_PENDING, 1);
}

void triggers_confirm(Game *g, u32 first) {
  for (u32 row = first; row < count_of(g, T_PENDING);) {
    const Pending p = *row_PENDING(g, row);
    const AbilityDef *def = carddb_ability(g->db, p.ability);
    Node condition = def->op == IR_TRIGGERED ? node_arg(g->db, def->node, ARG_TRIGGERED_IF) : 0;
    Eval e = eval_of_env(g, p.env);
    if (condition && !eval_cond(&e, condition)) {
      tell_if_fails(g, p.source, p.controller, p.ability);
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
  if (!derived(g)->watchers.state) return;
  watchers_list(g);
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
