/* Queries: conditions, numbers, objects and patterns of the IR, and characteristics (613). They never change what the
   rules call the game, and never ask anybody. */
#ifndef RULES_QUERY_QUERY_H
#define RULES_QUERY_QUERY_H

#include "rules/kernel/kernel.h"
#include "rules/query/attach.h"
#include "rules/query/cast_context.h"
#include "rules/query/combatants.h"
#include "rules/query/eval.h"
#include "rules/query/layers/explain.h"
#include "rules/query/layers/layers.h"
#include "rules/query/noted.h"
#include "rules/query/patterns.h"
#include "rules/query/permanents.h"
#include "rules/query/sets.h"

/* --- floating effects ------------------------------------------------------------------------------------ */

/* Adds a floating effect; answers its row. Takes over env, objects and mods. */
u32 effect_add(Game *g, EffectKind kind, Heap env, Node node, u32 ability, Word duration);
void effect_remove(Game *g, u32 row);

/* --- what else is asked ---------------------------------------------------------------------------------- */

/* How a spell was cast or what a permanent was cast as: 0 if nothing is known. */
Heap cast_info_of(Game *g, const Eval *e, Ref ref);
/* Hands and top cards of libraries that are played revealed, or may be looked at any time, are known to those who see
   them (401.5): called as a player is asked something. */
void standing_reveal(Game *g);
/* Any time a player with ascend controls ten permanents they get the city's blessing, also between instructions, and
   continuous effects are reapplied before anything triggers (702.131b, d). */
void blessings_give(Game *g);
/* The flag of Permanent.flags that keeps a designation (701.37b, 701.60b, 702.112b, 702.171b). */
static inline u32 designation_flag(Word word) {
  return word == W_MONSTROUS     ? PERM_MONSTROUS
         : word == W_RENOWNED    ? PERM_RENOWNED
         : word == W_SADDLED     ? PERM_SADDLED
         : word == W_IS_SOLVED   ? PERM_SOLVED
         : word == W_SUSPECTED   ? PERM_SUSPECTED
         : word == W_RING_BEARER ? PERM_RING_BEARER
         : word == W_GOADED      ? PERM_GOADED
                                 : 0;
}

/* The colors in the color identity of a player's commanders together (903.4), bit per color; false if they have none, and
   it is undefined (903.4f). */
bool commander_identity(const Game *g, u32 player, u32 *colors);
/* Whether an effect may bring a card from outside the game into it (903.11a). */
bool may_be_brought_in(Game *g, u32 slot);

/* Announces that an ability is carried out, and the rule of the keyword that it stands for, if it stands for one. `slot`
   is its object, 0 if that is gone; where it has several instances of the keyword, so is the rule about them. */
void ability_announce(Game *g, u32 slot, u32 ability);
/* Announces that several instances of a keyword do no more than one, where an object that has several was asked for it. */
void keyword_asked(Game *g, u32 slot, Word keyword);
/* Reveals all face-down spells and permanents and all foretold cards of a player who leaves the game, or of everybody
   (PLAYER_NONE) as it ends (708.9, 702.143f). */
void face_down_reveal(Game *g, u32 player);
/* Whether a card in exile was put there by its foretell ability (702.143c). */
bool is_foretold(const Game *g, Ref ref);
/* Brings the masks of such zones up to date with the cards of the game. */
void zones_learn_more(Game *g);
static inline void zones_learn(Game *g) {
  if (derived(g)->learned.cards != count_of(g, T_CARDS)) zones_learn_more(g);
}

#endif
