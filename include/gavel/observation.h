/* What a player sees, as numbers: the encoding for learning programs.

   An observation is five tables of int16_t: one row of globals, a row for each player, and any number of rows of
   objects, links and options. It contains only what the viewer may know (gavel/gavel.h, "what a player may know"); only
   the player who decides sees the decision and its options. docs/observation.md explains each column. The tables below
   list the columns in order; gavel_observation_schema changes whenever their meaning does.

   For all columns:

   - Players are numbered from the viewer: 0 is the viewer, 1 the next player in turn order, and so on; -1 is nobody.
   - A *pointer* is 0 for nothing, 1 + the row of an object, or -1 - the number of a player.
   - Numbers beyond the range of int16_t are clamped to it. A number that can be larger has two columns: the lowest 15
     bits, and the bits above.
   - Columns that don't apply to a row are 0, and so is everything the viewer may not know. */
#ifndef GAVEL_OBSERVATION_H
#define GAVEL_OBSERVATION_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GAVEL_OBSERVATION_VERSION 1

/* COLUMN(NAME, "name", "what it says") */
#define GAVEL_GLOBAL_COLUMNS(COLUMN)                                                              \
  COLUMN(SEAT, "seat", "the viewer's number in the game's own order of players")                  \
  COLUMN(PLAYERS, "players", "how many players the game has")                                     \
  COLUMN(TURN, "turn", "turns begun, extra turns included")                                       \
  COLUMN(ACTIVE, "active", "the player whose turn it is")                                         \
  COLUMN(PRIORITY, "priority", "the player who has priority")                                     \
  COLUMN(STEP, "step", "GavelStep")                                                               \
  COLUMN(DAY, "day", "0 neither, 1 day, 2 night (731)")                                           \
  COLUMN(OVER, "over", "1 once the game has ended")                                               \
  COLUMN(DECISION, "decision",                                                                    \
         "GavelDecisionKind of the viewer's own decision; 0 if the viewer has nothing to decide") \
  COLUMN(FOR_PLAYER, "for_player", "the player for whom the viewer decides (723)")                \
  COLUMN(SOURCE, "source", "pointer to what asks")                                                \
  COLUMN(IN_SET, "in_set", "1 if the decision is a step of choosing a set")                       \
  COLUMN(CHOSEN, "chosen", "how many of the set have been chosen")                                \
  COLUMN(MIN, "min", "the fewest the set may have; of a number, the least")                       \
  COLUMN(MAX, "max", "the most the set may have; of a number, the greatest")                      \
  COLUMN(NARROWED, "narrowed", "how often the options of this decision have been narrowed down")

#define GAVEL_PLAYER_COLUMNS(COLUMN)                                                \
  COLUMN(LIFE, "life", "life total")                                                \
  COLUMN(HAND, "hand", "cards in hand")                                             \
  COLUMN(LIBRARY, "library", "cards in the library")                                \
  COLUMN(GRAVEYARD, "graveyard", "cards in the graveyard")                          \
  COLUMN(LANDS_PLAYED, "lands_played", "lands played this turn")                    \
  COLUMN(DRAWS, "draws", "cards drawn this turn")                                   \
  COLUMN(SPELLS, "spells", "spells cast this turn")                                 \
  COLUMN(MANA_WHITE, "mana_white", "white mana in the pool")                        \
  COLUMN(MANA_BLUE, "mana_blue", "blue mana in the pool")                           \
  COLUMN(MANA_BLACK, "mana_black", "black mana in the pool")                        \
  COLUMN(MANA_RED, "mana_red", "red mana in the pool")                              \
  COLUMN(MANA_GREEN, "mana_green", "green mana in the pool")                        \
  COLUMN(MANA_COLORLESS, "mana_colorless", "colorless mana in the pool")            \
  COLUMN(POISON, "poison", "poison counters")                                       \
  COLUMN(ENERGY, "energy", "energy counters")                                       \
  COLUMN(EXPERIENCE, "experience", "experience counters")                           \
  COLUMN(OTHER_COUNTERS, "other_counters", "counters of all other kinds")           \
  COLUMN(WON, "won", "1 if the player has won")                                     \
  COLUMN(LOST, "lost", "1 if the player has lost")                                  \
  COLUMN(LEFT, "left", "1 if the player has left the game")                         \
  COLUMN(MONARCH, "monarch", "1 if the player is the monarch (725)")                \
  COLUMN(INITIATIVE, "initiative", "1 if the player has the initiative (726)")      \
  COLUMN(BLESSING, "blessing", "1 if the player has the city's blessing (702.131)") \
  COLUMN(DECIDED_BY, "decided_by", "the player who makes this player's decisions (723)")

#define GAVEL_OBJECT_COLUMNS(COLUMN)                                                                                   \
  COLUMN(CARD, "card", "GavelCardId of the card that represents it, lowest 15 bits")                                   \
  COLUMN(CARD_HIGH, "card_high", "the bits above")                                                                     \
  COLUMN(NAME, "name", "number of its name in the database of cards, lowest 15 bits: tokens and copies have one, too") \
  COLUMN(NAME_HIGH, "name_high", "the bits above")                                                                     \
  COLUMN(KNOWN, "known", "1 if the viewer may know which card or object it is")                                        \
  COLUMN(KIND, "kind", "GavelObjectKind")                                                                              \
  COLUMN(ZONE, "zone", "GavelZone")                                                                                    \
  COLUMN(OWNER, "owner", "the player who owns it")                                                                     \
  COLUMN(CONTROLLER, "controller", "the player who controls it; its owner where objects have no controller")           \
  COLUMN(FACE, "face", "which face is up, or which half or version it is")                                             \
  COLUMN(PLACE, "place", "of a card in a library, its place from the top, counting from 0")                            \
  COLUMN(STATUS, "status", "bits of GavelObjectStatus")                                                                \
  COLUMN(FLAGS, "flags", "bits of GavelObservedFlag")                                                                  \
  COLUMN(TYPES, "types", "bits of GavelType")                                                                          \
  COLUMN(SUPERTYPES, "supertypes", "bits of GavelSupertype")                                                           \
  COLUMN(SUBTYPES_1, "subtypes_1", "its subtypes, folded into 45 bits; the first 15 of them")                          \
  COLUMN(SUBTYPES_2, "subtypes_2", "the next 15")                                                                      \
  COLUMN(SUBTYPES_3, "subtypes_3", "the last 15")                                                                      \
  COLUMN(COLORS, "colors", "bits of GavelColor")                                                                       \
  COLUMN(KEYWORDS_1, "keywords_1", "bits: its keywords, the first 15 of gavel_observation_keyword")                    \
  COLUMN(KEYWORDS_2, "keywords_2", "bits: the others")                                                                 \
  COLUMN(MANA_VALUE, "mana_value", "mana value (202.3)")                                                               \
  COLUMN(ABILITIES, "abilities", "how many abilities it has")                                                          \
  COLUMN(POWER, "power", "power")                                                                                      \
  COLUMN(TOUGHNESS, "toughness", "toughness")                                                                          \
  COLUMN(DAMAGE, "damage", "damage marked on it")                                                                      \
  COLUMN(PLUS_COUNTERS, "plus_counters", "+1/+1 counters")                                                             \
  COLUMN(MINUS_COUNTERS, "minus_counters", "-1/-1 counters")                                                           \
  COLUMN(LOYALTY, "loyalty", "loyalty counters")                                                                       \
  COLUMN(DEFENSE, "defense", "defense counters")                                                                       \
  COLUMN(OTHER_COUNTERS, "other_counters", "counters of all other kinds")                                              \
  COLUMN(ATTACHED_TO, "attached_to", "pointer to what it is attached to")                                              \
  COLUMN(ATTACKING, "attacking", "pointer to what it attacks")                                                         \
  COLUMN(SOURCE, "source", "of an ability on the stack, pointer to its source")

#define GAVEL_LINK_COLUMNS(COLUMN)                                           \
  COLUMN(KIND, "kind", "GavelLinkKind")                                      \
  COLUMN(FROM, "from", "pointer to the spell or ability, or to the blocker") \
  COLUMN(TO, "to", "pointer to its target, or to the attacker that it blocks")

#define GAVEL_OPTION_COLUMNS(COLUMN)                                                                                 \
  COLUMN(KIND, "kind", "GavelOptionKind, or GAVEL_OPTION_RANGE")                                                     \
  COLUMN(OBJECT, "object", "pointer to what it is about")                                                            \
  COLUMN(OTHER, "other", "of an attacker or blocker, pointer to what it attacks or blocks")                          \
  COLUMN(NUMBER, "number", "the number it stands for")                                                               \
  COLUMN(WORD, "word", "GavelWord")                                                                                  \
  COLUMN(NAME, "name", "of the name of a card: its number in the database, as of objects, lowest 15 bits")           \
  COLUMN(NAME_HIGH, "name_high", "the bits above")                                                                   \
  COLUMN(DETAIL, "detail", "tells options apart that are otherwise alike: the index of an ability, the way to cast") \
  COLUMN(MANA, "mana", "1 if it activates a mana ability (605.1)")                                                   \
  COLUMN(COUNT, "count", "1; of a range, how many options it stands for")

/* The columns as numbers: GAVEL_COLUMN_GLOBAL_TURN, GAVEL_COLUMN_OBJECT_CARD …, and the number of columns of each
   table. */
#define GAVEL_COLUMN_ENUM(NAME, TEXT, SAYS) GAVEL_COLUMN_GLOBAL_##NAME,
enum { GAVEL_GLOBAL_COLUMNS(GAVEL_COLUMN_ENUM) GAVEL_GLOBAL_WIDTH };
#undef GAVEL_COLUMN_ENUM
#define GAVEL_COLUMN_ENUM(NAME, TEXT, SAYS) GAVEL_COLUMN_PLAYER_##NAME,
enum { GAVEL_PLAYER_COLUMNS(GAVEL_COLUMN_ENUM) GAVEL_PLAYER_WIDTH };
#undef GAVEL_COLUMN_ENUM
#define GAVEL_COLUMN_ENUM(NAME, TEXT, SAYS) GAVEL_COLUMN_OBJECT_##NAME,
enum { GAVEL_OBJECT_COLUMNS(GAVEL_COLUMN_ENUM) GAVEL_OBJECT_WIDTH };
#undef GAVEL_COLUMN_ENUM
#define GAVEL_COLUMN_ENUM(NAME, TEXT, SAYS) GAVEL_COLUMN_LINK_##NAME,
enum { GAVEL_LINK_COLUMNS(GAVEL_COLUMN_ENUM) GAVEL_LINK_WIDTH };
#undef GAVEL_COLUMN_ENUM
#define GAVEL_COLUMN_ENUM(NAME, TEXT, SAYS) GAVEL_COLUMN_OPTION_##NAME,
enum { GAVEL_OPTION_COLUMNS(GAVEL_COLUMN_ENUM) GAVEL_OPTION_WIDTH };
#undef GAVEL_COLUMN_ENUM

/* Bits of the column `flags` of objects. */
typedef enum GavelObservedFlag {
  GAVEL_FLAG_SUMMONING_SICK = 1 << 0,
  GAVEL_FLAG_COMMANDER = 1 << 1,
  GAVEL_FLAG_MONSTROUS = 1 << 2,
  GAVEL_FLAG_RENOWNED = 1 << 3,
  GAVEL_FLAG_SADDLED = 1 << 4,
  GAVEL_FLAG_SUSPECTED = 1 << 5,
  GAVEL_FLAG_GOADED = 1 << 6,
  GAVEL_FLAG_MELDED = 1 << 7,
  GAVEL_FLAG_BLOCKED = 1 << 8
} GavelObservedFlag;

typedef enum GavelLinkKind { GAVEL_LINK_NONE, GAVEL_LINK_TARGETS, GAVEL_LINK_BLOCKS } GavelLinkKind;

/* Value of the column `kind` of options: a range of consecutive options. Taking it narrows the choice down to them.
   `object`, `name` and `number` are those of the first. */
#define GAVEL_OPTION_RANGE 64

typedef enum GavelTable {
  GAVEL_TABLE_GLOBALS,
  GAVEL_TABLE_PLAYERS,
  GAVEL_TABLE_OBJECTS,
  GAVEL_TABLE_LINKS,
  GAVEL_TABLE_OPTIONS,
  GAVEL_TABLE_COUNT
} GavelTable;

/* The name of a table, its number of columns, the name of a column, and its meaning. Null or 0 if there is none.
   Strings live as long as the program. */
GAVEL_API const char *gavel_observation_table(GavelTable table);
GAVEL_API uint32_t gavel_observation_width(GavelTable table);
GAVEL_API const char *gavel_observation_column(GavelTable table, uint32_t column);
GAVEL_API const char *gavel_observation_column_says(GavelTable table, uint32_t column);
/* The keyword for bit `index` of `keywords_1` (0 to 14) and `keywords_2` (15 to 29); 0 for larger indices. */
GAVEL_API GavelWord gavel_observation_keyword(uint32_t index);
/* A number that changes with the tables, their columns and the words of the rules: don't feed these observations to a
   model that was trained under another one. The numbers of cards and names also depend on gavel_cards_version. */
GAVEL_API uint64_t gavel_observation_schema(void);

/* Maximum number of rows of objects, links and options in an observation. */
#define GAVEL_OBSERVATION_OBJECTS_MAX 4096u
#define GAVEL_OBSERVATION_LINKS_MAX 16384u
#define GAVEL_OBSERVATION_OPTIONS_MAX 16384u

/* Where an observation is written: the caller's memory, row by row. */
typedef struct GavelObservation {
  int16_t *globals;                                /* GAVEL_GLOBAL_WIDTH numbers */
  int16_t *players;                                /* GAVEL_PLAYER_WIDTH numbers for each player of the game */
  int16_t *objects, *links, *options;              /* … and of these at most this many rows: */
  uint32_t object_cap, link_cap, option_cap;       /* up to the numbers above; option_cap at least 2 */
  uint32_t object_count, link_count, option_count; /* number of rows written */
} GavelObservation;

/* A range of a decision's options. A decision with more options than fit takes several choices: each row of kind
   GAVEL_OPTION_RANGE stands for a range, and taking it narrows the choice down to that range. */
typedef struct GavelNarrowing {
  uint32_t first, count; /* count 0: all options */
  uint32_t times;        /* how often the choice has been narrowed down; 0 at first */
} GavelNarrowing;

/* Writes what `viewer` sees. `narrowing` selects the options that are shown; null for all of them. Errors:
   GAVEL_E_LIMIT if there are more objects or links than fit: gavel_game_message says which; GAVEL_E_CHECK for a viewer
   who is not a player and for invalid capacities or narrowings; the status of a game that has failed. On an error the
   counts are 0. */
GAVEL_VIEWER GavelStatus gavel_observe(GavelGame *game, uint32_t viewer, const GavelNarrowing *narrowing,
                                       GavelObservation *observation);
/* Resolves taking row `row` of the options, if `option_cap` of them fit and the decision has `options`. Returns true
   with the option to answer in `*option`, or false after narrowing `*narrowing` to the range of that row. For an
   invalid row it returns true, sets `*option` to UINT32_MAX and leaves the narrowing unchanged. */
GAVEL_API bool gavel_narrow(GavelNarrowing *narrowing, uint32_t options, uint32_t option_cap, uint32_t row,
                            uint32_t *option);

/* Encodes a card as numbers that depend only on its definition, so that a program can cope with cards it has never met:
   each operation and each pair of neighbouring words of the definition (docs/ir.md) adds 1 to, or subtracts 1 from, one
   of `width` numbers, chosen by hash. The name is ignored. Equal definitions give equal features in any database.
   Errors: GAVEL_E_UNKNOWN for an id that is not a card's, GAVEL_E_CHECK for a width of 0, GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_card_features(const GavelCards *cards, GavelCardId card, int16_t *features, uint32_t width);

#ifdef __cplusplus
}
#endif
#endif
