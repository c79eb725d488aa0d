/* Questions in other words than the forms of `gavel ask`. */
#ifndef GAVEL_ASK_SAID_H
#define GAVEL_ASK_SAID_H

#include "cli.h"

/* Puts a question into the words of a form, in place, if it is said in words that mean the same: "will bear be destroyed" becomes
   "is bear destroyed". Other lines stay as they are. */
void ask_said(char *line, size_t size);

/* For tests: what the row of that number says, counted from 0, null behind the last; and the row by which a line is read, the
   number of all rows for none. */
const char *ask_said_row(u32 row);
u32 ask_said_of(const char *line);

#endif
