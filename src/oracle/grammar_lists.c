/* Words of the game that no definition of a card needs, so that they aren't rows of words.def: ability words, numbers,
   generic mana; and those that are made of other words: landwalk, landcycling, predefined tokens. */
#include "cards/ir.h"
#include "cards/words.h"
#include "oracle/grammar.h"

/* 207.2c. Channel is not among them, for other cards speak of channel abilities. */
static const char *const ABILITY_WORDS[] = {
    "adamant",
    "addendum",
    "alliance",
    "battalion",
    "bloodrush",
    "celebration",
    "chroma",
    "cohort",
    "constellation",
    "converge",
    "corrupted",
    "council's dilemma",
    "coven",
    "delirium",
    "descend 4",
    "descend 8",
    "disappear",
    "domain",
    "eerie",
    "eminence",
    "enrage",
    "fateful hour",
    "fathomless descent",
    "ferocious",
    "flurry",
    "formidable",
    "grandeur",
    "hellbent",
    "heroic",
    "imprint",
    "infusion",
    "inspired",
    "join forces",
    "kinship",
    "landfall",
    "lieutenant",
    "magecraft",
    "metalcraft",
    "morbid",
    "opus",
    "pack tactics",
    "paradox",
    "parley",
    "radiance",
    "raid",
    "rally",
    "renew",
    "repartee",
    "revolt",
    "secret council",
    "spell mastery",
    "strive",
    "survival",
    "sweep",
    "tempting offer",
    "threshold",
    "undergrowth",
    "valiant",
    "vivid",
    "void",
    "will of the council",
    "will of the planeswalkers",
};

/* From thirty. */
static const char *const TENS[] = {"thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};

/* From the first. */
static const char *const ORDINALS[] = {
    "first",   "second", "third", "fourth", "fifth",    "sixth",
    "seventh", "eighth", "ninth", "tenth",  "eleventh", "twelfth",
};

#define GENERIC_MOST 20u

static bool number_add(Grammar *g, const char *category, Str text, u32 number) {
  Text meaning;
  text_init(&meaning, g->allocator);
  text_addf(&meaning, "%u", number);
  bool fits = !meaning.failed && grammar_word_add(g, category, text, text_str(&meaning));
  text_free(&meaning);
  return fits;
}

static bool numbers_add(Grammar *g, Text *scratch) {
  bool fits = true;
  for (u32 n = 2; word_numeral(n) && fits; n++) fits = number_add(g, "number-word", str_of(word_numeral(n)), n);
  for (u32 i = 0; i < COUNT_OF(TENS) && fits; i++) fits = number_add(g, "number-word", str_of(TENS[i]), 30 + 10 * i);
  for (u32 i = 0; i < COUNT_OF(ORDINALS) && fits; i++) fits = number_add(g, "ordinal-word", str_of(ORDINALS[i]), 1 + i);
  for (u32 n = 1; n <= GENERIC_MOST && fits; n++) {
    text_clear(scratch);
    text_addf(scratch, "{%u}", n);
    fits = number_add(g, "generic-mana", text_str(scratch), n);
  }
  return fits;
}

/* A type and an ending behind it: forestwalk (702.14a), wizardcycling (702.29e). */
static bool ending_add(Grammar *g, Word type, const char *ending, const char *category, Text *scratch) {
  Str text = word_text(type);
  text_clear(scratch);
  for (u32 i = 0; i < text.length; i++) {
    char letter = text.data[i];
    text_addc(scratch, letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter);
  }
  text_adds(scratch, ending);
  Text meaning;
  text_init(&meaning, g->allocator);
  word_print(type, &meaning);
  bool fits = !meaning.failed && grammar_word_add(g, category, text_str(scratch), text_str(&meaning));
  text_free(&meaning);
  return fits;
}

static bool types_add(Grammar *g, Text *scratch) {
  bool fits = true;
  for (u32 word = 1; word < WORD_COUNT && fits; word++) {
    if (word_class((Word)word) != WC_SUBTYPE) continue;
    u32 subtype = word_subtype_class((Word)word);
    if (subtype == SUB_LAND) fits = ending_add(g, (Word)word, "walk", "walked-land", scratch);
    if (subtype == SUB_LAND || subtype == SUB_CREATURE)
      fits = fits && ending_add(g, (Word)word, "cycling", "cycled-type", scratch);
  }
  return fits;
}

/* Predefined tokens (111.10): their operations take no arguments, and are called by their names. */
static bool tokens_add(Grammar *g, Text *scratch) {
  bool fits = true;
  for (u32 op = 1; op < IR_OP_COUNT && fits; op++) {
    const IrOpInfo *info = ir_op_info((IrOp)op);
    if (info->sort != SORT_TOK || op == IR_TOKEN) continue;
    text_clear(scratch);
    for (const char *c = info->name; *c; c++) text_addc(scratch, *c == '-' ? ' ' : *c);
    fits = grammar_word_add(g, "predefined-token", text_str(scratch), str_of(info->name));
  }
  return fits;
}

bool grammar_lists_add(Grammar *g) {
  Text scratch;
  text_init(&scratch, g->allocator);
  bool fits = true;
  for (u32 i = 0; i < COUNT_OF(ABILITY_WORDS) && fits; i++)
    fits = grammar_word_add(g, "ability-word", str_of(ABILITY_WORDS[i]), STR("called"));
  fits = fits && numbers_add(g, &scratch) && types_add(g, &scratch) && tokens_add(g, &scratch) && !scratch.failed;
  text_free(&scratch);
  return fits;
}
