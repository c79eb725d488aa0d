/* What each kind of event does to the game when it happens. Nothing else changes objects. */
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "rules/events/dungeon.h"
#include "rules/events/rooms.h"
#include "state/objects.h"
#include "state/sight.h"

/* --- zone changes ----------------------------------------------------------------------------------- */

/* Effects of spells and abilities on a permanent spell go on applying to the permanent (400.7a). */
void effects_follow(Game *g, Ref from, Ref to) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    Effect *f = row_EFFECTS(g, row);
    if (!f->id || (f->kind != EFFECT_CONTINUOUS && f->kind != EFFECT_REPLACEMENT)) continue;
    for (u32 i = 0; i < list_count(g, f->objects); i++) {
      if (list_get(g, f->objects, i) != from) continue;
      RULE(g, "400.7a");
      list_set(g, f->objects, i, to);
      facts_changed(g, FACT_COPY);
    }
  }
}

/* Effects that began with its entering apply to the permanent (611.2e). */
static void effects_enter(Game *g, Ref from, Ref to) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    Effect *f = row_EFFECTS(g, row);
    if (!f->id || !(f->flags & EFFECT_ENTERING) || !list_has(g, f->objects, from)) continue;
    RULE(g, "611.2e");
    RULE(g, "613.7n"); /* the object's own static abilities have the timestamp of its entering */
    f->flags &= (u16)~EFFECT_ENTERING;
    f->timestamp = timestamp_next(g);
    list_set(g, f->objects, 0, to);
    facts_changed(g, FACT_COPY);
  }
}

/* What is to return once something leaves the battlefield is found in exile (610.3). */
static void returns_follow(Game *g, Ref from, Ref to) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    for (u32 i = 0; f->id && f->flags & EFFECT_RETURNS && i < list_count(g, f->objects); i++) {
      if (list_get(g, f->objects, i) != from) continue;
      Heap objects = f->objects;
      list_add(g, &objects, to); /* in front of which `from` finds nothing any more */
      row_EFFECTS(g, row)->objects = objects;
      facts_changed(g, FACT_COPY);
      break;
    }
  }
}

/* Who may know the card in its new zone. */
static u8 known_after(const Game *g, const Object *o, Zone to, bool face_down) {
  u8 everyone = players_all(g);
  u8 owner = (u8)(1u << o->owner);
  /* What was face down on the battlefield or the stack is revealed as it leaves for another zone. */
  if (o->status & STATUS_FACE_DOWN && to != ZONE_BATTLEFIELD) {
    RULE(g, "708.9");
    return everyone;
  }
  bool was_open =
      zone_is_public((Zone)o->zone) && !(o->status & STATUS_FACE_DOWN) && !(o->flags & OBJECT_EXILED_FACE_DOWN);
  u8 before = o->zone == ZONE_NONE ? 0 : was_open ? everyone : o->known;
  /* A face-down permanent's controller may look at it (708.5); in exile nobody may unless told so (406.3). */
  if (face_down && to != ZONE_BATTLEFIELD) return before;
  if (face_down) return (u8)(before | 1u << o->controller);
  if (zone_is_public(to)) return everyone;
  if (to == ZONE_HAND) return (u8)(before | owner);
  return before; /* into a library at a place those who knew it can follow, until it is shuffled */
}

/* The object's slot takes its next generation and leaves the zone it is in. Cards beyond the first of a
   melded or merged permanent get objects of their own (712.21, 730.3); their slots are left
   on the scratch list; how many. */
static u32 split_cards(Game *g, u32 slot) {
  u32 n = 0;
  u32 card = object_row(g, slot)->card;
  if (!card) return 0;
  u32 next = row_CARDS(g, card)->next;
  row_CARDS(g, card)->next = 0;
  while (next) {
    u32 other = object_new(g, OBJECT_CARD, row_CARDS(g, next)->owner);
    Object *o = object_row(g, other);
    o->card = next;
    o->cv = row_CARDS(g, next)->def;
    o->known = object_row(g, slot)->known;
    Card *c = row_CARDS(g, next);
    o->flags = c->flags & CARD_COMMANDER ? OBJECT_COMMANDER : 0;
    c->object = other;
    u32 after = c->next;
    c->next = 0;
    scratch_push(g, other);
    n++;
    next = after;
  }
  if (n > 0 && !(row_CARDS(g, card)->flags & CARD_COMMANDER)) object_row(g, slot)->flags &= (u8)~OBJECT_COMMANDER;
  return n;
}

/* Where a component goes: only a commander to the command zone, if its owner chose that (903.9c). */
static Zone component_zone(Game *g, u32 slot, const Event *ev) {
  if (ev->to != ZONE_COMMAND || !ev->word || object_row(g, slot)->flags & OBJECT_COMMANDER) return (Zone)ev->to;
  RULE(g, "903.9c");
  return (Zone)(ev->word - 1);
}

static void place(Game *g, u32 slot, Zone to, u32 position) {
  zone_insert(g, slot, to, to == ZONE_LIBRARY ? position : (u32)-1);
  u64 timestamp = timestamp_next(g); /* 613.7d */
  u32 acquisition = ++core(g)->next_acquisition;
  Object *o = object_row(g, slot);
  o->timestamp = timestamp;
  o->acquisition = acquisition;
  o->controller = o->base_controller = o->owner;
}

/* The event that moves the cards: of a merged permanent that is a token one that it contains (730.3e), else itself. */
static u32 cards_row(const Game *g, u32 row, u32 slot) {
  const Event ev = *row_EVENTS(g, row);
  bool apart = object_row(g, slot)->kind == OBJECT_TOKEN && object_row(g, slot)->card;
  for (u32 i = row + 1; apart && i < count_of(g, T_EVENTS); i++) {
    const Event *cards = row_EVENTS(g, i);
    if (cards->parent == row + 1 && cards->kind == EVENT_MOVE && cards->flags & EVF_COMPONENT &&
        cards->object == ev.object)
      return i;
  }
  return row;
}

u32 library_index(u32 position) {
  if (position + W_TOP == W_BOTTOM) return (u32)-1;
  return position + W_TOP == W_TOP ? 0 : position - 1;
}

u8 library_position(i64 above) {
  _Static_assert(W_SECOND == W_TOP + 2 && W_THIRD == W_TOP + 3, "one more than the cards above");
  return above <= 0 ? 0 : (u8)num_min(above + 1, UINT8_MAX);
}

/* What it enters as a copy of for a while is what a continuous effect makes of it. */
static void become_copy(Game *g, u32 slot, const Entry *en) {
  u32 row = effect_add(g, EFFECT_CONTINUOUS, 0, 0, 0, en->copy_until);
  Ref object = object_ref(g, slot);
  Heap mods = 0, objects = 0;
  mods_add(g, &mods, (Mod){.op = IR_M_COPY, .a = en->cv, .x = en->acquisition});
  list_add(g, &objects, object);
  Effect *f = row_EFFECTS(g, row);
  f->mods = mods;
  f->objects = objects;
  f->controller = f->duration_player = en->controller;
  f->duration_object = object;
}

/* The permanent takes what its Entry says (614.12). */
static void become_permanent(Game *g, u32 slot, Heap entry) {
  Heap ext = HEAP_NEW(g, Permanent);
  Entry *en = HEAP_AT(g, Entry, entry);
  Object *o = object_row(g, slot);
  bool halves = cv_is_room(g, o->cv); /* of which one is up only on the stack */
  o->ext = ext;
  o->cv = en->copy_until ? en->own : en->cv;
  o->acquisition = en->acquisition;
  o->controller = o->base_controller = en->controller;
  permanents_changed(g, o->controller);
  o->face = halves ? 0 : en->face;
  o->status = (u8)((en->tapped ? STATUS_TAPPED : 0) | (en->face_down ? STATUS_FACE_DOWN : 0));
  o->face_down = en->face_down ? (u8)(en->face_down - 1) : 0;
  RULE_OF(g, object_ref(g, slot), en->face_down ? "708.3" : "110.5b");
  if (!en->attached_to && chars_subtype(cv_chars(g, en->cv, entering_face(g, slot, en)), W_EQUIPMENT))
    RULE(g, "301.5b");
  en = HEAP_AT(g, Entry, entry);
  Permanent *p = HEAP_AT(g, Permanent, ext);
  p->attached_to = en->attached_to;
  if (en->attached_to) attached_changed(g);
  p->protector = en->protector;
  p->entered_turn = core(g)->turn;
  p->arrived = (u32)core(g)->batch;
  p->flags = PERM_SICK | (cv_is_bestowed(g, en->cv) ? PERM_BESTOWED : 0);
  p->cast = en->cast;
  en->cast = 0;
  Heap notes = HEAP_AT(g, Entry, entry)->notes;
  HEAP_AT(g, Entry, entry)->notes = 0;
  for (u32 i = 0; i + 2 < list_count(g, notes); i += 3) {
    u64 key = list_get(g, notes, i);
    Value v = {.tag = (u32)list_get(g, notes, i + 1), .v = list_get(g, notes, i + 2)};
    note_set(g, slot, (u32)(key >> 32), (StrId)key, v);
  }
  if (notes) heap_free(g, notes);
  const Entry kept = *HEAP_AT(g, Entry, entry);
  if (kept.copy_until) become_copy(g, slot, &kept);
}

/* Takes the object out of its zone and makes it new (400.7). Its row of last known information is there. */
static void leave_zone(Game *g, u32 slot) {
  Zone from = (Zone)object_row(g, slot)->zone;
  if (from == ZONE_BATTLEFIELD) {
    leave_combat(g, slot);
    creatures_unpair(g, slot);
  }
  if (from != ZONE_NONE) zone_remove(g, slot);
  object_renew(g, slot);
}

/* Announces the rules behind a move, before the object moves. */
HARDLY_EVER static void move_announce(Game *g, u32 slot, Zone to, bool apart) {
  const Object *o = object_row(g, slot);
  if (apart) listener_rule(g, "730.3e");
  if (o->zone == ZONE_STACK && o->ext && stack_item_of(g, slot)->spliced) listener_rule(g, "702.47e");
  if (o->zone != to && o->zone != ZONE_NONE) listener_rule_about(g, "400.7", object_ref(g, slot));
  if (o->zone == ZONE_OUTSIDE) listener_rule(g, "400.11b");
  if (!zone_is_shared(to) && o->controller != o->owner) listener_rule(g, "400.3");
}

static void lki_became(Game *g, Ref was, Ref became) {
  u32 row = lki_find(g, was);
  if (row) row_LKI(g, row)->became = became;
}

/* What the move is remembered for: by links (607.2a), and by what is to return (610.3). */
static void remember(Game *g, const Event *ev, Ref became) {
  if (!ev->entry) return;
  const Entry en = *HEAP_AT(g, Entry, ev->entry);
  if (en.flags & ENTRY_RETURNS && ev->to == ZONE_EXILE) returns_follow(g, ev->object, became);
  u32 holder = en.noted_by ? object_live(g, en.noted_by) : 0;
  if (!holder) return;
  Heap entry = entry_under_way(g, en.noted_by);
  if (entry)
    entry_note_ref(g, entry, en.noted_acquisition, en.link, became);
  else
    note_add_ref(g, holder, en.noted_acquisition, en.link, became);
  facts_changed(g, FACT_NOTES);
}

bool happen_move(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (ev.flags & EVF_COMPONENT) return happen_component(g, row);
  u32 slot = object_live(g, ev.object);
  if (!slot) return false;
  u32 moved = cards_row(g, row, slot);
  const Event cards = *row_EVENTS(g, moved);
  Zone to = (Zone)cards.to, from = (Zone)object_row(g, slot)->zone;
  bool apart = to != (Zone)ev.to;
  if (HEARD(g)) move_announce(g, slot, to, apart);
  bool face_down = ev.flags & EVF_FACE_DOWN || (ev.entry && HEAP_AT(g, Entry, ev.entry)->face_down);
  u8 known = known_after(g, object_row(g, slot), to, face_down);
  merged_parts(g, slot);
  u32 others = scratch_mark(g);
  u32 other_count = split_cards(g, slot);
  leave_zone(g, slot);
  Object *o = object_row(g, slot);
  o->known = known;
  o->status = 0;
  o->face = 0;
  o->face_down = 0;
  o->flags = (u8)((o->flags & (OBJECT_COMMANDER)) | (to == ZONE_EXILE && face_down ? OBJECT_EXILED_FACE_DOWN : 0));
  if (o->card) o->cv = row_CARDS(g, o->card)->def;
  place(g, slot, other_count ? component_zone(g, slot, &cards) : to, library_index(cards.position));
  for (u32 i = 0; i < other_count; i++) {
    u32 other = (u32)scratch_get(g, others + i);
    object_row(g, other)->known = known;
    u32 position = library_index(cards.position);
    place(g, other, component_zone(g, other, &cards), position == (u32)-1 ? position : position + 1 + i);
  }
  if (other_count && to == ZONE_LIBRARY) {
    u32 owner = 1u << object_row(g, slot)->owner;
    sight_arranged(g, slot, owner);
    for (u32 i = 0; i < other_count; i++) sight_arranged(g, (u32)scratch_get(g, others + i), owner);
  }
  if (to == ZONE_BATTLEFIELD && ev.entry) become_permanent(g, slot, ev.entry);
  if (from == ZONE_HAND && face_down && to == ZONE_BATTLEFIELD) sight_hidden(g, slot);
  Ref became = object_ref(g, slot);
  if (from != ZONE_NONE) lki_became(g, ev.object, became);
  if (from == ZONE_STACK && to == ZONE_BATTLEFIELD) effects_follow(g, ev.object, became);
  u32 entry_flags = ev.entry ? HEAP_AT(g, Entry, ev.entry)->flags : 0;
  if (entry_flags & ENTRY_EFFECT) effects_enter(g, ev.object, became);
  Event *now = row_EVENTS(g, row);
  /* Of a token whose cards go elsewhere nothing is left. */
  now->became = apart ? REF_NONE : became;
  now->from = (u8)from;
  if (apart) row_EVENTS(g, moved)->became = became;
  if (now->from == ZONE_HAND && ev.player == PLAYER_NONE) now->player = object_row(g, slot)->owner;
  facts_changed(g, FACT_ZONES);
  remember(g, &ev, became);
  for (u32 i = 0; i < other_count; i++) remember(g, &ev, object_ref(g, (u32)scratch_get(g, others + i)));
  if (other_count) components_part(g, row, others, other_count);
  scratch_release(g, others);
  return true;
}

/* --- the other kinds ------------------------------------------------------------------------------------ */

static bool happen_draw(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  Player *p = &core(g)->players[ev->player];
  p->draws_this_turn++;
  bool has_card = false;
  for (u32 i = row + 1; i < count_of(g, T_EVENTS) && !has_card; i++) has_card = row_EVENTS(g, i)->parent == row + 1;
  RULE_OF(g, ref_player(row_EVENTS(g, row)->player), "121.1");
  if (!has_card) {
    p->drew_from_empty = 1; /* 121.4; they lose as a state-based action */
    derived(g)->changes.happened++;
    return false;
  }
  return true;
}

static bool happen_damage(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (ref_is_player(ev.object)) return true;
  u32 slot = object_live(g, ev.object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  Eval e = {.g = g};
  const Chars *source = eval_chars(&e, ev.source);
  bool counters = source && (chars_keyword(source, W_INFECT) || chars_keyword(source, W_WITHER));
  bool deathtouch = damage_source_has(g, ev.source, W_DEATHTOUCH);
  bool creature = has_type(g, slot, TYPE(CREATURE));
  Permanent *p = permanent_of(g, slot);
  if (creature && !counters) {
    RULE_OF(g, ev.object, "120.3e");
    p->damage = num_add(p->damage, ev.amount, NULL);
  }
  if (deathtouch) p->deathtouched = 1;
  p->flags |= PERM_CASE_DAMAGED;
  facts_changed(g, FACT_DAMAGE);
  return true;
}

static bool happen_life(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  Player *p = &core(g)->players[ev->player];
  RULE_OF(g, ref_player(ev->player), "119.3");
  p->life = num_add(p->life, ev->kind == EVENT_GAIN_LIFE ? ev->amount : -ev->amount, NULL);
  facts_changed(g, FACT_LIFE);
  return true;
}

/* Counters an object enters with are put on what it became (122.6), and so are its designations (709.5d). */
static Ref bearer_entered(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  if (!ev->parent) return ev->object;
  const Event *container = row_EVENTS(g, ev->parent - 1);
  return container->kind == EVENT_MOVE && container->object == ev->object ? container->became : ev->object;
}

static bool happen_counters(Game *g, u32 row) {
  row_EVENTS(g, row)->object = bearer_entered(g, row);
  const Event ev = *row_EVENTS(g, row);
  bool player = ref_is_player(ev.object);
  u32 slot = player ? 0 : object_live(g, ev.object);
  if (!player && !slot) return false;
  i64 n = ev.amount;
  if (ev.kind == EVENT_COUNTERS_REMOVE) {
    u32 first = player ? core(g)->players[ref_slot(ev.object)].counters : object_row(g, slot)->counters;
    n = -num_min(n, counters_get(g, first, (Word)ev.word));
    row_EVENTS(g, row)->amount = -n;
  }
  if (n == 0) return false;
  if (player) {
    player_counters_add(g, ref_slot(ev.object), (Word)ev.word, n);
    if (ev.word == W_C_RAD) emblem_of_rules(g, ref_slot(ev.object), g->db->by_rules[GIVEN_RADIATION]);
  } else {
    object_counters_add(g, slot, (Word)ev.word, n);
  }
  facts_changed(g, FACT_COUNTERS);
  return true;
}

static bool happen_tap(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  u32 slot = object_live(g, ev->object);
  if (!slot) return false;
  Object *o = object_row(g, slot);
  if (!(o->status & STATUS_TAPPED) == (ev->kind == EVENT_UNTAP)) return false;
  o->status ^= STATUS_TAPPED;
  tapped_changed(g, slot);
  return true;
}

static bool happen_attach(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  Permanent *p = permanent_of(g, slot);
  Ref to = ev.kind == EVENT_ATTACH ? ev.other : REF_NONE;
  if (p->attached_to == to) return false; /* 701.3b */
  p->attached_to = to;
  if (to) {
    attached_changed(g);
    RULE(g, "613.7e");
    object_row(g, slot)->timestamp = timestamp_next(g);
  }
  facts_changed(g, FACT_ATTACHED);
  return true;
}

/* Whether a permanent is double-faced: a card or token with two faces, also one that melds (712.1). */
static bool has_two_faces(Game *g, u32 slot) {
  if (is_merged(g, slot)) return merged_transforms(g, slot);
  const Object *o = object_row(g, slot);
  u32 def = o->card ? row_CARDS(g, o->card)->def : 0;
  return transforms(g, slot) || (def && carddb_card(g->db, def)->layout == LAYOUT_MELD);
}

/* What is turned face up has the values its abilities gave it as it was turned (613.2a, 708.11). */
static void turn_into(Game *g, u32 slot, Heap entry) {
  const Entry en = *HEAP_AT(g, Entry, entry);
  if (en.copy_until)
    become_copy(g, slot, &en);
  else
    object_row(g, slot)->cv = en.cv;
}

/* A card that was exiled face down; no permanent is turned face up. */
static bool exiled_turned_up(Game *g, u32 slot) {
  Object *o = object_row(g, slot);
  RULE(g, "406.3");
  o->status &= (u8)~STATUS_FACE_DOWN;
  o->known = players_all(g);
  facts_changed(g, FACT_STATUS | FACT_ZONES);
  return false;
}

static bool happen_status(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (slot && object_row(g, slot)->zone == ZONE_EXILE && ev.kind == EVENT_TURN_FACE_UP)
    return exiled_turned_up(g, slot);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  if (ev.kind == EVENT_TURN_FACE_DOWN && has_two_faces(g, slot)) {
    RULE(g, is_merged(g, slot) ? "730.2j" : "712.16");
    return false;
  }
  if (ev.kind == EVENT_TURN_FACE_UP && object_row(g, slot)->status & STATUS_FACE_DOWN && stays_face_down(g, slot)) {
    object_row(g, slot)->known = players_all(g);
    return false;
  }
  Object *o = object_row(g, slot);
  u8 before = o->status;
  switch (ev.kind) {
    case EVENT_FLIP: o->status |= STATUS_FLIPPED; break; /* 710.4: never back */
    case EVENT_TURN_FACE_UP:
      RULE(g, "708.8");
      o->status &= (u8)~STATUS_FACE_DOWN;
      listed_forget(g, ev.object);
      break;
    default:
      RULE(g, before & STATUS_FACE_DOWN ? "708.2b" : "708.2a");
      o->status |= STATUS_FACE_DOWN;
      break;
  }
  if (o->status == before) return false;
  merged_turn(g, slot, (EventKind)ev.kind);
  o = object_row(g, slot);
  u8 everyone = players_all(g);
  if (ev.kind == EVENT_TURN_FACE_UP) o->known = everyone;
  if (ev.kind != EVENT_FLIP) {
    RULE(g, "613.7f");
    o->timestamp = timestamp_next(g);
  }
  if (ev.kind == EVENT_TURN_FACE_UP && ev.entry) turn_into(g, slot, ev.entry);
  facts_changed(g, FACT_STATUS | FACT_COPY);
  return true;
}

static bool happen_blessing(Game *g, u32 player) {
  if (core(g)->players[player].blessing) return false;
  RULE(g, "702.131c");
  core(g)->players[player].blessing = 1;
  facts_changed(g, FACT_OTHER);
  return true;
}

static bool happen_speed(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  RULE(g, "702.179c");
  speed_set(g, ev.player, num_min(num_add(core(g)->players[ev.player].speed, ev.amount, NULL), UINT8_MAX));
  return true;
}

/* What is suspected has menace and can't block for as long as it is so (701.60c). */
static void suspected_begin(Game *g, Ref object) {
  static const u32 GIVEN[] = {GIVEN_MENACE, GIVEN_SUSPECTED};
  RULE(g, "701.60c");
  u32 row = effect_add(g, EFFECT_CONTINUOUS, 0, 0, g->db->by_rules[GIVEN_SUSPECTED], W_INDEFINITE);
  Heap mods = 0, objects = 0;
  for (u32 i = 0; i < COUNT_OF(GIVEN); i++) mods_add(g, &mods, (Mod){.op = IR_M_GAIN, .a = g->db->by_rules[GIVEN[i]]});
  list_add(g, &objects, object);
  row_EFFECTS(g, row)->mods = mods;
  row_EFFECTS(g, row)->objects = objects;
}

static bool gives_suspicion(const Game *g, const Effect *f, Ref object) {
  return f->id && f->kind == EFFECT_CONTINUOUS && f->ability == g->db->by_rules[GIVEN_SUSPECTED] &&
         list_has(g, f->objects, object);
}

static bool suspected_end(Game *g, u32 slot) {
  Ref object = object_ref(g, slot);
  if (!(permanent_of(g, slot)->flags & PERM_SUSPECTED)) return false;
  RULE(g, "701.60a");
  permanent_of(g, slot)->flags &= ~(u32)PERM_SUSPECTED;
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++)
    if (gives_suspicion(g, row_EFFECTS(g, row), object)) effect_remove(g, row);
  facts_changed(g, FACT_STATUS);
  return true;
}

/* Until another creature becomes that player's (701.54a). */
static void ring_bearer_begin(Game *g, u32 slot) {
  u32 controller = object_row(g, slot)->controller;
  RULE(g, "701.54a");
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (object_row(g, s)->controller == controller) permanent_of(g, s)->flags &= ~(u32)PERM_RING_BEARER;
  permanent_of(g, slot)->flags |= PERM_RING_BEARER;
  facts_changed(g, FACT_STATUS);
}

static bool happen_designate(Game *g, u32 row) {
  row_EVENTS(g, row)->object = bearer_entered(g, row);
  const Event ev = *row_EVENTS(g, row);
  if (ev.word == W_LEFT_UNLOCKED || ev.word == W_RIGHT_UNLOCKED) return happen_half(g, row);
  if (ev.word == W_PAIRED) return creatures_pair(g, ev.object, ev.other, ev.player);
  if (ref_is_player(ev.object)) return happen_blessing(g, ref_slot(ev.object));
  u32 slot = object_live(g, ev.object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  if (ev.amount < 0) return suspected_end(g, slot);
  Permanent *p = permanent_of(g, slot);
  if (ev.word == W_LEVEL) {
    RULE(g, "716.2b");
    p->level = (u32)num_max(ev.amount, 1);
    facts_changed(g, FACT_STATUS);
    return true;
  }
  u32 flag = designation_flag((Word)ev.word);
  if (flag == PERM_RING_BEARER) {
    ring_bearer_begin(g, slot);
    return true;
  }
  if (p->flags & flag) {
    if (flag == PERM_SUSPECTED) RULE(g, "701.60d");
    return false;
  }
  p->flags |= flag;
  if (flag == PERM_SUSPECTED) suspected_begin(g, ev.object);
  facts_changed(g, FACT_STATUS);
  return true;
}

/* Until that player's next turn it is goaded by them (701.15a, d). */
static bool happen_goad(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object), flag = 1u << (PERM_GOADED_SHIFT + ev.player);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || !has_type(g, slot, TYPE(CREATURE))) return false;
  RULE(g, "701.15a");
  if (permanent_of(g, slot)->flags & flag) {
    RULE(g, "701.15d");
    return false;
  }
  permanent_of(g, slot)->flags |= flag;
  facts_changed(g, FACT_STATUS);
  return true;
}

/* It doesn't untap during that player's next untap step. */
static bool happen_exert(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) {
    RULE(g, "701.43c");
    return false;
  }
  RULE(g, "701.43a");
  permanent_of(g, slot)->exerted |= 1u << ev.player;
  return true;
}

/* Only daybound and nightbound transform what has them (702.145b, 702.145e). */
static bool bound(Game *g, u32 slot) {
  if (has_keyword(g, slot, W_DAYBOUND)) {
    RULE(g, "702.145b");
    return true;
  }
  if (has_keyword(g, slot, W_NIGHTBOUND)) {
    RULE(g, "702.145e");
    return true;
  }
  return false;
}

bool transforms(Game *g, u32 slot) {
  if (is_merged(g, slot)) return merged_transforms(g, slot);
  const Object *o = object_row(g, slot);
  return cv_is_double_faced(g, o->card ? row_CARDS(g, o->card)->def : o->cv);
}

/* Whether what a permanent would turn over to can be on the battlefield, and it isn't face down (712.10, 712.15a). */
static bool may_turn_over(Game *g, u32 slot) {
  const u16 SPELLS = TYPE(INSTANT) | TYPE(SORCERY);
  const Object o = *object_row(g, slot);
  if (o.status & STATUS_FACE_DOWN) {
    RULE(g, "712.15a");
    return false;
  }
  CvId own = o.card ? row_CARDS(g, o.card)->def : o.cv;
  if (is_merged(g, slot) || !(cv_chars(g, own, o.face ^ 1)->types & SPELLS)) return true;
  RULE(g, "712.10");
  return false;
}

/* The abilities of a permanent that transforms know that it has done so while they were on the stack (701.27f). */
static void abilities_see_transforming(Game *g, Ref permanent) {
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next)
    if (object_row(g, s)->kind == OBJECT_ABILITY && stack_item_of(g, s)->source == permanent)
      stack_item_of(g, s)->flags |= STACK_SOURCE_TRANSFORMED;
}

static bool happen_transform(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || !transforms(g, slot)) return false;
  if (bound(g, slot) && !(ev.flags & EVF_RULE)) return false;
  if (!may_turn_over(g, slot)) return false;
  merged_transform(g, slot);
  Object *o = object_row(g, slot);
  o->face ^= 1;
  RULE(g, "613.7g");
  o->timestamp = timestamp_next(g);
  abilities_see_transforming(g, ev.object);
  facts_changed(g, FACT_STATUS | FACT_COPY);
  return true;
}

/* What phases out until something leaves the battlefield is remembered by the effect `id`, and what phases in by none. */
static void phasing_remembered(Game *g, Ref object, u32 id) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (!f->id || !(f->flags & EFFECT_RETURNS) || f->amount != ZONE_NONE) continue;
    Heap objects = f->objects;
    for (u32 i = list_count(g, objects); i > 0; i--)
      if (list_get(g, objects, i - 1) == object) list_remove(g, objects, i - 1);
    if (f->id == id) list_add(g, &objects, object);
    row_EFFECTS(g, row)->objects = objects;
  }
}

bool phased_until(const Game *g, Ref object) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && f->flags & EFFECT_RETURNS && f->amount == ZONE_NONE && list_has(g, f->objects, object)) return true;
  }
  return false;
}

static bool happen_phase(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  Object *o = object_row(g, slot);
  bool out = ev.kind == EVENT_PHASE_OUT;
  /* Directly and indirectly at once is indirectly (702.26h). */
  if (out && ev.parent) permanent_of(g, slot)->flags |= PERM_PHASED_INDIRECTLY;
  if (!(o->status & STATUS_PHASED_OUT) != out) return false;
  o->status ^= STATUS_PHASED_OUT;
  if (!out) permanent_of(g, slot)->flags &= ~(u32)PERM_PHASED_INDIRECTLY;
  if (out) {
    leave_combat(g, slot);
    creatures_unpair(g, slot);
  }
  phasing_remembered(g, ev.object, out ? ev.word : 0);
  facts_changed(g, FACT_ZONES | FACT_STATUS);
  return true;
}

/* A countered ability is on no stack any more; a countered spell moves by an event of its own (701.6a). */
static bool happen_countered(Game *g, u32 row) {
  u32 slot = object_live(g, row_EVENTS(g, row)->object);
  if (!slot || object_row(g, slot)->zone != ZONE_STACK) return false;
  if (object_row(g, slot)->kind != OBJECT_ABILITY) return true;
  zone_remove(g, slot);
  object_cease(g, slot);
  return true;
}

static bool happen_leave_combat(Game *g, u32 row) {
  u32 slot = object_live(g, row_EVENTS(g, row)->object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  remove_from_combat(g, slot); /* which notices the event itself */
  return false;
}

static bool happen_blocked(Game *g, u32 row) {
  become_blocked(g, row_EVENTS(g, row)->object, REF_NONE); /* which notices the event itself */
  return false;
}

static bool happen_end(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  Player *p = &core(g)->players[ev->player];
  if (ev->kind == EVENT_WIN) {
    p->won = 1;
  } else {
    p->lost = 1;
  }
  return true;
}

static bool happen_shuffle(Game *g, u32 row) {
  RULE(g, "701.24a");
  library_shuffle(g, row_EVENTS(g, row)->player);
  return true;
}

static bool happen_mana(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  RULE(g, "106.4");
  Heap env = ev.node ? env_copy(g, ev.env) : 0; /* the mana keeps what its terms speak of */
  mana_add(g, ev.player, ev.word, (u32)num_min(ev.amount, 1 << 30), ev.source, ev.node, env);
  return true;
}

static bool happen_reveal(Game *g, u32 row) {
  const Event *ev = row_EVENTS(g, row);
  u32 slot = object_live(g, ev->object);
  if (!slot) return false;
  RULE_OF(g, ev->object, "701.20a");
  sight_gain(g, slot, players_all(g));
  return true;
}

static bool happen_monarch(Game *g, u32 row) {
  u8 player = row_EVENTS(g, row)->player;
  if (core(g)->players[player].monarch) return true; /* they become it again, which changes nothing */
  RULE(g, "725.3");
  for (u32 p = 0; p < core(g)->player_count; p++) core(g)->players[p].monarch = p == player;
  emblem_of_rules(g, player, g->db->by_rules[GIVEN_MONARCH]);
  facts_changed(g, FACT_OTHER);
  return true;
}

static bool happen_initiative(Game *g, u32 row) {
  u8 player = row_EVENTS(g, row)->player;
  if (core(g)->players[player].initiative) {
    RULE(g, "726.5");
    return true;
  }
  RULE(g, "726.1");
  RULE(g, "726.3");
  for (u32 p = 0; p < core(g)->player_count; p++) core(g)->players[p].initiative = p == player;
  emblem_of_rules(g, player, g->db->by_rules[GIVEN_INITIATIVE]);
  facts_changed(g, FACT_OTHER);
  return true;
}

static bool happen_venture(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  RULE(g, "309.4");
  core(g)->players[ev.player].room = (u32)ev.amount;
  return true;
}

static bool happen_complete(Game *g, u32 row) {
  u32 slot = object_live(g, row_EVENTS(g, row)->object);
  if (!slot) return false;
  dungeon_complete(g, slot);
  return true;
}

static bool happen_day(Game *g, u32 row) {
  u8 becomes = (u8)row_EVENTS(g, row)->amount, was = core(g)->day;
  if (was == becomes) return false;
  RULE(g, "731.1");
  if (was) RULE(g, "731.1a");
  core(g)->day = becomes;
  row_EVENTS(g, row)->word = was;
  facts_changed(g, FACT_OTHER);
  return true;
}

typedef bool (*Happen)(Game *g, u32 row);

#define APPLIED(FUNCTION) FUNCTION
#define NOTICED NULL
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) [EVENT_##KIND] = APPLICATION,
static const Happen HAPPEN[EVENT_KIND_COUNT] = {EVENT_KINDS(EV)};
#undef EV
#undef APPLIED
#undef NOTICED

bool event_happen(Game *g, u32 row) {
  Happen happen = HAPPEN[row_EVENTS(g, row)->kind];
  return happen ? happen(g, row) : true;
}

/* What is attached to a permanent keeps its controller. */
static void announce_attached(Game *g, u32 slot, u32 from) {
  if (!HEARD(g) || !HEARD(g)->rule) return;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (permanent_of(g, s)->attached_to != object_ref(g, slot) || object_row(g, s)->controller != from) continue;
    RULE(g, chars_subtype(chars_of(g, s), W_AURA) ? "303.4e" : "301.5d");
  }
}

void control_changed(Game *g, u32 slot, u32 from, u32 to) {
  /* Its new controller has not controlled it continuously (302.6), and it leaves combat (506.4). */
  remove_from_combat(g, slot);
  creatures_unpair(g, slot);
  announce_attached(g, slot, from);
  u32 before = permanent_of(g, slot)->flags;
  permanent_of(g, slot)->flags |= PERM_SICK;
  permanent_of(g, slot)->flags &= ~(u32)(PERM_UPKEEP | PERM_UPKEEP_NOW | PERM_RING_BEARER);
  facts_changed(g, before & PERM_RING_BEARER ? FACT_TURN | FACT_STATUS /* 701.54a */ : FACT_TURN);
  Event ev = {.kind = EVENT_CONTROL,
              .player = (u8)to,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = object_ref(g, slot),
              .other = ref_player(from)};
  event_noticed(g, &ev);
}
