/* Rules belong to events: each number that an event may cite is one of the rules, what it is about agrees with the event that
   cites it, and citations that are shifted to the next event are found out. */
#include "support/file.h"
#include "support/test.h"

#include "explain/account.h"
#include "explain/citations.h"
#include "gavel/session.h"
#include "scenario/run.h"
#include "scenario/scenario_parse.h"

#include "api/api.h"

#include <stdio.h>

static const char RULES[] = "../shared/reference/rules.tsv";

/* Whether the numbers of the rules hold that one, or, of a section, one of its rules. */
static bool is_rule(const Text *rules, const char *number) {
  char line[32];
  size_t length = strlen(number);
  snprintf(line, sizeof line, "\n%s", number);
  for (const char *at = strstr(rules->data, line); at; at = strstr(at + 1, line)) {
    char next = at[length + 1];
    if (next == '\t' || next == '.' || (next >= 'a' && next <= 'z' && strchr(number, '.'))) return true;
  }
  return false;
}

static void rows_are_in_order_and_of_todays_rules(void **state) {
  (void)state;
  u32 count;
  const Citation *rows = citations(&count);
  assert_true(count > 0);
  for (u32 i = 0; i + 1 < count; i++) assert_true(strcmp(rows[i].number, rows[i + 1].number) < 0);
  FILE *file = fopen(RULES, "rb");
  if (!file) {
    print_message("SKIPPED: %s is not there, so that no number was compared with the rules\n", RULES);
    skip();
  }
  fclose(file);
  Text rules = test_file(RULES);
  for (u32 i = 0; i < count; i++)
    if (!is_rule(&rules, rows[i].number)) fail_msg("%s is no rule", rows[i].number);
  text_free(&rules);
}

static void a_subrule_without_a_row_is_about_what_its_rule_is_about(void **state) {
  (void)state;
  assert_true(citation_fits("704.5g", EVENT_DESTROY));
  assert_false(citation_fits("704.5g", EVENT_MOVE));
  assert_true(citation_fits("120.3e", EVENT_DAMAGE));
  assert_true(citation_fits("705.2", EVENT_COIN));
  assert_true(citation_fits("103.8a", EVENT_STEP));
  assert_false(citation_fits("103.8a", EVENT_TURN));
  assert_false(citation_is("117.3a"));
  assert_false(citation_is("613.1f"));
  assert_true(citation_fits("608.2c", EVENT_DRAW));
}

/* --- accounts -------------------------------------------------------------------------------- */

static void on_rule(void *user, const char *number) { account_rule(user, number, REF_NONE); }
static void on_rule_about(void *user, const char *number, Ref object) { account_rule(user, number, object); }
static void on_event(void *user, const Game *game, const Event *event) {
  account_event(user, (Game *)(uintptr_t)game, event);
}

/* Of all citations of an account how many agree with the entry so many further on. */
static void count_fitting(const Account *account, u32 shift, u32 *all, u32 *fitting) {
  for (u32 i = 0; i + shift < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i], *on = &account->entries.data[i + shift];
    if (entry->kind != ACCOUNT_EVENT || on->kind != ACCOUNT_EVENT) continue;
    for (u32 k = 0; k < entry->rules; k++) {
      ++*all;
      *fitting += citation_fits(account->rules.data[entry->rule + k], (EventKind)on->event);
    }
  }
}

static void citations_agree_with_their_events_and_with_no_others(void **state) {
  (void)state;
  static const char *const FILES[] = {"samples/bolt.scenario", "samples/question.scenario",
                                      "scenarios/combat/plain.scenario", "scenarios/copying/entering.scenario"};
  GavelCardsDef def = gavel_cards_def_default();
  GavelCards *cards;
  GavelAllocator allocator = gavel_allocator_default();
  u32 all = 0, fitting = 0, shifted_all = 0, shifted = 0;
  assert_int_equal(gavel_cards_create(&def, &cards, NULL), GAVEL_OK);
  for (u32 i = 0; i < COUNT_OF(FILES); i++) {
    Arena arena;
    ScenarioFile *file;
    GavelError error = {0};
    Text text = test_file(FILES[i]);
    arena_init(&arena, allocator);
    assert_int_equal(scenario_parse(&arena, &allocator, str_of(FILES[i]), text_str(&text), &file, &error), GAVEL_OK);
    for (u32 k = 0; k < file->scenarios.count; k++) {
      Account account;
      ScenarioResult result;
      Text reason;
      text_init(&reason, allocator);
      account_init(&account, NULL, GAVEL_ENGLISH, allocator);
      account.listener = (Listener){.rule = on_rule, .about = on_rule_about, .event = on_event, .user = &account};
      ScenarioOptions options = {.listener = &account.listener};
      assert_int_equal(scenario_run(api_carddb(cards), file->scenarios.data[k], &options, &result, &reason), GAVEL_OK);
      count_fitting(&account, 0, &all, &fitting);
      count_fitting(&account, 1, &shifted_all, &shifted);
      scenario_result_free(&result, &allocator);
      account_free(&account);
      text_free(&reason);
    }
    arena_free(&arena);
    text_free(&text);
  }
  gavel_cards_destroy(cards);
  assert_true(all > 40);
  assert_int_equal(fitting, all);
  if (shifted * 2 > shifted_all) fail_msg("%u of %u citations would fit the next event as well", shifted, shifted_all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_in_order_and_of_todays_rules),
      cmocka_unit_test(a_subrule_without_a_row_is_about_what_its_rule_is_about),
      cmocka_unit_test(citations_agree_with_their_events_and_with_no_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
