/* Why something can't be done: every reason, with its rule, what is at fault, and what would be enough. */
#include "support/public_cards.h"
#include "support/test.h"

#include "gavel/session.h"

#include <string.h>

static char out[1 << 14];

static const char TEST_CARDS[] =
    "(card \"Test Shackles\" (cost {W}) (types enchantment Aura)\n"
    "  (keyword enchant :quality (type creature))\n"
    "  (static (rules (cant-attack (is (attached-object self)))\n"
    "                 (cant-block (is (attached-object self)))\n"
    "                 (cant-activate (is (attached-object self))))))\n"
    "(card \"Test Eldrazi\" (cost {2}{C}) (types creature Eldrazi) (pt 3 3))\n"
    "(card \"Test Bell\" (cost {1}) (types artifact)\n"
    "  (activated tap-self (draw 1) :condition (cmp (count (all hand (owned-by you))) >= 7)))\n";

static int open_all(void **state) {
  return open_cards(state) ? 1 : gavel_cards_add_text(cards, TEST_CARDS, sizeof TEST_CARDS - 1, NULL);
}

typedef struct WhyNot {
  const char *moment, *action, *reasons;
} WhyNot;

static void assert_reasons(const WhyNot *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    GavelSession *session;
    GavelError error = {0};
    GavelSessionDef def = gavel_session_def_default();
    GavelRefusal refusal = GAVEL_REFUSAL_NONE;
    def.cards = cards;
    def.text = cases[i].moment;
    if (gavel_session_create(&def, &session, &error)) fail_msg("%s: %s", cases[i].moment, error.message);
    uint64_t before = gavel_game_hash(gavel_session_game(session));
    if (gavel_session_why_not(session, cases[i].action, &refusal, out, sizeof out, NULL, &error))
      fail_msg("%s: %s", cases[i].action, error.message);
    if ((refusal == GAVEL_REFUSAL_NONE) != !*cases[i].reasons || strcmp(out, cases[i].reasons))
      fail_msg("%s\nexpected:\n%s\nfound:\n%s", cases[i].action, cases[i].reasons, out);
    assert_true(gavel_game_hash(gavel_session_game(session)) == before);
    gavel_session_destroy(session);
  }
}

#define AT(HAND, ALICE, BOB, STEP) \
  "player Alice\n  hand: " HAND "\n  battlefield: " ALICE "\nplayer Bob\n  battlefield: " BOB "\nturn " STEP "\n"

static void mana_that_is_missing_is_named(void **state) {
  (void)state;
  static const WhyNot CASES[] = {
      {AT("Clone", "4 Island", "Serra Angel", "1 main"), "Alice casts \"Clone\"", ""},
      {AT("Clone", "2 Island", "Serra Angel", "1 main"), "Alice casts \"Clone\"",
       "its cost can't be paid (118.3, 601.2h): not enough mana; 2 more mana of any kind would do"},
      {AT("Clone", "3 Mountain", "Serra Angel", "1 main"), "Alice casts \"Clone\"",
       "its cost can't be paid (118.3, 601.2h): not enough mana; {U} more would do"},
      {AT("Clone", "2 Mountain", "Serra Angel", "1 main"), "Alice casts \"Clone\"",
       "its cost can't be paid (118.3, 601.2h): not enough mana; {U} and 1 more mana of any kind would do"},
      {AT("Test Eldrazi", "Island", "Serra Angel", "1 main"), "Alice casts \"Test Eldrazi\"",
       "its cost can't be paid (118.3, 601.2h): not enough mana; {C} and 1 more mana of any kind would do"},
  };
  assert_reasons(CASES, COUNT_OF(CASES));
}

static void the_time_that_would_do_is_named(void **state) {
  (void)state;
  static const WhyNot CASES[] = {
      {AT("Divination", "3 Island", "Serra Angel", "1 upkeep"), "Alice casts \"Divination\"",
       "not now: it can be cast only in its player's main phase with an empty stack (117.1a); now it isn't a main "
       "phase"},
      {AT("Divination", "3 Island", "Serra Angel", "2 main"), "Alice casts \"Divination\"",
       "not now: it can be cast only in its player's main phase with an empty stack (117.1a); now it is Bob's turn"},
      {AT("Divination; Lightning Bolt", "3 Island; Mountain", "Serra Angel",
          "1 main\n  Alice casts \"Lightning Bolt\" targeting Bob"),
       "Alice casts \"Divination\"",
       "not now: it can be cast only in its player's main phase with an empty stack (117.1a); now something is on the "
       "stack"},
      {AT("Island", "Island", "Serra Angel", "1 upkeep"), "Alice plays \"Island\"",
       "not now: a land is played in a main phase with an empty stack (305.1); now it isn't a main phase"},
      {AT("2 Island", "Island", "Serra Angel", "1 main\n  Alice plays \"Island\""), "Alice plays \"Island\"",
       "no more lands can be played this turn (305.2)"},
      {AT("Island", "Jace Beleren as jace, counters loyalty 3", "Serra Angel", "1 upkeep"),
       "Alice activates jace \"+2\"",
       "not now: loyalty abilities are activated in a main phase with an empty stack (606.3); now it isn't a main "
       "phase"},
  };
  assert_reasons(CASES, COUNT_OF(CASES));
}

static void targets_that_would_do_are_named(void **state) {
  (void)state;
  static const WhyNot CASES[] = {
      {AT("Counterspell", "2 Island", "Serra Angel", "1 main"), "Alice casts \"Counterspell\"",
       "no legal target (601.2c): it needs \"target spell\""},
      {AT("Doom Blade", "2 Swamp", "White Knight", "1 main"), "Alice casts \"Doom Blade\"",
       "no legal target (601.2c): it needs \"target nonblack creature\"; White Knight has protection from it "
       "(702.16b); "
       "Swamp isn't what it can target; "
       "Swamp isn't what it can target"},
  };
  assert_reasons(CASES, COUNT_OF(CASES));
}

#define SHACKLED                                                                                       \
  "[The permanent Test Shackles is attached to can't attack, the permanent Test Shackles is attached " \
  "to can't block, and abilities of the permanent Test Shackles is attached to can't be activated "    \
  "unless they're mana abilities.]\""

static void effects_at_fault_are_named(void **state) {
  (void)state;
  static const WhyNot CASES[] = {
      {AT("Clone", "4 Island", "Meddling Mage, chosen \"Clone\"", "1 main"), "Alice casts \"Clone\"",
       "an effect prohibits it (601.3): Meddling Mage, \"Spells with the chosen name can't be cast.\""},
      {AT("Island", "Prodigal Sorcerer as pinger; Test Shackles, attached to pinger", "Serra Angel", "1 main"),
       "Alice activates pinger \"{T}\"", "an effect prohibits it (602.5): Test Shackles, \"" SHACKLED},
      {AT("Island", "Grizzly Bears as bears; Test Shackles, attached to bears", "Serra Angel", "1 main"),
       "Alice attacks with bears",
       "Grizzly Bears: an effect keeps it from attacking there (508.1c): Test Shackles, \"" SHACKLED},
      {AT("Urza's Ruinous Blast", "5 Plains", "Serra Angel", "1 main"), "Alice casts \"Urza's Ruinous Blast\"",
       "it is legendary, and its player controls no legendary creature or planeswalker (205.4e)"},
  };
  assert_reasons(CASES, COUNT_OF(CASES));
}

static void permanents_that_cannot_are_told_what_would_do(void **state) {
  (void)state;
  static const WhyNot CASES[] = {
      {AT("Island", "Prodigal Sorcerer as pinger", "Serra Angel",
          "1 main\n  Alice activates pinger \"{T}\" targeting Bob"),
       "Alice activates pinger \"{T}\"", "it is tapped (107.5); untapped it could be tapped for the cost"},
      {AT("Island", "Prodigal Sorcerer as pinger, summoning-sick", "Serra Angel", "1 main"),
       "Alice activates pinger \"{T}\"",
       "summoning sick (302.6); it could with haste, or once its controller's next turn has begun"},
      {AT("Island", "Test Bell as bell", "Serra Angel", "1 main"), "Alice activates bell \"{T}\"",
       "its condition isn't met (602.5b): there are seven or more cards in your hand"},
      {AT("Island", "Llanowar Elves as elves", "Serra Angel", "1 main\n  Alice activates elves \"{T}\""),
       "Alice attacks with elves", "Llanowar Elves: it is tapped (508.1a); untapped it could"},
      {AT("Island", "Grizzly Bears as bears, summoning-sick", "Serra Angel", "1 main"), "Alice attacks with bears",
       "Grizzly Bears: summoning sick (302.6); it could with haste, or on its controller's next turn"},
      {AT("Island", "Wall of Omens as wall, summoning-sick", "Serra Angel", "1 main"), "Alice attacks with wall",
       "Wall of Omens: it has defender (702.3b)\n"
       "Wall of Omens: summoning sick (302.6); it could with haste, or on its controller's next turn"},
      {AT("Island", "Grizzly Bears as bears", "Serra Angel as angel", "1 main"), "Bob attacks with angel",
       "Serra Angel: only creatures of the active player attack (508.1a)"},
      {AT("Island", "Grizzly Bears as bears", "Ghostly Prison; Plains", "1 main"), "Alice attacks with bears",
       "Grizzly Bears: attacking there has a cost that can't be paid (508.1h): Ghostly Prison, \"Creatures can't "
       "attack you unless their controller pays {2} for each creature they control that's attacking you.\""},
      {AT("Island", "Serra Angel as angel, attacking Bob", "Grizzly Bears as bears, tapped", "1 blockers"),
       "Bob blocks angel with bears",
       "Grizzly Bears: it is tapped (509.1a); untapped it could\n"
       "Grizzly Bears: the attacker has flying (702.9b)"},
      {AT("Island", "Boggart Brute as brute, attacking Bob", "Grizzly Bears as bears", "1 blockers"),
       "Bob blocks brute with bears",
       "Grizzly Bears: the attacker has menace (702.111b); two or more creatures could block it"},
      {AT("Island", "Grizzly Bears as bears", "Serra Angel as angel", "1 main"), "Bob blocks bears with angel",
       "Serra Angel: the creature it would block isn't attacking its controller, or it blocks it already (509.1a)"},
  };
  assert_reasons(CASES, COUNT_OF(CASES));
}

static void several_reasons_are_all_told(void **state) {
  (void)state;
  static const WhyNot CASES[] = {
      {AT("Clone", "2 Mountain", "Meddling Mage, chosen \"Clone\"", "1 upkeep"), "Alice casts \"Clone\"",
       "not now: it can be cast only in its player's main phase with an empty stack (117.1a); now it isn't a main "
       "phase\n"
       "an effect prohibits it (601.3): Meddling Mage, \"Spells with the chosen name can't be cast.\"\n"
       "its cost can't be paid (118.3, 601.2h): not enough mana; {U} and 1 more mana of any kind would do"},
      {AT("Altar's Reap", "Mountain", "Serra Angel", "1 main"), "Alice casts \"Altar's Reap\"",
       "part of its cost can't be paid (118.3): sacrifice a creature you control\n"
       "its cost can't be paid (118.3, 601.2h): not enough mana; {B} more would do"},
      {AT("Counterspell", "Mountain", "Serra Angel", "1 main"), "Alice casts \"Counterspell\"",
       "no legal target (601.2c): it needs \"target spell\"\n"
       "its cost can't be paid (118.3, 601.2h): not enough mana; {U}{U} more would do"},
  };
  assert_reasons(CASES, COUNT_OF(CASES));
}

static void special_actions_have_all_their_reasons(void **state) {
  (void)state;
  static const WhyNot CASES[] = {
      {AT("Island", "Hill Giant as giant", "Grizzly Bears as bears, face-down", "1 main"), "Alice turns up giant",
       "it isn't face down (116.2b)"},
      {AT("Island", "Hill Giant as giant", "Grizzly Bears as bears, face-down", "1 main"), "Alice turns up bears",
       "only its controller may do that (116.2b)"},
      {AT("Island", "Hill Giant as giant, face-down", "Island", "1 main"), "Alice turns up giant",
       "nothing lets it be turned face up: face up it has no morph or disguise, and it isn't a creature card that was "
       "manifested or cloaked (116.2b)"},
      {AT("Island", "Exalted Angel as angel, face-down; Plains; 2 Mountain", "Island", "1 main"),
       "Alice turns up angel", "its cost can't be paid (118.3, 601.2h): not enough mana; {W} more would do"},
      {AT("Ancestral Vision", "Mountain", "Island", "2 main"), "Alice suspends \"Ancestral Vision\"",
       "a card is suspended only when its player could begin to cast it (702.62a)\n"
       "its cost can't be paid (118.3, 601.2h): not enough mana; {U} more would do"},
      {AT("Clone", "Mountain", "Island", "1 main"), "Alice foretells \"Clone\"", "it has no foretell (702.143a)"},
      {AT("Clone", "Mountain", "Island", "1 main"), "Alice unlocks \"Mountain\"",
       "it has no locked half of that name (709.5e)"},
  };
  assert_reasons(CASES, COUNT_OF(CASES));
}

/* The numbers in parentheses, which are the same in every language. */
static void rules_in(const char *text, char *into) {
  for (const char *at = strchr(text, '('); at; at = strchr(at + 1, '(')) {
    size_t length = strcspn(at, ")");
    if (at[1] < '1' || at[1] > '9') continue;
    strncat(into, at, length);
  }
}

static void reasons_in_italian_name_the_same_rules(void **state) {
  (void)state;
  static const struct {
    const char *moment, *action, *italian;
  } CASES[] = {
      {AT("Clone", "2 Mountain", "Meddling Mage, chosen \"Clone\"", "1 upkeep"), "Alice casts \"Clone\"",
       "non ora: si può lanciare solo nella fase principale del suo giocatore, con la pila vuota (117.1a); ora non è "
       "una "
       "fase principale\n"
       "un effetto lo impedisce (601.3): Meddling Mage, \"Spells with the chosen name can't be cast.\"\n"
       "il suo costo non può essere pagato (118.3, 601.2h): il mana non basta; {U} e 1 mana in più di qualsiasi tipo "
       "sarebbero abbastanza"},
      {AT("Island", "Hill Giant as giant", "Island", "1 main"), "Alice turns up giant",
       "non è a faccia in giù (116.2b)"},
      {AT("Island", "Serra Angel as angel, attacking Bob", "Grizzly Bears as bears", "1 blockers"),
       "Bob blocks angel with bears", "Grizzly Bears: l'attaccante ha volare (702.9b)"},
      {AT("Giant Growth", "Forest", "Island as isle; Darksteel Myr", "1 main"),
       "Alice casts \"Giant Growth\" targeting isle",
       "nessun bersaglio legale: isle (601.2c); isle non è ciò che può bersagliare"},
  };
  for (size_t i = 0; i < COUNT_OF(CASES); i++) {
    char numbers[GAVEL_ITALIAN + 1][512] = {{0}};
    for (GavelLanguage language = GAVEL_ENGLISH; language <= GAVEL_ITALIAN; language++) {
      GavelSession *session;
      GavelSessionDef def = gavel_session_def_default();
      GavelRefusal refusal = GAVEL_REFUSAL_NONE;
      def.cards = cards;
      def.text = CASES[i].moment;
      def.language = language;
      assert_int_equal(gavel_session_create(&def, &session, NULL), GAVEL_OK);
      assert_int_equal(gavel_session_why_not(session, CASES[i].action, &refusal, out, sizeof out, NULL, NULL),
                       GAVEL_OK);
      assert_int_not_equal(refusal, GAVEL_REFUSAL_NONE);
      rules_in(out, numbers[language]);
      gavel_session_destroy(session);
    }
    assert_string_equal(out, CASES[i].italian);
    assert_string_equal(numbers[GAVEL_ENGLISH], numbers[GAVEL_ITALIAN]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mana_that_is_missing_is_named),
      cmocka_unit_test(the_time_that_would_do_is_named),
      cmocka_unit_test(targets_that_would_do_are_named),
      cmocka_unit_test(effects_at_fault_are_named),
      cmocka_unit_test(permanents_that_cannot_are_told_what_would_do),
      cmocka_unit_test(several_reasons_are_all_told),
      cmocka_unit_test(special_actions_have_all_their_reasons),
      cmocka_unit_test(reasons_in_italian_name_the_same_rules),
  };
  return cmocka_run_group_tests(tests, open_all, close_cards);
}
