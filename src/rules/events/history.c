/* What has happened, as the history of this turn and the last has it; and events that nothing replaces, which are only
   noticed. */
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"

/* That a turn or step begins, that something taps or untaps, that an ability was activated, and mana, are nothing
   state-based actions look at. */
#define KIND_BIT(kind) ((u64)1 << (kind))
static const u64 IDLE_KINDS = KIND_BIT(EVENT_TURN) | KIND_BIT(EVENT_STEP) | KIND_BIT(EVENT_TAP) |
                              KIND_BIT(EVENT_UNTAP) | KIND_BIT(EVENT_ACTIVATE) | KIND_BIT(EVENT_ADD_MANA) |
                              KIND_BIT(EVENT_TAPPED_FOR_MANA);
static bool is_idle(EventKind kind) { return kind < 64 && IDLE_KINDS >> kind & 1; }

static void events_count(Game *g, EventKind kind, u32 n) {
  core(g)->events += n;
  derived(g)->changes.happened += is_idle(kind) ? 0 : n;
}

void event_count(Game *g, EventKind kind) { events_count(g, kind, 1); }

void event_noticed(Game *g, const Event *event) {
  watchers_update(g);
  if (ref_is_player(event->object) && !event_kinds_have(&derived(g)->watchers.triggering, event->kind) &&
      !events_are_told(g)) {
    event_recorded(g, event, NULL);
    return;
  }
  Event ev = *event;
  ev.flags |= EVF_HAPPENED | EVF_SETTLED;
  event_count(g, (EventKind)ev.kind);
  history_add(g, &ev);
  event_tell(g, &ev);
  watchers_update(g);
  if (event_kinds_have(&derived(g)->watchers.triggering, ev.kind)) triggers_notice_event(g, &ev);
}

void event_performed(Game *g, u32 player, Word action, Ref object) {
  Event ev = {.kind = EVENT_PERFORM,
              .player = (u8)player,
              .word = action,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = object};
  event_noticed(g, &ev);
}

bool events_unnoticed(Game *g, const u32 *kinds, u32 n) {
  watchers_update(g);
  const DerivedCore *d = derived(g);
  if (d->watchers.state) return false;
  for (u32 i = 0; i < n; i++)
    if ((d->watchers.triggering.word[kinds[i] / 64] | d->watchers.replaced.word[kinds[i] / 64]) >> kinds[i] % 64 & 1)
      return false;
  return !HEARD(g) && count_of(g, T_PENDING) == 0 && effects_stay(g);
}

/* What no effect counts changes no characteristic. */
static bool is_counted(const Game *g, const History *h) {
  const Event like = {.kind = h->kind, .from = h->from, .to = h->to};
  return derived(g)->layers.alone_reads & FACT_HISTORY || event_awaited(&derived(g)->layers.history, &like);
}

/* The history has grown by so many rows. */
static void history_grown(Game *g, u32 first, u32 n) {
  if (!history_is_read(g)) return;
  while (n > 0 && !is_counted(g, row_HISTORY(g, first + n - 1))) n--;
  if (n > 0) facts_changed(g, FACT_HISTORY);
}

/* The player of an event; for an object that enters, the player who controls it then. */
static u8 history_player(const Game *g, const Event *ev) {
  bool entered = ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD && ev->became;
  u32 slot = entered ? object_live(g, ev->became) : 0;
  return slot ? object_row(g, slot)->controller : ev->player;
}

/* What the event's object became; nobody can follow it into a library that was shuffled since. */
static Ref history_became(const Game *g, const Event *ev) {
  u32 slot = ev->to == ZONE_LIBRARY ? object_live(g, ev->became) : 0;
  return slot && object_row(g, slot)->timestamp == 0 ? REF_NONE : ev->became;
}

static History history_of(const Game *g, const Event *ev, const Chars *about) {
  return (History){.kind = (u8)ev->kind,
                   .player = history_player(g, ev),
                   .from = ev->from,
                   .to = ev->to,
                   .flags = (u8)((ev->flags & EVF_COMBAT ? HISTORY_COMBAT : 0) |
                                 (ev->flags & EVF_COMPONENT ? HISTORY_COMPONENT : 0) |
                                 (ev->flags & EVF_NOT_CREATED ? HISTORY_NOT_CREATED : 0)),
                   .turn = core(g)->turn,
                   .word = ev->word,
                   .object = ev->became ? history_became(g, ev) : ev->object,
                   .source = ev->became ? ev->object : ev->source,
                   .types = about ? about->types : 0,
                   .colors = about ? about->colors : 0,
                   .amount = ev->amount,
                   .acquisition = ev->acquisition,
                   .excess = ev->excess};
}

static void history_row(Game *g, const Event *ev, const Chars *about) {
  const History h = history_of(g, ev, about);
  u32 row = table_extend(g, T_HISTORY, 1);
  *row_HISTORY(g, row) = h;
  history_grown(g, row, 1);
}

void event_recorded(Game *g, const Event *ev, const Chars *about) {
  event_count(g, (EventKind)ev->kind);
  history_row(g, ev, about);
}

History *events_in_history(Game *g, const EventKind *kinds, u32 n, const History *about) {
  ASSERT(!events_are_told(g));
  u32 first = table_extend(g, T_HISTORY, n), counted = 0;
  History *rows = row_HISTORY(g, first);
  for (u32 i = 0; i < n; i++) {
    counted += !is_idle(kinds[i]);
    rows[i] = *about;
    rows[i].kind = (u8)kinds[i];
  }
  core(g)->events += n;
  derived(g)->changes.happened += counted;
  history_grown(g, first, n);
  return rows;
}

u32 events_of_kind(Game *g, EventKind kind, u32 n) {
  ASSERT(!history_is_read(g) && !events_are_told(g));
  events_count(g, kind, n);
  return table_extend(g, T_HISTORY, n);
}

Event event_of_beginning(EventKind kind, u32 player, Word step) {
  return (Event){.kind = (u8)kind,
                 .player = (u8)player,
                 .from = ZONE_NONE,
                 .to = ZONE_NONE,
                 .object = ref_player(player),
                 .word = step};
}

void event_began(Game *g, EventKind kind, u32 player, Word step) {
  watchers_update(g);
  if (!game_is_quick(g) || event_kinds_have(&derived(g)->watchers.triggering, kind) || events_are_told(g)) {
    if (kind == EVENT_STEP) RULE(g, "500.6");
    const Event ev = event_of_beginning(kind, player, step);
    event_noticed(g, &ev);
    return;
  }
  event_count(g, kind);
  u32 row = table_extend(g, T_HISTORY, 1);
  *row_HISTORY(g, row) = (History){.kind = (u8)kind,
                                   .player = (u8)player,
                                   .from = ZONE_NONE,
                                   .to = ZONE_NONE,
                                   .turn = core(g)->turn,
                                   .word = step,
                                   .object = ref_player(player)};
  history_grown(g, row, 1);
}

/* The characteristics of what an event is about, null if it is about no object. */
static const Chars *chars_about(Game *g, const Event *ev) {
  Ref now = ev->became ? ev->became : ev->object;
  Ref known = ev->kind == EVENT_MOVE && ev->to != ZONE_BATTLEFIELD ? ev->object : now;
  Eval e = {.g = g};
  return known && !ref_is_player(known) ? eval_chars(&e, known) : NULL;
}

void history_add(Game *g, const Event *ev) { history_row(g, ev, chars_about(g, ev)); }

/* Whether effects count several of these events, so that each one would have characteristics computed anew. */
static bool several_are_counted(const Game *g, u32 base, u32 end) {
  const DerivedCore *d = derived(g);
  u32 counted = 0;
  if (!(d->layers.reads & FACT_HISTORY) || d->layers.alone_reads & FACT_HISTORY) return false;
  for (u32 row = base; row < end && counted < 2; row++)
    counted += row_EVENTS(g, row)->flags & EVF_HAPPENED && event_awaited(&d->layers.history, row_EVENTS(g, row));
  return counted == 2;
}

/* The last rows of the history are not in it yet. */
static void history_shorten(Game *g, u32 n) {
  table_drop(g, T_HISTORY, n);
  derived(g)->history = (HistoryKept){0};
}

void history_together(Game *g, u32 base, u32 end, HistoryTogether *all) {
  if (!several_are_counted(g, base, end)) return;
  all->mark = scratch_mark(g);
  all->rows = scratch_room(g, (end - base) * sizeof(History));
  for (u32 row = base; row < end; row++) {
    const Event ev = *row_EVENTS(g, row);
    if (!(ev.flags & EVF_HAPPENED)) continue;
    const History h = history_of(g, &ev, chars_about(g, &ev));
    SCRATCH(g, History, all->rows)[all->count++] = h;
  }
  u32 first = table_extend(g, T_HISTORY, all->count);
  memcpy(row_HISTORY(g, first), SCRATCH(g, History, all->rows), all->count * sizeof(History));
  history_grown(g, first, all->count);
  layers_update(g);
  all->stamp = derived(g)->layers.stamp;
  history_shorten(g, all->count);
}

void history_next(Game *g, HistoryTogether *all) {
  ASSERT(all->next < all->count);
  u32 row = table_extend(g, T_HISTORY, 1);
  *row_HISTORY(g, row) = SCRATCH(g, History, all->rows)[all->next++];
}

void history_together_end(Game *g, const HistoryTogether *all) {
  ASSERT(all->next == all->count);
  scratch_release(g, all->mark);
  /* What was computed meanwhile saw only a part of them. */
  if (derived(g)->layers.stamp != all->stamp) facts_changed(g, FACT_HISTORY);
}
