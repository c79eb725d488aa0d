/* Definitions of cards held against what the oracle makes of the cards' text. */
#ifndef IMPORT_AGAINST_H
#define IMPORT_AGAINST_H

#include "import/import.h"
#include "oracle/lf.h"

typedef enum AgainstResult {
  AGAINST_ABSENT,    /* no card of that name is in the data */
  AGAINST_REFUSED,   /* its text has no definition of its own */
  AGAINST_EQUAL,     /* both have the same normal form (oracle/normal.h) */
  AGAINST_DIFFERENT, /* they don't */
  AGAINST_COUNT
} AgainstResult;

/* One card of the database. */
typedef struct AgainstCard {
  const ImportCard *printed; /* null: it is absent */
  u32 twin;                  /* what its text came to, in `compiled`; 0 unless it is equal or different */
  ImportRefusal refusal;
  AgainstResult result;
  u64 text;       /* a fingerprint of what is printed on it, 0 if it is absent … */
  u64 definition; /* … and one of its definition; each is another once that has changed */
  Text why;       /* the words refused; or the first part that differs, as defined and as compiled; else empty */
} AgainstCard;

typedef struct Against {
  GavelAllocator allocator;
  const CardDb *db;
  CardDb compiled;
  LfStore forms;
  VEC(AgainstCard) cards; /* by their number in `db`, from 1 on; 0 is empty */
  VEC(Str) definitions;   /* in text form, of those that were compiled … */
  VEC(u32) owners;        /* … and the number of the card of each */
  Arena arena;
  bool failed; /* memory was short */
} Against;

/* Compiles the text that `import` has for each card of `db`, which must be linked, and compares the two definitions.
   Both must stay; `oracle` is used for this alone. GAVEL_E_MEMORY. Give it back with against_free in any case. */
GavelStatus against_compare(Against *against, GavelAllocator allocator, const CardDb *db, const Import *import,
                            Oracle *oracle, GavelError *error);
void against_free(Against *against);

#endif
