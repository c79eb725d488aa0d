/* Procedures, and what they keep in their frames, as state/frames.def declares them. */
#ifndef STATE_FRAMES_H
#define STATE_FRAMES_H

#include "cards/ir.h"

typedef enum Proc {
  PROC_NONE,
#define FRAME(PROCEDURE, LOCALS) PROC_##PROCEDURE,
#include "state/frames.def"
  PROC_COUNT
} Proc;

/* The number made of a procedure's name, see cards/names.h. */
extern const u64 PROCEDURE_NAMES[];

/* Where the lists of locals begin, and their locals, among all of them. */
enum {
#define LOCALS(NAME) LOCALS_OF_##NAME,
#define LOCAL(NAME, LOCAL, TYPE) LOCAL_##NAME##_##LOCAL,
#include "state/frames.def"
  LOCALS_END
};

/* Which of its frame's locals a local is: Frame.a[NAME_LOCAL]. */
enum {
#define LOCAL(NAME, LOCAL, TYPE) NAME##_##LOCAL = LOCAL_##NAME##_##LOCAL - LOCALS_OF_##NAME - 1,
#include "state/frames.def"
};

/* What a local holds. The types that end in _1 hold 1 + it, or 0 for none. */
typedef enum LocalType {
  LOCAL_NONE, /* it is not used */
  LOCAL_NUMBER,
  LOCAL_PLAYER,
  LOCAL_PLAYER_1,
  LOCAL_REF,
  LOCAL_SLOT,
  LOCAL_WORD,
  LOCAL_ABILITY,
  LOCAL_CHOSEN, /* a row, or how many there were … */
  LOCAL_CHOSEN_1,
  LOCAL_EVENT,
  LOCAL_EVENT_1,
  LOCAL_HISTORY,
  LOCAL_FRAME_1,
  LOCAL_TYPES
} LocalType;

/* What local `i` of a frame of that procedure holds; `op` is the operation PROC_ACT carries out. */
LocalType local_type(u32 proc, IrOp op, u32 i);

/* A hash of what all procedures hold, whatever the order of the table. */
u64 frames_fingerprint(void);

#endif
