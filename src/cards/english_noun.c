#include "cards/english.h"
#include "cards/ir_args.h"

/* --- noun phrases -------------------------------------------------------------------------- */

/* A noun phrase under construction. */
typedef struct Noun {
  Text adjectives;    /* each with a blank behind it */
  Text words, plural; /* subtypes and types, joined: "Elf creature", "artifact or creature" */
  Text literal;       /* said in place of all that: "you", "any target" */
  Text posts;         /* each with a blank before it */
  const char *kind;   /* card, spell, token, permanent, player …, null for none */
  Word zone;
  Node owner; /* a term; 0: nothing is said of it */
  bool other;
} Noun;

static void noun_init(Noun *noun, GavelAllocator allocator, Word zone) {
  *noun = (Noun){.zone = zone};
  Text *texts[] = {&noun->adjectives, &noun->words, &noun->plural, &noun->literal, &noun->posts};
  for (u32 i = 0; i < COUNT_OF(texts); i++) text_init(texts[i], allocator);
}

static void noun_free(English *e, Noun *noun) {
  Text *texts[] = {&noun->adjectives, &noun->words, &noun->plural, &noun->literal, &noun->posts};
  for (u32 i = 0; i < COUNT_OF(texts); i++) {
    e->out->failed |= texts[i]->failed;
    text_free(texts[i]);
  }
}

static void collect(English *e, Noun *noun, Node term, bool negated);
static void write_noun(English *e, const Noun *noun, Determiner det, const char *usual);

/* Writes a term by its template, as it is or its contrary. */
static void write_term(English *e, Text *to, Node term, bool negated) {
  English outer = *e;
  e->out = to;
  e->negated = negated;
  e->base = e->would = e->past = false;
  english_template(e, term);
  memcpy(outer.spoken, e->spoken, sizeof outer.spoken);
  *e = outer;
}

/* "with flying" becomes "without flying". */
static void collect_post(English *e, Noun *noun, Node term, bool negated) {
  Text said;
  text_init(&said, e->db->allocator);
  write_term(e, &said, term, negated);
  Str post = text_str(&said);
  bool contrary = negated && !english_negates(node_op(e->db, term)), with = str_begins(post, STR("with "));
  text_adds(&noun->posts, !contrary ? " " : with ? " without " : " not ");
  text_add(&noun->posts, contrary && with ? text_from(&said, 5) : post);
  noun->posts.failed |= said.failed;
  text_free(&said);
}

static void collect_adjective(English *e, Noun *noun, Node term, bool negated) {
  IrOp op = node_op(e->db, term);
  if (negated && !english_negates(op)) text_adds(&noun->adjectives, op == IR_SUBTYPE ? "non-" : "non");
  write_term(e, &noun->adjectives, term, negated);
  text_addc(&noun->adjectives, ' ');
}

/* Whether a word is that of a kind of thing, beside which types stand: "artifact card". */
static const char *kind_of(const English *e, Node term) {
  IrOp op = node_op(e->db, term);
  if (op == IR_TYPE || op == IR_SUBTYPE || op == IR_IS || op == IR_ANY_TARGET || !english_kind(op, "noun:"))
    return NULL;
  return op == IR_ALWAYS || node_argc(e->db, term) > 0 ? NULL : ir_op_info(op)->english + strlen("noun:");
}

static void collect_word(English *e, Noun *noun, Node term) {
  Text word;
  text_init(&word, e->db->allocator);
  write_term(e, &word, term, false);
  if (noun->words.length) text_addc(&noun->words, ' ');
  text_clear(&noun->plural);
  text_add(&noun->plural, text_str(&noun->words));
  text_add(&noun->words, text_str(&word));
  word_plural(text_str(&word), &noun->plural);
  noun->words.failed |= word.failed;
  text_free(&word);
}

static bool all_of_kind(const English *e, Node terms, const char *kind) {
  for (u32 i = 0; i < node_argc(e->db, terms); i++) {
    IrOp op = node_op(e->db, node_arg(e->db, terms, i));
    if (!english_kind(op, kind) || op == IR_IS || op == IR_OTHER) return false;
  }
  return true;
}

/* "artifact or creature", "white or blue", or whole phrases. */
static void collect_alternatives(English *e, Noun *noun, Node terms, bool negated) {
  u32 count = node_argc(e->db, terms);
  bool nouns = !negated && all_of_kind(e, terms, "noun:"), adjectives = !negated && all_of_kind(e, terms, "adj:");
  Text *outer = e->out;
  for (u32 i = 0; i < count; i++) {
    Node term = node_arg(e->db, terms, i);
    const char *join = i == 0 ? "" : i + 1 < count ? ", " : count > 2 ? ", or " : " or ";
    Text *to = adjectives ? &noun->adjectives : nouns ? &noun->words : &noun->literal;
    text_adds(to, join);
    if (nouns) text_adds(&noun->plural, join);
    if (adjectives) {
      write_term(e, to, term, false);
      continue;
    }
    Noun one;
    noun_init(&one, e->db->allocator, noun->zone);
    collect(e, &one, term, negated);
    e->out = to;
    write_noun(e, &one, nouns ? DET_BARE : DET_A, "permanent");
    e->out = &noun->plural;
    if (nouns) write_noun(e, &one, DET_PLURAL, "permanent");
    e->out = outer;
    noun_free(e, &one);
  }
  if (adjectives) text_addc(&noun->adjectives, ' ');
}

static void collect_objects(English *e, Noun *noun, Node objects, bool negated) {
  Text *outer = e->out;
  if (negated && node_op(e->db, objects) == IR_YOU) {
    noun->other = true;
    return;
  }
  e->out = negated ? &noun->posts : &noun->literal;
  if (negated) text_adds(e->out, " other than ");
  english_objects(e, objects, DET_EACH);
  e->out = outer;
}

static void collect(English *e, Noun *noun, Node term, bool negated) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, term);
  const char *kind = kind_of(e, term);
  switch (op) {
    case IR_AND:
    case IR_OR:
      if ((op == IR_OR) != negated) {
        collect_alternatives(e, noun, term, negated);
        return;
      }
      for (u32 i = 0; i < node_argc(db, term); i++) collect(e, noun, node_arg(db, term, i), negated);
      return;
    case IR_NOT: collect(e, noun, node_arg(db, term, 0), !negated); return;
    case IR_ALWAYS: return;
    case IR_OTHER: noun->other = true; return;
    case IR_IS: collect_objects(e, noun, node_arg(db, term, ARG_IS_OBJECTS), negated); return;
    case IR_OWNED_BY:
      if (negated)
        collect_post(e, noun, term, true);
      else
        noun->owner = term;
      return;
    case IR_IN_ZONE: noun->zone = (Word)node_arg(db, term, 0); return;
    default: break;
  }
  if (op == IR_ANY_TARGET) {
    text_adds(&noun->literal, "any target");
  } else if (kind && !negated) {
    if (!noun->kind || strcmp(kind, "permanent") != 0) noun->kind = kind;
  } else if (english_kind(op, "noun:") && !negated) {
    collect_word(e, noun, term);
  } else if (english_kind(op, "noun:") || english_kind(op, "adj:")) {
    collect_adjective(e, noun, term, negated);
  } else if (english_kind(op, "post:")) {
    collect_post(e, noun, term, negated);
  } else {
    Text *outer = e->out;
    bool was = e->negated;
    e->out = &noun->posts;
    e->negated = negated;
    text_adds(e->out, " if ");
    english_clause(e, term);
    e->negated = was;
    e->out = outer;
  }
}

/* The adjectives and the noun itself. */
static void write_core(English *e, const Noun *noun, bool plural, const char *usual) {
  const char *kind = noun->kind;
  bool card = noun->zone && noun->zone != W_BATTLEFIELD && noun->zone != W_STACK;
  if (!kind && card) kind = "card";
  if (!kind && (!noun->words.length || strcmp(usual, "spell") == 0)) kind = usual;
  if (kind && noun->words.length && strcmp(kind, "permanent") == 0) kind = NULL;
  text_add(e->out, text_str(&noun->adjectives));
  text_add(e->out, text_str(plural && !kind ? &noun->plural : &noun->words));
  if (!kind) return;
  if (noun->words.length) text_addc(e->out, ' ');
  plural ? word_plural(str_of(kind), e->out) : text_adds(e->out, kind);
}

static void write_determiner(English *e, const Noun *noun, Determiner det, Str next) {
  static const char *const SAID[] = {[DET_EACH] = "each ", [DET_ALL] = "all ", [DET_SOME] = "one or more "};
  if (det == DET_A) {
    text_adds(e->out, noun->other ? "another " : word_takes_an(next) ? "an " : "a ");
    return;
  }
  if (det < COUNT_OF(SAID) && SAID[det]) text_adds(e->out, SAID[det]);
  if (noun->other) text_adds(e->out, "other ");
}

static void write_posts(English *e, const Noun *noun) {
  Word zone = noun->zone == W_BATTLEFIELD || noun->zone == W_STACK ? W_NONE : noun->zone;
  bool plural = e->plural;
  if (zone) text_adds(e->out, e->taken ? " from " : " in ");
  if (zone && noun->owner) english_possessive(e, node_arg(e->db, noun->owner, ARG_OWNED_BY_PLAYER));
  if (noun->owner) text_addc(e->out, ' ');
  if (noun->owner && !zone) write_term(e, e->out, noun->owner, false);
  if (zone) noun->owner ? english_word(zone, e->out) : english_zone(e, zone, false);
  text_add(e->out, text_str(&noun->posts));
  e->plural = plural;
}

static void write_noun(English *e, const Noun *noun, Determiner det, const char *usual) {
  if (noun->literal.length) {
    text_add(e->out, text_str(&noun->literal));
    write_posts(e, noun);
    return;
  }
  Text core, *outer = english_beside(e, &core);
  write_core(e, noun, det == DET_ALL || det == DET_PLURAL || det == DET_SOME, usual);
  e->out = outer;
  write_determiner(e, noun, det, text_str(&core));
  text_add(outer, text_str(&core));
  english_back(e, outer, &core);
  write_posts(e, noun);
}

void english_noun(English *e, Node filter, Determiner det, const char *noun, Word zone) {
  Noun phrase;
  noun_init(&phrase, e->db->allocator, zone);
  collect(e, &phrase, filter, false);
  if (phrase.literal.length) e->plural = str_is(text_str(&phrase.literal), "you");
  write_noun(e, &phrase, det, noun);
  noun_free(e, &phrase);
}

void english_noun_count(English *e, Node by, Node filter, Word zone) {
  Noun phrase;
  Bounds bounds = english_bounds(e, by);
  bool target = node_op(e->db, by) == IR_TARGET;
  noun_init(&phrase, e->db->allocator, zone);
  collect(e, &phrase, filter, false);
  e->plural = bounds.several;
  bool one = !bounds.several && bounds.least > 0;
  if (one && target && phrase.other) text_adds(e->out, "another ");
  if (!one) english_so_many(e, &bounds);
  if (!one && phrase.other) text_adds(e->out, "other ");
  if (!one || target) phrase.other = false;
  if (target && !phrase.literal.length) text_adds(e->out, "target ");
  write_noun(e, &phrase, bounds.several ? DET_PLURAL : one && !target ? DET_A : DET_BARE, "permanent");
  noun_free(e, &phrase);
}

const char *english_that(const English *e, Node filter) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, filter);
  const char *found = kind_of(e, filter);
  if (op == IR_TYPE || op == IR_SUBTYPE) return word_text((Word)node_arg(db, filter, 0)).data;
  if (found && op == IR_IS_OPPONENT) return "player";
  for (u32 i = 0; op == IR_AND && !found && i < node_argc(db, filter); i++)
    found = english_that(e, node_arg(db, filter, i));
  return found;
}

/* --- clauses ------------------------------------------------------------------------------- */

void english_predicate(English *e, Node filter) {
  static const char *const VERBS[2][2][2] = {{{"is ", "isn't "}, {"are ", "aren't "}},
                                             {{"has ", "doesn't have "}, {"have ", "don't have "}}};
  Noun noun;
  bool negated = e->negated, plural = e->plural;
  noun_init(&noun, e->db->allocator, W_NONE);
  e->negated = false;
  collect(e, &noun, filter, false);
  e->plural = plural;
  Str posts = text_str(&noun.posts);
  bool bare = !noun.words.length && !noun.kind && !noun.literal.length && !noun.other;
  bool has = bare && !noun.adjectives.length && str_begins(posts, STR(" with "));
  text_adds(e->out, VERBS[has][plural][negated]);
  if (has) {
    text_add(e->out, (Str){posts.data + 6, posts.length - 6});
  } else if (bare && noun.adjectives.length && !noun.owner && !noun.zone) {
    text_add(e->out, text_str(&noun.adjectives));
    text_add(e->out, posts);
  } else {
    write_noun(e, &noun, plural ? DET_PLURAL : DET_A, "permanent");
  }
  e->negated = negated;
  noun_free(e, &noun);
}

static void write_comparison(English *e, Node condition) {
  static const struct {
    Word how;
    const char *before, *behind;
  } SAID[] = {{W_AT_LEAST, "", " or more"}, {W_AT_MOST, "", " or less"}, {W_GREATER, "more than ", ""},
              {W_LESS, "less than ", ""},   {W_EQUAL, "exactly ", ""},   {W_UNEQUAL, "exactly ", ""}};
  u32 i = 0;
  i64 n;
  Node a = node_arg(e->db, condition, ARG_COMPARE_A), b = node_arg(e->db, condition, ARG_COMPARE_B);
  Word how = (Word)node_arg(e->db, condition, ARG_COMPARE_HOW);
  bool negated = (how == W_UNEQUAL) != e->negated, things = node_op(e->db, a) == IR_COUNT;
  while (i + 1 < COUNT_OF(SAID) && SAID[i].how != how) i++;
  if (!things) english_number(e, a);
  text_adds(e->out, things ? negated ? "there aren't " : "there are " : negated ? " isn't " : " is ");
  if (things || strcmp(SAID[i].before, "exactly ") != 0) text_adds(e->out, SAID[i].before);
  things &&english_literal(e, b, &n) ? english_numeral(n, e->out) : english_number(e, b);
  text_adds(e->out, SAID[i].behind);
  if (!things) return;
  text_addc(e->out, ' ');
  english_objects(e, node_arg(e->db, a, ARG_COUNT_OBJECTS), DET_PLURAL);
}

void english_clause(English *e, Node condition) {
  IrOp op = node_op(e->db, condition);
  bool negated = e->negated;
  if (op == IR_NOT) {
    e->negated = !negated;
    english_clause(e, node_arg(e->db, condition, 0));
    e->negated = negated;
  } else if (op == IR_AND || op == IR_OR) {
    for (u32 i = 0; i < node_argc(e->db, condition); i++) {
      if (i > 0) text_adds(e->out, (op == IR_AND) != negated ? " and " : " or ");
      english_clause(e, node_arg(e->db, condition, i));
    }
  } else if (op == IR_COMPARE) {
    write_comparison(e, condition);
  } else if (english_kind(op, "if:")) {
    if (negated && !english_negates(op) && op != IR_MATCHES) text_adds(e->out, "it isn't so that ");
    english_template(e, condition);
  } else {
    text_adds(e->out, "it ");
    e->plural = false;
    english_predicate(e, condition);
  }
}
