/* Many games at once, stepped together and seen as numbers: what a learning program plays with.

       GavelBatchDef def = gavel_batch_def_default();
       def.game = game;                    set up, and not started
       def.games = 256;
       gavel_batch_create(&def, &batch, &error);
       gavel_batch_reset(batch, 1, &view);
       for (;;) {
         ...                               choose an action for each game: a row of its options
         gavel_batch_step(batch, actions, &view, &error);
       }

   What gavel/gavel.h says of statuses, texts and failure holds here too.

   - A *step* answers one decision of one of the seats that the caller plays, in every game. Decisions with a single option
     are answered by the batch, and so are those of the seats that others play.
   - Decisions with more than `max_options` options take several steps (gavel/observation.h, GavelNarrowing).
   - An episode is *terminated* when its game is over. It is *truncated* when a limit is reached, or when its game fails: the
     other games go on.
   - The batch restarts games by itself, in the step after the one that said that the episode was over: this step takes no
     action in such a game (any number will do), and shows the first decision of the next episode. So the last observation
     of an episode is what the step that ended it shows: from the seat that acted last, without options.
   - The reward is 0 until a game is over; then 1 for who has won and -1 for the others; 0 for all in a draw. A truncated
     episode gives no reward.
   - The same def and the same actions give the same games, whatever the number of threads.
   - A step asks for no memory of its own once games have grown to their size. */
#ifndef GAVEL_BATCH_H
#define GAVEL_BATCH_H

#include "gavel/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Games that are stepped together. Used by one thread at a time; it has threads of its own. */
typedef struct GavelBatch GavelBatch;

/* Who plays a seat. */
typedef enum GavelSeatKind {
  GAVEL_SEAT_CALLER,   /* the caller, by actions */
  GAVEL_SEAT_RANDOM,   /* an option drawn uniformly */
  GAVEL_SEAT_AUTOMATIC /* the automatic player (gavel/player.h) */
} GavelSeatKind;

/* How a game begins. */
typedef enum GavelBeginning {
  GAVEL_BEGIN_WITH_HANDS, /* libraries are shuffled, seven cards drawn, and mulligans are decided (103.5) */
  GAVEL_BEGIN_DEALT       /* the same without mulligans */
} GavelBeginning;

typedef struct GavelBatchDef {
  const GavelGame *game;    /* must be set: a game that is set up and not started. Each game is a copy of it */
  GavelAllocator allocator; /* default: gavel_allocator_default(); called by all threads at once */
  uint32_t games;           /* 1 to 65,536; default 1 */
  uint32_t threads;         /* 1 to 64; default 1: the caller's alone */
  GavelSeatKind seats[GAVEL_PLAYERS_MAX]; /* default: all the caller's; at least one must be */
  GavelBeginning beginning;               /* default: with hands */
  uint32_t starting_player;               /* default GAVEL_NO_PLAYER: drawn anew for each game */
  uint32_t max_objects;                   /* rows of an observation; default 512 */
  uint32_t max_links;                     /* default 1,024 */
  uint32_t max_options;                   /* at least 2; default 256 */
  uint32_t max_decisions; /* of an episode, forced ones and those of other seats included; default 20,000 */
} GavelBatchDef;

GAVEL_API GavelBatchDef gavel_batch_def_default(void);

/* Why an episode was truncated. */
typedef enum GavelTruncation {
  GAVEL_TRUNCATED_NOT,
  GAVEL_TRUNCATED_DECISIONS, /* more than max_decisions */
  GAVEL_TRUNCATED_OBJECTS,   /* more than max_objects */
  GAVEL_TRUNCATED_LINKS,     /* more than max_links */
  GAVEL_TRUNCATED_ENGINE     /* the game failed: gavel_batch_message says why */
} GavelTruncation;

/* Where steps are written to: memory of the caller's, which each call may find elsewhere. `n` is the number of games and
   `p` that of players. Rows of one table lie one behind the other without gaps: those of game `i` are the rows
   offsets[i] up to offsets[i + 1], which is the number of all rows for the last. */
typedef struct GavelBatchView {
  int16_t *globals;         /* n rows of GAVEL_GLOBAL_WIDTH */
  int16_t *players;         /* n * p rows of GAVEL_PLAYER_WIDTH */
  int16_t *objects;         /* room for n * max_objects rows of GAVEL_OBJECT_WIDTH … */
  uint32_t *object_offsets; /* … and n + 1 */
  int16_t *links;           /* room for n * max_links rows of GAVEL_LINK_WIDTH … */
  uint32_t *link_offsets;   /* … and n + 1 */
  int16_t *options;         /* room for n * max_options rows of GAVEL_OPTION_WIDTH … */
  uint32_t *option_offsets; /* … and n + 1 */
  uint8_t *mask;       /* n * max_options: 1 for each action that may be taken, which are the first ones. May be null */
  int32_t *seats;      /* n: who decides, in the game's own order of players; once an episode is over, who acted last */
  float *rewards;      /* n * p, in the game's own order of players */
  uint8_t *terminated; /* n */
  uint8_t *truncated;  /* n: GavelTruncation */
} GavelBatchView;

/* Makes a batch, as `*batch`; nothing has begun until it is reset. The game of the def may be destroyed, and its cards live
   and stay as they are until the batch is destroyed. Errors, with a message: GAVEL_E_CHECK for a def that is no batch's,
   GAVEL_E_MISUSE for a game that has started, GAVEL_E_MEMORY also where a thread can't be had. `error` may be null. */
GAVEL_API GavelStatus gavel_batch_create(const GavelBatchDef *def, GavelBatch **batch, GavelError *error);
/* Gives a batch back; null is allowed. */
GAVEL_API void gavel_batch_destroy(GavelBatch *batch);

/* Begins all games anew with games drawn from `seed`, and shows their first decisions. Errors: GAVEL_E_MEMORY when there is
   none for a game. */
GAVEL_API GavelStatus gavel_batch_reset(GavelBatch *batch, uint64_t seed, GavelBatchView *view);
/* Takes an action in each game, a row of the options it showed, and shows the next decisions. Errors: GAVEL_E_ILLEGAL for
   an action that is none, with the game in the message and nothing changed in any game; GAVEL_E_MISUSE before the batch was
   reset. `error` may be null. */
GAVEL_API GavelStatus gavel_batch_step(GavelBatch *batch, const int32_t *actions, GavelBatchView *view,
                                       GavelError *error);

/* How many games and players there are. */
GAVEL_API uint32_t gavel_batch_games(const GavelBatch *batch);
GAVEL_API uint32_t gavel_batch_players(const GavelBatch *batch);
/* How many episodes have begun, and how many decisions been answered in all games, forced ones and those of other seats
   included. */
GAVEL_API uint64_t gavel_batch_episodes(const GavelBatch *batch);
GAVEL_API uint64_t gavel_batch_decisions(const GavelBatch *batch);
/* Why the episode of a game was truncated, as a sentence; empty if it was not. Lives until the next step. */
GAVEL_API const char *gavel_batch_message(const GavelBatch *batch, uint32_t game);
/* The game itself, which the batch keeps: for referees, who know everything, and not for whoever plays it. It is to be
   looked at only. Null for a number that is none, and before the batch was reset. */
GAVEL_REFEREE GavelGame *gavel_batch_game(GavelBatch *batch, uint32_t game);
/* Which of the options the decision of a game is narrowed down to. */
GAVEL_API GavelNarrowing gavel_batch_narrowing(const GavelBatch *batch, uint32_t game);

#ifdef __cplusplus
}
#endif
#endif
