/* Lets players choose sets of objects, and order them. */
#ifndef RULES_KERNEL_CHOOSE_H
#define RULES_KERNEL_CHOOSE_H

#include "rules/kernel/frame.h"

/* Lets a player choose between min and max of the scratch list's top `count` refs, which are removed from it, as a set
   in canonical order. PROC_CHOOSE returns the number chosen in core.ret; they are rows of T_CHOSEN from the returned
   base on. Read them, then call choose_end. The offered options respect set conditions (SORT_SET node in env). */
u32 choose_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, i64 min, i64 max, Node set, Heap env,
                 const char *rule);
Ref choose_get(Game *g, u32 base, u32 i);
/* After players have left: whether PROC_CHOOSE or PROC_ORDER was asking. Removes candidates that left with them, and
   withdraws the decision, to be asked again. */
bool choice_asked_anew(Game *g);
void choose_end(Game *g, u32 base);
/* While PROC_CHOOSE asks: sets `*first` to the first row of T_CHOSEN with the candidates for the set, including those
   that are not offered now. Returns their number, 0 if something else asks. */
u32 choose_candidates(const Game *g, u32 *first);
/* Begins ordering the scratch list's top `count` refs; read the result in the same way. */
u32 order_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, const char *rule);

/* Lets an object's controller name who makes the choice that the object asks of a player who has just left (800.4g):
   pushes PROC_STAND_IN. A pending decision waits until then. */
void stand_in_begin(Game *g, u32 controller, u32 left);

#endif
