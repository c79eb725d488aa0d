/* The tables of words and operations, mana costs, and the files that are made from the tables,
   which GAVEL_UPDATE=1 rewrites. */
#include "support/file.h"
#include "support/test.h"

#include "cards/carddb.h"
#include "cards/ir_doc.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

/* --- words --------------------------------------------------------------------------------- */

static void words_are_in_ranges(void **state) {
  (void)state;
  for (u32 word = 1; word < WORD_COUNT; word++) {
    WordClass wc = word_class((Word)word);
    assert_in_range(word, word_first(wc), word_first(wc) + word_count(wc) - 1);
    if (wc != WC_SUBTYPE) continue;
    SubtypeClass sc = word_subtype_class((Word)word);
    assert_in_range(word, word_subtype_first(sc), word_subtype_first(sc) + word_subtype_count(sc) - 1);
  }
  assert_int_equal(W_SUBTYPE_FIRST, word_first(WC_SUBTYPE));
  assert_int_equal(W_KEYWORD_FIRST, word_first(WC_KEYWORD));
  assert_true(word_count(WC_SUBTYPE) <= SUBTYPE_CAP);
  assert_true(word_count(WC_KEYWORD) <= KEYWORD_CAP);
  assert_true(word_count(WC_TYPE) <= 16 && word_count(WC_SUPERTYPE) <= 16);
}

static void words_are_found_by_their_text(void **state) {
  (void)state;
  for (u32 word = 1; word < WORD_COUNT; word++) {
    Str text = word_text((Word)word);
    assert_true(text.length > 0);
    assert_int_equal(word_find(text, word_class((Word)word)), word);
  }
  assert_int_equal(word_find(STR("time-lord"), WC_SUBTYPE), W_TIME_LORD);
  assert_int_equal(word_find(STR("Time Lord"), WC_SUBTYPE), W_TIME_LORD);
  assert_int_equal(word_find(STR("urza\xe2\x80\x99s"), WC_SUBTYPE), W_URZAS);
  assert_int_equal(word_find(STR("first-strike"), WC_KEYWORD), W_FIRST_STRIKE);
  assert_int_equal(word_find(STR("-1/-1"), WC_COUNTER), W_C_M1M1);
  assert_int_equal(word_find(STR("Island"), WC_KEYWORD), W_NONE);
  assert_int_equal(word_find(STR(""), WC_ANY), W_NONE);
  assert_int_equal(word_nearest(STR("Gobln"), WC_SUBTYPE), W_GOBLIN);
}

/* Basic land types stand in colour order (305.6). */
static void words_that_count(void **state) {
  (void)state;
  const Word basics[] = {W_PLAINS, W_ISLAND, W_SWAMP, W_MOUNTAIN, W_FOREST};
  for (u32 i = 0; i < COUNT_OF(basics); i++) {
    assert_int_equal(basics[i], word_subtype_first(SUB_LAND) + i);
  }
  i32 power = 0, toughness = 0;
  assert_true(word_counter_pt(W_C_P1P1, &power, &toughness));
  assert_true(power == 1 && toughness == 1);
  assert_true(word_counter_pt(W_C_M2M1, &power, &toughness));
  assert_true(power == -2 && toughness == -1);
  assert_false(word_counter_pt(W_C_CHARGE, &power, &toughness));
  assert_int_equal(word_counter_keyword(W_C_FLYING), W_FLYING);
  assert_int_equal(word_counter_keyword(W_C_LOYALTY), W_NONE);
}

/* --- keywords whose rules the engine knows by name ------------------------------------------ */

static const char *const WORD_ENUMS[WORD_COUNT] = {
    [W_NONE] = "",
#define W(ENUM, TEXT, CLASS, AUX) [W_##ENUM] = "W_" #ENUM,
#include "cards/words.def"
};

static void read_folder(const char *folder, Text *out) {
  DIR *open = opendir(folder);
  assert_non_null(open);
  for (struct dirent *entry; (entry = readdir(open));) {
    if (entry->d_name[0] == '.') continue;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    const char *dot = strrchr(entry->d_name, '.');
    if (S_ISDIR(status.st_mode)) {
      read_folder(path, out);
    } else if (dot && strcmp(dot, ".c") == 0) {
      Text source = test_file(path);
      text_add(out, text_str(&source));
      text_free(&source);
    }
  }
  closedir(open);
}

/* The sources of the engine that play the game, and check decks. */
static void read_sources(Text *out) {
  static const char *const PLACES[] = {"src/rules", "src/interp", "src/table"};
  for (u32 i = 0; i < COUNT_OF(PLACES); i++) read_folder(PLACES[i], out);
  assert_false(out->failed);
}

static bool is_part_of_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool says(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *at = text; (at = strstr(at, name)); at += length)
    if (!is_part_of_name(at[length]) && (at == text || !is_part_of_name(at[-1]))) return true;
  return false;
}

static bool is_defined(const CardDb *db, Word word) {
  for (u32 i = 0; i < db->keywords.count; i++)
    if (db->keywords.data[i].word == word) return true;
  return false;
}

/* BY_RULES stands at the keywords that the sources use, except those that are defined as well. */
static void keywords_by_rules_are_in_the_rules(void **state) {
  (void)state;
  CardDb db;
  GavelError error = {0};
  Text sources;
  assert_int_equal(carddb_init(&db, gavel_allocator_default(), &error), GAVEL_OK);
  text_init(&sources, gavel_allocator_default());
  read_sources(&sources);
  for (u32 i = 0; i < word_count(WC_KEYWORD); i++) {
    Word word = (Word)(W_KEYWORD_FIRST + i);
    bool used = says(sources.data, WORD_ENUMS[word]), by_rules = word_keyword_by_rules(word);
    if (by_rules ? !used : used && !is_defined(&db, word))
      fail_msg("%s is %s in the sources, but words.def says otherwise", WORD_ENUMS[word], used ? "used" : "not used");
  }
  text_free(&sources);
  carddb_free(&db);
}

/* --- operations ---------------------------------------------------------------------------- */

static void operations_have_names_of_their_own(void **state) {
  (void)state;
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    const IrOpInfo *info = ir_op_info((IrOp)op);
    assert_int_equal(ir_op_find(str_of(info->name), info->sort), op);
  }
}

/* Each argument has a place of its own, the rest the last one. */
static void signatures_are_read_whole(void **state) {
  (void)state;
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    IrArg args[IR_ARGS_CAP];
    u32 count = ir_op_args((IrOp)op, args);
    u32 places = 0, rests = 0;
    for (u32 i = 0; i < count; i++) {
      assert_true(args[i].name.length > 0 && args[i].sort != SORT_NONE);
      assert_false(args[i].rest && args[i].index + 1u != count);
      places |= 1u << args[i].index;
      rests += args[i].rest;
    }
    assert_int_equal(places, (1u << count) - 1);
    assert_true(rests <= 1);
    const char *signature = ir_op_info((IrOp)op)->signature;
    u32 colons = 0;
    for (const char *c = signature; *c; c++) colons += *c == ':';
    assert_int_equal(colons, count);
  }
}

/* Brackets of templates close, and what stands in braces names an argument. */
static void templates_are_well_formed(void **state) {
  (void)state;
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    const char *text = ir_op_info((IrOp)op)->english;
    i32 depth = 0;
    for (const char *c = text; *c; c++) {
      depth += (*c == '{') - (*c == '}');
      assert_true(depth >= 0);
      if (*c != '{' || c[1] == '.' || (c[1] >= 'A' && c[1] <= 'Z')) continue;
      IrArg args[IR_ARGS_CAP];
      u32 count = ir_op_args((IrOp)op, args);
      bool known = false;
      for (u32 i = 0; i < count; i++) {
        known |= strncmp(c + 1, args[i].name.data, args[i].name.length) == 0;
      }
      if (!known) fail_msg("'%s': no such argument in \"%s\"", ir_op_info((IrOp)op)->name, text);
    }
    assert_int_equal(depth, 0);
  }
}

/* --- files made from the tables ------------------------------------------------------------ */

static void check_made(const char *path, void (*make)(Text *out)) {
  Text wanted;
  text_init(&wanted, gavel_allocator_default());
  make(&wanted);
  test_file_holds(path, text_str(&wanted));
  text_free(&wanted);
}

static void made_files_are_up_to_date(void **state) {
  (void)state;
  check_made("src/cards/ir_args.h", ir_doc_args);
  check_made("docs/ir.md", ir_doc_markdown);
}

/* --- mana costs ---------------------------------------------------------------------------- */

typedef struct CostCase {
  const char *written, *printed;
  u8 colors;
  i64 value; /* with X as 3 */
} CostCase;

static void mana_costs(void **state) {
  (void)state;
  static const CostCase CASES[] = {
      {"{0}", "{0}", 0, 0},
      {"{2}{U}{U}", "{2}{U}{U}", 2, 4},
      {"{U}{2}{U}", "{2}{U}{U}", 2, 4},
      {"{X}{X}{R}", "{X}{X}{R}", 8, 7},
      {"{W/U}", "{W/U}", 3, 1},
      {"{U/W}", "{W/U}", 3, 1},
      {"{W/R}", "{R/W}", 9, 1},
      {"{2/B}{2/B}", "{2/B}{2/B}", 4, 4},
      {"{G/P}", "{G/P}", 16, 1},
      {"{G/U/P}", "{G/U/P}", 18, 1},
      {"{C/W}", "{C/W}", 1, 1},
      {"{S}{C}", "{C}{S}", 0, 2},
      {"{1000000}", "{1000000}", 0, 1000000},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    ManaCost cost;
    u32 bad;
    Text printed;
    text_init(&printed, gavel_allocator_default());
    if (!mana_cost_parse(str_of(CASES[i].written), &cost, &bad)) fail_msg("%s", CASES[i].written);
    mana_cost_print(&cost, &printed);
    assert_str_is(text_str(&printed), CASES[i].printed);
    assert_int_equal(mana_cost_colors(&cost), CASES[i].colors);
    assert_int_equal(mana_cost_value(&cost, 3), CASES[i].value);
    text_free(&printed);
  }
}

static void wrong_mana_costs(void **state) {
  (void)state;
  static const struct {
    const char *text;
    u32 bad;
  } CASES[] = {
      {"", 0},
      {"{}", 0},
      {"{W", 0},
      {"W", 0},
      {"{2}{Q}", 3},
      {"{W/W}", 0},
      {"{W/U/B}", 0},
      {"{2/C}", 0},
      {"{S/W}", 0},
      {"{P}", 0},
      {"{W/}", 0},
      {"{1000001}", 0},
      {"{2}x{W}", 3},
      {"{-1}", 0},
      {"{999999}{2}", 8},
      {"{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}{W}", 57},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    ManaCost cost;
    u32 bad = 99;
    assert_false(mana_cost_parse(str_of(CASES[i].text), &cost, &bad) && CASES[i].text[0]);
    assert_int_equal(bad, CASES[i].bad);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_are_in_ranges),
      cmocka_unit_test(words_are_found_by_their_text),
      cmocka_unit_test(words_that_count),
      cmocka_unit_test(keywords_by_rules_are_in_the_rules),
      cmocka_unit_test(operations_have_names_of_their_own),
      cmocka_unit_test(signatures_are_read_whole),
      cmocka_unit_test(templates_are_well_formed),
      cmocka_unit_test(made_files_are_up_to_date),
      cmocka_unit_test(mana_costs),
      cmocka_unit_test(wrong_mana_costs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
