/* Shared by targets that use the public headers. */
#ifndef FUZZ_REQUIRE_H
#define FUZZ_REQUIRE_H

#include "gavel/gavel.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Aborts with a sentence unless the condition holds. */
static inline void require(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "fuzz: %s\n", what);
  abort();
}

/* The built-in cards. */
static inline GavelCards *fuzz_cards(void) {
  GavelCardsDef def = gavel_cards_def_default();
  GavelCards *cards = NULL;
  require(gavel_cards_create(&def, &cards, NULL) == GAVEL_OK, "no cards");
  return cards;
}

#endif
