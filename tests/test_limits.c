/* The limits that rules run into have names: what goes beyond one ends the game with it, and what stays just below plays. */
#include "support/cards.h"
#include "support/test.h"

#include "cards/words.h"
#include "scenario/run.h"
#include "scenario/scenario_parse.h"

/* A card with so many of one piece, and a scenario in which that matters. `%u` in the piece is its number, from 1. */
typedef struct Limit {
  const char *name;
  u32 most;
  const char *before, *piece, *after;
  const char *scenario;
} Limit;

#define BOX "player Alice\n  hand: Grizzly Bears\n  battlefield: Test Box as box; 2 Forest\nplayer Bob\nturn 1 main\n"

static const Limit LIMITS[] = {
    {"parts of one cost", 32, "(card \"Test Box\" (types artifact) (activated (costs ",
     "(do (put-counters charge 1 self)) ", ") (gain-life 1)))",
     BOX "  Alice activates box \"Put\"\n  resolve\n  expect Alice life 21\n"},
    {"different uses that mana in a pool is restricted to", 63,
     "(card \"Test Box\" (types artifact) (activated (mana {0}) (seq ",
     "(add-mana {R} :only-for (cmp (mana-value it) = %u)) ", ")))",
     BOX "  Alice activates box \"{0}\"\n  Alice casts \"Grizzly Bears\"\n  resolve\n  expect Alice battlefield "
         "\"Grizzly Bears\" 1\n"},
    {"different uses that mana of mana abilities is restricted to", 63, "(card \"Test Box\" (types artifact) ",
     "(activated tap-self (add-mana {R} :only-for (cmp (mana-value it) = %u))) ", ")",
     BOX "  Alice casts \"Grizzly Bears\"\n  resolve\n  expect Alice battlefield \"Grizzly Bears\" 1\n"},
    {"characteristics of a token or emblem", 62,
     "(card \"Test Box\" (types artifact) (activated (mana {0}) (create 1 (token-spec (set-types creature) ",
     "(base-pt 1 %u) ", "))))", BOX "  Alice activates box \"{0}\"\n  resolve\n  expect Alice tokens 1\n"},
    {"modes with costs of their own", 16, "(card \"Test Box\" (cost {G}) (types sorcery) (spell (modal 1 1 ",
     "(mode (gain-life %u) :cost (mana {0})) ", ")))",
     "player Alice\n  hand: Test Box\n  battlefield: Forest\nplayer Bob\nturn 1 main\n"
     "  Alice casts \"Test Box\" modes 1\n  resolve\n  expect Alice life 21\n"},
    {"effects that double the coins a player flips", 16,
     "(card \"Test Box\" (types artifact) (activated (mana {0}) (seq (flip-coin $w) (gain-life 1))) ",
     "(static (rules (flips-two-coins (is you)))) ", ")",
     "lenient\n" BOX "  Alice activates box \"{0}\"\n  resolve\n  expect Alice life 21\n"},
};

/* The card with `n` pieces, alone with the built-in ones. */
static void cards_with(CardDb *db, const Limit *limit, u32 n) {
  Text text;
  GavelError error = {0};
  test_cards(db);
  text_init(&text, gavel_allocator_default());
  text_adds(&text, limit->before);
  for (u32 i = 1; i <= n; i++) {
    const char *number = strstr(limit->piece, "%u");
    text_add(&text, (Str){limit->piece, number ? (u32)(number - limit->piece) : (u32)strlen(limit->piece)});
    if (number) text_addf(&text, "%u%s", i, number + 2);
  }
  text_adds(&text, limit->after);
  if (carddb_load_text(db, text_str(&text), &error) || carddb_link(db, &error))
    fail_msg("%s: %u:%u: %s", limit->name, error.line, error.column, error.message);
  text_free(&text);
}

/* Runs a scenario and gives back its verdict; why goes to the text. */
static ScenarioVerdict run_text(const CardDb *db, const char *scenario, Text *reason) {
  GavelAllocator allocator = gavel_allocator_default();
  GavelError error = {0};
  ScenarioFile *file;
  ScenarioResult result;
  Arena arena;
  arena_init(&arena, allocator);
  if (scenario_parse(&arena, &allocator, STR("test"), str_of(scenario), &file, &error))
    fail_msg("%u:%u: %s", error.line, error.column, error.message);
  text_clear(reason);
  assert_int_equal(scenario_run(db, file->scenarios.data[0], NULL, &result, reason), GAVEL_OK);
  ScenarioVerdict verdict = result.verdict;
  scenario_result_free(&result, &allocator);
  arena_free(&arena);
  return verdict;
}

static void test_what_stays_within_a_limit_plays_and_what_exceeds_it_names_it(void **state) {
  (void)state;
  Text reason;
  text_init(&reason, gavel_allocator_default());
  for (u32 i = 0; i < COUNT_OF(LIMITS); i++) {
    const Limit *limit = &LIMITS[i];
    for (u32 beyond = 0; beyond < 2; beyond++) {
      CardDb db;
      cards_with(&db, limit, limit->most + beyond);
      ScenarioVerdict verdict = run_text(&db, limit->scenario, &reason);
      bool named = strstr(text_str(&reason).data, limit->name) != NULL;
      if (!beyond && verdict != SCENARIO_PASSED)
        fail_msg("%u fails: %.*s", limit->most, (int)reason.length, text_str(&reason).data);
      if (beyond && (verdict != SCENARIO_FAILED || !named))
        fail_msg("%u isn't refused for \"%s\": %.*s", limit->most + 1, limit->name, (int)reason.length,
                 text_str(&reason).data);
      carddb_free(&db);
    }
  }
  text_free(&reason);
}

/* A choice that is made anew each time a cost is paid, and a number of which only so many values are offered. */
/* Many permanents alike restrict their mana to one use. */
static void test_permanents_alike_share_the_use_their_mana_is_restricted_to(void **state) {
  (void)state;
  const Limit limit = {.most = 1,
                       .before = "(card \"Test Box\" (types artifact) ",
                       .piece = "(activated tap-self (add-mana {G} :only-for (and spell-on-stack (type creature))))",
                       .after = ")"};
  CardDb db;
  Text reason;
  text_init(&reason, gavel_allocator_default());
  cards_with(&db, &limit, 1);
  ScenarioVerdict verdict =
      run_text(&db,
               "player Alice\n  hand: Grizzly Bears\n  battlefield: 90 Test Box\nplayer Bob\nturn 1 main\n"
               "  Alice casts \"Grizzly Bears\"\n  resolve\n  expect Alice battlefield \"Grizzly Bears\" 1\n",
               &reason);
  if (verdict != SCENARIO_PASSED) fail_msg("%.*s", (int)reason.length, text_str(&reason).data);
  text_free(&reason);
  carddb_free(&db);
}

static void test_what_the_board_makes_too_large_names_its_limit(void **state) {
  (void)state;
  static const struct {
    const char *name, *scenario;
  } LARGE[] = {
      {"times that a choice in a cost is made", "player Alice\n  battlefield: \"Jötun Owl Keeper\", counters age 1000; "
                                                "10 Plains\nplayer Bob\nturn 1 upkeep\n  resolve\n"},
      {"no number above 9999 is offered",
       "player Alice\n  hand: Banefire\n  battlefield: Mountain\nplayer Bob\nturn 1 main\n"
       "  Alice casts \"Banefire\" with X=10000 targeting Bob\n"},
  };
  CardDb db;
  Text reason;
  test_cards(&db);
  text_init(&reason, gavel_allocator_default());
  for (u32 i = 0; i < COUNT_OF(LARGE); i++) {
    assert_int_equal(run_text(&db, LARGE[i].scenario, &reason), SCENARIO_FAILED);
    if (!strstr(text_str(&reason).data, LARGE[i].name))
      fail_msg("expected \"%s\", found: %.*s", LARGE[i].name, (int)reason.length, text_str(&reason).data);
  }
  text_free(&reason);
  carddb_free(&db);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_stays_within_a_limit_plays_and_what_exceeds_it_names_it),
      cmocka_unit_test(test_permanents_alike_share_the_use_their_mana_is_restricted_to),
      cmocka_unit_test(test_what_the_board_makes_too_large_names_its_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
