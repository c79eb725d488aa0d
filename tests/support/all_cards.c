#include "support/all_cards.h"

#include "support/test.h"

#include <stdio.h>

#define DATA "../shared/cards/oracle-cards.json"

void test_all_cards(Import *import, const char *left_undone) {
  char piece[65536];
  ImportReader *reader;
  GavelError error = {0};
  FILE *file = fopen(DATA, "rb");
  if (!file) {
    print_message("SKIPPED: there is no %s: %s\n", DATA, left_undone);
    skip();
  }
  assert_int_equal(import_begin(gavel_allocator_default(), &reader, &error), GAVEL_OK);
  for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
    if (import_feed(reader, piece, got)) break;
  assert_false(ferror(file));
  fclose(file);
  if (import_end(reader, import))
    fail_msg("%s: byte %llu: %s", DATA, (unsigned long long)error.byte, error.message);
}
