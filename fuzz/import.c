/* Input: a file of public card data in JSON, passed in pieces of the size given by the first byte. It must be refused
   with a message and a place inside it, or be read; then it must compile to a database that opens and contains the
   cards that were read. */
#include "import/database.h"
#include "reader.h"

/* Longer inputs find nothing new. */
#define INPUT_CAP 65536u

static void check_database(const Import *import) {
  Text bytes;
  ImportDb db;
  GavelError error = {0};
  text_init(&bytes, gavel_allocator_default());
  check(!import_write(import, oracle(), NULL, &bytes, &error));
  check(!import_db_open(&db, text_str(&bytes), &error));
  check(db.cards.count == import->cards.count);
  for (u32 i = 0; i < import->cards.count; i++) {
    ImportCard card;
    ImportFace faces[IMPORT_FACES_MAX];
    u32 row = import_db_find(&db, import->cards.data[i].name);
    check(row != IMPORT_NO_CARD);
    import_db_card(&db, row, &card, faces);
    check(card.face_count == import->cards.data[i].face_count && card.layout == import->cards.data[i].layout);
    check((card.refusal == REFUSED_NONE) == (import_db_definition(&db, row).length > 0));
  }
  text_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ImportReader *reader;
  Import import;
  GavelError error = {0};
  if (size == 0 || size > INPUT_CAP) return 0;
  size_t piece = data[0] % 2 ? 1u + data[0] / 2u : INPUT_CAP;
  const char *bytes = (const char *)data + 1;
  size--;
  check(!import_begin(gavel_allocator_default(), &reader, &error));
  for (size_t at = 0; at < size; at += piece)
    if (import_feed(reader, bytes + at, size - at < piece ? size - at : piece)) break;
  GavelStatus status = import_end(reader, &import);
  if (status) {
    check(error.status == status && error.message[0] && error.byte <= size && import.cards.count == 0);
  } else {
    check_database(&import);
  }
  import_free(&import);
  return 0;
}
