/* Sessions, for a single caller. */
#include "engine.h"

#include <inttypes.h>
#include <stdio.h>

/* Opens a session in `*session` for scenario `which` of a text, limited to that many objects and bytes. */
WEB_API GavelStatus gavel_web_session_open(Engine *engine, const char *text, uint32_t which, uint32_t objects,
                                           uint32_t bytes, GavelSession **session);
GavelStatus gavel_web_session_open(Engine *engine, const char *text, uint32_t which, uint32_t objects, uint32_t bytes,
                                   GavelSession **session) {
  GavelError error = {0};
  GavelSessionDef def = gavel_session_def_default();
  engine_out(engine);
  def.cards = engine->cards;
  def.text = text[0] ? text : NULL;
  def.scenario = which;
  def.language = engine->language;
  if (objects) def.limits.objects = objects;
  if (bytes) def.text_limit = bytes;
  return engine_close(engine, gavel_session_create(&def, session, &error), &error);
}

WEB_API void gavel_web_session_close(GavelSession *session);
void gavel_web_session_close(GavelSession *session) { gavel_session_destroy(session); }

/* --- acting ---------------------------------------------------------------------------------- */

WEB_API GavelStatus gavel_web_session_act(Engine *engine, GavelSession *session, const char *lines);
GavelStatus gavel_web_session_act(Engine *engine, GavelSession *session, const char *lines) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, gavel_session_act(session, lines, &error), &error);
}

WEB_API GavelStatus gavel_web_session_take(Engine *engine, GavelSession *session, uint32_t option);
GavelStatus gavel_web_session_take(Engine *engine, GavelSession *session, uint32_t option) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, gavel_session_take(session, option, &error), &error);
}

WEB_API GavelStatus gavel_web_session_put(Engine *engine, GavelSession *session, const char *player, const char *zone,
                                          const char *items);
GavelStatus gavel_web_session_put(Engine *engine, GavelSession *session, const char *player, const char *zone,
                                  const char *items) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, gavel_session_put(session, player, zone, items, &error), &error);
}

WEB_API GavelStatus gavel_web_session_edit(Engine *engine, GavelSession *session, const char *text);
GavelStatus gavel_web_session_edit(Engine *engine, GavelSession *session, const char *text) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, gavel_session_edit(session, text, &error), &error);
}

WEB_API GavelStatus gavel_web_session_go(Engine *engine, GavelSession *session, const char *moment);
GavelStatus gavel_web_session_go(Engine *engine, GavelSession *session, const char *moment) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, gavel_session_go(session, moment, &error), &error);
}

WEB_API GavelStatus gavel_web_session_undo(Engine *engine, GavelSession *session);
GavelStatus gavel_web_session_undo(Engine *engine, GavelSession *session) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, gavel_session_undo(session, &error), &error);
}

WEB_API GavelStatus gavel_web_session_redo(Engine *engine, GavelSession *session);
GavelStatus gavel_web_session_redo(Engine *engine, GavelSession *session) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, gavel_session_redo(session, &error), &error);
}

/* --- the moment ------------------------------------------------------------------------------ */

typedef struct SessionText {
  GavelSession *session;
  uint32_t number, from;
  const char *words;
} SessionText;

static size_t write_reason(void *user, char *data, size_t size) {
  return gavel_session_reason(((SessionText *)user)->session, data, size);
}

static size_t write_text(void *user, char *data, size_t size) {
  return gavel_session_text(((SessionText *)user)->session, data, size);
}

static size_t write_board(void *user, char *data, size_t size) {
  const SessionText *text = user;
  return gavel_session_board(text->session, text->number, data, size);
}

static size_t write_account(void *user, char *data, size_t size) {
  const SessionText *text = user;
  return gavel_session_account(text->session, (GavelAccount)text->number, text->from, data, size);
}

static size_t write_completion(void *user, char *data, size_t size) {
  const SessionText *text = user;
  return gavel_session_complete(text->session, text->words, text->number, data, size);
}

/* Everything a page shows of a session, in JSON: `verdict`, `line`, `reason`, `title`, `text`, `lines`, `scenarios`,
   `undo`, `redo`, `hash`, and the `board` as `viewer` sees it, null if there is none. */
WEB_API GavelStatus gavel_web_session_moment(Engine *engine, GavelSession *session, uint32_t viewer);
GavelStatus gavel_web_session_moment(Engine *engine, GavelSession *session, uint32_t viewer) {
  static const char *const VERDICTS[] = {"pass", "fail", "unsupported"};
  Out *out = engine_out(engine);
  SessionText text = {.session = session, .number = viewer};
  GavelError error = {0};
  uint32_t line;
  GavelStatus status = gavel_session_speak(session, engine->language, &error);
  if (status) return engine_close(engine, status, &error);
  GavelVerdict verdict = gavel_session_verdict(session, &line);
  GavelGame *game = gavel_session_game(session);
  char hash[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, game ? gavel_game_hash(game) : 0);
  const struct {
    const char *key;
    uint32_t number;
  } numbers[] = {{",\"line\":", line},
                 {",\"lines\":", gavel_session_lines(session)},
                 {",\"scenarios\":", gavel_session_scenarios(session)},
                 {",\"undo\":", gavel_session_undo_count(session)},
                 {",\"redo\":", gavel_session_redo_count(session)}};
  out_text(out, "{\"verdict\":");
  out_string(out, VERDICTS[verdict]);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    out_text(out, numbers[i].key);
    out_number(out, numbers[i].number);
  }
  out_text(out, ",\"hash\":");
  out_string(out, hash);
  out_text(out, ",\"title\":");
  out_string(out, gavel_session_title(session));
  out_text(out, ",\"reason\":");
  out_written_string(out, write_reason, &text);
  out_text(out, ",\"text\":");
  out_written_string(out, write_text, &text);
  out_text(out, ",\"board\":");
  size_t before = out->length;
  out_written(out, write_board, &text);
  if (out->length == before) out_text(out, "null");
  out_text(out, "}");
  return engine_close(engine, GAVEL_OK, NULL);
}

/* An account (GavelAccount) from a line on. */
WEB_API GavelStatus gavel_web_session_account(Engine *engine, GavelSession *session, uint32_t grain, uint32_t from);
GavelStatus gavel_web_session_account(Engine *engine, GavelSession *session, uint32_t grain, uint32_t from) {
  SessionText text = {.session = session, .number = grain, .from = from};
  GavelError error = {0};
  Out *out = engine_out(engine);
  GavelStatus status = gavel_session_speak(session, engine->language, &error);
  if (!status) out_written(out, write_account, &text);
  return engine_close(engine, status, &error);
}

/* Completions of a line, at most `cap`. */
WEB_API GavelStatus gavel_web_session_complete(Engine *engine, GavelSession *session, const char *line, uint32_t cap);
GavelStatus gavel_web_session_complete(Engine *engine, GavelSession *session, const char *line, uint32_t cap) {
  SessionText text = {.session = session, .number = cap, .words = line};
  out_written(engine_out(engine), write_completion, &text);
  return engine_close(engine, GAVEL_OK, NULL);
}

/* --- asking ---------------------------------------------------------------------------------- */

/* Makes room for a text of that length, after a first call with too small a buffer. */
static char *room_for(Out *out, size_t length, size_t *size) {
  char zero = 0;
  for (size_t i = 0; i <= length && !out->failed; i++) out_bytes(out, &zero, 1);
  *size = out->failed ? 0 : length + 1;
  out->length = 0;
  return out->data;
}

/* Why an object is what it is. */
WEB_API GavelStatus gavel_web_session_explain(Engine *engine, GavelSession *session, const char *words);
GavelStatus gavel_web_session_explain(Engine *engine, GavelSession *session, const char *words) {
  GavelError error = {0};
  Out *out = engine_out(engine);
  size_t length = 0, size = 0;
  GavelStatus status = gavel_session_speak(session, engine->language, &error);
  if (!status) status = gavel_session_explain(session, words, NULL, 0, &length, &error);
  if (!status) {
    char *data = room_for(out, length, &size);
    status = gavel_session_explain(session, words, data, size, &length, &error);
    out->length = status ? 0 : length;
  }
  return engine_close(engine, status, &error);
}

/* Whether an action could be taken now, in `*legal`, and why not. */
WEB_API GavelStatus gavel_web_session_why_not(Engine *engine, GavelSession *session, const char *action, int *legal);
GavelStatus gavel_web_session_why_not(Engine *engine, GavelSession *session, const char *action, int *legal) {
  GavelError error = {0};
  Out *out = engine_out(engine);
  GavelRefusal refusal = GAVEL_REFUSAL_RULES;
  size_t length = 0, size = 0;
  GavelStatus status = gavel_session_why_not(session, action, &refusal, NULL, 0, &length, &error);
  if (!status) {
    char *data = room_for(out, length, &size);
    status = gavel_session_why_not(session, action, &refusal, data, size, &length, &error);
    out->length = status ? 0 : length;
  }
  *legal = refusal == GAVEL_REFUSAL_NONE;
  return engine_close(engine, status, &error);
}
