/* The base library: errors, memory, text, folding, interning, hashing, random and other numbers. */
#include "support/allocator.h"
#include "support/test.h"

#include <stdio.h>

/* --- errors ------------------------------------------------------------------------------ */

static void test_every_status_has_a_text_of_its_own(void **state) {
  (void)state;
  for (u32 a = GAVEL_OK; a <= GAVEL_E_STOPPED; a++) {
    const char *text = gavel_status_text((GavelStatus)a);
    assert_true(text[0] != 0);
    for (u32 b = GAVEL_OK; b < a; b++) {
      assert_string_not_equal(text, gavel_status_text((GavelStatus)b));
    }
  }
  assert_string_equal(gavel_status_text((GavelStatus)999), "unknown status");
}

static void test_error_set_fills_the_error_and_answers_the_status(void **state) {
  (void)state;
  GavelError error;
  memset(&error, 0xA5, sizeof error);
  assert_int_equal(error_set(&error, GAVEL_E_SYNTAX, 3, 7, 0, "found %s", "x"), GAVEL_E_SYNTAX);
  assert_int_equal(error.status, GAVEL_E_SYNTAX);
  assert_int_equal(error.line, 3);
  assert_int_equal(error.column, 7);
  assert_int_equal(error.byte, 0);
  assert_string_equal(error.message, "found x");
  assert_int_equal(error_set(NULL, GAVEL_E_LIMIT, 0, 0, 0, "%d", 1), GAVEL_E_LIMIT);
}

static void test_error_set_may_wrap_the_message_it_replaces(void **state) {
  (void)state;
  GavelError error;
  error_set(&error, GAVEL_E_CHECK, 0, 0, 12, "inner");
  error_set(&error, error.status, 0, 0, error.byte, "outer: %s", error.message);
  assert_string_equal(error.message, "outer: inner");
  assert_int_equal(error.byte, 12);
}

static void test_long_messages_are_cut_between_characters(void **state) {
  (void)state;
  char long_text[GAVEL_MESSAGE_CAP + 8];
  static const char *const characters[] = {"x", "\xC3\xBB", "\xE2\x80\x94", "\xF0\x9F\x82\xA1"};
  for (size_t size = 1; size <= COUNT_OF(characters); size++) {
    for (size_t fill = GAVEL_MESSAGE_CAP - 5; fill <= GAVEL_MESSAGE_CAP; fill++) {
      memset(long_text, '.', sizeof long_text);
      memcpy(long_text + fill, characters[size - 1], size);
      long_text[fill + size] = 0;
      GavelError error;
      error_set(&error, GAVEL_E_CHECK, 0, 0, 0, "%s", long_text);
      size_t whole = fill + size < GAVEL_MESSAGE_CAP ? fill + size : fill;
      if (whole >= GAVEL_MESSAGE_CAP) whole = GAVEL_MESSAGE_CAP - 1;
      assert_int_equal(strlen(error.message), whole);
      assert_memory_equal(error.message, long_text, whole);
    }
  }
}

/* --- memory ------------------------------------------------------------------------------ */

static void test_default_allocator_allocates_resizes_and_frees(void **state) {
  (void)state;
  GavelAllocator allocator = gavel_allocator_default();
  char *memory = allocator.resize(allocator.user, NULL, 0, 3);
  assert_non_null(memory);
  memcpy(memory, "ab", 3);
  memory = allocator.resize(allocator.user, memory, 3, 5000);
  assert_non_null(memory);
  assert_string_equal(memory, "ab");
  memory = allocator.resize(allocator.user, memory, 5000, 2);
  assert_memory_equal(memory, "ab", 2);
  assert_null(allocator.resize(allocator.user, memory, 2, 0));
}

static void assert_zeroed_and_aligned(const u8 *memory, size_t size) {
  assert_non_null(memory);
  assert_int_equal((uintptr_t)memory % 16, 0);
  for (size_t i = 0; i < size; i++) assert_int_equal(memory[i], 0);
}

static void test_arena_memory_is_aligned_zeroed_and_apart(void **state) {
  (void)state;
  static const size_t sizes[] = {1, 16, 17, 0, 300, 4096, 5, 100000, 31, 3000, 3000, 1};
  TestAllocator counts = {0};
  Arena arena;
  arena_init(&arena, test_allocator(&counts));
  u8 *pieces[COUNT_OF(sizes)];
  size_t sum = 0;
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    pieces[i] = arena_alloc(&arena, sizes[i]);
    assert_zeroed_and_aligned(pieces[i], sizes[i]);
    memset(pieces[i], (int)i + 1, sizes[i]);
    sum += sizes[i];
  }
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    for (size_t j = 0; j < sizes[i]; j++) assert_int_equal(pieces[i][j], i + 1);
  }
  assert_int_equal(arena.used, sum);
  arena_free(&arena);
  assert_int_equal(counts.blocks, 0);
  assert_int_equal(counts.untrue_sizes, 0);
  assert_int_equal(arena.used, 0);
}

/* Answers addresses that are 8 beyond a multiple of 16. */
static void *odd_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
  GavelAllocator inner = gavel_allocator_default();
  (void)user;
  if (new_size == 0) return inner.resize(inner.user, (u8 *)pointer - 8, old_size + 8, 0);
  assert_null(pointer);
  u8 *memory = inner.resize(inner.user, NULL, 0, new_size + 8);
  return memory ? memory + 8 : NULL;
}

static void test_arena_aligns_what_its_allocator_does_not(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena, (GavelAllocator){.resize = odd_resize});
  for (size_t size = 1; size < 20000; size = size * 3 + 1) {
    assert_zeroed_and_aligned(arena_alloc(&arena, size), size);
  }
  arena_free(&arena);
}

static void test_arena_refuses_what_no_address_space_holds(void **state) {
  (void)state;
  TestAllocator counts = {0};
  Arena arena;
  arena_init(&arena, test_allocator(&counts));
  assert_null(arena_alloc(&arena, SIZE_MAX));
  assert_null(arena_alloc(&arena, SIZE_MAX - 8));
  assert_int_equal(counts.requests, 0);
  assert_null(arena_alloc(&arena, PTRDIFF_MAX));
  assert_int_equal(counts.refusals, 1);
  assert_null(arena_text(&arena, "", SIZE_MAX));
  assert_int_equal(arena.used, 0);
  arena_free(&arena);
}

static bool fill_arena(GavelAllocator allocator, void *context) {
  (void)context;
  Arena arena;
  arena_init(&arena, allocator);
  bool done = true;
  for (size_t i = 0; done && i < 40; i++) {
    char *text = arena_text(&arena, "Lhurgoyf, and more", 8);
    done = text && strcmp(text, "Lhurgoyf") == 0 && arena_alloc(&arena, i * 500);
  }
  arena_free(&arena);
  return done;
}

static void test_arena_survives_every_refusal(void **state) {
  (void)state;
  test_every_refusal(fill_arena, NULL);
}

static void test_vectors_grow_and_keep_their_values(void **state) {
  (void)state;
  TestAllocator counts = {0};
  GavelAllocator allocator = test_allocator(&counts);
  VEC(u64) words = {0};
  for (u32 i = 0; i < 1000; i++) assert_true(vec_push(&allocator, &words, (u64)i * i));
  assert_int_equal(words.count, 1000);
  for (u32 i = 0; i < 1000; i++) assert_int_equal(words.data[i], (u64)i * i);
  assert_true(vec_push(&allocator, &words, words.count));
  assert_int_equal(words.data[1000], 1000);
  assert_true(vec_reserve(&allocator, &words, 500));
  assert_true(words.cap >= 1501);
  assert_int_equal(words.count, 1001);
  vec_free(&allocator, &words);
  assert_null(words.data);
  assert_int_equal(words.count, 0);
  assert_int_equal(words.cap, 0);
  vec_free(&allocator, &words);
  assert_int_equal(counts.blocks, 0);
  assert_int_equal(counts.untrue_sizes, 0);
}

static void test_a_refused_vector_is_unchanged(void **state) {
  (void)state;
  TestAllocator counts = {0};
  GavelAllocator allocator = test_allocator(&counts);
  VEC(u32) words = {0};
  assert_true(vec_push(&allocator, &words, 5));
  u32 *data = words.data;
  u32 cap = words.cap;
  assert_false(vec_reserve(&allocator, &words, UINT32_MAX));
  counts.refuse_from = counts.requests + 1;
  assert_false(vec_reserve(&allocator, &words, cap));
  assert_int_equal(counts.refusals, 1);
  assert_ptr_equal(words.data, data);
  assert_int_equal(words.cap, cap);
  assert_int_equal(words.count, 1);
  assert_int_equal(words.data[0], 5);
  vec_free(&allocator, &words);
  assert_int_equal(counts.blocks, 0);
}

/* --- text -------------------------------------------------------------------------------- */

static void test_texts_compare_byte_for_byte(void **state) {
  (void)state;
  assert_true(str_equal(STR("Clone"), (Str){"Clones", 5}));
  assert_false(str_equal(STR("Clone"), STR("clone")));
  assert_false(str_equal(STR("Clone"), STR("Clon")));
  assert_true(str_equal((Str){NULL, 0}, STR("")));
  assert_true(str_is(STR("Clone"), "Clone"));
  assert_false(str_is(STR("Clone"), "Clones"));
  assert_true(str_begins(STR("Clone"), STR("Clo")) && str_begins(STR("Clone"), STR("Clone")));
  assert_false(str_begins(STR("Clo"), STR("Clone")) || str_begins(STR("Clone"), STR("one")));
  assert_true(str_ends(STR("Clone"), STR("one")) && str_ends(STR("Clone"), STR("Clone")));
  assert_false(str_ends(STR("one"), STR("Clone")) || str_ends(STR("Clone"), STR("Clo")));
  assert_true(str_begins(STR(""), (Str){NULL, 0}) && str_ends((Str){NULL, 0}, STR("")));
  assert_int_equal(str_compare(STR("Clone"), (Str){"Clones", 5}), 0);
  assert_true(str_compare(STR("Clone"), STR("Clones")) < 0);
  assert_true(str_compare(STR("clone"), STR("Clones")) > 0);
  assert_true(str_compare(STR("\xc3"), STR("z")) > 0);
  assert_int_equal(str_compare((Str){NULL, 0}, STR("")), 0);
  assert_true(str_compare((Str){NULL, 0}, STR("a")) < 0);
  assert_int_equal(str_of("Clone").length, 5);
}

static void test_text_is_built_piece_by_piece(void **state) {
  (void)state;
  TestAllocator counts = {0};
  Text text;
  text_init(&text, test_allocator(&counts));
  assert_str_is(text_str(&text), "");
  text_add(&text, (Str){NULL, 0});
  assert_string_equal(text.data, "");
  text_adds(&text, "Grizzly");
  text_addc(&text, ' ');
  text_add(&text, (Str){"Bearskin", 4});
  text_addf(&text, " is %d/%d%s", 2, 2, "");
  assert_string_equal(text.data, "Grizzly Bear is 2/2");
  text_addf(&text, "%0500d", 7);
  assert_int_equal(text_str(&text).length, 519);
  assert_int_equal(text.data[518], '7');
  assert_int_equal(text.data[519], 0);
  text_clear(&text);
  assert_str_is(text_str(&text), "");
  text_adds(&text, "again");
  assert_str_is(text_str(&text), "again");
  text_addq(&text, STR("a \"b\" \\"));
  assert_str_is(text_str(&text), "again\"a \\\"b\\\" \\\\\"");
  text_free(&text);
  assert_null(text.data);
  assert_int_equal(counts.blocks, 0);
  assert_int_equal(counts.untrue_sizes, 0);
}

static void test_a_failed_text_stays_as_it_was_until_cleared(void **state) {
  (void)state;
  TestAllocator counts = {0};
  Text text;
  text_init(&text, test_allocator(&counts));
  text_adds(&text, "kept");
  counts.refuse_from = counts.requests + 1;
  counts.refuse_once = true;
  text_addf(&text, "%0500d", 7);
  assert_true(text.failed);
  text_addc(&text, 'x');
  assert_str_is(text_str(&text), "kept");
  text_clear(&text);
  assert_false(text.failed);
  text_adds(&text, "new");
  assert_str_is(text_str(&text), "new");
  text_free(&text);
}

static bool build_text(GavelAllocator allocator, void *context) {
  (void)context;
  Text text;
  text_init(&text, allocator);
  for (int i = 0; i < 30; i++) {
    text_addf(&text, "%d ", i);
    text_adds(&text, "Forest; ");
  }
  bool done = !text.failed;
  text_free(&text);
  return done;
}

static void test_text_survives_every_refusal(void **state) {
  (void)state;
  test_every_refusal(build_text, NULL);
}

/* --- folding ----------------------------------------------------------------------------- */

static const struct {
  const char *text, *folded;
} FOLDINGS[] = {
    {"", ""},
    {"Lim-D\u00FBl's Vault", "lim-dul's vault"},
    {"Lim-Du\u0302l\u2019s Vault", "lim-dul's vault"},
    {"LIM\u2013D\u00DBL\u02BCS VAULT", "lim-dul's vault"},
    {"\u00C6ther Vial", "aether vial"},
    {"\u00E6\u0153\u0132\u00DE\u00DF\u0149", "aeoeijthss'n"},
    {"J\u00F6tun Grunt", "jotun grunt"},
    {"S\u00E9ance, D\u00E9j\u00E0 Vu", "seance, deja vu"},
    {"Dand\u00E2n El-Hajj\u00E2j", "dandan el-hajjaj"},
    {"\u0141\u00F3rien \u0160\u017D\u0131\u017F", "lorien szis"},
    {"\u201CAch! Hans\u201D \u2018run\u2019", "\"ach! hans\" 'run'"},
    {"\u00ABa\u00BB \u2039b\u203A \u2032\u2033\u00B4", "\"a\" 'b' '\"'"},
    {"\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D", "---------"},
    {"3\u00D74\u00F72", "3\u00D74\u00F72"},
    {"\u0416\u4E2D\U0001F0A1 {T}: @[`", "\u0416\u4E2D\U0001F0A1 {t}: @[`"},
};

static void test_folding_sets_case_diacritics_and_typography_aside(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(FOLDINGS); i++) {
    Str text = str_of(FOLDINGS[i].text);
    char out[64];
    u32 length = str_fold(text, out, sizeof out);
    assert_str_is(((Str){out, length}), FOLDINGS[i].folded);
    assert_true(length <= text.length);
    assert_true(str_equal_folded(text, str_of(FOLDINGS[i].folded)));
    assert_int_equal(str_distance(text, (Str){out, length}, 9), 0);
    for (size_t j = 0; j < COUNT_OF(FOLDINGS); j++) {
      bool same = strcmp(FOLDINGS[i].folded, FOLDINGS[j].folded) == 0;
      assert_int_equal(str_equal_folded(text, str_of(FOLDINGS[j].text)), same);
    }
  }
}

static void test_every_latin_letter_folds_to_lower_case_ascii(void **state) {
  (void)state;
  for (u32 character = 0xC0; character <= 0x17F; character++) {
    char utf8[2] = {(char)(0xC0 | character >> 6), (char)(0x80 | (character & 0x3F))};
    char out[2];
    u32 length = str_fold((Str){utf8, 2}, out, 2);
    if (character == 0xD7 || character == 0xF7) {
      assert_memory_equal(out, utf8, 2);
      continue;
    }
    assert_in_range(length, 1, 2);
    for (u32 i = 0; i < length; i++) {
      assert_true((out[i] >= 'a' && out[i] <= 'z') || character == 0x149);
    }
  }
}

static void test_malformed_bytes_compare_as_themselves(void **state) {
  (void)state;
  const Str pieces[] = {
      STR("\x80"),
      STR("\xC3"),
      STR("\xC0\xAF"),
      STR("\xC1\x81"),
      STR("\xE2\x80"),
      STR("\xE0\x80\x80"),
      STR("\xED\xA0\x80"),
      STR("\xF0\x80\x80\x80"),
      STR("\xF4\x90\x80\x80"),
      STR("\xF5\x80\x80\x80"),
      STR("\xFF"),
      STR("\xC3(\xBB"),
  };
  for (size_t i = 0; i < COUNT_OF(pieces); i++) {
    char out[8];
    u32 length = str_fold(pieces[i], out, sizeof out);
    assert_true(str_equal((Str){out, length}, pieces[i]));
    for (size_t j = 0; j < COUNT_OF(pieces); j++) {
      assert_int_equal(str_equal_folded(pieces[i], pieces[j]), i == j);
    }
  }
}

static void test_fold_writes_no_more_than_it_may(void **state) {
  (void)state;
  char out[4] = "....";
  assert_int_equal(str_fold(STR("\u00C6ther"), out, 3), 6);
  assert_memory_equal(out, "aet.", 4);
  assert_int_equal(str_fold(STR("\u00C6ther"), NULL, 0), 6);
}

static void test_distance_counts_edits_up_to_its_limit(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    u32 distance;
  } pairs[] = {
      {"", "", 0},
      {"Clone", "", 5},
      {"Clone", "clone", 0},
      {"Clone", "Clune", 1},
      {"Clone", "Clones", 1},
      {"Clone", "lone", 1},
      {"Lim-Dul", "Lim-D\u00FBl", 0},
      {"kitten", "sitting", 3},
      {"Bears", "Clone", 5},
  };
  for (size_t i = 0; i < COUNT_OF(pairs); i++) {
    Str a = str_of(pairs[i].a);
    Str b = str_of(pairs[i].b);
    for (u32 limit = 0; limit < 9; limit++) {
      u32 expected = pairs[i].distance < limit ? pairs[i].distance : limit;
      assert_int_equal(str_distance(a, b, limit), expected);
      assert_int_equal(str_distance(b, a, limit), expected);
    }
  }
}

static void test_distance_of_very_long_texts_is_the_limit(void **state) {
  (void)state;
  char text[STR_DISTANCE_MAX + 1];
  memset(text, 'x', sizeof text);
  Str longest = {text, STR_DISTANCE_MAX};
  Str longer = {text, STR_DISTANCE_MAX + 1};
  assert_int_equal(str_distance(longest, STR("x"), UINT32_MAX), STR_DISTANCE_MAX - 1);
  assert_int_equal(str_distance(longer, longest, 7), 7);
  assert_int_equal(str_distance(longer, longer, 7), 0);
}

/* --- interned text ----------------------------------------------------------------------- */

static void test_equal_texts_get_equal_ids(void **state) {
  (void)state;
  TestAllocator counts = {0};
  Arena arena;
  Intern intern;
  arena_init(&arena, test_allocator(&counts));
  intern_init(&intern, &arena);
  assert_int_equal(intern_find(&intern, STR("Elf")), 0);
  char word[] = "Elf";
  assert_int_equal(intern_add(&intern, str_of(word)), 1);
  word[0] = 'X';
  assert_int_equal(intern_add(&intern, STR("elf")), 2);
  assert_int_equal(intern_add(&intern, STR("")), 3);
  assert_int_equal(intern_add(&intern, STR("Elf")), 1);
  assert_int_equal(intern_find(&intern, STR("")), 3);
  assert_int_equal(intern_find(&intern, STR("Elves")), 0);
  assert_str_is(intern_text(&intern, 1), "Elf");
  assert_string_equal(intern_text(&intern, 2).data, "elf");
  assert_str_is(intern_text(&intern, 0), "");
  assert_str_is(intern_text(&intern, 4), "");
  intern_free(&intern);
  arena_free(&arena);
  assert_int_equal(counts.blocks, 0);
}

/* Enters 200 texts twice over; a refused entry must leave all earlier ones in place. */
static bool fill_intern(GavelAllocator allocator, void *context) {
  (void)context;
  Arena arena;
  Intern intern;
  arena_init(&arena, allocator);
  intern_init(&intern, &arena);
  bool done = true;
  for (u32 i = 0; done && i < 400; i++) {
    char number[8];
    snprintf(number, sizeof number, "%u", i % 200);
    StrId id = intern_add(&intern, str_of(number));
    done = id != 0;
    if (done) assert_int_equal(id, i % 200 + 1);
    if (!done) assert_int_equal(intern_find(&intern, str_of(number)), 0);
    for (u32 j = 1; j <= intern.texts.count; j++) {
      assert_int_equal(intern_find(&intern, intern_text(&intern, j)), j);
    }
  }
  intern_free(&intern);
  arena_free(&arena);
  return done;
}

static void test_intern_survives_every_refusal(void **state) {
  (void)state;
  test_every_refusal(fill_intern, NULL);
}

/* --- hashing ----------------------------------------------------------------------------- */

static u64 hash_of(u64 seed, const char *bytes, size_t size) {
  Hash hash;
  hash_init(&hash, seed);
  hash_bytes(&hash, bytes, size);
  return hash_end(&hash);
}

/* These values are what every compiler and processor must find; saved hashes depend on them. */
static void test_hashes_are_pinned(void **state) {
  (void)state;
  Hash hash;
  hash_init(&hash, 0);
  assert_int_equal(hash_end(&hash), 0x9341ca263702a9e6u);
  hash_u64(&hash, 0);
  assert_int_equal(hash_end(&hash), 0x57fc0cfcbb654712u);
  hash_u64(&hash, 1);
  assert_int_equal(hash_end(&hash), 0xe559d60f791efc3eu);
  assert_int_equal(hash_of(0, "", 0), 0x57fc0cfcbb654712u);
  assert_int_equal(hash_of(0, "Clone", 5), 0x65a214b5532c511bu);
  assert_int_equal(hash_of(7, "Clone", 5), 0xade373e769d43b17u);
  assert_int_equal(hash_of(0, "Grizzly Bears\xFF", 14), 0x58d8c71b7231bcaeu);
}

static void test_hashes_tell_lengths_and_borders_apart(void **state) {
  (void)state;
  assert_int_not_equal(hash_of(0, "\0", 1), hash_of(0, "\0\0", 2));
  assert_int_not_equal(hash_of(0, "", 0), hash_of(0, "\0", 1));
  Hash left;
  Hash right;
  hash_init(&left, 0);
  hash_init(&right, 0);
  hash_bytes(&left, "ab", 2);
  hash_bytes(&left, "c", 1);
  hash_bytes(&right, "a", 1);
  hash_bytes(&right, "bc", 2);
  assert_int_not_equal(hash_end(&left), hash_end(&right));
  hash_bytes(&left, NULL, 0);
}

/* --- random numbers ---------------------------------------------------------------------- */

static void test_random_words_are_pinned(void **state) {
  (void)state;
  /* The published sequence of SplitMix64 for this seed. */
  static const u64 expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
                                 16408922859458223821u};
  Rng rng = {1234567};
  for (size_t i = 0; i < COUNT_OF(expected); i++) assert_int_equal(rng_next(&rng), expected[i]);
}

static void test_bounded_random_numbers_are_pinned(void **state) {
  (void)state;
  static const u64 expected[] = {33, 44, 58, 26, 26, 45, 52, 31, 17, 47};
  Rng rng = {1};
  for (size_t i = 0; i < COUNT_OF(expected); i++) {
    assert_int_equal(rng_below(&rng, 60), expected[i]);
  }
  assert_int_equal(rng.state, 1 + 10 * 0x9e3779b97f4a7c15u);
}

static void test_bounded_random_numbers_stay_below_their_bound(void **state) {
  (void)state;
  Rng rng = {99};
  for (u32 shift = 0; shift < 64; shift++) {
    u64 bound = ((u64)1 << shift) + 3 * (shift > 2);
    for (u32 i = 0; i < 100; i++) assert_true(rng_below(&rng, bound) < bound);
  }
  for (u32 i = 0; i < 100; i++) assert_true(rng_below(&rng, UINT64_MAX) < UINT64_MAX);
  assert_int_equal(rng_below(&rng, 1), 0);
}

static void test_bounded_random_numbers_are_uniform(void **state) {
  (void)state;
  /* Two thirds of the range: without drawing again, even numbers would come up twice as often. */
  const u64 bound = UINT64_MAX / 3 * 2;
  u32 even = 0;
  u32 dice[6] = {0};
  Rng rng = {5};
  for (u32 i = 0; i < 60000; i++) {
    even += rng_below(&rng, bound) % 2 == 0;
    dice[rng_below(&rng, 6)]++;
  }
  assert_in_range(even, 29000, 31000);
  for (u32 i = 0; i < 6; i++) assert_in_range(dice[i], 9500, 10500);
}

/* --- numbers ----------------------------------------------------------------------------- */

static void test_sums_stop_at_the_ends(void **state) {
  (void)state;
  bool clipped = false;
  assert_true(num_add(2, -5, &clipped) == -3);
  assert_true(num_add(INT64_MAX, INT64_MIN, &clipped) == -1);
  assert_false(clipped);
  assert_true(num_add(INT64_MAX, 1, &clipped) == INT64_MAX);
  assert_true(clipped);
  assert_true(num_add(1, 1, &clipped) == 2);
  assert_true(clipped);
  assert_true(num_add(INT64_MIN, -1, NULL) == INT64_MIN);
}

static void test_products_stop_at_the_ends(void **state) {
  (void)state;
  bool clipped = false;
  assert_true(num_mul(-4, 5, &clipped) == -20);
  assert_true(num_mul(INT64_MIN, 1, &clipped) == INT64_MIN);
  assert_true(num_mul(INT64_MIN, 0, &clipped) == 0);
  assert_false(clipped);
  assert_true(num_mul(INT64_MIN, -1, &clipped) == INT64_MAX);
  assert_true(clipped);
  assert_true(num_mul(INT64_MAX, 2, NULL) == INT64_MAX);
  assert_true(num_mul(INT64_MAX, -2, NULL) == INT64_MIN);
  assert_true(num_mul(-2, INT64_MAX, NULL) == INT64_MIN);
}

static void test_small_number_helpers(void **state) {
  (void)state;
  assert_true(num_min(-1, 2) == -1);
  assert_true(num_max(-1, 2) == 2);
  assert_int_equal(bits_count(0), 0);
  assert_int_equal(bits_count(UINT64_MAX), 64);
  assert_int_equal(bits_first((u64)1 << 63), 63);
  assert_int_equal(bits_first(12), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_status_has_a_text_of_its_own),
      cmocka_unit_test(test_error_set_fills_the_error_and_answers_the_status),
      cmocka_unit_test(test_error_set_may_wrap_the_message_it_replaces),
      cmocka_unit_test(test_long_messages_are_cut_between_characters),
      cmocka_unit_test(test_default_allocator_allocates_resizes_and_frees),
      cmocka_unit_test(test_arena_memory_is_aligned_zeroed_and_apart),
      cmocka_unit_test(test_arena_aligns_what_its_allocator_does_not),
      cmocka_unit_test(test_arena_refuses_what_no_address_space_holds),
      cmocka_unit_test(test_arena_survives_every_refusal),
      cmocka_unit_test(test_vectors_grow_and_keep_their_values),
      cmocka_unit_test(test_a_refused_vector_is_unchanged),
      cmocka_unit_test(test_texts_compare_byte_for_byte),
      cmocka_unit_test(test_text_is_built_piece_by_piece),
      cmocka_unit_test(test_a_failed_text_stays_as_it_was_until_cleared),
      cmocka_unit_test(test_text_survives_every_refusal),
      cmocka_unit_test(test_folding_sets_case_diacritics_and_typography_aside),
      cmocka_unit_test(test_every_latin_letter_folds_to_lower_case_ascii),
      cmocka_unit_test(test_malformed_bytes_compare_as_themselves),
      cmocka_unit_test(test_fold_writes_no_more_than_it_may),
      cmocka_unit_test(test_distance_counts_edits_up_to_its_limit),
      cmocka_unit_test(test_distance_of_very_long_texts_is_the_limit),
      cmocka_unit_test(test_equal_texts_get_equal_ids),
      cmocka_unit_test(test_intern_survives_every_refusal),
      cmocka_unit_test(test_hashes_are_pinned),
      cmocka_unit_test(test_hashes_tell_lengths_and_borders_apart),
      cmocka_unit_test(test_random_words_are_pinned),
      cmocka_unit_test(test_bounded_random_numbers_are_pinned),
      cmocka_unit_test(test_bounded_random_numbers_stay_below_their_bound),
      cmocka_unit_test(test_bounded_random_numbers_are_uniform),
      cmocka_unit_test(test_sums_stop_at_the_ends),
      cmocka_unit_test(test_products_stop_at_the_ends),
      cmocka_unit_test(test_small_number_helpers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
