/* Sessions: moments, and questions about a moment as a whole. */
#include "api/session.h"

#include "explain/trace.h"
#include "scenario/report.h"
#include "scenario/scenario_parse.h"
#include "scenario/scenario_print.h"
#include "state/setup.h"

#include <stdio.h>

/* Number of rules applied between two calls of go_on. */
#define RULES_BETWEEN 256u

static const char EMPTY_BOARD[] = "player Alice\nplayer Bob\n";

GavelSessionDef gavel_session_def_default(void) {
  GavelSessionDef def = {
      .allocator = gavel_allocator_default(),
      .text_limit = 65536,
      .decision_limit = SCENARIO_LIMIT_DEFAULT,
      .rule_limit = 20000000,
      .limits = gavel_game_def_default().limits,
  };
  def.limits.objects = 5000;
  def.limits.evaluations = 50000000;
  return def;
}

/* The first line of a text. */
static Str first_line(Str text) {
  const char *end = text.length ? memchr(text.data, '\n', text.length) : NULL;
  return (Str){text.data, end ? (u32)(end - text.data) : text.length};
}

/* --- listening to a run ---------------------------------------------------------------------- */

/* Ends a run that reached a bound, from inside the game. */
static void end_run(Moment *m, GavelStatus status, const char *what) {
  Game *g = m->run ? live_game(m->run) : NULL;
  m->ended = status;
  if (g && g->running) game_fail(g, GAVEL_E_STOPPED, what);
}

static void on_rule_about(void *user, const char *number, Ref object) {
  Moment *m = user;
  const GavelSessionDef *def = &m->session->def;
  m->rules++;
  if (m->rules > def->rule_limit) end_run(m, GAVEL_E_LIMIT, "rules carried out");
  if (m->rules % RULES_BETWEEN == 0 && def->go_on && !def->go_on(def->user, m->rules))
    end_run(m, GAVEL_E_STOPPED, "the caller stopped it");
  account_rule(&m->account, number, object);
}

static void on_rule(void *user, const char *number) { on_rule_about(user, number, REF_NONE); }

static void on_event(void *user, const Game *game, const Event *event) {
  Moment *m = user;
  m->account.line = m->run ? live_line(m->run) : 0;
  /* Looking up names may fill caches. */
  account_event(&m->account, (Game *)(uintptr_t)game, event);
}

static void on_remark(void *user, const Game *game, Remark remark, const char *rule, const Event *about) {
  Moment *m = user;
  m->account.line = m->run ? live_line(m->run) : 0;
  account_remark(&m->account, (Game *)(uintptr_t)game, remark, rule, about);
}

/* Records the state of the game at the beginning of a line. */
static Game *on_decision(void *user, Game *g) {
  Moment *m = user;
  u32 line = m->run ? live_line(m->run) : 0;
  if (!m->account.looks.count || m->seen != line) account_look(&m->account, g, line);
  m->seen = line;
  return g;
}

static void on_choice(void *user, Game *g, const Option *option) {
  Moment *m = user;
  m->account.line = m->run ? live_line(m->run) : 0;
  account_choice(&m->account, g, option);
}

static void on_met(void *user, Game *g, const Scenario *scenario, const ScenarioExpect *expect, Ref object) {
  Moment *m = user;
  Text text;
  text_init(&text, m->allocator);
  m->account.line = expect->place.line;
  scenario_print_expect(scenario, expect, &text);
  account_add(&m->account, ACCOUNT_EXPECTED, text_str(&text));
  m->account.failed |= text.failed;
  u32 slot = ref_is_player(object) ? 0 : object_live(g, object);
  text_clear(&text);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD ||
      explain_object(g, slot, &m->account.names, true, &text)) {
    text_free(&text);
    return;
  }
  m->account.failed |= text.failed;
  if (!str_equal(text_str(&text), text_str(&m->object))) account_add(&m->account, ACCOUNT_OBJECT, text_str(&text));
  text_free(&m->object);
  m->object = text;
}

/* --- making a moment ------------------------------------------------------------------------- */

static GavelStatus no_memory(GavelError *error) {
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a session");
}

void moment_free(Moment *m) {
  if (!m) return;
  GavelAllocator allocator = m->allocator;
  Game *g = m->run ? live_game(m->run) : NULL;
  if (g) api_forget(g);
  scenario_close(m->run);
  scenario_result_free(&m->result, &allocator);
  account_free(&m->account);
  text_free(&m->reason);
  text_free(&m->title);
  text_free(&m->object);
  for (u32 i = 0; i < PLAYERS_CAP; i++) text_free(&m->names[i]);
  arena_free(&m->arena);
  allocator.resize(allocator.user, m, sizeof *m, 0);
}

/* Checks that the setup doesn't ask for more objects than the session may hold; the run would notice only after making
   room. */
static GavelStatus check_size(const GavelSession *s, const Scenario *scenario, GavelError *error) {
  u64 objects = 0;
  for (u32 p = 0; p < scenario->players.count; p++)
    for (u32 i = 0; i < scenario->players.data[p].items.count; i++) {
      const ScenarioItem *item = &scenario->players.data[p].items.data[i];
      objects += (u64)item->count;
      if (objects > s->def.limits.objects)
        return error_set(error, GAVEL_E_LIMIT, item->place.line, item->place.column, 0,
                         "expected at most %u objects in all, found more; put fewer on the board",
                         s->def.limits.objects);
    }
  return GAVEL_OK;
}

static bool keep_names(Moment *m) {
  text_init(&m->title, m->allocator);
  text_add(&m->title, m->scenario->title);
  bool failed = m->title.failed;
  for (u32 p = 0; p < PLAYERS_CAP && p < m->scenario->players.count; p++) {
    m->players[p] = m->scenario->players.data[p].name;
    text_add(&m->names[p], m->players[p]);
    failed |= m->names[p].failed;
  }
  return !failed;
}

/* Reports what `lenient` has skipped, one line each. */
static void tell_passed_over(Moment *m) {
  Str rest = text_str(&m->result.passed_over);
  while (rest.length > 0) {
    Str line = first_line(rest);
    account_add(&m->account, ACCOUNT_PASSED, line);
    u32 used = line.length + (line.length < rest.length);
    rest = (Str){rest.data + used, rest.length - used};
  }
}

static GavelStatus run_moment(const GavelSession *s, Moment *m) {
  ScenarioOptions options = {.limit = s->def.decision_limit,
                             .hold = true,
                             .language = s->def.language,
                             .limits = &s->def.limits,
                             .listener = &m->account.listener,
                             .met = on_met};
  options.chose = on_choice;
  options.at_decision = on_decision;
  options.user = m;
  account_init(&m->account, m->players, s->def.language, m->allocator);
  m->account.names.reader = s->reader;
  m->account.listener =
      (Listener){.rule = on_rule, .about = on_rule_about, .event = on_event, .remark = on_remark, .user = m};
  GavelStatus status = scenario_open(session_db(s), m->scenario, &options, &m->result, &m->reason, &m->run);
  Game *g = m->run ? live_game(m->run) : NULL;
  if (g) game_listen(g, NULL);
  if (g && !g->failed) account_look(&m->account, g, UINT32_MAX);
  tell_passed_over(m);
  return !status && (m->account.failed || m->object.failed) ? GAVEL_E_MEMORY : status;
}

static GavelStatus parse_moment(const GavelSession *s, Str text, Moment *m, GavelError *error) {
  GavelAllocator scratch = m->allocator;
  GavelStatus status = scenario_parse_said(&m->arena, &scratch, STR("session"), text, s->def.language, &m->file, error);
  if (status) return status;
  if (m->file->scenarios.count != 1)
    return error_set(error, GAVEL_E_CHECK, m->file->scenarios.data[1]->place.line, 1, 0,
                     "expected one scenario, found %u; a session holds one moment", m->file->scenarios.count);
  m->scenario = m->file->scenarios.data[0];
  return check_size(s, m->scenario, error);
}

GavelStatus moment_make(const GavelSession *s, Str text, Moment **out, GavelError *error) {
  GavelAllocator allocator = s->def.allocator;
  *out = NULL;
  if (text.length - s->skipped > s->def.text_limit)
    return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the scenario is longer than %zu bytes; leave something out",
                     s->def.text_limit);
  Moment *m = allocator.resize(allocator.user, NULL, 0, sizeof *m);
  if (!m) return no_memory(error);
  memset(m, 0, sizeof *m);
  m->allocator = allocator;
  m->session = s;
  arena_init(&m->arena, allocator);
  text_init(&m->reason, allocator);
  text_init(&m->title, allocator);
  text_init(&m->object, allocator);
  text_init(&m->result.passed_over, allocator);
  account_init(&m->account, m->players, s->def.language, allocator);
  for (u32 i = 0; i < PLAYERS_CAP; i++) text_init(&m->names[i], allocator);
  GavelStatus status = parse_moment(s, text, m, error);
  if (!status && (!keep_names(m) || run_moment(s, m))) status = no_memory(error);
  if (!status && m->ended)
    status = error_set(error, m->ended, m->result.line, 0, 0,
                       m->ended == GAVEL_E_LIMIT ? "this carries out more than %llu rules; ask for less at once"
                                                 : "stopped by the caller after %llu rules",
                       (unsigned long long)m->rules - 1);
  if (status) {
    moment_free(m);
    return status;
  }
  *out = m;
  return GAVEL_OK;
}

GavelStatus moment_sound(const Moment *m, GavelError *error) {
  static const GavelStatus STATUSES[] = {[SCENARIO_PASSED] = GAVEL_OK,
                                         [SCENARIO_FAILED] = GAVEL_E_ILLEGAL,
                                         [SCENARIO_UNSUPPORTED] = GAVEL_E_UNKNOWN,
                                         [SCENARIO_ERROR] = GAVEL_E_CHECK};
  GavelStatus status = STATUSES[m->result.verdict];
  if (!status) return GAVEL_OK;
  const Game *g = m->run ? live_game(m->run) : NULL;
  if (g && g->failed) status = g->failed;
  Str reason = first_line(text_str(&m->reason));
  return error_set(error, status, m->result.line, 0, 0, "%.*s", (int)reason.length, reason.length ? reason.data : "");
}

/* --- making a session ------------------------------------------------------------------------- */

u32 session_line_start(Str text, u32 line) {
  u32 at = 0;
  for (u32 n = 1; n < line && at < text.length; n++) {
    const char *end = memchr(text.data + at, '\n', text.length - at);
    at = end ? (u32)(end - text.data) + 1 : text.length;
  }
  return at;
}

/* Appends a text, ensuring that it ends with a line break and has a script. */
static void add_whole(Str text, bool script, Text *out) {
  text_add(out, text);
  if (text.length && text.data[text.length - 1] != '\n') text_addc(out, '\n');
  if (!script) text_adds(out, "turn 1 main\n");
}

GavelStatus session_whole(const GavelSession *s, Str text, u32 which, Text *out, u32 *skipped, u32 *count,
                          GavelError *error) {
  Arena arena;
  ScenarioFile *file;
  GavelAllocator scratch = s->def.allocator;
  arena_init(&arena, scratch);
  GavelStatus status = scenario_parse_said(&arena, &scratch, STR("session"), text, s->def.language, &file, error);
  if (!status && which >= file->scenarios.count)
    status = error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0, "the text holds %u scenarios, but none with the number %u",
                       file->scenarios.count, which);
  if (!status) {
    const Scenario *scenario = file->scenarios.data[which];
    bool last = which + 1 == file->scenarios.count;
    u32 from = which ? session_line_start(text, scenario->place.line) : 0;
    u32 to = last ? text.length : session_line_start(text, file->scenarios.data[which + 1]->place.line);
    *skipped = which ? scenario->place.line - 1 : 0;
    *count = file->scenarios.count;
    for (u32 i = 0; i < *skipped; i++) text_addc(out, '\n');
    add_whole((Str){text.data + from, to - from}, scenario->sections.count > 0, out);
    if (out->failed) status = no_memory(error);
  }
  arena_free(&arena);
  return status;
}

static GavelStatus session_open(GavelSession *s, Str text, u32 which, GavelError *error) {
  if (text.length > 16u * s->def.text_limit)
    return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the text is too long; at most %zu bytes of scenarios are read",
                     16u * s->def.text_limit);
  GavelStatus status = session_whole(s, text, which, &s->text, &s->skipped, &s->scenarios, error);
  return status ? status : moment_make(s, text_str(&s->text), &s->now, error);
}

GavelStatus gavel_session_create(const GavelSessionDef *def, GavelSession **session, GavelError *error) {
  *session = NULL;
  GavelAllocator allocator = def->allocator;
  if (!def->cards) return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "a session needs cards: set GavelSessionDef.cards");
  if (!api_speaks(def->language)) return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "there is no such language");
  const char *given = def->text ? def->text : EMPTY_BOARD;
  size_t length = def->text && def->length ? def->length : strlen(given);
  if (length > UINT32_MAX / 2) return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the text is longer than 2 GiB");
  GavelSession *s = allocator.resize(allocator.user, NULL, 0, sizeof *s);
  if (!s) return no_memory(error);
  memset(s, 0, sizeof *s);
  s->def = *def;
  s->def.limits = limits_or(def->limits, gavel_session_def_default().limits);
  s->def.text = NULL;
  s->def.length = 0;
  text_init(&s->text, allocator);
  atomic_fetch_add(&def->cards->games, 1);
  GavelStatus status = session_open(s, (Str){given, (u32)length}, def->scenario, error);
  if (status) {
    gavel_session_destroy(s);
    return status;
  }
  *session = s;
  return GAVEL_OK;
}

GavelStatus gavel_session_fork(const GavelSession *session, GavelSession **fork, GavelError *error) {
  GavelSessionDef def = session->def;
  Str text = session_scenario(session);
  def.text = text.data;
  def.length = text.length;
  def.scenario = 0;
  return gavel_session_create(&def, fork, error);
}

/* --- the session's contents ------------------------------------------------------------------ */

GavelGame *gavel_session_game(const GavelSession *session) { return live_game(session->now->run); }

GavelVerdict gavel_session_verdict(const GavelSession *session, uint32_t *line) {
  static const GavelVerdict VERDICTS[] = {[SCENARIO_PASSED] = GAVEL_VERDICT_PASS,
                                          [SCENARIO_FAILED] = GAVEL_VERDICT_FAIL,
                                          [SCENARIO_UNSUPPORTED] = GAVEL_VERDICT_UNSUPPORTED,
                                          [SCENARIO_ERROR] = GAVEL_VERDICT_FAIL};
  if (line) *line = session->now->result.line;
  return VERDICTS[session->now->result.verdict];
}

/* Copies out a text without freeing it. */
static size_t text_lent(Str text, char *out, size_t size) {
  size_t written = text.length < size ? text.length : size ? size - 1 : 0;
  if (written) memcpy(out, text.data, written);
  if (size > 0) out[written] = 0;
  return text.length;
}

size_t gavel_session_reason(const GavelSession *session, char *out, size_t size) {
  return text_lent(text_str(&session->now->reason), out, size);
}

size_t gavel_session_text(const GavelSession *session, char *out, size_t size) {
  return text_lent(session_scenario(session), out, size);
}

uint32_t gavel_session_lines(const GavelSession *session) {
  u32 lines = 0;
  for (u32 i = 0; i < session->text.length; i++) lines += session->text.data[i] == '\n';
  return lines;
}

uint32_t gavel_session_scenarios(const GavelSession *session) { return session->scenarios; }

uint32_t gavel_session_expectations(const GavelSession *session) {
  const Scenario *scenario = session->now->scenario;
  u32 count = 0;
  for (u32 i = 0; i < scenario->sections.count; i++)
    for (u32 k = 0; k < scenario->sections.data[i].lines.count; k++)
      count += scenario->sections.data[i].lines.data[k].kind == SCENARIO_LINE_EXPECT;
  return count;
}

const char *gavel_session_title(const GavelSession *session) {
  return session->now->title.data ? session->now->title.data : "";
}

const char *gavel_session_player(const GavelSession *session, uint32_t player) {
  const char *name = player < PLAYERS_CAP ? session->now->names[player].data : NULL;
  return name ? name : "";
}
