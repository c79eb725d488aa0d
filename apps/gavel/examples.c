#include "examples.h"

#include "cli.h"

#include <stdlib.h>
#include <unistd.h>

static char *joined(const char *folder, const char *path) {
  char *both;
  if (asprintf(&both, "%s/%s", folder, path) < 0) out_of_memory();
  return both;
}

static bool exists(const char *folder, const char *path) {
  char *both = joined(folder, path);
  bool there = access(both, R_OK) == 0;
  free(both);
  return there;
}

/* The folder of the running program; null if the system doesn't say. */
static char *program_folder(void) {
  char *program = realpath("/proc/self/exe", NULL);
  char *slash = program ? strrchr(program, '/') : NULL;
  if (slash) *slash = '\0';
  return program;
}

char *examples_folder(void) {
  /* Installed in PREFIX/bin, built in build/PRESET, built in build. */
  static const char *const PLACES[] = {"../share/gavel", "../..", ".."};
  char *program = program_folder(), *found = NULL;
  for (u32 i = 0; i < COUNT_OF(PLACES) && program && !found; i++) {
    char *place = joined(program, PLACES[i]);
    if (exists(place, "samples/question.scenario")) found = realpath(place, NULL);
    free(place);
  }
  free(program);
  return found;
}

char *examples_path(const char *path) {
  bool elsewhere = path[0] != '/' && path[0] != '\0' && strcmp(path, "-") != 0 && access(path, F_OK) != 0;
  char *folder = elsewhere ? examples_folder() : NULL;
  char *found = folder && exists(folder, path) ? joined(folder, path) : strdup(path);
  free(folder);
  if (!found) out_of_memory();
  return found;
}
