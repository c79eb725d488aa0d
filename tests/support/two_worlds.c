#include "support/two_worlds.h"

#include "api/api.h"
#include "rules/game/run_game.h"
#include "state/objects.h"
#include "state/view.h"
#include "state/walk.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  WATCHER = 0,
  OTHER = 1,
  OPENING_CAP = 160, /* maximum number of decisions before the worlds part */
  STEPS_CAP = 120,   /* and after */
  RETRIES_CAP = 12,  /* of something that looked different */
  PLAYED_ON = 40,    /* decisions after the unknown cards were dealt anew */
  MOST_OPTIONS = 512
};

/* Handles matter only by identity: each is named by the number of those seen before it. */
typedef VEC(GavelHandle) Handles;

/* A clone and its memory. */
typedef struct Copy {
  void *buffer;
  GavelGame *game;
} Copy;

typedef struct World {
  GavelGame *game; /* the game in `copy` */
  Copy copy;
  Copy kept;  /* the game at the last comparison */
  Text heard; /* what the watcher's listener has heard since then */
  Handles handles;
  u32 handles_kept;
  Rng rng; /* decides what is looked at; the same in both */
} World;

typedef struct Pair {
  World worlds[2];
  Rng rng;
  bool tainted; /* something done since the last comparison may have looked different */
  u32 retries;  /* retries of what was done since then */
  bool planted; /* the view leaks on purpose */
  PairCounts *counts;
} Pair;

static void require(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "two worlds: %s\n", what);
  abort();
}

/* --- the watcher's answers ------------------------------------------------------------------- */

/* 0 and players keep their names. */
static u32 named(World *world, GavelHandle handle) {
  enum { FIRST = 100 };
  if (handle < FIRST) return (u32)handle;
  for (u32 i = world->handles.count; i-- > 0;)
    if (world->handles.data[i] == handle) return FIRST + i;
  GavelAllocator allocator = gavel_allocator_default();
  require(vec_push(&allocator, &world->handles, handle), "no memory");
  return FIRST + world->handles.count - 1;
}

static void hear(void *user, GavelGame *game, const GavelEvent *event) {
  World *world = user;
  char text[1024];
  gavel_event_text(game, event, text, sizeof text);
  text_addf(&world->heard, "%s player %u from %u to %u object %u became %u source %u other %u %lld word %u %d: %s\n",
            event->kind, event->player, (u32)event->from, (u32)event->to, named(world, event->object),
            named(world, event->became), named(world, event->source), named(world, event->other),
            (long long)event->amount, event->word, event->combat, text);
}

static void add_handles(World *world, Text *out, const char *what, const GavelHandle *handles, u32 count, u32 cap) {
  text_addf(out, " %s %u:", what, count);
  for (u32 i = 0; i < count && i < cap; i++) text_addf(out, " %u", named(world, handles[i]));
}

static void view_object(World *world, GavelHandle handle, Text *out) {
  GavelGame *game = world->game;
  GavelObject o;
  GavelCharacteristics c;
  GavelHandle others[64];
  char text[2048];
  bool there = gavel_view_object(game, WATCHER, handle, &o);
  bool seen = gavel_view_characteristics(game, WATCHER, handle, &c);
  text_addf(out, "  %u there %d kind %u zone %u owner %u controller %u status %x card %u cards %u face %u time %llu",
            named(world, handle), there, (u32)o.kind, (u32)o.zone, o.owner, o.controller, o.status, o.card, o.cards,
            o.face, (unsigned long long)o.timestamp);
  text_addf(out, " flags %d%d%d%d%d%d%d%d%d damage %lld on %u attacks %u source %u", o.summoning_sick, o.commander,
            o.monstrous, o.renowned, o.saddled, o.suspected, o.goaded, o.melded, o.blocked, (long long)o.damage,
            named(world, o.attached_to), named(world, o.attacking), named(world, o.source));
  text_addf(out, " seen %d name %s %lld/%lld %lld %lld %d%d%d%d mv %lld colors %x types %x super %x abilities %u", seen,
            c.name, (long long)c.power, (long long)c.toughness, (long long)c.loyalty, (long long)c.defense,
            c.has_power_toughness, c.has_loyalty, c.has_defense, c.has_mana_cost, (long long)c.mana_value, c.colors,
            c.types, c.supertypes, c.abilities);
  gavel_view_name(game, WATCHER, handle, text, sizeof text);
  text_addf(out, " called %s", text);
  if (!seen && rng_below(&world->rng, 8)) { /* most of a library has nothing more to show */
    text_addc(out, '\n');
    return;
  }
  gavel_view_type_line(game, WATCHER, handle, text, sizeof text);
  text_addf(out, " type %s", text);
  gavel_view_mana_cost(game, WATCHER, handle, text, sizeof text);
  text_addf(out, " cost %s", text);
  gavel_view_rules_text(game, WATCHER, handle, text, sizeof text);
  text_addf(out, " text %s", text);
  text_addf(out, " counters %lld flies %d",
            (long long)gavel_view_counters(game, WATCHER, handle, gavel_word_find("+1/+1")),
            gavel_view_has(game, WATCHER, handle, gavel_word_find("flying")));
  add_handles(world, out, "attached", others, gavel_view_attachments(game, WATCHER, handle, others, 64), 64);
  add_handles(world, out, "blocked by", others, gavel_view_blockers(game, WATCHER, handle, others, 64), 64);
  add_handles(world, out, "targets", others, gavel_view_targets(game, WATCHER, handle, others, 64), 64);
  text_addc(out, '\n');
}

/* The zone at once, as each of its objects is. */
static void view_zone_whole(World *world, GavelZone zone, u32 player, Text *out) {
  GavelSeen seen[256];
  u32 count = gavel_view_objects(world->game, WATCHER, zone, player, seen, COUNT_OF(seen));
  for (u32 i = 0; i < count && i < COUNT_OF(seen); i++) {
    const GavelSeen *s = &seen[i];
    const GavelCharacteristics *c = &s->characteristics;
    text_addf(out,
              "  at once %u card %u of %u %u status %u damage %lld seen %d name %s %lld/%lld mv %lld abilities %u\n",
              named(world, s->handle), s->card, s->owner, s->controller, s->status, (long long)s->damage, s->in_sight,
              c->name, (long long)c->power, (long long)c->toughness, (long long)c->mana_value, c->abilities);
  }
}

static void view_zones(World *world, Text *out) {
  GavelHandle handles[256];
  for (u32 zone = 0; zone < GAVEL_ZONE_NONE; zone++) {
    for (u32 player = 0; player < 2; player++) {
      u32 count = gavel_view_zone(world->game, WATCHER, (GavelZone)zone, player, handles, 256);
      text_addf(out, "zone %u of %u: %u\n", zone, player, count);
      for (u32 i = 0; i < count && i < 256; i++) view_object(world, handles[i], out);
      if (zone != GAVEL_ZONE_LIBRARY) view_zone_whole(world, (GavelZone)zone, player, out);
    }
  }
}

static void view_players(GavelGame *game, Text *out) {
  for (u32 player = 0; player < 2; player++) {
    GavelPlayer p = gavel_game_player(game, player);
    text_addf(out, "player %u life %lld cards %u %u %u %u lands %u draws %u spells %u by %u %d%d%d%d%d%d%d mana %lld\n",
              player, (long long)p.life, p.hand, p.library, p.graveyard, p.outside, p.lands_played, p.draws, p.spells,
              p.decided_by, p.won, p.lost, p.left, p.conceded, p.monarch, p.initiative, p.blessing,
              (long long)gavel_game_mana(game, player, 0));
  }
}

static void view_decision(World *world, Text *out) {
  GavelGame *game = world->game;
  GavelDecision d;
  char text[2048];
  if (!gavel_view_decision(game, WATCHER, &d)) return;
  text_addf(out, "decision %u player %u for %u options %u group %u chosen %u %lld-%lld source %u\n", (u32)d.kind,
            d.player, d.for_player, d.option_count, d.group, d.chosen, (long long)d.min, (long long)d.max,
            named(world, d.source));
  gavel_view_decision_text(game, WATCHER, text, sizeof text);
  text_addf(out, "asks %s\n", text);
  for (u32 i = 0; i < d.option_count; i++) {
    GavelOption option;
    bool pair = d.kind == GAVEL_DECISION_ATTACKER || d.kind == GAVEL_DECISION_BLOCKER;
    gavel_view_option(game, WATCHER, i, &option);
    gavel_view_option_text(game, WATCHER, i, text, sizeof text);
    text_addf(out, "  option %u word %u a %u ref %u n %lld: %s\n", option.kind, option.word, option.a,
              named(world, option.ref), (long long)(pair ? named(world, (GavelHandle)option.n) : option.n), text);
  }
}

static void view_all(const Pair *pair, World *world, Text *out) {
  GavelGame *game = world->game;
  world->rng = (Rng){pair->counts->compared};
  GavelSituation s = gavel_view_situation(game, WATCHER);
  text_addf(out, "turn %u active %u priority %u step %u %d%d%d day %u %llu %llu\n", s.turn, s.active, s.priority,
            (u32)s.step, s.started, s.over, s.draw, s.day, (unsigned long long)s.decisions,
            (unsigned long long)s.events);
  view_players(game, out);
  view_zones(world, out);
  view_decision(world, out);
  GavelDecision d;
  if (pair->planted && gavel_game_decision(game, &d)) text_addf(out, "leak: %u options\n", d.option_count);
}

/* --- parting the worlds ---------------------------------------------------------------------- */

/* References and acquisitions in rows that have sources, in the order of a walk. */
typedef struct Sources {
  VEC(u64) values;
  u32 at; /* of the value that is next to be restored */
} Sources;

static bool is_of_source(const Field *field) { return field->kind == FIELD_REF || field->kind == FIELD_ACQUISITION; }

static void source_keep(Walk *w, const Field *field, Place place) {
  Sources *sources = w->user;
  if (!is_of_source(field)) return;
  require(vec_push(&w->g->allocator, &sources->values, place_get(w->g, place, field->size)), "no memory");
}

static void source_restore(Walk *w, const Field *field, Place place) {
  Sources *sources = w->user;
  if (!is_of_source(field)) return;
  require(sources->at < sources->values.count, "dealing anew has added sources");
  u64 was = sources->values.data[sources->at++];
  if (place_get(w->g, place, field->size) == 0) place_set(w->g, place, field->size, was);
}

static void walk_sources(Game *g, Sources *sources, void (*scalar)(Walk *w, const Field *field, Place place)) {
  static const u8 TABLES[] = {T_OBJECTS, T_EFFECTS, T_PENDING, T_MANA};
  Walk w = {.g = g, .user = sources, .scalar = scalar};
  for (u32 i = 0; i < COUNT_OF(TABLES); i++)
    for (u32 row = 0; row < count_of(g, (TableId)TABLES[i]); row++)
      if (!row_is_free(g, (TableId)TABLES[i], row)) walk_row(&w, (TableId)TABLES[i], row);
}

/* Deals the other player's cards that the watcher may not know anew; the watcher's own cards, the random generator, when
   cards came to be where they are, and which of them are sources stay. */
static bool deal_others_anew(Game *g, u64 seed) {
  Sources sources = {.at = 0};
  walk_sources(g, &sources, source_keep);
  u64 chance = core(g)->rng.state;
  u32 acquisitions = core(g)->next_acquisition;
  u32 count = count_of(g, T_OBJECTS);
  Object *was = calloc(count, sizeof *was);
  require(was, "no memory");
  for (u32 slot = 1; slot < count; slot++) was[slot] = *object_row(g, slot);
  u32 rows = count_of(g, T_HISTORY);
  History *told = calloc(rows + 1, sizeof *told);
  require(told, "no memory");
  if (rows) memcpy(told, row_HISTORY(g, 0), rows * sizeof *told);
  GavelStatus status = game_redeal(g, WATCHER, seed);
  for (u32 slot = 1; status == GAVEL_OK && slot < count; slot++) {
    Object *o = object_row(g, slot);
    o->timestamp = was[slot].timestamp;
    o->acquisition = was[slot].acquisition;
    if (o->owner != WATCHER || o->card == was[slot].card) continue;
    o->card = was[slot].card;
    o->cv = row_CARDS(g, o->card)->def;
    row_CARDS(g, o->card)->object = slot;
  }
  for (u32 i = 0; status == GAVEL_OK && i < rows; i++) {
    Ref about = told[i].object;
    if (about && !ref_is_player(about) && was[ref_slot(about)].owner == WATCHER) *row_HISTORY(g, i) = told[i];
  }
  free(told);
  if (status == GAVEL_OK) {
    walk_sources(g, &sources, source_restore);
    require(sources.at == sources.values.count, "dealing anew has taken sources away");
  }
  vec_free(&g->allocator, &sources.values);
  core(g)->rng.state = chance;
  core(g)->next_acquisition = acquisitions;
  derived_reset(g);
  free(was);
  return status == GAVEL_OK;
}

static Copy copy_of(const GavelGame *game) {
  size_t size = gavel_game_clone_size(game);
  Copy copy = {.buffer = malloc(size)};
  require(copy.buffer && gavel_game_clone(game, copy.buffer, size, &copy.game) == GAVEL_OK, "no clone");
  return copy;
}

static void copy_free(Copy copy) {
  if (copy.game) gavel_game_destroy(copy.game);
  free(copy.buffer);
}

/* --- options that look alike ------------------------------------------------------------------- */

/* What the watcher would see of one of the other player's options: the card if they know it, otherwise its place. With
   `with_card` always the card, because it will soon be seen. */
static u64 look_of(World *world, const Option *option, bool with_card) {
  const Game *g = world->game;
  Hash look;
  hash_init(&look, 0);
  u32 slot = ref_is_player(option->ref) ? 0 : object_live(g, option->ref);
  const Object *o = slot ? object_row(g, slot) : NULL;
  hash_u64(&look, (u64)option->kind);
  hash_u64(&look, (u64)option->word);
  bool pair = core(g)->decision.kind == DECISION_ATTACKER || core(g)->decision.kind == DECISION_BLOCKER;
  hash_u64(&look, pair ? named(world, gavel_view_handle(g, WATCHER, (Ref)option->n)) : (u64)option->n);
  if (option->kind != OPTION_REF) hash_u64(&look, (u64)option->a);
  if (!o || view_knows(g, WATCHER, slot)) {
    hash_u64(&look, named(world, gavel_view_handle(g, WATCHER, option->ref)));
    return hash_end(&look);
  }
  u32 def = with_card && o->card ? row_CARDS(g, o->card)->def : 0;
  hash_u64(&look, o->zone);
  hash_u64(&look, o->owner);
  hash_u64(&look, zone_is_public((Zone)o->zone) ? named(world, gavel_view_handle(g, WATCHER, option->ref)) : 0);
  hash_u64(&look, def);
  return hash_end(&look);
}

/* Finds options that look alike in both worlds, starting at a random place; false if there are none. */
static bool find_alike(Pair *pair, bool with_card, u32 chosen[2]) {
  const Game *a = pair->worlds[0].game, *b = pair->worlds[1].game;
  u32 count = count_of(a, T_OPTIONS), others = count_of(b, T_OPTIONS), first = (u32)rng_below(&pair->rng, count);
  for (u32 i = 0; i < count && i < MOST_OPTIONS; i++) {
    u32 one = (first + i) % count;
    u64 look = look_of(&pair->worlds[0], row_OPTIONS(a, one), with_card);
    u32 from = (u32)rng_below(&pair->rng, others);
    for (u32 k = 0; k < others; k++) {
      chosen[0] = one;
      chosen[1] = (from + k) % others;
      if (look_of(&pair->worlds[1], row_OPTIONS(b, chosen[1]), with_card) == look) return true;
    }
  }
  return false;
}

/* An option that is hardly visible: nothing, no, done; otherwise any. */
static u32 quiet_option(Pair *pair, const Game *g) {
  u32 count = count_of(g, T_OPTIONS);
  for (u32 i = 0; i < count; i++) {
    u32 kind = row_OPTIONS(g, i)->kind;
    if (kind == OPTION_PASS || kind == OPTION_NO || kind == OPTION_DONE) return i;
  }
  return (u32)rng_below(&pair->rng, count);
}

/* --- playing --------------------------------------------------------------------------------- */

static bool decides(const GavelGame *game, u32 player) {
  GavelDecision d;
  return gavel_game_decision(game, &d) && d.player == player;
}

static void answer(Pair *pair, u32 world, u32 option) {
  require(!gavel_game_answer(pair->worlds[world].game, option), gavel_game_message(pair->worlds[world].game));
}

/* The other player does something that looks alike, if possible, otherwise something quiet. */
static void other_decides(Pair *pair) {
  const Game *a = pair->worlds[0].game, *b = pair->worlds[1].game;
  bool both = decides(a, OTHER) && decides(b, OTHER) && core(a)->decision.kind == core(b)->decision.kind;
  u32 chosen[2];
  bool unnamed = pair->retries == 0 && rng_below(&pair->rng, 4) == 0;
  bool found = both && find_alike(pair, !unnamed, chosen);
  if (both && !found && !unnamed) {
    unnamed = true;
    found = find_alike(pair, false, chosen);
  }
  if (!found || unnamed) {
    pair->tainted = true; /* it may be shown later */
    pair->counts->hidden++;
  }
  for (u32 w = 0; w < 2; w++) {
    const Game *g = pair->worlds[w].game;
    if (found)
      answer(pair, w, chosen[w]);
    else if (decides(g, OTHER))
      answer(pair, w, quiet_option(pair, g));
  }
  pair->counts->decisions++;
}

static void tell(const char *what, Str a, Str b) {
  u32 at = 0, line = 0;
  while (at < a.length && at < b.length && a.data[at] == b.data[at]) {
    if (a.data[at++] == '\n') line = at;
  }
  fprintf(stderr, "two worlds: %s differs:\n  %.*s\n  %.*s\n", what, (int)strcspn(a.data + line, "\n"), a.data + line,
          (int)strcspn(b.data + line, "\n"), b.data + line);
}

/* Whether the watcher gets the same answers in both. */
static bool compare(Pair *pair, bool aloud) {
  Text views[2];
  for (u32 w = 0; w < 2; w++) {
    text_init(&views[w], gavel_allocator_default());
    view_all(pair, &pair->worlds[w], &views[w]);
  }
  World *a = &pair->worlds[0], *b = &pair->worlds[1];
  bool heard = str_equal(text_str(&a->heard), text_str(&b->heard));
  bool seen = str_equal(text_str(&views[0]), text_str(&views[1]));
  if (!heard && aloud) tell("what is heard", text_str(&a->heard), text_str(&b->heard));
  if (heard && !seen && aloud) tell("what is seen", text_str(&views[0]), text_str(&views[1]));
  for (u32 w = 0; w < 2; w++) {
    text_free(&views[w]);
    text_clear(&pair->worlds[w].heard);
  }
  pair->counts->compared++;
  return heard && seen;
}

/* Dealt anew from the watcher's view, both are the same game: random play leads to the same result. */
static bool deals_alike(Pair *pair) {
  u64 seed = rng_next(&pair->rng);
  Text views[2];
  u64 positions[2];
  for (u32 w = 0; w < 2; w++) {
    Copy copy = copy_of(pair->worlds[w].game);
    World world = {.game = copy.game};
    GavelPlayout playout;
    GavelAllocator allocator = gavel_allocator_default();
    text_init(&views[w], allocator);
    require(!gavel_game_determinize(copy.game, WATCHER, seed), gavel_game_message(copy.game));
    positions[w] = gavel_game_position_hash(copy.game);
    require(!gavel_game_playout(copy.game, seed, PLAYED_ON, &playout), gavel_game_message(copy.game));
    view_zones(&world, &views[w]);
    vec_free(&allocator, &world.handles);
    copy_free(copy);
  }
  bool alike = str_equal(text_str(&views[0]), text_str(&views[1]));
  if (!alike) tell("what comes of dealing anew", text_str(&views[0]), text_str(&views[1]));
  if (positions[0] != positions[1]) fprintf(stderr, "two worlds: dealt anew, they are different positions\n");
  alike = alike && positions[0] == positions[1];
  for (u32 w = 0; w < 2; w++) text_free(&views[w]);
  return alike;
}

/* Whether the watcher now knows a difference between the other player's cards, because it was shown. */
static bool was_shown(const Pair *pair) {
  const Game *a = pair->worlds[0].game, *b = pair->worlds[1].game;
  for (u32 slot = 1; slot < count_of(a, T_OBJECTS) && slot < count_of(b, T_OBJECTS); slot++) {
    const Object *one = object_row(a, slot), *two = object_row(b, slot);
    if (one->owner != OTHER || two->owner != OTHER || !one->card || !two->card) continue;
    bool differ = row_CARDS(a, one->card)->def != row_CARDS(b, two->card)->def;
    if (differ && (view_knows(a, WATCHER, slot) || view_knows(b, WATCHER, slot))) return true;
  }
  return false;
}

/* Saves the worlds while they are alike: later actions can be undone to here. */
static void keep(Pair *pair) {
  for (u32 w = 0; w < 2; w++) {
    World *world = &pair->worlds[w];
    copy_free(world->kept);
    world->kept = copy_of(world->game);
    world->handles_kept = world->handles.count;
  }
  pair->tainted = false;
  pair->retries = 0;
}

static void world_set(World *world, Copy copy) {
  copy_free(world->copy);
  world->copy = copy;
  world->game = copy.game;
  GavelListener listener = {.event = hear, .user = world};
  require(!gavel_view_listen(world->game, WATCHER, &listener), "nobody listens");
}

static void take_back(Pair *pair) {
  for (u32 w = 0; w < 2; w++) {
    World *world = &pair->worlds[w];
    world_set(world, copy_of(world->kept.game));
    world->handles.count = world->handles_kept;
  }
  pair->tainted = false;
  pair->retries++;
}

static void watcher_decides(Pair *pair) {
  const Game *a = pair->worlds[0].game;
  u32 option = (u32)rng_below(&pair->rng, count_of(a, T_OPTIONS));
  Ref ref = row_OPTIONS(a, option)->ref;
  u32 slot = ref_is_player(ref) ? 0 : object_live(a, ref);
  if (slot && !view_knows(a, WATCHER, slot)) pair->tainted = true; /* a different card in each, which may be shown */
  answer(pair, 0, option);
  answer(pair, 1, option);
  pair->counts->decisions++;
}

static PairEnd play(Pair *pair) {
  for (u32 step = 0; step < STEPS_CAP; step++) {
    GavelGame *a = pair->worlds[0].game, *b = pair->worlds[1].game;
    bool mine = decides(a, WATCHER) && decides(b, WATCHER);
    bool over = gavel_game_situation(a).over || gavel_game_situation(b).over;
    bool waits = decides(a, OTHER) && decides(b, OTHER) && core(a)->decision.kind == DECISION_PRIORITY &&
                 core(b)->decision.kind == DECISION_PRIORITY;
    if (mine || over || (waits && !pair->tainted)) {
      bool excused = pair->tainted || was_shown(pair);
      bool same = compare(pair, !excused && !pair->planted);
      if (!same && !excused) return PAIR_LEAKS;
      if (!same && pair->retries == RETRIES_CAP) return PAIR_DISCARDED;
      if (!same) {
        take_back(pair);
        continue;
      }
      if (over) return PAIR_SAME;
      keep(pair);
      if (mine && !pair->planted && rng_below(&pair->rng, 8) == 0 && !deals_alike(pair)) return PAIR_LEAKS;
    }
    if (mine)
      watcher_decides(pair);
    else
      other_decides(pair);
  }
  return PAIR_SAME;
}

static GavelGame *game_on_the_way(GavelCards *cards, const GavelDeck *deck, Rng *rng) {
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game = NULL;
  GavelPlayout playout;
  def.cards = cards;
  def.seed = rng_next(rng);
  require(!gavel_game_create(&def, &game, NULL), "no game");
  for (u32 player = 0; player < 2; player++) require(!gavel_game_put_deck(game, player, deck), "no deck");
  require(!gavel_game_start_with_hands(game), "no start");
  u64 seed = rng_next(rng), decisions = rng_below(rng, OPENING_CAP);
  require(!gavel_game_playout(game, seed, decisions, &playout), "no opening");
  return game;
}

static PairEnd play_pair(GavelCards *cards, const GavelDeck *deck, u64 seed, bool planted, PairCounts *counts) {
  Pair pair = {.rng = {seed}, .planted = planted, .counts = counts};
  GavelGame *game = game_on_the_way(cards, deck, &pair.rng);
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 w = 0; w < 2; w++) {
    text_init(&pair.worlds[w].heard, allocator);
    world_set(&pair.worlds[w], copy_of(game));
  }
  PairEnd end = PAIR_DISCARDED;
  if (deal_others_anew(pair.worlds[1].game, rng_next(&pair.rng))) {
    bool same =
        compare(&pair, !planted); /* which also names the handles alike, before an option is looked for by them */
    keep(&pair);
    end = same ? play(&pair) : PAIR_LEAKS;
  }
  for (u32 w = 0; w < 2; w++) {
    text_free(&pair.worlds[w].heard);
    vec_free(&allocator, &pair.worlds[w].handles);
    copy_free(pair.worlds[w].copy);
    copy_free(pair.worlds[w].kept);
  }
  gavel_game_destroy(game);
  return end;
}

PairEnd pair_play(GavelCards *cards, const GavelDeck *deck, u64 seed, PairCounts *counts) {
  return play_pair(cards, deck, seed, false, counts);
}

PairEnd pair_play_with_a_leak(GavelCards *cards, const GavelDeck *deck, u64 seed, PairCounts *counts) {
  return play_pair(cards, deck, seed, true, counts);
}
