/* The card database for tests. */
#ifndef SUPPORT_CARDS_H
#define SUPPORT_CARDS_H

#include "cards/carddb.h"

/* All embedded cards, linked; fails the running test if they are wrong. Free with carddb_free. */
void test_cards(CardDb *db);

/* The same with the texts of the library's own cards, so that abilities can be found by their words. */
void test_said_cards(CardDb *db);

#endif
