#include "cards/english.h"
#include "cards/ir_args.h"

/* --- numbers ------------------------------------------------------------------------------- */

bool english_literal(const English *e, Node number, i64 *value) {
  if (node_op(e->db, number) != IR_NUMBER) return false;
  *value = node_int(e->db, number, 0);
  return true;
}

void english_number(English *e, Node number) {
  if (node_op(e->db, number) != IR_VALUE) {
    english_template(e, number);
    return;
  }
  u32 slot = node_arg(e->db, number, ARG_VALUE_SLOT);
  Spoken *spoken = &e->spoken[slot];
  bool let = spoken->by && !spoken->mentioned && node_op(e->db, spoken->by) == IR_LET_NUMBER;
  spoken->mentioned = true;
  if (let)
    english_number(e, node_arg(e->db, spoken->by, ARG_LET_NUMBER_NUMBER));
  else
    slot == SLOT_X ? text_adds(e->out, "X") : english_template(e, number);
}

void english_quantity(English *e, Node number, Str noun, bool mass) {
  i64 n = 0;
  IrOp op = node_op(e->db, number);
  bool literal = english_literal(e, number, &n), x = op == IR_X;
  bool that = op == IR_EVENT_AMOUNT || op == IR_THIS_WAY ||
              (op == IR_VALUE && node_arg(e->db, number, ARG_VALUE_SLOT) != SLOT_X);
  if (op == IR_VALUE && !that) x = true;
  if (literal && n == 1 && !mass) {
    text_adds(e->out, word_takes_an(noun) ? "an " : "a ");
    text_add(e->out, noun);
    return;
  }
  if (literal) mass ? english_number(e, number) : english_numeral(n, e->out);
  if (x) text_addc(e->out, 'X');
  if (that) text_adds(e->out, mass ? "that much" : "that many");
  bool equal = !literal && !x && !that;
  if (equal && !mass) text_adds(e->out, "a number of");
  if (!equal || !mass) text_addc(e->out, ' ');
  mass ? text_add(e->out, noun) : word_plural(noun, e->out);
  if (!equal) return;
  text_adds(e->out, " equal to ");
  english_number(e, number);
}

/* --- variables ----------------------------------------------------------------------------- */

void english_declare(English *e, Node op) {
  const IrSignature *signature = &e->db->signatures[node_op(e->db, op)];
  IrSort sort = ir_op_info(node_op(e->db, op))->sort;
  if (sort != SORT_ACT && sort != SORT_COST && sort != SORT_TGT) return;
  for (u32 i = 0; i < signature->count; i++)
    if (signature->args[i].sort == SORT_VAR_SLOT)
      e->spoken[node_arg(e->db, op, signature->args[i].index)] = (Spoken){.by = op};
}

Bounds english_bounds(const English *e, Node by) {
  Node min = english_arg(e, by, "min"), max = english_arg(e, by, "max");
  Bounds bounds = {.max = max, .least = 1, .most = 1};
  bounds.fixed = !max || english_literal(e, max, &bounds.most);
  if (min && !english_literal(e, min, &bounds.least)) bounds.least = min == max ? bounds.most : 0;
  bounds.several = !bounds.fixed || bounds.most > 1;
  return bounds;
}

void english_so_many(English *e, const Bounds *bounds) {
  if (bounds->fixed && bounds->most >= IR_ANY_NUMBER) {
    text_adds(e->out, "any number of ");
    return;
  }
  if (bounds->fixed && bounds->least < bounds->most) text_adds(e->out, "up to ");
  bounds->fixed ? english_numeral(bounds->most, e->out) : english_number(e, bounds->max);
  text_addc(e->out, ' ');
}

/* What was chosen, or searched for, by an operation: so many of what a filter describes, or of other objects. */
static void write_choices(English *e, Node by) {
  Node from = english_arg(e, by, "from"), filter = english_arg(e, by, "filter");
  Word zone = node_op(e->db, by) == IR_SEARCH ? W_LIBRARY : W_NONE;
  if (from && node_op(e->db, from) == IR_ALL) {
    filter = node_arg(e->db, from, ARG_ALL_FILTER);
    zone = (Word)node_arg(e->db, from, ARG_ALL_ZONE);
  }
  if (filter) {
    english_noun_count(e, by, filter, zone);
    return;
  }
  Bounds bounds = english_bounds(e, by);
  english_so_many(e, &bounds);
  text_adds(e->out, "of ");
  english_objects(e, from, DET_ALL);
  e->plural = bounds.several;
}

static void write_chosen(English *e, Node by) {
  Node set = english_arg(e, by, "set");
  write_choices(e, by);
  if (english_arg(e, by, "random")) text_adds(e->out, " at random");
  if (!set) return;
  text_addc(e->out, ' ');
  english_template(e, set);
}

static void write_mention(English *e, Node by, bool first) {
  const CardDb *db = e->db;
  IrOp op = by ? node_op(db, by) : IR_NONE;
  if (first && op == IR_LET) {
    english_objects(e, node_arg(db, by, ARG_LET_OBJECTS), DET_ALL);
    return;
  }
  bool chosen = op == IR_TARGET || op == IR_SEARCH || op == IR_CHOOSE || op == IR_COST_CHOOSE;
  if (first && chosen) {
    write_chosen(e, by);
    return;
  }
  Node filter = chosen ? english_arg(e, by, "filter") : 0;
  const char *noun = filter ? english_that(e, filter) : NULL;
  e->plural = chosen && english_bounds(e, by).several;
  if (op == IR_EACH_PLAYER) noun = "player";
  if (e->plural)
    text_adds(e->out, "them");
  else if (noun)
    text_addf(e->out, "that %s", noun);
  else
    text_adds(e->out, "it");
}

void english_variable(English *e, u32 slot) {
  static const char *const PREDEFINED[SLOT_FIRST_OWN] = {
      [SLOT_X] = "X",
      [SLOT_EVENT_PLAYER] = "that player",
      [SLOT_EVENT_AMOUNT] = "that much",
      [SLOT_EVENT_SOURCE] = "that source",
      [SLOT_EVENT_OTHER] = "that object",
      [SLOT_THIS_WAY] = "that much",
  };
  if (slot < SLOT_FIRST_OWN) {
    Node filter = slot == SLOT_EVENT_OBJECT && e->event ? english_arg(e, e->event, "object") : 0;
    const char *noun = filter ? english_that(e, filter) : NULL;
    e->plural = false;
    text_adds(e->out, PREDEFINED[slot] ? PREDEFINED[slot] : noun ? "that " : "it");
    if (noun && !PREDEFINED[slot]) text_adds(e->out, noun);
    return;
  }
  Spoken *spoken = &e->spoken[slot];
  bool first = !spoken->mentioned;
  spoken->mentioned = true;
  e->plural = false;
  if (e->names && e->names->name(e->names->user, slot, e->out)) return;
  write_mention(e, spoken->by, first);
}

void english_zone(English *e, Word zone, bool into) {
  bool own = zone == W_HAND || zone == W_GRAVEYARD || zone == W_LIBRARY;
  if (into) text_adds(e->out, zone == W_BATTLEFIELD || zone == W_STACK ? "onto " : "into ");
  if (own) text_adds(e->out, "a ");
  english_word(zone, e->out);
}

/* --- objects and players ------------------------------------------------------------------- */

static void write_group(English *e, Str noun, Determiner det) {
  e->plural = det == DET_PLURAL;
  if (det == DET_A) text_adds(e->out, word_takes_an(noun) ? "an " : "a ");
  if (det != DET_A && det != DET_PLURAL && det != DET_BARE) text_adds(e->out, "each ");
  e->plural ? word_plural(noun, e->out) : text_add(e->out, noun);
}

static void write_all(English *e, Node node, Determiner det) {
  Word zone = (Word)node_arg(e->db, node, ARG_ALL_ZONE);
  const char *noun = zone == W_BATTLEFIELD ? "permanent" : zone == W_STACK ? "spell" : "card";
  english_noun(e, node_arg(e->db, node, ARG_ALL_FILTER), det, noun, zone);
  e->plural = det == DET_ALL || det == DET_PLURAL;
}

void english_objects(English *e, Node node, Determiner det) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, node);
  switch (op) {
    case IR_PLAYERS: write_group(e, STR("player"), det); return;
    case IR_OPPONENTS: write_group(e, STR("opponent"), det); return;
    case IR_ALL: write_all(e, node, det); return;
    case IR_ALL_PLAYERS:
      english_noun(e, node_arg(db, node, 0), det == DET_ALL ? DET_EACH : det, "player", W_NONE);
      e->plural = det == DET_PLURAL;
      return;
    case IR_VAR: english_variable(e, node_arg(db, node, 0)); return;
    case IR_EVENT_OBJECT: english_variable(e, SLOT_EVENT_OBJECT); return;
    default: break;
  }
  english_template(e, node);
  e->plural = op == IR_YOU || op == IR_UNION || op == IR_CARDS_IN;
}

void english_possessive(English *e, Node node) {
  static const char *const PRONOUNS[][2] = {{"you", "your"}, {"it", "its"}, {"them", "their"}, {"they", "their"}};
  u32 from = e->out->length;
  english_objects(e, node, DET_EACH);
  Str said = text_from(e->out, from);
  for (u32 i = 0; i < COUNT_OF(PRONOUNS); i++) {
    if (!str_is(said, PRONOUNS[i][0])) continue;
    e->out->length = from;
    text_adds(e->out, PRONOUNS[i][1]);
    return;
  }
  text_adds(e->out, str_ends(said, STR("s")) && e->plural ? "'" : "'s");
}
