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

/* A name behind a word, with or without quotes. */
static bool parse_card_name(Parser *parser, Zone zone, ScenarioText *out) {
  if (sp_is(parser, TOKEN_QUOTED)) return sp_quoted(parser, "the name of a card", out);
  return parse_bare_name(parser, parser->token.offset, zone, out);
}

/* --- suffixes ------------------------------------------------------------------------------ */

typedef struct Suffix {
  const char *text;
  u32 zones;                                         /* ZONE_BITs: where it makes sense */
  bool repeats;                                      /* may be written more than once */
  bool (*parse)(Parser *parser, ScenarioItem *item); /* what follows; null for a flag */
  ScenarioFlag flag;
} Suffix;

static bool parse_face_down(Parser *parser, ScenarioItem *item) {
  u32 kind = SCENARIO_FACE_DOWN;
  sp_accept_row(parser, &scenario_face_down_words, &kind);
  item->face_down = (ScenarioFaceDown)kind;
  return !parser->status;
}

static bool parse_item_counters(Parser *parser, ScenarioItem *item) {
  ScenarioCounters counters;
  if (!sp_counters(parser, &counters)) return false;
  ScenarioCounters *slot = SP_PUSH(parser, &item->counters);
  if (!slot) return false;
  *slot = counters;
  return true;
}

static bool parse_damage(Parser *parser, ScenarioItem *item) {
  return sp_number(parser, "an amount of damage", 0, SCENARIO_AMOUNT_CAP, &item->damage);
}

static bool parse_level(Parser *parser, ScenarioItem *item) {
  item->has_level = true;
  return sp_number(parser, "a level", 0, SCENARIO_AMOUNT_CAP, &item->level);
}

static bool parse_attached_to(Parser *parser, ScenarioItem *item) {
  item->attached_to = sp_ref(parser, REF_EITHER, "an object or a player to be attached to");
  return item->attached_to != NULL;
}

static bool parse_controlled_by(Parser *parser, ScenarioItem *item) {
  item->controller = sp_ref(parser, REF_PLAYER, "the name of a player");
  return item->controller != NULL;
}

static bool parse_attacking(Parser *parser, ScenarioItem *item) {
  item->is_attacking = true;
  if (!sp_is(parser, TOKEN_WORD) && !sp_is(parser, TOKEN_QUOTED)) return true;
  if (sp_is_word(parser, "as")) return true;
  item->attacking = sp_ref(parser, REF_EITHER, "who or what is attacked");
  return item->attacking != NULL;
}

static bool parse_chosen(Parser *parser, ScenarioItem *item) {
  ScenarioChosen *chosen = SP_PUSH(parser, &item->chosen);
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
  chosen->ref = sp_ref(parser, REF_EITHER, "a colour, a number, a player or a word in quotes");
  return chosen->ref != NULL;
}

static bool parse_imprinted(Parser *parser, ScenarioItem *item) {
  return sp_ref_into(parser, REF_OBJECT, "the imprinted card", &item->imprinted);
}

static bool parse_melded_with(Parser *parser, ScenarioItem *item) {
  return parse_card_name(parser, item->zone, &item->melded_with);
}

static bool parse_copy_of(Parser *parser, ScenarioItem *item) {
  return parse_card_name(parser, item->zone, &item->copy_of);
}

#define IN(ZONE) ZONE_BIT(ZONE_##ZONE)
#define ANYWHERE (~0u)

static const Suffix suffixes[] = {
    {"tapped", IN(BATTLEFIELD), false, NULL, SCENARIO_FLAG_TAPPED},
    {"flipped", IN(BATTLEFIELD), false, NULL, SCENARIO_FLAG_FLIPPED},
    {"transformed", IN(BATTLEFIELD) | IN(STACK), false, NULL, SCENARIO_FLAG_TRANSFORMED},
    {"phased-out", IN(BATTLEFIELD), false, NULL, SCENARIO_FLAG_PHASED_OUT},
    {"summoning-sick", IN(BATTLEFIELD), false, NULL, SCENARIO_FLAG_SUMMONING_SICK},
    {"monstrous", IN(BATTLEFIELD), false, NULL, SCENARIO_FLAG_MONSTROUS},
    {"bestowed", IN(BATTLEFIELD) | IN(STACK), false, NULL, SCENARIO_FLAG_BESTOWED},
    {"commander", ANYWHERE, false, NULL, SCENARIO_FLAG_COMMANDER},
    {"companion", IN(OUTSIDE), false, NULL, SCENARIO_FLAG_COMPANION},
    {"face-down", IN(BATTLEFIELD) | IN(EXILE), false, parse_face_down, 0},
    {"counters", ANYWHERE, true, parse_item_counters, 0},
    {"damage", IN(BATTLEFIELD), false, parse_damage, 0},
    {"level", IN(BATTLEFIELD), false, parse_level, 0},
    {"attached to", IN(BATTLEFIELD), false, parse_attached_to, 0},
    {"controlled by", IN(BATTLEFIELD) | IN(STACK), false, parse_controlled_by, 0},
    {"attacking", IN(BATTLEFIELD), false, parse_attacking, 0},
    {"chosen", IN(BATTLEFIELD) | IN(STACK), true, parse_chosen, 0},
    {"imprinted", IN(BATTLEFIELD), true, parse_imprinted, 0},
    {"melded with", IN(BATTLEFIELD), false, parse_melded_with, 0},
    {"copy of", IN(BATTLEFIELD) | IN(STACK), false, parse_copy_of, 0},
};

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
  if (suffix->parse) return suffix->parse(parser, item);
  item->flags |= 1u << suffix->flag;
  return true;
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
