/* The words of the game as the grammar finds them: each in the category of its class, nouns in both numbers. */
#include "cards/words.h"
#include "oracle/grammar.h"

/* Nouns whose plural no rule gives. */
static const struct {
  const char *one, *many;
} PLURALS[] = {
    {"Human", "Humans"},
    {"Elf", "Elves"},
    {"Dwarf", "Dwarves"},
    {"Wolf", "Wolves"},
    {"Werewolf", "Werewolves"},
    {"Thopter", "Thopters"},
    {"Mouse", "Mice"},
    {"Ox", "Oxen"},
    {"Fish", "Fish"},
    {"Sphinx", "Sphinxes"},
    {"Plains", "Plains"},
    {"Kavu", "Kavu"},
    {"Arcane", "Arcane"},
    {"Myr", "Myr"},
    {"Merfolk", "Merfolk"},
    {"Treefolk", "Treefolk"},
    {"Kithkin", "Kithkin"},
    {"Octopus", "Octopuses"},
    {"Cyclops", "Cyclopes"},
    {"Fungus", "Funguses"},
    {"Pegasus", "Pegasi"},
    {"Homunculus", "Homunculi"},
    {"Equipment", "Equipment"},
    {"sorcery", "sorceries"},
    {"Eldrazi", "Eldrazi"},
    {"Samurai", "Samurai"},
    {"Jellyfish", "Jellyfish"},
    {"Sheep", "Sheep"},
    {"Naga", "Nagas"},
    {"Djinn", "Djinns"},
    {"Loxodon", "Loxodons"},
    {"Leech", "Leeches"},
    {"Food", "Foods"},
    {"Phyrexian", "Phyrexians"},
    {"Starfish", "Starfish"},
    {"Citizen", "Citizens"},
    {"Nephilim", "Nephilim"},
    {"Moonfolk", "Moonfolk"},
    {"Viashino", "Viashino"},
    {"Bison", "Bison"},
    {"Elk", "Elk"},
    {"Squid", "Squid"},
    {"Monger", "Mongers"},
    {"Ally", "Allies"},
    {"Ouphe", "Ouphes"},
    {"Cephalid", "Cephalids"},
    {"Noggle", "Noggles"},
    {"Volver", "Volvers"},
    {"Dryad", "Dryads"},
    {"Mercenary", "Mercenaries"},
    {"Harpy", "Harpies"},
    {"Locus", "Loci"},
    {"Child", "Children"},
    {"Class", "Classes"},
    {"Fox", "Foxes"},
    {"Lynx", "Lynxes"},
    {"Phoenix", "Phoenixes"},
    {"Sliver", "Slivers"},
    {"Efreet", "Efreets"},
    {"Incubator", "Incubators"},
    {"Spacecraft", "Spacecraft"},
    {"Hero", "Heroes"},
    {"Deer", "Deer"},
    {"Kor", "Kor"},
    {"Soltari", "Soltari"},
    {"Dauthi", "Dauthi"},
    {"Thalakos", "Thalakos"},
    {"Vedalken", "Vedalken"},
};

static bool ends(Str word, const char *ending) {
  u32 length = (u32)strlen(ending);
  return word.length > length && memcmp(word.data + word.length - length, ending, length) == 0;
}

static void plural(Str word, Text *out) {
  text_clear(out);
  for (u32 i = 0; i < COUNT_OF(PLURALS); i++) {
    if (!str_equal_folded(word, str_of(PLURALS[i].one))) continue;
    text_adds(out, PLURALS[i].many);
    return;
  }
  bool consonant = word.length > 1 && !strchr("aeiou", word.data[word.length - 2]);
  if (ends(word, "y") && consonant) {
    text_add(out, (Str){word.data, word.length - 1});
    text_adds(out, "ies");
  } else if (ends(word, "man")) {
    text_add(out, (Str){word.data, word.length - 2});
    text_adds(out, "en");
  } else {
    text_add(out, word);
    text_adds(out, ends(word, "s") || ends(word, "x") || ends(word, "ch") || ends(word, "sh") ? "es" : "s");
  }
}

/* How a keyword goes on decides its category; ward's cost is one for other players (702.21a), and read as such. */
static const char *keyword_category(Word word) {
  if (word == W_WARD) return NULL;
  u32 params = word_keyword_params(word);
  if (params & NEEDS_QUALITY) return "keyword-of-quality";
  if (params & NEEDS_COST && params & NEEDS_N) return "keyword-of-number-and-cost";
  if (params & NEEDS_COST) return "keyword-of-cost";
  if (params & NEEDS_N) return "keyword-of-number";
  return "keyword-alone";
}

/* Categories of the classes that are not nouns. */
static const char *class_category(Word word, WordClass wc) {
  switch (wc) {
    case WC_COLOR: return word == W_COLORLESS ? NULL : "color";
    case WC_SUPERTYPE: return "supertype";
    case WC_COUNTER: return "counter-kind";
    case WC_KEYWORD: return keyword_category(word);
    default: return NULL;
  }
}

static const char *const SUBTYPES[SUB_COUNT][2] = {
    [SUB_CREATURE] = {"creature-type.sg", "creature-type.pl"},
    [SUB_LAND] = {"land-type.sg", "land-type.pl"},
    [SUB_ARTIFACT] = {"artifact-type.sg", "artifact-type.pl"},
    [SUB_ENCHANTMENT] = {"enchantment-type.sg", "enchantment-type.pl"},
    [SUB_PLANESWALKER] = {"planeswalker-type.sg", "planeswalker-type.pl"},
    [SUB_SPELL] = {"spell-type.sg", "spell-type.pl"},
    [SUB_BATTLE] = {"battle-type.sg", "battle-type.pl"},
    [SUB_OTHER] = {"other-type.sg", "other-type.pl"},
};

static bool word_add(Grammar *g, Word word, Text *atom, Text *many) {
  WordClass wc = word_class(word);
  Str text = word_text(word);
  text_clear(atom);
  word_print(word, atom);
  Str meaning = text_str(atom);
  bool noun = wc == WC_TYPE || wc == WC_SUBTYPE;
  if (!noun) {
    const char *category = class_category(word, wc);
    if (!category) return true;
    return grammar_word_add(g, category, text, meaning);
  }
  const char *const *names = SUBTYPES[wc == WC_SUBTYPE ? word_subtype_class(word) : 0];
  plural(text, many);
  const char *one = wc == WC_TYPE ? "card-type.sg" : names[0];
  const char *more = wc == WC_TYPE ? "card-type.pl" : names[1];
  return grammar_word_add(g, one, text, meaning) && grammar_word_add(g, more, text_str(many), meaning);
}

bool grammar_words_add(Grammar *g) {
  Text atom, many;
  text_init(&atom, g->allocator);
  text_init(&many, g->allocator);
  bool fits = intern_add(&g->vocabulary, STR("~")) != 0;
  for (u32 word = 1; word < WORD_COUNT && fits; word++) fits = word_add(g, (Word)word, &atom, &many);
  fits = fits && !atom.failed && !many.failed;
  text_free(&atom);
  text_free(&many);
  return fits;
}
