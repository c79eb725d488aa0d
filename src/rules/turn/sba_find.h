/* Which state-based actions apply now, and which choices they need. */
#ifndef RULES_TURN_SBA_FIND_H
#define RULES_TURN_SBA_FIND_H

#include "rules/query/query.h"

typedef enum QuestionKind { QUESTION_NONE, QUESTION_LEGEND, QUESTION_COMMANDER, QUESTION_PROTECTOR } QuestionKind;

/* A choice a state-based action asks for. */
typedef struct Question {
  QuestionKind kind;
  u32 player;
  Ref object; /* one of the permanents of a name, the commander, the battle */
} Question;

/* Adds the events of all actions that apply to the batch under construction and does those that are no
   events, whose number is added to `*direct`. `answers` is the first row of T_CHOSEN with an answer. False if
   some choice has not been made: nothing is done then, and the events are to be thrown away. */
bool sba_find(Game *g, u32 answers, u32 *direct);
/* The first choice in APNAP order that is not among the answers. */
Question question_next(Game *g, u32 answers);
/* Pushes the permanents that are subject to the legend rule together with this one, itself included. */
void legend_group(Game *g, u32 slot);
/* Whether the player may become a battle's protector (310.8a, 310.11a). */
bool protector_allowed(Game *g, u32 slot, u32 player);

#endif
