/* What continuous effects do, in words. */
#include "explain/trace.h"
#include "state/objects.h"

/* What an effect makes of something, part by part. */
typedef struct Parts {
  Game *g;
  const Names *names;
  Text *out, *name;
  Text words, types; /* of one part; the types that it is given … */
  Text colors;       /* … and what stands before them: colors, supertypes and subtypes … */
  bool nouns;        /* … some of which are nouns alone … */
  bool also, sets;   /* … beside its own types, or in the place of its own subtypes */
  u32 said, count;   /* parts that are told, and all of them; what there are no words for is not counted */
} Parts;

static void say_part(Parts *p, Sentence sentence, i64 n, u32 word, const Text *words) {
  const Event about = {.amount = n, .word = word};
  Sentence joint = p->said + 1 == p->count ? SENTENCE_LIST_AND : SENTENCE_LIST_COMMA;
  if (p->said++) text_adds(p->out, sentence_text(p->names->language, joint));
  clause_say(p->g, p->names, sentence, &about, words ? text_str(words) : STR(""), p->out, p->name);
}

static void add_word(Parts *p, Word word) {
  Text *to = word_class(word) == WC_TYPE ? &p->types : &p->colors;
  text_addc(to, ' ');
  text_add(to, word_said(p->names->language, word, WORD_MASCULINE));
}

static void add_words(Parts *p, WordClass wc, u64 bits) {
  for (u32 i = 0; i < word_count(wc) && i < 64; i++)
    if (bits >> i & 1) add_word(p, (Word)(word_first(wc) + i));
}

/* What it becomes: "becomes an artifact creature in addition to its other types". */
static void say_types(Parts *p) {
  const Event about = {0};
  bool only_colors = !p->types.length && !p->nouns;
  Sentence sentence = only_colors ? SENTENCE_EFFECT_BECOMES : SENTENCE_EFFECT_BECOMES_A;
  text_clear(&p->words);
  text_add(&p->words, text_str(&p->colors));
  text_add(&p->words, text_str(&p->types));
  if (!only_colors && strchr("aeiouAEIOU", p->words.data[1])) sentence = SENTENCE_EFFECT_BECOMES_AN;
  say_part(p, sentence, 0, 0, &p->words);
  if (p->also && !p->sets && !only_colors)
    clause_say(p->g, p->names, SENTENCE_EFFECT_TOO, &about, STR(""), p->out, p->name);
}

/* Notes the types and colors a modification gives; false if it is another. */
static bool gives_type(Parts *p, const Mod *mod) {
  switch ((IrOp)mod->op) {
    case IR_M_ADD_TYPE:
    case IR_M_ADD_SUBTYPE:
      p->also = p->nouns = true;
      add_word(p, (Word)mod->word);
      return true;
    case IR_M_ADD_SUPERTYPE:
    case IR_M_SET_SUBTYPES:
    case IR_M_SET_LAND_TYPES:
      p->nouns = true;
      add_word(p, (Word)mod->word);
      return true;
    case IR_M_SET_TYPES: add_words(p, WC_TYPE, mod->a); return true;
    case IR_M_ADD_COLOR:
    case IR_M_SET_COLOR: add_words(p, WC_COLOR, mod->a); return true;
    default: return false;
  }
}

/* "+3/+3", "-5/-0": a 0 has the sign of the other. */
static void write_change(Text *out, i64 power, i64 toughness) {
  bool down = power < 0 || (power == 0 && toughness < 0), up = power > 0 || (power == 0 && toughness >= 0);
  text_clear(out);
  if (power == 0)
    text_adds(out, down ? "-0" : "+0");
  else
    text_addf(out, "%+lld", (long long)power);
  if (toughness == 0)
    text_adds(out, up ? "/+0" : "/-0");
  else
    text_addf(out, "/%+lld", (long long)toughness);
}

void ability_said(Game *g, const Names *names, u32 ability, Text *out) {
  const AbilityDef *def = carddb_ability(g->db, ability);
  bool keyword = def->op == IR_KEYWORD;
  Str word = keyword ? word_text(def->keyword) : STR("");
  if (!keyword) text_addc(out, '"');
  u32 from = out->length;
  ability_words(g->db, ability, 0, out);
  text_join_lines(out, from);
  Str written = text_from(out, from);
  if (keyword && str_equal_folded(written, word)) {
    out->length = from;
    text_add(out, word_said(names->language, def->keyword, WORD_MASCULINE));
  } else if (keyword && written.length) {
    out->data[from] |= 0x20;
  }
  if (!keyword) text_addc(out, '"');
}

/* The ability that is gained. */
static void write_gained(Parts *p, const Mod *mod) {
  text_clear(&p->words);
  if (mod->a)
    ability_said(p->g, p->names, mod->a, &p->words);
  else
    text_add(&p->words, word_said(p->names->language, (Word)mod->word, WORD_MASCULINE));
}

/* The sentence of a modification, 0 if there is none. */
static Sentence sentence_of_mod(const Mod *mod) {
  switch ((IrOp)mod->op) {
    case IR_M_PT: return SENTENCE_EFFECT_PT;
    case IR_M_BASE_PT: return SENTENCE_EFFECT_BASE_PT;
    case IR_M_BASE_POWER: return SENTENCE_EFFECT_BASE_POWER;
    case IR_M_BASE_TOUGHNESS: return SENTENCE_EFFECT_BASE_TOUGHNESS;
    case IR_M_SWITCH: return SENTENCE_EFFECT_SWITCH;
    case IR_M_GAIN: return SENTENCE_EFFECT_GAIN;
    case IR_M_LOSE_ALL: return SENTENCE_EFFECT_LOSE_ALL;
    case IR_M_LOSE_KEYWORD: return SENTENCE_EFFECT_LOSE;
    case IR_M_CANT_HAVE: return SENTENCE_EFFECT_CANT_HAVE;
    case IR_M_ALL_CREATURE_TYPES: return SENTENCE_EFFECT_ALL_TYPES;
    default: return 0;
  }
}

static void say_mod(Parts *p, const Mod *mod) {
  Sentence sentence = sentence_of_mod(mod);
  if (!sentence) return;
  text_clear(&p->words);
  if (mod->op == IR_M_PT) write_change(&p->words, mod->x, mod->y);
  if (mod->op == IR_M_BASE_PT) text_addf(&p->words, "%lld/%lld", (long long)mod->x, (long long)mod->y);
  if (mod->op == IR_M_GAIN) write_gained(p, mod);
  say_part(p, sentence, mod->x, mod->word, &p->words);
}

/* The i-th modification of a list. */
static Mod mod_at(const Game *g, Heap mods, u32 i) {
  Mod mod;
  u64 words[3] = {list_get(g, mods, 3 * i), list_get(g, mods, 3 * i + 1), list_get(g, mods, 3 * i + 2)};
  memcpy(&mod, words, sizeof mod);
  return mod;
}

/* Whether there are words for each of them; counts the parts. */
static bool count_parts(Parts *p, Heap mods, u32 count) {
  for (u32 i = 0; i < count; i++) {
    const Mod mod = mod_at(p->g, mods, i);
    p->sets |= mod.op == IR_M_LOSE_SUBTYPES;
    if (mod.op == IR_M_LOSE_SUBTYPES) continue; /* new ones come in their place */
    if (sentence_of_mod(&mod))
      p->count++;
    else if (!gives_type(p, &mod))
      return false;
  }
  p->count += p->types.length + p->colors.length > 0;
  return p->count > 0;
}

bool effect_words(Game *g, const Names *names, Heap mods, Text *out, Text *name) {
  Parts p = {.g = g, .names = names, .out = out, .name = name};
  u32 count = list_count(g, mods) / 3;
  text_init(&p.words, g->allocator);
  text_init(&p.types, g->allocator);
  text_init(&p.colors, g->allocator);
  bool said = count_parts(&p, mods, count);
  if (said && p.types.length + p.colors.length) say_types(&p);
  for (u32 i = 0; i < count && said; i++) {
    const Mod mod = mod_at(g, mods, i);
    say_mod(&p, &mod);
  }
  text_free(&p.words);
  text_free(&p.types);
  text_free(&p.colors);
  return said;
}

u32 effect_controller(const Game *g, Heap mods) {
  if (list_count(g, mods) != 3) return PLAYER_NONE;
  const Mod mod = mod_at(g, mods, 0);
  return mod.op == IR_M_CONTROLLER ? mod.a : PLAYER_NONE;
}
