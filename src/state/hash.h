/* The two hashes of a game. */
#ifndef STATE_HASH_H
#define STATE_HASH_H

#include "state/state.h"

/* Pins determinism: equal for games that came to the same state by the same steps, whatever the compiler, processor or
   memory layout; the same for clones and for saved and loaded games. Covers everything in the core, even ids and free
   rows, but not heap handles or derived tables. */
u64 state_hash(const Game *g);

/* The same, including the options of the pending decision. */
u64 decision_hash(const Game *g);
/* The hash of what a game has once: its players, the turn, the decision. */
u64 core_hash(Game *g);
/* Whether two games have the same decision_hash. Quicker than hashing both, because rows that are equal byte by byte are not
   hashed. */
bool decisions_agree(Game *a, Game *b);

/* Equal for positions that no player could tell apart. Objects are numbered in the order of their zones, timestamps and
   acquisitions are replaced by ranks, turn numbers are relative to now, and mere counters (decisions, events, ids to be
   assigned, the random generator's state) are left out. What happened this turn counts only if an ability in the game
   may ask for it. Fails the game if it runs out of memory. Changes nothing. */
u64 position_hash(Game *g);
/* The same, into `*hash`; returns GAVEL_E_MEMORY if it runs out of memory. */
GavelStatus position_hash_of(const Game *g, u64 *hash);

#endif
