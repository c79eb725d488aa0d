/* Deals unknown cards anew; see view.h. */
#include "state/objects.h"
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

/* Whether a slot can hold a card, given what the viewer sees. */
static bool may_be(const Game *g, u32 slot, u32 card) {
  const Object *o = object_row(g, slot);
  if (!(o->status & STATUS_FACE_DOWN)) return true;
  switch (o->face_down) {
    case FACE_DOWN_MORPH: return card_has(g, card, W_MORPH) || card_has(g, card, W_MEGAMORPH);
    case FACE_DOWN_DISGUISE: return card_has(g, card, W_DISGUISE);
    default: return true;
  }
}

static bool constrained(const Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
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

/* Makes the card represent the object in the slot. */
static void put_card(Game *g, u32 slot, u32 card) {
  Object *o = object_row(g, slot);
  Card *c = row_CARDS(g, card);
  o->card = card;
  o->cv = c->def;
  o->flags = (u8)((o->flags & ~OBJECT_COMMANDER) | (c->flags & CARD_COMMANDER ? OBJECT_COMMANDER : 0));
  c->object = slot;
}

/* Adds a card, sorted by definition, so that the order of identical cards has no effect. */
static void add_card(Deal *d, u32 card) {
  const Game *g = d->g;
  u32 at = d->cards.count++, def = row_CARDS(g, card)->def;
  for (; at > 0 && row_CARDS(g, d->cards.data[at - 1])->def > def; at--) d->cards.data[at] = d->cards.data[at - 1];
  d->cards.data[at] = card;
}

static bool is_unknown(const Game *g, u32 viewer, u32 owner, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->owner != owner || o->zone == ZONE_NONE || !o->card || row_CARDS(g, o->card)->next) return false;
  return o->cv == row_CARDS(g, o->card)->def && !view_knows(g, viewer, slot);
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
  }
}

/* Nobody else can tell how long cards have been in a hand: puts those the viewer knows first, as in the view. */
static void arrange_hand(Deal *d, u32 viewer, u32 owner) {
  Game *g = d->g;
  u32 known = 0;
  d->slots.count = 0;
  for (u32 slot = zone_first(g, ZONE_HAND, owner); slot; slot = object_row(g, slot)->next) {
    u32 at = d->slots.count++;
    if (view_knows(g, viewer, slot)) {
      for (; at > known; at--) d->slots.data[at] = d->slots.data[at - 1];
      known++;
    }
    d->slots.data[at] = slot;
  }
  zone_arrange(g, ZONE_HAND, owner, d->slots.data, d->slots.count);
}

typedef struct DealJob {
  u32 viewer;
  u64 seed;
} DealJob;

static void determinize(Game *g, void *user) {
  const DealJob *job = user;
  Deal d = {.g = g, .rng = {job->seed}};
  bool room = reserve(&d, count_of(g, T_OBJECTS));
  for (u32 owner = 0; room && owner < core(g)->player_count; owner++) {
    deal_owner(&d, job->viewer, owner);
    if (owner != job->viewer) arrange_hand(&d, job->viewer, owner);
  }
  vec_free(&g->allocator, &d.slots);
  vec_free(&g->allocator, &d.cards);
  vec_free(&g->allocator, &d.card_of);
  vec_free(&g->allocator, &d.slot_of);
  vec_free(&g->allocator, &d.tried);
  if (!room) game_fail(g, GAVEL_E_MEMORY, "memory to deal cards");
  core(g)->rng.state = rng_next(&d.rng);
  derived_reset(g);
}

GavelStatus game_determinize(Game *g, u32 viewer, u64 seed) {
  if (viewer >= core(g)->player_count || g->running) return GAVEL_E_MISUSE;
  DealJob job = {viewer, seed};
  return game_protect(g, determinize, &job);
}
