/* Questions about what somebody or something is now. */
#include "ask_private.h"
#include "ask_words.h"
#include "told.h"

#include "explain/question_words.h"

#include <ctype.h>
#include <stdlib.h>

/* --- the words of a question ----------------------------------------------------------------- */

static Str next_word(const char **at) {
  *at += strspn(*at, " ");
  Str word = {*at, (u32)strcspn(*at, " ")};
  *at += word.length;
  return word;
}

/* Copies words without those that are said in passing. */
static void put_plainly(const char *words, char out[WORDS_CAP]) {
  size_t length = 0;
  out[0] = '\0';
  for (Str word = next_word(&words); word.length; word = next_word(&words))
    if (!question_word_is(word, PASSING) && length + word.length + 2 < WORDS_CAP)
      length +=
          (size_t)snprintf(out + length, WORDS_CAP - length, "%s%.*s", length ? " " : "", (int)word.length, word.data);
}

/* Makes the first letter of each word a capital, as subtypes have it. */
static void put_capitals(char *words) {
  for (char *at = words; *at; at++)
    if ((at == words || at[-1] == ' ') && islower((unsigned char)*at)) *at = (char)toupper((unsigned char)*at);
}

/* What one player is, and what is then expected (docs/scenarios.md). */
static const struct {
  const char *says, *expects;
} ROLES[] = {{"is monarch", "monarch"}, {"has initiative", "initiative"}, {"is active player", "active"}};

/* The player whom words name at their beginning: "Alice", "Alice's"; GAVEL_NO_PLAYER for nobody. */
static u32 player_at(GavelSession *session, const char *words) {
  for (u32 p = 0; p < GAVEL_PLAYERS_MAX && gavel_session_player(session, p)[0]; p++) {
    Str name = str_of(gavel_session_player(session, p));
    bool begins = strlen(words) > name.length && str_equal_folded((Str){words, name.length}, name);
    if (begins && (words[name.length] == ' ' || words[name.length] == '\'')) return p;
  }
  return GAVEL_NO_PLAYER;
}

/* --- statements ------------------------------------------------------------------------------ */

typedef enum Takes {
  TAKES_WORDS,
  TAKES_OBJECT,
  TAKES_NAME,
  TAKES_NOTHING,
  TAKES_COUNTERS,
  TAKES_LIFE,
  TAKES_KIND,
  TAKES_COPY,
  TAKES_ZONE,
  TAKES_ATTACHMENT
} Takes;

/* What a question says behind what it is about, and what is then expected of that (docs/scenarios.md): `%s` are the words
   behind. Longer ones stand before those that they begin with. */
static const struct {
  bool is;
  const char *says, *expects;
  u8 takes; /* Takes; of TAKES_ZONE a GavelZone is in `zone`, of TAKES_ATTACHMENT bits of GavelType */
  u8 zone;
  bool yes; /* what the answer is where the expectation is met */
} STATEMENTS[] = {
    {true, "attached to ", "attached to %s", TAKES_OBJECT, 0, true},
    {true, "controlled by ", "controller %s", TAKES_WORDS, 0, true},
    {true, "under control of ", "controller %s", TAKES_WORDS, 0, true},
    {true, "owned by ", "owner %s", TAKES_WORDS, 0, true},
    {true, "copy of ", "", TAKES_COPY, 0, true},
    {true, "called ", "name %s", TAKES_NAME, 0, true},
    {true, "on battlefield", "", TAKES_ZONE, GAVEL_ZONE_BATTLEFIELD, true},
    {true, "on stack", "", TAKES_ZONE, GAVEL_ZONE_STACK, true},
    {true, "in graveyard", "", TAKES_ZONE, GAVEL_ZONE_GRAVEYARD, true},
    {true, "in exile", "", TAKES_ZONE, GAVEL_ZONE_EXILE, true},
    {true, "in hand", "", TAKES_ZONE, GAVEL_ZONE_HAND, true},
    {true, "in library", "", TAKES_ZONE, GAVEL_ZONE_LIBRARY, true},
    {true, "in command zone", "", TAKES_ZONE, GAVEL_ZONE_COMMAND, true},
    {true, "face up", "is face-down", TAKES_NOTHING, 0, false},
    {true, "face down", "is face-down", TAKES_NOTHING, 0, true},
    {true, "enchanted", "", TAKES_ATTACHMENT, GAVEL_ENCHANTMENT, true},
    {true, "equipped", "", TAKES_ATTACHMENT, GAVEL_ARTIFACT, true},
    {true, "", "is %s", TAKES_WORDS, 0, true},
    {false, "survive", "", TAKES_ZONE, GAVEL_ZONE_BATTLEFIELD, true},
    {false, "stay on battlefield", "", TAKES_ZONE, GAVEL_ZONE_BATTLEFIELD, true},
    {false, "remain on battlefield", "", TAKES_ZONE, GAVEL_ZONE_BATTLEFIELD, true},
    {false, "stay ", "is %s", TAKES_WORDS, 0, true},
    {false, "remain ", "is %s", TAKES_WORDS, 0, true},
    {false, "become copy of ", "", TAKES_COPY, 0, true},
    {false, "become ", "is %s", TAKES_WORDS, 0, true},
    {false, "stop being ", "is %s", TAKES_WORDS, 0, false},
    {false, "have abilities", "has no abilities", TAKES_NOTHING, 0, false},
    {false, "have no abilities", "has no abilities", TAKES_NOTHING, 0, true},
    {false, "lose all abilities", "has no abilities", TAKES_NOTHING, 0, true},
    {false, "lose all its abilities", "has no abilities", TAKES_NOTHING, 0, true},
    {false, "lose its abilities", "has no abilities", TAKES_NOTHING, 0, true},
    {false, "keep its abilities", "has no abilities", TAKES_NOTHING, 0, false},
    {false, "have ", "life %s", TAKES_LIFE, 0, true},
    {false, "have ", "counters %s", TAKES_COUNTERS, 0, true},
    {false, "have ", "counters %s", TAKES_KIND, 0, false},
    {false, "have ", "has %s", TAKES_WORDS, 0, true},
    {false, "keep ", "has %s", TAKES_WORDS, 0, true},
    {false, "gain ", "has %s", TAKES_WORDS, 0, true},
    {false, "get ", "has %s", TAKES_WORDS, 0, true},
    {false, "lose ", "has %s", TAKES_WORDS, 0, false},
    {false, "count as ", "is %s", TAKES_WORDS, 0, true},
};

/* "two +1/+1 counters" as `+1/+1 2`; false if no number and counters are named. */
static bool read_counters(const char *words, char out[WORDS_CAP]) {
  static const char *const NUMBERS[] = {"no", "one", "two", "three", "four", "five", "six", "seven", "eight"};
  const char *at = words;
  Str number = next_word(&at), kind = next_word(&at), counters = next_word(&at);
  if (!str_is(counters, "counter") && !str_is(counters, "counters")) return false;
  for (u32 i = 0; i < COUNT_OF(NUMBERS); i++)
    if (str_is(number, NUMBERS[i])) return snprintf(out, WORDS_CAP, "%.*s %u", (int)kind.length, kind.data, i) > 0;
  if (!isdigit((unsigned char)number.data[0])) return false;
  return snprintf(out, WORDS_CAP, "%.*s %.*s", (int)kind.length, kind.data, (int)number.length, number.data) > 0;
}

/* "22 life" as `22`. */
static bool read_life(const char *words, char out[WORDS_CAP]) {
  Str number = next_word(&words), life = next_word(&words);
  if (!number.length || !isdigit((unsigned char)number.data[0]) || !str_is(life, "life")) return false;
  return snprintf(out, WORDS_CAP, "%.*s", (int)number.length, number.data) > 0;
}

/* "+1/+1 counters" as `+1/+1 0`, which has none of them. */
static bool read_kind(const char *words, char out[WORDS_CAP]) {
  Str kind = next_word(&words), counters = next_word(&words);
  if (!str_is(counters, "counter") && !str_is(counters, "counters")) return false;
  return snprintf(out, WORDS_CAP, "%.*s 0", (int)kind.length, kind.data) > 0;
}

/* What a statement takes, in the words of a scenario; false if it isn't that. */
static bool read_taken(GavelSession *session, u8 takes, const char *words, char out[WORDS_CAP]) {
  char quoted[WORDS_CAP];
  const char *named = words;
  GavelRef ref;
  switch ((Takes)takes) {
    case TAKES_WORDS: return words[0] && snprintf(out, WORDS_CAP, "%s", words) > 0;
    case TAKES_NAME: return words[0] && snprintf(out, WORDS_CAP, "\"%s\"", words) > 0;
    case TAKES_OBJECT:
      if (ask_find(session, &named, quoted, &ref, &(GavelError){0})) return false;
      return gavel_session_words(session, ref, out, WORDS_CAP) > 0;
    case TAKES_COPY: return words[0] && snprintf(out, WORDS_CAP, "%s", words) > 0;
    case TAKES_KIND: return read_kind(words, out);
    case TAKES_COUNTERS: return read_counters(words, out);
    case TAKES_LIFE: return read_life(words, out);
    default: return !words[0];
  }
}

/* Whether an expectation of an object or player is met: 1, 0, or -1 where it makes no sense. */
static int is_met(GavelSession *session, const char *about, const char *expects, const char *taken) {
  char line[4 * WORDS_CAP], words[WORDS_CAP];
  GavelError error = {0};
  const char *behind = strstr(expects, "%s");
  int before = behind ? (int)(behind - expects) : (int)strlen(expects);
  snprintf(words, sizeof words, "%s", taken);
  for (u32 capitals = 0; capitals < 2; capitals++) {
    GavelSession *fork = NULL;
    if (capitals) put_capitals(words);
    snprintf(line, sizeof line, "expect %s %.*s%s", about, before, expects, behind ? words : "");
    if (gavel_session_fork(session, &fork, &error)) return -1;
    GavelStatus status = gavel_session_act(fork, line, &error);
    gavel_session_destroy(fork);
    if (status == GAVEL_OK) return 1;
    if (status == GAVEL_E_MEMORY) out_of_memory();
    if (status == GAVEL_E_ILLEGAL) return 0;
  }
  return -1;
}

/* Says yes or no, and behind that what it is. */
static bool answer(const Ask *ask, GavelSession *session, const char *about, bool yes) {
  GavelError error = {0};
  char *text = told_description(session, about, &error);
  if (!text) return false;
  printf("%s: %s", sentence_text(ask->language, yes ? SENTENCE_ANSWER_YES : SENTENCE_ANSWER_NO), text);
  free(text);
  return true;
}

/* Whether an object is a copy of what is called so (707.2). */
static bool is_copy_of(GavelSession *session, GavelRef ref, const char *what) {
  char copied[WORDS_CAP];
  u32 owner = player_at(session, what);
  if (owner != GAVEL_NO_PLAYER) what += strlen(gavel_session_player(session, owner)) + strlen("'s ");
  gavel_game_copied_name(gavel_session_game(session), ref, copied, sizeof copied);
  return str_begins_folded(str_of(copied), str_of(what));
}

/* Whether something of one of the types is attached to an object. */
static bool has_attachment(GavelSession *session, GavelRef to, u32 types) {
  GavelRef refs[64];
  GavelGame *game = gavel_session_game(session);
  u32 count = gavel_game_attachments(game, to, refs, COUNT_OF(refs));
  for (u32 i = 0; i < count && i < COUNT_OF(refs); i++) {
    GavelCharacteristics c;
    if (gavel_game_characteristics(game, refs[i], &c) && c.types & types) return true;
  }
  return false;
}

/* Whether what a question says of an object is so: 1, 0, or -1 where it makes no sense. */
static int state_of(GavelSession *session, bool is, const char *about, GavelRef ref, const char *predicate) {
  char plain[WORDS_CAP], taken[WORDS_CAP];
  GavelObject object;
  put_plainly(predicate, plain);
  bool there = gavel_game_object(gavel_session_game(session), ref, &object);
  for (u32 i = 0; i < COUNT_OF(STATEMENTS); i++) {
    size_t length = strlen(STATEMENTS[i].says);
    if (STATEMENTS[i].is != is || strncmp(plain, STATEMENTS[i].says, length) != 0) continue;
    if (!read_taken(session, STATEMENTS[i].takes, plain + length, taken)) continue;
    if (STATEMENTS[i].takes == TAKES_ZONE) return there ? object.zone == STATEMENTS[i].zone : -1;
    if (STATEMENTS[i].takes == TAKES_ATTACHMENT) return there ? has_attachment(session, ref, STATEMENTS[i].zone) : -1;
    if (STATEMENTS[i].takes == TAKES_COPY) return is_copy_of(session, ref, taken);
    int met = is_met(session, about, STATEMENTS[i].expects, taken);
    if (met >= 0) return met == STATEMENTS[i].yes;
  }
  return -1;
}

/* The same for an object that the words begin with, which is named in `about` as lines of a scenario name it. */
static int find_state(GavelSession *session, bool is, const char *question, char about[WORDS_CAP]) {
  char words[WORDS_CAP], quoted[WORDS_CAP];
  for (const char *space = strchr(question, ' '); space; space = strchr(space + 1, ' ')) {
    GavelRef ref;
    snprintf(words, sizeof words, "%.*s", (int)(space - question), question);
    const char *named = words;
    if (ask_find(session, &named, quoted, &ref, &(GavelError){0})) continue;
    if (!gavel_session_words(session, ref, about, WORDS_CAP)) continue;
    int so = state_of(session, is, about, ref, space + 1);
    if (so >= 0) return so;
  }
  return -1;
}

int ask_state_holds(GavelSession *session, bool is, const char *words) {
  char about[WORDS_CAP];
  return find_state(session, is, words, about);
}

static bool ask_state(const Ask *ask, GavelSession *session, bool is, const char *question) {
  char about[WORDS_CAP];
  int so = find_state(session, is, question, about);
  return so >= 0 && answer(ask, session, about, so);
}

/* "game over", "it day": what the game is. */
static bool game_is(const Ask *ask, GavelSession *session, const char *question) {
  static const char *const STATES[][2] = {{"game over", "game over"}, {"it day", "day"}, {"it night", "night"}};
  char plain[WORDS_CAP];
  put_plainly(question, plain);
  for (u32 i = 0; i < COUNT_OF(STATES); i++) {
    if (strcmp(plain, STATES[i][0]) != 0) continue;
    bool met = is_met(session, STATES[i][1], "", "") == 1;
    printf("%s.\n", sentence_text(ask->language, met ? SENTENCE_ANSWER_YES : SENTENCE_ANSWER_NO));
    return true;
  }
  return false;
}

/* "Carol the monarch": whether a player is. */
static bool player_is(const Ask *ask, GavelSession *session, const char *question) {
  u32 player = player_at(session, question);
  char plain[WORDS_CAP];
  if (player == GAVEL_NO_PLAYER) return false;
  const char *name = gavel_session_player(session, player);
  put_plainly(question + strlen(name), plain);
  for (u32 i = 0; i < COUNT_OF(ROLES); i++) {
    if (strcmp(plain, strchr(ROLES[i].says, ' ') + 1) != 0) continue;
    bool met = is_met(session, ROLES[i].expects, "%s", name) == 1;
    printf("%s.\n", sentence_text(ask->language, met ? SENTENCE_ANSWER_YES : SENTENCE_ANSWER_NO));
    return true;
  }
  return false;
}

bool ask_state_is(const Ask *ask, GavelSession *session, const char *question) {
  return game_is(ask, session, question) || player_is(ask, session, question) ||
         ask_state(ask, session, true, question);
}

bool ask_state_does(const Ask *ask, GavelSession *session, const char *question) {
  return ask_state(ask, session, false, question);
}

bool ask_state_why(const Ask *ask, GavelSession *session, const char *question) {
  return ask_state(ask, session, true, question) || ask_state(ask, session, false, question);
}

/* --- properties ------------------------------------------------------------------------------ */

static bool are_properties(const char *from, const char *to) {
  while (from < to) {
    Str word = next_word(&from);
    if (word.data >= to) break;
    bool possessive = word.length == 2 && memcmp(word.data, "'s", 2) == 0;
    if (word.length && !possessive && !question_word_is(word, PROPERTY | PASSING)) return false;
  }
  return true;
}

/* Where a name may end: at a space, or before "'s". */
static bool may_end(const char *at) { return !*at || *at == ' ' || strncmp(at, "'s ", 3) == 0; }

bool ask_property(GavelSession *session, const char *words) {
  char name[WORDS_CAP], quoted[WORDS_CAP];
  const char *all = words + strlen(words);
  for (const char *from = words; *from; from += strcspn(from, " "), from += strspn(from, " ")) {
    if (!are_properties(words, from)) return false;
    for (const char *to = all; to > from; to--) {
      if (!may_end(to) || !are_properties(to, all)) continue;
      GavelRef ref;
      snprintf(name, sizeof name, "%.*s", (int)(to - from), from);
      const char *named = name;
      if (ask_find(session, &named, quoted, &ref, &(GavelError){0})) continue;
      char *text = told_description(session, named, &(GavelError){0});
      if (!text) return false;
      fputs(text, stdout);
      free(text);
      return true;
    }
  }
  return false;
}

/* "is the monarch", "has the initiative", "is the active player": which player that is so of. */
static bool who_is(const Ask *ask, GavelSession *session, const char *question) {
  char plain[WORDS_CAP];
  put_plainly(question, plain);
  for (u32 i = 0; i < COUNT_OF(ROLES); i++) {
    if (strcmp(plain, ROLES[i].says) != 0) continue;
    for (u32 p = 0; p < GAVEL_PLAYERS_MAX && gavel_session_player(session, p)[0]; p++)
      if (is_met(session, ROLES[i].expects, "%s", gavel_session_player(session, p)) == 1)
        return puts(gavel_session_player(session, p)) >= 0;
    printf("%s.\n", sentence_text(ask->language, SENTENCE_ANSWER_NOBODY));
    return true;
  }
  return false;
}

static u32 cards_of(GavelSession *session, GavelZone zone, u32 player) {
  GavelRef refs[1024];
  GavelGame *game = gavel_session_game(session);
  u32 count = gavel_game_zone(game, zone, player, refs, COUNT_OF(refs)), found = 0;
  if (zone != GAVEL_ZONE_EXILE) return count;
  for (u32 i = 0; i < count && i < COUNT_OF(refs); i++) {
    GavelObject object;
    found += gavel_game_object(game, refs[i], &object) && object.owner == player;
  }
  return found;
}

/* "cards does Alice have in hand", "cards are left in Bob's library". */
static bool how_many_cards(GavelSession *session, const char *question) {
  static const struct {
    const char *ends;
    u8 zone;
  } ZONES[] = {{"hand", GAVEL_ZONE_HAND},
               {"library", GAVEL_ZONE_LIBRARY},
               {"graveyard", GAVEL_ZONE_GRAVEYARD},
               {"exile", GAVEL_ZONE_EXILE}};
  size_t length = strlen(question);
  if (strncmp(question, "card", 4) != 0) return false;
  for (u32 i = 0; i < COUNT_OF(ZONES); i++) {
    size_t end = strlen(ZONES[i].ends);
    if (length <= end || strcmp(question + length - end, ZONES[i].ends) != 0) continue;
    for (const char *at = strchr(question, ' '); at; at = strchr(at + 1, ' ')) {
      u32 player = player_at(session, at + 1);
      if (player == GAVEL_NO_PLAYER) continue;
      printf("%u.\n", cards_of(session, (GavelZone)ZONES[i].zone, player));
      return true;
    }
  }
  return false;
}

/* Whether a permanent is what a noun says, "creatures", "white creatures", "Soldier tokens", "Bears": 1, 0, or -1 where the noun
   makes no sense. */
static int is_called(GavelSession *session, GavelRef ref, const GavelObject *object, const char *noun) {
  char words[WORDS_CAP], about[WORDS_CAP];
  snprintf(words, sizeof words, "%s", noun);
  size_t length = strlen(words);
  if (length > 1 && words[length - 1] == 's') words[--length] = '\0';
  if (strcmp(words, "permanent") == 0) return 1;
  bool token = length >= 5 && strcmp(words + length - 5, "token") == 0;
  if (token && object->kind != GAVEL_OBJECT_TOKEN) return 0;
  if (token) words[length > 5 ? length - 6 : 0] = '\0';
  if (token && !words[0]) return 1;
  if (!gavel_session_words(session, ref, about, sizeof about)) return 0;
  return is_met(session, about, "is %s", words);
}

/* "creatures does Bob control", "tokens does Alice have": how many of them. */
static bool how_many(GavelSession *session, const char *question) {
  static const char *const ENDS[] = {"control", "have", "get", "create", "have on the battlefield"};
  char noun[WORDS_CAP];
  GavelRef refs[1024];
  GavelGame *game = gavel_session_game(session);
  const char *does = strstr(question, " does ");
  u32 player = game && does ? player_at(session, does + 6) : GAVEL_NO_PLAYER;
  if (how_many_cards(session, question)) return true;
  if (player == GAVEL_NO_PLAYER) return false;
  const char *verb = does + 6 + strlen(gavel_session_player(session, player)) + 1;
  bool known = false, sense = false;
  for (u32 i = 0; i < COUNT_OF(ENDS); i++) known |= strcmp(verb, ENDS[i]) == 0;
  snprintf(noun, sizeof noun, "%.*s", (int)(does - question), question);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, COUNT_OF(refs)), found = 0;
  for (u32 k = 0; known && k < count && k < COUNT_OF(refs); k++) {
    GavelObject object;
    if (!gavel_game_object(game, refs[k], &object)) continue;
    int is = is_called(session, refs[k], &object, noun);
    sense |= is >= 0;
    found += is > 0 && object.controller == player;
  }
  return sense && printf("%u.\n", found) > 0;
}

/* "creatures survive", "of Bob's creatures are left on the battlefield", "artifacts does Bob control": which permanents of a kind
   are there. */
static bool which_are(const Ask *ask, GavelSession *session, const char *question) {
  static const char *const ENDS[] = {" survive", " are left on the battlefield", " are on the battlefield",
                                     " remain on the battlefield", " are left"};
  char noun[WORDS_CAP], words[WORDS_CAP];
  GavelRef refs[1024];
  GavelGame *game = gavel_session_game(session);
  u32 player = GAVEL_NO_PLAYER, told = 0;
  bool ends = false, sense = false;
  snprintf(noun, sizeof noun, "%s", strncmp(question, "of ", 3) == 0 ? question + 3 : question);
  for (u32 i = 0; i < COUNT_OF(ENDS) && !ends; i++) {
    char *end = strstr(noun, ENDS[i]);
    ends = end && !end[strlen(ENDS[i])];
    if (ends) *end = '\0';
  }
  char *does = strstr(noun, " does "), *verb = does ? strstr(does, " control") : NULL;
  if (verb && !verb[strlen(" control")]) {
    player = player_at(session, does + strlen(" does "));
    *does = '\0';
  } else if (ends && strstr(noun, "'s ")) {
    player = player_at(session, noun);
    if (player != GAVEL_NO_PLAYER) memmove(noun, strstr(noun, "'s ") + 3, strlen(strstr(noun, "'s ") + 3) + 1);
  }
  if (!game || (!ends && player == GAVEL_NO_PLAYER)) return false;
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, COUNT_OF(refs));
  for (u32 i = 0; i < count && i < COUNT_OF(refs); i++) {
    GavelObject object;
    if (!gavel_game_object(game, refs[i], &object)) continue;
    if (player != GAVEL_NO_PLAYER && object.controller != player) continue;
    int is = is_called(session, refs[i], &object, noun);
    sense |= is >= 0;
    if (is <= 0 || !gavel_session_words(session, refs[i], words, sizeof words)) continue;
    printf("%s%s", told++ ? sentence_text(ask->language, SENTENCE_LIST_COMMA) : "", words);
  }
  if (sense) printf("%s.\n", told ? "" : sentence_text(ask->language, SENTENCE_ANSWER_NOBODY));
  return sense;
}

bool ask_state_what(const Ask *ask, GavelSession *session, const char *question) {
  return who_is(ask, session, question) || how_many(session, question) || ask_property(session, question);
}

bool ask_state_which(const Ask *ask, GavelSession *session, const char *question) {
  return who_is(ask, session, question) || which_are(ask, session, question) || ask_property(session, question);
}
