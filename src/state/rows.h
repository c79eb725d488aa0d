/* The rows of the tables that are a game's state, and the rest of its core (state.h). */
#ifndef STATE_ROWS_H
#define STATE_ROWS_H

#include "cards/carddb.h"
#include "cards/events.h"
#include "state/chosen.h"
#include "state/remarks.h"

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
  u8 untimely; /* cast when a sorcery couldn't have been */
  u8 foretold; /* it was a foretold card before (702.143c) */
  Heap paid;    /* List of Paid: see paid_at */
  Heap spent;   /* List: mana spent, one u64 an amount: kind | snow << 8 | n << 32 */
  Heap objects; /* List: objects that paid costs (sacrificed, discarded …), Refs as they were */
  Heap sources; /* List: what produced each amount of the mana spent, Refs */
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
  u32 excess;   /* how much of the damage that the last action dealt was excess damage (120.10) */
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
  EFFECT_FLAGS = 2 * EFFECT_RETURNS - 1
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
  u32 excess; /* of EVENT_DAMAGE: the excess damage that its recipient is dealt at once, told of the last of those events */
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
  u32 excess;      /* as an Event has it */
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
  u32 loop_outline;      /* what is seen of that position at a glance */
  u64 loop_position;     /* hash of the position remembered */
  u64 loop_decisions;    /* decisions that did not break the loop, up to this count */
  u32 cause_depth;       /* how deep what happens now lies in a chain of causes, see rules/kernel/cause.h … */
  u32 cause_epoch;       /* … and which chain: raised by every choice */
  u64 batch;             /* counts batches of events, so that what happens together can be told */
} Core;

BYTEWISE_END

#endif
