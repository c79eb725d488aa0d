/* Copies of spells, abilities and cards (707.10, 707.12), and casting while something resolves (608.2g). */
#include "interp/interp_internal.h"

#define ARG(name) node_arg(g->db, n, name)

/* What is copied: the object on the stack, or as it was when it left (608.2h); in no zone if there is none, or if it can't be
   copied. */
static Object original_on_stack(Game *g, Ref original) {
  u32 slot = object_live(g, original), row = slot ? 0 : lki_find(g, original);
  const Object none = {.zone = ZONE_NONE};
  Object o = none;
  if (slot && rules_hold(g, IR_R_CANT_BE_COPIED, original)) {
    RULE(g, "113.6g");
    return none;
  }
  if (slot) {
    CvId cv = copiable_values_of(g, slot), both = values_before_status(g, slot);
    o = *object_row(g, slot);
    bool two = !(o.status & STATUS_FACE_DOWN) && cv_is_double_faced(g, both);
    if (two) RULE(g, "707.10g");
    o.cv = two ? both : cv;
  } else if (row) {
    RULE(g, "608.2h");
    o = row_LKI(g, row)->object;
    o.ext = row_LKI(g, row)->ext;
  }
  return o.zone == ZONE_STACK && o.ext ? o : none;
}

/* The environment of the original, copied, as that of the copy: what was paid for the original was paid for the
   copy's own abilities (707.10). */
static void env_becomes_copys(Game *g, Heap env, u32 slot) {
  if (!env) return;
  const Object *o = object_row(g, slot);
  Env *v = env_at(g, env);
  v->controller = o->controller;
  v->stack_object = object_ref(g, slot);
  if (o->kind == OBJECT_ABILITY) return;
  v->source = object_ref(g, slot);
  v->acquisition = o->acquisition;
}

/* The same for those of modes, or of what was spliced. */
static void envs_become_copys(Game *g, Heap list, u32 slot) {
  for (u32 i = 0; i < list_count(g, list); i++) env_becomes_copys(g, (Heap)(list_get(g, list, i) >> 32), slot);
}

/* What was cast and paid for, as a copy knows it: it isn't cast, and mana, being no object, was spent on the
   original alone (707.10). */
static void cast_info_becomes_copys(Game *g, Heap cast) {
  if (!cast) return;
  CastInfo *info = HEAP_AT(g, CastInfo, cast);
  Heap spent = info->spent;
  info->was_cast = 0;
  info->spent = 0;
  if (spent) heap_free(g, spent);
}

/* `cv`: the original's values with what the effect excepts; `like`: what the original was cast as. */
static u32 copy_on_stack(Game *g, const Object *was, CvId cv, CvId like, u32 player) {
  bool ability = was->kind == OBJECT_ABILITY;
  if (cv_is_bestowed(g, like)) RULE(g, "702.103c");
  if (!ability) cv = cv_cast_like(g, cv, like);
  u32 slot = object_new(g, ability ? OBJECT_ABILITY : OBJECT_SPELL_COPY, player);
  Heap ext = heap_copy(g, was->ext);
  zone_insert(g, slot, ZONE_STACK, (u32)-1);
  u64 timestamp = timestamp_next(g);
  u32 acquisition = ++core(g)->next_acquisition;
  Object *o = object_row(g, slot);
  o->timestamp = timestamp;
  o->acquisition = acquisition;
  o->cv = ability ? 0 : cv;
  o->face = was->face;
  o->status = was->status & STATUS_FACE_DOWN;
  if (o->status) derived(g)->learned.stack_open = 0;
  o->face_down = was->face_down;
  o->controller = o->base_controller = (u8)player;
  o->known = was->known;
  o->ext = ext;
  StackItem item = *HEAP_AT(g, StackItem, ext);
  Heap env = item.env ? env_copy(g, item.env) : 0;
  Heap cast = cast_info_copy(g, item.cast);
  Heap modes = modes_copy(g, item.modes), spliced = modes_copy(g, item.spliced);
  StackItem *to = HEAP_AT(g, StackItem, ext);
  to->env = env;
  to->cast = cast;
  to->modes = modes;
  to->spliced = spliced;
  to->depth = cause_next(g);
  to->epoch = core(g)->cause_epoch;
  to->flags = (item.flags | STACK_COPY) & ~(u32)STACK_SOURCE_TRANSFORMED;
  if (!ability) to->source = object_ref(g, slot);
  cast_info_becomes_copys(g, cast);
  env_becomes_copys(g, env, slot);
  envs_become_copys(g, modes, slot);
  envs_become_copys(g, spliced, slot);
  RULE(g, "707.10");
  return slot;
}

static CvId cast_as(const Game *g, Ref original, const Object *was) {
  u32 live = object_live(g, original);
  return live ? object_row(g, live)->cv : was->cv;
}

static void copied_noticed(Game *g, u32 slot, Ref original) {
  facts_changed(g, FACT_ZONES);
  Event ev = {.kind = EVENT_COPY,
              .player = object_row(g, slot)->controller,
              .from = ZONE_NONE,
              .to = ZONE_STACK,
              .object = object_ref(g, slot),
              .other = original};
  event_noticed(g, &ev);
}

/* Proposes that a player copies a spell so many times, if an effect could change that: answers whether a batch was pushed,
   whose first row is `*base`. Abilities are copied without anything to change it. */
static bool copies_propose(Game *g, const Object *was, Ref original, u32 player, i64 n, i64 *base) {
  watchers_update(g);
  if (was->kind == OBJECT_ABILITY || n <= 0 || !event_kinds_have(&derived(g)->watchers.replaced, EVENT_COPIES))
    return false;
  *base = batch_begin(g);
  row_EVENTS(g, batch_simple(g, EVENT_COPIES, player, original))->amount = n;
  batch_propose(g, (u32)*base);
  return true;
}

/* How many copies that comes to, and how many of them may have new targets whatever the others have. */
static i64 copies_settled(Game *g, u32 base, i64 *new_targets) {
  const Event ev = *row_EVENTS(g, base);
  batch_end(g, base);
  *new_targets = ev.flags & EVF_GONE ? 0 : ev.word;
  return ev.flags & EVF_GONE ? 0 : ev.amount;
}

/* What are its targets became the targets of another spell or ability, chosen anew or not. */
static void copy_targeted(Game *g, Ref made) {
  u32 copy = object_live(g, made); /* not if its player has left */
  if (copy) targets_notice(g, copy);
}

Flow act_copy_spell(Game *g, Frame *f) {
  Node n = f->node;
  Eval e = eval_of_env(g, f->env);
  Ref original = eval_object(&e, ARG(ARG_COPY_SPELL_OBJECT));
  const Object was = original_on_stack(g, original);
  u32 player = act_player(&e, ARG(ARG_COPY_SPELL_PLAYER));
  f = frame_top(g);
  if (f->step == COPY_BEGIN) {
    i64 copies = ARG(ARG_COPY_SPELL_N) ? eval_num(&e, ARG(ARG_COPY_SPELL_N)) : 1, base = 0;
    frame_top(g)->step = COPY_NEXT;
    frame_top(g)->a[COPY_LEFT] = copies;
    env_set_refs(g, frame_top(g)->env, SLOT_MOVED, NULL, 0);
    if (was.zone == ZONE_NONE || player == PLAYER_NONE) return act_did(g, false);
    u32 frame = frame_index(g);
    frame_top(g)->step = COPY_PROPOSED;
    if (copies_propose(g, &was, original, player, copies, &base)) {
      frame_at(g, frame)->a[COPY_BATCH] = base;
      return FLOW_STEP;
    }
    frame_top(g)->step = COPY_NEXT;
  }
  if (frame_top(g)->step == COPY_PROPOSED) {
    i64 free = 0, copies = copies_settled(g, (u32)frame_top(g)->a[COPY_BATCH], &free);
    f = frame_top(g);
    f->step = COPY_NEXT;
    f->a[COPY_LEFT] = copies;
    f->a[COPY_FREE] = free;
    f->a[COPY_BATCH] = 0;
  }
  f = frame_top(g);
  if (f->step == COPY_TARGETED) {
    f->step = COPY_NEXT;
    copy_targeted(g, (Ref)f->a[COPY_MADE]);
    return FLOW_STEP;
  }
  if (was.zone == ZONE_NONE) return act_did(g, false);
  if (f->a[COPY_LEFT] <= 0) return act_did(g, true);
  bool free = f->a[COPY_LEFT]-- <= f->a[COPY_FREE];
  if (player == PLAYER_NONE) return act_did(g, false);
  CvId cv = copy_values(&e, was.cv, n, ARG_COPY_SPELL_EXCEPT, REF_NONE);
  u32 slot = copy_on_stack(g, &was, cv, cast_as(g, original, &was), player);
  copied_noticed(g, slot, original);
  env_add_ref(g, frame_top(g)->env, SLOT_MOVED, object_ref(g, slot));
  frame_top(g)->step = COPY_TARGETED;
  frame_top(g)->a[COPY_MADE] = (i64)object_ref(g, slot);
  if (ARG(ARG_COPY_SPELL_NEW_TARGETS) || free) {
    RULE(g, "707.10c");
    new_targets_begin(g, slot, player, true);
  }
  return FLOW_STEP;
}

static u32 targets_in(const Game *g, const TargetSlot *slot) {
  const Value v = env_at(g, slot->env)->slot[slot->var];
  return v.tag == VALUE_REFS ? list_count(g, (Heap)v.v) : v.tag == VALUE_REF;
}

/* Whether every target of an object of the stack could be that one: it must be legal for each instance of the word, and
   there must be one (707.10d). */
static bool could_target(Game *g, u32 stack_slot, Ref target) {
  TargetSlot slots[TARGET_SLOTS];
  u32 count = target_slots(g, stack_slot, slots), targets = 0;
  for (u32 i = 0; i < count; i++) {
    u32 n = targets_in(g, &slots[i]);
    if (n > 1) return false; /* one instance of the word can't take the same object twice (115.3) */
    if (n == 0) continue;
    Eval e = eval_of_env(g, slots[i].env);
    if (!target_legal(&e, slots[i].node, target)) return false;
    targets++;
  }
  return targets > 0;
}

static void targets_become(Game *g, u32 stack_slot, Ref target) {
  TargetSlot slots[TARGET_SLOTS];
  u32 count = target_slots(g, stack_slot, slots);
  for (u32 i = 0; i < count; i++) {
    Value *v = &env_at(g, slots[i].env)->slot[slots[i].var];
    if (targets_in(g, &slots[i]) == 0) continue;
    if (v->tag == VALUE_REFS)
      list_set(g, (Heap)v->v, 0, target);
    else
      v->v = target;
  }
}

static u32 plain_copy(Game *g, Ref original, u32 player) {
  const Object was = original_on_stack(g, original);
  if (was.zone == ZONE_NONE || player == PLAYER_NONE) return 0;
  return copy_on_stack(g, &was, was.cv, cast_as(g, original, &was), player);
}

static void copy_remove(Game *g, u32 slot) {
  zone_remove(g, slot);
  object_cease(g, slot);
}

/* Leaves on the scratch list those that the spell or ability could target, by means of a copy on trial; answers how many. */
static u32 find_targets(Game *g, const Eval *e, Node n, Ref original, u32 player) {
  u32 trial = plain_copy(g, original, player);
  if (!trial) return 0;
  u32 mark = scratch_mark(g), count = eval_objects(e, ARG(ARG_COPY_FOR_EACH_AMONG)), kept = 0;
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (could_target(g, trial, ref)) scratch_set(g, mark + kept++, ref);
  }
  scratch_release(g, mark + kept);
  copy_remove(g, trial);
  return kept;
}

/* One of the copies that come in addition, which has the targets of the original unless new ones are chosen. */
static Flow copy_one_more(Game *g, Ref original, u32 player) {
  Frame *f = frame_top(g);
  if (f->a[COPIES_LEFT]-- <= 0) return act_did(g, true);
  u32 slot = plain_copy(g, original, player);
  if (!slot) return act_did(g, true);
  copied_noticed(g, slot, original);
  f = frame_top(g);
  f->step = COPIES_TARGETED;
  f->a[COPIES_MADE] = (i64)object_ref(g, slot);
  RULE(g, "707.10c");
  new_targets_begin(g, slot, player, true);
  return FLOW_STEP;
}

/* Whoever copies orders the copies; those for whom they are lie on the scratch list. */
static Flow order_copies(Game *g, const Eval *e, u32 player, u32 count) {
  RULE(g, "707.10d");
  frame_top(g)->step = COPIES_ORDERED;
  u32 frame = frame_index(g);
  u32 base = order_begin(g, DECISION_ORDER, player, eval_self(e), count, "707.10d");
  frame_at(g, frame)->a[COPIES_ORDER] = base;
  return FLOW_STEP;
}

Flow act_copy_for_each(Game *g, Frame *f) {
  Node n = f->node;
  Eval e = eval_of_env(g, f->env);
  Ref original = eval_object(&e, ARG(ARG_COPY_FOR_EACH_OBJECT));
  u32 player = act_player(&e, ARG(ARG_COPY_FOR_EACH_PLAYER));
  f = frame_top(g);
  if (f->step == COPIES_BEGIN) {
    u32 mark = scratch_mark(g), count = find_targets(g, &e, n, original, player), frame = frame_index(g);
    if (count == 0) return act_did(g, false);
    const Object was = original_on_stack(g, original);
    i64 base = 0;
    frame_top(g)->step = COPIES_PROPOSED;
    if (!copies_propose(g, &was, original, player, count, &base)) return order_copies(g, &e, player, count);
    scratch_release(g, mark);
    frame_at(g, frame)->a[COPIES_BATCH] = base;
    return FLOW_STEP;
  }
  if (f->step == COPIES_PROPOSED) {
    i64 free = 0;
    copies_settled(g, (u32)f->a[COPIES_BATCH], &free);
    frame_top(g)->a[COPIES_BATCH] = 0;
    frame_top(g)->a[COPIES_LEFT] = free;
    u32 count = find_targets(g, &e, n, original, player);
    return count ? order_copies(g, &e, player, count) : act_did(g, false);
  }
  if (f->step == COPIES_TARGETED) {
    copy_targeted(g, (Ref)f->a[COPIES_MADE]);
    frame_top(g)->step = COPIES_MORE;
  }
  if (frame_top(g)->step == COPIES_MORE) return copy_one_more(g, original, player);
  u32 base = (u32)frame_top(g)->a[COPIES_ORDER], count = (u32)core(g)->ret;
  for (u32 i = 0; i < count; i++) {
    u32 slot = plain_copy(g, original, player);
    if (!slot) break;
    targets_become(g, slot, choose_get(g, base, i));
    copied_noticed(g, slot, original);
    targets_notice(g, slot);
  }
  choose_end(g, base);
  frame_top(g)->a[COPIES_ORDER] = 0;
  frame_top(g)->step = COPIES_MORE;
  return count > 0 ? FLOW_STEP : act_did(g, false);
}

/* Whether there is a spell or ability on the stack whose targets a player is to choose anew or change: both go to `slot`
   and `player`. */
static bool targets_to_change(const Eval *e, Node object, Node by, u32 *slot, u32 *player) {
  *slot = object_live(e->g, eval_object(e, object));
  *player = act_player(e, by);
  return *slot && object_row(e->g, *slot)->zone == ZONE_STACK && *player != PLAYER_NONE;
}

Flow act_new_targets(Game *g, Frame *f) {
  Node n = f->node;
  if (f->step == TARGETING_DONE) return act_did(g, core(g)->ret > 0);
  f->step = TARGETING_DONE;
  Eval e = eval_of_env(g, f->env);
  u32 slot, player;
  if (!targets_to_change(&e, ARG(ARG_NEW_TARGETS_OBJECT), ARG(ARG_NEW_TARGETS_BY), &slot, &player))
    return act_did(g, false);
  RULE(g, "115.7");
  new_targets_begin(g, slot, player, false);
  return FLOW_STEP;
}

/* A copy of a card with these values, in a zone, known to those players. */
static Ref copy_of_card(Game *g, CvId cv, Zone zone, u8 known, u32 player) {
  u32 slot = object_new(g, OBJECT_CARD_COPY, player);
  u64 timestamp = timestamp_next(g);
  u32 acquisition = ++core(g)->next_acquisition;
  Object *o = object_row(g, slot);
  o->timestamp = timestamp;
  o->acquisition = acquisition;
  o->cv = cv;
  o->controller = o->base_controller = (u8)player;
  o->known = known;
  zone_insert(g, slot, zone, (u32)-1);
  facts_changed(g, FACT_ZONES);
  return object_ref(g, slot);
}

/* A copy of an object in the zone it is in, to be cast (707.12). */
static Ref card_copy(Game *g, Ref original, u32 player) {
  u32 from = object_live(g, original);
  if (!from || zone_is_open((Zone)object_row(g, from)->zone)) return original; /* which isn't cast */
  const Object was = *object_row(g, from);
  RULE(g, "707.12");
  return copy_of_card(g, was.cv, (Zone)was.zone, was.known, player);
}

/* The values of the card with the name that a variable holds, 0 if there is none. */
static CvId card_named(const Eval *e, u32 slot) {
  Value name = eval_slot(e, slot);
  if (name.tag != VALUE_NAME) return 0;
  RULE(e->g, "707.13");
  return carddb_find(e->g->db, intern_text(&e->g->db->names, (StrId)name.v), NULL);
}

/* The copy is made outside the game, from where it may be cast; what isn't cast ceases to exist (704.5e). */
Flow act_copy_card(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  Ref of = ARG(ARG_COPY_CARD_OF) ? eval_object(&e, ARG(ARG_COPY_CARD_OF)) : REF_NONE;
  CvId cv = of ? copiable_values_of_ref(g, of) : ARG(ARG_COPY_CARD_NAME) ? card_named(&e, ARG(ARG_COPY_CARD_NAME)) : 0;
  env_set_refs(g, env, SLOT_MOVED, NULL, 0);
  if (!cv) return act_did(g, false);
  if (of) RULE(g, "707.14");
  u8 everyone = players_all(g);
  Ref copy = copy_of_card(g, cv, ZONE_OUTSIDE, everyone, eval_you(&e));
  env_set_refs(g, env, SLOT_MOVED, &copy, 1);
  return act_did(g, true);
}

/* Whoever casts several cards chooses which is next. */
static Flow ask_next_cast(Game *g, u32 player, Ref source) {
  const Frame *f = frame_top(g);
  u32 at = (u32)f->a[CASTS_AT];
  Heap list = f->lists;
  decide_begin(g, DECISION_ORDER, player, source, "608.2g");
  for (u32 i = at; i < list_count(g, list); i++) decide_ref(g, list_get(g, list, i));
  return decide_end(g);
}

/* What was chosen comes before the others that are left, which keep their order. */
static void cast_next(Game *g, Ref chosen) {
  const Frame *f = frame_top(g);
  u32 at = (u32)f->a[CASTS_AT], i = at;
  Heap list = f->lists;
  while (i < list_count(g, list) && list_get(g, list, i) != chosen) i++;
  SOUND(g, i < list_count(g, list));
  for (; i > at; i--) list_set(g, list, i, list_get(g, list, i - 1));
  list_set(g, list, at, chosen);
}

/* The next card of the list, or a copy of it, begins to be cast. */
static void cast_one(Game *g, Node n, u32 player) {
  const Frame *f = frame_top(g);
  Heap env = f->env;
  u32 keyword = carddb_keyword_of(g->db, env_at(g, env)->ability);
  if (carddb_ability(g->db, keyword)->keyword == W_SUSPEND) RULE(g, "702.62d");
  u32 how = (ARG(ARG_CAST_FREE) ? CAST_FREE : 0) | (ARG(ARG_CAST_TRANSFORMED) ? CAST_TRANSFORMED : 0) |
            (ARG(ARG_CAST_COST) ? CAST_FOR_COST : 0) | (ARG(ARG_CAST_OPTIONAL) ? CAST_IF_WANTED : 0);
  Ref card = list_get(g, f->lists, (u32)f->a[CASTS_AT]);
  if (ARG(ARG_CAST_COPY)) card = card_copy(g, card, player);
  cast_begin(g, player, card, how, (Word)ARG(ARG_CAST_VIA));
  if (ARG(ARG_CAST_AS)) cast_only_as(g, ARG(ARG_CAST_AS), env);
}

/* Casting during resolution (608.2g), one after another; each may be declined if it says so. */
Flow act_cast(Game *g, Frame *f) {
  Node n = f->node;
  Eval e = eval_of_env(g, f->env);
  u32 player = act_player(&e, ARG(ARG_CAST_BY));
  f = frame_top(g);
  if (f->step == CASTS_LIST) {
    u32 mark = scratch_mark(g);
    u32 count = eval_objects(&e, ARG(ARG_CAST_OBJECTS));
    Heap list = 0;
    for (u32 i = 0; i < count; i++) list_add(g, &list, scratch_get(g, mark + i));
    scratch_release(g, mark);
    f = frame_top(g);
    f->step = CASTS_NEXT;
    f->lists = list;
  }
  if (f->step == CASTS_DONE) {
    f->step = CASTS_NEXT;
    f->a[CASTS_AT]++;
    f->a[CASTS_CAST] += core(g)->ret > 0;
  }
  u32 at = (u32)f->a[CASTS_AT];
  if (at == list_count(g, f->lists) || player == PLAYER_NONE) {
    Heap list = f->lists, env = f->env;
    f->lists = 0;
    if (list) heap_free(g, list);
    if (!list) tell_unlinked(g, env, n);
    f = frame_top(g);
    return act_did(g, f->a[CASTS_CAST] > 0);
  }
  if (f->step == CASTS_NEXT && list_count(g, f->lists) - at > 1) {
    f->step = CASTS_CHOSEN;
    return ask_next_cast(g, player, eval_self(&e));
  }
  CastMethod method;
  if (f->step == CASTS_CHOSEN) cast_next(g, decide_taken(g)->ref);
  if (ARG(ARG_CAST_LANDS_TOO) && land_playable(g, player, list_get(g, frame_top(g)->lists, at), &method)) {
    f = frame_top(g);
    Ref land = list_get(g, f->lists, at);
    if (f->step != CASTS_LAND) {
      f->step = CASTS_LAND;
      decide_begin(g, DECISION_MAY, player, land, "305.1");
      decide_simple(g, OPTION_NO);
      decide_simple(g, OPTION_YES);
      return decide_end(g);
    }
    if (decide_taken(g)->kind == OPTION_YES) {
      f->step = CASTS_DONE;
      land_play_begin(g, player, land, method);
      return FLOW_STEP;
    }
  }
  frame_top(g)->step = CASTS_DONE;
  cast_one(g, n, player);
  return FLOW_STEP;
}

Flow act_change_target(Game *g, Frame *f) {
  Node n = f->node;
  if (f->step == TARGETING_DONE) return act_did(g, core(g)->ret > 0);
  f->step = TARGETING_DONE;
  Eval e = eval_of_env(g, f->env);
  u32 slot, player;
  bool any = targets_to_change(&e, ARG(ARG_CHANGE_TARGET_OBJECT), ARG(ARG_CHANGE_TARGET_BY), &slot, &player);
  Ref to = ARG(ARG_CHANGE_TARGET_TO) ? eval_object(&e, ARG(ARG_CHANGE_TARGET_TO)) : REF_NONE;
  bool nothing = ARG(ARG_CHANGE_TARGET_TO) && to == REF_NONE;
  if (!any || nothing) return act_did(g, false);
  change_target_begin(g, slot, player, to);
  return FLOW_STEP;
}
