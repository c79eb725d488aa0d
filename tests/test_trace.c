/* Accounts and boards in JSON, of scenarios of every sort and for everybody who may look. With GAVEL_TRACE=FILE they are
   written there, a line each; tests/trace_schema.py holds them to docs/trace.schema.json. */
#include "support/file.h"
#include "support/test.h"

#include "gavel/session.h"

#include <stdio.h>
#include <stdlib.h>

static char out[1 << 22];

static const char *const FILES[] = {
    "tests/accounts/happens.scenario",        "tests/accounts/does-not.scenario",
    "scenarios/language/setup.scenario",      "scenarios/language/answers.scenario",
    "scenarios/melding/leaving.scenario",     "scenarios/faces/face-down.scenario",
    "scenarios/merging/mutate.scenario",      "scenarios/commander/commander.scenario",
    "scenarios/combat/declarations.scenario",
};

static void write_line(FILE *file, const char *kind) {
  if (file) fprintf(file, "{\"%s\":%s}\n", kind, out);
}

static void write_session(GavelSession *s, FILE *file) {
  static const uint32_t VIEWERS[] = {GAVEL_NO_PLAYER, 0, 1};
  size_t length = gavel_session_account(s, GAVEL_ACCOUNT_JSON, 0, out, sizeof out);
  assert_true(length < sizeof out && out[0] == '[' && out[length - 1] == ']');
  write_line(file, "account");
  for (u32 v = 0; v < COUNT_OF(VIEWERS) && gavel_session_game(s); v++) {
    length = gavel_session_board(s, VIEWERS[v], out, sizeof out);
    assert_true(length < sizeof out && out[0] == '{' && out[length - 1] == '}');
    write_line(file, "board");
  }
}

/* Also as it stands before its last lines are carried out, when something may be asked. */
static void all_of_a_scenario_is_json(void **state) {
  (void)state;
  const char *path = getenv("GAVEL_TRACE");
  FILE *file = path ? fopen(path, "w") : NULL;
  GavelCardsDef cards_def = gavel_cards_def_default();
  GavelSessionDef def = gavel_session_def_default();
  if (path) assert_non_null(file);
  assert_int_equal(gavel_cards_create(&cards_def, &def.cards, NULL), GAVEL_OK);
  for (u32 f = 0; f < COUNT_OF(FILES); f++) {
    Text text = test_file(FILES[f]);
    GavelError error = {0};
    u32 count = 1;
    def.text = text.data;
    def.length = text.length;
    for (def.scenario = 0; def.scenario < count; def.scenario++) {
      GavelSession *s;
      if (gavel_session_create(&def, &s, &error)) fail_msg("%s:%u: %s", FILES[f], error.line, error.message);
      count = gavel_session_scenarios(s);
      write_session(s, file);
      for (u32 turn = 1; turn < 3; turn++) {
        char moment[32];
        snprintf(moment, sizeof moment, "turn %u main", turn);
        if (!gavel_session_go(s, moment, &error)) write_session(s, file);
      }
      gavel_session_destroy(s);
    }
    text_free(&text);
  }
  if (file) assert_int_equal(fclose(file), 0);
  gavel_cards_destroy(def.cards);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_of_a_scenario_is_json)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
