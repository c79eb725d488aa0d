/* The games that are measured: boards and decks of built-in cards. Add new matches after the others, whose signatures
   are recorded. */
#ifndef BENCH_SCENES_H
#define BENCH_SCENES_H

#include "base/base.h"
#include "gavel/gavel.h"

/* Copies of one card. */
typedef struct Pile {
  const char *name;
  u32 count;
} Pile;
enum { PILES = 24 };

/* A match: every player has this deck and board. */
typedef struct Match {
  const char *name;
  u32 players;
  u64 limit;         /* of decisions; longer games are cut off */
  Pile deck[PILES];  /* shuffled; seven cards are dealt */
  Pile board[PILES]; /* on the battlefield from the beginning */
} Match;

extern const Match MATCHES[];
extern const u32 MATCH_COUNT;
/* Their indices in the order in which they are reported: games of real decks first. */
extern const u32 MATCHES_REPORTED[];

/* Starts a match; prints the reason and returns null on failure, for example if a card is not built in. */
GavelGame *match_new(GavelCards *cards, const Match *match, u64 seed, GavelAllocator allocator);
/* The same before it starts: all cards are in libraries, and nobody has drawn any. */
GavelGame *match_setup(GavelCards *cards, const Match *match);
/* Two players in the middle of a main phase, with that many objects in the game: libraries, hands, lands and
   creatures. */
GavelGame *board_new(GavelCards *cards, u32 objects);
/* A hundred creatures and twenty enchantments that change them all; not started. */
GavelGame *effects_new(GavelCards *cards, u32 creatures, u32 effects);

#endif
