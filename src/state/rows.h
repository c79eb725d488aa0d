/* The rows of a game's tables, and the rest of its core (state.h). */
#ifndef STATE_ROWS_H
#define STATE_ROWS_H

#include "cards/carddb.h"
#include "cards/events.h"
#include "state/chosen.h"
#include "state/remarks.h"

#define PLAYERS_CAP 8
#define PLAYER_NONE 0xff

/* Schemas cover every byte of a row, and caches are compared byte by byte. */
BYTEWISE_BEGIN

/* --- rows ---------------------------------------------------------------------------------- */

/* The copiable values of an object (707.2): a card of the database or, with CV_RECORD set, a row of T_CVS. */
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

/* How an object came to be face down (708.2a), which decides how it looks and how it may be turned up. */
typedef enum FaceDownKind {
  FACE_DOWN_PLAIN,
  FACE_DOWN_MORPH,
  FACE_DOWN_MANIFEST,
  FACE_DOWN_DISGUISE,
  FACE_DOWN_CLOAK
} FaceDownKind;

typedef struct Object {
  u32 generation;  /* never 0 in a slot that has been used */
  CvId cv;         /* before layer 1: as printed, created, merged or melded */
  u64 timestamp;   /* 613.7d–m */
  u32 next, prev;  /* order within its zone; 0 ends. In libraries `next` leads from the top down */
  u32 card;        /* first card that represents it, 0 if none; the others through Card.next */
  Heap ext;        /* Permanent on the battlefield, StackItem on the stack, else 0 */
  u32 notes;       /* first row of T_NOTES */
  u32 counters;    /* first row of T_COUNTERS */
  u32 lki;         /* first row of T_LKI: earlier generations of this slot, newest first */
  u32 acquisition; /* of the abilities of `cv` */
  u8 kind;         /* ObjectKind */
  u8 zone;
  u8 owner;
  u8 controller;      /* current, with layer 2 applied; the owner if the object has no controller (108.4) */
  u8 base_controller; /* before layer 2 */
  u8 status;
  u8 face;      /* which face is up, or which half or version it is; 0 the first */
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
  OBJECT_MOVING = 16,        /* during a batch: it is being moved */
  OBJECT_COMPANION = 32,     /* a card outside the game that its owner chose as companion (103.2b) */
  OBJECT_LEFT_UNLOCKED = 64, /* the designations of a permanent's halves (709.5c) */
  OBJECT_RIGHT_UNLOCKED = 128,
};

/* A physical card; it outlives the objects it represents. */
typedef struct Card {
  u32 def;    /* of the database */
  u32 object; /* the slot that represents it now */
  u32 next;   /* next card of the same object (meld, merge) */
  u8 owner;
  u8 flags;  /* CARD_… */
  u16 casts; /* times cast from the command zone as a commander (903.8) */
} Card;
enum { CARD_COMMANDER = 1 };

/* State that only permanents have. In the heap. */
typedef struct Permanent {
  i64 damage;
  Ref attached_to; /* object or player */
  Ref attacking;   /* the player or object it attacks, 0 if not attacking … */
  Ref attacked;    /* … and what it attacked this combat before it was removed from combat (508.5) */
  Ref paired;
  Heap blocking; /* List of attackers it blocks */
  Heap cast;     /* CastInfo of the spell it was (400.7d) */
  u32 entered_turn;
  u32 flags;        /* PERM_… */
  u32 exerted;      /* bit per player: it doesn't untap during that player's next untap step (701.43a) */
  u32 deathtouched; /* dealt damage by a source with deathtouch since the last check (704.5h) */
  u32 level;
  u32 protector; /* 1 + the player who protects a battle (310.8), 0 none */
  u32 band;      /* for an attacking creature: its band's number, 0 none (702.22c) */
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
  PERM_ATTACKS_NOTHING = 65536, /* what it attacked was removed from combat (506.4c) */
  PERM_UPKEEP = 1 << 17,        /* its controller has had an upkeep while controlling it … */
  PERM_UPKEEP_NOW = 1 << 18,    /* … for the first time this turn */
  PERM_RING_BEARER = 1 << 19,   /* of its controller (701.54a) */
  PERM_GOADED_SHIFT = 20,
  PERM_GOADED = 0xff << PERM_GOADED_SHIFT, /* bit per player who goaded it (701.15) */
  PERM_STAYS_TAPPED = 1 << 28,             /* while it is determined what untaps (502.3) */
};

#define PERM_MERGED 0x80000000u /* represented by several components (730.2) */
/* All flags, and those that only objects in combat have (506.4). */
#define PERM_FLAGS (PERM_MERGED | (u32)PERM_STAYS_TAPPED | (u32)PERM_GOADED | ((1u << PERM_GOADED_SHIFT) - 1))
#define PERM_COMBAT_FLAGS \
  (u32)(PERM_BLOCKED | PERM_BLOCKING | PERM_UNBLOCKED | PERM_FIRST_STRUCK | PERM_ATTACKS_NOTHING)

/* How a spell was cast or an ability activated; stays with the permanent it becomes (400.7d). In the heap. */
typedef struct Paid { /* an optional cost that was paid */
  u32 keyword;
  u32 times;
  u32 ability;     /* the ability with that cost … */
  u32 acquisition; /* … if it is not one of the spell's own */
} Paid;
_Static_assert(sizeof(Paid) == 2 * sizeof(u64), "two heap words");

typedef struct CastInfo {
  Word method; /* the keyword of the alternative cost used; 0 for the mana cost */
  u8 from;     /* Zone */
  u8 free;     /* cast without paying its mana cost */
  u8 was_cast; /* or is being cast; false for a copy that isn't cast */
  u8 player;
  u8 untimely; /* cast at a time when a sorcery couldn't be */
  u8 foretold; /* it was a foretold card before (702.143c) */
  u8 lives;    /* for how many Phyrexian symbols life was paid (702.150a); at most 255 */
  u8 reserved[7];
  Heap paid;    /* List of Paid: see paid_at */
  Heap spent;   /* List: mana spent, one u64 for each kind: kind | snow << 8 | n << 32 */
  Heap objects; /* List: objects that paid costs (sacrificed, discarded …), Refs as they were */
  Heap sources; /* List: the sources of each amount of mana spent, Refs */
  i64 x;
} CastInfo;

/* A spell or ability on the stack. In the heap. */
typedef struct StackItem {
  Ref source;  /* of an ability; for a spell, the spell itself */
  u32 ability; /* definition path of the ability; 0 for a spell */
  u32 subst;
  u32 acquisition;
  Heap env;     /* of the ability, or of the spell's spell abilities */
  Heap cast;    /* CastInfo */
  Heap modes;   /* List of the modes chosen (1 for the first printed), in printed order */
  Heap spliced; /* List of the spell's parts that were spliced onto it, numbered from 0; each has an env */
  u32 flags;    /* STACK_… */
  u8 trigger_condition_rechecks;
  u8 reserved[7];
  u32 depth, epoch; /* place in the chain of causes; see rules/kernel/cause.h */
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

/* The value of a variable. REFS and NUMBERS own a List (v is its Heap). */
typedef struct Value {
  u32 tag;
  u32 divided; /* List of the amounts for each object of a divided target */
  u64 v;
} Value;

/* The context of a program or an effect: whose it is, and its variables. In the heap; each has one owner. */
typedef struct Env {
  Ref source;       /* "~": the object that has the ability */
  Ref stack_object; /* the spell or ability on the stack it is part of, if any */
  Ref granter;      /* the source of the effect that granted the ability; REF_NONE if none or a static ability did
                  (201.5a) */
  u32 ability;      /* definition path */
  u32 subst;
  u32 acquisition;
  u8 controller; /* "you" */
  u8 slots;
  u16 flags;
  Heap applied; /* List of replacement effects already applied to its events (614.5) */
  u32 excess;   /* excess damage dealt by the last action (120.10) */
  Value slot[];
} Env;

enum {
  ENV_SHIELD = 1,  /* of a floating replacement; SLOT_DID holds 1 + its row until it is used */
  ENV_PLANNED = 2, /* of a mana ability whose choices are made: they are in SLOT_EVENT_OTHER (rules/cast/pay/mana.c) */
};

/* Counters of one kind on an object or player; the rows of one bearer are chained. */
typedef struct Counters {
  u64 timestamp; /* 613.7c */
  i64 n;
  u32 next;
  Word kind;
  u16 reserved;
} Counters;

/* What linked abilities remember (607); kept by the object, keyed by acquisition and link. */
typedef struct Note {
  u32 next;
  u32 acquisition;
  StrId link;
  u32 reserved; /* NOTE_FREE in a free row */
  Value value;
} Note;
enum { NOTE_FREE = 1 };

/* An evaluated modification: an operation of layers 1 to 7 with its operands fixed. */
typedef struct Mod {
  u16 op; /* IrOp of SORT_MOD */
  u16 word;
  u32 a;
  i64 x, y;
} Mod;
/* Operands by operation: word ops: `word`; sets of types or colours: `a` is the mask; M_BASE_PT, M_PT: x and y;
   M_NAME: a is the StrId; M_GAIN: a the ability, x = subst | env << 32, y how often more than once; M_CONTROLLER: a
   the player; M_COPY: a the CvId; M_FULL_TEXT, M_TEXT_BOX, M_TEXT_TOO: a the CvId taken from; M_SWAP_WORD: word and a;
   M_MANA_COST: a the cost; M_SET_SUBTYPES and the like are one Mod per word after M_LOSE_SUBTYPES. */

/* Copiable values that are not simply a card's. Immutable; equal records share a row. */
typedef struct CvRecord {
  u64 hash;
  u32 card;  /* the base card; 0: blank (tokens, face-down objects) */
  u32 subst; /* word substitutions applied to all of it */
  Heap mods; /* List of Mods, 3 words each, in order: exceptions, token values, as-enters values */
  u16 mod_count;
  u8 only_face; /* 0: all faces (status chooses); otherwise 1 + the only face */
  u8 flags;     /* CVR_… */
  u32 chars[4]; /* derived: row of T_CHARS for each face computed so far; 0 not yet */
} CvRecord;
enum {
  CVR_TOKEN = 1,
  CVR_FACE_DOWN = 2,
  CVR_MERGED = 4, /* of several components (730.2a) */
  CVR_WARDED = 8, /* face-down with ward {2} */
  CVR_BESTOWED = 16,
  CVR_MUTATING = 64,  /* of a mutating creature spell (702.140a) */
  CVR_TWO_FACED = 32, /* without a card: its modifications define the back face; with a card: both faces are alike */
  CVR_FREE = 128,
};

/* A word substitution (612.2) and the rest of its chain; equal chains share rows. */
typedef struct Subst {
  Word from, to;
  u32 next;
} Subst;

/* An ability that an object has now. In lists in the heap. */
typedef struct AbilityInst {
  u32 ability; /* definition path */
  u32 subst;
  u32 acquisition;
  Heap env; /* variables captured from the effect that granted it; owned by the effect */
} AbilityInst;
_Static_assert(sizeof(AbilityInst) == 16, "two heap words");

typedef enum EffectKind {
  EFFECT_CONTINUOUS,  /* modifies a fixed set of objects (611.2c) */
  EFFECT_RULES,       /* affects the rules of the game, or a set that is not fixed */
  EFFECT_REPLACEMENT, /* shields and other replacement or prevention effects of resolved spells */
  EFFECT_TRIGGER,     /* delayed triggered abilities */
  EFFECT_COPY,        /* the frozen values of a static copy effect (707.2c) */
  EFFECT_FACE_DOWN,   /* the values `cv` listed for an object when it was put somewhere face down (708.2) */
  EFFECT_KINDS
} EffectKind;

/* An effect that doesn't depend on the ability that created it, or no longer does. */
typedef struct Effect {
  u32 id; /* 0: free row; ids are never reused in a game */
  u8 kind;
  u8 controller;
  u16 flags;
  u64 timestamp;
  Node node; /* the APPLY or APPLY_RULE node; for replacements and triggers see `ability` */
  u32 ability;
  Heap env;
  Heap objects;    /* List of Refs of the affected objects */
  Heap mods;       /* List of Mods fixed when the effect began, 3 words each (608.2h), or 0 */
  CvId cv;         /* of copy effects */
  u32 acquisition; /* of the abilities it grants */
  Word duration;
  u8 duration_player;
  u8 next_trigger_batch; /* reserved for the engine */
  u32 duration_turn;     /* the turn at or after which it ends */
  u32 reserved;
  Ref duration_object;
  i64 amount; /* remaining amount of a shield; -1 if unlimited */
} Effect;
enum {
  EFFECT_ONCE = 1,
  EFFECT_USED = 4,
  EFFECT_FROZEN = 8,    /* EFFECT_COPY: the values that a static copy effect was fixed to when it began (707.2c). The
                           static ability applies them, not this row; its source is `duration_object`. */
  EFFECT_ENTERING = 16, /* waiting for its one object to enter the battlefield (611.2e) */
  EFFECT_RETURNS =
      32, /* its objects return to zone `amount` once `duration_object` leaves the battlefield (610.3), or phase in if
             that is ZONE_NONE (610.4) */
  EFFECT_NEXT_SPELL = 64 /* changes one spell, for which it waits while it has no object (611.2f) */
};

/* What an object was when it left a zone (113.7a, 608.2h). */
typedef struct Lki {
  Ref ref;       /* 0: free row */
  Ref became;    /* the first object it became, if any */
  u32 next;      /* next older of the same slot */
  u32 turn;      /* when it left */
  Object object; /* as it was; copies of its ext, notes and counters are below */
  Chars chars;   /* abilities: a run in the heap owned by this row, or in the database */
  Heap ext;
  Heap counters;    /* List: word, n pairs */
  Heap notes;       /* List of Note values: acquisition<<32|link, tag, v */
  Heap attachments; /* List of what was attached to it */
  u32 more;         /* other objects it became (meld): List in heap */
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
  u8 cause;  /* 1 + the controller of the effect that causes it (609.1); 0 for costs, turn-based actions and the
                rules */
  u16 flags; /* EVF_… */
  u8 player; /* the affected or acting player; PLAYER_NONE if none */
  u8 from, to;
  u8 position; /* place in the library, as a Word offset from W_TOP; for an entering object whose timestamp was chosen
                  (613.7m), its place, 1 the earliest */
  Ref object;
  Ref source;
  Ref other;
  Ref became; /* what `object` became after the event */
  i64 amount;
  u32 word;     /* counter kind, mana kind, step …; for a commander's move: 1 + the original destination (903.9c);
                   EVENT_COPIES: how many copies may have new targets regardless of the others */
  u32 parent;   /* the containing event, as index + 1 within the batch; 0 none */
  Heap entry;   /* Entry of the object that would enter the battlefield */
  Heap applied; /* List of ids of the replacement effects that have modified it */
  Node node; /* EVENT_PROGRAM: the action; EVENT_CREATE: the number of counters of kind `word` each token enters with */
  Heap env;
  u32 acquisition; /* of the ability `word` of EVENT_ACTIVATE */
  u32 excess; /* EVENT_DAMAGE: the excess damage dealt to its recipient at once, reported by the last of those events */
} Event;
enum {
  EVF_SETTLED = 1,  /* no more replacements apply */
  EVF_GONE = 2,     /* replaced or prevented: does not happen */
  EVF_EXPANDED = 4, /* its contained events have been proposed */
  EVF_COMBAT = 8,
  EVF_UNPREVENTABLE = 16,
  EVF_NO_REGENERATION = 32,
  EVF_SHUFFLE = 64, /* a move into a library that is then shuffled, so its place doesn't matter */
  EVF_FACE_DOWN = 128,
  EVF_FROM_TOP = 256, /* drawn or milled: takes whatever card is on top */
  EVF_CAST = 512,     /* a move that is part of casting or resolving */
  EVF_COST = 1024,    /* done to pay a cost */
  EVF_HAPPENED = 2048,
  EVF_COPY_TOKEN = 4096,
  EVF_NOT_CREATED = 8192,                                 /* a copy of a permanent spell becomes a token (608.3f) */
  EVF_RULE = 16384,                                       /* caused by the rules: state-based actions, cleanup */
  EVF_IMPOSSIBLE = EVF_GONE | EVF_SETTLED | EVF_EXPANDED, /* can't happen, which is not being replaced or prevented */
  EVF_COMPONENT = 32768, /* the move of a further card of a permanent: of the card only, not of the permanent
                             (712.21) */
};

/* Entry.flags. An effect attaches it as it enters, even if there is nothing to attach it to (303.4i); it enters
   attacking or blocking, and what it attacks or blocks is still to be chosen (508.4, 509.4), from `among` if an effect
   says so; an effect applies to it as it enters (611.2e). What is exiled returns once something leaves the battlefield
   (610.3). */
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
  u32 protector; /* for a battle: 1 + the player, 0 nobody */
  Ref attached_to;
  Ref attacking;
  Ref blocking;      /* an attacking creature */
  Heap among;        /* List of what it may attack or block */
  CvId own;          /* its values without the copy effect below, if that is temporary */
  Heap notes;        /* List: acquisition << 32 | link, tag, v */
  Heap cast;         /* CastInfo that goes with it */
  Heap also;         /* List: pairs of node and env; actions to run after it entered */
  Node copy_and;     /* an additional effect of the copy effect applied last (707.9e) … */
  Heap copy_and_env; /* … and its own Env: run once no replacement is left */
  u32 link;
  Ref noted_by; /* the object whose link remembers this one */
  u32 noted_acquisition;
  u16 flags;
  Word copy_until; /* the duration of the copy effect behind `cv`; 0: none or unlimited */
} Entry;

/* An event that happened, kept for this turn and the next. */
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
  u32 acquisition; /* of the ability `word` of EVENT_ACTIVATE and EVENT_TRIGGER (602.5c); of the permission of
                      EVENT_PERMIT */
  u32 excess;      /* as in Event */
} History;
/* HISTORY_RESOLVED: an ability that counts its resolutions; kept as if it had triggered. */
enum { HISTORY_COMBAT = 1, HISTORY_COMPONENT = 2, HISTORY_RESOLVED = 4, HISTORY_NOT_CREATED = 8 };

/* Mana in a pool (106.4); equal units share a row. */
typedef struct Mana {
  u8 player;
  u8 kind; /* 0–5: colours, colourless */
  u8 snow;
  u8 stays; /* not lost as steps and phases end, until the end of turn (1) or combat (2) */
  u32 n;
  Ref source; /* what produced it */
  Node terms; /* the action that added it, if it restricts the mana or does something when it is spent; otherwise 0 */
  Heap env;   /* for the terms; no other row shares it */
} Mana;

/* --- players and the rest of the core ------------------------------------------------------ */

typedef struct ZoneList {
  u32 first, last; /* slots; for libraries `first` is the top */
  u32 count;
} ZoneList;

/* Whether a player has left the game, and whether their next turn would have begun since (702.26n). */
enum { LEFT_NOT, LEFT_GAME, LEFT_BEFORE_TURN };

typedef struct Player {
  i64 life;
  u32 counters;      /* first row of T_COUNTERS */
  ZoneList zones[4]; /* hand, graveyard, library, outside: see player_zone */
  u32 lands_played;
  u32 draws_this_turn;
  u32 spells_this_turn;
  u32 spells_last_turn;
  u32 turns_taken;
  u8 lost, won;
  u8 left; /* LEFT_… */
  u8 drew_from_empty;
  u8 monarch, initiative, blessing, speed;
  u8 decided_by; /* who makes this player's decisions (723); normally the player */
  u8 dungeons;   /* completed (309.7) */
  u8 mulligans, conceded;
  u32 mixed[PLAYERS_CAP]; /* each viewer's tag for all cards of this player's hand that they don't know; see sight.h */
  u32 room;               /* room of their dungeon with the venture marker (309.4), 0 none */
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
/* DUE_CONTROL_TURN: `a` decides for `player` in their next turn (723). DUE_EXTRA_STEP: `a` is what is added, after the
   step or phase `n`; 0 means the present phase. DUE_COMMANDER_DAMAGE is a counter: `n` combat damage dealt to `player`
   by the commander card `a` (903.10a). */

/* What an effect ends before its time (724). */
typedef enum Ending { ENDING_NOTHING, ENDING_TURN, ENDING_COMBAT } Ending;

typedef enum GameFormat { FORMAT_TWO_PLAYER, FORMAT_FREE_FOR_ALL, FORMAT_COMMANDER, FORMAT_BRAWL } GameFormat;

/* Brawl is an option of Commander (903.12a). */
static inline bool format_has_commanders(u32 format) { return format >= FORMAT_COMMANDER; }
/* The life total with which players begin (103.4, 903.7, 903.12f). */
static inline i64 format_life(u32 format, u32 players) {
  if (format == FORMAT_BRAWL) return players == 2 ? 25 : 30;
  return format == FORMAT_COMMANDER ? 40 : 20;
}

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
  u8 priority; /* who has priority; PLAYER_NONE if nobody */
  u8 step;     /* Word - W_STEP_UNTAP */
  u8 passes;   /* players who passed in succession */
  u8 over;     /* the game has ended */
  u8 starting_player;
  u8 day;            /* 0 neither, 1 day, 2 night */
  u8 by_hand;        /* bit per player who pays mana costs by hand (601.2g) */
  u8 first_strikers; /* this combat has two damage steps */
  u8 combat_phases;  /* begun this turn */
  u8 main_phases;
  u8 draw_by_loop;
  u8 ending; /* Ending */
  u8 flags;
  u32 loop_begun; /* 1 + the number of objects when a chain of causes became long; see rules/turn/loop.h */
  Decision decision;
  Option taken;      /* the answer just given, for the frame that asked */
  i64 ret;           /* the last frame's result for its caller */
  ZoneList zones[5]; /* battlefield, exile, stack, command, ante: see shared_zone */
  u32 free_object, free_card, free_counter, free_note, free_lki, free_effect;
  u32 heap_free[56]; /* by size class */
  u32 heap_used;     /* words in use, for the validator */
  u32 choices_base;  /* rows of T_CHOSEN belonging to the decision's set */
  u32 pending_order;
  Player players[PLAYERS_CAP];
  u64 sight_key[2]; /* secret key of the views' handles; see sight.h */
  u32 sight_serial; /* the last tag of T_SIGHT that was assigned */
  u32 free_cv;      /* free rows of T_CVS, chained by `card` */
  u32 cv_enough;    /* number of rows at which T_CVS is collected next; 0: CV_ENOUGH */
  u32 reserved;
  u64 checked_timestamp; /* the last timestamp assigned before the last check of state-based actions (704.6d) */
  u8 turn_order;         /* who took the last turn that was not an extra turn */
  u8 last_active;        /* whose turn the previous one was */
  u8 attacked;           /* a creature was declared as an attacker or put attacking this combat (508.8) */
  u8 attacked_players;   /* bit per player attacked by a declared creature this combat (508.6) */
  u32 loop_steps;        /* forced steps since the last choice, see rules/kernel/cause.h */
  u32 loop_next;         /* value of loop_steps at which the next position is remembered */
  u32 loop_outline;      /* a cheap outline of that position */
  u64 loop_position;     /* hash of the remembered position */
  u64 loop_decisions;    /* decisions that did not break the loop, up to this count */
  u32 cause_depth;       /* depth of the current event in a chain of causes, see rules/kernel/cause.h … */
  u32 cause_epoch;       /* … and the number of the chain; every choice raises it */
  u64 batch;             /* number of the batch of events; tells which events are simultaneous */
} Core;

BYTEWISE_END

#endif
