/* The validator: rows that refer to rows of their own table, as a record of copiable values does to those whose text it
   has. What follows such references ends only if none leads back, and what follows them by recursion only if there are few
   in a row. Lists of slots and of free rows have checks of their own (validate.c). */
#include "state/validate_internal.h"

/* More records in a row than games make, and fewer than a stack holds that follows them. */
enum { RECORDS_IN_A_ROW = 1000 };

/* What is known of a row while those of its table are sorted by what they refer to. */
typedef struct Sorted {
  u32 referring; /* references to it from rows that aren't sorted yet */
  u32 depth;     /* the most references in a row by which it is reached */
} Sorted;
_Static_assert(sizeof(Sorted) == sizeof(u64), "it stands in a word");

typedef struct Sorting {
  Sorted *rows;
  u64 *ready; /* rows to which no reference is left, … */
  u32 count;  /* … so many by now */
  u32 found;  /* references */
  u32 depth;  /* of the row that is walked, … */
  u32 most;   /* … and the most of any */
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
  s->rows[row].referring++; /* row 0 is in use by nobody */
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

/* Sorts the rows so that each stands before those it refers to; those that refer to themselves, over others perhaps, are
   left. */
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
