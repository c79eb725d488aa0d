/* The second evaluator of continuous effects (613), against which the first is checked. It is
   written the plainest way there is: nothing is remembered between computations, every object in
   every zone is worked on, effects are looked for anew before each one that is applied, and
   every pair of them is tried. It shares with the first evaluator only the evaluation of
   expressions and the application of a single Mod. */
#include "cards/ir_args.h"
#include "rules/query/layers/internal.h"

#include <stdio.h>

typedef struct NaiveObject {
  Chars chars;
  u64 cant_have[KEYWORD_CAP / 64];
  CvId cv;
  u32 acquisition, text; /* of its own abilities; of those a text-changing effect brought */
  u8 controller, face;
  bool there; /* in a zone, and not phased out */
} NaiveObject;

/* An effect as it is found; those that have begun to apply are kept in `begun`. */
typedef struct NaiveEffect {
  u8 kind; /* LayerEffectKind */
  bool cda, gone;
  u16 applied; /* layers it was applied in */
  u32 slot, index, nth, row;
  AbilityInst inst;
  u64 timestamp, granted;
  u32 sets; /* 1 + first of its rows of `sets`, one a part */
  u32 next; /* of those in `begun` with the same place among the heads: 1 + it */
} NaiveEffect;

typedef struct NaiveApp {
  u32 part, slot, mods, count;
} NaiveApp;

typedef struct NaiveGrant {
  u32 slot, ability, acquisition;
  u64 timestamp;
} NaiveGrant;

typedef VEC(u32) NaiveSet;

typedef struct Naive {
  LayerWork work;
  Game *g;
  Layer layer;
  u32 slots;
  NaiveObject *objects, *saved;
  VEC(NaiveEffect) found, begun;
  u32 heads[256]; /* of `begun`, by what they are effects of */
  VEC(NaiveSet) sets;
  VEC(NaiveApp) apps;
  VEC(NaiveGrant) grants;
  VEC(bool) depends; /* empty: none does on another */
  VEC(u32) open;     /* those found that might depend on another */
  VEC(u32) touched;  /* objects kept in `saved` */
  VEC(u32) bearers;  /* objects that could bring effects as they are now … */
  bool changed;      /* … unless something was applied since */
  VEC(u64) before;   /* what each effect does, as a hash; 0: nothing */
  ModList mods;
} Naive;

#define naive_push(N, v, value)                                                                                \
  do {                                                                                                         \
    if (!vec_push(&(N)->g->allocator, (v), value)) game_fail((N)->g, GAVEL_E_MEMORY, "memory for the layers"); \
  } while (0)

static const Chars *naive_chars(const LayerWork *work, u32 slot) {
  return &((const Naive *)(const void *)work)->objects[slot].chars;
}
static u32 naive_controller(const LayerWork *work, u32 slot) {
  return ((const Naive *)(const void *)work)->objects[slot].controller;
}
static CvId naive_copiable(const LayerWork *work, u32 slot) {
  return ((const Naive *)(const void *)work)->objects[slot].cv;
}

/* --- what an effect is made of ------------------------------------------------------------ */

static u32 part_count(const Naive *N, const NaiveEffect *fx) {
  if (fx->kind != FX_STATIC) return 1;
  return node_argc(N->g->db, carddb_ability(N->g->db, fx->inst.ability)->node) - ARG_STATIC_EFFECTS;
}

/* The AFFECT node of a part; 0 for fixed Mods. */
static Node part_node(const Naive *N, const NaiveEffect *fx, u32 part) {
  const CardDb *db = N->g->db;
  if (fx->kind != FX_STATIC) return 0;
  return node_arg(db, carddb_ability(db, fx->inst.ability)->node, ARG_STATIC_EFFECTS + part);
}

static bool part_here(const Naive *N, const NaiveEffect *fx, u32 part) {
  Game *g = N->g;
  Node node = part_node(N, fx, part);
  if (fx->kind == FX_COUNTERS) {
    const Counters *c = row_COUNTERS(g, fx->row);
    return c->n > 0 && counter_layer(c->kind) == N->layer;
  }
  if (node) {
    if (node_op(g->db, node) == IR_RULES) return false;
    for (u32 i = ARG_AFFECT_MODS; i < node_argc(g->db, node); i++)
      if (mod_layer(node_op(g->db, node_arg(g->db, node, i)), fx->cda) == N->layer) return true;
    return false;
  }
  const Effect f = *row_EFFECTS(g, fx->row);
  for (u32 i = 0; i < effect_mod_count(g, &f); i++)
    if (mod_layer((IrOp)effect_mod(g, &f, i).op, false) == N->layer) return true;
  return false;
}

static bool applies_here(const Naive *N, const NaiveEffect *fx) {
  if (fx->applied >> N->layer & 1) return false;
  for (u32 p = 0; p < part_count(N, fx); p++)
    if (part_here(N, fx, p)) return true;
  return false;
}

/* --- looking for effects ------------------------------------------------------------------ */

static bool same_effect(const NaiveEffect *a, const NaiveEffect *b) {
  return a->kind == b->kind && a->slot == b->slot && a->row == b->row && a->nth == b->nth &&
         a->inst.ability == b->inst.ability && a->inst.acquisition == b->inst.acquisition;
}

static u32 *begun_head(Naive *N, const NaiveEffect *fx) {
  return &N->heads[(fx->slot * 31 + fx->row * 7 + fx->inst.ability) % COUNT_OF(N->heads)];
}

static u32 begun_find(Naive *N, const NaiveEffect *fx) {
  for (u32 i = *begun_head(N, fx); i; i = N->begun.data[i - 1].next)
    if (same_effect(&N->begun.data[i - 1], fx)) return i - 1;
  return (u32)-1;
}

static void add_found(Naive *N, NaiveEffect fx) {
  u32 known = begun_find(N, &fx);
  if (known != (u32)-1) {
    AbilityInst inst = fx.inst;
    fx = N->begun.data[known];
    fx.inst.subst = inst.subst;
    fx.gone = false;
    N->begun.data[known] = fx;
  }
  if (applies_here(N, &fx)) naive_push(N, &N->found, fx);
}

static u64 naive_granted(const Naive *N, u32 slot, const AbilityInst *inst) {
  u64 latest = 0;
  for (u32 i = 0; i < N->grants.count; i++) {
    NaiveGrant grant = N->grants.data[i];
    u32 last = grant.ability + carddb_ability(N->g->db, grant.ability)->expansion_count;
    if (grant.slot != slot || grant.acquisition != inst->acquisition) continue;
    if (grant.ability && (inst->ability < grant.ability || inst->ability > last)) continue;
    if (grant.timestamp > latest) latest = grant.timestamp;
  }
  return latest;
}

static void look_at_object(Naive *N, u32 slot) {
  Game *g = N->g;
  const NaiveObject *n = &N->objects[slot];
  const Object o = *object_row(g, slot);
  bool no_abilities_yet = object_hidden(&o) && N->layer == LAYER_1A;
  for (u32 i = 0; i < n->chars.ability_count && !no_abilities_yet; i++) {
    NaiveEffect fx = {.kind = FX_STATIC, .slot = slot, .index = i, .inst = inst_of_chars(g, &n->chars, i)};
    const AbilityDef *def = carddb_ability(g->db, fx.inst.ability);
    if (def->op != IR_STATIC) continue;
    bool own = !fx.inst.acquisition || fx.inst.acquisition == n->text;
    fx.cda = def->flags & ABILITY_CDA && own;
    if (!fx.cda && !functions_in(def, o.kind, (Zone)o.zone)) continue;
    if (fx.inst.acquisition) fx.granted = naive_granted(N, slot, &fx.inst);
    if (!fx.inst.acquisition) fx.inst.acquisition = n->acquisition;
    for (u32 j = 0; j < i; j++) {
      AbilityInst other = chars_ability(g, &n->chars, j, n->acquisition);
      fx.nth += other.ability == fx.inst.ability && other.acquisition == fx.inst.acquisition;
    }
    fx.timestamp = fx.granted > o.timestamp ? fx.granted : o.timestamp;
    add_found(N, fx);
  }
  for (u32 row = o.counters; row; row = row_COUNTERS(g, row)->next)
    add_found(
        N,
        (NaiveEffect){
            .kind = FX_COUNTERS, .slot = slot, .index = row, .row = row, .timestamp = row_COUNTERS(g, row)->timestamp});
}

static bool bears_effects(const Naive *N, u32 slot) {
  const Chars *c = &N->objects[slot].chars;
  bool bears = object_row(N->g, slot)->counters != 0;
  for (u32 i = 0; i < c->ability_count && !bears; i++)
    bears = carddb_ability(N->g->db, inst_of_chars(N->g, c, i).ability)->op == IR_STATIC;
  return bears && N->objects[slot].there;
}

static void find_bearers(Naive *N) {
  if (!N->changed) return;
  N->changed = false;
  N->bearers.count = 0;
  for (u32 slot = 1; slot < N->slots; slot++)
    if (bears_effects(N, slot)) naive_push(N, &N->bearers, slot);
}

/* Every effect there is that applies in this layer and has not yet. */
static void look(Naive *N, bool cda) {
  Game *g = N->g;
  N->found.count = 0;
  for (u32 i = 0; i < N->begun.count; i++) N->begun.data[i].gone = N->begun.data[i].kind == FX_STATIC;
  find_bearers(N);
  for (u32 i = 0; i < N->bearers.count; i++) look_at_object(N, N->bearers.data[i]);
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    bool continuous = f->kind == EFFECT_CONTINUOUS || f->kind == EFFECT_COPY;
    if (!f->id || !continuous || f->flags & EFFECT_FROZEN) continue;
    add_found(
        N, (NaiveEffect){.kind = FX_FLOATING, .slot = UINT32_MAX, .index = row, .row = row, .timestamp = f->timestamp});
  }
  /* What has begun to apply goes on without its ability (613.6). */
  for (u32 i = 0; i < N->begun.count; i++)
    if (N->begun.data[i].gone && applies_here(N, &N->begun.data[i])) naive_push(N, &N->found, N->begun.data[i]);
  u32 kept = 0;
  for (u32 i = 0; i < N->found.count; i++)
    if (N->found.data[i].cda == cda) N->found.data[kept++] = N->found.data[i];
  N->found.count = kept;
}

/* --- what an effect does ------------------------------------------------------------------ */

/* The effect's ability as its object has it now. */
static bool naive_inst(const Naive *N, const NaiveEffect *fx, AbilityInst *inst) {
  const NaiveObject *n = &N->objects[fx->slot];
  u32 nth = 0;
  for (u32 i = 0; i < n->chars.ability_count; i++) {
    AbilityInst now = chars_ability(N->g, &n->chars, i, n->acquisition);
    if (now.ability != fx->inst.ability || now.acquisition != fx->inst.acquisition) continue;
    if (nth++ != fx->nth) continue;
    *inst = now;
    return true;
  }
  return false;
}

static bool naive_begin(Naive *N, const NaiveEffect *fx, Eval *e) {
  Game *g = N->g;
  *e = (Eval){.g = g};
  if (fx->kind == FX_FLOATING) {
    const Effect f = *row_EFFECTS(g, fx->row);
    if (f.env) *e = eval_of_env(g, f.env);
    if (!f.env) e->controller = f.controller;
  }
  e->work = &N->work;
  if (fx->kind != FX_STATIC) return true;
  AbilityInst inst = fx->inst;
  bool begun = fx->applied != 0;
  if (!naive_inst(N, fx, &inst) && !begun) return false;
  e->source = object_ref(g, fx->slot);
  e->subst = inst.subst;
  e->acquisition = inst.acquisition;
  e->captured = inst.env;
  e->controller = N->objects[fx->slot].controller;
  Node condition = node_arg(g->db, carddb_ability(g->db, inst.ability)->node, ARG_STATIC_IF);
  return begun || !condition || eval_cond(e, condition);
}

static void naive_copy(Naive *N, const Eval *e, const NaiveEffect *fx, Node node, Ref object) {
  u32 frozen = frozen_find(N->g, e->source, &fx->inst, object);
  if (frozen) {
    const Effect *f = row_EFFECTS(N->g, frozen);
    Mod mod = {.op = IR_M_COPY, .a = f->cv, .x = f->acquisition};
    naive_push(N, &N->mods, mod);
  } else {
    mod_evaluate(e, node, object, &N->mods);
  }
}

/* The Mods one object gets from a part in this layer. */
static void naive_mods(Naive *N, const Eval *e, const NaiveEffect *fx, u32 part, Ref object) {
  Game *g = N->g;
  Node node = part_node(N, fx, part);
  Mod mod;
  if (fx->kind == FX_COUNTERS) {
    const Counters c = *row_COUNTERS(g, fx->row);
    mod = counter_mod(g, c.kind, c.n);
    naive_push(N, &N->mods, mod);
    return;
  }
  if (node) {
    for (u32 i = ARG_AFFECT_MODS; i < node_argc(g->db, node); i++) {
      Node m = node_arg(g->db, node, i);
      if (mod_layer(node_op(g->db, m), fx->cda) != N->layer) continue;
      if (node_op(g->db, m) == IR_M_COPY) {
        naive_copy(N, e, fx, m, object);
      } else {
        mod_evaluate(e, m, object, &N->mods);
      }
    }
    return;
  }
  const Effect f = *row_EFFECTS(g, fx->row);
  for (u32 i = 0; i < effect_mod_count(g, &f); i++) {
    mod = effect_mod(g, &f, i);
    if (mod_layer((IrOp)mod.op, false) == N->layer) naive_push(N, &N->mods, mod);
  }
}

static void naive_app(Naive *N, const Eval *e, const NaiveEffect *fx, u32 part, u32 slot) {
  NaiveApp app = {.part = part, .slot = slot, .mods = N->mods.count};
  naive_mods(N, e, fx, part, object_ref(N->g, slot));
  app.count = N->mods.count - app.mods;
  naive_push(N, &N->apps, app);
}

static void naive_part(Naive *N, const Eval *e, const NaiveEffect *fx, u32 part) {
  Game *g = N->g;
  if (fx->sets && N->sets.data[fx->sets - 1 + part].cap) {
    for (u32 i = 0; i < N->sets.data[fx->sets - 1 + part].count; i++)
      naive_app(N, e, fx, part, N->sets.data[fx->sets - 1 + part].data[i]);
    return;
  }
  if (fx->kind == FX_COUNTERS) {
    naive_app(N, e, fx, part, fx->slot);
    return;
  }
  u32 mark = scratch_mark(g);
  if (fx->kind == FX_FLOATING) {
    Heap list = row_EFFECTS(g, fx->row)->objects;
    for (u32 i = 0; i < list_count(g, list); i++) scratch_push(g, list_get(g, list, i));
  } else {
    eval_objects(e, node_arg(g->db, part_node(N, fx, part), ARG_AFFECT_OBJECTS));
  }
  for (u32 i = mark; i < scratch_count(g); i++) {
    Ref ref = scratch_get(g, i);
    u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
    if (slot && N->objects[slot].there) naive_app(N, e, fx, part, slot);
  }
  scratch_release(g, mark);
}

/* Puts into `apps` what the effect would do now; answers a hash of it, 0 if it does nothing. */
static u64 naive_evaluate(Naive *N, const NaiveEffect *fx) {
  Eval e;
  N->apps.count = N->mods.count = 0;
  if (!naive_begin(N, fx, &e)) return 0;
  for (u32 p = 0; p < part_count(N, fx); p++)
    if (part_here(N, fx, p)) naive_part(N, &e, fx, p);
  Hash hash;
  hash_init(&hash, 1);
  hash_u64(&hash, e.subst);
  for (u32 i = 0; i < N->apps.count; i++) {
    NaiveApp app = N->apps.data[i];
    hash_u64(&hash, (u64)app.part << 32 | app.slot);
    for (u32 m = 0; m < app.count; m++) {
      Mod mod = N->mods.data[app.mods + m];
      hash_u64(&hash, mod.op);
      hash_u64(&hash, mod.word);
      hash_u64(&hash, mod.a);
      hash_u64(&hash, (u64)mod.x);
      hash_u64(&hash, (u64)mod.y);
    }
  }
  return hash_end(&hash) | 1;
}

/* --- doing it ----------------------------------------------------------------------------- */

static void naive_load(Naive *N, u32 slot) {
  NaiveObject *n = &N->objects[slot];
  const Object *o = object_row(N->g, slot);
  bool halves = o->zone == ZONE_BATTLEFIELD && cv_is_room(N->g, n->cv);
  n->chars = *cv_chars(N->g, n->cv, halves ? unlocked_face(o) : n->face);
}

static void naive_apply_mod(Naive *N, const NaiveEffect *fx, u32 slot, const Mod *mod, bool real) {
  NaiveObject *n = &N->objects[slot];
  if (mod->op == IR_M_COPY) {
    n->cv = cv_keeping(N->g, mod->a, &n->chars);
    n->acquisition = (u32)mod->x;
    naive_load(N, slot);
    return;
  }
  if (mod->op == IR_M_CONTROLLER) {
    if (zone_is_open((Zone)object_row(N->g, slot)->zone)) n->controller = (u8)mod->a; /* 109.4 */
    return;
  }
  u32 acquisition = fx->kind == FX_STATIC     ? fx->inst.acquisition
                    : fx->kind == FX_COUNTERS ? n->acquisition
                                              : row_EFFECTS(N->g, fx->row)->acquisition;
  if (mod->op == IR_M_CANT_HAVE) n->cant_have[keyword_bit(mod->word) / 64] |= (u64)1 << keyword_bit(mod->word) % 64;
  if (mod->op == IR_M_GAIN) {
    Word keyword = carddb_ability(N->g->db, mod->a)->keyword;
    if (keyword && n->cant_have[keyword_bit(keyword) / 64] >> keyword_bit(keyword) % 64 & 1) return;
    NaiveGrant grant = {slot, mod->a, acquisition, fx->timestamp};
    if (real) naive_push(N, &N->grants, grant);
  }
  if (mod->op == IR_M_FULL_TEXT || mod->op == IR_M_TEXT_BOX || mod->op == IR_M_TEXT_TOO || mod->op == IR_M_HAS_TEXT) {
    n->text = acquisition;
    NaiveGrant grant = {slot, 0, acquisition, fx->timestamp};
    if (real) naive_push(N, &N->grants, grant);
  }
  mod_apply(N->g, &N->objects[slot].chars, mod, acquisition);
}

static void naive_apply(Naive *N, const NaiveEffect *fx, bool real) {
  for (u32 i = 0; i < N->apps.count; i++) {
    NaiveApp app = N->apps.data[i];
    for (u32 pass = 0; pass < 2; pass++)
      for (u32 m = 0; m < app.count; m++)
        if (mod_gives_types(&N->mods.data[app.mods + m]) == (pass == 0))
          naive_apply_mod(N, fx, app.slot, &N->mods.data[app.mods + m], real);
  }
}

/* Applies an effect for good and remembers it with its sets. */
static void naive_apply_for_good(Naive *N, NaiveEffect fx) {
  naive_evaluate(N, &fx);
  naive_apply(N, &fx, true);
  N->changed = true;
  u32 known = begun_find(N, &fx);
  fx.applied |= (u16)(1u << N->layer);
  if (!fx.sets) {
    fx.sets = N->sets.count + 1;
    for (u32 p = 0; p < part_count(N, &fx); p++) naive_push(N, &N->sets, (NaiveSet){0});
  }
  for (u32 p = 0; p < part_count(N, &fx); p++) {
    NaiveSet *set = &N->sets.data[fx.sets - 1 + p];
    if (set->cap || !part_here(N, &(NaiveEffect){.kind = fx.kind, .cda = fx.cda, .inst = fx.inst, .row = fx.row}, p))
      continue;
    if (!vec_reserve(&N->g->allocator, set, 1)) game_fail(N->g, GAVEL_E_MEMORY, "memory for the layers");
    for (u32 i = 0; i < N->apps.count; i++)
      if (N->apps.data[i].part == p) naive_push(N, set, N->apps.data[i].slot);
  }
  if (known == (u32)-1) {
    fx.next = *begun_head(N, &fx);
    naive_push(N, &N->begun, fx);
    *begun_head(N, &fx) = N->begun.count;
  } else {
    N->begun.data[known] = fx;
  }
}

/* --- order -------------------------------------------------------------------------------- */

static bool naive_earlier(const NaiveEffect *a, const NaiveEffect *b) {
  if (a->timestamp != b->timestamp) return a->timestamp < b->timestamp;
  if (a->slot != b->slot) return a->slot < b->slot;
  if (a->granted != b->granted) return a->granted < b->granted;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->inst.ability != b->inst.ability) return a->inst.ability < b->inst.ability;
  return a->index < b->index;
}

#define DEPENDS(N, a, b) (N)->depends.data[(a) * (N)->found.count + (b)]

/* An effect of the same Mods on the same objects whatever else applies: counters, and what a resolution has fixed. */
static bool is_fixed(const NaiveEffect *fx) { return fx->kind != FX_STATIC; }

/* What each effect does before any other, and which might do something else behind another. */
static void look_ahead(Naive *N) {
  N->before.count = N->open.count = 0;
  for (u32 i = 0; i < N->found.count; i++) {
    u64 hash = naive_evaluate(N, &N->found.data[i]);
    naive_push(N, &N->before, hash);
    if (hash && !is_fixed(&N->found.data[i])) naive_push(N, &N->open, i);
  }
}

/* Keeps the objects that `apps` are for as they are. */
static void objects_save(Naive *N) {
  N->touched.count = 0;
  for (u32 i = 0; i < N->apps.count; i++) {
    u32 slot = N->apps.data[i].slot;
    N->saved[slot] = N->objects[slot];
    naive_push(N, &N->touched, slot);
  }
}

/* Tries every pair, then closes the relation: what an effect depends on through others counts too. */
static void find_dependencies(Naive *N) {
  u32 n = N->found.count;
  bool any = false;
  N->depends.count = 0;
  look_ahead(N);
  if (N->open.count == 0) return;
  if (!vec_reserve(&N->g->allocator, &N->depends, n * n)) game_fail(N->g, GAVEL_E_MEMORY, "memory for the layers");
  N->depends.count = n * n;
  memset(N->depends.data, 0, n * n * sizeof *N->depends.data);
  for (u32 b = 0; b < n; b++) {
    if (!naive_evaluate(N, &N->found.data[b])) continue;
    objects_save(N);
    naive_apply(N, &N->found.data[b], false);
    for (u32 i = 0; i < N->open.count; i++) {
      u32 a = N->open.data[i];
      DEPENDS(N, a, b) = a != b && naive_evaluate(N, &N->found.data[a]) != N->before.data[a];
      any = any || DEPENDS(N, a, b);
    }
    for (u32 i = 0; i < N->touched.count; i++) N->objects[N->touched.data[i]] = N->saved[N->touched.data[i]];
  }
  if (!any) N->depends.count = 0;
  for (u32 k = 0; k < n && any; k++)
    for (u32 a = 0; a < n; a++)
      for (u32 b = 0; b < n && DEPENDS(N, a, k); b++)
        if (DEPENDS(N, k, b)) DEPENDS(N, a, b) = true;
}

static bool naive_ready(const Naive *N, u32 a) {
  if (N->depends.count == 0) return true;
  for (u32 b = 0; b < N->found.count; b++)
    if (DEPENDS(N, a, b) && !DEPENDS(N, b, a)) return false;
  return true;
}

/* The effect to apply next, (u32)-1 without one. */
static u32 naive_next(const Naive *N) {
  u32 next = (u32)-1;
  for (u32 i = 0; i < N->found.count; i++) {
    if (!N->before.data[i] || !naive_ready(N, i)) continue;
    if (next == (u32)-1 || naive_earlier(&N->found.data[i], &N->found.data[next])) next = i;
  }
  return next;
}

static bool all_fixed(const Naive *N) {
  for (u32 i = 0; i < N->found.count; i++)
    if (!is_fixed(&N->found.data[i])) return false;
  return true;
}

/* Whether something that an effect has just been applied to has abilities that apply in this layer. */
static bool speaks_here(const Naive *N) {
  for (u32 i = 0; i < N->apps.count; i++) {
    const Chars *c = &N->objects[N->apps.data[i].slot].chars;
    for (u32 k = 0; k < c->ability_count; k++) {
      const AbilityDef *def = carddb_ability(N->g->db, inst_of_chars(N->g, c, k).ability);
      if (def->op == IR_STATIC && def->layers >> N->layer & 1) return true;
    }
  }
  return false;
}

/* What applies is looked for again behind each effect; but where all are fixed, what is left to apply is the same until
   something is given an ability that applies here. */
static void naive_phase(Naive *N, bool cda) {
  for (;;) {
    look(N, cda);
    find_dependencies(N);
    for (bool known = true, fixed = all_fixed(N); known;) {
      u32 next = naive_next(N);
      if (next == (u32)-1) return;
      naive_apply_for_good(N, N->found.data[next]);
      N->before.data[next] = 0;
      known = fixed && !speaks_here(N);
    }
  }
}

/* --- all layers --------------------------------------------------------------------------- */

static void naive_start(Naive *N) {
  Game *g = N->g;
  for (u32 slot = 1; slot < N->slots; slot++) {
    const Object o = *object_row(g, slot);
    NaiveObject *n = &N->objects[slot];
    *n = (NaiveObject){.cv = o.cv, .acquisition = o.acquisition, .face = (u8)object_face(&o)};
    n->controller = (u8)controller_before(&o);
    n->there = o.zone != ZONE_NONE && !(o.status & STATUS_PHASED_OUT);
    if (o.zone != ZONE_NONE) naive_load(N, slot);
  }
}

static void naive_face_down(Naive *N) {
  for (u32 slot = 1; slot < N->slots; slot++) {
    const Object o = *object_row(N->g, slot);
    if (!object_hidden(&o)) continue;
    N->objects[slot].cv = values_face_down(N->g, object_ref(N->g, slot), (FaceDownKind)o.face_down);
    N->objects[slot].face = 0;
    naive_load(N, slot);
  }
}

static void naive_compute(Naive *N) {
  naive_start(N);
  for (Layer layer = LAYER_1A; layer < LAYER_COUNT; layer++) {
    N->layer = layer;
    if (layer == LAYER_1B) naive_face_down(N);
    N->changed = true;
    naive_phase(N, true);
    naive_phase(N, false);
  }
}

static void naive_free(Naive *N) {
  GavelAllocator *a = &N->g->allocator;
  for (u32 i = 0; i < N->sets.count; i++) vec_free(a, &N->sets.data[i]);
  vec_free(a, &N->found);
  vec_free(a, &N->begun);
  vec_free(a, &N->sets);
  vec_free(a, &N->apps);
  vec_free(a, &N->grants);
  vec_free(a, &N->depends);
  vec_free(a, &N->open);
  vec_free(a, &N->touched);
  vec_free(a, &N->bearers);
  vec_free(a, &N->before);
  vec_free(a, &N->mods);
}

/* --- comparison --------------------------------------------------------------------------- */

/* What the first evaluator answers about an object. */
typedef struct Answer {
  Chars chars;
  u32 first; /* of its abilities */
  u8 controller;
} Answer;

typedef struct Answers {
  VEC(Answer) objects;
  VEC(AbilityInst) insts;
} Answers;

static void answers_take(Game *g, Answers *all, u32 slots) {
  GavelAllocator *a = &g->allocator;
  /* Asking may compute an object anew together with others: ask until nothing changes any more. */
  for (u32 pass = 0; pass < 2; pass++)
    for (u32 slot = 1; slot < slots; slot++)
      if (object_row(g, slot)->zone != ZONE_NONE) chars_of(g, slot);
  for (u32 slot = 0; slot < slots; slot++) {
    Answer answer = {.first = all->insts.count};
    bool there = slot && object_row(g, slot)->zone != ZONE_NONE;
    if (there) answer.chars = *chars_of(g, slot);
    if (there) answer.controller = object_row(g, slot)->controller;
    for (u32 i = 0; i < answer.chars.ability_count; i++) {
      AbilityInst inst = ability_get(g, slot, i);
      if (!vec_push(a, &all->insts, inst)) game_fail(g, GAVEL_E_MEMORY, "memory for the layers");
    }
    if (!vec_push(a, &all->objects, answer)) game_fail(g, GAVEL_E_MEMORY, "memory for the layers");
  }
}

static bool chars_equal(const Chars *a, const Chars *b, const char **what) {
#define SAME(field, text) \
  if (memcmp(&a->field, &b->field, sizeof a->field) != 0) return *what = text, false
  SAME(subtypes, "subtypes");
  SAME(keywords, "keywords");
  SAME(power, "power");
  SAME(toughness, "toughness");
  SAME(name, "name");
  SAME(mana_cost, "mana cost");
  SAME(loyalty, "loyalty");
  SAME(defense, "defense");
  SAME(types, "types");
  SAME(supertypes, "supertypes");
  SAME(colors, "colors");
  SAME(color_indicator, "color indicator");
  SAME(has, "which values it has");
  SAME(ability_count, "the number of abilities");
#undef SAME
  return true;
}

static bool insts_equal(const AbilityInst *a, const AbilityInst *b) {
  return a->ability == b->ability && a->subst == b->subst && a->acquisition == b->acquisition && a->env == b->env;
}

static bool object_equal(const Naive *N, const Answers *all, u32 slot, const char **what) {
  const NaiveObject *n = &N->objects[slot];
  const Answer *answer = &all->objects.data[slot];
  if (!chars_equal(&answer->chars, &n->chars, what)) return false;
  for (u32 i = 0; i < n->chars.ability_count; i++) {
    AbilityInst inst = chars_ability(N->g, &n->chars, i, n->acquisition);
    if (!insts_equal(&inst, &all->insts.data[answer->first + i])) return *what = "abilities", false;
  }
  if (n->there && n->controller != answer->controller) return *what = "controller", false;
  return true;
}

static bool naive_compare(Naive *N, const Answers *all, char *message, size_t cap) {
  for (u32 slot = 1; slot < N->slots; slot++) {
    const char *what = NULL;
    if (object_row(N->g, slot)->zone == ZONE_NONE || object_equal(N, all, slot, &what)) continue;
    const Chars *fast = &all->objects.data[slot].chars, *plain = &N->objects[slot].chars;
    Str name = intern_text(&N->g->db->names, plain->name);
    snprintf(message, cap, "object %u (%.*s): %s differs; %lld/%lld against %lld/%lld, types %x against %x", slot,
             (int)name.length, name.data, what, (long long)fast->power, (long long)fast->toughness,
             (long long)plain->power, (long long)plain->toughness, fast->types, plain->types);
    return false;
  }
  return true;
}

bool layers_compare_naive(Game *g, char *message, size_t cap) {
  layers_update(g);
  u32 slots = count_of(g, T_OBJECTS);
  Answers all = {0};
  answers_take(g, &all, slots);
  Naive N = {.work = {naive_chars, naive_controller, naive_copiable}, .g = g, .slots = slots};
  size_t size = slots * sizeof *N.objects;
  N.objects = g->allocator.resize(g->allocator.user, NULL, 0, size);
  N.saved = g->allocator.resize(g->allocator.user, NULL, 0, size);
  if (!N.objects || !N.saved) game_fail(g, GAVEL_E_MEMORY, "memory for the layers");
  memset(N.objects, 0, size);
  const Listener *listener = g->listener;
  g->listener = NULL;
  const u64 evaluated = g->evaluated; /* what a check evaluates doesn't count */
  const u32 limit = g->limits.evaluations;
  g->limits.evaluations = UINT32_MAX;
  u32 mark = dheap_mark(g);
  naive_compute(&N);
  bool same = naive_compare(&N, &all, message, cap);
  dheap_release(g, mark);
  g->listener = listener;
  g->evaluated = evaluated;
  g->limits.evaluations = limit;
  naive_free(&N);
  g->allocator.resize(g->allocator.user, N.objects, size, 0);
  g->allocator.resize(g->allocator.user, N.saved, size, 0);
  vec_free(&g->allocator, &all.objects);
  vec_free(&g->allocator, &all.insts);
  return same;
}
