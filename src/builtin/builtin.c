#include "builtin/builtin.h"

GavelStatus builtin_open(CardDb *db, GavelAllocator allocator, GavelError *error) {
  return image_open(db, allocator, builtin_image(), NULL, error);
}

bool builtin_is(const CardDb *db) { return db->image.data == builtin_image().data; }
