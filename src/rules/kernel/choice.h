/* Shared by the procedures that ask for a set or an order. */
#ifndef RULES_KERNEL_CHOICE_H
#define RULES_KERNEL_CHOICE_H

#include "rules/kernel/frame.h"

/* Whether a candidate is no longer in the game; its row then has no reference. */
static inline bool choice_candidate_gone(const Game *g, u32 base, u32 i) {
  return row_CHOSEN(g, base + i)->option.ref == REF_NONE;
}
/* Number of candidates from `i` on that are still there. */
u32 choice_candidates_from(const Game *g, const Frame *f, u32 i);
/* Begins the decision that the frame of a choice asks for. */
void choice_begin(Game *g, const Frame *f);
/* Chooses a candidate. */
void choice_take(Game *g, u32 candidate);
/* Ends the choice; leaves the number of candidates in a row after the chosen ones, for choose_end. */
Flow choice_finish(Game *g);
/* The same if there is nothing to choose. */
Flow choice_void(Game *g);

#endif
