/* Which rules are carried out where, and shown by which scenarios. */
#ifndef GAVEL_RULES_MATRIX_H
#define GAVEL_RULES_MATRIX_H

#include "cli.h"

#define RULE_NUMBER_CAP 16

/* A place in the sources. */
typedef struct SourcePlace {
  const char *file; /* of the matrix's arena */
  u32 line;
} SourcePlace;

typedef struct RuleRow {
  char number[RULE_NUMBER_CAP];
  bool listed;  /* it is in the list of rules */
  u32 ran;      /* scenarios in whose run it was carried out */
  u32 last_run; /* the last of them */
  VEC(const char *)
  shown;                   /* files of passing scenarios that name it and carried it out, each once … */
  VEC(const char *) named; /* … and of those that name it, and nothing in their run announced it */
  const char *reason;      /* why no scenario shows it; null: nothing is said of that */
  VEC(SourcePlace) places; /* where it is announced */
} RuleRow;

typedef struct RulesMatrix {
  Arena arena;
  VEC(RuleRow) rules;
  VEC(u32) slots;   /* open addressing by number: 1 + index */
  const char *path; /* of the scenario that runs */
  u32 run;          /* counts scenarios */
} RulesMatrix;

void matrix_init(RulesMatrix *matrix);
void matrix_free(RulesMatrix *matrix);
/* A scenario of that file begins to run; a rule was carried out in its run; it has passed and names
   a rule. */
void matrix_begin(RulesMatrix *matrix, const char *path);
void matrix_ran(RulesMatrix *matrix, const char *number);
void matrix_cited(RulesMatrix *matrix, Str number);
/* Reads the list of rules: each line that begins with a number and a tab or its end. Complains and
   answers false if it cannot. */
bool matrix_read_rules(RulesMatrix *matrix, const char *path);
/* Reads why no scenario shows rules: lines of a number and a reason; those that begin with # and empty ones aside. Complains
   and answers false if it cannot. */
bool matrix_read_reasons(RulesMatrix *matrix, const char *path);
/* Finds the announcements in all files with that suffix below a directory: the texts in quotes that are
   numbers of rules, as arguments of RULE or in a table it is given, but not those by which something is
   asked. Complains and answers false if it cannot. */
bool matrix_read_sources(RulesMatrix *matrix, const char *directory, const char *suffix);
/* By number; indices change. */
void matrix_sort(RulesMatrix *matrix);
/* The page docs/rules.md. */
void matrix_print(RulesMatrix *matrix, FILE *out);

#endif
