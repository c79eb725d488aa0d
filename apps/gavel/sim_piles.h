/* Random piles of cards as decks, for gavel sim --cover: whatever cards do together, the game has to hold. */
#ifndef GAVEL_SIM_PILES_H
#define GAVEL_SIM_PILES_H

#include "cli.h"
#include "gavel/table.h"

/* The cards that piles are drawn from. */
typedef struct Piles {
  GavelCards *cards;
  VEC(GavelCardId) pool;
} Piles;

/* All cards that decks may hold, basic lands aside. False after a message when there is none. */
bool piles_find(Piles *piles, GavelCards *cards);
void piles_free(Piles *piles);
/* Sixty cards for a seat of a game: of two colours and their lands. The same seed gives the same deck. Ends the program
   when memory is short. */
GavelDeck *piles_deck(const Piles *piles, u64 seed);

#endif
