/* Oracle text to abilities (docs/oracle.md). A text is split into paragraphs, each is read by the grammar in every way
   it can be read, and what it says is bound to abilities. A face whose text leaves a word over, or can be read in two
   ways that differ, is refused. */
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include "base/base.h"

typedef struct Oracle Oracle;

/* Why a text has no abilities. */
typedef enum OracleRefusal {
  ORACLE_READ,  /* it has */
  ORACLE_WORDS, /* no production takes words */
  ORACLE_MEANING, /* what is said can't be said of anything, such as a pronoun that refers to nothing */
  ORACLE_AMBIGUOUS, /* it says two different things */
  ORACLE_LONG,      /* no card's text is that long */
  ORACLE_MEMORY,    /* the allocator refused; the oracle can only be freed */
} OracleRefusal;

typedef struct OracleFace {
  Str name, text;
  bool legendary; /* its name may be shortened (201.5b) */
  bool spell;     /* an instant or sorcery: a paragraph may be an effect (113.3a) */
} OracleFace;

typedef struct OracleAnswer {
  OracleRefusal refusal;
  Str words; /* of the text: what stood in the way; of ORACLE_MEANING why, which holds until the next call */
} OracleAnswer;

/* Loads the grammar that was built in. Errors: GAVEL_E_MEMORY, and those of grammar_load, which its tests rule out.
   Free with oracle_free. */
GavelStatus oracle_new(GavelAllocator allocator, Oracle **oracle, GavelError *error);
void oracle_free(Oracle *oracle);

/* Appends the abilities of a face as definitions write them, each on a new line; nothing unless the answer is
   ORACLE_READ. */
OracleAnswer oracle_face(Oracle *oracle, const OracleFace *face, Text *abilities);

/* Writes how each paragraph of a face was read: its phrases with their productions and meanings, indented. */
void oracle_explain(Oracle *oracle, const OracleFace *face, Text *out);

#endif
