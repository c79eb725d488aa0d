/* What a player sees as numbers, by itself: its columns, what it says, and that it says nothing hidden. */
#include "support/file.h"
#include "support/piles.h"
#include "support/test.h"

#include "gavel/observation.h"

#include <stdio.h>
#include <stdlib.h>

enum { OBJECTS = 1024, LINKS = 1024, OPTIONS = 64 };

/* An observation with room of its own. */
typedef struct Seen {
  int16_t globals[GAVEL_GLOBAL_WIDTH], players[GAVEL_PLAYERS_MAX * GAVEL_PLAYER_WIDTH];
  int16_t objects[OBJECTS * GAVEL_OBJECT_WIDTH], links[LINKS * GAVEL_LINK_WIDTH], options[OPTIONS * GAVEL_OPTION_WIDTH];
  GavelObservation o;
  GavelStatus status; /* GAVEL_E_LIMIT: there were more objects than there is room for */
} Seen;

static void seen_open(Seen *s) {
  s->o = (GavelObservation){.globals = s->globals,
                            .players = s->players,
                            .objects = s->objects,
                            .links = s->links,
                            .options = s->options,
                            .object_cap = OBJECTS,
                            .link_cap = LINKS,
                            .option_cap = OPTIONS};
}

static Seen first, second;

static const int16_t *object(const Seen *s, uint32_t row) { return s->objects + (size_t)row * GAVEL_OBJECT_WIDTH; }
static const int16_t *option(const Seen *s, uint32_t row) { return s->options + (size_t)row * GAVEL_OPTION_WIDTH; }

static uint32_t both(int16_t low, int16_t high) { return (uint32_t)low | (uint32_t)high << 15; }

/* --- the page ------------------------------------------------------------------------------ */

static void the_page_lists_every_column(void **state) {
  (void)state;
  static const char BEGIN[] = "<!-- columns -->\n", END[] = "<!-- end of columns -->";
  Text page = test_file("docs/observation.md"), wanted;
  const char *begin = strstr(page.data, BEGIN), *end = strstr(page.data, END);
  if (!begin || !end) fail_msg("docs/observation.md has lost the marks around its columns");
  text_init(&wanted, gavel_allocator_default());
  text_addf(&wanted, "%.*s", (int)(begin - page.data + (long)sizeof BEGIN - 1), page.data);
  for (GavelTable t = 0; t < GAVEL_TABLE_COUNT; t++) {
    text_addf(&wanted, "\n### %s\n\n| | column | what it says |\n| --- | --- | --- |\n", gavel_observation_table(t));
    for (uint32_t c = 0; c < gavel_observation_width(t); c++)
      text_addf(&wanted, "| %u | `%s` | %s |\n", c, gavel_observation_column(t, c),
                gavel_observation_column_says(t, c));
  }
  text_addf(&wanted, "\n%s", end);
  test_file_holds("docs/observation.md", text_str(&wanted));
  text_free(&wanted);
  text_free(&page);
}

static void what_is_no_column_has_no_name(void **state) {
  (void)state;
  assert_null(gavel_observation_column(GAVEL_TABLE_LINKS, GAVEL_LINK_WIDTH));
  assert_null(gavel_observation_column_says(GAVEL_TABLE_COUNT, 0));
  assert_null(gavel_observation_table(GAVEL_TABLE_COUNT));
  assert_int_equal(gavel_observation_keyword(30), 0);
}

/* --- what is said -------------------------------------------------------------------------- */

static void observe(GavelGame *game, uint32_t viewer, Seen *seen) {
  seen_open(seen);
  assert_ok(game, gavel_observe(game, viewer, NULL, &seen->o));
}

/* How many rows are of objects in a zone. */
static uint32_t rows_like(const Seen *s, GavelZone zone) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->o.object_count; i++) n += object(s, i)[GAVEL_COLUMN_OBJECT_ZONE] == (int16_t)zone;
  return n;
}

/* Rows of a shared zone stand in its order: each says what the viewer's functions say. */
static void assert_zone_is_said(GavelGame *game, uint32_t viewer, const Seen *s, GavelZone zone, uint32_t first_row) {
  GavelHandle handles[OBJECTS];
  uint32_t count = gavel_view_zone(game, viewer, zone, viewer, handles, OBJECTS);
  for (uint32_t i = 0; i < count; i++) {
    const int16_t *row = object(s, first_row + i);
    GavelObject o;
    GavelCharacteristics c;
    assert_true(gavel_view_object(game, viewer, handles[i], &o));
    assert_int_equal(row[GAVEL_COLUMN_OBJECT_ZONE], zone);
    assert_int_equal(both(row[GAVEL_COLUMN_OBJECT_CARD], row[GAVEL_COLUMN_OBJECT_CARD_HIGH]), o.card);
    assert_int_equal(row[GAVEL_COLUMN_OBJECT_STATUS], o.status);
    assert_int_equal(!!(row[GAVEL_COLUMN_OBJECT_FLAGS] & GAVEL_FLAG_SUMMONING_SICK), o.summoning_sick);
    assert_int_equal(!!(row[GAVEL_COLUMN_OBJECT_FLAGS] & GAVEL_FLAG_GOADED), o.goaded);
    assert_int_equal(row[GAVEL_COLUMN_OBJECT_ATTACHED_TO] != 0, o.attached_to != 0);
    assert_int_equal(row[GAVEL_COLUMN_OBJECT_ATTACKING] != 0, o.attacking != 0);
    if (!gavel_view_characteristics(game, viewer, handles[i], &c)) {
      assert_int_equal(row[GAVEL_COLUMN_OBJECT_TYPES], 0);
      continue;
    }
    assert_int_equal(row[GAVEL_COLUMN_OBJECT_TYPES], c.types & 0x7fff);
    assert_int_equal(row[GAVEL_COLUMN_OBJECT_POWER], c.power);
    assert_int_equal(row[GAVEL_COLUMN_OBJECT_MANA_VALUE], c.mana_value);
  }
}

/* Whether the player's options show what its viewer's functions show. */
static void assert_options_are_said(GavelGame *game, uint32_t viewer, const Seen *s) {
  GavelDecision d;
  gavel_view_decision(game, viewer, &d);
  if (d.player != viewer || d.option_count > OPTIONS) return;
  assert_int_equal(s->o.option_count, d.option_count);
  for (uint32_t i = 0; i < d.option_count; i++) {
    GavelOption o;
    assert_true(gavel_view_option(game, viewer, i, &o));
    assert_int_equal(option(s, i)[GAVEL_COLUMN_OPTION_KIND], o.kind);
    assert_int_equal(option(s, i)[GAVEL_COLUMN_OPTION_OBJECT] != 0, o.ref != 0);
    assert_int_equal(option(s, i)[GAVEL_COLUMN_OPTION_MANA], gavel_game_option_is_mana(game, i));
  }
}

static void a_game_says_what_the_viewers_functions_say(void **state) {
  (void)state;
  uint64_t random = 3;
  for (uint32_t n = 0; n < 20; n++) {
    GavelGame *game = pile_game(2, n);
    assert_ok(game, gavel_game_start_with_hands(game));
    for (uint32_t i = 0; i < 300 && match_answer(game, &random); i++) {
      for (uint32_t viewer = 0; viewer < 2; viewer++) {
        observe(game, viewer, &first);
        assert_zone_is_said(game, viewer, &first, GAVEL_ZONE_BATTLEFIELD, 0);
        assert_zone_is_said(game, viewer, &first, GAVEL_ZONE_STACK, rows_like(&first, GAVEL_ZONE_BATTLEFIELD));
        assert_options_are_said(game, viewer, &first);
      }
    }
    gavel_game_destroy(game);
  }
}

static void players_are_counted_from_the_viewer(void **state) {
  (void)state;
  GavelGame *game = pile_game(4, 1);
  assert_ok(game, gavel_game_put_life(game, 3, 33));
  assert_ok(game, gavel_game_start_with_hands(game));
  observe(game, 2, &first);
  assert_int_equal(first.globals[GAVEL_COLUMN_GLOBAL_SEAT], 2);
  assert_int_equal(first.globals[GAVEL_COLUMN_GLOBAL_PLAYERS], 4);
  assert_int_equal(first.players[GAVEL_PLAYER_WIDTH + GAVEL_COLUMN_PLAYER_LIFE], 33);
  assert_int_equal(rows_like(&first, GAVEL_ZONE_HAND), 7);
  for (uint32_t i = 0; i < first.o.object_count; i++) assert_int_equal(object(&first, i)[GAVEL_COLUMN_OBJECT_OWNER], 0);
  gavel_game_destroy(game);
}

static void blocks_and_attackers_are_linked(void **state) {
  (void)state;
  GavelRef refs[ATTACKERS];
  GavelGameDef def = match_def();
  GavelGame *game = match_combat(&def, refs);
  GavelOption attack = match_attack(refs[0], 1);
  assert_ok(game, gavel_game_answer_set(game, &attack, 1));
  observe(game, 0, &first);
  uint32_t attackers = 0;
  for (uint32_t i = 0; i < first.o.object_count; i++)
    attackers += object(&first, i)[GAVEL_COLUMN_OBJECT_ATTACKING] == -2;
  assert_int_equal(attackers, 1);
  gavel_game_destroy(game);
}

static void what_does_not_fit_is_refused(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 1);
  assert_ok(game, gavel_game_start_with_hands(game));
  seen_open(&first);
  first.o.object_cap = 3;
  assert_refused(game, GAVEL_E_LIMIT, gavel_observe(game, 0, NULL, &first.o));
  assert_non_null(strstr(gavel_game_message(game), "objects"));
  assert_int_equal(first.o.object_count, 0);
  first.o.object_cap = GAVEL_OBSERVATION_OBJECTS_MAX + 1;
  assert_refused(game, GAVEL_E_CHECK, gavel_observe(game, 0, NULL, &first.o));
  seen_open(&first);
  assert_refused(game, GAVEL_E_CHECK, gavel_observe(game, 2, NULL, &first.o));
  gavel_game_destroy(game);
}

/* --- narrowing ----------------------------------------------------------------------------- */

/* The option that a way through the rows comes to. */
static uint32_t narrowed(uint32_t options, uint32_t cap, uint64_t *random, uint32_t *times) {
  GavelNarrowing n = {.count = 0};
  uint32_t taken;
  for (*times = 1;; ++*times) {
    uint32_t count = n.count ? n.count : options;
    if (gavel_narrow(&n, options, cap, match_random(random, count < cap ? count : cap), &taken)) return taken;
  }
}

static void every_option_is_reached_by_narrowing(void **state) {
  (void)state;
  static uint8_t reached[1000];
  uint64_t random = 5;
  for (uint32_t i = 0; i < 100000; i++) {
    uint32_t times, taken = narrowed(1000, 7, &random, &times);
    if (taken == UINT32_MAX) continue; /* a row that the last part does not have */
    assert_true(taken < 1000 && times <= 4);
    reached[taken] = 1;
  }
  for (uint32_t i = 0; i < 1000; i++) assert_int_equal(reached[i], 1);
}

static void a_row_that_is_none_changes_nothing(void **state) {
  (void)state;
  GavelNarrowing n = {.count = 0};
  uint32_t taken;
  assert_true(gavel_narrow(&n, 10, 4, 3, &taken));
  assert_int_equal(taken, UINT32_MAX);
  assert_false(gavel_narrow(&n, 10, 4, 2, &taken));
  assert_int_equal(n.first, 8);
  assert_int_equal(n.count, 2);
  assert_true(gavel_narrow(&n, 10, 4, 1, &taken));
  assert_int_equal(taken, 9);
}

static void ranges_stand_for_all_options(void **state) {
  (void)state;
  GavelGame *game = pile_game(2, 1);
  uint64_t random = 9;
  uint32_t ranges = 0;
  assert_ok(game, gavel_game_start_with_hands(game));
  for (uint32_t i = 0; i < 2000 && match_answer(game, &random); i++) {
    GavelDecision d;
    if (!gavel_game_decision(game, &d) || d.option_count < 3) continue;
    seen_open(&first);
    first.o.option_cap = 2;
    assert_ok(game, gavel_observe(game, d.player, NULL, &first.o));
    uint32_t count = 0;
    for (uint32_t r = 0; r < first.o.option_count; r++) count += (uint32_t)option(&first, r)[GAVEL_COLUMN_OPTION_COUNT];
    assert_int_equal(count, d.option_count);
    assert_int_equal(option(&first, 0)[GAVEL_COLUMN_OPTION_KIND], GAVEL_OPTION_RANGE);
    ranges++;
  }
  assert_true(ranges > 100);
  gavel_game_destroy(game);
}

/* --- nothing hidden ------------------------------------------------------------------------ */

typedef void Look(GavelGame *game, uint32_t viewer, Seen *seen);

static void look_fairly(GavelGame *game, uint32_t viewer, Seen *seen) {
  seen_open(seen);
  seen->status = gavel_observe(game, viewer, NULL, &seen->o);
  if (seen->status != GAVEL_E_LIMIT) assert_ok(game, seen->status);
}

/* As one that lets the top card of the next player's library slip out. */
static void look_at_a_top_card(GavelGame *game, uint32_t viewer, Seen *seen) {
  look_fairly(game, viewer, seen);
  GavelRef top = GAVEL_REF_NONE;
  GavelObject o;
  gavel_game_zone(game, GAVEL_ZONE_LIBRARY, 1 - viewer, &top, 1);
  if (gavel_game_object(game, top, &o)) seen->globals[GAVEL_COLUMN_GLOBAL_DAY] = (int16_t)o.card;
}

/* As one that lets slip how many lands the next player holds. */
static void look_at_a_hand(GavelGame *game, uint32_t viewer, Seen *seen) {
  look_fairly(game, viewer, seen);
  GavelRef hand[32];
  uint32_t count = gavel_game_zone(game, GAVEL_ZONE_HAND, 1 - viewer, hand, 32);
  for (uint32_t i = 0; i < count && i < 32; i++) {
    GavelCharacteristics c;
    if (gavel_game_characteristics(game, hand[i], &c) && c.types & GAVEL_LAND)
      seen->players[GAVEL_PLAYER_WIDTH + GAVEL_COLUMN_PLAYER_HAND]++;
  }
}

static bool same_rows(const int16_t *a, const int16_t *b, size_t count) { return !memcmp(a, b, count * sizeof *a); }

static bool same(const Seen *a, const Seen *b) {
  const GavelObservation *x = &a->o, *y = &b->o;
  if (a->status || b->status) return a->status == b->status;
  size_t players = (size_t)a->globals[GAVEL_COLUMN_GLOBAL_PLAYERS] * GAVEL_PLAYER_WIDTH;
  return x->object_count == y->object_count && x->link_count == y->link_count && x->option_count == y->option_count &&
         same_rows(a->globals, b->globals, GAVEL_GLOBAL_WIDTH) && same_rows(a->players, b->players, players) &&
         same_rows(a->objects, b->objects, (size_t)x->object_count * GAVEL_OBJECT_WIDTH) &&
         same_rows(a->links, b->links, (size_t)x->link_count * GAVEL_LINK_WIDTH) &&
         same_rows(a->options, b->options, (size_t)x->option_count * GAVEL_OPTION_WIDTH);
}

/* What redeals of games came to. */
typedef struct Redeals {
  uint64_t compared, differed, refused;
  void *buffer;
  size_t size;
  GavelGame *copy;
} Redeals;

static void redeal(Redeals *r, GavelGame *game, uint32_t viewer, Look *look, uint64_t seed) {
  size_t size = 2 * gavel_game_clone_size(game);
  if (size > r->size) {
    gavel_game_destroy(r->copy);
    free(r->buffer);
    r->buffer = malloc(r->size = 2 * size);
    r->copy = NULL;
  }
  GavelStatus status =
      r->copy ? gavel_game_clone_again(r->copy, game) : gavel_game_clone(game, r->buffer, r->size, &r->copy);
  assert_int_equal(status, GAVEL_OK);
  if (gavel_game_determinize(r->copy, viewer, seed)) {
    r->refused++;
    return;
  }
  look(r->copy, viewer, &second);
  r->compared++;
  r->differed += !same(&first, &second);
}

/* Plays games of random piles at random; at each decision every viewer looks, and looks again in three games in which what
   they may not know was dealt anew. Each game has a number of its own, so that many can be played in parts. */
static Redeals redeals_of(uint64_t from, uint64_t games, Look *look) {
  Redeals r = {.compared = 0};
  for (uint64_t n = from; n < from + games; n++) {
    uint64_t random = 11 * n;
    GavelGame *game = pile_game(2, n);
    assert_ok(game, gavel_game_start_with_hands(game));
    GavelDecision d;
    for (uint32_t i = 0; i < 2000 && gavel_game_decision(game, &d); i++) {
      for (uint32_t viewer = 0; viewer < 2; viewer++) {
        look(game, viewer, &first);
        for (uint64_t k = 0; k < 3; k++) redeal(&r, game, viewer, look, random + k);
      }
      if (gavel_game_answer(game, match_random(&random, d.option_count))) break;
    }
    gavel_game_destroy(game);
  }
  gavel_game_destroy(r.copy);
  free(r.buffer);
  return r;
}

static void nothing_hidden_is_seen(void **state) {
  (void)state;
  Redeals r = redeals_of(test_number("GAVEL_REDEALS_FROM", 1), test_number("GAVEL_REDEALS", 12), look_fairly);
  print_message("%llu redeals compared, %llu refused\n", (unsigned long long)r.compared, (unsigned long long)r.refused);
  assert_int_equal(r.differed, 0);
  assert_true(r.compared > 1000);
  assert_true(r.refused < r.compared);
}

static void leaks_are_found(void **state) {
  (void)state;
  assert_true(redeals_of(1, 1, look_at_a_top_card).differed > 100);
  assert_true(redeals_of(1, 1, look_at_a_hand).differed > 100);
}

/* --- cards --------------------------------------------------------------------------------- */

static uint32_t difference(const char *a, const char *b) {
  int16_t x[128], y[128];
  uint32_t sum = 0;
  assert_int_equal(gavel_card_features(match_cards, gavel_cards_find(match_cards, a, NULL), x, 128), GAVEL_OK);
  assert_int_equal(gavel_card_features(match_cards, gavel_cards_find(match_cards, b, NULL), y, 128), GAVEL_OK);
  for (uint32_t i = 0; i < 128; i++) sum += (uint32_t)abs(x[i] - y[i]);
  return sum;
}

static void features_go_by_what_a_card_does(void **state) {
  (void)state;
  assert_int_equal(difference("Lightning Bolt", "Lightning Bolt"), 0);
  assert_int_equal(difference("Grizzly Bears", "Silvercoat Lion") > 0, 1);
  assert_true(difference("Lightning Bolt", "Chain Lightning") < difference("Serra Angel", "Chain Lightning"));
  int16_t none[4];
  assert_int_equal(gavel_card_features(match_cards, 0, none, 4), GAVEL_E_UNKNOWN);
  assert_int_equal(gavel_card_features(match_cards, 1, none, 0), GAVEL_E_CHECK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_page_lists_every_column),
      cmocka_unit_test(what_is_no_column_has_no_name),
      cmocka_unit_test(a_game_says_what_the_viewers_functions_say),
      cmocka_unit_test(players_are_counted_from_the_viewer),
      cmocka_unit_test(blocks_and_attackers_are_linked),
      cmocka_unit_test(what_does_not_fit_is_refused),
      cmocka_unit_test(every_option_is_reached_by_narrowing),
      cmocka_unit_test(a_row_that_is_none_changes_nothing),
      cmocka_unit_test(ranges_stand_for_all_options),
      cmocka_unit_test(nothing_hidden_is_seen),
      cmocka_unit_test(leaks_are_found),
      cmocka_unit_test(features_go_by_what_a_card_does),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
