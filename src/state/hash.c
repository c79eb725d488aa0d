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

static void hash_state(const Game *g, Stream *stream) {
  Game view = *g;
  Walk w = {
      .g = &view, .user = stream, .scalar = hash_scalar, .own = hash_own, .rows = hash_rows, .free_row = hash_free_row};
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

u64 decision_hash(const Game *g) {
  Hash h;
  hash_init(&h, state_hash(g));
  for (u32 i = 0; i < count_of(g, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(g, i);
    hash_u64(&h, (u64)o->kind << 32 | o->word);
    hash_u64(&h, o->a);
    hash_u64(&h, o->ref);
    hash_u64(&h, (u64)o->n);
  }
  return hash_end(&h);
}
