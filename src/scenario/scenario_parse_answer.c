/* Answers to decisions. */
#include "scenario/scenario_parse_private.h"

static const char ref_what[] = "an object or a player";

/* --- answers with a word of their own ------------------------------------------------------ */

/* REF=3, REF=1 */
static bool parse_split(Parser *parser, ScenarioAnswer *answer) {
  do {
    if (!sp_ref_into(parser, REF_EITHER, ref_what, &answer->refs)) return false;
    i64 *amount = SP_PUSH(parser, &answer->amounts);
    if (!amount) return false;
    if (!sp_accept(parser, TOKEN_EQUALS)) return sp_expected(parser, "`=` and an amount");
    if (!sp_number(parser, "an amount", 0, SCENARIO_AMOUNT_CAP, amount)) return false;
  } while (sp_accept(parser, TOKEN_COMMA));
  return !parser->status;
}

static bool parse_mana(Parser *parser, ScenarioAnswer *answer) {
  ScenarioText mana;
  if (!sp_mana(parser, &mana)) return false;
  answer->text = mana.text;
  return true;
}

/* (REF, REF) */
static bool parse_set(Parser *parser, ScenarioAnswer *answer) {
  sp_advance(parser);
  if (!sp_refs(parser, REF_EITHER, ref_what, &answer->refs)) return false;
  return sp_accept(parser, TOKEN_CLOSE) || sp_expected(parser, "`,` or a closing parenthesis");
}

static bool parse_shape(Parser *parser, ScenarioAnswer *answer, i64 least) {
  switch (scenario_answer_forms[answer->kind].shape) {
    case ANSWER_WORD: return !parser->status;
    case ANSWER_NUMBER: return sp_number(parser, "a number", least, SCENARIO_AMOUNT_CAP, &answer->number);
    case ANSWER_REFS: return sp_refs(parser, REF_EITHER, ref_what, &answer->refs);
    case ANSWER_SPLIT: return parse_split(parser, answer);
    case ANSWER_SET: return parse_set(parser, answer);
    case ANSWER_MANA: return parse_mana(parser, answer);
    case ANSWER_REF: answer->ref = sp_ref(parser, REF_EITHER, ref_what); return answer->ref != NULL;
    case ANSWER_COLOR: return !parser->status;
  }
  return false;
}

/* The kind of answer that has that token as its word, SCENARIO_ANSWER_COUNT if none has. */
static ScenarioAnswerKind kind_of_word(const Token *token) {
  u32 kind = 0;
  while (kind < SCENARIO_ANSWER_COUNT &&
         !(scenario_answer_forms[kind].word[0] && sp_token_is_word(token, scenario_answer_forms[kind].word)))
    kind++;
  return (ScenarioAnswerKind)kind;
}

/* --- answers ------------------------------------------------------------------------------- */

static bool unknown_answer(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  for (u32 i = 0; i < SCENARIO_ANSWER_COUNT; i++) sp_suggest(&suggestion, str_of(scenario_answer_forms[i].word));
  sp_suggest_words(&suggestion, &scenario_color_words);
  sp_suggest_names(&suggestion, parser, REF_EITHER);
  bool word = sp_is(parser, TOKEN_WORD);
  return sp_expected_near(parser, &parser->token, word ? GAVEL_E_UNKNOWN : GAVEL_E_SYNTAX,
                          "an answer such as `yes`, a number, a colour, an alias, a player or \"text\"",
                          word ? &suggestion : NULL);
}

/* Whether a reference that is no quoted name begins here. */
static bool begins_ref(Parser *parser) {
  static const char *const words[] = {"face-down", "ability", "top"};
  for (u32 i = 0; i < COUNT_OF(words); i++) {
    if (sp_is_word(parser, words[i])) return true;
  }
  Str word = parser->token.text;
  if (!sp_is(parser, TOKEN_WORD) || scenario_word_reserved(word)) return false;
  if (sp_find_player(parser, word) != SCENARIO_NONE) return true;
  /* bears.2 is judged by its alias, so that a wrong number is reported as that. */
  const char *dot = memchr(word.data, '.', word.length);
  if (dot) word.length = (u32)(dot - word.data);
  return intern_find(&parser->alias_names, word) != 0;
}

/* Whether the answer is `top` or `bottom`, as a merging spell is asked: no alias, and no `top of stack`. */
static bool is_place(Parser *parser) {
  if (sp_is_word(parser, "bottom")) return !begins_ref(parser);
  if (!sp_is_word(parser, "top")) return false;
  Token next = sp_peek(parser);
  return !sp_token_is_word(&next, "of");
}

/* An answer without what may follow it. */
static bool parse_single(Parser *parser, ScenarioAnswer *answer) {
  u32 color;
  answer->place = parser->token.place;
  answer->kind = kind_of_word(&parser->token);
  if (answer->kind != SCENARIO_ANSWER_COUNT) {
    sp_advance(parser);
    return parse_shape(parser, answer, 1);
  }
  answer->kind = SCENARIO_ANSWER_REF;
  if (sp_accept_row(parser, &scenario_color_words, &color)) {
    answer->kind = SCENARIO_ANSWER_COLOR;
    answer->color = (Word)color;
  } else if (sp_is(parser, TOKEN_INT)) {
    answer->kind = SCENARIO_ANSWER_NUMBER;
  } else if (sp_is(parser, TOKEN_SYMBOLS)) {
    answer->kind = SCENARIO_ANSWER_MANA;
  } else if (sp_is(parser, TOKEN_OPEN)) {
    answer->kind = SCENARIO_ANSWER_SET;
  } else if (is_place(parser)) {
    answer->ref = sp_word_as_text(parser);
    return answer->ref != NULL;
  } else if (!sp_is(parser, TOKEN_QUOTED) && !begins_ref(parser)) {
    return unknown_answer(parser);
  }
  return parse_shape(parser, answer, -SCENARIO_AMOUNT_CAP);
}

/* for REF */
static bool parse_for(Parser *parser, ScenarioAnswer *answer) {
  if (answer->source) return sp_expected(parser, "no second `for`");
  sp_advance(parser);
  answer->source = sp_ref(parser, REF_OBJECT, "the object that the decision comes from");
  return answer->source != NULL;
}

/* from (B, C, …) */
static bool parse_options(Parser *parser, ScenarioAnswer *answer) {
  if (answer->has_options) return sp_expected(parser, "no second `from`");
  sp_advance(parser);
  answer->has_options = true;
  if (!sp_is(parser, TOKEN_OPEN)) return sp_expected(parser, "the options in parentheses");
  do {
    sp_advance(parser);
    ScenarioAnswerKind kind = kind_of_word(&parser->token);
    AnswerShape shape = kind == SCENARIO_ANSWER_COUNT ? ANSWER_WORD : scenario_answer_forms[kind].shape;
    if (shape == ANSWER_REFS || shape == ANSWER_SPLIT) return sp_expected(parser, "a single option");
    ScenarioAnswer *option = SP_PUSH(parser, &answer->options);
    if (!option || !parse_single(parser, option)) return false;
  } while (sp_is(parser, TOKEN_COMMA));
  return sp_accept(parser, TOKEN_CLOSE) || sp_expected(parser, "`,` or a closing parenthesis");
}

static bool parse_answer(Parser *parser, ScenarioAnswer *answer) {
  bool ok = parse_single(parser, answer);
  while (ok && !parser->status) {
    if (sp_is_word(parser, "for")) {
      ok = parse_for(parser, answer);
    } else if (sp_is_word(parser, "from")) {
      ok = parse_options(parser, answer);
    } else {
      return true;
    }
  }
  return false;
}

ScenarioAnswers *sp_answers(Parser *parser, u32 player, ScenarioPlace place) {
  ScenarioAnswers *answers = arena_alloc(parser->arena, sizeof *answers);
  if (!answers) {
    sp_no_memory(parser);
    return NULL;
  }
  answers->player = player;
  answers->place = place;
  do {
    ScenarioAnswer *answer = SP_PUSH(parser, &answers->answers);
    if (!answer || !parse_answer(parser, answer)) return NULL;
  } while (sp_accept(parser, TOKEN_SEMICOLON));
  return sp_end(parser, "`;` and another answer, or the end of the line") ? answers : NULL;
}
