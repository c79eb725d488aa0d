/* Every card that is written by hand, against what the oracle makes of its text: both say the same, or the text is
   refused, or it is said here why they differ. */
#include "support/all_cards.h"
#include "support/cards.h"
#include "support/oracle.h"
#include "support/file.h"
#include "support/test.h"

#include "base/embedded.h"
#include "oracle/chart.h"
#include "oracle/normal.h"

#include <stdio.h>

/* Texts of hand-written cards that are refused. May only fall, but for cards added by hand. */
#define REFUSED_MAX 299u

/* Both are right where nothing else is said, and differ in more than the way they are written. The last row ends the
   list. */
static const struct {
  const char *card, *why;
} EXPLAINED[] = {
    {"Nocturnal Hunger", "what the gift is, is an ability of its own that comes first (702.174j)"},
    {"Chance Encounter", "so many counters on it are counted, or it is one that has so many"},
    {"Kellan, the Fae-Blooded // Birthright Boon", "what is attached to it, and its attachments"},
    {"Hermit Druid", "what is revealed is a card"},
    {"Cryptic Coat", "one ability for both, and nothing is attached if nothing was cloaked"},
    {"Public Execution", "who controlled it is known before and after it is destroyed"},
    {"Vaporkin", "what is blocked is a creature"},
    {"Rolling Stones", "what attacks is a creature"},
    {"Loyal Pegasus", "what attacks is a creature"},
    {"Ghostly Prison", "what attacks is a creature"},
    {"Blackblade Reforged", "what is equipped is a creature"},
    {"Juggernaut", "two abilities for two paragraphs, and one for both"},
    {"Garruk's Horde", "two abilities for two paragraphs, and one for both"},
    {"Skullcrack", "two effects, and one with both rules"},
    {"Warden of the Wall", "it has no creature types to keep"},
    {"Sacrifice", "so much mana at once, or one by one"},
    {"Viridian Joiner", "so much mana at once, or one by one"},
    {"Chameleon Colossus", "its power is found out before it changes, by a variable or by the effect"},
    {"J\xc3\xb6tun Owl Keeper", "a token has no other subtypes"},
    {"Hoarding Ogre", "so many tokens, or an effect for each number"},
    {"Case of the Crimson Pulse", "no cards are none that exist, or number zero"},
    {"Elite Scaleguard", "bolster, and what it is"},
    {"Corrosive Ooze", "Equipment attached to it, from either end"},
    {"Hamlet Glutton", "what changes the cost of its spell functions where that is cast, said or not"},
    {"Exhume", "a card in a graveyard is its owner's, who puts it there"},
    {"Hymn to Tourach", "nobody chooses at random"},
    {"Kitesail Freebooter", "chosen among revealed cards, or in the hand"},
    {"Threats Around Every Corner", "what enters is a permanent"},
    {"Azorius Herald", "no mana is none, or not more than none"},
    {"Grave Pact", "the other players are your opponents"},
    {"Signal Pest", "what blocks is a creature"},
    {"Hauntwoods Shrieker", "what is revealed is what it is, without being face down (708.12)"},
    {"Sun Titan", "a permanent card is none of an instant or sorcery (110.4)"},
    {"Asmodeus the Archfiend", "how many cards there were, or how many were returned"},
    {NULL, NULL},
};

static const ImportCard *import_find(const Import *import, Str name) {
  for (u32 i = 0; i < import->cards.count; i++)
    if (str_equal(import->cards.data[i].name, name)) return &import->cards.data[i];
  return NULL;
}

/* What the oracle makes of the cards that are written by hand. */
typedef struct Compiled {
  CardDb db;
  VEC(Str) definitions;
  Arena arena;
  u32 refused;
} Compiled;

static void refused(void *user, u32 index, const GavelError *error) {
  Compiled *compiled = user;
  (void)index;
  (void)error;
  compiled->refused++;
}

static void compile(const CardDb *hand, const Import *import, Compiled *compiled) {
  GavelAllocator allocator = gavel_allocator_default();
  Oracle *oracle = test_oracle();
  GavelError error = {0};
  Text definition;
  *compiled = (Compiled){.refused = 0};
  arena_init(&compiled->arena, allocator);
  text_init(&definition, allocator);
  for (u32 card = 1; card < hand->cards.count; card++) {
    const ImportCard *printed = import_find(import, intern_text(&hand->names, carddb_card(hand, card)->name));
    Str detail;
    if (!printed) continue;
    text_clear(&definition);
    if (import_compile(oracle, printed, &definition, &detail)) {
      compiled->refused++;
      continue;
    }
    const char *kept = arena_text(&compiled->arena, definition.data, definition.length);
    assert_true(kept && vec_push(&allocator, &compiled->definitions, ((Str){kept, definition.length})));
  }
  assert_int_equal(carddb_init(&compiled->db, allocator, &error), GAVEL_OK);
  assert_int_equal(carddb_load_each(&compiled->db, compiled->definitions.data, compiled->definitions.count, refused,
                                    compiled, &error),
                   GAVEL_OK);
  assert_int_equal(carddb_link(&compiled->db, &error), GAVEL_OK);
  text_free(&definition);
  oracle_free(oracle);
}

static Lf normal(LfStore *lf, const CardDb *db, u32 card) {
  Text text;
  u32 bad;
  text_init(&text, gavel_allocator_default());
  card_print(db, card, &text);
  Lf form = lf_read(lf, text_str(&text), &bad);
  assert_true(form != 0);
  text_free(&text);
  form = lf_normal(lf, form);
  assert_true(form != 0);
  return form;
}

static bool is_explained(Str name, bool *met) {
  for (u32 i = 0; EXPLAINED[i].card; i++) {
    if (!str_is(name, EXPLAINED[i].card)) continue;
    met[i] = true;
    return true;
  }
  return false;
}

static void print_difference(const LfStore *lf, Str name, Lf hand, Lf compiled) {
  Text text;
  text_init(&text, gavel_allocator_default());
  text_addf(&text, "%.*s\n  by hand:  ", (int)name.length, name.data);
  lf_print(lf, hand, &text);
  text_adds(&text, "\n  compiled: ");
  lf_print(lf, compiled, &text);
  print_message("%s\n", text.data);
  text_free(&text);
}

static void test_hand_written_cards_say_what_their_text_says(void **state) {
  (void)state;
  Import import;
  CardDb hand;
  Compiled compiled;
  LfStore lf;
  bool met[COUNT_OF(EXPLAINED)] = {false};
  test_all_cards(&import, "hand-written cards are not compared with their text");
  test_cards(&hand);
  compile(&hand, &import, &compiled);
  lf_init(&lf, gavel_allocator_default());
  u32 equal = 0, differ = 0, explained = 0;
  for (u32 card = 1; card < compiled.db.cards.count; card++) {
    Str name = intern_text(&compiled.db.names, carddb_card(&compiled.db, card)->name);
    u32 same = carddb_find_whole(&hand, name);
    Lf by_hand = normal(&lf, &hand, same), by_oracle = normal(&lf, &compiled.db, card);
    if (by_hand == by_oracle) {
      equal++;
    } else if (is_explained(name, met)) {
      explained++;
    } else {
      differ++;
      print_difference(&lf, name, by_hand, by_oracle);
    }
  }
  print_message("%u cards by hand: %u equal, %u explained, %u refused, %u differ\n", hand.cards.count - 1, equal,
                explained, compiled.refused, differ);
  for (u32 i = 0; EXPLAINED[i].card; i++)
    if (!met[i]) print_message("no longer differs: %s\n", EXPLAINED[i].card);
  for (u32 i = 0; EXPLAINED[i].card; i++) assert_true(met[i]);
  assert_int_equal(differ, 0);
  assert_true(compiled.refused <= REFUSED_MAX);
  lf_free(&lf);
  carddb_free(&compiled.db);
  vec_free(&hand.allocator, &compiled.definitions);
  arena_free(&compiled.arena);
  carddb_free(&hand);
  import_free(&import);
}

/* --- every production is used ---------------------------------------------------------------------- */

#define UNUSED_FILE "tests/data/unused_productions.txt"

/* A grammar beside the oracle's, to look into its readings. */
typedef struct Reader {
  Oracle *oracle;
  Grammar grammar;
  Chart chart;
  TokenList tokens;
  Category line, spell_line;
  VEC(bool) used; /* by production */
} Reader;

static void reader_init(Reader *r) {
  GavelAllocator allocator = gavel_allocator_default();
  GrammarFile files[64];
  GavelError error = {0};
  u32 count;
  const EmbeddedFile *embedded = embedded_grammar(&count);
  *r = (Reader){.oracle = test_oracle()};
  assert_true(count <= COUNT_OF(files));
  for (u32 i = 0; i < count; i++) files[i] = (GrammarFile){embedded[i].name, {embedded[i].text, embedded[i].length}};
  assert_int_equal(grammar_load(allocator, files, count, &r->grammar, &error), GAVEL_OK);
  chart_init(&r->chart, allocator, &r->grammar);
  tokens_init(&r->tokens, allocator);
  r->line = grammar_category(&r->grammar, STR("permanent-line"));
  r->spell_line = grammar_category(&r->grammar, STR("spell-line"));
  for (u32 i = 0; i < r->grammar.productions.count; i++) assert_true(vec_push(&allocator, &r->used, false));
}

static void reader_free(Reader *r) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &r->used);
  tokens_free(&r->tokens);
  chart_free(&r->chart);
  grammar_free(&r->grammar);
  oracle_free(r->oracle);
}

static void mark(Reader *r, u32 reading) {
  Reading here = r->chart.readings.data[reading];
  if (!here.production) return;
  r->used.data[here.production] = true;
  for (u32 i = 0; i < r->grammar.productions.data[here.production].hole_count; i++)
    mark(r, r->chart.parts.data[here.parts + i]);
}

static void mark_face(Reader *r, const OracleFace *face) {
  for (Str rest = face->text; rest.length > 0;) {
    Text plain;
    text_init(&plain, gavel_allocator_default());
    assert_true(oracle_plain(r->oracle, face, oracle_paragraph(&rest), &plain));
    lf_forget(&r->grammar.lf, r->grammar.lf_own);
    assert_true(tokens_read(&r->tokens, text_str(&plain), NULL, 0, &r->grammar.vocabulary, false));
    u32 count = r->tokens.tokens.count;
    u32 reading = chart_read(&r->chart, text_str(&plain).data, r->tokens.tokens.data, count,
                             face->spell ? r->spell_line : r->line);
    for (; reading; reading = r->chart.readings.data[reading].next)
      if (r->chart.readings.data[reading].end == count) mark(r, reading);
    text_free(&plain);
  }
}

/* A production of a category with # is there for one and for many: it is used if either is. */
static bool is_used(const Reader *r, u32 production) {
  const Production *productions = r->grammar.productions.data;
  const char *pattern = productions[production].pattern.data;
  for (u32 i = 1; i < r->grammar.productions.count; i++)
    if (productions[i].pattern.data == pattern && r->used.data[i]) return true;
  return false;
}

static void write_unused(const Reader *r, Text *out) {
  const Production *productions = r->grammar.productions.data;
  const char *last = NULL;
  for (u32 i = 1; i < r->grammar.productions.count; i++) {
    const Production *p = &productions[i];
    bool twice = p->pattern.data == last;
    last = p->pattern.data;
    if (twice || str_is(p->area, "words of the game") || is_used(r, i)) continue;
    Str category = r->grammar.categories.data[p->category].name;
    text_addf(out, "%.*s: %.*s\n", (int)category.length, category.data, (int)p->pattern.length, p->pattern.data);
  }
}

static void test_every_production_is_used_by_a_card(void **state) {
  (void)state;
  Import import;
  Reader reader;
  Text unused, definition;
  test_all_cards(&import, "it isn't known which productions are used");
  reader_init(&reader);
  text_init(&unused, gavel_allocator_default());
  text_init(&definition, gavel_allocator_default());
  for (u32 i = 0; i < import.cards.count; i++) {
    const ImportCard *card = &import.cards.data[i];
    Str detail;
    text_clear(&definition);
    if (import_compile(reader.oracle, card, &definition, &detail)) continue;
    for (u32 k = 0; k < card->face_count; k++) {
      OracleFace face = import_oracle_face(&card->faces[k]);
      mark_face(&reader, &face);
    }
  }
  write_unused(&reader, &unused);
  test_file_holds(UNUSED_FILE, text_str(&unused));
  text_free(&definition);
  text_free(&unused);
  reader_free(&reader);
  import_free(&import);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hand_written_cards_say_what_their_text_says),
      cmocka_unit_test(test_every_production_is_used_by_a_card),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
