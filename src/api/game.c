/* Creates games, sets them up and starts them. */
#include "api/api.h"

#include "rules/query/query.h"
#include "rules/turn/turn.h"
#include "rules/game/run_game.h"
#include "state/clone.h"
#include "state/setup.h"

#include <stdio.h>

/* --- making -------------------------------------------------------------------------------- */

GavelGameDef gavel_game_def_default(void) {
  return (GavelGameDef){
      .allocator = gavel_allocator_default(),
      .player_count = 2,
      .seed = 1,
      .limits = GAME_LIMITS_DEFAULT,
  };
}

bool api_speaks(GavelLanguage language) { return language == GAVEL_ENGLISH || language == GAVEL_ITALIAN; }

/* What is wrong with a def; null if nothing. */
static const char *def_wrong(const GavelGameDef *def) {
  if (!def->cards) return "a game needs cards: set GavelGameDef.cards";
  if ((u32)def->format > GAVEL_FORMAT_BRAWL) return "there is no such format";
  if (def->player_count < 2 || def->player_count > GAVEL_PLAYERS_MAX) return "a game has 2 to 8 players";
  if (def->format == GAVEL_FORMAT_TWO_PLAYER && def->player_count != 2)
    return "more than two players need another format than the two-player one";
  if (!api_speaks(def->language)) return "there is no such language";
  if (def->starting_player >= def->player_count) return "the starting player is none of the players";
  return NULL;
}

ApiGame *api_need(Game *g) {
  if (g->api) return g->api;
  ApiGame *api = g->allocator.resize(g->allocator.user, NULL, 0, sizeof *api);
  if (api) *api = (ApiGame){.set_group = 0};
  g->api = api;
  return api;
}

static GavelCards *cards_of(const Game *g) { return (GavelCards *)(void *)g->db; }

static void kept_free(Game *g, Kept *kept) {
  if (kept->game) game_clone_release(kept->game);
  if (kept->buffer) g->allocator.resize(g->allocator.user, kept->buffer, kept->size, 0);
  *kept = (Kept){.game = NULL};
}

void api_forget(Game *g) {
  ApiGame *api = api_of(g);
  if (!api) return;
  kept_free(g, &api->set_start);
  kept_free(g, &api->trial);
  api_free_seen(g);
  if (api->counted) atomic_fetch_sub(&cards_of(g)->games, 1);
  g->allocator.resize(g->allocator.user, api, sizeof *api, 0);
  g->api = NULL;
}

GavelStatus api_adopt(Game *g, const GavelGameDef *def) {
  ApiGame *api = api_need(g);
  if (!api) return GAVEL_E_MEMORY;
  g->limits = limits_or(def->limits, GAME_LIMITS_DEFAULT);
  api->take_back = !def->no_take_back;
  g->show_forced = def->show_forced;
  g->language = def->language;
  api->counted = true;
  atomic_fetch_add(&def->cards->games, 1);
  return GAVEL_OK;
}

void gavel_game_destroy(GavelGame *game) {
  if (!game) return;
  api_forget(game);
  if (game->home) {
    game_clone_release(game);
  } else {
    game_free(game);
  }
}

static GavelStatus no_memory(GavelError *error) {
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a game");
}

GavelStatus gavel_game_create(const GavelGameDef *def, GavelGame **game, GavelError *error) {
  *game = NULL;
  const char *wrong = def_wrong(def);
  if (wrong) return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "%s", wrong);
  Game *g;
  GavelStatus status = game_new(def->allocator, &def->cards->db, &GAME_PROCEDURES, def->player_count, def->seed,
                                (GameFormat)def->format, &g);
  if (status) return no_memory(error);
  status = api_adopt(g, def);
  if (status) {
    game_free(g);
    return no_memory(error);
  }
  core(g)->starting_player = (u8)def->starting_player;
  if (def->manual_mana) core(g)->by_hand = (u8)((1u << def->player_count) - 1);
  for (u32 p = 0; def->life != 0 && p < def->player_count; p++) core(g)->players[p].life = def->life;
  *game = g;
  return GAVEL_OK;
}

/* --- messages ------------------------------------------------------------------------------ */

GavelStatus api_refuse(Game *g, GavelStatus status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(g->failure, sizeof g->failure, format, arguments);
  va_end(arguments);
  return status;
}

GavelStatus gavel_game_status(const GavelGame *game) { return game->failed; }

const char *gavel_game_message(const GavelGame *game) { return game->failure; }

/* --- setting up ---------------------------------------------------------------------------- */

/* Drops what the game may have computed before. */
static void setup_changed(Game *g) { facts_changed(g, ~(Facts)0); }

bool api_started(const Game *g) { return count_of(g, T_FRAMES) > 0 || core(g)->over; }

/* Whether the game can still be set up; otherwise the status to return. */
static GavelStatus setup_allowed(Game *g) {
  if (g->failed) return g->failed;
  if (!api_started(g)) return GAVEL_OK;
  return api_refuse(g, GAVEL_E_MISUSE, "a game that has started can't be set up any more");
}

static GavelStatus check_player(Game *g, u32 player) {
  if (player < core(g)->player_count) return GAVEL_OK;
  return api_refuse(g, GAVEL_E_CHECK, "there is no player %u: players are 0 to %u", player, core(g)->player_count - 1u);
}

GavelObjectDef gavel_object_def_default(void) {
  return (GavelObjectDef){.controller = GAVEL_NO_PLAYER, .position = GAVEL_BOTTOM};
}

#define STATUS_ALL (GAVEL_STATUS_TAPPED | GAVEL_STATUS_FLIPPED | GAVEL_STATUS_FACE_DOWN | GAVEL_STATUS_PHASED_OUT)

/* Whether the def sets something that only permanents have. */
static bool asks_for_permanent(const GavelObjectDef *def) {
  bool hides = def->zone == GAVEL_ZONE_EXILE && def->status == GAVEL_STATUS_FACE_DOWN;
  return def->controller != GAVEL_NO_PLAYER || (def->status && !hides) || def->summoning_sick || def->token ||
         def->damage || def->face;
}

/* What is wrong with a permanent; null if nothing. */
static const char *permanent_wrong(const Game *g, const GavelObjectDef *def) {
  const CardDef *card = carddb_card(g->db, def->card);
  bool turns = card->layout == LAYOUT_TRANSFORM || card->layout == LAYOUT_MODAL_DFC;
  const Chars *chars = &carddb_face(g->db, card->face + def->face)->chars;
  if (def->face && !turns) return "only the back of a double-faced card can be up instead of its front";
  if (def->status & GAVEL_STATUS_FLIPPED && card->layout != LAYOUT_FLIP)
    return "only flip cards can be flipped (710.1)";
  if (!(def->status & GAVEL_STATUS_FACE_DOWN) && !(chars->types & PERMANENT_TYPES))
    return "only permanent cards can be on the battlefield (110.4)";
  if (def->controller != GAVEL_NO_PLAYER && def->controller >= core(g)->player_count)
    return "the controller is none of the players";
  if (def->damage < 0) return "damage cannot be negative";
  return NULL;
}

static const char *object_wrong(const Game *g, const GavelObjectDef *def) {
  if (def->card == 0 || def->card >= g->db->cards.count) return "there is no card with that id";
  if (!carddb_sound(g->db, def->card)) return "the card is damaged in its database";
  if (def->owner >= core(g)->player_count) return "the owner is none of the players";
  if ((u32)def->zone >= GAVEL_ZONE_NONE) return "there is no such zone";
  if (def->zone == GAVEL_ZONE_STACK) return "nothing can be put on the stack: cast it once the game has started";
  if (def->face >= carddb_card(g->db, def->card)->faces) return "the card has no such face";
  if (def->status & ~(u32)STATUS_ALL) return "there is no such status (110.5)";
  if (def->zone == GAVEL_ZONE_BATTLEFIELD) return permanent_wrong(g, def);
  if (asks_for_permanent(def)) return "controller, status, face, damage and tokens are for the battlefield";
  return NULL;
}

typedef struct Putting {
  const GavelObjectDef *def;
  u32 slot;
} Putting;

/* Loyalty and defense are counters from the beginning (306.5b, 310.4b). */
static void put_own_counters(Game *g, u32 slot, const Chars *chars) {
  if (chars->has & HAS_LOYALTY && chars->loyalty > 0) object_counters_add(g, slot, W_C_LOYALTY, chars->loyalty);
  if (chars->has & HAS_DEFENSE && chars->defense > 0) object_counters_add(g, slot, W_C_DEFENSE, chars->defense);
}

static void put_permanent(Game *g, u32 slot, const GavelObjectDef *def) {
  if (def->controller != GAVEL_NO_PLAYER) setup_controller(g, slot, def->controller);
  if (def->status) setup_status(g, slot, def->status, FACE_DOWN_PLAIN);
  if (def->face) setup_face(g, slot, def->face);
  permanent_of(g, slot)->damage = def->damage;
  if (def->summoning_sick) permanent_of(g, slot)->flags |= PERM_SICK;
  if (def->status & GAVEL_STATUS_FACE_DOWN) return;
  const CardDef *card = carddb_card(g->db, def->card);
  put_own_counters(g, slot, &carddb_face(g->db, card->face + def->face)->chars);
}

static void put_body(Game *g, void *user) {
  Putting *putting = user;
  const GavelObjectDef *def = putting->def;
  u32 slot = def->token ? setup_token(g, def->owner, def->card)
                        : setup_card(g, def->owner, def->card, (Zone)def->zone, def->position);
  if (def->zone == GAVEL_ZONE_BATTLEFIELD) put_permanent(g, slot, def);
  if (def->zone == GAVEL_ZONE_EXILE && def->status) setup_exiled_face_down(g, slot);
  if (def->commander) setup_commander(g, slot);
  putting->slot = slot;
  setup_changed(g);
}

GavelStatus api_check_room(Game *g, u64 count) {
  GavelStatus status = setup_allowed(g);
  if (status) return status;
  u32 used = count_of(g, T_OBJECTS) - 1; /* row 0 is none */
  if (count + used <= g->limits.objects) return GAVEL_OK;
  return api_refuse(g, GAVEL_E_LIMIT,
                    "the game may hold %u objects (limits.objects) and holds %u: there is no room for %llu more",
                    g->limits.objects, used, (unsigned long long)count);
}

GavelStatus gavel_game_put(GavelGame *game, const GavelObjectDef *def, GavelRef *ref) {
  GavelStatus status = setup_allowed(game);
  if (status) return status;
  const char *wrong = object_wrong(game, def);
  if (wrong) return api_refuse(game, GAVEL_E_CHECK, "%s", wrong);
  status = api_check_room(game, 1);
  if (status) return status;
  Putting putting = {.def = def};
  status = game_protect(game, put_body, &putting);
  if (!status && ref) *ref = object_ref(game, putting.slot);
  return status;
}

GavelStatus api_unknown_card(Game *g, const char *name) {
  Text text;
  text_init(&text, g->allocator);
  carddb_say_unknown(g->db, str_of(name), 3, &text);
  if (text.failed)
    api_refuse(g, GAVEL_E_UNKNOWN, "no card is called \"%s\"", name);
  else
    api_refuse(g, GAVEL_E_UNKNOWN, "%s", text_str(&text).data);
  text_free(&text);
  return GAVEL_E_UNKNOWN;
}

GavelStatus gavel_game_put_cards(GavelGame *game, GavelZone zone, uint32_t owner, const char *name, uint32_t count) {
  GavelStatus status = setup_allowed(game);
  if (status) return status;
  GavelObjectDef def = gavel_object_def_default();
  def.card = carddb_find(game->db, str_of(name), &def.face);
  if (!def.card) return api_unknown_card(game, name);
  if (zone != GAVEL_ZONE_BATTLEFIELD) def.face = 0;
  def.zone = zone;
  def.owner = owner;
  status = api_check_room(game, count);
  for (u32 i = 0; i < count && !status; i++) status = gavel_game_put(game, &def, NULL);
  return status;
}

/* --- counters, attachments, life totals ---------------------------------------------------- */

typedef struct PuttingOn {
  Ref on;
  Word kind;
  i64 n;
} PuttingOn;

static void counters_body(Game *g, void *user) {
  const PuttingOn *p = user;
  if (ref_is_player(p->on)) {
    player_counters_add(g, ref_slot(p->on), p->kind, p->n);
  } else {
    object_counters_add(g, ref_slot(p->on), p->kind, p->n);
  }
  setup_changed(g);
}

/* Whether a reference is to a player or to an object that is there. */
static bool ref_is_there(const Game *g, Ref ref) {
  return ref_is_player(ref) ? ref_slot(ref) < core(g)->player_count : object_live(g, ref) != 0;
}

GavelStatus gavel_game_put_counters(GavelGame *game, GavelRef on, const char *kind, int64_t n) {
  GavelStatus status = setup_allowed(game);
  if (status) return status;
  PuttingOn p = {on, word_find(str_of(kind), WC_COUNTER), n};
  if (!p.kind) return api_refuse(game, GAVEL_E_UNKNOWN, "there are no \"%s\" counters", kind);
  if (!ref_is_there(game, on)) return api_refuse(game, GAVEL_E_UNKNOWN, "there is nothing to put counters on");
  if (n < 1) return api_refuse(game, GAVEL_E_CHECK, "expected at least 1 counter, found %lld", (long long)n);
  return game_protect(game, counters_body, &p);
}

GavelStatus gavel_game_put_attached(GavelGame *game, GavelRef attachment, GavelRef to) {
  GavelStatus status = setup_allowed(game);
  if (status) return status;
  u32 slot = object_live(game, attachment), host = object_live(game, to);
  if (!slot || object_row(game, slot)->zone != ZONE_BATTLEFIELD)
    return api_refuse(game, GAVEL_E_UNKNOWN, "the permanent to attach isn't on the battlefield");
  if (!ref_is_there(game, to) || (host && object_row(game, host)->zone != ZONE_BATTLEFIELD))
    return api_refuse(game, GAVEL_E_UNKNOWN, "there is nothing on the battlefield to attach it to");
  if (slot == host) return api_refuse(game, GAVEL_E_CHECK, "nothing can be attached to itself (303.4d)");
  setup_attach(game, slot, to);
  setup_changed(game);
  return GAVEL_OK;
}

GavelStatus gavel_game_put_life(GavelGame *game, uint32_t player, int64_t life) {
  GavelStatus status = setup_allowed(game);
  if (!status) status = check_player(game, player);
  if (status) return status;
  core(game)->players[player].life = life;
  setup_changed(game);
  return GAVEL_OK;
}

/* --- libraries and chance ------------------------------------------------------------------ */

static void shuffle_body(Game *g, void *user) {
  library_shuffle(g, *(const u32 *)user);
  setup_changed(g);
}

GavelStatus gavel_game_shuffle(GavelGame *game, uint32_t player) {
  GavelStatus status = setup_allowed(game);
  if (!status) status = check_player(game, player);
  return status ? status : game_protect(game, shuffle_body, &player);
}

typedef struct Dealing {
  u32 player, count;
} Dealing;

static void deal_body(Game *g, void *user) {
  const Dealing *d = user;
  library_deal(g, d->player, d->count);
  setup_changed(g);
}

GavelStatus gavel_game_deal(GavelGame *game, uint32_t player, uint32_t count) {
  GavelStatus status = setup_allowed(game);
  if (!status) status = check_player(game, player);
  Dealing dealing = {player, count};
  return status ? status : game_protect(game, deal_body, &dealing);
}

typedef struct Forcing {
  DueKind kind;
  u32 player;
  i64 n;
} Forcing;

static void force_body(Game *g, void *user) {
  const Forcing *f = user;
  u32 row = table_add(g, T_DUE, 1);
  *row_DUE(g, row) = (Due){.kind = (u16)f->kind, .player = (u8)f->player, .n = f->n};
}

GavelStatus gavel_game_pay_by_hand(GavelGame *game, uint32_t player, bool by_hand) {
  if (game->failed) return game->failed;
  GavelStatus status = check_player(game, player);
  if (status) return status;
  u8 bit = (u8)(1u << player);
  core(game)->by_hand = (u8)(by_hand ? core(game)->by_hand | bit : core(game)->by_hand & ~bit);
  return GAVEL_OK;
}

static GavelStatus force(Game *g, DueKind kind, u32 player, i64 n) {
  if (g->failed) return g->failed;
  GavelStatus status = check_player(g, player);
  Forcing forcing = {kind, player, n};
  return status ? status : game_protect(g, force_body, &forcing);
}

GavelStatus gavel_game_force_coin(GavelGame *game, uint32_t player, bool won) {
  return force(game, DUE_COIN, player, won);
}

GavelStatus gavel_game_force_die(GavelGame *game, uint32_t player, uint32_t value) {
  if (value < 1 && !game->failed) return api_refuse(game, GAVEL_E_CHECK, "no die shows less than 1");
  return force(game, DUE_DIE, player, (i64)value - 1);
}

/* --- starting ------------------------------------------------------------------------------ */

/* Where to begin; `step` 0: at the beginning of turn 1. */
typedef struct Beginning {
  u32 turn, player;
  Word step;
  bool hands;  /* shuffle, draw opening hands and take mulligans first */
  u32 chooser; /* before that, this player chooses who begins; PLAYER_NONE: nobody does */
} Beginning;

/* Skips every step of the turn until the given step (500.11). The first draw step of a two-player game isn't there to
   be skipped (103.8a), and neither are steps that only happen in combat (508.8). */
static void skip_before(Game *g, const Beginning *b) {
  for (Word step = W_STEP_UNTAP; step < b->step; step++) {
    bool only_in_combat = step_is_combat(step);
    bool first_draw = step == W_STEP_DRAW && b->turn == 1 && core(g)->player_count == 2;
    if (!only_in_combat && !first_draw) step_skip(g, b->player, step, REF_NONE);
  }
  if (b->step > W_STEP_END_COMBAT) step_skip(g, b->player, W_PHASE_COMBAT, REF_NONE);
  if (b->step == W_STEP_ATTACKERS) step_skip(g, b->player, W_STEP_BEGIN_COMBAT, REF_NONE);
}

static void start_body(Game *g, void *user) {
  const Beginning *b = user;
  if (b->step) core(g)->starting_player = (u8)b->player;
  if (b->hands)
    game_start_with_hands(g, b->chooser);
  else
    game_start(g);
  if (!b->step) return;
  core(g)->turn = b->turn - 1;
  u32 count = core(g)->player_count;
  if (b->turn > 1) core(g)->turn_order = (u8)((b->player + count - 1) % count);
  skip_before(g, b);
}

static GavelStatus start(Game *g, Beginning beginning) {
  GavelStatus status = game_protect(g, start_body, &beginning);
  return status ? status : game_resume(g);
}

GavelStatus gavel_game_start(GavelGame *game) {
  GavelStatus status = setup_allowed(game);
  return status ? status : start(game, (Beginning){.turn = 1});
}

GavelStatus gavel_game_start_with_hands(GavelGame *game) {
  GavelStatus status = setup_allowed(game);
  return status ? status : start(game, (Beginning){.turn = 1, .hands = true, .chooser = PLAYER_NONE});
}

GavelStatus gavel_game_start_with_choice(GavelGame *game, uint32_t chooser) {
  GavelStatus status = setup_allowed(game);
  if (!status) status = check_player(game, chooser);
  return status ? status : start(game, (Beginning){.turn = 1, .hands = true, .chooser = chooser});
}

GavelStatus gavel_game_start_at(GavelGame *game, uint32_t turn, uint32_t player, GavelStep step) {
  GavelStatus status = setup_allowed(game);
  if (!status) status = check_player(game, player);
  if (status) return status;
  if (turn < 1) return api_refuse(game, GAVEL_E_CHECK, "turns are counted from 1");
  bool nothing_before =
      (step >= GAVEL_STEP_DECLARE_BLOCKERS && step <= GAVEL_STEP_END_OF_COMBAT) || (u32)step >= GAVEL_STEP_CLEANUP;
  if (nothing_before)
    return api_refuse(game, GAVEL_E_CHECK,
                      "a game cannot begin with that step: declare attackers is the last of "
                      "combat, the end step the "
                      "last of a turn");
  if (step == GAVEL_STEP_DRAW && turn == 1 && core(game)->player_count == 2)
    return api_refuse(game, GAVEL_E_CHECK, "two players have no draw step in turn 1 (103.8a)");
  return start(game, (Beginning){.turn = turn, .player = player, .step = (Word)(W_STEP_UNTAP + step)});
}
