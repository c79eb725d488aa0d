/* Resolving spells and abilities (608), and abilities as objects on the stack. */
#include "cards/ir_args.h"
#include "rules/cast/casting.h"
#include "state/objects.h"

static bool is_permanent_spell(Game *g, u32 slot) {
  return object_row(g, slot)->kind != OBJECT_ABILITY && chars_of(g, slot)->types & PERMANENT_TYPES;
}

/* The intervening "if" is checked again (608.2a). */
static bool condition_fails(Game *g, u32 slot) {
  const StackItem item = *stack_item_of(g, slot);
  if (!(item.flags & STACK_TRIGGERED)) return false;
  const AbilityDef *def = carddb_ability(g->db, item.ability);
  Node condition = def->op == IR_TRIGGERED ? node_arg(g->db, def->node, ARG_TRIGGERED_IF) : 0;
  if (!condition) return false;
  RULE(g, "608.2a");
  Eval e = eval_of_env(g, item.env);
  return !eval_cond(&e, condition);
}

/* Off the stack: a spell to its owner's graveyard (608.2n), an ability into nothing. `countered` by the rules
   (608.2b) goes the same way. */
static Flow leave_stack(Game *g, u32 slot, bool resolved) {
  Frame *f = frame_top(g);
  if (object_row(g, slot)->kind == OBJECT_ABILITY) {
    RULE(g, "608.2n");
    zone_remove(g, slot);
    object_cease(g, slot);
    frame_return(g, 1);
    return FLOW_STEP;
  }
  RULE_OF(g, object_ref(g, slot), "608.2n");
  f->step = RESOLVE_GONE;
  u32 base = batch_begin(g);
  f->a[RESOLVE_BASE] = base;
  /* What ends the turn or combat is exiled with all else on the stack (724.1b, 724.2b). */
  u32 row = batch_move(g, object_ref(g, slot), core(g)->ending ? ZONE_EXILE : ZONE_GRAVEYARD, 0);
  row_EVENTS(g, row)->flags |= resolved ? EVF_CAST | EVF_RULE : EVF_RULE;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* What resolves as a stack item: it goes on resolving even if it has left the stack (608.2m). */
static const StackItem *resolving_item(Game *g, Ref ref) {
  Heap item = item_known(g, ref);
  SOUND(g, item);
  return HEAP_AT(g, StackItem, item);
}

/* The effect node of the index-th part of what resolves: the spell abilities of a spell in order, of an
   ability just its own; 0 when there are no more. */
static Node part(Game *g, Ref ref, u32 index) {
  const StackItem *item = resolving_item(g, ref);
  const CardDb *db = g->db;
  if (item->ability) {
    if (index) return 0;
    Node node = carddb_ability(db, item->ability)->node;
    switch (node_op(db, node)) {
      case IR_ACTIVATED: return node_arg(db, node, ARG_ACTIVATED_EFFECT);
      case IR_TRIGGERED: return node_arg(db, node, ARG_TRIGGERED_EFFECT);
      default: return node_arg(db, node, ARG_SPELL_EFFECT);
    }
  }
  u32 seen = 0;
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, ref);
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst inst = chars_ability(g, c, i, 0);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    if (def->op != IR_SPELL || seen++ != index) continue;
    ability_announce(g, 0, inst.ability);
    return node_arg(db, def->node, ARG_SPELL_EFFECT);
  }
  return 0;
}

/* Whether the optional cost with that label was paid for a spell. */
static bool was_paid(const Game *g, Heap cast, Word label) {
  Heap rows = cast ? HEAP_AT(g, CastInfo, cast)->paid : 0;
  for (u32 i = 0; i < paid_count(g, rows); i++)
    if (paid_at(g, rows, i).keyword == label) return true;
  return false;
}

/* Carries out a part of what resolves, with the variables that all its parts share or with its own: those in a copy, for
   what they belong to may leave the stack meanwhile. */
static void part_begin(Game *g, Node effect, Heap own, Heap shared) {
  Heap env = own ? env_copy(g, own) : shared;
  act_begin(g, effect, env);
  if (own) frame_top(g)->flags |= FRAME_OWNS_ENV;
}

static Flow resolve_parts(Game *g) {
  Frame *f = frame_top(g);
  Ref ref = (Ref)f->a[RESOLVE_REF];
  Node effect = part(g, ref, (u32)f->a[RESOLVE_INDEX]);
  f = frame_top(g);
  Heap env = f->env;
  if (!effect) {
    u32 there = object_live(g, ref);
    if (there)
      REMARK(g, NO_EFFECT, "608.2c", object_row(g, there)->controller, .object = ref,
             .source = stack_item_of(g, there)->source);
    f = frame_top(g);
    f->step = RESOLVE_FINISH;
    return FLOW_STEP;
  }
  if (node_op(g->db, effect) == IR_MODAL) {
    Heap modes = resolving_item(g, ref)->modes;
    u32 at = (u32)f->a[RESOLVE_MODE];
    if (at < list_count(g, modes)) {
      RULE(g, "700.2");
      if (was_paid(g, resolving_item(g, ref)->cast, W_ENTWINE)) RULE(g, "702.42b");
      u64 row = list_get(g, modes, at);
      f->a[RESOLVE_MODE]++;
      Node mode = modal_mode(g, effect, (u32)row);
      part_begin(g, node_arg(g->db, mode, ARG_MODE_EFFECT), (Heap)(row >> 32), env);
      return FLOW_STEP;
    }
    f->a[RESOLVE_MODE] = 0;
    f->a[RESOLVE_INDEX]++;
    return FLOW_STEP;
  }
  Heap spliced = spliced_env(g, resolving_item(g, ref)->spliced, (u32)f->a[RESOLVE_INDEX]++);
  if (spliced) RULE(g, "702.47c");
  RULE(g, "608.2c");
  u32 slot = object_live(g, ref);
  if (slot && is_fused(g, object_row(g, slot)->cv, object_row(g, slot)->face)) RULE(g, "702.102d");
  part_begin(g, effect, spliced, env);
  return FLOW_STEP;
}

/* What a spell's own abilities remember of how it was paid for, those of the permanent know (607.2q). */
static void notes_enter(Game *g, u32 slot, Heap entry) {
  u32 own = object_row(g, slot)->acquisition, acquisition = HEAP_AT(g, Entry, entry)->acquisition;
  Heap notes = HEAP_AT(g, Entry, entry)->notes;
  for (u32 row = object_row(g, slot)->notes; row; row = row_NOTES(g, row)->next) {
    const Note note = *row_NOTES(g, row);
    if (note.acquisition != own) continue;
    RULE(g, "607.2q");
    Value v = value_copy(g, note.value);
    list_add(g, &notes, (u64)acquisition << 32 | note.link);
    list_add(g, &notes, v.tag);
    list_add(g, &notes, v.v);
  }
  HEAP_AT(g, Entry, entry)->notes = notes;
}

/* A permanent spell enters the battlefield (608.3a, c). */
static Flow enter(Game *g, u32 slot) {
  Frame *f = frame_top(g);
  f->step = RESOLVE_ENTERED;
  u32 base = batch_begin(g);
  f->a[RESOLVE_BASE] = base;
  bool aura = chars_subtype(chars_of(g, slot), W_AURA);
  RULE_OF(g, object_ref(g, slot), aura ? "608.3c" : "608.3a");
  u32 controller = object_row(g, slot)->controller;
  u32 row = batch_enter(g, object_ref(g, slot), controller);
  row_EVENTS(g, row)->flags |= EVF_CAST;
  Heap entry = row_EVENTS(g, row)->entry;
  Heap cast = cast_info_copy(g, stack_item_of(g, slot)->cast);
  HEAP_AT(g, Entry, entry)->cast = cast;
  notes_enter(g, slot, entry);
  if (HEAP_AT(g, CastInfo, cast)->method == W_DISTURB) RULE(g, "702.146b");
  if (aura) {
    Heap env = stack_item_of(g, slot)->env;
    Value target =
        env_at(g, env)->slots > SLOT_FIRST_OWN ? env_at(g, env)->slot[SLOT_FIRST_OWN] : (Value){.tag = VALUE_NONE};
    if (target.tag == VALUE_REF) HEAP_AT(g, Entry, entry)->attached_to = (Ref)target.v;
  }
  if (object_row(g, slot)->kind == OBJECT_SPELL_COPY || object_row(g, slot)->kind == OBJECT_CARD_COPY) {
    RULE_OF(g, object_ref(g, slot), "608.3f");
    object_row(g, slot)->kind = OBJECT_TOKEN;
    derived(g)->changes.mortal++;
    row_EVENTS(g, row)->flags |= EVF_NOT_CREATED;
  }
  batch_propose(g, base);
  return FLOW_STEP;
}

/* A mutating creature spell becomes part of the creature it targets, above or below what that consists of (702.140c). */
static Flow merge_ask(Game *g, u32 slot) {
  static const Word SIDES[] = {W_TOP, W_BOTTOM};
  frame_top(g)->step = RESOLVE_SIDE;
  RULE(g, "702.140c");
  decide_begin(g, DECISION_WORD, object_row(g, slot)->controller, object_ref(g, slot), "702.140c");
  for (u32 i = 0; i < COUNT_OF(SIDES); i++) decide_word(g, SIDES[i]);
  return decide_end(g);
}

static Flow merge(Game *g, Frame *f) {
  TargetSlot slots[TARGET_SLOTS];
  u32 slot = (u32)f->a[RESOLVE_SLOT], count = target_slots(g, slot, slots);
  bool on_top = decide_taken(g)->word == W_TOP;
  SOUND(g, count > 0);
  Value target = env_at(g, slots[count - 1].env)->slot[slots[count - 1].var];
  u32 base = batch_begin(g);
  u32 row = batch_simple(g, EVENT_MERGE, object_row(g, slot)->controller, (Ref)target.v);
  row_EVENTS(g, row)->other = object_ref(g, slot);
  row_EVENTS(g, row)->amount = on_top;
  f = frame_top(g);
  f->step = RESOLVE_MERGED;
  f->a[RESOLVE_BASE] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow resolve_begin(Game *g) {
  u32 slot = zone_list(g, ZONE_STACK, 0)->last;
  Frame *f = frame_top(g);
  f->a[RESOLVE_SLOT] = slot;
  f->a[RESOLVE_REF] = (i64)object_ref(g, slot);
  cause_begin(g, stack_item_of(g, slot)->depth, stack_item_of(g, slot)->epoch);
  stack_follow(g, slot);
  if (condition_fails(g, slot)) {
    REMARK(g, IF_FAILED, "603.4", object_row(g, slot)->controller, .object = object_ref(g, slot),
           .source = stack_item_of(g, slot)->source, .word = stack_item_of(g, slot)->ability);
    return leave_stack(g, slot, false);
  }
  bool legal = targets_recheck(g, slot);
  CvId cast_as = object_row(g, slot)->cv;
  if (!legal && (cv_is_bestowed(g, cast_as) || cv_is_mutating(g, cast_as))) {
    RULE(g, cv_is_bestowed(g, cast_as) ? "702.103e" : "702.140b");
    CvId cv = cv_plain(g, object_row(g, slot)->cv);
    object_row(g, slot)->cv = cv;
    facts_changed(g, FACT_COPY);
    legal = true;
  }
  if (!legal) {
    RULE(g, "608.2b");
    REMARK(g, NO_TARGET, "608.2b", object_row(g, slot)->controller, .object = object_ref(g, slot),
           .source = stack_item_of(g, slot)->source);
    return leave_stack(g, slot, false);
  }
  REMARK(g, RESOLVES, "608.1", object_row(g, slot)->controller, .object = object_ref(g, slot),
         .source = stack_item_of(g, slot)->source, .amount = is_permanent_spell(g, slot));
  if (cv_is_mutating(g, object_row(g, slot)->cv)) return merge_ask(g, slot);
  if (is_permanent_spell(g, slot)) return enter(g, slot);
  /* The program works in an environment of its own: the object may leave the stack while it resolves. */
  Heap env = env_copy(g, stack_item_of(g, slot)->env);
  note_resolved(g, stack_item_of(g, slot)->ability, env);
  f = frame_top(g);
  f->env = env;
  f->flags |= FRAME_OWNS_ENV;
  f->step = RESOLVE_EFFECTS;
  return FLOW_STEP;
}

Flow proc_RESOLVE(Game *g, Frame *f) {
  u32 slot = (u32)f->a[RESOLVE_SLOT];
  if (f->step == RESOLVE_BEGIN) {
    values_collect(g);
    return resolve_begin(g);
  }
  if (f->step == RESOLVE_ENTERED || f->step == RESOLVE_GONE) {
    SOUND(g, f->a[RESOLVE_BASE] < count_of(g, T_EVENTS));
    u32 base = (u32)f->a[RESOLVE_BASE];
    bool entered = row_EVENTS(g, base)->flags & EVF_HAPPENED;
    bool try_again = f->step == RESOLVE_ENTERED && !entered;
    f->a[RESOLVE_BASE] = 0;
    batch_end(g, base);
    u32 still = object_live(g, (Ref)frame_top(g)->a[RESOLVE_REF]);
    /* A permanent spell that can't be put onto the battlefield goes to the graveyard (608.3e). */
    if (try_again && still) {
      RULE(g, "608.3e");
      return leave_stack(g, still, false);
    }
    frame_return(g, 1);
    return FLOW_STEP;
  }
  if (f->step == RESOLVE_SIDE) return merge(g, f);
  if (f->step == RESOLVE_MERGED) {
    batch_end(g, (u32)f->a[RESOLVE_BASE]);
    frame_return(g, 1);
    return FLOW_STEP;
  }
  if (f->step == RESOLVE_EFFECTS) return resolve_parts(g);
  if (object_live(g, (Ref)f->a[RESOLVE_REF])) return leave_stack(g, slot, true);
  RULE(g, "608.2m");
  frame_return(g, 1);
  return FLOW_STEP;
}
