/* Sets of TRAIT_… for each node: what is found somewhere in it, except in nested abilities. Computed when a database is
   linked, so that nobody has to search again. */
#ifndef CARDS_TRAITS_H
#define CARDS_TRAITS_H

#include "cards/ir.h"

enum {
  TRAIT_NONE = 0,
  TRAIT_X = 1,           /* X, or a mana cost with {X} */
  TRAIT_VARIABLE = 2,    /* the value of a variable */
  TRAIT_EITHER = 4,      /* may be a choice of costs */
  TRAIT_CHOICE_BY_X = 8, /* a cost whose payment involves a choice that depends on X, or that not every X can pay */
  TRAIT_MANA_OF = 16,    /* a cost that is something's mana cost */
  TRAIT_TARGETS = 32,    /* something that is targeted */
  TRAIT_LATE = 64,       /* as part of a cost it is paid last: chance and libraries (601.2h) */
  TRAIT_TIME = 128,      /* depends on the time, on what has happened or on what is tapped */
  TRAITS_FOUND = 255,    /* those above are stored in CardDb.traits, those below belong only to an operation itself */
  TRAIT_OF_EVENT = 256,  /* about the objects of a trigger's or replacement's event */
  TRAIT_OF_SELF = 512,   /* about the object that has the ability */
};

/* Reserves the memory that traits_link needs now; false if there is none. */
bool traits_reserve(CardDb *db);
/* Computes the traits of a node whose children's are known. */
u32 traits_of(const CardDb *db, Node node);
/* Rebuilds CardDb.traits; false if there is no memory, which can't happen after traits_reserve. */
bool traits_link(CardDb *db);

/* Whether a node, or 0, of a linked database has one of those traits. */
static inline bool node_holds(const CardDb *db, Node node, u32 traits) { return db->traits.data[node] & traits; }

#endif
