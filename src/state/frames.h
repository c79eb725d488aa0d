/* Procedures and the locals of their frames, as declared in state/frames.def. */
#ifndef STATE_FRAMES_H
#define STATE_FRAMES_H

#include "cards/ir.h"

typedef enum Proc {
  PROC_NONE,
#define FRAME(PROCEDURE, LOCALS, STEPS) PROC_##PROCEDURE,
#include "state/frames.def"
  PROC_COUNT
} Proc;

/* The hash of each procedure's name; see cards/names.h. */
extern const u64 PROCEDURE_NAMES[];

/* The start of each procedure's list of locals, and the locals, in one numbering. */
enum {
#define LOCALS(NAME) LOCALS_OF_##NAME,
#define LOCAL(NAME, LOCAL, TYPE) LOCAL_##NAME##_##LOCAL,
#include "state/frames.def"
  LOCALS_END
};

/* The index of each local in its frame: Frame.a[NAME_LOCAL]. */
enum {
#define LOCAL(NAME, LOCAL, TYPE) NAME##_##LOCAL = LOCAL_##NAME##_##LOCAL - LOCALS_OF_##NAME - 1,
#include "state/frames.def"
};

/* The same for steps: Frame.step is NAME_STEP. */
enum {
  STEPS_NONE,
#define STEPS(NAME, FIRST) STEPS_OF_##NAME,
#define STEP(NAME, STEP, WAITS) STEP_##NAME##_##STEP,
#include "state/frames.def"
  STEPS_END
};
enum {
#define STEPS(NAME, FIRST) STEPS_FROM_##NAME = (FIRST),
#include "state/frames.def"
};
enum {
#define STEP(NAME, STEP, WAITS) NAME##_##STEP = STEPS_FROM_##NAME + STEP_##NAME##_##STEP - STEPS_OF_##NAME - 1,
#include "state/frames.def"
};

/* What a local holds. Types that end in _1 hold 1 + it, or 0 for none. */
typedef enum LocalKind {
  LOCAL_NONE, /* unused */
  LOCAL_NUMBER,
  LOCAL_BELOW, /* a number from 0 to `limit` - 1 */
  LOCAL_BITS,  /* a number of at most `limit` bits */
  LOCAL_GROUP, /* of decisions, see decide_group */
  LOCAL_PLAYER,
  LOCAL_OWNER, /* a player, never none */
  LOCAL_PLAYER_1,
  LOCAL_REF,
  LOCAL_SLOT,
  LOCAL_WORD,
  LOCAL_ABILITY,
  LOCAL_CHOSEN, /* a row, or a number of rows */
  LOCAL_CHOSEN_1,
  LOCAL_EVENT,   /* a row; if `limit` is 1, the first one of the batch that the frame has called */
  LOCAL_EVENT_1, /* 1 + such a row, or 0 */
  LOCAL_HISTORY,
  LOCAL_FRAME_1,
  LOCAL_ITEM,      /* the slot of an object on the stack; if `limit` is 0, or none */
  LOCAL_PERMANENT, /* the slot of a permanent, or 0 */
  LOCAL_ARGUMENT,  /* the index of an argument of the frame's node, or their number */
  LOCAL_LISTED,    /* the index of an item of the frame's list, or their number */
  LOCAL_KINDS
} LocalKind;

typedef struct LocalType {
  u8 kind, limit;
} LocalType;

/* The types as written in frames.def. */
#define LOCAL_OF_NUMBER \
  { LOCAL_NUMBER, 0 }
#define LOCAL_OF_BELOW(LIMIT) \
  { LOCAL_BELOW, (LIMIT) }
#define LOCAL_OF_BITS(COUNT) \
  { LOCAL_BITS, (COUNT) }
#define LOCAL_OF_GROUP \
  { LOCAL_GROUP, 32 }
#define LOCAL_OF_FLAG \
  { LOCAL_BELOW, 2 }
#define LOCAL_OF_PLAYER \
  { LOCAL_PLAYER, 0 }
#define LOCAL_OF_OWNER \
  { LOCAL_OWNER, 0 }
#define LOCAL_OF_PLAYER_1 \
  { LOCAL_PLAYER_1, 0 }
#define LOCAL_OF_REF \
  { LOCAL_REF, 0 }
#define LOCAL_OF_SLOT \
  { LOCAL_SLOT, 0 }
#define LOCAL_OF_WORD \
  { LOCAL_WORD, 0 }
#define LOCAL_OF_ABILITY \
  { LOCAL_ABILITY, 0 }
#define LOCAL_OF_CHOSEN \
  { LOCAL_CHOSEN, 0 }
#define LOCAL_OF_CHOSEN_1 \
  { LOCAL_CHOSEN_1, 0 }
#define LOCAL_OF_EVENT \
  { LOCAL_EVENT, 0 }
#define LOCAL_OF_EVENT_1 \
  { LOCAL_EVENT_1, 0 }
#define LOCAL_OF_BATCH \
  { LOCAL_EVENT, 1 }
#define LOCAL_OF_BATCH_1 \
  { LOCAL_EVENT_1, 1 }
#define LOCAL_OF_HISTORY \
  { LOCAL_HISTORY, 0 }
#define LOCAL_OF_FRAME_1 \
  { LOCAL_FRAME_1, 0 }
#define LOCAL_OF_ITEM \
  { LOCAL_ITEM, 1 }
#define LOCAL_OF_ITEM_IF_ANY \
  { LOCAL_ITEM, 0 }
#define LOCAL_OF_PERMANENT \
  { LOCAL_PERMANENT, 0 }
#define LOCAL_OF_ARGUMENT \
  { LOCAL_ARGUMENT, 0 }
#define LOCAL_OF_LISTED \
  { LOCAL_LISTED, 0 }

/* The type of local `i` in a frame of that procedure; `op` is the operation that PROC_ACT carries out. */
LocalType local_type(u32 proc, IrOp op, u32 i);
/* What its frames may hold lists of. */
typedef enum ListsHeld { HOLDS_NO_LISTS, HOLDS_REFS, HOLDS_ENVS } ListsHeld;
ListsHeld lists_held(u32 proc, IrOp op);
/* What a frame of that procedure waits for at a step, as bits; 0 if there is no such step. `op` as above. */
u64 step_waits(u32 proc, IrOp op, u32 step);
#define WAITS_STEP ((u64)1 << 63)            /* the step exists */
#define WAITS_KEPT ((u64)1 << 62)            /* only in a saved state to go back to */
#define WAITS_AGAIN ((u64)1 << 61)           /* for nothing: it goes on there after a player has left */
#define WAITS_ASKED(KIND) ((u64)1 << (KIND)) /* the answer to a decision */
#define WAITS_CALLED(PROCEDURE) ((u64)1 << (31 + (PROCEDURE))) /* another procedure, not PROC_NONE */

/* A hash of the locals of all procedures, independent of the order of the table. */
u64 frames_fingerprint(void);

#endif
