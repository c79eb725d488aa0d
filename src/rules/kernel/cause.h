/* Chains of causes. A triggered ability is one level deeper than the resolution that made it trigger, and so is what a
   resolution puts on the stack. A player's choice begins a new chain. So a loop that goes on by itself (732.4) grows
   deep, but ten thousand triggers of one event don't. */
#ifndef RULES_KERNEL_CAUSE_H
#define RULES_KERNEL_CAUSE_H

#include "state/state.h"

/* A choice was made: what follows belongs to no earlier loop or chain. */
static inline void cause_new(Game *g) {
  Core *c = core(g);
  c->loop_steps = c->loop_next = c->loop_begun = 0;
  c->loop_decisions = c->decisions;
  c->cause_depth = 0;
  c->cause_epoch++;
}

/* The decision just answered was not a choice that could have broken a loop. */
static inline void cause_passed(Game *g) {
  if (core(g)->loop_decisions + 1 == core(g)->decisions) core(g)->loop_decisions++;
}

/* Begins a new chain if a choice was made since the last call; returns whether one was. */
static inline bool cause_renewed(Game *g) {
  bool chosen = core(g)->loop_decisions != core(g)->decisions;
  if (chosen) cause_new(g);
  return chosen;
}

/* The depth of something created now: one more than its cause. */
static inline u32 cause_next(const Game *g) { return core(g)->cause_depth + 1; }

/* Sets the current depth and chain. */
static inline void cause_begin(Game *g, u32 depth, u32 epoch) {
  cause_renewed(g);
  core(g)->cause_depth = epoch == core(g)->cause_epoch ? depth : 0;
}

#endif
