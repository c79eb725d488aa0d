/* PROC_ACT: the dispatcher of actions, and the generic step of plain ones. */
#include "interp/interp_internal.h"

#include "state/sight.h"

u32 event_row_of(Game *g, Heap env) {
  Value v = env_at(g, env)->slot[SLOT_EVENT_ROW];
  if (v.tag != VALUE_NUMBER) return 0;
  SOUND(g, v.v <= count_of(g, T_EVENTS));
  return (u32)v.v;
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

/* Steps of actions that are not plain, by operation; null for plain ones. */
typedef Flow (*ActStep)(Game *g, Frame *f);

#define READS(FACTS, TRAITS) NULL
#define CHANGES(LAYER, WRITES, TAKES, READS) NULL
#define WATCHES(KIND, LOOKS, ...) NULL
#define BUILDS(FUNCTION, KIND, TRAITS) NULL
#define ACTS(FUNCTION, TRAITS) FUNCTION
#define ACTS_AND_BUILDS(ACT, BUILD, TRAITS) ACT
#define DEFINED(TRAITS) NULL
#define PART(TRAITS) NULL
#define IR(ENUM, NAME, SORT, SIGNATURE, ENGLISH, PROPERTIES) [IR_##ENUM] = PROPERTIES,
static const ActStep STEPS[IR_OP_COUNT] = {
#include "cards/ir_ops.def"
};

bool act_was_begun(Game *g, u32 base) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
    const Event *ev = row_EVENTS(g, row);
    if (ev->parent || (ev->flags & EVF_IMPOSSIBLE) != (EVF_GONE | EVF_SETTLED)) continue;
    RULE(g, "118.12");
    return true;
  }
  return false;
}

void act_keep_results(Game *g, Heap env, u32 base, i64 happened) {
  u32 end = count_of(g, T_EVENTS);
  i64 amount = 0;
  u32 excess = 0;
  bool first = true;
  for (u32 row = base; row < end; row++) {
    const Event ev = *row_EVENTS(g, row);
    if (!(ev.flags & EVF_HAPPENED)) continue;
    if (ev.kind == EVENT_MOVE && ev.became) {
      if (first) env_set_refs(g, env, SLOT_MOVED, NULL, 0);
      first = false;
      env_add_ref(g, env, SLOT_MOVED, ev.became);
    }
    excess = (u32)num_min((i64)excess + ev.excess, UINT32_MAX);
    if (!ev.parent) amount = num_add(amount, ev.amount ? ev.amount : 1, NULL);
  }
  /* Nobody counts a shuffle: "that many" behind it is how many cards were shuffled in (701.24d). */
  bool shuffle = base < end && row_EVENTS(g, base)->kind == EVENT_SHUFFLE;
  if (!shuffle) env_set_number(g, env, SLOT_THIS_WAY, amount);
  env_at(g, env)->excess = excess;
  env_set_number(g, env, SLOT_DID, happened > 0 || act_was_begun(g, base));
}

/* What regenerates, or is saved in another way, isn't destroyed, though something has happened (701.8c). */
static void keep_destroyed(Game *g, Heap env, u32 base) {
  i64 count = 0;
  for (u32 row = base; row < count_of(g, T_EVENTS); row++)
    count += row_EVENTS(g, row)->kind == EVENT_DESTROY && row_EVENTS(g, row)->flags & EVF_HAPPENED;
  env_set_number(g, env, SLOT_THIS_WAY, count);
  env_set_number(g, env, SLOT_DID, count > 0);
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

/* --- cards that go into a library together (401.4) ------------------------------------------------------- */

/* Whether an event has put a card into a library at a place of its own. The cards of one permanent have been ordered before
   (712.21a, 730.3a). */
static bool is_placed(const Event *ev) {
  bool moved = ev->kind == EVENT_MOVE && ev->to == ZONE_LIBRARY && ev->flags & EVF_HAPPENED;
  return moved && !(ev->flags & (EVF_SHUFFLE | EVF_COMPONENT));
}

/* Groups of cards are those of one owner and one place in their library, in the order of their owners' turns. */
enum { PLACES = 8 };
static u32 group_owner(const Game *g, u32 group) { return player_apnap(g, group / PLACES); }

/* Pushes the cards that the batch has put there and that are still there; answers how many. */
static u32 push_group(Game *g, u32 base, u32 group) {
  u32 owner = group_owner(g, group), count = 0;
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
    const Event *ev = row_EVENTS(g, row);
    u32 slot = is_placed(ev) && ev->position == group % PLACES ? object_live(g, ev->became) : 0;
    const Object *o = slot ? object_row(g, slot) : NULL;
    if (!o || o->zone != ZONE_LIBRARY || o->owner != owner || o->kind == OBJECT_TOKEN) continue; /* 111.7 */
    scratch_push(g, ev->became);
    count++;
  }
  return count;
}

/* Has the owner of the next group of several cards order them; ends the action when there is none. */
static Flow order_placed(Game *g, Frame *f) {
  u32 base = (u32)f->a[ACT_BATCH], groups = core(g)->player_count * PLACES;
  for (u32 group = (u32)f->a[ACT_GROUP]; group < groups; group++) {
    u32 mark = scratch_mark(g), count = push_group(g, base, group);
    if (count < 2) {
      scratch_release(g, mark);
      continue;
    }
    RULE(g, "401.4");
    f->step = ACT_ORDERED;
    f->a[ACT_GROUP] = group;
    Ref source = env_at(g, f->env)->source;
    u32 order = order_begin(g, DECISION_ORDER, group_owner(g, group), source, count, "401.4");
    frame_at(g, frame_index(g) - 1)->a[ACT_ORDER] = order;
    return FLOW_STEP;
  }
  i64 happened = f->a[ACT_HAPPENED];
  batch_end(g, base);
  return act_done(g, happened);
}

/* Puts the cards of a group into the order their owner has chosen; nobody else knows it. */
static void place_in_order(Game *g, u32 group, u32 order, u32 n) {
  put_in_order(g, order, n, library_index(group % PLACES));
  for (u32 i = 0; i < n; i++) {
    u32 slot = object_live(g, choose_get(g, order, i));
    if (slot) sight_arranged(g, slot, 1u << group_owner(g, group));
  }
}

/* --- plain actions ------------------------------------------------------------------------------------------ */

static Flow plain_done(Game *g, Frame *f) {
  u32 base = (u32)f->a[ACT_BATCH], placed = 0;
  i64 happened = core(g)->ret;
  const Heap env = f->env;
  const IrOp op = node_op(g->db, f->node);
  act_keep_results(g, env, base, happened);
  if (op == IR_DEAL_DAMAGE) keep_damaged(g, env, base);
  if (op == IR_DESTROY) keep_destroyed(g, env, base);
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) placed += is_placed(row_EVENTS(g, row));
  if (placed > 1) {
    f = frame_top(g);
    f->a[ACT_HAPPENED] = happened;
    return order_placed(g, f);
  }
  batch_end(g, base);
  return act_done(g, happened);
}

void tell_unlinked(Game *g, Heap env, Node node) {
  IrOp op = node_op(g->db, node);
  bool takes = op == IR_MOVE || op == IR_RETURN_HAND || op == IR_EXILE || op == IR_CAST;
  if (!takes || node_op(g->db, node_arg(g->db, node, 0)) != IR_NOTED) return;
  REMARK(g, NOTHING_LINKED, "607.1", env_at(g, env)->controller, .object = env_at(g, env)->source);
}

/* "That many" is none behind what did nothing; but nobody counts a shuffle (act_keep_results). */
static void nothing_done(Game *g, Heap env, Node node) {
  if (node_op(g->db, node) == IR_SHUFFLE) return;
  env_set_number(g, env, SLOT_THIS_WAY, 0);
  env_at(g, env)->excess = 0;
}

/* Steps of a plain action: build and propose, then keep what came of it. */
static Flow act_plain(Game *g, Frame *f) {
  if (f->step == ACT_DONE) return plain_done(g, f);
  if (f->step == ACT_ORDERED) {
    place_in_order(g, (u32)f->a[ACT_GROUP], (u32)f->a[ACT_ORDER], (u32)core(g)->ret);
    choose_end(g, (u32)f->a[ACT_ORDER]);
    f->a[ACT_ORDER] = 0;
    f->a[ACT_GROUP]++;
    return order_placed(g, f);
  }
  Heap env = f->env;
  Node node = f->node;
  Provisional prov;
  Chars chars;
  Eval e = eval_in_program(g, env, &prov, &chars);
  u32 base = batch_begin(g);
  bool plain = action_build(g, &e, node, env);
  SOUND(g, plain);
  act_forget_moved(g, env, node_op(g->db, node));
  if (count_of(g, T_EVENTS) == base) {
    tell_unlinked(g, env, node);
    nothing_done(g, env, node);
    return act_did(g, false);
  }
  f = frame_top(g);
  f->step = ACT_DONE;
  f->a[ACT_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* Tells listeners that a replacement which its controller could have declined applies, unless what it does tells that. */
static void tell_accepted(Game *g, const Frame *f) {
  IrOp change = node_op(g->db, f->node);
  u32 row = event_row_of(g, f->env);
  Ref source = env_at(g, f->env)->source;
  if (!row || change == IR_PREVENT || change == IR_REDIRECT || change == IR_EVENT_SET_AMOUNT) return;
  const Event ev = *row_EVENTS(g, row - 1);
  if (source == ev.object) return;
  REMARK(g, REPLACED, "614.1", ev.player, .object = whom_it_is_about(g, row - 1), .source = source, .kind = ev.kind);
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
  tell_accepted(g, f);
  return FLOW_STEP;
}

/* As how many evaluations a step of an effect counts: it takes about as long. */
#define STEP_EVALUATIONS 16

/* Nothing else bounds how often an effect does something one by one: it may draw a billion cards (121.2). */
Flow proc_ACT(Game *g, Frame *f) {
  eval_spend_times(g, STEP_EVALUATIONS);
  if (f->flags & FRAME_ASKS) return ask_first(g, f);
  f->node = operation_defined(g, f->node);
  ActStep step = STEPS[node_op(g->db, f->node)];
  return step ? step(g, f) : act_plain(g, f);
}
