/* A game as a person reads it. */
#ifndef GAVEL_BOARD_H
#define GAVEL_BOARD_H

#include "match.h"

/* How a game is shown. */
typedef struct Board {
  const Seating *seating; /* whose names the players have */
  bool plain;             /* for reading aloud: a thing a line, nothing aligned or coloured, mana symbols in words */
} Board;

/* Prints the whole table as the viewer may see it (GAVEL_NO_PLAYER: everything), nearest last. */
void board_print(const Board *board, GavelGame *game, u32 viewer);
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
void choices_make(const Board *board, GavelGame *game, Choices *choices);
void choices_free(Choices *choices);

/* Prints what a card or object is and does, as the viewer may know: name, cost, type line, text, power and toughness. */
void board_card_print(const Board *board, GavelGame *game, u32 viewer, GavelRef ref);
/* Prints what is asked and the options below it, numbered from 1 for one who is to choose. */
void board_question(const Board *board, GavelGame *game, bool numbered);

/* Prints what happens in a game while it is played, one line an event, leaving out what is only bookkeeping and what the
   viewer may not know. */
typedef struct BoardLog {
  Board board;
  u32 viewer; /* GAVEL_NO_PLAYER: one who may know everything */
  bool silent;
  u32 turn;
  Text *since; /* gets a copy of what is printed; may be null */
} BoardLog;
void board_log_listen(BoardLog *log, GavelGame *game);
#endif
