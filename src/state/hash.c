#include "state/hash.h"

#include "state/checkpoint.h"
#include "state/walk.h"

/* Packs fields into words before they are hashed, several to a word. */
typedef struct Stream {
  Hash hash;
  u64 word;
  u32 bits; /* number of bits of `word` in use */
} Stream;

static Stream *stream_of(Walk *w) { return w->user; }

static void flush(Stream *s) {
  hash_u64(&s->hash, s->word);
  s->word = 0;
  s->bits = 0;
}

static void feed(Stream *s, u64 value, u32 size) {
  u32 bits = 8 * size;
  if (s->bits + bits > 64) flush(s);
  s->word |= value << s->bits;
  s->bits += bits;
}

/* Hashes fields that aren't hashed as they lie in memory. */
static void hash_special(Walk *w, const Field *field, const void *at) {
  if (field->kind == FIELD_STALE) return; /* one of two equal games may have lost it */
  if (field->kind == FIELD_BORROW) {
    feed(stream_of(w), number_at(at, field->size) != 0, field->size);
  } else {
    feed(stream_of(w), field_number(w->g->db, field, at), sizeof(u64));
  }
}

static void hash_scalar(Walk *w, const Field *field, Place place) {
  const u64 special = FIELDS_NAMED | (u64)1 << FIELD_STALE | (u64)1 << FIELD_BORROW;
  const void *at = place_at(w->g, place);
  if (special >> field->kind & 1)
    hash_special(w, field, at);
  else
    feed(stream_of(w), number_at(at, field->size), field->size);
}

static Heap hash_own(Walk *w, OwnKind kind, Place place, u32 items) {
  Heap h = place_handle(w->g, place);
  feed(stream_of(w), h ? (u64)items << 8 | kind : 0, sizeof(u64));
  return h;
}

static u32 hash_rows(Walk *w, TableId t, u32 count) {
  feed(stream_of(w), (u64)t << 32 | count, sizeof(u64));
  return count;
}

static bool hash_free_row(Walk *w, bool is_free) {
  feed(stream_of(w), is_free, 1);
  return is_free;
}

static Walk hashing(Game *g, Stream *stream) {
  return (Walk){
      .g = g, .user = stream, .scalar = hash_scalar, .own = hash_own, .rows = hash_rows, .free_row = hash_free_row};
}

static void hash_state(const Game *g, Stream *stream) {
  Game view = *g;
  Walk w = hashing(&view, stream);
  state_walk(&w);
}

u64 state_hash(const Game *g) {
  Stream stream = {.word = 0};
  hash_init(&stream.hash, 1);
  hash_state(g, &stream);
  u32 checkpoints = checkpoint_count(g);
  feed(&stream, checkpoints, sizeof checkpoints);
  for (u32 i = 0; i < checkpoints; i++) {
    Game image;
    checkpoint_view(g, i, &image);
    hash_state(&image, &stream);
  }
  flush(&stream);
  return hash_end(&stream.hash);
}

static u64 options_hash(const Game *g, u64 seed) {
  Hash h;
  hash_init(&h, seed);
  for (u32 i = 0; i < count_of(g, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(g, i);
    hash_u64(&h, (u64)o->kind << 32 | o->word);
    hash_u64(&h, o->a);
    hash_u64(&h, o->ref);
    hash_u64(&h, (u64)o->n);
  }
  return hash_end(&h);
}

u64 decision_hash(const Game *g) { return options_hash(g, state_hash(g)); }

/* --- two games compared ---------------------------------------------------------------------- */

/* Whether a struct may own pieces of the heap. Two structs may then hold the same handles, but of pieces that differ. */
static bool may_own(StructId id) {
  const Schema *schema = schema_of(id);
  for (const Field *f = schema->fields; f < schema->fields + schema->count; f++) {
    switch ((FieldKind)f->kind) {
      case FIELD_STRUCT:
        if (may_own((StructId)f->arg)) return true;
        break;
      case FIELD_LOCAL:
      case FIELD_EVENT_WORD:
      case FIELD_OPTION_WORD:
      case FIELD_OPTION_A:
      case FIELD_OPTION_N:
      case FIELD_DUE_A:
      case FIELD_DUE_N:
      case FIELD_NOTE_KEY:
      case FIELD_MOD_WORD:
      case FIELD_MOD_A: break;
      default:
        if (f->kind > FIELD_SKIP) return true;
    }
  }
  return false;
}

static Heap note_owned(Walk *w, OwnKind kind, Place place, u32 items) {
  (void)kind, (void)items;
  *(bool *)w->user = *(bool *)w->user || place_handle(w->g, place);
  return 0;
}

static bool row_owns(Game *g, TableId t, u32 row) {
  bool owns = false;
  Walk w = {.g = g, .user = &owns, .own = note_owned};
  walk_row(&w, t, row);
  return owns;
}

/* The hash of a row, or of Core. */
static u64 row_hash(Game *g, TableId t, u32 row) {
  Stream stream = {.word = 0};
  hash_init(&stream.hash, 0);
  Walk w = hashing(g, &stream);
  if (t == TABLE_COUNT)
    walk_struct(&w, STRUCT_CORE, (Place){TABLE_COUNT, 0});
  else
    walk_row(&w, t, row);
  flush(&stream);
  return hash_end(&stream.hash);
}

static bool rows_agree(Game *a, Game *b, TableId t) {
  u32 count = count_of(a, t), size = TABLE_ROW_SIZES[t];
  const u8 *left = a->rows[t], *right = b->rows[t];
  if (count != count_of(b, t)) return false;
  bool owning = may_own(schema_of_rows(t));
  if (!owning && memcmp(left, right, (size_t)count * size) == 0) return true;
  for (u32 row = 0; row < count; row++) {
    bool same = memcmp(left + (size_t)row * size, right + (size_t)row * size, size) == 0;
    if (same && !(owning && row_owns(a, t, row))) continue;
    if (row_hash(a, t, row) != row_hash(b, t, row)) return false;
  }
  return true;
}

u64 core_hash(Game *g) { return row_hash(g, TABLE_COUNT, 0); }

bool decisions_agree(Game *a, Game *b) {
  if (checkpoint_count(a) || checkpoint_count(b)) return decision_hash(a) == decision_hash(b);
  bool agree = core_hash(a) == core_hash(b);
  for (u32 t = 0; t < TABLE_COUNT && agree; t++) agree = !schema_of_rows((TableId)t) || rows_agree(a, b, (TableId)t);
  return agree && options_hash(a, 0) == options_hash(b, 0);
}
