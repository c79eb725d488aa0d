/* The limits that rules run into have names: what goes beyond one ends the game with it, and what stays just below plays. */
#include "support/cards.h"
#include "support/match.h"
#include "support/test.h"

#include "cards/words.h"
#include "scenario/run.h"
#include "scenario/scenario_parse.h"

#include <stdio.h>

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

/* Of mana that is restricted to more different uses than the payer can tell apart nothing is proven: a spell that needs it is
   not offered, a scenario that casts it is told why, and it can be cast with mana made before. */
static void test_mana_of_too_many_uses_is_made_by_hand(void **state) {
  (void)state;
  static const char *const BY_HAND = "  Alice activates box \"{0}\"\n",
                           *const CAST = "  Alice casts \"Grizzly Bears\"\n"
                                         "  resolve\n  expect Alice battlefield \"Grizzly Bears\" 1\n";
  static const char *const BOARD = "player Alice\n  hand: Grizzly Bears\n  battlefield: Test Box as box\n"
                                   "player Bob\nturn 1 main\n";
  const Limit limit = {.before = "(card \"Test Box\" (types artifact) ",
                       .piece = "(activated tap-self (add-mana {R} :only-for (cmp (mana-value it) = 1%u))) ",
                       .after = "(activated (mana {0}) (add-mana {G}{G} :only-for (cmp (mana-value it) = 2))))"};
  for (u32 n = 62; n <= 63; n++) {
    for (u32 by_hand = 0; by_hand < 2; by_hand++) {
      CardDb db;
      Text reason, scenario;
      text_init(&reason, gavel_allocator_default());
      text_init(&scenario, gavel_allocator_default());
      cards_with(&db, &limit, n);
      text_addf(&scenario, "%s%s%s", BOARD, by_hand ? BY_HAND : "", CAST);
      ScenarioVerdict verdict = run_text(&db, text_str(&scenario).data, &reason);
      bool refused = verdict == SCENARIO_FAILED && strstr(text_str(&reason).data, "activate mana abilities first");
      if (n == 62 || by_hand ? verdict != SCENARIO_PASSED : !refused)
        fail_msg("%u uses: %.*s", n + 1, (int)reason.length, text_str(&reason).data);
      text_free(&scenario);
      text_free(&reason);
      carddb_free(&db);
    }
  }
}

/* A choice that is made anew each time a cost is paid, and a number of which only so many values are offered. */
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

/* Effects that do something so often that nobody could wait for it, and what the game must say: null if it may do it, or ask
   somebody. */
static const struct {
  const char *effect, *limit;
} HUGE_EFFECTS[] = {
    {"(draw 999999999)", "limits.evaluations"},
    {"(draw 999999999 :player players)", "limits.evaluations"},
    {"(repeat 999999999 (gain-life 1))", "limits.evaluations"},
    {"(repeat 999999999 (repeat 999999999 (repeat 999999999 (seq))))", "limits.evaluations"},
    {"(repeat 999999999 (choose $c 1 1 you))", "limits.evaluations"},
    {"(repeat 999999999 (if (cmp 1 = 2) (gain-life 1)))", "limits.evaluations"},
    {"(add-mana-choice 999999999 green :each)", "limits.evaluations"},
    {"(add-mana-choice 999999999 green)", NULL},
    {"(create 999999999 (token-spec (set-types creature) (base-pt 1 1)))", "limits."},
    {"(create-copy 999999999 self)", "limits."},
    {"(modal 999999999 999999999 (mode (gain-life 1)) (mode (draw 1)) :repeat)", "modes that must be chosen"},
    {"(modal 999999999 999999999 (mode (gain-life 1) :cost (mana {0})) (mode (draw 1)) :repeat)", NULL},
    {"(mill 999999999)", NULL},
    {"(scry 999999999)", NULL},
    {"(surveil 999999999)", NULL},
    {"(fateseal 999999999)", NULL},
    {"(investigate :n 999999999)", "limits."},
    {"(incubate 999999999)", NULL},
    {"(discover 999999999)", NULL},
    {"(amass 999999999 Zombie)", NULL},
    {"(bolster 999999999)", NULL},
    {"(connive (all battlefield (type creature)) :n 999999999)", NULL},
    {"(put-counters charge 999999999 self)", NULL},
    {"(roll-die $d 6 :dice 999999999)", "dice rolled at once"},
    {"(reveal-until $r $s (type land) :n 999999999)", NULL},
    {"(search $s 0 999999999 library always)", NULL},
    {"(choose-number $n 999999999 999999999)", NULL},
    {"(choose $c 999999999 999999999 (all battlefield (type creature)) :random)", NULL},
};

/* Casts a sorcery with that effect, and answers what is asked at random. */
static GavelGame *game_with_effect(const char *effect, u32 number) {
  GavelGameDef def = match_def();
  def.limits = (GavelLimits){.evaluations = 200000, .events = 100000, .objects = 10000};
  Text card;
  char name[32];
  snprintf(name, sizeof name, "Huge Effect %u", number);
  text_init(&card, gavel_allocator_default());
  text_addf(&card, "(card \"%s\" (cost {0}) (types sorcery) (spell %s))", name, effect);
  match_add(text_str(&card).data);
  text_free(&card);
  GavelGame *game = match_game(&def);
  for (u32 p = 0; p < 2; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 20);
  match_put(game, GAVEL_ZONE_HAND, 0, name, 1);
  assert_ok(game, gavel_game_start_at(game, 2, 0, GAVEL_STEP_MAIN));
  return game;
}

static void test_an_effect_may_be_huge_but_not_endless(void **state) {
  (void)state;
  for (u32 i = 0; i < COUNT_OF(HUGE_EFFECTS); i++) {
    GavelGame *game = game_with_effect(HUGE_EFFECTS[i].effect, i);
    u64 random = 1;
    GavelDecision asked;
    for (u32 answers = 0; answers < 100 && gavel_game_decision(game, &asked); answers++)
      (void)gavel_game_answer(game, match_random(&random, asked.option_count));
    GavelStatus status = gavel_game_status(game);
    const char *limit = HUGE_EFFECTS[i].limit, *message = gavel_game_message(game);
    if (status && status != GAVEL_E_LIMIT) fail_msg("%s: %s", HUGE_EFFECTS[i].effect, message);
    if (limit && (!status || !strstr(message, limit)))
      fail_msg("%s: expected \"%s\", found: %s", HUGE_EFFECTS[i].effect, limit, message);
    gavel_game_destroy(game);
  }
}

/* A card that is laid out so often, and where: a permanent of player 0, or a card in their hand. */
typedef struct Laid {
  const char *name;
  u32 count;
  GavelZone zone;
} Laid;

/* Boards on which one thing must not be done again for each other thing, and how many evaluations are enough to pass
   priority twice, or to do what is named; then so many abilities have triggered. */
static const struct {
  const char *cards, *act;
  u32 evaluations, triggers;
  Laid laid[5];
} MANY[] = {
    /* A cost that needs three objects, of which there are many, many and none. */
    {"(card \"Triple Altar\" (types artifact) (activated (costs "
     "(pay-with $a 1 1 (all battlefield (controlled-by you)) (tap $a)) "
     "(pay-with $b 1 1 (all battlefield (type creature)) (sacrifice $b)) "
     "(pay-with $c 1 1 (all battlefield (type battle)) (sacrifice $c))) (gain-life 1)))",
     NULL,
     40000,
     0,
     {{"Triple Altar", 1, GAVEL_ZONE_BATTLEFIELD}, {"Grizzly Bears", 100, GAVEL_ZONE_BATTLEFIELD}}},
    /* Power that is counted, beside what gives each spell an ability. */
    {"(card \"Counting Beast\" (types creature) (pt 1 1) "
     "(static (affect self (pt (count (all battlefield (type creature))) 0))))"
     "(card \"Wand of Convoking\" (types artifact) "
     "(static (affect (all stack (and spell-on-stack (controlled-by you))) (gain convoke))))",
     NULL,
     150000,
     0,
     {{"Counting Beast", 100, GAVEL_ZONE_BATTLEFIELD},
      {"Wand of Convoking", 1, GAVEL_ZONE_BATTLEFIELD},
      {"Grizzly Bears", 40, GAVEL_ZONE_HAND}}},
    /* Beside that, creatures that enter at once, which power counts, and an ability notices once all have. */
    {"(card \"Greeter\" (types creature) (pt 1 1) (static (affect self (pt (happened (enters (type creature))) 0))) "
     "(triggered (enters (type creature)) (gain-life 1) :if (cmp (power self) >= 61)))"
     "(card \"Crowd\" (cost {0}) (types sorcery) (spell (create 60 (token-spec (set-types creature) (base-pt 1 1)))))",
     "cast Crowd",
     200000,
     60,
     {{"Counting Beast", 100, GAVEL_ZONE_BATTLEFIELD},
      {"Greeter", 1, GAVEL_ZONE_BATTLEFIELD},
      {"Crowd", 1, GAVEL_ZONE_HAND}}},
};

static void answer_with(GavelGame *game, const char *wanted) {
  GavelDecision asked;
  char text[256];
  assert_true(gavel_game_decision(game, &asked));
  for (u32 i = 0; i < asked.option_count; i++) {
    gavel_game_option_text(game, i, text, sizeof text);
    if (strncmp(text, wanted, strlen(wanted)) == 0) {
      assert_ok(game, gavel_game_answer(game, i));
      return;
    }
  }
  fail_msg("there is no \"%s\"", wanted);
}

static void test_large_boards_are_worked_out_once(void **state) {
  (void)state;
  for (u32 i = 0; i < COUNT_OF(MANY); i++) {
    match_add(MANY[i].cards);
    GavelGameDef def = match_def();
    def.limits.evaluations = MANY[i].evaluations;
    GavelGame *game = match_game(&def);
    for (u32 p = 0; p < 2; p++) match_put(game, GAVEL_ZONE_LIBRARY, p, "Forest", 20);
    for (u32 k = 0; k < COUNT_OF(MANY[i].laid) && MANY[i].laid[k].name; k++)
      match_put(game, MANY[i].laid[k].zone, 0, MANY[i].laid[k].name, MANY[i].laid[k].count);
    assert_ok(game, gavel_game_start_at(game, 2, 0, GAVEL_STEP_MAIN));
    if (MANY[i].act) answer_with(game, MANY[i].act);
    answer_with(game, "pass");
    answer_with(game, "pass");
    assert_ok(game, gavel_game_status(game));
    assert_int_equal(gavel_game_zone_count(game, GAVEL_ZONE_STACK, 0), MANY[i].triggers);
    gavel_game_destroy(game);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_stays_within_a_limit_plays_and_what_exceeds_it_names_it),
      cmocka_unit_test(test_permanents_alike_share_the_use_their_mana_is_restricted_to),
      cmocka_unit_test(test_mana_of_too_many_uses_is_made_by_hand),
      cmocka_unit_test(test_what_the_board_makes_too_large_names_its_limit),
      cmocka_unit_test_setup_teardown(test_large_boards_are_worked_out_once, match_cards_open, match_cards_close),
      cmocka_unit_test_setup_teardown(test_an_effect_may_be_huge_but_not_endless, match_cards_open, match_cards_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
