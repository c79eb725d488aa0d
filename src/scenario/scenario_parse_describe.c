/* What objects are and have: the words after `is` and of a token. */
#include "scenario/scenario_parse_private.h"

/* A capital or a letter beyond ASCII at the start, then letters, apostrophes and hyphens. */
static bool is_subtype(Str word) {
  bool begins = (word.data[0] >= 'A' && word.data[0] <= 'Z') || (u8)word.data[0] >= 0x80u;
  for (u32 i = 0; i < word.length; i++) {
    char c = word.data[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (u8)c >= 0x80u;
    if (!letter && c != '\'' && c != '-') return false;
  }
  return begins;
}

/* The kinds of words, each with its table. */
static const struct {
  ScenarioDescriptorKind kind;
  const ScenarioWords *words;
} word_kinds[] = {{SCENARIO_IS_SUPERTYPE, &scenario_supertype_words},
                  {SCENARIO_IS_COLOR, &scenario_color_words},
                  {SCENARIO_IS_TYPE, &scenario_type_words},
                  {SCENARIO_IS_STATE, &scenario_state_words}};

static bool unknown_descriptor(Parser *parser, bool after_is) {
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  for (u32 i = 0; i < COUNT_OF(word_kinds); i++) {
    if (after_is || word_kinds[i].kind != SCENARIO_IS_STATE) {
      sp_suggest_words(&suggestion, word_kinds[i].words, ANY_PLACE);
    }
  }
  const char *what = after_is ? "a supertype, colour, type, state, subtype (with a capital) or numbers such as 2/2"
                              : "a supertype, colour, type, subtype (with a capital) or numbers such as 2/2";
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX, what, &suggestion);
}

static bool parse_pt(Parser *parser, ScenarioDescriptorKind kind, ScenarioDescriptor *out) {
  if (!sp_is(parser, TOKEN_PT) || parser->token.plus) {
    return sp_expected(parser, "power and toughness such as 2/2");
  }
  out->kind = kind;
  out->pt = parser->token.pt;
  return true;
}

/* Fills in all but the text and place of the present word; leaves it where it is, after `base` at
   the numbers. */
static bool read_descriptor(Parser *parser, bool after_is, ScenarioDescriptor *out) {
  if (sp_is(parser, TOKEN_PT)) return parse_pt(parser, SCENARIO_IS_PT, out);
  if (!sp_is(parser, TOKEN_WORD)) return unknown_descriptor(parser, after_is);
  if (after_is && sp_accept_word(parser, "base")) return parse_pt(parser, SCENARIO_IS_BASE_PT, out);
  for (u32 i = 0; i < COUNT_OF(word_kinds); i++) {
    u32 value;
    if (!scenario_word_find(word_kinds[i].words, parser->token.text, &value)) continue;
    bool state = word_kinds[i].kind == SCENARIO_IS_STATE;
    if (state && !after_is && value != SCENARIO_STATE_COLORLESS) continue;
    out->kind = word_kinds[i].kind;
    out->value = value;
    return true;
  }
  out->kind = SCENARIO_IS_SUBTYPE;
  return is_subtype(parser->token.text) || unknown_descriptor(parser, after_is);
}

/* Whether the last of the list gives numbers that another has given already. */
static bool numbers_twice(const ScenarioDescriptors *list) {
  ScenarioDescriptorKind kind = list->data[list->count - 1].kind;
  if (kind != SCENARIO_IS_PT && kind != SCENARIO_IS_BASE_PT) return false;
  for (u32 i = 0; i + 1 < list->count; i++) {
    if (list->data[i].kind == kind) return true;
  }
  return false;
}

static bool descriptors_end(const Parser *parser, bool after_is) {
  if (after_is) return sp_is(parser, TOKEN_END);
  bool more = sp_is(parser, TOKEN_WORD) || sp_is(parser, TOKEN_PT);
  return !more || sp_is_word(parser, "with") || sp_is_word(parser, "as");
}

bool sp_descriptors(Parser *parser, bool after_is, ScenarioDescriptors *out) {
  do {
    ScenarioDescriptor *descriptor = SP_PUSH(parser, out);
    if (!descriptor || !read_descriptor(parser, after_is, descriptor)) return false;
    descriptor->place = parser->token.place;
    descriptor->text = parser->token.text;
    if (numbers_twice(out)) {
      return sp_fail(parser, &parser->token, GAVEL_E_CHECK, "expected power and toughness once, found them twice");
    }
    sp_advance(parser);
  } while (!descriptors_end(parser, after_is));
  return !parser->status;
}

/* --- abilities ----------------------------------------------------------------------------- */

/* Whether the present token can be part of a keyword ability in bare words, such as `toxic 1`. */
static bool in_bare_ability(const Parser *parser, bool ends_at_and) {
  TokenKind kind = parser->token.kind;
  if (kind != TOKEN_WORD && kind != TOKEN_INT && kind != TOKEN_SYMBOLS) return false;
  return !ends_at_and || (!sp_is_word(parser, "and") && !sp_is_word(parser, "as"));
}

bool sp_ability(Parser *parser, bool ends_at_and, ScenarioAbility *out) {
  static const char what[] = "a keyword ability, or rules text in quotes";
  if (sp_is(parser, TOKEN_QUOTED)) {
    out->quoted = true;
    return sp_quoted(parser, what, &out->text);
  }
  if (!sp_is(parser, TOKEN_WORD) || !in_bare_ability(parser, ends_at_and)) {
    return sp_expected(parser, what);
  }
  out->text.place = parser->token.place;
  u32 begin = parser->token.offset;
  while (in_bare_ability(parser, ends_at_and)) sp_advance(parser);
  return sp_joined(parser, begin, parser->last_end, true, &out->text.text);
}
