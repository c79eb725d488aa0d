#include "cards/traits.h"

#include "cards/ir_args.h"
#include "cards/ir_walk.h"

/* Traits that depend on the arguments. */
static u32 written_traits(const CardDb *db, Node node) {
  switch (node_op(db, node)) {
    case IR_COST_MANA: return db->costs.data[node_arg(db, node, ARG_COST_MANA_MANA)].x > 0 ? TRAIT_X : 0;
    case IR_COST_X_IS: return TRAIT_CHOICE_BY_X;
    case IR_COST_CHOOSE:
      return (node_holds(db, node_arg(db, node, ARG_COST_CHOOSE_FROM), TRAIT_X) ? TRAIT_CHOICE_BY_X : 0) |
             (node_arg(db, node, ARG_COST_CHOOSE_RANDOM) ? TRAIT_LATE : 0);
    case IR_MODAL: return node_arg(db, node, ARG_MODAL_UNCHOSEN) ? TRAIT_TIME : 0;
    case IR_R_MAY_PLAY: return node_arg(db, node, ARG_R_MAY_PLAY_LIMIT) ? TRAIT_TIME : 0;
    default: return 0;
  }
}

/* Counts of actions this turn are history, and a permanent that is tapped for a cost must be untapped. */
u32 traits_of(const CardDb *db, Node node) {
  const IrSignature *signature = &db->signatures[node_op(db, node)];
  u32 traits = (ir_op_traits(node_op(db, node)) & TRAITS_FOUND) | written_traits(db, node);
  if (ir_op_reads(db, node) & (FACT_TURN | FACT_HISTORY | FACT_STATUS)) traits |= TRAIT_TIME;
  for (u32 i = 0; i < node_argc(db, node); i++)
    if (ir_arg_is_node(signature, i)) traits |= db->traits.data[node_arg(db, node, i)];
  return traits;
}

bool traits_reserve(CardDb *db) { return vec_reserve(&db->allocator, &db->traits, db->words.count - db->traits.count); }

/* Children precede their parents, so their traits are known by then. */
bool traits_link(CardDb *db) {
  db->traits.count = 0;
  if (!traits_reserve(db)) return false;
  db->traits.count = db->words.count;
  memset(db->traits.data, 0, db->traits.count);
  for (Node node = 1; node < db->words.count; node += node_argc(db, node) + 1)
    db->traits.data[node] = (u8)traits_of(db, node);
  return true;
}
