#include "cards/english.h"
#include "cards/ir_walk.h"
#include "cards/ir_args.h"

/* --- sequences ----------------------------------------------------------------------------- */

/* Steps that are one sentence with the step before. */
static const char *step_join(IrOp before, IrOp step) {
  static const struct {
    IrOp before, step; /* IR_NONE: any */
    const char *join;
  } JOINS[] = {
      {IR_NONE, IR_SHUFFLE, ", then "},
      {IR_SEARCH, IR_MOVE, ", "},
      {IR_SEARCH, IR_REVEAL, ", "},
      {IR_REVEAL, IR_MOVE, ", "},
      {IR_DRAW, IR_DISCARD, ", then "},
      {IR_MOVE, IR_ATTACH, ", then "},
      {IR_CREATE, IR_ATTACH, ", then "},
      {IR_LOSE_LIFE, IR_GAIN_LIFE, " and "},
      {IR_DEAL_DAMAGE, IR_GAIN_LIFE, " and "},
      {IR_ENTERS_AS_COPY, IR_ENTERS_TAPPED, " and "},
      {IR_ENTERS_WITH, IR_ENTERS_AS, " and "},
      {IR_SHUFFLE, IR_MOVE, " and "},
  };
  for (u32 i = 0; i < COUNT_OF(JOINS); i++) {
    if (JOINS[i].step == step && (!JOINS[i].before || JOINS[i].before == before)) return JOINS[i].join;
  }
  return NULL;
}

void english_sentence_end(English *e) {
  text_add(e->out, text_str(&e->tail));
  text_clear(&e->tail);
}

/* Writes a step of a program, or several that are one idiom; answers how many. */
static u32 write_step(English *e, Node seq, u32 i) {
  u32 count = english_idiom_steps(e, seq, i);
  if (!count) english_action(e, node_arg(e->db, seq, i));
  return count ? count : 1;
}

static bool has_subject(const English *e, Node action);

/* Whether steps are told in one sentence, as what may be done has to be: only deeds without a subject of their own. */
static bool is_one_sentence(const English *e, Node seq) {
  for (u32 i = 0; i < node_argc(e->db, seq); i++) {
    Node step = node_arg(e->db, seq, i);
    switch (node_op(e->db, step)) {
      case IR_EXILE:
      case IR_MOVE:
      case IR_TAP:
      case IR_UNTAP:
      case IR_DRAW:
      case IR_DISCARD:
      case IR_DESTROY:
      case IR_SACRIFICE:
      case IR_REVEAL:
      case IR_ATTACH:
      case IR_RETURN_HAND:
      case IR_PUT_COUNTERS:
      case IR_REMOVE_COUNTERS:
      case IR_REMOVE_FROM_COMBAT:
      case IR_CREATE:
      case IR_GAIN_LIFE:
      case IR_LOSE_LIFE:
      case IR_MILL:
        if (has_subject(e, step)) return false;
        break;
      case IR_CHOOSE:
      case IR_LET: break;
      default: return false;
    }
  }
  return true;
}

/* The operation of the next step behind `i` that is told; IR_NONE if there is none. */
static IrOp op_behind(const English *e, Node seq, u32 i) {
  while (++i < node_argc(e->db, seq)) {
    IrOp op = node_op(e->db, node_arg(e->db, seq, i));
    if (op != IR_LET && op != IR_CHOOSE && op != IR_LET_NUMBER && op != IR_NOTE) return op;
  }
  return IR_NONE;
}

/* What stands between a step and the one before: in a row of deeds the last is named as such. `row` counts them. */
static const char *join_of(const English *e, Node seq, u32 i, IrOp before, bool one, u32 *row) {
  IrOp op = node_op(e->db, node_arg(e->db, seq, i)), next = op_behind(e, seq, i);
  const char *join = step_join(before, op);
  if (op == IR_SHUFFLE && has_subject(e, node_arg(e->db, seq, i))) join = ". Then ";
  if (!join && one) join = ", ";
  *row = join ? *row + 1 : 0;
  if (!join || strcmp(join, ", ") != 0) return join;
  const char *behind = next ? step_join(op, next) : NULL;
  bool ends =
      next == IR_NONE || (!behind && !one) || (behind && strcmp(behind, ", ") != 0 && strcmp(behind, ", then ") != 0);
  return !ends ? ", " : *row > 1 ? ", and " : " and ";
}

/* Moves what is to stand at the end of the sentence. */
static void take_tail(English *e, Text *tail) {
  text_init(tail, e->db->allocator);
  text_add(tail, text_str(&e->tail));
  text_clear(&e->tail);
}

/* Writes the steps of a program as sentences; those that say nothing by themselves are passed
   over. */
static void write_steps(English *e, Node node) {
  IrOp before = IR_NONE;
  Text *outer = e->out;
  u32 row = 0;
  Node actor = e->actor;
  bool third = e->third;
  bool one = e->within && is_one_sentence(e, node);
  e->within = false;
  for (u32 i = 0; i < node_argc(e->db, node); i++) {
    Node step = node_arg(e->db, node, i);
    u32 at = i;
    Text text, tail;
    text_init(&text, e->db->allocator);
    take_tail(e, &tail);
    e->out = &text;
    if (before && !one && !step_join(before, node_op(e->db, step))) {
      e->actor = actor;
      e->third = third;
    }
    i += write_step(e, node, i) - 1;
    e->out = outer;
    const char *join = !text.length ? NULL : before ? join_of(e, node, at, before, one, &row) : "";
    if (text.length > 0 && !join) text_add(outer, text_str(&tail));
    if (text.length > 0 && join) {
      text_add(&tail, text_str(&e->tail));
      text_clear(&e->tail);
      text_add(&e->tail, text_str(&tail));
    } else if (!text.length) {
      text_add(&e->tail, text_str(&tail));
    }
    outer->failed |= tail.failed;
    text_free(&tail);
    if (text.length > 0) {
      if (!join) text_adds(outer, ". ");
      u32 from = outer->length;
      if (join) text_adds(outer, join);
      text_add(outer, text_str(&text));
      if (!join) english_capital(outer, from);
      before = node_op(e->db, step);
      if (!one) e->base = false;
    }
    outer->failed |= text.failed;
    text_free(&text);
  }
  e->actor = actor;
  e->third = third;
}

static void write_damage(English *e, Node node, bool more);

/* Writes actions that happen at once: of damage that this object deals, too, whom it is dealt to. */
static void write_together(English *e, Node node) {
  bool own = true;
  for (u32 i = 0; i < node_argc(e->db, node); i++) {
    Node part = node_arg(e->db, node, i);
    own = own && node_op(e->db, part) == IR_DEAL_DAMAGE && !node_arg(e->db, part, ARG_DEAL_DAMAGE_SOURCE);
    if (i > 0) text_adds(e->out, " and ");
    if (i > 0 && own) {
      write_damage(e, part, true);
    } else {
      english_action(e, part);
    }
    e->base = false;
  }
}

/* What is divided among targets as those are chosen, of a number that is a share of it; 0 for other numbers. */
static Node divided_whole(const English *e, Node share) {
  if (node_op(e->db, share) != IR_SHARE) return 0;
  Node by = e->spoken[node_arg(e->db, share, ARG_SHARE_SLOT)].by;
  return by && node_op(e->db, by) == IR_TARGET ? node_arg(e->db, by, ARG_TARGET_DIVIDE) : 0;
}

/* Counters that you get, and energy that you pay (107.14, 122.1). */
static void write_counters(English *e, Node node) {
  const CardDb *db = e->db;
  Node whole = divided_whole(e, node_arg(db, node, ARG_PUT_COUNTERS_N));
  if (whole) {
    text_adds(e->out, "distribute ");
    english_number(e, whole);
    english_template(e, node, " {kind} counters among {on}");
    return;
  }
  bool put = node_op(db, node) == IR_PUT_COUNTERS;
  bool energy = node_arg(db, node, ARG_PUT_COUNTERS_KIND) == W_C_ENERGY;
  i64 n = 0;
  if (node_op(db, node_arg(db, node, ARG_PUT_COUNTERS_ON)) != IR_YOU || (!put && !energy)) {
    english_template(e, node, english_template_of(node_op(db, node)));
  } else if (!energy || !english_literal(e, node_arg(db, node, ARG_PUT_COUNTERS_N), &n)) {
    english_template(e, node,
                     put ? "{on@you}[get|gets] {n#KIND counter|}" : "{from@}[pay|pays] an amount of {E} equal to {n}");
  } else {
    english_template(e, node, put ? "{on@you}[get|gets] " : "{from@}[pay|pays] ");
    for (i64 i = 0; i < n && i < 10; i++) text_adds(e->out, "{E}");
  }
}

/* --- who does it --------------------------------------------------------------------------- */

/* Whether an action's sentence has a subject other than you, given how its template begins. */
static bool has_subject(const English *e, Node action) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, action);
  if (op == IR_SEQ || op == IR_TOGETHER) {
    for (u32 i = 0; i < node_argc(db, action); i++) {
      Node step = node_arg(db, action, i);
      IrOp kind = node_op(db, step);
      if (kind != IR_CHOOSE && kind != IR_LET && kind != IR_NOTE) return has_subject(e, step);
    }
    return false;
  }
  if (op == IR_APPLY) return node_op(db, node_arg(db, action, ARG_APPLY_MODS)) != IR_M_CONTROLLER;
  const char *text = ir_op_info(op)->english;
  const char *mark = text + strcspn(text, "@^.}");
  if (text[0] != '{' || !*mark || *mark == '}') return false;
  if (*mark == '.') return true;
  if (strncmp(mark, "@~", 2) == 0) return true;
  u32 value = 0;
  char name[32];
  size_t length = (size_t)(mark - text - 1);
  if (length >= sizeof name) return false;
  memcpy(name, text + 1, length);
  name[length] = 0;
  if (!english_arg(e, action, name, &value)) return false;
  if (*mark == '@') return !english_is_you(e, value) && !english_is_actor(e, value);
  bool chosen = false;
  Node chooser = english_chooser(e, value, &chosen);
  return chooser && !english_is_you(e, chooser);
}

/* Writes "you may ", "that player may ". */
static void write_may(English *e, Node by) {
  if (by && !english_is_you(e, by)) {
    english_subject(e, by);
  } else {
    text_adds(e->out, "you");
  }
  text_adds(e->out, " may ");
}

static const char *they_do(const English *e, Node by) {
  return by && !english_is_you(e, by) ? "that player does" : "you do";
}

static void write_reflexive(English *e, Node node) {
  const CardDb *db = e->db;
  Node spell = db->abilities.data[node_arg(db, node, ARG_REFLEXIVE_ABILITY)].node;
  for (u32 t = ARG_SPELL_TARGETS; t < node_argc(db, spell); t++) {
    Node target = node_arg(db, spell, t);
    english_declare(e, node_arg(db, target, ARG_TARGET_SLOT), target);
  }
  english_action(e, node_arg(db, spell, ARG_SPELL_EFFECT));
}

/* Writes ". If you don't, ..." or ". If you do, ...". */
static void write_if_done(English *e, Node by, bool done, Node action) {
  if (done && node_op(e->db, action) == IR_REFLEXIVE) {
    text_adds(e->out, ". When you do, ");
    write_reflexive(e, action);
    return;
  }
  text_addf(e->out, ". If %s%s, ", they_do(e, by), done ? "" : "n't");
  english_action(e, action);
}

static void write_optional(English *e, Node node) {
  Node then = node_arg(e->db, node, ARG_MAY_THEN);
  Node by = node_arg(e->db, node, ARG_MAY_BY);
  Node otherwise = node_arg(e->db, node, ARG_MAY_ELSE);
  write_may(e, by);
  Node actor = e->actor;
  e->actor = by && !english_is_you(e, by) ? by : 0;
  if (has_subject(e, then)) text_adds(e->out, "have ");
  bool base = e->base;
  e->base = true;
  e->within = true;
  english_action(e, then);
  e->within = false;
  e->base = base;
  e->actor = actor;
  if (otherwise) write_if_done(e, by, false, otherwise);
}

void english_paying(English *e, Node cost) {
  const CardDb *db = e->db;
  u32 count = node_argc(db, cost);
  switch (node_op(db, cost)) {
    case IR_COSTS:
      for (u32 i = 0; i < count; i++) {
        if (i > 0) text_adds(e->out, i + 1 < count ? ", " : " and ");
        english_paying(e, node_arg(db, cost, i));
      }
      return;
    case IR_COST_EITHER:
      if (!e->payer) break;
      for (u32 i = 0; i < count; i++) {
        if (i > 0) text_adds(e->out, " or ");
        english_paying(e, node_arg(db, cost, i));
      }
      return;
    case IR_COST_X_LIFE:
      text_adds(e->out, e->payer ? "pays " : "pay ");
      english_quantity(e, node_arg(db, cost, ARG_COST_X_LIFE_N), STR("life"), true);
      return;
    case IR_COST_MANA:
    case IR_COST_GENERIC:
    case IR_COST_MANA_OF: text_adds(e->out, e->plural || e->base ? "pay " : "pays "); break;
    default: break;
  }
  english_cost(e, cost);
}

/* Writes "that player pays {2}", "you discard a card". */
static void write_payer(English *e, Node by, Node cost) {
  Node actor = e->actor, payer = e->payer;
  bool third = e->third, you = !by || english_is_you(e, by);
  you ? text_adds(e->out, "you") : english_subject(e, by);
  e->plural = you;
  e->third = !you;
  if (!you) e->actor = e->payer = by;
  text_addc(e->out, ' ');
  english_paying(e, cost);
  e->actor = actor;
  e->payer = payer;
  e->third = third;
}

static void write_payment(English *e, Node node) {
  const CardDb *db = e->db;
  Node then = node_arg(db, node, ARG_PAY_THEN);
  Node otherwise = node_arg(db, node, ARG_PAY_ELSE);
  Node by = node_arg(db, node, ARG_PAY_BY);
  Node cost = node_arg(db, node, ARG_PAY_COST);
  bool base = e->base;
  if (!then && otherwise) {
    english_action(e, otherwise);
    text_adds(e->out, " unless ");
    write_payer(e, by, cost);
    return;
  }
  write_may(e, by);
  e->base = true;
  english_paying(e, cost);
  e->base = base;
  if (then) write_if_done(e, by, true, then);
  if (otherwise) write_if_done(e, by, false, otherwise);
}

/* Whether a keyword says what else may be done for a cost: without that the spell does what is in `else` (702.96b). */
static bool is_overloaded(const English *e, Node condition) {
  return node_op(e->db, condition) == IR_PAID && node_arg(e->db, condition, ARG_PAID_LABEL) == W_OVERLOAD;
}

/* The reflexive ability that is all that an action makes, perhaps on a condition that its own words say, too; 0 if it is
   anything else. */
static Node reflexive_in(const English *e, Node action) {
  if (node_op(e->db, action) == IR_IF && !node_arg(e->db, action, ARG_IF_ELSE))
    action = node_arg(e->db, action, ARG_IF_THEN);
  return node_op(e->db, action) == IR_REFLEXIVE ? action : 0;
}

static void write_if(English *e, Node node) {
  Node otherwise = node_arg(e->db, node, ARG_IF_ELSE);
  Node condition = node_arg(e->db, node, ARG_IF_CONDITION), then = node_arg(e->db, node, ARG_IF_THEN);
  if (otherwise && is_overloaded(e, condition)) {
    english_action(e, otherwise);
    return;
  }
  if (node_op(e->db, condition) == IR_DID && reflexive_in(e, then)) {
    english_action(e, reflexive_in(e, then));
    return;
  }
  if (otherwise && !e->behind && node_op(e->db, condition) == IR_PAID) {
    english_action(e, otherwise);
    text_adds(e->out, ". If ");
    english_clause(e, condition);
    text_adds(e->out, ", instead ");
    english_action(e, then);
    return;
  }
  if (node_op(e->db, condition) == IR_MATCHES) english_choose_targets(e, condition);
  Node denied = node_op(e->db, condition) == IR_NOT ? node_arg(e->db, condition, ARG_NOT_TERM) : 0;
  if (denied && node_op(e->db, denied) == IR_COMPARE && !otherwise) {
    e->behind = false;
    english_action(e, then);
    text_adds(e->out, " unless ");
    english_clause(e, denied);
  } else if (e->behind) {
    e->behind = false;
    english_action(e, then);
    text_adds(e->out, " if ");
    english_clause(e, condition);
  } else {
    text_adds(e->out, "if ");
    english_clause(e, condition);
    text_adds(e->out, ", ");
    english_action(e, then);
  }
  if (!otherwise) return;
  text_adds(e->out, ". Otherwise, ");
  english_action(e, otherwise);
}

/* --- lasting effects ----------------------------------------------------------------------- */

/* Writes "+3/+3"; what is not a number is X, explained at the end of the sentence. */
static void write_change(English *e, Node power, Node toughness, bool sign) {
  const Node numbers[] = {power, toughness};
  bool explained = false, negative = false;
  for (u32 i = 0; i < COUNT_OF(numbers); i++) {
    i64 value = 0;
    negative |= (english_literal(e, numbers[i], &value) && value < 0) || node_op(e->db, numbers[i]) == IR_MINUS ||
                (node_op(e->db, numbers[i]) == IR_TIMES &&
                 english_literal(e, node_arg(e->db, numbers[i], ARG_TIMES_A), &value) && value < 0);
  }
  for (u32 i = 0; i < COUNT_OF(numbers); i++) {
    i64 value = 0;
    if (i > 0) text_addc(e->out, '/');
    if (english_literal(e, numbers[i], &value)) {
      text_addf(e->out, !sign ? "%lld" : value || !negative ? "%+lld" : "-%lld", (long long)value);
      continue;
    }
    Node number = numbers[i];
    bool minus = sign && node_op(e->db, number) == IR_MINUS &&
                 english_literal(e, node_arg(e->db, number, ARG_MINUS_A), &value) && value == 0;
    if (minus) number = node_arg(e->db, number, ARG_MINUS_B);
    if (sign && !minus && node_op(e->db, number) == IR_TIMES &&
        english_literal(e, node_arg(e->db, number, ARG_TIMES_A), &value) && value == -1) {
      minus = true;
      number = node_arg(e->db, number, ARG_TIMES_B);
    }
    text_adds(e->out, minus ? "-X" : sign ? "+X" : "X");
    IrOp op = node_op(e->db, number);
    if (explained || op == IR_X) continue;
    explained = true;
    english_where_x(e, number);
  }
}

/* Abilities gained one after another share their verb: "flying and lifelink". Answers the place
   of the last of them. */
static u32 write_gains(English *e, Node node, u32 first) {
  u32 last = first;
  while (last + 1 < node_argc(e->db, node) && node_op(e->db, node_arg(e->db, node, last + 1)) == IR_M_GAIN) {
    last++;
  }
  english_verb(e, e->resolving ? STR("gain|gains") : STR("have|has"));
  text_addc(e->out, ' ');
  for (u32 i = first; i <= last; i++) {
    if (i > first && last - first > 1) text_addc(e->out, ',');
    if (i > first) text_adds(e->out, i == last ? " and " : " ");
    english_granted(e, node_arg(e->db, node_arg(e->db, node, i), ARG_M_GAIN_ABILITY));
  }
  return last;
}

static void write_text(English *e, Node mod) {
  english_verb(e, STR("have|has"));
  text_adds(e->out, " the text ");
  english_granted(e, node_arg(e->db, mod, ARG_M_HAS_TEXT_ABILITY));
}

u32 english_mod(English *e, Node node, u32 i) {
  const CardDb *db = e->db;
  Node mod = node_arg(db, node, i);
  if (english_idiom(e, SORT_MOD, mod, "")) return i;
  switch (node_op(db, mod)) {
    case IR_M_GAIN: return write_gains(e, node, i);
    case IR_M_HAS_TEXT: write_text(e, mod); return i;
    case IR_M_PT:
      english_verb(e, STR("get|gets"));
      text_addc(e->out, ' ');
      write_change(e, node_arg(db, mod, 0), node_arg(db, mod, 1), true);
      return i;
    case IR_M_BASE_PT:
      english_verb(e, STR("have|has"));
      text_adds(e->out, " base power and toughness ");
      write_change(e, node_arg(db, mod, 0), node_arg(db, mod, 1), false);
      return i;
    case IR_M_COPY:
      english_verb(e, e->resolving ? STR("become|becomes") : STR("are|is|be"));
      text_adds(e->out, " a copy of ");
      english_objects(e, node_arg(db, mod, ARG_M_COPY_OF), DET_ALL);
      if (!e->resolving) english_exceptions(e, mod, ARG_M_COPY_EXCEPT);
      return i;
    default: english_template(e, mod, english_template_of(node_op(db, mod))); return i;
  }
}

void english_mod_alone(English *e, Node mod) {
  if (english_idiom(e, SORT_MOD, mod, "")) return;
  switch (node_op(e->db, mod)) {
    case IR_M_GAIN:
      english_verb(e, e->resolving ? STR("gain|gains") : STR("have|has"));
      text_addc(e->out, ' ');
      english_granted(e, node_arg(e->db, mod, ARG_M_GAIN_ABILITY));
      return;
    case IR_M_HAS_TEXT: write_text(e, mod); return;
    case IR_M_PT:
      english_verb(e, STR("get|gets"));
      text_addc(e->out, ' ');
      write_change(e, node_arg(e->db, mod, 0), node_arg(e->db, mod, 1), true);
      return;
    default: english_template(e, mod, english_template_of(node_op(e->db, mod))); return;
  }
}

void english_mods(English *e, Node node, u32 first) {
  bool plural = e->plural;
  u32 said = 0;
  u32 count = node_argc(e->db, node);
  for (u32 i = first; i < count; i++) {
    u32 start = i;
    Text item;
    Text *outer = e->out;
    text_init(&item, e->db->allocator);
    e->out = &item;
    e->plural = plural;
    u32 end = english_nature(e, node, i);
    i = end > i ? end - 1 : english_mod(e, node, i);
    e->out = outer;
    bool last = i + 1 >= count;
    bool comma = !last || e->more;
    if (start > first) text_adds(outer, comma ? ", " : said > 1 ? ", and " : " and ");
    said++;
    text_add(outer, text_str(&item));
    outer->failed |= item.failed;
    text_free(&item);
  }
  e->plural = plural;
  e->listed = said > 1;
}

/* Effects on the rules that last for a turn are told with "this turn". */
static void write_apply_rule(English *e, Node node) {
  const CardDb *db = e->db;
  for (u32 i = ARG_APPLY_RULE_RULES; i < node_argc(db, node); i++) {
    Node rule = node_arg(db, node, i);
    if (i > ARG_APPLY_RULE_RULES) text_adds(e->out, " and ");
    english_rule(e, rule);
  }
  Word duration = (Word)node_arg(db, node, ARG_APPLY_RULE_DURATION);
  text_addc(e->out, ' ');
  duration == W_END_OF_TURN ? text_adds(e->out, "this turn") : english_word(duration, e->out);
}

/* "deals 2 damage divided as you choose among one or two targets" */
static bool write_divided(English *e, Node node) {
  const CardDb *db = e->db;
  Node whole = divided_whole(e, node_arg(db, node, ARG_DEAL_DAMAGE_AMOUNT));
  if (!whole) return false;
  english_template(e, node, "{source@~}[deal|deals] ");
  english_quantity(e, whole, STR("damage"), true);
  text_adds(e->out, " divided as you choose among ");
  english_objects(e, node_arg(db, node, ARG_DEAL_DAMAGE_TO), DET_ALL);
  return true;
}

typedef struct Sought {
  u32 slot;
  bool found;
} Sought;

static bool seek_variable(void *context, const CardDb *db, Node node) {
  Sought *sought = context;
  sought->found |= node_op(db, node) == IR_VAR && node_arg(db, node, 0) == sought->slot;
  return !sought->found;
}

/* The target that something is done to, if that is the first to speak of it; 0 without one. */
static Node target_named(const English *e, Node objects) {
  if (node_op(e->db, objects) != IR_VAR) return 0;
  const Spoken *spoken = &e->spoken[node_arg(e->db, objects, 0)];
  return !spoken->mentioned && spoken->by && node_op(e->db, spoken->by) == IR_TARGET ? spoken->by : 0;
}

/* The amount may speak of what the damage is dealt to, so that is named first and stands last; or the amount does, if it
   is measured by a target named there. `more`: that it deals damage has been said. */
static void write_damage(English *e, Node node, bool more) {
  if (!more && write_divided(e, node)) return;
  const CardDb *db = e->db;
  Text to;
  Text *outer = e->out;
  text_init(&to, db->allocator);
  if (!more) english_template(e, node, "{source@~}[deal|deals] ");
  Node damaged = node_arg(db, node, ARG_DEAL_DAMAGE_TO), amount = node_arg(db, node, ARG_DEAL_DAMAGE_AMOUNT);
  Node target = target_named(e, damaged), most = target ? node_arg(db, target, ARG_TARGET_MAX) : 0;
  Sought sought = {.slot = target ? node_arg(db, damaged, 0) : 0};
  if (target) ir_walk(db, amount, seek_variable, &sought);
  i64 one = 0;
  bool several = most && !(english_literal(e, most, &one) && one == 1);
  e->out = &to;
  if (several) text_adds(&to, "each of ");
  english_objects(e, damaged, DET_EACH);
  e->out = outer;
  english_quantity(e, amount, sought.found ? STR("damage|") : STR("damage"), true);
  text_adds(outer, " to ");
  text_add(outer, text_str(&to));
  outer->failed |= to.failed;
  text_free(&to);
  if (node_arg(db, node, ARG_DEAL_DAMAGE_UNPREVENTABLE)) {
    text_adds(outer, ". That damage can't be prevented");
  }
}

static void write_duration(English *e, Node node, Word duration, u32 while_arg) {
  Node condition = while_arg ? node_arg(e->db, node, while_arg) : 0;
  Text said;
  text_init(&said, e->db->allocator);
  english_word(duration, &said);
  if (said.length) {
    text_addc(e->out, ' ');
    text_add(e->out, text_str(&said));
  }
  if (condition) {
    text_adds(e->out, " for as long as ");
    english_clause(e, condition);
  }
  e->out->failed |= said.failed;
  text_free(&said);
}

static void write_apply(English *e, Node node) {
  const CardDb *db = e->db;
  Node objects = node_arg(db, node, ARG_APPLY_OBJECTS);
  Node control = english_find_mod(e, node, ARG_APPLY_MODS, IR_M_CONTROLLER);
  bool resolving = e->resolving;
  e->resolving = true;
  if (control) {
    Node player = node_arg(db, control, ARG_M_CONTROLLER_PLAYER);
    e->plural = true;
    if (!english_is_you(e, player)) {
      english_subject(e, player);
      text_addc(e->out, ' ');
    }
    english_verb(e, STR("gain|gains"));
    text_adds(e->out, " control of ");
    english_objects(e, objects, DET_ALL);
  } else if (english_find_mod(e, node, ARG_APPLY_MODS, IR_M_SWITCH)) {
    text_adds(e->out, "switch ");
    english_possessive(e, objects);
    text_adds(e->out, " power and toughness");
  } else {
    english_subject(e, objects);
    text_addc(e->out, ' ');
    english_mods(e, node, ARG_APPLY_MODS);
  }
  e->resolving = resolving;
  write_duration(e, node, (Word)node_arg(db, node, ARG_APPLY_DURATION), ARG_APPLY_WHILE);
  Node copy = english_find_mod(e, node, ARG_APPLY_MODS, IR_M_COPY);
  if (copy) english_exceptions(e, copy, ARG_M_COPY_EXCEPT);
}

/* --- later --------------------------------------------------------------------------------- */

/* A prevention shield: "prevent the next 3 damage that would be dealt to it this turn". */
static bool write_prevention(English *e, Node node, const AbilityDef *def) {
  const CardDb *db = e->db;
  if (def->op != IR_REPLACEMENT) return false;
  Node event = node_arg(db, def->node, ARG_REPLACEMENT_EVENT);
  Node change = node_arg(db, def->node, ARG_REPLACEMENT_CHANGE);
  if (node_op(db, event) != IR_E_DAMAGE || node_op(db, change) != IR_PREVENT) return false;
  Node amount = node_arg(db, node, ARG_SHIELD_AMOUNT);
  Node source = node_arg(db, event, ARG_E_DAMAGE_SOURCE);
  Node to = node_arg(db, event, ARG_E_DAMAGE_TO);
  Word combat = (Word)node_arg(db, event, ARG_E_DAMAGE_COMBAT);
  text_adds(e->out, "prevent ");
  if (amount) {
    text_adds(e->out, "the next ");
    english_number(e, amount);
  } else {
    text_adds(e->out, "all");
  }
  text_addc(e->out, ' ');
  if (combat) english_word(combat, e->out);
  text_adds(e->out, "damage that would be dealt");
  if (node_op(db, to) != IR_ALWAYS) {
    text_adds(e->out, " to ");
    english_noun(e, to, DET_A, "permanent or player", W_NONE);
  }
  if (node_op(db, source) != IR_ALWAYS) {
    text_adds(e->out, " by ");
    english_noun(e, source, DET_A, "source", W_NONE);
  }
  text_adds(e->out, " this turn");
  return true;
}

static void write_shield(English *e, Node node) {
  const CardDb *db = e->db;
  const AbilityDef *def = &db->abilities.data[node_arg(db, node, ARG_SHIELD_ABILITY)];
  if (write_prevention(e, node, def)) return;
  const AbilityDef *outer = e->ability;
  e->ability = def;
  text_adds(e->out, "if ");
  english_event(e, node_arg(db, def->node, ARG_REPLACEMENT_EVENT), true);
  Word duration = (Word)node_arg(db, node, ARG_SHIELD_DURATION);
  text_adds(e->out, duration == W_END_OF_TURN ? " this turn, " : ", ");
  english_action(e, node_arg(db, def->node, ARG_REPLACEMENT_CHANGE));
  e->ability = outer;
}

static void write_delayed(English *e, Node node) {
  const CardDb *db = e->db;
  const AbilityDef *def = &db->abilities.data[node_arg(db, node, ARG_DELAYED_ABILITY)];
  if (def->op != IR_TRIGGERED) {
    english_granted(e, node_arg(db, node, ARG_DELAYED_ABILITY));
    return;
  }
  Node event = node_arg(db, def->node, ARG_TRIGGERED_EVENT);
  Node effect = node_arg(db, def->node, ARG_TRIGGERED_EFFECT);
  for (u32 i = ARG_TRIGGERED_TARGETS; i < node_argc(db, def->node); i++) {
    Node target = node_arg(db, def->node, i);
    english_declare(e, node_arg(db, target, ARG_TARGET_SLOT), target);
  }
  if (node_op(db, event) == IR_E_STEP) {
    Word step = (Word)node_arg(db, event, ARG_E_STEP_STEP);
    english_action(e, effect);
    Node player = node_arg(db, event, ARG_E_STEP_PLAYER);
    bool yours = node_op(db, player) == IR_IS && english_is_you(e, node_arg(db, player, 0));
    text_adds(e->out, step == W_STEP_END_COMBAT ? " at "
                      : yours                   ? " at the beginning of your next "
                                                : " at the beginning of the next ");
    english_word(step, e->out);
    return;
  }
  e->self_named = true;
  if (node_arg(db, node, ARG_DELAYED_DURATION) == W_YOUR_NEXT_TURN) text_adds(e->out, "until your next turn, ");
  english_choose_targets(e, event);
  if (node_arg(db, node, ARG_DELAYED_ONCE) && node_op(db, event) == IR_E_CAST) {
    english_template(e, event, "when you next cast {object:spell}");
  } else {
    english_event(e, event, false);
  }
  text_adds(e->out, node_arg(db, node, ARG_DELAYED_DURATION) == W_END_OF_TURN ? " this turn, " : ", ");
  english_action(e, effect);
}

static bool is_entwined(const English *e, Node number) {
  if (node_op(e->db, number) != IR_NUM_IF) return false;
  Node condition = node_arg(e->db, number, ARG_NUM_IF_CONDITION);
  return node_op(e->db, condition) == IR_PAID && node_arg(e->db, condition, ARG_PAID_LABEL) == W_ENTWINE;
}

static void write_modal(English *e, Node node) {
  const CardDb *db = e->db;
  i64 min = 0, max = 0;
  Node least = node_arg(db, node, ARG_MODAL_MIN), most = node_arg(db, node, ARG_MODAL_MAX);
  /* That entwine lets all be chosen is said by the keyword (702.42a). */
  if (is_entwined(e, least)) least = node_arg(db, least, ARG_NUM_IF_ELSE);
  if (is_entwined(e, most)) most = node_arg(db, most, ARG_NUM_IF_ELSE);
  bool fixed = english_literal(e, least, &min);
  fixed &= english_literal(e, most, &max);
  u32 modes = node_argc(db, node) - ARG_MODAL_MODES;
  text_adds(e->out, "choose ");
  if (node_op(db, most) == IR_NUM_IF) {
    i64 so = 0, otherwise = 0;
    english_literal(e, node_arg(db, most, ARG_NUM_IF_THEN), &so);
    english_literal(e, node_arg(db, most, ARG_NUM_IF_ELSE), &otherwise);
    Node fewest = node_op(db, least) == IR_NUM_IF ? node_arg(db, least, ARG_NUM_IF_THEN) : least;
    bool any = english_literal(e, fewest, &min) && min == 0 && so == (i64)modes;
    bool some = min == 1 && so == (i64)modes && modes > 2;
    english_numeral(otherwise, e->out);
    text_adds(e->out, ". If ");
    english_clause(e, node_arg(db, most, ARG_NUM_IF_CONDITION));
    text_adds(e->out, any || some || node_op(db, least) == IR_NUM_IF ? ", choose " : ", you may choose ");
    if (any || some)
      text_adds(e->out, any ? "any number" : "one or more");
    else if (so == (i64)modes && modes == 2)
      text_adds(e->out, "both");
    else
      english_numeral(so, e->out);
    text_adds(e->out, " instead.");
  } else if (fixed && min == 1 && max == (i64)modes && modes > 1) {
    text_adds(e->out, modes == 2 ? "one or both" : "one or more");
  } else if (fixed) {
    if (min != max) text_adds(e->out, "up to ");
    english_numeral(max, e->out);
  } else {
    english_number(e, most);
  }
  if (node_arg(db, node, ARG_MODAL_UNCHOSEN))
    text_adds(e->out, node_arg(db, node, ARG_MODAL_THIS_TURN) ? " that hasn't been chosen this turn" : " that hasn't been chosen");
  if (node_arg(db, node, ARG_MODAL_REPEAT))
    text_adds(e->out, ". You may choose the same mode more than once.");
  else if (node_op(db, most) != IR_NUM_IF)
    text_adds(e->out, " —");
  for (u32 i = 0; i < modes; i++) {
    Node mode = node_arg(db, node, ARG_MODAL_MODES + i);
    Node cost = node_arg(db, mode, ARG_MODE_COST);
    text_adds(e->out, "\n• ");
    if (cost) {
      english_cost(e, cost);
      text_adds(e->out, " — ");
    }
    e->targets = 0;
    for (u32 t = ARG_MODE_TARGETS; t < node_argc(db, mode); t++) {
      Node target = node_arg(db, mode, t);
      english_declare(e, node_arg(db, target, ARG_TARGET_SLOT), target);
    }
    u32 from = e->out->length;
    english_action(e, node_arg(db, mode, ARG_MODE_EFFECT));
    english_sentence_end(e);
    english_capital(e->out, from);
    if (i + 1 < modes) text_addc(e->out, '.');
  }
}

/* --- all of them --------------------------------------------------------------------------- */

/* Notes what a step sets, for steps that say nothing until what they chose is spoken of; answers
   whether it is one. */
static bool is_silent(English *e, Node node) {
  const CardDb *db = e->db;
  switch (node_op(db, node)) {
    case IR_CHOOSE: english_declare(e, node_arg(db, node, ARG_CHOOSE_SLOT), node); return true;
    case IR_LET: {
      u32 slot = node_arg(db, node, ARG_LET_SLOT);
      IrOp what = node_op(db, node_arg(db, node, ARG_LET_OBJECTS));
      english_declare(e, slot, node);
      e->spoken[slot].mentioned = what == IR_VAR || what == IR_MOVED;
      return true;
    }
    case IR_REVEAL_UNTIL:
    case IR_EXILE_UNTIL: {
      u32 slot = 0, rest = 0;
      if (english_arg(e, node, "slot", &slot)) english_declare(e, slot, node);
      if (english_arg(e, node, "rest", &rest)) english_declare(e, rest, node);
      e->spoken[slot].mentioned = e->spoken[rest].mentioned = e->spoken[rest].rest = true;
      return false;
    }
    case IR_LET_NUMBER:
    case IR_NOTE:
    case IR_NOTE_NUMBER: return true;
    default: return false;
  }
}

/* What each of many players may do with what they choose, at the same time as the others. */
static void write_may_at_once(English *e, Node each, Node may) {
  Node by = node_arg(e->db, may, ARG_MAY_BY), actor = e->actor;
  bool base = e->base;
  write_may(e, by);
  is_silent(e, node_arg(e->db, may, ARG_MAY_THEN));
  e->actor = by;
  e->base = e->within = true;
  english_action(e, node_arg(e->db, each, ARG_EACH_PLAYER_DO));
  e->within = false;
  e->base = base;
  e->actor = actor;
}

/* What each of many players does unless they pay, at the same time as the others: last of what is done together. */
static void write_unless_at_once(English *e, Node each, Node pay) {
  const CardDb *db = e->db;
  Node done = node_arg(db, each, ARG_EACH_PLAYER_DO), choices = node_arg(db, pay, ARG_PAY_ELSE);
  bool several = node_op(db, choices) == IR_SEQ, base = e->base;
  for (u32 i = 0; several && i < node_argc(db, choices); i++) is_silent(e, node_arg(db, choices, i));
  if (!several) is_silent(e, choices);
  if (node_op(db, done) == IR_TOGETHER) done = node_arg(db, done, node_argc(db, done) - 1);
  english_action(e, done);
  text_adds(e->out, " unless ");
  write_payer(e, node_arg(db, pay, ARG_PAY_BY), node_arg(db, pay, ARG_PAY_COST));
  e->base = base;
}

static void write_each(English *e, Node node) {
  const CardDb *db = e->db;
  if (node_op(db, node) == IR_EACH_PLAYER) {
    english_declare(e, node_arg(db, node, ARG_EACH_PLAYER_SLOT), node);
    Node choose = node_arg(db, node, ARG_EACH_PLAYER_CHOOSE);
    if (node_op(db, choose) == IR_MAY) {
      write_may_at_once(e, node, choose);
      return;
    }
    if (node_op(db, choose) == IR_PAY && node_op(db, node_arg(db, choose, ARG_PAY_THEN)) == IR_LET) {
      write_unless_at_once(e, node, choose);
      return;
    }
    if (!is_silent(e, choose) && node_op(db, choose) != IR_NOTHING) {
      english_action(e, choose);
      text_adds(e->out, ", then ");
    }
    english_action(e, node_arg(db, node, ARG_EACH_PLAYER_DO));
    return;
  }
  english_declare(e, node_arg(db, node, ARG_FOR_EACH_SLOT), node);
  IrOp each = node_op(db, node_arg(db, node, ARG_FOR_EACH_OBJECTS));
  if (each == IR_PLAYERS || each == IR_OPPONENTS) {
    english_action(e, node_arg(db, node, ARG_FOR_EACH_DO));
    return;
  }
  text_adds(e->out, "for each ");
  english_objects(e, node_arg(db, node, ARG_FOR_EACH_OBJECTS), DET_BARE);
  text_adds(e->out, ", ");
  english_action(e, node_arg(db, node, ARG_FOR_EACH_DO));
}

void english_action(English *e, Node action) {
  if (english_idiom(e, SORT_ACT, action, "") || is_silent(e, action)) return;
  if (node_op(e->db, action) != IR_IF && node_op(e->db, action) != IR_SEQ) e->behind = false;
  Node understood = e->understood;
  bool understood_you = e->understood_you;
  bool from = e->from;
  IrOp op = node_op(e->db, action);
  switch (op) {
    case IR_SEQ: write_steps(e, action); break;
    case IR_IF: write_if(e, action); break;
    case IR_MAY: write_optional(e, action); break;
    case IR_PAY: write_payment(e, action); break;
    case IR_FOR_EACH:
    case IR_EACH_PLAYER: write_each(e, action); break;
    case IR_MOVE: english_move(e, action); break;
    case IR_SEARCH: english_search(e, action); break;
    case IR_CREATE: english_create(e, action); break;
    case IR_CREATE_COPY: english_create_copy(e, action); break;
    case IR_CREATE_EMBLEM: english_emblem(e, action); break;
    case IR_PUT_COUNTERS:
    case IR_REMOVE_COUNTERS: write_counters(e, action); break;
    case IR_COPY_SPELL: english_copy_spell(e, action); break;
    case IR_ONE_OF:
      if (!english_shapes(e, action)) english_template(e, action, english_template_of(op));
      break;
    case IR_ENTERS_AS_COPY: english_enters_as_copy(e, action); break;
    case IR_ADD_MANA_CHOICE: english_mana_choice(e, action); break;
    case IR_APPLY: write_apply(e, action); break;
    case IR_DELAYED: write_delayed(e, action); break;
    case IR_SHIELD: write_shield(e, action); break;
    case IR_MODAL: write_modal(e, action); break;
    case IR_REFLEXIVE:
      text_adds(e->out, "when you do, ");
      write_reflexive(e, action);
      break;
    case IR_APPLY_RULE: write_apply_rule(e, action); break;
    case IR_DEAL_DAMAGE: write_damage(e, action, false); break;
    case IR_FIGHT:
      if (!english_fight(e, action)) english_template(e, action, english_template_of(op));
      break;
    case IR_TOGETHER: write_together(e, action); break;
    case IR_INSTEAD:
    case IR_INSTEAD_ZONE:
    case IR_EVENT_SET_AMOUNT: english_change(e, e->event, action); break;
    default: english_template(e, action, english_template_of(op)); break;
  }
  english_note_moved(e, action);
  e->understood = understood;
  e->understood_you = understood_you;
  e->from = from;
}

void english_cost(English *e, Node cost) {
  const CardDb *db = e->db;
  if (english_idiom(e, SORT_COST, cost, "")) return;
  switch (node_op(db, cost)) {
    case IR_COSTS:
      for (u32 i = 0; i < node_argc(db, cost); i++) {
        if (i > 0) text_adds(e->out, ", ");
        english_cost(e, node_arg(db, cost, i));
      }
      return;
    case IR_COST_CHOOSE:
      english_declare(e, node_arg(db, cost, ARG_COST_CHOOSE_SLOT), cost);
      english_action(e, node_arg(db, cost, ARG_COST_CHOOSE_ACTION));
      return;
    default: english_template(e, cost, english_template_of(node_op(db, cost))); return;
  }
}
