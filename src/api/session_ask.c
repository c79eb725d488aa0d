/* What a session is asked: accounts, objects, reasons, and how a line may go on. */
#include "api/session.h"

#include "explain/standing.h"
#include "explain/trace.h"
#include "scenario/scenario_parse.h"

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

/* Names are those of the moment, so that the scenario is run again for who reads. */
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

/* --- what is asked --------------------------------------------------------------------------- */

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
  const ScenarioSection *section = &scenario->sections.data[scenario->sections.count - 1];
  *out = &section->lines.data[section->lines.count - 1];
  return GAVEL_OK;
}

/* The place of a mistake in a line that is asked about is its own. */
static GavelStatus own_place(GavelStatus status, const char *before, GavelError *error) {
  u32 length = (u32)strlen(before);
  if (!error) return status;
  error->line = error->line ? 1 : 0;
  error->column = error->column > length ? error->column - length : error->column ? 1 : 0;
  error->byte = 0;
  return status;
}

/* An object in the words of the scenario language. */
static GavelStatus find_written(GavelSession *session, const char *words, GavelRef *ref, GavelError *error) {
  static const char BEFORE[] = "expect illegal ";
  Arena arena;
  const ScenarioLine *line;
  Text text;
  *ref = GAVEL_REF_NONE;
  arena_init(&arena, session->def.allocator);
  text_init(&text, session->def.allocator);
  text_add(&text, session->now->players[0]);
  text_adds(&text, " turns up ");
  u32 length = text.length + (u32)sizeof BEFORE - 1;
  text_adds(&text, words);
  GavelStatus status = text.failed ? no_memory(error)
                                   : session_parse_behind(session, &arena, BEFORE, text_str(&text).data, &line, error);
  if (status && error) {
    error->line = error->line ? 1 : 0;
    error->column = error->column > length ? error->column - length : error->column ? 1 : 0;
    error->byte = 0;
  }
  if (!status && !live_find(session->now->run, line->as.expect->action->object, ref)) status = no_memory(error);
  if (!status && !*ref)
    status = error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0,
                       "`%s` refers to nothing here; write an alias, or a name in quotes and where it is", words);
  text_free(&text);
  arena_free(&arena);
  return status;
}

/* A name with the player whose object is meant, GAVEL_NO_PLAYER for anybody: `Alice's Clone`, `"Clone" of Alice`, `Clone`. */
typedef struct NamedBy {
  Str name;
  u32 player;
} NamedBy;

static NamedBy named_by(const GavelSession *session, Str words) {
  static const char *const BEFORE[] = {"the ", "his ", "her ", "their ", "its ", "that ", "this ", "a ", "an "};
  for (u32 i = 0; i < COUNT_OF(BEFORE); i++) {
    u32 length = (u32)strlen(BEFORE[i]);
    if (str_begins(words, str_of(BEFORE[i]))) words = (Str){words.data + length, words.length - length};
  }
  NamedBy by = {words, GAVEL_NO_PLAYER};
  for (u32 p = 0; p < session->now->scenario->players.count; p++) {
    Str player = session->now->scenario->players.data[p].name;
    u32 n = player.length, length = words.length;
    if (length > n + 3 && str_equal_folded((Str){words.data, n}, player) &&
        str_equal((Str){words.data + n, 3}, STR("'s ")))
      by = (NamedBy){{words.data + n + 3, length - n - 3}, p};
    else if (length > n + 4 && str_equal_folded((Str){words.data + length - n, n}, player) &&
             str_equal((Str){words.data + length - n - 4, 4}, STR(" of ")))
      by = (NamedBy){{words.data, length - n - 4}, p};
  }
  bool quoted = by.name.length > 2 && by.name.data[0] == '"' && by.name.data[by.name.length - 1] == '"';
  if (quoted) by.name = (Str){by.name.data + 1, by.name.length - 2};
  return by;
}

/* The permanent that is the card of a name though it is called otherwise, a copy for instance; REF_NONE if there is none or
   several. */
static Ref find_card(Game *g, NamedBy by) {
  Ref found = REF_NONE;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    StrId name = o->status & STATUS_FACE_DOWN ? 0 : card_name(g, o);
    if (!name || (by.player != GAVEL_NO_PLAYER && o->controller != by.player)) continue;
    if (!str_equal_folded(intern_text(&g->db->names, name), by.name)) continue;
    if (found) return REF_NONE;
    found = object_ref(g, s);
  }
  return found;
}

/* Whether words are a part of a name, as players shorten it: "Isamaru" of "Isamaru, Hound of Konda", "Angel" of "Serra
   Angel". */
static bool is_part_of_name(Str name, Str words) {
  if (words.length < 3 || name.length <= words.length || words.data[0] < 'A' || words.data[0] > 'Z') return false;
  for (u32 i = 0; i + words.length <= name.length; i++) {
    bool begins = i == 0 || name.data[i - 1] == ' ' || name.data[i - 1] == '-';
    u32 end = i + words.length;
    bool ends = end == name.length || strchr(" ,-'", name.data[end]);
    if (begins && ends && str_equal_folded((Str){name.data + i, words.length}, words)) return true;
  }
  return false;
}

/* Whether a text begins with another, whatever their case. */
static bool begins_folded(Str text, Str first) {
  if (text.length < first.length) return false;
  return str_equal_folded((Str){text.data, first.length}, first);
}

/* Cuts a word off at the end of words, with the space before it, or words at their beginning; false if they don't stand
   there. */
static bool ends_with(Str *words, Str end) {
  if (words->length < end.length) return false;
  if (!str_equal_folded((Str){words->data + words->length - end.length, end.length}, end)) return false;
  u32 length = words->length - end.length;
  if (length && words->data[length - 1] != ' ') return false;
  words->length = length ? length - 1 : 0;
  return true;
}

static bool begins_with(Str *words, Str begin) {
  if (!begins_folded(*words, begin)) return false;
  *words = (Str){words->data + begin.length, words->length - begin.length};
  return true;
}

/* Whether an object is called so in part, by its name now, its card's, or that of another face of the card. */
static bool is_called_in_part(Game *g, Ref ref, const Object *o, Str words) {
  if (is_part_of_name(intern_text(&g->db->names, name_of(g, ref)), words)) return true;
  StrId name = card_name(g, o);
  if (name && is_part_of_name(intern_text(&g->db->names, name), words)) return true;
  if (!o->card) return false;
  const CardDef *card = carddb_card(g->db, row_CARDS(g, o->card)->def);
  for (u32 face = 0; face < card->faces; face++)
    if (str_equal_folded(intern_text(&g->db->names, carddb_face(g->db, card->face + face)->chars.name), words))
      return true;
  return false;
}

/* The only object of a zone, beside `*found`, that is called so in part; false if there are several. */
static bool find_begun(Game *g, NamedBy by, Zone zone, u32 player, Ref *found) {
  for (u32 s = zone_first(g, zone, player); s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    Ref ref = object_ref(g, s);
    if (o->kind == OBJECT_ABILITY || object_hidden(o)) continue;
    if (by.player != GAVEL_NO_PLAYER && o->controller != by.player) continue;
    if (!is_called_in_part(g, ref, o, by.name)) continue;
    if (*found) return false;
    *found = ref;
  }
  return true;
}

/* The one object that is called so in part, of all that can be seen; REF_NONE if there is none or several. */
static Ref find_short(Game *g, NamedBy by) {
  static const u8 SHARED[] = {ZONE_BATTLEFIELD, ZONE_STACK, ZONE_EXILE, ZONE_COMMAND};
  static const u8 OWN[] = {ZONE_HAND, ZONE_GRAVEYARD};
  Ref found = REF_NONE;
  for (u32 i = 0; i < COUNT_OF(SHARED); i++)
    if (!find_begun(g, by, (Zone)SHARED[i], 0, &found)) return REF_NONE;
  for (u32 i = 0; i < COUNT_OF(OWN); i++)
    for (u32 p = 0; p < core(g)->player_count; p++)
      if (!find_begun(g, by, (Zone)OWN[i], p, &found)) return REF_NONE;
  return found;
}

/* The one token or copy that words mean: "token", "Soldier Token", "Shock copy", "copy of Shock"; REF_NONE if there is none or
   several. */
static Ref find_made(Game *g, NamedBy by) {
  static const Str TOKEN = {"token", 5}, COPY = {"copy", 4}, COPY_OF = {"copy of ", 8},
                   TOKEN_COPY = {"token copy of ", 14};
  static const u8 ZONES[] = {ZONE_BATTLEFIELD, ZONE_STACK};
  bool token = ends_with(&by.name, TOKEN) || begins_with(&by.name, TOKEN_COPY);
  bool copy = !token && (begins_with(&by.name, COPY_OF) || ends_with(&by.name, COPY));
  Ref found = REF_NONE;
  for (u32 z = 0; (token || copy) && z < COUNT_OF(ZONES); z++)
    for (u32 s = zone_first(g, (Zone)ZONES[z], 0); s; s = object_row(g, s)->next) {
      const Object *o = object_row(g, s);
      bool made = token ? o->kind == OBJECT_TOKEN : o->kind == OBJECT_SPELL_COPY || o->kind == OBJECT_CARD_COPY;
      if (!made || (by.player != GAVEL_NO_PLAYER && o->controller != by.player)) continue;
      Str name = intern_text(&g->db->names, name_of(g, object_ref(g, s)));
      if (by.name.length && !str_equal_folded(name, by.name) && !is_part_of_name(name, by.name)) continue;
      if (found) return REF_NONE;
      found = object_ref(g, s);
    }
  return found;
}

/* The one permanent of a kind that words are, "Saga", "planeswalker", "face-down creature"; REF_NONE if there is none or
   several. */
static Ref find_kind(GavelGame *game, NamedBy by) {
  static const Str FACE_DOWN = {"face-down ", 10};
  Game *g = game;
  bool down = begins_with(&by.name, FACE_DOWN);
  Word type = word_find(by.name, WC_TYPE), kind = type ? type : word_find(by.name, WC_SUBTYPE);
  bool any = down && (str_is(by.name, "permanent") || str_is(by.name, "card"));
  bool tokens = ends_with(&by.name, STR("tokens")), several = tokens;
  if (tokens || (!kind && by.name.length > 1 && by.name.data[by.name.length - 1] == 's')) {
    by.name.length -= !tokens;
    kind = word_find(by.name, WC_SUBTYPE); /* all alike, as a rule, so that the first stands for them */
    several = kind;
  }
  Ref found = REF_NONE;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s && (kind || any); s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    Ref ref = object_ref(g, s);
    if (by.player != GAVEL_NO_PLAYER && o->controller != by.player) continue;
    if ((down && !(o->status & STATUS_FACE_DOWN)) || !(any || gavel_game_has(game, ref, kind))) continue;
    if (found && !several) return REF_NONE;
    if (!found) found = ref;
  }
  return found;
}

/* The one object with a keyword ability: "storm", "ward"; REF_NONE if there is none or several. */
static Ref find_keyword(GavelGame *game, NamedBy by) {
  static const u8 ZONES[] = {ZONE_BATTLEFIELD, ZONE_STACK, ZONE_GRAVEYARD};
  Game *g = game;
  Word keyword = word_find(by.name, WC_KEYWORD);
  Ref found = REF_NONE;
  for (u32 z = 0; keyword && z < COUNT_OF(ZONES); z++)
    for (u32 p = 0; p < (ZONES[z] == ZONE_GRAVEYARD ? core(g)->player_count : 1); p++)
      for (u32 s = zone_first(g, (Zone)ZONES[z], p); s; s = object_row(g, s)->next) {
        Ref ref = object_ref(g, s);
        if (object_row(g, s)->kind == OBJECT_ABILITY || !gavel_game_has(game, ref, keyword)) continue;
        if (found) return REF_NONE;
        found = ref;
      }
  return found;
}

/* "second Grapeshot": what was cast so often, by its name; REF_NONE for other words. */
static Ref find_cast(const GavelSession *session, Game *g, NamedBy by) {
  static const char *const ORDINALS[] = {"first ", "second ", "third ", "fourth "};
  const Account *account = &session->now->account;
  for (u32 i = 0; i < COUNT_OF(ORDINALS); i++) {
    if (!begins_with(&by.name, str_of(ORDINALS[i]))) continue;
    for (u32 k = 0, count = 0; k < account->entries.count; k++) {
      const AccountEntry *entry = &account->entries.data[k];
      if (entry->kind != ACCOUNT_EVENT || entry->event != EVENT_CAST) continue;
      Str name = intern_text(&g->db->names, name_of(g, entry->as.object));
      bool called = str_equal_folded(name, by.name) || is_part_of_name(name, by.name);
      if (called && count++ == i) return entry->as.object;
    }
  }
  return REF_NONE;
}

/* A face-down permanent by the name of its card, which whoever asks of a scenario knows. */
static Ref find_face_down(Game *g, NamedBy by) {
  Ref found = REF_NONE;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    if (!(o->status & STATUS_FACE_DOWN) || !o->card) continue;
    const CardDef *card = carddb_card(g->db, row_CARDS(g, o->card)->def);
    Str name = intern_text(&g->db->names, carddb_face(g->db, card->face)->chars.name);
    if (!str_equal_folded(name, by.name) && !is_part_of_name(name, by.name)) continue;
    if (found) return REF_NONE;
    found = object_ref(g, s);
  }
  return found;
}

/* An object by its name in quotation marks and by its player, or by its alias if `alias`, which then must be that player's. */
static GavelStatus find_named(GavelSession *session, NamedBy by, bool alias, GavelRef *ref) {
  GavelError error = {0};
  Text text;
  text_init(&text, session->def.allocator);
  text_addf(&text, alias ? "%.*s" : "\"%.*s\"", (int)by.name.length, by.name.data);
  if (by.player != GAVEL_NO_PLAYER && !alias)
    text_addf(&text, " of %.*s", (int)session->now->scenario->players.data[by.player].name.length,
              session->now->scenario->players.data[by.player].name.data);
  text_addc(&text, '\0');
  GavelStatus status = text.failed ? no_memory(&error) : find_written(session, text.data, ref, &error);
  text_free(&text);
  if (status || !alias) return status;
  Game *g = live_game(session->now->run);
  u32 slot = g && !ref_is_player(*ref) ? object_live(g, *ref) : 0;
  return slot && object_row(g, slot)->controller == by.player ? GAVEL_OK : GAVEL_E_UNKNOWN;
}

/* What people write beside the words of the language: the object of a player, a name without quotation marks, and the card that
   something is. */
static GavelStatus find_gently(GavelSession *session, const char *words, GavelRef *ref) {
  NamedBy by = named_by(session, str_of(words));
  Game *g = live_game(session->now->run);
  if (!g || memchr(by.name.data, '"', by.name.length)) return GAVEL_E_UNKNOWN;
  GavelStatus status = find_named(session, by, false, ref);
  if (status && status != GAVEL_E_MEMORY && by.player != GAVEL_NO_PLAYER) status = find_named(session, by, true, ref);
  if (!status || status == GAVEL_E_MEMORY) return status;
  *ref = find_made(g, by);
  if (!*ref) *ref = find_card(g, by);
  if (!*ref) *ref = find_short(g, by);
  if (!*ref) *ref = find_face_down(g, by);
  if (!*ref) *ref = find_cast(session, g, by);
  if (!*ref) *ref = find_kind(gavel_session_game(session), by);
  if (!*ref) *ref = find_keyword(gavel_session_game(session), by);
  return *ref ? GAVEL_OK : GAVEL_E_UNKNOWN;
}

GavelStatus gavel_session_find(GavelSession *session, const char *words, GavelRef *ref, GavelError *error) {
  GavelError first = {0};
  *ref = GAVEL_REF_NONE;
  for (u32 p = 0; p < session->now->scenario->players.count; p++)
    if (str_is(session->now->scenario->players.data[p].name, words)) *ref = ref_player(p);
  if (*ref) return GAVEL_OK;
  GavelStatus status = find_written(session, words, ref, &first);
  bool gentle = status == GAVEL_E_SYNTAX || status == GAVEL_E_UNKNOWN;
  if (gentle && !find_gently(session, words, ref)) return GAVEL_OK;
  if (!status) return GAVEL_OK;
  *ref = GAVEL_REF_NONE;
  if (status == GAVEL_E_SYNTAX && named_by(session, str_of(words)).player != GAVEL_NO_PLAYER)
    return error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0, "`%s` refers to nothing here", words);
  if (error) *error = first;
  return status;
}

size_t gavel_session_words(GavelSession *session, GavelRef ref, char *out, size_t size) {
  Text text;
  text_init(&text, session->def.allocator);
  live_words(session->now->run, ref, &text);
  return api_text_out(&text, out, size);
}

/* --- why ------------------------------------------------------------------------------------- */

/* Hands out what was written, or says that there was no memory. */
static GavelStatus answer_out(Text *text, char *out, size_t size, size_t *length, GavelError *error) {
  if (text->failed) {
    text_free(text);
    return no_memory(error);
  }
  size_t whole = api_text_out(text, out, size);
  if (length) *length = whole;
  return GAVEL_OK;
}

/* Hands out what was written of an object or player, or says why the game failed meanwhile. */
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

GavelStatus gavel_session_why_not(GavelSession *session, const char *action, bool *legal, char *out, size_t size,
                                  size_t *length, GavelError *error) {
  static const char BEFORE[] = "expect illegal ";
  Arena arena;
  Text text;
  const ScenarioLine *line;
  *legal = false;
  arena_init(&arena, session->def.allocator);
  text_init(&text, session->def.allocator);
  GavelStatus status = session_parse_behind(session, &arena, BEFORE, action, &line, error);
  if (status) {
    own_place(status, BEFORE, error);
  } else if (line->kind != SCENARIO_LINE_EXPECT || !line->as.expect->action) {
    status = error_set(error, GAVEL_E_SYNTAX, 1, 1, 0, "expected an action such as `Alice casts \"Clone\"`");
  } else if (!live_legal(session->now->run, line->as.expect->action, legal, &text)) {
    status = no_memory(error);
  }
  arena_free(&arena);
  if (!status) return answer_out(&text, out, size, length, error);
  text_free(&text);
  return status;
}

/* --- completion ------------------------------------------------------------------------------ */

/* Lines that complete another, each once. */
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
  if (c->count == c->cap || line.length < c->line.length || !begins_folded(line, c->line) || is_offered(c, line))
    return;
  text_add(c->out, line);
  text_addc(c->out, '\n');
  c->count++;
}

/* The plainest line of each option of the pending decision. */
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

/* Words that a line may begin with, and what a player may do. */
static void offer_words(const GavelSession *s, Completing *c) {
  static const char *const STARTS[] = {"resolve", "resolve all", "expect ", "turn "};
  for (u32 i = 0; i < COUNT_OF(STARTS); i++) offer(c, str_of(STARTS[i]));
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

/* Names of cards and aliases in the place of the last word, or of what stands behind an open quotation mark or in a
   list. */
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
    Text line;
    if (!typed.length || !begins_folded(name, typed)) continue;
    text_init(&line, s->def.allocator);
    text_add(&line, (Str){c->line.data, at});
    text_add(&line, name);
    offer(c, text_str(&line));
    text_free(&line);
  }
  if ((!quoted && !listed) || !typed.length) return;
  for (GavelCardId card = 1; card <= gavel_cards_count(s->def.cards) && c->count < c->cap; card++) {
    Str name = str_of(gavel_card_name(s->def.cards, card));
    Text line;
    if (!begins_folded(name, typed)) continue;
    text_init(&line, s->def.allocator);
    text_add(&line, (Str){c->line.data, at});
    text_add(&line, name);
    if (quoted) text_addc(&line, '"');
    offer(c, text_str(&line));
    text_free(&line);
  }
}

size_t gavel_session_complete(GavelSession *session, const char *line, uint32_t cap, char *out, size_t size) {
  Text text;
  text_init(&text, session->def.allocator);
  Completing c = {.out = &text, .line = str_of(line), .cap = cap};
  offer_options(session, &c);
  if (c.line.length) offer_names(session, &c);
  offer_words(session, &c);
  return api_text_out(&text, out, size);
}
