#include "rules/query/layers/explain.h"

#include "rules/query/layers/internal.h"

/* More causes of one layer than this are not told of. */
#define CAUSES_CAP 64
/* More effects that may come to nothing than these are not told of. */
#define WAITING_CAP 64

typedef struct Explaining {
  LayerVisitor *visit;
  LayerMissVisitor *miss;
  void *user;
  u32 slot;
  u32 waiting[WAITING_CAP]; /* effects that would apply in layer 7 when layer 6 began */
  u32 waiting_count;
} Explaining;

/* Whether an effect applied to the object in the layer. */
static bool touches(const LayerScratch *L, const LayerEffect *fx, u32 slot, Layer layer) {
  if (!(fx->layers & 1u << layer) || fx->applied <= layer) return false;
  if (fx->kind == FX_COUNTERS) return fx->slot == slot;
  if (fx->except && fx->except == slot) return false;
  for (u32 p = fx->part; p < fx->part + fx->part_count; p++) {
    const LayerPart *part = &L->parts.data[p];
    if (!part->kept || !(part->layers & 1u << layer)) continue;
    for (u32 s = 0; s < part->set_count; s++)
      if (L->sets.data[part->set + s] == slot) return true;
  }
  return false;
}

static Ref source_of(const LayerScratch *L, const LayerEffect *fx) {
  if (fx->kind != FX_FLOATING) return object_ref(L->g, fx->slot);
  const Effect *f = row_EFFECTS(L->g, fx->owner);
  return f->env ? env_at(L->g, f->env)->source : f->duration_object;
}

static LayerCause cause_of(const LayerScratch *L, const LayerEffect *fx, Layer layer) {
  Game *g = L->g;
  LayerCause cause = {.timestamp = fx->timestamp, .turn = fx->turn, .source = source_of(L, fx)};
  if (fx->waits && fx->waited == layer) {
    cause.waited = true;
    cause.after = source_of(L, &L->effects.data[fx->waits - 1]);
  }
  if (fx->kind == FX_FLOATING) {
    const Effect *f = row_EFFECTS(g, fx->owner);
    cause.ability = f->ability;
    cause.duration = f->duration ? f->duration : W_INDEFINITE;
    return cause;
  }
  if (fx->kind == FX_COUNTERS)
    cause.counters = row_COUNTERS(g, fx->index)->kind;
  else
    cause.ability = fx->inst.ability;
  return cause;
}

/* What an effect does to words, and what it tries to give and can't. */
static void add_words(LayerScratch *L, u32 effect, u32 slot, Layer layer, LayerCause *cause) {
  Mod mod = {0};
  if (layer == LAYER_3 && effect_would_touch(L, effect, layer, slot, IR_M_SWAP_WORD, &mod)) {
    cause->from = mod.word;
    cause->to = (Word)mod.a;
  }
  if (layer != LAYER_6 || !effect_would_touch(L, effect, layer, slot, IR_M_GAIN, &mod) || !mod.a) return;
  if (!may_gain(L, work_find(L, slot), mod.a)) cause->barred = carddb_ability(L->g->db, mod.a)->keyword;
}

static u32 causes_find(LayerScratch *L, u32 slot, Layer layer, LayerCause *causes) {
  u32 n = 0;
  for (u32 i = 0; i < L->effects.count && n < CAUSES_CAP; i++) {
    if (!touches(L, &L->effects.data[i], slot, layer)) continue;
    LayerCause cause = cause_of(L, &L->effects.data[i], layer);
    add_words(L, i, slot, layer, &cause);
    u32 at = n++;
    for (; at > 0 && causes[at - 1].turn > cause.turn; at--) causes[at] = causes[at - 1];
    causes[at] = cause;
  }
  return n;
}

static void show(LayerScratch *L, const Explaining *x, Layer layer) {
  LayerCause causes[CAUSES_CAP];
  const WorkObject *w = work_at(L, work_find(L, x->slot));
  const Chars chars = w->chars;
  LayerStep step = {.layer = layer,
                    .chars = &chars,
                    .cv = w->cv,
                    .controller = w->controller,
                    .causes = causes,
                    .cause_count = causes_find(L, x->slot, layer == LAYER_1B ? LAYER_1A : layer, causes)};
  x->visit(L->g, &step, x->user);
}

/* --- what came to nothing ------------------------------------------------------------------------------ */

/* The first layer that an effect applies in. */
static Layer layer_of(const LayerEffect *fx) {
  Layer layer = 0;
  while (layer + 1 < LAYER_COUNT && !(fx->layers & 1u << layer)) layer++;
  return layer;
}

/* Static abilities that would change the object in layer 7, while they are still there. */
static void find_waiting(LayerScratch *L, Explaining *x) {
  for (u32 i = 0; i < L->effects.count && x->waiting_count < WAITING_CAP; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    if (fx->kind != FX_STATIC || !fx->exists || fx->applied || layer_of(fx) < LAYER_7A) continue;
    if (effect_would_touch(L, i, layer_of(fx), x->slot, 0, NULL)) x->waiting[x->waiting_count++] = i;
  }
}

static void tell_miss(LayerScratch *L, const Explaining *x, u32 effect, LayerMiss why) {
  const LayerEffect *fx = &L->effects.data[effect];
  const LayerCause cause = cause_of(L, fx, layer_of(fx));
  x->miss(L->g, why, layer_of(fx), &cause, x->user);
}

static void tell_misses(LayerScratch *L, const Explaining *x) {
  for (u32 i = 0; i < x->waiting_count; i++) {
    const LayerEffect *fx = &L->effects.data[x->waiting[i]];
    if (!fx->exists && !fx->applied) tell_miss(L, x, x->waiting[i], LAYER_MISS_LOST);
  }
  for (u32 i = 0; i < L->effects.count; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    if (fx->kind != FX_STATIC || !fx->exists || fx->applied || layer_of(fx) >= LAYER_6) continue;
    if (effect_would_touch(L, i, layer_of(fx), x->slot, 0, NULL)) tell_miss(L, x, i, LAYER_MISS_LATE);
  }
}

void layers_explain(Game *g, u32 slot, LayerVisitor *visit, LayerMissVisitor *miss, void *user) {
  layers_update(g);
  LayerScratch *L = layers_scratch(g);
  ASSERT(!L->busy);
  const Listener *listener = g->listener;
  g->listener = NULL;
  Explaining x = {.visit = visit, .miss = miss, .user = user, .slot = slot};
  drop_loose_runs(L);
  work_begin(L, SCOPE_ALL);
  collect_all(L);
  collect_counters(L, work_place(L, slot));
  collect_changed(L);
  layer_one(L);
  show(L, &x, LAYER_1B);
  for (Layer layer = LAYER_2; layer < LAYER_COUNT; layer++) {
    if (miss && layer == LAYER_6) find_waiting(L, &x);
    layer_run(L, layer);
    show(L, &x, layer);
  }
  if (miss) tell_misses(L, &x);
  L->busy = false;
  g->listener = listener;
}
