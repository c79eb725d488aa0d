#include "tally.h"

#include "cli.h"

#include <stdlib.h>

static int compare_tallies(const void *a, const void *b) {
  const Tally *left = a, *right = b;
  if (left->count != right->count) return left->count > right->count ? -1 : 1;
  return (left->what > right->what) - (left->what < right->what);
}

void tallies_add(Tallies *tallies, Tally tally) {
  GavelAllocator allocator = gavel_allocator_default();
  if (!vec_push(&allocator, tallies, tally)) out_of_memory();
}

void tallies_sort(Tallies *tallies) {
  if (tallies->count > 0) qsort(tallies->data, tallies->count, sizeof(Tally), compare_tallies);
}

void tallies_of(Tallies *tallies, void *items, u32 count, size_t size, int (*compare)(const void *, const void *)) {
  const char *bytes = items;
  if (count > 0) qsort(items, count, size, compare);
  for (u32 i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && compare(bytes + i * size, bytes + next * size) == 0;) next++;
    tallies_add(tallies, (Tally){i, next - i});
  }
  tallies_sort(tallies);
}

void tallies_free(Tallies *tallies) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, tallies);
}
