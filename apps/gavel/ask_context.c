/* Questions with a context: "Alice casts Shock targeting bear: does it die?" What the file has played already holds; what
   could be done now is done first, in a session of its own; all else is refused by name. */
#include "ask_private.h"
#include "told.h"

#include "explain/question_words.h"

#include <ctype.h>
#include <stdlib.h>

enum { MEANT_MOST = 16, SPAN_MOST = 6, PIECES_MOST = 8 };

static bool begins(const char *text, const char *with) {
  size_t length = strlen(with);
  return strlen(text) >= length && str_equal_folded((Str){text, (u32)length}, str_of(with));
}

/* --- where the question begins ----------------------------------------------------------------- */

/* What a question begins with; those that may also join a relative clause don't part it from a context at a comma. */
static const struct {
  const char *says;
  bool joins;
} ASKS[] = {{"who ", true},      {"whom ", true},   {"whose ", true},     {"which ", true},    {"where ", true},
            {"when ", true},     {"what ", false},  {"why ", false},      {"how ", false},     {"can ", false},
            {"can't ", false},   {"could ", false}, {"may ", false},      {"must ", false},    {"does ", false},
            {"doesn't ", false}, {"do ", false},    {"did ", false},      {"is ", false},      {"isn't ", false},
            {"are ", false},     {"was ", false},   {"were ", false},     {"will ", false},    {"would ", false},
            {"has ", false},     {"have ", false},  {"with how ", false}, {"in which ", true}, {"to whom ", true}};

static bool asks(const char *at, bool at_comma) {
  for (u32 i = 0; i < COUNT_OF(ASKS); i++)
    if (begins(at, ASKS[i].says) && !(at_comma && ASKS[i].joins)) return true;
  return false;
}

/* Conjunctions that a context may begin with. */
static const char *without_conjunction(const char *context) {
  static const char *const JOINS[] = {"when ", "after ", "once ", "while ", "as ", "if "};
  for (u32 i = 0; i < COUNT_OF(JOINS); i++)
    if (begins(context, JOINS[i])) return context + strlen(JOINS[i]);
  return context;
}

/* The mark between a context and the question behind it, the last of the marks that can be; null for a line of one part. */
static const char *mark_in(const char *line, const char *marks) {
  const char *found = NULL;
  bool quoted = false;
  for (const char *at = line; *at; at++) {
    quoted ^= *at == '"';
    if (quoted || at == line || !strchr(marks, *at) || at[1] != ' ') continue;
    if (asks(at + 2, *at == ',')) found = at;
  }
  return found;
}

static const char *parted_at(const char *line) {
  if (asks(line, false) && without_conjunction(line) == line) return NULL;
  const char *mark = mark_in(line, ":.;");
  return mark ? mark : mark_in(line, ",");
}

/* --- who is meant by a pronoun ----------------------------------------------------------------- */

typedef enum Fits { FITS_SHE = 1, FITS_HE = 2, FITS_PLAYER = 3, FITS_ONE = 4, FITS_MANY = 8, FITS_THING = 12 } Fits;

static const struct {
  const char *says;
  u8 fits; /* Fits */
  bool owns;
} PRONOUNS[] = {{"that creature", FITS_THING, false},
                {"that player", FITS_PLAYER, false},
                {"she", FITS_SHE, false},
                {"her", FITS_SHE, true},
                {"he", FITS_HE, false},
                {"him", FITS_HE, false},
                {"his", FITS_HE, true},
                {"its", FITS_ONE, true},
                {"it", FITS_ONE, false},
                {"their", FITS_MANY, true},
                {"they", FITS_MANY, false},
                {"them", FITS_MANY, false}};

/* Players whose names say which pronoun is theirs; any other takes each. */
static const struct {
  const char *name;
  u8 fits;
} PLAYERS[] = {{"Alice", FITS_SHE}, {"Bob", FITS_HE}, {"Carol", FITS_SHE}, {"Dave", FITS_HE}, {"Eve", FITS_SHE}};

/* What only creatures do or have: of several things that a pronoun may mean, the others drop out. */
static const char *const OF_CREATURES[] = {" die",      " attack",    " block", "power",
                                           "toughness", "deathtouch", "dealt",  " survive"};

typedef struct Meant {
  char words[128];
  u8 fits;
  bool creature;
} Meant;

typedef struct Reading {
  const Ask *ask;
  Meant meant[MEANT_MOST];
  u32 count;
  char line[LINE_CAP];
  size_t length;
} Reading;

static void emit(Reading *r, const char *words, size_t length) {
  if (r->length + length + 1 > sizeof r->line) length = sizeof r->line - 1 - r->length;
  memcpy(r->line + r->length, words, length);
  r->length += length;
  r->line[r->length] = '\0';
}

static void keep(Reading *r, const char *words, u8 fits, bool creature) {
  for (u32 i = 0; i < r->count; i++)
    if (str_equal_folded(str_of(r->meant[i].words), str_of(words))) return;
  if (r->count == MEANT_MOST) return;
  Meant *meant = &r->meant[r->count++];
  snprintf(meant->words, sizeof meant->words, "%.127s", words);
  meant->fits = fits;
  meant->creature = creature;
}

static bool ends_word(char c) { return !isalnum((unsigned char)c) && c != '-' && c != '\''; }

/* Keeps the player or object whose name begins at a place, the longest; answers the length of the name, 0 for none. */
static size_t keep_named(Reading *r, const char *at) {
  size_t ends[SPAN_MOST], count = 0;
  char words[WORDS_CAP], quoted[WORDS_CAP];
  for (size_t i = 0; at[i] && count < SPAN_MOST; i++) {
    if (strchr(";:.\"", at[i])) break;
    if (at[i + 1] == '\0' || ends_word(at[i + 1]) || strncmp(at + i + 1, "'s", 2) == 0) {
      if (!ends_word(at[i])) ends[count++] = i + 1;
    }
  }
  if (count && question_word_is((Str){at, (u32)ends[0]}, FILLER | NOBODY | PASSING)) return 0;
  while (count--) {
    snprintf(words, sizeof words, "%.*s", (int)(ends[count] < 127 ? ends[count] : 127), at);
    u32 player = ask_player_named(r->ask, words);
    if (player != GAVEL_NO_PLAYER) {
      u8 fits = FITS_PLAYER;
      for (u32 i = 0; i < COUNT_OF(PLAYERS); i++)
        if (str_equal_folded(str_of(PLAYERS[i].name), str_of(words))) fits = PLAYERS[i].fits;
      keep(r, words, fits, false);
      return ends[count];
    }
    GavelRef ref;
    GavelObject object;
    GavelCharacteristics c;
    GavelGame *game = gavel_session_game(r->ask->session);
    const char *named = words;
    if (ask_find(r->ask->session, &named, quoted, &ref, &(GavelError){0})) continue;
    if (!game || !gavel_game_object(game, ref, &object)) continue;
    bool creature = gavel_game_characteristics(game, ref, &c) && c.types & GAVEL_CREATURE;
    bool many = words[strlen(words) - 1] == 's';
    keep(r, words, many ? FITS_THING : FITS_ONE, creature);
    return ends[count];
  }
  return 0;
}

/* Asks back who is meant, of those that fit. */
static void print_choices(const Reading *r, const char *pronoun, const bool *fits) {
  char words[WORDS_CAP];
  bool first = true;
  int length = snprintf(words, sizeof words, "\"%s\":", pronoun);
  for (u32 i = 0; i < r->count && length < 700; i++) {
    if (!fits[i]) continue;
    length += snprintf(words + length, sizeof words - (size_t)length, "%s %s", first ? "" : ",", r->meant[i].words);
    first = false;
  }
  print_said(r->ask->language, SENTENCE_SAY_WHO_IS_MEANT, 0, words);
}

/* The one that a pronoun stands for; null if nobody does, and `several` where it can't be told which. */
static const Meant *who_is(const Reading *r, u32 pronoun, const char *behind, bool *several) {
  bool fits[MEANT_MOST] = {false}, creatures = strcmp(PRONOUNS[pronoun].says, "that creature") == 0;
  u32 all = 0, narrow = 0;
  for (u32 i = 0; i < COUNT_OF(OF_CREATURES); i++) creatures |= begins(behind, OF_CREATURES[i]);
  for (u32 i = 0; i < r->count; i++) {
    fits[i] = r->meant[i].fits & PRONOUNS[pronoun].fits;
    all += fits[i];
    narrow += fits[i] && r->meant[i].creature;
  }
  for (u32 i = 0; creatures && narrow && i < r->count; i++) fits[i] &= r->meant[i].creature;
  if (creatures && narrow) all = narrow;
  if (all > 1) {
    print_choices(r, PRONOUNS[pronoun].says, fits);
    *several = true;
  }
  for (u32 i = 0; all == 1 && i < r->count; i++)
    if (fits[i]) return &r->meant[i];
  return NULL;
}

/* Puts the pronoun at a place into the name it stands for, and goes behind it; false if there is none. */
static bool put_pronoun(Reading *r, const char **at, bool *several) {
  for (u32 i = 0; i < COUNT_OF(PRONOUNS); i++) {
    size_t length = strlen(PRONOUNS[i].says);
    if (!begins(*at, PRONOUNS[i].says) || ((*at)[length] && !ends_word((*at)[length]))) continue;
    const Meant *meant = who_is(r, i, *at + length, several);
    if (!meant) return false;
    emit(r, meant->words, strlen(meant->words));
    if (PRONOUNS[i].owns && (*at)[length] == ' ') emit(r, "'s", 2);
    *at += length;
    return true;
  }
  return false;
}

/* The line with names in the place of pronouns; false after asking back. */
static bool put_names(Reading *r, const char *line) {
  bool starts = true, quoted = false, several = false;
  for (const char *at = line; *at && !several;) {
    if (starts && !quoted && isalnum((unsigned char)*at)) {
      if (put_pronoun(r, &at, &several)) {
        starts = false;
        continue;
      }
      size_t length = keep_named(r, at);
      emit(r, at, length);
      at += length;
      starts = false;
      if (length || several) continue;
    }
    quoted ^= *at == '"';
    starts = ends_word(*at);
    emit(r, at++, 1);
  }
  return !several;
}

/* --- whether the context holds ------------------------------------------------------------------ */

typedef enum Held { HELD_UNREAD, HELD_NOT, HELD } Held;

static Held has_happened(const Ask *ask, const char *clause) {
  char *text = told_happened(ask->session, clause, GAVEL_ASKED_WHETHER, 0, &(GavelError){0});
  const char *no = sentence_text(ask->language, SENTENCE_ANSWER_NO);
  Held held = !text ? HELD_UNREAD : strncmp(text, no, strlen(no)) == 0 ? HELD_NOT : HELD;
  free(text);
  return held;
}

/* Endings of verbs, and verbs that a question about what has happened leaves out. */
static Held happened_in_some_form(const Ask *ask, const char *clause) {
  static const char *const ENDINGS[] = {"s", "es", "ed", "d"};
  static const char *const LEFT_OUT[] = {" is ", " was ", " are ", " were ", " has been ", " has ", " have "};
  char words[LINE_CAP];
  Held held = has_happened(ask, clause);
  for (u32 i = 0; held == HELD_UNREAD && i < COUNT_OF(LEFT_OUT); i++) {
    const char *at = strstr(clause, LEFT_OUT[i]);
    if (!at) continue;
    snprintf(words, sizeof words, "%.*s %s", (int)(at - clause), clause, at + strlen(LEFT_OUT[i]));
    held = has_happened(ask, words);
  }
  for (const char *at = strchr(clause, ' '); held == HELD_UNREAD && at; at = strchr(at + 1, ' ')) {
    size_t length = strcspn(at + 1, " ");
    if (!islower((unsigned char)at[1])) continue;
    for (u32 i = 0; held == HELD_UNREAD && i < COUNT_OF(ENDINGS); i++) {
      size_t end = strlen(ENDINGS[i]);
      if (length <= end + 1 || strncmp(at + 1 + length - end, ENDINGS[i], end) != 0) continue;
      snprintf(words, sizeof words, "%.*s%s", (int)((size_t)(at + 1 - clause) + length - end), clause, at + 1 + length);
      held = has_happened(ask, words);
    }
  }
  return held;
}

/* "Alice controls bear", "Alice has Shock": whether it is so. */
static Held is_had(const Ask *ask, const char *clause) {
  static const char *const HAS[] = {" controls ", " has "};
  char who[WORDS_CAP], what[WORDS_CAP];
  Named object;
  for (u32 i = 0; i < COUNT_OF(HAS); i++) {
    if (!ask_parted(clause, HAS[i], who, what)) continue;
    u32 player = ask_player_named(ask, who);
    const char *bare = begins(what, "a ") ? what + 2 : begins(what, "the ") ? what + 4 : what;
    if (player == GAVEL_NO_PLAYER || !ask_name(ask, bare, &object)) continue;
    bool there = i > 0 || object.is.zone == GAVEL_ZONE_BATTLEFIELD;
    return object.is.controller == player && there ? HELD : HELD_NOT;
  }
  return HELD_UNREAD;
}

/* A context that is read: its clauses are what was played, or are done in a session of its own. */
typedef struct Context {
  Ask now;
  char done[LINE_CAP], who[WORDS_CAP], played[LINE_CAP];
  GavelError error;
  Held worst;
} Context;

/* A clause must hold, or can be done now. */
static bool clause_holds(Context *c, const char *clause) {
  Held held = is_had(&c->now, clause);
  if (held == HELD_UNREAD) {
    held = happened_in_some_form(&c->now, clause);
    if (held == HELD) snprintf(c->played, sizeof c->played, "%s", clause);
  }
  if (held == HELD) return true;
  if (held > c->worst) c->worst = held;
  GavelStatus status = ask_act(&c->now, c->now.session, clause, &c->error);
  if (status) return false;
  size_t length = strlen(c->done);
  snprintf(c->done + length, sizeof c->done - length, "%s%s", length ? "; " : "", clause);
  return true;
}

/* "Alice casts Shock and destroys bear": a piece without a player is the last one's who was named. */
static bool piece_holds(Context *c, const char *piece) {
  char whole[LINE_CAP], first[WORDS_CAP];
  snprintf(first, sizeof first, "%.*s", (int)strcspn(piece, " "), piece);
  if (ask_player_named(&c->now, first) != GAVEL_NO_PLAYER) snprintf(c->who, sizeof c->who, "%s", first);
  if (clause_holds(c, piece)) return true;
  snprintf(whole, sizeof whole, "%s %s", c->who, piece);
  return c->who[0] && strcmp(first, c->who) != 0 && clause_holds(c, whole);
}

static bool pieces_hold(Context *c, const char *context) {
  static const char *const BETWEEN[] = {", and then ", " and then ", ", then ", ", and ", " and ", ". ", "; ", ", "};
  char piece[LINE_CAP];
  for (u32 count = 0; count < PIECES_MOST; count++) {
    const char *end = NULL, *behind = NULL;
    for (u32 i = 0; i < COUNT_OF(BETWEEN); i++) {
      const char *at = strstr(context, BETWEEN[i]);
      if (!at || (end && at >= end)) continue;
      end = at;
      behind = at + strlen(BETWEEN[i]);
    }
    snprintf(piece, sizeof piece, "%.*s", end ? (int)(end - context) : (int)strlen(context), context);
    if (!piece_holds(c, piece)) return false;
    if (!end) return true;
    context = behind;
  }
  return false;
}

/* --- the moment of what was played --------------------------------------------------------------- */

/* Goes back as long as it has happened, and then asks at the earliest of those moments. */
typedef struct Then {
  const char *played, *question;
  u32 held, seen;
  int status;
} Then;

static bool not_yet(Ask *past, void *user) {
  Then *t = user;
  bool yet = happened_in_some_form(past, t->played) == HELD;
  t->held += yet;
  return !yet;
}

static bool ask_there(Ask *past, void *user) {
  Then *t = user;
  if (++t->seen < t->held) return false;
  ask_print_moment(past);
  puts(":");
  t->status = ask_line(past, t->question);
  return true;
}

/* Whether something can be done is asked of the moment at which the context had just happened. */
static bool asked_then(const Ask *ask, const char *played, const char *question, int *status) {
  static const char *const OF_THEN[] = {"can ", "can't ", "may ", "could ", "must "};
  Then t = {.played = played, .question = question, .status = CLI_BAD_INPUT};
  bool of_then = false;
  for (u32 i = 0; i < COUNT_OF(OF_THEN); i++) of_then |= begins(question, OF_THEN[i]);
  if (!of_then || !played[0]) return false;
  if (!ask_past(ask, not_yet, &t) || !t.held) return false;
  bool there = ask_past(ask, ask_there, &t);
  *status = t.status;
  return there;
}

/* --- the question --------------------------------------------------------------------------------- */

static int refuse_context(const Context *c, const char *context) {
  Sentence says = c->worst == HELD_NOT ? SENTENCE_SAY_CONTEXT_NOT : SENTENCE_SAY_CONTEXT_UNREAD;
  print_said(c->now.language, says, 0, context);
  return CLI_BAD_INPUT;
}

static int answer_in(Ask *ask, const char *context, const char *question) {
  int status;
  GavelSession *fork = NULL;
  GavelError error = {0};
  if (gavel_session_fork(ask->session, &fork, &error)) return ask_refuse(&error);
  Context c = {.now = *ask};
  c.now.session = fork;
  const char *clause = without_conjunction(context);
  bool holds = clause_holds(&c, clause);
  if (!holds) c.done[0] = c.played[0] = '\0';
  if (!holds && !pieces_hold(&c, clause)) {
    status = refuse_context(&c, context);
  } else if (c.done[0]) {
    print_said(ask->language, SENTENCE_SAY_DONE_FIRST, 0, c.done);
    status = ask_line(&c.now, question);
  } else if (!asked_then(ask, c.played, question, &status)) {
    status = ask_line(ask, question);
  }
  gavel_session_destroy(fork);
  return status;
}

bool ask_in_context(Ask *ask, const char *line, int *status) {
  char context[LINE_CAP];
  Reading r = {.ask = ask};
  if (!gavel_session_game(ask->session) || !parted_at(line)) return false;
  *status = CLI_BAD_INPUT;
  if (!put_names(&r, line)) return true;
  const char *mark = parted_at(r.line);
  if (!mark) return false;
  snprintf(context, sizeof context, "%.*s", (int)(mark - r.line), r.line);
  const char *step = strstr(mark, " in this ");
  if (step) {
    print_said(ask->language, SENTENCE_SAY_CONTEXT_UNREAD, 0, step + 1);
    return true;
  }
  *status = answer_in(ask, context, mark + 2);
  return true;
}
