/* Input: card files in text form, or a card database in binary form. It must be refused with a message or accepted;
   what is accepted must print as text that is accepted and prints the same. */
#include "cards/carddb.h"
#include "inside.h"

/* Longer inputs find nothing new. */
#define INPUT_CAP 65536u
#define CHECKSUM_SIZE 8u

static void print_all(const CardDb *db, Text *text, Text *english) {
  for (u32 card = 1; card < db->cards.count; card++) {
    card_print(db, card, text);
    card_english(db, card, english);
  }
  check(!text->failed && !english->failed);
}

/* What was accepted must be accepted in printed form, and print the same. */
static void check_print(const CardDb *db) {
  CardDb again;
  GavelError error = {0};
  Text once, twice, english;
  text_init(&once, gavel_allocator_default());
  text_init(&twice, gavel_allocator_default());
  text_init(&english, gavel_allocator_default());
  print_all(db, &once, &english);
  check(!carddb_init(&again, gavel_allocator_default(), &error));
  check(!carddb_load_text(&again, text_str(&once), &error));
  check(!carddb_link(&again, &error));
  print_all(&again, &twice, &english);
  check(str_equal(text_str(&once), text_str(&twice)));
  carddb_free(&again);
  text_free(&once);
  text_free(&twice);
  text_free(&english);
}

/* A database without cards, kept between inputs as long as none is accepted: reading the keywords takes longer than
   most inputs. */
static CardDb *empty_database(void) {
  static CardDb db;
  GavelError error = {0};
  if (db.cards.count > 1) carddb_free(&db);
  if (db.cards.count != 1) check(!carddb_init(&db, gavel_allocator_default(), &error));
  return &db;
}

static void try_text(Str text) {
  CardDb *db = empty_database();
  GavelError error = {0};
  u32 names = db->names.texts.count;
  GavelStatus status = carddb_load_text(db, text, &error);
  if (status) {
    check(error.status == status && error.message[0] && error.line > 0 && error.column > 0);
    check(db->cards.count == 1 && db->names.texts.count == names);
  } else {
    check(!carddb_link(db, &error));
    check_print(db);
  }
}

/* Fixes the checksum, so that the rest is examined. A database need not be expressible as text, because nothing checks
   the order in which variables are set. */
static void try_bytes(Str bytes) {
  CardDb db;
  GavelError error = {0};
  Text copy, english;
  text_init(&copy, gavel_allocator_default());
  text_init(&english, gavel_allocator_default());
  text_add(&copy, bytes);
  if (copy.length >= CHECKSUM_SIZE) {
    Hash hash;
    u32 length = copy.length - CHECKSUM_SIZE;
    hash_init(&hash, 2);
    hash_bytes(&hash, copy.data, length);
    for (u32 i = 0; i < CHECKSUM_SIZE; i++) {
      copy.data[length + i] = (char)(hash_end(&hash) >> (8 * i) & 0xff);
    }
  }
  GavelStatus status = carddb_read(&db, gavel_allocator_default(), text_str(&copy), &error);
  text_clear(&copy);
  if (status) {
    check(error.status == status && error.message[0]);
  } else {
    print_all(&db, &copy, &english);
    carddb_free(&db);
  }
  text_free(&copy);
  text_free(&english);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || size > INPUT_CAP) return 0;
  Str rest = {(const char *)data + 1, (u32)size - 1};
  if (data[0] == 'B') {
    try_bytes(rest);
  } else {
    try_text((Str){(const char *)data, (u32)size});
  }
  return 0;
}
