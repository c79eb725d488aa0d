/* Every production of the grammar, against the cards there are: some card's text needs it. */
#include "support/all_cards.h"
#include "support/oracle.h"
#include "support/file.h"
#include "support/test.h"

#include "base/embedded.h"
#include "oracle/chart.h"

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
    if (import_compile(reader.oracle, card, &definition, NULL, &detail)) continue;
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
      cmocka_unit_test(test_every_production_is_used_by_a_card),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
