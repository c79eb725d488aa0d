/* Whether every word of a text counts. Each token of an accepted text is left out in turn, and each number, colour, and
   word for a player, a zone or a comparison is exchanged for another: then the text must be refused, or come to
   something else. A word that can be left out is one that the grammar doesn't read, however it is written. */
#ifndef ORACLE_AUDIT_H
#define ORACLE_AUDIT_H

#include "oracle/lf.h"
#include "oracle/oracle.h"

/* A token that made no difference. Texts live as long as the audit. */
typedef struct AuditHole {
  Str text;          /* the paragraph, with `~` for the card's name and without reminders */
  Str word, instead; /* what was exchanged; `instead` is empty where it was left out */
  Str before, after; /* the tokens around it, empty at the ends */
  u32 excuse;        /* 1 + its place in audit_inert.def; 0: none */
} AuditHole;

typedef struct Audit {
  GavelAllocator allocator;
  Oracle *oracle;
  Arena arena;
  Intern seen; /* texts audited already */
  VEC(AuditHole) holes;
  Text text, variant, once, again, card; /* scratch */
  LfStore lf;
  u32 texts, changes; /* different texts audited; variants tried */
  u32 excused;        /* holes with an excuse */
  VEC(Str) unread;    /* texts that are refused without the name of the card, and so are not audited */
  bool failed;        /* memory was short */
} Audit;

void audit_init(Audit *audit, GavelAllocator allocator, Oracle *oracle);
void audit_free(Audit *audit);

/* Audits the text of a face that is accepted, by paragraphs as far as each can be read alone; what was audited before is
   passed over. */
void audit_face(Audit *audit, const OracleFace *face);

/* A word that may be left out between two others ("*": any, or none), and why. */
typedef struct AuditExcuse {
  const char *before, *word, *after, *reason;
} AuditExcuse;
const AuditExcuse *audit_excuses(u32 *count);

#endif
