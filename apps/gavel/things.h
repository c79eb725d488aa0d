/* Objects as a person reads them: by name and by what can be seen of them. */
#ifndef GAVEL_THINGS_H
#define GAVEL_THINGS_H

#include "cli.h"

/* In all of these `viewer` is the player who reads, or GAVEL_NO_PLAYER for someone who may know everything. */

/* What the viewer may call an object or player. */
void thing_name(GavelGame *game, u32 viewer, GavelRef ref, char *out, size_t size);
/* Appends what the viewer sees of an object's state: "4/4, 1 damage, tapped, on Forest"; with its types "4/4 Creature —
   Angel, tapped". Answers whether that begins with power and toughness. */
bool thing_state(GavelGame *game, u32 viewer, GavelRef ref, bool types, Text *out);
/* Appends both: "Serra Angel 4/4, tapped". */
void thing_describe(GavelGame *game, u32 viewer, GavelRef ref, Text *out);

typedef VEC(GavelRef) Things;
/* What is in a zone; ends the program without memory. */
Things things_in(const GavelGame *game, GavelZone zone, u32 player);
void things_free(Things *things);

/* Several things that read alike are one row with their number. */
typedef struct Row {
  Text text;
  u32 count;
} Row;
typedef VEC(Row) Rows;
void rows_add(Rows *rows, GavelGame *game, u32 viewer, GavelRef ref);

/* Where rows stand: behind a title of `title` columns, which is itself indented by `indent`. */
typedef struct Layout {
  u32 indent, title;
  bool plain; /* the title and each row on a line of its own instead */
} Layout;
/* Prints the rows, if there are any, behind a title, and empties them. */
void rows_print(Rows *rows, const char *title, Layout layout);

/* Prints a text behind a title, its lines broken between words. */
void paragraph_print(const char *title, const char *text, Layout layout);

/* Appends a text with mana symbols in words, for reading aloud: "{2}{W}, {T}" is "2 white, tap". */
void add_symbols_in_words(const char *text, Text *out);

#endif
