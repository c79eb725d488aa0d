/* Replacement and prevention effects (614–616): which could modify an event, which must be chosen from
   first, and what applying one begins. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/names.h"
#include "rules/events/events.h"
#include "rules/events/batch_internal.h"
#include "state/mods.h"
#include "state/objects.h"

static u64 replacement_id(const CardDb *db, Ref source, const AbilityInst *inst, u64 ordinal) {
  Hash h;
  hash_init(&h, 614);
  hash_u64(&h, source);
  hash_u64(&h, inst->acquisition);
  hash_u64(&h, ability_number(db, inst->ability));
  hash_u64(&h, ordinal);
  return hash_end(&h) | 1;
}

static bool already_applied(const Game *g, u32 row, u64 id) { return list_has(g, row_EVENTS(g, row)->applied, id); }

/* The effects that have been applied to an event, where they are many: a bit for the hash of each, and the place behind the
   one that was asked about last, for they are often asked about in the order in which they were applied. */
enum { APPLIED_MANY = 32, APPLIED_BITS = 15 };
typedef struct AppliedMany {
  u64 bits[(1 << APPLIED_BITS) / 64];
  u32 next;
} AppliedMany;

static u32 applied_bit(u64 id) { return (u32)(id * 0x9e3779b97f4a7c15u >> (64 - APPLIED_BITS)); }

static void applied_note(const Game *g, Heap list, AppliedMany *many) {
  memset(many, 0, sizeof *many);
  for (u32 i = 0; i < list_count(g, list); i++) {
    u32 bit = applied_bit(list_get(g, list, i));
    many->bits[bit / 64] |= (u64)1 << (bit % 64);
  }
}

static bool applied_has(const Game *g, Heap list, AppliedMany *many, u64 id) {
  u32 bit = applied_bit(id);
  if (!(many->bits[bit / 64] >> (bit % 64) & 1)) return false;
  if (many->next < list_count(g, list) && list_get(g, list, many->next) == id) {
    many->next++;
    return true;
  }
  for (u32 i = 0; i < list_count(g, list); i++) {
    if (list_get(g, list, i) != id) continue;
    many->next = i + 1;
    return true;
  }
  return false;
}

/* The same as already_applied, for what is looked for. */
static bool applied_before(const Game *g, u32 row, u64 id, const Replacements *out) {
  bool has = out->applied ? applied_has(g, row_EVENTS(g, row)->applied, out->applied, id) : already_applied(g, row, id);
  ASSERT(has == already_applied(g, row, id));
  return has;
}

Ref whom_it_is_about(const Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  return ev->object || ev->player == PLAYER_NONE ? ev->object : ref_player(ev->player);
}

/* Whether another effect has changed an event since that one did: only then would anybody expect it to apply again. */
static bool changed_since(const Game *g, u32 row, u64 id) {
  Heap applied = row_EVENTS(g, row)->applied;
  return list_get(g, applied, list_count(g, applied) - 1) != id;
}

/* The place in 616.1b–d of what a program holds, itself or within; 4 if nothing of it has one. */
static u8 program_category(const CardDb *db, Node n) {
  if (!n) return 4;
  switch (node_op(db, n)) {
    case IR_ENTERS_UNDER: return 1;
    case IR_ENTERS_AS_COPY: return 2;
    case IR_ENTERS_TRANSFORMED: return 3;
    default: break;
  }
  u8 found = 4;
  const IrSignature *s = &db->signatures[node_op(db, n)];
  for (u32 i = 0; i < node_argc(db, n); i++) {
    const IrArg *arg = &s->args[i < s->count ? i : s->count - 1u];
    u8 within = arg->sort == SORT_ACT ? program_category(db, node_arg(db, n, i)) : 4;
    if (within < found) found = within;
  }
  return found;
}

/* Its place in 616.1a–e. */
static u8 category(const CardDb *db, Node ability) {
  if (node_arg(db, ability, ARG_REPLACEMENT_SELF)) return 0;
  return program_category(db, node_arg(db, ability, ARG_REPLACEMENT_CHANGE));
}

bool damage_unpreventable(Game *g, const Event *ev) {
  if (ev->flags & EVF_UNPREVENTABLE) return true;
  return ev->kind == EVENT_DAMAGE && rules_hold(g, IR_R_CANT_PREVENT, ev->source);
}

/* Whether an effect of `by` doesn't prevent damage that it would prevent, since it can't be (615.12). */
static bool prevention_barred(Game *g, const Event *ev, Ref by) {
  if (!damage_unpreventable(g, ev)) return false;
  REMARK(g, NOT_PREVENTED, "615.12", ev->player, .object = ev->object, .source = by, .other = ev->source);
  return true;
}

/* Whether an effect of `by` has nothing to do about damage since it can't be prevented: shields aren't reduced, and of others
   only the other parts take place (615.12). */
static bool prevents_in_vain(Game *g, Node ability, const Event *ev, Ref by, bool shield) {
  if (!node_arg(g->db, ability, ARG_REPLACEMENT_PREVENTION) || !prevention_barred(g, ev, by)) return false;
  return shield || node_op(g->db, node_arg(g->db, ability, ARG_REPLACEMENT_CHANGE)) == IR_PREVENT;
}

#define REPLACEMENT_WORDS (sizeof(Replacement) / sizeof(Ref))
_Static_assert(sizeof(Replacement) % sizeof(Ref) == 0, "replacements lie one behind the other on the scratch list");

static Replacement *replacement_at(const Game *g, const Replacements *found, u32 i) {
  return (Replacement *)(void *)&g->scratch.data[found->mark + i * REPLACEMENT_WORDS];
}

Replacement replacements_get(const Game *g, const Replacements *found, u32 i) { return *replacement_at(g, found, i); }
void replacements_end(Game *g, const Replacements *found) { scratch_release(g, found->mark); }

static void add(Game *g, Replacements *out, Replacement r) {
  ASSERT(scratch_mark(g) == out->mark + out->count * REPLACEMENT_WORDS);
  for (u32 i = 0; i < REPLACEMENT_WORDS; i++) scratch_push(g, 0);
  *replacement_at(g, out, out->count++) = r;
}

/* Whether what is to be destroyed can't be regenerated. */
static bool regeneration_barred(Game *g, const Event *ev) {
  if (!(ev->flags & EVF_NO_REGENERATION) && !rules_hold(g, IR_R_CANT_BE_REGENERATED, ev->object)) return false;
  RULE(g, "701.19c");
  REMARK(g, NOT_REGENERATED, "701.19c", PLAYER_NONE, .object = ev->object);
  return true;
}

/* The ability of an object, looked at with the entering object as it would be. */
static void consider(Game *g, u32 row, const Eval *e, u32 slot, const AbilityInst *inst, u32 ordinal,
                     Replacements *out) {
  const CardDb *db = g->db;
  const AbilityDef *def = carddb_ability(db, inst->ability);
  if (def->op != IR_REPLACEMENT) return;
  Ref source = object_ref(g, slot);
  u64 id = replacement_id(db, source, inst, ordinal);
  bool applied = applied_before(g, row, id, out);
  if (applied && !(HEARD(g) && HEARD(g)->remark)) return;
  const Event ev = *row_EVENTS(g, row);
  if (!pattern_matches(e, node_arg(db, def->node, ARG_REPLACEMENT_EVENT), &ev, true)) return;
  Node condition = node_arg(db, def->node, ARG_REPLACEMENT_IF);
  if (condition && !eval_cond(e, condition)) return;
  if (!applied && prevents_in_vain(g, def->node, &ev, source, false)) return;
  if (applied) {
    if (changed_since(g, row, id))
      REMARK(g, APPLIED_BEFORE, "614.5", ev.player, .object = whom_it_is_about(g, row), .source = source);
    return;
  }
  bool regenerates = node_op(db, node_arg(db, def->node, ARG_REPLACEMENT_CHANGE)) == IR_REGENERATE;
  if (regenerates && regeneration_barred(g, &ev)) return;
  add(g, out,
      (Replacement){.id = id,
                    .source = source,
                    .slot = slot,
                    .inst = *inst,
                    .controller = (u8)eval_you(e),
                    .category = category(db, def->node)});
}

/* Whether an effect was used: of what is prevented or redirected the next time a source deals damage, all that it deals at
   the same time is that one time (615.1). */
static bool is_used(Game *g, u32 row, const Effect *f) {
  if (!(f->flags & EFFECT_USED)) return false;
  const Frame *batch = frame_top(g);
  if (row_EVENTS(g, row)->kind != EVENT_DAMAGE || batch->proc != PROC_BATCH) return true;
  for (u32 i = (u32)batch->a[BATCH_BASE]; i < count_of(g, T_EVENTS); i++)
    if (row_EVENTS(g, i)->kind == EVENT_DAMAGE && already_applied(g, i, f->id)) return false;
  return true;
}

/* Effects of resolved spells and abilities, and regeneration shields. */
static void find_floating(Game *g, u32 row, const Provisional *prov, Replacements *out) {
  const CardDb *db = g->db;
  for (u32 i = 0; i < count_of(g, T_EFFECTS); i++) {
    const Effect f = *row_EFFECTS(g, i);
    if (!f.id || f.kind != EFFECT_REPLACEMENT || is_used(g, row, &f)) continue;
    if (already_applied(g, row, f.id)) continue;
    const Event ev = *row_EVENTS(g, row);
    Replacement r = {
        .id = f.id, .source = env_at(g, f.env)->source, .effect = i + 1, .controller = f.controller, .category = 4};
    if (!f.ability) { /* a regeneration shield (701.19a) */
      if (ev.kind != EVENT_DESTROY || !list_has(g, f.objects, ev.object)) continue;
      if (regeneration_barred(g, &ev)) continue;
      add(g, out, r);
      continue;
    }
    Node ability = carddb_ability(db, f.ability)->node;
    Eval e = eval_of_env(g, f.env);
    e.provisional = prov;
    if (!pattern_matches(&e, node_arg(db, ability, ARG_REPLACEMENT_EVENT), &ev, true)) continue;
    if (node_arg(db, ability, ARG_REPLACEMENT_IF) && !eval_cond(&e, node_arg(db, ability, ARG_REPLACEMENT_IF)))
      continue;
    bool shield = f.amount >= 0 || f.flags & EFFECT_ONCE;
    if (prevents_in_vain(g, ability, &ev, r.source, shield)) continue;
    r.inst.ability = f.ability;
    r.category = category(db, ability);
    add(g, out, r);
  }
}

/* Protection prevents all damage from what has the quality (702.16e). One such ability does as much as several. */
static void find_protection(Game *g, u32 row, Replacements *out) {
  const Event ev = *row_EVENTS(g, row);
  u32 ability = ev.kind == EVENT_DAMAGE ? protection_from(g, ev.object, ev.source) : 0;
  if (!ability || prevention_barred(g, &ev, ev.object)) return;
  AbilityInst inst = {.ability = ability};
  u32 controller = ref_is_player(ev.object) ? ref_slot(ev.object) : object_row(g, ref_slot(ev.object))->controller;
  add(g, out,
      (Replacement){.id = replacement_id(g->db, ev.object, &inst, 0),
                    .source = ev.object,
                    .inst = inst,
                    .controller = (u8)controller,
                    .category = 4});
}

Word counter_replacing(const Game *g, const Event *ev) {
  u32 slot = object_live(g, ev->object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || !object_row(g, slot)->counters) return 0;
  Word kind = 0;
  switch (ev->kind) {
    case EVENT_UNTAP: kind = W_C_STUN; break;
    case EVENT_MOVE: kind = ev->to == ZONE_GRAVEYARD ? W_C_FINALITY : 0; break;
    /* Only what an effect destroys (122.1c). */
    case EVENT_DESTROY: kind = ev->flags & EVF_RULE ? 0 : W_C_SHIELD; break;
    case EVENT_DAMAGE: kind = W_C_SHIELD; break;
    default: break;
  }
  return kind && counters_get(g, object_row(g, slot)->counters, kind) > 0 ? kind : 0;
}

static void find_counters(Game *g, u32 row, Replacements *out) {
  const Event ev = *row_EVENTS(g, row);
  Word counter = counter_replacing(g, &ev);
  if (!counter || (ev.kind == EVENT_DAMAGE && damage_unpreventable(g, &ev))) return;
  AbilityInst inst = {0};
  u64 id = replacement_id(g->db, ev.object, &inst, word_number(counter));
  if (already_applied(g, row, id)) return;
  u8 controller = object_row(g, object_live(g, ev.object))->controller;
  add(g, out,
      (Replacement){.id = id, .source = ev.object, .counter = counter, .controller = controller, .category = 4});
}

/* What a counter makes of the event: a finality counter sends it to exile, others are removed instead. */
static void counter_apply(Game *g, u32 row, Word counter) {
  RULE(g, counter == W_C_FINALITY ? "122.1h" : counter == W_C_STUN ? "122.1d" : "122.1c");
  if (counter == W_C_FINALITY) {
    row_EVENTS(g, row)->to = ZONE_EXILE;
    return;
  }
  row_EVENTS(g, row)->flags |= EVF_GONE | EVF_SETTLED;
  Ref object = row_EVENTS(g, row)->object;
  batch_counters(g, object, counter, -1, object_row(g, object_live(g, object))->controller);
}

bool commander_may_return(const Game *g, const Event *ev) {
  if (ev->kind != EVENT_MOVE || !format_has_commanders(core(g)->format)) return false;
  u32 slot = object_live(g, ev->object);
  if (!slot || !(object_row(g, slot)->flags & OBJECT_COMMANDER)) return false;
  return (ev->to == ZONE_HAND || ev->to == ZONE_LIBRARY) && player_in_game(g, object_row(g, slot)->owner);
}

/* It applies once for each zone the commander would go to, so that it applies again to what others make of the
   event. */
static void find_commander(Game *g, u32 row, Replacements *out) {
  const Event ev = *row_EVENTS(g, row);
  if (!commander_may_return(g, &ev)) return;
  AbilityInst inst = {0};
  u64 id = replacement_id(g->db, ev.object, &inst, 1u << 16 | ev.to);
  if (already_applied(g, row, id)) return;
  u8 controller = object_row(g, object_live(g, ev.object))->owner;
  add(g, out, (Replacement){.id = id, .source = ev.object, .commander = true, .controller = controller, .category = 4});
}

static bool says_how_it_enters(const CardDb *db, u32 ability) {
  const AbilityDef *def = carddb_ability(db, ability);
  return def->op == IR_REPLACEMENT && def->flags & ABILITY_ENTERS;
}

/* Tells listeners of an ability that says how the object enters and that it would not have on the battlefield (614.12). */
static void tell_lost(Game *g, const Provisional *prov) {
  const Entry en = *HEAP_AT(g, Entry, prov->entry);
  if (!HEARD(g) || !HEARD(g)->remark || en.face_down) return;
  const Chars *own = cv_chars(g, en.cv, entering_face(g, prov->slot, &en));
  for (u32 i = 0; i < own->ability_count; i++) {
    u32 ability = inst_of_chars(g, own, i).ability;
    bool kept = !says_how_it_enters(g->db, ability);
    for (u32 k = 0; k < prov->chars->ability_count && !kept; k++)
      kept = inst_of_chars(g, prov->chars, k).ability == ability;
    if (!kept) REMARK(g, ENTERS_WITHOUT, "614.12", en.controller, .object = object_ref(g, prov->slot), .word = ability);
  }
}

/* What the entering object itself says about how it enters, from its characteristics as they would be on
   the battlefield (614.12). */
static void find_own(Game *g, u32 row, const Provisional *prov, Replacements *out) {
  Heap entry = prov->entry;
  u32 acquisition = HEAP_AT(g, Entry, entry)->acquisition;
  tell_lost(g, prov);
  for (u32 i = 0; i < prov->chars->ability_count; i++) {
    AbilityInst inst = chars_ability(g, prov->chars, i, acquisition);
    if (!says_how_it_enters(g->db, inst.ability)) continue;
    RULE_OF(g, object_ref(g, prov->slot), "614.12");
    Eval e = eval_of_ability(g, prov->slot, &inst);
    e.controller = HEAP_AT(g, Entry, entry)->controller;
    e.provisional = prov;
    consider(g, row, &e, prov->slot, &inst, i, out);
  }
}

/* The values with which a permanent is turned over, as its abilities have modified them so far (616.1f), and the
   acquisition of their abilities. */
static CvId values_turned_over(Game *g, u32 row, u32 slot, u32 *acquisition) {
  Heap entry = row_EVENTS(g, row)->entry;
  *acquisition = entry ? HEAP_AT(g, Entry, entry)->acquisition : object_row(g, slot)->acquisition;
  return entry ? HEAP_AT(g, Entry, entry)->cv : values_before_status(g, slot);
}

/* What a permanent that is being turned over says of that is applied as it is turned, not afterward: of a face-down one
   what it says face up (708.11), of one that transforms what its other face says (712.20). */
static void find_turned_over(Game *g, u32 row, u32 slot, u32 face, Replacements *out) {
  EventKind kind = (EventKind)row_EVENTS(g, row)->kind;
  u32 acquisition;
  CvId cv = values_turned_over(g, row, slot, &acquisition);
  const Chars *c = cv_chars(g, cv, face);
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst inst = chars_ability(g, c, i, acquisition);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_REPLACEMENT || !event_kinds_have(&def->events, kind)) continue;
    RULE(g, kind == EVENT_TRANSFORM ? "712.20" : "708.11");
    Eval e = eval_of_ability(g, slot, &inst);
    consider(g, row, &e, slot, &inst, i, out);
    c = cv_chars(g, cv, face);
  }
}

/* The slot of what an event turns over, and the face it will show; 0 if it turns nothing over. */
static u32 turned_over(Game *g, const Event *ev, u32 *face) {
  u32 slot = object_live(g, ev->object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return 0;
  const Object *o = object_row(g, slot);
  bool down = o->status & STATUS_FACE_DOWN;
  *face = !o->face == (ev->kind == EVENT_TRANSFORM) ? FACE_BACK : 0;
  if (ev->kind == EVENT_TURN_FACE_UP) return down ? slot : 0;
  return ev->kind == EVENT_TRANSFORM && !down && transforms(g, slot) ? slot : 0;
}

u32 entering_row(const Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  if (ev->kind == EVENT_COUNTERS_PUT && ev->parent) {
    const Event *move = row_EVENTS(g, ev->parent - 1);
    if (move->object != ev->object) return (u32)-1;
    row = ev->parent - 1;
    ev = move;
  }
  return ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD && ev->entry ? row : (u32)-1;
}

static void find_applicable(Game *g, u32 row, Replacements *out) {
  const Event ev = *row_EVENTS(g, row);
  u32 move = entering_row(g, row);
  Chars chars;
  Provisional prov = {.zone = ZONE_BATTLEFIELD, .chars = &chars};
  const Provisional *seen = NULL;
  if (move != (u32)-1) {
    prov.entry = row_EVENTS(g, move)->entry;
    prov.slot = object_live(g, ev.object);
    chars_entering(g, prov.slot, prov.entry, &chars);
    seen = &prov;
    if (move == row) find_own(g, row, &prov, out);
  }
  watchers_update(g);
  find_protection(g, row, out);
  find_counters(g, row, out);
  find_commander(g, row, out);
  u32 face, turned = turned_over(g, &ev, &face);
  if (turned) find_turned_over(g, row, turned, face, out);
  if (!event_awaited(&derived(g)->watchers.replaced, &ev)) return;
  watchers_list(g);
  for (u32 i = 0; i < count_of(g, T_WATCHERS); i++) {
    const Watcher w = *row_WATCHERS(g, i);
    if (!event_awaited(&w.events, &ev)) continue;
    const AbilityDef *def = carddb_ability(g->db, w.inst.ability);
    if (def->op != IR_REPLACEMENT) continue;
    /* Of the entering object only what speaks of itself applies, and that was found above. */
    if (seen && w.slot == prov.slot) continue;
    if (turned && w.slot == turned) continue; /* what the face says that is turned away does not */
    Eval e = eval_of_ability(g, w.slot, &w.inst);
    e.provisional = seen;
    consider(g, row, &e, w.slot, &w.inst, w.index, out);
  }
  find_floating(g, row, seen, out);
}

void replacements_find(Game *g, u32 row, Replacements *out) {
  *out = (Replacements){.mark = scratch_mark(g)};
  Heap applied = row_EVENTS(g, row)->applied;
  if (list_count(g, applied) < APPLIED_MANY) {
    find_applicable(g, row, out);
    return;
  }
  AppliedMany many;
  applied_note(g, applied, &many);
  out->applied = &many;
  find_applicable(g, row, out);
  out->applied = NULL;
}

static bool find_self(void *context, const CardDb *db, Node node) {
  *(bool *)context |= node_op(db, node) == IR_SELF;
  return true;
}

/* Whether it can't matter which of two effects applies first: the same ability of the same player that doesn't
   speak of its own object, the same ability of one object twice, or two regeneration shields. */
static bool alike(const CardDb *db, const Replacement *a, const Replacement *b) {
  if (a->effect && b->effect && !a->inst.ability && !b->inst.ability) return true; /* regeneration shields */
  if (a->commander || b->commander) return false;
  if (a->effect || b->effect || a->counter || b->counter || a->inst.subst != b->inst.subst) return false;
  if (!carddb_says_same(db, a->inst.ability, b->inst.ability)) return false;
  if (a->controller != b->controller || a->inst.env || b->inst.env) return false;
  if (a->source == b->source) return true;
  bool self = false;
  ir_walk(db, node_arg(db, carddb_ability(db, a->inst.ability)->node, ARG_REPLACEMENT_CHANGE), find_self, &self);
  return !self;
}

static bool change_adds_only(const CardDb *db, Node change) {
  IrOp op = node_op(db, change);
  if (op != IR_SEQ) return op == IR_ENTERS_TAPPED || op == IR_ENTERS_WITH;
  for (u32 i = 0; i < node_argc(db, change); i++)
    if (!change_adds_only(db, node_arg(db, change, i))) return false;
  return true;
}

/* Effects that only add to how an object enters come to the same in any order. */
static bool adds_only(const CardDb *db, const Replacement *r) {
  if (r->effect || r->counter || r->commander) return false;
  Node ability = carddb_ability(db, r->inst.ability)->node;
  return change_adds_only(db, node_arg(db, ability, ARG_REPLACEMENT_CHANGE));
}

/* 616.1a–d: a lower category must be chosen from before a higher one. Effects that are alike in every
   respect that matters to the choice are one option. */
void replacements_restrict(Game *g, u32 row, Replacements *found) {
  static const char *const STEP[] = {"616.1a", "616.1b", "616.1c", "616.1d", "616.1e"};
  u8 first = 4;
  for (u32 i = 0; i < found->count; i++)
    if (replacement_at(g, found, i)->category < first) first = replacement_at(g, found, i)->category;
  if (found->count > 1) RULE_OF(g, whom_it_is_about(g, row), STEP[first]);
  u32 kept = 0;
  bool free_order = true;
  for (u32 i = 0; i < found->count; i++) {
    Replacement r = replacements_get(g, found, i);
    if (r.category != first) continue;
    bool same = false;
    for (u32 j = 0; j < kept && !same; j++) same = alike(g->db, replacement_at(g, found, j), &r);
    if (same) continue;
    free_order &= adds_only(g->db, &r);
    *replacement_at(g, found, kept++) = r;
  }
  found->count = kept && free_order ? 1 : kept;
}

/* Regenerating replaces the destruction: damage is removed, it is tapped and leaves combat. A shield does so once, a
   static ability (`effect` 0) each time (701.19a, b). */
static void regenerate(Game *g, u32 row, u32 effect) {
  RULE(g, effect ? "701.19a" : "701.19b");
  Ref object = row_EVENTS(g, row)->object;
  row_EVENTS(g, row)->flags |= EVF_GONE | EVF_SETTLED;
  REMARK(g, REGENERATES, effect ? "701.19a" : "701.19b", PLAYER_NONE, .object = object);
  if (effect) effect_remove(g, effect - 1);
  Permanent *p = permanent_of(g, object_live(g, object));
  p->damage = 0;
  p->deathtouched = 0;
  facts_changed(g, FACT_DAMAGE);
  batch_tap(g, object, true);
  batch_simple(g, EVENT_LEAVE_COMBAT, PLAYER_NONE, object);
}

/* The env of the effect's program: what the ability knows, and the event it changes. */
static Heap replacement_env(Game *g, u32 row, const Replacement *r) {
  Heap env;
  if (r->effect) {
    env = env_copy(g, row_EFFECTS(g, r->effect - 1)->env);
  } else {
    env = ability_env(g, r->inst.ability, r->source, r->controller, r->inst.subst, r->inst.acquisition);
    if (r->inst.env) { /* variables of the effect that granted the ability */
      Env *to = env_at(g, env);
      to->granter = env_at(g, r->inst.env)->source;
      u8 slots = to->slots;
      for (u32 i = 0; i < slots && i < env_at(g, r->inst.env)->slots; i++) {
        Value v = value_copy(g, env_at(g, r->inst.env)->slot[i]);
        env_set(g, env, i, v);
      }
    }
  }
  const Event ev = *row_EVENTS(g, row);
  env_set_ref(g, env, SLOT_EVENT_OBJECT, ev.object);
  if (ev.player != PLAYER_NONE) env_set_ref(g, env, SLOT_EVENT_PLAYER, ref_player(ev.player));
  env_set_number(g, env, SLOT_EVENT_AMOUNT, ev.amount);
  env_set_ref(g, env, SLOT_EVENT_SOURCE, ev.source);
  env_set_ref(g, env, SLOT_EVENT_OTHER, ev.other);
  env_set_number(g, env, SLOT_EVENT_ROW, (i64)row + 1);
  return env;
}

static void mark_applied(Game *g, u32 row, u64 id) {
  Heap applied = row_EVENTS(g, row)->applied;
  list_add(g, &applied, id);
  row_EVENTS(g, row)->applied = applied;
}

/* What replaces one or more things at once gets one opportunity for all of them, tokens of several kinds that one player
   would create at the same time, and counts them together (`env`: of its program). */
static void replace_at_once(Game *g, u32 row, const Replacement *r, Node ability, Heap env) {
  const Event ev = *row_EVENTS(g, row);
  Node event = node_arg(g->db, ability, ARG_REPLACEMENT_EVENT);
  if (node_op(g->db, event) != IR_E_TOGETHER) return;
  RULE(g, "614.5");
  Eval e = eval_of_env(g, env);
  i64 amount = ev.amount;
  for (u32 i = (u32)frame_top(g)->a[BATCH_BASE]; i < count_of(g, T_EVENTS); i++) {
    const Event other = *row_EVENTS(g, i);
    if (other.kind != ev.kind || other.player != ev.player || already_applied(g, i, r->id)) continue;
    mark_applied(g, i, r->id);
    if (!(other.flags & EVF_GONE) && pattern_matches(&e, event, &other, true))
      amount = num_add(amount, other.amount, NULL);
  }
  env_set_number(g, env, SLOT_EVENT_AMOUNT, amount);
}

/* Tells listeners of an effect of something else that doesn't tell by itself what it does, and that nobody may decline. */
static void tell_replaced(Game *g, u32 row, const Replacement *r, Node ability) {
  const CardDb *db = g->db;
  const Event ev = *row_EVENTS(g, row);
  IrOp change = node_op(db, node_arg(db, ability, ARG_REPLACEMENT_CHANGE));
  bool tells = change == IR_PREVENT || change == IR_REDIRECT || change == IR_EVENT_SET_AMOUNT ||
               node_arg(db, ability, ARG_REPLACEMENT_PREVENTION);
  if (tells || r->source == ev.object || node_arg(db, ability, ARG_REPLACEMENT_OPTIONAL)) return;
  REMARK(g, REPLACED, "614.1", ev.player, .object = whom_it_is_about(g, row), .source = r->source, .kind = ev.kind);
}

/* Whether it is a prevention effect (615.1). */
static bool prevents(const Game *g, const Replacement *r) {
  const CardDb *db = g->db;
  if (!r->inst.ability) return false;
  Node ability = carddb_ability(db, r->inst.ability)->node;
  if (node_op(db, ability) == IR_KEYWORD) return true; /* protection (702.16e) */
  return node_op(db, ability) == IR_REPLACEMENT &&
         (node_arg(db, ability, ARG_REPLACEMENT_PREVENTION) ||
          node_op(db, node_arg(db, ability, ARG_REPLACEMENT_CHANGE)) == IR_PREVENT);
}

void replacement_apply(Game *g, u32 row, const Replacement *r) {
  mark_applied(g, row, r->id);
  RULE_OF(g, whom_it_is_about(g, row), prevents(g, r) ? "615.1" : "614.1");
  if (r->effect && !r->inst.ability) {
    regenerate(g, row, r->effect);
    return;
  }
  if (r->commander) {
    frame_top(g)->step = BATCH_COMMANDER;
    return;
  }
  if (r->counter) {
    counter_apply(g, row, r->counter);
    return;
  }
  ability_announce(g, object_live(g, r->source), r->inst.ability);
  Node ability = carddb_ability(g->db, r->inst.ability)->node;
  if (node_op(g->db, ability) == IR_KEYWORD) {
    RULE(g, "702.16e");
    const Event ev = *row_EVENTS(g, row);
    REMARK(g, PROTECTED, "702.16e", ev.player, .object = ev.object, .other = ev.source, .amount = ev.amount,
           .word = r->inst.ability);
    row_EVENTS(g, row)->flags |= EVF_GONE | EVF_SETTLED;
    return;
  }
  if (!r->effect && node_op(g->db, node_arg(g->db, ability, ARG_REPLACEMENT_CHANGE)) == IR_REGENERATE) {
    regenerate(g, row, 0);
    return;
  }
  tell_replaced(g, row, r, ability);
  Heap env = replacement_env(g, row, r);
  if (node_op(g->db, ability) == IR_REPLACEMENT) replace_at_once(g, row, r, ability, env);
  if (r->effect) {
    env_at(g, env)->flags |= ENV_SHIELD;
    env_set_number(g, env, SLOT_DID, (i64)r->effect); /* the shield its PREVENT uses up */
    if (row_EFFECTS(g, r->effect - 1)->flags & EFFECT_ONCE) row_EFFECTS(g, r->effect - 1)->flags |= EFFECT_USED;
  }
  u32 frame = frame_push(g, PROC_ACT, node_arg(g->db, ability, ARG_REPLACEMENT_CHANGE), env);
  frame_at(g, frame)->flags |= FRAME_OWNS_ENV;
  if (node_arg(g->db, ability, ARG_REPLACEMENT_OPTIONAL)) frame_at(g, frame)->flags |= FRAME_ASKS;
}

/* --- mana that would be produced ---------------------------------------------------------------------------------- */

/* Whether they come to the same in any order: they multiply the amount, and one at most changes the type. */
static bool order_is_free(Game *g, const Replacements *found) {
  const CardDb *db = g->db;
  u32 types = 0;
  for (u32 i = 0; i < found->count; i++) {
    Node ability = carddb_ability(db, replacement_at(g, found, i)->inst.ability)->node;
    Node change = node_arg(db, ability, ARG_REPLACEMENT_CHANGE);
    if (node_op(db, change) == IR_EVENT_SET_MANA && ++types == 1) continue;
    if (node_op(db, change) != IR_EVENT_SET_AMOUNT) return false;
    if (node_op(db, node_arg(db, change, ARG_EVENT_SET_AMOUNT_N)) != IR_TIMES) return false;
  }
  return true;
}

/* Changes the event as the effect would; false if somebody may decline that. */
static bool foretell(Game *g, u32 row, const Replacement *r) {
  const CardDb *db = g->db;
  mark_applied(g, row, r->id);
  Node ability = carddb_ability(db, r->inst.ability)->node, change = node_arg(db, ability, ARG_REPLACEMENT_CHANGE);
  if (node_arg(db, ability, ARG_REPLACEMENT_OPTIONAL)) return false;
  Heap env = replacement_env(g, row, r);
  Eval e = eval_of_env(g, env);
  switch (node_op(db, change)) {
    case IR_EVENT_SET_AMOUNT: {
      i64 amount = eval_num(&e, node_arg(db, change, ARG_EVENT_SET_AMOUNT_N));
      row_EVENTS(g, row)->amount = num_max(0, amount);
      break;
    }
    case IR_EVENT_SET_MANA: event_set_mana(&e, change, row); break;
    default: break; /* a payment that this makes fail is undone (733.1) */
  }
  env_free(g, env);
  return true;
}

bool mana_is_replaced(Game *g) {
  watchers_update(g);
  return event_kinds_have(&derived(g)->watchers.replaced, EVENT_ADD_MANA);
}

bool mana_foretell(Game *g, u32 player, Ref source, u32 *kind, i64 *amount) {
  if (!mana_is_replaced(g)) return true;
  u32 row = batch_begin(g);
  Event *ev = batch_add(g, EVENT_ADD_MANA);
  ev->player = (u8)player;
  ev->object = ref_player(player);
  ev->source = ev->other = source;
  ev->amount = *amount;
  ev->word = *kind;
  bool known = true, changed = true;
  while (known && changed) {
    Replacements found;
    replacements_find(g, row, &found);
    replacements_restrict(g, row, &found);
    changed = found.count > 0;
    known = found.count < 2 || order_is_free(g, &found);
    Replacement first = {.id = 0};
    if (changed) first = replacements_get(g, &found, 0);
    replacements_end(g, &found);
    if (known && changed) known = foretell(g, row, &first);
  }
  *amount = row_EVENTS(g, row)->amount;
  *kind = row_EVENTS(g, row)->word & 0xff;
  batch_end(g, row);
  return known;
}
