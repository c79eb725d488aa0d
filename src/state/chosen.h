/* What procedures keep in rows of T_CHOSEN while they run: options that were taken or can be, or one of the structs
   below, according to the row's kind. Their schemas are in schema.c, so a save is checked by kind. */
#ifndef STATE_CHOSEN_H
#define STATE_CHOSEN_H

#include "state/asking.h"

BYTEWISE_BEGIN

/* The place that a card is cast from, … */
typedef struct ChosenPlace {
  u8 kind;
  u8 zone, known, status;
  u32 acquisition;
  Ref next; /* the card below it */
  u64 timestamp;
} ChosenPlace;

/* … what it looked like there and the permission to cast it, because the source of that permission may be gone by then,
   … */
typedef struct ChosenLooks {
  u8 kind;
  u8 flags, face, face_down;
  u32 generation;
  Ref card;
  Node permission; /* 0 if none was needed */
  u32 none;
} ChosenLooks;

/* … and the alternative cost, which may come from an ability that the spell no longer has. */
typedef struct ChosenWay {
  u8 kind;
  u8 none[3];
  u32 ability, subst, acquisition;
  u64 none2;
} ChosenWay;
/* They are the rows before AN_ROWS of a frame of PROC_CAST, in this order. */
enum { PLACE_ROWS = 3 };

/* A part of a total cost: a symbol and its count, … */
typedef struct ChosenSymbol {
  u8 kind;
  u8 none;
  u16 symbol; /* ManaSymbol */
  u32 none2;
  u64 none3;
  i64 n;
} ChosenSymbol;

/* … a part that is not mana, … */
typedef struct ChosenPart {
  u8 kind;
  u8 none;
  u16 from; /* see CostPart */
  Node node;
  u64 none2[2];
} ChosenPart;

/* … and the remaining generic mana after reductions by what was chosen to pay with (601.2f). */
typedef struct ChosenReduced {
  u8 kind;
  u8 none[7];
  u64 none2;
  i64 generic;
} ChosenReduced;

/* A payment of a part of a total cost, … */
typedef struct ChosenPays {
  u8 kind;
  u8 none[3];
  u32 part;
  Ref ref;
  u64 none2;
} ChosenPays;

/* … what is used instead of mana, and by which keyword, … */
typedef struct ChosenStandsIn {
  u8 kind;
  u8 none;
  Word keyword;
  u32 none2;
  Ref ref;
  u64 none3;
} ChosenStandsIn;

/* … and mana from a pool. */
typedef struct ChosenMana {
  u8 kind;
  u8 none[3];
  u32 row; /* of T_MANA */
  u64 none2[2];
} ChosenMana;

/* A target before new ones are chosen (115.7). */
typedef struct ChosenTarget {
  u8 kind;
  u8 legal;
  u16 none;
  u32 slot; /* index of the spell's TargetSlot … */
  Ref ref;
  u32 place; /* … and of the target in it */
  u32 none2;
} ChosenTarget;

/* An answer to a question of the state-based actions. */
typedef struct ChosenAnswer {
  u8 kind;
  u8 question; /* QuestionKind */
  u16 none;
  u32 none2;
  Ref ref;
  u64 says; /* a player, or yes or no */
} ChosenAnswer;

/* Combat damage that a creature will deal, … */
typedef struct ChosenShare {
  u8 kind;
  u8 none[3];
  u32 slot;
  Ref to;
  i64 n;
} ChosenShare;

/* … and a blocked creature that deals it as though it weren't blocked. */
typedef struct ChosenUnblocked {
  u8 kind;
  u8 none[3];
  u32 slot;
  u64 none2[2];
} ChosenUnblocked;

/* Stands after a finished choice: the number of candidates. */
typedef struct ChosenAmong {
  u8 kind;
  u8 none[3];
  u32 count;
  u64 none2[2];
} ChosenAmong;

/* CK(KIND, Struct, member) */
#define CHOSEN_KIND_TABLE(CK)               \
  CK(PLACE, ChosenPlace, place)             \
  CK(LOOKS, ChosenLooks, looks)             \
  CK(WAY, ChosenWay, way)                   \
  CK(SYMBOL, ChosenSymbol, symbol)          \
  CK(PART, ChosenPart, part)                \
  CK(REDUCED, ChosenReduced, reduced)       \
  CK(PAYS, ChosenPays, pays)                \
  CK(STANDS_IN, ChosenStandsIn, stands)     \
  CK(MANA, ChosenMana, mana)                \
  CK(TARGET, ChosenTarget, target)          \
  CK(ANSWER, ChosenAnswer, answer)          \
  CK(SHARE, ChosenShare, share)             \
  CK(UNBLOCKED, ChosenUnblocked, unblocked) \
  CK(AMONG, ChosenAmong, among)

/* Kinds of rows that are not options; values below CHOSEN_OPTIONS are OptionKinds. */
typedef enum ChosenKind {
  CHOSEN_OPTIONS = OPTION_MANA,
#define CK(KIND, STRUCT, MEMBER) CHOSEN_##KIND,
  CHOSEN_KIND_TABLE(CK)
#undef CK
      CHOSEN_KINDS
} ChosenKind;

typedef union Chosen {
  u8 kind; /* OptionKind or ChosenKind */
  Option option;
#define CK(KIND, STRUCT, MEMBER) STRUCT MEMBER;
  CHOSEN_KIND_TABLE(CK)
#undef CK
} Chosen;

BYTEWISE_END

#define CK(KIND, STRUCT, MEMBER)                                                                       \
  _Static_assert(sizeof(STRUCT) == sizeof(Option) && offsetof(STRUCT, kind) == offsetof(Option, kind), \
                 "rows of T_CHOSEN are alike in size and begin with their kind");
CHOSEN_KIND_TABLE(CK)
#undef CK

#endif
