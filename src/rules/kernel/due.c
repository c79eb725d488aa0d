/* Rows that wait for their time (T_DUE). */
#include "rules/kernel/frame.h"

bool due_search(const Game *g, DueKind kind, u32 player, u32 a, u32 *row) {
  for (u32 i = count_of(g, T_DUE); i-- > 0;) {
    const Due *due = row_DUE(g, i);
    if (due->kind != kind || due->player != player || due->a != a) continue;
    *row = i;
    return true;
  }
  return false;
}

void due_remove(Game *g, u32 row) {
  u32 behind = count_of(g, T_DUE) - row - 1;
  if (behind) memmove(row_DUE(g, row), row_DUE(g, row + 1), behind * sizeof(Due));
  table_drop(g, T_DUE, 1);
}
