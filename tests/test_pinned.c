/* Two hundred and forty games, played by a pinned random policy, come out the same whatever compiled them: their signatures and
   state hashes stand in tests/data/pinned.txt, which GAVEL_UPDATE=1 rewrites. tools/same-everywhere runs this program
   as several compilers make it. */
#include "support/match.h"

#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PINNED_FILE "tests/data/pinned.txt"

/* How many games of a match of bench/scenes.c, and how many decisions of each. */
static const struct { u32 games, decisions; } PLAYED[] = {{80, 400}, {80, 400}, {40, 200}, {20, 400}, {20, 400}};

/* The cards of the matches alone, in their order: what other cards are known must not show in the hashes. */
static GavelCards *pinned_cards;

static void pin(const Pile *piles) {
  for (u32 i = 0; i < PILES && piles[i].name; i++) {
    GavelCardId card = gavel_cards_find(match_cards, piles[i].name, NULL);
    assert_int_not_equal(card, 0);
    if (gavel_cards_find(pinned_cards, piles[i].name, NULL)) continue;
    char text[4096];
    size_t length = gavel_card_definition(match_cards, card, text, sizeof text);
    assert_true(length < sizeof text);
    assert_int_equal(gavel_cards_add_text(pinned_cards, text, length, NULL), GAVEL_OK);
  }
}

static int pin_cards(void **state) {
  if (match_cards_open(state)) return -1;
  GavelCardsDef def = gavel_cards_def_default();
  def.no_embedded = true;
  assert_int_equal(gavel_cards_create(&def, &pinned_cards, NULL), GAVEL_OK);
  for (u32 m = 0; m < MATCH_COUNT; m++) {
    pin(MATCHES[m].deck);
    pin(MATCHES[m].board);
  }
  return 0;
}

static int unpin_cards(void **state) {
  gavel_cards_destroy(pinned_cards);
  return match_cards_close(state);
}

/* A line of the file; games are cut off, so that all zones and a stack under way are hashed too. */
static void play(const Match *match, u32 seed, u32 decisions, char *line, size_t size) {
  GavelGame *game = match_new(pinned_cards, match, seed, gavel_allocator_default());
  assert_non_null(game);
  GavelPlayout playout;
  assert_ok(game, gavel_game_playout(game, seed, decisions, &playout));
  snprintf(line, size,
           "%s %u: %" PRIu64 " decisions, %" PRIu64 " events, turn %u, signature %016" PRIx64 ", hash %016" PRIx64 "\n",
           match->name, seed, playout.decisions, playout.events, playout.turns, playout.signature,
           gavel_game_hash(game));
  gavel_game_destroy(game);
}

static void games_come_out_the_same(void **state) {
  (void)state;
  bool update = getenv("GAVEL_UPDATE") != NULL;
  FILE *file = fopen(PINNED_FILE, update ? "w" : "r");
  assert_non_null(file);
  assert_int_equal(MATCH_COUNT, COUNT_OF(PLAYED));
  for (u32 m = 0; m < MATCH_COUNT; m++) {
    for (u32 seed = 1; seed <= PLAYED[m].games; seed++) {
      char found[256], pinned[256];
      play(&MATCHES[m], seed, PLAYED[m].decisions, found, sizeof found);
      if (update) {
        fputs(found, file);
        continue;
      }
      if (!fgets(pinned, sizeof pinned, file) || strcmp(found, pinned) != 0)
        fail_msg("%s says otherwise than this game: %s", PINNED_FILE, found);
    }
  }
  assert_true(update || fgetc(file) == EOF);
  assert_int_equal(fclose(file), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(games_come_out_the_same)};
  return cmocka_run_group_tests(tests, pin_cards, unpin_cards);
}
