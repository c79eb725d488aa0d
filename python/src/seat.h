// A player's place in a game that stands by itself, or in one of a batch.
#pragma once

#include "common.h"

struct Seat {
  GamePtr game;   // or, if this is null …
  BatchPtr batch; // … game `index` of this
  uint32_t index;
  uint32_t player;
};
