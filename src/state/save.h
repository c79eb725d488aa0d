/* Saves a game as bytes, and loads it.

   A save consists of

       the magic "GVLS" and the number of the format,
       the names it uses (state/legend.h): for each kind their number, then each with its length and bytes,
       the state: Core and the core tables in the order of the walk,
       the number of checkpoints, and each of them in the same form,
       the checksum of all that

   Numbers are varints of seven bits a byte, signed ones zigzag; the checksum is eight bytes, little-endian. Words,
   operations, kinds of events, procedures, texts, costs and cards are given by their places among the names, a node or
   ability by its card's place and its own place within the card's definition. So a save depends only on the format and
   on the definitions that it uses, not on the rest of the database. Row numbers, ids and free rows are kept; the heap
   is written through its owners and laid out anew. So a loaded game has the same state hash as the saved one, and plays
   on to equal hashes. */
#ifndef STATE_SAVE_H
#define STATE_SAVE_H

#include "state/state.h"

/* Raise it whenever the format changes; a test notices. */
#define SAVE_FORMAT 15u

/* Appends the save of a game to `out`. GAVEL_E_MEMORY if out or the game's allocator refuses (out then keeps its
   length), GAVEL_E_MISUSE for a game that has failed or is running. */
GavelStatus game_save(const Game *g, Text *out, GavelError *error);

/* Loads a save, with these limits (null: the defaults). `db` must have all definitions that the save uses:
   GAVEL_E_VERSION if one is missing or different, or if the format is. GAVEL_E_CORRUPT with the byte for damaged data:
   truncated, with a wrong checksum, or with a state that the validator rejects. Trusts nothing it reads. */
GavelStatus game_load(GavelAllocator allocator, const CardDb *db, const struct Procedures *procedures,
                      const Limits *limits, Str bytes, Game **out, GavelError *error);

/* The checksum at the end of a save: its size, and its value for the bytes before it. */
#define SAVE_CHECKSUM_SIZE 8u
u64 save_checksum(Str before);

#endif
