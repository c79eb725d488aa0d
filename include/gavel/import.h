/* Card data: reading the files that publish Magic's cards, and compiling them into a database.

       GavelImportDef def = gavel_import_def_default();
       gavel_import_create(&def, &import, &error);
       while (more) gavel_import_feed(import, bytes, size, &error);
       gavel_import_finish(import, &error);
       const void *image = gavel_import_image(import, &length);
       gavel_cards_add_compiled(cards, image, length, &error);

   What gavel/gavel.h says of statuses, texts, buffers and threads holds here too. Nothing here opens a file; whatever the
   bytes are, they end in a status, a place and a sentence. */
#ifndef GAVEL_IMPORT_H
#define GAVEL_IMPORT_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GavelImport GavelImport;

/* How far an import has come. */
typedef struct GavelImportProgress {
  uint64_t bytes;    /* fed so far */
  uint64_t cards;    /* read so far */
  uint64_t compiled; /* of them, once gavel_import_finish is under way */
} GavelImportProgress;

typedef struct GavelImportDef {
  GavelAllocator allocator; /* default: gavel_allocator_default() */
  /* Told after each piece that is fed, and now and then while cards are compiled; answers whether to go on. If not, the
     call answers GAVEL_E_STOPPED. Must not call for the import. Default: null, never told. */
  bool (*progress)(void *user, const GavelImportProgress *progress);
  void *user;
} GavelImportDef;

GAVEL_API GavelImportDef gavel_import_def_default(void);

/* Begins an import, as `*import`, null after an error. Errors: GAVEL_E_MEMORY. `error` may be null here and below. */
GAVEL_API GavelStatus gavel_import_create(const GavelImportDef *def, GavelImport **import, GavelError *error);
/* Gives an import back with its image, at any time; null is allowed. */
GAVEL_API void gavel_import_destroy(GavelImport *import);

/* Reads the next piece of a file in JSON: Scryfall's bulk data (an array of cards, or a list with one), or MTGJSON's
   AtomicCards. Pieces may be of any size and end anywhere; kilobytes are better than bytes. Errors, with the byte and, in
   the message, the path of the value: GAVEL_E_SYNTAX for what is no JSON, GAVEL_E_CHECK for what has another shape,
   GAVEL_E_LIMIT for what is too deep or too long, GAVEL_E_STOPPED, GAVEL_E_MEMORY. After an error the import can only be
   given back: everything else answers GAVEL_E_MISUSE. */
GAVEL_API GavelStatus gavel_import_feed(GavelImport *import, const void *bytes, size_t size, GavelError *error);
/* Says that there are no more pieces and compiles the cards. A card that can't be compiled is no error: see the summary.
   Errors: those of gavel_import_feed; GAVEL_E_LIMIT for a database of 4 GiB and more. */
GAVEL_API GavelStatus gavel_import_finish(GavelImport *import, GavelError *error);
/* The compiled database, for gavel_cards_add_compiled or for a file; `*size` becomes its length in bytes. Null, and 0,
   before gavel_import_finish has succeeded. It lives as long as the import, and the cards it is added to need it as long. */
GAVEL_API const void *gavel_import_image(const GavelImport *import, size_t *size);

/* What has become of a file. */
typedef struct GavelImportSummary {
  uint64_t met;      /* cards and other things that it lists */
  uint64_t cards;    /* of them cards of a game, no two with the same name */
  uint64_t accepted; /* of these, cards that have a definition; 0 before gavel_import_finish */
  uint64_t problems; /* problems in the file, which leave the rest of it readable */
} GavelImportSummary;

GAVEL_API GavelImportSummary gavel_import_summary(const GavelImport *import);
/* One of the problems, and where in the file it is, into `*error`; false beyond. */
GAVEL_API bool gavel_import_problem(const GavelImport *import, uint64_t index, GavelError *error);

/* --- reading one text ---------------------------------------------------------------------- */

/* What reads the English on cards. It is made once, which takes a while, and read with often; by one thread at a time. */
typedef struct GavelReader GavelReader;

/* Makes a reader, as `*reader`. Errors: GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_reader_create(GavelAllocator allocator, GavelReader **reader, GavelError *error);
/* Gives it back; null is allowed. */
GAVEL_API void gavel_reader_destroy(GavelReader *reader);

typedef struct GavelReading {
  bool read; /* the whole text is understood */
  /* Else what stands in the way, in bytes of the text; 0 and 0 where that is no piece of it. */
  size_t at, length;
} GavelReading;

/* Reads the text of a card, its abilities on lines of their own. `spell` says that it is that of an instant or sorcery;
   `name` is what the card is called, and may be empty. What it comes to is written to `out`: its abilities in the form of
   docs/ir.md, one a line, or a sentence that says why it has none. Writes text; `*reading` (may be null) says which. */
GAVEL_API size_t gavel_reader_read(GavelReader *reader, const char *name, const char *text, bool spell,
                                   GavelReading *reading, char *out, size_t size);
/* Likewise how it was read: each phrase with the production that takes it and what it means, its parts indented below
   it. Writes text. */
GAVEL_API size_t gavel_reader_explain(GavelReader *reader, const char *name, const char *text, bool spell, char *out,
                                      size_t size);

#ifdef __cplusplus
}
#endif
#endif
