#include "rules/run_game.h"

#include "rules/frame.h"

typedef struct Running {
  GameStop *stop;
  void *user;
} Running;

static void run_until(Game *g, void *user) {
  const Running *running = user;
  while (!running->stop(g, running->user) && frames_step(g)) {
  }
}

static void run(Game *g, void *user) {
  (void)user;
  frames_run(g);
}

GavelStatus game_resume(Game *g) { return game_protect(g, run, NULL); }

GavelStatus game_resume_until(Game *g, GameStop *stop, void *user) {
  Running running = {stop, user};
  return game_protect(g, run_until, &running);
}

GavelStatus game_take(Game *g, u32 option) {
  if (g->failed) return g->failed;
  Core *c = core(g);
  if (c->decision.kind == DECISION_NONE) return GAVEL_E_MISUSE;
  if (option >= count_of(g, T_OPTIONS)) return GAVEL_E_ILLEGAL;
  bool forced = count_of(g, T_OPTIONS) == 1 && !(c->decision.flags & DECIDE_SHOWN);
  c->taken = *row_OPTIONS(g, option);
  c->decision.kind = DECISION_NONE;
  c->decisions += !forced;
  return GAVEL_OK;
}

GavelStatus game_answer(Game *g, u32 option) {
  GavelStatus status = game_take(g, option);
  return status ? status : game_resume(g);
}
