#include "support/match.h"

GavelCards *match_cards;

int match_cards_open(void **state) {
  (void)state;
  GavelCardsDef def = gavel_cards_def_default();
  GavelError error = {.message = ""};
  GavelStatus status = gavel_cards_create(&def, &match_cards, &error);
  if (status) print_error("%u:%u: %s\n", error.line, error.column, error.message);
  return (int)status;
}

int match_cards_close(void **state) {
  (void)state;
  gavel_cards_destroy(match_cards);
  return 0;
}

GavelGameDef match_def(void) {
  GavelGameDef def = gavel_game_def_default();
  def.cards = match_cards;
  return def;
}

GavelGame *match_game(const GavelGameDef *def) {
  GavelGame *game = NULL;
  GavelError error = {.message = ""};
  if (gavel_game_create(def, &game, &error)) fail_msg("%s", error.message);
  return game;
}

GavelGame *match_default(void) {
  GavelGameDef def = match_def();
  return match_game(&def);
}

void match_add(const char *text) {
  GavelError error = {.message = ""};
  if (gavel_cards_add_text(match_cards, text, strlen(text), &error)) fail_msg("%s: %s", text, error.message);
}

void match_put(GavelGame *game, GavelZone zone, uint32_t owner, const char *name, uint32_t count) {
  assert_ok(game, gavel_game_put_cards(game, zone, owner, name, count));
}

GavelRef match_permanent(GavelGame *game, uint32_t owner, const char *name) {
  GavelObjectDef def = gavel_object_def_default();
  def.card = gavel_cards_find(match_cards, name, &def.face);
  def.owner = owner;
  GavelRef ref = GAVEL_REF_NONE;
  assert_ok(game, gavel_game_put(game, &def, &ref));
  return ref;
}

/* Two players with small decks of lands, creatures and spells, shuffled and dealt. */
static void put_decks(GavelGame *game) {
  static const struct {
    uint32_t owner;
    const char *name;
    uint32_t count;
  } DECKS[] = {
      {0, "Mountain", 12}, {0, "Lightning Bolt", 6}, {0, "Hill Giant", 6},   {0, "Mogg Fanatic", 6},
      {1, "Forest", 12},   {1, "Grizzly Bears", 8},  {1, "Giant Spider", 4}, {1, "Giant Growth", 6},
  };
  for (size_t i = 0; i < COUNT_OF(DECKS); i++)
    match_put(game, GAVEL_ZONE_LIBRARY, DECKS[i].owner, DECKS[i].name, DECKS[i].count);
  for (uint32_t p = 0; p < 2; p++) {
    assert_ok(game, gavel_game_shuffle(game, p));
    assert_ok(game, gavel_game_deal(game, p, 7));
  }
}

GavelGame *match_start(const GavelGameDef *def) {
  GavelGame *game = match_game(def);
  put_decks(game);
  assert_ok(game, gavel_game_start(game));
  return game;
}

uint32_t match_random(uint64_t *state, uint32_t bound) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*state >> 33) % bound);
}

bool match_answer(GavelGame *game, uint64_t *random) {
  GavelDecision decision;
  if (!gavel_game_decision(game, &decision)) return false;
  assert_ok(game, gavel_game_answer(game, match_random(random, decision.option_count)));
  return true;
}

GavelGame *match_combat(const GavelGameDef *def, GavelRef refs[ATTACKERS]) {
  GavelGame *game = match_game(def);
  refs[0] = match_permanent(game, 0, "Grizzly Bears");
  refs[1] = match_permanent(game, 0, "Hill Giant");
  refs[2] = match_permanent(game, 0, "Serra Angel");
  match_permanent(game, 1, "Giant Spider");
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Forest", 10);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Forest", 10);
  assert_ok(game, gavel_game_start_at(game, 3, 0, GAVEL_STEP_DECLARE_ATTACKERS));
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  assert_int_equal(decision.kind, GAVEL_DECISION_ATTACKER);
  assert_int_not_equal(decision.group, 0);
  return game;
}

GavelOption match_attack(GavelRef attacker, uint32_t player) {
  return (GavelOption){.kind = GAVEL_OPTION_REF, .ref = attacker, .n = (int64_t)gavel_ref_player(player)};
}
