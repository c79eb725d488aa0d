/* Files that tests read, and those that hold what the project makes of itself. */
#ifndef SUPPORT_FILE_H
#define SUPPORT_FILE_H

#include "base/base.h"

/* A whole file; fails the running test when it can't be read. Free with text_free. */
Text test_file(const char *path);
/* Fails the running test unless a file holds just that. With GAVEL_UPDATE in the environment the file is written first. */
void test_file_holds(const char *path, Str wanted);

#endif
