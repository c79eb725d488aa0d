#include "cards/english.h"
#include "cards/ir_args.h"

Node english_find_mod(const English *e, Node node, u32 first, IrOp op) {
  for (u32 i = first; i < node_argc(e->db, node); i++) {
    if (node_op(e->db, node_arg(e->db, node, i)) == op) return node_arg(e->db, node, i);
  }
  return 0;
}

static void write_words(English *e, Node mod, const char *join) {
  for (u32 i = 0; mod && i < node_argc(e->db, mod); i++) {
    if (i > 0) text_adds(e->out, join);
    english_word((Word)node_arg(e->db, mod, i), e->out);
  }
  if (mod && node_argc(e->db, mod)) text_addc(e->out, ' ');
}

/* Power or toughness: what is no number is X, which the end of the sentence explains where `explain`. */
static void write_half(English *e, Node number, bool explain) {
  i64 value = 0;
  if (english_literal(e, number, &value) || node_op(e->db, number) == IR_X) {
    english_number(e, number);
    return;
  }
  text_addc(e->out, 'X');
  if (explain) english_where_x(e, number);
}

/* What a token is called and is, without an article: "1/1 white Soldier creature". */
static void write_token_core(English *e, Node token) {
  Node pt = english_find_mod(e, token, ARG_TOKEN_MODS, IR_M_BASE_PT);
  Node color = english_find_mod(e, token, ARG_TOKEN_MODS, IR_M_SET_COLOR);
  Node super = english_find_mod(e, token, ARG_TOKEN_MODS, IR_M_ADD_SUPERTYPE);
  if (super) {
    english_word((Word)node_arg(e->db, super, 0), e->out);
    text_addc(e->out, ' ');
  }
  if (pt) {
    write_half(e, node_arg(e->db, pt, 0), true);
    text_addc(e->out, '/');
    write_half(e, node_arg(e->db, pt, 1), false);
    text_addc(e->out, ' ');
  }
  if (!color) text_adds(e->out, "colorless ");
  write_words(e, color, " and ");
  write_words(e, english_find_mod(e, token, ARG_TOKEN_MODS, IR_M_SET_SUBTYPES), " ");
  write_words(e, english_find_mod(e, token, ARG_TOKEN_MODS, IR_M_SET_TYPES), " ");
}

/* The abilities among modifications from the first: " with flying and ..." */
static void write_abilities(English *e, Node node, u32 first) {
  u32 written = 0;
  for (u32 i = first; i < node_argc(e->db, node); i++) {
    Node mod = node_arg(e->db, node, i);
    if (node_op(e->db, mod) != IR_M_GAIN) continue;
    text_adds(e->out, written++ ? " and " : " with ");
    english_granted(e, node_arg(e->db, mod, 0));
  }
}

/* What the modifications of a kind are. */
typedef struct Nature {
  u32 end;                    /* behind the last */
  u32 types, subtypes, gains; /* how many of each */
  Node pt, color;
  bool sets, legendary, colors_too;
} Nature;

static Nature nature_of(const English *e, Node node, u32 first) {
  Nature n = {.end = first};
  for (; n.end < node_argc(e->db, node); n.end++) {
    Node mod = node_arg(e->db, node, n.end);
    IrOp op = node_op(e->db, mod);
    if (op != IR_M_GAIN && n.gains > 0) break;
    switch (op) {
      case IR_M_SET_COLOR: n.color = mod; break;
      case IR_M_ADD_COLOR:
        n.color = mod;
        n.colors_too = true;
        break;
      case IR_M_ADD_TYPE: n.types++; break;
      case IR_M_SET_TYPES:
        n.types += node_argc(e->db, mod);
        n.sets = true;
        break;
      case IR_M_ADD_SUBTYPE: n.subtypes++; break;
      case IR_M_SET_SUBTYPES:
        n.subtypes += node_argc(e->db, mod);
        n.sets = true;
        break;
      case IR_M_ADD_SUPERTYPE: n.legendary = true; break;
      case IR_M_BASE_PT: n.pt = mod; break;
      case IR_M_GAIN: n.gains++; break;
      default: return n;
    }
  }
  return n;
}

/* The words of all modifications of two operations. */
static void write_kinds(English *e, Node node, u32 first, u32 end, IrOp one, IrOp other, Text *out) {
  for (u32 i = first; i < end; i++) {
    Node mod = node_arg(e->db, node, i);
    if (node_op(e->db, mod) != one && node_op(e->db, mod) != other) continue;
    for (u32 k = 0; k < node_argc(e->db, mod); k++) {
      if (out->length) text_addc(out, ' ');
      english_word((Word)node_arg(e->db, mod, k), out);
    }
  }
}

u32 english_nature(English *e, Node node, u32 first) {
  Nature n = nature_of(e, node, first);
  u32 kinds = n.types + n.subtypes;
  if (kinds == 0 || (!n.pt && kinds < 2 && !n.color)) return first;
  Text body, *outer = e->out;
  bool plural = e->plural;
  text_init(&body, e->db->allocator);
  e->out = &body;
  /* Without a type behind them they are said last, but for copies: "except it's a 1/1 Spirit". */
  bool copies = node_op(e->db, node) != IR_APPLY && node_op(e->db, node) != IR_AFFECT;
  bool behind = n.pt && !n.types && !n.gains && !copies;
  if (n.pt && !behind) {
    english_number(e, node_arg(e->db, n.pt, 0));
    text_addc(&body, '/');
    english_number(e, node_arg(e->db, n.pt, 1));
  }
  for (u32 i = 0; n.color && i < node_argc(e->db, n.color); i++) {
    text_adds(&body, i > 0 ? " and " : body.length ? " " : "");
    english_word((Word)node_arg(e->db, n.color, i), &body);
  }
  if (n.color && !node_argc(e->db, n.color)) text_adds(&body, body.length ? " colorless" : "colorless");
  if (n.legendary) text_adds(&body, body.length ? " legendary" : "legendary");
  write_kinds(e, node, first, n.end, IR_M_ADD_SUBTYPE, IR_M_SET_SUBTYPES, &body);
  write_kinds(e, node, first, n.end, IR_M_ADD_TYPE, IR_M_SET_TYPES, &body);
  e->out = outer;
  e->plural = plural;
  english_verb(e, e->resolving ? STR("become|becomes") : STR("are|is|be"));
  text_addc(outer, ' ');
  if (plural) {
    english_plural(text_str(&body), outer);
  } else {
    english_article(text_str(&body), outer);
    text_add(outer, text_str(&body));
  }
  if (behind) english_template(e, n.pt, " with base power and toughness {power}/{toughness}");
  u32 said = 0;
  for (u32 i = first; i < n.end; i++) {
    Node mod = node_arg(e->db, node, i);
    if (node_op(e->db, mod) != IR_M_GAIN) continue;
    text_adds(outer, !said ? " with " : said + 1 < n.gains ? ", " : n.gains > 2 ? ", and " : " and ");
    said++;
    english_granted(e, node_arg(e->db, mod, 0));
  }
  if (!n.sets) {
    text_addf(outer, " in addition to %s other %stypes", plural ? "their" : "its", n.colors_too ? "colors and " : "");
  }
  outer->failed |= body.failed;
  text_free(&body);
  return n.end;
}

void english_emblem(English *e, Node node) {
  english_template(e, node, "{player@you}[get|gets] an emblem");
  write_abilities(e, node, ARG_CREATE_EMBLEM_MODS);
}

static void write_token_abilities(English *e, Node token) {
  if (node_defined(e->db, token)) return;
  write_abilities(e, token, ARG_TOKEN_MODS);
  u32 name = node_arg(e->db, token, ARG_TOKEN_NAME);
  if (!name) return;
  text_adds(e->out, " named ");
  text_add(e->out, intern_text(&e->db->names, name));
}

/* "1/1 white Soldier creature token"; predefined ones have a name for all that they are. */
static void write_token(English *e, Node token) {
  if (node_defined(e->db, token)) {
    english_template(e, token, english_template_of(node_op(e->db, token)));
    return;
  }
  write_token_core(e, token);
  text_adds(e->out, "token");
}

void english_token(English *e, Node token) {
  write_token(e, token);
  write_token_abilities(e, token);
}

void english_create(English *e, Node node) {
  const CardDb *db = e->db;
  Node player = node_arg(db, node, ARG_CREATE_PLAYER);
  Node token = node_arg(db, node, ARG_CREATE_TOKEN);
  Text *outer = e->out;
  Text core;
  text_init(&core, db->allocator);
  e->out = &core;
  bool tapped = node_arg(db, node, ARG_CREATE_TAPPED), attacking = node_arg(db, node, ARG_CREATE_ATTACKING) != 0;
  if (tapped && !attacking) text_adds(&core, "tapped ");
  write_token(e, token);
  text_addc(&core, '|'); /* how many they are, if that is counted, is said last */
  e->out = outer;
  e->plural = true;
  if (player && !english_is_you(e, player)) {
    english_subject(e, player);
    text_addc(e->out, ' ');
  }
  english_verb(e, STR("create|creates"));
  text_addc(e->out, ' ');
  english_quantity(e, node_arg(db, node, ARG_CREATE_N), text_str(&core), false);
  outer->failed |= core.failed;
  text_free(&core);
  write_token_abilities(e, token);
  i64 n = 0;
  bool one = english_literal(e, node_arg(db, node, ARG_CREATE_N), &n) && n == 1;
  Node host = node_arg(db, node, ARG_CREATE_ATTACHED_TO);
  if (host) {
    text_adds(e->out, " attached to ");
    english_objects(e, host, DET_A);
  }
  const char *begin = tapped ? one ? " that's tapped and" : " that are tapped and" : one ? " that's" : " that are";
  english_fighting(e, begin, attacking, node_arg(db, node, ARG_CREATE_WHOM), node_arg(db, node, ARG_CREATE_BLOCKING));
}

/* What is said of a copy alone. */
static const char *exception_template(IrOp op) {
  const char *text = english_template_of(op);
  if (op == IR_M_NAME) return "its name is {name}";
  if (op == IR_M_ADD_SUPERTYPE) return "it's {word} in addition to its other types";
  return text[0] == '!' ? text + 1 : NULL;
}

/* Writes the exceptions of a copy: ", except it's 4/4 and it has haste". */
void english_exceptions(English *e, Node node, u32 first) {
  bool resolving = e->resolving;
  bool base = e->base;
  u32 said = 0;
  e->resolving = e->base = false;
  for (u32 i = first; i < node_argc(e->db, node); i++) {
    Node mod = node_arg(e->db, node, i);
    const char *own = exception_template(node_op(e->db, mod));
    Text item;
    Text *outer = e->out;
    bool begins = i == first;
    text_init(&item, e->db->allocator);
    e->out = &item;
    e->plural = false;
    u32 end = english_find_mod(e, node, first, IR_M_COPY) ? i : nature_of(e, node, i).end;
    if (own && end <= i + 1) {
      english_template(e, mod, own);
    } else if (node_op(e->db, mod) == IR_M_BASE_PT && end == i + 1) {
      text_adds(&item, "it's ");
      english_number(e, node_arg(e->db, mod, 0));
      text_addc(&item, '/');
      english_number(e, node_arg(e->db, mod, 1));
    } else if (text_adds(&item, "it "), (end = english_nature(e, node, i)) > i) {
      i = end - 1;
    } else if (item.length = 0, true) {
      text_adds(&item, "it ");
      i = english_mod(e, node, i);
    }
    e->out = outer;
    bool last = i + 1 >= node_argc(e->db, node);
    text_adds(outer, begins ? ", except " : !last ? ", " : said > 1 ? ", and " : " and ");
    said++;
    text_add(outer, text_str(&item));
    outer->failed |= item.failed;
    text_free(&item);
  }
  e->resolving = resolving;
  e->base = base;
}

void english_create_copy(English *e, Node node) {
  const CardDb *db = e->db;
  Node player = node_arg(db, node, ARG_CREATE_COPY_PLAYER);
  i64 n = 0;
  bool one = english_literal(e, node_arg(db, node, ARG_CREATE_COPY_N), &n) && n == 1;
  e->plural = true;
  if (player && !english_is_you(e, player)) {
    english_subject(e, player);
    text_addc(e->out, ' ');
  }
  english_verb(e, STR("create|creates"));
  text_addc(e->out, ' ');
  english_quantity(e, node_arg(db, node, ARG_CREATE_COPY_N),
                   node_arg(db, node, ARG_CREATE_COPY_TAPPED) ? STR("tapped token") : STR("token"), false);
  text_adds(e->out, one ? " that's a copy of " : " that are copies of ");
  english_objects(e, node_arg(db, node, ARG_CREATE_COPY_OF), DET_ALL);
  Node host = node_arg(db, node, ARG_CREATE_COPY_ATTACHED_TO);
  if (host) {
    text_adds(e->out, " attached to ");
    english_objects(e, host, DET_A);
  }
  english_exceptions(e, node, ARG_CREATE_COPY_EXCEPT);
  if (node_arg(db, node, ARG_CREATE_COPY_COUNTERS)) {
    bool excepted = node_argc(db, node) > ARG_CREATE_COPY_EXCEPT;
    text_adds(e->out, excepted ? ", and it enters with " : ", except it enters with ");
    english_template(e, node,
                     "{with?{with;} additional {counters} counters}{with!an additional {counters} counter} on it");
  }
  english_fighting(e, one ? ". It enters" : ". They enter", node_arg(db, node, ARG_CREATE_COPY_ATTACKING) != 0,
                   node_arg(db, node, ARG_CREATE_COPY_WHOM), node_arg(db, node, ARG_CREATE_COPY_BLOCKING));
}

/* What is copied as something enters is not targeted: "any creature on the battlefield". */
static void write_any(English *e, Node objects) {
  const CardDb *db = e->db;
  bool chosen = false;
  english_chooser(e, objects, &chosen);
  Spoken *spoken = chosen ? &e->spoken[node_arg(db, objects, 0)] : NULL;
  Node from = chosen ? node_arg(db, spoken->by, ARG_CHOOSE_FROM) : 0;
  if (!from || node_op(db, from) != IR_ALL || node_arg(db, from, ARG_ALL_ZONE) != W_BATTLEFIELD) {
    english_objects(e, objects, DET_ALL);
    return;
  }
  spoken->mentioned = true;
  text_adds(e->out, "any ");
  english_noun(e, node_arg(db, from, ARG_ALL_FILTER), DET_BARE, "permanent", W_NONE);
  text_adds(e->out, " on the battlefield");
}

/* Whether it is nothing but power and toughness and perhaps a keyword. */
static bool is_shape(const CardDb *db, Node action) {
  u32 first = ARG_ENTERS_AS_MODS, count = node_argc(db, action);
  if (node_op(db, action) != IR_ENTERS_AS || count == first || count > first + 2) return false;
  if (node_op(db, node_arg(db, action, first)) != IR_M_BASE_PT) return false;
  return count == first + 1 || node_op(db, node_arg(db, action, first + 1)) == IR_M_GAIN;
}

bool english_shapes(English *e, Node choice) {
  const CardDb *db = e->db;
  u32 first = ARG_ONE_OF_OPTIONS, end = node_argc(db, choice);
  if (node_arg(db, choice, ARG_ONE_OF_BY)) return false;
  for (u32 i = first; i < end; i++)
    if (!is_shape(db, node_arg(db, choice, i))) return false;
  text_adds(e->out, "it becomes your choice of ");
  for (u32 i = first; i < end; i++) {
    Node shape = node_arg(db, choice, i), pt = node_arg(db, shape, ARG_ENTERS_AS_MODS);
    if (i > first) text_adds(e->out, i + 1 < end ? ", " : end - first > 2 ? ", or " : " or ");
    english_template(e, pt, "a {power}/{toughness} creature");
    if (node_argc(db, shape) == ARG_ENTERS_AS_MODS + 1) continue;
    english_template(e, node_arg(db, shape, ARG_ENTERS_AS_MODS + 1), " with {ability}");
  }
  return true;
}

void english_enters_as_copy(English *e, Node node) {
  english_template(e, node, e->turning ? "{.}[become|becomes] a copy of " : "{.}[enter|enters] as a copy of ");
  write_any(e, node_arg(e->db, node, ARG_ENTERS_AS_COPY_OF));
  Word until = (Word)node_arg(e->db, node, ARG_ENTERS_AS_COPY_UNTIL);
  if (until) {
    text_adds(e->out, " ");
    english_word(until, e->out);
  }
  english_exceptions(e, node, ARG_ENTERS_AS_COPY_EXCEPT);
  Node also = node_arg(e->db, node, ARG_ENTERS_AS_COPY_AND);
  if (!also) return;
  text_adds(e->out, " and ");
  bool base = e->base;
  e->base = false;
  english_action(e, also);
  e->base = base;
}

void english_copy_spell(English *e, Node node) {
  const CardDb *db = e->db;
  Node n = node_arg(db, node, ARG_COPY_SPELL_N);
  text_adds(e->out, "copy ");
  english_objects(e, node_arg(db, node, ARG_COPY_SPELL_OBJECT), DET_ALL);
  if (n && !english_for_each(e, n)) {
    text_addc(e->out, ' ');
    english_quantity(e, n, STR("time"), false);
  }
  english_exceptions(e, node, ARG_COPY_SPELL_EXCEPT);
  if (node_arg(db, node, ARG_COPY_SPELL_NEW_TARGETS)) {
    text_addf(e->out, ". You may choose new targets for the %s", n ? "copies" : "copy");
  }
}
