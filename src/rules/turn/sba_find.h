/* Which state-based actions apply now, and which choices they need. */
#ifndef RULES_TURN_SBA_FIND_H
#define RULES_TURN_SBA_FIND_H

#include "rules/query/query.h"

typedef enum QuestionKind { QUESTION_NONE, QUESTION_LEGEND, QUESTION_COMMANDER, QUESTION_PROTECTOR } QuestionKind;

/* A choice that a state-based action needs. */
typedef struct Question {
  QuestionKind kind;
  u32 player;
  Ref object; /* one of the permanents with the same name, the commander, or the battle */
} Question;

/* Adds the events of all applicable actions to the batch under construction, and performs those that are not events,
   whose number is added to `*direct`. `answers` is the first row of T_CHOSEN with an answer. False if a choice has not
   been made: nothing is performed then, and the caller must discard the events. */
bool sba_find(Game *g, u32 answers, u32 *direct);
/* The first choice in APNAP order without an answer. */
Question question_next(Game *g, u32 answers);
/* Whether it is certain that no permanent phases or is a Saga. */
bool permanents_take_no_step(Game *g);
/* Pushes the permanents subject to the legend rule together with this one, including itself. */
void legend_group(Game *g, u32 slot);
/* Whether the player may become a battle's protector (310.8a, 310.11a). */
bool protector_allowed(Game *g, u32 slot, u32 player);

#endif
