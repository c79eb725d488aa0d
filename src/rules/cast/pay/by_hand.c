/* What automatic payment leaves to the player: mana abilities with costs or effects that it doesn't describe, and payments
   that its search didn't come to. */
#include "rules/cast/casting.h"
#include "rules/cast/pay/payable.h"

#include "cards/ir_walk.h"

/* --- abilities that feed each other -------------------------------------------------------------------------------------- */

/* What is found in the abilities that the payer has plans for: it takes what they need and make to stay as it is. */
typedef struct Feeding {
  bool changes; /* one changes more than what it taps and takes … */
  bool depends; /* … and one makes mana, or has a cost, by what another may change */
} Feeding;

static bool note_feeding(void *context, const CardDb *db, Node node) {
  Feeding *feeding = context;
  switch (node_op(db, node)) {
    case IR_PUT_COUNTERS:
    case IR_GAIN_LIFE:
    case IR_APPLY:
    case IR_COST_CHOOSE: feeding->changes = true; return true;
    case IR_REMOVE_COUNTERS:
    case IR_COST_X_LIFE:
    case IR_IF: feeding->depends = true; return true;
    case IR_ADD_MANA_CHOICE:
      feeding->depends |= node_op(db, node_arg(db, node, ARG_ADD_MANA_CHOICE_N)) != IR_NUMBER;
      return true;
    case IR_ADD_MANA_TYPES_OF:
      feeding->depends |= node_op(db, node_arg(db, node, ARG_ADD_MANA_TYPES_OF_N)) != IR_NUMBER;
      return true;
    default: return true;
  }
}

/* Whether what one ability does may let another, or itself, make more than the payer counted on. */
static bool feed_each_other(const PaymentProblem *b) {
  Feeding feeding = {0};
  for (u32 i = 0; i < b->source_count; i++) {
    ManaPlan plan = problem_plan(b, i);
    u32 slot = object_live(b->g, plan.source);
    if (problem_source(b, i).uses == 0 || !slot || plan.index >= ability_count(b->g, slot)) continue;
    ir_walk(b->g->db, carddb_ability(b->g->db, ability_get(b->g, slot, plan.index).ability)->node, note_feeding,
            &feeding);
  }
  return feeding.changes && feeding.depends;
}

/* --- abilities without a plan -------------------------------------------------------------------------------------------- */

static bool has_plan(const PaymentProblem *b, Ref source, u32 index) {
  for (u32 i = 0; i < b->source_count; i++) {
    ManaPlan plan = problem_plan(b, i);
    if (plan.source == source && plan.index == index && problem_source(b, i).uses > 0) return true;
  }
  return false;
}

static bool is_planned(const PaymentProblem *b, u32 slot, u32 index) {
  AlikeAbility alike;
  (void)alike_find(b, slot, index, &alike);
  return has_plan(b, object_ref(b->g, alike.slot), alike.index);
}

/* Whether the player could activate a mana ability of the object that the payer has no plan for. */
static bool object_left_out(const PaymentProblem *b, u32 slot) {
  Game *g = b->g;
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) {
    const AbilityDef *def = carddb_ability(g->db, ability_get(g, slot, i).ability);
    if (def->op != IR_ACTIVATED || !(def->flags & ABILITY_MANA)) continue;
    if (!activation_allowed(g, b->player, slot, i, true) || is_planned(b, slot, i)) continue;
    CastContext s = context_of_ability(g, b->player, slot, i);
    if (context_payable(&s)) return true;
  }
  return false;
}

static bool some_left_out(const PaymentProblem *b) {
  static const Zone ZONES[] = {ZONE_BATTLEFIELD, ZONE_HAND, ZONE_GRAVEYARD, ZONE_EXILE, ZONE_COMMAND};
  Game *g = b->g;
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    for (u32 s = zone_first(g, ZONES[z], b->player); s; s = object_row(g, s)->next) {
      bool own = ZONES[z] == ZONE_BATTLEFIELD ? object_row(g, s)->controller == b->player && !object_phased_out(g, s)
                                              : object_row(g, s)->owner == b->player;
      if (own && object_left_out(b, s)) return true;
    }
  }
  return false;
}

bool context_unproven(const CastContext *s) {
  PaymentContext payment;
  payment_context_begin(s->g, s->player, &payment);
  bool unproven = false;
  if (!payment_context_pays(&payment, s)) {
    payment_context_open(&payment);
    unproven = payment.board.unproven || feed_each_other(&payment.board) || some_left_out(&payment.board);
  }
  payment_context_end(&payment);
  return unproven;
}
