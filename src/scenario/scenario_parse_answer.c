/* Answers to decisions. */
#include "scenario/scenario_parse_private.h"

/* --- answers ------------------------------------------------------------------------------- */

static bool unknown_answer(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_words(&suggestion, &scenario_answer_words, ANY_PLACE);
  sp_suggest_words(&suggestion, &scenario_color_words, ANY_PLACE);
  sp_suggest_names(&suggestion, parser, REF_EITHER);
  bool word = sp_is(parser, TOKEN_WORD);
  return sp_expected_near(parser, &parser->token, word ? GAVEL_E_UNKNOWN : GAVEL_E_SYNTAX,
                          "an answer such as `yes`, a number, a colour, an alias, a player or \"text\"",
                          word ? &suggestion : NULL);
}

/* Whether a reference that is no quoted name begins here. */
static bool begins_ref(Parser *parser) {
  if (sp_begins_special_ref(parser)) return true;
  Str word = parser->token.text;
  if (!sp_is(parser, TOKEN_WORD) || scenario_word_reserved(word)) return false;
  return sp_find_player(parser, word) != SCENARIO_NONE || sp_is_alias(parser);
}

/* Whether the answer is `top` or `bottom`, as a merging spell is asked: no alias, and no `top of stack`. */
static bool is_place(Parser *parser) {
  if (sp_is_word(parser, "bottom")) return !begins_ref(parser);
  if (!sp_is_word(parser, "top")) return false;
  Token next = sp_peek(parser);
  return !sp_token_is_word(&next, "of");
}

/* The kind of an answer without a word of its own; SCENARIO_ANSWER_COUNT, with the error set, if none begins here. */
static ScenarioAnswerKind bare_kind(Parser *parser) {
  if (sp_is(parser, TOKEN_WORD) && scenario_word_find(&scenario_color_words, parser->token.text, NULL))
    return SCENARIO_ANSWER_COLOR;
  if (sp_is(parser, TOKEN_INT)) return SCENARIO_ANSWER_NUMBER;
  if (sp_is(parser, TOKEN_SYMBOLS)) return SCENARIO_ANSWER_MANA;
  if (sp_is(parser, TOKEN_OPEN)) return SCENARIO_ANSWER_SET;
  if (sp_is(parser, TOKEN_QUOTED) || begins_ref(parser)) return SCENARIO_ANSWER_REF;
  unknown_answer(parser);
  return SCENARIO_ANSWER_COUNT;
}

/* An answer without what may follow it. */
static bool parse_single(Parser *parser, ScenarioAnswer *answer) {
  u32 kind = SCENARIO_ANSWER_COUNT;
  answer->place = parser->token.place;
  if (!sp_accept_row(parser, &scenario_answer_words, &kind) && is_place(parser)) {
    answer->kind = SCENARIO_ANSWER_REF;
    answer->ref = sp_word_as_text(parser);
    return answer->ref != NULL;
  }
  if (kind == SCENARIO_ANSWER_COUNT) kind = bare_kind(parser);
  answer->kind = (ScenarioAnswerKind)kind;
  return !parser->status && sp_take(parser, scenario_word_of(&scenario_answer_words, kind), answer);
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
    u32 kind;
    bool word = sp_is(parser, TOKEN_WORD) && scenario_word_find(&scenario_answer_words, parser->token.text, &kind);
    if (word && (kind == SCENARIO_ANSWER_ORDER || kind == SCENARIO_ANSWER_SHUFFLE || kind == SCENARIO_ANSWER_SPLIT))
      return sp_expected(parser, "a single option");
    ScenarioAnswer *option = SP_PUSH(parser, &answer->options);
    if (!option || !parse_single(parser, option)) return false;
  } while (sp_is(parser, TOKEN_COMMA));
  return sp_close(parser);
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
  ScenarioAnswers *answers = sp_new(parser, sizeof *answers);
  if (!answers) return NULL;
  answers->player = player;
  answers->place = place;
  do {
    ScenarioAnswer *answer = SP_PUSH(parser, &answers->answers);
    if (!answer || !parse_answer(parser, answer)) return NULL;
  } while (sp_accept(parser, TOKEN_SEMICOLON));
  return sp_end(parser, "`;` and another answer, or the end of the line") ? answers : NULL;
}
