/* Asking a person: when to stop for them, what they may say, and what it does. */
#include "person.h"

#include <ctype.h>
#include <stdlib.h>

SeatPlayer session_who(const Session *s, u32 player) { return s->record.seating.seats[player].player; }

/* --- answering --------------------------------------------------------------------------------------------- */

/* Says who keeps an opening hand and who takes a mulligan: no event does. */
static void opening_print(const Session *s, u32 given) {
  GavelDecision d;
  if (s->log.silent || !gavel_game_decision(s->game, &d) || d.kind != GAVEL_DECISION_KEEP) return;
  if (given & ANSWER_CONCEDE || given >= d.option_count) return;
  bool keeps = gavel_game_options(s->game)[given].kind == GAVEL_OPTION_YES;
  fputs(s->play->plain ? "" : "  ", stdout);
  print_said(s->play->language, keeps ? SENTENCE_SAY_KEEPS : SENTENCE_SAY_MULLIGAN, 0,
             s->record.seating.seats[d.player].name);
}

static bool give(Session *s, u32 given, bool chosen) {
  GavelAllocator allocator = gavel_allocator_default();
  if (chosen) text_clear(&s->since);
  opening_print(s, given);
  if (record_apply(s->game, given)) {
    complain("%s", gavel_game_message(s->game));
    return false;
  }
  if (!vec_push(&allocator, &s->chosen, chosen)) out_of_memory();
  return record_add(&s->record, given);
}

bool session_answer(Session *s, u32 given) { return give(s, given, false); }

/* Goes back to where `count` answers had been given. */
static bool go_back(Session *s, u32 count) {
  GavelGame *game = record_play(&s->record, count);
  if (!game) return false;
  gavel_game_destroy(s->game);
  s->game = game;
  s->chosen.count = count;
  s->pass_turn = false;
  board_log_listen(&s->log, s->game);
  return record_back(&s->record, count);
}

/* How many answers there were when a person last chose, `n` choices ago; all of them if there were not so many. */
static u32 chosen_before(const Session *s, u32 n) {
  for (u32 i = s->chosen.count; i-- > 0;)
    if (s->chosen.data[i] && --n == 0) return i;
  return s->chosen.count;
}

/* --- when to stop ------------------------------------------------------------------------------------------ */

static bool aimed_at(const Session *s, u32 player) {
  GavelRef stack[16];
  u32 n = gavel_game_zone(s->game, GAVEL_ZONE_STACK, 0, stack, 16);
  GavelObject o;
  return n && n <= 16 && gavel_game_object(s->game, stack[n - 1], &o) && o.controller != player;
}

/* Whether priority is passed for a person here: where they are not likely to act, or when they have said to pass through
   the turn. */
static bool passes_by(Session *s, const GavelDecision *d) {
  if (d->kind != GAVEL_DECISION_PRIORITY) return false;
  if (s->pass_turn && (gavel_game_situation(s->game).turn != s->passing || aimed_at(s, d->player)))
    s->pass_turn = false;
  return s->pass_turn || (!s->play->stop_always && !gavel_person_stops(s->game));
}

bool person_recall(Session *s) {
  GavelAllocator allocator = gavel_allocator_default();
  GavelGame *game = seating_start(&s->record.seating, s->record.seating.seed);
  GavelDecision d;
  s->chosen.count = 0;
  for (u32 i = 0; game && i < s->record.answers.count && gavel_game_decision(game, &d); i++) {
    bool person = session_who(s, d.player) == SEAT_HUMAN && d.option_count > 1;
    bool stops = d.kind != GAVEL_DECISION_PRIORITY || s->play->stop_always || gavel_person_stops(game);
    if (!vec_push(&allocator, &s->chosen, person && stops)) out_of_memory();
    if (record_apply(game, s->record.answers.data[i])) break;
  }
  bool fine = game && s->chosen.count == s->record.answers.count;
  gavel_game_destroy(game);
  return fine;
}

/* --- what a person may say --------------------------------------------------------------------------------- */

typedef enum Said { SAID_NOTHING, SAID_AGAIN, SAID_DONE, SAID_FAILED } Said;

static Said take_back(Session *s, const char *argument) {
  u32 n = argument[0] ? (u32)strtoul(argument, NULL, 10) : 1, to = n ? chosen_before(s, n) : s->chosen.count;
  if (to == s->chosen.count) {
    puts(sentence_text(s->play->language, SENTENCE_SAY_FEW_CHOICES));
    return SAID_AGAIN;
  }
  return go_back(s, to) ? SAID_DONE : SAID_FAILED;
}

static void hint_print(Session *s, const GavelDecision *d, const Choices *choices) {
  u32 option, row = 0;
  char text[512];
  if (gavel_automaton_choose(s->automaton, s->game, &option)) out_of_memory();
  gavel_view_option_text(s->game, d->player, option, text, sizeof text);
  while (row + 1 < choices->rows.count && choices->rows.data[row + 1].option <= option) row++;
  printf("  %2u  %s\n", row + 1, text);
}

/* What `i` is about: an option by its number, a card by its name, or what asks. */
static void inform(Session *s, const GavelDecision *d, const Choices *choices, const char *argument) {
  char *end;
  unsigned long number = strtoul(argument, &end, 10);
  if (argument[0] && *end == '\0') {
    bool known = number >= 1 && number <= choices->rows.count;
    GavelRef ref = known ? gavel_game_options(s->game)[choices->rows.data[number - 1].option].ref : GAVEL_REF_NONE;
    if (known && ref)
      board_card_print(&s->log.board, s->game, d->player, ref);
    else
      puts(sentence_text(s->play->language, known ? SENTENCE_SAY_NO_OBJECT : SENTENCE_SAY_NO_OPTION));
    return;
  }
  if (!argument[0]) {
    board_card_print(&s->log.board, s->game, d->player, d->source);
    return;
  }
  GavelCards *cards = s->record.seating.cards;
  GavelCardId card = gavel_cards_find(cards, argument, NULL);
  char text[4096];
  if (!card) {
    print_said(s->play->language, SENTENCE_SAY_NO_CARD, 0, argument);
    return;
  }
  printf("  %s\n", gavel_card_name(cards, card));
  gavel_card_text(cards, card, text, sizeof text);
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) printf("  %s\n", line);
}

static Said concede(Session *s, const GavelDecision *d) {
  char line[16];
  if (!prompt_line(s->prompt, sentence_text(s->play->language, SENTENCE_SAY_CONCEDE), line, sizeof line)) {
    s->quit = true;
    return SAID_DONE;
  }
  const char *yes = sentence_text(s->play->language, SENTENCE_SAY_YES);
  if (tolower((unsigned char)line[0]) != tolower((unsigned char)yes[0])) return SAID_AGAIN;
  return give(s, d->player | ANSWER_CONCEDE, true) ? SAID_DONE : SAID_FAILED;
}

static Said pass_through(Session *s, const GavelDecision *d) {
  if (d->kind != GAVEL_DECISION_PRIORITY) {
    puts(sentence_text(s->play->language, SENTENCE_SAY_CHOICE_FIRST));
    return SAID_AGAIN;
  }
  s->pass_turn = true;
  s->passing = gavel_game_situation(s->game).turn;
  return give(s, 0, true) ? SAID_DONE : SAID_FAILED;
}

static bool write_as_it_stands(const Session *s, const char *path) {
  Record record = s->record;
  record.hash = gavel_game_hash(s->game);
  record.whole = true;
  return record_write(&record, path);
}

static Said obey(Session *s, const GavelDecision *d, const Choices *choices, char *line) {
  if (line[0] == '\0' || (line[1] != '\0' && line[1] != ' ')) return SAID_NOTHING;
  char *argument = line + 1;
  while (*argument == ' ') argument++;
  switch (line[0]) {
    case 'b': board_print(&s->log.board, s->game, d->player); return SAID_AGAIN;
    case 'i': inform(s, d, choices, argument); return SAID_AGAIN;
    case 'r':
      fputs(s->since.length ? s->since.data : sentence_text(s->play->language, SENTENCE_SAY_NOTHING_SINCE), stdout);
      return SAID_AGAIN;
    case 'u': return take_back(s, argument);
    case 'e': return pass_through(s, d);
    case 'w':
      if (!argument[0])
        puts(sentence_text(s->play->language, SENTENCE_SAY_W));
      else if (write_as_it_stands(s, argument))
        print_said(s->play->language, SENTENCE_SAY_WRITTEN, 0, argument);
      return SAID_AGAIN;
    case 'c': return concede(s, d);
    case 'q': s->quit = true; return SAID_DONE;
    case 'h': hint_print(s, d, choices); return SAID_AGAIN;
    default: return SAID_NOTHING;
  }
}

/* Reads what the person says until it is a choice or ends the asking. */
static Said hear(Session *s, const GavelDecision *d, const Choices *choices) {
  char line[256];
  if (!prompt_line(s->prompt, "> ", line, sizeof line)) {
    s->quit = true;
    return SAID_DONE;
  }
  char *end;
  unsigned long number = strtoul(line, &end, 10);
  if (end != line && *end == '\0' && number >= 1 && number <= choices->rows.count)
    return give(s, choices->rows.data[number - 1].option, true) ? SAID_DONE : SAID_FAILED;
  Said said = obey(s, d, choices, line);
  if (said == SAID_NOTHING) print_said(s->play->language, SENTENCE_SAY_TYPE, choices->rows.count, "");
  return said;
}

bool person_ask(Session *s, const GavelDecision *d) {
  if (passes_by(s, d)) return session_answer(s, 0);
  Choices choices;
  Said said;
  choices_make(&s->log.board, s->game, &choices);
  if (!s->play->plain) board_print(&s->log.board, s->game, d->player);
  do {
    board_question(&s->log.board, s->game, true);
    said = hear(s, d, &choices);
  } while (said == SAID_AGAIN || said == SAID_NOTHING);
  choices_free(&choices);
  return said == SAID_DONE;
}
