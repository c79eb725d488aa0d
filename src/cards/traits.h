/* What is found somewhere in a node, so that nobody need look for it again: a set of TRAIT_… of each node, worked out when a
   database is linked. Abilities nested in a node are not of it. */
#ifndef CARDS_TRAITS_H
#define CARDS_TRAITS_H

#include "cards/ir.h"

enum {
  TRAIT_NONE = 0,
  TRAIT_X = 1,           /* X, or a mana cost with {X} */
  TRAIT_VARIABLE = 2,    /* the value of a variable */
  TRAIT_EITHER = 4,      /* perhaps a choice of costs */
  TRAIT_CHOICE_BY_X = 8, /* a cost of which what is chosen to pay it has to do with X, or that not any X can pay */
  TRAIT_MANA_OF = 16,    /* a cost that is the mana cost of something */
  TRAIT_TARGETS = 32,    /* what is targeted */
  TRAIT_LATE = 64,       /* what as a part of a cost is paid last: chance and libraries (601.2h) */
  TRAIT_TIME = 128,      /* what hangs on the time, on what has happened or on what is tapped */
  TRAITS_FOUND = 255,    /* those above are looked up in CardDb.traits, those below only of an operation itself */
  TRAIT_OF_EVENT = 256,  /* it is about what a trigger's or replacement's event was about */
  TRAIT_OF_SELF = 512,   /* it is about the object whose ability it stands in */
};

/* Takes the memory that traits_link will need for what there is now; false when it is refused. */
bool traits_reserve(CardDb *db);
/* Those of a node whose children's are known. */
u32 traits_of(const CardDb *db, Node node);
/* Makes CardDb.traits anew; false when memory is refused, which cannot be after traits_reserve. */
bool traits_link(CardDb *db);

/* Whether one of those traits is found in a node, or 0, of a database that is linked. */
static inline bool node_holds(const CardDb *db, Node node, u32 traits) { return db->traits.data[node] & traits; }

#endif
