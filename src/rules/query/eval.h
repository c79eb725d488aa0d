/* Evaluating the IR's numbers, conditions and sets of objects. Evaluation never changes the game and never
   asks anybody. */
#ifndef RULES_QUERY_EVAL_H
#define RULES_QUERY_EVAL_H

#include "rules/kernel/kernel.h"

/* The working characteristics while layers are being computed; see layers.c. */
typedef struct LayerWork LayerWork;

/* An object looked at as it would exist on the battlefield (614.12), or as the spell it would be (601.3e): kept outside
   the block. */
typedef struct Provisional {
  u32 slot;
  Zone zone;
  Heap entry;
  const Chars *chars;
} Provisional;

#define REF_BARE ref_make(0xffffffffu, 1)

/* What an expression is evaluated in. `env` gives source, controller ("you"), substitutions and variables.
   `it` is what a filter speaks of. */
typedef struct Eval {
  Game *g;
  Heap env;
  Ref it;
  Ref asked; /* what the filter around looks at */
  /* Who the ability is, when there is no env (static abilities): used if env is 0. */
  Ref source;
  u32 subst;
  u32 acquisition;
  Heap captured; /* env captured by a granted ability, for its variables */
  u16 trial_x;   /* what X is while it is tried out what may be chosen for it; 0 if nothing is tried */
  u16 slots;     /* of an environment for the ability of an effect on the rules; 0 elsewhere */
  u8 controller;
  bool last_known; /* references to what changed since are read as last known information */
  bool own_x;      /* X is what is tried: the ability's own cost has it, whatever it was for its source (107.3a) */
  bool unseen;     /* what is exiled face down has no characteristics (406.3a), and isn't looked at to be played */
  u32 event;       /* 1 + row of T_EVENTS a replacement or trigger looks at; 0 none */
  const Provisional *provisional;
  Ref past;           /* the object of an earlier event; its controller is … */
  u8 past_controller; /* … the player who controlled it then */
  Ref as_card;        /* a token that is looked at as the cards among its components (730.3e) */
  const Chars *bare;  /* what REF_BARE stands for: characteristics that no object has (yet) */
  LayerWork *work;    /* non-null while computing layers: characteristics come from there */
} Eval;

_Noreturn void eval_exceeded(Game *g);
static inline void eval_spend_times(Game *g, u32 times) {
  g->evaluated += times;
  if (game_evaluated_too_much(g)) eval_exceeded(g);
}
/* Counts that an expression looks at an object or player. An expression that looks at many multiplies the work of those inside
   it, and the database bounds only how deep they are nested (IR_DEPTH_MAX). Beyond limits.evaluations the game fails. */
static inline void eval_spend(Game *g) { eval_spend_times(g, 1); }

/* Whether an ability of a spell speaks of the payment of an optional cost by that instance (0: one of the spell's own):
   each instance of a keyword sees what was paid for it (702.78b and the like). What the spell becomes sees all. */
bool payment_concerns(const Eval *e, u32 instance);

/* For a program: everything from its env. */
Eval eval_of_env(Game *g, Heap env);
/* For an ability of an object: source and controller from the object. */
Eval eval_of_ability(Game *g, u32 slot, const AbilityInst *inst);

/* Numbers clip at the ends of 64 bits. Something that has no such number counts as 0 (107.2). */
i64 eval_num(const Eval *e, Node n);
/* The value of X (107.3). */
i64 eval_x(const Eval *e);
bool eval_cond(const Eval *e, Node n);
/* eval_cond with `it` set to `ref`. */
bool eval_matches(const Eval *e, Node filter, Ref ref);
/* Appends what the expression refers to onto the scratch list (see scratch_…), in canonical order and each
   once; answers how many. */
u32 eval_objects(const Eval *e, Node n);
/* Appends some of them, at least so many if there are: a search of a zone ends there. */
u32 eval_some(const Eval *e, Node n, u32 enough);
/* Whether `ref` is among the blockers of the object that the expression `of` refers to. */
bool eval_is_blocker(const Eval *e, Node of, Ref ref);
/* Whether it refers to anything. */
bool eval_any(const Eval *e, Node n);
/* How many players who have left the game are among those that an OBJ expression means by what they did: what they did can
   still be found (800.4i). */
u32 eval_players_left(const Eval *e, Node n);
/* The first of them, REF_NONE if none. */
Ref eval_object(const Eval *e, Node n);
/* The player an OBJ expression names (of an object: its controller), PLAYER_NONE if none. */
u32 eval_player(const Eval *e, Node n);
/* A word slot with the ability's substitutions applied. */
Word eval_word(const Eval *e, Word word);
/* Whether an activated ability that isn't on the stack, because it is a mana ability (605.3b) or only looked at, is as a
   filter says of an ability there. Its targets are `targets` items of the scratch list from `mark` on. */
bool eval_ability_matches(const Eval *e, Node filter, u32 ability, u32 mark, u32 targets);
/* The value of a variable; VALUE_NONE if unset. The value is owned by the env. */
Value eval_slot(const Eval *e, u32 slot);
/* How much mana of one kind, or of all kinds, was spent on a spell or ability. */
#define MANA_OF_ANY_KIND ((u32)-1)
i64 mana_spent_of(const Game *g, const CastInfo *cast, u32 kind);
/* Who is "you", and the object that is "~". */
u32 eval_you(const Eval *e);
Ref eval_self(const Eval *e);

/* The permanent whose static ability gave "~" the ability that is evaluated (607.5): they have the acquisition
   in common. REF_NONE if it is the object's own, or the giver is gone. */
Ref eval_granter(const Eval *e);
/* What "~" noted under a link for the abilities linked to this one (607), as it is, as it enters or as last known, or what
   noted who gave it the ability; VALUE_NONE if nothing was (607.5a). The value belongs to who noted it. */
Value eval_noted(const Eval *e, StrId link);
/* The word that was noted, W_NONE if none was. */
Word eval_noted_word(const Eval *e, StrId link);
/* Whether two numbers compare as a word of comparison says. */
bool compare(i64 a, Word how, i64 b);

/* Characteristics of what a reference refers to, now or as last known; null for players and for what is
   nowhere known. Valid until something is asked or changed that may compute characteristics, as this does. */
const Chars *eval_chars(const Eval *e, Ref ref);
/* The same of the object in a slot, unless it is looked at provisionally. */
const Chars *eval_slot_chars(const Eval *e, u32 slot);
/* Its controller (its owner, if it has none), now or as last known. */
u32 eval_controller(const Eval *e, Ref ref);
Zone eval_zone(const Eval *e, Ref ref);
/* Whether characteristics have a name, and whether they have one in common with others (201.2a). */
bool chars_named(const Game *g, const Chars *c, StrId name);
bool chars_share_name(const Game *g, const Chars *a, const Chars *b);
/* The same of what two references refer to; nothing nameless shares its name. */
bool eval_share_name(const Eval *e, Ref a, Ref b);
/* Its mana value (202.3), 0 for players. */
i64 mana_value_of(const Eval *e, Ref ref);
/* The same for somebody who looks on: no listener hears of it. `c` are the characteristics of the object in the slot. */
i64 mana_value_shown(Game *g, u32 slot, const Chars *c);
/* What only a permanent has, now or as last known; null for what is or was none, and for what would enter. Valid
   until the game changes. */
const Permanent *eval_permanent(const Eval *e, Ref ref);

/* All effects on the rules of one kind that are in force (613.11), in timestamp order: calls back for each
   RULE node with the Eval to evaluate its arguments in; stops when the callback answers true and answers
   that. */
typedef bool (*RuleVisitor)(const Eval *e, Node rule, void *user);
bool rules_visit_each(Game *g, IrOp rule, RuleVisitor visit,
                      void *user); /* rules_visit of layers.h looks first whether there are any */
/* A visitor to which any is enough. */
bool rules_found(const Eval *e, Node rule, void *user);

#endif
