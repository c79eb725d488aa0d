#include "cards/english.h"

/* Idioms: forms of several operations together that have words of their own, where those of each would be clumsy or say
   something else. english_idioms.def has them in the order they are tried. */

typedef struct Idiom {
  IrSort sort;
  const char *form, *template;
} Idiom;

static const Idiom IDIOMS[] = {
#define IDIOM(SORT, FORM, TEMPLATE) {SORT_##SORT, FORM, TEMPLATE},
#include "cards/english_idioms.def"
#undef IDIOM
};

static const IrArg SLOT = {.sort = SORT_VAR_SLOT};

/* A form being compared with an idiom's: where in that, and what its holes stand for. */
typedef struct Match {
  const English *e;
  const char *at;
  EnglishHole holes[ENGLISH_HOLES];
} Match;

static void skip_blanks(Match *m) {
  while (*m->at == ' ') m->at++;
}

/* Takes a word off the form of the idiom: up to a blank or parenthesis. */
static Str take_token(Match *m) {
  skip_blanks(m);
  const char *from = m->at;
  m->at += strcspn(m->at, " ()");
  return (Str){from, (u32)(m->at - from)};
}

static bool is_number(Str token, i32 value) {
  u32 i = token.length > 0 && token.data[0] == '-';
  i64 sum = 0;
  if (i == token.length) return false;
  for (; i < token.length; i++) {
    if (token.data[i] < '0' || token.data[i] > '9' || sum > INT32_MAX) return false;
    sum = sum * 10 + (token.data[i] - '0');
  }
  return (token.data[0] == '-' ? -sum : sum) == value;
}

bool english_same(const CardDb *db, const IrArg *arg, u32 a, u32 b) {
  if (a == b) return true;
  if (arg->sort >= SORT_WORD || arg->sort == SORT_ABIL || !a || !b) return false;
  IrOp op = node_op(db, a);
  if (op != node_op(db, b) || node_argc(db, a) != node_argc(db, b)) return false;
  const IrSignature *signature = &db->signatures[op];
  for (u32 i = 0; i < signature->count; i++) {
    const IrArg *inner = &signature->args[i];
    u32 end = inner->rest ? node_argc(db, a) : inner->index + 1u;
    for (u32 k = inner->index; k < end; k++)
      if (!english_same(db, inner, node_arg(db, a, k), node_arg(db, b, k))) return false;
  }
  return true;
}

/* Fills a hole, or answers whether it was filled with the same. */
static bool fill(Match *m, char name, const IrArg *arg, u32 value) {
  EnglishHole *hole = &m->holes[name - '0'];
  if (hole->there) return english_same(m->e->db, arg, hole->value, value);
  *hole = (EnglishHole){.there = true, .arg = *arg, .value = value};
  hole->arg.rest = hole->arg.optional = false;
  return true;
}

static bool match_node(Match *m, Node node);

/* The slot that a node or an argument of that sort stands for, if it does. */
static bool slot_of(const Match *m, const IrArg *arg, u32 value, u32 *slot) {
  bool node = arg->sort < SORT_WORD && arg->sort != SORT_ABIL;
  IrOp op = node ? node_op(m->e->db, value) : IR_NONE;
  if (node && op != IR_VAR && op != IR_VALUE) return false;
  *slot = node ? node_arg(m->e->db, value, 0) : value;
  return arg->sort == SORT_VAR_SLOT || node;
}

/* Whether a token is a word as definitions write it, with hyphens in place of blanks. */
static bool is_word(Str token, Word word) {
  Str text = word_text(word);
  bool same = token.length == text.length;
  for (u32 i = 0; same && i < text.length; i++)
    same = token.data[i] == text.data[i] || (token.data[i] == '-' && text.data[i] == ' ');
  return same;
}

static bool match_value(Match *m, const IrArg *arg, u32 value) {
  const CardDb *db = m->e->db;
  skip_blanks(m);
  if (m->at[0] == '<' && m->at[1] >= '0' && m->at[1] <= '9') {
    m->at += 3;
    return fill(m, m->at[-2], arg, value);
  }
  if (*m->at == '$') {
    u32 slot;
    m->at += 2;
    return slot_of(m, arg, value, &slot) && fill(m, m->at[-1], &SLOT, slot);
  }
  if (arg->sort == SORT_ABIL) return match_node(m, db->abilities.data[value].node);
  if (arg->sort < SORT_WORD) return match_node(m, value);
  Str token = take_token(m);
  switch (arg->sort) {
    case SORT_WORD: return is_word(token, (Word)value);
    case SORT_LINK:
      return token.length > 1 && str_equal((Str){token.data + 1, token.length - 1}, intern_text(&db->names, value));
    case SORT_INT: return is_number(token, (i32)value);
    default: return false;
  }
}

static const IrArg *option_of(const IrSignature *signature, Str name) {
  for (u32 i = 0; i < signature->count; i++)
    if (str_equal(signature->args[i].name, name)) return &signature->args[i];
  return NULL;
}

static bool is_without(const EnglishHole *hole, Node term) {
  bool found = false;
  for (u32 i = 0; i < ENGLISH_WITHOUT; i++) found |= hole->without[i] && hole->without[i] == term;
  return found;
}

/* The arguments of an operation up to the closing parenthesis: all that are there, and no others. */
static bool match_args(Match *m, Node node) {
  const CardDb *db = m->e->db;
  const IrSignature *signature = &db->signatures[node_op(db, node)];
  u32 said = 0, next = 0, taken = 0;
  for (skip_blanks(m); *m->at != ')'; skip_blanks(m)) {
    const IrArg *arg = NULL;
    u32 value = 0;
    if (*m->at == ':') {
      Str name = take_token(m);
      arg = option_of(signature, (Str){name.data + 1, name.length - 1});
      value = arg ? node_arg(db, node, arg->index) : 0;
      if (!value) return false;
      said |= 1u << (arg - signature->args);
    } else {
      while (next < signature->count && (signature->args[next].optional || signature->args[next].defined)) next++;
      if (next == signature->count) return false;
      arg = &signature->args[next];
      while (arg->rest && arg->index + taken >= node_argc(db, node) && next + 1 < signature->count) {
        arg = &signature->args[++next];
        if (arg->optional || arg->defined) return false;
      }
      if (arg->rest && arg->index + taken >= node_argc(db, node)) return false;
      value = node_arg(db, node, arg->index + (arg->rest ? taken++ : 0));
      next += !arg->rest;
    }
    if (arg->sort != SORT_FLAG && !match_value(m, arg, value)) return false;
  }
  m->at++;
  for (u32 i = 0; i < signature->count; i++) {
    const IrArg *arg = &signature->args[i];
    if (arg->optional && !arg->defined && !(said >> i & 1) && node_arg(db, node, arg->index)) return false;
    if (arg->rest && arg->index + taken < node_argc(db, node)) return false;
  }
  return true;
}

/* Whether two holes hold the same terms. */
static bool same_rest(const CardDb *db, const EnglishHole *a, const EnglishHole *b) {
  const IrArg term = {.sort = SORT_COND};
  u32 left = 0, right = 0;
  for (;;) {
    while (left < node_argc(db, a->value) && is_without(a, node_arg(db, a->value, left))) left++;
    while (right < node_argc(db, b->value) && is_without(b, node_arg(db, b->value, right))) right++;
    bool ends = left == node_argc(db, a->value), end = right == node_argc(db, b->value);
    if (ends || end) return ends && end;
    if (!english_same(db, &term, node_arg(db, a->value, left++), node_arg(db, b->value, right++))) return false;
  }
}

/* The terms of an `and`: those named, wherever they stand, and at least one more, which a hole holds. */
static bool match_rest(Match *m, Node node) {
  const CardDb *db = m->e->db;
  const IrArg term = {.sort = SORT_COND};
  EnglishHole hole = {.there = true, .arg = term, .value = node};
  char name = m->at[1];
  u32 count = 0;
  m->at += 4;
  for (skip_blanks(m); *m->at != ')'; skip_blanks(m)) {
    const char *from = m->at;
    Match before = *m;
    bool found = false;
    for (u32 i = 0; !found && i < node_argc(db, node); i++) {
      *m = before;
      m->at = from;
      found = !is_without(&hole, node_arg(db, node, i)) && match_value(m, &term, node_arg(db, node, i));
      if (found && count < ENGLISH_WITHOUT) hole.without[count++] = node_arg(db, node, i);
    }
    if (!found) return false;
  }
  m->at++;
  if (node_argc(db, node) <= count) return false;
  EnglishHole *known = &m->holes[name - '0'];
  if (known->there) return same_rest(db, known, &hole);
  *known = hole;
  return true;
}

/* Whether an operation is written as its name alone. */
static bool is_bare(const CardDb *db, Node node) {
  const IrSignature *signature = &db->signatures[node_op(db, node)];
  for (u32 i = 0; i < node_argc(db, node); i++)
    if (node_arg(db, node, i) && i + 1 != signature->defined) return false;
  return true;
}

static bool match_node(Match *m, Node node) {
  const CardDb *db = m->e->db;
  if (!node) return false;
  IrOp op = node_op(db, node);
  skip_blanks(m);
  bool list = *m->at == '(';
  if (list) m->at++;
  Str token = take_token(m);
  if (list && !str_is(token, ir_op_info(op)->name)) return false;
  if (list) {
    skip_blanks(m);
    return m->at[0] == '<' && m->at[2] == '*' ? match_rest(m, node) : match_args(m, node);
  }
  switch (op) {
    case IR_NUMBER: return is_number(token, node_int(db, node, 0));
    case IR_KEYWORD:
      return !node_arg(db, node, 1) && !node_arg(db, node, 2) && !node_arg(db, node, 3) &&
             is_word(token, (Word)node_arg(db, node, 0));
    default: return str_is(token, ir_op_info(op)->name) && is_bare(db, node);
  }
}

/* Whether what is compared in a template is so many, or so few, or exactly as many; others can't be said of things. */
static bool is_counted(const Match *m, const char *text) {
  const char *at = strchr(text, '>');
  if (!at || at == text || at[-1] < '0' || at[-1] > '9') return true;
  Word how = (Word)m->holes[at[-1] - '0'].value;
  return how == W_AT_LEAST || how == W_AT_MOST || how == W_EQUAL || how == W_LESS;
}

/* The template of the first idiom of a sort and kind that a node is one of, behind the kind; null if there is none. */
static const char *find(const English *e, IrSort sort, Node node, const char *kind, EnglishHole *holes) {
  size_t length = strlen(kind);
  for (u32 i = 0; i < COUNT_OF(IDIOMS); i++) {
    if (IDIOMS[i].sort != sort || strncmp(IDIOMS[i].template, kind, length) != 0) continue;
    Match m = {.e = e, .at = IDIOMS[i].form};
    if (!match_node(&m, node) || !is_counted(&m, IDIOMS[i].template)) continue;
    memcpy(holes, m.holes, sizeof m.holes);
    return IDIOMS[i].template + length;
  }
  return NULL;
}

/* Writes a template whose holes are those of an idiom. */
static void write(English *e, Node node, const char *text, const EnglishHole *holes) {
  EnglishHole outer[ENGLISH_HOLES];
  memcpy(outer, e->holes, sizeof outer);
  memcpy(e->holes, holes, sizeof outer);
  english_template(e, node, text);
  memcpy(e->holes, outer, sizeof outer);
}

/* Notes that what a step sets has been spoken of. */
static void note_spoken(English *e, Node step) {
  u32 slot = 0;
  if (!english_arg(e, step, "slot", &slot)) return;
  english_declare(e, slot, step);
  e->spoken[slot].mentioned = true;
}

u32 english_idiom_steps(English *e, Node seq, u32 first) {
  static const char SEQ[] = "(seq ";
  for (u32 i = 0; i < COUNT_OF(IDIOMS); i++) {
    if (IDIOMS[i].sort != SORT_ACT || strncmp(IDIOMS[i].form, SEQ, sizeof SEQ - 1) != 0) continue;
    Match m = {.e = e, .at = IDIOMS[i].form + sizeof SEQ - 1};
    const IrArg step = {.sort = SORT_ACT};
    u32 count = 0;
    bool same = true;
    for (skip_blanks(&m); same && *m.at != ')'; skip_blanks(&m)) {
      same = first + count < node_argc(e->db, seq) && match_value(&m, &step, node_arg(e->db, seq, first + count));
      count++;
    }
    if (!same) continue;
    write(e, node_arg(e->db, seq, first), IDIOMS[i].template, m.holes);
    for (u32 k = 0; k < count; k++) note_spoken(e, node_arg(e->db, seq, first + k));
    return count;
  }
  return 0;
}

bool english_idiom(English *e, IrSort sort, Node node, const char *kind) {
  EnglishHole holes[ENGLISH_HOLES];
  const char *text = find(e, sort, node, kind, holes);
  if (text) write(e, node, text, holes);
  return text != NULL;
}
