/* What a permanent is attached to as it enters (301.5e, 303.4f–i), and what it enters attacking or
   blocking (508.4, 509.4). */
#include "rules/events/events.h"
#include "rules/events/batch_internal.h"

/* One token fewer is created. */
static void not_created(Game *g, u32 create) {
  Event *ev = row_EVENTS(g, create);
  if (ev->kind == EVENT_CREATE && --ev->amount == 0) ev->flags |= EVF_GONE;
}

/* It can't enter and remains where it is; from the stack it goes to its owner's graveyard, and a token isn't created. */
static Flow remains(Game *g, u32 row, const char *rule) {
  RULE(g, rule);
  Event *ev = row_EVENTS(g, row);
  u8 zone = object_row(g, object_live(g, ev->object))->zone;
  if (zone == ZONE_STACK) {
    ev->to = ZONE_GRAVEYARD;
  } else {
    ev->flags |= EVF_IMPOSSIBLE;
    if (zone == ZONE_NONE && ev->parent) not_created(g, ev->parent - 1);
  }
  return FLOW_STEP;
}

/* An Aura that nothing says the host of: the player under whose control it enters chooses. */
static Flow ask_host(Game *g, u32 row, const Provisional *entering) {
  u32 mark = scratch_mark(g);
  u32 count = attach_hosts_push(g, entering);
  if (count == 0) return remains(g, row, "303.4g");
  RULE(g, "303.4f");
  frame_top(g)->step = BATCH_ENCHANTS;
  decide_begin(g, DECISION_OBJECT, event_entry(g, row)->controller, row_EVENTS(g, row)->object, "303.4f");
  for (u32 i = 0; i < count; i++) decide_ref(g, scratch_get(g, mark + i));
  scratch_release(g, mark);
  return decide_end(g);
}

bool entering_hostless(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (ev.kind != EVENT_MOVE || ev.to != ZONE_BATTLEFIELD || !ev.entry) return false;
  const Entry en = *event_entry(g, row);
  if (en.attached_to || en.flags & ENTRY_HOST_SAID) return false;
  Chars chars;
  Provisional entering = {
      .slot = object_live(g, ev.object), .zone = ZONE_BATTLEFIELD, .entry = ev.entry, .chars = &chars};
  chars_entering(g, entering.slot, ev.entry, &chars);
  if (!chars_subtype(&chars, W_AURA)) return false;
  u32 mark = scratch_mark(g), count = attach_hosts_push(g, &entering);
  scratch_release(g, mark);
  return count == 0;
}

bool entering_attaches(Game *g, u32 row, Flow *flow) {
  const Event ev = *row_EVENTS(g, row);
  if (ev.kind != EVENT_MOVE || ev.to != ZONE_BATTLEFIELD || !ev.entry) return false;
  const Entry en = *event_entry(g, row);
  if (ev.flags & EVF_CAST && en.attached_to) return false; /* an Aura spell resolves (608.3c) */
  Chars chars;
  Provisional entering = {
      .slot = object_live(g, ev.object), .zone = ZONE_BATTLEFIELD, .entry = ev.entry, .chars = &chars};
  chars_entering(g, entering.slot, ev.entry, &chars);
  bool aura = chars_subtype(&chars, W_AURA);
  bool said = en.attached_to || en.flags & ENTRY_HOST_SAID;
  if (!said && !aura) return false;
  if (said && attach_legal_entering(g, &entering, en.attached_to)) return false;
  if (aura) {
    *flow = said ? remains(g, row, "303.4i") : ask_host(g, row, &entering);
    return true;
  }
  RULE(g, chars_subtype(&chars, W_EQUIPMENT) || chars_subtype(&chars, W_FORTIFICATION) ? "301.5e" : "303.4h");
  event_entry(g, row)->attached_to = REF_NONE;
  event_entry(g, row)->flags &= (u16)~ENTRY_HOST_SAID;
  return false;
}

void entering_host_chosen(Game *g, u32 row) { event_entry(g, row)->attached_to = decide_taken(g)->ref; }

/* What may be attacked or blocked: of what an effect says, if it says that, what can be; else everything. */
static u32 opposed_push(Game *g, Heap entry, bool blocks) {
  const Entry en = *HEAP_AT(g, Entry, entry);
  u32 mark = scratch_mark(g), all = blocks ? attacking_push(g, en.controller) : attackable_push(g, en.controller);
  if (!(en.flags & ENTRY_AMONG)) return all;
  u32 kept = 0;
  for (u32 i = 0; i < all; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (list_has(g, en.among, ref)) scratch_set(g, mark + kept++, ref);
  }
  scratch_release(g, mark + kept);
  if (kept == 0) RULE(g, blocks ? "509.4a" : "508.4a");
  return kept;
}

static void opposed_set(Entry *en, Ref opposed) {
  if (en->flags & ENTRY_BLOCKS) {
    en->blocking = opposed;
    en->flags &= (u16)~ENTRY_BLOCKS;
  } else {
    en->attacking = opposed;
  }
}

bool entering_fights(Game *g, u32 row, Flow *flow) {
  const Event ev = *row_EVENTS(g, row);
  if (ev.kind != EVENT_MOVE || ev.to != ZONE_BATTLEFIELD || !ev.entry) return false;
  Entry *en = event_entry(g, row);
  u32 player = en->controller;
  bool attacks = en->flags & ENTRY_ATTACKS, blocks = en->flags & ENTRY_BLOCKS;
  if (!attacks && !blocks) return false;
  en->flags &= (u16)~ENTRY_ATTACKS;
  if (!step_is_combat(step_now(g))) return false;
  if (attacks && player != core(g)->active) {
    RULE(g, "506.3b");
    return false;
  }
  u32 mark = scratch_mark(g), count = opposed_push(g, ev.entry, blocks);
  const char *rule = blocks ? "509.4" : "508.4";
  if (count == 1) {
    RULE(g, rule);
    opposed_set(event_entry(g, row), scratch_get(g, mark)); /* nobody chooses among one */
  } else if (count > 1) {
    frame_top(g)->step = BATCH_FIGHTS;
    decide_begin(g, DECISION_OBJECT, player, ev.object, rule);
    for (u32 i = 0; i < count; i++) decide_ref(g, scratch_get(g, mark + i));
    *flow = decide_end(g);
  }
  scratch_release(g, mark);
  if (blocks && count == 0) event_entry(g, row)->flags &= (u16)~ENTRY_BLOCKS;
  return count > 1;
}

/* --- what it remembers ---------------------------------------------------------------------------------------- */

Heap entry_under_way(Game *g, Ref object) {
  for (u32 row = count_of(g, T_EVENTS); row-- > 0;) {
    const Event *ev = row_EVENTS(g, row);
    if (ev->kind != EVENT_MOVE || ev->to != ZONE_BATTLEFIELD || ev->object != object) continue;
    if (ev->entry && !(ev->flags & (EVF_GONE | EVF_HAPPENED))) return ev->entry;
  }
  return 0;
}

void entry_note(Game *g, Heap entry, u32 acquisition, StrId link, Value value) {
  Heap notes = HEAP_AT(g, Entry, entry)->notes;
  list_add(g, &notes, (u64)acquisition << 32 | link);
  list_add(g, &notes, value.tag);
  list_add(g, &notes, value.v);
  HEAP_AT(g, Entry, entry)->notes = notes;
}

/* Beside what it remembers under that link already. */
void entry_note_ref(Game *g, Heap entry, u32 acquisition, StrId link, Ref ref) {
  Heap notes = HEAP_AT(g, Entry, entry)->notes;
  u64 key = (u64)acquisition << 32 | link;
  for (u32 i = 0; i + 2 < list_count(g, notes); i += 3) {
    if (list_get(g, notes, i) != key || list_get(g, notes, i + 1) != VALUE_REFS) continue;
    Heap refs = (Heap)list_get(g, notes, i + 2);
    list_add(g, &refs, ref);
    list_set(g, notes, i + 2, refs);
    return;
  }
  Heap refs = 0;
  list_add(g, &refs, ref);
  entry_note(g, entry, acquisition, link, (Value){.tag = VALUE_REFS, .v = refs});
}

void entering_opposed_chosen(Game *g, u32 row) { opposed_set(event_entry(g, row), decide_taken(g)->ref); }
