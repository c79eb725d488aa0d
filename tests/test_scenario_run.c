/* The runner of scenarios: what passes, what does not, where and why, and how it is reported. */
#include "support/cards.h"
#include "support/file.h"
#include "support/test.h"

#include "scenario/report.h"
#include "scenario/run.h"
#include "scenario/scenario_parse.h"
#include "state/setup.h"

#define FIXTURES "tests/data/scenario_run/"

static CardDb db;

/* --- files --------------------------------------------------------------------------------------------- */

static int cards_open(void **state) {
  (void)state;
  test_cards(&db);
  Text text;
  GavelError error = {0};
  text = test_file(FIXTURES "cards.card");
  if (carddb_load_text(&db, text_str(&text), &error))
    fail_msg(FIXTURES "cards.card:%u:%u: %s", error.line, error.column, error.message);
  assert_int_equal(carddb_link(&db, &error), GAVEL_OK);
  text_free(&text);
  return 0;
}

static int cards_close(void **state) {
  (void)state;
  carddb_free(&db);
  return 0;
}

/* --- runs ---------------------------------------------------------------------------------------------- */

/* A scenario that has been run, and all it takes. */
typedef struct Ran {
  Arena arena;
  ScenarioFile *file;
  ScenarioResult result;
  Text reason;
} Ran;

static void ran_parse(Ran *ran, const char *name, Str text) {
  GavelAllocator allocator = gavel_allocator_default();
  GavelError error = {0};
  arena_init(&ran->arena, allocator);
  if (scenario_parse(&ran->arena, &allocator, str_of(name), text, &ran->file, &error))
    fail_msg("%s:%u:%u: %s", name, error.line, error.column, error.message);
}

static void ran_run(Ran *ran, u32 scenario, const ScenarioOptions *options) {
  text_init(&ran->reason, gavel_allocator_default());
  GavelStatus status = scenario_run(&db, ran->file->scenarios.data[scenario], options, &ran->result, &ran->reason);
  assert_int_equal(status, GAVEL_OK);
}

static void ran_clear(Ran *ran) {
  GavelAllocator allocator = gavel_allocator_default();
  scenario_result_free(&ran->result, &allocator);
  text_free(&ran->reason);
}

/* Runs a file of one scenario. */
static void ran_open(Ran *ran, const char *text, const ScenarioOptions *options) {
  ran_parse(ran, "test", str_of(text));
  assert_int_equal(ran->file->scenarios.count, 1);
  ran_run(ran, 0, options);
}

static void ran_close(Ran *ran) {
  ran_clear(ran);
  arena_free(&ran->arena);
}

static bool holds(Str text, Str part) {
  for (u32 i = 0; i + part.length <= text.length; i++)
    if (memcmp(text.data + i, part.data, part.length) == 0) return true;
  return false;
}

#define assert_reason(ran, part)                                                              \
  do {                                                                                        \
    if (!holds(text_str(&(ran)->reason), STR(part)))                                          \
      fail_msg("expected a reason with \"%s\", found: %.*s", part, (int)(ran)->reason.length, \
               text_str(&(ran)->reason).data);                                                \
  } while (0)

/* --- verdicts ------------------------------------------------------------------------------------------ */

static void test_what_the_language_can_say_passes(void **state) {
  (void)state;
  Text text;
  Ran ran;
  text = test_file(FIXTURES "passing.scenario");
  ran_parse(&ran, "passing.scenario", text_str(&text));
  assert_true(ran.file->scenarios.count > 10);
  for (u32 i = 0; i < ran.file->scenarios.count; i++) {
    ran_run(&ran, i, NULL);
    if (ran.result.verdict != SCENARIO_PASSED)
      fail_msg("line %u: %.*s", ran.result.line, (int)ran.reason.length, text_str(&ran.reason).data);
    assert_int_equal(ran.reason.length, 0);
    assert_int_equal(ran.result.line, 0);
    assert_true(ran.result.hash != 0);
    ran_clear(&ran);
  }
  arena_free(&ran.arena);
  text_free(&text);
}

/* The line that ends in the word, from a line on; 0 if there is none. */
static u32 marked_line(Str text, u32 from, const char *mark) {
  u32 line = 1, begin = 0;
  for (u32 i = 0; i <= text.length; i++) {
    if (i < text.length && text.data[i] != '\n') continue;
    if (line >= from && holds((Str){text.data + begin, i - begin}, str_of(mark))) return line;
    begin = i + 1;
    line++;
  }
  return 0;
}

static void test_what_must_not_pass_is_found_where_it_is_and_told(void **state) {
  (void)state;
  Text text;
  Ran ran;
  text = test_file(FIXTURES "failing.scenario");
  ran_parse(&ran, "failing.scenario", text_str(&text));
  assert_true(ran.file->scenarios.count > 30);
  for (u32 i = 0; i < ran.file->scenarios.count; i++) {
    const Scenario *s = ran.file->scenarios.data[i];
    assert_int_equal(s->cites.count, 1);
    Str cite = s->cites.data[0].text;
    u32 colon = 0;
    while (colon < cite.length && cite.data[colon] != ':') colon++;
    Str part = {cite.data + colon + 2, cite.length - colon - 2};
    ran_run(&ran, i, NULL);
    Str verdict = str_of(scenario_verdict_text(ran.result.verdict));
    u32 line = marked_line(text_str(&text), s->place.line, "# here");
    if (!str_equal(verdict, (Str){cite.data, colon}) || !holds(text_str(&ran.reason), part) || ran.result.line != line)
      fail_msg("%.*s: expected line %u, %.*s; found line %u, %s: %.*s", (int)s->title.length, s->title.data, line,
               (int)cite.length, cite.data, ran.result.line, verdict.data, (int)ran.reason.length,
               text_str(&ran.reason).data);
    ran_clear(&ran);
  }
  arena_free(&ran.arena);
  text_free(&text);
}

/* --- what goes in --------------------------------------------------------------------------------------- */

static const char BEARS[] = "scenario \"Bears\"\n"
                            "player Alice\n"
                            "  hand: Grizzly Bears\n"
                            "  battlefield: 2 Forest; Grizzly Bears\n"
                            "turn 1 main\n"
                            "  Alice casts \"Grizzly Bears\"\n"
                            "  resolve\n"
                            "  expect Alice battlefield \"Grizzly Bears\" 2\n";

static void test_the_limit_of_decisions_fails_with_that_reason(void **state) {
  (void)state;
  Ran ran;
  ran_open(&ran, BEARS, NULL);
  assert_int_equal(ran.result.verdict, SCENARIO_PASSED);
  u64 needed = ran.result.decisions;
  ran_close(&ran);
  assert_true(needed > 2);
  ran_open(&ran, BEARS, &(ScenarioOptions){.limit = needed + 1}); /* the last waits */
  assert_int_equal(ran.result.verdict, SCENARIO_PASSED);
  ran_close(&ran);
  ran_open(&ran, BEARS, &(ScenarioOptions){.limit = 2});
  assert_int_equal(ran.result.verdict, SCENARIO_FAILED);
  assert_int_equal(ran.result.decisions, 2);
  assert_true(ran.result.line >= 5);
  assert_reason(&ran, "the limit of 2 decisions is reached");
  ran_close(&ran);
}

static void test_a_companion_needs_a_deck_of_its_kind(void **state) {
  (void)state;
  Ran ran;
  ran_open(&ran,
           "scenario \"Bears are no cats\"\n"
           "player Alice\n"
           "  hand: Grizzly Bears\n"
           "  sideboard: \"Kaheera, the Orphanguard\", companion\n"
           "turn 1 main\n",
           NULL);
  assert_int_equal(ran.result.verdict, SCENARIO_FAILED);
  assert_int_equal(ran.result.line, 4);
  assert_reason(&ran, "this can't be the companion of the deck");
  ran_close(&ran);
}

static void test_only_what_can_attack_is_set_up_attacking(void **state) {
  (void)state;
  static const struct {
    const char *text;
    u32 line;
    const char *says;
  } CASES[] = {
      {"scenario \"A bear in combat in a main phase\"\n"
       "player Alice\n"
       "  battlefield: Grizzly Bears, attacking\n"
       "turn 1 main\n",
       3, "nothing attacks outside of combat (506.1)"},
      {"scenario \"No creature\"\n"
       "player Alice\n"
       "  battlefield: Glorious Anthem, attacking\n"
       "turn 1 attackers\n",
       3, "only a creature can be attacking (506.3)"},
      {"scenario \"Not the active player's\"\n"
       "player Alice\n"
       "player Bob\n"
       "  battlefield: Grizzly Bears, attacking\n"
       "turn 1 attackers\n",
       4, "only the active player's creatures attack (506.2)"},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    Ran ran;
    ran_open(&ran, CASES[i].text, NULL);
    assert_int_equal(ran.result.verdict, SCENARIO_FAILED);
    assert_int_equal(ran.result.line, CASES[i].line);
    assert_reason(&ran, CASES[i].says);
    ran_close(&ran);
  }
}

static void test_only_permanent_cards_are_set_up_on_the_battlefield(void **state) {
  (void)state;
  Ran ran;
  ran_open(&ran,
           "scenario \"An instant\"\n"
           "player Alice\n"
           "  hand: Lightning Bolt\n"
           "  battlefield: Grizzly Bears; Lightning Bolt\n"
           "turn 1 main\n",
           NULL);
  assert_int_equal(ran.result.verdict, SCENARIO_FAILED);
  assert_int_equal(ran.result.line, 4);
  assert_reason(&ran, "Lightning Bolt can't be on the battlefield: only permanent cards can (110.4)");
  ran_close(&ran);
  ran_open(&ran,
           "scenario \"Face down\"\n"
           "player Alice\n"
           "  battlefield: Lightning Bolt as it, face-down manifest\n"
           "turn 1 main\n"
           "  expect it is 2/2\n",
           NULL);
  assert_int_equal(ran.result.verdict, SCENARIO_PASSED);
  ran_close(&ran);
}

static void test_a_limit_of_the_game_fails_with_its_name(void **state) {
  (void)state;
  Limits limits = GAME_LIMITS_DEFAULT;
  limits.objects = 50;
  Ran ran;
  ran_open(&ran, BEARS, &(ScenarioOptions){.limits = &limits});
  assert_int_equal(ran.result.verdict, SCENARIO_FAILED);
  assert_reason(&ran, "the game failed: ");
  assert_reason(&ran, "objects");
  assert_true(ran.result.hash == 0);
  ran_close(&ran);
}

/* Wherever the limit ends the game, in a checked build also where only one of the two ways reaches it. */
static void test_any_limit_on_evaluations_ends_the_game_or_is_enough(void **state) {
  (void)state;
  bool ended = false, passed = false;
  for (u32 most = 1; !passed; most += 1 + most / 16) {
    Ran ran;
    ran_open(&ran,
             "scenario \"A number decides what is destroyed\"\n"
             "player Alice\n"
             "  hand: Void\n"
             "  battlefield: 3 Swamp; 2 Mountain\n"
             "player Bob\n"
             "  hand: Silvercoat Lion; Lightning Bolt\n"
             "  battlefield: Grizzly Bears; Hill Giant\n"
             "turn 1 main\n"
             "  Alice casts \"Void\" targeting Bob\n"
             "  resolve\n"
             "  Alice answers 2\n"
             "  expect Bob graveyard \"Grizzly Bears\" 1\n",
             &(ScenarioOptions){.limits = &(Limits){.evaluations = most}});
    passed = ran.result.verdict == SCENARIO_PASSED;
    if (!passed) assert_reason(&ran, "limits.evaluations");
    ended |= !passed;
    ran_close(&ran);
  }
  assert_true(ended);
}

typedef struct Seen {
  u64 decisions;
  const Game *game;
} Seen;

static Game *see(void *user, Game *g) {
  Seen *seen = user;
  assert_false(g->running);
  assert_int_not_equal(core(g)->decision.kind, DECISION_NONE);
  seen->decisions++;
  seen->game = g;
  return g;
}

static void count_rule(void *user, const char *number) {
  u32 *resolved = user;
  *resolved += strcmp(number, "608.3a") == 0;
}

static void test_who_looks_on_sees_every_decision_and_every_rule(void **state) {
  (void)state;
  Seen seen = {0};
  u32 resolved = 0;
  Listener listener = {.rule = count_rule, .user = &resolved};
  Ran ran;
  ran_open(&ran, BEARS, &(ScenarioOptions){.at_decision = see, .user = &seen, .listener = &listener});
  assert_int_equal(ran.result.verdict, SCENARIO_PASSED);
  assert_true(seen.decisions > ran.result.decisions); /* those with a single option do not count as answered */
  assert_int_equal(resolved, 1);
  u64 hash = ran.result.hash;
  ran_close(&ran);
  ran_open(&ran, BEARS, NULL);
  assert_true(ran.result.hash == hash);
  ran_close(&ran);
}

static bool knows_why(void *user, Str name, Text *out) {
  text_adds(out, "asked about ");
  text_add(out, name);
  return *(bool *)user;
}

static void test_an_unknown_card_is_explained_before_anything_runs(void **state) {
  (void)state;
  static const char UNKNOWN[] = "player Alice\n"
                                "  hand: Forest; Grizly Bears\n"
                                "turn 1 main\n";
  bool knows = true;
  ScenarioOptions options = {.why_unknown = knows_why, .user = &knows};
  Ran ran;
  ran_open(&ran, UNKNOWN, &options);
  assert_int_equal(ran.result.verdict, SCENARIO_UNSUPPORTED);
  assert_int_equal(ran.result.line, 2);
  assert_str_is(text_str(&ran.reason), "asked about Grizly Bears");
  assert_int_equal(ran.result.decisions, 0);
  assert_true(ran.result.hash == 0);
  ran_close(&ran);
  ran_open(&ran, UNKNOWN, NULL);
  assert_int_equal(ran.result.verdict, SCENARIO_UNSUPPORTED);
  assert_reason(&ran, "no card is called \"Grizly Bears\"; nearest: \"Grizzly Bears\"");
  ran_close(&ran);
}

/* --- reports -------------------------------------------------------------------------------------------- */

static ScenarioOutcome outcome_of(const Ran *ran) {
  return (ScenarioOutcome){.file = STR("some/file"),
                           .title = ran->file->scenarios.data[0]->title,
                           .result = &ran->result,
                           .reason = text_str(&ran->reason)};
}

static void test_json_is_one_object_a_scenario(void **state) {
  (void)state;
  Ran ran;
  Text out;
  text_init(&out, gavel_allocator_default());
  ran_open(&ran, BEARS, NULL);
  ScenarioOutcome outcome = outcome_of(&ran);
  scenario_report_json(&outcome, &out);
  assert_str_is(text_str(&out), "{\"file\":\"some/file\",\"scenario\":\"Bears\",\"result\":\"pass\",\"line\":0,"
                                "\"reason\":\"\",\"cards\":[\"Grizzly Bears\",\"Forest\"],"
                                "\"passed_over\":[]}\n");
  ran_close(&ran);
  text_clear(&out);
  ran_open(&ran, "scenario \"A \\\\ and ä\"\nplayer Alice\n  hand: No Such Card\nturn 1 main\n", NULL);
  outcome = outcome_of(&ran);
  outcome.file = STR("a\"b\n\x01\xff");
  outcome.reason = STR("why\tnot");
  scenario_report_json(&outcome, &out);
  assert_str_is(text_str(&out), "{\"file\":\"a\\\"b\\n\\u0001\\ufffd\",\"scenario\":\"A \\\\ and "
                                "ä\",\"result\":\"unsupported\","
                                "\"line\":3,\"reason\":\"why\\u0009not\",\"cards\":[],\"passed_over\":[]}\n");
  ran_close(&ran);
  text_clear(&out);
  ScenarioResult malformed = {.verdict = SCENARIO_ERROR, .line = 7};
  outcome = (ScenarioOutcome){.file = STR("f"), .result = &malformed, .reason = STR("column 3: what")};
  scenario_report_json(&outcome, &out);
  assert_str_is(text_str(&out), "{\"file\":\"f\",\"scenario\":\"\",\"result\":\"error\",\"line\":7,"
                                "\"reason\":\"column 3: what\",\"cards\":[],\"passed_over\":[]}\n");
  text_free(&out);
}

static void test_what_lenient_passes_over_is_reported(void **state) {
  (void)state;
  Ran ran;
  Text out;
  text_init(&out, gavel_allocator_default());
  ran_open(&ran,
           "scenario \"Clone\"\nlenient\nplayer Alice\n  hand: Clone\n  battlefield: 4 Island; Grizzly Bears\n"
           "Alice answers \"Serra Angel\"\nturn 1 main\n  Alice answers red\n  Alice casts \"Clone\"\n  resolve\n",
           NULL);
  assert_int_equal(ran.result.verdict, SCENARIO_PASSED);
  ScenarioOutcome outcome = outcome_of(&ran);
  scenario_report_passed_over(&outcome, &out);
  assert_str_is(text_str(&out),
                "passed over: line 10: no answer was given; Alice decides: may, for Clone (608.2d); "
                "the default is no\n"
                "passed over: Alice \"Serra Angel\" (line 6) doesn't fit what was asked: Alice decides: may, "
                "for Clone (608.2d); options: no, yes\n"
                "passed over: Alice red (line 8) answers nothing that was asked\n");
  text_clear(&out);
  scenario_report_json(&outcome, &out);
  assert_true(holds(text_str(&out), STR("\"passed_over\":[\"line 10: no answer was given;")));
  ran_close(&ran);
  text_free(&out);
}

static void test_a_report_names_file_line_verdict_title_and_reason(void **state) {
  (void)state;
  Text out;
  text_init(&out, gavel_allocator_default());
  ScenarioResult result = {.verdict = SCENARIO_PASSED};
  ScenarioOutcome outcome = {.file = STR("f"), .title = STR("T"), .result = &result};
  scenario_report(&outcome, GAVEL_ENGLISH, &out);
  assert_int_equal(out.length, 0);
  result.verdict = SCENARIO_FAILED;
  result.line = 12;
  outcome.reason = STR("first\n\nsecond");
  scenario_report(&outcome, GAVEL_ENGLISH, &out);
  assert_str_is(text_str(&out), "f:12: fail: T\n    first\n\n    second\n");
  text_clear(&out);
  result = (ScenarioResult){.verdict = SCENARIO_ERROR};
  outcome.title = STR("");
  outcome.reason = STR("");
  scenario_report(&outcome, GAVEL_ENGLISH, &out);
  assert_str_is(text_str(&out), "f: error\n");
  text_free(&out);
}

static void test_the_tally_counts_errors_as_failed_and_unsupported_as_skipped(void **state) {
  (void)state;
  static const ScenarioVerdict VERDICTS[] = {SCENARIO_PASSED, SCENARIO_UNSUPPORTED, SCENARIO_ERROR,
                                             SCENARIO_PASSED, SCENARIO_FAILED,      SCENARIO_PASSED};
  ScenarioTally tally = {0};
  for (u32 i = 0; i < COUNT_OF(VERDICTS); i++) scenario_tally(&tally, VERDICTS[i]);
  Text out;
  text_init(&out, gavel_allocator_default());
  scenario_report_tally(&tally, GAVEL_ENGLISH, &out);
  assert_str_is(text_str(&out), "3 passed, 2 failed, 1 skipped\n");
  text_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_the_language_can_say_passes),
      cmocka_unit_test(test_what_must_not_pass_is_found_where_it_is_and_told),
      cmocka_unit_test(test_the_limit_of_decisions_fails_with_that_reason),
      cmocka_unit_test(test_a_companion_needs_a_deck_of_its_kind),
      cmocka_unit_test(test_only_what_can_attack_is_set_up_attacking),
      cmocka_unit_test(test_only_permanent_cards_are_set_up_on_the_battlefield),
      cmocka_unit_test(test_a_limit_of_the_game_fails_with_its_name),
      cmocka_unit_test(test_any_limit_on_evaluations_ends_the_game_or_is_enough),
      cmocka_unit_test(test_who_looks_on_sees_every_decision_and_every_rule),
      cmocka_unit_test(test_an_unknown_card_is_explained_before_anything_runs),
      cmocka_unit_test(test_json_is_one_object_a_scenario),
      cmocka_unit_test(test_what_lenient_passes_over_is_reported),
      cmocka_unit_test(test_a_report_names_file_line_verdict_title_and_reason),
      cmocka_unit_test(test_the_tally_counts_errors_as_failed_and_unsupported_as_skipped),
  };
  return cmocka_run_group_tests(tests, cards_open, cards_close);
}
