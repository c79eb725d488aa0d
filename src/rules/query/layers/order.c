/* The order in which effects of one layer apply: timestamps (613.7) and dependency (613.8).

   Dependency is found by trial, as 613.8a says: the other effect is applied to the working state,
   and if then the first one's text, existence, objects, or what it does to them is another (its
   hash differs), it depends on the other. Pairs of which one writes nothing that the other reads
   are not tried.

   An effect is ready if every effect it depends on, directly or through others, in turn depends
   on it: then it is part of a dependency loop and nothing outside the loop is waited for
   (613.8b). Of the ready ones the earliest timestamp applies. Then everything is looked at anew
   (613.8c). */
#include "rules/query/layers/internal.h"

/* --- timestamps --------------------------------------------------------------------------- */

/* Equal timestamps: the object's own abilities before granted ones, whose order among each other
   is that of their grants (613.7a); then by object, and by the place their abilities have in the text
   they are of. What place they have among an object's abilities now would not do: one may be lost
   already (613.6). */
static bool is_earlier(const LayerEffect *a, const LayerEffect *b) {
  if (a->timestamp != b->timestamp) return a->timestamp < b->timestamp;
  if (a->slot != b->slot) return a->slot < b->slot;
  if (a->granted != b->granted) return a->granted < b->granted;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->inst.ability != b->inst.ability) return a->inst.ability < b->inst.ability;
  return a->index < b->index;
}

/* The effects of the layer that have not been applied, earliest first; those of
   characteristic-defining abilities or all others (613.3). */
static void find_pending(LayerScratch *L, bool cda) {
  L->pending.count = 0;
  for (u32 i = 0; i < L->effects.count; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    if (!(fx->layers & 1u << L->layer) || fx->cda != cda || fx->applied > L->layer) continue;
    if (!fx->exists && !fx->started) continue;
    work_push(L, &L->pending, i);
    u32 at = L->pending.count - 1;
    while (at > 0 && is_earlier(fx, &L->effects.data[L->pending.data[at - 1]])) {
      L->pending.data[at] = L->pending.data[at - 1];
      at--;
    }
    L->pending.data[at] = i;
  }
}

/* --- which pairs can touch ---------------------------------------------------------------- */

static bool affects_slot(const LayerScratch *L, const LayerEffect *fx, u32 slot) {
  for (u32 i = 0; i < fx->app_count; i++)
    if (L->apps.data[fx->app + i].slot == slot) return true;
  return false;
}

/* Whether applying `b` could change the effect `a`: what its expressions read, or whether its
   object has the ability, with which words, under whose control. By what `b` may do … */
static bool might_change(const LayerScratch *L, const LayerEffect *a, const LayerEffect *b) {
  return reads_written(a, b, b->type_writes, L->layer) || (a->kind == FX_STATIC && b->removes & 1u << L->layer);
}

/* … and by what it does, once it has been evaluated. */
static bool could_change(const LayerScratch *L, const LayerEffect *a, const LayerEffect *b) {
  if (reads_written(a, b, L->layer == LAYER_4 ? b->type_does : b->type_writes, L->layer)) return true;
  return a->kind == FX_STATIC && b->removes & 1u << L->layer && affects_slot(L, b, a->slot);
}

/* Whether no pair of the layer can touch: then timestamps decide alone. */
static bool all_independent(const LayerScratch *L) {
  LayerEffect all = {0};
  bool statics = false;
  for (u32 i = 0; i < L->pending.count; i++) {
    const LayerEffect *fx = &L->effects.data[L->pending.data[i]];
    effects_join(&all, fx);
    statics |= fx->kind == FX_STATIC;
  }
  if (L->pending.count < 2) return true;
  return !reads_written(&all, &all, all.type_writes, L->layer) && !(statics && all.removes & 1u << L->layer);
}

/* --- the graph of dependencies ------------------------------------------------------------ */

/* Rows of `edges` are bit sets over places in `pending`: the effects that one depends on. They
   are found when first asked for (`known`). */
static u32 row_words(const LayerScratch *L) { return (L->pending.count + 63) / 64; }

static u64 *edges_row(const LayerScratch *L, u32 a) { return &L->edges.data[(size_t)a * row_words(L)]; }

static void graph_clear(LayerScratch *L) {
  u32 words = row_words(L), n = L->pending.count;
  L->edges.count = L->known.count = 0;
  work_reserve(L, &L->edges, n * words);
  work_reserve(L, &L->known, words);
  memset(L->edges.data, 0, (size_t)n * words * sizeof(u64));
  memset(L->known.data, 0, words * sizeof(u64));
  L->edges.count = n * words;
  L->known.count = words;
}

static bool bit_get(const u64 *bits, u32 i) { return bits[i >> 6] >> (i & 63) & 1; }
static void bit_set(u64 *bits, u32 i) { bits[i >> 6] |= (u64)1 << (i & 63); }

static bool depends(LayerScratch *L, u32 a, u32 b) {
  if (!might_change(L, &L->effects.data[a], &L->effects.data[b])) return false;
  effect_evaluate(L, b);
  const LayerEffect *fa = &L->effects.data[a], *fb = &L->effects.data[b];
  if (!fb->active || fb->app_count == 0 || !could_change(L, fa, fb)) return false;
  trial_begin(L);
  effect_apply(L, b);
  u64 hash = effect_hash(L, a);
  trial_end(L);
  return hash != L->effects.data[a].hash;
}

static const u64 *find_edges(LayerScratch *L, u32 at) {
  if (bit_get(L->known.data, at)) return edges_row(L, at);
  bit_set(L->known.data, at);
  u32 a = L->pending.data[at];
  effect_evaluate(L, a);
  for (u32 other = 0; other < L->pending.count; other++)
    if (other != at && depends(L, a, L->pending.data[other])) bit_set(edges_row(L, at), other);
  return edges_row(L, at);
}

/* Fills `reach` with everything that `at` depends on, directly or not, itself included. */
static void find_reach(LayerScratch *L, u32 at) {
  L->reach.count = 0;
  work_push(L, &L->reach, at);
  for (u32 done = 0; done < L->reach.count; done++) {
    u32 from = L->reach.data[done];
    find_edges(L, from);
    for (u32 to = 0; to < L->pending.count; to++) {
      if (!bit_get(edges_row(L, from), to)) continue;
      bool seen = false;
      for (u32 i = 0; i < L->reach.count && !seen; i++) seen = L->reach.data[i] == to;
      if (!seen) work_push(L, &L->reach, to);
    }
  }
}

/* Whether everything in `reach` depends on its first member in turn. */
static bool reach_is_loop(LayerScratch *L) {
  if (L->reach.count == 1) return true;
  L->queue.count = 0;
  work_push(L, &L->queue, L->reach.data[0]);
  for (u32 done = 0; done < L->queue.count; done++) {
    for (u32 i = 0; i < L->reach.count; i++) {
      u32 from = L->reach.data[i];
      if (!bit_get(edges_row(L, from), L->queue.data[done])) continue;
      bool seen = false;
      for (u32 q = 0; q < L->queue.count && !seen; q++) seen = L->queue.data[q] == from;
      if (!seen) work_push(L, &L->queue, from);
    }
  }
  return L->queue.count == L->reach.count;
}

/* --- a layer ------------------------------------------------------------------------------ */

/* An effect has to wait for what it depends on, though its timestamp is the earlier one. */
static void note_wait(LayerScratch *L, u32 at) {
  const u64 *edges = edges_row(L, at);
  LayerEffect *fx = &L->effects.data[L->pending.data[at]];
  u32 other = 0;
  while (other < L->pending.count && !bit_get(edges, other)) other++;
  if (other == L->pending.count) return;
  fx->waits = L->pending.data[other] + 1;
  fx->waited = (u8)L->layer;
}

static void apply_in_turn(LayerScratch *L, u32 effect) {
  L->effects.data[effect].turn = ++L->turns;
  effect_apply(L, effect);
}

/* The place in `pending` of the effect that applies next, (u32)-1 when none is left that does
   anything. */
static u32 next_effect(LayerScratch *L) {
  graph_clear(L);
  for (u32 at = 0; at < L->pending.count; at++) {
    u32 effect = L->pending.data[at];
    effect_evaluate(L, effect);
    if (!L->effects.data[effect].active) continue;
    find_reach(L, at);
    if (L->reach.count > 1) RULE(L->g, "613.8b");
    if (reach_is_loop(L)) return at;
    note_wait(L, at);
  }
  return (u32)-1;
}

/* What was found out about the others is still so if the effect just applied could not change
   them. */
static void keep_known(LayerScratch *L, u32 effect) {
  for (u32 i = 0; i < L->pending.count; i++) {
    LayerEffect *other = &L->effects.data[L->pending.data[i]];
    if (other->version != L->version - 1 || !other->active) continue;
    if (!could_change(L, other, &L->effects.data[effect])) other->version = L->version;
  }
}

/* Applies effects of which none can touch another, by their timestamps, until one changes what effects there are. */
static void apply_in_order(LayerScratch *L) {
  for (u32 at = 0; at < L->pending.count && !L->changed; at++) {
    u32 effect = L->pending.data[at];
    effect_evaluate(L, effect);
    if (!L->effects.data[effect].active) continue;
    apply_in_turn(L, effect);
    collect_changed(L);
  }
}

/* Applies the one that comes next among effects that may depend on each other; false if there is none. */
static bool apply_next(LayerScratch *L) {
  u32 at = next_effect(L);
  if (at == (u32)-1) return false;
  u32 effect = L->pending.data[at];
  memmove(&L->pending.data[at], &L->pending.data[at + 1], (L->pending.count - at - 1) * sizeof(u32));
  L->pending.count--;
  apply_in_turn(L, effect);
  keep_known(L, effect);
  collect_changed(L);
  return true;
}

static void run_phase(LayerScratch *L, bool cda) {
  do {
    L->changed = false;
    find_pending(L, cda);
    if (all_independent(L)) {
      apply_in_order(L);
    } else {
      while (!L->changed && apply_next(L)) {
      }
    }
  } while (L->changed);
}

void layer_run(LayerScratch *L, Layer layer) {
  L->layer = layer;
  L->version++;
  L->apps.count = L->mods.count = 0;
  if (!(L->layers & 1u << layer)) return;
  if (layer != LAYER_1A && layer != LAYER_7B) run_phase(L, true); /* 613.3, 613.4a */
  run_phase(L, false);
}
