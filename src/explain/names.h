/* Names of what events and effects speak of. */
#ifndef EXPLAIN_NAMES_H
#define EXPLAIN_NAMES_H

#include "state/objects.h"

/* Appends a player's name. */
void name_player(const Str *players, u32 player, Text *out);
/* Appends the name of an object or player, as it is now or as last known. Computes no layers: an object is called as
   it was when characteristics were last computed. */
void name_ref(Game *g, const Str *players, Ref ref, Text *out);
/* The name of an object now or as last known, likewise; 0 for players, nameless objects and what nobody remembers. */
StrId name_of(Game *g, Ref ref);
/* A layer as 613 numbers it, e.g. "7c". */
const char *name_layer(Layer layer);

#endif
