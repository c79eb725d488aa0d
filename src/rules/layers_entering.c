/* An object as it would exist on the battlefield (614.12), and a card as the spell it would be (601.3e). */
#include "rules/layers_internal.h"

/* Whether an object with these characteristics has nothing of its own to apply in that zone. */
static bool is_plain(const Game *g, const Chars *c, Zone zone) {
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (def->op == IR_STATIC && def->layers && def->zones & ZONE_BIT(zone)) return false;
  }
  return true;
}

u32 entering_face(const Game *g, u32 slot, const Entry *entry) {
  if (entry->face_down || !cv_is_room(g, entry->cv)) return entry->face;
  bool cast = slot && entry->cast && HEAP_AT(g, CastInfo, entry->cast)->was_cast;
  return cast && cv_is_room(g, object_row(g, slot)->cv) ? entry->face : FACE_LOCKED;
}

/* The working object: in that zone, as its Entry says so far. */
static void place_entering(LayerScratch *L, u32 slot, Zone zone, const Entry *entry) {
  const Game *g = L->g;
  u32 place = work_place(L, slot);
  WorkObject *w = work_at(L, place);
  w->zone = (u8)zone;
  w->cv = entry->cv;
  w->acquisition = entry->acquisition;
  w->controller = entry->controller;
  w->face = entry->face;
  w->halves = (u8)entering_face(g, slot, entry);
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
    const Chars *c = cv_chars(g, en.cv, entering_face(g, slot, &en));
    *out = *c;
    if (is_plain(g, c, ZONE_BATTLEFIELD)) return;
  }
  compute(g, slot, ZONE_BATTLEFIELD, entry, out);
}

/* --- a card as a spell ------------------------------------------------------------------- */

static bool same_look(const SpellLook *a, const SpellLook *b) {
  return a->slot == b->slot && a->cv == b->cv && a->controller == b->controller && a->face == b->face &&
         a->face_down == b->face_down && a->epoch == b->epoch && a->stamp == b->stamp && a->generation == b->generation;
}

void spell_looks_forget(Game *g) { layers_scratch(g)->spell.slot = 0; }

static void look_closely(Game *g, const SpellLook *look) {
  LayerScratch *L = layers_scratch(g);
  Heap entry = HEAP_NEW(g, Entry);
  Entry *en = HEAP_AT(g, Entry, entry);
  en->cv = look->cv;
  en->acquisition = object_row(g, look->slot)->acquisition;
  en->controller = look->controller;
  en->face = look->face;
  en->face_down = look->face_down;
  compute(g, look->slot, ZONE_STACK, entry, &L->spell_chars);
  L->spell = *look;
  heap_free(g, entry);
}

/* Whether a card is seen as the same spell for as long as the last computation stands: it has nothing of its own that
   could change meanwhile. */
static bool is_seen_so(Game *g, const SpellLook *look) {
  if (look->cv & CV_RECORD || look->face_down || object_row(g, look->slot)->counters) return false;
  return is_plain(g, cv_chars(g, look->cv, look->face), ZONE_STACK);
}

/* What was seen is kept unless effects change its abilities: those lie where the next computation writes. */
static void seen_keep(Game *g) {
  const LayerScratch *L = layers_scratch(g);
  if (L->spell_chars.abilities_in_block == ABILITIES_IN_DHEAP) return;
  if (count_of(g, T_SPELLS) == 0) table_add(g, T_SPELLS, SPELLS_SEEN);
  *row_SPELLS(g, L->spell.slot % SPELLS_SEEN) = (SpellSeen){L->spell, L->spell_chars};
}

/* Checked builds look again. */
static bool seen_before(Game *g, const SpellLook *look) {
  if (count_of(g, T_SPELLS) == 0) return false;
  const SpellSeen seen = *row_SPELLS(g, look->slot % SPELLS_SEEN);
  if (!same_look(&seen.look, look)) return false;
  LayerScratch *L = layers_scratch(g);
#ifdef GAVEL_CHECKED
  look_closely(g, look);
  ASSERT(memcmp(&L->spell_chars, &seen.chars, sizeof seen.chars) == 0);
#endif
  L->spell = *look;
  L->spell_chars = seen.chars;
  return true;
}

const Chars *chars_as_spell(Game *g, SpellLook look) {
  layers_update(g);
  if (!derived(g)->changes_spells) return NULL;
  look.epoch = derived(g)->epoch;
  look.stamp = derived(g)->stamp;
  look.generation = object_row(g, look.slot)->generation;
  LayerScratch *L = layers_scratch(g);
  if (L->busy) return NULL;
  if (same_look(&L->spell, &look)) return &L->spell_chars;
  bool keep = is_seen_so(g, &look);
  if (keep && seen_before(g, &look)) return &L->spell_chars;
  look_closely(g, &look);
  if (keep) seen_keep(g);
  return &L->spell_chars;
}
