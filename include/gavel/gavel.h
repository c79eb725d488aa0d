/* Gavel: a rules engine for Magic: The Gathering.

   A program makes a database of cards, makes a game with it, puts cards into the game's zones,
   starts it, and from then on answers decisions: the game runs until a player must choose and then
   hands out who decides, what about, and every legal option. There are no callbacks to write and
   nothing to wait for; a game that waits is plain data, and can be copied, saved, hashed and
   compared.

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

   What holds everywhere in this header:

   - A `Def` struct comes from its function of defaults and is then changed. No struct is ever made
     by hand, so that fields can be added.
   - Functions that can fail answer a GavelStatus (gavel/base.h), GAVEL_OK being zero. A call that
     fails leaves everything as it was, unless the status is GAVEL_E_MEMORY or GAVEL_E_LIMIT in the
     middle of play: then the game has failed for good (see Failure). Functions given a GavelError
     fill it in; for those given a game, gavel_game_message says what was wrong.
   - Misuse that a program must not commit whatever its input (a null game, a buffer that is not
     there) is undefined. Everything that depends on data is checked.
   - Players are numbered from 0 in turn order. Texts are UTF-8 and zero-terminated; those that go
     in are matched whatever their case and diacritics.
   - A function that writes text takes a buffer and its size, writes as much as fits with a closing
     zero, and answers the length of the whole text without that zero, as snprintf does. The buffer
     may be null when the size is 0.
   - Numbers of rules are those of the current Comprehensive Rules, e.g. "613.8a".
   - A game is used by one thread at a time. A database of cards that is not being changed may be
     used by any number of threads and games.
   - The library keeps no global state, opens no files, prints nothing and asks no clock. The same
     cards, setup, seed and answers give the same game on every machine. */
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

/* The version of the library as text, e.g. "0.1.0". */
GAVEL_API const char *gavel_version(void);

/* --- words --------------------------------------------------------------------------------- */

/* A word of the rules: a colour, type, subtype, keyword, kind of counter, zone or step. Its number
   is the same for all games of one version of the library; 0 is no word. */
typedef uint16_t GavelWord;

/* The word with that text ("creature", "Elf", "first strike", "+1/+1"), 0 if there is none. Where a
   text is several words, the first of colours, types, supertypes, subtypes, keywords, counters,
   zones and steps is found. */
GAVEL_API GavelWord gavel_word_find(const char *text);
/* The text of a word; empty for 0 and for numbers that are no word. Lives as long as the
   program. */
GAVEL_API const char *gavel_word_text(GavelWord word);

/* --- cards --------------------------------------------------------------------------------- */

/* A database of card definitions, shared by any number of games. */
typedef struct GavelCards GavelCards;

/* A card of a database, from 1 on in the order added; 0 is no card. */
typedef uint32_t GavelCardId;

typedef struct GavelCardsDef {
  GavelAllocator allocator; /* default: gavel_allocator_default() */
  bool no_embedded;         /* leave out the cards that are built into the library; default: false */
} GavelCardsDef;

GAVEL_API GavelCardsDef gavel_cards_def_default(void);

/* Makes a database with the cards and keywords built into the library, as `*cards`.
   Errors: GAVEL_E_MEMORY. `error` may be null. */
GAVEL_API GavelStatus gavel_cards_create(const GavelCardsDef *def, GavelCards **cards, GavelError *error);
/* Gives a database back; null is allowed. All games made with it, and their clones,
   must be destroyed before. */
GAVEL_API void gavel_cards_destroy(GavelCards *cards);

/* Adds the cards of a text in the form of `*.card` files (docs/ir.md); on any error none of
   them. Games hold on to what they were made with, so that nothing can be added while a game
   exists. Errors: GAVEL_E_SYNTAX and GAVEL_E_CHECK, with line and column; GAVEL_E_MEMORY;
   GAVEL_E_MISUSE when there are games. `error` may be null. */
GAVEL_API GavelStatus gavel_cards_add_text(GavelCards *cards, const char *text, size_t length, GavelError *error);

/* Adds the cards of a compiled database, which `gavel cards import` writes; on any error none of them. A card whose
   name is known already stays as it is. The bytes may be a file that is mapped: they must live and stay as they are as
   long as the cards do, which find there what they are and why a card has no definition. The first that is added to the
   built-in cards is ready at once, and its cards are checked as they are found: one that is damaged is not there.
   Errors: GAVEL_E_CORRUPT, with the byte;
   GAVEL_E_VERSION when another version of the library compiled it; GAVEL_E_LIMIT for 4 GiB and more; GAVEL_E_MEMORY;
   GAVEL_E_MISUSE when there are games. `error` may be null. */
GAVEL_API GavelStatus gavel_cards_add_compiled(GavelCards *cards, const void *bytes, size_t length, GavelError *error);

/* How many cards there are: their ids are 1 to this number. */
GAVEL_API uint32_t gavel_cards_count(const GavelCards *cards);
/* A number that differs between databases with different definitions: part of every save. */
GAVEL_API uint64_t gavel_cards_version(const GavelCards *cards);
/* The card of that name, or with a face of that name, 0 if there is none. `*face` (may be null)
   becomes the face's index, 0 for the front or the whole. */
GAVEL_API GavelCardId gavel_cards_find(const GavelCards *cards, const char *name, uint32_t *face);
/* Writes up to `cap` names (16 at most) nearest to `name` in spelling into `names`, nearest first;
   answers how many. They live until the database changes. */
GAVEL_API uint32_t gavel_cards_nearest(const GavelCards *cards, const char *name, const char **names, uint32_t cap);
/* A card's whole name ("Fire // Ice"); empty for ids that are none. Lives until the database
   changes. */
GAVEL_API const char *gavel_card_name(const GavelCards *cards, GavelCardId card);
/* How many faces, halves or versions a card has; 0 for ids that are none. */
GAVEL_API uint32_t gavel_card_faces(const GavelCards *cards, GavelCardId card);
/* A card's definition in text form, as gavel_cards_add_text reads it. Writes text (see above). */
GAVEL_API size_t gavel_card_definition(const GavelCards *cards, GavelCardId card, char *out, size_t size);
/* What a card does as Magic would say it, one ability a line. Writes text. */
GAVEL_API size_t gavel_card_english(const GavelCards *cards, GavelCardId card, char *out, size_t size);
/* The rules text that a card was read from, the faces divided by a line of two slashes; of a card whose definition was
   written, what gavel_card_english says. Writes text. */
GAVEL_API size_t gavel_card_text(const GavelCards *cards, GavelCardId card, char *out, size_t size);

/* What card data says of a card in a format (100.6). */
typedef enum GavelLegality {
  GAVEL_LEGALITY_UNKNOWN, /* no card data that was added says anything of that format */
  GAVEL_LEGALITY_NOT,     /* no card of the format */
  GAVEL_LEGALITY_LEGAL,
  GAVEL_LEGALITY_RESTRICTED, /* to one copy in a deck */
  GAVEL_LEGALITY_BANNED
} GavelLegality;

/* Whether a card may be played in the format of that name ("modern"), as compiled card data that was added says; the
   first that knows both the card and the format counts. */
GAVEL_API GavelLegality gavel_card_legality(const GavelCards *cards, GavelCardId card, const char *format);

/* --- card data that was added -------------------------------------------------------------- */

/* Compiled card data lists cards that have no definition, too: their texts say what Gavel can't read or do. How many cards
   all that was added lists: their indices are 0 to this number. A database that is damaged lists none. */
GAVEL_API uint32_t gavel_listed_count(const GavelCards *cards);
/* The index of the listed card of that name, or with a face of that name; gavel_listed_count if there is none. */
GAVEL_API uint32_t gavel_listed_find(const GavelCards *cards, const char *name);
/* A listed card's whole name, its type lines, and its rules texts, faces divided by a line of two slashes. They write
   texts, empty for indices that are none. */
GAVEL_API size_t gavel_listed_name(const GavelCards *cards, uint32_t index, char *out, size_t size);
GAVEL_API size_t gavel_listed_types(const GavelCards *cards, uint32_t index, char *out, size_t size);
GAVEL_API size_t gavel_listed_text(const GavelCards *cards, uint32_t index, char *out, size_t size);
/* Why a listed card has no definition, as a sentence that names it, with the words in the way if there are any. Writes
   text, empty if it has one. */
GAVEL_API size_t gavel_listed_refusal(const GavelCards *cards, uint32_t index, char *out, size_t size);

/* --- references ---------------------------------------------------------------------------- */

/* An object or a player, as something in a game refers to it; 0 is nothing. When an object changes
   zones it becomes a new object (400.7): references to what it was never find the new one. */
typedef uint64_t GavelRef;

#define GAVEL_REF_NONE ((GavelRef)0)
/* In the place of a player: nobody. */
#define GAVEL_NO_PLAYER 255u
/* The most players a game can have. */
#define GAVEL_PLAYERS_MAX 8u

/* The reference to a player. */
static inline GavelRef gavel_ref_player(uint32_t player) { return (GavelRef)0xffffffffu << 32 | player; }
/* The player a reference is to, GAVEL_NO_PLAYER if it is to an object or to nothing. */
static inline uint32_t gavel_ref_to_player(GavelRef ref) {
  return ref >> 32 == 0xffffffffu ? (uint32_t)ref : GAVEL_NO_PLAYER;
}

/* --- making a game ------------------------------------------------------------------------- */

/* A game: one value that can be copied, saved and compared at any decision. */
typedef struct GavelGame GavelGame;

typedef enum GavelFormat {
  GAVEL_FORMAT_TWO_PLAYER,
  GAVEL_FORMAT_FREE_FOR_ALL, /* 806, attacking several players (802) */
  GAVEL_FORMAT_COMMANDER     /* 903 */
} GavelFormat;

/* A question for a number offers at most so many values, the smallest that are legal: for {X}, for how often a cost is paid, and
   for numbers that effects let a player choose. Of damage that is assigned in combat, all that is left is offered, too. */
#define GAVEL_NUMBERS_OFFERED 10000

/* What a game may come to before it fails with GAVEL_E_LIMIT and the name of the limit. */
typedef struct GavelLimits {
  uint32_t objects;       /* in the game at once; default 100,000 */
  uint32_t frames;        /* depth of nested procedures: "frames"; default 4,000 */
  uint32_t events;        /* of one batch; default 1,000,000 */
  uint32_t heap_words;    /* of 8 bytes, for what effects remember; default 64 Mi */
  uint32_t forced_steps;  /* each caused by the one before, without a choice and without ever coming back to the same
                            position (what does is a draw, 104.4b), after which the game fails with the name of what goes
                            on and on; any number of things may have one cause; default 10,000 */
  uint32_t forced_growth; /* objects that may come to be in such a chain once it is long; default 10,000 */
} GavelLimits;

/* In which language the library speaks of a game: events, questions, options, accounts. Names of cards and texts of
   abilities are as they were given; messages of errors, and what scenarios are written in, are English. */
typedef enum GavelLanguage { GAVEL_ENGLISH, GAVEL_ITALIAN } GavelLanguage;

typedef struct GavelGameDef {
  GavelCards *cards;        /* must be set */
  GavelAllocator allocator; /* default: gavel_allocator_default() */
  GavelFormat format;       /* default: two players */
  uint32_t player_count;    /* 2 to GAVEL_PLAYERS_MAX; two in a two-player game; default 2 */
  uint32_t starting_player; /* who takes the first turn; default 0 */
  int64_t life;             /* starting life total; default 0: 20, in Commander 40 (119.1) */
  uint64_t seed;            /* of all that is random; default 1 */
  bool manual_mana;         /* all players pay by hand, see gavel_game_pay_by_hand */
  bool no_take_back;        /* steps of a set cannot be taken back, which saves a copy a set */
  bool show_forced;         /* decisions with a single option are asked too; the game goes the same way */
  GavelLanguage language;   /* of texts about the game; default GAVEL_ENGLISH */
  GavelLimits limits;
} GavelGameDef;

GAVEL_API GavelGameDef gavel_game_def_default(void);

/* Makes a game without any cards, as `*game`; `error` may be null.
   Errors: GAVEL_E_MEMORY; GAVEL_E_CHECK for a def that is no game's (the message says what). */
GAVEL_REFEREE GavelStatus gavel_game_create(const GavelGameDef *def, GavelGame **game, GavelError *error);
/* Gives a game back, or what a clone has allocated; null is allowed. */
GAVEL_REFEREE void gavel_game_destroy(GavelGame *game);

/* --- setting up ---------------------------------------------------------------------------- */

/* Before a game is started, objects can be put into its zones: they simply are there. Nothing
   triggers, no choice is asked, nothing enters; timestamps follow the order of the calls (613.7).
   After the start all functions of this section but gavel_game_force_… answer GAVEL_E_MISUSE. */

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

/* Puts an object into a zone; `*ref` (may be null) becomes the reference to it. Planeswalkers and
   battles have the counters they would enter with (306.5b, 310.4b). Errors:
   GAVEL_E_CHECK for what cannot be (the message says why), GAVEL_E_LIMIT for more objects than the game may have (nothing is
   put), GAVEL_E_MISUSE after the start. */
GAVEL_REFEREE GavelStatus gavel_game_put(GavelGame *game, const GavelObjectDef *def, GavelRef *ref);
/* Puts `count` cards of that name into a zone of their owner: libraries from the top down. All of them or none.
   Errors: GAVEL_E_UNKNOWN, the message with the nearest names; those of gavel_game_put. */
GAVEL_REFEREE GavelStatus gavel_game_put_cards(GavelGame *game, GavelZone zone, uint32_t owner, const char *name,
                                               uint32_t count);
/* Puts counters of a kind ("+1/+1", "poison") on an object or player. Errors: GAVEL_E_UNKNOWN for
   the kind or the object, GAVEL_E_CHECK for fewer than 1. */
GAVEL_REFEREE GavelStatus gavel_game_put_counters(GavelGame *game, GavelRef on, const char *kind, int64_t n);
/* Attaches a permanent (Aura, Equipment, Fortification) to a permanent or player. Whether it may be
   attached is found out as the game starts (704.5m, n). Errors: GAVEL_E_UNKNOWN for what is not on
   the battlefield, GAVEL_E_CHECK for attaching something to itself (303.4d). */
GAVEL_REFEREE GavelStatus gavel_game_put_attached(GavelGame *game, GavelRef attachment, GavelRef to);
/* Sets a player's life total. */
GAVEL_REFEREE GavelStatus gavel_game_put_life(GavelGame *game, uint32_t player, int64_t life);
/* Shuffles a player's library with the game's random generator (103.3). */
GAVEL_REFEREE GavelStatus gavel_game_shuffle(GavelGame *game, uint32_t player);
/* Moves up to `count` cards from the top of the player's library to the hand, as an opening hand
   (103.5). */
GAVEL_REFEREE GavelStatus gavel_game_deal(GavelGame *game, uint32_t player, uint32_t count);

/* Lets the player win or lose their next coin flip (heads or tails where nobody wins, 705.2); each
   call is for one flip more, also during the game. */
GAVEL_REFEREE GavelStatus gavel_game_force_coin(GavelGame *game, uint32_t player, bool won);
/* Likewise the player's next die roll; a value the die does not have is its highest. */
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

/* Begins turn 1 of the starting player and runs to the first decision. In a two-player game the
   first draw step is skipped (103.8a). Errors: GAVEL_E_MISUSE when the game has started already;
   GAVEL_E_MEMORY and GAVEL_E_LIMIT (see Failure). */
GAVEL_REFEREE GavelStatus gavel_game_start(GavelGame *game);
/* Starts a game as 103.3 to 103.8 say: every library is shuffled and each player draws seven cards;
   then, from the starting player on, each keeps or takes a mulligan, which are decisions like all
   others; and then turn 1 begins. Errors: those of gavel_game_start. */
GAVEL_REFEREE GavelStatus gavel_game_start_with_hands(GavelGame *game);
/* Likewise, but first `chooser` chooses who takes the first turn (103.1): a GAVEL_DECISION_OBJECT whose
   options are the players. Errors: GAVEL_E_CHECK for a player there is not; those of
   gavel_game_start. */
GAVEL_REFEREE GavelStatus gavel_game_start_with_choice(GavelGame *game, uint32_t chooser);
/* Begins in the middle of a game: at the beginning of a step of turn `turn` (1 or more), which is
   `player`'s. What comes before that step in the turn is skipped. Errors: GAVEL_E_CHECK for a step
   that cannot be begun with (blocks and combat damage, whose attackers nobody declared; cleanup);
   those of gavel_game_start. */
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
  GAVEL_DECISION_WAITING        /* of a view: the game waits for another player */
} GavelDecisionKind;

typedef struct GavelDecision {
  GavelDecisionKind kind;
  uint32_t player;       /* who decides … */
  uint32_t for_player;   /* … and for whom: another only while that one is controlled (723) */
  uint32_t option_count; /* at least 1 */
  uint32_t group;        /* the same for all steps of one set; 0 for a decision that stands alone */
  uint32_t chosen;       /* how much of the set is chosen already */
  int64_t min, max;      /* how many the set may have; of a number, its range */
  GavelRef source;       /* what asks: a spell, ability or permanent; 0: the rules */
  const char *rule;      /* the rule that asks; empty in a game that was loaded. Never null. */
} GavelDecision;

typedef enum GavelOptionKind {
  GAVEL_OPTION_PASS, /* pass priority */
  GAVEL_OPTION_YES,
  GAVEL_OPTION_NO,
  GAVEL_OPTION_DONE,     /* the set is complete; or nothing at all */
  GAVEL_OPTION_REF,      /* `ref`, an object or player; of attackers and blockers `n` is the GavelRef of
                        what it attacks or blocks */
  GAVEL_OPTION_NUMBER,   /* `n`. Of a division, `ref` gets so much */
  GAVEL_OPTION_WORD,     /* `word` */
  GAVEL_OPTION_NAME,     /* the name of a card, see gavel_game_option_text */
  GAVEL_OPTION_MODE,     /* mode `n`, from 1 as printed */
  GAVEL_OPTION_CAST,     /* cast `ref` (601) */
  GAVEL_OPTION_PLAY,     /* play the land `ref` (305.1) */
  GAVEL_OPTION_ACTIVATE, /* activate an ability of `ref` (602), `a` its index among the abilities */
  GAVEL_OPTION_SPECIAL,  /* take a special action with `ref` (116) */
  GAVEL_OPTION_ABILITY,  /* an ability of `ref`: the trigger to put next, the effect to apply next */
  GAVEL_OPTION_NODE,     /* something to do, see gavel_game_option_text */
  GAVEL_OPTION_LIFE,     /* pay a Phyrexian symbol with life (107.4f) */
  GAVEL_OPTION_MANA      /* pay a symbol with the kind of mana `word` */
} GavelOptionKind;

/* One thing a player may choose. Fields its kind does not name are the engine's. */
typedef struct GavelOption {
  uint8_t kind; /* GavelOptionKind */
  uint8_t reserved;
  GavelWord word;
  uint32_t a;
  GavelRef ref;
  int64_t n;
} GavelOption;

/* The decision the game waits for, into `*decision`; false if there is none: the game has not been
   started, is over or has failed. Sets of objects, attackers, divisions and the like are chosen by
   one decision a step, in canonical order: what was passed over is not offered again, and every
   option can be completed to a legal whole. A decision with a single option is taken at once and
   not asked, but for priority (see GavelGameDef.show_forced). */
GAVEL_REFEREE bool gavel_game_decision(const GavelGame *game, GavelDecision *decision);
/* The legal options in canonical order: players in turn order, objects by zone and timestamp, words
   as printed. As many as decision.option_count; null when there is no decision. Valid until the
   game changes. */
GAVEL_REFEREE const GavelOption *gavel_game_options(const GavelGame *game);
/* A decision and one of its options as a player would read them: "player 0: choose a target, for
   Lightning Bolt (601.2c)", "cast Lightning Bolt". Write text; an index that is none gives none. */
GAVEL_REFEREE size_t gavel_game_decision_text(GavelGame *game, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_option_text(GavelGame *game, uint32_t option, char *out, size_t size);

/* Whether an option activates a mana ability (605.1), which hardly anybody does except to pay for something. False for
   an index that is none. */
GAVEL_REFEREE bool gavel_game_option_is_mana(GavelGame *game, uint32_t option);

/* --- answering ----------------------------------------------------------------------------- */

/* Takes an option by its index and runs to the next decision. Errors: GAVEL_E_ILLEGAL for an index
   that is none, GAVEL_E_MISUSE when nothing is asked; GAVEL_E_MEMORY and GAVEL_E_LIMIT (see
   Failure). */
GAVEL_REFEREE GavelStatus gavel_game_answer(GavelGame *game, uint32_t option);
/* Answers the steps of a set at once: `members` are all that is to be chosen from here on, each as
   an option that will be offered (`a` is not looked at for GAVEL_OPTION_REF and
   GAVEL_OPTION_NUMBER); in any order, but for GAVEL_DECISION_ORDER, where it is the order. None at
   all, where that is a legal set. For a decision that stands alone exactly one. Errors:
   GAVEL_E_ILLEGAL, and the game unchanged, if they are not the whole of a legal set; those of
   gavel_game_answer. */
GAVEL_REFEREE GavelStatus gavel_game_answer_set(GavelGame *game, const GavelOption *members, uint32_t count);
/* Goes back to the first step of the set under way: what was chosen of it is chosen no more.
   Errors: GAVEL_E_MISUSE when no set is under way, for a clone, for a game that was made with
   no_take_back, or loaded in the middle of the set. */
GAVEL_REFEREE GavelStatus gavel_game_take_back(GavelGame *game);
/* From now on the player pays costs of mana by hand, or automatically again. By hand means that while such a cost is paid, the
   player is asked which mana ability to activate next (GAVEL_DECISION_MANA, 601.2g) until the mana suffices, and which of
   the mana to spend if there is a choice (GAVEL_DECISION_PAYMENT). It may be changed at any decision, also in the middle
   of a payment, whose rest is then paid the other way. Errors: GAVEL_E_CHECK for a player there is not. */
GAVEL_REFEREE GavelStatus gavel_game_pay_by_hand(GavelGame *game, uint32_t player, bool by_hand);
/* The player concedes and leaves the game (104.3a), whatever is being decided. Errors:
   GAVEL_E_MISUSE before the start and once the player has left or the game is over. */
GAVEL_REFEREE GavelStatus gavel_game_concede(GavelGame *game, uint32_t player);

/* --- failure ------------------------------------------------------------------------------- */

/* A game that ran out of memory or reached a limit in the middle of play has failed: it can be
   destroyed, asked for this status and message, and nothing else; everything that would change it
   answers the same status. What was cloned or saved before goes on. GAVEL_OK while all is well. */
GAVEL_REFEREE GavelStatus gavel_game_status(const GavelGame *game);
/* What was wrong with the last call for this game that failed, as a sentence; empty if none has. */
GAVEL_REFEREE const char *gavel_game_message(const GavelGame *game);

/* --- the game as a whole ------------------------------------------------------------------- */

typedef struct GavelSituation {
  uint32_t player_count;
  uint32_t turn;     /* turns begun, extra turns included; 0 before the start */
  uint32_t active;   /* whose turn it is */
  uint32_t priority; /* who has priority, GAVEL_NO_PLAYER nobody */
  GavelStep step;
  bool started;
  bool over;          /* the game has ended */
  bool draw;          /* it is over and nobody has won */
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

/* A player; all zero for a number that is none. */
GAVEL_VIEWER GavelPlayer gavel_game_player(const GavelGame *game, uint32_t player);
/* How much mana of a kind ("white" … "colorless" as a word) is in the player's pool; 0: of all
   kinds. */
GAVEL_VIEWER int64_t gavel_game_mana(const GavelGame *game, uint32_t player, GavelWord kind);
/* Counters of a kind on an object or player, 0 if there are none or it is not there. */
GAVEL_REFEREE int64_t gavel_game_counters(const GavelGame *game, GavelRef on, GavelWord kind);
/* Counters of one kind (122.1). */
typedef struct GavelCounter {
  GavelWord kind;
  int64_t n;
} GavelCounter;
/* All counters on an object or player, a kind an entry, of which the first `cap` are written. Answers how many kinds there
   are. */
GAVEL_REFEREE uint32_t gavel_game_all_counters(const GavelGame *game, GavelRef on, GavelCounter *out, uint32_t cap);

/* --- objects ------------------------------------------------------------------------------- */

/* How many objects are in a zone. Hand, library, graveyard and outside are one a player; for the
   shared zones `player` is not looked at. 0 for a zone or player that is none. */
GAVEL_REFEREE uint32_t gavel_game_zone_count(const GavelGame *game, GavelZone zone, uint32_t player);
/* Writes up to `cap` objects of a zone into `out` and answers how many there are. Libraries from
   the top, the stack from the bottom, all others in the order in which objects came. */
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
  uint32_t owner, controller; /* the controller is the owner where objects have none (108.4) */
  uint32_t status;            /* bits of GavelObjectStatus */
  GavelCardId card;           /* the card that represents it, 0 for none */
  uint32_t cards;             /* how many do: more than 1 for melded and merged permanents */
  uint32_t face;              /* which face is up, or which half or version it is */
  uint64_t timestamp;         /* 613.7d */
  bool summoning_sick, commander, monstrous, renowned, saddled, suspected, goaded, melded, blocked;
  int64_t damage;       /* marked on a permanent */
  GavelRef attached_to; /* what a permanent is attached to */
  GavelRef attacking;   /* what it attacks: player, planeswalker or battle */
  GavelRef source;      /* of an ability on the stack */
} GavelObject;

/* An object that is in the game, into `*object`; false if the reference is to nothing, to a player,
   or to what is no longer there. */
GAVEL_REFEREE bool gavel_game_object(const GavelGame *game, GavelRef ref, GavelObject *object);
/* Writes up to `cap` permanents attached to an object or player into `out`; answers how many there
   are. */
GAVEL_REFEREE uint32_t gavel_game_attachments(const GavelGame *game, GavelRef to, GavelRef *out, uint32_t cap);
/* Likewise the creatures that block an attacker. */
GAVEL_REFEREE uint32_t gavel_game_blockers(const GavelGame *game, GavelRef attacker, GavelRef *out, uint32_t cap);
/* Likewise the targets of a spell or ability on the stack (115.1), in the order of its text. */
GAVEL_REFEREE uint32_t gavel_game_targets(GavelGame *game, GavelRef spell, GavelRef *out, uint32_t cap);

/* Bits of GavelCharacteristics, in the order of words: colours as in 105.1, types as in 110.4 and
   205.2a. */
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

/* An object's characteristics (109.3) with all continuous effects applied (613); those of an object
   that has left are as it last was (608.2h). */
typedef struct GavelCharacteristics {
  const char *name; /* empty for none; lives as long as the cards */
  int64_t power, toughness;
  int32_t loyalty, defense; /* as printed or copied; the present ones are counters */
  bool has_power_toughness, has_loyalty, has_defense, has_mana_cost;
  int64_t mana_value;  /* 202.3 */
  uint32_t colors;     /* bits of GavelColor */
  uint32_t types;      /* bits of GavelType, and further ones for card types of special formats */
  uint32_t supertypes; /* bits of GavelSupertype */
  uint32_t abilities;  /* how many */
} GavelCharacteristics;

/* Its characteristics, into `*characteristics`; false for players and for what nothing is known
   of. */
GAVEL_REFEREE bool gavel_game_characteristics(GavelGame *game, GavelRef ref, GavelCharacteristics *characteristics);
/* Whether it has a colour, type, supertype or subtype, or a keyword; false for other words. */
GAVEL_REFEREE bool gavel_game_has(GavelGame *game, GavelRef ref, GavelWord word);

/* What an object or player is called, e.g. "Lightning Bolt", "player 2"; its type line; its mana
   cost; and one of its abilities, as Magic would say it. Write text, none for what is not known. */
GAVEL_REFEREE size_t gavel_game_name(GavelGame *game, GavelRef ref, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_type_line(GavelGame *game, GavelRef ref, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_mana_cost(GavelGame *game, GavelRef ref, char *out, size_t size);
/* The text of all abilities that an object has now, one a line; of an ability on the stack its own. Writes text. */
GAVEL_REFEREE size_t gavel_game_rules_text(GavelGame *game, GavelRef ref, char *out, size_t size);
/* What can be seen of an object beside its name and text: "4/4, 1 +1/+1 counter, tapped"; with its type line "4/4 Creature —
   Angel, 1 +1/+1 counter, tapped". Writes text. */
GAVEL_REFEREE size_t gavel_game_standing(GavelGame *game, GavelRef ref, bool types, char *out, size_t size);
GAVEL_REFEREE size_t gavel_game_ability_text(GavelGame *game, GavelRef ref, uint32_t ability, char *out, size_t size);

/* --- copies -------------------------------------------------------------------------------- */

/* How many bytes a clone of the game needs, so that it has the room to grow that the game has
   now. */
GAVEL_REFEREE size_t gavel_game_clone_size(const GavelGame *game);
/* Copies a game, at any decision, into memory of the caller's: one pass over the bytes in use and
   no allocation. The clone lies in the buffer too, as `*clone`; what it needs beyond, it takes from
   the game's allocator until gavel_game_destroy, after which the buffer is the caller's again. A
   clone plays on by itself, also after the game is gone; it has no listener, and its sets cannot be
   taken back. Errors: GAVEL_E_MEMORY when `size` is too small; the status of a game that has
   failed. */
GAVEL_REFEREE GavelStatus gavel_game_clone(const GavelGame *game, void *buffer, size_t size, GavelGame **clone);
/* Makes a clone a copy of a game again, in the memory it has: of the game it is of, or of any other
   with the same cards. This is the way to copy many times. A clone that failed is sound again.
   Errors: GAVEL_E_MEMORY when it had to grow and could not, after which it can be copied into again
   or destroyed; GAVEL_E_MISUSE for what is no clone; the status of a game that has failed. */
GAVEL_REFEREE GavelStatus gavel_game_clone_again(GavelGame *clone, const GavelGame *game);

/* Writes a game, at any decision, as bytes that any machine can read back: at most `size` of them
   into `out`, which may be null when it is 0. `*length` becomes how many there are. Errors:
   GAVEL_E_MEMORY; the status of a game that has failed. */
GAVEL_REFEREE GavelStatus gavel_game_save(const GavelGame *game, void *out, size_t size, size_t *length);
/* Makes a game of saved bytes. Everything in them is checked. Of the def the cards, the allocator,
   the limits, no_take_back and show_forced count, the rest is in the save. `error` may be null.
   Errors: GAVEL_E_VERSION when it was saved in another format, or uses cards, words or rules that are not known here or
   defined otherwise,
   GAVEL_E_CORRUPT, of the save or of the cards' compiled database; GAVEL_E_LIMIT for a game with more in it than the def's
   limits allow; GAVEL_E_MEMORY. */
GAVEL_REFEREE GavelStatus gavel_game_load(const GavelGameDef *def, const void *bytes, size_t length, GavelGame **game,
                                          GavelError *error);

/* The state hash: equal for games that will go the same way under the same answers, down to the
   random generator; the same on every machine. */
GAVEL_REFEREE uint64_t gavel_game_hash(const GavelGame *game);
/* The position hash: equal for positions that are alike whatever the ids of objects and effects are
   and however long the game has taken: what a loop comes back to (104.4b). 0 for a game that has
   failed. */
GAVEL_REFEREE uint64_t gavel_game_position_hash(GavelGame *game);

/* --- what a player may know ---------------------------------------------------------------- */

/* The referee's functions know everything. To show a game to a player, or to let a bot play fair, use the viewer's: they
   answer what `viewer` may know, and name objects by handles of the viewer's own. A handle says nothing about what it names;
   it stays the same as long as the viewer can follow the object, and is replaced by one never used before when they lose
   sight of it, as when it is shuffled away. Players have handles too.

   Of a decision that isn't theirs a viewer learns only that the game waits: what another player is asked, and that they are
   asked at all, often follows from cards that nobody else sees. Whoever runs the game knows whom it waits for
   (gavel_game_decision), and shows a viewer the game when they decide or something has happened. */
typedef uint64_t GavelHandle;

/* The viewer's handle for an object or player, 0 for what is not there; and back. */
GAVEL_VIEWER GavelHandle gavel_view_handle(const GavelGame *game, uint32_t viewer, GavelRef ref);
GAVEL_VIEWER GavelRef gavel_view_ref(const GavelGame *game, uint32_t viewer, GavelHandle handle);
/* Whether the viewer may know which card or object it is (400.2, 708.5). */
GAVEL_VIEWER bool gavel_view_knows(const GavelGame *game, uint32_t viewer, GavelRef ref);
/* As gavel_game_situation, but `decisions` and `events` are 0: they count what others decide in secret. */
GAVEL_VIEWER GavelSituation gavel_view_situation(const GavelGame *game, uint32_t viewer);
/* As gavel_game_zone, but hands the viewer does not see come in an order that says nothing. */
GAVEL_VIEWER uint32_t gavel_view_zone(const GavelGame *game, uint32_t viewer, GavelZone zone, uint32_t player,
                                      GavelHandle *out, uint32_t cap);
/* As gavel_game_object, as far as the viewer may know: fields of what is hidden are 0, references
   are handles. */
GAVEL_VIEWER bool gavel_view_object(const GavelGame *game, uint32_t viewer, GavelHandle handle, GavelObject *object);
/* As gavel_game_characteristics and gavel_game_has; false for what the viewer does not see. Of a face-down permanent
   or spell they are what everybody sees (708.2a). */
GAVEL_VIEWER bool gavel_view_characteristics(GavelGame *game, uint32_t viewer, GavelHandle handle,
                                             GavelCharacteristics *characteristics);
GAVEL_VIEWER bool gavel_view_has(GavelGame *game, uint32_t viewer, GavelHandle handle, GavelWord word);
/* As the functions of gavel_game_ so named, with handles. */
GAVEL_VIEWER int64_t gavel_view_counters(const GavelGame *game, uint32_t viewer, GavelHandle on, GavelWord kind);
GAVEL_VIEWER uint32_t gavel_view_all_counters(const GavelGame *game, uint32_t viewer, GavelHandle on, GavelCounter *out,
                                              uint32_t cap);
GAVEL_VIEWER uint32_t gavel_view_attachments(const GavelGame *game, uint32_t viewer, GavelHandle to, GavelHandle *out,
                                             uint32_t cap);
GAVEL_VIEWER uint32_t gavel_view_blockers(const GavelGame *game, uint32_t viewer, GavelHandle attacker,
                                          GavelHandle *out, uint32_t cap);
GAVEL_VIEWER uint32_t gavel_view_targets(GavelGame *game, uint32_t viewer, GavelHandle spell, GavelHandle *out,
                                         uint32_t cap);
/* As the functions of gavel_game_ so named: the name of what the viewer doesn't know is "a card", "a face-down card" and the
   like, and the other texts of what they don't see are empty. Write texts. */
GAVEL_VIEWER size_t gavel_view_name(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_type_line(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_mana_cost(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_rules_text(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_standing(GavelGame *game, uint32_t viewer, GavelHandle handle, bool types, char *out,
                                        size_t size);
/* As gavel_game_decision and one of gavel_game_options, with handles, if the decision is the viewer's; `group` is then 1 for
   a step of a set, which begins with `chosen` 0. Of another player's decision all that is seen is its kind,
   GAVEL_DECISION_WAITING. Options have the same numbers for gavel_game_answer. */
GAVEL_VIEWER bool gavel_view_decision(const GavelGame *game, uint32_t viewer, GavelDecision *decision);
GAVEL_VIEWER bool gavel_view_option(const GavelGame *game, uint32_t viewer, uint32_t option, GavelOption *out);
/* As gavel_game_decision_text and gavel_game_option_text, of the viewer's decisions only. Write texts. */
GAVEL_VIEWER size_t gavel_view_decision_text(GavelGame *game, uint32_t viewer, char *out, size_t size);
GAVEL_VIEWER size_t gavel_view_option_text(GavelGame *game, uint32_t viewer, uint32_t option, char *out, size_t size);
/* The board and what is asked as `viewer` may know them, or as they are for GAVEL_NO_PLAYER, in JSON (docs/trace.md). Writes
   text; none for a viewer who is no player and for a game that has failed. */
GAVEL_VIEWER size_t gavel_view_board(GavelGame *game, uint32_t viewer, char *out, size_t size);
/* Deals the cards whose identity the viewer may not know anew, so that everything they know still
   holds, and lets chance be drawn from `seed` from now on: what to do to a clone before searching
   it, so that the search does not cheat. The same seed gives the same game. What another player may do is worked out anew
   from the cards they have then. Errors: GAVEL_E_CHECK for a viewer who is no player; GAVEL_E_MISUSE while another player
   chooses among what was gathered from hidden cards before, as in a search; those of play (see Failure). */
GAVEL_REFEREE GavelStatus gavel_game_determinize(GavelGame *game, uint32_t viewer, uint64_t seed);

/* --- listening ----------------------------------------------------------------------------- */

/* The kinds of event by their names, "move", "draw", "damage" …, counting from 0; null beyond the last. docs/trace.md says
   what each is. The names live as long as the program. */
GAVEL_API const char *gavel_event_kind(uint32_t index);

/* What happened, as one event (700.1). Which fields mean something depends on the kind;
   gavel_event_text says it in words. */
typedef struct GavelEvent {
  const char *kind; /* "move", "draw", "damage" …: one of gavel_event_kind. Never null */
  uint32_t player;  /* affected, or who does it; GAVEL_NO_PLAYER */
  GavelZone from, to;
  GavelRef object; /* what it happened to, as it was … */
  GavelRef became; /* … and what it has become, if it changed zones */
  GavelRef source;
  GavelRef other;
  int64_t amount;
  GavelWord word; /* kind of counter or mana, the step, keyword action or designation; 0 for other events */
  bool combat;    /* combat damage */
  const struct GavelTold *told; /* the engine's, for gavel_event_text */
} GavelEvent;

/* Who is told what a game does. Any function may be null. They are called while the game runs: they
   may ask it, but nothing may change it. */
typedef struct GavelListener {
  /* An event happened; the game is as it is after it and all that happened at the same time. */
  void (*event)(void *user, GavelGame *game, const GavelEvent *event);
  /* A rule was carried out, by its number; so often as it is. */
  void (*rule)(void *user, const char *number);
  void *user;
} GavelListener;

/* Lets a listener (copied; null for none) hear what the game does from now on, in the place of the
   one before. Errors: GAVEL_E_MEMORY. */
GAVEL_REFEREE GavelStatus gavel_game_listen(GavelGame *game, const GavelListener *listener);
/* The same for what a viewer may hear: references are the viewer's handles (0 for what they can't tell from other cards of a
   hand, and of what has moved where it is now), texts call what they don't know "a card" or "a face-down permanent", and
   rules are not told. Errors: GAVEL_E_MEMORY; GAVEL_E_CHECK for a viewer who is no player. */
GAVEL_VIEWER GavelStatus gavel_view_listen(GavelGame *game, uint32_t viewer, const GavelListener *listener);
/* An event in words. Writes text. Only while the listener is called with it. */
GAVEL_REFEREE size_t gavel_event_text(GavelGame *game, const GavelEvent *event, char *out, size_t size);

/* --- playing out --------------------------------------------------------------------------- */

typedef struct GavelPlayout {
  uint64_t signature; /* of everything that was asked and answered, and of the end */
  uint64_t decisions; /* answered */
  uint64_t events;    /* that happened */
  uint32_t turns;     /* begun */
  bool over;          /* the game has ended; else the limit came first */
} GavelPlayout;

/* Plays on by a pinned random policy: every decision is answered with an option drawn uniformly by
   a generator of its own, seeded with `seed`, until the game is over or `limit` decisions are
   answered. The same game, seed and limit give the same signature on every machine. Errors:
   GAVEL_E_MISUSE before the start; GAVEL_E_MEMORY and GAVEL_E_LIMIT (see Failure). */
GAVEL_REFEREE GavelStatus gavel_game_playout(GavelGame *game, uint64_t seed, uint64_t limit, GavelPlayout *playout);

#ifdef __cplusplus
}
#endif
#endif
