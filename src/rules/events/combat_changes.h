/* Creatures begin to attack and block, and leave combat (506.4, 508.4, 509.4). */
#ifndef RULES_EVENTS_COMBAT_CHANGES_H
#define RULES_EVENTS_COMBAT_CHANGES_H

#include "rules/query/query.h"

/* A permanent that leaves or phases out stops attacking, blocking and being attacked (506.4). */
void leave_combat(Game *g, u32 slot);
/* The same for one that stays, and abilities that trigger on its removal from combat do. */
void remove_from_combat(Game *g, u32 slot);
/* Removes what can't be in combat any more because of what it has become (506.4). */
void combat_settle(Game *g);
/* The combat phase is over: everything is removed from combat, effects until end of combat end (511.3). */
void combat_end(Game *g);
/* A creature attacks that: as it is declared, put onto the battlefield or told to attack something else. */
void attack_begin(Game *g, u32 slot, Ref whom);
/* An attacking creature becomes blocked, by a creature or, with REF_NONE, by an effect, and the rest of its band with
   it (702.22h, i); abilities trigger. Nothing happens to what is not attacking or is blocked so already. */
void become_blocked(Game *g, Ref attacker, Ref blocker);
/* Whether a permanent put onto the battlefield attacking or blocking can be what it should be (506.3, 508.4a, 509.4a);
   begins it. */
bool enter_attacking(Game *g, u32 slot, Ref whom);
bool enter_blocking(Game *g, u32 slot, Ref attacker);

#endif
