#include "cards/english.h"
#include "cards/ir_args.h"

/* "{C}{C}", "an amount of {C} equal to ..." */
static void write_one_kind(English *e, Node number, Word kind) {
  i64 n = 0;
  char symbol = "WUBRGC"[color_bit(kind)];
  if (english_literal(e, number, &n) && n <= 10) {
    for (i64 i = 0; i < n; i++) text_addf(e->out, "{%c}", symbol);
    return;
  }
  text_addf(e->out, "an amount of {%c} equal to ", symbol);
  english_number(e, number);
}

/* So much mana; what is neither a number nor "that much" is X, which is explained behind. */
static void write_mana_number(English *e, Node number, i64 literal) {
  IrOp op = node_op(e->db, number);
  bool measured =
      op == IR_POWER || op == IR_TOUGHNESS || op == IR_COUNT || op == IR_GREATEST || op == IR_HAPPENED_AMOUNT;
  if (literal > 0) {
    english_numeral(literal, e->out);
  } else if (!measured) {
    english_number(e, number);
  } else {
    text_addc(e->out, 'X');
    english_where_x(e, number);
  }
}

static void write_mana_kinds(English *e, Node node) {
  const CardDb *db = e->db;
  i64 n = 0;
  Node number = node_arg(db, node, ARG_ADD_MANA_CHOICE_N);
  bool one = english_literal(e, number, &n) && n == 1;
  u32 kinds = node_argc(db, node) - ARG_ADD_MANA_CHOICE_KINDS;
  if (kinds == 1) {
    write_one_kind(e, number, (Word)node_arg(db, node, ARG_ADD_MANA_CHOICE_KINDS));
    return;
  }
  if (node_arg(db, node, ARG_ADD_MANA_CHOICE_IDENTITY)) {
    n > 0 ? english_numeral(n, e->out) : english_number(e, number);
    text_adds(e->out, " mana of any color in your commander's color identity");
    return;
  }
  if (kinds >= 5) {
    bool each = node_arg(db, node, ARG_ADD_MANA_CHOICE_EACH);
    const char *of = one ? "of any color" : each ? "in any combination of colors" : "of any one color";
    write_mana_number(e, number, n);
    text_addf(e->out, " mana %s", of);
    return;
  }
  if (!one) {
    english_count(e, number);
    text_adds(e->out, " mana of ");
  }
  for (u32 i = 0; i < kinds; i++) {
    Word kind = (Word)node_arg(db, node, ARG_ADD_MANA_CHOICE_KINDS + i);
    if (i > 0) text_adds(e->out, kinds > 2 ? i + 1 == kinds ? ", or " : ", " : " or ");
    text_addf(e->out, "{%c}", "WUBRGC"[color_bit(kind)]);
  }
}

void english_mana_choice(English *e, Node node) {
  english_template(e, node, "{player@}[add|adds] ");
  write_mana_kinds(e, node);
  english_template(e, node,
                   "{only-for?. Spend this mana only to {only-for\"}}"
                   "{stays?. {stays}, {player@you}[don't|doesn't] lose this mana as steps and phases end}");
}

void english_x_bound(English *e, Node cost) {
  Node part = node_op(e->db, cost) == IR_COSTS ? node_arg(e->db, cost, node_argc(e->db, cost) - 1) : cost;
  if (node_op(e->db, part) != IR_COST_X_IS) return;
  bool least = node_arg(e->db, part, ARG_COST_X_IS_HOW) == W_AT_LEAST;
  text_adds(e->out, least ? " X can't be 0" : " X can't be greater than ");
  if (!least) english_number(e, node_arg(e->db, part, ARG_COST_X_IS_N));
  text_addc(e->out, '.');
}
