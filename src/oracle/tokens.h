/* Words of Magic's English, with its numbers, symbols and marks. */
#ifndef ORACLE_TOKENS_H
#define ORACLE_TOKENS_H

#include "base/base.h"

/* What a token is besides a word; each is also the name of a category that grammars use. */
typedef enum TokenKind {
  TOKEN_WORD,
  TOKEN_DIGITS,    /* 3 */
  TOKEN_MANA,      /* {2}{U}: mana symbols in a row */
  TOKEN_PT,        /* 2/2, X/X */
  TOKEN_PT_CHANGE, /* +1/+1, -X/-0 */
  TOKEN_SIGNED,    /* +1, -3, -X: a loyalty cost */
  TOKEN_NAME,      /* a name that a grammar can't know: a run of words that begin with capitals */
  TOKEN_KINDS
} TokenKind;

typedef struct Token {
  StrId word;     /* in the vocabulary; 0 if no grammar knows it */
  u32 begin, end; /* bytes of the text it stands for */
  TokenKind kind;
  bool capital; /* begins with a capital letter */
} Token;

/* Longer paragraphs are no card's. */
#define TOKENS_MAX 1024u

typedef struct TokenList {
  GavelAllocator allocator;
  Text folded; /* scratch */
  VEC(Token) tokens;
  bool failed; /* memory was short */
} TokenList;

void tokens_init(TokenList *list, GavelAllocator allocator);
void tokens_free(TokenList *list);

/* Splits a text. Words are looked up in `vocabulary`, or entered there if `enter`. Names in `names` stand for the
   object itself and become the word `~`, the longest first; texts in parentheses are reminders (207.2a) and are left
   out. False if the text is too long or memory is short (`list->failed`). */
bool tokens_read(TokenList *list, Str text, const Str *names, u32 name_count, Intern *vocabulary, bool enter);

/* The sign and the digits, X or * of one half of a power and toughness, or of a loyalty cost, as definitions write
   numbers. */
void token_number(Str half, Text *out);

#endif
