#include "api/api.h"

#include "search/playout.h"

GavelStatus gavel_game_playout(GavelGame *game, uint64_t seed, uint64_t limit, GavelPlayout *playout) {
  Playout done;
  GavelStatus status = playout_run(game, seed, limit, &done);
  *playout = (GavelPlayout){done.signature, done.decisions, done.events, done.turns, done.over};
  if (status == GAVEL_E_MISUSE) return api_refuse(game, status, "a game must be started before it can be played out");
  return status;
}
