/* Questions in other words: each row of the table can be reached. */
#include "support/test.h"

#include "ask_said.h"

#include <stdio.h>
#include <string.h>

/* A row with words for its slots that no row speaks of. */
static void fill(const char *says, char *out, size_t size) {
  size_t length = 0;
  for (; *says && length + 8 < size; says++) {
    bool slot = *says == '%';
    length += (size_t)snprintf(out + length, size - length, slot ? "foo %c bar" : "%c", slot ? says[1] : *says);
    says += slot;
  }
}

static void no_row_hides_another(void **state) {
  (void)state;
  char line[1024];
  for (u32 row = 0; ask_said_row(row); row++) {
    fill(ask_said_row(row), line, sizeof line);
    u32 read = ask_said_of(line);
    if (read != row)
      fail_msg("\"%s\" is read as \"%s\", which stands before it", ask_said_row(row), ask_said_row(read));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_row_hides_another)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
