#include "explain/question_words.h"

bool question_word_is(Str word, u32 classes) {
  static const struct {
    const char *word;
    u32 classes;
  } WORDS[] = {
#define QW(WORD, CLASSES) {WORD, CLASSES},
#include "explain/question_words.def"
#undef QW
  };
  for (u32 i = 0; i < COUNT_OF(WORDS); i++)
    if (WORDS[i].classes & classes && str_equal_folded(word, str_of(WORDS[i].word))) return true;
  return false;
}
