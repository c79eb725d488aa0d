/* The validator: what events and effects hold, by their kinds. */
#include "cards/ir.h"
#include "state/payload.h"
#include "state/validate_internal.h"

enum { MANA_KINDS_MADE = 6 }; /* colors and colorless */

static IrSort sort_of(const Game *g, Node node) { return node ? ir_op_info(node_op(g->db, node))->sort : SORT_NONE; }

static bool word_fits(EventWord type, u32 word) {
  switch (type) {
    case WORD_OF_NOTHING: return word == 0;
    case WORD_OF_ZONE_1: return word <= ZONE_COUNT;
    case WORD_OF_MANA: return (word & 0xff) < MANA_KINDS_MADE && word >> 8 <= 7;
    case WORD_OF_COUNTER: return word == 0 || word_class((Word)word) == WC_COUNTER;
    case WORD_OF_STEP: return word == 0 || word_class((Word)word) == WC_STEP;
    default: return true; /* the walk has seen it */
  }
}

static bool amount_fits(EventAmount type, i64 amount, u32 row) {
  switch (type) {
    case AMOUNT_NOTHING: return amount == 0;
    case AMOUNT_COUNT: return amount >= 0;
    case AMOUNT_ROW_1: return amount >= 0 && amount <= row;
    default: return true;
  }
}

static bool holds_fits(const Game *g, const Event *ev, EventHolds holds) {
  bool enters = ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD && !(ev->flags & EVF_COMPONENT);
  switch (holds) {
    case HOLDS_MAY_ENTER: return ev->node == 0 && (!enters || ev->entry || ev->flags & (EVF_GONE | EVF_HAPPENED));
    case HOLDS_ENTERS: return ev->entry || ev->flags & (EVF_GONE | EVF_HAPPENED);
    case HOLDS_MAY_ACT: return !ev->entry && (!ev->node || (sort_of(g, ev->node) == SORT_ACT && ev->env));
    case HOLDS_ACTS: return !ev->entry && sort_of(g, ev->node) == SORT_ACT && (ev->env || ev->flags & EVF_HAPPENED);
    default: return !ev->entry && !ev->node;
  }
}

static bool check_event(Check *c, u32 row) {
  const Event *ev = row_EVENTS(c->g, row);
  const Payload *payload = event_payload(ev->kind);
  const char *wrong = ev->kind == EVENT_NONE                                        ? "has no kind"
                      : payload->somebody && ev->player == PLAYER_NONE              ? "is about no player"
                      : !word_fits((EventWord)payload->word, ev->word)              ? "has a word of another kind"
                      : !amount_fits((EventAmount)payload->amount, ev->amount, row) ? "has another amount"
                      : !holds_fits(c->g, ev, (EventHolds)payload->holds)           ? "holds something else"
                      : ev->parent > row                                            ? "is contained in a later one"
                                                                                    : NULL;
  return !wrong || fault(c, "EVENTS row %u of kind %u %s", row, ev->kind, wrong);
}

static bool check_history(Check *c, u32 row) {
  const History *h = row_HISTORY(c->g, row);
  const Payload *payload = event_payload(h->kind);
  if (word_fits((EventWord)payload->word, h->word)) return true;
  return fault(c, "HISTORY row %u of kind %u has a word of another kind", row, h->kind);
}

/* Whether an effect has what those of its kind are made of. */
static bool effect_fits(const Game *g, const Effect *f) {
  const bool acts = f->env && sort_of(g, f->node) == SORT_ACT;
  if (f->flags & ~(u32)EFFECT_FLAGS) return false;
  if (f->flags & EFFECT_FROZEN && (f->kind != EFFECT_COPY || list_count(g, f->objects) != 1)) return false;
  switch ((EffectKind)f->kind) {
    case EFFECT_CONTINUOUS: return !f->node || acts;
    case EFFECT_RULES:
      if (f->flags & EFFECT_RETURNS) return !f->node && f->amount >= 0 && f->amount <= ZONE_NONE;
      return acts && node_op(g->db, f->node) == IR_APPLY_RULE;
    case EFFECT_REPLACEMENT: return acts;
    case EFFECT_TRIGGER: return f->env && f->ability && carddb_ability(g->db, f->ability)->op == IR_TRIGGERED;
    case EFFECT_COPY:
    case EFFECT_FACE_DOWN: return f->cv && !f->node;
    default: return false;
  }
}

/* What assigns combat damage is a permanent. */
static bool check_chosen(Check *c, u32 row) {
  const Chosen *chosen = row_CHOSEN(c->g, row);
  if (chosen->kind != CHOSEN_SHARE && chosen->kind != CHOSEN_UNBLOCKED) return true;
  u32 slot = chosen->kind == CHOSEN_SHARE ? chosen->share.slot : chosen->unblocked.slot;
  return object_row(c->g, slot)->zone == ZONE_BATTLEFIELD ||
         fault(c, "CHOSEN row %u: slot %u assigns damage", row, slot);
}

bool check_payloads(Check *c) {
  for (u32 row = 0; row < count_of(c->g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(c->g, row);
    if (f->id && !effect_fits(c->g, f)) return fault(c, "EFFECTS row %u is no effect of kind %u", row, f->kind);
  }
  for (u32 row = 0; row < count_of(c->g, T_EVENTS); row++)
    if (!check_event(c, row)) return false;
  for (u32 row = 0; row < count_of(c->g, T_HISTORY); row++)
    if (!check_history(c, row)) return false;
  for (u32 row = 0; row < count_of(c->g, T_CHOSEN); row++)
    if (!check_chosen(c, row)) return false;
  return true;
}
