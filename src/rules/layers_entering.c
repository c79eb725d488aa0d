/* An object as it would exist on the battlefield (614.12). */
#include "rules/layers_internal.h"

/* Whether the entering object has nothing of its own to apply. */
static bool is_plain(const Game *g, const Chars *c) {
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (def->op == IR_STATIC && def->layers) return false;
  }
  return true;
}

/* The working object: on the battlefield, as its Entry says so far. */
static void place_entering(LayerScratch *L, u32 slot, const Entry *entry) {
  u32 place = work_place(L, slot);
  WorkObject *w = work_at(L, place);
  w->zone = ZONE_BATTLEFIELD;
  w->cv = entry->cv;
  w->acquisition = entry->acquisition;
  w->controller = entry->controller;
  w->face = entry->face;
  w->hidden = entry->face_down != 0;
  w->face_down = entry->face_down ? (u8)(entry->face_down - 1) : 0;
  w->counted = true;
  work_load(L, place);
}

void chars_entering(Game *g, u32 slot, Heap entry, Chars *out) {
  layers_update(g);
  const Entry en = *HEAP_AT(g, Entry, entry);
  if (!derived(g)->in_force && !en.face_down) {
    const Chars *c = cv_chars(g, en.cv, en.face);
    *out = *c;
    if (is_plain(g, c)) return;
  }
  LayerScratch *L = layers_scratch(g);
  drop_loose_runs(L);
  work_begin(L, SCOPE_ENTERING);
  L->lone = slot;
  L->provisional = (Provisional){.slot = slot, .entry = entry};
  place_entering(L, slot, &en);
  collect_all(L);
  run_layers(L);
  *out = work_at(L, work_find(L, slot))->chars;
  L->busy = false;
}
