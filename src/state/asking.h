/* What is under way in a game: procedures in the middle of their work, and the decision a player is asked for. */
#ifndef STATE_ASKING_H
#define STATE_ASKING_H

#include "cards/ir.h"
#include "gavel/gavel.h"
#include "state/frames.h"
#include "state/refs.h"

/* --- frames -------------------------------------------------------------------------------- */

/* A procedure of the rules or a node of a card's program in the middle of its work. `step` says how far
   it is, `a` are its locals, of the types that frames.def declares. */
#define FRAME_LOCALS 10
typedef struct Frame {
  u16 proc;
  u16 step;
  Node node;
  Heap env; /* the environment it works in; owned by the frame only if FRAME_OWNS_ENV */
  u32 flags;
  Heap lists; /* a List the frame owns: of references, or of Envs with FRAME_LISTS_ENVS */
  u32 cost;   /* PROC_PAY: the mana cost that is paid where `node` is 0 */
  i64 a[FRAME_LOCALS];
} Frame;
enum {
  FRAME_OWNS_ENV = 1,
  FRAME_ASKS = 2,       /* PROC_ACT: its controller is asked first whether to */
  FRAME_LISTS_ENVS = 4, /* `lists` holds Envs the frame owns */
  FRAME_COST = 16,      /* PROC_ACT: what is done pays a cost, and is no effect (609.1) */
  FRAME_PRICED = 32,    /* PROC_CHOOSE: of targets that what is announced costs by (601.2f) */
  FRAME_ASKED = 64,     /* … FRAME_ASKS: and has been */
  FRAME_FLAGS = FRAME_OWNS_ENV | FRAME_ASKS | FRAME_LISTS_ENVS | FRAME_COST | FRAME_PRICED | FRAME_ASKED
};

/* --- decisions ----------------------------------------------------------------------------- */

/* DK(KIND, "name") — what a player may be asked. */
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
  DK(DIVIDE, "divide")                           /* how much the next recipient gets */         \
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
  DK(BAND, "declare bands")          /* what the next attacker is banded with (702.22c) */

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
  OPTION_DONE,     /* the set is complete; or "none" */
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
  OPTION_NODE,     /* a: node: an alternative in words */
  OPTION_LIFE,     /* pay a Phyrexian symbol with life */
  OPTION_MANA,     /* word: kind of mana; a: number of generic it stands for (twobrid) */
} OptionKind;

/* Options are handed out as they stand in the block, so they are of the public type. */
typedef GavelOption Option;

typedef struct Decision {
  u8 kind;       /* DecisionKind; DECISION_NONE while the game runs or is over */
  u8 player;     /* who decides … */
  u8 for_player; /* … in whose place (723) */
  u8 flags;      /* DECIDE_… */
  u32 group;     /* the same for the steps of one set */
  Ref source;    /* what asks: a spell, ability or object; 0 the rules */
  u32 ability;   /* the ability that asks, 0 none */
  Node node;
  u32 reserved;
  u32 chosen;   /* how many of the set are chosen already */
  i64 min, max; /* of the set, or of a number */
} Decision;
enum { DECIDE_SHOWN = 1 /* also with one option */ };

#endif
