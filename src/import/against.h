/* Compares definitions of cards with what the oracle makes of their text. */
#ifndef IMPORT_AGAINST_H
#define IMPORT_AGAINST_H

#include "import/import.h"
#include "oracle/lf.h"

typedef enum AgainstResult {
  AGAINST_ABSENT,    /* the data has no card with that name */
  AGAINST_REFUSED,   /* its text can't be compiled */
  AGAINST_EQUAL,     /* both have the same normal form (oracle/normal.h) */
  AGAINST_DIFFERENT, /* their normal forms differ */
  AGAINST_COUNT
} AgainstResult;

/* One card of the database. */
typedef struct AgainstCard {
  const ImportCard *printed; /* null: not in the data */
  u32 twin;                  /* the card compiled from its text, in `compiled`; 0 unless it is equal or different */
  ImportRefusal refusal;
  AgainstResult result;
  u64 text;       /* a fingerprint of its printed data, 0 if absent … */
  u64 definition; /* … and one of its definition; each changes with what it covers */
  Text why;       /* the refused words; or the first difference, as defined and as compiled; otherwise empty */
} AgainstCard;

typedef struct Against {
  GavelAllocator allocator;
  const CardDb *db;
  CardDb compiled;
  LfStore forms;
  VEC(AgainstCard) cards; /* indexed by their number in `db`, from 1; 0 is unused */
  VEC(Str) definitions;   /* in text form, of the compiled cards … */
  VEC(u32) owners;        /* … and the number of the card of each */
  Arena arena;
  bool failed; /* out of memory */
} Against;

/* Compiles the text that `import` has for each card of `db`, which must be linked, and compares the two definitions.
   Both must outlive it; `oracle` must not be used for anything else. GAVEL_E_MEMORY. Call against_free in any case. */
GavelStatus against_compare(Against *against, GavelAllocator allocator, const CardDb *db, const Import *import,
                            Oracle *oracle, GavelError *error);
void against_free(Against *against);

#endif
