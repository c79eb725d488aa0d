#include "state/frames.h"

#include "cards/names.h"
#include "state/asking.h"

static const LocalType TYPES[LOCALS_END + 1] = {
#define LOCAL(NAME, LOCAL, TYPE) [LOCAL_##NAME##_##LOCAL] = LOCAL_OF_##TYPE,
#include "state/frames.def"
};
static const u8 PROCEDURE_LOCALS[PROC_COUNT] = {
#define FRAME(PROCEDURE, LOCALS, STEPS) [PROC_##PROCEDURE] = LOCALS_OF_##LOCALS,
#include "state/frames.def"
};
static const u8 ACTION_LOCALS[IR_OP_COUNT] = {
#define ACT(OPERATION, LOCALS, STEPS) [IR_##OPERATION] = LOCALS_OF_##LOCALS,
#include "state/frames.def"
};

_Static_assert(DECISION_KIND_COUNT < 32 && 31 + PROC_COUNT <= 61, "what a step waits for is a bit");

#define NOTHING 0
#define KEPT WAITS_KEPT
#define AGAIN WAITS_AGAIN
#define ASKS(KIND) WAITS_ASKED(DECISION_##KIND)
#define CALLS(PROCEDURE) WAITS_CALLED(PROC_##PROCEDURE)
/* What each step waits for, by its index among all lists; and the number of each list's first step, by the list's
   start. */
static const u64 WAITS[STEPS_END + 1] = {
#define STEP(NAME, STEP, WAITS) [STEP_##NAME##_##STEP] = WAITS_STEP | (WAITS),
#include "state/frames.def"
};
static const u8 FIRST_STEPS[STEPS_END + 1] = {
#define STEPS(NAME, FIRST) [STEPS_OF_##NAME] = (FIRST),
#include "state/frames.def"
};
static const u16 PROCEDURE_STEPS[PROC_COUNT] = {
#define FRAME(PROCEDURE, LOCALS, STEPS) [PROC_##PROCEDURE] = STEPS_OF_##STEPS,
#include "state/frames.def"
};
static const u16 JOINED_STEPS[PROC_COUNT] = {
#define JOIN(PROCEDURE, STEPS) [PROC_##PROCEDURE] = STEPS_OF_##STEPS,
#include "state/frames.def"
};
static const u16 ACTION_STEPS[IR_OP_COUNT] = {
#define ACT(OPERATION, LOCALS, STEPS) [IR_##OPERATION] = STEPS_OF_##STEPS,
#include "state/frames.def"
};

_Static_assert(LOCALS_END < UINT8_MAX, "lists of locals are found by a byte");
#define LOCAL(NAME, LOCAL, TYPE) _Static_assert(NAME##_##LOCAL < FRAME_LOCALS, "a frame has room for its locals");
#include "state/frames.def"

static const u8 HELD[LOCALS_END + 1] = {
#define HOLDS(NAME, OF) [LOCALS_OF_##NAME] = HOLDS_##OF,
#include "state/frames.def"
};

static u32 list_of(u32 proc, IrOp op) {
  return proc == PROC_ACT && ACTION_LOCALS[op] ? ACTION_LOCALS[op] : PROCEDURE_LOCALS[proc];
}

ListsHeld lists_held(u32 proc, IrOp op) {
  return proc < PROC_COUNT && op < IR_OP_COUNT ? (ListsHeld)HELD[list_of(proc, op)] : HOLDS_NO_LISTS;
}

LocalType local_type(u32 proc, IrOp op, u32 i) {
  if (proc >= PROC_COUNT || op >= IR_OP_COUNT) return (LocalType){0};
  u32 place = list_of(proc, op) + 1;
  for (; i > 0 && TYPES[place].kind; i--) place++;
  return TYPES[place];
}

/* What a step waits for in the list that begins at `list`. */
static u64 list_waits(u32 list, u32 step) {
  if (step < FIRST_STEPS[list]) return 0;
  u32 place = list + 1, last = place + step - FIRST_STEPS[list];
  while (place < STEPS_END && place < last && WAITS[place]) place++;
  return place == last ? WAITS[place] : 0;
}

u64 step_waits(u32 proc, IrOp op, u32 step) {
  if (proc >= PROC_COUNT || op >= IR_OP_COUNT) return 0;
  if (proc == PROC_ACT && ACTION_STEPS[op]) return list_waits(ACTION_STEPS[op], step);
  u64 joined = JOINED_STEPS[proc] ? list_waits(JOINED_STEPS[proc], step) : 0;
  return joined | list_waits(PROCEDURE_STEPS[proc], step);
}

static u64 locals_fingerprint(u64 name, u32 proc, IrOp op) {
  Hash hash;
  hash_init(&hash, name);
  for (u32 i = 0; i < FRAME_LOCALS; i++) hash_u64(&hash, local_type(proc, op, i).kind);
  return hash_end(&hash);
}

u64 frames_fingerprint(void) {
  u64 sum = 0;
  for (u32 proc = 1; proc < PROC_COUNT; proc++) sum += locals_fingerprint(PROCEDURE_NAMES[proc], proc, IR_NONE);
  for (u32 op = 1; op < IR_OP_COUNT; op++)
    if (ACTION_LOCALS[op]) sum += locals_fingerprint(operation_number(op), PROC_ACT, (IrOp)op);
  return sum;
}
