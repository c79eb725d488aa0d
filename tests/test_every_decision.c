/* Every decision of every scenario can be cloned, saved, loaded and moved, and all that is derived thrown away, and the
   game goes on as it would have gone on itself: the same options, the same hashes, the same end (design decision 4). And every
   kind of decision is met. */
#include "support/all_cards.h"
#include "support/cards.h"
#include "support/file.h"
#include "support/test.h"

#include "rules/turn/turn.h"
#include "rules/game/run_game.h"
#include "scenario/run.h"
#include "scenario/scenario_parse.h"
#include "state/block.h"
#include "state/clone.h"
#include "state/hash.h"
#include "state/save.h"
#include "state/setup.h"
#include "state/validate.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* One in so many priority decisions is checked. They are four fifths of all decisions. */
#ifndef PRIORITY_SAMPLE
#define PRIORITY_SAMPLE 1u
#endif

typedef enum Way { WAY_PLAIN, WAY_CLONE, WAY_LOAD, WAY_MOVE, WAY_FRESH, WAYS } Way;

static const char *const WAY_NAMES[WAYS] = {"as it is", "cloned", "saved and loaded", "moved", "with nothing derived"};

/* What was seen at each decision, in a first run, to be seen again in the others. */
typedef struct Journey {
  GavelAllocator allocator;
  Way way;
  const char *scenario;
  VEC(u64) seen;
  u32 at;
  u32 priorities;
  u64 kinds[DECISION_KIND_COUNT];
  void *buffer; /* of the clone the game goes on in */
  Game *copy;   /* the copy of the last decision */
  Game *loaded;
} Journey;

static Game *clone_of(Journey *j, Game *g) {
  size_t size = game_clone_size(g);
  void *buffer = malloc(size);
  Game *copy;
  assert_int_equal(game_clone_into(g, buffer, size, &copy), GAVEL_OK);
  game_listen(copy, g->listener);
  copy->decision_rule = g->decision_rule;
  if (j->copy) game_clone_release(j->copy);
  free(j->buffer);
  j->copy = copy;
  j->buffer = buffer;
  return copy;
}

static Game *load_of(Journey *j, Game *g) {
  Text bytes;
  text_init(&bytes, j->allocator);
  GavelError error = {0};
  if (game_save(g, &bytes, &error)) fail_msg("saving: %s", error.message);
  Game *loaded;
  if (game_load(j->allocator, g->db, &GAME_PROCEDURES, &g->limits, text_str(&bytes), &loaded, &error))
    fail_msg("loading: %s", error.message);
  text_free(&bytes);
  u32 proc = frame_top(loaded)->proc, step = frame_top(loaded)->step;
  if (game_ask_anew(loaded))
    fail_msg("%s: asked anew by procedure %u at step %u: %s", j->scenario, proc, step, loaded->failure);
  game_listen(loaded, g->listener);
  loaded->decision_rule = g->decision_rule;
  if (!decisions_agree(g, loaded)) fail_msg("%s: another state or other options when loaded", j->scenario);
  if (j->loaded) game_free(j->loaded);
  j->loaded = loaded;
  return loaded;
}

static void assert_sound(const Journey *j, const Game *g, const char *what) {
  char message[512];
  if (!game_validate(g, message, sizeof message)) fail_msg("%s, %s: the validator: %s", j->scenario, what, message);
}

static void concede_body(Game *g, void *user) { player_concede(g, *(const u32 *)user); }

/* Any player may concede at any time (104.3a), and the game goes on without them: for a while here, with any answers. */
static void conceded(Journey *j, const Game *g, u32 player) {
  enum { ANSWERS = 24 };
  size_t size = game_clone_size(g);
  void *buffer = malloc(size);
  Game *copy;
  assert_int_equal(game_clone_into(g, buffer, size, &copy), GAVEL_OK);
  assert_int_equal(game_protect(copy, concede_body, &player), GAVEL_OK);
  for (u32 i = 0; game_resume(copy) == GAVEL_OK && !core(copy)->over; i++) {
    assert_sound(j, copy, "conceded");
    const Decision d = core(copy)->decision;
    if (!player_in_game(copy, d.player))
      fail_msg("%s: a decision of kind %u of a player who has left", j->scenario, d.kind);
    if (i == ANSWERS) break;
    u32 option = (j->at * 7 + i * 5) % count_of(copy, T_OPTIONS);
    assert_int_equal(game_take(copy, option), GAVEL_OK);
  }
  assert_int_equal(copy->failed, GAVEL_OK);
  game_clone_release(copy);
  free(buffer);
}

static Game *at_decision(void *user, Game *g) {
  Journey *j = user;
  if (core(g)->decision.kind == DECISION_PRIORITY && j->priorities++ % PRIORITY_SAMPLE) return g;
  u64 seen = decision_hash(g);
  if (j->way == WAY_PLAIN) {
    assert_sound(j, g, "as it is");
    for (u32 p = 0; core(g)->player_count > 2 && p < core(g)->player_count; p++)
      if (player_in_game(g, p)) conceded(j, g, p);
    j->at++;
    j->kinds[core(g)->decision.kind]++;
    assert_true(vec_push(&j->allocator, &j->seen, seen));
    return g;
  }
  assert_true(j->at < j->seen.count);
  if (seen != j->seen.data[j->at])
    fail_msg("%s, %s: another state or other options at decision %u", j->scenario, WAY_NAMES[j->way], j->at + 1);
  j->at++;
  switch (j->way) {
    case WAY_CLONE: return clone_of(j, g);
    case WAY_LOAD: return load_of(j, g);
    case WAY_FRESH: derived_reset(g); return g;
    default: assert_true(block_move(g)); return g;
  }
}

static void run_ways(const CardDb *db, const Scenario *scenario, const char *path, u64 kinds[DECISION_KIND_COUNT]) {
  Journey j = {.allocator = gavel_allocator_default()};
  char file[1024];
  snprintf(file, sizeof file, "%.400s, %.*s", path, (int)(scenario->title.length < 500 ? scenario->title.length : 500),
           scenario->title.data);
  u64 hash = 0;
  for (Way way = WAY_PLAIN; way < WAYS; way++) {
    j.way = way;
    j.scenario = file;
    j.at = j.priorities = 0;
    ScenarioOptions options = {.at_decision = at_decision, .user = &j};
    ScenarioResult result;
    Text reason;
    text_init(&reason, j.allocator);
    assert_int_equal(scenario_run(db, scenario, &options, &result, &reason), GAVEL_OK);
    if (result.verdict != SCENARIO_PASSED)
      fail_msg("%s, %s: line %u: %.*s", file, WAY_NAMES[way], result.line, (int)reason.length, reason.data);
    if (way == WAY_PLAIN) hash = result.hash;
    if (result.hash != hash) fail_msg("%s, %s: another end", file, WAY_NAMES[way]);
    scenario_result_free(&result, &j.allocator);
    text_free(&reason);
    if (j.copy) game_clone_release(j.copy);
    free(j.buffer);
    if (j.loaded) game_free(j.loaded);
    j.copy = j.loaded = NULL;
    j.buffer = NULL;
  }
  for (u32 k = 0; k < DECISION_KIND_COUNT; k++) kinds[k] += j.kinds[k];
  vec_free(&j.allocator, &j.seen);
}

static void run_file(const CardDb *db, const char *path, u64 kinds[DECISION_KIND_COUNT]) {
  Text text = test_file(path);
  GavelAllocator allocator = gavel_allocator_default();
  Arena arena;
  arena_init(&arena, allocator);
  ScenarioFile *file;
  GavelError error = {0};
  if (scenario_parse(&arena, &allocator, str_of(path), text_str(&text), &file, &error))
    fail_msg("%s:%u:%u: %s", path, error.line, error.column, error.message);
  for (u32 i = 0; i < file->scenarios.count; i++) run_ways(db, file->scenarios.data[i], path, kinds);
  arena_free(&arena);
  text_free(&text);
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void run_folder(const CardDb *db, const char *folder, u64 kinds[DECISION_KIND_COUNT]) {
  struct dirent **entries;
  int count = scandir(folder, &entries, NULL, by_name);
  assert_true(count >= 0);
  for (int i = 0; i < count; i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    const char *end = strrchr(path, '.');
    struct stat info;
    if (entries[i]->d_name[0] != '.' && stat(path, &info) == 0) {
      if (S_ISDIR(info.st_mode)) run_folder(db, path, kinds);
      if (end && strcmp(end, ".scenario") == 0) run_file(db, path, kinds);
    }
    free(entries[i]);
  }
  free(entries);
}

static void every_decision(void **state) {
  (void)state;
  CardDb db;
  test_said_cards(&db);
  test_invented_cards(&db);
  u64 kinds[DECISION_KIND_COUNT] = {0};
  run_folder(&db, "scenarios", kinds);
  run_folder(&db, "tests/invented", kinds);
  static const char *const NAMES[DECISION_KIND_COUNT] = {"none",
#define DK(KIND, NAME) NAME,
                                                         DECISION_KINDS(DK)
#undef DK
  };
  bool missing = false;
  for (u32 k = 1; k < DECISION_KIND_COUNT; k++) {
    print_message("%8llu  %s\n", (unsigned long long)kinds[k], NAMES[k]);
    missing |= kinds[k] == 0;
  }
  assert_false(missing);
  carddb_free(&db);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_decision)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
