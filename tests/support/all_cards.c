#include "support/all_cards.h"

#include "support/oracle.h"
#include "support/test.h"

#include <stdio.h>

#define DATA "../shared/cards/oracle-cards.json"
#define INVENTED "tests/invented/cards.json"

/* Imports the cards of a file; false if there is none. */
static bool import_file(Import *import, const char *path) {
  char piece[65536];
  ImportReader *reader;
  GavelError error = {0};
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  assert_int_equal(import_begin(gavel_allocator_default(), &reader, &error), GAVEL_OK);
  for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
    if (import_feed(reader, piece, got)) break;
  assert_false(ferror(file));
  fclose(file);
  if (import_end(reader, import)) fail_msg("%s: byte %llu: %s", path, (unsigned long long)error.byte, error.message);
  return true;
}

void test_all_cards(Import *import, const char *left_undone) {
  if (import_file(import, DATA)) return;
  print_message("SKIPPED: there is no %s: %s\n", DATA, left_undone);
  skip();
}

void test_invented_cards(CardDb *db) {
  Import import;
  Text definitions;
  GavelError error = {0};
  Oracle *oracle = test_oracle();
  text_init(&definitions, gavel_allocator_default());
  if (!import_file(&import, INVENTED)) fail_msg("there is no %s", INVENTED);
  for (u32 i = 0; i < import.cards.count; i++) {
    const ImportCard *card = &import.cards.data[i];
    Str detail;
    if (import_compile(oracle, card, &definitions, NULL, &detail))
      fail_msg("%.*s is refused: \"%.*s\"", (int)card->name.length, card->name.data, (int)detail.length, detail.data);
  }
  if (carddb_load_text(db, text_str(&definitions), &error))
    fail_msg("%s: %u:%u: %s", INVENTED, error.line, error.column, error.message);
  if (carddb_link(db, &error)) fail_msg("linking: %s", error.message);
  text_free(&definitions);
  import_free(&import);
  oracle_free(oracle);
}
