/* The lines of a scenario's header and of its players. */
#include "scenario/scenario_parse_private.h"

/* --- the header ---------------------------------------------------------------------------- */

/* Takes digits off `*text`; how many. */
static u32 take_digits(Str *text) {
  u32 i = 0;
  while (i < text->length && text->data[i] >= '0' && text->data[i] <= '9') i++;
  *text = (Str){text->data + i, text->length - i};
  return i;
}

/* 707, 707.2, 707.2a */
static bool is_rule_number(Str text) {
  if (take_digits(&text) != 3) return false;
  if (text.length == 0) return true;
  if (text.data[0] != '.') return false;
  text = (Str){text.data + 1, text.length - 1};
  u32 digits = take_digits(&text);
  bool letter = text.length == 1 && text.data[0] >= 'a' && text.data[0] <= 'z';
  return digits >= 1 && digits <= 3 && (text.length == 0 || letter);
}

bool sp_rules(Parser *parser) {
  do {
    sp_advance(parser);
    if (parser->token.kind == TOKEN_END || !is_rule_number(parser->token.text)) {
      return sp_expected(parser, "the number of a rule such as 707.2 or 702.22c");
    }
    ScenarioText *rule = SP_PUSH(parser, &parser->scenario->rules);
    if (!rule) return false;
    *rule = sp_text_here(parser);
    sp_advance(parser);
  } while (sp_is(parser, TOKEN_COMMA));
  return sp_end(parser, "`,` and another rule, or the end of the line");
}

bool sp_cite(Parser *parser) {
  do {
    sp_advance(parser);
    ScenarioText cite;
    if (!sp_quoted(parser, "a source in quotes", &cite)) return false;
    ScenarioText *slot = SP_PUSH(parser, &parser->scenario->cites);
    if (!slot) return false;
    *slot = cite;
  } while (sp_is(parser, TOKEN_COMMA));
  return sp_end(parser, "the end of the line");
}

bool sp_format(Parser *parser) {
  Token keyword = parser->token;
  sp_advance(parser);
  u32 format;
  if (!sp_accept_row(parser, &scenario_format_words, &format)) {
    return sp_expected_word(parser, "`commander` or `freeforall`", &scenario_format_words);
  }
  if (parser->scenario->format != SCENARIO_FORMAT_PLAIN) {
    return sp_fail(parser, &keyword, GAVEL_E_CHECK, "expected one `format`, found a second");
  }
  parser->scenario->format = (ScenarioFormat)format;
  return sp_end(parser, "the end of the line");
}

bool sp_seed(Parser *parser) {
  Token keyword = parser->token;
  sp_advance(parser);
  Str digits = parser->token.text;
  u64 seed = 0;
  bool fits = digits.length > 0;
  for (u32 i = 0; i < digits.length && fits; i++) {
    char c = digits.data[i];
    u64 digit = (u64)(c - '0');
    fits = c >= '0' && c <= '9' && seed <= (UINT64_MAX - digit) / 10;
    if (fits) seed = seed * 10 + digit;
  }
  if (!fits) return sp_expected(parser, "a seed from 0 to 18446744073709551615");
  if (parser->scenario->has_seed) {
    return sp_fail(parser, &keyword, GAVEL_E_CHECK, "expected one `seed`, found a second");
  }
  parser->scenario->has_seed = true;
  parser->scenario->seed = seed;
  sp_advance(parser);
  return sp_end(parser, "the end of the line");
}

bool sp_option(Parser *parser) {
  bool *fields[] = {
#define OPTION(FIELD, TEXT) &parser->scenario->FIELD,
      SCENARIO_OPTIONS(OPTION)
#undef OPTION
  };
  static const char *const words[] = {
#define OPTION(FIELD, TEXT) TEXT,
      SCENARIO_OPTIONS(OPTION)
#undef OPTION
  };
  for (u32 i = 0; i < COUNT_OF(words); i++) {
    u32 end;
    Str rest = sp_rest_behind(parser, str_of(words[i]), &end);
    if (end == parser->token.offset) continue;
    sp_advance_to(parser, end);
    *fields[i] = true;
    if (rest.length > 0 && !sp_need_word(parser, rest.data)) return false;
  }
  return sp_end(parser, "the end of the line");
}

bool sp_day(Parser *parser) {
  ScenarioDay day = sp_is_word(parser, "day") ? SCENARIO_DAY : SCENARIO_NIGHT;
  if (parser->scenario->day != SCENARIO_NEITHER && parser->scenario->day != day) {
    return sp_fail(parser, &parser->token, GAVEL_E_CHECK, "expected `day` or `night`, found both");
  }
  parser->scenario->day = day;
  sp_advance(parser);
  return sp_end(parser, "the end of the line");
}

/* --- players ------------------------------------------------------------------------------- */

ScenarioPlayer *sp_last_player(Parser *parser) {
  return &parser->scenario->players.data[parser->scenario->players.count - 1];
}

bool sp_player_line(Parser *parser) {
  sp_advance(parser);
  Token name;
  if (!sp_new_name(parser, "a player's name (letters, digits, _ and -)", &name)) return false;
  bool alias = intern_find(&parser->alias_names, name.text) != 0;
  if (alias || sp_find_player(parser, name.text) != SCENARIO_NONE) {
    return sp_fail(parser, &name, GAVEL_E_CHECK, "expected a new name, found `%.*s`, which is %s already",
                   (int)name.text.length, name.text.data,
                   phrase_said(parser->language, alias ? "an alias" : "a player"));
  }
  if (parser->scenario->players.count == SCENARIO_PLAYER_CAP) {
    return sp_fail(parser, &name, GAVEL_E_CHECK, "expected at most %u players, found one more", SCENARIO_PLAYER_CAP);
  }
  ScenarioPlayer *player = SP_PUSH(parser, &parser->scenario->players);
  if (!player) return false;
  player->name = name.text;
  player->place = name.place;
  return sp_end(parser, "the end of the line");
}

bool sp_life(Parser *parser) {
  Token keyword = parser->token;
  ScenarioPlayer *player = sp_last_player(parser);
  sp_advance(parser);
  if (!sp_number(parser, "a life total", -SCENARIO_AMOUNT_CAP, SCENARIO_AMOUNT_CAP, &player->life.n)) return false;
  if (player->life.given) {
    return sp_fail(parser, &keyword, GAVEL_E_CHECK, "expected one `life` per player, found a second");
  }
  player->life.given = true;
  return sp_end(parser, "the end of the line");
}

bool sp_player_counters(Parser *parser) {
  do {
    sp_advance(parser);
    ScenarioCounters counters;
    if (!sp_counters(parser, &counters)) return false;
    ScenarioCounters *slot = SP_PUSH(parser, &sp_last_player(parser)->counters);
    if (!slot) return false;
    *slot = counters;
  } while (sp_is(parser, TOKEN_SEMICOLON));
  return sp_end(parser, "`;` and another kind of counter, or the end of the line");
}

bool sp_player_mana(Parser *parser) {
  Token keyword = parser->token;
  ScenarioPlayer *player = sp_last_player(parser);
  if (player->mana.text.length > 0) {
    return sp_fail(parser, &keyword, GAVEL_E_CHECK, "expected one `mana` per player, found a second");
  }
  sp_advance(parser);
  return sp_mana(parser, &player->mana) && sp_end(parser, "the end of the line");
}

/* --- zones --------------------------------------------------------------------------------- */

bool sp_zone(Parser *parser) {
  Token word = parser->token;
  u32 zone = ZONE_NONE;
  scenario_word_find(&scenario_zone_words, word.text, &zone);
  sp_advance(parser);
  if (!sp_is(parser, TOKEN_COLON)) {
    return sp_expected(parser, "`:` after the name of a zone (a card's name that begins with a keyword "
                               "needs quotes)");
  }
  if (zone == ZONE_LIBRARY) sp_last_player(parser)->has_library = true;
  u32 offset = scenario_lex_skip_space(&parser->lexer, parser->lexer.pos);
  Str first = scenario_lex_word_at(&parser->lexer, offset);
  bool empty = str_is(first, "empty") &&
               scenario_lex_ends_at(&parser->lexer, scenario_lex_skip_space(&parser->lexer, offset + first.length));
  if (empty) {
    sp_advance(parser);
    sp_advance(parser);
    return sp_end(parser, "the end of the line");
  }
  if (!scenario_lex_ends_at(&parser->lexer, offset)) return sp_items(parser, (Zone)zone);
  parser->block = (Zone)zone;
  parser->block_is_empty = true;
  parser->block_word = word;
  return true;
}

bool sp_close_block(Parser *parser) {
  /* Whether nothing below `library:` means no cards or the usual ones is anyone's guess. */
  bool doubtful = parser->block == ZONE_LIBRARY && parser->block_is_empty;
  parser->block = ZONE_NONE;
  if (!doubtful) return true;
  return sp_fail(parser, &parser->block_word, GAVEL_E_SYNTAX,
                 "expected cards below `library:` or `library: empty`, found none");
}
