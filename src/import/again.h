/* Turns definitions into English and back, to check that they stay the same. */
#ifndef IMPORT_AGAIN_H
#define IMPORT_AGAIN_H

#include "cards/carddb.h"
#include "oracle/lf.h"
#include "oracle/oracle.h"

/* A card that was written in English and read back. */
typedef struct Said {
  u32 card;              /* the original, in `db` */
  u32 twin;              /* the result, in `again`; 0 if its English was refused */
  OracleRefusal refusal; /* why its English was refused */
  u32 lines, equal; /* lines of the card's own text, without reminders, if it is known; and how many of them are in its
                       English */
  bool same;        /* both have the same normal form (oracle/normal.h) */
  Text english;     /* one line per ability, with a line `//` between faces */
  Text why;         /* the refused words; or the first difference, before and after; otherwise empty */
} Said;

/* An ability that productions can't express. */
typedef struct Silent {
  u32 card, ability;
  Text why; /* in the words of oracle_silence */
} Silent;

typedef struct Again {
  GavelAllocator allocator;
  const CardDb *db;
  CardDb again;
  Oracle *oracle;
  LfStore forms;
  VEC(Said) said;
  VEC(Str) definitions; /* those whose English was read */
  VEC(u32) owners;      /* for each of these, its index in `said` */
  Arena arena;
  bool tells; /* record abilities that productions can't express */
  u32 card;   /* the current card */
  VEC(Silent) silent;
  bool failed; /* out of memory */
} Again;

/* Begins without any cards of `db`, which must be linked and outlive it; `oracle` reads the English. GAVEL_E_MEMORY.
   Call again_free in any case. */
GavelStatus again_init(Again *again, GavelAllocator allocator, const CardDb *db, Oracle *oracle, GavelError *error);
void again_free(Again *again);

/* Writes a card in English and reads it back. */
void again_say(Again *again, u32 card);
/* Compares all cards with their results; no more cards may be added then. GAVEL_E_MEMORY. */
GavelStatus again_compare(Again *again, GavelError *error);

/* The outcome for a card, as words that a name can follow. Never null. */
const char *again_text(OracleRefusal refusal);

#endif
