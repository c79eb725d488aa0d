#include "scenario/scenario_lex.h"

#include <stdio.h>

/* The most digits of a number, so that none can overflow. */
#define DIGITS_CAP 18u

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_space(char c) { return c == ' ' || c == '\t'; }

static bool is_continuation(char c) { return ((u8)c & 0xC0u) == 0x80u; }

/* Letters beyond ASCII count as letters, whatever they are. */
static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || (u8)c >= 0x80u ||
         (c != 0 && strchr("_-'./+*", c) != NULL);
}

static bool lexer_fail(Lexer *lexer, u32 offset, const char *message) {
  ScenarioPlace place = scenario_lex_place(lexer, offset);
  lexer->status = error_set(lexer->error, GAVEL_E_SYNTAX, place.line, place.column, offset, "%s",
                            phrase_said(lexer->language, message));
  lexer->pos = lexer->line_end;
  return false;
}

/* Sets the line that begins at `start`. */
static void set_line(Lexer *lexer, u32 start) {
  const char *data = lexer->text.data;
  u32 end = start;
  while (end < lexer->text.length && data[end] != '\n') end++;
  lexer->line++;
  lexer->line_start = lexer->pos = lexer->known_pos = start;
  lexer->known_column = 1;
  lexer->next_line = end < lexer->text.length ? end + 1 : end;
  lexer->line_end = end > start && data[end - 1] == '\r' ? end - 1 : end;
}

bool scenario_lex_init(Lexer *lexer, Arena *arena, Str text, GavelError *error) {
  *lexer = (Lexer){.arena = arena, .error = error, .text = text};
  u32 start = text.length >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  lexer->status = text_check((Str){text.data + start, text.length - start}, error);
  if (lexer->status) return false;
  lexer->next_line = start;
  return true;
}

bool scenario_lex_line(Lexer *lexer) {
  while (!lexer->status && lexer->next_line < lexer->text.length) {
    set_line(lexer, lexer->next_line);
    if (!scenario_lex_ends_at(lexer, scenario_lex_skip_space(lexer, lexer->pos))) return true;
  }
  return false;
}

void scenario_lex_seek(Lexer *lexer, u32 offset) {
  ASSERT(offset >= lexer->line_start && offset <= lexer->line_end);
  lexer->pos = offset;
}

/* Columns are counted from the place asked for last: asking all along a line costs its length. */
ScenarioPlace scenario_lex_place(Lexer *lexer, u32 offset) {
  const char *data = lexer->text.data;
  while (lexer->known_pos < offset) {
    if (!is_continuation(data[lexer->known_pos++])) lexer->known_column++;
  }
  while (lexer->known_pos > offset) {
    if (!is_continuation(data[--lexer->known_pos])) lexer->known_column--;
  }
  return (ScenarioPlace){lexer->line, lexer->known_column};
}

u32 scenario_lex_skip_space(const Lexer *lexer, u32 offset) {
  while (offset < lexer->line_end && is_space(lexer->text.data[offset])) offset++;
  return offset;
}

bool scenario_lex_ends_at(const Lexer *lexer, u32 offset) {
  if (offset >= lexer->line_end) return true;
  if (lexer->text.data[offset] != '#') return false;
  return offset == lexer->line_start || is_space(lexer->text.data[offset - 1]);
}

Str scenario_lex_word_at(const Lexer *lexer, u32 offset) {
  u32 end = offset;
  while (end < lexer->line_end && is_word(lexer->text.data[end])) end++;
  return (Str){lexer->text.data + offset, end - offset};
}

/* --- kinds of token ------------------------------------------------------------------------ */

/* Takes the number at the start of `*rest` off it: digits with an optional sign; false if there is
   none. Numbers of more than DIGITS_CAP digits are not taken for numbers. */
static bool take_number(Str *rest, i64 *number) {
  u32 i = 0;
  bool negative = rest->length > 0 && rest->data[0] == '-';
  if (rest->length > 0 && (negative || rest->data[0] == '+')) i = 1;
  u32 first = i;
  i64 sum = 0;
  while (i < rest->length && is_digit(rest->data[i])) {
    if (i - first >= DIGITS_CAP) return false;
    sum = sum * 10 + (rest->data[i++] - '0');
  }
  if (i == first) return false;
  *number = negative ? -sum : sum;
  *rest = (Str){rest->data + i, rest->length - i};
  return true;
}

static bool take_number_or_star(Str *rest, i64 *number, bool *star) {
  *star = rest->length > 0 && rest->data[0] == '*';
  if (!*star) return take_number(rest, number);
  *rest = (Str){rest->data + 1, rest->length - 1};
  return true;
}

/* Whether the word is power and toughness, or a kind of counter that looks alike. */
static bool read_pt(Str rest, ScenarioPt *pt) {
  if (!take_number_or_star(&rest, &pt->power, &pt->power_star)) return false;
  if (rest.length == 0 || rest.data[0] != '/') return false;
  rest = (Str){rest.data + 1, rest.length - 1};
  return take_number_or_star(&rest, &pt->toughness, &pt->toughness_star) && rest.length == 0;
}

static void lex_word(Lexer *lexer, Token *token) {
  token->text = scenario_lex_word_at(lexer, token->offset);
  lexer->pos = token->offset + token->text.length;
  Str rest = token->text;
  if (take_number(&rest, &token->number) && rest.length == 0) {
    token->kind = TOKEN_INT;
    return;
  }
  ScenarioPt pt = {0};
  if (read_pt(token->text, &pt)) {
    token->kind = TOKEN_PT;
    token->pt = pt;
    token->plus = memchr(token->text.data, '+', token->text.length) != NULL;
    return;
  }
  token->kind = TOKEN_WORD;
}

/* The text between the quotes with its escapes undone; `raw` is what stands there. */
static bool unescape(Lexer *lexer, Token *token, Str raw) {
  char *out = arena_alloc(lexer->arena, raw.length);
  if (!out) {
    lexer->status =
        error_set(lexer->error, GAVEL_E_MEMORY, lexer->line, 1, token->offset, "%s", gavel_status_text(GAVEL_E_MEMORY));
    return false;
  }
  u32 length = 0;
  for (u32 i = 0; i < raw.length; i++) {
    if (raw.data[i] == '\\') i++;
    out[length++] = raw.data[i];
  }
  token->value = (Str){out, length};
  return true;
}

static bool lex_quoted(Lexer *lexer, Token *token) {
  const char *data = lexer->text.data;
  u32 begin = token->offset + 1, i = begin;
  bool escapes = false;
  while (i < lexer->line_end && data[i] != '"') {
    if (data[i] == '\\') {
      if (i + 1 >= lexer->line_end || (data[i + 1] != '"' && data[i + 1] != '\\')) {
        return lexer_fail(lexer, i, "expected \\\" or \\\\, found another use of the backslash");
      }
      escapes = true;
      i++;
    }
    i++;
  }
  if (i >= lexer->line_end) {
    return lexer_fail(lexer, token->offset,
                      "expected a closing quotation mark on this line, found the end of the line");
  }
  token->kind = TOKEN_QUOTED;
  token->text = (Str){data + token->offset, i + 1 - token->offset};
  token->value = (Str){data + begin, i - begin};
  lexer->pos = i + 1;
  return !escapes || unescape(lexer, token, token->value);
}

static bool lex_symbols(Lexer *lexer, Token *token) {
  const char *data = lexer->text.data;
  u32 i = token->offset;
  while (i < lexer->line_end && data[i] == '{') {
    u32 begin = ++i;
    while (i < lexer->line_end && data[i] != '}' && data[i] != '{' && data[i] != '"') i++;
    if (i >= lexer->line_end || data[i] != '}' || i == begin) {
      return lexer_fail(lexer, begin - 1, "expected a symbol in braces such as {G}, found one that isn't closed");
    }
    i++;
  }
  token->kind = TOKEN_SYMBOLS;
  token->text = token->value = (Str){data + token->offset, i - token->offset};
  lexer->pos = i;
  return true;
}

static bool lex_index(Lexer *lexer, Token *token) {
  Str rest = scenario_lex_word_at(lexer, token->offset + 1);
  token->text = (Str){lexer->text.data + token->offset, rest.length + 1};
  lexer->pos = token->offset + token->text.length;
  if (!take_number(&rest, &token->number) || rest.length > 0 || token->number < 1) {
    return lexer_fail(lexer, token->offset,
                      "expected # and a number from 1 on, as in \"Grizzly Bears\"#2 (a comment needs "
                      "white space before its #)");
  }
  token->kind = TOKEN_INDEX;
  return true;
}

static bool lex_punctuation(Lexer *lexer, Token *token) {
  static const struct {
    char character;
    TokenKind kind;
  } marks[] = {{',', TOKEN_COMMA},  {';', TOKEN_SEMICOLON}, {':', TOKEN_COLON},
               {'=', TOKEN_EQUALS}, {'(', TOKEN_OPEN},      {')', TOKEN_CLOSE}};
  char c = lexer->text.data[token->offset];
  for (u32 i = 0; i < COUNT_OF(marks); i++) {
    if (marks[i].character != c) continue;
    token->kind = marks[i].kind;
    token->text = (Str){lexer->text.data + token->offset, 1};
    lexer->pos = token->offset + 1;
    return true;
  }
  char message[160];
  snprintf(message, sizeof message,
           phrase_said(lexer->language, "expected a word, a number or a quoted text, found the character '%c'"), c);
  return lexer_fail(lexer, token->offset, message);
}

bool scenario_lex_next(Lexer *lexer, Token *token) {
  u32 offset = scenario_lex_skip_space(lexer, lexer->pos);
  *token = (Token){.kind = TOKEN_END, .offset = offset};
  token->text = (Str){lexer->text.data + offset, 0};
  token->place = scenario_lex_place(lexer, offset);
  if (lexer->status) return false;
  if (scenario_lex_ends_at(lexer, offset)) {
    lexer->pos = offset;
    return true;
  }
  char c = lexer->text.data[offset];
  if (is_word(c)) {
    lex_word(lexer, token);
    return true;
  }
  bool ok = c == '"'   ? lex_quoted(lexer, token)
            : c == '{' ? lex_symbols(lexer, token)
            : c == '#' ? lex_index(lexer, token)
                       : lex_punctuation(lexer, token);
  if (!ok) token->kind = TOKEN_END;
  return ok;
}
