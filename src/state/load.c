/* Reading saves: see save.h. The walk is the one that wrote them; its callbacks make the rows and
   pieces it then goes into. */
#include "state/block.h"
#include "state/checkpoint.h"
#include "state/save.h"
#include "state/save_internal.h"
#include "state/setup.h"
#include "state/validate.h"
#include "state/walk.h"

/* The bytes, how far they are read, and what was wrong first. */
typedef struct Source {
  Str bytes; /* without the checksum */
  u32 at;
  const char *wrong;
} Source;

/* A borrowed environment: where its handle goes, and which it is. */
typedef struct Borrowed {
  Place place;
  u32 number;
} Borrowed;

typedef struct Loader {
  Source *source;
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
      /* Every number has one form. */
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

/* A count of things of which each takes at least a byte. */
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

static void load_scalar(Walk *w, const Field *field, Place place) {
  Source *s = loader_of(w)->source;
  if (field->kind == FIELD_WORD_SET) {
    for (u32 at = 0; at < field->size; at += sizeof(u64))
      place_set(w->g, place_in(place, at), sizeof(u64), get_varint(s));
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
    default: value = fit_unsigned(s, value, field->size); break;
  }
  place_set(w->g, place, field->size, value);
  w->stop = s->wrong != NULL;
}

/* The most items a piece can say it has. */
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
  if (t == T_OBJECTS && wanted > w->g->limits.objects) refuse(s, "there are too many objects");
  w->stop = s->wrong != NULL;
  if (w->stop) return 0;
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

/* A game whose block is empty, and where its state comes from. */
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

/* Fills an empty game; the status is that of memory and limits, what is wrong with the bytes is in
   `source`. */
static GavelStatus load_into(Game *g, Source *source) {
  LoadJob job = {.source = source, .loader = {.source = source}};
  GavelStatus status = game_protect(g, load_state, &job);
  vec_free(&g->allocator, &job.loader.envs);
  vec_free(&g->allocator, &job.loader.borrowed);
  return status;
}

/* --- whole saves ----------------------------------------------------------------------------- */

static Game *empty_game(GavelAllocator allocator, const CardDb *db, const Limits *limits) {
  Game *g = allocator.resize(allocator.user, NULL, 0, sizeof *g);
  if (!g) return NULL;
  memset(g, 0, sizeof *g);
  g->allocator = allocator;
  g->db = db;
  g->limits = limits ? *limits : GAME_LIMITS_DEFAULT;
  if (block_new(g)) return g;
  game_free(g);
  return NULL;
}

static void append_image(Game *g, void *user) { checkpoint_append(g, user); }

static GavelStatus load_checkpoints(Game *g, Source *source) {
  u32 count = get_count(source);
  for (u32 i = 0; i < count && !source->wrong; i++) {
    Game *image = empty_game(g->allocator, g->db, &g->limits);
    if (!image) return GAVEL_E_MEMORY;
    GavelStatus status = load_into(image, source);
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

/* Magic, format, versions and checksum; leaves the source before the state. */
static GavelStatus check_head(Source *s, const CardDb *db, GavelError *error) {
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
  if (get_word(s) != schema_fingerprint() && !s->wrong) {
    return error_set(error, GAVEL_E_VERSION, 0, 0, at, "the game was saved by another engine");
  }
  at = s->at;
  if (get_word(s) != db->version && !s->wrong) {
    return error_set(error, GAVEL_E_VERSION, 0, 0, at, "the game was saved with other card definitions");
  }
  return GAVEL_OK;
}

static GavelStatus load_body(Game *g, Source *s, GavelError *error) {
  GavelStatus status = load_into(g, s);
  if (!status && !s->wrong) status = load_checkpoints(g, s);
  if (!status && !s->wrong && left(s) > 0) refuse(s, "there is something after its end");
  if (!status && !s->wrong) status = game_protect(g, finish, NULL);
  if (status) {
    return error_set(error, status, 0, 0, s->at, "the saved game can't be loaded: %s", gavel_status_text(status));
  }
  char wrong[256];
  if (!s->wrong && game_validate(g, wrong, sizeof wrong)) return GAVEL_OK;
  return error_set(error, GAVEL_E_CORRUPT, 0, 0, s->at, "the saved game is damaged: %s", s->wrong ? s->wrong : wrong);
}

GavelStatus game_load(GavelAllocator allocator, const CardDb *db, const Limits *limits, Str bytes, Game **out,
                      GavelError *error) {
  *out = NULL;
  Source source = {.bytes = bytes};
  GavelStatus status = check_head(&source, db, error);
  if (status) return status;
  Game *g = empty_game(allocator, db, limits);
  if (!g) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a game");
  status = load_body(g, &source, error);
  if (status) {
    game_free(g);
    return status;
  }
  *out = g;
  return GAVEL_OK;
}
