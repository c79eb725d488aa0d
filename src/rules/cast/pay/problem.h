/* What problem.c and plans.c share; they gather all that a player could pay mana with. */
#ifndef RULES_CAST_PAY_PROBLEM_H
#define RULES_CAST_PAY_PROBLEM_H

#include "rules/cast/casting.h"

#define SOURCE_AT(B, I) (&SCRATCH((B)->g, PaySource, (B)->sources)[I])
#define PLAN_AT(B, I) (&SCRATCH((B)->g, ManaPlan, (B)->labels)[I])
_Static_assert(sizeof(ManaPlan) % sizeof(Ref) == 0, "plans lie one behind the other");

/* ManaPlan.index of what stands in for mana; its keyword is the option. */
#define STAND_IN 0xffffffffu

/* Push a plan for each mana ability that functions in a zone, and for each way to do without mana for a spell. */
void zone_plans(PaymentProblem *b, Zone zone);
void stand_in_plans(PaymentProblem *b, const CastContext *s);
/* What an object stands in for. */
PayMana stand_in_mana(Game *g, Ref ref, Word keyword);

#endif
