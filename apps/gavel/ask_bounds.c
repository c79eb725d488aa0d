/* Questions about what must be, and what can be at most: "must bear block", "which X can Alice choose for Fireball". */
#include "ask_private.h"
#include "told.h"

#include "cards/words.h"

#include <ctype.h>
#include <stdlib.h>

enum { OBJECTS_CAP = 256 };

/* Whether a line is legal; its reasons, to be given back with free, into `*why`. False for a line that makes no sense. */
static bool tried(const Ask *ask, const char *line, bool *legal, char **why) {
  GavelRefusal refusal = GAVEL_REFUSAL_RULES;
  *why = told_why_not(ask->session, line, &refusal, &(GavelError){0});
  *legal = *why && refusal == GAVEL_REFUSAL_NONE;
  return *why;
}

/* --- what must be ---------------------------------------------------------------------------- */

/* Whether a creature could do what one of the lines says, against each thing that attacks or can be attacked; if none,
   the first reason is told. */
static bool could_block(const Ask *ask, const Named *blocker) {
  GavelRef refs[OBJECTS_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, OBJECTS_CAP);
  char *first = NULL;
  bool could = false;
  for (u32 i = 0; i < count && i < OBJECTS_CAP && !could; i++) {
    GavelObject object;
    char words[WORDS_CAP], line[LINE_CAP], *why;
    if (!gavel_game_object(game, refs[i], &object) || !object.attacking) continue;
    if (!gavel_session_words(ask->session, refs[i], words, sizeof words)) continue;
    snprintf(line, sizeof line, "%s blocks %s with %s", gavel_session_player(ask->session, blocker->is.controller),
             words, blocker->words);
    if (!tried(ask, line, &could, &why)) continue;
    if (!could && !first)
      first = why;
    else
      free(why);
  }
  if (!could && first) print_reasons(style_none(), ask->language, first);
  if (!could && !first) puts(sentence_text(ask->language, SENTENCE_SAY_NOT_REQUIRED));
  free(first);
  return could;
}

static bool could_attack(const Ask *ask, const Named *attacker) {
  char line[LINE_CAP], *why;
  bool could = false;
  snprintf(line, sizeof line, "%s attacks with %s", gavel_session_player(ask->session, attacker->is.controller),
           attacker->words);
  if (!tried(ask, line, &could, &why)) return false;
  if (!could) print_reasons(style_none(), ask->language, why);
  free(why);
  return could;
}

/* The creature that a question is about: "bear block", "bear block angel", "Bob block angel with bear". */
static bool name_creature(const Ask *ask, const char *words, const char *verb, Named *creature) {
  char who[WORDS_CAP], rest[WORDS_CAP], with[WORDS_CAP], whom[WORDS_CAP], plain[WORDS_CAP];
  snprintf(plain, sizeof plain, "%s ", words);
  if (!ask_parted(plain, verb, who, rest)) return false;
  if (ask_player_named(ask, who) == GAVEL_NO_PLAYER) return ask_name(ask, who, creature);
  if (!ask_parted(rest, "with ", whom, with)) return false;
  with[strcspn(with, "\n")] = '\0';
  size_t length = strlen(with);
  while (length && with[length - 1] == ' ') with[--length] = '\0';
  return ask_name(ask, with, creature);
}

/* Whether a declaration of all others of the player's creatures that could take part is legal, so that this one
   needn't. */
static bool others_suffice(const Ask *ask, const Named *creature, const char *declares) {
  GavelRef refs[OBJECTS_CAP];
  char *why;
  bool legal = false, others = false;
  Text line;
  GavelGame *game = gavel_session_game(ask->session);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, OBJECTS_CAP);
  const char *player = gavel_session_player(ask->session, creature->is.controller);
  text_init(&line, gavel_allocator_default());
  text_addf(&line, "%s %s", player, declares);
  for (u32 i = 0; i < count && i < OBJECTS_CAP; i++) {
    GavelObject object;
    char words[WORDS_CAP], alone[LINE_CAP];
    bool other = gavel_game_object(game, refs[i], &object) && object.controller == creature->is.controller;
    if (!other || refs[i] == creature->ref || !gavel_session_words(ask->session, refs[i], words, sizeof words))
      continue;
    snprintf(alone, sizeof alone, "%s %s%s", player, declares, words);
    if (!tried(ask, alone, &legal, &why)) continue;
    free(why);
    if (!legal) continue;
    text_addf(&line, "%s%s", others ? ", " : "", words);
    others = true;
  }
  text_addc(&line, '\0');
  if (line.failed) out_of_memory();
  legal = false;
  if (others && tried(ask, line.data, &legal, &why)) free(why);
  text_free(&line);
  return legal;
}

/* Before attackers are declared, goes on to when they are. */
static bool must_later(const Ask *ask, const Named *creature, const char *words, int *status) {
  GavelSituation now = gavel_game_situation(gavel_session_game(ask->session));
  char question[LINE_CAP], moment[WORDS_CAP];
  if (now.step >= GAVEL_STEP_DECLARE_ATTACKERS || now.active != creature->is.controller) return false;
  snprintf(question, sizeof question, "must %s", words);
  snprintf(moment, sizeof moment, "turn %u attackers", now.turn);
  *status = ask_at(ask, question, moment);
  return true;
}

/* "Bob block": whether a player may declare nothing; false for other words. */
static bool must_anything(const Ask *ask, const char *words, const char *verb, const char *none) {
  char who[WORDS_CAP], line[LINE_CAP], *why;
  bool legal;
  size_t length = strlen(words), end = strlen(verb) - 1;
  if (length <= end || strncmp(words + length - end, verb, end) != 0) return false;
  snprintf(who, sizeof who, "%.*s", (int)(length - end), words);
  if (ask_player_named(ask, who) == GAVEL_NO_PLAYER) return false;
  snprintf(line, sizeof line, "%s %s", who, none);
  if (!tried(ask, line, &legal, &why)) return false;
  if (legal)
    puts(sentence_text(ask->language, SENTENCE_SAY_NOT_REQUIRED));
  else
    printf("%s%s\n", sentence_text(ask->language, SENTENCE_SAY_REQUIRED), why);
  free(why);
  return true;
}

static int must_now(Ask *ask, const char *words) {
  static const struct {
    const char *verb, *none, *with;
    bool (*could)(const Ask *ask, const Named *creature);
  } DECLARED[] = {{" block ", "blocks nothing", NULL, could_block},
                  {" attack ", "attacks with nothing", "attacks with ", could_attack}};
  char line[LINE_CAP];
  Named creature;
  for (u32 i = 0; i < COUNT_OF(DECLARED); i++) {
    char *why;
    bool legal;
    int status;
    if (must_anything(ask, words, DECLARED[i].verb, DECLARED[i].none)) return CLI_FINE;
    if (!name_creature(ask, words, DECLARED[i].verb, &creature) || creature.is.controller == GAVEL_NO_PLAYER) continue;
    if (DECLARED[i].with && must_later(ask, &creature, words, &status)) return status;
    if (!DECLARED[i].could(ask, &creature)) return CLI_FINE;
    const char *player = gavel_session_player(ask->session, creature.is.controller);
    snprintf(line, sizeof line, "%s %s", player, DECLARED[i].none);
    if (!tried(ask, line, &legal, &why)) continue;
    if (legal || (DECLARED[i].with && others_suffice(ask, &creature, DECLARED[i].with)))
      puts(sentence_text(ask->language, SENTENCE_SAY_NOT_REQUIRED));
    else
      printf("%s%s\n", sentence_text(ask->language, SENTENCE_SAY_REQUIRED), why);
    free(why);
    return CLI_FINE;
  }
  snprintf(line, sizeof line, "does %s", words);
  return ask_line(ask, line);
}

int ask_must(Ask *ask, const char *words) {
  int status;
  return ask_before_declaration(ask, words, must_now, &status) ? status : must_now(ask, words);
}

static u32 untapped_lands(GavelGame *game, u32 player) {
  GavelRef refs[OBJECTS_CAP];
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, OBJECTS_CAP), lands = 0;
  for (u32 i = 0; i < count && i < OBJECTS_CAP; i++) {
    GavelObject object;
    GavelCharacteristics c;
    if (!gavel_game_object(game, refs[i], &object) || !gavel_game_characteristics(game, refs[i], &c)) continue;
    lands += c.types & GAVEL_LAND && object.controller == player && !(object.status & GAVEL_STATUS_TAPPED);
  }
  return lands;
}

/* Whether lands are tapped to pay for something where a line is done. */
static bool is_paid_for(const Ask *ask, const char *line) {
  GavelSession *fork = NULL;
  if (gavel_session_fork(ask->session, &fork, &(GavelError){0})) return false;
  GavelGame *game = gavel_session_game(fork);
  u32 player = gavel_game_situation(game).active;
  u32 before = untapped_lands(game, player);
  bool paid =
      !gavel_session_act(fork, line, &(GavelError){0}) && untapped_lands(gavel_session_game(fork), player) < before;
  gavel_session_destroy(fork);
  return paid;
}

/* Tells whom a creature may attack, and for whom it must be paid. */
static int tell_attackable(const Ask *ask, const Named *creature) {
  GavelRef refs[OBJECTS_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, OBJECTS_CAP);
  u32 players = gavel_game_situation(game).player_count, told = 0;
  for (u32 i = 0; i < count + players && i < OBJECTS_CAP; i++) {
    char place[WORDS_CAP], line[LINE_CAP], *why;
    GavelObject object = {.controller = i};
    bool legal, there = i < players || gavel_game_object(game, refs[i - players], &object);
    if (!there || object.controller == creature->is.controller) continue;
    if (i < players)
      snprintf(place, sizeof place, "%s", gavel_session_player(ask->session, i));
    else if (!gavel_session_words(ask->session, refs[i - players], place, sizeof place))
      continue;
    snprintf(line, sizeof line, "%s attacks %s with %s", gavel_session_player(ask->session, creature->is.controller),
             place, creature->words);
    if (!tried(ask, line, &legal, &why)) continue;
    free(why);
    if (!legal) continue;
    printf("%s", told++ ? sentence_text(ask->language, SENTENCE_LIST_COMMA) : "");
    print_said(ask->language, is_paid_for(ask, line) ? SENTENCE_SAY_FOR_A_COST : SENTENCE_SAY_WORDS, 0, place);
  }
  puts(told ? "." : sentence_text(ask->language, SENTENCE_SAY_ATTACKS_NOBODY));
  return CLI_FINE;
}

static int whom_now(Ask *ask, const char *words) {
  char question[LINE_CAP];
  Named creature;
  snprintf(question, sizeof question, "%s ", words);
  if (!name_creature(ask, question, " attack ", &creature)) return ask_back(ask, words);
  return tell_attackable(ask, &creature);
}

int ask_whom_must(Ask *ask, const char *words) {
  int status;
  return ask_before_declaration(ask, words, whom_now, &status) ? status : whom_now(ask, words);
}

/* --- what X can be --------------------------------------------------------------------------- */

/* The card with X in its cost in a player's hand, if there is just one. */
static bool name_of_x(const Ask *ask, u32 player, Named *card) {
  GavelRef refs[OBJECTS_CAP];
  GavelGame *game = gavel_session_game(ask->session);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_HAND, player, refs, OBJECTS_CAP), found = 0;
  for (u32 i = 0; i < count && i < OBJECTS_CAP; i++) {
    char cost[WORDS_CAP], words[WORDS_CAP];
    if (!gavel_game_mana_cost(game, refs[i], cost, sizeof cost) || !strstr(cost, "{X}")) continue;
    found += gavel_session_words(ask->session, refs[i], words, sizeof words) && ask_name(ask, words, card);
  }
  return found == 1;
}

/* What a question about X asks: who casts what, and by which permission or cost. */
typedef struct AboutX {
  char who[WORDS_CAP], what[WORDS_CAP], via[2 * WORDS_CAP];
  i64 least, most; /* that are legal; least is -1 if none is */
} AboutX;

static bool read_x(const char *words, AboutX *x) {
  char rest[WORDS_CAP], with[WORDS_CAP] = "", before[WORDS_CAP];
  *x = (AboutX){.least = -1, .most = -1};
  if (!ask_parted(words, " choose", x->who, rest)) return false;
  if (str_begins(str_of(rest), STR(" for "))) snprintf(x->what, sizeof x->what, "%s", rest + 5);
  bool by = ask_parted(x->what, " via ", before, with) || ask_parted(x->what, " with ", before, with);
  if (by) snprintf(x->what, sizeof x->what, "%s", before);
  if (by) snprintf(x->via, sizeof x->via, " via \"%s\"", with);
  return true;
}

/* By which permission or cost a line casts it with an X, if it says so. */
static void take_via(AboutX *about, const char *line) {
  char before[WORDS_CAP], via[WORDS_CAP];
  if (!strstr(line, " casts ") || !ask_parted(line, " via \"", before, via)) return;
  if (!str_begins(str_of(line), str_of(about->who))) return;
  via[strcspn(via, "\"")] = '\0';
  snprintf(about->via, sizeof about->via, " via \"%s\"", via);
}

/* Whether a card can be cast without choosing X, so that X is 0. */
static bool is_cast_without_x(const Ask *ask, u32 player, const Named *card, const char *via) {
  char line[LINE_CAP], *why;
  bool legal;
  snprintf(line, sizeof line, "%s casts %s%s", gavel_session_player(ask->session, player), card->words, via);
  if (!tried(ask, line, &legal, &why)) return false;
  free(why);
  return legal;
}

/* Finds which numbers can be chosen at a moment; whether any can. */
static bool find_x(Ask *ask, const char *behind, void *user) {
  enum { X_MOST = 60 };
  AboutX *about = user;
  if (behind && !about->via[0]) take_via(about, behind);
  Named card = {.is = {.controller = GAVEL_NO_PLAYER}};
  u32 player = ask_player_named(ask, about->who);
  if (player == GAVEL_NO_PLAYER && ask_name(ask, about->what, &card)) player = card.is.owner;
  if (player == GAVEL_NO_PLAYER) return false;
  if (about->what[0] ? !ask_name(ask, about->what, &card) : !name_of_x(ask, player, &card)) return false;
  for (i64 x = 0; x <= X_MOST; x++) {
    char line[LINE_CAP], *why;
    bool legal;
    snprintf(line, sizeof line, "%s casts %s%s with X=%lld", gavel_session_player(ask->session, player), card.words,
             about->via, (long long)x);
    if (!tried(ask, line, &legal, &why)) return false;
    free(why);
    if (legal && about->least < 0) about->least = x;
    if (legal) about->most = x;
  }
  if (about->least < 0 && about->via[0] && is_cast_without_x(ask, player, &card, about->via))
    about->least = about->most = 0; /* 107.3b */
  return about->least >= 0;
}

int ask_which_x(Ask *ask, const char *words) {
  AboutX x;
  if (!read_x(words, &x)) return ask_back(ask, words);
  Named card;
  if (x.what[0] && !ask_name(ask, x.what, &card)) return ask_nobody(ask, x.what);
  if (!find_x(ask, NULL, &x) && !ask_past(ask, find_x, &x)) {
    print_said(ask->language, SENTENCE_SAY_NO_X, 0, "");
    return CLI_FINE;
  }
  print_said(ask->language, SENTENCE_SAY_X_FROM, x.least, "");
  if (x.most > x.least) print_said(ask->language, SENTENCE_SAY_X_TO, x.most, "");
  puts(".");
  return CLI_FINE;
}

/* --- what can be a target -------------------------------------------------------------------- */

static bool is_legal(const Ask *ask, const char *line, int *status) {
  char *why;
  bool legal = false;
  (void)status;
  if (!tried(ask, line, &legal, &why)) return false;
  free(why);
  return legal;
}

int ask_what_can(Ask *ask, const char *words) {
  char what[WORDS_CAP], nothing[WORDS_CAP], plain[WORDS_CAP];
  GavelRef refs[OBJECTS_CAP];
  Named means;
  int status;
  GavelGame *game = gavel_session_game(ask->session);
  snprintf(plain, sizeof plain, "%s ", words);
  if (!game || !ask_parted(plain, " target ", what, nothing)) return ask_back(ask, words);
  if (!ask_name(ask, what, &means)) return ask_nobody(ask, what);
  u32 count = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, refs, OBJECTS_CAP);
  u32 players = gavel_game_situation(game).player_count, told = 0;
  for (u32 i = 0; i < count + players && i < OBJECTS_CAP; i++) {
    char object[WORDS_CAP];
    if (i < players)
      snprintf(object, sizeof object, "%s", gavel_session_player(ask->session, i));
    else if (!gavel_session_words(ask->session, refs[i - players], object, sizeof object))
      continue;
    if (!ask_with(ask, GAVEL_NO_PLAYER, &means, object, is_legal, &status)) continue;
    printf("%s%s", told++ ? sentence_text(ask->language, SENTENCE_LIST_COMMA) : "", object);
  }
  puts(told ? "." : sentence_text(ask->language, SENTENCE_SAY_TARGETS_NOTHING));
  return CLI_FINE;
}

/* --- what a keyword costs -------------------------------------------------------------------- */

/* Prints the lines of an object's text that begin with a keyword, behind its name. */
static bool print_keyword(const Ask *ask, GavelRef ref, Str keyword) {
  char words[WORDS_CAP], name[WORDS_CAP];
  bool any = false;
  GavelGame *game = gavel_session_game(ask->session);
  if (!gavel_session_words(ask->session, ref, words, sizeof words)) return false;
  char *text = told_description(ask->session, words, &(GavelError){0});
  gavel_game_name(game, ref, name, sizeof name);
  for (const char *at = text ? strchr(text, '\n') : NULL; at && at[1]; at = strchr(at + 1, '\n')) {
    if (strlen(at + 1) < keyword.length || !str_equal_folded((Str){at + 1, keyword.length}, keyword)) continue;
    printf("%s: %.*s\n", name, (int)strcspn(at + 1, "\n"), at + 1);
    any = true;
  }
  free(text);
  return any;
}

bool ask_keyword_cost(const Ask *ask, const char *words) {
  static const u8 ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_STACK};
  char keyword[WORDS_CAP], of[WORDS_CAP] = "", before[WORDS_CAP];
  GavelRef refs[OBJECTS_CAP];
  Named bearer;
  GavelGame *game = gavel_session_game(ask->session);
  snprintf(keyword, sizeof keyword, "%s", words);
  if (ask_parted(words, " of ", before, of)) snprintf(keyword, sizeof keyword, "%s", before);
  if (!game || !word_find(str_of(keyword), WC_KEYWORD)) return false;
  if (of[0]) return ask_name(ask, of, &bearer) && print_keyword(ask, bearer.ref, str_of(keyword));
  bool any = false;
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    u32 count = gavel_game_zone(game, (GavelZone)ZONES[z], 0, refs, OBJECTS_CAP);
    for (u32 i = 0; i < count && i < OBJECTS_CAP; i++) any |= print_keyword(ask, refs[i], str_of(keyword));
  }
  return any;
}
