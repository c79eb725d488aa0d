/* Cards as public files hold them: what of each face is said there, as text and in the engine's own types. What the
   text of a card does is read by the oracle; nothing here knows English.

   Three shapes of files are known: an array of cards as Scryfall has them (its `oracle-cards`), such an array as the
   `data` of a list, and MTGJSON's `AtomicCards`. */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "cards/carddb.h"
#include "oracle/oracle.h"

/* Limits on what one card may hold, and all of a file. */
#define IMPORT_FACES_MAX 8u
#define IMPORT_SUBTYPES_MAX 8u
#define IMPORT_FORMATS_MAX 32u     /* formats that a file names */
#define IMPORT_TEXT_MAX (1u << 20) /* bytes of all texts of a card that are kept */
#define IMPORT_KEPT_MAX (1u << 27) /* bytes of all that is kept of the cards; all of Magic's take 15 MiB */

/* The texts of a face, each empty where the data has none. */
typedef enum ImportText {
  TEXT_NAME,
  TEXT_COST,
  TEXT_TYPES,
  TEXT_RULES, /* Oracle text, its abilities on lines of their own */
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

/* Why a card has no definition. IMPORT_REFUSALS names them with a sentence that fits behind the card's name. */
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

/* Why something in a file is no card of a game, and does not become a row. */
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

/* May a card be played in a format? */
typedef enum ImportLegality {
  LEGALITY_NOT,
  LEGALITY_LEGAL,
  LEGALITY_RESTRICTED,
  LEGALITY_BANNED,
} ImportLegality;

typedef struct ImportCard {
  Str name;        /* the whole name: "Fire // Ice" */
  Str layout_text; /* as the data has it */
  CardLayout layout;
  const ImportFace *faces;
  u32 face_count;
  u8 color_identity;      /* colour masks */
  u64 legalities;         /* two bits a format, ImportLegality */
  Str keywords;           /* those the data lists, separated by commas; nothing relies on them */
  Str meld_with, meld_to; /* the other card of a meld pair and what both become, where the data says so */
  ImportRefusal refusal;
  Str detail; /* what was refused; empty where there is nothing to add */
} ImportCard;

/* Something in a file that is not as it should be, though the rest can be read. */
typedef struct ImportProblem {
  u64 byte; /* where it is */
  Str path; /* such as [123].card_faces[1].mana_cost */
  Str message;
} ImportProblem;

/* All that was read of a file. */
typedef struct Import Import;
struct Import {
  GavelAllocator allocator;
  Arena arena;
  VEC(ImportCard) cards; /* in the order of the file, no two with the same folded name */
  VEC(ImportProblem) problems;
  VEC(u32) by_name; /* hash table of folded names to cards, 1 + index, open addressing */
  u32 format_count;
  Str formats[IMPORT_FORMATS_MAX];
  u64 met; /* cards and other things in the file */
  u64 left_out[LEFT_OUT_COUNT];
};

/* The sentence behind a refused card's name; what is left out, in the plural. Never null. */
const char *import_refusal_text(ImportRefusal refusal);
const char *import_left_out_text(ImportLeftOut left_out);

/* --- reading a file ------------------------------------------------------------------------- */

typedef struct ImportReader ImportReader;

/* Begins to read a file; pieces of any size are handed over by import_feed, and import_end says that there are no
   more. `*reader` is null after an error of import_begin, else import_end or import_drop must follow, which free it.
   Errors, with the byte and the path in the message: those of JSON (import/json.h), and GAVEL_E_CHECK for a card
   without a name or a type line. `error` must not be null. */
GavelStatus import_begin(GavelAllocator allocator, ImportReader **reader, GavelError *error);
GavelStatus import_feed(ImportReader *reader, const char *bytes, size_t size);
/* How many cards have been read so far. */
u32 import_count(const ImportReader *reader);
/* What was read goes to `*import`, which is empty after an error; free it with import_free. */
GavelStatus import_end(ImportReader *reader, Import *import);
/* Finds out from their texts which cards that name no parts meld, and gives the one that says so what both become as its
   back face, which is then left out: it is no card (712.4). False if memory runs out. */
bool import_pair_melds(Import *import);
void import_drop(ImportReader *reader);
void import_free(Import *import);

/* Whether a card may be played in the format of that name; LEGALITY_NOT where the file has no such. */
ImportLegality import_legality(const Import *import, const ImportCard *card, Str format);

/* --- faces ---------------------------------------------------------------------------------- */

/* Fills in all of a face from its texts. REFUSED_NONE, or why not, with what was wrong as `*detail` (a part of the
   texts) and the text that holds it as `*where`. */
ImportRefusal import_face_read(ImportFace *face, Str *detail, ImportText *where);

/* --- definitions ----------------------------------------------------------------------------- */

/* The text of a face as an oracle reads it. */
OracleFace import_oracle_face(const ImportFace *face);

/* The ability, in text form, that a face has for its subtype, and of which its text only reminds: a Siege is protected
   by another player (310.11a), an Adventure waits in exile (715.3d), an Omen is shuffled away (720.3d). Null where there
   is none. */
const char *import_intrinsic(Word subtype);

/* The text of a card, of all its faces, and which words of it say each ability of its definition (CardSays). */
typedef struct ImportSays {
  Text text;
  VEC(SaysSpan) spans;
} ImportSays;
void import_says_init(ImportSays *says, GavelAllocator allocator);
void import_says_free(ImportSays *says);

/* Writes the definition of a card in text form (docs/ir.md), its abilities compiled from its text by `oracle`, and what
   says them to `says`, which may be null. REFUSED_NONE, or why there is none, with what stood in the way as `*detail`,
   which holds until the oracle reads again; `definition` is then as before. */
ImportRefusal import_compile(Oracle *oracle, const ImportCard *card, Text *definition, ImportSays *says, Str *detail);

#endif
