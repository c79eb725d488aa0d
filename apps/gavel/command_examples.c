/* gavel examples: the scenarios, decks and formats that come with the program. */
#include "cli.h"
#include "examples.h"

#include "scenario/scenario_parse.h"

#include <stdlib.h>
#include <sys/stat.h>

typedef struct Options {
  VEC(const char *) names;
  bool path;
} Options;

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of argp. */
static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case 'p': options->path = true; return 0;
    case ARGP_KEY_ARG:
      if (!vec_push(&allocator, &options->names, argument)) out_of_memory();
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"path", 'p', 0, 0, "Print where the file is, and not what is in it", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "[NAME…]",
    .doc =
        "List the scenarios, decks and formats that come with Gavel, or print the files named; the files of a "
        "folder are listed. Every command that reads scenarios, decks or formats finds them by the same names from any "
        "directory, unless there is a file of that name.\v"
        "Examples:\n"
        "  gavel examples\n"
        "  gavel examples samples/question.scenario\n"
        "  gavel explain samples/question.scenario\n"
        "  gavel examples scenarios/copying\n"
        "  cp $(gavel examples --path decks/red-burn.txt) mine.txt\n"
        "\nExit status: 0 when all is well, 2 when there is no such example or none are installed.",
};

/* What is listed if nothing is named, and what to do with it. */
static const struct {
  const char *name, *heading;
} SECTIONS[] = {
    {"samples", "Questions: `gavel explain NAME` answers one, `gavel examples NAME` shows how it is asked"},
    {"scenarios/gate", "Ten tests of copying and layers: `gavel run --files scenarios/gate` runs them"},
    {"decks", "Decks: `gavel play DECK DECK` plays a game, `gavel sim decks` a thousand"},
    {"commander-decks", "Commander decks"},
    {"formats", "Formats: `gavel play --format FORMAT DECK DECK` refuses decks that aren't legal"},
};

/* The title of the first scenario of a file goes to `title`; nothing if it is no scenario file. */
static void title_of(const char *path, Text *title) {
  GavelAllocator allocator = gavel_allocator_default();
  Arena arena;
  Text text;
  ScenarioFile *file = NULL;
  if (!str_ends(str_of(path), STR(".scenario"))) return;
  arena_init(&arena, allocator);
  text_init(&text, allocator);
  if (file_read(path, &text) && !scenario_parse(&arena, &allocator, str_of(path), text_str(&text), &file, NULL))
    text_add(title, file->scenarios.data[0]->title);
  text_free(&text);
  arena_free(&arena);
}

static bool is_example(const char *path) {
  return !str_ends(str_of(path), STR(".c")); /* the programs among the samples are for readers of the source */
}

/* A line a file, named as users may name it: from the folder of examples on. */
static bool folder_print(const char *folder, const char *path) {
  Paths paths = {0};
  if (!paths_find(&paths, path, "")) return false;
  int width = 0;
  u32 skipped = (u32)strlen(folder) + 1;
  for (u32 i = 0; i < paths.count; i++) width = (int)num_max((u64)width, strlen(paths.data[i]) - skipped);
  for (u32 i = 0; i < paths.count; i++) {
    Text title;
    if (!is_example(paths.data[i])) continue;
    text_init(&title, gavel_allocator_default());
    title_of(paths.data[i], &title);
    Str line = text_str(&title);
    if (line.length > 0) {
      printf("  %-*s  %.*s\n", width, paths.data[i] + skipped, (int)line.length, line.data);
    } else {
      printf("  %s\n", paths.data[i] + skipped);
    }
    text_free(&title);
  }
  paths_free(&paths);
  return true;
}

static bool all_print(const char *folder) {
  Style style = style_of_output();
  for (u32 i = 0; i < COUNT_OF(SECTIONS); i++) {
    printf("%s%s%s\n", style.bold, said(SECTIONS[i].heading), style.plain);
    char *below;
    if (asprintf(&below, "%s/%s", folder, SECTIONS[i].name) < 0) out_of_memory();
    bool fine = folder_print(folder, below);
    free(below);
    if (!fine) return false;
  }
  printf("They are in %s; scenarios/ there holds tests for every chapter of the rules.\n", folder);
  return true;
}

static bool one_print(const char *folder, const char *name, bool only_path) {
  char *path;
  struct stat status;
  if (asprintf(&path, "%s/%s", folder, name) < 0) out_of_memory();
  bool fine = stat(path, &status) == 0;
  if (!fine) {
    complain("there is no example \"%s\"; `gavel examples` lists them", name);
  } else if (only_path) {
    puts(path);
  } else if (S_ISDIR(status.st_mode)) {
    fine = folder_print(folder, path);
  } else {
    Text text;
    text_init(&text, gavel_allocator_default());
    fine = file_read(path, &text);
    if (fine) print_text(&text);
    text_free(&text);
  }
  free(path);
  return fine;
}

int command_examples(int argc, char **argv) {
  GavelAllocator allocator = gavel_allocator_default();
  Options options = {.path = false};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  char *folder = examples_folder();
  bool fine = folder != NULL;
  if (!folder) complain("the examples aren't where they were installed: in ../share/gavel beside the program");
  if (fine && options.names.count == 0) {
    if (options.path)
      puts(folder);
    else
      fine = all_print(folder);
  }
  for (u32 i = 0; i < options.names.count && folder; i++)
    fine = one_print(folder, options.names.data[i], options.path) && fine;
  free(folder);
  vec_free(&allocator, &options.names);
  return fine ? CLI_FINE : CLI_BAD_INPUT;
}
