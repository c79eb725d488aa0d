/* Decks as they lie in memory, and what reads them. */
#ifndef TABLE_DECK_H
#define TABLE_DECK_H

#include "gavel/table.h"

#include "api/api.h"
#include "cards/carddb.h"

struct GavelDeck {
  GavelAllocator allocator;
  const GavelCards *cards;
  Text name;
  VEC(GavelDeckEntry) entries;
};

/* A deck being read. */
typedef struct DeckReader {
  GavelDeck *deck;
  GavelError *error; /* the first problem */
  u32 line;
  GavelDeckPart part;
  GavelDeckProblem *problem; /* null: reading ends with the first */
  void *user;
  bool refused;
} DeckReader;

/* Adds `count` of the card of that name, which stands at `column` of the line; false after an error. */
bool deck_add(DeckReader *r, Str name, u32 count, u32 column);
/* Refuses the deck at that place; whether reading goes on, so that other problems are found. */
bool deck_refuse(DeckReader *r, GavelStatus status, u32 column, const char *format, ...) PRINTF_LIKE(4, 5);

/* Read text in one of the forms into the deck; false after an error. */
bool deck_read_lines(DeckReader *r, Str text);
bool deck_read_xml(DeckReader *r, Str text);

/* Adds a line for each thing that is wrong with a deck's commanders, or with their color identity (903.3, 903.5c,
   702.124). */
void deck_check_commanders(const GavelDeck *deck, Text *out);

/* The rule of that operation that one of a card's abilities sets for building decks, 0 if there is none (113.6n). */
Node deck_rule(const CardDb *db, const Chars *c, IrOp op);

/* The card of a name as decks write it, 0 if there is none: halves may be joined by single slashes. */
GavelCardId deck_card(const GavelCards *cards, Str name);
/* Says that no card is called so, with the nearest names. */
void deck_unknown(const GavelCards *cards, Str name, u32 line, u32 column, GavelError *error);

#endif
