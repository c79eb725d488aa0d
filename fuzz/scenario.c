/* Any bytes as a scenario file: the parser must refuse them with a place and a message or accept
   them; what it accepts must print as text that it accepts and prints alike. */
#include "scenario/scenario_parse.h"
#include "scenario/scenario_print.h"

#include <stdlib.h>

/* Longer inputs only repeat shorter ones. */
#define INPUT_CAP 65536u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool condition) {
  if (!condition) abort();
}

/* Parses `text` into `arena` and prints it to `out`; false if it was refused. */
static bool parse_and_print(Arena *arena, Str text, Text *out) {
  GavelAllocator scratch = gavel_allocator_default();
  GavelError error = {0};
  ScenarioFile *file = NULL;
  GavelStatus status = scenario_parse(arena, &scratch, STR("fuzz"), text, &file, &error);
  check((status == GAVEL_OK) == (file != NULL));
  if (status) {
    check(error.status == status && error.message[0] && error.line > 0 && error.column > 0);
    check(error.byte <= text.length);
    return false;
  }
  scenario_print(file, out);
  check(!out->failed);
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > INPUT_CAP) return 0;
  Arena arena;
  Text once, twice;
  arena_init(&arena, gavel_allocator_default());
  text_init(&once, gavel_allocator_default());
  text_init(&twice, gavel_allocator_default());
  if (parse_and_print(&arena, (Str){(const char *)data, (u32)size}, &once)) {
    check(parse_and_print(&arena, text_str(&once), &twice));
    check(str_equal(text_str(&once), text_str(&twice)));
  }
  text_free(&once);
  text_free(&twice);
  arena_free(&arena);
  return 0;
}
