/* Expectations. */
#include "scenario/scenario_parse_private.h"

/* A word and how an expectation goes on behind it. */
typedef struct ExpectWord {
  const char *word;
  bool (*parse)(Parser *parser, ScenarioExpect *expect);
} ExpectWord;

static const ExpectWord *find_word(const ExpectWord *words, u32 count, Str text) {
  for (u32 i = 0; i < count; i++) {
    if (str_is(text, words[i].word)) return &words[i];
  }
  return NULL;
}

static void try_words(Suggestion *suggestion, const ExpectWord *words, u32 count) {
  for (u32 i = 0; i < count; i++) sp_suggest(suggestion, str_of(words[i].word));
}

static bool parse_amount(Parser *parser, ScenarioExpect *expect, const char *what, i64 min) {
  return sp_number(parser, what, min, SP_AMOUNT_CAP, &expect->amount);
}

static bool parse_expect_counters(Parser *parser, ScenarioExpect *expect) {
  ScenarioCounters counters;
  if (!sp_counters(parser, &counters)) return false;
  expect->text = (ScenarioText){counters.kind, counters.place};
  expect->amount = counters.count;
  return true;
}

static bool parse_has(Parser *parser, ScenarioExpect *expect) { return sp_ability(parser, false, &expect->ability); }

/* --- of objects ---------------------------------------------------------------------------- */

static bool parse_object_is(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_IS;
  expect->negated = sp_accept_word(parser, "not");
  return sp_descriptors(parser, true, &expect->descriptors);
}

static bool parse_object_has(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_HAS;
  if (!sp_accept_word(parser, "no")) return parse_has(parser, expect);
  expect->kind = SCENARIO_EXPECT_NO_ABILITIES;
  return sp_need_word(parser, "abilities");
}

static bool parse_object_lacks(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_HAS;
  expect->negated = true;
  return parse_has(parser, expect);
}

static bool parse_object_name(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_NAME;
  return sp_accept_word(parser, "none") || sp_quoted(parser, "a name in quotes, or `none`", &expect->text);
}

static bool parse_object_types(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_TYPES;
  return sp_quoted(parser, "a type line in quotes", &expect->text);
}

static bool parse_object_mana(Parser *parser, ScenarioExpect *expect) {
  if (sp_accept_word(parser, "value")) {
    expect->kind = SCENARIO_EXPECT_MANA_VALUE;
    return parse_amount(parser, expect, "a mana value", 0);
  }
  if (!sp_accept_word(parser, "cost")) return sp_expected(parser, "`cost` or `value` after `mana`");
  expect->kind = SCENARIO_EXPECT_MANA_COST;
  if (sp_accept_word(parser, "none")) return true;
  if (!sp_is(parser, TOKEN_SYMBOLS)) return sp_expected(parser, "mana such as {2}{U}, or `none`");
  return sp_mana(parser, &expect->text);
}

static bool parse_object_counters(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_COUNTERS;
  return parse_expect_counters(parser, expect);
}

static bool parse_object_damage(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_DAMAGE;
  return parse_amount(parser, expect, "an amount of damage", 0);
}

static bool parse_object_loyalty(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_LOYALTY;
  return parse_amount(parser, expect, "a loyalty", 0);
}

static bool parse_object_controller(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_CONTROLLER;
  return sp_player(parser, &expect->player);
}

static bool parse_object_owner(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_OWNER;
  return sp_player(parser, &expect->player);
}

static bool parse_object_attached(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_ATTACHED;
  if (expect->negated && sp_is(parser, TOKEN_END)) return !parser->status;
  if (!sp_need_word(parser, "to")) return false;
  expect->other = sp_ref(parser, REF_EITHER, "the object or player it is attached to");
  return expect->other != NULL;
}

static bool parse_object_not(Parser *parser, ScenarioExpect *expect) {
  expect->negated = true;
  return sp_need_word(parser, "attached") && parse_object_attached(parser, expect);
}

static const ExpectWord object_words[] = {
    {"is", parse_object_is},
    {"are", parse_object_is},
    {"has", parse_object_has},
    {"have", parse_object_has},
    {"lacks", parse_object_lacks},
    {"lack", parse_object_lacks},
    {"name", parse_object_name},
    {"types", parse_object_types},
    {"mana", parse_object_mana},
    {"counters", parse_object_counters},
    {"damage", parse_object_damage},
    {"loyalty", parse_object_loyalty},
    {"controller", parse_object_controller},
    {"owner", parse_object_owner},
    {"attached", parse_object_attached},
    {"not", parse_object_not},
};

static bool unknown_object_word(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  try_words(&suggestion, object_words, COUNT_OF(object_words));
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "what is expected of the object, such as `is`, `has` or `counters`", &suggestion);
}

static bool parse_object(Parser *parser, ScenarioExpect *expect) {
  if (sp_is(parser, TOKEN_INT)) {
    expect->quantifier = SCENARIO_EXACTLY;
    if (!sp_number(parser, "a number of objects", 0, SP_AMOUNT_CAP, &expect->exactly)) return false;
  } else if (sp_accept_word(parser, "some")) {
    expect->quantifier = SCENARIO_SOME;
  } else if (sp_accept_word(parser, "no")) {
    expect->quantifier = SCENARIO_NO;
  }
  expect->ref = sp_ref(parser, REF_OBJECT, "an object: a name in quotes or an alias");
  if (!expect->ref) return false;
  expect->kind = SCENARIO_EXPECT_EXISTS;
  if (expect->quantifier != SCENARIO_EVERY && sp_is(parser, TOKEN_END)) return !parser->status;
  const ExpectWord *word =
      sp_is(parser, TOKEN_WORD) ? find_word(object_words, COUNT_OF(object_words), parser->token.text) : NULL;
  if (!word) return unknown_object_word(parser);
  sp_advance(parser);
  return word->parse(parser, expect);
}

/* --- of zones ------------------------------------------------------------------------------ */

/* hand 3, hand "Clone" 1: what follows the zone. */
static bool parse_zone_count(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_ZONE;
  if (!sp_is(parser, TOKEN_INT)) {
    expect->ref = sp_ref(parser, REF_OBJECT, "a count, or a name in quotes or an alias and a count");
    if (!expect->ref) return false;
  }
  return parse_amount(parser, expect, "a count", 0);
}

/* Uses up a zone if one stands here. */
static bool accept_zone(Parser *parser, ScenarioExpect *expect) {
  u32 zone;
  if (!sp_accept_row(parser, &scenario_zone_words, &zone)) return false;
  expect->zone = (ScenarioZone)zone;
  return true;
}

/* --- of a player --------------------------------------------------------------------------- */

static bool parse_life_total(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_LIFE;
  return parse_amount(parser, expect, "a life total", -SP_AMOUNT_CAP);
}

static bool parse_counters_of_player(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_PLAYER_COUNTERS;
  return parse_expect_counters(parser, expect);
}

static bool parse_pool(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_POOL;
  if (sp_accept_word(parser, "none")) return true;
  if (!sp_is(parser, TOKEN_SYMBOLS)) return sp_expected(parser, "mana such as {G}{G}, or `none`");
  if (!sp_mana(parser, &expect->text)) return false;
  if (!sp_is(parser, TOKEN_INT)) return true;
  expect->kind = SCENARIO_EXPECT_POOL_KIND;
  const Str mana = expect->text.text;
  if (memchr(mana.data, '}', mana.length) != mana.data + mana.length - 1) {
    return sp_expected(parser, "the end of the line (only one kind of mana is counted)");
  }
  return parse_amount(parser, expect, "an amount of mana", 0);
}

static bool parse_player_has(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_PLAYER_HAS;
  return parse_has(parser, expect);
}

static bool parse_player_lacks(Parser *parser, ScenarioExpect *expect) {
  expect->negated = true;
  return parse_player_has(parser, expect);
}

static bool parse_can(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_CAN;
  ScenarioPlace place = parser->token.place;
  u32 verb;
  if (!sp_accept_row(parser, &scenario_can_words, &verb)) {
    return sp_expected_word(parser, "what a player might do, such as `cast`, `activate` or `block`",
                            &scenario_can_words);
  }
  expect->action = sp_action(parser, expect->player, (ScenarioVerb)verb, place);
  return expect->action != NULL;
}

static bool parse_cannot(Parser *parser, ScenarioExpect *expect) {
  expect->negated = true;
  return parse_can(parser, expect);
}

static bool parse_wins(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_WINS;
  return !parser->status;
}

static bool parse_loses(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_LOSES;
  return !parser->status;
}

static bool parse_draws(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_DRAWS;
  return !parser->status;
}

static bool parse_tokens(Parser *parser, ScenarioExpect *expect) {
  expect->zone = SCENARIO_ZONE_BATTLEFIELD;
  expect->counted = SCENARIO_COUNT_TOKENS;
  return parse_zone_count(parser, expect);
}

static bool parse_cards(Parser *parser, ScenarioExpect *expect) {
  expect->zone = SCENARIO_ZONE_BATTLEFIELD;
  expect->counted = SCENARIO_COUNT_CARDS;
  return parse_zone_count(parser, expect);
}

static const ExpectWord player_words[] = {
    {"life", parse_life_total},    {"counters", parse_counters_of_player},
    {"mana", parse_pool},          {"has", parse_player_has},
    {"lacks", parse_player_lacks}, {"can", parse_can},
    {"cannot", parse_cannot},      {"wins", parse_wins},
    {"loses", parse_loses},        {"draws", parse_draws},
    {"tokens", parse_tokens},      {"cards", parse_cards},
};

static bool parse_of_player(Parser *parser, ScenarioExpect *expect) {
  expect->player = sp_find_player(parser, parser->token.text);
  sp_advance(parser);
  if (accept_zone(parser, expect)) return parse_zone_count(parser, expect);
  const ExpectWord *word =
      sp_is(parser, TOKEN_WORD) ? find_word(player_words, COUNT_OF(player_words), parser->token.text) : NULL;
  if (word) {
    sp_advance(parser);
    return word->parse(parser, expect);
  }
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  try_words(&suggestion, player_words, COUNT_OF(player_words));
  sp_suggest_words(&suggestion, &scenario_zone_words);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "what is expected of the player: a zone, `life`, `counters`, `mana`, `can`, `wins` …",
                          &suggestion);
}

/* --- of the game --------------------------------------------------------------------------- */

/* illegal Alice casts …, illegal Alice answers … */
static bool parse_illegal(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_ILLEGAL;
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

static bool parse_asked(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_ASKED;
  return !parser->status;
}

static bool parse_not_asked(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_ASKED;
  expect->negated = true;
  return sp_need_word(parser, "asked");
}

static bool parse_game(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_GAME_OVER;
  if (sp_accept_word(parser, "over")) return true;
  expect->kind = SCENARIO_EXPECT_GAME_CONTINUES;
  if (sp_accept_word(parser, "continues")) return true;
  return sp_expected(parser, "`over` or `continues` after `game`");
}

static bool parse_active(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_ACTIVE;
  return sp_player(parser, &expect->player);
}

static bool parse_turn_number(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_TURN;
  return parse_amount(parser, expect, "the number of a turn", 1);
}

static bool parse_is_day(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_DAY;
  return !parser->status;
}

static bool parse_is_night(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_NIGHT;
  return !parser->status;
}

static bool parse_is_neither(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_NEITHER_DAY_NOR_NIGHT;
  return sp_need_word(parser, "day") && sp_need_word(parser, "nor") && sp_need_word(parser, "night");
}

static bool parse_monarch(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_MONARCH;
  return sp_accept_word(parser, "none") || sp_player(parser, &expect->player);
}

static bool parse_initiative(Parser *parser, ScenarioExpect *expect) {
  expect->kind = SCENARIO_EXPECT_INITIATIVE;
  return sp_accept_word(parser, "none") || sp_player(parser, &expect->player);
}

static const ExpectWord game_words[] = {
    {"illegal", parse_illegal}, {"asked", parse_asked},           {"not", parse_not_asked},
    {"game", parse_game},       {"active", parse_active},         {"turn", parse_turn_number},
    {"day", parse_is_day},      {"night", parse_is_night},        {"neither", parse_is_neither},
    {"monarch", parse_monarch}, {"initiative", parse_initiative},
};

/* --- any ----------------------------------------------------------------------------------- */

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
  try_words(&suggestion, game_words, COUNT_OF(game_words));
  sp_suggest_words(&suggestion, &scenario_zone_words);
  sp_suggest_names(&suggestion, parser, REF_EITHER);
  return sp_expected_near(parser, &parser->token, sp_is(parser, TOKEN_WORD) ? GAVEL_E_UNKNOWN : GAVEL_E_SYNTAX,
                          "what is looked at: a player, an object (a name in quotes or an "
                          "alias), a zone or a word such as `game`",
                          &suggestion);
}

static bool parse_any(Parser *parser, ScenarioExpect *expect) {
  if (accept_zone(parser, expect)) return parse_zone_count(parser, expect);
  if (sp_is(parser, TOKEN_WORD)) {
    const ExpectWord *word = find_word(game_words, COUNT_OF(game_words), parser->token.text);
    if (word) {
      sp_advance(parser);
      return word->parse(parser, expect);
    }
    if (sp_find_player(parser, parser->token.text) != SCENARIO_NONE) {
      return parse_of_player(parser, expect);
    }
  }
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
  expect->zone = SCENARIO_ZONE_NONE;
  return parse_any(parser, expect) && sp_end(parser, "the end of the line") ? expect : NULL;
}
