#include "prompt.h"

#include <editline/readline.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool edited_line(const char *prompt, char *line, size_t size) {
  char *typed = readline(prompt);
  if (!typed) return false;
  if (*typed) add_history(typed);
  snprintf(line, size, "%s", typed);
  free(typed);
  return true;
}

bool prompt_line(const char *prompt, char *line, size_t size) {
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) return edited_line(prompt, line, size);
  fputs(prompt, stdout);
  fflush(stdout);
  char *typed = NULL;
  size_t room = 0;
  ssize_t length = getline(&typed, &room, stdin);
  if (length > 0 && typed[length - 1] == '\n') typed[length - 1] = '\0';
  if (length >= 0) snprintf(line, size, "%s", typed);
  free(typed);
  return length >= 0;
}
