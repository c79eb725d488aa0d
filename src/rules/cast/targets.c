/* Choosing modes and targets (601.2b–d, 700.2), changing them (115.7), checking them again (608.2b). */
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"

/* --- the targets of an object of the stack ------------------------------------------------------------ */

/* Each object or player becomes a target once, however often it was chosen. */
static bool targeted_before(const Game *g, const TargetSlot *slots, u32 slot, u32 at, Ref ref) {
  for (u32 i = 0; i <= slot; i++) {
    Value v = target_slot_value(g, &slots[i]);
    u32 n = i < slot ? targets_of_value(g, v) : at;
    for (u32 k = 0; k < n; k++)
      if (target_of_value(g, v, k) == ref) return true;
  }
  return false;
}

static void notice_target(Game *g, u32 stack_slot, Ref ref) {
  Event ev = {.kind = EVENT_TARGET,
              .player = object_row(g, stack_slot)->controller,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = ref,
              .source = object_ref(g, stack_slot)};
  event_noticed(g, &ev);
}

/* Whether a target is an opponent, what one controls or a card in the graveyard of one. */
static bool is_against(Game *g, u32 player, Ref target) {
  if (ref_is_player(target)) return players_are_opponents(g, player, ref_slot(target));
  u32 slot = object_live(g, target);
  const Object *o = slot ? object_row(g, slot) : NULL;
  if (!o || (o->zone != ZONE_BATTLEFIELD && o->zone != ZONE_STACK && o->zone != ZONE_GRAVEYARD)) return false;
  return players_are_opponents(g, player, o->zone == ZONE_GRAVEYARD ? o->owner : o->controller);
}

/* Notices what is targeted; answers whether that is a crime of the controller's. */
static bool notice_targets(Game *g, u32 stack_slot) {
  TargetSlot slots[TARGET_SLOTS];
  u32 count = target_slots(g, stack_slot, slots), player = object_row(g, stack_slot)->controller;
  bool crime = false;
  for (u32 i = 0; i < count; i++) {
    u32 n = targets_of_value(g, target_slot_value(g, &slots[i]));
    for (u32 k = 0; k < n; k++) {
      Ref ref = target_of_value(g, target_slot_value(g, &slots[i]), k);
      if (targeted_before(g, slots, i, k, ref)) continue;
      crime = crime || is_against(g, player, ref);
      notice_target(g, stack_slot, ref);
    }
  }
  return crime;
}

void targets_notice(Game *g, u32 stack_slot) { notice_targets(g, stack_slot); }

void targets_announced(Game *g, u32 stack_slot) {
  if (!notice_targets(g, stack_slot)) return;
  RULE(g, "700.13");
  u32 player = object_row(g, stack_slot)->controller;
  event_performed(g, player, W_K_CRIME, ref_player(player));
}

/* --- checking them again -------------------------------------------------------------------------------- */

/* Takes the k-th target out of a variable, its share of what is divided too. */
static void value_drop(Game *g, const TargetSlot *slot, u32 k) {
  Value v = target_slot_value(g, slot);
  if (v.divided) list_remove(g, v.divided, k);
  if (v.tag == VALUE_REFS) {
    list_remove(g, (Heap)v.v, k);
  } else {
    env_set(g, slot->env, slot->var, (Value){.tag = VALUE_NONE});
  }
}

/* Whether it is an ability that says that it resolves all the same. */
static bool still_resolves(Game *g, u32 stack_slot) {
  u32 ability = stack_item_of(g, stack_slot)->ability;
  const AbilityDef *def = ability ? carddb_ability(g->db, ability) : NULL;
  return def && def->op == IR_TRIGGERED && node_arg(g->db, def->node, ARG_TRIGGERED_STILL_RESOLVES);
}

/* Whether each target of a slot is for another player, and legal only as long as that player controls it. The shares of the
   variable are these players. */
static bool slot_of_each(const Game *g, const TargetSlot *slot) {
  Node set = slot->part ? node_arg(g->db, slot->node, ARG_TARGET_SET) : 0;
  return set && node_op(g->db, set) == IR_SET_ONE_OF_EACH;
}

static bool target_is_theirs(const Eval *e, const TargetSlot *slot, u32 k, Ref target) {
  if (!slot_of_each(e->g, slot)) return true;
  Heap players = target_slot_value(e->g, slot).divided;
  SOUND(e->g, k < list_count(e->g, players));
  return eval_controller(e, target) == list_get(e->g, players, k);
}

bool targets_recheck(Game *g, u32 stack_slot) {
  TargetSlot slots[TARGET_SLOTS];
  u32 count = target_slots(g, stack_slot, slots), total = 0, illegal = 0, judged = scratch_mark(g);
  /* All are judged before any is taken out, for some speak of others. Whether one is illegal lies on the scratch list. */
  for (u32 i = 0; i < count; i++) {
    Eval e = eval_of_env(g, slots[i].env);
    u32 n = targets_of_value(g, target_slot_value(g, &slots[i]));
    for (u32 k = 0; k < n; k++, total++) {
      Ref target = target_of_value(g, target_slot_value(g, &slots[i]), k);
      TargetFault fault = target_fault(&e, slots[i].node, target);
      if (fault == TARGET_FINE && !target_is_theirs(&e, &slots[i], k, target)) fault = TARGET_OTHER;
      bool wrong = fault != TARGET_FINE;
      if (wrong)
        REMARK(g, TARGET_ILLEGAL, "608.2b", e.controller, .object = target, .source = object_ref(g, stack_slot),
               .word = fault);
      scratch_push(g, wrong);
      illegal += wrong;
    }
  }
  if (total) RULE(g, "608.2b");
  bool resolves = total == 0 || illegal < total || still_resolves(g, stack_slot);
  for (u32 i = 0, at = judged; i < count && resolves && illegal > 0; i++) {
    u32 n = targets_of_value(g, target_slot_value(g, &slots[i]));
    for (u32 k = 0, dropped = 0; k < n; k++, at++)
      if (scratch_get(g, at)) value_drop(g, &slots[i], k - dropped++);
  }
  scratch_release(g, judged);
  return resolves;
}

/* --- modes (700.2) ----------------------------------------------------------------------------------------- */

/* The frames of PROC_MODES, PROC_TARGETS and PROC_NEW_TARGETS begin alike. */
static void choice_frame(Game *g, Proc proc, u32 stack_slot, u32 parent) {
  u32 frame = frame_push(g, proc, 0, 0);
  frame_at(g, frame)->a[MODES_STACK] = stack_slot;
  frame_at(g, frame)->a[MODES_PARENT] = parent;
}

void modes_begin(Game *g, u32 stack_slot) { choice_frame(g, PROC_MODES, stack_slot, 0); }
void announce_modes(Game *g, u32 stack_slot) { choice_frame(g, PROC_MODES, stack_slot, 1 + frame_index(g)); }

/* What choosing modes goes by. */
typedef struct ModeChoice {
  Game *g;
  u32 stack_slot;
  Node modal;
  Eval e;
  bool repeat, costly;
  i64 min, max;
  u32 parent; /* 1 + the frame of what is announced, whose cost must stay payable; 0 */
} ModeChoice;

static bool modal_costs(const CastContext *s, Node modal) {
  const CardDb *db = s->g->db;
  for (u32 i = ARG_MODAL_MODES; i < node_argc(db, modal); i++)
    if (node_arg(db, node_arg(db, modal, i), ARG_MODE_COST)) return true;
  if (!s->spell) return false;
  return chars_keyword(context_chars(s), W_ESCALATE);
}

static bool mode_choice(Game *g, const Frame *f, ModeChoice *m) {
  u32 stack_slot = (u32)f->a[MODES_STACK];
  *m = (ModeChoice){.g = g, .stack_slot = stack_slot, .parent = (u32)f->a[MODES_PARENT]};
  CastContext s = context_of_stack(g, stack_slot);
  AbilityInst inst;
  Node part = 0;
  for (u32 i = 0; !m->modal && (part = context_part(&s, i, &inst)) != 0; i++) m->modal = ability_modal(g->db, part);
  if (!m->modal) return false;
  m->e = eval_of_env(g, s.env);
  m->repeat = node_arg(g->db, m->modal, ARG_MODAL_REPEAT);
  u32 modes = node_argc(g->db, m->modal) - ARG_MODAL_MODES;
  m->min = num_max(0, eval_num(&m->e, node_arg(g->db, m->modal, ARG_MODAL_MIN)));
  m->max = num_max(m->min, eval_num(&m->e, node_arg(g->db, m->modal, ARG_MODAL_MAX)));
  if (!m->repeat) {
    m->max = num_min(m->max, modes);
    m->min = num_min(m->min, modes);
  }
  m->costly = m->parent && (modal_costs(&s, m->modal) || cost_reads_targets(&s));
  if (m->min > TIMES_CHOSEN) game_fail(g, GAVEL_E_LIMIT, "modes that must be chosen");
  return true;
}

static u32 modes_chosen(const ModeChoice *m) { return list_count(m->g, stack_item_of(m->g, m->stack_slot)->modes); }

/* How much the modes chosen count for of the most that may be (700.2i). */
static i64 modes_worth(const ModeChoice *m) {
  const CardDb *db = m->g->db;
  i64 worth = 0;
  for (u32 i = 0; i < modes_chosen(m); i++) {
    u32 mode = (u32)list_get(m->g, stack_item_of(m->g, m->stack_slot)->modes, i);
    worth += num_max(1, (i64)node_arg(db, modal_mode(m->g, m->modal, mode), ARG_MODE_WORTH));
  }
  return worth;
}

static u32 mode_last(const ModeChoice *m) {
  u32 n = modes_chosen(m);
  return n ? (u32)list_get(m->g, stack_item_of(m->g, m->stack_slot)->modes, n - 1) : 0;
}

static void mode_add(const ModeChoice *m, u32 mode, Heap env) {
  Heap modes = stack_item_of(m->g, m->stack_slot)->modes;
  list_add(m->g, &modes, mode | (u64)env << 32);
  stack_item_of(m->g, m->stack_slot)->modes = modes;
}

static void mode_remove(const ModeChoice *m) {
  list_remove(m->g, stack_item_of(m->g, m->stack_slot)->modes, modes_chosen(m) - 1);
}

static bool modes_payable(const ModeChoice *m) {
  if (!m->costly) return true;
  CastContext s = context_of_frame(m->g, m->parent - 1);
  return cost_reads_targets(&s) ? announceable(&s, OPTIONAL_ANNOUNCED, NULL, NULL) : context_payable(&s);
}

/* Whether the modes chosen are enough, or can be with others from `from` on. */
static bool modes_complete(const ModeChoice *m, u32 from) {
  const CardDb *db = m->g->db;
  if (modes_chosen(m) >= m->min) return modes_payable(m);
  if (!m->costly) return modes_possible(&m->e, m->modal, from - 1, m->min - modes_chosen(m));
  for (u32 mode = from; ARG_MODAL_MODES + mode - 1 < node_argc(db, m->modal); mode++) {
    if (!mode_possible(&m->e, m->modal, mode - 1)) continue;
    mode_add(m, mode, 0);
    bool complete = modes_complete(m, m->repeat ? mode : mode + 1);
    mode_remove(m);
    if (complete) return true;
  }
  return false;
}

static bool mode_offered(const ModeChoice *m, u32 mode) {
  if (!mode_possible(&m->e, m->modal, mode - 1)) return false;
  mode_add(m, mode, 0);
  bool complete = modes_worth(m) <= m->max && modes_complete(m, m->repeat ? mode : mode + 1);
  mode_remove(m);
  return complete;
}

static Flow choice_return(Game *g, bool done) {
  frame_return(g, done);
  return FLOW_STEP;
}

/* A mode that is picked again gets an environment of its own. */
static void mode_take(const ModeChoice *m, u32 mode) {
  Game *g = m->g;
  bool again = mode_last(m) == mode;
  Heap env = again ? env_copy(g, stack_item_of(g, m->stack_slot)->env) : 0;
  if (again) RULE(g, "700.2d");
  mode_add(m, mode, env);
}

Flow proc_MODES(Game *g, Frame *f) {
  ModeChoice m;
  if (!mode_choice(g, f, &m)) return choice_return(g, true);
  f = frame_top(g);
  if (f->step == MODES_TAKEN) {
    f->step = MODES_ASK;
    const Option taken = *decide_taken(g);
    if (taken.kind == OPTION_DONE) return choice_return(g, true);
    SOUND(g, taken.n >= 1 && ARG_MODAL_MODES + taken.n <= node_argc(g->db, m.modal));
    mode_take(&m, (u32)taken.n);
    return FLOW_STEP;
  }
  u32 chosen = modes_chosen(&m);
  if (modes_worth(&m) >= m.max) return choice_return(g, true);
  RULE(g, m.parent ? "700.2a" : "700.2b");
  if (!f->a[MODES_GROUP]) f->a[MODES_GROUP] = decide_group(g);
  f->step = MODES_TAKEN;
  u32 group = (u32)f->a[MODES_GROUP];
  Node by = node_arg(g->db, m.modal, ARG_MODAL_BY);
  u32 player = by ? eval_player(&m.e, by) : eval_you(&m.e);
  u32 first = mode_last(&m) + (m.repeat && chosen ? 0 : 1);
  decide_begin(g, DECISION_MODE, player, object_ref(g, m.stack_slot), "700.2");
  Decision *d = &core(g)->decision;
  d->group = group;
  d->min = m.min;
  d->max = m.max;
  d->chosen = chosen;
  d->node = m.modal;
  if (chosen >= m.min && modes_payable(&m)) decide_simple(g, OPTION_DONE);
  for (u32 mode = first; ARG_MODAL_MODES + mode - 1 < node_argc(g->db, m.modal); mode++) {
    if (!mode_offered(&m, mode)) continue;
    decide_option(g,
                  (Option){.kind = OPTION_MODE, .a = node_arg(g->db, m.modal, ARG_MODAL_MODES + mode - 1), .n = mode});
  }
  if (count_of(g, T_OPTIONS) == 0) { /* 603.3c: no mode can be chosen */
    core(g)->decision.kind = DECISION_NONE;
    return choice_return(g, false);
  }
  return decide_end(g);
}

/* --- targets (601.2c) ------------------------------------------------------------------------------------------ */

void targets_begin(Game *g, u32 stack_slot) { choice_frame(g, PROC_TARGETS, stack_slot, 0); }
void announce_targets(Game *g, u32 stack_slot) { choice_frame(g, PROC_TARGETS, stack_slot, 1 + frame_index(g)); }

/* The innermost frame that has targets chosen or divided, null if there is none. */
static Frame *targets_frame(Game *g) {
  for (u32 i = count_of(g, T_FRAMES); i-- > 0;)
    if (frame_at(g, i)->proc == PROC_TARGETS) return frame_at(g, i);
  return NULL;
}

/* The same while something is announced. */
static Frame choosing_targets(Game *g) {
  const Frame *f = targets_frame(g);
  SOUND(g, f && f->a[TARGETS_PARENT] > 0 && f->a[TARGETS_PARENT] <= f - frame_at(g, 0));
  return *f;
}

bool targets_may_be_cheaper(Game *g) {
  const Frame f = choosing_targets(g);
  CastContext s = context_of_frame(g, (u32)f.a[TARGETS_PARENT] - 1);
  return cost_falls_by_targets(&s);
}

bool targets_affordable(Game *g, const Ref *refs, u32 count, bool *alike) {
  const Frame f = choosing_targets(g);
  TargetSlot slots[TARGET_SLOTS];
  u32 n = target_slots(g, (u32)f.a[TARGETS_STACK], slots);
  SOUND(g, f.a[TARGETS_AT] < n);
  const TargetSlot *slot = &slots[f.a[TARGETS_AT]];
  CastContext s = context_of_frame(g, (u32)f.a[TARGETS_PARENT] - 1);
  env_set_refs(g, slot->env, slot->var, refs, count);
  bool payable = payable_with_targets(&s, slots, n, (u32)f.a[TARGETS_AT] + 1, alike);
  env_set(g, slot->env, slot->var, (Value){.tag = VALUE_NONE});
  return payable;
}

static bool later_slots_filled(const Eval *e, const TargetSlot *slot, Ref chosen) {
  const CardDb *db = e->g->db;
  if (!slot->part || !slots_depend(db, slot->part, slot->at + 1)) return true;
  return targets_completable(e, slot->part, slot->at + 1, slot->var, chosen);
}

/* Keeps of the candidates above `mark` those with which all the rest can be completed (601.5). */
static u32 candidates_keep(const Eval *e, const TargetSlot *slot, u32 mark) {
  Game *g = e->g;
  u32 count = scratch_count(g) - mark, kept = 0;
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (later_slots_filled(e, slot, ref)) scratch_set(g, mark + kept++, ref);
  }
  scratch_release(g, mark + kept);
  return kept;
}

/* Whether what is announced costs by what it targets. */
static bool is_priced(Game *g, u32 parent) {
  if (!parent) return false;
  CastContext s = context_of_frame(g, parent - 1);
  return cost_reads_targets(&s);
}

/* Which of several players chooses the targets: one who can (601.7a). */
static Flow chooser_ask(Game *g, const TargetSlot *slot, Node by) {
  Eval e = eval_of_env(g, slot->env);
  u32 var = node_arg(g->db, by, ARG_CHOOSER_SLOT), mark = scratch_mark(g), count = eval_objects(&e, by), kept = 0;
  for (u32 i = 0; i < count; i++) {
    Ref player = scratch_get(g, mark + i);
    env_set_ref(g, slot->env, var, player);
    u32 from = scratch_mark(g);
    targets_push(&e, slot->node);
    if (candidates_keep(&e, slot, from) >= target_min(&e, slot->node)) scratch_set(g, mark + kept++, player);
    scratch_release(g, from);
  }
  env_set(g, slot->env, var, (Value){.tag = VALUE_NONE});
  scratch_release(g, mark + kept);
  if (kept == 0) {
    scratch_release(g, mark);
    return choice_return(g, false);
  }
  RULE(g, "601.7a");
  frame_top(g)->step = TARGETS_WHO;
  u32 frame = frame_index(g);
  Ref spell = object_ref(g, (u32)frame_top(g)->a[TARGETS_STACK]);
  u32 base = choose_begin(g, DECISION_OBJECT, eval_you(&e), spell, kept, 1, 1, 0, slot->env, "601.7a");
  frame_at(g, frame)->a[TARGETS_BASE] = base;
  return FLOW_STEP;
}

static Flow chooser_taken(Game *g, Frame *f, const TargetSlot *slot) {
  u32 base = (u32)f->a[TARGETS_BASE];
  Node by = slot->part ? node_arg(g->db, slot->node, ARG_TARGET_BY) : 0;
  SOUND(g, by && node_op(g->db, by) == IR_CHOOSER && core(g)->ret == 1);
  env_set_ref(g, slot->env, node_arg(g->db, by, ARG_CHOOSER_SLOT), choose_get(g, base, 0));
  f = frame_top(g);
  f->a[TARGETS_BASE] = 0;
  f->step = TARGETS_CHOOSE;
  choose_end(g, base);
  return FLOW_STEP;
}

static bool chooser_is_open(const Eval *e, Node by) {
  if (!by || node_op(e->g->db, by) != IR_CHOOSER) return false;
  return eval_slot(e, node_arg(e->g->db, by, ARG_CHOOSER_SLOT)).tag == VALUE_NONE;
}

static Flow targets_choose(Game *g, Frame *f, const TargetSlot *slots, u32 count) {
  u32 at = (u32)f->a[TARGETS_AT], parent = (u32)f->a[TARGETS_PARENT];
  if (at == count) {
    f->step = TARGETS_DIVIDE;
    f->a[TARGETS_AT] = f->a[TARGETS_INDEX] = 0;
    return FLOW_STEP;
  }
  const TargetSlot *slot = &slots[at];
  Eval e = eval_of_env(g, slot->env);
  if (!slot_applies(&e, slot->node)) {
    frame_top(g)->a[TARGETS_AT]++;
    return FLOW_STEP;
  }
  Node by = slot->part ? node_arg(g->db, slot->node, ARG_TARGET_BY) : 0;
  if (chooser_is_open(&e, by)) return chooser_ask(g, slot, by);
  RULE(g, slot->part ? "601.2c" : "303.4a");
  i64 min = target_min(&e, slot->node), max = target_max(&e, slot->node);
  u32 mark = scratch_mark(g);
  targets_push(&e, slot->node);
  u32 candidates = candidates_keep(&e, slot, mark);
  if (candidates < min) {
    scratch_release(g, mark);
    return choice_return(g, false);
  }
  Node set = slot->part ? node_arg(g->db, slot->node, ARG_TARGET_SET) : 0;
  u32 player = by ? eval_player(&e, by) : eval_you(&e);
  if (by) RULE(g, "601.7");
  f = frame_top(g);
  f->step = TARGETS_CHOSEN;
  u32 frame = frame_index(g);
  u32 base = choose_begin(g, DECISION_TARGET, player, object_ref(g, (u32)f->a[TARGETS_STACK]), candidates, min, max,
                          set, slot->env, "601.2c");
  frame_at(g, frame)->a[TARGETS_BASE] = base;
  if (is_priced(g, parent)) frame_top(g)->flags |= FRAME_PRICED;
  return FLOW_STEP;
}

/* One target is a single reference, what may be several are a list, even of one. */
static Flow targets_chosen(Game *g, Frame *f, const TargetSlot *slots) {
  const TargetSlot *slot = &slots[f->a[TARGETS_AT]];
  u32 base = (u32)f->a[TARGETS_BASE], n = (u32)core(g)->ret;
  f->a[TARGETS_AT]++;
  f->a[TARGETS_BASE] = 0;
  f->step = TARGETS_CHOOSE;
  Eval e = eval_of_env(g, slot->env);
  i64 min = target_min(&e, slot->node), max = target_max(&e, slot->node);
  env_set(g, slot->env, slot->var, (Value){.tag = VALUE_NONE});
  if (max > 1 && n > 0) env_set_refs(g, slot->env, slot->var, NULL, 0);
  for (u32 i = 0; i < n; i++) {
    if (max > 1)
      env_add_ref(g, slot->env, slot->var, choose_get(g, base, i));
    else
      env_set_ref(g, slot->env, slot->var, choose_get(g, base, i));
    if (slot_of_each(g, slot)) env_share_add(g, slot->env, slot->var, eval_controller(&e, choose_get(g, base, i)));
  }
  choose_end(g, base);
  if (n < min) return choice_return(g, false);
  return FLOW_STEP;
}

static Node slot_divided(const Game *g, const TargetSlot *slot) {
  return slot->part ? node_arg(g->db, slot->node, ARG_TARGET_DIVIDE) : 0;
}

/* The next share of what is divided; each target gets at least one, the last one all that is left (601.2d). */
static Flow targets_divide(Game *g, Frame *f, const TargetSlot *slots, u32 count) {
  u32 at = (u32)f->a[TARGETS_AT], index = (u32)f->a[TARGETS_INDEX];
  if (at == count) {
    if (!f->a[TARGETS_PARENT]) targets_announced(g, (u32)f->a[TARGETS_STACK]);
    return choice_return(g, true);
  }
  const TargetSlot *slot = &slots[at];
  Node amount = slot_divided(g, slot);
  Value v = target_slot_value(g, slot);
  u32 n = targets_of_value(g, v);
  if (!amount || index == n) {
    f->a[TARGETS_AT]++;
    f->a[TARGETS_INDEX] = 0;
    return FLOW_STEP;
  }
  if (index == 0) {
    RULE(g, "601.2d");
    Eval e = eval_of_env(g, slot->env);
    i64 total = eval_num(&e, amount);
    f = frame_top(g);
    f->a[TARGETS_LEFT] = total;
    f->a[TARGETS_GROUP] = decide_group(g);
  }
  i64 left = f->a[TARGETS_LEFT], most = left - (n - index - 1);
  if (index + 1 == n) {
    f->a[TARGETS_INDEX]++;
    env_share_add(g, slot->env, slot->var, left);
    return FLOW_STEP;
  }
  f->step = TARGETS_DIVIDED;
  u32 group = (u32)f->a[TARGETS_GROUP];
  Ref recipient = target_of_value(g, v, index);
  decide_begin(g, DECISION_DIVIDE, env_at(g, slot->env)->controller, recipient, "601.2d");
  core(g)->decision.group = group;
  decide_numbers(g, 1, most, recipient);
  return decide_end(g);
}

/* The slot that somebody is asked about at that step, after filling in all of them; null if nobody is. */
static const TargetSlot *slot_asked(Game *g, u32 step, TargetSlot *slots) {
  const Frame *f = targets_frame(g);
  if (!f || f->step != step) return NULL;
  u32 at = (u32)f->a[TARGETS_AT], count = target_slots(g, (u32)f->a[TARGETS_STACK], slots);
  return at < count ? &slots[at] : NULL;
}

bool targets_to_divide(Game *g, i64 *total) {
  TargetSlot slots[TARGET_SLOTS];
  const TargetSlot *slot = slot_asked(g, TARGETS_CHOSEN, slots);
  if (!slot || !slot_divided(g, slot)) return false;
  Eval e = eval_of_env(g, slot->env);
  *total = eval_num(&e, slot_divided(g, slot));
  return true;
}

TargetFault target_asked_fault(Game *g, Ref ref) {
  TargetSlot slots[TARGET_SLOTS];
  const TargetSlot *slot = slot_asked(g, TARGETS_CHOSEN, slots);
  if (!slot) return TARGET_FINE;
  Eval e = eval_of_env(g, slot->env);
  return target_fault(&e, slot->node, ref);
}

u32 targets_sharing(Game *g, i64 *total) {
  TargetSlot slots[TARGET_SLOTS];
  const TargetSlot *slot = slot_asked(g, TARGETS_DIVIDED, slots);
  if (!slot) return 0;
  *total = targets_frame(g)->a[TARGETS_LEFT];
  Value v = target_slot_value(g, slot);
  for (u32 i = 0; i < list_count(g, v.divided); i++) *total += (i64)list_get(g, v.divided, i);
  u32 n = targets_of_value(g, v);
  for (u32 i = 0; i < n; i++) scratch_push(g, target_of_value(g, v, i));
  return n;
}

static Flow targets_step(Game *g, const TargetSlot *slots, u32 count) {
  Frame *f = frame_top(g);
  bool of_one = f->step == TARGETS_CHOSEN || f->step == TARGETS_WHO || f->step == TARGETS_DIVIDED;
  SOUND(g, f->a[TARGETS_AT] + of_one <= count);
  switch (f->step) {
    case TARGETS_CHOOSE: return targets_choose(g, f, slots, count);
    case TARGETS_WHO: return chooser_taken(g, f, &slots[f->a[TARGETS_AT]]);
    case TARGETS_CHOSEN: return targets_chosen(g, f, slots);
    case TARGETS_DIVIDE: return targets_divide(g, f, slots, count);
    default: {
      i64 share = decide_taken(g)->n;
      f->step = TARGETS_DIVIDE;
      f->a[TARGETS_INDEX]++;
      f->a[TARGETS_LEFT] -= share;
      env_share_add(g, slots[f->a[TARGETS_AT]].env, slots[f->a[TARGETS_AT]].var, share);
      return FLOW_STEP;
    }
  }
}

/* Goes on until somebody is asked or it is done: the slots are the same all the time. */
Flow proc_TARGETS(Game *g, Frame *f) {
  TargetSlot slots[TARGET_SLOTS];
  u32 frames = count_of(g, T_FRAMES), count = target_slots(g, (u32)f->a[TARGETS_STACK], slots);
  Flow flow;
  do flow = targets_step(g, slots, count);
  while (flow == FLOW_STEP && count_of(g, T_FRAMES) == frames);
  return flow;
}

/* --- new targets (115.7) ------------------------------------------------------------------------------------------ */

/* Steps of PROC_NEW_TARGETS. The targets as they were are rows of T_CHOSEN from ROWS on; POSITION is the one to be
   chosen next. */
enum { NEW_TARGETS_BUDGET = 4096 };

void new_targets_begin(Game *g, u32 stack_slot, u32 player, bool quiet) {
  choice_frame(g, PROC_NEW_TARGETS, stack_slot, player);
  frame_top(g)->a[NEW_QUIET] = quiet;
}

void change_target_begin(Game *g, u32 stack_slot, u32 player, Ref to) {
  choice_frame(g, PROC_NEW_TARGETS, stack_slot, player);
  frame_top(g)->a[NEW_ONE] = 1;
  frame_top(g)->a[NEW_TO] = (i64)to;
}

static bool has_targets(const Game *g, const TargetSlot *slots, u32 count) {
  for (u32 i = 0; i < count; i++)
    if (targets_of_value(g, target_slot_value(g, &slots[i]))) return true;
  return false;
}

static void value_replace(Game *g, const TargetSlot *slot, u32 k, Ref ref) {
  Value v = target_slot_value(g, slot);
  if (v.tag == VALUE_REFS)
    list_set(g, (Heap)v.v, k, ref);
  else
    env_at(g, slot->env)->slot[slot->var].v = ref;
}

/* Choosing new targets: what a search for the rest of them goes by. */
typedef struct NewTargets {
  Game *g;
  const TargetSlot *slots;
  u32 slot_count;
  u32 rows, count;
  u32 budget; /* of positions tried with one answer before the rest is taken to be impossible */
} NewTargets;

/* A target as it was. */
static ChosenTarget target_was(const NewTargets *n, u32 position) {
  SOUND(n->g, n->rows + position < count_of(n->g, T_CHOSEN));
  const ChosenTarget was = row_CHOSEN(n->g, n->rows + position)->target;
  SOUND(n->g, was.kind == CHOSEN_TARGET && was.slot < n->slot_count);
  SOUND(n->g, was.place < targets_of_value(n->g, target_slot_value(n->g, &n->slots[was.slot])));
  return was;
}

static void targets_remember(NewTargets *n, u32 slots) {
  Game *g = n->g;
  for (u32 i = 0; i < slots; i++) {
    Eval e = eval_of_env(g, n->slots[i].env);
    for (u32 k = 0; k < targets_of_value(g, target_slot_value(g, &n->slots[i])); k++, n->count++) {
      Ref ref = target_of_value(g, target_slot_value(g, &n->slots[i]), k);
      bool legal = target_legal(&e, n->slots[i].node, ref) && target_is_theirs(&e, &n->slots[i], k, ref);
      chosen_add(g, (Chosen){.target = {.kind = CHOSEN_TARGET, .legal = legal, .slot = i, .ref = ref, .place = k}});
    }
  }
}

static void new_targets_remember(NewTargets *n, u32 slots, u16 step) {
  n->rows = count_of(n->g, T_CHOSEN);
  targets_remember(n, slots);
  Frame *f = frame_top(n->g);
  f->a[NEW_ROWS] = n->rows;
  f->a[NEW_COUNT] = n->count;
  f->step = step;
}

/* Whether an object or player can be the target at a position, with those before it as they are now: a new one must be
   legal, one that is left must not have become illegal (115.7d); for one instance of the word it is no other too
   (115.3). What a slot asks for speaks of slots before it only. */
static bool target_fits(const NewTargets *n, u32 position, Ref ref) {
  Game *g = n->g;
  const ChosenTarget was = target_was(n, position);
  const TargetSlot *slot = &n->slots[was.slot];
  for (u32 k = 0; k < was.place; k++)
    if (target_of_value(g, target_slot_value(g, slot), k) == ref) return false;
  if (ref == was.ref && !was.legal) return true;
  Eval e = eval_of_env(g, slot->env);
  return target_legal(&e, slot->node, ref) && target_is_theirs(&e, slot, was.place, ref);
}

static bool targets_complete(NewTargets *n, u32 position);

/* Whether the rest can be chosen when this is the target at a position (115.7e). */
static bool completes_with(NewTargets *n, u32 position, Ref ref) {
  Game *g = n->g;
  if (!target_fits(n, position, ref) || n->budget == 0) return false;
  n->budget--;
  const ChosenTarget was = target_was(n, position);
  const TargetSlot *slot = &n->slots[was.slot];
  Ref now = target_of_value(g, target_slot_value(g, slot), was.place);
  value_replace(g, slot, was.place, ref);
  bool complete = targets_complete(n, position + 1);
  value_replace(g, slot, was.place, now);
  return complete;
}

static bool targets_complete(NewTargets *n, u32 position) {
  Game *g = n->g;
  if (position == n->count) return true;
  const ChosenTarget was = target_was(n, position);
  if (completes_with(n, position, was.ref)) return true;
  Eval e = eval_of_env(g, n->slots[was.slot].env);
  u32 mark = scratch_mark(g), candidates = targets_push(&e, n->slots[was.slot].node);
  bool complete = false;
  for (u32 i = 0; i < candidates && !complete; i++) complete = completes_with(n, position, scratch_get(g, mark + i));
  scratch_release(g, mark);
  return complete;
}

/* Offers the present target and all others that could stand in its place. */
static Flow offer_new_target(NewTargets *n, u32 position, u32 player) {
  Game *g = n->g;
  const ChosenTarget was = target_was(n, position);
  const TargetSlot *slot = &n->slots[was.slot];
  Eval e = eval_of_env(g, slot->env);
  u32 mark = scratch_mark(g), candidates = targets_push(&e, slot->node);
  decide_begin(g, DECISION_TARGET, player, env_at(g, slot->env)->stack_object, "115.7d");
  bool listed = false;
  for (u32 i = 0; i < candidates; i++) listed = listed || scratch_get(g, mark + i) == was.ref;
  if (!listed && completes_with(n, position, was.ref)) decide_ref(g, was.ref);
  for (u32 i = 0; i < candidates; i++) {
    n->budget = NEW_TARGETS_BUDGET;
    if (completes_with(n, position, scratch_get(g, mark + i))) decide_ref(g, scratch_get(g, mark + i));
  }
  scratch_release(g, mark);
  return decide_end(g);
}

/* All are chosen: what is a target now and was none at its place is noticed. */
static Flow new_targets_end(const NewTargets *n, u32 stack_slot) {
  Game *g = n->g;
  bool changed = false, quiet = frame_top(g)->a[NEW_QUIET] != 0;
  for (u32 i = 0; i < n->count; i++) {
    const ChosenTarget was = target_was(n, i);
    Ref now = target_of_value(g, target_slot_value(g, &n->slots[was.slot]), was.place);
    if (now == was.ref) continue;
    changed = true;
    if (!quiet) notice_target(g, stack_slot, now);
  }
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - n->rows);
  return choice_return(g, changed);
}

/* Whether the one target at a position can be changed to this: it is another one, and all of them together are legal or as
   illegal as before (115.7a, 115.7e). */
static bool changes_to(const NewTargets *n, u32 position, Ref ref) {
  Game *g = n->g;
  const ChosenTarget was = target_was(n, position);
  if (ref == was.ref || !target_fits(n, position, ref)) return false;
  bool fits = true;
  value_replace(g, &n->slots[was.slot], was.place, ref);
  for (u32 i = 0; i < n->count && fits; i++) fits = i == position || target_fits(n, i, target_was(n, i).ref);
  value_replace(g, &n->slots[was.slot], was.place, was.ref);
  return fits;
}

/* Pushes what the target at a position can be changed to; answers how many that is. */
static u32 changes_push(const NewTargets *n, u32 position, Ref only) {
  Game *g = n->g;
  u32 mark = scratch_mark(g), kept = 0, slot = target_was(n, position).slot;
  Eval e = eval_of_env(g, n->slots[slot].env);
  u32 candidates = targets_push(&e, n->slots[slot].node);
  for (u32 i = 0; i < candidates; i++) {
    Ref ref = scratch_get(g, mark + i);
    if ((only == REF_NONE || ref == only) && changes_to(n, position, ref)) scratch_set(g, mark + kept++, ref);
  }
  scratch_release(g, mark + kept);
  return kept;
}

static bool can_change(const NewTargets *n, u32 position, Ref only) {
  u32 mark = scratch_mark(n->g), count = changes_push(n, position, only);
  scratch_release(n->g, mark);
  return count > 0;
}

/* Which of the targets is changed; 115.7b: none if none can be. */
static Flow offer_changed(NewTargets *n, u32 player) {
  Game *g = n->g;
  Ref to = (Ref)frame_top(g)->a[NEW_TO];
  u32 stack = (u32)frame_top(g)->a[NEW_STACK];
  bool any = false;
  for (u32 i = 0; i < n->count && !any; i++) any = can_change(n, i, to);
  if (!any) {
    REMARK(g, TARGET_STAYS, "115.7a", player, .object = object_ref(g, stack));
    return new_targets_end(n, stack);
  }
  RULE(g, "115.7b");
  frame_top(g)->step = NEW_CHANGE_TO;
  decide_begin(g, DECISION_TARGET, player, object_ref(g, stack), "115.7b");
  for (u32 i = 0; i < n->count; i++)
    if (can_change(n, i, to)) decide_option(g, (Option){.kind = OPTION_REF, .ref = target_was(n, i).ref, .n = i});
  return decide_end(g);
}

static Flow offer_change(NewTargets *n, u32 position, u32 player) {
  Game *g = n->g;
  Frame *f = frame_top(g);
  f->a[NEW_POSITION] = position;
  f->step = NEW_CHANGED;
  u32 stack = (u32)f->a[NEW_STACK];
  u32 mark = scratch_mark(g), count = changes_push(n, position, (Ref)f->a[NEW_TO]);
  decide_begin(g, DECISION_TARGET, player, object_ref(g, stack), "115.7a");
  for (u32 i = 0; i < count; i++) decide_ref(g, scratch_get(g, mark + i));
  scratch_release(g, mark);
  return decide_end(g);
}

/* Its owner has left the game while they were chosen, and it with them (800.4a). */
static Flow new_targets_of_nothing(Game *g, const Frame *f) {
  if (f->step >= NEW_CHOOSE) table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - (u32)f->a[NEW_ROWS]);
  return choice_return(g, false);
}

Flow proc_NEW_TARGETS(Game *g, Frame *f) {
  TargetSlot slots[TARGET_SLOTS];
  u32 stack_slot = (u32)f->a[NEW_STACK];
  if (object_row(g, stack_slot)->zone != ZONE_STACK) return new_targets_of_nothing(g, f);
  u32 count = target_slots(g, stack_slot, slots);
  f = frame_top(g);
  NewTargets n = {.g = g,
                  .slots = slots,
                  .slot_count = count,
                  .rows = (u32)f->a[NEW_ROWS],
                  .count = (u32)f->a[NEW_COUNT],
                  .budget = NEW_TARGETS_BUDGET};
  switch (f->step) {
    case NEW_ASK:
      if (!has_targets(g, slots, count)) return choice_return(g, false);
      if (f->a[NEW_ONE]) {
        new_targets_remember(&n, count, NEW_CHANGE);
        return FLOW_STEP;
      }
      f->step = NEW_ASKED;
      decide_begin(g, DECISION_MAY, (u32)f->a[NEW_PLAYER], object_ref(g, stack_slot), "115.7d");
      decide_simple(g, OPTION_NO);
      decide_simple(g, OPTION_YES);
      return decide_end(g);
    case NEW_ASKED:
      if (decide_taken(g)->kind == OPTION_NO) return choice_return(g, false);
      RULE(g, "115.7d");
      new_targets_remember(&n, count, NEW_CHOOSE);
      return FLOW_STEP;
    case NEW_CHANGE: return offer_changed(&n, (u32)f->a[NEW_PLAYER]);
    case NEW_CHANGE_TO:
      SOUND(g, (u64)decide_taken(g)->n < n.count);
      return offer_change(&n, (u32)decide_taken(g)->n, (u32)f->a[NEW_PLAYER]);
    case NEW_CHOOSE:
      if ((u32)f->a[NEW_POSITION] == n.count) return new_targets_end(&n, stack_slot);
      f->step = NEW_CHOSEN;
      RULE(g, "115.7e");
      return offer_new_target(&n, (u32)f->a[NEW_POSITION], (u32)f->a[NEW_PLAYER]);
    default: {
      const ChosenTarget was = target_was(&n, (u32)f->a[NEW_POSITION]++);
      bool all = f->step == NEW_CHANGED;
      f->step = NEW_CHOOSE;
      value_replace(g, &slots[was.slot], was.place, decide_taken(g)->ref);
      return all ? new_targets_end(&n, stack_slot) : FLOW_STEP;
    }
  }
}
