/* The words of the game: types, colours, subtypes, keywords, counters, zones, steps and the small closed sets the IR
   needs. Every word has one id; classes are ranges of ids. What a text-changing effect may replace (612.2) is a word in
   a word slot, never text. */
#ifndef CARDS_WORDS_H
#define CARDS_WORDS_H

#include "base/base.h"

typedef u16 Word; /* 0 is no word */

typedef enum WordClass {
  WC_ANY,
  WC_COLOR, /* white blue black red green, then colorless as a kind of mana */
  WC_TYPE,  /* card types, in the order of 205.2a */
  WC_SUPERTYPE,
  WC_SUBTYPE, /* all subtypes; for their class see word_subtype_class */
  WC_KEYWORD,
  WC_COUNTER,
  WC_ZONE,
  WC_STEP,
  WC_DURATION,
  WC_TIMING,
  WC_COMPARISON,
  WC_ASPECT,
  WC_POSITION,
  WC_COMBAT,
  WC_DESIGNATION,
  WC_ACTION,
  WC_SUBTYPE_CLASS,
  WC_OTHER, /* anchor words and other words with no rules meaning (607.2f) */
  WC_COUNT
} WordClass;

/* The type a subtype belongs to (205.3). */
typedef enum SubtypeClass {
  SUB_CREATURE, /* shared by kindred (205.3m) */
  SUB_LAND,
  SUB_ARTIFACT,
  SUB_ENCHANTMENT,
  SUB_PLANESWALKER,
  SUB_SPELL, /* instants and sorceries (205.3k) */
  SUB_BATTLE,
  SUB_OTHER, /* dungeons, planes and the like */
  SUB_COUNT
} SubtypeClass;

/* The parameters of a keyword ability: cost, number, quality. BY_RULES marks the keywords whose rules the engine
   implements by name; all others have rules only if cards/keywords.ir defines them. MAY_NOTHING: an effect may grant it
   without its parameters. */
enum {
  NEEDS_COST = 1,
  NEEDS_N = 2,
  NEEDS_QUALITY = 4,
  MAY_COST = 8,
  MAY_N = 16,
  MAY_QUALITY = 32,
  BY_RULES = 64,
  MAY_NOTHING = 128,
};

/* words.def: W(ENUM, "text", CLASS, aux). For subtypes aux is the SubtypeClass, for keywords the set of NEEDS_…, MAY_…
   and BY_RULES, for keyword counters (122.1b) the keyword. Rows of one class are contiguous, and so are subtypes of one
   class. */
enum {
  W_NONE = 0,
#define W(ENUM, TEXT, CLASS, AUX) W_##ENUM,
#include "cards/words.def"
  WORD_COUNT
};
/* Where the bit sets of subtypes and keywords begin. */
enum { W_SUBTYPE_FIRST = W_ADVISOR, W_KEYWORD_FIRST = W_DEATHTOUCH };

/* Maximum number of subtypes and keywords; the sizes of the bit sets in Chars. */
#define SUBTYPE_CAP 512
#define KEYWORD_CAP 256

WordClass word_class(Word word);
Str word_text(Word word);
/* Appends the plural of a noun; in several words the last one changes. */
void word_plural(Str noun, Text *out);
/* Whether the words take "an" instead of "a". */
bool word_takes_an(Str next);
/* A number up to twenty in words; null for others. */
const char *word_numeral(i64 n);
/* Writes a word as one atom, as in definitions. */
void word_print(Word word, Text *out);
/* Finds the word with that text in a class (WC_ANY: in any), 0 if there is none. Ignores case, and treats hyphens as
   spaces and typographic apostrophes as straight ones. */
Word word_find(Str text, WordClass wc);
/* The word of a class nearest to `text` in spelling; 0 if none is near. */
Word word_nearest(Str text, WordClass wc);
/* A class's name in messages, e.g. "card type". Never null. */
const char *word_class_text(WordClass wc);
SubtypeClass word_subtype_class(Word subtype);
/* Whether a text-changing effect may replace one word by the other: two colors, or two subtypes of a class (612.2). */
bool words_alike(Word from, Word to);
/* The set of NEEDS_… and MAY_… of a keyword. */
u32 word_keyword_params(Word keyword);
/* Whether the engine implements a keyword's rules by name. */
bool word_keyword_by_rules(Word keyword);
/* The keyword that a counter of that kind gives (122.1b), or 0. */
Word word_counter_keyword(Word counter);
/* What a counter of that kind adds to power and toughness (122.1a); false if it changes neither. */
bool word_counter_pt(Word counter, i32 *power, i32 *toughness);
/* First word and number of words of a class, and of a subtype class. */
Word word_first(WordClass wc);
u32 word_count(WordClass wc);
Word word_subtype_first(SubtypeClass sc);
u32 word_subtype_count(SubtypeClass sc);

/* Positions within bit sets. */
static inline u32 subtype_bit(Word w);
static inline u32 keyword_bit(Word w);

#include "cards/words_bits.h"
#endif
