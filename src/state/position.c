/* The position hash; see hash.h.

   The walk visits the roots in an order that doesn't depend on ids or rows: players, zones in order with each object's
   counters and notes, effects from the oldest, then the running procedures. It runs twice. The first pass collects all
   timestamps, which are then replaced by their ranks, and numbers acquisitions, which nothing compares by order, and
   references to objects that are gone in the order it meets them. The second pass hashes. Last known information of such an
   object is walked where it is first met. */
#include "cards/names.h"
#include "state/hash.h"
#include "state/objects.h"
#include "state/walk.h"

typedef VEC(u64) Numbers;

typedef struct Position {
  Game *g;
  Hash hash;
  bool collecting;
  bool refused;    /* the allocator refused */
  VEC(u32) number; /* of the object in each slot, from 1 in the order of zones */
  Numbers stamps;
  /* Each has the number in the high half; in the low half how many were met before it, and later its own number. */
  Numbers acquisitions;
  Numbers gone;     /* references to objects that are gone, in the order met */
  VEC(u32) effects; /* rows of T_EFFECTS, by id */
} Position;

static Position *position_of(Walk *w) { return w->user; }

static void feed(Position *p, u64 value) {
  if (!p->collecting) hash_u64(&p->hash, value);
}

static void keep(Position *p, Numbers *numbers, u64 value) {
  if (p->collecting && !vec_push(&p->g->allocator, numbers, value)) p->refused = true;
}

/* --- ranks ----------------------------------------------------------------------------------- */

/* Sorts and removes duplicates. */
static void rank_all(Numbers *numbers) {
  u64 *data = numbers->data;
  u32 count = numbers->count, kept = 0;
  sort_u64(data, count);
  for (u32 i = 0; i < count; i++) {
    if (kept == 0 || data[kept - 1] != data[i]) data[kept++] = data[i];
  }
  numbers->count = kept;
}

static u64 rank_of(const Numbers *numbers, u64 value) {
  u32 low = 0, high = numbers->count;
  while (low < high) {
    u32 middle = low + (high - low) / 2;
    if (numbers->data[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low + 1u;
}

/* Keeps of each acquisition when it was met first. */
static void number_met(Numbers *numbers) {
  u64 *data = numbers->data;
  u32 count = numbers->count, kept = 0;
  sort_u64(data, count);
  for (u32 i = 0; i < count; i++)
    if (kept == 0 || data[kept - 1] >> 32 != data[i] >> 32) data[kept++] = data[i];
  numbers->count = kept;
}

static u64 met_number(const Numbers *numbers, u64 value) {
  u32 at = (u32)rank_of(numbers, value << 32) - 1;
  return at < numbers->count ? (u32)numbers->data[at] + 1u : 0;
}

/* --- references ------------------------------------------------------------------------------ */

static u64 gone_number(Position *p, Ref ref) {
  for (u32 i = 0; i < p->gone.count; i++) {
    if (p->gone.data[i] == ref) return (u64)1 << 33 | i;
  }
  keep(p, &p->gone, ref);
  return 0;
}

static u64 ref_number(Position *p, Ref ref) {
  if (ref == REF_NONE) return 0;
  if (ref_is_player(ref)) return (u64)1 << 32 | ref_slot(ref);
  u32 slot = object_live(p->g, ref);
  return slot ? p->number.data[slot] : gone_number(p, ref);
}

static u64 effect_number(const Position *p, u64 id) {
  for (u32 i = 0; i < p->effects.count; i++) {
    if (row_EFFECTS(p->g, p->effects.data[i])->id == id) return i + 1u;
  }
  return 0;
}

static void feed_card(Position *p, u32 card) {
  for (; card; card = row_CARDS(p->g, card)->next) {
    const Card *c = row_CARDS(p->g, card);
    feed(p, card_number(p->g->db, c->def));
    feed(p, (u64)c->casts << 16 | (u64)c->flags << 8 | c->owner);
  }
}

static void feed_cv(Position *p, CvId cv) {
  feed(p, cv & CV_RECORD ? row_CVS(p->g, cv & ~CV_RECORD)->hash : card_number(p->g->db, cv));
}

static void feed_subst(Position *p, u32 subst) {
  for (u32 s = subst; s; s = row_SUBSTS(p->g, s)->next) {
    feed(p, word_number(row_SUBSTS(p->g, s)->from));
    feed(p, word_number(row_SUBSTS(p->g, s)->to));
  }
  feed(p, 0);
}

/* --- fields ---------------------------------------------------------------------------------- */

static void position_scalar(Walk *w, const Field *field, Place place);

static void walk_chain(Walk *w, TableId t, u32 row) {
  for (u32 n = 0; row && !w->stop; n++) {
    u32 next = t == T_COUNTERS ? row_COUNTERS(w->g, row)->next : row_NOTES(w->g, row)->next;
    feed(position_of(w), n + 1);
    walk_row(w, t, row);
    row = next;
  }
}

static void position_scalar(Walk *w, const Field *field, Place place) {
  Position *p = position_of(w);
  u64 value = place_get(w->g, place, field->size);
  switch ((FieldKind)field->kind) {
    case FIELD_SERIAL:
    case FIELD_TAG:
    case FIELD_FREE:
    case FIELD_STALE:
    case FIELD_LKI_CHAIN:
    case FIELD_COUNTER_NEXT:
    case FIELD_NOTE_NEXT:
    case FIELD_LKI_NEXT:
    case FIELD_SLOT: /* the walk visits zones in order */ return;
    case FIELD_BORROW: feed(p, value != 0); return;
    case FIELD_ROW: /* of the history, the rows since then count: a player may not know how many there were before */
      feed(p, field->arg == T_HISTORY ? count_of(w->g, T_HISTORY) - value : value);
      return;
    case FIELD_TURN: feed(p, (u64)core(w->g)->turn - value); return;
    case FIELD_TIMESTAMP:
      keep(p, &p->stamps, value);
      feed(p, rank_of(&p->stamps, value));
      return;
    case FIELD_ACQUISITION:
      if (value) keep(p, &p->acquisitions, value << 32 | p->acquisitions.count);
      feed(p, value ? met_number(&p->acquisitions, value) : 0);
      return;
    case FIELD_EFFECT_ID: feed(p, effect_number(p, value)); return;
    case FIELD_REF: feed(p, ref_number(p, value)); return;
    case FIELD_REF_OR_NUMBER: feed(p, ref_generation(value) ? ref_number(p, value) : value); return;
    case FIELD_CARD_ROW: feed_card(p, (u32)value); return;
    case FIELD_CV: feed_cv(p, (CvId)value); return;
    case FIELD_SUBST: feed_subst(p, (u32)value); return;
    case FIELD_COUNTER_CHAIN: walk_chain(w, T_COUNTERS, (u32)value); return;
    case FIELD_NOTE_CHAIN: walk_chain(w, T_NOTES, (u32)value); return;
    default: feed(p, field_number(w->g->db, field, place_at(w->g, place))); return;
  }
}

static Heap position_own(Walk *w, OwnKind kind, Place place, u32 items) {
  Heap h = place_handle(w->g, place);
  bool none = !items && schema_of_head(kind) == STRUCT_NONE; /* an empty list says no more than none */
  feed(position_of(w), h && !none ? (u64)items << 8 | kind : 0);
  return h;
}

/* --- roots ----------------------------------------------------------------------------------- */

/* Calls back for every zone of the game in a fixed order. */
static void each_zone(Walk *w, void (*visit)(Walk *w, u32 first)) {
  for (u32 z = 0; z < ZONE_COUNT; z++) {
    u32 lists = zone_is_shared((Zone)z) ? 1 : core(w->g)->player_count;
    for (u32 player = 0; player < lists; player++) visit(w, zone_first(w->g, (Zone)z, player));
  }
}

static void number_zone(Walk *w, u32 first) {
  Position *p = position_of(w);
  for (u32 s = first; s; s = object_row(p->g, s)->next) {
    p->number.data[s] = ++p->number.data[0];
  }
}

static void walk_zone(Walk *w, u32 first) {
  for (u32 s = first; s; s = object_row(w->g, s)->next) walk_row(w, T_OBJECTS, s);
  feed(position_of(w), 0);
}

static void walk_table(Walk *w, TableId t) {
  feed(position_of(w), (u64)t << 32 | count_of(w->g, t));
  for (u32 row = 0; row < count_of(w->g, t); row++) walk_row(w, t, row);
}

/* Whether an ability of a card, or one granted by an effect, may ask what happened. */
static bool history_counts(const Game *g) {
  for (u32 row = 1; row < count_of(g, T_CARDS); row++) {
    const CardDef *card = carddb_card(g->db, row_CARDS(g, row)->def);
    for (u32 f = card->face; f < card->face + card->faces; f++) {
      const Chars *c = &carddb_face(g->db, f)->chars;
      for (u32 a = c->abilities; a < c->abilities + c->ability_count; a++) {
        if (carddb_ability(g->db, a)->reads & FACT_HISTORY) return true;
      }
    }
  }
  for (u32 row = 1; row < count_of(g, T_CVS); row++) {
    Mod mods[64];
    u32 count = row_is_free(g, T_CVS, row) ? 0 : cv_mods(g, CV_RECORD | row, mods, COUNT_OF(mods));
    for (u32 i = 0; i < count; i++) {
      bool gains = mods[i].op == IR_M_GAIN && mods[i].a;
      if (gains && carddb_ability(g->db, mods[i].a)->reads & FACT_HISTORY) return true;
    }
  }
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && f->ability && carddb_ability(g->db, f->ability)->reads & FACT_HISTORY) return true;
  }
  return false;
}

/* Walks the last known information of objects that are gone; may meet more of them. */
static void walk_gone(Walk *w) {
  Position *p = position_of(w);
  for (u32 i = 0; i < p->gone.count; i++) {
    u32 row = lki_find(w->g, p->gone.data[i]);
    feed(p, row != 0);
    if (row) walk_row(w, T_LKI, row);
  }
}

static void walk_position(Walk *w) {
  static const u8 TABLES_IN_ORDER[] = {T_PENDING, T_MANA, T_DUE, T_FRAMES, T_EVENTS, T_OPTIONS, T_CHOSEN};
  Position *p = position_of(w);
  walk_struct(w, STRUCT_CORE, (Place){TABLE_COUNT, 0});
  each_zone(w, walk_zone);
  for (u32 i = 0; i < p->effects.count; i++) walk_row(w, T_EFFECTS, p->effects.data[i]);
  for (u32 i = 0; i < COUNT_OF(TABLES_IN_ORDER); i++) walk_table(w, (TableId)TABLES_IN_ORDER[i]);
  if (history_counts(w->g)) walk_table(w, T_HISTORY);
  walk_gone(w);
}

/* Whether all objects that a continuous effect changes are gone, so that it has no effect any more. */
static bool is_spent(const Game *g, const Effect *f) {
  if (f->kind != EFFECT_CONTINUOUS || f->flags & EFFECT_ENTERING || !list_count(g, f->objects)) return false;
  for (u32 i = 0; i < list_count(g, f->objects); i++) {
    Ref object = list_get(g, f->objects, i);
    if (ref_is_player(object) || object_live(g, object)) return false;
  }
  return true;
}

/* Collects the rows of effects in the order of their ids; there are few. */
static bool effects_by_id(Position *p) {
  const Game *g = p->g;
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    if (row_is_free(g, T_EFFECTS, row) || is_spent(g, row_EFFECTS(g, row))) continue;
    if (!vec_push(&p->g->allocator, &p->effects, row)) return false;
    u32 at = p->effects.count - 1;
    for (; at > 0; at--) {
      u32 before = p->effects.data[at - 1];
      if (row_EFFECTS(g, before)->id < row_EFFECTS(g, row)->id) break;
      p->effects.data[at] = before;
    }
    p->effects.data[at] = row;
  }
  return true;
}

static bool position_begin(Position *p, Walk *w) {
  u32 slots = count_of(p->g, T_OBJECTS);
  if (!vec_reserve(&p->g->allocator, &p->number, slots) || !p->number.data) return false;
  memset(p->number.data, 0, slots * sizeof *p->number.data);
  each_zone(w, number_zone);
  return effects_by_id(p);
}

GavelStatus position_hash_of(const Game *g, u64 *hash) {
  Game view = *g;
  Position p = {.g = &view, .collecting = true};
  Walk w = {.g = &view, .user = &p, .scalar = position_scalar, .own = position_own};
  hash_init(&p.hash, 104);
  p.refused = !position_begin(&p, &w);
  if (!p.refused) walk_position(&w);
  rank_all(&p.stamps);
  number_met(&p.acquisitions);
  p.collecting = false;
  if (!p.refused) walk_position(&w);
  GavelAllocator *allocator = &view.allocator;
  vec_free(allocator, &p.number);
  vec_free(allocator, &p.stamps);
  vec_free(allocator, &p.acquisitions);
  vec_free(allocator, &p.gone);
  vec_free(allocator, &p.effects);
  *hash = hash_end(&p.hash);
  return p.refused ? GAVEL_E_MEMORY : GAVEL_OK;
}

u64 position_hash(Game *g) {
  u64 hash;
  if (position_hash_of(g, &hash)) game_fail(g, GAVEL_E_MEMORY, "memory to compare positions");
  return hash;
}
