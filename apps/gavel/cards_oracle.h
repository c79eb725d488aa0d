/* What the grammar makes of Oracle text, for gavel cards. */
#ifndef GAVEL_CARDS_ORACLE_H
#define GAVEL_CARDS_ORACLE_H

#include "cli.h"

/* Compiles all cards of a file and prints how many are accepted and why the others are not, with the `most` frequent
   reasons. An exit status. */
int cards_coverage(const char *path, u32 most);
/* Audits all accepted texts of a file and prints the words that make no difference, with the `most` frequent first. An
   exit status: CLI_FAILED if there are any without an excuse. */
int cards_audit(const char *path, u32 most);
/* Prints the texts of a file that come to different abilities, with these. An exit status. */
int cards_ambiguous(const char *path);
/* Says all cards of a file (or without one all that are known) in English, compiles that and prints how many are again what they were, and why the others
   are not: the `most` frequent reasons, or with `all` each card. An exit status: CLI_FAILED if there are others. */
int cards_english(const GavelCards *cards, const char *path, u32 most, bool all);
/* Compiles one text, of an instant or sorcery if `spell`, and prints its abilities or why there are none; with `why`
   also how it was read. An exit status. */
int cards_read(const char *text, bool spell, bool why);

/* Prints how the text of a card was read, its definition, that as English, and whether it comes back. Of a card without
   a definition as far as it goes. An exit status: CLI_FAILED if nothing
   is known of the name. */
int cards_why(const GavelCards *cards, const char *name);

#endif
