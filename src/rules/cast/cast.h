/* Casting spells, activating abilities, special actions (601, 602, 116): what other rooms ask of them. */
#ifndef RULES_CAST_CAST_H
#define RULES_CAST_CAST_H

#include "rules/events/events.h"

/* Ways to cast a card are CastMethods (cast_context.h). */
/* Ways to cast a card: bits of Option.a of OPTION_CAST name the zone permission; see casting.h. Adds every
   legal action of the player with priority to the decision being built: spells, lands, abilities, special
   actions; each looked ahead as 601.3 allows and payable. */
void actions_offer(Game *g, u32 player);
/* Whether what is kept of what the player was offered is known to be right but for a card that they draw now; if so, the card
   that was drawn is looked at, and what is kept stays right if the card makes no difference to it. */
bool offers_before_draw(const Game *g, u32 player);
void offers_after_draw(Game *g, u32 player, u32 slot);
/* Empties all mana pools. What players were offered stays right if none of it takes mana. */
void offers_lose_mana(Game *g);
/* Carries out the option taken: pushes the frame of the cast, activation, land play or special action. */
void action_begin(Game *g, u32 player, const Option *action);
void cast_begin(Game *g, u32 player, Ref card, u32 how, Word via);
/* Casts during resolution (608.2g), with a `via` only for the alternative cost with that label: pushes PROC_CAST; ret 1
   if it was cast. `how` is a set of CAST_…. */
enum {
  CAST_FREE = 1,
  CAST_TRANSFORMED = 2,
  CAST_FOR_COST = 4,  /* which the action that tells to cast names */
  CAST_IF_WANTED = 8, /* the player may decline; nobody is asked about what can't be cast (608.2d) */
};
/* The way in which a player who is told to play a card now may play it as a land, into `method` (305.2b, 305.3); false if
   they can't. land_play_begin plays it so: pushes PROC_SPECIAL, ret 1. */
bool land_playable(Game *g, u32 player, Ref card, CastMethod *method);
void land_play_begin(Game *g, u32 player, Ref card, CastMethod method);
/* The frame just pushed casts only what the resulting spell matches (a filter in that environment, which is kept by
   another frame as long). */
void cast_only_as(Game *g, Node filter, Heap env);
/* Whether a spell with these values and that face is a fused split spell (702.102b). */
bool is_fused(const Game *g, CvId cv, u32 face);
/* The name of the face that a method casts or plays the card as; 0 for what is no card. */
StrId method_name(const Game *g, Ref card, CastMethod m);
/* Whether it casts a card prototyped (718.3). */
bool method_prototyped(const Game *g, Ref card, CastMethod m);
/* Whether it casts a card as it is for its mana cost. */
bool method_plain(const Game *g, Ref card, CastMethod m);
/* Special actions (116.2): OPTION_SPECIAL.a. */
enum { SPECIAL_TURN_UP = 1 /* 116.2b */, SPECIAL_UNLOCK /* 116.2m */ };

/* --- what may be cast and activated ---------------------------------------------------------------------- */

/* Whether `you` of the effect, told by it while it resolves to cast the card, could complete that in a way in which it
   would be a spell that matches the filter (601.3e, 608.2d); `free`: without paying its mana cost. */
bool castable_as(const Eval *e, Ref card, Node filter, bool free);
/* Whether no rule or effect prohibits it (601.3, 601.6). */
bool cast_allowed(const CastContext *s);
/* An effect that lets a player play cards of a zone, and what to evaluate it in. */
typedef struct PlayPermission {
  u32 place; /* what methods call it: see CastMethod */
  Node rule; /* R_MAY_PLAY, or the CAST that names a cost */
  Eval e;
} PlayPermission;
/* The permission a method names, for a card that has not left its zone; false if it names none that is in force. */
bool permission_of_method(Game *g, u32 player, u32 slot, CastMethod method, PlayPermission *out);
/* The cost it names, 0 for none. */
Node permission_cost(const CardDb *db, const PlayPermission *p);
/* What it asks to be paid in addition to a spell's other costs (118.8), 0 for nothing. */
Node permission_additional_cost(const CardDb *db, const PlayPermission *p);
/* Whether a spell with split second is on the stack (702.61a). */
bool stack_is_closed(Game *g);
/* Whether the player may begin to activate the ability now (602.5), costs and targets aside; `paying`: in
   the middle of a payment, when only mana abilities may. */
bool activation_allowed(Game *g, u32 player, u32 slot, u32 index, bool paying);
/* Why not: the first of these that isn't among `skip`, a set of them; 0 if there is no other. */
typedef enum ActivationFault {
  ACTIVATION_NONE = 1,         /* it is no activated ability that functions where the object is */
  ACTIVATION_PLAYER = 2,       /* another player may (602.2) */
  ACTIVATION_TIME = 4,         /* not now (602.5d, 606.3) */
  ACTIVATION_LOYALTY = 8,      /* a second loyalty ability of the permanent this turn (606.3) */
  ACTIVATION_SICK = 16,        /* 302.6 */
  ACTIVATION_LIMIT = 32,       /* as often as it may be this turn (602.5b) */
  ACTIVATION_KEYWORD = 64,     /* what its keyword asks for */
  ACTIVATION_CONDITION = 128,  /* "Activate only if …" */
  ACTIVATION_CLOSED = 256,     /* a spell with split second is on the stack, or it is being activated */
  ACTIVATION_PROHIBITED = 512, /* by an effect (602.5) */
} ActivationFault;
ActivationFault activation_fault(Game *g, u32 player, u32 slot, u32 index, u32 skip);
/* Whether the player may still play a land this turn (305.2), and whether an effect prohibits it, at all or, where `zone` isn't
   ZONE_NONE, from there. */
bool lands_left(Game *g, u32 player);
bool lands_banned(Game *g, u32 player, u32 zone);
/* The ways in which a card may be played as a land, if one may be played at all; answers their number. */
u32 land_methods_find(Game *g, u32 player, u32 slot, CastMethod *out);

enum { METHODS_CAP = 32 };
/* The ways in which a player may begin to cast a card now (601.3), costs and targets aside; `flags`:
   ANNOUNCE_RESOLVING if told to by an effect (608.2g), then also ANNOUNCE_FREE without paying its mana cost,
   ANNOUNCE_FOR_COST for another one, and ANNOUNCE_TRANSFORMED with its back face up. To explain why a way isn't among them,
   METHODS_UNTIMELY also finds those that another time would allow, and METHODS_PROHIBITED those that something prohibits.
   Answers their number. */
enum { METHODS_UNTIMELY = 1 << 16, METHODS_PROHIBITED = 1 << 17 };
u32 methods_find(Game *g, u32 player, u32 slot, u32 flags, CastMethod *out);

/* What a player would pay to cast a card for its mana cost now, if nothing optional were paid and nothing chosen (601.2f), into
   `*out`; false if it isn't cast so, or can't be said before choices are made. */
bool casting_cost(Game *g, u32 player, u32 slot, ManaCost *out);

/* --- targets --------------------------------------------------------------------------------------------- */

/* What keeps an object or player from being a legal target for a slot of an ability (115): it is where no target can be,
   it is the spell or ability itself (115.5), it is not what the text says, it has shroud, hexproof, or protection from
   the source, or an effect says that it can't be targeted. */
typedef enum TargetFault {
  TARGET_FINE,
  TARGET_ELSEWHERE,
  TARGET_ITSELF,
  TARGET_OTHER,
  TARGET_SHROUD,
  TARGET_HEXPROOF,
  TARGET_PROTECTED,
  TARGET_FORBIDDEN,
} TargetFault;
TargetFault target_fault(const Eval *e, Node target, Ref ref);
/* Whether nothing does. */
bool target_legal(const Eval *e, Node target, Ref ref);
/* Whether some set of legal targets exists for all target slots of an ability's node. */
bool targets_exist(const Eval *e, Node ability);
/* Whether what may be targeted depends on nothing of the source but its characteristics and controller; false for a modal
   ability. */
bool targets_are_impersonal(const CardDb *db, Node ability);
/* Whether all targets the subject needs can be chosen (601.2c), of modal ones for enough modes. */
bool context_targets_exist(const CastContext *s);
/* Tells of each object and player that could be the first target for which there is nothing legal why it isn't. That target,
   and its ability; 0 if there is none. */
typedef void TargetFaulty(void *user, Ref ref, TargetFault fault);
Node context_target_faults(const CastContext *s, TargetFaulty *tell, void *user, u32 *ability);
/* For an object of the stack (a triggered ability put there, a copy): push the frames that choose its modes, its
   targets and divisions, new targets (`quiet`: whoever begins it notices what they are). core.ret is 0 if no legal
   choice exists, else 1. */
void modes_begin(Game *g, u32 stack_slot);
void targets_begin(Game *g, u32 stack_slot);
void new_targets_begin(Game *g, u32 stack_slot, u32 player, bool quiet);
/* The player changes one target of a stack object to another legal one, to `to` if that is a reference, if it can be done
   (115.7b): returns whether it was. */
void change_target_begin(Game *g, u32 stack_slot, u32 player, Ref to);
/* Re-checks the targets of a stack object as it resolves (608.2b): illegal ones are taken out of the
   variables; false if all are illegal and there was one. */
bool targets_recheck(Game *g, u32 stack_slot);
/* While a target is asked for: what keeps an object or player from being one. */
TargetFault target_asked_fault(Game *g, Ref ref);
/* While a target is asked for: whether something is divided among the targets of its slot, and how much (601.2d). */
bool targets_to_divide(Game *g, i64 *total);
/* While a share is asked for: pushes everybody among whom targets are divided onto the scratch list, answers how many
   and what they get in all; 0 if no division among targets is going on. */
u32 targets_sharing(Game *g, i64 *total);
/* Notices EVENT_TARGET for every target of an object of the stack (601.2c). */
void targets_notice(Game *g, u32 stack_slot);

/* --- costs and mana -------------------------------------------------------------------------------------- */

/* Pays a cost (an IR COST node) by a player during resolution: pushes PROC_PAY; ret 1 if paid. `chosen`: ask
   first whether to pay. */
void pay_begin(Game *g, u32 player, Node cost, Heap env, bool ask);
/* Whether the pending decision is whether to pay a cost: a player who has left doesn't (800.4f). */
bool payment_declined(Game *g);
bool cost_payable(const Eval *e, u32 player, Node cost);
/* Whether the subject's cost can be paid, with what is announced so far, in some way (601.4, 601.5). */
bool context_payable(const CastContext *s);
/* Whether no payment was found, but making mana first may help: the search for one ended at its bound, the mana
   abilities feed each other, or the player can activate some that automatic payment leaves to them. */
bool context_unproven(const CastContext *s);
/* Why the subject's cost can't be paid as announced so far: each part that can't be on its own, and the mana that is
   missing for the rest. */
enum { SHORTFALL_PARTS = 8 };
typedef struct Shortfall {
  bool short_of;               /* it can't be paid */
  bool never;                  /* there is no such cost, or it can't be paid whatever happens (118.6) */
  i64 life;                    /* more than the player may pay (119.4); 0 if it isn't */
  u32 mana[6];                 /* missing mana: of each color, and colorless that must be so (C) … */
  u32 any;                     /* … and of any kind */
  bool mana_missing;           /* some is */
  bool mana_helps;             /* with what is missing it could be paid */
  u32 part_count;              /* up to SHORTFALL_PARTS parts that can't be paid */
  Node parts[SHORTFALL_PARTS]; /* COST_TAP, COST_UNTAP, COST_DO or COST_CHOOSE */
} Shortfall;
void context_shortfall(const CastContext *s, Shortfall *out);
/* The same of what a special action costs: of turning a face-down permanent up (116.2b), with the ability that names the cost, 0
   for the card's mana cost, and false if there is no such cost; of unlocking a half (116.2m). */
bool turn_up_shortfall(Game *g, u32 player, u32 slot, u32 *ability, Shortfall *out);
void unlock_shortfall(Game *g, u32 player, u32 slot, u32 half, Shortfall *out);
/* The same for several costs that are paid as one total (508.1h, 509.1d): `envs` is a List of an environment for
   each, and the rows of T_CHOSEN from `first` on, as many, {OPTION_NODE, a: cost}. The frame takes both over. */
void pay_begin_costs(Game *g, u32 player, u32 first, Heap envs);
bool costs_payable(Game *g, u32 player, u32 first, Heap envs);
/* The kinds of mana (bit per kind) the mana abilities of an object could produce (106.7). */
u32 mana_kinds_of(Game *g, u32 slot);
/* The kinds of mana that an action that lets one choose may add. */
u32 mana_kinds_named(const Eval *e, Node node);
/* While the automatic payer activates a mana ability: the kind of mana (a colour word) its plan takes for the next
   choice in this environment, used up; 0 if the player chooses. */
Word mana_choice_planned(Game *g, Heap env);

#endif
