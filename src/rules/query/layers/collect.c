/* Which effects there are: static abilities where they function, counters, and the rows of
   T_EFFECTS. */
#include "cards/ir_args.h"
#include "rules/query/layers/internal.h"

/* --- parts -------------------------------------------------------------------------------- */

/* The layers of the modifications of an AFFECT or APPLY. */
static u16 node_layers(const CardDb *db, Node node, LayerEffect *fx) {
  u16 layers = 0;
  for (u32 i = ARG_AFFECT_MODS; i < node_argc(db, node); i++) {
    Node mod = node_arg(db, node, i);
    layers |= writes_note(fx, node_op(db, mod), node_type_writes(db, mod));
  }
  return layers;
}

static void add_part(LayerScratch *L, LayerEffect *fx, Node node, u16 layers) {
  LayerPart part = {.node = node, .layers = layers};
  work_push(L, &L->parts, part);
  fx->part_count++;
  fx->layers |= layers;
  L->layers |= layers;
}

static void add_effect(LayerScratch *L, LayerEffect *fx) {
  if (fx->layers == 0) return;
  if (fx->kind != FX_FLOATING) {
    WorkObject *w = work_at(L, fx->owner);
    fx->next = w->effects;
    w->effects = L->effects.count + 1;
  }
  L->changed = true;
  work_push(L, &L->effects, *fx);
}

/* --- static abilities --------------------------------------------------------------------- */

/* The timestamp an object is going to get as it enters. */
#define NEWEST (UINT64_MAX - 1)

/* A granted keyword brings the abilities that stand for it: those were granted under the
   keyword's name. */
u64 granted_timestamp(const LayerScratch *L, u32 slot, const AbilityInst *inst) {
  u64 latest = 0;
  u32 place = work_find(L, slot), next = place == (u32)-1 ? 0 : work_at(L, place)->grants;
  while (next) {
    const LayerGrant *grant = &L->grants.data[next - 1];
    next = grant->next;
    if (grant->acquisition != inst->acquisition) continue;
    u32 last = grant->ability + carddb_ability(L->g->db, grant->ability)->expansion_count;
    if (grant->ability && (inst->ability < grant->ability || inst->ability > last)) continue;
    if (grant->timestamp > latest) latest = grant->timestamp;
  }
  return latest;
}

/* Only what an object has of itself, or through its text, is characteristic-defining (604.3a). */
static bool is_own(const WorkObject *w, u32 acquisition) { return !acquisition || acquisition == w->text; }

/* What an effect that has not begun to apply takes from the instance its object has now. */
static void take_inst(const LayerScratch *L, LayerEffect *fx, u32 index, const AbilityInst *raw) {
  const AbilityDef *def = carddb_ability(L->g->db, raw->ability);
  const WorkObject *w = work_at(L, fx->owner);
  u64 own = w->slot == L->lone ? NEWEST : object_row(L->g, w->slot)->timestamp;
  u64 granted = raw->acquisition ? granted_timestamp(L, w->slot, raw) : 0;
  fx->inst = *raw;
  if (!raw->acquisition) fx->inst.acquisition = w->acquisition;
  fx->granted = granted;
  fx->timestamp = granted > own ? granted : own; /* 613.7a */
  fx->index = index;
  fx->exists = true;
  fx->cda = def->flags & ABILITY_CDA && is_own(w, raw->acquisition);
}

static void new_static(LayerScratch *L, u32 place, u32 index, u32 nth, const AbilityInst *raw) {
  const CardDb *db = L->g->db;
  const AbilityDef *def = carddb_ability(db, raw->ability);
  LayerEffect fx = {.kind = FX_STATIC,
                    .owner = place,
                    .slot = work_at(L, place)->slot,
                    .nth = nth,
                    .part = L->parts.count,
                    .reads = def->reads};
  take_inst(L, &fx, index, raw);
  if (ability_facts(L, raw->ability).but_itself) fx.except = fx.slot;
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(db, def->node); i++) {
    Node part = node_arg(db, def->node, i);
    if (node_op(db, part) == IR_AFFECT) add_part(L, &fx, part, node_layers(db, part, &fx));
  }
  if (fx.layers == 0) return;
  AbilityFacts facts = ability_facts(L, raw->ability);
  L->zones |= facts.zones;
  fx.fine_reads = facts.reads;
  add_effect(L, &fx);
}

/* The effect of an instance that is known already: the nth like it on the object. A characteristic-defining ability
   that was lost and is granted again defines nothing any more (604.3a): that is another effect. */
static u32 known_static(const LayerScratch *L, u32 place, u32 ability, u32 acquisition, u32 nth, bool cda) {
  for (u32 i = work_at(L, place)->effects; i; i = L->effects.data[i - 1].next) {
    const LayerEffect *fx = &L->effects.data[i - 1];
    if (fx->kind != FX_STATIC || fx->inst.ability != ability) continue;
    if (fx->inst.acquisition == acquisition && fx->nth == nth && fx->cda == cda) return i - 1;
  }
  return (u32)-1;
}

/* How many instances before `index` are of the same ability and acquisition. */
static u32 equal_before(const LayerScratch *L, const WorkObject *w, u32 index, u32 ability, u32 acquisition) {
  u32 n = 0;
  for (u32 i = 0; i < index; i++) {
    AbilityInst other = chars_ability(L->g, &w->chars, i, w->acquisition);
    n += other.ability == ability && other.acquisition == acquisition;
  }
  return n;
}

bool effect_inst(const LayerScratch *L, const LayerEffect *fx, AbilityInst *inst) {
  const WorkObject *w = work_at(L, fx->owner);
  u32 nth = 0;
  for (u32 i = 0; i < w->chars.ability_count; i++) {
    AbilityInst now = inst_of_chars(L->g, &w->chars, i);
    if (now.ability != fx->inst.ability) continue;
    if (!now.acquisition) now.acquisition = w->acquisition;
    if (now.acquisition != fx->inst.acquisition || nth++ != fx->nth) continue;
    *inst = now;
    return true;
  }
  return false;
}

static bool is_effect(const AbilityDef *def, const WorkObject *w, bool own) {
  if (def->op != IR_STATIC || def->layers == 0) return false;
  if (def->flags & ABILITY_CDA && own) return true;
  return functions_in(def, w->kind, (Zone)w->zone);
}

void collect_object(LayerScratch *L, u32 place) {
  work_at(L, place)->stale = false;
  for (u32 i = work_at(L, place)->effects; i; i = L->effects.data[i - 1].next) {
    if (L->effects.data[i - 1].kind == FX_STATIC) L->effects.data[i - 1].exists = false;
  }
  L->changed |= work_at(L, place)->effects != 0;
  u32 slot = work_at(L, place)->slot;
  if (L->scope == SCOPE_ALONE && slot != L->lone) return;
  if (object_phased_out(L->g, slot) && slot != L->lone) return;
  /* A face-down object has no abilities but those it is given as such (708.2). */
  if (work_at(L, place)->hidden && L->layer < LAYER_1B) return;
  for (u32 i = 0; i < work_at(L, place)->chars.ability_count; i++) {
    const WorkObject *w = work_at(L, place);
    AbilityInst inst = inst_of_chars(L->g, &w->chars, i);
    const AbilityDef *def = carddb_ability(L->g->db, inst.ability);
    bool own = is_own(w, inst.acquisition);
    if (!is_effect(def, w, own)) continue;
    u32 acquisition = inst.acquisition ? inst.acquisition : w->acquisition;
    u32 nth = equal_before(L, w, i, inst.ability, acquisition);
    u32 known = known_static(L, place, inst.ability, acquisition, nth, def->flags & ABILITY_CDA && own);
    if (known == (u32)-1) {
      new_static(L, place, i, nth, &inst);
    } else if (!L->effects.data[known].started) {
      take_inst(L, &L->effects.data[known], i, &inst);
    } else {
      L->effects.data[known].inst.subst = inst.subst;
      L->effects.data[known].exists = true;
    }
  }
}

/* --- counters ----------------------------------------------------------------------------- */

static void add_counters(LayerScratch *L, u32 place, u32 row) {
  const Counters c = *row_COUNTERS(L->g, row);
  LayerEffect fx = {.kind = FX_COUNTERS,
                    .timestamp = c.timestamp, /* 613.7c */
                    .owner = place,
                    .slot = work_at(L, place)->slot,
                    .index = row,
                    .part = L->parts.count,
                    .exists = true};
  if (counter_layer(c.kind) == LAYER_COUNT || c.n <= 0) return;
  fx.fixed = counter_mod(L->g, c.kind, c.n);
  add_part(L, &fx, 0, writes_note(&fx, (IrOp)fx.fixed.op, 0));
  add_effect(L, &fx);
}

void collect_counters(LayerScratch *L, u32 place) {
  if (work_at(L, place)->counted) return;
  work_at(L, place)->counted = true;
  u32 slot = work_at(L, place)->slot;
  if (object_phased_out(L->g, slot)) return;
  for (u32 row = object_row(L->g, slot)->counters; row; row = row_COUNTERS(L->g, row)->next)
    add_counters(L, place, row);
}

static bool counters_matter(const Game *g, const Object *o) {
  for (u32 row = o->counters; row; row = row_COUNTERS(g, row)->next)
    if (row_COUNTERS(g, row)->n > 0 && counter_layer(row_COUNTERS(g, row)->kind) != LAYER_COUNT) return true;
  return false;
}

/* --- effects of resolved spells and abilities --------------------------------------------- */

/* What each of them does was determined as it began (608.2h); one without modifications does nothing. */
static void collect_floating(LayerScratch *L) {
  Game *g = L->g;
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || f.flags & EFFECT_FROZEN) continue;
    if (f.kind != EFFECT_CONTINUOUS && f.kind != EFFECT_COPY) continue;
    LayerEffect fx = {.kind = FX_FLOATING,
                      .timestamp = f.timestamp, /* 613.7b */
                      .owner = row,
                      .slot = UINT32_MAX, /* behind the objects' own, 613.7n */
                      .index = row,
                      .part = L->parts.count,
                      .exists = true};
    u16 layers = 0;
    for (u32 i = 0; i < effect_mod_count(g, &f); i++) {
      Mod mod = effect_mod(g, &f, i);
      layers |= writes_note(&fx, (IrOp)mod.op, mod_type_writes(&mod));
    }
    add_part(L, &fx, 0, layers);
    add_effect(L, &fx);
    for (u32 i = 0; i < list_count(g, f.objects) && L->scope != SCOPE_ALONE; i++) {
      u32 slot = object_live(g, list_get(g, f.objects, i));
      if (slot && !object_phased_out(g, slot)) work_place(L, slot);
    }
  }
}

/* --- objects ------------------------------------------------------------------------------ */

/* Whether the object brings effects; notes one that has effects on the rules. */
static bool has_effects(LayerScratch *L, u32 slot) {
  Game *g = L->g;
  const Object *o = object_row(g, slot);
  const Chars *c = cv_chars(g, o->cv, shown_face(g, o, o->cv));
  o = object_row(g, slot);
  WorkObject w = {.kind = o->kind, .zone = o->zone};
  bool found = false, rules = false;
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst inst = inst_of_chars(g, c, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_STATIC) continue;
    found |= is_effect(def, &w, true);
    rules |= def->flags & ABILITY_RULES && functions_in(def, w.kind, (Zone)w.zone);
  }
  if (rules) work_push(L, &L->rule_slots, slot);
  return found;
}

/* Whether what is printed on an object is all there is about it, and that is no static ability that functions there. */
static bool brings_nothing(const Game *g, const Object *o) {
  if (!o->cv || o->cv & CV_RECORD || o->counters || object_hidden(o) || o->controller != controller_before(o))
    return false;
  const CardForm *form = form_shown(g, o);
  return !form->defines && !(form->effect_zones & ZONE_BIT(o->zone));
}

/* Objects that bring something are worked on from the beginning, with their effects. */
static void collect_slot(LayerScratch *L, u32 slot) {
  const Object *o = object_row(L->g, slot);
  bool nothing = brings_nothing(L->g, o), hidden = object_hidden(o);
#ifndef GAVEL_CHECKED
  if (nothing) return;
#endif
  bool special = hidden || o->controller != controller_before(o) || counters_matter(L->g, o);
  /* A face-down object's own abilities are not there (708.2). */
  u32 rules = L->rule_slots.count;
  if (!hidden && has_effects(L, slot)) special = true;
  ASSERT(!nothing || (!special && L->rule_slots.count == rules));
  if (!special) return;
  collect_counters(L, work_place(L, slot));
}

static void collect_list(LayerScratch *L, Zone zone, u32 player) {
  Game *g = L->g;
  for (u32 s = zone_first(g, zone, player), next; s; s = next) {
    next = object_row(g, s)->next;
    if (s == L->lone) continue;
    /* A phased-out permanent brings nothing (702.26b), but it stays face down. */
    if (!object_phased_out(g, s) || object_hidden(object_row(g, s))) collect_slot(L, s);
  }
}

#ifdef GAVEL_CHECKED
static bool is_bringer(const Game *g, u32 card) {
  for (u32 i = 0; i < count_of(g, T_BRINGERS); i++)
    if (*row_BRINGERS(g, i) == card) return true;
  return false;
}

static void check_bringers(const Game *g, Zone zone) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    for (u32 s = zone_first(g, zone, p); s; s = object_row(g, s)->next)
      ASSERT(brings_nothing(g, object_row(g, s)) || is_bringer(g, object_row(g, s)->card));
}
#endif

/* While a token, which is no card, or an object with counters may be there, the zone is looked at as a whole. Checked builds
   also look at the cards that are not listed. */
static void collect_bringers(LayerScratch *L, Zone zone) {
  Game *g = L->g;
  for (u32 i = 0; i < count_of(g, T_BRINGERS); i++) {
    u32 slot = row_CARDS(g, *row_BRINGERS(g, i))->object;
    if (slot && slot != L->lone && object_row(g, slot)->zone == zone) collect_slot(L, slot);
  }
#ifdef GAVEL_CHECKED
  check_bringers(g, zone);
#endif
}

static void collect_zone(LayerScratch *L, Zone zone) {
  L->scanned |= (u16)ZONE_BIT(zone);
  if (ZONES_BY_BRINGERS & ZONE_BIT(zone) && !derived(L->g)->learned.counted && !some_may_cease(L->g)) {
    collect_bringers(L, zone);
    return;
  }
  u32 lists = zone_is_shared(zone) ? 1 : core(L->g)->player_count;
  for (u32 p = 0; p < lists; p++) collect_list(L, zone, p);
}

static void collect_zones(LayerScratch *L) {
  u16 zones;
  while ((zones = (u16)(L->zones & ~L->scanned)) != 0) {
    collect_zone(L, (Zone)bits_first(zones));
    while (L->stale.count) collect_object(L, L->stale.data[--L->stale.count]);
  }
}

/* A spell or ability whose control no effect has changed any longer is given back (800.4a). Permanents are looked at
   anyway. */
static void collect_given_back(LayerScratch *L) {
  Game *g = L->g;
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next)
    if (object_row(g, s)->controller != controller_before(object_row(g, s))) work_place(L, s);
}

void collect_all(LayerScratch *L) {
  L->zones |= static_zones(L->g);
  collect_floating(L);
  if (L->scope == SCOPE_ALL) collect_given_back(L);
  for (u32 i = 0; i < L->objects.count; i++) collect_counters(L, i);
  collect_zones(L);
}

static void collect_spell_effect(LayerScratch *L, const SpellEffect *effect) {
  u32 place = work_place_final(L, effect->slot), nth = 0;
  for (u32 i = 0; i < work_at(L, place)->chars.ability_count; i++) {
    AbilityInst inst = inst_of_chars(L->g, &work_at(L, place)->chars, i);
    if (inst.ability != effect->ability || inst.acquisition || nth++ != effect->nth) continue;
    new_static(L, place, i, effect->nth, &inst);
    return;
  }
  ASSERT(false);
}

void collect_apart(LayerScratch *L) {
  L->apart = true;
  for (u32 row = 0; row < count_of(L->g, T_SPELL_EFFECTS); row++) {
    const SpellEffect effect = *row_SPELL_EFFECTS(L->g, row);
    if (effect.slot != L->lone) collect_spell_effect(L, &effect);
  }
  while (L->stale.count) collect_object(L, L->stale.data[--L->stale.count]);
}

/* --- what layers bring to light ----------------------------------------------------------- */

/* An object found late, because only now an effect speaks of its zone: its own effects of the
   layers that are over (CDAs and counters, which in those zones touch nothing else) are applied
   at once. */
static void catch_up(LayerScratch *L, u32 first_effect) {
  Layer now = L->layer;
  for (Layer layer = LAYER_3; layer < now; layer++) {
    L->layer = layer;
    for (u32 i = first_effect; i < L->effects.count; i++) {
      const LayerEffect *fx = &L->effects.data[i];
      if (!(fx->layers & 1u << layer) || fx->applied > layer) continue;
      if (!fx->cda && fx->kind != FX_COUNTERS) continue;
      L->version++;
      effect_evaluate(L, i);
      if (L->effects.data[i].active) effect_apply(L, i);
    }
  }
  L->layer = now;
  L->version++;
}

void collect_changed(LayerScratch *L) {
  while (L->stale.count) {
    u32 place = L->stale.data[--L->stale.count];
    if (work_at(L, place)->stale) collect_object(L, place);
  }
  if (!(L->zones & ~L->scanned) || L->scope == SCOPE_ALONE || L->apart) return;
  u32 known = L->effects.count;
  collect_zones(L);
  catch_up(L, known);
}
