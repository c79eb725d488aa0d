#include "rules/game/run_game.h"

#include "state/hash.h"
#include "state/shadow.h"

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

#ifdef GAVEL_CHECKED
static void fail_for_memory(Game *g, void *user) {
  (void)user;
  game_fail(g, GAVEL_E_MEMORY, "the shadow");
}

/* Lets a shadow take the short way where the game takes the long one; both must reach the same state. */
static GavelStatus run_twice(Game *g) {
  Game *shadow = game_shadow(g);
  GavelStatus status = shadow ? game_protect(shadow, run, NULL) : GAVEL_E_MEMORY;
  if (status == GAVEL_E_MEMORY) return game_protect(g, fail_for_memory, NULL);
  GavelStatus own = game_protect(g, run, NULL);
  /* Shadows have no listener that could stop them. */
  if (own == GAVEL_E_MEMORY || own == GAVEL_E_STOPPED) return own;
  ASSERT(own == status);
  ASSERT(own || decision_hash(g) == decision_hash(shadow));
  return own;
}

/* Long games are compared at every answer at first, then at every eighth. */
enum { SHADOW_ALWAYS = 160, SHADOW_EVERY = 8 };

GavelStatus game_resume(Game *g) {
  bool whole = !g->failed && !g->running && !g->quick;
  u64 decisions = core(g)->decisions;
  bool compared = decisions < SHADOW_ALWAYS || decisions % SHADOW_EVERY == 0;
  return whole && compared ? run_twice(g) : game_protect(g, run, NULL);
}
#else
GavelStatus game_resume(Game *g) { return game_protect(g, run, NULL); }
#endif

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

typedef struct Playing {
  GamePick *pick;
  void *user;
  GavelStatus refused;
} Playing;

/* The option to take for the pending decision; GAME_PICK_NONE to stop. */
static u32 next_pick(Game *g, const Playing *p) {
  return core(g)->decision.kind == DECISION_NONE ? GAME_PICK_NONE : p->pick(g, p->user);
}

#ifdef GAVEL_CHECKED
static void play(Game *g, Playing *p) {
  for (u32 option = next_pick(g, p); option != GAME_PICK_NONE && !p->refused; option = next_pick(g, p))
    p->refused = game_answer(g, option);
}
#else
static void play_on(Game *g, void *user) {
  Playing *p = user;
  for (u32 option = next_pick(g, p); option != GAME_PICK_NONE && !p->refused; option = next_pick(g, p)) {
    p->refused = game_take(g, option);
    frames_run(g);
  }
}

/* Enters the engine once for all answers. */
static void play(Game *g, Playing *p) { (void)game_protect(g, play_on, p); }
#endif

GavelStatus game_play(Game *g, GamePick *pick, void *user) {
  Playing p = {.pick = pick, .user = user};
  if (!g->failed) play(g, &p);
  return g->failed ? g->failed : p.refused;
}
