/* The oracle, hand by hand: words of a text, grammars and their mistakes, readings, what is said bound to abilities; and
   whether every word counts. */
#include "support/allocator.h"
#include "support/oracle.h"
#include "support/test.h"

#include "base/embedded.h"
#include "oracle/audit.h"
#include "oracle/chart.h"
#include "oracle/pieces.h"
#include "oracle/normal.h"

#include <stdio.h>
#include <stdlib.h>

/* --- tokens --------------------------------------------------------------------------------------- */

typedef struct Words {
  Arena arena;
  Intern vocabulary;
  TokenList list;
} Words;

static void words_init(Words *words) {
  GavelAllocator allocator = gavel_allocator_default();
  arena_init(&words->arena, allocator);
  intern_init(&words->vocabulary, &words->arena);
  tokens_init(&words->list, allocator);
  const char *known[] = {"~", "land", "non", "creature"};
  for (u32 i = 0; i < COUNT_OF(known); i++) assert_true(intern_add(&words->vocabulary, str_of(known[i])) != 0);
}

static void words_free(Words *words) {
  tokens_free(&words->list);
  intern_free(&words->vocabulary);
  arena_free(&words->arena);
}

/* The tokens of a text with bars between them. */
static void assert_tokens(const char *text, const char *name, const char *expected) {
  Words words;
  Text joined;
  Str names[] = {str_of(name)};
  words_init(&words);
  text_init(&joined, gavel_allocator_default());
  assert_true(tokens_read(&words.list, str_of(text), names, name[0] ? 1 : 0, &words.vocabulary, false));
  StrId self = intern_find(&words.vocabulary, STR("~"));
  for (u32 i = 0; i < words.list.tokens.count; i++) {
    Token token = words.list.tokens.data[i];
    if (i > 0) text_addc(&joined, '|');
    text_add(&joined, token.word == self ? STR("~") : (Str){text + token.begin, token.end - token.begin});
  }
  assert_str_is(text_str(&joined), expected);
  text_free(&joined);
  words_free(&words);
}

static void test_texts_are_split_into_words_numbers_symbols_and_marks(void **state) {
  (void)state;
  assert_tokens("", "", "");
  assert_tokens("Draw two cards.", "", "Draw|two|cards|.");
  assert_tokens("{2}{U}, {T}: Add {G}.", "", "{2}{U}|,|{T}|:|Add|{G}|.");
  assert_tokens("It gets +1/-2 and has 3 or X/X.", "", "It|gets|+1/-2|and|has|3|or|X/X|.");
  assert_tokens("Destroy target nonland creature.", "", "Destroy|target|non|land|creature|.");
  assert_tokens("nonsense", "", "nonsense");
  assert_tokens("that creature's owner, if it's yours", "", "that|creature|'s|owner|,|if|it's|yours");
  assert_tokens("Flying (It soars.) and reach", "", "Flying|and|reach");
  assert_tokens("Bear Hug hugs a Bear Hugger.", "Bear Hug", "~|hugs|a|Bear|Hugger|.");
  assert_tokens("\xe2\x88\x92X: Draw \xe2\x80\x94 now", "", "\xe2\x88\x92X|:|Draw|\xe2\x80\x94|now");
  assert_tokens("It has \"Draw a card.\"", "", "It|has|\"|Draw|a|card|.|\"|");
  assert_tokens("It has \"It has 'Draw a card.'\"", "", "It|has|\"|It|has|'|Draw|a|card|.|'||\"|");
}

static void test_a_text_longer_than_any_card_is_refused(void **state) {
  (void)state;
  Words words;
  Text text;
  words_init(&words);
  text_init(&text, gavel_allocator_default());
  for (u32 i = 0; i < TOKENS_MAX; i++) text_adds(&text, "a ");
  assert_true(tokens_read(&words.list, text_str(&text), NULL, 0, &words.vocabulary, false));
  text_adds(&text, "b");
  assert_false(tokens_read(&words.list, text_str(&text), NULL, 0, &words.vocabulary, false));
  assert_false(words.list.failed);
  text_free(&text);
  words_free(&words);
}

static void test_halves_are_written_as_definitions_write_numbers(void **state) {
  (void)state;
  static const char *const PAIRS[][2] = {{"+1", "1"}, {"-2", "-2"}, {"-0", "0"},
                                         {"3", "3"},  {"X", "x"},   {"-X", "(- 0 x)"}};
  for (u32 i = 0; i < COUNT_OF(PAIRS); i++) {
    Text out;
    text_init(&out, gavel_allocator_default());
    token_number(str_of(PAIRS[i][0]), &out);
    assert_str_is(text_str(&out), PAIRS[i][1]);
    text_free(&out);
  }
}

/* --- mistakes of grammars ---------------------------------------------------------------------------- */

static GavelStatus load(const char *text, Grammar *grammar, GavelError *error) {
  GrammarFile file = {"g.grammar", str_of(text)};
  *error = (GavelError){0};
  return grammar_load(gavel_allocator_default(), &file, 1, grammar, error);
}

static void test_each_mistake_of_a_grammar_has_its_message(void **state) {
  (void)state;
  static char many[4096], too_long[4096], groups[1024];
  char words[2 * PATTERN_MAX + 3] = "w";
  for (u32 i = 0; i < PATTERN_MAX; i++) strcat(words, " w");
  snprintf(many, sizeof many, "a: x\n  %s => x\n", words);
  snprintf(too_long, sizeof too_long, "g.grammar:2: a pattern is too long: %s", words);
  snprintf(groups, sizeof groups, "a: x\n ");
  for (u32 i = 0; i < 7; i++) strcat(groups, " [b|c]");
  strcat(groups, " => x\n");
  const struct {
    const char *text, *message;
    GavelStatus status;
    u32 line;
  } MISTAKES[] = {
      {"a: x\n  <:b> => x\n", "g.grammar:2: a part is written <name:category>: :b", GAVEL_E_SYNTAX, 2},
      {"a: x\n  <b:> => <b>\n", "g.grammar:2: a part is written <name:category>: b:", GAVEL_E_SYNTAX, 2},
      {"a: x\n  <n:digits> or <n:digits> => <n>\n", "g.grammar:2: two parts of a pattern have one name: n",
       GAVEL_E_SYNTAX, 2},
      {"a: x\n  <n:b#> => <n>\n", "g.grammar:2: only a category with # has parts with #: n:b#", GAVEL_E_SYNTAX, 2},
      {"a: x\n  (b|c) d => x\n",
       "g.grammar:2: (one|many) stands in a category with # and has two sides, with ## also three: b|c", GAVEL_E_SYNTAX,
       2},
      {"a#: x\n  (b|c|d) e => x\n",
       "g.grammar:2: (one|many) stands in a category with # and has two sides, with ## also three: b|c|d",
       GAVEL_E_SYNTAX, 2},
      {"a: x\n  b [c => x\n", "g.grammar:2: a bracket is not closed: b [c", GAVEL_E_SYNTAX, 2},
      {"a: x\n  => x\n", "g.grammar:2: a pattern is empty", GAVEL_E_SYNTAX, 2},
      {"a: x\n  [b|] => x\n", "g.grammar:2: a pattern may be empty", GAVEL_E_SYNTAX, 2},
      {"a: x\n  <n:digits> b => y\n", "g.grammar:2: the meaning leaves out: n", GAVEL_E_SYNTAX, 2},
      {"a: x\n  b\n", "g.grammar:2: a meaning is expected behind =>, unless the pattern has one part", GAVEL_E_SYNTAX,
       2},
      {"a: x\n  b => (c\n", "g.grammar:2: a meaning is expected behind =>, unless the pattern has one part: (c",
       GAVEL_E_SYNTAX, 2},
      {"a: x\n  b => (c <n>)\n", "g.grammar:2: no part of the pattern is named: <n>", GAVEL_E_SYNTAX, 2},
      {"  b => c\n", "g.grammar:1: a production needs a category above it: b", GAVEL_E_SYNTAX, 1},
      {"; nothing\n\na\n", "g.grammar:3: a heading is written CATEGORY: AREA: a", GAVEL_E_SYNTAX, 3},
      {": x\n", "g.grammar:1: a heading is written CATEGORY: AREA: : x", GAVEL_E_SYNTAX, 1},
      {many, too_long, GAVEL_E_SYNTAX, 2},
      {groups, "g.grammar:2: too many alternatives; make a category of them", GAVEL_E_SYNTAX, 2},
      {"a: x\n  <b> => <b>\n", "grammar: nothing belongs to b", GAVEL_E_CHECK, 0},
      {"a: x\n  <a> b => (c <a>)\n", "grammar: a pattern may begin with its own category a", GAVEL_E_CHECK, 0},
      {"a: x\n  <b> c => (c <b>)\n\nb: y\n  <a> d => (d <a>)\n", "grammar: a pattern may begin with its own category b",
       GAVEL_E_CHECK, 0},
  };
  for (u32 i = 0; i < COUNT_OF(MISTAKES); i++) {
    Grammar grammar;
    GavelError error;
    GavelStatus status = load(MISTAKES[i].text, &grammar, &error);
    assert_string_equal(error.message, MISTAKES[i].message);
    assert_int_equal(status, MISTAKES[i].status);
    assert_int_equal(error.line, MISTAKES[i].line);
    assert_int_equal(grammar.productions.count, 0);
  }
}

static void test_each_mistake_of_a_meaning_has_its_message(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } MISTAKES[] = {
      {"a: x\n  b => (destory self)\n", "g.grammar:2: in the meaning of \"b\", destory is no head"},
      {"a: x\n  b => (destroy self :quickly)\n", "g.grammar:2: in the meaning of \"b\", destroy has no :quickly"},
      {"a: x\n  b => (destroy)\n", "g.grammar:2: in the meaning of \"b\", destroy lacks its objects"},
      {"a: x\n  b => (tap self self)\n", "g.grammar:2: in the meaning of \"b\", tap has too many arguments from self"},
      {"a: x\n  b => (tap (draw 1))\n",
       "g.grammar:2: in the meaning of \"b\", tap takes objects or players as its objects"},
      {"a: x\n  c <n:digits> => (pick 1 <n> (type creature))\n  <b> => (tap <b>)\nb: y\n  d <n:digits> => (draw <n>)\n",
       "g.grammar:3: in the meaning of \"<b>\", tap takes objects or players as its objects"},
      {"a: x\n  b => (each (target (type land)))\n",
       "g.grammar:2: in the meaning of \"b\", each takes a condition as its filter"},
  };
  for (u32 i = 0; i < COUNT_OF(MISTAKES); i++) {
    GrammarFile file = {"g.grammar", str_of(MISTAKES[i].text)};
    Grammar grammar;
    GavelError error;
    assert_int_equal(load(MISTAKES[i].text, &grammar, &error), GAVEL_OK);
    assert_int_equal(grammar_check(&grammar, &file, &error), GAVEL_E_CHECK);
    assert_string_equal(error.message, MISTAKES[i].message);
    grammar_free(&grammar);
  }
}

/* --- readings ---------------------------------------------------------------------------------------- */

/* The meanings of all readings of a text as category `a`, the latest first, with bars between them. */
static void assert_readings(const char *grammar_text, const char *text, const char *expected) {
  GavelAllocator allocator = gavel_allocator_default();
  Grammar grammar;
  GavelError error;
  Chart chart;
  TokenList tokens;
  Text out;
  if (load(grammar_text, &grammar, &error)) fail_msg("%s", error.message);
  chart_init(&chart, allocator, &grammar);
  tokens_init(&tokens, allocator);
  text_init(&out, allocator);
  assert_true(tokens_read(&tokens, str_of(text), NULL, 0, &grammar.vocabulary, false));
  u32 count = tokens.tokens.count;
  u32 r = chart_read(&chart, text, tokens.tokens.data, count, grammar_category(&grammar, STR("a")));
  for (; r; r = chart.readings.data[r].next) {
    if (chart.readings.data[r].end != count) continue;
    if (out.length > 0) text_addc(&out, '|');
    lf_print(&grammar.lf, chart.readings.data[r].meaning, &out);
  }
  assert_str_is(text_str(&out), expected);
  text_free(&out);
  tokens_free(&tokens);
  chart_free(&chart);
  grammar_free(&grammar);
}

static void test_every_reading_is_found_and_none_skips_a_word(void **state) {
  (void)state;
  static const char SUMS[] = "a: x\n  <n:digits> plus <r:a> => (+ <n> <r>)\n  <n:digits> => <n>\n"
                             "  twice <r:a> => (* 2 <r>)\n  twice <r:a> plus <s:a> => (+ (* 2 <r>) <s>)\n";
  assert_readings(SUMS, "3", "3");
  assert_readings(SUMS, "3 plus 4 plus 5", "(+ 3 (+ 4 5))");
  assert_readings(SUMS, "3 plus", "");
  assert_readings(SUMS, "3 minus 4", "");
  assert_readings(SUMS, "twice 3 plus 4", "(* 2 (+ 3 4))|(+ (* 2 3) 4)");
}

static void test_alternatives_numbers_and_lists(void **state) {
  (void)state;
  static const char THINGS[] =
      "a#: x\n  [big|huge] (bear|bears) => (bear)\n  <n:digits> of <l:list> => (all <n> <l*>)\n"
      "list: y\n  <n:digits> => (list <n>)\n  <n:digits> , <r:list> => (list <n> <r>)\n"
      "a: z\n  <a.sg>\n  <a.pl> there => (there <a.pl>)\n";
  assert_readings(THINGS, "huge bear", "(bear)");
  assert_readings(THINGS, "bear", "");
  assert_readings(THINGS, "big bears there", "(there (bear))");
  assert_readings(THINGS, "2 of 3, 4, 5", "(all 2 3 4 5)");
}

static void test_and_or_and_seq_are_flat(void **state) {
  (void)state;
  static const char FLAT[] = "a: x\n  <n:digits> and <r:a> => (and <n> <r>)\n  <n:digits> => (and <n>)\n";
  assert_readings(FLAT, "1 and 2 and 3", "(and 1 2 3)");
  assert_readings(FLAT, "1", "1");
}

/* --- what is said, bound ------------------------------------------------------------------------------- */

static Oracle *oracle;

static int open_oracle(void **state) {
  (void)state;
  oracle = test_oracle();
  return 0;
}

static int close_oracle(void **state) {
  (void)state;
  oracle_free(oracle);
  return 0;
}

static OracleRefusal compile(const char *text, bool spell, Text *out) {
  OracleFace face = {.name = STR("Test Bear"), .text = str_of(text), .spell = spell};
  return oracle_face(oracle, &face, out, NULL).refusal;
}

/* What a text comes to, after both are brought to the normal form. */
static void assert_abilities(const char *text, bool spell, const char *expected) {
  Text out, both[2];
  LfStore lf;
  u32 bad;
  lf_init(&lf, gavel_allocator_default());
  text_init(&out, gavel_allocator_default());
  if (compile(text, spell, &out)) fail_msg("refused: %s", text);
  for (u32 i = 0; i < 2; i++) {
    text_init(&both[i], gavel_allocator_default());
    text_addf(&both[i], "(abilities %s)", i == 0 ? out.data : expected);
    Lf form = lf_read(&lf, text_str(&both[i]), &bad);
    assert_true(form != 0);
    text_clear(&both[i]);
    lf_print(&lf, lf_normal(&lf, form), &both[i]);
  }
  assert_str_is(text_str(&both[0]), both[1].data);
  text_free(&both[0]);
  text_free(&both[1]);
  text_free(&out);
  lf_free(&lf);
}

static void test_it_is_who_acts_and_not_what_is_acted_on(void **state) {
  (void)state;
  assert_abilities("When this creature dies, it deals 1 damage to any target.", false,
                   "(triggered (dies (is self)) (target $t any-target) (deal-damage 1 $t))");
  assert_abilities("Sacrifice this creature: It deals 1 damage to any target.", false,
                   "(activated (do (sacrifice self)) (target $t any-target) (deal-damage 1 $t))");
  assert_abilities("Tap target creature. It gains flying until end of turn.", true,
                   "(spell (target $t (type creature)) (seq (tap $t) (apply $t end-of-turn (gain flying))))");
}

static void test_that_card_is_never_the_one_that_is_named(void **state) {
  (void)state;
  assert_abilities("Reveal the top card of your library. Test Bear deals damage to any target "
                   "equal to that card's "
                   "mana value.",
                   true,
                   "(spell (target $t any-target) (seq (let $c (top 1 you)) (reveal $c)"
                   " (deal-damage (mana-value $c) $t)))");
}

static void test_another_target_is_another_than_the_first(void **state) {
  (void)state;
  assert_abilities("Tap target creature. Untap another target creature.", true,
                   "(spell (target $a (type creature)) (target $b (and (type creature) (not (is $a))))"
                   " (seq (tap $a) (untap $b)))");
  assert_abilities("{T}: Tap another target creature.", false,
                   "(activated tap-self (target $a (and other (type creature))) (tap $a))");
}

static void test_targets_of_what_was_paid_for_are_chosen_only_then(void **state) {
  (void)state;
  assert_abilities("Kicker {1}\nTap target creature. If this spell was kicked, it deals 2 damage "
                   "to another target creature.",
                   true,
                   "(keyword kicker :cost (mana {1})) (spell (target $a (type creature))"
                   " (target $b (and (type creature) (not (is $a))) :if (paid kicker))"
                   " (seq (tap $a) (if (paid kicker) (deal-damage 2 $b))))");
}

static void test_overload_and_entwine_change_the_spell(void **state) {
  (void)state;
  assert_abilities("Destroy target artifact.\nOverload {4}{R}", true,
                   "(spell (target $t (type artifact) :if (not (paid overload)))"
                   " (if (paid overload) (destroy (all battlefield (type artifact))) :else (destroy $t)))"
                   " (keyword overload :cost (mana {4}{R}))");
  assert_abilities("Choose one \xe2\x80\x94\n\xe2\x80\xa2 Draw a card.\n\xe2\x80\xa2 You gain 3 "
                   "life.\nEntwine {2}",
                   true,
                   "(spell (modal (num-if (paid entwine) 2 1) (num-if (paid entwine) 2 1)"
                   " (mode (draw 1)) (mode (gain-life 3)))) (keyword entwine :cost (mana {2}))");
}

static void test_all_players_do_the_first_before_any_does_the_second(void **state) {
  (void)state;
  assert_abilities("Each player discards their hand, then draws seven cards.", true,
                   "(spell (seq (discard (all hand (owned-by players))) (draw 7 :player players)))");
}

static void test_an_if_behind_a_trigger_condition_is_checked_twice(void **state) {
  (void)state;
  assert_abilities("When this creature enters, if you control a Gate, draw a card.", false,
                   "(triggered self-enters (draw 1)"
                   " :if (exists (all battlefield (and (subtype Gate) (controlled-by you)))))");
}

static void test_x_is_what_it_is_said_to_be_in_mana_too(void **state) {
  (void)state;
  assert_abilities("Creatures can't attack you unless their controller pays {X} for each creature they control that's"
                   " attacking you, where X is the number of enchantments you control.",
                   false,
                   "(static (rules (attack-cost (type creature) (generic (count (all battlefield"
                   " (and (type enchantment) (controlled-by you))))) :whom (is you))))");
}

static void test_a_target_is_declared_once(void **state) {
  (void)state;
  assert_abilities("Creatures target player controls get -2/-2 until end of turn.", true,
                   "(spell (target $t1 player) (apply (all battlefield (and (type creature) (controlled-by $t1)))"
                   " end-of-turn (pt -2 -2)))");
  assert_abilities("Tap two target creatures. If you control an Island, those creatures can't block this turn.", true,
                   "(spell (target $t1 (type creature) :min 2 :max 2) (seq (tap $t1) (if (exists (all battlefield"
                   " (and (subtype Island) (controlled-by you)))) (apply-rule end-of-turn (cant-block (is $t1))))))");
}

static void test_the_rest_is_what_was_not_put_back_before(void **state) {
  (void)state;
  assert_abilities(
      "Look at the top two cards of your library. Put one of them on top of your library and the rest on the"
      " bottom of your library in a random order.",
      true,
      "(spell (seq (let $c1 (top 2 you)) (look-at $c1) (choose $c2 1 1 $c1) (move $c2 library :position top)"
      " (arrange (only $c1 (and (in library) (not (is $c2)))) bottom :random)))");
}

static void test_subtypes_before_a_type_are_all_of_that_type(void **state) {
  (void)state;
  assert_abilities("Destroy target Elf or Soldier creature.", true,
                   "(spell (target $t1 (and (or (subtype Elf) (subtype Soldier)) (type creature))) (destroy $t1))");
  assert_abilities("Destroy target enchanted creature or enchantment creature.", true,
                   "(spell (target $t1 (or (and (has-attached (subtype Aura)) (type creature))"
                   " (and (type enchantment) (type creature)))) (destroy $t1))");
}

static void test_that_creature_is_what_was_called_so(void **state) {
  (void)state;
  assert_abilities("Whenever a creature deals combat damage to enchanted player, put a +1/+1 counter on that creature.",
                   false,
                   "(triggered (damage (type creature) (is (attached-object self)) :combat combat-damage)"
                   " (put-counters +1/+1 1 event-source))");
}

static void test_a_player_said_once_is_targeted_once(void **state) {
  (void)state;
  assert_abilities("Creatures target player controls get -1/-1 until end of turn.", true,
                   "(spell (target $p player)"
                   " (apply (all battlefield (and (type creature) (controlled-by $p))) end-of-turn (pt -1 -1)))");
  assert_abilities("Creatures target player controls attack this turn if able.", true,
                   "(spell (target $p player)"
                   " (apply-rule end-of-turn (must-attack (and (type creature) (controlled-by $p)) :once)))");
}

static void test_what_is_only_asked_for_is_not_those(void **state) {
  (void)state;
  assert_abilities("Tap two target creatures. If you control a Wall, untap those creatures.", true,
                   "(spell (target $t (type creature) :min 2 :max 2) (seq (tap $t)"
                   " (if (exists (all battlefield (and (subtype Wall) (controlled-by you)))) (untap $t))))");
}

static void test_it_is_never_what_deals_the_damage(void **state) {
  (void)state;
  assert_abilities("Whenever a creature attacks, this artifact deals 1 damage to it.", false,
                   "(triggered (attacks (type creature)) (deal-damage 1 event-object))");
}

static void test_another_is_other_than_what_gets_so_much_for_each(void **state) {
  (void)state;
  assert_abilities("Enchanted creature gets +1/+0 for each other creature you control.", false,
                   "(static (affect (attached-object self) (pt (count (all battlefield"
                   " (and (not (is (attached-object self))) (type creature) (controlled-by you)))) 0)))");
  Text out;
  text_init(&out, gavel_allocator_default());
  OracleFace face = {.text = STR("Enchanted creature has flying.\nOther creatures you control get -1/-1.")};
  OracleAnswer answer = oracle_face(oracle, &face, &out, NULL);
  assert_int_equal(answer.refusal, ORACLE_MEANING);
  assert_str_is(answer.words, "nothing says other than what: static");
  text_free(&out);
}

static void test_rules_for_those_creatures_are_not_for_others(void **state) {
  (void)state;
  assert_abilities("Tap all creatures. Those creatures can't block this turn.", true,
                   "(spell (seq (let $o (all battlefield (type creature))) (tap $o)"
                   " (apply-rule end-of-turn (cant-block (is $o)))))");
}

static void test_those_are_the_same_whatever_has_become_of_them(void **state) {
  (void)state;
  assert_abilities(
      "Gain control of all creatures until end of turn. Untap them.", true,
      "(spell (seq (let $o (all battlefield (type creature))) (apply $o end-of-turn (controller-is you)) (untap $o)))");
  assert_abilities(
      "Destroy all creatures. You gain 1 life for each creature destroyed this way.", true,
      "(spell (seq (destroy (all battlefield (type creature))) (let $m moved) (gain-life (* 1 (count $m)))))");
}

static void test_what_is_copied_is_as_it_was(void **state) {
  (void)state;
  assert_abilities("Whenever another creature dies, create a token that's a copy of that creature.", false,
                   "(triggered (dies (and other (type creature))) (create-copy 1 event-object))");
}

static void test_a_quotation_ends_with_its_sentence_wherever_the_marks_are(void **state) {
  (void)state;
  assert_abilities("Enchanted creature gets +1/+1, has \"When this creature dies, draw a card,\" and is a Cleric in "
                   "addition to its other types.",
                   false,
                   "(static (affect (attached-object self) (pt 1 1) (gain (triggered (dies (is self)) (draw 1))) "
                   "(add-subtype Cleric)))");
  assert_abilities("You get an emblem with \"Swamps you control have '{T}: Add {B}{B}.'\"", true,
                   "(spell (create-emblem (gain (static (affect (all battlefield (and (subtype Swamp) "
                   "(controlled-by you))) (gain (activated tap-self (add-mana {B}{B}))))))))");
}

static void test_what_was_not_put_there_is_so_for_either_reason(void **state) {
  (void)state;
  assert_abilities("Look at the top card of your library. If it's a land card, you may put it onto the battlefield. If "
                   "you don't put the card onto the battlefield, put it into your hand.",
                   true,
                   "(spell (seq (let $c (top 1 you)) (look-at $c) (if (matches $c (and card (type land))) "
                   "(may (move $c battlefield) :else (move $c hand)) :else (move $c hand))))");
}

static void test_what_only_one_of_two_alternatives_mentions_is_not_it_in_the_other(void **state) {
  (void)state;
  assert_abilities("Exile target card from a graveyard. If it was a creature card, create a Food token. If it was a "
                   "land card, create "
                   "a Treasure token. Otherwise, you gain 3 life.",
                   true,
                   "(spell (target $t (and card (in graveyard))) (seq (exile $t)"
                   " (if (matches $t (and card (type creature))) (create 1 food))"
                   " (if (matches $t (and card (type land))) (create 1 treasure))"
                   " (if (and (not (matches $t (and card (type creature)))) (not (matches $t (and card (type land)))))"
                   " (gain-life 3))))");
  assert_abilities(
      "Choose target artifact. If you're the monarch, create a token that's a copy of it. If you're not the "
      "monarch, tap it.",
      true,
      "(spell (target $t (type artifact)) (seq (if (matches you (designated monarch)) (create-copy 1 $t))"
      " (if (not (matches you (designated monarch))) (tap $t))))");
}

/* Each could be read with a meaning that its words don't have. */
static void test_productions_say_abilities(void **state) {
  (void)state;
  static const struct {
    const char *ability, *words;
    bool spell;
  } SAID[] = {
      /* destroying */
      {"(spell (target $a (type artifact)) (destroy $a))", "Destroy target artifact.", true},
      {"(spell (target $a (and (not (color black)) (type creature))) (destroy $a :no-regeneration))",
       "Destroy target nonblack creature. It can't be regenerated.", true},
      {"(spell (destroy (all battlefield (type creature))))", "Destroy all creatures.", true},
      {"(triggered self-enters (target $a (or (type artifact) (type enchantment))) (destroy $a))",
       "When this creature enters, destroy target artifact or enchantment.", false},
      {"(activated (costs tap-self (do (sacrifice self))) (target $a (type land)) (destroy $a))",
       "{T}, Sacrifice this creature: Destroy target land.", false},
      /* searching */
      {"(spell (seq (search $a 0 1 library (and (supertype basic) (type land))) (move $a battlefield :tapped) "
       "(shuffle)))",
       "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.", true},
      {"(spell (seq (search $a 1 1 library always) (move $a hand) (shuffle)))",
       "Search your library for a card, put it into your hand, then shuffle.", true},
      /* pronouns: what was targeted, this object, what an event is about, and whose something is */
      {"(spell (target $a (type creature)) (seq (tap $a) (put-counters +1/+1 1 $a)))",
       "Tap target creature and put a +1/+1 counter on it.", true},
      {"(spell (target $a (type creature)) (seq (destroy $a) (lose-life 2 :player (controller $a))))",
       "Destroy target creature. Its controller loses 2 life.", true},
      {"(triggered (attacks (is self)) (put-counters +1/+1 1 self))",
       "Whenever this creature attacks, put a +1/+1 counter on it.", false},
      {"(triggered (draws opponent) (lose-life 1 :player event-player))",
       "Whenever an opponent draws a card, that player loses 1 life.", false},
      {"(triggered (dies (and (type creature) (controlled-by you))) (exile event-object))", NULL, false},
  };
  for (u32 i = 0; i < COUNT_OF(SAID); i++) {
    OracleFace face = {
        .name = STR("Grizzly Bears"), .kind = SAID[i].spell ? STR("spell") : STR("creature"), .spell = SAID[i].spell};
    Text words;
    text_init(&words, gavel_allocator_default());
    bool said = oracle_say(oracle, &face, str_of(SAID[i].ability), &words);
    assert_int_equal(said, SAID[i].words != NULL);
    if (said) assert_str_is(text_str(&words), SAID[i].words);
    text_free(&words);
  }
}

static void test_what_words_do_not_say_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } REFUSED[] = {
      {"Return target creature from your graveyard to your hand.", "these must be cards: and"},
      {"Return target creature card from your graveyard to that player's hand.",
       "nothing mentioned earlier is what this refers to: that-player"},
      {"Look at the top two cards of target opponent's library. Put one of them into your hand and the rest on the "
       "bottom"
       " of their library in any order.",
       "a card can't go to a zone of a player who doesn't own it: to-zone"},
      {"Reveal the top card of your library. If it's a creature card, create a 1/1 white Soldier creature token. Put "
       "it into your hand.",
       "this could refer to either of two things: pronoun-it"},
      {"Roll a d20.\n1\xe2\x80\x94"
       "9 | Draw a card.\n11\xe2\x80\x94"
       "20 | Draw two cards.",
       "an earlier result of the die is missing: row"},
      {"Mill a card. If a creature is milled this way, draw a card.", "these must be cards: type"},
      {"Sacrifice an artifact. You gain life equal to the sacrificed creature's power.",
       "nothing mentioned earlier is what this refers to: the"},
      {"Target creature's owner sacrifices it.", "only its controller can sacrifice a permanent: sacrifice"},
      {"Reveal the top card of your library. It gets +1/+1 until end of turn.",
       "this must refer to a permanent: lasting"},
      {"Whenever you cast a creature spell, put a +1/+1 counter on it.",
       "nothing mentioned earlier is what this refers to: pronoun-it"},
      {"Draw X cards, where X is the number of lands you control. You gain 3 life, where X is the number of lands you "
       "control.",
       "there is no X: act"},
      {"Destroy all other creatures.", "nothing says other than what: spell"},
      {"If you control an Island, you lose 2 life. Otherwise, you gain that much life.",
       "no amount was mentioned earlier: that-much"},
      {"Search your library for a creature card, put it onto the battlefield, then shuffle. You may put that card onto "
       "the battlefield instead of putting it into your hand if you control an artifact.",
       "the card isn't put there: instead-if"},
      {"You may cast this spell as though it had flash if it targets a commander.\nDestroy target creature.",
       "this isn't known before targets are chosen: static"},
  };
  for (u32 i = 0; i < COUNT_OF(REFUSED); i++) {
    Text out;
    text_init(&out, gavel_allocator_default());
    OracleFace face = {.text = str_of(REFUSED[i].text), .spell = true};
    OracleAnswer answer = oracle_face(oracle, &face, &out, NULL);
    assert_int_equal(answer.refusal, ORACLE_MEANING);
    assert_str_is(answer.words, REFUSED[i].words);
    text_free(&out);
  }
}

static void test_texts_are_refused_with_what_stood_in_the_way(void **state) {
  (void)state;
  const struct {
    const char *text, *words;
    OracleRefusal refusal;
  } REFUSED[] = {
      {"Flabbergast target creature.", "Flabbergast target creature.", ORACLE_WORDS},
      {"Destroy target creature twice over.", "twice over.", ORACLE_WORDS},
      {"It gains flying until end of turn.", "nothing mentioned earlier is what this refers to: pronoun-it",
       ORACLE_MEANING},
  };
  for (u32 i = 0; i < COUNT_OF(REFUSED); i++) {
    Text out;
    text_init(&out, gavel_allocator_default());
    OracleFace face = {.text = str_of(REFUSED[i].text), .spell = true};
    OracleAnswer answer = oracle_face(oracle, &face, &out, NULL);
    assert_int_equal(answer.refusal, REFUSED[i].refusal);
    assert_str_is(answer.words, REFUSED[i].words);
    assert_int_equal(out.length, 0);
    text_free(&out);
  }
}

/* Of what is said more often than the binder has room for nothing is left out: it is read whole, or refused for that. */
static void test_what_is_too_long_for_a_form_is_refused_and_never_cut(void **state) {
  (void)state;
  static const struct {
    const char *before, *again, *after, *head;
    bool spell;
    u32 different; /* said again they say no more; 0: each counts */
  } LONG[] = {
      {"Destroy target red ", "tapped white ", "creature.", "(color ", true, 2},
      {"Whenever a red ", "tapped white ", "creature enters, draw a card.", "(color ", false, 2},
      {"Destroy target land, ", "artifact, ", "or enchantment.", "(type ", true, 3},
      {"Target creature gains flying, ", "trample, ", "and haste until end of turn.", "(gain ", true, 0},
      {"Creatures you control have flying, ", "trample, ", "and haste.", "(gain ", false, 0},
      {"Create a 1/1 red creature token with flying, ", "trample, ", "and haste.", "(gain ", true, 0},
      {"You gain 1 life. ", "You gain 1 life. ", "You gain 1 life.", "(gain-life ", true, 0},
  };
  u32 refused = 0;
  for (u32 i = 0; i < COUNT_OF(LONG); i++) {
    for (u32 n = 1; n < 72; n += 7) {
      Text said, out;
      text_init(&said, gavel_allocator_default());
      text_init(&out, gavel_allocator_default());
      text_adds(&said, LONG[i].before);
      for (u32 k = 0; k < n; k++) text_adds(&said, LONG[i].again);
      text_adds(&said, LONG[i].after);
      OracleFace face = {.name = STR("Long Card"), .text = text_str(&said), .spell = LONG[i].spell};
      OracleAnswer answer = oracle_face(oracle, &face, &out, NULL);
      text_addc(&out, 0);
      bool beyond = answer.words.length && strstr(answer.words.data, "more is said than this form can hold");
      bool crowded = answer.words.length && strstr(answer.words.data, "too many conditions");
      u32 count = 0, all = LONG[i].different ? LONG[i].different : n + 2;
      for (const char *at = out.data; at && (at = strstr(at, LONG[i].head)) != NULL; at++) count++;
      if (answer.refusal == ORACLE_LONG || (answer.refusal == ORACLE_MEANING && (beyond || crowded)))
        refused++;
      else if (answer.refusal != ORACLE_READ || count != all)
        fail_msg("%u of %u in: %.*s (%.*s)", count, all, (int)said.length, said.data, (int)answer.words.length,
                 answer.words.data);
      text_free(&said);
      text_free(&out);
    }
  }
  assert_true(refused > 10);
}

/* --- how it was read -------------------------------------------------------------------------------------- */

static bool holds(const Text *text, const char *piece) { return !text->failed && strstr(text->data, piece) != NULL; }

static void test_each_phrase_is_explained_once(void **state) {
  (void)state;
  Text out;
  text_init(&out, gavel_allocator_default());
  OracleFace face = {
      .name = STR("Test Bolt"), .text = STR("Destroy target red creature.\n(It is no more.)"), .spell = true};
  oracle_explain(oracle, &face, &out);
  text_addc(&out, 0);
  assert_true(holds(&out, "\n    target red creature\n      objects > targeted (targets (115)): target <t:thing.sg>"));
  assert_true(holds(&out, "=> (target (and (color red) (type creature)))"));
  assert_true(holds(&out, "(It is no more.)\n  A reminder.\n"));
  assert_true(holds(&out, "What it does as it resolves\n  IR\n    (spell (target $t1"));
  text_free(&out);
}

static void test_what_is_refused_is_explained_as_far_as_it_was_read(void **state) {
  (void)state;
  Text out;
  text_init(&out, gavel_allocator_default());
  OracleFace face = {.name = STR("Test Bear"), .text = STR("When Test Bear enters, sing a song.\nDestroy it.")};
  oracle_explain(oracle, &face, &out);
  text_addc(&out, 0);
  assert_true(holds(&out, "Can't read \"sing a song.\", character 24."));
  assert_true(holds(&out, "\n  When Test Bear enters\n    event (what triggers): <_:whenever> <o:occurrence>"));
  text_free(&out);
}

/* --- memory ------------------------------------------------------------------------------------------------- */

/* Reads two faces while a request for memory is refused, counted from the beginning (0: none), alone or with all after
   it. Answers how many requests there were when the oracle was made, and in all. */
static void read_short_of_memory(u64 refuse_from, bool once, u64 *made, u64 *all) {
  const OracleFace faces[] = {
      {.name = STR("Test Bear"),
       .text =
           STR("Flying, ward {2} (It soars.)\nWhenever this creature or another creature you control dies, you may pay"
               " {1}. If you do, create a 1/1 white Soldier creature token.\n{T}, Sacrifice an artifact: Test Bear "
               "deals damage equal to the sacrificed artifact's mana"
               " value to any target."),
       .legendary = true},
      {.name = STR("Test Bolt"),
       .text = STR("Choose one \xe2\x80\x94\n\xe2\x80\xa2 Search your library for a basic land card, reveal it, put it"
                   " into your hand, then shuffle.\n\xe2\x80\xa2 Each player discards a card, then mills two cards.\n"
                   "Entwine {2}"),
       .spell = true},
  };
  TestAllocator counts = {.refuse_from = refuse_from, .refuse_once = once};
  Oracle *small;
  GavelError error;
  GavelStatus status = oracle_new(test_allocator(&counts), &small, &error);
  *made = counts.requests;
  assert_int_equal(status, counts.refusals > 0 ? GAVEL_E_MEMORY : GAVEL_OK);
  Text out;
  text_init(&out, gavel_allocator_default());
  OracleRefusal refusal = ORACLE_READ;
  for (u32 i = 0; i < COUNT_OF(faces) && small && refusal == ORACLE_READ; i++)
    refusal = oracle_face(small, &faces[i], &out, NULL).refusal;
  *all = counts.requests;
  if (small) assert_int_equal(refusal, counts.refusals > 0 ? ORACLE_MEMORY : ORACLE_READ);
  oracle_free(small);
  text_free(&out);
  assert_int_equal(counts.blocks, 0);
  assert_int_equal(counts.untrue_sizes, 0);
}

/* Each request of reading, and some of making an oracle, for those are many and alike. */
static void test_a_refused_request_for_memory_is_an_error_and_no_reading(void **state) {
  (void)state;
  u64 made, all, unused;
  read_short_of_memory(0, false, &made, &all);
  for (u64 at = 1; at <= all; at += at <= made ? 1 + made / 64 : 1)
    for (u32 once = 0; once < 2; once++) read_short_of_memory(at, once, &unused, &unused);
}

/* --- every word counts ------------------------------------------------------------------------------------ */

static void test_a_text_is_refused_without_a_piece_that_it_needs(void **state) {
  static const char TEXT[] = "When this creature enters, destroy target artifact. If you do, draw a card.";
  (void)state;
  OracleFace face = {.name = STR("Test"), .text = STR(TEXT)};
  u32 count = oracle_pieces(oracle), used = 0;
  u8 *of_text = calloc(count, 1), *off = calloc(count, 1);
  Text out, what;
  text_init(&out, gavel_allocator_default());
  text_init(&what, gavel_allocator_default());
  assert_true(of_text && off);
  oracle_pieces_set(oracle, of_text, off);
  assert_int_equal(oracle_face(oracle, &face, &out, NULL).refusal, ORACLE_READ);
  bool follower = false;
  for (u32 i = 0; i < count; i++) {
    text_clear(&what);
    oracle_piece_text(oracle, i, &what);
    assert_true(!of_text[i] || what.length > 0);
    follower |= of_text[i] && str_is(text_str(&what), "case if-done");
    used += of_text[i];
  }
  assert_true(follower && used > 10 && used < 100);
  oracle_pieces_set(oracle, NULL, off);
  for (u32 i = 0; i < count; i++) {
    off[i] = 1;
    bool read = oracle_face(oracle, &face, &out, NULL).refusal == ORACLE_READ;
    assert_int_equal(read, !of_text[i]);
    off[i] = 0;
  }
  oracle_pieces_set(oracle, NULL, NULL);
  assert_int_equal(oracle_face(oracle, &face, &out, NULL).refusal, ORACLE_READ);
  text_free(&what);
  text_free(&out);
  free(of_text);
  free(off);
}

static void test_the_audit_finds_words_that_do_not_count(void **state) {
  (void)state;
  Audit audit;
  audit_init(&audit, gavel_allocator_default(), oracle);
  OracleFace face = {
      .name = STR("Test Bear"), .text = STR("Destroy target red creature.\nFlying (It soars.)"), .spell = true};
  audit_face(&audit, &face);
  assert_false(audit.failed);
  assert_int_equal(audit.texts, 2);
  assert_int_equal(audit.holes.count, 0);
  face.text = STR("Destroy target creature. Then draw a card.");
  audit_face(&audit, &face);
  audit_face(&audit, &face);
  assert_int_equal(audit.texts, 3);
  assert_int_equal(audit.holes.count, 1);
  assert_int_equal(audit.excused, 1);
  assert_str_is(audit.holes.data[0].word, "Then");
  assert_str_is(audit.holes.data[0].after, "draw");
  audit_free(&audit);
}

static void test_excuses_are_few_and_have_reasons(void **state) {
  (void)state;
  u32 count;
  const AuditExcuse *excuses = audit_excuses(&count);
  assert_true(count <= 60);
  for (u32 i = 0; i < count; i++) assert_true(strlen(excuses[i].reason) > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts_are_split_into_words_numbers_symbols_and_marks),
      cmocka_unit_test(test_a_text_longer_than_any_card_is_refused),
      cmocka_unit_test(test_halves_are_written_as_definitions_write_numbers),
      cmocka_unit_test(test_each_mistake_of_a_grammar_has_its_message),
      cmocka_unit_test(test_each_mistake_of_a_meaning_has_its_message),
      cmocka_unit_test(test_every_reading_is_found_and_none_skips_a_word),
      cmocka_unit_test(test_alternatives_numbers_and_lists),
      cmocka_unit_test(test_and_or_and_seq_are_flat),
      cmocka_unit_test(test_it_is_who_acts_and_not_what_is_acted_on),
      cmocka_unit_test(test_that_card_is_never_the_one_that_is_named),
      cmocka_unit_test(test_another_target_is_another_than_the_first),
      cmocka_unit_test(test_targets_of_what_was_paid_for_are_chosen_only_then),
      cmocka_unit_test(test_overload_and_entwine_change_the_spell),
      cmocka_unit_test(test_all_players_do_the_first_before_any_does_the_second),
      cmocka_unit_test(test_an_if_behind_a_trigger_condition_is_checked_twice),
      cmocka_unit_test(test_x_is_what_it_is_said_to_be_in_mana_too),
      cmocka_unit_test(test_a_target_is_declared_once),
      cmocka_unit_test(test_the_rest_is_what_was_not_put_back_before),
      cmocka_unit_test(test_subtypes_before_a_type_are_all_of_that_type),
      cmocka_unit_test(test_that_creature_is_what_was_called_so),
      cmocka_unit_test(test_a_player_said_once_is_targeted_once),
      cmocka_unit_test(test_what_is_only_asked_for_is_not_those),
      cmocka_unit_test(test_it_is_never_what_deals_the_damage),
      cmocka_unit_test(test_another_is_other_than_what_gets_so_much_for_each),
      cmocka_unit_test(test_rules_for_those_creatures_are_not_for_others),
      cmocka_unit_test(test_those_are_the_same_whatever_has_become_of_them),
      cmocka_unit_test(test_what_is_copied_is_as_it_was),
      cmocka_unit_test(test_a_quotation_ends_with_its_sentence_wherever_the_marks_are),
      cmocka_unit_test(test_what_was_not_put_there_is_so_for_either_reason),
      cmocka_unit_test(test_what_only_one_of_two_alternatives_mentions_is_not_it_in_the_other),
      cmocka_unit_test(test_what_words_do_not_say_is_refused),
      cmocka_unit_test(test_productions_say_abilities),
      cmocka_unit_test(test_texts_are_refused_with_what_stood_in_the_way),
      cmocka_unit_test(test_what_is_too_long_for_a_form_is_refused_and_never_cut),
      cmocka_unit_test(test_each_phrase_is_explained_once),
      cmocka_unit_test(test_what_is_refused_is_explained_as_far_as_it_was_read),
      cmocka_unit_test(test_a_refused_request_for_memory_is_an_error_and_no_reading),
      cmocka_unit_test(test_a_text_is_refused_without_a_piece_that_it_needs),
      cmocka_unit_test(test_the_audit_finds_words_that_do_not_count),
      cmocka_unit_test(test_excuses_are_few_and_have_reasons),
  };
  return cmocka_run_group_tests(tests, open_oracle, close_oracle);
}
