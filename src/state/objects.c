/* Objects, the cards that represent them, the zones they are in, and last known information. */
#include "state/objects.h"

#include "state/mods.h"
#include "state/sight.h"
#include "state/walk.h"

/* --- references ------------------------------------------------------------------------------ */

u32 permanent_live(const Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  return slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD && !object_phased_out(g, slot) ? slot : 0;
}

u32 lki_find(const Game *g, Ref ref) {
  u32 slot = ref_slot(ref);
  if (ref_is_player(ref) || slot >= count_of(g, T_OBJECTS)) return 0;
  u32 row = object_row(g, slot)->lki;
  while (row && row_LKI(g, row)->ref != ref) row = row_LKI(g, row)->next;
  return row;
}

const Object *object_known(const Game *g, Ref ref) {
  if (ref_is_player(ref)) return NULL;
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  return slot ? object_row(g, slot) : row ? &row_LKI(g, row)->object : NULL;
}

u32 counters_first(const Game *g, Ref ref) {
  if (ref_is_player(ref)) return core(g)->players[ref_slot(ref)].counters;
  u32 slot = object_live(g, ref);
  return slot ? object_row(g, slot)->counters : 0;
}

u32 object_owner(const Game *g, Ref ref) {
  if (ref_is_player(ref)) return ref_slot(ref);
  const Object *o = object_known(g, ref);
  return o ? o->owner : PLAYER_NONE;
}

/* The zone of an object that exists or existed; ZONE_NONE if it is unknown. */
static Zone zone_of_ref(const Game *g, Ref ref) {
  const Object *o = object_known(g, ref);
  return o ? (Zone)o->zone : ZONE_NONE;
}

Ref object_became(const Game *g, Ref ref, bool hidden_too) {
  u32 row = lki_find(g, ref);
  if (!row) return REF_NONE;
  Ref became = row_LKI(g, row)->became;
  Zone zone = zone_of_ref(g, became);
  if (zone == ZONE_NONE) return REF_NONE;
  return hidden_too || zone_is_public(zone) ? became : REF_NONE;
}

Ref object_was(const Game *g, Ref ref) {
  for (u32 row = 1; row < count_of(g, T_LKI); row++) {
    const Lki *lki = row_LKI(g, row);
    if (lki->ref && lki->became == ref) return lki->ref;
  }
  return ref;
}

/* --- slots ----------------------------------------------------------------------------------- */

/* Takes a free row from its list, or adds a new one. */
#define ROW_TAKE(g, TABLE, HEAD, LINK)                           \
  u32 row = core(g)->HEAD;                                       \
  if (row) {                                                     \
    table_reuse(g, T_##TABLE);                                   \
    core(g)->HEAD = row_##TABLE(g, row)->LINK;                   \
    memset(row_##TABLE(g, row), 0, sizeof *row_##TABLE(g, row)); \
  } else {                                                       \
    row = table_add(g, T_##TABLE, 1);                            \
  }

static u32 slot_take(Game *g) {
  u32 slot = core(g)->free_object;
  if (slot) {
    table_reuse(g, T_OBJECTS);
    core(g)->free_object = object_row(g, slot)->next;
    return slot;
  }
  if (count_of(g, T_OBJECTS) > g->limits.objects) game_fail_limit(g, "objects", g->limits.objects, "objects");
  slot = table_add(g, T_OBJECTS, 1);
  table_add(g, T_SIGHT, core(g)->player_count);
  u32 known = count_of(g, T_DERIVED);
  if (known <= slot) table_add(g, T_DERIVED, slot + 1 - known);
  object_row(g, slot)->generation = 1;
  return slot;
}

u32 object_new(Game *g, ObjectKind kind, u32 owner) {
  u32 slot = slot_take(g);
  u32 acquisition = ++core(g)->next_acquisition;
  Object *o = object_row(g, slot);
  *o = (Object){.generation = o->generation,
                .lki = o->lki,
                .acquisition = acquisition,
                .kind = (u8)kind,
                .zone = ZONE_NONE,
                .owner = (u8)owner,
                .controller = (u8)owner,
                .base_controller = (u8)owner};
  sight_new(g, slot);
  return slot;
}

static void counters_free(Game *g, u32 first) {
  while (first) {
    Counters *c = row_COUNTERS(g, first);
    u32 next = c->next;
    *c = (Counters){.next = core(g)->free_counter};
    core(g)->free_counter = first;
    first = next;
  }
}

static void notes_free(Game *g, u32 first) {
  while (first) {
    u32 next = row_NOTES(g, first)->next;
    Value value = row_NOTES(g, first)->value;
    value_free(g, &value);
    *row_NOTES(g, first) = (Note){.next = core(g)->free_note, .reserved = NOTE_FREE};
    core(g)->free_note = first;
    first = next;
  }
}

/* Frees what belongs to the object alone. Its ext is that of the zone it left. */
/* Moves the ext of an object that left the stack to its last known information, if that expects it
   (lki_take_leaving). */
static bool ext_inherited(Game *g, u32 slot, Heap ext) {
  u32 row = object_row(g, slot)->lki;
  if (!row || row_LKI(g, row)->ref != object_ref(g, slot) || row_LKI(g, row)->ext) return false;
  row_LKI(g, row)->ext = ext;
  return true;
}

static void belongings_free(Game *g, u32 slot) {
  Object *o = object_row(g, slot);
  u32 counters = o->counters, notes = o->notes;
  Heap ext = o->ext;
  Zone zone = o->zone == ZONE_NONE ? zone_left(o) : (Zone)o->zone;
  o->counters = o->notes = 0;
  o->ext = 0;
  counters_free(g, counters);
  notes_free(g, notes);
  if (!ext || (zone == ZONE_STACK && ext_inherited(g, slot, ext))) return;
  owned_free(g, zone == ZONE_STACK ? OWN_STACK_ITEM : OWN_PERMANENT, ext);
}

/* Invalidates what was computed for the slot; keeps the memory reserved for it. */
static void derived_forget(const Game *g, u32 slot) {
  Derived *d = row_DERIVED(g, slot);
  d->cv = 0;
  d->acquisition = 0;
  d->stamp = d->alone = 0;
}

void object_renew(Game *g, u32 slot) {
  ASSERT(object_row(g, slot)->zone == ZONE_NONE);
  belongings_free(g, slot);
  u32 acquisition = ++core(g)->next_acquisition;
  Object *o = object_row(g, slot);
  o->generation++;
  ASSERT(o->generation != 0 && o->generation != REF_PLAYER_TAG);
  o->acquisition = acquisition;
  o->status = 0;
  o->face = 0;
  o->face_down = 0;
  o->flags &= OBJECT_COMMANDER;
  o->controller = o->base_controller = o->owner;
  derived_forget(g, slot);
}

void object_cease(Game *g, u32 slot) {
  ASSERT(object_row(g, slot)->owner != PLAYER_NONE);
  if (object_row(g, slot)->zone != ZONE_NONE) zone_remove(g, slot);
  belongings_free(g, slot);
  Object *o = object_row(g, slot);
  for (u32 card = o->card; card;) {
    Card *c = row_CARDS(g, card);
    card = c->next;
    c->object = c->next = 0;
  }
  *o = (Object){.generation = o->generation + 1,
                .lki = o->lki,
                .next = core(g)->free_object,
                .zone = ZONE_NONE,
                .owner = PLAYER_NONE};
  core(g)->free_object = slot;
  derived_forget(g, slot);
}

/* --- cards ----------------------------------------------------------------------------------- */

u32 card_new(Game *g, u32 def, u32 owner) {
  ROW_TAKE(g, CARDS, free_card, next)
  *row_CARDS(g, row) = (Card){.def = def, .owner = (u8)owner};
  return row;
}

void object_card_add(Game *g, u32 slot, u32 card) {
  Object *o = object_row(g, slot);
  Card *c = row_CARDS(g, card);
  ASSERT(c->next == 0);
  c->object = slot;
  if (!o->card) {
    o->card = card;
    return;
  }
  u32 last = o->card;
  while (row_CARDS(g, last)->next) last = row_CARDS(g, last)->next;
  row_CARDS(g, last)->next = card;
}

/* --- zones ----------------------------------------------------------------------------------- */

/* Links the slot into the list before `next`; at the end if that is 0. */
static void list_link(Game *g, ZoneList *list, u32 slot, u32 next) {
  Object *o = object_row(g, slot);
  o->next = next;
  o->prev = next ? object_row(g, next)->prev : list->last;
  if (o->prev) {
    object_row(g, o->prev)->next = slot;
  } else {
    list->first = slot;
  }
  if (next) {
    object_row(g, next)->prev = slot;
  } else {
    list->last = slot;
  }
  list->count++;
}

static void list_unlink(Game *g, ZoneList *list, u32 slot) {
  Object *o = object_row(g, slot);
  if (o->prev) {
    object_row(g, o->prev)->next = o->next;
  } else {
    list->first = o->next;
  }
  if (o->next) {
    object_row(g, o->next)->prev = o->prev;
  } else {
    list->last = o->prev;
  }
  o->next = o->prev = 0;
  list->count--;
}

/* A card as printed brings its abilities to a zone, or takes them away. Mostly no event comes that they wait for, so only
   the kinds of these events are noted until one comes (watchers_list). */
static void watchers_unlist(Game *g, const Object *o, Zone zone) {
  WatchersKept *kept = &derived(g)->watchers;
  const CardDef *card = carddb_card(g->db, o->cv);
  kept->unlisted |= (u16)ZONE_BIT(zone);
  for (u32 face = 0; face < card->faces; face++) { /* halves together have what each has */
    const Chars *c = &g->db->forms.data[card->form + face].chars;
    for (u32 i = 0; i < c->ability_count; i++) {
      const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
      if (def->op != IR_TRIGGERED && def->op != IR_REPLACEMENT) continue;
      event_kinds_join(def->op == IR_TRIGGERED ? &kept->triggering : &kept->replaced, &def->events);
      if (def->op == IR_TRIGGERED && event_kinds_none(&def->events)) kept->state = 1;
    }
  }
}

/* Whether an object might have unknown abilities there that trigger or replace something. Off the battlefield a card has
   only those of its definition, unless effects grant some; the layers report those. */
static bool may_watch(Game *g, const Object *o, Zone zone) {
  bool plain = o->kind == OBJECT_CARD && o->cv && !(o->cv & CV_RECORD) && zone != ZONE_BATTLEFIELD;
  if (plain && carddb_card(g->db, o->cv)->watcher_zones & ZONE_BIT(zone)) watchers_unlist(g, o, zone);
  return !plain;
}

/* Reports a change in a zone: what was computed from it may be stale. */
static void zone_moved(Game *g, Zone zone, u32 owner, bool watched) {
  Changes *c = &derived(g)->changes;
  c->zones |= (u16)ZONE_BIT(zone);
  if (watched) c->watched_zones |= (u16)ZONE_BIT(zone);
  c->happened++;
  c->battlefield += zone == ZONE_BATTLEFIELD;
  if (zone == ZONE_HAND) c->hands[owner]++;
  if (zone == ZONE_GRAVEYARD) c->graveyards[owner]++;
  bool secret = zone == ZONE_HAND || zone == ZONE_LIBRARY;
  if (secret) own_changed(g, owner);
  if (secret || zone == ZONE_STACK || zone == ZONE_GRAVEYARD)
    c->closed++;
  else
    c->open++;
}

static void stir(Game *g, u32 slot) {
  Changes *c = &derived(g)->changes;
  if (c->moved_count < MOVED_CAP) c->moved[c->moved_count] = slot;
  if (c->moved_count <= MOVED_CAP) c->moved_count++;
}

static void boards_moved(Game *g, const Object *o, Zone zone) {
  if (zone != ZONE_BATTLEFIELD) return;
  permanents_changed(g, o->owner);
  if (o->controller != o->owner) permanents_changed(g, o->controller);
}

void zone_insert(Game *g, u32 slot, Zone zone, u32 position) {
  Object *o = object_row(g, slot);
  ASSERT(o->zone == ZONE_NONE && zone < ZONE_COUNT);
  ZoneList *list = zone_list(g, zone, o->owner);
  u32 next = 0;
  if (zone == ZONE_LIBRARY && position < list->count) {
    next = list->first;
    for (u32 i = 0; i < position; i++) next = object_row(g, next)->next;
  }
  list_link(g, list, slot, next);
  Zone from = zone_left(o);
  bool open = o->reserved & LEFT_REVEALED;
  u32 knew = (u32)o->reserved >> LEFT_KNOWN;
  o->zone = (u8)zone;
  o->reserved = 0;
  derived(g)->changes.mortal += object_ceases(o) != NULL;
  zone_moved(g, zone, o->owner, may_watch(g, o, zone));
  boards_moved(g, o, zone);
  stir(g, slot);
  sight_moved(g, slot, from, open, knew);
}

/* A card leaves the zone, or its cards lie in another order: what comes behind the others is not all that is new. */
static void zone_disturbed(Game *g, Zone zone, u32 owner) {
  if (zone == ZONE_HAND) derived(g)->changes.hands_left[owner]++;
  if (zone == ZONE_GRAVEYARD) derived(g)->changes.graves_left[owner]++;
}

void zone_remove(Game *g, u32 slot) {
  Object *o = object_row(g, slot);
  ASSERT(o->zone != ZONE_NONE);
  zone_disturbed(g, (Zone)o->zone, o->owner);
  list_unlink(g, zone_list(g, (Zone)o->zone, o->owner), slot);
  o->reserved = (u16)((o->zone + 1) | (o->flags & OBJECT_REVEALED ? LEFT_REVEALED : 0) | o->known << LEFT_KNOWN);
  zone_moved(g, (Zone)o->zone, o->owner, may_watch(g, o, (Zone)o->zone));
  boards_moved(g, o, (Zone)o->zone);
  o->zone = ZONE_NONE;
}

/* --- attachments ----------------------------------------------------------------------------- */

static u32 attached_from(const Game *g, u32 slot) {
  while (slot && !permanent_of(g, slot)->attached_to) slot = object_row(g, slot)->next;
  return slot;
}

static void attached_find(Game *g) {
  AttachedKept *kept = &derived(g)->attached;
  kept->known = true;
  kept->count = 0;
  u32 slot = attached_from(g, zone_first(g, ZONE_BATTLEFIELD, 0));
  for (; slot && kept->count <= ATTACHED_CAP; slot = attached_from(g, object_row(g, slot)->next)) {
    if (kept->count < ATTACHED_CAP) kept->slots[kept->count] = slot;
    kept->count++;
  }
}

u32 attached_after(Game *g, u32 slot) {
  const AttachedKept *kept = &derived(g)->attached;
  if (!kept->known) attached_find(g);
  u32 next = slot ? object_row(g, slot)->next : zone_first(g, ZONE_BATTLEFIELD, 0);
  if (kept->count > ATTACHED_CAP) return attached_from(g, next);
  u32 at = 0, found = 0;
  while (slot && at < kept->count && kept->slots[at++] != slot) {
  }
  for (; at < kept->count && !found; at++) {
    u32 listed = kept->slots[at];
    if (object_row(g, listed)->zone == ZONE_BATTLEFIELD && permanent_of(g, listed)->attached_to) found = listed;
  }
  ASSERT(found == attached_from(g, next));
  return found;
}

/* --- shuffling ------------------------------------------------------------------------------- */

/* Relinks the library in the order of the slots in the heap. */
static void library_relink(Game *g, u32 player, Heap order) {
  ZoneList *list = zone_list(g, ZONE_LIBRARY, player);
  u32 count = list_count(g, order), prev = 0;
  for (u32 i = 0; i < count; i++) {
    u32 slot = (u32)list_get(g, order, i);
    Object *o = object_row(g, slot);
    o->prev = prev;
    o->next = i + 1 < count ? (u32)list_get(g, order, i + 1) : 0;
    o->timestamp = 0;
    prev = slot;
  }
  list->first = count ? (u32)list_get(g, order, 0) : 0;
  list->last = prev;
  zone_moved(g, ZONE_LIBRARY, player, true);
}

void zone_arrange(Game *g, Zone zone, u32 player, const u32 *slots, u32 count) {
  ZoneList *list = zone_list(g, zone, player);
  ASSERT(list->count == count);
  for (u32 i = 0; i < count; i++) {
    Object *o = object_row(g, slots[i]);
    o->prev = i ? slots[i - 1] : 0;
    o->next = i + 1 < count ? slots[i + 1] : 0;
  }
  list->first = count ? slots[0] : 0;
  list->last = count ? slots[count - 1] : 0;
  zone_disturbed(g, zone, player);
  zone_moved(g, zone, player, true);
}

/* Moves a slot up to that place of the order; those between move down. */
static void order_raise(Game *g, Heap order, u32 place, u32 slot) {
  u32 at = place, count = list_count(g, order);
  while (at < count && (u32)list_get(g, order, at) != slot) at++;
  if (at == count) return;
  for (; at > place; at--) list_set(g, order, at, list_get(g, order, at - 1));
  list_set(g, order, place, slot);
}

/* Applies a forced result (DUE_SHUFFLE): one row per card, with its slot in `a` and its place from the top in `n`; a
   row with place 0 begins the next result. */
static void order_force(Game *g, u32 player, Heap order) {
  u32 placed = 0;
  for (u32 i = 0; i < count_of(g, T_DUE); i++) {
    Due *due = row_DUE(g, i);
    if (due->kind != DUE_SHUFFLE || due->player != player || due->used) continue;
    if (placed > 0 && due->n == 0) return;
    due->used = 1;
    order_raise(g, order, placed++, due->a);
  }
}

void library_deal(Game *g, u32 player, u32 count) {
  for (u32 i = 0; i < count; i++) {
    u32 slot = zone_first(g, ZONE_LIBRARY, player);
    if (!slot) return;
    zone_remove(g, slot);
    object_row(g, slot)->known |= (u8)(1u << player);
    zone_insert(g, slot, ZONE_HAND, (u32)-1);
  }
}

void library_shuffle(Game *g, u32 player) {
  Heap order = 0;
  for (u32 s = zone_first(g, ZONE_LIBRARY, player); s; s = object_row(g, s)->next) {
    list_add(g, &order, s);
  }
  u32 count = list_count(g, order);
  for (u32 i = count; i > 1; i--) {
    u32 j = (u32)rng_below(&core(g)->rng, i);
    u64 other = list_get(g, order, j);
    list_set(g, order, j, list_get(g, order, i - 1));
    list_set(g, order, i - 1, other);
  }
  order_force(g, player, order);
  library_relink(g, player, order);
  if (order) heap_free(g, order);
  sight_shuffled(g, player);
  library_mixed(g, player, 0);
}

/* --- counters -------------------------------------------------------------------------------- */

i64 counters_get(const Game *g, u32 first, Word kind) {
  for (u32 c = first; c; c = row_COUNTERS(g, c)->next) {
    if (row_COUNTERS(g, c)->kind == kind) return row_COUNTERS(g, c)->n;
  }
  return 0;
}

/* Adds or removes counters in the chain that begins at `first`; returns the new first row. */
static u32 counters_add(Game *g, u32 first, Word kind, i64 n) {
  u32 at = first, before = 0;
  while (at && row_COUNTERS(g, at)->kind != kind) {
    before = at;
    at = row_COUNTERS(g, at)->next;
  }
  if (at) {
    Counters *c = row_COUNTERS(g, at);
    c->n = num_add(c->n, n, NULL);
    /* All counters of the kind get the new one's timestamp (613.7c). */
    if (n > 0) c->timestamp = timestamp_next(g);
    if (c->n > 0) return first;
    u32 next = c->next;
    c->next = 0;
    counters_free(g, at);
    if (!before) return next;
    row_COUNTERS(g, before)->next = next;
    return first;
  }
  if (n <= 0) return first;
  ROW_TAKE(g, COUNTERS, free_counter, next)
  *row_COUNTERS(g, row) = (Counters){.timestamp = timestamp_next(g), .n = n, .kind = kind};
  if (!before) return row;
  row_COUNTERS(g, before)->next = row;
  return first;
}

void object_counters_add(Game *g, u32 slot, Word kind, i64 n) {
  u32 first = counters_add(g, object_row(g, slot)->counters, kind, n);
  object_row(g, slot)->counters = first;
  if (ZONES_BY_BRINGERS & ZONE_BIT(object_row(g, slot)->zone)) derived(g)->learned.counted = 1;
}

void player_counters_add(Game *g, u32 player, Word kind, i64 n) {
  u32 first = counters_add(g, core(g)->players[player].counters, kind, n);
  core(g)->players[player].counters = first;
}

/* --- notes ----------------------------------------------------------------------------------- */

static u32 note_row(const Game *g, u32 slot, u32 acquisition, StrId link) {
  u32 row = object_row(g, slot)->notes;
  while (row && (row_NOTES(g, row)->acquisition != acquisition || row_NOTES(g, row)->link != link)) {
    row = row_NOTES(g, row)->next;
  }
  return row;
}

const Value *note_find(const Game *g, u32 slot, u32 acquisition, StrId link) {
  u32 row = note_row(g, slot, acquisition, link);
  return row ? &row_NOTES(g, row)->value : NULL;
}

Value note_list_find(const Game *g, Heap list, u32 acquisition, StrId link) {
  for (u32 i = 0; i + 2 < list_count(g, list); i += 3) {
    if (list_get(g, list, i) != ((u64)acquisition << 32 | link)) continue;
    return (Value){.tag = (u32)list_get(g, list, i + 1), .v = list_get(g, list, i + 2)};
  }
  return (Value){.tag = VALUE_NONE};
}

static u32 note_take(Game *g, u32 slot, u32 acquisition, StrId link) {
  ROW_TAKE(g, NOTES, free_note, next)
  Object *o = object_row(g, slot);
  *row_NOTES(g, row) = (Note){.next = o->notes, .acquisition = acquisition, .link = link};
  o->notes = row;
  return row;
}

void note_set(Game *g, u32 slot, u32 acquisition, StrId link, Value value) {
  u32 row = note_row(g, slot, acquisition, link);
  if (!row) row = note_take(g, slot, acquisition, link);
  Value old = row_NOTES(g, row)->value;
  value_free(g, &old);
  row_NOTES(g, row)->value = value;
}

void note_add_ref(Game *g, u32 slot, u32 acquisition, StrId link, Ref ref) {
  u32 row = note_row(g, slot, acquisition, link);
  if (!row) row = note_take(g, slot, acquisition, link);
  Value value = row_NOTES(g, row)->value;
  if (value.tag != VALUE_REF && value.tag != VALUE_REFS) value_free(g, &value);
  Heap list = value.tag == VALUE_REFS ? (Heap)value.v : 0;
  if (value.tag == VALUE_REF) list_add(g, &list, value.v);
  list_add(g, &list, ref);
  row_NOTES(g, row)->value = (Value){.tag = VALUE_REFS, .divided = value.divided, .v = list};
}

/* --- word substitutions ---------------------------------------------------------------------- */

/* A chain represents a mapping of words. It has a row for each word it changes, in ascending order, so equal mappings
   are equal chains, and chains share their tails. */

static u32 subst_row(Game *g, Word from, Word to, u32 next) {
  for (u32 row = 1; row < count_of(g, T_SUBSTS); row++) {
    const Subst *s = row_SUBSTS(g, row);
    if (s->from == from && s->to == to && s->next == next) return row;
  }
  u32 row = table_add(g, T_SUBSTS, 1);
  *row_SUBSTS(g, row) = (Subst){from, to, next};
  return row;
}

Word subst_word(const Game *g, u32 subst, Word word) {
  for (u32 s = subst; s; s = row_SUBSTS(g, s)->next) {
    if (row_SUBSTS(g, s)->from == word) return row_SUBSTS(g, s)->to;
  }
  return word;
}

/* Joins two chains, from row `f` of the first and row `s` of the second. */
static u32 subst_merge(Game *g, u32 f, u32 s, u32 second) {
  if (!f && !s) return 0;
  Word a = f ? row_SUBSTS(g, f)->from : WORD_COUNT, b = s ? row_SUBSTS(g, s)->from : WORD_COUNT;
  Word from = a < b ? a : b;
  Word to = a <= b ? subst_word(g, second, row_SUBSTS(g, f)->to) : row_SUBSTS(g, s)->to;
  u32 f_next = a == from ? row_SUBSTS(g, f)->next : f;
  u32 s_next = b == from ? row_SUBSTS(g, s)->next : s;
  u32 rest = subst_merge(g, f_next, s_next, second);
  return from == to ? rest : subst_row(g, from, to, rest);
}

u32 subst_join(Game *g, u32 first, u32 second) {
  if (!first) return second;
  return second ? subst_merge(g, first, second, second) : first;
}

u32 subst_add(Game *g, u32 subst, Word from, Word to) {
  return from == to ? subst : subst_join(g, subst, subst_row(g, from, to, 0));
}
