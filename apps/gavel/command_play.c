/* gavel play: a game between decks, with a person or an automatic player in each seat. */
#include "person.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- the command line ------------------------------------------------------------------------------------ */

static error_t parse(int key, char *argument, struct argp_state *state) {
  Play *play = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &play->cards; return 0;
    case 'L': play->language = parse_language(argument, state); return 0;
    case 's': play->seed = parse_count(argument, "seed", 0, UINT64_MAX, state); return 0;
    case 'p': seat_parse(argument, play->players, &play->said, state); return 0;
    case 'o': play->save = argument; return 0;
    case 'f': play->format = argument; return 0;
    case 'r': play->resume = argument; return 0;
    case 'a': play->stop_always = true; return 0;
    case 'q': play->quiet = true; return 0;
    case 'P': play->plain = true; return 0;
    case 'l': play->limit = parse_count(argument, "limit", 1, UINT32_MAX, state); return 0;
    case ARGP_KEY_ARG:
      if (!vec_push(&allocator, &play->decks, argument)) out_of_memory();
      return 0;
    case ARGP_KEY_END:
      if (!play->resume && play->decks.count < 2) argp_error(state, "a game takes two decks or more, or --resume FILE");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"seat", 'p', "N=WHO", 0, "Who plays the Nth deck: human, auto or random (default: auto)", 0},
    {"seed", 's', "N", 0, "Seed for everything random (default 1)", 0},
    LANG_OPTION,
    {"format", 'f', "FILE", 0, "Refuse decks that are not legal in the format of FILE (formats/)", 0},
    {"save", 'o', "FILE", 0, "Record the game in FILE, answer by answer", 0},
    {"resume", 'r', "FILE", 0, "Go on with the game recorded in FILE", 0},
    {"stop-always", 'a', 0, 0, "Ask a human whenever they get priority, not only when they are likely to act", 0},
    {"plain", 'P', 0, 0,
     "Print for reading aloud: a line each, nothing aligned or coloured, mana symbols in words, the board only on b",
     0},
    {"quiet", 'q', 0, 0, "Do not print what happens, only how it ends", 0},
    {"limit", 'l', "N", 0, "Stop after N decisions (default 100000)", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = cards_children,
    .args_doc = "DECK DECK…",
    .doc = "Play a game between decks (.dck, .cod, or the text of Magic Online and Arena). Automatic players print the "
           "whole game; a person sees the board and chooses by number, and can take back any answer.\v"
           "At a question:\n"
           "  3       choose option 3\n"
           "  i 3     read what option 3 is about; i NAME reads that card; i alone reads the card that asks\n"
           "  u       take back your last choice; u 5 takes back five\n"
           "  b       show the board\n"
           "  r       repeat what has happened since your last choice\n"
           "  e       pass until the turn ends or an opponent acts\n"
           "  h       show what an automatic player would choose\n"
           "  w FILE  write the record to FILE\n"
           "  c       concede\n"
           "  q       leave the game\n"
           "\nExamples:\n"
           "  gavel play decks/red-burn.txt decks/green-growth.dck\n"
           "  gavel play --seat 1=human --seed 7 decks/azure-wings.txt decks/black-toll.cod\n"
           "  gavel play --save game.json decks/red-burn.txt decks/red-burn.txt && gavel replay game.json\n"
           "\nExit status: 0 when the game was played, 1 when it could not go on, 2 when the input is wrong.",
};

/* --- the game ------------------------------------------------------------------------------------------------ */

static bool answer_for(Session *s, const GavelDecision *d) {
  u32 option = 0;
  switch (session_who(s, d->player)) {
    case SEAT_HUMAN: return person_ask(s, d);
    case SEAT_RANDOM: return session_answer(s, (u32)rng_below(&s->rng, d->option_count));
    default:
      if (gavel_automaton_choose(s->automaton, s->game, &option)) out_of_memory();
      return session_answer(s, option);
  }
}

static void end_print(const Session *s) {
  const Seating *seating = &s->record.seating;
  GavelSituation now = gavel_game_situation(s->game);
  Style style = s->play->plain ? style_none() : style_of_output();
  printf("%s", style.bold);
  bool won = false;
  GavelLanguage language = s->play->language;
  Text when;
  text_init(&when, gavel_allocator_default());
  add_said(&when, language, now.turn ? SENTENCE_SAY_IN_TURN : SENTENCE_SAY_BEFORE_FIRST, now.turn, "");
  text_addc(&when, '\0');
  if (when.failed) out_of_memory();
  for (u32 p = 0; p < seating->count; p++) {
    if (!gavel_game_player(s->game, p).won) continue;
    print_said(language, SENTENCE_SAY_WINS, p + 1, seating->seats[p].name);
    fputs(when.data, stdout);
    won = true;
  }
  if (!won) print_said(language, now.over ? SENTENCE_SAY_DRAW : SENTENCE_SAY_NOT_OVER, 0, when.data);
  text_free(&when);
  fputs(style.plain, stdout);
  print_said(language, SENTENCE_SAY_DECISIONS, (i64)now.decisions, "");
  print_said(language, SENTENCE_SAY_EVENTS, (i64)now.events, "");
  printf(", hash %016" PRIx64 "\n", gavel_game_hash(s->game));
}

/* The first person at the table; nobody where all play by themselves, and everything may be told. */
static u32 first_person(const Seating *seating) {
  for (u32 p = 0; p < seating->count; p++)
    if (seating->seats[p].player == SEAT_HUMAN) return p;
  return GAVEL_NO_PLAYER;
}

/* The command line that gives the game again: as it was, or where a person played, by the record. */
static void again_print(const Session *s) {
  const Play *play = s->play;
  Text line;
  if (first_person(&s->record.seating) == GAVEL_NO_PLAYER) {
    print_phrase("again: %s\n", play->again);
    return;
  }
  if (!play->save) return;
  text_init(&line, gavel_allocator_default());
  /* The program is the same, up to the name of the command. */
  text_addf(&line, said("again: %.*s replay"), (int)(strstr(play->again, " play") - play->again), play->again);
  if (play->cards.alone) text_adds(&line, " --cards-alone");
  for (u32 i = 0; i < play->cards.files.count; i++) {
    text_adds(&line, " --cards ");
    text_add_word(&line, play->cards.files.data[i]);
  }
  text_addc(&line, ' ');
  text_add_word(&line, play->save);
  text_addc(&line, '\n');
  print_text(&line);
  text_free(&line);
}

static int session_run(Session *s) {
  GavelDecision d;
  for (u64 n = 0; n < s->play->limit && !s->quit && gavel_game_decision(s->game, &d); n++)
    if (!answer_for(s, &d)) return CLI_FAILED;
  if (gavel_game_status(s->game)) {
    complain("%s", gavel_game_message(s->game));
    return CLI_FAILED;
  }
  end_print(s);
  if (!record_end(&s->record, gavel_game_hash(s->game))) return CLI_BAD_INPUT;
  again_print(s);
  return CLI_FINE;
}

static bool session_begin(Session *s, const Play *play) {
  Seating *seating = &s->record.seating;
  seating->language = play->language;
  if (play->resume) {
    if (!record_read(&s->record, play->resume)) return false;
  } else {
    for (u32 i = 0; i < play->decks.count; i++) {
      if (!seating_add_deck(seating, play->decks.data[i])) return false;
      seating->seats[i].player = play->players[i];
    }
    seating->seed = play->seed;
    if (play->format && !seating_legal(seating, play->format)) return false;
  }
  if (play->said >> seating->count) {
    complain("--seat: there are seats 1 to %u", seating->count);
    return false;
  }
  for (u32 i = 0; i < seating->count; i++)
    if (play->said >> i & 1) seating->seats[i].player = play->players[i];
  s->rng.state = seating->seed ^ 0x9e3779b97f4a7c15u;
  s->game = record_play(&s->record, s->record.answers.count);
  if (!s->game || !person_recall(s)) return false;
  if (play->save && !record_keep(&s->record, play->save)) return false;
  u32 person = first_person(seating);
  s->log = (BoardLog){.board = {seating, play->plain}, .viewer = person, .silent = play->quiet};
  text_init(&s->since, gavel_allocator_default());
  if (person != GAVEL_NO_PLAYER) s->log.since = &s->since;
  board_log_listen(&s->log, s->game);
  if (gavel_automaton_create(gavel_allocator_default(), &s->automaton)) out_of_memory();
  s->prompt = prompt_open(NULL, NULL);
  return true;
}

int command_play(int argc, char **argv) {
  Play play = {.seed = 1, .limit = 100000, .language = language_of_user(), .again = command_line_again(argc, argv)};
  argp_parse(&ARGP, argc, argv, 0, NULL, &play);
  Session s = {.play = &play};
  s.record.seating.cards = cards_open(&play.cards);
  int status = CLI_BAD_INPUT;
  if (s.record.seating.cards && session_begin(&s, &play)) status = session_run(&s);
  gavel_game_destroy(s.game);
  gavel_automaton_destroy(s.automaton);
  prompt_close(s.prompt);
  text_free(&s.since);
  GavelCards *cards = s.record.seating.cards;
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &s.chosen);
  record_free(&s.record);
  cards_close(&play.cards, cards);
  vec_free(&allocator, &play.decks);
  free(play.again);
  return status;
}
