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

/* Unless one of the two ways is wrong, they differ only in games from a save whose fields contradict each other. */
static void contradict(Game *g, void *user) {
  (void)user;
  game_fail(g, GAVEL_E_CORRUPT, "the shorter way leads elsewhere");
}

/* What a listener is told: both ways must tell the same. */
typedef struct Told {
  EventListener besides; /* the game's own */
  Hash hash;
} Told;

static void told_of(void *user, const Game *g, const Event *event) {
  Told *told = user;
  const u64 values[] = {event->kind,   event->player, event->from,   event->to,          event->object,
                        event->source, event->other,  event->became, (u64)event->amount, event->word};
  hash_u64(&told->hash, event->flags & EVF_COMBAT);
  for (u32 i = 0; i < COUNT_OF(values); i++) hash_u64(&told->hash, values[i]);
  if (told->besides.event) told->besides.event(told->besides.user, g, event);
}

static void told_begin(Told *told, Game *g) {
  told->besides = g->event_listener;
  hash_init(&told->hash, 0);
  g->event_listener = (EventListener){told_of, told};
}

static u64 told_end(Told *told, Game *g) {
  g->event_listener = told->besides;
  return hash_end(&told->hash);
}

/* The shadow, which plays on from the last answer, so that what the short ways keep is used again; a new copy if the game has
   been changed since. The answer has been taken. */
static Game *shadow_now(Game *g) {
  Game *shadow = g->shadow;
  if (!shadow || shadow->failed || shadow->show_forced != g->show_forced) return game_shadow(g);
  core(shadow)->taken = core(g)->taken;
  core(shadow)->decision = core(g)->decision;
  core(shadow)->decisions = core(g)->decisions;
  shadow->limits = g->limits;
  bool untouched = g->shadow_runs == g->runs; /* somebody may only have asked something */
  bool agrees = untouched ? core_hash(g) == core_hash(shadow) : decisions_agree(g, shadow);
  return agrees ? shadow : game_shadow(g);
}

/* Lets a shadow take the short way where the game takes the long one; both must reach the same state, and tell of the same
   events if asked to. The shortest ways are only taken where nobody is told. */
static GavelStatus run_twice(Game *g, bool telling) {
  Game *shadow = shadow_now(g);
  Told quick, slow;
  if (shadow && telling) told_begin(&quick, shadow);
  GavelStatus status = shadow ? game_protect(shadow, run, NULL) : GAVEL_E_MEMORY;
  u64 quickly = shadow && telling ? told_end(&quick, shadow) : 0;
  if (status == GAVEL_E_MEMORY) return game_protect(g, fail_for_memory, NULL);
  if (telling) told_begin(&slow, g);
  GavelStatus own = game_protect(g, run, NULL);
  u64 slowly = telling ? told_end(&slow, g) : 0;
  /* Shadows have no listener that could stop them. */
  if (own == GAVEL_E_MEMORY || own == GAVEL_E_STOPPED) return own;
  /* The short way evaluates less, and may be the only one to stay within the limit. */
  if (game_evaluated_too_much(g) || game_evaluated_too_much(shadow)) return own;
  bool agree = own == status && (own || (decisions_agree(g, shadow) && quickly == slowly));
  if (!agree) g->failed = GAVEL_OK; /* whatever it was */
  g->shadow_runs = g->runs;
  return agree ? own : game_protect(g, contradict, NULL);
}

/* Long games are compared at every answer at first, then at eight answers of 64. A third of them are told of. */
enum { SHADOW_ALWAYS = 160, SHADOW_RUN = 8, SHADOW_RUNS = 8, SHADOW_TELLS = 3 };

GavelStatus game_resume(Game *g) {
  bool whole = !g->failed && !g->running && !g->quick;
  u64 decisions = core(g)->decisions;
  bool compared = decisions < SHADOW_ALWAYS || decisions / SHADOW_RUN % SHADOW_RUNS == 0;
  return whole && compared ? run_twice(g, decisions / SHADOW_RUN % SHADOW_TELLS == 0) : game_protect(g, run, NULL);
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
  bool asked = !p->refused && core(g)->decision.kind != DECISION_NONE;
  return asked ? p->pick(g, p->user) : GAME_PICK_NONE;
}

#ifdef GAVEL_CHECKED
static void play(Game *g, Playing *p) {
  for (u32 option = next_pick(g, p); option != GAME_PICK_NONE; option = next_pick(g, p))
    p->refused = game_answer(g, option);
}
#else
static void play_on(Game *g, void *user) {
  Playing *p = user;
  for (u32 option = next_pick(g, p); option != GAME_PICK_NONE; option = next_pick(g, p)) {
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
