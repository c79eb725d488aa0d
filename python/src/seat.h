// A player's place in a single game, or in one of a batch.
#pragma once

#include "common.h"

struct Seat {
  GamePtr game;   // or, if this is null …
  BatchPtr batch; // … game `index` of this batch
  uint32_t index;
  uint32_t player;
};
