#include "cards/lexer.h"

Lexer lexer_begin(Str text, u32 line, u32 column) { return (Lexer){text, 0, line, column}; }

static char peek(const Lexer *lexer) {
  return (char)(lexer->at < lexer->text.length ? lexer->text.data[lexer->at] : 0);
}

static void advance(Lexer *lexer) {
  char c = lexer->text.data[lexer->at++];
  if (c == '\n') {
    lexer->line++;
    lexer->column = 1;
  } else if (((u8)c & 0xC0) != 0x80) {
    lexer->column++;
  }
}

static bool at_end(const Lexer *lexer) { return lexer->at >= lexer->text.length; }

static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

static bool is_atom_char(char c) { return (u8)c > ' ' && c != 0x7f && !strchr("(){}\";", c); }

static void skip_space(Lexer *lexer) {
  while (!at_end(lexer)) {
    if (peek(lexer) == ';') {
      while (!at_end(lexer) && peek(lexer) != '\n') advance(lexer);
    } else if (is_space(peek(lexer))) {
      advance(lexer);
    } else {
      return;
    }
  }
}

/* Skips from after the opening quote to after the closing one. */
static TokenKind skip_string(Lexer *lexer, Str *inside) {
  u32 first = lexer->at;
  while (!at_end(lexer) && peek(lexer) != '"' && peek(lexer) != '\n') {
    if (peek(lexer) == '\\') advance(lexer);
    if (!at_end(lexer) && peek(lexer) != '\n') advance(lexer);
  }
  *inside = (Str){lexer->text.data + first, lexer->at - first};
  if (peek(lexer) != '"') return TOKEN_BAD;
  advance(lexer);
  return TOKEN_STRING;
}

static TokenKind skip_mana(Lexer *lexer) {
  while (peek(lexer) == '{') {
    while (!at_end(lexer) && peek(lexer) != '}' && !is_space(peek(lexer))) advance(lexer);
    if (peek(lexer) != '}') return TOKEN_BAD;
    advance(lexer);
  }
  return TOKEN_MANA;
}

Token lexer_next(Lexer *lexer) {
  skip_space(lexer);
  Token token = {TOKEN_END, {lexer->text.data, 0}, lexer->line, lexer->column};
  if (at_end(lexer)) return token;
  u32 first = lexer->at;
  char c = peek(lexer);
  if (c == '{') {
    token.kind = skip_mana(lexer);
  } else if (is_atom_char(c)) {
    while (!at_end(lexer) && is_atom_char(peek(lexer))) advance(lexer);
    token.kind = TOKEN_ATOM;
  } else {
    advance(lexer);
    token.kind = c == '(' ? TOKEN_OPEN : c == ')' ? TOKEN_CLOSE : TOKEN_BAD;
  }
  token.text = (Str){lexer->text.data + first, lexer->at - first};
  if (c == '"') token.kind = skip_string(lexer, &token.text);
  return token;
}

void token_unescape(const Token *token, Text *out) {
  for (u32 i = 0; i < token->text.length; i++) {
    if (token->text.data[i] == '\\' && i + 1 < token->text.length) i++;
    text_addc(out, token->text.data[i]);
  }
}

bool token_is_atom(Str text) {
  for (u32 i = 0; i < text.length; i++) {
    if (!is_atom_char(text.data[i])) return false;
  }
  return text.length > 0;
}
