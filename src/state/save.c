/* Writing saves; reading them is load.c. */
#include "state/save.h"

#include "state/checkpoint.h"
#include "state/save_internal.h"
#include "state/walk.h"

typedef struct Saver {
  Text *out;
  VEC(u32) envs; /* handles of environments in the order of the walk */
  bool refused;
} Saver;

static Saver *saver_of(Walk *w) { return w->user; }

/* --- bytes ----------------------------------------------------------------------------------- */

static void put_varint(Text *out, u64 value) {
  for (; value >= 0x80; value >>= 7) text_addc(out, (char)(u8)(value | 0x80));
  text_addc(out, (char)(u8)value);
}

static void put_word(Text *out, u64 value) {
  for (u32 i = 0; i < sizeof value; i++) text_addc(out, (char)(u8)(value >> 8 * i));
}

u64 save_checksum(Str before) {
  Hash hash;
  hash_init(&hash, SAVE_FORMAT);
  hash_bytes(&hash, before.data, before.length);
  return hash_end(&hash);
}

/* --- the walk -------------------------------------------------------------------------------- */

static Heap note_own(Walk *w, OwnKind kind, Place place, u32 items) {
  (void)items;
  Heap h = place_handle(w->g, place);
  if (h && kind == OWN_ENV && !vec_push(&w->g->allocator, &saver_of(w)->envs, h)) {
    saver_of(w)->refused = w->stop = true;
  }
  return h;
}

/* 1 + the number of an environment, 0 for one that is not there (any more). */
static u64 env_number(const Saver *s, u64 handle) {
  for (u32 i = 0; handle && i < s->envs.count; i++) {
    if (s->envs.data[i] == handle) return i + 1u;
  }
  return 0;
}

static u64 zigzag(u64 value, u32 size) {
  u32 shift = 64 - 8 * size;
  i64 extended = (i64)(value << shift) >> shift;
  return (u64)extended << 1 ^ (u64)(extended >> 63);
}

static void save_scalar(Walk *w, const Field *field, Place place) {
  if (field->kind == FIELD_WORD_SET) {
    for (u32 at = 0; at < field->size; at += sizeof(u64))
      put_varint(saver_of(w)->out, place_get(w->g, place_in(place, at), sizeof(u64)));
    return;
  }
  u64 value = place_get(w->g, place, field->size);
  switch (field->kind) {
    case FIELD_BORROW:
    case FIELD_STALE: value = env_number(saver_of(w), value); break;
    case FIELD_SIGNED: value = zigzag(value, field->size); break;
    default: break;
  }
  put_varint(saver_of(w)->out, value);
}

static Heap save_own(Walk *w, OwnKind kind, Place place, u32 items) {
  (void)kind;
  Heap h = place_handle(w->g, place);
  put_varint(saver_of(w)->out, h ? (u64)items + 1 : 0);
  return h;
}

static u32 save_rows(Walk *w, TableId t, u32 count) {
  (void)t;
  put_varint(saver_of(w)->out, count);
  return count;
}

static bool save_free_row(Walk *w, bool is_free) {
  put_varint(saver_of(w)->out, is_free);
  return is_free;
}

static bool save_state(const Game *g, Text *out) {
  Game view = *g;
  Saver saver = {.out = out};
  Walk number = {.g = &view, .user = &saver, .own = note_own};
  state_walk(&number);
  Walk write = {
      .g = &view, .user = &saver, .scalar = save_scalar, .own = save_own, .rows = save_rows, .free_row = save_free_row};
  if (!saver.refused) state_walk(&write);
  vec_free(&view.allocator, &saver.envs);
  return !saver.refused && !out->failed;
}

GavelStatus game_save(const Game *g, Text *out, GavelError *error) {
  if (g->failed || g->running) {
    return error_set(error, GAVEL_E_MISUSE, 0, 0, 0, "a game that %s can't be saved",
                     g->failed ? "has failed" : "is running");
  }
  u32 begin = out->length;
  text_adds(out, SAVE_MAGIC);
  put_varint(out, SAVE_FORMAT);
  put_word(out, schema_fingerprint());
  put_word(out, g->db->version);
  bool done = save_state(g, out);
  u32 checkpoints = checkpoint_count(g);
  put_varint(out, checkpoints);
  for (u32 i = 0; done && i < checkpoints; i++) {
    Game image;
    checkpoint_view(g, i, &image);
    done = save_state(&image, out);
  }
  if (done) {
    Str all = text_str(out);
    put_word(out, save_checksum((Str){all.data + begin, all.length - begin}));
  }
  if (done && !out->failed) return GAVEL_OK;
  if (out->data && out->length > begin) out->data[out->length = begin] = 0;
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a save");
}
