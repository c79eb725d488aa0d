#include "support/play.h"

#include "rules/game/run_game.h"
#include "rules/turn/turn.h"
#include "state/validate.h"

static void rule_heard(void *user, const char *number) {
  Play *play = user;
  for (u32 i = 0; i < play->rule_count; i++)
    if (strcmp(play->rules[i], number) == 0) return;
  assert_true(play->rule_count < COUNT_OF(play->rules));
  play->rules[play->rule_count++] = number;
}

void play_open(Play *play, const char *cards, u32 players, GameFormat format) {
  memset(play, 0, sizeof *play);
  GavelAllocator allocator = test_allocator(&play->memory);
  GavelError error = {0};
  if (carddb_init(&play->db, allocator, &error) || carddb_load_text(&play->db, str_of(cards), &error) ||
      carddb_link(&play->db, &error))
    fail_msg("%u:%u: %s", error.line, error.column, error.message);
  assert_int_equal(game_new(allocator, &play->db, &GAME_PROCEDURES, players, 1, format, &play->game), GAVEL_OK);
  play->listener = (Listener){.rule = rule_heard, .user = play};
  game_listen(play->game, &play->listener);
}

void play_close(Play *play) {
  game_free(play->game);
  carddb_free(&play->db);
  assert_int_equal(play->memory.blocks, 0);
}

static void protect(Play *play, GameBody *body, void *user) {
  if (game_protect(play->game, body, user)) fail_msg("%s", play->game->failure);
}

typedef struct Put {
  u32 player, def, slot;
  Zone zone;
} Put;

static void put(Game *g, void *user) {
  Put *p = user;
  p->slot = setup_card(g, p->player, p->def, p->zone, (u32)-1);
  const Chars c = *chars_of(g, p->slot);
  if (p->zone != ZONE_BATTLEFIELD) return;
  if (c.has & HAS_LOYALTY) object_counters_add(g, p->slot, W_C_LOYALTY, c.loyalty);
  if (c.has & HAS_DEFENSE) object_counters_add(g, p->slot, W_C_DEFENSE, c.defense);
}

u32 play_put(Play *play, u32 player, const char *name, Zone zone) {
  Put p = {.player = player, .def = carddb_find(&play->db, str_of(name), NULL), .zone = zone};
  if (!p.def) fail_msg("no card named %s", name);
  protect(play, put, &p);
  return p.slot;
}

void play_library(Play *play, u32 player, const char *name, u32 n) {
  for (u32 i = 0; i < n; i++) play_put(play, player, name, ZONE_LIBRARY);
}

static void start(Game *g, void *user) {
  (void)user;
  game_start(g);
  frames_run(g);
}

static void validate(const Play *play) {
  char message[256];
  if (!game_validate(play->game, message, sizeof message)) fail_msg("%s", message);
}

void play_start(Play *play) {
  protect(play, start, NULL);
  validate(play);
}

u32 play_option(const Play *play, OptionKind kind, Ref ref, i64 n) {
  for (u32 i = 0; i < count_of(play->game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play->game, i);
    if (o->kind == kind && o->ref == ref && o->n == n) return i;
  }
  return NO_OPTION;
}

void play_take(Play *play, u32 option) {
  play->game->runs++; /* the test may have changed the game by hand */
  if (game_answer(play->game, option)) fail_msg("option %u: %s", option, play->game->failure);
  validate(play);
}

void play_answer(Play *play, OptionKind kind, Ref ref, i64 n) {
  u32 option = play_option(play, kind, ref, n);
  if (option == NO_OPTION) fail_msg("decision %d does not offer this", play_decision(play)->kind);
  play_take(play, option);
}

void play_pass(Play *play) {
  assert_int_equal(play_decision(play)->kind, DECISION_PRIORITY);
  play_answer(play, OPTION_PASS, REF_NONE, 0);
}

static void concede(Game *g, void *user) {
  player_concede(g, *(const u32 *)user);
  frames_run(g);
}

void play_concede(Play *play, u32 player) {
  protect(play, concede, &player);
  validate(play);
}

/* The minimal answer: pass, done or no; otherwise the first option. */
static u32 least_option(const Play *play) {
  static const OptionKind LEAST[] = {OPTION_PASS, OPTION_DONE, OPTION_NO};
  for (u32 k = 0; k < COUNT_OF(LEAST); k++)
    for (u32 i = 0; i < count_of(play->game, T_OPTIONS); i++)
      if (row_OPTIONS(play->game, i)->kind == LEAST[k]) return i;
  return 0;
}

void play_to(Play *play, u32 turn, Word step) {
  for (u32 n = 0; n < 10000; n++) {
    const Core *c = core(play->game);
    if (c->over) fail_msg("the game ended in turn %u", c->turn);
    if (c->decision.kind == DECISION_PRIORITY && c->turn == turn && step_now(play->game) == step &&
        c->priority == c->active)
      return;
    if (c->turn > turn) fail_msg("turn %u has no such step", turn);
    play_take(play, least_option(play));
  }
  fail_msg("turn %u is never reached", turn);
}

void play_to_choice(Play *play, DecisionKind kind) {
  for (u32 n = 0; n < 10000 && !core(play->game)->over; n++) {
    if (play_decision(play)->kind == kind) return;
    play_take(play, least_option(play));
  }
  if (!core(play->game)->over) fail_msg("the game never ends");
}

void play_resolve(Play *play) {
  for (u32 n = 0; n < 10000 && !core(play->game)->over; n++) {
    bool priority = play_decision(play)->kind == DECISION_PRIORITY;
    if (priority && zone_first(play->game, ZONE_STACK, 0) == 0) return;
    play_take(play, least_option(play));
  }
  if (!core(play->game)->over) fail_msg("the stack never empties");
}

bool play_announced(const Play *play, const char *rule) {
  for (u32 i = 0; i < play->rule_count; i++)
    if (strcmp(play->rules[i], rule) == 0) return true;
  return false;
}

void play_forget(Play *play) { play->rule_count = 0; }
