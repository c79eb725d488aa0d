/* Players: turn order and opponents. */
#include "rules/kernel/kernel.h"

/* --- turn order ---------------------------------------------------------------------------------- */

bool player_in_game(const Game *g, u32 player) {
  return player < core(g)->player_count && !core(g)->players[player].left;
}

u32 players_in_game(const Game *g) {
  u32 n = 0;
  for (u32 p = 0; p < core(g)->player_count; p++) n += player_in_game(g, p);
  return n;
}

u32 player_next(const Game *g, u32 player) {
  u32 count = core(g)->player_count;
  for (u32 i = 1; i <= count; i++) {
    u32 next = (player + i) % count;
    if (player_in_game(g, next)) return next;
  }
  return PLAYER_NONE;
}

u32 player_apnap(const Game *g, u32 i) {
  u32 count = core(g)->player_count, active = core(g)->active;
  for (u32 k = 0; k < count; k++) {
    u32 player = (active + k) % count;
    if (player_in_game(g, player) && i-- == 0) return player;
  }
  return PLAYER_NONE;
}

u32 player_turn_place(const Game *g, u32 player) {
  u32 count = core(g)->player_count;
  return (player + count - core(g)->active) % count;
}

bool players_are_opponents(const Game *g, u32 a, u32 b) {
  (void)g; /* without teams everybody else is an opponent (102.2, 806.1) */
  return a != b && a != PLAYER_NONE && b != PLAYER_NONE;
}

bool sorcery_timing(const Game *g, u32 player) {
  const Core *c = core(g);
  return c->priority == player && c->active == player && step_is_main(step_now(g)) && zone_first(g, ZONE_STACK, 0) == 0;
}
