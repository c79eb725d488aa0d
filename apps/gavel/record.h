/* Records of games: who sat where with which deck, and every answer. A record is a file of lines, each a JSON value, so
   that a game under way adds to it and one that was broken off can go on:

     {"gavel": …, "cards": …, "format": …, "seed": …, "seats": […]}
     3                      the option chosen
     "player 1 concedes"    players are counted from 0
     {"back": 2}            the last two answers were taken back
     {"hash": …}            of the state, once the game has ended or been left */
#ifndef GAVEL_RECORD_H
#define GAVEL_RECORD_H

#include "match.h"

/* In the place of an option among the answers: the player in the low bits concedes. */
#define ANSWER_CONCEDE 0x80000000u

typedef struct Record {
  Seating seating;
  VEC(u32) answers;
  u64 hash;            /* of the state behind the last answer */
  bool whole;          /* `hash` is known: the game was not broken off */
  const char *journal; /* the file that each answer is added to; null: none */
} Record;

/* Writes what is recorded up to now to a file, as a whole; complains and answers false if that cannot be. */
bool record_write(const Record *record, const char *path);
/* The same, and whatever is recorded from then on is added to the file at once. */
bool record_keep(Record *record, const char *path);
/* Records an answer, that the last ones were taken back up to `count`, and how the game stands where it ends or is left;
   complain and answer false if the file can't be written. */
bool record_add(Record *record, u32 answer);
bool record_back(Record *record, u32 count);
bool record_end(Record *record, u64 hash);

/* Reads a record, all but the cards, which must be set. A last line that is cut off is passed over. Complains and answers
   false if it can't be read, or was made by another version of the engine or with other cards. */
bool record_read(Record *record, const char *path);
/* Gives back all but the cards. */
void record_free(Record *record);

/* Gives a game an answer of a record, an option or a concession. */
GavelStatus record_apply(GavelGame *game, u32 answer);
/* A game as it was behind the first `count` answers of a record; null after complaining. */
GavelGame *record_play(const Record *record, u32 count);

#endif
