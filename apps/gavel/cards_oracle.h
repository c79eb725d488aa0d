/* What the grammar makes of Oracle text, for gavel cards. */
#ifndef GAVEL_CARDS_ORACLE_H
#define GAVEL_CARDS_ORACLE_H

#include "cli.h"

/* What gavel cards coverage is to say. */
typedef struct CoveragePlan {
  const char *path;     /* the file of cards */
  const char *executed; /* the file of names that sim and run have written; null: nothing is said of that */
  u32 most;             /* how many of the most frequent reasons, and of the cards never executed, are printed */
  bool json;            /* all of them, as JSON */
} CoveragePlan;

/* Compiles all cards of a file and prints how many are accepted, in all and by family (families.def), why the others are not, which operations hardly
   any card uses, and which accepted cards no game has executed. An exit status. */
int cards_coverage(const CoveragePlan *plan);
/* Audits all accepted texts of a file and prints the words that make no difference, with the `most` frequent first. An
   exit status: CLI_FAILED if there are any without an excuse. */
int cards_audit(const char *path, u32 most);
/* Prints the texts of a file that come to different abilities, with these. An exit status. */
int cards_ambiguous(const char *path);
/* Prints how often each production of the grammar is used for the accepted texts of a file, as grammar/usual.counts holds
   it. An exit status. */
int cards_usual(const char *path);
/* Says all cards of a file (or without one all that are known) in English, compiles that and prints how many are again what they were, and why the others
   are not: the `most` frequent reasons, or with `all` each card. An exit status: CLI_FAILED if there are others. With
   `silences` it prints which cards productions have words for, and why they have none for the others. */
int cards_english(const GavelCards *cards, const char *path, u32 most, bool all, bool silences);
/* Compiles the text that a file of card data has for each known card, and says of each whether that comes to its
   definition. A card whose text is refused, or that isn't there, must have been read by somebody: `read` is the list of
   those, in which each row holds its name, fingerprints of what is printed on it and of its definition, the date, and a
   remark, with tabs between them. Without a list (null) such cards are named. An exit status: CLI_FAILED if a definition
   differs from its text, or the list isn't true. */
int cards_against(const GavelCards *cards, const char *path, const char *read);
/* Compiles one text, of an instant or sorcery if `spell`, and prints its abilities or why there are none; with `why`
   also how it was read. An exit status. */
int cards_read(const char *text, bool spell, bool why);

/* Prints how the text of a card was read, its definition, that as English, and whether it comes back. Of a card without
   a definition as far as it goes. An exit status: CLI_FAILED if nothing
   is known of the name. */
int cards_why(const GavelCards *cards, const char *name);

#endif
