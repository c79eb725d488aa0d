/* The meaning of the rows of the block, and one way to walk over all of it.

   Every struct of the core has a schema: its fields in a fixed order, each with a kind that says what it refers to or
   owns. The heap has no roots of its own: a piece belongs to the one field of kind FIELD_OWN (or a conditional one)
   that holds its handle, and the schema says what it contains. Copying, freeing, hashing, saving, loading, counting and
   validating are all visitors of this walk. Add a new field or owner to the schema (schema.c) and nowhere else; static
   assertions there fail if a struct has grown and its schema has not.

   Ownership:

       Object.ext         Permanent on the battlefield, StackItem on the stack; while it moves, that of the zone it left
       Permanent          cast, blocking
       StackItem          env, cast, modes, spliced
       CastInfo           paid, spent, objects
       Env                the lists of its values, applied
       Value              the list of REFS and NUMBERS; `divided`
       Note               its value
       Effect             env, objects, mods. An env in a M_GAIN of `mods` is borrowed from Effect.env
       CvRecord           mods, and the env of each M_GAIN in them
       Lki                ext (by the zone it left), counters, notes, attachments, more, blockers; if
                          abilities_in_block is not 0, the abilities of `chars`: a List of AbilityInst, two words each
       Pending            env
       Event              entry, applied; env of a PROGRAM, otherwise borrowed
       Entry              notes, cast, also (its envs), copy_and_env
       Mana               env
       Frame              env if FRAME_OWNS_ENV, otherwise borrowed; lists
       AbilityInst        env is borrowed from the effect or CvRecord that granted it; in an Lki it may be stale

   A borrowed handle names a piece owned elsewhere. Locals of frames never hold heap handles. */
#ifndef STATE_WALK_H
#define STATE_WALK_H

#include "state/block.h"

typedef enum StructId {
  STRUCT_NONE,
  STRUCT_OBJECT,
  STRUCT_CARD,
  STRUCT_FRAME,
  STRUCT_EVENT,
  STRUCT_COUNTERS,
  STRUCT_NOTE,
  STRUCT_EFFECT,
  STRUCT_PENDING,
  STRUCT_LKI,
  STRUCT_LKI_OBJECT, /* an Object that belongs to no slot */
  STRUCT_LKI_CHARS,
  STRUCT_CV,
  STRUCT_SUBST,
  STRUCT_MANA,
  STRUCT_HISTORY,
  STRUCT_DUE,
  STRUCT_OPTION,
  STRUCT_CHOSEN,
  STRUCT_CHOSEN_OPTION, /* the contents of such a row after the kind */
#define CK(KIND, STRUCT, MEMBER) STRUCT_CHOSEN_##KIND,
  CHOSEN_KIND_TABLE(CK)
#undef CK
      STRUCT_SIGHT,
  /* free rows */
  STRUCT_FREE_OBJECT,
  STRUCT_FREE_CARD,
  STRUCT_FREE_COUNTERS,
  STRUCT_FREE_NOTE,
  STRUCT_FREE_EFFECT,
  STRUCT_FREE_LKI,
  STRUCT_FREE_CV,
  /* parts */
  STRUCT_CORE,
  STRUCT_PLAYER,
  STRUCT_ZONE_LIST,
  STRUCT_DECISION,
  STRUCT_VALUE,
  STRUCT_MOD,
  STRUCT_CV_MOD,
  STRUCT_INST,
  /* in the heap */
  STRUCT_PERMANENT,
  STRUCT_CAST_INFO,
  STRUCT_STACK_ITEM,
  STRUCT_ENTRY,
  STRUCT_ENV,
  STRUCT_ITEM_WORD,
  STRUCT_ITEM_REF,
  STRUCT_ITEM_APPLIED,
  STRUCT_ITEM_ENV,
  STRUCT_ITEM_COUNTERS,
  STRUCT_ITEM_NOTE,
  STRUCT_ITEM_PAID,
  STRUCT_ITEM_PROGRAM,
  STRUCT_ITEM_MODE,
  STRUCT_COUNT
} StructId;

/* The contents of a piece of the heap. */
typedef enum OwnKind {
  OWN_NONE,
  OWN_PERMANENT,
  OWN_STACK_ITEM,
  OWN_CAST_INFO,
  OWN_ENTRY,
  OWN_ENV,
  /* lists */
  OWN_WORDS, /* plain 64-bit numbers */
  OWN_REFS,
  OWN_ENVS,
  OWN_MODS,     /* Mods, 3 words each; envs borrowed */
  OWN_CV_MODS,  /* the same with owned envs */
  OWN_COUNTERS, /* pairs: Word, number */
  OWN_NOTES,    /* triples: acquisition << 32 | link, tag, v */
  OWN_PAID,     /* Paid, 2 words each */
  OWN_PROGRAMS, /* pairs: node, env (owned) */
  OWN_MODES,    /* one word each: the mode or part in the low half, an env (owned) or 0 in the high half */
  OWN_INSTS,    /* AbilityInst, 2 words each */
  OWN_APPLIED,  /* keys of replacement effects, made of references and acquisitions or ids (614.5) */
  OWN_KIND_COUNT
} OwnKind;

typedef enum FieldKind {
  FIELD_NONE,
  /* scalars */
  FIELD_NUMBER, /* unsigned */
  FIELD_SIGNED,
  FIELD_ENUM, /* less than `arg` */
  FIELD_PROCEDURE,
  FIELD_OPERATION,
  FIELD_EVENT_KIND,
  FIELD_WORD_SET, /* 64-bit words of a bit set: of subtypes or, with arg 1, of keywords */
  FIELD_ROW,      /* a row of the table `arg`, or its number of rows */
  FIELD_ROW_1,    /* 1 + a row, 0 none */
  FIELD_PLAYER_1, /* 1 + a player, 0 none */
  FIELD_SERIAL,   /* a count of what happened, or a key made of such counts; not part of a position */
  FIELD_TURN,     /* a turn number; in a position, relative to now */
  FIELD_TIMESTAMP,
  FIELD_ACQUISITION,
  FIELD_EFFECT_ID,
  FIELD_REF,
  FIELD_REF_OR_NUMBER, /* a reference, or a number without a high half */
  FIELD_SLOT,
  FIELD_CARD_ROW,
  FIELD_PLAYER, /* a player or PLAYER_NONE */
  FIELD_OWNER,  /* a player, never none */
  FIELD_ZONE,   /* a zone or ZONE_NONE */
  FIELD_WORD,   /* of class `arg`; WC_ANY: of any class */
  FIELD_NODE,   /* of sort `arg`; SORT_NONE: of any sort */
  FIELD_ABILITY,
  FIELD_NAME,
  FIELD_COST,
  FIELD_CARD_DEF,
  FIELD_CV,
  FIELD_SUBST,
  FIELD_COUNTER_CHAIN, /* first row of a chain in the table */
  FIELD_NOTE_CHAIN,
  FIELD_LKI_CHAIN,
  FIELD_COUNTER_NEXT, /* the rest of the chain the row is in */
  FIELD_NOTE_NEXT,
  FIELD_LKI_NEXT,
  FIELD_FREE,   /* the next free row of the same table, or the first one */
  FIELD_TAG,    /* only sight.h reads it */
  FIELD_BORROW, /* an env owned by something else */
  FIELD_STALE,  /* an env that may be gone: kept only if it still exists */
  /* structure */
  FIELD_SKIP,   /* derived, or rebuilt on loading */
  FIELD_STRUCT, /* a struct, or an array of them: `arg` is the StructId */
  FIELD_OWN,    /* a handle: `arg` is the OwnKind */
  FIELD_EXT,    /* Object.ext, Lki.ext */
  FIELD_LOCAL,  /* a frame's local, by its procedure and operation */
  FIELD_FRAME_ENV,
  FIELD_FRAME_LISTS,
  FIELD_EVENT_ENV,
  FIELD_EVENT_WORD,  /* of an event or, with arg 1, of history; by its kind */
  FIELD_OPTION_WORD, /* by its kind */
  FIELD_OPTION_A,
  FIELD_OPTION_N,
  FIELD_CHOSEN, /* a row of T_CHOSEN after its kind */
  FIELD_DUE_A,  /* by its kind */
  FIELD_DUE_N,
  FIELD_NOTE_KEY,    /* a name and an acquisition */
  FIELD_VALUE,       /* Value.v, by its tag */
  FIELD_NOTED_VALUE, /* v of an OWN_NOTES item, by its tag */
  FIELD_INSTS,       /* Chars.abilities, by abilities_in_block */
  FIELD_MODE,        /* a chosen mode, with its env in the high half */
  FIELD_MOD_WORD,    /* Mod.word, Mod.x and Mod.a, by the operation */
  FIELD_MOD_X,
  FIELD_MOD_A,
  FIELD_CV_MOD_X,
} FieldKind;

typedef struct Field {
  u16 offset; /* within the struct */
  u16 count;  /* elements of an array */
  u8 size;    /* of an element; for FIELD_STRUCT, the size of the struct */
  u8 kind;    /* FieldKind */
  u8 arg;
} Field;

typedef struct Schema {
  const char *name;
  const Field *fields;
  u16 count;
  u16 size; /* of the struct */
} Schema;

/* A hash of all schemas and frame locals: if it changes, the save format has changed (save.h). */
u64 schema_fingerprint(void);
/* The schema of a struct, and the types of a table's rows (in use, free; STRUCT_NONE if there can't be any). */
const Schema *schema_of(StructId id);
StructId schema_of_rows(TableId t);
StructId schema_of_free_rows(TableId t);
/* The header of a piece of that kind (STRUCT_NONE: a List), and the type of its items. */
StructId schema_of_head(OwnKind kind);
StructId schema_of_items(OwnKind kind);

/* The meaning of Mod.a for an operation, of Event.word and History.word for a kind of event, and of Option.word and
   Option.a for a kind of option. */
FieldKind mod_operand(IrOp op);
FieldKind event_word_kind(u32 kind);
static inline FieldKind option_word_kind(u32 kind) {
  return kind == OPTION_WORD || kind == OPTION_MANA || kind == OPTION_REF ? FIELD_WORD : FIELD_NUMBER;
}
FieldKind option_a_kind(u32 kind);

/* A place that survives moves of the block: a byte offset in a table or, with table TABLE_COUNT, in Core. */
typedef struct Place {
  u32 table;
  u32 byte;
} Place;
static inline void *place_at(const Game *g, Place p) {
  u8 *base = p.table < TABLE_COUNT ? (u8 *)g->rows[p.table] : (u8 *)core(g);
  return base + p.byte;
}
static inline Place place_in(Place p, u32 byte) { return (Place){p.table, p.byte + byte}; }
static inline Place place_of_row(TableId t, u32 row) { return (Place){t, row * TABLE_ROW_SIZES[t]}; }
static inline Place place_of_heap(Heap h) { return (Place){T_HEAP, h * (u32)sizeof(u64)}; }
/* Reads an unsigned number of 1, 2, 4 or 8 bytes. */
static inline u64 number_at(const void *at, u32 size) {
  u64 wide;
  u32 word;
  u16 half;
  switch (size) {
    case 1: return *(const u8 *)at;
    case 2: memcpy(&half, at, sizeof half); return half;
    case 4: memcpy(&word, at, sizeof word); return word;
    default: memcpy(&wide, at, sizeof wide); return wide;
  }
}
static inline u64 place_get(const Game *g, Place p, u32 size) { return number_at(place_at(g, p), size); }
void place_set(const Game *g, Place p, u32 size, u64 value);
Heap place_handle(const Game *g, Place p);
void place_set_handle(const Game *g, Place p, Heap h);

/* A walk. Callbacks may be null; by default a walk changes nothing.
   - scalar: a scalar field; `place` is its element.
   - own: a handle of a piece with `items` items (of a List, or slots of an Env; 0 for others); returns the handle to
     walk into, 0 for none. A copier puts a new handle into `place`, a loader allocates one.
   - leave: the piece has been walked.
   - rows: a table with `count` rows begins; returns how many to walk. A loader makes that many.
   - free_row: whether the next row is free; returns whether to walk it as a free one. */
typedef struct Walk Walk;
struct Walk {
  Game *g;
  void *user;
  void (*scalar)(Walk *w, const Field *field, Place place);
  /* If set, visits a scalar of a table's rows (`w->table`) once for all `count` rows, including free ones, instead of
     row by row. */
  void (*column)(Walk *w, const Field *field, u32 count);
  Heap (*own)(Walk *w, OwnKind kind, Place place, u32 items);
  void (*leave)(Walk *w, OwnKind kind, Heap h);
  u32 (*rows)(Walk *w, TableId t, u32 count);
  bool (*free_row)(Walk *w, bool is_free);
  bool frees; /* frees owned pieces one by one instead of walking into them */
  bool stop;  /* set by a callback to end the walk as soon as possible */
  u32 table;  /* current position: a table and row, or TABLE_COUNT for Core */
  u32 row;
};

/* Walk one struct, one piece of the heap (through the handle at `place`, or directly), or one row. */
void walk_struct(Walk *w, StructId id, Place place);
void walk_own(Walk *w, OwnKind kind, Place place);
void walk_piece(Walk *w, OwnKind kind, Heap h);
void walk_row(Walk *w, TableId t, u32 row);
/* Walks all of Core and of the core tables except T_HEAP (reached through its owners) and T_CHECKPOINTS. */
void state_walk(Walk *w);

/* The kinds of fields that hold numbers of the database or of a table of the engine, as bits. */
#define FIELD_BIT(KIND) ((u64)1 << FIELD_##KIND)
#define FIELDS_NAMED                                                                                             \
  (FIELD_BIT(WORD) | FIELD_BIT(WORD_SET) | FIELD_BIT(OPERATION) | FIELD_BIT(EVENT_KIND) | FIELD_BIT(PROCEDURE) | \
   FIELD_BIT(NODE) | FIELD_BIT(ABILITY) | FIELD_BIT(NAME) | FIELD_BIT(COST) | FIELD_BIT(CARD_DEF) | FIELD_BIT(CV))
/* The number to hash for the value of a field: a hash of the name if the value is a number of the database or of a
   table of the engine (cards/names.h), otherwise the value itself. */
u64 field_number(const CardDb *db, const Field *field, const void *at);
/* The word for the lowest bit of a set of words. */
static inline Word word_set_first(const Field *field) { return field->arg ? W_KEYWORD_FIRST : W_SUBTYPE_FIRST; }
/* Whether field_number differs from the value. */
static inline bool field_is_named(const Field *field) { return FIELDS_NAMED >> field->kind & 1; }

/* Whether the field is the type, supertype or subtype that a modification adds, removes or sets; it is never 0. */
bool field_is_mod_word(const Field *field);
/* Whether a row is free. */
bool row_is_free(const Game *g, TableId t, u32 row);
/* The kind of piece that Object.ext refers to. */
OwnKind own_kind_of_ext(const Object *o);
/* Number of items of a piece: a List's count, an Env's slots. */
u32 own_items(const Game *g, OwnKind kind, Heap h);
/* Number of words that a piece with `items` items needs. */
u32 own_words(OwnKind kind, u32 items);

/* Free a piece, or what a row owns, with everything below it. */
void owned_free(Game *g, OwnKind kind, Heap h);
void row_owned_free(Game *g, TableId t, u32 row);
/* Makes a deep copy of a piece; 0 for 0. */
Heap owned_copy(Game *g, OwnKind kind, Heap h);

#endif
