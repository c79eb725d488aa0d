/* Splits the text form of the IR into tokens with positions. */
#ifndef CARDS_LEXER_H
#define CARDS_LEXER_H

#include "base/base.h"

typedef enum TokenKind {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_ATOM,   /* words, numbers, $variables, @links, :names, %parameters */
  TOKEN_STRING, /* its text is what is between the quotes, with escapes */
  TOKEN_MANA,   /* a run of {…} */
  TOKEN_BAD,    /* an unfinished string or mana symbol, or a control character */
} TokenKind;

typedef struct Token {
  TokenKind kind;
  Str text;
  u32 line, column; /* from 1; columns count characters */
} Token;

/* A position in a text; a copy can be read on from. */
typedef struct Lexer {
  Str text;
  u32 at, line, column;
} Lexer;

/* Begins at the first character of `text`, which is at that position of its file. */
Lexer lexer_begin(Str text, u32 line, u32 column);
/* The next token; after the last one always TOKEN_END. */
Token lexer_next(Lexer *lexer);
/* Writes the contents of a string token to `out`, with escapes resolved. */
void token_unescape(const Token *token, Text *out);
/* Whether `text` can be written as one atom. */
bool token_is_atom(Str text);

#endif
