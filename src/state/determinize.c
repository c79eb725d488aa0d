/* Deals unknown cards anew; see view.h. */
#include "state/mods.h"
#include "state/objects.h"
#include "state/unnamed.h"
#include "state/view.h"

/* The unknown objects of one owner, and the cards they may be: card_of[i] is the index in `cards` of the card dealt to
   slot i, slot_of[j] the inverse. Indices count from 1; 0 is not dealt yet. */
typedef struct Deal {
  Game *g;
  Rng rng;
  VEC(u32) slots;
  VEC(u32) cards;
  VEC(u32) card_of;
  VEC(u32) slot_of;
  VEC(u32) tried;
  Names names;
  u32 round;
} Deal;

static u32 random_below(Deal *d, u32 bound) { return (u32)rng_below(&d->rng, bound); }

static bool card_has(const Game *g, u32 card, Word keyword) {
  const CardDef *def = carddb_card(g->db, row_CARDS(g, card)->def);
  for (u32 f = def->face; f < def->face + def->faces; f++) {
    if (chars_keyword(&carddb_face(g->db, f)->chars, keyword)) return true;
  }
  return false;
}

static bool is_permanent_card(const Game *g, u32 card) {
  const CardDef *def = carddb_card(g->db, row_CARDS(g, card)->def);
  return carddb_face(g->db, def->face)->chars.types & PERMANENT_TYPES;
}

static bool is_foretold(const Game *g, u32 slot) {
  return object_row(g, slot)->zone == ZONE_EXILE && foretold_by(g, object_ref(g, slot));
}

/* How the object in the slot is about to enter the battlefield, because an effect has chosen it unseen; null if it isn't. */
static Entry *entry_of(const Game *g, u32 slot) {
  for (u32 row = 0; row < count_of(g, T_EVENTS); row++)
    if (row_EVENTS(g, row)->entry && row_EVENTS(g, row)->object == object_ref(g, slot)) return event_entry(g, row);
  return NULL;
}

static bool enters_face_up(const Game *g, u32 slot) {
  const Entry *en = entry_of(g, slot);
  return en && !en->face_down;
}

/* Whether a slot can hold a card, given what the viewer sees. */
static bool may_be(const Game *g, u32 slot, u32 card) {
  const Object *o = object_row(g, slot);
  if (enters_face_up(g, slot)) return is_permanent_card(g, card);
  if (is_foretold(g, slot)) return card_has(g, card, W_FORETELL);
  if (!(o->status & STATUS_FACE_DOWN)) return true;
  switch (o->face_down) {
    case FACE_DOWN_MORPH: return card_has(g, card, W_MORPH) || card_has(g, card, W_MEGAMORPH);
    case FACE_DOWN_DISGUISE: return card_has(g, card, W_DISGUISE);
    default: return true;
  }
}

static bool constrained(const Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (is_foretold(g, slot) || enters_face_up(g, slot)) return true;
  return o->status & STATUS_FACE_DOWN && (o->face_down == FACE_DOWN_MORPH || o->face_down == FACE_DOWN_DISGUISE);
}

/* Finds a card for slot i, moving others if necessary. There always is one, because the original deal is a solution. */
static bool find_card(Deal *d, u32 i) {
  u32 n = d->cards.count, first = random_below(d, n);
  for (u32 k = 0; k < n; k++) {
    u32 j = (first + k) % n;
    if (d->tried.data[j] == d->round || !may_be(d->g, d->slots.data[i], d->cards.data[j])) continue;
    d->tried.data[j] = d->round;
    u32 taken = d->slot_of.data[j];
    if (taken && !find_card(d, taken - 1)) continue;
    d->slot_of.data[j] = i + 1;
    d->card_of.data[i] = j + 1;
    return true;
  }
  return false;
}

/* Deals the remaining cards to the remaining slots in random order. */
static void deal_rest(Deal *d) {
  u32 n = d->cards.count;
  for (u32 i = 0; i < n; i++) {
    if (d->card_of.data[i]) continue;
    u32 left = 0;
    for (u32 j = 0; j < n; j++) left += d->slot_of.data[j] == 0;
    u32 skip = random_below(d, left), j = 0;
    for (;; j++) {
      if (d->slot_of.data[j]) continue;
      if (skip-- == 0) break;
    }
    d->slot_of.data[j] = i + 1;
    d->card_of.data[i] = j + 1;
  }
}

/* If the object in the slot is about to enter with the values of its card, it enters with those of the card `def` instead. */
static void enter_as(const Game *g, u32 slot, u32 def) {
  Entry *en = entry_of(g, slot);
  if (!en || en->cv != object_row(g, slot)->cv) return;
  en->cv = def;
  if (carddb_card(g->db, def)->faces == 1) en->face = 0;
}

/* Makes the card represent the object in the slot. */
static void put_card(Game *g, u32 slot, u32 card) {
  enter_as(g, slot, row_CARDS(g, card)->def);
  if (object_row(g, slot)->zone == ZONE_EXILE) foretold_as(g, slot, row_CARDS(g, card)->def);
  Object *o = object_row(g, slot);
  Card *c = row_CARDS(g, card);
  o->card = card;
  o->cv = c->def;
  o->flags = (u8)((o->flags & ~OBJECT_COMMANDER) | (c->flags & CARD_COMMANDER ? OBJECT_COMMANDER : 0));
  c->object = slot;
}

static bool is_unknown(const Game *g, u32 viewer, u32 owner, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->owner != owner || o->zone == ZONE_NONE || !o->card || row_CARDS(g, o->card)->next) return false;
  return o->cv == row_CARDS(g, o->card)->def && !view_knows(g, viewer, slot);
}

/* An object that is gone was this card. */
static void put_card_gone(Game *g, u32 row, u32 card) {
  Lki *lki = row_LKI(g, row);
  lki->object.card = card;
  if (lki->object.cv & CV_RECORD) return; /* it was face down, and had the values of that (708.2) */
  if (lki->chars.abilities_in_block == ABILITIES_IN_LIST && lki->chars.ability_count)
    heap_free(g, lki->chars.abilities);
  const u32 def = row_CARDS(g, card)->def;
  lki->object.cv = def;
  const Chars chars = *cv_chars(g, def, 0);
  row_LKI(g, row)->chars = chars;
  lki_keep_abilities(g, row, &chars, 0);
}

/* What the object in the slot was before is the dealt card, too, as far as the viewer could not know it there. */
static void put_card_before(Game *g, u32 viewer, u32 slot) {
  u32 card = object_row(g, slot)->card;
  for (u32 row = object_row(g, slot)->lki; row; row = row_LKI(g, row)->next) {
    if (view_knows_object(g, viewer, &row_LKI(g, row)->object)) return;
    put_card_gone(g, row, card);
  }
}

/* What went from a hand to a library and can't be followed any more is any of the cards that were dealt. */
static void deal_gone(Deal *d, u32 viewer, u32 owner) {
  Game *g = d->g;
  u32 left = d->cards.count;
  d->round++;
  for (u32 i = 0; i < d->names.gone.count && left > 0; i++) {
    const Lki *lki = row_LKI(g, d->names.gone.data[i]);
    bool followed = lki->became || object_live(g, lki->ref);
    if (followed || lki->object.owner != owner || !lki->object.card || !was_unknown(g, viewer, &lki->object)) continue;
    u32 skip = random_below(d, left--), j = 0;
    while (d->tried.data[j] == d->round || skip-- > 0) j++;
    d->tried.data[j] = d->round;
    put_card_gone(g, d->names.gone.data[i], d->cards.data[j]);
  }
}

/* When a card came to a hand or library where all look alike, even one that was revealed since. In a library, time tells what
   was put there since it was shuffled, as everybody saw. */
static void forget_time(u32 viewer, bool unknown, Object *o) {
  if (zone_is_public((Zone)o->zone) || (!unknown && o->owner == viewer)) return;
  if (o->zone != ZONE_LIBRARY) o->timestamp = 0;
  o->acquisition = 0;
}

static void forget_times(Game *g, u32 viewer, u32 slot) {
  Object *o = object_row(g, slot);
  forget_time(viewer, was_unknown(g, viewer, o), o);
  if (!o->acquisition) o->acquisition = ++core(g)->next_acquisition;
  for (u32 row = o->lki; row; row = row_LKI(g, row)->next) {
    Object *before = &row_LKI(g, row)->object;
    forget_time(viewer, was_unknown(g, viewer, before), before);
  }
}

/* Adds a card, sorted by definition, so that the order of identical cards has no effect. */
static void add_card(Deal *d, u32 card) {
  const Game *g = d->g;
  u32 at = d->cards.count++, def = row_CARDS(g, card)->def;
  for (; at > 0 && row_CARDS(g, d->cards.data[at - 1])->def > def; at--) d->cards.data[at] = d->cards.data[at - 1];
  d->cards.data[at] = card;
}

static bool reserve(Deal *d, u32 count) {
  GavelAllocator *a = &d->g->allocator;
  return vec_reserve(a, &d->slots, count) && vec_reserve(a, &d->cards, count) && vec_reserve(a, &d->card_of, count) &&
         vec_reserve(a, &d->slot_of, count) && vec_reserve(a, &d->tried, count);
}

/* Goes by zones, so that the deal depends on what the viewer sees and not on slot numbers. */
static void find_unknown(Deal *d, u32 viewer, u32 owner) {
  Game *g = d->g;
  d->slots.count = d->cards.count = 0;
  for (u32 zone = 0; zone < ZONE_COUNT; zone++) {
    for (u32 slot = zone_first(g, (Zone)zone, owner); slot; slot = object_row(g, slot)->next) {
      if (!is_unknown(g, viewer, owner, slot)) continue;
      u32 i = d->slots.count++;
      d->slots.data[i] = slot;
      d->card_of.data[i] = d->slot_of.data[i] = d->tried.data[i] = 0;
      add_card(d, object_row(g, slot)->card);
    }
  }
}

static void deal_owner(Deal *d, u32 viewer, u32 owner) {
  Game *g = d->g;
  find_unknown(d, viewer, owner);
  d->round = 0;
  for (u32 i = 0; i < d->slots.count; i++) {
    if (!constrained(g, d->slots.data[i])) continue;
    d->round++;
    find_card(d, i);
  }
  deal_rest(d);
  for (u32 i = 0; i < d->slots.count; i++) {
    put_card(g, d->slots.data[i], d->cards.data[d->card_of.data[i] - 1]);
    put_card_before(g, viewer, d->slots.data[i]);
  }
  deal_gone(d, viewer, owner);
}

/* Whether the card in a slot of a hand stands before another: those the viewer knows first, as in the view, then those that
   something names, in that order. */
static bool stands_before(const Deal *d, u32 viewer, u32 slot, u32 other) {
  if (view_knows(d->g, viewer, slot) || view_knows(d->g, viewer, other))
    return view_knows(d->g, viewer, slot) && !view_knows(d->g, viewer, other);
  return d->names.order.data[slot] &&
         (!d->names.order.data[other] || d->names.order.data[slot] < d->names.order.data[other]);
}

/* Nobody else can tell how long cards have been in a hand, nor which of them is named. */
static void arrange_hand(Deal *d, u32 viewer, u32 owner) {
  Game *g = d->g;
  d->slots.count = 0;
  for (u32 slot = zone_first(g, ZONE_HAND, owner); slot; slot = object_row(g, slot)->next) {
    u32 at = d->slots.count++;
    for (; at > 0 && stands_before(d, viewer, slot, d->slots.data[at - 1]); at--)
      d->slots.data[at] = d->slots.data[at - 1];
    d->slots.data[at] = slot;
  }
  zone_arrange(g, ZONE_HAND, owner, d->slots.data, d->slots.count);
}

/* Takes one at random of the cards in `tried` that came to the library at that time. */
static u32 take_of_time(Deal *d, u32 *count, u64 timestamp) {
  u32 alike = 0, at = 0;
  for (u32 i = 0; i < *count; i++) alike += object_row(d->g, d->tried.data[i])->timestamp == timestamp;
  for (u32 skip = random_below(d, alike);; at++)
    if (object_row(d->g, d->tried.data[at])->timestamp == timestamp && skip-- == 0) break;
  u32 slot = d->tried.data[at];
  for ((*count)--; at < *count; at++) d->tried.data[at] = d->tried.data[at + 1];
  return slot;
}

/* Where in a library the cards are that nobody knows but something names, as an effect does that once found them there: at
   random, as if those were shuffled again that were shuffled or put there in a random order together. */
static void arrange_library(Deal *d, u32 viewer, u32 owner) {
  Game *g = d->g;
  u32 count = 0, loose = 0, named = 0;
  for (u32 slot = zone_first(g, ZONE_LIBRARY, owner); slot; slot = object_row(g, slot)->next) {
    d->slots.data[count++] = slot;
    if (object_row(g, slot)->known) continue;
    u32 at = loose++;
    for (; at > 0 && stands_before(d, viewer, slot, d->tried.data[at - 1]); at--)
      d->tried.data[at] = d->tried.data[at - 1];
    d->tried.data[at] = slot;
    named += d->names.order.data[slot] != 0;
  }
  if (named == 0) return;
  for (u32 i = 0; i < count; i++) {
    const Object *o = object_row(g, d->slots.data[i]);
    if (!o->known) d->slots.data[i] = take_of_time(d, &loose, o->timestamp);
  }
  zone_arrange(g, ZONE_LIBRARY, owner, d->slots.data, count);
}

typedef struct DealJob {
  u32 viewer;
  u64 seed;
} DealJob;

/* How much a player could do when they last had priority. */
static void forget_offers(Game *g) {
  for (u32 row = 0; row + 1 < count_of(g, T_FRAMES); row++) {
    Frame *f = row_FRAMES(g, row);
    if (f->proc == PROC_PRIORITY) f->a[PRIORITY_OPTIONS] = 0;
  }
}

static void determinize(Game *g, void *user) {
  const DealJob *job = user;
  Deal d = {.g = g, .rng = {job->seed}};
  forget_lost_sources(g, job->viewer);
  bool room = reserve(&d, count_of(g, T_OBJECTS)) && names_find(g, &d.names);
  for (u32 owner = 0; room && owner < core(g)->player_count; owner++) {
    if (owner != job->viewer) arrange_hand(&d, job->viewer, owner);
    arrange_library(&d, job->viewer, owner);
    deal_owner(&d, job->viewer, owner);
    for (u32 zone = 0; zone < ZONE_COUNT; zone++)
      for (u32 slot = zone_first(g, (Zone)zone, owner); slot; slot = object_row(g, slot)->next)
        forget_times(g, job->viewer, slot);
  }
  if (room) retell(g, job->viewer);
  vec_free(&g->allocator, &d.slots);
  vec_free(&g->allocator, &d.cards);
  vec_free(&g->allocator, &d.card_of);
  vec_free(&g->allocator, &d.slot_of);
  vec_free(&g->allocator, &d.tried);
  names_free(g, &d.names);
  if (!room) game_fail(g, GAVEL_E_MEMORY, "memory to deal cards");
  core(g)->rng.state = rng_next(&d.rng);
  forget_offers(g);
  core(g)->taken = (Option){.kind = 0}; /* the last answer, which may have been another player's and is used up */
  derived_reset(g);
}

GavelStatus game_determinize(Game *g, u32 viewer, u64 seed) {
  if (viewer >= core(g)->player_count || g->running) return GAVEL_E_MISUSE;
  DealJob job = {viewer, seed};
  return game_protect(g, determinize, &job);
}
