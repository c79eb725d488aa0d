/* The frames of choices: what the procedures that ask for a set or an order share. */
#ifndef RULES_KERNEL_CHOICE_H
#define RULES_KERNEL_CHOICE_H

#include "rules/kernel/frame.h"

/* A candidate that is no longer in the game: its row has no reference any more. */
static inline bool choice_candidate_gone(const Game *g, u32 base, u32 i) {
  return row_CHOSEN(g, base + i)->option.ref == REF_NONE;
}
/* How many candidates from `i` on are still there. */
u32 choice_candidates_from(const Game *g, const Frame *f, u32 i);
/* Begins the decision that a choice's frame asks for. */
void choice_begin(Game *g, const Frame *f);
/* Adds a candidate to those chosen. */
void choice_take(Game *g, u32 candidate);
/* Ends the choice; leaves the number of candidates in a row behind the chosen, for choose_end. */
Flow choice_finish(Game *g);
/* The same where there is nothing to choose. */
Flow choice_void(Game *g);

#endif
