/* From the tree of a scenario file back to text. */
#ifndef SCENARIO_PRINT_H
#define SCENARIO_PRINT_H

#include "scenario/scenario_ast.h"

/* Appends the file in its one canonical form: two spaces a level, names of cards quoted, the items
   of a zone one a line, clauses in the order of the language's description, no comments. Parsing it
   gives the same tree but for the places, so printing that gives the same text. Sets `out->failed`
   when the allocator refuses. */
void scenario_print(const ScenarioFile *file, Text *out);

/* The pieces of it that messages need: a reference, an answer, an action from its player on, and
   what follows `expect`. `scenario` is the one they belong to. */
void scenario_print_ref(const Scenario *scenario, const ScenarioRef *ref, Text *out);
void scenario_print_answer(const Scenario *scenario, const ScenarioAnswer *answer, Text *out);
void scenario_print_action(const Scenario *scenario, const ScenarioAction *action, Text *out);
void scenario_print_expect(const Scenario *scenario, const ScenarioExpect *expect, Text *out);

#endif
