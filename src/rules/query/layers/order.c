/* The order in which effects of one layer apply: timestamps (613.7) and dependency (613.8).

   Dependency is found by trial, as 613.8a says: the other effect is applied to the working state,
   and if then the first one's text, existence, objects, or what it does to them is another (its
   hash differs), it depends on the other. Pairs of which one writes nothing that the other reads
   are not tried. Effects that are alike (the same ability under the same control, which says nothing of
   its own object) do the same and see the same: one of them is tried for all.

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
    u32 low = 0, high = L->pending.count - 1;
    if (high && !is_earlier(fx, &L->effects.data[L->pending.data[high - 1]])) continue;
    while (low < high) {
      u32 middle = low + (high - low) / 2;
      if (is_earlier(fx, &L->effects.data[L->pending.data[middle]]))
        high = middle;
      else
        low = middle + 1;
    }
    memmove(&L->pending.data[low + 1], &L->pending.data[low], (L->pending.count - 1 - low) * sizeof(u32));
    L->pending.data[low] = i;
  }
}

/* --- which pairs can touch ---------------------------------------------------------------- */

/* Whether applying `b` could change the effect `a`: what its expressions read, or whether its
   object has the ability, with which words, under whose control. By what `b` may do … */
static bool might_change(const LayerScratch *L, const LayerEffect *a, const LayerEffect *b) {
  FineFacts writes = effect_writes(b, L->layer);
  return reads_written(a, b, writes, L->layer) || (a->kind == FX_STATIC && writes.takes);
}

/* … and by what it does, once it has been evaluated and effect_does has found that out. */
static bool could_change(LayerScratch *L, const LayerEffect *a, const LayerEffect *b) {
  if (reads_written(a, b, b->does, L->layer)) return true;
  return a->kind == FX_STATIC && b->does.takes && affects_slot(L, b, a->slot);
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
  FineFacts writes = effect_writes(&all, L->layer);
  return !reads_written(&all, &all, writes, L->layer) && !(statics && writes.takes);
}

/* --- effects that are alike --------------------------------------------------------------- */

static u64 word_of(u32 high, u32 low) { return (u64)high << 32 | low; }

/* What has been noted for the object of an effect, if its ability speaks of that. */
static u64 notes_key(const LayerScratch *L, const LayerEffect *fx) {
  Hash hash;
  hash_init(&hash, 607);
  for (u32 row = object_row(L->g, work_at(L, fx->owner)->slot)->notes; row; row = row_NOTES(L->g, row)->next) {
    const Note *note = row_NOTES(L->g, row);
    if (note->acquisition == fx->inst.acquisition) hash_three(&hash, note->link, note->value.tag, note->value.v);
  }
  return hash_end(&hash);
}

/* A hash of all that decides what an effect does as things are; 0 if only the effect itself is known to do it. Copies,
   control and text may change who has the ability, and with which words, while their layer is applied. */
static u64 alike_key(LayerScratch *L, const LayerEffect *fx) {
  if (fx->kind != FX_STATIC || L->layer < LAYER_4) return 0;
  const WorkObject *w = work_at(L, fx->owner);
  if (L->scope == SCOPE_ENTERING && w->slot == L->lone) return 0;
  const AbilityFacts facts = ability_facts(L, fx->inst.ability);
  bool noted = !facts.impersonal && facts.noted && fx->inst.acquisition == w->acquisition;
  if (!fx->except && !facts.impersonal && !noted) return 0;
  AbilityInst inst = fx->inst;
  if (!effect_inst(L, fx, &inst) && !fx->started) return 0;
  Hash hash;
  hash_init(&hash, 613);
  hash_three(&hash, word_of(inst.ability, inst.subst), word_of(inst.env, w->controller), word_of(fx->started, fx->cda));
  if (noted) hash_u64(&hash, notes_key(L, fx));
  for (u32 i = 0; i < fx->part_count; i++) {
    const LayerPart *part = &L->parts.data[fx->part + i];
    hash_u64(&hash, word_of(part->kept, part->set_count));
    if (part->kept) hash_u64(&hash, part->set_hash);
  }
  u64 key = hash_end(&hash);
  return key ? key : 1;
}

/* Gives each pending effect the number of its class. */
static void find_classes(LayerScratch *L) {
  u32 cap = 4;
  while (cap < 2 * L->pending.count) cap *= 2;
  L->heads.count = 0;
  work_reserve(L, &L->heads, cap);
  memset(L->heads.data, 0, cap * sizeof *L->heads.data);
  L->classes = 0;
  for (u32 i = 0; i < L->pending.count; i++) {
    LayerEffect *fx = &L->effects.data[L->pending.data[i]];
    u64 key = alike_key(L, fx);
    u32 at = (u32)key & (cap - 1);
    while (key && L->heads.data[at] && L->effects.data[L->heads.data[at] - 1].alike != key) at = (at + 1) & (cap - 1);
    bool known = key && L->heads.data[at];
    fx->alike = key;
    fx->class = known ? L->effects.data[L->heads.data[at] - 1].class : L->classes++;
    if (key && !known) L->heads.data[at] = L->pending.data[i] + 1;
  }
  L->like.count = 0;
  work_reserve(L, &L->like, L->classes);
  memset(L->like.data, 0, L->classes * sizeof *L->like.data);
  L->like.count = L->classes;
}

/* Makes room for what trials of that many effects say. */
static void trials_reserve(LayerScratch *L, u32 effects) {
  enum { EACH = 8, LEAST = 64, MOST = 1 << 15 };
  u32 places = LEAST;
  while (places < EACH * effects && places < MOST) places *= 2;
  if (places <= L->kept.count) return;
  work_reserve(L, &L->kept, places - L->kept.count);
  memset(L->kept.data, 0, places * sizeof *L->kept.data);
  L->kept.count = places;
}

/* Few effects aren't worth it to look which are alike. */
#define ALIKE_FROM 8
static void find_classes_of_many(LayerScratch *L) {
  L->like.count = 0;
  if (L->pending.count >= ALIKE_FROM) find_classes(L);
}

/* --- the graph of dependencies ------------------------------------------------------------ */

/* Rows of `edges` are bit sets over places in `pending`: the effects that one depends on. They
   are found when first asked for (`known`). Rows of `tried` are sets over classes: two bits for each, whether it has been
   tried on the class of the row, and whether that depends on it; then the same of those whose abilities it takes. */
static u32 words_for(u32 bits) { return (bits + 63) / 64; }

static u32 row_words(const LayerScratch *L) { return words_for(L->pending.count); }

static u64 *edges_row(const LayerScratch *L, u32 a) { return &L->edges.data[(size_t)a * row_words(L)]; }

static void bits_clear(LayerScratch *L, LayerBits *bits, size_t words) {
  bits->count = 0;
  work_reserve(L, bits, words);
  if (words) memset(bits->data, 0, words * sizeof(u64));
  bits->count = (u32)words;
}

static void graph_clear(LayerScratch *L) {
  size_t n = L->pending.count, classes = L->classes;
  L->edges.count = 0;
  work_reserve(L, &L->edges, n * row_words(L));
  bits_clear(L, &L->known, row_words(L));
  bits_clear(L, &L->tried, classes * words_for(4 * L->classes));
}

static bool bit_get(const u64 *bits, u32 i) { return bits[i >> 6] >> (i & 63) & 1; }
static void bit_set(u64 *bits, u32 i) { bits[i >> 6] |= (u64)1 << (i & 63); }

/* What a trial says. */
static bool trial_changes(LayerScratch *L, u32 a, u32 b) {
  L->trials++;
  trial_begin(L);
  effect_apply(L, b);
  u64 hash = effect_hash(L, a);
  trial_end(L);
  return hash != L->effects.data[a].hash;
}

/* Whether effects that are like these do not do quite the same: each spares its own object. */
static bool differ_in_class(const LayerScratch *L, u32 a, u32 b) {
  return L->effects.data[a].except || L->effects.data[b].except;
}

/* Where what a trial says is kept. It says so as long as nothing could have changed either effect, or what the other one
   does to the objects; `trial` gets what it is about. */
static Trial *trial_kept(LayerScratch *L, u32 a, u32 b, Trial *trial) {
  const LayerEffect *fa = &L->effects.data[a], *fb = &L->effects.data[b];
  bool each = differ_in_class(L, a, b) || fb->removes & 1u << L->layer;
  *trial = (Trial){fa->evaluation, fb->evaluation, each ? 1 + a : 0, each ? 1 + b : 0, L->ground, false};
  Hash hash;
  hash_init(&hash, 613);
  hash_three(&hash, trial->evaluation, trial->of_other, word_of(trial->effect, trial->other));
  return &L->kept.data[hash_end(&hash) & (L->kept.count - 1)];
}

static bool trial_says(LayerScratch *L, u32 a, u32 b) {
  Trial trial, *kept = trial_kept(L, a, b, &trial);
  if (kept->evaluation == trial.evaluation && kept->of_other == trial.of_other && kept->effect == trial.effect &&
      kept->other == trial.other && kept->ground == trial.ground)
    return kept->depends;
  trial.depends = trial_changes(L, a, b);
  *kept = trial;
  return trial.depends;
}

/* What trial_says or trial_changes says, where one effect could change the other. */
static bool depends_by(LayerScratch *L, u32 a, u32 b, bool (*by)(LayerScratch *L, u32 a, u32 b)) {
  if (!might_change(L, &L->effects.data[a], &L->effects.data[b])) return false;
  effect_evaluate(L, b);
  effect_does(L, b);
  const LayerEffect *fa = &L->effects.data[a], *fb = &L->effects.data[b];
  return fb->active && fb->app_count > 0 && could_change(L, fa, fb) && by(L, a, b);
}

static bool depends(LayerScratch *L, u32 a, u32 b) { return depends_by(L, a, b, trial_says); }

/* The same for each one of the class of `b`; for all of the class of `a`, too, of whose objects `b` takes all abilities, and
   for those whose objects it doesn't affect. */
static bool class_depends(LayerScratch *L, u32 a, u32 b) {
  const LayerEffect *fa = &L->effects.data[a], *fb = &L->effects.data[b];
  bool affected = false;
  if (differ_in_class(L, a, b)) return depends(L, a, b);
  if (fb->removes & 1u << L->layer) {
    effect_evaluate(L, b);
    fa = &L->effects.data[a];
    fb = &L->effects.data[b];
    affected = affects_slot(L, fb, fa->slot);
    if (affected && !takes_all(L, fb, fa->slot)) return depends(L, a, b);
  }
  u64 *row = &L->tried.data[(size_t)fa->class * words_for(4 * L->classes)];
  u32 at = 4 * fb->class + 2 * affected;
  if (!bit_get(row, at)) {
    bit_set(row, at);
    if (depends(L, a, b)) bit_set(row, at + 1);
  }
  return bit_get(row, at + 1);
}

#ifdef GAVEL_CHECKED
/* The same again, which doesn't count. */
static bool depends_anyhow(LayerScratch *L, u32 a, u32 b) {
  u64 trials = L->trials;
  bool does = depends_by(L, a, b, trial_changes);
  L->trials = trials;
  return does;
}
#endif

static const u64 *find_edges(LayerScratch *L, u32 at) {
  u64 *row = edges_row(L, at);
  if (bit_get(L->known.data, at)) return row;
  bit_set(L->known.data, at);
  memset(row, 0, row_words(L) * sizeof *row);
  u32 a = L->pending.data[at];
  effect_evaluate(L, a);
  /* By class, two bits as in `tried`. */
  bits_clear(L, &L->found, words_for(2 * L->classes));
  for (u32 other = 0; other < L->pending.count; other++) {
    if (other == at) continue;
    u32 b = L->pending.data[other], class = 2 * L->effects.data[b].class;
    bool each = differ_in_class(L, a, b);
    if (!each && !bit_get(L->found.data, class)) {
      bit_set(L->found.data, class);
      if (class_depends(L, a, b)) bit_set(L->found.data, class + 1);
    }
    bool does = each ? class_depends(L, a, b) : bit_get(L->found.data, class + 1);
#ifdef GAVEL_CHECKED
    ASSERT(does == depends_anyhow(L, a, b));
#endif
    if (does) bit_set(row, other);
  }
  return row;
}

/* Adds a place to a list unless it is marked, and marks it. */
static void visit(LayerScratch *L, LayerPlaces *list, u32 at) {
  if (bit_get(L->seen.data, at)) return;
  bit_set(L->seen.data, at);
  work_push(L, list, at);
}

/* Fills `reach` with everything that `at` depends on, directly or not, itself included. */
static void find_reach(LayerScratch *L, u32 at) {
  L->reach.count = 0;
  bits_clear(L, &L->seen, row_words(L));
  visit(L, &L->reach, at);
  for (u32 done = 0; done < L->reach.count; done++) {
    const u64 *edges = find_edges(L, L->reach.data[done]);
    for (u32 to = 0; to < L->pending.count; to++)
      if (bit_get(edges, to)) visit(L, &L->reach, to);
  }
}

/* Whether everything in `reach` depends on its first member in turn. */
static bool reach_is_loop(LayerScratch *L) {
  if (L->reach.count == 1) return true;
  L->queue.count = 0;
  bits_clear(L, &L->seen, row_words(L));
  visit(L, &L->queue, L->reach.data[0]);
  for (u32 done = 0; done < L->queue.count; done++)
    for (u32 i = 0; i < L->reach.count; i++)
      if (bit_get(edges_row(L, L->reach.data[i]), L->queue.data[done])) visit(L, &L->queue, L->reach.data[i]);
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
    if (other->version != L->version - 1 || !(other->active || other->unmet)) continue;
    if (could_change(L, other, &L->effects.data[effect])) continue;
    other->version = L->version;
    ASSERT(effect_hash(L, L->pending.data[i]) == other->hash);
  }
}

/* The same of the effect itself, for those that are like it. */
static void keep_itself(LayerScratch *L, u32 effect) {
  LayerEffect *fx = &L->effects.data[effect];
  if (!could_change(L, fx, fx)) fx->version = L->version;
}

/* The end of the pending effects from this one on that do nothing but add to power and toughness. */
static u32 adding_until(const LayerScratch *L, u32 at) {
  for (; at < L->pending.count; at++) {
    const LayerEffect *fx = &L->effects.data[L->pending.data[at]];
    if (fx->active && !fx->adds) break;
  }
  return at;
}

/* How many of these effects are like the first; marks them, and the slots that they except. Of many classes only those in a
   row are looked at. */
static u32 take_alike(LayerScratch *L, u32 at, u32 end) {
  enum { MANY_CLASSES = 16 };
  const LayerEffect *fx = &L->effects.data[L->pending.data[at]];
  u32 n = 0;
  bits_clear(L, &L->seen, fx->except ? words_for(count_of(L->g, T_OBJECTS)) : 0);
  for (; at < end; at++) {
    LayerEffect *other = &L->effects.data[L->pending.data[at]];
    bool alike = other->active && does_alike(other, fx);
    if (!alike && L->classes > MANY_CLASSES) break;
    if (!alike) continue;
    other->added = true;
    if (other->except) bit_set(L->seen.data, other->except);
    n++;
  }
  return n;
}

/* Applies effects that only add, which may be done in any order: those that are alike at once. */
static void apply_adding(LayerScratch *L, u32 from, u32 end) {
  for (u32 at = from; at < end; at++) {
    u32 effect = L->pending.data[at];
    if (!L->effects.data[effect].active || L->effects.data[effect].added) continue;
    u32 n = take_alike(L, at, end);
    effects_add(L, effect, n, &L->seen);
  }
  for (u32 at = from; at < end; at++) {
    u32 effect = L->pending.data[at];
    L->effects.data[effect].added = false;
    if (!L->effects.data[effect].active) continue;
    L->effects.data[effect].turn = ++L->turns;
    effect_applied(L, effect);
  }
}

/* The end of the pending effects from this one on that do nothing but give the same ability. */
static u32 gaining_until(const LayerScratch *L, u32 at) {
  const LayerEffect *first = &L->effects.data[L->pending.data[at]];
  if (!first->gains) return at;
  for (; at < L->pending.count; at++) {
    const LayerEffect *fx = &L->effects.data[L->pending.data[at]];
    if (fx->active && !does_alike(fx, first)) break;
  }
  return at;
}

static void apply_gaining(LayerScratch *L, u32 from, u32 end) {
  L->reach.count = 0;
  for (u32 at = from; at < end; at++)
    if (L->effects.data[L->pending.data[at]].active) work_push(L, &L->reach, L->pending.data[at]);
  effects_gain(L, L->reach.data, L->reach.count);
  for (u32 i = 0; i < L->reach.count; i++) {
    L->effects.data[L->reach.data[i]].turn = ++L->turns;
    effect_applied(L, L->reach.data[i]);
  }
}

/* Applies effects of which none can touch another, by their timestamps, until one changes what effects there are. What was
   found out about each stays so. */
static void apply_in_order(LayerScratch *L) {
  for (u32 at = 0; at < L->pending.count; at++) effect_evaluate(L, L->pending.data[at]);
  u32 effects = L->effects.count;
  for (u32 at = 0; at < L->pending.count && !L->changed; at++) {
    u32 effect = L->pending.data[at];
    if (L->effects.count != effects) effect_evaluate(L, effect);
    if (!L->effects.data[effect].active) continue;
    bool known = L->effects.count == effects;
    u32 adding = known ? adding_until(L, at) : at, gaining = known ? gaining_until(L, at) : at;
    if (adding > at + 1) {
      apply_adding(L, at, adding);
      at = adding - 1;
    } else if (gaining > at + 1) {
      apply_gaining(L, at, gaining);
      at = gaining - 1;
    } else {
      L->effects.data[effect].version = L->version;
      apply_in_turn(L, effect);
    }
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
  effect_does(L, effect);
  apply_in_turn(L, effect);
  keep_known(L, effect);
  keep_itself(L, effect);
  const FineFacts does = L->effects.data[effect].does;
  if (does.types || does.takes || does.abilities & ~ABILITIES_REST) L->moment++;
  collect_changed(L);
  return true;
}

/* Whether no effect would now change anything that another one reads. Then that stays so, and timestamps alone decide. */
static bool none_touches(LayerScratch *L) {
  LayerEffect all = {0};
  FineFacts does = {0};
  bool statics = false;
  for (u32 i = 0; i < L->pending.count; i++) {
    u32 effect = L->pending.data[i];
    effect_evaluate(L, effect);
    effect_does(L, effect);
    const LayerEffect *fx = &L->effects.data[effect];
    effects_join(&all, fx);
    does = facts_joined(does, fx->does);
    statics |= fx->kind == FX_STATIC;
    if (reads_written(&all, &all, does, L->layer) || (statics && does.takes)) return false;
  }
  return true;
}

/* Applies effects that may depend on each other. Checks now and then whether, as things are, none of them does. */
static void apply_dependent(LayerScratch *L) {
  for (u32 applied = 0; !L->changed; applied++) {
    bool look = L->pending.count >= ALIKE_FROM && (applied & (applied - 1)) == 0;
    if (look && none_touches(L)) {
      apply_in_order(L);
      return;
    }
    if (!apply_next(L)) return;
  }
}

static void run_phase(LayerScratch *L, bool cda) {
  do {
    L->changed = false;
    L->moment++;
    find_pending(L, cda);
    if (all_independent(L)) {
      find_classes_of_many(L);
      apply_in_order(L);
    } else {
      find_classes(L);
      trials_reserve(L, L->pending.count);
      apply_dependent(L);
    }
  } while (L->changed);
}

/* Of what is about to enter, only that is asked what it will be. In the last layers nothing but power and toughness changes:
   what the others have matters only if an effect reads it. */
static bool only_lone_matters(const LayerScratch *L) {
  if (L->scope != SCOPE_ENTERING || L->all_matter || L->layer < LAYER_7A) return false;
  for (u32 i = 0; i < L->effects.count; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    if (fx->layers >> L->layer && fx->reads & FACT_PT) return false;
  }
  return true;
}

void layer_run(LayerScratch *L, Layer layer) {
  L->layer = layer;
  L->version++;
  L->apps.count = L->mods.count = L->like.count = 0;
  L->last = 0;
  L->apps_looked_count = 0;
  if (!(L->layers & 1u << layer)) return;
  L->only_lone = L->apart || only_lone_matters(L);
  if (layer != LAYER_1A && layer != LAYER_7B) run_phase(L, true); /* 613.3, 613.4a */
  run_phase(L, false);
}
