/* An event in words; and how an object has become what it is. */
#ifndef EXPLAIN_TRACE_H
#define EXPLAIN_TRACE_H

#include "state/state.h"

/* Appends what an object or player is called in sentences; a permanent that is a copy is told from what it copies. */
void object_say(Game *g, const Str *players, Ref ref, Text *out);
/* Appends what happened as a sentence without a full stop; `players` are their
   names by number; null: Player 1, Player 2 … */
void event_say(Game *g, const Str *players, const Event *event, Text *out);

/* Appends what an object is, where its values come from, and what each layer (613.1) has changed: a line a layer that
   has done something, with what did it. The game must not be running. GAVEL_OK, or what the game has failed with. */
GavelStatus explain_object(Game *g, u32 slot, const Str *players, Text *out);

#endif
