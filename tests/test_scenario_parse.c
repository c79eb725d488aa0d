/* The scenario parser: every construct of the language reads as what it means, and nothing at all
   upsets the parser. */
#include "support/allocator.h"
#include "support/file.h"
#include "support/test.h"

#include "scenario/scenario_parse.h"
#include "scenario/scenario_print.h"

#include <dirent.h>
#include <stdlib.h>

/* --- parsing in tests ---------------------------------------------------------------------- */

typedef struct Fixture {
  Arena arena;
  GavelAllocator allocator;
  ScenarioFile *file;
  GavelError error;
} Fixture;

static GavelStatus fixture_parse(Fixture *fixture, Str text) {
  *fixture = (Fixture){.allocator = gavel_allocator_default()};
  arena_init(&fixture->arena, fixture->allocator);
  return scenario_parse(&fixture->arena, &fixture->allocator, STR("test.scenario"), text, &fixture->file,
                        &fixture->error);
}

/* Parses what must be right; its first scenario. */
static Scenario *fixture_accept(Fixture *fixture, const char *text) {
  if (fixture_parse(fixture, str_of(text))) {
    fail_msg("%u:%u: %s\nin: %s", fixture->error.line, fixture->error.column, fixture->error.message, text);
  }
  return fixture->file->scenarios.data[0];
}

static void fixture_free(Fixture *fixture) { arena_free(&fixture->arena); }

/* --- forms: what a line means, shown as the canonical line for it ---------------------------- */

typedef struct Form {
  const char *written;
  const char *canonical; /* null: as written */
} Form;

/* Parses `before`, the line and `after`, and demands the canonical line in what is printed. */
static void check_form(const char *before, const Form *form, const char *after) {
  GavelAllocator allocator = gavel_allocator_default();
  const char *canonical = form->canonical ? form->canonical : form->written;
  Text text, expected, printed;
  text_init(&text, allocator);
  text_init(&expected, allocator);
  text_init(&printed, allocator);
  text_addf(&text, "%s%s\n%s", before, form->written, after);
  text_addf(&expected, "%s\n", canonical);
  Fixture fixture;
  fixture_accept(&fixture, text.data);
  scenario_print(fixture.file, &printed);
  if (!strstr(printed.data, expected.data)) {
    fail_msg("\nwritten:  %s\nexpected: %s\nprinted:\n%s", form->written, canonical, printed.data);
  }
  fixture_free(&fixture);
  text_free(&text);
  text_free(&expected);
  text_free(&printed);
}

static void test_lines_of_the_header(void **state) {
  (void)state;
  static const Form forms[] = {
      {"rules 100, 702.22c,  706.10", "rules 100, 702.22c, 706.10"},
      {"rules 613.8\nrules 613.8b", "rules 613.8, 613.8b"},
      {"cite \"an old ruling\"", NULL},
      {"cite \"one\", \"two \\\"quoted\\\" \\\\ # no comment\"", NULL},
      {"format commander", NULL},
      {"format freeforall # four of them", "format freeforall"},
      {"seed 18446744073709551615", NULL},
      {"seed\t0", "seed 0"},
      {"  lenient", "lenient"},
      {"manual  mana", "manual mana"},
      {"day", NULL},
      {"night", NULL},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form("scenario \"T\"\n", &forms[i], "");
}

static void test_lines_of_a_player(void **state) {
  (void)state;
  static const Form forms[] = {
      {"  life 31", NULL},
      {"life -2", "  life -2"},
      {"  counters rad 2; \"odd kind\" 0; +1/+1 1", NULL},
      {"  mana {R}{G/W} {2/U}", "  mana {R}{G/W}{2/U}"},
      {"  library: empty", NULL},
      {"  hand: empty\n  life 7", "  life 7"},
      {"  library: 7 Forest; Storm Crow # top first", "  library:\n    7 \"Forest\"\n    \"Storm Crow\""},
      {"  hand: \"Fire // Ice\"; Ice; fire // ice", "    \"Fire // Ice\"\n    \"Ice\"\n    \"fire // ice\""},
      {"  ante : Jeweled Bird", "  ante:\n    \"Jeweled Bird\""},
      {"  sideboard:\n  Jeweled Bird; 2 Forest\n\n# a comment\n    Lim-Dul's Vault",
       "    \"Jeweled Bird\"\n    2 \"Forest\"\n    \"Lim-Dul's Vault\""},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form("player Cato\n", &forms[i], "player Dio\n");
}

static void test_items_of_a_zone(void **state) {
  (void)state;
  static const Form forms[] = {
      {"Storm Crow", "    \"Storm Crow\""},
      {"0 Storm Crow as crows", "    0 \"Storm Crow\" as crows"},
      {"\"1996 World Champion\"", "    \"1996 World Champion\""},
      {"1996 World Champion", "    1996 \"World Champion\""},
      {"\"Erase (Not the Urza's Legacy One)\"", "    \"Erase (Not the Urza's Legacy One)\""},
      {"Henzie \"Toolbox\" Torre, tapped", "    \"Henzie \\\"Toolbox\\\" Torre\", tapped"},
      {"+2 Mace", "    \"+2 Mace\""},
      {"Hazmat Suit (Used)# not a comment # one", "    \"Hazmat Suit (Used)# not a comment\""},
      {"Vault 87: Forced Evolution", "    \"Vault 87: Forced Evolution\""},
      {"\"It That Rides as One\" as rider", "    \"It That Rides as One\" as rider"},
      {"Storm Crow as c, tapped, flipped", "    \"Storm Crow\" as c, tapped, flipped"},
      {"Storm Crow, flipped, as c, tapped", "    \"Storm Crow\" as c, tapped, flipped"},
      {"Storm Crow, tapped as c", "    \"Storm Crow\" as c, tapped"},
      {"Storm Crow, transformed, phased-out, summoning-sick, monstrous, bestowed, commander",
       "    \"Storm Crow\", transformed, phased-out, summoning-sick, monstrous, bestowed, "
       "commander"},
      {"Storm Crow, face-down", "    \"Storm Crow\", face-down"},
      {"Storm Crow, face-down disguise", "    \"Storm Crow\", face-down disguise"},
      {"Storm Crow, counters +1/+1 3, counters shield 1, counters \"two words\" 2",
       "    \"Storm Crow\", counters +1/+1 3, counters shield 1, counters \"two words\" 2"},
      {"Storm Crow, damage 2, level 4", "    \"Storm Crow\", damage 2, level 4"},
      {"Pacifism, attached to later", "    \"Pacifism\", attached to later"},
      {"Pacifism, attached to \"Hill Giant\" of Dio", "    \"Pacifism\", attached to \"Hill Giant\" of Dio"},
      {"Curse of Chaos, attached to Dio", "    \"Curse of Chaos\", attached to Dio"},
      {"Storm Crow, controlled by Dio", "    \"Storm Crow\", controlled by Dio"},
      {"Storm Crow, attacking", "    \"Storm Crow\", attacking"},
      {"Storm Crow, attacking as c", "    \"Storm Crow\" as c, attacking"},
      {"Storm Crow, attacking Dio, tapped", "    \"Storm Crow\", tapped, attacking Dio"},
      {"Xenograft, chosen \"Time Lord\", chosen red, chosen 3, chosen Dio, chosen later",
       "    \"Xenograft\", chosen \"Time Lord\", chosen red, chosen 3, chosen Dio, chosen later"},
      {"Isochron Scepter, imprinted later, imprinted \"Shock\" in exile",
       "    \"Isochron Scepter\", imprinted later, imprinted \"Shock\" in exile"},
      {"Gisela, melded with \"Bruna\"", "    \"Gisela\", melded with \"Bruna\""},
      {"Clone, copy of Hill Giant as c", "    \"Clone\" as c, copy of \"Hill Giant\""},
      {"token \"Clue\"", "    token \"Clue\""},
      {"2 token \"Cat\" 2/2 white creature Cat with first strike, ward {2} and \"{T}: Scry 1.\", "
       "tapped as cats",
       "    2 token \"Cat\" 2/2 white creature Cat with first strike and ward {2} and \"{T}: Scry "
       "1.\" as cats, tapped"},
      {"token \"Ooze\" */* colorless legendary snow creature Time-Lord Urza's as o",
       "    token \"Ooze\" */* colorless legendary snow creature Time-Lord Urza's as o"},
      {"token \"Food\" with flying", "    token \"Food\" with flying"},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) {
    check_form("player Cato\nbattlefield:\n", &forms[i], "Hill Giant as later\nplayer Dio\n");
  }
}

static void test_items_of_the_stack(void **state) {
  (void)state;
  static const Form forms[] = {
      {"Shock as s targeting Dio", "    \"Shock\" as s targeting Dio"},
      {"Shock targeting Dio as s", "    \"Shock\" as s targeting Dio"},
      {"Fireball with X=4 targeting (giant, Dio), giant, controlled by Dio as f",
       "    \"Fireball\" as f with X=4 targeting (giant, Dio), giant, controlled by Dio"},
      {"Life from the Loam; Deal with it from graveyard via \"Dredge\" face-down",
       "    \"Life from the Loam\"\n    \"Deal with it\" from graveyard via \"Dredge\" face-down"},
      {"\"Rite\" modes 1, 2 kicked 3 dividing 1, 2, counters lore 1",
       "    \"Rite\" modes 1, 2 kicked 3 dividing 1, 2, counters lore 1"},
      {"Bolt paying \"Buyback\", \"Replicate\" 2, copy of Shock targeting face-down creature, Dio",
       "    \"Bolt\" paying \"Buyback\", \"Replicate\" 2 targeting face-down creature, Dio, copy "
       "of \"Shock\""},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) {
    check_form("player Cato\nbattlefield: Hill Giant as giant\nstack:\n", &forms[i], "\nplayer Dio\n");
  }
}

/* What the lines of the script stand on. */
static const char script_setup[] = "player Cato\n"
                                   "  battlefield:\n"
                                   "    Hill Giant as giant\n"
                                   "    Storm Crow as crow\n"
                                   "    3 Grizzly Bears as bears\n"
                                   "player Dio\n"
                                   "turn 2 main\n";

static void test_headings_and_passing(void **state) {
  (void)state;
  static const Form forms[] = {
      {"turn 2 main", NULL},
      {"turn 2 main 2", NULL},
      {"turn 2 begin combat", NULL},
      {"turn 2 attackers", NULL},
      {"turn 2 blockers", NULL},
      {"turn 2 first  strike damage", "turn 2 first strike damage"},
      {"turn 2 damage", NULL},
      {"turn 2 end combat", NULL},
      {"turn 2 end", NULL},
      {"turn 2 cleanup", NULL},
      {"turn 3 upkeep", NULL},
      {"turn 4 draw", NULL},
      {"turn 2 upkeep again", NULL},
      {"turn 2 main 2 again", NULL},
      {"resolve", "  resolve"},
      {"resolve all", "  resolve all"},
      {"Cato passes", "  Cato passes"},
      {"Dio concedes", "  Dio concedes"},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form(script_setup, &forms[i], "");
}

static void test_actions(void **state) {
  (void)state;
  static const Form forms[] = {
      {"  Cato plays \"Forest\"", NULL},
      {"  Cato plays \"Forest\" from graveyard via \"Crucible\"", NULL},
      {"  Cato casts \"Shock\"", NULL},
      {"  Cato casts \"Shock\" in graveyard", NULL},
      {"  Cato casts giant from exile via none face-down", NULL},
      {"  Cato casts \"Shock\" targeting Dio with X=0 from hand",
       "  Cato casts \"Shock\" from hand with X=0 targeting Dio"},
      {"  Cato casts \"Shock\" dividing 2 ,1 kicked modes 2, 2 face-down paying \"Buyback\" , "
       "\"Entwine\" 3 via \"Overload\"",
       "  Cato casts \"Shock\" via \"Overload\" face-down modes 2, 2 kicked paying \"Buyback\", "
       "\"Entwine\" 3 dividing 2, 1"},
      {"  Cato casts \"Shock\" kicked 2 targeting no target, (giant), (), (giant, crow), top of "
       "stack",
       NULL},
      {"  Cato activates \"{T}: Add {G}\"", NULL},
      {"  Cato activates \"Equip\" modes 1 targeting crow dividing 1", NULL},
      {"  Cato activates giant \"{2}:\" with X=1", NULL},
      {"  Cato activates \"Hill Giant\" \"{2}:\"", NULL},
      {"  Cato activates \"Hill Giant\"#2 of Dio \"{2}:\"", NULL},
      {"  Cato activates \"Hill Giant\" (not copy) \"{2}:\"", NULL},
      {"  Cato activates \"Hill Giant\" in graveyard \"Scavenge\"", NULL},
      {"  Cato turns up face-down creature", NULL},
      {"  Cato turns  up giant via \"Megamorph\" with X=2", "  Cato turns up giant via \"Megamorph\" with X=2"},
      {"  Cato suspends \"Shock\" with X=2", NULL},
      {"  Cato foretells \"Shock\"", NULL},
      {"  Cato plots \"Shock\" from library", NULL},
      {"  Cato unlocks \"Attic\"", NULL},
      {"  Cato rolls-planar", NULL},
      {"  Cato attacks with giant, bears.3, face-down creature", NULL},
      {"  Cato attacks Dio with giant", NULL},
      {"  Cato attacks \"Jace\" of Dio with band giant, crow", NULL},
      {"  Cato attacks with nothing", NULL},
      {"  Dio blocks giant with \"Wall\"#1 of Dio, \"Wall\"#2",
       "  Dio blocks giant with \"Wall\"#1 of Dio, \"Wall\"#2"},
      {"  Dio blocks nothing", NULL},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form(script_setup, &forms[i], "");
}

static void test_references(void **state) {
  (void)state;
  static const Form forms[] = {
      {"  Cato answers giant; bears.1; Dio", NULL},
      {"  Cato answers \"Elf\" of Dio in graveyard (copy) (not token)", NULL},
      {"  Cato answers \"Elf\" (not token) (copy) in graveyard of Dio#2",
       "  Cato answers \"Elf\"#2 of Dio in graveyard (copy) (not token)"},
      {"  Cato answers \"Elf\" on battlefield", "  Cato answers \"Elf\" in battlefield"},
      {"  Cato answers \"Elf\" in stack", "  Cato answers \"Elf\" on stack"},
      {"  Cato answers face-down creature of Dio; \"Elf\" (face-down); \"Elf\" (card)", NULL},
      {"  Cato answers face-down creature#2", NULL},
      {"  Cato answers ability of giant on stack#2 (copy)", NULL},
      {"  Cato answers ability of \"Elf\" of Dio in graveyard on stack of Cato", NULL},
      {"  Cato answers ability of face-down creature; top of stack", NULL},
      {"  Cato answers top; bottom", "  Cato answers \"top\"; \"bottom\""},
      {"  Cato answers giant in exile", NULL},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form(script_setup, &forms[i], "");
}

static void test_answers(void **state) {
  (void)state;
  static const Form forms[] = {
      {"  Dio answers yes; no; done; none; life; heads; tails; win; lose", NULL},
      {"  Dio answers 0;12;-1", "  Dio answers 0; 12; -1"},
      {"  Dio answers white; blue; black; red; green; {C}; {W/P}", NULL},
      {"  Dio answers \"Time Lord\"; mode 3; die 20", NULL},
      {"  Dio answers order giant, \"When it dies\", bears.2; yes", NULL},
      {"  Dio answers split giant=3, \"Elf\"#2 of Dio=0, Cato=1", NULL},
      {"  Dio answers (giant); (giant, \"Elf\")", NULL},
      {"  Dio answers shuffle \"Forest\", giant", NULL},
      {"  Dio answers yes for \"Clone\"; (giant, crow) for crow", NULL},
      {"  Dio answers giant from (giant, \"Elf\" of Dio, Cato); 2 from (0, 1, 2)", NULL},
      {"  Dio answers {G} from (red, {G}, done) for top of stack",
       "  Dio answers {G} for top of stack from (red, {G}, done)"},
      {"  Dio answers mode 1 from (mode 1, mode 2)", NULL},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form(script_setup, &forms[i], "");
}

static void test_expectations_of_objects(void **state) {
  (void)state;
  static const Form forms[] = {
      {"  expect giant is 3/3 red Giant creature untapped", NULL},
      {"  expect giant is -1/0", NULL},
      {"  expect giant is */*", NULL},
      {"  expect giant is base 3/3", NULL},
      {"  expect giant is 5/5 base 3/3 snow Time-Lord Urza's colorless", NULL},
      {"  expect giant is not Wall", NULL},
      {"  expect giant has first strike", NULL},
      {"  expect giant has  ward   {2}", "  expect giant has ward {2}"},
      {"  expect giant has toxic 1", NULL},
      {"  expect giant has \"protection from red\"", NULL},
      {"  expect giant lacks flying", NULL},
      {"  expect giant has no abilities", NULL},
      {"  expect giant name \"Hill Giant\"", NULL},
      {"  expect giant name none", NULL},
      {"  expect giant types \"Creature — Giant\"", NULL},
      {"  expect giant mana cost {3} {R}", "  expect giant mana cost {3}{R}"},
      {"  expect giant mana cost none", NULL},
      {"  expect giant mana value 4", NULL},
      {"  expect giant counters -1/-1 2", NULL},
      {"  expect giant counters \"two words\" 0", NULL},
      {"  expect giant damage 2", NULL},
      {"  expect giant loyalty 5", NULL},
      {"  expect giant controller Dio", NULL},
      {"  expect giant owner Cato", NULL},
      {"  expect giant attached to crow", NULL},
      {"  expect giant attached to Dio", NULL},
      {"  expect giant not attached", NULL},
      {"  expect giant not attached to crow", NULL},
      {"  expect some \"Elf\" of Dio is Elf", NULL},
      {"  expect some \"Elf\"", NULL},
      {"  expect no \"Elf\" of Dio", NULL},
      {"  expect no \"Elf\" is tapped", NULL},
      {"  expect 2 \"Elf\" of Dio are not tapped", "  expect 2 \"Elf\" of Dio is not tapped"},
      {"  expect 2 \"Elf\" have flying", "  expect 2 \"Elf\" has flying"},
      {"  expect face-down creature is face-down", NULL},
      {"  expect top of stack is copy", NULL},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form(script_setup, &forms[i], "");
}

static void test_expectations_of_players_and_the_game(void **state) {
  (void)state;
  static const Form forms[] = {
      {"  expect Cato life -3", NULL},
      {"  expect Cato counters experience 1", NULL},
      {"  expect Cato hand 3", NULL},
      {"  expect Cato graveyard giant 1", NULL},
      {"  expect Cato battlefield \"Elf\" (copy) 2", NULL},
      {"  expect Cato tokens 2", NULL},
      {"  expect Cato tokens \"Elf\" 2", NULL},
      {"  expect Cato cards \"Elf\" 2", NULL},
      {"  expect Cato mana {R}{R}{2}", NULL},
      {"  expect Cato mana {R} 2", NULL},
      {"  expect Cato mana none", NULL},
      {"  expect Cato has \"the city's blessing\"", NULL},
      {"  expect Cato lacks hexproof", NULL},
      {"  expect Cato wins", NULL},
      {"  expect Cato loses", NULL},
      {"  expect Cato draws", NULL},
      {"  expect Cato can cast \"Shock\" via \"Flashback\" targeting Dio", NULL},
      {"  expect Cato cannot play \"Forest\"", NULL},
      {"  expect Cato can activate giant \"{2}:\" with X=1", NULL},
      {"  expect Cato can activate \"{2}:\"", NULL},
      {"  expect Cato cannot attack Dio with giant", NULL},
      {"  expect Cato can attack with giant", NULL},
      {"  expect Dio can block giant with \"Wall\"", NULL},
      {"  expect Cato can turn up giant", NULL},
      {"  expect Cato can unlock \"Attic\"", NULL},
      {"  expect Cato can foretell \"Shock\"", NULL},
      {"  expect exile \"Elf\" 2", NULL},
      {"  expect stack 1", NULL},
      {"  expect stack \"Whenever\" 1", NULL},
      {"  expect game over", NULL},
      {"  expect game continues", NULL},
      {"  expect active Dio", NULL},
      {"  expect turn 2", NULL},
      {"  expect day", NULL},
      {"  expect night", NULL},
      {"  expect neither day nor night", NULL},
      {"  expect monarch Dio", NULL},
      {"  expect monarch none", NULL},
      {"  expect initiative Cato", NULL},
      {"  expect asked", NULL},
      {"  expect not asked", NULL},
      {"  expect illegal Cato casts \"Shock\" targeting Dio", NULL},
      {"  expect illegal Cato attacks with giant, crow", NULL},
      {"  expect illegal Dio answers giant; yes", NULL},
  };
  for (u32 i = 0; i < COUNT_OF(forms); i++) check_form(script_setup, &forms[i], "");
}

/* --- the tree ------------------------------------------------------------------------------ */

static void test_a_file_holds_several_scenarios(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *first = fixture_accept(&fixture, "# opening\nscenario \"One\"\nplayer Cato\n  hand: Shock as s\n"
                                             "scenario \"Two\"\nplayer Dio\n  hand: Shock as s\n");
  assert_int_equal(fixture.file->scenarios.count, 2);
  assert_str_is(fixture.file->name, "test.scenario");
  assert_str_is(first->title, "One");
  assert_int_equal(first->place.line, 2);
  assert_int_equal(first->players.count, 2);
  assert_str_is(first->players.data[1].name, "Alice");
  assert_int_equal(first->players.data[1].place.line, 0);
  assert_int_equal(first->seed, 1);
  assert_str_is(fixture.file->scenarios.data[1]->players.data[0].name, "Dio");
  fixture_free(&fixture);
}

static void test_alice_and_bob_are_implied(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *scenario = fixture_accept(&fixture, "Alice answers yes\nturn 1 main\n  Bob passes\n");
  assert_int_equal(scenario->players.data[0].place.line, 0);
  assert_false(scenario->titled);
  assert_int_equal(scenario->players.count, 2);
  assert_str_is(scenario->players.data[1].name, "Bob");
  assert_int_equal(scenario->before.count, 1);
  assert_int_equal(scenario->sections.data[0].lines.data[0].as.action->player, 1);
  fixture_free(&fixture);
}

static void test_the_other_of_alice_and_bob_joins_a_single_player(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *scenario = fixture_accept(&fixture, "player Alice\n  battlefield: Shock\n  hand:\n    Shock\n"
                                                "Bob answers yes\nturn 1 main\n  Bob passes\n");
  assert_int_equal(scenario->players.count, 2);
  assert_str_is(scenario->players.data[0].name, "Alice");
  assert_str_is(scenario->players.data[1].name, "Bob");
  assert_int_equal(scenario->before.data[0].as.answers->player, 1);
  fixture_free(&fixture);
  scenario = fixture_accept(&fixture, "player Bob\n  life 3\nturn 1 main\n  Alice passes\n");
  assert_int_equal(scenario->players.count, 2);
  assert_int_equal(scenario->sections.data[0].lines.data[0].as.action->player, 1);
  fixture_free(&fixture);
}

static void test_items_are_structured(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *scenario = fixture_accept(&fixture, "player Cato\n"
                                                "  battlefield:\n"
                                                "    Pacifism, attached to bears.2\n"
                                                "    3 Grizzly Bears as bears, tapped, counters +1/+1 2\n"
                                                "    token \"Cat\" 1/1 white creature Cat with flying\n"
                                                "  library: empty\n");
  const ScenarioPlayer *player = &scenario->players.data[0];
  assert_int_equal(player->items.count, 3);
  assert_true(player->has_library);
  const ScenarioItem *aura = &player->items.data[0];
  assert_int_equal(aura->attached_to->kind, SCENARIO_REF_ALIAS);
  assert_int_equal(aura->attached_to->alias, 0);
  assert_int_equal(aura->attached_to->alias_index, 2);
  const ScenarioItem *bears = &player->items.data[1];
  assert_int_equal(bears->count, 3);
  assert_int_equal(bears->place.line, 4);
  assert_int_equal(bears->place.column, 5);
  assert_int_equal(bears->name.place.column, 7);
  assert_int_equal(bears->flags, 1 << SCENARIO_FLAG_TAPPED);
  assert_str_is(bears->counters.data[0].kind, "+1/+1");
  assert_int_equal(scenario->aliases.data[0].item, 1);
  assert_int_equal(scenario->aliases.data[0].count, 3);
  const ScenarioItem *cat = &player->items.data[2];
  assert_true(cat->token);
  assert_int_equal(cat->token_is.count, 4);
  assert_int_equal(cat->token_is.data[0].pt.power, 1);
  assert_int_equal(cat->token_is.data[1].value, W_WHITE);
  assert_int_equal(cat->token_is.data[2].value, W_CREATURE);
  assert_int_equal(cat->token_is.data[3].kind, SCENARIO_IS_SUBTYPE);
  assert_str_is(cat->token_has.data[0].text.text, "flying");
  fixture_free(&fixture);
}

static void test_lines_keep_their_place_and_source(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *scenario = fixture_accept(&fixture, "\xEF\xBB\xBFturn 1 main # now\r\n"
                                                "\t Alice  casts \"\xC3\x89lan\"#2 in hand  # why\r\n"
                                                "\r\n  expect \"\xC3\x89lan\" is creature\r\n");
  const ScenarioSection *section = &scenario->sections.data[0];
  assert_str_is(section->source, "turn 1 main");
  assert_int_equal(section->lines.count, 2);
  const ScenarioLine *line = &section->lines.data[0];
  assert_str_is(line->source, "Alice  casts \"\xC3\x89lan\"#2 in hand");
  assert_int_equal(line->place.line, 2);
  assert_int_equal(line->place.column, 3);
  assert_int_equal(line->as.action->object->index, 2);
  assert_int_equal(line->as.action->object->zone, ZONE_HAND);
  const ScenarioExpect *expect = section->lines.data[1].as.expect;
  assert_int_equal(section->lines.data[1].place.line, 4);
  assert_int_equal(expect->descriptors.data[0].place.column, 20);
  fixture_free(&fixture);
}

static void test_answers_before_a_heading_belong_to_what_follows(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *scenario = fixture_accept(&fixture, "turn 1 main\n  Alice answers 1\n  resolve\n"
                                                "  Alice answers 2\n  Bob answers 3\n"
                                                "turn 1 end\n  resolve\n  Alice answers 4\n");
  assert_int_equal(scenario->sections.data[0].lines.count, 4);
  assert_int_equal(scenario->sections.data[0].own_lines, 2);
  assert_int_equal(scenario->sections.data[1].own_lines, 2);
  fixture_free(&fixture);
}

static void test_clauses_say_what_was_given(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *scenario =
      fixture_accept(&fixture, "turn 1 main\n  Alice casts \"Shock\" via none targeting (), Bob kicked\n");
  const ScenarioClauses *clauses = &scenario->sections.data[0].lines.data[0].as.action->clauses;
  assert_int_equal(clauses->given, SCENARIO_CLAUSE_VIA | SCENARIO_CLAUSE_TARGETING | SCENARIO_CLAUSE_KICKED);
  assert_int_equal(clauses->via.text.length, 0);
  assert_int_equal(clauses->kicked, 1);
  assert_int_equal(clauses->from, ZONE_NONE);
  assert_int_equal(clauses->targets.data[0].kind, SCENARIO_TARGET_GROUP);
  assert_int_equal(clauses->targets.data[0].refs.count, 0);
  assert_int_equal(clauses->targets.data[1].refs.data[0]->player, 1);
  fixture_free(&fixture);
}

static void test_a_repeated_step_frees_the_order_of_its_turn(void **state) {
  (void)state;
  Fixture fixture;
  Scenario *scenario =
      fixture_accept(&fixture, "turn 1 main 2\nturn 1 attackers again\nturn 1 damage\nturn 1 main 2 again\n");
  assert_int_equal(scenario->sections.count, 4);
  assert_true(scenario->sections.data[1].again);
  fixture_free(&fixture);
}

static void test_words_and_enums_agree(void **state) {
  (void)state;
  u32 value = 0;
  assert_true(scenario_word_find(&scenario_step_words, STR("end combat"), &value));
  assert_int_equal(value, W_STEP_END_COMBAT);
  assert_string_equal(scenario_word_text(&scenario_verb_words, SCENARIO_TURN_UP), "turns up");
  assert_string_equal(scenario_word_text(&scenario_can_words, SCENARIO_TURN_UP), "turn up");
  assert_string_equal(scenario_word_text(&scenario_zone_words, ZONE_NONE), "");
  assert_false(scenario_word_find(&scenario_can_words, STR(""), &value));
  assert_true(scenario_word_reserved(STR("targeting")));
  assert_false(scenario_word_reserved(STR("bear")));
}

/* --- hostile input ------------------------------------------------------------------------- */

static const char rich_text[] = "scenario \"Rich \\\"text\\\"\"\nrules 707.2\n"
                                "player Cato\n  counters rad 1\n  mana {G} {G}\n  battlefield:\n"
                                "    2 Grizzly Bears as bears, counters +1/+1 1, chosen \"Elf\"\n"
                                "    token \"Cat\" 1/1 white creature Cat with flying and haste\n"
                                "    Pacifism, attached to bears.1, controlled by Dio\n"
                                "  stack: Shock as s with X=1 targeting Dio, bears.2\n"
                                "player Dio\nDio answers split bears.1=1, Dio=2; yes from (yes, no)\n"
                                "turn 1 attackers\n  Cato attacks Dio with band bears.1, bears.2\n"
                                "  expect illegal Cato casts \"Shock\" modes 1, 2 paying \"A\" 2\n"
                                "  expect 2 \"Bear\"#1 of Dio (not copy) are base 2/2 tapped Bear\n";

static void test_every_prefix_is_accepted_or_refused(void **state) {
  (void)state;
  for (u32 length = 0; length < sizeof rich_text; length++) {
    Fixture fixture;
    GavelStatus status = fixture_parse(&fixture, (Str){rich_text, length});
    if (status) assert_true(fixture.error.line > 0 && fixture.error.column > 0);
    fixture_free(&fixture);
  }
}

static void test_changed_bytes_are_accepted_or_refused(void **state) {
  (void)state;
  static const char marks[] = "\"{}()#,;:=.\\ \n\t/+*-0aA\xC3\xFF";
  Rng rng = {.state = 7};
  char text[sizeof rich_text];
  for (u32 round = 0; round < 20000; round++) {
    memcpy(text, rich_text, sizeof text);
    u64 changes = 1 + rng_below(&rng, 4);
    for (u64 i = 0; i < changes; i++) {
      u64 at = rng_below(&rng, sizeof text - 1);
      text[at] = marks[rng_below(&rng, sizeof marks)];
    }
    Fixture fixture;
    GavelStatus status = fixture_parse(&fixture, (Str){text, sizeof text - 1});
    if (status) assert_true(fixture.error.line > 0 && fixture.error.column > 0);
    fixture_free(&fixture);
  }
}

/* Where nothing grows by more than one step at a time, building the text is what takes long. */
#ifdef GAVEL_HOSTILE
#define MANY 2000u
#else
#define MANY 100000u
#endif

/* A line of so many repetitions must take time in proportion to its length. */
static void check_long_line(const char *before, const char *piece, const char *after) {
  Text text;
  text_init(&text, gavel_allocator_default());
  text_adds(&text, before);
  for (u32 i = 0; i < MANY; i++) text_adds(&text, piece);
  text_adds(&text, after);
  Fixture fixture;
  GavelStatus status = fixture_parse(&fixture, text_str(&text));
  if (status) {
    fail_msg("%s…: %u:%u: %s", before, fixture.error.line, fixture.error.column, fixture.error.message);
  }
  fixture_free(&fixture);
  text_free(&text);
}

static void test_long_lines_and_lists(void **state) {
  (void)state;
  check_long_line("player Cato\nhand: A", "; 2 Storm Crow, counters x 1", "\n");
  check_long_line("player Cato\nhand: A", " word", "\n");
  check_long_line("turn 1 main\nAlice answers yes", "; \"a\" of Bob", "\n");
  check_long_line("turn 1 main\nAlice casts \"S\" targeting Bob", ", (Bob, Alice)", "\n");
  check_long_line("turn 1 main\nexpect \"S\" is red", " Elf", "\n");
  check_long_line("turn 1 main\nexpect \"S\" has flying", "    haste", "\n");
  check_long_line("turn 1 main\n", "Alice answers yes\nturn 1 main\n", "");
  check_long_line("turn 1 main # ", "\xE2\x80\x94", "\n");
}

static void test_many_aliases(void **state) {
  (void)state;
  Text text;
  text_init(&text, gavel_allocator_default());
  text_adds(&text, "player Cato\nbattlefield:\n");
  for (u32 i = 0; i < MANY / 5; i++) {
    text_addf(&text, "Elf as a%u, attached to a%u\n", i, MANY / 5 - 1 - i);
  }
  Fixture fixture;
  assert_int_equal(fixture_parse(&fixture, text_str(&text)), GAVEL_OK);
  const Scenario *scenario = fixture.file->scenarios.data[0];
  assert_int_equal(scenario->players.data[0].items.data[1].attached_to->alias, MANY / 5 - 2);
  fixture_free(&fixture);
  text_free(&text);
}

static void test_players_are_limited(void **state) {
  (void)state;
  Text text;
  text_init(&text, gavel_allocator_default());
  for (u32 i = 0; i <= SCENARIO_PLAYER_CAP; i++) text_addf(&text, "player P%u\n", i);
  Fixture fixture;
  assert_int_equal(fixture_parse(&fixture, text_str(&text)), GAVEL_E_CHECK);
  assert_int_equal(fixture.error.line, SCENARIO_PLAYER_CAP + 1);
  fixture_free(&fixture);
  text_free(&text);
}

static bool parse_under_refusals(GavelAllocator allocator, void *context) {
  (void)context;
  Arena arena;
  Text text;
  arena_init(&arena, allocator);
  text_init(&text, allocator);
  ScenarioFile *file = NULL;
  GavelError error;
  GavelStatus status = scenario_parse(&arena, &allocator, STR("t"), str_of(rich_text), &file, &error);
  assert_true(status == GAVEL_OK || (status == GAVEL_E_MEMORY && !file));
  if (file) scenario_print(file, &text);
  bool through = file && !text.failed;
  text_free(&text);
  arena_free(&arena);
  return through;
}

static void test_refused_memory_is_reported(void **state) {
  (void)state;
  test_every_refusal(parse_under_refusals, NULL);
}

/* --- the shared scenarios ------------------------------------------------------------------ */

typedef struct Walk {
  u32 files, bad;
} Walk;

/* The file must parse, and what is printed of it must parse and print alike. */
static void check_file(const char *path, Walk *walk) {
  Text text = test_file(path);
  Fixture first = {0}, second = {0};
  Text once, twice;
  text_init(&once, gavel_allocator_default());
  text_init(&twice, gavel_allocator_default());
  bool good = fixture_parse(&first, text_str(&text)) == GAVEL_OK;
  if (!good) {
    print_error("%s:%u:%u: %s\n", path, first.error.line, first.error.column, first.error.message);
  }
  if (good) {
    scenario_print(first.file, &once);
    good = fixture_parse(&second, text_str(&once)) == GAVEL_OK;
    if (good) scenario_print(second.file, &twice);
    good = good && str_equal(text_str(&once), text_str(&twice));
    if (!good) print_error("%s: printed, it reads otherwise (%s)\n", path, second.error.message);
    fixture_free(&second);
  }
  walk->files++;
  walk->bad += !good;
  fixture_free(&first);
  text_free(&once);
  text_free(&twice);
  text_free(&text);
}

static void walk_folder(const char *path, u32 depth, Walk *walk) {
  DIR *folder = opendir(path);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    Text inner;
    text_init(&inner, gavel_allocator_default());
    text_addf(&inner, "%s/%s", path, entry->d_name);
    if (str_ends(str_of(entry->d_name), STR(".scenario"))) {
      check_file(inner.data, walk);
    } else if (depth > 0) {
      walk_folder(inner.data, depth - 1, walk);
    }
    text_free(&inner);
  }
  closedir(folder);
}

static void test_all_shared_scenarios_parse(void **state) {
  (void)state;
  const char *shared = getenv("GAVEL_SHARED");
  Text path;
  text_init(&path, gavel_allocator_default());
  text_addf(&path, "%s/conformance", shared ? shared : "../shared");
  Walk walk = {0};
  walk_folder(path.data, 16, &walk);
  if (walk.files == 0) {
    print_message("SKIPPED: no scenarios in %s; set GAVEL_SHARED to the folder that holds conformance/\n", path.data);
  } else {
    print_message("%u scenarios of %s, %u of them bad\n", walk.files, path.data, walk.bad);
  }
  text_free(&path);
  if (walk.files == 0) skip();
  assert_int_equal(walk.bad, 0);
}

/* The guide speaks of everything that has words of its own. */
static void test_the_guide_knows_every_word(void **state) {
  (void)state;
  static const ScenarioWords *const tables[] = {
      &scenario_line_words,   &scenario_player_line_words, &scenario_verb_words,   &scenario_can_words,
      &scenario_clause_words, &scenario_suffix_words,      &scenario_answer_words, &scenario_expect_words,
      &scenario_zone_words,   &scenario_step_words,        &scenario_state_words,  &scenario_face_down_words,
      &scenario_format_words, &scenario_trait_words};
  Text guide = test_file("docs/scenarios.md");
  for (u32 t = 0; t < COUNT_OF(tables); t++) {
    for (u32 i = 0; i < tables[t]->count; i++) {
      const ScenarioWord *row = &tables[t]->words[i];
      if (!strstr(guide.data, row->text)) fail_msg("docs/scenarios.md doesn't speak of `%s`", row->text);
      if (row->other && !strstr(guide.data, row->other))
        fail_msg("docs/scenarios.md doesn't speak of `%s`", row->other);
    }
  }
  text_free(&guide);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines_of_the_header),
      cmocka_unit_test(test_lines_of_a_player),
      cmocka_unit_test(test_items_of_a_zone),
      cmocka_unit_test(test_items_of_the_stack),
      cmocka_unit_test(test_headings_and_passing),
      cmocka_unit_test(test_actions),
      cmocka_unit_test(test_references),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_expectations_of_objects),
      cmocka_unit_test(test_expectations_of_players_and_the_game),
      cmocka_unit_test(test_a_file_holds_several_scenarios),
      cmocka_unit_test(test_alice_and_bob_are_implied),
      cmocka_unit_test(test_the_other_of_alice_and_bob_joins_a_single_player),
      cmocka_unit_test(test_items_are_structured),
      cmocka_unit_test(test_lines_keep_their_place_and_source),
      cmocka_unit_test(test_answers_before_a_heading_belong_to_what_follows),
      cmocka_unit_test(test_clauses_say_what_was_given),
      cmocka_unit_test(test_a_repeated_step_frees_the_order_of_its_turn),
      cmocka_unit_test(test_words_and_enums_agree),
      cmocka_unit_test(test_every_prefix_is_accepted_or_refused),
      cmocka_unit_test(test_changed_bytes_are_accepted_or_refused),
      cmocka_unit_test(test_long_lines_and_lists),
      cmocka_unit_test(test_many_aliases),
      cmocka_unit_test(test_players_are_limited),
      cmocka_unit_test(test_refused_memory_is_reported),
      cmocka_unit_test(test_the_guide_knows_every_word),
      cmocka_unit_test(test_all_shared_scenarios_parse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
