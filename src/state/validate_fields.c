/* The validator's walk: checks that every field is in range and every piece of the heap has one owner. */
#include "state/validate_internal.h"

static Check *check_of(Walk *w) { return w->user; }

/* --- scalars --------------------------------------------------------------------------------- */

static bool ref_well_formed(const Game *g, Ref ref) {
  if (ref == REF_NONE) return true;
  u32 slot = ref_slot(ref), generation = ref_generation(ref);
  if (ref_is_player(ref)) return slot < core(g)->player_count;
  if (slot == 0 || slot >= count_of(g, T_OBJECTS) || generation == 0) return false;
  return generation <= object_row(g, slot)->generation;
}

static bool cv_well_formed(const Game *g, CvId cv) {
  if (!(cv & CV_RECORD)) return cv < g->db->cards.count;
  u32 row = cv & ~CV_RECORD;
  return row < count_of(g, T_CVS) && !row_is_free(g, T_CVS, row);
}

/* Names made only by word changes have the top bit set and are in no database. */
static bool name_well_formed(const Game *g, u64 name) {
  return name <= g->db->names.texts.count || (name >> 31 & 1 && name <= UINT32_MAX);
}

#define NO_LIMIT UINT64_MAX

/* The exclusive upper limit of a field's values; NO_LIMIT if the condition is not such a limit. */
static u64 limit_of(const Game *g, const Field *field) {
  const CardDb *db = g->db;
  const Core *c = core(g);
  switch ((FieldKind)field->kind) {
    case FIELD_ENUM: return field->arg;
    case FIELD_PROCEDURE: return PROC_COUNT;
    case FIELD_EVENT_KIND: return EVENT_KIND_COUNT;
    case FIELD_ROW: return count_of(g, (TableId)field->arg) + (u64)1;
    case FIELD_ROW_1: return count_of(g, (TableId)field->arg) + (u64)2;
    case FIELD_PLAYER_1: return c->player_count + (u64)1;
    case FIELD_TIMESTAMP: return c->next_timestamp + 1;
    case FIELD_ACQUISITION: return c->next_acquisition + (u64)1;
    case FIELD_EFFECT_ID: return c->next_effect + (u64)1;
    case FIELD_SLOT: return count_of(g, T_OBJECTS);
    case FIELD_CARD_ROW: return count_of(g, T_CARDS);
    case FIELD_OWNER: return c->player_count;
    case FIELD_ZONE: return ZONE_NONE + 1;
    case FIELD_WORD: return field->arg ? NO_LIMIT : WORD_COUNT;
    case FIELD_NODE: return field->arg ? NO_LIMIT : db->words.count;
    case FIELD_ABILITY: return db->abilities.count;
    case FIELD_COST: return db->costs.count;
    case FIELD_CARD_DEF: return db->cards.count;
    case FIELD_SUBST: return count_of(g, T_SUBSTS);
    case FIELD_COUNTER_CHAIN:
    case FIELD_COUNTER_NEXT: return count_of(g, T_COUNTERS);
    case FIELD_NOTE_CHAIN:
    case FIELD_NOTE_NEXT: return count_of(g, T_NOTES);
    case FIELD_LKI_CHAIN:
    case FIELD_LKI_NEXT: return count_of(g, T_LKI);
    case FIELD_FREE: return count_of(g, (TableId)field->arg);
    default: return NO_LIMIT;
  }
}

static bool node_of_sort(const CardDb *db, u64 node, IrSort sort) {
  return node < db->words.count && ir_op_info(node_op(db, (Node)node))->sort == sort;
}

static bool in_range(const Game *g, const Field *field, u64 value) {
  u64 limit = limit_of(g, field);
  if (limit != NO_LIMIT) return value < limit;
  switch ((FieldKind)field->kind) {
    case FIELD_REF: return ref_well_formed(g, value);
    case FIELD_REF_OR_NUMBER: return !ref_generation(value) || ref_well_formed(g, value);
    case FIELD_PLAYER: return value < core(g)->player_count || value == PLAYER_NONE;
    case FIELD_NAME: return name_well_formed(g, value);
    case FIELD_CV: return cv_well_formed(g, (CvId)value);
    case FIELD_WORD: return value < WORD_COUNT && word_class((Word)value) == (WordClass)field->arg;
    case FIELD_NODE: return node_of_sort(g->db, value, (IrSort)field->arg);
    case FIELD_OPERATION: return value < IR_OP_COUNT && ir_op_info((IrOp)value)->sort == SORT_MOD;
    default: return true;
  }
}

static const char *table_text(u32 t) { return t < TABLE_COUNT ? table_name((TableId)t) : "CORE"; }

static void borrowed_add(Check *c, Heap env, u32 table, u32 row) {
  Borrowed borrowed = {env, table, row};
  if (!vec_push(&c->g->allocator, &c->borrowed, borrowed)) fault(c, "out of memory");
}

static void check_scalar(Walk *w, const Field *field, Place place) {
  Check *c = check_of(w);
  u64 value = place_get(w->g, place, field->size);
  /* 0 is none or the first, which always exists; but no modification is none. */
  if (value == 0 && field->kind != FIELD_OPERATION && !field_is_mod_word(field)) return;
  if (field->kind == FIELD_BORROW) {
    borrowed_add(c, (Heap)value, w->table, w->row);
  } else if (!in_range(w->g, field, value)) {
    bool in_row = place.table == w->table && place.table < TABLE_COUNT;
    u32 byte = in_row ? place.byte - w->row * TABLE_ROW_SIZES[w->table] : place.byte;
    fault(c, "%s row %u: field of kind %u at byte %u holds %llu", table_text(w->table), w->row, field->kind, byte,
          (unsigned long long)value);
  }
  w->stop = c->wrong;
}

/* Whether a value of a column reaches the limit. */
static bool reaches(const u8 *at, u32 rows, u32 stride, u32 size, u64 limit) {
  u64 most = 0;
#define COLUMN_MOST(T)                                     \
  for (u32 i = 0; i < rows; i++) {                         \
    T value;                                               \
    memcpy(&value, at + (size_t)i * stride, sizeof value); \
    most = value > most ? value : most;                    \
  }
  switch (size) {
    case 1: COLUMN_MOST(u8) break;
    case 2: COLUMN_MOST(u16) break;
    case 4: COLUMN_MOST(u32) break;
    default: COLUMN_MOST(u64) break;
  }
#undef COLUMN_MOST
  return most >= limit;
}

/* Whether single values must be examined: some may be wrong, or must be recorded. */
static bool column_dirty(const Game *g, const Field *field, TableId t, u32 rows) {
  u64 limit = limit_of(g, field);
  const u64 KINDS = (FIELD_BIT(REF) | FIELD_BIT(NAME) | FIELD_BIT(CV) | FIELD_BIT(BORROW));
  bool one_by_one = KINDS >> field->kind & 1;
  bool of_class = field->arg && (field->kind == FIELD_WORD || field->kind == FIELD_NODE);
  if (one_by_one || of_class) limit = 1; /* 0 is none */
  if (field->kind == FIELD_PLAYER) limit = core(g)->player_count;
  if (limit == NO_LIMIT) return false;
  const u8 *first = place_at(g, place_in(place_of_row(t, 0), field->offset));
  bool suspect = false;
  for (u32 k = 0; k < field->count; k++)
    suspect = suspect || reaches(first + k * field->size, rows, TABLE_ROW_SIZES[t], field->size, limit);
  return suspect;
}

/* Checks a field of all rows. Free rows have a schema of their own. */
static void check_column(Walk *w, const Field *field, u32 rows) {
  TableId t = (TableId)w->table;
  if (rows == 0 || !column_dirty(w->g, field, t, rows)) return;
  for (w->row = 0; w->row < rows && !w->stop; w->row++) {
    Place place = place_in(place_of_row(t, w->row), field->offset);
    for (u32 k = 0; k < field->count && !w->stop; k++, place.byte += field->size) {
      u64 value = place_get(w->g, place, field->size);
      bool fine = value == 0 || (field->kind != FIELD_BORROW && in_range(w->g, field, value));
      if (!fine && !row_is_free(w->g, t, w->row)) check_scalar(w, field, place);
    }
  }
}

/* --- the heap -------------------------------------------------------------------------------- */

/* Whether an environment has all variables that its ability uses. */
static bool env_wide_enough(const Game *g, Heap h) {
  const Env *env = env_at(g, h);
  u32 ability = env->ability < g->db->abilities.count ? env->ability : 0;
  return env->slots >= SLOT_FIRST_OWN && (!ability || env->slots >= carddb_ability(g->db, ability)->slots);
}

/* Whether a piece is large enough for its items, and a list's count fits its size. */
static bool piece_sound(const Game *g, OwnKind kind, Heap h) {
  u32 words = heap_words(g, h);
  if (words < own_words(kind, 0)) return false;
  if (kind == OWN_ENV) return own_words(kind, env_at(g, h)->slots) <= words && env_wide_enough(g, h);
  if (schema_of_head(kind)) return own_words(kind, own_items(g, kind, h)) <= words;
  const List *list = HEAP_AT(g, List, h);
  u32 stride = own_words(kind, 1) - own_words(kind, 0);
  return list->count <= list->cap && list->cap < words && list->count % stride == 0;
}

static Heap check_own(Walk *w, OwnKind kind, Place place, u32 items) {
  (void)items;
  Check *c = check_of(w);
  Heap h = place_handle(w->g, place);
  if (!h) return 0;
  const char *what = !heap_is_piece(w->g, h)           ? "is no piece in use"
                     : !piece_sound(w->g, kind, h)     ? "is too small for what it should hold"
                     : bits_test_set(&c->seen_heap, h) ? "has two owners"
                                                       : NULL;
  if (what) {
    fault(c, "%s row %u: heap handle %u (kind %u) %s", table_text(w->table), w->row, h, kind, what);
    w->stop = true;
    return 0;
  }
  if (kind == OWN_ENV) bits_test_set(&c->seen_env, h);
  c->heap_words += 1 + heap_words(w->g, h);
  return h;
}

bool check_fields(Check *c) {
  const Game *g = c->g;
  u32 words = count_of(g, T_HEAP);
  if (!bits_reset(c, &c->seen_heap, words) || !bits_reset(c, &c->seen_env, words)) return false;
  Walk w = {.g = c->g, .user = c, .scalar = check_scalar, .column = check_column, .own = check_own};
  state_walk(&w);
  for (u32 i = 0; i < c->borrowed.count && !c->wrong; i++) {
    Borrowed b = c->borrowed.data[i];
    if (b.handle >= words || !bits_test(&c->seen_env, b.handle)) {
      fault(c, "%s row %u: borrowed environment %u has no owner", table_text(b.table), b.row, b.handle);
    } else if (b.table == T_EFFECTS && row_EFFECTS(g, b.row)->env != b.handle) {
      fault(c, "EFFECTS row %u: environment %u is not its own", b.row, b.handle);
    }
  }
  return !c->wrong;
}
