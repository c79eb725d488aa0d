/* A file of public card data, its cards compiled. */
#ifndef GAVEL_CARD_DATA_H
#define GAVEL_CARD_DATA_H

#include "api/api.h"
#include "import/database.h"

typedef struct CardData {
  Import import; /* what was read */
  Text bytes;    /* the database of it */
  ImportDb db;   /* which is in `bytes` */
} CardData;

/* Reads a file in JSON ("-": the standard input) and compiles its cards. Complains and answers false if it cannot; there
   is nothing to give back then. */
bool card_data_open(CardData *data, const char *path);
void card_data_close(CardData *data);
/* Reads a file in JSON without compiling anything; complains and answers false if it cannot. Free with import_free. */
bool card_data_import(const char *path, Import *import);

/* The `i`th compiled database that was added; null after complaining that it is damaged. */
const ImportDb *compiled_open(const GavelCards *cards, u32 i);

#endif
