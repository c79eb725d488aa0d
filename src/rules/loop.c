#include "rules/loop.h"

#include "state/hash.h"

/* Forced steps before the first position is remembered: hashing the whole game is not cheap. */
#define LOOP_FIRST 32
#define LOOP_STEPS_DEFAULT 100000

void loop_reset(Game *g) {
  core(g)->loop_steps = 0;
  core(g)->loop_next = LOOP_FIRST;
  core(g)->loop_decisions = core(g)->decisions;
}

void loop_passed(Game *g) {
  if (core(g)->loop_decisions + 1 == core(g)->decisions) core(g)->loop_decisions++;
}

bool loop_step(Game *g) {
  Core *c = core(g);
  if (c->loop_decisions != c->decisions || c->loop_next == 0) {
    loop_reset(g);
    return false;
  }
  c->loop_steps++;
  u32 limit = g->limits.forced_steps ? g->limits.forced_steps : LOOP_STEPS_DEFAULT;
  if (c->loop_steps >= limit) game_fail(g, GAVEL_E_LIMIT, "forced steps");
  if (c->loop_steps < LOOP_FIRST) return false;
  u64 position = position_hash(g);
  if (c->loop_steps > LOOP_FIRST && position == core(g)->loop_position) return true;
  c = core(g);
  if (c->loop_steps == c->loop_next) {
    c->loop_position = position;
    c->loop_next *= 2;
  }
  return false;
}
