#include "cards/carddb.h"
#include "cards/check.h"
#include "cards/read.h"

/* The binary form: MAGIC, then a hash of the tables of words and operations, then the arrays of
   the database one after another, each preceded by its number of elements, then a hash of all
   that. Numbers are varints: seven bits a byte, the lowest first, the eighth set where more
   follow; signed ones have their sign in the lowest bit. What carddb_link computes is not
   written. */

static const char MAGIC[8] = {'G', 'a', 'v', 'e', 'l', 'I', 'R', '1'};
#define HASH_SIZE 8u
#define HEAD_SIZE (sizeof MAGIC + HASH_SIZE)

/* Numbers of words and operations stand in the data, so they must mean the same. */
static u64 tables_hash(void) {
  Hash hash;
  hash_init(&hash, 1);
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

static void put(Text *out, u64 value) {
  for (; value >= 0x80; value >>= 7) text_addc(out, (char)((value & 0x7f) | 0x80));
  text_addc(out, (char)value);
}

static void put_signed(Text *out, i64 value) {
  put(out, (u64)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_cost(Text *out, const ManaCost *cost) {
  put(out, (u64)cost->generic);
  put(out, cost->x);
  put(out, cost->count);
  for (u32 i = 0; i < cost->count; i++) put(out, cost->symbols[i]);
}

static void put_ability(Text *out, const AbilityDef *def) {
  put(out, def->node);
  put(out, def->op);
  put(out, def->keyword);
  put(out, def->expansion_count);
  put(out, def->slots);
  put(out, def->slot_names);
  put(out, def->card);
}

static void put_face(Text *out, const FaceDef *face) {
  const Chars *chars = &face->chars;
  put(out, face->card);
  put(out, face->index);
  put(out, chars->name);
  put(out, chars->mana_cost);
  put(out, chars->types);
  put(out, chars->supertypes);
  for (u32 i = 0; i < COUNT_OF(chars->subtypes); i++) put(out, chars->subtypes[i]);
  put(out, chars->color_indicator);
  put(out, chars->has);
  put_signed(out, chars->power);
  put_signed(out, chars->toughness);
  put_signed(out, chars->loyalty);
  put_signed(out, chars->defense);
  put(out, chars->abilities);
  put(out, chars->ability_count);
}

static void put_card(Text *out, const CardDef *card) {
  put(out, card->name);
  put(out, card->face);
  put(out, card->faces);
  put(out, card->layout);
  put(out, card->meld_name);
}

GavelStatus carddb_write(const CardDb *db, Text *out, GavelError *error) {
  u32 start = out->length;
  text_add(out, (Str){MAGIC, sizeof MAGIC});
  put_u64(out, tables_hash());
  put(out, db->names.texts.count);
  for (u32 i = 1; i <= db->names.texts.count; i++) {
    Str text = intern_text(&db->names, i);
    put(out, text.length);
    text_add(out, text);
  }
  put(out, db->costs.count);
  for (u32 i = 1; i < db->costs.count; i++) put_cost(out, &db->costs.data[i]);
  put(out, db->words.count);
  for (u32 i = 1; i < db->words.count; i++) put(out, db->words.data[i]);
  put(out, db->slot_names.count);
  for (u32 i = 1; i < db->slot_names.count; i++) put(out, db->slot_names.data[i]);
  put(out, db->abilities.count);
  for (u32 i = 1; i < db->abilities.count; i++) put_ability(out, &db->abilities.data[i]);
  put(out, db->faces.count);
  for (u32 i = 1; i < db->faces.count; i++) put_face(out, &db->faces.data[i]);
  put(out, db->cards.count);
  for (u32 i = 1; i < db->cards.count; i++) put_card(out, &db->cards.data[i]);
  for (u32 i = 0; i < COUNT_OF(db->intrinsic); i++) put(out, db->intrinsic[i]);
  for (u32 i = 0; i < GIVEN_COUNT; i++) put(out, db->by_rules[i]);
  Hash hash;
  hash_init(&hash, 2);
  if (!out->failed) hash_bytes(&hash, out->data + start, out->length - start);
  put_u64(out, hash_end(&hash));
  if (out->failed) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  return GAVEL_OK;
}

/* --- reading ------------------------------------------------------------------------------- */

typedef struct Source {
  CardDb *db;
  GavelError *error;
  GavelStatus status;
  Str bytes;
  u32 at;
} Source;

static void source_fail(Source *source, GavelStatus status, const char *what) {
  if (source->status) return;
  source->status = error_set(source->error, status, 0, 0, source->at, "%s", what);
}

static u64 get_u64(Str bytes, u32 at) {
  u64 value = 0;
  for (u32 i = 0; i < HASH_SIZE; i++) value |= (u64)(u8)bytes.data[at + i] << (8 * i);
  return value;
}

/* The next number, at most `most`; 0 after an error. */
static u64 get(Source *source, u64 most) {
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

static u32 get_u32(Source *source) { return (u32)get(source, UINT32_MAX); }

static u16 get_u16(Source *source) { return (u16)get(source, UINT16_MAX); }

static u8 get_u8(Source *source) { return (u8)get(source, UINT8_MAX); }

static i64 get_signed(Source *source) {
  u64 value = get(source, UINT32_MAX);
  return (i64)(value >> 1) ^ -(i64)(value & 1);
}

/* The number of elements of an array, of which each takes at least one of the bytes that follow. */
static u32 get_count(Source *source) {
  u32 count = get_u32(source);
  if (count <= source->bytes.length - source->at) return count;
  source_fail(source, GAVEL_E_CORRUPT, "an array is longer than the data");
  return 0;
}

static void get_names(Source *source) {
  u32 count = get_count(source);
  for (u32 i = 1; i <= count && !source->status; i++) {
    u32 length = get_count(source);
    Str text = {source->bytes.data + source->at, length};
    if (source->status) return;
    if (length == 0 || length > READ_NAME_MAX || intern_find(&source->db->names, text)) {
      source_fail(source, GAVEL_E_CORRUPT, "a name is empty, too long or there twice");
    } else if (!intern_add(&source->db->names, text)) {
      source_fail(source, GAVEL_E_MEMORY, "out of memory");
    }
    source->at += length;
  }
}

static ManaCost get_cost(Source *source) {
  ManaCost cost = {0};
  cost.generic = (i32)get(source, READ_NUMBER_MAX);
  cost.x = get_u8(source);
  cost.count = (u8)get(source, MANA_SYMBOLS_CAP);
  for (u32 i = 0; i < cost.count; i++) cost.symbols[i] = get_u16(source);
  return cost;
}

static AbilityDef get_ability(Source *source) {
  AbilityDef def = {0};
  def.node = get_u32(source);
  def.op = get_u16(source);
  def.keyword = get_u16(source);
  def.expansion_count = get_u32(source);
  def.slots = get_u16(source);
  def.slot_names = get_u32(source);
  def.card = get_u32(source);
  return def;
}

static FaceDef get_face(Source *source) {
  FaceDef face = {0};
  Chars *chars = &face.chars;
  face.card = get_u32(source);
  face.index = get_u16(source);
  chars->name = get_u32(source);
  chars->mana_cost = get_u32(source);
  chars->types = get_u16(source);
  chars->supertypes = get_u16(source);
  for (u32 i = 0; i < COUNT_OF(chars->subtypes); i++) chars->subtypes[i] = get(source, UINT64_MAX);
  chars->color_indicator = get_u8(source);
  chars->has = get_u8(source);
  chars->power = get_signed(source);
  chars->toughness = get_signed(source);
  chars->loyalty = (i32)get_signed(source);
  chars->defense = (i32)get_signed(source);
  chars->abilities = get_u32(source);
  chars->ability_count = get_u32(source);
  return face;
}

static CardDef get_card(Source *source) {
  CardDef card = {0};
  card.name = get_u32(source);
  card.face = get_u32(source);
  card.faces = get_u16(source);
  card.layout = get_u16(source);
  card.meld_name = get_u32(source);
  return card;
}

/* Reads an array whose first element stands for none and is not written. */
#define GET_ARRAY(source, vec, get_element)                                           \
  do {                                                                                \
    u32 elements = get_count(source);                                                 \
    if (elements == 0) source_fail((source), GAVEL_E_CORRUPT, "an array is missing"); \
    for (u32 element = 1; element < elements && !(source)->status; element++) {       \
      if (!vec_push(&(source)->db->allocator, (vec), get_element(source))) {          \
        source_fail((source), GAVEL_E_MEMORY, "out of memory");                       \
      }                                                                               \
    }                                                                                 \
  } while (0)

static void get_arrays(Source *source) {
  CardDb *db = source->db;
  get_names(source);
  GET_ARRAY(source, &db->costs, get_cost);
  GET_ARRAY(source, &db->words, get_u32);
  GET_ARRAY(source, &db->slot_names, get_u32);
  GET_ARRAY(source, &db->abilities, get_ability);
  GET_ARRAY(source, &db->faces, get_face);
  GET_ARRAY(source, &db->cards, get_card);
  for (u32 i = 0; i < COUNT_OF(db->intrinsic); i++) db->intrinsic[i] = get_u32(source);
  for (u32 i = 0; i < GIVEN_COUNT; i++) db->by_rules[i] = get_u32(source);
  if (source->at != source->bytes.length) {
    source_fail(source, GAVEL_E_CORRUPT, "something follows the end");
  }
}

/* Checks what stands around the arrays and takes the hash off the end. */
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
  } else if (get_u64(*bytes, sizeof MAGIC) != tables_hash()) {
    source_fail(source, GAVEL_E_VERSION, "the card database is of another version of Gavel");
  }
  source->at = HEAD_SIZE;
}

/* Forgets what carddb_init has entered, except the keywords. */
static void empty(CardDb *db) {
  db->words.count = db->slot_names.count = db->abilities.count = 1;
  db->faces.count = db->cards.count = db->costs.count = 1;
  intern_free(&db->names);
  intern_init(&db->names, &db->arena);
}

GavelStatus carddb_read(CardDb *db, GavelAllocator allocator, Str bytes, GavelError *error) {
  GavelStatus status = carddb_init(db, allocator, error);
  if (status) return status;
  Source source = {.db = db, .error = error, .bytes = bytes};
  check_frame(&source);
  if (!source.status) {
    empty(db);
    get_arrays(&source);
  }
  if (!source.status) source.status = check_database(db, error);
  for (u32 i = 1; i < db->faces.count && !source.status; i++) {
    face_complete(db, &db->faces.data[i].chars);
  }
  for (u32 i = 1; i < db->cards.count && !source.status; i++) {
    if (!carddb_enter_names(db, i)) source_fail(&source, GAVEL_E_MEMORY, "out of memory");
  }
  if (!source.status) source.status = carddb_link(db, error);
  if (source.status) carddb_free(db);
  return source.status;
}
