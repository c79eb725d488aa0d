/* Reads a scenario file line by line and hands each line to the part that knows it. */
#include "scenario/scenario_parse_private.h"

/* --- lines that begin with a keyword ------------------------------------------------------- */

/* Where a line may stand. */
typedef enum Standing {
  STANDS_ANYWHERE, /* and starts a scenario */
  STANDS_IN_SETUP,
  STANDS_BELOW_PLAYER,
  STANDS_IN_SCRIPT, /* and ends the setup */
  STANDS_IN_SECTION
} Standing;

/* What follows the keyword: tells a misspelt keyword from a card's name below a zone. */
typedef enum Shape { SHAPE_END, SHAPE_COLON, SHAPE_NUMBER, SHAPE_QUOTE, SHAPE_WORD, SHAPE_MANA, SHAPE_ANY } Shape;

typedef struct Statement {
  const char *word;
  bool (*parse)(Parser *parser);
  Standing standing;
  Shape shape;
} Statement;

static bool parse_scenario_line(Parser *parser);

static const Statement statements[] = {
#define LINE(WORD, PARSE, STANDING, SHAPE) {WORD, PARSE, STANDS_##STANDING, SHAPE_##SHAPE},
#include "scenario/scenario_lines.def"
#undef LINE
#define OPTION(FIELD, TEXT) {TEXT, sp_option, STANDS_IN_SETUP, SHAPE_ANY},
    SCENARIO_OPTIONS(OPTION)
#undef OPTION
#define ZONE(NAME, TEXT) {TEXT, sp_zone, STANDS_BELOW_PLAYER, SHAPE_COLON},
        SCENARIO_ZONES(ZONE)
#undef ZONE
};

/* The first word of a statement. */
static Str statement_word(const Statement *statement) {
  return (Str){statement->word, (u32)strcspn(statement->word, " ")};
}

static const Statement *find_statement(Str word) {
  for (u32 i = 0; i < COUNT_OF(statements); i++) {
    if (str_equal(word, statement_word(&statements[i]))) return &statements[i];
  }
  return NULL;
}

/* --- scenarios ----------------------------------------------------------------------------- */

static bool finish_scenario(Parser *parser) {
  if (!parser->scenario) return true;
  bool ok = sp_close_block(parser) && sp_begin_script(parser);
  intern_free(&parser->alias_names);
  intern_init(&parser->alias_names, parser->arena);
  return ok;
}

/* Begins a scenario at the present token. */
static bool start_scenario(Parser *parser) {
  if (!finish_scenario(parser)) return false;
  Scenario *scenario = arena_alloc(parser->arena, sizeof *scenario);
  if (!scenario) return sp_no_memory(parser);
  ScenarioFile *file = parser->file;
  file->scenarios.data = sp_grow(parser, file->scenarios.data, file->scenarios.count, sizeof(Scenario *));
  if (parser->status) return false;
  file->scenarios.data[file->scenarios.count++] = parser->scenario = scenario;
  scenario->place = parser->token.place;
  scenario->seed = 1;
  parser->phase = PHASE_SETUP;
  parser->turn_has_again = false;
  return true;
}

static bool parse_scenario_line(Parser *parser) {
  sp_advance(parser);
  if (sp_is(parser, TOKEN_END)) return !parser->status;
  ScenarioText title;
  if (!sp_quoted(parser, "a title in quotes", &title)) return false;
  parser->scenario->title = title.text;
  parser->scenario->titled = true;
  return sp_end(parser, "the end of the line");
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
  u32 next;
  Str word = word_from(parser, offset, &next);
  if (str_is(word, "answers")) return true;
  if (str_is(word, "turns")) return str_is(word_from(parser, next, &next), "up");
  return scenario_word_find(&scenario_verb_words, word, NULL);
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

static bool has_shape(const Parser *parser, Shape shape, u32 offset) {
  const Lexer *lexer = &parser->lexer;
  bool ends = scenario_lex_ends_at(lexer, offset);
  int c = ends ? 0 : lexer->text.data[offset];
  switch (shape) {
    case SHAPE_END: return ends;
    case SHAPE_COLON: return c == ':';
    case SHAPE_NUMBER: return c >= '0' && c <= '9';
    case SHAPE_QUOTE: return c == '"';
    case SHAPE_WORD: return (c >= 'A' && c <= 'Z') || c == '"';
    case SHAPE_MANA: return c == '{';
    case SHAPE_ANY: return true;
  }
  return false;
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
  sp_suggest_words(&verb, &scenario_verb_words);
  return verb.best.length > 0 && word.data[0] >= 'a' && word.data[0] <= 'z';
}

/* Below a zone everything else is a card's name, and so would be a misspelt keyword or player:
   those that are plainly meant are refused here. */
static bool check_misspelling(Parser *parser) {
  u32 second, third;
  Str first = word_from(parser, parser->lexer.line_start, &second);
  if (sp_find_player(parser, first) != SCENARIO_NONE) {
    if (!is_misspelt_verb(word_from(parser, second, &third))) return true;
    u32 verb;
    sp_advance(parser);
    sp_advance(parser);
    return sp_verb(parser, &verb);
  }
  if (verb_at(parser, second)) {
    sp_advance(parser);
    return unknown_player(parser);
  }
  bool lower = first.length > 0 && first.data[0] >= 'a' && first.data[0] <= 'z';
  for (u32 i = 0; lower && i < COUNT_OF(statements); i++) {
    Str keyword = statement_word(&statements[i]);
    if (!is_near(first, keyword) || !has_shape(parser, statements[i].shape, second)) continue;
    Suggestion suggestion = sp_suggest_for(first);
    sp_suggest(&suggestion, keyword);
    sp_advance(parser);
    return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, "a card or a keyword that begins a line",
                            &suggestion);
  }
  return true;
}

static bool unknown_line(Parser *parser) {
  if (verb_at(parser, parser->token.offset + parser->token.text.length)) {
    return unknown_player(parser);
  }
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest_names(&suggestion, parser, REF_PLAYER);
  for (u32 i = 0; i < COUNT_OF(statements); i++) {
    sp_suggest(&suggestion, str_of(statements[i].word));
  }
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "a line that begins with a keyword or the name of a player", &suggestion);
}

/* --- lines --------------------------------------------------------------------------------- */

/* Whether a line of that standing may come now. */
static bool check_standing(Parser *parser, const Statement *statement) {
  const Scenario *scenario = parser->scenario;
  bool setup = statement->standing == STANDS_IN_SETUP || statement->standing == STANDS_BELOW_PLAYER;
  if (setup && parser->phase == PHASE_SCRIPT) {
    return sp_fail(parser, &parser->token, GAVEL_E_SYNTAX,
                   "expected `%s` before the first `turn` or `answers` line, found it after one", statement->word);
  }
  if (statement->standing == STANDS_BELOW_PLAYER && scenario->players.count == 0) {
    return sp_fail(parser, &parser->token, GAVEL_E_SYNTAX, "expected a `player` line before `%s`, found none",
                   statement->word);
  }
  if (statement->standing == STANDS_IN_SECTION && scenario->sections.count == 0) {
    return sp_fail(parser, &parser->token, GAVEL_E_SYNTAX, "expected a `turn` line before the first `%s`, found none",
                   statement->word);
  }
  return true;
}

/* The present token begins a line that is no item of a zone list. */
static bool parse_statement(Parser *parser, const Statement *statement) {
  bool starts = statement && statement->standing == STANDS_ANYWHERE;
  if ((starts || !parser->scenario) && !start_scenario(parser)) return false;
  if (statement) return check_standing(parser, statement) && statement->parse(parser);
  if (!sp_is(parser, TOKEN_WORD)) return unknown_line(parser);
  u32 player = sp_find_player(parser, parser->token.text);
  if (player == SCENARIO_NONE && !sp_joins(parser, parser->token.text)) return unknown_line(parser);
  if (!sp_begin_script(parser)) return false;
  return sp_player_action(parser, sp_find_player(parser, parser->token.text));
}

static bool parse_line(Parser *parser) {
  u32 second;
  Str word = word_from(parser, parser->lexer.line_start, &second);
  const Statement *statement = find_statement(word);
  if (parser->block != ZONE_NONE && !statement) {
    bool player = sp_find_player(parser, word) != SCENARIO_NONE || sp_joins(parser, word);
    bool acts = player && verb_at(parser, second);
    if (!acts) return check_misspelling(parser) && sp_items(parser, parser->block);
  }
  if (!sp_close_block(parser)) return false;
  sp_advance(parser);
  return !parser->status && parse_statement(parser, statement);
}

/* --- the file ------------------------------------------------------------------------------ */

static bool parse_file(Parser *parser, Str file_name, Str text) {
  parser->file = arena_alloc(parser->arena, sizeof *parser->file);
  if (!parser->file) return sp_no_memory(parser);
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
