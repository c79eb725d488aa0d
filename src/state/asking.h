/* Work in progress in a game: the frames of running procedures, and the pending decision. */
#ifndef STATE_ASKING_H
#define STATE_ASKING_H

#include "cards/ir.h"
#include "gavel/gavel.h"
#include "state/frames.h"
#include "state/refs.h"

/* --- frames -------------------------------------------------------------------------------- */

/* A running procedure of the rules, or a node of a card's program. `step` is its progress; `a` holds its locals, with
   the types declared in frames.def. */
#define FRAME_LOCALS 10
typedef struct Frame {
  u16 proc;
  u16 step;
  Node node;
  Heap env; /* the environment it works in; the frame owns it only with FRAME_OWNS_ENV */
  u32 flags;
  Heap lists; /* a List owned by the frame: references, or Envs with FRAME_LISTS_ENVS */
  u32 cost;   /* PROC_PAY: the mana cost to pay if `node` is 0 */
  i64 a[FRAME_LOCALS];
} Frame;
enum {
  FRAME_OWNS_ENV = 1,
  FRAME_ASKS = 2,       /* PROC_ACT: first ask its controller whether to */
  FRAME_LISTS_ENVS = 4, /* `lists` holds Envs the frame owns */
  FRAME_COST = 16,      /* PROC_ACT: the action pays a cost and is not an effect (609.1) */
  FRAME_PRICED = 32,    /* PROC_CHOOSE: the number of targets affects the cost (601.2f) */
  FRAME_ASKED = 64,     /* with FRAME_ASKS: the controller has been asked */
  FRAME_FLAGS = FRAME_OWNS_ENV | FRAME_ASKS | FRAME_LISTS_ENVS | FRAME_COST | FRAME_PRICED | FRAME_ASKED
};

/* --- decisions ----------------------------------------------------------------------------- */

/* DK(KIND, "name"): what a player may be asked. */
#define DECISION_KINDS(DK)                                                                      \
  DK(PRIORITY, "priority")       /* an action, or pass (117.1) */                               \
  DK(MAY, "may")                 /* yes or no */                                                \
  DK(OBJECT, "choose an object") /* objects and players, one at a time */                       \
  DK(TARGET, "choose a target")  /* 601.2c */                                                   \
  DK(NUMBER, "choose a number")                                                                 \
  DK(X, "choose X")         /* 601.2b */                                                        \
  DK(MODE, "choose a mode") /* 700.2 */                                                         \
  DK(WORD, "choose a word") /* colour, type, keyword */                                         \
  DK(NAME, "choose a card name")                                                                \
  DK(ORDER, "choose what is next")               /* triggers, cards on a library, timestamps */ \
  DK(REPLACEMENT, "choose a replacement effect") /* 616.1 */                                    \
  DK(DIVIDE, "divide")                           /* the amount for the next recipient */        \
  DK(COST, "choose what pays a cost")                                                           \
  DK(OPTIONAL_COST, "pay an optional cost")                                                     \
  DK(METHOD, "choose how to cast")         /* alternative cost or permission */                 \
  DK(SYMBOL, "choose how to pay a symbol") /* hybrid, Phyrexian */                              \
  DK(MANA, "pay mana")                     /* manual payment, mana abilities */                 \
  DK(PAYMENT, "choose a payment")                                                               \
  DK(REVERSE, "reverse a mana ability") /* 733.1 */                                             \
  DK(ATTACKER, "declare attackers")                                                             \
  DK(BLOCKER, "declare blockers")                                                               \
  DK(ASSIGN, "assign combat damage")                                                            \
  DK(SEARCH, "find a card")          /* 701.23 */                                               \
  DK(OPTION, "choose one")           /* one of several actions */                               \
  DK(LEGEND, "choose which to keep") /* 704.5j */                                               \
  DK(KEEP, "keep the opening hand")  /* or take a mulligan (103.5) */                           \
  DK(BAND, "declare bands")          /* what to band the next attacker with (702.22c) */

typedef enum DecisionKind {
  DECISION_NONE,
#define DK(KIND, NAME) DECISION_##KIND,
  DECISION_KINDS(DK)
#undef DK
      DECISION_KIND_COUNT
} DecisionKind;

typedef enum OptionKind {
  OPTION_PASS,
  OPTION_YES,
  OPTION_NO,
  OPTION_DONE,     /* the set is complete, or choose nothing */
  OPTION_REF,      /* ref: an object or player */
  OPTION_NUMBER,   /* n */
  OPTION_WORD,     /* word */
  OPTION_NAME,     /* a: StrId */
  OPTION_MODE,     /* n, from 1 */
  OPTION_CAST,     /* ref: the card; a: method (see casting.h) */
  OPTION_PLAY,     /* ref: a land */
  OPTION_ACTIVATE, /* ref: the object; a: index into its abilities; word: unused */
  OPTION_SPECIAL,  /* ref: the object; a: SpecialAction */
  OPTION_ABILITY,  /* ref: source; a: definition path: a trigger to order, a replacement to apply */
  OPTION_NODE,     /* a: node; an alternative in words */
  OPTION_LIFE,     /* pay a Phyrexian symbol with life */
  OPTION_MANA,     /* word: kind of mana; a: amount of generic mana it replaces (twobrid) */
} OptionKind;

/* Options are returned directly from the block, so they have the public type. */
typedef GavelOption Option;

typedef struct Decision {
  u8 kind;       /* DecisionKind; DECISION_NONE while the game runs or is over */
  u8 player;     /* who decides … */
  u8 for_player; /* … and for whom (723) */
  u8 flags;      /* DECIDE_… */
  u32 group;     /* the same for all steps of one set */
  Ref source;    /* what asks: a spell, ability or object; 0 for the rules */
  u32 ability;   /* the ability that asks; 0 if none */
  Node node;
  u32 reserved;
  u32 chosen;   /* number of members chosen so far */
  i64 min, max; /* size of the set; for a number, its range */
} Decision;
enum { DECIDE_SHOWN = 1 /* ask even if there is only one option */ };

#endif
