/* Dividing combat damage among those a creature may assign it to (510.1, 702.19). What is assigned so far in this
   step are rows of T_CHOSEN: `n` to `ref` by the creature in slot `a`. What one player announces is judged as a
   whole (510.1e): lethal damage from one creature lets another trample over, whichever was named first. So an
   amount is allowed if what is still to be announced can make the whole legal. */
#ifndef RULES_COMBAT_DIVIDE_H
#define RULES_COMBAT_DIVIDE_H

#include "rules/query/query.h"

typedef struct Dividing {
  Game *g;
  u32 first; /* the first of these rows */
  u32 slot;  /* whose damage is divided now */
  u32 later; /* on the scratch list: slots of the creatures whose damage the same player divides afterwards, … */
  u32 later_count;
} Dividing;

/* The division that a player is being asked about (DECISION_ASSIGN), without those after it. */
Dividing combat_dividing(Game *g);
/* What a creature assigns in all: its power, or what an effect puts in its place; at least 0 (510.1a). */
i64 division_damage(Game *g, u32 slot);
/* Whether damage beyond what is lethal may go past the blockers (702.19b, c). */
bool division_tramples(Game *g, u32 slot);
/* A creature assigns its damage as though it weren't blocked; a row of its own kind says so. */
void division_set_unblocked(Game *g, u32 slot);
/* Whom the creature may assign damage to next, and how much it has left; false if it is done: nothing is left, or
   there is nobody. Creatures come first, in the order of the battlefield, then what it attacks, then the controller
   of the planeswalker it attacks. */
bool division_next(const Dividing *d, Ref *to, i64 *left);
/* Pushes everybody it may assign damage to onto the scratch list, in that order; answers how many, and how many of them
   are creatures. */
u32 division_recipients(const Dividing *d, u32 *creatures);
/* Whether it has assigned something to them already, or nothing on purpose; and what it has left. */
bool division_assigned(const Dividing *d, Ref to);
i64 division_left(const Dividing *d);
/* How much it must assign to a creature, beside what has been assigned, for that to be lethal damage (702.19b). */
i64 division_lethal(const Dividing *d, Ref creature);
/* Whether it may assign `n` of what it has left to whom division_next named. */
bool division_allows(const Dividing *d, Ref to, i64 n, i64 left);
/* Assigns it. */
void division_assign(const Dividing *d, Ref to, i64 n);

#endif
