#include "state/view.h"

#include "state/objects.h"
#include "state/sight.h"

/* --- handles --------------------------------------------------------------------------------- */

/* A handle is a viewer, a slot and the viewer's tag for the object, enciphered with the game's secret by Speck64/128: a
   permutation of 64-bit words that can't be reversed without the key, so clients learn nothing about slots. A tag is
   never used twice, so the handle of an object that is out of sight never comes back. */
enum { SLOT_BITS = 28 };

/* Rounds per loop iteration: compilers unroll loops this short, and no longer ones. */
enum { ROUNDS_AT_ONCE = 9 };
_Static_assert(SPECK_ROUNDS % ROUNDS_AT_ONCE == 0, "steps of as many rounds make all rounds");

static u32 turn_left(u32 x, u32 n) { return x << n | x >> (32 - n); }
static u32 turn_right(u32 x, u32 n) { return x >> n | x << (32 - n); }

/* What is kept of handles, with the round keys, which are made by the cipher itself. */
static HandlesKept *handles_kept(const Game *g) {
  HandlesKept *h = &game_block(g)->handles;
  const u64 *secret = core(g)->sight_key;
  if (h->keyed && h->secret[0] == secret[0] && h->secret[1] == secret[1]) return h;
  *h = (HandlesKept){.secret = {secret[0], secret[1]}, .keyed = 1};
  u32 key = (u32)secret[0], more[3] = {(u32)(secret[0] >> 32), (u32)secret[1], (u32)(secret[1] >> 32)};
  for (u32 round = 0; round < SPECK_ROUNDS; round++) {
    h->keys[round] = key;
    u32 *next = &more[round % 3];
    *next = (turn_right(*next, 8) + key) ^ round;
    key = turn_left(key, 3) ^ *next;
  }
  return h;
}

static u64 encipher(const HandlesKept *h, u64 word) {
  const u32 *keys = h->keys;
  u32 a = (u32)word, b = (u32)(word >> 32);
  for (u32 step = 0; step < SPECK_ROUNDS / ROUNDS_AT_ONCE; step++, keys += ROUNDS_AT_ONCE) {
    for (u32 round = 0; round < ROUNDS_AT_ONCE; round++) {
      b = (turn_right(b, 8) + a) ^ keys[round];
      a = turn_left(a, 3) ^ b;
    }
  }
  return (u64)b << 32 | a;
}

static u64 decipher(const HandlesKept *h, u64 word) {
  const u32 *keys = h->keys + SPECK_ROUNDS;
  u32 a = (u32)word, b = (u32)(word >> 32);
  for (u32 step = 0; step < SPECK_ROUNDS / ROUNDS_AT_ONCE; step++) {
    keys -= ROUNDS_AT_ONCE;
    for (u32 round = ROUNDS_AT_ONCE; round-- > 0;) {
      a = turn_right(a ^ b, 3);
      b = turn_left((b ^ keys[round]) - a, 8);
    }
  }
  return (u64)b << 32 | a;
}

static bool slot_there(const Game *g, u32 slot) {
  return slot && slot < count_of(g, T_OBJECTS) && object_row(g, slot)->owner != PLAYER_NONE;
}

/* Handle 0 means none, so what would be enciphered as 0 gets the handle of plaintext 0, which never occurs because no
   tag is 0. */
static u64 handle_of(const HandlesKept *h, u32 place, u32 tag) {
  u64 handle = encipher(h, (u64)place << 32 | tag);
  return handle ? handle : encipher(h, 0);
}

/* Deciphers a handle into viewer, slot and tag. */
static void handle_read(const HandlesKept *h, ViewHandle handle, u32 *place, u32 *tag) {
  u64 word = decipher(h, handle);
  if (word == 0) word = decipher(h, 0);
  *place = (u32)(word >> 32);
  *tag = (u32)word;
}

ViewHandle view_handle(const Game *g, u32 viewer, u32 slot) {
  if (!slot_there(g, slot)) return 0;
  u32 place = viewer << SLOT_BITS | slot, tag = sight_tag(g, viewer, slot);
  u32 row = (slot * core(g)->player_count + viewer) % HANDLES_KEPT;
  HandlesKept *h = handles_kept(g);
  HandleKept *kept = &h->kept[row];
  if (kept->handle && kept->place == place && kept->tag == tag) {
    ASSERT(kept->handle == handle_of(h, place, tag));
    return kept->handle;
  }
  *kept = (HandleKept){handle_of(h, place, tag), place, tag};
  h->found[kept->handle % HANDLES_FOUND] = (u8)row;
  return kept->handle;
}

u32 view_slot(const Game *g, u32 viewer, ViewHandle handle) {
  if (handle == 0) return 0;
  const HandlesKept *h = handles_kept(g);
  const HandleKept *kept = &h->kept[h->found[handle % HANDLES_FOUND]];
  u32 place = kept->place, tag = kept->tag;
  if (kept->handle != handle) handle_read(h, handle, &place, &tag);
#ifdef GAVEL_CHECKED
  u32 place_read, tag_read;
  handle_read(h, handle, &place_read, &tag_read);
  ASSERT(place == place_read && tag == tag_read);
#endif
  u32 slot = place & ((1u << SLOT_BITS) - 1);
  if (place >> SLOT_BITS != viewer || !slot_there(g, slot)) return 0;
  return sight_tag(g, viewer, slot) == tag ? slot : 0;
}

/* --- what a viewer may know ------------------------------------------------------------------ */

bool view_knows_object(const Game *g, u32 viewer, const Object *o) {
  if (sight_knows(viewer, o)) return true;
  const Core *c = core(g);
  /* Whoever controls a player sees what that player sees, but not outside the game (723.4). */
  if (o->zone == ZONE_OUTSIDE) return false;
  for (u32 p = 0; p < c->player_count; p++) {
    if (c->players[p].decided_by == viewer && sight_knows(p, o)) return true;
  }
  return false;
}

bool view_knows(const Game *g, u32 viewer, u32 slot) { return view_knows_object(g, viewer, object_row(g, slot)); }

Ref view_referred(const Game *g, u32 viewer, Ref ref) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  bool hidden = slot && !zone_is_public((Zone)object_row(g, slot)->zone);
  return hidden && !view_knows(g, viewer, slot) ? REF_NONE : ref;
}

u32 view_card(const Game *g, u32 viewer, u32 slot) {
  u32 card = object_row(g, slot)->card;
  return card && view_knows(g, viewer, slot) ? row_CARDS(g, card)->def : 0;
}

/* Handles that lie in memory `stride` bytes apart. */
typedef struct Column {
  char *first;
  size_t stride;
} Column;

static ViewHandle *cell(Column out, u32 row) { return (ViewHandle *)(void *)(out.first + row * out.stride); }

/* Inserts a handle into the sorted last `sorted` of the `count` written so far. */
static void insert_sorted(Column out, u32 count, u32 sorted, ViewHandle handle) {
  u32 at = count;
  for (; at > count - sorted && *cell(out, at - 1) > handle; at--) *cell(out, at) = *cell(out, at - 1);
  *cell(out, at) = handle;
}

/* Unknown cards are sorted by handle. Which of them fit into `out` must not depend on their order either, so all are
   sorted, and the greatest drop off the end. */
static u32 view_hand(const Game *g, u32 viewer, u32 player, Column out, u32 cap) {
  u32 known = 0, unknown = 0;
  for (u32 s = zone_first(g, ZONE_HAND, player); s; s = object_row(g, s)->next) {
    if (!view_knows(g, viewer, s)) continue;
    if (known < cap) *cell(out, known) = view_handle(g, viewer, s);
    known++;
  }
  u32 room = known < cap ? cap - known : 0;
  for (u32 s = zone_first(g, ZONE_HAND, player); s; s = object_row(g, s)->next) {
    if (view_knows(g, viewer, s)) continue;
    ViewHandle handle = view_handle(g, viewer, s);
    u32 written = unknown < room ? unknown : room;
    bool full = written == room;
    unknown++;
    if (room == 0 || (full && *cell(out, known + room - 1) < handle)) continue;
    if (full) written--;
    insert_sorted(out, known + written, written, handle);
  }
  return known + unknown;
}

u32 view_column(const Game *g, u32 viewer, Zone zone, u32 player, ViewHandle *first, size_t stride, u32 cap) {
  Column out = {(char *)first, stride};
  if (zone == ZONE_HAND) return view_hand(g, viewer, player, out, cap);
  u32 n = 0;
  for (u32 s = zone_first(g, zone, player); s; s = object_row(g, s)->next) {
    if (n < cap) *cell(out, n) = view_handle(g, viewer, s);
    n++;
  }
  return n;
}

u32 view_zone(const Game *g, u32 viewer, Zone zone, u32 player, ViewHandle *out, u32 cap) {
  return view_column(g, viewer, zone, player, out, sizeof *out, cap);
}

bool view_decides(const Game *g, u32 viewer) {
  const Decision *d = &core(g)->decision;
  return d->kind != DECISION_NONE && d->player == viewer;
}
