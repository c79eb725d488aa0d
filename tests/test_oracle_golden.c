/* Every card that is written by hand, against what the oracle makes of its text: both say the same, or the text is
   refused, or it is said here why they differ. */
#include "support/cards.h"
#include "support/oracle.h"
#include "support/test.h"

#include "import/import.h"
#include "oracle/normal.h"

#include <errno.h>
#include <stdio.h>

#define DATA "../shared/cards/oracle-cards.json"

/* Texts of hand-written cards that are refused. May only fall. */
#define REFUSED_MAX 620u

/* Both are right, and differ in more than the way they are written. The last row ends the list. */
static const struct {
  const char *card, *why;
} EXPLAINED[] = {
    {NULL, NULL},
};

static bool import_data(Import *import) {
  char piece[65536];
  ImportReader *reader;
  GavelError error = {0};
  FILE *file = fopen(DATA, "rb");
  if (!file) return false;
  assert_int_equal(import_begin(gavel_allocator_default(), &reader, &error), GAVEL_OK);
  for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
    if (import_feed(reader, piece, got)) break;
  fclose(file);
  if (import_end(reader, import)) fail_msg("%s: %s", DATA, error.message);
  return true;
}

static const ImportCard *import_find(const Import *import, Str name) {
  for (u32 i = 0; i < import->cards.count; i++)
    if (str_equal(import->cards.data[i].name, name)) return &import->cards.data[i];
  return NULL;
}

/* What the oracle makes of the cards that are written by hand. */
typedef struct Compiled {
  CardDb db;
  VEC(Str) definitions;
  Arena arena;
  u32 refused;
} Compiled;

static void refused(void *user, u32 index, const GavelError *error) {
  Compiled *compiled = user;
  (void)index;
  (void)error;
  compiled->refused++;
}

static void compile(const CardDb *hand, const Import *import, Compiled *compiled) {
  GavelAllocator allocator = gavel_allocator_default();
  Oracle *oracle = test_oracle();
  GavelError error = {0};
  Text definition;
  *compiled = (Compiled){.refused = 0};
  arena_init(&compiled->arena, allocator);
  text_init(&definition, allocator);
  for (u32 card = 1; card < hand->cards.count; card++) {
    const ImportCard *printed =
        import_find(import, intern_text(&hand->names, carddb_card(hand, card)->name));
    Str detail;
    if (!printed) continue;
    text_clear(&definition);
    if (import_compile(oracle, printed, &definition, &detail)) {
      compiled->refused++;
      continue;
    }
    const char *kept = arena_text(&compiled->arena, definition.data, definition.length);
    assert_true(kept &&
                vec_push(&allocator, &compiled->definitions, ((Str){kept, definition.length})));
  }
  assert_int_equal(carddb_init(&compiled->db, allocator, &error), GAVEL_OK);
  assert_int_equal(carddb_load_each(&compiled->db, compiled->definitions.data,
                                    compiled->definitions.count, refused, compiled, &error),
                   GAVEL_OK);
  assert_int_equal(carddb_link(&compiled->db, &error), GAVEL_OK);
  text_free(&definition);
  oracle_free(oracle);
}

static Lf normal(LfStore *lf, const CardDb *db, u32 card) {
  Text text;
  u32 bad;
  text_init(&text, gavel_allocator_default());
  card_print(db, card, &text);
  Lf form = lf_read(lf, text_str(&text), &bad);
  assert_true(form != 0);
  text_free(&text);
  form = lf_normal(lf, form);
  assert_true(form != 0);
  return form;
}

static bool is_explained(Str name, bool *met) {
  for (u32 i = 0; EXPLAINED[i].card; i++) {
    if (!str_is(name, EXPLAINED[i].card)) continue;
    met[i] = true;
    return true;
  }
  return false;
}

static void print_difference(const LfStore *lf, Str name, Lf hand, Lf compiled) {
  Text text;
  text_init(&text, gavel_allocator_default());
  text_addf(&text, "%.*s\n  by hand:  ", (int)name.length, name.data);
  lf_print(lf, hand, &text);
  text_adds(&text, "\n  compiled: ");
  lf_print(lf, compiled, &text);
  print_message("%s\n", text.data);
  text_free(&text);
}

static void test_hand_written_cards_say_what_their_text_says(void **state) {
  (void)state;
  Import import;
  CardDb hand;
  Compiled compiled;
  LfStore lf;
  bool met[COUNT_OF(EXPLAINED)] = {false};
  if (!import_data(&import)) {
    print_message("SKIPPED: there is no %s: hand-written cards are not compared with their text\n",
                  DATA);
    skip();
  }
  test_cards(&hand);
  compile(&hand, &import, &compiled);
  lf_init(&lf, gavel_allocator_default());
  u32 equal = 0, differ = 0, explained = 0;
  for (u32 card = 1; card < compiled.db.cards.count; card++) {
    Str name = intern_text(&compiled.db.names, carddb_card(&compiled.db, card)->name);
    u32 same = carddb_find_whole(&hand, name);
    Lf by_hand = normal(&lf, &hand, same), by_oracle = normal(&lf, &compiled.db, card);
    if (by_hand == by_oracle) {
      equal++;
    } else if (is_explained(name, met)) {
      explained++;
    } else {
      differ++;
      print_difference(&lf, name, by_hand, by_oracle);
    }
  }
  print_message("%u cards by hand: %u equal, %u explained, %u refused, %u differ\n",
                hand.cards.count - 1, equal, explained, compiled.refused, differ);
  for (u32 i = 0; EXPLAINED[i].card; i++)
    if (!met[i]) print_message("no longer differs: %s\n", EXPLAINED[i].card);
  for (u32 i = 0; EXPLAINED[i].card; i++) assert_true(met[i]);
  assert_int_equal(differ, 0);
  assert_true(compiled.refused <= REFUSED_MAX);
  lf_free(&lf);
  carddb_free(&compiled.db);
  vec_free(&hand.allocator, &compiled.definitions);
  arena_free(&compiled.arena);
  carddb_free(&hand);
  import_free(&import);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hand_written_cards_say_what_their_text_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
