/* Cards read from public files: what becomes of them, and what is said of files that are not as they should be. */
#include "support/allocator.h"
#include "support/oracle.h"
#include "support/test.h"

#include "import/import.h"
#include "import/json.h"

#include <stdio.h>

/* --- reading in tests ---------------------------------------------------------------------- */

static GavelStatus read_pieces(const char *bytes, size_t size, size_t piece, Import *import, GavelError *error) {
  ImportReader *reader;
  *error = (GavelError){0};
  assert_int_equal(import_begin(gavel_allocator_default(), &reader, error), GAVEL_OK);
  for (size_t at = 0; at < size; at += piece)
    if (import_feed(reader, bytes + at, size - at < piece ? size - at : piece)) break;
  return import_end(reader, import);
}

/* Reads what must be right. */
static Import read_import(const char *text) {
  Import import;
  GavelError error;
  if (read_pieces(text, strlen(text), SIZE_MAX, &import, &error))
    fail_msg("byte %llu: %s", (unsigned long long)error.byte, error.message);
  return import;
}

static const ImportCard *card_of(const Import *import, const char *name) {
  for (u32 i = 0; i < import->cards.count; i++)
    if (str_is(import->cards.data[i].name, name)) return &import->cards.data[i];
  fail_msg("there is no card %s", name);
  return NULL;
}

/* What a file is refused with, wherever it is cut into pieces. */
static void assert_refused_bytes(const char *text, size_t size, GavelStatus status, u64 byte, const char *says) {
  static const size_t PIECES[] = {SIZE_MAX, 10000, 7, 1};
  for (u32 i = 0; i < COUNT_OF(PIECES); i++) {
    /* The parser looks at the whole of a value again with each piece. */
    if (PIECES[i] < 10000 && size > 10000) continue;
    Import import;
    GavelError error;
    GavelStatus found = read_pieces(text, size, PIECES[i], &import, &error);
    assert_int_equal(import.cards.count, 0);
    import_free(&import);
    if (found != status || !strstr(error.message, says))
      fail_msg("in pieces of %zu: status %d, byte %llu: %s", PIECES[i], (int)found, (unsigned long long)error.byte,
               error.message);
    /* Where a piece ends within a value, its beginning is no longer there to be found. */
    if (PIECES[i] == SIZE_MAX && error.byte != byte)
      fail_msg("expected byte %llu, found %llu: %s", (unsigned long long)byte, (unsigned long long)error.byte,
               error.message);
    if (error.byte > size) fail_msg("byte %llu of %zu", (unsigned long long)error.byte, size);
  }
}

static void assert_refused(const char *text, GavelStatus status, u64 byte, const char *says) {
  assert_refused_bytes(text, strlen(text), status, byte, says);
}

/* The definition of a card, and where there is none what stood in the way, whose text the test frees with `text`. */
static ImportRefusal compile(const ImportCard *card, Text *text, Text *detail) {
  Oracle *oracle = test_oracle();
  Str found;
  ImportRefusal refusal = import_compile(oracle, card, text, NULL, &found);
  text_add(detail, found);
  oracle_free(oracle);
  return refusal;
}

static void assert_compiles(const ImportCard *card, const char *definition) {
  Text text, detail;
  text_init(&text, gavel_allocator_default());
  text_init(&detail, gavel_allocator_default());
  assert_int_equal(compile(card, &text, &detail), REFUSED_NONE);
  assert_str_is(text_str(&text), definition);
  text_free(&text);
  text_free(&detail);
}

static void assert_not_compiled(const ImportCard *card, ImportRefusal refusal, const char *says) {
  Text text, detail;
  text_init(&text, gavel_allocator_default());
  text_init(&detail, gavel_allocator_default());
  assert_int_equal(compile(card, &text, &detail), refusal);
  assert_str_is(text_str(&detail), says);
  assert_int_equal(text.length, 0);
  text_free(&text);
  text_free(&detail);
}

/* --- cards of one face --------------------------------------------------------------------- */

static const char ONE_FACE[] =
    "[{\"name\":\"Bear of "
    "Paper\",\"layout\":\"normal\",\"mana_cost\":\"{1}{G}\",\"type_line\":\"Creature \\u2014 "
    "Bear\",\n"
    "  "
    "\"cmc\":2.0,\"power\":\"2\",\"toughness\":\"3\",\"oracle_text\":\"\",\"color_identity\":["
    "\"G\"],\"colors\":[\"G\"],\n"
    "  \"keywords\":[\"Reach\",\"Paper\"],\"prices\":{\"usd\":null,\"all\":[1,[2,{\"x\":true}]]},\n"
    "  "
    "\"legalities\":{\"standard\":\"legal\",\"modern\":\"not_legal\",\"legacy\":\"banned\","
    "\"vintage\":\"restricted\"}},\n"
    " {\"name\":\"Folded Plain\",\"layout\":\"normal\",\"type_line\":\"Basic Snow Land — "
    "Plains\",\n"
    "  \"oracle_text\":\"({T}: Add {W}.)\",\"legalities\":{\"legacy\":\"legal\"}},\n"
    " {\"name\":\"Ink Walker\",\"layout\":\"normal\",\"mana_cost\":\"{X}{W/U}{2/R}{G/P}{S}\",\n"
    "  \"type_line\":\"Legendary Planeswalker — Jace\",\"loyalty\":\"X\",\"oracle_text\":\"+1: "
    "Draw a card.\"},\n"
    " {\"name\":\"Lord of Ink\",\"layout\":\"normal\",\"type_line\":\"Kindred Artifact Creature — "
    "Time Lord Elf\",\n"
    "  \"power\":\"1+*\",\"toughness\":\"7-*\",\"color_indicator\":[\"U\",\"B\"]},\n"
    " {\"name\":\"Star\",\"layout\":\"normal\",\"type_line\":\"Creature\",\"power\":\"*\","
    "\"toughness\":\"-1\"},\n"
    " {\"name\":\"Say "
    "\\\"Hi\\\"\",\"layout\":\"normal\",\"type_line\":\"Vanguard\",\"hand_modifier\":\"+1\",\"life_"
    "modifier\":\"-12\"}]";

static void a_face_in_the_engines_own_types(void **state) {
  (void)state;
  Import import = read_import(ONE_FACE);
  assert_int_equal(import.met, 6);
  assert_int_equal(import.cards.count, 6);
  assert_int_equal(import.problems.count, 0);
  const ImportFace *face = card_of(&import, "Bear of Paper")->faces;
  assert_str_is(face->texts[TEXT_NAME], "Bear of Paper");
  assert_true(face->has_cost && face->cost.generic == 1 && face->cost.count == 1);
  assert_int_equal(face->types, TYPE(CREATURE));
  assert_int_equal(face->subtype_count, 1);
  assert_int_equal(face->subtypes[0], word_find(STR("Bear"), WC_SUBTYPE));
  assert_true(face->power.form == NUMBER_PLAIN && face->power.value == 2 && face->toughness.value == 3);
  face = card_of(&import, "Ink Walker")->faces;
  assert_true(face->cost.x == 1 && face->cost.count == 4 && face->cost.generic == 0);
  assert_int_equal(face->loyalty.form, NUMBER_X);
  assert_int_equal(face->supertypes, SUPERTYPE(LEGENDARY));
  face = card_of(&import, "Lord of Ink")->faces;
  assert_int_equal(face->types, TYPE(KINDRED) | TYPE(ARTIFACT) | TYPE(CREATURE));
  assert_true(face->subtype_count == 2 && face->subtypes[0] == W_TIME_LORD);
  assert_true(face->power.form == NUMBER_STAR_PLUS && face->power.value == 1);
  assert_true(face->toughness.form == NUMBER_FROM_STAR && face->toughness.value == 7);
  assert_true(!face->has_cost && face->color_indicator == (COLOR(BLUE) | COLOR(BLACK)));
  face = card_of(&import, "Star")->faces;
  assert_true(face->power.form == NUMBER_STAR && face->toughness.value == -1);
  face = card_of(&import, "Say \"Hi\"")->faces;
  assert_true(face->hand.value == 1 && face->life.value == -12);
  import_free(&import);
}

static void what_is_said_of_the_whole_card(void **state) {
  (void)state;
  Import import = read_import(ONE_FACE);
  const ImportCard *card = card_of(&import, "Bear of Paper");
  assert_int_equal(card->layout, LAYOUT_NORMAL);
  assert_str_is(card->layout_text, "normal");
  assert_int_equal(card->color_identity, COLOR(GREEN));
  assert_str_is(card->keywords, "Reach, Paper");
  assert_int_equal(import_legality(&import, card, STR("standard")), LEGALITY_LEGAL);
  assert_int_equal(import_legality(&import, card, STR("Modern")), LEGALITY_NOT);
  assert_int_equal(import_legality(&import, card, STR("legacy")), LEGALITY_BANNED);
  assert_int_equal(import_legality(&import, card, STR("vintage")), LEGALITY_RESTRICTED);
  assert_int_equal(import_legality(&import, card, STR("paper")), LEGALITY_NOT);
  card = card_of(&import, "Folded Plain");
  assert_int_equal(import_legality(&import, card, STR("legacy")), LEGALITY_LEGAL);
  assert_int_equal(import_legality(&import, card, STR("standard")), LEGALITY_NOT);
  import_free(&import);
}

static void a_card_without_text_has_a_definition(void **state) {
  (void)state;
  Import import = read_import(ONE_FACE);
  assert_compiles(card_of(&import, "Bear of Paper"),
                  "(card \"Bear of Paper\" (cost {1}{G}) (types creature Bear) (pt 2 3))\n");
  assert_compiles(card_of(&import, "Folded Plain"), "(card \"Folded Plain\" (types basic snow land Plains))\n");
  assert_not_compiled(card_of(&import, "Ink Walker"), REFUSED_NUMBER, "X");
  assert_not_compiled(card_of(&import, "Lord of Ink"), REFUSED_NUMBER, "1+*");
  assert_not_compiled(card_of(&import, "Star"), REFUSED_NUMBER, "*");
  assert_not_compiled(card_of(&import, "Say \"Hi\""), REFUSED_NUMBER, "+1");
  import_free(&import);
}

/* Only what stands in parentheses from the first character to the last is a reminder. */
static void reminder_text_alone_does_nothing(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *words; /* that are left over */
  } CASES[] = {
      {"", NULL},     {"(A (small) note.)", NULL}, {"(One.)\\n(Two.)", NULL},
      {"ink", "ink"}, {"(A) ink", "ink"},          {"ink (A)", "ink"},
      {"(A", "("},    {"(A) (B))", ")"},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    char text[200];
    snprintf(text, sizeof text,
             "[{\"name\":\"A\",\"layout\":\"normal\",\"type_line\":\"Artifact\",\"oracle_text\":\"%"
             "s\"}]",
             CASES[i].text);
    Import import = read_import(text);
    if (!CASES[i].words) {
      assert_compiles(&import.cards.data[0], "(card \"A\" (types artifact))\n");
    } else {
      assert_not_compiled(&import.cards.data[0], REFUSED_WORDS, CASES[i].words);
    }
    import_free(&import);
  }
}

/* --- layouts ------------------------------------------------------------------------------- */

#define TWO(NAME, LAYOUT, TYPE_A, TYPE_B)                                                                           \
  "{\"name\":\"" NAME " // " NAME " B\",\"layout\":\"" LAYOUT "\",\"type_line\":\"x // y\",\"card_faces\":["        \
  "{\"name\":\"" NAME "\",\"mana_cost\":\"{G}\",\"type_line\":\"" TYPE_A "\",\"power\":\"1\",\"toughness\":\"1\"}," \
  "{\"name\":\"" NAME " B\",\"mana_cost\":\"\",\"type_line\":\"" TYPE_B "\",\"color_indicator\":[\"G\"],"           \
  "\"oracle_text\":\"(No.)\"}]}"
#define ONE(NAME, LAYOUT) "{\"name\":\"" NAME "\",\"layout\":\"" LAYOUT "\",\"type_line\":\"Artifact\"}"

static void every_layout_becomes_one_of_the_engines(void **state) {
  (void)state;
  static const struct {
    const char *json, *name;
    CardLayout layout;
    u32 faces;
  } CASES[] = {
      {ONE("A", "leveler"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "class"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "case"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "saga"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "mutate"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "planar"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "scheme"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "vanguard"), "A", LAYOUT_NORMAL, 1},
      {ONE("A", "prototype"), "A", LAYOUT_PROTOTYPE, 1},
      {ONE("A", "meld"), "A", LAYOUT_MELD, 1},
      {TWO("A", "split", "Instant", "Sorcery"), "A // A B", LAYOUT_SPLIT, 2},
      {TWO("A", "aftermath", "Instant", "Sorcery"), "A // A B", LAYOUT_SPLIT, 2},
      {TWO("A", "split", "Enchantment — Room", "Enchantment — Room"), "A // A B", LAYOUT_ROOM, 2},
      {TWO("A", "flip", "Creature", "Artifact"), "A // A B", LAYOUT_FLIP, 2},
      {TWO("A", "transform", "Creature", "Artifact"), "A // A B", LAYOUT_TRANSFORM, 2},
      {TWO("A", "modal_dfc", "Creature", "Land"), "A // A B", LAYOUT_MODAL_DFC, 2},
      {TWO("A", "adventure", "Creature", "Sorcery — Adventure"), "A // A B", LAYOUT_ADVENTURE, 2},
      {TWO("A", "adventure", "Creature", "Sorcery — Omen"), "A // A B", LAYOUT_OMEN, 2},
      {TWO("A", "reversible_card", "Creature", "Creature"), "A", LAYOUT_NORMAL, 1},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++) {
    char text[1000];
    snprintf(text, sizeof text, "[%s]", CASES[i].json);
    Import import = read_import(text);
    const ImportCard *card = card_of(&import, CASES[i].name);
    if (card->refusal) fail_msg("%s: %s", CASES[i].json, import_refusal_text(card->refusal));
    assert_int_equal(card->layout, CASES[i].layout);
    assert_int_equal(card->face_count, CASES[i].faces);
    import_free(&import);
  }
}

static void cards_of_several_faces_have_definitions(void **state) {
  (void)state;
  Import import = read_import("[" TWO("A", "transform", "Creature — Elf", "Artifact") "]");
  assert_compiles(&import.cards.data[0],
                  "(card \"A // A B\" (layout transform) (face \"A\" (cost {G}) (types creature Elf) (pt 1 1)) "
                  "(face \"A B\" (types artifact) (color green)))\n");
  import_free(&import);
  import = read_import("[{\"name\":\"A\",\"layout\":\"meld\",\"type_line\":\"Land\",\"all_parts\":["
                       "{\"component\":\"meld_part\",\"name\":\"A\"},{\"component\":\"meld_part\",\"name\":\"B\"},"
                       "{\"component\":\"meld_result\",\"name\":\"AB\"},{\"component\":\"token\",\"name\":\"T\"}]}"
                       "]");
  assert_str_is(import.cards.data[0].meld_to, "AB");
  assert_compiles(&import.cards.data[0], "(card \"A\" (layout meld) (meld-with \"B\") (face \"A\" (types land)))\n");
  import_free(&import);
}

/* Where the data names no parts, the texts do; what two cards become is no card (712.4). */
static void cards_that_meld_are_paired_by_their_texts(void **state) {
  (void)state;
  Import import =
      read_import("[{\"name\":\"AB\",\"layout\":\"normal\",\"type_line\":\"Artifact\"},"
                  "{\"name\":\"A\",\"layout\":\"meld\",\"type_line\":\"Land\",\"oracle_text\":\"(Melds with B.)\"},"
                  "{\"name\":\"B\",\"layout\":\"meld\",\"type_line\":\"Land\",\"oracle_text\":\"Exile both, then meld "
                  "them into AB.\"},"
                  "{\"name\":\"C\",\"layout\":\"normal\",\"type_line\":\"Artifact\"}]");
  assert_int_equal(import.cards.count, 3);
  assert_int_equal(import.left_out[LEFT_OUT_BACK], 1);
  const ImportCard *a = &import.cards.data[0], *b = &import.cards.data[1];
  assert_str_is(a->meld_with, "B");
  assert_str_is(b->meld_with, "A");
  assert_int_equal(b->face_count, 2);
  assert_str_is(b->faces[1].texts[TEXT_NAME], "AB");
  assert_str_is(import.cards.data[2].name, "C");
  import_free(&import);
}

static void what_is_no_card_of_a_game_is_counted(void **state) {
  (void)state;
  Import import = read_import("[" ONE("A", "token") "," ONE("B", "double_faced_token") "," ONE("C", "emblem") "," ONE(
      "D", "art_series") "," ONE("E", "normal") "," ONE("É", "normal") "]");
  assert_int_equal(import.met, 6);
  assert_int_equal(import.cards.count, 1);
  assert_int_equal(import.left_out[LEFT_OUT_TOKEN], 2);
  assert_int_equal(import.left_out[LEFT_OUT_EMBLEM], 1);
  assert_int_equal(import.left_out[LEFT_OUT_ART], 1);
  assert_int_equal(import.left_out[LEFT_OUT_TWICE], 1);
  import_free(&import);
}

/* --- problems ------------------------------------------------------------------------------ */

static void assert_finding(const Import *import, u32 i, u64 byte, const char *path, const char *message) {
  assert_in_range(i, 0, import->problems.count - 1);
  assert_str_is(import->problems.data[i].path, path);
  assert_str_is(import->problems.data[i].message, message);
  assert_int_equal(import->problems.data[i].byte, byte);
}

static void what_is_unknown_is_found_and_refused(void **state) {
  (void)state;
  static const char TEXT[] =
      "[{\"name\":\"A\",\"layout\":\"normal\",\"type_line\":\"Creature — Paper "
      "Clip\",\"mana_cost\":\"{1}{Q}{G}\"},\n"
      "{\"name\":\"B // "
      "C\",\"layout\":\"split\",\"card_faces\":[{\"name\":\"B\",\"type_line\":\"Instant\"},"
      "{\"name\":\"C\",\"type_line\":\"Instant\",\"mana_cost\":\"{1}{Q}{G}\"}]},"
      "{\"name\":\"D\",\"layout\":\"normal\",\"type_line\":\"Stapler\"},"
      "{\"name\":\"E\",\"layout\":\"normal\",\"type_line\":\"Creature\",\"power\":\"1.5\","
      "\"toughness\":\"2\"},"
      "{\"name\":\"F\",\"layout\":\"crumpled\",\"type_line\":\"Artifact\"},"
      "{\"name\":\"G\",\"layout\":\"split\",\"type_line\":\"Artifact\"},{\"name\":\"a\",\"layout\":"
      "\"normal\"}]";
  Import import = read_import(TEXT);
  assert_int_equal(import.cards.count, 6);
  assert_int_equal(import.problems.count, 7);
  u64 at = (u64)(strstr(TEXT, "\"Creature — P") - TEXT);
  assert_finding(&import, 0, at, "[0].type_line", "an unknown word in the type line: \"Paper\"");
  at = (u64)(strstr(TEXT, "\"Instant\",\"mana_cost\":") + 22 - TEXT);
  assert_finding(&import, 1, at, "[1].card_faces[1].mana_cost", "an unknown symbol in the mana cost: \"{Q}\"");
  assert_finding(&import, 2, (u64)(strstr(TEXT, "\"Stapler\"") - TEXT), "[2].type_line",
                 "an unknown word in the type line: \"Stapler\"");
  assert_finding(&import, 3, (u64)(strstr(TEXT, "\"1.5\"") - TEXT), "[3].power", "an unknown number: \"1.5\"");
  assert_finding(&import, 4, (u64)(strstr(TEXT, "{\"name\":\"F") - TEXT), "[4]", "an unknown layout: \"crumpled\"");
  assert_finding(&import, 5, (u64)(strstr(TEXT, "{\"name\":\"G") - TEXT), "[5]",
                 "another number of faces than the layout has: \"split\"");
  assert_finding(&import, 6, (u64)(strstr(TEXT, "{\"name\":\"a") - TEXT), "[6]",
                 "a card of that name was there before: \"a\"");
  static const ImportRefusal REFUSALS[] = {REFUSED_TYPE,   REFUSED_SYMBOL, REFUSED_TYPE,
                                           REFUSED_NUMBER, REFUSED_LAYOUT, REFUSED_FACES};
  static const char *const DETAILS[] = {"Paper", "{Q}", "Stapler", "1.5", "crumpled", "split"};
  for (u32 i = 0; i < import.cards.count; i++) assert_not_compiled(&import.cards.data[i], REFUSALS[i], DETAILS[i]);
  import_free(&import);
}

/* --- other shapes of files ------------------------------------------------------------------ */

static void a_list_holds_its_cards_as_data(void **state) {
  (void)state;
  Import import = read_import("{\"object\":\"list\",\"has_more\":false,\"data\":[" ONE("A", "normal") "]}");
  assert_int_equal(import.cards.count, 1);
  import_free(&import);
}

/* The cost stands with the land in some files, and with the Adventure in others. */
static void a_land_leaves_its_cost_to_its_adventure(void **state) {
  (void)state;
  static const char *const COSTS[][2] = {{"{2}{B}", ""}, {"", "{2}{B}"}};
  for (u32 i = 0; i < COUNT_OF(COSTS); i++) {
    Text text;
    text_init(&text, gavel_allocator_default());
    text_addf(&text,
              "[{\"name\":\"A // B\",\"layout\":\"adventure\",\"type_line\":\"Land // Sorcery — Adventure\","
              "\"card_faces\":[{\"name\":\"A\",\"mana_cost\":\"%s\",\"type_line\":\"Land\"},"
              "{\"name\":\"B\",\"mana_cost\":\"%s\",\"type_line\":\"Sorcery — Adventure\"}]}]",
              COSTS[i][0], COSTS[i][1]);
    text_addc(&text, '\0');
    Import import = read_import(text.data);
    assert_compiles(card_of(&import, "A // B"), "(card \"A // B\" (layout adventure) (face \"A\" (types land)) "
                                                "(face \"B\" (cost {2}{B}) (types sorcery Adventure) adventure))\n");
    import_free(&import);
    text_free(&text);
  }
}

static void faces_under_their_cards_name(void **state) {
  (void)state;
  static const char TEXT[] =
      "{\"meta\":{\"version\":\"5\"},\"data\":{"
      "\"A // B\":[{\"name\":\"A // "
      "B\",\"faceName\":\"A\",\"side\":\"a\",\"layout\":\"adventure\",\"type\":\"Creature — Elf\","
      "\"manaCost\":\"{G}\",\"power\":\"1\",\"toughness\":\"2\",\"colorIdentity\":[\"G\",\"U\"],"
      "\"manaValue\":1.0,"
      "\"legalities\":{\"modern\":\"Legal\"}},"
      "{\"name\":\"A // "
      "B\",\"faceName\":\"B\",\"side\":\"b\",\"layout\":\"adventure\",\"type\":\"Instant — "
      "Adventure\","
      "\"manaCost\":\"{U}\",\"legalities\":{\"modern\":\"Legal\"}}],"
      "\"C\":[{\"name\":\"C\",\"layout\":\"normal\",\"type\":\"Land\",\"legalities\":{\"vintage\":"
      "\"Restricted\"}},"
      "{\"name\":\"C\",\"layout\":\"normal\",\"type\":\"Paper\"}],"
      "\"D // DE\":[{\"name\":\"D // "
      "DE\",\"faceName\":\"D\",\"side\":\"a\",\"layout\":\"meld\",\"type\":\"Land\","
      "\"cardParts\":[\"D\",\"E\",\"DE\"]},{\"name\":\"D // "
      "DE\",\"faceName\":\"DE\",\"side\":\"b\",\"layout\":\"meld\","
      "\"type\":\"Land\",\"cardParts\":[\"D\",\"E\",\"DE\"]}],"
      "\"F\":[{\"name\":\"F\",\"layout\":\"vanguard\",\"type\":\"Vanguard\",\"hand\":\"+0\","
      "\"life\":\"5\",\"text\":\"Fly.\"}]}}";
  Import import = read_import(TEXT);
  assert_int_equal(import.cards.count, 4);
  assert_int_equal(import.met, 4);
  const ImportCard *card = card_of(&import, "A // B");
  assert_int_equal(card->color_identity, COLOR(GREEN) | COLOR(BLUE));
  assert_int_equal(import_legality(&import, card, STR("modern")), LEGALITY_LEGAL);
  assert_compiles(card, "(card \"A // B\" (layout adventure) (face \"A\" (cost {G}) (types creature Elf) (pt 1 2)) "
                        "(face \"B\" (cost {U}) (types instant Adventure) adventure))\n");
  card = card_of(&import, "C");
  assert_int_equal(import_legality(&import, card, STR("vintage")), LEGALITY_RESTRICTED);
  assert_compiles(card, "(card \"C\" (types land))\n");
  assert_int_equal(import.left_out[LEFT_OUT_TWICE], 1);
  u64 at = (u64)(strstr(TEXT, "\"C\",\"layout\":\"normal\",\"type\":\"Paper\"") - TEXT);
  assert_finding(&import, 0, at, ".data.C[1].name", "another version of the same card: \"C\"");
  card = card_of(&import, "D // DE");
  assert_str_is(card->meld_to, "DE");
  assert_str_is(card->meld_with, "E");
  assert_int_equal(card_of(&import, "F")->faces[0].life.value, 5);
  import_free(&import);
}

/* --- files that are not as they should be ---------------------------------------------------- */

#define CARD "{\"name\":\"A\",\"layout\":\"normal\",\"type_line\":\"Artifact\""

static void malformed_files_are_refused_with_their_place(void **state) {
  (void)state;
  static const struct {
    const char *text;
    GavelStatus status;
    u64 byte;
    const char *says;
  } CASES[] = {
      {"", GAVEL_E_SYNTAX, 0, "premature EOF"},
      {"nonsense", GAVEL_E_SYNTAX, 1, "lexical error"},
      {"[" CARD "}", GAVEL_E_SYNTAX, 54, "premature EOF"},
      {"[" CARD ",", GAVEL_E_SYNTAX, 54, "[0].type_line: "},
      {"[" CARD "}] x", GAVEL_E_SYNTAX, 57, "trailing garbage"},
      {"[" CARD "}]]", GAVEL_E_SYNTAX, 56, "trailing garbage"},
      {"[" CARD "}}", GAVEL_E_SYNTAX, 55, "expected JSON, found a parse error"},
      {"\"cards\"", GAVEL_E_CHECK, 0, "the top: expected an array or an object, found a string"},
      {"7", GAVEL_E_CHECK, 0, "the top: expected an array or an object, found a number"},
      {"{\"meta\":1}", GAVEL_E_CHECK, 9, "the top: expected the field \"data\", but it is missing"},
      {"{\"data\":7}", GAVEL_E_CHECK, 8, ".data: expected an object or an array, found a number"},
      {"[" CARD "}, 12345]", GAVEL_E_CHECK, 56, "[1]: expected an object, found a number"},
      {"[" CARD ",\"power\":123456789012345678901234567890}]", GAVEL_E_CHECK, 62,
       "[0].power: expected a string, found a number"},
      {"[" CARD ",\"power\" : [\"1\"]}]", GAVEL_E_CHECK, 64, "[0].power: expected a string, found an array"},
      {"[" CARD ",\"card_faces\":[{\"name\":\"A\",\"mana_cost\":{}}]}]", GAVEL_E_CHECK, 92,
       "[0].card_faces[0].mana_cost: expected a string, found an object"},
      {"[" CARD ",\"color_identity\":[\"W\",\"Q\"]}]", GAVEL_E_CHECK, 76, "[0].color_identity[1]: expected a color"},
      {"[" CARD ",\"legalities\":{\"modern\":\"sometimes\"}}]", GAVEL_E_CHECK, 77,
       "[0].legalities.modern: expected legal"},
      {"[" CARD ",\"legalities\":{\"a b\":\"legal\",\"a b\":\"legal\"}}]", GAVEL_E_CHECK, 88,
       "[0].legalities[\"a b\"]: the field is there twice"},
      {"[" CARD ",\"name\":\"B\"}]", GAVEL_E_CHECK, 54, "[0].name: the field is there twice"},
      {"[{\"layout\":\"normal\"}]", GAVEL_E_CHECK, 19, "[0]: expected the field \"name\", but it is missing"},
      {"[{\"name\":null,\"layout\":\"normal\",\"type_line\":\"Land\"}]", GAVEL_E_CHECK, 50, "[0]: expected a name"},
      {"[{\"name\":\"A\\nB\",\"layout\":\"normal\",\"type_line\":\"Land\"}]", GAVEL_E_CHECK, 52,
       "[0]: a name of several lines"},
      {"[{\"name\":\"A\",\"layout\":\"normal\"}]", GAVEL_E_CHECK, 30, "[0]: expected a type line as .type_line"},
      {"[{\"name\":\"A\",\"layout\":\"split\",\"card_faces\":[{\"name\":\"A\"}]}]", GAVEL_E_CHECK, 57,
       "[0]: expected a type line as .card_faces[0].type_line"},
      {"[{\"name\":\"A\\u0000\"}]", GAVEL_E_SYNTAX, 9, "[0].name: expected text, found the control character U+0000"},
      {"[{\"name\":\"A\\udc00\"}]", GAVEL_E_SYNTAX, 9,
       "[0].name: expected UTF-8 text, found a byte that belongs to no character"},
      {"[{\"name\":\"\xc0\x80\"}]", GAVEL_E_SYNTAX, 9,
       "[0].name: expected UTF-8 text, found a byte that belongs to no character"},
      {"[{\"name\":\"\xff\"}]", GAVEL_E_SYNTAX, 11, "invalid bytes in UTF8 string"},
      {"{\"data\":{\"A\":[]}}", GAVEL_E_CHECK, 14, ".data.A: expected the faces of a card, found none"},
      {"{\"data\":{\"A\":[{\"name\":\"A\",\"layout\":\"normal\"}]}}", GAVEL_E_CHECK, 43,
       ".data.A[0]: expected the field \"type\""},
  };
  for (u32 i = 0; i < COUNT_OF(CASES); i++)
    assert_refused(CASES[i].text, CASES[i].status, CASES[i].byte, CASES[i].says);
}

static void add_times(Text *text, const char *piece, u32 times) {
  for (u32 i = 0; i < times; i++) text_adds(text, piece);
}

static void limits_hold(void **state) {
  (void)state;
  Text text;
  text_init(&text, gavel_allocator_default());
  text_adds(&text, "[{\"name\":\"A\",\"x\":");
  add_times(&text, "[", 100000);
  assert_refused(text.data, GAVEL_E_LIMIT, 17 + JSON_DEPTH_MAX - 2,
                 "more than 64 arrays and objects within each other");
  text_clear(&text);
  text_adds(&text, "[{\"name\":\"");
  add_times(&text, "long and ", JSON_VALUE_MAX / 6);
  text_adds(&text, "\"}]");
  assert_refused(text.data, GAVEL_E_LIMIT, 8, "[0].name: no value ends within 1048576 bytes");
  text_clear(&text);
  text_adds(&text, "[" CARD ",\"card_faces\":[");
  add_times(&text, "{\"name\":\"A\",\"type_line\":\"Land\"},", IMPORT_FACES_MAX + 1);
  assert_refused(text.data, GAVEL_E_LIMIT, 68 + 32 * IMPORT_FACES_MAX,
                 "[0].card_faces[8]: a card with more than 8 faces");
  text_clear(&text);
  text_adds(&text, "[{\"layout\":\"normal\",\"type_line\":\"Land\",\"name\":\"");
  add_times(&text, "longer ", 74);
  text_adds(&text, "\"}]");
  assert_refused(text.data, GAVEL_E_LIMIT, text.length - 2, "[0]: a name of 518 bytes: at most 512 may be");
  text_free(&text);
}

/* A file of cards without end is not read until memory runs out. */
static void a_file_has_a_limit(void **state) {
  (void)state;
  GavelError error = {0};
  ImportReader *reader;
  Import import;
  assert_int_equal(import_begin(gavel_allocator_default(), &reader, &error), GAVEL_OK);
  assert_int_equal(import_feed(reader, "[", 1), GAVEL_OK);
  Text text;
  text_init(&text, gavel_allocator_default());
  GavelStatus status = GAVEL_OK;
  for (u32 i = 0; i < 1000 && !status; i++) {
    text_clear(&text);
    text_addf(&text, "%s{\"layout\":\"normal\",\"type_line\":\"Land\",\"name\":\"A %u\",\"oracle_text\":\"",
              i ? "," : "", i);
    add_times(&text, "a long text ", 50000);
    text_adds(&text, "\"}");
    status = import_feed(reader, text.data, text.length);
  }
  assert_int_equal(status, GAVEL_E_LIMIT);
  assert_non_null(strstr(error.message, "more cards than fit into 128 MiB: split the file"));
  assert_int_equal(import_end(reader, &import), GAVEL_E_LIMIT);
  text_free(&text);
}

static void formats_have_a_limit(void **state) {
  (void)state;
  Text text;
  text_init(&text, gavel_allocator_default());
  text_adds(&text, "[" CARD ",\"legalities\":{");
  for (u32 i = 0; i <= IMPORT_FORMATS_MAX; i++) text_addf(&text, "%s\"f%02u\":\"legal\"", i ? "," : "", i);
  text_adds(&text, "}}]");
  assert_refused(text.data, GAVEL_E_LIMIT, text.length - 10, "[0].legalities.f32: more than 32 formats");
  text_free(&text);
}

/* However a file is cut off or changed, nothing worse than a message comes of it. */
static void damaged_files_are_survived(void **state) {
  (void)state;
  static const char PIECES[] = "\"{}[],:\\ un\n0e\x80\xff";
  Rng rng = {3};
  char text[sizeof ONE_FACE];
  for (u32 i = 0; i < 20000; i++) {
    memcpy(text, ONE_FACE, sizeof text);
    u32 size = i < sizeof ONE_FACE ? i : sizeof ONE_FACE - 1;
    for (u32 n = 0; i >= sizeof ONE_FACE && n < 3; n++) {
      u64 at = rng_below(&rng, size);
      text[at] = PIECES[rng_below(&rng, sizeof PIECES)];
    }
    Import import;
    GavelError error;
    GavelStatus status = read_pieces(text, size, 1 + (size_t)rng_below(&rng, 200), &import, &error);
    assert_true(status == GAVEL_OK || (error.status == status && error.message[0] && error.byte <= size));
    assert_true(i >= sizeof ONE_FACE - 1 || status == GAVEL_E_SYNTAX);
    import_free(&import);
  }
}

/* --- memory -------------------------------------------------------------------------------- */

static bool all_of_it(GavelAllocator allocator, void *context) {
  ImportReader *reader;
  Import import;
  GavelError error = {0};
  Text definitions;
  Str detail;
  if (import_begin(allocator, &reader, &error)) return false;
  for (const char *at = context; *at; at += strlen(at) < 90 ? strlen(at) : 90)
    import_feed(reader, at, strlen(at) < 90 ? strlen(at) : 90);
  if (import_end(reader, &import)) {
    assert_int_equal(error.status, GAVEL_E_MEMORY);
    import_free(&import);
    return false;
  }
  /* What the oracle makes of refusals is tested where a grammar is small. */
  Oracle *oracle = test_oracle();
  text_init(&definitions, allocator);
  for (u32 i = 0; i < import.cards.count; i++)
    import_compile(oracle, &import.cards.data[i], &definitions, NULL, &detail);
  bool done = !definitions.failed;
  oracle_free(oracle);
  text_free(&definitions);
  import_free(&import);
  return done;
}

static void refused_memory_is_survived(void **state) {
  (void)state;
  test_every_refusal(all_of_it, (void *)ONE_FACE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_face_in_the_engines_own_types),
      cmocka_unit_test(what_is_said_of_the_whole_card),
      cmocka_unit_test(a_card_without_text_has_a_definition),
      cmocka_unit_test(reminder_text_alone_does_nothing),
      cmocka_unit_test(every_layout_becomes_one_of_the_engines),
      cmocka_unit_test(cards_of_several_faces_have_definitions),
      cmocka_unit_test(cards_that_meld_are_paired_by_their_texts),
      cmocka_unit_test(what_is_no_card_of_a_game_is_counted),
      cmocka_unit_test(what_is_unknown_is_found_and_refused),
      cmocka_unit_test(a_list_holds_its_cards_as_data),
      cmocka_unit_test(a_land_leaves_its_cost_to_its_adventure),
      cmocka_unit_test(faces_under_their_cards_name),
      cmocka_unit_test(malformed_files_are_refused_with_their_place),
      cmocka_unit_test(limits_hold),
      cmocka_unit_test(a_file_has_a_limit),
      cmocka_unit_test(formats_have_a_limit),
      cmocka_unit_test(damaged_files_are_survived),
      cmocka_unit_test(refused_memory_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
