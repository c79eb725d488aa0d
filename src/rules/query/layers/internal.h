/* How characteristics are computed (613). Shared by layers*.c, mods_eval.c, watchers.c and naive.c;
   nobody else looks in here.

   The evaluator works on copies outside the block. An object that nothing affects never gets one:
   it is read from its copiable values. The others have a WorkObject, whose `chars` are what the
   layers up to now have made of it; abilities that were changed are a run at the end of T_DHEAP (a
   new run for every change, so that a trial is undone by forgetting the end).

   An effect is a LayerEffect: a static ability of an object, a row of T_EFFECTS, or counters of
   one kind on one object. It has parts with a set of objects each (of a static ability its
   AFFECT nodes). Which objects a part applies to is found where the part first applies and then
   kept (613.6). Effects of one layer are applied in the order of order.c. */
#ifndef RULES_QUERY_LAYERS_INTERNAL_H
#define RULES_QUERY_LAYERS_INTERNAL_H

#include "rules/query/layers/layers.h"
#include "state/mods.h"
#include "state/objects.h"

/* What an evaluator answers to eval.c while it works: see layer_work_chars in layers.h. */
struct LayerWork {
  const Chars *(*chars)(const LayerWork *work, u32 slot);
  u32 (*controller)(const LayerWork *work, u32 slot);
  CvId (*copiable)(const LayerWork *work, u32 slot); /* as layer 1 has made it so far */
};

typedef VEC(Mod) ModList;

/* --- mods_eval.c -------------------------------------------------------------------------- */

/* Evaluates a modification for the object `object` and adds it to the list: several Mods where
   the node stands for several, none where it does nothing (an undefined choice, 607.5a). */
void mod_evaluate(const Eval *e, Node mod, Ref object, ModList *out);
/* The Mods of a continuous effect whose values are fixed: how many, and the i-th. What a granted
   ability has captured is the effect's own env; a copy brings abilities of the effect's
   acquisition. */
u32 effect_mod_count(const Game *g, const Effect *f);
Mod effect_mod(const Game *g, const Effect *f, u32 i);
/* The layer a modification of an effect applies in; those of characteristic-defining abilities
   that set power and toughness apply in layer 7a (613.4a). */
Layer mod_layer(IrOp op, bool cda);
/* What a copy of an object takes of its copiable values `cv`: of a face-down one those it has as
   such (708.2), of a double-faced one those of the face that is up (707.8). */
CvId cv_with_status(Game *g, const Object *o, Ref ref, CvId cv);
/* The values of a face-down object: those that the effect lists which put it there so, else those of its kind (708.2,
   708.2a). */
CvId values_face_down(Game *g, Ref object, FaceDownKind kind);
/* Whether it is card types that a modification gives or takes. */
static inline bool mod_gives_types(const Mod *mod) {
  return mod->op == IR_M_ADD_TYPE || mod->op == IR_M_LOSE_TYPE || mod->op == IR_M_SET_TYPES;
}
/* The layer counters of a kind apply in, LAYER_COUNT if they change no characteristic; and what
   `n` of them do if they do: +X/+Y (122.1a) or a keyword (122.1b). An ability for the keyword is
   taken from the definitions; if none has it without a parameter, the object has the keyword but
   no ability for it. */
Layer counter_layer(Word kind);
Mod counter_mod(Game *g, Word kind, i64 n);

/* --- abilities ---------------------------------------------------------------------------- */

/* Whether an ability functions while its object is in that zone (113.6). */
static inline bool functions_in(const AbilityDef *def, u32 kind, Zone zone) {
  if (kind == OBJECT_EMBLEM) return zone == ZONE_COMMAND; /* 113.6p */
  return def->zones & ZONE_BIT(zone);
}
/* The controller of an object before layer 2 (108.4a). */
static inline u32 controller_before(const Object *o) {
  return zone_is_open((Zone)o->zone) ? o->base_controller : o->owner;
}
/* The characteristics the last computation has found, whether or not they are still right. */
const Chars *chars_settled(Game *g, u32 slot);

/* --- the evaluator ------------------------------------------------------------------------ */

typedef struct WorkObject {
  Chars chars;
  u64 cant_have[KEYWORD_CAP / 64]; /* keywords it cannot have or gain (113.11) */
  u32 slot;
  CvId cv;
  CvId up;         /* of what is hidden: `cv` before it was (707.3) */
  u32 acquisition; /* of its own abilities, perhaps those a copy effect gave it */
  u32 text;        /* of abilities a text-changing effect brought (612.5, 612.6): they are its own, too */
  u32 saved;       /* the trial that has a copy of it */
  u32 effects;     /* 1 + first LayerEffect of its abilities and counters; chained by `next` */
  u32 grants;      /* 1 + the last LayerGrant to it; chained by `next` */
  u8 zone, kind, controller;
  u8 face;
  u8 halves;      /* the face it shows if it is a Room (709.5) */
  bool stale;     /* its abilities changed since its effects were collected */
  bool counted;   /* its counters have been collected */
  bool run_taken; /* `chars.abilities` is a place in LayerScratch.insts: see store.c */
  bool hidden;    /* face down on the battlefield or the stack */
  bool copied;    /* a copy effect applies to it */
  u8 face_down;   /* FaceDownKind */
} WorkObject;

/* Card types, supertypes and classes of subtypes: what of FACT_TYPES is meant. */
typedef u32 TypeFacts;
#define TYPES_ALL ((TypeFacts)-1)

/* What of FACT_ABILITIES is meant: whether an object has a keyword, a bit for each, which some share; or anything else about
   its abilities. */
typedef u64 AbilityBits;
#define ABILITIES_REST ((AbilityBits)1 << 63)
#define ABILITIES_ALL ((AbilityBits)-1)

/* What something reads or writes of types and abilities; and whether it takes abilities, words or control away. */
typedef struct FineFacts {
  AbilityBits abilities;
  TypeFacts types;
  bool takes;
} FineFacts;

/* What a static ability's expressions read. */
typedef struct AbilityFacts {
  u32 ability;
  FineFacts reads;
  u16 zones;       /* whose objects they speak of; with those of abilities it grants */
  bool impersonal; /* they say nothing of the object that has the ability */
  bool noted;      /* they say no more of it than what has been noted for it */
  bool but_itself; /* they say no more of it than that it is none of the objects affected */
} AbilityFacts;

typedef enum LayerEffectKind { FX_STATIC, FX_COUNTERS, FX_FLOATING } LayerEffectKind;

typedef struct LayerPart {
  Node node;          /* AFFECT or APPLY; 0: fixed Mods */
  u32 set, set_count; /* in LayerScratch.sets, once it is kept */
  u16 layers;
  bool kept;
  u64 set_hash; /* of what is in the set */
} LayerPart;

typedef struct LayerEffect {
  u64 timestamp, granted; /* 613.7; when the effect that granted the ability got its own, 0 its own ability */
  u64 hash;               /* of what it does now, see apply.c */
  AbilityInst inst;       /* acquisition resolved */
  Mod fixed;              /* of FX_COUNTERS */
  u32 owner;              /* place of its object among the WorkObjects; of FX_FLOATING the row of T_EFFECTS */
  u32 slot, index;        /* break ties between equal timestamps: the object, and its place there */
  u32 nth;                /* of equal instances on the object */
  u32 next;               /* 1 + the next one of the same object */
  u32 part, part_count;
  u32 version;    /* the state that `hash`, `active` and `app` are of */
  u64 evaluation; /* which one found them: the same as long as nothing could have changed them, and for effects alike */
  u32 app, app_count;   /* what it would do: rows of LayerScratch.apps … */
  u32 except;           /* … but for those of this slot: all but itself (see ability_facts); 0 none */
  Facts reads, writes;  /* over all layers */
  FineFacts fine_reads; /* more exactly, see facts.c */
  TypeFacts type_writes;
  FineFacts does;  /* what it would change by `app` … */
  u32 does_moment; /* … at that moment of LayerScratch.moment */
  u32 turn;        /* when it was applied last, counted over all effects … */
  u32 waits;       /* … 1 + the effect that it had to wait for, 0 none, … */
  u8 waited;       /* … and in which layer (613.8b) */
  u32 class;       /* of pending effects that are alike … */
  u64 alike;       /* … which have this in common, see order.c; 0: nothing is like it */
  u32 like;        /* 1 + the effect whose evaluation it took over, 0 its own */
  u16 removes;     /* layers in which it may take abilities, words or control of what it affects away */
  u16 layers;
  u8 kind;
  u8 applied; /* 1 + the last layer it was applied in */
  bool cda, exists, started, active;
  bool unmet; /* it is not active only because its condition fails */
  bool once;  /* doing it again at once does nothing */
  bool adds;  /* it adds to power and toughness, and does nothing else … */
  bool added; /* … and that is done */
  bool gains; /* it gives one ability, which is no effect of the layers, and does nothing else */
} LayerEffect;

/* Whether effects are alike, and were evaluated once: they do the same but to what each excepts. */
static inline bool does_alike(const LayerEffect *a, const LayerEffect *b) {
  return a->alike == b->alike && a->app == b->app && a->app_count == b->app_count;
}

/* Of a class of pending effects: 1 + the one that was evaluated last, 0 none; and what those that do certain rows of
   LayerScratch.apps would change, as found at a moment. */
typedef struct ClassKept {
  u32 effect;
  u32 app, app_count, moment;
  FineFacts does;
} ClassKept;

/* One object that a part applies to, and the Mods it gets; the part counts from the first one of its effect. */
typedef struct LayerApp {
  u32 part, slot, mods, count;
} LayerApp;

/* When an effect gave an object an ability (613.7a); ability 0: all of that acquisition. */
typedef struct LayerGrant {
  u32 ability, acquisition;
  u32 next; /* 1 + an earlier one to the same object, or 0 */
  u64 timestamp;
} LayerGrant;

/* A static copy effect that applies for the first time (707.2c). */
typedef struct LayerFreeze {
  Ref source, object;
  u32 ability, acquisition;
  CvId cv;
} LayerFreeze;

typedef struct ControlChange {
  u32 slot;
  u8 from, to;
} ControlChange;

typedef enum LayerScope {
  SCOPE_ALL,      /* everything */
  SCOPE_ENTERING, /* everything, and an object as it would exist on the battlefield */
  SCOPE_ALONE,    /* one object that no effect of others can touch; the others are final */
} LayerScope;

typedef struct SlotPlace {
  u32 stamp, place;
} SlotPlace;

/* What is about to enter, as its Entry says so far, and the moment it was looked at: the run of the game, events and decisions
   before it, and what had changed. */
typedef struct EnteringLook {
  SpellLook look; /* slot 0: of nothing */
  Entry entry;
  u64 run, events, decisions;
  u32 step, changes;
} EnteringLook;

typedef VEC(u32) LayerPlaces;
typedef VEC(u64) LayerBits;

/* What a trial said: whether an effect, as it was evaluated, depends on another one, as that was. */
typedef struct Trial {
  u64 evaluation, of_other; /* 0: there is none */
  u32 effect, other;        /* 0: it is the same for all that are alike */
  u32 ground;
  bool depends;
} Trial;

typedef struct LayerScratch {
  LayerWork work; /* first: eval.c hands it back */
  Game *g;
  LayerScope scope;
  bool busy, trying;
  u32 lone;                /* the object of SCOPE_ENTERING and SCOPE_ALONE */
  Provisional provisional; /* of SCOPE_ENTERING */
  u32 stamp;               /* of this computation, for `places` */
  u32 version;             /* of the working state: raised by everything applied */
  u32 moment;              /* of what LayerEffect.does depends on: raised when types or keywords change */
  u32 ground; /* of what trials depend on that no effect reads: raised when card types change, or what can't be had */
  u32 trial;
  u32 trial_runs;           /* T_DHEAP before the trial */
  const Listener *listener; /* nobody listens to a trial */
  u32 runs;                 /* T_DHEAP before this computation: what lies behind are working runs */
  Layer layer;
  u16 zones, scanned;    /* zones that effects speak of; zones searched for objects of their own */
  u16 layers;            /* layers in which something applies */
  bool only_lone;        /* of SCOPE_ENTERING: what the layer does to the others matters to nobody … */
  bool all_matter;       /* … which is not looked for */
  bool apart;            /* of SCOPE_ENTERING: the others are final, and only T_SPELL_EFFECTS are theirs */
  bool changed;          /* effects were added or lost their ability: `pending` is out of date */
  VEC(SlotPlace) places; /* by slot */
  VEC(WorkObject) objects;
  VEC(WorkObject) saved; /* as they were before the trial */
  VEC(u32) stale;        /* places of objects whose abilities changed */
  VEC(LayerEffect) effects;
  u32 turns; /* effects applied so far */
  u32 last;  /* 1 + the one applied last in this layer, 0 none */
  VEC(LayerPart) parts;
  VEC(u32) sets;
  VEC(LayerApp) apps;
  ModList mods;
  VEC(LayerGrant) grants;
  VEC(LayerFreeze) freezes;
  LayerPlaces pending, reach, queue, heads;
  VEC(SlotPlace) app_places; /* by slot: rows of `apps` of the effects that do those from `apps_looked` on */
  u32 apps_looked, apps_looked_count, app_stamp;
  VEC(ClassKept) like; /* by class of pending effects */
  LayerBits edges, known, tried, found, seen;
  VEC(Trial) kept; /* each in a place that its hash says */
  u32 classes;     /* of pending effects */
  u64 trials;      /* of dependency, over all computations */
  u64 evaluations; /* of effects, likewise; not of those that are like one that was evaluated */
  VEC(AbilityInst) insts;
  VEC(RuleSource) rules;
  VEC(ControlChange) control; /* changes not told yet begin at `control_told` */
  u32 control_told;
  SpellLook spell; /* what `spell_chars` are of; slot 0: of nothing */
  Chars spell_chars;
  SpellLook face; /* the same of a card with the characteristics of another face, where it is */
  Chars face_chars;
  EnteringLook entering; /* and of what was last to enter */
  Chars entering_chars;
  VEC(u32) rule_slots;
  AbilityFacts facts[128];            /* a cache */
  u32 keyword_abilities[KEYWORD_CAP]; /* 1 + the ability of a keyword alone, see counter_mod; 0 not looked for yet */
} LayerScratch;

/* Adds to one of the vectors; memory that is refused fails the game. */
#define work_push(L, v, value)                                                                                 \
  do {                                                                                                         \
    if (!vec_push(&(L)->g->allocator, (v), value)) game_fail((L)->g, GAVEL_E_MEMORY, "memory for the layers"); \
  } while (0)
#define work_reserve(L, v, n)                                                                                 \
  do {                                                                                                        \
    if (!vec_reserve(&(L)->g->allocator, (v), n)) game_fail((L)->g, GAVEL_E_MEMORY, "memory for the layers"); \
  } while (0)

/* The scratch memory of a game, made when first asked for. */
LayerScratch *layers_scratch(Game *g);

/* --- work.c ------------------------------------------------------------------------ */

void work_begin(LayerScratch *L, LayerScope scope);
/* The place of an object's WorkObject, which is made if there is none. */
u32 work_place(LayerScratch *L, u32 slot);
/* … (u32)-1 if there is none. */
u32 work_find(const LayerScratch *L, u32 slot);
static inline WorkObject *work_at(const LayerScratch *L, u32 place) {
  ASSERT(place < L->objects.count);
  return &L->objects.data[place];
}
/* The same of an object that is final, with the characteristics that the last computation has found. */
u32 work_place_final(LayerScratch *L, u32 slot);
/* Loads the characteristics of its copiable values. */
void work_load(LayerScratch *L, u32 place);
/* Its abilities are others than they were: its effects will be collected anew. */
void work_stale(LayerScratch *L, u32 place);
/* What an effect is about to change is kept while a trial lasts. */
void work_touch(LayerScratch *L, u32 place);
void trial_begin(LayerScratch *L);
void trial_end(LayerScratch *L);

/* --- collect.c --------------------------------------------------------------------- */

/* Finds every object with something of its own to apply, and every effect in force. */
void collect_all(LayerScratch *L);
/* Finds what matters to a card that is seen as a spell apart from the others. */
void collect_apart(LayerScratch *L);
/* Brings the effects of an object's static abilities up to date with the abilities it has. */
void collect_object(LayerScratch *L, u32 place);
/* Finds the effects of its counters. */
void collect_counters(LayerScratch *L, u32 place);
/* When an effect granted an object this ability (or the keyword it stands for); 0 if none did. */
u64 granted_timestamp(const LayerScratch *L, u32 slot, const AbilityInst *inst);
/* The same for all whose abilities changed, and for zones that effects speak of since. */
void collect_changed(LayerScratch *L);
/* The instance of an effect's ability as its object has it now; false if it has none. */
bool effect_inst(const LayerScratch *L, const LayerEffect *fx, AbilityInst *inst);

/* --- facts.c ----------------------------------------------------------------------- */

AbilityFacts ability_facts(LayerScratch *L, u32 ability);
/* The types an evaluated or unevaluated modification may change. */
TypeFacts mod_type_writes(const Mod *mod);
/* What it would change of an object that has these characteristics now. */
FineFacts mod_changes(const CardDb *db, const Chars *c, const Mod *mod);
static inline FineFacts facts_joined(FineFacts a, FineFacts b) {
  return (FineFacts){a.abilities | b.abilities, a.types | b.types, a.takes || b.takes};
}
/* What an effect may write in a layer, whatever there is now. */
FineFacts effect_writes(const LayerEffect *fx, Layer layer);
TypeFacts node_type_writes(const CardDb *db, Node mod);
/* Notes in an effect what one of its operations writes; answers the bit of its layer. */
u16 writes_note(LayerEffect *fx, IrOp op, TypeFacts types);
/* Whether `a` reads what `b` writes in a layer; of types and abilities, what is said. */
bool reads_written(const LayerEffect *a, const LayerEffect *b, FineFacts written, Layer layer);
/* Adds what an effect reads and writes to what `all` does. */
void effects_join(LayerEffect *all, const LayerEffect *fx);

/* --- apply.c ----------------------------------------------------------------------- */

/* Finds out what an effect would do in the current layer: `active`, `hash`, `app`. Nothing is
   done if that is known for the present version. */
void effect_evaluate(LayerScratch *L, u32 effect);
/* Finds out what an effect that has been evaluated would change as things are: `does`. */
void effect_does(LayerScratch *L, u32 effect);
/* Its hash on the working state as it is, leaving what is known of it alone. */
u64 effect_hash(LayerScratch *L, u32 effect);
/* Whether an effect would apply to an object in that layer, by the working state as it is; `found` (may be null) gets the last of
   its operations `op` on the object. Leaves what is known of it alone. */
bool effect_would_touch(LayerScratch *L, u32 effect, Layer layer, u32 slot, IrOp op, Mod *found);
/* Whether no effect says that the object can't have the ability, by the layers so far (113.11). */
bool may_gain(const LayerScratch *L, u32 place, u32 ability);
/* Applies what effect_evaluate found. In a trial nothing is remembered. */
void effect_apply(LayerScratch *L, u32 effect);
/* Does at once what so many effects do that are like this one and add to power and toughness: each but to what it excepts,
   which are the slots in `excepted`. Then effect_applied is called for each. */
void effects_add(LayerScratch *L, u32 effect, u32 times, const LayerBits *excepted);
/* Does at once what these effects do, which are alike and each give an ability: objects gain it in the order of the effects.
   Then effect_applied is called for each. */
void effects_gain(LayerScratch *L, const u32 *effects, u32 count);
/* It has been applied, after which it is not evaluated any more. */
void effect_applied(LayerScratch *L, u32 effect);
/* Whether it applies to the slot, as it was evaluated. */
bool affects_slot(LayerScratch *L, const LayerEffect *fx, u32 slot);
/* Whether all it does to the slot is to take all abilities away. */
bool takes_all(LayerScratch *L, const LayerEffect *fx, u32 slot);

/* --- order.c ----------------------------------------------------------------------- */

/* Applies every effect of a layer, in the order of timestamps and dependency (613.7, 613.8). */
void layer_run(LayerScratch *L, Layer layer);

/* --- copy.c ------------------------------------------------------------------------ */

/* Copy effects, then face-down status (613.2). */
void layer_one(LayerScratch *L);
/* The value a static copy effect was fixed to for this object, 0 if it has not applied yet
   (707.2c). */
u32 frozen_find(const Game *g, Ref source, const AbilityInst *inst, Ref object);
/* Remembers the values of copy effects that applied for the first time and forgets those of
   effects that ended; whether there are any of the former. */
bool frozen_settle(LayerScratch *L);

/* --- store.c ----------------------------------------------------------------------- */

/* Writes the result to the derived tables. */
void layers_store(LayerScratch *L);
/* The same for the one object of SCOPE_ALONE. */
void layers_store_alone(LayerScratch *L);
/* Tells of changes of control, one after the other; what is told may compute again. */
void control_report(LayerScratch *L);
/* What a computation begins with, of the battlefield and these zones. */
u64 layers_digest(const Game *g, u16 zones);
/* Zones in which some card of the game may have static abilities that function there. */
u16 static_zones(Game *g);

/* --- idle.c ------------------------------------------------------------------------ */

/* Whether the last computation found nothing to compute and another one would find nothing either. If watchers are found
   to be as they were, too, that is noted. */
bool layers_are_idle(Game *g);

/* --- watchers.c --------------------------------------------------------------------------- */

/* Zones in which some card of the game may have triggered or replacement abilities that function there. */
u16 watched_zones(Game *g);
/* There were no watchers and there are none. Characteristics need not be computed. */
void watchers_rest(Game *g);

/* --- apart.c ------------------------------------------------------------------------------- */

/* Notes after a computation which effects may apply to spells, and whether cards can be seen as spells apart from others. */
void spell_effects_note(LayerScratch *L);
/* Whether the effects of the card that is seen apart read of others only what these are in the end; of T_SPELL_EFFECTS
   that is known. */
bool own_effects_read_what_is_final(LayerScratch *L);

/* --- layers.c ----------------------------------------------------------------------------- */

/* Facts that layers from this one on still write. */
Facts written_from(Layer layer);

/* Layers 1 to 7 of a working state whose effects have been collected. */
void run_layers(LayerScratch *L);
/* Forgets runs that nothing keeps: those of the last look at an object that was to enter. */
void drop_loose_runs(LayerScratch *L);

#endif
