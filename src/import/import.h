/* Cards from public files: the texts of each face, and their values in the engine's own types. The oracle reads a
   card's rules text; nothing here knows English.

   Three kinds of files are known: an array of cards as in Scryfall's `oracle-cards`, such an array as the `data` of a
   list, and MTGJSON's `AtomicCards`. */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "cards/carddb.h"
#include "oracle/oracle.h"

/* Limits of one card, and of a whole file. */
#define IMPORT_FACES_MAX 8u
#define IMPORT_SUBTYPES_MAX 8u
#define IMPORT_FORMATS_MAX 32u     /* formats that a file names */
#define IMPORT_TEXT_MAX (1u << 20) /* bytes of all texts kept of a card */
#define IMPORT_KEPT_MAX (1u << 27) /* bytes kept of all cards; all of Magic needs 15 MiB */

/* The texts of a face; empty if the data has none. */
typedef enum ImportText {
  TEXT_NAME,
  TEXT_COST,
  TEXT_TYPES,
  TEXT_RULES, /* Oracle text, one ability a line */
  TEXT_POWER,
  TEXT_TOUGHNESS,
  TEXT_LOYALTY,
  TEXT_DEFENSE,
  TEXT_HAND, /* the modifiers of vanguards (211, 212) */
  TEXT_LIFE,
  TEXT_COUNT
} ImportText;

typedef enum ImportForm {
  NUMBER_NONE,
  NUMBER_PLAIN,     /* value */
  NUMBER_STAR,      /* *: defined by an ability (208.2a) */
  NUMBER_STAR_PLUS, /* value + * */
  NUMBER_FROM_STAR, /* value - * */
  NUMBER_X,
} ImportForm;

typedef struct ImportNumber {
  i32 value;
  u8 form;
} ImportNumber;

/* One set of characteristics as printed (200.1). */
typedef struct ImportFace {
  Str texts[TEXT_COUNT];
  ManaCost cost;
  bool has_cost;
  u8 color_indicator; /* colour masks */
  u16 types, supertypes;
  u16 subtype_count;
  Word subtypes[IMPORT_SUBTYPES_MAX]; /* as printed, in order */
  ImportNumber power, toughness, loyalty, defense, hand, life;
} ImportFace;

/* Why a card has no definition. The sentence in IMPORT_REFUSALS follows the card's name. */
#define IMPORT_REFUSALS(R)                                 \
  R(NONE, "has a definition")                              \
  R(LAYOUT, "has an unknown layout")                       \
  R(FACES, "has the wrong number of faces for its layout") \
  R(TYPE, "has an unknown word in its type line")          \
  R(SYMBOL, "has an unknown symbol in its mana cost")      \
  R(NUMBER, "has an unknown number")                       \
  R(TEXT, "has a text that no card of its kind has")       \
  R(WORDS, "has text that Gavel can't read")               \
  R(MEANING, "says something that Gavel can't express")    \
  R(AMBIGUOUS, "can be read in two ways")                  \
  R(CHECK, "doesn't make a card that the rules allow")
typedef enum ImportRefusal {
#define R(ENUM, TEXT) REFUSED_##ENUM,
  IMPORT_REFUSALS(R)
#undef R
      REFUSED_COUNT
} ImportRefusal;

/* Why an entry of a file is not a card for play, and gets no row. */
#define IMPORT_LEFT_OUT(L)              \
  L(TOKEN, "tokens")                    \
  L(EMBLEM, "emblems")                  \
  L(ART, "art cards and other inserts") \
  L(TWICE, "names met twice")           \
  L(BACK, "backs of cards that meld")
typedef enum ImportLeftOut {
#define L(ENUM, TEXT) LEFT_OUT_##ENUM,
  IMPORT_LEFT_OUT(L)
#undef L
      LEFT_OUT_COUNT
} ImportLeftOut;

/* A card's legality in a format. */
typedef enum ImportLegality {
  LEGALITY_NOT,
  LEGALITY_LEGAL,
  LEGALITY_RESTRICTED,
  LEGALITY_BANNED,
} ImportLegality;

typedef struct ImportCard {
  Str name;        /* full name: "Fire // Ice" */
  Str layout_text; /* as in the data */
  CardLayout layout;
  const ImportFace *faces;
  u32 face_count;
  u8 color_identity;      /* colour masks */
  u64 legalities;         /* two bits per format, ImportLegality */
  Str keywords;           /* as listed in the data, separated by commas; nothing depends on them */
  Str meld_with, meld_to; /* the other card of a meld pair and the result, if the data says so */
  ImportRefusal refusal;
  Str detail; /* what was refused; empty if there is nothing to add */
} ImportCard;

/* Something wrong in a file, although the rest can be read. */
typedef struct ImportProblem {
  u64 byte; /* where it is */
  Str path; /* for example [123].card_faces[1].mana_cost */
  Str message;
} ImportProblem;

/* Everything read from a file. */
typedef struct Import Import;
struct Import {
  GavelAllocator allocator;
  Arena arena;
  VEC(ImportCard) cards; /* in file order; no two have the same folded name */
  VEC(ImportProblem) problems;
  VEC(u32) by_name; /* hash table of folded names to cards, 1 + index, open addressing */
  u32 format_count;
  Str formats[IMPORT_FORMATS_MAX];
  u64 met; /* cards and other entries in the file */
  u64 left_out[LEFT_OUT_COUNT];
};

/* The sentence that follows a refused card's name; the plural noun for what is left out. Never null. */
const char *import_refusal_text(ImportRefusal refusal);
const char *import_left_out_text(ImportLeftOut left_out);

/* --- reading a file ------------------------------------------------------------------------- */

typedef struct ImportReader ImportReader;

/* Reads a file: import_begin, then import_feed with pieces of any size, then import_end. `*reader` is null after an
   error of import_begin; otherwise call import_end or import_drop, which free it. Errors, with the byte and the path in
   the message: those of JSON (import/json.h), and GAVEL_E_CHECK for a card without a name or a type line. `error` must
   not be null. */
GavelStatus import_begin(GavelAllocator allocator, ImportReader **reader, GavelError *error);
GavelStatus import_feed(ImportReader *reader, const char *bytes, size_t size);
/* Number of cards read so far. */
u32 import_count(const ImportReader *reader);
/* Finishes reading and moves the result to `*import`, which is empty after an error; free it with import_free. */
GavelStatus import_end(ImportReader *reader, Import *import);
/* Finds out from their texts which cards meld, if the data names no parts. The card that names the result gets it as
   its back face, and the result, which is not a card, is left out (712.4). False if out of memory. */
bool import_pair_melds(Import *import);
void import_drop(ImportReader *reader);
void import_free(Import *import);

/* A card's legality in the format with that name; LEGALITY_NOT if the file has no such format. */
ImportLegality import_legality(const Import *import, const ImportCard *card, Str format);

/* --- faces ---------------------------------------------------------------------------------- */

/* Fills in a face from its texts. Returns REFUSED_NONE, or why not, with the offending part of the texts in `*detail`
   and the text that holds it in `*where`. */
ImportRefusal import_face_read(ImportFace *face, Str *detail, ImportText *where);

/* --- definitions ----------------------------------------------------------------------------- */

/* The text of a face as input for an oracle. */
OracleFace import_oracle_face(const ImportFace *face);

/* The ability, in text form, that a face has because of its subtype and its text only reminds of: a Siege is protected
   by another player (310.11a), an Adventure waits in exile (715.3d), an Omen is shuffled away (720.3d). Null if there
   is none. */
const char *import_intrinsic(Word subtype);

/* The text of a card, with all faces, and which words of it express each ability of its definition (CardSays). */
typedef struct ImportSays {
  Text text;
  VEC(SaysSpan) spans;
} ImportSays;
void import_says_init(ImportSays *says, GavelAllocator allocator);
void import_says_free(ImportSays *says);

/* Writes the definition of a card in text form (docs/ir.md), with its abilities compiled from its text by `oracle`, and
   their words to `says`, which may be null. Returns REFUSED_NONE, or why there is none, with the obstacle in `*detail`,
   valid until the oracle reads again; `definition` is then unchanged. */
ImportRefusal import_compile(Oracle *oracle, const ImportCard *card, Text *definition, ImportSays *says, Str *detail);

#endif
