/* Queries about a game. */
#include "api/api.h"

#include "rules/cast/cast.h"
#include "rules/combat/combat.h"
#include "rules/turn/turn.h"

/* --- public and internal numbers agree ----------------------------------------------------- */

#define SAME(OUTSIDE, INSIDE) _Static_assert((int)(OUTSIDE) == (int)(INSIDE), "see gavel.h")
SAME(GAVEL_NO_PLAYER, PLAYER_NONE);
SAME(GAVEL_PLAYERS_MAX, PLAYERS_CAP);
SAME(GAVEL_NUMBERS_OFFERED, NUMBERS_OFFERED);
SAME(GAVEL_ZONE_BATTLEFIELD, ZONE_BATTLEFIELD);
SAME(GAVEL_ZONE_STACK, ZONE_STACK);
SAME(GAVEL_ZONE_NONE, ZONE_NONE);
SAME(GAVEL_STATUS_TAPPED, STATUS_TAPPED);
SAME(GAVEL_STATUS_FLIPPED, STATUS_FLIPPED);
SAME(GAVEL_STATUS_FACE_DOWN, STATUS_FACE_DOWN);
SAME(GAVEL_STATUS_PHASED_OUT, STATUS_PHASED_OUT);
SAME(GAVEL_STEP_UPKEEP, W_STEP_UPKEEP - W_STEP_UNTAP);
SAME(GAVEL_STEP_MAIN, W_STEP_MAIN - W_STEP_UNTAP);
SAME(GAVEL_STEP_COMBAT_DAMAGE, W_STEP_DAMAGE - W_STEP_UNTAP);
SAME(GAVEL_STEP_MAIN_2, W_STEP_MAIN_2 - W_STEP_UNTAP);
SAME(GAVEL_STEP_CLEANUP, W_STEP_CLEANUP - W_STEP_UNTAP);
SAME(GAVEL_FORMAT_BRAWL, FORMAT_BRAWL);
SAME(GAVEL_OBJECT_TOKEN, OBJECT_TOKEN);
SAME(GAVEL_OBJECT_ABILITY, OBJECT_ABILITY);
SAME(GAVEL_OBJECT_EMBLEM, OBJECT_EMBLEM);
SAME(GAVEL_DECISION_PRIORITY, DECISION_PRIORITY);
SAME(GAVEL_DECISION_MODE, DECISION_MODE);
SAME(GAVEL_DECISION_DIVIDE, DECISION_DIVIDE);
SAME(GAVEL_DECISION_PAYMENT, DECISION_PAYMENT);
SAME(GAVEL_DECISION_ATTACKER, DECISION_ATTACKER);
SAME(GAVEL_DECISION_LEGEND, DECISION_LEGEND);
SAME(GAVEL_DECISION_KEEP, DECISION_KEEP);
SAME(GAVEL_DECISION_BAND, DECISION_BAND);
SAME(GAVEL_DECISION_WAITING, DECISION_KIND_COUNT);
SAME(GAVEL_OPTION_DONE, OPTION_DONE);
SAME(GAVEL_OPTION_CAST, OPTION_CAST);
SAME(GAVEL_OPTION_MANA, OPTION_MANA);
SAME(GAVEL_GREEN, COLOR(GREEN));
SAME(GAVEL_CREATURE, TYPE(CREATURE));
SAME(GAVEL_INSTANT, TYPE(INSTANT));
SAME(GAVEL_KINDRED, TYPE(KINDRED));
SAME(GAVEL_WORLD, SUPERTYPE(WORLD));
#undef SAME

/* --- the game as a whole ------------------------------------------------------------------- */

GavelSituation gavel_game_situation(const GavelGame *game) {
  const Core *c = core(game);
  bool won = false;
  for (u32 p = 0; p < c->player_count; p++) won |= c->players[p].won;
  return (GavelSituation){
      .player_count = c->player_count,
      .turn = c->turn,
      .active = c->active,
      .priority = c->priority,
      .step = (GavelStep)c->step,
      .started = api_started(game),
      .over = c->over,
      .draw = c->over && !won,
      .day = c->day,
      .decisions = c->decisions,
      .events = c->events,
  };
}

GavelPlayer gavel_game_player(const GavelGame *game, uint32_t player) {
  if (player >= core(game)->player_count) return (GavelPlayer){0};
  const Player *p = &core(game)->players[player];
  return (GavelPlayer){
      .life = p->life,
      .hand = zone_list(game, ZONE_HAND, player)->count,
      .library = zone_list(game, ZONE_LIBRARY, player)->count,
      .graveyard = zone_list(game, ZONE_GRAVEYARD, player)->count,
      .outside = zone_list(game, ZONE_OUTSIDE, player)->count,
      .lands_played = p->lands_played,
      .draws = p->draws_this_turn,
      .spells = p->spells_this_turn,
      .decided_by = p->decided_by,
      .won = p->won,
      .lost = p->lost,
      .left = p->left != LEFT_NOT,
      .conceded = p->conceded,
      .monarch = p->monarch,
      .initiative = p->initiative,
      .blessing = p->blessing,
  };
}

int64_t gavel_game_mana(const GavelGame *game, uint32_t player, GavelWord kind) {
  i64 n = 0;
  for (u32 row = 0; row < count_of(game, T_MANA); row++) {
    const Mana *mana = row_MANA(game, row);
    if (mana->player == player && (!kind || mana->kind == kind - W_WHITE)) n = num_add(n, mana->n, NULL);
  }
  return n;
}

/* The first row of the counters on an object or player; 0 if there are none, or it is not there. */
static u32 first_counters(const Game *g, GavelRef on) {
  if (!ref_is_player(on)) {
    u32 slot = object_live(g, on);
    return slot ? object_row(g, slot)->counters : 0;
  }
  u32 player = ref_slot(on);
  return player < core(g)->player_count ? core(g)->players[player].counters : 0;
}

int64_t gavel_game_counters(const GavelGame *game, GavelRef on, GavelWord kind) {
  return counters_get(game, first_counters(game, on), kind);
}

uint32_t gavel_game_all_counters(const GavelGame *game, GavelRef on, GavelCounter *out, uint32_t cap) {
  u32 count = 0;
  for (u32 c = first_counters(game, on); c; c = row_COUNTERS(game, c)->next, count++)
    if (count < cap) out[count] = (GavelCounter){row_COUNTERS(game, c)->kind, row_COUNTERS(game, c)->n};
  return count;
}

/* --- objects ------------------------------------------------------------------------------- */

static const ZoneList *zone_of(const Game *g, GavelZone zone, u32 player) {
  if ((u32)zone >= GAVEL_ZONE_NONE) return NULL;
  if (!zone_is_shared((Zone)zone) && player >= core(g)->player_count) return NULL;
  return zone_list(g, (Zone)zone, player);
}

uint32_t gavel_game_zone_count(const GavelGame *game, GavelZone zone, uint32_t player) {
  const ZoneList *list = zone_of(game, zone, player);
  return list ? list->count : 0;
}

uint32_t gavel_game_zone(const GavelGame *game, GavelZone zone, uint32_t player, GavelRef *out, uint32_t cap) {
  const ZoneList *list = zone_of(game, zone, player);
  if (!list) return 0;
  u32 n = 0;
  for (u32 s = list->first; s && n < cap; s = object_row(game, s)->next) out[n++] = object_ref(game, s);
  return list->count;
}

typedef struct Goading {
  u32 slot, players;
} Goading;

static void find_goading(Game *g, void *user) {
  Goading *goading = user;
  layers_update(g);
  goading->players = goaded_by(g, goading->slot);
}

/* Static abilities goad too, and may have to be recomputed; that doesn't change the game's value. While the game runs,
   only what was done to the permanent counts. */
static bool is_goaded(const Game *g, u32 slot) {
  Goading goading = {.slot = slot};
  if (permanent_of(g, slot)->flags & PERM_GOADED) return true;
  if (!g->running) game_protect((Game *)(uintptr_t)g, find_goading, &goading);
  return goading.players;
}

static void add_permanent(const Game *g, u32 slot, GavelObject *out) {
  const Permanent *p = permanent_of(g, slot);
  u32 flags = p->flags;
  out->damage = p->damage;
  out->attached_to = p->attached_to;
  out->attacking = p->attacking;
  out->summoning_sick = flags & PERM_SICK;
  out->monstrous = flags & PERM_MONSTROUS;
  out->renowned = flags & PERM_RENOWNED;
  out->saddled = flags & PERM_SADDLED;
  out->suspected = flags & PERM_SUSPECTED;
  out->goaded = is_goaded(g, slot);
  out->melded = flags & PERM_MELDED;
  out->blocked = flags & PERM_BLOCKED;
}

bool gavel_game_object(const GavelGame *game, GavelRef ref, GavelObject *object) {
  *object = (GavelObject){.zone = GAVEL_ZONE_NONE};
  u32 slot = ref_is_player(ref) ? 0 : object_live(game, ref);
  if (!slot) return false;
  const Object *o = object_row(game, slot);
  *object = (GavelObject){
      .kind = (GavelObjectKind)o->kind,
      .zone = (GavelZone)o->zone,
      .owner = o->owner,
      .controller = o->controller,
      .status = o->status,
      .card = o->card ? row_CARDS(game, o->card)->def : 0,
      .face = o->face,
      .timestamp = o->timestamp,
      .commander = o->flags & OBJECT_COMMANDER,
  };
  for (u32 card = o->card; card; card = row_CARDS(game, card)->next) object->cards++;
  if (o->zone == ZONE_STACK && o->kind == OBJECT_ABILITY) object->source = stack_item_of(game, slot)->source;
  if (o->zone == ZONE_BATTLEFIELD) add_permanent(game, slot, object);
  return true;
}

uint32_t gavel_game_attachments(const GavelGame *game, GavelRef to, GavelRef *out, uint32_t cap) {
  u32 n = 0;
  for (u32 s = zone_first(game, ZONE_BATTLEFIELD, 0); s && to; s = object_row(game, s)->next) {
    if (permanent_of(game, s)->attached_to != to) continue;
    if (n < cap) out[n] = object_ref(game, s);
    n++;
  }
  return n;
}

uint32_t gavel_game_blockers(const GavelGame *game, GavelRef attacker, GavelRef *out, uint32_t cap) {
  u32 n = 0;
  for (u32 s = zone_first(game, ZONE_BATTLEFIELD, 0); s && attacker; s = object_row(game, s)->next) {
    if (!list_has(game, permanent_of(game, s)->blocking, attacker)) continue;
    if (n < cap) out[n] = object_ref(game, s);
    n++;
  }
  return n;
}

static void targets_out(const Game *g, const TargetSlot *slot, Ref *out, u32 cap, u32 *n) {
  Value value = env_at(g, slot->env)->slot[slot->var];
  u32 count = value.tag == VALUE_REFS ? list_count(g, (Heap)value.v) : value.tag == VALUE_REF;
  for (u32 i = 0; i < count; i++, ++*n) {
    Ref ref = value.tag == VALUE_REFS ? list_get(g, (Heap)value.v, i) : value.v;
    if (*n < cap) out[*n] = ref;
  }
}

typedef struct TargetsAsked {
  u32 slot, cap, found;
  Ref *out;
} TargetsAsked;

static void targets_body(Game *g, void *user) {
  TargetsAsked *asked = user;
  TargetSlot slots[TARGET_SLOTS];
  u32 count = target_slots(g, asked->slot, slots);
  for (u32 i = 0; i < count; i++) targets_out(g, &slots[i], asked->out, asked->cap, &asked->found);
}

uint32_t gavel_game_targets(GavelGame *game, GavelRef spell, GavelRef *out, uint32_t cap) {
  TargetsAsked asked = {.slot = ref_is_player(spell) ? 0 : object_live(game, spell), .cap = cap, .out = out};
  if (!asked.slot || object_row(game, asked.slot)->zone != ZONE_STACK) return 0;
  return game_protect(game, targets_body, &asked) ? 0 : asked.found;
}

/* --- characteristics ----------------------------------------------------------------------- */

typedef struct Asking {
  Ref ref;
  Word word;
  bool known;
  Chars chars;
  i64 mana_value;
} Asking;

static void chars_body(Game *g, void *user) {
  Asking *asking = user;
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, asking->ref);
  asking->known = c;
  if (!c) return;
  asking->chars = *c;
  u32 slot = ref_is_player(asking->ref) ? 0 : object_live(g, asking->ref);
  asking->mana_value = slot ? mana_value_shown(g, slot, &asking->chars) : mana_value_of(&e, asking->ref);
}

static bool asked(Game *g, Asking *asking) {
  return ref_slot(asking->ref) != 0 && !game_protect(g, chars_body, asking) && asking->known;
}

bool api_chars(Game *g, Ref ref, Chars *out) {
  Asking asking = {.ref = ref};
  bool known = asked(g, &asking);
  *out = asking.chars;
  return known;
}

const Chars *api_chars_at_hand(Game *g, u32 slot) {
  if (!slot || !layers_settled(g)) return NULL;
  const Derived *d = row_DERIVED(g, slot);
  if (d->stamp == derived(g)->layers.stamp) return row_CHARS(g, d->chars);
  const CardForm *form = form_of(g, slot);
  return form ? &form->chars : NULL;
}

static void write_characteristics(const CardDb *db, const Chars *c, i64 mana_value, GavelCharacteristics *out) {
  out->name = intern_text(&db->names, c->name).data;
  out->power = c->power;
  out->toughness = c->toughness;
  out->loyalty = c->loyalty;
  out->defense = c->defense;
  out->has_power_toughness = c->has & HAS_POWER;
  out->has_loyalty = c->has & HAS_LOYALTY;
  out->has_defense = c->has & HAS_DEFENSE;
  out->has_mana_cost = c->mana_cost;
  out->mana_value = mana_value;
  out->colors = c->colors;
  out->types = c->types;
  out->supertypes = c->supertypes;
  out->abilities = c->ability_count;
}

static bool characteristics_asked(Game *g, Ref ref, GavelCharacteristics *out) {
  Asking asking = {.ref = ref};
  *out = (GavelCharacteristics){.name = ""};
  if (!asked(g, &asking)) return false;
  write_characteristics(g->db, &asking.chars, asking.mana_value, out);
  return true;
}

bool api_characteristics(Game *g, u32 slot, const Chars *at_hand, GavelCharacteristics *out) {
  const Chars *c = at_hand;
  if (!c) return characteristics_asked(g, slot ? object_ref(g, slot) : REF_NONE, out);
#ifdef GAVEL_CHECKED
  Chars found;
  ASSERT(api_chars(g, object_ref(g, slot), &found) && memcmp(api_chars_at_hand(g, slot), &found, sizeof found) == 0);
  c = api_chars_at_hand(g, slot);
#endif
  const Chars chars = *c;
  write_characteristics(g->db, &chars, mana_value_shown(g, slot, &chars), out);
  return true;
}

bool gavel_game_characteristics(GavelGame *game, GavelRef ref, GavelCharacteristics *characteristics) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(game, ref);
  if (!slot) return characteristics_asked(game, ref, characteristics);
  return api_characteristics(game, slot, api_chars_at_hand(game, slot), characteristics);
}

bool gavel_game_has(GavelGame *game, GavelRef ref, GavelWord word) {
  Chars c;
  if (!api_chars(game, ref, &c)) return false;
  switch (word_class(word)) {
    case WC_COLOR: return word == W_COLORLESS ? !c.colors : c.colors >> color_bit(word) & 1;
    case WC_TYPE: return c.types >> type_bit(word) & 1;
    case WC_SUPERTYPE: return c.supertypes >> supertype_bit(word) & 1;
    case WC_SUBTYPE: return chars_subtype(&c, word);
    case WC_KEYWORD: return chars_keyword(&c, word);
    default: return false;
  }
}
