/* Exact copies of a game at any moment, in a buffer that the caller owns. Cloning is one pass over the used bytes and
   allocates nothing; a clone that outgrows its buffer moves to memory of its allocator.

       size_t size = game_clone_size(game);
       void *buffer = …;             any alignment, at least `size` bytes
       Game *copy;
       game_clone_into(game, buffer, size, &copy);   a fresh buffer, or one whose clone was released
       … play on copy …
       game_clone_again(copy, game);                 reuse the buffer and the scratch memory
       … play on copy …
       game_clone_release(copy);                     the buffer is the caller's again */
#ifndef STATE_CLONE_H
#define STATE_CLONE_H

#include "state/state.h"

/* Size of a buffer that gives a clone as much room to grow as the game itself has. */
size_t game_clone_size(const Game *g);

/* Copies the game, including its Game struct, into the buffer. If `size` is less than game_clone_size, tables get no
   spare room; GAVEL_E_MEMORY if even those don't fit. The clone has the game's allocator, database, limits, language
   and show_forced, but no listener. GAVEL_E_MISUSE for a game that has failed or is running. `*out` is null on
   failure. */
GavelStatus game_clone_into(const Game *g, void *buffer, size_t size, Game **out);

/* Makes an existing clone a copy of `g` again, reusing its memory: the block it has grown into, if that is large
   enough, and its scratch memory. Also repairs a clone that has failed. On failure (GAVEL_E_MEMORY, GAVEL_E_MISUSE) the
   clone can only be released or copied into again. */
GavelStatus game_clone_again(Game *clone, const Game *g);

/* Frees what the clone allocated. */
void game_clone_release(Game *clone);

#endif
