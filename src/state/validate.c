/* The validator: relations between rows. Fields and owners are in validate_fields.c. */
#include "state/validate_internal.h"

#include "state/checkpoint.h"
#include "state/mods.h"

#include <stdio.h>

/* --- reporting ------------------------------------------------------------------------------- */

bool fault(Check *c, const char *format, ...) {
  if (c->wrong) return false;
  c->wrong = true;
  va_list args;
  va_start(args, format);
  vsnprintf(c->message, c->cap, format, args);
  va_end(args);
  return false;
}

bool bits_reset(Check *c, Bits *bits, u32 count) {
  u32 words = count / 64 + 1;
  bits->count = 0;
  if (!vec_reserve(&c->g->allocator, bits, words)) return fault(c, "out of memory");
  bits->count = words;
  memset(bits->data, 0, words * sizeof *bits->data);
  return true;
}

/* --- the heap -------------------------------------------------------------------------------- */

/* The pieces are contiguous; each one in use has an owner. */
static bool check_pieces(Check *c, u64 *free_words) {
  const Game *g = c->g;
  u32 count = count_of(g, T_HEAP);
  *free_words = 0;
  for (u32 at = 1; at < count;) {
    u64 header = *row_HEAP(g, at);
    u64 size_class = header & 0xff;
    bool used = header >> 8 == 1;
    if (header >> 8 > 1 || size_class >= COUNT_OF(core(g)->heap_free) ||
        heap_class_words((u32)size_class) >= count - at) {
      return fault(c, "heap: no piece at word %u", at);
    }
    u32 size = heap_class_words((u32)size_class);
    if (used && !bits_test(&c->seen_heap, at + 1)) {
      return fault(c, "heap: nobody owns piece %u of %u words", at + 1, size);
    }
    if (!used) *free_words += 1 + size;
    at += 1 + size;
  }
  return true;
}

static bool check_free_pieces(Check *c, u64 free_words) {
  const Game *g = c->g;
  u32 count = count_of(g, T_HEAP);
  u64 found = 0;
  for (u32 k = 0; k < COUNT_OF(core(g)->heap_free); k++) {
    for (Heap h = core(g)->heap_free[k]; h; h = (Heap)*row_HEAP(g, h)) {
      if (h >= count || *row_HEAP(g, h - 1) != k || bits_test_set(&c->seen_heap, h)) {
        return fault(c, "heap: bad free list of class %u at %u", k, h);
      }
      found += 1 + heap_class_words(k);
    }
  }
  return found == free_words || fault(c, "heap: %llu words are free, %llu in free lists",
                                      (unsigned long long)free_words, (unsigned long long)found);
}

bool check_heap(Check *c) {
  u64 free_words;
  if (!check_pieces(c, &free_words) || !check_free_pieces(c, free_words)) return false;
  u64 used = core(c->g)->heap_used;
  return used == c->heap_words ||
         fault(c, "heap: %llu words in use, %llu owned", (unsigned long long)used, (unsigned long long)c->heap_words);
}

/* --- free rows ------------------------------------------------------------------------------- */

typedef struct FreeList {
  u8 table;
  u16 link; /* offset of the link to the next free row in a row */
  u16 head; /* offset of the first free row's number in Core */
} FreeList;

static const FreeList FREE_LISTS[] = {
    {T_OBJECTS, offsetof(Object, next), offsetof(Core, free_object)},
    {T_CARDS, offsetof(Card, next), offsetof(Core, free_card)},
    {T_COUNTERS, offsetof(Counters, next), offsetof(Core, free_counter)},
    {T_NOTES, offsetof(Note, next), offsetof(Core, free_note)},
    {T_LKI, offsetof(Lki, next), offsetof(Core, free_lki)},
    {T_EFFECTS, offsetof(Effect, duration_turn), offsetof(Core, free_effect)},
    {T_CVS, offsetof(CvRecord, card), offsetof(Core, free_cv)},
};

/* Every free row except row 0 is in its table's list once, and no other row is. */
static bool check_free_list(Check *c, const FreeList *list) {
  const Game *g = c->g;
  TableId t = (TableId)list->table;
  u32 count = count_of(g, t), listed = 0, unused = 0;
  if (count == 0) return fault(c, "%s: row 0 is missing", table_name(t));
  if (!row_is_free(g, t, 0)) return fault(c, "%s: row 0 is in use", table_name(t));
  if (!bits_reset(c, &c->seen_rows, count)) return false;
  u32 row = (u32)place_get(g, (Place){TABLE_COUNT, list->head}, sizeof row);
  while (row) {
    if (row >= count || !row_is_free(g, t, row) || bits_test_set(&c->seen_rows, row)) {
      return fault(c, "%s: bad free list at row %u", table_name(t), row);
    }
    listed++;
    row = (u32)place_get(g, place_in(place_of_row(t, row), list->link), sizeof row);
  }
  for (u32 i = 1; i < count; i++) unused += row_is_free(g, t, i);
  return listed == unused || fault(c, "%s: %u rows are free, %u in the free list", table_name(t), unused, listed);
}

/* --- zones and slots ------------------------------------------------------------------------- */

static bool check_zone(Check *c, Zone zone, u32 player) {
  const Game *g = c->g;
  const ZoneList *list = zone_list(g, zone, player);
  u32 prev = 0, n = 0;
  for (u32 s = list->first; s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    if (bits_test_set(&c->seen_rows, s)) return fault(c, "slot %u is in two places of zones", s);
    if (o->zone != zone || o->owner == PLAYER_NONE) {
      return fault(c, "slot %u is in the list of zone %u but not in that zone", s, zone);
    }
    if (!zone_is_shared(zone) && o->owner != player) {
      return fault(c, "slot %u is in a zone of player %u, its owner is %u", s, player, o->owner);
    }
    if (o->prev != prev) return fault(c, "slot %u: prev is %u, not %u", s, o->prev, prev);
    prev = s;
    n++;
  }
  if (list->last != prev || list->count != n) {
    return fault(c, "zone %u of player %u: last %u, count %u; found %u, %u", zone, player, list->last, list->count,
                 prev, n);
  }
  return true;
}

static bool check_zones(Check *c) {
  if (!bits_reset(c, &c->seen_rows, count_of(c->g, T_OBJECTS))) return false;
  for (u32 z = 0; z < ZONE_COUNT; z++) {
    u32 lists = zone_is_shared((Zone)z) ? 1 : core(c->g)->player_count;
    for (u32 p = 0; p < lists; p++) {
      if (!check_zone(c, (Zone)z, p)) return false;
    }
  }
  return true;
}

/* Whether nothing is in progress. Between the events of a batch, and while the rules act, things may be in transit or
   where they can't stay. */
static bool at_rest(const Game *g) { return core(g)->decision.kind == DECISION_PRIORITY && count_of(g, T_EVENTS) == 0; }

static bool kind_in_zone(const Object *o) {
  switch (o->kind) {
    case OBJECT_TOKEN: return o->zone == ZONE_BATTLEFIELD; /* 704.5d */
    case OBJECT_SPELL_COPY: return o->zone == ZONE_STACK;  /* 704.5e */
    case OBJECT_CARD_COPY: return o->zone == ZONE_STACK || o->zone == ZONE_BATTLEFIELD;
    case OBJECT_ABILITY: return o->zone == ZONE_STACK;
    case OBJECT_EMBLEM: return o->zone == ZONE_COMMAND;
    default: return true;
  }
}

static bool step_of_combat(const Game *g) {
  u32 step = W_STEP_UNTAP + core(g)->step;
  return step >= W_STEP_BEGIN_COMBAT && step <= W_STEP_END_COMBAT;
}

static bool check_permanent(Check *c, u32 slot) {
  const Permanent *p = permanent_of(c->g, slot);
  if (p->flags & ~(u32)PERM_FLAGS) return fault(c, "slot %u has flags %x", slot, p->flags);
  bool fights = p->attacking || p->attacked || p->blocking || p->band || p->flags & PERM_COMBAT_FLAGS;
  return !fights || step_of_combat(c->g) || fault(c, "slot %u is in combat in step %u", slot, core(c->g)->step);
}

/* An object on the stack is a spell, or an ability that resolves. */
static bool check_item(Check *c, u32 slot) {
  const Game *g = c->g;
  const StackItem *item = stack_item_of(g, slot);
  if (object_row(g, slot)->kind != OBJECT_ABILITY)
    return !item->ability || fault(c, "slot %u is a spell and ability %u", slot, item->ability);
  u32 op = carddb_ability(g->db, item->ability)->op;
  bool resolves = op == IR_ACTIVATED || op == IR_TRIGGERED || op == IR_SPELL;
  if (!resolves || !item->env) return fault(c, "slot %u can't be ability %u", slot, item->ability);
  return true;
}

/* Off the battlefield and the stack an object is under its owner's control (108.4a), and a card is what is printed on it. */
static bool is_its_card(const Game *g, const Object *o) {
  if (zone_is_open((Zone)o->zone)) return true;
  if (o->controller != o->owner || o->base_controller != o->owner) return false;
  return o->kind != OBJECT_CARD || !o->card || o->cv == row_CARDS(g, o->card)->def;
}

/* Nothing moves while a game waits. */
bool flags_fit_zone(u32 flags, Zone zone) {
  static const struct {
    u8 flag;
    u16 zones;
  } FLAGS[] = {
      {OBJECT_COMMANDER, ZONE_BIT(ZONE_COUNT) - 1},
      {OBJECT_REVEALED, ZONE_BIT(ZONE_HAND) | ZONE_BIT(ZONE_LIBRARY)},
      {OBJECT_EXILED_FACE_DOWN, ZONE_BIT(ZONE_EXILE)},
      {OBJECT_MOVING, 0},
      {OBJECT_COMPANION, ZONE_BIT(ZONE_OUTSIDE)},
      {OBJECT_LEFT_UNLOCKED, ZONE_BIT(ZONE_BATTLEFIELD)},
      {OBJECT_RIGHT_UNLOCKED, ZONE_BIT(ZONE_BATTLEFIELD)},
  };
  for (u32 i = 0; i < COUNT_OF(FLAGS); i++)
    if (FLAGS[i].zones & ZONE_BIT(zone)) flags &= ~(u32)FLAGS[i].flag;
  return flags == 0;
}

/* Checks what only objects in some zones have. */
static bool check_marks(Check *c, u32 slot) {
  const Object *o = object_row(c->g, slot);
  if (!flags_fit_zone(o->flags, (Zone)o->zone))
    return fault(c, "slot %u in zone %u has flags %x", slot, o->zone, o->flags);
  u32 status = o->zone == ZONE_BATTLEFIELD ? 15 : o->zone == ZONE_STACK ? STATUS_FACE_DOWN : 0;
  if (o->status & ~status) return fault(c, "slot %u in zone %u has status %x", slot, o->zone, o->status);
  if (o->face >= FACES_SHOWN) return fault(c, "slot %u shows face %u", slot, o->face);
  if (!is_its_card(c->g, o))
    return fault(c, "slot %u in zone %u: controller %u, values %x", slot, o->zone, o->controller, o->cv);
  return !(o->known & ~players_all(c->g)) || fault(c, "slot %u is known to %x", slot, o->known);
}

static bool check_slot(Check *c, u32 slot) {
  const Game *g = c->g;
  const Object *o = object_row(g, slot);
  /* Each generation but the last of a slot that is free has begun with an acquisition. */
  if (o->generation == 0 || o->generation > core(g)->next_acquisition + 1) {
    return fault(c, "slot %u has generation %u", slot, o->generation);
  }
  if (o->owner == PLAYER_NONE) {
    return o->zone == ZONE_NONE || fault(c, "slot %u is free but in zone %u", slot, o->zone);
  }
  if (o->zone != ZONE_NONE && !bits_test(&c->seen_rows, slot)) {
    return fault(c, "slot %u is in zone %u but not in its list", slot, o->zone);
  }
  if (o->zone == ZONE_NONE && (o->next || o->prev)) return fault(c, "slot %u is in no zone, but in a list", slot);
  if (o->zone == ZONE_NONE && at_rest(g)) return fault(c, "slot %u is in use but in no zone", slot);
  bool needs_ext = zone_is_open((Zone)o->zone);
  if (o->zone != ZONE_NONE && needs_ext != (o->ext != 0)) {
    return fault(c, "slot %u in zone %u: ext is %u", slot, o->zone, o->ext);
  }
  if (o->zone != ZONE_NONE && o->reserved) return fault(c, "slot %u moves and is in a zone", slot);
  if (at_rest(g) && !kind_in_zone(o)) {
    return fault(c, "slot %u: an object of kind %u in zone %u", slot, o->kind, o->zone);
  }
  if (o->zone != ZONE_NONE && !check_marks(c, slot)) return false;
  if (o->zone == ZONE_BATTLEFIELD && !check_permanent(c, slot)) return false;
  if (o->zone == ZONE_STACK && !check_item(c, slot)) return false;
  /* A token that merged with cards may have cards (730.2d). */
  bool merged = o->zone == ZONE_BATTLEFIELD && permanent_of(g, slot)->flags & PERM_MERGED;
  if (!merged && (o->kind == OBJECT_CARD) != (o->card != 0)) {
    return fault(c, "slot %u: kind %u, card %u", slot, o->kind, o->card);
  }
  return true;
}

static bool check_slots(Check *c) {
  u32 count = count_of(c->g, T_OBJECTS);
  for (u32 slot = 1; slot < count; slot++) {
    if (!check_slot(c, slot)) return false;
  }
  u32 tags = count * core(c->g)->player_count;
  if (count_of(c->g, T_SIGHT) != tags) return fault(c, "SIGHT: %u rows", count_of(c->g, T_SIGHT));
  for (u32 row = 0; row < tags; row++) {
    if (*row_SIGHT(c->g, row) > core(c->g)->sight_serial) return fault(c, "SIGHT: tag of row %u", row);
  }
  for (u32 tag = 0; tag < PLAYERS_CAP * PLAYERS_CAP; tag++) {
    if (core(c->g)->players[tag / PLAYERS_CAP].mixed[tag % PLAYERS_CAP] > core(c->g)->sight_serial)
      return fault(c, "SIGHT: tag of the hand of player %u", tag / PLAYERS_CAP);
  }
  return true;
}

/* --- cards ----------------------------------------------------------------------------------- */

/* Each card with an object is in that object's chain, once. */
static bool check_cards(Check *c) {
  const Game *g = c->g;
  if (!bits_reset(c, &c->seen_rows, count_of(g, T_CARDS))) return false;
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    if (row_is_free(g, T_OBJECTS, slot)) continue;
    for (u32 card = object_row(g, slot)->card; card; card = row_CARDS(g, card)->next) {
      const Card *row = row_CARDS(g, card);
      if (row_is_free(g, T_CARDS, card) || row->object != slot || bits_test_set(&c->seen_rows, card)) {
        return fault(c, "slot %u: card %u belongs to slot %u", slot, card, row->object);
      }
    }
  }
  for (u32 card = 1; card < count_of(g, T_CARDS); card++) {
    bool used = !row_is_free(g, T_CARDS, card) && row_CARDS(g, card)->object;
    if (used && !bits_test(&c->seen_rows, card)) {
      return fault(c, "card %u: slot %u does not know it", card, row_CARDS(g, card)->object);
    }
  }
  return true;
}

/* --- chains ---------------------------------------------------------------------------------- */

static bool check_counter_chain(Check *c, u32 first) {
  const Game *g = c->g;
  for (u32 row = first; row; row = row_COUNTERS(g, row)->next) {
    const Counters *now = row_COUNTERS(g, row);
    if (row_is_free(g, T_COUNTERS, row) || bits_test_set(&c->seen_rows, row)) {
      return fault(c, "COUNTERS row %u is not in one chain", row);
    }
    if (now->n <= 0) return fault(c, "COUNTERS row %u counts %lld", row, (long long)now->n);
  }
  return true;
}

static bool check_note_chain(Check *c, u32 first) {
  const Game *g = c->g;
  for (u32 row = first; row; row = row_NOTES(g, row)->next) {
    if (row_is_free(g, T_NOTES, row) || bits_test_set(&c->seen_rows, row)) {
      return fault(c, "NOTES row %u is not in one chain", row);
    }
  }
  return true;
}

/* Whether the abilities that something had are in the list that the row owns, or in the database. */
static bool abilities_there(const Game *g, const Chars *c) {
  if (c->ability_count == 0) return true;
  if (c->abilities_in_block == ABILITIES_IN_LIST)
    return c->abilities && list_count(g, c->abilities) == (u64)c->ability_count * 2;
  return c->abilities_in_block == ABILITIES_OF_DB && (u64)c->abilities + c->ability_count <= g->db->abilities.count;
}

/* Whether a row of last known information has what an object in its zone has. */
static bool lki_fits(const Game *g, const Lki *lki) {
  Zone zone = (Zone)lki->object.zone;
  if (zone == ZONE_NONE || lki->object.face >= FACES_SHOWN) return false;
  if (zone == ZONE_BATTLEFIELD ? !lki->ext : lki->ext && zone != ZONE_STACK) return false;
  return abilities_there(g, &lki->chars);
}

static bool check_lki_chain(Check *c, u32 slot) {
  const Game *g = c->g;
  u32 last = object_row(g, slot)->generation;
  for (u32 row = object_row(g, slot)->lki; row; row = row_LKI(g, row)->next) {
    if (row_is_free(g, T_LKI, row) || bits_test_set(&c->seen_rows, row)) {
      return fault(c, "LKI row %u is not in one chain", row);
    }
    Ref ref = row_LKI(g, row)->ref;
    u32 generation = ref_generation(ref);
    bool first = row == object_row(g, slot)->lki;
    if (ref_slot(ref) != slot || (first ? generation > last : generation >= last)) {
      return fault(c, "LKI row %u: generation %u of slot %u after %u", row, generation, slot, last);
    }
    if (!lki_fits(g, row_LKI(g, row))) return fault(c, "LKI row %u has what no object of its zone has", row);
    last = generation;
  }
  return true;
}

/* The chains walked before have met every row in use. */
static bool all_met(Check *c, TableId t) {
  for (u32 row = 1; row < count_of(c->g, t); row++) {
    if (!row_is_free(c->g, t, row) && !bits_test(&c->seen_rows, row)) {
      return fault(c, "%s: row %u is in no chain", table_name(t), row);
    }
  }
  return true;
}

static bool check_chains(Check *c) {
  const Game *g = c->g;
  u32 slots = count_of(g, T_OBJECTS);
  if (!bits_reset(c, &c->seen_rows, count_of(g, T_COUNTERS))) return false;
  for (u32 s = 1; s < slots; s++) {
    if (!check_counter_chain(c, object_row(g, s)->counters)) return false;
  }
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!check_counter_chain(c, core(g)->players[p].counters)) return false;
  }
  if (!all_met(c, T_COUNTERS) || !bits_reset(c, &c->seen_rows, count_of(g, T_NOTES))) return false;
  for (u32 s = 1; s < slots; s++) {
    if (!check_note_chain(c, object_row(g, s)->notes)) return false;
  }
  if (!all_met(c, T_NOTES) || !bits_reset(c, &c->seen_rows, count_of(g, T_LKI))) return false;
  for (u32 s = 1; s < slots; s++) {
    if (!check_lki_chain(c, s)) return false;
  }
  return all_met(c, T_LKI);
}

/* --- the rest -------------------------------------------------------------------------------- */

static bool check_substs(Check *c) {
  const Game *g = c->g;
  for (u32 row = 1; row < count_of(g, T_SUBSTS); row++) {
    const Subst *s = row_SUBSTS(g, row);
    if (!words_alike(s->from, s->to)) return fault(c, "SUBSTS: row %u replaces word %u by %u", row, s->from, s->to);
    if (s->next && row_SUBSTS(g, s->next)->from <= s->from) {
      return fault(c, "SUBSTS: row %u is out of order", row);
    }
  }
  return true;
}

static bool check_records(Check *c) {
  const Game *g = c->g;
  for (u32 row = 1; row < count_of(g, T_CVS); row++) {
    const CvRecord *r = row_CVS(g, row);
    if (row_is_free(g, T_CVS, row)) continue;
    if (r->mod_count > CV_MODS_MAX || list_count(g, r->mods) != 3u * r->mod_count) {
      return fault(c, "CVS: row %u has %u modifications", row, r->mod_count);
    }
    if (r->hash != cv_content_hash(g, row)) return fault(c, "CVS: row %u has another hash", row);
    u32 faces = r->card ? carddb_card(g->db, r->card)->faces : r->flags & CVR_TWO_FACED ? 2 : 1;
    if (r->only_face > faces) {
      return fault(c, "CVS: row %u shows face %u", row, r->only_face - 1u);
    }
  }
  return true;
}

/* The values of a merged permanent list its components. */
static bool check_merged(Check *c) {
  const Game *g = c->g;
  MergedPart parts[CV_MODS_MAX];
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!(permanent_of(g, s)->flags & PERM_MERGED)) continue;
    CvId cv = object_row(g, s)->cv;
    bool says = cv & CV_RECORD && row_CVS(g, cv & ~CV_RECORD)->flags & CVR_MERGED;
    if (!says || cv_parts(g, cv, parts) > MERGED_PARTS_MAX) return fault(c, "slot %u is merged from nothing", s);
  }
  return true;
}

/* No two effects have the same id. Uses a hash table of ids with open addressing. */
static bool check_effects(Check *c) {
  const Game *g = c->g;
  u32 rows = count_of(g, T_EFFECTS), places = 64;
  while (places < 2 * rows) places *= 2;
  if (!bits_reset(c, &c->seen_rows, 64 * places)) return false;
  u64 *ids = c->seen_rows.data;
  for (u32 row = 1; row < rows; row++) {
    u32 id = row_EFFECTS(g, row)->id;
    if (!id) continue;
    u32 at = id * 0x9e3779b1u & (places - 1);
    while (ids[at] && ids[at] != id) at = (at + 1) & (places - 1);
    if (ids[at]) return fault(c, "EFFECTS: two have the id %u", id);
    ids[at] = id;
  }
  return true;
}

static bool check_decision(Check *c) {
  const Core *k = core(c->g);
  const Decision *d = &k->decision;
  if (d->kind == DECISION_NONE) return true;
  if (d->player >= k->player_count || d->for_player >= k->player_count) {
    return fault(c, "a decision of player %u for player %u", d->player, d->for_player);
  }
  if (k->over) return fault(c, "a decision although the game is over");
  if (count_of(c->g, T_OPTIONS) == 0) return fault(c, "a decision without options");
  if (count_of(c->g, T_FRAMES) == 0) return fault(c, "a decision nobody asked for");
  return true;
}

/* Counts that only grow: what is left of their range is more than any game uses up, so that they never begin again. */
static bool check_counts(Check *c) {
  const Core *k = core(c->g);
  const u32 narrow[] = {k->next_acquisition, k->next_effect,   k->next_group,    k->turn,
                        k->step_serial,      k->pending_order, k->cause_epoch,   k->cause_depth,
                        k->loop_steps,       k->sight_serial,  k->decision.group};
  const u64 wide[] = {k->next_timestamp, k->decisions, k->events, k->batch};
  for (u32 i = 0; i < COUNT_OF(narrow); i++)
    if (narrow[i] > INT32_MAX) return fault(c, "count %u is %u", i, narrow[i]);
  for (u32 i = 0; i < COUNT_OF(wide); i++)
    if (wide[i] > INT64_MAX) return fault(c, "wide count %u is %llu", i, (unsigned long long)wide[i]);
  if (k->cv_enough && k->cv_enough <= CV_ENOUGH) return fault(c, "values are collected at %u rows", k->cv_enough);
  for (u32 p = 0; p < k->player_count; p++)
    if (k->players[p].turns_taken > INT32_MAX) return fault(c, "player %u took %u turns", p, k->players[p].turns_taken);
  return true;
}

static bool check_core(Check *c) {
  const Core *k = core(c->g);
  if (k->player_count == 0 || k->player_count > PLAYERS_CAP) {
    return fault(c, "%u players", k->player_count);
  }
  for (u32 p = k->player_count; p < PLAYERS_CAP; p++) {
    const Player *player = &k->players[p];
    for (u32 z = 0; z < COUNT_OF(player->zones); z++) {
      if (player->zones[z].first) return fault(c, "player %u does not play, but has objects", p);
    }
  }
  return true;
}

static bool check_image(Check *c, const Game *g) {
  c->g = (Game[]){*g};
  c->heap_words = 0;
  c->borrowed.count = 0;
  static bool (*const CHECKS[])(Check *) = {check_core,    check_counts,   check_fields,   check_heap,
                                            check_cycles,  check_zones,    check_slots,    check_cards,
                                            check_chains,  check_substs,   check_records,  check_merged,
                                            check_effects, check_decision, check_payloads, check_frames};
  for (u32 i = 0; i < COUNT_OF(CHECKS); i++) {
    if (!CHECKS[i](c)) return false;
  }
  for (u32 i = 0; i < COUNT_OF(FREE_LISTS); i++) {
    if (!check_free_list(c, &FREE_LISTS[i])) return false;
  }
  return true;
}

bool game_validate(const Game *g, char *message, size_t cap) {
  Check c = {.message = message, .cap = cap};
  message[0] = 0;
  bool sound = check_image(&c, g);
  if (sound && count_of(g, T_DERIVED) < count_of(g, T_OBJECTS)) sound = fault(&c, "DERIVED is too short");
  for (u32 i = 0; sound && i < checkpoint_count(g); i++) {
    Game image;
    checkpoint_view(g, i, &image);
    sound = check_image(&c, &image);
  }
  GavelAllocator allocator = g->allocator;
  vec_free(&allocator, &c.seen_heap);
  vec_free(&allocator, &c.seen_env);
  vec_free(&allocator, &c.seen_rows);
  vec_free(&allocator, &c.borrowed);
  return sound;
}
