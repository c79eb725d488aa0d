/* Card data through the public header: fed in pieces of any size, stopped, damaged; and one text. */
#include "support/allocator.h"
#include "support/test.h"

#include "gavel/import.h"

static const char TWO[] =
    "[{\"name\":\"Plain Bear\",\"layout\":\"normal\",\"type_line\":\"Creature \\u2014 Bear\",\"mana_cost\":\"{1}{G}\","
    "\"power\":\"2\",\"toughness\":\"2\",\"oracle_text\":\"Trample\"},"
    "{\"name\":\"Odd Bear\",\"layout\":\"normal\",\"type_line\":\"Creature \\u2014 Bear\",\"mana_cost\":\"{1}{G}\","
    "\"power\":\"2\",\"toughness\":\"2\",\"oracle_text\":\"Shiny creatures gain glitter.\"}]";

static GavelStatus feed(GavelImport *import, const char *text, size_t piece, GavelError *error) {
  size_t length = strlen(text);
  for (size_t at = 0; at < length; at += piece) {
    GavelStatus status = gavel_import_feed(import, text + at, length - at < piece ? length - at : piece, error);
    if (status) return status;
  }
  return gavel_import_finish(import, error);
}

/* Both bears are listed, and the odd one says why it can't be played. */
static void assert_listed(const GavelCards *cards) {
  char text[200];
  assert_int_equal(gavel_listed_count(cards), 2);
  uint32_t odd = gavel_listed_find(cards, "odd bear"), plain = gavel_listed_find(cards, "Plain Bear");
  assert_true(odd < 2 && plain < 2 && odd != plain);
  assert_int_equal(gavel_listed_find(cards, "No Bear"), 2);
  gavel_listed_name(cards, odd, text, sizeof text);
  assert_string_equal(text, "Odd Bear");
  gavel_listed_types(cards, odd, text, sizeof text);
  assert_string_equal(text, "Creature \u2014 Bear");
  gavel_listed_text(cards, odd, text, sizeof text);
  assert_string_equal(text, "Shiny creatures gain glitter.");
  gavel_listed_refusal(cards, odd, text, sizeof text);
  assert_string_equal(text, "\"Odd Bear\" has text that Gavel can't read: \"creatures gain glitter.\"");
  assert_int_equal(gavel_listed_refusal(cards, plain, text, sizeof text), 0);
  assert_int_equal(gavel_listed_name(cards, 2, text, sizeof text), 0);
  assert_string_equal(text, "");
}

static void pieces_of_any_size_make_the_same_database(void **state) {
  (void)state;
  static const size_t PIECES[] = {1, 7, 64, sizeof TWO};
  static _Alignas(64) char first[8 << 20];
  size_t first_size = 0;
  for (u32 i = 0; i < COUNT_OF(PIECES); i++) {
    GavelImportDef def = gavel_import_def_default();
    GavelImport *import;
    size_t size;
    assert_int_equal(gavel_import_create(&def, &import, NULL), GAVEL_OK);
    assert_null(gavel_import_image(import, &size));
    assert_int_equal(feed(import, TWO, PIECES[i], NULL), GAVEL_OK);
    const void *image = gavel_import_image(import, &size);
    assert_non_null(image);
    GavelImportSummary summary = gavel_import_summary(import);
    assert_int_equal(summary.met, 2);
    assert_int_equal(summary.cards, 2);
    assert_int_equal(summary.accepted, 1);
    if (i == 0) {
      assert_true(size <= sizeof first);
      memcpy(first, image, size);
      first_size = size;
    }
    assert_int_equal(size, first_size);
    assert_memory_equal(image, first, size);
    GavelError error = {0};
    assert_int_equal(gavel_import_feed(import, "[]", 2, &error), GAVEL_E_MISUSE);
    assert_non_null(strstr(error.message, "finished"));
    gavel_import_destroy(import);
  }
  GavelCardsDef def = gavel_cards_def_default();
  GavelCards *cards;
  gavel_cards_create(&def, &cards, NULL);
  assert_int_equal(gavel_cards_add_compiled(cards, first, first_size, NULL), GAVEL_OK);
  assert_true(gavel_cards_find(cards, "Plain Bear", NULL) > 0);
  assert_int_equal(gavel_cards_find(cards, "Odd Bear", NULL), 0);
  assert_listed(cards);
  gavel_cards_destroy(cards);
}

static void damaged_data_is_refused_with_its_place(void **state) {
  (void)state;
  static const struct {
    const char *text;
    GavelStatus status;
    const char *says;
  } CASES[] = {
      {"", GAVEL_E_SYNTAX, ""},
      {"[{\"name\":\"A\"", GAVEL_E_SYNTAX, ""},
      {"[{\"name\":\"A\" \"b\"}]", GAVEL_E_SYNTAX, ""},
      {"[{\"name\":1}]", GAVEL_E_CHECK, "[0]"},
      {"17", GAVEL_E_CHECK, ""},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    GavelImportDef def = gavel_import_def_default();
    GavelImport *import;
    GavelError error = {0};
    size_t size;
    assert_int_equal(gavel_import_create(&def, &import, NULL), GAVEL_OK);
    assert_int_equal(feed(import, CASES[i].text, 5, &error), CASES[i].status);
    assert_int_equal(error.status, CASES[i].status);
    assert_true(error.message[0] != 0);
    assert_non_null(strstr(error.message, CASES[i].says));
    assert_int_equal(gavel_import_finish(import, &error), GAVEL_E_MISUSE);
    assert_non_null(strstr(error.message, "begin another one"));
    assert_null(gavel_import_image(import, &size));
    gavel_import_destroy(import);
  }
}

static bool stop_at(void *user, const GavelImportProgress *progress) {
  return progress->bytes < *(const uint64_t *)user && progress->compiled == 0;
}

static void whoever_imports_can_stop(void **state) {
  (void)state;
  uint64_t limits[] = {100, UINT64_MAX};
  for (u32 i = 0; i < COUNT_OF(limits); i++) {
    GavelImportDef def = gavel_import_def_default();
    GavelImport *import;
    GavelError error = {0};
    def.progress = stop_at;
    def.user = &limits[i];
    assert_int_equal(gavel_import_create(&def, &import, NULL), GAVEL_OK);
    GavelStatus status = feed(import, TWO, 64, &error);
    /* Two cards are too few for a question in between. */
    assert_int_equal(status, i == 0 ? GAVEL_E_STOPPED : GAVEL_OK);
    if (i == 0) assert_int_equal(error.byte, 128);
    gavel_import_destroy(import);
  }
}

static void one_text_is_read_or_refused_with_the_words(void **state) {
  (void)state;
  GavelReader *reader;
  GavelReading reading;
  char out[4096];
  const char *bad = "Destroy target shiny creature.";
  assert_int_equal(gavel_reader_create(gavel_allocator_default(), &reader, NULL), GAVEL_OK);
  gavel_reader_read(reader, "", "Flying\nWhen this creature enters, draw a card.", false, &reading, out, sizeof out);
  assert_true(reading.read);
  assert_non_null(strstr(out, "draw"));
  gavel_reader_read(reader, "", bad, true, &reading, out, sizeof out);
  assert_false(reading.read);
  assert_non_null(strstr(out, "shiny creature."));
  assert_int_equal(reading.at, 15);
  assert_memory_equal(bad + reading.at, "shiny", 5);
  assert_true(gavel_reader_explain(reader, "", "Flying", false, out, sizeof out) > 0);
  gavel_reader_destroy(reader);
}

static bool import_under_refusal(GavelAllocator allocator, void *context) {
  (void)context;
  GavelImportDef def = gavel_import_def_default();
  GavelImport *import;
  GavelError error = {0};
  def.allocator = allocator;
  if (gavel_import_create(&def, &import, &error)) return false;
  GavelStatus status = gavel_import_feed(import, TWO, strlen(TWO), &error);
  if (status) assert_int_equal(error.status, GAVEL_E_MEMORY);
  gavel_import_destroy(import);
  return status == GAVEL_OK;
}

static void no_memory_is_lost_or_missed(void **state) {
  (void)state;
  test_every_refusal(import_under_refusal, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_of_any_size_make_the_same_database),
      cmocka_unit_test(damaged_data_is_refused_with_its_place),
      cmocka_unit_test(whoever_imports_can_stop),
      cmocka_unit_test(one_text_is_read_or_refused_with_the_words),
      cmocka_unit_test(no_memory_is_lost_or_missed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
