/* Changes a field or two of a game's state, according to the schemas of the block. */
#include "support/forged_fields.h"

#include "state/asking.h"
#include "state/block.h"
#include "state/walk.h"

#include <stdlib.h>

enum { SEEN_CAP = 2048, POOL = 8, STEPS_TRIED = 32 };

/* A field of the structs in one table: how often it occurs, and some of its values. */
typedef struct Seen {
  const Field *field;
  u32 table;
  u32 group;
  u32 count;
  u64 pool[POOL];
} Seen;

typedef struct Search {
  Seen seen[SEEN_CAP];
  u32 count;
  Rng *rng;
  const Seen *chosen; /* set when the second walk looks for it */
  u32 left;           /* occurrences before the one that is meant */
  Place place;
} Search;

static bool in_schema(StructId id, const Field *field) {
  const Schema *schema = schema_of(id);
  return field >= schema->fields && field < schema->fields + schema->count;
}

static bool is_of_frame(const Field *field, size_t offset) {
  return in_schema(STRUCT_FRAME, field) && field->offset == offset;
}

/* The flags of frames that nothing else in them depends on. */
static const u8 FRAME_WAYS[] = {FRAME_ASKS, FRAME_ASKED, FRAME_COST, FRAME_PRICED};

/* Whether other fields depend on it, so that their current values could no longer be written. */
static bool decides_meaning(const Field *field) {
  static const u8 STRUCTS[] = {STRUCT_VALUE,  STRUCT_ITEM_NOTE, STRUCT_DUE,       STRUCT_OPTION,
                               STRUCT_CHOSEN, STRUCT_EVENT,     STRUCT_HISTORY,   STRUCT_MOD,
                               STRUCT_CV_MOD, STRUCT_OBJECT,    STRUCT_LKI_OBJECT};
  const u64 KINDS = FIELD_BIT(ENUM) | FIELD_BIT(EVENT_KIND) | FIELD_BIT(OPERATION) | FIELD_BIT(ZONE);
  if (is_of_frame(field, offsetof(Frame, step)) || is_of_frame(field, offsetof(Frame, flags))) return false;
  if (in_schema(STRUCT_FRAME, field) || in_schema(STRUCT_LKI_CHARS, field)) return true;
  for (u32 i = 0; i < COUNT_OF(STRUCTS); i++)
    if (in_schema((StructId)STRUCTS[i], field) && KINDS >> field->kind & 1) return true;
  return in_schema(STRUCT_OBJECT, field) && field->offset == offsetof(Object, reserved);
}

/* The struct that a field belongs to; a field whose meaning depends on others, such as a local of a frame, is in no schema
   and belongs to its table. */
static u32 group_of(const Field *field, u32 table) {
  for (u32 id = STRUCT_NONE + 1; id < STRUCT_COUNT; id++)
    if (in_schema((StructId)id, field)) return id;
  return STRUCT_COUNT + table;
}

static void see(Walk *w, const Field *field, Place place) {
  Search *s = w->user;
  if (decides_meaning(field)) return;
  u32 i = 0;
  while (i < s->count && (s->seen[i].field != field || s->seen[i].table != w->table)) i++;
  if (i == SEEN_CAP) return;
  if (i == s->count)
    s->seen[s->count++] = (Seen){.field = field, .table = w->table, .group = group_of(field, w->table)};
  Seen *seen = &s->seen[i];
  u64 at = seen->count < POOL ? seen->count : rng_below(s->rng, seen->count);
  if (at < POOL) seen->pool[at] = place_get(w->g, place, field->size);
  seen->count++;
}

static void find(Walk *w, const Field *field, Place place) {
  Search *s = w->user;
  if (field != s->chosen->field || w->table != s->chosen->table) return;
  if (s->left-- > 0) return;
  s->place = place;
  w->stop = true;
}

static u64 from_pool(const Search *s, const Seen *seen) {
  return seen->pool[rng_below(s->rng, seen->count < POOL ? seen->count : POOL)];
}

/* Some field of that group, null if there is none. */
static const Seen *choose_in(const Search *s, u32 group) {
  const Seen *chosen = NULL;
  u32 met = 0;
  for (u32 i = 0; i < s->count; i++)
    if (s->seen[i].group == group && rng_below(s->rng, ++met) == 0) chosen = &s->seen[i];
  return chosen;
}

/* A field of a struct that is as likely as any other struct: few of the fields are those of what seldom happens. */
static const Seen *choose(const Search *s, bool frames) {
  const Seen *chosen = NULL;
  if (frames && rng_below(s->rng, 4) > 0)
    chosen = choose_in(s, rng_below(s->rng, 4) > 0 ? STRUCT_COUNT + T_FRAMES : STRUCT_FRAME);
  while (!chosen) chosen = choose_in(s, STRUCT_NONE + 1 + (u32)rng_below(s->rng, STRUCT_COUNT + TABLE_COUNT - 1));
  return chosen;
}

/* A value that some field of that kind has, possibly in another struct. */
static u64 of_kind(const Search *s, FieldKind kind, u64 otherwise) {
  u32 met = 0;
  u64 value = otherwise;
  for (u32 i = 0; i < s->count; i++)
    if (s->seen[i].field->kind == kind && rng_below(s->rng, ++met) == 0) value = from_pool(s, &s->seen[i]);
  return value;
}

static u64 bound(const Search *s, const Game *g, const Field *field) {
  bool row = field->kind == FIELD_ROW || field->kind == FIELD_ROW_1;
  u64 most = field->size == 8 ? UINT64_MAX : ((u64)1 << 8 * field->size) - 1;
  switch (rng_below(s->rng, 6)) {
    case 0: return 0;
    case 1: return most;
    case 2: return most >> 1;
    case 3: return (most >> 1) + 1;
    case 4: return row ? count_of(g, (TableId)field->arg) : field->arg;
    default: return rng_below(s->rng, 8);
  }
}

/* A name of the database or of the engine is only replaced by another such name: a save can't express anything else. */
static u64 other_value(const Search *s, const Game *g, u64 value) {
  const Seen *seen = s->chosen;
  const Field *field = seen->field;
  if (is_of_frame(field, offsetof(Frame, flags))) return value ^ FRAME_WAYS[rng_below(s->rng, COUNT_OF(FRAME_WAYS))];
  if (is_of_frame(field, offsetof(Frame, step))) return rng_below(s->rng, STEPS_TRIED);
  bool named = field_is_named(field) || field->kind == FIELD_BORROW || field->kind == FIELD_STALE;
  u64 way = rng_below(s->rng, named ? 2 : 6);
  switch (way) {
    case 0: return from_pool(s, seen);
    case 1: return named && field->kind == FIELD_WORD_SET ? value : of_kind(s, (FieldKind)field->kind, value);
    case 2: return value + 1;
    case 3: return value - 1;
    case 4: return from_pool(s, &s->seen[rng_below(s->rng, s->count)]);
    default: return bound(s, g, field);
  }
}

bool forge_field(Game *g, bool frames, Rng *rng) {
  Search *s = calloc(1, sizeof *s);
  if (!s) return false;
  s->rng = rng;
  Walk look = {.g = g, .user = s, .scalar = see};
  state_walk(&look);
  s->chosen = choose(s, frames);
  s->left = (u32)rng_below(rng, s->chosen->count);
  Walk meet = {.g = g, .user = s, .scalar = find};
  state_walk(&meet);
  u32 size = s->chosen->field->size;
  bool changes = size <= sizeof(u64);
  if (changes) place_set(g, s->place, size, other_value(s, g, place_get(g, s->place, size)));
  free(s);
  return changes;
}
