/* The names of tokens (111.4). */
#ifndef CARDS_TOKENS_H
#define CARDS_TOKENS_H

#include "cards/ir.h"

/* A token of more subtypes can't be created; the name of one with so many fits into TOKEN_NAME_CAP bytes. */
enum { TOKEN_SUBTYPES = 64, TOKEN_NAME_CAP = 4096 };

/* Writes the name a token with these subtypes has unless it is given one: the subtypes and the word Token.
   Answers its length; what does not fit into `cap` bytes is left out. */
u32 token_name_write(const Word *subtypes, u32 count, char *out, u32 cap);

/* Gives an id to the name of every token that an ability of the database makes, so that the game finds it.
   False when the allocator refuses. */
bool token_names_intern(CardDb *db);

#endif
