/* Checks of definitions that hold however they came into the database. */
#ifndef CARDS_CHECK_H
#define CARDS_CHECK_H

#include "cards/ir.h"

/* What keeps characteristics from being those of a face of a card, `behind` the first or not, as a message into `out`;
   true if nothing does. The message is empty only then. */
bool check_face_chars(const Chars *chars, bool behind, Text *out);
/* Whether a mana symbol is one of those of 107.4. */
bool check_mana_symbol(u32 symbol);
/* Fills in what follows from the rest: colours (105.2) and the set of keywords. */
void face_complete(const CardDb *db, Chars *chars);

/* Checks everything in a database whose arrays were read from somewhere: that every index is
   one, that nodes and words fit their signatures, and that nothing is deeper or larger than its
   limit. */
GavelStatus check_database(const CardDb *db, GavelError *error);
/* The place of the first mana cost of a database that is none, 0 if all are. */
u32 check_costs(const CardDb *db);
/* Checks one card in the same way: what belongs to it, of which nothing may name what belongs to another. Where it
   begins and ends, names and mana costs must have been checked. Allocates nothing, unless something is wrong. */
bool check_one_card(const CardDb *db, u32 card);

#endif
