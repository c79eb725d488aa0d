/* Gavel: a rules engine for Magic: The Gathering.

   A program makes a database of cards, makes a game with it, puts cards into the game's zones, and starts it. From then
   on it answers decisions: the game runs until a player must choose, then reports who decides, what about, and every
   legal option. It needs no callbacks and never blocks. A game at a decision is plain data that can be copied, saved,
   hashed and compared.

       GavelCards *cards = NULL;
       GavelGame *game = NULL;
       GavelCardsDef cards_def = gavel_cards_def_default();
       gavel_cards_create(&cards_def, &cards, NULL);
       GavelGameDef def = gavel_game_def_default();
       def.cards = cards;
       gavel_game_create(&def, &game, NULL);
       gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Lightning Bolt", 1);
       gavel_game_start(game);
       GavelDecision decision;
       while (gavel_game_decision(game, &decision)) gavel_game_answer(game, 0);

   For everything in this header:

   - Get a `Def` struct from its function of defaults, then change fields. Never build one by hand: fields may be added.
   - Functions that can fail return a GavelStatus (gavel/base.h); GAVEL_OK is zero. A call that fails leaves everything
     unchanged, unless the status is GAVEL_E_MEMORY or GAVEL_E_LIMIT in the middle of play: then the game has failed for
     good (see Failure). Functions that take a GavelError fill it in; for those that take a game, gavel_game_message
     says what was wrong.
   - Misuse that doesn't depend on data (a null game, a missing buffer) is undefined behaviour. Everything that depends
     on data is checked.
   - Players are numbered from 0 in turn order. Texts are UTF-8 and zero-terminated; names and words are matched
     regardless of case and diacritics.
   - A function that writes text takes a buffer and its size, writes as much as fits with a terminating zero, and
     returns the length of the whole text without that zero, like snprintf. The buffer may be null if the size is 0.
   - Rule numbers are those of the current Comprehensive Rules, e.g. "613.8a".
   - A game is used by one thread at a time. Any number of threads and games may use a database of cards while nobody
     changes it.
   - The library keeps no global state, opens no files, prints nothing and reads no clock. The same cards, setup, seed
     and answers give the same game on every machine. */
#ifndef GAVEL_GAVEL_H
#define GAVEL_GAVEL_H

#include "gavel/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- version ------------------------------------------------------------------------------- */

#define GAVEL_VERSION_MAJOR 0
#define GAVEL_VERSION_MINOR 1
#define GAVEL_VERSION_PATCH 0

/* The library's version as text, e.g. "0.1.0". */
GAVEL_API const char *gavel_version(void);

/* --- words --------------------------------------------------------------------------------- */

/* A word of the rules: a colour, type, subtype, keyword, kind of counter, zone or step. Its number is the same for all
   games of one version of the library; 0 is no word. */
typedef uint16_t GavelWord;

/* Finds the word with a text ("creature", "Elf", "first strike", "+1/+1"); 0 if there is none. If several words share
   the text, the first wins, in the order colours, types, supertypes, subtypes, keywords, counters, zones, steps. */
GAVEL_API GavelWord gavel_word_find(const char *text);
/* The text of a word; empty for 0 and for unknown numbers. Lives as long as the program. */
GAVEL_API const char *gavel_word_text(GavelWord word);

/* --- cards --------------------------------------------------------------------------------- */

/* A database of card definitions, shared by any number of games. */
typedef struct GavelCards GavelCards;

/* A card of a database, numbered from 1 in the order added; 0 is no card. */
typedef uint32_t GavelCardId;

typedef struct GavelCardsDef {
  GavelAllocator allocator; /* default: gavel_allocator_default() */
  bool no_embedded;         /* leave out the cards that are built into the library; default: false */
} GavelCardsDef;

GAVEL_API GavelCardsDef gavel_cards_def_default(void);

/* Creates a database in `*cards` with the cards and keywords built into the library. Errors: GAVEL_E_MEMORY. `error`
   may be null. */
GAVEL_API GavelStatus gavel_cards_create(const GavelCardsDef *def, GavelCards **cards, GavelError *error);
/* Destroys a database; null is allowed. Destroy all games made with it, and their clones, first. */
GAVEL_API void gavel_cards_destroy(GavelCards *cards);

/* Adds the cards of a text in the form of `*.card` files (docs/ir.md); none of them on any error. Games keep the
   database they were made with, so nothing can be added while a game exists. Errors: GAVEL_E_SYNTAX and GAVEL_E_CHECK,
   with line and column; GAVEL_E_MEMORY; GAVEL_E_MISUSE while there are games. `error` may be null. */
GAVEL_API GavelStatus gavel_cards_add_text(GavelCards *cards, const char *text, size_t length, GavelError *error);

/* Adds the cards of a compiled database, as written by `gavel cards import`; none of them on any error. A card whose
   name is already known stays as it is. The bytes may be a mapped file; they must stay unchanged as long as the
   database exists, because it reads definitions and reasons for refusals from them. The first one added to the built-in
   cards is ready at once; its cards are checked when they are looked up, and a damaged card counts as missing. Errors:
   GAVEL_E_CORRUPT, with the byte; GAVEL_E_VERSION if another version of the library compiled it; GAVEL_E_LIMIT for 4
   GiB and more; GAVEL_E_MEMORY; GAVEL_E_MISUSE while there are games. `error` may be null. */
GAVEL_API GavelStatus gavel_cards_add_compiled(GavelCards *cards, const void *bytes, size_t length, GavelError *error);

/* Number of cards; ids are 1 to this number. */
GAVEL_API uint32_t gavel_cards_count(const GavelCards *cards);
/* A number that differs between databases with different definitions; part of every save. */
GAVEL_API uint64_t gavel_cards_version(const GavelCards *cards);
/* Finds the card with a name, or with a face of that name; 0 if there is none. Sets `*face` (may be null) to the index
   of the face, 0 for the front or the whole. */
GAVEL_API GavelCardId gavel_cards_find(const GavelCards *cards, const char *name, uint32_t *face);
/* Writes up to `cap` names (at most 16) nearest to `name` in spelling into `names`, nearest first; returns how many.
   Valid until the database changes. */
GAVEL_API uint32_t gavel_cards_nearest(const GavelCards *cards, const char *name, const char **names, uint32_t cap);
/* A card's full name ("Fire // Ice"); empty for unknown ids. Valid until the database changes. */
GAVEL_API const char *gavel_card_name(const GavelCards *cards, GavelCardId card);
/* Number of faces, halves or versions of a card; 0 for unknown ids. */
GAVEL_API uint32_t gavel_card_faces(const GavelCards *cards, GavelCardId card);
/* A card's definition in text form, as gavel_cards_add_text reads it. Writes text. */
GAVEL_API size_t gavel_card_definition(const GavelCards *cards, GavelCardId card, char *out, size_t size);
/* What a card does in Magic's wording, one ability a line. Writes text. */
GAVEL_API size_t gavel_card_english(const GavelCards *cards, GavelCardId card, char *out, size_t size);
/* The rules text that a card was compiled from, with "//" on a line between faces; for a card whose definition was
   written by hand, the text of gavel_card_english. Writes text. */
GAVEL_API size_t gavel_card_text(const GavelCards *cards, GavelCardId card, char *out, size_t size);

/* The legality of a card in a format, according to card data (100.6). */
typedef enum GavelLegality {
  GAVEL_LEGALITY_UNKNOWN, /* none of the card data mentions that format */
  GAVEL_LEGALITY_NOT,     /* not a card of the format */
  GAVEL_LEGALITY_LEGAL,
  GAVEL_LEGALITY_RESTRICTED, /* to one copy in a deck */
  GAVEL_LEGALITY_BANNED
} GavelLegality;

/* Returns a card's legality in a format ("modern") according to the compiled card data that was added; the first data
   that knows both the card and the format counts. */
GAVEL_API GavelLegality gavel_card_legality(const GavelCards *cards, GavelCardId card, const char *format);

/* --- added card data ----------------------------------------------------------------------- */

/* Compiled card data also lists cards without a definition; their texts say what Gavel can't read or do. Returns the
   number of cards that all added data lists; indices are 0 up to this number. A damaged database lists none. */
GAVEL_API uint32_t gavel_listed_count(const GavelCards *cards);
/* Finds the listed card with a name, or with a face of that name; returns gavel_listed_count if there is none. */
GAVEL_API uint32_t gavel_listed_find(const GavelCards *cards, const char *name);
/* A listed card's full name, its type lines, and its rules texts, with "//" on a line between faces. Write text, empty
   for unknown indices. */
GAVEL_API size_t gavel_listed_name(const GavelCards *cards, uint32_t index, char *out, size_t size);
GAVEL_API size_t gavel_listed_types(const GavelCards *cards, uint32_t index, char *out, size_t size);
GAVEL_API size_t gavel_listed_text(const GavelCards *cards, uint32_t index, char *out, size_t size);
/* Why a listed card has no definition, as a sentence that names it and quotes the words that Gavel can't read, if any.
   Writes text, empty if it has one. */
GAVEL_API size_t gavel_listed_refusal(const GavelCards *cards, uint32_t index, char *out, size_t size);

/* --- references ---------------------------------------------------------------------------- */

/* A reference to an object or a player; 0 is nothing. An object that changes zones becomes a new object (400.7), and
   old references never find the new one. */
typedef uint64_t GavelRef;

#define GAVEL_REF_NONE ((GavelRef)0)
/* Nobody, where a player is expected. */
#define GAVEL_NO_PLAYER 255u
/* Maximum number of players in a game. */
#define GAVEL_PLAYERS_MAX 8u

/* Returns the reference to a player. */
static inline GavelRef gavel_ref_player(uint32_t player) { return (GavelRef)0xffffffffu << 32 | player; }
/* Returns the player that a reference denotes, or GAVEL_NO_PLAYER if it denotes an object or nothing. */
static inline uint32_t gavel_ref_to_player(GavelRef ref) {
  return ref >> 32 == 0xffffffffu ? (uint32_t)ref : GAVEL_NO_PLAYER;
}

/* --- making a game ------------------------------------------------------------------------- */

/* A game: one value that can be copied, saved and compared at any decision. */
typedef struct GavelGame GavelGame;

typedef enum GavelFormat {
  GAVEL_FORMAT_TWO_PLAYER,
  GAVEL_FORMAT_FREE_FOR_ALL, /* 806, with the option to attack several players (802) */
  GAVEL_FORMAT_COMMANDER,    /* 903 */
  GAVEL_FORMAT_BRAWL         /* 903.12 */
} GavelFormat;

/* A question for a number offers at most this many values, the smallest legal ones: for {X}, for how often a cost is
   paid, and for numbers that effects let a player choose. When combat damage is assigned, all of the rest is offered
   too. */
#define GAVEL_NUMBERS_OFFERED 10000

/* Bounds of a game; beyond them it fails with GAVEL_E_LIMIT, and gavel_game_message says which was reached and what it
   is: "limit reached: objects, at most 250000 (limits.objects)". 0 stands for the default. */
typedef struct GavelLimits {
  uint32_t objects;       /* in the game at once; default 250,000 */
  uint32_t frames;        /* depth of nested procedures: "frames"; default 4,000 */
  uint32_t events;        /* of one batch; default 1,000,000 */
  uint32_t heap_words;    /* of 8 bytes, for what effects remember; default 64 Mi */
  uint32_t forced_steps;  /* steps in a row, each caused by the one before, without a choice and without repeating a
                             position (a repetition is a draw, 104.4b). The failure names the loop. One cause may have
                             any number of results; default 10,000 */
  uint32_t forced_growth; /* objects created in such a chain once it is long; default 10,000 */
  uint32_t evaluations; /* how often one call may look at an object or player to evaluate the conditions and numbers of
                             cards; each step of an effect counts as 16. Default 100,000,000, which takes about ten
                             seconds. Nested conditions multiply each other's work, and an effect may be repeated any
                             number of times */
} GavelLimits;

/* The language of texts about a game: events, questions, options, accounts. Card names and the texts of abilities stay
   as given; error messages and scenarios are in English. */
typedef enum GavelLanguage { GAVEL_ENGLISH, GAVEL_ITALIAN } GavelLanguage;

typedef struct GavelGameDef {
  GavelCards *cards;        /* must be set */
  GavelAllocator allocator; /* default: gavel_allocator_default() */
  GavelFormat format;       /* default: two players */
  uint32_t player_count;    /* 2 to GAVEL_PLAYERS_MAX; two in a two-player game; default 2 */
  uint32_t starting_player; /* who takes the first turn; default 0 */
  int64_t life;             /* starting life total; default 0: what the format says (103.4, 903.12f) */
  uint64_t seed;            /* of the random generator; default 1 */
  bool manual_mana;         /* all players pay by hand, see gavel_game_pay_by_hand */
  bool no_take_back;        /* sets can't be taken back; saves one copy of the game per set */
  bool show_forced;         /* also ask decisions with a single option; the game goes the same way */
  GavelLanguage language;   /* of texts about the game; default GAVEL_ENGLISH */
  GavelLimits limits;
} GavelGameDef;

GAVEL_API GavelGameDef gavel_game_def_default(void);

/* Creates a game without any cards in `*game`; `error` may be null. Errors: GAVEL_E_MEMORY; GAVEL_E_CHECK for an
   invalid def (the message says why). */
GAVEL_REFEREE GavelStatus gavel_game_create(const GavelGameDef *def, GavelGame **game, GavelError *error);
/* Destroys a game, or what a clone has allocated; null is allowed. */
GAVEL_REFEREE void gavel_game_destroy(GavelGame *game);

/* --- setting up ---------------------------------------------------------------------------- */

/* Before a game starts, objects can be put into its zones. They are just there: nothing triggers, no choice is asked,
   and nothing enters; timestamps follow the order of the calls (613.7). After the start all functions of this section
   except gavel_game_force_… return GAVEL_E_MISUSE. */

typedef enum GavelZone {
  GAVEL_ZONE_BATTLEFIELD,
  GAVEL_ZONE_HAND,
  GAVEL_ZONE_GRAVEYARD,
  GAVEL_ZONE_LIBRARY,
  GAVEL_ZONE_EXILE,
  GAVEL_ZONE_STACK,
  GAVEL_ZONE_COMMAND,
  GAVEL_ZONE_ANTE,
  GAVEL_ZONE_OUTSIDE, /* outside the game: sideboards (400.11) */
  GAVEL_ZONE_NONE     /* no longer anywhere */
} GavelZone;

/* Status (110.5): the second of each pair. Bits. */
typedef enum GavelObjectStatus {
  GAVEL_STATUS_TAPPED = 1,
  GAVEL_STATUS_FLIPPED = 2,
  GAVEL_STATUS_FACE_DOWN = 4,
  GAVEL_STATUS_PHASED_OUT = 8
} GavelObjectStatus;

/* The position at the bottom of a library. */
#define GAVEL_BOTTOM UINT32_MAX

typedef struct GavelObjectDef {
  GavelCardId card;    /* must be set */
  uint32_t face;       /* which face is up; default 0, the front */
  GavelZone zone;      /* default: the battlefield; not the stack, nor GAVEL_ZONE_NONE */
  uint32_t owner;      /* default 0 */
  uint32_t controller; /* on the battlefield; default GAVEL_NO_PLAYER: the owner */
  uint32_t position;   /* in a library, from the top; default GAVEL_BOTTOM */
  uint32_t status;     /* bits of GavelObjectStatus, on the battlefield; default 0 */
  bool summoning_sick; /* came under its controller's control this turn (302.6); default: false */
  bool token;          /* a token with the card's characteristics, on the battlefield; default: false */
  bool commander;      /* 903.3; default: false */
  int64_t damage;      /* marked on a permanent; default 0 */
} GavelObjectDef;

GAVEL_API GavelObjectDef gavel_object_def_default(void);

/* Puts an object into a zone; sets `*ref` (may be null) to the reference to it. Planeswalkers and battles get the
   counters they would enter with (306.5b, 310.4b). Errors: GAVEL_E_CHECK for an impossible object (the message says
   why), GAVEL_E_LIMIT for more objects than the limit allows (nothing is put), GAVEL_E_MISUSE after the start. */
GAVEL_REFEREE GavelStatus gavel_game_put(GavelGame *game, const GavelObjectDef *def, GavelRef *ref);
/* Puts `count` cards with a name into a zone of their owner; libraries are filled from the top down. All or none.
   Errors: GAVEL_E_UNKNOWN, with the nearest names in the message; those of gavel_game_put. */
GAVEL_REFEREE GavelStatus gavel_game_put_cards(GavelGame *game, GavelZone zone, uint32_t owner, const char *name,
                                               uint32_t count);
/* Puts counters of a kind ("+1/+1", "poison") on an object or player. Errors: GAVEL_E_UNKNOWN for the kind or the
   object, GAVEL_E_CHECK for fewer than 1. */
GAVEL_REFEREE GavelStatus gavel_game_put_counters(GavelGame *game, GavelRef on, const char *kind, int64_t n);
/* Attaches a permanent (Aura, Equipment, Fortification) to a permanent or player. The start of the game checks whether
   the attachment is legal (704.5m, n). Errors: GAVEL_E_UNKNOWN for something not on the battlefield, GAVEL_E_CHECK for
   attaching something to itself (303.4d). */
GAVEL_REFEREE GavelStatus gavel_game_put_attached(GavelGame *game, GavelRef attachment, GavelRef to);
/* Sets a player's life total. */
GAVEL_REFEREE GavelStatus gavel_game_put_life(GavelGame *game, uint32_t player, int64_t life);
/* Shuffles a player's library with the game's random generator (103.3). */
GAVEL_REFEREE GavelStatus gavel_game_shuffle(GavelGame *game, uint32_t player);
/* Moves up to `count` cards from the top of the player's library to the hand, as an opening hand
   (103.5). */
GAVEL_REFEREE GavelStatus gavel_game_deal(GavelGame *game, uint32_t player, uint32_t count);

/* Makes the player win or lose their next coin flip (heads or tails if nobody wins it, 705.2). Each call covers one
   more flip; also works during the game. */
GAVEL_REFEREE GavelStatus gavel_game_force_coin(GavelGame *game, uint32_t player, bool won);
/* Sets the player's next die roll in the same way; a value that the die doesn't have counts as its highest. */
GAVEL_REFEREE GavelStatus gavel_game_force_die(GavelGame *game, uint32_t player, uint32_t value);

/* --- starting ------------------------------------------------------------------------------ */

/* The steps of a turn (500.1). A main phase is listed as one step. */
typedef enum GavelStep {
  GAVEL_STEP_UNTAP,
  GAVEL_STEP_UPKEEP,
  GAVEL_STEP_DRAW,
  GAVEL_STEP_MAIN,
  GAVEL_STEP_BEGIN_COMBAT,
  GAVEL_STEP_DECLARE_ATTACKERS,
  GAVEL_STEP_DECLARE_BLOCKERS,
  GAVEL_STEP_FIRST_STRIKE_DAMAGE, /* only with first strikers (510.4) */
  GAVEL_STEP_COMBAT_DAMAGE,
  GAVEL_STEP_END_OF_COMBAT,
  GAVEL_STEP_MAIN_2,
  GAVEL_STEP_END,
  GAVEL_STEP_CLEANUP
} GavelStep;

/* Begins turn 1 of the starting player and runs to the first decision. In a two-player game the first draw step is
   skipped (103.8a). Errors: GAVEL_E_MISUSE if the game has already started; GAVEL_E_MEMORY and GAVEL_E_LIMIT (see
   Failure). */
GAVEL_REFEREE GavelStatus gavel_game_start(GavelGame *game);
/* Starts a game according to 103.3 to 103.8: shuffles every library; each player draws seven cards; from the starting
   player on, each keeps or takes a mulligan, which are ordinary decisions; then turn 1 begins. Errors: those of
   gavel_game_start. */
GAVEL_REFEREE GavelStatus gavel_game_start_with_hands(GavelGame *game);
/* Like gavel_game_start_with_hands, but first `chooser` chooses who takes the first turn (103.1): a
   GAVEL_DECISION_OBJECT whose options are the players. Errors: GAVEL_E_CHECK for an unknown player; those of
   gavel_game_start. */
GAVEL_REFEREE GavelStatus gavel_game_start_with_choice(GavelGame *game, uint32_t chooser);
/* Starts in the middle of a game: at the beginning of a step of turn `turn` (1 or more), which is `player`'s. Earlier
   steps of that turn are skipped. Errors: GAVEL_E_CHECK for a step that a game can't start with (blocks and combat
   damage, because no attackers were declared; cleanup); those of gavel_game_start. */
GAVEL_REFEREE GavelStatus gavel_game_start_at(GavelGame *game, uint32_t turn, uint32_t player, GavelStep step);

/* --- decisions ----------------------------------------------------------------------------- */

/* What a player decides, with the rule behind most decisions of the kind. */
typedef enum GavelDecisionKind {
  GAVEL_DECISION_NONE,
  GAVEL_DECISION_PRIORITY,      /* an action, or pass (117.1) */
  GAVEL_DECISION_MAY,           /* yes or no */
  GAVEL_DECISION_OBJECT,        /* an object or player */
  GAVEL_DECISION_TARGET,        /* a target (601.2c) */
  GAVEL_DECISION_NUMBER,        /* a number */
  GAVEL_DECISION_X,             /* the value of X (601.2b) */
  GAVEL_DECISION_MODE,          /* a mode (700.2) */
  GAVEL_DECISION_WORD,          /* a colour, type or keyword */
  GAVEL_DECISION_NAME,          /* the name of a card (201.4) */
  GAVEL_DECISION_ORDER,         /* what comes next in an order */
  GAVEL_DECISION_REPLACEMENT,   /* the replacement effect to apply (616.1) */
  GAVEL_DECISION_DIVIDE,        /* how much the recipient gets (601.2d) */
  GAVEL_DECISION_COST,          /* what pays a cost */
  GAVEL_DECISION_OPTIONAL_COST, /* whether, or how often, to pay it (601.2b) */
  GAVEL_DECISION_METHOD,        /* an alternative cost or permission (601.2b) */
  GAVEL_DECISION_SYMBOL,        /* how to pay a hybrid or Phyrexian symbol (107.4) */
  GAVEL_DECISION_MANA,          /* a mana ability to activate (601.2g) */
  GAVEL_DECISION_PAYMENT,       /* how to pay */
  GAVEL_DECISION_REVERSE,       /* whether a mana ability is taken back (733.1) */
  GAVEL_DECISION_ATTACKER,      /* the next attacker and what it attacks (508.1) */
  GAVEL_DECISION_BLOCKER,       /* the next blocker and what it blocks (509.1) */
  GAVEL_DECISION_ASSIGN,        /* how much combat damage the recipient is assigned (510.1) */
  GAVEL_DECISION_SEARCH,        /* a card found (701.23) */
  GAVEL_DECISION_OPTION,        /* one of several things to do */
  GAVEL_DECISION_LEGEND,        /* which to keep (704.5j) */
  GAVEL_DECISION_KEEP,          /* yes: keep the opening hand; no: take a mulligan (103.5) */
  GAVEL_DECISION_BAND,          /* the first attacker of the band that `source` joins, or done (702.22c) */
  GAVEL_DECISION_WAITING        /* in a view: the game waits for another player */
} GavelDecisionKind;

typedef struct GavelDecision {
  GavelDecisionKind kind;
  uint32_t player;       /* who decides … */
  uint32_t for_player;   /* … and for whom: differs only while another player controls that one (723) */
  uint32_t option_count; /* at least 1 */
  uint32_t group;        /* the same for all steps of one set; 0 for a decision that is not part of a set */
  uint32_t chosen;       /* number of members chosen so far */
  int64_t min, max;      /* size of the set; for a number, its range */
  GavelRef source;       /* what asks: a spell, ability or permanent; 0 for the rules */
  const char *rule;      /* the rule that asks; empty in a loaded game. Never null. */
} GavelDecision;

typedef enum GavelOptionKind {
  GAVEL_OPTION_PASS, /* pass priority */
  GAVEL_OPTION_YES,
  GAVEL_OPTION_NO,
  GAVEL_OPTION_DONE,     /* the set is complete; or choose nothing */
  GAVEL_OPTION_REF,      /* `ref`, an object or player; for attackers and blockers, `n` is the GavelRef of what it
                            attacks or blocks */
  GAVEL_OPTION_NUMBER,   /* `n`. In a division, the amount for `ref` */
  GAVEL_OPTION_WORD,     /* `word` */
  GAVEL_OPTION_NAME,     /* the name of a card, see gavel_game_option_text */
  GAVEL_OPTION_MODE,     /* mode `n`, from 1 as printed */
  GAVEL_OPTION_CAST,     /* cast `ref` (601) */
  GAVEL_OPTION_PLAY,     /* play the land `ref` (305.1) */
  GAVEL_OPTION_ACTIVATE, /* activate an ability of `ref` (602); `a` is its index among the abilities */
  GAVEL_OPTION_SPECIAL,  /* take a special action with `ref` (116) */
  GAVEL_OPTION_ABILITY,  /* an ability of `ref`: the trigger to put next, the effect to apply next */
  GAVEL_OPTION_NODE,     /* something to do, see gavel_game_option_text */
  GAVEL_OPTION_LIFE,     /* pay a Phyrexian symbol with life (107.4f) */
  GAVEL_OPTION_MANA      /* pay a symbol with the kind of mana `word` */
} GavelOptionKind;

/* One choice. Fields that its kind doesn't mention are private to the engine. */
typedef struct GavelOption {
  uint8_t kind; /* GavelOptionKind */
  uint8_t reserved;
  GavelWord word;
  uint32_t a;
  GavelRef ref;
  int64_t n;
} GavelOption;

/* Copies the pending decision to `*decision`; returns false if there is none: the game has not started, is over or has
   failed. Sets of objects, attackers, divisions and the like are chosen one decision at a time, in canonical order: a
   member that was passed over is not offered again, and every option can be completed to a legal set. A decision with a
   single option is taken at once and not asked, except for priority (see GavelGameDef.show_forced). */
GAVEL_REFEREE bool gavel_game_decision(const GavelGame *game, GavelDecision *decision);
/* The legal options in canonical order: players in turn order, objects by zone and timestamp, words as printed. There
   are decision.option_count; null if no decision is pending. Valid until the next call that takes the game as non-const,
   even one that only asks something. */
GAVEL_REFEREE const GavelOption *gavel_game_options(const GavelGame *game);
/* The pending decision and one of its options as text for players: "player 0: choose a target, for Lightning Bolt
   (601.2c)", "cast Lightning Bolt". Write text; empty for an index out of range. */
GAVEL_REFEREE size_t gavel_game_decision_text(GavelGame *game, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_option_text(GavelGame *game, uint32_t option, char *out, size_t size);

/* Whether an option activates a mana ability (605.1), which players rarely do except to pay for something. False for an
   index out of range. */
GAVEL_REFEREE bool gavel_game_option_is_mana(GavelGame *game, uint32_t option);

/* --- answering ----------------------------------------------------------------------------- */

/* Takes an option by its index and runs to the next decision. Errors: GAVEL_E_ILLEGAL for an index out of range,
   GAVEL_E_MISUSE when no decision is pending; GAVEL_E_MEMORY and GAVEL_E_LIMIT (see Failure). */
GAVEL_REFEREE GavelStatus gavel_game_answer(GavelGame *game, uint32_t option);
/* Answers all remaining steps of a set at once. `members` are all that remain to be chosen, each as an option that will
   be offered (`a` is ignored for GAVEL_OPTION_REF and GAVEL_OPTION_NUMBER), in any order; for GAVEL_DECISION_ORDER
   their order counts. May be empty if that is a legal set. Takes exactly one member for a decision that is not part of
   a set. Errors: GAVEL_E_ILLEGAL, leaving the game unchanged, if they don't complete a legal set; those of
   gavel_game_answer. */
GAVEL_REFEREE GavelStatus gavel_game_answer_set(GavelGame *game, const GavelOption *members, uint32_t count);
/* Goes back to the first step of the set that is being chosen and drops what was chosen. Errors: GAVEL_E_MISUSE if
   no set is being chosen, for a clone, and for a game that was made with no_take_back or loaded in the middle of the
   set. */
GAVEL_REFEREE GavelStatus gavel_game_take_back(GavelGame *game);
/* Makes a player pay mana costs by hand from now on, or automatically again. By hand means that while a cost is paid,
   the player is asked which mana ability to activate next (GAVEL_DECISION_MANA, 601.2g) until the mana suffices, and
   which mana to spend if there is a choice (GAVEL_DECISION_PAYMENT). It may be changed at any decision, even in the
   middle of a payment; the rest is then paid the other way. Errors: GAVEL_E_CHECK for an unknown player. */
GAVEL_REFEREE GavelStatus gavel_game_pay_by_hand(GavelGame *game, uint32_t player, bool by_hand);
/* Makes the player concede and leave the game (104.3a), whatever decision is pending. Errors: GAVEL_E_MISUSE before the
   start, and once the player has left or the game is over. */
GAVEL_REFEREE GavelStatus gavel_game_concede(GavelGame *game, uint32_t player);

/* --- failure ------------------------------------------------------------------------------- */

/* A game that runs out of memory or reaches a limit in the middle of play has failed. It can only be destroyed and
   asked for this status and message; everything that would change it returns the same status. Earlier clones and saves
   still work. GAVEL_OK while all is well. */
GAVEL_REFEREE GavelStatus gavel_game_status(const GavelGame *game);
/* What was wrong with the last call for this game that failed, as a sentence; empty if none has. */
GAVEL_REFEREE const char *gavel_game_message(const GavelGame *game);

/* --- the game as a whole ------------------------------------------------------------------- */

typedef struct GavelSituation {
  uint32_t player_count;
  uint32_t turn;     /* turns begun, extra turns included; 0 before the start */
  uint32_t active;   /* whose turn it is */
  uint32_t priority; /* who has priority; GAVEL_NO_PLAYER if nobody */
  GavelStep step;
  bool started;
  bool over;          /* the game has ended */
  bool draw;          /* it is over without a winner */
  uint8_t day;        /* 0 neither, 1 day, 2 night (731) */
  uint64_t decisions; /* answered so far */
  uint64_t events;    /* happened so far */
} GavelSituation;

GAVEL_REFEREE GavelSituation gavel_game_situation(const GavelGame *game);

typedef struct GavelPlayer {
  int64_t life;
  uint32_t hand, library, graveyard, outside; /* numbers of cards */
  uint32_t lands_played;                      /* this turn */
  uint32_t draws, spells;                     /* this turn: cards drawn, spells cast */
  uint32_t decided_by;                        /* who makes this player's decisions (723) */
  bool won, lost, left, conceded;
  bool monarch, initiative, blessing; /* 725, 726, 702.131 */
} GavelPlayer;

/* Returns a player; all zero for an unknown number. */
GAVEL_VIEWER GavelPlayer gavel_game_player(const GavelGame *game, uint32_t player);
/* How much mana of a kind ("white" … "colorless" as a word) is in the player's pool; 0 means all kinds. */
GAVEL_VIEWER int64_t gavel_game_mana(const GavelGame *game, uint32_t player, GavelWord kind);
/* Number of counters of a kind on an object or player; 0 if it is not there. */
GAVEL_REFEREE int64_t gavel_game_counters(const GavelGame *game, GavelRef on, GavelWord kind);
/* Counters of one kind (122.1). */
typedef struct GavelCounter {
  GavelWord kind;
  int64_t n;
} GavelCounter;
/* Writes up to `cap` kinds of counters on an object or player; returns how many kinds there are. */
GAVEL_REFEREE uint32_t gavel_game_all_counters(const GavelGame *game, GavelRef on, GavelCounter *out, uint32_t cap);

/* --- objects ------------------------------------------------------------------------------- */

/* Number of objects in a zone. Each player has a hand, library, graveyard and outside zone; `player` is ignored for
   shared zones. 0 for an unknown zone or player. */
GAVEL_REFEREE uint32_t gavel_game_zone_count(const GavelGame *game, GavelZone zone, uint32_t player);
/* Writes up to `cap` objects of a zone into `out`; returns how many there are. Libraries are listed from the top, the
   stack from the bottom, all other zones in the order in which objects arrived. */
GAVEL_REFEREE uint32_t gavel_game_zone(const GavelGame *game, GavelZone zone, uint32_t player, GavelRef *out,
                                       uint32_t cap);

typedef enum GavelObjectKind {
  GAVEL_OBJECT_CARD,
  GAVEL_OBJECT_TOKEN,
  GAVEL_OBJECT_SPELL_COPY, /* 707.10 */
  GAVEL_OBJECT_CARD_COPY,  /* 707.12 */
  GAVEL_OBJECT_ABILITY,    /* an ability on the stack (113.1c) */
  GAVEL_OBJECT_EMBLEM
} GavelObjectKind;

typedef struct GavelObject {
  GavelObjectKind kind;
  GavelZone zone;
  uint32_t owner, controller; /* the controller; the owner if the object has none (108.4) */
  uint32_t status;            /* bits of GavelObjectStatus */
  GavelCardId card;           /* the card that represents it; 0 if none */
  uint32_t cards;             /* the number of cards that represent it: more than 1 for melded and merged permanents */
  uint32_t face;              /* which face is up, or which half or version it is */
  uint64_t timestamp;         /* 613.7d */
  bool summoning_sick, commander, monstrous, renowned, saddled, suspected, goaded, melded, blocked;
  int64_t damage;       /* marked on a permanent */
  GavelRef attached_to; /* what a permanent is attached to */
  GavelRef attacking;   /* what it attacks: player, planeswalker or battle */
  GavelRef source;      /* the source of an ability on the stack */
} GavelObject;

/* Copies an object that is in the game to `*object`; returns false if the reference is to nothing, to a player, or to
   an object that is gone. */
GAVEL_REFEREE bool gavel_game_object(const GavelGame *game, GavelRef ref, GavelObject *object);
/* Writes up to `cap` permanents attached to an object or player into `out`; returns how many there are. */
GAVEL_REFEREE uint32_t gavel_game_attachments(const GavelGame *game, GavelRef to, GavelRef *out, uint32_t cap);
/* The same for the creatures that block an attacker. */
GAVEL_REFEREE uint32_t gavel_game_blockers(const GavelGame *game, GavelRef attacker, GavelRef *out, uint32_t cap);
/* The same for the targets of a spell or ability on the stack (115.1), in the order of its text. */
GAVEL_REFEREE uint32_t gavel_game_targets(GavelGame *game, GavelRef spell, GavelRef *out, uint32_t cap);

/* Bits of GavelCharacteristics, in the order of words: colours as in 105.1, types as in 110.4 and 205.2a. */
typedef enum GavelColor {
  GAVEL_WHITE = 1,
  GAVEL_BLUE = 2,
  GAVEL_BLACK = 4,
  GAVEL_RED = 8,
  GAVEL_GREEN = 16
} GavelColor;

typedef enum GavelType {
  GAVEL_ARTIFACT = 1 << 0,
  GAVEL_BATTLE = 1 << 1,
  GAVEL_CREATURE = 1 << 2,
  GAVEL_ENCHANTMENT = 1 << 3,
  GAVEL_LAND = 1 << 4,
  GAVEL_PLANESWALKER = 1 << 5,
  GAVEL_INSTANT = 1 << 6,
  GAVEL_SORCERY = 1 << 7,
  GAVEL_KINDRED = 1 << 8
} GavelType;

typedef enum GavelSupertype {
  GAVEL_BASIC = 1 << 0,
  GAVEL_LEGENDARY = 1 << 1,
  GAVEL_ONGOING = 1 << 2,
  GAVEL_SNOW = 1 << 3,
  GAVEL_WORLD = 1 << 4
} GavelSupertype;

/* An object's characteristics (109.3) with all continuous effects applied (613); for an object that has left, its last
   known ones (608.2h). */
typedef struct GavelCharacteristics {
  const char *name; /* empty if it has none; lives as long as the cards */
  int64_t power, toughness;
  int32_t loyalty, defense; /* as printed or copied; the current values are counters */
  bool has_power_toughness, has_loyalty, has_defense, has_mana_cost;
  int64_t mana_value;  /* 202.3 */
  uint32_t colors;     /* bits of GavelColor */
  uint32_t types;      /* bits of GavelType, and more for the card types of special formats */
  uint32_t supertypes; /* bits of GavelSupertype */
  uint32_t abilities;  /* number of abilities */
} GavelCharacteristics;

/* Copies an object's characteristics to `*characteristics`; returns false for players and unknown objects. */
GAVEL_REFEREE bool gavel_game_characteristics(GavelGame *game, GavelRef ref, GavelCharacteristics *characteristics);
/* Whether it has a colour, type, supertype, subtype or keyword; false for other words. */
GAVEL_REFEREE bool gavel_game_has(GavelGame *game, GavelRef ref, GavelWord word);

/* The name of an object or player, e.g. "Lightning Bolt", "player 2"; its type line; its mana cost. Write text, empty
   for unknown ones. */
GAVEL_REFEREE size_t gavel_game_name(GavelGame *game, GavelRef ref, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_type_line(GavelGame *game, GavelRef ref, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_mana_cost(GavelGame *game, GavelRef ref, char *out, size_t size);
/* The text of all abilities that an object has now, one a line; for an ability on the stack, its own text. Writes
   text. */
GAVEL_REFEREE size_t gavel_game_rules_text(GavelGame *game, GavelRef ref, char *out, size_t size);
/* What is visible of an object besides its name and text: "4/4, 1 +1/+1 counter, tapped"; with its type line "4/4
   Creature — Angel, 1 +1/+1 counter, tapped". Writes text. */
GAVEL_REFEREE size_t gavel_game_standing(GavelGame *game, GavelRef ref, bool types, char *out, size_t size);
/* The name of what a permanent is a copy of though its card is another (707.2); nothing for others. Writes text. */
GAVEL_REFEREE size_t gavel_game_copied_name(GavelGame *game, GavelRef ref, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_ability_text(GavelGame *game, GavelRef ref, uint32_t ability, char *out, size_t size);

/* --- copies -------------------------------------------------------------------------------- */

/* Number of bytes that a clone of the game needs to have as much room to grow as the game has now. */
GAVEL_REFEREE size_t gavel_game_clone_size(const GavelGame *game);
/* Copies a game, at any decision, into the caller's memory, as `*clone`: one pass over the bytes in use, without
   allocations. The clone lies in the buffer; if it needs more, it allocates from the game's allocator. The buffer is
   the caller's again after gavel_game_destroy. A clone is independent and may outlive the game; it has no listener, and
   its sets can't be taken back. Errors: GAVEL_E_MEMORY if `size` is too small; the status of a game that has failed. */
GAVEL_REFEREE GavelStatus gavel_game_clone(const GavelGame *game, void *buffer, size_t size, GavelGame **clone);
/* Copies a game into an existing clone, reusing its memory; the game may be any one with the same cards. Use this to
   copy many times. It also repairs a clone that has failed. Errors: GAVEL_E_MEMORY if it had to grow and could not; it
   can then be copied into again or destroyed; GAVEL_E_MISUSE if it is not a clone; the status of a game that has
   failed. */
GAVEL_REFEREE GavelStatus gavel_game_clone_again(GavelGame *clone, const GavelGame *game);

/* Saves a game, at any decision, as bytes that any machine can read: writes at most `size` of them to `out`, which may
   be null if `size` is 0, and sets `*length` to the number of all bytes. Errors: GAVEL_E_MEMORY; the status of a game
   that has failed. */
GAVEL_REFEREE GavelStatus gavel_game_save(const GavelGame *game, void *out, size_t size, size_t *length);
/* Loads a game from saved bytes, and checks everything in them. Uses only the cards, the allocator, the limits,
   no_take_back and show_forced of the def; the save holds the rest. `error` may be null. Errors: GAVEL_E_VERSION if it
   was saved in another format, or uses cards, words or rules that are unknown here or defined differently;
   GAVEL_E_CORRUPT, for the save or the cards' compiled database; GAVEL_E_LIMIT for a game that exceeds the def's
   limits; GAVEL_E_MEMORY. */
GAVEL_REFEREE GavelStatus gavel_game_load(const GavelGameDef *def, const void *bytes, size_t length, GavelGame **game,
                                          GavelError *error);

/* The state hash: equal for games that go the same way under the same answers, including the random generator; the same
   on every machine. */
GAVEL_REFEREE uint64_t gavel_game_hash(const GavelGame *game);
/* The position hash: equal for equivalent positions, whatever the ids of objects and effects and however long the game
   has taken; it detects loops (104.4b). 0 for a game that has failed. */
GAVEL_REFEREE uint64_t gavel_game_position_hash(GavelGame *game);

/* --- what a player may know ---------------------------------------------------------------- */

/* Referee functions know everything. To show a game to a player, or to let a bot play fair, use the viewer functions:
   they return what `viewer` may know, and name objects by the viewer's own handles. A handle reveals nothing about its
   object. It stays the same as long as the viewer can follow the object; when they lose track of it, e.g. because it is
   shuffled away, it gets a new handle that was never used before. Players have handles too.

   Viewers learn nothing about the decisions of others except that the game waits: what another player is asked, or that
   they are asked at all, often reveals hidden cards. Whoever runs the game knows whom it waits for
   (gavel_game_decision), and shows viewers the game when they decide or when something has happened. */
typedef uint64_t GavelHandle;

/* Convert an object or player to the viewer's handle, 0 if it is not there; and back. */
GAVEL_VIEWER GavelHandle gavel_view_handle(const GavelGame *game, uint32_t viewer, GavelRef ref);
GAVEL_VIEWER GavelRef gavel_view_ref(const GavelGame *game, uint32_t viewer, GavelHandle handle);
/* Whether the viewer may know which card or object it is (400.2, 708.5). */
GAVEL_VIEWER bool gavel_view_knows(const GavelGame *game, uint32_t viewer, GavelRef ref);
/* Like gavel_game_situation, but `decisions` and `events` are 0, because they count the secret decisions of others. */
GAVEL_VIEWER GavelSituation gavel_view_situation(const GavelGame *game, uint32_t viewer);
/* Like gavel_game_zone, but hands that the viewer doesn't see come in an order that reveals nothing. */
GAVEL_VIEWER uint32_t gavel_view_zone(const GavelGame *game, uint32_t viewer, GavelZone zone, uint32_t player,
                                      GavelHandle *out, uint32_t cap);
/* Like gavel_game_object, limited to what the viewer may know: hidden fields are 0, references are handles. */
GAVEL_VIEWER bool gavel_view_object(const GavelGame *game, uint32_t viewer, GavelHandle handle, GavelObject *object);
/* Like gavel_game_characteristics and gavel_game_has; false for what the viewer doesn't see. For a face-down permanent
   or spell, what everybody sees (708.2a). */
GAVEL_VIEWER bool gavel_view_characteristics(GavelGame *game, uint32_t viewer, GavelHandle handle,
                                             GavelCharacteristics *characteristics);
GAVEL_VIEWER bool gavel_view_has(GavelGame *game, uint32_t viewer, GavelHandle handle, GavelWord word);
/* An object as a viewer sees it: what gavel_view_object and gavel_view_characteristics tell that is asked for most. */
typedef struct GavelSeen {
  GavelHandle handle;
  GavelCardId card; /* 0 if it has none or the viewer doesn't know it */
  uint32_t owner, controller, status;
  int64_t damage;
  bool in_sight;                        /* whether the viewer sees its characteristics, which are empty otherwise */
  GavelCharacteristics characteristics; /* of a face-down permanent or spell, what everybody sees (708.2a) */
} GavelSeen;
/* Like gavel_view_zone, with what the viewer sees of each object: one call instead of two for each object. */
GAVEL_VIEWER uint32_t gavel_view_objects(GavelGame *game, uint32_t viewer, GavelZone zone, uint32_t player,
                                         GavelSeen *out, uint32_t cap);
/* Like the gavel_game_ functions with these names, with handles. */
GAVEL_VIEWER int64_t gavel_view_counters(const GavelGame *game, uint32_t viewer, GavelHandle on, GavelWord kind);
GAVEL_VIEWER uint32_t gavel_view_all_counters(const GavelGame *game, uint32_t viewer, GavelHandle on, GavelCounter *out,
                                              uint32_t cap);
GAVEL_VIEWER uint32_t gavel_view_attachments(const GavelGame *game, uint32_t viewer, GavelHandle to, GavelHandle *out,
                                             uint32_t cap);
GAVEL_VIEWER uint32_t gavel_view_blockers(const GavelGame *game, uint32_t viewer, GavelHandle attacker,
                                          GavelHandle *out, uint32_t cap);
GAVEL_VIEWER uint32_t gavel_view_targets(GavelGame *game, uint32_t viewer, GavelHandle spell, GavelHandle *out,
                                         uint32_t cap);
/* Like the gavel_game_ functions with these names. The name of an object the viewer doesn't know is "a card", "a
   face-down card" and the like; its other texts are empty. Write text. */
GAVEL_VIEWER size_t gavel_view_name(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_type_line(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_mana_cost(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_rules_text(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_standing(GavelGame *game, uint32_t viewer, GavelHandle handle, bool types, char *out,
                                        size_t size);
/* Like gavel_game_decision and one of gavel_game_options, with handles, if the decision is the viewer's; `group` is
   then 1 for a step of a set, which begins with `chosen` 0. For another player's decision only the kind is set, to
   GAVEL_DECISION_WAITING. gavel_game_answer takes the same option numbers. */
GAVEL_VIEWER bool gavel_view_decision(const GavelGame *game, uint32_t viewer, GavelDecision *decision);
GAVEL_VIEWER bool gavel_view_option(const GavelGame *game, uint32_t viewer, uint32_t option, GavelOption *out);
/* Like gavel_game_decision_text and gavel_game_option_text, for the viewer's decisions only. Write text. */
GAVEL_VIEWER size_t gavel_view_decision_text(GavelGame *game, uint32_t viewer, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_option_text(GavelGame *game, uint32_t viewer, uint32_t option, char *out, size_t size);
/* The board and the pending decision as `viewer` may know them, or in full for GAVEL_NO_PLAYER, in JSON
   (docs/trace.md). Writes text; empty if the viewer is not a player or the game has failed. */
GAVEL_VIEWER size_t gavel_view_board(GavelGame *game, uint32_t viewer, char *out, size_t size);
/* Deals the cards that the viewer may not know anew, consistently with everything they know, and reseeds the random
   generator with `seed`. Call it on a clone before searching it, so that the search doesn't cheat. The same seed gives
   the same game. The options of other players are recomputed from their new cards. Errors: GAVEL_E_CHECK for a viewer
   who is not a player; GAVEL_E_MISUSE while another player chooses among objects that were gathered from hidden cards,
   as in a search; those of play (see Failure). */
GAVEL_REFEREE GavelStatus gavel_game_determinize(GavelGame *game, uint32_t viewer, uint64_t seed);

/* --- listening ----------------------------------------------------------------------------- */

/* Names of the kinds of event, "move", "draw", "damage" …, from index 0; null after the last. docs/trace.md describes
   them. Names live as long as the program. */
GAVEL_API const char *gavel_event_kind(uint32_t index);

/* One event (700.1). The meaning of the fields depends on the kind; gavel_event_text puts it into words. */
typedef struct GavelEvent {
  const char *kind; /* "move", "draw", "damage" …: one of gavel_event_kind. Never null */
  uint32_t player;  /* the affected or acting player; GAVEL_NO_PLAYER if none */
  GavelZone from, to;
  GavelRef object; /* what it happened to, before the event … */
  GavelRef became; /* … and after it, if it changed zones */
  GavelRef source;
  GavelRef other;
  int64_t amount;
  GavelWord word; /* kind of counter or mana, the step, keyword action or designation; 0 for other events */
  bool combat;    /* combat damage */
  const struct GavelTold *told; /* private to the engine, for gavel_event_text */
} GavelEvent;

/* Callbacks for what a game does. Any may be null. They are called while the game runs: they may query the game but
   must not change it. Events cost little; a game whose rules are listened to takes more than twice as long, because it
   carries out each step where it could otherwise take a shortcut. */
typedef struct GavelListener {
  /* An event happened; the game is as it is after this event and all simultaneous ones. */
  void (*event)(void *user, GavelGame *game, const GavelEvent *event);
  /* A rule was applied; called each time, with its number. */
  void (*rule)(void *user, const char *number);
  void *user;
} GavelListener;

/* Sets the game's listener (copied; null for none), replacing the previous one. Errors: GAVEL_E_MEMORY. */
GAVEL_REFEREE GavelStatus gavel_game_listen(GavelGame *game, const GavelListener *listener);
/* The same, limited to what a viewer may know: references are the viewer's handles (0 for a card they can't tell from
   others in a hand; an object that moved has its new handle), texts say "a card" or "a face-down permanent" for unknown
   objects, and rules are not reported. Errors: GAVEL_E_MEMORY; GAVEL_E_CHECK for a viewer who is not a player. */
GAVEL_VIEWER GavelStatus gavel_view_listen(GavelGame *game, uint32_t viewer, const GavelListener *listener);
/* An event in words. Writes text. Call it only from the listener, with the event it was given. */
GAVEL_REFEREE size_t gavel_event_text(GavelGame *game, const GavelEvent *event, char *out, size_t size);

/* --- playing out --------------------------------------------------------------------------- */

typedef struct GavelPlayout {
  uint64_t signature; /* hash of everything asked and answered, and of the end */
  uint64_t decisions; /* answered */
  uint64_t events;    /* that happened */
  uint32_t turns;     /* begun */
  bool over;          /* the game has ended; otherwise the limit was reached */
} GavelPlayout;

/* Plays on with a fixed random policy: answers each decision with an option drawn uniformly from its own generator,
   seeded with `seed`, until the game is over or `limit` decisions are answered. The same game, seed and limit give the
   same signature on every machine. Errors: GAVEL_E_MISUSE before the start; GAVEL_E_MEMORY and GAVEL_E_LIMIT (see
   Failure). */
GAVEL_REFEREE GavelStatus gavel_game_playout(GavelGame *game, uint64_t seed, uint64_t limit, GavelPlayout *playout);

#ifdef __cplusplus
}
#endif
#endif
