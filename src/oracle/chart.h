/* All readings of a text by a grammar.

   For each category and place the readings are found once and kept. A reading is where it ends, what it means, and how
   it was made; two of the same extent and meaning are one. */
#ifndef ORACLE_CHART_H
#define ORACLE_CHART_H

#include "oracle/grammar.h"

/* More readings of one category at one place are given up as a mistake of the grammar. */
#define READINGS_MAX 64u

typedef struct Reading {
  u32 begin, end; /* tokens */
  Lf meaning;
  u32 production; /* in the grammar; for a token of some kind none: `parts` is 0 then, too */
  u32 pattern;    /* of the production */
  u32 next;       /* of the same category and place; 0 behind the last */
  u32 parts;      /* first of its parts in Chart.parts, as many as the production has holes */
} Reading;

typedef struct ChartCell {
  u32 stamp; /* of the text it is known for */
  u32 first; /* reading */
} ChartCell;

typedef struct Chart {
  GavelAllocator allocator;
  Grammar *grammar;
  const u8 *off; /* by piece: patterns with it are left out; null: none are */
  const Token *tokens;
  const char *text;
  u32 count;
  VEC(ChartCell) cells; /* by place and category */
  u32 stamp;
  VEC(Reading) readings; /* reading 0 is none */
  VEC(u32) parts;
  u32 furthest;  /* the first token that no production took, wherever one was tried */
  bool too_long; /* there was more than READINGS_MAX readings or a list of meanings have room for */
  bool failed;   /* memory was short */
} Chart;

void chart_init(Chart *chart, GavelAllocator allocator, Grammar *grammar);
void chart_free(Chart *chart);

/* Finds the readings of all of the tokens as `category`: the first one, which the others follow by `next` (those that
   end earlier are among them, so look at `end`), or 0. The answer holds until the next call. */
u32 chart_read(Chart *chart, const char *text, const Token *tokens, u32 count, Category category);

/* Marks the pieces that a reading is made of, by piece. */
void chart_pieces(const Chart *chart, u32 reading, u8 *used);

#endif
