#include "explain/sentences.h"

static const char *const ENGLISH[SENTENCE_COUNT] = {
#define S(KEY, TEXT) [SENTENCE_##KEY] = (TEXT),
#include "explain/sentences_en.def"
#undef S
};

const char *sentence_text(Sentence sentence) { return ENGLISH[sentence]; }

Sentence sentence_of_event(EventKind kind) {
  static const u8 OF[EVENT_KIND_COUNT] = {
#define EV(KIND, NAME, RULE, APPLICATION) [EVENT_##KIND] = SENTENCE_##KIND,
      EVENT_KINDS(EV)
#undef EV
  };
  return (Sentence)OF[kind];
}
