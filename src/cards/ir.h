/* The intermediate representation and the database of definitions.

   A definition is made of nodes in one array of 32-bit words, so that the whole database can be written
   to a file and mapped back. A node is a header word (operation in the low 16 bits, number of argument
   words in the high 16) followed by its arguments in the order of the operation's signature: positional
   ones first, then optional ones (0 where absent), then the rest. An argument of a node sort is the index
   of its node; an immediate (word, variable, link, text, mana cost, integer) is its value. NUMBER holds
   its value as a signed 32-bit word. Node index 0 is no node.

   Everything here is immutable once loaded and shared by any number of games and threads. */
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

/* One argument of an operation, as its signature in ir_ops.def says. */
typedef struct IrArg {
  Str name;
  IrSort sort;
  WordClass word_class; /* of SORT_WORD */
  bool optional, rest;
  bool defined; /* what the operation's definition stands for; never written */
  u8 index;     /* of its word among the node's arguments; of the first one where it takes the rest */
} IrArg;

#define IR_ARGS_CAP 20

typedef struct IrOpInfo {
  const char *name;
  IrSort sort;
  const char *signature;
  const char *english;
} IrOpInfo;

const IrOpInfo *ir_op_info(IrOp op);
/* The arguments of an operation, parsed from its signature, into `args` (room for IR_ARGS_CAP), in the
   order of the signature; answers their number. */
u32 ir_op_args(IrOp op, IrArg *args);
/* The same of a signature that is written as those of ir_ops.def are; an argument of an unknown sort has SORT_NONE. */
u32 ir_signature_args(const char *signature, IrArg *args);
/* The operation of that name and sort (SORT_NONE: any), or IR_NONE. */
IrOp ir_op_find(Str name, IrSort sort);
/* The operation of that sort nearest to `name` in spelling, or IR_NONE. */
IrOp ir_op_nearest(Str name, IrSort sort);
/* A sort as messages name it, with its article: "an action". Never null. */
const char *ir_sort_text(IrSort sort);
/* A sort as signatures write it: "ACT". Never null. */
const char *ir_sort_code(IrSort sort);
/* A class of words as signatures write it behind "word.". Never null. */
const char *ir_class_code(WordClass wc);

/* All signatures parsed once, by operation. `fixed` is the number of argument words every node of the
   operation has; those after them belong to the argument that takes the rest, if there is one. */
typedef struct IrSignature {
  const IrArg *args; /* in the order of the signature */
  u8 count, fixed;
  bool has_rest;
  u32 nodes; /* a bit for each fixed argument, by its place, that is a node; the highest for those that take the rest */
  u8 defined; /* 1 + the index of what the operation's definition stands for, 0 if the engine carries it out */
} IrSignature;
enum { IR_REST_NODES = 31 };
static inline bool ir_arg_is_node(const IrSignature *s, u32 i) {
  return s->nodes >> (i < s->fixed ? i : (u32)IR_REST_NODES) & 1;
}
/* The table of IR_OP_COUNT signatures, made in `arena`; null when the allocator refuses. */
const IrSignature *ir_signatures_make(Arena *arena);

/* What follows lies in images as it is. */
BYTEWISE_BEGIN

/* --- mana costs ---------------------------------------------------------------------------- */

/* A mana symbol other than generic and {X} is the set of ways to pay it (107.4): with mana of one of the
   kinds in the low six bits (colour order, then colourless), with two generic mana, with 2 life, or with
   mana from a snow source. */
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
  u8 count; /* number of symbols, sorted as 202.1 lists them on cards is not required: ascending */
  ManaSymbol symbols[MANA_SYMBOLS_CAP];
} ManaCost;

/* Colours of the coloured symbols (105.2), as COLOR masks. */
u8 mana_cost_colors(const ManaCost *cost);
/* Mana value with {X} as `x` (202.3). */
i64 mana_cost_value(const ManaCost *cost, i64 x);
/* Reads "{2}{U/R}{X}"; false with the offset of the first wrong byte in `*bad`. */
bool mana_cost_parse(Str text, ManaCost *cost, u32 *bad);
/* Writes it in the order {X}, generic, symbols. */
void mana_cost_print(const ManaCost *cost, Text *out);

/* --- characteristics ----------------------------------------------------------------------- */

/* The values of an object's characteristics (109.3). Abilities are a run of AbilityInst somewhere the
   owner of the struct knows: for a definition's own, inst i is ability `ability_first + i`, with no
   substitutions. `mana_cost` is an index into CardDb.costs, 0 for none. */
typedef struct Chars {
  u64 subtypes[SUBTYPE_CAP / 64];
  u64 keywords[KEYWORD_CAP / 64]; /* keyword abilities that are there, parameters aside */
  i64 power, toughness;
  StrId name; /* 0: no name */
  u32 mana_cost;
  u32 abilities; /* first, see above */
  u32 ability_count;
  i32 loyalty, defense;
  u16 types, supertypes;
  u8 colors, color_indicator;
  u8 has;                /* HAS_… */
  u8 abilities_in_block; /* ABILITIES_…: where that is */
} Chars;
enum {
  HAS_POWER = 1,
  HAS_TOUGHNESS = 2,
  HAS_LOYALTY = 4,
  HAS_DEFENSE = 8,
  HAS_CREATURE_NAMES = 16, /* beside its own all names of nonlegendary creature cards (612.7) */
};
/* What Chars.abilities is; read through inst_of_chars (state/mods.h). */
enum {
  ABILITIES_OF_DB,     /* the first of a run of definitions */
  ABILITIES_IN_DHEAP,  /* a place in the game's T_DHEAP: a run of AbilityInst */
  ABILITIES_IN_CVHEAP, /* likewise in T_CVHEAP: of copiable values, kept till derived_reset */
  ABILITIES_IN_LIST,   /* a List in T_HEAP, two words each: of last known information */
  ABILITIES_OF_FORM,   /* the first of a run of CardDb.form_abilities */
};

/* False for a word that is no subtype, or no keyword. */
static inline bool chars_subtype(const Chars *c, Word w) {
  u32 b = subtype_bit(w);
  return b < SUBTYPE_CAP && (c->subtypes[b >> 6] >> (b & 63)) & 1;
}
static inline bool chars_keyword(const Chars *c, Word w) {
  u32 b = keyword_bit(w);
  return b < KEYWORD_CAP && (c->keywords[b >> 6] >> (b & 63)) & 1;
}

/* --- definitions --------------------------------------------------------------------------- */

/* None of the structures of a database has bytes between or behind its fields: equal ones are equal byte by byte, and
   so they can be written as they are (cards/image.h). */

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
  FACT_ZONES = 1 << 11,  /* which objects are where */
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

/* What a cost has chosen of a player's own: at least `n` cards in hand to discard, or permanents to sacrifice, with one of
   the types and the subtype, 0 for any. Counting them tells whether there are enough. */
typedef struct CostPick {
  u16 types;
  Word subtype;
  u8 n;    /* 0: the cost has nothing of the kind, or it is not so simple */
  u8 from; /* PICK_… */
} CostPick;
enum { PICK_DISCARD, PICK_SACRIFICE };

/* An ability of a definition, wherever it stands: printed on a face, granted by another ability, of a
   token, or the expansion of a keyword. Its index in CardDb.abilities is its definition path. */
typedef struct AbilityDef {
  Node node;
  u16 op;              /* IR_SPELL, IR_ACTIVATED … of the node */
  Word keyword;        /* the keyword of an IR_KEYWORD */
  u32 expansion_count; /* of a keyword defined in IR: how many of the abilities that directly follow it stand for it */
  u16 slots;           /* size of its environment */
  u16 zones;           /* mask of zones it functions in (113.6); bit = zone word - W_BATTLEFIELD */
  u32 card;            /* the card it belongs to, 0 for none */
  u32 mana;            /* of an ABILITY_CLEAR: its mana cost, 0 if there is none in its cost */
  EventKinds events;   /* that its pattern can match, for triggers and replacements; filled by cards_link */
  u16 layers;          /* of a static ability: bit per layer it applies in, LAYER_… */
  u16 flags;           /* ABILITY_… */
  Facts reads;         /* everything its filters, conditions and numbers read */
  u32 slot_names;      /* first of the names of its own slots (those from SLOT_FIRST_OWN on) in
                      CardDb.slot_names */
  u16 least_mana;      /* of an activated ability: how much mana its cost holds at the least, effects on costs aside */
  u16 says_at, says_length; /* the words of its card's text that say it; of length 0 if they are not known */
  u8 makes;      /* of one with ABILITY_TAP_ONLY: the kind of mana it makes, as a bit, if it does nothing else … */
  u8 makes_n;    /* … and how much of it; 0 where it is not so simple */
  bool anybody;  /* of an activated ability: there are targets for it as long as a player can be one … */
  bool sorcery;  /* … and it can be activated only when a sorcery could be cast … */
  CostPick pick; /* … and what its cost has chosen */
  u8 reserved[4];
} AbilityDef;
enum {
  ABILITY_CDA = 1,
  ABILITY_MANA = 2,       /* 605.1a, 605.1b: no target, could add mana, not a loyalty ability */
  ABILITY_ENTERS = 4,     /* modifies how its own object enters (614.1c, d) */
  ABILITY_LOOKS_BACK = 8, /* 603.10a */
  ABILITY_HAS_TARGETS = 16,
  ABILITY_RULES = 32, /* a static ability with effects on the rules */
  ABILITY_LOYALTY = 64,
  ABILITY_PLAIN = 128,       /* an activated ability that says nothing of when, how often and by whom */
  ABILITY_TAPS = 256,        /* its activation cost includes {T} */
  ABILITY_TAP_ONLY = 512,    /* … and nothing else */
  ABILITY_FOR_OTHERS = 1024, /* it says who may activate it */
  ABILITY_CLEAR = 2048,      /* its cost is nothing but mana of single kinds, {T}, sacrificing itself and `pick` */
  ABILITY_SACRIFICES = 4096, /* … with the latter */
  ABILITY_SPECIAL = 8192,    /* a special action (116.2) */
  /* Whether its object can be cast, or it be activated, or what its effects on the rules allow, depends on neither the time
     nor what has happened nor what is tapped, but for when a sorcery can be cast; see timeless.c. */
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

/* The layer a modification applies in, what its operation writes, and (its operands aside) reads. */
Layer ir_mod_layer(IrOp mod);
Facts ir_mod_writes(IrOp mod);
/* Whether one can take from the objects it changes what makes effects: abilities, their words, control. */
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
  CAST_NEVER,  /* a land and nothing else (305.9) */
  CAST_DEARER, /* its own abilities can only make it cost more than its mana cost, {X} aside … */
  CAST_PICKS,  /* … or only by `pick` … */
  CAST_PLAIN,  /* … or nothing changes that, and there is only one way to cast it; the cost is of generic mana,
                  symbols of a single kind and perhaps some of the same two */
} CastGlance;

/* A way to cast a card for an alternative cost among its own abilities, by what it takes at the least, effects on costs
   aside. */
typedef struct CastWay {
  CostPick pick;
  u16 zones;    /* from where it lets the card be cast; the hand, if it names no zone */
  u8 way;       /* 1 + the index of the ability, as methods have it */
  u8 total;     /* mana … */
  u8 need[6];   /* … and of each kind */
  bool instant; /* perhaps whenever an instant can be cast */
  bool
      exact; /* it takes nothing else, and the card can be cast so whenever it is paid for and can be cast by its timing */
} CastWay;
enum { CAST_WAYS = 2 };

/* What a card is by itself: one of its faces, with the mana abilities its basic land types give it (305.6), or both
   halves of a split card together (709.4). Made by carddb_link. */
typedef struct CardForm {
  Chars chars;
  bool defines;  /* it has characteristic-defining abilities, or is split: looking at it says so */
  u8 cast;       /* CAST_…: how it can be cast from a hand as printed */
  u8 targets;    /* TARGETS_…: what its spell abilities, or that it is an Aura, ask for */
  bool instant;  /* it can be cast whenever an instant can: it is one, or has flash */
  bool straight; /* casting it in the ordinary way announces nothing but targets: no {X}, modes or optional costs */
  u8 total;      /* mana in that cost, {X} aside */
  u8 need[6];    /* of each kind, of symbols of a single kind … */
  u8 either, either_n; /* … and so many of symbols that are all of the same two kinds (SYMBOL_KINDS) */
  bool sba_clean;      /* as a permanent it has by itself nothing that state-based actions look at */
  u8 acts;             /* ACTS_…: what it can do on the battlefield */
  u8 tap;              /* … of ACTS_TAP: the index of the ability among its abilities */
  u8 makes, makes_n;   /* … and what it makes, as of AbilityDef */
  u8 reserved;
  u16 effect_zones;  /* where a static ability of it functions; characteristic-defining ones aside … */
  u16 watcher_zones; /* … where a triggered or replacement ability does, or daybound or nightbound … */
  u16 action_zones;  /* … where an activated ability does … */
  u16 cast_zones;    /* … and from where an alternative cost that names a zone lets it be cast … */
  u8 cast_least;     /* … for at least so much mana … */
  bool cast_timed;   /* … at a time of its own */
  u8 holds;          /* HOLDS_…: what there is among its abilities that matters as it is cast */
  u8 ordinary;       /* CAST_…: how it can be cast for its mana cost … */
  u8 way_count;      /* … and in so many other ways, if `ordinary` isn't CAST_ANYHOW */
  u8 reserved_pick;  /* forms are compared byte by byte */
  CostPick pick;     /* what its additional costs have chosen */
  CastWay ways[CAST_WAYS];
  u8 reserved_end[4];
} CardForm;

/* The most of "any number": definitions write it out, and no game has so many objects. */
enum { IR_ANY_NUMBER = 1000000 };

/* Additional and optional costs, modes that may cost something; alternative costs; effects on the rules while it is a
   spell. */
enum { HOLDS_COSTS = 1, HOLDS_ALTERNATIVES = 2, HOLDS_RULES = 4 };

/* No targets; some, perhaps; at most one each that any player can be. */
enum { TARGETS_NONE, TARGETS_SOME, TARGETS_PLAYER };

/* The activated abilities of a card's form: any, none, or but the one that taps for mana of one kind. */
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
  StrId name; /* the whole name: "Fire // Ice" */
  u32 face;   /* first of its faces */
  u16 faces;
  u16 layout;
  u32 form; /* first of its forms: its faces, then, if it is split, the combination, and of a Room both halves locked */
  u32 combined; /* which of them it is where no face is chosen */
  /* Of its abilities and those that it grants: where static abilities function, characteristic-defining ones
     aside, where triggered and replacement abilities do, where activated ones and alternative costs do, and of these
     the mana abilities. */
  u16 effect_zones, watcher_zones, action_zones, mana_zones;
  bool for_others;   /* some of them says who may activate it (ABILITY_FOR_OTHERS) */
  bool split_second; /* … or is split second */
  u8 reserved[2];
  u32 meld_partner; /* card id or 0 */
  u32 color_identity;
  StrId meld_name;          /* the partner's, 0 for none; carddb_link looks the partner up */
  u32 says_at, says_length; /* its rules text in CardDb.says, that of a face behind that of the one before */
  /* What belongs to the card: its words, abilities and names of variables, and what its forms list in
     CardDb.form_abilities, begin here, and end where those of the next card begin. */
  u32 first_word, first_ability, first_slot_name, first_listed;
  u32 definition; /* a hash of it that is made of names: see cards/names.h */
} CardDef;

BYTEWISE_END

/* A keyword defined in IR (cards/keywords.ir): the abilities that stand for it when it is written with
   exactly these parameters. */
typedef struct KeywordDef {
  Word word;
  u8 params;               /* set of NEEDS_… */
  u32 line, column;        /* where its abilities begin */
  const char *rule, *each; /* the rule that says what it means, and the one about several instances; null: none */
  Str source;              /* its abilities and its closing parenthesis */
} KeywordDef;

/* Keyword abilities that rules give: ward {2} to disguised and cloaked objects (702.168a, 701.58a), enchant creature to
   what is cast bestowed (702.103b), to players the abilities of being the monarch (725.2) and of having the
   initiative (726.2), and of having speed (702.179d), to what is suspected menace and that it can't block (701.60c),
   to a mutating creature spell its target (702.140a). */
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

/* An operation defined in IR (cards/operations.ir): the node that stands for it, with its arguments put in. */
typedef struct OperationDef {
  IrOp op;
  u32 line, column; /* where that node begins */
  const char *rule; /* the rule that says what it means; null: none */
  Str source;       /* the node and the definition's closing parenthesis */
} OperationDef;

typedef struct CardDb {
  GavelAllocator allocator;
  Arena arena;
  Intern names;              /* StrId of names and other texts */
  VEC(u32) words;            /* nodes; words[0] unused */
  VEC(u8) traits;            /* of the node at each of them: TRAIT_… (cards/traits.h) */
  VEC(AbilityDef) abilities; /* [0] unused */
  VEC(FaceDef) faces;        /* [0] unused */
  VEC(CardDef) cards;        /* [0] unused */
  VEC(CardForm) forms;       /* [0] blank */
  VEC(u32) form_abilities;
  VEC(ManaCost) costs; /* [0] unused */
  VEC(u32) by_name;    /* hash table of folded names to cards (whole and face names), open addressing */
  /* The abilities the rules give lands with basic land types (305.6), in colour order, and the number of
     the pseudo-card they belong to. */
  u32 intrinsic[5];
  u32 by_rules[GIVEN_COUNT]; /* the keyword abilities that rules give objects, by GIVEN_… */
  u64 version;               /* hash of everything above, for saves and replays */
  VEC(StrId) slot_names;     /* names of variables; those of an ability are a run */
  VEC(char) says;            /* rules texts of cards that were read from theirs; no part of the version */
  VEC(KeywordDef) keywords;
  VEC(OperationDef) operations;
  const IrSignature *signatures; /* by operation */
  const u16 *op_slots;           /* operations by the hash of their names, open addressing */
  /* Why there is no card of a name, where somebody knows more than that: appends a sentence and answers true, or
     answers false. May be null. */
  bool (*why_not)(const void *user, Str name, Text *out);
  const void *why_not_user;
  /* The image that the arrays, from `words` to `by_name` and `slot_names`, lie in (cards/image.h); empty if they are
     the database's own. */
  Str image;
  atomic_uchar *sound; /* what is known of each of its cards, null if all are sound */
} CardDb;

/* --- reading nodes ------------------------------------------------------------------------- */

static inline IrOp node_op(const CardDb *db, Node n) { return (IrOp)(db->words.data[n] & 0xffff); }
static inline u32 node_argc(const CardDb *db, Node n) { return db->words.data[n] >> 16; }
static inline u32 node_arg(const CardDb *db, Node n, u32 i) { return db->words.data[n + 1 + i]; }
static inline i32 node_int(const CardDb *db, Node n, u32 i) { return (i32)db->words.data[n + 1 + i]; }
/* The node that stands for one whose operation is defined in IR; 0 for those that the engine carries out. */
static inline Node node_defined(const CardDb *db, Node n) {
  u32 place = db->signatures[node_op(db, n)].defined;
  return place ? node_arg(db, n, place - 1) : 0;
}

/* Environment slots every ability has, before its own variables. */
enum {
  SLOT_X,            /* number */
  SLOT_EVENT_OBJECT, /* what triggered it, or the event a replacement changes */
  SLOT_EVENT_PLAYER,
  SLOT_EVENT_AMOUNT,
  SLOT_EVENT_SOURCE,
  SLOT_EVENT_OTHER,
  SLOT_EVENT_NEW, /* what its object became; of EVENT_TAPPED_FOR_MANA the kinds of mana that were produced, as a number */
  SLOT_MOVED,     /* what the last action moved, created, found or dealt damage to */
  SLOT_THIS_WAY,  /* how much it came to */
  SLOT_DID,       /* whether it was done */
  SLOT_EVENT_ROW, /* inside a replacement: 1 + the row of the event being changed; else unset */
  SLOT_FIRST_OWN
};
/* The name of one of these slots, without its $; empty for others. */
Str ir_slot_text(u32 slot);
/* The slot of that name, SLOT_FIRST_OWN if it is none of these. */
u32 ir_slot_find(Str name);

#endif
