/* The built-in cards through the public header, for a group of tests. */
#ifndef SUPPORT_PUBLIC_CARDS_H
#define SUPPORT_PUBLIC_CARDS_H

#include "gavel/gavel.h"

static GavelCards *cards;

/* Setup and teardown of the group. */
static int open_cards(void **state) {
  (void)state;
  GavelCardsDef def = gavel_cards_def_default();
  return gavel_cards_create(&def, &cards, NULL);
}

static int close_cards(void **state) {
  (void)state;
  gavel_cards_destroy(cards);
  return 0;
}

#endif
