/* Loops of mandatory actions (104.4b, 732.4).

   A loop is a position that repeats with only forced steps in between. A step is the resolution of a stack object or a
   round of state-based actions; it is forced if nobody chose anything except to pass with something on the stack.
   Positions are compared by their hash (state/hash.h), which ignores growing ids and timestamps. After many forced
   steps one position is remembered and later ones are compared with it; it is replaced at growing distances, so that a
   loop of any length is found (Brent). */
#ifndef RULES_TURN_LOOP_H
#define RULES_TURN_LOOP_H

#include "state/state.h"

/* Ends a forced step: true if the position repeats. Fails the game with the limit "forced steps" if a chain of causes
   is too long (rules/kernel/cause.h) or creates too much, as in a loop that grows. */
bool loop_step(Game *g);
/* The same for a round of state-based actions, which is caused by what came before it. */
bool loop_round(Game *g);

#endif
