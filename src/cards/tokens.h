/* The names of tokens (111.4). */
#ifndef CARDS_TOKENS_H
#define CARDS_TOKENS_H

#include "cards/ir.h"

/* A token with more subtypes can't be created; a name with this many fits into TOKEN_NAME_CAP bytes. */
enum { TOKEN_SUBTYPES = 64, TOKEN_NAME_CAP = 4096 };

/* Writes the default name of a token with these subtypes: the subtypes and the word Token. Returns its length; what
   doesn't fit into `cap` bytes is cut off. */
u32 token_name_write(const Word *subtypes, u32 count, char *out, u32 cap);

/* Assigns an id to the name of every token that an ability of the database creates, so that the game finds it. False if
   the allocator refuses. */
bool token_names_intern(CardDb *db);

#endif
