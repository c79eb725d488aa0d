/* The names that a save is written with. In memory words, operations, kinds of events, procedures, definitions, texts and
   costs have dense numbers, which differ from engine to engine and from database to database. A save lists the names of
   those it uses, in the order it first uses them, and then numbers them by their places in these lists, from 1. So it can be
   loaded wherever all of them are known. */
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
  LEGEND_CARDS, /* with CardDef.definition; card 0 stands for what belongs to none */
  LEGEND_KINDS
} LegendKind;

typedef struct Legend {
  const CardDb *db;
  struct {
    VEC(u32) dense;  /* the number in memory of each place */
    VEC(u32) places; /* while a save is written: 1 + the place of each number in memory, as far as any is used */
    u32 read, used;  /* while one is read: how many have been read and used */
  } of[LEGEND_KINDS];
  GavelAllocator allocator;
  bool refused; /* the allocator refused */
} Legend;

void legend_free(Legend *legend);
/* The place of a number in memory, from 1, entering it if it is new. */
u32 legend_place(Legend *legend, LegendKind kind, u32 dense);
/* The number in memory of a place, from 1; false if there is no such place, or another comes before that has not been
   used. */
bool legend_dense(Legend *legend, LegendKind kind, u64 place, u32 *dense);
/* Whether all that are listed have been used. */
bool legend_used_up(const Legend *legend);

/* What stands in a save for an entry; and the number in memory that it stands for, false if it is not known here. */
void legend_name(const CardDb *db, LegendKind kind, u32 dense, Text *out);
bool legend_find(const CardDb *db, LegendKind kind, Str name, u32 *dense);
/* "word", "card" … Never null. */
const char *legend_text(LegendKind kind);

/* The list that the values of a field are entered in, LEGEND_KINDS if they are numbers like others. Nodes and abilities are
   entered by their cards. */
LegendKind legend_of_field(const Field *field);

#endif
