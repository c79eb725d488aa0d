/* Characteristics on demand. See layers.h for what is promised, internal.h for how it is
   done. */
#include "rules/query/layers/internal.h"
#include "rules/query/query.h"
#include "state/told.h"

/* --- abilities of characteristics --------------------------------------------------------- */

AbilityInst chars_ability(const Game *g, const Chars *c, u32 index, u32 own_acquisition) {
  AbilityInst inst = inst_of_chars(g, c, index);
  if (!inst.acquisition) inst.acquisition = own_acquisition;
  return inst;
}

u32 settled_acquisition(const Game *g, u32 slot) {
  const Derived *d = row_DERIVED(g, slot);
  bool known = d->stamp == derived(g)->layers.stamp && d->acquisition;
  return known ? d->acquisition : object_row(g, slot)->acquisition;
}

AbilityInst ability_get(Game *g, u32 slot, u32 index) {
  const Chars *c = chars_of(g, slot);
  SOUND(g, index < c->ability_count);
  return chars_ability(g, c, index, settled_acquisition(g, slot));
}

/* --- computing ---------------------------------------------------------------------------- */

void run_layers(LayerScratch *L) {
  layer_one(L);
  for (Layer layer = LAYER_2; layer < LAYER_COUNT; layer++) layer_run(L, layer);
}

/* Derived rows that objects left behind as they moved on are thrown away when there are many. */
static void collect_garbage(Game *g) {
  u32 useful = count_of(g, T_OBJECTS) + 3 * count_of(g, T_CVS);
  bool many_rows = count_of(g, T_CHARS) > 2 * useful + 256;
  bool many_words = derived(g)->layers.wasted > 4096 && derived(g)->layers.wasted > derived(g)->layers.runs / 2;
  if (many_rows || many_words) derived_reset(g);
}

void drop_loose_runs(LayerScratch *L) {
  Game *g = L->g;
  L->runs = derived(g)->layers.runs;
  L->spell.slot = 0;
  L->face.slot = 0;
  L->entering.look.slot = 0;
  table_drop(g, T_DHEAP, count_of(g, T_DHEAP) - L->runs);
}

static void compute_once(LayerScratch *L) {
  drop_loose_runs(L);
  work_begin(L, SCOPE_ALL);
  collect_all(L);
  run_layers(L);
  layers_store(L);
}

/* Values that a static copy effect has just been fixed to (707.2c) depend on nothing any more,
   so the order of copy effects may be another: what counts is the order from now on. Effects
   that begin and end in turn are cut off. */
#define FREEZE_ROUNDS 8

static void compute(LayerScratch *L) {
  Game *g = L->g;
  collect_garbage(g);
  compute_once(L);
  for (u32 round = 0; frozen_settle(L) && round < FREEZE_ROUNDS; round++) {
    L->busy = false;
    compute_once(L);
  }
  DerivedCore *d = derived(g);
  d->layers.digest = layers_digest(g, d->layers.zones);
  d->layers.battlefield = d->changes.battlefield;
  d->layers.facts = d->changes.facts;
  d->layers.dirty = 0;
  d->changes.zones = 0;
  L->busy = false;
  control_report(L);
}

/* Whether what was changed is nothing that the last computation began with. */
static bool is_unconcerned(Game *g) {
  u16 zones = static_zones(g);
  const DerivedCore *d = derived(g);
  if (d->layers.facts != d->changes.facts || zones & ~d->layers.zones) return false;
  bool elsewhere = d->layers.dirty == DIRTY_ZONES && !(d->changes.zones & d->layers.zones);
  ASSERT(!elsewhere || !d->layers.digest || layers_digest(g, d->layers.zones) == d->layers.digest);
  /* What came or went is another object than any there was. */
  bool others = d->layers.zones & ZONE_BIT(ZONE_BATTLEFIELD) && d->layers.battlefield != d->changes.battlefield;
  ASSERT(!others || elsewhere || layers_digest(g, d->layers.zones) != d->layers.digest);
  return elsewhere || (!others && layers_digest(g, d->layers.zones) == d->layers.digest);
}

/* There was nothing and is nothing. Checked builds see for themselves; what is kept stays kept as in others. */
static void stay_idle(LayerScratch *L) {
  DerivedCore *d = derived(L->g);
#ifdef GAVEL_CHECKED
  u32 stamp = d->layers.stamp;
  compute(L);
  d = derived(L->g);
  ASSERT(d->layers.idle);
  d->layers.stamp = stamp;
#endif
  d->layers.digest = 0; /* of what now is there */
  d->layers.facts = d->changes.facts;
  d->layers.dirty = 0;
  d->changes.zones = 0;
}

void layers_compute(Game *g) {
  LayerScratch *L = layers_scratch(g);
  if (L->busy) return; /* asked from within: the answer is the state so far */
  if (layers_are_idle(g)) {
    stay_idle(L);
  } else if (is_unconcerned(g)) {
    derived(g)->layers.dirty = 0;
    derived(g)->changes.zones = 0;
  } else {
    compute(L);
  }
  derived(g)->changes.moved_count = 0;
}

/* Characteristics may depend on it. */
static void facts_doubt(Game *g, Facts facts) {
  /* Whether these matter is seen by what they changed. */
  const Facts LOOKED_AT = FACT_ZONES | FACT_COPY | FACT_STATUS;
  /* These change characteristics, or their order (613.7e), whatever reads them. */
  const Facts ALWAYS = (FACTS_CHARACTERISTICS & ~(u32)FACT_COPY) | FACT_COUNTERS | FACT_ATTACHED;
  DerivedCore *d = derived(g);
  facts_told(g, facts);
  if (facts & (ALWAYS | (d->layers.reads & ~LOOKED_AT))) d->changes.facts++;
  if (facts & d->layers.reads & FACT_STATUS) d->changes.facts++;
  u8 dirty = facts & (FACT_COPY | FACT_STATUS) ? DIRTY_ALL : facts & FACT_ZONES ? DIRTY_ZONES : 0;
  if (d->layers.dirty < dirty) d->layers.dirty = dirty;
  if (d->watchers.stale < dirty) d->watchers.stale = dirty;
  if (facts & (d->layers.alone_reads | LOOKED_AT | ALWAYS)) d->layers.alone_stamp++;
}

void facts_changed(Game *g, Facts facts) {
  facts_doubt(g, facts);
  Changes *c = &derived(g)->changes;
  c->life += (facts & FACT_LIFE) != 0;
  c->damage += (facts & FACT_DAMAGE) != 0;
  c->combat += (facts & FACT_COMBAT) != 0;
  c->lasting += (facts & ~(Facts)(FACT_LIFE | FACT_DAMAGE | FACT_COMBAT | FACT_TURN | FACT_HISTORY | FACT_ZONES)) != 0;
}

void spell_changed(Game *g) {
  facts_doubt(g, FACT_OTHER);
  derived(g)->changes.closed++;
}

/* Nothing but what effects in force read of it can make a difference to characteristics. */
void time_changed(Game *g) {
  DerivedCore *d = derived(g);
  facts_told(g, FACT_TURN);
  if (d->layers.reads & FACT_TURN) d->changes.facts++;
  if (d->layers.alone_reads & FACT_TURN) d->layers.alone_stamp++;
}

/* Being tapped is no part of what a computation begins with. */
void tapped_changed(Game *g, u32 slot) {
  DerivedCore *d = derived(g);
  facts_told(g, FACT_TAPPED);
  if (d->layers.reads & FACT_STATUS) d->changes.facts++;
  if (d->layers.alone_reads & FACT_STATUS) d->layers.alone_stamp++;
  doings_changed(g, object_row(g, slot)->controller);
}

void doings_changed(Game *g, u32 player) {
  if (!derived(g)->learned.for_others) {
    own_changed(g, player);
    return;
  }
  for (u32 p = 0; p < core(g)->player_count; p++) own_changed(g, p);
}

/* --- objects computed by themselves ------------------------------------------------------- */

Facts written_from(Layer layer) {
  Facts facts = 0;
  if (layer <= LAYER_7D) facts |= FACT_PT;
  if (layer <= LAYER_6) facts |= FACT_ABILITIES;
  if (layer <= LAYER_5) facts |= FACT_COLORS;
  if (layer <= LAYER_4) facts |= FACT_TYPES;
  return layer <= LAYER_3 ? FACTS_CHARACTERISTICS : facts;
}

/* What it takes to compute an object that no effect of others touches. */
typedef struct OwnEffects {
  bool any;      /* it has characteristic-defining abilities or counters */
  bool involved; /* they read what others have in a layer, not what these are in the end */
  Facts reads;
  u16 zones; /* that they speak of */
} OwnEffects;

static OwnEffects own_effects(LayerScratch *L, u32 slot) {
  Game *g = L->g;
  const Object *o = object_row(g, slot);
  OwnEffects own = {.any = o->counters != 0};
  const Chars *c = cv_chars(g, o->cv, shown_face(g, o, o->cv));
  for (u32 i = 0; i < c->ability_count; i++) {
    u32 ability = inst_of_chars(g, c, i).ability;
    const AbilityDef *def = carddb_ability(g->db, ability);
    if (def->op != IR_STATIC || !(def->flags & ABILITY_CDA) || !def->layers) continue;
    own.any = true;
    own.reads |= def->reads;
    own.involved |= (def->reads & written_from((Layer)bits_first(def->layers))) != 0;
    own.zones |= ability_facts(L, ability).zones;
  }
  return own;
}

/* Whether some object in these zones is itself more than its copiable values. */
static bool any_own_effects(LayerScratch *L, u16 zones, u32 except) {
  Game *g = L->g;
  for (u32 z = 0; z < ZONE_COUNT; z++) {
    if (!(zones & ZONE_BIT(z))) continue;
    u32 lists = zone_is_shared((Zone)z) ? 1 : core(g)->player_count;
    for (u32 p = 0; p < lists; p++)
      for (u32 s = zone_first(g, (Zone)z, p); s; s = object_row(g, s)->next)
        if (s != except && own_effects(L, s).any) return true;
  }
  return false;
}

/* Derived.alone: the stamp, and in its lowest bit whether there is a row of characteristics. */
#define ALONE_PLAIN(stamp) ((stamp) << 1)
#define ALONE_KEPT(stamp) ((stamp) << 1 | 1)
static bool alone_known(const DerivedCore *all, const Derived *d) {
  return (d->alone | 1) == ALONE_KEPT(all->layers.alone_stamp);
}

static void compute_alone(Game *g, u32 slot) {
  LayerScratch *L = layers_scratch(g);
  OwnEffects own = own_effects(L, slot);
  if (!own.any) {
    row_DERIVED(g, slot)->alone = ALONE_PLAIN(derived(g)->layers.alone_stamp);
    return;
  }
  u16 unseen = (u16)(own.zones & ~derived(g)->layers.zones);
  if (own.involved || any_own_effects(L, unseen, slot)) {
    derived(g)->layers.extra_zones |= (u16)(own.zones | ZONE_BIT(object_row(g, slot)->zone));
    derived(g)->changes.facts++;
    layers_update(g);
    return;
  }
  drop_loose_runs(L);
  work_begin(L, SCOPE_ALONE);
  L->lone = slot;
  collect_counters(L, work_place(L, slot));
  collect_changed(L);
  for (Layer layer = LAYER_3; layer < LAYER_COUNT; layer++) layer_run(L, layer);
  layers_store_alone(L);
  L->busy = false;
  row_DERIVED(g, slot)->alone = ALONE_KEPT(derived(g)->layers.alone_stamp);
  derived(g)->layers.alone_reads |= own.reads;
}

/* --- answers ------------------------------------------------------------------------------ */

const Chars *chars_settled(Game *g, u32 slot) {
  const Derived *d = row_DERIVED(g, slot);
  const DerivedCore *all = derived(g);
  if (d->stamp == all->layers.stamp && all->layers.stamp) return row_CHARS(g, d->chars);
  if (d->alone == ALONE_KEPT(all->layers.alone_stamp)) return row_CHARS(g, d->chars);
  const Object *o = object_row(g, slot);
  return cv_chars(g, o->cv, shown_face(g, o, o->cv));
}

/* The row of what a permanent has that no effect touches and no card stands behind, as tokens do; 0 if there is more to
   look at. */
static u32 chars_of_token(const Game *g, const Object *o) {
  if (!(o->cv & CV_RECORD) || o->zone != ZONE_BATTLEFIELD || o->face || o->status & STATUS_FLIPPED) return 0;
  const CvRecord *r = row_CVS(g, o->cv & ~CV_RECORD);
  return r->card || r->only_face ? 0 : r->chars[0];
}

const Chars *chars_computed(Game *g, u32 slot) {
  if (!layers_settled(g)) {
    layers_update(g);
    if (g->layers && g->layers->busy) return layer_work_chars(&g->layers->work, slot);
  }
  if (row_DERIVED(g, slot)->stamp == derived(g)->layers.stamp) return row_CHARS(g, row_DERIVED(g, slot)->chars);
  u32 token = chars_of_token(g, object_row(g, slot));
  ASSERT(!token || chars_settled(g, slot) == row_CHARS(g, token));
  if (token) return row_CHARS(g, token);
  if (object_row(g, slot)->zone != ZONE_BATTLEFIELD && !alone_known(derived(g), row_DERIVED(g, slot))) {
    if (g->layers && g->layers->busy) return layer_work_chars(&g->layers->work, slot);
    compute_alone(g, slot);
  }
  return chars_settled(g, slot);
}

bool has_keyword(Game *g, u32 slot, Word keyword) {
  if (!chars_keyword(chars_of(g, slot), keyword)) return false;
  keyword_asked(g, slot, keyword);
  return true;
}

void mod_apply(Game *g, Chars *c, const Mod *mod, u32 acquisition) { chars_apply_mod(g, c, mod, acquisition); }
