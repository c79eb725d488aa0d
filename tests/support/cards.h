/* The card database tests play with. */
#ifndef SUPPORT_CARDS_H
#define SUPPORT_CARDS_H

#include "cards/carddb.h"

/* All embedded cards, linked; fails the running test when they are wrong. Free with carddb_free. */
void test_cards(CardDb *db);

/* The same, with the texts that the library's own cards have: abilities are found by their words. */
void test_said_cards(CardDb *db);

#endif
