/* One scenario from beginning to end: what it needs, how it ends. */
#include "scenario/run_private.h"

#include "state/clone.h"
#include "state/hash.h"
#include "state/setup.h"
#include "state/validate.h"

#include <stdio.h>

/* --- verdicts ---------------------------------------------------------------------------------- */

static void text_addv(Text *out, const char *format, va_list arguments) {
  char buffer[2048];
  vsnprintf(buffer, sizeof buffer, format, arguments);
  text_adds(out, buffer);
}

static void verdict(Runner *r, ScenarioVerdict kind, ScenarioPlace place, const char *format, va_list arguments) {
  if (r->judged) return;
  r->judged = true;
  r->out->verdict = kind;
  r->out->line = place.line;
  text_addv(r->reason, format, arguments);
}

bool run_fail(Runner *r, ScenarioPlace place, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  format = phrase_said(r->options.language, format);
  if (r->trying) {
    text_clear(&r->refusal);
    text_addv(&r->refusal, format, arguments);
  } else {
    verdict(r, SCENARIO_FAILED, place, format, arguments);
  }
  va_end(arguments);
  return false;
}

bool run_unsupported(Runner *r, ScenarioPlace place, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verdict(r, SCENARIO_UNSUPPORTED, place, format, arguments);
  va_end(arguments);
  return false;
}

bool run_no_memory(Runner *r) {
  r->no_memory = true;
  return false;
}

ScenarioPlace run_place(const Runner *r) {
  if (r->line) return r->line->place;
  u32 count = r->s->sections.count;
  if (count == 0) return r->s->place;
  return r->s->sections.data[r->section < count ? r->section : count - 1].place;
}

bool run_game_failed(Runner *r) {
  const Game *g = r->play.g;
  if (g->failed == GAVEL_E_MEMORY) return run_no_memory(r);
  return run_fail(r, run_place(r), "the game failed: %s", g->failure);
}

/* --- within the engine --------------------------------------------------------------------------- */

typedef struct Guard {
  Runner *r;
  Guarded *body;
  void *arg;
  bool went;
} Guard;

static void guarded(Game *g, void *user) {
  Guard *guard = user;
  (void)g;
  guard->went = guard->body(guard->r, guard->arg);
}

bool run_guard(Runner *r, Guarded *body, void *arg) {
  if (r->play.g->running) return body(r, arg);
  Guard guard = {r, body, arg, false};
  if (game_protect(r->play.g, guarded, &guard)) return run_game_failed(r);
  return guard.went && !r->no_memory;
}

/* --- trials ----------------------------------------------------------------------------------- */

static bool queue_copy(Runner *r, const Play *from, Play *to) {
  to->queue.data = NULL;
  to->queue.count = to->queue.cap = 0;
  for (u32 i = 0; i < from->queue.count; i++)
    if (!vec_push(&r->allocator, &to->queue, from->queue.data[i])) return false;
  return true;
}

/* The body on a clone in `buffer`. */
static bool try_in(Runner *r, void *buffer, size_t size, Tried *body, void *arg, bool *went_through) {
  Play saved = r->play;
  Game *clone;
  GavelStatus status = game_clone_into(saved.g, buffer, size, &clone);
  if (status) return status == GAVEL_E_MEMORY ? run_no_memory(r) : run_game_failed(r);
  bool copied = queue_copy(r, &saved, &r->play);
  clone->show_forced = true;
  r->play.g = clone;
  *went_through = copied && body(r, arg);
  vec_free(&r->allocator, &r->play.queue);
  game_clone_release(clone);
  r->play = saved;
  return copied || run_no_memory(r);
}

bool run_try(Runner *r, bool generous, Tried *body, void *arg, bool *went_through) {
  size_t size = game_clone_size(r->play.g);
  void *buffer = r->allocator.resize(r->allocator.user, NULL, 0, size);
  if (!buffer) return run_no_memory(r);
  bool was_trying = r->trying, was_generous = r->generous;
  r->trying = true;
  r->generous = generous;
  bool ok = try_in(r, buffer, size, body, arg, went_through);
  r->trying = was_trying;
  r->generous = was_generous;
  r->allocator.resize(r->allocator.user, buffer, size, 0);
  return ok && !r->no_memory;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Memory of the run itself. A refusal ends the run wherever it is met, also where a text that is only worked with
   has no room. */
static void *resize_noted(void *user, void *pointer, size_t old_size, size_t new_size) {
  Runner *r = user;
  void *memory = r->given.resize(r->given.user, pointer, old_size, new_size);
  if (!memory && new_size > 0) r->no_memory = true;
  return memory;
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Whether the position at the end is one the game may be in; builds without checks believe it. */
static bool is_sound(Runner *r) {
#ifdef GAVEL_CHECKED
  char message[512];
  Game view = *r->play.g;
  view.allocator = r->allocator; /* which notes that it was refused memory */
  if (!game_validate(&view, message, sizeof message))
    return r->no_memory ? false : run_fail(r, run_place(r), "%s", message);
#endif
  (void)r;
  return true;
}

static bool play(Runner *r) {
  return run_needs_known(r) && setup_game(r) && run_script(r) && queue_end(r) && is_sound(r);
}

static bool state_body(Runner *r, void *arg) {
  show_state(r, arg);
  return true;
}

/* What the state around a failure is, as far as it can still be told. */
static void report_state(Runner *r) {
  if (r->out->verdict != SCENARIO_FAILED || !r->play.g || r->play.g->failed) return;
  text_addc(r->reason, '\n');
  run_guard(r, state_body, r->reason);
}

/* The texts it works with. */
#define TEXTS 6u
static void texts_of(Runner *r, Text *texts[TEXTS]) {
  Text *all[TEXTS] = {&r->refusal, &r->text_a, &r->text_b, &r->text_c, &r->said, &r->said_first};
  memcpy(texts, all, sizeof all);
}

static void runner_free(Runner *r) {
  GavelAllocator *allocator = &r->allocator;
  vec_free(allocator, &r->play.queue);
  vec_free(allocator, &r->named);
  vec_free(allocator, &r->token_names);
  vec_free(allocator, &r->blocks);
  vec_free(allocator, &r->unused);
  vec_free(allocator, &r->found);
  vec_free(allocator, &r->rows);
  vec_free(allocator, &r->culprits);
  Text *texts[TEXTS];
  texts_of(r, texts);
  for (u32 i = 0; i < TEXTS; i++) text_free(texts[i]);
  if (r->own) {
    game_listen(r->own, NULL);
    game_free(r->own);
  }
  arena_free(&r->arena);
  GavelAllocator given = r->given;
  given.resize(given.user, r, sizeof *r, 0);
}

GavelStatus scenario_open(const CardDb *db, const Scenario *scenario, const ScenarioOptions *options,
                          ScenarioResult *out, Text *reason, ScenarioRun **run) {
  *run = NULL;
  *out = (ScenarioResult){.verdict = SCENARIO_PASSED};
  GavelAllocator allocator = reason->allocator;
  text_init(&out->passed_over, allocator);
  Runner *r = allocator.resize(allocator.user, NULL, 0, sizeof *r);
  if (!r) return GAVEL_E_MEMORY;
  memset(r, 0, sizeof *r);
  r->db = db;
  r->s = scenario;
  if (options) r->options = *options;
  if (!r->options.limit) r->options.limit = SCENARIO_LIMIT_DEFAULT;
  r->given = allocator;
  r->allocator = (GavelAllocator){.resize = resize_noted, .user = r};
  r->out = out;
  r->reason = reason;
  arena_init(&r->arena, r->allocator);
  Text *texts[TEXTS];
  texts_of(r, texts);
  for (u32 i = 0; i < TEXTS; i++) text_init(texts[i], r->allocator);
  *run = r;
  play(r);
  report_state(r);
  if (r->play.g && !r->play.g->failed) out->hash = state_hash(r->play.g);
  bool refused = r->no_memory || reason->failed || out->passed_over.failed;
  if (!refused) return GAVEL_OK;
  runner_free(r);
  *run = NULL;
  return GAVEL_E_MEMORY;
}

void scenario_close(ScenarioRun *run) {
  if (run) runner_free(run);
}

GavelStatus scenario_run(const CardDb *db, const Scenario *scenario, const ScenarioOptions *options,
                         ScenarioResult *out, Text *reason) {
  ScenarioRun *run;
  GavelStatus status = scenario_open(db, scenario, options, out, reason, &run);
  scenario_close(run);
  return status;
}

void scenario_result_free(ScenarioResult *result, GavelAllocator *allocator) {
  vec_free(allocator, &result->cards);
  text_free(&result->passed_over);
}
