/* The families of cards that coverage tells apart (families.def). */
#ifndef GAVEL_FAMILIES_H
#define GAVEL_FAMILIES_H

#include "import/import.h"

#include <regex.h>

#define FAMILIES_CAP 32u

/* The expressions of the families, ready to be matched. */
typedef struct Families {
  regex_t *expressions;
} Families;

u32 families_count(void);
const char *family_name(u32 family);

void families_begin(Families *families);
void families_free(Families *families);
/* The families a card belongs to, as bits. */
u32 families_of(const Families *families, const ImportCard *card);

#endif
