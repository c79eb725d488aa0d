/* The clauses of an action line: how a spell is cast or an ability activated. */
#include "scenario/scenario_parse_private.h"

/* What must follow the clause's word, so that a name without quotes may hold the word itself. */
typedef enum Follows { FOLLOWS_ANYTHING, FOLLOWS_ZONE, FOLLOWS_QUOTE, FOLLOWS_X, FOLLOWS_DIGIT } Follows;

/* What stands behind the words of a clause, by the shapes of scenario_clause.def: each is put into `*out`. */

static bool take_nothing(const Parser *parser, const char *what, const u32 *given) {
  (void)what, (void)given;
  return !parser->status;
}

static bool take_zone(Parser *parser, const char *what, Zone *out) {
  (void)what;
  Token at = parser->token;
  u32 zone;
  if (!sp_accept_row(parser, &scenario_zone_words, &zone)) {
    return sp_expected_word(parser, "a zone", &scenario_zone_words);
  }
  if (zone == ZONE_BATTLEFIELD || zone == ZONE_STACK || zone == ZONE_ANTE)
    return sp_fail(parser, &at, GAVEL_E_CHECK, "expected a zone a card is cast or played from, found `%s`",
                   scenario_word_text(&scenario_zone_words, zone));
  *out = (Zone)zone;
  return true;
}

static bool take_via(Parser *parser, const char *what, ScenarioText *out) {
  return sp_accept_word(parser, "none") || sp_quoted(parser, what, out);
}

static bool take_x(Parser *parser, const char *what, i64 *out) {
  if (!sp_need_word(parser, "X")) return false;
  if (!sp_accept(parser, TOKEN_EQUALS)) return sp_expected(parser, "`=` after X");
  return sp_number(parser, what, 0, SCENARIO_AMOUNT_CAP, out);
}

/* N, N, …: a comma is taken only if a number follows it. */
static bool take_numbers(Parser *parser, const char *what, i64 min, ScenarioNumbers *out) {
  for (;;) {
    i64 *slot = SP_PUSH(parser, out);
    if (!slot || !sp_number(parser, what, min, SCENARIO_AMOUNT_CAP, slot)) return false;
    if (!sp_is(parser, TOKEN_COMMA) || sp_peek(parser).kind != TOKEN_INT) break;
    sp_advance(parser);
  }
  return !parser->status;
}

static bool take_modes(Parser *parser, const char *what, ScenarioNumbers *out) {
  return take_numbers(parser, what, 1, out);
}

static bool take_amounts(Parser *parser, const char *what, ScenarioNumbers *out) {
  return take_numbers(parser, what, 0, out);
}

static bool take_times(Parser *parser, const char *what, i64 *out) {
  *out = 1;
  return !sp_is(parser, TOKEN_INT) || sp_number(parser, what, 1, SCENARIO_AMOUNT_CAP, out);
}

static bool take_payings(Parser *parser, const char *what, ScenarioPayings *out) {
  for (;;) {
    ScenarioPaying *paying = SP_PUSH(parser, out);
    if (!paying || !sp_quoted(parser, what, &paying->text) ||
        !take_times(parser, "how often it is paid", &paying->times))
      return false;
    if (!sp_is(parser, TOKEN_COMMA) || sp_peek(parser).kind != TOKEN_QUOTED) break;
    sp_advance(parser);
  }
  return !parser->status;
}

static bool take_target(Parser *parser, const char *what, ScenarioTarget *target) {
  target->place = parser->token.place;
  if (sp_accept_word(parser, "no")) {
    target->kind = SCENARIO_TARGET_NONE;
    return sp_need_word(parser, "target");
  }
  if (!sp_accept(parser, TOKEN_OPEN)) {
    target->kind = SCENARIO_TARGET_ONE;
    return sp_ref_into(parser, REF_EITHER, what, &target->refs);
  }
  target->kind = SCENARIO_TARGET_GROUP;
  if (sp_accept(parser, TOKEN_CLOSE)) return true;
  if (!sp_refs(parser, REF_EITHER, "an object or a player", &target->refs)) return false;
  return sp_accept(parser, TOKEN_CLOSE) || sp_expected(parser, "`,` or a closing parenthesis");
}

/* A suffix of an item behind a comma is no target. On the stack `face-down` is a clause, so there it begins a target. */
static bool take_targets(Parser *parser, const char *what, ScenarioTargets *out) {
  for (;;) {
    ScenarioTarget *target = SP_PUSH(parser, out);
    if (!target || !take_target(parser, what, target)) return false;
    if (!sp_is(parser, TOKEN_COMMA)) break;
    Token next = sp_peek(parser);
    if (parser->in_item && sp_item_word(&next) && !sp_token_is_word(&next, "face-down")) break;
    sp_advance(parser);
  }
  return !parser->status;
}

/* A row of scenario_clause.def. */
typedef struct Clause {
  const char *word;
  ScenarioClause bit;
  Follows follows;
} Clause;

static const Clause clause_rows[] = {
#define CLAUSE(NAME, WORD, FOLLOWS, SHAPE, FIELD, WHAT) {WORD, SCENARIO_CLAUSE_##NAME, FOLLOWS_##FOLLOWS},
#include "scenario/scenario_clause.def"
#undef CLAUSE
};

static bool take_clause(Parser *parser, ScenarioClause clause, ScenarioClauses *clauses) {
  switch ((u32)clause) {
#define CLAUSE(NAME, WORD, FOLLOWS, SHAPE, FIELD, WHAT) \
  case SCENARIO_CLAUSE_##NAME:                          \
    return take_##SHAPE(parser, WHAT, &clauses->FIELD);
#include "scenario/scenario_clause.def"
#undef CLAUSE
    default: return false;
  }
}

static const Clause *find_clause(Str word) {
  for (u32 i = 0; i < COUNT_OF(clause_rows); i++) {
    if (str_is(word, clause_rows[i].word)) return &clause_rows[i];
  }
  return NULL;
}

bool sp_clause_at(const Parser *parser, u32 offset) {
  const Lexer *lexer = &parser->lexer;
  Str word = scenario_lex_word_at(lexer, offset);
  const Clause *clause = find_clause(word);
  if (!clause) return false;
  u32 next = scenario_lex_skip_space(lexer, offset + word.length);
  int c = scenario_lex_ends_at(lexer, next) ? 0 : lexer->text.data[next];
  Str follower = scenario_lex_word_at(lexer, next);
  switch (clause->follows) {
    case FOLLOWS_ANYTHING: return true;
    case FOLLOWS_ZONE: return scenario_word_find(&scenario_zone_words, follower, NULL);
    case FOLLOWS_QUOTE: return c == '"' || str_is(follower, "none");
    case FOLLOWS_X: return str_is(follower, "X");
    case FOLLOWS_DIGIT: return c >= '0' && c <= '9';
  }
  return false;
}

/* A word where a clause or the end of the line should be. */
static bool not_a_clause(Parser *parser, u32 allowed) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  for (u32 i = 0; i < COUNT_OF(clause_rows); i++) {
    if (allowed & clause_rows[i].bit) sp_suggest(&suggestion, str_of(clause_rows[i].word));
  }
  const char *what = allowed ? "a clause of the line or its end" : "the end of the line";
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, what, &suggestion);
}

bool sp_clauses(Parser *parser, ScenarioClauses *clauses, u32 allowed, const char *verb, bool in_item) {
  parser->in_item = in_item;
  while (sp_is(parser, TOKEN_WORD)) {
    Token at = parser->token;
    const Clause *clause = find_clause(at.text);
    if (!clause) {
      return (in_item && sp_item_word(&at)) || not_a_clause(parser, allowed);
    }
    if (!(allowed & clause->bit)) {
      return sp_fail(parser, &at, GAVEL_E_SYNTAX, "expected a clause that `%s` can have, found `%s`", verb,
                     clause->word);
    }
    if (clauses->given & clause->bit) {
      return sp_fail(parser, &at, GAVEL_E_SYNTAX, "expected each clause once, found a second `%s`", clause->word);
    }
    clauses->given |= clause->bit;
    sp_advance(parser);
    if (!take_clause(parser, clause->bit, clauses)) return false;
  }
  return !parser->status;
}
