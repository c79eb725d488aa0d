/* What an oracle is made of, a piece at a time: which pieces a text needs, and what is read without some of them. For
   measuring how general the grammar is (tools/blind); nobody needs it to read cards.

   Pieces are productions (one that is made for one and for many is one piece), each phrase of a bracket in a pattern, and
   the forms that the binder has a case of its own for. The words of the game (cards/words.def) are none. */
#ifndef ORACLE_PIECES_H
#define ORACLE_PIECES_H

#include "oracle/oracle.h"

/* Pieces are numbered from 0 below this. */
u32 oracle_pieces(const Oracle *oracle);

/* Appends what a piece is, such as "condition: if <c:clause>" or "case pronoun-it"; nothing if there is none of that
   number. */
void oracle_piece_text(const Oracle *oracle, u32 piece, Text *out);

/* From now on pieces that are used are marked in `used`, and those marked in `off` are left out; each has as many as
   there are pieces, lives as long as the oracle reads, and may be null. A piece is used if any reading of a paragraph needs
   it, whatever the paragraph comes to. */
void oracle_pieces_set(Oracle *oracle, u8 *used, const u8 *off);

#endif
