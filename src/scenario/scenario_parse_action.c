/* What a player does: a verb, what it is done to, and clauses that say how. */
#include "scenario/scenario_parse_private.h"

/* --- clauses ------------------------------------------------------------------------------- */

static const ScenarioWord *find_clause(Str word) {
  u32 value;
  if (!scenario_word_find(&scenario_clause_words, word, &value)) return NULL;
  return scenario_word_of(&scenario_clause_words, value);
}

bool sp_clause_at(const Parser *parser, u32 offset) {
  Str word = scenario_lex_word_at(&parser->lexer, offset);
  const ScenarioWord *clause = find_clause(word);
  u32 next = scenario_lex_skip_space(&parser->lexer, offset + word.length);
  return clause && sp_follows(parser, (Follows)clause->follows, next);
}

/* A word where a clause or the end of the line should be. */
static bool not_a_clause(Parser *parser, u32 allowed) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  if (allowed) sp_suggest_words(&suggestion, &scenario_clause_words, allowed);
  const char *what = allowed ? "a clause of the line or its end" : "the end of the line";
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, what, &suggestion);
}

bool sp_clauses(Parser *parser, ScenarioClauses *clauses, u32 allowed, const char *verb, bool in_item) {
  parser->in_item = in_item;
  while (sp_is(parser, TOKEN_WORD)) {
    Token at = parser->token;
    const ScenarioWord *clause = find_clause(at.text);
    if (!clause) return (in_item && sp_item_word(&at)) || not_a_clause(parser, allowed);
    if (!(allowed & clause->value)) {
      return sp_fail(parser, &at, GAVEL_E_SYNTAX, "expected a clause that `%s` can have, found `%s`", verb,
                     clause->text);
    }
    if (clauses->given & clause->value) return sp_twice(parser, &at, clause);
    clauses->given |= clause->value;
    sp_advance(parser);
    if (!sp_take(parser, clause, clauses)) return false;
  }
  return !parser->status;
}

/* --- actions ------------------------------------------------------------------------------- */

ScenarioAction *sp_action(Parser *parser, u32 player, ScenarioVerb verb, ScenarioPlace place) {
  const ScenarioWord *row = scenario_word_of(&scenario_verb_words, verb);
  ScenarioAction *action = sp_new(parser, sizeof *action);
  if (!action) return NULL;
  *action = (ScenarioAction){.verb = verb, .player = player, .place = place, .clauses = {.from = ZONE_NONE}};
  bool ok = sp_take(parser, row, action) && sp_clauses(parser, &action->clauses, row->where, row->text, false) &&
            sp_end(parser, "the end of the line");
  return ok ? action : NULL;
}

bool sp_acts(Parser *parser, u32 player, ScenarioPlace place, ScenarioAction **action, ScenarioAnswers **answers) {
  u32 verb;
  if (sp_accept_word(parser, "answers")) {
    *answers = sp_answers(parser, player, place);
    return *answers != NULL;
  }
  if (!sp_accept_row(parser, &scenario_verb_words, &verb)) {
    Suggestion suggestion = sp_suggest_for(parser->token.text);
    sp_suggest(&suggestion, STR("answers"));
    sp_suggest_words(&suggestion, &scenario_verb_words, ANY_PLACE);
    return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                            "what the player does, such as `casts`, `activates` or `answers`", &suggestion);
  }
  if (parser->scenario->sections.count == 0)
    return sp_fail(parser, &parser->row_at, GAVEL_E_SYNTAX,
                   "expected a `turn` line before the first action, found none");
  *action = sp_action(parser, player, (ScenarioVerb)verb, place);
  return *action != NULL;
}
