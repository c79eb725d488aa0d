#include "cards/image_layout.h"

#include "cards/read.h"

/* Longer than any rule number with its zero; a first guess. */
#define RULE_TEXT_MAX 16u

static const char MAGIC[8] = {'G', 'a', 'v', 'e', 'l', 'I', 'm', '2'};

/* --- layout -------------------------------------------------------------------------------- */

static const u8 ELEMENT_SIZES[IMAGE_SECTIONS] = {
#define ELEMENT_SIZE(NAME, FIELD) [IMAGE_##NAME] = sizeof *((CardDb *)0)->FIELD.data,
    IMAGE_ARRAYS(ELEMENT_SIZE)
#undef ELEMENT_SIZE
        [IMAGE_NAME_STARTS] = sizeof(u32),
    [IMAGE_NAME_SLOTS] = sizeof(u32),
    [IMAGE_NAME_TEXTS] = 1,
    [IMAGE_CARD_SUMS] = sizeof(u64),
    [IMAGE_KEYWORDS] = sizeof(ImageDefinition),
    [IMAGE_OPERATIONS] = sizeof(ImageDefinition),
    [IMAGE_DEFINITION_TEXTS] = 1,
};

static u64 aligned(u64 at) { return (at + IMAGE_ALIGNMENT - 1) & ~(u64)(IMAGE_ALIGNMENT - 1); }

/* A number that changes with the structures, words, operations or byte order. */
static u64 layout_number(void) {
  Hash hash;
  const u32 order = 0x01020304;
  hash_init(&hash, binary_version());
  hash_bytes(&hash, &order, sizeof order);
  hash_bytes(&hash, ELEMENT_SIZES, sizeof ELEMENT_SIZES);
  hash_u64(&hash, sizeof(ImageHead) | (u64)offsetof(AbilityDef, events) << 16 | (u64)offsetof(CardForm, holds) << 32 |
                      (u64)offsetof(Chars, has) << 48);
  hash_u64(&hash, offsetof(CardDef, meld_partner) | (u64)offsetof(FaceDef, card) << 32);
  return hash_end(&hash);
}

/* --- shared by opening and writing ---------------------------------------------------------- */

/* Whether the sections follow one another to the end; sets `*byte` to the first wrong byte. */
static bool check_sections(const ImageHead *head, u32 length, u32 *byte) {
  u64 end = sizeof *head;
  for (u32 i = 0; i < IMAGE_SECTIONS; i++) {
    const ImageSection *section = &head->sections[i];
    *byte = (u32)(offsetof(ImageHead, sections) + i * sizeof *section);
    if (section->at != end) return false;
    end = aligned(end + (u64)section->count * ELEMENT_SIZES[i]);
    if (end > length) return false;
  }
  *byte = (u32)end;
  return end == length;
}

static void take_arrays(CardDb *db, Str image) {
  db->image = image;
  const ImageHead *head = image_head(db);
#define TAKE_ARRAY(NAME, FIELD)                             \
  db->FIELD.data = (void *)image_section(db, IMAGE_##NAME); \
  db->FIELD.count = db->FIELD.cap = head->sections[IMAGE_##NAME].count;
  IMAGE_ARRAYS(TAKE_ARRAY)
#undef TAKE_ARRAY
  memcpy(db->intrinsic, head->intrinsic, sizeof db->intrinsic);
  memcpy(db->by_rules, head->by_rules, sizeof db->by_rules);
  db->version = head->version;
}

/* Where the bytes covered by the checksum in the header begin. */
static const u32 SUM_FROM = offsetof(ImageHead, layout);
static u64 head_sum(const char *bytes, const ImageHead *head) {
  return hash_wide(bytes + SUM_FROM, head->sections[IMAGE_WORDS].at - SUM_FROM);
}

u64 image_card_sum(const CardDb *db, u32 card) {
  const CardDef *from = carddb_card(db, card);
  CardDef to = carddb_end(db, card);
  u32 form_end = card + 1 < db->cards.count ? to.form : db->forms.count;
  Hash hash;
  hash_init(&hash, card);
#define SUM_RUN(FIELD, FIRST, END) \
  hash_u64(&hash, hash_wide(&db->FIELD.data[FIRST], ((size_t)(END) - (FIRST)) * sizeof *db->FIELD.data))
  SUM_RUN(words, from->first_word, to.first_word);
  SUM_RUN(traits, from->first_word, to.first_word);
  SUM_RUN(abilities, from->first_ability, to.first_ability);
  SUM_RUN(faces, from->face, (size_t)from->face + from->faces);
  SUM_RUN(forms, from->form, form_end);
  SUM_RUN(says, from->says_at, from->says_at + from->says_length);
#undef SUM_RUN
  return hash_end(&hash);
}

void image_sign(char *bytes, u32 length) {
  CardDb db = {0};
  ImageHead *head = (void *)bytes;
  u32 byte;
  if (length < sizeof *head || !check_sections(head, length, &byte)) return;
  take_arrays(&db, (Str){bytes, length});
  u64 *sums = (void *)(bytes + head->sections[IMAGE_CARD_SUMS].at);
  bool fit = image_cards_fit(&db);
  for (u32 card = 0; fit && card < db.cards.count; card++) sums[card] = image_card_sum(&db, card);
  head->sum = head_sum(bytes, head);
}

/* --- writing ------------------------------------------------------------------------------- */

typedef struct Writer {
  const CardDb *db;
  Text *out;
  ImageHead head;
} Writer;

static void align(Writer *w) {
  while (w->out->length % IMAGE_ALIGNMENT && !w->out->failed) text_addc(w->out, 0);
}

static void begin_section(Writer *w, u32 section) {
  align(w);
  w->head.sections[section].at = w->out->length;
}

static void end_section(Writer *w, u32 section) {
  u32 size = w->out->length - w->head.sections[section].at;
  w->head.sections[section].count = size / ELEMENT_SIZES[section];
}

static void put_bytes(Writer *w, const void *data, u64 size) {
  if (size > UINT32_MAX)
    w->out->failed = true;
  else
    text_add(w->out, (Str){data, (u32)size});
}

static void put_array(Writer *w, u32 section, const void *data, u32 count) {
  begin_section(w, section);
  put_bytes(w, data, (u64)count * ELEMENT_SIZES[section]);
  end_section(w, section);
}

static void put_names(Writer *w) {
  const Intern *names = &w->db->names;
  u32 at = 0;
  begin_section(w, IMAGE_NAME_STARTS);
  for (u32 i = 0; i < names->texts.count; i++) {
    put_bytes(w, &at, sizeof at);
    at += names->texts.data[i].length + 1;
  }
  put_bytes(w, &at, sizeof at);
  end_section(w, IMAGE_NAME_STARTS);
  put_array(w, IMAGE_NAME_SLOTS, names->slots.data, names->slots.count);
  begin_section(w, IMAGE_NAME_TEXTS);
  for (u32 i = 0; i < names->texts.count; i++) {
    text_add(w->out, names->texts.data[i]);
    text_addc(w->out, 0);
  }
  end_section(w, IMAGE_NAME_TEXTS);
}

/* Reserves room for the checksums of cards, which image_sign fills in. */
static void put_sums(Writer *w) {
  const u64 none = 0;
  begin_section(w, IMAGE_CARD_SUMS);
  for (u32 card = 0; card < w->db->cards.count; card++) put_bytes(w, &none, sizeof none);
  end_section(w, IMAGE_CARD_SUMS);
}

/* Reserves room for everything, so that nothing moves while writing. */
static void make_room(Writer *w, bool definitions) {
  const CardDb *db = w->db;
  u64 size = sizeof(ImageHead) + IMAGE_SECTIONS * (u64)IMAGE_ALIGNMENT;
#define ADD_SIZE(NAME, FIELD) size += db->FIELD.count * (u64)sizeof *db->FIELD.data;
  IMAGE_ARRAYS(ADD_SIZE)
#undef ADD_SIZE
  size += db->cards.count * (u64)sizeof(u64) + (db->names.slots.count + db->names.texts.count + 1) * (u64)sizeof(u32);
  for (u32 i = 0; i < db->names.texts.count; i++) size += db->names.texts.data[i].length + 1;
  if (definitions) {
    size += (db->keywords.count + db->operations.count) * (u64)(sizeof(ImageDefinition) + 2 * RULE_TEXT_MAX);
    for (u32 i = 0; i < db->keywords.count; i++) size += db->keywords.data[i].source.length + 1;
    for (u32 i = 0; i < db->operations.count; i++) size += db->operations.data[i].source.length + 1;
  }
  if (size <= UINT32_MAX)
    w->out->data = vec_grow(&w->out->allocator, w->out->data, w->out->length, &w->out->cap, (u32)size, 1);
  w->out->failed = w->out->cap < size;
}

/* The offset of a text among the texts of definitions; `*at` is the next offset. */
static u32 place_of(Str text, u32 *at) {
  u32 place = *at;
  if (!text.data) return 0;
  *at += text.length + 1;
  return place;
}

static void put_definition(Writer *w, ImageDefinition row, const char *rule, const char *each, Str source, u32 *at) {
  row.rule = place_of(rule ? str_of(rule) : (Str){0}, at);
  row.each = place_of(each ? str_of(each) : (Str){0}, at);
  row.source = place_of(source, at);
  row.length = source.length;
  put_bytes(w, &row, sizeof row);
}

static void put_definition_text(Writer *w, const char *rule, const char *each, Str source) {
  if (rule) put_bytes(w, rule, strlen(rule) + 1);
  if (each) put_bytes(w, each, strlen(each) + 1);
  if (!source.data) return;
  text_add(w->out, source);
  text_addc(w->out, 0);
}

/* Writes definitions; an image based on another has none. */
static void put_definitions(Writer *w, bool any) {
  u32 keywords = any ? w->db->keywords.count : 0, operations = any ? w->db->operations.count : 0, at = 1;
  begin_section(w, IMAGE_KEYWORDS);
  for (u32 i = 0; i < keywords; i++) {
    const KeywordDef *def = &w->db->keywords.data[i];
    ImageDefinition row = {.what = def->word, .params = def->params, .line = def->line, .column = def->column};
    put_definition(w, row, def->rule, def->each, def->source, &at);
  }
  end_section(w, IMAGE_KEYWORDS);
  begin_section(w, IMAGE_OPERATIONS);
  for (u32 i = 0; i < operations; i++) {
    const OperationDef *def = &w->db->operations.data[i];
    put_definition(w, (ImageDefinition){.what = def->op, .line = def->line, .column = def->column}, def->rule, NULL,
                   def->source, &at);
  }
  end_section(w, IMAGE_OPERATIONS);
  begin_section(w, IMAGE_DEFINITION_TEXTS);
  text_addc(w->out, 0);
  for (u32 i = 0; i < keywords; i++) {
    const KeywordDef *def = &w->db->keywords.data[i];
    put_definition_text(w, def->rule, def->each, def->source);
  }
  for (u32 i = 0; i < operations; i++)
    put_definition_text(w, w->db->operations.data[i].rule, NULL, w->db->operations.data[i].source);
  end_section(w, IMAGE_DEFINITION_TEXTS);
}

void image_write(const CardDb *db, const CardDb *base, Text *out) {
  Writer w = {.db = db, .out = out};
  memcpy(w.head.magic, MAGIC, sizeof MAGIC);
  w.head.layout = layout_number();
  w.head.base = base ? image_head(base)->sum : 0;
  w.head.version = db->version;
  memcpy(w.head.intrinsic, db->intrinsic, sizeof db->intrinsic);
  memcpy(w.head.by_rules, db->by_rules, sizeof db->by_rules);
  make_room(&w, !base);
  put_bytes(&w, &w.head, sizeof w.head);
#define PUT_ARRAY(NAME, FIELD) put_array(&w, IMAGE_##NAME, db->FIELD.data, db->FIELD.count);
#define PUT_EARLY(NAME, FIELD) \
  if ((u32)IMAGE_##NAME < IMAGE_WORDS) PUT_ARRAY(NAME, FIELD)
#define PUT_LATE(NAME, FIELD) \
  if ((u32)IMAGE_##NAME >= IMAGE_WORDS) PUT_ARRAY(NAME, FIELD)
  IMAGE_ARRAYS(PUT_EARLY)
  put_names(&w);
  put_sums(&w);
  put_definitions(&w, !base);
  IMAGE_ARRAYS(PUT_LATE)
#undef PUT_LATE
#undef PUT_EARLY
#undef PUT_ARRAY
  align(&w);
  if (out->failed) return;
  memcpy(out->data, &w.head, sizeof w.head);
  image_sign(out->data, out->length);
}

/* --- opening ------------------------------------------------------------------------------- */

bool image_fits(Str bytes, const CardDb *base) {
  ImageHead head;
  if (bytes.length < sizeof head || (uintptr_t)bytes.data % IMAGE_ALIGNMENT) return false;
  memcpy(&head, bytes.data, sizeof head);
  return memcmp(head.magic, MAGIC, sizeof MAGIC) == 0 && head.layout == layout_number() &&
         head.base == (base ? image_head(base)->sum : 0);
}

static bool take_names(CardDb *db) {
  const ImageSection *sections = image_head(db)->sections;
  return intern_take(&db->names, image_section(db, IMAGE_NAME_TEXTS), image_section(db, IMAGE_NAME_STARTS),
                     sections[IMAGE_NAME_STARTS].count - 1, image_section(db, IMAGE_NAME_SLOTS),
                     sections[IMAGE_NAME_SLOTS].count);
}

/* Uses the built-in definitions. */
static bool take_definitions(CardDb *db) {
  const ImageSection *sections = image_head(db)->sections;
  const ImageDefinition *keywords = image_section(db, IMAGE_KEYWORDS);
  const ImageDefinition *operations = image_section(db, IMAGE_OPERATIONS);
  const char *texts = image_section(db, IMAGE_DEFINITION_TEXTS);
  bool fine = vec_reserve(&db->allocator, &db->keywords, sections[IMAGE_KEYWORDS].count) &&
              vec_reserve(&db->allocator, &db->operations, sections[IMAGE_OPERATIONS].count);
#define TEXT_AT(PLACE) ((PLACE) ? texts + (PLACE) : NULL)
  for (u32 i = 0; fine && i < sections[IMAGE_KEYWORDS].count; i++) {
    const ImageDefinition *row = &keywords[i];
    KeywordDef def = {.word = (Word)row->what,
                      .params = (u8)row->params,
                      .line = row->line,
                      .column = row->column,
                      .rule = TEXT_AT(row->rule),
                      .each = TEXT_AT(row->each),
                      .source = {TEXT_AT(row->source), row->length}};
    db->keywords.data[db->keywords.count++] = def;
  }
  for (u32 i = 0; fine && i < sections[IMAGE_OPERATIONS].count; i++) {
    const ImageDefinition *row = &operations[i];
    OperationDef def = {.op = (IrOp)row->what,
                        .line = row->line,
                        .column = row->column,
                        .rule = TEXT_AT(row->rule),
                        .source = {TEXT_AT(row->source), row->length}};
    db->operations.data[db->operations.count++] = def;
  }
#undef TEXT_AT
  return fine;
}

/* Like take_definitions, from the database that the image is based on. */
static bool copy_definitions(CardDb *db, const CardDb *base) {
  u32 keywords = base->keywords.count, operations = base->operations.count;
  if (!vec_reserve(&db->allocator, &db->keywords, keywords) ||
      !vec_reserve(&db->allocator, &db->operations, operations))
    return false;
  memcpy(db->keywords.data, base->keywords.data, keywords * sizeof *base->keywords.data);
  memcpy(db->operations.data, base->operations.data, operations * sizeof *base->operations.data);
  db->keywords.count = keywords;
  db->operations.count = operations;
  return true;
}

static bool begin_looking(CardDb *db) {
  GavelAllocator *allocator = &db->allocator;
  db->sound = allocator->resize(allocator->user, NULL, 0, db->cards.count * sizeof *db->sound);
  for (u32 i = 0; db->sound && i < db->cards.count; i++) atomic_init(&db->sound[i], 0);
  return db->sound;
}

static GavelStatus damaged(GavelError *error, u64 byte, const char *what) {
  return error_set(error, GAVEL_E_CORRUPT, 0, 0, byte, "the image of cards is damaged: %s", what);
}

/* An image that is not built in is checked. */
static GavelStatus check_image(CardDb *db, const CardDb *base, GavelError *error) {
  const ImageHead *head = image_head(db);
  u32 section = 0;
  if (head->sum != head_sum(db->image.data, head)) return damaged(error, SUM_FROM, "its checksum is wrong");
  const char *wrong = image_wrong(db, base, &section);
  return wrong ? damaged(error, head->sections[section].at, wrong) : GAVEL_OK;
}

GavelStatus image_open(CardDb *db, GavelAllocator allocator, Str bytes, const CardDb *base, GavelError *error) {
  GavelStatus status = carddb_begin(db, allocator, error);
  u32 byte = 0;
  if (status) return status;
  ASSERT(image_fits(bytes, base));
  if (!check_sections((const void *)bytes.data, bytes.length, &byte)) {
    carddb_free(db);
    return damaged(error, byte, "a section doesn't begin where the one before it ends, or too long");
  }
  take_arrays(db, bytes);
  if (base) status = check_image(db, base, error);
  if (!status && !(take_names(db) && (base ? copy_definitions(db, base) && begin_looking(db) : take_definitions(db))))
    status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a card database");
  if (status) carddb_free(db);
  return status;
}

/* --- private arrays ------------------------------------------------------------------------ */

void carddb_disown(CardDb *db) {
  if (!db->image.data) return;
#define FORGET_ARRAY(NAME, FIELD) \
  db->FIELD.data = NULL;          \
  db->FIELD.count = db->FIELD.cap = 0;
  IMAGE_ARRAYS(FORGET_ARRAY)
#undef FORGET_ARRAY
  if (db->sound)
    db->allocator.resize(db->allocator.user, db->sound, image_head(db)->sections[IMAGE_CARDS].count * sizeof *db->sound,
                         0);
  db->sound = NULL;
  db->image = (Str){0};
}

GavelStatus carddb_own(CardDb *db, GavelError *error) {
  if (!db->image.data) return GAVEL_OK;
  GavelStatus status = carddb_all_sound(db, error);
  if (status) return status;
  CardDb own = {.allocator = db->allocator};
  bool fine = true;
#define COPY_ARRAY(NAME, FIELD)                                                                                  \
  fine = fine && vec_reserve(&own.allocator, &own.FIELD, db->FIELD.count);                                       \
  if (fine && db->FIELD.count) memcpy(own.FIELD.data, db->FIELD.data, db->FIELD.count * sizeof *own.FIELD.data); \
  own.FIELD.count = fine ? db->FIELD.count : 0;
  IMAGE_ARRAYS(COPY_ARRAY)
#undef COPY_ARRAY
  if (fine) carddb_disown(db);
#define MOVE_ARRAY(NAME, FIELD)           \
  if (!fine)                              \
    vec_free(&own.allocator, &own.FIELD); \
  else {                                  \
    db->FIELD.data = own.FIELD.data;      \
    db->FIELD.count = own.FIELD.count;    \
    db->FIELD.cap = own.FIELD.cap;        \
  }
  IMAGE_ARRAYS(MOVE_ARRAY)
#undef MOVE_ARRAY
  return fine ? GAVEL_OK : error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for cards");
}
