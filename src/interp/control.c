/* Actions that order other actions: sequences, conditions, options, repetition. */
#include "interp/interp_internal.h"

Flow act_seq(Game *g, Frame *f) {
  u32 at = (u32)f->a[SEQUENCE_NEXT];
  if (at == node_argc(g->db, f->node)) return act_done(g, core(g)->ret);
  f->a[SEQUENCE_NEXT]++;
  act_begin(g, node_arg(g->db, f->node, at), f->env);
  return FLOW_STEP;
}

Flow act_if(Game *g, Frame *f) {
  if (f->step == DOES_DONE) return act_done(g, core(g)->ret);
  f->step = DOES_DONE;
  Heap env = f->env;
  Node node = f->node;
  EVAL_PROGRAM(e, g, env);
  bool yes = eval_cond(&e, node_arg(g->db, node, ARG_IF_CONDITION));
  Node next = node_arg(g->db, node, yes ? ARG_IF_THEN : ARG_IF_ELSE);
  if (!next) return act_done(g, 0);
  act_begin(g, next, env);
  return FLOW_STEP;
}

/* Whether an action that takes objects from where they are finds none of them there any more; only those that the
   player controls can be sacrificed (701.21a). All cards of an empty zone can be discarded or exiled, as they
   could be to pay a cost (118.12). */
static bool finds_none(const Eval *e, Node n, u32 player) {
  const CardDb *db = e->g->db;
  IrOp op = node_op(db, n);
  if (op != IR_SACRIFICE && op != IR_EXILE && op != IR_MOVE && op != IR_RETURN_HAND && op != IR_DISCARD) return false;
  bool of_zone = op == IR_DISCARD || op == IR_EXILE;
  if (of_zone && node_op(db, node_arg(db, n, 0)) == IR_CARDS_IN) return false;
  u32 mark = scratch_mark(e->g), count = eval_objects(e, node_arg(db, n, 0)), found = 0;
  for (u32 i = 0; i < count; i++) {
    u32 slot = object_live(e->g, scratch_get(e->g, mark + i));
    found += slot && (op != IR_SACRIFICE || object_row(e->g, slot)->controller == player);
  }
  scratch_release(e->g, mark);
  return found == 0;
}

/* Whether the events of an action are built without a trace, so that it can be tried whether they can happen. */
static bool can_be_tried(const CardDb *db, Node n) {
  switch (node_op(db, n)) {
    case IR_MOVE:
    case IR_EXILE:
    case IR_RETURN_HAND:
    case IR_DISCARD:
    case IR_SACRIFICE:
    case IR_DESTROY:
    case IR_TAP:
    case IR_UNTAP:
    case IR_PUT_COUNTERS:
    case IR_REMOVE_COUNTERS:
    case IR_MOVE_COUNTERS: return true;
    default: return false;
  }
}

/* Whether nothing of an action can happen. What follows only if it happened does nothing then. */
static bool cant_happen(const Eval *e, Heap env, Node n) {
  Game *g = e->g;
  const CardDb *db = g->db;
  bool all = node_op(db, n) == IR_SEQ;
  if (!all && !can_be_tried(db, n)) return false;
  for (u32 i = 0; all && i < node_argc(db, n); i++) {
    Node part = node_arg(db, n, i);
    bool depends = i > 0 && node_op(db, part) == IR_IF && node_op(db, node_arg(db, part, ARG_IF_CONDITION)) == IR_DID;
    if (!depends && !cant_happen(e, env, part)) return false;
  }
  if (all) return node_argc(db, n) > 0;
  u32 base = batch_begin(g);
  action_build(g, e, n, env);
  bool built = count_of(g, T_EVENTS) > base;
  bool nothing = built ? batch_impossible(g, base) : node_op(db, n) == IR_MOVE_COUNTERS;
  batch_end(g, base);
  return nothing;
}

/* Whether an action begins with a choice of objects that must be made and can't, with a search that nobody may make, or with
   what finds nothing to act on, or nothing of it can happen: then "may" isn't asked, since an impossible option can't be
   chosen (608.2d). */
static bool impossible(const Eval *e, Heap env, Node n, u32 player) {
  Game *g = e->g;
  const CardDb *db = g->db;
  Node whole = n;
  while (node_op(db, n) == IR_SEQ && node_argc(db, n)) n = node_arg(db, n, 0);
  if (node_op(db, n) == IR_SEARCH && act_cant_search(e, n)) return true;
  if (node_op(db, n) != IR_CHOOSE) return finds_none(e, n, player) || cant_happen(e, env, whole);
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(e, node_arg(db, n, ARG_CHOOSE_FROM));
  scratch_release(g, mark);
  return count < eval_num(e, node_arg(db, n, ARG_CHOOSE_MIN));
}

/* A player isn't asked whether to do what can't be done: that is what a permanent enters as a copy of, or another action. */
static void tell_hopeless(Game *g, Heap env, u32 player, Node then) {
  const CardDb *db = g->db;
  bool copies = false;
  for (u32 i = 0; node_op(db, then) == IR_SEQ && i < node_argc(db, then); i++)
    copies |= node_op(db, node_arg(db, then, i)) == IR_ENTERS_AS_COPY;
  if (copies)
    REMARK(g, COPIES_NOTHING, "101.3", player, .object = env_at(g, env)->source);
  else
    REMARK(g, NOTHING_TO_CHOOSE, "608.2d", player, .object = env_at(g, env)->source);
}

/* Nobody did what was offered; of something else that was offered in its place it is known whether anybody did that. */
static Flow declined(Game *g, Node otherwise) {
  IrOp op = node_op(g->db, otherwise);
  return op == IR_MAY || op == IR_PAY ? act_done(g, core(g)->ret) : act_did(g, false);
}

Flow act_may(Game *g, Frame *f) {
  const CardDb *db = g->db;
  switch (f->step) {
    case MAY_ASK: {
      Node node = f->node;
      Heap env = f->env;
      EVAL_PROGRAM(e, g, env);
      u32 player = act_player(&e, node_arg(db, node, ARG_MAY_BY));
      bool hopeless = player != PLAYER_NONE && impossible(&e, env, node_arg(db, node, ARG_MAY_THEN), player);
      f = frame_top(g); /* what was tried may have moved the block */
      f->step = MAY_ASKED;
      if (player == PLAYER_NONE || triggers_done_once(g, f->env)) {
        core(g)->taken = (Option){.kind = OPTION_NO};
        return FLOW_STEP;
      }
      decide_begin(g, DECISION_MAY, player, env_at(g, env)->source, "608.2d");
      core(g)->decision.ability = env_at(g, env)->ability;
      core(g)->decision.node = frame_top(g)->node;
      decide_simple(g, OPTION_NO);
      if (!hopeless) decide_simple(g, OPTION_YES);
      if (hopeless) tell_hopeless(g, env, player, node_arg(db, node, ARG_MAY_THEN));
      return decide_end(g);
    }
    case MAY_ASKED: {
      bool yes = decide_taken(g)->kind == OPTION_YES;
      f->step = yes ? MAY_DONE : MAY_DECLINED;
      if (yes) triggers_do_once(g, f->env);
      f = frame_top(g);
      Node next = node_arg(db, f->node, yes ? ARG_MAY_THEN : ARG_MAY_ELSE);
      if (!next) return act_did(g, false);
      act_begin(g, next, f->env);
      return FLOW_STEP;
    }
    case MAY_DONE: return act_did(g, true);
    default: return declined(g, node_arg(db, f->node, ARG_MAY_ELSE));
  }
}

Flow act_pay(Game *g, Frame *f) {
  const CardDb *db = g->db;
  if (f->step == PAY_FOR_ASK) {
    f->step = PAY_FOR_ASKED;
    Heap env = f->env;
    Node node = f->node;
    EVAL_PROGRAM(e, g, f->env);
    f = frame_top(g);
    u32 player = act_player(&e, node_arg(db, node, ARG_PAY_BY));
    bool ask = !node_arg(db, node, ARG_PAY_FORCED);
    if (player == PLAYER_NONE || triggers_done_once(g, env)) {
      core(g)->ret = 0;
      return FLOW_STEP;
    }
    RULE(g, "118.12");
    Node cost = node_arg(db, node, ARG_PAY_COST);
    u32 keyword = carddb_keyword_of(db, env_at(g, env)->ability);
    bool counted = node_op(db, cost) == IR_COST_GENERIC || node_op(db, cost) == IR_COST_X_LIFE;
    if (counted && node_op(db, node_arg(db, cost, 0)) != IR_NUMBER && carddb_ability(db, keyword)->keyword == W_WARD)
      RULE(g, "702.21b");
    pay_begin(g, player, node_arg(db, node, ARG_PAY_COST), env, ask);
    return FLOW_STEP;
  }
  if (f->step == PAY_FOR_ASKED) {
    bool paid = core(g)->ret > 0;
    f->step = paid ? PAY_FOR_PAID : PAY_FOR_REFUSED;
    env_set_number(g, f->env, SLOT_DID, paid);
    if (paid) triggers_do_once(g, frame_top(g)->env);
    f = frame_top(g);
    Node next = node_arg(db, f->node, paid ? ARG_PAY_THEN : ARG_PAY_ELSE);
    if (!next) return act_done(g, paid);
    act_begin(g, next, f->env);
    return FLOW_STEP;
  }
  return f->step == PAY_FOR_PAID ? act_did(g, true) : declined(g, node_arg(db, f->node, ARG_PAY_ELSE));
}

/* The objects of FOR_EACH are fixed as it begins. */
static void free_lists(Game *g, Frame *f) {
  Heap list = f->lists;
  f->lists = 0;
  if (list) heap_free(g, list);
}

/* What is done for all of several objects is one batch of events (608.2f). */
static Flow all_at_once(Game *g, Frame *f) {
  f->step = EACH_AT_ONCE;
  u32 base = batch_begin(g), count = list_count(g, f->lists);
  Node slot = node_arg(g->db, f->node, ARG_FOR_EACH_SLOT), action = node_arg(g->db, f->node, ARG_FOR_EACH_DO);
  for (u32 i = 0; i < count; i++) {
    Heap env = frame_top(g)->env;
    env_set_ref(g, env, slot, list_get(g, frame_top(g)->lists, i));
    EVAL_PROGRAM(e, g, env);
    action_build(g, &e, action, env);
  }
  f = frame_top(g);
  f->a[LISTED_BATCH] = base;
  act_forget_moved(g, f->env, node_op(g->db, action));
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow all_at_once_done(Game *g, Frame *f) {
  i64 happened = core(g)->ret;
  act_keep_results(g, f->env, (u32)f->a[LISTED_BATCH], happened);
  batch_end(g, (u32)frame_top(g)->a[LISTED_BATCH]);
  free_lists(g, frame_top(g));
  return act_did(g, happened > 0);
}

/* The place in turn order of a player, or of who controls an object or owns it elsewhere. */
static u32 turn_place(const Game *g, Ref ref) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  u32 player = ref_is_player(ref) ? ref_slot(ref) : slot ? object_row(g, slot)->controller : core(g)->active;
  return player_turn_place(g, player);
}

/* The last `n` of the scratch list go in the order of their players' turns, else stay in their order (608.2f). */
static void put_in_turn_order(Game *g, u32 mark, u32 n) {
  for (u32 i = 1; i < n; i++) {
    Ref ref = scratch_get(g, mark + i);
    u32 place = turn_place(g, ref), at = i;
    for (; at > 0 && turn_place(g, scratch_get(g, mark + at - 1)) > place; at--)
      scratch_set(g, mark + at, scratch_get(g, mark + at - 1));
    scratch_set(g, mark + at, ref);
  }
}

Flow act_for_each(Game *g, Frame *f) {
  const CardDb *db = g->db;
  if (f->step == EACH_LIST) {
    f->step = EACH_NEXT;
    Heap env = f->env;
    Node node = f->node;
    EVAL_PROGRAM(e, g, f->env);
    f = frame_top(g);
    u32 mark = scratch_mark(g);
    u32 n = eval_objects(&e, node_arg(db, node, ARG_FOR_EACH_OBJECTS));
    if (node_op(db, node_arg(db, node, ARG_FOR_EACH_OBJECTS)) != IR_PLAYERS_FROM) put_in_turn_order(g, mark, n);
    Heap list = 0;
    for (u32 i = 0; i < n; i++) list_add(g, &list, scratch_get(g, mark + i));
    scratch_release(g, mark);
    (void)env;
    frame_top(g)->lists = list;
    return FLOW_STEP;
  }
  if (f->step == EACH_AT_ONCE) return all_at_once_done(g, f);
  u32 at = (u32)f->a[LISTED_NEXT];
  if (at == list_count(g, f->lists)) {
    free_lists(g, f);
    return act_done(g, at);
  }
  bool at_once = node_arg(db, f->node, ARG_FOR_EACH_AT_ONCE) != 0;
  if (at_once && action_is_plain(db, node_arg(db, f->node, ARG_FOR_EACH_DO))) return all_at_once(g, f);
  f->a[LISTED_NEXT]++;
  Heap env = f->env;
  env_set_ref(g, env, node_arg(db, f->node, ARG_FOR_EACH_SLOT), list_get(g, f->lists, at));
  f = frame_top(g);
  act_begin(g, node_arg(db, f->node, ARG_FOR_EACH_DO), f->env);
  return FLOW_STEP;
}

/* The first kind of counter on the objects behind that one, in the order of the words; 0 if there is none. */
static Word kind_behind(Game *g, const Eval *e, Node among, Word kind) {
  Word next = 0;
  u32 mark = scratch_mark(g), n = eval_objects(e, among);
  for (u32 i = 0; i < n; i++) {
    for (u32 row = counters_first(g, scratch_get(g, mark + i)); row; row = row_COUNTERS(g, row)->next) {
      const Counters c = *row_COUNTERS(g, row);
      if (c.n > 0 && c.kind > kind && (!next || c.kind < next)) next = c.kind;
    }
  }
  scratch_release(g, mark);
  return next;
}

/* What is done for one kind changes nothing about whether there are others. */
Flow act_for_each_kind(Game *g, Frame *f) {
  EVAL_PROGRAM(e, g, f->env);
  f = frame_top(g);
  Word kind = kind_behind(g, &e, node_arg(g->db, f->node, ARG_FOR_EACH_KIND_AMONG), (Word)f->a[AT_NEXT]);
  f = frame_top(g);
  if (!kind) return act_did(g, f->a[AT_NEXT] != 0);
  f->a[AT_NEXT] = kind;
  f->step = DOES_DONE;
  env_set_word(g, f->env, node_arg(g->db, f->node, ARG_FOR_EACH_KIND_SLOT), kind);
  f = frame_top(g);
  act_begin(g, node_arg(g->db, f->node, ARG_FOR_EACH_KIND_DO), f->env);
  return FLOW_STEP;
}

/* The environments of EACH_PLAYER go. */
static Flow each_player_done(Game *g, i64 happened) {
  Heap list = frame_top(g)->lists;
  frame_top(g)->lists = 0;
  for (u32 i = 0; i < list_count(g, list); i++) env_free(g, (Heap)list_get(g, list, i));
  if (list) heap_free(g, list);
  return act_did(g, happened > 0);
}

/* Whether somebody chose to do what each of several players may do, whatever came of it (118.12); what happened, where they
   weren't asked whether to. */
static i64 chosen_or_happened(Game *g, i64 happened) {
  const Frame *f = frame_top(g);
  IrOp choice = node_op(g->db, node_arg(g->db, f->node, ARG_EACH_PLAYER_CHOOSE));
  if (choice != IR_MAY && choice != IR_PAY) return happened;
  bool any = false;
  for (u32 i = 0; i < list_count(g, f->lists); i++)
    any |= env_at(g, (Heap)list_get(g, f->lists, i))->slot[SLOT_DID].v != 0;
  RULE(g, "118.12");
  return any;
}

/* Each player chooses in APNAP order in an environment copied from the program's, then the actions of all
   happen as one batch (608.2e); those that are more than events, such as draws (121.2c), one player after another. The
   environments wait in the frame's list. */
Flow act_each_player(Game *g, Frame *f) {
  const CardDb *db = g->db;
  if (f->step == EACH_LIST) {
    f->step = EACH_NEXT;
    Node node = f->node;
    EVAL_PROGRAM(e, g, f->env);
    f = frame_top(g);
    u32 mark = scratch_mark(g);
    u32 n = eval_objects(&e, node_arg(db, node, ARG_EACH_PLAYER_PLAYERS));
    Heap list = 0;
    for (u32 seat = 0; player_apnap(g, seat) != PLAYER_NONE; seat++) {
      for (u32 i = 0; i < n; i++) {
        if (scratch_get(g, mark + i) != ref_player(player_apnap(g, seat))) continue;
        Heap env = env_copy(g, frame_top(g)->env);
        env_set_ref(g, env, node_arg(db, node, ARG_EACH_PLAYER_SLOT), scratch_get(g, mark + i));
        list_add(g, &list, env);
      }
    }
    scratch_release(g, mark);
    frame_top(g)->lists = list;
    frame_top(g)->flags |= FRAME_LISTS_ENVS;
    return FLOW_STEP;
  }
  u32 at = (u32)f->a[PLAYERS_NEXT], n = list_count(g, f->lists);
  if (f->step == EACH_NEXT && at < n) {
    RULE(g, "608.2e");
    f->a[PLAYERS_NEXT]++;
    Heap env = (Heap)list_get(g, f->lists, at);
    act_begin(g, node_arg(db, f->node, ARG_EACH_PLAYER_CHOOSE), env);
    return FLOW_STEP;
  }
  Node deed = node_arg(db, f->node, ARG_EACH_PLAYER_DO);
  if (f->step == EACH_NEXT && !action_is_plain(db, deed)) {
    f->step = EACH_IN_TURN;
    f->a[PLAYERS_NEXT] = at = 0;
  }
  if (f->step == EACH_IN_TURN) {
    if (at == n) return each_player_done(g, n);
    f->a[PLAYERS_NEXT]++;
    act_begin(g, deed, (Heap)list_get(g, f->lists, at));
    return FLOW_STEP;
  }
  if (f->step == EACH_NEXT) {
    f->step = EACH_AT_ONCE;
    u32 base = batch_begin(g);
    for (u32 i = 0; i < n; i++) {
      Heap env = (Heap)list_get(g, frame_top(g)->lists, i);
      EVAL_PROGRAM(e, g, env);
      action_build(g, &e, node_arg(db, frame_top(g)->node, ARG_EACH_PLAYER_DO), env);
    }
    f = frame_top(g);
    f->a[PLAYERS_BATCH] = base;
    act_forget_moved(g, f->env, node_op(db, node_arg(db, f->node, ARG_EACH_PLAYER_DO)));
    batch_propose(g, base);
    return FLOW_STEP;
  }
  i64 happened = core(g)->ret;
  act_keep_results(g, f->env, (u32)f->a[PLAYERS_BATCH], happened);
  batch_end(g, (u32)frame_top(g)->a[PLAYERS_BATCH]);
  return each_player_done(g, chosen_or_happened(g, happened));
}

Flow act_repeat(Game *g, Frame *f) {
  if (f->step == DOES_BEGIN) {
    f->step = DOES_DONE;
    EVAL_PROGRAM(e, g, f->env);
    f = frame_top(g);
    i64 times = eval_num(&e, node_arg(g->db, f->node, ARG_REPEAT_TIMES));
    f = frame_top(g);
    f->a[AT_NEXT] = times;
  }
  if (f->a[AT_NEXT] <= 0) return act_done(g, 0);
  f->a[AT_NEXT]--;
  act_begin(g, node_arg(g->db, f->node, ARG_REPEAT_DO), f->env);
  return FLOW_STEP;
}

/* The most repetitions of a process that nobody chooses to repeat. */
#define REPETITIONS 4096

Flow act_repeat_while(Game *g, Frame *f) {
  if (f->step == DOES_DONE) {
    EVAL_PROGRAM(e, g, f->env);
    f = frame_top(g);
    if (!eval_cond(&e, node_arg(g->db, f->node, ARG_REPEAT_WHILE_CONDITION))) return act_done(g, 1);
    f = frame_top(g);
    if (++f->a[AT_NEXT] >= REPETITIONS) game_fail(g, GAVEL_E_LIMIT, "repetitions of a process");
  }
  f->step = DOES_DONE;
  act_begin(g, node_arg(g->db, f->node, ARG_REPEAT_WHILE_DO), f->env);
  return FLOW_STEP;
}

Flow act_let(Game *g, Frame *f) {
  Heap env = f->env;
  Node node = f->node;
  EVAL_PROGRAM(e, g, f->env);
  u32 mark = scratch_mark(g);
  u32 n = eval_objects(&e, node_arg(g->db, node, ARG_LET_OBJECTS));
  env_set_refs(g, env, node_arg(g->db, node, ARG_LET_SLOT), NULL, 0);
  for (u32 i = 0; i < n; i++) env_add_ref(g, env, node_arg(g->db, node, ARG_LET_SLOT), scratch_get(g, mark + i));
  scratch_release(g, mark);
  return act_done(g, n);
}

Flow act_let_number(Game *g, Frame *f) {
  Heap env = f->env;
  Node node = f->node;
  EVAL_PROGRAM(e, g, f->env);
  i64 n = eval_num(&e, node_arg(g->db, node, ARG_LET_NUMBER_NUMBER));
  env_set_number(g, env, node_arg(g->db, node, ARG_LET_NUMBER_SLOT), n);
  return act_done(g, n);
}

Flow act_one_of(Game *g, Frame *f) {
  const CardDb *db = g->db;
  switch (f->step) {
    case ONE_OF_ASK: {
      f->step = ONE_OF_ASKED;
      Node node = f->node;
      EVAL_PROGRAM(e, g, f->env);
      f = frame_top(g);
      u32 player = act_player(&e, node_arg(db, node, ARG_ONE_OF_BY));
      if (player == PLAYER_NONE) return act_done(g, 0); /* nobody is there to choose */
      decide_begin(g, DECISION_OPTION, player, eval_self(&e), "608.2d");
      core(g)->decision.ability = env_at(g, frame_top(g)->env)->ability;
      for (u32 i = ARG_ONE_OF_OPTIONS; i < node_argc(db, node); i++)
        decide_option(g, (Option){.kind = OPTION_NODE, .a = node_arg(db, node, i), .n = i - ARG_ONE_OF_OPTIONS + 1});
      return decide_end(g);
    }
    case ONE_OF_ASKED:
      f->step = ONE_OF_DONE;
      SOUND(g, ir_op_info(node_op(db, decide_taken(g)->a))->sort == SORT_ACT);
      act_begin(g, decide_taken(g)->a, f->env);
      return FLOW_STEP;
    default: return act_done(g, core(g)->ret);
  }
}
