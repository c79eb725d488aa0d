/* What procedures keep in rows of T_CHOSEN until they are done: options that were taken or can be, or one of the structs below.
   The kind says which; the schemas of all of them are in schema.c, so a save is checked by kind. */
#ifndef STATE_CHOSEN_H
#define STATE_CHOSEN_H

#include "state/asking.h"

BYTEWISE_BEGIN

/* Where a card was that is cast, … */
typedef struct ChosenPlace {
  u8 kind;
  u8 zone, known, status;
  u32 acquisition;
  Ref next; /* what lay below it */
  u64 timestamp;
} ChosenPlace;

/* … what it was like there, and the permission to cast it, for what gives it may have ended by then, … */
typedef struct ChosenLooks {
  u8 kind;
  u8 flags, face, face_down;
  u32 generation;
  Ref card;
  Node permission; /* 0: none was needed */
  u32 none;
} ChosenLooks;

/* … and the alternative cost, which may be an ability that the spell no longer has. */
typedef struct ChosenWay {
  u8 kind;
  u8 none[3];
  u32 ability, subst, acquisition;
  u64 none2;
} ChosenWay;

/* Of a total cost: a symbol and how often, … */
typedef struct ChosenSymbol {
  u8 kind;
  u8 none;
  u16 symbol; /* ManaSymbol */
  u32 none2;
  u64 none3;
  i64 n;
} ChosenSymbol;

/* … a part that isn't mana, … */
typedef struct ChosenPart {
  u8 kind;
  u8 none;
  u16 from; /* see CostPart */
  Node node;
  u64 none2[2];
} ChosenPart;

/* … and how much generic mana is left of it, having been reduced by what was chosen to pay with (601.2f). */
typedef struct ChosenReduced {
  u8 kind;
  u8 none[7];
  u64 none2;
  i64 generic;
} ChosenReduced;

/* What pays a part of a total cost; … */
typedef struct ChosenPays {
  u8 kind;
  u8 none[3];
  u32 part;
  Ref ref;
  u64 none2;
} ChosenPays;

/* … what stands in for mana, and by which keyword; … */
typedef struct ChosenStandsIn {
  u8 kind;
  u8 none;
  Word keyword;
  u32 none2;
  Ref ref;
  u64 none3;
} ChosenStandsIn;

/* … and mana of a pool. */
typedef struct ChosenMana {
  u8 kind;
  u8 none[3];
  u32 row; /* of T_MANA */
  u64 none2[2];
} ChosenMana;

/* A target as it was before new ones are chosen (115.7). */
typedef struct ChosenTarget {
  u8 kind;
  u8 legal;
  u16 none;
  u32 slot; /* which of the spell's TargetSlots … */
  Ref ref;
  u32 place; /* … and which target of it */
  u32 none2;
} ChosenTarget;

/* An answer to a question of the state-based actions. */
typedef struct ChosenAnswer {
  u8 kind;
  u8 question; /* QuestionKind */
  u16 none;
  u32 none2;
  Ref ref;
  u64 says; /* a player, or whether */
} ChosenAnswer;

/* Combat damage that a creature is to deal, … */
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

/* Behind a finished choice: among how many it was. */
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

/* Kinds of rows that are no options; up to CHOSEN_OPTIONS they are OptionKinds. */
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
