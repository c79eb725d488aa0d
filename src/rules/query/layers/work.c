/* The working state of the layers: objects, and trials that are undone. */
#include "rules/query/layers/internal.h"

/* --- scratch memory ----------------------------------------------------------------------- */

static void scratch_free(Game *g) {
  LayerScratch *L = g->layers;
  GavelAllocator *a = &g->allocator;
  vec_free(a, &L->places);
  vec_free(a, &L->objects);
  vec_free(a, &L->saved);
  vec_free(a, &L->stale);
  vec_free(a, &L->effects);
  vec_free(a, &L->parts);
  vec_free(a, &L->sets);
  vec_free(a, &L->apps);
  vec_free(a, &L->mods);
  vec_free(a, &L->grants);
  vec_free(a, &L->freezes);
  vec_free(a, &L->pending);
  vec_free(a, &L->reach);
  vec_free(a, &L->queue);
  vec_free(a, &L->edges);
  vec_free(a, &L->known);
  vec_free(a, &L->tried);
  vec_free(a, &L->kept);
  vec_free(a, &L->found);
  vec_free(a, &L->seen);
  vec_free(a, &L->heads);
  vec_free(a, &L->like);
  vec_free(a, &L->app_places);
  vec_free(a, &L->insts);
  vec_free(a, &L->rules);
  vec_free(a, &L->control);
  vec_free(a, &L->rule_slots);
  a->resize(a->user, L, sizeof *L, 0);
  g->layers = NULL;
  g->layers_free = NULL;
}

static const Chars *working_chars(const LayerWork *work, u32 slot);
static u32 working_controller(const LayerWork *work, u32 slot);
static CvId working_copiable(const LayerWork *work, u32 slot);

LayerScratch *layers_scratch(Game *g) {
  if (g->layers) return g->layers;
  LayerScratch *L = g->allocator.resize(g->allocator.user, NULL, 0, sizeof *L);
  if (!L) game_fail(g, GAVEL_E_MEMORY, "memory for the layers");
  memset(L, 0, sizeof *L);
  L->g = g;
  L->work = (LayerWork){working_chars, working_controller, working_copiable};
  g->layers = L;
  g->layers_free = scratch_free;
  return L;
}

/* --- what evaluation sees ----------------------------------------------------------------- */

const Chars *layer_work_chars(const LayerWork *work, u32 slot) { return work->chars(work, slot); }

u32 layer_work_controller(const LayerWork *work, u32 slot) { return work->controller(work, slot); }

static const Chars *working_chars(const LayerWork *work, u32 slot) {
  const LayerScratch *L = (const LayerScratch *)(const void *)work;
  u32 place = work_find(L, slot);
  if (place != (u32)-1) return &L->objects.data[place].chars;
  Game *g = L->g;
  if (L->scope == SCOPE_ALONE || L->apart) return chars_settled(g, slot);
  const Object *o = object_row(g, slot);
  return cv_chars(g, o->cv, shown_face(g, o, o->cv));
}

static u32 working_controller(const LayerWork *work, u32 slot) {
  const LayerScratch *L = (const LayerScratch *)(const void *)work;
  u32 place = work_find(L, slot);
  if (place != (u32)-1) return L->objects.data[place].controller;
  const Object *o = object_row(L->g, slot);
  return L->scope == SCOPE_ALONE || L->apart ? o->controller : controller_before(o);
}

static CvId working_copiable(const LayerWork *work, u32 slot) {
  const LayerScratch *L = (const LayerScratch *)(const void *)work;
  u32 place = work_find(L, slot);
  return place == (u32)-1 ? object_row(L->g, slot)->cv : L->objects.data[place].cv;
}

/* --- objects ------------------------------------------------------------------------------ */

void work_begin(LayerScratch *L, LayerScope scope) {
  ASSERT(!L->busy);
  L->scope = scope;
  L->busy = true;
  L->trying = L->only_lone = L->apart = false;
  L->lone = 0;
  L->zones = ZONE_BIT(ZONE_BATTLEFIELD);
  L->scanned = 0;
  L->layers = 0;
  L->layer = LAYER_1A;
  L->version++;
  u32 slots = count_of(L->g, T_OBJECTS);
  if (L->places.count < slots) {
    work_reserve(L, &L->places, slots - L->places.count);
    memset(L->places.data + L->places.count, 0, (slots - L->places.count) * sizeof *L->places.data);
    L->places.count = slots;
  }
  if (++L->stamp == 0) { /* the stamps have come round: forget the old ones */
    memset(L->places.data, 0, L->places.count * sizeof *L->places.data);
    L->stamp = 1;
  }
  L->objects.count = L->saved.count = L->stale.count = 0;
  L->effects.count = L->parts.count = L->sets.count = L->apps.count = L->mods.count = 0;
  L->grants.count = L->freezes.count = L->rules.count = L->rule_slots.count = 0;
}

u32 work_find(const LayerScratch *L, u32 slot) {
  ASSERT(slot < L->places.count);
  SlotPlace at = L->places.data[slot];
  return at.stamp == L->stamp ? at.place : (u32)-1;
}

void work_stale(LayerScratch *L, u32 place) {
  if (L->trying || work_at(L, place)->stale) return;
  work_at(L, place)->stale = true;
  work_push(L, &L->stale, place);
}

void work_load(LayerScratch *L, u32 place) {
  const WorkObject *w = work_at(L, place);
  bool halves = w->zone == ZONE_BATTLEFIELD && cv_is_room(L->g, w->cv);
  const Chars *c = cv_chars(L->g, w->cv, halves ? w->halves : w->face);
  work_at(L, place)->chars = *c;
  work_stale(L, place);
}

u32 work_place(LayerScratch *L, u32 slot) {
  u32 place = work_find(L, slot);
  if (place != (u32)-1) return place;
  const Object *o = object_row(L->g, slot);
  place = L->objects.count;
  WorkObject w = {.slot = slot,
                  .cv = o->cv,
                  .acquisition = o->acquisition,
                  .zone = o->zone,
                  .kind = o->kind,
                  .controller = (u8)controller_before(o),
                  .face = (u8)object_face(o),
                  .halves = (u8)unlocked_face(o),
                  .hidden = object_hidden(o),
                  .face_down = o->face_down};
  work_push(L, &L->objects, w);
  L->places.data[slot] = (SlotPlace){L->stamp, place};
  work_load(L, place);
  return place;
}

u32 work_place_final(LayerScratch *L, u32 slot) {
  u32 place = work_find(L, slot);
  if (place != (u32)-1) return place;
  const Object o = *object_row(L->g, slot);
  place = L->objects.count;
  WorkObject w = {.chars = *chars_settled(L->g, slot),
                  .slot = slot,
                  .cv = o.cv,
                  .acquisition = settled_acquisition(L->g, slot),
                  .zone = o.zone,
                  .kind = o.kind,
                  .controller = o.controller,
                  .counted = true};
  work_push(L, &L->objects, w);
  L->places.data[slot] = (SlotPlace){L->stamp, place};
  return place;
}

/* --- trials ------------------------------------------------------------------------------- */

void work_touch(LayerScratch *L, u32 place) {
  if (!L->trying || work_at(L, place)->saved == L->trial) return;
  work_at(L, place)->saved = L->trial;
  work_push(L, &L->saved, *work_at(L, place));
}

void trial_begin(LayerScratch *L) {
  ASSERT(!L->trying);
  L->trying = true;
  L->trial_runs = dheap_mark(L->g);
  L->listener = L->g->listener;
  L->g->listener = NULL;
  L->trial++;
  L->saved.count = 0;
}

void trial_end(LayerScratch *L) {
  ASSERT(L->trying);
  L->trying = false;
  L->g->listener = L->listener;
  for (u32 i = 0; i < L->saved.count; i++) {
    const WorkObject *was = &L->saved.data[i];
    *work_at(L, work_find(L, was->slot)) = *was;
  }
  dheap_release(L->g, L->trial_runs);
}
