/* Card data: reads the files that publish Magic's cards, and compiles them into a database.

       GavelImportDef def = gavel_import_def_default();
       gavel_import_create(&def, &import, &error);
       while (more) gavel_import_feed(import, bytes, size, &error);
       gavel_import_finish(import, &error);
       const void *image = gavel_import_image(import, &length);
       gavel_cards_add_compiled(cards, image, length, &error);

   The rules of gavel/gavel.h on statuses, texts, buffers and threads apply here too. Nothing here opens a file. Any
   bytes are safe: bad ones end in a status, a place and a sentence. */
#ifndef GAVEL_IMPORT_H
#define GAVEL_IMPORT_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GavelImport GavelImport;

/* The progress of an import. */
typedef struct GavelImportProgress {
  uint64_t bytes;    /* fed so far */
  uint64_t cards;    /* read so far */
  uint64_t compiled; /* of those, compiled so far by gavel_import_finish */
} GavelImportProgress;

typedef struct GavelImportDef {
  GavelAllocator allocator; /* default: gavel_allocator_default() */
  /* Called after each piece that is fed, and now and then while cards are compiled; returns whether to go on. If false,
     the call returns GAVEL_E_STOPPED. Must not call the import. Default: null. */
  bool (*progress)(void *user, const GavelImportProgress *progress);
  void *user;
} GavelImportDef;

GAVEL_API GavelImportDef gavel_import_def_default(void);

/* Creates an import in `*import`, null after an error. Errors: GAVEL_E_MEMORY. `error` may be null here and below. */
GAVEL_API GavelStatus gavel_import_create(const GavelImportDef *def, GavelImport **import, GavelError *error);
/* Destroys an import and its image, at any time; null is allowed. */
GAVEL_API void gavel_import_destroy(GavelImport *import);

/* Reads the next piece of a JSON file: Scryfall's bulk data (an array of cards, or a list with one) or MTGJSON's
   AtomicCards. Pieces may have any size and end anywhere; kilobytes are faster than bytes. Errors, with the byte and,
   in the message, the path of the value: GAVEL_E_SYNTAX for invalid JSON, GAVEL_E_CHECK for JSON of another shape,
   GAVEL_E_LIMIT for values too deep or too long, GAVEL_E_STOPPED, GAVEL_E_MEMORY. After an error the import can only be
   destroyed: all other calls return GAVEL_E_MISUSE. */
GAVEL_API GavelStatus gavel_import_feed(GavelImport *import, const void *bytes, size_t size, GavelError *error);
/* Ends the input and compiles the cards. A card that can't be compiled is not an error: see the summary. Errors: those
   of gavel_import_feed; GAVEL_E_LIMIT if the database reaches 4 GiB. */
GAVEL_API GavelStatus gavel_import_finish(GavelImport *import, GavelError *error);
/* The compiled database, for gavel_cards_add_compiled or for a file; sets `*size` to its length in bytes. Null, and 0,
   until gavel_import_finish has succeeded. Lives as long as the import; cards it was added to need it as long as they
   live. */
GAVEL_API const void *gavel_import_image(const GavelImport *import, size_t *size);

/* The outcome of an import. */
typedef struct GavelImportSummary {
  uint64_t met;      /* entries in the file: cards and other things */
  uint64_t cards;    /* of those, cards for play, each name once */
  uint64_t accepted; /* of those, cards with a definition; 0 before gavel_import_finish */
  uint64_t problems; /* problems in the file; the rest of it is still read */
} GavelImportSummary;

GAVEL_API GavelImportSummary gavel_import_summary(const GavelImport *import);
/* Copies problem `index`, with its place in the file, to `*error`; returns false if there is no such problem. */
GAVEL_API bool gavel_import_problem(const GavelImport *import, uint64_t index, GavelError *error);

/* --- reading one text ---------------------------------------------------------------------- */

/* Reads the English on cards. Slow to create, so create it once; used by one thread at a time. */
typedef struct GavelReader GavelReader;

/* Creates a reader in `*reader`. Errors: GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_reader_create(GavelAllocator allocator, GavelReader **reader, GavelError *error);
/* Destroys a reader; null is allowed. */
GAVEL_API void gavel_reader_destroy(GavelReader *reader);

typedef struct GavelReading {
  bool read; /* the whole text was understood */
  /* if not: the bytes of the text that were not understood; 0 and 0 if no part of it is to blame */
  size_t at, length;
} GavelReading;

/* Reads the text of a card, one ability a line. `spell` is true for an instant or sorcery; `name` is the card's name,
   and may be empty. Writes to `out` the abilities in the form of docs/ir.md, one a line, or a sentence that says why
   there are none; `*reading` (may be null) says which. Writes text. */
GAVEL_API size_t gavel_reader_read(GavelReader *reader, const char *name, const char *text, bool spell,
                                   GavelReading *reading, char *out, size_t size);
/* Like gavel_reader_read, but writes how the text was read: each phrase with its production and its meaning, and its
   parts indented below it. Writes text. */
GAVEL_API size_t gavel_reader_explain(GavelReader *reader, const char *name, const char *text, bool spell, char *out,
                                      size_t size);

#ifdef __cplusplus
}
#endif
#endif
