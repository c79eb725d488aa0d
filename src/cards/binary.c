#include "cards/binary.h"

/* The binary form of a database: MAGIC, binary_version, the number of cards, each card preceded by its length, and a
   hash of all that. The hashes are eight bytes, little-endian. What carddb_init and carddb_link compute is not
   written. */

static const char MAGIC[8] = {'G', 'a', 'v', 'e', 'l', 'I', 'R', '3'};
#define HASH_SIZE 8u
#define HEAD_SIZE (sizeof MAGIC + HASH_SIZE)

/* The data contain numbers of words and operations, so these must mean the same. */
u64 binary_version(void) {
  Hash hash;
  hash_init(&hash, 2);
  for (u32 word = 0; word < WORD_COUNT; word++) {
    Str text = word_text((Word)word);
    hash_bytes(&hash, text.data, text.length);
    hash_u64(&hash, word_class((Word)word));
  }
  for (u32 op = 0; op < IR_OP_COUNT; op++) {
    const IrOpInfo *info = ir_op_info((IrOp)op);
    hash_bytes(&hash, info->name, strlen(info->name));
    hash_bytes(&hash, info->signature, strlen(info->signature));
  }
  return hash_end(&hash);
}

/* --- writing ------------------------------------------------------------------------------- */

static void put_u64(Text *out, u64 value) {
  for (u32 i = 0; i < HASH_SIZE; i++) text_addc(out, (char)(value >> (8 * i) & 0xff));
}

GavelStatus carddb_write(const CardDb *db, Text *out, GavelError *error) {
  u32 start = out->length;
  Text card;
  text_init(&card, db->allocator);
  text_add(out, (Str){MAGIC, sizeof MAGIC});
  put_u64(out, binary_version());
  put(out, db->cards.count - 1);
  for (u32 i = 1; i < db->cards.count; i++) {
    text_clear(&card);
    card_write(db, i, &card);
    put(out, card.length);
    text_add(out, text_str(&card));
    out->failed |= card.failed;
  }
  Hash hash;
  hash_init(&hash, 2);
  if (!out->failed) hash_bytes(&hash, out->data + start, out->length - start);
  put_u64(out, hash_end(&hash));
  text_free(&card);
  if (out->failed) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  return GAVEL_OK;
}

/* --- reading ------------------------------------------------------------------------------- */

void source_fail(Source *source, GavelStatus status, const char *what) {
  if (source->status) return;
  source->status = error_set(source->error, status, 0, 0, source->at, "%s", what);
}

u64 source_get(Source *source, u64 most) {
  u64 value = 0;
  for (u32 shift = 0; !source->status; shift += 7) {
    if (source->at == source->bytes.length || shift > 63) {
      source_fail(source, GAVEL_E_CORRUPT, "a number is cut off or too long");
      return 0;
    }
    u8 byte = (u8)source->bytes.data[source->at++];
    value |= (u64)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) break;
  }
  if (value <= most) return value;
  source_fail(source, GAVEL_E_CORRUPT, "a number is larger than anything of its kind");
  return 0;
}

u32 source_count(Source *source) {
  u32 count = get_u32(source);
  if (count <= source->bytes.length - source->at) return count;
  source_fail(source, GAVEL_E_CORRUPT, "an array is longer than the data");
  return 0;
}

static u64 get_u64(Str bytes, u32 at) {
  u64 value = 0;
  for (u32 i = 0; i < HASH_SIZE; i++) value |= (u64)(u8)bytes.data[at + i] << (8 * i);
  return value;
}

/* Finds each card, and adds them all. */
static void get_cards(Source *source) {
  VEC(Str) cards = {0};
  GavelAllocator *allocator = &source->db->allocator;
  for (u32 count = source_count(source); count > 0 && !source->status; count--) {
    u32 length = source_count(source);
    Str card = {source->bytes.data + source->at, length};
    if (source->status) break;
    source->at += length;
    if (!vec_push(allocator, &cards, card)) source_fail(source, GAVEL_E_MEMORY, "out of memory");
  }
  if (source->at != source->bytes.length) source_fail(source, GAVEL_E_CORRUPT, "something follows the end");
  if (!source->status) source->status = carddb_load_binary(source->db, cards.data, cards.count, source->error);
  vec_free(allocator, &cards);
}

/* Checks everything around the cards and removes the hash from the end. */
static void check_frame(Source *source) {
  Str *bytes = &source->bytes;
  if (bytes->length < HEAD_SIZE + HASH_SIZE || memcmp(bytes->data, MAGIC, sizeof MAGIC) != 0) {
    source_fail(source, GAVEL_E_CORRUPT, "expected a card database in binary form");
    return;
  }
  bytes->length -= HASH_SIZE;
  Hash hash;
  hash_init(&hash, 2);
  hash_bytes(&hash, bytes->data, bytes->length);
  if (hash_end(&hash) != get_u64(*bytes, bytes->length)) {
    source_fail(source, GAVEL_E_CORRUPT, "the card database is damaged: its checksum is wrong");
  } else if (get_u64(*bytes, sizeof MAGIC) != binary_version()) {
    source_fail(source, GAVEL_E_VERSION, "the card database is of another version of Gavel");
  }
  source->at = HEAD_SIZE;
}

GavelStatus carddb_read(CardDb *db, GavelAllocator allocator, Str bytes, GavelError *error) {
  GavelStatus status = carddb_init(db, allocator, error);
  if (status) return status;
  Source source = {.db = db, .error = error, .bytes = bytes};
  check_frame(&source);
  if (!source.status) get_cards(&source);
  if (!source.status) source.status = carddb_link(db, error);
  if (source.status) carddb_free(db);
  return source.status;
}
