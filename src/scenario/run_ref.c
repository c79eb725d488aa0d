/* What a scenario's references mean in the game. */
#include "scenario/run_private.h"

/* --- names ------------------------------------------------------------------------------------- */

/* Ids of names that no card database holds are made from the text (as build.c makes those of tokens), so that
   equal names have equal ids. */
static StrId made_id(Str name) {
  Hash h;
  hash_init(&h, 111);
  hash_bytes(&h, name.data, name.length);
  return (StrId)hash_end(&h) | 0x80000000u;
}

StrId run_name_id(const Runner *r, Str name) {
  StrId id = intern_find(&r->db->names, name);
  return id ? id : made_id(name);
}

Str run_name(const Runner *r, StrId id) {
  if (!(id & 0x80000000u)) return intern_text(&r->db->names, id);
  for (u32 i = 0; i < r->token_names.count; i++)
    if (made_id(r->token_names.data[i]) == id) return r->token_names.data[i];
  return STR("a token");
}

bool name_is(const Runner *r, StrId id, Str name) {
  if (str_equal_folded(run_name(r, id), name)) return true;
  return id & 0x80000000u && id == run_name_id(r, name);
}

bool is_name(const Runner *r, StrId id, Str name) {
  return id && str_equal_folded(intern_text(&r->db->names, id), name);
}

bool ref_is_name(const Runner *r, const ScenarioRef *ref, StrId id) {
  return ref->kind == SCENARIO_REF_NAME && is_name(r, id, ref->text);
}

Str player_name(const Runner *r, u32 player) {
  return player < r->s->players.count ? r->s->players.data[player].name : STR("nobody");
}

/* --- objects, as they are or were ----------------------------------------------------------------- */

/* The object of a reference, see object_known; also its slot, 0 if it is gone. */
static const Object *known_there(const Game *g, Ref ref, u32 *slot) {
  *slot = object_live(g, ref);
  return object_known(g, ref);
}

/* Whether a card of the object is called so: by its whole name or any of the names it has in that zone. A double-faced
   card has that of its front alone (712.8a), a split card those of both halves (709.4a). */
static bool cards_named(Runner *r, u32 card, Str name) {
  const CardDef *def = carddb_card(r->db, card ? row_CARDS(r->play.g, card)->def : 0);
  bool double_faced = def->layout == LAYOUT_TRANSFORM || def->layout == LAYOUT_MODAL_DFC || def->layout == LAYOUT_MELD;
  if (is_name(r, def->name, name)) return card;
  for (u32 f = 0; card && f < (double_faced ? 1u : def->faces); f++)
    if (is_name(r, carddb_face(r->db, def->face + f)->chars.name, name)) return true;
  return false;
}

/* On the battlefield and the stack by the name it has there; elsewhere by the names on the card. */
static bool object_named(Runner *r, Ref ref, Str name) {
  Game *g = r->play.g;
  u32 slot;
  const Object *known = known_there(g, ref, &slot);
  if (!known) return false;
  const Object o = *known;
  if (object_hidden(&o)) return false;
  bool in_play = zone_is_open((Zone)o.zone);
  if (!in_play && cards_named(r, o.card, name)) return true;
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, ref);
  if (!c || o.kind == OBJECT_ABILITY) return false;
  if (c->name && name_is(r, c->name, name)) return true;
  /* The whole name of a card with several faces or halves. */
  u32 card = cv_card(g, o.cv);
  if (!in_play || !card) return false;
  const CardDef *def = carddb_card(r->db, card);
  return def->faces > 1 && is_name(r, def->name, name);
}

bool object_is_copy(Game *g, u32 slot) {
  const Object o = *object_row(g, slot);
  if (o.kind == OBJECT_SPELL_COPY || o.kind == OBJECT_CARD_COPY) return true;
  if (o.kind == OBJECT_ABILITY || o.kind == OBJECT_EMBLEM) return false;
  layers_update(g);
  const Derived *d = row_DERIVED(g, slot);
  bool layered = d->stamp == derived(g)->layers.stamp && d->cv;
  u32 values = cv_card(g, layered ? d->cv : o.cv);
  if (o.kind == OBJECT_TOKEN) return values != 0;
  if (!o.card || !values) return false;
  for (u32 card = o.card; card; card = row_CARDS(g, card)->next)
    if (row_CARDS(g, card)->def == values) return false;
  return true;
}

/* --- what an alias names ---------------------------------------------------------------------- */

Ref alias_ref(const Runner *r, const ScenarioRef *ref) {
  const Game *g = r->play.g;
  u32 at = r->alias_first[ref->alias] + ref->alias_index - 1;
  if (at >= r->named.count) return REF_NONE;
  const Named *named = &r->named.data[at];
  if (named->card) {
    u32 slot = row_CARDS(g, named->card)->object;
    return slot ? object_ref(g, slot) : REF_NONE;
  }
  Ref now = named->ref;
  while (now && !object_live(g, now)) now = object_became(g, now, true);
  return now;
}

/* Whether an alias names the object, as it is or was. */
static bool alias_fits(Runner *r, const ScenarioRef *ref, Ref candidate) {
  u32 at = r->alias_first[ref->alias] + ref->alias_index - 1;
  if (at >= r->named.count) return false;
  const Named *named = &r->named.data[at];
  if (!named->card) return candidate == named->ref || candidate == alias_ref(r, ref);
  Game *g = r->play.g;
  u32 slot;
  const Object *o = known_there(g, candidate, &slot);
  if (!o) return false;
  /* The cards of a melded permanent are only known while it is there. */
  for (u32 card = o->card; card; card = slot ? row_CARDS(g, card)->next : 0)
    if (card == named->card) return true;
  return false;
}

/* --- whether something fits ------------------------------------------------------------------- */

/* What an ability on the stack comes from; anything else itself. */
static Ref source_of(const Game *g, Ref ref) {
  u32 slot;
  const Object *o = known_there(g, ref, &slot);
  if (!o || o->kind != OBJECT_ABILITY || o->zone != ZONE_STACK || !o->ext) {
    u32 row = o && !slot ? lki_find(g, ref) : 0;
    bool was = row && row_LKI(g, row)->object.kind == OBJECT_ABILITY && row_LKI(g, row)->ext;
    return was ? HEAP_AT(g, StackItem, row_LKI(g, row)->ext)->source : ref;
  }
  return stack_item_of(g, slot)->source;
}

static bool is_ability(const Game *g, Ref ref) {
  u32 slot;
  const Object *o = known_there(g, ref, &slot);
  return o && o->kind == OBJECT_ABILITY;
}

static bool trait_holds(Game *g, const Object *o, u32 slot, ScenarioTrait trait) {
  switch (trait) {
    case SCENARIO_TRAIT_COPY: return slot && object_is_copy(g, slot);
    case SCENARIO_TRAIT_TOKEN: return o->kind == OBJECT_TOKEN;
    case SCENARIO_TRAIT_CARD: return o->kind == OBJECT_CARD;
    case SCENARIO_TRAIT_FACE_DOWN: return object_hidden(o) || o->flags & OBJECT_EXILED_FACE_DOWN;
    case SCENARIO_TRAIT_COUNT: break;
  }
  return false;
}

static bool qualifiers_fit(Runner *r, const ScenarioRef *ref, Ref candidate) {
  Game *g = r->play.g;
  u32 slot;
  const Object *known = known_there(g, candidate, &slot);
  if (!known) return false;
  const Object o = *known;
  bool controlled = zone_is_open((Zone)o.zone);
  if (ref->of != SCENARIO_NONE && ref->of != (controlled ? o.controller : o.owner)) return false;
  if (ref->zone != ZONE_NONE && ref->zone != (Zone)o.zone) return false;
  for (u32 t = 0; t < SCENARIO_TRAIT_COUNT; t++) {
    u32 bit = 1u << t;
    if (!((ref->wanted | ref->unwanted) & bit)) continue;
    if (trait_holds(g, &o, slot, (ScenarioTrait)t) != ((ref->wanted & bit) != 0)) return false;
  }
  return true;
}

static bool is_face_down_permanent(const Game *g, Ref candidate) {
  u32 slot;
  const Object *o = known_there(g, candidate, &slot);
  return o && object_hidden(o);
}

/* The top object of the stack, but for one that is being put there and asks for its targets. */
static Ref top_of_stack(const Game *g) {
  u32 top = zone_list(g, ZONE_STACK, 0)->last;
  const Decision *d = &core(g)->decision;
  if (top && d->kind == DECISION_TARGET && d->source == object_ref(g, top)) top = object_row(g, top)->prev;
  return top ? object_ref(g, top) : REF_NONE;
}

bool ref_qualifies(Runner *r, const ScenarioRef *ref, Ref candidate) {
  return !ref->qualified || qualifiers_fit(r, ref, candidate);
}

bool ref_fits(Runner *r, const ScenarioRef *ref, Ref candidate) {
  if (candidate == REF_NONE) return false;
  if (ref->kind == SCENARIO_REF_PLAYER) return candidate == ref_player(ref->player);
  if (ref_is_player(candidate)) return false;
  Game *g = r->play.g;
  bool fits = false;
  switch (ref->kind) {
    case SCENARIO_REF_ALIAS: fits = alias_fits(r, ref, candidate); break;
    case SCENARIO_REF_NAME: return ref_qualifies(r, ref, candidate) && object_named(r, candidate, ref->text);
    case SCENARIO_REF_FACE_DOWN: fits = is_face_down_permanent(g, candidate); break;
    case SCENARIO_REF_ABILITY: fits = is_ability(g, candidate) && ref_same(r, ref->source, candidate); break;
    case SCENARIO_REF_TOP: fits = candidate == top_of_stack(g); break;
    case SCENARIO_REF_PLAYER: break;
  }
  return fits && ref_qualifies(r, ref, candidate);
}

bool ref_same(Runner *r, const ScenarioRef *ref, Ref source) {
  if (source == REF_NONE) return false;
  if (ref->kind == SCENARIO_REF_ABILITY) return ref_fits(r, ref, source);
  return ref_fits(r, ref, source) || ref_fits(r, ref, source_of(r->play.g, source));
}

/* --- finding ---------------------------------------------------------------------------------- */

static bool found_add(Runner *r, Ref ref) { return vec_push(&r->allocator, &r->found, ref) || run_no_memory(r); }

/* Orders what was found by timestamp (equal ones as they were found). */
static void found_sort(Runner *r) {
  const Game *g = r->play.g;
  Ref *refs = r->found.data;
  for (u32 i = 1; i < r->found.count; i++) {
    Ref ref = refs[i];
    u64 timestamp = object_row(g, ref_slot(ref))->timestamp;
    u32 at = i;
    while (at > 0 && object_row(g, ref_slot(refs[at - 1]))->timestamp > timestamp) {
      refs[at] = refs[at - 1];
      at--;
    }
    refs[at] = ref;
  }
}

static bool find_in_list(Runner *r, const ScenarioRef *ref, Zone zone, u32 player) {
  Game *g = r->play.g;
  for (u32 s = zone_first(g, zone, player); s; s = object_row(g, s)->next) {
    /* Phased-out permanents are found by alias only (702.26b). */
    bool absent = zone == ZONE_BATTLEFIELD && object_phased_out(g, s) && ref->kind != SCENARIO_REF_ALIAS;
    if (!absent && ref_fits(r, ref, object_ref(g, s)) && !found_add(r, object_ref(g, s))) return false;
  }
  return true;
}

static bool find_in_zone(Runner *r, const ScenarioRef *ref, Zone zone) {
  u32 lists = zone_is_shared(zone) ? 1 : core(r->play.g)->player_count;
  for (u32 p = 0; p < lists; p++)
    if (!find_in_list(r, ref, zone, p)) return false;
  return true;
}

bool ref_find(Runner *r, const ScenarioRef *ref, u32 zones) {
  r->found.count = 0;
  if (ref->zone != ZONE_NONE) zones &= ZONE_BIT(ref->zone);
  if (ref->kind == SCENARIO_REF_TOP || ref->kind == SCENARIO_REF_ABILITY) zones &= ZONE_BIT(ZONE_STACK);
  if (ref->kind == SCENARIO_REF_FACE_DOWN) zones &= ZONE_BIT(ZONE_STACK) | ZONE_BIT(ZONE_BATTLEFIELD);
  for (u32 z = 0; z < ZONE_COUNT; z++)
    if (zones & ZONE_BIT(z) && !find_in_zone(r, ref, (Zone)z)) return false;
  found_sort(r);
  if (ref->index == 0) return true;
  if (ref->index > r->found.count) {
    r->found.count = 0;
  } else {
    r->found.data[0] = r->found.data[ref->index - 1];
    r->found.count = 1;
  }
  return true;
}

bool ref_find_anywhere(Runner *r, const ScenarioRef *ref) {
  static const Zone ORDER[] = {ZONE_BATTLEFIELD, ZONE_STACK,   ZONE_COMMAND, ZONE_GRAVEYARD, ZONE_EXILE,
                               ZONE_HAND,        ZONE_LIBRARY, ZONE_ANTE,    ZONE_OUTSIDE};
  if (ref->kind == SCENARIO_REF_ALIAS || ref->zone != ZONE_NONE) return ref_find(r, ref, ZONES_ALL);
  for (u32 i = 0; i < COUNT_OF(ORDER); i++) {
    if (!ref_find(r, ref, ZONE_BIT(ORDER[i]))) return false;
    if (r->found.count > 0) return true;
  }
  return true;
}

bool ref_is(Runner *r, const ScenarioRef *ref, Ref candidate, u32 zones) {
  if (!ref_fits(r, ref, candidate)) return false;
  if (ref->index == 0) return true;
  return ref_find(r, ref, zones) && r->found.count == 1 && r->found.data[0] == candidate;
}
