/* Saves of real games, and forgeries of them: a few bytes are changed and the checksum is fixed. */
#ifndef SUPPORT_FORGED_H
#define SUPPORT_FORGED_H

#include "base/base.h"

typedef struct Forge Forge;

/* What is changed: one to three bytes of a save; one or two fields of its state; or those, mostly of frames. */
typedef enum ForgedBy { FORGED_BY_BYTES, FORGED_BY_FIELDS, FORGED_BY_FRAMES } ForgedBy;

/* Plays games with every built-in deck, and some with arbitrary built-in cards, and saves them repeatedly. The seed decides
   which games. The working directory must be the project's. Exits with a message on failure. */
Forge *forge_open(u64 seed);
void forge_close(Forge *forge);

/* Changes a save, as derived from the number, and fixes the checksum. Either loading refuses the save (false), or the game is loaded and played on for a while, which must
   end with a status that a game can fail with. Aborts otherwise. */
bool forge_try(Forge *forge, u64 number, ForgedBy by);
/* Writes the true save for a number and its forgery to two files. */
void forge_show(Forge *forge, u64 number, ForgedBy by, const char *true_path, const char *forged_path);

#endif
