/* Layer 1: copy effects and face-down status (613.2), copiable values (707.2), and the values
   static copy effects were fixed to when they first applied (707.2c). */
#include "rules/query/layers/internal.h"
#include "rules/query/query.h"

/* --- face down ---------------------------------------------------------------------------- */

static u32 listed_find(const Game *g, Ref object) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && f->kind == EFFECT_FACE_DOWN && list_has(g, f->objects, object)) return 1 + row;
  }
  return 0;
}

CvId values_face_down(Game *g, Ref object, FaceDownKind kind) {
  u32 row = listed_find(g, object);
  return row ? row_EFFECTS(g, row - 1)->cv : cv_face_down(g, kind);
}

void listed_forget(Game *g, Ref object) {
  u32 row = listed_find(g, object);
  if (row) effect_remove(g, row - 1);
}

/* --- layer 1 ------------------------------------------------------------------------------ */

void layer_one(LayerScratch *L) {
  Game *g = L->g;
  layer_run(L, LAYER_1A);
  L->layer = LAYER_1B;
  for (u32 place = 0; place < L->objects.count; place++) {
    if (!work_at(L, place)->hidden) continue;
    work_at(L, place)->up = work_at(L, place)->cv;
    RULE(g, "613.2b");
    RULE(g, "708.2");
    if (work_at(L, place)->cv != object_row(g, work_at(L, place)->slot)->cv) RULE(g, "708.10");
    Ref ref = object_ref(g, work_at(L, place)->slot);
    CvId cv = values_face_down(g, ref, (FaceDownKind)work_at(L, place)->face_down);
    work_at(L, place)->cv = cv;
    work_at(L, place)->face = 0;
    work_load(L, place);
  }
  L->version++;
  collect_changed(L);
}

/* --- what copies see ---------------------------------------------------------------------- */

CvId values_before_status(Game *g, u32 slot) {
  if (g->layers && g->layers->busy) return g->layers->work.copiable(&g->layers->work, slot);
  layers_update(g);
  const Derived *d = row_DERIVED(g, slot);
  const Object *o = object_row(g, slot);
  CvId now = object_hidden(o) ? d->up : d->cv;
  return d->stamp == derived(g)->layers.stamp && now ? now : o->cv;
}

CvId copiable_values_of(Game *g, u32 slot) {
  CvId cv = values_before_status(g, slot);
  const Object o = *object_row(g, slot);
  return cv_with_status(g, &o, object_ref(g, slot), cv_plain(g, cv));
}

/* Whether it is a card with one face, up and just as it is printed: its own, and not another that it is a copy of. */
static bool has_one_face(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->card && row_CARDS(g, o->card)->def != o->cv) return false;
  return !o->face && !(o->status & (STATUS_FACE_DOWN | STATUS_FLIPPED)) && form_of(g, slot) &&
         carddb_card(g->db, o->cv)->faces == 1;
}

static CvId faces_of(Game *g, u32 slot) {
  const Object o = *object_row(g, slot);
  const Permanent *p = o.zone == ZONE_BATTLEFIELD ? permanent_of(g, slot) : NULL;
  if (object_hidden(&o) || !is_double_faced(g, &o, p)) return copiable_values_of(g, slot);
  CvId cv = cv_plain(g, values_before_status(g, slot));
  /* What is a copy of something else is that on either side. */
  return cv_is_double_faced(g, cv) ? cv : cv_alike_faces(g, copiable_values_of(g, slot), true);
}

CvId both_faces_of(Game *g, u32 slot) {
  bool one = has_one_face(g, slot);
  ASSERT(!one || faces_of(g, slot) == object_row(g, slot)->cv);
  return one ? object_row(g, slot)->cv : faces_of(g, slot);
}

CvId copiable_values_of_ref(Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  if (slot) return copiable_values_of(g, slot);
  u32 row = lki_find(g, ref);
  if (!row) return 0;
  const Object o = row_LKI(g, row)->object;
  return object_hidden(&o) ? o.cv : cv_with_status(g, &o, ref, cv_plain(g, o.cv));
}

void values_collect(Game *g) {
  u32 enough = core(g)->cv_enough ? core(g)->cv_enough : CV_ENOUGH;
  if (count_of(g, T_CVS) <= enough) return;
  spell_looks_forget(g);
  u32 rows = count_of(g, T_CVS), twice = 2 * cv_collect(g);
  core(g)->cv_enough = twice > rows ? twice : rows;
}

/* --- fixed values ------------------------------------------------------------------------- */

/* A row of a static copy effect holds: whose ability it is (duration_object), which one
   (ability, and its acquisition in `amount`), the object it applies to, the values, and the
   acquisition of the abilities these give. */
static bool is_frozen(const Effect *f, Ref source, u32 ability, u32 acquisition) {
  return f->id && f->flags & EFFECT_FROZEN && f->duration_object == source && f->ability == ability &&
         f->amount == (i64)acquisition;
}

u32 frozen_find(const Game *g, Ref source, const AbilityInst *inst, Ref object) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (!is_frozen(f, source, inst->ability, inst->acquisition)) continue;
    if (list_has(g, f->objects, object)) return row;
  }
  return 0;
}

/* Whether a static copy effect still applies to the object it was fixed for. */
static bool still_applies(const LayerScratch *L, const Effect *f) {
  Ref object = list_get(L->g, f->objects, 0);
  for (u32 i = 0; i < L->effects.count; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    if (fx->kind != FX_STATIC || !fx->started) continue;
    if (!is_frozen(f, object_ref(L->g, fx->slot), fx->inst.ability, fx->inst.acquisition)) continue;
    for (u32 p = fx->part; p < fx->part + fx->part_count; p++) {
      const LayerPart *part = &L->parts.data[p];
      for (u32 s = 0; part->kept && s < part->set_count; s++)
        if (object_ref(L->g, L->sets.data[part->set + s]) == object) return true;
    }
  }
  return false;
}

static void freeze(Game *g, const LayerFreeze *value) {
  RULE(g, "707.2c");
  u32 row = effect_add(g, EFFECT_COPY, 0, 0, value->ability, W_INDEFINITE);
  Heap objects = 0;
  list_add(g, &objects, value->object);
  Effect *f = row_EFFECTS(g, row);
  f->flags |= EFFECT_FROZEN;
  f->objects = objects;
  f->cv = value->cv;
  f->amount = value->acquisition;
  f->duration_object = value->source;
}

bool frozen_settle(LayerScratch *L) {
  Game *g = L->g;
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (f.id && f.flags & EFFECT_FROZEN && !still_applies(L, &f)) effect_remove(g, row);
  }
  for (u32 i = 0; i < L->freezes.count; i++) freeze(g, &L->freezes.data[i]);
  return L->freezes.count > 0;
}
