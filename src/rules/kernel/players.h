/* Players in turn order, the current step, and rows that wait for their time. */
#ifndef RULES_KERNEL_PLAYERS_H
#define RULES_KERNEL_PLAYERS_H

#include "state/state.h"

/* The next player in turn order who is still in the game. */
u32 player_next(const Game *g, u32 player);
/* The i-th player still in the game, counting from the active player (APNAP, 101.4); PLAYER_NONE past the end. */
u32 player_apnap(const Game *g, u32 i);
/* The i-th other player still in the game, counting on from a player in turn order; PLAYER_NONE past the end. */
u32 player_other(const Game *g, u32 player, u32 i);
/* A player's distance from the active player in turn order, including players who have left. */
u32 player_turn_place(const Game *g, u32 player);
static inline bool player_in_game(const Game *g, u32 player) {
  return player < core(g)->player_count && !core(g)->players[player].left;
}
/* Number of players still in the game. */
u32 players_in_game(const Game *g);
bool players_are_opponents(const Game *g, u32 a, u32 b);
/* Whether the player could cast a sorcery now: priority, own main phase, empty stack (307.5). */
bool sorcery_timing(const Game *g, u32 player);

/* The current step, a word of class WC_STEP. */
static inline Word step_now(const Game *g) { return (Word)(W_STEP_UNTAP + core(g)->step); }
static inline bool step_is_main(Word step) { return step == W_STEP_MAIN || step == W_STEP_MAIN_2; }
static inline bool step_is_combat(Word step) { return step >= W_STEP_BEGIN_COMBAT && step <= W_STEP_END_COMBAT; }

/* Finds a row of T_DUE, newest first; false if there is none. */
bool due_search(const Game *g, DueKind kind, u32 player, u32 a, u32 *row);
static inline bool due_find(const Game *g, DueKind kind, u32 player, u32 a, u32 *row) {
  return count_of(g, T_DUE) && due_search(g, kind, player, a, row);
}
/* Removes a row; the others keep their order. */
void due_remove(Game *g, u32 row);

#endif
