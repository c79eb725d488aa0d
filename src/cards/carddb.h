/* Loading, finding and printing definitions. */
#ifndef CARDS_CARDDB_H
#define CARDS_CARDDB_H

#include "cards/ir.h"

/* Initialises a database without cards that knows the keywords of cards/keywords.ir. */
GavelStatus carddb_init(CardDb *db, GavelAllocator allocator, GavelError *error);
/* Initialises a database without anything, not even the elements that stand for none. */
GavelStatus carddb_begin(CardDb *db, GavelAllocator allocator, GavelError *error);
void carddb_free(CardDb *db);
/* Moves `from` into `to`, which must be empty; `from` is empty afterwards. */
void carddb_move(CardDb *to, CardDb *from);

/* Reads card files in text form and adds their cards; on any error nothing is added. A card whose name is already known
   is an error. */
GavelStatus carddb_load_text(CardDb *db, Str text, GavelError *error);

/* The words of a text that express an ability: start and length in bytes; length 0 if there are none. */
BYTEWISE_BEGIN
typedef struct SaysSpan {
  u32 at, length;
} SaysSpan;
BYTEWISE_END

/* The text that a definition was read from, with all faces, and the words that express each written ability of each
   face, in the order of the definition. */
typedef struct CardSays {
  Str text;
  const SaysSpan *spans;
  u32 count;
} CardSays;

/* Reads card files of one card each, with the texts they were read from (null if there are none). A refused card is
   reported by its index in `texts`, and the others are still added. GAVEL_E_MEMORY; nothing is added then. */
GavelStatus carddb_load_each(CardDb *db, const Str *texts, const CardSays *says, u32 count,
                             void (*refused)(void *user, u32 index, const GavelError *error), void *user,
                             GavelError *error);

/* Gives a card without a text one, in which its abilities have their words. False if the allocator refuses; the card is
   then unchanged. */
bool carddb_give_says(CardDb *db, u32 card, const CardSays *says);

/* Reads definitions of keywords and operations in IR (as in cards/keywords.ir and cards/operations.ir), for cards
   loaded later; on any error nothing is added. */
GavelStatus carddb_load_definitions(CardDb *db, Str text, GavelError *error);

/* Computes everything that depends on the whole database: masks, layers, facts, version. Call it before a game uses the
   database, and again after further loading. */
GavelStatus carddb_link(CardDb *db, GavelError *error);

/* Whether a card (a number below cards.count) can be used. Cards of an image that is not built in are checked on first
   use, so code that has a card by other means than its name must ask. Thread-safe. */
bool carddb_looked_at(const CardDb *db, u32 card);
static inline bool carddb_sound(const CardDb *db, u32 card) { return !db->sound || carddb_looked_at(db, card); }
/* The same for an ability (a number below abilities.count). */
bool carddb_ability_sound(const CardDb *db, u32 ability);
/* Checks all cards. GAVEL_E_CORRUPT if one is not sound. */
GavelStatus carddb_all_sound(const CardDb *db, GavelError *error);
/* Copies the arrays of a database that uses an image into memory of its own; everything in them is checked. Names stay
   where they are. GAVEL_E_MEMORY, GAVEL_E_CORRUPT; the database is then unchanged. */
GavelStatus carddb_own(CardDb *db, GavelError *error);
/* Drops the image, and with it all cards. */
void carddb_disown(CardDb *db);

/* Finds the card with that whole name or face name (ignoring case and diacritics), 0 if none; sets `*face` (may be
   null) to the index of the face. */
u32 carddb_find(const CardDb *db, Str name, u32 *face);
/* The ability that consists of a keyword alone, without parameters; 0 if no definition has it. */
u32 carddb_bare_keyword(const CardDb *db, Word keyword);
/* Finds the card with that whole name; 0 if there is none. */
u32 carddb_find_whole(const CardDb *db, Str name);
/* The same, including cards that are not sound. */
u32 carddb_named(const CardDb *db, Str name);
/* Writes up to `cap` known names nearest to `name`, nearest first; returns how many. */
u32 carddb_nearest(const CardDb *db, Str name, StrId *out, u32 cap);
/* Appends the sentence that there is no such card, with up to `cap` (at most 4) of the nearest names; or the better
   reason that `db->why_not` has. */
void carddb_say_unknown(const CardDb *db, Str name, u32 cap, Text *out);
/* The keyword ability that an ability belongs to; 0 if none. */
u32 carddb_keyword_of(const CardDb *db, u32 ability);
/* Whether two nodes are equal word by word. */
bool carddb_same(const CardDb *db, Node a, Node b);
/* Whether two abilities say the same: they are the same ability, or the same part of a keyword without parameters. */
bool carddb_says_same(const CardDb *db, u32 a, u32 b);
/* The set of parameters (NEEDS_…) of a keyword ability, an IR_KEYWORD node. */
u32 carddb_keyword_params(const CardDb *db, Node keyword);
/* The definition of a keyword ability with these parameters; null if there is none. */
const KeywordDef *carddb_keyword_def(const CardDb *db, Node keyword);
/* The definition of an operation in IR; null if there is none. */
const OperationDef *carddb_operation_def(const CardDb *db, IrOp op);

static inline const CardDef *carddb_card(const CardDb *db, u32 card) { return &db->cards.data[card]; }
static inline const FaceDef *carddb_face(const CardDb *db, u32 face) { return &db->faces.data[face]; }
static inline const AbilityDef *carddb_ability(const CardDb *db, u32 a) { return &db->abilities.data[a]; }

/* The end of what belongs to a card, as a row of which only the `first_` fields count. Card 0 stands for what comes
   before the first card and belongs to none. */
CardDef carddb_end(const CardDb *db, u32 card);
/* The card to which a word, an ability, a name … belongs: the last one whose own begin at or before it. `first` is the
   offset of the `first_` field in CardDef for that array. */
u32 carddb_card_at(const CardDb *db, size_t first, u32 index);

/* A layout's name in the text form. Never null. */
const char *card_layout_text(CardLayout layout);
/* Whether a card of that layout may have that many faces. */
bool card_layout_fits(u32 layout, u32 faces);

/* The words of its card's own text for an ability, or for the keyword it belongs to; empty if unknown. They live as
   long as the database. */
Str carddb_says(const CardDb *db, u32 ability);
/* The rules text of a card, all faces in order; empty if unknown. */
Str carddb_card_says(const CardDb *db, u32 card);
/* The words of the mode with that number, from 1, in the words of a modal ability, including its mark; empty if there
   are none. */
Str says_mode(Str says, u32 number);

/* Prints a card in text form, which reads back to the same definition. */
void card_print(const CardDb *db, u32 card, Text *out);
/* Prints an ability of a definition in text form. */
void ability_print(const CardDb *db, u32 ability, Text *out);
/* The most abilities that one paragraph of a face may say. */
#define SAID_TOGETHER_MAX 6u
/* Writes abilities of a face in words, several as one paragraph: appends them and returns true, or appends nothing. */
typedef struct CardSpeaker {
  void *user;
  bool (*say)(void *user, const CardDb *db, const Chars *chars, const u32 *abilities, u32 count, Text *out);
} CardSpeaker;

/* Write a card's or a face's rules text in Magic's wording, one ability a line. `speaker` writes what it can of a face,
   and the templates write the rest, marked (ability_marked); if it is null, each ability is written by ability_words.
   The words of `out` for each written ability go to `spans`, which has room for the abilities of the face or is null;
   returns their number. */
void card_english(const CardDb *db, u32 card, Text *out);
/* The line of a prototype card that says what is in its frame (718.2), which has no abilities of its own (718.3b); false, and
   nothing is appended, for others. */
bool prototype_english(const CardDb *db, u32 card, Text *out);
u32 face_english(const CardDb *db, u32 face, const CardSpeaker *speaker, Text *out, SaysSpan *spans);
/* What the variables of an ability stand for: `name` appends the name of the one in a slot, or returns false. */
typedef struct VariableNames {
  void *user;
  bool (*name)(void *user, u32 slot, Text *out);
} VariableNames;
/* Writes a cost, mode, condition, target or action of an ability, using the templates; `~` stands for its object. With
   `names`, which may be null, a variable is called by the name of its value. */
void node_english(const CardDb *db, u32 ability, Node node, Text *out);
void node_english_named(const CardDb *db, u32 ability, Node node, const VariableNames *names, Text *out);
/* Writes an ability as sentences, using the templates. */
void ability_english(const CardDb *db, u32 ability, StrId self_name, Text *out);
/* The same in square brackets, which mark words that are in no text; keywords, and abilities given by the rules, get
   none. */
void ability_marked(const CardDb *db, u32 ability, StrId self_name, Text *out);
/* Writes an ability in the words of its card's own text, without reminders, if they are known; otherwise like
   ability_marked. */
void ability_words(const CardDb *db, u32 ability, StrId self_name, Text *out);

/* Writes one card as bytes that mean the same in every database of the same binary_version; sets `out->failed` if there
   is no memory. */
void card_write(const CardDb *db, u32 card, Text *out);
/* Adds cards written by card_write, and checks everything in them; on any error nothing is added. A card whose name is
   already known is an error. */
GavelStatus carddb_load_binary(CardDb *db, const Str *cards, u32 count, GavelError *error);
/* A number that changes with the numbers of words or operations. */
u64 binary_version(void);

/* The binary form of a whole database, and back; `carddb_read` checks everything it reads. */
GavelStatus carddb_write(const CardDb *db, Text *out, GavelError *error);
GavelStatus carddb_read(CardDb *db, GavelAllocator allocator, Str bytes, GavelError *error);

#endif
