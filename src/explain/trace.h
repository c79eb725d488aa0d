/* What happens in a game, in words, each event with the rules that were carried out for it; and how an object has
   become what it is. */
#ifndef EXPLAIN_TRACE_H
#define EXPLAIN_TRACE_H

#include "state/state.h"

/* The most rules told of with one event; those announced last stay. */
#define TRACE_RULES 24

/* Collects lines into a text. To be used as a Listener, through trace_listener; it must outlive the listening. */
typedef struct Trace {
  Text *out;
  const Str *players;             /* their names, by number; null: Player 1, Player 2 … */
  const char *rules[TRACE_RULES]; /* announced since the last event, each once */
  u32 rule_count;
} Trace;

/* Appends what happened as a sentence without a full stop; players may be null, as below. */
void event_say(Game *g, const Str *players, const Event *event, Text *out);

/* A trace that appends to `out`; `players` may be null, else it has a name for each player of the game. */
Trace trace_begin(Text *out, const Str *players);
/* The listener that fills it. Game.listener points to it as long as it is to be told. It changes nothing in the
   game: a game goes the same way with it and without. */
Listener trace_listener(Trace *trace);

/* Appends what an object is, where its values come from, and what each layer (613.1) has changed: a line a layer that
   has done something, with what did it. The game must not be running. GAVEL_OK, or what the game has failed with. */
GavelStatus explain_object(Game *g, u32 slot, const Str *players, Text *out);

#endif
