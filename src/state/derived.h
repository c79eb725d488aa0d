/* What is kept of a game though it could be worked out again: rows of derived tables, and the derived core (state.h). */
#ifndef STATE_DERIVED_H
#define STATE_DERIVED_H

#include "state/rows.h"

BYTEWISE_BEGIN

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

#endif
