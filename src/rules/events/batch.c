/* The road every change takes: propose, replace, happen, notice. See batch.h. What each kind of event
   does when it happens is in event_apply.c, what it contains in event_expand.c, replacement effects in replace.c. */
#include "rules/events/batch.h"

#include "rules/events/events.h"
#include "rules/events/batch_internal.h"
#include "state/objects.h"

/* --- building a batch ---------------------------------------------------------------------------- */

u32 batch_begin(Game *g) { return count_of(g, T_EVENTS); }

Event *batch_add(Game *g, EventKind kind) {
  if (count_of(g, T_EVENTS) >= g->limits.events) game_fail_limit(g, "events of one batch", g->limits.events, "events");
  u32 row = table_add(g, T_EVENTS, 1);
  Event *ev = row_EVENTS(g, row);
  ev->kind = (u8)kind;
  ev->player = PLAYER_NONE;
  ev->from = ev->to = ZONE_NONE;
  return ev;
}

static u32 last_row(const Game *g) { return count_of(g, T_EVENTS) - 1; }

/* What would have applied to an object as it entered is gone with its entering. */
static void entering_effects_remove(Game *g, Ref object) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && f->flags & EFFECT_ENTERING && list_has(g, f->objects, object)) effect_remove(g, row);
  }
}

/* A token that did not enter was not created: there is no such object (303.4g, i). */
static void token_drop(Game *g, const Event *ev) {
  if (ev->kind != EVENT_MOVE || ev->flags & EVF_HAPPENED || ref_is_player(ev->object)) return;
  u32 slot = object_live(g, ev->object);
  if (slot && object_row(g, slot)->kind == OBJECT_TOKEN && object_row(g, slot)->zone == ZONE_NONE)
    object_cease(g, slot);
}

void event_row_free(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  token_drop(g, &ev);
  bool waited = ev.entry && HEAP_AT(g, Entry, ev.entry)->flags & ENTRY_EFFECT;
  if (waited && !(ev.flags & EVF_HAPPENED)) entering_effects_remove(g, ev.object);
  if (ev.entry) entry_free(g, ev.entry);
  if (ev.applied) heap_free(g, ev.applied);
  if (ev.kind == EVENT_PROGRAM && ev.env) env_free(g, ev.env);
}

void batch_end(Game *g, u32 base) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) event_row_free(g, row);
  table_drop(g, T_EVENTS, count_of(g, T_EVENTS) - base);
}

u32 batch_move(Game *g, Ref object, Zone to, u32 position) {
  u32 slot = object_live(g, object);
  u8 from = slot ? object_row(g, slot)->zone : (u8)ZONE_NONE;
  u8 player = slot ? object_row(g, slot)->controller : (u8)PLAYER_NONE;
  Event *ev = batch_add(g, EVENT_MOVE);
  ev->object = object;
  ev->from = from;
  ev->to = (u8)to;
  ev->player = player;
  ev->position = (u8)position;
  return last_row(g);
}

u32 batch_enter(Game *g, Ref object, u32 controller) {
  u32 row = batch_move(g, object, ZONE_BATTLEFIELD, 0);
  Heap entry = HEAP_NEW(g, Entry);
  u32 acquisition = ++core(g)->next_acquisition;
  Entry *en = HEAP_AT(g, Entry, entry);
  en->controller = (u8)controller;
  en->acquisition = acquisition;
  u32 slot = object_live(g, object);
  if (slot) {
    const Object *o = object_row(g, slot);
    /* A card is itself again in its new zone; a spell brings what it is on the stack (608.3). */
    en->cv = o->zone == ZONE_STACK || !o->card ? o->cv : row_CARDS(g, o->card)->def;
    en->face = o->zone == ZONE_STACK ? o->face : 0;
    if (o->zone == ZONE_STACK && o->status & STATUS_FACE_DOWN) en->face_down = (u8)(1 + o->face_down);
  }
  row_EVENTS(g, row)->entry = entry;
  return row;
}

u32 batch_tap(Game *g, Ref object, bool tap) {
  return batch_simple(g, tap ? EVENT_TAP : EVENT_UNTAP, PLAYER_NONE, object);
}

u32 batch_damage(Game *g, Ref source, Ref to, i64 amount, u32 flags) {
  u32 row = batch_simple(g, EVENT_DAMAGE, PLAYER_NONE, to);
  Event *ev = row_EVENTS(g, row);
  ev->source = source;
  ev->amount = amount;
  ev->flags = (u16)flags;
  return row;
}

u32 batch_life(Game *g, u32 player, i64 change) {
  if (change == 0) return (u32)-1; /* 119.9: no life gained or lost is no event */
  Event *ev = batch_add(g, change > 0 ? EVENT_GAIN_LIFE : EVENT_LOSE_LIFE);
  ev->player = (u8)player;
  ev->object = ref_player(player);
  ev->amount = change > 0 ? change : -change;
  return last_row(g);
}

u32 batch_draw(Game *g, u32 player) { return batch_simple(g, EVENT_DRAW, player, ref_player(player)); }

u32 batch_destroy(Game *g, Ref object, u32 flags) {
  u32 row = batch_simple(g, EVENT_DESTROY, PLAYER_NONE, object);
  row_EVENTS(g, row)->flags = (u16)flags;
  return row;
}

u32 batch_sacrifice(Game *g, Ref object, u32 flags) {
  u32 row = batch_simple(g, EVENT_SACRIFICE, PLAYER_NONE, object);
  row_EVENTS(g, row)->flags = (u16)flags;
  return row;
}

u32 batch_discard(Game *g, Ref object, u32 flags) {
  u32 row = batch_simple(g, EVENT_DISCARD, PLAYER_NONE, object);
  row_EVENTS(g, row)->flags = (u16)flags;
  return row;
}

u32 batch_counters(Game *g, Ref on, Word kind, i64 n, u32 by) {
  u32 row = batch_simple(g, n > 0 ? EVENT_COUNTERS_PUT : EVENT_COUNTERS_REMOVE, by, on);
  Event *ev = row_EVENTS(g, row);
  ev->word = kind;
  ev->amount = n > 0 ? n : -n;
  return row;
}

u32 batch_simple(Game *g, EventKind kind, u32 player, Ref object) {
  if (player == PLAYER_NONE && object) {
    u32 slot = object_live(g, object);
    player = ref_is_player(object) ? ref_slot(object) : slot ? object_row(g, slot)->controller : PLAYER_NONE;
  }
  Event *ev = batch_add(g, kind);
  ev->player = (u8)player;
  ev->object = object;
  return last_row(g);
}

/* --- entries --------------------------------------------------------------------------------------- */

void entry_free(Game *g, Heap entry) {
  const Entry en = *HEAP_AT(g, Entry, entry);
  if (en.notes) note_list_free(g, en.notes);
  if (en.cast) cast_info_free(g, en.cast);
  if (en.among) heap_free(g, en.among);
  if (en.also) {
    for (u32 i = 1; i < list_count(g, en.also); i += 2) env_free(g, (Heap)list_get(g, en.also, i));
    heap_free(g, en.also);
  }
  if (en.copy_and_env) env_free(g, en.copy_and_env);
  heap_free(g, entry);
}

void note_list_free(Game *g, Heap notes) {
  for (u32 i = 0; i + 2 < list_count(g, notes); i += 3) {
    Value v = {.tag = (u32)list_get(g, notes, i + 1), .v = list_get(g, notes, i + 2)};
    value_free(g, &v);
  }
  heap_free(g, notes);
}

void cast_info_free(Game *g, Heap cast) {
  const CastInfo c = *HEAP_AT(g, CastInfo, cast);
  if (c.paid) heap_free(g, c.paid);
  if (c.spent) heap_free(g, c.spent);
  if (c.objects) heap_free(g, c.objects);
  if (c.sources) heap_free(g, c.sources);
  heap_free(g, cast);
}

Heap cast_info_copy(Game *g, Heap cast) {
  if (!cast) return 0;
  Heap copy = heap_copy(g, cast);
  Heap paid = heap_copy(g, HEAP_AT(g, CastInfo, copy)->paid);
  HEAP_AT(g, CastInfo, copy)->paid = paid;
  Heap spent = heap_copy(g, HEAP_AT(g, CastInfo, copy)->spent);
  HEAP_AT(g, CastInfo, copy)->spent = spent;
  Heap objects = heap_copy(g, HEAP_AT(g, CastInfo, copy)->objects);
  HEAP_AT(g, CastInfo, copy)->objects = objects;
  Heap sources = heap_copy(g, HEAP_AT(g, CastInfo, copy)->sources);
  HEAP_AT(g, CastInfo, copy)->sources = sources;
  return copy;
}

/* --- the procedure ----------------------------------------------------------------------------------- */

/* The player whose choice 616.1 asks for: of an object its controller, or its owner. */
u32 event_chooser(const Game *g, const Event *ev) {
  if (ev->kind == EVENT_COUNTERS_PUT && ev->parent && row_EVENTS(g, ev->parent - 1)->object == ev->object)
    ev = row_EVENTS(g, ev->parent - 1); /* of what enters with them, as that */
  if (ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD && ev->entry)
    return HEAP_AT(g, Entry, ev->entry)->controller;
  if (ev->object && !ref_is_player(ev->object)) {
    u32 slot = object_live(g, ev->object);
    if (slot) return object_row(g, slot)->controller;
  }
  return ev->player == PLAYER_NONE ? core(g)->active : ev->player;
}

/* Whether no replacement can apply to anything of the kind: what nearly every event meets. */
static bool never_replaced(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (ev.kind == EVENT_MOVE && ev.to == ZONE_BATTLEFIELD) return false;
  if (ev.kind == EVENT_TURN_FACE_UP || ev.kind == EVENT_TRANSFORM) return false; /* 708.11, 712.20 */
  if (ev.kind == EVENT_DAMAGE) {
    u32 slot = object_live(g, ev.object);
    if (slot ? has_keyword(g, slot, W_PROTECTION) : rules_of(g, IR_R_PLAYER_HAS)) return false;
  }
  return !event_awaited(&derived(g)->watchers.replaced, &ev) && !counter_replacing(g, &ev) &&
         !commander_may_return(g, &ev);
}

static void settle(Game *g, u32 row) {
  row_EVENTS(g, row)->flags |= EVF_SETTLED;
  if (!(row_EVENTS(g, row)->flags & (EVF_GONE | EVF_EXPANDED))) {
    row_EVENTS(g, row)->flags |= EVF_EXPANDED;
    event_contain(g, row);
  }
}

/* The exception of a copy effect that is an additional effect happens once it is certain that no other copy
   effect follows (707.9e). */
static bool copy_addition_begins(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  if (!ev->entry || !HEAP_AT(g, Entry, ev->entry)->copy_and) return false;
  RULE(g, "707.9e");
  Entry *en = HEAP_AT(g, Entry, ev->entry);
  Node node = en->copy_and;
  Heap env = en->copy_and_env;
  en->copy_and = 0;
  en->copy_and_env = 0;
  u32 frame = frame_push(g, PROC_ACT, node, env);
  frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
  return true;
}

/* The next event of the level [LO, HI) whose chooser is the player at APNAP position `seat`, at or after the
   cursor; (u32)-1 when none. */
static u32 next_unsettled(Game *g, const Frame *f, u32 player) {
  for (u32 row = (u32)f->a[BATCH_CURSOR]; row < (u32)f->a[BATCH_HI]; row++) {
    const Event *ev = row_EVENTS(g, row);
    if (ev->flags & EVF_SETTLED) continue;
    if (event_chooser(g, ev) == player) return row;
  }
  return (u32)-1;
}

/* What can't happen is told and settled. */
static void settle_impossible(Game *g, u32 row) {
  event_tell_impossible(g, row);
  row_EVENTS(g, row)->flags |= EVF_IMPOSSIBLE;
}

/* Settles one event, or asks, or applies one effect. */
static Flow settle_one(Game *g, u32 row) {
  Frame *f = frame_top(g);
  f->a[BATCH_ROW] = row;
  if (event_impossible(g, row)) {
    settle_impossible(g, row);
    return FLOW_STEP;
  }
  if (never_replaced(g, row)) {
    settle(g, row);
    return FLOW_STEP;
  }
  Replacements found;
  replacements_find(g, row, &found);
  if (found.count == 0) {
    replacements_end(g, &found);
    if (copy_addition_begins(g, row)) return FLOW_STEP;
    Flow flow;
    if (entering_attaches(g, row, &flow) || entering_fights(g, row, &flow)) return flow;
    settle(g, row);
    return FLOW_STEP;
  }
  replacements_restrict(g, row, &found);
  /* The last of several that had to be put in order is a step of that order, though there is no choice. */
  bool asked = frame_top(g)->a[BATCH_ASKED] == 1 + (i64)row;
  if (found.count == 1 && !asked) {
    Replacement only = replacements_get(g, &found, 0);
    replacements_end(g, &found);
    replacement_apply(g, row, &only);
    return FLOW_STEP;
  }
  RULE_OF(g, whom_it_is_about(g, row), "616.1");
  frame_top(g)->a[BATCH_ASKED] = 1 + (i64)row;
  frame_top(g)->step = BATCH_CHOSEN;
  u32 player = event_chooser(g, row_EVENTS(g, row));
  Ref object = row_EVENTS(g, row)->object;
  decide_begin(g, DECISION_REPLACEMENT, player, object, "616.1");
  for (u32 i = 0; i < found.count; i++) {
    Replacement r = replacements_get(g, &found, i);
    decide_option(g, (Option){.kind = OPTION_ABILITY, .ref = r.source, .a = r.inst.ability, .n = (i64)r.id});
  }
  replacements_end(g, &found);
  return decide_end(g);
}

static Flow batch_settle(Game *g, Frame *f) {
  if (f->a[BATCH_HI] == 0) {
    f->a[BATCH_HI] = count_of(g, T_EVENTS);
    f->a[BATCH_LO] = f->a[BATCH_CURSOR] = f->a[BATCH_BASE];
  }
  watchers_update(g);
  f = frame_top(g);
  for (;;) {
    u32 player = player_apnap(g, (u32)f->a[BATCH_SEAT]);
    if (player == PLAYER_NONE) { /* what belongs to nobody in the game, then the next level */
      u32 hi = (u32)f->a[BATCH_HI];
      for (u32 row = (u32)f->a[BATCH_CURSOR]; row < hi; row++) {
        if (row_EVENTS(g, row)->flags & EVF_SETTLED) continue;
        f->a[BATCH_CURSOR] = row;
        return settle_one(g, row);
      }
      u32 count = count_of(g, T_EVENTS);
      if (hi == count) {
        f->step = BATCH_HAPPEN;
        f->a[BATCH_LO] = f->a[BATCH_BASE];
        return FLOW_STEP;
      }
      f->a[BATCH_LO] = f->a[BATCH_CURSOR] = hi;
      f->a[BATCH_HI] = count;
      f->a[BATCH_SEAT] = 0;
      continue;
    }
    u32 row = next_unsettled(g, f, player);
    if (row == (u32)-1) {
      f->a[BATCH_SEAT]++;
      f->a[BATCH_CURSOR] = f->a[BATCH_LO];
      continue;
    }
    f->a[BATCH_CURSOR] = row;
    return settle_one(g, row);
  }
}

/* The answer to which effect applies first. */
static Flow batch_chosen(Game *g, Frame *f) {
  f->step = BATCH_SETTLE;
  u64 id = (u64)decide_taken(g)->n;
  u32 row = (u32)f->a[BATCH_ROW];
  Replacements found;
  replacements_find(g, row, &found);
  Replacement chosen = {0};
  for (u32 i = 0; i < found.count && !chosen.id; i++) {
    Replacement r = replacements_get(g, &found, i);
    if (r.id == id) chosen = r;
  }
  replacements_end(g, &found);
  if (chosen.id) replacement_apply(g, row, &chosen);
  return FLOW_STEP;
}

/* The owner of a commander is asked whether it goes to the command zone instead (903.9b). */
static Flow commander_ask(Game *g, Frame *f) {
  Ref commander = row_EVENTS(g, (u32)f->a[BATCH_ROW])->object;
  f->step = BATCH_COMMANDER_TAKEN;
  RULE(g, "903.9b");
  decide_begin(g, DECISION_MAY, object_row(g, object_live(g, commander))->owner, commander, "903.9b");
  decide_simple(g, OPTION_NO);
  decide_simple(g, OPTION_YES);
  return decide_end(g);
}

static Flow commander_taken(Game *g, Frame *f) {
  f->step = BATCH_SETTLE;
  if (decide_taken(g)->kind != OPTION_YES) return FLOW_STEP;
  Event *ev = row_EVENTS(g, (u32)f->a[BATCH_ROW]);
  ev->word = 1u + ev->to;
  ev->to = ZONE_COMMAND;
  return FLOW_STEP;
}

static bool happens(const Game *g, u32 row) { return !(row_EVENTS(g, row)->flags & EVF_GONE); }

/* A contained event does not happen if what contains it is gone. */
static void drop_orphans(Game *g, u32 base) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
    Event *ev = row_EVENTS(g, row);
    if (ev->parent && row_EVENTS(g, ev->parent - 1)->flags & EVF_GONE) ev->flags |= EVF_GONE;
  }
}

/* Whether an object moves, and not just cards of it. */
static bool moves_whole(const Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  return ev->kind == EVENT_MOVE && happens(g, row) && !(ev->flags & EVF_COMPONENT);
}

static void moving_clear(Game *g, u32 base, u32 end) {
  for (u32 row = base; row < end; row++) {
    u32 slot = object_live(g, row_EVENTS(g, row)->object);
    if (slot) object_row(g, slot)->flags &= (u8)~OBJECT_MOVING;
  }
}

static bool some_move_twice(Game *g, u32 base, u32 end) {
  bool twice = false;
  for (u32 row = base; row < end && !twice; row++) {
    u32 slot = moves_whole(g, row) ? object_live(g, row_EVENTS(g, row)->object) : 0;
    if (!slot) continue;
    twice = object_row(g, slot)->flags & OBJECT_MOVING;
    object_row(g, slot)->flags |= OBJECT_MOVING;
  }
  moving_clear(g, base, end);
  return twice;
}

/* A later move of the batch that would take the same object elsewhere; (u32)-1 if there is none. */
static u32 contradiction(const Game *g, u32 row, u32 end) {
  const Event *ev = row_EVENTS(g, row);
  if (!moves_whole(g, row) || !object_live(g, ev->object)) return (u32)-1;
  for (u32 i = row + 1; i < end; i++) {
    const Event *other = row_EVENTS(g, i);
    if (moves_whole(g, i) && other->object == ev->object && other->to != ev->to) return i;
  }
  return (u32)-1;
}

/* Of two things that would move an object to different zones its controller chooses one (400.6). */
static bool contradiction_ask(Game *g, Flow *flow) {
  u32 base = (u32)frame_top(g)->a[BATCH_BASE], end = count_of(g, T_EVENTS);
  drop_orphans(g, base);
  if (!some_move_twice(g, base, end)) return false;
  for (u32 row = base; row < end; row++) {
    u32 other = contradiction(g, row, end);
    if (other == (u32)-1) continue;
    const Event ev = *row_EVENTS(g, row);
    Word zones[2] = {zone_word((Zone)ev.to), zone_word((Zone)row_EVENTS(g, other)->to)};
    Frame *f = frame_top(g);
    f->step = BATCH_CONTRADICTED;
    f->a[BATCH_ROW] = row;
    f->a[BATCH_OTHER] = other;
    RULE(g, "400.6");
    decide_begin(g, DECISION_WORD, object_row(g, ref_slot(ev.object))->controller, ev.object, "400.6");
    for (u32 i = 0; i < 2; i++) decide_word(g, zones[i]);
    *flow = decide_end(g);
    return true;
  }
  return false;
}

static Flow contradiction_settle(Game *g, Frame *f) {
  u32 row = (u32)f->a[BATCH_ROW], other = (u32)f->a[BATCH_OTHER];
  bool first = zone_of_word(decide_taken(g)->word) == (Zone)row_EVENTS(g, row)->to;
  f->step = BATCH_HAPPEN;
  row_EVENTS(g, first ? other : row)->flags |= EVF_GONE;
  return FLOW_STEP;
}

/* An object moves once in a batch: whatever else would move it finds it gone. */
static void drop_second_moves(Game *g, u32 base, u32 end) {
  if (end - base < 2) return;
  for (u32 row = base; row < end; row++) {
    Event *ev = row_EVENTS(g, row);
    u32 slot = moves_whole(g, row) ? object_live(g, ev->object) : 0;
    if (!slot) continue;
    Object *o = object_row(g, slot);
    if (o->flags & OBJECT_MOVING) ev->flags |= EVF_GONE;
    o->flags |= OBJECT_MOVING;
  }
  moving_clear(g, base, end);
}

/* What was put onto the battlefield attacking or blocking does so, if it may (508.4, 509.4). */
static void enter_combat(Game *g, u32 base, u32 end) {
  for (u32 row = base; row < end; row++) {
    const Event ev = *row_EVENTS(g, row);
    if (ev.kind != EVENT_MOVE || !(ev.flags & EVF_HAPPENED) || !ev.entry) continue;
    Ref attacked = HEAP_AT(g, Entry, ev.entry)->attacking, blocked = HEAP_AT(g, Entry, ev.entry)->blocking;
    u32 slot = attacked || blocked ? object_live(g, ev.became) : 0;
    if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) continue;
    if (attacked) enter_attacking(g, slot, attacked);
    if (blocked) enter_blocking(g, slot, blocked);
  }
}

/* What is put into a library at a certain place while that library is shuffled is at that place afterwards. */
static bool follows_shuffle(const Game *g, u32 row, u32 base, u32 end) {
  const Event *ev = row_EVENTS(g, row);
  if (ev->kind != EVENT_MOVE || ev->to != ZONE_LIBRARY || ev->flags & EVF_SHUFFLE) return false;
  u32 owner = object_owner(g, ev->object);
  for (u32 i = base; i < end; i++)
    if (row_EVENTS(g, i)->kind == EVENT_SHUFFLE && row_EVENTS(g, i)->player == owner && happens(g, i)) return true;
  return false;
}

static bool event_takes_place(Game *g, u32 row) {
  if (!happens(g, row) || !event_happen(g, row)) {
    row_EVENTS(g, row)->flags |= EVF_GONE;
    u32 slot = object_live(g, row_EVENTS(g, row)->object);
    if (slot) lki_stays(g, slot);
    return false;
  }
  row_EVENTS(g, row)->flags |= EVF_HAPPENED;
  event_count(g, (EventKind)row_EVENTS(g, row)->kind);
  return true;
}

/* All of it happens: what follows a shuffle after all else. Answers the number of events that did. */
static i64 events_happen(Game *g, u32 base, u32 end) {
  i64 happened = 0;
  u32 late = 0;
  for (u32 row = base; row < end; row++) {
    if (follows_shuffle(g, row, base, end))
      late++;
    else
      happened += event_takes_place(g, row);
  }
  for (u32 row = base; late && row < end; row++) {
    if (row_EVENTS(g, row)->flags & (EVF_HAPPENED | EVF_GONE)) continue;
    RULE(g, "701.24g");
    happened += event_takes_place(g, row);
  }
  return happened;
}

static bool something_left(const Game *g, u32 base, u32 end) {
  for (u32 row = base; row < end; row++) {
    const Event *ev = row_EVENTS(g, row);
    if (ev->kind == EVENT_MOVE && ev->from == ZONE_BATTLEFIELD && ev->flags & EVF_HAPPENED) return true;
  }
  return false;
}

/* Whether an event of that kind takes an object from where it is; a countered spell moves by an event of its own (701.6a). */
static bool object_leaves(u32 kind) { return kind == EVENT_MOVE || kind == EVENT_COUNTER || kind == EVENT_COMPLETE; }

/* All that is left of the batch happens; answers how many events did. */
static i64 batch_happen(Game *g, u32 base) {
  core(g)->batch++;
  drop_orphans(g, base);
  layers_update(g);
  watchers_update(g);
  u32 end = count_of(g, T_EVENTS);
  drop_second_moves(g, base, end);
  u32 pending = count_of(g, T_PENDING);
  bool unattaching = event_kinds_have(&derived(g)->watchers.triggering, EVENT_UNATTACH);
  excess_find(g, base, end);
  /* What leaves is remembered, and abilities that look back trigger, on the state before (603.10). */
  for (u32 row = base; row < end; row++) {
    if (!happens(g, row)) continue;
    const Event *ev = row_EVENTS(g, row);
    if (event_may_be_awaited(&derived(g)->watchers.triggering, ev)) triggers_notice(g, row, true);
    if (unattaching) triggers_notice_unattached(g, base, row);
    ev = row_EVENTS(g, row);
    if (!object_leaves(ev->kind)) continue;
    u32 slot = object_live(g, ev->object);
    bool stays = ev->kind == EVENT_COUNTER && slot && object_row(g, slot)->kind != OBJECT_ABILITY;
    if (slot && !stays && object_row(g, slot)->zone != ZONE_NONE) lki_take_leaving(g, slot);
  }
  i64 happened = events_happen(g, base, end);
  end = count_of(g, T_EVENTS); /* the cards of permanents that left have moves of their own */
  if (happened > 1) timestamps_arrange(g, base, end);
  if (something_left(g, base, end)) bestow_end_hostless(g);
  layers_update(g);
  effects_hold(g);
  enter_combat(g, base, end);
  watchers_update(g);
  if (happened) blessings_give(g);
  triggers_confirm(g, pending);
  bool attaching = event_kinds_have(&derived(g)->watchers.triggering, EVENT_ATTACH);
  HistoryTogether history = {0};
  if (history_is_read(g)) history_together(g, base, end, &history);
  for (u32 row = base; row < end; row++) {
    if (!(row_EVENTS(g, row)->flags & EVF_HAPPENED)) continue;
    const Event ev = *row_EVENTS(g, row);
    if (history.count > 0)
      history_next(g, &history);
    else
      history_add(g, &ev);
    event_tell(g, &ev);
    if (event_may_be_awaited(&derived(g)->watchers.triggering, &ev)) triggers_notice(g, row, false);
    if (attaching) triggers_notice_attached(g, row);
  }
  if (history.count > 0) history_together_end(g, &history);
  if (happened) triggers_state(g);
  return happened;
}

/* Whether nothing that there is replaces an event that is of a kind some effect replaces. */
static bool replaced_by_nothing(Game *g, u32 row) {
  Replacements found;
  replacements_find(g, row, &found);
  bool none = found.count == 0;
  replacements_end(g, &found);
  return none;
}

/* Whether a card enters as it is printed, and nothing printed on it nor anything there is says how. Checked builds look. */
static bool enters_as_printed(Game *g, const Event *ev, const Entry *en) {
  const CardForm *form = entering_form(g, object_live(g, ev->object), en);
  if (!form || !form->sba_clean || form->watcher_zones & ZONE_BIT(ZONE_BATTLEFIELD)) return false;
  return !event_awaited(&derived(g)->watchers.replaced, ev) && !commander_may_return(g, ev);
}

/* Whether nothing is in the place of an object's entering or goes with it, and nobody chooses how it enters. */
static bool enters_plainly(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (!game_is_quick(g) || ev.kind != EVENT_MOVE || ev.to != ZONE_BATTLEFIELD || !effects_are_none(g)) return false;
  const Entry en = *event_entry(g, row);
  if (en.flags || en.attached_to || en.copy_and || en.also) return false;
  bool printed = enters_as_printed(g, &ev, &en);
#ifndef GAVEL_CHECKED
  if (printed) return true;
#endif
  bool replaced = !replaced_by_nothing(g, row);
  ASSERT(!printed || !replaced);
  if (replaced) return false;
  Chars chars;
  chars_entering(g, object_live(g, ev.object), ev.entry, &chars);
  ASSERT(!printed || !chars_subtype(&chars, W_AURA));
  return !chars_subtype(&chars, W_AURA);
}

/* What is known of an event of a level before any of them is settled. */
typedef enum Fate { FATE_OPEN, FATE_IMPOSSIBLE, FATE_STAYS } Fate;

/* Whether an event of a level can be settled as it is, whatever else happens with it. Notes in `*quick` if only the short
   way settles it so. */
static Fate event_fate(Game *g, u32 row, bool alone, bool *quick) {
  const Event event = *row_EVENTS(g, row), *ev = &event; /* characteristics are computed meanwhile */
  bool enters = ev->entry && alone && !derived(g)->watchers.day;
  if (ev->kind == EVENT_PROGRAM || (!enters && (ev->entry || day_concerned(ev)))) return FATE_OPEN;
  if (ev->from == ZONE_BATTLEFIELD && !effects_stay(g)) return FATE_OPEN; /* perhaps something returns (610.3) */
  if (ev->from == ZONE_BATTLEFIELD && has_components(g, ev->object)) return FATE_OPEN; /* somebody arranges them */
  if (event_impossible(g, row)) return FATE_IMPOSSIBLE;
  if (!enters && never_replaced(g, row)) return FATE_STAYS;
  *quick = true;
  if (enters) return enters_plainly(g, row) ? FATE_STAYS : FATE_OPEN;
  bool turns = ev->kind == EVENT_TURN_FACE_UP || ev->kind == EVENT_TRANSFORM;
  bool enters_otherwise = ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD;
  bool stays = game_is_quick(g) && !turns && !enters_otherwise && replaced_by_nothing(g, row);
  return stays ? FATE_STAYS : FATE_OPEN;
}

static void settle_by_fate(Game *g, u32 row, Fate fate) {
  ASSERT(HEARD(g) || event_impossible(g, row) == (fate == FATE_IMPOSSIBLE));
  if (fate == FATE_IMPOSSIBLE)
    settle_impossible(g, row);
  else
    settle(g, row);
}

/* The events of a level in the order of those who would choose (616.1), which is the order of what they contain. Their fates
   lie on the scratch list from `fates` on. */
static u32 settle_level(Game *g, u32 lo, u32 hi, u32 fates) {
  u32 left = hi - lo, player, last = lo;
  for (u32 seat = 0; left && (player = player_apnap(g, seat)) != PLAYER_NONE; seat++) {
    for (u32 row = lo; row < hi; row++) {
      const Event *ev = row_EVENTS(g, row);
      if (ev->flags & EVF_SETTLED || event_chooser(g, ev) != player) continue;
      settle_by_fate(g, last = row, (Fate)scratch_get(g, fates + row - lo));
      left--;
    }
  }
  for (u32 row = lo; left && row < hi; row++)
    if (!(row_EVENTS(g, row)->flags & EVF_SETTLED))
      settle_by_fate(g, last = row, (Fate)scratch_get(g, fates + row - lo));
  return last;
}

/* How far a batch was settled without a frame: the level that waits for somebody, and the row settled last before it. With
   `quick` only the short way came so far, and the frame must be as the long way leaves it there. */
typedef struct Settled {
  u32 lo, hi, last;
  bool quick;
} Settled;

/* Most batches wait for nobody: no effect replaces anything in them, and nobody arranges what they contain. They are
   settled and happen without a frame of their own. The levels that are settled already when that turns out not to hold
   stay so, and the frame goes on with the next. */
static bool settles_at_once(Game *g, u32 base, Settled *s) {
  bool quick = false;
  for (u32 lo = base, hi; lo < count_of(g, T_EVENTS); lo = hi) {
    hi = count_of(g, T_EVENTS);
    s->lo = lo;
    s->hi = hi;
    s->quick = quick;
    u32 fates = scratch_mark(g);
    Fate fate = FATE_STAYS;
    for (u32 row = lo; row < hi && fate != FATE_OPEN; row++) {
      fate = event_fate(g, row, hi - lo == 1, &quick);
      scratch_push(g, fate);
    }
    if (fate != FATE_OPEN) s->last = settle_level(g, lo, hi, fates);
    scratch_release(g, fates);
    if (fate == FATE_OPEN) return false;
  }
  s->quick = quick;
  if (s->hi - base < 2) return true;
  drop_orphans(g, base);
  return !some_move_twice(g, base, s->hi); /* somebody chooses where it goes (400.6) */
}

static bool some_concern_day(const Game *g, u32 base) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++)
    if (row_EVENTS(g, row)->flags & EVF_HAPPENED && day_concerned(row_EVENTS(g, row))) return true;
  return false;
}

/* The frame of a batch that has happened, for what is seen to after that. */
static void after_push(Game *g, u32 base, i64 happened) {
  Frame *f = frame_at(g, frame_push(g, PROC_BATCH, 0, 0));
  f->a[BATCH_BASE] = f->a[BATCH_CURSOR] = base;
  f->a[BATCH_HAPPENED] = happened;
  f->step = BATCH_AFTER;
}

static bool batch_at_once(Game *g, u32 base, Settled *settled) {
  watchers_update(g);
  if (!settles_at_once(g, base, settled)) return false;
  i64 happened = batch_happen(g, base);
  core(g)->ret = happened;
  /* What has entered may be what day and night turn over. */
  if (derived(g)->watchers.day && some_concern_day(g, base)) after_push(g, base, happened);
  return true;
}

/* `base` is the first row of events of other batches within this one. */
static Flow batch_over(Game *g, u32 base) {
  batch_end(g, base);
  frame_return(g, frame_top(g)->a[BATCH_HAPPENED]);
  return FLOW_STEP;
}

/* Daybound and nightbound are seen to immediately, before anything else goes on (702.145c, 702.145f). */
static Flow batch_day(Game *g) {
  bool concerned = some_concern_day(g, (u32)frame_top(g)->a[BATCH_BASE]);
  u32 base = batch_begin(g);
  if (concerned) day_propose(g);
  if (count_of(g, T_EVENTS) == base) return batch_over(g, base);
  frame_top(g)->step = BATCH_DAY;
  frame_top(g)->a[BATCH_ROW] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* What was exiled until something leaves the battlefield returns immediately after that, all of it at the same time
   (610.3d), under its owner's control (610.3c); what phased out phases in (610.4d). False if there is nothing. */
static bool returns_begin(Game *g) {
  u32 base = batch_begin(g);
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || !(f.flags & EFFECT_RETURNS) || !(f.flags & EFFECT_USED)) continue;
    RULE(g, f.amount == ZONE_NONE ? "610.4" : "610.3");
    for (u32 i = 0; i < list_count(g, f.objects); i++) {
      Ref ref = list_get(g, f.objects, i);
      u32 slot = object_live(g, ref);
      if (f.amount == ZONE_NONE && slot) batch_simple(g, EVENT_PHASE_IN, PLAYER_NONE, ref);
      if (!slot || object_row(g, slot)->zone != ZONE_EXILE) continue;
      if (f.amount == ZONE_BATTLEFIELD)
        batch_enter(g, ref, object_row(g, slot)->owner);
      else
        batch_move(g, ref, (Zone)f.amount, 0);
    }
    effect_remove(g, row);
  }
  if (count_of(g, T_EVENTS) == base) return false;
  if (count_of(g, T_EVENTS) - base > 1) RULE(g, "610.3d");
  Frame *f = frame_top(g);
  f->step = BATCH_RETURNED;
  f->a[BATCH_RETURN] = base;
  batch_propose(g, base);
  return true;
}

bool returns_due(const Game *g) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && f->flags & EFFECT_RETURNS && f->flags & EFFECT_USED) return true;
  }
  return false;
}

void returns_push(Game *g) { after_push(g, count_of(g, T_EVENTS), 0); }

/* Programs that replacements put in the place of events or beside them run now, in order. */
static Flow batch_after(Game *g, Frame *f) {
  for (u32 row = (u32)f->a[BATCH_CURSOR]; row < count_of(g, T_EVENTS); row++) {
    Event *ev = row_EVENTS(g, row);
    if (!(ev->flags & EVF_HAPPENED)) continue;
    if (ev->kind == EVENT_PROGRAM) {
      frame_top(g)->a[BATCH_CURSOR] = row + 1;
      Heap env = ev->env;
      Node node = ev->node;
      SOUND(g, env);
      ev->env = 0;
      Ref became = ev->amount ? row_EVENTS(g, (u32)ev->amount - 1)->became : REF_NONE;
      if (became) env_set_ref(g, env, SLOT_EVENT_NEW, became);
      u32 frame = frame_push(g, PROC_ACT, node, env);
      frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
      return FLOW_STEP;
    }
    if (ev->entry && list_count(g, HEAP_AT(g, Entry, ev->entry)->also)) {
      Heap also = HEAP_AT(g, Entry, ev->entry)->also;
      u32 n = list_count(g, also);
      Node node = (Node)list_get(g, also, n - 2);
      Heap env = (Heap)list_get(g, also, n - 1);
      list_remove(g, also, n - 1);
      list_remove(g, also, n - 2);
      env_set_ref(g, env, SLOT_EVENT_NEW, ev->became);
      env_at(g, env)->source = row_EVENTS(g, row)->became;
      frame_top(g)->a[BATCH_CURSOR] = row;
      u32 frame = frame_push(g, PROC_ACT, node, env);
      frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
      return FLOW_STEP;
    }
  }
  if (returns_begin(g)) return FLOW_STEP;
  return batch_day(g);
}

/* What an action of an effect proposes is caused by it (609.1); what pays a cost isn't. */
static void cause_by_effect(Game *g, u32 base) {
  const Frame *f = count_of(g, T_FRAMES) ? frame_top(g) : NULL;
  if (!f || f->proc != PROC_ACT || f->flags & FRAME_COST || !f->env) return;
  u8 cause = (u8)(1 + env_at(g, f->env)->controller);
  for (u32 row = base; row < count_of(g, T_EVENTS); row++)
    if (!row_EVENTS(g, row)->cause) row_EVENTS(g, row)->cause = cause;
}

void batch_propose(Game *g, u32 base) {
  cause_by_effect(g, base);
  Settled s = {base, base, base, false};
  if (batch_at_once(g, base, &s)) return;
  Frame *f = frame_at(g, frame_push(g, PROC_BATCH, 0, 0));
  f->a[BATCH_BASE] = base;
  if (!s.quick) return;
  f->a[BATCH_LO] = f->a[BATCH_CURSOR] = s.lo;
  f->a[BATCH_HI] = s.hi;
  f->a[BATCH_ROW] = s.last;
}

Flow proc_BATCH(Game *g, Frame *f) {
  switch (f->step) {
    case BATCH_SETTLE: return batch_settle(g, f);
    case BATCH_CHOSEN: return batch_chosen(g, f);
    case BATCH_ENCHANTS:
      f->step = BATCH_SETTLE;
      entering_host_chosen(g, (u32)f->a[BATCH_ROW]);
      return FLOW_STEP;
    case BATCH_COMMANDER: return commander_ask(g, f);
    case BATCH_COMMANDER_TAKEN: return commander_taken(g, f);
    case BATCH_FIGHTS:
      f->step = BATCH_SETTLE;
      entering_opposed_chosen(g, (u32)f->a[BATCH_ROW]);
      return FLOW_STEP;
    case BATCH_HAPPEN: {
      Flow flow;
      if (contradiction_ask(g, &flow)) return flow;
      if (components_ask(g, &flow)) return flow;
      if (timestamps_ask(g, &flow)) return flow;
      i64 happened = batch_happen(g, (u32)frame_top(g)->a[BATCH_BASE]);
      f = frame_top(g);
      f->a[BATCH_HAPPENED] = happened;
      f->a[BATCH_CURSOR] = f->a[BATCH_BASE];
      f->step = BATCH_AFTER;
      return FLOW_STEP;
    }
    case BATCH_CONTRADICTED: return contradiction_settle(g, f);
    case BATCH_ARRANGED: return components_arranged(g, f);
    case BATCH_STAMPED: return timestamps_chosen(g, f);
    case BATCH_RETURNED: {
      u32 base = (u32)f->a[BATCH_RETURN];
      f->step = BATCH_AFTER;
      f->a[BATCH_RETURN] = 0;
      batch_end(g, base);
      return FLOW_STEP;
    }
    case BATCH_DAY: return batch_over(g, (u32)f->a[BATCH_ROW]);
    default: return batch_after(g, f);
  }
}
