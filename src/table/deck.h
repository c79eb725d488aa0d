/* Decks in memory, and reading them. */
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
  GavelDeckProblem *problem; /* null: reading ends with the first problem */
  void *user;
  bool refused;
} DeckReader;

/* Adds `count` copies of the card with that name, which is at `column` of the line; false after an error. */
bool deck_add(DeckReader *r, Str name, u32 count, u32 column);
/* Reports a problem at that place; returns whether reading goes on to find others. */
bool deck_refuse(DeckReader *r, GavelStatus status, u32 column, const char *format, ...) PRINTF_LIKE(4, 5);

/* Read a text in one of the formats into the deck; false after an error. */
bool deck_read_lines(DeckReader *r, Str text);
bool deck_read_xml(DeckReader *r, Str text);

/* The characteristics of a card's front, and whether it is a basic land, of which a deck may have any number (100.2a). */
const Chars *deck_front(const CardDb *db, GavelCardId card);
bool deck_is_basic(const CardDb *db, GavelCardId card);

/* Adds a line for each problem with a deck's commanders or their color identity (903.3, 903.5c, 702.124); `brawl`: in
   Brawl (903.12). */
void deck_check_commanders(const GavelDeck *deck, bool brawl, Text *out);

/* The rule for building decks with that operation among a card's abilities, 0 if there is none (113.6n). */
Node deck_rule(const CardDb *db, const Chars *c, IrOp op);

/* The card with a name as decks write it, 0 if there is none; single slashes may join halves. */
GavelCardId deck_card(const GavelCards *cards, Str name);
/* Reports an unknown card, with the nearest names. */
void deck_unknown(const GavelCards *cards, Str name, u32 line, u32 column, GavelError *error);

#endif
