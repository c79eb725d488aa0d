/* Asking whoever sits before the terminal. */
#ifndef GAVEL_PROMPT_H
#define GAVEL_PROMPT_H

#include "base/base.h"

#include <stddef.h>

/* Reads a line into `line` without its end, with line editing and history on a terminal; false at the end of the
   input. What does not fit is cut off. */
bool prompt_line(const char *prompt, char *line, size_t size);

#endif
