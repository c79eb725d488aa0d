/* Words of questions that name nothing: question_words.def. */
#ifndef EXPLAIN_QUESTION_WORDS_H
#define EXPLAIN_QUESTION_WORDS_H

#include "base/base.h"

typedef enum QuestionWord { FILLER = 1, NOBODY = 2, PROPERTY = 4, PASSING = 8 } QuestionWord;

/* Whether a word is of one of the classes, however its letters are written. */
bool question_word_is(Str word, u32 classes);

#endif
