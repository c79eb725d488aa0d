/* Expectations: of what one speaks, then a row of scenario_expect.def. */
#include "scenario/scenario_parse_private.h"

#include <stdio.h>

/* --- the rows ------------------------------------------------------------------------------- */

static void suggest_forms(Suggestion *suggestion, ExpectSubject subject) {
  for (u32 i = 0; i < scenario_expect_forms.count; i++) {
    const ExpectForm *form = &scenario_expect_forms.rows[i];
    if (form->subject != subject) continue;
    sp_suggest(suggestion, str_of(form->words));
    sp_suggest(suggestion, str_of(form->negated));
  }
}

/* The word that comes next where several rows of the subject begin with what stands up to `begun`: one of two at most. */
static bool need_next_word(Parser *parser, ExpectSubject subject, u32 begun) {
  Str next[2];
  u32 count = 0;
  for (u32 i = 0; i < 2 * scenario_expect_forms.count && count < COUNT_OF(next); i++) {
    const ExpectForm *form = &scenario_expect_forms.rows[i / 2];
    u32 end;
    Str rest = sp_rest_behind(parser, str_of(i % 2 ? form->negated : form->words), &end);
    if (form->subject != subject || end != begun || rest.length == 0) continue;
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

/* Uses up the longest row of the subject that stands here; null if none does, with the error set if one begins here and doesn't
   go on. */
static const ExpectForm *accept_form(Parser *parser, ExpectSubject subject, bool *negated) {
  const ExpectForm *found = NULL;
  u32 whole = parser->token.offset, begun = whole;
  if (!sp_is(parser, TOKEN_WORD)) return NULL;
  for (u32 i = 0; i < 2 * scenario_expect_forms.count; i++) {
    const ExpectForm *form = &scenario_expect_forms.rows[i / 2];
    u32 end;
    Str rest = sp_rest_behind(parser, str_of(i % 2 ? form->negated : form->words), &end);
    if (form->subject != subject || end <= (rest.length ? begun : whole)) continue;
    if (end > begun) begun = end;
    if (rest.length) continue;
    whole = end;
    found = form;
    *negated = i % 2;
  }
  if (begun > whole) {
    need_next_word(parser, subject, begun);
    return NULL;
  }
  if (found) sp_advance_to(parser, whole);
  return parser->status ? NULL : found;
}

/* --- what stands behind their words ---------------------------------------------------------- */

static bool parse_counters(Parser *parser, ScenarioExpect *expect) {
  ScenarioCounters counters;
  if (!sp_counters(parser, &counters)) return false;
  expect->text = (ScenarioText){counters.kind, counters.place};
  expect->amount = counters.count;
  return true;
}

static bool parse_mana(Parser *parser, ScenarioExpect *expect, const char *what) {
  if (sp_accept_word(parser, "none")) return true;
  return sp_is(parser, TOKEN_SYMBOLS) ? sp_mana(parser, &expect->text) : sp_expected(parser, what);
}

static bool parse_pool(Parser *parser, ScenarioExpect *expect, const char *what) {
  if (!parse_mana(parser, expect, what)) return false;
  const Str mana = expect->text.text;
  if (!sp_is(parser, TOKEN_INT) || mana.length == 0) return !parser->status;
  expect->kind = SCENARIO_EXPECT_POOL_KIND;
  if (memchr(mana.data, '}', mana.length) != mana.data + mana.length - 1) {
    return sp_expected(parser, "the end of the line (only one kind of mana is counted)");
  }
  return sp_number(parser, scenario_expect_form(expect->kind)->what, 0, SCENARIO_AMOUNT_CAP, &expect->amount);
}

static bool parse_attached(Parser *parser, ScenarioExpect *expect, const char *what) {
  if (expect->negated && sp_is(parser, TOKEN_END)) return !parser->status;
  if (!sp_need_word(parser, "to")) return false;
  expect->other = sp_ref(parser, REF_EITHER, what);
  return expect->other != NULL;
}

static bool parse_possible(Parser *parser, ScenarioExpect *expect) {
  ScenarioPlace place = parser->token.place;
  u32 verb;
  if (!sp_accept_row(parser, &scenario_can_words, &verb)) {
    return sp_expected_word(parser, "what a player might do, such as `cast`, `activate` or `block`",
                            &scenario_can_words);
  }
  expect->action = sp_action(parser, expect->player, (ScenarioVerb)verb, place);
  return expect->action != NULL;
}

/* Alice casts …, Alice answers … */
static bool parse_attempt(Parser *parser, ScenarioExpect *expect) {
  ScenarioPlace place = parser->token.place;
  u32 verb;
  if (!sp_player(parser, &expect->player) || !sp_verb(parser, &verb)) return false;
  if (verb == SCENARIO_VERB_COUNT) {
    expect->answers = sp_answers(parser, expect->player, place);
    return expect->answers != NULL;
  }
  expect->action = sp_action(parser, expect->player, (ScenarioVerb)verb, place);
  return expect->action != NULL;
}

/* hand 3, hand "Clone" 1: what follows the zone. */
static bool parse_zone_count(Parser *parser, ScenarioExpect *expect, const char *what) {
  if (!sp_is(parser, TOKEN_INT)) {
    expect->ref = sp_ref(parser, REF_OBJECT, "a count, or a name in quotes or an alias and a count");
    if (!expect->ref) return false;
  }
  return sp_number(parser, what, 0, SCENARIO_AMOUNT_CAP, &expect->amount);
}

static bool parse_shape(Parser *parser, ScenarioExpect *expect, const ExpectForm *form) {
  expect->kind = form->kind;
  switch (form->shape) {
    case EXPECT_NOTHING: return !parser->status;
    case EXPECT_AMOUNT: return sp_number(parser, form->what, form->least, SCENARIO_AMOUNT_CAP, &expect->amount);
    case EXPECT_TEXT: return sp_quoted(parser, form->what, &expect->text);
    case EXPECT_TEXT_OR_NONE: return sp_accept_word(parser, "none") || sp_quoted(parser, form->what, &expect->text);
    case EXPECT_MANA: return parse_mana(parser, expect, form->what);
    case EXPECT_POOL: return parse_pool(parser, expect, form->what);
    case EXPECT_COUNTERS: return parse_counters(parser, expect);
    case EXPECT_PLAYER: return sp_player(parser, &expect->player);
    case EXPECT_PLAYER_OR_NONE: return sp_accept_word(parser, "none") || sp_player(parser, &expect->player);
    case EXPECT_ABILITY: return sp_ability(parser, false, &expect->ability);
    case EXPECT_DESCRIPTORS: return sp_descriptors(parser, true, &expect->descriptors);
    case EXPECT_ATTACHED: return parse_attached(parser, expect, form->what);
    case EXPECT_POSSIBLE: return parse_possible(parser, expect);
    case EXPECT_ATTEMPT: return parse_attempt(parser, expect);
    case EXPECT_ZONE: return parse_zone_count(parser, expect, form->what);
  }
  return false;
}

/* --- of what one speaks ---------------------------------------------------------------------- */

/* Uses up a row of the subject and what stands behind it; `*found` is whether one stands here. */
static bool parse_form(Parser *parser, ExpectSubject subject, ScenarioExpect *expect, bool *found) {
  const ExpectForm *form = accept_form(parser, subject, &expect->negated);
  *found = form || parser->status;
  return form && parse_shape(parser, expect, form);
}

static bool parse_object(Parser *parser, ScenarioExpect *expect) {
  if (sp_is(parser, TOKEN_INT)) {
    expect->quantifier = SCENARIO_EXACTLY;
    if (!sp_number(parser, "a number of objects", 0, SCENARIO_AMOUNT_CAP, &expect->exactly)) return false;
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
  suggest_forms(&suggestion, OF_OBJECTS);
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
  return parse_shape(parser, expect, scenario_expect_form(SCENARIO_EXPECT_ZONE));
}

static bool parse_of_player(Parser *parser, ScenarioExpect *expect) {
  expect->player = sp_find_player(parser, parser->token.text);
  sp_advance(parser);
  bool found, fine = parse_zone(parser, expect, &found);
  if (!found) fine = parse_form(parser, OF_PLAYER, expect, &found);
  if (found) return fine;
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  suggest_forms(&suggestion, OF_PLAYER);
  sp_suggest(&suggestion, STR("tokens"));
  sp_suggest(&suggestion, STR("cards"));
  sp_suggest_words(&suggestion, &scenario_zone_words);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "what is expected of the player: a zone, `life`, `counters`, `mana`, `can`, `wins` …",
                          &suggestion);
}

/* Whether an object stands here, or a number or `some` or `no` before one. */
static bool begins_object(Parser *parser) {
  static const char *const words[] = {"some", "no", "face-down", "ability", "top"};
  if (sp_is(parser, TOKEN_QUOTED) || sp_is(parser, TOKEN_INT)) return true;
  if (!sp_is(parser, TOKEN_WORD)) return false;
  for (u32 i = 0; i < COUNT_OF(words); i++) {
    if (sp_is_word(parser, words[i])) return true;
  }
  Str alias = parser->token.text;
  const char *dot = memchr(alias.data, '.', alias.length);
  if (dot) alias.length = (u32)(dot - alias.data);
  return intern_find(&parser->alias_names, alias) != 0;
}

static bool unknown_subject(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  suggest_forms(&suggestion, OF_GAME);
  sp_suggest_words(&suggestion, &scenario_zone_words);
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

ScenarioExpect *sp_expect(Parser *parser) {
  ScenarioExpect *expect = arena_alloc(parser->arena, sizeof *expect);
  if (!expect) {
    sp_no_memory(parser);
    return NULL;
  }
  expect->place = parser->token.place;
  expect->player = SCENARIO_NONE;
  expect->zone = ZONE_NONE;
  return parse_any(parser, expect) && sp_end(parser, "the end of the line") ? expect : NULL;
}
