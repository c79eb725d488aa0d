/* Loads saves; see save.h. It uses the same walk as saving; the callbacks create the rows and pieces that the walk then
   enters. */
#include "cards/carddb.h"
#include "cards/names.h"
#include "state/block.h"
#include "state/checkpoint.h"
#include "state/legend.h"
#include "state/save.h"
#include "state/save_internal.h"
#include "state/setup.h"
#include "state/validate.h"
#include "state/walk.h"

/* The bytes, the current position, and the first error. */
typedef struct Source {
  Str bytes; /* without the checksum */
  u32 at;
  const char *wrong;
} Source;

/* A borrowed environment: where its handle goes, and its number. */
typedef struct Borrowed {
  Place place;
  u32 number;
} Borrowed;

typedef struct Loader {
  Source *source;
  Legend *legend;
  VEC(u32) envs;
  VEC(Borrowed) borrowed;
} Loader;

static Loader *loader_of(Walk *w) { return w->user; }

/* --- bytes ----------------------------------------------------------------------------------- */

static u64 refuse(Source *s, const char *wrong) {
  if (!s->wrong) s->wrong = wrong;
  return 0;
}

static u32 left(const Source *s) { return s->bytes.length - s->at; }

static u64 get_varint(Source *s) {
  u64 value = 0;
  for (u32 shift = 0; shift < 64; shift += 7) {
    if (left(s) == 0) return refuse(s, "it ends too soon");
    u8 byte = (u8)s->bytes.data[s->at++];
    if (shift == 63 && byte > 1) break;
    value |= (u64)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      /* Every number has only one valid encoding. */
      return byte == 0 && shift > 0 ? refuse(s, "a number is written too long") : value;
    }
  }
  return refuse(s, "a number is too large");
}

static u64 get_word(Source *s) {
  u64 value = 0;
  if (left(s) < sizeof value) return refuse(s, "it ends too soon");
  for (u32 i = 0; i < sizeof value; i++) value |= (u64)(u8)s->bytes.data[s->at++] << 8 * i;
  return value;
}

/* Reads a count of things that each take at least one byte. */
static u32 get_count(Source *s) {
  u64 count = get_varint(s);
  return count <= left(s) ? (u32)count : (u32)refuse(s, "it counts more than there is");
}

/* --- the walk -------------------------------------------------------------------------------- */

static u64 fit_unsigned(Source *s, u64 value, u32 size) {
  if (size < sizeof value && value >> 8 * size) return refuse(s, "a number is too large for its field");
  return value;
}

static u64 fit_signed(Source *s, u64 zigzag, u32 size) {
  i64 value = (i64)(zigzag >> 1 ^ (0 - (zigzag & 1)));
  i64 limit = size < sizeof value ? (i64)1 << (8 * size - 1) : INT64_MAX;
  bool fits = size == sizeof value || (value >= -limit && value < limit);
  return fits ? (u64)value : refuse(s, "a number is too large for its field");
}

static void load_borrowed(Walk *w, Place place, u64 number) {
  Loader *l = loader_of(w);
  Borrowed b = {place, (u32)number};
  if (number > UINT32_MAX) refuse(l->source, "an environment that is not there");
  if (!vec_push(&w->g->allocator, &l->borrowed, b)) game_fail(w->g, GAVEL_E_MEMORY, "memory to load");
}

static u32 load_place(Loader *l, LegendKind kind, u64 place) {
  u32 dense = 0;
  return legend_dense(l->legend, kind, place, &dense) ? dense : (u32)refuse(l->source, "a name that is not listed");
}

/* Reads a node or ability of a card, given by its place. */
static u64 load_part(Loader *l, const CardDb *db, FieldKind kind, u64 card_place) {
  u32 card = load_place(l, LEGEND_CARDS, card_place);
  u64 place = get_varint(l->source);
  if (l->source->wrong) return 0;
  const CardDef *def = carddb_card(db, card);
  u32 abilities = carddb_end(db, card).first_ability - def->first_ability;
  u64 part = 0;
  if (kind == FIELD_NODE)
    part = place < UINT32_MAX ? node_at_place(db, card, (u32)place) : 0;
  else if (place < abilities)
    part = def->first_ability + place;
  return part ? part : refuse(l->source, "a part of a definition that it does not have");
}

/* Reads what save_named has written. */
static u64 load_named(Loader *l, const CardDb *db, const Field *field, u64 value) {
  FieldKind kind = (FieldKind)field->kind;
  if (value == 0) return 0;
  if (kind == FIELD_NODE || kind == FIELD_ABILITY) return load_part(l, db, kind, value);
  if (kind != FIELD_CV && kind != FIELD_NAME) return load_place(l, legend_of_field(field), value);
  if (!(value & 1)) return load_place(l, legend_of_field(field), value >> 1);
  bool own = value >> 1 <= UINT32_MAX && value >> 32 & 1; /* the highest bit of what stands for itself */
  return own ? value >> 1 : refuse(l->source, "a number that stands for nothing");
}

static void load_set(Walk *w, const Field *field, Place place) {
  Loader *l = loader_of(w);
  u64 set[SUBTYPE_CAP / 64] = {0};
  for (u32 n = get_count(l->source); n > 0 && !l->source->wrong; n--) {
    u32 bit = load_place(l, LEGEND_WORDS, get_varint(l->source)) - word_set_first(field);
    if (bit >= 8u * field->size || set[bit / 64] >> bit % 64 & 1)
      refuse(l->source, "a set of words that can't be");
    else
      set[bit / 64] |= (u64)1 << bit % 64;
  }
  memcpy(place_at(w->g, place), set, field->size);
}

static void load_scalar(Walk *w, const Field *field, Place place) {
  Loader *l = loader_of(w);
  Source *s = l->source;
  if (field->kind == FIELD_WORD_SET) {
    load_set(w, field, place);
    w->stop = s->wrong != NULL;
    return;
  }
  u64 value = get_varint(s);
  switch (field->kind) {
    case FIELD_BORROW:
    case FIELD_STALE:
      if (value) load_borrowed(w, place, value);
      value = 0;
      break;
    case FIELD_SIGNED: value = fit_signed(s, value, field->size); break;
    default:
      if (legend_of_field(field) < LEGEND_KINDS) value = load_named(l, w->g->db, field, value);
      value = fit_unsigned(s, value, field->size);
      break;
  }
  place_set(w->g, place, field->size, value);
  w->stop = s->wrong != NULL;
}

/* Maximum number of items that a piece can have. */
static u32 items_max(OwnKind kind) {
  if (kind == OWN_ENV) return UINT8_MAX;
  return schema_of_items(kind) ? UINT32_MAX : 0;
}

static Heap load_own(Walk *w, OwnKind kind, Place place, u32 items) {
  Loader *l = loader_of(w);
  items = get_count(l->source);
  if (items > 0 && items - 1 > items_max(kind)) refuse(l->source, "a piece of the heap is too large");
  w->stop = l->source->wrong != NULL;
  if (items == 0 || w->stop) return 0;
  items--;
  u32 words = own_words(kind, items);
  Heap h = heap_alloc(w->g, words);
  if (kind == OWN_ENV) {
    env_at(w->g, h)->slots = (u8)items;
    if (!vec_push(&w->g->allocator, &l->envs, h)) game_fail(w->g, GAVEL_E_MEMORY, "memory to load");
  } else if (!schema_of_head(kind)) {
    List *list = HEAP_AT(w->g, List, h);
    list->count = words - 1;
    list->cap = heap_words(w->g, h) - 1;
  }
  place_set_handle(w->g, place, h);
  return h;
}

static u32 load_rows(Walk *w, TableId t, u32 count) {
  Source *s = loader_of(w)->source;
  u32 wanted = get_count(s);
  if (wanted < count) refuse(s, "a table is too short");
  w->stop = s->wrong != NULL;
  if (w->stop) return 0;
  u32 objects = w->g->limits.objects;
  if (t == T_OBJECTS && wanted > 0 && wanted - 1 > objects) game_fail_limit(w->g, "objects", objects, "objects");
  table_add(w->g, t, wanted - count);
  return wanted;
}

static bool load_free_row(Walk *w, bool is_free) {
  (void)is_free;
  u64 value = get_varint(loader_of(w)->source);
  if (value > 1) refuse(loader_of(w)->source, "a row is neither free nor in use");
  w->stop = loader_of(w)->source->wrong != NULL;
  return value != 0;
}

/* A game with an empty block, and the source of its state. */
typedef struct LoadJob {
  Source *source;
  Loader loader;
} LoadJob;

static void load_state(Game *g, void *user) {
  LoadJob *job = user;
  Loader *l = &job->loader;
  Walk w = {.g = g, .user = l, .scalar = load_scalar, .own = load_own, .rows = load_rows, .free_row = load_free_row};
  state_walk(&w);
  for (u32 i = 0; i < l->borrowed.count && !job->source->wrong; i++) {
    Borrowed b = l->borrowed.data[i];
    if (b.number > l->envs.count) {
      refuse(job->source, "an environment that is not there");
    } else {
      place_set_handle(g, b.place, l->envs.data[b.number - 1]);
    }
  }
}

/* Fills an empty game. The status covers memory and limits; errors in the bytes are in `source`. */
static GavelStatus load_into(Game *g, Source *source, Legend *legend) {
  LoadJob job = {.source = source, .loader = {.source = source, .legend = legend}};
  GavelStatus status = game_protect(g, load_state, &job);
  vec_free(&g->allocator, &job.loader.envs);
  vec_free(&g->allocator, &job.loader.borrowed);
  return status;
}

/* --- whole saves ----------------------------------------------------------------------------- */

static Game *empty_game(GavelAllocator allocator, const CardDb *db, const struct Procedures *procedures,
                        const Limits *limits) {
  Game *g = allocator.resize(allocator.user, NULL, 0, sizeof *g);
  if (!g) return NULL;
  memset(g, 0, sizeof *g);
  g->allocator = allocator;
  g->db = db;
  g->procedures = procedures;
  g->limits = limits ? limits_or(*limits, GAME_LIMITS_DEFAULT) : GAME_LIMITS_DEFAULT;
  if (block_new(g)) return g;
  game_free(g);
  return NULL;
}

static void append_image(Game *g, void *user) { checkpoint_append(g, user); }

static GavelStatus load_checkpoints(Game *g, Source *source, Legend *legend) {
  u32 count = get_count(source);
  for (u32 i = 0; i < count && !source->wrong; i++) {
    Game *image = empty_game(g->allocator, g->db, g->procedures, &g->limits);
    if (!image) return GAVEL_E_MEMORY;
    GavelStatus status = load_into(image, source, legend);
    if (!status && !source->wrong) status = game_protect(g, append_image, image);
    game_free(image);
    if (status) return status;
  }
  return GAVEL_OK;
}

static void finish(Game *g, void *user) {
  (void)user;
  derived_reset(g);
}

/* Checks magic, format and checksum; leaves the source before the names. */
static GavelStatus check_head(Source *s, GavelError *error) {
  const u32 magic = (u32)sizeof SAVE_MAGIC - 1;
  if (s->bytes.length < magic || memcmp(s->bytes.data, SAVE_MAGIC, magic) != 0) {
    return error_set(error, GAVEL_E_CORRUPT, 0, 0, 0, "this isn't a saved game");
  }
  s->at = magic;
  u64 format = get_varint(s);
  if (!s->wrong && format != SAVE_FORMAT) {
    return error_set(error, GAVEL_E_VERSION, 0, 0, magic,
                     "the game was saved in format %llu, this engine reads format %u", (unsigned long long)format,
                     SAVE_FORMAT);
  }
  if (s->wrong || s->bytes.length < s->at + SAVE_CHECKSUM_SIZE) {
    return error_set(error, GAVEL_E_CORRUPT, 0, 0, s->bytes.length, "the saved game ends too soon");
  }
  u32 at = s->at;
  s->at = s->bytes.length - SAVE_CHECKSUM_SIZE;
  u32 end = s->at;
  u64 checksum = get_word(s);
  s->bytes.length = end;
  s->at = at;
  if (checksum != save_checksum(s->bytes)) {
    return error_set(error, GAVEL_E_CORRUPT, 0, 0, end, "the saved game is damaged: its checksum is wrong");
  }
  return GAVEL_OK;
}

/* Reads a name that must be known here; reports why it can't be loaded otherwise. */
static GavelStatus load_name(Source *s, Legend *legend, LegendKind kind, GavelError *error) {
  u32 at = s->at, length = get_count(s), dense = 0;
  if (s->wrong) return GAVEL_OK;
  Str name = {s->bytes.data + s->at, length};
  s->at += length;
  if (!legend_find(legend->db, kind, name, &dense)) {
    u32 skip = kind == LEGEND_CARDS && length >= sizeof(u32) ? (u32)sizeof(u32) : 0;
    Str shown = {name.data + skip, str_well_formed((Str){name.data + skip, length - skip})};
    return error_set(error, GAVEL_E_VERSION, 0, 0, at, "the game was saved with a %s that is not known here%s: %.*s",
                     legend_text(kind), skip ? ", or is defined otherwise" : "", (int)num_min(shown.length, 60),
                     shown.data);
  }
  u32 place = legend_place(legend, kind, dense);
  if (legend->refused) return error_set(error, GAVEL_E_MEMORY, 0, 0, at, "out of memory for the names of a save");
  if (place != legend->of[kind].dense.count || legend->of[kind].read++ != place - 1)
    refuse(s, "a name is listed twice");
  return GAVEL_OK;
}

static GavelStatus load_legend(Source *s, Legend *legend, GavelError *error) {
  for (u32 kind = 0; kind < LEGEND_KINDS; kind++) {
    for (u32 n = get_count(s); n > 0 && !s->wrong; n--) {
      GavelStatus status = load_name(s, legend, (LegendKind)kind, error);
      if (status) return status;
    }
  }
  return GAVEL_OK;
}

static GavelStatus load_body(Game *g, Source *s, Legend *legend, GavelError *error) {
  GavelStatus status = s->wrong ? GAVEL_OK : load_into(g, s, legend);
  if (!status && !s->wrong) status = load_checkpoints(g, s, legend);
  if (!status && !s->wrong && left(s) > 0) refuse(s, "there is something after its end");
  if (!status && !s->wrong && !legend_used_up(legend)) refuse(s, "it lists a name that it does not use");
  if (!status && !s->wrong) status = game_protect(g, finish, NULL);
  if (status) {
    return error_set(error, status, 0, 0, s->at, "the saved game can't be loaded: %s",
                     g->failed ? g->failure : gavel_status_text(status));
  }
  char wrong[256];
  if (!s->wrong && game_validate(g, wrong, sizeof wrong)) return GAVEL_OK;
  return error_set(error, GAVEL_E_CORRUPT, 0, 0, s->at, "the saved game is damaged: %s", s->wrong ? s->wrong : wrong);
}

GavelStatus game_load(GavelAllocator allocator, const CardDb *db, const struct Procedures *procedures,
                      const Limits *limits, Str bytes, Game **out, GavelError *error) {
  *out = NULL;
  Source source = {.bytes = bytes};
  GavelStatus status = check_head(&source, error);
  if (status) return status;
  Game *g = empty_game(allocator, db, procedures, limits);
  if (!g) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a game");
  Legend legend = {.db = db, .allocator = allocator};
  status = load_legend(&source, &legend, error);
  if (!status) status = load_body(g, &source, &legend, error);
  legend_free(&legend);
  if (status) {
    game_free(g);
    return status;
  }
  *out = g;
  return GAVEL_OK;
}
