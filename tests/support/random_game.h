/* Games in random states, made without applying the rules, for tests of the block. */
#ifndef SUPPORT_RANDOM_GAME_H
#define SUPPORT_RANDOM_GAME_H

#include "state/setup.h"

/* A linked database with the cards of these games; fails the running test if it can't be made. */
void random_cards(CardDb *db);

/* Does one random thing to a game: things enter, move, leave, and everything that can own a piece of the heap comes and
   goes. The game is sound before and after. Call it inside game_protect. */
void random_step(Game *g, Rng *rng);
/* Does `steps` random things inside game_protect. */
GavelStatus random_steps(Game *g, Rng *rng, u32 steps);

/* Creates a game of two or three players and does `steps` random things; fails the running test if that is
   impossible. */
Game *random_game(GavelAllocator allocator, const CardDb *db, u64 seed, u32 steps);

/* Fails the running test unless the validator accepts the game. */
void assert_sound(const Game *g);

#endif
