/* How answers are written: the rows of scenario_answer.def. */
#ifndef SCENARIO_ANSWER_H
#define SCENARIO_ANSWER_H

#include "scenario/scenario_ast.h"

/* What stands behind the word of an answer, or is the answer where it has none. */
typedef enum AnswerShape {
  ANSWER_WORD, /* nothing */
  ANSWER_NUMBER,
  ANSWER_REFS,  /* several in order, … */
  ANSWER_SPLIT, /* … each with an amount, … */
  ANSWER_SET,   /* … or in parentheses */
  ANSWER_REF,
  ANSWER_COLOR,
  ANSWER_MANA
} AnswerShape;

typedef struct AnswerForm {
  const char *word; /* "" for none */
  AnswerShape shape;
} AnswerForm;

/* By kind. */
extern const AnswerForm scenario_answer_forms[SCENARIO_ANSWER_COUNT];

#endif
