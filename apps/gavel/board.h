/* A game as a person reads it. */
#ifndef GAVEL_BOARD_H
#define GAVEL_BOARD_H

#include "match.h"

/* Prints the whole table as the viewer may see it (GAVEL_NO_PLAYER: everything), nearest last. */
void board_print(const Seating *seating, GavelGame *game, u32 viewer);
/* One or several options that look alike in every respect: choosing any of them is the same to a person. */
typedef struct Choice {
  u32 option; /* the first of them */
  u32 times;
  Text words;
} Choice;
typedef struct Choices {
  VEC(Choice) rows;
} Choices;
/* The options of the decision as a person chooses among them, in their order; ends the program without memory. */
void choices_make(const Seating *seating, GavelGame *game, Choices *choices);
void choices_free(Choices *choices);

/* Prints what a card or object is and does, as the viewer may know: name, cost, type line, text, power and toughness. */
void board_card_print(GavelGame *game, u32 viewer, GavelRef ref);
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
