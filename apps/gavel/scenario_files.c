#include "scenario_files.h"

static error_t parse(int key, char *argument, struct argp_state *state) {
  ScenarioFiles *files = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &files->cards; return 0;
    case 'l': files->limit = parse_count(argument, "limit", 1, UINT64_MAX, state); return 0;
    case ARGP_KEY_ARG:
      if (!vec_push(&allocator, &files->arguments, argument)) out_of_memory();
      return 0;
    case ARGP_KEY_NO_ARGS:
      if (!files->optional) argp_error(state, "which scenarios? Name files, or directories of *.scenario files");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"limit", 'l', "N", 0, "Let a scenario take at most N decisions (default 1000000)", 0},
    {0},
};

static const struct argp FILES_ARGP = {
    .options = OPTIONS, .parser = parse, .children = cards_children, .help_filter = help_said};
const struct argp_child scenario_files_children[] = {{&FILES_ARGP, 0, NULL, 0}, {0}};

static error_t parse_spoken(int key, char *argument, struct argp_state *state) {
  ScenarioFiles *files = state->input;
  switch (key) {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = files;
      files->language = language_of_user();
      return 0;
    case 'L': files->language = parse_language(argument, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option SPOKEN_OPTIONS[] = {LANG_OPTION, {0}};
static const struct argp SPOKEN_ARGP = {
    .help_filter = help_said, .options = SPOKEN_OPTIONS, .parser = parse_spoken, .children = scenario_files_children};
const struct argp_child spoken_files_children[] = {{&SPOKEN_ARGP, 0, NULL, 0}, {0}};

bool scenario_files_find(const ScenarioFiles *files, Paths *paths) {
  bool found = true;
  for (u32 i = 0; i < files->arguments.count; i++) found &= paths_find(paths, files->arguments.data[i], ".scenario");
  return found;
}

void scenario_files_close(ScenarioFiles *files, GavelCards *cards) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &files->arguments);
  cards_close(&files->cards, cards);
}
