/* What parser and printer share: the rows of scenario.def with the shapes of what stands behind their words. */
#ifndef SCENARIO_ROWS_H
#define SCENARIO_ROWS_H

#include "scenario/scenario_print.h"

/* What can stand behind words, and the type of the field it fills: read by take_… and written by print_… of that name
   (scenario_shape.c). From `title` on it fills several fields of a node; lines from `player_line` on are printed with
   what belongs to them. */
#define SCENARIO_SHAPES(X)               \
  X(nothing, char)                       \
  X(flag, bool)                          \
  X(mark, u32)                           \
  X(amount, i64)                         \
  X(times, i64)                          \
  X(option, i64)                         \
  X(x, i64)                              \
  X(maybe, ScenarioNumber)               \
  X(numbers, ScenarioNumbers)            \
  X(quoted, ScenarioText)                \
  X(quoted_or_none, ScenarioText)        \
  X(mana, ScenarioText)                  \
  X(mana_or_none, ScenarioText)          \
  X(name, ScenarioText)                  \
  X(sources, ScenarioTexts)              \
  X(rules, ScenarioTexts)                \
  X(payings, ScenarioPayings)            \
  X(counters, ScenarioCounters)          \
  X(counters_each, ScenarioCountersList) \
  X(counters_list, ScenarioCountersList) \
  X(color, Word)                         \
  X(format, ScenarioFormat)              \
  X(day, ScenarioDay)                    \
  X(face_down, ScenarioFaceDown)         \
  X(zone, Zone)                          \
  X(player, u32)                         \
  X(player_or_none, u32)                 \
  X(ref, ScenarioRef *)                  \
  X(refs, ScenarioRefs)                  \
  X(refs_each, ScenarioRefs)             \
  X(set, ScenarioRefs)                   \
  X(attacking, ScenarioAttacking)        \
  X(chosen, ScenarioChosenList)          \
  X(targets, ScenarioTargets)            \
  X(ability, ScenarioAbility)            \
  X(descriptors, ScenarioDescriptors)    \
  X(title, Scenario)                     \
  X(seed, Scenario)                      \
  X(activation, ScenarioAction)          \
  X(attack, ScenarioAction)              \
  X(block, ScenarioAction)               \
  X(split, ScenarioAnswer)               \
  X(pool, ScenarioExpect)                \
  X(attached, ScenarioExpect)            \
  X(possible, ScenarioExpect)            \
  X(attempt, ScenarioExpect)             \
  X(zone_count, ScenarioExpect)          \
  X(player_line, Scenario)               \
  X(turn, Scenario)                      \
  X(resolve, Scenario)                   \
  X(expect, Scenario)                    \
  X(zone_list, ScenarioPlayer)
typedef enum Shape {
#define SHAPE(NAME, TYPE) SHAPE_##NAME,
  SCENARIO_SHAPES(SHAPE)
#undef SHAPE
} Shape;

/* What must stand behind a word, where a card's name may hold the same word. */
typedef enum Follows {
  FOLLOWS_ANYTHING,
  FOLLOWS_END,
  FOLLOWS_COLON,
  FOLLOWS_NUMBER,
  FOLLOWS_QUOTE,
  FOLLOWS_QUOTE_OR_NONE,
  FOLLOWS_WORD,
  FOLLOWS_MANA,
  FOLLOWS_ZONE,
  FOLLOWS_X
} Follows;

/* What a reference may name where it stands. */
typedef enum RefAllowed { REF_OBJECT = 1, REF_PLAYER = 2, REF_EITHER = REF_OBJECT | REF_PLAYER } RefAllowed;

/* Where a line may stand. */
enum {
  ANYWHERE, /* and starts a scenario */
  IN_SETUP,
  BELOW_PLAYER,
  IN_SCRIPT, /* and ends the setup */
  IN_SECTION
};
/* Of what an expectation speaks before its words. */
enum { OF_OBJECTS = 1, OF_PLAYER = 2, OF_ZONE = 4, OF_GAME = 8 };

/* A row being printed: what stands before its words, and these; then what is behind them. */
typedef struct Printer {
  const Scenario *scenario;
  Text *out;
  const ScenarioWord *row;
  const char *before, *words;
} Printer;
/* Prints the row of a node if it is given. */
void print_row(Printer *to, const ScenarioWord *row, const void *node);
void print_ability(const Printer *to, const ScenarioAbility *ability);
void print_descriptors(const Printer *to, const ScenarioDescriptors *list);
/* What follows the verb of an action. */
void print_action_rest(Printer *to, const ScenarioAction *action);
void print_answers(const Scenario *scenario, const ScenarioAnswers *answers, Text *out);
void print_clauses(Printer *to, const ScenarioClauses *clauses);
/* The name of a player, or `none`. */
void print_player_name(const Printer *to, u32 player);

#endif
