/* What there is most of: things that are alike are counted, and the most frequent come first. */
#ifndef GAVEL_TALLY_H
#define GAVEL_TALLY_H

#include "base/base.h"

/* How many there are of something. */
typedef struct Tally {
  u32 what; /* its number; of items alike that of the first of them */
  u32 count;
} Tally;

typedef VEC(Tally) Tallies;

/* Adds one; ends the program if there is no memory. */
void tallies_add(Tallies *tallies, Tally tally);
/* The most frequent first, equally frequent ones by number. */
void tallies_sort(Tallies *tallies);
/* Sorts `count` items of `size` bytes and adds a tally of each that differs, sorted. Items are alike if `compare`, as for
   qsort, says 0. */
void tallies_of(Tallies *tallies, void *items, u32 count, size_t size, int (*compare)(const void *, const void *));
/* Gives the memory back. */
void tallies_free(Tallies *tallies);

#endif
