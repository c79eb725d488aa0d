/* What is said in English of a definition compiles to the same definition. */
#include "support/all_cards.h"
#include "support/cards.h"
#include "support/oracle.h"
#include "support/test.h"

#include "import/again.h"
#include "import/forms.h"

/* How many of the built-in cards come back at the least. May only rise. */
#define BUILT_IN_LEAST 1244u
/* How many come back at the least of a sample of all cards, which are those the oracle accepts of every so many. May only
   rise. */
#define SAMPLE_LEAST 3100u
#define SAMPLE_EVERY 8u

static void report(const Again *again, u32 same) {
  for (u32 i = 0; i < again->said.count; i++) {
    const Said *said = &again->said.data[i];
    if (said->same) continue;
    print_message("%s: %s: %.*s\n", intern_text(&again->db->names, carddb_card(again->db, said->card)->name).data,
                  again_text(said->refusal), (int)said->why.length, said->why.data);
  }
  print_message("%u of %u cards come back from their English as they were\n", same, again->said.count);
}

/* How many cards of a database come back; tells of the others if that is below `least`. */
static u32 come_back(const CardDb *db, u32 least) {
  Again again;
  GavelError error = {0};
  Oracle *oracle = test_oracle();
  u32 same = 0;
  assert_int_equal(again_init(&again, gavel_allocator_default(), db, oracle, &error), GAVEL_OK);
  for (u32 card = 1; card < db->cards.count; card++) again_say(&again, card);
  assert_int_equal(again_compare(&again, &error), GAVEL_OK);
  for (u32 i = 0; i < again.said.count; i++) same += again.said.data[i].same;
  if (same < least) report(&again, same);
  again_free(&again);
  oracle_free(oracle);
  return same;
}

static void test_built_in_cards_come_back(void **state) {
  (void)state;
  CardDb db;
  test_cards(&db);
  u32 same = come_back(&db, BUILT_IN_LEAST);
  print_message("%u of %u built-in cards come back from their English\n", same, db.cards.count - 1);
  assert_true(same >= BUILT_IN_LEAST);
  carddb_free(&db);
}

/* --- a sample of all cards ------------------------------------------------------------------------- */

static void passed_over(void *user, u32 index, const GavelError *error) {
  (void)user;
  (void)index;
  (void)error;
}

/* Each so many-th card of the file that is accepted. */
static void sample(const Import *import, CardDb *db) {
  GavelAllocator allocator = gavel_allocator_default();
  Oracle *oracle = test_oracle();
  GavelError error = {0};
  Arena arena;
  Text definition;
  VEC(Str) definitions = {0};
  arena_init(&arena, allocator);
  text_init(&definition, allocator);
  for (u32 i = 0; i < import->cards.count; i += SAMPLE_EVERY) {
    Str detail;
    text_clear(&definition);
    if (import_compile(oracle, &import->cards.data[i], &definition, NULL, &detail)) continue;
    const char *kept = arena_text(&arena, definition.data, definition.length);
    assert_true(kept && vec_push(&allocator, &definitions, ((Str){kept, definition.length})));
  }
  assert_int_equal(carddb_init(db, allocator, &error), GAVEL_OK);
  assert_int_equal(carddb_load_each(db, definitions.data, NULL, definitions.count, passed_over, NULL, &error),
                   GAVEL_OK);
  assert_int_equal(carddb_link(db, &error), GAVEL_OK);
  vec_free(&allocator, &definitions);
  text_free(&definition);
  arena_free(&arena);
  oracle_free(oracle);
}

static void test_a_sample_of_all_cards_comes_back(void **state) {
  (void)state;
  Import import;
  CardDb db;
  test_all_cards(&import, "no sample of all cards is said in English");
  sample(&import, &db);
  u32 same = come_back(&db, SAMPLE_LEAST);
  print_message("%u of %u cards come back from their English\n", same, db.cards.count - 1);
  assert_true(same >= SAMPLE_LEAST);
  carddb_free(&db);
  import_free(&import);
}

/* --- words of the productions ------------------------------------------------------------------------ */

/* How many abilities of the sample the productions must have words for, that read back. May only rise. */
#define SAID_LEAST 4370u

/* Counts the abilities of a face, or of the faces of a card, that productions have words for. */
static void say_each(Oracle *oracle, LfStore *lf, const OracleFace *face, Lf form, u32 *said, u32 *all) {
  static const Lf HEADS[] = {LF_SPELL, LF_TRIGGERED, LF_ACTIVATED, LF_STATIC, LF_REPLACEMENT, LF_KEYWORD};
  Text ability, words;
  text_init(&ability, gavel_allocator_default());
  text_init(&words, gavel_allocator_default());
  for (u32 i = 0; i < lf_count(lf, form); i++) {
    bool is_ability = false;
    for (u32 k = 0; k < COUNT_OF(HEADS); k++) is_ability |= lf_is_list(lf, lf_item(lf, form, i), HEADS[k]);
    if (!is_ability) continue;
    text_clear(&ability);
    lf_print(lf, lf_item(lf, form, i), &ability);
    *said += oracle_say(oracle, face, text_str(&ability), &words);
    ++*all;
  }
  text_free(&ability);
  text_free(&words);
}

static void test_productions_say_most_abilities(void **state) {
  (void)state;
  Import import;
  CardDb db;
  LfStore lf;
  u32 said = 0, all = 0;
  test_all_cards(&import, "no abilities are said by productions");
  sample(&import, &db);
  Oracle *oracle = test_oracle();
  lf_init(&lf, gavel_allocator_default());
  for (u32 card = 1; card < db.cards.count; card++) {
    const Chars *chars = &carddb_face(&db, carddb_card(&db, card)->face)->chars;
    OracleFace face = oracle_face_of(&db, chars, STR(""));
    u32 mark = lf_mark(&lf);
    say_each(oracle, &lf, &face, form_of_card(&lf, &db, card), &said, &all);
    lf_forget(&lf, mark);
  }
  print_message("productions say %u of %u abilities\n", said, all);
  assert_true(said >= SAID_LEAST);
  lf_free(&lf);
  oracle_free(oracle);
  carddb_free(&db);
  import_free(&import);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_built_in_cards_come_back),
      cmocka_unit_test(test_a_sample_of_all_cards_comes_back),
      cmocka_unit_test(test_productions_say_most_abilities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
