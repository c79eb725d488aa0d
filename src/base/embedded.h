/* Files built into the library, and the card files, which are built only into the programs that make and test the
   library: the library holds just their image (builtin/builtin.h). */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include "base/base.h"

typedef struct EmbeddedFile {
  const char *name; /* without its folder, e.g. "islands.card" */
  const char *text; /* the file's contents, zero-terminated */
  u32 length;       /* of the text, in bytes */
} EmbeddedFile;

/* All files in byte order of their names, and their number. Never null, even if there are none; they live as long as
   the program. */
const EmbeddedFile *embedded_definitions(u32 *count); /* cards/ *.ir: keywords and operations */
const EmbeddedFile *embedded_grammar(u32 *count);     /* grammar/ *.grammar */
const EmbeddedFile *embedded_usual(u32 *count);       /* grammar/ *.counts: how common productions are */
const EmbeddedFile *embedded_cards(u32 *count);       /* cards/ *.card, not in the library */

#endif
