/* All real cards, as far as there is data of them beside the project. */
#ifndef SUPPORT_ALL_CARDS_H
#define SUPPORT_ALL_CARDS_H

#include "import/import.h"

/* Imports them; fails the running test when the data is wrong. Where there is none it says so, with what is `left_undone`
   for that ("nothing is compared"), and skips the running test. Free with import_free. */
void test_all_cards(Import *import, const char *left_undone);

#endif
