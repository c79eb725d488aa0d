/* Whether, how often and how much of something has happened, or why not, from an account. */
#ifndef EXPLAIN_HAPPENED_H
#define EXPLAIN_HAPPENED_H

#include "explain/account.h"

#include "gavel/session.h"

/* What is asked of an account: the verb of a question, such as "die" or "dealt damage". */
typedef struct Topic Topic;

typedef enum Asked {
  ASKED_WHETHER,
  ASKED_HOW_MUCH, /* or how many, or how often */
  ASKED_WHY_NOT,
  ASKED_WHO, /* does it */
  ASKED_WHEN
} Asked;

/* The topic that a question has behind whom it is about: "die", "draw cards"; its words may go on. Null if there is
   none. `*length` becomes that of the verb. */
const Topic *topic_find(Str words, Str question, u32 *length);
/* Whether it can be asked of an object or player, and nothing behind the verb asks for something else. */
bool topic_fits(const Topic *topic, Ref about, Str rest);
/* Whether it can be asked how often or how much of it there was. */
bool topic_counts(const Topic *topic);
/* What a question is about. */
typedef struct Inquiry {
  const Topic *topic;
  Ref about; /* an object or player, REF_NONE for anybody … */
  Str words; /* … whom these words name */
  Ref to;    /* whom damage is dealt to, REF_NONE for anybody */
  Word step; /* in which it happened, 0 for any */
} Inquiry;

/* Appends an answer from what happened from line `from` on: "Yes: Grizzly Bears is destroyed (704.5g).", "3: …", "No: …"; answers
   what it comes to. */
GavelAnswer happened_say(const Account *account, Game *g, u32 from, Asked asked, const Inquiry *inquiry, Text *out);

/* Appends what happened to an object or player from line `from` on, with `deeds` also what it did, and what it is now. Must run
   within game_protect, as happened_say must. */
void happenings_say(const Account *account, Game *g, u32 from, Ref about, bool deeds, Text *out);

#endif
