/* Many games at once: the same whatever the number of threads, begun again by themselves, and never half stepped. */
#include "support/allocator.h"
#include "support/piles.h"
#include "support/test.h"

#include "gavel/batch.h"

#include <stdlib.h>

/* A batch with memory for what it shows, and a generator for actions. */
typedef struct Table {
  GavelBatch *batch;
  GavelBatchDef def;
  uint32_t players;
  GavelBatchView view;
  int32_t *actions;
  uint64_t random;
} Table;

static void *room(size_t count, size_t size) {
  void *memory = calloc(count, size);
  assert_non_null(memory);
  return memory;
}

static void table_open(Table *t, const GavelBatchDef *def) {
  GavelError error = {.message = ""};
  *t = (Table){.def = *def, .random = 1};
  if (gavel_batch_create(def, &t->batch, &error)) fail_msg("%s", error.message);
  assert_int_equal(gavel_batch_games(t->batch), def->games);
  size_t n = def->games, p = t->players = gavel_batch_players(t->batch);
  t->view = (GavelBatchView){
      .globals = room(n * GAVEL_GLOBAL_WIDTH, 2),
      .players = room(n * p * GAVEL_PLAYER_WIDTH, 2),
      .objects = room(n * def->max_objects * GAVEL_OBJECT_WIDTH, 2),
      .object_offsets = room(n + 1, 4),
      .links = room(n * def->max_links * GAVEL_LINK_WIDTH, 2),
      .link_offsets = room(n + 1, 4),
      .options = room(n * def->max_options * GAVEL_OPTION_WIDTH, 2),
      .option_offsets = room(n + 1, 4),
      .mask = room(n * def->max_options, 1),
      .seats = room(n, 4),
      .rewards = room(n * p, 4),
      .terminated = room(n, 1),
      .truncated = room(n, 1),
  };
  t->actions = room(n, 4);
}

static void table_close(Table *t) {
  GavelBatchView *v = &t->view;
  void *const memory[] = {v->globals,      v->players,    v->objects,        v->object_offsets, v->links,
                          v->link_offsets, v->options,    v->option_offsets, v->mask,           v->seats,
                          v->rewards,      v->terminated, v->truncated,      t->actions};
  for (size_t i = 0; i < COUNT_OF(memory); i++) free(memory[i]);
  gavel_batch_destroy(t->batch);
}

static uint32_t options_of(const Table *t, uint32_t game) {
  return t->view.option_offsets[game + 1] - t->view.option_offsets[game];
}

static bool is_over(const Table *t, uint32_t game) { return t->view.terminated[game] || t->view.truncated[game]; }

static void choose_at_random(Table *t) {
  for (uint32_t i = 0; i < t->def.games; i++)
    t->actions[i] = is_over(t, i) ? -1 : (int32_t)match_random(&t->random, options_of(t, i));
}

static void step(Table *t) {
  GavelError error = {.message = ""};
  choose_at_random(t);
  if (gavel_batch_step(t->batch, t->actions, &t->view, &error)) fail_msg("%s", error.message);
}

/* A hash of everything a step shows. */
static uint64_t shown(const Table *t) {
  const GavelBatchView *v = &t->view;
  size_t n = t->def.games;
  Hash hash;
  hash_init(&hash, 0);
  hash_bytes(&hash, v->globals, n * GAVEL_GLOBAL_WIDTH * 2);
  hash_bytes(&hash, v->players, n * t->players * GAVEL_PLAYER_WIDTH * 2);
  hash_bytes(&hash, v->objects, (size_t)v->object_offsets[n] * GAVEL_OBJECT_WIDTH * 2);
  hash_bytes(&hash, v->links, (size_t)v->link_offsets[n] * GAVEL_LINK_WIDTH * 2);
  hash_bytes(&hash, v->options, (size_t)v->option_offsets[n] * GAVEL_OPTION_WIDTH * 2);
  hash_bytes(&hash, v->mask, n * t->def.max_options);
  hash_bytes(&hash, v->seats, n * 4);
  hash_bytes(&hash, v->rewards, n * t->players * 4);
  hash_bytes(&hash, v->terminated, n);
  hash_bytes(&hash, v->truncated, n);
  return hash_end(&hash);
}

/* Sixteen games of random piles. */
static GavelBatchDef def_of(GavelGame *game) {
  GavelBatchDef def = gavel_batch_def_default();
  def.game = game;
  def.games = 16;
  return def;
}

/* --- threads ------------------------------------------------------------------------------- */

static uint64_t shown_by(const GavelBatchDef *def, uint32_t threads, uint32_t steps, uint64_t seed) {
  GavelBatchDef threaded = *def;
  threaded.threads = threads;
  Table t;
  table_open(&t, &threaded);
  assert_int_equal(gavel_batch_reset(t.batch, seed, &t.view), GAVEL_OK);
  Hash hash;
  hash_init(&hash, 0);
  hash_u64(&hash, shown(&t));
  for (uint32_t i = 0; i < steps; i++) {
    step(&t);
    hash_u64(&hash, shown(&t));
  }
  assert_true(gavel_batch_episodes(t.batch) > def->games);
  table_close(&t);
  return hash_end(&hash);
}

static void threads_change_nothing(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 1);
  GavelBatchDef def = def_of(game);
  uint64_t one = shown_by(&def, 1, 700, 1);
  assert_true(shown_by(&def, 2, 700, 1) == one);
  assert_true(shown_by(&def, 8, 700, 1) == one);
  assert_true(shown_by(&def, 1, 700, 2) != one);
  gavel_game_destroy(game);
}

static void threads_change_nothing_between_automatic_players(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 2);
  GavelBatchDef def = def_of(game);
  def.games = 4;
  def.max_decisions = 60;
  def.seats[1] = GAVEL_SEAT_AUTOMATIC;
  uint64_t one = shown_by(&def, 1, 60, 1);
  assert_true(shown_by(&def, 8, 60, 1) == one);
  gavel_game_destroy(game);
}

/* --- episodes ------------------------------------------------------------------------------ */

static void assert_end(const Table *t, uint32_t game) {
  float sum = 0;
  for (uint32_t p = 0; p < t->players; p++) sum += t->view.rewards[game * t->players + p];
  assert_int_equal(options_of(t, game), 0);
  assert_int_equal(t->view.mask[game * t->def.max_options], 0);
  assert_int_equal(t->view.globals[game * GAVEL_GLOBAL_WIDTH + GAVEL_COLUMN_GLOBAL_OVER], t->view.terminated[game]);
  assert_true(sum == 0);
}

static void games_end_and_begin_again(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 3);
  GavelBatchDef def = def_of(game);
  Table t;
  table_open(&t, &def);
  assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
  uint32_t ends = 0, won = 0;
  for (uint32_t i = 0; i < 1200; i++) {
    bool was_over = is_over(&t, 0);
    step(&t);
    if (was_over) {
      assert_false(is_over(&t, 0));
      assert_int_equal(t.view.globals[GAVEL_COLUMN_GLOBAL_DECISION], GAVEL_DECISION_KEEP);
    }
    for (uint32_t g = 0; g < def.games; g++) {
      if (!is_over(&t, g)) assert_true(options_of(&t, g) > 1 && t.view.rewards[g * 2] == 0);
      if (is_over(&t, g)) assert_end(&t, g);
      ends += is_over(&t, g);
      won += t.view.rewards[g * 2] == 1.0f;
    }
  }
  assert_true(ends > 5 && won > 0 && won < ends);
  assert_true(gavel_batch_episodes(t.batch) >= ends && gavel_batch_decisions(t.batch) > 1200);
  table_close(&t);
  gavel_game_destroy(game);
}

static void others_play_their_seats(void **state) {
  (void)state;
  GavelGame *game = pile_game(4, 4);
  GavelBatchDef def = def_of(game);
  def.seats[0] = def.seats[1] = def.seats[3] = GAVEL_SEAT_RANDOM;
  Table t;
  table_open(&t, &def);
  assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
  for (uint32_t i = 0; i < 300; i++) {
    step(&t);
    for (uint32_t g = 0; g < def.games; g++) assert_int_equal(t.view.seats[g], 2);
  }
  table_close(&t);
  gavel_game_destroy(game);
}

static void beginners_are_drawn_or_named(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 5);
  GavelBatchDef def = def_of(game);
  Table t;
  uint32_t first = 0;
  table_open(&t, &def);
  assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
  for (uint32_t g = 0; g < def.games; g++) first += (uint32_t)t.view.seats[g];
  assert_true(first > 0 && first < def.games);
  table_close(&t);
  def.starting_player = 1;
  table_open(&t, &def);
  assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
  for (uint32_t g = 0; g < def.games; g++) assert_int_equal(t.view.seats[g], 1);
  table_close(&t);
  gavel_game_destroy(game);
}

static void long_lists_of_options_take_several_steps(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 6);
  GavelBatchDef def = def_of(game);
  def.max_options = 2;
  Table t;
  uint32_t narrowed = 0;
  table_open(&t, &def);
  assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
  for (uint32_t i = 0; i < 1500; i++) {
    step(&t);
    for (uint32_t g = 0; g < def.games; g++) {
      assert_true(options_of(&t, g) <= 2);
      narrowed += t.view.globals[g * GAVEL_GLOBAL_WIDTH + GAVEL_COLUMN_GLOBAL_NARROWED] > 0;
      assert_int_equal(gavel_batch_narrowing(t.batch, g).times,
                       t.view.globals[g * GAVEL_GLOBAL_WIDTH + GAVEL_COLUMN_GLOBAL_NARROWED] * (options_of(&t, g) > 0));
    }
  }
  assert_true(narrowed > 1000);
  assert_true(gavel_batch_episodes(t.batch) > def.games);
  table_close(&t);
  gavel_game_destroy(game);
}

/* --- limits and failures ------------------------------------------------------------------- */

/* How many of the games' episodes were truncated so within so many steps. */
static uint32_t truncated_by(const GavelBatchDef *def, uint32_t steps, GavelTruncation why, const char *says) {
  Table t;
  uint32_t count = 0;
  table_open(&t, def);
  assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
  for (uint32_t i = 0; i < steps; i++) {
    step(&t);
    for (uint32_t g = 0; g < def->games; g++) {
      if (t.view.truncated[g] != (uint8_t)why) continue;
      assert_non_null(strstr(gavel_batch_message(t.batch, g), says));
      assert_false(t.view.terminated[g]);
      assert_true(t.view.rewards[g * 2] == 0);
      count++;
    }
  }
  table_close(&t);
  return count;
}

static void limits_truncate(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 7);
  GavelBatchDef def = def_of(game);
  def.max_decisions = 50;
  assert_true(truncated_by(&def, 200, GAVEL_TRUNCATED_DECISIONS, "max_decisions") >= def.games);
  def = def_of(game);
  def.max_objects = 16;
  assert_true(truncated_by(&def, 400, GAVEL_TRUNCATED_OBJECTS, "more objects") >= def.games);
  gavel_game_destroy(game);
}

/* A game in which each game fails sooner or later, as it can't hold more objects. */
static void a_failure_truncates_its_own_game_alone(void **state) {
  (void)state;
  GavelGameDef game_def = match_def();
  game_def.limits.objects = 145;
  GavelGame *game = match_game(&game_def);
  for (uint32_t p = 0; p < 2; p++) {
    match_put(game, GAVEL_ZONE_LIBRARY, p, "Plains", 30);
    match_put(game, GAVEL_ZONE_LIBRARY, p, "Raise the Alarm", 30);
  }
  GavelBatchDef def = def_of(game);
  Table t;
  uint32_t failed = 0, beside = 0;
  table_open(&t, &def);
  assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
  for (uint32_t i = 0; i < 3000; i++) {
    step(&t);
    for (uint32_t g = 0; g < def.games; g++) {
      if (t.view.truncated[g] != GAVEL_TRUNCATED_ENGINE) continue;
      assert_non_null(strstr(gavel_batch_message(t.batch, g), "objects"));
      failed++;
      for (uint32_t other = 0; other < def.games; other++) beside += !is_over(&t, other);
    }
  }
  assert_true(failed > 0 && beside > 0);
  assert_true(gavel_batch_episodes(t.batch) > def.games);
  table_close(&t);
  gavel_game_destroy(game);
}

static void one_bad_action_changes_no_game(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 8);
  GavelBatchDef def = def_of(game);
  Table t, twin;
  GavelError error;
  table_open(&t, &def);
  table_open(&twin, &def);
  assert_int_equal(gavel_batch_step(t.batch, t.actions, &t.view, &error), GAVEL_E_MISUSE);
  assert_non_null(strstr(error.message, "gavel_batch_reset"));
  assert_null(gavel_batch_game(t.batch, 0));
  gavel_batch_reset(t.batch, 1, &t.view);
  gavel_batch_reset(twin.batch, 1, &twin.view);
  for (uint32_t i = 0; i < 200; i++) {
    choose_at_random(&t);
    int32_t right = t.actions[9];
    static const int32_t WRONG[] = {-1, 1000000, INT32_MIN};
    for (uint32_t w = 0; w < COUNT_OF(WRONG) && !is_over(&t, 9); w++) {
      t.actions[9] = WRONG[w];
      uint64_t before = gavel_game_hash(gavel_batch_game(t.batch, 0)), seen = shown(&t);
      assert_int_equal(gavel_batch_step(t.batch, t.actions, &t.view, &error), GAVEL_E_ILLEGAL);
      assert_non_null(strstr(error.message, "game 9"));
      assert_true(gavel_game_hash(gavel_batch_game(t.batch, 0)) == before && shown(&t) == seen);
    }
    t.actions[9] = right;
    assert_int_equal(gavel_batch_step(t.batch, t.actions, &t.view, &error), GAVEL_OK);
    step(&twin);
    assert_true(shown(&t) == shown(&twin));
  }
  table_close(&t);
  table_close(&twin);
  gavel_game_destroy(game);
}

static void assert_no_batch(GavelBatchDef def, GavelStatus expected, const char *says) {
  GavelBatch *batch;
  GavelError error = {.message = ""};
  assert_int_equal(gavel_batch_create(&def, &batch, &error), expected);
  assert_null(batch);
  if (!strstr(error.message, says)) fail_msg("\"%s\" does not say \"%s\"", error.message, says);
}

static void what_is_no_batch_is_refused(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 9);
  const GavelBatchDef good = def_of(game);
  GavelBatchDef def = good;
  assert_no_batch((def.game = NULL, def), GAVEL_E_CHECK, "GavelBatchDef.game");
  def = good;
  assert_no_batch((def.games = 0, def), GAVEL_E_CHECK, "65,536");
  def = good;
  assert_no_batch((def.threads = 65, def), GAVEL_E_CHECK, "threads");
  def = good;
  assert_no_batch((def.max_options = 1, def), GAVEL_E_CHECK, "options");
  def = good;
  assert_no_batch((def.max_objects = 5000, def), GAVEL_E_CHECK, "objects");
  def = good;
  assert_no_batch((def.starting_player = 2, def), GAVEL_E_CHECK, "starting player");
  def = good;
  def.seats[0] = def.seats[1] = GAVEL_SEAT_RANDOM;
  assert_no_batch(def, GAVEL_E_CHECK, "at least one seat");
  assert_ok(game, gavel_game_start(game));
  assert_no_batch(good, GAVEL_E_MISUSE, "not started");
  gavel_game_destroy(game);
}

/* --- memory -------------------------------------------------------------------------------- */

static void grown_games_ask_for_no_memory(void **state) {
  (void)state;
  TestAllocator memory = {0};
  GavelGame *game = match_default();
  for (uint32_t p = 0; p < 2; p++) {
    match_put(game, GAVEL_ZONE_LIBRARY, p, "Mountain", 24);
    match_put(game, GAVEL_ZONE_LIBRARY, p, "Lightning Bolt", 12);
    match_put(game, GAVEL_ZONE_LIBRARY, p, "Mogg Fanatic", 24);
  }
  GavelBatchDef def = def_of(game);
  def.allocator = test_allocator(&memory);
  Table t;
  table_open(&t, &def);
  uint64_t requests = 0;
  for (uint32_t round = 0; round < 3; round++) {
    requests = memory.requests;
    t.random = 1;
    assert_int_equal(gavel_batch_reset(t.batch, 1, &t.view), GAVEL_OK);
    for (uint32_t i = 0; i < 500; i++) step(&t);
  }
  assert_true(memory.requests == requests);
  table_close(&t);
  assert_true(memory.blocks == 0 && memory.untrue_sizes == 0);
  gavel_game_destroy(game);
}

static bool make_and_destroy(GavelAllocator allocator, void *context) {
  GavelBatchDef def = *(const GavelBatchDef *)context;
  def.allocator = allocator;
  GavelBatch *batch;
  if (gavel_batch_create(&def, &batch, NULL)) return false;
  gavel_batch_destroy(batch);
  return true;
}

static void every_refusal_of_memory_is_borne(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 11);
  GavelBatchDef def = def_of(game);
  def.games = 2;
  def.threads = 2;
  def.seats[1] = GAVEL_SEAT_AUTOMATIC;
  test_every_refusal(make_and_destroy, &def);
  gavel_game_destroy(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_change_nothing),
      cmocka_unit_test(threads_change_nothing_between_automatic_players),
      cmocka_unit_test(games_end_and_begin_again),
      cmocka_unit_test(others_play_their_seats),
      cmocka_unit_test(beginners_are_drawn_or_named),
      cmocka_unit_test(long_lists_of_options_take_several_steps),
      cmocka_unit_test(limits_truncate),
      cmocka_unit_test(a_failure_truncates_its_own_game_alone),
      cmocka_unit_test(one_bad_action_changes_no_game),
      cmocka_unit_test(what_is_no_batch_is_refused),
      cmocka_unit_test(grown_games_ask_for_no_memory),
      cmocka_unit_test(every_refusal_of_memory_is_borne),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
