/* The words of the scenario language and their enums (scenario.def, scenario_ast.h). */
#include "scenario/scenario_rows.h"

#include <stddef.h>

/* What stands behind words: a shape and the field of NODE that it fills, or NODE itself, which has the shape's type. */
#define SHAPE(NAME, TYPE) typedef TYPE TypeOf_##NAME;
SCENARIO_SHAPES(SHAPE)
#undef SHAPE
#define AT(SHAPE, FIELD) \
  .shape = SHAPE_##SHAPE, .offset = offsetof(NODE, FIELD) * _Generic(&((NODE *)0)->FIELD, TypeOf_##SHAPE * : 1)
#define WHOLE(SHAPE) .shape = SHAPE_##SHAPE * _Generic((NODE *)0, TypeOf_##SHAPE * : 1)
#define NOTHING .shape = SHAPE_nothing

/* The clauses as verbs list them. */
enum {
#define CLAUSE(NAME, WORDS, FOLLOWS, PLACE, N, WHAT) NAME = SCENARIO_CLAUSE_##NAME,
#include "scenario/scenario.def"
  NO_CLAUSE = 0
};
#define ALL (~0u)

/* Zones as items list them. */
#define BATTLEFIELD ZONE_BIT(ZONE_BATTLEFIELD)
#define STACK ZONE_BIT(ZONE_STACK)
#define EXILE ZONE_BIT(ZONE_EXILE)
#define SIDEBOARD ZONE_BIT(ZONE_OUTSIDE)
#define ANY_ZONE (~0u)

#define NODE Scenario
static const ScenarioWord line_rows[] = {
#define LINE(WORDS, FOLLOWS, WHERE, REPEATS, VALUE, PLACE, N, WHAT) \
  {.text = WORDS,                                                   \
   .value = VALUE,                                                  \
   .where = WHERE,                                                  \
   .follows = FOLLOWS_##FOLLOWS,                                    \
   .repeats = REPEATS,                                              \
   PLACE,                                                           \
   .n = N,                                                          \
   .what = WHAT},
#include "scenario/scenario.def"
};
#undef NODE
#define NODE ScenarioPlayer
static const ScenarioWord player_line_rows[] = {
#define PLAYER_LINE(WORDS, FOLLOWS, WHERE, REPEATS, VALUE, PLACE, N, WHAT) \
  {.text = WORDS,                                                          \
   .value = VALUE,                                                         \
   .where = WHERE,                                                         \
   .follows = FOLLOWS_##FOLLOWS,                                           \
   .repeats = REPEATS,                                                     \
   PLACE,                                                                  \
   .n = N,                                                                 \
   .what = WHAT},
#include "scenario/scenario.def"
};
#undef NODE
#define NODE ScenarioAction
static const ScenarioWord verb_rows[] = {
#define VERB(NAME, WORDS, BASE, CLAUSES, PLACE, N, WHAT) \
  {.text = WORDS, .value = SCENARIO_##NAME, .where = CLAUSES, PLACE, .n = N, .what = WHAT},
#include "scenario/scenario.def"
};
static const ScenarioWord can_rows[] = {
#define VERB(NAME, WORDS, BASE, CLAUSES, PLACE, N, WHAT) {.text = BASE, .value = SCENARIO_##NAME},
#include "scenario/scenario.def"
};
#undef NODE
#define NODE ScenarioClauses
static const ScenarioWord clause_rows[] = {
#define CLAUSE(NAME, WORDS, FOLLOWS, PLACE, N, WHAT) \
  {.text = WORDS,                                    \
   .value = SCENARIO_CLAUSE_##NAME,                  \
   .where = SCENARIO_CLAUSE_##NAME,                  \
   .follows = FOLLOWS_##FOLLOWS,                     \
   PLACE,                                            \
   .n = N,                                           \
   .what = WHAT},
#include "scenario/scenario.def"
};
#undef NODE
#define NODE ScenarioItem
static const ScenarioWord suffix_rows[] = {
#define FLAG(NAME, WORDS, ZONES) {.text = WORDS, .value = SCENARIO_FLAG_##NAME, .where = ZONES, AT(mark, flags)},
#define STATE(WORDS, ZONES, REPEATS, PLACE, N, WHAT) \
  {.text = WORDS, .where = ZONES, .repeats = REPEATS, PLACE, .n = N, .what = WHAT},
#include "scenario/scenario.def"
};
#undef NODE
#define NODE ScenarioAnswer
static const ScenarioWord answer_rows[] = {
#define ANSWER(KIND, WORDS, PLACE, N, WHAT) \
  {.text = WORDS, .value = SCENARIO_ANSWER_##KIND, PLACE, .n = N, .what = WHAT},
#include "scenario/scenario.def"
};
#undef NODE
#define NODE ScenarioExpect
static const ScenarioWord expect_rows[] = {
#define EXPECT(KIND, SUBJECT, WORDS, OTHER, PLACE, N, WHAT) \
  {.text = WORDS, .value = SCENARIO_EXPECT_##KIND, .other = OTHER, .where = SUBJECT, PLACE, .n = N, .what = WHAT},
#define EXPECT_ALSO EXPECT
#include "scenario/scenario.def"
};

#undef NODE
#define NODE ScenarioPlayer
#define ROW(NAME, TEXT) {.text = TEXT, .value = NAME},
#define ROW_OF_STATE(NAME, TEXT, RULE) {.text = TEXT, .value = NAME, .what = RULE},
#define ROW_OF_ZONE(NAME, TEXT) \
  {.text = TEXT, .value = NAME, .where = BELOW_PLAYER, .follows = FOLLOWS_COLON, .repeats = true, WHOLE(zone_list)},
static const ScenarioWord zone_rows[] = {SCENARIO_ZONES(ROW_OF_ZONE)};
static const ScenarioWord step_rows[] = {SCENARIO_STEPS(ROW)};
static const ScenarioWord state_rows[] = {SCENARIO_STATES(ROW_OF_STATE)};
static const ScenarioWord face_down_rows[] = {SCENARIO_FACE_DOWN_KINDS(ROW)};
static const ScenarioWord format_rows[] = {SCENARIO_FORMATS(ROW)};
static const ScenarioWord trait_rows[] = {SCENARIO_TRAITS(ROW)};

#define TABLE(ROWS) \
  { (ROWS), (u32)COUNT_OF(ROWS), 0 }
#define GAME_WORDS(FIRST, LAST) \
  { NULL, (LAST) - (FIRST) + 1, (FIRST) }

const ScenarioWords scenario_line_words = TABLE(line_rows);
const ScenarioWords scenario_player_line_words = TABLE(player_line_rows);
const ScenarioWords scenario_verb_words = TABLE(verb_rows);
/* Its last three rows are empty: no player is ever asked whether they can do these. */
const ScenarioWords scenario_can_words = {can_rows, (u32)COUNT_OF(can_rows) - 3, 0};
const ScenarioWords scenario_clause_words = TABLE(clause_rows);
const ScenarioWords scenario_suffix_words = TABLE(suffix_rows);
const ScenarioWords scenario_answer_words = TABLE(answer_rows);
const ScenarioWords scenario_expect_words = TABLE(expect_rows);
const ScenarioWords scenario_zone_words = TABLE(zone_rows);
const ScenarioWords scenario_step_words = TABLE(step_rows);
const ScenarioWords scenario_color_words = GAME_WORDS(W_WHITE, W_GREEN);
const ScenarioWords scenario_supertype_words = GAME_WORDS(W_BASIC, W_WORLD);
const ScenarioWords scenario_type_words = GAME_WORDS(W_ARTIFACT, W_VANGUARD);
const ScenarioWords scenario_state_words = TABLE(state_rows);
const ScenarioWords scenario_face_down_words = TABLE(face_down_rows);
const ScenarioWords scenario_format_words = TABLE(format_rows);
const ScenarioWords scenario_trait_words = TABLE(trait_rows);

ScenarioWord scenario_word_row(const ScenarioWords *words, u32 i) {
  if (words->words) return words->words[i];
  return (ScenarioWord){.text = word_text((Word)(words->first + i)).data, .value = words->first + i};
}

const ScenarioWord *scenario_word_of(const ScenarioWords *words, u32 value) {
  const ScenarioWord *row = words->words;
  while (row->value != value) row++;
  return row;
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

/* Whether `text` is the first of those words. */
static bool is_first(Str text, const char *words) {
  u32 length = words ? (u32)strcspn(words, " ") : 0;
  return length && str_equal(text, (Str){words, length});
}

/* Keywords are what rows begin with, and words that stand between others. Words that only ever follow another keyword
   (`up`, `begin`, `target`) and types of cards are none: nothing that begins with one of them could be taken for an
   alias. */
bool scenario_word_reserved(Str text) {
  static const ScenarioWords *const begin[] = {&scenario_line_words,   &scenario_player_line_words,
                                               &scenario_clause_words, &scenario_suffix_words,
                                               &scenario_answer_words, &scenario_expect_words};
  static const ScenarioWords *const whole[] = {&scenario_zone_words,  &scenario_step_words,   &scenario_color_words,
                                               &scenario_state_words, &scenario_format_words, &scenario_trait_words,
                                               &scenario_verb_words};
  static const char *const between[] = {"answers", "again",  "as",      "empty", "band", "nothing", "of",
                                        "in",      "on",     "ability", "top",   "for",  "some",    "nor",
                                        "base",    "tokens", "cards",   "all",   "and",  "to",      "by"};
  for (u32 i = 0; i < COUNT_OF(whole); i++)
    if (scenario_word_find(whole[i], text, NULL)) return true;
  for (u32 i = 0; i < COUNT_OF(begin); i++)
    for (u32 k = 0; k < begin[i]->count; k++)
      if (is_first(text, begin[i]->words[k].text) || is_first(text, begin[i]->words[k].other)) return true;
  for (u32 i = 0; i < COUNT_OF(between); i++)
    if (str_is(text, between[i])) return true;
  return false;
}
