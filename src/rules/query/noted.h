/* What abilities have done this turn, as far as some ability asks for it. */
#ifndef RULES_QUERY_NOTED_H
#define RULES_QUERY_NOTED_H

#include "rules/query/eval.h"

/* The rows of history of one kind, and others among them: of a long turn few need to be looked at. */
HistorySpan history_span(const Game *g, EventKind kind);

/* What is counted of an ability this turn: that it has triggered or been used, or, with HISTORY_RESOLVED, has resolved. Of
   an ability acquired anew nothing has been counted yet (602.5c). */
typedef struct Counted {
  Ref source;
  u32 ability, acquisition;
  u8 flags;
} Counted;
Counted counted_of(const Game *g, Heap env, u8 flags);
/* Whether an ability says that what it lets its controller do is done only once each turn. */
bool ability_does_once(const Game *g, u32 ability);
/* How often it was noted this turn; notes it. */
u32 noted_this_turn(const Game *g, Counted of);
void note_counted(Game *g, Counted of, u32 controller);
/* Of an ability by which something is done only once each turn (603.2h): whether that was done this turn, and that it is
   done now. Of any other nothing is asked or kept. */
bool triggers_done_once(const Game *g, Heap env);
void triggers_do_once(Game *g, Heap env);
/* How often the ability of a program has resolved this turn; that it resolves now. Kept of those that ask for it. */
u32 resolved_this_turn(const Game *g, Heap env);
/* How often an ability of an object was activated this turn; the same of the ability of a program. */
u32 activations_this_turn(const Game *g, Ref source, const AbilityInst *inst);
u32 activated_this_turn(const Game *g, Heap env);
/* Whether a creature was declared as an attacker this turn. */
bool attacked_this_turn(const Game *g, Ref creature);
void note_resolved(Game *g, u32 ability, Heap env);
/* Of a modal ability each of whose modes can be chosen only once, or once each turn: whether the mode was chosen, counted
   from 0; that those of an ability on the stack are chosen now. Of any other nothing is asked or kept. */
bool mode_was_chosen(const Eval *e, Node modal, u32 mode);
void note_modes(Game *g, u32 stack_slot);
#endif
