/* The cards that are built into the library, as an image of their database: they are there at once.

   The image is made while the library is built, by a program of the modules below this one (tools/embed_image.c). */
#ifndef BUILTIN_BUILTIN_H
#define BUILTIN_BUILTIN_H

#include "cards/image.h"

/* The image of the built-in cards. */
Str builtin_image(void);
/* A linked database of the built-in cards. GAVEL_E_MEMORY. */
GavelStatus builtin_open(CardDb *db, GavelAllocator allocator, GavelError *error);
/* Whether it is still as builtin_open has made it. */
bool builtin_is(const CardDb *db);

#endif
