/* Acting, undoing and editing in a session. Each step makes a new text and runs it; only a sound run replaces the
   previous one. */
#include "api/session.h"

#include "scenario/scenario_parse.h"

static const char EMPTY_SEATS[] = "player Alice\nplayer Bob\n";

static GavelStatus no_memory(GavelError *error) {
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a step of a session");
}

/* --- steps ----------------------------------------------------------------------------------- */

static void step_free(GavelSession *s, Step *step) {
  GavelAllocator a = s->def.allocator;
  if (step->before.data) a.resize(a.user, (void *)(uintptr_t)step->before.data, step->before.length + 1, 0);
  if (step->after.data) a.resize(a.user, (void *)(uintptr_t)step->after.data, step->after.length + 1, 0);
}

static void steps_cut(GavelSession *s, u32 count) {
  while (s->steps.count > count) step_free(s, &s->steps.data[--s->steps.count]);
}

static bool keep_piece(GavelSession *s, Str piece, Str *kept) {
  GavelAllocator a = s->def.allocator;
  char *data = a.resize(a.user, NULL, 0, piece.length + 1);
  if (!data) return false;
  if (piece.length) memcpy(data, piece.data, piece.length);
  data[piece.length] = 0;
  *kept = (Str){data, piece.length};
  return true;
}

/* Computes the difference between two texts. */
static bool step_between(GavelSession *s, Str before, Str after, Step *step) {
  u32 head = 0, tail = 0, shorter = before.length < after.length ? before.length : after.length;
  while (head < shorter && before.data[head] == after.data[head]) head++;
  while (tail < shorter - head && before.data[before.length - 1 - tail] == after.data[after.length - 1 - tail]) tail++;
  *step = (Step){.at = head};
  bool fine = keep_piece(s, (Str){before.data + head, before.length - head - tail}, &step->before) &&
              keep_piece(s, (Str){after.data + head, after.length - head - tail}, &step->after);
  if (!fine) step_free(s, step);
  return fine;
}

/* Replaces the current moment. */
static void session_become(GavelSession *s, Text *text, Moment *moment) {
  moment_free(s->now);
  s->now = moment;
  text_free(&s->text);
  s->text = *text;
  text_init(text, s->def.allocator);
}

/* Makes a text that has been run the session's, as a step. Frees both if there is no memory. */
static GavelStatus session_accept(GavelSession *s, Text *text, Moment *moment, GavelError *error) {
  Step step;
  if (!vec_reserve(&s->def.allocator, &s->steps, 1) || !step_between(s, text_str(&s->text), text_str(text), &step)) {
    moment_free(moment);
    text_free(text);
    return no_memory(error);
  }
  steps_cut(s, s->done);
  s->steps.data[s->steps.count++] = step;
  s->done = s->steps.count;
  session_become(s, text, moment);
  return GAVEL_OK;
}

/* Runs `text` and, if it is sound, makes it the session's, as a step. Frees `text`. */
static GavelStatus session_step(GavelSession *s, Text *text, GavelError *error) {
  Moment *moment = NULL;
  GavelStatus status = text->failed ? no_memory(error) : moment_make(s, text_str(text), &moment, error);
  if (!status) status = moment_sound(moment, error);
  if (!status) return session_accept(s, text, moment, error);
  moment_free(moment);
  text_free(text);
  return status;
}

void gavel_session_destroy(GavelSession *session) {
  if (!session) return;
  GavelAllocator allocator = session->def.allocator;
  moment_free(session->now);
  steps_cut(session, 0);
  vec_free(&session->def.allocator, &session->steps);
  text_free(&session->text);
  atomic_fetch_sub(&session->def.cards->games, 1);
  allocator.resize(allocator.user, session, sizeof *session, 0);
}

/* Refuses a step if the scenario has already gone wrong. */
static GavelStatus check_sound(const GavelSession *s, GavelError *error) {
  if (s->now->result.verdict == SCENARIO_PASSED) return GAVEL_OK;
  return error_set(error, GAVEL_E_MISUSE, s->now->result.line, 0, 0,
                   "the scenario goes wrong at line %u: undo or edit that line first", s->now->result.line);
}

/* --- lines ----------------------------------------------------------------------------------- */

static Str trimmed(Str text) {
  while (text.length && strchr(" \t\r\n", text.data[0])) text = (Str){text.data + 1, text.length - 1};
  while (text.length && strchr(" \t\r\n", text.data[text.length - 1])) text.length--;
  return text;
}

/* Appends lines in the form of a script: headings at the margin, everything else indented. */
static void add_lines(Str lines, Text *out) {
  while (lines.length > 0) {
    const char *end = memchr(lines.data, '\n', lines.length);
    u32 length = end ? (u32)(end - lines.data) : lines.length;
    Str line = trimmed((Str){lines.data, length});
    lines = (Str){lines.data + length + (end != NULL), lines.length - length - (end != NULL)};
    if (!line.length) continue;
    if (!str_begins(line, STR("turn "))) text_adds(out, "  ");
    text_add(out, line);
    text_addc(out, '\n');
  }
}

static void begin_text(const GavelSession *s, Text *text) {
  text_init(text, s->def.allocator);
  text_add(text, text_str(&s->text));
}

GavelStatus gavel_session_act(GavelSession *session, const char *lines, GavelError *error) {
  GavelStatus status = check_sound(session, error);
  if (status) return status;
  size_t length = strlen(lines);
  if (length > session->def.text_limit)
    return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the lines are longer than %zu bytes", session->def.text_limit);
  if (!trimmed((Str){lines, (u32)length}).length)
    return error_set(error, GAVEL_E_SYNTAX, 0, 0, 0, "expected a line such as `Alice casts \"Clone\"` or `resolve`");
  Text text;
  begin_text(session, &text);
  add_lines((Str){lines, (u32)length}, &text);
  return session_step(session, &text, error);
}

/* --- options --------------------------------------------------------------------------------- */

/* Finds the first of `lines` whose run leads to that state; returns the text and moment of the step. */
static GavelStatus find_line(GavelSession *s, Str lines, u64 hash, Text *text, Moment **moment, GavelError *error) {
  GavelStatus status = GAVEL_E_ILLEGAL;
  while (lines.length > 0) {
    const char *end = memchr(lines.data, '\n', lines.length);
    u32 length = end ? (u32)(end - lines.data) + 1 : lines.length;
    bool last = length == lines.length;
    begin_text(s, text);
    add_lines((Str){lines.data, length}, text);
    lines = (Str){lines.data + length, lines.length - length};
    status = text->failed ? no_memory(error) : moment_make(s, text_str(text), moment, error);
    if (!status) status = moment_sound(*moment, error);
    if (!status && (last || (*moment)->result.hash == hash)) return GAVEL_OK;
    moment_free(*moment);
    *moment = NULL;
    text_free(text);
    if (status == GAVEL_E_MEMORY || status == GAVEL_E_STOPPED) return status;
  }
  return status;
}

GavelStatus gavel_session_take(GavelSession *session, uint32_t option, GavelError *error) {
  Text lines, text;
  Moment *moment = NULL;
  GavelDecision decision;
  GavelStatus status = check_sound(session, error);
  if (status) return status;
  GavelGame *game = gavel_session_game(session);
  if (!game || !gavel_game_decision(game, &decision))
    return error_set(error, GAVEL_E_MISUSE, 0, 0, 0,
                     "nothing is asked now: the game is over, or a line must come first");
  if (option >= decision.option_count)
    return error_set(error, GAVEL_E_ILLEGAL, 0, 0, 0, "there are %u options, numbered from 0; there is no option %u",
                     decision.option_count, option);
  text_init(&lines, session->def.allocator);
  live_lines(session->now->run, option, &lines);
  status = lines.failed
               ? no_memory(error)
               : find_line(session, text_str(&lines), live_taken(session->now->run, option), &text, &moment, error);
  text_free(&lines);
  return status ? status : session_accept(session, &text, moment, error);
}

/* --- setting up ------------------------------------------------------------------------------ */

/* The line in which a player's setup ends: that of the next player written down, or of the script. */
static u32 setup_end(const Scenario *scenario, u32 player) {
  for (u32 p = player + 1; p < scenario->players.count; p++)
    if (scenario->players.data[p].place.line) return scenario->players.data[p].place.line;
  if (scenario->before.count) return scenario->before.data[0].place.line;
  return scenario->sections.data[0].place.line;
}

static void add_items(const char *zone, Str items, Text *out) {
  text_addf(out, "  %s: ", zone);
  text_add(out, items);
  text_addc(out, '\n');
}

GavelStatus gavel_session_put(GavelSession *session, const char *player, const char *zone, const char *items,
                              GavelError *error) {
  const Scenario *scenario = session->now->scenario;
  u32 p = 0, line = 1, at = 0;
  while (p < scenario->players.count && !str_is(scenario->players.data[p].name, player)) p++;
  if (p == scenario->players.count)
    return error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0, "expected one of the players, found `%s`", player);
  if (!scenario_word_find(&scenario_zone_words, str_of(zone), NULL))
    return error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0,
                     "expected a zone such as `battlefield`, `hand` or `graveyard`, found `%s`", zone);
  Str what = trimmed((Str){items, (u32)strlen(items)});
  if (!what.length || memchr(what.data, '\n', what.length))
    return error_set(error, GAVEL_E_SYNTAX, 0, 0, 0,
                     "expected objects in one line, such as `2 Island; Clone as clone`");
  for (u32 end = setup_end(scenario, p); line < end && at < session->text.length; at++)
    line += session->text.data[at] == '\n';
  Text text;
  text_init(&text, session->def.allocator);
  text_add(&text, (Str){session->text.data, at});
  for (u32 before = 0; before <= p; before++) /* a player who isn't written down, and those before them */
    if (!scenario->players.data[before].place.line && !scenario->players.data[p].place.line)
      text_addf(&text, "player %.*s\n", (int)scenario->players.data[before].name.length,
                scenario->players.data[before].name.data);
  add_items(zone, what, &text);
  text_add(&text, (Str){session->text.data + at, session->text.length - at});
  return session_step(session, &text, error);
}

GavelStatus gavel_session_edit(GavelSession *session, const char *text, GavelError *error) {
  size_t length = strlen(text);
  u32 skipped, count;
  Text whole;
  if (length > session->def.text_limit)
    return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the scenario is longer than %zu bytes; leave something out",
                     session->def.text_limit);
  text_init(&whole, session->def.allocator);
  for (u32 i = 0; i < session->skipped; i++) text_addc(&whole, '\n');
  GavelStatus status = session_whole(session, (Str){text, (u32)length}, 0, &whole, &skipped, &count, error);
  if (status) {
    text_free(&whole);
    return status;
  }
  return session_step(session, &whole, error);
}

/* --- moments --------------------------------------------------------------------------------- */

/* Parses the turn and step of a heading. */
static GavelStatus parse_heading(const GavelSession *s, const char *moment, ScenarioSection *heading,
                                 GavelError *error) {
  GavelAllocator scratch = s->def.allocator;
  Arena arena;
  ScenarioFile *file = NULL;
  GavelError fault = {0};
  Text text;
  text_init(&text, scratch);
  text_adds(&text, EMPTY_SEATS);
  text_add(&text, trimmed(str_of(moment)));
  arena_init(&arena, scratch);
  GavelStatus status =
      text.failed ? GAVEL_E_MEMORY : scenario_parse(&arena, &scratch, STR("moment"), text_str(&text), &file, &fault);
  bool one = !status && file->scenarios.count == 1 && file->scenarios.data[0]->sections.count == 1 &&
             !file->scenarios.data[0]->before.count && !file->scenarios.data[0]->sections.data[0].lines.count;
  if (one) *heading = file->scenarios.data[0]->sections.data[0];
  arena_free(&arena);
  text_free(&text);
  if (status == GAVEL_E_MEMORY) return no_memory(error);
  if (one) return GAVEL_OK;
  return error_set(error, GAVEL_E_SYNTAX, 0, 0, 0,
                   "expected a moment such as `turn 3 main` or `turn 2 upkeep`, found `%s`", moment);
}

static bool is_after(const ScenarioSection *section, const ScenarioSection *heading) {
  return section->turn != heading->turn ? section->turn > heading->turn : section->step > heading->step;
}

/* Takes a step to a text, without the final answers that are for later questions. */
static GavelStatus go_without_answers(GavelSession *session, Text *text, GavelError *error) {
  for (;;) {
    Text whole;
    GavelError first = {0};
    text_init(&whole, session->def.allocator);
    text_add(&whole, text_str(text));
    u32 at = str_last_line(text_str(text));
    bool answers = !text->failed && text->length && strstr(text->data + at, " answers ");
    GavelStatus status = session_step(session, &whole, answers ? &first : error);
    if (!status || !answers || status == GAVEL_E_MEMORY) {
      text_free(text);
      return status;
    }
    text->length = at;
    text->data[at] = '\0';
  }
}

GavelStatus gavel_session_go(GavelSession *session, const char *moment, GavelError *error) {
  const Scenario *scenario = session->now->scenario;
  ScenarioSection heading = {0};
  if (strlen(moment) > session->def.text_limit)
    return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the moment is longer than %zu bytes", session->def.text_limit);
  GavelStatus status = parse_heading(session, moment, &heading, error);
  if (status) return status;
  u32 last = 0, count = scenario->sections.count;
  while (last < count && !is_after(&scenario->sections.data[last], &heading)) last++;
  u32 end = session->text.length;
  if (last < count) end = session_line_start(text_str(&session->text), scenario->sections.data[last].place.line);
  const ScenarioSection *before = last ? &scenario->sections.data[last - 1] : NULL;
  Text text;
  text_init(&text, session->def.allocator);
  text_add(&text, (Str){session->text.data, end});
  if (!before || before->turn != heading.turn || before->step != heading.step) {
    text_add(&text, trimmed(str_of(moment)));
    text_addc(&text, '\n');
  }
  return go_without_answers(session, &text, error);
}

/* --- undo and redo --------------------------------------------------------------------------- */

/* Runs the text with `from` at offset `at` replaced by `to`. */
static GavelStatus session_turn(GavelSession *s, u32 at, Str from, Str to, GavelError *error) {
  Text text;
  Moment *moment = NULL;
  Str old = text_str(&s->text);
  text_init(&text, s->def.allocator);
  text_add(&text, (Str){old.data, at});
  text_add(&text, to);
  text_add(&text, (Str){old.data + at + from.length, old.length - at - from.length});
  GavelStatus status = text.failed ? no_memory(error) : moment_make(s, text_str(&text), &moment, error);
  if (!status) session_become(s, &text, moment);
  text_free(&text);
  return status;
}

GavelStatus gavel_session_speak(GavelSession *session, GavelLanguage language, GavelError *error) {
  if (!api_speaks(language)) return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "there is no such language");
  GavelLanguage before = session->def.language;
  if (language == before) return GAVEL_OK;
  session->def.language = language;
  GavelStatus status = session_turn(session, 0, STR(""), STR(""), error);
  if (status) session->def.language = before;
  return status;
}

GavelStatus gavel_session_undo(GavelSession *session, GavelError *error) {
  if (session->done == 0) return error_set(error, GAVEL_E_MISUSE, 0, 0, 0, "there is no step to undo");
  const Step *step = &session->steps.data[session->done - 1];
  GavelStatus status = session_turn(session, step->at, step->after, step->before, error);
  if (!status) session->done--;
  return status;
}

GavelStatus gavel_session_redo(GavelSession *session, GavelError *error) {
  if (session->done == session->steps.count)
    return error_set(error, GAVEL_E_MISUSE, 0, 0, 0, "there is no step that was undone");
  const Step *step = &session->steps.data[session->done];
  GavelStatus status = session_turn(session, step->at, step->before, step->after, error);
  if (!status) session->done++;
  return status;
}

uint32_t gavel_session_undo_count(const GavelSession *session) { return session->done; }
uint32_t gavel_session_redo_count(const GavelSession *session) { return session->steps.count - session->done; }
