/* Clones, saves and what is made of damaged ones. */
#include "support/test.h"

#include "cards/carddb.h"
#include "state/clone.h"
#include "state/hash.h"
#include "state/save.h"
#include "state/walk.h"
#include "rules/game/run_game.h"
#include "support/allocator.h"
#include "support/random_game.h"

static CardDb db;

static int load_cards(void **state) {
  (void)state;
  random_cards(&db);
  return 0;
}

static int free_cards(void **state) {
  (void)state;
  carddb_free(&db);
  return 0;
}

static Game *new_game(u64 seed, u32 steps) { return random_game(gavel_allocator_default(), &db, seed, steps); }

static void save(const Game *g, Text *out) {
  GavelError error;
  text_init(out, gavel_allocator_default());
  if (game_save(g, out, &error)) fail_msg("%s", error.message);
}

static Game *load(Str bytes) {
  Game *g;
  GavelError error = {0};
  if (game_load(gavel_allocator_default(), &db, &GAME_PROCEDURES, NULL, bytes, &g, &error)) {
    fail_msg("byte %llu: %s", (unsigned long long)error.byte, error.message);
  }
  return g;
}

/* --- clones ---------------------------------------------------------------------------------- */

/* A copy is equal, goes the same way, and leaves the original alone. */
static void check_clone(const Game *g, Game *copy, Rng rng) {
  u64 before = state_hash(g);
  assert_true(state_hash(copy) == before);
  assert_sound(copy);
  assert_int_equal(random_steps(copy, &rng, 60), GAVEL_OK);
  assert_sound(copy);
  assert_true(state_hash(g) == before);
}

static void test_clones_play_on(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 12; seed++) {
    Game *g = new_game(seed, 150);
    size_t size = game_clone_size(g);
    void *buffer = test_malloc(size + 1);
    for (u32 shift = 0; shift < 2; shift++) { /* aligned or not */
      Game *copy;
      assert_int_equal(game_clone_into(g, (char *)buffer + shift, size, &copy), GAVEL_OK);
      check_clone(g, copy, (Rng){seed});
      u64 there = state_hash(copy);
      assert_int_equal(game_clone_again(copy, g), GAVEL_OK);
      check_clone(g, copy, (Rng){seed});
      assert_true(state_hash(copy) == there);
      game_clone_release(copy);
    }
    test_free(buffer);
    game_free(g);
  }
}

/* The smallest buffer that does: without room to grow, and the clone moves out when it must. */
static void test_tight_clone(void **state) {
  (void)state;
  Game *g = new_game(3, 200);
  size_t size = game_clone_size(g);
  char *buffer = test_malloc(size);
  Game *copy;
  assert_int_equal(game_clone_into(g, buffer, 8, &copy), GAVEL_E_MEMORY);
  assert_null(copy);
  size_t low = 0, high = size;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    GavelStatus status = game_clone_into(g, buffer, middle, &copy);
    if (!status) game_clone_release(copy);
    *(status ? &low : &high) = middle;
  }
  assert_true(high <= size);
  assert_int_equal(game_clone_into(g, buffer, high, &copy), GAVEL_OK);
  memset(buffer + high, 0xA5, size - high);
  check_clone(g, copy, (Rng){8});
  for (size_t i = high; i < size; i++) assert_int_equal((unsigned char)buffer[i], 0xA5);
  /* Copied over again it keeps the larger block it has moved to. */
  Game *larger = new_game(4, 900);
  assert_int_equal(game_clone_again(copy, larger), GAVEL_OK);
  check_clone(larger, copy, (Rng){9});
  assert_int_equal(game_clone_again(copy, copy), GAVEL_E_MISUSE);
  game_clone_release(copy);
  game_free(larger);
  game_free(g);
  test_free(buffer);
}

typedef struct CloneTask {
  const Game *from;
  void *buffer;
  size_t size;
} CloneTask;

static bool clone_and_grow(GavelAllocator allocator, void *context) {
  const CloneTask *task = context;
  Game source = *task->from;
  source.allocator = allocator;
  Game *copy;
  if (game_clone_into(&source, task->buffer, task->size, &copy)) return false;
  Rng rng = {21};
  bool through = random_steps(copy, &rng, 250) == GAVEL_OK;
  if (!through) { /* what failed is sound once it is copied over */
    assert_int_equal(copy->failed, GAVEL_E_MEMORY);
    if (game_clone_again(copy, &source) == GAVEL_OK) {
      assert_true(state_hash(copy) == state_hash(&source));
    }
  }
  game_clone_release(copy);
  return through;
}

static void test_clone_refused_memory(void **state) {
  (void)state;
  Game *g = new_game(5, 60);
  size_t size = game_clone_size(g);
  CloneTask task = {g, test_malloc(size), size};
  test_every_refusal(clone_and_grow, &task);
  test_free(task.buffer);
  game_free(g);
}

/* --- saves ----------------------------------------------------------------------------------- */

static void test_saves_play_on(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 12; seed++) {
    Game *g = new_game(seed, 50 * (u32)seed);
    Text bytes, again;
    save(g, &bytes);
    Game *loaded = load(text_str(&bytes));
    assert_sound(loaded);
    assert_true(state_hash(loaded) == state_hash(g));
    save(loaded, &again);
    assert_true(str_equal(text_str(&bytes), text_str(&again)));
    Rng rng = {seed}, same = rng;
    assert_int_equal(random_steps(g, &rng, 80), GAVEL_OK);
    assert_int_equal(random_steps(loaded, &same, 80), GAVEL_OK);
    assert_true(state_hash(loaded) == state_hash(g));
    text_free(&bytes);
    text_free(&again);
    game_free(loaded);
    game_free(g);
  }
}

/* Tries to load damaged bytes: refused with a status and a sentence, or (where `may_load`) a sound
   game. */
static void try_load(Str bytes, bool may_load) {
  Game *g;
  GavelError error = {0};
  GavelStatus status = game_load(gavel_allocator_default(), &db, &GAME_PROCEDURES, NULL, bytes, &g, &error);
  if (status) {
    assert_null(g);
    assert_true(status == GAVEL_E_CORRUPT || status == GAVEL_E_VERSION || status == GAVEL_E_LIMIT);
    assert_int_equal(error.status, status);
    assert_true(error.message[0] != 0 && error.byte <= bytes.length);
  } else {
    assert_true(may_load);
    assert_sound(g);
    game_free(g);
  }
}

/* Gives bytes the checksum that belongs to them. */
static void seal(char *bytes, u32 length) {
  u64 checksum = save_checksum((Str){bytes, length - SAVE_CHECKSUM_SIZE});
  for (u32 i = 0; i < SAVE_CHECKSUM_SIZE; i++) {
    bytes[length - SAVE_CHECKSUM_SIZE + i] = (char)(unsigned char)(checksum >> 8 * i);
  }
}

static void test_damaged_saves(void **state) {
  (void)state;
  Game *g = new_game(4, 120);
  Text text;
  save(g, &text);
  Str all = text_str(&text);
  char *bytes = test_malloc(all.length);
  memcpy(bytes, all.data, all.length);
  for (u32 i = 0; i < all.length; i++) {
    try_load((Str){bytes, i}, false);
    bytes[i] = (char)(bytes[i] ^ (1 << i % 8));
    try_load((Str){bytes, all.length}, false);
    bytes[i] = (char)~bytes[i];
    try_load((Str){bytes, all.length}, false);
    bytes[i] = all.data[i];
  }
  test_free(bytes);
  text_free(&text);
  game_free(g);
}

/* Damage that has the right checksum is still never more than a refusal, or another sound game. */
static void test_forged_saves(void **state) {
  (void)state;
  Rng rng = {99};
  Game *g = new_game(6, 120);
  Text text;
  save(g, &text);
  Str all = text_str(&text);
  char *bytes = test_malloc(all.length);
  for (u32 i = 0; i < 3000; i++) {
    memcpy(bytes, all.data, all.length);
    for (u32 n = 1 + (u32)rng_below(&rng, 3); n > 0; n--) {
      u64 at = rng_below(&rng, all.length);
      bytes[at] = (char)(unsigned char)rng_next(&rng);
    }
    u32 length = i % 10 ? all.length : (u32)rng_below(&rng, all.length);
    if (length >= SAVE_CHECKSUM_SIZE) seal(bytes, length);
    try_load((Str){bytes, length}, true);
  }
  test_free(bytes);
  text_free(&text);
  game_free(g);
}

static void set_versions(Game *g, void *user) {
  (void)user;
  for (u32 i = 0; i < 2; i++) setup_card(g, 0, 1, ZONE_HAND, 0);
}

/* A database with a card defined as it says, and with others before and behind it. */
static void cards_beside(CardDb *other, const char *card) {
  Text text;
  GavelError error;
  text_init(&text, gavel_allocator_default());
  text_adds(&text, "(card \"Elsewhere\" (cost {7}) (types artifact) (activated tap-self (add-mana {C})))\n");
  text_adds(&text, card);
  text_adds(&text, "(card \"Nowhere\" (types creature Bear) (pt 7 7))\n");
  assert_int_equal(carddb_init(other, gavel_allocator_default(), &error), GAVEL_OK);
  if (carddb_load_text(other, text_str(&text), &error)) fail_msg("%s", error.message);
  assert_int_equal(carddb_link(other, &error), GAVEL_OK);
  text_free(&text);
}

static void put_angel(Game *g, void *user) {
  (void)user;
  setup_card(g, 0, carddb_find(g->db, STR("Serra Angel"), NULL), ZONE_BATTLEFIELD, 0);
}

#define ANGEL "(card \"Serra Angel\" (cost {3}{W}{W}) (types creature Angel) (pt 4 4) flying vigilance)\n"
#define OTHER_ANGEL "(card \"Serra Angel\" (cost {3}{W}{W}) (types creature Angel) (pt 4 5) flying vigilance)\n"

/* A save depends on the definitions it uses, and on no others. */
static void test_other_databases(void **state) {
  (void)state;
  CardDb without, with, otherwise;
  cards_beside(&without, "");
  cards_beside(&with, ANGEL);
  cards_beside(&otherwise, OTHER_ANGEL);
  Game *g, *loaded;
  GavelError error;
  Text text;
  assert_int_equal(game_new(gavel_allocator_default(), &db, &GAME_PROCEDURES, 2, 1, FORMAT_TWO_PLAYER, &g), GAVEL_OK);
  assert_int_equal(game_protect(g, put_angel, NULL), GAVEL_OK);
  save(g, &text);
  assert_int_equal(
      game_load(gavel_allocator_default(), &with, &GAME_PROCEDURES, NULL, text_str(&text), &loaded, &error), GAVEL_OK);
  assert_true(state_hash(loaded) == state_hash(g));
  game_free(loaded);
  const CardDb *const OTHERS[] = {&without, &otherwise};
  for (u32 i = 0; i < COUNT_OF(OTHERS); i++) {
    GavelStatus status =
        game_load(gavel_allocator_default(), OTHERS[i], &GAME_PROCEDURES, NULL, text_str(&text), &loaded, &error);
    assert_int_equal(status, GAVEL_E_VERSION);
    assert_non_null(strstr(error.message, i ? "Serra Angel" : "Angel"));
  }
  text_free(&text);
  game_free(g);
  carddb_free(&without);
  carddb_free(&with);
  carddb_free(&otherwise);
}

/* Whoever changes what saves hold is sent here: raise SAVE_FORMAT if earlier saves can't be read any more, and note what
   the engine's structs come to now. */
static void test_format(void **state) {
  (void)state;
  assert_int_equal(SAVE_FORMAT, 15);
  assert_true(schema_fingerprint() == 0x33a10d499f245eb5u);
}

static void test_other_versions(void **state) {
  (void)state;
  Game *g = new_game(2, 1);
  assert_int_equal(game_protect(g, set_versions, NULL), GAVEL_OK);
  Text text;
  save(g, &text);
  Game *loaded;
  GavelError error;
  GavelStatus status =
      game_load(gavel_allocator_default(), &db, &GAME_PROCEDURES, NULL, STR("no save"), &loaded, &error);
  assert_int_equal(status, GAVEL_E_CORRUPT);
  text.data[4]++; /* the format */
  status = game_load(gavel_allocator_default(), &db, &GAME_PROCEDURES, NULL, text_str(&text), &loaded, &error);
  assert_int_equal(status, GAVEL_E_VERSION);
  Limits limits = GAME_LIMITS_DEFAULT;
  limits.objects = count_of(g, T_OBJECTS) - 2;
  text.data[4]--;
  status = game_load(gavel_allocator_default(), &db, &GAME_PROCEDURES, &limits, text_str(&text), &loaded, &error);
  assert_int_equal(status, GAVEL_E_LIMIT);
  text_free(&text);
  game_free(g);
}

static bool save_again(GavelAllocator allocator, void *context) {
  Game source = *(const Game *)context;
  source.allocator = allocator;
  Text text;
  text_init(&text, allocator);
  text_adds(&text, "before ");
  u32 before = text.length;
  GavelError error = {0};
  GavelStatus status = game_save(&source, &text, &error);
  assert_true(status == GAVEL_OK || (status == GAVEL_E_MEMORY && text.length == before));
  text_free(&text);
  return status == GAVEL_OK;
}

static bool load_again(GavelAllocator allocator, void *context) {
  Game *loaded;
  GavelError error = {0};
  GavelStatus status = game_load(allocator, &db, &GAME_PROCEDURES, NULL, *(const Str *)context, &loaded, &error);
  assert_true((status == GAVEL_OK) == (loaded != NULL));
  game_free(loaded);
  return status == GAVEL_OK;
}

static void test_save_refused_memory(void **state) {
  (void)state;
  /* Where text grows byte by byte, every byte of a save is a request. */
  Game *small = new_game(7, 4);
  test_every_refusal(save_again, small);
  game_free(small);
  Game *g = new_game(7, 120);
  Text text;
  save(g, &text);
  Str bytes = text_str(&text);
  test_every_refusal(load_again, &bytes);
  text_free(&text);
  game_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clones_play_on),
      cmocka_unit_test(test_tight_clone),
      cmocka_unit_test(test_clone_refused_memory),
      cmocka_unit_test(test_saves_play_on),
      cmocka_unit_test(test_damaged_saves),
      cmocka_unit_test(test_forged_saves),
      cmocka_unit_test(test_other_versions),
      cmocka_unit_test(test_other_databases),
      cmocka_unit_test(test_format),
      cmocka_unit_test(test_save_refused_memory),
  };
  return cmocka_run_group_tests(tests, load_cards, free_cards);
}
