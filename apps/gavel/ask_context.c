/* Questions in whole sentences: "Bob attacks with bear: can Alice block it", "does bear die when Shock resolves".
   What stands before or behind the question has happened in the file, or is done first in a session of its own, or
   is named as not checked; pronouns stand for the one player or thing named before that they fit. */
#include "ask_private.h"
#include "told.h"

#include "explain/question_words.h"

#include <ctype.h>
#include <stdlib.h>

enum { MEANT_MOST = 16, MEANT_CAP = 128, SPAN_MOST = 6, CLAUSES_MOST = 8, PIECES_MOST = 8 };

static bool begins(const char *text, const char *with) {
  size_t length = strlen(with);
  return strlen(text) >= length && str_equal_folded((Str){text, (u32)length}, str_of(with));
}

static bool ends_word(char c) { return !isalnum((unsigned char)c) && c != '-' && c != '\''; }

/* --- where the question begins ----------------------------------------------------------------- */

/* What a question begins with; those that may also join a relative clause don't part it from a context at a comma. */
static const struct {
  const char *says;
  bool joins;
} ASKS[] = {{"who ", true},      {"whom ", true},     {"whose ", true},   {"which ", true},    {"where ", true},
            {"when ", true},     {"in which ", true}, {"to whom ", true}, {"in whose ", true}, {"what ", false},
            {"why ", false},     {"how ", false},     {"can ", false},    {"can't ", false},   {"could ", false},
            {"may ", false},     {"must ", false},    {"does ", false},   {"doesn't ", false}, {"do ", false},
            {"did ", false},     {"is ", false},      {"isn't ", false},  {"are ", false},     {"was ", false},
            {"were ", false},    {"will ", false},    {"would ", false},  {"has ", false},     {"have ", false},
            {"with how ", false}};

static bool asks(const char *at, bool at_comma) {
  for (u32 i = 0; i < COUNT_OF(ASKS); i++)
    if (begins(at, ASKS[i].says) && !(at_comma && ASKS[i].joins)) return true;
  return false;
}

/* The last of the marks that has a question behind it; null for none. */
static const char *mark_in(const char *line, const char *marks) {
  const char *found = NULL;
  bool quoted = false;
  for (const char *at = line; *at; at++) {
    quoted ^= *at == '"';
    if (!quoted && at != line && strchr(marks, *at) && at[1] == ' ' && asks(at + 2, *at == ',')) found = at;
  }
  return found;
}

/* The mark between a context and the question behind it; null for a line of one part. */
static const char *parted_at(const char *line) {
  const char *mark = mark_in(line, ":.;");
  return mark || asks(line, false) ? mark : mark_in(line, ",");
}

/* --- clauses ------------------------------------------------------------------------------------ */

/* What must hold for the question to be about this file. */
typedef struct Clause {
  char words[LINE_CAP];
  Str said;       /* as it was typed; empty where that is the same */
  bool condition; /* "if …": it must be done or have happened, not just not be known */
  bool behind;    /* it says when the question is asked about */
  bool context;   /* it is what stands before the question */
} Clause;

typedef struct Clauses {
  Clause *data;
  u32 count;
} Clauses;

static void add_clause(Clauses *clauses, const char *from, size_t length, bool behind) {
  static const char *const JOINS[] = {"when ", "after ", "once ", "while ", "as ", "if "};
  if (clauses->count == CLAUSES_MOST) return;
  Clause *clause = &clauses->data[clauses->count++];
  const char *words = from;
  for (u32 i = 0; i < COUNT_OF(JOINS); i++)
    if (begins(from, JOINS[i])) words = from + strlen(JOINS[i]);
  *clause = (Clause){.condition = begins(from, "if "), .behind = behind};
  snprintf(clause->words, sizeof clause->words, "%.*s", (int)(length - (size_t)(words - from)), words);
}

/* Takes relative clauses out of a question: "does Alice, who controls bear, win" asks "does Alice win" where Alice
   controls bear. */
static void take_relative(char *question, Clauses *clauses) {
  static const char *const RELATIVES[] = {", who ", ", which "};
  for (u32 i = 0; i < COUNT_OF(RELATIVES); i++) {
    char clause[LINE_CAP];
    char *at = strstr(question, RELATIVES[i]);
    const char *end = at ? strchr(at + 2, ',') : NULL;
    if (!end || at == question) continue;
    const char *whose = at;
    while (whose > question && !(isupper((unsigned char)*whose) && whose[-1] == ' ')) whose--;
    const char *verb = at + strlen(RELATIVES[i]);
    snprintf(clause, sizeof clause, "%.*s %.*s", (int)(at - whose), whose, (int)(end - verb), verb);
    add_clause(clauses, clause, strlen(clause), false);
    end += strspn(end, ", ");
    *at = ' ';
    memmove(at + 1, end, strlen(end) + 1);
  }
}

/* Takes off what a question ends with of what is there: "does bear have flying under Humility". */
static bool take_under(char *question, Clauses *clauses) {
  char clause[LINE_CAP];
  char *at = strstr(question, " under ");
  if (!at || !isupper((unsigned char)at[strlen(" under ")]) || strstr(at, " control")) return false;
  snprintf(clause, sizeof clause, "%s is on the battlefield", at + strlen(" under "));
  add_clause(clauses, clause, strlen(clause), false);
  *at = '\0';
  return true;
}

/* Takes a clause off the end of a question that says when it is asked about: "does bear die when Shock resolves". */
static void take_behind(char *question, Clauses *clauses) {
  static const char *const JOINS[] = {" when ", " after ", " once ", " as ", " while "};
  static const char *const VERBS[] = {
      " resolves",      " has resolved",          " returns",       " has returned",   " enters", " dies", " has begun",
      " have returned", " is on the battlefield", " returned them", " phased in again"};
  char *at = NULL;
  for (u32 i = 0; i < COUNT_OF(JOINS); i++)
    for (char *next = strstr(question, JOINS[i]); next; next = strstr(next + 1, JOINS[i]))
      if (next > at) at = next;
  bool verb = false;
  if (!at && take_under(question, clauses)) return;
  for (u32 i = 0; at && i < COUNT_OF(VERBS); i++) {
    size_t length = strlen(at), end = strlen(VERBS[i]);
    verb |= length > end && strcmp(at + length - end, VERBS[i]) == 0;
  }
  if (!verb || begins(question, "when ") || begins(at, " as a ")) return;
  add_clause(clauses, at + 1, strlen(at + 1), true);
  *at = '\0';
  if (at > question && at[-1] == ',') at[-1] = '\0';
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

/* What a question that says so can only be about: of several things that a pronoun may mean, the others drop out. */
enum {
  OF_PERMANENTS = GAVEL_ARTIFACT | GAVEL_CREATURE | GAVEL_ENCHANTMENT | GAVEL_LAND | GAVEL_PLANESWALKER | GAVEL_BATTLE,
  OF_SPELLS = (OF_PERMANENTS | GAVEL_INSTANT | GAVEL_SORCERY) & ~GAVEL_LAND
};

static const struct {
  const char *says;
  u32 types;
} ONLY_OF[] = {{" die", GAVEL_CREATURE},        {" block", GAVEL_CREATURE},
               {" equip ", GAVEL_CREATURE},     {"power", GAVEL_CREATURE},
               {"toughness", GAVEL_CREATURE},   {"regenerate", GAVEL_CREATURE},
               {"face up", GAVEL_CREATURE},     {" attack", GAVEL_CREATURE},
               {"loyalty", GAVEL_PLANESWALKER}, {"lore counters", GAVEL_ENCHANTMENT},
               {" return", OF_PERMANENTS},      {" phase", OF_PERMANENTS},
               {" cast ", OF_SPELLS},           {" combat damage", GAVEL_CREATURE}};

typedef struct Meant {
  char words[MEANT_CAP];
  u32 types; /* 0 where they aren't known */
  u8 fits;
  bool asked;  /* it is named in the question itself */
  bool person; /* it may be called "he" or "she", too */
} Meant;

typedef struct Reading {
  const Ask *ask;
  const char *question; /* where it begins in what is read */
  Meant meant[MEANT_MOST];
  u32 count;
  char line[LINE_CAP];
  size_t length;
  Text choices; /* of pronouns of the question that fit several */
} Reading;

static void emit(Reading *r, const char *words, size_t length) {
  if (r->length + length + 1 > sizeof r->line) length = sizeof r->line - 1 - r->length;
  memcpy(r->line + r->length, words, length);
  r->length += length;
  r->line[r->length] = '\0';
}

static void keep(Reading *r, Meant meant) {
  for (u32 i = 0; i < r->count; i++)
    if (str_equal_folded(str_of(r->meant[i].words), str_of(meant.words))) return;
  if (r->count < MEANT_MOST) r->meant[r->count++] = meant;
}

/* A player by name. */
static bool mean_player(const Reading *r, Meant *meant) {
  if (ask_player_named(r->ask, meant->words) == GAVEL_NO_PLAYER) return false;
  meant->fits = FITS_PLAYER;
  for (u32 i = 0; i < COUNT_OF(PLAYERS); i++)
    if (str_equal_folded(str_of(PLAYERS[i].name), str_of(meant->words))) meant->fits = PLAYERS[i].fits;
  return true;
}

/* An object by its name or alias, or a card that several objects are called by. */
static bool mean_object(const Reading *r, Meant *meant) {
  char quoted[WORDS_CAP], alias[WORDS_CAP];
  const char *named = meant->words;
  GavelRef ref;
  GavelCharacteristics c;
  GavelGame *game = gavel_session_game(r->ask->session);
  bool capital = isupper((unsigned char)meant->words[0]);
  meant->fits = meant->words[strlen(meant->words) - 1] == 's' ? FITS_THING : FITS_ONE;
  if (ask_find(r->ask->session, &named, quoted, &ref, &(GavelError){0}))
    return capital && gavel_cards_find(r->ask->cards, meant->words, &(uint32_t){0});
  gavel_session_words(r->ask->session, ref, alias, sizeof alias);
  if (!capital && strcmp(alias, meant->words) != 0) return false;
  if (gavel_game_characteristics(game, ref, &c)) meant->types = c.types;
  meant->person = meant->types & GAVEL_PLANESWALKER;
  return true;
}

/* Keeps whom what is meant belongs to, of "Alice's Clone". */
static void keep_owner(Reading *r, Meant meant) {
  char *of = strstr(meant.words, "'s ");
  if (of) *of = '\0';
  if (of && mean_player(r, &meant)) keep(r, meant);
}

/* Keeps the player or object whose name begins at a place, the longest; answers the length of the name, 0 for none. */
static size_t keep_named(Reading *r, const char *at) {
  size_t ends[SPAN_MOST], count = 0;
  for (size_t i = 0; at[i] && count < SPAN_MOST && !strchr(";:.\"", at[i]); i++) {
    bool ends_here = at[i + 1] == '\0' || ends_word(at[i + 1]) || strncmp(at + i + 1, "'s", 2) == 0;
    if (ends_here && !ends_word(at[i])) ends[count++] = i + 1;
  }
  if (!count || question_word_is((Str){at, (u32)ends[0]}, FILLER | NOBODY | PASSING)) return 0;
  while (count--) {
    Meant meant = {.asked = r->question && at >= r->question};
    if (ends[count] >= MEANT_CAP) continue;
    memcpy(meant.words, at, ends[count]);
    if (!mean_player(r, &meant) && !mean_object(r, &meant)) continue;
    keep_owner(r, meant);
    keep(r, meant);
    return ends[count];
  }
  return 0;
}

/* Drops those that a pronoun can't mean: those named in the question itself, and those of other types than it is
   about; each only if others are left. */
static u32 narrow(const Reading *r, const char *behind, bool *fits) {
  u32 types = 0, count = 0, of_type = 0, of_context = 0;
  for (u32 i = 0; i < COUNT_OF(ONLY_OF); i++)
    if (strstr(behind, ONLY_OF[i].says) || strstr(r->question, ONLY_OF[i].says)) types |= ONLY_OF[i].types;
  for (u32 i = 0; i < r->count; i++) of_context += fits[i] && !r->meant[i].asked;
  for (u32 i = 0; i < r->count; i++) fits[i] &= !of_context || !r->meant[i].asked;
  for (u32 i = 0; i < r->count; i++) of_type += fits[i] && (!r->meant[i].types || r->meant[i].types & types);
  for (u32 i = 0; i < r->count && types && of_type; i++) fits[i] &= !r->meant[i].types || r->meant[i].types & types;
  for (u32 i = 0; i < r->count; i++) count += fits[i];
  return count;
}

/* Notes who may be meant. */
static void note_choices(Reading *r, const char *pronoun, const bool *fits) {
  bool first = true;
  text_addf(&r->choices, "%s\"%s\":", r->choices.length ? "; " : "", pronoun);
  for (u32 i = 0; i < r->count; i++) {
    if (!fits[i]) continue;
    text_addf(&r->choices, "%s %s", first ? "" : ",", r->meant[i].words);
    first = false;
  }
}

/* The one that a pronoun stands for; null if nobody does, or it can't be told which. */
static const Meant *who_is(Reading *r, u32 pronoun, const char *at) {
  bool fits[MEANT_MOST];
  bool any = false, person = PRONOUNS[pronoun].fits & FITS_PLAYER;
  for (u32 i = 0; i < r->count; i++) any |= fits[i] = r->meant[i].fits & PRONOUNS[pronoun].fits;
  for (u32 i = 0; i < r->count && !any && person; i++) fits[i] = r->meant[i].person;
  u32 all = narrow(r, at, fits);
  if (all > 1 && at >= r->question) note_choices(r, PRONOUNS[pronoun].says, fits);
  for (u32 i = 0; all == 1 && i < r->count; i++)
    if (fits[i]) return &r->meant[i];
  return NULL;
}

/* Whether a possessive has something behind it that it owns, and isn't an object: "save her from losing". */
static bool owns_next(const char *behind) {
  static const char *const NOT_OWNED[] = {" from ", " to ", " with ", " in ", " by "};
  bool owns = *behind == ' ';
  for (u32 i = 0; i < COUNT_OF(NOT_OWNED); i++) owns &= !begins(behind, NOT_OWNED[i]);
  return owns;
}

/* Whether forms of questions have "its" in them: "for its evoke cost", "into its owner's hand". */
static bool is_kept(const Reading *r, const char *at) {
  static const char *const OWNED[] = {"its copies", "its owner", "its abilities", "its damage"};
  bool kept = begins(at, "its ") && r->length >= 5 && strncmp(r->line + r->length - 5, " for ", 5) == 0;
  for (u32 i = 0; i < COUNT_OF(OWNED); i++) kept |= begins(at, OWNED[i]);
  return kept;
}

/* Puts the pronoun at a place into the name it stands for, and goes behind it; false if there is none. */
static bool put_pronoun(Reading *r, const char **at) {
  for (u32 i = 0; i < COUNT_OF(PRONOUNS); i++) {
    size_t length = strlen(PRONOUNS[i].says);
    if (!begins(*at, PRONOUNS[i].says) || ((*at)[length] && !ends_word((*at)[length]))) continue;
    if (is_kept(r, *at)) return false;
    const Meant *meant = who_is(r, i, *at);
    if (!meant) return false;
    emit(r, meant->words, strlen(meant->words));
    if (PRONOUNS[i].owns && owns_next(*at + length)) emit(r, "'s", 2);
    *at += length;
    return true;
  }
  return false;
}

/* Puts names in the place of pronouns. */
static void put_names(Reading *r, const char *line) {
  bool starts = true, quoted = false;
  for (const char *at = line; *at;) {
    if (starts && !quoted && isalnum((unsigned char)*at)) {
      starts = false;
      if (put_pronoun(r, &at)) continue;
      size_t length = keep_named(r, at);
      emit(r, at, length);
      at += length;
      if (length) continue;
    }
    quoted ^= *at == '"';
    starts = ends_word(*at);
    emit(r, at++, 1);
  }
}

/* --- whether the context holds ------------------------------------------------------------------ */

typedef enum Held { HELD_UNREAD, HELD_NOT, HELD } Held;

/* Whether it has happened by now. */
static Held has_happened(const Ask *ask, const char *clause) {
  GavelAnswer answer = GAVEL_ANSWER_TOLD;
  char *text = told_happened(ask->session, clause, GAVEL_ASKED_WHETHER, 0, &answer, &(GavelError){0});
  Held held = !text || answer == GAVEL_ANSWER_TOLD ? HELD_UNREAD : answer == GAVEL_ANSWER_YES ? HELD : HELD_NOT;
  free(text);
  return held;
}

/* The same, also for what a question about what has happened says without an auxiliary verb: "Shock has resolved". */
static Held happened_in_some_form(const Ask *ask, const char *clause) {
  static const char *const LEFT_OUT[] = {" is ", " was ", " are ", " were ", " has been ", " has ", " have "};
  char words[LINE_CAP], before[WORDS_CAP], behind[WORDS_CAP];
  Held held = has_happened(ask, clause);
  for (u32 i = 0; held == HELD_UNREAD && i < COUNT_OF(LEFT_OUT); i++) {
    if (!ask_parted(clause, LEFT_OUT[i], before, behind)) continue;
    if (i >= 5 && strchr(behind, ' ')) continue; /* "Priest has exiled bear" isn't "Priest is exiled" */
    snprintf(words, sizeof words, "%s %s", before, behind);
    held = has_happened(ask, words);
  }
  return held;
}

/* "Alice controls bear", "bear is tapped", "angel has flying": whether it is so at a moment. */
static Held is_so(const Ask *ask, const char *clause) {
  static const struct {
    const char *verb;
    bool is;
  } STATES[] = {{" is ", true},   {" are ", true},   {" was ", true},
                {" has ", false}, {" have ", false}, {" had ", false}};
  char who[WORDS_CAP], what[WORDS_CAP], words[LINE_CAP];
  Named object;
  if (ask_parted(clause, " controls ", who, what) && ask_player_named(ask, who) != GAVEL_NO_PLAYER) {
    const char *bare = begins(what, "a ")     ? what + 2
                       : begins(what, "the ") ? what + 4
                       : begins(what, "an ")  ? what + 3
                                              : what;
    if (!ask_name(ask, bare, &object)) return HELD_UNREAD;
    return object.is.controller == ask_player_named(ask, who) && object.is.zone == GAVEL_ZONE_BATTLEFIELD ? HELD
                                                                                                          : HELD_NOT;
  }
  for (u32 i = 0; i < COUNT_OF(STATES); i++) {
    if (!ask_parted(clause, STATES[i].verb, who, what) || ask_player_named(ask, who) != GAVEL_NO_PLAYER) continue;
    snprintf(words, sizeof words, "%s%s%s", who, STATES[i].is ? " " : " have ", what);
    int so = ask_state_holds(ask->session, STATES[i].is, words);
    return so < 0 ? HELD_UNREAD : so ? HELD : HELD_NOT;
  }
  return HELD_UNREAD;
}

typedef struct Once {
  const char *clause;
  Held held;
} Once;

static bool was_so(Ask *past, const char *line, void *user) {
  (void)line;
  Once *once = user;
  Held held = is_so(past, once->clause);
  if (held > once->held) once->held = held;
  return held == HELD;
}

/* Whether a clause has happened, or was so at some moment of the file. */
static Held holds_once(const Ask *ask, const char *clause) {
  Once once = {clause, happened_in_some_form(ask, clause)};
  if (once.held == HELD) return HELD;
  Ask now = *ask;
  if (!was_so(&now, NULL, &once)) ask_past(ask, was_so, &once);
  return once.held;
}

/* A context that is read: its clauses are what was played, or are done in a session of its own. */
typedef struct Context {
  Ask now;
  Text done, unread; /* what was done first, and what isn't known */
  char who[WORDS_CAP];
  bool refused; /* it is known not to be so, and can't be done */
} Context;

static void note(Text *out, Str words) {
  if (out->length) text_adds(out, "; ");
  text_add(out, words);
}

static bool can_be_done(Context *c, const char *clause) {
  if (ask_act(&c->now, c->now.session, clause, &(GavelError){0})) return false;
  note(&c->done, str_of(clause));
  return true;
}

/* Whether a clause is so short that Gavel can know that it isn't so, "bear dies", "Alice controls bear"; a longer one
   may say more than was read of it. */
static bool is_simple(const char *clause) {
  enum { WORDS_SIMPLE = 3 };
  u32 words = 1;
  bool controls = strstr(clause, " controls ") && !strchr(clause, ',');
  for (; *clause; clause++) words += *clause == ' ';
  return words <= WORDS_SIMPLE || controls;
}

/* Whether a piece holds or can be done, and `not` where it is known not to be so; one without a player is the last
   one's who was named: "Alice casts Shock and destroys bear". */
static Held piece_holds(Context *c, const char *piece, bool * not ) {
  char whole[LINE_CAP], first[WORDS_CAP];
  snprintf(first, sizeof first, "%.*s", (int)strcspn(piece, " "), piece);
  bool named = ask_player_named(&c->now, first) != GAVEL_NO_PLAYER;
  if (named) snprintf(c->who, sizeof c->who, "%s", first);
  bool begun = named || !islower((unsigned char)piece[0]) || begins(piece, "the ");
  Held held = begun ? holds_once(&c->now, piece) : HELD_UNREAD;
  if (held == HELD || can_be_done(c, piece)) return HELD;
  *not |= held == HELD_NOT && is_simple(piece);
  if (begun || !c->who[0]) return held;
  snprintf(whole, sizeof whole, "%s %s", c->who, piece);
  return holds_once(&c->now, whole) == HELD || can_be_done(c, whole) ? HELD : HELD_UNREAD;
}

/* Where the first of the words that part clauses begins, and where what is behind them does. */
static const char *next_between(const char *words, const char **behind) {
  static const char *const BETWEEN[] = {", and then ", " and then ", ", then ", ", and ", " and ", ". ", "; ", ", "};
  const char *end = NULL;
  for (u32 i = 0; i < COUNT_OF(BETWEEN); i++) {
    const char *at = strstr(words, BETWEEN[i]);
    if (!at || (end && at >= end)) continue;
    end = at;
    *behind = at + strlen(BETWEEN[i]);
  }
  return end;
}

/* Reads a clause: as a whole, then in pieces. What isn't known is noted; what is known not to be so refuses it. */
static void read_clause(Context *c, const Clause *clause) {
  char piece[LINE_CAP];
  bool all = true, not = false;
  if (piece_holds(c, clause->words, &not ) == HELD) return;
  const char *words = clause->words, *behind = NULL;
  for (u32 count = 0; words && count < PIECES_MOST; count++, words = behind) {
    behind = NULL;
    const char *end = next_between(words, &behind);
    if (!count && !end) {
      all = false;
      break;
    }
    snprintf(piece, sizeof piece, "%.*s", end ? (int)(end - words) : (int)strlen(words), words);
    all &= piece_holds(c, piece, &not ) == HELD;
  }
  if (all) return;
  note(&c->unread, clause->said.length ? clause->said : str_of(clause->words));
  c->refused |= not || clause->condition;
}

/* --- the moment of what was played --------------------------------------------------------------- */

/* Goes back as long as it has happened, and then asks at the earliest of those moments. */
typedef struct Then {
  const char *played, *question;
  u32 held, seen;
  int status;
} Then;

static bool not_yet(Ask *past, const char *line, void *user) {
  (void)line;
  Then *t = user;
  bool yet = happened_in_some_form(past, t->played) == HELD;
  t->held += yet;
  return !yet;
}

static bool ask_there(Ask *past, const char *line, void *user) {
  (void)line;
  Then *t = user;
  if (++t->seen < t->held) return false;
  t->status = ask_line(past, t->question);
  return true;
}

/* What is so, or can be done, when something happens is asked of the moment at which it had just happened. */
static bool asked_then(const Ask *ask, const Clause *clause, const char *question, int *status) {
  static const char *const OF_THEN[] = {"can ",  "can't ",   "may ",      "could ",
                                        "must ", "what is ", "what are ", "which face "};
  Then t = {.played = clause->words, .question = question, .status = CLI_BAD_INPUT};
  bool of_then = false;
  for (u32 i = 0; i < COUNT_OF(OF_THEN); i++) of_then |= begins(question, OF_THEN[i]);
  if (!of_then || !clause->behind || happened_in_some_form(ask, clause->words) != HELD) return false;
  if (!ask_past(ask, not_yet, &t) || !t.held) return false;
  bool there = ask_past(ask, ask_there, &t);
  *status = t.status;
  return there;
}

/* --- the question --------------------------------------------------------------------------------- */

static void print_noted(const Ask *ask, Sentence sentence, Text *words) {
  if (!words->length) return;
  text_addc(words, '\0');
  if (words->failed) out_of_memory();
  print_said(ask->language, sentence, 0, words->data);
}

/* Asks at the moment that the last clause is about. */
static int ask_question(Context *c, const Ask *ask, const Clauses *clauses, const char *question) {
  const Clause *last = &clauses->data[clauses->count - 1];
  int status;
  print_noted(ask, SENTENCE_SAY_DONE_FIRST, &c->done);
  if (c->done.length || !asked_then(ask, last, question, &status)) status = ask_line(&c->now, question);
  if (status != CLI_BAD_INPUT) print_noted(ask, SENTENCE_SAY_NOT_CHECKED, &c->unread);
  return status;
}

static int answer_in(Ask *ask, const Clauses *clauses, const char *question) {
  int status;
  GavelSession *fork = NULL;
  GavelError error = {0};
  if (gavel_session_fork(ask->session, &fork, &error)) return ask_refuse(&error);
  Context c = {.now = *ask};
  c.now.session = fork;
  text_init(&c.done, gavel_allocator_default());
  text_init(&c.unread, gavel_allocator_default());
  for (u32 i = 0; i < clauses->count; i++) read_clause(&c, &clauses->data[i]);
  if (c.refused) {
    print_noted(ask, SENTENCE_SAY_CONTEXT_NOT, &c.unread);
    status = ask_back(ask, question);
  } else {
    status = ask_question(&c, ask, clauses, question);
  }
  text_free(&c.done);
  text_free(&c.unread);
  gavel_session_destroy(fork);
  return status;
}

/* The parts of a line: its question, without the clauses in it. */
static void part_line(const char *line, char question[LINE_CAP], Clauses *clauses) {
  const char *mark = parted_at(line);
  snprintf(question, LINE_CAP, "%s", mark ? mark + 2 : line);
  if (mark) {
    char context[LINE_CAP];
    snprintf(context, sizeof context, "%.*s", (int)(mark - line), line);
    take_relative(context, clauses);
    add_clause(clauses, context, strlen(context), false);
    if (clauses->count) clauses->data[clauses->count - 1].context = true;
  }
  if (!asks(question, false)) return;
  take_relative(question, clauses);
  take_behind(question, clauses);
}

/* "Alice hand: Can't Stay Away", "Alice answers yes; Do or Die": lines of the prompt and of scenarios have such marks, too. */
static bool is_no_question(const Ask *ask, const char *line) {
  char who[WORDS_CAP], rest[WORDS_CAP];
  const char *colon = strchr(line, ':');
  snprintf(who, sizeof who, "%.*s", (int)strcspn(line, " :"), line);
  if (ask_player_named(ask, who) == GAVEL_NO_PLAYER) return false;
  u32 spaces = 0;
  for (const char *at = line; colon && at < colon; at++) spaces += *at == ' ';
  return (colon && spaces <= 1) || (ask_parted(line, " ", who, rest) && begins(rest, "answer") && !mark_in(line, ":"));
}

bool ask_in_context(Ask *ask, const char *line, int *status) {
  char question[LINE_CAP];
  Clause data[CLAUSES_MOST];
  Clauses clauses = {data, 0};
  Reading r = {.ask = ask};
  if (!gavel_session_game(ask->session) || is_no_question(ask, line)) return false;
  const char *mark = parted_at(line);
  if (!mark && !asks(line, false)) return false;
  r.question = mark ? mark + 2 : line;
  text_init(&r.choices, gavel_allocator_default());
  put_names(&r, line);
  part_line(r.line, question, &clauses);
  for (u32 i = 0; mark && i < clauses.count; i++)
    if (clauses.data[i].context) clauses.data[i].said = (Str){line, (u32)(mark - line)};
  bool reads = clauses.count || strcmp(r.line, line) != 0;
  if (reads) *status = clauses.count ? answer_in(ask, &clauses, question) : ask_line(ask, r.line);
  if (reads && *status == CLI_BAD_INPUT) print_noted(ask, SENTENCE_SAY_WHO_IS_MEANT, &r.choices);
  text_free(&r.choices);
  return reads;
}
