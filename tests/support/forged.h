/* Saves of real games, and what somebody makes of them who changes a few bytes and mends the checksum. */
#ifndef SUPPORT_FORGED_H
#define SUPPORT_FORGED_H

#include "base/base.h"

typedef struct Forge Forge;

/* Plays games with every built-in deck and some of any built-in cards, and saves them again and again. The directory is
   that of the project. Ends the program with a message when that can't be done. */
Forge *forge_open(void);
void forge_close(Forge *forge);

/* Changes one to three bytes of one of the saves, or (`by_fields`) one or two fields, all drawn from the number, and
   mends the checksum. Either the save is
   refused (false), or it is loaded and played on for a while, which must end with a status that a game can fail with.
   Aborts if it does not. */
bool forge_try(Forge *forge, u64 number, bool by_fields);
/* Writes the true save that the number stands for, and what is made of it, into two files. */
void forge_show(Forge *forge, u64 number, bool by_fields, const char *true_path, const char *forged_path);

#endif
