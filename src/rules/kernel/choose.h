/* Letting players choose sets of objects, and orders of them. */
#ifndef RULES_KERNEL_CHOOSE_H
#define RULES_KERNEL_CHOOSE_H

#include "rules/kernel/frame.h"

/* Lets a player choose between min and max of the scratch list's top `count` refs (taken off it) as a set in
   canonical order. PROC_CHOOSE returns with core.ret the number chosen; the chosen are T_CHOSEN rows from the
   returned base on; read them, then choose_end. Set conditions (SORT_SET node in env) hold for what is offered. */
u32 choose_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, i64 min, i64 max, Node set, Heap env,
                 const char *rule);
Ref choose_get(const Game *g, u32 base, u32 i);
/* After players have left: whether PROC_CHOOSE or PROC_ORDER had asked. What has left with them is no candidate any more,
   and the decision is withdrawn, to be asked anew. */
bool choice_asked_anew(Game *g);
void choose_end(Game *g, u32 base);
/* While PROC_CHOOSE asks: the first row of T_CHOSEN with what may be in the set at all, also what is no longer or not
   yet offered. Answers their number, 0 if something else asks. */
u32 choose_candidates(const Game *g, u32 *first);
/* An ordering of the scratch list's top `count` refs; the same way of reading. */
u32 order_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, const char *rule);

/* An object's controller names who makes the choice that the object asks of a player who has just left (800.4g): pushes
   PROC_STAND_IN. A pending decision waits until then. */
void stand_in_begin(Game *g, u32 controller, u32 left);

#endif
