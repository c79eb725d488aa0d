/* The card files that were under cards/ when Gavel was built. */
#ifndef CARDS_EMBEDDED_H
#define CARDS_EMBEDDED_H

#include "base/base.h"

typedef struct EmbeddedCard {
  const char *name; /* the file's, without its folder, e.g. "islands.card" */
  const char *text; /* what the file held; a zero follows it */
  u32 length;       /* of the text, in bytes */
} EmbeddedCard;

/* All of them in byte order of their names, and how many there are. Never null, even for none; lives
   as long as the program. */
const EmbeddedCard *embedded_cards(u32 *count);

#endif
