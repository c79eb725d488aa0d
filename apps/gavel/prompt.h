/* Asking whoever sits before the terminal. */
#ifndef GAVEL_PROMPT_H
#define GAVEL_PROMPT_H

#include "base/base.h"

#include <stddef.h>

/* On a terminal lines are edited, with history and completion; what comes from a file or pipe is read as it is. */
typedef struct Prompt Prompt;

/* Appends what a line may go on with: each possibility as the whole line up to its end, one a line. */
typedef void Completer(void *user, const char *line, Text *out);

/* `complete` may be null. Ends the program if there is no memory. */
Prompt *prompt_open(Completer *complete, void *user);
void prompt_close(Prompt *prompt);

/* Reads a line into `line` without its end; false at the end of the input. What does not fit is cut off. */
bool prompt_line(Prompt *prompt, const char *text, char *line, size_t size);

#endif
