/* A person at the table: what `gavel play` asks and how it is answered. */
#ifndef GAVEL_PERSON_H
#define GAVEL_PERSON_H

#include "board.h"
#include "gavel/player.h"
#include "prompt.h"
#include "record.h"

/* What the command line of `gavel play` says. */
typedef struct Play {
  CardFiles cards;
  VEC(const char *) decks;
  SeatPlayer players[GAVEL_PLAYERS_MAX];
  u32 said; /* seats of which it was said who plays, as bits */
  u64 seed;
  const char *save, *resume, *format;
  u64 limit;
  bool stop_always, quiet, plain;
  GavelLanguage language;
  char *again; /* its own command line */
} Play;

/* A game under way. */
typedef struct Session {
  const Play *play;
  Record record;
  GavelGame *game;
  GavelAutomaton *automaton;
  BoardLog log;
  Text since;     /* what has been printed since a person last chose */
  Prompt *prompt; /* of the persons */
  Rng rng;
  bool quit, pass_turn;
  u32 passing;      /* the turn that is passed through */
  VEC(bool) chosen; /* of each answer: a person chose it, and it didn't go without saying */
} Session;

/* Who plays for a player. */
SeatPlayer session_who(const Session *s, u32 player);
/* Gives the game an answer and records it; complains and answers false if the game can't take it. */
bool session_answer(Session *s, u32 given);
/* Answers for a person, asking them unless priority is passed for them; false when the game can't go on. */
bool person_ask(Session *s, const GavelDecision *d);
/* Finds out which answers of a record a person chose, for taking them back. */
bool person_recall(Session *s);

#endif
