/* Reads a scenario file line by line and hands each line to the part that knows it. */
#include "scenario/scenario_parse_private.h"

/* --- lines that begin with a keyword ------------------------------------------------------- */

/* All that lines begin with, but for the names of players. */
static const ScenarioWords *const line_tables[] = {&scenario_line_words, &scenario_player_line_words,
                                                   &scenario_zone_words};

static Str first_word(const ScenarioWord *row) { return (Str){row->text, (u32)strcspn(row->text, " ")}; }

static const ScenarioWord *find_line(Str word) {
  for (u32 t = 0; t < COUNT_OF(line_tables); t++)
    for (u32 i = 0; i < line_tables[t]->count; i++)
      if (str_equal(word, first_word(&line_tables[t]->words[i]))) return &line_tables[t]->words[i];
  return NULL;
}

/* --- scenarios ----------------------------------------------------------------------------- */

/* Ends the block of a zone, if one is open. */
static bool close_block(Parser *parser) {
  /* Whether nothing below `library:` means no cards or the usual ones is anyone's guess. */
  bool doubtful = parser->block == ZONE_LIBRARY && parser->block_is_empty;
  parser->block = ZONE_NONE;
  if (!doubtful) return true;
  return sp_fail(parser, &parser->block_word, GAVEL_E_SYNTAX,
                 "expected cards below `library:` or `library: empty`, found none");
}

static bool finish_scenario(Parser *parser) {
  if (!parser->scenario) return true;
  bool ok = close_block(parser) && sp_begin_script(parser);
  intern_free(&parser->alias_names);
  intern_init(&parser->alias_names, parser->arena);
  return ok;
}

/* Begins a scenario at the present token. */
static bool start_scenario(Parser *parser) {
  if (!finish_scenario(parser)) return false;
  Scenario *scenario = sp_new(parser, sizeof *scenario);
  if (!scenario) return false;
  ScenarioFile *file = parser->file;
  file->scenarios.data = sp_grow(parser, file->scenarios.data, file->scenarios.count, sizeof(Scenario *));
  if (parser->status) return false;
  file->scenarios.data[file->scenarios.count++] = parser->scenario = scenario;
  scenario->place = parser->token.place;
  scenario->seed = 1;
  parser->phase = PHASE_SETUP;
  parser->given[0] = 0;
  parser->turn_has_again = false;
  return true;
}

/* Of several scenarios each needs a title to be told by. */
static bool check_titles(Parser *parser) {
  const ScenarioFile *file = parser->file;
  if (file->scenarios.count == 0) {
    const Token start = {.place = {1, 1}};
    return sp_fail(parser, &start, GAVEL_E_SYNTAX, "expected a scenario, found nothing in the file");
  }
  for (u32 i = 0; file->scenarios.count > 1 && i < file->scenarios.count; i++) {
    const Scenario *scenario = file->scenarios.data[i];
    if (scenario->titled) continue;
    const Token at = {.place = scenario->place};
    return sp_fail(parser, &at, GAVEL_E_SYNTAX,
                   "expected `scenario` and a title, as the file holds %u scenarios, found none",
                   file->scenarios.count);
  }
  return true;
}

/* --- telling lines apart ------------------------------------------------------------------- */

/* The word at or after `offset` and, in `*next`, where the one behind it would begin. */
static Str word_from(const Parser *parser, u32 offset, u32 *next) {
  offset = scenario_lex_skip_space(&parser->lexer, offset);
  Str word = scenario_lex_word_at(&parser->lexer, offset);
  *next = scenario_lex_skip_space(&parser->lexer, offset + word.length);
  return word;
}

/* Whether the line says at `offset` what a player does. */
static bool verb_at(const Parser *parser, u32 offset) {
  u32 end;
  offset = scenario_lex_skip_space(&parser->lexer, offset);
  bool found = sp_rest_behind(parser, offset, STR("answers"), &end).length == 0;
  for (u32 i = 0; i < scenario_verb_words.count && !found; i++)
    found = sp_rest_behind(parser, offset, str_of(scenario_verb_words.words[i].text), &end).length == 0;
  return found;
}

/* Whether `a` is `b` but for one letter more, less or other, or two neighbours exchanged. */
static bool is_near(Str a, Str b) {
  if (a.length > b.length + 1) return false;
  if (str_distance(a, b, 2) < 2) return true;
  if (a.length != b.length) return false;
  u32 i = 0;
  while (i < a.length && a.data[i] == b.data[i]) i++;
  if (i + 1 >= a.length || a.data[i] != b.data[i + 1] || a.data[i + 1] != b.data[i]) return false;
  return memcmp(a.data + i + 2, b.data + i + 2, a.length - i - 2) == 0;
}

/* Somebody unknown before a verb. */
static bool unknown_player(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_names(&suggestion, parser, REF_PLAYER);
  return sp_expected_near(parser, &parser->token, GAVEL_E_UNKNOWN, "the name of a player before a verb", &suggestion);
}

/* A player's name begins the line, but no verb follows: whether `word` is one misspelt. */
static bool is_misspelt_verb(Str word) {
  Suggestion verb = sp_suggest_for(word);
  sp_suggest(&verb, STR("answers"));
  sp_suggest_words(&verb, &scenario_verb_words, ANY_PLACE);
  return verb.best.length > 0 && word.data[0] >= 'a' && word.data[0] <= 'z';
}

/* Below a zone everything else is a card's name, and so would be a misspelt keyword or player:
   those that are plainly meant are refused here. */
static bool check_misspelling(Parser *parser) {
  u32 second, third;
  Str first = word_from(parser, parser->lexer.line_start, &second);
  if (sp_find_player(parser, first) != SCENARIO_NONE) {
    if (!is_misspelt_verb(word_from(parser, second, &third))) return true;
    sp_advance(parser);
    return sp_player_acts(parser);
  }
  if (verb_at(parser, second)) {
    sp_advance(parser);
    return unknown_player(parser);
  }
  bool lower = first.length > 0 && first.data[0] >= 'a' && first.data[0] <= 'z';
  for (u32 t = 0; lower && t < COUNT_OF(line_tables); t++) {
    for (u32 i = 0; i < line_tables[t]->count; i++) {
      const ScenarioWord *row = &line_tables[t]->words[i];
      if (!is_near(first, first_word(row)) || !sp_follows(parser, (Follows)row->follows, second)) continue;
      Suggestion suggestion = sp_suggest_for(first);
      sp_suggest(&suggestion, first_word(row));
      sp_advance(parser);
      return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, "a card or a keyword that begins a line",
                              &suggestion);
    }
  }
  return true;
}

static bool unknown_line(Parser *parser) {
  if (verb_at(parser, parser->token.offset + parser->token.text.length)) {
    return unknown_player(parser);
  }
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_names(&suggestion, parser, REF_PLAYER);
  for (u32 t = 0; t < COUNT_OF(line_tables); t++) sp_suggest_words(&suggestion, line_tables[t], ANY_PLACE);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "a line that begins with a keyword or the name of a player", &suggestion);
}

/* --- the lines of a player that are no mere rows -------------------------------------------- */

ScenarioPlayer *sp_last_player(Parser *parser) {
  return &parser->scenario->players.data[parser->scenario->players.count - 1];
}

bool sp_player_line(Parser *parser, const ScenarioWord *row) {
  Token name;
  if (!sp_new_name(parser, row->what, &name)) return false;
  if (parser->scenario->players.count == SCENARIO_PLAYER_CAP)
    return sp_fail(parser, &name, GAVEL_E_CHECK, "expected at most %u players, found one more", SCENARIO_PLAYER_CAP);
  ScenarioPlayer *player = SP_PUSH(parser, &parser->scenario->players);
  if (!player) return false;
  player->name = name.text;
  player->place = name.place;
  parser->given[1] = 0;
  return true;
}

bool sp_zone_list(Parser *parser, const ScenarioWord *row) {
  const Lexer *lexer = &parser->lexer;
  Zone zone = (Zone)row->value;
  if (!sp_is(parser, TOKEN_COLON)) {
    return sp_expected(parser, "`:` after the name of a zone (a card's name that begins with a keyword "
                               "needs quotes)");
  }
  if (zone == ZONE_LIBRARY) sp_last_player(parser)->has_library = true;
  u32 offset = scenario_lex_skip_space(lexer, lexer->pos), end;
  Str rest = sp_rest_behind(parser, offset, STR("empty"), &end);
  if (rest.length == 0 && scenario_lex_ends_at(lexer, scenario_lex_skip_space(lexer, end)))
    return sp_advance_to(parser, end);
  if (!scenario_lex_ends_at(lexer, offset)) return sp_items(parser, zone);
  parser->block = zone;
  parser->block_is_empty = true;
  parser->block_word = parser->row_at;
  return sp_advance(parser);
}

/* --- lines --------------------------------------------------------------------------------- */

/* Whether a line of that standing may come now. */
static bool check_standing(Parser *parser, const ScenarioWord *row) {
  const Scenario *scenario = parser->scenario;
  bool setup = row->where == IN_SETUP || row->where == BELOW_PLAYER;
  const char *message = NULL;
  if (setup && parser->phase == PHASE_SCRIPT)
    message = "expected `%s` before the first `turn` or `answers` line, found it after one";
  else if (row->where == BELOW_PLAYER && scenario->players.count == 0)
    message = "expected a `player` line before `%s`, found none";
  else if (row->where == IN_SECTION && scenario->sections.count == 0)
    message = "expected a `turn` line before the first `%s`, found none";
  return !message || sp_fail(parser, &parser->token, GAVEL_E_SYNTAX, message, row->text);
}

/* The present token begins a line that is that row. */
static bool parse_row(Parser *parser, const ScenarioWord *row) {
  if (!check_standing(parser, row)) return false;
  bool of_player = row->where == BELOW_PLAYER;
  u32 bit = row->repeats ? 0 : 1u << (row - line_tables[of_player]->words);
  if (parser->given[of_player] & bit) return sp_twice(parser, &parser->token, row);
  parser->given[of_player] |= bit;
  parser->row_at = parser->token;
  sp_advance(parser);
  const char *rest = strchr(row->text, ' ');
  if (rest && !sp_need_word(parser, rest + 1)) return false;
  void *node = of_player ? (void *)sp_last_player(parser) : parser->scenario;
  return sp_take(parser, row, node) && sp_end(parser, "the end of the line");
}

/* The present token begins a line that is no item of a zone list. */
static bool parse_statement(Parser *parser, const ScenarioWord *row) {
  bool starts = row && row->where == ANYWHERE;
  if ((starts || !parser->scenario) && !start_scenario(parser)) return false;
  if (row) return parse_row(parser, row);
  bool player = sp_is(parser, TOKEN_WORD) &&
                (sp_find_player(parser, parser->token.text) != SCENARIO_NONE || sp_joins(parser, parser->token.text));
  if (!player) return unknown_line(parser);
  return sp_begin_script(parser) && sp_player_acts(parser);
}

static bool parse_line(Parser *parser) {
  u32 second;
  Str word = word_from(parser, parser->lexer.line_start, &second);
  const ScenarioWord *row = find_line(word);
  if (parser->block != ZONE_NONE && !row) {
    bool player = sp_find_player(parser, word) != SCENARIO_NONE || sp_joins(parser, word);
    bool acts = player && verb_at(parser, second);
    if (!acts) return check_misspelling(parser) && sp_items(parser, parser->block);
  }
  if (!close_block(parser)) return false;
  return sp_advance(parser) && parse_statement(parser, row);
}

/* --- the file ------------------------------------------------------------------------------ */

static bool parse_file(Parser *parser, Str file_name, Str text) {
  parser->file = sp_new(parser, sizeof *parser->file);
  if (!parser->file) return false;
  parser->file->name = sp_keep(parser, file_name);
  Str kept = sp_keep(parser, text);
  if (parser->status) return false;
  if (!scenario_lex_init(&parser->lexer, parser->arena, kept, parser->error)) {
    parser->status = parser->lexer.status;
    return false;
  }
  parser->lexer.language = parser->language;
  while (scenario_lex_line(&parser->lexer)) {
    if (!parse_line(parser)) return false;
  }
  return finish_scenario(parser) && check_titles(parser);
}

GavelStatus scenario_parse(Arena *arena, GavelAllocator *scratch, Str file_name, Str text, ScenarioFile **out,
                           GavelError *error) {
  return scenario_parse_said(arena, scratch, file_name, text, GAVEL_ENGLISH, out, error);
}

GavelStatus scenario_parse_said(Arena *arena, GavelAllocator *scratch, Str file_name, Str text, GavelLanguage language,
                                ScenarioFile **out, GavelError *error) {
  *out = NULL;
  Parser parser = {.language = language, .arena = arena, .scratch = scratch, .error = error, .block = ZONE_NONE};
  intern_init(&parser.alias_names, arena);
  bool ok = parse_file(&parser, file_name, text);
  ASSERT(ok == !parser.status);
  intern_free(&parser.alias_names);
  vec_free(scratch, &parser.pending);
  if (ok) *out = parser.file;
  return parser.status;
}
