/* Games between decks, for the commands that play them: who sits where, what has been answered, and the file that
   keeps both. */
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
} Seating;

/* Reads a deck file; complains of every line that can't be read and answers null. */
GavelDeck *deck_open(const GavelCards *cards, const char *path);
/* Reads the rules of a format for building decks; complains and answers null if they can't be read. */
GavelDeckFormat *format_open(const GavelCards *cards, const char *path);
/* Reads a deck file into the next seat; complains and answers false if it is none, or no seat is left. */
bool seating_add_deck(Seating *seating, const char *path);
/* Whether all decks are legal in the format of that file; complains of what is not. */
bool seating_legal(const Seating *seating, const char *format);
/* Gives the decks back; the cards are the caller's. */
void seating_free(Seating *seating);
/* A game of these decks with that seed, started: the player who begins is drawn from the seed. Ends the program if
   there is no memory left; complains and answers null if the game cannot be. */
GavelGame *seating_start(const Seating *seating, u64 seed);

/* In the place of an option among the answers: the player in the low bits concedes. */
#define ANSWER_CONCEDE 0x80000000u

/* A game that was played: its seating, and the answers to all decisions in order. */
typedef struct Record {
  Seating seating;
  VEC(u32) answers;
  u64 hash; /* of the state behind the last answer */
} Record;

void record_add(Record *record, u32 answer);
/* Gives a game an answer of a record, an option or a concession. */
GavelStatus record_apply(GavelGame *game, u32 answer);
/* Writes and reads a record; complain and answer false if that cannot be, or if a record was made by another version
   of the engine or with other cards. Reading fills in everything but the cards, which must be set. */
bool record_write(const Record *record, const char *path);
bool record_read(Record *record, const char *path);
void record_free(Record *record);
/* A game as it was behind the first `count` answers of a record; null after complaining. */
GavelGame *record_play(const Record *record, u32 count);

#endif
