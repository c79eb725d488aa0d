/* The context of evaluation and what references refer to. Numbers, conditions and sets are in eval_num.c,
   eval_cond.c and eval_objects.c. */
#include "rules/query/eval.h"

#include "rules/query/layers/internal.h"
#include "rules/query/query.h"
#include "state/objects.h"

void eval_exceeded(Game *g) {
  game_fail_limit(g, "evaluations and steps of effects in one call", g->limits.evaluations, "evaluations");
}

Eval eval_of_env(Game *g, Heap env) {
  const Env *v = env_at(g, env);
  return (Eval){.g = g,
                .env = env,
                .source = v->source,
                .subst = v->subst,
                .acquisition = v->acquisition,
                .controller = v->controller};
}

Eval eval_of_ability(Game *g, u32 slot, const AbilityInst *inst) {
  const Object *o = object_row(g, slot);
  return (Eval){.g = g,
                .source = object_ref(g, slot),
                .subst = inst->subst,
                .acquisition = inst->acquisition,
                .captured = inst->env,
                .controller = o->controller};
}

u32 eval_you(const Eval *e) { return e->env ? env_at(e->g, e->env)->controller : e->controller; }

Ref eval_self(const Eval *e) { return e->env ? env_at(e->g, e->env)->source : e->source; }

/* The last object with an acquisition that left its zone. */
static Ref left_with(const Game *g, u32 acquisition, Ref except) {
  u32 found = 0;
  for (u32 row = 1; row < count_of(g, T_LKI); row++) {
    const Lki *lki = row_LKI(g, row);
    if (!lki->ref || lki->ref == except || lki->object.acquisition != acquisition) continue;
    if (!found || lki->turn >= row_LKI(g, found)->turn) found = row;
  }
  return found ? row_LKI(g, found)->ref : REF_NONE;
}

/* What granted an ability, as long as it is where its effect left it: what granted something as it entered is the
   permanent since. */
static Ref granter_now(Game *g, Ref granter) {
  if (object_live(g, granter)) return granter;
  u32 row = lki_find(g, granter);
  if (!row || row_LKI(g, row)->object.zone == ZONE_BATTLEFIELD) return REF_NONE;
  Ref became = row_LKI(g, row)->became;
  u32 slot = object_live(g, became);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return REF_NONE;
  RULE(g, "201.5a");
  return became;
}

Ref eval_granter(const Eval *e) {
  Game *g = e->g;
  Ref self = eval_self(e);
  Ref source = e->env ? env_at(g, e->env)->granter : e->captured ? env_at(g, e->captured)->source : REF_NONE;
  if (source) return granter_now(g, source);
  /* What came with an object came with no other one. */
  u32 own = object_live(g, self);
  bool alone = own && object_row(g, own)->acquisition == e->acquisition;
#ifdef GAVEL_CHECKED
  alone = alone && g->quick;
#endif
  for (u32 s = alone ? 0 : zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (object_ref(g, s) != self && settled_acquisition(g, s) == e->acquisition) return object_ref(g, s);
  return e->env ? left_with(g, e->acquisition, self) : REF_NONE; /* it was sacrificed to pay, perhaps (113.7a) */
}

static bool is_provisional(const Eval *e, Ref ref) {
  return e->provisional && ref == object_ref(e->g, e->provisional->slot);
}

/* What a permanent notes while it is entering stands in its Entry until it has entered (614.12). */
static Value noted_by(const Eval *e, Ref who, StrId link) {
  Game *g = e->g;
  const Value none = {.tag = VALUE_NONE};
  if (is_provisional(e, who)) {
    Heap entry = e->provisional->entry;
    return note_list_find(g, HEAP_AT(g, Entry, entry)->notes, e->acquisition, link);
  }
  u32 slot = object_live(g, who), row = slot ? 0 : lki_find(g, who);
  const Value *kept = slot ? note_find(g, slot, e->acquisition, link) : NULL;
  if (kept) return *kept;
  return row ? note_list_find(g, row_LKI(g, row)->notes, e->acquisition, link) : none;
}

Value eval_noted(const Eval *e, StrId link) {
  Value own = noted_by(e, eval_self(e), link);
  if (own.tag != VALUE_NONE) return own;
  Ref granter = eval_granter(e);
  return granter ? noted_by(e, granter, link) : own;
}

Word eval_noted_word(const Eval *e, StrId link) {
  Value v = eval_noted(e, link);
  return v.tag == VALUE_WORD ? (Word)v.v : W_NONE;
}

Word eval_word(const Eval *e, Word word) { return e->subst ? subst_word(e->g, e->subst, word) : word; }

Value eval_slot(const Eval *e, u32 slot) {
  Heap env = e->env ? e->env : e->captured;
  if (!env || slot >= env_at(e->g, env)->slots) return (Value){.tag = VALUE_NONE};
  return env_at(e->g, env)->slot[slot];
}

const Chars *eval_slot_chars(const Eval *e, u32 slot) {
  static const Chars NONE = {0};
  if (e->unseen && object_row(e->g, slot)->flags & OBJECT_EXILED_FACE_DOWN) {
    RULE(e->g, "406.3a");
    return &NONE;
  }
  const Chars *working = e->work ? layer_work_chars(e->work, slot) : chars_of(e->g, slot);
  if (working) return working;
  const Object *o = object_row(e->g, slot);
  return cv_chars(e->g, o->cv, shown_face(e->g, o, o->cv));
}

const Chars *eval_chars(const Eval *e, Ref ref) {
  Game *g = e->g;
  if (ref == REF_NONE || ref_is_player(ref)) return NULL;
  if (ref == REF_BARE) return e->bare;
  if (is_provisional(e, ref)) return e->provisional->chars;
  u32 slot = object_live(g, ref);
  if (slot) return eval_slot_chars(e, slot);
  u32 row = lki_find(g, ref);
  return row ? &row_LKI(g, row)->chars : NULL;
}

u32 eval_controller(const Eval *e, Ref ref) {
  Game *g = e->g;
  if (ref_is_player(ref)) return ref_slot(ref);
  if (ref == REF_BARE) return eval_you(e);
  if (is_provisional(e, ref)) return HEAP_AT(g, Entry, e->provisional->entry)->controller;
  if (ref == e->past && ref != REF_NONE) return e->past_controller;
  u32 slot = object_live(g, ref);
  if (slot) {
    if (e->work) return layer_work_controller(e->work, slot);
    const Object *o = object_row(g, slot);
    if (o->zone == ZONE_BATTLEFIELD) layers_update(g);
    return object_row(g, slot)->controller;
  }
  u32 row = lki_find(g, ref);
  return row ? row_LKI(g, row)->object.controller : PLAYER_NONE;
}

Zone eval_zone(const Eval *e, Ref ref) {
  if (ref_is_player(ref) || ref == REF_BARE) return ZONE_NONE;
  if (is_provisional(e, ref)) return e->provisional->zone;
  u32 slot = object_live(e->g, ref);
  if (slot) return (Zone)object_row(e->g, slot)->zone;
  u32 row = lki_find(e->g, ref);
  return row ? (Zone)row_LKI(e->g, row)->object.zone : ZONE_NONE;
}

Heap cast_info_of(Game *g, const Eval *e, Ref ref) {
  if (e && is_provisional(e, ref)) return HEAP_AT(g, Entry, e->provisional->entry)->cast;
  u32 slot = object_live(g, ref);
  Zone zone;
  Heap ext;
  if (slot) {
    zone = (Zone)object_row(g, slot)->zone;
    ext = object_row(g, slot)->ext;
  } else {
    u32 row = lki_find(g, ref);
    if (!row) return 0;
    zone = (Zone)row_LKI(g, row)->object.zone;
    ext = row_LKI(g, row)->ext;
  }
  if (!ext) return 0;
  if (zone == ZONE_STACK) return HEAP_AT(g, StackItem, ext)->cast;
  return zone == ZONE_BATTLEFIELD ? HEAP_AT(g, Permanent, ext)->cast : 0;
}

/* --- the scratch list -------------------------------------------------------------------------- */
