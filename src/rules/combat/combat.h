/* The combat phase (506–511): declaring attackers and blockers, and dividing damage. This is the interface for other
   modules. */
#ifndef RULES_COMBAT_COMBAT_H
#define RULES_COMBAT_COMBAT_H

#include "rules/cast/cast.h"
#include "rules/combat/divide.h"

/* Whether a pair is legal by itself (508.1c, 509.1b): characteristics, keywords, effects. */
bool attack_allowed(Game *g, u32 attacker, Ref whom);
bool block_allowed(Game *g, u32 blocker, u32 attacker);
/* The first reason why not that isn't in the set `skip`; 0 if there is no other. `whom` and `attacker` may be none, to
   ask only about the creature. */
typedef enum CombatFault {
  COMBAT_PLAYER = 1,      /* another player's creature (508.1a, 509.1a) */
  COMBAT_KIND = 2,        /* not a creature, or phased out */
  COMBAT_TAPPED = 4,      /* 508.1a, 509.1a */
  COMBAT_DEFENDER = 8,    /* 702.3b */
  COMBAT_SICK = 16,       /* 302.6 */
  COMBAT_OTHER = 32,      /* the attacker doesn't attack that player, or is already blocked by it */
  COMBAT_PROHIBITED = 64, /* by an effect (508.1c, 509.1b) */
} CombatFault;
CombatFault attack_fault(Game *g, u32 attacker, Ref whom, u32 skip);
CombatFault block_fault(Game *g, u32 blocker, u32 attacker, u32 player, u32 skip);
/* Whether an effect of the kind (IR_R_ATTACK_COST, IR_R_BLOCK_COST) gives the pair a cost (508.1h, 509.1d). */
bool pair_costs(Game *g, IrOp op, Ref creature, Ref other);
/* Reports each ability of the attacker that prevents the block (509.1b): a keyword, with its rule. */
typedef void Evading(void *user, Word keyword, const char *rule);
void block_evasions(Game *g, u32 blocker, u32 attacker, Evading *tell, void *user);
/* Whether a legal declaration of the active player's attackers, or of the defending player's blockers, contains the
   pair. */
bool attack_can_be_declared(Game *g, u32 attacker, Ref whom);
bool block_can_be_declared(Game *g, u32 blocker, u32 attacker);

#endif
