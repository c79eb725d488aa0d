/* The names of tables and columns, and cards as numbers. */
#include "batch/batch.h"

#include "cards/words.h"

typedef struct Column {
  const char *name, *says;
} Column;

#define COLUMN(NAME, TEXT, SAYS) {TEXT, SAYS},
static const Column GLOBALS[] = {GAVEL_GLOBAL_COLUMNS(COLUMN)};
static const Column PLAYERS[] = {GAVEL_PLAYER_COLUMNS(COLUMN)};
static const Column OBJECTS[] = {GAVEL_OBJECT_COLUMNS(COLUMN)};
static const Column LINKS[] = {GAVEL_LINK_COLUMNS(COLUMN)};
static const Column OPTIONS[] = {GAVEL_OPTION_COLUMNS(COLUMN)};
#undef COLUMN

static const struct {
  const char *name;
  const Column *columns;
  u32 width;
} TABLES_SEEN[] = {
    [GAVEL_TABLE_GLOBALS] = {"globals", GLOBALS, GAVEL_GLOBAL_WIDTH},
    [GAVEL_TABLE_PLAYERS] = {"players", PLAYERS, GAVEL_PLAYER_WIDTH},
    [GAVEL_TABLE_OBJECTS] = {"objects", OBJECTS, GAVEL_OBJECT_WIDTH},
    [GAVEL_TABLE_LINKS] = {"links", LINKS, GAVEL_LINK_WIDTH},
    [GAVEL_TABLE_OPTIONS] = {"options", OPTIONS, GAVEL_OPTION_WIDTH},
};
_Static_assert(COUNT_OF(TABLES_SEEN) == GAVEL_TABLE_COUNT, "a row for each table");

const char *gavel_observation_table(GavelTable table) {
  return (u32)table < GAVEL_TABLE_COUNT ? TABLES_SEEN[table].name : NULL;
}

uint32_t gavel_observation_width(GavelTable table) {
  return (u32)table < GAVEL_TABLE_COUNT ? TABLES_SEEN[table].width : 0;
}

const char *gavel_observation_column(GavelTable table, uint32_t column) {
  return column < gavel_observation_width(table) ? TABLES_SEEN[table].columns[column].name : NULL;
}

const char *gavel_observation_column_says(GavelTable table, uint32_t column) {
  return column < gavel_observation_width(table) ? TABLES_SEEN[table].columns[column].says : NULL;
}

static void hash_text(Hash *hash, const char *text) { hash_bytes(hash, text, strlen(text)); }

uint64_t gavel_observation_schema(void) {
  Hash hash;
  hash_init(&hash, GAVEL_OBSERVATION_VERSION);
  for (u32 t = 0; t < GAVEL_TABLE_COUNT; t++) {
    hash_text(&hash, TABLES_SEEN[t].name);
    for (u32 c = 0; c < TABLES_SEEN[t].width; c++) {
      hash_text(&hash, TABLES_SEEN[t].columns[c].name);
      hash_text(&hash, TABLES_SEEN[t].columns[c].says);
    }
  }
  for (u32 w = 1; w < WORD_COUNT; w++) hash_text(&hash, gavel_word_text((GavelWord)w));
  for (u32 k = 0; gavel_observation_keyword(k); k++) hash_u64(&hash, gavel_observation_keyword(k));
  return hash_end(&hash);
}

/* --- cards --------------------------------------------------------------------------------- */

/* Adds one piece: its hash determines the sign and the place. */
static void add_piece(i16 *features, u32 width, u64 piece) {
  Hash hash;
  hash_init(&hash, 1);
  hash_u64(&hash, piece);
  u64 h = hash_end(&hash);
  i16 *n = &features[(h >> 1) % width];
  if (h & 1 ? *n < INT16_MAX : *n > INT16_MIN) *n = (i16)(h & 1 ? *n + 1 : *n - 1);
}

/* The end of the word or quoted text that begins at `at`; each bracket is a word. */
static const char *word_end(const char *at) {
  if (*at == '(' || *at == ')') return at + 1;
  if (*at != '"') return at + strcspn(at, " \t\n()\"");
  for (at++; *at && *at != '"'; at++) at += *at == '\\' && at[1];
  return *at ? at + 1 : at;
}

/* Adds each word, and each pair of neighbouring words; all quoted texts, such as names, count as the same word. */
static void add_words(i16 *features, u32 width, const char *text) {
  u64 before = 0;
  for (const char *at = text + strspn(text, " \t\n"); *at;) {
    const char *end = word_end(at);
    Hash hash;
    hash_init(&hash, 2);
    if (*at == '"')
      hash_u64(&hash, '"');
    else
      hash_bytes(&hash, at, (size_t)(end - at));
    u64 word = hash_end(&hash);
    if (*at != '(' && *at != ')') add_piece(features, width, word);
    add_piece(features, width, word + 0x9e3779b97f4a7c15u * before);
    before = word;
    at = end + strspn(end, " \t\n");
  }
}

GavelStatus gavel_card_features(const GavelCards *cards, GavelCardId card, int16_t *features, uint32_t width) {
  if (width == 0) return GAVEL_E_CHECK;
  if (card == 0 || card > gavel_cards_count(cards)) return GAVEL_E_UNKNOWN;
  memset(features, 0, width * sizeof *features);
  GavelAllocator allocator = cards->db.allocator;
  size_t size = gavel_card_definition(cards, card, NULL, 0) + 1;
  char *text = allocator.resize(allocator.user, NULL, 0, size);
  if (!text) return GAVEL_E_MEMORY;
  gavel_card_definition(cards, card, text, size);
  add_words(features, width, text);
  allocator.resize(allocator.user, text, size, 0);
  return GAVEL_OK;
}
