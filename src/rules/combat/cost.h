/* Costs to attack and block (508.1g–j, 509.1d–f). */
#ifndef RULES_COMBAT_COST_H
#define RULES_COMBAT_COST_H

#include "rules/query/query.h"

/* What is to be paid for a declaration, together. While there are dues, nothing else may add rows of T_CHOSEN. */
typedef struct Dues {
  Game *g;
  u32 first; /* row of T_CHOSEN */
  Heap envs; /* a List of an environment for each; 0 if nothing is due */
} Dues;

void dues_begin(Game *g, Dues *dues);
/* Adds the costs of a pair, those of all effects of the kind. */
void dues_add(Dues *dues, IrOp op, Ref creature, Ref other);
/* Adds optional cost number `index` to attack with a creature (508.1g); false if there are not so many. */
bool dues_add_optional(Dues *dues, Ref creature, u32 index);
/* Whether the player can pay all that is due together. */
bool dues_payable(const Dues *dues, u32 player);
/* Nothing is due any more; gives everything back. */
void dues_forget(Dues *dues);
/* Pushes the payment of all that is due, which takes it over; core.ret will be 1 if it was paid. False if nothing
   is due and nothing was pushed. */
bool dues_pay(Dues *dues, u32 player);

#endif
