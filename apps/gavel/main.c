/* gavel: the command line. Each subcommand is a file of its own, command_NAME.c. */
#include "cli.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static const Command COMMANDS[] = {
    {"run", "run scenarios and say which pass", command_run},
    {"explain", "run a scenario and say what happens and by which rules", command_explain},
    {"ask", "set up a moment, act and ask why, line by line", command_ask},
    {"can", "say whether a player can do something, and why not", command_can},
    {"play", "play a game between decks, yourself or with automatic players", command_play},
    {"sim", "play many games and count who wins", command_sim},
    {"replay", "play back a recorded game and verify it", command_replay},
    {"deck", "say whether decks can be played, and what is wrong with them", command_deck},
    {"examples", "list the scenarios, decks and formats that come with Gavel", command_examples},
    {"cards", "list, show and check card definitions", command_cards},
    {"serve", "hand the page of Gavel out to browsers on this machine", command_serve},
    {"rules", "say which rules scenarios show, or write the matrix of all rules", command_rules},
    {"bench", "measure this build", command_bench},
};

static void print_help(void) {
  static const struct {
    const char *line, *says; /* the latter on a line of its own if the first is as wide as the column */
  } BEGINNINGS[] = {{"gavel examples", "what is there to try?"},
                    {"gavel explain samples/question.scenario", "what happens here, step by step, and why?"},
                    {"gavel run scenarios", "do all scenarios below a directory pass?"},
                    {"gavel cards show Clone", "what does Gavel know about this card?"},
                    {"gavel play decks/red-burn.txt decks/green-growth.dck", NULL},
                    {"", "a whole game between two decks"}};
  print_phrase("gavel %s: a rules engine for Magic: The Gathering\n\n", gavel_version());
  fputs(said("Usage: gavel COMMAND [OPTION…] [ARGUMENT…]\n\nCommands:\n"), stdout);
  for (u32 i = 0; i < COUNT_OF(COMMANDS); i++) printf("  %-9s %s\n", COMMANDS[i].name, said(COMMANDS[i].summary));
  fputs(said("\n`gavel COMMAND --help` says more about one, with examples. To begin with:\n\n"), stdout);
  for (u32 i = 0; i < COUNT_OF(BEGINNINGS); i++) {
    if (BEGINNINGS[i].says)
      printf("  %-41s %s\n", BEGINNINGS[i].line, said(BEGINNINGS[i].says));
    else
      printf("  %s\n", BEGINNINGS[i].line);
  }
  fputs(said("\nThe files named here come with Gavel and are found from any directory.\n"
             "\nExit status: 0 when all is well, 1 when something failed, 2 when the input is wrong.\n"
             "Output is coloured only on a terminal, and not when NO_COLOR is set.\n"),
        stdout);
}

static const Command *command_find(const char *name) {
  for (u32 i = 0; i < COUNT_OF(COMMANDS); i++)
    if (strcmp(COMMANDS[i].name, name) == 0) return &COMMANDS[i];
  return NULL;
}

/* The command nearest to a wrong word, null if none is near. */
static const Command *command_nearest(const char *name) {
  const Command *nearest = NULL;
  u32 limit = 3;
  for (u32 i = 0; i < COUNT_OF(COMMANDS); i++) {
    u32 distance = str_distance(str_of(name), str_of(COMMANDS[i].name), limit);
    if (distance >= limit) continue;
    limit = distance;
    nearest = &COMMANDS[i];
  }
  return nearest;
}

static int unknown_command(const char *name) {
  const Command *nearest = command_nearest(name);
  if (nearest) {
    complain("there is no command \"%s\"; did you mean \"%s\"?", name, nearest->name);
  } else {
    complain("there is no command \"%s\"; `gavel --help` lists them", name);
  }
  return CLI_BAD_INPUT;
}

/* Runs a command with the words behind it, named as the user called it. */
static int command_start(const Command *command, int argc, char **argv) {
  char *name;
  if (asprintf(&name, "%s %s", argv[0], command->name) < 0) out_of_memory();
  argv[1] = name;
  int status = command->run(argc - 1, argv + 1);
  free(name);
  return status;
}

/* A full disk or a closed pipe is a failure too. */
static int finish(int status) {
  bool written = fflush(stdout) == 0 && !ferror(stdout);
  if (!written) complain("cannot write the output");
  return written ? status : CLI_BAD_INPUT;
}

static int start(int argc, char **argv) {
  if (argc < 2) {
    print_help();
    return CLI_FINE;
  }
  const char *word = argv[1];
  bool help =
      strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-?") == 0;
  if (help && argc == 2) {
    print_help();
    return CLI_FINE;
  }
  if (help) { /* gavel help run */
    const Command *command = command_find(argv[2]);
    char *arguments[] = {argv[0], argv[2], (char[]){"--help"}, NULL};
    return command ? command_start(command, 3, arguments) : unknown_command(argv[2]);
  }
  if (strcmp(word, "--version") == 0) {
    printf("gavel %s\n", gavel_version());
    return CLI_FINE;
  }
  const Command *command = command_find(word);
  return command ? command_start(command, argc, argv) : unknown_command(word);
}

/* Games end and begin: the memory of one is kept for the next, instead of being asked of the system page by page. */
static void keep_memory(void) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

int main(int argc, char **argv) {
  Output outputs[2];
  keep_memory();
  argp_err_exit_status = CLI_BAD_INPUT;
  if (!outputs_open(outputs)) return CLI_BAD_INPUT;
  int status = finish(start(argc, argv));
  outputs_close();
  return status;
}
