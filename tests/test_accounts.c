/* Accounts of things that happen and of things that don't, as tests/accounts/NAME.txt keeps them, NAME.it.txt in Italian and
   NAME.full.txt with every event; GAVEL_UPDATE=1 writes them anew. What a scenario calls `shown` is told layer by layer behind its account. */
#include "support/file.h"
#include "support/test.h"

#include "gavel/session.h"

#include <stdio.h>

/* An account is for people: more lines than these nobody reads. */
#define LINES_MOST 12u

static char out[1u << 16];

static u32 lines_of(const char *text) {
  u32 lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

static void add_brief(GavelSession *s, Text *all) {
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, 0, out, sizeof out);
  if (lines_of(out) > LINES_MOST) fail_msg("%s: more than %u lines:\n%s", gavel_session_title(s), LINES_MOST, out);
  if (strstr(out, " mana ")) fail_msg("%s: speaks of mana:\n%s", gavel_session_title(s), out);
  text_adds(all, out);
}

static void add_account(GavelSession *s, GavelAccount grain, Text *all) {
  GavelError error = {0};
  u32 line;
  if (gavel_session_verdict(s, &line)) {
    gavel_session_reason(s, out, sizeof out);
    fail_msg("%s: line %u: %s", gavel_session_title(s), line, out);
  }
  text_addf(all, "# %s\n", gavel_session_title(s));
  if (grain == GAVEL_ACCOUNT_BRIEF) {
    add_brief(s, all);
  } else {
    gavel_session_account(s, grain, 0, out, sizeof out);
    text_adds(all, out);
  }
  if (!gavel_session_explain(s, "shown", out, sizeof out, NULL, &error)) text_adds(all, out);
  text_addc(all, '\n');
}

/* What stands behind NAME for an account in that language and grain. */
static const char *suffix_of(GavelLanguage language, GavelAccount grain) {
  if (grain == GAVEL_ACCOUNT_FULL) return ".full";
  return language == GAVEL_ITALIAN ? ".it" : "";
}

static void accounts_are_as_kept(const char *name, u32 least, GavelLanguage language, GavelAccount grain) {
  char path[64];
  GavelCardsDef cards_def = gavel_cards_def_default();
  GavelSessionDef def = gavel_session_def_default();
  GavelError error = {0};
  Text all;
  text_init(&all, gavel_allocator_default());
  assert_int_equal(gavel_cards_create(&cards_def, &def.cards, NULL), GAVEL_OK);
  snprintf(path, sizeof path, "tests/accounts/%s.scenario", name);
  Text text = test_file(path);
  def.text = text.data;
  def.language = language;
  def.length = text.length;
  u32 count = 1;
  for (def.scenario = 0; def.scenario < count; def.scenario++) {
    GavelSession *s;
    if (gavel_session_create(&def, &s, &error)) fail_msg("%s:%u: %s", path, error.line, error.message);
    count = gavel_session_scenarios(s);
    add_account(s, grain, &all);
    gavel_session_destroy(s);
  }
  assert_true(count >= least);
  snprintf(path, sizeof path, "tests/accounts/%s%s.txt", name, suffix_of(language, grain));
  test_file_holds(path, text_str(&all));
  gavel_cards_destroy(def.cards);
  text_free(&text);
  text_free(&all);
}

static void told_in_brief_in_both_languages_and_in_full(const char *name, u32 least) {
  accounts_are_as_kept(name, least, GAVEL_ENGLISH, GAVEL_ACCOUNT_BRIEF);
  accounts_are_as_kept(name, least, GAVEL_ITALIAN, GAVEL_ACCOUNT_BRIEF);
  accounts_are_as_kept(name, least, GAVEL_ENGLISH, GAVEL_ACCOUNT_FULL);
}

static void what_happens_is_told(void **state) {
  (void)state;
  told_in_brief_in_both_languages_and_in_full("happens", 10);
}

static void what_does_not_happen_is_told(void **state) {
  (void)state;
  told_in_brief_in_both_languages_and_in_full("does-not", 10);
  told_in_brief_in_both_languages_and_in_full("further", 14);
  told_in_brief_in_both_languages_and_in_full("turns", 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_happens_is_told),
      cmocka_unit_test(what_does_not_happen_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
