#include "state/setup.h"

#include "state/block.h"
#include "state/shadow.h"

/* --- games ----------------------------------------------------------------------------------- */

void game_reseed(Game *g, u64 seed) {
  Core *c = core(g);
  c->rng.state = seed;
  /* The views' secret must differ from the generator of the game's results. */
  Rng keys = {.state = seed ^ 0x5be0cd19137e2179u};
  c->sight_key[0] = rng_next(&keys);
  c->sight_key[1] = rng_next(&keys);
}

static void init_core(Game *g, u32 player_count, u64 seed, GameFormat format) {
  Core *c = core(g);
  game_reseed(g, seed);
  c->format = (u8)format;
  c->player_count = (u8)player_count;
  c->priority = PLAYER_NONE;
  for (u32 p = 0; p < player_count; p++) {
    c->players[p].life = format_life(format, player_count);
    c->players[p].decided_by = (u8)p;
  }
  /* Slot 0 is neither an object nor free. */
  *object_row(g, 0) = (Object){.zone = ZONE_NONE, .owner = PLAYER_NONE};
  derived(g)->changes.facts = 1;
  derived(g)->layers.stamp = 1;
  derived(g)->layers.alone_stamp = 1;
  derived(g)->watchers.stale = DIRTY_ALL;
}

/* Slot 0 has tags too, so that a tag's index is slot × players + viewer. */
static void add_null_sight(Game *g, void *user) {
  (void)user;
  table_add(g, T_SIGHT, core(g)->player_count);
}

Limits limits_or(Limits given, Limits defaults) {
  return (Limits){
      .objects = given.objects ? given.objects : defaults.objects,
      .frames = given.frames ? given.frames : defaults.frames,
      .events = given.events ? given.events : defaults.events,
      .heap_words = given.heap_words ? given.heap_words : defaults.heap_words,
      .forced_steps = given.forced_steps ? given.forced_steps : defaults.forced_steps,
      .forced_growth = given.forced_growth ? given.forced_growth : defaults.forced_growth,
      .evaluations = given.evaluations ? given.evaluations : defaults.evaluations,
  };
}

GavelStatus game_new(GavelAllocator allocator, const CardDb *db, const struct Procedures *procedures, u32 player_count,
                     u64 seed, GameFormat format, Game **out) {
  *out = NULL;
  if (player_count == 0 || player_count > PLAYERS_CAP) return GAVEL_E_MISUSE;
  Game *g = allocator.resize(allocator.user, NULL, 0, sizeof *g);
  if (!g) return GAVEL_E_MEMORY;
  memset(g, 0, sizeof *g);
  g->allocator = allocator;
  g->db = db;
  g->procedures = procedures;
  g->limits = GAME_LIMITS_DEFAULT;
  if (!block_new(g)) {
    game_free(g);
    return GAVEL_E_MEMORY;
  }
  init_core(g, player_count, seed, format);
  GavelStatus status = game_protect(g, add_null_sight, NULL);
  if (status) {
    game_free(g);
    return status;
  }
  *out = g;
  return GAVEL_OK;
}

void game_free_scratch(Game *g) {
  game_shadow_free(g);
  if (g->layers_free) g->layers_free(g);
  vec_free(&g->allocator, &g->scratch);
}

void game_free(Game *g) {
  if (!g) return;
  ASSERT(!g->home);
  game_free_scratch(g);
  block_free(g);
  GavelAllocator allocator = g->allocator;
  allocator.resize(allocator.user, g, sizeof *g, 0);
}

/* --- objects --------------------------------------------------------------------------------- */

/* Puts the object into its zone with the next timestamp, and makes it known to those who see it there. */
static void place(Game *g, u32 slot, Zone zone, u32 position) {
  u64 timestamp = timestamp_next(g);
  Object *o = object_row(g, slot);
  o->timestamp = timestamp;
  if (zone_is_public(zone)) o->known = players_all(g);
  if (zone == ZONE_HAND || zone == ZONE_OUTSIDE) o->known = (u8)(1u << o->owner);
  zone_insert(g, slot, zone, position);
  if (zone != ZONE_BATTLEFIELD) return;
  Heap ext = HEAP_NEW(g, Permanent);
  object_row(g, slot)->ext = ext;
}

u32 setup_card(Game *g, u32 owner, u32 def, Zone zone, u32 position) {
  u32 slot = object_new(g, OBJECT_CARD, owner);
  u32 card = card_new(g, def, owner);
  object_row(g, slot)->cv = def;
  object_card_add(g, slot, card);
  place(g, slot, zone, position);
  return slot;
}

u32 setup_token(Game *g, u32 owner, CvId cv) {
  u32 slot = object_new(g, OBJECT_TOKEN, owner);
  object_row(g, slot)->cv = cv;
  place(g, slot, ZONE_BATTLEFIELD, (u32)-1);
  return slot;
}

void setup_further_card(Game *g, u32 slot, u32 def) {
  u32 card = card_new(g, def, object_row(g, slot)->owner);
  object_card_add(g, slot, card);
}

void setup_controller(Game *g, u32 slot, u32 controller) {
  Object *o = object_row(g, slot);
  o->controller = o->base_controller = (u8)controller;
}

void setup_status(Game *g, u32 slot, u32 status, FaceDownKind kind) {
  Object *o = object_row(g, slot);
  o->status = (u8)status;
  o->face_down = (u8)kind;
  if (!(status & STATUS_FACE_DOWN)) return;
  o->known = (u8)(1u << o->controller);
  derived(g)->learned.stack_open = 0;
}

void setup_exiled_face_down(Game *g, u32 slot) {
  Object *o = object_row(g, slot);
  ASSERT(o->zone == ZONE_EXILE);
  o->flags |= OBJECT_EXILED_FACE_DOWN;
  o->known = 0;
}

void setup_face(Game *g, u32 slot, u32 face) { object_row(g, slot)->face = (u8)face; }

void setup_commander(Game *g, u32 slot) {
  Object *o = object_row(g, slot);
  o->flags |= OBJECT_COMMANDER;
  if (o->card) row_CARDS(g, o->card)->flags |= CARD_COMMANDER;
}

void setup_attach(Game *g, u32 slot, Ref to) {
  permanent_of(g, slot)->attached_to = to;
  attached_changed(g);
}

void setup_force_shuffle(Game *g, u32 player, const u32 *slots, u32 count) {
  u32 first = table_add(g, T_DUE, count);
  for (u32 i = 0; i < count; i++) {
    *row_DUE(g, first + i) = (Due){.kind = DUE_SHUFFLE, .player = (u8)player, .a = slots[i], .n = i};
  }
}
