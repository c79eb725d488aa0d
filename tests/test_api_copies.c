/* The public header: copies, saves, listening, views, words, and memory that is refused. */
#include "support/allocator.h"
#include "support/match.h"

#include "rules/game/run_game.h"
#include "state/objects.h"
#include "state/setup.h"
#include "state/sight.h"

/* --- clones and saves ---------------------------------------------------------------------- */

/* Memory that a test frees by itself. */
typedef struct Buffer {
  void *data;
  size_t size;
} Buffer;

static void buffer_fit(Buffer *buffer, size_t size) {
  if (size <= buffer->size) return;
  test_free(buffer->data);
  buffer->data = test_malloc(size);
  buffer->size = size;
}

/* The game of `def` that `game` is when it is saved and loaded. */
static GavelGame *load_saved(const GavelGameDef *def, const GavelGame *game, Buffer *bytes) {
  size_t length;
  assert_int_equal(gavel_game_save(game, NULL, 0, &length), GAVEL_OK);
  buffer_fit(bytes, length);
  size_t again;
  assert_int_equal(gavel_game_save(game, bytes->data, bytes->size, &again), GAVEL_OK);
  assert_int_equal(length, again);
  GavelGame *loaded = NULL;
  GavelError error = {.message = ""};
  if (gavel_game_load(def, bytes->data, length, &loaded, &error)) fail_msg("%s", error.message);
  return loaded;
}

static void expect_same(GavelGame *a, GavelGame *b) {
  assert_true(gavel_game_hash(a) == gavel_game_hash(b));
  assert_true(gavel_game_position_hash(a) == gavel_game_position_hash(b));
  GavelDecision da, db;
  assert_int_equal(gavel_game_decision(a, &da), gavel_game_decision(b, &db));
  assert_int_equal(da.kind, db.kind);
  assert_int_equal(da.option_count, db.option_count);
  if (da.option_count)
    assert_memory_equal(gavel_game_options(a), gavel_game_options(b), da.option_count * sizeof(GavelOption));
}

/* At every decision a clone and a loaded save must be the same, and go the same way: also in a game that shows
   decisions with a single option. */
static void test_clones_and_saves_are_the_same_at_every_decision(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  for (uint64_t seed = 1; seed <= 2; seed++) {
    def.seed = seed;
    def.show_forced = seed == 2;
    GavelGame *game = match_start(&def);
    Buffer memory = {NULL, 0}, bytes = {NULL, 0};
    uint64_t random = seed;
    for (;;) {
      buffer_fit(&memory, gavel_game_clone_size(game));
      GavelGame *clone = NULL;
      assert_int_equal(gavel_game_clone(game, memory.data, memory.size, &clone), GAVEL_OK);
      GavelGame *loaded = load_saved(&def, game, &bytes);
      expect_same(game, clone);
      expect_same(game, loaded);
      uint64_t before = random;
      bool more = match_answer(clone, &random);
      if (more) {
        random = before;
        match_answer(loaded, &random);
        random = before;
        match_answer(game, &random);
        expect_same(game, clone);
        expect_same(game, loaded);
      }
      gavel_game_destroy(clone);
      gavel_game_destroy(loaded);
      if (!more) break;
    }
    assert_true(gavel_game_situation(game).over);
    test_free(memory.data);
    test_free(bytes.data);
    gavel_game_destroy(game);
  }
}

static void test_a_clone_is_made_again_in_its_buffer(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  size_t size = gavel_game_clone_size(game);
  void *buffer = test_malloc(size);
  GavelGame *clone = NULL;
  assert_int_equal(gavel_game_clone(game, buffer, 64, &clone), GAVEL_E_MEMORY);
  assert_null(clone);
  assert_int_equal(gavel_game_clone(game, buffer, size, &clone), GAVEL_OK);
  GavelPlayout first, second;
  assert_ok(clone, gavel_game_playout(clone, 5, 100000, &first));
  assert_true(first.over);
  assert_true(gavel_game_hash(clone) != gavel_game_hash(game));
  assert_int_equal(gavel_game_clone_again(clone, game), GAVEL_OK);
  expect_same(game, clone);
  assert_ok(clone, gavel_game_playout(clone, 5, 100000, &second));
  assert_true(first.signature == second.signature);
  assert_int_equal(first.decisions, second.decisions);
  assert_int_equal(gavel_game_clone_again(clone, game), GAVEL_OK);
  assert_ok(clone, gavel_game_playout(clone, 6, 100000, &second));
  assert_true(first.signature != second.signature);
  assert_refused(game, GAVEL_E_MISUSE, gavel_game_clone_again(game, clone));
  gavel_game_destroy(game);
  gavel_game_destroy(clone);
  test_free(buffer);
}

static void test_damaged_saves_are_refused(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  unsigned char bytes[32768];
  size_t length;
  assert_int_equal(gavel_game_save(game, bytes, sizeof bytes, &length), GAVEL_OK);
  assert_in_range(length, 1, sizeof bytes);
  GavelGame *loaded = NULL;
  GavelError error;
  for (size_t i = 0; i < length; i += 7) {
    bytes[i] ^= 0x20;
    error = (GavelError){.message = ""};
    assert_int_not_equal(gavel_game_load(&def, bytes, length, &loaded, &error), GAVEL_OK);
    assert_null(loaded);
    assert_string_not_equal(error.message, "");
    bytes[i] ^= 0x20;
  }
  for (size_t cut = 0; cut < length; cut += 13)
    assert_int_not_equal(gavel_game_load(&def, bytes, cut, &loaded, NULL), GAVEL_OK);
  gavel_game_destroy(game);
  GavelCardsDef cards_def = gavel_cards_def_default();
  cards_def.no_embedded = true;
  GavelCards *other = NULL;
  assert_int_equal(gavel_cards_create(&cards_def, &other, NULL), GAVEL_OK);
  def.cards = other;
  assert_int_equal(gavel_game_load(&def, bytes, length, &loaded, &error), GAVEL_E_VERSION);
  gavel_cards_destroy(other);
}

/* --- listening ----------------------------------------------------------------------------- */

typedef struct Heard {
  uint32_t rules, events, moves;
  bool attack;
} Heard;

static void hear_rule(void *user, const char *number) {
  Heard *heard = user;
  heard->rules++;
  heard->attack |= strcmp(number, "508.1k") == 0;
}

static void hear_event(void *user, GavelGame *game, const GavelEvent *event) {
  Heard *heard = user;
  heard->events++;
  heard->moves += strcmp(event->kind, "move") == 0;
  char text[128];
  gavel_game_name(game, event->became ? event->became : event->object, text, sizeof text);
  assert_in_range(gavel_event_text(game, event, text, sizeof text), 1, 500);
  GavelCharacteristics c;
  gavel_game_characteristics(game, event->object, &c);
}

static void test_listening_changes_nothing(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *quiet = match_start(&def), *heard_game = match_start(&def);
  Heard heard = {0};
  GavelListener listener = {.event = hear_event, .rule = hear_rule, .user = &heard};
  assert_ok(heard_game, gavel_game_listen(heard_game, &listener));
  uint64_t random = 11;
  for (;;) {
    uint64_t before = random;
    bool more = match_answer(quiet, &random);
    random = before;
    assert_int_equal(match_answer(heard_game, &random), more);
    assert_true(gavel_game_hash(quiet) == gavel_game_hash(heard_game));
    if (!more) break;
  }
  assert_true(heard.attack);
  assert_true(heard.moves > 10);
  assert_true(heard.rules > heard.events);
  uint32_t events = heard.events;
  assert_ok(heard_game, gavel_game_listen(heard_game, NULL));
  gavel_game_destroy(heard_game);
  assert_int_equal(heard.events, events);
  gavel_game_destroy(quiet);
}

/* --- views --------------------------------------------------------------------------------- */

static void test_a_view_hides_what_a_player_may_not_know(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  GavelHandle mine[7], theirs[7];
  assert_int_equal(gavel_view_zone(game, 0, GAVEL_ZONE_HAND, 0, mine, 7), 7);
  assert_int_equal(gavel_view_zone(game, 0, GAVEL_ZONE_HAND, 1, theirs, 7), 7);
  GavelObject object;
  GavelCharacteristics c;
  for (int i = 0; i < 7; i++) {
    assert_true(gavel_view_object(game, 0, mine[i], &object));
    assert_int_not_equal(object.card, 0);
    assert_true(gavel_view_characteristics(game, 0, mine[i], &c));
    assert_string_not_equal(c.name, "");
    assert_true(gavel_view_object(game, 0, theirs[i], &object));
    assert_int_equal(object.card, 0);
    assert_true(object.timestamp == 0);
    assert_int_equal(object.owner, 1);
    assert_false(gavel_view_characteristics(game, 0, theirs[i], &c));
    assert_string_equal(c.name, "");
    GavelRef ref = gavel_view_ref(game, 0, theirs[i]);
    assert_true(gavel_view_handle(game, 0, ref) == theirs[i]);
    assert_true(gavel_view_handle(game, 1, ref) != theirs[i]);
    assert_false(gavel_view_knows(game, 0, ref));
    assert_true(gavel_view_knows(game, 1, ref));
    assert_true(gavel_view_ref(game, 1, theirs[i]) == GAVEL_REF_NONE);
  }
  GavelHandle player = gavel_view_handle(game, 0, gavel_ref_player(1));
  assert_true(gavel_view_ref(game, 0, player) == gavel_ref_player(1));
  assert_true(gavel_view_handle(game, 0, gavel_ref_player(2)) == 0);
  assert_true(gavel_view_handle(game, 9, gavel_ref_player(1)) == 0);
  gavel_game_destroy(game);
}

static void forget_derived(Game *g, void *user) {
  (void)user;
  derived_reset(g);
}

/* Looks at the player's own hand at once, and card by card. */
static void expect_hand(GavelGame *game, u32 player) {
  GavelSeen seen[7];
  GavelHandle handles[7];
  assert_int_equal(gavel_view_objects(game, player, GAVEL_ZONE_HAND, player, seen, 7), 7);
  assert_int_equal(gavel_view_zone(game, player, GAVEL_ZONE_HAND, player, handles, 7), 7);
  for (u32 i = 0; i < 7; i++) {
    GavelCharacteristics c;
    assert_true(seen[i].handle == handles[i] && seen[i].in_sight);
    assert_true(gavel_view_characteristics(game, player, handles[i], &c));
    assert_string_equal(seen[i].characteristics.name, c.name);
  }
}

/* As much has happened in both games, so what was seen in one would pass for what is seen in the other. */
static void test_a_clone_forgets_what_was_seen_in_another_game(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  def.seed = 1;
  GavelGame *first = match_start(&def);
  def.seed = 2;
  GavelGame *second = match_start(&def);
  size_t size = gavel_game_clone_size(first);
  void *buffer = test_malloc(size);
  GavelGame *clone = NULL;
  assert_int_equal(gavel_game_clone(first, buffer, size, &clone), GAVEL_OK);
  expect_hand(clone, 0);
  expect_hand(clone, 0);
  assert_int_equal(gavel_game_clone_again(clone, second), GAVEL_OK);
  expect_hand(clone, 0);
  assert_int_equal(gavel_game_clone_again(clone, first), GAVEL_OK);
  expect_hand(clone, 0);
  GavelSeen seen[2];
  assert_int_equal(gavel_view_objects(clone, 0, GAVEL_ZONE_HAND, 0, NULL, 0), 7);
  assert_int_equal(gavel_view_objects(clone, 1, GAVEL_ZONE_HAND, 0, seen, 2), 7);
  assert_false(seen[0].in_sight || seen[0].card || *seen[0].characteristics.name);
  assert_int_equal(gavel_view_objects(clone, 2, GAVEL_ZONE_HAND, 0, seen, 2), 0);
  assert_int_equal(gavel_view_objects(clone, 0, GAVEL_ZONE_NONE, 0, seen, 2), 0);
  gavel_game_destroy(clone);
  gavel_game_destroy(first);
  gavel_game_destroy(second);
  test_free(buffer);
}

/* What a viewer comes to know, and a new secret, change no counter. */
static void test_a_zone_looks_as_the_viewer_knows_it(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelRef angel = match_permanent(game, 1, "Serra Angel");
  GavelSeen seen[8], again[8];
  u32 slot = ref_slot(angel);
  object_row(game, slot)->status |= STATUS_FACE_DOWN;
  object_row(game, slot)->known = 0;
  game_protect(game, forget_derived, NULL);
  for (u32 i = 0; i < 2; i++) {
    assert_int_equal(gavel_view_objects(game, 0, GAVEL_ZONE_BATTLEFIELD, 0, seen, 8), 1);
    assert_int_equal(seen[0].card, 0);
  }
  sight_gain(game, slot, 1);
  gavel_view_objects(game, 0, GAVEL_ZONE_BATTLEFIELD, 0, seen, 8);
  assert_int_not_equal(seen[0].card, 0);
  object_row(game, slot)->status &= (u8)~STATUS_FACE_DOWN;
  game_protect(game, forget_derived, NULL);
  gavel_view_objects(game, 0, GAVEL_ZONE_BATTLEFIELD, 0, seen, 8);
  game_reseed(game, 9);
  gavel_view_objects(game, 0, GAVEL_ZONE_BATTLEFIELD, 0, again, 8);
  assert_true(seen[0].handle != again[0].handle);
  assert_true(gavel_view_handle(game, 0, angel) == again[0].handle);
  gavel_game_destroy(game);
}

static void test_a_view_shows_options_by_handles(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelRef refs[ATTACKERS];
  GavelGame *game = match_combat(&def, refs);
  GavelDecision decision;
  GavelOption option;
  assert_true(gavel_view_decision(game, 0, &decision));
  assert_int_equal(decision.option_count, 1 + ATTACKERS);
  for (uint32_t i = 0; i < ATTACKERS; i++) {
    assert_true(gavel_view_option(game, 0, 1 + i, &option));
    assert_true(gavel_view_ref(game, 0, option.ref) == refs[i]);
    assert_true(gavel_view_ref(game, 0, (GavelHandle)option.n) == gavel_ref_player(1));
  }
  assert_false(gavel_view_option(game, 0, 1 + ATTACKERS, &option));
  gavel_game_destroy(game);
}

static void test_dealing_the_unknown_anew_keeps_what_is_known(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  GavelRef before[7], after[7];
  gavel_game_zone(game, GAVEL_ZONE_HAND, 0, before, 7);
  Buffer memory = {NULL, 0};
  buffer_fit(&memory, gavel_game_clone_size(game));
  GavelGame *clone = NULL;
  assert_int_equal(gavel_game_clone(game, memory.data, memory.size, &clone), GAVEL_OK);
  assert_refused(clone, GAVEL_E_CHECK, gavel_game_determinize(clone, 2, 1));
  bool differs = false;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    assert_int_equal(gavel_game_clone_again(clone, game), GAVEL_OK);
    assert_ok(clone, gavel_game_determinize(clone, 0, seed));
    gavel_game_zone(clone, GAVEL_ZONE_HAND, 0, after, 7);
    for (int i = 0; i < 7; i++) {
      GavelObject a, b;
      gavel_game_object(game, before[i], &a);
      gavel_game_object(clone, after[i], &b);
      assert_int_equal(a.card, b.card);
    }
    gavel_game_zone(game, GAVEL_ZONE_HAND, 1, before, 7);
    gavel_game_zone(clone, GAVEL_ZONE_HAND, 1, after, 7);
    for (int i = 0; i < 7; i++) {
      GavelObject a, b;
      gavel_game_object(game, before[i], &a);
      gavel_game_object(clone, after[i], &b);
      differs |= a.card != b.card;
    }
    gavel_game_zone(game, GAVEL_ZONE_HAND, 0, before, 7);
    GavelPlayout playout;
    assert_ok(clone, gavel_game_playout(clone, seed, 100000, &playout));
    assert_true(playout.over);
  }
  assert_true(differs);
  gavel_game_destroy(clone);
  gavel_game_destroy(game);
  test_free(memory.data);
}

static void test_a_new_secret_makes_new_handles(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelGame *game = match_start(&def);
  GavelRef card;
  gavel_game_zone(game, GAVEL_ZONE_HAND, 0, &card, 1);
  GavelHandle before = gavel_view_handle(game, 0, card);
  assert_true(gavel_view_ref(game, 0, before) == card);
  game_reseed(game, 9);
  assert_true(gavel_view_ref(game, 0, before) == GAVEL_REF_NONE);
  assert_true(gavel_view_handle(game, 0, card) != before);
  gavel_game_destroy(game);
}

/* --- texts --------------------------------------------------------------------------------- */

#define assert_text(expected, call)             \
  do {                                          \
    char text[256];                             \
    size_t size = sizeof text, length = call;   \
    assert_string_equal(text, expected);        \
    assert_int_equal(length, strlen(expected)); \
  } while (0)

static void test_objects_and_options_are_said_in_words(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  GavelRef refs[ATTACKERS];
  GavelGame *game = match_combat(&def, refs);
  assert_text("Serra Angel", gavel_game_name(game, refs[2], text, size));
  assert_text("player 1", gavel_game_name(game, gavel_ref_player(1), text, size));
  assert_text("", gavel_game_name(game, GAVEL_REF_NONE, text, size));
  assert_text("Creature \xe2\x80\x94 Angel", gavel_game_type_line(game, refs[2], text, size));
  assert_text("{3}{W}{W}", gavel_game_mana_cost(game, refs[2], text, size));
  assert_text("Flying", gavel_game_ability_text(game, refs[2], 0, text, size));
  assert_text("", gavel_game_ability_text(game, refs[2], 2, text, size));
  assert_text("player 0: declare attackers (508.1a)", gavel_game_decision_text(game, text, size));
  assert_text("done", gavel_game_option_text(game, 0, text, size));
  assert_text("Grizzly Bears attacks player 1", gavel_game_option_text(game, 1, text, size));
  assert_text("", gavel_game_option_text(game, 99, text, size));
  gavel_game_destroy(game);
}

static void test_a_back_face_has_the_mana_value_of_its_front(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelCharacteristics c;
  assert_true(gavel_game_characteristics(game, match_permanent(game, 0, "Insectile Aberration"), &c));
  assert_string_equal(c.name, "Insectile Aberration");
  assert_int_equal(c.mana_value, 1); /* 202.3b */
  assert_false(c.has_mana_cost);
  gavel_game_destroy(game);
}

static void test_characteristics_are_those_with_all_effects(void **state) {
  (void)state;
  GavelGame *game = match_default();
  GavelRef angel = match_permanent(game, 0, "Serra Angel");
  GavelCharacteristics c;
  assert_true(gavel_game_characteristics(game, angel, &c));
  assert_int_equal(c.power, 4);
  assert_int_equal(c.mana_value, 5);
  assert_int_equal(c.colors, GAVEL_WHITE);
  assert_int_equal(c.types, GAVEL_CREATURE);
  assert_int_equal(c.abilities, 2);
  assert_true(c.has_power_toughness && c.has_mana_cost && !c.has_loyalty);
  assert_true(gavel_game_has(game, angel, gavel_word_find("Angel")));
  assert_true(gavel_game_has(game, angel, gavel_word_find("flying")));
  assert_true(gavel_game_has(game, angel, gavel_word_find("white")));
  assert_false(gavel_game_has(game, angel, gavel_word_find("colorless")));
  assert_false(gavel_game_has(game, angel, gavel_word_find("graveyard")));
  match_permanent(game, 0, "Humility");
  assert_true(gavel_game_characteristics(game, angel, &c));
  assert_int_equal(c.power, 1);
  assert_int_equal(c.abilities, 0);
  assert_false(gavel_game_has(game, angel, gavel_word_find("flying")));
  assert_false(gavel_game_characteristics(game, gavel_ref_player(0), &c));
  assert_false(gavel_game_characteristics(game, GAVEL_REF_NONE, &c));
  assert_false(gavel_game_characteristics(game, 12345, &c));
  gavel_game_destroy(game);
}

/* --- memory -------------------------------------------------------------------------------- */

static bool make_cards(GavelAllocator allocator, void *context) {
  (void)context;
  static const char TEXT[] = "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2) flying)";
  GavelCardsDef def = gavel_cards_def_default();
  def.allocator = allocator;
  def.no_embedded = true;
  GavelCards *made = NULL;
  if (gavel_cards_create(&def, &made, NULL)) return false;
  bool through = gavel_cards_add_text(made, TEXT, sizeof TEXT - 1, NULL) == GAVEL_OK;
  assert_int_equal(gavel_cards_count(made), through);
  gavel_cards_destroy(made);
  return through;
}

static void test_cards_survive_a_refusing_allocator(void **state) {
  (void)state;
  test_every_refusal(make_cards, NULL);
}

static bool set_up(GavelGame *game) {
  for (uint32_t p = 0; p < 2; p++) {
    if (gavel_game_put_cards(game, GAVEL_ZONE_LIBRARY, p, "Mountain", 20) ||
        gavel_game_put_cards(game, GAVEL_ZONE_HAND, p, "Lightning Bolt", 2) ||
        gavel_game_put_cards(game, GAVEL_ZONE_BATTLEFIELD, p, "Mogg Fanatic", 3) ||
        gavel_game_put_cards(game, GAVEL_ZONE_BATTLEFIELD, p, "Mountain", 3) ||
        gavel_game_put_counters(game, gavel_ref_player(p), "poison", 1) || gavel_game_shuffle(game, p))
      return false;
  }
  return true;
}

static bool play_a_while(GavelGame *game) {
  static const GavelListener LISTENER = {.rule = NULL};
  uint64_t random = 5;
  if (gavel_game_listen(game, &LISTENER)) return false;
  for (int i = 0; i < 60; i++) {
    GavelDecision d;
    if (!gavel_game_decision(game, &d)) return !gavel_game_status(game);
    GavelOption option = gavel_game_options(game)[match_random(&random, d.option_count)];
    GavelStatus status = d.group == 0 && i % 2 ? gavel_game_answer_set(game, &option, 1)
                                               : gavel_game_answer(game, match_random(&random, d.option_count));
    if (status) return false;
  }
  size_t length;
  return gavel_game_save(game, NULL, 0, &length) == GAVEL_OK;
}

static bool live(GavelAllocator allocator, void *context) {
  (void)context;
  GavelGameDef def = match_def();
  def.allocator = allocator;
  GavelGame *game = NULL;
  if (gavel_game_create(&def, &game, NULL)) return false;
  bool through = set_up(game) && gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN) == GAVEL_OK && play_a_while(game);
  gavel_game_destroy(game);
  return through;
}

static void test_games_survive_a_refusing_allocator(void **state) {
  (void)state;
  test_every_refusal(live, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clones_and_saves_are_the_same_at_every_decision),
      cmocka_unit_test(test_a_clone_is_made_again_in_its_buffer),
      cmocka_unit_test(test_damaged_saves_are_refused),
      cmocka_unit_test(test_listening_changes_nothing),
      cmocka_unit_test(test_a_view_hides_what_a_player_may_not_know),
      cmocka_unit_test(test_a_clone_forgets_what_was_seen_in_another_game),
      cmocka_unit_test(test_a_zone_looks_as_the_viewer_knows_it),
      cmocka_unit_test(test_a_view_shows_options_by_handles),
      cmocka_unit_test(test_a_new_secret_makes_new_handles),
      cmocka_unit_test(test_dealing_the_unknown_anew_keeps_what_is_known),
      cmocka_unit_test(test_objects_and_options_are_said_in_words),
      cmocka_unit_test(test_a_back_face_has_the_mana_value_of_its_front),
      cmocka_unit_test(test_characteristics_are_those_with_all_effects),
      cmocka_unit_test(test_cards_survive_a_refusing_allocator),
      cmocka_unit_test(test_games_survive_a_refusing_allocator),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
