/* Definitions as English, and that English as definitions again: both should be the same. */
#ifndef IMPORT_AGAIN_H
#define IMPORT_AGAIN_H

#include "cards/carddb.h"
#include "oracle/lf.h"
#include "oracle/oracle.h"

/* A card that was said in English and read again. */
typedef struct Said {
  u32 card;              /* as it was, in `db` */
  u32 twin;              /* what it became, in `again`; 0 if its English was refused */
  OracleRefusal refusal; /* of its English */
  u32 lines, equal; /* of the card's own text, without reminders, if that is known; and those its English has, too */
  bool same;        /* both have the same normal form (oracle/normal.h) */
  Text english;     /* a line for each ability, its faces parted by a line `//` */
  Text why;         /* the words refused; or the first part that differs, before and after; else empty */
} Said;

/* An ability that productions have no words for. */
typedef struct Silent {
  u32 card;
  Text why; /* as oracle_silence says it */
} Silent;

typedef struct Again {
  GavelAllocator allocator;
  const CardDb *db;
  CardDb again;
  Oracle *oracle;
  LfStore forms;
  VEC(Said) said;
  VEC(Str) definitions; /* of those whose English was read */
  VEC(u32) owners;      /* in `said`, for each of these */
  Arena arena;
  bool tells; /* abilities that productions have no words for are noted */
  u32 card;   /* that is being said */
  VEC(Silent) silent;
  bool failed; /* memory was short */
} Again;

/* Begins with no cards of `db`, which must be linked and stay; `oracle` reads what is said. GAVEL_E_MEMORY. Give it back
   with again_free in any case. */
GavelStatus again_init(Again *again, GavelAllocator allocator, const CardDb *db, Oracle *oracle, GavelError *error);
void again_free(Again *again);

/* Says a card in English and reads that. */
void again_say(Again *again, u32 card);
/* Compares all that were said with what they became; nothing more may be said then. GAVEL_E_MEMORY. */
GavelStatus again_compare(Again *again, GavelError *error);

/* What became of a card, as words that a name can follow. Never null. */
const char *again_text(OracleRefusal refusal);

#endif
