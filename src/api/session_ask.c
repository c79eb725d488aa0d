/* Questions to a session: accounts, objects, reasons, and completions of a line. */
#include "api/session.h"

#include "explain/standing.h"
#include "explain/trace.h"
#include "scenario/scenario_parse.h"
#include "scenario/scenario_rows.h"

static GavelStatus no_memory(GavelError *error) {
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for an answer");
}

/* --- accounts -------------------------------------------------------------------------------- */

static void tell_account(const Account *account, GavelAccount grain, u32 from, Text *out) {
  static void (*const TELL[])(const Account *, u32, Text *) = {[GAVEL_ACCOUNT_BRIEF] = account_brief,
                                                               [GAVEL_ACCOUNT_FULL] = account_full,
                                                               [GAVEL_ACCOUNT_JSON] = account_json,
                                                               [GAVEL_ACCOUNT_STEPS] = account_steps,
                                                               [GAVEL_ACCOUNT_OUTCOME] = account_outcome};
  if ((u32)grain < COUNT_OF(TELL)) TELL[grain](account, from, out);
}

size_t gavel_session_account(const GavelSession *session, GavelAccount grain, uint32_t from, char *out, size_t size) {
  Text text;
  text_init(&text, session->def.allocator);
  tell_account(&session->now->account, grain, from, &text);
  return api_text_out(&text, out, size);
}

static GavelStatus answer_out(Text *text, char *out, size_t size, size_t *length, GavelError *error);

/* The names are those of the moment, so the scenario is rerun for that reader. */
GavelStatus gavel_session_account_for(GavelSession *session, uint32_t viewer, GavelAccount grain, uint32_t from,
                                      char *out, size_t size, size_t *length, GavelError *error) {
  Moment *moment = NULL;
  Text text;
  if (viewer >= session->now->scenario->players.count)
    return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "the viewer isn't one of the players");
  session->reader = viewer + 1;
  GavelStatus status = moment_make(session, text_str(&session->text), &moment, error);
  session->reader = 0;
  if (status) return status;
  text_init(&text, session->def.allocator);
  tell_account(&moment->account, grain, from, &text);
  moment_free(moment);
  return answer_out(&text, out, size, length, error);
}

/* --- questions ------------------------------------------------------------------------------- */

size_t gavel_session_question(const GavelSession *session, char *out, size_t size) {
  Text text;
  text_init(&text, session->def.allocator);
  live_question(session->now->run, &text);
  return api_text_out(&text, out, size);
}

size_t gavel_session_option(const GavelSession *session, uint32_t option, char *out, size_t size) {
  Text text;
  text_init(&text, session->def.allocator);
  live_option(session->now->run, option, true, &text);
  return api_text_out(&text, out, size);
}

/* --- words ----------------------------------------------------------------------------------- */

GavelStatus session_parse_behind(const GavelSession *s, Arena *arena, const char *before, const char *line,
                                 const ScenarioLine **out, GavelError *error) {
  GavelAllocator scratch = s->def.allocator;
  ScenarioFile *file = NULL;
  Text text;
  *out = NULL;
  if (strlen(line) > s->def.text_limit)
    return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the line is longer than %zu bytes", s->def.text_limit);
  if (strchr(line, '\n'))
    return error_set(error, GAVEL_E_SYNTAX, 0, 0, 0, "expected one line, found a line break in it");
  text_init(&text, scratch);
  text_add(&text, text_str(&s->text));
  text_addf(&text, "%s", before);
  text_adds(&text, line);
  GavelStatus status = text.failed ? no_memory(error)
                                   : scenario_parse_said(arena, &scratch, STR("session"), text_str(&text),
                                                         s->def.language, &file, error);
  text_free(&text);
  if (status) return status;
  const Scenario *scenario = file->scenarios.data[0];
  u32 sections = scenario->sections.count;
  u32 lines = sections ? scenario->sections.data[sections - 1].lines.count : 0;
  if (lines) *out = &scenario->sections.data[sections - 1].lines.data[lines - 1];
  return GAVEL_OK;
}

void session_own_place(u32 length, GavelError *error) {
  if (!error) return;
  error->line = error->line ? 1 : 0;
  error->column = error->column > length ? error->column - length : error->column ? 1 : 0;
  error->byte = 0;
}

size_t gavel_session_words(GavelSession *session, GavelRef ref, char *out, size_t size) {
  Text text;
  text_init(&text, session->def.allocator);
  live_words(session->now->run, ref, &text);
  return api_text_out(&text, out, size);
}

/* --- why ------------------------------------------------------------------------------------- */

/* Copies out the result, or reports that there was no memory. */
static GavelStatus answer_out(Text *text, char *out, size_t size, size_t *length, GavelError *error) {
  if (text->failed) {
    text_free(text);
    return no_memory(error);
  }
  size_t whole = api_text_out(text, out, size);
  if (length) *length = whole;
  return GAVEL_OK;
}

/* Copies out the description of an object or player, or reports why the game failed meanwhile. */
static GavelStatus described_out(GavelSession *session, GavelStatus status, Text *text, char *out, size_t size,
                                 size_t *length, GavelError *error) {
  if (!status) return answer_out(text, out, size, length, error);
  text_free(text);
  return error_set(error, status, 0, 0, 0, "%s", live_game(session->now->run)->failure);
}

GavelStatus gavel_session_explain(GavelSession *session, const char *words, char *out, size_t size, size_t *length,
                                  GavelError *error) {
  GavelRef ref;
  Text text;
  GavelStatus status = gavel_session_find(session, words, &ref, error);
  if (status) return status;
  Game *g = live_game(session->now->run);
  if (ref_is_player(ref)) return error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0, "`%s` is a player; name an object", words);
  text_init(&text, session->def.allocator);
  status = explain_object(g, ref_slot(ref), &session->now->account.names, false, &text);
  return described_out(session, status, &text, out, size, length, error);
}

typedef struct Describing {
  const Names *names;
  GavelRef ref;
  Text *out;
} Describing;

static void describe_body(Game *g, void *user) {
  const Describing *d = user;
  if (ref_is_player(d->ref))
    player_describe(g, d->names, ref_slot(d->ref), d->out);
  else
    object_describe(g, d->names, ref_slot(d->ref), d->out);
}

typedef struct Seeing {
  const Names *names;
  u32 slot, detail;
  Text *out;
} Seeing;

static void standing_body(Game *g, void *user) {
  const Seeing *s = user;
  standing_say(g, s->names, s->slot, s->detail, s->out);
}

size_t gavel_session_standing(GavelSession *session, GavelRef ref, bool types, char *out, size_t size) {
  Text text;
  Game *g = live_game(session->now->run);
  u32 slot = g && !ref_is_player(ref) ? object_live(g, ref) : 0;
  text_init(&text, session->def.allocator);
  Seeing s = {&session->now->account.names, slot, STANDING_BOARD | (types ? STANDING_TYPES : 0), &text};
  if (slot && game_protect(g, standing_body, &s)) text_clear(&text);
  return api_text_out(&text, out, size);
}

GavelStatus session_describe(GavelSession *s, GavelRef ref, Text *out) {
  Describing d = {&s->now->account.names, ref, out};
  return game_protect(live_game(s->now->run), describe_body, &d);
}

GavelStatus gavel_session_describe(GavelSession *session, const char *words, char *out, size_t size, size_t *length,
                                   GavelError *error) {
  GavelRef ref;
  Text text;
  GavelStatus status = gavel_session_find(session, words, &ref, error);
  if (status) return status;
  text_init(&text, session->def.allocator);
  status = session_describe(session, ref, &text);
  return described_out(session, status, &text, out, size, length, error);
}

GavelStatus gavel_session_why_not(GavelSession *session, const char *action, GavelRefusal *refusal, char *out,
                                  size_t size, size_t *length, GavelError *error) {
  static const char BEFORE[] = "expect illegal ";
  Arena arena;
  Text text;
  const ScenarioLine *line;
  *refusal = GAVEL_REFUSAL_RULES;
  arena_init(&arena, session->def.allocator);
  text_init(&text, session->def.allocator);
  GavelStatus status = session_parse_behind(session, &arena, BEFORE, action, &line, error);
  if (status) {
    session_own_place((u32)sizeof BEFORE - 1, error);
  } else if (line->kind != SCENARIO_LINE_EXPECT || !line->as.expect->action) {
    status = error_set(error, GAVEL_E_SYNTAX, 1, 1, 0, "expected an action such as `Alice casts \"Clone\"`");
  } else if (!live_refusal(session->now->run, line->as.expect->action, refusal, &text)) {
    status = no_memory(error);
  }
  arena_free(&arena);
  if (!status) return answer_out(&text, out, size, length, error);
  text_free(&text);
  return status;
}

/* --- completion ------------------------------------------------------------------------------ */

/* Completions of a line, each once. */
typedef struct Completing {
  Text *out;
  Str line;
  u32 count, cap;
} Completing;

static bool is_offered(const Completing *c, Str line) {
  Str all = text_str(c->out);
  while (all.length > 0) {
    const char *end = memchr(all.data, '\n', all.length);
    u32 length = end ? (u32)(end - all.data) : all.length;
    if (str_equal((Str){all.data, length}, line)) return true;
    u32 used = length + (end != NULL);
    all = (Str){all.data + used, all.length - used};
  }
  return false;
}

static void offer(Completing *c, Str line) {
  if (c->count == c->cap || line.length < c->line.length || !str_begins_folded(line, c->line) || is_offered(c, line))
    return;
  text_add(c->out, line);
  text_addc(c->out, '\n');
  c->count++;
}

/* Adds the plainest line for each option of the pending decision. */
static void offer_options(const GavelSession *s, Completing *c) {
  const GavelGame *game = gavel_session_game(s);
  GavelDecision decision;
  if (!game || !gavel_game_decision(game, &decision)) return;
  for (u32 i = 0; i < decision.option_count && c->count < c->cap; i++) {
    Text lines;
    text_init(&lines, s->def.allocator);
    live_lines(s->now->run, i, &lines);
    const char *end = lines.length ? memchr(lines.data, '\n', lines.length) : NULL;
    if (end) offer(c, (Str){lines.data, (u32)(end - lines.data)});
    text_free(&lines);
  }
}

/* Offers the line up to `at`, followed by words. */
static void offer_behind(const GavelSession *s, Completing *c, u32 at, Str words, const char *end) {
  Text line;
  text_init(&line, s->def.allocator);
  text_add(&line, (Str){c->line.data, at});
  text_add(&line, words);
  text_adds(&line, end);
  offer(c, text_str(&line));
  text_free(&line);
}

/* Adds words that a line may begin with, and actions of players. */
static void offer_words(const GavelSession *s, Completing *c) {
  for (u32 i = 0; i < scenario_line_words.count; i++) {
    const ScenarioWord *row = &scenario_line_words.words[i];
    if (row->where >= IN_SCRIPT) offer_behind(s, c, 0, str_of(row->text), row->what[0] ? " " : "");
  }
  offer(c, STR("resolve all"));
  const Scenario *scenario = s->now->scenario;
  for (u32 p = 0; p < scenario->players.count; p++)
    for (u32 v = 0; v < scenario_verb_words.count; v++) {
      Text line;
      text_init(&line, s->def.allocator);
      text_add(&line, scenario->players.data[p].name);
      text_addf(&line, " %s ", scenario_verb_words.words[v].text);
      offer(c, text_str(&line));
      text_free(&line);
    }
}

/* Whether a line can be continued to a valid one. */
static bool may_begin(const GavelSession *s, Str line) {
  GavelError error = {0};
  Arena arena;
  const ScenarioLine *parsed;
  u32 characters = 0;
  for (u32 i = 0; i < line.length; i++) characters += ((u8)line.data[i] & 0xC0u) != 0x80u;
  arena_init(&arena, s->def.allocator);
  GavelStatus status = session_parse_behind(s, &arena, "", line.data, &parsed, &error);
  arena_free(&arena);
  return !status || (status == GAVEL_E_SYNTAX && error.column > characters);
}

/* Adds words of the language in place of the last word, if the parser accepts them. */
static void offer_keywords(const GavelSession *s, Completing *c) {
  static const ScenarioWords *const TABLES[] = {
      &scenario_expect_words, &scenario_can_words,   &scenario_clause_words,    &scenario_answer_words,
      &scenario_zone_words,   &scenario_step_words,  &scenario_state_words,     &scenario_color_words,
      &scenario_type_words,   &scenario_trait_words, &scenario_supertype_words,
  };
  u32 at = c->line.length;
  while (at > 0 && c->line.data[at - 1] != ' ') at--;
  if (at == 0 || at == c->line.length) return;
  Str typed = {c->line.data + at, c->line.length - at};
  for (u32 t = 0; t < COUNT_OF(TABLES); t++) {
    for (u32 i = 0; i < TABLES[t]->count && c->count < c->cap; i++) {
      Str word = str_of(scenario_word_row(TABLES[t], i).text);
      Text line;
      if (!str_begins(word, typed)) continue;
      text_init(&line, s->def.allocator);
      text_add(&line, (Str){c->line.data, at});
      text_add(&line, word);
      if (!line.failed && may_begin(s, text_str(&line))) offer(c, text_str(&line));
      text_free(&line);
    }
  }
}

/* Adds names of cards and aliases in place of the last word, of the text after an open quotation mark, or of the last
   item of a list. */
static void offer_names(const GavelSession *s, Completing *c) {
  u32 at = c->line.length, quotes = 0;
  for (u32 i = 0; i < c->line.length; i++) quotes += c->line.data[i] == '"';
  bool quoted = quotes % 2, listed = !quoted && memchr(c->line.data, ':', c->line.length);
  while (at > 0 && (quoted ? c->line.data[at - 1] != '"' : !strchr(listed ? ":;" : " ", c->line.data[at - 1]))) at--;
  while (listed && at < c->line.length && c->line.data[at] == ' ') at++;
  Str typed = {c->line.data + at, c->line.length - at};
  const Scenario *scenario = s->now->scenario;
  for (u32 a = 0; !quoted && !listed && a < scenario->aliases.count; a++) {
    Str name = scenario->aliases.data[a].name;
    if (typed.length && str_begins_folded(name, typed)) offer_behind(s, c, at, name, "");
  }
  if ((!quoted && !listed) || !typed.length) return;
  for (GavelCardId card = 1; card <= gavel_cards_count(s->def.cards) && c->count < c->cap; card++) {
    Str name = str_of(gavel_card_name(s->def.cards, card));
    if (str_begins_folded(name, typed)) offer_behind(s, c, at, name, quoted ? "\"" : "");
  }
}

size_t gavel_session_complete(GavelSession *session, const char *line, uint32_t cap, char *out, size_t size) {
  Text text;
  text_init(&text, session->def.allocator);
  Completing c = {.out = &text, .line = str_of(line), .cap = cap};
  offer_options(session, &c);
  if (c.line.length) offer_names(session, &c);
  offer_keywords(session, &c);
  offer_words(session, &c);
  return api_text_out(&text, out, size);
}
