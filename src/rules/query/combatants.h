/* Who attacks, blocks and is attacked (506). */
#ifndef RULES_QUERY_COMBATANTS_H
#define RULES_QUERY_COMBATANTS_H

#include "rules/query/eval.h"

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
/* Whether nothing has changed that matters for permanents since they gave state-based actions nothing to do (ChecksKept).
   Characteristics must be computed. */
static inline u32 permanents_changes(const Changes *c) { return c->battlefield + c->lasting + c->damage; }
static inline bool permanents_clean(const Game *g) {
  const DerivedCore *d = derived(g);
  return d->checks.looked == d->layers.stamp && d->checks.changed == permanents_changes(&d->changes);
}
u32 attackable_push(Game *g, u32 attacker);
/* Pushes the creatures that block an attacker now, in the order of the battlefield; answers how many. */
u32 blockers_push(Game *g, Ref attacker);
/* Pushes the attackers that a creature blocks, in the order in which it began to; answers how many. */
u32 blocked_push(Game *g, u32 blocker);
/* Whether any creature is attacking. */
bool combat_has_attackers(Game *g);
/* Whether some attacking or blocking creature has first or double strike (510.4). */
bool combat_first_strikers(Game *g);
/* Whether a permanent may be attacking or blocking, or have attacked this combat. */
bool somebody_fights(Game *g);
/* Whether a player is the defending player of an attacking creature, so that creatures of theirs can block it. */
bool attacks_player(Game *g, u32 slot, u32 player);
/* Pushes the creatures that attack so; answers how many. */
u32 attacking_push(Game *g, u32 player);
/* The players by whom a permanent is goaded now, bit per player: by what they did (701.15a) and by static abilities of
   theirs. */
u32 goaded_by(Game *g, u32 slot);

#endif
