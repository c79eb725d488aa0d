/* The combat phase (506–511): declaring attackers and blockers, and dividing damage: what others ask of it. */
#ifndef RULES_COMBAT_COMBAT_H
#define RULES_COMBAT_COMBAT_H

#include "rules/cast/cast.h"
#include "rules/combat/divide.h"

/* Whether no restriction on the pair alone forbids it (508.1c, 509.1b): what it is, keywords, effects. */
bool attack_allowed(Game *g, u32 attacker, Ref whom);
bool block_allowed(Game *g, u32 blocker, u32 attacker);
/* Whether some legal declaration of the active player's attackers, of the defending player's blockers, holds
   the pair. */
bool attack_can_be_declared(Game *g, u32 attacker, Ref whom);
bool block_can_be_declared(Game *g, u32 blocker, u32 attacker);

#endif
