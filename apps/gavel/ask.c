#include "ask_private.h"
#include "ask_said.h"
#include "ask_words.h"
#include "moments.h"
#include "told.h"

#include <ctype.h>
#include <stdlib.h>

/* --- answers --------------------------------------------------------------------------------- */

/* Steps of more lines are told behind what comes of them. */
enum { LINES_AT_ONCE = 2 };

/* Prints steps since a line, before them what came of it if they are many. */
static void print_steps(const Ask *ask, const GavelSession *session, u32 from, const char *steps) {
  u32 lines = 0;
  for (const char *at = steps; *at; at++) lines += *at == '\n';
  char *outcome = lines > LINES_AT_ONCE && ask->grain == GAVEL_ACCOUNT_BRIEF
                      ? told_account(session, GAVEL_ACCOUNT_OUTCOME, from)
                      : NULL;
  if (outcome) fputs(outcome, stdout);
  fputs(steps, stdout);
  free(outcome);
}

/* What is told step by step in the grain that is asked for. */
static char *told_steps(const Ask *ask, const GavelSession *session, u32 from) {
  bool brief = ask->grain == GAVEL_ACCOUNT_BRIEF;
  return told_account(session, brief ? GAVEL_ACCOUNT_STEPS : ask->grain, from);
}

static void print_account(const Ask *ask, const GavelSession *session, u32 from) {
  char *steps = told_steps(ask, session, from);
  print_steps(ask, session, from, steps);
  free(steps);
}

int ask_refuse(const GavelError *error) {
  if (error->status == GAVEL_E_MEMORY) out_of_memory();
  printf("%s\n", error->message);
  return CLI_BAD_INPUT;
}

/* What the game waits for, and what can be answered by number; nothing, and false, while a player may act. */
static bool print_question(const GavelSession *session) {
  GavelDecision d;
  char words[WORDS_CAP];
  GavelGame *game = gavel_session_game(session);
  if (!game || !gavel_game_decision(game, &d) || d.kind == GAVEL_DECISION_PRIORITY) return false;
  gavel_session_question(session, words, sizeof words);
  puts(words);
  for (u32 i = 0; i < d.option_count; i++) {
    gavel_session_option(session, i, words, sizeof words);
    printf("  %2u  %s\n", i + 1, words);
  }
  return true;
}

GavelStatus ask_find(GavelSession *session, const char **words, char quoted[WORDS_CAP], GavelRef *ref,
                     GavelError *error) {
  GavelError second = {0};
  GavelStatus status = gavel_session_find(session, *words, ref, error);
  if (status != GAVEL_E_SYNTAX && status != GAVEL_E_UNKNOWN) return status;
  snprintf(quoted, WORDS_CAP, "\"%s\"", *words);
  status = gavel_session_find(session, quoted, ref, &second);
  *words = quoted;
  return status == GAVEL_E_SYNTAX || status == GAVEL_E_ILLEGAL ? GAVEL_E_UNKNOWN : status;
}

int ask_nobody(const Ask *ask, const char *words) {
  print_said(ask->language, SENTENCE_SAY_NOBODY_MEANT, 0, words);
  return CLI_BAD_INPUT;
}

/* Says that nothing is called so, if that is what is wrong. */
static int refuse_object(const Ask *ask, const char *words, const GavelError *error) {
  if (error->status == GAVEL_E_MEMORY) return ask_refuse(error);
  print_said(ask->language, SENTENCE_SAY_NOTHING_CALLED, 0, words);
  return CLI_BAD_INPUT;
}

/* Lets everything on the stack resolve, unless that moment is asked about. */
static void resolve_all(const Ask *ask, GavelSession *session) {
  GavelGame *game = gavel_session_game(session);
  if (!ask->still && game && gavel_game_zone_count(game, GAVEL_ZONE_STACK, 0))
    gavel_session_act(session, "resolve all", NULL);
}

/* Why something has happened: "does Bob lose", "bear destroyed" of "why is bear destroyed"; null for other words. */
static char *told_why_so(Ask *ask, const char *asked) {
  static const char *const AUXILIARIES[] = {"does ", "did ", "do ", "is ", "was ", "are ", "were "};
  for (u32 i = 0; i < COUNT_OF(AUXILIARIES); i++) {
    size_t length = strlen(AUXILIARIES[i]);
    if (str_equal_folded((Str){asked, (u32)strnlen(asked, length)}, str_of(AUXILIARIES[i]))) asked += length;
  }
  resolve_all(ask, ask->session);
  return told_happened(ask->session, asked, GAVEL_ASKED_WHETHER, 0, NULL, &(GavelError){0});
}

static int show_why(Ask *ask, const char *asked) {
  GavelError error = {0};
  const char *words = asked;
  char quoted[WORDS_CAP];
  GavelRef ref;
  if (ask_find(ask->session, &words, quoted, &ref, &error)) {
    char *happened = told_why_so(ask, asked);
    if (!happened)
      return strncmp(asked, "does ", 5) == 0 ? ask_nobody(ask, asked + 5) : refuse_object(ask, asked, &error);
    fputs(happened, stdout);
    free(happened);
    return CLI_FINE;
  }
  char *text = told_explanation(ask->session, words, &error);
  if (!text) return ask_refuse(&error);
  fputs(text, stdout);
  free(text);
  return CLI_FINE;
}

/* "bear", "the power of bear", "bear's colors", each also with "after Shock resolves": then in a session of its own, once
   everything has resolved. */
static int show_what(Ask *ask, const char *asked) {
  char words[WORDS_CAP], quoted[WORDS_CAP];
  GavelError error = {0};
  const char *named = words;
  GavelRef ref;
  GavelSession *fork = NULL;
  snprintf(words, sizeof words, "%s", asked);
  if (gavel_session_fork(ask->session, &fork, &error)) return ask_refuse(&error);
  char *after = strstr(words, " after ");
  if (after && strstr(after, " resolve")) {
    *after = '\0';
    resolve_all(ask, fork);
  }
  int status = CLI_FINE;
  char *text = NULL;
  if (!ask_find(fork, &named, quoted, &ref, &error) && !(text = told_description(fork, named, &error)))
    status = ask_refuse(&error);
  else if (text)
    fputs(text, stdout);
  else if (!ask_property(fork, words))
    status = refuse_object(ask, asked, &error);
  free(text);
  gavel_session_destroy(fork);
  return status;
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

static int show_stack(Ask *ask, const char *nothing) {
  (void)nothing;
  ask_stack(ask->session, ask->language);
  return CLI_FINE;
}

/* --- actions --------------------------------------------------------------------------------- */

/* Whether the line begins with the name of a player, and so is an action or puts something somewhere; the name is then put into
   the spelling of the scenario. */
static bool begins_with_player(const Ask *ask, char *line) {
  for (u32 p = 0; p < GAVEL_PLAYERS_MAX; p++) {
    Str name = str_of(gavel_session_player(ask->session, p));
    size_t length = strlen(line);
    bool begins = name.length && name.length < length && str_equal_folded((Str){line, name.length}, name);
    if (!begins || (line[name.length] != ' ' && line[name.length] != ':')) continue;
    memcpy(line, name.data, name.length);
    return true;
  }
  return false;
}

typedef GavelStatus Attempt(const Ask *ask, GavelSession *session, const char *line, GavelError *error);

void ask_written(const Ask *ask, char line[LINE_CAP], Text *written) {
  begins_with_player(ask, line);
  action_as_written(ask->cards, line, written);
}

/* Tries a line as it is, then as a scenario would have it; the error is that of the line as it is, if neither makes sense. */
static GavelStatus try_gently(const Ask *ask, GavelSession *session, const char *typed, Attempt *attempt,
                              GavelError *error) {
  char line[LINE_CAP];
  Text written;
  snprintf(line, sizeof line, "%s", typed);
  text_init(&written, gavel_allocator_default());
  ask_written(ask, line, &written);
  GavelStatus status = attempt(ask, session, line, error);
  if (status != GAVEL_E_SYNTAX && status != GAVEL_E_UNKNOWN) {
    text_free(&written);
    return status;
  }
  GavelError other = {0};
  GavelStatus gentle = strcmp(written.data, line) ? attempt(ask, session, written.data, &other) : status;
  if (gentle != GAVEL_E_SYNTAX) {
    status = gentle;
    if (other.status) *error = other;
  }
  text_free(&written);
  return status;
}

static GavelStatus do_act(const Ask *ask, GavelSession *session, const char *line, GavelError *error) {
  (void)ask;
  return gavel_session_act(session, line, error);
}

GavelStatus ask_act(const Ask *ask, GavelSession *session, const char *line, GavelError *error) {
  return try_gently(ask, session, line, do_act, error);
}

/* Prints what is new in the account from the line of the last action on: an answer may go on with the line that asked. */
static bool print_news(Ask *ask) {
  char *text = told_steps(ask, ask->session, ask->from);
  const char *news = text;
  for (const char *told = ask->told; told && *told;) {
    size_t line = strcspn(told, "\n") + 1;
    if (strncmp(told, news, line) != 0) break;
    told += line;
    news += line;
  }
  print_steps(ask, ask->session, ask->from, news);
  bool any = *news;
  free(ask->told);
  ask->told = text;
  return any;
}

/* What has happened, and what is asked now. */
static int tell(Ask *ask) {
  bool told = print_news(ask);
  GavelGame *game = gavel_session_game(ask->session);
  bool asked = print_question(ask->session);
  if (game && gavel_game_situation(game).over)
    puts(sentence_text(ask->language, SENTENCE_SAY_IS_OVER));
  else if (!told && !asked)
    show_who(ask, "");
  return CLI_FINE;
}

/* What is told from now on begins with the next line. */
static void begin_telling(Ask *ask) {
  ask->from = gavel_session_lines(ask->session) + 1;
  free(ask->told);
  ask->told = NULL;
}

/* What stands behind "casts" or "plays" in a line, without quotation marks; empty if nothing does. */
static Str what_is_cast(const char *line) {
  const char *at = strstr(line, " cast");
  if (!at) at = strstr(line, " play");
  at = at ? strchr(at + 1, ' ') : NULL;
  if (!at) return STR("");
  at += strspn(at, " \"");
  const char *end = strstr(at, " targeting ");
  u32 length = (u32)strcspn(at, "\"");
  return (Str){at, end && (u32)(end - at) < length ? (u32)(end - at) : length};
}

/* Says that there is no card of that name, and which are nearest. */
static int refuse_card(const Ask *ask, const char *name) {
  enum { NEAREST = 3 };
  const char *nearest[NEAREST];
  char words[WORDS_CAP] = "";
  u32 count = gavel_cards_nearest(ask->cards, name, nearest, NEAREST);
  for (u32 i = 0; i < count; i++) {
    size_t length = strlen(words);
    snprintf(words + length, sizeof words - length, "%s\"%s\"", i ? ", " : "", nearest[i]);
  }
  print_said(ask->language, SENTENCE_SAY_NO_CARD_OF, 0, name);
  print_said(ask->language, SENTENCE_SAY_NEAREST, 0, words);
  return CLI_BAD_INPUT;
}

/* Why an action isn't legal; of a card that is missing also how to put it there, and of one that isn't known which are. */
static int refuse_action(const Ask *ask, const char *line, const GavelError *error) {
  char name[WORDS_CAP];
  snprintf(name, sizeof name, "%.*s", (int)what_is_cast(line).length, what_is_cast(line).data);
  bool unread = error->status == GAVEL_E_SYNTAX || error->status == GAVEL_E_UNKNOWN;
  if (unread && isupper((unsigned char)name[0]) && !gavel_cards_find(ask->cards, name, &(uint32_t){0}))
    return refuse_card(ask, name);
  int status = ask_refuse(error);
  Str card = what_is_cast(line);
  char words[WORDS_CAP];
  GavelRefusal refusal = GAVEL_REFUSAL_NONE;
  if (card.length && error->status == GAVEL_E_ILLEGAL) free(ask_forbids(ask, line, &refusal));
  if (refusal != GAVEL_REFUSAL_NOTHING_THERE) return status;
  snprintf(words, sizeof words, "%.*s hand: %.*s", (int)strcspn(line, " "), line, (int)card.length, card.data);
  print_said(ask->language, SENTENCE_SAY_PUT_FIRST, 0, words);
  return status;
}

static int take(Ask *ask, unsigned long option) {
  GavelError error = {0};
  if (!ask->from) begin_telling(ask);
  if (gavel_session_take(ask->session, (u32)option - 1, &error)) return ask_refuse(&error);
  return tell(ask);
}

/* "Alice activates staff": the abilities that can be activated now, to be taken by number; the only one is. Answers false if
   the line isn't of that kind. */
static bool activate(Ask *ask, const char *line, int *status) {
  const char *verb = strstr(line, " activate");
  const char *rest = verb ? strchr(verb + 1, ' ') : NULL;
  GavelGame *game = gavel_session_game(ask->session);
  GavelDecision d;
  if (!rest || strchr(rest, '"') || !game || !gavel_game_decision(game, &d) || d.kind != GAVEL_DECISION_PRIORITY)
    return false;
  GavelError error = {0};
  char quoted[WORDS_CAP], words[WORDS_CAP];
  GavelRef ref;
  u32 count = 0, only = 0;
  const char *object = rest + 1;
  if (ask_find(ask->session, &object, quoted, &ref, &error)) return false;
  const GavelOption *options = gavel_game_options(game);
  for (u32 i = 0; i < d.option_count; i++) {
    if (options[i].kind != GAVEL_OPTION_ACTIVATE || options[i].ref != ref) continue;
    only = i;
    count++;
  }
  if (count == 1) {
    *status = take(ask, only + 1);
    return true;
  }
  for (u32 i = 0; count && i < d.option_count; i++) {
    if (options[i].kind != GAVEL_OPTION_ACTIVATE || options[i].ref != ref) continue;
    gavel_session_option(ask->session, i, words, sizeof words);
    printf("  %2u  %s\n", i + 1, words);
  }
  *status = CLI_FINE;
  return count > 0;
}

static int act(Ask *ask, const char *line) {
  GavelError error = {0};
  int status;
  GavelGame *game = gavel_session_game(ask->session);
  if (game && gavel_game_situation(game).over && strncmp(line, "expect", strlen("expect")) != 0) {
    puts(sentence_text(ask->language, SENTENCE_SAY_IS_OVER));
    return CLI_BAD_INPUT;
  }
  begin_telling(ask);
  if (activate(ask, line, &status)) return status;
  if (try_gently(ask, ask->session, line, do_act, &error)) return refuse_action(ask, line, &error);
  return tell(ask);
}

/* Says whether an action can be taken. */
static GavelStatus do_print(const Ask *ask, GavelSession *session, const char *line, GavelError *error) {
  GavelRefusal refusal;
  char *why = told_why_not(session, line, &refusal, error);
  if (!why) return error->status;
  if (refusal == GAVEL_REFUSAL_NONE)
    puts(sentence_text(ask->language, SENTENCE_SAY_YES));
  else
    print_reasons(style_none(), ask->language, why);
  free(why);
  return GAVEL_OK;
}

/* "Alice turn Clone face up" as a scenario has it, "Alice turns up clone"; false for other actions, and for what isn't
   there. */
static bool turns_up(Ask *ask, const char *action, char line[4 * WORDS_CAP]) {
  static const char UP[] = " face up";
  char object[WORDS_CAP], words[WORDS_CAP];
  const char *turn = strstr(action, " turn"), *at = turn ? strchr(turn + 1, ' ') : NULL;
  size_t length = strlen(action), up = sizeof UP - 1;
  GavelRef ref;
  if (!at || length < up || strcmp(action + length - up, UP) != 0 || at >= action + length - up) return false;
  snprintf(object, sizeof object, "%.*s", (int)(action + length - up - at - 1), at + 1);
  const char *named = object;
  char quoted[WORDS_CAP];
  if (ask_find(ask->session, &named, quoted, &ref, &(GavelError){0}) ||
      !gavel_session_words(ask->session, ref, words, sizeof words))
    return false;
  snprintf(line, 4 * WORDS_CAP, "%.*s turns up %s", (int)(turn - action), action, words);
  return true;
}

GavelStatus ask_whether_legal(const Ask *ask, GavelSession *session, const char *line, GavelError *error) {
  return try_gently(ask, session, line, do_print, error);
}

/* When a card that is asked about with a cost or target, "Alice cast Temper for its madness cost", was cast: in which way the
   account says. */
static void print_cast(const Ask *ask, const char *action) {
  static const char *const HOW[] = {" for its ", " targeting ", " via ", " with "};
  char question[WORDS_CAP], who[WORDS_CAP], card[WORDS_CAP];
  bool how = false;
  if (!ask_parted(action, " cast ", who, card)) return;
  for (u32 i = 0; i < COUNT_OF(HOW); i++) {
    char *end = strstr(card, HOW[i]);
    how |= end != NULL;
    if (end) *end = '\0';
  }
  GavelAnswer answer = GAVEL_ANSWER_NO;
  snprintf(question, sizeof question, "does %.300s cast %.300s", who, card);
  char *text = how ? told_happened(ask->session, question, GAVEL_ASKED_WHEN, 0, &answer, &(GavelError){0}) : NULL;
  if (text && answer == GAVEL_ANSWER_YES) printf("%s%s", text, sentence_text(ask->language, SENTENCE_SAY_NOW));
  free(text);
}

/* When what is asked about has been done already, unless the question is whether it can be done once more; whether it
   was. */
static bool print_done(const Ask *ask, const char *action) {
  static const char *const MORE[] = {" again", " second ", " another ", " twice", " more ", " from "};
  static const char *const VERBS[] = {" attack with ", " block ", " activate ", " cast ", " play "};
  char question[WORDS_CAP], object[WORDS_CAP] = "";
  bool more = false;
  for (u32 i = 0; i < COUNT_OF(MORE); i++) more |= strstr(action, MORE[i]) != NULL;
  for (u32 i = 0; i < COUNT_OF(VERBS) && !object[0]; i++) {
    const char *verb = strstr(action, VERBS[i]);
    if (verb) snprintf(object, sizeof object, "%s", verb + strlen(VERBS[i]));
    char *end = strstr(object, " targeting ");
    if (end) *end = '\0';
  }
  Named named;
  if (more) return false;
  if (!object[0]) return ask_was_done(ask, action);
  if (!ask_name(ask, object, &named)) {
    print_cast(ask, action);
    return false;
  }
  snprintf(question, sizeof question, "does %s", action);
  GavelAnswer answer = GAVEL_ANSWER_NO;
  char *text = told_happened(ask->session, question, GAVEL_ASKED_WHEN, 0, &answer, &(GavelError){0});
  bool done = text && answer == GAVEL_ANSWER_YES;
  if (!done) print_cast(ask, action);
  if (done) printf("%s%s", sentence_text(ask->language, SENTENCE_SAY_DONE), text);
  free(text);
  return done;
}

/* Whether a question is about a declaration of attackers or blockers, which is made once a combat. */
static bool is_of_combat(const char *action) { return strstr(action, " attack") || strstr(action, " block"); }

static int show_can_now(Ask *ask, const char *action) {
  GavelError error = {0};
  char line[4 * WORDS_CAP];
  int status = CLI_FINE;
  bool turned = turns_up(ask, action, line);
  if (turned) action = line;
  if (ask_possible_first(ask, action, &status)) return status;
  GavelStatus tried = ask_whether_legal(ask, ask->session, action, &error);
  bool unread = tried == GAVEL_E_SYNTAX || tried == GAVEL_E_UNKNOWN;
  if (!tried) ask_could_before(ask, action);
  if (!tried || (unread && ask_possible(ask, action, &status))) return status;
  return refuse_action(ask, action, &error);
}

static int show_can(Ask *ask, const char *action) {
  int status;
  bool done = print_done(ask, action);
  if (done && is_of_combat(action)) return CLI_FINE;
  if (ask_before_declaration(ask, action, show_can_now, &status)) return status;
  if (done) fputs(sentence_text(ask->language, SENTENCE_SAY_NOW), stdout);
  return show_can_now(ask, action);
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
  if (gavel_session_fork(ask->session, &fork, &error)) return ask_refuse(&error);
  u32 from = gavel_session_lines(fork) + 1;
  int status = CLI_FINE;
  if (!do_all(ask, fork, lines, &error)) {
    status = refuse_action(ask, lines, &error);
  } else {
    resolve_all(ask, fork);
    if (account) print_account(ask, fork, from);
    puts(sentence_text(ask->language, SENTENCE_SAY_THEN));
    ask_differences(ask->session, fork, ask->language);
    print_question(fork);
  }
  gavel_session_destroy(fork);
  return status;
}

static int what_if(Ask *ask, const char *lines) { return imagine(ask, lines, true); }
static int what_changes(Ask *ask, const char *lines) { return imagine(ask, lines, false); }

/* --- what has happened ------------------------------------------------------------------------ */

/* "counters does bear have" */
static bool asks_what_it_has(const char *words) {
  size_t length = strlen(words);
  return length > 5 && strcmp(words + length - 5, " have") == 0;
}

/* "bear die", "bear die if Alice casts Shock targeting bear": in a session of its own, once everything has resolved. */
static int show_happened(Ask *ask, const char *question, GavelAsked asked, AskState *state) {
  char words[WORDS_CAP];
  GavelError error = {0};
  GavelSession *fork = NULL;
  const char *lines = strstr(question, " if ");
  int status = CLI_FINE;
  u32 from = 0;
  snprintf(words, sizeof words, "%.*s", lines ? (int)(lines - question) : (int)strlen(question), question);
  if (gavel_session_fork(ask->session, &fork, &error)) return ask_refuse(&error);
  if (lines) from = gavel_session_lines(fork) + 1;
  if (lines && !do_all(ask, fork, lines + strlen(" if "), &error)) {
    status = refuse_action(ask, lines + strlen(" if "), &error);
  } else {
    char *before = asks_what_it_has(words) ? told_happened(fork, words, asked, from, NULL, &error) : NULL;
    resolve_all(ask, fork);
    char *text = told_happened(fork, words, asked, from, NULL, &error);
    if (text && before && strcmp(text, before) != 0)
      printf("%s%s", before, sentence_text(ask->language, SENTENCE_SAY_ONCE_RESOLVED));
    free(before);
    if (text)
      fputs(text, stdout);
    else if (!state || !state(ask, fork, words))
      status = error.status == GAVEL_E_SYNTAX    ? ask_back(ask, question)
               : error.status == GAVEL_E_UNKNOWN ? ask_nobody(ask, question)
                                                 : ask_refuse(&error);
    free(text);
  }
  gavel_session_destroy(fork);
  return status;
}

static int show_whether_is(Ask *ask, const char *words) {
  return show_happened(ask, words, GAVEL_ASKED_WHETHER, ask_state_is);
}
static int show_whether(Ask *ask, const char *words) {
  return show_happened(ask, words, GAVEL_ASKED_WHETHER, ask_state_does);
}
/* What "must Alice pay for Shock" and "must Alice pay to cast Shock" are about; null for other questions. */
static const char *what_is_paid_for(const char *words) {
  static const char *const FOR[] = {" to cast ", " to play ", " for "};
  const char *pay = strstr(words, " pay"), *behind = pay ? pay : strstr(words, " spend");
  for (u32 i = 0; behind && i < COUNT_OF(FOR); i++) {
    const char *at = strstr(behind, FOR[i]);
    if (at) return at + strlen(FOR[i]);
  }
  return NULL;
}

/* What was paid as it was cast, if it was, and what it is or would cost now. */
static int show_cost(Ask *ask, const char *paid) {
  char question[WORDS_CAP];
  if (ask_keyword_cost(ask, paid)) return CLI_FINE;
  snprintf(question, sizeof question, "does %s cast", paid);
  GavelAnswer answer = GAVEL_ANSWER_NO;
  char *text = told_happened(ask->session, question, GAVEL_ASKED_WHEN, 0, &answer, &(GavelError){0});
  if (text && answer == GAVEL_ANSWER_YES) fputs(text, stdout);
  free(text);
  return show_what(ask, paid);
}

static int show_how_much(Ask *ask, const char *words) {
  const char *paid = what_is_paid_for(words);
  if (paid) return show_cost(ask, paid);
  return show_happened(ask, words, GAVEL_ASKED_HOW_MUCH, ask_state_what);
}
static int show_why_didnt(Ask *ask, const char *words) {
  return show_happened(ask, words, GAVEL_ASKED_WHY_NOT, ask_state_why);
}
static int show_who_does(Ask *ask, const char *words) {
  return show_happened(ask, words, GAVEL_ASKED_WHO, ask_state_which);
}
static int show_what_happens(Ask *ask, const char *words) { return show_happened(ask, words, GAVEL_ASKED_WHAT, NULL); }
static int show_mana(Ask *ask, const char *words) { return show_happened(ask, words, GAVEL_ASKED_MANA, NULL); }
static int show_deeds(Ask *ask, const char *words) { return show_happened(ask, words, GAVEL_ASKED_DEEDS, NULL); }
static int show_when(Ask *ask, const char *words) { return show_happened(ask, words, GAVEL_ASKED_WHEN, NULL); }

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
  ask->from = 0;
  if (gavel_session_put(ask->session, whose, zone, items, &error) == GAVEL_OK) return CLI_FINE;
  Text written;
  text_init(&written, gavel_allocator_default());
  items_as_written(ask->cards, items, &written);
  GavelStatus status = gavel_session_put(ask->session, whose, zone, written.data, &second);
  text_free(&written);
  if (status == GAVEL_OK) return CLI_FINE;
  return ask_refuse(second.status == GAVEL_E_SYNTAX ? &error : &second);
}

typedef GavelStatus Step(GavelSession *session, GavelError *error);

static int step(Ask *ask, Step *to) {
  GavelError error = {0};
  if (to(ask->session, &error)) return ask_refuse(&error);
  begin_telling(ask);
  return show_moment(ask, "");
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
  char *script = told(ask->session, gavel_session_text);
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
    {"what happens to ", true, show_what_happens, "what happens to OBJECT", SENTENCE_FORM_WHAT_HAPPENS},
    {"what happened to ", true, show_what_happens, NULL, 0},
    {"what becomes of ", true, show_what_happens, NULL, 0},
    {"what would change if ", true, what_changes, "what would change if ACTION; …", SENTENCE_FORM_WHAT_CHANGES},
    {"what if ", true, what_if, NULL, 0},
    {"which X can ", true, ask_which_x, "which X can PLAYER choose for CARD", SENTENCE_FORM_WHICH_X},
    {"what can ", true, ask_what_can, "what can OBJECT target", SENTENCE_FORM_TARGETS},
    {"what is done by ", true, show_deeds, NULL, 0},
    {"what mana is produced by ", true, show_mana, NULL, 0},
    {"what is ", true, show_what, "what is OBJECT", SENTENCE_FORM_WHAT_IS},
    {"where is ", true, show_what, NULL, 0},
    {"where does ", true, show_what, NULL, 0},
    {"what are ", true, show_what, NULL, 0},
    {"what does ", true, show_what, NULL, 0},
    {"what color ", true, show_what, NULL, 0},
    {"what colors ", true, show_what, NULL, 0},
    {"what type ", true, show_what, NULL, 0},
    {"what types ", true, show_what, NULL, 0},
    {"what ", true, show_who_does, NULL, 0},
    {"which ", true, show_who_does, NULL, 0},
    {"why not ", true, show_can, "why not ACTION", SENTENCE_FORM_WHY_NOT},
    {"why can't ", true, show_can, NULL, 0},
    {"why doesn't ", true, show_why_didnt, "why doesn't OBJECT VERB", SENTENCE_FORM_WHY_DIDNT},
    {"why don't ", true, show_why_didnt, NULL, 0},
    {"why didn't ", true, show_why_didnt, NULL, 0},
    {"why isn't ", true, show_why_didnt, NULL, 0},
    {"why wasn't ", true, show_why_didnt, NULL, 0},
    {"how much ", true, show_how_much, "how much, how many, how often …", SENTENCE_FORM_HOW_MUCH},
    {"how many ", true, show_how_much, NULL, 0},
    {"how often ", true, show_how_much, NULL, 0},
    {"does ", true, show_whether, "does OBJECT or PLAYER VERB", SENTENCE_FORM_HAPPENED},
    {"do ", true, show_whether, NULL, 0},
    {"did ", true, show_whether, NULL, 0},
    {"is ", true, show_whether_is, "is OBJECT STATE", SENTENCE_FORM_STATE},
    {"are ", true, show_whether_is, NULL, 0},
    {"was ", true, show_whether_is, NULL, 0},
    {"were ", true, show_whether_is, NULL, 0},
    {"when ", true, show_when, "when does OBJECT VERB", SENTENCE_FORM_WHEN},
    {"in which ", true, show_when, NULL, 0},
    {"in whose ", true, show_when, NULL, 0},
    {"on whose ", true, show_when, NULL, 0},
    {"on which ", true, show_when, NULL, 0},
    {"in what ", true, show_when, NULL, 0},
    {"during whose ", true, show_when, NULL, 0},
    {"during which ", true, show_when, NULL, 0},
    {"whom must ", true, ask_whom_must, NULL, 0},
    {"who must ", true, ask_whom_must, NULL, 0},
    {"must ", true, ask_must, "must OBJECT attack, must OBJECT block", SENTENCE_FORM_MUST},
    {"how big is ", true, show_what, NULL, 0},
    {"why is ", true, show_why, "why is OBJECT", SENTENCE_FORM_WHY_IS},
    {"explain ", true, show_why, NULL, 0},
    {"why ", true, show_why, NULL, 0},
    {"can ", true, show_can, "can PLAYER ACTION", SENTENCE_FORM_CAN},
    {"who decides", false, show_who, "who decides", SENTENCE_FORM_WHO},
    {"who ", true, show_who_does, "who wins, who loses", SENTENCE_FORM_WHO_WINS},
    {"show the moment", false, show_moment, NULL, 0},
    {"show the stack", false, show_stack, NULL, 0},
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

/* The form that a line is the beginning of; null if it is none. */
static const char *form_begun(const char *line) {
  size_t have = strlen(line);
  for (u32 i = 0; i < COUNT_OF(FORMS); i++) {
    size_t length = strlen(FORMS[i].begins);
    if (!FORMS[i].more || have + 1 != length ||
        !str_equal_folded((Str){line, (u32)have}, (Str){FORMS[i].begins, (u32)have}))
      continue;
    for (u32 k = 0; k < COUNT_OF(FORMS); k++)
      if (FORMS[k].shown && FORMS[k].answer == FORMS[i].answer) return FORMS[k].shown;
  }
  return NULL;
}

/* The three forms that are nearest to a line that is none. */
int ask_back(const Ask *ask, const char *line) {
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

static bool is_script(const char *line) {
  static const char *const STARTS[] = {"resolve", "turn ", "expect "};
  for (u32 i = 0; i < COUNT_OF(STARTS); i++)
    if (strncmp(line, STARTS[i], strlen(STARTS[i])) == 0) return true;
  return false;
}

/* The colon of a line that puts something somewhere: behind one word or two. */
static const char *puts_at(const char *line) {
  const char *colon = strchr(line, ':');
  u32 spaces = 0;
  for (const char *at = line; colon && at < colon; at++) {
    if (*at == '"' || *at == '{') return NULL;
    spaces += *at == ' ';
  }
  return spaces <= 1 ? colon : NULL;
}

/* Says who plays, where somebody is named who doesn't. */
static int refuse_player(const Ask *ask, const char *line) {
  char name[WORDS_CAP];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " :"), line);
  print_said(ask->language, SENTENCE_SAY_NO_PLAYER, 0, name);
  for (u32 p = 0; p < GAVEL_PLAYERS_MAX && gavel_session_player(ask->session, p)[0]; p++)
    printf("%s%s", p ? ", " : "", gavel_session_player(ask->session, p));
  putchar('\n');
  return CLI_BAD_INPUT;
}

static int answer_trimmed(Ask *ask, char *line) {
  char *end;
  unsigned long number = strtoul(line, &end, 10);
  if (end != line && !*end && number) return take(ask, number);
  int status;
  if (ask_in_context(ask, line, &status) || ask_at_moment(ask, line, &status)) return status;
  if (!begins_with_player(ask, line)) ask_said(line, LINE_CAP);
  const char *begun = form_begun(line);
  if (begun) {
    print_said(ask->language, SENTENCE_SAY_GO_ON, 0, begun);
    return CLI_BAD_INPUT;
  }
  for (u32 i = 0; i < COUNT_OF(FORMS); i++) {
    u32 length = (u32)strlen(FORMS[i].begins);
    bool fits = strlen(line) >= length && str_equal_folded((Str){line, length}, str_of(FORMS[i].begins));
    if (fits && (FORMS[i].more ? line[length] != '\0' : line[length] == '\0'))
      return FORMS[i].answer(ask, line + length);
  }
  const char *colon = puts_at(line);
  if (begins_with_player(ask, line)) return colon ? put(ask, line, colon) : act(ask, line);
  if (is_script(line)) return act(ask, line);
  return colon ? refuse_player(ask, line) : ask_back(ask, line);
}

int ask_line(Ask *ask, const char *line) {
  char trimmed[LINE_CAP];
  while (isspace((unsigned char)*line)) line++;
  snprintf(trimmed, sizeof trimmed, "%s", line);
  size_t length = strlen(trimmed);
  while (length && (isspace((unsigned char)trimmed[length - 1]) || trimmed[length - 1] == '?'))
    trimmed[--length] = '\0';
  return length ? answer_trimmed(ask, trimmed) : CLI_FINE;
}
