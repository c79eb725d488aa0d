/* How an object has become what it is: what changes its text, what was lost before it could apply, what came too late, and
   how long it takes to tell. */
#include "support/test.h"

#include "gavel/session.h"

#include <time.h>

static char out[1u << 16];

/* "Creatures have: creatures are artifacts" gives in layer 6 what would have to apply in layer 4. */
static const char LATE[] = "(card \"Belated Forge\" (cost {1}) (types enchantment)\n"
                           "  (static (affect (all battlefield (type creature)) (gain (static (affect (all battlefield "
                           "(type creature)) (add-type artifact)))))))\n";

/* Explains an object at the end of a scenario, so many times; answers the shortest time in seconds of the processor. */
static double explain(const char *text, const char *object, u32 times) {
  GavelCardsDef cards_def = gavel_cards_def_default();
  GavelSessionDef def = gavel_session_def_default();
  GavelError error = {0};
  GavelSession *s;
  double shortest = 1e9;
  assert_int_equal(gavel_cards_create(&cards_def, &def.cards, NULL), GAVEL_OK);
  if (gavel_cards_add_text(def.cards, LATE, sizeof LATE - 1, &error)) fail_msg("%s", error.message);
  def.text = text;
  if (gavel_session_create(&def, &s, &error)) fail_msg("%u: %s", error.line, error.message);
  for (u32 i = 0; i < times; i++) {
    clock_t begun = clock();
    if (gavel_session_explain(s, object, out, sizeof out, NULL, &error)) fail_msg("%s", error.message);
    double took = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (took < shortest) shortest = took;
  }
  gavel_session_destroy(s);
  gavel_cards_destroy(def.cards);
  return shortest;
}

static void says(const char *words) {
  if (!strstr(out, words)) fail_msg("doesn't say \"%s\":\n%s", words, out);
}

static void changed_words_are_shown_in_layer_3(void **state) {
  (void)state;
  explain("player Alice\n  hand: Magical Hack\n  battlefield: Island; Forest as forest\nplayer Bob\nturn 1 main\n"
          "  Alice casts \"Magical Hack\" targeting forest\n  resolve\n  Alice answers \"Forest\"; \"Swamp\"\n",
          "forest", 1);
  says("  layer 3, text: basic land Swamp, 1 ability\n    Magical Hack, ");
  says("\"Forest\" in its text is now \"Swamp\" (612.2): ");
}

static void an_ability_lost_before_its_layer_is_shown(void **state) {
  (void)state;
  explain("player Alice\n  battlefield: Glorious Anthem; Grizzly Bears as bears\nplayer Bob\n"
          "  battlefield: Opalescence; Humility\nturn 1 main\n",
          "bears", 1);
  says("Grizzly Bears, controlled by Alice: 1/1 ");
  says("  layer 7c, power and toughness changed: Glorious Anthem lost that ability before its effect could apply "
       "(613.6): "
       "Creatures you control get +1/+1.\n");
  explain("player Alice\n  battlefield: Glorious Anthem; Grizzly Bears as bears\nplayer Bob\n"
          "  battlefield: Humility\nturn 1 main\n",
          "bears", 1);
  says("Grizzly Bears, controlled by Alice: 2/2 ");
  assert_null(strstr(out, "613.6"));
}

static void an_ability_gained_after_its_layer_is_shown(void **state) {
  (void)state;
  explain("player Alice\n  battlefield: Belated Forge; Grizzly Bears as bears\nplayer Bob\nturn 1 main\n", "bears", 1);
  says("Grizzly Bears, controlled by Alice: 2/2 green creature Bear, 1 ability\n");
  says("  layer 4, types: Grizzly Bears gained that ability too late for this layer (613.1): ");
}

/* What an effect tried to give and couldn't. */
static void what_cant_be_gained_is_not_there(void **state) {
  (void)state;
  explain("player Alice\n  battlefield: Archetype of Imagination; Grizzly Bears as bears\nplayer Bob\n"
          "  hand: Jump\n  battlefield: Island; Hill Giant as giant\nturn 1 main\n"
          "  Bob casts \"Jump\" targeting giant\n  resolve\n",
          "giant", 1);
  says("Hill Giant, controlled by Bob: 3/3 red creature Giant\n");
  says(", until end of turn, but it can't have flying (113.11): ");
  says("    Archetype of Imagination: ");
}

enum { MILLISECONDS_MOST = 5, TIMES = 20 };

static void an_object_under_twenty_effects_is_explained_in_time(void **state) {
  (void)state;
  double took =
      explain("player Alice\n  battlefield: 20 Glorious Anthem; Grizzly Bears as bears\nplayer Bob\nturn 1 main\n",
              "bears", TIMES);
  says("Grizzly Bears, controlled by Alice: 22/22 ");
  print_message("%.2f ms\n", took * 1000);
#ifndef GAVEL_CHECKED
  assert_true(took * 1000 < MILLISECONDS_MOST);
#else
  assert_true(took * 1000 < 10 * MILLISECONDS_MOST); /* every shortcut is compared with the long way */
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changed_words_are_shown_in_layer_3),
      cmocka_unit_test(an_ability_lost_before_its_layer_is_shown),
      cmocka_unit_test(an_ability_gained_after_its_layer_is_shown),
      cmocka_unit_test(what_cant_be_gained_is_not_there),
      cmocka_unit_test(an_object_under_twenty_effects_is_explained_in_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
