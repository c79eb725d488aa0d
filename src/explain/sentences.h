/* The words of all sentences: one table a language. */
#ifndef EXPLAIN_SENTENCES_H
#define EXPLAIN_SENTENCES_H

#include "cards/events.h"

typedef enum Sentence {
#define S(KEY, TEXT) SENTENCE_##KEY,
#include "explain/sentences_en.def"
#undef S
  SENTENCE_COUNT
} Sentence;

/* A sentence with places to be filled in (sentences_en.def); and that of a kind of event. Never null. */
const char *sentence_text(Sentence sentence);
Sentence sentence_of_event(EventKind kind);

#endif
