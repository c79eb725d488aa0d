#include "base/base.h"

#include <stdlib.h>

/* --- the default allocator --------------------------------------------------------------- */

#ifdef GAVEL_HOSTILE
/* Always moves the memory and overwrites the old copy, so that stale pointers show. */
static void *default_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
  (void)user;
  void *moved = NULL;
  if (new_size > 0) {
    moved = realloc(NULL, new_size);
    if (!moved) return NULL;
    memset(moved, 0xDB, new_size);
    if (pointer) memcpy(moved, pointer, old_size < new_size ? old_size : new_size);
  }
  if (pointer) memset(pointer, 0xDB, old_size);
  free(pointer);
  return moved;
}
#else
static void *default_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size > 0) return realloc(pointer, new_size);
  free(pointer);
  return NULL;
}
#endif

GavelAllocator gavel_allocator_default(void) { return (GavelAllocator){.resize = default_resize, .user = NULL}; }

/* --- arena ------------------------------------------------------------------------------- */

#define ARENA_ALIGNMENT 16u

/* In the hostile build each allocation gets a chunk of its own, so that a sanitizer sees every overrun. */
#ifdef GAVEL_HOSTILE
#define ARENA_CHUNK_MIN 0u
#define ARENA_CHUNK_MAX 0u
#else
#define ARENA_CHUNK_MIN 4096u
#define ARENA_CHUNK_MAX 262144u
#endif

/* The header of a chunk; its allocations follow it. The newest chunk with room to spare is first in the list. */
struct ArenaChunk {
  ArenaChunk *next;
  size_t size; /* of the chunk, including the header */
  size_t used; /* the offset of the next allocation, including the header */
};

void arena_init(Arena *arena, GavelAllocator allocator) { *arena = (Arena){.allocator = allocator}; }

void arena_free(Arena *arena) {
  GavelAllocator allocator = arena->allocator;
  ArenaChunk *chunk = arena->chunks;
  while (chunk) {
    ArenaChunk *next = chunk->next;
    allocator.resize(allocator.user, chunk, chunk->size, 0);
    chunk = next;
  }
  arena_init(arena, allocator);
}

/* The first aligned offset that is still free. Addresses are aligned, not offsets, because the allocator may align less
   than we do. */
static size_t chunk_begin(const ArenaChunk *chunk) {
  uintptr_t address = (uintptr_t)chunk + chunk->used;
  return chunk->used + (size_t)(-address & (ARENA_ALIGNMENT - 1));
}

static bool chunk_has_room(const ArenaChunk *chunk, size_t size) {
  size_t begin = chunk_begin(chunk);
  return begin <= chunk->size && chunk->size - begin >= size;
}

/* Adds a chunk with room for `size` bytes to the list; null if the allocator refuses. */
static ArenaChunk *chunk_add(Arena *arena, size_t size) {
  size_t overhead = sizeof(ArenaChunk) + ARENA_ALIGNMENT;
  if (size > SIZE_MAX - overhead) return NULL;
  ArenaChunk *first = arena->chunks;
  size_t usual = first ? first->size * 2 : ARENA_CHUNK_MIN;
  if (usual > ARENA_CHUNK_MAX) usual = ARENA_CHUNK_MAX;
  bool alone = size + overhead > usual;
  size_t chunk_size = alone ? size + overhead : usual;
  GavelAllocator allocator = arena->allocator;
  ArenaChunk *chunk = allocator.resize(allocator.user, NULL, 0, chunk_size);
  if (!chunk) return NULL;
  *chunk = (ArenaChunk){.size = chunk_size, .used = sizeof(ArenaChunk)};
  if (alone && first) {
    /* It will be full at once, so the current chunk stays first. */
    chunk->next = first->next;
    first->next = chunk;
  } else {
    chunk->next = first;
    arena->chunks = chunk;
  }
  return chunk;
}

void *arena_alloc(Arena *arena, size_t size) {
  ArenaChunk *chunk = arena->chunks;
  size_t room = size > 0 ? size : 1;
  if (!chunk || !chunk_has_room(chunk, room)) chunk = chunk_add(arena, room);
  if (!chunk) return NULL;
  size_t begin = chunk_begin(chunk);
  chunk->used = begin + room;
  arena->used += size;
  void *memory = (u8 *)chunk + begin;
  memset(memory, 0, room);
  return memory;
}

char *arena_text(Arena *arena, const char *text, size_t length) {
  if (length == SIZE_MAX) return NULL;
  char *copy = arena_alloc(arena, length + 1);
  if (copy && length > 0) memcpy(copy, text, length);
  return copy;
}

/* --- vectors ----------------------------------------------------------------------------- */

#ifdef GAVEL_HOSTILE
enum { VEC_MOVES = 1 };
#else
enum { VEC_MOVES = 0 };
#endif

/* The next capacity of a full vector. In the hostile build it grows by one item, so that every append moves the data, until
   there is so much that tests with thousands of items would never end. */
static u32 vec_next_cap(u32 cap, u32 needed, size_t size) {
  if (VEC_MOVES && needed * size < 65536) return needed;
  u32 grown = cap > UINT32_MAX / 2 ? UINT32_MAX : cap * 2;
  if (grown < 8) grown = 8;
  return grown > needed ? grown : needed;
}

void *vec_grow(GavelAllocator *allocator, void *data, u32 count, u32 *cap, u32 n, size_t size) {
  ASSERT(count <= *cap && size > 0);
  if (n > UINT32_MAX - count) return data;
  u32 needed = count + n;
  if (needed <= *cap) return data;
  u32 new_cap = vec_next_cap(*cap, needed, size);
  if (new_cap > SIZE_MAX / size) return data;
  void *moved = allocator->resize(allocator->user, data, *cap * size, new_cap * size);
  if (!moved) return data;
  *cap = new_cap;
  return moved;
}
