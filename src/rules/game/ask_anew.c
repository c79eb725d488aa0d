/* Whether a game that was loaded asks what it would ask: a save says which decision is pending and what its options are,
   though both follow from the rest. */
#include "rules/game/run_game.h"

#include "state/hash.h"

/* Procedures that make up their decision from how things are: the step after they have asked, and that from which they ask
   again. Priority is received only after state-based actions have found nothing (117.5). */
static const struct {
  u16 proc, asked, asks;
} ASKING[] = {
    {PROC_PRIORITY, PRIORITY_TAKEN, PRIORITY_CHECK},
    {PROC_ATTACKERS, ATTACK_ANSWER, ATTACK_ASK},
    {PROC_BLOCKERS, BLOCK_ANSWER, BLOCK_ASK},
    {PROC_CHOOSE, CHOICE_ASKED, CHOICE_ASK},
    {PROC_ORDER, CHOICE_ASKED, CHOICE_ASK},
    {PROC_TRIGGERS, TRIGGERS_TAKEN, TRIGGERS_NEXT},
    {PROC_SBA, SBA_ANSWERED, SBA_ASK},
    {PROC_OPENING, OPENING_ASKED, OPENING_ASK},
    {PROC_OPENING_ACTIONS, ACTIONS_TAKEN, ACTIONS_ASK},
};

/* Sends the procedure on top back to where it asks; false if it can't go there. */
static bool send_back(Game *g) {
  Frame *f = frame_top(g);
  for (u32 i = 0; i < COUNT_OF(ASKING); i++) {
    if (ASKING[i].proc != f->proc || ASKING[i].asked != f->step) continue;
    f->step = ASKING[i].asks;
    core(g)->decision.kind = DECISION_NONE;
    return true;
  }
  return false;
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

GavelStatus game_ask_anew(Game *g) {
  if (core(g)->decision.kind == DECISION_NONE) return GAVEL_OK;
  u64 before = decision_hash(g);
  if (!send_back(g)) return GAVEL_OK;
  bool shown = g->show_forced;
  g->show_forced = true; /* a decision may be pending that has one option */
  GavelStatus status = game_protect(g, ask, NULL);
  g->show_forced = shown;
  if (status) return status;
  return decision_hash(g) == before ? GAVEL_OK : game_protect(g, refuse, NULL);
}
