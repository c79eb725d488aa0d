/* The names in a save. In memory words, operations, kinds of events, procedures, definitions, texts and costs have
   dense numbers, which differ between engines and databases. A save lists the names of those it uses, in order of first
   use, and refers to them by their places in these lists, from 1. So it loads wherever all the names are known. */
#ifndef STATE_LEGEND_H
#define STATE_LEGEND_H

#include "state/walk.h"

typedef enum LegendKind {
  LEGEND_WORDS,
  LEGEND_OPERATIONS,
  LEGEND_EVENTS,
  LEGEND_PROCEDURES,
  LEGEND_TEXTS,
  LEGEND_COSTS,
  LEGEND_CARDS, /* with CardDef.definition; card 0 stands for what belongs to no card */
  LEGEND_KINDS
} LegendKind;

typedef struct Legend {
  const CardDb *db;
  struct {
    VEC(u32) dense;  /* the number in memory for each place */
    VEC(u32) places; /* while saving: 1 + the place for each number in memory; 0 if unused so far */
    u32 read, used;  /* while loading: how many have been read and used */
  } of[LEGEND_KINDS];
  GavelAllocator allocator;
  bool refused; /* the allocator refused */
} Legend;

void legend_free(Legend *legend);
/* Returns the place of a number in memory, from 1; adds it if it is new. */
u32 legend_place(Legend *legend, LegendKind kind, u32 dense);
/* Looks up the number in memory for a place, from 1; false if there is no such place, or an earlier one has not been
   used. */
bool legend_dense(Legend *legend, LegendKind kind, u64 place, u32 *dense);
/* Whether all listed names have been used. */
bool legend_used_up(const Legend *legend);

/* Writes an entry's name in a save; and finds the number in memory for a name, false if it is not known here. */
void legend_name(const CardDb *db, LegendKind kind, u32 dense, Text *out);
bool legend_find(const CardDb *db, LegendKind kind, Str name, u32 *dense);
/* "word", "card" … Never null. */
const char *legend_text(LegendKind kind);

/* The list for the values of a field; LEGEND_KINDS if they are plain numbers. Nodes and abilities are listed by their
   cards. */
LegendKind legend_of_field(const Field *field);

#endif
