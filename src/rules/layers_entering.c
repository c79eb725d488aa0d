/* An object as it would exist on the battlefield (614.12), and a card as the spell it would be (601.3e). */
#include "rules/layers_internal.h"

/* Whether the entering object has nothing of its own to apply. */
static bool is_plain(const Game *g, const Chars *c) {
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (def->op == IR_STATIC && def->layers) return false;
  }
  return true;
}

/* The working object: in that zone, as its Entry says so far. */
static void place_entering(LayerScratch *L, u32 slot, Zone zone, const Entry *entry) {
  u32 place = work_place(L, slot);
  WorkObject *w = work_at(L, place);
  w->zone = (u8)zone;
  w->cv = entry->cv;
  w->acquisition = entry->acquisition;
  w->controller = entry->controller;
  w->face = entry->face;
  w->hidden = entry->face_down != 0;
  w->face_down = entry->face_down ? (u8)(entry->face_down - 1) : 0;
  w->counted = true;
  work_load(L, place);
}

static void compute(Game *g, u32 slot, Zone zone, Heap entry, Chars *out) {
  const Entry en = *HEAP_AT(g, Entry, entry);
  LayerScratch *L = layers_scratch(g);
  drop_loose_runs(L);
  work_begin(L, SCOPE_ENTERING);
  L->lone = slot;
  L->provisional = (Provisional){.slot = slot, .zone = zone, .entry = entry};
  place_entering(L, slot, zone, &en);
  collect_all(L);
  run_layers(L);
  *out = work_at(L, work_find(L, slot))->chars;
  L->busy = false;
}

void chars_entering(Game *g, u32 slot, Heap entry, Chars *out) {
  layers_update(g);
  const Entry en = *HEAP_AT(g, Entry, entry);
  if (!derived(g)->in_force && !en.face_down) {
    const Chars *c = cv_chars(g, en.cv, en.face);
    *out = *c;
    if (is_plain(g, c)) return;
  }
  compute(g, slot, ZONE_BATTLEFIELD, entry, out);
}

/* What was looked at last is kept: it is asked for again and again while ways to cast a card are looked for. */
static bool is_kept(Game *g, const SpellLook *look) {
  const SpellLook *kept = &layers_scratch(g)->spell;
  return kept->slot == look->slot && kept->cv == look->cv && kept->controller == look->controller &&
         kept->face == look->face && kept->face_down == look->face_down && kept->epoch == look->epoch &&
         kept->generation == look->generation;
}

void spell_looks_forget(Game *g) { layers_scratch(g)->spell.slot = 0; }

const Chars *chars_as_spell(Game *g, SpellLook look) {
  layers_update(g);
  if (!derived(g)->changes_spells) return NULL;
  look.epoch = derived(g)->epoch;
  look.generation = object_row(g, look.slot)->generation;
  LayerScratch *L = layers_scratch(g);
  if (L->busy) return NULL;
  if (is_kept(g, &look)) return &L->spell_chars;
  Heap entry = HEAP_NEW(g, Entry);
  Entry *en = HEAP_AT(g, Entry, entry);
  en->cv = look.cv;
  en->acquisition = object_row(g, look.slot)->acquisition;
  en->controller = look.controller;
  en->face = look.face;
  en->face_down = look.face_down;
  compute(g, look.slot, ZONE_STACK, entry, &L->spell_chars);
  L->spell = look;
  heap_free(g, entry);
  return &L->spell_chars;
}
