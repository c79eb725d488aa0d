/* Costs to attack and block (508.1g–j, 509.1d–f). */
#ifndef RULES_COMBAT_COST_H
#define RULES_COMBAT_COST_H

#include "rules/query/query.h"

/* Everything to be paid together for a declaration. While there are dues, nothing else may add rows of T_CHOSEN. */
typedef struct Dues {
  Game *g;
  u32 first; /* row of T_CHOSEN */
  Heap envs; /* a List with an environment for each; 0 if nothing is due */
} Dues;

void dues_begin(Game *g, Dues *dues);
/* Adds the costs that all effects of the kind give a pair. */
void dues_add(Dues *dues, IrOp op, Ref creature, Ref other);
/* Adds optional cost number `index` for attacking with a creature (508.1g); false if there are fewer. */
bool dues_add_optional(Dues *dues, Ref creature, u32 index);
/* Whether the player can pay all dues together. */
bool dues_payable(const Dues *dues, u32 player);
/* Drops all dues and frees what they hold. */
void dues_forget(Dues *dues);
/* Pushes the payment of all dues, which takes them over; core.ret will be 1 if they were paid. Returns false, and
   pushes nothing, if nothing is due. */
bool dues_pay(Dues *dues, u32 player);

#endif
