/* gavel replay: plays a record back. */
#include "board.h"
#include "record.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct Replay {
  CardFiles cards;
  const char *path;
  u64 to;
  bool quiet;
} Replay;

static error_t parse(int key, char *argument, struct argp_state *state) {
  Replay *replay = state->input;
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &replay->cards; return 0;
    case 't': replay->to = parse_count(argument, "to", 0, UINT32_MAX, state); return 0;
    case 'q': replay->quiet = true; return 0;
    case ARGP_KEY_ARG:
      if (replay->path) argp_error(state, "replay takes one record at a time");
      replay->path = argument;
      return 0;
    case ARGP_KEY_END:
      if (!replay->path) argp_error(state, "which record? Name the file to play back");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"to", 't', "N", 0, "Play back N answers and show the board and the question there", 0},
    {"quiet", 'q', 0, 0, "Do not print what happens, only whether it ends the same way", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = cards_children,
    .args_doc = "FILE",
    .doc = "Play back a game that `gavel play --save` recorded, and check that it reaches the same state. A record of "
           "another version of Gavel, or made with other cards, is refused.\v"
           "Examples:\n"
           "  gavel replay game.json\n"
           "  gavel replay --to 120 game.json\n"
           "\nExit status: 0 when it ends the same way, 1 when it does not, 2 when the input is wrong.",
};

static int replay_run(const Replay *replay, const Record *record) {
  if (record->answers.count == 0) {
    complain("%s: nothing was answered in this game, so there is nothing to play back; `gavel play --resume` goes on "
             "with it",
             replay->path);
    return CLI_BAD_INPUT;
  }
  GavelGame *game = seating_start(&record->seating, record->seating.seed);
  if (!game) return CLI_BAD_INPUT;
  BoardLog log = {.board = {.seating = &record->seating}, .viewer = GAVEL_NO_PLAYER, .silent = replay->quiet};
  board_log_listen(&log, game);
  u32 count = record->answers.count, to = replay->to < count ? (u32)replay->to : count;
  for (u32 i = 0; i < to; i++) {
    if (!record_apply(game, record->answers.data[i])) continue;
    complain("%s: the game doesn't allow answer %u: %s", replay->path, i + 1, gavel_game_message(game));
    gavel_game_destroy(game);
    return CLI_FAILED;
  }
  int status = CLI_FINE;
  if (to < count) {
    board_print(&log.board, game, GAVEL_NO_PLAYER);
    board_question(&log.board, game, false);
  } else {
    u64 hash = gavel_game_hash(game);
    bool same = !record->whole || hash == record->hash;
    const char *told = !record->whole ? "the record breaks off here; `gavel play --resume` goes on with the game"
                       : same         ? "the same"
                                      : "NOT the same as in the record";
    printf("%u %s %016" PRIx64 ": %s\n", count, said("answers, hash"), hash, said(told));
    status = same ? CLI_FINE : CLI_FAILED;
  }
  gavel_game_destroy(game);
  return status;
}

int command_replay(int argc, char **argv) {
  Replay replay = {.to = UINT64_MAX};
  argp_parse(&ARGP, argc, argv, 0, NULL, &replay);
  Record record = {0};
  record.seating.cards = cards_open(&replay.cards);
  int status = CLI_BAD_INPUT;
  if (record.seating.cards && record_read(&record, replay.path)) status = replay_run(&replay, &record);
  GavelCards *cards = record.seating.cards;
  record_free(&record);
  cards_close(&replay.cards, cards);
  return status;
}
