#include "import/layout.h"

#include "cards/read.h"

/* --- numbers and texts --------------------------------------------------------------------- */

static u32 u32_at(const ImportDb *db, u32 at) {
  const u8 *bytes = (const u8 *)db->bytes.data + at;
  return (u32)bytes[0] | (u32)bytes[1] << 8 | (u32)bytes[2] << 16 | (u32)bytes[3] << 24;
}

static u64 u64_at(const ImportDb *db, u32 at) { return u32_at(db, at) | (u64)u32_at(db, at + 4) << 32; }

static u32 row_word(const ImportDb *db, ImportSection section, u32 row, u32 words, u32 word) {
  return u32_at(db, section.at + (row * words + word) * 4);
}

static u32 card_word(const ImportDb *db, u32 row, u32 word) { return row_word(db, db->cards, row, CARD_WORDS, word); }

static Str text_of(const ImportDb *db, u32 place) {
  return (Str){db->bytes.data + db->texts.at + place + 4, u32_at(db, db->texts.at + place)};
}

/* --- opening ------------------------------------------------------------------------------- */

typedef struct Opening {
  const ImportDb *db;
  GavelError *error;
} Opening;

static bool damaged(const Opening *o, u32 byte, const char *what) {
  error_set(o->error, GAVEL_E_CORRUPT, 0, 0, byte, "the card database is damaged: %s", what);
  return false;
}

bool import_db_is(Str bytes) {
  return bytes.length >= DB_MAGIC_SIZE && memcmp(bytes.data, DB_MAGIC, DB_MAGIC_SIZE) == 0;
}

/* Reads the sections, which must follow one another to the end. */
static bool take_sections(const Opening *o, ImportDb *db) {
  u64 end = HEAD_SIZE;
  if (!import_db_is(db->bytes) || db->bytes.length < HEAD_SIZE)
    return damaged(o, 0, "it doesn't begin the way a database does");
  for (u32 i = 0; i < SECTION_COUNT; i++) {
    u32 at = HEAD_SECTIONS + i * 8;
    ImportSection section = {u32_at(db, at), u32_at(db, at + 4)};
    if (section.at != end) return damaged(o, at, "a section doesn't begin where the one before it ends");
    end += (u64)section.count * DB_ROW_SIZES[i];
    if (end > db->bytes.length) return damaged(o, at, "a section is longer than the file");
    *db_section(db, i) = section;
  }
  if (end != db->bytes.length) return damaged(o, (u32)end, "there is something after its end");
  return db->texts.count >= 4 || damaged(o, db->texts.at, "it has no texts");
}

static bool is_text(const ImportDb *db, u32 place) {
  return place <= db->texts.count - 4 && u32_at(db, db->texts.at + place) <= db->texts.count - 4 - place;
}

static bool check_card(const Opening *o, u32 row) {
  static const u8 TEXTS[] = {CARD_NAME, CARD_LAYOUT_TEXT, CARD_KEYWORDS, CARD_MELD_WITH, CARD_MELD_TO, CARD_DETAIL};
  const ImportDb *db = o->db;
  u32 place = db->cards.at + row * CARD_WORDS * 4;
  bool good = true;
  for (u32 i = 0; i < COUNT_OF(TEXTS); i++) good = good && is_text(db, card_word(db, row, TEXTS[i]));
  u32 face = card_word(db, row, CARD_FACE), faces = card_word(db, row, CARD_FACES);
  u32 from = card_word(db, row, CARD_DEFINITION), size = card_word(db, row, CARD_DEFINITION_SIZE);
  u32 refusal = card_word(db, row, CARD_REFUSAL);
  good = good && faces >= 1 && faces <= IMPORT_FACES_MAX && face <= db->faces.count && faces <= db->faces.count - face;
  good = good && from <= db->definitions.count && size <= db->definitions.count - from;
  good = good && card_layout_text((CardLayout)card_word(db, row, CARD_LAYOUT))[0];
  good = good && refusal < REFUSED_COUNT && (refusal == REFUSED_NONE) == (size > 0);
  return good || damaged(o, place, "a card's row doesn't exist");
}

static bool check_face(const Opening *o, u32 row) {
  const ImportDb *db = o->db;
  bool good = row_word(db, db->faces, row, FACE_WORDS, FACE_INDICATOR) <= 0x1f;
  for (u32 i = 0; i < TEXT_COUNT; i++) good = good && is_text(db, row_word(db, db->faces, row, FACE_WORDS, i));
  return good || damaged(o, db->faces.at + row * FACE_WORDS * 4, "a face's row doesn't exist");
}

static bool check_name(const Opening *o, u32 row) {
  const ImportDb *db = o->db;
  u32 text = row_word(db, db->names, row, NAME_WORDS, NAME_FOLDED);
  bool good = is_text(db, text) && row_word(db, db->names, row, NAME_WORDS, NAME_CARD) < db->cards.count;
  if (good && row > 0) {
    u32 before = row_word(db, db->names, row - 1, NAME_WORDS, NAME_FOLDED);
    good = str_compare(text_of(db, before), text_of(db, text)) <= 0;
  }
  return good || damaged(o, db->names.at + row * NAME_WORDS * 4, "a name's row doesn't exist or is out of order");
}

static bool check_rows(const Opening *o) {
  const ImportDb *db = o->db;
  bool good = true;
  for (u32 i = 0; i < db->cards.count && good; i++) good = check_card(o, i);
  for (u32 i = 0; i < db->faces.count && good; i++) good = check_face(o, i);
  for (u32 i = 0; i < db->names.count && good; i++) good = check_name(o, i);
  if (good && db->formats.count > IMPORT_FORMATS_MAX) good = damaged(o, db->formats.at, "it has too many formats");
  for (u32 i = 0; i < db->formats.count && good; i++)
    good = is_text(db, row_word(db, db->formats, i, FORMAT_WORDS, 0)) ||
           damaged(o, db->formats.at, "a format has no name");
  return good;
}

GavelStatus import_db_begin(ImportDb *db, Str bytes, GavelError *error) {
  *db = (ImportDb){.bytes = bytes};
  Opening o = {db, error};
  if (!take_sections(&o, db)) return GAVEL_E_CORRUPT;
  if (u64_at(db, HEAD_VERSION) == binary_version()) return GAVEL_OK;
  return error_set(error, GAVEL_E_VERSION, 0, 0, HEAD_VERSION,
                   "the card database was compiled by another version of Gavel: import the cards again");
}

GavelStatus import_db_check(const ImportDb *db, GavelError *error) {
  Opening o = {db, error};
  if (u64_at(db, HEAD_CHECKSUM) != hash_wide(db->bytes.data + HEAD_VERSION, db->image.at - HEAD_VERSION))
    return damaged(&o, HEAD_CHECKSUM, "its checksum is wrong"), GAVEL_E_CORRUPT;
  return check_rows(&o) ? GAVEL_OK : GAVEL_E_CORRUPT;
}

GavelStatus import_db_open(ImportDb *db, Str bytes, GavelError *error) {
  GavelStatus status = import_db_begin(db, bytes, error);
  return status ? status : import_db_check(db, error);
}

Str import_db_image(const ImportDb *db) { return (Str){db->bytes.data + db->image.at, db->image.count}; }

/* --- asking -------------------------------------------------------------------------------- */

u32 import_db_find(const ImportDb *db, Str name) {
  char folded[READ_NAME_MAX];
  u32 length = str_fold(name, folded, sizeof folded);
  if (length > sizeof folded) return IMPORT_NO_CARD;
  u32 from = 0, to = db->names.count;
  while (from < to) {
    u32 middle = from + (to - from) / 2;
    Str text = text_of(db, row_word(db, db->names, middle, NAME_WORDS, NAME_FOLDED));
    if (str_compare(text, (Str){folded, length}) < 0) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  if (from == db->names.count) return IMPORT_NO_CARD;
  Str text = text_of(db, row_word(db, db->names, from, NAME_WORDS, NAME_FOLDED));
  bool same = str_compare(text, (Str){folded, length}) == 0;
  return same ? row_word(db, db->names, from, NAME_WORDS, NAME_CARD) : IMPORT_NO_CARD;
}

void import_db_card(const ImportDb *db, u32 row, ImportCard *card, ImportFace *faces) {
  *card = (ImportCard){
      .name = text_of(db, card_word(db, row, CARD_NAME)),
      .layout_text = text_of(db, card_word(db, row, CARD_LAYOUT_TEXT)),
      .layout = (CardLayout)card_word(db, row, CARD_LAYOUT),
      .faces = faces,
      .face_count = card_word(db, row, CARD_FACES),
      .color_identity = (u8)card_word(db, row, CARD_IDENTITY),
      .legalities = card_word(db, row, CARD_LEGALITIES) | (u64)card_word(db, row, CARD_LEGALITIES_HIGH) << 32,
      .keywords = text_of(db, card_word(db, row, CARD_KEYWORDS)),
      .meld_with = text_of(db, card_word(db, row, CARD_MELD_WITH)),
      .meld_to = text_of(db, card_word(db, row, CARD_MELD_TO)),
      .refusal = (ImportRefusal)card_word(db, row, CARD_REFUSAL),
      .detail = text_of(db, card_word(db, row, CARD_DETAIL)),
  };
  for (u32 i = 0; i < card->face_count; i++) {
    u32 face = card_word(db, row, CARD_FACE) + i;
    Str detail;
    ImportText where;
    faces[i] = (ImportFace){.color_indicator = (u8)row_word(db, db->faces, face, FACE_WORDS, FACE_INDICATOR)};
    for (u32 t = 0; t < TEXT_COUNT; t++) faces[i].texts[t] = text_of(db, row_word(db, db->faces, face, FACE_WORDS, t));
    /* The unreadable part is the reason why the card was refused. */
    import_face_read(&faces[i], &detail, &where);
  }
}

Str import_db_definition(const ImportDb *db, u32 row) {
  return (Str){db->bytes.data + db->definitions.at + card_word(db, row, CARD_DEFINITION),
               card_word(db, row, CARD_DEFINITION_SIZE)};
}

Str import_db_format(const ImportDb *db, u32 format) {
  return text_of(db, row_word(db, db->formats, format, FORMAT_WORDS, 0));
}

/* --- use ----------------------------------------------------------------------------------- */

GavelStatus import_db_load(const ImportDb *db, CardDb *cards, GavelError *error) {
  VEC(Str) definitions = {0};
  GavelAllocator *allocator = &cards->allocator;
  GavelStatus status = GAVEL_OK;
  for (u32 row = 0; row < db->cards.count && !status; row++) {
    Str definition = import_db_definition(db, row);
    if (definition.length == 0 || carddb_named(cards, text_of(db, card_word(db, row, CARD_NAME)))) continue;
    if (!vec_push(allocator, &definitions, definition))
      status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for the cards of a database");
  }
  if (!status && definitions.count > 0) status = carddb_load_binary(cards, definitions.data, definitions.count, error);
  vec_free(allocator, &definitions);
  return status;
}

bool import_db_refusal(const ImportDb *db, u32 row, Text *out) {
  u32 refusal = card_word(db, row, CARD_REFUSAL);
  if (refusal == REFUSED_NONE) return false;
  Str detail = text_of(db, card_word(db, row, CARD_DETAIL));
  text_addc(out, '"');
  text_add(out, text_of(db, card_word(db, row, CARD_NAME)));
  text_addf(out, "\" %s", import_refusal_text((ImportRefusal)refusal));
  if (detail.length > 0) text_addf(out, ": \"%.*s\"", (int)detail.length, detail.data);
  return true;
}

bool import_db_why_not(const ImportDb *db, Str name, Text *out) {
  u32 row = import_db_find(db, name);
  return row != IMPORT_NO_CARD && import_db_refusal(db, row, out);
}
