/* Shared by the files of a session.

       session.c        moments: a scenario that has been run, and its result
       session_do.c     steps: acting, undo and editing
       session_find.c   objects by words
       session_ask.c    accounts, reasons, completion
       session_happened.c  questions about what has happened
       board.c          the board in JSON, of a session or a game

   A session reruns its scenario after each step. A scenario takes milliseconds; so a moment is exactly what its text
   says, undo just restores another text, and a failure changes nothing. */
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
  Text title; /* zero-terminated, like the names */
  Text names[PLAYERS_CAP];
  Account account;
  Str players[PLAYERS_CAP];
  ScenarioRun *run;
  /* While it runs: */
  const struct GavelSession *session;
  u64 rules;         /* carried out */
  u32 seen;          /* the line at which the game was last examined */
  GavelStatus ended; /* by a bound of the session, or by the caller */
  Text object;       /* the last description of an object, which is not repeated */
} Moment;

/* A step: an offset in the text, the old text there and the new one. */
typedef struct Step {
  u32 at;
  Str before, after;
} Step;

struct GavelSession {
  GavelSessionDef def; /* without its text */
  Text text;           /* the scenario, preceded by a line break for each line before it in the file */
  u32 skipped;         /* the number of these */
  u32 scenarios;       /* in the text it was made with */
  Moment *now;
  VEC(Step) steps;
  u32 done;   /* number of steps in effect; later ones can be redone */
  u32 reader; /* 1 + the player for whom the moment is made, 0 for one who may know everything */
};

static inline const CardDb *session_db(const GavelSession *s) { return api_carddb(s->def.cards); }
/* The text without the skipped lines. */
static inline Str session_scenario(const GavelSession *s) {
  return (Str){s->text.data + s->skipped, s->text.length - s->skipped};
}

/* Runs a text, which must hold one scenario, into `*out`; null after an error. */
GavelStatus moment_make(const GavelSession *s, Str text, Moment **out, GavelError *error);
void moment_free(Moment *moment);
/* GAVEL_OK if a step may lead to the moment; otherwise why its run went wrong, as the error. */
GavelStatus moment_sound(const Moment *moment, GavelError *error);

/* Appends scenario `which` of a text as a session stores it: preceded by a line break for each earlier line, and with a
   script. Sets `*skipped` to the number of these lines and `*count` to the number of scenarios. */
GavelStatus session_whole(const GavelSession *s, Str text, u32 which, Text *out, u32 *skipped, u32 *count,
                          GavelError *error);

/* Appends the description of an object or player (gavel_session_describe). Returns the game's failure status. */
GavelStatus session_describe(GavelSession *s, GavelRef ref, Text *out);

/* Cuts an ordinal number off the beginning of words: 2 for "second Grapeshot"; 0 if there is none. */
u32 session_ordinal(Str *words);

/* The offset of a line of a text, counted from 1; the end of the text for a line after the last. */
u32 session_line_start(Str text, u32 line);

/* Parses `before` with a line after it, which is not run; sets `*out` to the last line of the last section, null if
   there is none or after an error. Everything
   is allocated in `arena`. */
GavelStatus session_parse_behind(const GavelSession *s, Arena *arena, const char *before, const char *line,
                                 const ScenarioLine **out, GavelError *error);
/* Converts the place of an error in a line that was parsed after `length` bytes to a place in that line. */
void session_own_place(u32 length, GavelError *error);

#endif
