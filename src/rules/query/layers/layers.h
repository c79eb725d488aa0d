/* The interaction of continuous effects (613): characteristics on demand, cached.

   chars_of answers an object's characteristics now. Nothing is computed while `derived.computed`
   equals `derived.epoch`. Whoever changes a fact says so with facts_changed; the epoch is raised
   only if some effect in force reads that fact (derived.reads) or the fact is one that every
   computation depends on. */
#ifndef RULES_QUERY_LAYERS_LAYERS_H
#define RULES_QUERY_LAYERS_LAYERS_H

#include "rules/query/eval.h"

/* Looks closer than chars_of. */
const Chars *chars_computed(Game *g, u32 slot);
/* Valid until the game changes or a derived table grows. Any zone. A card that no effect touches, and that says nothing
   about itself, is what it is in the database. */
static inline const Chars *chars_of(Game *g, u32 slot) {
  const DerivedCore *all = derived(g);
  if (all->layers.facts != all->changes.facts || all->layers.dirty) return chars_computed(g, slot);
  const Derived *d = row_DERIVED(g, slot);
  if (d->stamp == all->layers.stamp) return row_CHARS(g, d->chars);
  const Object *o = object_row(g, slot);
  if (o->cv & CV_RECORD || o->counters) return chars_computed(g, slot);
  const CardForm *form = form_shown(g, o);
  return form->defines ? chars_computed(g, slot) : &form->chars;
}

/* The form of a card that no effect of another object touches; null for any other. */
static inline const CardForm *form_untouched(Game *g, u32 slot) {
  const DerivedCore *all = derived(g);
  const Object *o = object_row(g, slot);
  if (all->layers.facts != all->changes.facts || all->layers.dirty || row_DERIVED(g, slot)->stamp == all->layers.stamp)
    return NULL;
  return o->cv & CV_RECORD || !o->cv || o->counters ? NULL : form_shown(g, o);
}

/* The form of a card that is just as it is in the database, so that chars_of answers the form's; null for any other. */
static inline const CardForm *form_of(Game *g, u32 slot) {
  const CardForm *form = form_untouched(g, slot);
  return form && form->defines ? NULL : form;
}

/* The same of one that is so but for its power and toughness. */
static inline const CardForm *form_besides_pt(Game *g, u32 slot) {
  const CardForm *form = form_untouched(g, slot);
  return form && form->defines && !form->defines_pt ? NULL : form;
}

/* The result of layer 1: what a copy of the object would be (707.2). A double-faced or melded
   permanent answers the face that is up alone (707.8); a face-down one its face-down values. */
CvId copiable_values_of(Game *g, u32 slot);
/* What was listed for an object while it was face down is so no longer. */
void listed_forget(Game *g, Ref object);
/* Of a double-faced object those of both faces, as a token has them that is a copy of it (707.8a); of any other the
   same. */
CvId both_faces_of(Game *g, u32 slot);
/* Frees records of copiable values that nothing refers to once they are many. Called between what happens, where nothing
   outside the block names one. */
void values_collect(Game *g);
/* The values that status chooses from: of a double-faced permanent both faces (707.8a), of a face-down one what it
   would be face up (707.3). */
CvId values_before_status(Game *g, u32 slot);
/* The copiable values for what last known information remembers too. */
CvId copiable_values_of_ref(Game *g, Ref ref);

static inline bool has_type(Game *g, u32 slot, u16 type_mask) { return chars_of(g, slot)->types & type_mask; }
bool has_keyword(Game *g, u32 slot, Word keyword);
/* The abilities an object has now. */
static inline u32 ability_count(Game *g, u32 slot) { return chars_of(g, slot)->ability_count; }
AbilityInst ability_get(Game *g, u32 slot, u32 index);
/* The same of any Chars, for an object whose own acquisition is given. */
AbilityInst chars_ability(const Game *g, const Chars *c, u32 index, u32 own_acquisition);
/* The acquisition of an object's own abilities as last computed. */
u32 settled_acquisition(const Game *g, u32 slot);

/* Characteristics of an object as it would exist on the battlefield with this Entry (614.12):
   replacement effects applied so far, its own static abilities that affect it, continuous
   effects that already exist. Written to `*out`; its abilities are a run in T_DHEAP that stays
   until the next call that computes layers. */
void chars_entering(Game *g, u32 slot, Heap entry, Chars *out);
/* The face that an object entering so shows: of a Room the half that was cast as the spell it is, else neither (709.5d).
   `slot` 0: a token that is yet to be made. */
u32 entering_face(const Game *g, u32 slot, const Entry *entry);

/* The characteristics of a card looked at as a spell, as effects in force would have them on the stack (601.3e); null if
   no effect speaks of the stack: then they are those of the card. Of the look all but the stamps and the generation is
   asked for. Valid until the next call that computes layers. */
const Chars *chars_as_spell(Game *g, SpellLook look);
/* Whether the effect waits for a spell that it will change (611.2f). */
bool effect_awaits_spell(const Game *g, const Effect *f);
/* The characteristics that a card has where it is, as effects in force would have them if those of a face were the ones it
   has (601.3e); null if no effect speaks of its zone: then they are those printed. Valid as those above. */
const Chars *chars_with_face(Game *g, u32 slot, u32 face);
/* Forgets what it keeps for the next time: whoever looks for ways to cast begins with that. */
void spell_looks_forget(Game *g);

/* Whether no row of T_EFFECTS is in use. */
bool effects_are_none(const Game *g);

/* Something of these kinds changed. */
void facts_changed(Game *g, Facts facts);
/* How a spell on the stack was cast or paid for: it is there that this can matter. */
void spell_changed(Game *g);
/* Another step has begun, or something else about the turn has changed. */
void time_changed(Game *g);
/* A permanent became tapped or untapped: of all statuses the one that changes most. */
void tapped_changed(Game *g, u32 slot);
/* Something has changed on which nothing depends but what may be done with permanents of that player. */
void doings_changed(Game *g, u32 player);
void layers_compute(Game *g);
static inline bool layers_settled(const Game *g) {
  const DerivedCore *d = derived(g);
  return d->layers.facts == d->changes.facts && !d->layers.dirty;
}
/* Computes if stale. Control changes found (layer 2) are applied to Object.controller and
   reported as EVENT_CONTROL through control_changed of batch.h. Called by chars_of; call it when
   state must be settled. */
static inline void layers_update(Game *g) {
  if (!layers_settled(g)) layers_compute(g);
}
/* The bit of a kind of effect on the rules in masks of them. The last kinds share one: a mask says where to look, and not
   what is found there. */
#define RULE_KIND(rule) ((u32)((rule)-IR_R_CANT_ATTACK))
#define RULE_BIT(rule) ((u64)1 << (RULE_KIND(rule) < 63 ? RULE_KIND(rule) : 63))
static inline u64 rule_bit(IrOp rule) { return RULE_BIT(rule); }

/* Whether some effect on the rules of the kind is in force (see rules_visit of eval.h), or of one that shares its bit;
   computes if stale, so that it is right also when nothing has been asked since a game was loaded. */
static inline bool rules_of(Game *g, IrOp rule) {
  layers_update(g);
  return (derived(g)->layers.rules & rule_bit(rule)) != 0;
}

/* form_of for many objects at once, while no row is added and nothing computed. */
typedef struct FormLook {
  const Object *objects;
  const Derived *computed;
  const CardDef *cards;
  const CardForm *forms;
  u32 stamp;
} FormLook;
/* What the last computation found stands, or is made to. */
static inline FormLook forms_as_computed(const Game *g) {
  return (FormLook){object_row(g, 0), row_DERIVED(g, 0), g->db->cards.data, g->db->forms.data,
                    derived(g)->layers.stamp};
}
static inline FormLook forms_look(Game *g) {
  layers_update(g);
  return forms_as_computed(g);
}
static inline const CardForm *form_looked(const FormLook *l, u32 slot) {
  const Object *o = &l->objects[slot];
  if (l->computed[slot].stamp == l->stamp || !o->cv || o->cv & CV_RECORD || o->counters || o->status & STATUS_FLIPPED)
    return NULL;
  const CardDef *def = &l->cards[o->cv];
  const CardForm *form = &l->forms[def->form];
  if (def->faces > 1 || o->face) {
    if (o->zone == ZONE_BATTLEFIELD && (o->face || def->layout == LAYOUT_ROOM)) return NULL;
    u32 face = def->faces == 1 || o->face || zone_is_open((Zone)o->zone) ? o->face : def->combined;
    form += face < def->faces ? face : def->combined;
  }
  return form->defines ? NULL : form;
}

/* Whether any effect on the rules is in force. */
static inline bool rules_in_force(Game *g) {
  layers_update(g);
  return derived(g)->layers.rules != 0;
}
/* The same of those of other kinds than these. */
static inline bool rules_besides(Game *g, u64 kinds) {
  layers_update(g);
  return derived(g)->layers.rules & ~kinds;
}
/* See rules_visit_each. */
static inline bool rules_visit(Game *g, IrOp rule, RuleVisitor visit, void *user) {
  return rules_of(g, rule) && rules_visit_each(g, rule, visit, user);
}
/* Whether some effect of the kind holds for a reference: its first argument, a filter, matches. */
bool rules_hold_some(Game *g, IrOp rule, Ref ref);
static inline bool rules_hold(Game *g, IrOp rule, Ref ref) {
  return rules_of(g, rule) && rules_hold_some(g, rule, ref);
}
/* The source of an effect of the kind that holds for a reference; REF_NONE if none does. */
Ref rules_source(Game *g, IrOp rule, Ref ref);
/* The same for two filters: players or objects, and what it is about. */
bool rules_hold_pair(Game *g, IrOp rule, Ref first, Ref second);

/* Evaluates an operation on characteristics: MOD node → evaluated Mods appended as 3-word rows
   to the list. */
void mods_evaluate(const Eval *e, Node mod, Ref object, Heap *list);
/* Adds one evaluated Mod to such a list. */
void mods_add(Game *g, Heap *list, Mod mod);
/* The copiable values that `object` (REF_NONE: a new one) gets from a copy effect of values `of`
   whose exceptions are the arguments `first` and following of a node (707.9); those that hold
   only if the result matches something are looked at last (707.9f). */
CvId copy_values(const Eval *e, CvId of, Node node, u32 first, Ref object);
/* Values that a copy effect gives a permanent which is like `before` as the effect applies: what they leave open since the
   effect doesn't copy it is what it was (707.9c). `before` is not in the block. */
CvId cv_keeping(Game *g, CvId cv, const Chars *before);
/* Applies an evaluated Mod to characteristics under construction. Abilities that are added are
   appended with `acquisition`. */
void mod_apply(Game *g, Chars *c, const Mod *mod, u32 acquisition);

/* The second evaluator: every pair tried, nothing cached (design decision 7). Compares all
   objects with what is cached; false and a message on the first difference. */
bool layers_compare_naive(Game *g, char *message, size_t cap);

/* While layers are computed (Eval.work is set), eval.c asks here: working characteristics and
   controller of a slot; null for a slot outside the working set, whose characteristics are not
   changing. */
const Chars *layer_work_chars(const LayerWork *work, u32 slot);
u32 layer_work_controller(const LayerWork *work, u32 slot);

/* Abilities that could trigger, replace or affect now: rebuilds T_WATCHERS and the masks if stale. The masks then have at
   least all there is; both have exactly that once the rows are listed. */
void watchers_find(Game *g);
static inline void watchers_update(Game *g) {
  layers_update(g);
  if (derived(g)->watchers.stale || !derived(g)->watchers.digest) watchers_find(g);
}
void watchers_list(Game *g);

#endif
