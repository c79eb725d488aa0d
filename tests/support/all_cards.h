/* Cards from public files: all real ones, if the data is available next to the project, and invented ones. */
#ifndef SUPPORT_ALL_CARDS_H
#define SUPPORT_ALL_CARDS_H

#include "import/import.h"

/* Imports all real cards; fails the running test if the data is wrong. Without the data it prints `left_undone`
   ("nothing is compared") and skips the running test. Free with import_free. */
void test_all_cards(Import *import, const char *left_undone);

/* Adds the cards of all files of tests/invented to a database and relinks it; fails the running test if one is
   refused. */
void test_invented_cards(CardDb *db);

#endif
