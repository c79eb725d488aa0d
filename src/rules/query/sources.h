/* Sources of damage. */
#ifndef RULES_QUERY_SOURCES_H
#define RULES_QUERY_SOURCES_H

#include "state/state.h"

/* Appends what may be chosen as a source of damage (609.7a) onto the scratch list, each once: permanents, spells, what
   spells, abilities and waiting effects speak of, and what is in the command zone. */
void sources_add(Game *g);

#endif
