/* The interpreter of card programs: what its files share. PROC_ACT carries out one node of sort ACT.

   Plain actions (damage, moves, counters, life …) only build events; one generic step proposes them as a
   batch and keeps what came of it in the environment: SLOT_MOVED what was moved or created, SLOT_THIS_WAY how
   much, SLOT_DID whether anything happened. The others are procedures of their own with steps. */
#ifndef INTERP_INTERP_INTERNAL_H
#define INTERP_INTERP_INTERNAL_H

#include "cards/ir_args.h"
#include "interp/interp.h"
#include "state/objects.h"

/* The Eval of a program, with the entering object looked at as it would be (614.12) when the program changes
   its entering. `prov` and `chars` must outlive the Eval. */
Eval eval_in_program(Game *g, Heap env, Provisional *prov, Chars *chars);
/* Declares that Eval with what it needs. Frames may have moved. */
#define EVAL_PROGRAM(e, g, env) \
  Provisional e##_entering;     \
  Chars e##_chars;              \
  Eval e = eval_in_program(g, env, &e##_entering, &e##_chars)
/* 1 + row of the event a replacement's program changes; 0 outside replacements. */
u32 event_row_of(Game *g, Heap env);

/* What stands for a node whose operation is defined in IR; the node itself for others. Announces the definition's
   rule. */
Node operation_defined(Game *g, Node node);

/* build.c */
/* Builds events for an action without choices; false if the action is not of that kind. */
bool action_build(Game *g, const Eval *e, Node action, Heap env);
bool action_is_plain(const CardDb *db, Node action);
/* Mana of one kind as an event, with what it may be spent on; nothing for n at most 0. */
/* How an effect says that what enters fights: it attacks, one of `whom` if there is that, or it blocks something. */
typedef struct Fighting {
  bool attacking;
  Node whom, blocking;
} Fighting;
void entry_fights(Game *g, const Eval *e, Heap entry, Fighting how);
void build_mana(Game *g, const Eval *e, u32 player, u32 made, i64 n, Node terms, Heap env);
/* control.c */
Flow act_seq(Game *g, Frame *f);
Flow act_if(Game *g, Frame *f);
Flow act_may(Game *g, Frame *f);
Flow act_pay(Game *g, Frame *f);
Flow act_for_each(Game *g, Frame *f);
Flow act_for_each_kind(Game *g, Frame *f);
Flow act_each_player(Game *g, Frame *f);
Flow act_repeat(Game *g, Frame *f);
Flow act_repeat_while(Game *g, Frame *f);
Flow act_let(Game *g, Frame *f);
Flow act_let_number(Game *g, Frame *f);
Flow act_one_of(Game *g, Frame *f);
Flow act_nothing(Game *g, Frame *f);
/* choices.c */
Flow act_choose(Game *g, Frame *f);
Flow act_choose_number(Game *g, Frame *f);
Flow act_choose_word(Game *g, Frame *f);
Flow act_choose_counter(Game *g, Frame *f);
Flow act_choose_name(Game *g, Frame *f);
Flow act_divide(Game *g, Frame *f);
Flow act_note(Game *g, Frame *f);
Flow act_note_number(Game *g, Frame *f);
Flow act_search(Game *g, Frame *f);
Flow act_exile_until(Game *g, Frame *f);
Flow act_reveal_until(Game *g, Frame *f);
Flow act_arrange(Game *g, Frame *f);
Flow act_shuffle_pile(Game *g, Frame *f);
Flow act_scry(Game *g, Frame *f);
Flow act_flip_coin(Game *g, Frame *f);
Flow act_roll_die(Game *g, Frame *f);
Flow act_look(Game *g, Frame *f);
Flow act_proliferate(Game *g, Frame *f);
/* venture.c */
Flow act_venture(Game *g, Frame *f);
Flow act_unlock_door(Game *g, Frame *f);
/* lasting.c */
Flow act_apply(Game *g, Frame *f);
Flow act_apply_rule(Game *g, Frame *f);
Flow act_apply_next(Game *g, Frame *f);
Flow act_delayed(Game *g, Frame *f);
Flow act_reflexive(Game *g, Frame *f);
Flow act_shield(Game *g, Frame *f);
Flow act_remove_damage(Game *g, Frame *f);
Flow act_regenerate(Game *g, Frame *f);
Flow act_draw(Game *g, Frame *f);
Flow act_add_mana(Game *g, Frame *f);
Flow act_copy_spell(Game *g, Frame *f);
Flow act_copy_for_each(Game *g, Frame *f);
Flow act_new_targets(Game *g, Frame *f);
Flow act_change_target(Game *g, Frame *f);
Flow act_cast(Game *g, Frame *f);
Flow act_copy_card(Game *g, Frame *f);
Flow act_turns(Game *g, Frame *f);
/* exchange.c: both halves of an exchange or none (701.12a) */
Flow act_exchange_control(Game *g, Frame *f);
Flow act_exchange_numbers(Game *g, Frame *f);
Flow act_exchange_text(Game *g, Frame *f);
/* The object of a move, an event, is remembered under the link, if that isn't 0, by the ability's own object (607.2a). */
void move_remember(Game *g, const Eval *e, u32 row, StrId link);
/* What is said of the object that the move of row `row` puts onto the battlefield, the modifications from argument
   `first` of `n` on, becomes a continuous effect that begins as it enters (611.2e) and is no part of its copiable values. */
void enter_with_effect(Game *g, const Eval *e, Node n, u32 first, u32 row);
void build_exchange_life(Game *g, const Eval *e, Node n, Heap env);
void build_exchange_cards(Game *g, const Eval *e, Node n, Heap env);
/* combat.c */
Flow act_reselect_attack(Game *g, Frame *f);
/* change.c: changes to an event, inside a replacement */
Flow act_change_event(Game *g, Frame *f);

/* Abilities that a list of modifications grants see the variables of the effect's own environment, not of the
   program's (lasting.c). */
void mods_adopt_env(Game *g, Heap mods, Heap from, Heap to);

/* Ends the action's frame with `ret`. */
Flow act_done(Game *g, i64 ret);
/* Sets SLOT_DID and ends. */
Flow act_did(Game *g, bool did);
/* Tells listeners of an action on what a linked ability has set aside, where that is nothing (607.1). */
void tell_unlinked(Game *g, Heap env, Node node);
/* An action that moves or makes objects is about to: what was moved before is spoken of no more, even if it moves none. */
void act_forget_moved(Game *g, Heap env, IrOp op);
/* Puts cards of libraries at another place there, in the order of T_CHOSEN from `order` on: the first nearest the top, all
   from `index` on, as zone_insert takes it. */
void put_in_order(Game *g, u32 order, u32 n, u32 index);
/* What the batch that begins at `base` came to, for "this way" and "if you do": in the variables of `env`, what was moved
   (SLOT_MOVED, unless nothing was), the amounts of its events (SLOT_THIS_WAY), and whether anything happened or was
   begun. */
void act_keep_results(Game *g, Heap env, u32 base, i64 happened);
/* Whether something of the batch that begins at `base` could be done, though it was replaced or prevented (118.12). */
bool act_was_begun(Game *g, u32 base);
/* Whether a search is of a library and nothing else, and whoever would search it isn't allowed to. */
bool act_cant_search(const Eval *e, Node n);
/* The player of an optional OBJ argument; default the controller. */
u32 act_player(const Eval *e, Node arg);

#endif
