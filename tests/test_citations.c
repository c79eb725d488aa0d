/* Rules belong to events: each number that an event may cite is one of the rules, what it is about agrees with the event that
   cites it, and citations that are shifted to the next event are found out: most by the kind of event or by what the rule was
   carried out for, and the rest by the accounts that are kept in full (tests/accounts). */
#include "support/file.h"
#include "support/test.h"

#include "explain/account.h"
#include "explain/citations.h"
#include "gavel/session.h"
#include "scenario/run.h"
#include "scenario/scenario_parse.h"

#include "api/api.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Of all citations of an account how many agree with the event so many further on, by its kind and what it is about. */
static void count_fitting(const Account *account, u32 shift, u32 *all, u32 *fitting) {
  for (u32 i = 0; i + shift < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i], *on = &account->entries.data[i + shift];
    if (entry->kind != ACCOUNT_EVENT || on->kind != ACCOUNT_EVENT) continue;
    for (u32 k = 0; k < entry->rules; k++) {
      ++*all;
      *fitting += account_cites(&on->as, account->rules.data[entry->rule + k]);
    }
  }
}

/* What is done with the account of each scenario or game. */
typedef void Judged(const Account *account, const char *where, void *user);

static void listen_to(Account *account) {
  account_init(account, NULL, GAVEL_ENGLISH, gavel_allocator_default());
  account->listener = (Listener){.rule = on_rule, .about = on_rule_about, .event = on_event, .user = account};
}

static void judge_file(GavelCards *cards, const char *path, Judged *judged, void *user) {
  GavelAllocator allocator = gavel_allocator_default();
  Arena arena;
  ScenarioFile *file;
  GavelError error = {0};
  Text text = test_file(path);
  arena_init(&arena, allocator);
  assert_int_equal(scenario_parse(&arena, &allocator, str_of(path), text_str(&text), &file, &error), GAVEL_OK);
  for (u32 k = 0; k < file->scenarios.count; k++) {
    Account account;
    ScenarioResult result;
    Text reason;
    text_init(&reason, allocator);
    listen_to(&account);
    ScenarioOptions options = {.listener = &account.listener};
    assert_int_equal(scenario_run(api_carddb(cards), file->scenarios.data[k], &options, &result, &reason), GAVEL_OK);
    judged(&account, path, user);
    scenario_result_free(&result, &allocator);
    account_free(&account);
    text_free(&reason);
  }
  arena_free(&arena);
  text_free(&text);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Every scenario below a folder, in the order of their names. */
static void judge_folder(GavelCards *cards, const char *path, Judged *judged, void *user) {
  char *names[512];
  size_t count = 0;
  DIR *folder = opendir(path);
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    assert_true(count < COUNT_OF(names));
    assert_true(asprintf(&names[count++], "%s/%s", path, entry->d_name) > 0);
  }
  closedir(folder);
  qsort(names, count, sizeof *names, by_name);
  for (size_t i = 0; i < count; i++) {
    if (str_ends(str_of(names[i]), STR(".scenario")))
      judge_file(cards, names[i], judged, user);
    else
      judge_folder(cards, names[i], judged, user);
    free(names[i]);
  }
}

/* A game at random between two decks. */
static void judge_game(GavelCards *cards, u64 seed, Judged *judged, void *user) {
  static const char *const DECK[] = {"Mountain",       "Forest",       "Lightning Bolt", "Grizzly Bears",
                                     "Llanowar Elves", "Giant Growth", "Hill Giant",     "Blood Artist"};
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game;
  Account account;
  GavelDecision decision;
  Rng rng;
  rng.state = seed;
  def.cards = cards;
  def.seed = seed;
  assert_int_equal(gavel_game_create(&def, &game, NULL), GAVEL_OK);
  for (u32 player = 0; player < 2; player++)
    for (u32 i = 0; i < COUNT_OF(DECK); i++)
      assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_LIBRARY, player, DECK[i], i < 2 ? 12 : 6), GAVEL_OK);
  listen_to(&account);
  game_listen(game, &account.listener);
  assert_int_equal(gavel_game_start(game), GAVEL_OK);
  for (u32 i = 0; i < 1500 && gavel_game_decision(game, &decision); i++)
    assert_int_equal(gavel_game_answer(game, (u32)rng_below(&rng, decision.option_count)), GAVEL_OK);
  game_listen(game, NULL);
  judged(&account, "a game", user);
  gavel_game_destroy(game);
  account_free(&account);
}

/* How many citations agree with their events, how many would with the next event, and the scenarios where all would. */
typedef struct Agreement {
  u32 all, fitting, shifted_all, shifted, unseen;
} Agreement;

static void count_agreement(const Account *account, const char *where, void *user) {
  Agreement *a = user;
  u32 all = a->shifted_all, shifted = a->shifted;
  count_fitting(account, 0, &a->all, &a->fitting);
  count_fitting(account, 1, &a->shifted_all, &a->shifted);
  all = a->shifted_all - all;
  if (!all || a->shifted - shifted < all) return;
  print_message("%s: no citation disagrees with the next event\n", where);
  a->unseen++;
}

/* Of citations that are shifted by one event, so many in a hundred must be found out. */
#define FOUND_OUT 90u

static void citations_agree_with_their_events_and_with_no_others(void **state) {
  static const char *const FOLDERS[] = {"scenarios/combat", "scenarios/copying", "scenarios/gate",
                                        "scenarios/questions"};
  GavelCards *cards = *state;
  Agreement a = {0};
  for (u32 i = 0; i < COUNT_OF(FOLDERS); i++) judge_folder(cards, FOLDERS[i], count_agreement, &a);
  assert_true(a.all > 4000);
  assert_int_equal(a.fitting, a.all);
  assert_int_equal(a.unseen, 0);
  if ((a.shifted_all - a.shifted) * 100 < a.shifted_all * FOUND_OUT)
    fail_msg("%u of %u citations would fit the next event as well", a.shifted, a.shifted_all);
}

/* Gives each event the rules of the one before it; answers whether any event has others then. */
static bool shift(Account *account) {
  AccountEntry *entries = account->entries.data;
  const AccountEntry first = entries[0];
  u32 rule = first.rule, rules = 0;
  bool changed = false;
  for (u32 i = 0; i < account->entries.count; i++) {
    AccountEntry *entry = &entries[i], was = *entry;
    if (entry->kind != ACCOUNT_EVENT) continue;
    changed |= rules != entry->rules;
    entry->rule = rule;
    entry->rules = rules;
    rule = was.rule;
    rules = was.rules;
  }
  return changed;
}

/* Lines of an account in full that have a rule, and how many of them are others once the citations are shifted. */
typedef struct LinesKept {
  u32 lines, changed;
} LinesKept;

static void count_changed(const Account *account, const char *where, void *user) {
  LinesKept *kept = user;
  Account shifted = *account;
  Text before, after;
  (void)where;
  text_init(&before, account->allocator);
  text_init(&after, account->allocator);
  account_full(account, 0, &before);
  AccountEntry *entries = malloc(account->entries.count * sizeof *entries);
  memcpy(entries, account->entries.data, account->entries.count * sizeof *entries);
  shifted.entries.data = entries;
  assert_true(shift(&shifted));
  account_full(&shifted, 0, &after);
  const char *a = before.data, *b = after.data;
  while (*a && *b) {
    size_t of_a = strcspn(a, "\n"), of_b = strcspn(b, "\n");
    if (of_a && a[of_a - 1] == ')') {
      kept->lines++;
      kept->changed += of_a != of_b || memcmp(a, b, of_a) != 0;
    }
    a += of_a + (a[of_a] != 0);
    b += of_b + (b[of_b] != 0);
  }
  free(entries);
  text_free(&before);
  text_free(&after);
}

/* What is shifted is told otherwise: the accounts that are kept in full pin the citations that the table would let pass. */
static void shifted_citations_change_the_accounts_that_are_kept(void **state) {
  static const char *const KEPT[] = {"tests/accounts/happens.scenario", "tests/accounts/does-not.scenario",
                                     "tests/accounts/further.scenario"};
  LinesKept kept = {0};
  for (u32 i = 0; i < COUNT_OF(KEPT); i++) judge_file(*state, KEPT[i], count_changed, &kept);
  assert_true(kept.lines > 400);
  if (kept.changed * 100 < kept.lines * FOUND_OUT)
    fail_msg("only %u of %u lines with rules are told otherwise", kept.changed, kept.lines);
}

/* --- pairs for judging ------------------------------------------------------------------------ */

enum { PAIRS = 200 };

/* Pairs of event and cited rule, each with the same chance (reservoir sampling), of events a player would speak of. */
typedef struct Drawn {
  bool told; /* without rules that go without saying */
  Rng rng;
  u64 seen;
  char *pairs[PAIRS];
} Drawn;

static void draw(const Account *account, const char *where, void *user) {
  Drawn *d = user;
  for (u32 i = 0; i < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    Str text = account_text(account, entry->text), before = {0};
    if (entry->kind != ACCOUNT_EVENT || entry->minor) continue;
    if (i > 0) before = account_text(account, account->entries.data[i - 1].text);
    for (u32 k = 0; k < entry->rules; k++) {
      if (d->told && citation_is_plain(account->rules.data[entry->rule + k].number)) continue;
      u64 place = d->seen++ < PAIRS ? d->seen - 1 : rng_below(&d->rng, d->seen);
      if (place >= PAIRS) continue;
      free(d->pairs[place]);
      assert_true(asprintf(&d->pairs[place], "%s\t%.*s\t(after: %.*s; %s)", account->rules.data[entry->rule + k].number,
                           (int)text.length, text.data, (int)before.length, before.length ? before.data : "",
                           where) > 0);
    }
  }
}

/* With GAVEL_DRAW=N in the environment: prints 200 pairs from all scenarios and some games, drawn by that number, for somebody
   who judges them by the rules; with GAVEL_DRAW_TOLD=N only of rules that don't go without saying. Without either: each of them
   is a rule. */
static void pairs_are_drawn_for_judging(void **state) {
  GavelCards *cards = *state;
  const char *told = getenv("GAVEL_DRAW_TOLD"), *number = told ? told : getenv("GAVEL_DRAW");
  Drawn d = {.told = told};
  d.rng.state = number ? strtoull(number, NULL, 10) : 1;
  if (number) judge_folder(cards, "scenarios", draw, &d);
  for (u64 seed = 1; seed <= 4; seed++) judge_game(cards, seed, draw, &d);
  assert_true(d.seen > PAIRS);
  for (u32 i = 0; i < PAIRS; i++) {
    if (number) printf("%s\n", d.pairs[i]);
    assert_true(d.pairs[i][0] >= '1' && d.pairs[i][0] <= '9');
    free(d.pairs[i]);
  }
}

static int open_cards(void **state) {
  GavelCardsDef def = gavel_cards_def_default();
  return gavel_cards_create(&def, (GavelCards **)state, NULL) != GAVEL_OK;
}

static int close_cards(void **state) {
  gavel_cards_destroy(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_in_order_and_of_todays_rules),
      cmocka_unit_test(a_subrule_without_a_row_is_about_what_its_rule_is_about),
      cmocka_unit_test(citations_agree_with_their_events_and_with_no_others),
      cmocka_unit_test(shifted_citations_change_the_accounts_that_are_kept),
      cmocka_unit_test(pairs_are_drawn_for_judging),
  };
  return cmocka_run_group_tests(tests, open_cards, close_cards);
}
