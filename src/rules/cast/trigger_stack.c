/* Putting triggered abilities on the stack (603.3). */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/traits.h"
#include "rules/cast/casting.h"
#include "state/objects.h"

/* So many alike triggers may leave the middle of the table one by one. */
enum { ALIKE_FEW = 64 };

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
  u32 traits = ir_op_traits(op);
  m->self |= (traits & TRAIT_OF_SELF) != 0;
  m->event |= (traits & TRAIT_OF_EVENT) != 0;
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

/* The row of the only candidate, or of the first if all are alike; (u32)-1 if the player must choose. `*count` tells how
   many candidates there are. */
static u32 forced_next(const Game *g, u32 player, u32 wave, u32 *count) {
  u32 first = (u32)-1;
  *count = 0;
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
    const Pending *p = row_PENDING(g, row);
    if (!is_next(p, player, wave)) continue;
    if (++*count == 1) {
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
  stack_item_of(g, slot)->depth = p.depth;
  stack_item_of(g, slot)->epoch = p.epoch;
  frame_at(g, frame)->a[TRIGGER_SLOT] = slot;
}

/* Puts the first of those known to be alike on the stack: they need not be compared again for each of them. */
static Flow put_alike(Game *g, u32 row) {
  Frame *f = frame_top(g);
  f->a[TRIGGERS_ALIKE]--;
  f->a[TRIGGERS_WAITING] = count_of(g, T_PENDING) - 1;
  put_on_stack(g, row);
  return FLOW_STEP;
}

/* Rows leave a table without a cost only at its end: many that are alike are put there, the first last. */
static void alike_to_end(Game *g, u32 first, u32 count) {
  const Pending like = *row_PENDING(g, first);
  u32 all = count_of(g, T_PENDING), room = table_add(g, T_PENDING, count), kept = first, moved = 0;
  for (u32 row = first; row < all; row++) {
    const Pending p = *row_PENDING(g, row);
    if (is_next(&p, like.controller, like.wave)) {
      *row_PENDING(g, room + count - ++moved) = p;
    } else {
      *row_PENDING(g, kept++) = p;
    }
  }
  ASSERT(moved == count && kept + count == all);
  memmove(row_PENDING(g, kept), row_PENDING(g, room), count * sizeof(Pending));
  table_drop(g, T_PENDING, count);
}

/* Of the triggers of a player and a wave, all alike, the row of the one that triggered first; (u32)-1 if there is none. */
static u32 earliest_alike(const Game *g, u32 player, u32 wave) {
  u32 last = count_of(g, T_PENDING) - 1;
  bool ends = is_next(row_PENDING(g, last), player, wave);
  if (ends && last > 0 && row_PENDING(g, last)->order < row_PENDING(g, last - 1)->order) return last;
  for (u32 row = 0; row <= last; row++)
    if (is_next(row_PENDING(g, row), player, wave)) return row;
  return (u32)-1;
}

/* The row of the next of them, of the wave of the player whose turn it is to order theirs. */
static u32 next_alike(const Game *g) {
  for (u32 wave = 0; wave < 2; wave++) {
    for (u32 seat = 0; player_apnap(g, seat) != PLAYER_NONE; seat++) {
      u32 row = earliest_alike(g, player_apnap(g, seat), wave);
      if (row != (u32)-1) return row;
    }
  }
  return (u32)-1;
}

Flow proc_TRIGGERS(Game *g, Frame *f) {
  if (f->a[TRIGGERS_ALIKE] > 0 && triggers_waiting(g) && f->a[TRIGGERS_WAITING] == count_of(g, T_PENDING)) {
    u32 row = next_alike(g);
    if (row != (u32)-1) return put_alike(g, row);
  }
  if (f->step == TRIGGERS_TAKEN) { /* the player has chosen which is next */
    f->step = TRIGGERS_NEXT;
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
      u32 count, row = forced_next(g, player, wave, &count);
      if (count == 0) continue;
      /* What is left of an ordering that has been asked about is its last step, though there is no choice. */
      bool asked = f->a[TRIGGERS_ASKED] == 1 + (i64)player;
      if (row != (u32)-1 && !asked) {
        f->a[TRIGGERS_ALIKE] = count;
        if (count > ALIKE_FEW) alike_to_end(g, row, count);
        return put_alike(g, next_alike(g));
      }
      f->a[TRIGGERS_ASKED] = 1 + (i64)player;
      f->step = TRIGGERS_TAKEN;
      return ask_next(g, player, wave, row);
    }
  }
  /* Abilities of players who have left are not put on the stack (800.4d). */
  while (count_of(g, T_PENDING)) {
    RULE(g, "800.4d");
    REMARK(g, NOT_STACKED, "800.4d", row_PENDING(g, 0)->controller, .object = row_PENDING(g, 0)->source);
    env_free(g, row_PENDING(g, 0)->env);
    pending_remove(g, 0);
  }
  frame_return(g, 0);
  return FLOW_STEP;
}

/* Tells listeners that a triggered ability is on the stack; nothing triggers on that, and no history keeps it. */
static void tell_triggered(Game *g, u32 slot) {
  if (!events_are_told(g)) return;
  const StackItem *item = stack_item_of(g, slot);
  Event ev = {.kind = EVENT_TRIGGER,
              .flags = EVF_HAPPENED | EVF_SETTLED,
              .player = object_row(g, slot)->controller,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = item->source,
              .other = object_ref(g, slot),
              .word = item->ability};
  event_tell(g, &ev);
}

Flow proc_TRIGGER(Game *g, Frame *f) {
  u32 slot = slot_on_stack(g, (u32)f->a[TRIGGER_SLOT]);
  switch (f->step) {
    case TRIGGER_BEGIN: {
      f->step = TRIGGER_MODES_CHOSEN;
      modes_begin(g, slot); /* 603.3c */
      return FLOW_STEP;
    }
    case TRIGGER_MODES_CHOSEN: {
      if (core(g)->ret == 0) break;
      f->step = TRIGGER_TARGETS_CHOSEN;
      note_modes(g, slot);
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
