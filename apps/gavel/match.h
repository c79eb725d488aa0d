/* Games between decks, for the commands that play them: who sits where. */
#ifndef GAVEL_MATCH_H
#define GAVEL_MATCH_H

#include "cli.h"
#include "gavel/table.h"

/* Who decides for a seat. */
typedef enum SeatPlayer { SEAT_AUTO, SEAT_RANDOM, SEAT_HUMAN } SeatPlayer;
extern const char *const SEAT_PLAYERS[3];
/* Reads "N=WHO", the Nth seat from 1 on, for an option --seat; ends the program with a usage error for anything else.
   `*said` gets the seat's bit. */
void seat_parse(const char *argument, SeatPlayer *players, u32 *said, struct argp_state *state);

typedef struct Seat {
  char *name; /* of the deck, or its file's */
  GavelDeck *deck;
  SeatPlayer player;
} Seat;

/* What a game begins with. */
typedef struct Seating {
  GavelCards *cards;
  Seat seats[GAVEL_PLAYERS_MAX];
  u32 count;
  GavelFormat format;
  u64 seed;
  GavelLanguage language; /* of what is said of the game */
  bool no_take_back;      /* as in GavelGameDef */
} Seating;

/* Reads a deck file; complains of every line that can't be read and answers null. */
GavelDeck *deck_open(const GavelCards *cards, const char *path);
/* Reads the rules of a format for building decks; complains and answers null if they can't be read. */
GavelDeckFormat *format_open(const GavelCards *cards, const char *path);
/* Reads a deck file into the next seat; complains and answers false if it is none, or no seat is left. */
bool seating_add_deck(Seating *seating, const char *path);
/* Gives a deck the next seat, under its name, to which the seat's number is added if another seat has it; complains and
   gives the deck back if no seat is left. */
bool seating_seat(Seating *seating, GavelDeck *deck, const char *name);
/* Whether all decks are legal in the format of that file, which the game then has; complains of what is not. */
bool seating_legal(Seating *seating, const char *format);
/* Gives the decks back; the cards are the caller's. */
void seating_free(Seating *seating);
/* A game of these decks with that seed, started: the player who begins is drawn from the seed. Ends the program if
   there is no memory left; complains and answers null if the game cannot be. */
GavelGame *seating_start(const Seating *seating, u64 seed);

#endif
