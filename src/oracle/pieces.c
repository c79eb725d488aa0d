#include "oracle/pieces.h"

#include "oracle/oracle_inner.h"

/* Those of the grammar come first. */
static u32 grammar_pieces(const Oracle *o) { return o->grammar.pieces.count; }

u32 oracle_pieces(const Oracle *oracle) { return grammar_pieces(oracle) + LF_NAMES; }

void oracle_piece_text(const Oracle *oracle, u32 piece, Text *out) {
  if (piece >= grammar_pieces(oracle)) {
    Lf head = piece - grammar_pieces(oracle);
    if (bind_knows(head)) {
      text_adds(out, "case ");
      text_add(out, lf_head(&oracle->grammar.lf, head));
    }
    return;
  }
  const Piece *p = &oracle->grammar.pieces.data[piece];
  if (p->category.length == 0) return;
  text_add(out, p->category);
  text_adds(out, ": ");
  for (u32 i = 0; i < p->pattern.length; i++) text_addc(out, p->pattern.data[i] == '\n' ? ' ' : p->pattern.data[i]);
  if (p->phrase.data) text_addf(out, " [with \"%.*s\"]", (int)p->phrase.length, p->phrase.data);
}

void oracle_pieces_set(Oracle *oracle, u8 *used, const u8 *off) {
  u32 first = grammar_pieces(oracle);
  oracle->pieces_used = used;
  oracle->chart.off = off;
  oracle->binder.cases_used = used ? used + first : NULL;
  oracle->binder.cases_off = off ? off + first : NULL;
}
