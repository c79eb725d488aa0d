/* The cards built into the library, as an image of their database, ready at once.

   The build makes the image with a program that uses only the modules below this one (tools/embed_image.c). */
#ifndef BUILTIN_BUILTIN_H
#define BUILTIN_BUILTIN_H

#include "cards/image.h"

/* The image of the built-in cards. */
Str builtin_image(void);
/* Opens a linked database of the built-in cards. GAVEL_E_MEMORY. */
GavelStatus builtin_open(CardDb *db, GavelAllocator allocator, GavelError *error);
/* Whether the database is still as builtin_open made it. */
bool builtin_is(const CardDb *db);

#endif
