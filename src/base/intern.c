#include "base/base.h"

/* The table of slots holds ids, 0 for an empty slot. Its size is a power of two and it is never more than half full, so
   a search always ends at an empty slot. */

#define INTERN_SLOTS_MIN 16u

void intern_init(Intern *intern, Arena *arena) { *intern = (Intern){.arena = arena}; }

void intern_free(Intern *intern) {
  if (!intern->arena) return; /* zeroed and never initialised */
  GavelAllocator *allocator = &intern->arena->allocator;
  vec_free(allocator, &intern->texts);
  vec_free(allocator, &intern->slots);
}

/* Returns the slot that holds `text`, or the empty one where it belongs; the table must not be empty. */
static u32 slot_of(const Intern *intern, Str text) {
  Hash hash;
  hash_init(&hash, 0);
  hash_bytes(&hash, text.data, text.length);
  u32 mask = intern->slots.count - 1;
  u32 slot = (u32)hash_end(&hash) & mask;
  for (;;) {
    StrId id = intern->slots.data[slot];
    if (id == 0 || str_equal(intern->texts.data[id - 1], text)) return slot;
    slot = (slot + 1) & mask;
  }
}

/* Grows the table if one more text would fill more than half of it. */
static bool make_room(Intern *intern) {
  GavelAllocator *allocator = &intern->arena->allocator;
  if (!vec_reserve(allocator, &intern->texts, 1)) return false;
  u32 old_size = intern->slots.count;
  if (intern->texts.count < old_size / 2) return true;
  u32 added = old_size > 0 ? old_size : INTERN_SLOTS_MIN;
  if (!vec_reserve(allocator, &intern->slots, added)) return false;
  intern->slots.count = old_size + added;
  memset(intern->slots.data, 0, intern->slots.count * sizeof *intern->slots.data);
  for (u32 i = 0; i < intern->texts.count; i++) {
    intern->slots.data[slot_of(intern, intern->texts.data[i])] = i + 1;
  }
  return true;
}

bool intern_take(Intern *intern, const char *bytes, const u32 *starts, u32 count, const u32 *slots, u32 slot_count) {
  GavelAllocator *allocator = &intern->arena->allocator;
  if (!vec_reserve(allocator, &intern->texts, count)) return false;
  if (!vec_reserve(allocator, &intern->slots, slot_count)) return false;
  for (u32 i = 0; i < count; i++) intern->texts.data[i] = (Str){bytes + starts[i], starts[i + 1] - starts[i] - 1};
  intern->texts.count = count;
  if (slot_count > 0) memcpy(intern->slots.data, slots, slot_count * sizeof *slots);
  intern->slots.count = slot_count;
  return true;
}

StrId intern_add(Intern *intern, Str text) {
  StrId known = intern_find(intern, text);
  if (known) return known;
  if (!make_room(intern)) return 0;
  char *copy = arena_text(intern->arena, text.data, text.length);
  if (!copy) return 0;
  u32 slot = slot_of(intern, text);
  intern->texts.data[intern->texts.count++] = (Str){copy, text.length};
  intern->slots.data[slot] = intern->texts.count;
  return intern->texts.count;
}

StrId intern_find(const Intern *intern, Str text) {
  return intern->slots.count > 0 ? intern->slots.data[slot_of(intern, text)] : 0;
}

Str intern_text(const Intern *intern, StrId id) {
  /* Id 0 wraps to the largest number, which is beyond any table. */
  return id - 1 < intern->texts.count ? intern->texts.data[id - 1] : STR("");
}
