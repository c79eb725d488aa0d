/* Files that tests read, and generated files. */
#ifndef SUPPORT_FILE_H
#define SUPPORT_FILE_H

#include "base/base.h"

/* Reads a whole file; fails the running test if it can't be read. Free with text_free. */
Text test_file(const char *path);
/* Fails the running test unless a file has exactly these contents. With GAVEL_UPDATE in the environment it writes the
   file first. */
void test_file_holds(const char *path, Str wanted);

#endif
