/* The tool that embeds card files, seen through what it made of tests/embed/. */
#include "base/embedded.h"
#include "support/test.h"

static const EmbeddedFile EXPECTED[] = {
    {"awkward.card", "say \"yes\\no\"? \?\?= \?\?/ \xC3\xA9\x01\n\n\ttab", 31},
    {"empty.card", "", 0},
    {"plain.card", "one\ntwo\n", 8},
};

static void test_files_are_held_byte_for_byte_in_order(void **state) {
  (void)state;
  u32 count;
  const EmbeddedFile *cards = embedded_cards(&count);
  assert_int_equal(count, COUNT_OF(EXPECTED));
  for (u32 i = 0; i < count; i++) {
    assert_string_equal(cards[i].name, EXPECTED[i].name);
    assert_int_equal(cards[i].length, EXPECTED[i].length);
    assert_memory_equal(cards[i].text, EXPECTED[i].text, EXPECTED[i].length + 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files_are_held_byte_for_byte_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
