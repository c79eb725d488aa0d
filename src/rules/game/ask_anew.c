/* Making the pending decision anew from how things are. Of a game that was loaded it must be the same: a save says which
   decision is pending and what its options are, though both follow from the rest. Where hidden cards were dealt anew, what
   another player may do has changed with them. */
#include "rules/game/run_game.h"

#include "state/hash.h"
#include "state/view.h"

/* Procedures that make up their decision from how things are: the step after they have asked, and that from which they ask
   again. Priority is received only after state-based actions have found nothing (117.5). */
typedef struct Asking {
  u16 proc, asked, asks;
  bool always; /* it asks the same player whatever cards are hidden, and gathers all it offers then */
} Asking;

static const Asking ASKING[] = {
    {PROC_PRIORITY, PRIORITY_TAKEN, PRIORITY_CHECK, true},
    {PROC_ATTACKERS, ATTACK_ANSWER, ATTACK_ASK, true},
    {PROC_BLOCKERS, BLOCK_ANSWER, BLOCK_ASK, true},
    {PROC_CHOOSE, CHOICE_ASKED, CHOICE_ASK, false},
    {PROC_ORDER, CHOICE_ASKED, CHOICE_ASK, false},
    {PROC_COMBAT_DAMAGE, DAMAGE_ANSWER, DAMAGE_ASK, false},
    {PROC_TRIGGERS, TRIGGERS_TAKEN, TRIGGERS_NEXT, false},
    {PROC_SBA, SBA_ANSWERED, SBA_ASK, false},
    {PROC_OPENING, OPENING_ASKED, OPENING_ASK, true},
    {PROC_OPENING_ACTIONS, ACTIONS_TAKEN, ACTIONS_ASK, false},
};

static const Asking *asking_of(const Game *g) {
  const Frame *f = frame_top(g);
  for (u32 i = 0; i < COUNT_OF(ASKING); i++)
    if (ASKING[i].proc == f->proc && ASKING[i].asked == f->step) return &ASKING[i];
  return NULL;
}

static void ask(Game *g, void *user) {
  (void)user;
  i64 ret = core(g)->ret;
  frames_run(g);
  core(g)->ret = ret; /* of the frame before */
}

static void refuse(Game *g, void *user) {
  (void)user;
  game_fail(g, GAVEL_E_CORRUPT, "it would ask something else than it does");
}

/* The procedure on top goes back to where it asks, and asks. */
static GavelStatus ask_again(Game *g, const Asking *asking) {
  frame_top(g)->step = asking->asks;
  core(g)->decision.kind = DECISION_NONE;
  bool shown = g->show_forced;
  g->show_forced = true; /* a decision may be pending that has one option */
  GavelStatus status = game_protect(g, ask, NULL);
  g->show_forced = shown;
  return status;
}

GavelStatus game_ask_anew(Game *g) {
  const Asking *asking = core(g)->decision.kind == DECISION_NONE ? NULL : asking_of(g);
  if (!asking) return GAVEL_OK;
  u64 before = decision_hash(g);
  GavelStatus status = ask_again(g, asking);
  if (status) return status;
  return decision_hash(g) == before ? GAVEL_OK : game_protect(g, refuse, NULL);
}

GavelStatus game_redeal(Game *g, u32 viewer, u64 seed) {
  bool others = core(g)->decision.kind != DECISION_NONE && !view_decides(g, viewer);
  const Asking *asking = others ? asking_of(g) : NULL;
  if (others && (!asking || !asking->always)) return GAVEL_E_MISUSE;
  GavelStatus status = game_determinize(g, viewer, seed);
  return status || !others ? status : ask_again(g, asking);
}
