#include "cards/words.h"

typedef struct WordRow {
  const char *text;
  u16 length;
  u8 wc;
  u16 aux;
} WordRow;

static const WordRow WORDS[WORD_COUNT] = {
    [W_NONE] = {"", 0, WC_ANY, 0},
#define W(ENUM, TEXT, CLASS, AUX) [W_##ENUM] = {TEXT, sizeof(TEXT) - 1, CLASS, AUX},
#include "cards/words.def"
};

_Static_assert(WORD_COUNT <= UINT16_MAX, "a Word has 16 bits");

static const WordRow *row_of(Word word) { return &WORDS[word < WORD_COUNT ? word : W_NONE]; }

WordClass word_class(Word word) { return (WordClass)row_of(word)->wc; }

Str word_text(Word word) {
  const WordRow *row = row_of(word);
  return (Str){row->text, row->length};
}

void word_print(Word word, Text *out) {
  Str text = word_text(word);
  for (u32 i = 0; i < text.length; i++) text_addc(out, (char)(text.data[i] == ' ' ? '-' : text.data[i]));
}

/* Normalises a byte for word_find. */
static char plain(char c) {
  if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
  return (char)(c == '-' ? ' ' : c);
}

static bool same_word(const WordRow *row, Str text) {
  if (row->length != text.length) return false;
  for (u32 i = 0; i < text.length; i++) {
    if (plain(row->text[i]) != plain(text.data[i])) return false;
  }
  return true;
}

static Word find_plain(Str text, WordClass wc) {
  u32 first = wc == WC_ANY ? 1 : word_first(wc);
  u32 end = wc == WC_ANY ? WORD_COUNT : first + word_count(wc);
  for (u32 w = first; w < end; w++) {
    if (same_word(&WORDS[w], text)) return (Word)w;
  }
  return W_NONE;
}

#define APOSTROPHE "\xe2\x80\x99"

Word word_find(Str text, WordClass wc) {
  char straight[64];
  u32 length = 0;
  for (u32 i = 0; i < text.length; i++) {
    if (length == sizeof straight) return W_NONE;
    bool typographic = text.length - i >= 3 && memcmp(text.data + i, APOSTROPHE, 3) == 0;
    straight[length++] = (char)(typographic ? '\'' : text.data[i]);
    if (typographic) i += 2;
  }
  return length > 0 ? find_plain((Str){straight, length}, wc) : W_NONE;
}

Word word_nearest(Str text, WordClass wc) {
  u32 limit = text.length / 3 + 2;
  Word best = W_NONE;
  for (u32 w = 1; w < WORD_COUNT; w++) {
    if (wc != WC_ANY && WORDS[w].wc != wc) continue;
    u32 distance = str_distance(text, word_text((Word)w), limit);
    if (distance >= limit) continue;
    limit = distance;
    best = (Word)w;
  }
  return best;
}

const char *word_class_text(WordClass wc) {
  static const char *const TEXTS[WC_COUNT] = {
      [WC_ANY] = "word",
      [WC_COLOR] = "color",
      [WC_TYPE] = "card type",
      [WC_SUPERTYPE] = "supertype",
      [WC_SUBTYPE] = "subtype",
      [WC_KEYWORD] = "keyword",
      [WC_COUNTER] = "kind of counter",
      [WC_ZONE] = "zone",
      [WC_STEP] = "phase or step",
      [WC_DURATION] = "duration",
      [WC_TIMING] = "timing",
      [WC_COMPARISON] = "comparison",
      [WC_ASPECT] = "aspect of an object",
      [WC_POSITION] = "position in a library",
      [WC_COMBAT] = "kind of damage",
      [WC_DESIGNATION] = "designation",
      [WC_ACTION] = "keyword action",
      [WC_SUBTYPE_CLASS] = "type with subtypes",
      [WC_OTHER] = "anchor word",
  };
  return wc < WC_COUNT ? TEXTS[wc] : "word";
}

SubtypeClass word_subtype_class(Word subtype) { return (SubtypeClass)row_of(subtype)->aux; }

bool words_alike(Word from, Word to) {
  WordClass wc = word_class(from);
  if (wc != word_class(to) || (wc != WC_COLOR && wc != WC_SUBTYPE)) return false;
  return wc == WC_COLOR || word_subtype_class(from) == word_subtype_class(to);
}

u32 word_keyword_params(Word keyword) { return row_of(keyword)->aux & ~(u32)BY_RULES; }

bool word_keyword_by_rules(Word keyword) {
  return row_of(keyword)->wc == WC_KEYWORD && row_of(keyword)->aux & BY_RULES;
}

Word word_counter_keyword(Word counter) { return row_of(counter)->aux; }

bool word_counter_pt(Word counter, i32 *power, i32 *toughness) {
  const char *text = row_of(counter)->text;
  bool signs = (text[0] == '+' || text[0] == '-') && row_of(counter)->length == 5;
  if (row_of(counter)->wc != WC_COUNTER || !signs) return false;
  *power = (text[0] == '-' ? -1 : 1) * (text[1] - '0');
  *toughness = (text[3] == '-' ? -1 : 1) * (text[4] - '0');
  return true;
}

/* The first word of every class and of every class of subtypes, in the order of words.def; each ends where the next
   begins. */
static const struct {
  u16 first, end;
} CLASSES[WC_COUNT] =
    {
        [WC_COLOR] = {W_WHITE, W_ARTIFACT},
        [WC_TYPE] = {W_ARTIFACT, W_BASIC},
        [WC_SUPERTYPE] = {W_BASIC, W_BATTLEFIELD},
        [WC_ZONE] = {W_BATTLEFIELD, W_STEP_UNTAP},
        [WC_STEP] = {W_STEP_UNTAP, W_END_OF_TURN},
        [WC_DURATION] = {W_END_OF_TURN, W_TIMING_SORCERY},
        [WC_TIMING] = {W_TIMING_SORCERY, W_EQUAL},
        [WC_COMPARISON] = {W_EQUAL, W_A_NAME},
        [WC_ASPECT] = {W_A_NAME, W_TOP},
        [WC_POSITION] = {W_TOP, W_COMBAT_DAMAGE},
        [WC_COMBAT] = {W_COMBAT_DAMAGE, W_MONSTROUS},
        [WC_DESIGNATION] = {W_MONSTROUS, W_K_INVESTIGATE},
        [WC_ACTION] = {W_K_INVESTIGATE, W_CLASS_CREATURE},
        [WC_SUBTYPE_CLASS] = {W_CLASS_CREATURE, W_SUBTYPE_FIRST},
        [WC_SUBTYPE] = {W_SUBTYPE_FIRST, W_KEYWORD_FIRST},
        [WC_KEYWORD] = {W_KEYWORD_FIRST, W_C_P1P1},
        [WC_COUNTER] = {W_C_P1P1, W_O_KHANS},
        [WC_OTHER] = {W_O_KHANS, WORD_COUNT},
},
  SUBTYPE_CLASSES[SUB_COUNT] = {
      [SUB_CREATURE] = {W_ADVISOR, W_PLAINS},      [SUB_LAND] = {W_PLAINS, W_ATTRACTION},
      [SUB_ARTIFACT] = {W_ATTRACTION, W_AURA},     [SUB_ENCHANTMENT] = {W_AURA, W_AJANI},
      [SUB_PLANESWALKER] = {W_AJANI, W_ADVENTURE}, [SUB_SPELL] = {W_ADVENTURE, W_SIEGE},
      [SUB_BATTLE] = {W_SIEGE, W_UNDERCITY},       [SUB_OTHER] = {W_UNDERCITY, W_KEYWORD_FIRST},
};

Word word_first(WordClass wc) { return wc < WC_COUNT ? CLASSES[wc].first : W_NONE; }

u32 word_count(WordClass wc) { return wc < WC_COUNT ? (u32)(CLASSES[wc].end - CLASSES[wc].first) : 0; }

Word word_subtype_first(SubtypeClass sc) { return sc < SUB_COUNT ? SUBTYPE_CLASSES[sc].first : W_NONE; }

u32 word_subtype_count(SubtypeClass sc) {
  return sc < SUB_COUNT ? (u32)(SUBTYPE_CLASSES[sc].end - SUBTYPE_CLASSES[sc].first) : 0;
}

/* --- words in sentences ---------------------------------------------------------------------- */

bool word_takes_an(Str next) {
  static const char *const CONSONANTS[] = {"one", "uni", "Uni", "use", "eu"};
  for (u32 i = 0; i < COUNT_OF(CONSONANTS); i++)
    if (str_begins(next, str_of(CONSONANTS[i]))) return false;
  return next.length > 0 && next.data[0] && strchr("aeiouAEIOU8", next.data[0]);
}

const char *word_numeral(i64 n) {
  static const char *const NUMERALS[] = {"zero",     "one",      "two",      "three",   "four",    "five",
                                         "six",      "seven",    "eight",    "nine",    "ten",     "eleven",
                                         "twelve",   "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
                                         "eighteen", "nineteen", "twenty"};
  return n >= 0 && n < (i64)COUNT_OF(NUMERALS) ? NUMERALS[n] : NULL;
}

/* Nouns with irregular plurals. */
static const char *const IRREGULAR[][2] = {
    {"Human", "Humans"},   {"Elf", "Elves"},        {"Dwarf", "Dwarves"},  {"Wolf", "Wolves"},
    {"Mouse", "Mice"},     {"Ox", "Oxen"},          {"Hero", "Heroes"},    {"Werewolf", "Werewolves"},
    {"Child", "Children"}, {"Cyclops", "Cyclopes"}, {"Pegasus", "Pegasi"}, {"Homunculus", "Homunculi"},
    {"Locus", "Loci"},     {"Shaman", "Shamans"}};
/* Nouns whose plural equals the singular. */
static const char *const ALIKE[] = {"Fish",     "Plains",   "Kavu",       "Arcane",     "Myr",      "Merfolk",
                                    "Treefolk", "Kithkin",  "Equipment",  "Eldrazi",    "Samurai",  "Jellyfish",
                                    "Sheep",    "Starfish", "Nephilim",   "Moonfolk",   "Viashino", "Bison",
                                    "Elk",      "Squid",    "Spacecraft", "Deer",       "Kor",      "Soltari",
                                    "Dauthi",   "Thalakos", "Vedalken",   "Aetherborn", "Zubera"};

static bool ends_in(Str word, const char *ending) {
  return word.length > strlen(ending) && str_ends(word, str_of(ending));
}

void word_plural(Str noun, Text *out) {
  u32 start = noun.length;
  while (start > 0 && noun.data[start - 1] != ' ') start--;
  Str word = {noun.data + start, noun.length - start};
  text_add(out, (Str){noun.data, start});
  const char *said = NULL;
  for (u32 i = 0; i < COUNT_OF(IRREGULAR) && !said; i++)
    if (str_equal_folded(word, str_of(IRREGULAR[i][0]))) said = IRREGULAR[i][1];
  for (u32 i = 0; i < COUNT_OF(ALIKE) && !said; i++)
    if (str_equal_folded(word, str_of(ALIKE[i]))) said = ALIKE[i];
  bool y = ends_in(word, "y") && word.length > 1 && !strchr("aeiou", word.data[word.length - 2]);
  bool man = ends_in(word, "man");
  bool hiss = ends_in(word, "s") || ends_in(word, "x") || ends_in(word, "ch") || ends_in(word, "sh");
  if (said) {
    text_adds(out, said);
  } else if (y || man) {
    text_add(out, (Str){word.data, word.length - (y ? 1 : 2)});
    text_adds(out, y ? "ies" : "en");
  } else {
    text_add(out, word);
    text_adds(out, hiss ? "es" : "s");
  }
}
