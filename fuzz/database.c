/* Input: a compiled database of cards, or changes to a valid one; the checksum and the version are fixed, so that the
   rest is examined. It must be refused with a message, or be usable in full. */
#include "import/layout.h"
#include "inside.h"

/* Longer inputs find nothing new. */
#define INPUT_CAP 65536u

static const char CARDS[] =
    "[{\"name\":\"Bear\",\"layout\":\"normal\",\"mana_cost\":\"{1}{G}\",\"type_line\":\"Creature — "
    "Bear\",\"power\":\"2\","
    "\"toughness\":\"3\",\"color_identity\":[\"G\"],\"legalities\":{\"modern\":\"legal\"}},"
    "{\"name\":\"A // "
    "B\",\"layout\":\"transform\",\"card_faces\":[{\"name\":\"A\",\"mana_cost\":\"{G}\",\"type_"
    "line\":"
    "\"Artifact\"},{\"name\":\"B\",\"type_line\":\"Artifact\",\"color_indicator\":[\"B\"]}]},"
    "{\"name\":\"Inky\",\"layout\":\"normal\",\"type_line\":\"Instant\",\"oracle_text\":\"Draw a "
    "card.\"}]";

/* A valid database, made once. */
static Str good_database(void) {
  static Text made;
  ImportReader *reader;
  Import import;
  GavelError error;
  if (made.length > 0) return text_str(&made);
  text_init(&made, gavel_allocator_default());
  check(!import_begin(gavel_allocator_default(), &reader, &error));
  check(!import_feed(reader, CARDS, sizeof CARDS - 1));
  check(!import_end(reader, &import));
  Oracle *oracle;
  check(!oracle_new(gavel_allocator_default(), &oracle, &error));
  check(!import_write(&import, oracle, NULL, &made, &error));
  oracle_free(oracle);
  import_free(&import);
  /* Images have a target of their own. */
  ImportDb db;
  check(!import_db_begin(&db, text_str(&made), &error));
  made.length = db.image.at;
  memset(made.data + HEAD_SIZE - 4, 0, 4);
  return text_str(&made);
}

/* No cards, kept between inputs as long as none is added: reading the keywords takes longer than most inputs. */
static CardDb *no_cards(void) {
  static CardDb cards;
  GavelError error = {0};
  if (cards.cards.count > 1) carddb_free(&cards);
  if (cards.cards.count != 1) check(!carddb_init(&cards, gavel_allocator_default(), &error));
  return &cards;
}

static void put_u64(Text *out, u32 at, u64 value) {
  for (u32 i = 0; i < 8; i++) out->data[at + i] = (char)(value >> (8 * i) & 0xff);
}

/* The last word but one of the header says where the image begins. */
static void sign(Text *bytes) {
  if (bytes->length < HEAD_SIZE) return;
  u32 end = 0;
  for (u32 i = 0; i < 4; i++) end |= (u32)(u8)bytes->data[HEAD_SIZE - 8 + i] << (8 * i);
  if (end < HEAD_VERSION || end > bytes->length) end = bytes->length;
  put_u64(bytes, HEAD_VERSION, binary_version());
  put_u64(bytes, HEAD_CHECKSUM, hash_wide(bytes->data + HEAD_VERSION, end - HEAD_VERSION));
}

static void use(Str bytes) {
  ImportDb db;
  GavelError error = {0};
  Text text;
  GavelStatus status = import_db_open(&db, bytes, &error);
  if (status) {
    check(error.status == status && error.message[0] && error.byte <= bytes.length);
    return;
  }
  text_init(&text, gavel_allocator_default());
  for (u32 row = 0; row < db.cards.count; row++) {
    ImportCard card;
    ImportFace faces[IMPORT_FACES_MAX];
    import_db_card(&db, row, &card, faces);
    import_db_why_not(&db, card.name, &text);
    import_db_find(&db, faces[card.face_count - 1].texts[TEXT_NAME]);
  }
  CardDb *cards = no_cards();
  u32 words = cards->words.count, names = cards->names.texts.count;
  status = import_db_load(&db, cards, &error);
  check(status == error.status && !status == !error.message[0]);
  check(!status || (cards->cards.count == 1 && cards->words.count == words && cards->names.texts.count == names));
  if (!status) check(!carddb_link(cards, &error));
  for (u32 card = 1; card < cards->cards.count; card++) {
    card_print(cards, card, &text);
    card_english(cards, card, &text);
  }
  text_free(&text);
}

/* Changes bytes of a valid database: each three bytes of input are an offset and a byte. */
static void change(Text *bytes, const uint8_t *data, size_t size) {
  for (; size >= 3; data += 3, size -= 3) bytes->data[(data[0] | (u32)data[1] << 8) % bytes->length] = (char)data[2];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || size > INPUT_CAP) return 0;
  Text bytes;
  text_init(&bytes, gavel_allocator_default());
  if (data[0] % 2) {
    text_add(&bytes, (Str){(const char *)data + 1, (u32)size - 1});
  } else {
    text_add(&bytes, good_database());
    change(&bytes, data + 1, size - 1);
  }
  sign(&bytes);
  use(text_str(&bytes));
  text_free(&bytes);
  return 0;
}
