/* PROC_ACT: the dispatcher of actions, and the generic step of plain ones. */
#include "interp/interp_internal.h"

u32 event_row_of(const Game *g, Heap env) {
  Value v = env_at(g, env)->slot[SLOT_EVENT_ROW];
  return v.tag == VALUE_NUMBER ? (u32)v.v : 0;
}

Eval eval_in_program(Game *g, Heap env, Provisional *prov, Chars *chars) {
  Eval e = eval_of_env(g, env);
  u32 row = event_row_of(g, env);
  if (!row) return e;
  const Event ev = *row_EVENTS(g, row - 1);
  bool entering = ev.kind == EVENT_MOVE && ev.to == ZONE_BATTLEFIELD && ev.entry;
  u32 slot = entering ? object_live(g, ev.object) : 0;
  if (!slot) return e;
  chars_entering(g, slot, ev.entry, chars);
  *prov = (Provisional){.slot = slot, .entry = ev.entry, .chars = chars};
  e.provisional = prov;
  e.event = row;
  return e;
}

Flow act_done(Game *g, i64 ret) {
  frame_return(g, ret);
  return FLOW_STEP;
}

Flow act_did(Game *g, bool did) {
  env_set_number(g, frame_top(g)->env, SLOT_DID, did);
  return act_done(g, did);
}

u32 act_player(const Eval *e, Node arg) { return arg ? eval_player(e, arg) : eval_you(e); }

/* It can always be done, as the action of a cost too, for which something is only chosen. */
Flow act_nothing(Game *g, Frame *f) {
  (void)f;
  return act_done(g, 1);
}

static const ActStep STEPS[IR_OP_COUNT] = {
    [IR_SEQ] = act_seq,
    [IR_NOTHING] = act_nothing,
    [IR_IF] = act_if,
    [IR_MAY] = act_may,
    [IR_PAY] = act_pay,
    [IR_FOR_EACH] = act_for_each,
    [IR_EACH_PLAYER] = act_each_player,
    [IR_REPEAT] = act_repeat,
    [IR_REPEAT_WHILE] = act_repeat_while,
    [IR_LET] = act_let,
    [IR_LET_NUMBER] = act_let_number,
    [IR_ONE_OF] = act_one_of,
    [IR_CHOOSE] = act_choose,
    [IR_CHOOSE_NUMBER] = act_choose_number,
    [IR_CHOOSE_COLOR] = act_choose_word,
    [IR_CHOOSE_SUBTYPE] = act_choose_word,
    [IR_CHOOSE_LAND_TYPE] = act_choose_word,
    [IR_CHOOSE_ANY_LAND_TYPE] = act_choose_word,
    [IR_CHOOSE_WORD] = act_choose_word,
    [IR_CHOOSE_COUNTER] = act_choose_counter,
    [IR_CHOOSE_NAME] = act_choose_name,
    [IR_DIVIDE] = act_divide,
    [IR_NOTE] = act_note,
    [IR_NOTE_NUMBER] = act_note_number,
    [IR_SEARCH] = act_search,
    [IR_EXILE_UNTIL] = act_exile_until,
    [IR_REVEAL_UNTIL] = act_reveal_until,
    [IR_ARRANGE] = act_arrange,
    [IR_SHUFFLE_PILE] = act_shuffle_pile,
    [IR_SCRY] = act_scry,
    [IR_SURVEIL] = act_scry,
    [IR_UNLOCK_DOOR] = act_unlock_door,
    [IR_COPY_CARD] = act_copy_card,
    [IR_VENTURE] = act_venture,
    [IR_FLIP_COIN] = act_flip_coin,
    [IR_ROLL_DIE] = act_roll_die,
    [IR_LOOK] = act_look,
    [IR_PROLIFERATE] = act_proliferate,
    [IR_APPLY] = act_apply,
    [IR_APPLY_RULE] = act_apply_rule,
    [IR_DELAYED] = act_delayed,
    [IR_REFLEXIVE] = act_reflexive,
    [IR_SHIELD] = act_shield,
    [IR_REMOVE_DAMAGE] = act_remove_damage,
    [IR_REGENERATE] = act_regenerate,
    [IR_DRAW] = act_draw,
    [IR_ADD_MANA_CHOICE] = act_add_mana,
    [IR_ADD_MANA_TYPES_OF] = act_add_mana,
    [IR_COPY_SPELL] = act_copy_spell,
    [IR_COPY_FOR_EACH] = act_copy_for_each,
    [IR_NEW_TARGETS] = act_new_targets,
    [IR_CAST] = act_cast,
    [IR_EXTRA_TURN] = act_turns,
    [IR_SKIP_STEP] = act_turns,
    [IR_SKIP_TURN] = act_turns,
    [IR_EXTRA_PHASE] = act_turns,
    [IR_END_TURN] = act_turns,
    [IR_EXCHANGE_CONTROL] = act_exchange_control,
    [IR_EXCHANGE_NUMBERS] = act_exchange_numbers,
    [IR_EXCHANGE_TEXT] = act_exchange_text,
    [IR_RESELECT_ATTACK] = act_reselect_attack,
    [IR_INSTEAD] = act_change_event,
    [IR_ALSO] = act_change_event,
    [IR_INSTEAD_ZONE] = act_change_event,
    [IR_EVENT_SET_AMOUNT] = act_change_event,
    [IR_PREVENT] = act_change_event,
    [IR_REDIRECT] = act_change_event,
    [IR_SKIP] = act_change_event,
    [IR_ENTERS_TAPPED] = act_change_event,
    [IR_ENTERS_WITH] = act_change_event,
    [IR_ENTERS_UNDER] = act_change_event,
    [IR_ENTERS_AS_COPY] = act_change_event,
    [IR_ENTERS_AS] = act_change_event,
    [IR_ENTERS_ATTACHED] = act_change_event,
    [IR_ENTERS_PROTECTED] = act_change_event,
    [IR_ENTERS_TRANSFORMED] = act_change_event,
};

ActStep act_step_of(IrOp op) { return STEPS[op]; }

void act_keep_results(Game *g, Heap env, u32 base, i64 happened) {
  u32 end = count_of(g, T_EVENTS);
  i64 amount = 0;
  bool first = true;
  for (u32 row = base; row < end; row++) {
    const Event ev = *row_EVENTS(g, row);
    if (!(ev.flags & EVF_HAPPENED)) continue;
    if (ev.kind == EVENT_MOVE && ev.became) {
      if (first) env_set_refs(g, env, SLOT_MOVED, NULL, 0);
      first = false;
      env_add_ref(g, env, SLOT_MOVED, ev.became);
    }
    if (!ev.parent) amount = num_add(amount, ev.amount ? ev.amount : 1, NULL);
  }
  env_set_number(g, env, SLOT_THIS_WAY, amount);
  env_set_number(g, env, SLOT_DID, happened > 0);
}

/* Whatever damage was dealt to, each once. */
static void keep_damaged(Game *g, Heap env, u32 base) {
  env_set_refs(g, env, SLOT_MOVED, NULL, 0);
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
    const Event ev = *row_EVENTS(g, row);
    if (ev.kind == EVENT_DAMAGE && ev.flags & EVF_HAPPENED) env_add_ref(g, env, SLOT_MOVED, ev.object);
  }
}

void act_forget_moved(Game *g, Heap env, IrOp op) {
  static const IrOp MOVERS[] = {IR_MOVE,   IR_EXILE,       IR_RETURN_HAND, IR_DISCARD,       IR_SACRIFICE, IR_DESTROY,
                                IR_CREATE, IR_CREATE_COPY, IR_MILL,        IR_COUNTER_SPELL, IR_MELD};
  for (u32 i = 0; i < COUNT_OF(MOVERS); i++)
    if (MOVERS[i] == op) env_set_refs(g, env, SLOT_MOVED, NULL, 0);
}

/* Steps of a plain action: build and propose, then keep what came of it. */
static Flow act_plain(Game *g, Frame *f) {
  if (f->step == 1) {
    u32 base = (u32)f->a[ACT_BATCH];
    i64 happened = core(g)->ret;
    act_keep_results(g, f->env, base, happened);
    if (node_op(g->db, f->node) == IR_DEAL_DAMAGE) keep_damaged(g, f->env, base);
    batch_end(g, base);
    return act_done(g, happened);
  }
  Heap env = f->env;
  Node node = f->node;
  Provisional prov;
  Chars chars;
  Eval e = eval_in_program(g, env, &prov, &chars);
  u32 base = batch_begin(g);
  bool plain = action_build(g, &e, node, env);
  ASSERT(plain);
  (void)plain;
  act_forget_moved(g, env, node_op(g->db, node));
  if (count_of(g, T_EVENTS) == base) return act_did(g, false);
  f = frame_top(g);
  f->step = 1;
  f->a[ACT_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* A replacement its controller may decline asks first. */
static Flow ask_first(Game *g, Frame *f) {
  if (!(f->flags & FRAME_ASKED)) {
    f->flags |= FRAME_ASKED;
    Ref source = env_at(g, f->env)->source;
    decide_begin(g, DECISION_MAY, env_at(g, f->env)->controller, source, "614.1");
    core(g)->decision.ability = env_at(g, frame_top(g)->env)->ability;
    decide_simple(g, OPTION_NO);
    decide_simple(g, OPTION_YES);
    return decide_end(g);
  }
  f->flags &= ~(u32)(FRAME_ASKS | FRAME_ASKED);
  if (decide_taken(g)->kind == OPTION_NO) return act_did(g, false);
  return FLOW_STEP;
}

Flow proc_ACT(Game *g, Frame *f) {
  if (f->flags & FRAME_ASKS) return ask_first(g, f);
  f->node = operation_defined(g, f->node);
  ActStep step = STEPS[node_op(g->db, f->node)];
  return step ? step(g, f) : act_plain(g, f);
}
