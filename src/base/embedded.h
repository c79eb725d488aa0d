/* Files that were built into the library: those under cards/ and under grammar/ as they were then. */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include "base/base.h"

typedef struct EmbeddedFile {
  const char *name; /* without its folder, e.g. "islands.card" */
  const char *text; /* what the file held; a zero follows it */
  u32 length;       /* of the text, in bytes */
} EmbeddedFile;

/* All files of a folder in byte order of their names, and how many there are. Never null, even for none; they live as
   long as the program. */
const EmbeddedFile *embedded_cards(u32 *count);
const EmbeddedFile *embedded_grammar(u32 *count);

#endif
