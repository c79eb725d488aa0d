/* The state of a game: one relocatable block without pointers.

   The block begins with a Block: the table directory, the core scalars and the derived scalars. Behind it
   lie the tables, each an array of one row type with a count and a capacity. Growing a table moves the
   tables behind it and perhaps the whole block, so NO POINTER INTO THE BLOCK MAY BE HELD ACROSS A CALL
   THAT CAN ADD A ROW, allocate from the heap, or propose an event. Hold indices and Refs; look the row up
   again. The hostile build moves the block at every row added and makes the old memory unreadable.

   Three regions: core tables are hashed and saved by a canonical walk; derived tables are caches, cloned
   but never hashed, and can be thrown away at any time (`derived_reset`); what only listeners need lies in
   Game, outside the block.

   Running out of memory or reaching a limit leaves the engine by `game_fail`, which returns to the entry
   point of the library with a status; the game is then marked as failed and answers nothing else. So code
   below the entry points never checks an allocation. */
#ifndef STATE_STATE_H
#define STATE_STATE_H

#include "base/base.h"
#include "cards/carddb.h"
#include "cards/events.h"
#include "state/remarks.h"
#include "state/chosen.h"

#include <setjmp.h>

#define PLAYERS_CAP 8
#define PLAYER_NONE 0xff

/* Rows are walked by schemas that cover every byte of them, and caches are compared byte by byte. */
BYTEWISE_BEGIN

/* --- rows ---------------------------------------------------------------------------------- */

/* The copiable values of an object (707.2): a card of the database, or (CV_RECORD set) a row of T_CVS. */
typedef u32 CvId;
#define CV_RECORD 0x80000000u

typedef enum ObjectKind {
  OBJECT_CARD,
  OBJECT_TOKEN,
  OBJECT_SPELL_COPY, /* 707.10 */
  OBJECT_CARD_COPY,  /* 707.12 */
  OBJECT_ABILITY,    /* on the stack (113.1c) */
  OBJECT_EMBLEM,
} ObjectKind;

/* Status (110.5): the second of each pair. */
enum {
  STATUS_TAPPED = 1,
  STATUS_FLIPPED = 2,
  STATUS_FACE_DOWN = 4,
  STATUS_PHASED_OUT = 8,
};

/* How a face-down object came to be so (708.2a), what it looks like and may be turned up by. */
typedef enum FaceDownKind {
  FACE_DOWN_PLAIN,
  FACE_DOWN_MORPH,
  FACE_DOWN_MANIFEST,
  FACE_DOWN_DISGUISE,
  FACE_DOWN_CLOAK
} FaceDownKind;

typedef struct Object {
  u32 generation;  /* never 0 while the slot was ever used */
  CvId cv;         /* before layer 1: what it is printed, created or (merged, melded) made as */
  u64 timestamp;   /* 613.7d–m */
  u32 next, prev;  /* order within its zone; 0 ends. In libraries `next` leads down from the top. */
  u32 card;        /* first card that represents it, 0 for none; further ones through Card.next */
  Heap ext;        /* Permanent on the battlefield, StackItem on the stack, else 0 */
  u32 notes;       /* first row of T_NOTES */
  u32 counters;    /* first row of T_COUNTERS */
  u32 lki;         /* first row of T_LKI: former generations of this slot, newest first */
  u32 acquisition; /* of the abilities of `cv` */
  u8 kind;         /* ObjectKind */
  u8 zone;
  u8 owner;
  u8 controller;      /* now, layer 2 applied; the owner where objects have no controller (108.4) */
  u8 base_controller; /* before layer 2 */
  u8 status;
  u8 face;      /* which face is up or which half or version this is; 0 the first */
  u8 face_down; /* FaceDownKind */
  u8 known;     /* bit per player who may know what card this is */
  u8 flags;     /* OBJECT_… */
  u16 reserved; /* see zone_left in objects.h */
  u32 reserved2;
} Object;
_Static_assert(sizeof(Object) == 64, "objects are one cache line");
enum {
  OBJECT_COMMANDER = 1,
  OBJECT_REVEALED = 2, /* a revealed card in a hidden zone (400.2) */
  OBJECT_EXILED_FACE_DOWN = 4,
  OBJECT_CREATED_BY_SETUP = 8,
  OBJECT_MOVING = 16,        /* while a batch happens: a move of it is under way */
  OBJECT_COMPANION = 32,     /* a card outside the game that its owner has chosen as companion (103.2b) */
  OBJECT_LEFT_UNLOCKED = 64, /* the designations of a permanent's halves (709.5c) */
  OBJECT_RIGHT_UNLOCKED = 128,
};

/* A physical card; it outlives the objects it represents. */
typedef struct Card {
  u32 def;    /* of the database */
  u32 object; /* the slot it is represented by now */
  u32 next;   /* next card of the same object (meld, merge) */
  u8 owner;
  u8 flags;  /* CARD_… */
  u16 casts; /* times cast from the command zone as a commander (903.8) */
} Card;
enum { CARD_COMMANDER = 1 };

/* What a permanent has that other objects have not. In the heap. */
typedef struct Permanent {
  i64 damage;
  Ref attached_to; /* object or player */
  Ref attacking;   /* whom or what it attacks, 0 if not attacking … */
  Ref attacked;    /* … and what it attacked this combat before it was removed from it (508.5) */
  Ref paired;
  Heap blocking; /* List of attackers it blocks */
  Heap cast;     /* CastInfo of the spell it was (400.7d) */
  u32 entered_turn;
  u32 flags;        /* PERM_… */
  u32 exerted;      /* bit per player during whose next untap step it doesn't untap (701.43a) */
  u32 deathtouched; /* dealt damage by a source with deathtouch since the last check (704.5h) */
  u32 level;
  u32 protector; /* 1 + the player who protects a battle (310.8), 0 none */
  u32 band;      /* of an attacking creature: its band's number, 0 none (702.22c) */
  u32 arrived;   /* the batch of events in which it entered, 0 if it was set up (704.5k) */
} Permanent;
enum {
  PERM_SICK = 1, /* not under its controller's control continuously since their turn began (302.6) */
  PERM_BLOCKED = 2,
  PERM_BLOCKING = 4,
  PERM_MONSTROUS = 8,
  PERM_RENOWNED = 16,
  PERM_SADDLED = 32,
  PERM_SUSPECTED = 64,
  PERM_SOLVED = 128,
  PERM_BEGAN_UNTAPPED = 256, /* it was untapped as the turn began */
  PERM_BESTOWED = 512,
  PERM_FIRST_STRUCK = 1024, /* dealt damage in the first of two damage steps (510.4) */
  PERM_PHASED_INDIRECTLY = 2048,
  PERM_MELDED = 4096,
  PERM_CHOSEN_TO_ATTACK = 8192, /* while attackers are declared (508.1a) */
  PERM_UNBLOCKED = 16384,
  PERM_CASE_DAMAGED = 32768,    /* was dealt damage this turn */
  PERM_ATTACKS_NOTHING = 65536, /* what it attacks was removed from combat (506.4c) */
  PERM_UPKEEP = 1 << 17,        /* an upkeep of its controller has begun while they controlled it … */
  PERM_UPKEEP_NOW = 1 << 18,    /* … for the first time this turn */
  PERM_RING_BEARER = 1 << 19,   /* of its controller (701.54a) */
  PERM_GOADED_SHIFT = 20,
  PERM_GOADED = 0xff << PERM_GOADED_SHIFT, /* bit per player who goaded it (701.15) */
};

#define PERM_MERGED 0x80000000u /* several components represent it (730.2) */
/* All there are, and those that only something in combat has (506.4). */
#define PERM_FLAGS (PERM_MERGED | (u32)PERM_GOADED | ((1u << PERM_GOADED_SHIFT) - 1))
#define PERM_COMBAT_FLAGS \
  (u32)(PERM_BLOCKED | PERM_BLOCKING | PERM_UNBLOCKED | PERM_FIRST_STRUCK | PERM_ATTACKS_NOTHING)

/* How a spell was cast or an ability activated: stays with the permanent it becomes (400.7d). In the heap. */
typedef struct Paid { /* an optional cost that was paid */
  u32 keyword;
  u32 times;
  u32 ability;     /* that says it … */
  u32 acquisition; /* … if it is not one of the spell's own */
} Paid;
_Static_assert(sizeof(Paid) == 2 * sizeof(u64), "two heap words");

typedef struct CastInfo {
  Word method; /* the alternative cost used, as its keyword; 0 the mana cost */
  u8 from;     /* Zone */
  u8 free;     /* cast without paying its mana cost */
  u8 was_cast; /* or is being cast; a copy that isn't was not */
  u8 player;
  u16 reserved;
  Heap paid;    /* List of Paid: see paid_at */
  Heap spent;   /* List: mana spent, one u64 an amount: kind | snow << 8 | source type mask << 16 | n << 32 */
  Heap objects; /* List: objects that paid costs (sacrificed, discarded …), Refs as they were */
  u32 reserved2;
  i64 x;
} CastInfo;

/* A spell or ability on the stack. In the heap. */
typedef struct StackItem {
  Ref source;  /* of an ability; of a spell, itself */
  u32 ability; /* definition path of the ability; 0 for a spell */
  u32 subst;
  u32 acquisition;
  Heap env;     /* of the ability, or of the spell's spell abilities */
  Heap cast;    /* CastInfo */
  Heap modes;   /* List of the modes chosen (1 for the first printed), in printed order */
  Heap spliced; /* List of the spell's parts that were spliced onto it, numbers from 0; each has an env */
  u32 flags;    /* STACK_… */
  u8 trigger_condition_rechecks;
  u8 reserved[7];
  u32 depth, epoch; /* in the chain of what caused it, see rules/kernel/cause.h */
} StackItem;
enum {
  STACK_TRIGGERED = 1,
  STACK_ACTIVATED = 2,
  STACK_COPY = 4,
  STACK_DELAYED = 16,
  STACK_ABILITY_IF = 32,
  STACK_SOURCE_TRANSFORMED = 64, /* its source has transformed since it was put on the stack (701.27f) */
};

/* A list of 64-bit words in the heap: `heap_list_…`. */
typedef struct List {
  u32 count, cap;
} List; /* items follow */

typedef enum ValueTag {
  VALUE_NONE,
  VALUE_NUMBER,
  VALUE_REF,
  VALUE_REFS,
  VALUE_WORD,
  VALUE_NAME,
  VALUE_NUMBERS,
  VALUE_EVENT
} ValueTag;

/* What a variable holds. REFS and NUMBERS own a List (v is its Heap). */
typedef struct Value {
  u32 tag;
  u32 divided; /* Heap of a List of amounts beside the objects of a divided target */
  u64 v;
} Value;

/* What a program or an effect knows: who it is and its variables. In the heap; one owner each. */
typedef struct Env {
  Ref source;       /* "~": the object the ability is of */
  Ref stack_object; /* the spell or ability on the stack it is part of, if any */
  Ref granter; /* whose effect gave the object the ability, REF_NONE if none did or a static ability did (201.5a) */
  u32 ability; /* definition path */
  u32 subst;
  u32 acquisition;
  u8 controller; /* "you" */
  u8 slots;
  u16 flags;
  Heap applied; /* List of replacement effects that its events have had already (614.5) */
  u32 reserved;
  Value slot[];
} Env;

enum {
  ENV_SHIELD = 1,  /* of a floating replacement; SLOT_DID holds 1 + its row until it is used */
  ENV_PLANNED = 2, /* of a mana ability whose choices are made: SLOT_EVENT_OTHER holds them (rules/cast/pay/mana.c) */
};

/* Counters of one kind on an object or player; rows of one bearer are chained. */
typedef struct Counters {
  u64 timestamp; /* 613.7c */
  i64 n;
  u32 next;
  Word kind;
  u16 reserved;
} Counters;

/* What linked abilities remember (607): kept by the object, keyed by acquisition and link. */
typedef struct Note {
  u32 next;
  u32 acquisition;
  StrId link;
  u32 reserved; /* NOTE_FREE of a free row */
  Value value;
} Note;
enum { NOTE_FREE = 1 };

/* An evaluated modification: an operation of layer 1 to 7 with its operands fixed. */
typedef struct Mod {
  u16 op; /* IrOp of SORT_MOD */
  u16 word;
  u32 a;
  i64 x, y;
} Mod;
/* Operands by operation: word ops: `word`; sets of types or colours: `a` is the mask; M_BASE_PT, M_PT: x and y; M_NAME: a
   is the StrId; M_GAIN: a the ability, x = subst | env << 32, y how often more than once; M_CONTROLLER: a the player;
   M_COPY: a the CvId; M_FULL_TEXT, M_TEXT_BOX, M_TEXT_TOO: a the CvId taken from; M_SWAP_WORD: word and a; M_MANA_COST: a
   the cost; M_SET_SUBTYPES and the like are one Mod a word after M_LOSE_SUBTYPES. */

/* A record of copiable values that are not simply a card's (design: copiable values are a thing).
   Immutable; equal records share a row. */
typedef struct CvRecord {
  u64 hash;
  u32 card;  /* the card whose values it begins with; 0: blank (tokens, face-down) */
  u32 subst; /* word substitutions over all of it */
  Heap mods; /* List of Mods, 3 words each, in order: exceptions, token values, as-enters values */
  u16 mod_count;
  u8 only_face; /* 0: all faces (status chooses); else 1 + the face it is alone */
  u8 flags;     /* CVR_… */
  u32 chars[4]; /* derived: row of T_CHARS for each face asked for so far; 0 not yet */
} CvRecord;
enum {
  CVR_TOKEN = 1,
  CVR_FACE_DOWN = 2,
  CVR_MERGED = 4, /* of several components (730.2a) */
  CVR_WARDED = 8, /* face-down with ward {2} */
  CVR_BESTOWED = 16,
  CVR_MUTATING = 64,  /* of a mutating creature spell (702.140a) */
  CVR_TWO_FACED = 32, /* of no card: its modifications say what the back face is; of a card: both faces are alike */
  CVR_FREE = 128,
};

/* A word substitution (612.2) and the rest of its chain; equal chains share rows. */
typedef struct Subst {
  Word from, to;
  u32 next;
} Subst;

/* An ability an object has now (design decision 9). In lists in the heap. */
typedef struct AbilityInst {
  u32 ability; /* definition path */
  u32 subst;
  u32 acquisition;
  Heap env; /* captured variables of the effect that granted it; owned by the effect */
} AbilityInst;
_Static_assert(sizeof(AbilityInst) == 16, "two heap words");

typedef enum EffectKind {
  EFFECT_CONTINUOUS,  /* modifications of a fixed set of objects (611.2c) */
  EFFECT_RULES,       /* rules of the game, or sets that are not fixed */
  EFFECT_REPLACEMENT, /* shields and other replacement or prevention effects of resolved spells */
  EFFECT_TRIGGER,     /* delayed triggered abilities */
  EFFECT_COPY,        /* a static copy effect's frozen values (707.2c) */
  EFFECT_FACE_DOWN,   /* the values `cv` that were listed for an object as it was put somewhere face down (708.2) */
  EFFECT_KINDS
} EffectKind;

/* An effect that is not (any more) bound to the ability that made it. */
typedef struct Effect {
  u32 id; /* 0: free row; never used again while the game lasts */
  u8 kind;
  u8 controller;
  u16 flags;
  u64 timestamp;
  Node node; /* the APPLY or APPLY_RULE node; of replacements and triggers see `ability` */
  u32 ability;
  Heap env;
  Heap objects;    /* List of Refs it applies to */
  Heap mods;       /* List of Mods fixed as the effect began, 3 words each (608.2h), or 0 */
  CvId cv;         /* of copy effects */
  u32 acquisition; /* of the abilities it grants */
  Word duration;
  u8 duration_player;
  u8 next_trigger_batch; /* reserved for the engine */
  u32 duration_turn;     /* the turn at or after which it ends */
  u32 reserved;
  Ref duration_object;
  i64 amount; /* what a shield has left; -1 without limit */
} Effect;
enum {
  EFFECT_ONCE = 1,
  EFFECT_LOOKS_BACK = 2,
  EFFECT_USED = 4,
  EFFECT_FROZEN = 8,    /* of EFFECT_COPY: what a static copy effect was fixed to as it began (707.2c); the static
                        ability applies it, not the row. Its source is `duration_object`. */
  EFFECT_ENTERING = 16, /* it waits for its one object to enter the battlefield (611.2e) */
  EFFECT_RETURNS =
      32, /* its objects return to the zone `amount` once `duration_object` leaves the battlefield (610.3), or
             phase in where that is ZONE_NONE (610.4) */
};

/* What an object was as it left a zone (113.7a, 608.2h). */
typedef struct Lki {
  Ref ref;       /* 0: free row */
  Ref became;    /* the first object it became, if any */
  u32 next;      /* next older of the same slot */
  u32 turn;      /* when it left */
  Object object; /* as it was; ext, notes and counters are its own copies below */
  Chars chars;   /* abilities: a run in the heap owned by this row, or of the database */
  Heap ext;
  Heap counters;    /* List: word, n pairs */
  Heap notes;       /* List of Note values: acquisition<<32|link, tag, v */
  Heap attachments; /* List of what was attached to it */
  u32 more;         /* further objects it became (meld): List in heap */
  Heap blockers;    /* List of the creatures that blocked it */
} Lki;

/* A triggered ability waiting to be put on the stack (603.3). */
typedef struct Pending {
  Ref source;
  u32 ability;
  u32 subst;
  u32 acquisition;
  Heap env;
  u32 effect; /* id of the delayed trigger it comes from */
  u8 controller;
  u8 wave; /* 0, or 1 if its trigger condition is another ability triggering (603.3b) */
  u16 flags;
  u64 order;
  u64 batch;        /* Core.batch when it triggered */
  u32 depth, epoch; /* as in StackItem */
} Pending;

/* An event of a batch. */
typedef struct Event {
  u8 kind;
  u8 cause;  /* 1 + the controller of the effect that causes it (609.1); 0 of costs, turn-based actions and the rules */
  u16 flags; /* EVF_… */
  u8 player; /* affected, or who does it; PLAYER_NONE */
  u8 from, to;
  u8 position; /* in the library, as a Word offset from W_TOP; of what enters the battlefield, where its timestamp
                   was chosen (613.7m): its place, 1 the earliest */
  Ref object;
  Ref source;
  Ref other;
  Ref became; /* what `object` has become once it happened */
  i64 amount;
  u32 word;     /* counter kind, mana kind, step …; of a commander's move: 1 + the zone it was to (903.9c); of
                   EVENT_COPIES: how many copies may have new targets whatever the others have */
  u32 parent;   /* the event that contains it, as index + 1 within the batch; 0 none */
  Heap entry;   /* Entry of what would enter the battlefield */
  Heap applied; /* List of ids of the replacement effects that have modified it */
  Node node; /* EVENT_PROGRAM: the action; EVENT_CREATE: how many counters of the kind `word` each token enters with */
  Heap env;
  u32 acquisition; /* of the ability `word` of EVENT_ACTIVATE */
  u32 reserved;
} Event;
enum {
  EVF_SETTLED = 1,  /* no replacement is left to apply */
  EVF_GONE = 2,     /* replaced or prevented: does not happen */
  EVF_EXPANDED = 4, /* its contained events have been proposed */
  EVF_COMBAT = 8,
  EVF_UNPREVENTABLE = 16,
  EVF_NO_REGENERATION = 32,
  EVF_SHUFFLE = 64, /* a move into a library that is shuffled then: to no place of its own */
  EVF_FACE_DOWN = 128,
  EVF_FROM_TOP = 256, /* drawn or milled: the card is whatever is on top */
  EVF_CAST = 512,     /* a move that is part of casting or resolving */
  EVF_COST = 1024,    /* done to pay a cost */
  EVF_HAPPENED = 2048,
  EVF_COPY_TOKEN = 4096,
  EVF_NOT_CREATED = 8192, /* a copy of a permanent spell becoming a token (608.3f) */
  EVF_RULE = 16384,       /* caused by the rules: state-based actions, cleanup */
  EVF_COMPONENT = 32768,  /* the move of one more card of a permanent: only of a card, not of the permanent (712.21) */
};

/* Entry.flags: an effect says what it enters attached to, be it that nothing is there (303.4i); it enters attacking or
   blocking, and what is to be chosen yet (508.4, 509.4), of `among` if an effect says so; an effect applies to it as it
   enters (611.2e). What is exiled returns once something leaves the battlefield (610.3). */
enum {
  ENTRY_HOST_SAID = 1,
  ENTRY_ATTACKS = 2,
  ENTRY_BLOCKS = 4,
  ENTRY_AMONG = 8,
  ENTRY_EFFECT = 16,
  ENTRY_RETURNS = 32
};

/* How an object would enter the battlefield, as modified so far (614.12). In the heap. */
typedef struct Entry {
  CvId cv;
  u32 acquisition;
  u8 controller;
  u8 tapped;
  u8 face_down; /* 1 + FaceDownKind, or 0 */
  u8 face;
  u32 protector; /* of a battle: 1 + the player, 0 nobody */
  Ref attached_to;
  Ref attacking;
  Ref blocking;      /* an attacking creature */
  Heap among;        /* List of what it may attack or block */
  CvId own;          /* what it has without the copy effect below, if that is for a while */
  Heap notes;        /* List: acquisition << 32 | link, tag, v */
  Heap cast;         /* CastInfo that goes with it */
  Heap also;         /* List: node, env pairs of actions after it entered */
  Node copy_and;     /* an additional effect of the copy effect applied last (707.9e), and its env, */
  Heap copy_and_env; /* an Env of its own: run once no replacement is left */
  u32 link;
  Ref noted_by; /* the object whose link remembers this one */
  u32 noted_acquisition;
  u16 flags;
  Word copy_until; /* the duration of the copy effect that `cv` is by; 0: none, or it has no end */
} Entry;

/* One event that happened, kept for this turn and the last (design decision 5). */
typedef struct History {
  u8 kind;
  u8 player, from, to;
  u16 types;
  u8 colors;
  u8 flags; /* HISTORY_… */
  u32 turn;
  u32 word;
  Ref object;
  Ref source;
  i64 amount;
  u32 acquisition; /* of the ability `word` of EVENT_ACTIVATE and EVENT_TRIGGER (602.5c), of the permission of EVENT_PERMIT */
  u32 reserved;
} History;
/* HISTORY_RESOLVED: of an ability that counts it, kept as if it had triggered. */
enum { HISTORY_COMBAT = 1, HISTORY_COMPONENT = 2, HISTORY_RESOLVED = 4, HISTORY_NOT_CREATED = 8 };

/* Mana in a pool (106.4): equal units together. */
typedef struct Mana {
  u8 player;
  u8 kind; /* 0–5: colours, colourless */
  u8 snow;
  u8 stays; /* it isn't lost as steps and phases end, until the turn (1) or combat (2) does */
  u32 n;
  Ref source; /* what produced it */
  Node terms; /* the action that added it, if it says what the mana may be spent on or what happens then; else 0 */
  Heap env;   /* for the terms; shared by no other row */
} Mana;

/* --- players and the rest of the core ------------------------------------------------------ */

typedef struct ZoneList {
  u32 first, last; /* slots; for libraries first is the top */
  u32 count;
} ZoneList;

typedef struct Player {
  i64 life;
  u32 counters;      /* first row of T_COUNTERS */
  ZoneList zones[4]; /* hand, graveyard, library, outside: see player_zone */
  u32 lands_played;
  u32 draws_this_turn;
  u32 spells_this_turn;
  u32 spells_last_turn;
  u32 turns_taken;
  u8 lost, won, left, drew_from_empty;
  u8 monarch, initiative, blessing, speed;
  u8 decided_by; /* who makes this player's decisions (723); normally the player */
  u8 dungeons;   /* completed (309.7) */
  u8 mulligans, conceded;
  u32 room; /* of their dungeon: where their venture marker is (309.4), 0 nowhere */
} Player;

/* Rows that wait for their time: extra turns, steps to skip, forced random results. */
typedef struct Due {
  u16 kind; /* DueKind */
  u8 player;
  u8 used;
  u32 a;
  i64 n;
} Due;
typedef enum DueKind {
  DUE_EXTRA_TURN,
  DUE_SKIP_STEP,
  DUE_EXTRA_STEP,
  DUE_COIN,
  DUE_DIE,
  DUE_SHUFFLE,
  DUE_CONTROL_TURN,
  DUE_SKIP_TURN,
  DUE_COMMANDER_DAMAGE
} DueKind;
/* DUE_CONTROL_TURN: `a` decides for `player` in their next turn (723). DUE_EXTRA_STEP: `a` is what is added,
   `n` the step or phase it comes after, 0 the present phase. DUE_COMMANDER_DAMAGE does not wait but counts:
   `n` combat damage dealt to `player` by the commander card `a` (903.10a). */

typedef enum GameFormat { FORMAT_TWO_PLAYER, FORMAT_FREE_FOR_ALL, FORMAT_COMMANDER } GameFormat;

typedef struct Core {
  Rng rng;
  u64 next_timestamp;
  u64 decisions; /* answered so far */
  u64 events;    /* happened so far */
  u32 next_acquisition;
  u32 next_effect;
  u32 next_group;
  u32 turn;        /* turns begun; 1 is the first */
  u32 step_serial; /* steps begun */
  u8 format;
  u8 player_count;
  u8 active;   /* whose turn */
  u8 priority; /* who has priority, PLAYER_NONE nobody */
  u8 step;     /* Word - W_STEP_UNTAP */
  u8 passes;   /* players who passed in succession */
  u8 over;     /* the game has ended */
  u8 starting_player;
  u8 day;            /* 0 neither, 1 day, 2 night */
  u8 by_hand;        /* bit per player whose costs of mana are not paid automatically (601.2g) */
  u8 first_strikers; /* this combat has two damage steps */
  u8 combat_phases;  /* begun this turn */
  u8 main_phases;
  u8 draw_by_loop;
  u8 ending_turn;
  u8 flags;
  u32 loop_begun; /* 1 + how many objects there were when a chain of causes became long, see rules/turn/loop.h */
  Decision decision;
  Option taken;      /* the answer just given, for the frame that asked */
  i64 ret;           /* what the last frame answered to its caller */
  ZoneList zones[5]; /* battlefield, exile, stack, command, ante: see shared_zone */
  u32 free_object, free_card, free_counter, free_note, free_lki, free_effect;
  u32 heap_free[28]; /* by size class */
  u32 heap_used;     /* words in use, for the validator */
  u32 choices_base;  /* rows of T_CHOSEN belonging to the decision's set */
  u32 pending_order;
  Player players[PLAYERS_CAP];
  u64 sight_key[2]; /* secret of the views' handles; see sight.h */
  u32 sight_serial; /* the last tag of T_SIGHT given out */
  u32 free_cv;      /* free rows of T_CVS, chained by `card` */
  u32 cv_enough;    /* with how many rows T_CVS is collected next, 0: CV_ENOUGH */
  u32 reserved;
  u64 checked_timestamp; /* the last timestamp given when state-based actions were last checked (704.6d) */
  u8 turn_order;         /* who took the last turn that was not an extra one */
  u8 last_active;        /* whose turn the previous one was */
  u8 attacked;           /* a creature was declared or put attacking this combat (508.8) */
  u8 attacked_players;   /* bit per player that a creature was declared attacking this combat (508.6) */
  u32 loop_steps;        /* forced steps since the last choice, see rules/kernel/cause.h */
  u32 loop_next;         /* at how many the next position is remembered */
  u32 loop_objects;      /* how many objects that position has */
  u64 loop_position;     /* hash of the position remembered */
  u64 loop_decisions;    /* decisions that did not break the loop, up to this count */
  u32 cause_depth;       /* how deep what happens now lies in a chain of causes, see rules/kernel/cause.h … */
  u32 cause_epoch;       /* … and which chain: raised by every choice */
  u64 batch;             /* counts batches of events, so that what happens together can be told */
} Core;

/* --- derived ------------------------------------------------------------------------------- */

/* Per object slot: its characteristics now. `chars` 0: those of its copiable values as they stand. Belongs to
   rules/query/layers/layers.c; rows say nothing unless their stamp is the current one. */
typedef struct Derived {
  u32 chars;        /* row of T_CHARS */
  CvId cv;          /* after layer 1; 0: as Object.cv */
  CvId up;          /* of a face-down permanent: what it would be face up (707.3) */
  u32 stamp;        /* LayersKept.stamp of the computation they are of … */
  u32 alone;        /* … or LayersKept.alone_stamp, for an object computed by itself */
  u32 acquisition;  /* of the abilities of `cv`; 0: as Object.acquisition */
  u32 run, run_cap; /* room for its abilities in T_DHEAP: place and number of instances */
} Derived;

/* A static ability with effects on the rules of the game (613.11), in timestamp order. */
typedef struct RuleSource {
  u64 timestamp;
  u64 kinds;        /* RULE_BIT of its operations */
  u32 slot;         /* the object with the ability; 0: `index` is a row of T_EFFECTS */
  u32 index;        /* within the object's abilities */
  AbilityInst inst; /* acquisition resolved */
} RuleSource;

/* An ability that may trigger, replace or affect, of an object in a zone where it functions; in the order of zones. */
typedef struct Watcher {
  u32 slot;
  u16 index; /* within the object's abilities */
  u16 zone;
  AbilityInst inst;
  EventKinds events;
} Watcher;

/* What may have changed since something was computed: objects moved, to or from the zones of a mask; or anything. */
enum { DIRTY_ZONES = 1, DIRTY_ALL = 2 };

/* What has changed, counted by what changes it. A cache keeps the counts it was computed for; nobody who changes
   something knows who keeps what. None is ever reset, so that
   sums of them are counts as well. */
enum { MOVED_CAP = 8 };
typedef struct Changes {
  u64 facts;       /* facts that characteristics depend on as far as effects in force read them */
  u32 open;        /* objects that entered or left the battlefield, exile or the command zone … */
  u32 closed;      /* … or another zone */
  u32 battlefield; /* those of `open` of the battlefield */
  u32 lasting;     /* facts other than those of zones, the turn and its history, and those below: */
  u32 damage;
  u32 combat;
  u32 life;
  u32 happened; /* moves; events but those of turns, steps, mana, tapping and activating; players that left; battles no
                      longer attacked */
  u32 mortal;   /* objects that may cease to exist (704.5d, 704.5e) made or put into a zone, and permanents merged */
  u16 zones;    /* those that objects entered or left since characteristics were computed … */
  u16 watched_zones; /* … and, of objects that may watch, since watchers were */
  u8 moved_count;    /* objects that entered a zone since characteristics were computed: MOVED_CAP + 1 are too many */
  u8 reserved[7];
  u32 moved[MOVED_CAP];
  u32 own[PLAYERS_CAP]; /* what only what that player may do can depend on: hand, library, mana, what is tapped */
  u32 graveyards[PLAYERS_CAP]; /* cards that entered or left the player's graveyard */
  u32 boards[PLAYERS_CAP];     /* permanents that came under the player's control or left it, or that the player owns */
} Changes;

/* rules/query/layers: what the last computation of characteristics was of, and what came of it. */
typedef struct LayersKept {
  u64 facts;         /* Changes.facts then */
  u64 digest;        /* of what it began with */
  u64 abilities;     /* digest of the abilities that are not those of copiable values */
  u64 rules;         /* kinds of effects on the rules that are in force */
  Facts reads;       /* facts that some continuous effect in force reads */
  Facts alone_reads; /* … and that objects computed by themselves read */
  u32 stamp;         /* which computation it was */
  u32 alone_stamp;
  u32 wasted;        /* words of T_DHEAP that nothing refers to any more */
  u32 runs;          /* words of T_DHEAP that rows of T_DERIVED refer to */
  u16 zones;         /* zones whose objects some effect in force speaks of */
  u16 extra_zones;   /* zones whose objects must be computed with all others */
  u8 dirty;          /* DIRTY_…: something changed, and `digest` tells whether it matters */
  u8 idle;           /* nothing was found: no effects, and none on the rules */
  u8 in_force;       /* some effect is in force that might apply to an object that enters and isn't listed for it … */
  u8 changes_spells; /* … that speaks of objects on the stack */
  u8 rules_timely;   /* what effects on the rules in force allow may depend on the time (ABILITY_TIMELESS) … */
  u8 rules_far;      /* … or on life, damage, combat or what is in some zone */
  u8 reserved[2];
  u32 battlefield; /* Changes.battlefield then */
} LayersKept;

/* rules/query/layers/watchers.c: what the rows of T_WATCHERS were found in, and what they listen for. */
typedef struct WatchersKept {
  EventKinds triggering; /* some ability could trigger on */
  EventKinds replaced;   /* some effect could replace */
  u64 digest;
  u8 stale;  /* DIRTY_… */
  u8 state;  /* some ability may trigger on a state of the game (603.8) */
  u8 day;    /* some permanent has daybound or nightbound */
  u8 ascend; /* … or ascend */
  u8 reserved[4];
} WatchersKept;

/* What is known of the definitions of the cards in the game. */
typedef struct CardsLearned {
  u32 cards;         /* rows of T_CARDS whose definitions are part of the masks below */
  u16 effect_zones;  /* zones other than the battlefield where static abilities of these cards function … */
  u16 watcher_zones; /* … where triggered and replacement abilities do … */
  u16 action_zones;  /* … and where they can be activated, or cast for an alternative cost */
  u16 mana_zones;    /* … and where mana abilities can be activated */
  u8 for_others;     /* some card has abilities that others than its controller may activate … */
  u8 split_second;   /* … or split second, itself or for others */
  u8 stack_open;     /* no object on the stack is face down (708.4) */
  u8 reserved;
} CardsLearned;

/* rules/turn: the last check of state-based actions. */
typedef struct ChecksKept {
  u32 happened, stamp; /* when it found nothing: what had happened, and the computation of characteristics; 0: never */
  u32 changed, looked; /* likewise when it found that permanents give it nothing to do */
  u32 mortal;          /* Changes.mortal when nothing was left that ceases to exist … */
  u8 looked_at_mortal; /* … if that was looked at */
  u8 reserved[3];
} ChecksKept;

/* rules/query/combatants.c: whether a permanent attacks, blocks or has attacked this combat. */
typedef struct FightersKept {
  u32 combat; /* Changes.combat then */
  u8 known, any;
  u8 reserved[2];
} FightersKept;

/* rules/cast/offers.c: what a player with priority was last offered, for as long as nothing changes. */
typedef struct OfferKept {
  u64 near;       /* changes that what is offered may depend on, and the computation of characteristics then */
  u64 events;     /* had happened then */
  u32 step;       /* steps had begun then */
  u8 timing;      /* what the moment allows */
  u8 count;       /* rows of T_OFFERS */
  u8 kept;        /* OFFER_… */
  u8 graves;      /* cards of graveyards were looked at */
  u32 elsewhere;  /* changes that only what looks for targets can depend on … */
  u32 own;        /* … those of the player alone … */
  u32 graveyards; /* … and those of the player's graveyard */
  u32 reserved;
} OfferKept;
/* Until something happens or a step begins; whatever the time; and whatever is changed elsewhere. */
enum { OFFER_NONE, OFFER_NOW, OFFER_SURE, OFFER_OWN };
enum { OFFERS_CAP = 12 }; /* rows of T_OFFERS each has */

/* rules/cast/pay/actors.c: the permanents of a player that have activated abilities, in rows of T_ACTORS. */
typedef struct ActorsKept {
  u32 battlefield, lasting; /* Changes then … */
  u32 stamp;                /* … and the computation of characteristics */
  u16 count;
  u8 known;
  u8 reserved;
} ActorsKept;
enum { ACTORS_CAP = 24 }; /* rows of T_ACTORS each player has; more are not kept */
/* What is kept of one; of one that does nothing but tap for mana of one kind all there is to know. */
typedef struct Actor {
  u32 slot;
  u8 taps;           /* 1 + the index of that ability; 0: it has to be looked at */
  u8 makes, makes_n; /* as of AbilityDef */
  u8 sickens;        /* it is a creature without haste (302.6) */
} Actor;

/* rules/cast/actions.c: the cards of a player's graveyard that might be cast or have abilities activated there, as long as
   nothing it depends on has changed. */
enum { GRAVES_CAP = 9 };
typedef struct GravesKept {
  u32 graveyards, lasting; /* Changes then … */
  u32 stamp;               /* … and the computation of characteristics */
  u8 known;
  u8 count; /* GRAVES_CAP + 1 are too many */
  u8 reserved[2];
  u32 slots[GRAVES_CAP];
} GravesKept;

/* state/sight.c: libraries with known cards. state/view.c: the rounds of the cipher of handles, made of Core.sight_key, and the handles that were asked for last: a
   row for a slot and viewer, modulo their number, and for a handle, by its low byte, the row it may stand in. */
enum { SPECK_ROUNDS = 27, HANDLES_KEPT = 128, HANDLES_FOUND = 256 };
typedef struct HandleKept {
  u64 handle; /* 0: none is kept */
  u32 place;  /* viewer and slot, as they are enciphered */
  u32 tag;
} HandleKept;
typedef struct SightKept {
  u8 keyed;
  u8 looked;    /* `libraries` holds what it should: */
  u8 libraries; /* the players, as bits, in whose libraries there may be cards that somebody knows */
  u8 reserved;
  u32 keys[SPECK_ROUNDS];
  HandleKept kept[HANDLES_KEPT];
  u8 found[HANDLES_FOUND];
} SightKept;

/* The permanents that are attached to something, in the order of the battlefield. Those that no longer are stay listed. */
enum { ATTACHED_CAP = 32 };
typedef struct AttachedKept {
  u32 slots[ATTACHED_CAP];
  u8 known;
  u8 count; /* ATTACHED_CAP + 1: there are too many, and none is listed */
  u8 reserved[6];
} AttachedKept;

/* state/told.c: in checked builds what each kind of facts was, of an object (row 0: of the players and the rest), when it
   was last made sure that changes are told; and what was told since. */
typedef enum ToldKind {
  TOLD_STATUS,
  TOLD_TAPPED,
  TOLD_LOOKS,
  TOLD_ORDER,
  TOLD_CONTROL,
  TOLD_COUNTERS,
  TOLD_ATTACHED,
  TOLD_COMBAT,
  TOLD_DAMAGE,
  TOLD_LIFE,
  TOLD_NOTES,
  TOLD_TURN,
  TOLD_OTHER,
  TOLD_KINDS
} ToldKind;
typedef struct FactsSeen {
  u32 generation;
  u32 round; /* ToldKept.round when it was looked at */
  u64 digests[TOLD_KINDS];
} FactsSeen;
typedef struct ToldKept {
  u32 facts; /* Facts, and FACT_TAPPED */
  u32 steps; /* of the engine since then */
  u32 round; /* how often that was made sure of */
  u32 reserved;
} ToldKept;

typedef struct DerivedCore {
  Changes changes;
  LayersKept layers;
  WatchersKept watchers;
  CardsLearned learned;
  ChecksKept checks;
  FightersKept fighters;
  SightKept sight;
  u32 free_chars; /* state/cv.c: first of the free rows of T_CHARS */
  u32 reserved;
  OfferKept offers[PLAYERS_CAP][2]; /* by whether the player could cast a sorcery */
  AttachedKept attached;
  GravesKept graves[PLAYERS_CAP];
  ActorsKept actors[PLAYERS_CAP];
  ToldKept told;
} DerivedCore;

/* A card looked at as the spell it would be: its copiable values, face and controller on the stack, and 1 + the
   FaceDownKind if it is cast face down. Or as the permanent it would be. */
typedef struct SpellLook {
  u64 epoch; /* of the computation it is of … */
  u32 stamp; /* … and its stamp */
  u32 slot, generation;
  CvId cv;
  u8 controller, face, face_down;
  u8 entering; /* as a permanent */
  u32 reserved;
} SpellLook;

/* What it would then be; see rules/query/layers/entering.c. A row a slot, modulo their number. */
typedef struct SpellSeen {
  SpellLook look;
  Chars chars;
} SpellSeen;
enum { SPELLS_SEEN = 32 };

BYTEWISE_END

/* --- tables -------------------------------------------------------------------------------- */

/* TB(NAME, RowType, derived) */
#define TABLES(TB)          \
  TB(OBJECTS, Object, 0)    \
  TB(CARDS, Card, 0)        \
  TB(HEAP, u64, 0)          \
  TB(FRAMES, Frame, 0)      \
  TB(EVENTS, Event, 0)      \
  TB(COUNTERS, Counters, 0) \
  TB(NOTES, Note, 0)        \
  TB(EFFECTS, Effect, 0)    \
  TB(PENDING, Pending, 0)   \
  TB(LKI, Lki, 0)           \
  TB(CVS, CvRecord, 0)      \
  TB(SUBSTS, Subst, 0)      \
  TB(MANA, Mana, 0)         \
  TB(HISTORY, History, 0)   \
  TB(DUE, Due, 0)           \
  TB(OPTIONS, Option, 0)    \
  TB(CHOSEN, Chosen, 0)     \
  TB(CHECKPOINTS, u64, 0)   \
  TB(SIGHT, u32, 0)         \
  TB(DERIVED, Derived, 1)   \
  TB(CHARS, Chars, 1)       \
  TB(DHEAP, u64, 1)         \
  TB(WATCHERS, Watcher, 1)  \
  TB(RULES, RuleSource, 1)  \
  TB(CVHEAP, u64, 1)        \
  TB(OFFERS, Option, 1)     \
  TB(ACTORS, Actor, 1)      \
  TB(SPELLS, SpellSeen, 1)  \
  TB(TOLD, FactsSeen, 1)

typedef enum TableId {
#define TB(NAME, ROW, DERIVED) T_##NAME,
  TABLES(TB)
#undef TB
      TABLE_COUNT
} TableId;

typedef struct Table {
  u32 offset, count, cap;
} Table;

typedef struct Block {
  u64 size; /* bytes, everything included */
  Table tables[TABLE_COUNT];
  Core core;
  DerivedCore derived;
} Block;

/* --- the game ------------------------------------------------------------------------------ */

/* Limits of an instance; reaching one fails the game with its name. */
typedef struct Limits {
  u32 objects;       /* default 100,000 */
  u32 frames;        /* depth of nested procedures; default 4,000 */
  u32 events;        /* in one batch; default 1,000,000 */
  u32 heap_words;    /* default 64 Mi */
  u32 forced_steps;  /* each caused by the one before, without a choice; default (0) 10,000 */
  u32 forced_growth; /* objects that may come to be in them; default (0) 10,000 */
} Limits;

struct GavelGame;

typedef struct Listener {
  /* A rule carried out; an event that happened; what is no event, with its rule and as much of an event as it is about;
     an ability (of the database) carried out. Any may be null. */
  void (*rule)(void *user, const char *number);
  /* A rule carried out that is about one object or player; null: `rule` hears of it. */
  void (*about)(void *user, const char *number, Ref object);
  void (*event)(void *user, const struct GavelGame *game, const Event *event);
  void (*remark)(void *user, const struct GavelGame *game, Remark remark, const char *rule, const Event *about);
  void (*ability)(void *user, u32 ability);
  /* An effect on the rules of the game was asked about and holds: its source, its ability (0 for one of a spell or ability
     that resolved) and its node. Who listens to it hears of all that hold, where else the first would answer. */
  void (*held)(void *user, Ref source, u32 ability, u32 rule);
  void *user;
} Listener;

typedef struct GavelGame {
  GavelAllocator allocator;
  const CardDb *db;
  const struct Procedures *procedures; /* of the rules, see rules/kernel/frame.h */
  u8 *block;
  size_t block_cap; /* bytes of the allocation the block lies in */
  bool block_owned; /* the allocation is ours; else the caller's buffer */
  bool running;     /* inside an entry point */
  GavelStatus failed;
  char failure[128];
  jmp_buf escape;
  Limits limits;
  const Listener *listener;
  const char *decision_rule;   /* the rule the pending decision follows, for messages; not saved */
  u64 allocations;             /* made for the block so far */
  VEC(Ref) scratch;            /* see eval.h: a stack of references, empty between calls */
  struct LayerScratch *layers; /* see rules/query/layers/internal.h: working memory, never part of the state */
  void (*layers_free)(struct GavelGame *g); /* gives it back; null while there is none */
  u8 *home;                                 /* of a clone: where its block begins in the caller's buffer, see clone.h */
  size_t home_size;
  void *api;                /* see api/api.h: what the public functions keep beside the game, null if nothing */
  GavelLanguage language;   /* of texts about it */
  bool show_forced;         /* decisions with a single option are handed out too: see rules/game/run_game.h */
  bool quick;               /* of a shadow: see game_is_quick */
  struct GavelGame *shadow; /* see state/shadow.h: of checked builds, null if there is none yet … */
  void *shadow_memory;      /* … and the memory it lies in */
  size_t shadow_size;
} Game;

static inline Block *game_block(const Game *g) { return (Block *)(void *)g->block; }
static inline Core *core(const Game *g) { return &game_block(g)->core; }
static inline DerivedCore *derived(const Game *g) { return &game_block(g)->derived; }
static inline Table *table(const Game *g, TableId t) { return &game_block(g)->tables[t]; }

/* Row accessors: `object_row(g, i)` and so on; index checked in checked builds. */
#define TB(NAME, ROW, DERIVED)                                         \
  static inline ROW *row_##NAME(const Game *g, u32 i) {                \
    ASSERT(i < table(g, T_##NAME)->count);                             \
    return (ROW *)(void *)(g->block + table(g, T_##NAME)->offset) + i; \
  }
TABLES(TB)
#undef TB
static inline u32 count_of(const Game *g, TableId t) { return table(g, t)->count; }

/* Who listens to a game; nobody where accounts are left out (GAVEL_TRACE), so that their price can be measured. */
#ifdef GAVEL_UNTRACED
#define HEARD(g) ((void)(g), (const Listener *)0)
#else
#define HEARD(g) ((g)->listener)
#endif

/* Carrying out a rule is announced by its number in the current rules (design decision 13). */
#define RULE(g, number)                                                     \
  do {                                                                      \
    if (HEARD(g) && HEARD(g)->rule) HEARD(g)->rule(HEARD(g)->user, number); \
  } while (0)

/* The same of one that is about an object or player: of several events that happen together only those with it cite it. */
#define RULE_OF(g, object, number)                     \
  do {                                                 \
    const Listener *heard_by = HEARD(g);               \
    if (heard_by && heard_by->about)                   \
      heard_by->about(heard_by->user, number, object); \
    else if (heard_by && heard_by->rule)               \
      heard_by->rule(heard_by->user, number);          \
  } while (0)

/* Tells listeners what is no event: REMARK(g, IF_FAILS, "603.4", player, .object = source). */
#define REMARK(g, KIND, number, who, ...)                                                                     \
  do {                                                                                                        \
    if (HEARD(g) && HEARD(g)->remark)                                                                         \
      HEARD(g)->remark(HEARD(g)->user, g, REMARK_##KIND, number, &(Event){.player = (u8)(who), __VA_ARGS__}); \
  } while (0)

/* Whether the game goes short ways: what is known to be so is not looked at again, and what asks nobody and concerns
   nobody is done without frames. Whoever listens hears the long way; a checked build goes it too, and has a shadow go the
   short one (see rules/game/run_game.c). */
static inline bool game_is_quick(const Game *g) {
#ifdef GAVEL_CHECKED
  return g->quick;
#else
  return !HEARD(g);
#endif
}

/* Leaves the engine: the game has failed with `status`; `what` names the limit or fact. */
_Noreturn void game_fail(Game *g, GavelStatus status, const char *what);

/* An invariant of the state that a forged save can break where no schema and no check at loading sees it: if it doesn't
   hold, the game fails in all builds. `g` is running. */
#define SOUND(g, cond) ((cond) ? (void)0 : game_fail((g), GAVEL_E_CORRUPT, #cond))

/* Runs `body` so that game_fail within it ends here: answers the status the game has failed with, or
   GAVEL_OK. Every entry point of the library that changes a game goes through it; inside another one it
   only calls `body`. A game that has failed runs nothing any more. */
typedef void GameBody(Game *g, void *user);
GavelStatus game_protect(Game *g, GameBody *body, void *user);

#ifdef GAVEL_HOSTILE
#define TABLES_HOSTILE 1 /* tables begin as small as can be, and the block moves whenever a row is added */
#else
#define TABLES_HOSTILE 0
#endif

static const u16 TABLE_ROW_SIZES[TABLE_COUNT] = {
#define TB(NAME, ROW, DERIVED) sizeof(ROW),
    TABLES(TB)
#undef TB
};

/* Makes room for `n` more rows without adding them; moves the block. */
void table_grow(Game *g, TableId t, u32 n);
/* Adds `n` zeroed rows at the end of a table and answers the index of the first. Moves the block. */
static inline u32 table_add(Game *g, TableId t, u32 n) {
  Table *tb = table(g, t);
  if (TABLES_HOSTILE || n > tb->cap - tb->count) {
    table_grow(g, t, n);
    tb = table(g, t);
  }
  u32 first = tb->count;
  memset(g->block + tb->offset + (size_t)first * TABLE_ROW_SIZES[t], 0, (size_t)n * TABLE_ROW_SIZES[t]);
  tb->count = first + n;
  return first;
}
/* Removes the last `n` rows. How many that are is often worked out from what frames keep. */
static inline void table_drop(Game *g, TableId t, u32 n) {
  SOUND(g, n <= count_of(g, t));
  table(g, t)->count -= n;
}

#include "state/objects.h"
#endif
