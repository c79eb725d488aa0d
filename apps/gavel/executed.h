/* Which cards have been executed: cast or played, or an ability of theirs was activated, triggered, resolved or replaced
   something. Static abilities don't count: they are looked at also where they change nothing. */
#ifndef GAVEL_EXECUTED_H
#define GAVEL_EXECUTED_H

#include "cli.h"
#include "state/state.h"

/* Those of the games that are listened to; any number of threads may play them. */
typedef struct Executed {
  const CardDb *db;
  _Atomic u8 *cards; /* by card */
  Listener listener; /* of every game */
} Executed;

/* The listener holds on to `executed`, which must stay where it is. */
void executed_begin(Executed *executed, const GavelCards *cards);
void executed_free(Executed *executed);
static inline bool executed_is(const Executed *executed, GavelCardId card) { return executed->cards[card]; }
/* Adds the names of the cards to those in a file, a name a line in byte order; the file need not be there yet. Complains
   and answers false if it cannot be read or written. */
bool executed_merge(const Executed *executed, const char *path);

/* The names in such a file. */
typedef struct ExecutedNames {
  Text text;
  VEC(Str) names;
} ExecutedNames;

/* Complains and answers false if the file cannot be read. */
bool executed_read(ExecutedNames *names, const char *path);
void executed_names_free(ExecutedNames *names);
bool executed_has(const ExecutedNames *names, Str name);

#endif
