/* The reader of texts, for targets that need one. */
#ifndef FUZZ_READER_H
#define FUZZ_READER_H

#include "inside.h"
#include "oracle/oracle.h"

/* Created once, because that takes longer than most inputs. */
static inline Oracle *oracle(void) {
  static Oracle *made;
  GavelError error = {0};
  if (!made) check(!oracle_new(gavel_allocator_default(), &made, &error));
  return made;
}

#endif
