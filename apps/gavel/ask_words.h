/* Lines as people type them, made into lines of a scenario. */
#ifndef GAVEL_ASK_WORDS_H
#define GAVEL_ASK_WORDS_H

#include "cli.h"

/* Appends a line with each name of a card that stands in it without quotation marks put into them. */
void names_quote(const GavelCards *cards, const char *line, Text *out);
/* Appends an action as a scenario would have it, with a terminating 0: "Alice cast Grizzly Bears" is
   "Alice casts \"Grizzly Bears\"". */
void action_as_written(const GavelCards *cards, const char *action, Text *out);
/* Appends what is put somewhere, likewise: "Humility, Opalescence" are two things, "Urborg, Tomb of Yawgmoth" is one. */
void items_as_written(const GavelCards *cards, const char *items, Text *out);

#endif
