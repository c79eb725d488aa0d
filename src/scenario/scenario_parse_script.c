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

/* Adds the finished line. */
static bool add_line(Parser *parser, ScenarioLine line) {
  ScenarioSection *section = last_section(parser);
  ScenarioLines *lines = section ? &section->lines : &parser->scenario->before;
  ScenarioLine *slot = SP_PUSH(parser, lines);
  if (!slot) return false;
  *slot = line;
  slot->place = parser->row_at.place;
  slot->source = source_from(parser, parser->row_at.offset);
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

bool sp_turn(Parser *parser, const ScenarioWord *row) {
  ScenarioSection next = {.place = parser->row_at.place};
  u32 begin = parser->row_at.offset, step;
  Token turn_at = parser->token;
  if (!sp_begin_script(parser) || !sp_number(parser, row->what, row->n, &next.turn)) return false;
  Token step_at = parser->token;
  if (!sp_word_of(parser, &scenario_step_words, A_STEP, &step)) return false;
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

bool sp_resolve(Parser *parser, const ScenarioWord *row) {
  (void)row;
  bool all = sp_accept_word(parser, "all");
  if (!sp_end(parser, "`all` or the end of the line")) return false;
  return add_line(parser, (ScenarioLine){.kind = all ? SCENARIO_LINE_RESOLVE_ALL : SCENARIO_LINE_RESOLVE});
}

bool sp_expect(Parser *parser, const ScenarioWord *row) {
  (void)row;
  ScenarioExpect *expect = sp_expectation(parser);
  return expect && add_line(parser, (ScenarioLine){.kind = SCENARIO_LINE_EXPECT, .as.expect = expect});
}

bool sp_player_acts(Parser *parser) {
  ScenarioAction *action = NULL;
  ScenarioAnswers *answers = NULL;
  Token name = parser->row_at = parser->token;
  sp_advance(parser);
  if (!sp_acts(parser, sp_find_player(parser, name.text), name.place, &action, &answers)) return false;
  if (answers) return add_line(parser, (ScenarioLine){.kind = SCENARIO_LINE_ANSWERS, .as.answers = answers});
  return add_line(parser, (ScenarioLine){.kind = SCENARIO_LINE_ACTION, .as.action = action});
}
