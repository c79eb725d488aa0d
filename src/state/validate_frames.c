/* The validator: frames. frames.def declares what each of their locals may be. */
#include "state/validate_internal.h"

#include "state/objects.h"

/* The operation that a frame of PROC_ACT carries out. */
static IrOp op_of(const Game *g, const Frame *f) { return f->proc == PROC_ACT ? node_op(g->db, f->node) : IR_NONE; }

/* Whether a value is 0, or 1 + the row of a frame below that announces something. */
static bool announces(const Game *g, u32 row, i64 value) {
  if (!value) return true;
  if (value > row) return false;
  u32 proc = row_FRAMES(g, (u32)value - 1)->proc;
  return proc == PROC_CAST || proc == PROC_ACTIVATE;
}

/* Whether a local of the frame in the row holds a valid value. */
static bool fits(const Game *g, u32 row, LocalType type, i64 value) {
  switch ((LocalKind)type.kind) {
    case LOCAL_FRAME_1: return announces(g, row, value);
    case LOCAL_BELOW: return value >= 0 && value < type.limit;
    case LOCAL_BITS:
    case LOCAL_GROUP: return value >= 0 && value >> type.limit == 0;
    case LOCAL_ITEM: return value ? object_row(g, (u32)value)->zone == ZONE_STACK : !type.limit;
    case LOCAL_PERMANENT: return !value || object_row(g, (u32)value)->zone == ZONE_BATTLEFIELD;
    case LOCAL_ARGUMENT: return value >= 0 && value <= node_argc(g->db, row_FRAMES(g, row)->node);
    case LOCAL_LISTED: return value >= 0 && value <= list_count(g, row_FRAMES(g, row)->lists);
    default: return true; /* the walk has checked it */
  }
}

/* Whether the card below is another one, and in the same list if it is there still. */
static bool card_below_fits(const Game *g, u32 slot, const ChosenPlace *place) {
  Zone zone = (Zone)place->zone;
  if (ref_slot(place->next) == slot) return false;
  u32 next = object_live(g, place->next);
  if (!next || object_row(g, next)->zone != zone) return true;
  return zone_list(g, zone, object_row(g, next)->owner) == zone_list(g, zone, object_row(g, slot)->owner);
}

/* Whether the card that becomes the spell in the slot was recorded: as the object before, for it may become that again. */
static bool origin_recorded(const Game *g, u32 slot, u32 rows) {
  if (!place_recorded(g, rows)) return false;
  const ChosenPlace *place = &row_CHOSEN(g, rows - PLACE_ROWS)->place;
  const ChosenLooks *looks = &row_CHOSEN(g, rows - PLACE_ROWS + 1)->looks;
  if (!flags_fit_zone(looks->flags, (Zone)place->zone) || !card_below_fits(g, slot, place)) return false;
  u32 generation = object_row(g, slot)->generation - 1;
  return looks->generation == generation && looks->card == ref_make(slot, generation);
}

/* Whether the announced object fits the procedure: an activated ability, or a spell whose origin was recorded. */
static bool check_announced(Check *c, u32 row) {
  const Game *g = c->g;
  const Frame *f = row_FRAMES(g, row);
  u32 slot = (u32)f->a[AN_STACK], rows = (u32)f->a[AN_ROWS];
  if ((u64)rows + (u64)f->a[AN_COUNT] > count_of(g, T_CHOSEN))
    return fault(c, "FRAMES row %u announces something that doesn't exist", row);
  if (slot && (object_row(g, slot)->kind == OBJECT_ABILITY) != (f->proc == PROC_ACTIVATE))
    return fault(c, "FRAMES row %u announces another thing than it should", row);
  bool begun = f->step >= STEPS_FROM_ANNOUNCE;
  if (f->proc == PROC_ACTIVATE) {
    Heap env = slot ? stack_item_of(g, slot)->env : f->env;
    u32 ability = env ? env_at(g, env)->ability : 0;
    return (!env && !begun) || carddb_ability(g->db, ability)->op == IR_ACTIVATED ||
           fault(c, "FRAMES row %u activates ability %u", row, ability);
  }
  if (begun && !slot) return fault(c, "FRAMES row %u announces no spell", row);
  if (slot && (Ref)f->a[AN_REF] != object_ref(g, slot))
    return fault(c, "FRAMES row %u casts another spell than it announces", row);
  if (slot && !origin_recorded(g, slot, rows)) return fault(c, "FRAMES row %u has forgotten where its card was", row);
  return true;
}

/* Whether a frame works with an environment whatever else it has. */
static bool needs_env(const Frame *f) {
  switch (f->proc) {
    case PROC_ACT:
    case PROC_MANA_ABILITY: return true;
    case PROC_CHOOSE: return f->node;
    case PROC_PAY: return !f->a[PAY_PARENT] && !f->lists;
    case PROC_RESOLVE: return f->step == RESOLVE_EFFECTS;
    default: return false;
  }
}

/* Checks the node of a frame, and that it has variables. */
static bool check_node(Check *c, u32 row) {
  const Frame *f = row_FRAMES(c->g, row);
  static const u8 SORTS[PROC_COUNT] = {[PROC_ACT] = SORT_ACT, [PROC_CHOOSE] = SORT_SET, [PROC_PAY] = SORT_COST};
  u32 sort = f->node ? ir_op_info(node_op(c->g->db, f->node))->sort : SORT_NONE;
  bool mana = f->proc == PROC_MANA_ABILITY;
  if (f->proc == PROC_ACT && !f->node) return fault(c, "FRAMES row %u acts without a node", row);
  if (mana && (!f->node || node_op(c->g->db, f->node) != IR_ACTIVATED))
    return fault(c, "FRAMES row %u is no mana ability", row);
  if (needs_env(f) && !f->env) return fault(c, "FRAMES row %u has no variables", row);
  if (!SORTS[f->proc] || sort == SORT_NONE || sort == SORTS[f->proc]) return true;
  return fault(c, "FRAMES row %u has a node of sort %u", row, sort);
}

/* What the frame waits for at its step. An action that its controller may decline waits for that answer first. */
static u64 waits_of(const Frame *f, IrOp op) {
  u64 waits = step_waits(f->proc, op, f->step);
  if (!(f->flags & (FRAME_ASKS | FRAME_ASKED))) return waits;
  bool asked = f->flags & FRAME_ASKS && f->flags & FRAME_ASKED && f->proc == PROC_ACT && f->step == 0;
  return asked ? WAITS_STEP | WAITS_ASKED(DECISION_MAY) : 0;
}

/* Whether the frame is at a step where it waits for the frame above it, or for the answer to the pending decision. If what
   is above has returned after a player left, or there is nothing to wait for, it is at one that reads no answer. */
static bool waits_rightly(const Game *g, u32 row, IrOp op) {
  const u64 ASKS_ANY = UINT32_MAX;
  u64 waits = waits_of(row_FRAMES(g, row), op);
  if (row + 1 < count_of(g, T_FRAMES)) {
    u32 above = row_FRAMES(g, row + 1)->proc;
    u64 others = above == PROC_STAND_IN ? ASKS_ANY : above == PROC_BATCH ? WAITS_AGAIN : 0;
    return waits & (others | WAITS_CALLED(above));
  }
  u32 decision = core(g)->decision.kind;
  return decision == DECISION_NONE ? waits && !(waits & ASKS_ANY) : waits & WAITS_ASKED(decision);
}

/* Whether somebody has left the game, and may have removed what is being chosen. */
static bool somebody_left(const Game *g) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (core(g)->players[p].left) return true;
  return false;
}

/* Whether a candidate exists, or is a source that has left and can still be chosen (609.7a): nothing moves while a game
   waits. */
static bool is_choosable(const Game *g, const Option *row, bool gone) {
  if (row->kind != OPTION_REF) return false;
  return gone || ref_is_player(row->ref) || object_live(g, row->ref) || lki_find(g, row->ref);
}

/* Candidates are rows of T_CHOSEN, followed by those taken: for a set in the same order, for an order marked. */
static bool check_choice(Check *c, u32 row) {
  const Game *g = c->g;
  const Frame *f = row_FRAMES(g, row);
  u32 base = (u32)f->a[CHOICE_BASE], count = (u32)f->a[CHOICE_COUNT], taken = (u32)f->a[CHOICE_TAKEN], marked = 0;
  bool gone = somebody_left(g);
  if ((u64)base + count + taken > count_of(g, T_CHOSEN) || f->a[CHOICE_AT] > count || taken > count)
    return fault(c, "FRAMES row %u chooses among things that don't exist", row);
  if (f->a[CHOICE_KIND] >> 8 >= core(g)->player_count) return fault(c, "FRAMES row %u asks nobody", row);
  for (u32 i = 0; i < count; i++) {
    if (!is_choosable(g, &row_CHOSEN(g, base + i)->option, gone))
      return fault(c, "CHOSEN row %u can't be chosen", base + i);
    marked += row_CHOSEN(g, base + i)->option.n != 0;
  }
  if (f->proc == PROC_ORDER && marked != taken) return fault(c, "FRAMES row %u has taken %u of %u", row, taken, marked);
  for (u32 i = 0, at = 0; i < taken; i++, at++) {
    const Option *chosen = &row_CHOSEN(g, base + count + i)->option;
    if (f->proc == PROC_ORDER) at = 0;
    while (!gone && at < count && row_CHOSEN(g, base + at)->option.ref != chosen->ref) at++;
    if (chosen->kind != OPTION_REF || at >= count) return fault(c, "CHOSEN row %u was no candidate", base + count + i);
  }
  return true;
}

/* Whether a frame has only lists of what its procedure expects there. */
static bool lists_fit(const Game *g, const Frame *f, IrOp op) {
  ListsHeld held = lists_held(f->proc, op);
  if (f->flags & FRAME_LISTS_ENVS && held != HOLDS_ENVS) return false;
  if (!f->lists || held == HOLDS_REFS) return true;
  if (held == HOLDS_NO_LISTS || !(f->flags & FRAME_LISTS_ENVS)) return false;
  for (u32 i = 0; i < list_count(g, f->lists); i++)
    if (!list_get(g, f->lists, i)) return false;
  return true;
}

/* Whether a frame below a batch remembers where the one that it called begins: it will drop the events from there on. */
static bool batch_remembered(const Game *g, u32 row, IrOp op) {
  const Frame *f = row_FRAMES(g, row);
  bool called = row + 1 < count_of(g, T_FRAMES) && waits_of(f, op) & WAITS_CALLED(PROC_BATCH);
  if (!called || row_FRAMES(g, row + 1)->proc != PROC_BATCH) return true;
  for (u32 i = 0; i < FRAME_LOCALS; i++) {
    LocalType type = local_type(f->proc, op, i);
    bool event = type.kind == LOCAL_EVENT || type.kind == LOCAL_EVENT_1;
    if (event && type.limit) return f->a[i] - (type.kind == LOCAL_EVENT_1) == row_FRAMES(g, row + 1)->a[BATCH_BASE];
  }
  return true;
}

/* Where the next batch above the frame begins, or the events end. */
static i64 batch_limit(const Game *g, u32 row) {
  for (u32 i = row + 1; i < count_of(g, T_FRAMES); i++)
    if (row_FRAMES(g, i)->proc == PROC_BATCH) return row_FRAMES(g, i)->a[BATCH_BASE];
  return count_of(g, T_EVENTS);
}

/* What is settled lies within the batch, and so does the event that somebody is asked about. */
static bool check_batch(Check *c, u32 row) {
  const Frame *f = row_FRAMES(c->g, row);
  const i64 base = f->a[BATCH_BASE], lo = f->a[BATCH_LO], hi = f->a[BATCH_HI], about = f->a[BATCH_ROW];
  const i64 count = batch_limit(c->g, row);
  static const u8 ABOUT[] = {BATCH_CHOSEN, BATCH_ENCHANTS,     BATCH_COMMANDER_TAKEN,
                             BATCH_FIGHTS, BATCH_CONTRADICTED, BATCH_ARRANGED};
  bool within = base <= count && (!hi || (base <= lo && lo <= count && base <= f->a[BATCH_CURSOR]));
  for (u32 i = 0; i < COUNT_OF(ABOUT); i++)
    if (f->step == ABOUT[i]) within &= base <= about && about < count;
  if (f->step == BATCH_CONTRADICTED) within &= base <= f->a[BATCH_OTHER] && f->a[BATCH_OTHER] < count;
  return within || fault(c, "FRAMES row %u refers to events that don't exist", row);
}

/* The chosen pairs are there, and so is the attacker whose band or costs are asked about. */
static bool check_attack(Check *c, u32 row) {
  const Frame *f = row_FRAMES(c->g, row);
  const i64 count = f->a[ATTACK_COUNT], asked = f->a[ATTACK_ASKED];
  bool there = f->a[ATTACK_CHOSEN] + count <= count_of(c->g, T_CHOSEN) && asked <= count;
  if (f->step == ATTACK_OPTION_TAKEN || f->step == ATTACK_BAND_TAKEN) there &= asked < count;
  return there || fault(c, "FRAMES row %u refers to attackers that don't exist", row);
}

/* Whether one of the items of a list of modes or spliced parts has the environment. */
static bool mode_has_env(const Game *g, Heap list, Heap env) {
  for (u32 i = 0; i < list_count(g, list); i++)
    if (list_get(g, list, i) >> 32 == env) return true;
  return false;
}

/* The item of what a local of a frame names, which may have left the stack while it resolves (608.2m); 0 if none. */
static Heap item_of_local(const Game *g, const Frame *f, u32 i) {
  if (f->proc == PROC_RESOLVE && i == RESOLVE_REF) return item_known(g, (Ref)f->a[i]);
  bool item = local_type(f->proc, op_of(g, f), i).kind == LOCAL_ITEM && f->a[i];
  return item ? object_row(g, (u32)f->a[i])->ext : 0;
}

/* Whether the environment is one that the frame works with: its own, one of its lists, or one of what it announces or
   resolves. */
static bool has_env(const Game *g, u32 row, Heap env) {
  const Frame *f = row_FRAMES(g, row);
  if (f->env == env) return true;
  if (f->proc == PROC_PAY && f->a[PAY_PARENT]) return has_env(g, (u32)f->a[PAY_PARENT] - 1, env);
  for (u32 i = 0; i < FRAME_LOCALS; i++) {
    Heap item = item_of_local(g, f, i);
    const StackItem *about = item ? HEAP_AT(g, StackItem, item) : NULL;
    if (about && (about->env == env || mode_has_env(g, about->modes, env) || mode_has_env(g, about->spliced, env)))
      return true;
  }
  return f->flags & FRAME_LISTS_ENVS && list_has(g, f->lists, env);
}

static bool check_frame(Check *c, u32 row) {
  const Game *g = c->g;
  const Frame *f = row_FRAMES(g, row);
  if (f->proc == PROC_NONE) return fault(c, "FRAMES row %u has no procedure", row);
  if (!check_node(c, row)) return false;
  IrOp op = op_of(g, f);
  if (f->flags & ~(u32)FRAME_FLAGS) return fault(c, "FRAMES row %u has flags %x", row, f->flags);
  if (!waits_rightly(c->g, row, op)) return fault(c, "FRAMES row %u is at step %u", row, f->step);
  if (!batch_remembered(g, row, op)) return fault(c, "FRAMES row %u will end another batch than it began", row);
  if (!lists_fit(g, f, op)) return fault(c, "FRAMES row %u owns other lists than its procedure uses", row);
  for (u32 i = 0; i < FRAME_LOCALS; i++)
    if (!fits(g, row, local_type(f->proc, op, i), f->a[i]))
      return fault(c, "FRAMES row %u: local %u is %lld", row, i, (long long)f->a[i]);
  bool borrows = f->env && !(f->flags & FRAME_OWNS_ENV);
  if (borrows && (row == 0 || !has_env(g, row - 1, f->env)))
    return fault(c, "FRAMES row %u works with an environment that may be freed before", row);
  static bool (*const CHECKS[PROC_COUNT])(Check *, u32) = {
      [PROC_CAST] = check_announced, [PROC_ACTIVATE] = check_announced, [PROC_CHOOSE] = check_choice,
      [PROC_ORDER] = check_choice,   [PROC_BATCH] = check_batch,        [PROC_ATTACKERS] = check_attack,
  };
  return !CHECKS[f->proc] || CHECKS[f->proc](c, row);
}

/* The rows of T_CHOSEN that a frame keeps, as far as that is known: which ones it chooses now, others don't say. */
typedef struct Kept {
  bool any;
  i64 first, end;
} Kept;

static Kept rows_kept(const Frame *f) {
  const i64 *a = f->a;
  switch (f->proc) {
    case PROC_CAST: return (Kept){a[AN_STACK] != 0, a[AN_ROWS] - PLACE_ROWS, a[AN_ROWS] + a[AN_COUNT]};
    case PROC_ACTIVATE: return (Kept){f->step >= STEPS_FROM_ANNOUNCE, a[AN_ROWS], a[AN_ROWS] + a[AN_COUNT]};
    case PROC_PAY: return (Kept){true, a[PAY_FIRST], a[PAY_TOTAL]};
    case PROC_ATTACKERS: return (Kept){true, a[ATTACK_CHOSEN], a[ATTACK_CHOSEN] + a[ATTACK_COUNT]};
    case PROC_BLOCKERS: return (Kept){true, a[BLOCK_CHOSEN], a[BLOCK_OWN]};
    case PROC_COMBAT_DAMAGE: return (Kept){true, a[DAMAGE_ROWS], a[DAMAGE_ROWS]};
    case PROC_CHOOSE:
    case PROC_ORDER: return (Kept){true, a[CHOICE_BASE], a[CHOICE_BASE] + a[CHOICE_COUNT] + a[CHOICE_TAKEN]};
    case PROC_NEW_TARGETS: return (Kept){f->step >= NEW_CHOOSE, a[NEW_ROWS], a[NEW_ROWS] + a[NEW_COUNT]};
    case PROC_STAND_IN: return (Kept){true, a[STAND_IN_OPTIONS], a[STAND_IN_OPTIONS]};
    default: return (Kept){0};
  }
}

/* What a frame keeps lies above what those below keep: when it is done it drops the rows from its first one on. */
static bool check_rows_kept(Check *c) {
  i64 end = 0;
  for (u32 row = 0; row < count_of(c->g, T_FRAMES); row++) {
    Kept kept = rows_kept(row_FRAMES(c->g, row));
    if (kept.any && kept.first < end) return fault(c, "FRAMES row %u keeps rows that another frame keeps", row);
    if (kept.any && kept.end > end) end = kept.end;
  }
  return true;
}

/* An event may only borrow the environment of a program that waits for it. */
static bool check_event_env(Check *c, u32 row) {
  Heap env = row_EVENTS(c->g, row)->env;
  if (!env || row_EVENTS(c->g, row)->kind == EVENT_PROGRAM) return true;
  for (u32 i = 0; i < count_of(c->g, T_FRAMES); i++)
    if (row_FRAMES(c->g, i)->env == env) return true;
  return fault(c, "EVENTS row %u has an environment that may be freed before", row);
}

bool check_frames(Check *c) {
  for (u32 row = 0; row < count_of(c->g, T_FRAMES); row++)
    if (!check_frame(c, row)) return false;
  for (u32 row = 0; row < count_of(c->g, T_EVENTS); row++)
    if (!check_event_env(c, row)) return false;
  return check_rows_kept(c);
}
