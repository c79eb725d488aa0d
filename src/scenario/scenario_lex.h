/* Scenario text as tokens, one line at a time and on demand, so that the parser can read the
   unquoted names of zone lists from the bare line where it expects them. */
#ifndef SCENARIO_LEX_H
#define SCENARIO_LEX_H

#include "explain/sentences.h"
#include "scenario/scenario_ast.h"

typedef enum TokenKind {
  TOKEN_END,     /* of the line: nothing is left but white space and a comment */
  TOKEN_WORD,    /* letters, digits and _ - ' . / + * in a row, where that is none of the next two */
  TOKEN_INT,     /* 3, -1 */
  TOKEN_PT,      /* two numbers or stars: 5/5, -1/2, +1/+1 */
  TOKEN_QUOTED,  /* "…" */
  TOKEN_SYMBOLS, /* {2}{U} */
  TOKEN_INDEX,   /* #2 right behind another token */
  TOKEN_COMMA,
  TOKEN_SEMICOLON,
  TOKEN_COLON,
  TOKEN_EQUALS,
  TOKEN_OPEN,
  TOKEN_CLOSE
} TokenKind;

typedef struct Token {
  TokenKind kind;
  Str text;   /* as written */
  Str value;  /* QUOTED: what is between the quotes, escapes undone */
  i64 number; /* INT, INDEX */
  ScenarioPt pt;
  bool plus;  /* PT: a plus sign is in it, so that it can only be a kind of counter */
  u32 offset; /* of its first byte */
  ScenarioPlace place;
} Token;

/* A cursor over a text. After an error `status` is set and every call answers false. */
typedef struct Lexer {
  GavelLanguage language; /* of messages */
  Arena *arena;           /* for texts with escapes */
  GavelError *error;
  GavelStatus status;
  Str text;
  u32 line; /* counts from 1; 0 before the first */
  u32 line_start, line_end, next_line;
  u32 pos;
  u32 known_pos, known_column; /* the last place asked for: a position in this line and its column */
} Lexer;

/* Starts at the beginning of `text`, which must outlive the tokens. False, with the error set, if
   it is not UTF-8 or holds control characters. A byte order mark at the start is passed over. */
bool scenario_lex_init(Lexer *lexer, Arena *arena, Str text, GavelError *error);

/* Moves to the next line that holds more than white space and a comment; false at the end. */
bool scenario_lex_line(Lexer *lexer);

/* The next token of the line; TOKEN_END again and again at its end. False, with the error set and
   an END token, where no token can begin or a quotation does not end. */
bool scenario_lex_next(Lexer *lexer, Token *token);

/* Goes on from `offset` in the present line. */
void scenario_lex_seek(Lexer *lexer, u32 offset);

/* The place of a byte of the present line. */
ScenarioPlace scenario_lex_place(Lexer *lexer, u32 offset);

/* The first offset from `offset` on in the present line that is no white space. */
u32 scenario_lex_skip_space(const Lexer *lexer, u32 offset);

/* Whether the line or a comment ends what is written at `offset`. */
bool scenario_lex_ends_at(const Lexer *lexer, u32 offset);

/* The run of word characters at `offset`, perhaps empty. */
Str scenario_lex_word_at(const Lexer *lexer, u32 offset);

#endif
