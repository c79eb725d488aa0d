/* Options and arguments of the subcommands that read scenarios. */
#ifndef GAVEL_SCENARIO_FILES_H
#define GAVEL_SCENARIO_FILES_H

#include "cli.h"

typedef struct ScenarioFiles {
  CardFiles cards;
  VEC(const char *) arguments; /* files and directories */
  u64 limit;                   /* of decisions a scenario; 0 the default */
  bool optional;               /* none need be named */
  GavelLanguage language;      /* of what is said of them */
} ScenarioFiles;
/* What a command gives as `children` to take them; its parser hands the ScenarioFiles on at ARGP_KEY_INIT. */
extern const struct argp_child scenario_files_children[];

/* The same, with the option --lang. */
extern const struct argp_child spoken_files_children[];

/* Adds every file of scenarios that the arguments name; complains and answers false if one names none. */
bool scenario_files_find(const ScenarioFiles *files, Paths *paths);
/* Gives back the arguments, the cards (may be null) and all that belongs to their files. */
void scenario_files_close(ScenarioFiles *files, GavelCards *cards);

#endif
