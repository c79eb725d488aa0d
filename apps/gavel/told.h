/* Texts of a session, whatever their length. Each is to be given back with free; without memory the program ends. */
#ifndef GAVEL_TOLD_H
#define GAVEL_TOLD_H

#include "cli.h"

#include "gavel/session.h"

/* What a function of the session writes: its scenario, the reason of its verdict, what it asks. */
typedef size_t Tells(const GavelSession *session, char *out, size_t size);
char *told(const GavelSession *session, Tells *tells);

char *told_account(const GavelSession *session, GavelAccount grain, u32 from);
/* How a line may go on, one a line, at most `cap`. */
char *told_completions(GavelSession *session, const char *line, u32 cap);

/* Null after an error: what an object is; why it is that; what has happened, which comes to `*answer` (may be null); and why an
   action isn't legal, if it isn't. */
char *told_description(GavelSession *session, const char *words, GavelError *error);
char *told_explanation(GavelSession *session, const char *words, GavelError *error);
char *told_happened(GavelSession *session, const char *question, GavelAsked asked, u32 from, GavelAnswer *answer,
                    GavelError *error);
char *told_why_not(GavelSession *session, const char *action, GavelRefusal *refusal, GavelError *error);

#endif
