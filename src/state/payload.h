/* What the fields hold that events, effects and modifications of several kinds share. */
#ifndef STATE_PAYLOAD_H
#define STATE_PAYLOAD_H

#include "state/state.h"

/* What an event holds besides. */
typedef enum EventHolds {
  HOLDS_NOTHING,
  HOLDS_MAY_ENTER, /* perhaps an Entry: a move to the battlefield always … */
  HOLDS_ENTERS,    /* … and what creates tokens; a node may say with how many counters */
  HOLDS_MAY_ACT,   /* perhaps a node of sort ACT, with an env … */
  HOLDS_ACTS,      /* … or always, its env its own */
} EventHolds;

/* Event.word and History.word. */
typedef enum EventWord {
  WORD_OF_NOTHING, /* 0 */
  WORD_OF_NUMBER,
  WORD_OF_ZONE_1,  /* 1 + a zone, 0 none */
  WORD_OF_MANA,    /* a kind of mana, and MANA_SNOW if it is snow */
  WORD_OF_WORD,    /* of any class */
  WORD_OF_COUNTER, /* a kind of counters */
  WORD_OF_STEP,
  WORD_OF_ABILITY,
  WORD_OF_NODE,
} EventWord;

/* Event.amount. */
typedef enum EventAmount {
  AMOUNT_NOTHING, /* 0 */
  AMOUNT_COUNT,   /* 0 or more */
  AMOUNT_NUMBER,
  AMOUNT_ROW_1, /* 1 + an earlier event of the batch, 0 none */
} EventAmount;

typedef struct Payload {
  u8 somebody; /* `player` is a player, and not PLAYER_NONE */
  u8 word;     /* EventWord */
  u8 amount;   /* EventAmount */
  u8 holds;    /* EventHolds */
} Payload;

/* Of a kind of event as events.h declares it; of others nothing. */
const Payload *event_payload(u32 kind);

/* The class that Mod.word is of in an operation, WC_ANY if it may be of any or is not used. */
WordClass mod_word_class(IrOp op);

#endif
