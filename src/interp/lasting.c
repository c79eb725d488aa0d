/* Actions whose results last, and those that are procedures of their own: continuous effects, delayed
   abilities, shields, draws, mana with a choice. */
#include "interp/interp_internal.h"

#define ARG(name) node_arg(g->db, n, name)

/* --- continuous effects of resolved spells and abilities (611.2) -------------------------------------------- */

static bool same_list(const Game *g, Heap a, Heap b) {
  if (list_count(g, a) != list_count(g, b)) return false;
  for (u32 i = 0; i < list_count(g, a); i++)
    if (list_get(g, a, i) != list_get(g, b, i)) return false;
  return true;
}

static Heap mods_for(Game *g, const Eval *e, Node n, u32 first, Ref ref) {
  Heap mods = 0;
  Eval on = *e;
  on.it = ref;
  for (u32 i = first; i < node_argc(g->db, n); i++) mods_evaluate(&on, node_arg(g->db, n, i), ref, &mods);
  return mods;
}

void mods_adopt_env(Game *g, Heap mods, Heap from, Heap to) {
  for (u32 i = 0; i + 2 < list_count(g, mods); i += 3) {
    Mod mod;
    u64 *words = row_HEAP(g, mods + 1 + i);
    memcpy(&mod, words, sizeof mod);
    if (mod.op != IR_M_GAIN || (Heap)((u64)mod.x >> 32) != from) continue;
    mod.x = (i64)(((u64)mod.x & 0xffffffffu) | (u64)to << 32);
    memcpy(words, &mod, sizeof mod);
  }
}

/* Whether an effect that begins can affect it: not what is gone, nor what is phased out (702.26e). */
static bool can_be_affected(Game *g, Ref ref) {
  if (ref_is_player(ref)) return true;
  u32 slot = object_live(g, ref);
  if (!slot || !object_phased_out(g, slot)) return slot != 0;
  RULE(g, "702.26e");
  return false;
}

/* Tells listeners whom the effects with a timestamp affect from now on. */
static void tell_affected(Game *g, u64 timestamp) {
  if (!timestamp || !HEARD(g) || !HEARD(g)->remark) return;
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    for (u32 i = 0; f.id && f.timestamp == timestamp && i < list_count(g, f.objects); i++)
      REMARK(g, EFFECT_BEGINS, "611.2a", f.controller, .object = list_get(g, f.objects, i),
             .source = env_at(g, f.env)->source, .word = f.duration, .env = f.mods);
  }
}

/* The set of objects and the values are determined once, as the effect begins (611.2c, 608.2h). Objects for
   which the values differ get effects of their own with one timestamp. */
Flow act_apply(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(&e, ARG(ARG_APPLY_OBJECTS));
  Word duration = (Word)ARG(ARG_APPLY_DURATION);
  Ref of = ARG(ARG_APPLY_OF) ? eval_object(&e, ARG(ARG_APPLY_OF)) : REF_NONE;
  u32 last = 0;
  u64 timestamp = 0;
  RULE(g, "611.2c");
  /* All values are determined before any of them changes anything. */
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    scratch_push(g, can_be_affected(g, ref) ? mods_for(g, &e, n, ARG_APPLY_MODS, ref) : 0);
  }
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (!can_be_affected(g, ref)) continue;
    Heap mods = (Heap)scratch_get(g, mark + count + i);
    if (last) mods_adopt_env(g, mods, env, row_EFFECTS(g, last)->env);
    if (!last || !same_list(g, mods, row_EFFECTS(g, last)->mods)) {
      Heap kept = env_copy(g, env);
      mods_adopt_env(g, mods, last ? row_EFFECTS(g, last)->env : env, kept);
      last = effect_add(g, EFFECT_CONTINUOUS, kept, n, 0, duration);
      Effect *row = row_EFFECTS(g, last);
      if (!timestamp) timestamp = row->timestamp;
      row->timestamp = timestamp;
      row->mods = mods;
      row->ability = env_at(g, env)->ability;
      if (of) row->duration_object = of;
    } else if (mods) {
      heap_free(g, mods);
    }
    Heap objects = row_EFFECTS(g, last)->objects;
    list_add(g, &objects, ref);
    row_EFFECTS(g, last)->objects = objects;
  }
  scratch_release(g, mark);
  tell_affected(g, timestamp);
  facts_changed(g, FACT_COPY);
  effects_hold(g);
  layers_update(g);
  blessings_give(g);
  return act_did(g, last != 0);
}

Flow act_apply_next(Game *g, Frame *f) {
  Node n = f->node;
  Heap kept = env_copy(g, f->env);
  Eval e = eval_of_env(g, kept);
  RULE(g, "611.2f");
  Heap mods = mods_for(g, &e, n, ARG_APPLY_NEXT_MODS, REF_NONE);
  u32 row = effect_add(g, EFFECT_CONTINUOUS, kept, n, 0, (Word)ARG(ARG_APPLY_NEXT_DURATION));
  row_EFFECTS(g, row)->flags |= EFFECT_NEXT_SPELL;
  row_EFFECTS(g, row)->mods = mods;
  facts_changed(g, FACT_COPY);
  layers_update(g);
  return act_did(g, true);
}

Flow act_apply_rule(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  RULE(g, "613.11");
  Heap kept = env_copy(g, env);
  u32 row = effect_add(g, EFFECT_RULES, kept, n, 0, (Word)ARG(ARG_APPLY_RULE_DURATION));
  u32 mark = scratch_mark(g);
  u32 count = ARG(ARG_APPLY_RULE_OF) ? eval_objects(&e, ARG(ARG_APPLY_RULE_OF)) : 0;
  Heap objects = 0;
  Ref first = count ? scratch_get(g, mark) : REF_NONE;
  if (count && ref_is_player(first)) row_EFFECTS(g, row)->duration_player = (u8)ref_slot(first);
  if (count && !ref_is_player(first)) {
    row_EFFECTS(g, row)->duration_object = first;
    if (row_EFFECTS(g, row)->duration == W_NEXT_UNTAP_STEP) row_EFFECTS(g, row)->duration_player = PLAYER_NONE;
  }
  for (u32 i = 1; i < count; i++) list_add(g, &objects, scratch_get(g, mark + i));
  row_EFFECTS(g, row)->objects = objects;
  scratch_release(g, mark);
  return act_did(g, true);
}

Flow act_delayed(Game *g, Frame *f) {
  Node n = f->node;
  RULE(g, "603.7a");
  Heap kept = env_copy(g, f->env);
  Word duration = (Word)ARG(ARG_DELAYED_DURATION);
  u32 row = effect_add(g, EFFECT_TRIGGER, kept, n, ARG(ARG_DELAYED_ABILITY), duration ? duration : W_INDEFINITE);
  bool once = !duration || duration == W_NEXT_TIME || ARG(ARG_DELAYED_ONCE);
  if (once) row_EFFECTS(g, row)->flags |= EFFECT_ONCE; /* 603.7b */
  return act_did(g, true);
}

/* A reflexive triggered ability triggers at once and waits to be put on the stack (603.12). */
Flow act_reflexive(Game *g, Frame *f) {
  Node n = f->node;
  RULE(g, "603.12");
  Heap env = env_copy(g, f->env);
  env_leave_replacement(g, env);
  const Env *v = env_at(g, env);
  const AbilityInst inst = {.ability = ARG(ARG_REFLEXIVE_ABILITY), .subst = v->subst, .acquisition = v->acquisition};
  pending_add(g, v->source, v->controller, &inst, env);
  return act_did(g, true);
}

Flow act_shield(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  i64 amount = ARG(ARG_SHIELD_AMOUNT) ? eval_num(&e, ARG(ARG_SHIELD_AMOUNT)) : -1;
  Word duration = (Word)ARG(ARG_SHIELD_DURATION);
  u32 ability = ARG(ARG_SHIELD_ABILITY);
  RULE(g, "614.2");
  Heap kept = env_copy(g, env);
  u32 row = effect_add(g, EFFECT_REPLACEMENT, kept, n, ability, duration ? duration : W_END_OF_TURN);
  Effect *effect = row_EFFECTS(g, row);
  effect->amount = amount;
  bool once =
      duration == W_NEXT_TIME || node_arg(g->db, carddb_ability(g->db, ability)->node, ARG_REPLACEMENT_USES) == 1;
  if (once) effect->flags |= EFFECT_ONCE;
  return act_did(g, true);
}

Flow act_remove_damage(Game *g, Frame *f) {
  Node n = f->node;
  Eval e = eval_of_env(g, f->env);
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(&e, ARG(ARG_REMOVE_DAMAGE_OBJECTS));
  for (u32 i = 0; i < count; i++) {
    u32 slot = object_live(g, scratch_get(g, mark + i));
    if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) continue;
    permanent_of(g, slot)->damage = 0;
    permanent_of(g, slot)->deathtouched = 0;
  }
  scratch_release(g, mark);
  facts_changed(g, FACT_DAMAGE);
  return act_did(g, count > 0);
}

Flow act_regenerate(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(&e, ARG(ARG_REGENERATE_OBJECTS));
  RULE(g, "701.19a");
  for (u32 i = 0; i < count; i++) {
    Heap kept = env_copy(g, env);
    u32 row = effect_add(g, EFFECT_REPLACEMENT, kept, n, 0, W_END_OF_TURN);
    Heap objects = 0;
    list_add(g, &objects, scratch_get(g, mark + i));
    row_EFFECTS(g, row)->objects = objects;
    row_EFFECTS(g, row)->flags |= EFFECT_ONCE;
  }
  scratch_release(g, mark);
  return act_did(g, count > 0);
}

/* --- drawing: one card at a time (121.2), all of a player's before the next player's (121.2a) ----------------- */

/* `lists`: the players, in APNAP order. */
static Flow draw_begin(Game *g, Frame *f) {
  Node n = f->node;
  Eval e = eval_of_env(g, f->env);
  Node who = ARG(ARG_DRAW_PLAYER);
  u32 mark = scratch_mark(g);
  u32 count = 1;
  if (who) {
    count = eval_objects(&e, who);
  } else {
    scratch_push(g, ref_player(eval_you(&e)));
  }
  Heap list = 0;
  for (u32 seat = 0; player_apnap(g, seat) != PLAYER_NONE; seat++)
    for (u32 i = 0; i < count; i++)
      if (scratch_get(g, mark + i) == ref_player(player_apnap(g, seat))) list_add(g, &list, scratch_get(g, mark + i));
  scratch_release(g, mark);
  frame_top(g)->lists = list;
  i64 cards = eval_num(&e, ARG(ARG_DRAW_N));
  f = frame_top(g);
  f->a[DRAW_EACH] = f->a[DRAW_LEFT] = cards;
  f->step = DRAW_ONE_MORE;
  return FLOW_STEP;
}

/* How many cards were drawn since the history had `from` rows: none for a draw that was replaced, but those in its
   place, whoever drew them. */
static i64 draws_since(const Game *g, u32 from) {
  i64 n = 0;
  for (u32 row = from; row < count_of(g, T_HISTORY); row++) n += row_HISTORY(g, row)->kind == EVENT_DRAW;
  return n;
}

Flow act_draw(Game *g, Frame *f) {
  if (f->step == DRAW_BEGIN) return draw_begin(g, f);
  if (f->step == DRAW_DRAWING) {
    f->a[DRAW_DRAWN] += draws_since(g, (u32)f->a[DRAW_HISTORY]);
    f->step = DRAW_ONE_MORE;
    u32 base = (u32)f->a[DRAW_BATCH];
    f->a[DRAW_BEGUN] |= act_was_begun(g, base);
    f->a[DRAW_BATCH] = 0;
    batch_end(g, base);
    f = frame_top(g);
  }
  u32 players = list_count(g, f->lists);
  while ((u32)f->a[DRAW_NEXT] < players && f->a[DRAW_LEFT] <= 0) {
    f->a[DRAW_NEXT]++;
    f->a[DRAW_LEFT] = f->a[DRAW_EACH];
    if (f->a[DRAW_EACH] <= 0) f->a[DRAW_NEXT] = players;
  }
  if ((u32)f->a[DRAW_NEXT] >= players) {
    Heap list = f->lists;
    i64 drawn = f->a[DRAW_DRAWN];
    bool begun = f->a[DRAW_BEGUN] != 0;
    f->lists = 0;
    if (list) heap_free(g, list);
    env_set_number(g, frame_top(g)->env, SLOT_THIS_WAY, drawn);
    return act_did(g, begun || drawn > 0);
  }
  f->a[DRAW_LEFT]--;
  f->step = DRAW_DRAWING;
  u32 player = ref_slot(list_get(g, f->lists, (u32)f->a[DRAW_NEXT]));
  RULE(g, "121.2");
  u32 base = batch_begin(g);
  u32 row = batch_draw(g, player);
  Heap applied = heap_copy(g, env_at(g, frame_top(g)->env)->applied);
  row_EVENTS(g, row)->applied = applied;
  frame_top(g)->a[DRAW_BATCH] = base;
  frame_top(g)->a[DRAW_HISTORY] = count_of(g, T_HISTORY);
  batch_propose(g, base);
  return FLOW_STEP;
}

/* --- mana with a choice ------------------------------------------------------------------------------------------ */

Flow act_add_mana(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  bool each = node_op(g->db, n) == IR_ADD_MANA_CHOICE && ARG(ARG_ADD_MANA_CHOICE_EACH);
  if (f->step == MANA_BEGIN) {
    f->step = MANA_KIND;
    Eval e = eval_of_env(g, env);
    i64 amount = eval_num(&e, ARG(0));
    u32 kinds = mana_kinds_named(&e, n);
    f = frame_top(g);
    f->a[MANA_LEFT] = amount;
    f->a[MANA_KINDS] = kinds;
    if (amount <= 0 || !kinds) return act_did(g, false);
  }
  if (f->step == MANA_ADDED) {
    batch_end(g, (u32)f->a[MANA_BATCH]);
    return act_did(g, true);
  }
  if (f->step == MANA_KIND_CHOSEN) {
    i64 units = each ? 1 : f->a[MANA_LEFT];
    Word kind = decide_taken(g)->word;
    SOUND(g, color_mask(kind));
    f->a[MANA_WHITE + color_bit(kind)] += units;
    f->a[MANA_LEFT] -= units;
    f->step = MANA_KIND;
  }
  Eval e = eval_of_env(g, env);
  if (f->a[MANA_LEFT] > 0) {
    f->step = MANA_KIND_CHOSEN;
    Word planned = mana_choice_planned(g, env);
    if (planned && f->a[MANA_KINDS] >> color_bit(planned) & 1) {
      core(g)->taken = (Option){.kind = OPTION_WORD, .word = planned};
      return FLOW_STEP;
    }
    u32 kinds = (u32)f->a[MANA_KINDS];
    decide_begin(g, DECISION_WORD, eval_you(&e), eval_self(&e), "608.2d");
    for (u32 k = 0; k < 6; k++)
      if (kinds >> k & 1) decide_word(g, (Word)(W_WHITE + k));
    return decide_end(g);
  }
  f->step = MANA_ADDED;
  i64 amounts[6];
  memcpy(amounts, &f->a[MANA_WHITE], sizeof amounts);
  bool choice = node_op(g->db, n) == IR_ADD_MANA_CHOICE;
  u32 player = act_player(&e, choice ? ARG(ARG_ADD_MANA_CHOICE_PLAYER) : ARG(ARG_ADD_MANA_TYPES_OF_PLAYER));
  Node terms = mana_terms(g, n);
  u32 stays = choice ? mana_staying((Word)ARG(ARG_ADD_MANA_CHOICE_STAYS)) : 0u;
  u32 base = batch_begin(g);
  for (u32 k = 0; k < 6; k++) build_mana(g, &e, player, k | stays, amounts[k], terms, env);
  frame_top(g)->a[MANA_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* --- turns ------------------------------------------------------------------------------------------------------------- */

Flow act_turns(Game *g, Frame *f) {
  Node n = f->node;
  IrOp op = node_op(g->db, n);
  Eval e = eval_of_env(g, f->env);
  Ref self = eval_self(&e);
  if (op == IR_END_TURN) {
    RULE(g, "724.1");
    REMARK(g, TURN_ENDS, "724.1", eval_you(&e), .object = self);
    core(g)->ending = ENDING_TURN;
    return act_did(g, true);
  }
  if (op == IR_END_COMBAT) {
    RULE(g, "724.2");
    if (!step_is_combat(step_now(g))) {
      RULE(g, "724.2g");
      return act_did(g, false);
    }
    REMARK(g, COMBAT_ENDS, "724.2", eval_you(&e), .object = self);
    core(g)->ending = ENDING_COMBAT;
    return act_did(g, true);
  }
  if (op == IR_EXTRA_PHASE) {
    phase_add(g, (Word)ARG(ARG_EXTRA_PHASE_PHASE), (Word)ARG(ARG_EXTRA_PHASE_AFTER), self);
    return act_did(g, true);
  }
  Node who = op == IR_SKIP_STEP      ? ARG(ARG_SKIP_STEP_PLAYER)
             : op == IR_SKIP_TURN    ? ARG(ARG_SKIP_TURN_PLAYER)
             : op == IR_CONTROL_TURN ? ARG(ARG_CONTROL_TURN_PLAYER)
                                     : ARG(ARG_EXTRA_TURN_PLAYER);
  u32 player = act_player(&e, who);
  if (player == PLAYER_NONE) return act_did(g, false);
  switch (op) {
    case IR_SKIP_STEP: step_skip(g, player, (Word)ARG(ARG_SKIP_STEP_STEP), self); break;
    case IR_SKIP_TURN: turn_skip(g, player, self); break;
    case IR_CONTROL_TURN: turn_control(g, player, eval_you(&e)); break;
    default: turn_add(g, player, self); break;
  }
  return act_did(g, true);
}
