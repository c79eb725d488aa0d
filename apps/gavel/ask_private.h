/* What the files that answer questions share. */
#ifndef GAVEL_ASK_PRIVATE_H
#define GAVEL_ASK_PRIVATE_H

#include "ask.h"

enum { WORDS_CAP = 1024, LINE_CAP = 4 * WORDS_CAP };

/* Says what is wrong: CLI_BAD_INPUT. */
int ask_refuse(const GavelError *error);
/* Says that words mean nobody and nothing that is here, and how to see what is: CLI_BAD_INPUT. */
int ask_nobody(const Ask *ask, const char *words);
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
AskState ask_state_is;    /* whether a player or object is so: "bear tapped" */
AskState ask_state_does;  /* whether one has or does what stays so: "angel have flying" */
AskState ask_state_why;   /* the same, for what stands behind "why isn't" or "why doesn't" */
AskState ask_state_what;  /* what one is, or how many: "damage has bear", "the power of bear" */
AskState ask_state_which; /* which are so: "is the monarch", "creatures survive" */
/* Whether something is ("bear tapped") or has or does ("angel have flying") what stays so: 1, 0, or -1 for other words. */
int ask_state_holds(GavelSession *session, bool is, const char *words);
/* Describes the one object or player that words are about, "the power of bear", "bear's colors": all others must ask for
   what a description tells. False if they don't. */
bool ask_property(GavelSession *session, const char *words);

/* Whether something can be done that isn't in the words of a scenario: "bear block angel", "angel be blocked by bear", "Alice
   target bear with Shock". False for words that ask for something else. */
bool ask_possible(Ask *ask, const char *action, int *status);

/* The same for what a scenario has other words for, "Alice activate jace", "Alice equip axe to bear": tried before those. */
bool ask_possible_first(Ask *ask, const char *action, int *status);

/* "Hill Giant block", "Bob block Serra Angel": whether it must be so; what a player must do otherwise, "Alice sacrifice bear", is
   asked as what happens. */
int ask_must(Ask *ask, const char *words);
/* "Alice choose for Fireball", "… via Omniscience": the numbers that X can be. */
int ask_which_x(Ask *ask, const char *words);
/* "Shock target": all that it can. */
int ask_what_can(Ask *ask, const char *words);
/* "ward", "ward of bear": what the keyword costs wherever it is; false for other words. */
bool ask_keyword_cost(const Ask *ask, const char *words);

/* What the files that answer such questions share. An object that a question names, as lines of a scenario name it. */
typedef struct Named {
  GavelRef ref;
  GavelObject is;
  char words[WORDS_CAP];
} Named;
bool ask_name(const Ask *ask, const char *text, Named *out);
/* Takes lines, one by one, in which a player does something to an object with a card that they cast, or with each ability of a
   permanent; true if one of them was taken. GAVEL_NO_PLAYER: whoever controls that. */
typedef bool AskLine(const Ask *ask, const char *line, int *status);
bool ask_with(const Ask *ask, u32 player, const Named *with, const char *to, AskLine *take, int *status);
/* The player whose name the words are; GAVEL_NO_PLAYER for none. */
u32 ask_player_named(const Ask *ask, const char *words);
/* Parts words at the first `between` into two. */
bool ask_parted(const char *words, const char *between, char before[WORDS_CAP], char behind[WORDS_CAP]);

/* Goes back line by line, from before the last one, with the game as it was then and the line behind it, until `stop` is
   true; whether it was. */
typedef bool AskPast(Ask *past, const char *line, void *user);
bool ask_past(const Ask *ask, AskPast *stop, void *user);
/* Asks a question of a moment that a heading of a scenario says, of now if that is empty. */
int ask_at(const Ask *ask, const char *question, const char *moment);
/* "turn 2, main phase" */
void ask_print_moment(const Ask *ask);
/* Answers "… while the trigger of bear is on the stack" and "… at turn 3 main" as it was then; false for other words. */
bool ask_at_moment(const Ask *ask, const char *line, int *status);
/* Answers a question in a whole sentence, "Bob attacks with bear: can Alice block it", with names in the place of pronouns; false
   for lines of one part without those. */
bool ask_in_context(Ask *ask, const char *line, int *status);
/* What forbids an action in a session, and of what kind it is: empty if it is legal, null if the words make no sense. To be given
   back with free. */
char *ask_forbids(const Ask *ask, const char *action, GavelRefusal *refusal);
/* Asks about an attack or block of this turn as of the moment before the first line that declares it; false where none was
   declared. */
typedef int AskThen(Ask *ask, const char *words);
bool ask_before_declaration(const Ask *ask, const char *words, AskThen *answer, int *status);
/* Says when the file does the same to the same card, "Alice suspend Rift Bolt"; whether it does. */
bool ask_was_done(const Ask *ask, const char *action);
/* "Hill Giant attack": all whom it may attack, if it must. */
int ask_whom_must(Ask *ask, const char *words);
/* Behind why something can't be done now: when it last was otherwise, and how. */
void ask_could_before(const Ask *ask, const char *action);
/* Puts an action into the words of a scenario, in place as far as the player's name goes, with quotation marks in `written`. */
void ask_written(const Ask *ask, char line[LINE_CAP], Text *written);

#endif
