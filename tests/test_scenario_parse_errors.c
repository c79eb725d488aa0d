/* The scenario parser's messages: every mistake is reported where it is, with what was expected. */
#include "support/test.h"

#include "scenario/scenario_parse.h"

/* What the lines of the script stand on. */
static const char script_setup[] = "player Cato\n"
                                   "  battlefield:\n"
                                   "    Hill Giant as giant\n"
                                   "    Storm Crow as crow\n"
                                   "    3 Grizzly Bears as bears\n"
                                   "player Dio\n"
                                   "turn 2 main\n";

typedef struct Mistake {
  const char *text;
  u32 line, column;
  const char *fragment; /* of the message */
} Mistake;

/* Parses and forgets; a refused file must leave no tree. */
static GavelStatus parse_said(Str text, GavelLanguage language, GavelError *error) {
  GavelAllocator allocator = gavel_allocator_default();
  Arena arena;
  arena_init(&arena, allocator);
  ScenarioFile *file = NULL;
  GavelStatus status = scenario_parse_said(&arena, &allocator, STR("test"), text, language, &file, error);
  assert_int_equal(file == NULL, status != GAVEL_OK);
  arena_free(&arena);
  return status;
}

static GavelStatus parse(Str text, GavelError *error) { return parse_said(text, GAVEL_ENGLISH, error); }

/* The same mistake is said in Italian, at the same place. */
static void check_said(Str text, const GavelError *english) {
  GavelError error;
  assert_int_equal(parse_said(text, GAVEL_ITALIAN, &error), english->status);
  assert_int_equal(error.line, english->line);
  assert_int_equal(error.column, english->column);
  bool foreign =
      strstr(error.message, "expected ") || strstr(error.message, "found ") || strstr(error.message, " the ");
  if (foreign || strcmp(error.message, english->message) == 0) fail_msg("not in Italian: %s", error.message);
}

static void check_mistake(const char *before, u32 lines_before, const Mistake *mistake) {
  Text text;
  text_init(&text, gavel_allocator_default());
  text_addf(&text, "%s%s\n", before, mistake->text);
  GavelError error;
  GavelStatus status = parse(text_str(&text), &error);
  if (!status) fail_msg("accepted: %s", mistake->text);
  assert_int_equal(error.status, status);
  bool right = error.line == mistake->line + lines_before && error.column == mistake->column &&
               strstr(error.message, mistake->fragment);
  if (!right) {
    fail_msg("\n%s\nexpected %u:%u: …%s…\nfound    %u:%u: %s", mistake->text, mistake->line, mistake->column,
             mistake->fragment, error.line - lines_before, error.column, error.message);
  }
  bool readable = !strstr(error.message, "UTF-8") && !strstr(error.message, "control character"); /* a text at all */
  if (readable && strstr(error.message, "expected")) check_said(text_str(&text), &error);
  text_free(&text);
}

static void test_mistakes_of_form(void **state) {
  (void)state;
  static const Mistake mistakes[] = {
      {"", 1, 1, "expected a scenario"},
      {"# only a comment", 1, 1, "expected a scenario"},
      {"scenario \"T", 1, 10, "closing quotation mark"},
      {"scenario \"T\\n\"", 1, 12, "backslash"},
      {"scenario T", 1, 10, "expected a title in quotes, found `T`"},
      {"scenario \"T\" x", 1, 14, "expected the end of the line, found `x`"},
      {"scenario \"A\"\nscenario", 2, 1, "a title"},
      {"lenient\nscenario \"A\"", 1, 1, "2 scenarios"},
      {"scenaro \"T\"", 1, 1, "did you mean `scenario`?"},
      {"lenient\n\xFFx", 2, 1, "UTF-8"},
      {"lenient # \xC3\xA9\xC3", 1, 12, "UTF-8"},
      {"lenient \xED\xA0\x80", 1, 9, "UTF-8"},
      {"lenient\x01", 1, 8, "control character"},
      {"lenient\rday", 1, 8, "control character"},
      {"lenient !", 1, 9, "found the character '!'"},
      {"\"quoted\"", 1, 1, "begins with a keyword or the name of a player"},
      {"12", 1, 1, "begins with a keyword"},
      {"rules", 1, 6, "the number of a rule"},
      {"rules 7072.1", 1, 7, "the number of a rule"},
      {"rules 707.2,", 1, 13, "found the end of the line"},
      {"rules 707.2 707.3", 1, 13, "found `707.3`"},
      {"cite 706", 1, 6, "a source in quotes"},
      {"format comander", 1, 8, "did you mean `commander`?"},
      {"format commander\nformat freeforall", 2, 1, "found a second"},
      {"seed 18446744073709551616", 1, 6, "a seed from 0"},
      {"seed -1", 1, 6, "a seed from 0"},
      {"seed 1\nseed 2", 2, 1, "found a second"},
      {"manual maná", 1, 8, "did you mean `mana`?"},
      {"day\nnight", 2, 1, "found both"},
      {"lenint", 1, 1, "did you mean `lenient`?"},
      {"lengthened-beyond-what-a-message-repeats", 1, 1, "message-repeats`"},
      {"lengthened-beyond-what-a-message-will-repeat", 1, 1, "message-will-re…`"},
      {"lengthened-beyond-what-a-message-repeat\xC3\xA9", 1, 1, "message-repeat…`"},
      {"life 20", 1, 1, "expected a `player` line before `life`"},
      {"resolve", 1, 1, "expected a `turn` line before"},
      {"expect day", 1, 1, "expected a `turn` line before"},
      {"Alice passes", 1, 1, "expected a `turn` line before"},
      {"player Alice\n  hand: Shock; Island x4", 2, 16, "the number before the name: `4 Island`"},
      {"turn 1 main\nlenient", 2, 1, "before the first `turn`"},
      {"Bob answers yes\nplayer Alice", 2, 1, "before the first `turn`"},
      {"turn 1 main\nCarol casts \"Shock\"", 2, 1, "the name of a player before a verb, found `Carol`"},
  };
  for (u32 i = 0; i < COUNT_OF(mistakes); i++) check_mistake("", 0, &mistakes[i]);
}

static void test_mistakes_of_players(void **state) {
  (void)state;
  static const Mistake mistakes[] = {
      {"player", 1, 7, "a player's name"},
      {"player 12", 1, 8, "a player's name"},
      {"player \"Dio\"", 1, 8, "a player's name"},
      {"player hand", 1, 8, "found the keyword `hand`"},
      {"player Cato", 1, 8, "which is a player already"},
      {"hand: Shock as Dio\nplayer Dio", 2, 8, "which is an alias already"},
      {"life", 1, 5, "a life total"},
      {"life 20\nlife 21", 2, 1, "found a second"},
      {"life 99999999999", 1, 6, "between"},
      {"counters poison", 1, 16, "a number of counters"},
      {"counters poison -1", 1, 17, "between 0"},
      {"counters 3", 1, 10, "a kind of counter"},
      {"counters \"\" 3", 1, 10, "found nothing in the quotes"},
      {"mana G", 1, 6, "mana such as"},
      {"mana {G", 1, 6, "one that isn't closed"},
      {"mana {G}\nmana {G}", 2, 1, "found a second"},
      {"mana {}", 1, 6, "one that isn't closed"},
      {"hand Shock", 1, 6, "expected `:`"},
      {"hand: Shock;", 1, 13, "the name of a card"},
      {"hand: , tapped", 1, 7, "the name of a card"},
      {"hand: 3", 1, 8, "the name of a card"},
      {"hand: 100001 Forest", 1, 7, "a count of at most"},
      {"hand: 99999999999999999999 Forest", 1, 7, "a count of at most"},
      {"hand: \"Shock\" now", 1, 15, "after a name in quotes"},
      {"hand: \"\"", 1, 7, "found nothing in the quotes"},
      {"hand: Shock, tapped", 1, 14, "an object in `hand`, found `tapped`"},
      {"hand: Bruna, the Fading Light", 1, 14, "a card's name with a comma needs quotes"},
      {"hand: Shock\n  Forest", 2, 3, "begins with a keyword"},
      {"hand: token \"Cat\"", 1, 7, "it exists only on the battlefield"},
      {"battlefield: Elf, taped", 1, 19, "did you mean `tapped`?"},
      {"battlefield: Elf, tapped, flipped, tapped", 1, 36, "found a second `tapped`"},
      {"battlefield: Elf as", 1, 20, "expected an alias"},
      {"battlefield: Elf as tapped", 1, 21, "found the keyword `tapped`"},
      {"battlefield: Elf as Urza's", 1, 21, "expected an alias"},
      {"battlefield: Elf as 7", 1, 21, "expected an alias"},
      {"battlefield: Elf as Cato", 1, 21, "which is a player already"},
      {"battlefield: Elf as e; Elf as e", 1, 31, "which is an alias already"},
      {"battlefield: Elf as e as f", 1, 23, "expected one alias"},
      {"battlefield: Elf, counters +1/+1", 1, 33, "a number of counters"},
      {"battlefield: Elf, damage x", 1, 26, "an amount of damage"},
      {"battlefield: Elf, attached bear", 1, 19, "did you mean `attached to`?"},
      {"battlefield: Elf, attached to Dot", 1, 31, "an alias (a card's name needs quotes), found `Dot`"},
      {"battlefield: Elf, attached to e.3; 2 Bear as e", 1, 31, "one of the 2 objects called `e`"},
      {"battlefield: Elf, attached to e; 2 Bear as e", 1, 31, "the first is `e.1`"},
      {"battlefield: Elf, attached to \"Bear\" of Dot", 1, 41, "the name of a player"},
      {"battlefield: Elf, controlled by \"Bob\"", 1, 33, "the name of a player"},
      {"battlefield: Elf, controlled by Caro", 1, 33, "did you mean `Cato`?"},
      {"battlefield: Elf, imprinted Cato", 1, 29, "found the player `Cato`"},
      {"battlefield: Elf, attached to Cato (copy)", 1, 31, "found a qualifier"},
      {"battlefield: Elf, chosen", 1, 25, "a colour, a number, a player"},
      {"battlefield: token Cat 1/1", 1, 20, "the name of the token in quotes"},
      {"battlefield: token \"Cat\" 1/1 wite", 1, 30, "did you mean `white`?"},
      {"battlefield: token \"Cat\" 1/1 2/2", 1, 30, "found them twice"},
      {"battlefield: token \"Cat\" +1/+1", 1, 26, "power and toughness such as 2/2"},
      {"battlefield: token \"Cat\" tapped", 1, 26, "a supertype, colour, type, subtype"},
      {"battlefield: token \"Cat\" with", 1, 30, "a keyword ability"},
      {"stack: Shock targeting", 1, 23, "a target"},
      {"stack: Shock kicked kicked", 1, 21, "a second `kicked`"},
      {"stack: Shock, tapped", 1, 15, "an object in `stack`"},
      {"library:\nplayer Dio", 1, 1, "or `library: empty`"},
      {"library:", 1, 1, "or `library: empty`"},
  };
  for (u32 i = 0; i < COUNT_OF(mistakes); i++) check_mistake("player Cato\n", 1, &mistakes[i]);
}

static void test_mistakes_below_a_zone(void **state) {
  (void)state;
  static const Mistake mistakes[] = {
      {"trun 3 main", 1, 1, "did you mean `turn`?"},
      {"libary: 3 Forest", 1, 1, "did you mean `library`?"},
      {"resolv", 1, 1, "did you mean `resolve`?"},
      {"plaier Dio", 1, 1, "did you mean `player`?"},
      {"conters poison 3", 1, 1, "did you mean `counters`?"},
      {"epxect some \"Elf\"", 1, 1, "did you mean `expect`?"},
      {"mna {G}", 1, 1, "did you mean `mana`?"},
      {"Cato cats \"Shock\"", 1, 6, "did you mean `casts`?"},
      {"Cato turns bear", 1, 6, "did you mean `turns up`?"},
      {"Kato casts \"Shock\"", 1, 1, "did you mean `Cato`?"},
      {"hand Shock", 1, 6, "expected `:`"},
      {"life from the loam", 1, 6, "a life total"},
  };
  for (u32 i = 0; i < COUNT_OF(mistakes); i++) {
    check_mistake("player Cato\nbattlefield:\nTurn // Burn\ncommando raid\n", 4, &mistakes[i]);
  }
}

static void test_mistakes_of_the_script(void **state) {
  (void)state;
  static const Mistake mistakes[] = {
      {"turn main", 1, 6, "the number of a turn"},
      {"turn 0 main", 1, 6, "between 1"},
      {"turn 2", 1, 7, "a step: "},
      {"turn 2 untap", 1, 8, "a step: "},
      {"turn 2 begn combat", 1, 8, "did you mean `begin combat`?"},
      {"turn 2 end step", 1, 12, "`again` or the end of the line"},
      {"turn 1 main", 1, 6, "expected turn 2 or a later one"},
      {"turn 2 upkeep", 1, 8, "or `upkeep again`"},
      {"resolve everything", 1, 9, "`all` or the end of the line"},
      {"Cato", 1, 5, "what the player does"},
      {"Cato atacks with giant", 1, 6, "did you mean `attacks`?"},
      {"cato passes", 1, 1, "did you mean `Cato`?"},
      {"Cato casts Shock", 1, 12, "a card's name needs quotes"},
      {"Cato casts gaint", 1, 12, "did you mean `giant`?"},
      {"Cato casts Dio", 1, 12, "found the player `Dio`"},
      {"Cato casts \"Shock\" targetting Dio", 1, 20, "did you mean `targeting`?"},
      {"Cato casts \"Shock\" targeting Dio targeting crow", 1, 34, "a second `targeting`"},
      {"Cato casts \"Shock\" targeting Dio,", 1, 34, "a target"},
      {"Cato casts \"Shock\" targeting (Dio", 1, 34, "a closing parenthesis"},
      {"Cato casts \"Shock\" targeting no", 1, 32, "expected `target`"},
      {"Cato casts \"Shock\" targeting with X=1", 1, 30, "found `with`"},
      {"Cato casts \"Shock\" from battlefield", 1, 25, "a zone a card is cast or played from"},
      {"Cato casts \"Shock\" from graveyad", 1, 25, "did you mean `graveyard`?"},
      {"Cato casts \"Shock\" via Flashback", 1, 24, "in quotes, or `none`"},
      {"Cato casts \"Shock\" with Y=1", 1, 25, "expected `X`"},
      {"Cato casts \"Shock\" with X 1", 1, 27, "expected `=`"},
      {"Cato casts \"Shock\" with X=-1", 1, 27, "between 0"},
      {"Cato casts \"Shock\" modes 0", 1, 26, "between 1"},
      {"Cato casts \"Shock\" modes 1,", 1, 27, "the end of the line, found `,`"},
      {"Cato casts \"Shock\" kicked 0", 1, 27, "between 1"},
      {"Cato casts \"Shock\"; resolve", 1, 19, "the end of the line, found `;`"},
      {"Cato plays \"Forest\" kicked", 1, 21, "a clause that `plays` can have"},
      {"Cato activates giant", 1, 21, "the first words of the ability in quotes"},
      {"Cato activates", 1, 15, "an ability in quotes"},
      {"Cato activates \"\"", 1, 16, "found nothing in the quotes"},
      {"Cato attacks giant", 1, 19, "expected `with`"},
      {"Cato attacks with band", 1, 23, "an attacking creature"},
      {"Cato attacks with giant crow", 1, 25, "the end of the line"},
      {"Cato blocks Dio with giant", 1, 13, "found the player `Dio`"},
      {"Cato answers", 1, 13, "an answer such as"},
      {"Cato answers yes;", 1, 18, "an answer such as"},
      {"Cato answers yess", 1, 14, "did you mean `yes`?"},
      {"Cato answers order", 1, 19, "an object or a player"},
      {"Cato answers split giant", 1, 25, "expected `=`"},
      {"Cato answers mode two", 1, 19, "a number"},
      {"Cato answers (giant", 1, 20, "a closing parenthesis"},
      {"Cato answers yes for Dio", 1, 22, "found the player `Dio`"},
      {"Cato answers yes from yes", 1, 23, "the options in parentheses"},
      {"Cato answers yes from (yes", 1, 27, "a closing parenthesis"},
      {"Cato answers yes from (order giant)", 1, 24, "a single option"},
      {"Cato answers yes for giant for crow", 1, 28, "no second `for`"},
      {"Cato answers \"Elf\"#0", 1, 19, "a number from 1 on"},
      {"Cato answers \"Elf\"#2#3", 1, 21, "no second #"},
      {"Cato answers \"Elf\" (copie)", 1, 21, "did you mean `copy`?"},
      {"Cato answers \"Elf\" (copy) (not copy)", 1, 32, "each qualifier once"},
      {"Cato answers \"Elf\" in garden", 1, 23, "a zone"},
      {"Cato answers \"Elf\" in exile in hand", 1, 29, "no second zone"},
      {"Cato answers \"Elf\" of Dio of Cato", 1, 27, "no second `of`"},
      {"Cato answers \"Elf\" of dio", 1, 23, "did you mean `Dio`?"},
      {"Cato answers face-down land", 1, 24, "expected `creature`"},
      {"Cato answers top of library", 1, 21, "expected `stack`"},
      {"Cato answers ability of ability of giant", 1, 25, "the object whose ability is meant"},
      {"Cato answers giant.1.2", 1, 14, "found `giant.1.2`"},
      {"Cato answers giant.2", 1, 14, "one of the 1 objects"},
  };
  for (u32 i = 0; i < COUNT_OF(mistakes); i++) check_mistake(script_setup, 7, &mistakes[i]);
}

static void test_mistakes_of_expectations(void **state) {
  (void)state;
  static const Mistake mistakes[] = {
      {"expect", 1, 7, "what is looked at"},
      {"expect monarh Dio", 1, 8, "did you mean `monarch`?"},
      {"expect gaint is 3/3", 1, 8, "did you mean `giant`?"},
      {"expect giant", 1, 13, "what is expected of the object"},
      {"expect giant iss 3/3", 1, 14, "did you mean `is`?"},
      {"expect giant is", 1, 16, "a supertype, colour, type, state"},
      {"expect giant is taped", 1, 17, "did you mean `tapped`?"},
      {"expect giant is 3", 1, 17, "a supertype, colour, type, state"},
      {"expect giant is +1/+1", 1, 17, "power and toughness such as 2/2"},
      {"expect giant is base creature", 1, 22, "power and toughness such as 2/2"},
      {"expect giant is red not blue", 1, 21, "a supertype, colour, type, state"},
      {"expect giant is 1/1 2/2", 1, 21, "found them twice"},
      {"expect giant is Elf2", 1, 17, "a supertype, colour, type, state"},
      {"expect giant has", 1, 17, "a keyword ability"},
      {"expect giant has flying, haste", 1, 24, "the end of the line, found `,`"},
      {"expect giant has no haste", 1, 21, "expected `abilities`"},
      {"expect giant name Elf", 1, 19, "a name in quotes, or `none`"},
      {"expect giant types Elf", 1, 20, "a type line in quotes"},
      {"expect giant mana 3", 1, 19, "`cost` or `value`"},
      {"expect giant mana cost 3", 1, 24, "or `none`"},
      {"expect giant mana value {3}", 1, 25, "a mana value"},
      {"expect giant counters +1/+1", 1, 28, "a number of counters"},
      {"expect giant damage -1", 1, 21, "between 0"},
      {"expect giant controller giant", 1, 25, "the name of a player"},
      {"expect giant attached crow", 1, 23, "expected `to`"},
      {"expect giant not tapped", 1, 18, "expected `attached`"},
      {"expect some Dio is tapped", 1, 13, "found the player `Dio`"},
      {"expect 3 is tapped", 1, 10, "an object"},
      {"expect Cato lief 20", 1, 13, "did you mean `life`?"},
      {"expect Cato hand", 1, 17, "a count"},
      {"expect Cato hand \"Elf\"", 1, 23, "a count"},
      {"expect Cato hand -1", 1, 18, "between 0"},
      {"expect Cato mana", 1, 17, "or `none`"},
      {"expect Cato mana {R}{G} 2", 1, 25, "only one kind of mana"},
      {"expect Cato can", 1, 16, "what a player might do"},
      {"expect Cato can casts \"Shock\"", 1, 17, "did you mean `cast`?"},
      {"expect Cato can concede", 1, 17, "what a player might do"},
      {"expect Cato wins big", 1, 18, "the end of the line"},
      {"expect exile \"Elf\"", 1, 19, "a count"},
      {"expect game ends", 1, 13, "`over` or `continues`"},
      {"expect active \"Dio\"", 1, 15, "the name of a player"},
      {"expect turn 0", 1, 13, "between 1"},
      {"expect neither night nor day", 1, 16, "expected `day`"},
      {"expect not day", 1, 12, "expected `asked`"},
      {"expect illegal", 1, 15, "the name of a player"},
      {"expect illegal resolve", 1, 16, "the name of a player"},
      {"expect illegal Cato answers", 1, 28, "an answer such as"},
      {"expect illegal Cato juggles", 1, 21, "what the player does"},
  };
  for (u32 i = 0; i < COUNT_OF(mistakes); i++) check_mistake(script_setup, 7, &mistakes[i]);
}

static void test_statuses_tell_kinds_of_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    GavelStatus status;
  } rows[] = {{"turn 1 noon", GAVEL_E_SYNTAX},
              {"turn 1 main\nAlice casts nobody", GAVEL_E_UNKNOWN},
              {"turn 0 main", GAVEL_E_CHECK}};
  for (u32 i = 0; i < COUNT_OF(rows); i++) {
    assert_int_equal(parse(str_of(rows[i].text), NULL), rows[i].status);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mistakes_of_form),         cmocka_unit_test(test_mistakes_of_players),
      cmocka_unit_test(test_mistakes_below_a_zone),    cmocka_unit_test(test_mistakes_of_the_script),
      cmocka_unit_test(test_mistakes_of_expectations), cmocka_unit_test(test_statuses_tell_kinds_of_mistakes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
