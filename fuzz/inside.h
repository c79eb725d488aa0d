/* Shared by targets that use the inside of the library. */
#ifndef FUZZ_INSIDE_H
#define FUZZ_INSIDE_H

#include "base/base.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts unless the condition holds. */
static inline void check(bool condition) {
  if (!condition) abort();
}

#endif
