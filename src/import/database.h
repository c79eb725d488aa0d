/* The compiled database of imported cards: one file that is mapped and ready.

   It begins with a head of HEAD_SIZE bytes; sections follow in the order of the head, each of rows of 32-bit words but
   the last three, which are bytes. All numbers are little-endian. A text is named by its place in the section of texts:
   four bytes of length and the text; 0 is the empty one.

   Rows of cards are in the order of their folded names. Each has the card's definition in binary form (card_write), or
   the reason why it has none. Names of cards and faces have rows of their own, in the order of the folded names.

   The last section is an image (cards/image.h) of all these definitions behind the built-in cards: with these, and on a
   machine like the one that wrote it, nothing needs to be loaded. All else means the same everywhere, and the cards are
   the same without the image. */
#ifndef IMPORT_DATABASE_H
#define IMPORT_DATABASE_H

#include "import/import.h"

/* --- writing ------------------------------------------------------------------------------- */

/* Who is told, after each card, how many have been compiled and whether this one has a definition; answers whether to go
   on. */
typedef struct ImportWatch {
  bool (*compiled)(void *user, u32 done, bool accepted);
  void *user;
} ImportWatch;

/* Compiles cards by an oracle and appends the database of them. Errors: GAVEL_E_MEMORY, GAVEL_E_LIMIT for 4 GiB and more,
   GAVEL_E_STOPPED when `watch` (may be null) does not go on; a card that cannot be compiled is no error. */
GavelStatus import_write(const Import *import, Oracle *oracle, const ImportWatch *watch, Text *out, GavelError *error);

/* --- reading ------------------------------------------------------------------------------- */

typedef struct ImportSection {
  u32 at, count; /* in bytes; in rows, or bytes where there are none */
} ImportSection;

/* A database that has been opened. Its bytes must live and stay as they are as long as it is used. */
typedef struct ImportDb {
  Str bytes;
  ImportSection cards, faces, names, formats, texts, definitions, image;
} ImportDb;

#define IMPORT_NO_CARD UINT32_MAX

/* Whether bytes begin as a database does. */
bool import_db_is(Str bytes);
/* Opens a database after checking the whole of it: the checksum, every row and every place that a row names.
   GAVEL_E_CORRUPT with the byte; GAVEL_E_VERSION when it was compiled by another version of Gavel. */
GavelStatus import_db_open(ImportDb *db, Str bytes, GavelError *error);
/* The two steps of that: head and version, after which only import_db_image may be asked for; and all the rest but the
   image, which is looked at when it is used. */
GavelStatus import_db_begin(ImportDb *db, Str bytes, GavelError *error);
GavelStatus import_db_check(const ImportDb *db, GavelError *error);
Str import_db_image(const ImportDb *db);
/* The card with that whole name or that name of a face, folded; IMPORT_NO_CARD if there is none. */
u32 import_db_find(const ImportDb *db, Str name);
/* A card (below db->cards.count) with its faces, which go to `faces` (room for IMPORT_FACES_MAX). Its texts live as
   long as the bytes. */
void import_db_card(const ImportDb *db, u32 row, ImportCard *card, ImportFace *faces);
/* Its definition in binary form; empty if it has none. */
Str import_db_definition(const ImportDb *db, u32 row);
/* The name of a format, and the state of a card in it. */
Str import_db_format(const ImportDb *db, u32 format);

/* Adds all cards with a definition to those known, which must then be linked; a card whose name is known already stays
   as it is. GAVEL_E_MEMORY, GAVEL_E_CORRUPT; nothing is added then. */
GavelStatus import_db_load(const ImportDb *db, CardDb *cards, GavelError *error);
/* Appends why a card has no definition: its name and a sentence. False if there is no such card, or it has one. */
bool import_db_why_not(const ImportDb *db, Str name, Text *out);
/* Likewise of a card (below db->cards.count). */
bool import_db_refusal(const ImportDb *db, u32 row, Text *out);

#endif
