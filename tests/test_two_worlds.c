/* What a player is shown doesn't depend on what they may not know. GAVEL_PAIRS=N plays so many pairs of games of each deck,
   GAVEL_PAIRS_FROM=N begins with that number. */
#include "support/match.h"
#include "support/two_worlds.h"

#include "api/api.h"
#include "rules/events/abilities.h"
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "rules/query/query.h"
#include "state/objects.h"
#include "state/sight.h"
#include "state/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const DECKS[] = {"tests/decks/secrets.txt", "tests/decks/faces.txt",   "tests/decks/phases.txt",
                                    "tests/decks/shapes.txt",  "tests/decks/splices.txt", "tests/decks/exchanges.txt",
                                    "decks/azure-wings.txt",   "decks/green-growth.dck",  "decks/pauper-burn.txt"};

static u64 asked_for(const char *name, u64 otherwise) {
  const char *said = getenv(name);
  return said ? strtoull(said, NULL, 10) : otherwise;
}

static GavelDeck *deck_of(const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t length = fread(text, 1, sizeof text, file);
  fclose(file);
  GavelDeck *deck = NULL;
  GavelError error = {.message = ""};
  if (gavel_deck_read(match_cards, text, length, &deck, &error)) fail_msg("%s: %s", path, error.message);
  return deck;
}

static void test_worlds_that_look_alike_are_answered_alike(void **state) {
  (void)state;
  u64 each = asked_for("GAVEL_PAIRS", 6), from = asked_for("GAVEL_PAIRS_FROM", 1), leaks = 0;
  for (u32 d = 0; d < COUNT_OF(DECKS); d++) {
    GavelDeck *deck = deck_of(DECKS[d]);
    u64 ends[3] = {0};
    PairCounts counts = {0};
    for (u64 i = from; i < from + each; i++) {
      PairEnd end = pair_play(match_cards, deck, i, &counts);
      if (end == PAIR_LEAKS) fprintf(stderr, "two worlds: leak in pair %" PRIu64 " of %s\n", i, DECKS[d]);
      ends[end]++;
    }
    gavel_deck_destroy(deck);
    fprintf(stderr,
            "two worlds: %s: %" PRIu64 " pairs, %" PRIu64 " discarded, %" PRIu64 " leaks; compared %" PRIu64
            " times, %" PRIu64 " decisions, %" PRIu64 " of them different in secret\n",
            DECKS[d], each, ends[PAIR_DISCARDED], ends[PAIR_LEAKS], counts.compared, counts.decisions, counts.hidden);
    leaks += ends[PAIR_LEAKS];
    assert_true(ends[PAIR_DISCARDED] * 2 <= each || each < 10);
  }
  assert_int_equal(leaks, 0);
}

static void test_pairs_that_differed_once(void **state) {
  (void)state;
  static const struct {
    const char *deck;
    u64 seed;
  } PAIRS[] = {{"decks/green-growth.dck", 689},   {"tests/decks/secrets.txt", 1352}, {"tests/decks/secrets.txt", 2138},
               {"tests/decks/secrets.txt", 2345}, {"tests/decks/secrets.txt", 5490}, {"tests/decks/secrets.txt", 5693},
               {"tests/decks/secrets.txt", 6145}};
  for (u32 i = 0; i < COUNT_OF(PAIRS); i++) {
    GavelDeck *deck = deck_of(PAIRS[i].deck);
    PairCounts counts = {0};
    assert_int_equal(pair_play(match_cards, deck, PAIRS[i].seed, &counts), PAIR_SAME);
    gavel_deck_destroy(deck);
  }
}

static void test_a_leak_on_purpose_is_found(void **state) {
  (void)state;
  GavelDeck *deck = deck_of(DECKS[0]);
  PairCounts counts = {0};
  u32 leaks = 0;
  for (u64 i = 1; i <= 10; i++) leaks += pair_play_with_a_leak(match_cards, deck, i, &counts) == PAIR_LEAKS;
  gavel_deck_destroy(deck);
  assert_true(leaks > 0);
}

/* Takes the first option whose text has these words. */
static void take(GavelGame *game, const char *words) {
  char text[128];
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  for (u32 i = 0; i < decision.option_count; i++) {
    gavel_view_option_text(game, decision.player, i, text, sizeof text);
    if (!strstr(text, words)) continue;
    assert_ok(game, gavel_game_answer(game, i));
    return;
  }
  fail_msg("no option: %s", words);
}

/* Two cards with morph in a hand that is known: which of them is cast face down nobody else can tell (708.2). */
static void test_a_known_hand_is_forgotten_when_a_card_of_it_is_cast_face_down(void **state) {
  (void)state;
  GavelGame *game = match_default();
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Island", 20);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Island", 20);
  match_put(game, GAVEL_ZONE_HAND, 1, "Exalted Angel", 2);
  for (u32 i = 0; i < 3; i++) match_permanent(game, 1, "Plains");
  assert_ok(game, gavel_game_start_at(game, 2, 1, GAVEL_STEP_MAIN));
  for (u32 slot = zone_first(game, ZONE_HAND, 1); slot; slot = object_row(game, slot)->next) {
    object_row(game, slot)->known |= 1;
    assert_true(view_knows(game, 0, slot));
  }
  take(game, "face down");
  u32 spell = zone_first(game, ZONE_STACK, 0);
  assert_true(spell && !view_knows(game, 0, spell) && view_knows(game, 1, spell));
  u32 left = 0;
  for (u32 slot = zone_first(game, ZONE_HAND, 1); slot; slot = object_row(game, slot)->next, left++)
    assert_false(view_knows(game, 0, slot));
  assert_true(left >= 1);
  GavelHandle handle = gavel_view_handle(game, 0, object_ref(game, spell));
  char words[128];
  gavel_view_name(game, 0, handle, words, sizeof words);
  assert_string_equal(words, "a face-down spell");
  gavel_game_destroy(game);
}

/* --- how libraries were shuffled ------------------------------------------------------------ */

static u64 dealt_anew(const GavelGame *game, u32 viewer) {
  size_t size = gavel_game_clone_size(game);
  void *buffer = malloc(size);
  assert_non_null(buffer);
  GavelGame *copy;
  assert_int_equal(gavel_game_clone(game, buffer, size, &copy), GAVEL_OK);
  GavelStatus status = gavel_game_determinize(copy, viewer, 77);
  assert_true(status == GAVEL_OK || status == GAVEL_E_MISUSE); /* the other player searches */
  u64 position = status ? 0 : gavel_game_position_hash(copy);
  gavel_game_destroy(copy);
  free(buffer);
  return position;
}

/* Two games shuffled by two seeds, in which the same is seen. */
typedef struct Shuffles {
  const char *cards;
  GavelGame *left, *right;
  bool idle; /* player 1 does nothing and has secrets */
  u64 random;
  u32 compared, searches;
} Shuffles;

static bool shuffles_step(Shuffles *s) {
  GavelDecision decision, other;
  bool goes_on = gavel_game_decision(s->left, &decision);
  assert_true(goes_on == gavel_game_decision(s->right, &other));
  if (!goes_on) return false;
  assert_true(decision.kind == other.kind && decision.player == other.player);
  bool idle = s->idle && decision.player == 1;
  for (u32 viewer = 0; viewer < (s->idle ? 1 : 2) && !idle; viewer++, s->compared++)
    if (dealt_anew(s->left, viewer) != dealt_anew(s->right, viewer))
      fail_msg("%s: comparison %u: not the same for player %u", s->cards, s->compared, viewer);
  s->searches += decision.kind == GAVEL_DECISION_SEARCH;
  if (!idle) assert_int_equal(decision.option_count, other.option_count);
  u32 option = idle ? 0 : match_random(&s->random, decision.option_count);
  assert_ok(s->left, gavel_game_answer(s->left, option));
  assert_ok(s->right, gavel_game_answer(s->right, option));
  return true;
}

static void shuffles_play(Shuffles *s, u32 steps) {
  while (steps-- > 0 && shuffles_step(s)) {
  }
  gavel_game_destroy(s->left);
  gavel_game_destroy(s->right);
}

/* Begins a game whose libraries are shuffled. */
static GavelGame *shuffled(GavelGame *game) {
  for (u32 player = 0; player < 2; player++) {
    assert_ok(game, gavel_game_shuffle(game, player));
    assert_ok(game, gavel_game_deal(game, player, 4));
  }
  assert_ok(game, gavel_game_start_at(game, 2, 0, GAVEL_STEP_MAIN));
  return game;
}

static GavelGame *game_of_seed(u64 seed) {
  GavelGameDef def = match_def();
  def.seed = seed;
  return match_game(&def);
}

static GavelGame *shuffled_forests(u64 seed) {
  GavelGame *game = game_of_seed(seed);
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Forest", 40);
  match_put(game, GAVEL_ZONE_HAND, 0, "Open the Gates", 3);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Island", 20);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Swamp", 20);
  return shuffled(game);
}

static void test_how_libraries_were_shuffled_is_not_known(void **state) {
  (void)state;
  Shuffles s = {
      .cards = "Forests", .left = shuffled_forests(1), .right = shuffled_forests(2), .idle = true, .random = 5};
  shuffles_play(&s, 120);
  assert_true(s.compared > 40 && s.searches > 0);
}

static GavelGame *shuffled_hands(u64 seed) {
  GavelGame *game = game_of_seed(seed);
  for (u32 i = 0; i < 12; i++) match_permanent(game, 0, "Island");
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Tidal Memory", 40);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Island", 20);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Swamp", 20);
  return shuffled(game);
}

/* Not even by an effect that is under way and has moved it there. */
static void test_nor_what_was_shuffled_into_them(void **state) {
  (void)state;
  static const char CARD[] = "(card \"Tidal Memory\" (cost {U}) (types sorcery)"
                             " (spell (seq (for-each $p players (seq"
                             " (move (union (cards hand $p) (cards graveyard $p)) library) (shuffle :player $p)))"
                             " (draw 3 :player players) (choose $c 0 2 (all battlefield (type land))) (untap $c)"
                             " (scry 1))))";
  match_add(CARD);
  Shuffles s = {.cards = "hands", .left = shuffled_hands(1), .right = shuffled_hands(2), .idle = true, .random = 5};
  shuffles_play(&s, 300);
  assert_true(s.compared > 100);
}

static GavelGame *shuffled_copies(const char *card, u64 seed) {
  static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
  GavelGame *game = game_of_seed(seed);
  for (u32 player = 0; player < 2; player++) {
    match_put(game, GAVEL_ZONE_LIBRARY, player, card, 30);
    for (u32 i = 0; i < 2 * COUNT_OF(LANDS); i++) match_permanent(game, player, LANDS[i / 2]);
  }
  return shuffled(game);
}

/* Each deck is one card many times; of all cards with GAVEL_PAIRS, otherwise of some. What happens by chance differs. */
static void test_nor_what_cards_did_with_them(void **state) {
  (void)state;
  static char definition[1 << 16];
  u32 every = getenv("GAVEL_PAIRS") ? 1 : 16, compared = 0;
  for (u32 card = 1; card < gavel_cards_count(match_cards); card += every) {
    gavel_card_definition(match_cards, card, definition, sizeof definition);
    if (strstr(definition, ":random") || strstr(definition, "(flip-coin") || strstr(definition, "(roll")) continue;
    const char *name = gavel_card_name(match_cards, card);
    Shuffles s = {.cards = name, .left = shuffled_copies(name, 1), .right = shuffled_copies(name, 2), .random = card};
    shuffles_play(&s, 100);
    compared += s.compared;
  }
  assert_true(compared > 10000);
}

/* The exiled cards go to the bottom of a library in a random order, and effects ask what happened. */
static void test_nor_in_which_order_cards_were_put_there(void **state) {
  (void)state;
  static const char CARD[] =
      "(card \"Tidal Wave\" (cost {3}{U}) (types sorcery) cascade"
      " (spell (deal-damage (happened (casts (is you) always)) (all battlefield (type creature)))))";
  match_add(CARD);
  Shuffles s = {.cards = "waves",
                .left = shuffled_copies("Tidal Wave", 1),
                .right = shuffled_copies("Tidal Wave", 2),
                .random = 5};
  shuffles_play(&s, 100);
  assert_true(s.compared > 100);
}

/* A game in which player 1 has these cards in a hand that nobody else knows. */
static GavelGame *game_with_hand(const char *card, u32 count) {
  GavelGame *game = match_default();
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Island", 20);
  match_put(game, GAVEL_ZONE_HAND, 1, card, count);
  assert_ok(game, gavel_game_start_at(game, 2, 1, GAVEL_STEP_MAIN));
  return game;
}

/* Two cards with cycling in a hand nobody else knows: that one of them is revealed doesn't tell which it was. */
static void test_a_revealed_card_is_none_of_those_seen_in_an_unknown_hand(void **state) {
  (void)state;
  GavelGame *game = match_default();
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Island", 20);
  match_put(game, GAVEL_ZONE_HAND, 1, "Drannith Stinger", 2);
  match_permanent(game, 1, "Mountain");
  assert_ok(game, gavel_game_start_at(game, 2, 1, GAVEL_STEP_MAIN));
  GavelHandle before[2], after[2];
  assert_int_equal(gavel_view_zone(game, 0, GAVEL_ZONE_HAND, 1, before, 2), 2);
  u32 slot = zone_first(game, ZONE_HAND, 1);
  sight_gain(game, slot, 1);
  assert_int_equal(gavel_view_zone(game, 0, GAVEL_ZONE_HAND, 1, after, 2), 2);
  assert_true(gavel_view_knows(game, 0, object_ref(game, slot)));
  for (u32 i = 0; i < 4; i++) assert_true(after[i / 2] != before[i % 2]);
  sight_gain(game, slot, 1); /* known before: it can be followed */
  assert_true(gavel_view_handle(game, 0, object_ref(game, slot)) == after[0]);
  gavel_game_destroy(game);
}

/* A card leaves a hand unseen, as after a mulligan (103.5): which of those seen there it was isn't told. */
static void test_a_card_that_leaves_unseen_is_any_of_the_hand(void **state) {
  (void)state;
  GavelGame *game = game_with_hand("Drannith Stinger", 3);
  GavelHandle before[3], after[2];
  assert_int_equal(gavel_view_zone(game, 0, GAVEL_ZONE_HAND, 1, before, 3), 3);
  u32 slot = zone_first(game, ZONE_HAND, 1);
  zone_remove(game, slot);
  zone_insert(game, slot, ZONE_LIBRARY, (u32)-1);
  assert_int_equal(gavel_view_zone(game, 0, GAVEL_ZONE_HAND, 1, after, 2), 2);
  for (u32 i = 0; i < 6; i++) assert_true(after[i / 3] != before[i % 3]);
  gavel_game_destroy(game);
}

/* An ability on the stack of a card that is unknown in a hand (603.7: it was revealed when the game began): which card
   it is of, nobody else is told. */
static void test_an_ability_does_not_tell_which_card_of_a_hand_it_is_of(void **state) {
  (void)state;
  GavelGame *game = game_with_hand("Chancellor of the Annex", 2);
  u32 held = zone_first(game, ZONE_HAND, 1);
  Ref source = object_ref(game, held);
  AbilityInst inst = {0};
  u32 ability = stack_add_ability(game, source, 1, &inst, ability_env(game, 0, source, 1, 0, 0), STACK_TRIGGERED);
  for (u32 viewer = 0; viewer < 2; viewer++) {
    GavelObject seen;
    assert_true(gavel_view_object(game, viewer, gavel_view_handle(game, viewer, object_ref(game, ability)), &seen));
    assert_true(seen.source == (viewer ? gavel_view_handle(game, 1, source) : 0));
  }
  gavel_game_destroy(game);
}

static Heap env_of(GavelGame *game, Ref source, u32 acquisition) {
  return ability_env(game, 0, source, 1, 0, acquisition);
}

/* Player 1 has three lands in hand. One of them is the source of an effect. Then that land or another is played. After that, the
   source has an ability that waits to be put on the stack and one that is there, and has made mana. */
static GavelGame *game_with_source_in_hand(bool played) {
  GavelGame *game = game_with_hand("Island", 3);
  u32 land = zone_first(game, ZONE_HAND, 1), held = played ? land : object_row(game, land)->next;
  Ref source = object_ref(game, held);
  AbilityInst inst = {.acquisition = object_row(game, held)->acquisition};
  effect_add(game, EFFECT_CONTINUOUS, env_of(game, source, inst.acquisition), 0, 0, W_INDEFINITE);
  const GavelOption *option = gavel_game_options(game);
  GavelDecision decision;
  assert_true(gavel_game_decision(game, &decision));
  u32 i = 0;
  while (i < decision.option_count && option[i].ref != object_ref(game, land)) i++;
  assert_true(i < decision.option_count);
  assert_ok(game, gavel_game_answer(game, i));
  pending_add(game, source, 1, &inst, env_of(game, source, inst.acquisition));
  mana_add(game, 1, 0, 1, source, 0, env_of(game, source, inst.acquisition));
  stack_add_ability(game, source, 1, &inst, env_of(game, source, inst.acquisition), STACK_TRIGGERED);
  return game;
}

static void test_dealt_anew_nothing_tells_which_card_of_a_hand_it_comes_from(void **state) {
  (void)state;
  for (u32 viewer = 0; viewer < 2; viewer++) {
    u64 positions[2];
    for (u32 i = 0; i < 2; i++) {
      GavelGame *game = game_with_source_in_hand(i);
      assert_ok(game, gavel_game_determinize(game, viewer, 7));
      positions[i] = gavel_game_position_hash(game);
      gavel_game_destroy(game);
    }
    assert_true((positions[0] == positions[1]) == (viewer == 0));
  }
}

/* The history no longer names what did something from a hand and can't be followed. */
static void test_dealt_anew_the_history_names_no_card_of_a_hand_that_was_lost(void **state) {
  (void)state;
  for (u32 i = 0; i < 4; i++) {
    bool played = i & 1;
    u32 viewer = i >> 1;
    GavelGame *game = game_with_source_in_hand(played);
    Ref source = row_MANA(game, count_of(game, T_MANA) - 1)->source,
        land = object_ref(game, zone_first(game, ZONE_BATTLEFIELD, 0));
    u32 first = count_of(game, T_HISTORY);
    history_add(game, &(Event){.kind = EVENT_DISCARD, .player = 1, .object = object_was(game, land)});
    history_add(game, &(Event){.kind = EVENT_TAP, .player = PLAYER_NONE, .object = land, .source = source});
    history_add(game, &(Event){.kind = EVENT_TRIGGER, .player = 1, .object = source});
    assert_ok(game, gavel_game_determinize(game, viewer, 7));
    assert_true(row_HISTORY(game, first)->object == object_was(game, land));
    assert_true(row_HISTORY(game, first + 1)->object == land);
    assert_true(row_HISTORY(game, first + 1)->source == (viewer ? source : REF_NONE));
    assert_true(row_HISTORY(game, first + 2)->object == (viewer ? source : REF_NONE));
    gavel_game_destroy(game);
  }
}

/* A card that was face down in exile goes to a hand: nobody else can tell of which types and colors it was. */
static void test_dealt_anew_the_history_does_not_tell_what_was_face_down(void **state) {
  (void)state;
  static const char CARD[] = "(card \"Tidal Cache\" (cost {0}) (types sorcery) (spell (seq (let $c (top 1 you))"
                             " (exile $c :link @cache :face-down) (move (noted @cache) hand))))";
  static const char *const LIBRARY[] = {"Island", "Drannith Stinger"};
  match_add(CARD);
  for (u32 viewer = 0; viewer < 2; viewer++) {
    History told[2];
    for (u32 i = 0; i < 2; i++) {
      GavelGame *game = match_default();
      match_put(game, GAVEL_ZONE_LIBRARY, 1, LIBRARY[i], 10);
      match_put(game, GAVEL_ZONE_LIBRARY, 1, LIBRARY[1 - i], 10);
      match_put(game, GAVEL_ZONE_HAND, 1, "Tidal Cache", 1);
      assert_ok(game, gavel_game_start_at(game, 2, 1, GAVEL_STEP_MAIN));
      take(game, "Tidal Cache");
      while (zone_first(game, ZONE_STACK, 0)) take(game, "pass");
      assert_ok(game, gavel_game_determinize(game, viewer, 7));
      u32 row = count_of(game, T_HISTORY) - 1;
      while (row_HISTORY(game, row)->to != ZONE_HAND) row--;
      assert_int_equal(row_HISTORY(game, row)->from, ZONE_EXILE);
      told[i] = *row_HISTORY(game, row);
      gavel_game_destroy(game);
    }
    assert_true((told[0].types == told[1].types) == (viewer == 0));
    assert_true((told[0].colors == told[1].colors) == (viewer == 0));
  }
}

/* An effect that begins when its source has been seen to leave a hand, as when a card is foretold, keeps that source. */
static void test_dealt_anew_what_was_seen_to_leave_a_hand_is_still_the_source(void **state) {
  (void)state;
  GavelGame *game = game_with_source_in_hand(true);
  u32 land = zone_first(game, ZONE_BATTLEFIELD, 0);
  Ref source = object_was(game, object_ref(game, land));
  assert_true(source != object_ref(game, land));
  u32 row = effect_add(game, EFFECT_CONTINUOUS, env_of(game, source, 1), 0, 0, W_INDEFINITE);
  assert_ok(game, gavel_game_determinize(game, 0, 7));
  assert_true(env_at(game, row_EFFECTS(game, row)->env)->source == source);
  gavel_game_destroy(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_worlds_that_look_alike_are_answered_alike),
      cmocka_unit_test(test_pairs_that_differed_once),
      cmocka_unit_test(test_a_leak_on_purpose_is_found),
      cmocka_unit_test(test_how_libraries_were_shuffled_is_not_known),
      cmocka_unit_test(test_nor_what_cards_did_with_them),
      cmocka_unit_test(test_nor_what_was_shuffled_into_them),
      cmocka_unit_test(test_nor_in_which_order_cards_were_put_there),
      cmocka_unit_test(test_a_known_hand_is_forgotten_when_a_card_of_it_is_cast_face_down),
      cmocka_unit_test(test_a_revealed_card_is_none_of_those_seen_in_an_unknown_hand),
      cmocka_unit_test(test_a_card_that_leaves_unseen_is_any_of_the_hand),
      cmocka_unit_test(test_an_ability_does_not_tell_which_card_of_a_hand_it_is_of),
      cmocka_unit_test(test_dealt_anew_nothing_tells_which_card_of_a_hand_it_comes_from),
      cmocka_unit_test(test_dealt_anew_the_history_names_no_card_of_a_hand_that_was_lost),
      cmocka_unit_test(test_dealt_anew_the_history_does_not_tell_what_was_face_down),
      cmocka_unit_test(test_dealt_anew_what_was_seen_to_leave_a_hand_is_still_the_source),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
