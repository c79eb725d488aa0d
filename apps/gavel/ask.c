#include "ask.h"

#include "moments.h"

#include <ctype.h>
#include <stdlib.h>

enum { WORDS_CAP = 1024, ITEMS_CAP = 8 };

/* --- answers --------------------------------------------------------------------------------- */

static void print_account(const GavelSession *session, GavelAccount grain, u32 from) {
  size_t length = gavel_session_account(session, grain, from, NULL, 0);
  char *text = room_for_text(length);
  gavel_session_account(session, grain, from, text, length + 1);
  fputs(text, stdout);
  free(text);
}

static int refuse(const GavelError *error) {
  if (error->status == GAVEL_E_MEMORY) out_of_memory();
  printf("%s\n", error->message);
  return CLI_BAD_INPUT;
}

/* What the game waits for, and what can be answered by number; nothing while a player may act. */
static void print_question(const GavelSession *session) {
  GavelDecision d;
  char words[WORDS_CAP];
  GavelGame *game = gavel_session_game(session);
  if (!game || !gavel_game_decision(game, &d) || d.kind == GAVEL_DECISION_PRIORITY) return;
  gavel_session_question(session, words, sizeof words);
  puts(words);
  for (u32 i = 0; i < d.option_count; i++) {
    gavel_session_option(session, i, words, sizeof words);
    printf("  %2u  %s\n", i + 1, words);
  }
}

/* The object that words mean, which may be the bare name of a card; `words` is then quoted into `quoted`. */
static GavelStatus find(Ask *ask, const char **words, char quoted[WORDS_CAP], GavelRef *ref, GavelError *error) {
  GavelError second = {0};
  GavelStatus status = gavel_session_find(ask->session, *words, ref, error);
  if (status != GAVEL_E_SYNTAX && status != GAVEL_E_UNKNOWN) return status;
  snprintf(quoted, WORDS_CAP, "\"%s\"", *words);
  if (gavel_session_find(ask->session, quoted, ref, &second)) return status;
  *words = quoted;
  return GAVEL_OK;
}

static int show_why(Ask *ask, const char *words) {
  GavelError error = {0};
  char quoted[WORDS_CAP];
  GavelRef ref;
  size_t length = 0;
  if (find(ask, &words, quoted, &ref, &error)) return refuse(&error);
  if (gavel_session_explain(ask->session, words, NULL, 0, &length, &error)) return refuse(&error);
  char *text = room_for_text(length);
  gavel_session_explain(ask->session, words, text, length + 1, NULL, NULL);
  fputs(text, stdout);
  free(text);
  return CLI_FINE;
}

static int show_what(Ask *ask, const char *words) {
  GavelError error = {0};
  GavelRef ref;
  char quoted[WORDS_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  if (find(ask, &words, quoted, &ref, &error)) return refuse(&error);
  if (gavel_ref_to_player(ref) != GAVEL_NO_PLAYER) {
    GavelPlayer p = gavel_game_player(game, gavel_ref_to_player(ref));
    ask_player(words, &p, ask->language);
    putchar('\n');
    return CLI_FINE;
  }
  GavelCharacteristics c;
  char name[WORDS_CAP], cost[WORDS_CAP], types[WORDS_CAP], rules[4 * WORDS_CAP];
  gavel_game_name(game, ref, name, sizeof name);
  gavel_game_mana_cost(game, ref, cost, sizeof cost);
  gavel_game_type_line(game, ref, types, sizeof types);
  gavel_game_rules_text(game, ref, rules, sizeof rules);
  printf("%s%s%s, %s", name, cost[0] ? " " : "", cost,
         types[0] ? types : sentence_text(ask->language, SENTENCE_SAY_NO_TYPE));
  if (gavel_game_characteristics(game, ref, &c) && c.has_power_toughness)
    printf(", %lld/%lld", (long long)c.power, (long long)c.toughness);
  printf("\n%s", rules);
  return CLI_FINE;
}

static int show_who(Ask *ask, const char *nothing) {
  (void)nothing;
  char words[WORDS_CAP];
  gavel_session_question(ask->session, words, sizeof words);
  puts(words[0] ? words : sentence_text(ask->language, SENTENCE_SAY_NOBODY));
  return CLI_FINE;
}

static int show_moment(Ask *ask, const char *nothing) {
  (void)nothing;
  ask_board(ask->session, ask->language);
  print_question(ask->session);
  return CLI_FINE;
}

/* --- actions --------------------------------------------------------------------------------- */

/* The first word behind the player as a scenario has it: "cast" is "casts". */
static void add_verb(const char *action, Text *out) {
  static const char *const VERBS[] = {"cast",   "activate", "play",    "attack", "block",
                                      "answer", "pass",     "concede", "take"};
  const char *verb = strchr(action, ' ');
  text_add(out, (Str){action, verb ? (u32)(verb - action) : (u32)strlen(action)});
  if (!verb) return;
  size_t length = strcspn(++verb, " ");
  bool bare = false;
  for (u32 i = 0; i < COUNT_OF(VERBS); i++) bare |= strlen(VERBS[i]) == length && strncmp(verb, VERBS[i], length) == 0;
  bool hisses = bare && length > 1 && verb[length - 1] == 's';
  text_addf(out, " %.*s%s%s", (int)length, verb, bare ? hisses ? "es" : "s" : "", verb + length);
}

/* The name of a card that stands behind "casts" or "plays" without quotation marks gets them, up to a word of the language. */
static void add_quoted(const char *action, Text *out) {
  static const char *const ENDS[] = {" targeting ", " with ", " via ", " using ", " paying ", " choosing ", " for "};
  const char *verb = strstr(action, " casts ");
  if (!verb) verb = strstr(action, " plays ");
  const char *name = verb ? verb + strlen(" casts ") : NULL;
  if (!name || *name == '"' || !*name) {
    text_adds(out, action);
    return;
  }
  const char *end = name + strlen(name);
  for (u32 i = 0; i < COUNT_OF(ENDS); i++) {
    const char *at = strstr(name, ENDS[i]);
    if (at && at < end) end = at;
  }
  text_addf(out, "%.*s\"%.*s\"%s", (int)(name - action), action, (int)(end - name), name, end);
}

typedef GavelStatus Attempt(const Ask *ask, GavelSession *session, const char *line, GavelError *error);

/* Tries a line as it is, then as a scenario would have it; the error is that of the line as it is. */
static GavelStatus try_gently(const Ask *ask, GavelSession *session, const char *line, Attempt *attempt,
                              GavelError *error) {
  GavelStatus status = attempt(ask, session, line, error);
  if (status != GAVEL_E_SYNTAX && status != GAVEL_E_UNKNOWN) return status;
  Text verb, quoted;
  text_init(&verb, gavel_allocator_default());
  text_init(&quoted, gavel_allocator_default());
  add_verb(line, &verb);
  text_addc(&verb, '\0');
  if (verb.failed) out_of_memory();
  add_quoted(verb.data, &quoted);
  text_addc(&quoted, '\0');
  if (quoted.failed) out_of_memory();
  GavelError other = {0};
  GavelStatus gentle = strcmp(quoted.data, line) ? attempt(ask, session, quoted.data, &other) : status;
  if (gentle != GAVEL_E_SYNTAX) {
    status = gentle;
    if (other.status) *error = other;
  }
  text_free(&verb);
  text_free(&quoted);
  return status;
}

static GavelStatus do_act(const Ask *ask, GavelSession *session, const char *line, GavelError *error) {
  (void)ask;
  return gavel_session_act(session, line, error);
}

/* What has happened from a line of the scenario on, and what is asked now. */
static int tell(const Ask *ask, u32 from) {
  print_account(ask->session, ask->grain, from);
  print_question(ask->session);
  return CLI_FINE;
}

static int act(Ask *ask, const char *line) {
  GavelError error = {0};
  u32 from = gavel_session_lines(ask->session) + 1;
  if (try_gently(ask, ask->session, line, do_act, &error)) return refuse(&error);
  return tell(ask, from);
}

static int take(Ask *ask, unsigned long option) {
  GavelError error = {0};
  u32 from = gavel_session_lines(ask->session) + 1;
  if (gavel_session_take(ask->session, (u32)option - 1, &error)) return refuse(&error);
  return tell(ask, from);
}

/* Says whether an action can be taken. */
static GavelStatus do_print(const Ask *ask, GavelSession *session, const char *line, GavelError *error) {
  bool legal;
  size_t length = 0;
  GavelStatus status = gavel_session_why_not(session, line, &legal, NULL, 0, &length, error);
  if (status) return status;
  char *why = room_for_text(length);
  gavel_session_why_not(session, line, &legal, why, length + 1, NULL, NULL);
  if (legal)
    puts(sentence_text(ask->language, SENTENCE_SAY_YES));
  else
    print_reasons(style_none(), ask->language, why);
  free(why);
  return GAVEL_OK;
}

static int show_can(Ask *ask, const char *action) {
  GavelError error = {0};
  return try_gently(ask, ask->session, action, do_print, &error) ? refuse(&error) : CLI_FINE;
}

/* Lines apart by semicolons, carried out one after another. */
static bool do_all(const Ask *ask, GavelSession *session, const char *lines, GavelError *error) {
  char line[WORDS_CAP];
  for (const char *at = lines; *at;) {
    size_t length = strcspn(at, ";");
    while (length && isspace((unsigned char)*at)) at++, length--;
    snprintf(line, sizeof line, "%.*s", (int)length, at);
    if (line[0] && try_gently(ask, session, line, do_act, error)) return false;
    at += length + (at[length] == ';');
  }
  return true;
}

/* What would happen, in a session of its own. */
static int imagine(Ask *ask, const char *lines, bool account) {
  GavelError error = {0};
  GavelSession *fork = NULL;
  if (gavel_session_fork(ask->session, &fork, &error)) return refuse(&error);
  u32 from = gavel_session_lines(fork) + 1;
  int status = CLI_FINE;
  if (!do_all(ask, fork, lines, &error)) {
    status = refuse(&error);
  } else {
    GavelGame *game = gavel_session_game(fork);
    if (game && gavel_game_zone_count(game, GAVEL_ZONE_STACK, 0)) gavel_session_act(fork, "resolve all", NULL);
    if (account) print_account(fork, ask->grain, from);
    puts(sentence_text(ask->language, SENTENCE_SAY_THEN));
    ask_differences(ask->session, fork, ask->language);
    print_question(fork);
  }
  gavel_session_destroy(fork);
  return status;
}

static int what_if(Ask *ask, const char *lines) { return imagine(ask, lines, true); }
static int what_changes(Ask *ask, const char *lines) { return imagine(ask, lines, false); }

/* --- the board ------------------------------------------------------------------------------- */

/* "Bob: Humility, Opalescence", "Alice hand: Clone": things are apart by semicolons, or by commas if they are no parts of
   names. */
static int put(Ask *ask, const char *line, const char *colon) {
  GavelError error = {0}, second = {0};
  char whose[64], zone[32] = "battlefield", items[WORDS_CAP];
  snprintf(whose, sizeof whose, "%.*s", (int)(colon - line), line);
  char *space = strchr(whose, ' ');
  if (space) {
    snprintf(zone, sizeof zone, "%s", space + 1);
    *space = '\0';
  }
  snprintf(items, sizeof items, "%s", colon + 1 + strspn(colon + 1, " "));
  if (gavel_session_put(ask->session, whose, zone, items, &error) == GAVEL_OK) return CLI_FINE;
  for (char *at = items; *at; at++)
    if (at[0] == ',' && at[1] == ' ') at[0] = ';';
  if (gavel_session_put(ask->session, whose, zone, items, &second) == GAVEL_OK) return CLI_FINE;
  return refuse(second.status == GAVEL_E_SYNTAX ? &error : &second);
}

typedef GavelStatus Step(GavelSession *session, GavelError *error);

static int step(Ask *ask, Step *to) {
  GavelError error = {0};
  return to(ask->session, &error) ? refuse(&error) : show_moment(ask, "");
}

static int undo(Ask *ask, const char *nothing) {
  (void)nothing;
  return step(ask, gavel_session_undo);
}

static int redo(Ask *ask, const char *nothing) {
  (void)nothing;
  return step(ask, gavel_session_redo);
}

/* What is true now, as expectations. */
static void add_expectations(GavelSession *session, Text *out) {
  GavelRef refs[128];
  GavelGame *game = gavel_session_game(session);
  if (!game) return;
  for (u32 p = 0; p < gavel_game_situation(game).player_count; p++)
    text_addf(out, "  expect %s life %lld\n", gavel_session_player(session, p),
              (long long)gavel_game_player(game, p).life);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, COUNT_OF(refs));
  for (u32 i = 0; i < count && i < COUNT_OF(refs); i++) {
    char words[WORDS_CAP];
    GavelCharacteristics c;
    if (!gavel_game_characteristics(game, refs[i], &c) || !c.has_power_toughness) continue;
    gavel_session_words(session, refs[i], words, sizeof words);
    text_addf(out, "  expect %s is %lld/%lld\n", words, (long long)c.power, (long long)c.toughness);
  }
}

static int save(Ask *ask, const char *path) {
  Text text;
  text_init(&text, gavel_allocator_default());
  size_t length = gavel_session_text(ask->session, NULL, 0);
  char *script = room_for_text(length);
  gavel_session_text(ask->session, script, length + 1);
  text_adds(&text, script);
  free(script);
  add_expectations(ask->session, &text);
  if (text.failed) out_of_memory();
  bool written = file_write_whole(path, text_str(&text));
  if (written) print_said(ask->language, SENTENCE_SAY_WRITTEN, 0, path);
  text_free(&text);
  return written ? CLI_FINE : CLI_BAD_INPUT;
}

static int switch_full(Ask *ask, const char *nothing) {
  (void)nothing;
  bool full = ask->grain == GAVEL_ACCOUNT_FULL;
  ask->grain = full ? GAVEL_ACCOUNT_BRIEF : GAVEL_ACCOUNT_FULL;
  puts(sentence_text(ask->language, full ? SENTENCE_SAY_BRIEF : SENTENCE_SAY_FULL));
  return CLI_FINE;
}

static int quit(Ask *ask, const char *nothing) {
  (void)nothing;
  ask->quit = true;
  return CLI_FINE;
}

static int help(Ask *ask, const char *nothing) {
  (void)nothing;
  ask_help(ask->language);
  return CLI_FINE;
}

/* --- forms ----------------------------------------------------------------------------------- */

/* What a line may begin with, in the order in which they are tried; with `more` something follows. */
static const struct {
  const char *begins;
  bool more;
  int (*answer)(Ask *ask, const char *rest);
  const char *shown; /* in the list of forms; null: another word for one that is there */
  Sentence says;
} FORMS[] = {
    {"what happens if ", true, what_if, "what happens if ACTION; …", SENTENCE_FORM_WHAT_IF},
    {"what would change if ", true, what_changes, "what would change if ACTION; …", SENTENCE_FORM_WHAT_CHANGES},
    {"what if ", true, what_if, NULL, 0},
    {"what is ", true, show_what, "what is OBJECT", SENTENCE_FORM_WHAT_IS},
    {"why not ", true, show_can, "why not ACTION", SENTENCE_FORM_WHY_NOT},
    {"why can't ", true, show_can, NULL, 0},
    {"why is ", true, show_why, "why is OBJECT", SENTENCE_FORM_WHY_IS},
    {"explain ", true, show_why, NULL, 0},
    {"why ", true, show_why, NULL, 0},
    {"can ", true, show_can, "can PLAYER ACTION", SENTENCE_FORM_CAN},
    {"who decides", false, show_who, "who decides", SENTENCE_FORM_WHO},
    {"show", false, show_moment, "show", SENTENCE_FORM_SHOW},
    {"undo", false, undo, "undo, redo", SENTENCE_FORM_UNDO},
    {"redo", false, redo, NULL, 0},
    {"full", false, switch_full, "full", SENTENCE_FORM_FULL},
    {"save ", true, save, "save FILE", SENTENCE_FORM_SAVE},
    {"help", false, help, "help", SENTENCE_FORM_HELP},
    {"quit", false, quit, "quit", SENTENCE_FORM_QUIT},
    {"exit", false, quit, NULL, 0},
};

void ask_help(GavelLanguage language) {
  puts(sentence_text(language, SENTENCE_HELP_BEGINS));
  for (u32 i = 0; i < COUNT_OF(FORMS); i++)
    if (FORMS[i].shown) printf("  %-32s %s\n", FORMS[i].shown, sentence_text(language, FORMS[i].says));
  puts(sentence_text(language, SENTENCE_HELP_ENDS));
}

/* The three forms that are nearest to a line that is none. */
static int ask_back(const Ask *ask, const char *line) {
  const char *nearest[3] = {NULL};
  u32 distances[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  for (u32 i = 0; i < COUNT_OF(FORMS); i++) {
    if (!FORMS[i].shown) continue;
    u32 length = (u32)strlen(FORMS[i].begins), have = (u32)strlen(line);
    u32 distance = str_distance((Str){line, have < length ? have : length}, str_of(FORMS[i].begins), 64);
    for (u32 k = 0; k < 3; k++) {
      if (distance >= distances[k]) continue;
      for (u32 m = 2; m > k; m--) distances[m] = distances[m - 1], nearest[m] = nearest[m - 1];
      distances[k] = distance;
      nearest[k] = FORMS[i].shown;
      break;
    }
  }
  char forms[WORDS_CAP];
  snprintf(forms, sizeof forms, "%s; %s; %s", nearest[0], nearest[1], nearest[2]);
  print_said(ask->language, SENTENCE_SAY_ASK_BACK, 0, forms);
  return CLI_BAD_INPUT;
}

/* Whether the line begins with the name of a player, and so is an action or puts something somewhere. */
static bool begins_with_player(const Ask *ask, const char *line) {
  for (u32 p = 0; p < GAVEL_PLAYERS_MAX; p++) {
    Str name = str_of(gavel_session_player(ask->session, p));
    size_t length = strlen(line);
    if (name.length && name.length < length && str_equal_folded((Str){line, name.length}, name) &&
        (line[name.length] == ' ' || line[name.length] == ':'))
      return true;
  }
  return false;
}

static bool is_script(const char *line) {
  static const char *const STARTS[] = {"resolve", "turn ", "expect "};
  for (u32 i = 0; i < COUNT_OF(STARTS); i++)
    if (strncmp(line, STARTS[i], strlen(STARTS[i])) == 0) return true;
  return false;
}

static int answer_trimmed(Ask *ask, const char *line) {
  char *end;
  unsigned long number = strtoul(line, &end, 10);
  if (end != line && !*end && number) return take(ask, number);
  for (u32 i = 0; i < COUNT_OF(FORMS); i++) {
    u32 length = (u32)strlen(FORMS[i].begins);
    bool fits = strlen(line) >= length && str_equal_folded((Str){line, length}, str_of(FORMS[i].begins));
    if (fits && (FORMS[i].more ? line[length] != '\0' : line[length] == '\0'))
      return FORMS[i].answer(ask, line + length);
  }
  const char *colon = strchr(line, ':');
  if (begins_with_player(ask, line)) return colon && !strchr(line, '"') ? put(ask, line, colon) : act(ask, line);
  return is_script(line) ? act(ask, line) : ask_back(ask, line);
}

int ask_line(Ask *ask, const char *line) {
  char trimmed[4 * WORDS_CAP];
  while (isspace((unsigned char)*line)) line++;
  snprintf(trimmed, sizeof trimmed, "%s", line);
  size_t length = strlen(trimmed);
  while (length && (isspace((unsigned char)trimmed[length - 1]) || trimmed[length - 1] == '?'))
    trimmed[--length] = '\0';
  return length ? answer_trimmed(ask, trimmed) : CLI_FINE;
}
