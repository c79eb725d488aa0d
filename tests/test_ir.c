/* The intermediate representation: its text, binary and English forms, and what linking
   computes. */
#include "support/allocator.h"
#include "support/file.h"
#include "support/test.h"

#include "cards/carddb.h"
#include "base/embedded.h"
#include "cards/events.h"
#include "cards/ir_args.h"

/* Whether a set is that of `n` kinds, of which EVENT_NONE is none. */
static bool kinds_are(const EventKinds *set, const u32 *kinds, u32 n) {
  EventKinds wanted = {0};
  for (u32 i = 0; i < n; i++)
    if (kinds[i] != EVENT_NONE) event_kinds_add(&wanted, kinds[i]);
  return memcmp(set, &wanted, sizeof wanted) == 0;
}

#define FIXTURES_FILE "tests/data/fixtures.card"

/* --- reading in tests ---------------------------------------------------------------------- */

static void db_init(CardDb *db) {
  GavelError error = {0};
  if (carddb_init(db, gavel_allocator_default(), &error)) {
    fail_msg("cards/keywords.ir:%u:%u: %s", error.line, error.column, error.message);
  }
}

/* Reads what must be right and links it. */
static void db_accept(CardDb *db, Str text) {
  GavelError error = {0};
  if (carddb_load_text(db, text, &error)) {
    fail_msg("%u:%u: %s\nin: %.*s", error.line, error.column, error.message, (int)num_min(text.length, 2000),
             text.data);
  }
  assert_int_equal(carddb_link(db, &error), GAVEL_OK);
}

static void db_load(CardDb *db, const char *text) {
  db_init(db);
  db_accept(db, str_of(text));
}

static void db_load_file(CardDb *db, const char *path) {
  Text text = test_file(path);
  db_init(db);
  db_accept(db, text_str(&text));
  text_free(&text);
}

static Text print_all(const CardDb *db) {
  Text out;
  text_init(&out, gavel_allocator_default());
  for (u32 card = 1; card < db->cards.count; card++) card_print(db, card, &out);
  return out;
}

static Text write_binary(const CardDb *db) {
  Text out;
  GavelError error = {0};
  text_init(&out, gavel_allocator_default());
  assert_int_equal(carddb_write(db, &out, &error), GAVEL_OK);
  return out;
}

/* The `i`th ability of a face of a card. */
static const AbilityDef *ability_of(const CardDb *db, const char *name, u32 i) {
  u32 face = 0;
  u32 card = carddb_find(db, str_of(name), &face);
  assert_int_not_equal(card, 0);
  const Chars *chars = &db->faces.data[db->cards.data[card].face + face].chars;
  assert_in_range(i, 0, chars->ability_count - 1);
  return carddb_ability(db, chars->abilities + i);
}

/* --- text form ----------------------------------------------------------------------------- */

/* What is printed reads back to the same, to the last byte of the binary form. */
static void check_round_trip(const char *path) {
  CardDb first, second;
  GavelError error = {0};
  db_load_file(&first, path);
  Text printed = print_all(&first);
  db_init(&second);
  if (carddb_load_text(&second, text_str(&printed), &error)) {
    fail_msg("%s printed, %u:%u: %s", path, error.line, error.column, error.message);
  }
  assert_int_equal(carddb_link(&second, &error), GAVEL_OK);
  Text again = print_all(&second);
  assert_str_is(text_str(&again), printed.data);
  Text binary = write_binary(&first);
  Text binary_again = write_binary(&second);
  assert_true(str_equal(text_str(&binary), text_str(&binary_again)));
  assert_true(first.version == second.version);
  text_free(&printed);
  text_free(&again);
  text_free(&binary);
  text_free(&binary_again);
  carddb_free(&first);
  carddb_free(&second);
}

static void printing_loses_nothing(void **state) {
  (void)state;
  check_round_trip(FIXTURES_FILE);
}

/* Likewise the cards that come with the library, though their numbers may differ, since those
   follow the order in which things are written. */
static void cards_of_the_library_print(void **state) {
  (void)state;
  u32 count;
  const EmbeddedFile *files = embedded_cards(&count);
  for (u32 i = 0; i < count; i++) {
    CardDb first, second;
    db_load(&first, files[i].text);
    Text printed = print_all(&first);
    db_load(&second, text_str(&printed).data);
    Text again = print_all(&second);
    assert_str_is(text_str(&again), text_str(&printed).data);
    text_free(&printed);
    text_free(&again);
    carddb_free(&first);
    carddb_free(&second);
  }
}

/* Whatever order things are written in, they print in one. */
static void forms_are_normalised(void **state) {
  (void)state;
  static const struct {
    const char *written, *printed;
  } FORMS[] = {
      {"(card \"A\" (pt 1 1) (types Elf creature) (keyword flying) (cost {G}))",
       "(card \"A\" (cost {G}) (types creature Elf) (pt 1 1)\n  flying)\n"},
      {"(card \"A\" (types Instant) (spell (draw 1 :player (you))))",
       "(card \"A\" (types instant)\n  (spell (draw 1 :player you)))\n"},
      {"(card \"A\" (types artifact) (static))", "(card \"A\" (types artifact)\n  (static))\n"},
      {"(card \"A\" (types \"Time Lord\" creature) (pt * 1+*))", "(card \"A\" (types creature Time-Lord) (pt 0 0))\n"},
      {"(card \"A \\\"B\\\" \\\\\" (types artifact) (activated (mana {1}) (apply (self) :of self "
       "end-of-turn (pt $x (x)))))",
       "(card \"A \\\"B\\\" \\\\\" (types artifact)\n"
       "  (activated (mana {1}) (apply self end-of-turn (pt $x x) :of self)))\n"},
      {"(card \"A\" ; a comment (\n (layout adventure) (face \"B\" (types creature) (pt 1 1)) "
       "(face "
       "\"C\" (types sorcery Adventure)))",
       "(card \"A\" (layout adventure)\n  (face \"B\" (types creature) (pt 1 1))\n"
       "  (face \"C\" (types sorcery Adventure)))\n"},
  };
  for (u32 i = 0; i < COUNT_OF(FORMS); i++) {
    CardDb db;
    db_load(&db, FORMS[i].written);
    Text printed = print_all(&db);
    assert_str_is(text_str(&printed), FORMS[i].printed);
    text_free(&printed);
    carddb_free(&db);
  }
}

typedef struct ErrorCase {
  const char *text;
  GavelStatus status;
  u32 line, column;
  const char *says; /* part of the message */
} ErrorCase;

#define CARD(parts) "(card \"A\" (types instant) " parts ")"
/* Where `parts` begin in it. */
#define AT 27

static const ErrorCase ERRORS[] = {
    {"x", GAVEL_E_SYNTAX, 1, 1, "expected (card …), found 'x'"},
    {"(card", GAVEL_E_SYNTAX, 1, 6, "found the end of the text"},
    {"(card \"A", GAVEL_E_SYNTAX, 1, 7, "unfinished"},
    {"(card \"\"", GAVEL_E_LIMIT, 1, 7, "between 1 and 512 bytes"},
    {"(card \"A\")", GAVEL_E_CHECK, 1, 7, "no card type"},
    {"(card \"A\" (types creature))", GAVEL_E_CHECK, 1, 7, "208.1"},
    {"(card \"A\" (types planeswalker))", GAVEL_E_CHECK, 1, 7, "209.1"},
    {"(card \"A\" (types battle))", GAVEL_E_CHECK, 1, 7, "210.1"},
    {"(card \"A\" (types instant Elf))", GAVEL_E_CHECK, 1, 7, "Elf belongs to none"},
    {"(card \"A\" (types creatur))", GAVEL_E_UNKNOWN, 1, 18, "unknown subtype 'creatur'"},
    {"(card \"A\" (types flying))", GAVEL_E_CHECK, 1, 18, "expected a subtype, found the keyword"},
    {"(card \"A\" (types land)\n (cost {1}{Q}))", GAVEL_E_SYNTAX, 2, 11, "expected mana symbols"},
    {"(card \"A\" (types land) (types land))", GAVEL_E_SYNTAX, 1, 25, "a second 'types'"},
    {"(card \"A\" (types land) (layout wide))", GAVEL_E_SYNTAX, 1, 32, "expected normal, split"},
    {"(card \"A\" (layout split) (types land))", GAVEL_E_CHECK, 1, 7, "expected its faces"},
    {"(card \"A\" (layout split) (face \"B\" (types land)) (face \"C\" (types land)))", GAVEL_E_CHECK, 1, 7,
     "\"A // B\""},
    {"(card \"A\" (face \"B\" (types land)) (types land))", GAVEL_E_SYNTAX, 1, 35, "(face …)"},
    {"(card \"A\" (types land)) (card \"a\" (types land))", GAVEL_E_CHECK, 1, 31, "known already"},
    {CARD("(spell (dstroy you))"), GAVEL_E_UNKNOWN, 1, AT + 8, "did you mean 'destroy'"},
    {CARD("(spell (flying))"), GAVEL_E_UNKNOWN, 1, AT + 8, "expected an action, found unknown"},
    {CARD("(spell (type Elf))"), GAVEL_E_CHECK, 1, AT + 8, "found 'type', which is a condition"},
    {CARD("(spell (draw))"), GAVEL_E_SYNTAX, 1, AT + 8, "'draw' lacks its argument 'n'"},
    {CARD("(spell (draw 1 2))"), GAVEL_E_SYNTAX, 1, AT + 15, "takes no more arguments"},
    {CARD("(spell (draw 1 :plyer you))"), GAVEL_E_SYNTAX, 1, AT + 15, "it may have :player"},
    {CARD("(spell (draw 1 :player you :player you))"), GAVEL_E_SYNTAX, 1, AT + 27, "given twice"},
    {CARD("(spell (draw 9999999999))"), GAVEL_E_LIMIT, 1, AT + 13, "expected a number from"},
    {CARD("(spell (draw you))"), GAVEL_E_CHECK, 1, AT + 13, "expected a number, found 'you'"},
    {CARD("(spell (destroy $t))"), GAVEL_E_CHECK, 1, AT + 16, "'$t' is used before"},
    {CARD("(spell (let $moved you))"), GAVEL_E_CHECK, 1, AT + 12, "a meaning of its own"},
    {CARD("(spell (destroy (all battlefield (type Elf))))"), GAVEL_E_CHECK, 1, AT + 39,
     "expected a card type, found the subtype 'Elf'"},
    {CARD("(spell (destroy (all batlefield always)))"), GAVEL_E_UNKNOWN, 1, AT + 21, "did you mean 'battlefield'"},
    {CARD("(spell enters-tapped)"), GAVEL_E_CHECK, 1, AT + 7, "only in a replacement"},
    {CARD("(spell (create 1 (token-spec keep-name)))"), GAVEL_E_CHECK, 1, AT + 29, "exceptions"},
    {CARD("(spell (seq (modal 1 1 (mode (draw 1)) (mode (draw 2))) (draw 1)))"), GAVEL_E_CHECK, 1, AT,
     "must be the whole effect"},
    {CARD("(keyword kicker)"), GAVEL_E_CHECK, 1, AT, "kicker lacks its :cost"},
    {CARD("(keyword flying :n 2)"), GAVEL_E_CHECK, 1, AT, "flying is not written with :n"},
    {CARD("(keyword hidden-agenda)"), GAVEL_E_UNKNOWN, 1, AT, "nothing carries out the keyword hidden agenda"},
    {CARD("(keyword vanishing :n 1) (keyword hidden-agenda)"), GAVEL_E_UNKNOWN, 1, AT + 25, "hidden agenda"},
    {CARD("flyng"), GAVEL_E_UNKNOWN, 1, AT, "did you mean 'flying'"},
    {CARD("(spell (search $a 1 1 library %quality))"), GAVEL_E_SYNTAX, 1, AT + 30, "found '%quality'"},
    {CARD("(static (affect self (pt 1 1)) :zone exile :limit 2)"), GAVEL_E_SYNTAX, 1, AT + 43,
     "it may have :if, :zone, :cda"},
};

static void mistakes_are_named_and_change_nothing(void **state) {
  (void)state;
  for (u32 i = 0; i < COUNT_OF(ERRORS); i++) {
    const ErrorCase *wrong = &ERRORS[i];
    CardDb db;
    GavelError error = {0};
    db_load(&db, "(card \"Before\" (types land))");
    Text before = write_binary(&db);
    GavelStatus status = carddb_load_text(&db, str_of(wrong->text), &error);
    if (status != wrong->status || !strstr(error.message, wrong->says) || error.line != wrong->line ||
        error.column != wrong->column) {
      fail_msg("%s\nfound %d at %u:%u: %s", wrong->text, status, error.line, error.column, error.message);
    }
    Text after = write_binary(&db);
    assert_true(str_equal(text_str(&before), text_str(&after)));
    assert_int_not_equal(carddb_find(&db, STR("Before"), NULL), 0);
    assert_int_equal(carddb_find(&db, STR("A"), NULL), 0);
    text_free(&before);
    text_free(&after);
    carddb_free(&db);
  }
}

/* Far too much of anything is refused, not suffered. */
static void limits_hold(void **state) {
  (void)state;
  static const struct {
    const char *before, *repeated, *after, *says;
    u32 times;
  } CASES[] = {
      {"(card \"A\" (types instant) (spell ", "(may ", "", "parentheses within each other", 100000},
      {"(card \"A\" (types instant) (spell (seq ", "shuffle ", ")))", "arguments of 'seq'", 5000},
      {"(card \"A\" (types instant) (spell (seq ", "(let $v# you) ", ")))", "variables in one ability", 100},
      {"(card \"A\" (types land) ", "(activated (mana {1}) (seq (draw 1) (draw 2))) ", ")", "words of code", 9000},
      {"(card \"", "ab", "\" (types land))", "bytes", 1000},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    CardDb db;
    GavelError error = {0};
    Text text;
    db_init(&db);
    text_init(&text, gavel_allocator_default());
    text_adds(&text, CASES[i].before);
    for (u32 n = 0; n < CASES[i].times; n++) {
      const char *mark = strchr(CASES[i].repeated, '#');
      u32 length = mark ? (u32)(mark - CASES[i].repeated) : (u32)strlen(CASES[i].repeated);
      text_add(&text, (Str){CASES[i].repeated, length});
      if (mark) text_addf(&text, "%u%s", n, mark + 1);
    }
    text_adds(&text, CASES[i].after);
    assert_int_equal(carddb_load_text(&db, text_str(&text), &error), GAVEL_E_LIMIT);
    if (!strstr(error.message, CASES[i].says)) fail_msg("%s", error.message);
    text_free(&text);
    carddb_free(&db);
  }
}

/* --- variables and nested abilities -------------------------------------------------------- */

static void variables_have_slots(void **state) {
  (void)state;
  CardDb db;
  db_load(&db, "(card \"A\" (types instant)\n"
               "  (additional-cost (pay-with $s 1 1 (all battlefield (type creature)) (sacrifice $s)))\n"
               "  (spell (target $t any-target) (deal-damage (power $s) $t)))\n"
               "(card \"B\" (types artifact)\n"
               "  (activated tap-self (target $a permanent)\n"
               "    (seq (delayed (triggered (step end player) (seq (let $b $a) (destroy $b))))\n"
               "         (apply $a end-of-turn (gain (activated tap-self (let $c self)))))))");
  const AbilityDef *cost = ability_of(&db, "A", 0);
  const AbilityDef *spell = ability_of(&db, "A", 1);
  assert_int_equal(cost->slots, SLOT_FIRST_OWN + 2);
  assert_int_equal(spell->slots, SLOT_FIRST_OWN + 2);
  assert_int_equal(cost->slot_names, spell->slot_names);
  Node target = node_arg(&db, spell->node, ARG_SPELL_TARGETS);
  assert_int_equal(node_arg(&db, target, ARG_TARGET_SLOT), SLOT_FIRST_OWN + 1);

  const AbilityDef *outer = ability_of(&db, "B", 0);
  Node seq = node_arg(&db, outer->node, ARG_ACTIVATED_EFFECT);
  Node later = node_arg(&db, seq, 0);
  const AbilityDef *delayed = carddb_ability(&db, node_arg(&db, later, ARG_DELAYED_ABILITY));
  assert_int_equal(outer->slots, SLOT_FIRST_OWN + 3);
  assert_int_equal(delayed->slots, SLOT_FIRST_OWN + 3);
  Node gain = node_arg(&db, node_arg(&db, seq, 1), ARG_APPLY_MODS);
  const AbilityDef *gained = carddb_ability(&db, node_arg(&db, gain, ARG_M_GAIN_ABILITY));
  assert_int_equal(gained->slots, SLOT_FIRST_OWN + 3);
  assert_int_equal(gained->slot_names, outer->slot_names);
  assert_str_is(intern_text(&db.names, db.slot_names.data[gained->slot_names + 2]), "c");
  carddb_free(&db);
}

/* --- keywords ------------------------------------------------------------------------------ */

static void keywords_expand(void **state) {
  (void)state;
  CardDb db;
  db_load(&db, "(card \"A\" (types creature Elf) (pt 1 1) flying (keyword bushido :n 2) trample)\n"
               "(card \"B\" (types artifact Equipment) (keyword equip :cost (mana {2}) :quality "
               "(subtype Elf)))\n"
               "(card \"C\" (types creature) (pt 1 1)\n"
               "  (static (affect (all battlefield (type creature)) (gain (keyword fading :n 3)))))");
  const AbilityDef *bushido = ability_of(&db, "A", 1);
  assert_int_equal(bushido->keyword, W_BUSHIDO);
  assert_int_equal(bushido->expansion_count, 1);
  assert_int_equal(bushido[1].op, IR_TRIGGERED);
  assert_true(kinds_are(&bushido[1].events, (u32[]){EVENT_BLOCK, EVENT_BLOCKED}, 2));
  assert_int_equal(ability_of(&db, "A", 3)->keyword, W_TRAMPLE);
  const Chars *chars = &db.faces.data[1].chars;
  assert_true(chars_keyword(chars, W_FLYING) && chars_keyword(chars, W_BUSHIDO));
  assert_false(chars_keyword(chars, W_REACH));

  /* The quality given is the very node of the keyword's own argument. */
  const AbilityDef *equip = ability_of(&db, "B", 0);
  Node target = node_arg(&db, equip[1].node, ARG_ACTIVATED_TARGETS);
  Node filter = node_arg(&db, target, ARG_TARGET_FILTER);
  assert_int_equal(node_arg(&db, filter, 2), node_arg(&db, equip->node, ARG_KEYWORD_QUALITY));
  assert_int_equal(node_arg(&db, equip[1].node, ARG_ACTIVATED_COST), node_arg(&db, equip->node, ARG_KEYWORD_COST));

  Node affect = node_arg(&db, ability_of(&db, "C", 0)->node, ARG_STATIC_EFFECTS);
  Node gain = node_arg(&db, affect, ARG_AFFECT_MODS);
  const AbilityDef *fading = carddb_ability(&db, node_arg(&db, gain, ARG_M_GAIN_ABILITY));
  assert_int_equal(fading->expansion_count, 2);
  assert_int_equal(fading[1].op, IR_REPLACEMENT);
  assert_int_equal(fading[2].op, IR_TRIGGERED);
  carddb_free(&db);
}

static void wrong_definitions_of_keywords(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } CASES[] = {
      {"(define-keyword kickr (params))", "unknown keyword"},
      {"(define-keyword flying (params m))", "cost, n, quality"},
      {"(define-keyword flying (params) (draw 1))", "expected an ability"},
      {"(define-keyword flying (params) (activated %cost (draw 1)))", "found '%cost'"},
      {"(define-keyword flying (params n) (triggered self-enters (draw %n)))", "not written with :n"},
      {"(define-keyword reach (params) reach)", "stands for itself"},
      {"(define-keyword reach (params) (triggered self-enters (draw 1))", "found the end"},
      {"(define-keyword shroud (params)) (define-keyword shroud (params))", "a second definition"},
      {"(define-keywords reach (params))", "'define-keyword' or 'define-operation'"},
      {"(define-operation draw (draw 1))", "an operation that is defined in IR"},
      {"(define-operation investigat (draw 1))", "an operation that is defined in IR"},
      {"(define-operation investigate (draw 1))", "a second definition of 'investigate'"},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    CardDb db;
    GavelError error = {0};
    db_init(&db);
    u32 count = db.keywords.count;
    assert_int_not_equal(carddb_load_definitions(&db, str_of(CASES[i].text), &error), GAVEL_OK);
    if (!strstr(error.message, CASES[i].says)) fail_msg("%s: %s", CASES[i].text, error.message);
    assert_int_equal(db.keywords.count, count);
    carddb_free(&db);
  }
}

/* --- linking ------------------------------------------------------------------------------- */

#define ZONE(ENUM) (1u << (W_##ENUM - W_BATTLEFIELD))

typedef struct LinkCase {
  const char *ability;
  u32 zones, flags;
  u32 events[4]; /* EVENT_… and MOVES_… */
  u32 layers;
} LinkCase;

static const LinkCase LINKED[] = {
    {"(activated tap-self (add-mana {G}))",
     ZONE(BATTLEFIELD),
     ABILITY_MANA | ABILITY_PLAIN | ABILITY_TAPS | ABILITY_TAP_ONLY | ABILITY_CLEAR,
     {0},
     0},
    {"(activated tap-self (target $p player) (add-mana {G} :player $p))",
     ZONE(BATTLEFIELD),
     ABILITY_HAS_TARGETS | ABILITY_PLAIN | ABILITY_TAPS | ABILITY_TAP_ONLY | ABILITY_CLEAR,
     {0},
     0},
    {"(activated (mana {1}) (draw 1) :timing sorcery-speed)", ZONE(BATTLEFIELD), ABILITY_CLEAR, {0}, 0},
    {"(activated (mana {1}) (draw 1) :who player)", ZONE(BATTLEFIELD), ABILITY_FOR_OTHERS | ABILITY_CLEAR, {0}, 0},
    {"(activated (do (put-counters loyalty 1 self)) (add-mana {G}) :loyalty)",
     ZONE(BATTLEFIELD),
     ABILITY_LOYALTY,
     {0},
     0},
    {"(activated (costs (mana {1}) (do (discard self))) (draw 1))", ZONE(HAND), ABILITY_PLAIN, {0}, 0},
    {"(activated (mana {1}) (return-to-hand self) :zone graveyard)",
     ZONE(GRAVEYARD),
     ABILITY_PLAIN | ABILITY_CLEAR,
     {0},
     0},
    {"(triggered (tapped-for-mana (type land)) (add-mana {G}))",
     ZONE(BATTLEFIELD),
     ABILITY_MANA,
     {EVENT_TAPPED_FOR_MANA},
     0},
    {"(triggered (dies (type creature)) (draw 1))",
     ZONE(BATTLEFIELD),
     ABILITY_LOOKS_BACK,
     {EVENT_MOVE, MOVES_FROM_BATTLEFIELD},
     0},
    {"(triggered (enters (type creature)) (draw 1))", ZONE(BATTLEFIELD), 0, {EVENT_MOVE, MOVES_TO_BATTLEFIELD}, 0},
    {"(triggered (any-of (attacks (is self)) (dies (is self))) (draw 1))",
     ZONE(BATTLEFIELD),
     ABILITY_LOOKS_BACK,
     {EVENT_ATTACK, EVENT_MOVE, MOVES_FROM_BATTLEFIELD},
     0},
    {"(triggered (casts (is you) (is self)) (draw 1))", ZONE(STACK), 0, {EVENT_CAST}, 0},
    {"(triggered (moves (is self) :to graveyard) (draw 1))",
     0x1ff,
     0,
     {EVENT_MOVE, MOVES_FROM_BATTLEFIELD, MOVES_FROM_STACK, MOVES_ELSEWHERE},
     0},
    {"(triggered (moves (type creature) :from graveyard) (draw 1))",
     ZONE(BATTLEFIELD),
     ABILITY_LOOKS_BACK,
     {EVENT_MOVE, MOVES_TO_BATTLEFIELD, MOVES_ELSEWHERE},
     0},
    {"(triggered (moves (type creature) :from hand :to graveyard) (draw 1))",
     ZONE(BATTLEFIELD),
     0,
     {EVENT_MOVE, MOVES_ELSEWHERE},
     0},
    {"(replacement self-enters enters-tapped)",
     ZONE(BATTLEFIELD),
     ABILITY_ENTERS,
     {EVENT_MOVE, MOVES_TO_BATTLEFIELD},
     0},
    {"(replacement (enters (type land)) enters-tapped)", ZONE(BATTLEFIELD), 0, {EVENT_MOVE, MOVES_TO_BATTLEFIELD}, 0},
    {"(replacement (moves (is self) :to graveyard) (instead-to exile))",
     0x1ff,
     0,
     {EVENT_MOVE, MOVES_FROM_BATTLEFIELD, MOVES_FROM_STACK, MOVES_ELSEWHERE},
     0},
    {"(replacement (moves (is self) :from stack) (instead-to exile) :zone stack)",
     ZONE(STACK),
     0,
     {EVENT_MOVE, MOVES_TO_BATTLEFIELD, MOVES_FROM_STACK},
     0},
    {"(static (rules (cant-be-countered (is self))))", ZONE(STACK), ABILITY_RULES, {0}, 0},
    {"(static (rules (cant-be-countered (type creature))))", ZONE(BATTLEFIELD), ABILITY_RULES, {0}, 0},
    {"(static (affect self (base-pt x x)) :cda)", 0x1ff, ABILITY_CDA, {0}, 1u << LAYER_7A},
    {"(static (affect self (base-pt 1 1) (pt 1 1) (gain flying) (set-color red)))",
     ZONE(BATTLEFIELD),
     0,
     {0},
     1u << LAYER_7B | 1u << LAYER_7C | 1u << LAYER_6 | 1u << LAYER_5},
    {"(alternative-cost flashback (mana {1}) :zone graveyard)", ZONE(STACK) | ZONE(GRAVEYARD), 0, {0}, 0},
};

/* Sets of kinds hold kinds past a word's 64, too. */
static void many_kinds_of_event_fit(void **state) {
  (void)state;
  static const u32 KINDS[] = {0, 1, 63, 64, 127, 128, 64 * EVENT_KIND_WORDS - 1};
  EventKinds odd = {0}, even = {0};
  assert_true(event_kinds_none(&odd));
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) event_kinds_add(i % 2 ? &odd : &even, KINDS[i]);
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) {
    assert_int_equal(event_kinds_have(&odd, KINDS[i]), i % 2);
    assert_int_equal(event_kinds_have(&even, KINDS[i]), !(i % 2));
  }
  const EventKind wanted[] = {(EventKind)65, (EventKind)127};
  assert_false(event_kinds_have_any(&odd, wanted, 1));
  event_kinds_join(&odd, &even);
  assert_false(event_kinds_none(&odd));
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) assert_true(event_kinds_have(&odd, KINDS[i]));
  assert_false(event_kinds_have_any(&odd, wanted, 1));
  EventKinds last = {0};
  event_kinds_add(&last, 127);
  assert_false(event_kinds_none(&last));
  assert_true(event_kinds_have_any(&last, wanted, 2));
}

static void abilities_are_linked(void **state) {
  (void)state;
  for (u32 i = 0; i < COUNT_OF(LINKED); i++) {
    const LinkCase *wanted = &LINKED[i];
    CardDb db;
    Text text;
    text_init(&text, gavel_allocator_default());
    text_addf(&text, "(card \"A\" (types creature) (pt 0 0) %s)", wanted->ability);
    db_load(&db, text.data);
    const AbilityDef *def = ability_of(&db, "A", 0);
    u32 flags = def->flags & ~(u32)ABILITY_TIMELESS; /* see what_is_timeless */
    if (def->zones != wanted->zones || flags != wanted->flags ||
        !kinds_are(&def->events, wanted->events, COUNT_OF(wanted->events)) || def->layers != wanted->layers) {
      fail_msg("%s: zones %x flags %x events %llx … layers %x", wanted->ability, def->zones, flags,
               (unsigned long long)def->events.word[0], def->layers);
    }
    text_free(&text);
    carddb_free(&db);
  }
}

/* Abilities of instants and sorceries function on the stack (113.6). */
static void what_is_timeless(void **state) {
  (void)state;
  static const struct {
    const char *ability;
    bool timeless;
  } CASES[] = {
      {"(activated (mana {1}) (draw 1))", true},
      {"(activated (mana {1}) (draw 1) :timing sorcery-speed)", true},
      {"(activated (mana {1}) (draw 1) :timing instant-speed)", false},
      {"(activated (mana {1}) (draw 1) :limit 1)", false},
      {"(activated (mana {1}) (tap (all battlefield (type creature))))", true},
      {"(activated (do (tap self)) (draw 1))", false},
      {"(activated (mana {1}) (target $c tapped) (draw 1))", false},
      {"(activated tap-self (add-mana {G}))", true},
      {"(alternative-cost flashback (mana {1}) :zone graveyard)", true},
      {"(alternative-cost spectacle (mana {1}) :if (cmp (happened (loses-life opponent)) > 0))", false},
      {"(keyword flashback :cost (mana {1}))", true},
      {"(keyword convoke)", false},
      {"(static (rules (costs-less (type creature) 1)))", true},
      {"(static (rules (cast-limit player 1)))", false},
      {"(static (rules (costs-less (type creature) (happened (loses-life opponent)))))", false},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    CardDb db;
    Text text;
    text_init(&text, gavel_allocator_default());
    text_addf(&text, "(card \"A\" (types creature) (pt 0 0) %s)", CASES[i].ability);
    db_load(&db, text.data);
    if (((ability_of(&db, "A", 0)->flags & ABILITY_TIMELESS) != 0) != CASES[i].timeless)
      fail_msg("%s", CASES[i].ability);
    text_free(&text);
    carddb_free(&db);
  }
}

static void spells_function_on_the_stack(void **state) {
  (void)state;
  CardDb db;
  db_load(&db, CARD("(static (rules (cant-be-countered (is self)))) (triggered (enters always) (draw 1))"));
  assert_int_equal(ability_of(&db, "A", 0)->zones, ZONE(STACK));
  assert_int_equal(ability_of(&db, "A", 1)->zones, ZONE(STACK));
  carddb_free(&db);
}

static void facts_are_collected(void **state) {
  (void)state;
  CardDb db;
  db_load(&db, "(card \"A\" (types artifact)\n"
               "  (static (affect (all battlefield (and (type creature) (color red))) (pt (power "
               "self) 0))))");
  Facts reads = ability_of(&db, "A", 0)->reads;
  assert_int_equal(reads, FACT_ZONES | FACT_TYPES | FACT_COLORS | FACT_PT);
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    if (ir_op_info((IrOp)op)->sort != SORT_MOD || op == IR_M_IF) continue;
    assert_true(ir_mod_layer((IrOp)op) < LAYER_COUNT && ir_mod_writes((IrOp)op) != 0);
  }
  carddb_free(&db);
}

static void color_identity(void **state) {
  (void)state;
  static const struct {
    const char *card;
    u32 colors;
  } CASES[] = {
      {"(card \"A\" (cost {1}{W}) (types land) (activated (mana {U}) (draw 1)))", COLOR(WHITE) | COLOR(BLUE)},
      {"(card \"A\" (types basic land Swamp))", COLOR(BLACK)},
      {"(card \"A\" (types land) (activated tap-self (add-mana-choice 1 white blue black red "
       "green)))",
       0},
      {"(card \"A\" (types land) (activated tap-self (add-mana-choice 1 red green)))", COLOR(RED) | COLOR(GREEN)},
      {"(card \"A\" (types creature) (pt 1 1) (color red))", COLOR(RED)},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    CardDb db;
    db_load(&db, CASES[i].card);
    assert_int_equal(db.cards.data[1].color_identity, CASES[i].colors);
    carddb_free(&db);
  }
}

/* --- finding ------------------------------------------------------------------------------- */

static void cards_are_found(void **state) {
  (void)state;
  CardDb db;
  u32 face = 99;
  db_load_file(&db, FIXTURES_FILE);
  u32 split = carddb_find(&db, STR("Fire // Ice"), &face);
  assert_true(split != 0 && face == 0);
  assert_int_equal(carddb_find(&db, STR("ICE"), &face), split);
  assert_int_equal(face, 1);
  assert_int_equal(carddb_find(&db, STR("Urza\xe2\x80\x99s T\xc3\xb4wer"), NULL),
                   carddb_find(&db, STR("Urza's Tower"), NULL));
  assert_int_equal(carddb_find(&db, STR("Nobody"), &face), 0);
  StrId near[3];
  assert_true(carddb_nearest(&db, STR("Clown"), near, 3) >= 1);
  assert_str_is(intern_text(&db.names, near[0]), "Clone");
  u32 bruna = carddb_find(&db, STR("Bruna, the Fading Light"), NULL);
  u32 gisela = carddb_find(&db, STR("Gisela, the Broken Blade"), NULL);
  assert_int_equal(db.cards.data[bruna].meld_partner, gisela);
  assert_int_equal(db.cards.data[gisela].meld_partner, bruna);
  for (u32 i = 0; i < COUNT_OF(db.intrinsic); i++) {
    assert_int_equal(carddb_ability(&db, db.intrinsic[i])->flags & ABILITY_MANA, ABILITY_MANA);
  }
  carddb_free(&db);
}

/* --- English ------------------------------------------------------------------------------- */

typedef struct EnglishCase {
  const char *parts, *english;
} EnglishCase;

/* Parts of a creature card named Tester. */
static const EnglishCase SAID[] = {
    /* a variable that is set to part of what it was */
    {"(triggered self-enters (seq (let $c (top 4 you)) (let $c (only $c (type land))) (move $c hand)))",
     "[When Tester enters, put lands among it into a hand.]\n"},
    {"reach flying", "Reach, flying\n"},
    {"(keyword ward :cost (mana {2}))", "Ward {2}\n"},
    {"(keyword protection :quality (color red))", "Protection from red\n"},
    {"(keyword landwalk :quality (subtype Island))", "Islandwalk\n"},
    {"(keyword kicker :cost (pay-with $k 1 1 (all battlefield (and (type land) (controlled-by "
     "you))) "
     "(sacrifice $k)))",
     "Kicker—sacrifice a land you control\n"},
    {"(activated (costs (mana {1}) tap-self) (target $t (and (type creature) (not tapped))) (tap "
     "$t))",
     "[{1}, {T}: Tap target untapped creature.]\n"},
    {"(activated (pay-life 2) (draw 2) :timing sorcery-speed :limit 1)",
     "[Pay 2 life: Draw two cards. Activate only as a sorcery. At most 1 each turn.]\n"},
    {"(triggered self-enters (put-counters +1/+1 2 self))",
     "[When Tester enters, put two +1/+1 counters on Tester.]\n"},
    {"(triggered (attacks (and other (type creature) (controlled-by you))) (gain-life 1) "
     ":optional)",
     "[Whenever another creature you control attacks, you may gain 1 life.]\n"},
    {"(triggered (damage (is self) player :combat combat-damage) (discard (all hand (owned-by "
     "$event-object))))",
     "[Whenever Tester deals combat damage to a player, discard all cards in its hand.]\n"},
    {"(triggered (step upkeep opponent) (lose-life 1 :player $event-player))",
     "[At the beginning of each opponent's upkeep, that player loses 1 life.]\n"},
    {"(triggered (casts (is you) (and (type creature) (cmp (mana-value it) >= 4))) "
     "(create 2 (token-spec (set-types creature) (set-subtypes Elf) (set-color green) (base-pt 1 "
     "1) (gain "
     "trample))))",
     "[Whenever you cast a creature spell if its mana value is 4 or more, create two 1/1 green Elf creature "
     "tokens with trample.]\n"},
    {"(static (affect (all battlefield (and other (subtype Elf) (controlled-by you))) (pt 1 1) "
     "(gain "
     "haste) (gain reach)))",
     "[All other Elves you control get +1/+1, have haste, and have reach.]\n"},
    {"(static (affect self (gain flying)) :if (cmp (count (all battlefield (and (type artifact) "
     "(controlled-by you)))) >= 3))",
     "[As long as there are three or more artifacts you control, Tester has flying.]\n"},
    {"(static (affect self (pt (count (all graveyard (and (type land) (owned-by you)))) 0)))",
     "[Tester gets +the number of land cards in your graveyard/+0.]\n"},
    {"(static (rules (cant-block (is self)) (must-attack (is self))))",
     "[Tester can't block and Tester attacks each combat if able.]\n"},
    {"(replacement (enters (and (type land) (controlled-by opponents))) enters-tapped)",
     "[If a land an opponent controls would enter, it enters tapped.]\n"},
    {"(replacement (gains-life (is you)) (set-amount (+ event-amount 1)))",
     "[If you would gain life, the amount is that much plus 1 instead.]\n"},
    {"(replacement self-enters (enters-with charge (count (all hand (owned-by you)))))",
     "[If Tester would enter, it enters with a number of charge counters equal to the number of cards in your "
     "hand on it.]\n"},
    {"(activated tap-self (target $a (type creature)) (target $b player) (seq (return-to-hand $a) "
     "(lose-life 2 :player $b)))",
     "[{T}: Return target creature to its owner's hand. Target player loses 2 life.]\n"},
    {"(activated tap-self (target $c (and card (type creature) (in graveyard) (owned-by you)) :min "
     "0 :max "
     "2) (move $c battlefield :tapped))",
     "[{T}: Put up to two target creature cards from your graveyard onto the battlefield tapped.]\n"},
    {"(triggered (dies (is self)) (if (matches $event-object (has-counter +1/+1)) (draw 1) :else "
     "(mill 2)))",
     "[When Tester dies, if it has a +1/+1 counter on it, draw a card. Otherwise, mill two cards.]\n"},
    {"(activated (mana {2}) (apply (all battlefield (and (type creature) (controlled-by you))) "
     "end-of-turn "
     "(gain (activated tap-self (add-mana {R})))))",
     "[{2}: All creatures you control gain \"{T}: Add {R}.\" until end of turn.]\n"},
};

static void english_reads_well(void **state) {
  (void)state;
  for (u32 i = 0; i < COUNT_OF(SAID); i++) {
    CardDb db;
    Text text, english;
    text_init(&text, gavel_allocator_default());
    text_init(&english, gavel_allocator_default());
    text_addf(&text, "(card \"Tester\" (types creature) (pt 0 0) %s)", SAID[i].parts);
    db_load(&db, text.data);
    card_english(&db, 1, &english);
    assert_str_is(text_str(&english), SAID[i].english);
    text_free(&text);
    text_free(&english);
    carddb_free(&db);
  }
}

/* No mark of the templates' language is left in any card's English, and no sentence is torn. */
static void english_is_clean(void **state) {
  (void)state;
  CardDb db;
  db_load_file(&db, FIXTURES_FILE);
  for (u32 card = 1; card < db.cards.count; card++) {
    Text english;
    text_init(&english, gavel_allocator_default());
    card_english(&db, card, &english);
    static const char *const LEFT[] = {"~", "|", "<", ">", "  ", " .", " ,", "..", "$"};
    for (u32 i = 0; i < COUNT_OF(LEFT); i++) {
      if (english.length && strstr(english.data, LEFT[i])) fail_msg("'%s' in: %s", LEFT[i], english.data);
    }
    text_free(&english);
  }
  carddb_free(&db);
}

/* --- binary form --------------------------------------------------------------------------- */

static void binary_form_loses_nothing(void **state) {
  (void)state;
  CardDb first, second;
  GavelError error = {0};
  db_load_file(&first, FIXTURES_FILE);
  Text bytes = write_binary(&first);
  assert_int_equal(carddb_read(&second, gavel_allocator_default(), text_str(&bytes), &error), GAVEL_OK);
  Text again = write_binary(&second);
  assert_true(str_equal(text_str(&bytes), text_str(&again)));
  assert_true(first.version == second.version);
  Text printed = print_all(&first);
  Text printed_again = print_all(&second);
  assert_str_is(text_str(&printed_again), printed.data);
  u32 face = 0;
  assert_int_equal(carddb_find(&second, STR("Stomp"), &face), carddb_find(&first, STR("Stomp"), NULL));
  assert_int_equal(face, 1);
  text_free(&bytes);
  text_free(&again);
  text_free(&printed);
  text_free(&printed_again);
  carddb_free(&first);
  carddb_free(&second);
}

/* Puts the right checksum behind bytes that were changed, so that what they say is looked at. */
static void sign(Text *bytes) {
  Hash hash;
  u32 length = bytes->length - 8;
  hash_init(&hash, 2);
  hash_bytes(&hash, bytes->data, length);
  for (u32 i = 0; i < 8; i++) bytes->data[length + i] = (char)(hash_end(&hash) >> (8 * i) & 0xff);
}

/* Reads bytes that may be wrong; what is accepted can be used. */
static void try_bytes(Str bytes) {
  CardDb db;
  GavelError error = {0};
  GavelStatus status = carddb_read(&db, gavel_allocator_default(), bytes, &error);
  if (status) {
    assert_true(error.message[0] != 0 && error.status == status);
    return;
  }
  Text printed = print_all(&db);
  for (u32 card = 1; card < db.cards.count; card++) card_english(&db, card, &printed);
  text_free(&printed);
  carddb_free(&db);
}

static void damaged_bytes_are_refused(void **state) {
  (void)state;
  CardDb db;
  db_load(&db, "(card \"A\" (cost {1}{G}) (types creature Elf) (pt 1 1) (keyword bushido :n 1)\n"
               "  (activated tap-self (target $t player) (delayed (triggered (step end player)\n"
               "    (lose-life 1 :player $t)))))");
  Text bytes = write_binary(&db);
  Rng rng = {1};
  for (u32 i = 0; i < bytes.length; i++) {
    try_bytes((Str){bytes.data, i});
    char kept = bytes.data[i];
    bytes.data[i] = (char)(kept ^ (1 << rng_below(&rng, 8)));
    try_bytes(text_str(&bytes));
    if (i + 8 < bytes.length) sign(&bytes);
    try_bytes(text_str(&bytes));
    bytes.data[i] = kept;
    sign(&bytes);
  }
  text_free(&bytes);
  carddb_free(&db);
}

/* A name that claims one byte more than there is. */
static void names_end_with_the_data(void **state) {
  (void)state;
  CardDb db, copy;
  GavelError error = {0};
  db_load(&db, "(card \"A\" (types land))");
  Text whole = write_binary(&db);
  Text bytes;
  text_init(&bytes, gavel_allocator_default());
  text_add(&bytes, (Str){whole.data, 16});
  text_add(&bytes, (Str){"\1\2a--------", 11});
  sign(&bytes);
  assert_int_equal(carddb_read(&copy, gavel_allocator_default(), text_str(&bytes), &error), GAVEL_E_CORRUPT);
  assert_non_null(strstr(error.message, "longer than the data"));
  text_free(&whole);
  text_free(&bytes);
  carddb_free(&db);
}

/* The hash of the tables follows the magic bytes. */
static void bytes_of_another_version_are_refused(void **state) {
  (void)state;
  CardDb db, copy;
  GavelError error = {0};
  db_load(&db, "(card \"A\" (types land))");
  Text bytes = write_binary(&db);
  bytes.data[8] ^= 1;
  assert_int_equal(carddb_read(&copy, gavel_allocator_default(), text_str(&bytes), &error), GAVEL_E_CORRUPT);
  sign(&bytes);
  assert_int_equal(carddb_read(&copy, gavel_allocator_default(), text_str(&bytes), &error), GAVEL_E_VERSION);
  text_free(&bytes);
  carddb_free(&db);
}

/* --- hostile text -------------------------------------------------------------------------- */

/* Changes bytes of good text: nothing worse than a message may come of it. */
static void mutated_text_is_survived(void **state) {
  (void)state;
  static const char PIECES[] = "()\"{}$@%:;* \n0a\\\x80\xff";
  Text text = test_file(FIXTURES_FILE);
  Rng rng = {7};
  CardDb db;
  db_init(&db);
  for (u32 i = 0; i < 1500; i++) {
    u32 start = (u32)rng_below(&rng, text.length);
    u32 length = (u32)rng_below(&rng, text.length - start);
    if (length > 2000) length = 2000;
    Text part;
    text_init(&part, gavel_allocator_default());
    text_add(&part, (Str){text.data + start, length});
    for (u32 n = 0; length > 0 && n < 3; n++) {
      u64 at = rng_below(&rng, length);
      part.data[at] = PIECES[rng_below(&rng, sizeof PIECES)];
    }
    const char *card = length ? memchr(part.data, '(', length) : NULL;
    GavelError error = {0};
    Str tried = card ? (Str){card, length - (u32)(card - part.data)} : text_str(&part);
    if (carddb_load_text(&db, tried, &error)) assert_true(error.line > 0 && error.message[0]);
    text_free(&part);
  }
  text_free(&text);
  carddb_free(&db);
}

/* --- memory -------------------------------------------------------------------------------- */

static bool all_of_it(GavelAllocator allocator, void *context) {
  CardDb db, copy;
  GavelError error = {0};
  Text text;
  if (carddb_init(&db, allocator, &error)) return false;
  text_init(&text, allocator);
  bool done =
      !carddb_load_text(&db, str_of(context), &error) && !carddb_link(&db, &error) && !carddb_write(&db, &text, &error);
  if (done && !carddb_read(&copy, allocator, text_str(&text), &error)) {
    carddb_free(&copy);
  } else {
    done = false;
  }
  text_clear(&text);
  if (done) card_print(&db, 1, &text);
  if (done) card_english(&db, 1, &text);
  done = done && !text.failed;
  text_free(&text);
  carddb_free(&db);
  return done;
}

static void refused_memory_is_survived(void **state) {
  (void)state;
  test_every_refusal(all_of_it,
                     "(card \"A\" (cost {1}{G}) (types creature Elf) (pt 1 1) (keyword ward :cost (mana {2}))\n"
                     "  (static (affect (all battlefield (or (type land) (color red))) (pt x 1)))\n"
                     "  (activated tap-self (target $t player) (create 1 (token-spec (base-pt 1 1)))))");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(printing_loses_nothing),
      cmocka_unit_test(cards_of_the_library_print),
      cmocka_unit_test(forms_are_normalised),
      cmocka_unit_test(mistakes_are_named_and_change_nothing),
      cmocka_unit_test(limits_hold),
      cmocka_unit_test(variables_have_slots),
      cmocka_unit_test(keywords_expand),
      cmocka_unit_test(wrong_definitions_of_keywords),
      cmocka_unit_test(many_kinds_of_event_fit),
      cmocka_unit_test(abilities_are_linked),
      cmocka_unit_test(what_is_timeless),
      cmocka_unit_test(spells_function_on_the_stack),
      cmocka_unit_test(facts_are_collected),
      cmocka_unit_test(color_identity),
      cmocka_unit_test(cards_are_found),
      cmocka_unit_test(english_reads_well),
      cmocka_unit_test(english_is_clean),
      cmocka_unit_test(binary_form_loses_nothing),
      cmocka_unit_test(damaged_bytes_are_refused),
      cmocka_unit_test(names_end_with_the_data),
      cmocka_unit_test(bytes_of_another_version_are_refused),
      cmocka_unit_test(mutated_text_is_survived),
      cmocka_unit_test(refused_memory_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
