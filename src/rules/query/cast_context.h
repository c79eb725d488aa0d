/* Spells and abilities as they are cast or activated: on the stack, or looked at as what they would be there. */
#ifndef RULES_QUERY_CAST_CONTEXT_H
#define RULES_QUERY_CAST_CONTEXT_H

#include "cards/traits.h"
#include "rules/query/layers/layers.h"
#include "state/objects.h"

typedef enum CastShape {
  SHAPE_NORMAL,
  SHAPE_MORPH,    /* face down (702.37c) */
  SHAPE_DISGUISE, /* face down, with ward {2} (702.168b) */
  SHAPE_BESTOW,   /* as an Aura (702.103b) */
  SHAPE_MUTATE,   /* as a mutating creature spell (702.140a) */
} CastShape;

enum {
  WAY_MANA_COST = 0,    /* else 1 + the index of an alternative-cost ability among its abilities */
  WAY_PERMISSION = 253, /* the cost that the permission to play it names */
  WAY_FREE = 254,       /* without paying its mana cost */
  WAY_FACE_DOWN = 255,
};

/* way | face << 8 | shape << 12 | permission << 16; `permission` is 0, or the place of the effect that allows it among
   those that let players play cards of the zone, from 1 in timestamp order. */
typedef u32 CastMethod;
static inline u32 method_way(CastMethod m) { return m & 0xff; }
static inline u32 method_face(CastMethod m) { return m >> 8 & 0xf; }
static inline u32 method_shape(CastMethod m) { return m >> 12 & 0xf; }
static inline u32 method_permission(CastMethod m) { return m >> 16 & 0xfff; }
static inline CastMethod method_make(u32 way, u32 face, u32 shape, u32 permission) {
  return way | face << 8 | shape << 12 | permission << 16;
}

/* The most modes of a spell or ability of which any has a cost of its own: CastContext.trial_modes has a bit for each. */
#define TRIAL_MODES_CAP 16u

/* A spell, on the stack or looked at as the spell it would be; or an ability, on the stack or not. Made anew
   whenever needed: it holds nothing that moves. */
typedef struct CastContext {
  Game *g;
  u32 player; /* who casts or activates */
  Ref ref;    /* the card or spell; the ability's source */
  u32 slot;   /* of `ref` */
  u32 stack;  /* slot on the stack; 0 while only looked at, and for mana abilities */
  bool spell;
  u16 trial_modes; /* modes that are tried, a bit each, while none is chosen */
  bool resolving;  /* cast while something resolves (608.2g): timing is no matter */
  bool assisted;   /* no other player pays for it, or no other any more (702.132a) */
  bool plain;      /* no spell or ability at all: a cost that an effect asks for (118.12) */
  u16 trial_x;     /* the value of {X} that is tried, while it is only looked at */
  Heap trial;      /* of what is looked at: the StackItem with the announcements that are tried; 0 none */
  CastMethod method;
  Node permission;     /* of a spell on the stack: the R_MAY_PLAY that allows it, 0 none … */
  Heap permission_env; /* … and what it is evaluated in */
  AbilityInst way;     /* of a spell: the ability whose alternative cost is paid; none with ability 0 */
  AbilityInst inst;    /* of an ability */
  u32 index;           /* of an ability within those of its source */
  Heap env;            /* 0 while only looked at, where there is none yet */
  Heap envs;           /* plain, of several costs that are paid together: an environment for each … */
  u32 costs;           /* … and the first of as many rows of T_CHOSEN {OPTION_NODE, a: cost} */
  u32 announced;       /* first row of T_CHOSEN with announcements about costs */
  u32 announced_end;
} CastContext;

/* The keyword that a spell is cast by, 0 if it is none (601.2b). */
Word method_label(const CastContext *s);
/* While it is looked at as a spell, the card's row says what it would say on the stack. Only characteristics, filters and
   conditions are asked for meanwhile, and nothing happens. */
typedef struct SpellView {
  bool changed;
  u8 zone, face, controller;
  Heap ext;
} SpellView;
SpellView context_view(const CastContext *s);
void context_view_end(const CastContext *s, SpellView view);
/* Lets announcements be tried for what is only looked at: it gets an item and an environment as on the stack. That of an
   ability is `env`, which is taken over; for a spell it is 0. */
void context_try(CastContext *s, Heap env);
void context_try_end(CastContext *s);
/* Where the announcements of a spell or ability are kept, on the stack or tried; null where there is no such place. */
StackItem *context_item(const CastContext *s);

/* What an object of the stack works in says who controls it and how its words read now, whatever was so as it was cast
   (608.2c, 612.1). Whoever reads a program or targets of an object of the stack has this done first. */
void stack_follow(Game *g, u32 stack_slot);
/* An object of the stack as it is now: a spell, or an ability of any kind. */
CastContext context_of_stack(Game *g, u32 stack_slot);
/* The environment that the spell's own abilities share, for a card that has just been put on the stack. */
Heap spell_env(Game *g, const CastContext *s);
/* A card looked at as the spell it would be (601.3e). */
CastContext context_of_card(Game *g, u32 player, u32 slot, CastMethod method);
/* An ability of an object, looked at. */
CastContext context_of_ability(Game *g, u32 player, u32 slot, u32 index);
/* The subject of a frame of PROC_CAST or PROC_ACTIVATE. */
CastContext context_of_frame(Game *g, u32 frame);
/* The first of the rows of T_CHOSEN that say where the card of the spell was (PLACE_ROWS). Fails the game if they are no
   longer there. */
u32 spell_origin(Game *g, const Frame *f);
/* The object on the stack that a frame of PROC_CAST or PROC_ACTIVATE announces, 0 if none is there yet. */
u32 announced_item(Game *g, const Frame *f);

/* The spell's characteristics, as it is or would be (valid as what chars_of answers), and its abilities. */
const Chars *context_chars(const CastContext *s);
u32 context_ability_count(const CastContext *s);
/* Whether some of the abilities could be of the kinds `what` (HOLDS_…); false is said of many cards at a glance. */
bool context_may_hold(const CastContext *s, u32 what);
/* Whether it has a keyword, or would have it as a spell. */
bool context_has_keyword(const CastContext *s, Word keyword);
AbilityInst context_ability(const CastContext *s, u32 index);
/* The Eval for an ability of the subject: in the shared environment if it is one of those that share it. */
Eval context_eval(const CastContext *s, const AbilityInst *inst);
/* Whether the cost of an activated ability has an X. */
bool activation_has_x(const CardDb *db, u32 ability);
/* Whether a filter of another effect, evaluated in `e`, matches the spell, or the ability's source. */
bool context_matches(const CastContext *s, const Eval *e, Node filter);
/* Its effects with targets and modes: the node of its i-th spell ability, or the ability's own; 0 past them. */
Node context_part(const CastContext *s, u32 i, AbilityInst *inst);

/* --- targets and modes ----------------------------------------------------------------------------------- */

/* An instance of the word "target" on an object of the stack. */
typedef struct TargetSlot {
  Node node; /* IR_TARGET, or the enchant keyword of an Aura spell */
  u32 var;
  Heap env;  /* the environment of its variable */
  Node part; /* the spell ability, ability or mode it stands in, at that place; 0 for an Aura's */
  u32 at;
} TargetSlot;
enum { TARGET_SLOTS = 64 };
/* What has been chosen for it: its variable, how many targets that holds, and the i-th. */
static inline u32 targets_of_value(const Game *g, Value v) {
  if (v.tag == VALUE_REFS) return list_count(g, (Heap)v.v);
  return v.tag == VALUE_REF;
}
static inline Ref target_of_value(const Game *g, Value v, u32 i) {
  return v.tag == VALUE_REFS ? list_get(g, (Heap)v.v, i) : (Ref)v.v;
}
static inline Value target_slot_value(const Game *g, const TargetSlot *slot) {
  return env_at(g, slot->env)->slot[slot->var];
}

/* The target slots of an object of the stack whose modes are chosen, in printed order; answers how many. */
u32 target_slots(Game *g, u32 stack_slot, TargetSlot *out);
/* The same for a subject, whose announcements may be tried only. */
u32 context_target_slots(const CastContext *s, TargetSlot *out);
/* Pushes its targets, those that are tried too, onto the scratch list, each as often as it is chosen; answers how many. */
u32 context_targets_push(const CastContext *s);
/* Pushes the targets of a spell or ability onto the scratch list, each as often as it was chosen (115.9a); answers how
   many. What isn't on the stack has none. */
u32 stack_targets(Game *g, Ref ref);
/* The enchant ability of an Aura spell (303.4a); false for what is none. */
bool aura_enchant(const CastContext *s, AbilityInst *inst);
/* The place of the first target of a part among its arguments. */
u32 part_first_target(const CardDb *db, Node part);
Heap spliced_env(const Game *g, Heap spliced, u32 part);
/* The mode of a modal effect with that number in StackItem.modes; a save may say any number. */
Node modal_mode(Game *g, Node modal, u32 number);
/* A StackItem.modes list with the environments of modes picked more than once copied too. */
Heap modes_copy(Game *g, Heap modes);
void modes_free(Game *g, Heap modes);

/* --- frames ---------------------------------------------------------------------------------------------- */

enum {
  ANNOUNCE_RESOLVING = 1, /* 608.2g */
  ANNOUNCE_FREE = 2,
  ANNOUNCE_MANA = 4,        /* a mana ability or special action: no object on the stack */
  ANNOUNCE_TRANSFORMED = 8, /* 712.8c */
  ANNOUNCE_FOR_COST = 16,   /* for the cost that the effect names which tells to cast it */
  ANNOUNCE_IF_WANTED = 32,  /* the player may decline */
  ANNOUNCE_ASSISTED = 64,   /* how much another player pays is settled (702.132a) */
};

#endif
