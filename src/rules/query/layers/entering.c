/* An object as it would exist on the battlefield (614.12), and a card as the spell it would be (601.3e). */
#include "rules/query/layers/internal.h"

/* Whether an object with these characteristics has nothing of its own to apply in that zone. */
static bool is_plain(const Game *g, const Chars *c, Zone zone) {
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (def->op == IR_STATIC && def->layers && def->zones & ZONE_BIT(zone)) return false;
  }
  return true;
}

u32 entering_face(const Game *g, u32 slot, const Entry *entry) {
  if (entry->face_down || !cv_is_room(g, entry->cv)) return entry->face ? FACE_BACK : 0;
  /* A copy of a spell was not cast, but keeps the half that was chosen for the original (707.10). */
  bool was_spell = slot && entry->cast;
  return was_spell && cv_is_room(g, object_row(g, slot)->cv) ? entry->face : FACE_LOCKED;
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
  w->halves = (u8)entering_face(g, slot, entry);
  w->face = zone == ZONE_BATTLEFIELD ? w->halves : entry->face;
  w->hidden = entry->face_down != 0;
  w->face_down = entry->face_down ? (u8)(entry->face_down - 1) : 0;
  w->counted = true;
  work_load(L, place);
}

/* Whether the effect of a resolved spell or ability lists the object. */
static bool is_listed(const Game *g, u32 slot) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (!f->id || (f->kind != EFFECT_CONTINUOUS && f->kind != EFFECT_COPY)) continue;
    if (!slot || list_has(g, f->objects, object_ref(g, slot))) return true;
  }
  return false;
}

/* How much is looked at: the card and what applies to it, everything, or in the last layers only the card. */
typedef enum Whole { APART, WITH_ALL, AT_LAST_ALONE } Whole;

/* Sees an object as it would be in that zone; false if it can't be seen apart. */
static bool compute_how(Game *g, u32 slot, Zone zone, Heap entry, Whole whole, Chars *out) {
  const Entry en = *HEAP_AT(g, Entry, entry);
  LayerScratch *L = layers_scratch(g);
  work_begin(L, SCOPE_ENTERING);
  L->all_matter = whole == WITH_ALL;
  L->lone = slot;
  L->provisional = (Provisional){.slot = slot, .zone = zone, .entry = entry};
  place_entering(L, slot, zone, &en);
  if (whole == APART)
    collect_apart(L);
  else
    collect_all(L);
  run_layers(L);
  *out = work_at(L, work_find(L, slot))->chars;
  L->busy = false;
  return whole != APART || own_effects_read_what_is_final(L);
}

#ifdef GAVEL_CHECKED
/* Sees it with all that the others have, unheard and uncounted. */
static void compute_with_all(Game *g, u32 slot, Zone zone, Heap entry, Chars *out) {
  const Listener *listener = g->listener;
  const u64 evaluated = g->evaluated;
  const u32 limit = g->limits.evaluations;
  g->listener = NULL;
  g->limits.evaluations = UINT32_MAX;
  compute_how(g, slot, zone, entry, WITH_ALL, out);
  g->listener = listener;
  g->evaluated = evaluated;
  g->limits.evaluations = limit;
}

/* Whether characteristics are the same, wherever abilities lie. */
static bool same_chars(const Game *g, Chars a, Chars b) {
  bool same = a.ability_count == b.ability_count;
  for (u32 i = 0; same && i < a.ability_count; i++) {
    const AbilityInst of_a = inst_of_chars(g, &a, i), of_b = inst_of_chars(g, &b, i);
    same = memcmp(&of_a, &of_b, sizeof of_a) == 0;
  }
  a.abilities = b.abilities = 0;
  a.abilities_in_block = b.abilities_in_block = 0;
  return same && memcmp(&a, &b, sizeof a) == 0;
}
#endif

/* Whether a card can be seen as a spell apart from the others. Who listens to rules hears of all that apply. */
static bool may_be_apart(const Game *g, u32 slot, Zone zone) {
  bool heard = HEARD(g) && HEARD(g)->rule;
  return zone == ZONE_STACK && derived(g)->layers.spells_apart && !heard && !is_listed(g, slot);
}

/* Checked builds see that it makes no difference to look at everything. */
static void compute_more(Game *g, u32 slot, Zone zone, Heap entry, Chars *out) {
#ifdef GAVEL_CHECKED
  Chars all;
  compute_with_all(g, slot, zone, entry, &all);
#endif
  u32 runs = dheap_mark(g);
  if (!may_be_apart(g, slot, zone) || !compute_how(g, slot, zone, entry, APART, out)) {
    dheap_release(g, runs);
    compute_how(g, slot, zone, entry, AT_LAST_ALONE, out);
  }
#ifdef GAVEL_CHECKED
  ASSERT(same_chars(g, all, *out));
#endif
}

static bool same_look(const SpellLook *a, const SpellLook *b) {
  return a->slot == b->slot && a->cv == b->cv && a->controller == b->controller && a->face == b->face &&
         a->face_down == b->face_down && a->entering == b->entering && a->epoch == b->epoch && a->stamp == b->stamp &&
         a->generation == b->generation;
}

/* Since when nothing has changed that it could be seen by. */
static void look_now(const Game *g, SpellLook *look) {
  look->epoch = derived(g)->changes.facts;
  look->stamp = derived(g)->layers.stamp;
  look->generation = object_row(g, look->slot)->generation;
}

/* What was looked at before is given up. */
static void compute(Game *g, u32 slot, Zone zone, Heap entry, Chars *out) {
  drop_loose_runs(layers_scratch(g));
  compute_more(g, slot, zone, entry, out);
}

/* --- a card with the characteristics of another face --------------------------------------- */

const Chars *chars_with_face(Game *g, u32 slot, u32 face) {
  layers_update(g);
  LayerScratch *L = layers_scratch(g);
  const Object o = *object_row(g, slot);
  if (!(derived(g)->layers.zones & ZONE_BIT(o.zone)) || o.zone == ZONE_STACK || L->busy) return NULL;
  SpellLook look = {.slot = slot, .cv = o.cv, .controller = o.controller, .face = (u8)face};
  look_now(g, &look);
  if (same_look(&L->face, &look)) return &L->face_chars;
  Heap entry = HEAP_NEW(g, Entry);
  *HEAP_AT(g, Entry, entry) =
      (Entry){.cv = o.cv, .acquisition = o.acquisition, .controller = o.controller, .face = (u8)face};
  compute_more(g, slot, (Zone)o.zone, entry, &L->face_chars);
  heap_free(g, entry);
  L->face = look;
  return &L->face_chars;
}

/* --- a card as a spell ------------------------------------------------------------------- */

void spell_looks_forget(Game *g) {
  LayerScratch *L = layers_scratch(g);
  L->spell.slot = 0;
  L->face.slot = 0;
  L->entering.look.slot = 0;
}

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
static void seen_keep(Game *g, const SpellLook *look, const Chars *chars) {
  if (abilities_in_dheap(chars)) return;
  if (count_of(g, T_SPELLS) == 0) table_add(g, T_SPELLS, SPELLS_SEEN);
  *row_SPELLS(g, look->slot % SPELLS_SEEN) = (SpellSeen){*look, *chars};
}

static bool seen_before(const Game *g, const SpellLook *look, Chars *chars) {
  if (count_of(g, T_SPELLS) == 0) return false;
  const SpellSeen *seen = row_SPELLS(g, look->slot % SPELLS_SEEN);
  if (!same_look(&seen->look, look)) return false;
  *chars = seen->chars;
  return true;
}

/* Checked builds look again. */
static void check_seen(Game *g, const SpellLook *look) {
#ifdef GAVEL_CHECKED
  Chars seen = layers_scratch(g)->spell_chars;
  look_closely(g, look);
  ASSERT(memcmp(&layers_scratch(g)->spell_chars, &seen, sizeof seen) == 0);
#else
  (void)g;
  (void)look;
#endif
}

bool effect_awaits_spell(const Game *g, const Effect *f) {
  return f->flags & EFFECT_NEXT_SPELL && list_count(g, f->objects) == 0;
}

const Chars *chars_as_spell(Game *g, SpellLook look) {
  layers_update(g);
  if (!derived(g)->layers.changes_spells) return NULL;
  look_now(g, &look);
  LayerScratch *L = layers_scratch(g);
  if (L->busy) return NULL;
  if (same_look(&L->spell, &look)) return &L->spell_chars;
  bool keep = is_seen_so(g, &look);
  if (keep && seen_before(g, &look, &L->spell_chars)) {
    L->spell = look;
    check_seen(g, &look);
    return &L->spell_chars;
  }
  look_closely(g, &look);
  if (keep) seen_keep(g, &look, &L->spell_chars);
  return &L->spell_chars;
}

/* --- as a permanent ------------------------------------------------------------------------ */

/* Effects of others see of what enters what its look says, and nothing else. */
static bool is_looked_at_whole(const Game *g, const Entry *en) {
  const Facts ELSE = FACT_STATUS | FACT_ATTACHED | FACT_COMBAT | FACT_NOTES | FACT_COUNTERS;
  return !(derived(g)->layers.reads & ELSE) && !(en->cv & CV_RECORD);
}

/* Of one event it is asked several times what enters: whether it can, what it is replaced by and what it contains. False if
   it can't be kept for the next time, because what it notes lies elsewhere. */
static bool entering_now(const Game *g, u32 slot, Heap entry, EnteringLook *now) {
  memset(now, 0, sizeof *now); /* compared as bytes */
  now->entry = *HEAP_AT(g, Entry, entry);
  now->look.slot = slot;
  look_now(g, &now->look);
  const Changes *c = &derived(g)->changes;
  now->run = g->runs;
  now->events = core(g)->events;
  now->decisions = core(g)->decisions;
  now->step = core(g)->step_serial;
  now->changes = c->open + c->closed + c->lasting + c->damage + c->combat + c->life;
  return slot && !now->entry.notes;
}

/* Looks at it unless that was the last thing done. Checked builds look again. */
static void compute_unkept(Game *g, u32 slot, Heap entry, Chars *out) {
  LayerScratch *L = layers_scratch(g);
  EnteringLook now;
  bool keep = entering_now(g, slot, entry, &now);
  bool seen = keep && memcmp(&L->entering, &now, sizeof now) == 0;
#ifdef GAVEL_CHECKED
  Chars before = L->entering_chars;
  compute(g, slot, ZONE_BATTLEFIELD, entry, out);
  ASSERT(!seen || memcmp(&before, out, sizeof before) == 0);
#else
  if (seen)
    *out = L->entering_chars;
  else
    compute(g, slot, ZONE_BATTLEFIELD, entry, out);
#endif
  L->entering.look.slot = 0;
  if (!keep) return;
  L->entering = now;
  L->entering_chars = *out;
}

/* `whole`: the look says all that matters of it, so that what was seen can be kept. */
static void compute_entering(Game *g, u32 slot, Heap entry, bool whole, Chars *out) {
  if (!whole) {
    compute_unkept(g, slot, entry, out);
    return;
  }
  const Entry en = *HEAP_AT(g, Entry, entry);
  SpellLook look = {.slot = slot, .cv = en.cv, .controller = en.controller, .entering = true};
  look.face = (u8)entering_face(g, slot, &en);
  look_now(g, &look);
  bool seen = seen_before(g, &look, out);
#ifdef GAVEL_CHECKED
  Chars before = *out;
  compute(g, slot, ZONE_BATTLEFIELD, entry, out);
  ASSERT(!seen || memcmp(&before, out, sizeof before) == 0);
#else
  if (!seen) compute(g, slot, ZONE_BATTLEFIELD, entry, out);
#endif
  if (!seen) seen_keep(g, &look, out);
}

/* An object with nothing of its own that no effect speaks of enters as it is. Checked builds look closely. */
static void check_plain(Game *g, u32 slot, Heap entry, const Chars *plain) {
#ifdef GAVEL_CHECKED
  Chars seen;
  compute(g, slot, ZONE_BATTLEFIELD, entry, &seen);
  ASSERT(memcmp(&seen, plain, sizeof seen) == 0);
#else
  (void)g;
  (void)slot;
  (void)entry;
  (void)plain;
#endif
}

void chars_entering(Game *g, u32 slot, Heap entry, Chars *out) {
  layers_update(g);
  const Entry en = *HEAP_AT(g, Entry, entry);
  bool plain = false;
  if (!en.face_down) {
    const Chars *c = cv_chars(g, en.cv, entering_face(g, slot, &en));
    plain = is_plain(g, c, ZONE_BATTLEFIELD);
    *out = *c;
    if (plain && !derived(g)->layers.in_force && !is_listed(g, slot)) {
      check_plain(g, slot, entry, out);
      return;
    }
  }
  compute_entering(g, slot, entry, plain && slot && is_looked_at_whole(g, &en), out);
}
