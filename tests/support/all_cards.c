#include "support/all_cards.h"

#include "support/oracle.h"
#include "support/test.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#define DATA "../shared/cards/oracle-cards.json"
#define INVENTED "tests/invented/*.json"

/* Imports the cards of a file; false if it doesn't exist. */
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

/* A compiled card: its definition, and the words of its text for each ability. */
typedef struct Compiled {
  Text definition;
  ImportSays says;
} Compiled;

static void refused(void *user, u32 index, const GavelError *error) {
  fail_msg("%s: card %u: %s", (const char *)user, index + 1, error->message);
}

/* Adds the cards of a file to a database, unlinked. */
static void load_invented(CardDb *db, Oracle *oracle, char *path) {
  Import import;
  GavelError error = {0};
  GavelAllocator allocator = gavel_allocator_default();
  if (!import_file(&import, path)) fail_msg("there is no %s", path);
  u32 count = import.cards.count;
  Compiled *compiled = calloc(count, sizeof *compiled);
  Str *texts = calloc(count, sizeof *texts);
  CardSays *says = calloc(count, sizeof *says);
  assert_true(compiled && texts && says);
  for (u32 i = 0; i < count; i++) {
    const ImportCard *card = &import.cards.data[i];
    Compiled *c = &compiled[i];
    Str detail;
    text_init(&c->definition, allocator);
    import_says_init(&c->says, allocator);
    if (import_compile(oracle, card, &c->definition, &c->says, &detail))
      fail_msg("%.*s is refused: \"%.*s\"", (int)card->name.length, card->name.data, (int)detail.length, detail.data);
    texts[i] = text_str(&c->definition);
    says[i] = (CardSays){text_str(&c->says.text), c->says.spans.data, c->says.spans.count};
  }
  if (carddb_load_each(db, texts, says, count, refused, path, &error))
    fail_msg("%s: %u:%u: %s", path, error.line, error.column, error.message);
  for (u32 i = 0; i < count; i++) {
    text_free(&compiled[i].definition);
    import_says_free(&compiled[i].says);
  }
  free(compiled);
  free(texts);
  free(says);
  import_free(&import);
}

void test_invented_cards(CardDb *db) {
  glob_t found;
  GavelError error = {0};
  Oracle *oracle = test_oracle();
  assert_int_equal(glob(INVENTED, GLOB_ERR, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) load_invented(db, oracle, found.gl_pathv[i]);
  globfree(&found);
  oracle_free(oracle);
  if (carddb_link(db, &error)) fail_msg("%s: %u:%u: %s", INVENTED, error.line, error.column, error.message);
}
