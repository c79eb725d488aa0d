/* What went to a library whose cards were put in an order that nobody knows: no reference, variable or row of history leads to
   it any more. An effect that is under way may have found a card there, though, that it will put somewhere afterwards. */
#include "state/objects.h"

static bool is_mixed(const Game *g, Ref ref, u32 player, u64 timestamp) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  if (!slot) return false;
  const Object *o = object_row(g, slot);
  return o->zone == ZONE_LIBRARY && o->owner == player && o->timestamp == timestamp;
}

/* What the object in the slot was before it moved there; REF_NONE if that is forgotten. */
static Ref came_from(const Game *g, u32 slot) {
  u32 row = object_row(g, slot)->lki;
  return row && row_LKI(g, row)->became == object_ref(g, slot) ? row_LKI(g, row)->ref : REF_NONE;
}

/* Such cards are no longer in the variable. Those that have been moved there are what they were before instead. */
static void forget_in(Game *g, Heap env, u32 variable, u32 player, u64 timestamp) {
  Value value = env_at(g, env)->slot[variable];
  if (value.tag == VALUE_REF && is_mixed(g, value.v, player, timestamp)) env_set_refs(g, env, variable, NULL, 0);
  Heap list = value.tag == VALUE_REFS ? (Heap)value.v : 0;
  for (u32 i = list_count(g, list); i-- > 0;) {
    Ref ref = list_get(g, list, i);
    if (!is_mixed(g, ref, player, timestamp)) continue;
    Ref was = variable == SLOT_MOVED ? came_from(g, ref_slot(ref)) : REF_NONE;
    if (was)
      list_set(g, list, i, was);
    else if (!value.divided)
      list_remove(g, list, i);
  }
}

/* Of what waits or lasts. */
static void forget_in_all(Game *g, Heap env, u32 player, u64 timestamp) {
  for (u32 i = 0; env && i < env_at(g, env)->slots; i++) forget_in(g, env, i, player, timestamp);
}

/* The timestamp of an object that is gone, as far as it is remembered. */
static u64 timestamp_gone(const Game *g, Ref ref) {
  u32 row = lki_find(g, ref);
  return row ? row_LKI(g, row)->object.timestamp : 0;
}

/* Cards that were put there one by one in a random order stand in the order in which they came to where they were before. */
static void forget_in_history(Game *g, u32 player, u64 timestamp) {
  u32 first = count_of(g, T_HISTORY);
  for (u32 row = 0; row < count_of(g, T_HISTORY); row++) {
    History *h = row_HISTORY(g, row);
    bool came = h->kind == EVENT_MOVE && h->to == ZONE_LIBRARY && h->source;
    if (!came || !is_mixed(g, h->object, player, timestamp)) continue;
    h->object = REF_NONE;
    if (first > row) first = row;
    for (u64 since = timestamp_gone(g, h->source); timestamp && h > row_HISTORY(g, first); h--) {
      const History before = h[-1];
      bool came_too = before.kind == EVENT_MOVE && before.to == ZONE_LIBRARY && !before.object;
      if (!came_too || timestamp_gone(g, before.source) <= since) break;
      h[-1] = *h;
      *h = before;
    }
  }
}

void library_mixed(Game *g, u32 player, u64 timestamp) {
  for (u32 row = 0; row < count_of(g, T_FRAMES); row++)
    if (row_FRAMES(g, row)->env) forget_in(g, row_FRAMES(g, row)->env, SLOT_MOVED, player, timestamp);
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++)
    if (row_EFFECTS(g, row)->id) forget_in_all(g, row_EFFECTS(g, row)->env, player, timestamp);
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) forget_in_all(g, row_PENDING(g, row)->env, player, timestamp);
  for (u32 row = 1; row < count_of(g, T_LKI); row++) {
    Lki *lki = row_LKI(g, row);
    if (is_mixed(g, lki->became, player, timestamp)) lki->became = REF_NONE;
    for (u32 i = 0; i < list_count(g, lki->more); i++)
      if (is_mixed(g, list_get(g, lki->more, i), player, timestamp)) list_set(g, lki->more, i, REF_NONE);
  }
  forget_in_history(g, player, timestamp);
}
