/* Splits decisions with too many options into several choices. */
#include "batch/batch.h"

Narrowed narrow_at(const GavelNarrowing *narrowing, u32 options, u32 cap) {
  bool all = !narrowing || narrowing->count == 0;
  Narrowed n = {.first = all ? 0 : narrowing->first, .count = all ? options : narrowing->count, .part = 1};
  n.times = narrowing ? narrowing->times : 0;
  if (n.first > options || n.count > options - n.first) n.count = 0;
  /* Whole powers of the capacity, so that at every level all parts except the last have the same size. */
  u64 part = 1;
  while ((n.count + part - 1) / part > cap) part *= cap;
  n.part = (u32)part;
  n.rows = (u32)((n.count + part - 1) / part);
  return n;
}

u32 narrow_count(const Narrowed *n, u32 row) {
  u32 begun = row * n->part;
  return n->count - begun < n->part ? n->count - begun : n->part;
}

bool gavel_narrow(GavelNarrowing *narrowing, uint32_t options, uint32_t option_cap, uint32_t row, uint32_t *option) {
  *option = UINT32_MAX;
  if (option_cap < 2) return true;
  Narrowed n = narrow_at(narrowing, options, option_cap);
  if (row >= n.rows) return true;
  u32 first = n.first + row * n.part, count = narrow_count(&n, row);
  if (count == 1) {
    *option = first;
    return true;
  }
  *narrowing = (GavelNarrowing){first, count, n.times + 1};
  return false;
}
