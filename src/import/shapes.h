/* The shapes of files of cards. */
#ifndef IMPORT_SHAPES_H
#define IMPORT_SHAPES_H

#include "import/import.h"
#include "import/json.h"

/* JsonShape.id. The texts of a face come first, numbered as in ImportText. */
typedef enum ShapeId {
  SHAPE_CARD = TEXT_COUNT, /* a Scryfall card with its faces … */
  SHAPE_FACE,
  SHAPE_PART, /* … and related cards */
  SHAPE_PART_COMPONENT,
  SHAPE_PART_NAME,
  SHAPE_ATOMS, /* an MTGJSON card, which is an array of faces */
  SHAPE_ATOM,
  SHAPE_SIDE,
  SHAPE_FACE_NAME,
  SHAPE_MELD_NAME,
  SHAPE_LAYOUT,
  SHAPE_INDICATOR, /* a colour letter */
  SHAPE_IDENTITY,
  SHAPE_KEYWORD,
  SHAPE_LEGALITY, /* with a format as key */
  SHAPE_INSIGNIFICANT,
} ShapeId;

/* An array of cards, a list with such an array, or MTGJSON's object. */
extern const JsonShape SHAPE_TOP;
/* A Scryfall card, a face of one, and an MTGJSON face, whose fields appear in messages. */
extern const JsonShape SHAPE_OF_CARD, SHAPE_OF_FACE, SHAPE_OF_ATOM;

/* The key that a shape of that kind uses for `id`. Never null. */
const char *shape_key(const JsonShape *shape, u32 id);

#endif
