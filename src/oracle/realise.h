/* From logical forms to words: the productions of the grammar run backwards. A phrase of a category is sought that means a
   form; whoever asks reads it again to be sure that it means nothing else. */
#ifndef ORACLE_REALISE_H
#define ORACLE_REALISE_H

#include "oracle/grammar.h"

typedef struct Phrase {
  u32 production;  /* 0: a token that means `meaning` */
  u32 first_child; /* in Realiser.children, one for each part of the pattern that is no word */
  u32 words;       /* how many it has */
  Lf meaning;
} Phrase;

typedef struct PhraseSlot {
  Category category;
  Lf meaning; /* 0: the slot is free */
  u32 phrase; /* 0: there is none, or it is being sought */
} PhraseSlot;

typedef struct Realiser {
  GavelAllocator allocator;
  Grammar *grammar;
  VEC(u64) heads;            /* by category, the atoms that what it means may be or begin with */
  u32 head_stride;           /* in u64 */
  VEC(u32) first_production; /* by category, in `by_category`; one more behind the last */
  VEC(u32) by_category;
  VEC(Phrase) phrases; /* phrase 0 is none */
  VEC(u32) children;
  VEC(PhraseSlot) slots; /* what was sought: open addressing; count is the size of the table */
  u32 slots_used;
  Category self_kind;
  Str self, kind;
  u32 steps;   /* left for what is sought */
  bool failed; /* memory was short */
} Realiser;

/* False when the allocator refuses. The grammar is used as long as the realiser. */
bool realiser_init(Realiser *realiser, GavelAllocator allocator, Grammar *grammar);
void realiser_free(Realiser *realiser);

/* Before the phrases of another object, which is called `self` by its name and `kind` ("creature") otherwise; both are kept
   by the caller. Those found before are forgotten, and must be before forms are that were sought. */
void realiser_begin(Realiser *realiser, Str self, Str kind);
/* Appends the shortest words found of a category that mean a form; false, and nothing is appended, if no production says
   it. */
bool realise(Realiser *realiser, Category category, Lf meaning, Text *out);

#endif
