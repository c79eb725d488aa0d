/* Input: the text of a face, after a byte for the kind of face and a line with its name. It must be refused, quoting
   words of it, or produce abilities; the same text always produces the same. The checker accepts a card with these
   abilities, which prints as a card that is accepted, or refuses it with a message. */
#include "cards/carddb.h"
#include "reader.h"

/* Longer inputs find nothing new. */
#define INPUT_CAP 8192u

/* A database without cards, kept between inputs as long as none is accepted. */
static CardDb *empty_database(void) {
  static CardDb db;
  GavelError error = {0};
  if (db.cards.count > 1) carddb_free(&db);
  if (db.cards.count != 1) check(!carddb_init(&db, gavel_allocator_default(), &error));
  return &db;
}

static void check_card(const OracleFace *face, Str abilities) {
  CardDb *db = empty_database();
  GavelError error = {0};
  Text card, again;
  text_init(&card, gavel_allocator_default());
  text_init(&again, gavel_allocator_default());
  text_addf(&card, "(card \"Fuzz\" (types %s)%s\n", face->spell ? "instant" : "creature",
            face->spell ? "" : " (pt 1 1)");
  text_add(&card, abilities);
  text_adds(&card, ")\n");
  if (carddb_load_text(db, text_str(&card), &error)) {
    check(error.message[0] && error.line > 0 && db->cards.count == 1);
  } else {
    check(!carddb_link(db, &error));
    card_print(db, 1, &again);
    CardDb *other = empty_database();
    check(!carddb_load_text(other, text_str(&again), &error));
  }
  text_free(&card);
  text_free(&again);
}

static void check_answer(const OracleFace *face) {
  Text once, twice;
  text_init(&once, gavel_allocator_default());
  text_init(&twice, gavel_allocator_default());
  OracleAnswer answer = oracle_face(oracle(), face, &once, NULL);
  check(answer.refusal == oracle_face(oracle(), face, &twice, NULL).refusal);
  check(answer.refusal != ORACLE_MEMORY && str_equal(text_str(&once), text_str(&twice)));
  if (answer.refusal == ORACLE_READ) {
    check_card(face, text_str(&once));
  } else {
    check(once.length == 0 && (answer.words.length == 0 || answer.words.data));
  }
  text_clear(&twice);
  oracle_explain(oracle(), face, &twice);
  oracle_readings(oracle(), face, &twice);
  text_free(&once);
  text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || size > INPUT_CAP) return 0;
  const char *bytes = (const char *)data + 1;
  u32 length = (u32)size - 1, line = 0;
  while (line < length && bytes[line] != '\n') line++;
  u32 begin = line < length ? line + 1 : line;
  OracleFace face = {
      .name = {bytes, line}, .text = {bytes + begin, length - begin}, .legendary = data[0] & 2, .spell = data[0] & 1};
  check_answer(&face);
  return 0;
}
