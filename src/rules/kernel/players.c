/* Players: turn order and opponents. */
#include "rules/kernel/kernel.h"

/* --- turn order ---------------------------------------------------------------------------------- */

u32 players_in_game(const Game *g) {
  const Core *c = core(g);
  u32 n = 0;
  for (u32 p = 0; p < c->player_count; p++) n += !c->players[p].left;
  return n;
}

/* The next one around the table, whether in the game or not. */
static u32 seat_after(const Game *g, u32 player) { return player + 1 < core(g)->player_count ? player + 1 : 0; }

/* The i-th player still in the game in so many seats from the first on. */
static u32 player_in_seats(const Game *g, u32 first, u32 seats, u32 i) {
  for (u32 player = first; seats > 0; seats--, player = seat_after(g, player))
    if (player_in_game(g, player) && i-- == 0) return player;
  return PLAYER_NONE;
}

u32 player_next(const Game *g, u32 player) {
  return player_in_seats(g, seat_after(g, player), core(g)->player_count, 0);
}

u32 player_apnap(const Game *g, u32 i) { return player_in_seats(g, core(g)->active, core(g)->player_count, i); }

u32 player_other(const Game *g, u32 player, u32 i) {
  return player_in_seats(g, seat_after(g, player), core(g)->player_count - 1, i);
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
