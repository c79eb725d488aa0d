#include "support/file.h"

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>

Text test_file(const char *path) {
  Text text;
  char piece[4096];
  text_init(&text, gavel_allocator_default());
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("%s cannot be opened", path);
  for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;) text_add(&text, (Str){piece, (u32)got});
  bool fine = !ferror(file);
  fclose(file);
  if (!fine || text.failed) fail_msg("%s cannot be read", path);
  return text;
}

void test_file_holds(const char *path, Str wanted) {
  if (getenv("GAVEL_UPDATE")) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(wanted.data, 1, wanted.length, file), wanted.length);
    assert_int_equal(fclose(file), 0);
  }
  Text found = test_file(path);
  if (!str_equal(text_str(&found), wanted)) fail_msg("%s is out of date: run this test with GAVEL_UPDATE=1", path);
  text_free(&found);
}
