/* Casting spells and activating abilities (601, 602): what the files of this room share.

   Methods. OPTION_CAST.a and OPTION_PLAY.a say how a card is cast or played; see CastMethod. 0 is the ordinary
   way: its first face, from its owner's hand (a commander: from the command zone), for its mana cost.

   Announcing. PROC_CAST and PROC_ACTIVATE go through the same steps, 601.2b–i in the order of the rule. What
   is announced is kept where it belongs: optional costs paid in CastInfo.paid, modes in StackItem.modes,
   {X} in CastInfo.x and SLOT_X, targets and their shares in the environment. Only the choices of a cost among
   several and of how to pay symbols have no such place; they are rows of T_CHOSEN. What is cast is on the
   stack the whole time, provisionally: nothing has happened and nothing has triggered until 601.2i.

   Modes. An item of StackItem.modes is the number of the mode (1 the first printed) in its low half. A mode
   that is picked again has an environment of its own in the high half, a copy of the object's own with its own
   targets; 0 there stands for the object's environment.

   Auras. The target of an Aura spell is in slot SLOT_FIRST_OWN of its environment, which is never smaller
   than SLOT_FIRST_OWN + 1 for one (303.4a). */
#ifndef RULES_CAST_CASTING_H
#define RULES_CAST_CASTING_H

#include "cards/ir_args.h"
#include "cards/traits.h"
#include "rules/cast/cast.h"
#include "rules/cast/pay/solver.h"
#include "state/objects.h"

/* --- what is cast or activated ------------------------------------------------------------------ */

/* Which ability makes mana, with all choices made. */
typedef struct ManaPlan {
  Ref source;
  Ref object; /* what pays a cost with a choice; 0 none */
  u32 index;  /* of the ability */
  u32 option; /* which of several alternatives it makes, from 1; 0 none */
} ManaPlan;

/* --- which methods there are (method.c) ----------------------------------------------------- */

/* The part of a filter that is for the objects of a variable, whatever these are like; 0 if it has none. */
Node filter_names(const CardDb *db, Node filter);

/* Those whose alternative cost has a label, for a card that an effect tells to cast so. */
u32 methods_find_via(Game *g, u32 player, u32 slot, Word via, CastMethod *out);
/* Whether timing and prohibitions would let the player begin to cast the card as it is in their hand. */
bool castable_now(Game *g, u32 player, u32 slot);
/* Whether the player may play a land now (305.2, 305.3). */
bool land_allowed(Game *g, u32 player);
/* Whether an effect prohibits it only for values of X that need not be chosen (601.3a): of a spell looked at. */
bool some_x_allowed(const CastContext *s);

/* The place of an action that tells to cast a card for a cost that it names. */
enum { PERMISSIONS_CAP = 32, PLACE_TOLD = 0xfff };
/* Keeps in the history that a permission of this ability was used, if it holds only so often a turn. */
void permission_used(Game *g, u32 player, const Eval *e, Node rule);

typedef struct PaymentProblem PaymentProblem;

/* --- estimates (estimate.c) ------------------------------------------------------------------------------ */

/* What can be said without looking closely. */
typedef enum QuickAnswer { QUICK_UNKNOWN, QUICK_NO, QUICK_YES } QuickAnswer;

typedef struct CostTotal CostTotal;

/* How many permanents of the player's a cost could have chosen, for the picks that were asked about last. */
typedef struct PicksCounted {
  CostPick pick[2];
  u32 n[2];
  u32 next; /* which of them is forgotten next */
} PicksCounted;

/* The mana a player could spend that is plain to see: in the pool, and of permanents that tap for one sort of it. */
typedef struct ManaEstimate {
  u32 player;
  bool plain;  /* no effect changes costs or forbids; else nothing can be said of spells and abilities … */
  bool steady; /* … and nothing of mana, unless none of them is about mana abilities or what their mana is good for */
  bool all;    /* there is no other mana … */
  bool bounded;     /* … or at least no more than there is at the most */
  bool face_down;   /* some permanent of the player's is */
  bool rooms;       /* … has halves that may be locked (709.5) */
  bool hand;        /* it was asked whether cards of the hand can pay for something */
  u32 mark, actors; /* permanents with an ability that is not out of the question, on the scratch list: the slot, or
                       the slot, the ability's index above it and ACTOR_SURE: one that can be activated, and nothing
                       else */
  u32 total;
  u32 have[6];          /* of each kind */
  u32 more, more_of[6]; /* what there may be besides, at the most */
  PicksCounted picked;
} ManaEstimate;
void estimate_gather(Game *g, u32 player, ManaEstimate *m);
static inline void estimate_add(ManaEstimate *m, u32 kind, u32 n) {
  m->have[kind] += n;
  m->total += n;
}
/* Whether there can't be so much. */
static inline bool estimate_lacks(const ManaEstimate *m, u32 n) { return m->bounded && n > m->total + m->more; }
/* Adds what there may be besides: so much, of any of these kinds. */
void estimate_may_add(ManaEstimate *m, u32 kinds, u32 n);
/* Takes away what may be in it. */
static inline void estimate_less(ManaEstimate *m, u32 kind, u32 n) {
  m->have[kind] -= n < m->have[kind] ? n : m->have[kind];
  m->total -= n < m->total ? n : m->total;
}
/* Adds the mana of permanents, and these to the scratch list (actors.c). */
void actors_gather(Game *g, ManaEstimate *m);
#define ACTOR_SURE ((u64)1 << 63)
/* Whether a permanent is untapped and nothing is known to keep its controller from paying {T} with it (302.6). */
bool taps_now(Game *g, u32 slot);
/* The same where its characteristics are known. */
bool taps_with(const Game *g, u32 slot, const Chars *c);
/* Whether the mana cost of a form, or the mana of a total cost, can be paid (601.2g). */
QuickAnswer estimate_pay(Game *g, ManaEstimate *m, u32 slot, const CardForm *form);
/* Whether a card, of another way to cast it, or an ability of a permanent, what its cost has chosen too. */
QuickAnswer estimate_pay_way(Game *g, ManaEstimate *m, u32 slot, const CardForm *form, const CastWay *way);
QuickAnswer estimate_pay_total(const ManaEstimate *m, const CostTotal *t);
/* The form of a card in a hand, a graveyard or exile that is as it is printed, except for a power and toughness that it
   defines itself; null for any other. */
const CardForm *form_held(Game *g, u32 slot);
/* Whether an activated ability of an object could be activated by the player now; targets, and of others than mana
   abilities split second (702.61a), aside. Of one that isn't ABILITY_PLAIN, yes says only that its cost can be paid. */
QuickAnswer ability_quick_answer(Game *g, u32 slot, const AbilityDef *def, ManaEstimate *m);
/* Zones other than the battlefield in which some card may have abilities to activate, or from which it may be cast
   for an alternative cost. */
u32 actions_off_battlefield(Game *g);

/* --- abilities (activate.c) -------------------------------------------------------------------- */

/* Offers the mana abilities the player could activate now, in the middle of a payment. */
void abilities_offer(Game *g, u32 player, PaymentProblem *b);
/* Pushes the activation; ret 1 if it was completed. */
void activate_begin(Game *g, u32 player, u32 slot, u32 index);
/* Pushes a mana ability with all choices made: its mana is paid already, its other costs are not. Takes over the
   environment. */
void mana_ability_planned(Game *g, const ManaPlan *plan, Heap env);
/* The same for one that taps for one sort of mana, in an environment of its own. */
void mana_ability_begin(Game *g, u32 player, const ManaPlan *plan);
/* A permanent that does nothing but tap for one sort of mana is tapped for it, and nobody but the player has anything
   to do with that; false, and nothing is done, if that can't be said. (mana_plain.c) */
bool mana_tapped_plainly(Game *g, u32 player, u32 slot, u32 index);

/* --- targets (targets.c, targets_legal.c) ----------------------------------------------------------------- */

/* Whether the targets of a part or mode can be chosen, and whether a mode can be (700.2a), costs aside. */
bool part_targets_exist(const Eval *e, Node part);
bool mode_possible(const Eval *e, Node modal, u32 index);
/* Whether so many modes can be chosen from the `first`-th on, whatever they cost (700.2a). */
bool modes_possible(const Eval *e, Node modal, u32 first, i64 wanted);
/* Whether a slot is there at all (601.2c: only if a cost was paid, and the like). */
bool slot_applies(const Eval *e, Node target);
/* Whether slots of a part from a place on speak of variables; and whether they can be filled with that value of
   a variable (REF_NONE: as it is). */
bool slots_depend(const CardDb *db, Node part, u32 from);
bool targets_completable(const Eval *e, Node part, u32 from, u32 var, Ref chosen);
/* A copy of an Eval's environment, or one made from the ability itself, with room for any variable. */
Heap env_of_eval(const Eval *e);
/* How many targets there must and can be for a slot. */
i64 target_min(const Eval *e, Node target);
i64 target_max(const Eval *e, Node target);
/* Pushes the legal targets of a slot onto the scratch list in canonical order; answers how many. */
u32 targets_push(const Eval *e, Node target);
/* Push the frames that choose modes and targets for what the top frame announces, whose cost must stay payable;
   ret 0 if there is no legal choice. */
void announce_modes(Game *g, u32 stack_slot);
void announce_targets(Game *g, u32 stack_slot);
/* Notices these of a spell that was cast, an ability that was activated or a triggered ability that was put on the stack,
   and the crime that this may be (700.13); a copy is none of them. */
void targets_announced(Game *g, u32 stack_slot);

/* --- costs (total.c) ----------------------------------------------------------------------------------- */

/* A part of a cost other than mana and life: something is done to an object. */
typedef struct CostPart {
  Node node; /* IR_COST_TAP, COST_UNTAP, COST_DO, COST_CHOOSE */
  u32 from;  /* 0: evaluated in the frame's environment; 1 + index of the spell's ability, or of one of several
                costs; FROM_WAY or FROM_PERMISSION */
} CostPart;
enum {
  COST_PARTS = 32,
  FROM_WAY = 0xffff /* CastContext.way */,
  FROM_PERMISSION = 0xfffe /* CastContext.permission */
};

/* A total cost (601.2f). */
struct CostTotal {
  i64 generic;
  i64 life;
  i64 reduction; /* of generic mana, not yet applied */
  u32 symbol_count;
  u32 part_count;
  ManaSymbol open; /* the first symbol whose payment is not yet announced; 0 none */
  Node either;     /* the first choice among costs not yet announced; 0 none */
  bool unpayable;  /* 118.6, or more than can be kept */
  bool reduced;    /* what is chosen to pay with has reduced it */
  PaySymbol symbols[PAY_SYMBOLS];
  CostPart parts[COST_PARTS];
};
/* Doesn't zero symbols and parts: only as many of them as are counted are read. */
static inline void cost_total_init(CostTotal *t) { zero(t, offsetof(CostTotal, symbols)); }

/* Visits the effects on the rules among the abilities of a spell that is only looked at, "you" being who would cast it; of
   those that work in one of the zones of `but` none. True as soon as the visitor says so. */
bool own_rules_visit(const CastContext *s, IrOp op, u32 but, RuleVisitor visit, void *user);
/* The total cost of a subject as announced so far: what is not announced costs nothing more. `either` picks
   among costs not yet chosen: its digits count their options. */
void cost_total(const CastContext *s, u32 either, CostTotal *t);
/* The same for a cost that is paid while something resolves or is done: only what stands in it. Of a subject with
   several costs it is 0. */
void cost_collect(const CastContext *s, Node cost, u32 either, CostTotal *t);
/* Just a mana cost of the database. */
void cost_collect_mana(const CastContext *s, u32 mana_cost, CostTotal *t);
/* How many combinations of choices not yet announced a cost has, at least 1. */
u32 cost_combinations(const CastContext *s, Node cost);
/* Keeps a total cost as rows of T_CHOSEN and reads it back. */
void cost_write(Game *g, const CostTotal *t);
void cost_read(Game *g, u32 first, CostTotal *t);
/* Whether a cost of the subject has an {X} or X whose value its controller chooses (107.3a). */
bool cost_has_x(const CastContext *s);
/* Whether what is chosen to pay it has to do with X, or X is bounded, so that any value may do where a smaller one doesn't. */
bool cost_chooses_by_x(const CastContext *s);
/* Whether the cost depends on what the spell targets. */
bool cost_reads_targets(const CastContext *s);
/* Whether more targets may make it cost less. */
bool cost_falls_by_targets(const CastContext *s);
/* … or depends on nothing about them but how many there are. */
bool cost_counts_targets(const CastContext *s);

/* --- what pays (problem.c) --------------------------------------------------------------------------------- */

/* What a payment must leave alone: objects that will be tapped for it, or that must still be there then. */
enum { RESERVED_CAP = SET_OBJECTS };
typedef struct Reserved {
  u32 count;
  Ref refs[RESERVED_CAP];
  bool tap[RESERVED_CAP]; /* it must not be tapped; else it must not be removed */
} Reserved;
void reserve(Game *g, Reserved *r, Ref ref, bool tap);
bool is_reserved(const Reserved *r, Ref ref, bool tap);

/* All mana a player could pay with (601.2g): the pool, and the mana abilities the automatic payer may activate.
   These are the ones that need no choice but of kinds of mana, of one object that pays, or of one of several
   sorts of mana, and touch neither chance nor libraries. It lies on the scratch list. */
/* The cost of abilities that was found out of reach last; permanents that are alike have the same one. */
typedef enum DeniedHow {
  DENIED_NOTHING,
  DENIED_ONCE,
  DENIED_BY_WHAT_IS_RESERVED,
  DENIED_UNPROVEN, /* no payment was found in the time there is for one */
  DENIED_ANYHOW,
} DeniedHow;
typedef struct CostDenied {
  DeniedHow how;
  u32 symbol_count;
  i64 generic;
  u64 accepts;
  PaySymbol symbols[2];
} CostDenied;

/* A mana ability that stands for all that are like it, see pay/alike.c. */
typedef struct AlikeAbility {
  u32 ability, subst; /* 0: nothing is like it */
  Heap env;
  u32 looks; /* MANA_USEFUL_… and ALIKE_SNOW of its object */
  u32 slot, index;
} AlikeAbility;
enum { ALIKE_SNOW = 1 << 8 };

/* An expression about mana, and all that decides what it means if it says nothing of its own object. */
typedef struct ManaAsker {
  Node node;
  u32 player, subst;
  Heap captured;
} ManaAsker;
/* Fills `asker`; false if the meaning of the node may depend on its object. */
bool mana_asker_find(const Eval *e, Node node, ManaAsker *asker);
static inline bool mana_askers_equal(const ManaAsker *a, const ManaAsker *b) {
  return a->node == b->node && a->player == b->player && a->subst == b->subst && a->captured == b->captured;
}

/* The kinds of mana that the asker may choose from. */
typedef struct KindsNamed {
  ManaAsker asker;
  u32 kinds;
} KindsNamed;

struct PaymentProblem {
  Game *g;
  const struct ManaEstimate *quick; /* what is said of costs comes from there, nothing else is known; null: all is */
  bool unsure;                      /* a cost was asked about that it could not answer for */
  bool unproven;                    /* the search for a payment ended before it found out */
  u32 player;
  u32 mark;             /* of the scratch list */
  u32 pool, pool_count; /* PayMana */
  u32 rows;             /* for each of the pool: its row of T_MANA */
  u32 labels, sources;  /* for each source: a ManaPlan, and its PaySource */
  u32 source_count;
  u32 resources, owners; /* how much there is of each, and of whom */
  u32 resource_count;
  u32 places, places_mask; /* table by owner: 1 + the resource */
  u32 restrictions;        /* pairs of words, see problem.c */
  u32 restriction_count;
  u32 life;          /* 1 + the resource life is */
  u32 takes, firsts; /* numbers for each of the pool: see problem_next and problem_spend */
  i64 most;          /* at least all mana there could be */
  u32 kinds;         /* kinds there could be */
  CostDenied denied;
  u32 objects_told; /* that may be chosen to pay for abilities, as often as there are such */
  u32 alike_count;
  AlikeAbility alike[16];
  u32 named_count;
  KindsNamed named[8];
};

/* `s` adds what may stand in for its mana (convoke and the like), null nothing; with `stand_ins` (rows of
   T_CHOSEN from `stand_first` on) these have been chosen already and are spent first. */
void problem_begin(Game *g, u32 player, const CastContext *s, PaymentProblem *b);
void problem_begin_chosen(Game *g, u32 player, u32 stand_first, PaymentProblem *b);
/* Both: what has been chosen, and what else may stand in. */
void problem_begin_both(Game *g, const CastContext *s, u32 stand_first, PaymentProblem *b);
void problem_end(PaymentProblem *b);
/* Whether some ability triggers whenever a permanent is tapped for mana (106.12a): it may be a mana ability (605.1b). */
static inline bool mana_triggers(Game *g) {
  watchers_update(g);
  return event_kinds_have(&derived(g)->watchers.triggering, EVENT_TAPPED_FOR_MANA);
}
/* Whether an object has mana abilities, so that an estimate may have counted them. */
bool may_make_mana(Game *g, Ref ref);
/* What else than mana a permanent is good for untapped; the greater, the later automatic payment taps it. */
enum { MANA_USEFUL_ABILITY = 1, MANA_USEFUL_CREATURE = 2 };
u32 mana_usefulness(Game *g, u32 slot);
/* Whether all that has been chosen to stand in for mana can do so at once. */
bool problem_stand_ins_fit(const PaymentProblem *b, const CastContext *s, const CostTotal *t);
/* Whether the mana of a total cost can be paid with it. */
bool problem_pays(PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r);
/* Whether the pool alone pays it. */
bool problem_pool_pays(const PaymentProblem *b, const CastContext *s, const CostTotal *t);
/* The next step of paying it (see solver.h); how much of the pool it takes is left in problem_take. */
PayAnswer problem_next(PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r, PayStep *step);
/* Whether the pool can pay it by spending at least so much of each of the pool as problem_first says; how much of
   each it takes then is left in problem_take. */
bool problem_spend(PaymentProblem *b, const CastContext *s, const CostTotal *t);
/* Numbers for the i-th of the pool; the row of T_MANA it is; and whether it is no mana but stands in for it. */
u32 problem_take(const PaymentProblem *b, u32 i);
u32 *problem_first(const PaymentProblem *b, u32 i);
u32 problem_pool_row(const PaymentProblem *b, u32 i);
bool problem_stands_in(const PaymentProblem *b, u32 i);
/* The keywords with which something else stands in for mana, 0 past the last; and what may stand in for one
   mana, pushed onto the scratch list. */
Word stand_in_keyword(u32 i);
/* Whether something may stand in for mana of the spell. */
bool stands_in(const CastContext *s);
u32 stand_ins_push(Game *g, u32 player, Word keyword, Ref except);
ManaPlan problem_plan(const PaymentProblem *b, u32 source);
PaySource problem_source(const PaymentProblem *b, u32 source);

/* The first choice in the effect of a mana ability by which the mana differs: among alternatives, or of a color; 0 if there
   is none. How many there are to choose from; and, of colors, lets that one, from 1 on, be the one chosen in an environment:
   false, and nothing is chosen, if it can't be or another player chooses. */
Node mana_alternatives(const CardDb *db, Node effect);
u32 mana_alternative_count(const CardDb *db, Node alternatives);
bool mana_color_choose(Game *g, Heap env, Node choice, u32 alternative);
/* The automatic payer's choice of a kind for the next choice in an environment (mana_choice_planned). */
void mana_choice_plan(Game *g, Heap env, u32 kind);

/* --- paying (costs.c, estimate.c, payment.c) -------------------------------------------------------------------- */

/* Whether all of a total cost can be paid; `b` null makes a board where mana is needed. */
bool cost_total_payable(const CastContext *s, const CostTotal *t, PaymentProblem *b);
/* Whether no mana is left to pay. */
bool mana_is_free(const CostTotal *t);
/* All a player could pay with, first at a glance, in full only if that does not tell. It lies on the scratch list until
   payment_context_end. Who asks it with a mark of their own taken opens it before, or shuts it: releasing that mark
   would take the problem with it. */
typedef struct PaymentContext {
  Game *g;
  bool full;    /* the problem has been made */
  bool shut;    /* it is not to be made now … */
  bool unsure;  /* … though it would have been needed */
  bool closely; /* counting wasn't enough to answer */
  u32 floor;    /* of the scratch list while it is full */
  ManaEstimate estimate;
  PaymentProblem board;
} PaymentContext;
void payment_context_begin(Game *g, u32 player, PaymentContext *p);
/* Makes the board, if it isn't there yet. */
void payment_context_open(PaymentContext *p);
void payment_context_end(PaymentContext *p);
/* Whether what was found of what it pays depends neither on the time nor on what has happened. */
bool payment_context_timeless(const PaymentContext *p);
/* Whether the subject's cost can be paid with it, with what is announced so far, in some way (601.4, 601.5). */
bool payment_context_pays(PaymentContext *p, const CastContext *s);
bool payment_problem_pays(PaymentProblem *b, const CastContext *s);
/* The same with the board. */
bool context_payable_with(const CastContext *s, PaymentProblem *b);
/* Pushes what a COST_CHOOSE may be paid with onto the scratch list; answers how many. */
u32 cost_candidates(const CastContext *s, const Eval *e, Node choose);
/* The same of only some of what it may be, at least so many if there are; `*all` tells whether it is all. */
u32 cost_candidates_some(const CastContext *s, const Eval *e, Node choose, u32 enough, bool *all);

/* Offer the ways to pay one of several costs, or a symbol, with which `payable` holds; false if there are none. */
typedef bool Payables(Game *g, u32 frame, Option announcement);
bool offer_either(Game *g, Node either, u32 frame, Payables *payable);
bool offer_symbol(Game *g, ManaSymbol symbol, u32 frame, Payables *payable);

/* What a frame of PROC_PAY pays for; its total cost is in T_CHOSEN from payment_total_row on. */
CastContext context_of_payment(Game *g, u32 frame);
u32 payment_total_row(const Game *g, u32 frame);
/* Whether all but its mana can still be paid with what was chosen; what mana abilities must leave alone. */
bool payment_parts_payable(Game *g, u32 frame);
void payment_reserved(Game *g, u32 frame, Reserved *r);
/* Pays the mana for the frame of PROC_PAY on top: pushes PROC_PAY_MANA. ret 1 if paid. */
void payment_begin(Game *g);
/* Like pay_begin and cost_payable, for a mana cost of the database. */
void pay_begin_mana(Game *g, u32 player, u32 mana_cost, Heap env);
bool mana_cost_payable(const Eval *e, u32 player, u32 mana_cost);
/* What is missing for a cost, or where that is 0 for a mana cost of the database. */
void cost_shortfall(const Eval *e, u32 player, Node cost, u32 mana_cost, Shortfall *out);
/* Pays for what the frame of PROC_CAST or PROC_ACTIVATE on top announces; its total cost is the rows of T_CHOSEN
   from `first` on, which are dropped. ret 1 if paid. */
void pay_announced(Game *g, u32 first);
/* The same for its mana alone, which that player pays. */
void pay_announced_by(Game *g, u32 first, u32 player);

/* --- assist (assist.c) --------------------------------------------------------------------------------------------- */

/* Whether another player may still pay for the spell (702.132a). */
bool assist_is_open(const CastContext *s);
/* Whether the mana can be paid if another player pays as much as they can. */
bool assist_pays(PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r);
/* The steps of PROC_CAST: who helps, how much they pay, and paying it. */
Flow assist_ask(Game *g, const CastContext *s, const CostTotal *t);
Flow assist_taken(Game *g);
Flow assist_pay(Game *g);
Flow assist_paid(Game *g);

/* --- frames -------------------------------------------------------------------------------------------------------- */

/* Pushes the casting of a card in that way by a player with priority. */
void cast_action(Game *g, u32 player, Ref card, CastMethod method);
/* The value of {X} of what is announced (announce.c). */
void context_set_x(const CastContext *s, i64 x);
/* What the spell is that the frame announces, if it leaves nothing to announce but targets, and is quick; else null. */
const CardForm *form_straight(Game *g, u32 frame);
/* Notes in CastInfo.paid that an optional cost, or what is paid for splicing, is paid so many times for a spell; and takes the
   last such note back (announce.c). */
void paid_add(const CastContext *s, Word label, u32 ability, u32 acquisition, i64 times);
void paid_remove(const CastContext *s);

/* --- looking ahead (ahead.c) ------------------------------------------------------------------------- */

/* Whether what is not announced yet can be announced so that all targets can be chosen, nothing prohibits it and all can
   be paid (601.3 to 601.5): of optional costs those of the subject's abilities from `optional` on, modes, X, ways to pay and
   targets. It is paid from `payment` or, where that is null, with the board; if both are, with all the player has. */
bool announceable(const CastContext *s, u32 optional, PaymentContext *payment, PaymentProblem *b);
#define OPTIONAL_ANNOUNCED UINT32_MAX /* no optional cost is open */
enum { TIMES_CHOSEN = 1000 };         /* more choices of one cost, or of modes, are not made one by one */
/* Whether it can be paid for with some targets for the slots from `from` on, those before having theirs; `alike` becomes
   true if that would be the same with as many others for the slot before. */
bool payable_with_targets(const CastContext *s, const TargetSlot *slots, u32 count, u32 from, bool *alike);
/* While targets are chosen: whether these as the targets of the slot leave something that can be paid (SetAffordable). */
bool targets_affordable(Game *g, const Ref *refs, u32 count, bool *alike);
/* … and whether more of them may make it cheaper. */
bool targets_may_be_cheaper(Game *g);
/* Reveals a card that isn't in a public zone (activate.c). */
void reveal_held(Game *g, u32 slot, u32 player);
/* Whether a player has a card in hand that can be spliced onto something (702.47a); the steps in which that is announced;
   whether the subject's ability at `index` is a splice ability whose cost is paid for it; and the environment of a spell's
   part by StackItem.spliced, 0 of one that is its own (splice.c). */
bool splices_held(Game *g, u32 player);
Flow announce_splice(Game *g);
Flow splice_taken(Game *g, Frame *f);
bool splice_is_paid(const CastContext *s, u32 index);
/* A shared step (announce.c). */
Flow announce(Game *g, Frame *f);
/* What follows when all is paid, and when it can't be completed. */
Flow cast_finish(Game *g, Frame *f);
Flow cast_reverse(Game *g, Frame *f);
Flow activate_finish(Game *g, Frame *f);
Flow activate_reverse(Game *g, Frame *f);
enum { X_LOOKED_AT = 16 /* see some_x_allowed */ };

/* --- payments that counting settles (plain.c) ------------------------------------------------------ */

/* The next step of paying the mana of a total cost, whose first row is `total_row`: PAY_ACTIVATE with `*plan`, PAY_READY
   where the player's pool pays it (payment_spend_pool), or PAY_IMPOSSIBLE where the payer must be asked. Nothing that makes
   mana is kept untapped for other parts of the cost. */
PayAnswer payment_plain(Game *g, u32 player, u32 total_row, const CostTotal *t, ManaPlan *plan);
void payment_spend_pool(Game *g, const CastContext *s, const CostTotal *t);
/* Pays the mana cost of a spell that costs nothing else, by the pool and by tapping permanents that are tapped plainly;
   false where that can't be said. What has been tapped by then would have been tapped first anyway. */
bool payment_at_once(const CastContext *s, const CardForm *form);
/* Whether the player chooses which mana abilities to activate for costs, and which mana to spend. (payment.c) */
bool player_pays_by_hand(const Game *g, u32 player);
/* Whether something could make a mana ability turn out otherwise than the payer expects. (payment.c) */
bool payment_may_surprise(Game *g);
/* Mana spent on a spell or ability is remembered with it: kind, snow, what produced it. */
void remember_mana(Game *g, const CastContext *s, const Mana *m, u32 n);
/* What is spent first has the lowest: what can pay least else. */
u32 mana_spending_order(const Mana *m);

/* --- offers that are kept ------------------------------------------------------------------------------------- */

/* `timing` is what else than the state of the board decided on an offer, a bit each; the lowest is whether the player
   could cast a sorcery. Adds what the player was offered
   last to the options, if nothing it depends on has changed since; false if something has. */
bool offer_again(Game *g, u32 player, u32 timing);
/* What was found about options that were offered. `depends`: OFFER_SURE if they depend on the time, or on what has happened,
   by nothing but `timing`; OFFER_OWN if on nothing else either but the player's hand and mana, the battlefield, exile and the
   command zone, and with `graves` graveyards; else OFFER_NOW. */
typedef struct OfferFound {
  u32 depends;
  u32 free;    /* how many of the options take no mana, as far as that is clear */
  bool graves; /* see OfferKept */
  bool hand;
} OfferFound;
/* Keeps the options from `first` on as what the player was offered. */
void offer_keep(Game *g, u32 player, u32 timing, u32 first, const OfferFound *found);
/* What a player is offered is the same, but for the mana ability itself, when a permanent that does nothing but tap for
   mana was tapped and its mana is in the pool: as much can be paid as before. Taken before that happens, this keeps the
   offers after it. */
typedef struct OffersLess {
  Ref tapped;
  u32 player;
  bool current[2]; /* which of the player's were */
} OffersLess;
OffersLess offers_before_tap(Game *g, u32 player, u32 slot);
void offers_after_tap(Game *g, const OffersLess *less);
#ifdef GAVEL_CHECKED
/* Asserts that what would have been offered again is what the options from `first` on are. */
void offer_compare(Game *g, u32 player, u32 timing, u32 first);
#endif

#endif
