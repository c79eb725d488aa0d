/* Triggered abilities (603): noticing them; those that wait are rows of T_PENDING. */
#ifndef RULES_EVENTS_TRIGGERS_H
#define RULES_EVENTS_TRIGGERS_H

#include "state/state.h"

/* Notes every ability the event triggers. `before`: look-back abilities only, the event not yet done. */
void triggers_notice(Game *g, u32 event_row, bool before);
void triggers_notice_event(Game *g, const Event *event);
/* Before an event of the batch that begins with row `base` is done: what triggers as attachments become unattached by it,
   because they or what they are attached to leave the battlefield, or they are attached to something else (701.3d). */
void triggers_notice_unattached(Game *g, u32 base, u32 row);
/* After an event was done: what triggers as what it put onto the battlefield becomes attached, because it entered attached
   to something (301.5e, 303.4f). */
void triggers_notice_attached(Game *g, u32 row);
/* Look-back triggers noticed since T_PENDING had `first` rows: their conditions are checked on the state after
   the event (603.4). */
void triggers_confirm(Game *g, u32 first);
/* State triggers (603.8), checked after every batch of events and whenever a player would get priority. */
void triggers_state(Game *g);
bool triggers_waiting(const Game *g);
/* A triggered ability that waits from now on to be put on the stack, with its environment, which becomes the row's: the row. */
u32 pending_add(Game *g, Ref source, u32 controller, const AbilityInst *inst, Heap env);
/* Does at once, without the stack, what a triggered ability says about that event, in a copy of `env`: a frame is
   pushed. */
void triggers_do_now(Game *g, u32 ability, Heap env, const Event *event);
/* Mana is spent on a spell, of which `cast` tells: its rider triggers, once for each mana (106.6a). True if something is
   done at once, for which frames were pushed. */
bool triggers_mana_spent(Game *g, const Mana *m, u32 n, const Event *cast);
/* Takes a row of T_PENDING away. */
void pending_remove(Game *g, u32 row);
/* Waiting triggered mana abilities resolve at once (605.4a): true if there was one and a frame was pushed. */
bool triggers_mana(Game *g);

#endif
