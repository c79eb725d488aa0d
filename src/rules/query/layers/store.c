/* Keeping what was computed: the derived tables, effects on the rules, control. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/traits.h"
#include "rules/query/layers/internal.h"
#include "rules/query/query.h"

/* --- what a computation begins with ------------------------------------------------------- */

static void digest_permanent(Hash *hash, const Object *o, u32 slot) {
  u8 status = (o->status & ~STATUS_TAPPED) | (o->flags & (OBJECT_LEFT_UNLOCKED | OBJECT_RIGHT_UNLOCKED));
  u64 shown = (u64)o->cv << 32 | (u32)status << 24 | (u32)o->face << 16 | (u32)o->face_down << 8 | o->base_controller;
  hash_three(hash, ref_make(slot, o->generation), o->timestamp, shown);
}

static void digest_zone(const Game *g, Hash *hash, Zone zone) {
  u32 lists = zone_is_shared(zone) ? 1 : core(g)->player_count;
  hash_u64(hash, zone);
  for (u32 p = 0; p < lists; p++) {
    for (u32 s = zone_first(g, zone, p); s; s = object_row(g, s)->next) digest_permanent(hash, object_row(g, s), s);
  }
}

/* Rows grow after they were added, so what they hold counts too. */
static void digest_effect(const Game *g, Hash *hash, const Effect *f) {
  hash_u64(hash, (u64)f->id << 32 | f->node);
  hash_u64(hash, (u64)f->mods << 32 | list_count(g, f->mods));
  for (u32 i = 0; i < list_count(g, f->objects); i++) hash_u64(hash, list_get(g, f->objects, i));
}

u64 layers_digest(const Game *g, u16 zones) {
  Hash hash;
  hash_init(&hash, 613);
  for (u32 z = 0; z < ZONE_COUNT; z++)
    if (zones & ZONE_BIT(z)) digest_zone(g, &hash, (Zone)z);
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && !(f->flags & EFFECT_FROZEN)) digest_effect(g, &hash, f);
  }
  return hash_end(&hash);
}

/* --- where cards of this game have abilities that function off the battlefield ------------- */

static void learn_card(const Game *g, const CardDef *card) {
  DerivedCore *d = derived(g);
  d->learned.for_others |= card->for_others;
  d->learned.split_second |= card->split_second;
  d->learned.effect_zones |= card->effect_zones;
  d->learned.watcher_zones |= card->watcher_zones;
  d->learned.action_zones |= card->action_zones;
  d->learned.mana_zones |= card->mana_zones;
}

/* Whether a card in a hand or library may say something about itself or others. */
static bool may_bring(const CardDb *db, const CardDef *card) {
  if (card->effect_zones & ZONES_BY_BRINGERS) return true;
  u32 forms = card->combined < card->faces ? card->faces : card->combined + 1;
  for (u32 i = 0; i < forms; i++)
    if (db->forms.data[card->form + i].defines) return true;
  return false;
}

static bool counters_in(const Game *g, Zone zone) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    for (u32 s = zone_first(g, zone, p); s; s = object_row(g, s)->next)
      if (object_row(g, s)->counters) return true;
  return false;
}

void zones_learn_more(Game *g) {
  u32 learned = derived(g)->learned.cards;
  if (!learned) derived(g)->learned.counted = counters_in(g, ZONE_HAND) || counters_in(g, ZONE_LIBRARY);
  for (u32 row = learned ? learned : 1; row < count_of(g, T_CARDS); row++) {
    const CardDef *card = carddb_card(g->db, row_CARDS(g, row)->def);
    learn_card(g, card);
    if (may_bring(g->db, card)) *row_BRINGERS(g, table_add(g, T_BRINGERS, 1)) = row;
  }
  derived(g)->learned.cards = count_of(g, T_CARDS);
}

static bool stack_hides(const Game *g) {
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next)
    if (object_hidden(object_row(g, s))) return true;
  return false;
}

/* The stack while a face-down spell is there, which is not as its card is (708.4). */
static u16 zones_hiding(const Game *g) {
  CardsLearned *learned = &derived(g)->learned;
  ASSERT(!learned->stack_open || !stack_hides(g));
  if (!learned->stack_open) learned->stack_open = !stack_hides(g);
  return learned->stack_open ? 0 : ZONE_BIT(ZONE_STACK);
}

u16 static_zones(Game *g) {
  zones_learn(g);
  /* Emblems are no cards (113.6p). */
  return (u16)(derived(g)->learned.effect_zones | derived(g)->layers.extra_zones | zones_hiding(g) |
               ZONE_BIT(ZONE_COMMAND));
}

/* --- characteristics ---------------------------------------------------------------------- */

/* Takes the abilities of changed objects out of the end of T_DHEAP, which is then free. Objects that share a run
   still share it. */
static void take_runs(LayerScratch *L) {
  Game *g = L->g;
  u32 taken = 0, place = 0;
  L->insts.count = 0;
  for (u32 i = 0; i < L->objects.count; i++) {
    WorkObject *w = work_at(L, i);
    if (!abilities_in_dheap(&w->chars)) continue;
    u32 count = w->chars.ability_count;
    if (!count || L->insts.count - taken != count || w->chars.abilities != place) {
      taken = L->insts.count;
      place = w->chars.abilities;
      work_reserve(L, &L->insts, count);
      if (count) memcpy(&L->insts.data[taken], row_DHEAP(g, place), count * sizeof(AbilityInst));
      L->insts.count += count;
    }
    w->chars.abilities = taken;
    w->run_taken = true;
  }
  table_drop(g, T_DHEAP, count_of(g, T_DHEAP) - L->runs);
}

/* Room for the abilities of an object: what it has had, or new room of twice the size it needs. */
static u32 run_room(Game *g, u32 slot, u32 count) {
  if (row_DERIVED(g, slot)->run_cap >= count) return row_DERIVED(g, slot)->run;
  derived(g)->layers.wasted += 2 * row_DERIVED(g, slot)->run_cap;
  u32 cap = count < 4 ? 4 : count + count / 2;
  u32 run = table_add(g, T_DHEAP, 2 * cap);
  row_DERIVED(g, slot)->run = run;
  row_DERIVED(g, slot)->run_cap = cap;
  derived(g)->layers.runs = count_of(g, T_DHEAP);
  return run;
}

/* A run as it was taken, and where it was stored. */
typedef struct StoredRun {
  u32 taken, count, run;
} StoredRun;

/* `last` is the run that was stored last, which the object may share until it is computed again. */
static void store_object(LayerScratch *L, const WorkObject *w, StoredRun *last) {
  Game *g = L->g;
  Chars chars = w->chars;
  if (w->run_taken) {
    u32 count = chars.ability_count;
    if (!count || last->taken != chars.abilities || last->count != count) {
      *last = (StoredRun){chars.abilities, count, run_room(g, w->slot, count)};
      if (count) memcpy(row_DHEAP(g, last->run), &L->insts.data[last->taken], count * sizeof(AbilityInst));
    }
    chars.abilities = last->run;
    chars.abilities_in_block = ABILITIES_IN_DHEAP;
  }
  if (!row_DERIVED(g, w->slot)->chars) {
    u32 row = table_add(g, T_CHARS, 1);
    row_DERIVED(g, w->slot)->chars = row;
  }
  Derived *d = row_DERIVED(g, w->slot);
  const Object *o = object_row(g, w->slot);
  *row_CHARS(g, d->chars) = chars;
  d->cv = w->cv == o->cv ? 0 : w->cv;
  d->up = w->up;
  d->acquisition = w->acquisition == o->acquisition ? 0 : w->acquisition;
}

/* --- effects on the rules (613.11) -------------------------------------------------------- */

static u64 kind_bit(const CardDb *db, Node rule) { return rule_bit(node_op(db, rule)); }

static u64 ability_kinds(const CardDb *db, Node ability) {
  u64 kinds = 0;
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(db, ability); i++) {
    Node part = node_arg(db, ability, i);
    if (node_op(db, part) != IR_RULES) continue;
    for (u32 r = ARG_RULES_RULES; r < node_argc(db, part); r++) kinds |= kind_bit(db, node_arg(db, part, r));
  }
  return kinds;
}

/* In timestamp order; equal ones in the order they were found. */
static void add_rule(LayerScratch *L, RuleSource source) {
  if (!source.kinds) return;
  work_push(L, &L->rules, source);
  u32 at = L->rules.count - 1;
  while (at > 0 && L->rules.data[at - 1].timestamp > source.timestamp) {
    L->rules.data[at] = L->rules.data[at - 1];
    at--;
  }
  L->rules.data[at] = source;
}

/* `plain` is a list of abilities without rules. */
static void add_object_rules(LayerScratch *L, u32 slot, AbilityPlace *plain) {
  Game *g = L->g;
  const Object o = *object_row(g, slot);
  if (object_phased_out(g, slot)) return;
  const Chars *c = chars_settled(g, slot);
  if (same_abilities(ability_place(c), *plain)) return;
  bool found = false;
  u32 own = settled_acquisition(g, slot);
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst inst = inst_of_chars(g, c, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_STATIC || !(def->flags & ABILITY_RULES)) continue;
    found = true;
    if (!functions_in(def, o.kind, (Zone)o.zone)) continue;
    u64 granted = inst.acquisition ? granted_timestamp(L, slot, &inst) : 0;
    if (!inst.acquisition) inst.acquisition = own;
    add_rule(L, (RuleSource){.timestamp = granted > o.timestamp ? granted : o.timestamp,
                             .kinds = ability_kinds(g->db, def->node),
                             .slot = slot,
                             .index = i,
                             .inst = inst});
  }
  if (!found) *plain = ability_place(c);
}

static void add_floating_rules(LayerScratch *L) {
  const Game *g = L->g;
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (!f->id || f->kind != EFFECT_RULES || node_op(g->db, f->node) != IR_APPLY_RULE) continue;
    RuleSource source = {.timestamp = f->timestamp, .index = row};
    for (u32 r = ARG_APPLY_RULE_RULES; r < node_argc(g->db, f->node); r++)
      source.kinds |= kind_bit(g->db, node_arg(g->db, f->node, r));
    add_rule(L, source);
  }
}

static bool rule_timeless(const Game *g, const RuleSource *source) {
  if (source->slot) return carddb_ability(g->db, source->inst.ability)->flags & ABILITY_TIMELESS;
  return !node_holds(g->db, row_EFFECTS(g, source->index)->node, TRAIT_TIME);
}

static bool add_reads(void *context, const CardDb *db, Node node) {
  *(Facts *)context |= ir_op_reads(db, node);
  return true;
}

/* Whether something else than the objects it names, the time and what has happened can matter to what it allows. */
static bool rule_far(const Game *g, const RuleSource *source) {
  Facts reads = 0;
  if (source->slot)
    reads = carddb_ability(g->db, source->inst.ability)->reads;
  else
    ir_walk(g->db, row_EFFECTS(g, source->index)->node, add_reads, &reads);
  return reads & (FACT_LIFE | FACT_DAMAGE | FACT_COMBAT | FACT_ZONES);
}

static void store_rules(LayerScratch *L) {
  Game *g = L->g;
  AbilityPlace plain = {0};
  for (u32 i = 0; i < L->rule_slots.count; i++)
    if (work_find(L, L->rule_slots.data[i]) == (u32)-1) add_object_rules(L, L->rule_slots.data[i], &plain);
  for (u32 i = 0; i < L->objects.count; i++) add_object_rules(L, work_at(L, i)->slot, &plain);
  add_floating_rules(L);
  table_drop(g, T_RULES, count_of(g, T_RULES));
  u64 mask = 0;
  bool timely = false, far = false;
  if (L->rules.count) table_extend(g, T_RULES, L->rules.count);
  for (u32 i = 0; i < L->rules.count; i++) {
    *row_RULES(g, i) = L->rules.data[i];
    mask |= L->rules.data[i].kinds;
    timely = timely || !rule_timeless(g, &L->rules.data[i]);
    far = far || rule_far(g, &L->rules.data[i]);
  }
  derived(g)->layers.rules = mask;
  derived(g)->layers.rules_timely = timely;
  derived(g)->layers.rules_far = far;
}

/* --- control (613.1b) --------------------------------------------------------------------- */

/* All objects get their new controllers before anyone is told. */
static void store_control(LayerScratch *L) {
  Game *g = L->g;
  for (u32 i = 0; i < L->objects.count; i++) {
    const WorkObject *w = work_at(L, i);
    Object *o = object_row(g, w->slot);
    if (o->controller == w->controller) continue;
    ControlChange change = {.slot = w->slot, .from = o->controller, .to = w->controller};
    o->controller = w->controller;
    permanents_changed(g, change.from);
    permanents_changed(g, change.to);
    if (o->zone == ZONE_BATTLEFIELD) work_push(L, &L->control, change);
  }
}

void control_report(LayerScratch *L) {
  while (L->control_told < L->control.count) {
    ControlChange change = L->control.data[L->control_told++];
    L->g->procedures->control_changed(L->g, change.slot, change.from, change.to);
  }
  L->control.count = L->control_told = 0;
}

/* --- all of it ---------------------------------------------------------------------------- */

/* The abilities that differ from those of copiable values: what watchers are made of. */
static u64 abilities_digest(const LayerScratch *L) {
  Hash hash;
  hash_init(&hash, 113);
  u32 taken = 0, hashed = 0; /* the run that was hashed last, and how long it is */
  u64 run = 0;
  for (u32 i = 0; i < L->objects.count; i++) {
    const WorkObject *w = work_at(L, i);
    if (!w->run_taken && !w->copied && !w->hidden) continue;
    hash_u64(&hash, (u64)w->slot << 32 | w->cv);
    if (!w->run_taken) continue;
    u32 count = w->chars.ability_count;
    hash_u64(&hash, count);
    if (!count) continue;
    if (taken != w->chars.abilities || hashed != count) {
      taken = w->chars.abilities;
      hashed = count;
      run = hash_wide(&L->insts.data[taken], count * sizeof(AbilityInst));
    }
    hash_u64(&hash, run);
  }
  return hash_end(&hash);
}

/* Whether an effect might apply to an object that is not there yet: an effect of a resolved spell or ability applies to the
   objects it lists, and one of a static ability might name its own object only. */
static bool concerns_others(const LayerScratch *L, const LayerEffect *fx) {
  if (fx->kind != FX_STATIC || fx->cda) return false;
  for (u32 i = 0; i < fx->part_count; i++) {
    Node part = L->parts.data[fx->part + i].node;
    if (node_op(L->g->db, node_arg(L->g->db, part, ARG_AFFECT_OBJECTS)) != IR_SELF) return true;
  }
  return false;
}

static void stamp_next(Game *g) {
  if (++derived(g)->layers.stamp == 0) derived(g)->layers.stamp = 1;
}

/* Whether all that was changed is power and toughness, and abilities, of permanents and spells. */
static bool changes_mere_pt(const LayerScratch *L, Facts writes, u16 zones) {
  const u16 SHARED = ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_STACK) | ZONE_BIT(ZONE_COMMAND);
  return !(writes & ~(Facts)(FACT_PT | FACT_ABILITIES)) && !(zones & ~SHARED) && L->rules.count == 0 &&
         !derived(L->g)->layers.changes_spells;
}

void layers_store(LayerScratch *L) {
  Game *g = L->g;
  take_runs(L);
  u64 abilities = abilities_digest(L);
  bool same_abilities = abilities == derived(g)->layers.abilities;
  if (!same_abilities) derived(g)->watchers.digest = 0;
  derived(g)->layers.abilities = abilities;
  bool nothing = L->objects.count == 0 && L->effects.count == 0, was_idle = derived(g)->layers.idle;
  /* Where nothing was changed and nothing is, everything is as it was. */
  if (!nothing || !was_idle) stamp_next(g);
  derived(g)->layers.alone_stamp++;
  Facts reads = 0, writes = 0;
  EventKinds history = {0};
  u16 zones = L->scanned;
  StoredRun last = {0};
  for (u32 i = 0; i < L->objects.count; i++) {
    WorkObject w = *work_at(L, i);
    store_object(L, &w, &last);
    row_DERIVED(g, w.slot)->stamp = derived(g)->layers.stamp;
    zones |= (u16)ZONE_BIT(w.zone);
  }
  bool in_force = false, changes_spells = false;
  for (u32 i = 0; i < L->effects.count; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    reads |= fx->reads;
    if (fx->kind == FX_STATIC) event_kinds_join(&history, &carddb_ability(g->db, fx->inst.ability)->events);
    writes |= fx->writes;
    in_force |= concerns_others(L, fx);
    changes_spells |= fx->kind == FX_STATIC && ability_facts(L, fx->inst.ability).zones & ZONE_BIT(ZONE_STACK);
    changes_spells |= fx->kind == FX_FLOATING && row_EFFECTS(g, fx->owner)->flags & EFFECT_NEXT_SPELL;
  }
  derived(g)->layers.in_force = in_force;
  derived(g)->layers.changes_spells = changes_spells;
  derived(g)->layers.reads = reads;
  derived(g)->layers.history = history;
  derived(g)->layers.zones = zones;
  derived(g)->layers.alone_reads = 0;
  spell_effects_note(L);
  store_rules(L);
  derived(g)->layers.idle = nothing && L->rules.count == 0;
  if (nothing && was_idle && L->rules.count) stamp_next(g);
  bool mere_pt = changes_mere_pt(L, writes, zones);
  if (!mere_pt || !derived(g)->layers.mere_pt || !same_abilities) derived(g)->layers.doings = derived(g)->layers.stamp;
  derived(g)->layers.mere_pt = mere_pt;
  store_control(L);
}

void layers_store_alone(LayerScratch *L) {
  take_runs(L);
  WorkObject w = *work_at(L, work_find(L, L->lone));
  store_object(L, &w, &(StoredRun){0});
}
