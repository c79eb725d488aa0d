/* Oracle text to abilities (docs/oracle.md). A text is split into paragraphs, each is read by the grammar in every way
   it can be read, and what it says is bound to abilities. A face whose text leaves a word over, or can be read in two
   ways that differ, is refused. */
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include "base/base.h"
#include "cards/carddb.h"

typedef struct Oracle Oracle;

/* Why a text has no abilities. */
typedef enum OracleRefusal {
  ORACLE_READ,      /* it has */
  ORACLE_WORDS,     /* no production takes words */
  ORACLE_MEANING,   /* what is said can't be said of anything, such as a pronoun that refers to nothing */
  ORACLE_AMBIGUOUS, /* it says two different things */
  ORACLE_LONG,      /* no card's text is that long */
  ORACLE_MEMORY,    /* the allocator refused; the oracle can only be freed */
} OracleRefusal;

typedef struct OracleFace {
  Str name, text;
  Str kind;             /* as oracle_kind has it; it only matters to what is said */
  Str power, toughness; /* of the box at the last bar of a station card (721.2b); empty without one */
  bool legendary;       /* its name may be shortened (201.5b) */
  bool later; /* a face of its card is before it, whose variables are others: fused halves share them (702.102d) */
  bool spell; /* an instant or sorcery: a paragraph may be an effect (113.3a) */
} OracleFace;

typedef struct OracleAnswer {
  OracleRefusal refusal;
  Str words; /* of the text: what stood in the way; of ORACLE_MEANING why, which holds until the next call */
} OracleAnswer;

/* Why, as words that the answer's can follow; not of ORACLE_READ. */
const char *oracle_refusal_text(OracleRefusal refusal);

/* Loads the grammar that was built in. Errors: GAVEL_E_MEMORY, and those of grammar_load, which its tests rule out.
   Free with oracle_free. */
GavelStatus oracle_new(GavelAllocator allocator, Oracle **oracle, GavelError *error);
void oracle_free(Oracle *oracle);

/* Which words of the text of a face say an ability: where they begin, and how many bytes they are. */
typedef struct OracleSpan {
  u32 at, length;
} OracleSpan;
#define ORACLE_ABILITIES_MAX 128u /* of a face */
typedef struct OracleSpans {
  u32 count;
  OracleSpan of[ORACLE_ABILITIES_MAX]; /* each ability that was appended, in order */
} OracleSpans;

/* Appends the abilities of a face as definitions write them, each on a new line; nothing unless the answer is
   ORACLE_READ. `spans` may be null. */
OracleAnswer oracle_face(Oracle *oracle, const OracleFace *face, Text *abilities, OracleSpans *spans);

/* The kind of object that has these types and subtypes, as far as its text has its own style: "creature", "equipment",
   "legendary" (which is called by name). */
Str oracle_kind(u16 supertypes, u16 types, const Word *subtypes, u32 count);

/* A face of a definition with a text. */
OracleFace oracle_face_of(const CardDb *db, const Chars *chars, Str text);

/* Appends an ability, given as definitions write it, in words of the grammar's own productions for an object of the
   face's kind and name. Only words that read back to the same ability are accepted; false, and
   nothing is appended, if none are found. */
bool oracle_say(Oracle *oracle, const OracleFace *face, Str ability, Text *out);
/* The same of abilities of a face of a definition that one paragraph says, or one alone. */
bool oracle_say_abilities(Oracle *oracle, const CardDb *db, const Chars *chars, const u32 *abilities, u32 count,
                          Text *out);

/* Gives all cards of a database that is linked, none of which has a text, those that productions say and that read back.
   GAVEL_E_MEMORY; some cards may have theirs then. */
GavelStatus oracle_say_cards(CardDb *db, GavelAllocator allocator, GavelError *error);
/* Where oracle_say found no words, appends how far it came and what stood in the way; then behind tabs the forms: of
   that, where what was tried differs from what the `printed` words (empty: not known) mean and these there, both as a
   whole, and the ability; last words that read as another. */
void oracle_silence(Oracle *oracle, const OracleFace *face, Str ability, Str printed, Text *out);

/* Reads faces and appends how often each production was used for them, as grammar/usual.counts holds it; false if
   memory is short. */
bool oracle_usual(Oracle *oracle, const OracleFace *faces, u32 count, Text *out);

/* Takes a paragraph off the text of a face: a line, with the lines of a list that follow it. */
Str oracle_paragraph(Str *rest);
/* The words, symbols, marks and names of a face's text, as pieces of it; answers how many, at most `cap`. 0 for a text
   that is too long. */
u32 oracle_words(Oracle *oracle, const OracleFace *face, Str *words, u32 cap);
/* Appends a piece of a face's text with `~` for its name (but where others are "named" so), and without reminders; false if it is too long, or memory
   is short. */
bool oracle_plain(Oracle *oracle, const OracleFace *face, Str piece, Text *out);

/* Writes the paragraphs of a face that come to different abilities, each with all of these on lines of their own. */
void oracle_readings(Oracle *oracle, const OracleFace *face, Text *out);

/* Writes how each paragraph of a face was read (explain.c): its phrases, each with its production and meaning and its
   parts indented below it, then the ability it comes to before those of the face are put together. Of a paragraph that
   is refused it writes why and where, and its phrases as far as they were read. */
void oracle_explain(Oracle *oracle, const OracleFace *face, Text *out);

#endif
