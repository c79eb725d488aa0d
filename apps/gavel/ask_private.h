/* What the files that answer questions share. */
#ifndef GAVEL_ASK_PRIVATE_H
#define GAVEL_ASK_PRIVATE_H

#include "ask.h"

enum { WORDS_CAP = 1024 };

/* Says what is wrong: CLI_BAD_INPUT. */
int ask_refuse(const GavelError *error);
/* Says which forms are nearest to a question that is none: CLI_BAD_INPUT. */
int ask_back(const Ask *ask, const char *line);

/* The object that words mean, which may be the bare name of a card; `*words` is then quoted into `quoted`. */
GavelStatus ask_find(GavelSession *session, const char **words, char quoted[WORDS_CAP], GavelRef *ref,
                     GavelError *error);
/* Tries a line as it is, then as a scenario would have it (action_as_written): takes it, or says whether it can be taken. */
GavelStatus ask_act(const Ask *ask, GavelSession *session, const char *line, GavelError *error);
GavelStatus ask_whether_legal(const Ask *ask, GavelSession *session, const char *line, GavelError *error);

/* Answers a question about what is so in a session; false for words that ask for something else. */
typedef bool AskState(const Ask *ask, GavelSession *session, const char *question);
AskState ask_state_is;   /* whether a player or object is so: "bear tapped" */
AskState ask_state_does; /* whether one has or does what stays so: "angel have flying" */
AskState ask_state_why;  /* the same, for what stands behind "why isn't" or "why doesn't" */
AskState ask_state_what; /* what one is: "damage has bear", "the power of bear" */
/* Describes the one object or player that words are about, "the power of bear", "bear's colors": all others must ask for
   what a description tells. False if they don't. */
bool ask_property(GavelSession *session, const char *words);

/* Whether something can be done that isn't in the words of a scenario: "bear block angel", "angel be blocked by bear", "Alice
   target bear with Shock". False for words that ask for something else. */
bool ask_possible(Ask *ask, const char *action, int *status);

/* The same for what a scenario has other words for, "Alice activate jace", "Alice equip axe to bear": tried before those. */
bool ask_possible_first(Ask *ask, const char *action, int *status);

#endif
