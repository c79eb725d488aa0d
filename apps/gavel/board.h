/* A game as a person reads it. */
#ifndef GAVEL_BOARD_H
#define GAVEL_BOARD_H

#include "match.h"

/* Prints the whole table as the viewer may see it (GAVEL_NO_PLAYER: everything), nearest last. */
void board_print(const Seating *seating, GavelGame *game, u32 viewer);
/* "turn 3, Red Burn's declare attackers" */
void board_moment(const Seating *seating, const GavelGame *game, Text *out);

/* Prints what happens in a game while it is played, one line an event, leaving out what is only bookkeeping and what the
   viewer may not know. */
typedef struct BoardLog {
  const Seating *seating;
  u32 viewer; /* GAVEL_NO_PLAYER: one who may know everything */
  bool silent;
  u32 turn;
  GavelStep step;
} BoardLog;
void board_log_listen(BoardLog *log, GavelGame *game);
/* Writes a text in which players are numbered with their names instead. */
void board_named(const Seating *seating, const char *text, Text *out);

#endif
