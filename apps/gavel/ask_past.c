/* Earlier moments of the scenario that is asked about: as it was before one of its last lines. */
#include "ask_private.h"
#include "moments.h"
#include "told.h"

#include <stdlib.h>

/* So many lines are gone back. */
enum { BACK_MOST = 64 };

/* A heading of a step ends what can be gone back to if it is the first. */
static bool is_heading(const char *line) { return strncmp(line, "turn ", 5) == 0; }

bool ask_past(const Ask *ask, AskPast *stop, void *user) {
  GavelSession *fork = NULL;
  char *text = told(ask->session, gavel_session_text);
  const char *first = is_heading(text) ? text : strstr(text, "\nturn ");
  bool stopped = false;
  char removed[LINE_CAP];
  for (u32 i = 0; first && i < BACK_MOST && !stopped; i++) {
    u32 at = str_last_line(str_of(text));
    if (text + at <= first + 1) break;
    char *line = text + at;
    snprintf(removed, sizeof removed, "%s", line + strspn(line, " \n"));
    removed[strcspn(removed, "\n")] = '\0';
    *line = '\0';
    if (gavel_session_fork(ask->session, &fork, &(GavelError){0})) break;
    Ask past = *ask;
    past.session = fork;
    past.still = true;
    if (!gavel_session_edit(fork, text, &(GavelError){0})) stopped = stop(&past, removed, user);
    gavel_session_destroy(fork);
  }
  free(text);
  return stopped;
}

void ask_print_moment(const Ask *ask) {
  GavelSituation now = gavel_game_situation(gavel_session_game(ask->session));
  print_said(ask->language, SENTENCE_SAY_MOMENT, now.turn,
             sentence_text(ask->language, (Sentence)(SENTENCE_STEP_0 + (u32)now.step)));
}

/* --- "while the trigger of bear is on the stack", "at turn 3 main" ---------------------------- */

typedef struct While {
  const char *question, *what;
  int status;
} While;

/* Whether what is meant is on the stack: of "its trigger" any ability, else what a name in the words means. */
static bool is_on_stack(const Ask *past, const char *what) {
  static const char *const ENDS[] = {"'s trigger", "'s ability", "'s triggered ability"};
  GavelRef stack[64];
  GavelGame *game = gavel_session_game(past->session);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_STACK, 0, stack, COUNT_OF(stack));
  char bearer[WORDS_CAP];
  snprintf(bearer, sizeof bearer, "%s", what);
  bool ability = strstr(what, "trigger") || strstr(what, "ability");
  for (u32 i = 0; i < COUNT_OF(ENDS); i++) {
    size_t length = strlen(bearer), end = strlen(ENDS[i]);
    if (length > end && strcmp(bearer + length - end, ENDS[i]) == 0) bearer[length - end] = '\0';
  }
  Named named;
  bool known = ask_name(past, bearer, &named);
  for (u32 i = 0; i < count && i < COUNT_OF(stack); i++) {
    GavelObject object;
    if (!gavel_game_object(game, stack[i], &object)) continue;
    if (known ? stack[i] == named.ref || object.source == named.ref : ability && object.kind == GAVEL_OBJECT_ABILITY)
      return true;
  }
  return false;
}

static bool answer_then(Ask *past, const char *line, void *user) {
  (void)line;
  While *w = user;
  if (!is_on_stack(past, w->what)) return false;
  w->status = ask_line(past, w->question);
  return true;
}

static bool answer_while(const Ask *ask, const char *line, int *status) {
  static const char ENDS[] = " on the stack";
  const char *at = strstr(line, " while ");
  size_t length = strlen(line), end = sizeof ENDS - 1;
  char question[LINE_CAP], what[WORDS_CAP];
  if (!at || length <= end || strcmp(line + length - end, ENDS) != 0) return false;
  snprintf(question, sizeof question, "%.*s", (int)(at - line), line);
  snprintf(what, sizeof what, "%.*s", (int)(line + length - end - at - 7), at + 7);
  size_t words = strlen(what);
  if (words > 3 && strcmp(what + words - 3, " is") == 0) what[words - 3] = '\0';
  While w = {.question = question, .what = what};
  Ask now = *ask;
  now.still = true;
  if (!answer_then(&now, NULL, &w) && !ask_past(ask, answer_then, &w)) {
    puts(sentence_text(ask->language, SENTENCE_SAY_NEVER_ON_STACK));
    w.status = CLI_BAD_INPUT;
  }
  *status = w.status;
  return true;
}

int ask_at(const Ask *ask, const char *question, const char *moment) {
  GavelSession *fork = NULL;
  GavelError error = {0};
  if (gavel_session_fork(ask->session, &fork, &error)) return ask_refuse(&error);
  Ask then = *ask;
  then.session = fork;
  then.still = ask->still || *moment;
  bool there = !*moment || !moment_go(fork, moment, &error);
  int status = there ? ask_line(&then, question) : ask_refuse(&error);
  gavel_session_destroy(fork);
  return status;
}

/* Whether words say a moment by whose turn it is, "Bob's turn", "Bob's next upkeep", "the next turn": a heading for
   it, empty for now. */
static bool read_turn(const Ask *ask, const char *words, char moment[WORDS_CAP]) {
  static const char *const STEPS[][2] = {{"turn", "main"},     {"main phase", "main"}, {"precombat main phase", "main"},
                                         {"upkeep", "upkeep"}, {"draw step", "draw"},  {"end step", "end"}};
  GavelSituation now = gavel_game_situation(gavel_session_game(ask->session));
  char whose[WORDS_CAP], step[WORDS_CAP];
  u32 ahead = 1;
  bool next = strncmp(words, "the next ", strlen("the next ")) == 0;
  if (next) {
    snprintf(step, sizeof step, "%s", words + strlen("the next "));
  } else {
    if (!ask_parted(words, "'s ", whose, step)) return false;
    u32 player = ask_player_named(ask, whose);
    if (player == GAVEL_NO_PLAYER || !now.player_count) return false;
    ahead = (player + now.player_count - now.active) % now.player_count;
    next = strncmp(step, "next ", strlen("next ")) == 0;
    if (next) memmove(step, step + strlen("next "), strlen(step + strlen("next ")) + 1);
    moment[0] = '\0';
    if (!ahead && !next && strcmp(step, "turn") == 0) return true;
    if (!ahead) ahead = now.player_count;
  }
  for (u32 i = 0; i < COUNT_OF(STEPS); i++)
    if (strcmp(step, STEPS[i][0]) == 0)
      return snprintf(moment, WORDS_CAP, "turn %u %s", now.turn + ahead, STEPS[i][1]) > 0;
  return false;
}

/* Whether a question asks what is so or can be done at a moment, and not what has happened until then. */
static bool is_of_moment(const char *question) {
  static const char *const BEGINS[] = {"can ",     "can't ",    "may ",          "could ", "must ",  "why can't ",
                                       "what is ", "what are ", "who controls ", "where ", "is it ", "whom must "};
  size_t length = strlen(question), have = strlen(" have");
  bool of = length > have && strcmp(question + length - have, " have") == 0;
  for (u32 i = 0; i < COUNT_OF(BEGINS); i++) {
    u32 begin = (u32)strlen(BEGINS[i]);
    of |= length > begin && str_equal_folded((Str){question, begin}, str_of(BEGINS[i]));
  }
  return of;
}

/* "how many counters does saga have at turn 3 main", "can Alice cast Shock in Bob's turn". */
static bool answer_at(const Ask *ask, const char *line, int *status) {
  static const char *const BEFORE[] = {" at the beginning of turn ", " at turn ", " in turn ", " on turn "};
  static const char *const WHOSE[] = {" at the beginning of ", " in ", " during ", " on "};
  char question[LINE_CAP], moment[WORDS_CAP];
  for (u32 i = 0; i < COUNT_OF(BEFORE); i++) {
    const char *at = strstr(line, BEFORE[i]);
    if (!at) continue;
    snprintf(question, sizeof question, "%.*s", (int)(at - line), line);
    snprintf(moment, sizeof moment, "turn %s", at + strlen(BEFORE[i]));
    if (!strchr(moment + 5, ' ')) snprintf(moment + strlen(moment), sizeof moment - strlen(moment), " main");
    *status = ask_at(ask, question, moment);
    return true;
  }
  if (!gavel_session_game(ask->session)) return false;
  for (u32 i = 0; i < COUNT_OF(WHOSE); i++)
    for (const char *at = strstr(line, WHOSE[i]); at; at = strstr(at + 1, WHOSE[i])) {
      snprintf(question, sizeof question, "%.*s", (int)(at - line), line);
      if (!is_of_moment(question) || !read_turn(ask, at + strlen(WHOSE[i]), moment)) continue;
      *status = ask_at(ask, question, moment);
      return true;
    }
  return false;
}

bool ask_at_moment(const Ask *ask, const char *line, int *status) {
  return answer_while(ask, line, status) || answer_at(ask, line, status);
}

/* --- whether it was done ------------------------------------------------------------------------- */

/* What a line does, "Alice suspends \"Rift Bolt\"", "Alice turn angel face up": who, the verb, and to what. */
typedef struct Deed {
  u32 player;
  char verb[WORDS_CAP];
  Named object;
} Deed;

static bool read_deed(const Ask *ask, const char *line, Deed *deed) {
  static const char *const ENDS[] = {" targeting ", " via ", " from ", " with ", " face ", " by ", " in "};
  char who[WORDS_CAP], rest[WORDS_CAP], what[WORDS_CAP];
  if (!ask_parted(line, " ", who, rest) || !ask_parted(rest, " ", deed->verb, what)) return false;
  for (u32 i = 0; i < COUNT_OF(ENDS); i++) {
    char *end = strstr(what, ENDS[i]);
    if (end) *end = '\0';
  }
  deed->player = ask_player_named(ask, who);
  const char *object = strncmp(what, "up ", strlen("up ")) == 0 ? what + strlen("up ") : what;
  return deed->player != GAVEL_NO_PLAYER && ask_name(ask, object, &deed->object) && deed->object.is.card;
}

static bool did_so(Ask *past, const char *line, void *user) {
  const Deed *asked = user;
  Deed deed;
  if (!read_deed(past, line, &deed) || deed.player != asked->player) return false;
  const GavelObject *is = &deed.object.is, *was = &asked->object.is;
  if (strncmp(deed.verb, asked->verb, strlen(asked->verb)) != 0 || is->card != was->card || is->owner != was->owner)
    return false;
  printf("%s", sentence_text(past->language, SENTENCE_SAY_DONE));
  ask_print_moment(past);
  printf(": %s\n", line);
  return true;
}

bool ask_was_done(const Ask *ask, const char *action) {
  Deed deed;
  return read_deed(ask, action, &deed) && ask_past(ask, did_so, &deed);
}

/* --- before a declaration ---------------------------------------------------------------------- */

typedef struct Declared {
  const char *verb, *words;
  Sentence says;
  AskThen *answer;
  u32 turn, seen, at; /* `at` is how many lines back the declaration begins, 0 for none */
  int status;
} Declared;

static bool find_declaration(Ask *past, const char *line, void *user) {
  Declared *d = user;
  GavelGame *game = gavel_session_game(past->session);
  if (!game || gavel_game_situation(game).turn != d->turn) return true;
  char first[WORDS_CAP];
  snprintf(first, sizeof first, "%.*s", (int)strcspn(line, " "), line);
  bool declares =
      ask_player_named(past, first) != GAVEL_NO_PLAYER && strncmp(line + strlen(first), d->verb, strlen(d->verb)) == 0;
  d->seen++;
  if (!declares && d->at) return true;
  if (declares) d->at = d->seen;
  return false;
}

static bool answer_before(Ask *past, const char *line, void *user) {
  Declared *d = user;
  (void)line;
  if (++d->seen < d->at) return false;
  printf("%s", sentence_text(past->language, d->says));
  ask_print_moment(past);
  printf("): ");
  d->status = d->answer(past, d->words);
  return true;
}

bool ask_before_declaration(const Ask *ask, const char *words, AskThen *answer, int *status) {
  static const struct {
    const char *asked, *verb;
    Sentence says;
  } DECLARED[] = {{" block", " blocks ", SENTENCE_SAY_BEFORE_BLOCK},
                  {" be blocked", " blocks ", SENTENCE_SAY_BEFORE_BLOCK},
                  {" attack", " attacks ", SENTENCE_SAY_BEFORE_ATTACK}};
  GavelGame *game = gavel_session_game(ask->session);
  if (strstr(words, " again") || strstr(words, " a second time")) return false;
  for (u32 i = 0; game && i < COUNT_OF(DECLARED); i++) {
    const char *at = strstr(words, DECLARED[i].asked);
    Declared d = {.verb = DECLARED[i].verb, .words = words, .says = DECLARED[i].says, .answer = answer};
    if (!at || (at[strlen(DECLARED[i].asked)] && !strchr(" s", at[strlen(DECLARED[i].asked)]))) continue;
    d.turn = gavel_game_situation(game).turn;
    ask_past(ask, find_declaration, &d);
    d.seen = 0;
    if (!d.at || !ask_past(ask, answer_before, &d)) return false;
    *status = d.status;
    return true;
  }
  return false;
}

/* --- whether it could be done before ----------------------------------------------------------- */

typedef struct Before {
  const char *action;
  char *why;            /* what forbids it now … */
  GavelRefusal refusal; /* … and of what kind that is */
} Before;

char *ask_forbids(const Ask *ask, const char *action, GavelRefusal *refusal) {
  Text written;
  char line[LINE_CAP];
  text_init(&written, gavel_allocator_default());
  snprintf(line, sizeof line, "%s", action);
  ask_written(ask, line, &written);
  char *why = told_why_not(ask->session, line, refusal, &(GavelError){0});
  if (!why) why = told_why_not(ask->session, written.data, refusal, &(GavelError){0});
  text_free(&written);
  return why;
}

/* Whether something is forbidden only since what it is about isn't there, so that other reasons tell more. */
static bool is_elsewhere(GavelRefusal refusal) {
  return refusal == GAVEL_REFUSAL_ZONE || refusal == GAVEL_REFUSAL_NOTHING_THERE;
}

static bool was_otherwise(Ask *past, const char *line, void *user) {
  (void)line;
  Before *b = user;
  GavelRefusal refusal = GAVEL_REFUSAL_RULES;
  char *why = ask_forbids(past, b->action, &refusal);
  bool otherwise = why && (is_elsewhere(b->refusal) ? !is_elsewhere(refusal) : refusal == GAVEL_REFUSAL_NONE);
  if (otherwise) {
    printf("%s", sentence_text(past->language, SENTENCE_SAY_BEFORE_THAT));
    ask_print_moment(past);
    if (refusal != GAVEL_REFUSAL_NONE) {
      printf("): ");
      print_reasons(style_none(), past->language, why);
    } else {
      printf("): %s\n", sentence_text(past->language, SENTENCE_SAY_YES));
    }
  }
  free(why);
  return otherwise;
}

void ask_could_before(const Ask *ask, const char *action) {
  Before b = {.action = action};
  b.why = ask_forbids(ask, action, &b.refusal);
  if (b.why && b.refusal != GAVEL_REFUSAL_NONE) ask_past(ask, was_otherwise, &b);
  free(b.why);
}
