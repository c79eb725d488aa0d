/* In which order objects that enter together get their timestamps (613.7m): those of the active player first, each
   player's as that player chooses. Events happen in the order of their rows; what was chosen, and whose turn it is, put
   the timestamps right before anything is computed with them. */
#include "cards/ir_args.h"
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "state/mods.h"
#include "state/objects.h"

static bool enters(const Event *ev) {
  return ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD && ev->entry && !(ev->flags & (EVF_GONE | EVF_COMPONENT));
}

/* The layers of its static abilities where the order can tell: what is added to power and toughness comes to the same
   whichever is first, and so does what switches them. */
typedef struct Ordered {
  u32 own;    /* of effects on nothing but itself … */
  u32 others; /* … and of all others */
} Ordered;

static bool affects_itself(const CardDb *db, Node ability) {
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(db, ability); i++) {
    Node effect = node_arg(db, ability, i);
    if (node_op(db, effect) != IR_AFFECT || node_op(db, node_arg(db, effect, ARG_AFFECT_OBJECTS)) != IR_SELF)
      return false;
  }
  return true;
}

static Ordered ordered_layers(Game *g, u32 row) {
  const u32 ORDERED = ~(1u << LAYER_7C | 1u << LAYER_7D);
  const Event ev = *row_EVENTS(g, row);
  const Entry en = *HEAP_AT(g, Entry, ev.entry);
  Ordered layers = {0, 0};
  if (en.face_down) return layers;
  const Chars *c = cv_chars(g, en.cv, entering_face(g, object_live(g, ev.object), &en));
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (def->op != IR_STATIC || !(def->zones & ZONE_BIT(ZONE_BATTLEFIELD)) || def->flags & ABILITY_CDA) continue;
    *(affects_itself(g->db, def->node) ? &layers.own : &layers.others) |= def->layers & ORDERED;
  }
  return layers;
}

static bool is_of(const Game *g, u32 row, u32 player) {
  const Event *ev = row_EVENTS(g, row);
  return enters(ev) && HEAP_AT(g, Entry, ev->entry)->controller == player;
}

/* Puts what the player has a choice about on the scratch list; answers how many. Nothing where it is chosen already, or no
   two of them have effects in one layer that could meet. */
static u32 push_unordered(Game *g, u32 player) {
  u32 mark = scratch_mark(g);
  Ordered seen = {0, 0};
  bool shared = false;
  for (u32 row = (u32)frame_top(g)->a[BATCH_BASE]; row < count_of(g, T_EVENTS); row++) {
    if (!is_of(g, row, player)) continue;
    const Ordered layers = ordered_layers(g, row);
    if (!(layers.own | layers.others)) continue;
    if (row_EVENTS(g, row)->position) break;
    shared = shared || layers.others & (seen.own | seen.others) || layers.own & seen.others;
    seen = (Ordered){seen.own | layers.own, seen.others | layers.others};
    scratch_push(g, row_EVENTS(g, row)->object);
  }
  u32 count = scratch_count(g) - mark;
  if (shared) return count;
  scratch_release(g, mark);
  return 0;
}

bool timestamps_ask(Game *g, Flow *flow) {
  if (count_of(g, T_EVENTS) - (u32)frame_top(g)->a[BATCH_BASE] < 2) return false;
  for (u32 i = 0; i < core(g)->player_count; i++) {
    u32 player = player_apnap(g, i), count = push_unordered(g, player);
    if (!count) continue;
    RULE(g, "613.7m");
    u32 frame = frame_index(g);
    frame_at(g, frame)->step = BATCH_STAMPED;
    u32 base = order_begin(g, DECISION_ORDER, player, REF_NONE, count, "613.7m");
    frame_at(g, frame)->a[BATCH_OTHER] = base;
    *flow = FLOW_STEP;
    return true;
  }
  return false;
}

Flow timestamps_chosen(Game *g, Frame *f) {
  u32 base = (u32)f->a[BATCH_OTHER], count = (u32)core(g)->ret;
  for (u32 i = 0; i < count; i++)
    for (u32 row = (u32)f->a[BATCH_BASE]; row < count_of(g, T_EVENTS); row++)
      if (enters(row_EVENTS(g, row)) && row_EVENTS(g, row)->object == choose_get(g, base, i))
        row_EVENTS(g, row)->position = (u8)num_min(1 + i, UINT8_MAX);
  choose_end(g, base);
  f->step = BATCH_HAPPEN;
  return FLOW_STEP;
}

/* Whether what entered by the event of one row is before that of another. */
static bool is_before(const Game *g, u32 a, u32 b) {
  const Event *x = row_EVENTS(g, a), *y = row_EVENTS(g, b);
  u32 place_x = player_turn_place(g, HEAP_AT(g, Entry, x->entry)->controller),
      place_y = player_turn_place(g, HEAP_AT(g, Entry, y->entry)->controller);
  if (place_x != place_y) return place_x < place_y;
  return x->position != y->position ? x->position < y->position : a < b;
}

/* A new timestamp, and behind it new ones for the effects that began with its entering (613.7n). */
static void stamp(Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  u64 since = object_row(g, slot)->timestamp;
  object_row(g, slot)->timestamp = timestamp_next(g);
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    Effect *f = row_EFFECTS(g, row);
    if (f->id && f->timestamp >= since && list_has(g, f->objects, ref)) f->timestamp = timestamp_next(g);
  }
}

void timestamps_arrange(Game *g, u32 base, u32 end) {
  u32 mark = scratch_mark(g);
  bool moved = false;
  for (u32 row = base; row < end; row++) {
    const Event *ev = row_EVENTS(g, row);
    if (!enters(ev) || !(ev->flags & EVF_HAPPENED) || !object_live(g, ev->became)) continue;
    u32 at = scratch_count(g);
    scratch_push(g, row);
    for (; at > mark && is_before(g, row, (u32)scratch_get(g, at - 1)); at--) {
      scratch_set(g, at, scratch_get(g, at - 1));
      moved = true;
    }
    scratch_set(g, at, row);
  }
  for (u32 i = mark; moved && i < scratch_count(g); i++) stamp(g, row_EVENTS(g, (u32)scratch_get(g, i))->became);
  if (moved) facts_changed(g, FACT_ZONES | FACT_COPY);
  scratch_release(g, mark);
}
