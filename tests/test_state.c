/* The block: tables, heap, objects, copiable values, hashes, checkpoints, views. Saves and clones
   are in test_save.c. */
#include "support/test.h"

#include "cards/carddb.h"
#include "state/block.h"
#include "state/checkpoint.h"
#include "state/clone.h"
#include "state/hash.h"
#include "state/mods.h"
#include "state/sight.h"
#include "state/validate.h"
#include "state/view.h"
#include "state/walk.h"
#include "rules/game/run_game.h"
#include "support/allocator.h"
#include "support/random_game.h"

/* Facts of cards, in words of our own. */
static const char CARDS[] = "(card \"Forest\" (types basic land Forest))\n"
                            "(card \"Island\" (types basic land Island))\n"
                            "(card \"Bayou\" (types land Swamp Forest))\n"
                            "(card \"Wasteland\" (types land) (activated tap-self (add-mana {C})))\n"
                            "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2))\n"
                            "(card \"Angel\" (cost {3}{W}{W}) (types creature Angel) (pt 4 4) flying vigilance)\n"
                            "(card \"Golem\" (cost {4}) (types artifact creature Golem) (pt 3 3))\n"
                            "(card \"Goyf\" (cost {1}{G}) (types creature Lhurgoyf) (pt * *)\n"
                            "  (static (affect self (base-pt 5 6)) :cda) flying)\n"
                            "(card \"Walker\" (cost {G}) (types creature Elf) (pt 1 1)\n"
                            "  (static (affect (all battlefield (color red)) (pt 1 1))))\n"
                            "(card \"Bolt\" (cost {R}) (types instant)\n"
                            "  (spell (target $t any-target) (deal-damage 3 $t)))\n"
                            "(card \"Morpher\" (cost {3}{U}) (types creature Illusion) (pt 4 4)\n"
                            "  (keyword morph :cost (mana {U})))\n";

static CardDb db;

static int load_cards(void **state) {
  (void)state;
  GavelError error = {0};
  if (carddb_init(&db, gavel_allocator_default(), &error) || carddb_load_text(&db, str_of(CARDS), &error) ||
      carddb_link(&db, &error)) {
    print_error("line %u: %s\n", error.line, error.message);
    return -1;
  }
  return 0;
}

static int free_cards(void **state) {
  (void)state;
  carddb_free(&db);
  return 0;
}

static u32 def(const char *name) {
  u32 face, card = carddb_find(&db, str_of(name), &face);
  assert_true(card != 0);
  return card;
}

static Game *new_game(u32 players) {
  Game *g;
  GavelStatus status = game_new(gavel_allocator_default(), &db, &GAME_PROCEDURES, players, 7, FORMAT_TWO_PLAYER, &g);
  assert_int_equal(status, GAVEL_OK);
  return g;
}

/* Runs a body on a new game of two players and finds the game sound afterwards. */
static void with_game(GameBody *body) {
  Game *g = new_game(2);
  GavelStatus status = game_protect(g, body, NULL);
  if (status) fail_msg("%s", g->failure);
  assert_sound(g);
  game_free(g);
}

/* --- tables ---------------------------------------------------------------------------------- */

static void grow_tables(Game *g, void *user) {
  (void)user;
  u32 first[TABLE_COUNT];
  for (u32 t = 0; t < TABLE_COUNT; t++) first[t] = count_of(g, (TableId)t);
  for (u32 round = 0; round < 200; round++) {
    for (u32 t = T_FRAMES; t <= T_EVENTS; t++) {
      u32 row = table_add(g, (TableId)t, 1);
      assert_int_equal(row, first[t] + round);
    }
    assert_int_equal(row_FRAMES(g, first[T_FRAMES] + round)->a[3], 0);
    row_FRAMES(g, first[T_FRAMES] + round)->a[3] = round;
    row_EVENTS(g, first[T_EVENTS] + round)->amount = -(i64)round;
  }
  for (u32 round = 0; round < 200; round++) {
    assert_int_equal(row_FRAMES(g, first[T_FRAMES] + round)->a[3], round);
    assert_int_equal(row_EVENTS(g, first[T_EVENTS] + round)->amount, -(i64)round);
  }
  for (u32 t = 0; t < TABLE_COUNT; t++) assert_int_equal(table(g, (TableId)t)->offset % 16, 0);
  table_drop(g, T_FRAMES, 200);
  table_drop(g, T_EVENTS, 200);
  u32 row = table_add(g, T_FRAMES, 1);
  assert_int_equal(row_FRAMES(g, row)->a[3], 0); /* zeroed again */
  table_drop(g, T_FRAMES, 1);
}

static void test_tables(void **state) {
  (void)state;
  with_game(grow_tables);
}

static void overflow(Game *g, void *user) {
  (void)user;
  g->limits.heap_words = 1000;
  for (;;) heap_alloc(g, 16);
}

static void fail_again(Game *g, void *user) {
  (void)g;
  (void)user;
  fail_msg("a failed game runs nothing");
}

static void test_failing(void **state) {
  (void)state;
  Game *g = new_game(2);
  assert_int_equal(game_protect(g, overflow, NULL), GAVEL_E_LIMIT);
  assert_non_null(strstr(g->failure, "heap words"));
  assert_int_equal(game_protect(g, fail_again, NULL), GAVEL_E_LIMIT);
  game_free(g);
  assert_int_equal(game_new(gavel_allocator_default(), &db, &GAME_PROCEDURES, 0, 1, FORMAT_TWO_PLAYER, &g),
                   GAVEL_E_MISUSE);
  assert_int_equal(game_new(gavel_allocator_default(), &db, &GAME_PROCEDURES, 9, 1, FORMAT_TWO_PLAYER, &g),
                   GAVEL_E_MISUSE);
  assert_null(g);
}

/* --- the heap -------------------------------------------------------------------------------- */

static void use_heap(Game *g, void *user) {
  (void)user;
  for (u32 words = 1; words < 100; words++) {
    Heap piece = heap_alloc(g, words);
    assert_in_range(heap_words(g, piece), words, words + words / 2 + 1);
    heap_free(g, piece);
  }
  Heap small = heap_alloc(g, 3);
  assert_int_equal(heap_words(g, small), 3);
  *row_HEAP(g, small) = 77;
  Heap copy = heap_copy(g, small);
  assert_int_equal(*row_HEAP(g, copy), 77);
  u32 used = count_of(g, T_HEAP);
  heap_free(g, small);
  assert_false(heap_is_piece(g, small));
  Heap again = heap_alloc(g, 3);
  assert_int_equal(again, small); /* the freed piece, zeroed */
  assert_int_equal(*row_HEAP(g, again), 0);
  assert_int_equal(count_of(g, T_HEAP), used);
  assert_false(heap_is_piece(g, again + 1));
  assert_false(heap_is_piece(g, count_of(g, T_HEAP)));
  heap_free(g, again);
  heap_free(g, copy);
  assert_int_equal(core(g)->heap_used, 0);
  assert_int_equal(heap_copy(g, 0), 0);
}

static void use_lists(Game *g, void *user) {
  (void)user;
  Heap list = 0;
  assert_int_equal(list_count(g, list), 0);
  for (u64 i = 0; i < 100; i++) list_add(g, &list, i * i);
  assert_int_equal(list_count(g, list), 100);
  for (u32 i = 0; i < 100; i++) assert_int_equal(list_get(g, list, i), (u64)i * i);
  list_remove(g, list, 10);
  assert_int_equal(list_get(g, list, 10), 121);
  assert_int_equal(list_count(g, list), 99);
  assert_false(list_has(g, list, 100));
  assert_true(list_has(g, list, 99 * 99));
  heap_free(g, list);
}

static void use_envs(Game *g, void *user) {
  (void)user;
  Heap env = env_new(g, 3);
  env_set_refs(g, env, 0, (Ref[]){ref_player(0), ref_player(1)}, 2);
  env_set_number(g, env, 1, -5);
  env_set_ref(g, env, 2, ref_player(1));
  env_add_ref(g, env, 2, ref_player(0));
  Heap copy = env_copy(g, env);
  env_set_word(g, env, 0, W_RED);
  env_free(g, env);
  Value first = env_at(g, copy)->slot[0], last = env_at(g, copy)->slot[2];
  assert_int_equal(first.tag, VALUE_REFS);
  assert_int_equal(list_get(g, (Heap)first.v, 1), ref_player(1));
  assert_int_equal(list_count(g, (Heap)last.v), 2);
  assert_int_equal((i64)env_at(g, copy)->slot[1].v, -5);
  env_free(g, copy);
  env_free(g, 0);
  assert_int_equal(core(g)->heap_used, 0);
}

static void test_heap(void **state) {
  (void)state;
  with_game(use_heap);
  with_game(use_lists);
  with_game(use_envs);
}

/* --- objects --------------------------------------------------------------------------------- */

static void use_objects(Game *g, void *user) {
  (void)user;
  u32 bear = setup_card(g, 0, def("Bear"), ZONE_BATTLEFIELD, 0);
  Ref ref = object_ref(g, bear);
  assert_int_equal(object_live(g, ref), bear);
  assert_int_equal(object_live(g, ref_player(0)), 0);
  assert_int_equal(object_live(g, ref_make(bear, 9)), 0);
  assert_int_equal(object_live(g, ref_make(5000, 1)), 0);
  permanent_of(g, bear)->damage = 2;
  object_counters_add(g, bear, W_C_P1P1, 3);

  /* It moves, and is a new object with nothing of the old one (400.7). */
  u32 row = table_add(g, T_LKI, 1);
  row_LKI(g, row)->ref = ref;
  row_LKI(g, row)->object.zone = ZONE_HAND; /* there it owned nothing */
  object_row(g, bear)->lki = row;
  zone_remove(g, bear);
  object_renew(g, bear);
  zone_insert(g, bear, ZONE_GRAVEYARD, (u32)-1);
  row_LKI(g, row)->became = object_ref(g, bear);
  assert_int_equal(object_live(g, ref), 0);
  assert_int_equal(object_row(g, bear)->ext, 0);
  assert_int_equal(object_counters(g, bear, W_C_P1P1), 0);
  assert_int_equal(core(g)->heap_used, 0);
  assert_int_equal(lki_find(g, ref), row);
  assert_int_equal(object_became(g, ref, false), object_ref(g, bear));

  /* Into a hidden zone it can't be followed but by what may (400.7). */
  Ref in_yard = object_ref(g, bear);
  u32 second = table_add(g, T_LKI, 1);
  *row_LKI(g, second) = (Lki){.ref = in_yard, .next = row};
  row_LKI(g, second)->object.zone = ZONE_GRAVEYARD;
  row_LKI(g, second)->object.card = object_row(g, bear)->card;
  object_row(g, bear)->lki = second;
  zone_remove(g, bear);
  object_renew(g, bear);
  zone_insert(g, bear, ZONE_LIBRARY, 0);
  row_LKI(g, second)->became = object_ref(g, bear);
  assert_int_equal(object_became(g, in_yard, false), REF_NONE);
  assert_int_equal(object_became(g, in_yard, true), object_ref(g, bear));
  assert_int_equal(object_became(g, ref, false), in_yard);

  /* A slot that is used again is another object. */
  u32 token = setup_token(g, 1, cv_make(g, 0, 0, 0, NULL, 0, CVR_TOKEN));
  Ref gone = object_ref(g, token);
  object_cease(g, token);
  assert_int_equal(object_live(g, gone), 0);
  u32 other = object_new(g, OBJECT_TOKEN, 0);
  assert_int_equal(other, token);
  assert_int_equal(object_live(g, gone), 0);
  assert_int_equal(object_live(g, object_ref(g, other)), other);
  object_cease(g, other);
}

static void use_libraries(Game *g, void *user) {
  (void)user;
  u32 a = setup_card(g, 0, def("Bear"), ZONE_LIBRARY, 0);
  u32 b = setup_card(g, 0, def("Bear"), ZONE_LIBRARY, 0);
  u32 c = setup_card(g, 0, def("Bear"), ZONE_LIBRARY, 1);
  u32 d = setup_card(g, 0, def("Bear"), ZONE_LIBRARY, (u32)-1);
  const u32 order[] = {b, c, a, d};
  u32 i = 0;
  for (u32 s = zone_first(g, ZONE_LIBRARY, 0); s; s = object_row(g, s)->next) {
    assert_int_equal(s, order[i++]);
  }
  assert_int_equal(zone_list(g, ZONE_LIBRARY, 0)->count, 4);
  setup_force_shuffle(g, 0, (u32[]){d, b}, 2);
  library_shuffle(g, 0);
  assert_int_equal(zone_first(g, ZONE_LIBRARY, 0), d);
  assert_int_equal(object_row(g, d)->next, b);
  library_shuffle(g, 0);
  library_shuffle(g, 1); /* an empty one */
}

static void test_objects(void **state) {
  (void)state;
  with_game(use_objects);
  with_game(use_libraries);
}

static void use_counters_and_notes(Game *g, void *user) {
  (void)user;
  u32 bear = setup_card(g, 0, def("Bear"), ZONE_BATTLEFIELD, 0);
  object_counters_add(g, bear, W_C_P1P1, 2);
  u32 first = object_row(g, bear)->counters;
  u64 timestamp = row_COUNTERS(g, first)->timestamp;
  object_counters_add(g, bear, W_C_LOYALTY, 1);
  object_counters_add(g, bear, W_C_P1P1, 1);
  assert_true(row_COUNTERS(g, first)->timestamp > timestamp); /* 613.7c */
  timestamp = row_COUNTERS(g, first)->timestamp;
  object_counters_add(g, bear, W_C_P1P1, -1);
  assert_int_equal(row_COUNTERS(g, first)->timestamp, timestamp);
  assert_int_equal(object_counters(g, bear, W_C_P1P1), 2);
  object_counters_add(g, bear, W_C_P1P1, -2);
  assert_int_equal(object_counters(g, bear, W_C_P1P1), 0);
  assert_int_equal(object_counters(g, bear, W_C_LOYALTY), 1);
  object_counters_add(g, bear, W_C_POISON, -1);
  assert_int_equal(object_counters(g, bear, W_C_POISON), 0);
  player_counters_add(g, 1, W_C_POISON, INT64_MAX);
  player_counters_add(g, 1, W_C_POISON, 5);
  assert_true(counters_get(g, core(g)->players[1].counters, W_C_POISON) == INT64_MAX);

  assert_null(note_find(g, bear, 1, 1));
  note_set(g, bear, 1, 1, (Value){.tag = VALUE_WORD, .v = W_RED});
  note_add_ref(g, bear, 1, 2, ref_player(0));
  note_add_ref(g, bear, 1, 2, ref_player(1));
  assert_int_equal(note_find(g, bear, 1, 1)->v, W_RED);
  assert_null(note_find(g, bear, 2, 1));
  assert_int_equal(list_count(g, (Heap)note_find(g, bear, 1, 2)->v), 2);
}

static void test_counters_and_notes(void **state) {
  (void)state;
  with_game(use_counters_and_notes);
}

/* --- word substitutions ---------------------------------------------------------------------- */

/* Chains against plain functions from words to words. */
static void compare_substs(Game *g, void *user) {
  (void)user;
  static const Word WORDS[] = {W_WHITE, W_BLUE, W_BLACK, W_RED, W_GREEN};
  enum { N = COUNT_OF(WORDS), CHAINS = 24 };
  Rng rng = {5};
  u32 chains[CHAINS] = {0};
  Word maps[CHAINS][N];
  memcpy(maps[0], WORDS, sizeof WORDS);
  for (u32 i = 1; i < CHAINS; i++) {
    u32 before = (u32)rng_below(&rng, i), other = (u32)rng_below(&rng, i);
    Word from = WORDS[rng_below(&rng, N)], to = WORDS[rng_below(&rng, N)];
    bool join = i > 4 && rng_below(&rng, 2);
    chains[i] = join ? subst_join(g, chains[before], chains[other]) : subst_add(g, chains[before], from, to);
    for (u32 w = 0; w < N; w++) {
      Word word = maps[before][w];
      u32 at = 0;
      while (WORDS[at] != word) at++;
      maps[i][w] = join ? maps[other][at] : word == from ? to : word;
    }
  }
  for (u32 i = 0; i < CHAINS; i++) {
    for (u32 w = 0; w < N; w++) {
      assert_int_equal(subst_word(g, chains[i], WORDS[w]), maps[i][w]);
    }
    for (u32 k = 0; k < i; k++) { /* equal mappings are one chain */
      bool same = memcmp(maps[i], maps[k], sizeof maps[i]) == 0;
      assert_true(same == (chains[i] == chains[k]));
    }
  }
  assert_int_equal(subst_word(g, chains[CHAINS - 1], W_FOREST), W_FOREST);
}

static void test_substs(void **state) {
  (void)state;
  with_game(compare_substs);
}

/* --- characteristics ------------------------------------------------------------------------- */

static Chars chars_with(Game *g, const char *card, const Mod *mods, u32 count) {
  Chars c = *cv_chars(g, def(card), 0);
  for (u32 i = 0; i < count; i++) chars_apply_mod(g, &c, &mods[i], 9);
  return c;
}
#define CHARS(g, card, ...) chars_with((g), (card), (Mod[]){__VA_ARGS__}, (u32)COUNT_OF(((Mod[]){__VA_ARGS__})))

static void change_types(Game *g, void *user) {
  (void)user;
  /* 205.1a: a lost type takes its subtypes along, unless another type shares them. */
  Chars c = CHARS(g, "Golem", {.op = IR_M_LOSE_TYPE, .word = W_CREATURE});
  assert_int_equal(c.types, TYPE(ARTIFACT));
  assert_false(chars_subtype(&c, W_GOLEM));
  c = CHARS(g, "Golem", {.op = IR_M_ADD_TYPE, .word = W_KINDRED}, {.op = IR_M_LOSE_TYPE, .word = W_CREATURE});
  assert_true(chars_subtype(&c, W_GOLEM));
  c = CHARS(g, "Bolt", {.op = IR_M_SET_TYPES, .a = TYPE(ARTIFACT)});
  assert_int_equal(c.types, TYPE(ARTIFACT) | TYPE(INSTANT));
  c = CHARS(g, "Golem", {.op = IR_M_SET_TYPES, .a = TYPE(ENCHANTMENT)});
  assert_int_equal(c.types, TYPE(ENCHANTMENT));
  assert_false(chars_subtype(&c, W_GOLEM));
  /* 205.3d: no subtype without its type. */
  c = CHARS(g, "Golem", {.op = IR_M_ADD_SUBTYPE, .word = W_FOREST}, {.op = IR_M_ADD_SUBTYPE, .word = W_ELF});
  assert_false(chars_subtype(&c, W_FOREST));
  assert_true(chars_subtype(&c, W_ELF) && chars_subtype(&c, W_GOLEM));
  /* Setting creature types leaves the others alone. */
  c = CHARS(g, "Bayou", {.op = IR_M_ADD_TYPE, .word = W_CREATURE}, {.op = IR_M_ADD_SUBTYPE, .word = W_ELF},
            {.op = IR_M_LOSE_SUBTYPES, .word = W_CLASS_CREATURE}, {.op = IR_M_ADD_SUBTYPE, .word = W_BEAR});
  assert_true(chars_subtype(&c, W_BEAR) && !chars_subtype(&c, W_ELF));
  assert_true(chars_subtype(&c, W_SWAMP) && chars_subtype(&c, W_FOREST));
  c = CHARS(g, "Bear", {.op = IR_M_ALL_CREATURE_TYPES});
  assert_true(chars_subtype(&c, W_GOBLIN) && chars_subtype(&c, W_ELF));
  c = CHARS(g, "Bear", {.op = IR_M_ADD_SUPERTYPE, .word = W_LEGENDARY}, {.op = IR_M_ADD_SUPERTYPE, .word = W_SNOW},
            {.op = IR_M_LOSE_SUPERTYPE, .word = W_SNOW});
  assert_int_equal(c.supertypes, SUPERTYPE(LEGENDARY));
}

static bool has_intrinsic(const Game *g, const Chars *c, u32 color) {
  for (u32 i = 0; i < c->ability_count; i++) {
    if (inst_of_chars(g, c, i).ability == g->db->intrinsic[color]) return true;
  }
  return false;
}

static void change_lands(Game *g, void *user) {
  (void)user;
  Chars c = *cv_chars(g, def("Bayou"), 0); /* 305.6 */
  assert_int_equal(c.ability_count, 2);
  assert_true(has_intrinsic(g, &c, 2) && has_intrinsic(g, &c, 4));
  assert_ptr_equal(cv_chars(g, def("Bayou"), 0), cv_chars(g, def("Bayou"), 0));
  /* 305.7: set, it loses its rules text and old types; in addition, it keeps them. */
  c = CHARS(g, "Wasteland", {.op = IR_M_SET_LAND_TYPES, .word = W_ISLAND});
  assert_int_equal(c.ability_count, 1);
  assert_true(has_intrinsic(g, &c, 1));
  c = CHARS(g, "Bayou", {.op = IR_M_SET_LAND_TYPES, .word = W_ISLAND}, {.op = IR_M_ADD_SUBTYPE, .word = W_PLAINS});
  assert_int_equal(c.ability_count, 2);
  assert_true(has_intrinsic(g, &c, 1) && has_intrinsic(g, &c, 0));
  assert_false(chars_subtype(&c, W_SWAMP));
  c = CHARS(g, "Wasteland", {.op = IR_M_ADD_SUBTYPE, .word = W_ISLAND});
  assert_int_equal(c.ability_count, 2);
  /* What loses all abilities loses those too, and types given before do not bring them back. */
  c = CHARS(g, "Bayou", {.op = IR_M_LOSE_ALL});
  assert_int_equal(c.ability_count, 0);
  /* An object that is no land has none (305.6). */
  c = CHARS(g, "Bayou", {.op = IR_M_ADD_TYPE, .word = W_ARTIFACT}, {.op = IR_M_LOSE_TYPE, .word = W_LAND});
  assert_int_equal(c.ability_count, 0);
}

static void change_words(Game *g, void *user) {
  (void)user;
  Chars c = CHARS(g, "Bayou", {.op = IR_M_SWAP_WORD, .word = W_SWAMP, .a = W_ISLAND});
  assert_true(chars_subtype(&c, W_ISLAND) && !chars_subtype(&c, W_SWAMP));
  assert_true(has_intrinsic(g, &c, 1) && !has_intrinsic(g, &c, 2));
  c = CHARS(g, "Walker", {.op = IR_M_SWAP_WORD, .word = W_RED, .a = W_BLUE},
            {.op = IR_M_SWAP_WORD, .word = W_BLUE, .a = W_GREEN});
  AbilityInst inst = inst_of_chars(g, &c, 0);
  assert_int_equal(subst_word(g, inst.subst, W_RED), W_GREEN);
  assert_int_equal(subst_word(g, inst.subst, W_BLUE), W_GREEN);
  /* A name is no word slot (612.2). */
  assert_int_equal(c.name, cv_chars(g, def("Walker"), 0)->name);
  c = CHARS(g, "Bear", {.op = IR_M_TEXT_BOX, .a = def("Angel")});
  assert_true(chars_keyword(&c, W_FLYING) && chars_subtype(&c, W_BEAR));
  assert_int_equal(c.power, 2);
  c = CHARS(g, "Bear", {.op = IR_M_FULL_TEXT, .a = def("Angel")});
  assert_true(chars_keyword(&c, W_VIGILANCE) && chars_subtype(&c, W_ANGEL));
  assert_int_equal(c.power, 4);
  assert_int_equal(c.colors, COLOR(WHITE));
}

static void change_abilities(Game *g, void *user) {
  (void)user;
  u32 flying = inst_of_chars(g, cv_chars(g, def("Angel"), 0), 0).ability;
  Chars c = CHARS(g, "Bear", {.op = IR_M_GAIN, .a = flying}, {.op = IR_M_GAIN, .a = flying});
  assert_int_equal(c.ability_count, 2);
  assert_int_equal(inst_of_chars(g, &c, 1).acquisition, 9);
  Chars lost = c;
  chars_apply_mod(g, &lost, &(Mod){.op = IR_M_LOSE_KEYWORD, .word = W_FLYING}, 0);
  assert_int_equal(lost.ability_count, 0);
  assert_false(chars_keyword(&lost, W_FLYING));
  assert_int_equal(c.ability_count, 2); /* the list copied before is as it was */
  assert_int_equal(inst_of_chars(g, &c, 0).ability, flying);
  c = CHARS(g, "Angel", {.op = IR_M_LOSE_KEYWORD, .word = W_FLYING}, {.op = IR_M_GAIN, .word = W_TRAMPLE});
  assert_int_equal(c.ability_count, 1);
  assert_true(chars_keyword(&c, W_VIGILANCE) && chars_keyword(&c, W_TRAMPLE));
  /* A keyword is gained and lost with the abilities that stand for it. */
  const Chars *morpher = cv_chars(g, def("Morpher"), 0);
  AbilityInst morph = inst_of_chars(g, morpher, 0);
  u32 size = 1 + carddb_ability(&db, morph.ability)->expansion_count;
  c = CHARS(g, "Bear", {.op = IR_M_GAIN, .a = morph.ability});
  assert_int_equal(c.ability_count, size);
  chars_apply_mod(g, &c, &(Mod){.op = IR_M_LOSE_KEYWORD, .word = W_MORPH}, 0);
  assert_int_equal(c.ability_count, 0);
}

static void change_numbers(Game *g, void *user) {
  (void)user;
  Chars c = CHARS(g, "Bear", {.op = IR_M_BASE_PT, .x = 1, .y = 5}, {.op = IR_M_PT, .x = 2, .y = INT64_MAX},
                  {.op = IR_M_SWITCH});
  assert_true(c.power == INT64_MAX && c.toughness == 3);
  c = CHARS(g, "Bear", {.op = IR_M_BASE_POWER, .x = 7}, {.op = IR_M_BASE_TOUGHNESS, .x = 8});
  assert_true(c.power == 7 && c.toughness == 8);
  c = CHARS(g, "Bear", {.op = IR_M_NO_MANA_COST}); /* 105.2 */
  assert_int_equal(c.mana_cost, 0);
  assert_int_equal(c.colors, 0);
  u32 cost = cv_chars(g, def("Angel"), 0)->mana_cost;
  c = CHARS(g, "Bear", {.op = IR_M_MANA_COST, .a = cost}, {.op = IR_M_ADD_COLOR, .a = COLOR(RED)});
  assert_int_equal(c.colors, COLOR(WHITE) | COLOR(RED));
  c = CHARS(g, "Bear", {.op = IR_M_SET_COLOR, .a = COLOR(BLUE)}, {.op = IR_M_NAME, .a = 1},
            {.op = IR_M_LOYALTY, .x = 4});
  assert_int_equal(c.colors, COLOR(BLUE));
  assert_int_equal(c.name, 1);
  assert_int_equal(c.loyalty, 4);
}

static void test_mods(void **state) {
  (void)state;
  with_game(change_types);
  with_game(change_lands);
  with_game(change_words);
  with_game(change_abilities);
  with_game(change_numbers);
}

/* --- copiable values ------------------------------------------------------------------------- */

static void use_records(Game *g, void *user) {
  (void)user;
  u32 bear = def("Bear");
  assert_int_equal(cv_make(g, bear, 0, 0, NULL, 0, 0), bear);
  Mod mods[] = {{.op = IR_M_SET_COLOR, .a = COLOR(WHITE)}, {.op = IR_M_NO_MANA_COST}};
  CvId cv = cv_make(g, bear, 0, 0, mods, 2, 0);
  assert_int_equal(cv_make(g, bear, 0, 0, mods, 2, 0), cv);
  assert_int_not_equal(cv_make(g, bear, 0, 0, mods, 1, 0), cv);
  assert_int_equal(cv_card(g, cv), bear);
  Mod out[4];
  assert_int_equal(cv_mods(g, cv, out, COUNT_OF(out)), 2);
  assert_int_equal(out[1].op, IR_M_NO_MANA_COST);
  /* The colour an exception gives stands although the cost goes (105.2). */
  const Chars *c = cv_chars(g, cv, 0);
  assert_int_equal(c->colors, COLOR(WHITE));
  assert_int_equal(c->mana_cost, 0);
  assert_int_equal(c->power, 2);
  assert_ptr_equal(cv_chars(g, cv, 0), c);

  /* 707.9d: what defines power and toughness is not copied where the copy has other values. */
  Mod pt = {.op = IR_M_BASE_PT, .x = 1, .y = 1};
  c = cv_chars(g, cv_make(g, def("Goyf"), 0, 0, &pt, 1, 0), 0);
  assert_int_equal(c->ability_count, cv_chars(g, def("Goyf"), 0)->ability_count - 1);
  assert_true(chars_keyword(c, W_FLYING));
  assert_int_equal(c->power, 1);

  /* Types are there before the subtypes that need them, however they are written. */
  Mod token[] = {{.op = IR_M_ADD_SUBTYPE, .word = W_ELF}, {.op = IR_M_ADD_TYPE, .word = W_CREATURE}, pt};
  c = cv_chars(g, cv_make(g, 0, 0, 0, token, 3, CVR_TOKEN), 0);
  assert_true(chars_subtype(c, W_ELF));
  assert_int_equal(c->types, TYPE(CREATURE));

  c = cv_chars(g, cv_face_down(g, FACE_DOWN_MORPH), 0); /* 708.2a */
  assert_true(c->power == 2 && c->toughness == 2 && c->types == TYPE(CREATURE) && c->name == 0);
  assert_int_equal(c->colors, 0);
  assert_int_equal(cv_face_down(g, FACE_DOWN_MANIFEST), cv_face_down(g, FACE_DOWN_MORPH));

  u32 subst = subst_add(g, 0, W_RED, W_BLUE);
  c = cv_chars(g, cv_make(g, def("Walker"), 0, subst, NULL, 0, 0), 0);
  assert_int_equal(inst_of_chars(g, c, 0).subst, subst);
}

/* Records survive as long as something refers to them, and what they captured is theirs. */
static void collect_records(Game *g, void *user) {
  (void)user;
  u32 bolt = inst_of_chars(g, cv_chars(g, def("Bolt"), 0), 0).ability;
  Heap env = env_new(g, SLOT_FIRST_OWN);
  env_set_number(g, env, SLOT_X, 3);
  Mod gain = {.op = IR_M_GAIN, .a = bolt, .x = (i64)((u64)env << 32)};
  CvId first = cv_make(g, def("Bear"), 0, 0, &gain, 1, 0);
  Heap same = env_copy(g, env);
  gain.x = (i64)((u64)same << 32);
  assert_int_equal(cv_make(g, def("Bear"), 0, 0, &gain, 1, 0), first);
  env_set_number(g, same, SLOT_X, 4);
  CvId second = cv_make(g, def("Bear"), 0, 0, &gain, 1, 0);
  assert_int_not_equal(second, first);
  env_free(g, env);
  env_free(g, same);
  u32 token = setup_token(g, 0, first);
  cv_collect(g);
  assert_true(row_is_free(g, T_CVS, second & ~CV_RECORD));
  assert_false(row_is_free(g, T_CVS, first & ~CV_RECORD));
  AbilityInst inst = inst_of_chars(g, cv_chars(g, first, 0), 0);
  assert_int_equal(env_at(g, inst.env)->slot[SLOT_X].v, 3);
  object_cease(g, token);
  cv_collect(g);
  assert_int_equal(core(g)->heap_used, 0);
}

/* Exceptions of copies of copies don't pile up, and each ability that was gained is there (707.9a, b). */
static void gain_often(Game *g, void *user) {
  (void)user;
  u32 bolt = inst_of_chars(g, cv_chars(g, def("Bolt"), 0), 0).ability;
  Heap env = env_new(g, SLOT_FIRST_OWN);
  CvId cv = def("Bear");
  u32 own = cv_chars(g, cv, 0)->ability_count;
  Mod mods[] = {{.op = IR_M_ADD_TYPE, .word = W_ARTIFACT},
                {.op = IR_M_GAIN, .a = bolt, .x = (i64)((u64)env << 32)},
                {.op = IR_M_BASE_PT}};
  for (i64 i = 1; i <= 2000; i++) {
    mods[2].x = mods[2].y = i;
    cv = cv_further(g, cv, 0, mods, COUNT_OF(mods));
  }
  const Chars *c = cv_chars(g, cv, 0);
  assert_int_equal(c->power, 2000);
  assert_int_equal(c->ability_count, own + 2000);
  env_free(g, env);
  assert_int_equal(cv_collect(g), 0);
  assert_int_equal(core(g)->heap_used, 0);
}

/* What only records in no use name isn't in use either; what a record in use names is. */
static void collect_chains(Game *g, void *user) {
  (void)user;
  Mod pt = {.op = IR_M_BASE_PT, .x = 7, .y = 7};
  CvId inner = cv_make(g, def("Bear"), 0, 0, &pt, 1, 0);
  Mod text = {.op = IR_M_TEXT_TOO, .a = inner, .y = 1};
  CvId outer = cv_make(g, def("Bear"), 0, 0, &text, 1, 0);
  u32 token = setup_token(g, 0, outer);
  assert_int_equal(cv_collect(g), 2);
  assert_false(row_is_free(g, T_CVS, inner & ~CV_RECORD));
  object_cease(g, token);
  assert_int_equal(cv_collect(g), 0);
  assert_true(row_is_free(g, T_CVS, inner & ~CV_RECORD));
  u32 rows = count_of(g, T_CVS);
  cv_make(g, def("Bear"), 0, 0, &pt, 1, 0);
  assert_int_equal(count_of(g, T_CVS), rows);
}

static void reset_derived(Game *g, void *user) {
  (void)user;
  setup_card(g, 0, def("Bayou"), ZONE_BATTLEFIELD, 0);
  Mod pt = {.op = IR_M_BASE_PT, .x = 1, .y = 1};
  CvId cv = cv_make(g, def("Angel"), 0, 0, &pt, 1, 0);
  Chars before = *cv_chars(g, cv, 0), land = *cv_chars(g, def("Bayou"), 0);
  u64 epoch = derived(g)->changes.facts, hash = state_hash(g);
  derived_reset(g);
  assert_true(derived(g)->changes.facts > epoch);
  assert_int_equal(count_of(g, T_DERIVED), count_of(g, T_OBJECTS));
  assert_true(cv_chars(g, cv, 0)->ability_count == before.ability_count);
  assert_true(cv_chars(g, def("Bayou"), 0)->ability_count == land.ability_count);
  assert_true(state_hash(g) == hash);
}

static void test_copiable_values(void **state) {
  (void)state;
  with_game(use_records);
  with_game(collect_records);
  with_game(collect_chains);
  with_game(gain_often);
  with_game(reset_derived);
}

/* --- hashes ---------------------------------------------------------------------------------- */

static void bear_dies(Game *g, u32 slot) {
  zone_remove(g, slot);
  object_renew(g, slot);
  zone_insert(g, slot, ZONE_GRAVEYARD, (u32)-1);
  object_row(g, slot)->timestamp = timestamp_next(g);
}

/* The same position by way of other ids, timestamps and acquisitions. */
static void other_way(Game *g, void *user) {
  bool detour = user != NULL;
  if (detour) {
    object_cease(g, setup_token(g, 0, cv_make(g, 0, 0, 0, NULL, 0, CVR_TOKEN)));
    core(g)->next_acquisition += 100;
    core(g)->next_timestamp += 1000;
    core(g)->decisions += 5;
    core(g)->next_group += 2;
    table_add(g, T_HISTORY, 3);
  }
  u32 land = setup_card(g, 0, def("Forest"), ZONE_BATTLEFIELD, 0);
  u32 bear = setup_card(g, 1, def("Bear"), ZONE_BATTLEFIELD, 0);
  if (detour) {
    core(g)->next_timestamp += 50;
    bear_dies(g, setup_card(g, 1, def("Bear"), ZONE_BATTLEFIELD, 0));
  } else {
    bear_dies(g, setup_card(g, 1, def("Bear"), ZONE_STACK, 0));
  }
  permanent_of(g, bear)->attached_to = object_ref(g, land);
  note_add_ref(g, bear, object_row(g, bear)->acquisition, 1, object_ref(g, land));
  object_counters_add(g, bear, W_C_P1P1, 1);
  frame_push(g, PROC_CHOOSE, 0, 0);
  frame_top(g)->a[CHOICE_GROUP] = ++core(g)->next_group;
  frame_push(g, PROC_MANA_ABILITY, 0, 0);
  frame_top(g)->a[MA_HISTORY] = count_of(g, T_HISTORY);
}

static u64 position_of_game(const Game *g) {
  u64 hash;
  assert_int_equal(position_hash_of(g, &hash), GAVEL_OK);
  return hash;
}

static void stack_one(Game *g, void *user) {
  (void)user;
  setup_card(g, 0, def("Bear"), ZONE_HAND, 0);
}

static void tap_first(Game *g, void *user) {
  (void)user;
  object_row(g, zone_first(g, ZONE_BATTLEFIELD, 0))->status ^= STATUS_TAPPED;
}

typedef struct Flips {
  Game *whole;
  u32 count;
} Flips;

static void flip(Walk *w, const Field *field, Place place) {
  Flips *flips = w->user;
  if (field->kind != FIELD_SIGNED) return;
  u8 *at = place_at(w->g, place);
  *at ^= 1;
  assert_false(decisions_agree(flips->whole, w->g));
  assert_true(decision_hash(flips->whole) != decision_hash(w->g));
  *at ^= 1;
  flips->count++;
}

/* Each number matters, wherever it is. That places in the heap don't matter is shown in test_every_decision. */
static void test_agreeing(void **state) {
  (void)state;
  Game *g = new_game(2);
  assert_int_equal(game_protect(g, other_way, NULL), GAVEL_OK);
  assert_int_equal(game_protect(g, stack_one, NULL), GAVEL_OK);
  size_t size = game_clone_size(g);
  char *buffer = test_malloc(size);
  Flips flips = {.whole = g};
  Walk w = {.user = &flips, .scalar = flip};
  assert_int_equal(game_clone_into(g, buffer, size, &w.g), GAVEL_OK);
  assert_true(decisions_agree(g, w.g));
  state_walk(&w);
  assert_true(flips.count > 20);
  assert_true(decisions_agree(g, w.g));
  game_clone_release(w.g);
  test_free(buffer);
  game_free(g);
}

/* A replacement effect has been applied in what an effect comes from: its key is made of references (614.5). */
static void apply_one(Game *g, void *user) {
  Heap env = env_new(g, SLOT_FIRST_OWN), applied = 0;
  list_add(g, &applied, *(u64 *)user);
  env_at(g, env)->applied = applied;
  u32 row = table_add(g, T_EFFECTS, 1);
  *row_EFFECTS(g, row) =
      (Effect){.id = ++core(g)->next_effect, .kind = EFFECT_CONTINUOUS, .acquisition = 1, .env = env};
}

static void test_hash_of_what_was_applied(void **state) {
  (void)state;
  u64 keys[] = {0x1234567, 0x89abcde};
  Game *a = new_game(2), *b = new_game(2);
  assert_int_equal(game_protect(a, apply_one, &keys[0]), GAVEL_OK);
  assert_int_equal(game_protect(b, apply_one, &keys[1]), GAVEL_OK);
  assert_true(state_hash(a) != state_hash(b));
  assert_true(position_of_game(a) == position_of_game(b));
  u32 last = count_of(b, T_EFFECTS) - 1;
  heap_free(b, env_at(b, row_EFFECTS(b, last)->env)->applied);
  env_at(b, row_EFFECTS(b, last)->env)->applied = 0;
  assert_true(position_of_game(a) != position_of_game(b));
  game_free(a);
  game_free(b);
}

static void test_hashes(void **state) {
  (void)state;
  Game *a = new_game(2), *b = new_game(2), *c = new_game(2);
  assert_int_equal(game_protect(a, other_way, NULL), GAVEL_OK);
  assert_int_equal(game_protect(b, other_way, b), GAVEL_OK);
  assert_int_equal(game_protect(c, other_way, NULL), GAVEL_OK);
  assert_true(state_hash(a) == state_hash(c));
  assert_true(state_hash(a) != state_hash(b));
  assert_true(position_of_game(a) == position_of_game(b));
  assert_int_equal(game_protect(b, tap_first, NULL), GAVEL_OK);
  assert_true(position_of_game(a) != position_of_game(b));
  assert_int_equal(game_protect(b, tap_first, NULL), GAVEL_OK);
  assert_true(position_of_game(a) == position_of_game(b));
  core(b)->players[0].life--;
  assert_true(position_of_game(a) != position_of_game(b));
  assert_int_equal(game_protect(c, stack_one, NULL), GAVEL_OK);
  assert_true(state_hash(a) != state_hash(c));
  assert_true(position_of_game(a) != position_of_game(c));
  game_free(a);
  game_free(b);
  game_free(c);
}

/* --- checkpoints ----------------------------------------------------------------------------- */

static void go_and_return(Game *g, void *user) {
  (void)user;
  u32 bear = setup_card(g, 0, def("Bear"), ZONE_BATTLEFIELD, 0);
  note_add_ref(g, bear, 0, 1, ref_player(1));
  u64 position = position_hash(g);
  checkpoint_push(g);
  bear_dies(g, bear);
  Rng rng = {3};
  for (u32 i = 0; i < 100; i++) setup_card(g, 1, def("Angel"), ZONE_BATTLEFIELD, 0);
  checkpoint_push(g);
  object_counters_add(g, bear, W_C_P1P1, 5);
  assert_int_equal(checkpoint_count(g), 2);
  checkpoint_drop(g);
  assert_int_equal(object_counters(g, bear, W_C_P1P1), 5);
  u64 timestamp = core(g)->next_timestamp, drawn = rng_next(&core(g)->rng);
  (void)drawn;
  (void)rng;
  u64 random = core(g)->rng.state;
  checkpoint_restore(g);
  assert_int_equal(checkpoint_count(g), 0);
  assert_int_equal(object_row(g, bear)->zone, ZONE_BATTLEFIELD);
  assert_int_equal(zone_list(g, ZONE_BATTLEFIELD, 0)->count, 1);
  assert_true(position_hash(g) == position);
  assert_true(core(g)->next_timestamp == timestamp && core(g)->rng.state == random);
}

static void test_checkpoints(void **state) {
  (void)state;
  with_game(go_and_return);
}

/* --- views ----------------------------------------------------------------------------------- */

static void move_to(Game *g, u32 slot, Zone zone, u32 known) {
  zone_remove(g, slot);
  object_renew(g, slot);
  object_row(g, slot)->known = (u8)known;
  zone_insert(g, slot, zone, 0);
  if (zone == ZONE_BATTLEFIELD) {
    Heap ext = HEAP_NEW(g, Permanent);
    object_row(g, slot)->ext = ext;
  }
}

enum { ALICE, BOB, KNOWN_ALICE = 1, KNOWN_BOTH = 3 };

static void look_on(Game *g, void *user) {
  (void)user;
  u32 bear = setup_card(g, ALICE, def("Bear"), ZONE_LIBRARY, 0);
  u32 angel = setup_card(g, ALICE, def("Angel"), ZONE_HAND, 0);
  u32 bolt = setup_card(g, ALICE, def("Bolt"), ZONE_HAND, 0);
  assert_true(view_knows(g, ALICE, angel) && !view_knows(g, BOB, angel));
  assert_false(view_knows(g, ALICE, bear));
  assert_int_equal(view_card(g, ALICE, angel), def("Angel"));
  assert_int_equal(view_card(g, BOB, angel), 0);

  /* Handles: one's own, good both ways, and nobody else's. */
  ViewHandle mine = view_handle(g, ALICE, angel), his = view_handle(g, BOB, angel);
  assert_true(mine != his && mine && his);
  assert_int_equal(view_slot(g, ALICE, mine), angel);
  assert_int_equal(view_slot(g, BOB, mine), 0);
  assert_int_equal(view_slot(g, ALICE, 0), 0);
  assert_int_equal(view_handle(g, ALICE, 0), 0);

  /* Drawn: its owner follows it, the other can't tell it from the rest of the hand. */
  ViewHandle top = view_handle(g, ALICE, bear), top_his = view_handle(g, BOB, bear);
  move_to(g, bear, ZONE_HAND, KNOWN_ALICE);
  assert_true(view_handle(g, ALICE, bear) == top && view_handle(g, ALICE, angel) == mine);
  assert_true(view_handle(g, BOB, bear) != top_his && view_handle(g, BOB, angel) != his);
  ViewHandle seen[3];
  assert_int_equal(view_zone(g, BOB, ZONE_HAND, ALICE, seen, 3), 3);
  assert_true(seen[0] < seen[1] && seen[1] < seen[2]);
  ViewHandle least[1];
  assert_int_equal(view_zone(g, BOB, ZONE_HAND, ALICE, least, 1), 3);
  assert_true(least[0] == seen[0]);
  assert_int_equal(view_zone(g, BOB, ZONE_HAND, ALICE, NULL, 0), 3);

  /* Played, everyone sees it from then on, whatever public zone it goes to. */
  move_to(g, bear, ZONE_BATTLEFIELD, KNOWN_BOTH);
  ViewHandle played = view_handle(g, BOB, bear);
  move_to(g, bear, ZONE_GRAVEYARD, KNOWN_BOTH);
  assert_true(view_handle(g, BOB, bear) == played && view_knows(g, BOB, bear));
  /* Returned to a hand it is known there, until cards leave that hand unseen. */
  move_to(g, bear, ZONE_HAND, KNOWN_BOTH);
  assert_true(view_knows(g, BOB, bear) && view_handle(g, BOB, bear) == played);
  assert_int_equal(view_zone(g, BOB, ZONE_HAND, ALICE, seen, 3), 3);
  assert_true(seen[0] == played);
  move_to(g, bolt, ZONE_LIBRARY, KNOWN_ALICE);
  assert_false(view_knows(g, BOB, bear));
  assert_true(view_handle(g, BOB, bear) != played);
  assert_true(view_knows(g, ALICE, bear) && view_knows(g, ALICE, bolt));
  /* Shuffled, nobody knows anything. */
  ViewHandle placed = view_handle(g, ALICE, bolt);
  library_shuffle(g, ALICE);
  assert_true(view_handle(g, ALICE, bolt) != placed && !view_knows(g, ALICE, bolt));
  assert_int_equal(view_slot(g, ALICE, placed), 0);

  /* Who decides for a player sees with their eyes (723.4). */
  core(g)->players[ALICE].decided_by = BOB;
  assert_true(view_knows(g, BOB, angel));
  core(g)->players[ALICE].decided_by = ALICE;
}

static void look_at_face_down(Game *g, void *user) {
  (void)user;
  u32 morpher = setup_card(g, ALICE, def("Morpher"), ZONE_BATTLEFIELD, 0);
  setup_status(g, morpher, STATUS_FACE_DOWN, FACE_DOWN_MORPH);
  assert_true(view_knows(g, ALICE, morpher) && !view_knows(g, BOB, morpher)); /* 708.5 */
  u32 exiled = setup_card(g, ALICE, def("Bear"), ZONE_EXILE, 0);
  assert_true(view_knows(g, BOB, exiled));
  setup_exiled_face_down(g, exiled);
  assert_false(view_knows(g, ALICE, exiled) || view_knows(g, BOB, exiled)); /* 406.3 */
}

static void test_views(void **state) {
  (void)state;
  with_game(look_on);
  with_game(look_at_face_down);
}

/* --- dealing anew ---------------------------------------------------------------------------- */

static void deal_hands(Game *g, void *user) {
  (void)user;
  static const char *const NAMES[] = {"Bear", "Angel", "Bolt", "Golem", "Goyf", "Forest"};
  for (u32 player = 0; player < 2; player++) {
    for (u32 i = 0; i < 24; i++) {
      u32 card = def(NAMES[i % COUNT_OF(NAMES)]);
      setup_card(g, player, card, i < 7 ? ZONE_HAND : ZONE_LIBRARY, (u32)-1);
    }
    u32 morpher = setup_card(g, player, def("Morpher"), ZONE_BATTLEFIELD, 0);
    setup_status(g, morpher, STATUS_FACE_DOWN, FACE_DOWN_MORPH);
    setup_card(g, player, def("Morpher"), ZONE_LIBRARY, (u32)-1);
  }
  /* Bob has seen the third card of Alice's library. */
  u32 third = object_row(g, object_row(g, zone_first(g, ZONE_LIBRARY, ALICE))->next)->next;
  object_row(g, third)->known = 1u << BOB;
}

static u32 cards_of(const Game *g, u32 owner, u32 card) {
  u32 n = 0;
  for (u32 s = 1; s < count_of(g, T_OBJECTS); s++) {
    const Object *o = object_row(g, s);
    n += o->owner == owner && o->card && row_CARDS(g, o->card)->def == card;
  }
  return n;
}

/* What Bob knows is the same in both games, and nobody owns other cards than before. */
static void compare_for_bob(const Game *was, const Game *is) {
  for (u32 s = 1; s < count_of(was, T_OBJECTS); s++) {
    assert_int_equal(view_handle(was, BOB, s), view_handle(is, BOB, s));
    assert_int_equal(view_card(was, BOB, s), view_card(is, BOB, s));
    const Object *o = object_row(is, s);
    if (o->face_down == FACE_DOWN_MORPH && o->status & STATUS_FACE_DOWN) {
      assert_int_equal(row_CARDS(is, o->card)->def, def("Morpher"));
    }
  }
  for (u32 card = 1; card < db.cards.count; card++) {
    for (u32 p = 0; p < 2; p++) assert_int_equal(cards_of(was, p, card), cards_of(is, p, card));
  }
}

/* An effect that knows three cards of Alice's library. */
static void name_cards(Game *g, void *user) {
  const u32 *places = user;
  u32 row = table_add(g, T_EFFECTS, 1);
  Heap objects = 0;
  for (u32 i = 0; i < 3; i++) {
    u32 slot = zone_first(g, ZONE_LIBRARY, 0);
    for (u32 n = 0; n < places[i]; n++) slot = object_row(g, slot)->next;
    list_add(g, &objects, object_ref(g, slot));
  }
  *row_EFFECTS(g, row) =
      (Effect){.id = ++core(g)->next_effect, .kind = EFFECT_CONTINUOUS, .acquisition = 1, .objects = objects};
}

static u32 place_in_library(const Game *g, Ref ref) {
  u32 place = 0;
  for (u32 slot = zone_first(g, ZONE_LIBRARY, 0); slot != ref_slot(ref); slot = object_row(g, slot)->next) place++;
  return place;
}

static void shuffle_alices_cards(Game *g, void *user) {
  (void)user;
  library_shuffle(g, ALICE);
  object_row(g, object_row(g, zone_first(g, ZONE_LIBRARY, ALICE))->next)->known = 1u << BOB;
  setup_card(g, ALICE, def("Bear"), ZONE_LIBRARY, (u32)-1);
}

/* Where in a shuffled library something is that an effect found there nobody knows. But everybody knows what was put there
   since. */
static void test_determinize_named(void **state) {
  (void)state;
  u32 here[] = {4, 9, 18}, there[] = {12, 7, 18};
  u64 places = 0;
  for (u64 seed = 1; seed <= 30; seed++) {
    Game *a = new_game(2), *b = new_game(2);
    assert_int_equal(game_protect(a, deal_hands, NULL), GAVEL_OK);
    assert_int_equal(game_protect(b, deal_hands, NULL), GAVEL_OK);
    assert_int_equal(game_protect(a, shuffle_alices_cards, NULL), GAVEL_OK);
    assert_int_equal(game_protect(b, shuffle_alices_cards, NULL), GAVEL_OK);
    assert_int_equal(game_protect(a, name_cards, here), GAVEL_OK);
    assert_int_equal(game_protect(b, name_cards, there), GAVEL_OK);
    assert_true(position_hash(a) != position_hash(b));
    u32 seen = zone_first(a, ZONE_LIBRARY, 0);
    while (!view_knows(a, BOB, seen)) seen = object_row(a, seen)->next;
    u32 place = place_in_library(a, object_ref(a, seen));
    assert_int_equal(game_determinize(a, BOB, seed), GAVEL_OK);
    assert_int_equal(game_determinize(b, BOB, seed), GAVEL_OK);
    assert_sound(a);
    assert_true(position_hash(a) == position_hash(b));
    assert_int_equal(place_in_library(a, object_ref(a, seen)), place);
    Heap objects = row_EFFECTS(a, count_of(a, T_EFFECTS) - 1)->objects;
    places |= (u64)1 << place_in_library(a, list_get(a, objects, 0));
    assert_int_equal(place_in_library(a, list_get(a, objects, 2)), 18);
    game_free(a);
    game_free(b);
  }
  assert_true(__builtin_popcountll(places) > 8);
}

static void test_determinize(void **state) {
  (void)state;
  Game *g = new_game(2);
  assert_int_equal(game_protect(g, deal_hands, NULL), GAVEL_OK);
  size_t size = game_clone_size(g);
  char *buffer = test_malloc(2 * size);
  Game *a, *b;
  assert_int_equal(game_clone_into(g, buffer, size, &a), GAVEL_OK);
  assert_int_equal(game_clone_into(g, buffer + size, size, &b), GAVEL_OK);
  u32 moved = 0;
  for (u64 seed = 1; seed <= 30; seed++) {
    assert_int_equal(game_clone_again(a, g), GAVEL_OK);
    assert_int_equal(game_clone_again(b, g), GAVEL_OK);
    assert_int_equal(game_determinize(a, BOB, seed), GAVEL_OK);
    assert_int_equal(game_determinize(b, BOB, seed), GAVEL_OK);
    assert_sound(a);
    assert_true(state_hash(a) == state_hash(b));
    compare_for_bob(g, a);
    for (u32 s = 1; s < count_of(g, T_OBJECTS); s++) {
      moved += object_row(g, s)->card != object_row(a, s)->card;
    }
  }
  assert_true(moved > 30 * 20);
  core(g)->decision = (Decision){.kind = DECISION_SEARCH};
  assert_false(view_decides(g, BOB));
  assert_int_equal(game_determinize(g, 5, 1), GAVEL_E_MISUSE);
  game_clone_release(a);
  game_clone_release(b);
  test_free(buffer);
  game_free(g);
}

/* --- everything together --------------------------------------------------------------------- */

static void test_random_walks(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 20; seed++) {
    CardDb cards;
    random_cards(&cards);
    Game *g = random_game(gavel_allocator_default(), &cards, seed, 1);
    Rng rng = {seed};
    for (u32 i = 0; i < 60; i++) {
      assert_int_equal(random_steps(g, &rng, 10), GAVEL_OK);
      assert_sound(g);
    }
    game_free(g);
    carddb_free(&cards);
  }
}

/* One broken thing each: where it is, and what the validator must say of it. */
typedef struct Damage {
  void (*damage)(Game *g);
  const char *said;
} Damage;

static u32 first_there(Game *g) { return zone_first(g, ZONE_BATTLEFIELD, 0); }
static void damage_list(Game *g) { zone_list(g, ZONE_BATTLEFIELD, 0)->count++; }
static void damage_zone(Game *g) { object_row(g, first_there(g))->zone = ZONE_HAND; }
static void damage_prev(Game *g) { object_row(g, first_there(g))->prev = 2; }
static void damage_cycle(Game *g) { object_row(g, object_row(g, first_there(g))->next)->next = first_there(g); }
static void damage_owner(Game *g) { object_row(g, first_there(g))->owner = 7; }
static void damage_card(Game *g) { row_CARDS(g, 1)->object = 0; }
static void damage_leak(Game *g) { object_row(g, first_there(g))->ext = 0; }
static void damage_shared(Game *g) {
  u32 first = first_there(g);
  heap_free(g, object_row(g, first)->ext);
  object_row(g, first)->ext = object_row(g, object_row(g, first)->next)->ext;
}
static void damage_used(Game *g) { core(g)->heap_used++; }
static void damage_handle(Game *g) { permanent_of(g, first_there(g))->cast = 99999; }
static void damage_counter(Game *g) { row_COUNTERS(g, 1)->n = 0; }
static void damage_chain(Game *g) { row_COUNTERS(g, 1)->next = 1; }
static void damage_reference(Game *g) { permanent_of(g, first_there(g))->attacking = ref_make(1, 99); }
static void damage_decision(Game *g) { core(g)->decision.kind = DECISION_MAY; }
static void damage_free_list(Game *g) { core(g)->free_object = first_there(g); }
static void damage_word(Game *g) { row_COUNTERS(g, 1)->kind = WORD_COUNT; }

static void damage_combat(Game *g) { permanent_of(g, first_there(g))->flags = PERM_BLOCKING; }
static void damage_flags(Game *g) { permanent_of(g, first_there(g))->flags = 1u << 30; }
static void damage_step(Game *g) { core(g)->step = W_PHASE_COMBAT - W_STEP_UNTAP; }
static void damage_record(Game *g) { row_CVS(g, 1)->hash++; }
static void damage_local_word(Game *g) { row_FRAMES(g, 0)->a[STEP_WORD] = WORD_COUNT; }
static void damage_local_slot(Game *g) { *row_FRAMES(g, 0) = (Frame){.proc = PROC_RESOLVE, .a[RESOLVE_SLOT] = 99}; }
static void damage_local_unused(Game *g) { *row_FRAMES(g, 0) = (Frame){.proc = PROC_GAME, .a[0] = 1}; }
static void damage_procedure(Game *g) { row_FRAMES(g, 0)->proc = PROC_COUNT; }

static void damage_frame_step(Game *g) { row_FRAMES(g, 0)->step = STEP_END + 1; }
static void damage_frame_node(Game *g) { *row_FRAMES(g, 0) = (Frame){.proc = PROC_ACT}; }
static void damage_local_bound(Game *g) { *row_FRAMES(g, 0) = (Frame){.proc = PROC_TURN, .a[TURN_PHASE] = 6}; }
static void damage_local_row(Game *g) { row_FRAMES(g, 0)->a[STEP_CHOSEN] = 1; }
/* What announces a spell is below what its modes are chosen in. */
static void damage_local_frame(Game *g) { *row_FRAMES(g, 0) = (Frame){.proc = PROC_PAY, .a[PAY_PARENT] = 1}; }
static void damage_frame_flags(Game *g) { row_FRAMES(g, 0)->flags = FRAME_FLAGS + 1; }
/* A turn waits for one of its steps, and not for an order. */
static void damage_frame_above(Game *g) {
  *row_FRAMES(g, 0) = (Frame){.proc = PROC_TURN, .step = TURN_STEP_DONE};
  row_FRAMES(g, table_add(g, T_FRAMES, 1))->proc = PROC_ORDER;
}
static void damage_moving(Game *g) { object_row(g, first_there(g))->flags = OBJECT_MOVING; }
static void damage_known(Game *g) { object_row(g, first_there(g))->known = 255; }

/* Rows that refer to themselves, or to one that refers to them. */
static void damage_record_cycle(Game *g) {
  Mod mod = {.op = IR_M_TEXT_BOX, .a = CV_RECORD | 1};
  CvId cv = cv_make(g, 0, 0, 0, &mod, 1, CVR_TOKEN);
  mod.a = cv;
  CvRecord *first = row_CVS(g, 1);
  u64 words[sizeof mod / sizeof(u64)];
  memcpy(words, &mod, sizeof mod);
  for (u32 i = 0; i < COUNT_OF(words); i++) *row_HEAP(g, first->mods + 1 + i) = words[i];
  first->hash = cv_content_hash(g, 1);
}
static void damage_record_depth(Game *g) {
  Mod mod = {.op = IR_M_TEXT_BOX, .a = CV_RECORD | 1};
  for (u32 i = 0; i < 1000; i++) mod.a = cv_make(g, 0, 0, 0, &mod, 1, CVR_TOKEN);
}
static void damage_card_cycle(Game *g) {
  u32 row = card_new(g, row_CARDS(g, 1)->def, 0);
  row_CARDS(g, row)->next = row;
}
static void damage_note_cycle(Game *g) {
  u32 row = table_add(g, T_NOTES, 2) + 1;
  row_NOTES(g, row)->next = row;
}
static void damage_subst_cycle(Game *g) { row_SUBSTS(g, 1)->next = 1; }
static void damage_no_zone(Game *g) {
  u32 slot = object_new(g, OBJECT_TOKEN, 0);
  object_row(g, slot)->next = slot;
}

/* A number of the block that names another thing than it should. */
static void damage_terms(Game *g) { row_MANA(g, 0)->terms = carddb_ability(&db, 1)->node; }
static void damage_subst(Game *g) { row_SUBSTS(g, 1)->to = W_FOREST; }
static void damage_due(Game *g) { row_DUE(g, 0)->a = W_FOREST; }
static void damage_pending(Game *g) { row_PENDING(g, table_add(g, T_PENDING, 1))->source = ref_player(0); }
static void damage_chosen(Game *g) {
  row_CHOSEN(g, table_add(g, T_CHOSEN, 1))->part =
      (ChosenPart){.kind = CHOSEN_PART, .node = carddb_ability(&db, 1)->node};
}
static void damage_mod(Game *g, Mod mod) {
  u64 words[sizeof mod / sizeof(u64)];
  memcpy(words, &mod, sizeof mod);
  Heap mods = 0;
  for (u32 i = 0; i < COUNT_OF(words); i++) list_add(g, &mods, words[i]);
  u32 row = table_add(g, T_EFFECTS, 2) + 1;
  *row_EFFECTS(g, row) =
      (Effect){.id = ++core(g)->next_effect, .kind = EFFECT_CONTINUOUS, .acquisition = 1, .mods = mods};
}
static void damage_mod_keyword(Game *g) { damage_mod(g, (Mod){.op = IR_M_LOSE_KEYWORD}); }
static void damage_mod_quality(Game *g) {
  damage_mod(g, (Mod){.op = IR_M_LOSE_KEYWORD, .word = W_FLYING, .a = carddb_ability(&db, 1)->node});
}
static void damage_mod_often(Game *g) { damage_mod(g, (Mod){.op = IR_M_GAIN, .a = 1, .y = INT64_MAX}); }
static void damage_mod_controller(Game *g) { damage_mod(g, (Mod){.op = IR_M_CONTROLLER, .a = 7}); }
static void damage_mod_word(Game *g) { damage_mod(g, (Mod){.op = IR_M_SWAP_WORD, .word = W_RED, .a = W_FOREST}); }

static void make_damageable(Game *g, void *user) {
  (void)user;
  setup_card(g, 0, def("Bear"), ZONE_BATTLEFIELD, 0);
  setup_card(g, 0, def("Bear"), ZONE_BATTLEFIELD, 0);
  object_counters_add(g, 1, W_C_P1P1, 1);
  Mod mod = {.op = IR_M_ADD_TYPE, .word = W_CREATURE};
  cv_make(g, 0, 0, 0, &mod, 1, CVR_TOKEN);
  u32 row = table_add(g, T_FRAMES, 1);
  row_FRAMES(g, row)->proc = PROC_STEP;
  row_FRAMES(g, row)->a[STEP_WORD] = W_STEP_UNTAP;
  row_MANA(g, table_add(g, T_MANA, 1))->n = 1;
  subst_add(g, 0, W_RED, W_BLUE);
  *row_DUE(g, table_add(g, T_DUE, 1)) = (Due){.kind = DUE_SKIP_STEP, .a = W_STEP_DRAW};
}

static void test_validator_finds(void **state) {
  (void)state;
  static const Damage DAMAGES[] = {{damage_list, "count 3"},
                                   {damage_zone, "not in that zone"},
                                   {damage_prev, "prev is"},
                                   {damage_cycle, "two places"},
                                   {damage_owner, "OBJECTS row 1"},
                                   {damage_card, "card 1"},
                                   {damage_leak, "nobody owns"},
                                   {damage_shared, "two owners"},
                                   {damage_used, "in use"},
                                   {damage_handle, "no piece in use"},
                                   {damage_counter, "counts 0"},
                                   {damage_chain, "refer to themselves"},
                                   {damage_record_cycle, "CVS: rows refer to themselves"},
                                   {damage_record_depth, "CVS: 1000 records in a row"},
                                   {damage_card_cycle, "CARDS: rows refer to themselves"},
                                   {damage_note_cycle, "NOTES: rows refer to themselves"},
                                   {damage_subst_cycle, "SUBSTS: rows refer to themselves"},
                                   {damage_no_zone, "in a list"},
                                   {damage_local_frame, "local 3 is 1"},
                                   {damage_reference, "OBJECTS row 1"},
                                   {damage_decision, "decision"},
                                   {damage_free_list, "free list"},
                                   {damage_word, "COUNTERS row 1"},
                                   {damage_combat, "in combat"},
                                   {damage_flags, "flags"},
                                   {damage_step, "CORE row 0"},
                                   {damage_record, "another hash"},
                                   {damage_local_word, "FRAMES row 0"},
                                   {damage_local_slot, "FRAMES row 0"},
                                   {damage_local_unused, "FRAMES row 0"},
                                   {damage_procedure, "FRAMES row 0"},
                                   {damage_frame_step, "is at step"},
                                   {damage_frame_node, "without a node"},
                                   {damage_local_bound, "local 1 is 6"},
                                   {damage_local_row, "FRAMES row 0"},
                                   {damage_frame_flags, "has flags"},
                                   {damage_frame_above, "is at step"},
                                   {damage_moving, "has flags"},
                                   {damage_known, "is known to"},
                                   {damage_terms, "MANA row 0"},
                                   {damage_subst, "SUBSTS: row 1"},
                                   {damage_due, "names no step"},
                                   {damage_pending, "PENDING row 0"},
                                   {damage_chosen, "CHOSEN row 0"},
                                   {damage_mod_keyword, "no effect of kind"},
                                   {damage_mod_quality, "no effect of kind"},
                                   {damage_mod_often, "no effect of kind"},
                                   {damage_mod_controller, "EFFECTS row"},
                                   {damage_mod_word, "no effect of kind"}};
  for (u32 i = 0; i < COUNT_OF(DAMAGES); i++) {
    Game *g = new_game(2);
    assert_int_equal(game_protect(g, make_damageable, NULL), GAVEL_OK);
    assert_sound(g);
    DAMAGES[i].damage(g);
    char message[256];
    assert_false(game_validate(g, message, sizeof message));
    if (!strstr(message, DAMAGES[i].said)) fail_msg("%u: %s", i, message);
    game_free(g);
  }
}

/* --- refused memory -------------------------------------------------------------------------- */

static bool play_a_while(GavelAllocator allocator, void *context) {
  const CardDb *cards = context;
  Game *g;
  Rng rng = {11};
  if (game_new(allocator, cards, &GAME_PROCEDURES, 2, 11, FORMAT_TWO_PLAYER, &g)) return false;
  GavelStatus status = random_steps(g, &rng, 150);
  u64 hash;
  if (!status) status = position_hash_of(g, &hash);
  if (!status) status = game_determinize(g, 0, 4);
  char message[256];
  bool sound = status == GAVEL_OK && game_validate(g, message, sizeof message);
  bool refused = status == GAVEL_E_MEMORY || (!status && strcmp(message, "out of memory") == 0);
  assert_true(sound || refused);
  game_free(g);
  return sound;
}

static void test_refused_memory(void **state) {
  (void)state;
  CardDb cards;
  random_cards(&cards);
  test_every_refusal(play_a_while, &cards);
  carddb_free(&cards);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_failing),
      cmocka_unit_test(test_heap),
      cmocka_unit_test(test_objects),
      cmocka_unit_test(test_counters_and_notes),
      cmocka_unit_test(test_substs),
      cmocka_unit_test(test_mods),
      cmocka_unit_test(test_copiable_values),
      cmocka_unit_test(test_hashes),
      cmocka_unit_test(test_hash_of_what_was_applied),
      cmocka_unit_test(test_agreeing),
      cmocka_unit_test(test_checkpoints),
      cmocka_unit_test(test_views),
      cmocka_unit_test(test_determinize),
      cmocka_unit_test(test_determinize_named),
      cmocka_unit_test(test_random_walks),
      cmocka_unit_test(test_validator_finds),
      cmocka_unit_test(test_refused_memory),
  };
  return cmocka_run_group_tests(tests, load_cards, free_cards);
}
