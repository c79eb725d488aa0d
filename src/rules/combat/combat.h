/* The combat phase (506–511): who attacks, blocks and is attacked. Declaring attackers is in
   attack.c, declaring blockers in block.c, damage in damage.c; legal sets of attackers
   and blockers are found by set.c. */
#ifndef RULES_COMBAT_COMBAT_H
#define RULES_COMBAT_COMBAT_H

#include "rules/query/eval.h"

/* --- what is going on ------------------------------------------------------------------------------- */

/* The defending player relative to a player, planeswalker or battle that is attacked (508.5), now or as last
   known; PLAYER_NONE if there is none. */
u32 combat_defender(Game *g, Ref attacked);
/* Whether a creature is attacking, and whether what it attacks can still be dealt damage (506.4c). */
static inline bool is_attacking(const Game *g, u32 slot) { return permanent_of(g, slot)->attacking; }
bool attacked_remains(Game *g, u32 attacker);
/* Whether a permanent as it is now can fight at all (506.3): only creatures that are no battles do. */
bool belongs_in_combat(Game *g, u32 slot);
/* Whether a player's creatures can attack it: an opponent, a planeswalker one controls, a battle one protects
   (506.2, 508.1b); and all there are of these, pushed onto the scratch list, players in turn order first. Answers
   how many. */
bool can_be_attacked(Game *g, Ref attacked, u32 attacker);
u32 attackable_push(Game *g, u32 attacker);
/* Pushes the creatures that block an attacker now, in the order of the battlefield; answers how many. */
u32 blockers_push(Game *g, Ref attacker);
/* Pushes the attackers that a creature blocks, in the order in which it began to; answers how many. */
u32 blocked_push(Game *g, u32 blocker);
/* Whether any creature is attacking. */
bool combat_has_attackers(Game *g);
/* Whether some attacking or blocking creature has first or double strike (510.4). */
bool combat_first_strikers(Game *g);

/* --- changes ------------------------------------------------------------------------------------------ */

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
/* Whether a permanent may be attacking or blocking, or have attacked this combat. */
bool somebody_fights(Game *g);
/* An attacking creature becomes blocked, by a creature or, with REF_NONE, by an effect, and the rest of its band with
   it (702.22h, i); abilities trigger. Nothing happens to what is not attacking or is blocked so already. */
void become_blocked(Game *g, Ref attacker, Ref blocker);
/* Whether a permanent put onto the battlefield attacking or blocking can be what it should be (506.3, 508.4a, 509.4a);
   begins it. */
bool enter_attacking(Game *g, u32 slot, Ref whom);
bool enter_blocking(Game *g, u32 slot, Ref attacker);
/* Whether a player is the defending player of an attacking creature, so that creatures of theirs can block it. */
bool attacks_player(Game *g, u32 slot, u32 player);
/* Pushes the creatures that attack so; answers how many. */
u32 attacking_push(Game *g, u32 player);

/* --- declarations --------------------------------------------------------------------------------------- */

typedef struct Declaration Declaration;
/* Add what effects restrict and require of attackers or blockers as a whole (508.1c, d; 509.1b, c). */
void attack_rules_add(Declaration *d);
void block_rules_add(Declaration *d);
/* How many attackers a creature can block (509.1a). */
u32 blocks_allowed(Game *g, Ref creature);

/* Whether no restriction on the pair alone forbids it (508.1c, 509.1b): what it is, keywords, effects. */
bool attack_allowed(Game *g, u32 attacker, Ref whom);
bool block_allowed(Game *g, u32 blocker, u32 attacker);
/* Whether some legal declaration of the active player's attackers, of the defending player's blockers, holds
   the pair. */
bool attack_can_be_declared(Game *g, u32 attacker, Ref whom);
bool block_can_be_declared(Game *g, u32 blocker, u32 attacker);

#endif
