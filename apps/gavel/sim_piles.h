/* Random piles of cards as decks, for gavel sim --cover: whatever cards do together, the game has to hold. Piles are dealt
   in rounds, each of which deals every card once. */
#ifndef GAVEL_SIM_PILES_H
#define GAVEL_SIM_PILES_H

#include "cli.h"
#include "gavel/table.h"

/* Each two colours have piles, and what is of more colours goes to piles of all five. */
enum { PILE_SORTS = 11 };

/* The cards that piles are dealt from, by sort. */
typedef struct Piles {
  GavelCards *cards;
  VEC(GavelCardId) pool[PILE_SORTS];
  u32 cards_in_all, a_round; /* cards, and piles that a round deals */
} Piles;

/* All cards that decks may hold, basic lands aside. False after a message when there is none. */
bool piles_find(Piles *piles, GavelCards *cards);
void piles_free(Piles *piles);
/* The Nth pile from 0 on, of sixty cards: spells of its colours and basic lands for them. The same number gives the same
   deck. Ends the program when memory is short. */
GavelDeck *piles_deck(const Piles *piles, u64 number);

#endif
