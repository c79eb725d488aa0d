/* gavel play: a game between decks, with a person or an automatic player in each seat. */
#include "board.h"
#include "gavel/player.h"
#include "prompt.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct Play {
  CardFiles cards;
  VEC(const char *) decks;
  SeatPlayer players[GAVEL_PLAYERS_MAX];
  u32 said; /* seats of which it was said who plays, as bits */
  u64 seed;
  const char *save, *resume, *format;
  u64 limit;
  bool stop_always, quiet;
} Play;

/* A game under way. */
typedef struct Session {
  const Play *play;
  Record record;
  GavelGame *game;
  GavelAutomaton *automaton;
  BoardLog log;
  Rng rng;
  bool quit, pass_turn;
  u32 passing; /* the turn that is passed through */
} Session;

/* --- the command line ------------------------------------------------------------------------------------ */

static error_t parse(int key, char *argument, struct argp_state *state) {
  Play *play = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &play->cards; return 0;
    case 's': play->seed = parse_count(argument, "seed", 0, UINT64_MAX, state); return 0;
    case 'p': seat_parse(argument, play->players, &play->said, state); return 0;
    case 'o': play->save = argument; return 0;
    case 'f': play->format = argument; return 0;
    case 'r': play->resume = argument; return 0;
    case 'a': play->stop_always = true; return 0;
    case 'q': play->quiet = true; return 0;
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
    {"seed", 's', "N", 0, "Seed of everything random (default 1)", 0},
    {"format", 'f', "FILE", 0, "Refuse decks that are not legal in the format of FILE (formats/)", 0},
    {"save", 'o', "FILE", 0, "Write the record of the game to FILE when it ends or is left", 0},
    {"resume", 'r', "FILE", 0, "Go on with the game of a record", 0},
    {"stop-always", 'a', 0, 0, "Ask a human whenever they have priority, and not only where they are likely to act", 0},
    {"quiet", 'q', 0, 0, "Do not print what happens, only how it ends", 0},
    {"limit", 'l', "N", 0, "Stop after N decisions (default 100000)", 0},
    {0},
};

static const struct argp_child CHILDREN[] = {{&cards_argp, 0, NULL, 0}, {0}};

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .children = CHILDREN,
    .args_doc = "DECK DECK…",
    .doc = "Play a game between decks (.dck, .cod, or the text of Magic Online and Arena). Automatic players print the "
           "whole "
           "game; a person sees the board and chooses by number, and can take back any answer.\v"
           "At a question:\n"
           "  3       choose option 3      u       take back your last answer; u 5 takes back five\n"
           "  b       show the board       e       pass until the turn ends or something is aimed at you\n"
           "  w FILE  write the record     c       concede\n"
           "  q       leave the game       h       what an automatic player would do\n"
           "\nExamples:\n"
           "  gavel play decks/red-burn.txt decks/green-growth.dck\n"
           "  gavel play --seat 1=human --seed 7 decks/azure-wings.txt decks/black-toll.cod\n"
           "  gavel play --save game.json decks/red-burn.txt decks/red-burn.txt && gavel replay game.json\n"
           "\nExit status: 0 when the game was played, 1 when it could not go on, 2 when the input is wrong.",
};

/* --- answering --------------------------------------------------------------------------------------------- */

static bool answer(Session *s, u32 given) {
  if (record_apply(s->game, given)) {
    complain("%s", gavel_game_message(s->game));
    return false;
  }
  record_add(&s->record, given);
  return true;
}

/* Goes back to where `count` answers had been given. */
static bool go_back(Session *s, u32 count) {
  GavelGame *game = record_play(&s->record, count);
  if (!game) return false;
  gavel_game_destroy(s->game);
  s->game = game;
  s->record.answers.count = count;
  s->pass_turn = false;
  board_log_listen(&s->log, s->game);
  return true;
}

static SeatPlayer who(const Session *s, u32 player) { return s->record.seating.seats[player].player; }

/* How many answers there were when a person was asked for the `n`th time before this. */
static u32 asked_before(const Session *s, u32 n) {
  u32 count = s->record.answers.count, found = count;
  GavelGame *game = seating_start(&s->record.seating, s->record.seating.seed);
  VEC(u32) asked = {0};
  GavelAllocator allocator = gavel_allocator_default();
  GavelDecision d;
  for (u32 i = 0; game && i < count && gavel_game_decision(game, &d); i++) {
    if (who(s, d.player) == SEAT_HUMAN && d.option_count > 1 && !vec_push(&allocator, &asked, i)) out_of_memory();
    if (record_apply(game, s->record.answers.data[i])) break;
  }
  gavel_game_destroy(game);
  if (n && n <= asked.count) found = asked.data[asked.count - n];
  vec_free(&allocator, &asked);
  return found;
}

/* --- a person --------------------------------------------------------------------------------------------- */

static bool aimed_at(const Session *s, u32 player) {
  GavelRef stack[16];
  u32 n = gavel_game_zone(s->game, GAVEL_ZONE_STACK, 0, stack, 16);
  GavelObject o;
  return n && n <= 16 && gavel_game_object(s->game, stack[n - 1], &o) && o.controller != player;
}

/* Whether people are likely to want to act: something is on the stack, in their own main phases, when attackers or
   blockers have been declared, and in the others' end steps. */
static bool is_stop(const Session *s, const GavelDecision *d) {
  GavelSituation now = gavel_game_situation(s->game);
  bool own = now.active == d->player;
  if (d->option_count == 1) return false;
  if (gavel_game_zone_count(s->game, GAVEL_ZONE_STACK, 0) > 0) return true;
  switch (now.step) {
    case GAVEL_STEP_MAIN:
    case GAVEL_STEP_MAIN_2: return own;
    case GAVEL_STEP_DECLARE_ATTACKERS:
    case GAVEL_STEP_DECLARE_BLOCKERS: return true;
    case GAVEL_STEP_END: return !own;
    default: return false;
  }
}

/* Whether priority is passed for a person here: where they are not likely to act, or when they have said to pass through
   the turn. */
static bool passes_by(Session *s, const GavelDecision *d) {
  if (d->kind != GAVEL_DECISION_PRIORITY) return false;
  if (s->pass_turn && (gavel_game_situation(s->game).turn != s->passing || aimed_at(s, d->player)))
    s->pass_turn = false;
  return s->pass_turn || (!s->play->stop_always && !is_stop(s, d));
}

typedef enum Said { SAID_NOTHING, SAID_AGAIN, SAID_DONE, SAID_FAILED } Said;

static Said take_back(Session *s, const char *argument) {
  u32 n = argument[0] ? (u32)strtoul(argument, NULL, 10) : 1, to = asked_before(s, n);
  if (n == 0 || to == s->record.answers.count) {
    puts("so much has not been answered");
    return SAID_AGAIN;
  }
  return go_back(s, to) ? SAID_DONE : SAID_FAILED;
}

static void hint_print(Session *s) {
  u32 option;
  char text[512];
  if (gavel_automaton_choose(s->automaton, s->game, &option)) out_of_memory();
  gavel_game_option_text(s->game, option, text, sizeof text);
  printf("  %2u  %s\n", option + 1, text);
}

static Said obey(Session *s, const GavelDecision *d, char *line) {
  if (line[0] == '\0' || (line[1] != '\0' && line[1] != ' ')) return SAID_NOTHING;
  char *argument = line + 1;
  while (*argument == ' ') argument++;
  switch (line[0]) {
    case 'b': board_print(&s->record.seating, s->game, d->player); return SAID_AGAIN;
    case 'u': return take_back(s, argument);
    case 'e':
      s->pass_turn = true;
      s->passing = gavel_game_situation(s->game).turn;
      return d->kind == GAVEL_DECISION_PRIORITY && answer(s, 0) ? SAID_DONE : SAID_AGAIN;
    case 'w':
      s->record.hash = gavel_game_hash(s->game);
      if (argument[0] && record_write(&s->record, argument)) printf("written to %s\n", argument);
      return SAID_AGAIN;
    case 'c': return answer(s, d->player | ANSWER_CONCEDE) ? SAID_DONE : SAID_FAILED;
    case 'q': s->quit = true; return SAID_DONE;
    case 'h': hint_print(s); return SAID_AGAIN;
    default: return SAID_NOTHING;
  }
}

static bool ask_person(Session *s, const GavelDecision *d) {
  char line[256];
  if (passes_by(s, d)) return answer(s, 0);
  board_print(&s->record.seating, s->game, d->player);
  for (;;) {
    board_question(&s->record.seating, s->game, true);
    if (!prompt_line("> ", line, sizeof line)) {
      s->quit = true;
      return true;
    }
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (end != line && *end == '\0' && number >= 1 && number <= d->option_count) return answer(s, (u32)number - 1);
    Said said = obey(s, d, line);
    if (said == SAID_DONE || said == SAID_FAILED) return said == SAID_DONE;
    if (said == SAID_NOTHING)
      printf("a number from 1 to %u, u [N], b, e, h, w FILE, c or q: `gavel play --help` says more\n", d->option_count);
  }
}

/* --- the game ------------------------------------------------------------------------------------------------ */

static bool answer_for(Session *s, const GavelDecision *d) {
  u32 option = 0;
  switch (who(s, d->player)) {
    case SEAT_HUMAN: return ask_person(s, d);
    case SEAT_RANDOM: return answer(s, (u32)rng_below(&s->rng, d->option_count));
    default:
      if (gavel_automaton_choose(s->automaton, s->game, &option)) out_of_memory();
      return answer(s, option);
  }
}

static void end_print(const Session *s) {
  const Seating *seating = &s->record.seating;
  GavelSituation now = gavel_game_situation(s->game);
  Style style = style_of_output();
  printf("%s", style.bold);
  bool won = false;
  for (u32 p = 0; p < seating->count; p++) {
    if (!gavel_game_player(s->game, p).won) continue;
    printf("%s (seat %u) wins in turn %u", seating->seats[p].name, p + 1, now.turn);
    won = true;
  }
  if (!won) printf(now.over ? "The game is a draw, in turn %u" : "The game is not over, in turn %u", now.turn);
  printf("%s; %" PRIu64 " decisions, %" PRIu64 " events, hash %016" PRIx64 "\n", style.plain, now.decisions, now.events,
         gavel_game_hash(s->game));
}

/* The first person at the table; nobody where all play by themselves, and everything may be told. */
static u32 first_person(const Seating *seating) {
  for (u32 p = 0; p < seating->count; p++)
    if (seating->seats[p].player == SEAT_HUMAN) return p;
  return GAVEL_NO_PLAYER;
}

/* The command line that gives the game again: by its record, or where nobody had a hand in it, by its seed. */
static void again_print(const Session *s) {
  const Play *play = s->play;
  const Seating *seating = &s->record.seating;
  if (play->save) {
    printf("again: gavel replay %s\n", play->save);
  } else if (!play->resume && first_person(seating) == GAVEL_NO_PLAYER) {
    fputs("again: gavel play", stdout);
    for (u32 p = 0; p < seating->count; p++)
      if (seating->seats[p].player == SEAT_RANDOM) printf(" --seat %u=random", p + 1);
    printf(" --seed %" PRIu64, seating->seed);
    for (u32 p = 0; p < seating->count; p++) printf(" %s", play->decks.data[p]);
    putchar('\n');
  }
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
  s->record.hash = gavel_game_hash(s->game);
  if (s->play->save && !record_write(&s->record, s->play->save)) return CLI_BAD_INPUT;
  again_print(s);
  return CLI_FINE;
}

static bool session_begin(Session *s, const Play *play) {
  Seating *seating = &s->record.seating;
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
  if (!s->game) return false;
  s->log = (BoardLog){.seating = seating, .viewer = first_person(seating), .silent = play->quiet};
  board_log_listen(&s->log, s->game);
  if (gavel_automaton_create(gavel_allocator_default(), &s->automaton)) out_of_memory();
  return true;
}

int command_play(int argc, char **argv) {
  Play play = {.seed = 1, .limit = 100000};
  argp_parse(&ARGP, argc, argv, 0, NULL, &play);
  Session s = {.play = &play};
  s.record.seating.cards = cards_open(&play.cards);
  int status = CLI_BAD_INPUT;
  if (s.record.seating.cards && session_begin(&s, &play)) status = session_run(&s);
  gavel_game_destroy(s.game);
  gavel_automaton_destroy(s.automaton);
  GavelCards *cards = s.record.seating.cards;
  record_free(&s.record);
  cards_close(&play.cards, cards);
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &play.decks);
  return status;
}
