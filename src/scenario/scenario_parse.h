/* From the text of a scenario file to its tree. */
#ifndef SCENARIO_PARSE_H
#define SCENARIO_PARSE_H

#include "gavel/gavel.h"
#include "scenario/scenario_ast.h"

/* Parses the whole of `text`; `*out` and everything it points to lie in `arena`, and nothing in it
   points into `text` or `file_name`. `scratch` serves while the call lasts.

   Answers GAVEL_OK; or GAVEL_E_SYNTAX (what stands there is not the language), GAVEL_E_UNKNOWN (a
   player or alias nobody gave), GAVEL_E_CHECK (an impossible value) with line, column, byte and
   what was expected in `*error` (may be null), for the first mistake found; or GAVEL_E_MEMORY.
   `*out` is then null, and the arena may have grown. */
GavelStatus scenario_parse(Arena *arena, GavelAllocator *scratch, Str file_name, Str text, ScenarioFile **out,
                           GavelError *error);
/* The same with messages in a language. */
GavelStatus scenario_parse_said(Arena *arena, GavelAllocator *scratch, Str file_name, Str text, GavelLanguage language,
                                ScenarioFile **out, GavelError *error);

#endif
