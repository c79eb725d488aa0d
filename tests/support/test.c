#include "support/test.h"

#include <stdlib.h>

void test_assert_str_is(Str str, const char *expected, const char *file, int line) {
  if (str_is(str, expected)) return;
  print_error("found:    \"%.*s\"\nexpected: \"%s\"\n", (int)str.length, str.data, expected);
  _fail(file, line);
}

u64 test_number(const char *variable, u64 usual) {
  const char *text = getenv(variable);
  return text ? strtoull(text, NULL, 10) : usual;
}
