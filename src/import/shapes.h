/* The shapes of the files that hold cards. */
#ifndef IMPORT_SHAPES_H
#define IMPORT_SHAPES_H

#include "import/import.h"
#include "import/json.h"

/* What stands where: JsonShape.id. The texts of a face come first, numbered as ImportText. */
typedef enum ShapeId {
  SHAPE_CARD = TEXT_COUNT, /* a card of Scryfall, with its faces … */
  SHAPE_FACE,
  SHAPE_PART, /* … and other cards that belong to it */
  SHAPE_PART_COMPONENT,
  SHAPE_PART_NAME,
  SHAPE_ATOMS, /* a card of MTGJSON, which is an array of faces */
  SHAPE_ATOM,
  SHAPE_SIDE,
  SHAPE_FACE_NAME,
  SHAPE_MELD_NAME,
  SHAPE_LAYOUT,
  SHAPE_INDICATOR, /* a letter of a color */
  SHAPE_IDENTITY,
  SHAPE_KEYWORD,
  SHAPE_LEGALITY, /* under the name of a format */
  SHAPE_INSIGNIFICANT,
} ShapeId;

/* An array of cards, a list with such an array, or MTGJSON's object. */
extern const JsonShape SHAPE_TOP;
/* A card of Scryfall, a face of one, and a face of MTGJSON, whose fields messages name. */
extern const JsonShape SHAPE_OF_CARD, SHAPE_OF_FACE, SHAPE_OF_ATOM;

/* The key under which a shape of that kind holds what is called `id`. Never null. */
const char *shape_key(const JsonShape *shape, u32 id);

#endif
