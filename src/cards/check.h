/* Checks of definitions that apply however they came into the database. */
#ifndef CARDS_CHECK_H
#define CARDS_CHECK_H

#include "cards/ir.h"

/* Whether characteristics are valid for a face of a card, the first or (`behind`) a later one. If not, writes the
   reason to `out`. */
bool check_face_chars(const Chars *chars, bool behind, Text *out);
/* Whether a mana symbol is one of those in 107.4. */
bool check_mana_symbol(u32 symbol);
/* Derives the remaining fields: colours (105.2) and the set of keywords. */
void face_complete(const CardDb *db, Chars *chars);

/* Checks everything in a database with arrays from outside: every index is valid, nodes and words fit their signatures,
   and nothing exceeds its limit of depth or size. */
GavelStatus check_database(const CardDb *db, GavelError *error);
/* The index of the first invalid mana cost; 0 if all are valid. */
u32 check_costs(const CardDb *db);
/* Checks one card in the same way; nothing that belongs to it may refer to what belongs to another. Its bounds, names
   and mana costs must have been checked. Allocates only if something is wrong. */
bool check_one_card(const CardDb *db, u32 card);

#endif
