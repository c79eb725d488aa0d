/* Writes saves; load.c reads them. */
#include "state/save.h"

#include "cards/carddb.h"
#include "cards/names.h"
#include "state/checkpoint.h"
#include "state/legend.h"
#include "state/save_internal.h"
#include "state/walk.h"

typedef struct Saver {
  Text *out;
  VEC(u32) envs; /* handles of environments in the order of the walk */
  Legend *legend;
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

/* 1 + the number of an environment; 0 for one that doesn't exist (any more). */
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

/* Writes a node or ability: its card, and its place in it. */
static void save_part(Saver *s, const CardDb *db, FieldKind kind, u32 value) {
  u32 card = kind == FIELD_NODE ? card_of_node(db, value) : carddb_ability(db, value)->card;
  put_varint(s->out, legend_place(s->legend, LEGEND_CARDS, card));
  put_varint(s->out, kind == FIELD_NODE ? node_place(db, value) : value - carddb_card(db, card)->first_ability);
}

static void save_set(Saver *s, const Field *field, const void *at) {
  u64 set[SUBTYPE_CAP / 64];
  u32 words = field->size / (u32)sizeof *set, count = 0;
  memcpy(set, at, field->size);
  for (u32 i = 0; i < words; i++) count += bits_count(set[i]);
  put_varint(s->out, count);
  for (u32 i = 0; i < words; i++)
    for (u64 rest = set[i]; rest; rest &= rest - 1)
      put_varint(s->out, legend_place(s->legend, LEGEND_WORDS, word_set_first(field) + 64 * i + bits_first(rest)));
}

/* Numbers that are in no database (records of copiable values, and ids of texts outside the database) are written as
   they are, marked by the lowest bit. */
static void save_named(Saver *s, const CardDb *db, const Field *field, u32 value) {
  FieldKind kind = (FieldKind)field->kind;
  bool own = kind == FIELD_CV ? value & CV_RECORD : kind == FIELD_NAME && value > db->names.texts.count;
  bool marked = kind == FIELD_CV || kind == FIELD_NAME;
  if (value == 0)
    put_varint(s->out, 0);
  else if (kind == FIELD_NODE || kind == FIELD_ABILITY)
    save_part(s, db, kind, value);
  else if (own)
    put_varint(s->out, (u64)value << 1 | 1);
  else
    put_varint(s->out, (u64)legend_place(s->legend, legend_of_field(field), value) << marked);
}

static void save_scalar(Walk *w, const Field *field, Place place) {
  Saver *s = saver_of(w);
  const void *at = place_at(w->g, place);
  if (field->kind == FIELD_WORD_SET) {
    save_set(s, field, at);
    return;
  }
  u64 value = number_at(at, field->size);
  if (legend_of_field(field) < LEGEND_KINDS) {
    save_named(s, w->g->db, field, (u32)value);
    return;
  }
  switch (field->kind) {
    case FIELD_BORROW:
    case FIELD_STALE: value = env_number(s, value); break;
    case FIELD_SIGNED: value = zigzag(value, field->size); break;
    default: break;
  }
  put_varint(s->out, value);
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

static bool save_state(const Game *g, Legend *legend, Text *out) {
  Game view = *g;
  Saver saver = {.out = out, .legend = legend};
  Walk number = {.g = &view, .user = &saver, .own = note_own};
  state_walk(&number);
  Walk write = {
      .g = &view, .user = &saver, .scalar = save_scalar, .own = save_own, .rows = save_rows, .free_row = save_free_row};
  if (!saver.refused) state_walk(&write);
  vec_free(&view.allocator, &saver.envs);
  return !saver.refused && !legend->refused && !out->failed;
}

/* Writes the state and its checkpoints, and collects the names they use in `legend`. */
static bool save_states(const Game *g, Legend *legend, Text *out) {
  bool done = save_state(g, legend, out);
  u32 checkpoints = checkpoint_count(g);
  put_varint(out, checkpoints);
  for (u32 i = 0; done && i < checkpoints; i++) {
    Game image;
    checkpoint_view(g, i, &image);
    done = save_state(&image, legend, out);
  }
  return done;
}

static void save_legend(const Legend *legend, Text *out) {
  Text name;
  text_init(&name, out->allocator);
  for (u32 kind = 0; kind < LEGEND_KINDS; kind++) {
    put_varint(out, legend->of[kind].dense.count);
    for (u32 i = 0; i < legend->of[kind].dense.count; i++) {
      text_clear(&name);
      legend_name(legend->db, (LegendKind)kind, legend->of[kind].dense.data[i], &name);
      put_varint(out, name.length);
      text_add(out, text_str(&name));
      out->failed = out->failed || name.failed;
    }
  }
  text_free(&name);
}

GavelStatus game_save(const Game *g, Text *out, GavelError *error) {
  if (g->failed || g->running) {
    return error_set(error, GAVEL_E_MISUSE, 0, 0, 0, "a game that %s can't be saved",
                     g->failed ? "has failed" : "is running");
  }
  u32 begin = out->length;
  Legend legend = {.db = g->db, .allocator = g->allocator};
  Text states;
  text_init(&states, out->allocator);
  bool done = save_states(g, &legend, &states);
  text_adds(out, SAVE_MAGIC);
  put_varint(out, SAVE_FORMAT);
  if (done) {
    save_legend(&legend, out);
    text_add(out, text_str(&states));
    Str all = text_str(out);
    put_word(out, save_checksum((Str){all.data + begin, all.length - begin}));
  }
  legend_free(&legend);
  done = done && !states.failed;
  text_free(&states);
  if (done && !out->failed) return GAVEL_OK;
  if (out->data && out->length > begin) out->data[out->length = begin] = 0;
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a save");
}
