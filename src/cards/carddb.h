/* Loading, finding and printing definitions. */
#ifndef CARDS_CARDDB_H
#define CARDS_CARDDB_H

#include "cards/ir.h"

/* An empty database with the keywords of cards/keywords.ir known. */
GavelStatus carddb_init(CardDb *db, GavelAllocator allocator, GavelError *error);
/* A database without anything, not even what stands for none. */
GavelStatus carddb_begin(CardDb *db, GavelAllocator allocator, GavelError *error);
void carddb_free(CardDb *db);
/* Has `to`, which holds nothing, be what `from` was, which holds nothing then. */
void carddb_move(CardDb *to, CardDb *from);

/* Reads card files in text form and adds their cards; on any error nothing is added. A card whose name
   is known already replaces nothing: it is an error. */
GavelStatus carddb_load_text(CardDb *db, Str text, GavelError *error);

/* The words of a text that say an ability: where they begin, and how many bytes they are; 0 if no words do. */
BYTEWISE_BEGIN
typedef struct SaysSpan {
  u32 at, length;
} SaysSpan;
BYTEWISE_END

/* The text that a definition was made of: of all its faces, and which words of it say each ability that the definition
   writes for a face, in the order it does. */
typedef struct CardSays {
  Str text;
  const SaysSpan *spans;
  u32 count;
} CardSays;

/* Reads card files of one card each, with the texts they were made of (null if there are none). A card that is refused
   is told of, with its place in `texts`, and the others are added all the same. GAVEL_E_MEMORY; nothing is added then. */
GavelStatus carddb_load_each(CardDb *db, const Str *texts, const CardSays *says, u32 count,
                             void (*refused)(void *user, u32 index, const GavelError *error), void *user,
                             GavelError *error);

/* Gives a card, which has no text, one in which its abilities have their words. False if the allocator refuses; the card is
   then unchanged. */
bool carddb_give_says(CardDb *db, u32 card, const CardSays *says);

/* Reads definitions of keywords and operations in IR (as in cards/keywords.ir and cards/operations.ir), for the cards
   loaded afterwards; on any error nothing is added. */
GavelStatus carddb_load_definitions(CardDb *db, Str text, GavelError *error);

/* Everything that is computed once all is loaded: masks, layers, facts, version. Must be called before
   a game uses the database, again after further loading. */
GavelStatus carddb_link(CardDb *db, GavelError *error);

/* Whether what belongs to a card (a number below cards.count) can be used. Cards of an image that is not built in are
   looked at when they are first asked for, and whoever has a card otherwise than by its name has to ask. May be called
   by several threads at once. */
bool carddb_looked_at(const CardDb *db, u32 card);
static inline bool carddb_sound(const CardDb *db, u32 card) { return !db->sound || carddb_looked_at(db, card); }
/* Likewise of an ability (a number below abilities.count). */
bool carddb_ability_sound(const CardDb *db, u32 ability);
/* Looks at all cards. GAVEL_E_CORRUPT if one is not sound. */
GavelStatus carddb_all_sound(const CardDb *db, GavelError *error);
/* Gives a database whose arrays lie in an image arrays of its own, in which all is sound; names stay where they are.
   GAVEL_E_MEMORY, GAVEL_E_CORRUPT; it is then unchanged. */
GavelStatus carddb_own(CardDb *db, GavelError *error);
/* Forgets the image, and with it all cards. */
void carddb_disown(CardDb *db);

/* The card with that whole name or that name of a face (case and diacritics aside), 0 if none; the
   face's index goes to `*face` (may be null). */
u32 carddb_find(const CardDb *db, Str name, u32 *face);
/* The ability that is a keyword alone, without anything it is written with; 0 if no definition has it. */
u32 carddb_bare_keyword(const CardDb *db, Word keyword);
/* The card of which `name` is the whole name, 0 if there is none. */
u32 carddb_find_whole(const CardDb *db, Str name);
/* The same, though the card may not be sound. */
u32 carddb_named(const CardDb *db, Str name);
/* Up to `cap` known names nearest to `name`, nearest first; answers how many. */
u32 carddb_nearest(const CardDb *db, Str name, StrId *out, u32 cap);
/* Appends the sentence that no card is called so, with up to `cap` (4 at most) of the nearest names; or what
   `db->why_not` knows better. */
void carddb_say_unknown(const CardDb *db, Str name, u32 cap, Text *out);
/* The keyword ability that an ability stands for, 0 if it stands for none. */
u32 carddb_keyword_of(const CardDb *db, u32 ability);
/* Whether two nodes say the same, word by word. */
bool carddb_same(const CardDb *db, Node a, Node b);
/* Whether two abilities say the same: one ability, or what stands in one place for a keyword without parameters. */
bool carddb_says_same(const CardDb *db, u32 a, u32 b);
/* The set of parameters (NEEDS_…) that a keyword ability, a node IR_KEYWORD, is written with. */
u32 carddb_keyword_params(const CardDb *db, Node keyword);
/* What defines a keyword ability as it is written, null if nothing does. */
const KeywordDef *carddb_keyword_def(const CardDb *db, Node keyword);
/* The definition of an operation in IR, null if it has none. */
const OperationDef *carddb_operation_def(const CardDb *db, IrOp op);

static inline const CardDef *carddb_card(const CardDb *db, u32 card) { return &db->cards.data[card]; }
static inline const FaceDef *carddb_face(const CardDb *db, u32 face) { return &db->faces.data[face]; }
static inline const AbilityDef *carddb_ability(const CardDb *db, u32 a) { return &db->abilities.data[a]; }

/* Where what belongs to a card ends: a row of which only the `first_` fields count. Card 0 stands for what comes before
   the first card, which belongs to none. */
CardDef carddb_end(const CardDb *db, u32 card);
/* The card to which a word, an ability, a name … belongs: the last whose own begin there or before. `first` is the offset
   of the `first_` field in CardDef that counts them. */
u32 carddb_card_at(const CardDb *db, size_t first, u32 index);

/* A layout as the text form names it. Never null. */
const char *card_layout_text(CardLayout layout);
/* Whether a card of that layout may have that many faces. */
bool card_layout_fits(u32 layout, u32 faces);

/* The words of its card's own text that say an ability, also one that a keyword stands for; empty if they are not
   known. They live as long as the database. */
Str carddb_says(const CardDb *db, u32 ability);
/* The rules text of a card, that of a face behind that of the one before; empty if it is not known. */
Str carddb_card_says(const CardDb *db, u32 card);
/* Of words that say a modal ability, those of the mode numbered so from 1, as its mark; empty if there are none. */
Str says_mode(Str says, u32 number);

/* The card in text form, which reads back to the same definition; and any node, whose variables are
   called by their slots ($10) because only their ability knows their names. */
void card_print(const CardDb *db, u32 card, Text *out);
void ir_print(const CardDb *db, Node node, Text *out);
/* An ability of a definition in text form. */
void ability_print(const CardDb *db, u32 ability, Text *out);
/* Says abilities of a face in words of its own: appends them and answers true, or appends nothing. */
typedef struct CardSpeaker {
  void *user;
  bool (*say)(void *user, const CardDb *db, const Chars *chars, u32 ability, Text *out);
} CardSpeaker;

/* As Magic would say it: a face's rules text, one ability a line; and one ability or node. `speaker` says what it can of a
   face, the templates say the rest, marked (ability_marked); if it is null, each ability is said as ability_words says it. Which words of `out` say each ability that the definition writes goes
   to `spans`, which has room for the abilities of the face or is null; answers how many these are. */
void card_english(const CardDb *db, u32 card, Text *out);
u32 face_english(const CardDb *db, u32 face, const CardSpeaker *speaker, Text *out, SaysSpan *spans);
/* By the templates: a cost, mode, condition, target or action of an ability; `~` stands for its object. */
void node_english(const CardDb *db, u32 ability, Node node, Text *out);
/* By the templates: an ability, as sentences. */
void ability_english(const CardDb *db, u32 ability, StrId self_name, Text *out);
/* The same in square brackets, which mark words that no text has; not of a keyword, which is called so, nor of what the
   rules give. */
void ability_marked(const CardDb *db, u32 ability, StrId self_name, Text *out);
/* In the words of its card's own text, without reminders, where these are known; else as ability_marked. */
void ability_words(const CardDb *db, u32 ability, StrId self_name, Text *out);

/* One card as bytes that mean the same in every database of the same binary_version; `out` has failed where memory was
   refused. */
void card_write(const CardDb *db, u32 card, Text *out);
/* Adds cards that were written so, and checks everything they hold; on any error nothing is added. A card whose name is
   known already is an error. */
GavelStatus carddb_load_binary(CardDb *db, const Str *cards, u32 count, GavelError *error);
/* A number that is another where words or operations have other numbers. */
u64 binary_version(void);

/* Binary form of a whole database and back; `carddb_read` checks everything it reads. */
GavelStatus carddb_write(const CardDb *db, Text *out, GavelError *error);
GavelStatus carddb_read(CardDb *db, GavelAllocator allocator, Str bytes, GavelError *error);

#endif
