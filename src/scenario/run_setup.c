/* Setting up: players, zones, and the objects in them. */
#include "scenario/run_private.h"
#include "state/setup.h"
#include "rules/game/run_game.h"

/* The default library. */
#define WASTES_COUNT 60

/* --- aliases ------------------------------------------------------------------------------------ */

/* Places for all objects that aliases name, and for all objects. */
static bool reserve_names(Runner *r) {
  const Scenario *s = r->s;
  u32 named = 0, objects = 0;
  r->alias_first = arena_alloc(&r->arena, s->aliases.count * sizeof *r->alias_first);
  if (!r->alias_first) return run_no_memory(r);
  for (u32 i = 0; i < s->aliases.count; i++) {
    r->alias_first[i] = named;
    named += (u32)s->aliases.data[i].count;
  }
  for (u32 i = 0; i < named; i++)
    if (!vec_push(&r->allocator, &r->named, (Named){0})) return run_no_memory(r);
  for (u32 p = 0; p < s->players.count; p++)
    for (u32 i = 0; i < s->players.data[p].items.count; i++) objects += (u32)s->players.data[p].items.data[i].count;
  r->item_slots = arena_alloc(&r->arena, objects * sizeof *r->item_slots);
  return r->item_slots || run_no_memory(r);
}

void setup_named(Runner *r, const ScenarioItem *item, u32 place, u32 slot) {
  if (item->alias == SCENARIO_NONE) return;
  Named *named = &r->named.data[r->alias_first[item->alias] + place];
  named->card = object_row(r->play.g, slot)->card;
  named->ref = object_ref(r->play.g, slot);
}

bool setup_each(Runner *r, EachObject *visit) {
  u32 at = 0;
  for (u32 p = 0; p < r->s->players.count; p++) {
    const ScenarioPlayer *player = &r->s->players.data[p];
    for (u32 i = 0; i < player->items.count; i++)
      for (u32 k = 0; k < (u32)player->items.data[i].count; k++)
        if (!visit(r, &player->items.data[i], p, k, &r->item_slots[at++])) return false;
  }
  return true;
}

/* --- objects ---------------------------------------------------------------------------------- */

static bool place_object(Runner *r, const ScenarioItem *item, u32 player, u32 place, u32 *slot) {
  Game *g = r->play.g;
  if (item->zone == ZONE_STACK) return true;
  CvId cv;
  if (item->token) {
    if (!setup_token_values(r, item, &cv)) return false;
    *slot = setup_token(g, player, cv);
  } else {
    u32 card = carddb_find(r->db, item->name.text, NULL);
    *slot = setup_card(g, player, card, item->zone, UINT32_MAX);
  }
  setup_named(r, item, place, *slot);
  return setup_item(r, item, *slot);
}

static bool object_refs(Runner *r, const ScenarioItem *item, u32 player, u32 place, u32 *slot) {
  (void)player, (void)place;
  return item->zone == ZONE_STACK || setup_item_refs(r, item, *slot);
}

static bool object_entered(Runner *r, const ScenarioItem *item, u32 player, u32 place, u32 *slot) {
  (void)player, (void)place;
  return item->zone != ZONE_BATTLEFIELD || setup_entered(r, item, *slot);
}

/* --- players ---------------------------------------------------------------------------------- */

static bool place_player(Runner *r, u32 p) {
  Game *g = r->play.g;
  const ScenarioPlayer *player = &r->s->players.data[p];
  if (player->life.given) core(g)->players[p].life = player->life.n;
  if (!setup_counters(r, &player->counters, player_counters_add, p)) return false;
  if (player->has_library) return true;
  u32 wastes = carddb_find(r->db, STR("Wastes"), NULL);
  for (u32 i = 0; i < WASTES_COUNT; i++) setup_card(g, p, wastes, ZONE_LIBRARY, UINT32_MAX);
  return true;
}

static bool place_all(Runner *r, void *unused) {
  (void)unused;
  Game *g = r->play.g;
  core(g)->day = r->s->day == SCENARIO_DAY ? 1 : r->s->day == SCENARIO_NIGHT ? 2 : 0;
  if (r->s->manual_mana) core(g)->by_hand = (u8)((1u << core(g)->player_count) - 1);
  for (u32 p = 0; p < r->s->players.count; p++)
    if (!place_player(r, p)) return false;
  if (!setup_each(r, place_object)) return false;
  derived_reset(g);
  return setup_each(r, object_refs) && setup_each(r, object_entered);
}

bool setup_game(Runner *r) {
  static const GameFormat FORMATS[] = {[SCENARIO_FORMAT_PLAIN] = FORMAT_TWO_PLAYER,
                                       [SCENARIO_FORMAT_COMMANDER] = FORMAT_COMMANDER,
                                       [SCENARIO_FORMAT_BRAWL] = FORMAT_BRAWL,
                                       [SCENARIO_FORMAT_FREE_FOR_ALL] = FORMAT_FREE_FOR_ALL};
  const Scenario *s = r->s;
  GavelStatus status = game_new(r->given, r->db, &GAME_PROCEDURES, s->players.count, s->has_seed ? s->seed : 1,
                                FORMATS[s->format], &r->own);
  if (status) return run_no_memory(r);
  r->play.g = r->own;
  if (r->options.limits) r->own->limits = limits_or(*r->options.limits, GAME_LIMITS_DEFAULT);
  r->own->show_forced = true;
  r->own->language = r->options.language;
  game_listen(r->own, r->options.listener);
  return reserve_names(r) && run_guard(r, place_all, NULL);
}

/* --- later ------------------------------------------------------------------------------------ */

static bool object_sick(Runner *r, const ScenarioItem *item, u32 player, u32 place, u32 *slot) {
  (void)player, (void)place;
  Game *g = r->play.g;
  if (!(item->flags & 1u << SCENARIO_FLAG_SUMMONING_SICK)) return true;
  if (object_row(g, *slot)->zone == ZONE_BATTLEFIELD) permanent_of(g, *slot)->flags |= PERM_SICK;
  return true;
}

bool setup_turn_begun(Runner *r, void *unused) {
  (void)unused;
  return setup_each(r, object_sick);
}

static bool object_attacks(Runner *r, const ScenarioItem *item, u32 player, u32 place, u32 *slot) {
  (void)player, (void)place;
  return !item->attacking.given || setup_attacker(r, item, *slot);
}

bool setup_attacking(Runner *r, void *unused) {
  (void)unused;
  r->attacking = true;
  return setup_each(r, object_attacks);
}

bool setup_mana(Runner *r, void *unused) {
  (void)unused;
  for (u32 p = 0; p < r->s->players.count; p++) {
    ScenarioText mana = r->s->players.data[p].mana;
    i64 kinds[6];
    if (!mana_kinds(mana.text, kinds)) {
      return run_fail(r, mana.place, "expected symbols that are each one kind of mana, such as {G}{G}, found %.*s",
                      (int)mana.text.length, mana.text.data);
    }
    for (u32 k = 0; k < COUNT_OF(kinds); k++)
      if (kinds[k]) mana_add(r->play.g, p, k, (u32)kinds[k], REF_NONE, 0, 0);
  }
  return true;
}
