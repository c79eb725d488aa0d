#include "oracle/oracle.h"
#include "support/cards.h"

#include "support/test.h"

#include "base/embedded.h"

void test_cards(CardDb *db) {
  GavelError error = {0};
  if (carddb_init(db, gavel_allocator_default(), &error)) fail_msg("keywords: %s", error.message);
  u32 count;
  const EmbeddedFile *files = embedded_cards(&count);
  for (u32 i = 0; i < count; i++) {
    if (carddb_load_text(db, (Str){files[i].text, files[i].length}, &error))
      fail_msg("%s:%u:%u: %s", files[i].name, error.line, error.column, error.message);
  }
  if (carddb_link(db, &error)) fail_msg("linking: %s", error.message);
}

void test_said_cards(CardDb *db) {
  GavelError error = {0};
  test_cards(db);
  if (oracle_say_cards(db, gavel_allocator_default(), &error)) fail_msg("texts: %s", error.message);
}
