/* What the fields that several kinds of events, effects and modifications share hold for each kind. */
#ifndef STATE_PAYLOAD_H
#define STATE_PAYLOAD_H

#include "state/state.h"

/* What else an event holds. */
typedef enum EventHolds {
  HOLDS_NOTHING,
  HOLDS_MAY_ENTER, /* optionally an Entry: a move to the battlefield always … */
  HOLDS_ENTERS,    /* … and events that create tokens always; a node may say with how many counters */
  HOLDS_MAY_ACT,   /* optionally a node of sort ACT, with an env … */
  HOLDS_ACTS,      /* … or always, with an env of its own */
} EventHolds;

/* Event.word and History.word. */
typedef enum EventWord {
  WORD_OF_NOTHING, /* must be 0 */
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
  AMOUNT_NOTHING, /* must be 0 */
  AMOUNT_COUNT,   /* 0 or more */
  AMOUNT_NUMBER,
  AMOUNT_ROW_1, /* 1 + an earlier event of the batch, 0 none */
} EventAmount;

typedef struct Payload {
  u8 somebody; /* `player` must not be PLAYER_NONE */
  u8 word;     /* EventWord */
  u8 amount;   /* EventAmount */
  u8 holds;    /* EventHolds */
} Payload;

/* The payload of a kind of event as declared in events.h; an empty one for other kinds. */
const Payload *event_payload(u32 kind);

/* The class of Mod.word in an operation; WC_ANY if any is allowed or it is unused. */
WordClass mod_word_class(IrOp op);

#endif
