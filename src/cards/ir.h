/* The intermediate representation and the database of definitions.

   A definition consists of nodes in one array of 32-bit words, so that the whole database can be written to a file and
   mapped. A node is a header word (operation in the low 16 bits, number of argument words in the high 16) followed by
   its arguments in the order of the operation's signature: positional ones first, then optional ones (0 if absent),
   then the rest. An argument of a node sort is the index of its node; an immediate (word, variable, link, text, mana
   cost, integer) is its value. NUMBER holds its value as a signed 32-bit word. Node index 0 is no node.

   Everything here is immutable once loaded, and shared by any number of games and threads. */
#ifndef CARDS_IR_H
#define CARDS_IR_H

#include "base/base.h"
#include "cards/events.h"
#include "cards/words.h"

#include <stdatomic.h>

typedef u32 Node;

typedef enum IrSort {
  SORT_NONE,
  SORT_ABIL,
  SORT_NUM,
  SORT_COND,
  SORT_OBJ,
  SORT_ACT,
  SORT_COST,
  SORT_MOD,
  SORT_RULE,
  SORT_EVT,
  SORT_TOK,
  SORT_TGT,
  SORT_MODE,
  SORT_SET,
  SORT_STATIC,
  /* immediates */
  SORT_WORD,
  SORT_VAR_SLOT,
  SORT_LINK,
  SORT_STR,
  SORT_MANA,
  SORT_INT,
  SORT_FLAG,
} IrSort;

typedef enum IrOp {
  IR_NONE,
#define IR(ENUM, NAME, SORT, SIGNATURE, ENGLISH, PROPERTIES) IR_##ENUM,
#include "cards/ir_ops.def"
  IR_OP_COUNT
} IrOp;

/* One argument of an operation, from its signature in ir_ops.def. */
typedef struct IrArg {
  Str name;
  IrSort sort;
  WordClass word_class; /* of SORT_WORD */
  bool optional, rest;
  bool defined; /* what the operation's definition expands to; never written */
  u8 index;     /* of its word among the node's arguments; for the rest, of the first */
} IrArg;

#define IR_ARGS_CAP 20

typedef struct IrOpInfo {
  const char *name;
  IrSort sort;
  const char *signature;
  const char *english;
} IrOpInfo;

const IrOpInfo *ir_op_info(IrOp op);
/* Parses the arguments of an operation from its signature into `args` (room for IR_ARGS_CAP), in order; returns their
   number. */
u32 ir_op_args(IrOp op, IrArg *args);
/* The same for a signature in the syntax of ir_ops.def; an argument of an unknown sort has SORT_NONE. */
u32 ir_signature_args(const char *signature, IrArg *args);
/* The operation with that name and sort (SORT_NONE: any), or IR_NONE. */
IrOp ir_op_find(Str name, IrSort sort);
/* The operation of that sort nearest to `name` in spelling, or IR_NONE. */
IrOp ir_op_nearest(Str name, IrSort sort);
/* A sort's name in messages, with its article: "an action". Never null. */
const char *ir_sort_text(IrSort sort);
/* A sort's code in signatures: "ACT". Never null. */
const char *ir_sort_code(IrSort sort);
/* A word class's code in signatures, after "word.". Never null. */
const char *ir_class_code(WordClass wc);

/* All signatures parsed once, by operation. `fixed` is the number of argument words that every node of the operation
   has; those after them belong to the argument that takes the rest, if there is one. */
typedef struct IrSignature {
  const IrArg *args; /* in the order of the signature */
  u8 count, fixed;
  bool has_rest;
  u32 nodes;  /* a bit for each fixed argument, by its position, that is a node; the highest bit for the rest */
  u8 defined; /* 1 + the index of the expanded definition, 0 if the engine carries the operation out */
} IrSignature;
enum { IR_REST_NODES = 31 };
static inline bool ir_arg_is_node(const IrSignature *s, u32 i) {
  return s->nodes >> (i < s->fixed ? i : (u32)IR_REST_NODES) & 1;
}
/* Creates the table of IR_OP_COUNT signatures in `arena`; null if the allocator refuses. */
const IrSignature *ir_signatures_make(Arena *arena);

/* Images contain the following structs as they are. */
BYTEWISE_BEGIN

/* --- mana costs ---------------------------------------------------------------------------- */

/* A mana symbol other than generic and {X} is the set of ways to pay it (107.4): with mana of one of the kinds in the
   low six bits (colour order, then colourless), with two generic mana, with 2 life, or with mana from a snow source. */
typedef u16 ManaSymbol;
enum {
  SYMBOL_KINDS = 0x3f, /* white blue black red green colourless */
  SYMBOL_TWO_GENERIC = 1 << 6,
  SYMBOL_LIFE = 1 << 7,
  SYMBOL_SNOW = 1 << 8,
};
#define MANA_SYMBOLS_CAP 19

typedef struct ManaCost {
  i32 generic;
  u8 x;     /* number of {X} */
  u8 count; /* number of symbols; they are ascending, not in the order of 202.1 */
  ManaSymbol symbols[MANA_SYMBOLS_CAP];
} ManaCost;

/* Colours of the coloured symbols (105.2), as COLOR masks. */
u8 mana_cost_colors(const ManaCost *cost);
/* Mana value with {X} as `x` (202.3). */
i64 mana_cost_value(const ManaCost *cost, i64 x);
/* Parses "{2}{U/R}{X}"; false with the offset of the first wrong byte in `*bad`. */
bool mana_cost_parse(Str text, ManaCost *cost, u32 *bad);
/* Prints it in the order {X}, generic, symbols. */
void mana_cost_print(const ManaCost *cost, Text *out);

/* --- characteristics ----------------------------------------------------------------------- */

/* The values of an object's characteristics (109.3). Abilities are a run of AbilityInst whose place the owner of the
   struct knows: for a definition's own, inst i is ability `ability_first + i`, without substitutions. `mana_cost` is an
   index into CardDb.costs, 0 for none. */
typedef struct Chars {
  u64 subtypes[SUBTYPE_CAP / 64];
  u64 keywords[KEYWORD_CAP / 64]; /* keyword abilities it has, ignoring parameters */
  i64 power, toughness;
  StrId name; /* 0: no name */
  u32 mana_cost;
  u32 abilities; /* first, see above */
  u32 ability_count;
  i32 loyalty, defense;
  u16 types, supertypes;
  u8 colors, color_indicator;
  u8 has;                /* HAS_… */
  u8 abilities_in_block; /* ABILITIES_…: where they are */
} Chars;
enum {
  HAS_POWER = 1,
  HAS_TOUGHNESS = 2,
  HAS_LOYALTY = 4,
  HAS_DEFENSE = 8,
  HAS_CREATURE_NAMES = 16, /* besides its own, all names of nonlegendary creature cards (612.7) */
};
/* The meaning of Chars.abilities; read it with inst_of_chars (state/mods.h). */
enum {
  ABILITIES_OF_DB,     /* the first of a run of definitions */
  ABILITIES_IN_DHEAP,  /* a place in the game's T_DHEAP: a run of AbilityInst */
  ABILITIES_IN_CVHEAP, /* the same in T_CVHEAP: of copiable values, kept until derived_reset */
  ABILITIES_IN_LIST,   /* a List in T_HEAP, two words each: last known information */
  ABILITIES_OF_FORM,   /* the first of a run of CardDb.form_abilities */
  ABILITIES_GROWING,   /* as ABILITIES_IN_DHEAP, with room for as many as the next power of two; only while layers are
                          worked on */
};

/* False for a word that is not a subtype or keyword. */
static inline bool chars_subtype(const Chars *c, Word w) {
  u32 b = subtype_bit(w);
  return b < SUBTYPE_CAP && (c->subtypes[b >> 6] >> (b & 63)) & 1;
}
/* The next subtype behind `w`, which is one or 0 for the first; 0 behind the last. */
static inline Word chars_next_subtype(const Chars *c, Word w) {
  for (u32 b = w ? subtype_bit(w) + 1 : 0; b < SUBTYPE_CAP; b = (b | 63) + 1) {
    u64 rest = c->subtypes[b >> 6] >> (b & 63);
    if (rest) return (Word)(W_SUBTYPE_FIRST + b + bits_first(rest));
  }
  return (Word)0;
}
static inline bool chars_keyword(const Chars *c, Word w) {
  u32 b = keyword_bit(w);
  return b < KEYWORD_CAP && (c->keywords[b >> 6] >> (b & 63)) & 1;
}

/* --- definitions --------------------------------------------------------------------------- */

/* None of the structures of a database has padding: equal ones are equal byte by byte, so they can be written as they
   are (cards/image.h). */

/* What an ability reads of the game, for caching and for dependency (613.8a): a set of FACT_… */
typedef u32 Facts;
enum {
  FACT_NAME = 1 << 0,
  FACT_TYPES = 1 << 1, /* types, supertypes and subtypes */
  FACT_COLORS = 1 << 2,
  FACT_ABILITIES = 1 << 3,
  FACT_PT = 1 << 4,
  FACT_CONTROL = 1 << 5,
  FACT_COST = 1 << 6, /* mana cost, mana value */
  FACT_TEXT = 1 << 7, /* the words of abilities */
  FACT_COPY = 1 << 8, /* copiable values as a whole */
  FACT_COUNTERS = 1 << 9,
  FACT_STATUS = 1 << 10, /* tapped, face-down, transformed, phased */
  FACT_ZONES = 1 << 11,  /* the contents of zones */
  FACT_ATTACHED = 1 << 12,
  FACT_COMBAT = 1 << 13,
  FACT_LIFE = 1 << 14,
  FACT_TURN = 1 << 15,    /* whose turn, which step */
  FACT_HISTORY = 1 << 16, /* what happened this turn */
  FACT_NOTES = 1 << 17,
  FACT_DAMAGE = 1 << 18,
  FACT_OTHER = 1 << 19,
};
#define FACTS_CHARACTERISTICS 0x1ffu

/* What a cost makes a player choose of their own: at least `n` cards in hand to discard, or permanents to sacrifice or
   to tap, with one of the types and the subtype, 0 for any. Counting them shows whether there are enough. */
typedef struct CostPick {
  u16 types;
  Word subtype;
  u8 n;    /* 0: the cost has no such choice, or it is not that simple */
  u8 from; /* PICK_… */
} CostPick;
enum { PICK_DISCARD, PICK_SACRIFICE, PICK_TAP };

/* An ability of a definition: printed on a face, granted by another ability, of a token, or part of a keyword's
   expansion. Its index in CardDb.abilities is its definition path. */
typedef struct AbilityDef {
  Node node;
  u16 op;              /* IR_SPELL, IR_ACTIVATED … of the node */
  Word keyword;        /* the keyword of an IR_KEYWORD */
  u32 expansion_count; /* for a keyword defined in IR: the number of abilities directly after it that it expands to */
  u16 slots;           /* size of its environment */
  u16 zones;           /* bit mask of the zones it functions in (113.6); bit = zone word - W_BATTLEFIELD */
  u32 card;            /* the card it belongs to, 0 for none */
  u32 mana;            /* with ABILITY_CLEAR: the mana cost in its cost, 0 if there is none */
  EventKinds events;   /* that its pattern can match, or that it counts in the history if it is static */
  u16 layers;          /* for a static ability: a bit for each layer it applies in, LAYER_… */
  u16 flags;           /* ABILITY_… */
  Facts reads;         /* everything its filters, conditions and numbers read */
  u32 slot_names;      /* first of the names of its own slots (from SLOT_FIRST_OWN on) in CardDb.slot_names */
  u16 least_mana;      /* for an activated ability: the least mana in its cost, ignoring effects on costs */
  u16 says_at, says_length; /* the words of its card's text for it; length 0 if unknown */
  u8 makes;      /* with ABILITY_TAP_ONLY: the kind of mana it makes, as a bit, if it does nothing else … */
  u8 makes_n;    /* … and how much; 0 if it is not that simple */
  bool anybody;  /* for an activated ability: it has targets as long as a player can be one … */
  bool sorcery;  /* … it can be activated only when a sorcery could be cast … */
  CostPick pick; /* … and what its cost makes the player choose */
  u8 most_kinds; /* for a mana ability that can be activated once: the kinds of mana it may make, as bits … */
  u8 most_n;     /* … and how much at the most; 0 if there is no telling */
  u8 counter_n;  /* with ABILITY_CLEAR: how many counters of a kind its cost takes from its object … */
  u8 life;       /* … how much life … */
  Word counter;  /* … and the kind */
  u8 reserved[6];
} AbilityDef;
enum {
  ABILITY_CDA = 1,
  ABILITY_MANA = 2,       /* 605.1a, 605.1b: no target, could add mana, not a loyalty ability */
  ABILITY_ENTERS = 4,     /* modifies how its own object enters (614.1c, d) */
  ABILITY_LOOKS_BACK = 8, /* 603.10a */
  ABILITY_HAS_TARGETS = 16,
  ABILITY_RULES = 32, /* a static ability that affects the rules */
  ABILITY_LOYALTY = 64,
  ABILITY_PLAIN = 128,       /* an activated ability without restrictions on when, how often or by whom */
  ABILITY_TAPS = 256,        /* its activation cost includes {T} */
  ABILITY_TAP_ONLY = 512,    /* … and nothing else */
  ABILITY_FOR_OTHERS = 1024, /* it says who may activate it */
  ABILITY_CLEAR = 2048, /* its cost is only mana of single kinds, {T}, life, counters, sacrificing itself, `pick` */
  ABILITY_SACRIFICES = 4096, /* … including the sacrifice */
  ABILITY_SPECIAL = 8192,    /* a special action (116.2) */
  /* Whether its object can be cast, whether it can be activated, and what its effects on the rules allow, doesn't
     depend on the time, on what has happened or on what is tapped, except on when a sorcery can be cast; see
     timeless.c. */
  ABILITY_TIMELESS = 16384,
  ABILITY_COUNTED = 32768, /* it asks how often it has resolved this turn */
};

/* The layers and sublayers of 613, in order. */
typedef enum Layer {
  LAYER_1A,
  LAYER_1B,
  LAYER_2,
  LAYER_3,
  LAYER_4,
  LAYER_5,
  LAYER_6,
  LAYER_7A,
  LAYER_7B,
  LAYER_7C,
  LAYER_7D,
  LAYER_COUNT
} Layer;

/* The layer a modification applies in, what its operation writes, and what it reads apart from its operands. */
Layer ir_mod_layer(IrOp mod);
Facts ir_mod_writes(IrOp mod);
/* Whether it can remove what makes effects: abilities, their words, control. */
bool ir_mod_takes(IrOp mod);

/* One set of characteristics of a card: a face, a half, the flipped or prototyped version (200.1). */
typedef struct FaceDef {
  Chars chars;
  u32 card;
  u16 index; /* within the card */
  u16 reserved;
} FaceDef;

typedef enum CastGlance {
  CAST_ANYHOW,
  CAST_NEVER,  /* a land and no other type (305.9) */
  CAST_DEARER, /* its own abilities can only increase its cost above its mana cost, ignoring {X} … */
  CAST_PICKS,  /* … or only by `pick` … */
  CAST_PLAIN, /* … or they can't change it, and there is only one way to cast it; the cost is generic mana, symbols of
                  a single kind and perhaps some of the same two */
} CastGlance;

/* A way to cast a card for an alternative cost among its own abilities: the least that it takes, ignoring effects on
   costs. */
typedef struct CastWay {
  CostPick pick;
  u16 zones;    /* zones that it lets the card be cast from; the hand, if it names none */
  u8 way;       /* 1 + the index of the ability, as in methods */
  u8 total;     /* least mana in total … */
  u8 need[6];   /* … and of each kind */
  bool instant; /* may be possible whenever an instant can be cast */
  bool exact;   /* nothing else is needed: the card can be cast if this is paid and the timing is right */
} CastWay;
enum { CAST_WAYS = 2 };

/* A card by itself: one of its faces, with the mana abilities of its basic land types (305.6), or both halves of a
   split card together (709.4). Made by carddb_link. */
typedef struct CardForm {
  Chars chars;
  bool defines;  /* it has characteristic-defining abilities, or is split; examining it reports that */
  u8 cast;       /* CAST_…: how it can be cast from a hand as printed */
  u8 targets;    /* TARGETS_…: what its spell abilities, or being an Aura, require */
  bool instant;  /* it can be cast whenever an instant can: it is one, or it has flash */
  bool straight; /* casting it in the ordinary way announces nothing except targets: no {X}, modes or optional costs */
  u8 total;      /* mana in that cost, without {X} */
  u8 need[6];    /* of each kind, from symbols of a single kind … */
  u8 either, either_n; /* … and the number of symbols of the same two kinds (SYMBOL_KINDS) */
  bool sba_clean;      /* as a permanent it has by itself nothing that concerns state-based actions, and neither phases
                          nor is a Saga */
  u8 acts;             /* ACTS_…: what it can do on the battlefield */
  u8 tap;              /* with ACTS_TAP: the index of that ability among its abilities */
  u8 makes, makes_n;   /* … and what it makes, as in AbilityDef */
  bool defines_pt;     /* all that it defines is its power and toughness */
  u16 effect_zones;    /* zones where its static abilities function, except characteristic-defining ones … */
  u16 watcher_zones;   /* … its triggered or replacement abilities, or daybound or nightbound … */
  u16 action_zones;    /* … its activated abilities … */
  u16 cast_zones;      /* … zones that an alternative cost lets it be cast from by name … */
  u8 cast_least;       /* … for at least this much mana … */
  bool cast_timed;     /* … at special times */
  u8 holds;            /* HOLDS_…: abilities that matter when it is cast */
  u8 ordinary;         /* CAST_…: how it can be cast for its mana cost … */
  u8 way_count;        /* … and the number of other ways, unless `ordinary` is CAST_ANYHOW */
  u8 reserved_pick;    /* forms are compared byte by byte */
  CostPick pick;       /* what its additional costs make the player choose */
  CastWay ways[CAST_WAYS];
  u8 reserved_end[4];
} CardForm;

/* The value for "any number": definitions write it out, and no game has that many objects. */
enum { IR_ANY_NUMBER = 1000000 };

/* Additional and optional costs, and modes that may cost something; alternative costs; effects on the rules while it is
   a spell. */
enum { HOLDS_COSTS = 1, HOLDS_ALTERNATIVES = 2, HOLDS_RULES = 4 };

/* No targets; possibly some; at most one for each word "target", which any player can be. */
enum { TARGETS_NONE, TARGETS_SOME, TARGETS_PLAYER };

/* The activated abilities of a card's form: unknown, none, or only one that taps for mana of one kind. */
enum { ACTS_ANY, ACTS_NOT, ACTS_TAP };

typedef enum CardLayout {
  LAYOUT_NORMAL,
  LAYOUT_SPLIT,     /* 709 */
  LAYOUT_FLIP,      /* 710 */
  LAYOUT_TRANSFORM, /* 712, nonmodal */
  LAYOUT_MODAL_DFC, /* 712, modal */
  LAYOUT_MELD,      /* 712; the second face is the combined back face */
  LAYOUT_ADVENTURE, /* 715 */
  LAYOUT_OMEN,      /* 720 */
  LAYOUT_PROTOTYPE, /* 718 */
  LAYOUT_ROOM,      /* 709.5 */
} CardLayout;

typedef struct CardDef {
  StrId name; /* full name: "Fire // Ice" */
  u32 face;   /* first of its faces */
  u16 faces;
  u16 layout;
  u32 form; /* first of its forms: its faces; if it is split, the combination; if it is a Room, both halves locked */
  u32 combined; /* the form that applies if no face is chosen */
  /* Zones where its abilities and those it grants function: static ones except characteristic-defining ones; triggered
     and replacement ones; activated ones and alternative costs; and of the latter, mana abilities. */
  u16 effect_zones, watcher_zones, action_zones, mana_zones;
  bool for_others;   /* one of them says who may activate it (ABILITY_FOR_OTHERS) */
  bool split_second; /* … or has split second */
  u8 reserved[2];
  u32 meld_partner; /* card id or 0 */
  u32 color_identity;
  StrId meld_name;          /* the partner's name, 0 for none; carddb_link looks the partner up */
  u32 says_at, says_length; /* its rules text in CardDb.says, all faces in order */
  /* What belongs to the card (its words, abilities and names of variables, and what its forms list in
     CardDb.form_abilities) begins here, and ends where that of the next card begins. */
  u32 first_word, first_ability, first_slot_name, first_listed;
  u32 definition; /* a hash made from names; see cards/names.h */
} CardDef;

BYTEWISE_END

/* A keyword defined in IR (cards/keywords.ir): what it expands to when it is written with exactly these parameters. */
typedef struct KeywordDef {
  Word word;
  u8 params;               /* set of NEEDS_… */
  u32 line, column;        /* where its abilities begin */
  const char *rule, *each; /* the rule that defines it, and the one about several instances; null: none */
  Str source;              /* its abilities and its closing parenthesis */
} KeywordDef;

/* Keyword abilities that rules give: ward {2} for disguised and cloaked objects (702.168a, 701.58a), enchant creature
   for bestowed spells (702.103b), the abilities of players with the monarchy (725.2), the initiative (726.2) and speed
   (702.179d), menace and "can't block" for suspected creatures (701.60c), the target of a mutating creature spell
   (702.140a). */
enum {
  GIVEN_WARD,
  GIVEN_ENCHANT,
  GIVEN_MONARCH,
  GIVEN_INITIATIVE,
  GIVEN_SPEED,
  GIVEN_RADIATION,
  GIVEN_MENACE,
  GIVEN_SUSPECTED,
  GIVEN_MUTATING,
  GIVEN_COUNT
};

/* An operation defined in IR (cards/operations.ir): the node it expands to, with its arguments inserted. */
typedef struct OperationDef {
  IrOp op;
  u32 line, column; /* where that node begins */
  const char *rule; /* the rule that defines it; null: none */
  Str source;       /* the node and the definition's closing parenthesis */
} OperationDef;

typedef struct CardDb {
  GavelAllocator allocator;
  Arena arena;
  Intern names;              /* StrId of names and other texts */
  VEC(u32) words;            /* nodes; words[0] unused */
  VEC(u8) traits;            /* for the node at each of them: TRAIT_… (cards/traits.h) */
  VEC(AbilityDef) abilities; /* [0] unused */
  VEC(FaceDef) faces;        /* [0] unused */
  VEC(CardDef) cards;        /* [0] unused */
  VEC(CardForm) forms;       /* [0] blank */
  VEC(u32) form_abilities;
  VEC(ManaCost) costs; /* [0] unused */
  VEC(u32) by_name;    /* hash table from folded names to cards (whole and face names), open addressing */
  /* The abilities that the rules give lands with basic land types (305.6), in colour order, and the pseudo-card they
     belong to. */
  u32 intrinsic[5];
  u32 by_rules[GIVEN_COUNT]; /* the keyword abilities that rules give objects, by GIVEN_… */
  u64 version;               /* hash of everything above, for saves and replays */
  VEC(StrId) slot_names;     /* names of variables; each ability has a run */
  VEC(char) says;            /* rules texts of cards that were read from theirs; not part of the version */
  VEC(KeywordDef) keywords;
  VEC(OperationDef) operations;
  const IrSignature *signatures; /* by operation */
  const u16 *op_slots;           /* operations by the hash of their names, open addressing */
  /* Knows better reasons why a card name is unknown: appends a sentence and returns true, or returns false. May be
     null. */
  bool (*why_not)(const void *user, Str name, Text *out);
  const void *why_not_user;
  /* The image that holds the arrays from `words` to `by_name` and `slot_names` (cards/image.h); empty if the database
     owns them. */
  Str image;
  atomic_uchar *sound; /* the state of each card's check; null if all are sound */
} CardDb;

/* --- reading nodes ------------------------------------------------------------------------- */

static inline IrOp node_op(const CardDb *db, Node n) { return (IrOp)(db->words.data[n] & 0xffff); }
static inline u32 node_argc(const CardDb *db, Node n) { return db->words.data[n] >> 16; }
static inline u32 node_arg(const CardDb *db, Node n, u32 i) { return db->words.data[n + 1 + i]; }
static inline i32 node_int(const CardDb *db, Node n, u32 i) { return (i32)db->words.data[n + 1 + i]; }
/* The expansion of a node whose operation is defined in IR; 0 for operations that the engine carries out. */
static inline Node node_defined(const CardDb *db, Node n) {
  u32 place = db->signatures[node_op(db, n)].defined;
  return place ? node_arg(db, n, place - 1) : 0;
}

/* Environment slots that every ability has before its own variables. */
enum {
  SLOT_X,            /* number */
  SLOT_EVENT_OBJECT, /* what triggered it, or the event a replacement changes */
  SLOT_EVENT_PLAYER,
  SLOT_EVENT_AMOUNT,
  SLOT_EVENT_SOURCE,
  SLOT_EVENT_OTHER,
  SLOT_EVENT_NEW, /* what its object became; for EVENT_TAPPED_FOR_MANA the kinds of mana produced, as a number */
  SLOT_MOVED,     /* what the last action moved, created, found or dealt damage to */
  SLOT_THIS_WAY,  /* the amount */
  SLOT_DID,       /* whether it was done */
  SLOT_EVENT_ROW, /* inside a replacement: 1 + the row of the event being changed; otherwise unset */
  SLOT_FIRST_OWN
};
/* The name of one of these slots, without its $; empty for others. */
Str ir_slot_text(u32 slot);
/* The slot with that name; SLOT_FIRST_OWN if it is none of these. */
u32 ir_slot_find(Str name);

#endif
