/* The words of the scenario language and their enums (scenario_ast.h). */
#include "scenario/scenario_answer.h"
#include "scenario/scenario_expect.h"

#define ROW(NAME, TEXT) {TEXT, NAME},
#define ROW_LINE_FORM(NAME, TEXT, BASE) {TEXT, NAME},
#define ROW_CAN_FORM(NAME, TEXT, BASE) {BASE, NAME},

static const ScenarioWord zone_rows[] = {SCENARIO_ZONES(ROW)};
static const ScenarioWord step_rows[] = {SCENARIO_STEPS(ROW)};
static const ScenarioWord state_rows[] = {SCENARIO_STATES(ROW)};
static const ScenarioWord face_down_rows[] = {SCENARIO_FACE_DOWN_KINDS(ROW)};
static const ScenarioWord format_rows[] = {SCENARIO_FORMATS(ROW)};
static const ScenarioWord trait_rows[] = {SCENARIO_TRAITS(ROW)};
static const ScenarioWord verb_rows[] = {SCENARIO_VERBS(ROW_LINE_FORM)};
static const ScenarioWord can_rows[] = {SCENARIO_VERBS(ROW_CAN_FORM)};

#define TABLE(ROWS) \
  { (ROWS), (u32)COUNT_OF(ROWS), 0 }
#define GAME_WORDS(FIRST, LAST) \
  { NULL, (LAST) - (FIRST) + 1, (FIRST) }

const ScenarioWords scenario_zone_words = TABLE(zone_rows);
const ScenarioWords scenario_step_words = TABLE(step_rows);
const ScenarioWords scenario_color_words = GAME_WORDS(W_WHITE, W_GREEN);
const ScenarioWords scenario_supertype_words = GAME_WORDS(W_BASIC, W_WORLD);
const ScenarioWords scenario_type_words = GAME_WORDS(W_ARTIFACT, W_VANGUARD);
const ScenarioWords scenario_state_words = TABLE(state_rows);
const ScenarioWords scenario_face_down_words = TABLE(face_down_rows);
const ScenarioWords scenario_format_words = TABLE(format_rows);
const ScenarioWords scenario_trait_words = TABLE(trait_rows);
const ScenarioWords scenario_verb_words = TABLE(verb_rows);
/* Its last three rows are empty: no player is ever asked whether they can concede, pass or take an option by its number. */
const ScenarioWords scenario_can_words = {can_rows, (u32)COUNT_OF(can_rows) - 3, 0};

/* The words that the rows of the other tables begin with, and, in no table, those that stand between others. Words that only ever
   follow another keyword (`up`, `begin`, `target`) and types of cards are no keywords: nothing that begins with one of them
   could be taken for an alias. */
static const char *const keywords[] = {
#define LINE(WORD, PARSE, STANDING, SHAPE) WORD,
#include "scenario/scenario_lines.def"
#undef LINE
#define OPTION(FIELD, TEXT) TEXT,
    SCENARIO_OPTIONS(OPTION)
#undef OPTION
#define FLAG(NAME, TEXT, ZONES) TEXT,
#define STATE(NAME, TEXT, ZONES, REPEATS, SHAPE, FIELD, WHAT) TEXT,
#include "scenario/scenario_item.def"
#undef FLAG
#undef STATE
#define CLAUSE(NAME, WORD, FOLLOWS, SHAPE, FIELD, WHAT) WORD,
#include "scenario/scenario_clause.def"
#undef CLAUSE
#define ANSWER(KIND, WORD, SHAPE) WORD,
#include "scenario/scenario_answer.def"
#undef ANSWER
#define EXPECT(KIND, SUBJECT, WORDS, NEGATED, SHAPE, LEAST, WHAT) WORDS, NEGATED,
#include "scenario/scenario_expect.def"
#undef EXPECT
        "answers",
    "again",
    "as",
    "empty",
    "band",
    "nothing",
    "of",
    "in",
    "on",
    "ability",
    "top",
    "for",
    "some",
    "nor",
    "base",
    "tokens",
    "cards",
    "all",
    "and",
    "to",
    "by"};

ScenarioWord scenario_word_row(const ScenarioWords *words, u32 i) {
  if (words->words) return words->words[i];
  return (ScenarioWord){word_text((Word)(words->first + i)).data, words->first + i};
}

bool scenario_word_find(const ScenarioWords *words, Str text, u32 *value) {
  for (u32 i = 0; i < words->count; i++) {
    ScenarioWord row = scenario_word_row(words, i);
    if (!str_is(text, row.text)) continue;
    if (value) *value = row.value;
    return true;
  }
  return false;
}

const char *scenario_word_text(const ScenarioWords *words, u32 value) {
  for (u32 i = 0; i < words->count; i++) {
    ScenarioWord row = scenario_word_row(words, i);
    if (row.value == value) return row.text;
  }
  return "";
}

bool scenario_word_reserved(Str text) {
  static const ScenarioWords *const tables[] = {&scenario_zone_words,  &scenario_step_words,   &scenario_color_words,
                                                &scenario_state_words, &scenario_format_words, &scenario_trait_words,
                                                &scenario_verb_words};
  for (u32 i = 0; i < COUNT_OF(tables); i++) {
    if (scenario_word_find(tables[i], text, NULL)) return true;
  }
  for (u32 i = 0; i < COUNT_OF(keywords); i++) {
    u32 length = (u32)strcspn(keywords[i], " ");
    if (length && str_equal(text, (Str){keywords[i], length})) return true;
  }
  return false;
}

/* --- answers ------------------------------------------------------------------------------- */

const AnswerForm scenario_answer_forms[SCENARIO_ANSWER_COUNT] = {
#define ANSWER(KIND, WORD, SHAPE) [SCENARIO_ANSWER_##KIND] = {WORD, ANSWER_##SHAPE},
#include "scenario/scenario_answer.def"
#undef ANSWER
};

/* --- expectations -------------------------------------------------------------------------- */

static const ExpectForm expect_rows[] = {
#define EXPECT(KIND, SUBJECT, WORDS, NEGATED, SHAPE, LEAST, WHAT) \
  {SCENARIO_EXPECT_##KIND, SUBJECT, WORDS, NEGATED, EXPECT_##SHAPE, LEAST, WHAT},
#include "scenario/scenario_expect.def"
#undef EXPECT
};

const ExpectForms scenario_expect_forms = {expect_rows, (u32)COUNT_OF(expect_rows)};

const ExpectForm *scenario_expect_form(ScenarioExpectKind kind) {
  u32 i = 0;
  while (expect_rows[i].kind != kind) i++;
  return &expect_rows[i];
}
