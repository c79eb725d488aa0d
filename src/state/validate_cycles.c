/* The validator: rows that refer to rows of their own table, like a record of copiable values to records whose text it
   has. Code that follows such references ends only if there is no cycle, and recursive code only if chains are short.
   Lists of slots and of free rows are checked in validate.c. */
#include "state/validate_internal.h"

/* More than games produce, and few enough for the stack of recursive code. */
enum { RECORDS_IN_A_ROW = 1000 };

/* The state of a row during a topological sort of its table. */
typedef struct Sorted {
  u32 referring; /* references to it from rows that are not sorted yet */
  u32 depth;     /* the longest chain of references that reaches it */
} Sorted;
_Static_assert(sizeof(Sorted) == sizeof(u64), "it stands in a word");

typedef struct Sorting {
  Sorted *rows;
  u64 *ready; /* rows with no references left to them … */
  u32 count;  /* … and their number */
  u32 found;  /* number of references found */
  u32 depth;  /* depth of the row being walked … */
  u32 most;   /* … and the greatest so far */
} Sorting;

/* The row of the walked table that a field refers to; 0 is none. */
static u32 row_referred(const Walk *w, const Field *field, Place place) {
  static const u8 TABLES[] = {
      [FIELD_CV] = T_CVS,          [FIELD_SUBST] = T_SUBSTS,
      [FIELD_CARD_ROW] = T_CARDS,  [FIELD_COUNTER_NEXT] = T_COUNTERS,
      [FIELD_NOTE_NEXT] = T_NOTES, [FIELD_LKI_NEXT] = T_LKI,
  };
  if (field->kind >= COUNT_OF(TABLES) || !TABLES[field->kind] || TABLES[field->kind] != w->table) return 0;
  u32 value = (u32)place_get(w->g, place, field->size);
  return field->kind != FIELD_CV ? value : value & CV_RECORD ? value & ~CV_RECORD : 0;
}

static void count_reference(Walk *w, const Field *field, Place place) {
  Sorting *s = w->user;
  u32 row = row_referred(w, field, place);
  s->found += row != 0;
  s->rows[row].referring++; /* row 0 is never in use */
}

static void follow_reference(Walk *w, const Field *field, Place place) {
  Sorting *s = w->user;
  u32 row = row_referred(w, field, place);
  if (!row) return;
  Sorted *to = &s->rows[row];
  if (to->depth <= s->depth) to->depth = s->depth + 1;
  if (to->depth > s->most) s->most = to->depth;
  if (--to->referring == 0) s->ready[s->count++] = row;
}

/* Sorts the rows topologically; rows that refer to themselves, directly or through others, are left over. */
static bool check_table_cycles(Check *c, TableId t) {
  u32 rows = count_of(c->g, t);
  if (!bits_reset(c, &c->seen_rows, 64 * 2 * rows)) return false;
  Sorting s = {.rows = (Sorted *)(void *)c->seen_rows.data, .ready = c->seen_rows.data + rows};
  Walk count = {.g = c->g, .user = &s, .scalar = count_reference};
  Walk follow = {.g = c->g, .user = &s, .scalar = follow_reference};
  for (u32 row = 1; row < rows; row++) walk_row(&count, t, row);
  if (!s.found) return true;
  for (u32 row = 1; row < rows; row++)
    if (!s.rows[row].referring) s.ready[s.count++] = row;
  for (u32 i = 0; i < s.count; i++) {
    u32 row = (u32)s.ready[i];
    s.depth = s.rows[row].depth;
    walk_row(&follow, t, row);
  }
  if (s.count + 1 < rows) return fault(c, "%s: rows refer to themselves", table_name(t));
  return t != T_CVS || s.most < RECORDS_IN_A_ROW || fault(c, "CVS: %u records in a row", s.most);
}

bool check_cycles(Check *c) {
  static const u8 TABLES[] = {T_CVS, T_SUBSTS, T_CARDS, T_COUNTERS, T_NOTES, T_LKI};
  for (u32 i = 0; i < COUNT_OF(TABLES); i++)
    if (!check_table_cycles(c, (TableId)TABLES[i])) return false;
  return true;
}
