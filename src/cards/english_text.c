#include "cards/english.h"

/* The language of the templates is described at the head of ir_ops.def. */

static const char *const KINDS[] = {"adj:", "noun:", "post:", "if:"};

/* Writes a template, or a part of one. */
static void write(English *e, Node node, Str text);

static Str template_of(IrOp op) {
  const char *text = ir_op_info(op)->english;
  for (u32 i = 0; i < COUNT_OF(KINDS); i++)
    if (english_kind(op, KINDS[i])) text += strlen(KINDS[i]);
  return str_of(text);
}

bool english_kind(IrOp op, const char *kind) { return str_begins(str_of(ir_op_info(op)->english), str_of(kind)); }

bool english_negates(IrOp op) { return strchr(ir_op_info(op)->english, '(') != NULL; }

/* Whether an action takes objects from where they are, or shows them there as if they were. */
static bool takes(IrOp op) { return op == IR_EXILE || op == IR_MOVE || op == IR_RETURN_HAND || op == IR_REVEAL; }

void english_template(English *e, Node node) {
  bool taken = e->taken;
  e->taken = takes(node_op(e->db, node));
  write(e, node, template_of(node_op(e->db, node)));
  e->taken = taken;
}

/* The value of an argument, and whether the node has it. */
static bool value_of(const English *e, Node node, const IrArg *arg, u32 *value) {
  bool there = !arg->rest || arg->index < node_argc(e->db, node);
  *value = there ? node_arg(e->db, node, arg->index) : 0;
  return arg->optional ? *value != 0 : there;
}

u32 english_arg(const English *e, Node node, const char *name) {
  const IrSignature *signature = &e->db->signatures[node_op(e->db, node)];
  u32 value = 0;
  for (u32 i = 0; i < signature->count; i++)
    if (str_is(signature->args[i].name, name)) value_of(e, node, &signature->args[i], &value);
  return value;
}

/* Takes what stands before the first bar outside brackets off the text. */
static Str take_part(Str *text) {
  u32 end = 0;
  for (u32 depth = 0; end < text->length && (depth > 0 || text->data[end] != '|'); end++) {
    depth += text->data[end] == '[';
    depth -= text->data[end] == ']';
  }
  Str part = {text->data, end};
  u32 skip = end < text->length ? end + 1 : end;
  *text = (Str){text->data + skip, text->length - skip};
  return part;
}

/* Writes a verb given as "plural|singular|base|past". */
static void write_verb(English *e, Str forms) {
  Str plural = take_part(&forms), singular = take_part(&forms), base = take_part(&forms), past = take_part(&forms);
  if (!base.length) base = plural;
  Str said = e->base || e->would ? base : e->past && past.length ? past : e->plural ? plural : singular;
  if (e->would) text_adds(e->out, "would ");
  e->would = false;
  text_add(e->out, said);
}

/* --- arguments ----------------------------------------------------------------------------- */

static void write_value(English *e, const IrArg *arg, u32 value) {
  const CardDb *db = e->db;
  switch (arg->sort) {
    case SORT_NUM: english_number(e, value); return;
    case SORT_COND: english_noun(e, value, DET_A, "permanent", W_NONE); return;
    case SORT_OBJ: english_objects(e, value, DET_ALL); return;
    case SORT_ACT: english_action(e, value); return;
    case SORT_EVT: english_event(e, value, TOLD_TRIGGERS); return;
    case SORT_TOK: english_token(e, value, 0); return;
    case SORT_COST: english_cost(e, value); return;
    case SORT_ABIL: english_granted(e, value); return;
    case SORT_WORD: english_word((Word)value, e->out); return;
    case SORT_VAR_SLOT: english_variable(e, value); return;
    case SORT_STR: text_add(e->out, intern_text(&db->names, value)); return;
    case SORT_MANA: mana_cost_print(&db->costs.data[value], e->out); return;
    case SORT_INT: text_addf(e->out, "%d", (i32)value); return;
    case SORT_LINK:
    case SORT_FLAG: return;
    default: english_template(e, value); return;
  }
}

/* Writes a list: "a", "a and b", "a, b, and c", with another word than "and" if `join` says so; a comma joins alone. */
static void write_list(English *e, Node node, const IrArg *arg, Str join) {
  u32 count = node_argc(e->db, node) - arg->index;
  bool comma = str_is(join, ",");
  for (u32 i = 0; i < count; i++) {
    if (i > 0 && (count > 2 || comma)) text_addc(e->out, ',');
    if (i > 0) text_addc(e->out, ' ');
    if (i > 0 && i + 1 == count && !comma) {
      text_add(e->out, join);
      text_addc(e->out, ' ');
    }
    write_value(e, arg, node_arg(e->db, node, arg->index + i));
  }
}

/* Writes the subject of a clause. Where there is none, or it is you, nothing is written but what `rest` says, and the verb
   is an imperative. */
static void write_subject(English *e, u32 value, Str rest) {
  if (value && node_op(e->db, value) != IR_YOU) {
    english_objects(e, value, DET_ALL);
    text_addc(e->out, ' ');
    return;
  }
  e->plural = !str_is(rest, "~");
  if (e->base && e->plural) return; /* "you may gain 1 life" */
  text_add(e->out, rest);
  if (rest.length) text_addc(e->out, ' ');
}

/* Writes words as what something is: "an artifact creature", "artifact creatures". */
static void write_words(English *e, Node node, const IrArg *arg) {
  Text said, *outer = english_beside(e, &said);
  u32 end = arg->rest ? node_argc(e->db, node) : arg->index + 1u;
  for (u32 i = arg->index; i < end; i++) {
    if (i > arg->index) text_addc(&said, ' ');
    english_word((Word)node_arg(e->db, node, i), &said);
  }
  if (!e->plural) text_adds(outer, word_takes_an(text_str(&said)) ? "an " : "a ");
  e->plural ? word_plural(text_str(&said), outer) : text_add(outer, text_str(&said));
  english_back(e, outer, &said);
}

/* Writes "two charge counters", for a noun in which KIND stands for the kind. */
static void write_quantity(English *e, Node node, const IrArg *arg, u32 value, Str noun) {
  static const Str KIND = {"KIND", 4};
  Text said;
  text_init(&said, e->db->allocator);
  bool kind = str_begins(noun, KIND);
  if (kind) english_word((Word)english_arg(e, node, "kind"), &said);
  text_add(&said, kind ? (Str){noun.data + KIND.length, noun.length - KIND.length} : noun);
  if (arg->sort == SORT_TOK)
    english_token(e, value, english_arg(e, node, "n"));
  else
    english_quantity(e, value, text_str(&said), false);
  e->out->failed |= said.failed;
  text_free(&said);
}

/* Writes a filter, or objects, with a determiner: `noun` is said where a filter names none. */
static void write_noun(English *e, const IrArg *arg, u32 value, Determiner det, Str noun) {
  if (arg->sort == SORT_WORD) {
    english_zone(e, (Word)value, det == DET_PLURAL);
    return;
  }
  if (arg->sort != SORT_COND) {
    english_objects(e, value, det);
    return;
  }
  char usual[32];
  u32 length = noun.length < sizeof usual ? noun.length : (u32)sizeof usual - 1;
  memcpy(usual, noun.data, length);
  usual[length] = 0;
  if (det == DET_A && e->some) det = DET_SOME;
  e->some = false;
  e->plural = det == DET_PLURAL || det == DET_SOME;
  english_noun(e, value, det, usual, W_NONE);
}

static void write_possessive(English *e, u32 value, Str rest) {
  if (str_begins(rest, STR("o "))) {
    text_adds(e->out, e->plural ? "their owners'" : "its owner's");
    text_add(e->out, (Str){rest.data + 1, rest.length - 1});
    return;
  }
  english_possessive(e, value);
}

static void write_generic(English *e, Node number) {
  i64 n = 0;
  bool literal = english_literal(e, number, &n);
  text_adds(e->out, literal ? "{" : "mana equal to ");
  english_number(e, number);
  text_adds(e->out, literal ? "}" : "");
}

/* Writes a cost or an action with verbs in their base form, or a number with its sign. */
static void write_base(English *e, Node node, const IrArg *arg, u32 value) {
  if (arg->sort == SORT_NUM) {
    i64 n = 0;
    if (!english_literal(e, value, &n) || n >= 0) text_addc(e->out, '+');
    english_number(e, value);
    return;
  }
  bool base = e->base;
  e->base = true;
  arg->sort == SORT_COST ? english_cost(e, value) : english_program(e, node, value);
  e->base = base;
}

/* Writes an argument as `how` and what stands behind it say. */
static void write_argument(English *e, Node node, const IrArg *arg, u32 value, char how, Str rest) {
  i64 n;
  switch (how) {
    case '@': write_subject(e, value, rest); return;
    case '_': write_words(e, node, arg); return;
    case '+': write_base(e, node, arg, value); return;
    case '$': write_generic(e, value); return;
    case '\'': write_possessive(e, value, rest); return;
    case '#': write_quantity(e, node, arg, value, rest); return;
    case '&': english_quantity(e, value, rest, true); return;
    case ':': write_noun(e, arg, value, DET_A, rest); return;
    case '*': write_noun(e, arg, value, DET_PLURAL, rest); return;
    case '.':
      arg->sort == SORT_ABIL ? english_created(e, node, value) : write_noun(e, arg, value, DET_BARE, rest);
      return;
    case '~': write_noun(e, arg, value, DET_EACH, rest); return;
    case '=': arg->sort == SORT_COND ? english_clause(e, value) : english_event(e, value, TOLD_HAPPENED); return;
    case '%': arg->sort == SORT_EVT ? english_event(e, value, TOLD_WOULD) : english_predicate(e, value); return;
    case ';': english_literal(e, value, &n) ? english_numeral(n, e->out) : english_number(e, value); return;
    case '/': write_list(e, node, arg, rest); return;
    default: break;
  }
  if (arg->rest)
    write_list(e, node, arg, STR("and"));
  else if (arg->sort == SORT_ACT)
    english_program(e, node, value);
  else
    write_value(e, arg, value);
}

/* Writes what stands in braces: an argument, or a symbol such as {T}. */
static void write_braces(English *e, Node node, Str inside) {
  if (inside.length == 1 && inside.data[0] >= 'A' && inside.data[0] <= 'Z') {
    text_addf(e->out, "{%c}", inside.data[0]);
    return;
  }
  const IrSignature *signature = &e->db->signatures[node_op(e->db, node)];
  for (u32 i = 0; i < signature->count; i++) {
    const IrArg *arg = &signature->args[i];
    u32 length = arg->name.length, value;
    if (!str_begins(inside, arg->name)) continue;
    char how = (char)(inside.length > length ? inside.data[length] : 0);
    if (how == '-' || (how >= 'a' && how <= 'z')) continue; /* a longer name */
    Str rest = how ? (Str){inside.data + length + 1, inside.length - length - 1} : STR("");
    bool there = value_of(e, node, arg, &value);
    if (how == '?' || how == '!') {
      if (there == (how == '?')) write(e, node, rest);
    } else if (there || how == '@' || how == '_') {
      bool plural = e->plural;
      write_argument(e, node, arg, value, how, rest);
      if (arg->sort == SORT_NUM) e->plural = plural;
    }
    return;
  }
}

/* The end of the part that begins behind a bracket, past parts within it. */
static u32 closing(Str text, u32 at, char open, char close) {
  for (u32 depth = 0; at < text.length; at++) {
    if (text.data[at] == close && depth-- == 0) break;
    depth += text.data[at] == open;
  }
  return at;
}

static void write(English *e, Node node, Str text) {
  static const struct { char open, close; } PAIRS[] = {{'{', '}'}, {'[', ']'}, {'(', ')'}, {'<', '>'}};
  for (u32 i = 0; i < text.length; i++) {
    u32 pair = 0;
    while (pair < COUNT_OF(PAIRS) && PAIRS[pair].open != text.data[i]) pair++;
    if (pair == COUNT_OF(PAIRS)) {
      text_addc(e->out, text.data[i]);
      continue;
    }
    u32 from = i + 1;
    i = closing(text, from, PAIRS[pair].open, PAIRS[pair].close);
    Str inside = {text.data + from, i - from};
    if (pair == 0) write_braces(e, node, inside);
    if (pair == 1) write_verb(e, inside);
    if (pair < 2) continue;
    Str first = take_part(&inside);
    write(e, node, (pair == 2 ? e->negated : e->resolving) ? inside : first);
  }
}
