/* Sessions on the scenarios of files, for the subcommands that ask them. */
#ifndef GAVEL_MOMENTS_H
#define GAVEL_MOMENTS_H

#include "scenario_files.h"

#include "gavel/session.h"

/* Opens one of the scenarios of a text as `*session`. GAVEL_OK, or the status in `error`; ends the program if there is
   no memory. */
GavelStatus moment_open(const ScenarioFiles *files, GavelCards *cards, const Text *text, u32 which,
                        GavelSession **session, GavelError *error);

/* Takes the words off the end of the arguments that are no file: what is asked about a file. Null if the last argument
   is a file, or the only one; with `alone` words may stand without a file. */
const char *moment_words(ScenarioFiles *files, bool alone);

/* gavel_session_go, but for a moment that lies beyond the next turn of each player behind the end of the scenario:
   nothing leads there, and it is refused with GAVEL_E_ILLEGAL. */
GavelStatus moment_go(GavelSession *session, const char *moment, GavelError *error);

/* Opens the only scenario of the only file, at the moment `at` unless that is null; null after complaining of more, or
   of what is wrong with it. */
GavelSession *moment_of_file(const ScenarioFiles *files, GavelCards *cards, const char *at);

#endif
