/* What an effect does in a layer, and doing it. */
#include "cards/ir_args.h"
#include "rules/query/layers/internal.h"
#include "rules/query/query.h"

/* --- the context of an effect ------------------------------------------------------------- */

/* The Eval of an effect's expressions; false if there is no effect now: its ability is gone or
   its condition fails. An effect that has begun to apply goes on in spite of both (613.6). */
static bool effect_begin(LayerScratch *L, const LayerEffect *fx, Eval *e) {
  Game *g = L->g;
  if (L->scope == SCOPE_ENTERING) L->provisional.chars = &work_at(L, work_find(L, L->lone))->chars;
  const Provisional *provisional = L->scope == SCOPE_ENTERING ? &L->provisional : NULL;
  *e = (Eval){.g = g, .work = &L->work, .provisional = provisional};
  if (fx->kind == FX_COUNTERS) return true;
  if (fx->kind == FX_FLOATING) {
    Effect row = *row_EFFECTS(g, fx->owner);
    if (row.env) *e = eval_of_env(g, row.env);
    if (!row.env) e->controller = row.controller;
    e->work = &L->work;
    e->provisional = provisional;
    return true;
  }
  AbilityInst inst = fx->inst;
  bool exists = effect_inst(L, fx, &inst);
  if (!exists && !fx->started) return false;
  const WorkObject *w = work_at(L, fx->owner);
  e->source = fx->except ? REF_NONE : object_ref(g, w->slot); /* to nothing everything is another */
  e->subst = inst.subst;
  e->acquisition = inst.acquisition;
  e->captured = inst.env;
  e->controller = w->controller;
  if (fx->started) return true;
  Node condition = node_arg(g->db, carddb_ability(g->db, inst.ability)->node, ARG_STATIC_IF);
  return !condition || eval_cond(e, condition);
}

/* --- sets --------------------------------------------------------------------------------- */

/* Whether an expression for objects speaks of the object that is entering, which no zone lists
   yet. */
static bool speaks_of_entering(const Eval *e, Node objects, Ref ref) {
  const CardDb *db = e->g->db;
  switch (node_op(db, objects)) {
    case IR_SELF: return eval_self(e) == ref;
    case IR_ALL:
      return zone_of_word((Word)node_arg(db, objects, ARG_ALL_ZONE)) == e->provisional->zone &&
             eval_matches(e, node_arg(db, objects, ARG_ALL_FILTER), ref);
    case IR_ONLY:
      return speaks_of_entering(e, node_arg(db, objects, ARG_ONLY_OBJECTS), ref) &&
             eval_matches(e, node_arg(db, objects, ARG_ONLY_FILTER), ref);
    case IR_UNION:
      for (u32 i = 0; i < node_argc(db, objects); i++)
        if (speaks_of_entering(e, node_arg(db, objects, i), ref)) return true;
      return false;
    case IR_ATTACHMENTS: {
      Heap entry = e->provisional->entry;
      Ref host = HEAP_AT(e->g, Entry, entry)->attached_to;
      return host && eval_object(e, node_arg(db, objects, ARG_ATTACHMENTS_OF)) == host;
    }
    default: return false;
  }
}

/* Adds the objects of a static ability's part to the scratch list. */
static void find_objects(const LayerScratch *L, const Eval *e, const LayerEffect *fx, Node objects) {
  u32 mark = scratch_mark(L->g);
  if (e->provisional) {
    Ref lone = object_ref(L->g, L->lone);
    bool own = fx->kind == FX_STATIC && work_at(L, fx->owner)->slot == L->lone;
    if (!own && !L->only_lone) {
      u32 n = eval_objects(e, objects), kept = 0;
      for (u32 i = 0; i < n; i++) {
        Ref ref = scratch_get(L->g, mark + i);
        if (ref != lone) scratch_set(L->g, mark + kept++, ref);
      }
      scratch_release(L->g, mark + kept);
    }
    /* Of what its own abilities would do, only what they do to itself matters (614.12). */
    if (speaks_of_entering(e, objects, lone)) scratch_push(L->g, lone);
    return;
  }
  eval_objects(e, objects);
}

/* Whether the effect is applied to what the reference refers to; its slot. */
static bool is_affected(const LayerScratch *L, Ref ref, u32 *slot) {
  Game *g = L->g;
  if (ref_is_player(ref)) return false;
  *slot = object_live(g, ref);
  if (!*slot) return false;
  if (L->scope == SCOPE_ALONE || L->only_lone) return *slot == L->lone;
  /* A phased-out permanent is treated as though it did not exist (702.26b). */
  return !object_phased_out(g, *slot);
}

/* --- evaluation --------------------------------------------------------------------------- */

/* A M_COPY of a static ability: fixed values once it has applied, else those of now (707.2c). */
static void evaluate_copy(LayerScratch *L, const Eval *e, const LayerEffect *fx, Node mod, Ref object) {
  u32 row = frozen_find(L->g, e->source, &fx->inst, object);
  if (!row) {
    mod_evaluate(e, mod, object, &L->mods);
    return;
  }
  const Effect *frozen = row_EFFECTS(L->g, row);
  Mod copy = {.op = IR_M_COPY, .a = frozen->cv, .x = frozen->acquisition};
  work_push(L, &L->mods, copy);
}

static void evaluate_nodes(LayerScratch *L, const Eval *e, const LayerEffect *fx, Node node, Ref object) {
  const CardDb *db = L->g->db;
  for (u32 i = ARG_AFFECT_MODS; i < node_argc(db, node); i++) {
    Node mod = node_arg(db, node, i);
    IrOp op = node_op(db, mod);
    if (mod_layer(op, fx->cda) != L->layer) continue;
    if (op == IR_M_COPY) {
      evaluate_copy(L, e, fx, mod, object);
    } else {
      mod_evaluate(e, mod, object, &L->mods);
    }
  }
}

static void evaluate_fixed(LayerScratch *L, const LayerEffect *fx) {
  const Effect row = *row_EFFECTS(L->g, fx->owner);
  for (u32 i = 0; i < effect_mod_count(L->g, &row); i++) {
    Mod mod = effect_mod(L->g, &row, i);
    if (mod_layer((IrOp)mod.op, false) == L->layer) work_push(L, &L->mods, mod);
  }
}

/* The share of one object in the hash of what an effect does; they are added up. */
static u64 app_share(const LayerScratch *L, const LayerApp *app) {
  Hash hash;
  hash_init(&hash, 613);
  hash_u64(&hash, (u64)app->part << 32 | app->slot);
  for (u32 i = 0; i < app->count; i++) {
    const Mod *mod = &L->mods.data[app->mods + i];
    hash_three(&hash, (u64)mod->a << 32 | (u64)mod->word << 16 | mod->op, (u64)mod->x, (u64)mod->y);
  }
  return hash_end(&hash);
}

/* One object of a part: a LayerApp, and its share of the hash. */
static void evaluate_app(LayerScratch *L, const Eval *e, const LayerEffect *fx, u32 part, u32 slot, u64 *hash) {
  LayerApp app = {.part = part - fx->part, .slot = slot, .mods = L->mods.count};
  Node node = L->parts.data[part].node;
  if (node) {
    Eval each = *e;
    each.it = object_ref(L->g, slot);
    evaluate_nodes(L, &each, fx, node, each.it);
  } else if (fx->kind == FX_COUNTERS) {
    work_push(L, &L->mods, fx->fixed);
  } else {
    evaluate_fixed(L, fx);
  }
  app.count = L->mods.count - app.mods;
  if (slot != fx->except) *hash += app_share(L, &app);
  work_push(L, &L->apps, app);
}

/* Whether what is looked at would be the spell for which the effect waits (611.2f). */
static bool would_be_next_spell(const LayerScratch *L, const Eval *e, const Effect *f) {
  if (L->scope != SCOPE_ENTERING || L->provisional.zone != ZONE_STACK || !effect_awaits_spell(L->g, f)) return false;
  return eval_matches(e, node_arg(L->g->db, f->node, ARG_APPLY_NEXT_SPELLS), object_ref(L->g, L->lone));
}

static void evaluate_part(LayerScratch *L, const Eval *e, const LayerEffect *fx, u32 part, u64 *hash) {
  Game *g = L->g;
  LayerPart p = L->parts.data[part];
  if (p.kept) {
    for (u32 i = 0; i < p.set_count; i++)
      if (!L->only_lone || L->sets.data[p.set + i] == L->lone)
        evaluate_app(L, e, fx, part, L->sets.data[p.set + i], hash);
    return;
  }
  if (fx->kind == FX_COUNTERS) {
    if (!L->only_lone || fx->slot == L->lone) evaluate_app(L, e, fx, part, fx->slot, hash);
    return;
  }
  u32 mark = scratch_mark(g), slot;
  if (fx->kind == FX_FLOATING) {
    Heap objects = row_EFFECTS(g, fx->owner)->objects;
    for (u32 i = 0; i < list_count(g, objects); i++) scratch_push(g, list_get(g, objects, i));
    if (would_be_next_spell(L, e, row_EFFECTS(g, fx->owner))) scratch_push(g, object_ref(g, L->lone));
  } else {
    find_objects(L, e, fx, node_arg(g->db, p.node, ARG_AFFECT_OBJECTS));
  }
  u32 n = scratch_count(g) - mark;
  for (u32 i = 0; i < n; i++)
    if (is_affected(L, scratch_get(g, mark + i), &slot)) evaluate_app(L, e, fx, part, slot, hash);
  scratch_release(g, mark);
}

/* Adds what the effect would do to `apps`; false if it would do nothing because it is not there. */
static bool evaluate(LayerScratch *L, const LayerEffect *fx, u64 *result) {
  Eval e;
  Hash hash;
  hash_init(&hash, 613);
  *result = 0;
  if (!effect_begin(L, fx, &e)) return false;
  hash_u64(&hash, e.subst);
  *result = hash_end(&hash);
  for (u32 i = 0; i < fx->part_count; i++)
    if (L->parts.data[fx->part + i].layers & 1u << L->layer) evaluate_part(L, &e, fx, fx->part + i, result);
  return true;
}

/* The rows of `apps` of an effect by their slots, kept for the effect that was looked at last; its row for the slot,
   (u32)-1 if it has none there. */
static u32 app_of_slot(LayerScratch *L, const LayerEffect *fx, u32 slot) {
  if (!fx->app_count) return (u32)-1;
  if (L->apps_looked != fx->app || L->apps_looked_count != fx->app_count) {
    L->apps_looked = fx->app;
    L->apps_looked_count = fx->app_count;
    L->app_stamp++;
    while (L->app_places.count < count_of(L->g, T_OBJECTS)) work_push(L, &L->app_places, ((SlotPlace){0, 0}));
    for (u32 i = fx->app; i < fx->app + fx->app_count; i++)
      L->app_places.data[L->apps.data[i].slot] = (SlotPlace){L->app_stamp, i};
  }
  if (slot >= L->app_places.count) return (u32)-1;
  const SlotPlace *known = &L->app_places.data[slot];
  return known->stamp == L->app_stamp ? known->place : (u32)-1;
}

bool affects_slot(LayerScratch *L, const LayerEffect *fx, u32 slot) {
  return slot != fx->except && app_of_slot(L, fx, slot) != (u32)-1;
}

bool takes_all(LayerScratch *L, const LayerEffect *fx, u32 slot) {
  u32 row = app_of_slot(L, fx, slot);
  if (row == (u32)-1 || L->apps.data[row].count != 1) return false;
  return L->mods.data[L->apps.data[row].mods].op == IR_M_LOSE_ALL;
}

/* What is missing in the hash of an effect that is like this one because it doesn't affect its own object. */
static u64 share_of_except(LayerScratch *L, const LayerEffect *fx, u32 except) {
  u32 app = except ? app_of_slot(L, fx, except) : (u32)-1;
  return app == (u32)-1 ? 0 : app_share(L, &L->apps.data[app]);
}

/* Whether all it does is to add to power and toughness. */
static bool only_adds(const LayerScratch *L, const LayerEffect *fx) {
  for (u32 i = 0; i < fx->app_count; i++) {
    const LayerApp *app = &L->apps.data[fx->app + i];
    if (app->count != 1 || L->mods.data[app->mods].op != IR_M_PT) return false;
  }
  return true;
}

/* Whether an ability, or one of those that stand for it, is static; with `in_layers` only if it has effects there. */
static bool has_static(const CardDb *db, u32 first, bool in_layers) {
  u32 last = first + carddb_ability(db, first)->expansion_count;
  for (u32 ability = first; ability <= last; ability++) {
    const AbilityDef *def = carddb_ability(db, ability);
    if (def->op == IR_STATIC && (def->layers || !in_layers)) return true;
  }
  return false;
}

static bool gains_no_effect(const CardDb *db, const Mod *mod) {
  return mod->op == IR_M_GAIN && !has_static(db, mod->a, true);
}

/* Whether all it does is to give one ability, which brings no effects. */
static bool only_gains(const LayerScratch *L, const LayerEffect *fx) {
  const LayerApp *one = fx->app_count ? &L->apps.data[fx->app] : NULL;
  const Mod *first = one && one->count ? &L->mods.data[one->mods] : NULL;
  if (fx->kind != FX_STATIC || !first || !first->a || first->y || !gains_no_effect(L->g->db, first)) return false;
  for (u32 i = 0; i < fx->app_count; i++) {
    const LayerApp *app = &L->apps.data[fx->app + i];
    const Mod *mod = &L->mods.data[app->mods];
    if (app->count != 1 || mod->op != IR_M_GAIN || mod->a != first->a || mod->x != first->x || mod->y) return false;
  }
  return true;
}

/* Whether doing it twice in a row is no more than doing it once. */
static bool done_once(const LayerScratch *L, const LayerEffect *fx) {
  for (u32 i = 0; i < fx->app_count; i++) {
    const LayerApp *app = &L->apps.data[fx->app + i];
    if (app->count != 1) return false;
    switch (L->mods.data[app->mods].op) {
      case IR_M_LOSE_ALL:
      case IR_M_BASE_PT:
      case IR_M_BASE_POWER:
      case IR_M_BASE_TOUGHNESS:
      case IR_M_ADD_TYPE:
      case IR_M_SET_COLOR:
      case IR_M_ADD_COLOR: break;
      default: return false;
    }
  }
  return true;
}

/* What it would change by what it has been evaluated to do. */
static FineFacts changes_by_apps(const LayerScratch *L, const LayerEffect *fx) {
  FineFacts changes = {0};
  for (u32 i = 0; i < fx->app_count; i++) {
    const LayerApp *app = &L->apps.data[fx->app + i];
    const Chars *c = L->work.chars(&L->work, app->slot);
    for (u32 m = 0; m < app->count; m++)
      changes = facts_joined(changes, mod_changes(L->g->db, c, &L->mods.data[app->mods + m]));
  }
  return changes;
}

void effect_does(LayerScratch *L, u32 effect) {
  LayerEffect *fx = &L->effects.data[effect];
  if (fx->does_moment == L->moment) return;
  fx->does_moment = L->moment;
  if (L->layer != LAYER_4 && L->layer != LAYER_6) {
    fx->does = effect_writes(fx, L->layer);
    return;
  }
  ClassKept *known = fx->alike && fx->class < L->like.count ? &L->like.data[fx->class] : NULL;
  if (known && known->moment == L->moment && known->app == fx->app && known->app_count == fx->app_count) {
    fx->does = known->does;
    return;
  }
  fx->does = changes_by_apps(L, fx);
  if (known) *known = (ClassKept){known->effect, fx->app, fx->app_count, L->moment, fx->does};
}

/* An effect that is like this one and was evaluated as things are; (u32)-1 if there is none. */
static u32 evaluated_alike(const LayerScratch *L, const LayerEffect *fx) {
  u32 like = fx->class < L->like.count ? L->like.data[fx->class].effect : 0;
  if (!like || !fx->alike) return (u32)-1;
  const LayerEffect *other = &L->effects.data[like - 1];
  return other->alike == fx->alike && other->version == L->version ? like - 1 : (u32)-1;
}

void effect_evaluate(LayerScratch *L, u32 effect) {
  LayerEffect fx = L->effects.data[effect];
  AbilityInst inst;
  if (fx.version == L->version) return;
  u32 like = evaluated_alike(L, &fx);
  if (fx.alike && fx.class < L->like.count) L->like.data[fx.class].effect = effect + 1;
  fx.version = L->version;
  fx.does_moment = 0;
  fx.like = like + 1;
  if (like != (u32)-1) {
    const LayerEffect *other = &L->effects.data[like];
    fx.evaluation = other->evaluation;
    fx.hash = other->hash + share_of_except(L, other, other->except) - share_of_except(L, other, fx.except);
    fx.active = other->active;
    fx.unmet = other->unmet;
    fx.app = other->app;
    fx.app_count = other->app_count;
    fx.once = other->once;
    fx.adds = other->adds;
    fx.gains = other->gains;
    L->effects.data[effect] = fx;
    ASSERT(effect_hash(L, effect) == fx.hash);
    return;
  }
  fx.evaluation = ++L->evaluations;
  fx.app = L->apps.count;
  fx.active = evaluate(L, &L->effects.data[effect], &fx.hash);
  fx.unmet = !fx.active && effect_inst(L, &fx, &inst);
  fx.app_count = L->apps.count - fx.app;
  fx.once = fx.alike && done_once(L, &fx);
  fx.adds = fx.alike && only_adds(L, &fx);
  fx.gains = fx.alike && only_gains(L, &fx);
  L->effects.data[effect] = fx;
}

u64 effect_hash(LayerScratch *L, u32 effect) {
  u32 apps = L->apps.count, mods = L->mods.count;
  u64 hash;
  evaluate(L, &L->effects.data[effect], &hash);
  L->apps.count = apps;
  L->mods.count = mods;
  return hash;
}

bool effect_would_touch(LayerScratch *L, u32 effect, Layer layer, u32 slot, IrOp op, Mod *found) {
  Layer now = L->layer;
  u32 apps = L->apps.count, mods = L->mods.count;
  u64 hash;
  bool touches = false;
  L->layer = layer;
  evaluate(L, &L->effects.data[effect], &hash);
  L->layer = now;
  for (u32 i = apps; i < L->apps.count; i++) {
    const LayerApp app = L->apps.data[i];
    if (app.slot != slot || slot == L->effects.data[effect].except) continue;
    touches = true;
    for (u32 k = 0; found && k < app.count; k++)
      if (L->mods.data[app.mods + k].op == op) *found = L->mods.data[app.mods + k];
  }
  L->apps.count = apps;
  L->mods.count = mods;
  return touches;
}

/* --- application -------------------------------------------------------------------------- */

bool may_gain(const LayerScratch *L, u32 place, u32 ability) {
  Word keyword = carddb_ability(L->g->db, ability)->keyword;
  if (!keyword) return true;
  u32 bit = keyword_bit(keyword);
  return !(work_at(L, place)->cant_have[bit >> 6] >> (bit & 63) & 1);
}

/* The acquisition of what an effect grants: one for all that comes from the same source (607.5). */
static u32 granted_acquisition(const LayerScratch *L, const LayerEffect *fx, u32 place) {
  if (fx->kind == FX_STATIC) return fx->inst.acquisition;
  if (fx->kind == FX_FLOATING) return row_EFFECTS(L->g, fx->owner)->acquisition;
  return work_at(L, place)->acquisition;
}

/* Its abilities are those of its new values from now on: a copy effect can take others away
   (613.8a). */
static void apply_copy(LayerScratch *L, const LayerEffect *fx, u32 place, const Mod *mod) {
  Game *g = L->g;
  CvId cv = cv_keeping(g, mod->a, &work_at(L, place)->chars);
  WorkObject *w = work_at(L, place);
  w->cv = cv;
  w->copied = true;
  w->acquisition = (u32)mod->x;
  if (!mod->x) w->acquisition = core(g)->next_acquisition + 1 + L->freezes.count;
  work_load(L, place);
  if (mod->x || L->trying) return;
  LayerFreeze freeze = {.source = object_ref(g, work_at(L, fx->owner)->slot),
                        .object = object_ref(g, work_at(L, place)->slot),
                        .ability = fx->inst.ability,
                        .acquisition = fx->inst.acquisition,
                        .cv = mod->a};
  work_push(L, &L->freezes, freeze);
}

/* Whether the operation brings text (612.5, 612.6). */
static bool brings_text(const Mod *mod) {
  return mod->op == IR_M_FULL_TEXT || mod->op == IR_M_TEXT_BOX || mod->op == IR_M_TEXT_TOO || mod->op == IR_M_HAS_TEXT;
}

/* The time at which it was gained is part of the timestamp of a static ability (613.7a); of others it doesn't matter. */
static void note_grant(LayerScratch *L, const LayerEffect *fx, u32 place, const Mod *mod, u32 acquisition) {
  bool gains = mod->op == IR_M_GAIN && has_static(L->g->db, mod->a, false);
  if (L->trying || !(gains || brings_text(mod))) return;
  LayerGrant grant = {brings_text(mod) ? 0 : mod->a, acquisition, work_at(L, place)->grants, fx->timestamp};
  work_push(L, &L->grants, grant);
  work_at(L, place)->grants = L->grants.count;
}

/* Everything but copies and control changes is done to the characteristics themselves. */
static void apply_to_chars(LayerScratch *L, const LayerEffect *fx, u32 place, const Mod *mod) {
  WorkObject *w = work_at(L, place);
  if (mod->op == IR_M_CANT_HAVE) {
    u32 bit = keyword_bit(mod->word);
    w->cant_have[bit >> 6] |= (u64)1 << (bit & 63);
  }
  /* 113.11, 205.3d */
  if (!L->trying && (mod->op == IR_M_CANT_HAVE || mod_gives_types(mod))) L->ground++;
  if (mod->op == IR_M_GAIN && !may_gain(L, place, mod->a)) return; /* 113.11 */
  u32 acquisition = granted_acquisition(L, fx, place);
  const AbilityPlace before = ability_place(&w->chars);
  mod_apply(L->g, &w->chars, mod, acquisition);
  if (same_abilities(before, ability_place(&w->chars))) return;
  if (brings_text(mod)) w->text = acquisition;
  note_grant(L, fx, place, mod, acquisition);
  if (!gains_no_effect(L->g->db, mod)) work_stale(L, place);
}

/* Only permanents and what is on the stack have a controller that an effect could change (109.4). */
static void apply_controller(WorkObject *w, u32 controller) {
  if (zone_is_open((Zone)w->zone)) w->controller = (u8)controller;
}

static void apply_mod(LayerScratch *L, const LayerEffect *fx, u32 place, const Mod *mod) {
  switch (mod->op) {
    case IR_M_COPY: apply_copy(L, fx, place, mod); break;
    case IR_M_CONTROLLER: apply_controller(work_at(L, place), (u32)mod->a); break;
    default: apply_to_chars(L, fx, place, mod); break;
  }
}

/* The part of a like effect that is kept and applies to the same objects; null if there is none. */
static const LayerPart *part_alike(const LayerScratch *L, const LayerEffect *fx, u32 i) {
  const LayerEffect *other = fx->like ? &L->effects.data[fx->like - 1] : NULL;
  bool same = other && other->app == fx->app && other->app_count == fx->app_count;
  return same && L->parts.data[other->part + i].kept ? &L->parts.data[other->part + i] : NULL;
}

/* Keeps the sets of the parts that applied here for the first time. */
static void keep_sets(LayerScratch *L, const LayerEffect *fx) {
  for (u32 i = 0; i < fx->part_count; i++) {
    LayerPart *part = &L->parts.data[fx->part + i];
    if (part->kept || !(part->layers & 1u << L->layer)) continue;
    part->kept = true;
    const LayerPart *like = part_alike(L, fx, i);
    if (like) {
      part->set = like->set;
      part->set_count = like->set_count;
      part->set_hash = like->set_hash;
      continue;
    }
    part->set = L->sets.count;
    for (u32 a = 0; a < fx->app_count; a++) {
      const LayerApp *app = &L->apps.data[fx->app + a];
      if (app->part == i) work_push(L, &L->sets, app->slot);
    }
    part->set_count = L->sets.count - part->set;
    Hash hash;
    hash_init(&hash, 613);
    if (part->set_count) hash_bytes(&hash, &L->sets.data[part->set], part->set_count * sizeof(u32));
    part->set_hash = hash_end(&hash);
  }
}

static void announce(const LayerScratch *L, const LayerEffect *fx) {
  static const char *const LAYER_RULES[LAYER_COUNT] = {"613.2a", "613.2b", "613.1b", "613.1c", "613.1d", "613.1e",
                                                       "613.1f", "613.4a", "613.4b", "613.4c", "613.4d"};
  RULE(L->g, LAYER_RULES[L->layer]);
  if (fx->cda) RULE(L->g, "604.3");
  if (fx->kind == FX_STATIC && fx->started && !fx->exists) RULE(L->g, "613.6");
  if (fx->kind == FX_FLOATING) RULE(L->g, "611.2c");
  if (fx->kind == FX_STATIC) {
    RULE(L->g, "611.3a");
    ability_announce(L->g, 0, fx->inst.ability);
  }
  if (fx->kind == FX_COUNTERS) RULE(L->g, L->layer == LAYER_6 ? "122.1b" : "122.1a");
}

/* The last effect that was applied, if it has just done the same, but for the slots that each excepts; null otherwise. */
static const LayerEffect *just_done(const LayerScratch *L, const LayerEffect *fx) {
  const LayerEffect *last = fx->once && L->last ? &L->effects.data[L->last - 1] : NULL;
  return last && does_alike(last, fx) ? last : NULL;
}

static void apply_app(LayerScratch *L, const LayerEffect *fx, LayerApp app) {
  if (app.slot == fx->except) return;
  u32 place = work_place(L, app.slot);
  work_touch(L, place);
  if (app.count == 1) {
    apply_mod(L, fx, place, &L->mods.data[app.mods]);
    return;
  }
  /* Types come before the subtypes that need them (205.3d), however an effect puts it. */
  for (u32 pass = 0; pass < 2; pass++)
    for (u32 m = 0; m < app.count; m++)
      if (mod_gives_types(&L->mods.data[app.mods + m]) == (pass == 0))
        apply_mod(L, fx, place, &L->mods.data[app.mods + m]);
}

static void apply_all(LayerScratch *L, u32 effect) {
  const LayerEffect fx = L->effects.data[effect];
  for (u32 i = 0; i < fx.app_count; i++) apply_app(L, &fx, L->apps.data[fx.app + i]);
}

void effects_add(LayerScratch *L, u32 effect, u32 times, const LayerBits *excepted) {
  const LayerEffect fx = L->effects.data[effect];
  ASSERT(fx.active && fx.adds && !L->trying);
  for (u32 i = 0; i < fx.app_count; i++) {
    const LayerApp app = L->apps.data[fx.app + i];
    bool but_one = app.slot / 64 < excepted->count && excepted->data[app.slot / 64] >> (app.slot % 64) & 1;
    i64 n = (i64)times - but_one;
    if (n == 0) continue;
    Mod mod = L->mods.data[app.mods];
    mod.x = num_mul(mod.x, n, NULL);
    mod.y = num_mul(mod.y, n, NULL);
    u32 place = work_place(L, app.slot);
    work_touch(L, place);
    apply_mod(L, &fx, place, &mod);
  }
}

static bool spares_slot(const LayerEffect *fx, u32 slot) { return fx->except && fx->except == slot; }

/* Gathers the acquisitions of what those effects give that don't spare the slot; whether one spares it. */
static bool gather_gains(LayerScratch *L, const u32 *effects, u32 count, u32 slot) {
  L->queue.count = 0;
  for (u32 i = 0; i < count; i++) {
    const LayerEffect *fx = &L->effects.data[effects[i]];
    if (!spares_slot(fx, slot)) work_push(L, &L->queue, fx->inst.acquisition);
  }
  return L->queue.count < count;
}

static void note_gains(LayerScratch *L, const u32 *effects, u32 count, u32 place, const Mod *mod) {
  for (u32 i = 0; i < count; i++) {
    const LayerEffect *fx = &L->effects.data[effects[i]];
    if (!spares_slot(fx, work_at(L, place)->slot)) note_grant(L, fx, place, mod, fx->inst.acquisition);
  }
}

void effects_gain(LayerScratch *L, const u32 *effects, u32 count) {
  const LayerEffect fx = L->effects.data[effects[0]];
  const Mod mod = L->mods.data[L->apps.data[fx.app].mods];
  ASSERT(fx.active && fx.gains && !L->trying);
  bool noted = has_static(L->g->db, mod.a, false), spares = fx.except != 0, spared = false;
  AbilityPlace before = {0};
  Chars after = {0}; /* of one that had the list `before` */
  if (!spares) gather_gains(L, effects, count, 0);
  for (u32 i = 0; i < fx.app_count; i++) {
    u32 slot = L->apps.data[fx.app + i].slot, place = work_place(L, slot);
    if (!may_gain(L, place, mod.a)) continue; /* 113.11 */
    if (spares) spared = gather_gains(L, effects, count, slot);
    if (noted) note_gains(L, effects, count, place, &mod);
    Chars *c = &work_at(L, place)->chars;
    const AbilityPlace now = ability_place(c);
    if (!spared && after.ability_count && same_abilities(now, before)) {
      chars_gain_alike(L->g, c, mod.a, &after);
      continue;
    }
    chars_gain_each(L->g, c, mod_inst(&mod, 0), L->queue.data, L->queue.count);
    if (spared) continue;
    before = now;
    after = *c;
  }
}

void effect_applied(LayerScratch *L, u32 effect) {
  const LayerEffect fx = L->effects.data[effect];
  L->last = effect + 1;
  if (HEARD(L->g) && HEARD(L->g)->rule) announce(L, &fx);
  keep_sets(L, &fx);
  L->effects.data[effect].started = true;
  L->effects.data[effect].applied = (u8)(L->layer + 1);
  L->version++;
}

void effect_apply(LayerScratch *L, u32 effect) {
  const LayerEffect fx = L->effects.data[effect];
  ASSERT(fx.version == L->version && fx.active);
  const LayerEffect *last = just_done(L, &fx);
  u32 left = last && last->except ? app_of_slot(L, &fx, last->except) : (u32)-1;
  if (!last)
    apply_all(L, effect);
  else if (left != (u32)-1)
    apply_app(L, &fx, L->apps.data[left]);
  if (!L->trying) effect_applied(L, effect);
}
