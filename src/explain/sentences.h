/* The words of all sentences: one table of sentences and one of words a language. */
#ifndef EXPLAIN_SENTENCES_H
#define EXPLAIN_SENTENCES_H

#include "cards/events.h"
#include "cards/words.h"
#include "gavel/gavel.h"
#include "state/asking.h"

typedef enum Sentence {
#define S(KEY, TEXT) SENTENCE_##KEY,
#include "explain/sentences_en.def"
#undef S
  SENTENCE_COUNT
} Sentence;

#define LANGUAGE_COUNT 2u

/* A sentence with places to be filled in (sentences_en.def), in a language; that of a kind of event, and of a decision. Never
   null. */
const char *sentence_text(GavelLanguage language, Sentence sentence);
/* A message that is given by its English, in a language (phrases_it.def); in English where the table doesn't have it. */
const char *phrase_said(GavelLanguage language, const char *english) __attribute__((format_arg(2)));
/* Whether the table of a language has it. */
bool phrase_is_known(GavelLanguage language, const char *english);
Sentence sentence_of_event(EventKind kind);
Sentence sentence_of_decision(DecisionKind kind);
/* That of how long an effect lasts. */
Sentence sentence_of_duration(Word duration);

/* A word has one or two forms: a zone for where something comes from and where it goes, a color or supertype a masculine and a
   feminine one. */
typedef enum WordForm { WORD_FROM, WORD_TO, WORD_MASCULINE = WORD_FROM, WORD_FEMININE = WORD_TO } WordForm;
/* The word in a language; in English where that language has none of its own. */
Str word_said(GavelLanguage language, Word word, WordForm form);
/* Whether adjectives stand behind what they describe; and the form they take with a card type. */
bool adjectives_follow(GavelLanguage language);
WordForm word_gender(GavelLanguage language, Word type);

#endif
