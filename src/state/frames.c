#include "state/frames.h"

#include "state/asking.h"

static const u8 TYPES[LOCALS_END + 1] = {
#define LOCAL(NAME, LOCAL, TYPE) [LOCAL_##NAME##_##LOCAL] = LOCAL_##TYPE,
#include "state/frames.def"
};
static const u8 OF_PROCEDURES[PROC_COUNT] = {
#define FRAME(PROCEDURE, LOCALS) [PROC_##PROCEDURE] = LOCALS_OF_##LOCALS,
#include "state/frames.def"
};
static const u8 OF_ACTIONS[IR_OP_COUNT] = {
#define ACT(OPERATION, LOCALS) [IR_##OPERATION] = LOCALS_OF_##LOCALS,
#include "state/frames.def"
};

_Static_assert(LOCALS_END < UINT8_MAX, "lists of locals are found by a byte");
#define LOCAL(NAME, LOCAL, TYPE) _Static_assert(NAME##_##LOCAL < FRAME_LOCALS, "a frame has room for its locals");
#include "state/frames.def"

LocalType local_type(u32 proc, IrOp op, u32 i) {
  if (proc >= PROC_COUNT || op >= IR_OP_COUNT) return LOCAL_NONE;
  u32 list = proc == PROC_ACT && OF_ACTIONS[op] ? OF_ACTIONS[op] : OF_PROCEDURES[proc];
  u32 place = list + 1;
  for (; i > 0 && TYPES[place]; i--) place++;
  return (LocalType)TYPES[place];
}
