#include "import/layout.h"

#include "builtin/builtin.h"
#include "cards/read.h"

/* A database being written: the rows of each section, their texts, and the definitions. */
typedef struct Writer {
  const Import *import;
  const ImportWatch *watch;
  GavelAllocator allocator;
  GavelError *error;
  GavelStatus status;
  u32 *order;  /* cards in the order of their folded names */
  u32 *spare;  /* scratch space of the same size, for sorting */
  Str *folded; /* names, by card */
  ImportRefusal *refusals;
  Str *details;
  Arena arena;
  Intern interned; /* texts … */
  VEC(u32) places; /* … and their offsets, by number */
  Oracle *oracle;
  CardDb cards;
  VEC(u32) defined;   /* cards with a definition, in the order of `cards` */
  Text definitions;   /* in text form … */
  VEC(CardSays) says; /* … and the texts they were compiled from */
  Text sections[SECTION_COUNT];
} Writer;

enum { IN_CARDS, IN_FACES, IN_NAMES, IN_FORMATS, IN_TEXTS, IN_DEFINITIONS, IN_IMAGE };

static bool no_memory(Writer *w) {
  if (!w->status) w->status = error_set(w->error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a card database");
  return false;
}

static void put_u32(Text *out, u32 value) {
  char bytes[4];
  for (u32 i = 0; i < 4; i++) bytes[i] = (char)(value >> (8 * i) & 0xff);
  text_add(out, (Str){bytes, 4});
}

static void put_u64(Text *out, u64 value) {
  put_u32(out, (u32)value);
  put_u32(out, (u32)(value >> 32));
}

/* Returns the offset of a text, adding it if it is new. */
static u32 place_of(Writer *w, Str text) {
  Text *texts = &w->sections[IN_TEXTS];
  if (text.length == 0) return 0;
  StrId id = intern_add(&w->interned, text);
  if (!id) no_memory(w);
  if (id > w->places.count) {
    if (!vec_push(&w->allocator, &w->places, texts->length)) no_memory(w);
    put_u32(texts, text.length);
    text_add(texts, text);
  }
  return id && id <= w->places.count ? w->places.data[id - 1] : 0;
}

/* --- order --------------------------------------------------------------------------------- */

static bool is_before(const Writer *w, u32 a, u32 b) { return str_compare(w->folded[a], w->folded[b]) < 0; }

/* Merges two adjacent sorted runs of numbers of names. */
static void merge(const Writer *w, u32 *numbers, u32 left, u32 count, u32 *spare) {
  u32 a = 0, b = left, n = 0;
  while (a < left || b < count) {
    bool take_left = b == count || (a < left && !is_before(w, numbers[b], numbers[a]));
    spare[n++] = numbers[take_left ? a++ : b++];
  }
  memcpy(numbers, spare, count * sizeof *numbers);
}

/* Sorts numbers of names; stable. */
static void sort_names(const Writer *w, u32 *numbers, u32 count, u32 *spare) {
  for (u32 run = 1; run < count; run *= 2)
    for (u32 at = 0; at + run < count; at += 2 * run)
      merge(w, numbers + at, run, count - at < 2 * run ? count - at : 2 * run, spare);
}

static Str fold(Writer *w, Str name) {
  char folded[READ_NAME_MAX];
  u32 length = str_fold(name, folded, sizeof folded);
  Str text = {arena_text(&w->arena, folded, length), length};
  if (!text.data) no_memory(w);
  return text.data ? text : STR("");
}

static void order_cards(Writer *w) {
  for (u32 i = 0; i < w->import->cards.count; i++) {
    w->order[i] = i;
    w->folded[i] = fold(w, w->import->cards.data[i].name);
  }
  sort_names(w, w->order, w->import->cards.count, w->spare);
}

/* --- definitions --------------------------------------------------------------------------- */

/* Keeps what a card was refused for as long as the writer lives. */
static void keep_detail(Writer *w, u32 card, Str detail) {
  const char *kept = arena_text(&w->arena, detail.data ? detail.data : "", detail.length);
  w->details[card] = (Str){kept, kept ? detail.length : 0};
  if (!kept) no_memory(w);
}

/* Records that a card's definition was refused after all. */
static void refused(void *user, u32 index, const GavelError *error) {
  Writer *w = user;
  u32 card = w->defined.data[index];
  w->refusals[card] = REFUSED_CHECK;
  keep_detail(w, card, str_of(error->message));
}

/* Keeps the text of a definition as long as the writer lives; the text of a single face needs no copy. */
static void keep_says(Writer *w, const ImportCard *card, const ImportSays *says) {
  size_t size = says->spans.count * sizeof *says->spans.data;
  const char *text = says->text.length == 0  ? ""
                     : card->face_count == 1 ? card->faces[0].texts[TEXT_RULES].data
                                             : arena_text(&w->arena, says->text.data, says->text.length);
  SaysSpan *spans = arena_alloc(&w->arena, size ? size : 1);
  CardSays kept = {{text, says->text.length}, spans, says->spans.count};
  if (spans && size) memcpy(spans, says->spans.data, size);
  if (!text || !spans || says->text.failed || !vec_push(&w->allocator, &w->says, kept)) no_memory(w);
}

/* Reports a card to `watch`; false if it says stop. */
static bool watched(Writer *w, u32 done, bool accepted) {
  if (!w->watch || w->watch->compiled(w->watch->user, done, accepted)) return true;
  w->status = error_set(w->error, GAVEL_E_STOPPED, 0, 0, 0, "stopped while cards were compiled");
  return false;
}

/* Compiles all cards in order, first to text, then to definitions. */
static bool compile_all(Writer *w) {
  VEC(u32) starts = {0};
  VEC(Str) texts = {0};
  ImportSays says;
  import_says_init(&says, w->allocator);
  for (u32 i = 0; i < w->import->cards.count && !w->status; i++) {
    u32 card = w->order[i], start = w->definitions.length;
    w->refusals[card] =
        import_compile(w->oracle, &w->import->cards.data[card], &w->definitions, &says, &w->details[card]);
    if (!watched(w, i + 1, !w->refusals[card])) break;
    if (w->refusals[card]) {
      keep_detail(w, card, w->details[card]);
      continue;
    }
    if (!vec_push(&w->allocator, &starts, start) || !vec_push(&w->allocator, &w->defined, card)) no_memory(w);
    keep_says(w, &w->import->cards.data[card], &says);
  }
  import_says_free(&says);
  if (w->definitions.failed) no_memory(w);
  for (u32 i = 0; i < starts.count && !w->status; i++) {
    u32 end = i + 1 < starts.count ? starts.data[i + 1] : w->definitions.length;
    Str text = {w->definitions.data + starts.data[i], end - starts.data[i]};
    if (!vec_push(&w->allocator, &texts, text)) no_memory(w);
  }
  if (!w->status) w->status = carddb_load_each(&w->cards, texts.data, w->says.data, texts.count, refused, w, w->error);
  vec_free(&w->allocator, &starts);
  vec_free(&w->allocator, &texts);
  return !w->status;
}

/* --- rows ---------------------------------------------------------------------------------- */

static void put_face(Writer *w, const ImportFace *face) {
  Text *out = &w->sections[IN_FACES];
  for (u32 i = 0; i < TEXT_COUNT; i++) put_u32(out, place_of(w, face->texts[i]));
  put_u32(out, face->color_indicator);
}

/* Writes a card's row; `defined` is its number in w->cards, if it has a definition. */
static void put_card(Writer *w, u32 index, u32 defined) {
  const ImportCard *card = &w->import->cards.data[index];
  Text *out = &w->sections[IN_CARDS], *definitions = &w->sections[IN_DEFINITIONS];
  u32 start = definitions->length;
  if (!w->refusals[index]) card_write(&w->cards, defined, definitions);
  u32 row[CARD_WORDS] = {
      [CARD_NAME] = place_of(w, card->name),
      [CARD_LAYOUT_TEXT] = place_of(w, card->layout_text),
      [CARD_LAYOUT] = card->layout,
      [CARD_FACE] = w->sections[IN_FACES].length / (FACE_WORDS * 4),
      [CARD_FACES] = card->face_count,
      [CARD_IDENTITY] = card->color_identity,
      [CARD_LEGALITIES] = (u32)card->legalities,
      [CARD_LEGALITIES_HIGH] = (u32)(card->legalities >> 32),
      [CARD_KEYWORDS] = place_of(w, card->keywords),
      [CARD_MELD_WITH] = place_of(w, card->meld_with),
      [CARD_MELD_TO] = place_of(w, card->meld_to),
      [CARD_REFUSAL] = w->refusals[index],
      [CARD_DETAIL] = place_of(w, w->details[index]),
      [CARD_DEFINITION] = start,
      [CARD_DEFINITION_SIZE] = definitions->length - start,
  };
  for (u32 i = 0; i < CARD_WORDS; i++) put_u32(out, row[i]);
  for (u32 i = 0; i < card->face_count; i++) put_face(w, &card->faces[i]);
}

static void put_cards(Writer *w) {
  u32 defined = 0;
  for (u32 i = 0; i < w->import->cards.count && !w->status; i++) {
    u32 card = w->order[i];
    if (!w->refusals[card]) defined++;
    put_card(w, card, defined);
  }
  for (u32 i = 0; i < w->import->format_count; i++)
    put_u32(&w->sections[IN_FORMATS], place_of(w, w->import->formats[i]));
}

/* Writes the rows of names: of cards, and of faces with another name. Whole names come first, so that sorting keeps
   them before equal names of faces. */
static bool put_names(Writer *w) {
  VEC(Str) names = {0};
  VEC(u32) cards = {0};
  VEC(u32) order = {0};
  bool fine = true;
  u32 count = w->import->cards.count;
  for (u32 i = 0; i < count && fine; i++)
    fine = vec_push(&w->allocator, &names, w->folded[w->order[i]]) && vec_push(&w->allocator, &cards, i);
  for (u32 i = 0; i < count && fine; i++) {
    const ImportCard *card = &w->import->cards.data[w->order[i]];
    for (u32 f = 0; f < card->face_count && fine; f++) {
      Str name = card->faces[f].texts[TEXT_NAME];
      if (str_equal(name, card->name)) continue;
      fine = vec_push(&w->allocator, &names, fold(w, name)) && vec_push(&w->allocator, &cards, i);
    }
  }
  for (u32 i = 0; i < names.count && fine; i++) fine = vec_push(&w->allocator, &order, i);
  u32 *spare = fine ? arena_alloc(&w->arena, names.count * sizeof *spare) : NULL;
  if (spare) {
    w->folded = names.data;
    sort_names(w, order.data, order.count, spare);
    for (u32 i = 0; i < order.count; i++) {
      put_u32(&w->sections[IN_NAMES], place_of(w, names.data[order.data[i]]));
      put_u32(&w->sections[IN_NAMES], cards.data[order.data[i]]);
    }
    w->folded = NULL;
  } else {
    no_memory(w);
  }
  vec_free(&w->allocator, &names);
  vec_free(&w->allocator, &cards);
  vec_free(&w->allocator, &order);
  return !w->status;
}

/* --- the whole ----------------------------------------------------------------------------- */

static void put_u64_at(Text *out, u32 at, u64 value, u32 bytes) {
  for (u32 i = 0; i < bytes; i++) out->data[at + i] = (char)(value >> (8 * i) & 0xff);
}

/* Joins header and sections; the image is still empty, but will begin at an aligned offset. */
static bool put_all(Writer *w, Text *out) {
  u64 size = HEAD_SIZE;
  for (u32 i = 0; i < SECTION_COUNT; i++) {
    for (; i == IN_IMAGE && size % IMAGE_ALIGNMENT; size++) text_addc(&w->sections[IN_DEFINITIONS], 0);
    size += w->sections[i].length;
  }
  for (u32 i = 0; i < SECTION_COUNT; i++)
    if (w->sections[i].failed) return no_memory(w);
  if (size > UINT32_MAX) {
    w->status = error_set(w->error, GAVEL_E_LIMIT, 0, 0, 0, "a card database of 4 GiB or more");
    return false;
  }
  u32 at = HEAD_SIZE;
  text_add(out, (Str){DB_MAGIC, DB_MAGIC_SIZE});
  put_u64(out, 0);
  put_u64(out, binary_version());
  for (u32 i = 0; i < SECTION_COUNT; i++) {
    put_u32(out, at);
    put_u32(out, w->sections[i].length / DB_ROW_SIZES[i]);
    at += w->sections[i].length;
  }
  for (u32 i = 0; i < SECTION_COUNT; i++) text_add(out, text_str(&w->sections[i]));
  return !out->failed || no_memory(w);
}

/* Frees what the joined bytes were made from. */
static void forget_parts(Writer *w) {
  carddb_free(&w->cards);
  text_free(&w->definitions);
  vec_free(&w->allocator, &w->says);
  for (u32 i = 0; i < SECTION_COUNT; i++) text_free(&w->sections[i]);
}

/* Makes the image that a user of the database beginning at `start` will have. */
static bool put_image(Writer *w, u32 start, Text *out) {
  CardDb base = {0}, all = {0};
  ImportDb db;
  Text *image = &w->sections[IN_IMAGE];
  forget_parts(w);
  w->status = import_db_begin(&db, text_from(out, start), w->error);
  if (!w->status) w->status = builtin_open(&base, w->allocator, w->error);
  if (!w->status) w->status = builtin_open(&all, w->allocator, w->error);
  if (!w->status) w->status = import_db_load(&db, &all, w->error);
  if (!w->status) w->status = carddb_link(&all, w->error);
  if (!w->status) image_write(&all, &base, image);
  carddb_free(&all);
  carddb_free(&base);
  if (!w->status) text_add(out, text_str(image));
  if (image->failed || out->failed) no_memory(w);
  return !w->status;
}

static void sign(const Writer *w, u32 start, Text *out) {
  u32 image = out->length - w->sections[IN_IMAGE].length, from = start + HEAD_VERSION;
  put_u64_at(out, start + HEAD_SECTIONS + IN_IMAGE * 8 + 4, w->sections[IN_IMAGE].length, 4);
  put_u64_at(out, start + HEAD_CHECKSUM, hash_wide(out->data + from, image - from), 8);
}

static bool begin(Writer *w) {
  size_t count = w->import->cards.count;
  arena_init(&w->arena, w->allocator);
  intern_init(&w->interned, &w->arena);
  text_init(&w->definitions, w->allocator);
  for (u32 i = 0; i < SECTION_COUNT; i++) text_init(&w->sections[i], w->allocator);
  w->order = arena_alloc(&w->arena, count * sizeof *w->order);
  w->spare = arena_alloc(&w->arena, count * sizeof *w->spare);
  w->folded = arena_alloc(&w->arena, count * sizeof *w->folded);
  w->refusals = arena_alloc(&w->arena, count * sizeof *w->refusals);
  w->details = arena_alloc(&w->arena, count * sizeof *w->details);
  put_u32(&w->sections[IN_TEXTS], 0); /* the empty text */
  return (w->order && w->spare && w->folded && w->refusals && w->details) || no_memory(w);
}

GavelStatus import_write(const Import *import, Oracle *oracle, const ImportWatch *watch, Text *out, GavelError *error) {
  Writer w = {.import = import, .watch = watch, .oracle = oracle, .allocator = import->allocator, .error = error};
  GavelStatus status = carddb_init(&w.cards, w.allocator, error);
  if (status) return status;
  if (begin(&w)) order_cards(&w);
  if (!w.status && compile_all(&w)) put_cards(&w);
  u32 start = out->length;
  if (!w.status && put_names(&w) && put_all(&w, out) && put_image(&w, start, out)) sign(&w, start, out);
  forget_parts(&w);
  vec_free(&w.allocator, &w.places);
  vec_free(&w.allocator, &w.defined);
  intern_free(&w.interned);
  arena_free(&w.arena);
  return w.status;
}
