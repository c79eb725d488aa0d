#include "cards/english.h"
#include "cards/ir_args.h"

/* --- numbers ------------------------------------------------------------------------------- */

bool english_literal(const English *e, Node number, i64 *value) {
  if (!number || node_op(e->db, number) != IR_NUMBER) return false;
  *value = node_int(e->db, number, 0);
  return true;
}

static void write_times(English *e, Node number) {
  i64 factor = 0;
  Node of = node_arg(e->db, number, ARG_TIMES_B);
  bool twice = english_literal(e, node_arg(e->db, number, ARG_TIMES_A), &factor);
  if (!twice && english_literal(e, of, &factor)) {
    of = node_arg(e->db, number, ARG_TIMES_A);
    twice = true;
  }
  if (twice && factor == 2) {
    text_adds(e->out, "twice ");
    english_number(e, of);
  } else if (twice && factor == 3) {
    text_adds(e->out, "three times ");
    english_number(e, of);
  } else {
    english_template(e, number, english_template_of(IR_TIMES));
  }
}

static void write_number(English *e, Node number) {
  i64 value = 0;
  if (english_literal(e, number, &value)) {
    text_addf(e->out, "%lld", (long long)value);
    return;
  }
  if (english_idiom(e, SORT_NUM, number, "")) return;
  switch (node_op(e->db, number)) {
    case IR_COUNT: {
      u32 from = e->out->length;
      text_adds(e->out, "the number of ");
      if (english_moved_this_way(e, node_arg(e->db, number, ARG_COUNT_OBJECTS), true) ||
          english_count_exiled(e, node_arg(e->db, number, ARG_COUNT_OBJECTS), true))
        return;
      e->out->length = from;
      english_template(e, number, english_template_of(IR_COUNT));
      return;
    }
    case IR_TIMES: write_times(e, number); return;
    case IR_EVENT_AMOUNT: text_adds(e->out, e->many ? "that many" : "that much"); return;
    case IR_VALUE:
      if (node_arg(e->db, number, ARG_VALUE_SLOT) == SLOT_X) {
        text_adds(e->out, "X");
      } else {
        text_adds(e->out, "that number");
      }
      return;
    default: english_template(e, number, english_template_of(node_op(e->db, number))); return;
  }
}

void english_number(English *e, Node number) {
  bool plural = e->plural;
  write_number(e, number);
  e->plural = plural;
}

/* Numbers that are said as "that many" or "that much". */
static bool is_that(const English *e, Node number) {
  switch (node_op(e->db, number)) {
    case IR_EVENT_AMOUNT:
    case IR_THIS_WAY: return true;
    case IR_VALUE: return node_arg(e->db, number, ARG_VALUE_SLOT) != SLOT_X;
    default: return false;
  }
}

static bool is_x(const English *e, Node number) {
  IrOp op = node_op(e->db, number);
  return op == IR_X || (op == IR_VALUE && node_arg(e->db, number, 0) == SLOT_X);
}

bool english_for_each(English *e, Node number) {
  const CardDb *db = e->db;
  if (english_idiom(e, SORT_NUM, number, "each:")) return true;
  switch (node_op(db, number)) {
    case IR_COUNT:
      text_adds(e->out, " for each ");
      if (!english_moved_this_way(e, node_arg(db, number, ARG_COUNT_OBJECTS), false) &&
          !english_count_exiled(e, node_arg(db, number, ARG_COUNT_OBJECTS), false))
        english_objects(e, node_arg(db, number, ARG_COUNT_OBJECTS), DET_BARE);
      return true;
    case IR_COUNTERS:
      text_adds(e->out, " for each ");
      english_word((Word)node_arg(db, number, ARG_COUNTERS_KIND), e->out);
      text_adds(e->out, " counter on ");
      english_objects(e, node_arg(db, number, ARG_COUNTERS_OF), DET_ALL);
      return true;
    default: return false;
  }
}

/* "2 life for each creature you control" */
static bool write_each(English *e, Node number, Str noun, bool mass) {
  i64 factor;
  if (node_op(e->db, number) != IR_TIMES || !english_literal(e, node_arg(e->db, number, ARG_TIMES_A), &factor))
    return false;
  Text each, *out = e->out;
  text_init(&each, e->db->allocator);
  e->out = &each;
  bool counted = english_for_each(e, node_arg(e->db, number, ARG_TIMES_B));
  e->out = out;
  if (counted) {
    english_quantity(e, node_arg(e->db, number, ARG_TIMES_A), noun, mass);
    text_add(&e->tail, text_str(&each));
  }
  out->failed |= each.failed;
  text_free(&each);
  return counted;
}

void english_quantity(English *e, Node number, Str noun, bool mass) {
  Text *out = e->out;
  bool late = noun.length > 0 && noun.data[noun.length - 1] == '|';
  if (late) noun.length--;
  i64 value = 0;
  bool literal = english_literal(e, number, &value);
  if (write_each(e, number, noun, mass)) return;
  if (literal && value == 1 && !mass) {
    english_article(noun, out);
    text_add(out, noun);
  } else if (literal && !mass) {
    english_numeral(value, out);
    text_addc(out, ' ');
    english_plural(noun, out);
  } else if (literal || is_x(e, number)) {
    english_number(e, number);
    text_addc(out, ' ');
    mass ? text_add(out, noun) : english_plural(noun, out);
  } else if (is_that(e, number)) {
    text_adds(out, mass ? "that much " : "that many ");
    mass ? text_add(out, noun) : english_plural(noun, out);
  } else {
    if (!mass && !str_is(noun, "card")) text_adds(out, "a number of ");
    mass ? text_add(out, noun) : english_plural(noun, out);
    if (late) e->out = &e->tail;
    text_adds(e->out, " equal to ");
    english_number(e, number);
    e->out = out;
  }
}

void english_count(English *e, Node number) {
  i64 value = 0;
  if (english_literal(e, number, &value)) {
    english_numeral(value, e->out);
  } else if (is_that(e, number)) {
    text_adds(e->out, "that many");
  } else {
    english_number(e, number);
  }
}

void english_where_x(English *e, Node number) {
  Text *out = e->out;
  e->out = &e->tail;
  text_adds(e->out, ", where X is ");
  english_number(e, number);
  e->out = out;
}

void english_mana_amount(English *e, Node number) {
  i64 value = 0;
  Text *out = e->out;
  if (english_literal(e, number, &value) || is_x(e, number)) {
    text_addc(out, '{');
    english_number(e, number);
    text_addc(out, '}');
    return;
  }
  bool count = node_op(e->db, number) == IR_COUNT;
  text_adds(out, count ? "{1}" : "{X}");
  if (!count) {
    english_where_x(e, number);
    return;
  }
  e->out = &e->tail;
  text_adds(e->out, " for each ");
  english_objects(e, node_arg(e->db, number, ARG_COUNT_OBJECTS), DET_BARE);
  e->out = out;
}

/* --- comparisons --------------------------------------------------------------------------- */

/* Numbers of `it` that nouns are described by: "with power 4 or greater". */
static const char *described(const English *e, Node number) {
  static const struct {
    IrOp op;
    const char *said;
  } ROWS[] = {
      {IR_POWER, "power"},
      {IR_TOUGHNESS, "toughness"},
      {IR_MANA_VALUE, "mana value"},
      {IR_BASE_POWER, "base power"},
      {IR_BASE_TOUGHNESS, "base toughness"},
      {IR_LOYALTY, "loyalty"},
      {IR_LIFE, "life"},
  };
  for (u32 i = 0; i < COUNT_OF(ROWS); i++) {
    if (node_op(e->db, number) != ROWS[i].op) continue;
    bool of_it = node_op(e->db, node_arg(e->db, number, 0)) == IR_IT;
    return of_it ? ROWS[i].said : NULL;
  }
  return NULL;
}

void english_measure(English *e, Node number) {
  const char *said = described(e, number);
  said ? text_adds(e->out, said) : english_number(e, number);
}

void english_bound(English *e, Word how, Node bound, const char *more, const char *less) {
  i64 value = 0;
  bool literal = english_literal(e, bound, &value);
  literal |= is_x(e, bound);
  if (literal && (how == W_AT_LEAST || how == W_AT_MOST || how == W_EQUAL)) {
    english_number(e, bound);
    if (how != W_EQUAL) text_addf(e->out, " or %s", how == W_AT_LEAST ? more : less);
    return;
  }
  english_word(how, e->out);
  text_addc(e->out, ' ');
  english_number(e, bound);
}

bool english_comparison_post(English *e, Node condition) {
  if (node_op(e->db, condition) != IR_COMPARE) return false;
  const char *said = described(e, node_arg(e->db, condition, ARG_COMPARE_A));
  if (!said) return false;
  text_addf(e->out, " with %s ", said);
  english_bound(e, (Word)node_arg(e->db, condition, ARG_COMPARE_HOW), node_arg(e->db, condition, ARG_COMPARE_B),
                "greater", "less");
  return true;
}

/* The controller a set of objects on the battlefield is asked for, 0 if it is not. */
static Node controller_of(const English *e, Node objects) {
  const CardDb *db = e->db;
  if (node_op(db, objects) != IR_ALL || node_arg(db, objects, ARG_ALL_ZONE) != W_BATTLEFIELD) return 0;
  Node filter = node_arg(db, objects, ARG_ALL_FILTER);
  if (node_op(db, filter) == IR_CONTROLLED_BY) return node_arg(db, filter, 0);
  if (node_op(db, filter) != IR_AND) return 0;
  for (u32 i = 0; i < node_argc(db, filter); i++) {
    Node term = node_arg(db, filter, i);
    if (node_op(db, term) == IR_CONTROLLED_BY) return node_arg(db, term, 0);
  }
  return 0;
}

/* Writes who controls the objects and the verb: "you control", or "there are". */
static void write_existence(English *e, Node objects, bool plural) {
  Node controller = controller_of(e, objects);
  e->understood = controller;
  if (controller) {
    if (node_op(e->db, controller) == IR_OPPONENTS) {
      text_adds(e->out, "an opponent");
      e->plural = false;
    } else {
      english_is_you(e, controller) ? text_adds(e->out, "you") : english_subject(e, controller);
    }
    if (english_is_you(e, controller)) e->plural = true;
    text_addc(e->out, ' ');
    english_verb(e, e->negated ? STR("don't control|doesn't control") : STR("control|controls|control"));
  } else {
    text_adds(e->out, "there ");
    e->plural = plural;
    english_verb(e, e->negated ? STR("aren't|isn't") : STR("are|is"));
  }
  text_addc(e->out, ' ');
}

static void write_exists(English *e, Node condition) {
  Node objects = node_arg(e->db, condition, ARG_EXISTS_OBJECTS);
  Node outer = e->understood;
  write_existence(e, objects, false);
  if (node_op(e->db, objects) == IR_ALL) {
    Word zone = (Word)node_arg(e->db, objects, ARG_ALL_ZONE);
    english_noun(e, node_arg(e->db, objects, ARG_ALL_FILTER), DET_A, "permanent", zone);
  } else {
    english_objects(e, objects, DET_A);
  }
  e->understood = outer;
}

void english_so_many(English *e, Word how, Node number) {
  if (how == W_EQUAL) text_adds(e->out, "exactly ");
  if (how == W_LESS) text_adds(e->out, "fewer than ");
  english_count(e, number);
  if (how == W_AT_LEAST || how == W_AT_MOST) text_adds(e->out, how == W_AT_LEAST ? " or more" : " or fewer");
}

/* "you control three or more artifacts" */
static bool write_count_comparison(English *e, Node condition) {
  const CardDb *db = e->db;
  Node count = node_arg(db, condition, ARG_COMPARE_A);
  Word how = (Word)node_arg(db, condition, ARG_COMPARE_HOW);
  i64 bound = 0;
  if (node_op(db, count) != IR_COUNT) return false;
  Node objects = node_arg(db, count, ARG_COUNT_OBJECTS);
  bool literal = english_literal(e, node_arg(db, condition, ARG_COMPARE_B), &bound);
  if (!literal || node_op(db, objects) != IR_ALL) return false;
  if (how != W_AT_LEAST && how != W_AT_MOST && how != W_EQUAL && (how != W_LESS || bound < 2)) return false;
  Node outer = e->understood;
  write_existence(e, objects, bound != 1);
  english_so_many(e, how, node_arg(db, condition, ARG_COMPARE_B));
  text_addc(e->out, ' ');
  english_noun(e, node_arg(db, objects, ARG_ALL_FILTER), DET_PLURAL, "permanent",
               (Word)node_arg(db, objects, ARG_ALL_ZONE));
  e->understood = outer;
  return true;
}

/* "you have 10 or more life", "it has three or more charge counters on it" */
static bool write_having(English *e, Node condition) {
  const CardDb *db = e->db;
  Node number = node_arg(db, condition, ARG_COMPARE_A);
  IrOp op = node_op(db, number);
  if (op != IR_LIFE && op != IR_COUNTERS) return false;
  Node of = node_arg(db, number, op == IR_LIFE ? ARG_LIFE_OF : ARG_COUNTERS_OF);
  e->plural = english_is_you(e, of);
  e->plural ? text_adds(e->out, "you") : english_subject(e, of);
  text_addc(e->out, ' ');
  english_verb(e, STR("have|has|have|had"));
  text_addc(e->out, ' ');
  Word how = (Word)node_arg(db, condition, ARG_COMPARE_HOW);
  Node bound = node_arg(db, condition, ARG_COMPARE_B);
  i64 fewer = 0;
  bool few = op == IR_COUNTERS && how == W_LESS && english_literal(e, bound, &fewer) && fewer > 1;
  few ? english_so_many(e, how, bound) : english_bound(e, how, bound, "more", "less");
  text_addc(e->out, ' ');
  if (op == IR_LIFE) {
    text_adds(e->out, "life");
  } else {
    english_word((Word)node_arg(db, number, ARG_COUNTERS_KIND), e->out);
    text_adds(e->out, " counters on it");
  }
  return true;
}

/* "an opponent lost life this turn" */
static bool write_happened(English *e, Node condition) {
  const CardDb *db = e->db;
  Node number = node_arg(db, condition, ARG_COMPARE_A);
  i64 bound = 1;
  if (node_op(db, number) != IR_HAPPENED) return false;
  if (node_arg(db, condition, ARG_COMPARE_HOW) != W_GREATER) return false;
  if (!english_literal(e, node_arg(db, condition, ARG_COMPARE_B), &bound) || bound != 0) return false;
  e->past = true;
  english_event(e, node_arg(db, number, ARG_HAPPENED_EVENT), true);
  e->past = false;
  text_adds(e->out, node_arg(db, number, ARG_HAPPENED_LAST_TURN) ? " last turn" : " this turn");
  return true;
}

static void write_comparison(English *e, Node condition) {
  if (write_count_comparison(e, condition) || write_having(e, condition)) return;
  if (write_happened(e, condition)) return;
  english_number(e, node_arg(e->db, condition, ARG_COMPARE_A));
  text_adds(e->out, e->negated ? " isn't " : " is ");
  english_bound(e, (Word)node_arg(e->db, condition, ARG_COMPARE_HOW), node_arg(e->db, condition, ARG_COMPARE_B),
                "greater", "less");
}

/* --- clauses ------------------------------------------------------------------------------- */

static void write_joined(English *e, Node condition, const char *join) {
  for (u32 i = 0; i < node_argc(e->db, condition); i++) {
    if (i > 0) text_adds(e->out, join);
    english_clause(e, node_arg(e->db, condition, i));
  }
}

static void write_matches(English *e, Node condition) {
  Node objects = node_arg(e->db, condition, ARG_MATCHES_OBJECTS);
  bool you = english_is_you(e, objects);
  you ? text_adds(e->out, "you") : english_subject(e, objects);
  if (you) e->plural = true;
  text_addc(e->out, ' ');
  english_predicate(e, node_arg(e->db, condition, ARG_MATCHES_FILTER));
}

static void write_paid(English *e, Node condition) {
  Word label = (Word)node_arg(e->db, condition, ARG_PAID_LABEL);
  bool bargain = label == W_BARGAIN;
  bool kicker = label == W_KICKER || label == W_MULTIKICKER || bargain;
  Node of = node_arg(e->db, condition, ARG_PAID_OF);
  const char *was = e->negated ? "wasn't" : "was";
  if (kicker) {
    of ? english_subject(e, of) : text_adds(e->out, e->self_said ? "it" : "~");
    e->self_named |= !of;
    text_addf(e->out, bargain ? " %s bargained" : " %s kicked", was);
    return;
  }
  of ? english_possessive(e, of) : text_adds(e->out, "its");
  text_addc(e->out, ' ');
  english_word(label, e->out);
  text_addf(e->out, "%s %s paid", strstr(word_text(label).data, "cost") ? "" : " cost", was);
}

void english_clause(English *e, Node condition) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, condition);
  if (!e->negated && english_idiom(e, SORT_COND, condition, "if:")) return;
  switch (op) {
    case IR_AND: write_joined(e, condition, e->negated ? " or " : " and "); return;
    case IR_OR: write_joined(e, condition, e->negated ? " and " : " or "); return;
    case IR_NOT:
      e->negated = !e->negated;
      english_clause(e, node_arg(db, condition, ARG_NOT_TERM));
      e->negated = !e->negated;
      return;
    case IR_COMPARE: write_comparison(e, condition); return;
    case IR_EXISTS: write_exists(e, condition); return;
    case IR_MATCHES: write_matches(e, condition); return;
    case IR_PAID: write_paid(e, condition); return;
    default: break;
  }
  if (english_kind(op, "if:")) {
    english_template(e, condition, english_template_of(op));
  } else {
    text_adds(e->out, "it ");
    e->plural = false;
    english_predicate(e, condition);
  }
}
