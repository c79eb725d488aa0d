/* Cached values that can be recomputed: rows of derived tables, and the derived core (state.h). */
#ifndef STATE_DERIVED_H
#define STATE_DERIVED_H

#include "state/rows.h"

BYTEWISE_BEGIN

/* The current characteristics of an object slot; `chars` 0 means exactly its copiable values. Belongs to
   rules/query/layers/layers.c; a row is valid only if its stamp is the current one. */
typedef struct Derived {
  u32 chars;        /* row of T_CHARS */
  CvId cv;          /* after layer 1; 0: Object.cv */
  CvId up;          /* for a face-down permanent: its values if it were face up (707.3) */
  u32 stamp;        /* the LayersKept.stamp of its computation … */
  u32 alone;        /* … or LayersKept.alone_stamp, if it was computed by itself */
  u32 acquisition;  /* of the abilities of `cv`; 0: Object.acquisition */
  u32 run, run_cap; /* room for its abilities in T_DHEAP: start and number of instances */
} Derived;

/* A static ability that affects the rules of the game (613.11); in timestamp order. */
typedef struct RuleSource {
  u64 timestamp;
  u64 kinds;        /* RULE_BITs of its operations */
  u32 slot;         /* the object with the ability; if 0, `index` is a row of T_EFFECTS */
  u32 index;        /* index into the object's abilities */
  AbilityInst inst; /* with its acquisition resolved */
} RuleSource;

/* An ability that may trigger, replace or affect, of an object in a zone where it functions; ordered by zone. */
typedef struct Watcher {
  u32 slot;
  u16 index; /* index into the object's abilities */
  u16 zone;
  AbilityInst inst;
  EventKinds events;
} Watcher;

/* What may have changed since a computation: objects moved to or from the zones of a mask, or anything. */
enum { DIRTY_ZONES = 1, DIRTY_ALL = 2 };

/* Counters of changes, incremented by the code that changes something. A cache stores the counts it was computed at,
   so code that changes something need not know the caches. No counter is ever reset, so sums of them work as
   counters too. */
enum { MOVED_CAP = 8 };
typedef struct Changes {
  u64 facts;       /* facts that characteristics depend on, if effects in force read them */
  u32 open;        /* objects that entered or left the battlefield, exile or the command zone … */
  u32 closed;      /* … or another zone */
  u32 battlefield; /* those of `open` that concern the battlefield */
  u32 lasting;     /* facts other than those of zones, the turn and its history, and those below */
  u32 damage;
  u32 combat;
  u32 life;
  u32 happened; /* moves; events except those of turns, steps, mana, tapping and activating; players leaving; battles no
                   longer attacked */
  u32 mortal;   /* objects put where they cease to exist (704.5d, 704.5e), turned into tokens, and permanents merged */
  u16 zones;    /* zones that objects entered or left since characteristics were computed … */
  u16 watched_zones; /* … and, for objects that may watch, since watchers were computed */
  u8 moved_count;    /* number of objects that entered a zone since characteristics were computed; MOVED_CAP + 1 means
                        too many */
  u8 reserved[7];
  u32 moved[MOVED_CAP];
  u32 own[PLAYERS_CAP];   /* things that affect only what that player may do: hand, library, mana, what is tapped */
  u32 hands[PLAYERS_CAP]; /* cards that entered or left the player's hand … */
  u32 graveyards[PLAYERS_CAP];  /* … and graveyard */
  u32 hands_left[PLAYERS_CAP];  /* cards that left the player's hand … */
  u32 graves_left[PLAYERS_CAP]; /* … and graveyard */
  u32 boards[PLAYERS_CAP]; /* permanents that came under the player's control or left it, or that the player owns */
} Changes;

/* rules/query/layers: the input and the result of the last computation of characteristics. */
typedef struct LayersKept {
  u64 facts;          /* Changes.facts at that time */
  u64 digest;         /* digest of its input */
  u64 abilities;      /* digest of the abilities that are not those of copiable values */
  u64 rules;          /* kinds of effects on the rules that are in force */
  EventKinds history; /* events that continuous effects in force count in the history … */
  Facts reads;        /* … and facts that they read */
  Facts alone_reads;  /* … and facts that objects computed by themselves read */
  u32 stamp;          /* number of the computation … */
  u32 doings;         /* … and of the last one that may matter to what players can do, targets aside */
  u32 alone_stamp;
  u32 wasted;        /* words of T_DHEAP that nothing refers to any more */
  u32 runs;          /* words of T_DHEAP that rows of T_DERIVED refer to */
  u16 zones;         /* zones with objects that effects in force mention */
  u16 extra_zones;   /* zones whose objects must be computed with all others */
  u8 dirty;          /* DIRTY_…: something changed; `digest` tells whether it matters */
  u8 idle;           /* there are no effects, not even on the rules */
  u8 in_force;       /* an effect in force might apply to an entering object and isn't listed for it … */
  u8 changes_spells; /* … and one mentions objects on the stack */
  u8 rules_timely;   /* what effects on the rules allow may depend on the time (ABILITY_TIMELESS) … */
  u8 rules_far;      /* … or on life, damage, combat or the contents of a zone */
  u8 mere_pt;        /* it changed only power and toughness, and abilities, of permanents and spells */
  u8 spells_apart;   /* what a card is as a spell depends on T_SPELL_EFFECTS, and on what others are in the end */
  u8 reserved[4];
  u32 battlefield; /* Changes.battlefield at that time */
} LayersKept;

/* rules/query/layers/watchers.c: a summary of the rows of T_WATCHERS. */
typedef struct WatchersKept {
  EventKinds triggering; /* events that an ability could trigger on */
  EventKinds replaced;   /* events that an effect could replace */
  u64 digest;
  u64 listed;   /* the last timestamp assigned before the rows were listed */
  u16 unlisted; /* zones that cards entered or left since the rows were listed; the masks have their abilities */
  u8 stale;     /* DIRTY_… */
  u8 state;     /* an ability may trigger on a game state (603.8) */
  u8 day;       /* a permanent has daybound or nightbound */
  u8 ascend;    /* … or ascend */
  u8 reserved[2];
} WatchersKept;

/* Zones that are large, and where objects are just their cards: those of T_BRINGERS, which zones_learn finds, are the only
   ones that may bring something there, unless some have counters. */
#define ZONES_BY_BRINGERS (ZONE_BIT(ZONE_HAND) | ZONE_BIT(ZONE_LIBRARY))

/* Facts about the definitions of the cards in the game and, last, about its objects. */
typedef struct CardsLearned {
  u32 cards;         /* number of rows of T_CARDS that the masks below include */
  u16 effect_zones;  /* zones other than the battlefield where static abilities of these cards function … */
  u16 watcher_zones; /* … where their triggered and replacement abilities function … */
  u16 action_zones;  /* … where they can be activated, or cast for an alternative cost */
  u16 mana_zones;    /* … and where mana abilities can be activated */
  u8 for_others;     /* a card has abilities that players other than its controller may activate … */
  u8 split_second;   /* … or split second, for itself or for others */
  u8 stack_open;     /* no object on the stack is face down (708.4) */
  u8 counted;        /* an object in ZONES_BY_BRINGERS has or had counters */
} CardsLearned;

/* rules/turn: the last check of state-based actions. */
enum { SHIFTING_CAP = 16 };
typedef struct ChecksKept {
  u32 happened, stamp; /* Changes.happened and the computation of characteristics when it found nothing; 0: never */
  u32 changed, looked; /* the same when permanents gave it nothing to do; `looked` 0: they did */
  u32 mortal;          /* Changes.mortal when nothing that ceases to exist was left … */
  u8 looked_at_mortal; /* … if that was checked */
  u8 steps_idle;       /* no permanent phased or was a Saga when permanents gave it nothing to do … */
  u8 players_alone;    /* … and none was a planeswalker or battle */
  u8 shifting_count;   /* the permanents that it must look at even then, because … */
  u32 shifting[SHIFTING_CAP]; /* … they depend on the stack, on attacks or on what they are tied to */
} ChecksKept;

/* rules/query/combatants.c: whether a permanent attacks, blocks or has attacked this combat. */
typedef struct FightersKept {
  u32 combat; /* Changes.combat at that time */
  u8 known, any;
  u8 reserved[2];
} FightersKept;

/* rules/cast/offers.c: what a player with priority was last offered; valid while nothing changes. */
typedef struct OfferKept {
  u64 near;       /* counts of changes that the offer may depend on, and LayersKept.stamp or doings */
  u64 events;     /* events so far at that time */
  u32 step;       /* steps begun at that time */
  u8 timing;      /* what the moment allows */
  u8 count;       /* rows of T_OFFERS */
  u8 kept;        /* OFFER_…: how long it is valid */
  u8 graves;      /* cards in graveyards were examined */
  u32 elsewhere;  /* changes that only targets can depend on … */
  u32 own;        /* … those of the player alone … */
  u32 graveyards; /* … and those of the player's graveyard */
  u8 hand;        /* costs were looked at that cards of the hand pay */
  u8 free;        /* nothing that is offered takes mana */
  u8 reserved[2];
} OfferKept;
/* OFFER_NOW: valid until something happens or a step begins; OFFER_SURE: whatever the time; OFFER_OWN: whatever changes
   elsewhere. */
enum { OFFER_NONE, OFFER_NOW, OFFER_SURE, OFFER_OWN };
enum { OFFERS_CAP = 12 }; /* number of rows of T_OFFERS each */

/* rules/cast/pay/actors.c: the permanents with abilities that a player may activate, in rows of T_ACTORS. */
typedef struct ActorsKept {
  u32 board, lasting; /* Changes at that time … */
  u32 stamp;          /* … and LayersKept.doings */
  u16 count;
  u8 known;
  u8 others; /* permanents of other players are among them: CardsLearned.for_others at that time */
} ActorsKept;
enum { ACTORS_CAP = 24 }; /* rows of T_ACTORS for each player; if there are more, none are kept */
/* What is kept of a permanent. If it only taps for mana of one kind, this is all there is to know. */
typedef struct Actor {
  u32 slot;
  u8 taps;           /* 1 + the index of that ability; 0: the permanent must be examined */
  u8 makes, makes_n; /* as in AbilityDef */
  u8 sickens;        /* it is a creature without haste (302.6) */
} Actor;

/* rules/cast/actions.c: the cards in a player's graveyard that might be cast or have abilities activated there, as far as
   they were looked at; valid while nothing they depend on changes and none leaves. */
enum { GRAVES_CAP = 9 };
typedef struct GravesKept {
  u32 left, lasting; /* Changes at that time … */
  u32 stamp;         /* … and LayersKept.doings */
  u32 last;          /* the last card that was looked at */
  u8 known;
  u8 count;     /* GRAVES_CAP + 1 means too many */
  u16 activate; /* a bit for each that might have abilities to activate */
  u32 slots[GRAVES_CAP];
} GravesKept;

/* rules/cast/actions.c: the cards of a long hand that could be cast or played at a certain time. New cards stand behind
   those that have been looked at. */
enum { HAND_SHORT = 16, HANDS_CAP = 16 };
typedef struct HandKept {
  u32 left, lasting; /* Changes then … */
  u32 stamp;         /* … and the computation of characteristics; 0: never */
  u32 last;          /* the last card that was looked at */
  u8 timing;         /* what the moment allows */
  u8 count;          /* HANDS_CAP + 1 are too many */
  u8 reserved[2];
  u32 slots[HANDS_CAP];
} HandKept;

/* state/sight.c: libraries with known cards. */
typedef struct SightKept {
  u8 looked;    /* `libraries` is valid */
  u8 libraries; /* players, as bits, whose libraries may hold cards that somebody knows */
  u8 reserved[6];
} SightKept;

/* state/view.c: the round keys of the cipher for handles, made from a secret, and a direct-mapped cache of recent handles,
   by slot and viewer; `found` maps a handle's low bits to the row to try. Handles are a matter of the secret alone, so
   copies of a game keep their own. */
enum { SPECK_ROUNDS = 27, HANDLES_KEPT = 256, HANDLES_FOUND = 512 };
typedef struct HandleKept {
  u64 handle; /* 0: the row is empty */
  u32 place;  /* viewer and slot, as enciphered */
  u32 tag;
} HandleKept;
typedef struct HandlesKept {
  u64 secret[2]; /* Core.sight_key that the rest is of */
  u32 keyed;
  u32 keys[SPECK_ROUNDS];
  HandleKept kept[HANDLES_KEPT];
  u8 found[HANDLES_FOUND];
} HandlesKept;

/* The permanents that are attached to something, in battlefield order. Those that are no longer attached stay
   listed. */
enum { ATTACHED_CAP = 32 };
typedef struct AttachedKept {
  u32 slots[ATTACHED_CAP];
  u8 known;
  u8 count; /* ATTACHED_CAP + 1 means too many; none is listed then */
  u8 reserved[6];
} AttachedKept;

/* state/told.c, checked builds: the facts of each kind for an object (row 0: for players and everything else) at the
   last comparison, and the changes reported since. */
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
  u32 round; /* ToldKept.round when it was last compared */
  u64 digests[TOLD_KINDS];
} FactsSeen;
typedef struct ToldKept {
  u32 facts; /* Facts, and FACT_TAPPED */
  u32 steps; /* of the engine since then */
  u32 round; /* number of comparisons */
  u32 reserved;
} ToldKept;

/* rules/query/noted.c: where among the rows of T_HISTORY those of each kind stand. */
typedef struct HistorySpan {
  u32 first, end;
} HistorySpan;
typedef struct HistoryKept {
  u32 seen; /* number of rows looked at */
  u32 reserved;
  HistorySpan of[EVENT_KIND_COUNT];
} HistoryKept;

typedef struct DerivedCore {
  Changes changes;
  LayersKept layers;
  WatchersKept watchers;
  CardsLearned learned;
  ChecksKept checks;
  FightersKept fighters;
  SightKept sight;
  u32 free_chars; /* state/cv.c: the first free row of T_CHARS */
  u32 reserved;
  OfferKept offers[PLAYERS_CAP][2]; /* the second index: whether the player could cast a sorcery */
  AttachedKept attached;
  GravesKept graves[PLAYERS_CAP];
  HandKept hands[PLAYERS_CAP];
  ActorsKept actors[PLAYERS_CAP];
  ToldKept told;
  HistoryKept history;
} DerivedCore;

/* A card seen as the spell it would be: its copiable values, face and controller on the stack, and 1 + the FaceDownKind
   if it is cast face down. Or as the permanent it would be. */
typedef struct SpellLook {
  u64 epoch; /* epoch of its computation … */
  u32 stamp; /* … and the stamp */
  u32 slot, generation;
  CvId cv;
  u8 controller, face, face_down;
  u8 entering; /* as a permanent */
  u32 reserved;
} SpellLook;

/* The characteristics it would then have; see rules/query/layers/entering.c. Direct-mapped by slot. */
typedef struct SpellSeen {
  SpellLook look;
  Chars chars;
} SpellSeen;
enum { SPELLS_SEEN = 32 };

/* A static ability in force that may apply to spells: the n-th equal one that the object has of itself. */
typedef struct SpellEffect {
  u32 slot, ability, nth;
} SpellEffect;

BYTEWISE_END

#endif
