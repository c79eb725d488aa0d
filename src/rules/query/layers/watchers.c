/* Which abilities may trigger or replace: found when something changed, so that an event meets
   only those. */
#include "rules/query/layers/internal.h"
#include "rules/query/query.h"

/* What a watcher listens for shows in the masks. */
static void show_watcher(Game *g, const Watcher *w) {
  WatchersKept *kept = &derived(g)->watchers;
  bool triggers = carddb_ability(g->db, w->inst.ability)->op == IR_TRIGGERED;
  event_kinds_join(triggers ? &kept->triggering : &kept->replaced, &w->events);
  if (triggers && event_kinds_none(&w->events)) kept->state = 1;
}

static void add_abilities(Game *g, u32 slot) {
  const Object o = *object_row(g, slot);
  const Chars listed = *chars_of(g, slot); /* the table may move */
  if (o.zone == ZONE_BATTLEFIELD) {
    if (chars_keyword(&listed, W_ASCEND) && has_keyword(g, slot, W_ASCEND)) derived(g)->watchers.ascend = 1;
    if (chars_keyword(&listed, W_DAYBOUND) && has_keyword(g, slot, W_DAYBOUND)) derived(g)->watchers.day = 1;
    if (chars_keyword(&listed, W_NIGHTBOUND) && has_keyword(g, slot, W_NIGHTBOUND)) derived(g)->watchers.day = 1;
  }
  u32 own = settled_acquisition(g, slot), shown = 0;
  for (u32 i = 0; i < listed.ability_count; i++) {
    const AbilityInst inst = chars_ability(g, &listed, i, own);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_TRIGGERED && def->op != IR_REPLACEMENT) continue;
    if (!functions_in(def, o.kind, (Zone)o.zone)) continue;
    Watcher w = {.slot = slot, .index = (u16)i, .zone = o.zone, .inst = inst, .events = def->events};
    u32 row = table_extend(g, T_WATCHERS, 1);
    *row_WATCHERS(g, row) = w;
    if (inst.ability != shown) show_watcher(g, &w);
    shown = inst.ability;
  }
}

/* Most cards that are as they are printed have nothing there that watches. */
static bool watches_nothing(const FormLook *look, u32 slot, Zone zone) {
  const CardForm *form = look->objects[slot].kind == OBJECT_CARD ? form_looked(look, slot) : NULL;
  return form && !(form->watcher_zones & ZONE_BIT(zone));
}

static void add_zone(Game *g, Zone zone) {
  u32 lists = zone_is_shared(zone) ? 1 : core(g)->player_count;
  FormLook look = forms_look(g);
  for (u32 p = 0; p < lists; p++) {
    for (u32 s = zone_first(g, zone, p), next; s; s = next) {
      next = look.objects[s].next;
      if (watches_nothing(&look, s, zone) || object_phased_out(g, s)) continue; /* 702.26b */
      add_abilities(g, s);
      look = forms_look(g);
    }
  }
}

/* Delayed triggered abilities and shields wait in T_EFFECTS; here they only show in the masks. */
static void add_effects(Game *g) {
  DerivedCore *d = derived(g);
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (!f->id || (f->kind != EFFECT_TRIGGER && f->kind != EFFECT_REPLACEMENT)) continue;
    if (f->ability)
      event_kinds_join(f->kind == EFFECT_TRIGGER ? &d->watchers.triggering : &d->watchers.replaced,
                       &carddb_ability(g->db, f->ability)->events);
    else
      event_kinds_add(&d->watchers.replaced, EVENT_DESTROY); /* a regeneration shield (701.19a) */
  }
}

u16 watched_zones(Game *g) {
  zones_learn(g);
  return (u16)(derived(g)->learned.watcher_zones | ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_COMMAND));
}

static void masks_clear(Game *g) {
  derived(g)->watchers.triggering = derived(g)->watchers.replaced = (EventKinds){0};
  derived(g)->watchers.state = 0;
}

static void find_watchers(Game *g, u16 zones) {
  table_drop(g, T_WATCHERS, count_of(g, T_WATCHERS));
  masks_clear(g);
  derived(g)->watchers.unlisted = 0;
  derived(g)->watchers.day = derived(g)->watchers.ascend = 0;
  for (u32 z = 0; z < ZONE_COUNT; z++)
    if (zones & ZONE_BIT(z)) add_zone(g, (Zone)z);
  add_effects(g);
  derived(g)->watchers.listed = core(g)->next_timestamp;
}

/* Listing anew: rows that are still the first ones stay where they are, the others are added behind all there were. */
typedef struct Relisted {
  u32 before, kept;
} Relisted;

static void list_again(Game *g, Relisted *list, u32 from, u32 end) {
  if (from == end) return;
  u32 row = from, shown = 0;
  if (from == list->kept && count_of(g, T_WATCHERS) == list->before) {
    list->kept = end;
  } else {
    row = table_extend(g, T_WATCHERS, end - from);
    memcpy(row_WATCHERS(g, row), row_WATCHERS(g, from), (end - from) * sizeof(Watcher));
  }
  for (u32 i = 0; i < end - from; i++) {
    const Watcher *w = row_WATCHERS(g, row + i);
    if (w->inst.ability != shown) show_watcher(g, w);
    shown = w->inst.ability;
  }
}

/* The battlefield, whose rows were those from `at` to `end`: they stay of what was there when they were listed. Whatever
   has entered since has a later timestamp. */
static void add_battlefield(Game *g, Relisted *list, u32 at, u32 end) {
  u64 listed = derived(g)->watchers.listed;
  FormLook look = forms_look(g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0), next; s; s = next) {
    next = look.objects[s].next;
    if (look.objects[s].timestamp > listed) {
      if (watches_nothing(&look, s, ZONE_BATTLEFIELD) || object_phased_out(g, s)) continue;
      add_abilities(g, s);
      look = forms_look(g);
      continue;
    }
    for (; at < end && row_WATCHERS(g, at)->slot != s; at++) {
      const Object *o = object_row(g, row_WATCHERS(g, at)->slot);
      if (o->zone == ZONE_BATTLEFIELD && o->timestamp <= listed) break;
    }
    u32 first = at;
    while (at < end && row_WATCHERS(g, at)->slot == s) at++;
    list_again(g, list, first, at);
    if (at > first) look = forms_look(g); /* the tables may have moved */
  }
}

/* The same where only objects in the zones of `moved` can be others: the watchers of the other zones stay. What is new
   comes behind what was there, in the order of zones, and takes its place. */
static void find_moved_watchers(Game *g, u16 zones, u16 moved) {
  u32 before = count_of(g, T_WATCHERS), at = 0;
  Relisted list = {.before = before};
  /* That some permanent has these keywords is found by looking at all. */
  bool looks = derived(g)->watchers.day || derived(g)->watchers.ascend;
  masks_clear(g);
  derived(g)->watchers.unlisted = 0;
  if (moved & ZONE_BIT(ZONE_BATTLEFIELD)) derived(g)->watchers.day = derived(g)->watchers.ascend = 0;
  for (u32 z = 0; z < ZONE_COUNT; z++) {
    u32 first = at;
    while (at < before && row_WATCHERS(g, at)->zone == z) at++;
    bool moves = moved & zones & ZONE_BIT(z);
    if (moves && z == ZONE_BATTLEFIELD && !looks)
      add_battlefield(g, &list, first, at);
    else if (moves)
      add_zone(g, (Zone)z);
    else
      list_again(g, &list, first, at);
  }
  u32 count = count_of(g, T_WATCHERS) - before;
  if (count && before > list.kept)
    memmove(row_WATCHERS(g, list.kept), row_WATCHERS(g, before), count * sizeof(Watcher));
  table_drop(g, T_WATCHERS, before - list.kept);
  add_effects(g);
  derived(g)->watchers.listed = core(g)->next_timestamp;
}

#ifdef GAVEL_CHECKED
static u64 watchers_hash(const Game *g) {
  Hash hash;
  hash_init(&hash, 603);
  hash_bytes(&hash, &derived(g)->watchers.triggering, sizeof(EventKinds));
  hash_bytes(&hash, &derived(g)->watchers.replaced, sizeof(EventKinds));
  for (u32 i = 0; i < count_of(g, T_WATCHERS); i++) {
    const Watcher *w = row_WATCHERS(g, i);
    hash_u64(&hash, (u64)w->slot << 32 | w->index);
    hash_u64(&hash, (u64)w->inst.ability << 32 | w->inst.acquisition);
  }
  return hash_end(&hash);
}
#endif

/* Nothing else entered or left the zones with watchers. Checked builds see for themselves; of what isn't listed yet
   every other time, so that it is listed the other times. */
static void watchers_stay(Game *g, u16 zones) {
#ifdef GAVEL_CHECKED
  WatchersKept *kept = &derived(g)->watchers;
  bool exact = !kept->unlisted;
  if (!exact && core(g)->events % 2) return;
  u64 before = watchers_hash(g);
  EventKinds triggering = kept->triggering, replaced = kept->replaced;
  find_watchers(g, zones);
  ASSERT(!exact || before == watchers_hash(g));
  kept = &derived(g)->watchers;
  for (u32 i = 0; i < COUNT_OF(triggering.word); i++) {
    ASSERT(!(kept->triggering.word[i] & ~triggering.word[i]));
    ASSERT(!(kept->replaced.word[i] & ~replaced.word[i]));
  }
#else
  (void)g;
  (void)zones;
#endif
}

void watchers_list(Game *g) {
  watchers_update(g);
  if (!derived(g)->watchers.unlisted) return;
  u16 zones = watched_zones(g);
  find_moved_watchers(g, zones, derived(g)->watchers.unlisted & zones);
  watchers_stay(g, zones);
}

/* Whether a player without the city's blessing controls ten permanents, of which one has ascend (702.131b). */
static bool blessing_earned(Game *g, u32 player) {
  enum { ASCEND_PERMANENTS = 10 };
  if (core(g)->players[player].blessing) return false;
  u32 count = 0;
  bool ascend = false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->controller != player || object_phased_out(g, s)) continue;
    count++;
    ascend = ascend || has_keyword(g, s, W_ASCEND);
  }
  return ascend && count >= ASCEND_PERMANENTS;
}

void blessings_give(Game *g) {
  watchers_update(g);
  if (!derived(g)->watchers.ascend) return;
  u32 given = 0;
  for (u32 p = 0; p < core(g)->player_count; p++) given |= (u32)(player_in_game(g, p) && blessing_earned(g, p)) << p;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!(given >> p & 1)) continue;
    RULE(g, "702.131b");
    core(g)->players[p].blessing = 1;
  }
  if (!given) return;
  RULE(g, "702.131d");
  facts_changed(g, FACT_OTHER);
  layers_update(g);
  watchers_update(g);
}

void watchers_rest(Game *g) {
  DerivedCore *d = derived(g);
  d->watchers.stale = 0;
  d->changes.watched_zones = d->watchers.unlisted = 0;
  d->watchers.digest = 1; /* of what now is there */
}

/* `watchers_digest` is 0 while there are none, and when abilities changed. */
void watchers_find(Game *g) {
  u16 zones = watched_zones(g);
  DerivedCore *d = derived(g);
  u16 moved = d->changes.watched_zones & zones;
  bool doubted = d->watchers.stale != DIRTY_ZONES || !d->watchers.digest;
  d->watchers.stale = 0;
  d->changes.watched_zones = 0;
  u16 unlisted = d->watchers.unlisted & zones;
  if (!doubted) {
    if (moved) find_moved_watchers(g, zones, moved | unlisted);
    watchers_stay(g, zones);
    return;
  }
  /* What may watch and has moved is another object, whatever else there is. */
  moved |= unlisted;
  u64 digest = moved ? 1 : layers_digest(g, zones) | 1;
  if (!moved && digest == d->watchers.digest) return;
  d->watchers.digest = digest;
  find_watchers(g, zones);
}
