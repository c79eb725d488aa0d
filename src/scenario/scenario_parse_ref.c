/* Names of players and aliases, and references. */
#include "scenario/scenario_parse_private.h"

/* --- names --------------------------------------------------------------------------------- */

u32 sp_find_player(const Parser *parser, Str name) {
  const Scenario *scenario = parser->scenario;
  for (u32 i = 0; scenario && i < scenario->players.count; i++) {
    if (str_equal(scenario->players.data[i].name, name)) return i;
  }
  return SCENARIO_NONE;
}

/* Letters, digits, _ and -, at least one of them a letter. */
static bool is_bare_name(Str text) {
  bool letter = false;
  for (u32 i = 0; i < text.length; i++) {
    char c = text.data[i];
    if (c == '\'' || c == '.' || c == '/' || c == '+' || c == '*') return false;
    letter |= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (u8)c >= 0x80u;
  }
  return letter;
}

bool sp_new_name(Parser *parser, const char *what, Token *out) {
  *out = parser->token;
  int length = (int)out->text.length;
  if (out->kind != TOKEN_WORD || !is_bare_name(out->text)) return sp_expected(parser, what);
  if (scenario_word_reserved(out->text)) {
    return sp_fail(parser, out, GAVEL_E_CHECK, "expected %s, found the keyword `%.*s`",
                   phrase_said(parser->language, what), length, out->text.data);
  }
  bool player = sp_find_player(parser, out->text) != SCENARIO_NONE;
  if (player || intern_find(&parser->alias_names, out->text)) {
    return sp_fail(parser, out, GAVEL_E_CHECK, "expected a new name, found `%.*s`, which is %s already", length,
                   out->text.data, phrase_said(parser->language, player ? "a player" : "an alias"));
  }
  return sp_advance(parser);
}

bool sp_is_alias(const Parser *parser) {
  Str word = parser->token.text;
  const char *dot = memchr(word.data, '.', word.length);
  if (dot) word.length = (u32)(dot - word.data);
  return sp_is(parser, TOKEN_WORD) && intern_find(&parser->alias_names, word) != 0;
}

bool sp_begins_special_ref(const Parser *parser) {
  return sp_is_word(parser, "face-down") || sp_is_word(parser, "ability") || sp_is_word(parser, "top");
}

void sp_suggest_names(Suggestion *suggestion, const Parser *parser, RefAllowed allowed) {
  const Scenario *scenario = parser->scenario;
  for (u32 i = 0; (allowed & REF_PLAYER) && i < scenario->players.count; i++) {
    sp_suggest(suggestion, scenario->players.data[i].name);
  }
  for (u32 i = 0; (allowed & REF_OBJECT) && i < scenario->aliases.count; i++) {
    sp_suggest(suggestion, scenario->aliases.data[i].name);
  }
}

static bool unknown_name(Parser *parser, const Token *at, RefAllowed allowed) {
  static const char *const what[] = {[REF_OBJECT] = "an alias (a card's name needs quotes)",
                                     [REF_PLAYER] = "the name of a player",
                                     [REF_EITHER] = "the name of a player or an alias (a card's name needs quotes)"};
  Suggestion suggestion = sp_suggest_for(at->text);
  sp_suggest_names(&suggestion, parser, allowed);
  return sp_expected_near(parser, at, GAVEL_E_UNKNOWN, what[allowed], &suggestion);
}

bool sp_player(Parser *parser, u32 *out) {
  if (!sp_is(parser, TOKEN_WORD)) return sp_expected(parser, "the name of a player");
  *out = sp_find_player(parser, parser->token.text);
  if (*out == SCENARIO_NONE) return unknown_name(parser, &parser->token, REF_PLAYER);
  return sp_advance(parser);
}

/* --- looking up the words of a reference ---------------------------------------------------- */

/* Splits `bears.2` into the alias and which of its objects; without a number that is 0. */
static Str split_alias(Str word, i64 *index) {
  *index = 0;
  for (u32 i = word.length; i > 0; i--) {
    if (word.data[i - 1] != '.') continue;
    if (i == word.length || word.length - i > 9) return word;
    i64 number = 0;
    for (u32 k = i; k < word.length; k++) {
      if (word.data[k] < '0' || word.data[k] > '9') return word;
      number = number * 10 + (word.data[k] - '0');
    }
    *index = number;
    return (Str){word.data, i - 1};
  }
  return word;
}

static bool settle_alias(Parser *parser, PendingRef *pending) {
  i64 index;
  Str word = pending->word.text;
  Str name = split_alias(word, &index);
  bool numbered = name.length < word.length;
  StrId id = intern_find(&parser->alias_names, name);
  if (!id) return unknown_name(parser, &pending->word, pending->allowed);
  const ScenarioAlias *alias = &parser->scenario->aliases.data[id - 1];
  if (!numbered && alias->count == 1) index = 1;
  if (index < 1 || index > alias->count) {
    return sp_fail(parser, &pending->word, GAVEL_E_UNKNOWN,
                   "expected one of the %lld objects called `%.*s` (the first is `%.*s.1`), found `%.*s`",
                   (long long)alias->count, (int)name.length, name.data, (int)name.length, name.data, (int)word.length,
                   word.data);
  }
  pending->ref->alias = id - 1;
  pending->ref->alias_index = (u32)index;
  return true;
}

static bool settle_player(Parser *parser, PendingRef *pending, u32 player) {
  if (!(pending->allowed & REF_PLAYER)) {
    return sp_fail(parser, &pending->word, GAVEL_E_CHECK, "expected an object, found the player `%.*s`",
                   (int)pending->word.text.length, pending->word.text.data);
  }
  if (pending->ref->qualified) {
    return sp_fail(parser, &pending->word, GAVEL_E_CHECK,
                   "expected nothing that narrows the player `%.*s` down, found a qualifier",
                   (int)pending->word.text.length, pending->word.text.data);
  }
  pending->ref->kind = SCENARIO_REF_PLAYER;
  pending->ref->player = player;
  return true;
}

static bool settle(Parser *parser, PendingRef *pending) {
  if (pending->owner.kind == TOKEN_WORD) {
    pending->ref->of = sp_find_player(parser, pending->owner.text);
    if (pending->ref->of == SCENARIO_NONE) return unknown_name(parser, &pending->owner, REF_PLAYER);
  }
  if (pending->word.kind != TOKEN_WORD) return true;
  u32 player = sp_find_player(parser, pending->word.text);
  if (player != SCENARIO_NONE) return settle_player(parser, pending, player);
  if (!(pending->allowed & REF_OBJECT)) return unknown_name(parser, &pending->word, REF_PLAYER);
  return settle_alias(parser, pending);
}

bool sp_settle_refs(Parser *parser) {
  for (u32 i = 0; i < parser->pending.count; i++) {
    if (!settle(parser, &parser->pending.data[i])) return false;
  }
  parser->pending.count = 0;
  return true;
}

/* At once in the script; when the setup ends for what is part of it. */
static bool settle_in_time(Parser *parser, PendingRef *pending) {
  if (parser->phase == PHASE_SCRIPT) return settle(parser, pending);
  if (!vec_push(parser->scratch, &parser->pending, *pending)) return sp_no_memory(parser);
  return true;
}

/* --- references ---------------------------------------------------------------------------- */

static bool parse_index_qualifier(Parser *parser, ScenarioRef *ref) {
  if (ref->index) return sp_expected(parser, "no second #");
  if (parser->token.number > SCENARIO_AMOUNT_CAP) return sp_expected(parser, "a smaller number after #");
  ref->index = (u32)parser->token.number;
  return sp_advance(parser);
}

static bool parse_of_qualifier(Parser *parser, PendingRef *pending) {
  if (pending->owner.kind == TOKEN_WORD) return sp_expected(parser, "no second `of`");
  sp_advance(parser);
  if (!sp_is(parser, TOKEN_WORD)) return sp_expected(parser, "the name of a player");
  pending->owner = parser->token;
  return sp_advance(parser);
}

static bool parse_zone_qualifier(Parser *parser, ScenarioRef *ref) {
  if (ref->zone != ZONE_NONE) return sp_expected(parser, "no second zone");
  sp_advance(parser);
  u32 zone;
  if (!sp_word_of(parser, &scenario_zone_words, "a zone", &zone)) return false;
  ref->zone = (Zone)zone;
  return true;
}

static bool parse_trait_qualifier(Parser *parser, ScenarioRef *ref) {
  sp_advance(parser);
  bool unwanted = sp_accept_word(parser, "not");
  Token at = parser->token;
  u32 trait;
  if (!sp_word_of(parser, &scenario_trait_words, "`copy`, `not copy`, `token`, `card` or `face-down`", &trait))
    return false;
  if ((ref->wanted | ref->unwanted) & 1u << trait) {
    return sp_expected_near(parser, &at, GAVEL_E_SYNTAX, "each qualifier once", NULL);
  }
  *(unwanted ? &ref->unwanted : &ref->wanted) |= 1u << trait;
  return sp_need(parser, TOKEN_CLOSE, "a closing parenthesis");
}

/* Whether `on stack` stands here, which belongs to the ability and not to its source. */
static bool is_on_stack(Parser *parser) {
  if (!sp_is_word(parser, "on")) return false;
  Token next = sp_peek(parser);
  return sp_token_is_word(&next, "stack");
}

static bool parse_qualifiers(Parser *parser, PendingRef *pending, bool of_ability) {
  ScenarioRef *ref = pending->ref;
  for (;;) {
    bool ok;
    if (sp_is(parser, TOKEN_INDEX)) {
      ok = parse_index_qualifier(parser, ref);
    } else if (sp_is_word(parser, "of")) {
      ok = parse_of_qualifier(parser, pending);
    } else if (sp_is_word(parser, "in") || sp_is_word(parser, "on")) {
      if (of_ability && is_on_stack(parser)) return true;
      ok = parse_zone_qualifier(parser, ref);
    } else if (sp_is(parser, TOKEN_OPEN)) {
      ok = parse_trait_qualifier(parser, ref);
    } else {
      return !parser->status;
    }
    if (!ok) return false;
    ref->qualified = true;
  }
}

static ScenarioRef *new_ref(Parser *parser) {
  ScenarioRef *ref = sp_new(parser, sizeof *ref);
  if (!ref) return NULL;
  ref->place = parser->token.place;
  ref->text = parser->token.text;
  ref->player = ref->alias = ref->of = SCENARIO_NONE;
  ref->zone = ZONE_NONE;
  return ref;
}

ScenarioRef *sp_word_as_text(Parser *parser) {
  ScenarioRef *ref = new_ref(parser);
  if (!ref) return NULL;
  ref->kind = SCENARIO_REF_NAME;
  sp_advance(parser);
  return ref;
}

/* An alias, a player, a name in quotes or `face-down creature`, with its qualifiers. */
static ScenarioRef *parse_simple_ref(Parser *parser, RefAllowed allowed, const char *what, bool of_ability) {
  PendingRef pending = {.ref = new_ref(parser), .allowed = allowed};
  ScenarioRef *ref = pending.ref;
  if (!ref) return NULL;
  bool ok;
  bool object = (allowed & REF_OBJECT) != 0;
  if (object && sp_is(parser, TOKEN_QUOTED)) {
    ScenarioText name = {0};
    ref->kind = SCENARIO_REF_NAME;
    ok = sp_quoted(parser, what, &name);
    ref->text = name.text;
  } else if (object && sp_accept_word(parser, "face-down")) {
    ref->kind = SCENARIO_REF_FACE_DOWN;
    ok = sp_need_word(parser, "creature");
  } else if (sp_is(parser, TOKEN_WORD) && !scenario_word_reserved(parser->token.text)) {
    ref->kind = SCENARIO_REF_ALIAS;
    pending.word = parser->token;
    sp_advance(parser);
    ok = !parser->status;
  } else {
    ok = sp_expected(parser, what);
  }
  ok = ok && parse_qualifiers(parser, &pending, of_ability) && settle_in_time(parser, &pending);
  return ok ? ref : NULL;
}

/* `ability of REF` and `top of stack`, with their qualifiers. */
static ScenarioRef *parse_stack_ref(Parser *parser) {
  PendingRef pending = {.ref = new_ref(parser), .allowed = REF_OBJECT};
  ScenarioRef *ref = pending.ref;
  if (!ref) return NULL;
  bool top = sp_is_word(parser, "top");
  sp_advance(parser);
  if (!sp_need_word(parser, "of")) return NULL;
  if (top) {
    ref->kind = SCENARIO_REF_TOP;
    return sp_need_word(parser, "stack") ? ref : NULL;
  }
  ref->kind = SCENARIO_REF_ABILITY;
  ref->source = parse_simple_ref(parser, REF_OBJECT, "the object whose ability is meant", true);
  if (!ref->source) return NULL;
  return parse_qualifiers(parser, &pending, false) && settle_in_time(parser, &pending) ? ref : NULL;
}

ScenarioRef *sp_ref(Parser *parser, RefAllowed allowed, const char *what) {
  if (parser->status) return NULL;
  if ((allowed & REF_OBJECT) && (sp_is_word(parser, "ability") || sp_is_word(parser, "top"))) {
    return parse_stack_ref(parser);
  }
  return parse_simple_ref(parser, allowed, what, false);
}

bool sp_ref_into(Parser *parser, RefAllowed allowed, const char *what, ScenarioRefs *refs) {
  ScenarioRef *ref = sp_ref(parser, allowed, what);
  if (!ref) return false;
  refs->data = sp_grow(parser, refs->data, refs->count, sizeof(ScenarioRef *));
  if (parser->status) return false;
  refs->data[refs->count++] = ref;
  return true;
}

bool sp_refs(Parser *parser, RefAllowed allowed, const char *what, ScenarioRefs *refs) {
  do {
    if (!sp_ref_into(parser, allowed, what, refs)) return false;
  } while (sp_accept(parser, TOKEN_COMMA));
  return !parser->status;
}
