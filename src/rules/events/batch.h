/* Everything that happens is a batch of events (design decision 5).

   Use: base = batch_begin(g); batch_… add events; set your frame's step; batch_propose(g, base). When the
   BATCH frame has returned, the rows from `base` on say what became of each (EVF_HAPPENED, EVF_GONE,
   `became`, `amount`), core.ret is the number that happened; then call batch_end(g, base).

   The BATCH procedure: (1) settle every event: find replacement and prevention effects (614–616), let the
   right player choose, apply, repeat; (2) propose contained events (a draw's move, a destruction's move, damage's
   results) and settle those; (3) remember what leaves (last known information) and note look-back triggers
   on the state before; (4) all happen at once; (5) note the other triggers; (6) history, trace. */
#ifndef RULES_EVENTS_BATCH_H
#define RULES_EVENTS_BATCH_H

#include "rules/kernel/kernel.h"

u32 batch_begin(Game *g);
/* A new event at the end; fill it in at once (pointer into the block). */
Event *batch_add(Game *g, EventKind kind);
void batch_propose(Game *g, u32 base);
void batch_end(Game *g, u32 base);
/* Whether there are events from row `base` on and none of them can happen, so that a player can't choose that they do (608.2d).
   Nobody is told. */
bool batch_impossible(Game *g, u32 base);

/* Whether an effect says that an event of the kind can't happen to an object (614.17); of phasing, transforming and turning
   face up. */
bool event_forbidden(Game *g, EventKind kind, Ref object);
/* Whether an effect says that counters, or those of that kind, can't be put on a permanent. */
bool counters_forbidden(Game *g, Ref object, Word kind);
/* Whether a permanent phased out until something leaves the battlefield (610.4a). */
bool phased_until(const Game *g, Ref object);

/* Common events, added to the batch under construction; each answers the event's row. */
u32 batch_move(Game *g, Ref object, Zone to, u32 position);
/* Where a position in a library (Event.position) is, as zone_insert takes it. */
u32 library_index(u32 position);
/* The position in a library beneath so many cards. */
u8 library_position(i64 above);
/* A move to the battlefield under a player's control, with an Entry to modify further. */
u32 batch_enter(Game *g, Ref object, u32 controller);
/* Two cards of a meld pair enter as one permanent under a player's control (701.42a), by the move of the first, whose row
   this answers. (u32)-1, and no event, if they can't be melded into what has that name. */
u32 batch_meld(Game *g, Ref first, Ref second, StrId into, u32 controller);
u32 batch_tap(Game *g, Ref object, bool tap);
u32 batch_damage(Game *g, Ref source, Ref to, i64 amount, u32 flags);
/* Of damage that is proposed, what is excess damage is dealt to `to` instead (120.4a). */
void excess_redirect(Game *g, u32 row, Ref to);
u32 batch_life(Game *g, u32 player, i64 change); /* a gain or a loss; 0 is no event: answers (u32)-1 */
u32 batch_draw(Game *g, u32 player);
u32 batch_destroy(Game *g, Ref object, u32 flags);
u32 batch_sacrifice(Game *g, Ref object, u32 flags);
u32 batch_discard(Game *g, Ref object, u32 flags);
u32 batch_counters(Game *g, Ref on, Word kind, i64 n, u32 by);     /* n < 0 removes */
u32 batch_simple(Game *g, EventKind kind, u32 player, Ref object); /* SHUFFLE, STEP, LOSE, WIN … */

/* Whether something is to return that was exiled or phased out until something left the battlefield (610.3, 610.4), which
   has left by no batch, with its owner (800.4a); and a frame on top that lets all of it return at once. */
bool returns_due(const Game *g);
void returns_push(Game *g);

/* An event that has already happened by its nature and cannot be replaced (a step begins, a spell was cast,
   an attack was declared): noticed by triggers, history and trace at once, without a frame. */
void event_noticed(Game *g, const Event *event);
/* Likewise that a player has taken an action that has a name, by what or with what. */
void event_performed(Game *g, u32 player, Word action, Ref object);

/* The Entry of an object that an event under way puts onto the battlefield, 0 if none does; and what it remembers under a
   link, which it takes with it as it enters (607.2d, 614.12). Takes over the value. */
Heap entry_under_way(Game *g, Ref object);
void entry_note(Game *g, Heap entry, u32 acquisition, StrId link, Value value);
void entry_note_ref(Game *g, Heap entry, u32 acquisition, StrId link, Ref ref);

/* Layer 2 found that the controller changed: clears what depends on it (summoning sickness, combat) and
   notices EVENT_CONTROL. */
void control_changed(Game *g, u32 slot, u32 from, u32 to);

/* Makes the row of last known information of an object about to leave its zone. */
u32 lki_take(Game *g, u32 slot);
/* The same of what is about to leave its zone: what a spell or ability has on the stack is not copied, but handed over as it
   leaves. lki_stays, if it doesn't leave after all. */
u32 lki_take_leaving(Game *g, u32 slot);
void lki_stays(Game *g, u32 slot);
/* Takes back the newest row of a slot, whose object has not left after all. */
void lki_forget(Game *g, u32 slot, u32 row);
/* Forgets rows nothing may ask about any more; called in cleanup. */
void lki_collect(Game *g);

/* The object or player that an event of a batch would happen to. */
Ref whom_it_is_about(const Game *g, u32 row);

#endif
