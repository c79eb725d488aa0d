/* The heap within the block: size classes with free lists, so that a game in its steady state allocates no new memory. The
   classes are powers of two and what lies halfway between them: 2, 3, 4, 6, 8, 12, … words. A piece is a header word with
   its class and an in-use flag, followed by so many words of payload; the handle is the place of the payload. The first
   payload word of a free piece holds the next free one. */
#include "state/objects.h"

#define HEADER_USED 0x100u
#define HEADER_CLASS 0xffu

u32 heap_class_words(u32 size_class) { return (2 + (size_class & 1)) << (size_class >> 1); }

/* The smallest class of at least so many words. */
static u32 class_for(u32 words) {
  if (words <= 2) return 0;
  u32 bit = bits_last(words - 1);
  return words <= heap_class_words(2 * bit - 1) ? 2 * bit - 1 : 2 * bit;
}

static u64 header_of(const Game *g, Heap h) { return *row_HEAP(g, h - 1); }

Heap heap_alloc(Game *g, u32 words) {
  if (words > g->limits.heap_words) game_fail_limit(g, "heap words", g->limits.heap_words, "heap_words");
  u32 size_class = class_for(words);
  u32 size = heap_class_words(size_class);
  ASSERT(size_class < COUNT_OF(core(g)->heap_free));
  Heap h = core(g)->heap_free[size_class];
  if (h) {
    table_reuse(g, T_HEAP);
    core(g)->heap_free[size_class] = (Heap)*row_HEAP(g, h);
    memset(row_HEAP(g, h), 0, (size_t)size * sizeof(u64));
  } else {
    if (count_of(g, T_HEAP) > g->limits.heap_words - words) {
      game_fail_limit(g, "heap words", g->limits.heap_words, "heap_words");
    }
    h = table_add(g, T_HEAP, 1 + size) + 1;
  }
  *row_HEAP(g, h - 1) = HEADER_USED | size_class;
  core(g)->heap_used += 1 + size;
  return h;
}

void heap_free(Game *g, Heap h) {
  u64 header = header_of(g, h);
  ASSERT(header & HEADER_USED);
  u32 size_class = (u32)(header & HEADER_CLASS);
  *row_HEAP(g, h - 1) = size_class;
  *row_HEAP(g, h) = core(g)->heap_free[size_class];
  core(g)->heap_free[size_class] = h;
  core(g)->heap_used -= 1 + heap_class_words(size_class);
}

u32 heap_words(const Game *g, Heap h) {
  ASSERT(header_of(g, h) & HEADER_USED);
  return heap_class_words((u32)(header_of(g, h) & HEADER_CLASS));
}

bool heap_is_piece(const Game *g, Heap h) {
  if (h < 2 || h >= count_of(g, T_HEAP)) return false;
  u64 header = header_of(g, h);
  u64 size_class = header & HEADER_CLASS;
  if ((header & ~(u64)HEADER_CLASS) != HEADER_USED) return false;
  return size_class < COUNT_OF(core(g)->heap_free) && heap_class_words((u32)size_class) <= count_of(g, T_HEAP) - h;
}

Heap heap_copy(Game *g, Heap h) {
  if (!h) return 0;
  u32 words = heap_words(g, h);
  Heap copy = heap_alloc(g, words);
  memcpy(row_HEAP(g, copy), row_HEAP(g, h), (size_t)words * sizeof(u64));
  return copy;
}

/* --- lists ----------------------------------------------------------------------------------- */

/* The smallest list fills a piece of four words: the header and three items. */
#define LIST_WORDS_MIN 4u

void list_add(Game *g, Heap *list, u64 item) {
  ASSERT(!block_holds(g, list));
  Heap h = *list;
  List *head = h ? heap_at(g, h) : NULL;
  if (!head || head->count == head->cap) {
    u32 count = head ? head->count : 0;
    Heap grown = heap_alloc(g, head ? 2 * (1 + head->cap) : LIST_WORDS_MIN);
    List *to = heap_at(g, grown);
    to->count = count;
    to->cap = heap_words(g, grown) - 1;
    if (h) {
      memcpy(row_HEAP(g, grown) + 1, row_HEAP(g, h) + 1, (size_t)count * sizeof(u64));
      heap_free(g, h);
    }
    h = grown;
    head = to;
    *list = h;
  }
  row_HEAP(g, h)[1 + head->count++] = item;
}

void list_remove(Game *g, Heap list, u32 i) {
  SOUND(g, i < list_count(g, list));
  List *head = heap_at(g, list);
  u64 *items = row_HEAP(g, list) + 1;
  head->count--;
  memmove(items + i, items + i + 1, (size_t)(head->count - i) * sizeof(u64));
}

bool list_has(const Game *g, Heap list, u64 item) {
  const u32 count = list_count(g, list);
  const u64 *items = count ? row_HEAP(g, list) + 1 : NULL;
  for (u32 i = 0; i < count; i++)
    if (items[i] == item) return true;
  return false;
}

void paid_push(Game *g, Heap *paid, Paid row) {
  u64 words[sizeof row / sizeof(u64)];
  memcpy(words, &row, sizeof words);
  for (u32 i = 0; i < COUNT_OF(words); i++) list_add(g, paid, words[i]);
}

void paid_drop(Game *g, Heap paid) {
  for (u32 i = 0; i < sizeof(Paid) / sizeof(u64); i++) list_remove(g, paid, list_count(g, paid) - 1);
}
