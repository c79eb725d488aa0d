/* What a scenario file says, as a tree of plain structs in an Arena. The parser (scenario_parse.h)
   builds it, the runner walks it, the printer (scenario_print.h) writes it back.

   Nothing here needs to be read again as text: words are enums, numbers are integers, references
   are resolved to players and aliases. What stays text are names of cards, pieces of rules text,
   kinds of counters, keyword abilities and mana, which only the card database can judge. Every Str
   lies in the arena the file was parsed into. */
#ifndef SCENARIO_AST_H
#define SCENARIO_AST_H

#include "state/refs.h"

/* "No player", "no alias": where an index is optional. */
#define SCENARIO_NONE UINT32_MAX

/* The most players a scenario may seat. */
#define SCENARIO_PLAYER_CAP 64u

/* The largest amount of anything: far above what a game can hold, far below overflow. */
#define SCENARIO_AMOUNT_CAP 1000000000

/* A list whose elements lie in the arena, in the order written. */
#define SCENARIO_LIST(T) \
  struct {               \
    T *data;             \
    u32 count;           \
  }

/* Where something stands in the file. Both count from 1; a column is a character, not a byte. */
typedef struct ScenarioPlace {
  u32 line, column;
} ScenarioPlace;

/* A text and its place: a quoted text without its quotes, mana without white space. */
typedef struct ScenarioText {
  Str text;
  ScenarioPlace place;
} ScenarioText;

typedef SCENARIO_LIST(ScenarioText) ScenarioTexts;

/* --- words --------------------------------------------------------------------------------- */

/* One row a word: the enum constant and how it is written. Of several spellings of one value the
   first is the one messages and the printer use. */

#define SCENARIO_ZONES(X)            \
  X(ZONE_LIBRARY, "library")         \
  X(ZONE_HAND, "hand")               \
  X(ZONE_BATTLEFIELD, "battlefield") \
  X(ZONE_GRAVEYARD, "graveyard")     \
  X(ZONE_EXILE, "exile")             \
  X(ZONE_COMMAND, "command")         \
  X(ZONE_ANTE, "ante")               \
  X(ZONE_OUTSIDE, "sideboard")       \
  X(ZONE_STACK, "stack")

/* In the order of the turn (500.1), which is the order sections must keep. */
#define SCENARIO_STEPS(X)                       \
  X(W_STEP_UPKEEP, "upkeep")                    \
  X(W_STEP_DRAW, "draw")                        \
  X(W_STEP_MAIN, "main")                        \
  X(W_STEP_BEGIN_COMBAT, "begin combat")        \
  X(W_STEP_ATTACKERS, "attackers")              \
  X(W_STEP_BLOCKERS, "blockers")                \
  X(W_STEP_FIRST_DAMAGE, "first strike damage") \
  X(W_STEP_DAMAGE, "damage")                    \
  X(W_STEP_END_COMBAT, "end combat")            \
  X(W_STEP_MAIN_2, "main 2")                    \
  X(W_STEP_END, "end")                          \
  X(W_STEP_CLEANUP, "cleanup")

/* What `is` may ask beside types, colours and numbers, and the rule by which only a permanent is in that state or not
   in it. */
#define SCENARIO_STATES(X)                                    \
  X(SCENARIO_STATE_TAPPED, "tapped", "110.5d")                \
  X(SCENARIO_STATE_UNTAPPED, "untapped", "110.5d")            \
  X(SCENARIO_STATE_FLIPPED, "flipped", "110.5d")              \
  X(SCENARIO_STATE_FACE_UP, "face-up", NULL)                  \
  X(SCENARIO_STATE_FACE_DOWN, "face-down", NULL)              \
  X(SCENARIO_STATE_PHASED_IN, "phased-in", "110.5d")          \
  X(SCENARIO_STATE_PHASED_OUT, "phased-out", "110.5d")        \
  X(SCENARIO_STATE_TRANSFORMED, "transformed", "701.27a")     \
  X(SCENARIO_STATE_ATTACKING, "attacking", "506.3")           \
  X(SCENARIO_STATE_BLOCKING, "blocking", "506.3")             \
  X(SCENARIO_STATE_BLOCKED, "blocked", "506.3")               \
  X(SCENARIO_STATE_TOKEN, "token", NULL)                      \
  X(SCENARIO_STATE_COPY, "copy", NULL)                        \
  X(SCENARIO_STATE_MELDED, "melded", NULL)                    \
  X(SCENARIO_STATE_SUMMONING_SICK, "summoning-sick", "302.6") \
  X(SCENARIO_STATE_COLORLESS, "colorless", NULL)              \
  X(SCENARIO_STATE_MULTICOLORED, "multicolored", NULL)        \
  X(SCENARIO_STATE_SUSPECTED, "suspected", "701.60b")         \
  X(SCENARIO_STATE_MONSTROUS, "monstrous", "701.37b")         \
  X(SCENARIO_STATE_RENOWNED, "renowned", "702.112b")          \
  X(SCENARIO_STATE_GOADED, "goaded", "701.15b")               \
  X(SCENARIO_STATE_SADDLED, "saddled", "702.171b")            \
  X(SCENARIO_STATE_SOLVED, "solved", "719.3b")                \
  X(SCENARIO_STATE_COMMANDER, "commander", NULL)

/* How a face-down permanent came to be; a bare `face-down` says nothing of it. */
#define SCENARIO_FACE_DOWN_KINDS(X)          \
  X(SCENARIO_FACE_DOWN_MORPH, "morph")       \
  X(SCENARIO_FACE_DOWN_MANIFEST, "manifest") \
  X(SCENARIO_FACE_DOWN_DISGUISE, "disguise") \
  X(SCENARIO_FACE_DOWN_CLOAK, "cloak")

#define SCENARIO_FORMATS(X)                 \
  X(SCENARIO_FORMAT_COMMANDER, "commander") \
  X(SCENARIO_FORMAT_BRAWL, "brawl")         \
  X(SCENARIO_FORMAT_FREE_FOR_ALL, "freeforall")

/* What a reference may ask in parentheses. */
#define SCENARIO_TRAITS(X)         \
  X(SCENARIO_TRAIT_COPY, "copy")   \
  X(SCENARIO_TRAIT_TOKEN, "token") \
  X(SCENARIO_TRAIT_CARD, "card")   \
  X(SCENARIO_TRAIT_FACE_DOWN, "face-down")

#define SCENARIO_ENUM(NAME, TEXT) NAME,
#define SCENARIO_ENUM_STATE(NAME, TEXT, RULE) NAME,
typedef enum ScenarioState { SCENARIO_STATES(SCENARIO_ENUM_STATE) SCENARIO_STATE_COUNT } ScenarioState;
typedef enum ScenarioFaceDown {
  SCENARIO_FACE_UP,   /* `face-down` was not written */
  SCENARIO_FACE_DOWN, /* written without a kind */
  SCENARIO_FACE_DOWN_KINDS(SCENARIO_ENUM) SCENARIO_FACE_DOWN_COUNT
} ScenarioFaceDown;
typedef enum ScenarioFormat {
  SCENARIO_FORMAT_PLAIN,
  SCENARIO_FORMATS(SCENARIO_ENUM) SCENARIO_FORMAT_COUNT
} ScenarioFormat;
typedef enum ScenarioTrait { SCENARIO_TRAITS(SCENARIO_ENUM) SCENARIO_TRAIT_COUNT } ScenarioTrait;
#undef SCENARIO_ENUM
#undef SCENARIO_ENUM_STATE

/* What has words of its own: the rows of scenario.def. */
typedef enum ScenarioVerb {
#define VERB(NAME, WORDS, BASE, CLAUSES, PLACE, N, WHAT) SCENARIO_##NAME,
#include "scenario/scenario.def"
  SCENARIO_VERB_COUNT
} ScenarioVerb;
/* The clauses of an action line; bits of ScenarioClauses.given. */
typedef enum ScenarioClause {
#define CLAUSE(NAME, WORDS, FOLLOWS, PLACE, N, WHAT) SCENARIO_CLAUSE_AT_##NAME,
#include "scenario/scenario.def"
#define CLAUSE(NAME, WORDS, FOLLOWS, PLACE, N, WHAT) SCENARIO_CLAUSE_##NAME = 1 << SCENARIO_CLAUSE_AT_##NAME,
#include "scenario/scenario.def"
} ScenarioClause;
/* The states of an item without a value of their own. */
typedef enum ScenarioFlag {
#define FLAG(NAME, WORDS, ZONES) SCENARIO_FLAG_##NAME,
#include "scenario/scenario.def"
  SCENARIO_FLAG_COUNT
} ScenarioFlag;
typedef enum ScenarioAnswerKind {
#define ANSWER(KIND, WORDS, PLACE, N, WHAT) SCENARIO_ANSWER_##KIND,
#include "scenario/scenario.def"
  SCENARIO_ANSWER_COUNT
} ScenarioAnswerKind;
typedef enum ScenarioExpectKind {
#define EXPECT(KIND, SUBJECT, WORDS, OTHER, PLACE, N, WHAT) SCENARIO_EXPECT_##KIND,
#include "scenario/scenario.def"
} ScenarioExpectKind;

/* A word or words, what they mean, and what stands behind them: a row of scenario.def, as that says there. */
typedef struct ScenarioWord {
  const char *text;
  u32 value;         /* in the enumeration of its kind */
  const char *other; /* the opposite of an expectation */
  u32 where;         /* zones, clauses, the subject, …: bits */
  u16 shape, offset;
  u8 follows;
  bool repeats; /* it may be written again */
  i64 n;
  const char *what;
} ScenarioWord;

/* A closed set of words: the parser reads by it, messages and the printer write by it. Words of the game itself are
   those of words.def, from `first` on: their value is the Word. */
typedef struct ScenarioWords {
  const ScenarioWord *words; /* null for words of the game */
  u32 count;
  Word first;
} ScenarioWords;

extern const ScenarioWords scenario_line_words, scenario_player_line_words, scenario_verb_words,
    scenario_can_words, /* verbs as after `can` */
    scenario_clause_words, scenario_suffix_words, scenario_answer_words, scenario_expect_words, scenario_zone_words,
    scenario_step_words, scenario_color_words, scenario_supertype_words, scenario_type_words, scenario_state_words,
    scenario_face_down_words, scenario_format_words, scenario_trait_words;

/* Row `i` of `words`; the first of that value, which is there. */
ScenarioWord scenario_word_row(const ScenarioWords *words, u32 i);
const ScenarioWord *scenario_word_of(const ScenarioWords *words, u32 value);
/* Whether `text` is one of `words`, and its value in `*value` (may be null) if so. */
bool scenario_word_find(const ScenarioWords *words, Str text, u32 *value);
/* How `value` is written, or "" when no word has it. */
const char *scenario_word_text(const ScenarioWords *words, u32 value);
/* Whether `text` is a keyword of the language, so that no player or alias may be called that. */
bool scenario_word_reserved(Str text);

/* --- references ---------------------------------------------------------------------------- */

typedef enum ScenarioRefKind {
  SCENARIO_REF_ALIAS,     /* staff, bears.2 */
  SCENARIO_REF_NAME,      /* "Grizzly Bears"; where an answer or `order` stands, any text */
  SCENARIO_REF_FACE_DOWN, /* face-down creature */
  SCENARIO_REF_ABILITY,   /* ability of REF */
  SCENARIO_REF_TOP,       /* top of stack */
  SCENARIO_REF_PLAYER     /* Bob; only where a player may stand */
} ScenarioRefKind;

/* What a line means by an object or a player. */
typedef struct ScenarioRef ScenarioRef;
struct ScenarioRef {
  ScenarioRefKind kind;
  ScenarioPlace place;
  Str text;            /* the name without quotes, the alias or the player as written */
  u32 player;          /* REF_PLAYER: index in Scenario.players; else SCENARIO_NONE */
  u32 alias;           /* REF_ALIAS: index in Scenario.aliases; else SCENARIO_NONE */
  u32 alias_index;     /* REF_ALIAS: which of its objects, counting from 1 */
  ScenarioRef *source; /* REF_ABILITY: the object whose ability is meant */
  bool qualified;      /* any of what follows was written */
  u32 index;           /* #2: which of those that fit, counting from 1; 0 when not written */
  u32 of;              /* of Bob: index in Scenario.players, or SCENARIO_NONE */
  Zone zone;           /* in graveyard, on stack; ZONE_NONE when not written */
  u32 wanted;          /* (copy): bits 1 << ScenarioTrait */
  u32 unwanted;        /* (not copy): likewise */
};

typedef SCENARIO_LIST(ScenarioRef *) ScenarioRefs;

/* --- actions ------------------------------------------------------------------------------- */

/* One optional cost to pay, and how often. */
typedef struct ScenarioPaying {
  ScenarioText text;
  i64 times; /* 1 unless written */
} ScenarioPaying;

typedef enum ScenarioTargetKind {
  SCENARIO_TARGET_ONE,   /* one reference */
  SCENARIO_TARGET_GROUP, /* (REF, REF): any number, also none */
  SCENARIO_TARGET_NONE   /* no target */
} ScenarioTargetKind;

/* One entry of `targeting`. */
typedef struct ScenarioTarget {
  ScenarioTargetKind kind;
  ScenarioPlace place;
  ScenarioRefs refs;
} ScenarioTarget;

typedef SCENARIO_LIST(i64) ScenarioNumbers;
typedef SCENARIO_LIST(ScenarioPaying) ScenarioPayings;
typedef SCENARIO_LIST(ScenarioTarget) ScenarioTargets;

typedef struct ScenarioClauses {
  u32 given; /* bits of ScenarioClause; what is not given keeps zero below */
  Zone from;
  ScenarioText via; /* empty for `via none`, the mana cost */
  i64 x;
  ScenarioNumbers modes; /* numbered from 1 as printed */
  i64 kicked;            /* how often; 1 for a bare `kicked` */
  ScenarioPayings paying;
  ScenarioTargets targets;
  ScenarioNumbers dividing;
} ScenarioClauses;

/* What a player does, or after `can` might do. */
typedef struct ScenarioAction {
  ScenarioVerb verb;
  u32 player; /* index in Scenario.players */
  ScenarioPlace place;
  /* What is played, cast, turned up …; the source of an activated ability, or null for "any object
     that player could use"; null for rolls-planar and in combat. */
  ScenarioRef *object;
  ScenarioText ability; /* ACTIVATE: the first words of the ability, or its keyword */
  ScenarioClauses clauses;
  /* ATTACK: who or what is attacked, or null for the only one there is. BLOCK: the attacker that is
     blocked, null for `blocks nothing`. */
  ScenarioRef *against;
  ScenarioRefs creatures; /* ATTACK, BLOCK: the attackers or blockers; empty for `nothing` */
  bool band;              /* ATTACK: they form one band (702.22c) */
  i64 option;             /* TAKE: which of the options, counting from 1 */
} ScenarioAction;

/* --- setup --------------------------------------------------------------------------------- */

/* Counters of one kind, `count` of them. */
typedef struct ScenarioCounters {
  Str kind; /* "+1/+1", "poison" */
  i64 count;
  ScenarioPlace place;
} ScenarioCounters;

typedef SCENARIO_LIST(ScenarioCounters) ScenarioCountersList;

/* A number that may be written. */
typedef struct ScenarioNumber {
  bool given;
  i64 n;
} ScenarioNumber;

/* Power and toughness as written; a star stands for `*`. */
typedef struct ScenarioPt {
  i64 power, toughness;
  bool power_star, toughness_star;
} ScenarioPt;

typedef enum ScenarioDescriptorKind {
  SCENARIO_IS_PT,        /* 5/5 */
  SCENARIO_IS_BASE_PT,   /* base 2/2 */
  SCENARIO_IS_SUPERTYPE, /* value: Word */
  SCENARIO_IS_COLOR,     /* value: Word */
  SCENARIO_IS_TYPE,      /* value: Word */
  SCENARIO_IS_STATE,     /* value: ScenarioState */
  SCENARIO_IS_SUBTYPE    /* text begins with a capital; two words are joined by a hyphen */
} ScenarioDescriptorKind;

/* One word of what an object is. */
typedef struct ScenarioDescriptor {
  ScenarioDescriptorKind kind;
  ScenarioPlace place;
  Str text; /* as written */
  u32 value;
  ScenarioPt pt;
} ScenarioDescriptor;

typedef SCENARIO_LIST(ScenarioDescriptor) ScenarioDescriptors;

/* A keyword ability or a piece of rules text. */
typedef struct ScenarioAbility {
  ScenarioText text;
  bool quoted; /* written in quotes: rules text, or a keyword with its parameter */
} ScenarioAbility;

typedef enum ScenarioChosenKind {
  SCENARIO_CHOSEN_TEXT,   /* "Elf" */
  SCENARIO_CHOSEN_COLOR,  /* blue */
  SCENARIO_CHOSEN_NUMBER, /* 7 */
  SCENARIO_CHOSEN_REF     /* a player or an object */
} ScenarioChosenKind;

typedef struct ScenarioChosen {
  ScenarioChosenKind kind;
  ScenarioText text;
  Word color;
  i64 number;
  ScenarioRef *ref;
} ScenarioChosen;

typedef SCENARIO_LIST(ScenarioChosen) ScenarioChosenList;

/* Whether a creature is attacking, and whom; null for the only possible one. */
typedef struct ScenarioAttacking {
  bool given;
  ScenarioRef *whom;
} ScenarioAttacking;

/* An item of a zone list: one or several equal objects. */
typedef struct ScenarioItem {
  ScenarioPlace place;
  Zone zone;
  i64 count; /* 0 for `0 Name`, which is none */
  ScenarioText name;
  u32 alias;  /* index in Scenario.aliases, or SCENARIO_NONE */
  bool token; /* then the two lists below say what it is */
  ScenarioDescriptors token_is;
  SCENARIO_LIST(ScenarioAbility) token_has;
  u32 flags; /* bits 1 << ScenarioFlag */
  ScenarioFaceDown face_down;
  ScenarioCountersList counters;
  ScenarioNumber damage, level;
  ScenarioRef *attached_to; /* an object or a player; null where not written, as are those below */
  ScenarioRef *controller;  /* a player */
  ScenarioAttacking attacking;
  ScenarioChosenList chosen;
  ScenarioRefs imprinted;
  ScenarioText melded_with; /* a card's name; empty where not written, as is copy_of */
  ScenarioText copy_of;
  ScenarioClauses clauses; /* stack only: the words of its `casts` line */
} ScenarioItem;

typedef struct ScenarioPlayer {
  Str name;
  ScenarioPlace place; /* its line is 0 for who sits down unwritten */
  ScenarioNumber life;
  ScenarioCountersList counters;
  ScenarioText mana;                 /* "{G}{G}"; empty where not written */
  bool has_library;                  /* a `library:` line replaces the default library, even with no items */
  SCENARIO_LIST(ScenarioItem) items; /* of all zones, in the order written */
} ScenarioPlayer;

/* A name given by `as`. */
typedef struct ScenarioAlias {
  Str name;
  ScenarioPlace place;
  u32 player; /* index in Scenario.players */
  u32 item;   /* index in that player's items */
  i64 count;  /* of the item's objects: alias.1 to alias.count */
} ScenarioAlias;

/* --- answers ------------------------------------------------------------------------------- */

/* One answer of the queue. A quoted text without qualifiers is an ANSWER_REF of kind REF_NAME that
   is not `qualified`: whether it is an object, a card by name or an option by its first words, the
   decision it meets must say. */
typedef struct ScenarioAnswer ScenarioAnswer;
struct ScenarioAnswer {
  ScenarioAnswerKind kind;
  ScenarioPlace place;
  i64 number;
  Word color;
  ScenarioText mana;
  ScenarioRef *ref; /* an object or a player */
  ScenarioRefs refs;
  ScenarioNumbers amounts;               /* SPLIT: [i] for refs[i] */
  ScenarioRef *source;                   /* `for REF`: the object the decision must come from, or null */
  bool has_options;                      /* `from (…)` was written: the options must be exactly these */
  SCENARIO_LIST(ScenarioAnswer) options; /* of the kinds that hold no list; no source or options */
};

/* An `answers` line. */
typedef struct ScenarioAnswers {
  u32 player; /* index in Scenario.players */
  ScenarioPlace place;
  SCENARIO_LIST(ScenarioAnswer) answers;
} ScenarioAnswers;

/* --- expectations -------------------------------------------------------------------------- */

/* How many of the objects that fit must do what is expected. */
typedef enum ScenarioQuantifier {
  SCENARIO_EVERY,  /* all, and there is one */
  SCENARIO_SOME,   /* at least one */
  SCENARIO_NO,     /* none */
  SCENARIO_EXACTLY /* `exactly` of them */
} ScenarioQuantifier;

/* What a count of a zone counts. */
typedef enum ScenarioCounted {
  SCENARIO_COUNT_ALL,
  SCENARIO_COUNT_TOKENS, /* of the battlefield */
  SCENARIO_COUNT_CARDS   /* of the battlefield: what is no token */
} ScenarioCounted;

typedef struct ScenarioExpect {
  ScenarioExpectKind kind;
  ScenarioPlace place; /* of what follows `expect` */
  bool negated;
  ScenarioQuantifier quantifier;
  i64 exactly;
  ScenarioRef *ref;
  ScenarioRef *other; /* ATTACHED: to what or whom; null for `not attached` */
  u32 player;         /* index in Scenario.players, or SCENARIO_NONE */
  Zone zone;
  ScenarioCounted counted;
  i64 amount;
  ScenarioCounters counters;
  ScenarioText text; /* empty for `none` */
  ScenarioAbility ability;
  ScenarioDescriptors descriptors;
  ScenarioAction *action; /* of ILLEGAL this or answers */
  ScenarioAnswers *answers;
} ScenarioExpect;

/* --- the script ---------------------------------------------------------------------------- */

typedef enum ScenarioLineKind {
  SCENARIO_LINE_ACTION,     /* action */
  SCENARIO_LINE_ANSWERS,    /* answers */
  SCENARIO_LINE_EXPECT,     /* expect */
  SCENARIO_LINE_RESOLVE,    /* until the top object of the stack has resolved */
  SCENARIO_LINE_RESOLVE_ALL /* until the stack is empty */
} ScenarioLineKind;

typedef struct ScenarioLine {
  ScenarioLineKind kind;
  ScenarioPlace place;
  Str source; /* as written, without white space around it and without its comment */
  union {
    ScenarioAction *action;
    ScenarioAnswers *answers;
    ScenarioExpect *expect;
  } as;
} ScenarioLine;

typedef SCENARIO_LIST(ScenarioLine) ScenarioLines;

/* A `turn` line and what stands below it. */
typedef struct ScenarioSection {
  ScenarioPlace place;
  Str source;
  i64 turn; /* from 1 */
  Word step;
  bool again; /* a second such step of an extra phase */
  ScenarioLines lines;
  /* The lines from this one on are `answers` right before the next section: they belong to the time
     between the sections and to the next one. lines.count where there are none, and in the last. */
  u32 own_lines;
} ScenarioSection;

typedef enum ScenarioDay { SCENARIO_NEITHER, SCENARIO_DAY, SCENARIO_NIGHT } ScenarioDay;

typedef struct Scenario {
  ScenarioPlace place; /* of the word `scenario`, or of the first line where that is left out */
  Str title;           /* empty where left out */
  bool titled;
  ScenarioTexts rules; /* "707.2" */
  ScenarioTexts cites; /* without quotes */
  ScenarioFormat format;
  bool has_seed;
  u64 seed; /* 1 unless written */
  bool lenient, mulligans, manual_mana;
  ScenarioDay day;
  SCENARIO_LIST(ScenarioPlayer) players; /* in turn order; two at least */
  SCENARIO_LIST(ScenarioAlias) aliases;
  ScenarioLines before; /* `answers` lines before the first section */
  SCENARIO_LIST(ScenarioSection) sections;
} Scenario;

typedef struct ScenarioFile {
  Str name;
  SCENARIO_LIST(Scenario *) scenarios; /* never empty */
} ScenarioFile;

#endif
