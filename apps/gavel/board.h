/* A game as a person reads it. */
#ifndef GAVEL_BOARD_H
#define GAVEL_BOARD_H

#include "match.h"

/* Prints the whole table as the viewer may see it (GAVEL_NO_PLAYER: everything), nearest last. */
void board_print(const Seating *seating, GavelGame *game, u32 viewer);
/* Prints what is asked and the options below it, numbered from 1 for one who is to choose. */
void board_question(const Seating *seating, GavelGame *game, bool numbered);

/* Prints what happens in a game while it is played, one line an event, leaving out what is only bookkeeping and what the
   viewer may not know. */
typedef struct BoardLog {
  const Seating *seating;
  u32 viewer; /* GAVEL_NO_PLAYER: one who may know everything */
  bool silent;
  u32 turn;
} BoardLog;
void board_log_listen(BoardLog *log, GavelGame *game);
#endif
