/* Questions about what could be done, in the words of players: "can bear block angel", "can Bob counter Shock with Stifle". */
#include "ask_private.h"
#include "told.h"

#include "cards/words.h"

#include <ctype.h>
#include <stdlib.h>

enum { CREATURES_CAP = 64 };

/* --- parts of a question --------------------------------------------------------------------- */

bool ask_name(const Ask *ask, const char *text, Named *out) {
  char quoted[WORDS_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  if (!game || !*text || ask_find(ask->session, &text, quoted, &out->ref, &(GavelError){0})) return false;
  if (!gavel_session_words(ask->session, out->ref, out->words, sizeof out->words)) return false;
  if (!gavel_game_object(game, out->ref, &out->is)) out->is = (GavelObject){.controller = GAVEL_NO_PLAYER};
  return true;
}

/* What is to be the target: an object, or of "the ability of elf" and "elf's ability" what is on the stack; false if that is
   nothing, and `ref` 0 if the words mean nothing. */
static bool name_aim(const Ask *ask, const char *text, Named *out) {
  static const char OF[] = "the ability of ", ENDS[] = "'s ability";
  static const char *const TOP[] = {"the ability",  "the spell",  "the trigger", "the triggered ability",
                                    "that ability", "that spell", "that trigger"};
  char line[2 * WORDS_CAP], bearer[WORDS_CAP];
  size_t length = strlen(text), end = sizeof ENDS - 1;
  out->ref = GAVEL_REF_NONE;
  for (u32 i = 0; i < COUNT_OF(TOP); i++)
    if (strcmp(text, TOP[i]) == 0) return ask_name(ask, "top of stack", out);
  bool of = strncmp(text, OF, sizeof OF - 1) == 0;
  if (of)
    snprintf(bearer, sizeof bearer, "%s", text + sizeof OF - 1);
  else if (length > end && strcmp(text + length - end, ENDS) == 0)
    snprintf(bearer, sizeof bearer, "%.*s", (int)(length - end), text);
  else
    return ask_name(ask, text, out) || !out->ref;
  if (!ask_name(ask, bearer, out)) return true;
  snprintf(line, sizeof line, "ability of %s on stack", out->words);
  return ask_name(ask, line, out);
}

u32 ask_player_named(const Ask *ask, const char *words) {
  for (u32 p = 0; p < GAVEL_PLAYERS_MAX; p++) {
    const char *player = gavel_session_player(ask->session, p);
    if (*player && str_equal_folded(str_of(player), str_of(words))) return p;
  }
  return GAVEL_NO_PLAYER;
}

bool ask_parted(const char *words, const char *between, char before[WORDS_CAP], char behind[WORDS_CAP]) {
  const char *at = strstr(words, between);
  if (!at) return false;
  snprintf(before, WORDS_CAP, "%.*s", (int)(at - words), words);
  snprintf(behind, WORDS_CAP, "%s", at + strlen(between));
  return true;
}

/* Cuts off what is said in passing at the end: "attack this turn". */
static void cut_passing(char *words) {
  static const char *const PASSING[] = {" now", " this turn",   " again",         " then",      " at all",
                                        " too", " in response", " a second time", " once more", " already"};
  for (u32 i = 0; i < COUNT_OF(PASSING); i++) {
    size_t length = strlen(words), end = strlen(PASSING[i]);
    if (length > end && strcmp(words + length - end, PASSING[i]) == 0) words[length - end] = '\0';
  }
}

/* The keyword that a verb is, or its name with an ending: "equip", "cycle" of cycling, "morph". */
static GavelWord keyword_of_verb(const char *verb) {
  char name[64];
  GavelWord found = word_find(str_of(verb), WC_KEYWORD);
  size_t length = strlen(verb);
  if (found || length < 3 || length + 4 > sizeof name) return found;
  snprintf(name, sizeof name, "%.*sing", (int)(length - (verb[length - 1] == 'e')), verb);
  return word_find(str_of(name), WC_KEYWORD);
}

/* --- asking ---------------------------------------------------------------------------------- */

static bool ask_line_of(const Ask *ask, const char *line, int *status) {
  GavelError error = {0};
  if (ask_whether_legal(ask, ask->session, line, &error)) return false;
  ask_could_before(ask, line);
  *status = CLI_FINE;
  return true;
}

bool ask_with(const Ask *ask, u32 player, const Named *with, const char *to, AskLine *take, int *status) {
  char line[LINE_CAP];
  if (player == GAVEL_NO_PLAYER) player = with->is.controller;
  if (player == GAVEL_NO_PLAYER) return false;
  const char *who = gavel_session_player(ask->session, player);
  if (with->is.zone != GAVEL_ZONE_BATTLEFIELD) {
    snprintf(line, sizeof line, "%s casts %s targeting %s", who, with->words, to);
    return take(ask, line, status);
  }
  char begun[2 * WORDS_CAP];
  snprintf(begun, sizeof begun, "%s activates %s ", who, with->words);
  char *lines = told_completions(ask->session, begun, 8);
  bool asked = false;
  for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    int length = (int)strcspn(at, "\n");
    if (length <= (int)strlen(begun) || at[strlen(begun)] != '"') continue;
    snprintf(line, sizeof line, "%.*s targeting %s", length, at, to);
    asked |= take(ask, line, status);
  }
  free(lines);
  return asked;
}

/* A player does something to an object with a card that they cast, or with an ability of a permanent. */
static bool do_with(const Ask *ask, u32 player, const Named *with, const Named *to, int *status) {
  return ask_with(ask, player, with, to->words, ask_line_of, status);
}

/* Which of a player's creatures could block an attacker, each with its reason if it couldn't. */
static bool block_with_any(const Ask *ask, u32 player, const Named *attacker, int *status) {
  GavelRef refs[CREATURES_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, CREATURES_CAP);
  bool asked = false;
  for (u32 i = 0; i < count && i < CREATURES_CAP; i++) {
    GavelObject object;
    GavelCharacteristics c;
    char words[WORDS_CAP], line[4 * WORDS_CAP];
    if (!gavel_game_object(game, refs[i], &object) || !gavel_game_characteristics(game, refs[i], &c)) continue;
    if (!(c.types & GAVEL_CREATURE) || (player != GAVEL_NO_PLAYER && object.controller != player)) continue;
    if (object.controller == attacker->is.controller) continue;
    if (!gavel_session_words(ask->session, refs[i], words, sizeof words)) continue;
    snprintf(line, sizeof line, "%s blocks %s with %s", gavel_session_player(ask->session, object.controller),
             attacker->words, words);
    printf("%s: ", words);
    asked |= ask_line_of(ask, line, status);
  }
  return asked;
}

/* --- forms ----------------------------------------------------------------------------------- */

/* "bear attack", "bear attack Bob" */
static bool can_attack(const Ask *ask, const char *words, int *status) {
  char who[WORDS_CAP], what[WORDS_CAP], line[4 * WORDS_CAP];
  Named creature, place = {.words = ""};
  bool somewhere = ask_parted(words, " attack ", who, what);
  size_t length = strlen(words);
  if (!somewhere) {
    if (length < 8 || strcmp(words + length - 7, " attack") != 0) return false;
    snprintf(who, sizeof who, "%.*s", (int)length - 7, words);
  }
  if (ask_player_named(ask, who) != GAVEL_NO_PLAYER || !ask_name(ask, who, &creature)) return false;
  if (somewhere && !ask_name(ask, what, &place)) return false;
  if (creature.is.controller == GAVEL_NO_PLAYER) return false;
  snprintf(line, sizeof line, "%s attacks %s%swith %s", gavel_session_player(ask->session, creature.is.controller),
           place.words, somewhere ? " " : "", creature.words);
  return ask_line_of(ask, line, status);
}

static bool blocks(const Ask *ask, const char *attacker, const char *blocker, int *status) {
  char line[4 * WORDS_CAP];
  Named a, b;
  if (!ask_name(ask, attacker, &a)) return false;
  u32 player = ask_player_named(ask, blocker);
  if (player != GAVEL_NO_PLAYER) return block_with_any(ask, player, &a, status);
  if (!ask_name(ask, blocker, &b) || b.is.controller == GAVEL_NO_PLAYER) return false;
  snprintf(line, sizeof line, "%s blocks %s with %s", gavel_session_player(ask->session, b.is.controller), a.words,
           b.words);
  return ask_line_of(ask, line, status);
}

/* "bear block angel", "Bob block angel" */
static bool can_block(const Ask *ask, const char *words, int *status) {
  char who[WORDS_CAP], whom[WORDS_CAP];
  return !strstr(words, " with ") && ask_parted(words, " block ", who, whom) && blocks(ask, whom, who, status);
}

/* "angel be blocked", "angel be blocked by bear" */
static bool can_be_blocked(const Ask *ask, const char *words, int *status) {
  static const char BEHIND[] = " be blocked";
  char who[WORDS_CAP], whom[WORDS_CAP];
  Named attacker;
  if (ask_parted(words, " be blocked by ", whom, who)) return blocks(ask, whom, who, status);
  size_t length = strlen(words), end = sizeof BEHIND - 1;
  if (length <= end || strcmp(words + length - end, BEHIND) != 0) return false;
  snprintf(whom, sizeof whom, "%.*s", (int)(length - end), words);
  return ask_name(ask, whom, &attacker) && block_with_any(ask, GAVEL_NO_PLAYER, &attacker, status);
}

/* "Bob target bear with Shock", "Bob counter Shock with Stifle": whatever he does to it, it is the target. */
static bool can_do_with(const Ask *ask, const char *words, int *status) {
  char what[WORDS_CAP], with[WORDS_CAP], who[WORDS_CAP], rest[WORDS_CAP];
  Named object, means;
  if (!ask_parted(words, " with ", what, with) || !ask_parted(what, " ", who, rest)) return false;
  u32 player = ask_player_named(ask, who);
  char *verb_ends = strchr(rest, ' ');
  if (player == GAVEL_NO_PLAYER || !verb_ends || strncmp(rest, "block ", 6) == 0) return false;
  if (strncmp(rest, "equip ", 6) == 0 || strncmp(rest, "attack ", 7) == 0) verb_ends = strchr(rest, ' ');
  if (!name_aim(ask, verb_ends + 1, &object)) {
    puts(sentence_text(ask->language, SENTENCE_SAY_NO_RESPONSE));
    *status = CLI_FINE;
    return true;
  }
  if (!object.ref || !ask_name(ask, with, &means)) return false;
  return do_with(ask, player, &means, &object, status);
}

/* "bear be targeted by Shock", "Shock target bear" */
static bool can_target(const Ask *ask, const char *words, int *status) {
  char what[WORDS_CAP], with[WORDS_CAP];
  Named object, means;
  bool active = ask_parted(words, " target ", with, what);
  if (!active && !ask_parted(words, " by ", what, with)) return false;
  char *be = active ? NULL : strstr(what, " be ");
  if (be) *be = '\0';
  if (!active && !be) return false;
  return ask_name(ask, what, &object) && ask_name(ask, with, &means) &&
         do_with(ask, GAVEL_NO_PLAYER, &means, &object, status);
}

/* "Alice cast raptor face down", "Alice cast bolt with flashback" as a scenario has them. */
static bool can_cast_so(const Ask *ask, const char *words, int *status) {
  static const char *const TAILS[][2] = {
      {" face down", " face-down"}, {" via ", " via "},       {" with ", " via "},      {" for its ", " via "},
      {" from her ", " from "},     {" from his ", " from "}, {" from the ", " from "}, {" from ", " from "}};
  char before[WORDS_CAP], behind[WORDS_CAP], line[4 * WORDS_CAP], who[WORDS_CAP], card[WORDS_CAP];
  for (u32 i = 0; i < COUNT_OF(TAILS); i++) {
    if (!ask_parted(words, TAILS[i][0], before, behind) || !ask_parted(before, " cast ", who, card)) continue;
    Named cast;
    if (!ask_name(ask, card, &cast)) continue;
    char *cost = strstr(behind, " cost");
    if (cost) *cost = '\0';
    bool from = strcmp(TAILS[i][1], " from ") == 0;
    if (!from && islower((unsigned char)behind[0])) behind[0] = (char)toupper((unsigned char)behind[0]);
    snprintf(line, sizeof line, behind[0] && !from ? "%s casts %s%s\"%s\"" : "%s casts %s%s%s", who, cast.words,
             TAILS[i][1], behind);
    if (ask_line_of(ask, line, status)) return true;
  }
  return false;
}

/* The first words of an activated ability in a line of an object's text: those of its cost, or a keyword that has one. */
static bool ability_begins(const char *line, int length, char out[WORDS_CAP]) {
  const char *colon = memchr(line, ':', (size_t)length);
  for (const char *at = line; colon && at < colon; at++)
    if (*at == '.' || *at == '"') colon = NULL;
  for (int end = length; end > 0 && !colon; end--) {
    if (end < length && line[end] != ' ') continue;
    Word keyword = word_find((Str){line, (u32)end}, WC_KEYWORD);
    if (keyword && word_keyword_params(keyword) & (NEEDS_COST | MAY_COST))
      return snprintf(out, WORDS_CAP, "%.*s", end, line) > 0;
  }
  return colon && snprintf(out, WORDS_CAP, "%.*s", (int)(colon - line), line) > 0;
}

/* "Alice activate jace": each of its abilities. */
static bool can_activate(const Ask *ask, const char *words, int *status) {
  char who[WORDS_CAP], what[WORDS_CAP], begins[WORDS_CAP], line[4 * WORDS_CAP];
  Named object;
  if (!ask_parted(words, " activate ", who, what) || ask_player_named(ask, who) == GAVEL_NO_PLAYER) return false;
  char *ability = strstr(what, "'s ability");
  if (ability) *ability = '\0';
  char *text = ask_name(ask, what, &object) ? told_description(ask->session, object.words, &(GavelError){0}) : NULL;
  bool asked = false;
  for (const char *at = text ? strchr(text, '\n') : NULL; at && *at; at = strchr(at + 1, '\n')) {
    if (!ability_begins(at + 1, (int)strcspn(at + 1, "\n"), begins)) continue;
    snprintf(line, sizeof line, "%s activates %s \"%s\"", who, object.words, begins);
    GavelRefusal refusal;
    char *why = told_why_not(ask->session, line, &refusal, &(GavelError){0});
    if (!why) continue;
    printf("%s: ", begins);
    free(why);
    asked |= ask_line_of(ask, line, status);
  }
  free(text);
  return asked;
}

/* Whether a player uses it, for a cost or so many times, and not only has it. */
static bool is_used(GavelWord keyword) {
  return word_keyword_params((Word)keyword) & (NEEDS_COST | MAY_COST | NEEDS_N);
}

/* "Bob respond to elf": only to what is on the stack. */
static bool can_respond(const Ask *ask, const char *words, int *status) {
  char who[WORDS_CAP], what[WORDS_CAP];
  GavelRef stack[CREATURES_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  Named object;
  if (!ask_parted(words, " respond to ", who, what) || ask_player_named(ask, who) == GAVEL_NO_PLAYER) return false;
  char *ability = strstr(what, "'s ability");
  if (ability) *ability = '\0';
  if (!ask_name(ask, what, &object)) return false;
  u32 count = gavel_game_zone(game, GAVEL_ZONE_STACK, 0, stack, CREATURES_CAP);
  bool there = false;
  for (u32 i = 0; i < count && i < CREATURES_CAP; i++) {
    GavelObject on_stack;
    there |= stack[i] == object.ref;
    there |= gavel_game_object(game, stack[i], &on_stack) && on_stack.source == object.ref;
  }
  puts(sentence_text(ask->language, there ? SENTENCE_SAY_RESPOND : SENTENCE_SAY_NO_RESPONSE));
  *status = CLI_FINE;
  return true;
}

/* Whether a line is refused because the object hasn't the ability. */
static bool has_no_such_ability(const Ask *ask, const char *line) {
  GavelRefusal refusal;
  char *why = told_why_not(ask->session, line, &refusal, &(GavelError){0});
  bool none = !why || refusal == GAVEL_REFUSAL_NO_ABILITY;
  free(why);
  return none;
}

/* Whether something has happened, or what kept it from that. */
static bool has_happened(const Ask *ask, const char *question, int *status) {
  char *text = told_happened(ask->session, question, GAVEL_ASKED_WHETHER, 0, NULL, &(GavelError){0});
  if (!text) return false;
  fputs(text, stdout);
  free(text);
  *status = CLI_FINE;
  return true;
}

/* "Alice equip axe to bear", "Alice dredge thug", "Alice cycle tusker": the keyword's ability is activated, or the card is cast
   by it; without the keyword it can't be done at all. */
static bool can_keyword(const Ask *ask, const char *words, int *status) {
  char who[WORDS_CAP], rest[WORDS_CAP], verb[WORDS_CAP], what[WORDS_CAP], on[WORDS_CAP] = "", line[4 * WORDS_CAP];
  Named object, to = {.words = ""};
  if (!ask_parted(words, " ", who, rest) || ask_player_named(ask, who) == GAVEL_NO_PLAYER) return false;
  if (!ask_parted(rest, " ", verb, what)) return false;
  GavelWord keyword = keyword_of_verb(verb);
  if (!keyword) return false;
  char before[WORDS_CAP];
  if (ask_parted(what, " to ", before, on) || ask_parted(what, " on ", before, on))
    snprintf(what, sizeof what, "%s", before);
  if (!ask_name(ask, what, &object) || (on[0] && !ask_name(ask, on, &to))) return false;
  GavelGame *game = gavel_session_game(ask->session);
  char text[64];
  snprintf(text, sizeof text, "%s", gavel_word_text(keyword));
  if (!gavel_game_has(game, object.ref, keyword)) {
    if (!is_used(keyword)) return false;
    printf("%s ", sentence_text(ask->language, SENTENCE_SAY_NO));
    print_said(ask->language, SENTENCE_SAY_LACKS, 0, text);
    *status = CLI_FINE;
    return true;
  }
  text[0] = (char)toupper((unsigned char)text[0]);
  snprintf(line, sizeof line, "%s activates %s \"%s\"%s%s", who, object.words, text, on[0] ? " targeting " : "",
           to.words);
  if (!has_no_such_ability(ask, line) && ask_line_of(ask, line, status)) return true;
  snprintf(line, sizeof line, "%s casts %s via \"%s\"%s%s", who, object.words, text, on[0] ? " targeting " : "",
           to.words);
  bool costs = word_keyword_params((Word)keyword) & (NEEDS_COST | MAY_COST);
  if (costs) return ask_line_of(ask, line, status);
  snprintf(line, sizeof line, "%s apply", object.words);
  return has_happened(ask, line, status);
}

/* What a player could do if it happened: whether something kept it from happening where it was tried, "Combust be
   countered". */
static bool could_happen(const Ask *ask, const char *words, int *status) {
  char question[WORDS_CAP];
  const char *be = strstr(words, " be ");
  if (!be) return false;
  snprintf(question, sizeof question, "%.*s %s", (int)(be - words), words, be + 4);
  GavelAnswer answer = GAVEL_ANSWER_NO;
  char *text = told_happened(ask->session, question, GAVEL_ASKED_WHETHER, 0, &answer, &(GavelError){0});
  bool reason = text && answer != GAVEL_ANSWER_NO;
  if (reason) fputs(text, stdout);
  free(text);
  if (reason) *status = CLI_FINE;
  return reason;
}

/* "Alice tap elves for mana": it must have a mana ability that makes any, and that she can activate. */
static bool can_tap_for_mana(const Ask *ask, const char *words, int *status) {
  static const char ENDS[] = " for mana";
  char who[WORDS_CAP], what[WORDS_CAP], again[LINE_CAP];
  Named object;
  size_t length = strlen(words), end = sizeof ENDS - 1;
  if (length <= end || strcmp(words + length - end, ENDS) != 0 || !ask_parted(words, " tap ", who, what)) return false;
  what[strlen(what) - end] = '\0';
  if (!ask_name(ask, what, &object)) return false;
  GavelAnswer answer = GAVEL_ANSWER_NO;
  char *mana = told_happened(ask->session, object.words, GAVEL_ASKED_MANA, 0, &answer, &(GavelError){0});
  bool none = mana && answer == GAVEL_ANSWER_NO;
  if (none) fputs(mana, stdout);
  free(mana);
  if (none) *status = CLI_FINE;
  snprintf(again, sizeof again, "%s activate %s", who, object.words);
  return none || can_activate(ask, again, status);
}

/* "Alice play a land": the first land in her hand. */
static bool can_play_a_land(const Ask *ask, const char *words, int *status) {
  char who[WORDS_CAP], rest[WORDS_CAP], line[LINE_CAP], land[WORDS_CAP];
  GavelRef hand[CREATURES_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  if (!ask_parted(words, " play a land", who, rest)) return false;
  u32 player = ask_player_named(ask, who);
  u32 count = player == GAVEL_NO_PLAYER ? 0 : gavel_game_zone(game, GAVEL_ZONE_HAND, player, hand, CREATURES_CAP);
  for (u32 i = 0; i < count && i < CREATURES_CAP; i++) {
    GavelCharacteristics c;
    if (!gavel_game_characteristics(game, hand[i], &c) || !(c.types & GAVEL_LAND)) continue;
    if (!gavel_session_words(ask->session, hand[i], land, sizeof land)) continue;
    snprintf(line, sizeof line, "%s plays %s", who, land);
    return ask_line_of(ask, line, status);
  }
  return false;
}

typedef bool Form(const Ask *ask, const char *words, int *status);

static bool any_form(const Ask *ask, const char *action, Form *const *forms, u32 count, int *status) {
  char words[WORDS_CAP];
  snprintf(words, sizeof words, "%s", action);
  cut_passing(words);
  for (u32 i = 0; i < count; i++)
    if (forms[i](ask, words, status)) return true;
  return false;
}

bool ask_possible_first(Ask *ask, const char *action, int *status) {
  static Form *const FORMS[] = {can_keyword, can_activate, can_tap_for_mana, can_play_a_land};
  return any_form(ask, action, FORMS, COUNT_OF(FORMS), status);
}

bool ask_possible(Ask *ask, const char *action, int *status) {
  static Form *const FORMS[] = {can_attack,  can_be_blocked, can_block,   can_cast_so,
                                can_do_with, can_target,     can_respond, could_happen};
  return any_form(ask, action, FORMS, COUNT_OF(FORMS), status);
}
