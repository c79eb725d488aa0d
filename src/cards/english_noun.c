#include "cards/english.h"
#include "cards/ir_args.h"

/* --- collecting ---------------------------------------------------------------------------- */

/* A noun phrase under construction. */
typedef struct Noun {
  Text adjectives; /* each followed by a space */
  Text words;      /* subtypes and types, joined: "Elf creature", "artifact or creature" */
  Text words_plural;
  Text literal; /* said in place of all that: "you", "any target" */
  Text literal_plural;
  Text post;        /* each preceded by a space */
  const char *kind; /* card, spell, token, permanent, player …, null for none */
  Node controller, owner;
  Word zone;
  bool not_controller, not_owner, other, player;
} Noun;

static void noun_init(Noun *noun, GavelAllocator allocator) {
  *noun = (Noun){0};
  Text *texts[] = {&noun->adjectives, &noun->words,          &noun->words_plural,
                   &noun->literal,    &noun->literal_plural, &noun->post};
  for (u32 i = 0; i < COUNT_OF(texts); i++) text_init(texts[i], allocator);
}

static void noun_free(English *e, Noun *noun) {
  Text *texts[] = {&noun->adjectives, &noun->words,          &noun->words_plural,
                   &noun->literal,    &noun->literal_plural, &noun->post};
  for (u32 i = 0; i < COUNT_OF(texts); i++) {
    e->out->failed |= texts[i]->failed;
    text_free(texts[i]);
  }
}

static void collect(English *e, Noun *noun, Node term, bool negated);
static void write_noun(English *e, Noun *noun, Determiner det, const char *usual);

/* Writes a template into another text than the usual one. */
static void template_into(English *e, Text *text, Node node) {
  Text *outer = e->out;
  e->out = text;
  english_template(e, node, english_template_of(node_op(e->db, node)));
  e->out = outer;
}

static void add_adjective(Noun *noun, const char *prefix, Str text) {
  text_adds(&noun->adjectives, prefix);
  text_add(&noun->adjectives, text);
  text_addc(&noun->adjectives, ' ');
}

static void collect_adjective(English *e, Noun *noun, Node term, bool negated) {
  static const struct {
    IrOp op;
    const char *opposite;
  } OPPOSITES[] = {
      {IR_TAPPED, "untapped"},   {IR_BLOCKED, "unblocked"},   {IR_FACE_DOWN, "face-up"},
      {IR_COLORLESS, "colored"}, {IR_MODIFIED, "unmodified"},
  };
  Text word;
  text_init(&word, e->db->allocator);
  template_into(e, &word, term);
  const char *opposite = NULL;
  for (u32 i = 0; i < COUNT_OF(OPPOSITES); i++) {
    if (OPPOSITES[i].op == node_op(e->db, term)) opposite = OPPOSITES[i].opposite;
  }
  if (negated && opposite) {
    add_adjective(noun, "", str_of(opposite));
  } else {
    add_adjective(noun, negated ? "non" : "", text_str(&word));
  }
  noun->adjectives.failed |= word.failed;
  text_free(&word);
}

/* The word of kind for terms that are neither types nor subtypes; null for these. */
static const char *kind_of(IrOp op) {
  switch (op) {
    case IR_IS_PERMANENT: return "permanent";
    case IR_IS_CARD: return "card";
    case IR_IS_TOKEN: return "token";
    case IR_IS_SPELL: return "spell";
    case IR_IS_ACTIVATED_ABILITY: return "activated ability";
    case IR_IS_TRIGGERED_ABILITY: return "triggered ability";
    case IR_IS_PLAYER: return "player";
    case IR_IS_OPPONENT: return "opponent";
    case IR_IS_COMMANDER: return "commander";
    default: return NULL;
  }
}

static void add_word(Noun *noun, Str word) {
  if (noun->words.length) text_addc(&noun->words, ' ');
  text_clear(&noun->words_plural);
  text_add(&noun->words_plural, text_str(&noun->words));
  text_add(&noun->words, word);
  english_plural(word, &noun->words_plural);
}

static void collect_noun(English *e, Noun *noun, Node term, bool negated) {
  IrOp op = node_op(e->db, term);
  const char *kind = kind_of(op);
  if (op == IR_ANY_TARGET) {
    text_adds(&noun->literal, "any target");
    return;
  }
  if (kind && !negated) {
    bool keep = noun->kind && strcmp(kind, "permanent") == 0;
    if (!keep) noun->kind = kind;
    noun->player |= op == IR_IS_PLAYER || op == IR_IS_OPPONENT;
    return;
  }
  Text word;
  text_init(&word, e->db->allocator);
  template_into(e, &word, term);
  bool capital = word.length && word.data[0] >= 'A' && word.data[0] <= 'Z';
  if (negated) {
    add_adjective(noun, capital ? "non-" : "non", text_str(&word));
  } else {
    add_word(noun, text_str(&word));
  }
  noun->words.failed |= word.failed;
  text_free(&word);
}

/* "with flying" becomes "without flying"; what else cannot be negated by its first word is set
   apart. */
static void collect_post(English *e, Noun *noun, Node term, bool negated) {
  Text post;
  text_init(&post, e->db->allocator);
  template_into(e, &post, term);
  Str text = text_str(&post);
  bool with = text.length > 5 && memcmp(text.data, "with ", 5) == 0;
  text_addc(&noun->post, ' ');
  if (negated && with) {
    text_adds(&noun->post, "without ");
    text = (Str){text.data + 5, text.length - 5};
    bool article = text.length > 2 && memcmp(text.data, "a ", 2) == 0;
    if (article) text = (Str){text.data + 2, text.length - 2};
    if (article) text_adds(&noun->post, "a ");
  } else if (negated) {
    text_adds(&noun->post, "not ");
  }
  text_add(&noun->post, text);
  noun->post.failed |= post.failed;
  text_free(&post);
}

static void collect_clause(English *e, Noun *noun, Node term, bool negated) {
  Text *outer = e->out;
  bool was_negated = e->negated;
  e->out = &noun->post;
  e->negated = negated;
  if (negated || !english_comparison_post(e, term)) {
    text_adds(e->out, " if ");
    english_clause(e, term);
  }
  e->negated = was_negated;
  e->out = outer;
}

static void collect_objects(English *e, Noun *noun, Node objects, bool negated) {
  Text *outer = e->out;
  bool target = node_op(e->db, objects) == IR_VAR && e->spoken[node_arg(e->db, objects, 0)].by &&
                node_op(e->db, e->spoken[node_arg(e->db, objects, 0)].by) == IR_TARGET;
  if (negated && (english_is_you(e, objects) || target)) {
    noun->other = true;
    return;
  }
  e->out = negated ? &noun->post : &noun->literal;
  if (negated) text_adds(e->out, " other than ");
  english_objects(e, objects, DET_EACH);
  e->out = outer;
}

/* Whether an alternative is a plain type, subtype or kind, so that alternatives join into one
   noun. */
static bool is_plain_noun(const English *e, Node term) {
  IrOp op = node_op(e->db, term);
  return english_kind(op, "noun:") && op != IR_IS && op != IR_ANY_TARGET && op != IR_ALWAYS;
}

static bool all_of_kind(const English *e, Node or_node, const char *kind) {
  for (u32 i = 0; i < node_argc(e->db, or_node); i++) {
    Node term = node_arg(e->db, or_node, i);
    bool plain = kind[0] == 'n' ? is_plain_noun(e, term) : english_kind(node_op(e->db, term), kind);
    if (!plain || node_op(e->db, term) == IR_OTHER) return false;
  }
  return node_argc(e->db, or_node) > 0;
}

/* What stands before the `i`th of `count` alternatives: one is "an artifact or creature", all of
   them are "artifacts and creatures". */
static const char *alternative_join(u32 i, u32 count, bool plural) {
  if (i == 0) return "";
  if (i + 1 < count) return ", ";
  if (plural) return count > 2 ? ", and " : " and ";
  return count > 2 ? ", or " : " or ";
}

/* "artifact or creature", "white or blue", or whole phrases. */
static void collect_alternatives(English *e, Noun *noun, Node or_node) {
  u32 count = node_argc(e->db, or_node);
  bool abilities = count == 2 && node_op(e->db, node_arg(e->db, or_node, 0)) == IR_IS_ACTIVATED_ABILITY &&
                   node_op(e->db, node_arg(e->db, or_node, 1)) == IR_IS_TRIGGERED_ABILITY;
  if (abilities) {
    noun->kind = "activated or triggered ability";
    return;
  }
  bool nouns = all_of_kind(e, or_node, "noun:");
  bool adjectives = !nouns && all_of_kind(e, or_node, "adj:");
  Text *outer = e->out;
  for (u32 i = 0; i < count; i++) {
    Node term = node_arg(e->db, or_node, i);
    const char *join = alternative_join(i, count, false);
    if (adjectives) {
      text_adds(&noun->adjectives, join);
      template_into(e, &noun->adjectives, term);
      continue;
    }
    Noun one;
    noun_init(&one, e->db->allocator);
    if (noun->zone == W_LIBRARY && !nouns) one.kind = "card";
    collect(e, &one, term, false);
    Text *single = nouns ? &noun->words : &noun->literal;
    Text *plural = nouns ? &noun->words_plural : &noun->literal_plural;
    text_adds(single, join);
    text_adds(plural, alternative_join(i, count, true));
    e->out = single;
    write_noun(e, &one, nouns ? DET_BARE : DET_A, "permanent");
    e->out = plural;
    write_noun(e, &one, DET_PLURAL, "permanent");
    e->out = outer;
    noun_free(e, &one);
  }
  if (adjectives) text_addc(&noun->adjectives, ' ');
}

static void collect_terms(English *e, Noun *noun, Node node, bool negated) {
  for (u32 i = 0; i < node_argc(e->db, node); i++) collect(e, noun, node_arg(e->db, node, i), negated);
}

/* Idioms that stand before or behind a noun. */
static bool collect_idiom(English *e, Noun *noun, Node term) {
  Text *outer = e->out;
  e->out = &noun->adjectives;
  bool adjective = english_idiom(e, SORT_COND, term, "adj:");
  if (adjective) text_addc(&noun->adjectives, ' ');
  e->out = &noun->post;
  u32 from = noun->post.length;
  if (!adjective) text_addc(&noun->post, ' ');
  bool found = adjective || english_idiom(e, SORT_COND, term, "post:");
  if (!found && !noun->post.failed) noun->post.length = from;
  e->out = outer;
  return found;
}

static void collect(English *e, Noun *noun, Node term, bool negated) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, term);
  for (u32 i = 0; e->without && i < ENGLISH_WITHOUT; i++)
    if (e->without[i] == term) return;
  if (!negated && collect_idiom(e, noun, term)) return;
  switch (op) {
    case IR_AND: collect_terms(e, noun, term, negated); return;
    case IR_NOT: collect(e, noun, node_arg(db, term, 0), !negated); return;
    case IR_OR:
      if (negated) {
        collect_terms(e, noun, term, true);
      } else {
        collect_alternatives(e, noun, term);
      }
      return;
    case IR_ALWAYS: return;
    case IR_CAN_HOST: return; /* it goes without saying: nothing else can be chosen (701.3b) */
    case IR_OTHER: noun->other = true; return;
    case IR_IS: collect_objects(e, noun, node_arg(db, term, ARG_IS_OBJECTS), negated); return;
    case IR_CONTROLLED_BY:
      noun->controller = node_arg(db, term, 0);
      noun->not_controller = negated;
      return;
    case IR_OWNED_BY:
      noun->owner = node_arg(db, term, 0);
      noun->not_owner = negated;
      return;
    case IR_IN_ZONE: noun->zone = (Word)node_arg(db, term, 0); return;
    default: break;
  }
  if (english_kind(op, "adj:")) {
    collect_adjective(e, noun, term, negated);
  } else if (english_kind(op, "noun:")) {
    collect_noun(e, noun, term, negated);
  } else if (english_kind(op, "post:")) {
    collect_post(e, noun, term, negated);
  } else {
    collect_clause(e, noun, term, negated);
  }
}

/* --- writing ------------------------------------------------------------------------------- */

/* "you control", "your opponents control", "that player doesn't control" */
static void write_possession(English *e, Node player, bool negated, bool plural, const char *verb) {
  bool outer_plural = e->plural;
  text_addc(e->out, ' ');
  if (english_is_you(e, player)) {
    text_addf(e->out, "you%s %s", negated ? " don't" : "", verb);
  } else if (e->casting) {
    text_adds(e->out, "your opponents cast");
  } else if (node_op(e->db, player) == IR_OPPONENTS && !node_arg(e->db, player, 0)) {
    text_adds(e->out, plural ? "your opponents " : "an opponent ");
    e->plural = plural;
    text_addf(e->out, plural ? "%s" : "%ss", verb);
  } else {
    english_subject(e, player);
    if (negated) text_adds(e->out, e->plural ? " don't" : " doesn't");
    text_addf(e->out, e->plural || negated ? " %s" : " %ss", verb);
  }
  e->plural = outer_plural;
}

/* "in your graveyard", "on the battlefield" */
static void write_place(English *e, const Noun *noun, bool plural) {
  Word zone = noun->zone;
  if (zone == W_BATTLEFIELD || zone == W_STACK) return;
  if (zone == W_EXILE || zone == W_COMMAND) {
    text_adds(e->out, e->from ? " from " : " in ");
    english_word(zone, e->out);
    if (noun->owner) write_possession(e, noun->owner, noun->not_owner, plural, "own");
    return;
  }
  if (zone == W_LIBRARY && !noun->owner) return;
  text_adds(e->out, e->from ? " from " : " in ");
  if (e->single_graveyard && zone == W_GRAVEYARD) {
    text_adds(e->out, "a single graveyard");
  } else if (noun->owner && node_op(e->db, noun->owner) == IR_OPPONENTS && !noun->not_owner) {
    text_adds(e->out, plural ? "your opponents' " : "an opponent's ");
    plural ? english_plural(word_text(zone), e->out) : text_add(e->out, word_text(zone));
  } else if (noun->owner && !noun->not_owner) {
    english_possessive(e, noun->owner);
    text_addc(e->out, ' ');
    text_add(e->out, word_text(zone));
  } else if (plural) {
    text_adds(e->out, "all ");
    english_plural(word_text(zone), e->out);
  } else {
    english_article(word_text(zone), e->out);
    text_add(e->out, word_text(zone));
  }
}

/* Whether it goes without saying whose something is. */
static bool is_understood(const English *e, Node a) {
  Node b = e->understood;
  if (!a) return false;
  if (e->understood_you && english_is_you(e, a)) return true;
  if (!b) return false;
  if (english_is_you(e, a) || english_is_you(e, b)) return english_is_you(e, a) && english_is_you(e, b);
  const IrArg arg = {.sort = SORT_OBJ};
  return english_same(e->db, &arg, a, b);
}

static void write_posts(English *e, Noun *noun, bool plural) {
  bool understood = is_understood(e, noun->owner);
  if (noun->zone && noun->zone != W_BATTLEFIELD) {
    if (!understood || noun->zone != W_HAND) write_place(e, noun, plural);
  } else if (noun->owner) {
    write_possession(e, noun->owner, noun->not_owner, plural, "own");
  }
  if (noun->controller && !is_understood(e, noun->controller)) {
    write_possession(e, noun->controller, noun->not_controller, plural, e->casting ? "cast" : "control");
  }
  text_add(e->out, text_str(&noun->post));
}

/* Types before a word of kind are in the singular, but several of them joined as the plural joins:
   "an instant or sorcery spell", "instant and sorcery spells". */
static void write_words_before(English *e, Noun *noun, bool plural) {
  Str words = text_str(&noun->words);
  for (u32 i = 0; i < words.length; i++) {
    bool joint = plural && words.length - i > 4 && memcmp(words.data + i, " or ", 4) == 0;
    text_adds(e->out, joint ? " and " : "");
    if (joint) {
      i += 3;
    } else {
      text_addc(e->out, words.data[i]);
    }
  }
  if (words.length) text_addc(e->out, ' ');
}

/* The adjectives and the noun itself. */
static void write_core(English *e, Noun *noun, bool plural, const char *usual) {
  const char *kind = noun->kind;
  bool card_zone = noun->zone && noun->zone != W_BATTLEFIELD && noun->zone != W_STACK;
  if (!kind && card_zone) kind = "card";
  bool spell = strcmp(usual, "spell") == 0;
  if (!kind && (spell || !noun->words.length)) kind = usual;
  if (kind && noun->words.length && strcmp(kind, "permanent") == 0) kind = NULL;
  if (kind && noun->words.length && strcmp(kind, "commander") == 0) {
    text_adds(e->out, "commander ");
    kind = NULL;
  }
  text_add(e->out, text_str(&noun->adjectives));
  if (!kind) {
    text_add(e->out, text_str(plural ? &noun->words_plural : &noun->words));
    return;
  }
  write_words_before(e, noun, plural);
  plural ? english_plural(str_of(kind), e->out) : text_adds(e->out, kind);
}

static void write_determiner(English *e, const Noun *noun, Determiner det, Str next) {
  Text *out = e->out;
  switch (det) {
    case DET_A:
      if (noun->other) {
        text_adds(out, "another ");
      } else {
        english_article(next, out);
      }
      return;
    case DET_ALL: text_adds(out, noun->other ? "all other " : "all "); return;
    case DET_EACH: text_adds(out, noun->other ? "each other " : "each "); return;
    case DET_PLURAL: {
      bool opponents =
          noun->kind && strcmp(noun->kind, "opponent") == 0 && !noun->adjectives.length && !noun->post.length;
      text_adds(out, noun->other ? "other " : opponents ? "your " : "");
      return;
    }
    case DET_BARE: text_adds(out, noun->other ? "other " : ""); return;
    case DET_SOME: text_adds(out, noun->other ? "one or more other " : "one or more "); return;
    case DET_TARGET: text_adds(out, noun->other ? "another target " : "target "); return;
    default: return;
  }
}

static void write_literal(English *e, Noun *noun, bool plural) {
  if (noun->other && str_is(text_str(&noun->literal), "any target")) {
    text_adds(e->out, "any other target");
    return;
  }
  Text *text = plural && noun->literal_plural.length ? &noun->literal_plural : &noun->literal;
  text_add(e->out, text_str(text));
  write_posts(e, noun, plural);
}

static void write_noun(English *e, Noun *noun, Determiner det, const char *usual) {
  bool plural = det == DET_ALL || det == DET_PLURAL || det == DET_SOME;
  if (noun->literal.length) {
    write_literal(e, noun, plural);
    if (!noun->literal_plural.length) e->plural = str_is(text_str(&noun->literal), "you");
    return;
  }
  if (noun->other && noun->player && det == DET_TARGET) noun->other = false;
  Text core;
  Text *outer = e->out;
  text_init(&core, e->db->allocator);
  e->out = &core;
  write_core(e, noun, plural, usual);
  e->out = outer;
  write_determiner(e, noun, det, text_str(&core));
  text_add(e->out, text_str(&core));
  e->out->failed |= core.failed;
  text_free(&core);
  write_posts(e, noun, plural);
}

void english_noun(English *e, Node filter, Determiner det, const char *noun, Word zone) {
  Noun phrase;
  noun_init(&phrase, e->db->allocator);
  phrase.zone = zone;
  bool plural = e->plural;
  e->plural = det == DET_ALL || det == DET_PLURAL || det == DET_SOME;
  collect(e, &phrase, filter, false);
  if (!phrase.literal.length) e->plural = plural;
  write_noun(e, &phrase, det, noun);
  noun_free(e, &phrase);
}

void english_noun_count(English *e, Node filter, Node min, Node max, bool target, const char *noun, Word zone) {
  Text *out = e->out;
  i64 least = 1, most = 1;
  bool fixed_least = !min || english_literal(e, min, &least);
  bool fixed_most = !max || english_literal(e, max, &most);
  bool x = min && max && node_op(e->db, min) == node_op(e->db, max) && node_argc(e->db, min) == 0;
  Noun phrase;
  noun_init(&phrase, e->db->allocator);
  phrase.zone = zone;
  collect(e, &phrase, filter, false);
  bool plural = !fixed_most || most > 1;
  if (phrase.literal.length && !phrase.literal_plural.length && plural) {
    text_clear(&phrase.literal);
    phrase.kind = "target";
    target = false;
  }
  if (!plural && fixed_least && least >= 1) {
    write_noun(e, &phrase, target ? DET_TARGET : DET_A, noun);
    noun_free(e, &phrase);
    return;
  }
  if (fixed_most && most >= IR_ANY_NUMBER) {
    text_adds(out, "any number of ");
  } else {
    if (fixed_least && fixed_most && least == 1 && most == 2) {
      text_adds(out, "one or two ");
    } else if (fixed_least && fixed_most && least == 1 && most == 3) {
      text_adds(out, "one, two, or three ");
    } else {
      if (!fixed_least || !fixed_most ? min != max && !x : least < most) text_adds(out, "up to ");
      fixed_most ? english_numeral(most, out) : english_count(e, max);
      text_addc(out, ' ');
    }
  }
  if (phrase.other) text_adds(out, "other ");
  if (target) text_adds(out, "target ");
  phrase.other = false;
  write_noun(e, &phrase, plural ? DET_PLURAL : DET_BARE, noun);
  noun_free(e, &phrase);
}

/* --- predicates ---------------------------------------------------------------------------- */

void english_predicate(English *e, Node filter) {
  Noun noun;
  noun_init(&noun, e->db->allocator);
  bool negated = e->negated;
  bool plural = e->plural;
  e->negated = false;
  collect(e, &noun, filter, false);
  e->plural = plural;
  Str post = text_str(&noun.post);
  bool bare = !noun.words.length && !noun.kind && !noun.literal.length;
  bool has = bare && !noun.adjectives.length && post.length > 6 && memcmp(post.data, " with ", 6) == 0;
  bool targets = bare && !noun.adjectives.length && !negated && str_begins(post, STR(" that targets "));
  if (targets) {
    english_verb(e, STR("target|targets|target|targeted"));
    text_add(e->out, (Str){post.data + 13, post.length - 13}); /* behind " that targets" */
  } else if (has) {
    english_verb(e, negated ? STR("don't have|doesn't have") : STR("have|has|have|had"));
    text_addc(e->out, ' ');
    text_add(e->out, (Str){post.data + 6, post.length - 6});
  } else if (bare && noun.controller && !noun.not_controller && !noun.adjectives.length) {
    english_verb(e, STR("are|is|be|were"));
    text_adds(e->out, negated ? "n't controlled by " : " controlled by ");
    english_objects(e, noun.controller, DET_EACH);
  } else if (bare && noun.adjectives.length) {
    english_verb(e, STR("are|is|be|were"));
    text_adds(e->out, negated ? "n't " : " ");
    text_add(e->out, (Str){noun.adjectives.data, noun.adjectives.length - 1});
    text_add(e->out, post);
  } else {
    english_verb(e, STR("are|is|be|were"));
    text_adds(e->out, negated ? "n't " : " ");
    write_noun(e, &noun, e->plural ? DET_PLURAL : DET_A, "permanent");
  }
  e->negated = negated;
  noun_free(e, &noun);
}
