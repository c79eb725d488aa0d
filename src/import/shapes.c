#include "import/shapes.h"

#define STRING(ID) \
  { .kind = JSON_STRING, .id = (ID) }
#define ARRAY_OF(INNER) \
  { .kind = JSON_ARRAY, .id = SHAPE_INSIGNIFICANT, .inner = (INNER) }
#define OBJECT(ID, FIELDS) \
  { .kind = JSON_OBJECT, .id = (ID), .fields = (FIELDS), .count = COUNT_OF(FIELDS) }

static const JsonShape TEXTS[TEXT_COUNT] = {
    STRING(TEXT_NAME),      STRING(TEXT_COST),    STRING(TEXT_TYPES),   STRING(TEXT_RULES), STRING(TEXT_POWER),
    STRING(TEXT_TOUGHNESS), STRING(TEXT_LOYALTY), STRING(TEXT_DEFENSE), STRING(TEXT_HAND),  STRING(TEXT_LIFE),
};

static const JsonShape LAYOUT = STRING(SHAPE_LAYOUT);
static const JsonShape INDICATOR = STRING(SHAPE_INDICATOR), INDICATORS = ARRAY_OF(&INDICATOR);
static const JsonShape IDENTITY = STRING(SHAPE_IDENTITY), IDENTITIES = ARRAY_OF(&IDENTITY);
static const JsonShape KEYWORD = STRING(SHAPE_KEYWORD), KEYWORDS = ARRAY_OF(&KEYWORD);
static const JsonShape LEGALITY = STRING(SHAPE_LEGALITY);
static const JsonShape LEGALITIES = {.kind = JSON_OBJECT, .id = SHAPE_INSIGNIFICANT, .inner = &LEGALITY};

/* --- Scryfall ------------------------------------------------------------------------------ */

static const JsonShape PART_COMPONENT = STRING(SHAPE_PART_COMPONENT), PART_NAME = STRING(SHAPE_PART_NAME);
static const JsonField PART_FIELDS[] = {{"component", &PART_COMPONENT, true}, {"name", &PART_NAME, true}};
static const JsonShape PART = OBJECT(SHAPE_PART, PART_FIELDS), PARTS = ARRAY_OF(&PART);

static const JsonField FACE_FIELDS[] = {
    {"name", &TEXTS[TEXT_NAME], true},        {"mana_cost", &TEXTS[TEXT_COST], false},
    {"type_line", &TEXTS[TEXT_TYPES], false}, {"oracle_text", &TEXTS[TEXT_RULES], false},
    {"power", &TEXTS[TEXT_POWER], false},     {"toughness", &TEXTS[TEXT_TOUGHNESS], false},
    {"loyalty", &TEXTS[TEXT_LOYALTY], false}, {"defense", &TEXTS[TEXT_DEFENSE], false},
    {"color_indicator", &INDICATORS, false},
};
const JsonShape SHAPE_OF_FACE = OBJECT(SHAPE_FACE, FACE_FIELDS);
static const JsonShape FACES = ARRAY_OF(&SHAPE_OF_FACE);

static const JsonField CARD_FIELDS[] = {
    {"name", &TEXTS[TEXT_NAME], true},
    {"layout", &LAYOUT, true},
    {"mana_cost", &TEXTS[TEXT_COST], false},
    {"type_line", &TEXTS[TEXT_TYPES], false},
    {"oracle_text", &TEXTS[TEXT_RULES], false},
    {"power", &TEXTS[TEXT_POWER], false},
    {"toughness", &TEXTS[TEXT_TOUGHNESS], false},
    {"loyalty", &TEXTS[TEXT_LOYALTY], false},
    {"defense", &TEXTS[TEXT_DEFENSE], false},
    {"hand_modifier", &TEXTS[TEXT_HAND], false},
    {"life_modifier", &TEXTS[TEXT_LIFE], false},
    {"color_indicator", &INDICATORS, false},
    {"color_identity", &IDENTITIES, false},
    {"keywords", &KEYWORDS, false},
    {"legalities", &LEGALITIES, false},
    {"card_faces", &FACES, false},
    {"all_parts", &PARTS, false},
};
const JsonShape SHAPE_OF_CARD = OBJECT(SHAPE_CARD, CARD_FIELDS);

/* --- MTGJSON ------------------------------------------------------------------------------- */

static const JsonShape SIDE = STRING(SHAPE_SIDE), FACE_NAME = STRING(SHAPE_FACE_NAME);
static const JsonShape MELD_NAME = STRING(SHAPE_MELD_NAME), MELD_NAMES = ARRAY_OF(&MELD_NAME);

static const JsonField ATOM_FIELDS[] = {
    {"name", &TEXTS[TEXT_NAME], true},
    {"layout", &LAYOUT, true},
    {"faceName", &FACE_NAME, false},
    {"side", &SIDE, false},
    {"manaCost", &TEXTS[TEXT_COST], false},
    {"type", &TEXTS[TEXT_TYPES], true},
    {"text", &TEXTS[TEXT_RULES], false},
    {"power", &TEXTS[TEXT_POWER], false},
    {"toughness", &TEXTS[TEXT_TOUGHNESS], false},
    {"loyalty", &TEXTS[TEXT_LOYALTY], false},
    {"defense", &TEXTS[TEXT_DEFENSE], false},
    {"hand", &TEXTS[TEXT_HAND], false},
    {"life", &TEXTS[TEXT_LIFE], false},
    {"colorIndicator", &INDICATORS, false},
    {"colorIdentity", &IDENTITIES, false},
    {"keywords", &KEYWORDS, false},
    {"legalities", &LEGALITIES, false},
    {"cardParts", &MELD_NAMES, false},
};
const JsonShape SHAPE_OF_ATOM = OBJECT(SHAPE_ATOM, ATOM_FIELDS);
static const JsonShape ATOMS = {.kind = JSON_ARRAY, .id = SHAPE_ATOMS, .inner = &SHAPE_OF_ATOM};

/* --- files --------------------------------------------------------------------------------- */

static const JsonShape CARDS = ARRAY_OF(&SHAPE_OF_CARD);
static const JsonShape DATA = {.kind = JSON_OBJECT, .id = SHAPE_INSIGNIFICANT, .inner = &ATOMS, .other = &CARDS};
static const JsonField FILE_FIELDS[] = {{"data", &DATA, true}};
static const JsonShape FILE_OBJECT = OBJECT(SHAPE_INSIGNIFICANT, FILE_FIELDS);
const JsonShape SHAPE_TOP = {
    .kind = JSON_ARRAY, .id = SHAPE_INSIGNIFICANT, .inner = &SHAPE_OF_CARD, .other = &FILE_OBJECT};

_Static_assert(COUNT_OF(CARD_FIELDS) <= JSON_FIELDS_MAX && COUNT_OF(ATOM_FIELDS) <= JSON_FIELDS_MAX,
               "fields that were there are noted in 64 bits");

/* Whether a shape, or the element shape of an array, has that id. */
static bool is_called(const JsonShape *shape, u32 id) {
  return shape->id == id || (shape->kind == JSON_ARRAY && shape->inner && shape->inner->id == id);
}

const char *shape_key(const JsonShape *shape, u32 id) {
  for (u32 i = 0; i < shape->count; i++)
    if (is_called(shape->fields[i].shape, id)) return shape->fields[i].key;
  return "";
}
