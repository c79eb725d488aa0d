#include "explain/sentences.h"

static const char *const SENTENCES[LANGUAGE_COUNT][SENTENCE_COUNT] = {
#define S(KEY, TEXT) [SENTENCE_##KEY] = (TEXT),
    [GAVEL_ENGLISH] =
        {
#include "explain/sentences_en.def"
        },
    [GAVEL_ITALIAN] =
        {
#include "explain/sentences_it.def"
        },
#undef S
};

const char *sentence_text(GavelLanguage language, Sentence sentence) { return SENTENCES[language][sentence]; }

typedef struct Phrase {
  const char *english, *said;
} Phrase;

#define P(ENGLISH, SAID) {(ENGLISH), (SAID)},
static const Phrase ITALIAN_PHRASES[] = {
#include "explain/phrases_it.def"
#include "explain/help_it.def"
};
#undef P

/* By language; English needs none. */
static const struct {
  const Phrase *rows;
  u32 count;
} PHRASES[LANGUAGE_COUNT] = {[GAVEL_ITALIAN] = {ITALIAN_PHRASES, COUNT_OF(ITALIAN_PHRASES)}};

static const char *phrase_find(GavelLanguage language, const char *english) {
  for (u32 i = 0; i < PHRASES[language].count; i++)
    if (strcmp(PHRASES[language].rows[i].english, english) == 0) return PHRASES[language].rows[i].said;
  return NULL;
}

const char *phrase_said(GavelLanguage language, const char *english) {
  const char *found = phrase_find(language, english);
  return found ? found : english;
}

bool phrase_is_known(GavelLanguage language, const char *english) {
  return language == GAVEL_ENGLISH || phrase_find(language, english);
}

Sentence sentence_of_event(EventKind kind) {
  static const u16 OF[EVENT_KIND_COUNT] = {
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) [EVENT_##KIND] = SENTENCE_##KIND,
      EVENT_KINDS(EV)
#undef EV
  };
  return (Sentence)OF[kind];
}

Sentence sentence_of_decision(DecisionKind kind) {
  static const u16 OF[DECISION_KIND_COUNT] = {[DECISION_NONE] = SENTENCE_NOTHING,
#define DK(KIND, NAME) [DECISION_##KIND] = SENTENCE_ASK_##KIND,
                                              DECISION_KINDS(DK)
#undef DK
  };
  return (Sentence)OF[kind];
}

Sentence sentence_of_duration(Word duration) {
  switch (duration) {
    case W_END_OF_TURN: return SENTENCE_UNTIL_END_OF_TURN;
    case W_END_OF_COMBAT: return SENTENCE_UNTIL_END_OF_COMBAT;
    case W_YOUR_NEXT_TURN: return SENTENCE_UNTIL_NEXT_TURN;
    case W_YOUR_NEXT_UPKEEP: return SENTENCE_UNTIL_NEXT_UPKEEP;
    case W_YOUR_NEXT_END_STEP: return SENTENCE_UNTIL_NEXT_END_STEP;
    case W_END_OF_YOUR_NEXT_TURN: return SENTENCE_UNTIL_END_OF_NEXT_TURN;
    case W_WHILE_ON_BATTLEFIELD: return SENTENCE_WHILE_SOURCE_REMAINS;
    case W_WHILE_YOU_CONTROL: return SENTENCE_WHILE_SOURCE_CONTROLLED;
    case W_WHILE_YOU_CONTROL_IT: return SENTENCE_WHILE_CONTROLLED;
    case W_WHILE_ATTACHED: return SENTENCE_WHILE_ATTACHED;
    case W_WHILE_TAPPED: return SENTENCE_WHILE_SOURCE_TAPPED;
    case W_INDEFINITE: return SENTENCE_WITHOUT_END;
    default: return SENTENCE_FOR_A_TIME;
  }
}

/* --- words ----------------------------------------------------------------------------------- */

typedef struct Translation {
  Word word;
  const char *text;
} Translation;

static const Translation ITALIAN[] = {
#define W(ENUM, TEXT) {W_##ENUM, TEXT},
#include "explain/words_it.def"
#undef W
};

Str word_said(GavelLanguage language, Word word, WordForm form) {
  const char *text = NULL;
  for (u32 i = 0; language == GAVEL_ITALIAN && !text && i < COUNT_OF(ITALIAN); i++)
    if (ITALIAN[i].word == word) text = ITALIAN[i].text;
  if (!text) return word_text(word);
  const char *bar = strchr(text, '|');
  if (bar && form == WORD_TO) return str_of(bar + 1);
  return bar ? (Str){text, (u32)(bar - text)} : str_of(text);
}

bool adjectives_follow(GavelLanguage language) { return language == GAVEL_ITALIAN; }

WordForm word_gender(GavelLanguage language, Word type) {
  static const Word FEMININE[] = {W_BATTLE, W_CREATURE, W_LAND, W_SORCERY, W_CONSPIRACY, W_SCHEME, W_VANGUARD};
  for (u32 i = 0; language == GAVEL_ITALIAN && i < COUNT_OF(FEMININE); i++)
    if (FEMININE[i] == type) return WORD_FEMININE;
  return WORD_MASCULINE;
}
