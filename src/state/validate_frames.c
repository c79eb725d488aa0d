/* The validator: frames. What each of their locals may be is declared in frames.def. */
#include "state/validate_internal.h"

/* The operation that a frame of PROC_ACT carries out. */
static IrOp op_of(const Game *g, const Frame *f) { return f->proc == PROC_ACT ? node_op(g->db, f->node) : IR_NONE; }

static bool fits(LocalType type, i64 value) {
  switch ((LocalKind)type.kind) {
    case LOCAL_BELOW: return value >= 0 && value < type.limit;
    case LOCAL_BITS: return value >= 0 && value >> type.limit == 0;
    default: return true; /* the walk has seen it */
  }
}

/* What the node of a frame is. */
static bool check_node(Check *c, u32 row) {
  const Frame *f = row_FRAMES(c->g, row);
  static const u8 SORTS[PROC_COUNT] = {[PROC_ACT] = SORT_ACT, [PROC_CHOOSE] = SORT_SET};
  u32 sort = f->node ? ir_op_info(node_op(c->g->db, f->node))->sort : SORT_NONE;
  if (f->proc == PROC_ACT && !(f->node && f->env))
    return fault(c, "FRAMES row %u acts without a node or variables", row);
  if (!SORTS[f->proc] || sort == SORT_NONE || sort == SORTS[f->proc]) return true;
  return fault(c, "FRAMES row %u has a node of sort %u", row, sort);
}

/* Whether it stands where it waits for the frame above it, or for the answer to the pending decision. What returns as
   something else leaves the battlefield (610.3d), and what a player who leaves has left open (800.4g), comes upon any. */
static bool waits_rightly(const Game *g, u32 row, IrOp op) {
  const Frame *f = row_FRAMES(g, row);
  const u64 ASKS_ANY = UINT32_MAX;
  u64 waits = step_waits(f->proc, op, f->step);
  if (f->proc == PROC_ACT && f->flags & FRAME_ASKS && f->flags & FRAME_ASKED) waits |= WAITS_ASKED(DECISION_MAY);
  if (row + 1 < count_of(g, T_FRAMES)) {
    u32 above = row_FRAMES(g, row + 1)->proc;
    if (above == PROC_BATCH || above == PROC_NONE) return waits;
    return above == PROC_STAND_IN ? waits & (ASKS_ANY | WAITS_CALLED(above)) : waits & WAITS_CALLED(above);
  }
  u32 decision = core(g)->decision.kind;
  return decision == DECISION_NONE ? waits : waits & WAITS_ASKED(decision);
}

static bool check_frame(Check *c, u32 row) {
  const Game *g = c->g;
  const Frame *f = row_FRAMES(g, row);
  if (f->proc == PROC_NONE) return fault(c, "FRAMES row %u has no procedure", row);
  if (!check_node(c, row)) return false;
  IrOp op = op_of(g, f);
  if (!waits_rightly(c->g, row, op)) return fault(c, "FRAMES row %u is at step %u", row, f->step);
  if (f->lists && !lists_held(f->proc, op)) return fault(c, "FRAMES row %u holds lists", row);
  if (f->flags & ~(u32)FRAME_FLAGS) return fault(c, "FRAMES row %u has flags %x", row, f->flags);
  for (u32 i = 0; i < FRAME_LOCALS; i++)
    if (!fits(local_type(f->proc, op, i), f->a[i]))
      return fault(c, "FRAMES row %u: local %u is %lld", row, i, (long long)f->a[i]);
  return true;
}

bool check_frames(Check *c) {
  for (u32 row = 0; row < count_of(c->g, T_FRAMES); row++)
    if (!check_frame(c, row)) return false;
  return true;
}
