/* Chains of causes: what happens by itself happens because of something. A triggered ability lies one deeper than the
   resolution that made it trigger, and so does what a resolution puts on the stack. What a player chooses begins a new
   chain: a loop that goes on by itself (732.4) grows deep, and ten thousand triggers of one event don't. */
#ifndef RULES_KERNEL_CAUSE_H
#define RULES_KERNEL_CAUSE_H

#include "state/state.h"

/* A choice was made: what follows is part of no loop or chain that came before. */
static inline void cause_new(Game *g) {
  Core *c = core(g);
  c->loop_steps = c->loop_next = c->loop_begun = 0;
  c->loop_decisions = c->decisions;
  c->cause_depth = 0;
  c->cause_epoch++;
}

/* The decision just answered was no choice that could have broken a loop. */
static inline void cause_passed(Game *g) {
  if (core(g)->loop_decisions + 1 == core(g)->decisions) core(g)->loop_decisions++;
}

/* Begins a new chain if a choice was made since the last time; answers whether one was. */
static inline bool cause_renewed(Game *g) {
  bool chosen = core(g)->loop_decisions != core(g)->decisions;
  if (chosen) cause_new(g);
  return chosen;
}

/* What is made now lies one deeper than what makes it. */
static inline u32 cause_next(const Game *g) { return core(g)->cause_depth + 1; }

/* What lies that deep in a chain happens now. */
static inline void cause_begin(Game *g, u32 depth, u32 epoch) {
  cause_renewed(g);
  core(g)->cause_depth = epoch == core(g)->cause_epoch ? depth : 0;
}

#endif
