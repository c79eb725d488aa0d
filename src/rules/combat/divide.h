/* Dividing combat damage among recipients (510.1, 702.19). Assignments in this step are rows of T_CHOSEN: `n` to `ref`
   by the creature in slot `a`. One player's assignments are judged as a whole (510.1e): lethal damage from one creature
   lets another trample over, in any order. So an amount is allowed if later assignments can make the whole legal. */
#ifndef RULES_COMBAT_DIVIDE_H
#define RULES_COMBAT_DIVIDE_H

#include "rules/query/query.h"

typedef struct Dividing {
  Game *g;
  u32 first; /* the first of these rows */
  u32 slot;  /* the creature whose damage is being divided */
  u32 later; /* on the scratch list: slots of the creatures whose damage the same player divides next, … */
  u32 later_count;
} Dividing;

/* The division that a player is being asked about (DECISION_ASSIGN), without later ones. */
Dividing combat_dividing(Game *g);
/* The total that a creature assigns: its power, or a value that an effect substitutes; at least 0 (510.1a). */
i64 division_damage(Game *g, u32 slot);
/* Whether damage beyond lethal damage may go past the blockers (702.19b, c). */
bool division_tramples(Game *g, u32 slot);
/* Records, in a row of its own kind, that a creature assigns its damage as though it weren't blocked. */
void division_set_unblocked(Game *g, u32 slot);
/* The next recipient, and how much damage is left; false if the creature is done: nothing is left, or there is no
   recipient. Creatures come first, in battlefield order, then what it attacks, then the controller of the planeswalker
   it attacks. `last`: no other is left, so it is dealt all that is. */
bool division_next(const Dividing *d, Ref *to, i64 *left, bool *last);
/* Pushes all recipients onto the scratch list, in that order; returns how many there are, and how many of them are
   creatures. */
u32 division_recipients(const Dividing *d, u32 *creatures);
/* Whether it has already assigned something to a recipient, or deliberately nothing; and how much is left. */
bool division_assigned(const Dividing *d, Ref to);
i64 division_left(const Dividing *d);
/* How much more it must assign to a creature for lethal damage (702.19b). */
i64 division_lethal(const Dividing *d, Ref creature);
/* Whether it may assign `n` of what is left to the recipient from division_next. */
bool division_allows(const Dividing *d, Ref to, i64 n, i64 left);
/* Makes that assignment. */
void division_assign(const Dividing *d, Ref to, i64 n);

#endif
