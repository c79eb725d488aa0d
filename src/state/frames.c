#include "state/frames.h"

#include "cards/names.h"
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

static u64 locals_fingerprint(u64 name, u32 proc, IrOp op) {
  Hash hash;
  hash_init(&hash, name);
  for (u32 i = 0; i < FRAME_LOCALS; i++) hash_u64(&hash, local_type(proc, op, i));
  return hash_end(&hash);
}

u64 frames_fingerprint(void) {
  u64 sum = 0;
  for (u32 proc = 1; proc < PROC_COUNT; proc++) sum += locals_fingerprint(PROCEDURE_NAMES[proc], proc, IR_NONE);
  for (u32 op = 1; op < IR_OP_COUNT; op++)
    if (OF_ACTIONS[op]) sum += locals_fingerprint(operation_number(op), PROC_ACT, (IrOp)op);
  return sum;
}
