/* Piles (700.3): some objects are separated into two, and whoever chooses one says what becomes of both. */
#include "oracle/bind.h"

/* (separate WHO OBJECTS): who chooses one pile, which may be empty; the rest is the other. */
Lf verb_separate(Binder *b, Lf form) {
  Lf actor = b->actor;
  Lf who = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf objects = who ? bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ) : 0;
  if (!objects) return 0;
  b->piles[0] = bind_variable(b, "p");
  b->piles[1] = bind_variable(b, "p");
  Lf choice[] = {LF_CHOOSE, b->piles[0], LF_N0, LF_ANY_NUMBER, objects};
  b->actor = who;
  Lf choose = bind_by_actor(b, lf_list(b->lf, choice, COUNT_OF(choice)));
  b->actor = actor;
  Lf first = lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, b->piles[0], 0, 0), 0, 0);
  Lf rest = lf_make(b->lf, LF_LET, b->piles[1], lf_make(b->lf, LF_ONLY, objects, first, 0), 0);
  return lf_make(b->lf, LF_SEQ, choose, rest, 0);
}

/* pile: the one that is chosen, or within (in-other-pile ACTION) the other. */
Lf noun_pile(Binder *b, Lf form) {
  if (!b->piles[0]) return bind_refuse(b, "nothing was separated earlier", form);
  return b->piles[b->chosen_pile];
}

Lf verb_in_other_pile(Binder *b, Lf form) {
  b->chosen_pile ^= 1u;
  Lf action = bind_action(b, lf_item(b->lf, form, 1));
  b->chosen_pile ^= 1u;
  return action;
}

/* (choose-pile WHO ACTION): who chooses a pile for the action, which is done with either. */
Lf verb_choose_pile(Binder *b, Lf form) {
  Lf actor = b->actor, ways[2];
  Lf who = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  if (!who) return 0;
  b->actor = who;
  for (u32 i = 0; i < 2; i++) {
    b->chosen_pile = i;
    ways[i] = bind_branch(b, lf_item(b->lf, form, 2));
  }
  b->chosen_pile = 0;
  Lf choice = ways[0] && ways[1] ? bind_by_actor(b, lf_make(b->lf, LF_CHOOSE_ONE, ways[0], ways[1], 0)) : 0;
  b->actor = actor;
  return choice;
}
