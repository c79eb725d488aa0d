/* What the grammar makes of Oracle text, for gavel cards. */
#ifndef GAVEL_CARDS_ORACLE_H
#define GAVEL_CARDS_ORACLE_H

#include "cli.h"

/* Compiles all cards of a file and prints how many are accepted and why the others are not, with the `most` frequent
   reasons. An exit status. */
int cards_coverage(const char *path, u32 most);
/* Compiles one text, of an instant or sorcery if `spell`, and prints its abilities or why there are none; with `why`
   also how it was read. An exit status. */
int cards_read(const char *text, bool spell, bool why);

#endif
