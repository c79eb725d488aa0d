/* The items of zone lists: cards and tokens, how many, what they are called and in what state. */
#include "scenario/scenario_parse_private.h"

/* --- names --------------------------------------------------------------------------------- */

/* Refuses "Island x4", which is no name: the number comes first. */
static bool number_first(Parser *parser, Str name, u32 offset) {
  u32 at = name.length;
  while (at > 0 && name.data[at - 1] >= '0' && name.data[at - 1] <= '9') at--;
  bool behind =
      at < name.length && at > 1 && (name.data[at - 1] == 'x' || name.data[at - 1] == 'X') && name.data[at - 2] == ' ';
  if (!behind) return true;
  Token token = {.offset = offset, .place = scenario_lex_place(&parser->lexer, offset)};
  return sp_fail(parser, &token, GAVEL_E_SYNTAX, "expected the number before the name: `%.*s %.*s`",
                 (int)(name.length - at), name.data + at, (int)(at - 2), name.data);
}

/* A name without quotes, from `offset` to a mark, the word `as`, a comment or, on the stack, a
   clause. */
static bool parse_bare_name(Parser *parser, u32 offset, Zone zone, ScenarioText *out) {
  const Lexer *lexer = &parser->lexer;
  u32 end = offset;
  for (u32 i = offset; !scenario_lex_ends_at(lexer, i);) {
    char c = lexer->text.data[i];
    if (c == ';' || c == ',') break;
    u32 next = scenario_lex_skip_space(lexer, i);
    if (next == i) {
      end = ++i;
      continue;
    }
    if (str_is(scenario_lex_word_at(lexer, next), "as")) break;
    if (zone == ZONE_STACK && sp_clause_at(parser, next)) break;
    i = next;
  }
  ScenarioPlace place = scenario_lex_place(&parser->lexer, offset);
  scenario_lex_seek(&parser->lexer, end);
  sp_advance(parser);
  if (end == offset) return sp_expected(parser, "the name of a card");
  *out = (ScenarioText){{lexer->text.data + offset, end - offset}, place};
  if (!number_first(parser, out->text, offset)) return false;
  parser->last_end = end;
  return !parser->status;
}

/* --- suffixes ------------------------------------------------------------------------------ */

/* What stands behind the words of a state, by the shapes of scenario_item.def: each is put into `*out`. */

static bool take_face_down(Parser *parser, const char *what, ScenarioFaceDown *out) {
  (void)what;
  u32 kind = SCENARIO_FACE_DOWN;
  sp_accept_row(parser, &scenario_face_down_words, &kind);
  *out = (ScenarioFaceDown)kind;
  return !parser->status;
}

static bool take_counters(Parser *parser, const char *what, ScenarioCountersList *out) {
  (void)what;
  ScenarioCounters *counters = SP_PUSH(parser, out);
  return counters && sp_counters(parser, counters);
}

static bool take_maybe(Parser *parser, const char *what, ScenarioNumber *out) {
  out->given = true;
  return sp_number(parser, what, 0, SCENARIO_AMOUNT_CAP, &out->n);
}

static bool take_either(Parser *parser, const char *what, ScenarioRef **out) {
  *out = sp_ref(parser, REF_EITHER, what);
  return *out != NULL;
}

static bool take_seat(Parser *parser, const char *what, ScenarioRef **out) {
  *out = sp_ref(parser, REF_PLAYER, what);
  return *out != NULL;
}

static bool take_attacking(Parser *parser, const char *what, ScenarioAttacking *out) {
  out->given = true;
  if (!sp_is(parser, TOKEN_WORD) && !sp_is(parser, TOKEN_QUOTED)) return true;
  return sp_is_word(parser, "as") || take_either(parser, what, &out->whom);
}

static bool take_chosen(Parser *parser, const char *what, ScenarioChosenList *out) {
  ScenarioChosen *chosen = SP_PUSH(parser, out);
  if (!chosen) return false;
  u32 color;
  if (sp_is(parser, TOKEN_QUOTED)) {
    chosen->kind = SCENARIO_CHOSEN_TEXT;
    return sp_quoted(parser, "what was chosen", &chosen->text);
  }
  if (sp_is(parser, TOKEN_INT)) {
    chosen->kind = SCENARIO_CHOSEN_NUMBER;
    return sp_number(parser, "a chosen number", -SCENARIO_AMOUNT_CAP, SCENARIO_AMOUNT_CAP, &chosen->number);
  }
  if (sp_accept_row(parser, &scenario_color_words, &color)) {
    chosen->kind = SCENARIO_CHOSEN_COLOR;
    chosen->color = (Word)color;
    return true;
  }
  chosen->kind = SCENARIO_CHOSEN_REF;
  return take_either(parser, what, &chosen->ref);
}

static bool take_objects(Parser *parser, const char *what, ScenarioRefs *out) {
  return sp_ref_into(parser, REF_OBJECT, what, out);
}

/* With or without quotes. Only permanents and spells have such a state, and a spell's clauses are no part of a name. */
static bool take_name(Parser *parser, const char *what, ScenarioText *out) {
  (void)what;
  if (sp_is(parser, TOKEN_QUOTED)) return sp_quoted(parser, "the name of a card", out);
  return parse_bare_name(parser, parser->token.offset,
                         sp_last_player(parser)->items.data[sp_last_player(parser)->items.count - 1].zone, out);
}

#define BATTLEFIELD ZONE_BIT(ZONE_BATTLEFIELD)
#define STACK ZONE_BIT(ZONE_STACK)
#define EXILE ZONE_BIT(ZONE_EXILE)
#define SIDEBOARD ZONE_BIT(ZONE_OUTSIDE)
#define ANYWHERE (~0u)

/* A row of scenario_item.def. */
typedef struct Suffix {
  const char *text;
  u32 zones; /* ZONE_BITs */
  bool repeats;
} Suffix;

typedef enum SuffixNumber {
#define FLAG(NAME, TEXT, ZONES) SUFFIX_##NAME,
#define STATE(NAME, TEXT, ZONES, REPEATS, SHAPE, FIELD, WHAT) SUFFIX_##NAME,
#include "scenario/scenario_item.def"
#undef FLAG
#undef STATE
} SuffixNumber;

static const Suffix suffixes[] = {
#define FLAG(NAME, TEXT, ZONES) {TEXT, ZONES, false},
#define STATE(NAME, TEXT, ZONES, REPEATS, SHAPE, FIELD, WHAT) {TEXT, ZONES, REPEATS},
#include "scenario/scenario_item.def"
#undef FLAG
#undef STATE
};

static bool take_suffix(Parser *parser, SuffixNumber suffix, ScenarioItem *item) {
  switch (suffix) {
#define FLAG(NAME, TEXT, ZONES)                \
  case SUFFIX_##NAME:                          \
    item->flags |= 1u << SCENARIO_FLAG_##NAME; \
    return true;
#define STATE(NAME, TEXT, ZONES, REPEATS, SHAPE, FIELD, WHAT) \
  case SUFFIX_##NAME:                                         \
    return take_##SHAPE(parser, WHAT, &item->FIELD);
#include "scenario/scenario_item.def"
#undef FLAG
#undef STATE
  }
  return false;
}

/* The suffix that stands here, used up; null if there is none. */
static const Suffix *accept_suffix(Parser *parser) {
  for (u32 i = 0; i < COUNT_OF(suffixes); i++) {
    const ScenarioWord row = {suffixes[i].text, i};
    const ScenarioWords words = {&row, 1, 0};
    if (sp_accept_row(parser, &words, NULL)) return &suffixes[i];
  }
  return NULL;
}

bool sp_item_word(const Token *token) {
  if (token->kind != TOKEN_WORD) return false;
  for (u32 i = 0; i < COUNT_OF(suffixes); i++) {
    u32 length = (u32)strcspn(suffixes[i].text, " ");
    if (str_equal(token->text, (Str){suffixes[i].text, length})) return true;
  }
  return str_is(token->text, "as");
}

static bool unknown_suffix(Parser *parser) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  for (u32 i = 0; i < COUNT_OF(suffixes); i++) sp_suggest(&suggestion, str_of(suffixes[i].text));
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "a state such as `tapped` (a card's name with a comma needs quotes)", &suggestion);
}

/* What follows a comma. `*given` has a bit for each suffix already written. */
static bool parse_suffix(Parser *parser, ScenarioItem *item, u32 *given) {
  Token at = parser->token;
  const Suffix *suffix = accept_suffix(parser);
  if (!suffix) return unknown_suffix(parser);
  u32 bit = 1u << (suffix - suffixes);
  if ((*given & bit) && !suffix->repeats) {
    return sp_fail(parser, &at, GAVEL_E_CHECK, "expected `%s` once, found it twice", suffix->text);
  }
  *given |= bit;
  if (!(suffix->zones & 1u << item->zone)) {
    return sp_fail(parser, &at, GAVEL_E_CHECK, "expected what can be said of an object in `%s`, found `%s`",
                   scenario_word_text(&scenario_zone_words, item->zone), suffix->text);
  }
  return take_suffix(parser, (SuffixNumber)(suffix - suffixes), item);
}

static bool parse_alias(Parser *parser, ScenarioItem *item) {
  Scenario *scenario = parser->scenario;
  if (item->alias != SCENARIO_NONE) return sp_expected(parser, "one alias");
  sp_advance(parser);
  Token name;
  if (!sp_new_name(parser, "an alias (letters, digits, _ and -)", &name)) return false;
  bool player = sp_find_player(parser, name.text) != SCENARIO_NONE;
  if (player || intern_find(&parser->alias_names, name.text)) {
    return sp_fail(parser, &name, GAVEL_E_CHECK, "expected a new name, found `%.*s`, which is %s already",
                   (int)name.text.length, name.text.data,
                   phrase_said(parser->language, player ? "a player" : "an alias"));
  }
  ScenarioAlias *alias = SP_PUSH(parser, &scenario->aliases);
  if (!alias) return false;
  if (!intern_add(&parser->alias_names, name.text)) return sp_no_memory(parser);
  *alias = (ScenarioAlias){.name = name.text,
                           .place = name.place,
                           .player = scenario->players.count - 1,
                           .item = sp_last_player(parser)->items.count - 1,
                           .count = item->count};
  item->alias = scenario->aliases.count - 1;
  return true;
}

static bool parse_suffixes(Parser *parser, ScenarioItem *item) {
  u32 given = 0;
  for (;;) {
    bool on_stack = item->zone == ZONE_STACK;
    bool ok;
    if (sp_is_word(parser, "as")) {
      ok = parse_alias(parser, item);
    } else if (on_stack && sp_clause_at(parser, parser->token.offset)) {
      ok = sp_clauses(parser, &item->clauses, ~0u, "a spell on the stack", true);
    } else if (sp_accept(parser, TOKEN_COMMA)) {
      ok = sp_is_word(parser, "as") || parse_suffix(parser, item, &given);
    } else {
      return !parser->status;
    }
    if (!ok) return false;
  }
}

/* --- items --------------------------------------------------------------------------------- */

static bool parse_quoted_name(Parser *parser, ScenarioItem *item) {
  sp_advance(parser);
  const char *what = item->token ? "the name of the token in quotes" : "the name of a card";
  if (!sp_quoted(parser, what, &item->name)) return false;
  if (sp_is(parser, TOKEN_WORD) && !sp_item_word(&parser->token) && !item->token && item->zone != ZONE_STACK) {
    return sp_expected(parser, "`,`, `;`, `as` or the end of the line after a name in quotes (quotes that "
                               "are part of a name are written \\\" in a quoted name)");
  }
  return true;
}

/* token "Name" 1/1 green creature Elf with flying and "…" */
static bool parse_token(Parser *parser, ScenarioItem *item) {
  Token at = parser->token;
  item->token = true;
  if (item->zone != ZONE_BATTLEFIELD) {
    return sp_fail(parser, &at, GAVEL_E_CHECK,
                   "expected a card, found a token (it exists only on the "
                   "battlefield)");
  }
  if (!parse_quoted_name(parser, item)) return false;
  bool described = sp_is(parser, TOKEN_PT) ||
                   (sp_is(parser, TOKEN_WORD) && !sp_is_word(parser, "with") && !sp_is_word(parser, "as"));
  if (described && !sp_descriptors(parser, false, &item->token_is)) return false;
  if (!sp_accept_word(parser, "with")) return !parser->status;
  for (;;) {
    ScenarioAbility *ability = SP_PUSH(parser, &item->token_has);
    if (!ability || !sp_ability(parser, true, ability)) return false;
    if (sp_accept_word(parser, "and")) continue;
    if (!sp_is(parser, TOKEN_COMMA)) return !parser->status;
    Token next = sp_peek(parser);
    if (sp_item_word(&next)) return !parser->status;
    sp_advance(parser);
  }
}

/* The count before a name, if there is one; `*offset` moves behind it. */
static bool parse_count(Parser *parser, u32 *offset, i64 *count) {
  *count = 1;
  Str word = scenario_lex_word_at(&parser->lexer, *offset);
  u32 next = scenario_lex_skip_space(&parser->lexer, *offset + word.length);
  bool digits = word.length > 0;
  for (u32 i = 0; i < word.length; i++) digits &= word.data[i] >= '0' && word.data[i] <= '9';
  if (!digits) return true;
  sp_advance(parser);
  *offset = next;
  bool ok = sp_is(parser, TOKEN_INT) && parser->token.number <= SP_COUNT_CAP;
  if (!ok) {
    return sp_fail(parser, &parser->token, GAVEL_E_CHECK, "expected a count of at most %d, found `%.*s`", SP_COUNT_CAP,
                   (int)num_min(word.length, 40), word.data);
  }
  *count = parser->token.number;
  return true;
}

static bool parse_item(Parser *parser, Zone zone) {
  Lexer *lexer = &parser->lexer;
  u32 offset = scenario_lex_skip_space(lexer, lexer->pos);
  ScenarioItem *item = SP_PUSH(parser, &sp_last_player(parser)->items);
  if (!item) return false;
  *item = (ScenarioItem){.zone = zone, .alias = SCENARIO_NONE, .place = scenario_lex_place(lexer, offset)};
  item->clauses.from = ZONE_NONE;
  scenario_lex_seek(lexer, offset);
  if (!parse_count(parser, &offset, &item->count)) return false;
  scenario_lex_seek(lexer, offset);
  Str word = scenario_lex_word_at(lexer, offset);
  bool ok;
  if (str_is(word, "token")) {
    sp_advance(parser);
    ok = parse_token(parser, item);
  } else if (offset < lexer->line_end && lexer->text.data[offset] == '"') {
    ok = parse_quoted_name(parser, item);
  } else {
    ok = parse_bare_name(parser, offset, zone, &item->name);
  }
  return ok && parse_suffixes(parser, item);
}

bool sp_items(Parser *parser, Zone zone) {
  parser->block_is_empty = false;
  /* The mark is not used up as a token: what follows it need not be one. */
  do {
    if (!parse_item(parser, zone)) return false;
  } while (sp_is(parser, TOKEN_SEMICOLON));
  return sp_end(parser, "`,` and a state, `as` and an alias, `;` and another card, or the end of the line");
}
