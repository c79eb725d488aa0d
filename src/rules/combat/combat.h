/* The combat phase (506–511): declaring attackers and blockers, and dividing damage: what others ask of it. */
#ifndef RULES_COMBAT_COMBAT_H
#define RULES_COMBAT_COMBAT_H

#include "rules/cast/cast.h"
#include "rules/combat/divide.h"

/* Whether no restriction on the pair alone forbids it (508.1c, 509.1b): what it is, keywords, effects. */
bool attack_allowed(Game *g, u32 attacker, Ref whom);
bool block_allowed(Game *g, u32 blocker, u32 attacker);
/* Why not: the first of these that isn't among `skip`, a set of them; 0 if there is no other. `whom` and `attacker` may be
   none: then only the creature is asked about. */
typedef enum CombatFault {
  COMBAT_PLAYER = 1,      /* another player's creature (508.1a, 509.1a) */
  COMBAT_KIND = 2,        /* it is no creature, or phased out */
  COMBAT_TAPPED = 4,      /* 508.1a, 509.1a */
  COMBAT_DEFENDER = 8,    /* 702.3b */
  COMBAT_SICK = 16,       /* 302.6 */
  COMBAT_OTHER = 32,      /* what it would block doesn't attack that player, or it blocks it already */
  COMBAT_PROHIBITED = 64, /* by an effect (508.1c, 509.1b) */
} CombatFault;
CombatFault attack_fault(Game *g, u32 attacker, Ref whom, u32 skip);
CombatFault block_fault(Game *g, u32 blocker, u32 attacker, u32 player, u32 skip);
/* Whether an effect of the kind (IR_R_ATTACK_COST, IR_R_BLOCK_COST) makes the pair cost something (508.1h, 509.1d). */
bool pair_costs(Game *g, IrOp op, Ref creature, Ref other);
/* Tells of each ability of the attacker that keeps the blocker from blocking it (509.1b): a keyword, with its rule. */
typedef void Evading(void *user, Word keyword, const char *rule);
void block_evasions(Game *g, u32 blocker, u32 attacker, Evading *tell, void *user);
/* Whether some legal declaration of the active player's attackers, of the defending player's blockers, holds
   the pair. */
bool attack_can_be_declared(Game *g, u32 attacker, Ref whom);
bool block_can_be_declared(Game *g, u32 blocker, u32 attacker);

#endif
