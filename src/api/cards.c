/* The public interface of card databases and words. */
#include "api/api.h"

#include "builtin/builtin.h"

const char *gavel_version(void) {
#define DIGITS_OF(number) #number
#define DIGITS(number) DIGITS_OF(number)
  return DIGITS(GAVEL_VERSION_MAJOR) "." DIGITS(GAVEL_VERSION_MINOR) "." DIGITS(GAVEL_VERSION_PATCH);
#undef DIGITS
#undef DIGITS_OF
}

size_t api_text_out(Text *text, char *out, size_t size) {
  Str all = text->failed ? STR("") : text_str(text);
  size_t length = all.length;
  if (size > 0) {
    size_t fits = length < size ? length : size - 1;
    memcpy(out, all.data, fits);
    out[fits] = 0;
  }
  text_free(text);
  return length;
}

/* --- words --------------------------------------------------------------------------------- */

/* The classes in which a text is searched for, in this order. */
static const WordClass FOUND[] = {WC_COLOR,   WC_TYPE,    WC_SUPERTYPE, WC_SUBTYPE,
                                  WC_KEYWORD, WC_COUNTER, WC_ZONE,      WC_STEP};

GavelWord gavel_word_find(const char *text) {
  Str str = str_of(text);
  for (u32 i = 0; i < COUNT_OF(FOUND); i++) {
    Word word = word_find(str, FOUND[i]);
    if (word) return word;
  }
  return W_NONE;
}

const char *gavel_word_text(GavelWord word) { return word_text(word).data; }

/* --- making -------------------------------------------------------------------------------- */

GavelCardsDef gavel_cards_def_default(void) { return (GavelCardsDef){.allocator = gavel_allocator_default()}; }

const ImportDb *api_compiled(const GavelCards *cards, u32 i, GavelError *error) {
  ApiCompiled *compiled = &cards->compiled.data[i];
  if (atomic_load(&compiled->good)) return &compiled->db;
  if (import_db_check(&compiled->db, error)) return NULL;
  atomic_store(&compiled->good, true);
  return &compiled->db;
}

static bool why_not(const void *user, Str name, Text *out) {
  const GavelCards *cards = user;
  for (u32 i = 0; i < cards->compiled.count; i++) {
    GavelError error;
    const ImportDb *db = api_compiled(cards, i, &error);
    if (!db) text_addf(out, "no card is called \"%.*s\", and %s", (int)name.length, name.data, error.message);
    if (!db || import_db_why_not(db, name, out)) return true;
  }
  return false;
}

GavelStatus gavel_cards_create(const GavelCardsDef *def, GavelCards **cards, GavelError *error) {
  GavelAllocator allocator = def->allocator;
  *cards = NULL;
  GavelCards *made = allocator.resize(allocator.user, NULL, 0, sizeof *made);
  if (!made) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a card database");
  memset(made, 0, sizeof *made);
  atomic_init(&made->games, 0);
  GavelStatus status =
      def->no_embedded ? carddb_init(&made->db, allocator, error) : builtin_open(&made->db, allocator, error);
  if (status) {
    allocator.resize(allocator.user, made, sizeof *made, 0);
    return status;
  }
  status = carddb_link(&made->db, error);
  if (status) {
    gavel_cards_destroy(made);
    return status;
  }
  made->db.why_not = why_not;
  made->db.why_not_user = made;
  *cards = made;
  return GAVEL_OK;
}

void gavel_cards_destroy(GavelCards *cards) {
  if (!cards) return;
  ASSERT(atomic_load(&cards->games) == 0);
  GavelAllocator allocator = cards->db.allocator;
  carddb_free(&cards->db);
  vec_free(&allocator, &cards->compiled);
  allocator.resize(allocator.user, cards, sizeof *cards, 0);
}

/* Games need the database they were made with. */
static GavelStatus check_unused(GavelCards *cards, GavelError *error) {
  if (atomic_load(&cards->games) == 0) return GAVEL_OK;
  return error_set(error, GAVEL_E_MISUSE, 0, 0, 0,
                   "cards cannot be added while games use the database; destroy them first");
}

/* Uses the image of a compiled database, which is based on the current cards. */
static GavelStatus open_image(GavelCards *cards, const ImportDb *compiled, GavelError *error) {
  CardDb opened;
  GavelError found = {0};
  GavelStatus status = image_open(&opened, cards->db.allocator, import_db_image(compiled), &cards->db, &found);
  if (status) return error_set(error, status, 0, 0, compiled->image.at + found.byte, "%s", found.message);
  opened.why_not = why_not;
  opened.why_not_user = cards;
  carddb_free(&cards->db);
  carddb_move(&cards->db, &opened);
  return GAVEL_OK;
}

GavelStatus gavel_cards_add_compiled(GavelCards *cards, const void *bytes, size_t length, GavelError *error) {
  ImportDb compiled;
  GavelStatus status = check_unused(cards, error);
  if (!status && length > UINT32_MAX)
    status = error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "a card database of 4 GiB or more");
  if (!status) status = import_db_begin(&compiled, (Str){bytes, (u32)length}, error);
  if (status) return status;
  bool ready = builtin_is(&cards->db) && image_fits(import_db_image(&compiled), &cards->db);
  if (!ready) status = import_db_check(&compiled, error);
  if (!status && !vec_reserve(&cards->db.allocator, &cards->compiled, 1))
    status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a card database");
  if (!status) status = ready ? open_image(cards, &compiled, error) : import_db_load(&compiled, &cards->db, error);
  if (status) return status;
  ApiCompiled *added = &cards->compiled.data[cards->compiled.count++];
  added->db = compiled;
  atomic_init(&added->good, !ready);
  return carddb_link(&cards->db, error);
}

GavelStatus gavel_cards_add_text(GavelCards *cards, const char *text, size_t length, GavelError *error) {
  GavelStatus unused = check_unused(cards, error);
  if (unused) return unused;
  if (length > UINT32_MAX) return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "a card file of 4 GiB or more; split it");
  GavelStatus status = text_check((Str){text, (u32)length}, error);
  if (!status) status = carddb_load_text(&cards->db, (Str){text, (u32)length}, error);
  return status ? status : carddb_link(&cards->db, error);
}

/* --- asking -------------------------------------------------------------------------------- */

static bool is_card(const GavelCards *cards, GavelCardId card) { return card > 0 && card < cards->db.cards.count; }

static bool is_sound(const GavelCards *cards, GavelCardId card) {
  return is_card(cards, card) && carddb_sound(&cards->db, card);
}

uint32_t gavel_cards_count(const GavelCards *cards) { return cards->db.cards.count - 1; }

uint64_t gavel_cards_version(const GavelCards *cards) { return cards->db.version; }

GavelCardId gavel_cards_find(const GavelCards *cards, const char *name, uint32_t *face) {
  return carddb_find(&cards->db, str_of(name), face);
}

uint32_t gavel_cards_nearest(const GavelCards *cards, const char *name, const char **names, uint32_t cap) {
  StrId found[16];
  u32 count = carddb_nearest(&cards->db, str_of(name), found, cap < COUNT_OF(found) ? cap : (u32)COUNT_OF(found));
  for (u32 i = 0; i < count; i++) names[i] = intern_text(&cards->db.names, found[i]).data;
  return count;
}

const char *gavel_card_name(const GavelCards *cards, GavelCardId card) {
  return is_card(cards, card) ? intern_text(&cards->db.names, carddb_card(&cards->db, card)->name).data : "";
}

uint32_t gavel_card_faces(const GavelCards *cards, GavelCardId card) {
  return is_card(cards, card) ? carddb_card(&cards->db, card)->faces : 0;
}

size_t gavel_card_definition(const GavelCards *cards, GavelCardId card, char *out, size_t size) {
  Text text;
  text_init(&text, cards->db.allocator);
  if (is_sound(cards, card)) card_print(&cards->db, card, &text);
  return api_text_out(&text, out, size);
}

size_t gavel_card_text(const GavelCards *cards, GavelCardId card, char *out, size_t size) {
  Text text;
  text_init(&text, cards->db.allocator);
  if (is_sound(cards, card)) text_add(&text, carddb_card_says(&cards->db, card));
  return text.length ? api_text_out(&text, out, size) : gavel_card_english(cards, card, out, size);
}

size_t gavel_card_english(const GavelCards *cards, GavelCardId card, char *out, size_t size) {
  Text text;
  text_init(&text, cards->db.allocator);
  if (is_sound(cards, card)) card_english(&cards->db, card, &text);
  return api_text_out(&text, out, size);
}

/* A card's legality according to one compiled database. */
static GavelLegality legality_in(const ImportDb *db, Str name, Str format) {
  static const GavelLegality OUTSIDE[] = {
      [LEGALITY_NOT] = GAVEL_LEGALITY_NOT,
      [LEGALITY_LEGAL] = GAVEL_LEGALITY_LEGAL,
      [LEGALITY_RESTRICTED] = GAVEL_LEGALITY_RESTRICTED,
      [LEGALITY_BANNED] = GAVEL_LEGALITY_BANNED,
  };
  ImportCard card;
  ImportFace faces[IMPORT_FACES_MAX];
  u32 row = import_db_find(db, name);
  if (row == IMPORT_NO_CARD) return GAVEL_LEGALITY_UNKNOWN;
  import_db_card(db, row, &card, faces);
  for (u32 i = 0; i < db->formats.count; i++)
    if (str_equal_folded(import_db_format(db, i), format)) return OUTSIDE[card.legalities >> 2 * i & 3];
  return GAVEL_LEGALITY_UNKNOWN;
}

GavelLegality gavel_card_legality(const GavelCards *cards, GavelCardId card, const char *format) {
  GavelLegality found = GAVEL_LEGALITY_UNKNOWN;
  Str name = str_of(gavel_card_name(cards, card));
  for (u32 i = 0; name.length && !found && i < cards->compiled.count; i++) {
    GavelError error;
    const ImportDb *db = api_compiled(cards, i, &error);
    if (db) found = legality_in(db, name, str_of(format));
  }
  return found;
}

/* --- card data ------------------------------------------------------------------------------- */

/* The database that lists a card; changes `*index` to the card's row there. Null if the index is too large. */
static const ImportDb *lists(const GavelCards *cards, u32 *index) {
  for (u32 i = 0; i < cards->compiled.count; i++) {
    GavelError error;
    const ImportDb *db = api_compiled(cards, i, &error);
    if (db && *index < db->cards.count) return db;
    if (db) *index -= db->cards.count;
  }
  return NULL;
}

uint32_t gavel_listed_count(const GavelCards *cards) {
  u32 beyond = UINT32_MAX;
  lists(cards, &beyond);
  return UINT32_MAX - beyond;
}

uint32_t gavel_listed_find(const GavelCards *cards, const char *name) {
  u32 before = 0;
  for (u32 i = 0; i < cards->compiled.count; i++) {
    GavelError error;
    const ImportDb *db = api_compiled(cards, i, &error);
    u32 row = db ? import_db_find(db, str_of(name)) : IMPORT_NO_CARD;
    if (row != IMPORT_NO_CARD) return before + row;
    if (db) before += db->cards.count;
  }
  return before;
}

size_t gavel_listed_name(const GavelCards *cards, uint32_t index, char *out, size_t size) {
  Text text;
  ImportCard card;
  ImportFace faces[IMPORT_FACES_MAX];
  text_init(&text, cards->db.allocator);
  const ImportDb *db = lists(cards, &index);
  if (db) {
    import_db_card(db, index, &card, faces);
    text_add(&text, card.name);
  }
  return api_text_out(&text, out, size);
}

/* Writes one of the texts of each face. */
static size_t faces_out(const GavelCards *cards, u32 index, ImportText which, char *out, size_t size) {
  Text text;
  ImportCard card = {0};
  ImportFace faces[IMPORT_FACES_MAX];
  text_init(&text, cards->db.allocator);
  const ImportDb *db = lists(cards, &index);
  if (db) import_db_card(db, index, &card, faces);
  for (u32 i = 0; i < card.face_count; i++) {
    if (i) text_add(&text, STR("\n//\n"));
    text_add(&text, faces[i].texts[which]);
  }
  return api_text_out(&text, out, size);
}

size_t gavel_listed_types(const GavelCards *cards, uint32_t index, char *out, size_t size) {
  return faces_out(cards, index, TEXT_TYPES, out, size);
}

size_t gavel_listed_text(const GavelCards *cards, uint32_t index, char *out, size_t size) {
  return faces_out(cards, index, TEXT_RULES, out, size);
}

size_t gavel_listed_refusal(const GavelCards *cards, uint32_t index, char *out, size_t size) {
  Text text;
  text_init(&text, cards->db.allocator);
  const ImportDb *db = lists(cards, &index);
  if (db) import_db_refusal(db, index, &text);
  return api_text_out(&text, out, size);
}
