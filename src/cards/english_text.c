#include "cards/english.h"

/* The language of the templates is described at the head of ir_ops.def. */

static const char *const KINDS[] = {"adj:", "noun:", "post:", "if:"};

const char *english_template_of(IrOp op) {
  const char *text = ir_op_info(op)->english;
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) {
    if (english_kind(op, KINDS[i])) return text + strlen(KINDS[i]);
  }
  return text;
}

bool english_kind(IrOp op, const char *kind) { return strncmp(ir_op_info(op)->english, kind, strlen(kind)) == 0; }

bool english_arg(const English *e, Node node, const char *name, u32 *value) {
  const IrSignature *signature = &e->db->signatures[node_op(e->db, node)];
  for (u32 i = 0; i < signature->count; i++) {
    const IrArg *arg = &signature->args[i];
    if (!str_is(arg->name, name)) continue;
    bool there = arg->rest ? arg->index < node_argc(e->db, node) : true;
    *value = there ? node_arg(e->db, node, arg->index) : 0;
    return arg->optional ? *value != 0 : there;
  }
  *value = 0;
  return false;
}

void english_verb(English *e, Str forms) {
  Str form[4] = {{0}, {0}, {0}, {0}};
  u32 count = 0;
  u32 start = 0;
  for (u32 i = 0; i <= forms.length && count < COUNT_OF(form); i++) {
    if (i < forms.length && forms.data[i] != '|') continue;
    form[count++] = (Str){forms.data + start, i - start};
    start = i + 1;
  }
  Str base = form[2].length ? form[2] : form[0];
  if (e->would) {
    text_adds(e->out, "would ");
    text_add(e->out, base);
    e->would = false;
    return;
  }
  bool were = e->past && form[3].length && str_is(form[3], "were") && !e->plural && !e->base;
  if (were) form[3] = STR("was");
  Str said = e->base ? base : e->past && form[3].length ? form[3] : form[e->plural ? 0 : 1];
  text_add(e->out, said);
}

void english_value(English *e, const IrArg *arg, u32 value) {
  const CardDb *db = e->db;
  switch (arg->sort) {
    case SORT_NUM: english_number(e, value); return;
    case SORT_COND: english_noun(e, value, DET_A, "permanent", W_NONE); return;
    case SORT_OBJ: english_objects(e, value, DET_ALL); return;
    case SORT_ACT: english_action(e, value); return;
    case SORT_COST: english_cost(e, value); return;
    case SORT_EVT: english_event(e, value, false); return;
    case SORT_TOK: english_token(e, value); return;
    case SORT_ABIL: english_granted(e, value); return;
    case SORT_MOD: english_mod_alone(e, value); return;
    case SORT_RULE: english_rule(e, value); return;
    case SORT_STATIC: english_static(e, value); return;
    case SORT_WORD: english_word((Word)value, e->out); return;
    case SORT_VAR_SLOT: english_variable(e, value, DET_A); return;
    case SORT_STR: text_add(e->out, intern_text(&db->names, value)); return;
    case SORT_MANA: mana_cost_print(&db->costs.data[value], e->out); return;
    case SORT_INT: text_addf(e->out, "%d", (i32)value); return;
    case SORT_LINK:
    case SORT_FLAG: return;
    default: english_template(e, value, english_template_of(node_op(db, value))); return;
  }
}

/* Writes a list: "a", "a and b", "a, b, and c", with another word than "and" if `join` says so. */
static void write_list(English *e, Node node, const IrArg *arg, Str join) {
  u32 count = node_argc(e->db, node) - arg->index;
  bool apart = join.length > 0 && join.data[0] == ','; /* a comma even between two */
  if (apart) join = (Str){join.data + 2, join.length - 2};
  for (u32 i = 0; i < count; i++) {
    if (i > 0 && (count > 2 || apart)) text_addc(e->out, ',');
    if (i > 0) text_addc(e->out, ' ');
    if (i > 0 && i + 1 == count) {
      text_add(e->out, join);
      text_addc(e->out, ' ');
    }
    english_value(e, arg, node_arg(e->db, node, arg->index + i));
  }
}

/* The end of the part that begins at `text` behind its '{' (or '['), past parts within it. */
static const char *closing(const char *text, char open, char close) {
  u32 depth = 0;
  for (; *text; text++) {
    if (*text == close && depth-- == 0) return text;
    if (*text == open) depth++;
  }
  return text;
}

static Str span(const char *from, const char *to) { return (Str){from, (u32)(to - from)}; }

/* A template that is part of another. */
static void write_part(English *e, Node node, Str part) {
  char text[256];
  u32 length = part.length < sizeof text ? part.length : (u32)sizeof text - 1;
  memcpy(text, part.data, length);
  text[length] = 0;
  english_template(e, node, text);
}

/* The noun a template gives for filters that name none. */
static const char *noun_of(Str rest, char *buffer, size_t size) {
  size_t length = rest.length < size ? rest.length : size - 1;
  memcpy(buffer, rest.data, length);
  buffer[length] = 0;
  return buffer;
}

/* Writes the subject of a clause: an object, or a filter in the plural. Where there is none, or
   it is you, nothing is written but what `rest` says, and the verb is an imperative. */
static void write_subject(English *e, const IrArg *arg, u32 value, Str rest) {
  bool you = arg->sort == SORT_OBJ && (!value || english_is_you(e, value));
  if (arg->sort == SORT_OBJ && value && english_is_actor(e, value)) you = true;
  if (!you) {
    english_subject(e, value);
    text_addc(e->out, ' ');
    return;
  }
  bool self = str_is(rest, "~");
  e->self_named |= self;
  if (e->base && !self) rest = STR(""); /* "you may gain 1 life" */
  if (e->say_you && !rest.length) rest = STR("you");
  text_add(e->out, self && e->self_said ? STR("it") : rest);
  if (rest.length) text_addc(e->out, ' ');
  e->plural = !self && !e->third;
}

/* Who does something to what a variable stands for: whoever chose it (nothing for you). Whose it is
   then goes without saying, unless it is said where it is taken from. */
static void write_chooser(English *e, u32 value, bool from) {
  bool chosen = false;
  Node chooser = english_chooser(e, value, &chosen);
  e->plural = true;
  e->from = from;
  e->understood = from ? 0 : chooser;
  e->understood_you = !from && chosen && (!chooser || english_is_you(e, chooser));
  if (!chooser || english_is_you(e, chooser)) return;
  if (e->payer && english_is_actor(e, chooser)) {
    e->plural = false;
    return;
  }
  english_subject(e, chooser);
  text_addc(e->out, ' ');
}

/* "two cards"; in the noun KIND stands for the kind of counter. */
static void write_count(English *e, Node node, u32 value, Str noun) {
  u32 kind = 0;
  if (noun.length < 5 || memcmp(noun.data, "KIND ", 5) != 0 || !english_arg(e, node, "kind", &kind)) {
    english_quantity(e, value, noun, false);
    return;
  }
  Text counter;
  text_init(&counter, e->db->allocator);
  english_word((Word)kind, &counter);
  text_add(&counter, (Str){noun.data + 4, noun.length - 4});
  english_quantity(e, value, text_str(&counter), false);
  e->out->failed |= counter.failed;
  text_free(&counter);
}

/* Writes words as what something is: "an artifact creature", "artifact creatures". */
static void write_words(English *e, Node node, const IrArg *arg) {
  Text said;
  text_init(&said, e->db->allocator);
  u32 end = arg->rest ? node_argc(e->db, node) : arg->index + 1u;
  for (u32 i = arg->index; i < end; i++) {
    if (i > arg->index) text_addc(&said, ' ');
    english_word((Word)node_arg(e->db, node, i), &said);
  }
  if (e->plural) {
    english_plural(text_str(&said), e->out);
  } else {
    english_article(text_str(&said), e->out);
    text_add(e->out, text_str(&said));
  }
  e->out->failed |= said.failed;
  text_free(&said);
}

/* Writes a cost with verbs in their base form. */
static void write_paying(English *e, Node cost) {
  bool base = e->base;
  e->base = true;
  english_paying(e, cost);
  e->base = base;
}

/* Writes a condition, or an event that has happened, as a clause. */
static void write_clause(English *e, const IrArg *arg, u32 value) {
  if (arg->sort == SORT_COND) {
    english_clause(e, value);
    return;
  }
  e->past = true;
  english_event(e, value, true);
  e->past = false;
}

/* Writes an object, this one by its name even where "it" would do. */
static void write_by_name(English *e, Node objects) {
  bool said = e->self_said;
  e->self_said = false;
  english_objects(e, objects, DET_ALL);
  e->self_said = said;
}

/* Whether a noun of a template is said of cards whatever types they have. */
static bool is_card(const char *noun) { return strcmp(noun, "card!") == 0; }

/* Writes what does something, with a space for its verb. */
static void write_doer(English *e, const IrArg *arg, u32 value, Str rest) {
  if (arg->sort != SORT_VAR_SLOT) {
    write_subject(e, arg, value, rest);
    return;
  }
  english_variable(e, value, DET_PLURAL);
  text_addc(e->out, ' ');
}

static void write_possessive(English *e, const IrArg *arg, u32 value, Str rest) {
  if (arg->sort == SORT_VAR_SLOT) {
    english_variable_possessive(e, value);
  } else if (rest.length > 2 && rest.data[0] == 'o') {
    english_owners(e, value, (Str){rest.data + 2, rest.length - 2});
  } else {
    english_possessive(e, value);
  }
}

/* Writes one of what a filter describes, or some. */
static void write_one(English *e, u32 value, const char *noun) {
  e->plural = e->some;
  english_noun(e, value, e->some ? DET_SOME : DET_A, is_card(noun) ? "card" : noun, is_card(noun) ? W_LIBRARY : W_NONE);
  e->some = false;
}

/* Writes a word, or what a filter describes, in the plural. */
static void write_plural(English *e, const IrArg *arg, u32 value, const char *noun) {
  if (arg->sort == SORT_WORD) {
    Text word;
    text_init(&word, e->db->allocator);
    english_word((Word)value, &word);
    english_plural(text_str(&word), e->out);
    e->out->failed |= word.failed;
    text_free(&word);
    return;
  }
  e->plural = true;
  e->casting = strcmp(noun, "spell cast") == 0;
  english_noun(e, value, DET_PLURAL,
               e->casting      ? "spell"
               : is_card(noun) ? "card"
                               : noun,
               is_card(noun) ? W_LIBRARY : W_NONE);
  e->casting = false;
}

/* Writes an ability without marks around it, or a condition with the words it begins with. */
static void write_bare(English *e, const IrArg *arg, u32 value) {
  if (arg->sort == SORT_ABIL) {
    english_ability_bare(e, value);
  } else if (!english_idiom(e, SORT_COND, value, "for:") && !english_idiom(e, SORT_COND, value, "when:")) {
    text_adds(e->out, "if ");
    english_clause(e, value);
  }
}

/* Writes an argument of which a template says nothing. */
static void write_usual(English *e, Node node, const IrArg *arg, u32 value) {
  if (arg->rest && arg->sort == SORT_MOD) {
    english_mods(e, node, arg->index);
  } else if (arg->rest) {
    write_list(e, node, arg, STR("and"));
  } else {
    english_value(e, arg, value);
  }
}

/* Writes an argument as `how` and what stands behind it say. */
static void write_argument(English *e, Node node, const IrArg *arg, u32 value, char how, Str rest) {
  char noun[64];
  noun_of(rest, noun, sizeof noun);
  switch (how) {
    case '@': write_doer(e, arg, value, rest); return;
    case '^': write_chooser(e, value, rest.length > 0); return;
    case '_': write_words(e, node, arg); return;
    case ';':
      if (arg->sort == SORT_NUM) {
        english_count(e, value);
      } else {
        bool variable = node_op(e->db, value) == IR_VAR;
        english_objects(e, value, variable ? DET_ALL : DET_PLURAL);
      }
      return;
    case '+': write_paying(e, value); return;
    case '$': english_mana_amount(e, value); return;
    case '\'': write_possessive(e, arg, value, rest); return;
    case '#': write_count(e, node, value, rest); return;
    case '&': english_quantity(e, value, rest, true); return;
    case ':': write_one(e, value, noun); return;
    case '*': write_plural(e, arg, value, noun); return;
    case '=':
      if (arg->sort == SORT_OBJ) {
        write_by_name(e, value);
      } else {
        write_clause(e, arg, value);
      }
      return;
    case '"': write_bare(e, arg, value); return;
    case '%': english_predicate(e, value); return;
    case ',': english_measure(e, value); return;
    case '~': english_objects(e, value, DET_EACH); return;
    case '.':
      if (arg->sort == SORT_COND) {
        english_noun(e, value, DET_BARE, noun, W_NONE);
      } else {
        english_objects(e, value, DET_BARE);
      }
      return;
    case '/': write_list(e, node, arg, rest); return;
    default: write_usual(e, node, arg, value); return;
  }
}

/* Writes what stands in braces: an argument, or a symbol such as {T}. */
static void write_braces(English *e, Node node, Str inside) {
  if (inside.length == 1 && inside.data[0] >= 'A' && inside.data[0] <= 'Z') {
    text_addf(e->out, "{%c}", inside.data[0]);
    return;
  }
  if (inside.length > 0 && inside.data[0] >= '0' && inside.data[0] <= '9') {
    EnglishHole hole = e->holes[inside.data[0] - '0'];
    if (inside.length == 3 && (inside.data[1] == '>' || inside.data[1] == '<')) {
      Node number = e->holes[inside.data[2] - '0'].value;
      inside.data[1] == '>' ? english_so_many(e, (Word)hole.value, number)
                            : english_bound(e, (Word)hole.value, number, "greater", "less");
      return;
    }
    Str rest = inside.length > 2 ? (Str){inside.data + 2, inside.length - 2} : STR("");
    const Node *without = e->without;
    if (hole.without[0]) e->without = hole.without;
    write_argument(e, node, &hole.arg, hole.value, (char)(inside.length > 1 ? inside.data[1] : 0), rest);
    e->without = without;
    return;
  }
  const IrSignature *signature = &e->db->signatures[node_op(e->db, node)];
  for (u32 i = 0; i < signature->count; i++) {
    const IrArg *arg = &signature->args[i];
    u32 length = arg->name.length;
    if (inside.length < length || memcmp(inside.data, arg->name.data, length) != 0) continue;
    char how = (char)(inside.length > length ? inside.data[length] : 0);
    if (how == '-' || (how >= 'a' && how <= 'z')) continue; /* a longer name */
    Str rest = how ? (Str){inside.data + length + 1, inside.length - length - 1} : STR("");
    bool there = arg->rest ? node_argc(e->db, node) > arg->index : true;
    u32 value = there ? node_arg(e->db, node, arg->index) : 0;
    if (arg->optional) there = value != 0;
    if (how == '?' || how == '!') {
      if (there == (how == '?')) write_part(e, node, rest);
    } else if (there || how == '@' || how == '_') {
      write_argument(e, node, arg, value, how, rest);
    }
    return;
  }
}

/* Writes one of the two parts of "(so|not so)" or "<lasting|resolving>"; verbs in them have bars
   too. */
static void write_choice(English *e, Node node, Str inside, bool second) {
  u32 bar = 0;
  for (u32 depth = 0; bar < inside.length && (depth > 0 || inside.data[bar] != '|'); bar++) {
    depth += inside.data[bar] == '[';
    depth -= inside.data[bar] == ']';
  }
  Str first = {inside.data, bar};
  Str other = bar < inside.length ? (Str){inside.data + bar + 1, inside.length - bar - 1} : STR("");
  write_part(e, node, second ? other : first);
}

/* Writes what enters the battlefield, and later "it" or "they". */
static void write_entering(English *e) {
  e->plural = e->entering != 0;
  if (e->entering ? e->entering_said : e->self_said) {
    text_adds(e->out, e->entering ? "they" : "it");
  } else if (e->entering) {
    english_noun(e, e->entering, DET_PLURAL, "permanent", W_NONE);
  } else {
    text_adds(e->out, "~");
  }
  e->entering_said = true;
  e->self_said |= !e->entering;
  text_addc(e->out, ' ');
}

void english_template(English *e, Node node, const char *text) {
  static const struct { char open, close; } PAIRS[] = {{'{', '}'}, {'[', ']'}, {'(', ')'}, {'<', '>'}};
  while (*text) {
    u32 pair = 0;
    while (pair < COUNT_OF(PAIRS) && PAIRS[pair].open != *text) pair++;
    if (pair == COUNT_OF(PAIRS)) {
      text_addc(e->out, *text++);
      continue;
    }
    const char *end = closing(text + 1, PAIRS[pair].open, PAIRS[pair].close);
    Str inside = span(text + 1, end);
    switch (*text) {
      case '[': english_verb(e, inside); break;
      case '(': write_choice(e, node, inside, e->negated); break;
      case '<': write_choice(e, node, inside, e->resolving); break;
      default:
        if (str_is(inside, ".")) {
          write_entering(e);
        } else {
          write_braces(e, node, inside);
        }
        break;
    }
    text = *end ? end + 1 : end;
  }
}
