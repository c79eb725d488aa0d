/* Matches: counts games, and determines who chooses the next starting player (103.1). */
#include "gavel/table.h"

#include "state/state.h"

GavelMatch gavel_match_new(uint32_t player_count, uint32_t wins_needed, uint64_t seed) {
  Rng rng = {.state = seed};
  return (GavelMatch){
      .player_count = player_count,
      .wins_needed = wins_needed,
      .chooser = (u32)rng_below(&rng, player_count),
  };
}

uint32_t gavel_match_winner(const GavelMatch *match) {
  for (u32 p = 0; p < match->player_count; p++)
    if (match->wins[p] >= match->wins_needed) return p;
  return GAVEL_NO_PLAYER;
}

GavelStatus gavel_match_record(GavelMatch *match, const GavelGame *game) {
  bool fits = !game->failed && core(game)->over && core(game)->player_count == match->player_count;
  if (!fits || gavel_match_winner(match) != GAVEL_NO_PLAYER) return GAVEL_E_MISUSE;
  u32 winner = GAVEL_NO_PLAYER, loser = GAVEL_NO_PLAYER;
  for (u32 p = match->player_count; p-- > 0;) {
    if (core(game)->players[p].won) winner = p;
    if (!core(game)->players[p].won) loser = p;
  }
  match->games++;
  if (winner == GAVEL_NO_PLAYER) {
    match->draws++;
    return GAVEL_OK;
  }
  match->wins[winner]++;
  match->chooser = loser;
  return GAVEL_OK;
}
