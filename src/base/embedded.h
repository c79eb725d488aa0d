/* Files that were built into the library, as they were then; and the card files, of which the library holds only the image
   (builtin/builtin.h), built into the programs that make and test it. */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include "base/base.h"

typedef struct EmbeddedFile {
  const char *name; /* without its folder, e.g. "islands.card" */
  const char *text; /* what the file held; a zero follows it */
  u32 length;       /* of the text, in bytes */
} EmbeddedFile;

/* All of them in byte order of their names, and how many there are. Never null, even for none; they live as long as the
   program. */
const EmbeddedFile *embedded_definitions(u32 *count); /* cards/ *.ir: keywords and operations */
const EmbeddedFile *embedded_grammar(u32 *count);     /* grammar/ *.grammar */
const EmbeddedFile *embedded_usual(u32 *count);       /* grammar/ *.counts: how usual productions are */
const EmbeddedFile *embedded_cards(u32 *count);       /* cards/ *.card, outside of the library */

#endif
