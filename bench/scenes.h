/* The games that are measured: boards and decks of cards that are built in. New matches stand behind the others, whose
   signatures are written down. */
#ifndef BENCH_SCENES_H
#define BENCH_SCENES_H

#include "base/base.h"
#include "gavel/gavel.h"

/* Cards of one name. */
typedef struct Pile {
  const char *name;
  u32 count;
} Pile;
enum { PILES = 24 };

/* A match: every player has the deck and the board. */
typedef struct Match {
  const char *name;
  u32 players;
  u64 limit;         /* of decisions; a game that takes more is cut off there */
  Pile deck[PILES];  /* shuffled; seven are dealt */
  Pile board[PILES]; /* on the battlefield from the beginning */
} Match;

extern const Match MATCHES[];
extern const u32 MATCH_COUNT;
/* Their indexes in the order in which they are reported: games of real decks first. */
extern const u32 MATCHES_REPORTED[];

/* A match that has been started; null after printing why not, as when a card is not built in. */
GavelGame *match_new(GavelCards *cards, const Match *match, u64 seed, GavelAllocator allocator);
/* The same before it begins: all cards are in libraries, and nobody has drawn any. */
GavelGame *match_setup(GavelCards *cards, const Match *match);
/* Two players in the middle of a main phase, with so many objects in the game: libraries, hands,
   lands and creatures. */
GavelGame *board_new(GavelCards *cards, u32 objects);
/* One hundred creatures and twenty enchantments that change them all; not started. */
GavelGame *effects_new(GavelCards *cards, u32 creatures, u32 effects);

#endif
