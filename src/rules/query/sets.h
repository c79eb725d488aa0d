/* Sets of objects that meet a condition (a SORT_SET node), and whether what is picked can be completed to one. */
#ifndef RULES_QUERY_SETS_H
#define RULES_QUERY_SETS_H

#include "rules/query/eval.h"

/* The most objects that pay one cost, of which more are never offered, or that make a set with a condition, where more end
   the game with GAVEL_E_LIMIT. */
enum { SET_OBJECTS = 1024 };
/* Whether objects together meet a set condition (a SORT_SET node; 0: none). */
bool set_holds(const Eval *e, Node set, const Ref *refs, u32 n);

/* A set whose members count together, at most or at least so much: what one object counts, and whether a total will do.
   Who picks objects one by one keeps the total instead of counting all again. */
bool set_is_total(const CardDb *db, Node set);
i64 set_each(const Eval *of, Node set, Ref ref);
bool set_total_holds(const Eval *e, Node set, i64 total);

/* Whether a set can be paid for, where choosing it costs something; `alike` becomes true if so can, or can't, any other set
   of so many. */
typedef bool SetAffordable(Game *g, const Ref *refs, u32 n, bool *alike);

typedef struct SetSearch {
  const Eval *e;
  Node set;
  u32 base, count;           /* candidates: rows of T_CHOSEN */
  i64 max;                   /* how many can be picked */
  SetAffordable *affordable; /* null: any set is … */
  bool falls;                /* … and may be cheaper with more in it */
  bool alike, alike_answer;  /* what was found holds for all sets of … */
  u32 alike_n;               /* … so many */
  u32 n;
  u32 budget;              /* candidates looked at before a set is taken to be completable */
  Ref picked[SET_OBJECTS]; /* the set so far */
} SetSearch;

/* Begins a search without candidates. What has been picked is written as it is picked. */
void set_search_init(SetSearch *s, const Eval *e, Node set);
void set_pick(SetSearch *s, Ref ref);
/* Whether the picked objects may be part of a legal set. Totals with negative members are judged only as a whole, in
   set_legal. */
bool set_partial(const SetSearch *s);
/* Whether they are one. */
bool set_legal(SetSearch *s);
/* Whether candidates from `at` on complete the picked ones to at least `min` that form a legal set. */
bool set_completes(SetSearch *s, u32 at, i64 min);

/* For sets that count together, where choosing them costs nothing: the candidates to come, the most useful first. */
typedef struct SetTotals {
  SetSearch *s;
  i64 picked; /* the total of what is picked */
  i64 limit;  /* a total of at … */
  bool most;  /* … most so much, otherwise of at least so much */
  u32 mark;   /* where the candidates' numbers are on the scratch list … */
  u32 count;  /* … and how many */
} SetTotals;

/* Counts the candidates from `at` on. The caller releases the scratch list from the mark on when it is done. */
void set_totals_begin(SetTotals *t, SetSearch *s, u32 at);
/* Passes the next candidate. Returns whether it and some of those to come complete the picked ones to at least `min`
   that form a legal set. Takes each candidate once, in order. */
bool set_totals_pass(SetTotals *t, u32 candidate, i64 min);

#endif
