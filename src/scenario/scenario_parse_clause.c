/* The clauses of an action line: how a spell is cast or an ability activated. */
#include "scenario/scenario_parse_private.h"

/* What must follow the clause's word, so that a name without quotes may hold the word itself. */
typedef enum Follows { FOLLOWS_ANYTHING, FOLLOWS_ZONE, FOLLOWS_QUOTE, FOLLOWS_X, FOLLOWS_DIGIT } Follows;

typedef struct Clause {
  const char *word;
  ScenarioClause bit;
  Follows follows;
  bool (*parse)(Parser *parser, ScenarioClauses *clauses, bool in_item); /* null for a bare word */
} Clause;

static bool parse_from(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  (void)in_item;
  Token at = parser->token;
  u32 zone;
  if (!sp_accept_row(parser, &scenario_zone_words, &zone)) {
    return sp_expected_word(parser, "a zone", &scenario_zone_words);
  }
  if (zone == ZONE_BATTLEFIELD || zone == ZONE_STACK || zone == ZONE_ANTE) {
    return sp_fail(parser, &at, GAVEL_E_CHECK, "expected a zone a card is cast or played from, found `%s`",
                   scenario_word_text(&scenario_zone_words, zone));
  }
  clauses->from = (Zone)zone;
  return true;
}

static bool parse_via(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  (void)in_item;
  if (sp_accept_word(parser, "none")) return true;
  return sp_quoted(parser, "a keyword or the first words of a cost or permission, in quotes, or `none`", &clauses->via);
}

static bool parse_with(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  (void)in_item;
  if (!sp_need_word(parser, "X")) return false;
  if (!sp_accept(parser, TOKEN_EQUALS)) return sp_expected(parser, "`=` after X");
  return sp_number(parser, "a value of X", 0, SCENARIO_AMOUNT_CAP, &clauses->x);
}

/* N, N, …: a comma is taken only if a number follows it. */
static bool parse_number_list(Parser *parser, const char *what, i64 min, i64 **data, u32 *count) {
  SCENARIO_LIST(i64) list = {0};
  for (;;) {
    i64 *slot = SP_PUSH(parser, &list);
    if (!slot || !sp_number(parser, what, min, SCENARIO_AMOUNT_CAP, slot)) return false;
    if (!sp_is(parser, TOKEN_COMMA) || sp_peek(parser).kind != TOKEN_INT) break;
    sp_advance(parser);
  }
  *data = list.data;
  *count = list.count;
  return !parser->status;
}

static bool parse_modes(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  (void)in_item;
  return parse_number_list(parser, "the number of a mode", 1, &clauses->modes.data, &clauses->modes.count);
}

static bool parse_dividing(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  (void)in_item;
  return parse_number_list(parser, "an amount", 0, &clauses->dividing.data, &clauses->dividing.count);
}

static bool parse_kicked(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  (void)in_item;
  clauses->kicked = 1;
  if (!sp_is(parser, TOKEN_INT)) return true;
  return sp_number(parser, "how often it is kicked", 1, SCENARIO_AMOUNT_CAP, &clauses->kicked);
}

static bool parse_paying(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  (void)in_item;
  for (;;) {
    ScenarioPaying *paying = SP_PUSH(parser, &clauses->paying);
    if (!paying) return false;
    paying->times = 1;
    if (!sp_quoted(parser, "an optional cost in quotes", &paying->text)) return false;
    if (sp_is(parser, TOKEN_INT) &&
        !sp_number(parser, "how often it is paid", 1, SCENARIO_AMOUNT_CAP, &paying->times)) {
      return false;
    }
    if (!sp_is(parser, TOKEN_COMMA) || sp_peek(parser).kind != TOKEN_QUOTED) break;
    sp_advance(parser);
  }
  return !parser->status;
}

static bool parse_target(Parser *parser, ScenarioTarget *target) {
  static const char what[] = "a target: an object, a player, a group in parentheses or `no target`";
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

static bool parse_targeting(Parser *parser, ScenarioClauses *clauses, bool in_item) {
  for (;;) {
    ScenarioTarget *target = SP_PUSH(parser, &clauses->targets);
    if (!target || !parse_target(parser, target)) return false;
    if (!sp_is(parser, TOKEN_COMMA)) break;
    if (in_item) {
      /* On the stack `face-down` is a clause, so behind a comma it begins a target. */
      Token next = sp_peek(parser);
      if (sp_item_word(&next) && !sp_token_is_word(&next, "face-down")) break;
    }
    sp_advance(parser);
  }
  return !parser->status;
}

static const Clause clause_rows[] = {
    {"from", SCENARIO_CLAUSE_FROM, FOLLOWS_ZONE, parse_from},
    {"via", SCENARIO_CLAUSE_VIA, FOLLOWS_QUOTE, parse_via},
    {"face-down", SCENARIO_CLAUSE_FACE_DOWN, FOLLOWS_ANYTHING, NULL},
    {"with", SCENARIO_CLAUSE_X, FOLLOWS_X, parse_with},
    {"modes", SCENARIO_CLAUSE_MODES, FOLLOWS_DIGIT, parse_modes},
    {"kicked", SCENARIO_CLAUSE_KICKED, FOLLOWS_ANYTHING, parse_kicked},
    {"paying", SCENARIO_CLAUSE_PAYING, FOLLOWS_QUOTE, parse_paying},
    {"targeting", SCENARIO_CLAUSE_TARGETING, FOLLOWS_ANYTHING, parse_targeting},
    {"dividing", SCENARIO_CLAUSE_DIVIDING, FOLLOWS_DIGIT, parse_dividing},
};

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
    if (clause->parse && !clause->parse(parser, clauses, in_item)) return false;
  }
  return !parser->status;
}
