/* What may be chosen, in words. */
#ifndef EXPLAIN_OPTIONS_H
#define EXPLAIN_OPTIONS_H

#include "explain/sentences.h"
#include "rules/turn/turn.h"

/* How whoever asks names things, and what the words are for. */
typedef struct Phrasing {
  void *user;
  void (*ref)(void *user, Game *g, Ref ref, Text *out); /* appends the name of an object or player */
  Str (*name)(void *user, const Game *g, StrId name);   /* the text of a name */
  /* Appends an ability of the object `source`. */
  void (*ability)(void *user, Game *g, AbilityInst inst, Ref source, Text *out);
  bool
      answers; /* in the words that, quoted, name the option as an answer (in English); else as a sentence for a person */
  GavelLanguage language;
} Phrasing;

/* Appends an option of the pending decision in words. */
void option_words(Game *g, const Option *option, const Phrasing *p, Text *out);
/* Appends what the pending decision is and what asks it: "may, for Clone (608.2d)". */
void question_words(Game *g, const Phrasing *p, Text *out);
/* Appends the way in which an option casts its card. */
void way_words(Game *g, const Option *option, const Phrasing *p, Text *out);

/* The ability that the option is about, or by which it casts its card; its number is 0 for none. */
AbilityInst option_ability(Game *g, const Option *option);
/* The words of its card for a mode; empty if they are not known. */
Str option_mode_says(Game *g, const Option *option);
/* The name of the face or half a card is cast as, where it has several; 0 where it has one. */
StrId option_face(const Game *g, const Option *option);
/* What a way of casting that is no ability of the card is called in a language; empty for others. */
Str option_way(Game *g, const Option *option, GavelLanguage language);

#endif
