/* Sessions: what is done by words and by options is a scenario that comes to the same moment again; what fails is said and
   changes nothing. */
#include "support/allocator.h"
#include "support/file.h"
#include "support/public_cards.h"
#include "support/test.h"

#include "gavel/session.h"
#include "state/remarks.h"

#include <stdio.h>
#include <stdlib.h>

static char out[1 << 20];

static const char MOMENT[] = "player Alice\n"
                             "  hand: Lightning Bolt; Clone\n"
                             "  battlefield: 5 Mountain; 4 Island; Grizzly Bears as mine\n"
                             "player Bob\n"
                             "  battlefield: 2 Grizzly Bears; Serra Angel as angel\n"
                             "turn 1 main\n";

static GavelSessionDef def_of(const char *text) {
  GavelSessionDef def = gavel_session_def_default();
  def.cards = cards;
  def.text = text;
  return def;
}

static GavelSession *open_session(const char *text) {
  GavelSessionDef def = def_of(text);
  GavelSession *session;
  GavelError error = {0};
  if (gavel_session_create(&def, &session, &error)) fail_msg("%u:%u: %s", error.line, error.column, error.message);
  return session;
}

static uint64_t hash_of(const GavelSession *session) { return gavel_game_hash(gavel_session_game(session)); }

static void act(GavelSession *session, const char *lines) {
  GavelError error = {0};
  if (gavel_session_act(session, lines, &error)) fail_msg("%s: %u: %s", lines, error.line, error.message);
}

/* The scenario as it stands comes to the same moment. */
static void assert_exported(const GavelSession *session) {
  gavel_session_text(session, out, sizeof out);
  GavelSession *again = open_session(out);
  assert_int_equal(gavel_session_verdict(again, NULL), GAVEL_VERDICT_PASS);
  assert_int_equal(hash_of(again), hash_of(session));
  gavel_session_destroy(again);
}

static void assert_text_holds(const GavelSession *session, const char *piece) {
  gavel_session_text(session, out, sizeof out);
  if (!strstr(out, piece)) fail_msg("no \"%s\" in:\n%s", piece, out);
}

static void what_is_done_by_words_is_a_scenario(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  act(s, "Alice casts \"Lightning Bolt\" targeting mine\nresolve");
  assert_text_holds(s, "turn 1 main\n  Alice casts \"Lightning Bolt\" targeting mine\n  resolve\n");
  GavelRef gone;
  assert_int_equal(gavel_session_find(s, "\"Grizzly Bears\" in graveyard", &gone, NULL), GAVEL_OK);
  assert_exported(s);
  act(s, "turn 2 upkeep");
  assert_int_equal(gavel_game_situation(gavel_session_game(s)).turn, 2);
  assert_exported(s);
  gavel_session_destroy(s);
}

static void an_option_is_written_in_words_that_mean_it(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  GavelDecision d;
  act(s, "Alice casts \"Clone\"\nresolve");
  assert_true(gavel_game_decision(gavel_session_game(s), &d));
  assert_int_equal(d.kind, GAVEL_DECISION_MAY);
  assert_int_equal(gavel_session_take(s, 1, NULL), GAVEL_OK);
  assert_true(gavel_game_decision(gavel_session_game(s), &d));
  assert_int_equal(d.kind, GAVEL_DECISION_OBJECT);
  assert_int_equal(d.option_count, 4);
  GavelRef third = gavel_game_options(gavel_session_game(s))[2].ref;
  char words[64];
  gavel_session_words(s, third, words, sizeof words);
  assert_string_equal(words, "\"Grizzly Bears\"#2 of Bob");
  assert_int_equal(gavel_session_take(s, 2, NULL), GAVEL_OK);
  assert_text_holds(s, "  resolve\n  Alice answers yes\n  Alice answers \"Grizzly Bears\"#2 of Bob\n");
  assert_exported(s);
  gavel_session_destroy(s);
}

/* Every option that is offered in a game of random answers can be taken, and the session leads where the game does. */
static void every_option_leads_where_it_leads_in_the_game(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  uint32_t seed = 7;
  for (u32 n = 0; n < 60; n++) {
    GavelDecision d;
    GavelGame *game = gavel_session_game(s), *clone;
    if (!gavel_game_decision(game, &d)) break;
    seed = seed * 1664525u + 1013904223u;
    u32 option = (seed >> 16) % d.option_count;
    size_t size = gavel_game_clone_size(game);
    void *buffer = malloc(size);
    assert_int_equal(gavel_game_clone(game, buffer, size, &clone), GAVEL_OK);
    assert_int_equal(gavel_game_answer(clone, option), GAVEL_OK);
    while (gavel_game_decision(clone, &d) && d.option_count == 1 && d.kind != GAVEL_DECISION_PRIORITY)
      assert_int_equal(gavel_game_answer(clone, 0), GAVEL_OK);
    GavelError error = {0};
    if (gavel_session_take(s, option, &error)) fail_msg("step %u, option %u: %s", n, option, error.message);
    gavel_session_text(s, out, sizeof out);
    if (hash_of(s) != gavel_game_hash(clone)) fail_msg("step %u, option %u leads elsewhere:\n%s", n, option, out);
    gavel_game_destroy(clone);
    free(buffer);
  }
  assert_exported(s);
  gavel_session_destroy(s);
}

static void steps_are_undone_and_done_again(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT), *fork;
  uint64_t begun = hash_of(s);
  act(s, "Alice casts \"Lightning Bolt\" targeting angel");
  uint64_t cast = hash_of(s);
  act(s, "resolve");
  uint64_t resolved = hash_of(s);
  assert_int_equal(gavel_session_undo_count(s), 2);
  assert_int_equal(gavel_session_undo(s, NULL), GAVEL_OK);
  assert_int_equal(hash_of(s), cast);
  assert_int_equal(gavel_session_undo(s, NULL), GAVEL_OK);
  assert_int_equal(hash_of(s), begun);
  assert_int_equal(gavel_session_undo(s, NULL), GAVEL_E_MISUSE);
  assert_int_equal(gavel_session_redo(s, NULL), GAVEL_OK);
  assert_int_equal(gavel_session_fork(s, &fork, NULL), GAVEL_OK);
  act(fork, "Alice passes");
  assert_int_equal(hash_of(s), cast);
  gavel_session_destroy(fork);
  assert_int_equal(gavel_session_redo(s, NULL), GAVEL_OK);
  assert_int_equal(hash_of(s), resolved);
  assert_int_equal(gavel_session_redo(s, NULL), GAVEL_E_MISUSE);
  gavel_session_undo(s, NULL);
  act(s, "Alice passes");
  assert_int_equal(gavel_session_redo_count(s), 0);
  gavel_session_destroy(s);
}

static void objects_are_put_onto_a_board(void **state) {
  (void)state;
  GavelSession *s = open_session(NULL);
  GavelError error = {0};
  GavelRef ref;
  assert_int_equal(gavel_session_put(s, "Bob", "battlefield", "Humility; 2 Grizzly Bears, tapped", &error), GAVEL_OK);
  assert_int_equal(gavel_session_put(s, "Alice", "hand", "Clone as clone", &error), GAVEL_OK);
  assert_int_equal(gavel_session_find(s, "clone", &ref, &error), GAVEL_OK);
  assert_int_equal(gavel_session_find(s, "\"Grizzly Bears\"#2 of Bob", &ref, &error), GAVEL_OK);
  assert_true(gavel_session_explain(s, "\"Grizzly Bears\"#2", out, sizeof out, NULL, &error) == GAVEL_OK);
  assert_non_null(strstr(out, "Humility"));
  assert_int_equal(gavel_session_edit(s, "player Carol\nplayer Dave\n", &error), GAVEL_OK);
  assert_string_equal(gavel_session_player(s, 1), "Dave");
  assert_int_equal(gavel_session_undo(s, &error), GAVEL_OK);
  assert_string_equal(gavel_session_player(s, 1), "Bob");
  assert_exported(s);
  gavel_session_destroy(s);
}

static void attackers_are_declared_option_by_option(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  GavelDecision d;
  act(s, "turn 1 attackers");
  assert_true(gavel_game_decision(gavel_session_game(s), &d));
  assert_int_equal(d.kind, GAVEL_DECISION_ATTACKER);
  for (u32 i = 0; i < d.option_count; i++)
    if (gavel_game_options(gavel_session_game(s))[i].kind == GAVEL_OPTION_REF) {
      assert_int_equal(gavel_session_take(s, i, NULL), GAVEL_OK);
      break;
    }
  act(s, "expect mine is attacking");
  assert_exported(s);
  gavel_session_destroy(s);
}

/* --- questions ------------------------------------------------------------------------------- */

static void accounts_say_what_happened_and_by_which_rules(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  u32 from = gavel_session_lines(s) + 1;
  act(s, "Alice casts \"Lightning Bolt\" targeting mine\nresolve");
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, from, out, sizeof out);
  assert_string_equal(out,
                      "Alice casts Lightning Bolt for {R}, targeting Alice's Grizzly Bears. It resolves: Lightning "
                      "Bolt deals 3 damage to Alice's Grizzly Bears. Alice's Grizzly Bears is destroyed (704.5g).\n");
  assert_null(strstr(out, "mana"));
  gavel_session_account(s, GAVEL_ACCOUNT_FULL, from, out, sizeof out);
  assert_non_null(strstr(out, "704.5g"));
  assert_null(strstr(out, "turn 1 begins"));
  gavel_session_account(s, GAVEL_ACCOUNT_JSON, from, out, sizeof out);
  assert_non_null(strstr(out, "\"event\":\"destroy\""));
  assert_non_null(strstr(out, "\"remark\":\"resolves\""));
  assert_int_equal(out[0], '[');
  gavel_session_board(s, GAVEL_NO_PLAYER, out, sizeof out);
  assert_non_null(strstr(out, "\"words\":\"angel\""));
  gavel_session_board(s, 1, out, sizeof out);
  assert_null(strstr(out, "Clone"));
  gavel_session_board(s, 0, out, sizeof out);
  assert_non_null(strstr(out, "Clone"));
  gavel_session_destroy(s);
}

static void every_kind_of_event_is_on_the_page(void **state) {
  (void)state;
  Text page = test_file("docs/trace.md");
  u32 count = 0;
  for (; gavel_event_kind(count); count++) {
    char row[64];
    snprintf(row, sizeof row, "\n| `%s` | ", gavel_event_kind(count));
    if (!strstr(page.data, row)) fail_msg("docs/trace.md doesn't list the event \"%s\"", gavel_event_kind(count));
  }
  assert_true(count > 50);
  assert_string_equal(gavel_event_kind(0), "move");
  text_free(&page);
}

static void every_remark_is_on_the_page(void **state) {
  (void)state;
  static const char *const NAMES[] = {
#define RM(KIND, NAME) NAME,
      REMARKS(RM)
#undef RM
  };
  Text page = test_file("docs/trace.md");
  for (u32 i = 0; i < COUNT_OF(NAMES); i++) {
    char row[64];
    snprintf(row, sizeof row, "\n| `%s` | ", NAMES[i]);
    if (!strstr(page.data, row)) fail_msg("docs/trace.md doesn't list the remark \"%s\"", NAMES[i]);
  }
  text_free(&page);
}

static void a_copy_is_told_from_what_it_copies(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  act(s, "Alice casts \"Clone\"\nresolve\nAlice answers yes; mine");
  u32 from = gavel_session_lines(s) + 1;
  act(s, "Alice casts \"Lightning Bolt\" targeting \"Grizzly Bears\" (copy)\nresolve");
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, 0, out, sizeof out);
  assert_non_null(strstr(out, "Alice casts Clone for {3}{U}. It resolves; as it enters, Alice chooses Alice's Grizzly "
                              "Bears, so Clone enters as a copy of Grizzly Bears (614.12, 707.5).\n"));
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, from, out, sizeof out);
  assert_string_equal(out, "Alice casts Lightning Bolt for {R}, targeting Grizzly Bears (the Clone). It resolves: "
                           "Lightning Bolt deals 3 damage to Grizzly Bears (the Clone). Grizzly Bears (the Clone) is "
                           "destroyed (704.5g).\n");
  gavel_session_destroy(s);
}

static const char LAYERS[] = "player Alice\n"
                             "  hand: Giant Growth\n"
                             "  battlefield: \"Urborg, Tomb of Yawgmoth\"; \"Ashaya, Soul of the Wild\"; Forest; "
                             "Grizzly Bears as bears\n"
                             "turn 1 main\n"
                             "  Alice casts \"Giant Growth\" targeting bears\n"
                             "  resolve\n"
                             "turn 2 main\n"
                             "  expect bears is 2/2\n";

static void layers_are_told_in_the_order_they_were_applied(void **state) {
  (void)state;
  GavelSession *s = open_session(LAYERS);
  GavelError error = {0};
  assert_int_equal(gavel_session_go(s, "turn 1 main", &error), GAVEL_OK);
  assert_int_equal(gavel_session_explain(s, "bears", out, sizeof out, NULL, &error), GAVEL_OK);
  const char *lines[] = {"Grizzly Bears, controlled by Alice: 5/5 green creature land Bear Swamp Forest",
                         "layer 1, copiable values: 2/2 green creature Bear\n    as printed on Grizzly Bears\n",
                         "layer 4, types:",
                         "\n    Ashaya, Soul of the Wild: ",
                         "\n    Urborg, Tomb of Yawgmoth, ",
                         "applied after Ashaya, Soul of the Wild, on which it depends (613.8b): ",
                         "layer 7c, power and toughness changed: 5/5",
                         "\n    Giant Growth",
                         ", until end of turn: "};
  const char *at = out;
  for (u32 i = 0; i < COUNT_OF(lines); i++) {
    at = strstr(at, lines[i]);
    if (!at) fail_msg("%s: not in this place: %s", lines[i], out);
  }
  gavel_session_destroy(s);
}

/* The account of a moment in which Bob holds, draws, looks at and hides cards of those names. */
static void account_with(const char *hand, const char *drawn, const char *hidden, uint32_t viewer, GavelAccount grain) {
  char text[1024];
  GavelError error = {0};
  snprintf(
      text, sizeof text,
      "lenient\nplayer Alice\n  hand: Mind Rot\n  battlefield: 3 Swamp\n"
      "player Bob\n  library: %s; %s; 20 Wastes\n  hand: %s; Opt; Exalted Angel as angel\n  battlefield: 9 Island\n"
      "turn 2 main\n  Bob casts \"Opt\"\n  resolve\n  Bob casts angel face-down\n  resolve\n"
      "  expect Bob hand \"%s\" 1\nturn 4 main\n",
      drawn, hidden, hand, hand);
  GavelSession *s = open_session(text);
  if (gavel_session_account_for(s, viewer, grain, 0, out, sizeof out, NULL, &error)) fail_msg("%s", error.message);
  assert_int_equal(gavel_session_account_for(s, 2, grain, 0, NULL, 0, NULL, &error), GAVEL_E_CHECK);
  gavel_session_destroy(s);
}

static void an_account_for_a_player_tells_what_they_may_know(void **state) {
  (void)state;
  static char one[sizeof out];
  for (GavelAccount grain = GAVEL_ACCOUNT_BRIEF; grain <= GAVEL_ACCOUNT_JSON; grain++) {
    account_with("Shock", "Divination", "Hill Giant", 0, grain);
    memcpy(one, out, sizeof out);
    assert_non_null(strstr(one, "Opt"));
    assert_non_null(strstr(one, "face-down"));
    assert_null(strstr(one, "Exalted Angel"));
    assert_null(strstr(one, "Divination"));
    account_with("Giant Growth", "Mountain", "Clone", 0, grain);
    assert_string_equal(out, one); /* whatever is hidden from Alice, her account is the same */
    account_with("Shock", "Divination", "Hill Giant", 1, grain);
    if (grain != GAVEL_ACCOUNT_BRIEF) assert_non_null(strstr(out, "Divination"));
  }
}

static void effects_that_begin_and_end_are_told(void **state) {
  (void)state;
  GavelSession *s = open_session("player Alice\n  hand: Giant Growth\n  battlefield: Forest; Grizzly Bears as bear\n"
                                 "player Bob\nturn 1 main\n  Alice casts \"Giant Growth\" targeting bear\n"
                                 "  resolve\nturn 2 main\n");
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, 0, out, sizeof out);
  assert_non_null(strstr(out, "It resolves: Grizzly Bears gets +3/+3 until end of turn (611.2a).\n"
                              "The effect of Giant Growth on Grizzly Bears ends (514.2).\n"));
  gavel_session_destroy(s);
}

static void a_replacement_that_has_applied_is_told_once_another_has_applied(void **state) {
  (void)state;
  GavelSession *s = open_session("player Alice\n  hand: Lightning Bolt\n  battlefield: Mountain; 2 Furnace of Rath\n"
                                 "player Bob\nturn 1 main\n  Alice casts \"Lightning Bolt\" targeting Bob\n"
                                 "  resolve\n");
  for (u32 i = 0; i < 2; i++) {
    gavel_session_account(s, i ? GAVEL_ACCOUNT_FULL : GAVEL_ACCOUNT_BRIEF, 0, out, sizeof out);
    const char *told = strstr(out, "Furnace of Rath 1 has already applied to Bob, so it doesn't apply again (614.5)");
    assert_non_null(told);
    assert_null(strstr(strchr(told, ')'), "614.5"));
  }
  gavel_session_destroy(s);
  s = open_session("player Alice\n  hand: Lightning Bolt\n  battlefield: Mountain; Furnace of Rath\n"
                   "player Bob\nturn 1 main\n  Alice casts \"Lightning Bolt\" targeting Bob\n"
                   "  resolve\n");
  gavel_session_account(s, GAVEL_ACCOUNT_FULL, 0, out, sizeof out);
  assert_null(strstr(out, "614.5"));
  gavel_session_destroy(s);
}

static void a_linked_ability_that_finds_nothing_is_told(void **state) {
  (void)state;
  GavelSession *s = open_session("player Alice\n  battlefield: Oblivion Ring as ring\n"
                                 "player Bob\n  hand: Disenchant\n  battlefield: 2 Plains\n"
                                 "turn 2 main\n  Bob casts \"Disenchant\" targeting ring\n  resolve all\n");
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, 0, out, sizeof out);
  assert_non_null(strstr(out, "Oblivion Ring finds nothing that its linked ability has set aside (607.1)"));
  gavel_session_destroy(s);
}

static void a_session_goes_to_any_moment(void **state) {
  (void)state;
  GavelSession *s = open_session(LAYERS);
  GavelError error = {0};
  uint64_t end = hash_of(s);
  assert_int_equal(gavel_session_go(s, "turn 1 upkeep", &error), GAVEL_OK);
  act(s, "expect bears is 2/2");
  assert_int_equal(gavel_session_undo(s, &error), GAVEL_OK);
  assert_int_equal(gavel_session_undo(s, &error), GAVEL_OK);
  assert_int_equal(hash_of(s), end);
  assert_int_equal(gavel_session_go(s, "turn 3 upkeep", &error), GAVEL_OK);
  assert_int_equal(gavel_game_situation(gavel_session_game(s)).turn, 3);
  assert_int_equal(gavel_session_go(s, "soon", &error), GAVEL_E_SYNTAX);
  assert_non_null(strstr(error.message, "`turn 3 main`"));
  assert_int_equal(gavel_session_go(s, "turn 4 main\nresolve", &error), GAVEL_E_SYNTAX);
  assert_int_equal(gavel_session_go(s, "turn 4 upkeep again", &error), GAVEL_E_ILLEGAL);
  assert_int_equal(gavel_game_situation(gavel_session_game(s)).turn, 3);
  gavel_session_destroy(s);
}

static void reasons_are_given_for_what_is_illegal(void **state) {
  (void)state;
  static const struct {
    const char *action, *why;
    GavelRefusal refusal;
  } CASES[] = {
      {"Bob casts \"Lightning Bolt\"", "601.3", GAVEL_REFUSAL_ZONE},
      {"Bob attacks with angel", "508.1a", GAVEL_REFUSAL_RULES},
      {"Bob activates angel \"{T}\"", "602.2", GAVEL_REFUSAL_NO_ABILITY},
      {"Alice activates \"Prodigal\"", "(", GAVEL_REFUSAL_RULES},
      {"Alice casts \"Clone\" from graveyard", "there is no such card", GAVEL_REFUSAL_NOTHING_THERE},
  };
  GavelSession *s = open_session(MOMENT);
  GavelError error = {0};
  GavelRefusal refusal;
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    uint64_t before = hash_of(s);
    if (gavel_session_why_not(s, CASES[i].action, &refusal, out, sizeof out, NULL, &error))
      fail_msg("%s", error.message);
    assert_int_equal(refusal, CASES[i].refusal);
    if (!strstr(out, CASES[i].why)) fail_msg("%s: %s", CASES[i].action, out);
    assert_int_equal(hash_of(s), before);
  }
  assert_int_equal(gavel_session_why_not(s, "Alice casts \"Clone\"", &refusal, out, sizeof out, NULL, &error),
                   GAVEL_OK);
  assert_int_equal(refusal, GAVEL_REFUSAL_NONE);
  assert_string_equal(out, "");
  gavel_session_destroy(s);
}

static void lines_are_completed(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  gavel_session_complete(s, "Alice casts \"L", 5, out, sizeof out);
  assert_true(strncmp(out, "Alice casts \"Lightning Bolt\"\n", 29) == 0);
  gavel_session_complete(s, "Bob: Humil", 5, out, sizeof out);
  assert_string_equal(out, "Bob: Humility\n");
  gavel_session_complete(s, "Alice attacks with an", 5, out, sizeof out);
  assert_string_equal(out, "Alice attacks with angel\n");
  gavel_session_complete(s, "expect angel cont", 5, out, sizeof out);
  assert_string_equal(out, "expect angel controller\n");
  gavel_session_complete(s, "expect Alice can cast \"Clone\" f", 5, out, sizeof out);
  assert_string_equal(out, "expect Alice can cast \"Clone\" from\nexpect Alice can cast \"Clone\" face-down\n");
  gavel_session_complete(s, "turn 9 b", 5, out, sizeof out);
  assert_string_equal(out, "turn 9 begin combat\nturn 9 blockers\n");
  gavel_session_complete(s, "expect angel is ta", 5, out, sizeof out);
  assert_string_equal(out, "expect angel is tapped\n");
  gavel_session_complete(s, "resolve", 5, out, sizeof out);
  assert_string_equal(out, "resolve\nresolve all\n");
  gavel_session_complete(s, "", 3, out, sizeof out);
  u32 lines = 0;
  for (const char *at = out; *at; at++) lines += *at == '\n';
  assert_int_equal(lines, 3);
  gavel_session_destroy(s);
}

/* --- bad input ------------------------------------------------------------------------------- */

static void what_is_wrong_is_said_and_changes_nothing(void **state) {
  (void)state;
  static const struct {
    const char *lines;
    GavelStatus status;
    u32 line;
    const char *says;
  } CASES[] = {
      {"", GAVEL_E_SYNTAX, 0, "expected a line"},
      {"nonsense", GAVEL_E_SYNTAX, 7, "expected a line that begins with"},
      {"Alice casts \"Clnoe\"", GAVEL_E_UNKNOWN, 7, "Clone"},
      {"Alice casts \"Lightning Bolt\" targeting nobody", GAVEL_E_UNKNOWN, 7, "nobody"},
      {"Alice casts \"Serra Angel\"", GAVEL_E_ILLEGAL, 7, "601"},
      {"turn 1 upkeep", GAVEL_E_CHECK, 7, "later step"},
      {"expect mine is 3/3", GAVEL_E_ILLEGAL, 7, "2/2"},
      {"Alice takes option 99", GAVEL_E_ILLEGAL, 7, "take one from 1 to"},
      {"Bob takes option 1", GAVEL_E_ILLEGAL, 7, "Alice decides"},
      {"Alice takes option 0", GAVEL_E_CHECK, 7, "option"},
      {"scenario \"another\"\nturn 1 main", GAVEL_E_SYNTAX, 1, "title"},
      {"player Carol", GAVEL_E_SYNTAX, 7, "before"},
      {"Alice answers yes", GAVEL_E_ILLEGAL, 7, "answers are left"},
  };
  GavelSession *s = open_session(MOMENT);
  uint64_t before = hash_of(s);
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    GavelError error = {0};
    GavelStatus status = gavel_session_act(s, CASES[i].lines, &error);
    if (status != CASES[i].status || error.line != CASES[i].line || !strstr(error.message, CASES[i].says))
      fail_msg("%s: %s at %u: %s", CASES[i].lines, gavel_status_text(status), error.line, error.message);
    assert_int_equal(error.status, status);
    assert_int_equal(hash_of(s), before);
    assert_int_equal(gavel_session_undo_count(s), 0);
  }
  GavelRef ref;
  GavelError error = {0};
  assert_int_equal(gavel_session_find(s, "\"Clone\" in exile", &ref, &error), GAVEL_E_UNKNOWN);
  assert_int_equal(gavel_session_find(s, "\"Clone\" in heaven", &ref, &error), GAVEL_E_SYNTAX);
  assert_int_equal(gavel_session_find(s, "angel\nresolve", &ref, &error), GAVEL_E_SYNTAX);
  assert_int_equal(gavel_session_explain(s, "Alice", out, sizeof out, NULL, &error), GAVEL_E_UNKNOWN);
  assert_int_equal(gavel_session_take(s, 1000, &error), GAVEL_E_ILLEGAL);
  assert_int_equal(gavel_session_put(s, "Carol", "hand", "Clone", &error), GAVEL_E_UNKNOWN);
  assert_int_equal(gavel_session_put(s, "Bob", "heaven", "Clone", &error), GAVEL_E_UNKNOWN);
  assert_int_equal(gavel_session_put(s, "Bob", "hand", "Clone\nturn 9 main", &error), GAVEL_E_SYNTAX);
  assert_int_equal(hash_of(s), before);
  gavel_session_destroy(s);
}

static void a_scenario_that_goes_wrong_can_be_looked_at(void **state) {
  (void)state;
  static const char WRONG[] =
      "player Alice\n  battlefield: Grizzly Bears as bears\nturn 1 main\n  expect bears is 3/3\n";
  GavelSession *s = open_session(WRONG);
  GavelError error = {0};
  u32 line;
  assert_int_equal(gavel_session_verdict(s, &line), GAVEL_VERDICT_FAIL);
  assert_int_equal(line, 4);
  gavel_session_reason(s, out, sizeof out);
  assert_non_null(strstr(out, "found 2/2"));
  assert_int_equal(gavel_session_act(s, "Alice passes", &error), GAVEL_E_MISUSE);
  assert_int_equal(gavel_session_explain(s, "bears", out, sizeof out, NULL, &error), GAVEL_OK);
  assert_int_equal(gavel_session_edit(s, "player Alice\n", &error), GAVEL_OK);
  act(s, "Alice passes");
  gavel_session_destroy(s);
}

static bool stop(void *user, uint64_t rules) {
  *(uint64_t *)user = rules;
  return false;
}

static void bounds_hold_for_what_strangers_send(void **state) {
  (void)state;
  GavelError error = {0};
  GavelSession *session;
  GavelSessionDef def = def_of("player Alice\n  battlefield: 6000 Island\n");
  assert_int_equal(gavel_session_create(&def, &session, &error), GAVEL_E_LIMIT);
  assert_int_equal(error.line, 2);
  assert_null(session);
  def = def_of(MOMENT);
  def.text_limit = 20;
  assert_int_equal(gavel_session_create(&def, &session, &error), GAVEL_E_LIMIT);
  def = def_of("turn 200 main\n");
  def.rule_limit = 500;
  assert_int_equal(gavel_session_create(&def, &session, &error), GAVEL_E_LIMIT);
  assert_non_null(strstr(error.message, "500 rules"));
  uint64_t rules = 0;
  def = def_of("turn 200 main\n");
  def.go_on = stop;
  def.user = &rules;
  assert_int_equal(gavel_session_create(&def, &session, &error), GAVEL_E_STOPPED);
  assert_true(rules > 0);
  def = def_of("scenario \"a\"\nturn 1 main\nscenario \"b\"\nturn 2 main\n");
  def.scenario = 2;
  assert_int_equal(gavel_session_create(&def, &session, &error), GAVEL_E_UNKNOWN);
  def.scenario = 1;
  assert_int_equal(gavel_session_create(&def, &session, &error), GAVEL_OK);
  assert_string_equal(gavel_session_title(session), "b");
  assert_int_equal(gavel_session_scenarios(session), 2);
  gavel_session_text(session, out, sizeof out);
  assert_string_equal(out, "scenario \"b\"\nturn 2 main\n");
  assert_int_equal(gavel_session_act(session, "nonsense", &error), GAVEL_E_SYNTAX);
  assert_int_equal(error.line, 5);
  gavel_session_destroy(session);
  assert_int_equal(gavel_cards_add_text(cards, "", 0, &error), GAVEL_OK); /* no session is left */
}

/* Opens, acts, takes and asks, and answers whether all of that had memory enough. */
static bool under_refusal(GavelAllocator allocator, void *context) {
  (void)context;
  GavelSessionDef def = def_of(MOMENT);
  GavelSession *s;
  GavelError error = {0};
  def.allocator = allocator;
  if (gavel_session_create(&def, &s, &error)) {
    assert_int_equal(error.status, GAVEL_E_MEMORY);
    return false;
  }
  uint64_t before = hash_of(s);
  bool fine = gavel_session_act(s, "Alice casts \"Lightning Bolt\" targeting mine\nresolve", &error) == GAVEL_OK;
  if (!fine) {
    assert_int_equal(error.status, GAVEL_E_MEMORY);
    assert_int_equal(hash_of(s), before);
  }
  gavel_session_destroy(s);
  return fine;
}

static void no_memory_is_lost_or_missed(void **state) {
  (void)state;
  test_every_refusal(under_refusal, NULL);
}

/* One spell makes 64 tokens, and each of them is seen by five Soul Wardens. */
#define MANY_TRIGGERS                                           \
  "player Alice\n"                                              \
  "  hand: Raise the Alarm\n"                                   \
  "  battlefield: 2 Plains; 5 Doubling Season; 5 Soul Warden\n" \
  "player Bob\n"                                                \
  "turn 1 main\n"                                               \
  "  Alice casts \"Raise the Alarm\"\n"                         \
  "  resolve all\n"

/* What one event causes lies one deep, however much it is; what goes on by itself grows deep (732.4). */
static void a_chain_of_causes_is_limited_and_not_their_number(void **state) {
  (void)state;
  GavelSession *session;
  GavelSessionDef def = def_of("scenario \"Many triggers of one cause\"\n" MANY_TRIGGERS "  expect game continues\n"
                               "  expect Alice life 340\n");
  def.limits.forced_steps = 100;
  assert_int_equal(gavel_session_create(&def, &session, NULL), GAVEL_OK);
  assert_int_equal(gavel_session_verdict(session, NULL), GAVEL_VERDICT_PASS);
  gavel_session_destroy(session);
}

/* The message says what there is too much of, how much may be, and what allows more. */
static void a_limit_is_named_when_it_is_reached(void **state) {
  (void)state;
  GavelSession *session;
  char reason[4096];
  GavelSessionDef def = def_of("scenario \"Too many triggers\"\n" MANY_TRIGGERS);
  def.limits.objects = 300;
  assert_int_equal(gavel_session_create(&def, &session, NULL), GAVEL_OK);
  assert_int_equal(gavel_session_verdict(session, NULL), GAVEL_VERDICT_FAIL);
  gavel_session_reason(session, reason, sizeof reason);
  assert_non_null(strstr(reason, "objects, at most 300 (limits.objects)"));
  gavel_session_destroy(session);
}

static void a_limit_of_zero_is_the_default(void **state) {
  (void)state;
  GavelSession *session;
  GavelSessionDef def = def_of("scenario \"Many triggers of one cause\"\n" MANY_TRIGGERS "  expect Alice life 340\n");
  def.limits = (GavelLimits){.forced_steps = 100};
  assert_int_equal(gavel_session_create(&def, &session, NULL), GAVEL_OK);
  assert_int_equal(gavel_session_verdict(session, NULL), GAVEL_VERDICT_PASS);
  gavel_session_destroy(session);
}

/* Which of a library's cards a viewer knows, and their names, from the top. */
static uint32_t known_on_top(GavelGame *game, uint32_t viewer, uint32_t owner, uint32_t count, char *names,
                             size_t size) {
  GavelHandle top[4];
  uint32_t known = 0;
  names[0] = 0;
  assert_true(count <= 4 && gavel_view_zone(game, viewer, GAVEL_ZONE_LIBRARY, owner, top, count) >= count);
  for (uint32_t i = 0; i < count; i++) {
    size_t length = strlen(names);
    gavel_view_name(game, viewer, top[i], names + length, size - length);
    strncat(names, "; ", size - strlen(names) - 1);
    known += gavel_view_knows(game, viewer, gavel_view_ref(game, viewer, top[i]));
  }
  return known;
}

/* Its owner puts the two cards in any order and doesn't reveal it (712.21a). */
static void nobody_else_is_shown_the_order_of_melded_cards_in_a_library(void **state) {
  (void)state;
  static const char *const ORDERS[] = {"Graf Rats; Midnight Scavengers; ", "Midnight Scavengers; Graf Rats; "};
  static char board[2][1 << 16];
  for (uint32_t i = 0; i < 2; i++) {
    GavelSession *session;
    char names[256];
    GavelSessionDef def =
        def_of("player Alice\n  battlefield: Chittering Host as host\nplayer Bob\n  hand: Time Ebb\n"
               "  battlefield: 3 Island\nturn 2 main\n  Bob casts \"Time Ebb\" targeting host\n  resolve\n");
    assert_int_equal(gavel_session_create(&def, &session, NULL), GAVEL_OK);
    assert_int_equal(gavel_session_act(session,
                                       i == 0 ? "Alice answers \"Graf Rats\"" : "Alice answers \"Midnight Scavengers\"",
                                       NULL),
                     GAVEL_OK);
    GavelGame *game = gavel_session_game(session);
    assert_int_equal(known_on_top(game, 0, 0, 2, names, sizeof names), 2);
    assert_string_equal(names, ORDERS[i]);
    assert_int_equal(known_on_top(game, 1, 0, 2, names, sizeof names), 0);
    assert_string_equal(names, "a card; a card; ");
    gavel_session_board(session, 1, board[i], sizeof board[i]);
    gavel_session_destroy(session);
  }
  assert_string_equal(board[0], board[1]);
}

/* 712.6 */
static void whoever_may_look_at_a_double_faced_card_sees_both_faces(void **state) {
  (void)state;
  GavelSession *session;
  GavelHandle hand;
  GavelObject object;
  GavelSessionDef def = def_of("player Alice\n  hand: Graf Rats\nplayer Bob\nturn 1 main\n");
  assert_int_equal(gavel_session_create(&def, &session, NULL), GAVEL_OK);
  GavelGame *game = gavel_session_game(session);
  assert_int_equal(gavel_view_zone(game, 0, GAVEL_ZONE_HAND, 0, &hand, 1), 1);
  assert_true(gavel_view_object(game, 0, hand, &object));
  assert_int_equal(gavel_card_faces(cards, object.card), 2);
  gavel_card_definition(cards, object.card, out, sizeof out);
  assert_non_null(strstr(out, "(face \"Graf Rats\""));
  assert_non_null(strstr(out, "(face \"Chittering Host\""));
  assert_int_equal(gavel_view_zone(game, 1, GAVEL_ZONE_HAND, 0, &hand, 1), 1);
  assert_false(gavel_view_object(game, 1, hand, &object) && object.card);
  gavel_session_destroy(session);
}

static void a_session_speaks_another_language(void **state) {
  (void)state;
  GavelSession *s = open_session(MOMENT);
  GavelError error = {0};
  act(s, "Alice casts \"Lightning Bolt\" targeting angel\nresolve");
  uint64_t hash = hash_of(s);
  assert_int_equal(gavel_session_speak(s, GAVEL_ITALIAN, &error), GAVEL_OK);
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, 0, out, sizeof out);
  assert_non_null(strstr(out, "Lightning Bolt infligge 3 danni a Serra Angel"));
  assert_true(hash_of(s) == hash);
  assert_int_equal(gavel_session_undo_count(s), 1);
  assert_int_equal(gavel_session_explain(s, "angel", out, sizeof out, NULL, &error), GAVEL_OK);
  assert_non_null(strstr(out, "creatura bianca Angel"));
  gavel_session_board(s, GAVEL_NO_PLAYER, out, sizeof out);
  assert_non_null(strstr(out, "\"text\":\"passa\""));
  gavel_session_option(s, 0, out, sizeof out); /* these words answer the question */
  assert_string_equal(out, "pass");
  assert_int_equal(gavel_session_speak(s, (GavelLanguage)7, &error), GAVEL_E_CHECK);
  assert_int_equal(gavel_session_speak(s, GAVEL_ENGLISH, &error), GAVEL_OK);
  gavel_session_account(s, GAVEL_ACCOUNT_BRIEF, 0, out, sizeof out);
  assert_non_null(strstr(out, "Lightning Bolt deals 3 damage to Serra Angel"));
  gavel_session_destroy(s);
}

static void a_card_is_cast_face_down_in_plain_words(void **state) {
  (void)state;
  GavelSession *session;
  bool said = false;
  GavelSessionDef def = def_of("player Alice\n  hand: Vesuvan Shapeshifter\n  battlefield: 3 Island\nturn 1 main\n");
  assert_int_equal(gavel_session_create(&def, &session, NULL), GAVEL_OK);
  GavelDecision decision;
  assert_true(gavel_game_decision(gavel_session_game(session), &decision));
  for (uint32_t i = 0; i < decision.option_count; i++) {
    gavel_session_option(session, i, out, sizeof out);
    said |= strcmp(out, "cast Vesuvan Shapeshifter face down") == 0;
  }
  assert_true(said);
  gavel_session_destroy(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_session_speaks_another_language),
      cmocka_unit_test(what_is_done_by_words_is_a_scenario),
      cmocka_unit_test(an_option_is_written_in_words_that_mean_it),
      cmocka_unit_test(every_option_leads_where_it_leads_in_the_game),
      cmocka_unit_test(steps_are_undone_and_done_again),
      cmocka_unit_test(objects_are_put_onto_a_board),
      cmocka_unit_test(attackers_are_declared_option_by_option),
      cmocka_unit_test(accounts_say_what_happened_and_by_which_rules),
      cmocka_unit_test(every_kind_of_event_is_on_the_page),
      cmocka_unit_test(every_remark_is_on_the_page),
      cmocka_unit_test(layers_are_told_in_the_order_they_were_applied),
      cmocka_unit_test(an_account_for_a_player_tells_what_they_may_know),
      cmocka_unit_test(effects_that_begin_and_end_are_told),
      cmocka_unit_test(a_replacement_that_has_applied_is_told_once_another_has_applied),
      cmocka_unit_test(a_linked_ability_that_finds_nothing_is_told),
      cmocka_unit_test(a_session_goes_to_any_moment),
      cmocka_unit_test(a_copy_is_told_from_what_it_copies),
      cmocka_unit_test(reasons_are_given_for_what_is_illegal),
      cmocka_unit_test(lines_are_completed),
      cmocka_unit_test(what_is_wrong_is_said_and_changes_nothing),
      cmocka_unit_test(a_scenario_that_goes_wrong_can_be_looked_at),
      cmocka_unit_test(bounds_hold_for_what_strangers_send),
      cmocka_unit_test(no_memory_is_lost_or_missed),
      cmocka_unit_test(a_chain_of_causes_is_limited_and_not_their_number),
      cmocka_unit_test(a_limit_is_named_when_it_is_reached),
      cmocka_unit_test(a_limit_of_zero_is_the_default),
      cmocka_unit_test(nobody_else_is_shown_the_order_of_melded_cards_in_a_library),
      cmocka_unit_test(whoever_may_look_at_a_double_faced_card_sees_both_faces),
      cmocka_unit_test(a_card_is_cast_face_down_in_plain_words),
  };
  return cmocka_run_group_tests(tests, open_cards, close_cards);
}
