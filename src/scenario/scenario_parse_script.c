/* The lines of the script: sections, what players do, what is expected. */
#include "scenario/scenario_parse_private.h"

#define A_STEP                                                                                                   \
  "a step: `upkeep`, `draw`, `main`, `begin combat`, `attackers`, `blockers`, `first strike damage`, `damage`, " \
  "`end combat`, `main 2`, `end` or `cleanup`"

/* --- lines --------------------------------------------------------------------------------- */

static ScenarioSection *last_section(Parser *parser) {
  u32 count = parser->scenario->sections.count;
  return count > 0 ? &parser->scenario->sections.data[count - 1] : NULL;
}

static Str source_from(const Parser *parser, u32 begin) {
  return (Str){parser->lexer.text.data + begin, parser->last_end - begin};
}

/* Adds the finished line that began at `first`. */
static bool add_line(Parser *parser, const Token *first, ScenarioLine line) {
  ScenarioSection *section = last_section(parser);
  ScenarioLines *lines = section ? &section->lines : &parser->scenario->before;
  ScenarioLine *slot = SP_PUSH(parser, lines);
  if (!slot) return false;
  *slot = line;
  slot->place = first->place;
  slot->source = source_from(parser, first->offset);
  if (section) section->own_lines = section->lines.count;
  return true;
}

/* --- the setup's end ----------------------------------------------------------------------- */

/* Who sits down where fewer than two players are written: Alice and Bob, or the other of them. */
static const char *const SEATED[] = {"Alice", "Bob"};

bool sp_joins(const Parser *parser, Str name) {
  u32 written = parser->scenario ? parser->scenario->players.count : 0;
  if (parser->phase != PHASE_SETUP || written > 1) return false;
  if (written == 0) return str_is(name, SEATED[0]) || str_is(name, SEATED[1]);
  bool other = str_is(parser->scenario->players.data[0].name, SEATED[0]);
  return str_is(name, SEATED[other]);
}

static bool seat(Parser *parser, const char *name) {
  ScenarioPlayer *player = SP_PUSH(parser, &parser->scenario->players);
  if (!player) return false;
  player->name = str_of(name);
  return true;
}

bool sp_begin_script(Parser *parser) {
  if (parser->phase == PHASE_SCRIPT) return true;
  parser->phase = PHASE_SCRIPT;
  for (u32 i = 0; i < COUNT_OF(SEATED) && parser->scenario->players.count < 2; i++) {
    if (sp_find_player(parser, str_of(SEATED[i])) == SCENARIO_NONE && !seat(parser, SEATED[i])) return false;
  }
  return sp_settle_refs(parser);
}

/* --- sections ------------------------------------------------------------------------------ */

/* Whether a section may follow the last one: turns and steps only go on. Where an extra phase has
   repeated a step, only the game can tell which of two comes first. */
static bool check_order(Parser *parser, const Token *turn_at, const Token *step_at, const ScenarioSection *next) {
  const ScenarioSection *last = last_section(parser);
  if (!last || next->turn != last->turn) parser->turn_has_again = false;
  parser->turn_has_again |= next->again;
  if (!last) return true;
  if (next->turn < last->turn) {
    return sp_fail(parser, turn_at, GAVEL_E_CHECK, "expected turn %lld or a later one, found turn %lld",
                   (long long)last->turn, (long long)next->turn);
  }
  if (next->turn == last->turn && next->step < last->step && !parser->turn_has_again) {
    return sp_fail(
        parser, step_at, GAVEL_E_CHECK, "expected `%s` or a later step of turn %lld, or `%s again`, found `%s`",
        scenario_word_text(&scenario_step_words, last->step), (long long)last->turn,
        scenario_word_text(&scenario_step_words, next->step), scenario_word_text(&scenario_step_words, next->step));
  }
  return true;
}

/* Gives the `answers` at the end of the last section to the time before the next. */
static void close_section(Parser *parser) {
  ScenarioSection *section = last_section(parser);
  if (!section) return;
  u32 own = section->lines.count;
  while (own > 0 && section->lines.data[own - 1].kind == SCENARIO_LINE_ANSWERS) own--;
  section->own_lines = own;
}

bool sp_turn(Parser *parser) {
  ScenarioSection next = {.place = parser->token.place};
  u32 begin = parser->token.offset;
  if (!sp_begin_script(parser)) return false;
  sp_advance(parser);
  Token turn_at = parser->token;
  if (!sp_number(parser, "the number of a turn", 1, SCENARIO_AMOUNT_CAP, &next.turn)) return false;
  Token step_at = parser->token;
  u32 step;
  if (!sp_accept_row(parser, &scenario_step_words, &step)) {
    return sp_expected_word(parser, A_STEP, &scenario_step_words);
  }
  next.step = (Word)step;
  next.again = sp_accept_word(parser, "again");
  if (!sp_end(parser, "`again` or the end of the line")) return false;
  if (!check_order(parser, &turn_at, &step_at, &next)) return false;
  next.source = source_from(parser, begin);
  close_section(parser);
  ScenarioSection *section = SP_PUSH(parser, &parser->scenario->sections);
  if (!section) return false;
  *section = next;
  return true;
}

/* --- what happens and what is expected ----------------------------------------------------- */

bool sp_resolve(Parser *parser) {
  Token first = parser->token;
  sp_advance(parser);
  bool all = sp_accept_word(parser, "all");
  if (!sp_end(parser, "`all` or the end of the line")) return false;
  ScenarioLineKind kind = all ? SCENARIO_LINE_RESOLVE_ALL : SCENARIO_LINE_RESOLVE;
  return add_line(parser, &first, (ScenarioLine){.kind = kind});
}

bool sp_expect_line(Parser *parser) {
  Token first = parser->token;
  sp_advance(parser);
  ScenarioExpect *expect = sp_expect(parser);
  if (!expect) return false;
  return add_line(parser, &first, (ScenarioLine){.kind = SCENARIO_LINE_EXPECT, .as.expect = expect});
}

bool sp_verb(Parser *parser, u32 *verb) {
  *verb = SCENARIO_VERB_COUNT;
  if (sp_accept_word(parser, "answers") || sp_accept_row(parser, &scenario_verb_words, verb)) {
    return true;
  }
  Suggestion suggestion = sp_suggest_for(parser->token.text);
  sp_suggest(&suggestion, STR("answers"));
  sp_suggest_words(&suggestion, &scenario_verb_words);
  return sp_expected_near(parser, &parser->token, GAVEL_E_SYNTAX,
                          "what the player does, such as `casts`, `activates` or `answers`", &suggestion);
}

bool sp_player_action(Parser *parser, u32 player) {
  Token first = parser->token;
  sp_advance(parser);
  u32 verb;
  if (!sp_verb(parser, &verb)) return false;
  if (verb == SCENARIO_VERB_COUNT) {
    ScenarioAnswers *answers = sp_answers(parser, player, first.place);
    if (!answers) return false;
    return add_line(parser, &first, (ScenarioLine){.kind = SCENARIO_LINE_ANSWERS, .as.answers = answers});
  }
  if (!last_section(parser)) {
    return sp_fail(parser, &first, GAVEL_E_SYNTAX, "expected a `turn` line before the first action, found none");
  }
  ScenarioAction *action = sp_action(parser, player, (ScenarioVerb)verb, first.place);
  if (!action) return false;
  return add_line(parser, &first, (ScenarioLine){.kind = SCENARIO_LINE_ACTION, .as.action = action});
}
