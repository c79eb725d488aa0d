/* Expectations: of what one speaks, then a row of scenario.def. */
#include "scenario/scenario_parse_private.h"

#include <stdio.h>

/* --- the rows ------------------------------------------------------------------------------- */

/* The word that comes next where several rows of the subject begin with what stands up to `begun`: one of two at
   most. */
static bool need_next_word(Parser *parser, u32 subject, u32 begun) {
  Str next[2];
  u32 count = 0;
  for (u32 i = 0; i < 2 * scenario_expect_words.count && count < COUNT_OF(next); i++) {
    const ScenarioWord *row = &scenario_expect_words.words[i / 2];
    u32 end;
    Str rest = sp_rest_behind(parser, parser->token.offset, str_of(i % 2 ? row->other : row->text), &end);
    if (row->where != subject || end != begun || rest.length == 0) continue;
    const char *space = memchr(rest.data, ' ', rest.length);
    if (space) rest.length = (u32)(space - rest.data);
    next[count++] = rest;
  }
  sp_advance_to(parser, begun);
  char what[64];
  snprintf(what, sizeof what, "%.*s", (int)next[0].length, next[0].data);
  if (count == 1) return sp_need_word(parser, what);
  snprintf(what, sizeof what, "`%.*s` %s `%.*s`", (int)next[0].length, next[0].data,
           phrase_said(parser->language, "or"), (int)next[1].length, next[1].data);
  return sp_expected(parser, what);
}

/* Uses up the longest row of the subject that stands here; null if none does, with the error set if one begins here and
   doesn't go on. */
static const ScenarioWord *accept_form(Parser *parser, u32 subject, bool *negated) {
  const ScenarioWord *found = NULL;
  u32 whole = parser->token.offset, begun = whole;
  if (!sp_is(parser, TOKEN_WORD)) return NULL;
  for (u32 i = 0; i < 2 * scenario_expect_words.count; i++) {
    const ScenarioWord *row = &scenario_expect_words.words[i / 2];
    u32 end;
    Str rest = sp_rest_behind(parser, parser->token.offset, str_of(i % 2 ? row->other : row->text), &end);
    if (row->where != subject || end <= (rest.length ? begun : whole)) continue;
    if (end > begun) begun = end;
    if (rest.length) continue;
    whole = end;
    found = row;
    *negated = i % 2;
  }
  if (begun > whole) {
    need_next_word(parser, subject, begun);
    return NULL;
  }
  if (found) sp_advance_to(parser, whole);
  return parser->status ? NULL : found;
}

/* --- of what one speaks ---------------------------------------------------------------------- */

/* Uses up a row of the subject and what stands behind it; `*found` is whether one stands here. */
static bool parse_form(Parser *parser, u32 subject, ScenarioExpect *expect, bool *found) {
  const ScenarioWord *row = accept_form(parser, subject, &expect->negated);
  *found = row || parser->status;
  if (row) expect->kind = (ScenarioExpectKind)row->value;
  return row && sp_take(parser, row, expect);
}

static bool parse_object(Parser *parser, ScenarioExpect *expect) {
  if (sp_is(parser, TOKEN_INT)) {
    expect->quantifier = SCENARIO_EXACTLY;
    if (!sp_number(parser, "a number of objects", 0, &expect->exactly)) return false;
  } else if (sp_accept_word(parser, "some")) {
    expect->quantifier = SCENARIO_SOME;
  } else if (sp_accept_word(parser, "no")) {
    expect->quantifier = SCENARIO_NO;
  }
  expect->ref = sp_ref(parser, REF_OBJECT, "an object: a name in quotes or an alias");
  if (!expect->ref) return false;
  expect->kind = SCENARIO_EXPECT_EXISTS;
  if (expect->quantifier != SCENARIO_EVERY && sp_is(parser, TOKEN_END)) return !parser->status;
  bool found, fine = parse_form(parser, OF_OBJECTS, expect, &found);
  if (found) return fine;
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_words(&suggestion, &scenario_expect_words, OF_OBJECTS);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "what is expected of the object, such as `is`, `has` or `counters`", &suggestion);
}

/* Uses up a zone, of a player also `tokens` and `cards`, and the count behind it. */
static bool parse_zone(Parser *parser, ScenarioExpect *expect, bool *found) {
  u32 zone = ZONE_BATTLEFIELD;
  bool of_player = expect->player != SCENARIO_NONE;
  if (of_player && sp_accept_word(parser, "tokens")) {
    expect->counted = SCENARIO_COUNT_TOKENS;
  } else if (of_player && sp_accept_word(parser, "cards")) {
    expect->counted = SCENARIO_COUNT_CARDS;
  } else if (!sp_accept_row(parser, &scenario_zone_words, &zone)) {
    *found = parser->status;
    return false;
  }
  *found = true;
  expect->zone = (Zone)zone;
  expect->kind = SCENARIO_EXPECT_ZONE;
  return sp_take(parser, scenario_word_of(&scenario_expect_words, SCENARIO_EXPECT_ZONE), expect);
}

static bool parse_of_player(Parser *parser, ScenarioExpect *expect) {
  expect->player = sp_find_player(parser, parser->token.text);
  sp_advance(parser);
  bool found, fine = parse_zone(parser, expect, &found);
  if (!found) fine = parse_form(parser, OF_PLAYER, expect, &found);
  if (found) return fine;
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_words(&suggestion, &scenario_expect_words, OF_PLAYER);
  sp_suggest(&suggestion, STR("tokens"));
  sp_suggest(&suggestion, STR("cards"));
  sp_suggest_words(&suggestion, &scenario_zone_words, ANY_PLACE);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "what is expected of the player: a zone, `life`, `counters`, `mana`, `can`, `wins` …",
                          &suggestion);
}

/* Whether an object stands here, or a number or `some` or `no` before one. */
static bool begins_object(Parser *parser) {
  return sp_is(parser, TOKEN_QUOTED) || sp_is(parser, TOKEN_INT) || sp_is_word(parser, "some") ||
         sp_is_word(parser, "no") || sp_begins_special_ref(parser) || sp_is_alias(parser);
}

static bool unknown_subject(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_words(&suggestion, &scenario_expect_words, OF_GAME);
  sp_suggest_words(&suggestion, &scenario_zone_words, ANY_PLACE);
  sp_suggest_names(&suggestion, parser, REF_EITHER);
  return sp_expected_near(parser, &parser->token, sp_is(parser, TOKEN_WORD) ? GAVEL_E_UNKNOWN : GAVEL_E_SYNTAX,
                          "what is looked at: a player, an object (a name in quotes or an "
                          "alias), a zone or a word such as `game`",
                          &suggestion);
}

static bool parse_any(Parser *parser, ScenarioExpect *expect) {
  bool found, fine = parse_zone(parser, expect, &found);
  if (!found) fine = parse_form(parser, OF_GAME, expect, &found);
  if (found) return fine;
  if (sp_is(parser, TOKEN_WORD) && sp_find_player(parser, parser->token.text) != SCENARIO_NONE)
    return parse_of_player(parser, expect);
  return begins_object(parser) ? parse_object(parser, expect) : unknown_subject(parser);
}

ScenarioExpect *sp_expectation(Parser *parser) {
  ScenarioExpect *expect = sp_new(parser, sizeof *expect);
  if (!expect) return NULL;
  expect->place = parser->token.place;
  expect->player = SCENARIO_NONE;
  expect->zone = ZONE_NONE;
  return parse_any(parser, expect) && sp_end(parser, "the end of the line") ? expect : NULL;
}
