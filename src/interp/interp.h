/* The interpreter of card programs, PROC_ACT: what others ask of it. */
#ifndef INTERP_INTERP_H
#define INTERP_INTERP_H

#include "rules/turn/turn.h"

/* While a share is asked for (DECISION_DIVIDE): pushes everybody who gets one onto the scratch list, answers how many and
   what they get in all. */
u32 shares_asked(Game *g, i64 *total);

#endif
