/* Cards as public files have them: all real ones, as far as there is data of them beside the project, and invented ones. */
#ifndef SUPPORT_ALL_CARDS_H
#define SUPPORT_ALL_CARDS_H

#include "import/import.h"

/* Imports all real cards; fails the running test when the data is wrong. Where there is none it says so, with what is
   `left_undone` for that ("nothing is compared"), and skips the running test. Free with import_free. */
void test_all_cards(Import *import, const char *left_undone);

/* Adds the cards of all files of tests/invented to a database, linked anew; fails the running test when one is refused. */
void test_invented_cards(CardDb *db);

#endif
