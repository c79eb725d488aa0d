/* The grammar of Magic's English: productions read from files under grammar/ (docs/oracle.md says how they are
   written), and the words of the game.

   The patterns of a category are kept as one tree that shares their common beginnings: from a node a word, a token of
   some kind, or anything of another category leads on. */
#ifndef ORACLE_GRAMMAR_H
#define ORACLE_GRAMMAR_H

#include "oracle/lf.h"
#include "oracle/tokens.h"

typedef u16 Category; /* 0 is none; the first ones are the kinds of tokens */

/* Categories and tokens of one pattern, and so what a production's meaning can refer to. */
#define PATTERN_MAX 40u

typedef struct Production {
  Category category;
  Lf meaning;     /* with holes; 0: that of its only part */
  u32 hole_first; /* in Grammar.holes, a pair for each part of the pattern that is no word */
  u32 hole_count;
  u32 piece;   /* its own, the same for one and for many; 0: none, a row of the words of the game */
  Str area;    /* under which heading it stands in its file */
  Str pattern; /* as written */
  u32 pattern_first, pattern_count; /* in Grammar.patterns: the ways through its brackets */
  u32 file; /* 1 + the one it stands in, of those given to grammar_load; 0 for the words of the game */
  u32 line;
} Production;

/* Of a pattern: a word (category 0), or anything of a category. */
typedef struct PatternPart {
  Category category;
  StrId word;
} PatternPart;

/* One way through the brackets of a production. */
typedef struct Pattern {
  u32 production;
  u32 piece_first, piece_count; /* in Grammar.pattern_pieces: the production and what it takes of each bracket */
  u32 part_first, part_count;   /* in Grammar.parts */
} Pattern;

/* A production, or one of several phrases in a bracket of its pattern: what can be counted, or left out to measure how
   much hangs on it. */
typedef struct Piece {
  Str category, pattern; /* as written, of the production */
  Str phrase;            /* of the bracket; without data: the production itself */
} Piece;

/* How a part is written in a meaning: <name>, and <name*> for its items without their head. */
typedef struct Hole {
  Lf whole, items;
  Category category;
} Hole;

typedef struct GrammarEdge {
  u32 to, next;      /* nodes; the next edge of the same node, 0 behind the last */
  Category category; /* 0: the pattern `to` ends here */
} GrammarEdge;

typedef struct GrammarNode {
  u32 edges;  /* first of those that are no words */
  bool words; /* whether words lead on */
} GrammarNode;

typedef struct WordEdge {
  u32 node;
  StrId word;
  u32 to; /* 0: no edge in this slot */
} WordEdge;

typedef struct CategoryInfo {
  Str name;
  u32 root;    /* node; 0: nothing belongs to it */
  u32 used_by; /* 1 + a production that refers to it, for messages */
} CategoryInfo;

typedef struct Grammar {
  GavelAllocator allocator;
  Arena arena;
  LfStore lf;
  Intern vocabulary, names; /* words; names of categories, whose ids are the categories */
  u32 lf_own;               /* forms of the grammar itself; later ones are those of texts */
  VEC(Production) productions;
  VEC(Pattern) patterns;
  VEC(u32) pattern_pieces;
  VEC(Piece) pieces; /* piece 0 is none */
  VEC(Hole) holes;
  VEC(PatternPart) parts;
  VEC(CategoryInfo) categories;
  VEC(GrammarNode) nodes;   /* node 0 is none */
  VEC(GrammarEdge) edges;   /* edge 0 is none */
  VEC(WordEdge) word_edges; /* open addressing; count is the size of the table */
  u32 word_edge_count;
  VEC(u64) first;    /* for each category the words it may begin with, then the kinds of tokens */
  u32 first_stride;  /* in u64 */
  VEC(u8) with_hole; /* by form: it holds a hole */
  u32 files;         /* read so far */
} Grammar;

/* A source of productions. */
typedef struct GrammarFile {
  const char *name;
  Str text;
} GrammarFile;

/* Makes a grammar of the words of the game and these files. Errors, with file name, line and remedy in `error`:
   GAVEL_E_SYNTAX, GAVEL_E_CHECK (a category that nothing belongs to, or that may begin with itself), GAVEL_E_MEMORY.
   The grammar is empty then. */
GavelStatus grammar_load(GavelAllocator allocator, const GrammarFile *files, u32 count, Grammar *grammar,
                         GavelError *error);
void grammar_free(Grammar *grammar);

/* Checks each meaning by the language of logical forms: heads are those of heads.def and ir_ops.def, with as many
   arguments as they take, each of its sort, whatever the parts of a pattern mean (grammar_check.c). `files` are those the
   grammar was made of. Errors: GAVEL_E_CHECK, with file and line; GAVEL_E_MEMORY. */
GavelStatus grammar_check(Grammar *grammar, const GrammarFile *files, GavelError *error);

/* The part of a production's pattern, counted from 1, that an atom of its meaning stands for, 0 if the atom is no hole;
   `*items` if it stands for the items of it. */
u32 grammar_hole(const Grammar *grammar, const Production *production, Lf atom, bool *items);
/* 0 if there is none of that name. */
Category grammar_category(const Grammar *grammar, Str name);
/* Whether a category may begin with that token. */
bool grammar_may_begin(const Grammar *grammar, Category category, const Token *token);
/* Where a word leads from a node, or 0. */
u32 grammar_step(const Grammar *grammar, u32 node, StrId word);

/* --- used while it is made ------------------------------------------------------------------------ */

/* The category of that name, entered if it is new. */
Category grammar_category_add(Grammar *grammar, Str name);
/* Whether a category has a pattern of these parts. */
bool grammar_pattern_known(const Grammar *grammar, Category category, const PatternPart *parts, u32 count);
/* Adds a pattern. The piece of its production, if that has one, is added to those that follow. */
bool grammar_pattern_add(Grammar *grammar, u32 production, const PatternPart *parts, u32 count, const u32 *pieces,
                         u32 piece_count);
/* Adds the words of cards/words.def (grammar_words.c), with them those of other lists (grammar_lists.c), and the
   productions of a file (grammar_read.c). */
bool grammar_words_add(Grammar *grammar);
bool grammar_lists_add(Grammar *grammar);
GavelStatus grammar_file_add(Grammar *grammar, const GrammarFile *file, GavelError *error);
/* Adds words that mean an atom to a category. */
bool grammar_word_add(Grammar *grammar, const char *category, Str text, Str atom);

#endif
