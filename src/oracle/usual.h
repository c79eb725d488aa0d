/* How usual each way of saying something is, counted in texts that were read: how often each production was used in
   each place of each other one, for each meaning. Of the phrases that mean the same the most usual one is said. */
#ifndef ORACLE_USUAL_H
#define ORACLE_USUAL_H

#include "oracle/chart.h"

typedef struct UsualRow {
  u32 key;              /* a hash of what was counted; 0: the row is free */
  u32 count, surprises; /* how often; and how often something was said that wider places had not made likely */
  bool kept;            /* it is worth writing down */
} UsualRow;

/* Texts are gone through once for each: counting, finding out where that tells more than wider places do, and keeping
   what was counted there. */
typedef enum UsualPass { USUAL_COUNT, USUAL_COMPARE, USUAL_KEEP, USUAL_PASSES } UsualPass;

#define USUAL_DEPTHS 3u

/* Of a form, a number made of it as deep as each place looks; 0: not made yet. */
typedef struct UsualShapes {
  u32 of[USUAL_DEPTHS];
} UsualShapes;

typedef struct Usual {
  GavelAllocator allocator;
  const Grammar *grammar;
  VEC(u32) names;      /* by production, a hash of its category and pattern */
  VEC(u32) categories; /* by category, a hash of its name */
  VEC(UsualRow) rows;  /* open addressing; count is the size of the table */
  u32 used;
  VEC(UsualShapes) shapes; /* by form */
  UsualPass pass;
  bool failed; /* memory was short */
} Usual;

/* Where something is said. */
typedef struct UsualPlace {
  u32 production, hole; /* the part, from 0, of a production */
  Lf meaning;           /* what it means there, or if it always means the same, what the production means */
  Lf around;            /* what the production means */
  Str kind;             /* of object that the text belongs to */
} UsualPlace;

u32 usual_hash(Str text);

/* Costs are this many for each halving of how likely something is. */
#define USUAL_BIT 16u

void usual_init(Usual *usual, GavelAllocator allocator, const Grammar *grammar);
void usual_free(Usual *usual);
/* Before forms from this one on are forgotten. */
void usual_forget(Usual *usual, Lf from);
/* Takes counts as usual_write writes them, which are those kept. */
void usual_read(Usual *usual, Str counts);
void usual_write(const Usual *usual, Text *out);

/* Goes through what a reading is made of, as `pass` says. */
void usual_count(Usual *usual, const Chart *chart, u32 reading, Str kind);

/* Whether a part of a production is left out of its meaning. */
bool usual_is_constant(const Grammar *grammar, const Production *production, u32 hole);
/* Whether it passes on what its only part means; a place of it is one of that, too. */
bool usual_passes_on(const Grammar *grammar, u32 production);
/* What saying a production (or a token of that category) in a place costs; less is more usual. */
u32 usual_cost(Usual *usual, const UsualPlace *place, Category category, u32 production);
/* Which of its patterns a production with that meaning is said by. */
u32 usual_pattern(Usual *usual, u32 production, Lf meaning, Str kind);

#endif
