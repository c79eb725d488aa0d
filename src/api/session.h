/* What the files of a session share.

   session.c        moments: a scenario that has been run, and what it came to
   session_do.c     steps: what is done, undone and edited
   session_find.c   objects by words
   session_ask.c    accounts, reasons, completion
   session_happened.c  questions about what has happened
   board.c          the board in JSON, of a session or a game

   A session runs its scenario anew after each step: a scenario takes milliseconds, and so a moment is exactly what its
   text says, undoing is nothing but another text, and what fails has changed nothing. */
#ifndef API_SESSION_H
#define API_SESSION_H

#include "gavel/session.h"

#include "api/api.h"
#include "explain/account.h"
#include "scenario/live.h"

/* A scenario that has been run. */
typedef struct Moment {
  GavelAllocator allocator;
  Arena arena; /* of the scenario */
  ScenarioFile *file;
  const Scenario *scenario;
  ScenarioResult result;
  Text reason;
  Text title; /* zero-terminated, as are the names */
  Text names[PLAYERS_CAP];
  Account account;
  Str players[PLAYERS_CAP];
  ScenarioRun *run;
  /* While it runs. */
  const struct GavelSession *session;
  u64 rules;         /* carried out */
  u32 seen;          /* the line at which the game was last looked at */
  GavelStatus ended; /* by a bound of the session, or whoever calls */
  Text object;       /* what was last said of an object, which is not said twice */
} Moment;

/* A step: at a byte of the text, what stood there before and what stands there now. */
typedef struct Step {
  u32 at;
  Str before, after;
} Step;

struct GavelSession {
  GavelSessionDef def; /* its text is none */
  Text text;           /* the scenario, behind as many line breaks as there are lines before it in the file */
  u32 skipped;         /* those */
  u32 scenarios;       /* of the text it was made with */
  Moment *now;
  VEC(Step) steps;
  u32 done;   /* of them; those behind can be done again */
  u32 reader; /* 1 + the player for whom a moment is being made, 0 for whoever may know everything */
};

static inline const CardDb *session_db(const GavelSession *s) { return api_carddb(s->def.cards); }
/* The text without what was skipped. */
static inline Str session_scenario(const GavelSession *s) {
  return (Str){s->text.data + s->skipped, s->text.length - s->skipped};
}

/* Runs a text, which must hold one scenario, as `*out`; null after an error. */
GavelStatus moment_make(const GavelSession *s, Str text, Moment **out, GavelError *error);
void moment_free(Moment *moment);
/* GAVEL_OK, or why the run of a moment is none that a step may lead to, with its reason as the error. */
GavelStatus moment_sound(const Moment *moment, GavelError *error);

/* Appends one of the scenarios of a text as a session holds it: behind a line break for each line before it, with a script.
   How many lines those are goes to `*skipped`, and how many scenarios there are to `*count`. */
GavelStatus session_whole(const GavelSession *s, Str text, u32 which, Text *out, u32 *skipped, u32 *count,
                          GavelError *error);

/* Appends what an object or player is (gavel_session_describe). What the game has failed with. */
GavelStatus session_describe(GavelSession *s, GavelRef ref, Text *out);

/* Cuts an ordinal number off at the beginning of words, "second Grapeshot": 2; 0 if there is none. */
u32 session_ordinal(Str *words);

/* Where a line of a text begins, counting from 1; its end for a line behind the last. */
u32 session_line_start(Str text, u32 line);

/* Parses `text` with a line behind it, which is no part of what is run; the last line goes to `*line`, null after an
   error. All lies in `arena`. */
GavelStatus session_parse_behind(const GavelSession *s, Arena *arena, const char *before, const char *line,
                                 const ScenarioLine **out, GavelError *error);
/* The place of a mistake in a line that was parsed behind so many bytes, as its own. */
void session_own_place(u32 length, GavelError *error);

#endif
