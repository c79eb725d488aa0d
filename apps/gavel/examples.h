/* The scenarios, decks and formats that come with the program. */
#ifndef GAVEL_EXAMPLES_H
#define GAVEL_EXAMPLES_H

/* The folder that holds samples/, scenarios/, decks/, commander-decks/ and formats/: PREFIX/share/gavel beside an
   installed program, the source tree around one that was built in it; null if it is nowhere. Give it back with free. */
char *examples_folder(void);

/* Where the file or folder lies that a user calls `path`: there, or, if a relative path leads nowhere, below the folder
   of examples. If it is in neither place, `path` itself. Give it back with free. */
char *examples_path(const char *path);

#endif
