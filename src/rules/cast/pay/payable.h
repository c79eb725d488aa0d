/* Whether costs can be paid: what payable.c, which sees it, and costs.c, which pays them, share. */
#ifndef RULES_CAST_PAY_PAYABLE_H
#define RULES_CAST_PAY_PAYABLE_H

#include "rules/cast/casting.h"

/* What an action does to its object: the same can't be done to it twice (118.10). */
typedef enum Use { USE_NONE, USE_TAP, USE_REMOVE } Use;

Use action_use(const CardDb *db, Node action);
/* The objects an action is done to, where they are known before: its own object. 0 if it has none. */
Node action_objects(const CardDb *db, Node action);

/* Whether effects let a player pay life, or sacrifice that permanent, as a cost of a spell or activated ability. */
bool may_pay_life(Game *g, u32 player);
bool may_sacrifice_to_pay(Game *g, u32 player, Ref permanent);

/* Whether the payer has been told of a mana ability like that one, which the player may activate: it is left in `found`, or
   what is to be added if it is told of this one. */
bool alike_find(const PaymentProblem *b, u32 slot, u32 index, AlikeAbility *found);
void alike_add(PaymentProblem *b, const AlikeAbility *a);
/* Of how many of the `objects` that one mana ability could be paid with the payer is told. */
u32 alike_allow(PaymentProblem *b, u32 objects);

/* The Eval for a part of a cost: in the environment it stands in. */
Eval part_eval(const CastContext *s, const CostPart *part);
/* By how much generic mana what was chosen for the parts of a cost, rows of T_CHOSEN from `first` on, reduces it. */
i64 chosen_reduction(const CastContext *s, const CostTotal *t, u32 first);

/* Choices made so far: rows of T_CHOSEN {OPTION_REF, ref, a: the part's number}; rows with a word stand in for
   mana. */
typedef struct Payable {
  const CastContext *s;
  const CostTotal *t;
  PaymentProblem *b; /* null: no mana is needed */
  u32 first, end;    /* rows of choices */
  Ref extra;         /* one more choice that is tried, for part … */
  u32 extra_part;
  u32 listed_part;  /* the candidates for this part are on the scratch list already: … */
  u32 listed;       /* … from here on … */
  u32 listed_count; /* … so many; 0 if none are listed */
  u32 budget;
  i64 reduction; /* of generic mana, by what is chosen */
} Payable;
#define NO_PART UINT32_MAX
/* Whether all can be paid with those choices, and more for what is still open. */
bool payable_from(Payable *p);

#endif
