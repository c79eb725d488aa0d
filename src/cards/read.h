/* The reader of the text form, shared by read_node.c (nodes), read_ability.c (abilities and the expansion of keywords)
   and read_card.c (cards and definitions of keywords).

   A node is written to the database when its arguments are complete, so children precede their parents. Nested
   abilities are written when they are complete; those of a face are kept in `run` until the face ends, because they
   must be contiguous.

   Every function returns false or 0 after an error, which is then in `error`. */
#ifndef CARDS_READ_H
#define CARDS_READ_H

#include "cards/carddb.h"
#include "cards/lexer.h"

/* Limits of one definition. */
#define READ_DEPTH_MAX 64u         /* nested parentheses */
#define READ_REST_MAX 1024u        /* arguments of one operation */
#define READ_WORDS_MAX (1u << 16)  /* words of nodes of a card */
#define READ_SLOTS_MAX 64u         /* slots of an environment */
#define READ_NAME_MAX 512u         /* bytes of a name or other text */
#define READ_NUMBER_MAX 1000000000 /* of a number in a definition */

/* The variables of an ability, in order of first appearance. */
typedef struct ReadEnv {
  StrId names[READ_SLOTS_MAX];
  bool set[READ_SLOTS_MAX]; /* it has been given a value before */
  u32 count;
  u32 serial;
} ReadEnv;

/* An ability in the database whose number of slots is known only when its shared environment is complete. */
typedef struct ReadPending {
  u32 ability, serial;
} ReadPending;

/* An ability of a face, kept until the end of the face. */
typedef struct ReadEntry {
  AbilityDef def;
  bool shares; /* it uses the common environment of the face's spell and cost abilities */
} ReadEntry;

/* What replaces the parameters when the definition of a keyword or an operation is expanded: the keyword's parameters
   as nodes, 0 if absent; or the operation's arguments. */
typedef struct ReadParams {
  Node cost, n, quality;
  const IrSignature *signature; /* null for a keyword */
  const u32 *fixed;
} ReadParams;

typedef struct Reader {
  CardDb *db;
  GavelError *error;
  GavelStatus status;
  Lexer lexer;
  Token token; /* the next one */
  u32 depth;
  u32 card;        /* the card being read */
  u32 words_start; /* start of its nodes */
  IrOp ability;    /* kind of the innermost ability being read */
  ReadEnv *env;    /* its environment */
  u32 serial;      /* of the last environment */
  u32 exceptions;  /* nesting depth of lists of exceptions of copy effects */
  ReadEnv *halves; /* the environment that the halves of a split card share: they may be cast together (702.102) */
  const ReadParams *params; /* while a definition is expanded */
  Word expanding;
  VEC(u32) rest;
  VEC(ReadEntry) run;
  VEC(ReadPending) pending;
  Text scratch;
} Reader;

/* --- read.c: tokens and errors ------------------------------------------------------------- */

/* Creates the table for finding operations by name in `arena`; null if the allocator refuses. */
const u16 *reader_op_slots_make(Arena *arena);
void reader_init(Reader *reader, CardDb *db, Str text, GavelError *error);
void reader_free(Reader *reader);
void reader_advance(Reader *reader);
/* Reports an error at `token`; always returns false. Only the first is kept. */
bool reader_fail(Reader *reader, const Token *token, GavelStatus status, const char *format, ...) PRINTF_LIKE(4, 5);
bool reader_no_memory(Reader *reader);
/* Reports "expected WHAT, found TOKEN"; always returns false. */
bool reader_expected(Reader *reader, const Token *token, const char *what);
/* Reads a token of that kind. */
bool reader_take(Reader *reader, TokenKind kind, const char *what);
/* Reads '(' and counts the depth; `reader_close` reads ')'. */
bool reader_open(Reader *reader, const char *what);
bool reader_close(Reader *reader);
/* Whether the next token is an atom with that text. */
bool reader_at_atom(const Reader *reader, const char *text);
/* Interns the text of a token. */
StrId reader_intern(Reader *reader, Str text);
StrId reader_string(Reader *reader, const char *what);
/* Reads an integer between two bounds. */
bool reader_integer(Reader *reader, i64 least, i64 most, i32 *value);
/* Reads a word of a class; 0 after an error. */
Word reader_word(Reader *reader, WordClass wc);
/* Reads mana symbols; returns the index of the cost in CardDb.costs, 0 after an error. */
u32 reader_mana(Reader *reader);
/* The operation with that name and sort. */
IrOp reader_find_op(const Reader *reader, Str name, IrSort sort);

/* --- read_node.c --------------------------------------------------------------------------- */

Node read_node(Reader *reader, IrSort sort);
/* Reads the arguments of an operation whose name has just been read. */
Node read_operation(Reader *reader, IrOp op, const Token *place);
Node read_emit(Reader *reader, IrOp op, const u32 *args, u32 count);
/* The argument that an atom like %n stands for in the definition of an operation; null if none. */
const IrArg *read_named_argument(const Reader *reader, Str atom);
/* Expands an operation's definition with the simplest arguments, to find its errors; the caller discards what it
   writes. */
bool read_try_operation(Reader *reader, IrOp op, const Token *place);

/* --- read_ability.c ------------------------------------------------------------------------ */

void read_env_begin(Reader *reader, ReadEnv *env, const ReadEnv *like);
/* Assigns the number of slots and their names to everything that waits for this environment. */
bool read_env_end(Reader *reader, ReadEnv *env);
/* Reads an ability nested in another; returns its index, 0 after an error. With `shared` it uses the environment around
   it. */
u32 read_nested_ability(Reader *reader, bool shared);
/* Reads an ability of a face into `run`; `common` is the environment of its spell and cost abilities. */
bool read_face_ability(Reader *reader, ReadEnv *common);
/* Moves `run` to the database; sets `*first` to the index of the first. The environment ends only if this is the `last`
   run that uses it. */
bool read_finish_run(Reader *reader, ReadEnv *common, bool last, u32 *first, u32 *count);

/* Expands an IR_KEYWORD node to find its errors; the caller discards what it writes. */
bool read_try_keyword(Reader *reader, Node node, const Token *place);

/* --- read_card.c --------------------------------------------------------------------------- */

bool read_card(Reader *reader);
/* Reads the definition of a keyword or of an operation. */
bool read_definition(Reader *reader);

/* --- carddb.c ------------------------------------------------------------------------------ */

/* Adds the names of a card to the index; false if the allocator refuses. */
bool carddb_enter_names(CardDb *db, u32 card);

#endif
