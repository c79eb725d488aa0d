/* Many games between decks, for `gavel sim`. What comes of them depends on the plan and the decks alone, not on how many
   threads play them. */
#ifndef GAVEL_SIM_H
#define GAVEL_SIM_H

#include "executed.h"
#include "match.h"
#include "sim_piles.h"

typedef enum SimCheck {
  SIM_CHECK_NONE,
  SIM_CHECK_STATES, /* the validator behind every answer that made something happen */
  SIM_CHECK_LAYERS, /* … and the second evaluator of characteristics, which no later one has */
  SIM_CHECK_RULES,  /* … and the game played back to the same hash */
  SIM_CHECK_EVERY,  /* … and at every decision going on from a copy of each sort */
} SimCheck;

typedef struct SimPlan {
  u64 games, seed, limit; /* decisions of a game */
  u32 players, threads;
  SeatPlayer who[GAVEL_PLAYERS_MAX]; /* plays each seat: not people */
  SimCheck check;
  bool cover;         /* random piles of cards play, instead of decks */
  const char *folder; /* where the record of each game goes; null: nowhere */
} SimPlan;

typedef struct SimTotals {
  u64 games, draws, unfinished, turns, decisions, events;
  u64 problems;  /* of checks; each has been complained of */
  u64 signature; /* of the final states of all games */
} SimTotals;

/* Games of some sort, and how many of them were won. */
typedef struct SimShare {
  u64 games, won;
} SimShare;

/* A card of the decks: games of a player who drew or played it, and of one who had it in the deck and did not. */
typedef struct SimCard {
  GavelCardId card;
  SimShare drawn, not_drawn, played, not_played;
} SimCard;

typedef struct Sim {
  SimPlan plan;
  Seating seating;   /* the decks; a game's seats are some of them in turn */
  Piles piles;       /* what plays instead, if the plan is to cover */
  Executed executed; /* with piles */
  SimTotals totals;
  VEC(SimShare) decks; /* of each deck of the seating */
  VEC(SimCard) cards;  /* those of the decks, in the order they are first met */
  double seconds;      /* of the clock */
} Sim;

bool sim_add_deck(Sim *sim, const char *path);
/* Lets random piles of all cards of the seating play. */
bool sim_add_piles(Sim *sim);
/* How many cards of the piles were executed. */
u32 sim_executed(const Sim *sim);
/* Plays all games; complains and answers false when they cannot be played. */
bool sim_run(Sim *sim);
void sim_free(Sim *sim);

#endif
