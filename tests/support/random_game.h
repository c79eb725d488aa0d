/* Games in random states, made without asking the rules: what the tests of the block are run on. */
#ifndef SUPPORT_RANDOM_GAME_H
#define SUPPORT_RANDOM_GAME_H

#include "state/setup.h"

/* A linked database with the cards these games use; fails the running test if it can't be made. */
void random_cards(CardDb *db);

/* Does one random thing to a game: things enter, move, leave, and everything that can own a piece
   of the heap comes and goes. The game is sound before and after. To be called inside
   game_protect. */
void random_step(Game *g, Rng *rng);
/* Does `steps` random things inside game_protect. */
GavelStatus random_steps(Game *g, Rng *rng, u32 steps);

/* A new game of two or three players after `steps` random things; fails the running test if it
   can't be made. */
Game *random_game(GavelAllocator allocator, const CardDb *db, u64 seed, u32 steps);

/* Fails the running test unless the validator finds the game sound. */
void assert_sound(const Game *g);

#endif
