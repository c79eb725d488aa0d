/* Events: batches, replacement and prevention, what happens, what is noticed of it. */
#ifndef RULES_EVENTS_EVENTS_H
#define RULES_EVENTS_EVENTS_H

#include "rules/events/abilities.h"
#include "rules/events/batch.h"
#include "rules/events/combat_changes.h"
#include "rules/events/dungeon.h"
#include "rules/events/effects.h"
#include "rules/events/mana_pool.h"
#include "rules/events/rooms.h"
#include "rules/events/triggers.h"
#include "rules/query/query.h"

/* --- pairs (702.95) -------------------------------------------------------------------------------------- */

/* Pairs two creatures of a player, if both are that and neither is paired; answers whether they are (702.95c). */
bool creatures_pair(Game *g, Ref a, Ref b, u32 player);
/* Whether a paired permanent is still paired as it and the other are now (702.95e). */
bool paired_still(Game *g, u32 slot);
/* Unpairs a permanent and the one it is paired with, if it is paired. */
void creatures_unpair(Game *g, u32 slot);

/* --- what else other rooms do to the game ---------------------------------------------------------------- */

/* Adds to the batch under construction what daybound and nightbound permanents bring about at once: that it becomes day
   or night, or that they transform (702.145c, d, f, g). Characteristics are up to date. */
void day_propose(Game *g);
/* Whether a permanent is represented by something with another face to show (701.27a, 701.27c). */
bool transforms(Game *g, u32 slot);
/* Puts an emblem with these copiable values into the command zone (114.2); it is the player's. */
u32 emblem_new(Game *g, u32 player, CvId cv);
/* The emblem that stands for what the rules themselves give a player, an ability of the database; one a player. */
void emblem_of_rules(Game *g, u32 player, u32 ability);
/* The player has that speed, and the inherent ability of having one (702.179d). */
void speed_set(Game *g, u32 player, i64 n);
/* What enters by the event of the row enters with `n` counters of a kind too. All of a kind are put at once, so that an
   effect that changes how many are put applies once (614.5, 616.1g), and by whoever controls it then (122.6a). */
void entering_counters(Game *g, u32 row, Word kind, i64 n);
/* What happens as a turn of the player's, or a step of it, begins. */
Event event_of_beginning(EventKind kind, u32 player, Word step);
/* Whether an event is damage that can't be prevented, by itself or by an effect (615.12). */
bool damage_unpreventable(Game *g, const Event *ev);
/* Makes it happen; false if it turns out to do nothing. */
bool event_happen(Game *g, u32 row);
bool happen_move(Game *g, u32 row);
/* An event that nobody replaces, triggers on or listens to has happened, with what it does done already; `about` is what
   its object is, null of a player. */
void event_recorded(Game *g, const Event *ev, const Chars *about);
/* A turn of the player's, or a step of it, begins (500.6): an event that nothing has replaced is noticed. */
void event_began(Game *g, EventKind kind, u32 player, Word step);
/* The same as event_recorded of events of these `n` kinds at once. Answers the rows that the history has of them, which all
   say the same as yet; the caller writes what they don't share. */
History *events_in_history(Game *g, const EventKind *kinds, u32 n, const History *about);
/* Whether characteristics depend on what has happened. */
static inline bool history_is_read(const Game *g) {
  const DerivedCore *d = derived(g);
  return (d->layers.reads | d->layers.alone_reads) & FACT_HISTORY;
}
/* The same of `n` events of one kind, unless history_is_read. Answers the first of their rows, all of which
   the caller writes before anything is asked. */
u32 events_of_kind(Game *g, EventKind kind, u32 n);
/* Whether no effect could replace or be triggered by events of these `n` kinds (or of MOVES_…), and none ends or is noticed as
   something happens: then nothing but the events themselves happens in a batch of them. */
bool events_unnoticed(Game *g, const u32 *kinds, u32 n);
Heap cast_info_copy(Game *g, Heap cast);

#endif
