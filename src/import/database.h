/* The compiled database of imported cards: one file that is mapped and used in place.

   It begins with a header of HEAD_SIZE bytes. The sections follow in the order of the header; each consists of rows of
   32-bit words, except the last three, which are bytes. All numbers are little-endian. A text is named by its offset in
   the section of texts: four bytes of length, then the text; 0 is the empty one.

   Rows of cards are sorted by folded name. Each has the card's definition in binary form (card_write), or the reason
   why it has none. Names of cards and faces have rows of their own, sorted by folded name.

   The last section is an image (cards/image.h) of all these definitions based on the built-in cards: with these, and on
   a machine like the one that wrote it, nothing needs loading. Everything else is portable, and the cards are the same
   without the image. */
#ifndef IMPORT_DATABASE_H
#define IMPORT_DATABASE_H

#include "import/import.h"

/* --- writing ------------------------------------------------------------------------------- */

/* Called after each card with the number of compiled cards and whether this one has a definition; returns whether to go
   on. */
typedef struct ImportWatch {
  bool (*compiled)(void *user, u32 done, bool accepted);
  void *user;
} ImportWatch;

/* Compiles cards with an oracle and appends their database to `out`. Errors: GAVEL_E_MEMORY, GAVEL_E_LIMIT for 4 GiB
   and more, GAVEL_E_STOPPED when `watch` (may be null) says so. A card that can't be compiled is not an error. */
GavelStatus import_write(const Import *import, Oracle *oracle, const ImportWatch *watch, Text *out, GavelError *error);

/* --- reading ------------------------------------------------------------------------------- */

typedef struct ImportSection {
  u32 at, count; /* in bytes; in rows, or in bytes if the section has no rows */
} ImportSection;

/* An open database. Its bytes must stay unchanged as long as it is used. */
typedef struct ImportDb {
  Str bytes;
  ImportSection cards, faces, names, formats, texts, definitions, image;
} ImportDb;

#define IMPORT_NO_CARD UINT32_MAX

/* Whether bytes begin like a database. */
bool import_db_is(Str bytes);
/* Opens a database after checking all of it: the checksum, every row and every offset in a row. GAVEL_E_CORRUPT with
   the byte; GAVEL_E_VERSION if another version of Gavel compiled it. */
GavelStatus import_db_open(ImportDb *db, Str bytes, GavelError *error);
/* The two steps of import_db_open: header and version, after which only import_db_image may be called; and everything
   else except the image, which is checked when it is used. */
GavelStatus import_db_begin(ImportDb *db, Str bytes, GavelError *error);
GavelStatus import_db_check(const ImportDb *db, GavelError *error);
Str import_db_image(const ImportDb *db);
/* Finds the card with that whole name or face name, folded; IMPORT_NO_CARD if there is none. */
u32 import_db_find(const ImportDb *db, Str name);
/* Reads a card (below db->cards.count) and its faces, into `faces` (room for IMPORT_FACES_MAX). Its texts live as long
   as the bytes. */
void import_db_card(const ImportDb *db, u32 row, ImportCard *card, ImportFace *faces);
/* A card's definition in binary form; empty if it has none. */
Str import_db_definition(const ImportDb *db, u32 row);
/* The name of a format, and a card's legality in it. */
Str import_db_format(const ImportDb *db, u32 format);

/* Adds all cards with a definition to `cards`, which must be linked afterwards; a card whose name is already known
   stays as it is. GAVEL_E_MEMORY, GAVEL_E_CORRUPT; nothing is added then. */
GavelStatus import_db_load(const ImportDb *db, CardDb *cards, GavelError *error);
/* Appends why a card has no definition: its name and a sentence. False if there is no such card, or it has one. */
bool import_db_why_not(const ImportDb *db, Str name, Text *out);
/* The same for a card below db->cards.count. */
bool import_db_refusal(const ImportDb *db, u32 row, Text *out);

#endif
