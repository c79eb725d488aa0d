/* What happens instead (614). */
#include "cards/english.h"
#include "cards/ir_args.h"

static void write_instead_zone(English *e, Node change) {
  Word zone = (Word)node_arg(e->db, change, ARG_INSTEAD_ZONE_ZONE);
  Word position = (Word)node_arg(e->db, change, ARG_INSTEAD_ZONE_POSITION);
  if (zone == W_EXILE) {
    text_adds(e->out, "exile it instead");
  } else if (node_arg(e->db, change, ARG_INSTEAD_ZONE_SHUFFLED)) {
    text_adds(e->out, "shuffle it into its owner's library instead");
  } else if (zone == W_BATTLEFIELD) {
    text_adds(e->out, "put it onto the battlefield instead");
  } else {
    text_addf(e->out, "put it %sits owner's ",
              position == W_BOTTOM ? "on the bottom of "
              : position           ? "on top of "
                                   : "into ");
    text_add(e->out, word_text(zone));
    text_adds(e->out, " instead");
  }
}

/* Whether the event happens to you alone. */
static bool is_yours_alone(const English *e, Node event) {
  u32 player = 0;
  if (!event || !english_arg(e, event, "player", &player)) return false;
  return node_op(e->db, player) == IR_IS && english_is_you(e, node_arg(e->db, player, 0));
}

/* What an amount is of, around the number. */
static void write_amount(English *e, Node event, Node n) {
  static const struct {
    const char *before, *before_you, *after;
    IrOp event;
    bool many;
  } ROWS[] = {
      {"it deals ", "it deals ", " damage instead", IR_E_DAMAGE, false},
      {"that player gains ", "you gain ", " life instead", IR_E_GAIN_LIFE, false},
      {"that player loses ", "you lose ", " life instead", IR_E_LOSE_LIFE, false},
      {"that player creates ", "create ", " of those tokens instead", IR_E_CREATED, true},
      {"put ", "put ", " of those counters on it instead", IR_E_COUNTERS_PUT, true},
      {"that player draws ", "draw ", " cards instead", IR_E_DRAW, true},
  };
  for (u32 i = 0; i < COUNT_OF(ROWS); i++) {
    if (!event || node_op(e->db, event) != ROWS[i].event) continue;
    text_adds(e->out, is_yours_alone(e, event) ? ROWS[i].before_you : ROWS[i].before);
    e->many = ROWS[i].many;
    bool plus = node_op(e->db, n) == IR_PLUS && node_argc(e->db, n) == 2 &&
                node_op(e->db, node_arg(e->db, n, 0)) == IR_EVENT_AMOUNT;
    english_number(e, plus ? node_arg(e->db, n, 0) : n);
    e->many = false;
    text_add(e->out, (Str){ROWS[i].after, (u32)strlen(ROWS[i].after) - (u32)strlen(" instead")});
    if (plus) text_adds(e->out, " plus ");
    if (plus) english_number(e, node_arg(e->db, n, 1));
    text_adds(e->out, " instead");
    return;
  }
  text_adds(e->out, "that becomes ");
  english_number(e, n);
  text_adds(e->out, " instead");
}

void english_change(English *e, Node event, Node change) {
  bool say_you = e->say_you;
  switch (node_op(e->db, change)) {
    case IR_INSTEAD_ZONE: write_instead_zone(e, change); return;
    case IR_EVENT_SET_AMOUNT: write_amount(e, event, node_arg(e->db, change, ARG_EVENT_SET_AMOUNT_N)); return;
    case IR_INSTEAD:
      e->say_you = !is_yours_alone(e, event);
      english_action(e, node_arg(e->db, change, ARG_INSTEAD_EFFECT));
      e->say_you = say_you;
      text_adds(e->out, " instead");
      return;
    default: english_action(e, change); return;
  }
}
