/* Databases that are used as they lie in memory.

   An image is a whole linked database, except the texts of its definitions, in the machine's native form: a header
   followed by arrays, each aligned to eight bytes. A database opened on an image uses the arrays in place until it has
   to be changed; then it gets its own arrays (carddb_own). So opening is fast however many cards there are.

   A built-in image is trusted to be unchanged since the library was built. Any other is based on the built-in one: what
   belongs to no card must be the same. Opening it checks everything that is used before a card is found: the header,
   names, the tables that lead to cards, and the bounds of each card. A card itself is checked on first use
   (carddb_sound): its own checksum, everything that check_database checks, and that the results of carddb_link are
   right. A card that fails is not found by any name. */
#ifndef CARDS_IMAGE_H
#define CARDS_IMAGE_H

#include "cards/carddb.h"

/* Alignment of an image and of its arrays. */
#define IMAGE_ALIGNMENT 8u

/* Writes the image of a linked database to an empty text, based on the image that `base` was opened on, or on none if
   it is null. Sets `out->failed` if there is no memory. */
void image_write(const CardDb *db, const CardDb *base, Text *out);

/* Whether bytes are an image that this machine and this version of Gavel can use directly, based on that of `base`. */
bool image_fits(Str bytes, const CardDb *base);
/* Opens an image that fits; its bytes must stay unchanged as long as the database lives. Without a base, it is the
   built-in one. GAVEL_E_MEMORY; GAVEL_E_CORRUPT with the byte. */
GavelStatus image_open(CardDb *db, GavelAllocator allocator, Str bytes, const CardDb *base, GavelError *error);

#endif
