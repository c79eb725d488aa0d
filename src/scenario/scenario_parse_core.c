/* Tokens, lists and errors: what every part of the scenario parser is made with. */
#include "scenario/scenario_parse_private.h"

#include <stdio.h>

/* The longest piece of the file a message repeats, in bytes. */
#define SHOWN_CAP 40u

/* The longest word, in bytes, that is compared with known ones. */
#define SUGGESTED_CAP 64u

/* --- errors -------------------------------------------------------------------------------- */

bool sp_fail(Parser *parser, const Token *at, GavelStatus status, const char *format, ...) {
  if (parser->status) return false;
  va_list arguments;
  va_start(arguments, format);
  parser->status = error_setv(parser->error, status, at->place.line, at->place.column, at->offset,
                              phrase_said(parser->language, format), arguments);
  va_end(arguments);
  parser->token.kind = TOKEN_END;
  return false;
}

bool sp_no_memory(Parser *parser) {
  return sp_fail(parser, &parser->token, GAVEL_E_MEMORY, "%s", gavel_status_text(GAVEL_E_MEMORY));
}

/* `text`, cut between two characters and marked where it is long. */
static Str shown(Str text, const char **mark) {
  *mark = "";
  if (text.length <= SHOWN_CAP) return text;
  u32 length = SHOWN_CAP;
  while (length > 0 && ((u8)text.data[length] & 0xC0u) == 0x80u) length--;
  *mark = "…";
  return (Str){text.data, length};
}

/* The token as a message names it. */
static void describe(const Parser *parser, const Token *token, char *out, size_t cap) {
  const char *mark;
  Str text = shown(token->text, &mark);
  const char *quote = token->kind == TOKEN_QUOTED ? "" : "`";
  if (token->kind == TOKEN_END) {
    snprintf(out, cap, "%s", phrase_said(parser->language, "the end of the line"));
  } else {
    snprintf(out, cap, "%s%.*s%s%s", quote, (int)text.length, text.data, mark, quote);
  }
}

bool sp_expected(Parser *parser, const char *what) {
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, what, NULL);
}

bool sp_twice(Parser *parser, const Token *at, const ScenarioWord *row) {
  return sp_fail(parser, at, GAVEL_E_CHECK, "expected `%s` once, found a second `%s`", row->text, row->text);
}

Suggestion sp_suggest_for(Str found) {
  u32 reach = found.length <= 3 ? 1 : found.length <= 7 ? 2 : 3;
  return (Suggestion){.found = found, .best = STR(""), .distance = reach + 1};
}

void sp_suggest(Suggestion *suggestion, Str candidate) {
  const char *space = memchr(candidate.data, ' ', candidate.length);
  Str head = {candidate.data, space ? (u32)(space - candidate.data) : candidate.length};
  Str found = suggestion->found;
  if (head.length == 0 || found.length == 0 || found.length > SUGGESTED_CAP) return;
  u32 distance = str_distance(found, head, suggestion->distance);
  /* A word with nothing left of it is no spelling of another. */
  if (distance >= suggestion->distance || distance >= head.length) return;
  suggestion->distance = distance;
  suggestion->best = candidate;
}

void sp_suggest_words(Suggestion *suggestion, const ScenarioWords *words, u32 where) {
  for (u32 i = 0; i < words->count; i++) {
    ScenarioWord row = scenario_word_row(words, i);
    if (where != ANY_PLACE && !(row.where & where)) continue;
    sp_suggest(suggestion, str_of(row.text));
    if (row.other) sp_suggest(suggestion, str_of(row.other));
  }
}

bool sp_expected_near(Parser *parser, const Token *at, GavelStatus status, const char *what,
                      const Suggestion *suggestion) {
  char found[SHOWN_CAP + 16];
  describe(parser, at, found, sizeof found);
  what = phrase_said(parser->language, what);
  const char *mark = "";
  Str best = suggestion ? shown(suggestion->best, &mark) : STR("");
  if (best.length == 0) {
    return sp_fail(parser, at, status, "expected %s, found %s", what, found);
  }
  return sp_fail(parser, at, status, "expected %s, found %s; did you mean `%.*s%s`?", what, found, (int)best.length,
                 best.data, mark);
}

/* --- tokens -------------------------------------------------------------------------------- */

/* Takes over what stopped the lexer. */
static void check_lexer(Parser *parser) {
  if (!parser->status) parser->status = parser->lexer.status;
  if (parser->status) parser->token.kind = TOKEN_END;
}

bool sp_advance(Parser *parser) {
  parser->last_end = parser->token.offset + parser->token.text.length;
  scenario_lex_next(&parser->lexer, &parser->token);
  check_lexer(parser);
  return !parser->status;
}

Token sp_peek(Parser *parser) {
  u32 pos = parser->lexer.pos;
  Token next;
  scenario_lex_next(&parser->lexer, &next);
  check_lexer(parser);
  scenario_lex_seek(&parser->lexer, pos);
  return next;
}

bool sp_is(const Parser *parser, TokenKind kind) { return parser->token.kind == kind; }

bool sp_token_is_word(const Token *token, const char *word) {
  return token->kind == TOKEN_WORD && str_is(token->text, word);
}

bool sp_is_word(const Parser *parser, const char *word) { return sp_token_is_word(&parser->token, word); }

bool sp_accept(Parser *parser, TokenKind kind) { return sp_is(parser, kind) && sp_advance(parser); }

bool sp_accept_word(Parser *parser, const char *word) { return sp_is_word(parser, word) && sp_advance(parser); }

bool sp_accept_before(Parser *parser, TokenKind kind) {
  return sp_is(parser, TOKEN_COMMA) && sp_peek(parser).kind == kind && sp_advance(parser);
}

bool sp_need(Parser *parser, TokenKind kind, const char *what) {
  return sp_accept(parser, kind) || sp_expected(parser, what);
}

bool sp_close(Parser *parser) { return sp_need(parser, TOKEN_CLOSE, "`,` or a closing parenthesis"); }

bool sp_need_word(Parser *parser, const char *word) {
  if (sp_accept_word(parser, word)) return true;
  char what[SHOWN_CAP];
  snprintf(what, sizeof what, "`%s`", word);
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest(&suggestion, str_of(word));
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, what, &suggestion);
}

Str sp_rest_behind(const Parser *parser, u32 offset, Str row, u32 *end) {
  *end = offset;
  while (row.length > 0) {
    u32 length = 0;
    while (length < row.length && row.data[length] != ' ') length++;
    Str word = scenario_lex_word_at(&parser->lexer, offset);
    if (!str_equal(word, (Str){row.data, length})) break;
    *end = offset + length;
    offset = scenario_lex_skip_space(&parser->lexer, *end);
    row = length < row.length ? (Str){row.data + length + 1, row.length - length - 1} : STR("");
  }
  return row;
}

bool sp_follows(const Parser *parser, Follows follows, u32 offset) {
  const Lexer *lexer = &parser->lexer;
  bool ends = scenario_lex_ends_at(lexer, offset);
  int c = ends ? 0 : lexer->text.data[offset];
  Str word = scenario_lex_word_at(lexer, offset);
  switch (follows) {
    case FOLLOWS_ANYTHING: return true;
    case FOLLOWS_END: return ends;
    case FOLLOWS_COLON: return c == ':';
    case FOLLOWS_NUMBER: return c >= '0' && c <= '9';
    case FOLLOWS_QUOTE: return c == '"';
    case FOLLOWS_QUOTE_OR_NONE: return c == '"' || str_is(word, "none");
    case FOLLOWS_WORD: return (c >= 'A' && c <= 'Z') || c == '"';
    case FOLLOWS_MANA: return c == '{';
    case FOLLOWS_ZONE: return scenario_word_find(&scenario_zone_words, word, NULL);
    case FOLLOWS_X: return str_is(word, "X");
  }
  return false;
}

bool sp_advance_to(Parser *parser, u32 end) {
  scenario_lex_seek(&parser->lexer, end);
  sp_advance(parser);
  parser->last_end = end;
  return !parser->status;
}

bool sp_accept_row(Parser *parser, const ScenarioWords *words, u32 *value) {
  if (!sp_is(parser, TOKEN_WORD)) return false;
  u32 longest = parser->token.offset;
  for (u32 i = 0; i < words->count; i++) {
    u32 end;
    ScenarioWord row = scenario_word_row(words, i);
    Str rest = sp_rest_behind(parser, parser->token.offset, str_of(row.text), &end);
    if (rest.length > 0 || end <= longest) continue;
    longest = end;
    if (value) *value = row.value;
  }
  return longest > parser->token.offset && sp_advance_to(parser, longest);
}

bool sp_word_of(Parser *parser, const ScenarioWords *words, const char *what, u32 *value) {
  if (sp_accept_row(parser, words, value)) return true;
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_words(&suggestion, words, ANY_PLACE);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, what, &suggestion);
}

bool sp_number(Parser *parser, const char *what, i64 least, i64 *out) {
  if (!sp_is(parser, TOKEN_INT)) return sp_expected(parser, what);
  i64 number = parser->token.number;
  if (number < least || number > SCENARIO_AMOUNT_CAP) {
    return sp_fail(parser, &parser->token, GAVEL_E_CHECK, "expected %s between %lld and %lld, found %lld",
                   phrase_said(parser->language, what), (long long)least, (long long)SCENARIO_AMOUNT_CAP,
                   (long long)number);
  }
  *out = number;
  return sp_advance(parser);
}

ScenarioText sp_text_here(const Parser *parser) { return (ScenarioText){parser->token.text, parser->token.place}; }

bool sp_quoted(Parser *parser, const char *what, ScenarioText *out) {
  if (!sp_is(parser, TOKEN_QUOTED)) return sp_expected(parser, what);
  if (parser->token.value.length == 0) {
    return sp_fail(parser, &parser->token, GAVEL_E_CHECK, "expected %s, found nothing in the quotes",
                   phrase_said(parser->language, what));
  }
  *out = (ScenarioText){parser->token.value, parser->token.place};
  return sp_advance(parser);
}

bool sp_joined(Parser *parser, u32 begin, u32 end, bool space, Str *out) {
  char *joined = parser->status ? NULL : arena_alloc(parser->arena, end - begin);
  if (!joined) return sp_no_memory(parser);
  u32 length = 0;
  for (u32 i = begin; i < end; i++) {
    char c = parser->lexer.text.data[i];
    bool white = c == ' ' || c == '\t';
    if (!white) joined[length++] = c;
    if (white && space && joined[length - 1] != ' ') joined[length++] = ' ';
  }
  *out = (Str){joined, length};
  return true;
}

bool sp_mana(Parser *parser, const char *what, ScenarioText *out) {
  if (!sp_is(parser, TOKEN_SYMBOLS)) return sp_expected(parser, what);
  u32 begin = parser->token.offset;
  *out = sp_text_here(parser);
  while (sp_accept(parser, TOKEN_SYMBOLS)) {
  }
  return sp_joined(parser, begin, parser->last_end, false, &out->text);
}

bool sp_end(Parser *parser, const char *what) {
  if (parser->status) return false;
  return sp_is(parser, TOKEN_END) || sp_expected(parser, what);
}

Str sp_keep(Parser *parser, Str text) {
  const char *copy = arena_text(parser->arena, text.data, text.length);
  if (!copy) sp_no_memory(parser);
  return copy ? (Str){copy, text.length} : STR("");
}

void *sp_new(Parser *parser, size_t size) {
  void *made = arena_alloc(parser->arena, size);
  if (!made) sp_no_memory(parser);
  return made;
}

/* A list's capacity is the power of two its count reaches or exceeds, so it need not be kept. */
void *sp_grow(Parser *parser, void *data, u32 count, size_t size) {
  bool full = (count & (count - 1)) == 0;
  if (!full || parser->status) return data;
  size_t cap = count == 0 ? 1 : (size_t)count * 2;
  void *grown = arena_alloc(parser->arena, cap * size);
  if (!grown) {
    sp_no_memory(parser);
    return data;
  }
  if (count > 0) memcpy(grown, data, count * size);
  return grown;
}
