/* The two hashes of a game (design decision 3). */
#ifndef STATE_HASH_H
#define STATE_HASH_H

#include "state/state.h"

/* Pins determinism: the same for games that came to the same state by the same steps, whatever
   compiler, processor or layout of memory; the same for a clone, and for a game saved and loaded.
   Everything of the core counts, ids and free rows too; handles of the heap and derived tables do
   not. */
u64 state_hash(const Game *g);

/* The same with the options of the pending decision, which it goes on by. */
u64 decision_hash(const Game *g);

/* The same for positions no player could tell apart: objects are numbered in the order of their
   zones, timestamps and acquisitions by rank, turn numbers from now; what merely counts (decisions,
   events, ids to be given out, the state of the random generator) is left out. What happened this
   turn counts only if some ability in the game may ask for it. Fails the game when there is no
   memory. Changes nothing. */
u64 position_hash(Game *g);
/* Likewise into `*hash`; GAVEL_E_MEMORY when there is no memory. */
GavelStatus position_hash_of(const Game *g, u64 *hash);

#endif
