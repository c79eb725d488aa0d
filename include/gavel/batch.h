/* Many games at once, stepped together and observed as numbers: the environment for a learning program.

       GavelBatchDef def = gavel_batch_def_default();
       def.game = game;                    set up, but not started
       def.games = 256;
       gavel_batch_create(&def, &batch, &error);
       gavel_batch_reset(batch, 1, &view);
       for (;;) {
         ...                               choose an action for each game: a row of its options
         gavel_batch_step(batch, actions, &view, &error);
       }

   The rules of gavel/gavel.h on statuses, texts and failure apply here too.

   - A *step* answers one decision of one of the caller's seats in every game. The batch itself answers decisions that
     have a single option, and those of the other seats.
   - A decision with more than `max_options` options takes several steps (gavel/observation.h, GavelNarrowing).
   - An episode is *terminated* when its game is over. It is *truncated* when it reaches a limit or its game fails; the
     other games go on.
   - The batch restarts games by itself, one step after the step that reported the end of the episode. That next step
     ignores the action for such a game and shows the first decision of the new episode. So the last observation of an
     episode is the one from the step that ended it: it is made for the seat that acted last, and has no options.
   - The reward is 0 until a game is over. Then it is 1 for winners and -1 for the others, or 0 for all in a draw. A
     truncated episode gives no reward.
   - The same def and the same actions give the same games, whatever the number of threads.
   - A step allocates no memory of its own once the games have grown to their size. */
#ifndef GAVEL_BATCH_H
#define GAVEL_BATCH_H

#include "gavel/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A set of games that are stepped together. Used by one thread at a time; it has threads of its own. */
typedef struct GavelBatch GavelBatch;

/* Who plays a seat. */
typedef enum GavelSeatKind {
  GAVEL_SEAT_CALLER,   /* the caller, through actions */
  GAVEL_SEAT_RANDOM,   /* picks an option uniformly at random */
  GAVEL_SEAT_AUTOMATIC /* the automatic player (gavel/player.h) */
} GavelSeatKind;

/* How a game begins. */
typedef enum GavelBeginning {
  GAVEL_BEGIN_WITH_HANDS, /* shuffle, draw seven cards, and decide mulligans (103.5) */
  GAVEL_BEGIN_DEALT       /* the same without mulligans */
} GavelBeginning;

typedef struct GavelBatchDef {
  const GavelGame *game;    /* must be set: a game that is set up but not started. Each game is a copy of it */
  GavelAllocator allocator; /* default: gavel_allocator_default(); all threads call it, at the same time */
  uint32_t games;           /* 1 to 65,536; default 1 */
  uint32_t threads;         /* 1 to 64; default 1: only the calling thread */
  GavelSeatKind seats[GAVEL_PLAYERS_MAX]; /* default: all GAVEL_SEAT_CALLER; at least one must be */
  GavelBeginning beginning;               /* default: with hands */
  uint32_t starting_player;               /* default GAVEL_NO_PLAYER: chosen at random for each game */
  uint32_t max_objects;                   /* rows of an observation; default 512 */
  uint32_t max_links;                     /* default 1,024 */
  uint32_t max_options;                   /* at least 2; default 256 */
  uint32_t max_decisions; /* per episode, including forced ones and those of other seats; default 20,000 */
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

/* Where a step writes its results: the caller's memory, which may move between calls. `n` is the number of games, `p`
   the number of players. The rows of a table are contiguous: those of game `i` are rows offsets[i] up to offsets[i +
   1], and the last offset is the number of all rows. */
typedef struct GavelBatchView {
  int16_t *globals;         /* n rows of GAVEL_GLOBAL_WIDTH */
  int16_t *players;         /* n * p rows of GAVEL_PLAYER_WIDTH */
  int16_t *objects;         /* room for n * max_objects rows of GAVEL_OBJECT_WIDTH … */
  uint32_t *object_offsets; /* … and n + 1 */
  int16_t *links;           /* room for n * max_links rows of GAVEL_LINK_WIDTH … */
  uint32_t *link_offsets;   /* … and n + 1 */
  int16_t *options;         /* room for n * max_options rows of GAVEL_OPTION_WIDTH … */
  uint32_t *option_offsets; /* … and n + 1 */
  uint8_t *mask;       /* n * max_options: 1 for each action that may be taken, always the first ones. May be null */
  int32_t *seats;      /* n: who decides, numbered in the game's own order of players; once an episode is over, who
                          acted last */
  float *rewards;      /* n * p, in the game's own order of players */
  uint8_t *terminated; /* n */
  uint8_t *truncated;  /* n: GavelTruncation */
} GavelBatchView;

/* Creates a batch in `*batch`; call gavel_batch_reset before the first step. The def's game may be destroyed, but its
   cards must stay unchanged until the batch is destroyed. Errors, with a message: GAVEL_E_CHECK for an invalid def,
   GAVEL_E_MISUSE for a game that has started, GAVEL_E_MEMORY also if a thread can't be created. `error` may be null. */
GAVEL_API GavelStatus gavel_batch_create(const GavelBatchDef *def, GavelBatch **batch, GavelError *error);
/* Destroys a batch; null is allowed. */
GAVEL_API void gavel_batch_destroy(GavelBatch *batch);

/* Restarts all games at random from `seed` and shows their first decisions. Errors: GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_batch_reset(GavelBatch *batch, uint64_t seed, GavelBatchView *view);
/* Takes one action in each game, given as a row of the options it showed, and shows the next decisions. Errors:
   GAVEL_E_ILLEGAL for a row that doesn't exist: no game changes, and the message names the game; GAVEL_E_MISUSE before
   the first gavel_batch_reset. `error` may be null. */
GAVEL_API GavelStatus gavel_batch_step(GavelBatch *batch, const int32_t *actions, GavelBatchView *view,
                                       GavelError *error);

/* Number of games, and of players in each. */
GAVEL_API uint32_t gavel_batch_games(const GavelBatch *batch);
GAVEL_API uint32_t gavel_batch_players(const GavelBatch *batch);
/* Number of episodes begun, and of decisions answered in all games, including forced ones and those of other seats. */
GAVEL_API uint64_t gavel_batch_episodes(const GavelBatch *batch);
GAVEL_API uint64_t gavel_batch_decisions(const GavelBatch *batch);
/* Why the episode of a game was truncated, as a sentence; empty if it was not. Valid until the next step. */
GAVEL_API const char *gavel_batch_message(const GavelBatch *batch, uint32_t game);
/* The batch's own game, for referees: they know everything, so don't show it to its players. Read only. Null for an
   index out of range and before the first gavel_batch_reset. */
GAVEL_REFEREE GavelGame *gavel_batch_game(GavelBatch *batch, uint32_t game);
/* The part of the options that a game's decision is narrowed down to. */
GAVEL_API GavelNarrowing gavel_batch_narrowing(const GavelBatch *batch, uint32_t game);

#ifdef __cplusplus
}
#endif
#endif
