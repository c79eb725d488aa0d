/* Loops of mandatory actions (104.4b, 732.4).

   A loop is a position that comes back with nothing but forced steps between. A step is the resolution of a
   stack object or a round of state-based actions; it is forced as long as nobody chose anything but to pass
   with something on the stack. Positions are compared by their hash (state/hash.h), which sees a loop as one
   though ids and timestamps grow. Only after many forced steps is one position remembered and the following
   ones compared with it; it is replaced at growing distances, so that a loop of any length is found (Brent). */
#ifndef RULES_TURN_LOOP_H
#define RULES_TURN_LOOP_H

#include "state/state.h"

/* A forced step is over: true if the position has been there before. Fails the game with the limit "forced steps" when
   each step was caused by the one before for too long (rules/kernel/cause.h), or too much came of them, as in a loop that
   grows. */
bool loop_step(Game *g);
/* The same of a round of state-based actions, which what came before it causes. */
bool loop_round(Game *g);

#endif
