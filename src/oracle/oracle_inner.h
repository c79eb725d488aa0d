/* What an oracle is made of. Internal to oracle.c, which makes abilities of texts, and explain.c, which says how. */
#ifndef ORACLE_ORACLE_INNER_H
#define ORACLE_ORACLE_INNER_H

#include "oracle/bind.h"
#include "oracle/chart.h"
#include "oracle/oracle.h"
#include "oracle/realise.h"
#include "oracle/unbind.h"

#define NAMES_MAX 8u
#define MEANINGS_MAX 16u

/* The different things a paragraph, or the spell abilities of a face together, may say. */
typedef struct Meanings {
  Lf forms[MEANINGS_MAX];
  u32 count;
} Meanings;

struct Oracle {
  GavelAllocator outer;     /* that it was made with */
  GavelAllocator allocator; /* the same, watched: what a refusal leaves behind is never taken for something read */
  bool refused;             /* once a request for memory was */
  Grammar grammar;
  Chart chart;
  TokenList tokens;
  Binder binder;
  u8 *pieces_used;   /* pieces.h */
  Usual *counted;    /* takes what is read; or null */
  Realiser realiser; /* made when something is said first */
  FormRows rows;     /* likewise */
  Lf paid;           /* an additional cost that what is said next may speak of; or 0 */
  Arena arena;
  Text reason; /* of the last refusal of a meaning */
  Category permanent_line, spell_line;
  Str names[NAMES_MAX]; /* of the face being read */
  u32 name_count;
  bool types_apart; /* names that are creature types mean those */
};

/* Begins with a face, and forgets the one before it. */
void oracle_begin(Oracle *o, const OracleFace *face);
/* All a paragraph may say. */
OracleAnswer oracle_read_paragraph(Oracle *o, const OracleFace *face, Str paragraph, Meanings *meanings);
/* The paragraphs of a spell that are effects are one ability, so their meanings are joined. False if there are too
   many. */
bool oracle_join(Oracle *o, Meanings *spell, const Meanings *more);
/* The one ability that the meanings come to; 0 with the reason. */
Lf oracle_bind(Oracle *o, const Meanings *meanings, Str paragraph, OracleAnswer *answer);
/* How many forms that an ability could mean are tried. */
#define SAY_WAYS_MAX 96u
/* Begins to say an ability of a face, given as definitions write it: its form as words could mean it; 0 if it has none. */
Lf oracle_begin_saying(Oracle *o, const OracleFace *face, Str ability);

#endif
