/* What rows hold by their kind: the validator refuses what only a forged save can say. */
#include "support/match.h"

#include "cards/carddb.h"
#include "rules/query/query.h"
#include "state/mods.h"
#include "state/objects.h"
#include "state/payload.h"
#include "state/validate.h"

static GavelGame *new_game(void) {
  GavelGame *game = match_default();
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Island", 20);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Island", 20);
  match_permanent(game, 0, "Grizzly Bears");
  assert_ok(game, gavel_game_start_at(game, 2, 0, GAVEL_STEP_MAIN));
  return game;
}

static bool sound(const Game *g) {
  char message[256];
  return game_validate(g, message, sizeof message);
}

/* An event of each kind, and whether the validator takes it. */
static void test_events_hold_what_their_kind_says(void **state) {
  (void)state;
  GavelGame *g = new_game();
  static const struct {
    Event event;
    bool sound;
  } EVENTS[] = {
      {{.kind = EVENT_SHUFFLE, .player = 1}, true},
      {{.kind = EVENT_SHUFFLE, .player = PLAYER_NONE}, false},
      {{.kind = EVENT_GAIN_LIFE, .player = PLAYER_NONE, .amount = 1}, false},
      {{.kind = EVENT_GAIN_LIFE, .player = 0, .amount = -1}, false},
      {{.kind = EVENT_GAIN_LIFE, .player = 0, .amount = 1, .word = 3}, false},
      {{.kind = EVENT_COUNTERS_PUT, .player = 0, .amount = 1, .word = W_C_LORE}, true},
      {{.kind = EVENT_COUNTERS_PUT, .player = 0, .amount = 1, .word = W_FLYING}, false},
      {{.kind = EVENT_STEP, .player = 0, .word = W_STEP_UPKEEP}, true},
      {{.kind = EVENT_STEP, .player = 0, .word = W_END_OF_TURN}, false},
      {{.kind = EVENT_ADD_MANA, .player = 0, .amount = 1, .word = 6}, false},
      {{.kind = EVENT_CREATE, .player = 0, .amount = 1}, false},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_BATTLEFIELD}, false},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_GRAVEYARD}, true},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_NONE + 1}, false},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_GRAVEYARD, .parent = 2}, false},
      {{.kind = EVENT_PROGRAM, .player = 0}, false},
      {{.kind = EVENT_NONE}, false},
  };
  for (u32 i = 0; i < COUNT_OF(EVENTS); i++) {
    u32 row = table_add(g, T_EVENTS, 1);
    *row_EVENTS(g, row) = EVENTS[i].event;
    if (sound(g) != EVENTS[i].sound) fail_msg("event %u", i);
    table_drop(g, T_EVENTS, 1);
  }
  gavel_game_destroy(g);
}

static void test_what_is_chosen_is_what_its_kind_says(void **state) {
  (void)state;
  GavelGame *g = new_game();
  const u32 slots = count_of(g, T_OBJECTS), permanent = zone_first(g, ZONE_BATTLEFIELD, 0);
  const struct {
    Chosen row;
    bool sound;
  } ROWS[] = {
      {{.option = {.kind = OPTION_YES}}, true},
      {{.option = {.kind = OPTION_YES, .reserved = 1}}, false},
      {{.kind = CHOSEN_KINDS}, false},
      {{.share = {.kind = CHOSEN_SHARE, .slot = permanent, .n = 1}}, true},
      {{.share = {.kind = CHOSEN_SHARE, .slot = 0, .n = 1}}, false},
      {{.unblocked = {.kind = CHOSEN_UNBLOCKED, .slot = 0}}, false},
      {{.share = {.kind = CHOSEN_SHARE, .slot = slots, .n = 1}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .zone = ZONE_COUNT}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .status = 16}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .timestamp = UINT64_MAX}}, false},
      {{.looks = {.kind = CHOSEN_LOOKS, .permission = UINT32_MAX}}, false},
      {{.way = {.kind = CHOSEN_WAY, .ability = UINT32_MAX}}, false},
      {{.target = {.kind = CHOSEN_TARGET, .legal = 2}}, false},
      {{.mana = {.kind = CHOSEN_MANA, .row = 1000}}, false},
      {{.stands = {.kind = CHOSEN_STANDS_IN, .keyword = W_CONVOKE}}, true},
      {{.stands = {.kind = CHOSEN_STANDS_IN, .keyword = W_END_OF_TURN}}, false},
      {{.answer = {.kind = CHOSEN_ANSWER, .says = 9}}, false},
      {{.among = {.kind = CHOSEN_AMONG, .count = 1000}}, false},
  };
  for (u32 i = 0; i < COUNT_OF(ROWS); i++) {
    u32 row = table_add(g, T_CHOSEN, 1);
    *row_CHOSEN(g, row) = ROWS[i].row;
    if (sound(g) != ROWS[i].sound) fail_msg("row %u", i);
    table_drop(g, T_CHOSEN, 1);
  }
  gavel_game_destroy(g);
}

/* A modification speaks of a word of the class that its operation is about. */
static void test_modifications_have_words_of_their_class(void **state) {
  (void)state;
  GavelGame *g = new_game();
  u32 row = effect_add(g, EFFECT_CONTINUOUS, 0, 0, 0, W_INDEFINITE);
  Heap objects = 0, mods = 0;
  list_add(g, &objects, object_ref(g, zone_first(g, ZONE_BATTLEFIELD, 0)));
  mods_add(g, &mods, (Mod){.op = IR_M_ADD_TYPE, .word = W_ARTIFACT});
  row_EFFECTS(g, row)->objects = objects;
  row_EFFECTS(g, row)->mods = mods;
  assert_true(sound(g));
  Mod *mod = (Mod *)(void *)(row_HEAP(g, mods) + 1);
  mod->word = W_FLYING;
  assert_false(sound(g));
  mod->op = IR_M_GAIN;
  assert_true(sound(g));
  mod->word = W_ARTIFACT;
  assert_false(sound(g));
  mod->word = 0;
  row_EFFECTS(g, row)->duration = W_FLYING;
  assert_false(sound(g));
  row_EFFECTS(g, row)->duration = W_INDEFINITE;
  for (u32 kind = EFFECT_CONTINUOUS + 1; kind < EFFECT_KINDS; kind++) {
    row_EFFECTS(g, row)->kind = (u8)kind; /* none of them is made of modifications and objects alone */
    if (sound(g)) fail_msg("kind %u", kind);
  }
  gavel_game_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_events_hold_what_their_kind_says),
      cmocka_unit_test(test_what_is_chosen_is_what_its_kind_says),
      cmocka_unit_test(test_modifications_have_words_of_their_class),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
