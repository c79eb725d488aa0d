/* Databases that are ready as they lie in memory.

   An image is all of a linked database but the texts of its definitions, in the machine's own form: a head, then
   arrays, each at a multiple of eight bytes. A database that is opened on one uses the arrays where they are, until it
   is to be changed: then it is given arrays of its own (carddb_own). So opening takes the same little time whatever the
   cards hold.

   An image that is built in is taken to be what it was when the library was built. Any other is built upon that one:
   what belongs to no card must be the same. When it is opened, all is checked that is looked at before a card is
   found: the head, names, the tables that lead to cards, where what belongs to each of them begins and ends. A card
   itself is checked when it is first asked for (carddb_sound): its own checksum, all that check_database asks for,
   and that what carddb_link works out for it is what stands there. A card that fails is not found, by any name. */
#ifndef CARDS_IMAGE_H
#define CARDS_IMAGE_H

#include "cards/carddb.h"

/* What all places of an image, and those of its arrays, are multiples of. */
#define IMAGE_ALIGNMENT 8u

/* Writes the image of a linked database to an empty text, built upon the one that `base` was opened on, or upon none
   where it is null. `out` has failed where memory was refused. */
void image_write(const CardDb *db, const CardDb *base, Text *out);

/* Whether bytes are an image that this machine and this version of Gavel can use as it is, built upon that of
   `base`. */
bool image_fits(Str bytes, const CardDb *base);
/* Opens an image that fits; its bytes must live and stay as they are as long as the database. Without a base, it is
   the one that is built in. GAVEL_E_MEMORY; GAVEL_E_CORRUPT with the byte. */
GavelStatus image_open(CardDb *db, GavelAllocator allocator, Str bytes, const CardDb *base, GavelError *error);

#endif
