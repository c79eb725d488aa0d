/* Input: a scenario file. The parser must refuse it with a place and a message or accept it; what it accepts must print
   as text that it accepts and prints the same, and run to a verdict, with the validator accepting the state at every
   decision. */
#include "cards/carddb.h"
#include "base/embedded.h"
#include "scenario/scenario_parse.h"
#include "scenario/scenario_print.h"
#include "inside.h"
#include "run_scenario.h"

#include <string.h>

/* Longer inputs find nothing new. */
#define INPUT_CAP 65536u

int LLVMFuzzerInitialize(int *argc, char ***argv);

static CardDb db;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  GavelError error = {0};
  check(!carddb_init(&db, gavel_allocator_default(), &error));
  u32 count;
  const EmbeddedFile *files = embedded_cards(&count);
  for (u32 i = 0; i < count; i++) check(!carddb_load_text(&db, (Str){files[i].text, files[i].length}, &error));
  check(!carddb_link(&db, &error));
  return 0;
}

/* Parses `text` into `arena` and prints it to `out`; false if it was refused. */
static bool parse_and_print(Arena *arena, Str text, Text *out, ScenarioFile **file) {
  GavelAllocator scratch = gavel_allocator_default();
  GavelError error = {0};
  *file = NULL;
  GavelStatus status = scenario_parse(arena, &scratch, STR("fuzz"), text, file, &error);
  check((status == GAVEL_OK) == (*file != NULL));
  if (status) {
    check(error.status == status && error.message[0] && error.line > 0 && error.column > 0);
    check(error.byte <= text.length);
    return false;
  }
  scenario_print(*file, out);
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
  ScenarioFile *file, *again;
  if (parse_and_print(&arena, (Str){(const char *)data, (u32)size}, &once, &file)) {
    check(parse_and_print(&arena, text_str(&once), &twice, &again));
    check(str_equal(text_str(&once), text_str(&twice)));
    for (u32 i = 0; i < file->scenarios.count && i < 4; i++) run_scenario(&db, file->scenarios.data[i]);
  }
  text_free(&once);
  text_free(&twice);
  arena_free(&arena);
  return 0;
}
