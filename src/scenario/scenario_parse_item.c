/* The items of zone lists: cards and tokens, how many, what they are called and in what state. */
#include "scenario/scenario_parse_private.h"

/* --- names --------------------------------------------------------------------------------- */

/* Refuses "Island x4", which is no name: the number comes first. */
static bool number_first(Parser *parser, Str name, u32 offset) {
  u32 at = name.length;
  while (at > 0 && name.data[at - 1] >= '0' && name.data[at - 1] <= '9') at--;
  bool behind =
      at < name.length && at > 1 && (name.data[at - 1] == 'x' || name.data[at - 1] == 'X') && name.data[at - 2] == ' ';
  if (!behind) return true;
  Token token = {.offset = offset, .place = scenario_lex_place(&parser->lexer, offset)};
  return sp_fail(parser, &token, GAVEL_E_SYNTAX, "expected the number before the name: `%.*s %.*s`",
                 (int)(name.length - at), name.data + at, (int)(at - 2), name.data);
}

bool sp_bare_name(Parser *parser, u32 offset, Zone zone, ScenarioText *out) {
  const Lexer *lexer = &parser->lexer;
  u32 end = offset;
  for (u32 i = offset; !scenario_lex_ends_at(lexer, i);) {
    char c = lexer->text.data[i];
    if (c == ';' || c == ',') break;
    u32 next = scenario_lex_skip_space(lexer, i);
    if (next == i) {
      end = ++i;
      continue;
    }
    if (str_is(scenario_lex_word_at(lexer, next), "as")) break;
    if (zone == ZONE_STACK && sp_clause_at(parser, next)) break;
    i = next;
  }
  ScenarioPlace place = scenario_lex_place(&parser->lexer, offset);
  scenario_lex_seek(&parser->lexer, end);
  sp_advance(parser);
  if (end == offset) return sp_expected(parser, "the name of a card");
  *out = (ScenarioText){{lexer->text.data + offset, end - offset}, place};
  if (!number_first(parser, out->text, offset)) return false;
  parser->last_end = end;
  return !parser->status;
}

/* --- suffixes ------------------------------------------------------------------------------ */

/* The suffix that stands here, used up; null if there is none. */
static const ScenarioWord *accept_suffix(Parser *parser) {
  for (u32 i = 0; i < scenario_suffix_words.count; i++) {
    const ScenarioWords row = {&scenario_suffix_words.words[i], 1, 0};
    if (sp_accept_row(parser, &row, NULL)) return row.words;
  }
  return NULL;
}

bool sp_item_word(const Token *token) {
  if (token->kind != TOKEN_WORD) return false;
  for (u32 i = 0; i < scenario_suffix_words.count; i++) {
    const char *text = scenario_suffix_words.words[i].text;
    if (str_equal(token->text, (Str){text, (u32)strcspn(text, " ")})) return true;
  }
  return str_is(token->text, "as");
}

static bool unknown_suffix(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_words(&suggestion, &scenario_suffix_words, ANY_PLACE);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "a state such as `tapped` (a card's name with a comma needs quotes)", &suggestion);
}

/* What follows a comma. `*given` has a bit for each suffix already written. */
static bool parse_suffix(Parser *parser, ScenarioItem *item, u32 *given) {
  Token at = parser->token;
  const ScenarioWord *suffix = accept_suffix(parser);
  if (!suffix) return unknown_suffix(parser);
  u32 bit = suffix->repeats ? 0 : 1u << (suffix - scenario_suffix_words.words);
  if (*given & bit) return sp_twice(parser, &at, suffix);
  *given |= bit;
  if (!(suffix->where & 1u << item->zone)) {
    return sp_fail(parser, &at, GAVEL_E_CHECK, "expected what can be said of an object in `%s`, found `%s`",
                   scenario_word_text(&scenario_zone_words, item->zone), suffix->text);
  }
  return sp_take(parser, suffix, item);
}

static bool parse_alias(Parser *parser, ScenarioItem *item) {
  Scenario *scenario = parser->scenario;
  if (item->alias != SCENARIO_NONE) return sp_expected(parser, "one alias");
  sp_advance(parser);
  Token name;
  if (!sp_new_name(parser, "an alias (letters, digits, _ and -)", &name)) return false;
  ScenarioAlias *alias = SP_PUSH(parser, &scenario->aliases);
  if (!alias) return false;
  if (!intern_add(&parser->alias_names, name.text)) return sp_no_memory(parser);
  *alias = (ScenarioAlias){.name = name.text,
                           .place = name.place,
                           .player = scenario->players.count - 1,
                           .item = sp_last_player(parser)->items.count - 1,
                           .count = item->count};
  item->alias = scenario->aliases.count - 1;
  return true;
}

static bool parse_suffixes(Parser *parser, ScenarioItem *item) {
  u32 given = 0;
  for (;;) {
    bool on_stack = item->zone == ZONE_STACK;
    bool ok;
    if (sp_is_word(parser, "as")) {
      ok = parse_alias(parser, item);
    } else if (on_stack && sp_clause_at(parser, parser->token.offset)) {
      ok = sp_clauses(parser, &item->clauses, ~0u, "a spell on the stack", true);
    } else if (sp_accept(parser, TOKEN_COMMA)) {
      ok = sp_is_word(parser, "as") || parse_suffix(parser, item, &given);
    } else {
      return !parser->status;
    }
    if (!ok) return false;
  }
}

/* --- items --------------------------------------------------------------------------------- */

static bool parse_quoted_name(Parser *parser, ScenarioItem *item) {
  sp_advance(parser);
  const char *what = item->token ? "the name of the token in quotes" : "the name of a card";
  if (!sp_quoted(parser, what, &item->name)) return false;
  if (sp_is(parser, TOKEN_WORD) && !sp_item_word(&parser->token) && !item->token && item->zone != ZONE_STACK) {
    return sp_expected(parser, "`,`, `;`, `as` or the end of the line after a name in quotes (quotes that "
                               "are part of a name are written \\\" in a quoted name)");
  }
  return true;
}

/* token "Name" 1/1 green creature Elf with flying and "…" */
static bool parse_token(Parser *parser, ScenarioItem *item) {
  Token at = parser->token;
  item->token = true;
  if (item->zone != ZONE_BATTLEFIELD) {
    return sp_fail(parser, &at, GAVEL_E_CHECK,
                   "expected a card, found a token (it exists only on the "
                   "battlefield)");
  }
  if (!parse_quoted_name(parser, item)) return false;
  bool described = sp_is(parser, TOKEN_PT) ||
                   (sp_is(parser, TOKEN_WORD) && !sp_is_word(parser, "with") && !sp_is_word(parser, "as"));
  if (described && !sp_descriptors(parser, false, &item->token_is)) return false;
  if (!sp_accept_word(parser, "with")) return !parser->status;
  for (;;) {
    ScenarioAbility *ability = SP_PUSH(parser, &item->token_has);
    if (!ability || !sp_ability(parser, true, ability)) return false;
    if (sp_accept_word(parser, "and")) continue;
    if (!sp_is(parser, TOKEN_COMMA)) return !parser->status;
    Token next = sp_peek(parser);
    if (sp_item_word(&next)) return !parser->status;
    sp_advance(parser);
  }
}

/* The most objects of one item of a zone list. */
#define COUNT_CAP 100000

/* The count before a name, if there is one; `*offset` moves behind it. */
static bool parse_count(Parser *parser, u32 *offset, i64 *count) {
  *count = 1;
  Str word = scenario_lex_word_at(&parser->lexer, *offset);
  u32 next = scenario_lex_skip_space(&parser->lexer, *offset + word.length);
  bool digits = word.length > 0;
  for (u32 i = 0; i < word.length; i++) digits &= word.data[i] >= '0' && word.data[i] <= '9';
  if (!digits) return true;
  sp_advance(parser);
  *offset = next;
  bool ok = sp_is(parser, TOKEN_INT) && parser->token.number <= COUNT_CAP;
  if (!ok) {
    return sp_fail(parser, &parser->token, GAVEL_E_CHECK, "expected a count of at most %d, found `%.*s`", COUNT_CAP,
                   (int)num_min(word.length, 40), word.data);
  }
  *count = parser->token.number;
  return true;
}

static bool parse_item(Parser *parser, Zone zone) {
  Lexer *lexer = &parser->lexer;
  u32 offset = scenario_lex_skip_space(lexer, lexer->pos);
  ScenarioItem *item = SP_PUSH(parser, &sp_last_player(parser)->items);
  if (!item) return false;
  *item = (ScenarioItem){.zone = zone, .alias = SCENARIO_NONE, .place = scenario_lex_place(lexer, offset)};
  item->clauses.from = ZONE_NONE;
  scenario_lex_seek(lexer, offset);
  if (!parse_count(parser, &offset, &item->count)) return false;
  scenario_lex_seek(lexer, offset);
  Str word = scenario_lex_word_at(lexer, offset);
  bool ok;
  if (str_is(word, "token")) {
    sp_advance(parser);
    ok = parse_token(parser, item);
  } else if (offset < lexer->line_end && lexer->text.data[offset] == '"') {
    ok = parse_quoted_name(parser, item);
  } else {
    ok = sp_bare_name(parser, offset, zone, &item->name);
  }
  return ok && parse_suffixes(parser, item);
}

bool sp_items(Parser *parser, Zone zone) {
  parser->block_is_empty = false;
  /* The mark is not used up as a token: what follows it need not be one. */
  do {
    if (!parse_item(parser, zone)) return false;
  } while (sp_is(parser, TOKEN_SEMICOLON));
  return sp_end(parser, "`,` and a state, `as` and an alias, `;` and another card, or the end of the line");
}
