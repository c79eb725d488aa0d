/* The words of the game as the grammar finds them: each in the category of its class, nouns in both numbers. */
#include "cards/words.h"
#include "oracle/grammar.h"

/* Labels of activated abilities (702.57, 702.142, 702.177, 702.193), and channel, of which other cards speak. */
static const Word ABILITY_LABELS[] = {W_FORECAST, W_BOAST, W_EXHAUST, W_POWER_UP, W_LABEL_CHANNEL};

/* Keywords whose cost has a participle that tells of what was cast for it. */
static const struct {
  Word keyword;
  const char *participle;
} PARTICIPLES[] = {
    {W_KICKER, "kicked"}, {W_BARGAIN, "bargained"},   {W_WARP, "warped"},
    {W_EVOKE, "evoked"},  {W_DASH, "dashed"},         {W_CLEAVE, "cleaved"},
    {W_BLITZ, "blitzed"}, {W_OVERLOAD, "overloaded"}, {W_TEAMWORK, "cast using teamwork"},
};

/* Keywords by which modes have costs (702.172, 702.183). */
static const Word MODAL[] = {W_SPREE, W_TIERED};

/* How a keyword goes on decides its categories; ward's cost is one for other players (702.21a), and read as such. */
static bool keyword_add(Grammar *g, Word word, Str text, Str meaning) {
  u32 params = word_keyword_params(word);
  bool cost = params & NEEDS_COST, number = params & NEEDS_N, fits = true;
  if (params & NEEDS_QUALITY) {
    fits = grammar_word_add(g, "keyword-of-quality", text, meaning);
  } else if (cost && number) {
    fits = grammar_word_add(g, "keyword-of-number-and-cost", text, meaning);
  } else if (word != W_WARD) {
    if (cost || params & MAY_COST) fits = grammar_word_add(g, "keyword-of-cost", text, meaning);
    if (number || params & MAY_N) fits = fits && grammar_word_add(g, "keyword-of-number", text, meaning);
    if (!cost && !number) fits = fits && grammar_word_add(g, "keyword-alone", text, meaning);
  }
  if (params & MAY_NOTHING) fits = fits && grammar_word_add(g, "keyword-alone", text, meaning);
  for (u32 i = 0; i < COUNT_OF(ABILITY_LABELS) && fits; i++)
    if (ABILITY_LABELS[i] == word) fits = grammar_word_add(g, "ability-label", text, meaning);
  for (u32 i = 0; i < COUNT_OF(MODAL) && fits; i++)
    if (MODAL[i] == word) fits = grammar_word_add(g, "modal-keyword", text, meaning);
  for (u32 i = 0; i < COUNT_OF(PARTICIPLES) && fits; i++)
    if (PARTICIPLES[i].keyword == word)
      fits = grammar_word_add(g, "cast-participle", str_of(PARTICIPLES[i].participle), meaning);
  return fits;
}

/* Keyword actions that players take, with their other forms. */
static const struct {
  Word action;
  const char *takes, *took;
} ACTIONS[] = {
    {W_K_INVESTIGATE, "investigates", "investigated"},
    {W_K_DISCOVER, "discovers", "discovered"},
    {W_K_MANIFEST_DREAD, "manifests dread", "manifested dread"},
    {W_K_CLASH, "clashes", "clashed"},
    {W_K_PLAY_LAND, "plays a land", "played a land"},
    {W_K_CRIME, "commits a crime", "committed a crime"},
    {W_K_FORAGE, "forages", "foraged"},
    {W_K_COLLECT_EVIDENCE, "collects evidence", "collected evidence"},
    {W_K_AIRBEND, "airbends", "airbent"},
    {W_K_EARTHBEND, "earthbends", "earthbent"},
    {W_K_FIREBEND, "firebends", "firebent"},
    {W_K_PROLIFERATE, "proliferates", "proliferated"},
};

static bool action_add(Grammar *g, Word word, Str text, Str meaning) {
  for (u32 i = 0; i < COUNT_OF(ACTIONS); i++)
    if (ACTIONS[i].action == word)
      return grammar_word_add(g, "player-action.sg", str_of(ACTIONS[i].takes), meaning) &&
             grammar_word_add(g, "player-action.pl", text, meaning) &&
             grammar_word_add(g, "player-action.past", str_of(ACTIONS[i].took), meaning);
  return true;
}

/* What a permanent can be said to be. */
static bool designation_add(Grammar *g, Word word, Str text, Str meaning) {
  static const Word OF_PERMANENTS[] = {W_MONSTROUS, W_RENOWNED, W_SADDLED, W_SUSPECTED, W_GOADED, W_IS_SOLVED};
  for (u32 i = 0; i < COUNT_OF(OF_PERMANENTS); i++)
    if (OF_PERMANENTS[i] == word) return grammar_word_add(g, "designation", text, meaning);
  return true;
}

static bool is_capital(char letter) { return letter >= 'A' && letter <= 'Z'; }

/* What texts write small stands for something else than an ability. "Nonland" stays two words. */
static const char *other_category(Str text) {
  if (is_capital(text.data[0])) return "anchor-word";
  return text.length > 3 && memcmp(text.data, "non", 3) == 0 ? NULL : "vote-word";
}

/* Categories of the classes that are not nouns. */
static const char *class_category(Word word, WordClass wc) {
  switch (wc) {
    case WC_COLOR: return word == W_COLORLESS ? NULL : "color";
    case WC_SUPERTYPE: return "supertype";
    case WC_COUNTER: return "counter-kind";
    case WC_OTHER: return other_category(word_text(word));
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
  if (wc == WC_KEYWORD) return keyword_add(g, word, text, meaning);
  if (wc == WC_ACTION) return action_add(g, word, text, meaning);
  if (wc == WC_DESIGNATION) return designation_add(g, word, text, meaning);
  if (!noun) {
    const char *category = class_category(word, wc);
    if (!category) return true;
    return grammar_word_add(g, category, text, meaning);
  }
  const char *const *names = SUBTYPES[wc == WC_SUBTYPE ? word_subtype_class(word) : 0];
  text_clear(many);
  word_plural(text, many);
  const char *one = wc == WC_TYPE ? "card-type.sg" : names[0];
  const char *more = wc == WC_TYPE ? "card-type.pl" : names[1];
  /* What is no creature type, an object may call itself by. */
  bool calls_itself = wc == WC_TYPE || word_subtype_class(word) != SUB_CREATURE;
  return grammar_word_add(g, one, text, meaning) && grammar_word_add(g, more, text_str(many), meaning) &&
         (!calls_itself || grammar_word_add(g, "self-kind", text, STR("self")));
}

bool grammar_words_add(Grammar *g) {
  Text atom, many;
  text_init(&atom, g->allocator);
  text_init(&many, g->allocator);
  bool fits = intern_add(&g->vocabulary, STR("~")) != 0 &&
              grammar_word_add(g, "mode-mark", STR("\xe2\x80\xa2"), STR("mark")) &&
              grammar_word_add(g, "mode-mark", STR("+"), STR("mark"));
  for (u32 word = 1; word < WORD_COUNT && fits; word++) fits = word_add(g, (Word)word, &atom, &many);
  fits = fits && !atom.failed && !many.failed && grammar_lists_add(g);
  text_free(&atom);
  text_free(&many);
  return fits;
}
