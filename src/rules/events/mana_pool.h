/* Mana pools (106.4). */
#ifndef RULES_EVENTS_MANA_POOL_H
#define RULES_EVENTS_MANA_POOL_H

#include "rules/query/query.h"

/* `made` is the kind of the mana and MANA_…. */
enum { MANA_SNOW = 0x100, MANA_STAYS_TURN = 0x200, MANA_STAYS_COMBAT = 0x400 };
/* What of those is meant by a duration, the word of `until end of turn` or `until end of combat`; 0 by none. */
u32 mana_staying(Word duration);
void mana_add(Game *g, u32 player, u32 made, u32 n, Ref source, Node terms, Heap env);
/* The terms of mana (106.6): the action that added it, if that restricts what the mana may be spent on or says what happens
   when it is spent; else 0. */
Node mana_terms(const Game *g, Node action);
/* What mana with these terms may be spent on, 0 for anything; `terms` may be 0. */
Node mana_only_for(const Game *g, Node terms);
/* The ability that triggers when mana with these terms is spent, 0 for none. `at_once`: it does without the stack. */
u32 mana_rider(const Game *g, Node terms, bool *at_once);
/* Empties mana pools as steps and phases end (500.5). */
void mana_empty(Game *g);
/* Effects by which mana isn't lost end: those of a turn, or of combat (514.2, 500.5a). */
void mana_stays_no_longer(Game *g, Word duration);
/* Changes the type of the mana that the event of the row would add, as the SET_MANA `change` says. */
void event_set_mana(const Eval *e, Node change, u32 row);
/* Whether some effect replaces the adding of mana. */
bool mana_is_replaced(Game *g);
/* `amount` mana of the type `kind` would be produced by a source that the player taps for it; changes both to what
   replacement effects would make of them (106.12b). False, and they mean nothing, if somebody would choose how. Effects
   that change neither are left aside. */
bool mana_foretell(Game *g, u32 player, Ref source, u32 *kind, i64 *amount);
/* Takes rows of T_MANA without mana away. */
void mana_compact(Game *g);

#endif
