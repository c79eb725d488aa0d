/* The byte layout of the compiled database, for database.c and database_write.c. */
#ifndef IMPORT_LAYOUT_H
#define IMPORT_LAYOUT_H

#include "import/database.h"

#define DB_MAGIC "GavelDB3"
#define DB_MAGIC_SIZE 8u

/* Offsets in the header, in bytes. */
enum {
  HEAD_CHECKSUM = DB_MAGIC_SIZE,    /* of everything after it except the image */
  HEAD_VERSION = HEAD_CHECKSUM + 8, /* binary_version */
  HEAD_SECTIONS = HEAD_VERSION + 8,
  SECTION_COUNT = 7,
  HEAD_SIZE = HEAD_SECTIONS + SECTION_COUNT * 8,
};

/* Words of a row. */
enum {
  CARD_NAME,
  CARD_LAYOUT_TEXT,
  CARD_LAYOUT,
  CARD_FACE,  /* the first … */
  CARD_FACES, /* … and how many */
  CARD_IDENTITY,
  CARD_LEGALITIES,
  CARD_LEGALITIES_HIGH,
  CARD_KEYWORDS,
  CARD_MELD_WITH,
  CARD_MELD_TO,
  CARD_REFUSAL,
  CARD_DETAIL,
  CARD_DEFINITION,      /* offset in its section … */
  CARD_DEFINITION_SIZE, /* … and length */
  CARD_WORDS,

  FACE_INDICATOR = TEXT_COUNT, /* after its texts */
  FACE_WORDS,

  NAME_FOLDED = 0,
  NAME_CARD,
  NAME_WORDS,

  FORMAT_WORDS = 1,
};

/* The sections in the order of the head. */
static inline ImportSection *db_section(ImportDb *db, u32 i) {
  ImportSection *const sections[SECTION_COUNT] = {&db->cards, &db->faces,       &db->names, &db->formats,
                                                  &db->texts, &db->definitions, &db->image};
  return sections[i];
}
/* Size of a row in each section, in bytes. */
static const u8 DB_ROW_SIZES[SECTION_COUNT] = {
    CARD_WORDS * 4, FACE_WORDS * 4, NAME_WORDS * 4, FORMAT_WORDS * 4, 1, 1, 1};

#endif
