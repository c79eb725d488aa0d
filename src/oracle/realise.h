/* From logical forms to words: the productions of the grammar run backwards. A phrase of a category is sought that means a
   form; whoever asks reads it again to be sure that it means nothing else. */
#ifndef ORACLE_REALISE_H
#define ORACLE_REALISE_H

#include "oracle/usual.h"

typedef struct Phrase {
  u32 production;  /* 0: a token that means `meaning` */
  u32 first_child; /* in Realiser.children, one for each part of the pattern that is no word */
  u32 cost;        /* of saying it, but for its own production: less is more usual */
  Lf meaning;
  u32 next; /* another of the same category and meaning, of another production; 0 behind the last */
} Phrase;

typedef struct PhraseSlot {
  Category category;
  Lf meaning; /* 0: the slot is free */
  u32 kind;   /* of object that it was sought for, as a hash */
  u32 phrase; /* the first; 0: there is none, or it is being sought */
} PhraseSlot;

typedef struct Realiser {
  GavelAllocator allocator;
  Grammar *grammar;
  Usual usual;
  VEC(u64) heads;            /* by category, the atoms that what it means may be or begin with */
  u32 head_stride;           /* in u64 */
  VEC(u32) first_production; /* by category, in `by_category`; one more behind the last */
  VEC(u32) by_category;
  VEC(Phrase) phrases; /* phrase 0 is none */
  VEC(u32) children;
  VEC(PhraseSlot) slots; /* what was sought: open addressing; count is the size of the table */
  u32 slots_used;
  VEC(u8) sought; /* by form: 1: its words were sought in vain; 2: they were found */
  Category predefined_token, ability_word, keyword, keyword_cost;
  Str self, kind;
  u32 kind_hash;
  u32 steps;    /* left for what is sought */
  bool gave_up; /* there were too few: what was found since the phrases were forgotten may not be all */
  bool failed;  /* memory was short */
} Realiser;

/* False when the allocator refuses. The grammar is used as long as the realiser. */
bool realiser_init(Realiser *realiser, GavelAllocator allocator, Grammar *grammar);
void realiser_free(Realiser *realiser);

/* Before the phrases of another object, which is called `self` by its name and `kind` ("creature") otherwise; both are kept
   by the caller. */
void realiser_begin(Realiser *realiser, Str self, Str kind);
/* Before forms are forgotten that may have been sought: forgets the phrases found. */
void realiser_forget(Realiser *realiser);
/* The most usual phrase found of a category that means a form, and what it costs; 0 if no production says it. */
u32 realise(Realiser *realiser, Category category, Lf meaning, u32 *cost);
/* The innermost of what a form that no phrase was found for is made of, such that its words were sought in vain; or 0. */
Lf realise_unsaid(const Realiser *realiser, Lf form);
/* How many forms that a form is made of have no words, as far as they were sought. */
u32 realise_missing(const Realiser *realiser, Lf form);
/* Appends its words. */
void realise_words(Realiser *realiser, Category category, u32 phrase, Text *out);

#endif
