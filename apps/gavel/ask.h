/* Questions and actions in words, as `gavel ask` takes them from a person. */
#ifndef GAVEL_ASK_H
#define GAVEL_ASK_H

#include "scenario_files.h"

#include "gavel/session.h"

typedef struct Ask {
  GavelSession *session;
  const GavelCards *cards;
  GavelAccount grain; /* of what is told behind an action */
  GavelLanguage language;
  bool quit;
  bool still; /* what is on the stack stays there, since that moment is asked about */
  u32 from;   /* the line of the last action, 0 for none … */
  char *told; /* … and what has been told of it, to be given back with free */
} Ask;

/* Does or answers what a line says, on the standard output: CLI_FINE; CLI_FAILED where the answer is no; CLI_BAD_INPUT for a
   line that makes no sense or can't be done, after a sentence that says why. */
int ask_line(Ask *ask, const char *line);

/* Lists what can be asked and done. */
void ask_help(GavelLanguage language);

/* What differs between two moments: life, and permanents that are new, gone or not as they were. */
void ask_differences(GavelSession *before, GavelSession *after, GavelLanguage language);

/* "Alice: life 20, hand 3, library 50" */
void ask_player(const char *name, const GavelPlayer *player, GavelLanguage language);
/* What is on the board, and what is asked. */
void ask_board(const GavelSession *session, GavelLanguage language);
/* What is on the stack, or that nothing is. */
void ask_stack(const GavelSession *session, GavelLanguage language);

#endif
